/* SPDX-License-Identifier: MIT
 * Running a strategy on the annotated queries, and judging what it finds. */
#include <stdlib.h>
#include <string.h>

#include "cli/out.h"
#include "core/sorting.h"
#include "eval.h"
#include "lucus/request.h"
#include "lucus/select.h"

lu_code cmd_roll_up(lu_store *s, lu_brief b, lu_arena *a, lu_brief *out, bool *keep, lu_err *e)
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

lu_code cmd_achieved_judge(cmd_achieved *r, size_t i, const cmd_evaluation *ev, lu_err *e)
{
	cmd_ranked *v = &r->results[i];
	lu_gains *g = &r->gains[i];

	v->deep = lu_distinct(v->v, v->n, ev->qrels.queries.v[i].by_name);
	v->n = v->deep > ev->deepest ? ev->deepest : v->deep;
	g->v = lu_arena_calloc(&r->a, v->n, sizeof *g->v);
	if (!g->v) return lu_nomem(e);
	g->n = v->n;
	lu_judge(&ev->qrels.queries.v[i], v->v, v->n, g->v);
	return LU_OK;
}

/* Copy what is judged of the hits, whose views die with them. */
static lu_code take_hits(const cmd_evaluation *ev, size_t i, const lu_result *res, lu_arena *a, cmd_ranked *to,
			 lu_err *e)
{
	bool up = ev->roll_up && ev->qrels.queries.v[i].by_name;

	to->v = lu_arena_calloc(a, res->n, sizeof *to->v);
	if (!to->v) return lu_nomem(e);
	for (size_t j = 0; j < res->n; j++) {
		lu_brief b = res->v[j].el;
		lu_judged *v = &to->v[to->n];
		bool keep = true;
		lu_code rc = up ? cmd_roll_up(ev->store, b, a, &b, &keep, e) : LU_OK;

		if (rc) return rc;
		if (!keep) continue;
		*v = (lu_judged){ lu_arena_dup(a, b.name), lu_arena_dup(a, b.path), b.start_line, b.end_line,
				  res->v[j].el.id };
		if (!v->name.s || !v->path.s) return lu_nomem(e);
		to->n++;
	}
	return LU_OK;
}

/* Estimated tokens of the results: of the elements that came, even where they count for others. */
static lu_code count_tokens(const cmd_evaluation *ev, const cmd_ranked *v, double *tokens, lu_err *e)
{
	for (size_t j = 0; j < v->n && j < ev->k[ev->n_k - 1]; j++) {
		lu_arena a = { 0 };
		lu_str code;
		lu_code rc = lu_store_code(ev->store, v->v[j].id, &a, &code, e);

		if (!rc) *tokens += (double)lu_tokens(code.n);
		lu_arena_free(&a);
		if (rc && rc != LU_ENOENT) return rc; /* a writer may have removed it since the search */
	}
	return LU_OK;
}

/* How many hits to find: several may be of one name, or be rolled up to one. */
static int64_t wanted(const cmd_evaluation *ev, size_t i)
{
	size_t n = ev->deepest * (!ev->qrels.queries.v[i].by_name ? 1 : ev->roll_up ? 10 : 4);

	return n > LU_K_MAX ? LU_K_MAX : (int64_t)n;
}

lu_code cmd_eval_lend(cmd_evaluation *ev, lu_err *e)
{
	return ev->session && !ev->store ? lu_session_lend(ev->session, NULL, &ev->store, e) : LU_OK;
}

void cmd_eval_return(cmd_evaluation *ev)
{
	if (ev->store) lu_session_return(ev->session, ev->store);
	ev->store = NULL;
}

/* The hits as they are stored, which is what is measured. */
static lu_code search(cmd_evaluation *ev, const cmd_achieved *r, size_t i, int64_t k, lu_found **out, lu_err *e)
{
	lu_search_options o = ev->o;
	lu_code rc;

	o.query.strategy = r->s.name.s;
	o.query.k = k;
	o.query.by_file = !ev->qrels.queries.v[i].by_name;
	rc = lu_session_search(ev->session, NULL, ev->qrels.queries.v[i].query, &o, out, e);
	return rc ? lu_wrap(e, rc, "query %zu", ev->qrels.queries.v[i].number) : LU_OK;
}

