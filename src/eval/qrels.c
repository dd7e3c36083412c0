/* SPDX-License-Identifier: MIT
 * Reading annotated queries. Views are copied into the arena, so that one form of ownership serves the
 * array and the lines. */
#include <stdio.h>
#include <string.h>

#include "eval/eval_private.h"

typedef struct reading {
	lu_qrels *q;
	char place[320]; /* "queries.json: query 3" or "queries.jsonl:3" */
	long line;       /* 0: of an array */
	size_t number;   /* of the query */
	lu_qrels_bad_fn *bad;
	void *ctx;
	lu_err *e;
} reading;

static lu_code copy(reading *r, lu_str s, lu_str *out)
{
	*out = lu_arena_dup(&r->q->arena, s);
	return out->s ? LU_OK : lu_nomem(r->e);
}

static lu_code wrong(reading *r, const char *key, const char *expected, const lu_json *v)
{
	return lu_fail(r->e, LU_EFORMAT, "%s: field '%s' must be %s, found %s", r->place, key, expected,
		       lu_json_kind_name(lu_json_type(v)));
}

/* A string, or nothing; ids may be integers. */
static lu_code read_str(reading *r, const lu_json *v, const char *key, bool integer, lu_str *out)
{
	const lu_json *m = lu_json_get(v, key);
	char digits[32];

	switch (lu_json_type(m)) {
	case LU_JSON_NULL: return copy(r, lu_strn("", 0), out);
	case LU_JSON_STR: return copy(r, lu_json_str(m), out);
	case LU_JSON_INT:
		if (!integer) break;
		snprintf(digits, sizeof digits, "%lld", (long long)lu_json_int(m, 0));
		return copy(r, lu_strz(digits), out);
	default: break;
	}
	return wrong(r, key, integer ? "a string or an integer" : "a string", m);
}

static lu_code read_line(reading *r, const lu_json *v, const char *key, uint32_t *out)
{
	const lu_json *m = lu_json_get(v, key);
	int64_t i = lu_json_int(m, -1);

	if (lu_json_type(m) == LU_JSON_NULL) return LU_OK;
	if (i < 0 || i > UINT32_MAX) return wrong(r, key, "a line number", m);
	*out = (uint32_t)i;
	return LU_OK;
}

static lu_code read_path(reading *r, const lu_json *v, const char *key, lu_target *t)
{
	bool object = lu_json_type(v) == LU_JSON_OBJECT;
	lu_str path = lu_json_str(object ? lu_json_get(v, "path") : v);
	lu_code rc;

	if (!object && lu_json_type(v) != LU_JSON_STR) return wrong(r, key, "an array of paths or objects", v);
	if (!path.n) return lu_fail(r->e, LU_EFORMAT, "%s: a path in field '%s' is missing or empty", r->place, key);
	if ((rc = copy(r, path, &t->path))) return rc;
	if (!object) return LU_OK;
	if ((rc = read_line(r, v, "start_line", &t->start_line))) return rc;
	t->end_line = t->start_line;
	if ((rc = read_line(r, v, "end_line", &t->end_line))) return rc;
	if (t->end_line < t->start_line)
		return lu_fail(r->e, LU_EFORMAT, "%s: a span in field '%s' ends before it starts", r->place, key);
	return LU_OK;
}

/* Append the targets of array `key`. */
static lu_code read_targets(reading *r, const lu_json *v, const char *key, bool names, lu_annotated *q)
{
	const lu_json *m = lu_json_get(v, key);
	lu_arena *a = &r->q->arena;

	if (lu_json_type(m) == LU_JSON_NULL) return LU_OK;
	if (lu_json_type(m) != LU_JSON_ARRAY) return wrong(r, key, "an array", m);
	for (size_t i = 0; i < lu_json_count(m); i++) {
		const lu_json *item = lu_json_at(m, i);
		lu_target t = { .name = lu_strn("", 0), .path = lu_strn("", 0) };
		lu_target *grown;
		lu_code rc;

		if (!names) rc = read_path(r, item, key, &t);
		else if (!lu_json_str(item).n) rc = wrong(r, key, "an array of names", item);
		else rc = copy(r, lu_json_str(item), &t.name);
		if (rc) return rc;
		grown = lu_arena_grow(a, q->targets.v, q->targets.n, sizeof t);
		if (!grown) return lu_nomem(r->e);
		q->targets.v = grown;
		q->targets.v[q->targets.n++] = t;
	}
	return LU_OK;
}

