/* SPDX-License-Identifier: MIT
 * Retrieval: a query against one knowledge base, by a strategy from the registry. */
#ifndef LUCUS_RETRIEVE_H
#define LUCUS_RETRIEVE_H

#include "lucus/embed.h"
#include "lucus/select.h"
#include "lucus/store.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LU_QUERY_MAX 10000 /* characters; longer queries are refused */
#define LU_K_MAX     1000  /* most hits of one query */

/* The stages of the pipeline that can leave a score and a rank on a hit. */
typedef enum lu_hit_stage {
	LU_STAGE_BM25,
	LU_STAGE_VECTOR,
	LU_STAGE_RRF,
	LU_STAGE_GRAPH,
	LU_STAGE_RERANK,
	LU_STAGE_REMOTE,    /* a reranker over the network, which the caller has brought in (lucus/rerank.h) */
	LU_STAGE_EXPANSION, /* what an expansion says to the question (lucus/expand.h) */
	LU_HIT_STAGES
} lu_hit_stage;
#define LU_HIT_STAGE_BIT(s) (1u << (s))
const char *lu_hit_stage_name(lu_hit_stage s); /* "bm25", "vector", "rrf", "graph", "rerank", "remote", "expansion" */

/* What the built-in reranker knows of a candidate: lucus/ranking.def says what each feature is. */
typedef enum lu_feature {
#define FEATURE(name, element, file, text) LU_FEATURE_##name,
#include "lucus/ranking.def"
#undef FEATURE
	LU_FEATURES
} lu_feature;
const char *lu_feature_name(lu_feature f);

/* The options of strategies stay within these bounds. */
#define LU_RRF_K_MAX           1000000
#define LU_EXPANSION_DEPTH_MAX 8
#define LU_EXPANSION_NODES_MAX 10000
#define LU_SCAN_MAX            1000000000

/* What takes time in a search. */
typedef enum lu_time {
	LU_TIME_OPEN, /* the store, its index and the models: the caller's, as are the last two */
	LU_TIME_BM25, /* full text, and reading the question for it */
	LU_TIME_VECTOR,
	LU_TIME_GRAPH,
	LU_TIME_RERANK,
	LU_TIME_SELECT, /* deciding how many hits are enough */
	LU_TIME_READ,   /* the elements that are hits, from the store */
	LU_TIMES
} lu_time;
const char *lu_time_name(lu_time t);

typedef struct lu_query_options {
	const char *strategy;          /* NULL is "auto": the knowledge base's own choice, or the best */
	int64_t k;                     /* results wanted, 1 to LU_K_MAX */
	bool by_file;                  /* one hit, the best, of each file */
	int64_t rrf_k;                 /* 60; 0 to LU_RRF_K_MAX */
	int64_t vector_top_k;          /* 10, the most that vector_only gives and vector_first_... starts from */
	double similarity_threshold;   /* 0.5, the least cosine of these; -1 to 1 */
	int64_t graph_expansion_depth; /* 1, edges in a row; 1 to LU_EXPANSION_DEPTH_MAX */
	int64_t max_expansion_nodes;   /* 50, elements that an expansion reaches; 0 to LU_EXPANSION_NODES_MAX */
	int64_t max_augmented_chunks;  /* 5, of them, that vector_first_graph_augment adds; 0 to LU_K_MAX */
	int64_t vector_scan_max;       /* 150000; in stores with more elements, strategies that also have a list of full
					 * text compare only its candidates with the query's vector; 0 to LU_SCAN_MAX */
	bool include_graph_context;    /* true; false: what only the graph leads to is no hit */
	bool correct;       /* true; words that nothing holds and that are a slip away from one that is held are
					 * taken for that, unless they are quoted */
	bool translate;     /* true; a question in a language that lu_translate() knows is read as English */
	int64_t candidates; /* depth of each list before fusion, >= k; 0: what is best, more with filters */
	/* Only elements that fit one entry of each list that is not empty. A path is a glob from the root on, in which
	 * '*', '?' and '[...]' match a '/', too, for the file or a folder that it is in. They work before the cut to k. */
	lu_strs paths, languages, types;
	/* Row ids of elements that the caller knows to be near: a strategy that ends with the
	 * reranker has them among its candidates, whatever its lists say; others do without.
	 * Borrowed. */
	const int64_t *also;
	size_t n_also;
	double *times; /* LU_TIMES of them, to which seconds are added; NULL: no clock is read */
} lu_query_options;