lu_code cmd_eval_deep(cmd_evaluation *ev, const cmd_achieved *r, size_t i, lu_arena *a, cmd_ranked *out, lu_found **res,
		      lu_err *e)
{
	cmd_ranked v = { 0 };
	lu_found *f = NULL;
	lu_code rc = search(ev, r, i, LU_K_MAX, &f, e);

	if (!rc) rc = cmd_eval_lend(ev, e);
	if (!rc) rc = take_hits(ev, i, &f->result, a, &v, e);
	cmd_eval_return(ev);
	if (rc) {
		lu_found_free(f);
		return rc;
	}
	v.n = v.deep = lu_distinct(v.v, v.n, ev->qrels.queries.v[i].by_name);
	*out = v;
	*res = f;
	return LU_OK;
}

/* Judge what came. */
static lu_code judge(cmd_evaluation *ev, size_t i, const lu_result *res, cmd_achieved *r, lu_err *e)
{
	lu_code rc = cmd_eval_lend(ev, e);

	if (!rc) rc = take_hits(ev, i, res, &r->a, &r->results[i], e);
	if (!rc) rc = cmd_achieved_judge(r, i, ev, e);
	if (!rc) rc = count_tokens(ev, &r->results[i], &r->tokens[i], e);
	cmd_eval_return(ev);
	return rc;
}

static lu_code ask(cmd_evaluation *ev, size_t i, cmd_achieved *r, lu_err *e)
{
	lu_found *f = NULL;
	const lu_result *res;
	lu_code rc = search(ev, r, i, wanted(ev, i), &f, e);

	if (rc) return rc;
	res = &f->result;
	/* figures of one strategy must not be under the name of another */
	if (*res->fallback && (res->transient || strcmp(r->s.name.s, "auto") != 0))
		rc = lu_fail(e, LU_EUSAGE, "cannot measure strategy %s", res->fallback);
	if (!rc && *res->fallback && !i) lu_out_warn("used %s instead of %s", res->strategy, res->fallback);
	r->seconds[i] = res->seconds;
	if (!rc) rc = judge(ev, i, res, r, e);
	lu_found_free(f);
	return rc;
}

/* What the questions took; `seconds` has room for all of them. */
static void sum_up(cmd_achieved *r, double *seconds, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		seconds[i] = r->seconds[i];
		r->total += seconds[i];
		r->s.tokens += r->tokens[i];
	}
	qsort(seconds, n, sizeof *seconds, lu_double_order);
	r->s.seconds = (seconds[(n - 1) / 2] + seconds[n / 2]) / 2;
	r->s.slow = seconds[(n * 95 + 99) / 100 - 1];
	r->s.tokens /= (double)n;
	r->s.cost = r->s.tokens * cmd_search_price();
	r->s.timed = r->s.counted = true;
	lu_log("eval", "strategy=%s queries=%zu tokens=%.0f seconds=%.6f", r->s.name.s, n, r->s.tokens, r->s.seconds);
}

lu_code cmd_eval_strategy(cmd_evaluation *ev, cmd_achieved *r, lu_err *e)
{
	size_t n = ev->qrels.queries.n;
	double *seconds = lu_arena_calloc(&r->a, n, sizeof *seconds);
	lu_progress p = { 0 };
	lu_code rc = LU_OK;

	r->seconds = lu_arena_calloc(&r->a, n, sizeof *r->seconds);
	r->tokens = lu_arena_calloc(&r->a, n, sizeof *r->tokens);
	if (!seconds || !r->seconds || !r->tokens) return lu_nomem(e);
	lu_progress_start(&p, r->s.name.s, "queries", (int64_t)n);
	for (size_t i = 0; !rc && i < n; i++) {
		rc = ask(ev, i, r, e);
		if (!rc) rc = lu_check_cancel(e);
		lu_progress_to(&p, (int64_t)i + 1);
	}
	lu_progress_end(&p);
	if (!rc) sum_up(r, seconds, n);
	return rc;
}
