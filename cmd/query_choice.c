/* SPDX-License-Identifier: MIT
 * How many hits lucus query gives, which, and how much of them. */
#include <string.h>

#include "cli/out.h"
#include "lucus/file.h"
#include "query.h"
#include "question.h"

/* What a hit takes beside its source: its place, type and name, and the blanks between them. */
#define HEADING       16
#define SNIPPET_LINES 6

static const char *const policy_names[] = { "softmax", "calibrated", NULL };

static bool adaptive;
static int policy = LU_POLICY_CALIBRATED;
static int64_t k_min, k_max = 10, token_budget, max_tokens;
static double mass, max_cost = 0.01, relevance = 0.2;

lu_opt lu_opts_choice[] = {
	LU_OPT_FLAG(0, "adaptive", &adaptive, "give as many hits as the question needs, in place of --top",
		    .env = "LUCUS_ADAPTIVE", .setting = "adaptive", .heading = "How many hits", .daily = true),
	LU_OPT_CHOICE(0, "policy", &policy, "NAME", policy_names, "with --adaptive, decide by the policy NAME",
		      .env = "LUCUS_POLICY", .setting = "policy"),
	LU_OPT_INT(0, "k-min", &k_min, "N", 0, LU_SELECT_K_MAX,
		   "with --adaptive, give at least N hits; 0 is 2 with softmax, and with calibrated 1 for each part of "
		   "the question",
		   .env = "LUCUS_K_MIN", .setting = "k_min"),
	LU_OPT_INT(0, "k-max", &k_max, "N", 1, LU_SELECT_K_MAX, "with --adaptive, give at most N hits",
		   .env = "LUCUS_K_MAX", .setting = "k_max"),
	LU_OPT_REAL(0, "mass", &mass, "P", 0, 1,
		    "with --adaptive, stop at the probability P; 0 is 0.7 with softmax, and with calibrated what the "
		    "kind of question "
		    "needs, weighed against the tokens of hits that were reranked",
		    .env = "LUCUS_MASS", .setting = "mass"),
	LU_OPT_REAL(0, "min-coverage", &relevance, "P", 0, 1,
		    "with --adaptive and calibrated, give nothing when no hit holds the share P of the question",
		    .env = "LUCUS_MIN_COVERAGE", .setting = "min_coverage"),
	LU_OPT_REAL(0, "max-cost", &max_cost, "DOLLARS", 0, 1000000,
		    "with --adaptive, stop before the tokens of the hits cost more", .env = "LUCUS_ADAPTIVE_MAX_COST",
		    .setting = "max_cost"),
	LU_OPT_GROUP(lu_opts_price),
	LU_OPT_INT(0, "token-budget", &token_budget, "N", 0, INT32_MAX,
		   "with --adaptive, stop before the hits have more than N tokens; 0 is no bound",
		   .env = "LUCUS_TOKEN_BUDGET", .setting = "token_budget"),
	LU_OPT_INT(0, "max-tokens", &max_tokens, "N", 0, INT32_MAX,
		   "show whole elements while they fit into N tokens, and the outline of the others; 0 shows "
		   "snippets",
		   .daily = true),
	LU_OPT_END
};

lu_code lu_choose_options(lu_choosing *c, int64_t k, lu_err *e)
{
	*c = (lu_choosing){ .adaptive = adaptive, .k = k, .max_tokens = max_tokens };
	lu_select_options_init(&c->o);
	c->o.policy = (lu_policy)policy;
	c->o.k_min = k_min;
	c->o.k_max = k_max;
	c->o.mass = mass;
	c->o.max_cost = max_cost;
	c->o.token_price = lu_search_price();
	c->o.token_budget = token_budget;
	c->o.floor = relevance;
	if (!adaptive || k_min <= k_max) return LU_OK;
	return lu_fail(e, LU_EUSAGE, "option '--k-min': %lld is out of range 0..%lld, which --k-max allows",
		       (long long)k_min, (long long)k_max);
}

