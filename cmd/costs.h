/* SPDX-License-Identifier: MIT
 * What models were called for, and what it cost. */
#ifndef LU_CMD_COSTS_H
#define LU_CMD_COSTS_H

#include "lucus/store.h"

/* Print the ledger of the knowledge base that `s` uses: `ledger` records, or a table for people. */
lu_code cmd_costs_show(lu_store *s, lu_err *e) LU_MUST_USE;

#endif
