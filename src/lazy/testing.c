/* SPDX-License-Identifier: MIT
 * Requests for relevance tests: numbered sentences between lines that none of them can forge. */
#include "lazy/testing.h"

#include "lazy/replies.h"

#define TOKENS 40 /* of a reply, for each sentence: more than [10, 10], as some models write more than was asked for */
#define FEWER  10 /* but no more than so many for each where these are more than */
#define MANY   4096 /* what models write at most, some of them */
#define BYTES  150  /* of texts, for each test that a request may have: sentences have 60 to 90, passages up to 400 */
#define HEAD   3    /* of a text that is too long so many parts of four are its beginning, the others its end */

/* Batches that share a request: what is said beside the sentences is said once. */
typedef struct share {
	const lu__lazy_batch *v;
	const lu_str *text;
	size_t first, n; /* in the wave */
	size_t tests, bytes;
} share;

typedef struct asking {
	const share *share;
	lu__tested *out;
	lu_arena *a;
	lu_buf *dropped;
} asking;

/* ---- texts ---- */

static bool goes_on(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* Its beginning and its end tell what a long text is about. */
static void shorten(lu_buf *text, size_t longest)
{
	size_t head = longest * HEAD / 4, tail = text->len - (longest - head);

	if (text->oom || !longest || text->len <= longest) return;
	while (head && goes_on(text->s[head])) head--;
	while (tail < text->len && goes_on(text->s[tail])) tail++;
	memmove(text->s + head + strlen(" ... "), text->s + tail, text->len - tail);
	memcpy(text->s + head, " ... ", strlen(" ... "));
	lu_buf_trunc(text, head + strlen(" ... ") + text->len - tail);
}

/* The texts of a batch, each on a line. */
static lu_code put_texts(const lu__testing *t, const lu__lazy_batch *b, lu_arena *a, lu_str *out, lu_err *e)
{
	lu_buf one = LU_BUF;
	lu_code rc = LU_OK;

	for (size_t k = 0; k < b->n && !rc; k++) {
		lu_buf_reset(&one);
		t->text(t->ctx, b->v[k], &one);
		shorten(&one, t->longest);
		out[k] = lu_arena_dup(a, lu_buf_str(&one));
		if (one.oom || !out[k].s) rc = lu_nomem(e);
	}
	lu_buf_free(&one);
	return rc;
}

/* Give the batches of a wave to requests, in their order: one at least to each. */
static size_t share_out(const lu__testing *t, const lu__lazy_batch *wave, size_t n, const lu_str *text, share *out)
{
	size_t all = 0;

	for (size_t i = 0; i < n; text += wave[i++].n) {
		share *last = all ? &out[all - 1] : NULL;
		size_t bytes = 0;

		for (size_t k = 0; k < wave[i].n; k++) bytes += text[k].n;
		if (!last || last->tests + wave[i].n > t->most || last->bytes + bytes > t->most * BYTES)
			out[all++] = (share){ .v = &wave[i], .text = text, .first = i };
		out[all - 1].n++;
		out[all - 1].tests += wave[i].n;
		out[all - 1].bytes += bytes;
	}
	return all;
}

/* ---- requests ---- */

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
	lu_buf_addf(out, "=== %s\n", marker);
	put_subqueries(t, marker, out);
	for (size_t i = 0; i < r->tests; i++) {
		lu_buf_addf(out, "%zu. ", i + 1);
		lu_data_word(r->text[i], marker, out);
		lu_buf_addc(out, '\n');
	}
	lu_buf_addf(out, "=== %s\n", marker);
}

static void mark(const lu__testing *t, const share *r, char out[LU_MARKER])
{
	lu_marking m = { 0 };

	lu_marking_add(&m, t->question);
	for (size_t i = 0; i < r->tests; i++) lu_marking_add(&m, r->text[i]);
	lu_marking_end(&m, out);
}

/* There are models that refuse to be allowed more than they can write: long lists get less for each. */
static int64_t reply_tokens(size_t tests)
{
	int64_t n = 200 + TOKENS * (int64_t)tests, least = 200 + FEWER * (int64_t)tests;

	if (n <= MANY) return n;
	return least > MANY ? least : MANY;
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
	out->max_tokens = reply_tokens(b->tests);
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
	size_t tests = 0, requests;
	asking all = { shares, out, a, dropped };
	lu_str *text;
	lu_code rc = LU_OK;

	*out = (lu__tested){ .why = { LU_OK, "" } };
	for (size_t i = 0; i < n; i++) tests += wave[i].n;
	if (!(text = lu_arena_calloc(a, tests, sizeof *text))) return lu_nomem(e);
	for (size_t i = 0, at = 0; i < n && !rc; at += wave[i++].n) {
		out->result[i] = lu_arena_calloc(a, wave[i].n, sizeof *out->result[i]);
		rc = out->result[i] ? put_texts(t, &wave[i], a, text + at, e) : lu_nomem(e);
		for (size_t k = 0; k < wave[i].n && !rc; k++) out->result[i][k] = LU__UNKNOWN;
	}
	if (rc) return rc;
	out->n_requests = requests = share_out(t, wave, n, text, shares);
	for (size_t i = 0; i < requests && !rc; i++) rc = write_request(t, &shares[i], a, &q[i], e);
	return rc ? rc : lu_chat_ask_all(t->chat, q, requests, on_reply, &all, e);
}
