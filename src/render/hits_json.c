/* SPDX-License-Identifier: MIT
 * The hits of a question as records, and the record of how they were chosen. */
#include "render/table.h"

/* ---- a hit ---- */

static void write_stages(lu_jw *w, const lu_hit *h)
{
	lu_jw_open(w, "stages", '{');
	for (int s = 0; s < LU_HIT_STAGES; s++) {
		if (!h->stage[s].rank) continue;
		lu_jw_open(w, lu_hit_stage_name((lu_hit_stage)s), '{');
		lu_jw_real(w, "score", h->stage[s].score, 9);
		lu_jw_int(w, "rank", h->stage[s].rank);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, '}');
}

/* By which edge the graph stage has reached it. */
static void write_via(lu_jw *w, const lu_via *v)
{
	if (!*v->from) return;
	lu_jw_open(w, "via", '{');
	lu_jw_strz(w, "from", v->from);
	lu_jw_str(w, "name", v->name);
	lu_jw_strz(w, "kind", lu_edge_kind_name(v->kind));
	lu_jw_strz(w, "grade", lu_grade_name(v->grade));
	lu_jw_strz(w, "direction", v->in ? "in" : "out");
	lu_jw_close(w, '}');
}

/* What the reranker's score is the sum of. */
static void write_parts(lu_jw *w, const lu_hit *h, bool by_file)
{
	lu_hit_part part[LU_HIT_PARTS];
	size_t n = lu_hit_parts(h, by_file, part);

	if (!n) return;
	lu_jw_open(w, "parts", '[');
	for (size_t i = 0; i < n; i++) {
		lu_jw_open(w, NULL, '{');
		lu_jw_strz(w, "feature", part[i].name);
		lu_jw_real(w, "value", part[i].value, 6);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

/* What it stands for, of one sort. */
static void write_some(lu_jw *w, const lu_hit *h, const char *key, lu_fold how)
{
	size_t n = 0;

	for (size_t i = 0; i < h->n_folded; i++) {
		const lu_folded *c = &h->folded[i];

		if (c->how != how) continue;
		if (!n++) lu_jw_open(w, key, '[');
		lu_jw_open(w, NULL, '{');
		lu__write_element(w, &c->el);
		lu_jw_close(w, '}');
	}
	if (n) lu_jw_close(w, ']');
}

static void write_folded(lu_jw *w, const lu_hit *h)
{
	write_some(w, h, "inside", LU_FOLD_INSIDE);
	write_some(w, h, "copies", LU_FOLD_COPY);
	write_some(w, h, "same", LU_FOLD_SAME);
}

static const char *const fit_name[] = {
	[LU_FIT_WHOLE] = "whole",
	[LU_FIT_INSIDE] = "inside",
	[LU_FIT_OUTLINE] = "outline",
	[LU_FIT_NOTHING] = "none",
};

static lu_code write_hit(lu_sink *o, const lu_hits_shown *a, const lu_hit *h, const lu_shown *x, lu_jw *w, lu_err *e)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "hit");
	lu_jw_raw(w, "query_id", a->id);
	lu_jw_int(w, "rank", h->rank);
	lu_jw_real(w, "score", h->score, 9);
	if (h->relevance > 0) lu_jw_real(w, "relevance", (double)h->relevance, 3);
	lu__write_element(w, &h->el);
	lu_jw_str(w, "language", h->el.language);
	lu_jw_str(w, "snippet", x->text);
	if (a->how->max_tokens) lu_jw_strz(w, "fit", fit_name[x->fit]);
	write_stages(w, h);
	if (a->explain) write_parts(w, h, a->how->query.by_file);
	lu_jw_int(w, "snippet_line", h->line);
	lu_jw_int(w, "snippet_start", x->first);
	if (h->stale) lu_jw_bool(w, "stale", true);
	write_via(w, &h->via);
	write_folded(w, h);
	lu_jw_members(w, a->extra);
	lu_jw_close(w, '}');
	return lu_sink_record(o, w, e);
}

/* ---- the selection ---- */

