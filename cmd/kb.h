/* SPDX-License-Identifier: MIT
 * What the files of lucus kb share. */
#ifndef LU_CMD_KB_H
#define LU_CMD_KB_H

#include "cli/opt.h"
#include "lucus/store.h"

extern lu_opt cmd_opts_alias[];

/* Print the aliases of the knowledge base. */
lu_code cmd_kb_aliases(lu_err *e) LU_MUST_USE;
/* LU_EUSAGE unless all operands are NAME=ELEMENT. */
lu_code cmd_kb_alias_check(int argc, char **argv, lu_err *e) LU_MUST_USE;
/* In a transaction: write what a checked operand says; remove those of a name. */
lu_code cmd_kb_alias(lu_store *s, const char *operand, lu_err *e) LU_MUST_USE;
lu_code cmd_kb_unalias(lu_store *s, const char *name, lu_err *e) LU_MUST_USE;

#endif