/* ---- what is shown of the hits ---- */

static lu_str first_line(lu_str s)
{
	const char *nl = s.n ? memchr(s.s, '\n', s.n) : NULL;

	return nl ? lu_strn(s.s, (size_t)(nl - s.s)) : s;
}

static lu_str outline_of(const lu_element *el)
{
	lu_str s = lu_str_trim(el->signature);

	return s.n ? s : lu_str_trim(first_line(lu_str_trim(el->code)));
}

static lu_piece piece_of(const lu_hit *h, const lu_element *el)
{
	size_t heading = h->el.path.n + h->el.type.n + h->el.name.n + HEADING;

	return (lu_piece){ .path = h->el.path,
			   .start_line = h->el.start_line,
			   .end_line = h->el.end_line,
			   .tokens = lu_tokens(el->code.n + heading),
			   .outline = lu_tokens(outline_of(el).n + heading) };
}

/* Show `text`, which begins `first` lines below the beginning of the hit: its own first line as it is indented. */
static void show_lines(lu_shown *x, const lu_hit *h, lu_str text, uint32_t first, size_t indent)
{
	if (first) indent = 0;
	x->text = indent ? lu_strn(text.s - indent, text.n + indent) : text;
	x->first = h->el.start_line ? h->el.start_line + first : 0;
}

/* The hits' sources, or their outlines, as far as they fit. */
static lu_code pack(const lu_showing *a, const lu_stored *st, lu_result *r, lu_page *p, lu_err *e)
{
	lu_piece *piece = lu_arena_calloc(&r->arena, r->n, sizeof *piece);
	lu_fit *fit = lu_arena_calloc(&r->arena, r->n, sizeof *fit);

	if (!piece || !fit) return lu_nomem(e);
	for (size_t i = 0; i < r->n; i++) piece[i] = piece_of(&r->v[i], &st[i].el);
	p->tokens = lu_fit_pieces(piece, r->n, a->how->max_tokens, fit);
	for (size_t i = 0; i < r->n; i++) {
		p->v[i].fit = fit[i];
		if (fit[i] == LU_FIT_WHOLE) show_lines(&p->v[i], &r->v[i], st[i].el.code, 0, st[i].indent);
		if (fit[i] == LU_FIT_OUTLINE) p->v[i].text = outline_of(&st[i].el);
	}
	return LU_OK;
}

static lu_code read_snippet(const lu_showing *a, lu_result *r, lu_hit *h, lu_shown *x, lu_err *e)
{
	lu_str code = { NULL, 0 };
	lu_excerpt part;
	size_t indent = 0;
	lu_code rc = lu_store_code_indented(a->store, h->el.id, &r->arena, &code, &indent, e);

	if (rc == LU_ENOENT) rc = LU_OK; /* a writer has removed it since the search */
	if (!rc) rc = lu_snippet(code, &r->terms, SNIPPET_LINES, &part, e);
	if (rc) return rc;
	x->tokens = lu_tokens(code.n);
	show_lines(x, h, part.text, part.first, indent);
	if (h->el.start_line) h->line = h->el.start_line + part.best;
	if (h->stale && h->line > h->el.end_line)
		h->line = h->el.end_line; /* what is shown is not there, but the file is to open */
	return LU_OK;
}

static lu_code read_source(const lu_showing *a, lu_result *r, lu_hit *h, lu_shown *x, lu_stored *st, lu_err *e)
{
	lu_code rc = lu_store_source(a->store, h->el.id, &r->arena, st, e);

	if (rc == LU_ENOENT) rc = LU_OK;
	h->line = h->el.start_line;
	x->tokens = lu_tokens(st->el.code.n);
	return rc;
}

