/* SPDX-License-Identifier: MIT
 * A local server that plays providers of models in tests: what its files share. main.c has the sockets, conn.c a
 * connection, rules.c what tests want to go wrong, answer.c who is asked and the errors, chat.c, embed.c and rerank.c
 * the formats. */
#ifndef FAKEAPI_H
#define FAKEAPI_H

#include "lucus/json.h"

#define FA_HEADERS 64

typedef enum fa_provider { FA_ANTHROPIC, FA_OPENAI, FA_VOYAGE, FA_COHERE, FA_JINA } fa_provider;

typedef struct fa_request {
	long n;    /* from 1 */
	double at; /* seconds since the server began */
	lu_str method, path, body;
	size_t headers;
	lu_str name[FA_HEADERS], value[FA_HEADERS];
	lu_json *json; /* of the body; NULL: it is none */
	fa_provider who;
} fa_request;

/* What a rule does. */
typedef enum fa_behaviour {
	FA_TEXT,
	FA_STATUS,
	FA_FAIL,
	FA_SLOW,
	FA_STALL,
	FA_CUT,
	FA_DROP,
	FA_DRIP,
	FA_MALFORMED,
	FA_HUGE,
	FA_TYPE,
	FA_REDIRECT,
	FA_OBEY,
	FA_ECHO,
	FA_HEAD
} fa_behaviour;

typedef struct fa_rule {
	lu_str pattern;
	long left; /* requests that it still decides; -1: all */
	fa_behaviour does;
	lu_str arg;
} fa_rule;

typedef struct fa_rules {
	lu_arena arena;
	fa_rule *v;
	size_t n;
	uint64_t seed;
} fa_rules;

typedef struct fa_answer {
	int status;
	lu_str type; /* MIME */
	lu_buf more; /* further header lines, each with its end */
	lu_buf body;
	bool chunked;    /* a chunk for each event, which ends with an empty line */
	double wait;     /* before its first byte */
	int64_t in, out; /* tokens that it counts */
	double gap;      /* between a tenth of it and the next */
	bool half;       /* no more than half of the body */
	bool close;      /* then, or after all of it, the connection */
} fa_answer;

/* rules.c */
bool fa_rules_read(fa_rules *r, const char *file);
void fa_rules_free(fa_rules *r);
const fa_rule *fa_rules_match(fa_rules *r, const fa_request *q); /* NULL: none */
void fa_rule_apply(const fa_rule *r, const fa_request *q, fa_answer *a);

/* answer.c */
lu_str fa_header(const fa_request *q, const char *name); /* in lower case; empty: it has none */
void fa_respond(fa_rules *rules, const fa_request *q, fa_answer *a);
void fa_error(const fa_request *q, int status, const char *message, fa_answer *a); /* NULL: the usual one */
bool fa_path_ends(const fa_request *q, const char *end);                           /* without its query */
int64_t fa_tokens(lu_str text);

/* chat.c, embed.c, rerank.c: answers of status 200, or fa_error() */
void fa_chat(const fa_request *q, const fa_rule *r, fa_answer *a);
void fa_embed(const fa_request *q, const fa_rule *r, fa_answer *a);
void fa_rerank(const fa_request *q, const fa_rule *r, fa_answer *a);
/* text.c: what the model says. */
void fa_text(const fa_request *q, const fa_rule *r, lu_buf *prompt, lu_buf *out);

/* conn.c */
typedef struct fa_conn {
	int fd; /* -1: closed */
	long id;
	lu_buf in, out;
	size_t used;  /* bytes of `in` that are the request */
	bool greeted; /* 100 Continue was sent */
	bool busy;    /* an answer is due or on its way */
	size_t sent, step, stop;
	double due, gap;
	bool close;
} fa_conn;

typedef struct fa_server {
	fa_rules rules;
	FILE *log;
	double began, delay;
	long requests, connections;
	int in_flight;
} fa_server;

void fa_conn_read(fa_server *s, fa_conn *c);
void fa_conn_write(fa_server *s, fa_conn *c, double now);
void fa_conn_close(fa_server *s, fa_conn *c);

#endif