static lu_code read_query(reading *r, const lu_json *v)
{
	lu_annotated q = { .by_name = lu_json_get(v, "relevant_elements") != NULL }, *grown;
	lu_code rc;

	if (lu_json_type(v) != LU_JSON_OBJECT)
		return lu_fail(r->e, LU_EFORMAT, "%s: expected an object, found %s", r->place,
			       lu_json_kind_name(lu_json_type(v)));
	if ((rc = read_str(r, v, "id", true, &q.id)) || (rc = read_str(r, v, "query", false, &q.query)) ||
	    (rc = read_str(r, v, "category", false, &q.category)) ||
	    (rc = read_str(r, v, "difficulty", false, &q.difficulty)))
		return rc;
	if (!lu_str_trim(q.query).n)
		return lu_fail(r->e, LU_EFORMAT, "%s: field 'query' is missing or empty", r->place);
	if (q.by_name) rc = read_targets(r, v, "relevant_elements", true, &q);
	else if (!(rc = read_targets(r, v, "relevant", false, &q))) rc = read_targets(r, v, "secondary", false, &q);
	if (!rc) rc = lu__drop_repeated(&q, &r->q->arena, &r->q->repeated, r->e);
	if (rc) return rc;
	if (!q.targets.n)
		return lu_fail(r->e, LU_EFORMAT,
			       "%s: no targets: expected 'relevant_elements', or 'relevant' "
			       "and 'secondary'",
			       r->place);
	grown = lu_arena_grow(&r->q->arena, r->q->queries.v, r->q->queries.n, sizeof q);
	if (!grown) return lu_nomem(r->e);
	r->q->queries.v = grown;
	q.number = r->number;
	r->q->queries.v[r->q->queries.n++] = q;
	r->q->by_name += q.by_name;
	return LU_OK;
}

/* A query that is not sound, when it is to be reported. */
static lu_code told(reading *r, lu_code rc)
{
	lu_err why;

	if (rc != LU_EFORMAT || !r->bad) return rc;
	memcpy(&why, r->e, sizeof why);
	return r->bad(r->ctx, r->line, why.msg, r->e);
}

static lu_code read_array(reading *r, lu_str text, const char *source)
{
	lu_json *json = NULL;
	lu_code rc = lu_json_parse(text, &json, r->e);

	if (rc) return lu_wrap(r->e, rc, "%s", source);
	for (size_t i = 0; !rc && i < lu_json_count(json); i++) {
		snprintf(r->place, sizeof r->place, "%.256s: query %zu", source, i + 1);
		r->number = i + 1;
		rc = told(r, read_query(r, lu_json_at(json, i)));
	}
	lu_json_free(json);
	return rc;
}

static lu_code read_lines(reading *r, lu_str text, const char *source)
{
	size_t line = 0;

	while (text.n) {
		const char *nl = memchr(text.s, '\n', text.n);
		size_t n = nl ? (size_t)(nl - text.s) + 1 : text.n;
		lu_str s = lu_str_trim(lu_strn(text.s, n));
		lu_json *json = NULL;
		lu_code rc;

		text = lu_strn(text.s + n, text.n - n);
		line++;
		if (!s.n) continue;
		snprintf(r->place, sizeof r->place, "%.256s:%zu", source, line);
		r->line = (long)line;
		r->number++;
		rc = lu_json_parse(s, &json, r->e);
		if (rc) lu_wrap(r->e, rc, "%s", r->place);
		else rc = read_query(r, json);
		lu_json_free(json);
		if ((rc = told(r, rc))) return rc;
	}
	return LU_OK;
}

lu_code lu_qrels_read_sound(lu_str text, const char *source, lu_qrels_bad_fn *bad, void *ctx, lu_qrels *out, lu_err *e)
{
	lu_qrels q = { 0 };
	lu_err own;
	reading r = { .q = &q, .e = e ? e : &own, .bad = bad, .ctx = ctx };
	lu_str s = lu_str_trim(text);
	lu_code rc;

	/* the lines keep what precedes the first, so that their numbers are those of the file */
	rc = lu_str_starts(s, "[") ? read_array(&r, text, source) : read_lines(&r, text, source);
	if (!rc && !q.queries.n) rc = lu_fail(e, LU_EFORMAT, "%s: no queries", source);
	if (!rc) rc = lu__check_ids(&q, source, bad, ctx, e);
	if (rc) {
		lu_qrels_free(&q);
		return rc;
	}
	*out = q;
	return LU_OK;
}

lu_code lu_qrels_read(lu_str text, const char *source, lu_qrels *out, lu_err *e)
{
	return lu_qrels_read_sound(text, source, NULL, NULL, out, e);
}

void lu_qrels_free(lu_qrels *q)
{
	lu_arena_free(&q->arena);
	*q = (lu_qrels){ 0 };
}
