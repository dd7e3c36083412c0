/* SPDX-License-Identifier: MIT
 * Summaries in batches, and the points that they make. */
#include <math.h>
#include <stdlib.h>

#include "global/global.h"
#include "core/sorting.h"
#include "lucus/text.h"

#define POINT_MAX  2000 /* bytes of one */
#define POINTS_MAX 200  /* of a reply that are looked at */
#define FRAME      12   /* tokens of the lines around a summary */

static const char schema[] =
	"{\"type\":\"object\",\"properties\":{\"points\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
	"\"properties\":{"
	"\"text\":{\"type\":\"string\"},\"rating\":{\"type\":\"number\"},\"summaries\":{\"type\":\"array\",\"items\":"
	"{\"type\":\"integer\"}}},\"required\":[\"text\",\"rating\",\"summaries\"],\"additionalProperties\":false}}},"
	"\"required\":[\"points\"],\"additionalProperties\":false}";

/* The parts [from, to) are in one request. */
struct batch {
	size_t from, to;
};

struct mapping {
	const lu_global_part *v;
	size_t n;
	struct batch *batch;
	lu_global_points *out;
	lu_arena *a;
	size_t failed;
	lu_err why;
};

static lu_str shown(const lu_global_part *p)
{
	return p->summary.n ? p->summary : lu_global_extract(p->members);
}

/* As many summaries as fit, one at least. */
static size_t batch_end(const lu_global_part *v, size_t n, size_t from)
{
	int64_t tokens = 0;

	for (size_t i = from; i < n; i++) {
		tokens += lu_tokens(shown(&v[i]).n) + FRAME;
		if (tokens > LU_GLOBAL_BATCH && i > from) return i;
	}
	return n;
}

/* ---- replies ---- */

/* The summaries that a point names, each once, as far as they were shown. */
static lu_code read_parts(const struct batch *b, const lu_json *list, lu_arena *a, lu_global_point *out, lu_err *e)
{
	size_t n = lu_json_count(list);

	out->part = lu_arena_calloc(a, n, sizeof *out->part);
	if (!out->part) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		int64_t number = lu_json_int(lu_json_at(list, i), 0);

		if (number > (int64_t)b->from && number <= (int64_t)b->to)
			out->part[out->n_part++] = (size_t)number - 1;
	}
	if (out->n_part) qsort(out->part, out->n_part, sizeof *out->part, lu_size_order);
	n = 0;
	for (size_t i = 0; i < out->n_part; i++)
		if (!n || out->part[i] != out->part[n - 1]) out->part[n++] = out->part[i];
	out->n_part = n;
	return LU_OK;
}

static lu_code read_point(struct mapping *m, const struct batch *b, const lu_json *v, lu_err *e)
{
	lu_global_points *to = m->out;
	lu_str text = lu_str_trim(lu_json_str(lu_json_get(v, "text")));
	lu_global_point x = { .rating = lu_json_real(lu_json_get(v, "rating"), -1) }, *w;
	lu_code rc = read_parts(b, lu_json_get(v, "summaries"), m->a, &x, e);

	if (rc) return rc;
	if (!text.n || text.n > POINT_MAX || !x.n_part || !(x.rating >= 0)) {
		to->malformed++;
		return LU_OK;
	}
	if (x.rating == 0) return LU_OK;
	x.rating = fmin(x.rating, 100);
	x.text = lu_arena_dup(m->a, text);
	w = lu_arena_grow(m->a, to->v, to->n, sizeof *w);
	if (!w || !x.text.s) return lu_nomem(e);
	to->v = w;
	w[to->n++] = x;
	return LU_OK;
}

static lu_code done(void *ctx, size_t i, lu_code rc, const lu_chat_reply *r, const lu_err *why, lu_err *e)
{
	struct mapping *m = ctx;
	const lu_json *list;
	lu_json *v = NULL;

	if (rc == LU_ENOMEM || rc == LU_ECANCEL) return lu_fail(e, rc, "%s", why->msg);
	if (rc) {
		if (!m->failed++) m->why = *why;
		return LU_OK;
	}
	rc = lu_loose_json(r->text, &v, e);
	if (rc && rc != LU_EFORMAT) return rc;
	list = lu_json_type(v) == LU_JSON_ARRAY ? v : lu_json_get(v, "points");
	if (rc || lu_json_type(list) != LU_JSON_ARRAY) m->out->malformed++;
	rc = LU_OK;
	for (size_t k = 0; k < lu_json_count(list) && k < POINTS_MAX && !rc; k++)
		rc = read_point(m, &m->batch[i], lu_json_at(list, k), e);
	lu_json_free(v);
	return rc;
}

/* Replies come in any order: points are ordered by what they are. */
static int by_rating(const void *px, const void *py)
{
	const lu_global_point *x = px, *y = py;

	if (x->rating != y->rating) return x->rating > y->rating ? -1 : 1;
	if (x->part[0] != y->part[0]) return x->part[0] < y->part[0] ? -1 : 1;
	return lu_str_cmp(x->text, y->text);
}

/* ---- requests ---- */

