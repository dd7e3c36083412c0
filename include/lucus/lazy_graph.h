/* SPDX-License-Identifier: MIT
 * Lazy graph queries: broad questions, answered within a budget of relevance tests.
 *
 * A question is taken apart into subqueries, each of which finds passages of its own. A search goes through the
 * communities of the graph, those that promise most first, and tests sentences of their passages for relevance until
 * its budget is spent or it has enough. What was relevant becomes claims, and these an answer that cites passages. */
#ifndef LUCUS_LAZY_GRAPH_H
#define LUCUS_LAZY_GRAPH_H

#include "lucus/arena.h"
#include "lucus/json.h"
#include "lucus/str.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- subqueries ---- */

/* A question whose answer is a part of the whole one's. */
typedef struct lu_subquery {
	lu_str text;
	double score;    /* 0 to 1: what it adds */
	bool kept;       /* it is used */
	const char *why; /* not: "weak", "repeated", "too many"; NULL: it is kept. Static */
} lu_subquery;

/* ---- the search ---- */

/* How the search goes through the communities. */
typedef enum lu_lazy_policy {
	/* Level by level from the roots, the communities of a level in turns, those with the largest sum of scores first;
	 * a run of tests that give 0 leads to the communities below. */
	LU_LAZY_BEST_FIRST,
	/* All passages by their scores first, then level by level; communities by the mean rank of their best passages;
	 * one without anything relevant leaves with all below it. Each round ends with the neighbours of what was relevant. */
	LU_LAZY_ROOT_FIRST,
	LU_LAZY_POLICIES
} lu_lazy_policy;

/* What one test is of. */
typedef enum lu_lazy_unit {
	LU_LAZY_SENTENCE, /* how relevant it is, from 0 to 10 */
	LU_LAZY_PASSAGE,  /* is it relevant? 10 or 0 */
	LU_LAZY_UNITS
} lu_lazy_unit;

/* Why a search has ended. */
typedef enum lu_lazy_end {
	LU_LAZY_RUNNING,    /* it has not */
	LU_LAZY_BUDGET,     /* all tests are spent */
	LU_LAZY_SUFFICIENT, /* enough is relevant */
	LU_LAZY_EXHAUSTED,  /* nothing is left that promises anything */
	LU_LAZY_IRRELEVANT, /* the same, and nothing that was tested was relevant */
	LU_LAZY_NOTHING,    /* there were no passages */
	LU_LAZY_TIME,       /* its time was over */
	LU_LAZY_CANCELLED,  /* it was to stop: there is no answer */
	LU_LAZY_ENDS
} lu_lazy_end;
/* "running" "budget" "sufficient" "exhausted" "irrelevant" "nothing" "time" "cancelled" */
const char *lu_lazy_end_name(lu_lazy_end r);

#define LU_LAZY_BUDGET_MAX  1000000
#define LU_LAZY_BATCH_MAX   100
#define LU_LAZY_REQUEST_MAX 800
#define LU_LAZY_ZEROS_MAX   1000
#define LU_LAZY_DEPTH_MAX   100
#define LU_LAZY_BREADTH_MAX 10000
#define LU_LAZY_BEST_MAX    100
#define LU_LAZY_RESTART_MAX 1000

/* The options of a search. */
typedef struct lu_lazy_search_options {
	lu_lazy_policy policy;
	lu_lazy_unit unit;
	int64_t budget;       /* 500 tests; 1 to LU_LAZY_BUDGET_MAX */
	int64_t batch_size;   /* 10 tests at a time; 1 to LU_LAZY_BATCH_MAX */
	int64_t request_size; /* 80: whole batches share a request of so many tests at most, fewer of long ones; 1 to
			       * LU_LAZY_REQUEST_MAX */
	int64_t relevance_threshold;        /* 5: what has at least so much is kept; 1 to 10 */
	int64_t zero_relevance_threshold;   /* 3 results of 0 in a row lead down (best-first); 1 to LU_LAZY_ZEROS_MAX */
	int64_t max_depth;                  /* 3 levels below the roots; 0 to LU_LAZY_DEPTH_MAX */
	int64_t breadth_limit;              /* 20 communities of a level at a time; 1 to LU_LAZY_BREADTH_MAX */
	int64_t sufficient_relevance_count; /* 50 tests that are kept are enough; 1 to LU_LAZY_BUDGET_MAX */
	int64_t best_passages;              /* 3 of a community give its rank; 1 to LU_LAZY_BEST_MAX */
	int64_t restart; /* 5 communities without anything relevant in a row: again from the root; 1 to
					     * LU_LAZY_RESTART_MAX */
} lu_lazy_search_options;
/* The values above. */
void lu_lazy_search_options_init(lu_lazy_search_options *o);
/* LU_EUSAGE: one is out of its range, the message names it and the range. */
lu_code lu_lazy_search_options_check(const lu_lazy_search_options *o, lu_err *e) LU_MUST_USE;

/* The state of a search. */
typedef struct lu_lazy_state {
	int64_t tests, left; /* spent, and what the budget has left */
	int64_t kept;        /* tests that gave relevance_threshold or more */
	int64_t unknown;     /* tests without a result */
	int64_t zeros;       /* results of 0 in a row, of what was tested last */
	uint32_t depth;      /* of the communities that were tested last; 0: the roots, or all passages */
	size_t visited;      /* communities of which something was tested */
	size_t descended;    /* communities that were left for those below them */
	lu_lazy_end end;
} lu_lazy_state;