/* LU_EUSAGE: empty, longer than LU_QUERY_MAX characters, not UTF-8. */
lu_code lu_query_check(lu_str query, lu_err *e) LU_MUST_USE;

/* The values above, k 10. */
void lu_query_options_init(lu_query_options *o);

/* Do the filters of `o` let an element through? */
lu_code lu_query_keeps(const lu_query_options *o, const lu_brief *el, bool *keeps, lu_err *e) LU_MUST_USE;
/* Those of its paths that no file of the knowledge base fits, borrowed from `o`, their list in `a`. Reads the list of files. */
lu_code lu_query_unfit(lu_store *s, const lu_query_options *o, lu_arena *a, lu_strs *out, lu_err *e) LU_MUST_USE;

typedef struct lu_stage_score {
	double score;
	uint32_t rank; /* from 1, equal scores share one; 0: not seen by the stage */
} lu_stage_score;

/* The edge by which the graph stage has reached an element: of several, the one that counted most. */
typedef struct lu_via {
	char from[LU_ID]; /* the element where it went on from; empty: the graph stage has not reached it */
	lu_str name;      /* its name */
	lu_edge_kind kind;
	lu_grade grade;
	bool in; /* the edge leads to `from`, and was followed against its direction */
} lu_via;

/* An element that is listed with a hit, and not as one of its own. */
typedef enum lu_fold {
	LU_FOLD_INSIDE, /* it lies in the hit, or in what is the same, or the hit in it */
	LU_FOLD_COPY,   /* it is a copy of the hit */
	LU_FOLD_SAME    /* of the same thing: its declaration or definition, an overload, another block of its type */
} lu_fold;

typedef struct lu_folded {
	lu_brief el;
	lu_fold how;
} lu_folded;

typedef struct lu_hit {
	lu_brief el;
	double score;     /* of the strategy's last stage, but at most that of the hit before it; higher is better */
	uint32_t rank;    /* from 1 */
	uint32_t phrases; /* of those that the question quotes it holds so many */
	uint32_t line;    /* the best line of its snippet, set by whoever reads that; 0: unknown. Not cached */
	lu_stage_score stage[LU_HIT_STAGES];
	lu_via via;
	const lu_folded *folded; /* by path and line */
	size_t n_folded;
	float hidden;    /* what the hidden layer of the reranker adds to the score */
	float relevance; /* how likely it is that it is right, with by_file its file; 0: unknown, as it was not
					 * reranked */
	float feature[LU_FEATURES]; /* zeros when it was not reranked */
	bool stale; /* set by who has looked (lucus/fresh.h): its text is not in the file any more. Not kept in
					 * the cache */
} lu_hit;

/* A part of the score that the reranker gave a hit. */
typedef struct lu_hit_part {
	const char *name, *text; /* of a feature, or "hidden" */
	double value;
} lu_hit_part;
/* The parts that are not 0, those that count most first; their sum is the score. `by_file`: as the
 * query's option. Returns their number: 0 when the hit was not reranked. */
#define LU_HIT_PARTS (LU_FEATURES + 1)
size_t lu_hit_parts(const lu_hit *h, bool by_file, lu_hit_part out[LU_HIT_PARTS]);

/* A word of a question that was taken for another one. */
typedef struct lu_correction {
	lu_str from, to; /* folded */
} lu_correction;

/* What such a word counts, of what it would if it were held, where it is judged how much of a question something holds. */
#define LU_GUESSED .7

typedef struct lu_corrections {
	lu_correction *v;
	size_t n;
	lu_str text; /* the question as it was searched; empty when nothing was corrected */
} lu_corrections;

/* A phrase that a question quotes. */
typedef struct lu_quote {
	lu_str text;
	int64_t found;  /* elements that hold it: they come first; 0: its words count like others */
	int64_t unread; /* elements with all of its words whose text was not looked at any more */
} lu_quote;

typedef struct lu_quotes {
	lu_quote *v;
	size_t n;
} lu_quotes;

/* How a question in another language was read. */
typedef struct lu_reading {
	lu_str language; /* "de", "ja" ...; empty: it was taken as it is written */
	lu_str text;     /* what it says in English, as far as that is known */
} lu_reading;

