/* SPDX-License-Identifier: MIT
 * What the two interfaces share: a request as each of them writes it, a reply as each of them reads it. */
#ifndef LU_CHAT_REPLY_H
#define LU_CHAT_REPLY_H

#include "lucus/chat.h"

typedef struct lu__wanted {
	lu_str model, system, user;
	lu_str schema; /* empty: text */
	int64_t max_tokens;
	double temperature; /* less than 0: not sent */
	bool stream;
	bool own; /* the server is the provider's own */
} lu__wanted;

typedef struct lu__reply {
	lu_buf text, model, stop;
	size_t fresh;            /* the text after it came with the last event */
	size_t tools;            /* calls of a tool: the text is the input of the first */
	int64_t in, cached, out; /* tokens: `in` with cached ones; -1: not known */
	bool ended;              /* the stream's last event came */
	lu_http_redactor hide;   /* takes the key out of what the server says */
} lu__reply;

/* A way to speak to a server. */
typedef struct lu__api {
	void (*headers)(lu_str key, lu_buf *out); /* lines "Name: value\n"; an empty key: none is sent */
	void (*request)(const lu__wanted *q, lu_jw *w);
	lu_code (*whole)(const lu_json *v, lu__reply *a, lu_err *e);
	lu_code (*event)(const lu_json *v, lu__reply *a, lu_err *e);
} lu__api;

extern const lu__api lu__api_anthropic, lu__api_openai;

void lu__reply_init(lu__reply *a);
void lu__reply_free(lu__reply *a);
/* Forget the reply, for another one of a server that knows `secret`, which is borrowed. */
void lu__reply_begin(lu__reply *a, lu_str secret);
/* What has come so far is not in the reply. */
void lu__reply_drop(lu__reply *a);
/* Make `out`, of `a`, the string `v`; nothing else changes it. */
void lu__reply_set(lu__reply *a, lu_buf *out, const lu_json *v);

/* Why a reply ended, as a server says it, and in our words. */
typedef struct lu__stop_word {
	const char *theirs, *ours;
} lu__stop_word;
/* Make the stop of `a` what `v` says, in our word when it is one of `words`. */
void lu__reply_stop(lu__reply *a, const lu_json *v, const lu__stop_word *words, size_t n);

/* Of the usage; -1: not known, or out of range. */
int64_t lu__reply_tokens(const lu_json *usage, const char *key);

/* Read the body of a reply, or the data of one event. LU_ENET: what is wrong with it, or what the
 * server says is. No text that they leave holds the key, or characters that a terminal obeys; what
 * may be the beginning of the key comes with a later event. */
lu_code lu__reply_whole(const lu__api *api, lu_str body, lu__reply *a, lu_err *e) LU_MUST_USE;
lu_code lu__reply_event(const lu__api *api, lu_str data, lu__reply *a, lu_err *e) LU_MUST_USE;
/* LU_ENET when that was not all, or nothing. */
lu_code lu__reply_check(lu__reply *a, bool stream, lu_err *e) LU_MUST_USE;

#endif
