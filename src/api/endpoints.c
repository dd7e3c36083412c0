/* SPDX-License-Identifier: MIT
 * What is served, and what each request may say. Members are called like the settings of the options that they stand for. */
#include <stddef.h>

#include "api/turn.h"

#define AT(member) offsetof(lu__asked, member)
#define TEXT(n, member, ...) \
	{ \
		.kind = LU__MEMBER_TEXT, .name = (n), .at = AT(member), .meaning = __VA_ARGS__ \
	}
#define INT(n, member, lo, hi, ...) \
	{ \
		.kind = LU__MEMBER_INT, .name = (n), .at = AT(member), .min = (double)(lo), .max = (double)(hi), \
		.meaning = __VA_ARGS__ \
	}
#define REAL(n, member, lo, hi, ...) \
	{ \
		.kind = LU__MEMBER_REAL, .name = (n), .at = AT(member), .min = (lo), .max = (hi), \
		.meaning = __VA_ARGS__ \
	}
#define BOOL(n, member, ...) \
	{ \
		.kind = LU__MEMBER_BOOL, .name = (n), .at = AT(member), .meaning = __VA_ARGS__ \
	}
#define CHOICE(n, member, list, ...) \
	{ \
		.kind = LU__MEMBER_CHOICE, .name = (n), .at = AT(member), .choices = (list), .meaning = __VA_ARGS__ \
	}
#define WORDS(n, member, most, ...) \
	{ \
		.kind = LU__MEMBER_WORDS, .name = (n), .at = AT(member), .max = (most), .meaning = __VA_ARGS__ \
	}
#define END \
	{ \
		.kind = LU__MEMBER_END \
	}

static const char *const bys[] = { "element", "file", NULL };
static const char *const selection_policies[] = { "softmax", "calibrated", NULL };
static const char *const modes[] = { "compact", "refine", "tree", NULL };
static const char *const search_policies[] = { "best-first", "root-first", NULL };
static const char *const units[] = { "sentence", "passage", NULL };
static const char *const grades[] = { "exact", "unique", "ambiguous", "unresolved", NULL };

enum { FILTERS = 1000 };

static const lu__member base[] = { TEXT("kb", kb, "the knowledge base; without it the default one"), END };

static const lu__member question[] = { TEXT("text", text, "the question", .needed = true), END };

static const lu__member search[] = {
	INT("k", search.query.k, 1, LU_K_MAX, "give at most so many hits"),
	CHOICE("by", by, bys, "give elements or files, each by its best element"),
	TEXT("strategy", strategy, "find hits by this strategy", .check = lu_strategy_check),
	BOOL("explain", explain, "say what the reranker's score is made of"),
	BOOL("times", search.times, "tell how many seconds each stage took"),
	BOOL("whole", search.whole, "answer a question of several parts as one"),
	WORDS("path", search.query.paths, FILTERS, "only hits in these files or folders, or that match these globs",
	      .within = "filters"),
	WORDS("language", search.query.languages, FILTERS, "only hits of these languages", .within = "filters"),
	WORDS("type", search.query.types, FILTERS, "only hits of these types, such as function", .within = "filters"),
	BOOL("adaptive", search.adaptive, "give as many hits as the question needs, in place of k"),
	CHOICE("policy", search.select.policy, selection_policies, "with adaptive, decide by this policy"),
	INT("k_min", search.select.k_min, 0, LU_SELECT_K_MAX,
	    "with adaptive, give at least so many hits; 0: by the policy"),
	INT("k_max", search.select.k_max, 1, LU_SELECT_K_MAX, "with adaptive, give at most so many hits"),
	REAL("mass", search.select.mass, 0, 1, "with adaptive, stop at this probability; 0: by the policy"),
	REAL("min_coverage", search.select.floor, 0, 1,
	     "with adaptive and calibrated, give nothing when no hit holds this share of the question"),
	REAL("max_cost", search.select.max_cost, 0, 1000000,
	     "with adaptive, stop before the tokens of the hits cost more"),
	REAL("token_price", token_price, 0, 1000000, "dollars for a million tokens"),
	INT("token_budget", search.select.token_budget, 0, INT32_MAX,
	    "with adaptive, pass over hits with which there were more tokens; 0: no bound"),
	INT("max_tokens", search.max_tokens, 0, INT32_MAX,
	    "show whole elements while they fit into so many tokens, and the outline of the others; 0: snippets"),
	INT("rrf_k", search.query.rrf_k, 0, LU_RRF_K_MAX,
	    "where lists are fused by their ranks, weigh rank R by 1/(N+R)"),
	INT("vector_top_k", search.query.vector_top_k, 1, LU_K_MAX, "with vector_only, give at most so many hits"),
	REAL("similarity_threshold", search.query.similarity_threshold, -1, 1, "take only what has such a cosine"),
	INT("graph_expansion_depth", search.query.graph_expansion_depth, 1, LU_EXPANSION_DEPTH_MAX,
	    "where the graph is followed, follow at most so many edges in a row"),
	INT("max_expansion_nodes", search.query.max_expansion_nodes, 0, LU_EXPANSION_NODES_MAX,
	    "where the graph is followed, take so many of the elements that are reached"),
	INT("max_augmented_chunks", search.query.max_augmented_chunks, 0, LU_K_MAX,
	    "with vector_first_graph_augment, add at most so many of them"),
	BOOL("include_graph_context", search.query.include_graph_context,
	     "give also hits that nothing but the graph leads to"),
	BOOL("correct", search.query.correct, "read words that nothing holds as the ones that are near them"),
	BOOL("translate", search.query.translate, "read questions in other languages in English"),
	END
};

