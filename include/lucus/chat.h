/* SPDX-License-Identifier: MIT
 * Language models over HTTP: chat (Anthropic's Messages, OpenAI's Chat Completions and what is
 * compatible), what requests cost, and a reader of JSON as models write it. */
#ifndef LUCUS_CHAT_H
#define LUCUS_CHAT_H

#include "lucus/http.h"
#include "lucus/json.h"
#include "lucus/prompt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- prices ---- */

/* US dollars for a million tokens; -1: not known. */
typedef struct lu_price {
	double in, cached, out;
} lu_price;

/* Of a model, by its name in the table (src/chat/prices.def), which a date may follow, unless `own` names it: a JSON
 * object {"MODEL": {"in": 3, "cached": 0.3, "out": 15}}, which a user sets by file. LU_EFORMAT for a bad one. */
lu_code lu_price_of(const char *model, lu_str own, lu_price *out, lu_err *e) LU_MUST_USE;

/* ---- chat ---- */

typedef struct lu_chat_config {
	/* "anthropic", "openai" (and what is compatible), or a local server: "ollama", "llama.cpp", "vllm"; NULL: as
	 * lu_chat_provider() says. */
	const char *provider;
	const char *url; /* base, e.g. "http://localhost:11434/v1", or the endpoint itself; NULL: the provider's own */
	const char *model;         /* NULL: the provider's default, see lu_chat_model(); servers at a url have none */
	const char *key;           /* NULL: none is sent */
	double temperature;        /* 0 to 2, anthropic to 1; less than 0: not sent */
	int64_t max_tokens;        /* of a reply; 1 to LU_CHAT_TOKENS_MAX */
	lu_str prices;             /* as lu_price_of() takes them */
	const lu_prompts *prompts; /* texts of the user's own, borrowed until lu_chat_close(); NULL: there are none */
	lu_http_options http;
} lu_chat_config;
#define LU_CHAT_TOKENS_MAX 200000

void lu_chat_config_init(lu_chat_config *c);

/* The provider that `c` means: the one it names, else by its url, its model or the form of its key;
 * NULL: none of them decides. Static. */
const char *lu_chat_provider(const lu_chat_config *c);
/* Where the server of `c` is. A provider's own key should go to LU_CHAT_OWN and LU_CHAT_LOCAL alone. */
typedef enum lu_chat_place { LU_CHAT_OWN, LU_CHAT_LOCAL, LU_CHAT_ELSEWHERE } lu_chat_place;
lu_chat_place lu_chat_where(const lu_chat_config *c); /* the provider's own, this machine, or another */

typedef struct lu_chat lu_chat;
/* Opens no connection. LU_EUSAGE: unknown provider (the message lists the names), no key where one
 * is needed, or a value out of range. */
lu_code lu_chat_open(const lu_chat_config *c, lu_chat **out, lu_err *e) LU_MUST_USE;
void lu_chat_close(lu_chat *c);                      /* accepts NULL */
const char *lu_chat_model(const lu_chat *c);         /* borrowed */
const lu_prompts *lu_chat_prompts(const lu_chat *c); /* of its configuration; NULL: there are none */

typedef lu_code lu_chat_piece_fn(void *ctx, lu_str text, lu_err *e);

typedef struct lu_chat_request {
	lu_prompt_id prompt; /* that it is made by: what it costs is counted there */
	lu_str system;       /* may be empty */
	lu_str user;
	lu_str schema;      /* JSON schema of the wanted reply, of type object; empty: text. OpenAI wants all properties
				  * required and "additionalProperties": false. Where it is refused it is put into words, so
				  * that the reply should be read by lu_loose_json() */
	int64_t max_tokens; /* 0: the configuration's */
	lu_chat_piece_fn *piece; /* streams the text as it comes; NULL: no stream */
	void *ctx;               /* of `piece` */
} lu_chat_request;
/* A request by prompt `p`, as lu_prompts_fill() makes its messages with the prompts of `c`; these live in `a`, all else in *out is
 * zero. */
lu_code lu_chat_fill(const lu_chat *c, lu_prompt_id p, const char *marker, const lu_prompt_value *v, size_t n,
		     lu_arena *a, lu_chat_request *out, lu_err *e) LU_MUST_USE;
/* The same of a prompt about one text, which fills the placeholder `name` as a block of that name, between lines that it
 * can not hold; and {count} with `count`: "" where the prompt has none. */
lu_code lu_chat_fill_block(const lu_chat *c, lu_prompt_id p, const char *name, lu_str text, const char *count,
			   lu_arena *a, lu_chat_request *out, lu_err *e) LU_MUST_USE;

typedef struct lu_chat_reply {
	lu_str text;
	lu_str model; /* as the server names it */
	lu_str stop;  /* "end", "length", "refusal" or the server's own word */
	int64_t tokens_in, tokens_cached,
		tokens_out;    /* as the server counts them: in includes cached; -1: it does not say */
	double cost;           /* dollars; -1: the price or the tokens are not known */
	double first, seconds; /* until the first piece of text; in all */
	int attempts;
} lu_chat_reply;

/* Send one request and wait for its reply; texts live in `a`. LU_ENET: there is none, *e says why. */
lu_code lu_chat_ask(lu_chat *c, const lu_chat_request *r, lu_arena *a, lu_chat_reply *out, lu_err *e) LU_MUST_USE;

/* Many requests, config.http.parallel in flight: `done` is called for each as it ends, in any order,
 * with its number. `r` and `why` live during the call; of one that failed `r` has what there is.
 * Anything but LU_OK from it ends all. */
typedef lu_code lu_chat_done_fn(void *ctx, size_t i, lu_code rc, const lu_chat_reply *r, const lu_err *why, lu_err *e);
lu_code lu_chat_ask_all(lu_chat *c, const lu_chat_request *v, size_t n, lu_chat_done_fn *done, void *ctx,
			lu_err *e) LU_MUST_USE;

/* ---- what was spent ---- */

/* What requests came to, as far as servers say: the requests whose tokens or cost are not known are counted beside. */
typedef struct lu_usage {
	int64_t requests;                             /* that were answered */
	int64_t tokens_in, tokens_cached, tokens_out; /* in: with cached */
	double cost;                                  /* dollars */
	int64_t uncounted, unpriced;                  /* requests */
} lu_usage;

void lu_usage_add(lu_usage *to, const lu_usage *more);
/* What the requests by prompt `p` came to since this was called last, with any of them that was of no use. */
lu_usage lu_chat_spent(lu_chat *c, lu_prompt_id p);

/* ---- what models write ---- */

/* The first JSON array or object in a model's text: inside a fence, after an introduction, before
 * trailing words, with a comma too many, cut at its end (what is complete counts). LU_EFORMAT: there
 * is none. */
lu_code lu_loose_json(lu_str text, lu_json **out, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
