/* SPDX-License-Identifier: MIT
 * What a strategy is made of: it turns the terms of a query into scored candidates, which
 * lu_retrieve() then orders, cuts and describes. */
#ifndef LU_RETRIEVE_STRATEGY_H
#define LU_RETRIEVE_STRATEGY_H

#include "lucus/classify.h"
#include "lucus/embed.h"
#include "store/postings.h"
#include "lucus/retrieve.h"
#include "lucus/text.h"
#include "retrieve/implied.h"
#include "retrieve/filter.h"
#include "retrieve/question.h"

/* What an occurrence of another form of a word counts. */
#define LU__FORM 0.85f

/* A distinct token of the query. */
typedef struct lu__term {
	lu_str token;
	lu_token_kind kind; /* of its first occurrence */
	int64_t df;         /* elements that hold it or, if it is wanted, a form of it; -1: not looked up yet */
	int64_t exact;      /* those that hold the very token */
	lu_plist list; /* where it is or, if it is wanted, a form of it: `exact` has the fields of the very token. It is
			   * the retriever's or, with compounds, the query's */
	float unit;    /* what 1 in the counts of the list stands for */
	float share;   /* what it counts by the part of the question that it is in: 1 in its title */
	bool wanted;   /* not left out as a stop word */
	bool reported; /* among the unmatched words already */
} lu__term;

/* An occurrence of a token, in the order of the text. */
typedef struct lu__occurrence {
	size_t term;
	lu_token_kind kind;
} lu__occurrence;

typedef struct lu__terms {
	lu_retriever *r;
	lu_arena *a;
	lu__term *v;
	size_t n;
	lu__occurrence *at;
	size_t n_at;
	lu_map map;    /* of v, by token */
	int64_t total; /* elements in all */
	lu_err *e;     /* of a lookup that failed */
	lu_code failed;
} lu__terms;

/* lu__question_read(), and out of what it left the name of the language that nearly all code is in, and words for how many
 * are wanted ("all exceptions"): tongue.c. */
lu_code lu__question_of(lu_retriever *r, lu_str query, lu_arena *a, lu__question *out, lu_err *e) LU_MUST_USE;
/* The class and the parts of what is left of a query then, with these words: what was said around it has none. */
lu_code lu__shape_of(lu_retriever *r, lu_str query, lu_arena *a, lu_query_shape *out, lu_err *e) LU_MUST_USE;

/* Split a question into terms and look up where each occurs. Memory comes from `a`; the lists live until
 * lu__terms_end(). */
lu_code lu__terms_read(lu__terms *t, lu_retriever *r, const lu__question *q, lu_arena *a, lu_err *e) LU_MUST_USE;
/* The term of `t` that is `token`, made when there is none; NULL: out of memory. */
lu__term *lu__term_of(lu__terms *t, lu_str token);
/* Find out where a term is, unless that is known; what fails stays in t->failed. */
void lu__term_look_up(lu__terms *t, lu__term *term);
void lu__terms_end(lu_retriever *r);
/* Tokens that stand for a term of `t`, the surest first; returns how many: implied_of.c. */
size_t lu__implied_of(const lu__terms *t, const lu__term *term, lu_implied out[LU_IMPLIED]);
/* Forget the lists that were kept for the next queries. */
void lu__terms_drop(lu_retriever *r);
/* Those that some element holds, without those that most do (unless there are no others), and at most a
 * fixed number, the rarest; in the order of the query. */
lu_code lu__terms_held(const lu__terms *t, lu_arena *a, lu_strs *out, lu_err *e) LU_MUST_USE;
/* Those that none holds: of an identifier that is unknown as a whole and in parts, the whole. */
lu_code lu__terms_unmatched(lu__terms *t, lu_arena *a, lu_strs *out, lu_err *e) LU_MUST_USE;
/* Where `other` is and the term is not, the term is in another form. */
lu_code lu__terms_absorb(lu__terms *t, lu__term *term, lu_str other, lu_err *e) LU_MUST_USE;
/* Let terms that are parts of compounds, or are some, absorb these: compound.c. */
lu_code lu__compounds(lu__terms *t, lu_err *e) LU_MUST_USE;
/* How many elements hold `token`; if none does, a form of it. */
lu_code lu__terms_count(lu__terms *t, lu_str token, int64_t *df, lu_err *e) LU_MUST_USE;
/* Read `query` as English, if it is in another language: english.c. *out is left alone otherwise; it lives in `a`, and
 * lists that were requested live until lu__terms_end(). */
