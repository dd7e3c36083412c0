/* SPDX-License-Identifier: MIT
 * ast --explain: elements of trees, without a store. Each tree is parsed twice: to tell what it will cost, and to explain it. */
#ifndef LU_CMD_EXPLAIN_AST_H
#define LU_CMD_EXPLAIN_AST_H

#include "explain.h"

typedef struct lu_explain_ast lu_explain_ast;
typedef lu_code lu_ast_print_fn(void *ctx, const lu_element *el, lu_err *e);

/* `explained`: a file with the element records of an earlier run, or NULL. *out is to be closed whatever it returns. */
lu_code lu_explain_ast_open(const char *explained, lu_ast_print_fn *print, void *ctx, lu_explain_ast **out,
			    lu_err *e) LU_MUST_USE;
void lu_explain_ast_close(lu_explain_ast *t); /* accepts NULL */

/* Callbacks of lu_parse_tree(): first of all trees, then, when the cost is agreed to, of all again. Elements are printed in
 * their order. */
lu_code lu_explain_ast_count(void *t, const lu_parsed *p, lu_err *e) LU_MUST_USE;
lu_code lu_explain_ast_agree(lu_explain_ast *t, lu_err *e) LU_MUST_USE;
lu_code lu_explain_ast_take(void *t, const lu_parsed *p, lu_err *e) LU_MUST_USE;
/* The rest is printed; after an error `rc`, which it returns then, without asking for more. *left: some elements could not be
 * explained. */
lu_code lu_explain_ast_end(lu_explain_ast *t, lu_code rc, bool *left, lu_err *e) LU_MUST_USE;

#endif
