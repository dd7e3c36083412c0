/* SPDX-License-Identifier: MIT
 * Rerankers of Cohere, Jina and Voyage: the score of a document is the share of the question's words that it
 * holds. */
#include <stdlib.h>
#include <strings.h>

#include "fakeapi.h"
#include "core/ascii.h"

typedef struct ranked {
	double score;
	size_t i;
} ranked;

static bool letter(char c)
{
	return lu_is_alnum(c) || (c & 0x80);
}

static bool holds_word(lu_str text, lu_str word)
{
	size_t i;

	for (i = 0; i + word.n <= text.n; i++)
		if ((!i || !letter(text.s[i - 1])) && (i + word.n == text.n || !letter(text.s[i + word.n])) &&
		    strncasecmp(text.s + i, word.s, word.n) == 0)
			return true;
	return false;
}

static double share(lu_str question, lu_str text)
{
	size_t i = 0, words = 0, held = 0;

	while (i < question.n) {
		size_t from;

		while (i < question.n && !letter(question.s[i])) i++;
		for (from = i; i < question.n && letter(question.s[i]);) i++;
		if (i == from) break;
		words++;
		held += holds_word(text, lu_strn(question.s + from, i - from));
	}
	return words ? (double)held / (double)words : 0;
}

static int by_score(const void *x, const void *y)
{
	const ranked *a = x, *b = y;

	if (a->score < b->score) return 1;
	if (a->score > b->score) return -1;
	return a->i < b->i ? -1 : a->i > b->i;
}

static const struct form {
	const char *list, *top; /* names of the list of results and of the number that is wanted */
} forms[] = {
	[FA_VOYAGE] = { "data", "top_k" },
	[FA_COHERE] = { "results", "top_n" },
	[FA_JINA] = { "results", "top_n" },
};

static void meta(lu_jw *w, const fa_request *q, int64_t tokens)
{
	if (q->who == FA_COHERE) {
		lu_jw_strz(w, "id", "0");
		lu_jw_raw(w, "meta",
			  lu_strz("{\"api_version\":{\"version\":\"2\"},\"billed_units\":{\"search_units\":1}"
				  "}"));
		return;
	}
	lu_jw_str(w, "model", lu_json_str(lu_json_get(q->json, "model")));
	lu_jw_open(w, "usage", '{');
	lu_jw_int(w, "total_tokens", tokens);
	lu_jw_close(w, '}');
	if (q->who == FA_VOYAGE) lu_jw_strz(w, "object", "list");
}

static void results(lu_jw *w, const fa_request *q, const ranked *v, size_t n)
{
	size_t i;

	lu_jw_open(w, forms[q->who].list, '[');
	for (i = 0; i < n; i++) {
		lu_jw_open(w, NULL, '{');
		lu_jw_int(w, "index", (int64_t)v[i].i);
		lu_jw_real(w, "relevance_score", v[i].score, 9);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

static const char *problem(const fa_request *q)
{
	const lu_json *documents = lu_json_get(q->json, "documents");
	size_t i;

	if (!lu_json_str(lu_json_get(q->json, "query")).n) return "query: field required";
	if (!lu_json_count(documents)) return "documents: field required, a list that is not empty";
	if (lu_json_count(documents) > 1000) return "documents: too many";
	for (i = 0; i < lu_json_count(documents); i++)
		if (lu_json_type(lu_json_at(documents, i)) != LU_JSON_STR) return "documents: must be texts";
	if (lu_json_get(q->json, q->who == FA_VOYAGE ? "top_n" : "top_k")) return "top_n, top_k: no such argument";
	return NULL;
}

void fa_rerank(const fa_request *q, const fa_rule *r, fa_answer *a)
{
	const lu_json *documents = lu_json_get(q->json, "documents");
	lu_str question = lu_json_str(lu_json_get(q->json, "query"));
	int64_t tokens = 0, top;
	size_t i, n = lu_json_count(documents);
	const char *wrong;
	ranked *v;
	lu_jw w;

	(void)r;
	if (q->who != FA_JINA && q->who != FA_VOYAGE && q->who != FA_COHERE) return;
	wrong = problem(q);
	v = wrong ? NULL : calloc(n, sizeof *v);
	if (!v) {
		fa_error(q, wrong ? 400 : 500, wrong, a);
		return;
	}
	for (i = 0; i < n; i++) {
		lu_str text = lu_json_str(lu_json_at(documents, i));

		v[i].i = i;
		v[i].score = share(question, text);
		tokens += fa_tokens(text) + fa_tokens(question);
	}
	qsort(v, n, sizeof *v, by_score);
	top = lu_json_int(lu_json_get(q->json, forms[q->who].top), (int64_t)n);
	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	results(&w, q, v, top >= 0 && (size_t)top < n ? (size_t)top : n);
	meta(&w, q, tokens);
	lu_jw_close(&w, '}');
	lu_buf_addstr(&a->body, lu_buf_str(&w.out));
	lu_jw_free(&w);
	free(v);
}
