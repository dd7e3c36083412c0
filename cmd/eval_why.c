/* SPDX-License-Identifier: MIT
 * Why a target did not come: where it is further down, which words of the query it lacks, or that it is not
 * there. */
#include "cli/out.h"
#include "eval.h"
#include "lucus/request.h"
#include "lucus/text.h"

#define TOLD 5 /* targets without an element that are named one by one */

/* ---- what a target means in the store ---- */

static lu_code read_files(cmd_evaluation *ev, lu_err *e)
{
	lu_code rc = LU_OK;

	if (!ev->files.read) rc = lu_store_files(ev->store, &ev->arena, &ev->files.v, &ev->files.n, e);
	ev->files.read = !rc;
	return rc;
}

/* The module of the file that the target names. */
static lu_code find_module(cmd_evaluation *ev, const lu_target *t, lu_arena *a, lu_brief **out, size_t *n, lu_err *e)
{
	lu_code rc = read_files(ev, e);

	for (size_t i = 0; !rc && !*n && i < ev->files.n; i++) {
		const lu_file *f = &ev->files.v[i];

		if (f->reason.n || !lu_same_file(f->path, t)) continue;
		rc = lu_store_at(ev->store, f->path, 0, a, out, n, e);
	}
	return rc;
}

static lu_code find_named(cmd_evaluation *ev, const lu_target *t, lu_str name, lu_arena *a, lu_brief **out, size_t *n,
			  lu_err *e)
{
	size_t kept = 0;
	lu_code rc = lu_store_named(ev->store, name, a, out, n, e);

	if (rc) return rc;
	for (size_t i = 0; i < *n; i++) {
		lu_judged r = { .name = (*out)[i].name };

		if (lu_meets(&r, t)) (*out)[kept++] = (*out)[i];
	}
	*n = kept;
	return LU_OK;
}

/* The elements that would meet `t`; *n is 0 when there are none. */
static lu_code find_target(cmd_evaluation *ev, const lu_target *t, lu_arena *a, lu_brief **out, size_t *n, lu_err *e)
{
	lu_code rc;

	*out = NULL;
	*n = 0;
	if (!t->name.n) return find_module(ev, t, a, out, n, e);
	rc = find_named(ev, t, t->name, a, out, n, e);
	/* the parts `__init__`, which count nowhere, may be in one name and not in the other */
	return rc || *n ? rc : find_named(ev, t, lu_str_after_last(t->name, '.'), a, out, n, e);
}

lu_code cmd_eval_check_targets(cmd_evaluation *ev, lu_err *e)
{
	size_t absent = 0;
	lu_buf name = LU_BUF;
	lu_code rc = LU_OK;

	for (size_t i = 0; !rc && i < ev->qrels.queries.n; i++) {
		const lu_annotated *q = &ev->qrels.queries.v[i];

		for (size_t j = 0; !rc && j < q->targets.n; j++) {
			lu_arena a = { 0 };
			lu_brief *v;
			size_t n;

			rc = find_target(ev, &q->targets.v[j], &a, &v, &n, e);
			lu_arena_free(&a);
			if (rc || n || ++absent > TOLD) continue;
			lu_buf_reset(&name);
			lu_target_tell(&q->targets.v[j], &name);
			lu_out_warn("%s: query %zu: '%s' is not in the store", ev->source,
				    ev->qrels.queries.v[i].number, name.s);
		}
		if (!rc) rc = lu_check_cancel(e);
	}
	if (!rc && absent > TOLD) lu_out_warn("%s: so are %zu further targets", ev->source, absent - TOLD);
	lu_buf_free(&name);
	return rc;
}

/* ---- which words it lacks ---- */

/* Append what an element says: all that may be searched. */
static lu_code add_text(cmd_evaluation *ev, const lu_brief *b, const lu_target *t, lu_arena *a, lu_buf *out, lu_err *e)
{
	lu_stored st;
	lu_code rc = lu_store_element(ev->store, b->id, a, &st, e);
	lu_str code;

	if (rc) return rc == LU_ENOENT ? LU_OK : rc;
	code = st.el.code;
	if (t->start_line) {
		size_t from = lu_line_offset(code, t->start_line), to = lu_line_offset(code, t->end_line + 1);

		code = lu_strn(code.s + from, to - from);
	}
	lu_buf_addstr(out, b->name);
	lu_buf_addc(out, '\n');
	lu_buf_addstr(out, b->path);
	lu_buf_addc(out, '\n');
	lu_buf_addstr(out, st.el.docstring);
	lu_buf_addc(out, '\n');
	lu_buf_addstr(out, code);
	lu_buf_addc(out, '\n');
	return out->oom ? lu_nomem(e) : LU_OK;
}

static lu_code add_word(lu_strs *words, lu_str word, lu_arena *a, lu_err *e)
{
	lu_str *grown = lu_arena_grow(a, words->v, words->n, sizeof word);

	if (!grown || !(grown[words->n] = lu_arena_dup(a, word)).s) return lu_nomem(e);
	words->v = grown;
	words->n++;
	return LU_OK;
}