static void write_decision(const lu_selection *s, lu_jw *w)
{
	lu_jw_strz(w, "query_class", lu_query_class_name(s->query_class));
	lu_jw_real(w, "mass", s->target, 6);
	lu_jw_open(w, "probabilities", '[');
	for (size_t i = 0; i < s->k; i++) lu_jw_real(w, NULL, s->probability[i], 6);
	lu_jw_close(w, ']');
	if (s->passed) lu_jw_int(w, "passed_over", (int64_t)s->passed);
}

static const char *stopped(const lu_hits_shown *a)
{
	const lu_found *f = a->found;
	size_t n = f->result.n;

	if (f->adaptive) return lu_stop_name(f->selection.stopped);
	return !n ? "no_candidates" : (int64_t)n == a->how->query.k ? "k" : "end";
}

/* What the hits are worth by now. */
static void write_state(const lu_freshness *x, lu_jw *w)
{
	if (x->root.n) lu_jw_str(w, "root", x->root);
	else lu_jw_null(w, "root");
	lu_origin_write(w, &x->synced, x->behind);
	lu_jw_int(w, "files_checked", x->looked);
	lu_jw_int(w, "files_changed", x->changed);
	lu_jw_int(w, "files_gone", x->gone);
}

static void write_times(const lu_found *f, lu_jw *w)
{
	lu_jw_open(w, "times", '{');
	for (int t = 0; t < LU_TIMES; t++) lu_jw_real(w, lu_time_name((lu_time)t), f->times[t], 6);
	lu_jw_bool(w, "cached", f->cached);
	lu_jw_close(w, '}');
}

static void write_corrected(const lu_corrections *c, lu_jw *w)
{
	if (!c->n) return;
	lu_jw_open(w, "corrected", '[');
	for (size_t i = 0; i < c->n; i++) {
		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "from", c->v[i].from);
		lu_jw_str(w, "to", c->v[i].to);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

static void write_quoted(const lu_quotes *x, lu_jw *w)
{
	if (!x->n) return;
	lu_jw_open(w, "quoted", '[');
	for (size_t i = 0; i < x->n; i++) {
		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "text", x->v[i].text);
		lu_jw_int(w, "elements", x->v[i].found);
		if (x->v[i].unread) lu_jw_int(w, "unread", x->v[i].unread);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

static void write_translated(const lu_reading *t, lu_jw *w)
{
	if (!t->language.n) return;
	lu_jw_open(w, "translated", '{');
	lu_jw_str(w, "language", t->language);
	lu_jw_str(w, "text", t->text);
	lu_jw_close(w, '}');
}

static lu_code write_selection(lu_sink *o, const lu_hits_shown *a, lu_jw *w, lu_err *e)
{
	const lu_found *f = a->found;
	const lu_result *r = &f->result;

	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "selection");
	lu_jw_raw(w, "query_id", a->id);
	lu_jw_strz(w, "strategy", r->strategy);
	lu_jw_strz(w, "policy", f->adaptive ? lu_policy_name(f->selection.policy) : "fixed");
	lu_jw_int(w, "selected_k", (int64_t)r->n);
	lu_jw_int(w, "tokens", f->tokens);
	lu_jw_real(w, "cost", (double)f->tokens * a->how->select.token_price, 9);
	lu_jw_strz(w, "stopped_reason", stopped(a));
	if (f->adaptive) write_decision(&f->selection, w);
	lu_jw_strz(w, "fallback", *r->fallback ? r->fallback : NULL);
	lu_jw_strs(w, "unmatched", r->unmatched);
	write_state(&f->fresh, w);
	write_corrected(&r->corrected, w);
	write_quoted(&r->quoted, w);
	write_translated(&r->translated, w);
	if (a->how->times) write_times(f, w);
	lu_jw_members(w, a->extra_selection);
	lu_jw_close(w, '}');
	return lu_sink_record(o, w, e);
}

lu_code lu__hits_json(lu_sink *o, const lu_hits_shown *a, lu_err *e)
{
	const lu_found *f = a->found;
	lu_jw w;
	lu_code rc = LU_OK;

	lu_jw_init(&w);
	for (size_t i = 0; !rc && i < f->result.n; i++) rc = write_hit(o, a, &f->result.v[i], &f->shown[i], &w, e);
	if (!rc) rc = write_selection(o, a, &w, e);
	lu_jw_free(&w);
	return rc;
}
