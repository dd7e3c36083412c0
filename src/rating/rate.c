/* SPDX-License-Identifier: MIT
 * Ratings, and comparisons in both orders. */
#include "rating/rating.h"

#define REASON_MAX 1000 /* bytes */

static const char schema[] =
	"{\"type\":\"object\",\"properties\":{\"accuracy\":{\"type\":\"number\"},\"completeness\":{\"type\":\"number\"}"
	","
	"\"clarity\":{\"type\":\"number\"},\"relevance\":{\"type\":\"number\"},\"reason\":{\"type\":\"string\"}},"
	"\"required\":[\"accuracy\",\"completeness\",\"clarity\",\"relevance\",\"reason\"],\"additionalProperties\":"
	"false}";
static const char schema_pair[] = "{\"type\":\"object\",\"properties\":{\"better\":{\"type\":\"string\",\"enum\":["
				  "\"first\",\"second\",\"tie\"]}},"
				  "\"required\":[\"better\"],\"additionalProperties\":false}";

const char *lu_rated_name(lu_aspect_rated a)
{
	static const char *const name[LU_RATED_ASPECTS] = { "accuracy", "completeness", "clarity", "relevance" };

	return name[a];
}

/* "unknown" "first" "second" "tie" */
static const char *better_name(lu_better b)
{
	static const char *const name[LU_BETTERS] = { "unknown", "first", "second", "tie" };

	return name[b];
}

/* ---- requests ---- */

/* A text between lines, as the value of a placeholder. */
struct block {
	const char *name;
	lu_str text;
};

static lu_code put_request(const lu_chat *chat, lu_prompt_id p, lu_str question, const struct block *b, size_t n,
			   lu_arena *a, lu_chat_request *out, lu_err *e)
{
	char marker[LU_MARKER];
	lu_marking m = { 0 };
	lu_prompt_value v[3] = { { "question", lu_str_trim(question) } };
	lu_buf text[2] = { LU_BUF, LU_BUF };
	lu_code rc;

	lu_marking_add(&m, question);
	for (size_t i = 0; i < n; i++) lu_marking_add(&m, b[i].text);
	lu_marking_end(&m, marker);
	for (size_t i = 0; i < n; i++) {
		if (b[i].text.n) lu_data_block(b[i].name, b[i].text, marker, &text[i]);
		v[i + 1] = (lu_prompt_value){ b[i].name, lu_buf_str(&text[i]) };
	}
	rc = text[0].oom || text[1].oom ? lu_nomem(e) : lu_chat_fill(chat, p, marker, v, n + 1, a, out, e);
	out->schema = lu_strz(p == LU_PROMPT_JUDGE ? schema : schema_pair);
	for (size_t i = 0; i < 2; i++) lu_buf_free(&text[i]);
	return rc;
}

/* ---- single answers ---- */

struct rating {
	lu_rated *v;
	lu_arena *a;
	size_t failed; /* requests */
	lu_err why;
};

static lu_code read_rating(const lu_json *v, lu_arena *a, lu_rated *out, lu_err *e)
{
	lu_str reason = lu_json_str(lu_json_get(v, "reason"));
	double x[LU_RATED_ASPECTS];

	for (int i = 0; i < LU_RATED_ASPECTS; i++) {
		x[i] = lu_json_real(lu_json_get(v, lu_rated_name((lu_aspect_rated)i)), -1);
		if (!(x[i] >= 0 && x[i] <= 10)) return LU_OK;
	}
	if (reason.n > REASON_MAX) reason.n = 0;
	out->reason = lu_arena_dup(a, reason);
	if (!out->reason.s) return lu_nomem(e);
	memcpy(out->v, x, sizeof x);
	out->known = true;
	return LU_OK;
}

/* Read a reply as JSON; *v is NULL when it is none. */
static lu_code read_reply(const lu_chat_reply *r, lu_json **v, lu_err *e)
{
	lu_code rc = lu_loose_json(r->text, v, e);

	if (rc) *v = NULL;
	return rc == LU_EFORMAT ? LU_OK : rc;
}

