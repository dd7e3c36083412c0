/* SPDX-License-Identifier: MIT
 * Requests for relevance tests: numbered sentences between lines that none of them can forge. */
#include "lazy/testing.h"

#include "lazy/replies.h"

#define TOKENS 40 /* of a reply, for each sentence: {"n": 10, "score": 10}, with blanks */

static const char schema[] =
	"{\"type\":\"object\",\"properties\":{\"scores\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
	"\"properties\":{\"n\":{\"type\":\"integer\"},\"score\":{\"type\":\"integer\"}},"
	"\"required\":[\"n\",\"score\"],\"additionalProperties\":false}}},"
	"\"required\":[\"scores\"],\"additionalProperties\":false}";

typedef struct asking {
	const lu__testing *t;
	const lu__lazy_batch *wave;
	lu__tested *out;
	lu_buf *dropped;
} asking;

static void put_subqueries(const lu__subqueries *s, const char *marker, lu_buf *out)
{
	lu_buf all = LU_BUF;

	for (size_t i = 0; i < s->kept; i++) lu_buf_addf(&all, "- %.*s\n", LU_FMT(s->v[i].text));
	lu_data_block("what the question asks for", lu_buf_str(&all), marker, out);
	out->oom |= all.oom;
	lu_buf_free(&all);
}

static void put_sentences(const lu__testing *t, const lu__lazy_batch *b, const char *marker, lu_buf *out)
{
	lu_buf one = LU_BUF;

	lu_buf_addf(out, "=== %s sentences\n", marker);
	for (size_t i = 0; i < b->n; i++) {
		lu_buf_reset(&one);
		t->text(t->ctx, b->v[i], &one);
		out->oom |= one.oom;
		lu_buf_addf(out, "%zu. ", i + 1);
		lu_data_word(lu_buf_str(&one), marker, out);
		lu_buf_addc(out, '\n');
	}
	lu_buf_addf(out, "=== %s end\n", marker);
	lu_buf_free(&one);
}

static void mark(const lu__testing *t, const lu__lazy_batch *b, char out[LU_MARKER])
{
	lu_marking m = { 0 };
	lu_buf one = LU_BUF;

	lu_marking_add(&m, t->question);
	for (size_t i = 0; i < b->n; i++) {
		lu_buf_reset(&one);
		t->text(t->ctx, b->v[i], &one);
		lu_marking_add(&m, lu_buf_str(&one));
	}
	lu_marking_end(&m, out);
	lu_buf_free(&one);
}

static lu_code write_request(const lu__testing *t, const lu__lazy_batch *b, lu_arena *a, lu_chat_request *out,
			     lu_err *e)
{
	char marker[LU_MARKER];
	lu_buf block = LU_BUF;
	lu_code rc;

	mark(t, b, marker);
	put_subqueries(t->subqueries, marker, &block);
	put_sentences(t, b, marker, &block);
	const lu_prompt_value v[] = { { "question", lu_str_trim(t->question) }, { "sentences", lu_buf_str(&block) } };
	rc = block.oom ? lu_nomem(e) : lu_chat_fill(t->chat, LU_PROMPT_RELEVANCE, marker, v, 2, a, out, e);
	lu_buf_free(&block);
	out->schema = lu_strz(schema);
	out->max_tokens = 200 + TOKENS * (int64_t)b->n;
	return rc;
}

static lu_code on_reply(void *ctx, size_t i, lu_code rc, const lu_chat_reply *r, const lu_err *why, lu_err *e)
{
	asking *a = ctx;
	lu__tested *out = a->out;

	if (rc == LU_ECANCEL || rc == LU_ENOMEM) return lu_fail(e, rc, "%s", why->msg);
	if (rc) {
		if (!out->n_failed++) out->why = *why;
		out->failed[i] = true;
		return LU_OK;
	}
	return lu__read_scores(r->text, a->wave[i].n, out->result[i], a->dropped, e);
}

lu_code lu__test_wave(const lu__testing *t, const lu__lazy_batch *wave, size_t n, lu_arena *a, lu__tested *out,
		      lu_buf *dropped, lu_err *e)
{
	lu_chat_request q[LU__WAVE] = { { .max_tokens = 0 } };
	asking all = { t, wave, out, dropped };
	lu_code rc = LU_OK;

	*out = (lu__tested){ .why = { LU_OK, "" } };
	for (size_t i = 0; i < n && !rc; i++) {
		rc = write_request(t, &wave[i], a, &q[i], e);
		out->result[i] = lu_arena_calloc(a, wave[i].n, sizeof *out->result[i]);
		if (!out->result[i]) rc = lu_nomem(e);
		for (size_t k = 0; k < wave[i].n && !rc; k++) out->result[i][k] = LU__UNKNOWN;
	}
	return rc ? rc : lu_chat_ask_all(t->chat, q, n, on_reply, &all, e);
}
