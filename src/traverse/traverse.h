/* SPDX-License-Identifier: MIT
 * Walks over the graph of a store, hop by hop: the elements of a frontier are left along edges, and some of what these lead
 * to is the next frontier. A policy says which edges are followed, and what each is worth; a visitor, what becomes of
 * them. lu__traverse() gives the visitor every edge; lu__spread() adds up what elements are worth by the edges that lead
 * to them, and gives it the best. */
#ifndef LU_TRAVERSE_TRAVERSE_H
#define LU_TRAVERSE_TRAVERSE_H

#include "lucus/store.h"

/* An element of a frontier. */
typedef struct lu__vertex {
	int64_t id, file;
	double score; /* lu__spread() */
} lu__vertex;

typedef struct lu__frontier {
	lu__vertex *v;
	size_t n;
	size_t leave; /* the first of them from which the next hop begins; the others are only not reached again */
	size_t room;  /* lu__spread(): most that the next hop reaches, and those that tie with the last */
} lu__frontier;

/* An edge of a hop as lu__spread() keeps it, which sorts them: small. */
typedef struct lu__step {
	int64_t to;
	double weight, worth; /* weight: of its kind and grade; worth: its share of the score of where it begins */
	uint32_t from;        /* of the frontier */
	uint8_t kind, grade;
	bool in; /* followed against its direction */
} lu__step;

typedef struct lu__policy {
	double kind[LU_EDGE_KINDS][2]; /* weight of an edge along its direction, and against it; 0: not followed */
	double grade[LU_GRADES];       /* weight of its grade, which counts as a factor; 0: not followed */
	uint32_t hops;                 /* at most */
	bool constructors;             /* a call of a class leads to its constructor, too */
	/* An element that more than these refer to is not left by those edges, nor one that holds more by what it holds: who
	 * uses what everybody uses says little. 0: no bound. */
	size_t hub;

	/* ---- of lu__spread() ---- */

	bool reach_seeds; /* where the walk began may be reached */
	/* Of several edges between two elements the strongest counts, and an element shares its score among all that
	 * it leads to. Otherwise all count, and it does so among the edges of each way: to what it refers to, to what it
	 * holds, to what holds it or refers to it. */
	bool once;
	double decay[2]; /* of the first hop, and of each further one */
	/* The share of an edge, one of `n`, in the score of where it begins. */
	double (*share)(double weight, double score, size_t n, double decay);
	/* What the edges to one element make of it together. They are sorted by `from`, and may be put in another order: the
	 * first of those that are worth most tells how the element was reached. */
	double (*join)(lu__step *v, size_t n, const lu__frontier *at);
	/* The score of an element that `users` others refer to, `hub` when there are more. */
	double (*damp)(double score, int64_t users);
} lu__policy;

/* The weight of an edge that is followed along its direction, or against it; 0: it is not. */
static inline double lu__weight(const lu__policy *p, const lu_edge_row *r, bool in)
{
	if (!p->constructors && lu_str_eqz(r->reason, LU_REASON_CONSTRUCTOR)) return 0;
	return p->kind[r->kind][in] * p->grade[r->grade];
}

/* How edges are read; a function that is NULL is the store's. */
typedef struct lu__reads {
	void *ctx;
	/* lu_store_file_edges() */
	lu_code (*out)(void *ctx, int64_t file, const int64_t *of, size_t n, lu_edge_fn *fn, void *fn_ctx, lu_err *e);
	/* lu_store_in_degree(), `most` being policy.hub + 1 */
	lu_code (*in_degree)(void *ctx, int64_t id, int64_t most, int64_t *n, lu_err *e);
	bool sources; /* edges that come in are given with their sources */
} lu__reads;

/* An edge that is followed from at.v[from]. */
typedef struct lu__follow {
	const lu_edge_row *row;
	const lu_brief *src; /* with lu__reads.sources, of an edge that refers to the element; else NULL */
	size_t from;
	bool in;
	double weight;
} lu__follow;

typedef struct lu__visitor {
	/* Views of *f live during the call. */
	lu_code (*edge)(void *ctx, const lu__follow *f, lu_err *e);
	/* All edges of at.v[from] were given. NULL: they may come in any order, which is faster. */
	lu_code (*left)(void *ctx, size_t from, lu_err *e);
	/* All edges of the hop were given: put the next frontier in place of *at. */
	lu_code (*arrive)(void *ctx, uint32_t hop, lu__frontier *at, lu_err *e);
} lu__visitor;

typedef struct lu__traversal {
	lu_store *store;
	const lu__policy *policy;
	lu__reads reads;
	lu_arena *a;     /* of what the walk needs */
	lu__frontier at; /* where it begins */
} lu__traversal;

lu_code lu__traverse(lu__traversal *t, const lu__visitor *v, void *ctx, lu_err *e) LU_MUST_USE;
/* How many others refer to an element; more than policy.hub are one more. */
lu_code lu__users(const lu__traversal *t, int64_t id, int64_t *n, lu_err *e) LU_MUST_USE;

/* An element that was reached. */
typedef struct lu__arrival {
	int64_t to;
	size_t from; /* of the frontier: where the best edge begins */
	double score;
	lu_edge_kind kind; /* of that edge */
	lu_grade grade;
	bool in;
} lu__arrival;

/* Elements that were not reached before, best first, then by id: put those that are admitted in place of *at, with scores. */
typedef lu_code lu__admit_fn(void *ctx, uint32_t hop, const lu__arrival *v, size_t n, lu__frontier *at, lu_err *e);
lu_code lu__spread(lu__traversal *t, lu__admit_fn *admit, void *ctx, lu_err *e) LU_MUST_USE;

#endif