lu_code lu__read_as_english(lu_retriever *r, lu_str query, lu_arena *a, lu_reading *out, lu_err *e) LU_MUST_USE;
/* Correct the words of `query`, whose terms `t` are, that nothing holds: correct.c. Memory comes from `a`. */
lu_code lu__correct(lu__terms *t, lu_str query, lu_arena *a, lu_corrections *out, lu_err *e) LU_MUST_USE;
/* The term that is `token`; NULL: none. */
const lu__term *lu__terms_find(const lu__terms *t, lu_str token);
/* A lu_df_fn whose ctx is lu__terms. */
bool lu__terms_df(void *terms, lu_str token, int64_t *df, int64_t *total);

/* The resolved edges out of the `n` elements `of`, ascending, of a file, without CONTAINS edges; of a row only ends,
 * kind and grade count. */
lu_code lu__edges_from(lu_retriever *r, int64_t file, const int64_t *of, size_t n, lu_edge_fn *fn, void *ctx,
		       lu_err *e) LU_MUST_USE;
/* Forget the edges that were kept for the next queries. */
void lu__adjacent_drop(lu_retriever *r);

/* Facts of the files that have rows, by their ids, which are read from the store (rank.h). */
typedef struct lu__files {
	uint32_t *referred; /* other files that refer to it; UINT32_MAX: not read yet */
	uint32_t most_referred;
} lu__files;

/* Words of queries with their lists. */
typedef struct lu__kept {
	lu__terms terms;
	lu_arena arena;
	size_t postings;
} lu__kept;

struct lu_retriever {
	lu_store *store;
	lu_embedder *m; /* NULL: none */
	lu_postings *post;
	lu_stemmer *stemmer;
	lu_table *known; /* words that are known anywhere */
	lu__files files; /* `referred` is filled in on the way */
	float *score;    /* by document; zeros between queries, as is the next */
	uint32_t *member;
	uint8_t *users;   /* by document: elements that refer to it, and 1; 0: not read yet (graph_list.c) */
	lu__kept kept[2]; /* words of queries with their lists, for the next queries: two generations (term_lists.c) */
	bool young;       /* which of them is the young one */
	struct lu__adjacent *adjacent; /* edges by file, for the next queries (adjacent.c); NULL: not yet */
	size_t kept_edges, next_forgotten;
	bool again;                 /* a query was served already */
	lu_vector_pool *pool;       /* NULL: none */
	lu_vectors *vectors;        /* in memory, for the next queries; NULL: not yet */
	struct lu_history *history; /* read when it is first needed (past.c); NULL: there is none */
	bool history_read;
	lu_kb kb;
	char lost[200];    /* why the provider of the embedder does not answer; empty: it does, as far as is known */
	double lost_at;    /* lu_now() */
	bool edges;        /* there are some */
	const char *own;   /* the strategy that the knowledge base has chosen; NULL: none */
	lu_tongue *tongue; /* files by language, for questions that name one (tongue.c); NULL: not read yet */
	size_t n_tongue;
	lu_arena arena;   /* of kb, own and tongue */
	lu_arena scratch; /* of the query that is served */
};

/* How deep the lists are that are fused and reranked: it does not depend on k, so that a larger k only appends. Deeper
 * ones were no better. */
#define LU__DEPTH 300

/* The edge by which the graph stage has reached an element first, or by which most of its score came. */
typedef struct lu__via {
	int64_t to, from;
	lu_edge_kind kind;
	lu_grade grade;
	bool in; /* against its direction */
} lu__via;

/* An element that holds phrases which the question quotes. */
typedef struct lu__quoting {
	int64_t id;
	uint32_t phrases;
} lu__quoting;

/* One query on its way. */
typedef struct lu__query {
	lu_retriever *r;
	lu_str text; /* without what says nothing */
	lu__question question;
	const lu_query_options *o;
	size_t depth; /* of each list */
	bool cut;     /* a list was longer */
	lu__terms terms;
	lu_strs held;
	lu__filter filter;
	float *vector; /* what a provider over the network has made of the text; NULL: it was not called */
	lu__via *via;  /* of what the graph stage has reached */
	size_t n_via;
	lu__quoting *quoting; /* by id */
	size_t n_quoting;
	int64_t *implied; /* elements to be looked at beyond those of the lists: implied_list.c */
	size_t n_implied;
	bool reranked;
	lu_query_class query_class; /* known when it was reranked */
	lu_arena scratch;
} lu__query;

/* Small, because lists are sorted: what stages say of it is elsewhere. */
typedef struct lu__candidate {
	int64_t id;
	double score;
	lu_stage_score *stage; /* LU_HIT_STAGES of them */
	const float *features; /* LU_FEATURES of them, when it was reranked */
	float hidden;          /* part of the score that the hidden layer adds then */
} lu__candidate;

typedef struct lu__candidates {
	lu__candidate *v; /* by score, no id twice; lives in the query's scratch arena */
	size_t n;
	size_t limit; /* most hits of this strategy; 0: no limit of its own */
} lu__candidates;

/* What takes over when the data does not support a strategy: the first of these that it does support. */
#define LU__OTHERWISE 4

