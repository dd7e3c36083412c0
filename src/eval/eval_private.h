/* SPDX-License-Identifier: MIT */
#ifndef LU_EVAL_EVAL_PRIVATE_H
#define LU_EVAL_EVAL_PRIVATE_H

#include "core/markup.h"
#include "eval/eval.h"

/* An order in which targets that mean the same are equal: names without `__init__`, paths without "./". */
int lu__target_cmp(const lu_target *x, const lu_target *y);

/* Drop the targets of `q` that it names before; adds their number to *dropped. Memory comes from `a`. */
lu_code lu__drop_repeated(lu_annotated *q, lu_arena *a, size_t *dropped, lu_err *e) LU_MUST_USE;
/* LU_EFORMAT when two queries have one id; those without one have their number. With `bad` the later one is reported to
 * that, and left out. */
lu_code lu__check_ids(lu_qrels *q, const char *source, lu_qrels_bad_fn *bad, void *ctx, lu_err *e) LU_MUST_USE;

/* "all", then the categories and the difficulties ("difficulty=NAME") of the set by name; without
 * `categories` only the first. */
lu_code lu__find_groups(const lu_qrels *q, bool categories, lu_arena *a, lu_strs *g, lu_err *e) LU_MUST_USE;
bool lu__in_group(const lu_annotated *q, lu_str group);

/* The parts of a page that show single queries: F1 by strategy and k, of which there are n_k; how the queries are
 * spread at `k`, and the best and worst of them. Nothing for series without gains. */
void lu__put_heat(lu_buf *b, const lu_report *r, size_t n_k);
lu_code lu__put_spread(lu_buf *b, const lu_report *r, size_t k, lu_err *e) LU_MUST_USE;

#endif
