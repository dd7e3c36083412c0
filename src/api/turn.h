/* SPDX-License-Identifier: MIT
 * A request on its way through an endpoint: what it asks, the knowledge base that it asks, and the records that it gets. */
#ifndef LU_API_TURN_H
#define LU_API_TURN_H

#include "api/api.h"
#include "api/members.h"
#include "core/sink.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Everything that a request may say, over what the knowledge base would do. Members that belong to none of the options below are
 * as options of commands are, and lu__turn_options() puts them there. */
typedef struct lu__asked {
	const char *kb, *text;
	lu_search_options search;
	const char *strategy;
	int by;             /* 0: elements, 1: files */
	double token_price; /* dollars for a million */
	bool explain, answer, trace;
	int mode; /* of an answer; -1: the knowledge base's own */
	lu_ask_options ask;
	bool communities; /* of lazy answers */
	lu_lazy_graph_options lazy_graph;
	int policy, unit;
	const char *budget;
	lu_expand_options expand;
	lu_strs ids, entities; /* of an expansion */
	double weight;
	const char *target; /* of the graph: the other end */
	lu_strs kinds;
	int grade;
	int64_t depth, max_hops, limit, level;
	int64_t min_frequency, min_weight, min_degree;
	double max_degree_sd, percentile;
	bool first, unresolved, mentions;
} lu__asked;

/* Records of the kinds `kinds` (blanks between them), a member of a reply's data: an array, or one object. */
typedef struct lu__part {
	const char *name, *kinds;
	bool many;
} lu__part;
enum { LU__PARTS = 5 };

struct lu__turn;
typedef lu_code lu__answer_fn(struct lu__turn *t, lu_err *e);

typedef enum lu__feature { LU__ALWAYS, LU__LAZY, LU__LAZY_GRAPH } lu__feature;

/* A row of the table of endpoints (endpoints.c). */
typedef struct lu__endpoint {
	const char *method, *pattern;
	const char *id, *summary; /* of the OpenAPI document */
	lu__members takes;        /* of the body of a POST, of the query string of a GET */
	lu__part gives[LU__PARTS + 1];
	lu__answer_fn *answer;
	lu__feature feature; /* that the knowledge base must have on; else it is not there */
	bool no_base;        /* no knowledge base is asked */
	bool streams;        /* also as server-sent events */
} lu__endpoint;
extern const lu__endpoint lu__endpoints[]; /* method NULL at the end */

typedef struct lu__turn {
	lu_api *api;
	lu_served *call;
	const lu__endpoint *endpoint;
	lu_json *body; /* or NULL */
	lu_base *base; /* or NULL */
	lu__asked asked;
	lu_sink sink; /* records are written into it, and go on with lu__turn_flush() */
	bool streams, begun;
	lu_buf part[LU__PARTS];
} lu__turn;

/* Send on what the sink holds: into the data of the reply, or as events. */
lu_code lu__turn_flush(lu__turn *t, lu_err *e) LU_MUST_USE;
/* What requests say as options: lu__asked.search and so on are whole after it. */
lu_code lu__turn_options(lu__turn *t, lu_err *e) LU_MUST_USE;
/* The members of questions about the graph at their defaults. */
void lu__graph_defaults(lu__asked *x);
/* The handler of all endpoints; ctx is one of lu_api.bound. */
lu_served_fn lu__serve;

/* An endpoint, for its route. */
typedef struct lu__bound {
	lu_api *api;
	const lu__endpoint *endpoint;
} lu__bound;

struct lu_api {
	lu_api_config config;
	lu__bound *bound;
	lu_route *route;
	size_t n_route;
	lu_buf openapi;
	struct lu__counts *counts;
};

/* ---- what they answer ---- */

lu__answer_fn lu__answer_query, lu__answer_lazy, lu__answer_lazy_graph; /* ask_endpoint.c */
lu__answer_fn lu__answer_expand;
lu__answer_fn lu__answer_strategies, lu__answer_kbs, lu__answer_element, lu__answer_graph,
	lu__answer_lazy_status;                     /* look_endpoint.c */
lu_served_fn lu__answer_openapi;                    /* openapi.c */
lu_served_fn lu__answer_health, lu__answer_metrics; /* health.c */

lu_served_fn lu__answer_page, lu__answer_page_file; /* page_endpoint.c */
lu_served_fn lu__answer_mcp;                        /* mcp_endpoint.c */

/* Is the body JSON, as the request says; does the client take server-sent events? */
bool lu__is_json(const lu_served *c);
bool lu__accepts_events(const lu_served *c);
/* The knowledge base that a request means; `kb` empty: the default one of who asks. LU_ENOENT: it is not there, or not for them,
 * in the same words. Give it back with lu__give_base(). take_base.c */
lu_code lu__take_base(lu_api *a, const lu_served *c, lu_str kb, lu_base **out, lu_err *e) LU_MUST_USE;
void lu__give_base(lu_api *a, lu_base *b); /* accepts NULL */

/* The document, made once. */
lu_code lu__openapi_write(lu_buf *out, const char *version, lu_err *e) LU_MUST_USE;

/* ---- what is counted (stage_counts.c) ---- */

lu_code lu__counts_new(lu_metrics *m, struct lu__counts **out, lu_err *e) LU_MUST_USE;
void lu__counts_free(struct lu__counts *c); /* accepts NULL */
/* A search that was made with times; an answer that was made. */
void lu__count_search(struct lu__counts *c, const lu_found *f);
void lu__count_answer(struct lu__counts *c, const lu_answered *a);

#ifdef __cplusplus
}
#endif
#endif