typedef struct lu__strategy {
	lu_strategy_info info;
	lu_code (*run)(lu__query *q, lu__candidates *out, lu_err *e); /* NULL: runs as one of `otherwise` */
	const char *otherwise[LU__OTHERWISE]; /* NULL after the last; the last one needs nothing */
} lu__strategy;

const lu__strategy *lu__strategy_find(const char *name);
/* Read what decides on the strategies that are supported. */
lu_code lu__support_read(lu_retriever *r, lu_err *e) LU_MUST_USE;
lu_code lu__options_check(const lu_query_options *o, lu_err *e) LU_MUST_USE;

/* The time at which something begins, and has ended; nothing when nobody wants it. */
double lu__clock(const lu__query *q);
void lu__spent(const lu__query *q, lu_time t, double start);

/* The lists that strategies are built from: candidates with the score and rank of one stage. */
lu_code lu__list_bm25(lu__query *q, lu__candidates *out, lu_err *e) LU_MUST_USE;
/* At most `depth` candidates (and ties) with a cosine of at least `floor`. */
lu_code lu__list_vector(lu__query *q, size_t depth, double floor, lu__candidates *out, lu_err *e) LU_MUST_USE;
/* The same for a strategy that also has another list: in a large store only the candidates of that one are compared. */
lu_code lu__list_near(lu__query *q, const lu__candidates *among, lu__candidates *out, lu_err *e) LU_MUST_USE;
/* The cosine of each candidate with the title of a question that has more below it, by vectors that are made in
 * process; else zeros. */
lu_code lu__title_cosines(lu__query *q, const lu__candidates *c, float *out, lu_err *e) LU_MUST_USE;
/* Add the cosines of those candidates that are too far down the list of vectors to be in it. */
lu_code lu__far_cosines(lu__query *q, const lu__candidates *c, float (*x)[LU_FEATURES], lu_err *e) LU_MUST_USE;
/* What the best of `from` lead to along edges, with their score and rank of LU_STAGE_GRAPH. */
lu_code lu__list_graph(lu__query *q, const lu__candidates *from, lu__candidates *out, lu_err *e) LU_MUST_USE;

/* Join lists: an element of several has the scores of all of them. Its score is the sum over the stages of
 * weight[stage] / (rrf_k + rank). What only the graph leads to stays out without include_graph_context. */
lu_code lu__fuse(lu__query *q, const lu__candidates *list, size_t n, const double weight[LU_HIT_STAGES],
		 lu__candidates *out, lu_err *e) LU_MUST_USE;
/* Order candidates by the built-in reranker. */
lu_code lu__rerank(lu__query *q, lu__candidates *c, lu_err *e) LU_MUST_USE;

/* The phrases that `text` quotes. Data and code that were pasted have quotes, too, and quote nothing. */
lu_code lu__quotes_read(lu_str text, lu_arena *a, lu_quotes *out, lu_err *e) LU_MUST_USE;
/* Find out who holds them. */
lu_code lu__quotes_find(lu__query *q, lu_quotes *x, lu_err *e) LU_MUST_USE;
/* How many of them an element holds. */
uint32_t lu__quotes_held(const lu__query *q, int64_t id);
/* What holds more of them comes before what holds less, otherwise in the order that is there. */
lu_code lu__quotes_first(lu__query *q, lu__candidates *c, lu_err *e) LU_MUST_USE;

/* A list of `n`, without ids and scores. */
lu_code lu__candidates_new(lu__query *q, size_t n, lu__candidates *out, lu_err *e) LU_MUST_USE;
/* Sort by score and give `stage` these scores, and ranks as lu__candidates_of() does. */
lu_code lu__candidates_sort(lu__query *q, lu__candidates *c, lu_hit_stage stage, lu_err *e) LU_MUST_USE;
/* The same for a list that is in order. */
void lu__candidates_rank(lu__candidates *c, lu_hit_stage stage);
/* Cut to the first `n`, in the order in which they would be hits: equal scores by place. Elements that are gone are
 * none, nor, as `which` says, those that the query's filter leaves out, and those of a file that has one already. *el,
 * unless `el` is NULL, are the elements, in memory of `a`; when it is, and all are wanted, only those are loaded that
 * the cut goes through, and the others come by score alone. */
enum { LU__KEEP_ALL, LU__KEEP_KEPT = 1, LU__KEEP_ONE_A_FILE = 2 };
lu_code lu__candidates_head(lu__query *q, lu__candidates *c, size_t n, unsigned which, lu_arena *a, lu_brief **el,
			    lu_err *e) LU_MUST_USE;

/* Turn a list into candidates: rank 1 + the number of better ones, so that it does not depend on the order
 * of equals. Sorts `best`. */
lu_code lu__candidates_of(lu__query *q, lu_topk *best, lu_hit_stage stage, lu__candidates *out, lu_err *e) LU_MUST_USE;

#endif