/* Words of the query that `text` does not hold. */
static lu_code find_lacks(lu_str text, const lu_result *res, lu_arena *a, lu_strs *out, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; !rc && i < res->terms.n; i++) {
		lu_strs one = { &res->terms.v[i], 1 };
		bool has;

		rc = lu_has_term(text, &one, &has, e);
		if (!rc && !has) rc = add_word(out, res->terms.v[i], a, e);
	}
	return rc;
}

/* ---- one query ---- */

/* The rank from 1 of the first result that meets `t`, or, with `lines` false, of its file; 0: none. */
static size_t rank_of(const cmd_ranked *v, const lu_target *t, bool lines)
{
	for (size_t i = 0; i < v->deep; i++)
		if (lines ? lu_meets(&v->v[i], t) : lu_same_file(v->v[i].path, t)) return i + 1;
	return 0;
}

/* `res` is NULL when the results came without a store. */
static lu_code explain(cmd_evaluation *ev, const cmd_ranked *deep, const lu_result *res, lu_arena *keep, lu_miss *m,
		       lu_err *e)
{
	lu_arena a = { 0 };
	lu_buf text = LU_BUF;
	lu_brief *v;
	size_t n;
	lu_code rc;

	m->rank = rank_of(deep, m->target, true);
	m->reason = m->rank ? LU_MISS_DEEP : LU_MISS_UNKNOWN;
	if (!m->rank && m->target->start_line && (m->rank = rank_of(deep, m->target, false))) m->reason = LU_MISS_LINES;
	if (!res) return LU_OK;
	rc = find_target(ev, m->target, &a, &v, &n, e);
	if (!rc && !m->rank) m->reason = n ? LU_MISS_UNFOUND : LU_MISS_UNSTORED;
	for (size_t i = 0; !rc && i < n; i++) rc = add_text(ev, &v[i], m->target, &a, &text, e);
	if (!rc && n) rc = find_lacks(lu_buf_str(&text), res, keep, &m->lacks, e);
	lu_buf_free(&text);
	lu_arena_free(&a);
	return rc;
}

/* The targets of a query that are not among the first k results. */
static lu_code find_misses(cmd_evaluation *ev, cmd_achieved *r, size_t i, const cmd_ranked *deep, const lu_result *res,
			   lu_failure *f, lu_err *e)
{
	const lu_annotated *q = &ev->qrels.queries.v[i];
	cmd_ranked first = r->results[i];
	lu_code rc = LU_OK;

	if (first.n > ev->k[ev->n_k - 1]) first.n = ev->k[ev->n_k - 1];
	first.deep = first.n;
	f->query = i;
	f->v = lu_arena_calloc(&r->a, q->targets.n, sizeof *f->v);
	if (!f->v) return lu_nomem(e);
	for (size_t j = 0; !rc && j < q->targets.n; j++) {
		if (rank_of(&first, &q->targets.v[j], true)) continue;
		f->v[f->n].target = &q->targets.v[j];
		rc = explain(ev, deep, res, &r->a, &f->v[f->n], e);
		f->n++;
	}
	for (size_t j = 0; !rc && res && j < res->unmatched.n; j++)
		rc = add_word(&f->unmatched, res->unmatched.v[j], &r->a, e);
	return rc;
}

static lu_code explain_query(cmd_evaluation *ev, cmd_achieved *r, size_t i, lu_failure *f, lu_err *e)
{
	lu_arena a = { 0 };
	cmd_ranked deep;
	lu_found *res = NULL;
	lu_code rc;

	if (!ev->asks) return find_misses(ev, r, i, &r->results[i], NULL, f, e);
	rc = cmd_eval_deep(ev, r, i, &a, &deep, &res, e);
	if (!rc) rc = cmd_eval_lend(ev, e);
	if (!rc) rc = find_misses(ev, r, i, &deep, &res->result, f, e);
	cmd_eval_return(ev);
	lu_found_free(res);
	lu_arena_free(&a);
	return rc;
}

lu_code cmd_eval_why(cmd_evaluation *ev, cmd_achieved *r, lu_err *e)
{
	size_t n = ev->qrels.queries.n, k = ev->k[ev->n_k - 1];
	lu_failure *f = lu_arena_calloc(&r->a, n, sizeof *f);
	lu_code rc = LU_OK;

	if (!f) return lu_nomem(e);
	for (size_t i = 0; !rc && i < n; i++) {
		const lu_gains *g = &r->gains[i];

		if (lu_measure_at(LU_MEASURE_RECALL, g->v, g->n, ev->qrels.queries.v[i].targets.n, k) >= 1) continue;
		rc = explain_query(ev, r, i, &f[r->s.n_f], e);
		/* all targets of one place: one result meets several of them, and gains once */
		if (!rc && f[r->s.n_f].n) r->s.n_f++;
		if (!rc) rc = lu_check_cancel(e);
	}
	r->s.f = f;
	return rc;
}
