/* SPDX-License-Identifier: MIT
 * Requests for relevance tests: numbered sentences between lines that none of them can forge. */
#include "lazy/testing.h"

#include "lazy/replies.h"

#define TOKENS 40 /* of a reply, for each sentence: more than [10, 10], as some models write more than was asked for */

/* Batches that share a request: what is said beside the sentences is said once. */
typedef struct share {
	const lu__lazy_batch *v;
	size_t first, n; /* in the wave */
	size_t tests;
} share;

typedef struct asking {
	const lu__testing *t;
	const share *share;
	lu__tested *out;
	lu_arena *a;
	lu_buf *dropped;
} asking;

/* Give the batches of a wave to requests, in their order: one at least to each. */
static size_t share_out(const lu__testing *t, const lu__lazy_batch *wave, size_t n, share *out)
{
	size_t all = 0;

	for (size_t i = 0; i < n; i++) {
		share *last = all ? &out[all - 1] : NULL;

		if (!last || last->tests + wave[i].n > t->most) out[all++] = (share){ &wave[i], i, 0, 0 };
		out[all - 1].n++;
		out[all - 1].tests += wave[i].n;
	}
	return all;
}

/* The question stands behind the data: it is not repeated among its parts. */
static void put_subqueries(const lu__testing *t, const char *marker, lu_buf *out)
{
	const lu__subqueries *s = t->subqueries;

	for (size_t i = 0; i < s->kept; i++) {
		if (lu_str_eq(lu_str_trim(s->v[i].text), lu_str_trim(t->question))) continue;
		lu_buf_adds(out, "- ");
		lu_data_word(s->v[i].text, marker, out);
		lu_buf_addc(out, '\n');
	}
}

/* What is asked for, and what is tested, in one block: there are hundreds of tests, and each line of a request counts. */
static void put_data(const lu__testing *t, const share *r, const char *marker, lu_buf *out)
{
	size_t number = 0;
	lu_buf one = LU_BUF;

	lu_buf_addf(out, "=== %s\n", marker);
	put_subqueries(t, marker, out);
	for (size_t i = 0; i < r->n; i++)
		for (size_t k = 0; k < r->v[i].n; k++) {
			lu_buf_reset(&one);
			t->text(t->ctx, r->v[i].v[k], &one);
			out->oom |= one.oom;
			lu_buf_addf(out, "%zu. ", ++number);
			lu_data_word(lu_buf_str(&one), marker, out);
			lu_buf_addc(out, '\n');
		}
	lu_buf_addf(out, "=== %s\n", marker);
	lu_buf_free(&one);
}

static void mark(const lu__testing *t, const share *r, char out[LU_MARKER])
{
	lu_marking m = { 0 };
	lu_buf one = LU_BUF;

	lu_marking_add(&m, t->question);
	for (size_t i = 0; i < r->n; i++)
		for (size_t k = 0; k < r->v[i].n; k++) {
			lu_buf_reset(&one);
			t->text(t->ctx, r->v[i].v[k], &one);
			lu_marking_add(&m, lu_buf_str(&one));
		}
	lu_marking_end(&m, out);
	lu_buf_free(&one);
}

/* {"relevant": [[1, 7], [4, 5]]}: most sentences are rated 0, and cost nothing. */
static const char schema[] = "{\"type\":\"object\",\"properties\":{\"relevant\":{\"type\":\"array\",\"items\":"
			     "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}}},"
			     "\"required\":[\"relevant\"],\"additionalProperties\":false}";

static lu_code write_request(const lu__testing *t, const share *b, lu_arena *a, lu_chat_request *out, lu_err *e)
{
	char marker[LU_MARKER];
	lu_buf block = LU_BUF;
	lu_code rc;

	mark(t, b, marker);
	put_data(t, b, marker, &block);
	const lu_prompt_value v[] = { { "question", lu_str_trim(t->question) }, { "sentences", lu_buf_str(&block) } };
	rc = block.oom ? lu_nomem(e) : lu_chat_fill(t->chat, LU_PROMPT_RELEVANCE, marker, v, 2, a, out, e);
	lu_buf_free(&block);
	out->schema = lu_strz(schema);
	out->max_tokens = 200 + TOKENS * (int64_t)b->tests;
	return rc;
}

/* There is no reply: the tests of all these batches failed. */
static void fail(lu__tested *out, const share *r, const lu_err *why)
{
	if (!out->n_failed) out->why = *why;
	out->n_failed += r->n;
	for (size_t i = 0; i < r->n; i++) out->failed[r->first + i] = true;
}

static lu_code on_reply(void *ctx, size_t i, lu_code rc, const lu_chat_reply *r, const lu_err *why, lu_err *e)
{
	asking *a = ctx;
	const share *s = &a->share[i];
	int *result, *from;

	if (rc == LU_ECANCEL || rc == LU_ENOMEM) return lu_fail(e, rc, "%s", why->msg);
	if (rc) {
		fail(a->out, s, why);
		return LU_OK;
	}
	result = lu_arena_calloc(a->a, s->tests, sizeof *result);
	if (!result) return lu_nomem(e);
	rc = lu__read_scores(r->text, s->tests, result, a->dropped, e);
	from = result;
	for (size_t k = 0; k < s->n && !rc; from += s->v[k++].n)
		memcpy(a->out->result[s->first + k], from, s->v[k].n * sizeof *from);
	return rc;
}

lu_code lu__test_wave(const lu__testing *t, const lu__lazy_batch *wave, size_t n, lu_arena *a, lu__tested *out,
		      lu_buf *dropped, lu_err *e)
{
	lu_chat_request q[LU__WAVE] = { { .max_tokens = 0 } };
	share shares[LU__WAVE];
	size_t requests = share_out(t, wave, n, shares);
	asking all = { t, shares, out, a, dropped };
	lu_code rc = LU_OK;

	*out = (lu__tested){ .n_requests = requests, .why = { LU_OK, "" } };
	for (size_t i = 0; i < n && !rc; i++) {
		out->result[i] = lu_arena_calloc(a, wave[i].n, sizeof *out->result[i]);
		if (!out->result[i]) rc = lu_nomem(e);
		for (size_t k = 0; k < wave[i].n && !rc; k++) out->result[i][k] = LU__UNKNOWN;
	}
	for (size_t i = 0; i < requests && !rc; i++) rc = write_request(t, &shares[i], a, &q[i], e);
	return rc ? rc : lu_chat_ask_all(t->chat, q, requests, on_reply, &all, e);
}
