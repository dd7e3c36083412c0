/* SPDX-License-Identifier: MIT
 * An answer as a record, and back: that is how the cache keeps it, too. */
#include "answer/answer.h"

static void write_place(lu_jw *w, lu_str path, uint32_t start, uint32_t end)
{
	lu_jw_str(w, "path", path);
	lu_jw_int(w, "start_line", start);
	lu_jw_int(w, "end_line", end);
}

static void write_citations(lu_jw *w, const lu_response *r)
{
	lu_jw_open(w, "citations", '[');
	for (size_t i = 0; i < r->n_cite; i++) {
		const lu_citation *c = &r->cite[i];

		lu_jw_open(w, NULL, '{');
		lu_jw_int(w, "source", (int64_t)c->source);
		lu_jw_strz(w, "id", c->id);
		lu_jw_str(w, "name", c->name);
		write_place(w, c->path, c->start_line, c->end_line);
		lu_jw_str(w, "claim", c->claim);
		if (c->stale) lu_jw_bool(w, "stale", true);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

static void write_count(lu_jw *w, const char *key, int64_t n)
{
	if (n < 0) lu_jw_null(w, key);
	else lu_jw_int(w, key, n);
}

/* What the answer has cost now: from the cache, nothing. */
static void write_costs(lu_jw *w, const lu_response *r, bool cached)
{
	lu_jw_int(w, "requests", cached ? 0 : r->requests);
	lu_jw_open(w, "tokens", '{');
	write_count(w, "in", cached ? 0 : r->tokens_in);
	write_count(w, "cached", cached ? 0 : r->tokens_cached);
	write_count(w, "out", cached ? 0 : r->tokens_out);
	lu_jw_close(w, '}');
	if (r->cost < 0 && !cached) lu_jw_null(w, "cost");
	else lu_jw_real(w, "cost", cached ? 0 : r->cost, 9);
	lu_jw_bool(w, "cached", cached);
}

static void write_entities(lu_jw *w, const lu_response *r)
{
	lu_jw_open(w, "entities", '[');
	for (size_t i = 0; i < r->n_entity; i++) {
		const lu_lazy_entity *x = &r->entity[i];

		lu_jw_open(w, NULL, '{');
		lu_jw_int(w, "source", (int64_t)x->source);
		lu_jw_strz(w, "id", x->id);
		lu_jw_str(w, "type", x->type);
		lu_jw_str(w, "name", x->name);
		write_place(w, x->path, x->start_line, x->end_line);
		lu_jw_int(w, "hop", x->hop);
		lu_jw_real(w, "score", x->score, 6);
		if (x->stale) lu_jw_bool(w, "stale", true);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
	lu_jw_open(w, "relationships", '[');
	for (size_t i = 0; i < r->n_relation; i++) {
		const lu_relation *x = &r->relation[i];

		lu_jw_open(w, NULL, '{');
		lu_jw_int(w, "from", (int64_t)x->from + 1);
		lu_jw_int(w, "to", (int64_t)x->to + 1);
		lu_jw_strz(w, "kind", lu_edge_kind_name(x->kind));
		lu_jw_strz(w, "grade", lu_grade_name(x->grade));
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

static void write_groups(lu_jw *w, const lu_response *r)
{
	lu_jw_open(w, "communities", '[');
	for (size_t i = 0; i < r->n_group; i++) {
		const lu_group *x = &r->group[i];

		lu_jw_open(w, NULL, '{');
		lu_jw_strz(w, "id", x->id);
		lu_jw_str(w, "name", x->name);
		lu_jw_str(w, "path", x->path);
		lu_jw_int(w, "size", x->size);
		lu_jw_real(w, "score", x->score, 6);
		lu_jw_str(w, "summary", x->summary);
		lu_jw_open(w, "sources", '[');
		for (size_t k = 0; k < x->n; k++) lu_jw_int(w, NULL, (int64_t)x->source[k] + 1);
		lu_jw_close(w, ']');
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

static void write_times(lu_jw *w, const lu_answer_times *t)
{
	const struct {
		const char *name;
		double v;
	} step[] = { { "seed", t->seed },
		     { "expand", t->expand },
		     { "context", t->context },
		     { "model", t->model },
		     { "total", t->total } };

	lu_jw_open(w, "times", '{');
	for (size_t i = 0; i < sizeof step / sizeof *step; i++)
		if (step[i].v >= 0) lu_jw_real(w, step[i].name, step[i].v, 4);
	lu_jw_close(w, '}');
	lu_jw_real(w, "seconds", t->total < 0 ? 0 : t->total, 4);
}

void lu_response_write(lu_jw *w, const lu_response *r, bool cached)
{
	lu_jw_strz(w, "mode", lu_answer_mode_name(r->mode));
	lu_jw_str(w, "text", r->text);
	write_citations(w, r);
	lu_jw_real(w, "confidence", r->confidence, 4);
	lu_jw_strs(w, "missing", r->missing);
	lu_jw_strs(w, "removed", r->removed);
	lu_jw_strs(w, "unsupported", r->unsupported);
	if (r->model.n) lu_jw_str(w, "model", r->model);
	else lu_jw_null(w, "model");
	if (r->fallback.n) lu_jw_str(w, "fallback", r->fallback);
	else lu_jw_null(w, "fallback");
	write_costs(w, r, cached);
	if (r->lazy) write_entities(w, r);
	if (r->lazy) write_groups(w, r);
	write_times(w, &r->times);
}

/* ---- and back ---- */

typedef struct reader {
	const lu_json *v;
	lu_arena *a;
	bool bad;
} reader;

static lu_str get_str(reader *r, const lu_json *v, const char *key)
{
	lu_str s = lu_arena_dup(r->a, lu_json_str(lu_json_get(v, key)));

	if (!s.s) r->bad = true;
	return s;
}

static uint32_t get_line(const lu_json *v, const char *key)
{
	int64_t n = lu_json_int(lu_json_get(v, key), 0);

	return n > 0 && n <= UINT32_MAX ? (uint32_t)n : 0;
}

static void get_id_of(reader *r, const lu_json *v, char *out, size_t room)
{
	lu_str s = lu_json_str(lu_json_get(v, "id"));

	if (s.n >= room) r->bad = true;
	else memcpy(out, s.n ? s.s : "", s.n);
}

static void get_id(reader *r, const lu_json *v, char out[LU_ID])
{
	get_id_of(r, v, out, LU_ID);
}

static lu_strs get_strs(reader *r, const char *key)
{
	const lu_json *v = lu_json_get(r->v, key);
	lu_strs out = { .n = lu_json_count(v) };

	out.v = lu_arena_calloc(r->a, out.n, sizeof *out.v);
	if (!out.v) r->bad = true;
	for (size_t i = 0; i < out.n && !r->bad; i++) {
		out.v[i] = lu_arena_dup(r->a, lu_json_str(lu_json_at(v, i)));
		r->bad |= !out.v[i].s;
	}
	return out;
}

static void *get_array(reader *r, const char *key, size_t size, size_t *n)
{
	void *v;

	*n = lu_json_count(lu_json_get(r->v, key));
	v = lu_arena_calloc(r->a, *n, size);
	if (!v) {
		r->bad = true;
		*n = 0;
	}
	return v;
}

static void get_citations(reader *r, lu_response *out)
{
	out->cite = get_array(r, "citations", sizeof *out->cite, &out->n_cite);
	for (size_t i = 0; i < out->n_cite; i++) {
		const lu_json *v = lu_json_at(lu_json_get(r->v, "citations"), i);
		lu_citation *c = &out->cite[i];

		c->source = (size_t)lu_json_int(lu_json_get(v, "source"), 0);
		get_id(r, v, c->id);
		c->name = get_str(r, v, "name");
		c->path = get_str(r, v, "path");
		c->start_line = get_line(v, "start_line");
		c->end_line = get_line(v, "end_line");
		c->claim = get_str(r, v, "claim");
		c->stale = lu_json_bool(lu_json_get(v, "stale"), false);
	}
}

static void get_entities(reader *r, lu_response *out)
{
	out->entity = get_array(r, "entities", sizeof *out->entity, &out->n_entity);
	for (size_t i = 0; i < out->n_entity; i++) {
		const lu_json *v = lu_json_at(lu_json_get(r->v, "entities"), i);
		lu_lazy_entity *x = &out->entity[i];

		x->source = (size_t)lu_json_int(lu_json_get(v, "source"), 0);
		get_id(r, v, x->id);
		x->type = get_str(r, v, "type");
		x->name = get_str(r, v, "name");
		x->path = get_str(r, v, "path");
		x->start_line = get_line(v, "start_line");
		x->end_line = get_line(v, "end_line");
		x->hop = get_line(v, "hop");
		x->score = lu_json_real(lu_json_get(v, "score"), 0);
		x->stale = lu_json_bool(lu_json_get(v, "stale"), false);
	}
}

/* The number of a name; `n` when there is none such. */
static int number_of(lu_str name, const char *(*name_of)(int), int n)
{
	int i = 0;

	while (i < n && !lu_str_eqz(name, name_of(i))) i++;
	return i;
}

static const char *kind_name(int i)
{
	return lu_edge_kind_name((lu_edge_kind)i);
}

static const char *grade_name(int i)
{
	return lu_grade_name((lu_grade)i);
}

static const char *mode_name(int i)
{
	return lu_answer_mode_name((lu_answer_mode)i);
}

static void get_relations(reader *r, lu_response *out)
{
	out->relation = get_array(r, "relationships", sizeof *out->relation, &out->n_relation);
	for (size_t i = 0; i < out->n_relation; i++) {
		const lu_json *v = lu_json_at(lu_json_get(r->v, "relationships"), i);
		lu_relation *x = &out->relation[i];
		int64_t from = lu_json_int(lu_json_get(v, "from"), 0), to = lu_json_int(lu_json_get(v, "to"), 0);
		int kind = number_of(lu_json_str(lu_json_get(v, "kind")), kind_name, LU_EDGE_KINDS);
		int grade = number_of(lu_json_str(lu_json_get(v, "grade")), grade_name, LU_GRADES);

		r->bad |= from < 1 || to < 1 || kind == LU_EDGE_KINDS || grade == LU_GRADES;
		if (r->bad) return;
		*x = (lu_relation){ (size_t)from - 1, (size_t)to - 1, (lu_edge_kind)kind, (lu_grade)grade };
	}
}

static void get_groups(reader *r, lu_response *out)
{
	out->group = get_array(r, "communities", sizeof *out->group, &out->n_group);
	for (size_t i = 0; i < out->n_group; i++) {
		const lu_json *v = lu_json_at(lu_json_get(r->v, "communities"), i), *s = lu_json_get(v, "sources");
		lu_group *x = &out->group[i];

		get_id_of(r, v, x->id, sizeof x->id);
		x->name = get_str(r, v, "name");
		x->path = get_str(r, v, "path");
		x->summary = get_str(r, v, "summary");
		x->size = lu_json_int(lu_json_get(v, "size"), 0);
		x->score = lu_json_real(lu_json_get(v, "score"), 0);
		x->n = lu_json_count(s);
		x->source = lu_arena_calloc(r->a, x->n, sizeof *x->source);
		r->bad |= !x->source;
		for (size_t k = 0; k < x->n && x->source; k++)
			x->source[k] = (size_t)lu_json_int(lu_json_at(s, k), 1) - 1;
	}
}

lu_code lu_response_read(const lu_json *v, lu_response *out, lu_err *e)
{
	lu_response x = { .times = { -1, -1, -1, -1, -1 } };
	reader r = { .v = v, .a = &x.arena };
	const lu_json *tokens = lu_json_get(v, "tokens");
	int mode = number_of(lu_json_str(lu_json_get(v, "mode")), mode_name, LU_ANSWER_MODES);

	r.bad = mode == LU_ANSWER_MODES || lu_json_type(lu_json_get(v, "text")) != LU_JSON_STR;
	if (!r.bad) x.mode = (lu_answer_mode)mode;
	x.text = get_str(&r, v, "text");
	get_citations(&r, &x);
	x.confidence = lu_json_real(lu_json_get(v, "confidence"), 0);
	x.missing = get_strs(&r, "missing");
	x.removed = get_strs(&r, "removed");
	x.unsupported = get_strs(&r, "unsupported");
	x.model = get_str(&r, v, "model");
	x.fallback = get_str(&r, v, "fallback");
	x.requests = lu_json_int(lu_json_get(v, "requests"), 0);
	x.tokens_in = lu_json_int(lu_json_get(tokens, "in"), -1);
	x.tokens_cached = lu_json_int(lu_json_get(tokens, "cached"), -1);
	x.tokens_out = lu_json_int(lu_json_get(tokens, "out"), -1);
	x.cost = lu_json_real(lu_json_get(v, "cost"), -1);
	x.lazy = lu_json_get(v, "entities") != NULL;
	if (x.lazy) get_entities(&r, &x);
	if (x.lazy) get_relations(&r, &x);
	if (x.lazy) get_groups(&r, &x);
	if (r.bad) {
		lu_response_free(&x);
		return lu_fail(e, LU_EFORMAT, "this is no answer record");
	}
	*out = x;
	return LU_OK;
}
