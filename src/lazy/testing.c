/* SPDX-License-Identifier: MIT
 * Requests for relevance tests: numbered sentences between lines that none of them can forge. */
#include "lazy/testing.h"

#include "lazy/replies.h"

#define TOKENS 40 /* of a reply, for each sentence: more than "10": 10, as some models write more than was asked for */

typedef struct asking {
	const lu__testing *t;
	const lu__lazy_batch *wave;
	lu__tested *out;
	lu_buf *dropped;
} asking;

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
static void put_data(const lu__testing *t, const lu__lazy_batch *b, const char *marker, lu_buf *out)
{
	lu_buf one = LU_BUF;

	lu_buf_addf(out, "=== %s\n", marker);
	put_subqueries(t, marker, out);
	for (size_t i = 0; i < b->n; i++) {
		lu_buf_reset(&one);
		t->text(t->ctx, b->v[i], &one);
		out->oom |= one.oom;
		lu_buf_addf(out, "%zu. ", i + 1);
		lu_data_word(lu_buf_str(&one), marker, out);
		lu_buf_addc(out, '\n');
	}
	lu_buf_addf(out, "=== %s\n", marker);
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

/* {"1": 7, "2": 0}: a member for each sentence, so that none is left out, or told twice. */
static lu_code write_schema(size_t n, lu_arena *a, lu_str *out, lu_err *e)
{
	lu_buf s = LU_BUF;

	lu_buf_adds(&s, "{\"type\":\"object\",\"properties\":{");
	for (size_t i = 1; i <= n; i++) lu_buf_addf(&s, "%s\"%zu\":{\"type\":\"integer\"}", i > 1 ? "," : "", i);
	lu_buf_adds(&s, "},\"required\":[");
	for (size_t i = 1; i <= n; i++) lu_buf_addf(&s, "%s\"%zu\"", i > 1 ? "," : "", i);
	lu_buf_adds(&s, "],\"additionalProperties\":false}");
	*out = lu_arena_dup(a, lu_buf_str(&s));
	if (s.oom) out->s = NULL;
	lu_buf_free(&s);
	return out->s ? LU_OK : lu_nomem(e);
}

static lu_code write_request(const lu__testing *t, const lu__lazy_batch *b, lu_arena *a, lu_chat_request *out,
			     lu_err *e)
{
	char marker[LU_MARKER];
	lu_buf block = LU_BUF;
	lu_code rc;

	mark(t, b, marker);
	put_data(t, b, marker, &block);
	const lu_prompt_value v[] = { { "question", lu_str_trim(t->question) }, { "sentences", lu_buf_str(&block) } };
	rc = block.oom ? lu_nomem(e) : lu_chat_fill(t->chat, LU_PROMPT_RELEVANCE, marker, v, 2, a, out, e);
	lu_buf_free(&block);
	if (!rc) rc = write_schema(b->n, a, &out->schema, e);
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
