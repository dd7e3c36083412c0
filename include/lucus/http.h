/* SPDX-License-Identifier: MIT
 * HTTP POST of JSON: many requests in parallel over kept-alive connections, within bounds of number,
 * time and size; tried again when that may help; stopped by SIGINT. libcurl is loaded with the first
 * request, so that a process that sends none does not pay for it. */
#ifndef LUCUS_HTTP_H
#define LUCUS_HTTP_H

#include "lucus/arena.h"
#include "lucus/str.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a server may take. Times in seconds, of one attempt where nothing else is said, more than 0 and at most
 * LU_HTTP_SECONDS_MAX. */
#define LU_HTTP_SECONDS_MAX  3600
#define LU_HTTP_PARALLEL_MAX 64
#define LU_HTTP_RETRIES_MAX  10
typedef struct lu_http_options {
	int64_t parallel;  /* requests in flight: 5; 1 to LU_HTTP_PARALLEL_MAX */
	int64_t retries;   /* after the first attempt: 3; 0 to LU_HTTP_RETRIES_MAX */
	double connect;    /* until connected: 10 */
	double first_byte; /* then until the first byte of the reply: 60 */
	double idle;       /* then between two pieces of it: 30 */
	double total;      /* 300 */
	double all; /* of a request with its waits and all its attempts, since it was added; 0: no limit of its own */
	size_t max_bytes; /* of a reply: 64 MiB; a larger one is refused */
} lu_http_options;

void lu_http_options_init(lu_http_options *o);
/* LU_EUSAGE, with the range, for a value out of it. */
lu_code lu_http_options_check(const lu_http_options *o, lu_err *e) LU_MUST_USE;

typedef struct lu_http_reply {
	int status;          /* of the last attempt; 0: none came */
	lu_str content_type; /* without parameters, lower case */
	lu_str body;         /* empty when `piece` took it */
	int attempts;
	double first_byte, seconds; /* since the request was added, with all attempts; first_byte 0: none came */
} lu_http_reply;

/* A piece of the body of a reply of status 200, as it comes. Anything but LU_OK ends the request with that code. Once a
 * piece was given there is no other attempt. */
typedef lu_code lu_http_piece_fn(void *ctx, lu_str piece, lu_err *e);
/* The end of a request, called once for each: LU_OK: a reply of status 200 to 299. LU_ENET: anything
 * else, `why` says what (status and the beginning of the body's error message; never a header). `r`
 * and `why` live during the call, which may add requests. Anything but LU_OK ends lu_http_run() with
 * that code. */
typedef lu_code lu_http_done_fn(void *ctx, lu_code rc, const lu_http_reply *r, const lu_err *why, lu_err *e);

/* More tokens than any server counts for a request: what claims more is not believed, for sums of it would overflow. */
#define LU_HTTP_TOKENS_MAX 1000000000000

/* Append `text` with the secret replaced by ***, and every word that begins as it does, as servers show keys that are
 * not right: long secrets only, for short ones nothing but the whole. */
void lu_http_redact(lu_buf *out, lu_str text, lu_str secret);
/* The same in a message. */
void lu_http_hide(lu_err *why, lu_str secret);

/* The same of a text of any length that comes in pieces: what may be the beginning of the secret is
 * held back until more has come. For words that a model writes, which may begin as a key does, or be
 * one that means "no key" ("ollama"): a word is hidden that has half of the secret, of one below 16
 * bytes all of it, of one below 8 none. */
typedef struct lu_http_redactor {
	lu_str secret; /* borrowed */
	size_t tell;   /* its first bytes, by which it is known; 0: nothing is hidden */
	bool inside;   /* amid a word that is hidden */
	lu_buf held;
} lu_http_redactor;
void lu_http_redactor_init(lu_http_redactor *r, lu_str secret);
void lu_http_redactor_free(lu_http_redactor *r); /* can be used again, from the beginning of a text */
/* `last`: the text is at its end. Running out of memory is left in `out`. */
void lu_http_redact_piece(lu_http_redactor *r, lu_str piece, bool last, lu_buf *out);

/* LU_EUSAGE: no URL that a request can go to. No message shows what may be secret in one: a user's name, a password, or
 * what follows the path. */
lu_code lu_http_url_check(const char *url, lu_err *e) LU_MUST_USE;
/* Is the host of `url` this machine? False for what is no URL. */
bool lu_http_is_local(const char *url);

/* Texts are copied by lu_http_add(). */
typedef struct lu_http_request {
	const char *url;         /* http or https; http only to this machine when there is a secret */
	lu_strs headers;         /* "Name: value", besides Content-Type and Accept */
	lu_str secret;           /* the key that is in `headers`: is replaced by *** wherever a message would show it */
	lu_str body;             /* JSON */
	size_t max_bytes;        /* of the reply, where less than the options allow can be right; 0: as they say */
	bool stream;             /* accept text/event-stream, else application/json: any other type is refused */
	lu_http_piece_fn *piece; /* NULL: the body is gathered */
	lu_http_done_fn *done;
	void *ctx;
} lu_http_request;

/* One thread at a time. Proxies and certificates are those of the environment (HTTPS_PROXY, NO_PROXY, SSL_CERT_FILE,
 * CURL_CA_BUNDLE); what is for this machine goes through no proxy. Redirects to another host are refused, as are bad
 * certificates. SIGPIPE must be ignored.
 *
 * Tried again, unless a piece was given: what could not be connected, was cut, had no first byte in
 * time, or stopped in the middle for too long; and status 408, 425, 429, 500, 502, 503, 504 and 529.
 * Before the n-th repetition 0.5 * 2^(n-1) seconds pass, at most 30, times a random number from .5
 * to 1; or what Retry-After says (seconds or a date), when that is at most 120: else the request has
 * failed, as it has when that would be later than `all` allows. After 429 with such a Retry-After no
 * request begins before that time. */
typedef struct lu_http lu_http;
lu_code lu_http_new(const lu_http_options *o, lu_http **out, lu_err *e) LU_MUST_USE;
void lu_http_free(lu_http *h); /* accepts NULL; requests that are not done are dropped */
/* LU_EUSAGE: no URL of http or https, or one with a user's name; a secret would be sent without
 * encryption; a header holds control characters. */
lu_code lu_http_add(lu_http *h, const lu_http_request *r, lu_err *e) LU_MUST_USE;
/* lu_http_add() of a request with `body`, and with `key` as a bearer token, unless that is empty;
 * both may have run out of memory. */
lu_code lu_http_add_bearer(lu_http *h, lu_http_request *r, const lu_buf *body, const lu_buf *key,
			   lu_err *e) LU_MUST_USE;
/* Until no request is left. LU_ECANCEL after a signal, within a tenth of a second. LU_ENET: libcurl
 * can not be loaded. After any error what is not done is dropped. */
lu_code lu_http_run(lu_http *h, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