static const lu__member answering[] = { BOOL("answer", answer, "answer the question from the hits, with citations"),
					CHOICE("mode", mode, modes, "with answer, how the model is asked"), END };

static const lu__member context[] = { INT("context_tokens", ask.answer.max_tokens, 100, 1000000,
					  "let the hits have so many tokens in a request to the model"),
				      END };

static const lu__member near[] = {
	INT("max_hops", ask.near.max_hops, 1, LU_HOPS_MAX, "follow at most so many edges in a row"),
	INT("max_entities", ask.near.max_entities, 1, LU_ENTITIES_MAX, "take at most so many elements"), END
};

static const lu__member communities[] = {
	BOOL("communities", communities, "show the model the elements by community, with a summary of each"), END
};

static const lu__member broad[] = {
	TEXT("budget", budget, "make at most so many tests: a number, z100, z500 or z1500"),
	BOOL("trace", trace, "also give subqueries, communities, tests, states and claims"),
	INT("max_subqueries", lazy_graph.max_subqueries, 1, LU_SUBQUERIES_MAX,
	    "use at most so many questions that the question is taken apart into"),
	INT("batch_size", lazy_graph.search.batch_size, 1, LU_LAZY_BATCH_MAX,
	    "make so many tests at a time, of one community; without request_size, requests have so many"),
	INT("request_size", lazy_graph.search.request_size, 1, LU_LAZY_REQUEST_MAX,
	    "send batches of at most so many tests in a request; the size of a batch: each has its own"),
	INT("relevance_threshold", lazy_graph.search.relevance_threshold, 1, 10,
	    "keep what a test, which gives 0 to 10, gives so much or more"),
	INT("zero_relevance_threshold", lazy_graph.search.zero_relevance_threshold, 1, LU_LAZY_ZEROS_MAX,
	    "with best-first, go on below a community when so many tests in a row give 0"),
	INT("max_depth", lazy_graph.search.max_depth, 0, LU_LAZY_DEPTH_MAX,
	    "go down at most so many levels of communities"),
	INT("breadth_limit", lazy_graph.search.breadth_limit, 1, LU_LAZY_BREADTH_MAX,
	    "go through so many communities of a level at a time"),
	INT("sufficient_relevance_count", lazy_graph.search.sufficient_relevance_count, 1, LU_LAZY_BUDGET_MAX,
	    "stop when so much is kept"),
	CHOICE("search_policy", policy, search_policies, "in which order communities are taken"),
	CHOICE("test_unit", unit, units, "test each sentence from 0 to 10, or each passage for yes or no"),
	INT("best_passages", lazy_graph.search.best_passages, 1, LU_LAZY_BEST_MAX,
	    "with root-first, rank a community by so many of its passages"),
	INT("restart_after", lazy_graph.search.restart, 1, LU_LAZY_RESTART_MAX,
	    "with root-first, begin again after so many communities without anything relevant"),
	REAL("merge_threshold", lazy_graph.merge_threshold, 0, 1,
	     "make one of claims whose vectors have such a cosine"),
	REAL("time_limit", lazy_graph.time_limit, 0, LU_LAZY_TIME_MAX,
	     "begin no test after so many seconds; 0: no limit"),
	END
};

static const lu__member expansion[] = {
	TEXT("text", text, "the question; it may be left out where there are ids"),
	WORDS("ids", ids, 1000, "expand these elements instead"),
	WORDS("entities", entities, LU_ENTITIES, "also expand what is called so"),
	INT("max_hops", expand.max_hops, 1, LU_HOPS_MAX, "follow at most so many edges in a row"),
	INT("max_entities", expand.max_entities, 1, LU_EXPAND_ENTITIES_MAX,
	    "give so many of the elements that are reached"),
	REAL("expansion_weight", weight, 0, 1, "have the expansion count so much in the order of hits"),
	END
};

