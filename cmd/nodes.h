/* SPDX-License-Identifier: MIT
 * Elements as node records. */
#ifndef LU_CMD_NODES_H
#define LU_CMD_NODES_H

#include "lucus/store.h"

/* Print a node record for each element of these files. */
lu_code cmd_nodes_write(lu_store *s, const int64_t *file, size_t n_file, lu_err *e) LU_MUST_USE;

#endif
