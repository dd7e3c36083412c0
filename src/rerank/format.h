/* SPDX-License-Identifier: MIT
 * The requests and replies of rerankers. */
#ifndef LU_RERANK_FORMAT_H
#define LU_RERANK_FORMAT_H

#include "lucus/json.h"
#include "lucus/rerank.h"

typedef struct lu__rerank_format {
	const char *name;
	const char *url, *model; /* its own, when none is given */
	const char *key;         /* the environment variable that people keep the key in, for messages */
	const char *top;         /* the field that says how many documents are wanted */
	const char *list;        /* the field of the reply that holds the results */
	bool whole;              /* replies hold the documents unless the request says no */
} lu__rerank_format;

/* NULL: there is none of that name. */
const lu__rerank_format *lu__rerank_format_find(const char *name);
/* The names, with commas between them. */
void lu__rerank_format_names(lu_buf *out);

void lu__rerank_body(const lu__rerank_format *f, const char *model, lu_str query, const lu_str *doc, size_t n,
		     lu_buf *out);
/* LU_EFORMAT: no list of results, an index that is none of the request or there twice, a score that
 * is no finite number. *tokens: 0 when it does not say. */
lu_code lu__rerank_read(const lu__rerank_format *f, lu_str body, size_t n, double *score, int64_t *tokens,
			lu_err *e) LU_MUST_USE;

#endif