typedef struct lu_result {
	lu_hit *v; /* by rank; views live in `arena` */
	size_t n;
	const char *strategy;     /* the one that ran */
	char fallback[320];       /* why it is not the one that was wanted; empty when it is */
	bool transient;           /* a server did not reply: the next time may be better */
	lu_strs terms;            /* tokens of the query that were looked for and found */
	lu_strs unmatched;        /* words of the query that no element holds */
	lu_corrections corrected; /* and those that nothing holds either, but something near to them */
	lu_quotes quoted;         /* phrases that it quotes */
	lu_reading translated;    /* what was then corrected, if anything was */
	bool overloads;           /* it tells what a function takes: each of those of a name is listed */
	double seconds;
	lu_arena arena;
} lu_result;

typedef struct lu_retriever lu_retriever;

/* Open a retriever for the knowledge base that `s` uses, as it is now: `s` must be in a transaction, or
 * nobody may write. Both must outlive it. `m` may be NULL: then only strategies without vectors run. A
 * model other than the one of the stored vectors is LU_EUSAGE, with the command that mends it. One
 * thread at a time.
 *
 * When the provider of `m` is over the network and does not reply, strategies without vectors take over, as
 * lu_result.fallback says, and it is not called again for LU_LOST_SECONDS. */
#define LU_LOST_SECONDS 30
lu_code lu_retriever_open(lu_store *s, lu_embedder *m, lu_retriever **out, lu_err *e) LU_MUST_USE;
void lu_retriever_close(lu_retriever *r); /* accepts NULL */
/* Share vectors in memory with others who do, instead of having its own. */
void lu_retriever_share(lu_retriever *r, lu_vector_pool *pool);

/* Search for `query`. A strategy that the data does not support gives way to another, and `fallback`
 * says so. No hits when the store holds none of the query's words, unless a provider over the
 * network has made the vectors. LU_EUSAGE: empty, longer than LU_QUERY_MAX characters, not UTF-8,
 * unknown strategy (the message lists the names), an option out of its range. LU_ECANCEL:
 * lu_check_cancel(). Ties are broken by path, start line and id, so the order depends on the content
 * alone; a larger k only appends. Release *out with lu_result_free(). */
lu_code lu_retrieve(lu_retriever *r, lu_str query, const lu_query_options *o, lu_result *out, lu_err *e) LU_MUST_USE;
/* The text that was searched for `query`: translated, corrected, or as it is. */
lu_str lu_result_text(const lu_result *r, lu_str query);
void lu_result_free(lu_result *r);

/* List each code once in `r`, whose hits are elements in the order of a reranker, found by options
 * `o`: of hits that lie in each other one stays before the others, as of those that are of one thing
 * (lu_fold), and originals before their copies (lu_hit.folded). It looks at the first LU_ONCE_DEPTH, so `r` must hold as many where there are;
 * fewer may be kept of it afterwards. Hits that are files, or of a strategy without a reranker, stay
 * as they are; with filters by type nothing falls behind for what it lies in. What was done before is done anew. Also
 * part of lu_retrieve() and lu_retrieve_parts(): for who changes their order. */
#define LU_ONCE_DEPTH 32
lu_code lu_list_once(lu_store *s, const lu_query_options *o, lu_result *r, lu_err *e) LU_MUST_USE;

/* The same for a query of several aspects (lucus/classify.h): the whole and each of its parts are
 * searched, and the results interleaved (lu_interleave()), so that each part has its share. Scores
 * then fall from 1 by the rank; stages are those of the list that an element came from. A query of
 * one aspect is searched as by lu_retrieve(). */
lu_code lu_retrieve_parts(lu_retriever *r, lu_str query, const lu_query_options *o, lu_result *out,
			  lu_err *e) LU_MUST_USE;

/* Ask for this many hits when lu_choose() is to decide how many of them to keep. */
#define LU_CHOOSE_K(o) ((o)->k_max > LU_SELECT_HEAD ? (o)->k_max : LU_SELECT_HEAD)

/* Decide which of the hits of `res`, the result for `query`, are enough, and take the others out of it and of *out, whose
 * `taken` is NULL. The tokens of a hit are those of its source; its coverage is the share of the query's words, weighted by how rare they are,
 * that its name, path, documentation and source hold. The class of the query is taken from its words, o->query_class
 * is not read, and with the calibrated policy a k_min of 0 is the number of the query's parts. The probabilities live
 * in res->arena. LU_EUSAGE: as lu_select(). */
lu_code lu_choose(lu_retriever *r, lu_str query, const lu_select_options *o, lu_result *res, lu_selection *out,
		  lu_err *e) LU_MUST_USE;