/* Tests of "z100", "z500", "z1500" or a number; LU_EUSAGE for anything else. */
lu_code lu_lazy_budget_read(lu_str s, int64_t *out, lu_err *e) LU_MUST_USE;

/* ---- what it comes to ---- */

/* What is said of the question, and which passages bear it out. */
typedef struct lu_claim {
	lu_str text;
	bool code;         /* it is code, and no prose */
	double score;      /* 0 to 1 */
	uint32_t subquery; /* of the kept ones, which it suits best */
	uint32_t *source;  /* indices of lu_lazy_report.source: its own, then those of claims like it */
	size_t n_source;   /* not 0 */
	size_t n_own;      /* of them, those that hold the claim: what is cited; not 0 */
	size_t merged;     /* claims that say the same, with it: at least 1 */
} lu_claim;

/* A passage that bears out claims. */
typedef struct lu_lazy_source {
	lu_str path, name; /* name: of its element */
	uint32_t start_line, end_line;
} lu_lazy_source;

/* Two concepts that sentences which were kept speak of together. */
typedef struct lu_lazy_tie {
	lu_str a, b;
	uint32_t sentences;
} lu_lazy_tie;

/* How an answer was found. */
typedef struct lu_lazy_report {
	int64_t budget;
	lu_lazy_state state;
	int64_t by_model;        /* tests that a model made; the built-in score made the others */
	lu_subquery *subquery;   /* those that are kept first */
	size_t n_subquery, kept; /* kept: of them */
	size_t elements, passages, sentences, communities; /* that were gathered */
	lu_claim *claim;                                   /* by score */
	size_t n_claim;
	lu_lazy_source *source; /* by the first claim that names it */
	size_t n_source;
	lu_lazy_tie *tie; /* of the concepts of what was kept: those in most sentences first */
	size_t n_tie;
	lu_str fallback; /* why a model was not asked to the end; empty: it was, or there is none */
	double seconds;
} lu_lazy_report;
/* Its members of an `answer` record; `whole`: all others as well, so that it can be read back. */
void lu_lazy_report_write(lu_jw *w, const lu_lazy_report *r, bool whole);
/* A report that was written as a whole; it lives in `a`. LU_EFORMAT: it is none. */
lu_code lu_lazy_report_read(const lu_json *v, lu_arena *a, lu_lazy_report **out, lu_err *e) LU_MUST_USE;

/* ---- what happens meanwhile ---- */

typedef enum lu_lazy_event_kind {
	LU_LAZY_EVENT_SUBQUERY,
	LU_LAZY_EVENT_COMMUNITY, /* it is visited */
	LU_LAZY_EVENT_RELEVANCE, /* of one test */
	LU_LAZY_EVENT_STATE,     /* after a wave of tests, and at the end of each phase */
	LU_LAZY_EVENT_CLAIM,
	LU_LAZY_EVENTS
} lu_lazy_event_kind;

/* Views live during the call. Each kind has the members that are named for it. */
typedef struct lu_lazy_event {
	lu_lazy_event_kind kind;
	bool by_model;               /* subquery, relevance, claim */
	const lu_subquery *subquery; /* subquery */
	/* community, relevance: which; key 0: of what is in none; relevance: level UINT32_MAX: from all passages */
	uint64_t key;
	lu_str name; /* community: the folder or file that what was found in it has in common */
	uint32_t level;
	double score; /* community: the sum of the scores of what it still has */
	double rank; /* community: the mean place of its best passages, by which LU_LAZY_ROOT_FIRST visits it; else -1 */
	/* relevance */
	int64_t test; /* its number, from 1 */
	lu_str path, text;
	uint32_t start_line, end_line;
	int result; /* 0 to 10; -1: none */
	bool relevant;
	/* state */
	const lu_lazy_state *state;
	const char *phase; /* "subqueries" "gathering" "relevance" "claims" */
	lu_str dropped;    /* what was left out of a model's replies, in words */
	/* claim */
	const lu_claim *claim;
	const lu_lazy_source *source; /* of the report: claim->source are its indices */
} lu_lazy_event;
typedef lu_code lu_lazy_trace_fn(void *ctx, const lu_lazy_event *ev, lu_err *e);

/* ---- a query ---- */

#define LU_SUBQUERIES_MAX 20
#define LU_LAZY_TIME_MAX  86400

typedef struct lu_lazy_graph_options {
	lu_lazy_search_options search;
	int64_t max_subqueries;  /* 5; 1 to LU_SUBQUERIES_MAX */
	double merge_threshold;  /* .9: claims whose vectors have so great a cosine are one; 0 to 1 */
	double time_limit;       /* seconds after which no more tests begin; 0: there is none; to LU_LAZY_TIME_MAX */
	double slow;             /* 30 seconds: one that takes longer is warned of; 0: none is */
	lu_lazy_trace_fn *trace; /* NULL: nobody wants to know */
	void *ctx;               /* of it */
} lu_lazy_graph_options;
void lu_lazy_graph_options_init(lu_lazy_graph_options *o);
/* As lu_lazy_search_options_check(). */
lu_code lu_lazy_graph_options_check(const lu_lazy_graph_options *o, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