static const lu__member graph[] = {
	TEXT("target", target, "of path: the other end"),
	WORDS("kind", kinds, LU_EDGE_KINDS, "follow only edges of these kinds"),
	CHOICE("grade", grade, grades, "follow only edges that are at least so certain"),
	INT("depth", depth, 0, LU_GRAPH_DEPTH_MAX, "follow at most so many edges in a row; 0: what suits the question"),
	INT("max_hops", max_hops, 1, LU_GRAPH_DEPTH_MAX, "of path: look for paths of at most so many edges"),
	INT("limit", limit, 1, 100000, "show at most so many edges, communities or concepts"),
	BOOL("first", first, "of several elements with the name, take the first"),
	BOOL("unresolved", unresolved, "also list references that may mean the element"),
	BOOL("mentions", mentions, "also list places that name the element"),
	INT("level", level, -1, 100, "of communities: those of this level, 0 being the roots; -1: the roots"),
	INT("min_frequency", min_frequency, 1, 1000000000, "of concepts: leave out those that stand less often"),
	INT("min_weight", min_weight, 1, 1000000000, "of concepts: join those that stand together so often"),
	INT("min_degree", min_degree, 0, 1000000000, "of concepts: leave out those with fewer edges"),
	REAL("max_degree_sd", max_degree_sd, 0, 1000000,
	     "of concepts: leave out those with more edges than the mean and so many standard deviations; 0: none"),
	REAL("min_percentile", percentile, 0, 100,
	     "of concepts: join those whose mutual information is not below this percentile"),
	END
};

#define TABLES(...) \
	(const lu__member *const[]) \
	{ \
		__VA_ARGS__, NULL \
	}

#define HITS \
	{ "hits", "hit", true }, \
	{ \
		"selection", "selection", false \
	}
#define ANSWER \
	{ \
		"answer", "answer", false \
	}

const lu__endpoint lu__endpoints[] = {
	{ .method = "POST",
	  .pattern = "/query",
	  .id = "query",
	  .summary = "Find the elements that answer a question, and answer it when that is asked for",
	  .takes = TABLES(base, question, search, answering, context),
	  .gives = { HITS, ANSWER },
	  .answer = lu__answer_query,
	  .streams = true },
	{ .method = "POST",
	  .pattern = "/api/v1/lazy-rag/query",
	  .id = "lazyQuery",
	  .summary = "Answer a question from the hits and from what is near them in the graph",
	  .takes = TABLES(base, question, search, context, near, communities),
	  .gives = { HITS, ANSWER },
	  .answer = lu__answer_lazy,
	  .feature = LU__LAZY,
	  .streams = true },
	{ .method = "POST",
	  .pattern = "/api/v1/lazy-rag/expand",
	  .id = "lazyExpand",
	  .summary = "Find what a question names, and what lies near it, as far as lazy answers look",
	  .takes = TABLES(base, expansion),
	  .gives = { { "expansion", "expansion", false } },
	  .answer = lu__answer_expand,
	  .feature = LU__LAZY },
	{ .method = "GET",
	  .pattern = "/api/v1/lazy-rag/status",
	  .id = "lazyStatus",
	  .summary = "How lazy answers are made here",
	  .takes = TABLES(base),
	  .gives = { { "status", "lazy", false } },
	  .answer = lu__answer_lazy_status,
	  .feature = LU__LAZY },
	{ .method = "POST",
	  .pattern = "/api/v1/lazy-graph/query",
	  .id = "lazyGraphQuery",
	  .summary = "Answer a broad question within a budget of relevance tests",
	  .takes = TABLES(base, question, search, context, broad),
	  .gives = { HITS, ANSWER, { "trace", "subquery community relevance state claim", true } },
	  .answer = lu__answer_lazy_graph,
	  .feature = LU__LAZY_GRAPH,
	  .streams = true },
	{ .method = "POST",
	  .pattern = "/api/v1/expand",
	  .id = "expand",
	  .summary = "Find what a question names, and what lies near it in the graph",
	  .takes = TABLES(base, expansion),
	  .gives = { { "expansion", "expansion", false } },
	  .answer = lu__answer_expand },
	{ .method = "GET",
	  .pattern = "/api/v1/strategies",
	  .id = "strategies",
	  .summary = "The ways to find hits, and which of them the knowledge base supports",
	  .takes = TABLES(base),
	  .gives = { { "strategies", "strategy", true } },
	  .answer = lu__answer_strategies },
	{ .method = "GET",
	  .pattern = "/api/v1/kbs",
	  .id = "kbs",
	  .summary = "The knowledge bases that may be asked",
	  .takes = (const lu__member *const[]){ NULL },
	  .gives = { { "kbs", "kb", true } },
	  .answer = lu__answer_kbs,
	  .no_base = true },
	{ .method = "GET",
	  .pattern = "/api/v1/elements/{id}",
	  .id = "element",
	  .summary = "An element, with its source",
	  .takes = TABLES(base),
	  .gives = { { "element", "element", false } },
	  .answer = lu__answer_element },
	{ .method = "GET",
	  .pattern = "/api/v1/graph/{question}/{name...}",
	  .id = "graphOf",
	  .summary = "Who calls what, what leads where, what a change may affect, what belongs together",
	  .takes = TABLES(base, graph),
	  .gives = { { "records", "graph edge mention communities community concepts concept place", true } },
	  .answer = lu__answer_graph },
	{ .method = "GET",
	  .pattern = "/api/v1/graph/{question}",
	  .id = "graph",
	  .summary = "All communities, or all concepts",
	  .takes = TABLES(base, graph),
	  .gives = { { "records", "graph edge mention communities community concepts concept place", true } },
	  .answer = lu__answer_graph },
	{ .method = NULL },
};