/* Some lines of a code. */
typedef struct lu_excerpt {
	lu_str text;          /* a view of the code, without the last newline, of at most 4 KiB */
	uint32_t first, best; /* lines of the code, from 0: where it starts, and what it was chosen for */
} lu_excerpt;

/* The lines of `code`, at most `lines` of them, around the one that holds most of the distinct `terms` (the
 * first such; the beginning when none does). Looks at the first 32 KiB only. */
lu_code lu_snippet(lu_str code, const lu_strs *terms, size_t lines, lu_excerpt *out, lu_err *e) LU_MUST_USE;
/* Those around `line`, from 0, or around the last one before it. */
lu_excerpt lu_snippet_around(lu_str code, size_t line, size_t lines);
/* The line of the element that `query` names by its place, PATH:LINE in any of the ways that are known; 0: none. */
uint32_t lu_asked_line(lu_str query, const lu_brief *el);
/* Is one of `terms` a token of `text`? */
lu_code lu_has_term(lu_str text, const lu_strs *terms, bool *has, lu_err *e) LU_MUST_USE;

/* ---- what answers are made of ---- */

/* A word of a question that says what it is about. */
typedef struct lu_word {
	lu_str text;  /* as it is written, without the punctuation around it: a view of the question */
	lu_str token; /* folded; of a name with several tokens empty */
	bool named;   /* the name of something: written like code, quoted, or with a capital amid a sentence */
	bool proper;  /* of these the last: no identifier, as far as one can see */
	bool weak;    /* says what kind of thing, or that something is done: "class", "works", "handled" */
	bool guessed; /* the token is that of a correction */
	int64_t df;   /* elements that hold the token or a form of it; of several tokens, the rarest */
} lu_word;

/* The words of `query`, each once, in their order, and the number of all elements; `c` (NULL: none)
 * says which of them were corrected: names are not. Memory comes from `a`. */
lu_code lu_query_words(lu_retriever *r, lu_str query, const lu_corrections *c, lu_arena *a, lu_word **out, size_t *n,
		       int64_t *total, lu_err *e) LU_MUST_USE;

/* Does a plain word of a question say what it is about? Those of asking ("find") do not, nor does what is weak. */
bool lu_tells(lu_str word);

/* An element near others. */
typedef struct lu_neighbour {
	lu_brief el;
	double score; /* higher by more edges, stronger kinds, better ranks of where they begin, less distance */
} lu_neighbour;

/* The `most` best elements that are reached from the `n` of `seed`, best first, by at most `hops`
 * edges in a row whose ends are known; none of `seed` is among them. Only elements that the filters
 * of `within` let through are reached, and gone on from; NULL: all. Views live in `a`. Ties as in
 * lu_retrieve(). LU_EUSAGE: a filter that is wrong. */
lu_code lu_neighbours(lu_retriever *r, const lu_hit *seed, size_t n, int64_t hops, size_t most,
		      const lu_query_options *within, lu_arena *a, lu_neighbour **out, size_t *n_out,
		      lu_err *e) LU_MUST_USE;

/* ---- the registry (src/retrieve/strategies.def) ---- */

typedef struct lu_strategy_info {
	const char *name, *alias, *summary; /* alias: another name, or NULL */
	bool needs_vectors, needs_edges;
	unsigned stages; /* LU_HIT_STAGE_BIT()s of those that it may leave on a hit */
} lu_strategy_info;

/* Strategy `i` in the order of the registry; NULL beyond the last. */
const lu_strategy_info *lu_strategy_at(size_t i);
/* By name or alias; NULL: there is none. */
const lu_strategy_info *lu_strategy_find(const char *name);
/* LU_EUSAGE: there is none, the message lists the names. */
lu_code lu_strategy_check(const char *name, lu_err *e) LU_MUST_USE;
/* Does it look at vectors where there are any? If so, an embedder should be open. */
bool lu_strategy_uses_vectors(const lu_strategy_info *i);
/* Why the data or the retriever does not support the strategy; NULL when it is supported. Borrowed. */
const char *lu_strategy_lacks(const lu_retriever *r, const lu_strategy_info *i);
/* The strategy that runs when `name` is wanted; NULL is "auto". What was passed over on the way, and why, is in `why`:
 * "NAME: REASON; NAME: REASON", empty when there was nothing. LU_EUSAGE: unknown, the message lists the names. */
lu_code lu_strategy_resolve(const lu_retriever *r, const char *name, const lu_strategy_info **out, char why[320],
			    lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
