/* SPDX-License-Identifier: MIT
 * Running a strategy on the annotated queries, and judging what it finds. */
#include <stdlib.h>
#include <string.h>

#include "cli/out.h"
#include "eval.h"
#include "lucus/file.h"

lu_code lu_roll_up(lu_store *s, lu_brief b, lu_arena *a, lu_brief *out, bool *keep, lu_err *e)
{
	*keep = !lu_str_eqz(b.type, "module") && !lu_str_eqz(b.type, "section");
	/* the bound is for a damaged store, whose parents may go round in circles */
	for (int depth = 0; *keep && b.parent && depth < 256; depth++) {
		lu_brief parent;
		lu_code rc = lu_store_brief(s, b.parent, a, &parent, e);

		if (rc) return rc;
		if (lu_str_eqz(parent.type, "module")) break;
		b = parent;
	}
	*out = b;
	return LU_OK;
}

lu_code lu_achieved_judge(lu_achieved *r, size_t i, const lu_evaluation *ev, lu_err *e)
{
	lu_ranked *v = &r->results[i];
	lu_gains *g = &r->gains[i];

	v->n = lu_distinct(v->v, v->n, ev->qrels.by_name);
	if (v->n > ev->deepest) v->n = ev->deepest;
	g->v = lu_arena_calloc(r->a, v->n, sizeof *g->v);
	if (!g->v) return lu_nomem(e);
	g->n = v->n;
	lu_judge(&ev->qrels.queries.v[i], v->v, v->n, g->v);
	return LU_OK;
}

/* Copy what is judged of the hits, whose views die with them. */
static lu_code take_hits(const lu_evaluation *ev, lu_achieved *r, size_t i, const lu_result *res, lu_err *e)
{
	lu_ranked *to = &r->results[i];

	to->v = lu_arena_calloc(r->a, res->n, sizeof *to->v);
	if (!to->v) return lu_nomem(e);
	for (size_t j = 0; j < res->n; j++) {
		lu_brief b = res->v[j].el;
		lu_judged *v = &to->v[to->n];
		bool keep = true;
		lu_code rc = ev->roll_up ? lu_roll_up(ev->search.store, b, r->a, &b, &keep, e) : LU_OK;

		if (rc) return rc;
		if (!keep) continue;
		*v = (lu_judged){ lu_arena_dup(r->a, b.name), lu_arena_dup(r->a, b.path), b.start_line,
				  b.end_line };
		if (!v->name.s || !v->path.s) return lu_nomem(e);
		to->n++;
	}
	return lu_achieved_judge(r, i, ev, e);
}

/* Estimated tokens of the first hits. */
static lu_code count_tokens(const lu_evaluation *ev, lu_result *res, double *tokens, lu_err *e)
{
	size_t bytes = 0;

	for (size_t j = 0; j < res->n && j < ev->deepest; j++) {
		lu_stored st;
		lu_code rc = lu_store_element(ev->search.store, res->v[j].el.id, &res->arena, &st, e);

		if (rc == LU_ENOENT) continue; /* a writer has removed it since the search */
		if (rc) return rc;
		bytes += st.el.code.n;
	}
	*tokens += (double)(bytes / 4);
	return LU_OK;
}

static int by_real(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* How many hits to ask for: several may be of one name, or be rolled up to one. */
static int64_t wanted(const lu_evaluation *ev)
{
	size_t n = ev->deepest * (!ev->qrels.by_name ? 1 : ev->roll_up ? 10 : 4);

	return n > LU_K_MAX ? LU_K_MAX : (int64_t)n;
}

static lu_code ask(lu_evaluation *ev, lu_query_options *o, size_t i, lu_achieved *r, double *seconds,
		   lu_err *e)
{
	lu_result res;
	lu_code rc = lu_retrieve_parts(ev->search.retriever, ev->qrels.queries.v[i].query, o, &res, e);

	if (rc) return lu_wrap(e, rc, "query %zu", i + 1);
	/* figures of one strategy must not stand under the name of another */
	if (*res.fallback && strcmp(o->strategy, "auto"))
		rc = lu_fail(e, LU_EUSAGE, "cannot measure strategy %s", res.fallback);
	if (!rc && *res.fallback && !i) lu_out_warn("used %s instead of %s", res.strategy, res.fallback);
	*seconds = res.seconds;
	if (!rc) rc = take_hits(ev, r, i, &res, e);
	if (!rc && r->costs) rc = count_tokens(ev, &res, &r->tokens, e);
	lu_result_free(&res);
	return rc;
}

lu_code lu_eval_strategy(lu_evaluation *ev, lu_achieved *r, lu_err *e)
{
	size_t n = ev->qrels.queries.n;
	double *seconds = lu_arena_calloc(r->a, n, sizeof *seconds);
	lu_progress p = { 0 };
	lu_query_options o;
	lu_code rc = LU_OK;

	if (!seconds) return lu_nomem(e);
	lu_search_options(&o);
	o.strategy = r->strategy.s;
	o.k = wanted(ev);
	o.by_file = !ev->qrels.by_name;
	r->costs = lu_common.verbose || !lu_out_is_json();
	lu_progress_start(&p, o.strategy, "queries", (int64_t)n);
	for (size_t i = 0; !rc && i < n; i++) {
		rc = ask(ev, &o, i, r, &seconds[i], e);
		if (!rc) rc = lu_check_cancel(e);
		lu_progress_to(&p, (int64_t)i + 1);
	}
	lu_progress_end(&p);
	if (rc) return rc;
	qsort(seconds, n, sizeof *seconds, by_real);
	r->seconds = (seconds[(n - 1) / 2] + seconds[n / 2]) / 2;
	r->tokens /= (double)n;
	lu_log("eval", "strategy=%s queries=%zu tokens=%.0f seconds=%.6f", o.strategy, n, r->tokens,
	       r->seconds);
	return LU_OK;
}
