/* SPDX-License-Identifier: MIT
 * The tables of records.c, each of whose rows are of related records. */
#ifndef LU_CLI_RECORD_TABLES_H
#define LU_CLI_RECORD_TABLES_H

#include "cli/records.h"

/* Fields stand in the order in which they are written. A meaning that begins with "optional: " says that the field may be
 * absent. Each table ends with a row whose kind is NULL. */
extern const lu_record_field lu__record_stages[];
extern const lu_record_field lu__record_answers[];
extern const lu_record_field lu__record_graph[];
extern const lu_record_field lu__record_reports[];

#endif
