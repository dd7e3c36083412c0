/* SPDX-License-Identifier: MIT */
#include "rerank/format.h"

#include <math.h>

#include "lucus/http.h"

static const lu__rerank_format formats[] = {
	{ .name = "cohere",
	  .url = "https://api.cohere.com/v2",
	  .model = "rerank-v3.5",
	  .key = "COHERE_API_KEY",
	  .top = "top_n",
	  .list = "results" },
	{ .name = "voyage",
	  .url = "https://api.voyageai.com/v1",
	  .model = "rerank-2.5",
	  .key = "VOYAGE_API_KEY",
	  .top = "top_k",
	  .list = "data" },
	{ .name = "jina",
	  .url = "https://api.jina.ai/v1",
	  .model = "jina-reranker-v2-base-multilingual",
	  .key = "JINA_API_KEY",
	  .top = "top_n",
	  .list = "results",
	  .whole = true },
};

#define FORMATS (sizeof formats / sizeof *formats)

const lu__rerank_format *lu__rerank_format_find(const char *name)
{
	for (size_t i = 0; i < FORMATS; i++)
		if (name && !strcmp(formats[i].name, name)) return &formats[i];
	return NULL;
}

void lu__rerank_format_names(lu_buf *out)
{
	for (size_t i = 0; i < FORMATS; i++) lu_buf_addf(out, "%s%s", i ? ", " : "", formats[i].name);
}

void lu__rerank_body(const lu__rerank_format *f, const char *model, lu_str query, const lu_str *doc, size_t n,
		     lu_buf *out)
{
	lu_jw j;

	lu_jw_init(&j);
	lu_jw_open(&j, NULL, '{');
	lu_jw_strz(&j, "model", model);
	lu_jw_str(&j, "query", query);
	lu_jw_open(&j, "documents", '[');
	for (size_t i = 0; i < n; i++) lu_jw_str(&j, NULL, doc[i]);
	lu_jw_close(&j, ']');
	lu_jw_int(&j, f->top, (int64_t)n);
	if (f->whole) lu_jw_bool(&j, "return_documents", false);
	lu_jw_close(&j, '}');
	lu_buf_addstr(out, lu_buf_str(&j.out));
	out->oom |= j.out.oom;
	lu_jw_free(&j);
}

static lu_code read_result(const lu_json *item, size_t n, double *score, lu_err *e)
{
	int64_t at = lu_json_int(lu_json_get(item, "index"), -1);
	double x = lu_json_real(lu_json_get(item, "relevance_score"), NAN);

	if (at < 0 || at >= (int64_t)n)
		return lu_fail(e, LU_EFORMAT, "the answer has an index of %lld for %zu documents", (long long)at, n);
	if (score[at] != -HUGE_VAL) return lu_fail(e, LU_EFORMAT, "the answer has the index %lld twice", (long long)at);
	if (!isfinite(x)) return lu_fail(e, LU_EFORMAT, "the answer has no score for the index %lld", (long long)at);
	score[at] = x;
	return LU_OK;
}

/* Servers that say they are compatible with one name the list as another does. */
static const lu_json *find_list(const lu__rerank_format *f, const lu_json *v)
{
	const lu_json *list = lu_json_get(v, f->list);

	for (size_t i = 0; i < FORMATS && !list; i++) list = lu_json_get(v, formats[i].list);
	return list;
}

lu_code lu__rerank_read(const lu__rerank_format *f, lu_str body, size_t n, double *score, int64_t *tokens, lu_err *e)
{
	lu_json *v = NULL;
	const lu_json *list;
	lu_code rc = lu_json_parse(body, &v, e);

	if (rc) return lu_wrap(e, rc, "the answer is not JSON");
	list = find_list(f, v);
	if (!lu_json_count(list)) rc = lu_fail(e, LU_EFORMAT, "the answer has no results");
	for (size_t i = 0; i < n; i++) score[i] = -HUGE_VAL;
	for (size_t i = 0; i < lu_json_count(list) && !rc; i++) rc = read_result(lu_json_at(list, i), n, score, e);
	*tokens = lu_json_int_within(lu_json_get(lu_json_get(v, "usage"), "total_tokens"), 0, LU_HTTP_TOKENS_MAX, 0);
	lu_json_free(v);
	return rc;
}
