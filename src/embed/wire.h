/* SPDX-License-Identifier: MIT
 * What providers of embeddings are sent and answer: OpenAI's format, which others have taken over with little changes. */
#ifndef LU_EMBED_WIRE_H
#define LU_EMBED_WIRE_H

#include "lucus/json.h"

/* What tells a provider from the others. */
typedef struct lu__wire {
	const char *name;
	const char *url, *model; /* its own, when none is given */
	const char *dim;         /* the field that asks for a dimension */
	const char *key;         /* the environment variable that people keep the key in, for messages */
	bool typed;              /* it is told whether a text is a document or a query */
	int64_t tokens;          /* that its models read of a text, less what an estimate may be wrong by */
} lu__wire;

extern const lu__wire lu__wire_voyage, lu__wire_openai;

/* The body of a request. `dim` 0 asks for none. */
void lu__wire_body(const lu__wire *w, const char *model, int64_t dim, bool query, const lu_str *text, size_t n,
		   lu_buf *out);

/* What an answer holds. */
typedef struct lu__vectors {
	float *v; /* n * dim components of unit vectors, in the order of the request; free() it */
	size_t dim;
	int64_t tokens; /* that the server counted; 0 when it does not tell */
} lu__vectors;

/* Read the answer to a request with `n` texts; `dim` 0: whatever it has. LU_EFORMAT: vectors are missing, of different or
 * another dimension, not finite, zero or there twice. */
lu_code lu__wire_read(lu_str body, size_t n, size_t dim, lu__vectors *out, lu_err *e) LU_MUST_USE;

/* The beginning of `s` that is at most `max` bytes, in whole characters. */
lu_str lu__cut(lu_str s, size_t max);

#endif
