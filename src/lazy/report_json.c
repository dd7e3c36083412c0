/* SPDX-License-Identifier: MIT
 * A report as members of a record, and back: that is how the cache keeps it, too. */
#include "lucus/json.h"
#include "lucus/lazy_graph.h"

static void write_claims(lu_jw *w, const lu_lazy_report *r)
{
	lu_jw_open(w, "claim", '[');
	for (size_t i = 0; i < r->n_claim; i++) {
		const lu_claim *c = &r->claim[i];

		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "text", c->text);
		lu_jw_bool(w, "code", c->code);
		lu_jw_real(w, "score", c->score, 9);
		lu_jw_int(w, "subquery", c->subquery);
		lu_jw_int(w, "own", (int64_t)c->n_own);
		lu_jw_int(w, "merged", (int64_t)c->merged);
		lu_jw_open(w, "source", '[');
		for (size_t k = 0; k < c->n_source; k++) lu_jw_int(w, NULL, c->source[k]);
		lu_jw_close(w, ']');
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
	lu_jw_open(w, "source", '[');
	for (size_t i = 0; i < r->n_source; i++) {
		const lu_lazy_source *s = &r->source[i];

		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "path", s->path);
		lu_jw_str(w, "name", s->name);
		lu_jw_int(w, "start_line", s->start_line);
		lu_jw_int(w, "end_line", s->end_line);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

/* What records do not say: that was told while it happened. */
static void write_rest(lu_jw *w, const lu_lazy_report *r)
{
	lu_jw_int(w, "left", r->state.left);
	lu_jw_int(w, "zeros", r->state.zeros);
	lu_jw_open(w, "subquery", '[');
	for (size_t i = 0; i < r->n_subquery; i++) {
		const lu_subquery *s = &r->subquery[i];

		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "text", s->text);
		lu_jw_real(w, "score", s->score, 9);
		lu_jw_strz(w, "why", s->why);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
	write_claims(w, r);
}

void lu_lazy_report_write(lu_jw *w, const lu_lazy_report *r, bool whole)
{
	const lu_lazy_state *s = &r->state;

	lu_jw_int(w, "budget", r->budget);
	lu_jw_int(w, "tests", s->tests);
	lu_jw_int(w, "tests_by_model", r->by_model);
	lu_jw_int(w, "kept", s->kept);
	lu_jw_int(w, "unknown", s->unknown);
	lu_jw_strz(w, "end", lu_lazy_end_name(s->end));
	lu_jw_open(w, "subqueries", '[');
	for (size_t i = 0; i < r->kept; i++) lu_jw_str(w, NULL, r->subquery[i].text);
	lu_jw_close(w, ']');
	lu_jw_int(w, "claims", (int64_t)r->n_claim);
	lu_jw_open(w, "searched", '{');
	lu_jw_int(w, "elements", (int64_t)r->elements);
	lu_jw_int(w, "passages", (int64_t)r->passages);
	lu_jw_int(w, "sentences", (int64_t)r->sentences);
	lu_jw_int(w, "communities", (int64_t)r->communities);
	lu_jw_int(w, "visited", (int64_t)s->visited);
	lu_jw_int(w, "descended", (int64_t)s->descended);
	lu_jw_int(w, "depth", s->depth);
	lu_jw_close(w, '}');
	lu_jw_open(w, "concepts", '[');
	for (size_t i = 0; i < r->n_tie; i++) {
		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "a", r->tie[i].a);
		lu_jw_str(w, "b", r->tie[i].b);
		lu_jw_int(w, "sentences", r->tie[i].sentences);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
	if (whole) write_rest(w, r);
}

/* ---- and back ---- */

typedef struct reader {
	lu_arena *a;
	bool bad;
} reader;

static lu_str get_str(reader *r, const lu_json *v, const char *key)
{
	lu_str s = lu_arena_dup(r->a, lu_json_str(lu_json_get(v, key)));

	r->bad |= !s.s;
	return s;
}

static int64_t get_count(reader *r, const lu_json *v, const char *key)
{
	int64_t n = lu_json_int(lu_json_get(v, key), -1);

	r->bad |= n < 0;
	return n < 0 ? 0 : n;
}

static void *get_array(reader *r, const lu_json *v, size_t size, size_t *n)
{
	void *out;

	*n = lu_json_count(v);
	out = lu_arena_calloc(r->a, *n, size);
	r->bad |= !out;
	if (!out) *n = 0;
	return out;
}

static lu_lazy_end end_of(lu_str name)
{
	int i = 0;

	while (i < LU_LAZY_ENDS && !lu_str_eqz(name, lu_lazy_end_name((lu_lazy_end)i))) i++;
	return (lu_lazy_end)i;
}

static void get_subqueries(reader *r, const lu_json *v, lu_lazy_report *out)
{
	static const char *const why[] = { "weak", "repeated", "too many" };

	out->kept = lu_json_count(lu_json_get(v, "subqueries"));
	out->subquery = get_array(r, lu_json_get(v, "subquery"), sizeof *out->subquery, &out->n_subquery);
	for (size_t i = 0; i < out->n_subquery; i++) {
		const lu_json *x = lu_json_at(lu_json_get(v, "subquery"), i);
		lu_str reason = lu_json_str(lu_json_get(x, "why"));

		out->subquery[i] = (lu_subquery){ .text = get_str(r, x, "text"),
						  .score = lu_json_real(lu_json_get(x, "score"), 0),
						  .kept = i < out->kept };
		for (size_t k = 0; k < sizeof why / sizeof *why; k++)
			if (lu_str_eqz(reason, why[k])) out->subquery[i].why = why[k];
	}
	r->bad |= out->kept > out->n_subquery;
}

static void get_claim(reader *r, const lu_json *v, const lu_lazy_report *report, lu_claim *out)
{
	const lu_json *s = lu_json_get(v, "source");
	int64_t subquery = get_count(r, v, "subquery");

	*out = (lu_claim){ .text = get_str(r, v, "text"),
			   .code = lu_json_bool(lu_json_get(v, "code"), false),
			   .score = lu_json_real(lu_json_get(v, "score"), 0),
			   .subquery = (uint32_t)subquery,
			   .n_own = (size_t)get_count(r, v, "own"),
			   .merged = (size_t)get_count(r, v, "merged") };
	out->source = get_array(r, s, sizeof *out->source, &out->n_source);
	for (size_t i = 0; i < out->n_source; i++) {
		int64_t n = lu_json_int(lu_json_at(s, i), -1);

		r->bad |= n < 0 || (size_t)n >= report->n_source;
		out->source[i] = (uint32_t)n;
	}
	r->bad |= !out->n_own || out->n_own > out->n_source || (size_t)subquery >= report->kept;
}

static void get_claims(reader *r, const lu_json *v, lu_lazy_report *out)
{
	out->source = get_array(r, lu_json_get(v, "source"), sizeof *out->source, &out->n_source);
	for (size_t i = 0; i < out->n_source; i++) {
		const lu_json *x = lu_json_at(lu_json_get(v, "source"), i);

		out->source[i] = (lu_lazy_source){ .path = get_str(r, x, "path"),
						   .name = get_str(r, x, "name"),
						   .start_line = (uint32_t)get_count(r, x, "start_line"),
						   .end_line = (uint32_t)get_count(r, x, "end_line") };
	}
	out->claim = get_array(r, lu_json_get(v, "claim"), sizeof *out->claim, &out->n_claim);
	for (size_t i = 0; i < out->n_claim; i++)
		get_claim(r, lu_json_at(lu_json_get(v, "claim"), i), out, &out->claim[i]);
}

static void get_ties(reader *r, const lu_json *v, lu_lazy_report *out)
{
	out->tie = get_array(r, lu_json_get(v, "concepts"), sizeof *out->tie, &out->n_tie);
	for (size_t i = 0; i < out->n_tie; i++) {
		const lu_json *x = lu_json_at(lu_json_get(v, "concepts"), i);

		out->tie[i] =
			(lu_lazy_tie){ get_str(r, x, "a"), get_str(r, x, "b"), (uint32_t)get_count(r, x, "sentences") };
	}
}

lu_code lu_lazy_report_read(const lu_json *v, lu_arena *a, lu_lazy_report **out, lu_err *e)
{
	reader r = { .a = a };
	const lu_json *searched = lu_json_get(v, "searched");
	lu_lazy_report *x = lu_arena_calloc(a, 1, sizeof *x);

	if (!x) return lu_nomem(e);
	x->budget = get_count(&r, v, "budget");
	x->by_model = get_count(&r, v, "tests_by_model");
	x->state = (lu_lazy_state){ .tests = get_count(&r, v, "tests"),
				    .left = get_count(&r, v, "left"),
				    .kept = get_count(&r, v, "kept"),
				    .unknown = get_count(&r, v, "unknown"),
				    .zeros = get_count(&r, v, "zeros"),
				    .depth = (uint32_t)get_count(&r, searched, "depth"),
				    .visited = (size_t)get_count(&r, searched, "visited"),
				    .descended = (size_t)get_count(&r, searched, "descended"),
				    .end = end_of(lu_json_str(lu_json_get(v, "end"))) };
	x->elements = (size_t)get_count(&r, searched, "elements");
	x->passages = (size_t)get_count(&r, searched, "passages");
	x->sentences = (size_t)get_count(&r, searched, "sentences");
	x->communities = (size_t)get_count(&r, searched, "communities");
	get_subqueries(&r, v, x);
	get_claims(&r, v, x);
	get_ties(&r, v, x);
	x->fallback = lu_strn("", 0);
	if (r.bad || x->state.end == LU_LAZY_ENDS) return lu_fail(e, LU_EFORMAT, "this is no report");
	*out = x;
	return LU_OK;
}
