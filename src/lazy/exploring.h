/* SPDX-License-Identifier: MIT
 * A search from its beginning to its end: waves of tests by a model, or by the built-in score. */
#ifndef LU_LAZY_EXPLORING_H
#define LU_LAZY_EXPLORING_H

#include "lazy/gathered.h"
#include "lazy/testing.h"

typedef struct lu__exploring {
	lu_chat *chat; /* NULL: the built-in score tests all */
	lu_str question;
	const lu__subqueries *subqueries;
	const lu__gathered *g;
	const lu_lazy_graph_options *o;
	double start; /* of the query, as lu_now() */
} lu__exploring;

typedef struct lu__explored {
	lu_lazy_state state;
	int8_t *result;   /* of each test: lu__deepening_results() */
	int64_t by_model; /* tests that the model made */
	bool failed;      /* it did not reply to some */
	lu_str fallback;  /* why it was not asked any more; empty: it was, or there is none */
} lu__explored;

/* What a model does not test, as it fails, the built-in score does. LU_ECANCEL: lu_check_cancel(), after an event that
 * says so. Memory comes from `a`. */
lu_code lu__explore(const lu__exploring *x, lu_arena *a, lu__explored *out, lu_err *e) LU_MUST_USE;

/* Was sentence `i` kept? */
bool lu__is_kept(const lu__exploring *x, const lu__explored *r, uint32_t i);

#endif
