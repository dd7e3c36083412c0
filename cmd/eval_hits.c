/* SPDX-License-Identifier: MIT
 * Hits that another program, or another run, has found. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"
#include "cli/out.h"
#include "eval.h"

typedef struct found {
	size_t query, order;
	int64_t rank;
	lu_judged el;
} found;

typedef struct collecting {
	cmd_evaluation *ev;
	cmd_achieved *r;
	found *v;
	size_t n;
	bool labelled; /* a selection record has named the strategy */
	size_t selections;
	double tokens, cost; /* of them */
} collecting;

/* The question with this id; without ids, questions are numbered from 1. */
static bool find_query(const lu_qrels *q, const lu_json *id, size_t *out)
{
	lu_str s = lu_json_str(id);
	char digits[32];

	if (lu_json_type(id) == LU_JSON_INT) {
		snprintf(digits, sizeof digits, "%lld", (long long)lu_json_int(id, 0));
		s = lu_strz(digits);
	}
	for (size_t i = 0; s.n && i < q->queries.n; i++) {
		lu_str own = q->queries.v[i].id;
		char number[32];

		if (!own.n) {
			snprintf(number, sizeof number, "%zu", q->queries.v[i].number);
			own = lu_strz(number);
		}
		if (!lu_str_eq(own, s)) continue;
		*out = i;
		return true;
	}
	return false;
}

static uint32_t line_of(const lu_json *v, const char *key)
{
	int64_t i = lu_json_int(lu_json_get(v, key), 0);

	return i < 0 || i > UINT32_MAX ? 0 : (uint32_t)i;
}

/* In place of the element of a hit, the one that it is rolled up to. */
static lu_code roll_up(collecting *c, const lu_json *v, lu_judged *el, bool *keep, lu_err *e)
{
	lu_store *s = c->ev->store;
	int64_t id = 0;
	lu_brief b;
	lu_code rc = lu_store_find(s, lu_json_str(lu_json_get(v, "id")), &id, e);

	if (rc) return rc;
	if (!id) return lu_fail(e, LU_EFORMAT, "no element '%.*s' in the store", LU_FMT(el->name));
	rc = lu_store_brief(s, id, &c->r->a, &b, e);
	if (!rc) rc = cmd_roll_up(s, b, &c->r->a, &b, keep, e);
	if (rc) return rc;
	el->name = b.name;
	el->path = b.path;
	el->start_line = b.start_line;
	el->end_line = b.end_line;
	return LU_OK;
}

static lu_code take_hit(collecting *c, const lu_json *v, lu_err *e)
{
	lu_arena *a = &c->r->a;
	found f = { .order = c->n, .rank = lu_json_int(lu_json_get(v, "rank"), 0) }, *grown;
	bool keep = true, named;
	lu_code rc = LU_OK;

	if (f.rank < 1) return lu_fail(e, LU_EFORMAT, "field 'rank' must be an integer from 1");
	if (!find_query(&c->ev->qrels, lu_json_get(v, "query_id"), &f.query))
		return lu_fail(e, LU_EFORMAT, "field 'query_id' names none of the annotated queries");
	f.el.name = lu_arena_dup(a, lu_json_str(lu_json_get(v, "name")));
	f.el.path = lu_arena_dup(a, lu_json_str(lu_json_get(v, "file_path")));
	if (!f.el.name.s || !f.el.path.s) return lu_nomem(e);
	named = c->ev->qrels.queries.v[f.query].by_name;
	if (!(named ? f.el.name.n : f.el.path.n))
		return lu_fail(e, LU_EFORMAT, "field '%s' is missing or empty", named ? "name" : "file_path");
	f.el.start_line = line_of(v, "start_line");
	f.el.end_line = line_of(v, "end_line");
	if (c->ev->roll_up && named) rc = roll_up(c, v, &f.el, &keep, e);
	if (rc || !keep) return rc;
	if (!(grown = lu_arena_grow(a, c->v, c->n, sizeof f))) return lu_nomem(e);
	c->v = grown;
	c->v[c->n++] = f;
	return LU_OK;
}

static lu_code take_record(collecting *c, const lu_json *v, lu_err *e)
{
	lu_str kind = lu_record_kind(v), name = lu_json_str(lu_json_get(v, "strategy"));

	if (lu_str_eqz(kind, "hit")) return take_hit(c, v, e);
	if (!lu_str_eqz(kind, "selection")) return LU_OK;
	c->selections++;
	c->tokens += lu_json_real(lu_json_get(v, "tokens"), 0);
	c->cost += lu_json_real(lu_json_get(v, "cost"), 0);
	if (c->labelled || !name.n) return LU_OK;
	c->r->s.name = lu_arena_dup(&c->r->a, name);
	c->labelled = true;
	return c->r->s.name.s ? LU_OK : lu_nomem(e);
}

static lu_code read_records(collecting *c, FILE *f, const char *file, bool *rejected, lu_err *e)
{
	lu_reader in;
	lu_code rc = LU_OK;

	cmd_base_reader(&in, f, file);
	while (!rc) {
		lu_json *v = NULL;

		rc = lu_reader_next(&in, &v, e);
		if (!rc) rc = take_record(c, v, e);
		lu_json_free(v);
		if (rc == LU_EFORMAT) {
			*rejected = true;
			rc = lu_out_error(file, in.line, e->msg, e);
		}
	}
	lu_reader_free(&in);
	return rc == LU_DONE ? LU_OK : rc;
}

static int by_rank(const void *a, const void *b)
{
	const found *x = a, *y = b;

	if (x->query != y->query) return x->query < y->query ? -1 : 1;
	if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

lu_code cmd_eval_hits(cmd_evaluation *ev, const char *file, cmd_achieved *out, bool *rejected, lu_err *e)
{
	collecting c = { .ev = ev, .r = out };
	FILE *f = strcmp(file, "-") ? fopen(file, "re") : stdin;
	size_t at = 0;
	lu_code rc;

	if (!f) return lu_fail(e, LU_EIO, "cannot open '%s': %s", file, strerror(errno));
	rc = read_records(&c, f, file, rejected, e);
	if (f != stdin) fclose(f);
	if (c.selections) {
		out->s.counted = true;
		out->s.tokens = c.tokens / (double)c.selections;
		out->s.cost = c.cost / (double)c.selections;
	}
	if (!rc && c.n) qsort(c.v, c.n, sizeof *c.v, by_rank);
	for (size_t i = 0; !rc && i < ev->qrels.queries.n; i++) {
		cmd_ranked *to = &out->results[i];
		size_t end = at;

		while (end < c.n && c.v[end].query == i) end++;
		if (!(to->v = lu_arena_calloc(&out->a, end - at, sizeof *to->v))) return lu_nomem(e);
		while (at < end) to->v[to->n++] = c.v[at++].el;
		rc = cmd_achieved_judge(out, i, ev, e);
	}
	return rc;
}