static void put_summaries(const lu_global_part *v, const struct batch *b, const char *marker, lu_buf *out)
{
	for (size_t i = b->from; i < b->to; i++) {
		lu_buf_addf(out, "=== %s summary %zu\n", marker, i + 1);
		lu_data_text(shown(&v[i]), marker, out);
		lu_buf_addf(out, "=== %s end %zu\n", marker, i + 1);
	}
}

static void fill(const lu_prompts *own, lu_str question, const lu_global_part *v, const struct batch *b, lu_buf *system,
		 lu_buf *user)
{
	char marker[LU_MARKER];
	lu_marking m = { 0 };
	lu_buf data = LU_BUF;
	lu_prompt_value x[2] = { { "question", lu_str_trim(question) } };

	lu_marking_add(&m, question);
	for (size_t i = b->from; i < b->to; i++) lu_marking_add(&m, shown(&v[i]));
	lu_marking_end(&m, marker);
	put_summaries(v, b, marker, &data);
	x[1] = (lu_prompt_value){ "summaries", lu_buf_str(&data) };
	lu_prompts_fill(own, LU_PROMPT_GLOBAL_MAP, marker, x, 2, system, user);
	user->oom |= data.oom;
	lu_buf_free(&data);
}

static lu_code make_requests(const lu_prompts *own, lu_str question, struct mapping *m, lu_arena *a, lu_chat_request *r,
			     lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t from = 0; from < m->n && !rc; from = m->batch[m->out->batches++].to) {
		struct batch *b = &m->batch[m->out->batches];
		lu_chat_request *x = &r[m->out->batches];
		lu_buf system = LU_BUF, user = LU_BUF;

		*b = (struct batch){ from, batch_end(m->v, m->n, from) };
		fill(own, question, m->v, b, &system, &user);
		*x = (lu_chat_request){ .prompt = LU_PROMPT_GLOBAL_MAP,
					.schema = lu_strz(schema),
					.system = lu_arena_dup(a, lu_buf_str(&system)),
					.user = lu_arena_dup(a, lu_buf_str(&user)) };
		if (system.oom || user.oom || !x->system.s || !x->user.s) rc = lu_nomem(e);
		lu_buf_free(&system);
		lu_buf_free(&user);
	}
	return rc;
}

lu_code lu_global_map(lu_chat *chat, lu_str question, const lu_global_part *v, size_t n, lu_arena *a,
		      lu_global_points *out, lu_err *e)
{
	lu_arena own = { 0 };
	struct mapping m = { .v = v, .n = n, .out = out, .a = a };
	lu_chat_request *r = lu_arena_calloc(&own, n, sizeof *r);
	lu_code rc;

	*out = (lu_global_points){ .v = NULL };
	m.batch = lu_arena_calloc(&own, n, sizeof *m.batch);
	rc = r && m.batch ? make_requests(lu_chat_prompts(chat), question, &m, &own, r, e) : lu_nomem(e);
	if (!rc && out->batches) rc = lu_chat_ask_all(chat, r, out->batches, done, &m, e);
	if (!rc && out->batches && m.failed == out->batches) rc = lu_fail(e, LU_ENET, "%s", m.why.msg);
	out->malformed += m.failed;
	if (!rc && out->n) qsort(out->v, out->n, sizeof *out->v, by_rating);
	lu_arena_free(&own);
	return rc;
}

/* ---- estimates ---- */

static int64_t frame_of(const lu_prompts *own, lu_prompt_id p)
{
	static const size_t rules = 500; /* bytes about data, and lines around it */

	return lu_tokens(lu_prompts_text(own, p).n + rules);
}

void lu_global_estimate(const lu_prompts *own, lu_str question, const lu_global_part *v, size_t n, int64_t budget,
			lu_global_cost *summaries, lu_global_cost *map, lu_global_cost *reduce)
{
	int64_t asked = lu_tokens(question.n), batch = 0;

	*summaries = *map = *reduce = (lu_global_cost){ 0 };
	for (size_t i = 0; i < n; i++) {
		int64_t each = lu_tokens(v[i].summary.n) + FRAME;

		if (!v[i].summary.n) {
			each = LU_GLOBAL_SUMMARY + FRAME;
			summaries->requests++;
			summaries->tokens_in += lu_tokens(v[i].members.n) + frame_of(own, LU_PROMPT_COMMUNITY_SUMMARY);
			summaries->tokens_out += LU_GLOBAL_SUMMARY;
		}
		if (!map->requests || batch + each > LU_GLOBAL_BATCH) {
			map->requests++;
			map->tokens_in += frame_of(own, LU_PROMPT_GLOBAL_MAP) + asked;
			batch = 0;
		}
		batch += each;
		map->tokens_in += each;
	}
	map->tokens_out = map->requests * LU_GLOBAL_POINTS;
	if (!n) return;
	reduce->requests = 1;
	reduce->tokens_in =
		frame_of(own, LU_PROMPT_GLOBAL_REDUCE) + asked + (map->tokens_out < budget ? map->tokens_out : budget);
	reduce->tokens_out = LU_GLOBAL_POINTS;
}