static lu_code on_rating(void *ctx, size_t i, lu_code rc, const lu_chat_reply *r, const lu_err *why, lu_err *e)
{
	struct rating *x = ctx;
	lu_json *v = NULL;

	if (rc == LU_ENOMEM || rc == LU_ECANCEL) return lu_fail(e, rc, "%s", why->msg);
	if (rc && !x->failed++) x->why = *why;
	if (rc) return LU_OK;
	rc = read_reply(r, &v, e);
	if (!rc && v) rc = read_rating(v, x->a, &x->v[i], e);
	lu_json_free(v);
	return rc;
}

lu_code lu_rate(lu_chat *chat, lu_rated *v, size_t n, lu_arena *a, size_t *malformed, lu_err *e)
{
	lu_arena own = { 0 };
	lu_chat_request *r = lu_arena_calloc(&own, n, sizeof *r);
	struct rating x = { .v = v, .a = a };
	lu_code rc = r ? LU_OK : lu_nomem(e);

	for (size_t i = 0; i < n && !rc; i++) {
		const struct block b[] = { { "answer", v[i].answer }, { "sources", v[i].sources } };

		v[i].known = false;
		rc = put_request(chat, LU_PROMPT_JUDGE, v[i].question, b, 2, &own, &r[i], e);
	}
	if (!rc && n) rc = lu_chat_ask_all(chat, r, n, on_rating, &x, e);
	if (!rc && n && x.failed == n) rc = lu_fail(e, LU_ENET, "%s", x.why.msg);
	for (size_t i = 0; i < n && !rc; i++) *malformed += !v[i].known;
	lu_arena_free(&own);
	return rc;
}

/* ---- pairs ---- */

/* Two requests for each pair: as it is, and the other way round. */
struct comparing {
	lu_better *said; /* in the order that was shown */
	size_t failed;
	lu_err why;
};

static lu_code on_pair(void *ctx, size_t i, lu_code rc, const lu_chat_reply *r, const lu_err *why, lu_err *e)
{
	struct comparing *x = ctx;
	lu_json *v = NULL;
	lu_str better;

	if (rc == LU_ENOMEM || rc == LU_ECANCEL) return lu_fail(e, rc, "%s", why->msg);
	if (rc && !x->failed++) x->why = *why;
	if (rc) return LU_OK;
	rc = read_reply(r, &v, e);
	better = lu_json_str(lu_json_get(v, "better"));
	for (int b = LU_BETTER_FIRST; b < LU_BETTERS && !rc; b++)
		if (lu_str_eqz(better, better_name((lu_better)b))) x->said[i] = (lu_better)b;
	lu_json_free(v);
	return rc;
}

static void settle(lu_pair *p, lu_better there, lu_better back)
{
	static const lu_better turned[LU_BETTERS] = { LU_BETTER_UNKNOWN, LU_BETTER_SECOND, LU_BETTER_FIRST,
						      LU_BETTER_TIE };

	p->better = LU_BETTER_UNKNOWN;
	p->swayed = false;
	if (there == LU_BETTER_UNKNOWN || back == LU_BETTER_UNKNOWN) return;
	p->better = there == turned[back] ? there : LU_BETTER_TIE;
	p->swayed = there == back && there != LU_BETTER_TIE;
}

lu_code lu_rate_pairs(lu_chat *chat, lu_pair *v, size_t n, size_t *malformed, lu_err *e)
{
	lu_arena own = { 0 };
	lu_chat_request *r = lu_arena_calloc(&own, 2 * n, sizeof *r);
	struct comparing x = { .said = lu_arena_calloc(&own, 2 * n, sizeof *x.said) };
	lu_code rc = r && x.said ? LU_OK : lu_nomem(e);

	for (size_t i = 0; i < 2 * n && !rc; i++) {
		const lu_pair *p = &v[i / 2];
		const struct block b[] = { { "first", i % 2 ? p->second : p->first },
					   { "second", i % 2 ? p->first : p->second } };

		rc = put_request(chat, LU_PROMPT_JUDGE_PAIR, p->question, b, 2, &own, &r[i], e);
	}
	if (!rc && n) rc = lu_chat_ask_all(chat, r, 2 * n, on_pair, &x, e);
	if (!rc && n && x.failed == 2 * n) rc = lu_fail(e, LU_ENET, "%s", x.why.msg);
	for (size_t i = 0; i < n && !rc; i++) {
		settle(&v[i], x.said[2 * i], x.said[2 * i + 1]);
		*malformed += v[i].better == LU_BETTER_UNKNOWN;
	}
	lu_arena_free(&own);
	return rc;
}