static lu_code read_page(const lu_showing *a, lu_result *r, lu_page *out, lu_err *e)
{
	lu_page p = { .v = lu_arena_calloc(&r->arena, r->n, sizeof *p.v), .n = r->n };
	lu_stored *st = lu_arena_calloc(&r->arena, r->n, sizeof *st);
	lu_code rc = LU_OK;

	if (!p.v || !st) return lu_nomem(e);
	for (size_t i = 0; !rc && i < r->n; i++) {
		lu_shown *x = &p.v[i];

		x->hit = &r->v[i];
		if (a->how->max_tokens) rc = read_source(a, r, &r->v[i], x, &st[i], e);
		else rc = read_snippet(a, r, &r->v[i], x, e);
		p.tokens += x->tokens;
	}
	if (!rc && a->how->max_tokens) rc = pack(a, st, r, &p, e);
	if (!rc) *out = p;
	return rc;
}

/* ---- the record ---- */

static void write_decision(const lu_selection *s, lu_jw *w)
{
	lu_jw_strz(w, "query_class", lu_query_class_name(s->query_class));
	lu_jw_real(w, "mass", s->target, 6);
	lu_jw_open(w, "probabilities", '[');
	for (size_t i = 0; i < s->k; i++) lu_jw_real(w, NULL, s->probability[i], 6);
	lu_jw_close(w, ']');
}

static const char *stopped(const lu_showing *a, const lu_result *r)
{
	if (a->sel) return lu_stop_name(a->sel->stopped);
	return !r->n ? "no_candidates" : (int64_t)r->n == a->how->k ? "k" : "end";
}

/* What the hits are worth by now. */
static void write_state(const lu_origin_state *s, lu_jw *w)
{
	int64_t looked, changed, gone;

	lu_fresh_counts(s->fresh, &looked, &changed, &gone);
	if (s->root.n) lu_jw_str(w, "root", s->root);
	else lu_jw_null(w, "root");
	lu_origin_write(w, &s->tree, s->behind);
	lu_jw_int(w, "files_checked", looked);
	lu_jw_int(w, "files_changed", changed);
	lu_jw_int(w, "files_gone", gone);
}

lu_code lu_page_read(const lu_showing *a, lu_result *r, lu_page *out, lu_err *e)
{
	double start = a->times ? lu_now() : 0;
	lu_code rc = read_page(a, r, out, e);

	if (a->times) a->times[LU_TIME_READ] += lu_now() - start;
	return rc;
}

static void write_times(const lu_showing *a, lu_jw *w)
{
	lu_jw_open(w, "times", '{');
	for (int t = 0; t < LU_TIMES; t++) lu_jw_real(w, lu_time_name((lu_time)t), a->times[t], 6);
	lu_jw_bool(w, "cached", a->kept);
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

lu_code lu_write_selection(const lu_showing *a, const lu_result *r, const lu_page *p, lu_jw *w, lu_err *e)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "selection");
	lu_jw_raw(w, "query_id", a->id);
	lu_jw_strz(w, "strategy", r->strategy);
	lu_jw_strz(w, "policy", a->sel ? lu_policy_name(a->sel->policy) : "fixed");
	lu_jw_int(w, "selected_k", (int64_t)r->n);
	lu_jw_int(w, "tokens", p->tokens);
	lu_jw_real(w, "cost", (double)p->tokens * a->how->o.token_price, 9);
	lu_jw_strz(w, "stopped_reason", stopped(a, r));
	if (a->sel) write_decision(a->sel, w);
	lu_jw_strz(w, "fallback", *r->fallback ? r->fallback : NULL);
	lu_jw_strs(w, "unmatched", r->unmatched);
	write_state(a->state, w);
	write_corrected(&r->corrected, w);
	write_quoted(&r->quoted, w);
	write_translated(&r->translated, w);
	if (a->tell_times) write_times(a, w);
	lu_question_pass(w, a->record, "selection");
	lu_jw_close(w, '}');
	return lu_jw_flush(w, stdout, e);
}
