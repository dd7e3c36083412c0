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

/* A request in work. */
typedef struct request {
	lu_buf system, user;
} request;

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

static void write_request(const lu__testing *t, const lu__lazy_batch *b, request *out)
{
	char marker[LU_MARKER];
	lu_buf block = LU_BUF;

	mark(t, b, marker);
	put_subqueries(t->subqueries, marker, &block);
	put_sentences(t, b, marker, &block);
	const lu_prompt_value v[] = { { "question", lu_str_trim(t->question) }, { "sentences", lu_buf_str(&block) } };
	lu_prompts_fill(lu_chat_prompts(t->chat), LU_PROMPT_RELEVANCE, marker, v, 2, &out->system, &out->user);
	out->user.oom |= block.oom;
	lu_buf_free(&block);
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
	request r[LU__WAVE];
	lu_chat_request q[LU__WAVE] = { { .max_tokens = 0 } };
	asking all = { t, wave, out, dropped };
	lu_code rc = LU_OK;

	*out = (lu__tested){ .why = { LU_OK, "" } };
	for (size_t i = 0; i < n; i++) {
		r[i] = (request){ LU_BUF, LU_BUF };
		write_request(t, &wave[i], &r[i]);
		q[i] = (lu_chat_request){ .prompt = LU_PROMPT_RELEVANCE,
					  .system = lu_buf_str(&r[i].system),
					  .user = lu_buf_str(&r[i].user),
					  .schema = lu_strz(schema),
					  .max_tokens = 200 + TOKENS * (int64_t)wave[i].n };
		out->result[i] = lu_arena_calloc(a, wave[i].n, sizeof *out->result[i]);
		if (r[i].system.oom || r[i].user.oom || !out->result[i]) rc = lu_nomem(e);
		for (size_t k = 0; k < wave[i].n && !rc; k++) out->result[i][k] = LU__UNKNOWN;
	}
	if (!rc) rc = lu_chat_ask_all(t->chat, q, n, on_reply, &all, e);
	for (size_t i = 0; i < n; i++) {
		lu_buf_free(&r[i].system);
		lu_buf_free(&r[i].user);
	}
	return rc;
}
