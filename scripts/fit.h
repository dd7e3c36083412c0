/* SPDX-License-Identifier: MIT
 * What the parts of fit-ranking share. */
#ifndef LUCUS_SCRIPTS_FIT_H
#define LUCUS_SCRIPTS_FIT_H

#include "boost.h"
#include "lucus/eval.h"
#include "retrieve/rank.h"

#define N LU_FEATURES
#define FOLDS 5
#define SEEDS 3          /* ways to make the folds */
#define TREES 120
#define DEPTH 4          /* that of src/retrieve/trees.c */
#define SHARES 7         /* of the trees in the score that are tried: 0, 0.25 ... */
#define SHARE_STEP 0.25f
#define OTHERS 0.15
#define FEW 20           /* queries of a class that say nothing about it */

/* What a query got from models that have not seen its repository. */
typedef struct unseen {
	float *base, *trees;    /* of each element: its linear score, and what the trees say */
	double ndcg[SHARES];
	size_t fold;
} unseen;

typedef struct query {
	const lu_annotated *a;
	lu_judged *v;           /* its candidates */
	float (*x)[N];          /* and their features */
	double *score;          /* and what the program scores them with, in its order */
	uint32_t *file;         /* and their files' numbers */
	size_t n, n_file;
	bool *relevant;         /* by file */
	bool by_name;
	size_t repository;
	lu_query_class query_class;
	unseen out[SEEDS];
} query;

typedef struct data {
	query *v;
	size_t n;
	char (*name)[64];
	size_t n_name;
	size_t *asked;          /* queries of each repository */
	size_t n_set[2];        /* repositories with targets that are files, and names */
	float deviation[N];
	lu_arena a;
} data;

typedef struct fit {
	const data *d;
	const bool *out;        /* repositories that are left out; NULL: none */
	const bool *off;        /* features that are */
	bool names;             /* it is judged on sets of names; else on those of files */
	bool both;              /* those of the other kind teach it, too: together OTHERS of what its own weigh */
	float w[N];
	boost_tree tree[TREES];
	float *score, *logit, *sum; /* of the elements and files of a query */
} fit;

/* A file, or element, that a query found, by models that have not seen its repository, or by the program as it is. */
typedef struct fit_sample {
	double x[LU__RELEVANCE];
	bool right, symbol;     /* it meets a target that none before met; its query's class */
	int way;
	size_t fold;
} fit_sample;

/* Print and exit when `p` is NULL: out of memory. */
void *fit_need(void *p);
float fit_dot(const float *a, const float *b);
/* What a query counts: queries of a set share its weight; 0: nothing, or its repository is left out. */
static inline double fit_weight(const fit *f, const query *q)
{
	bool own = q->by_name == f->names;

	if (!(own || f->both) || (f->out && f->out[q->repository])) return 0;
	return (own ? 1 : OTHERS * (double)f->d->n_set[f->names] / (double)f->d->n_set[!f->names]) / (double)f->d->asked[q->repository];
}

/* Fit f->w; then f->tree on top of it. */
void fit_linear(fit *f);
void fit_trees(fit *f);
/* Fit what makes a probability of a sample (retrieve/rank.h), on those of queries that are symbols, or not: of one way to
 * make the folds without the fold `but`, or (-1) of all. */
void fit_relevance(const fit_sample *v, size_t n, bool symbol, int way, size_t but, double w[LU__RELEVANCE]);
/* What makes a probability of the scores of elements as the program gives them: of queries that are others, and symbols. */
void fit_as_built(const data *d, double w[2][LU__RELEVANCE]);
/* Tell how true the probabilities are that the other folds give. */
void fit_reliability(const fit_sample *v, size_t n, const char *kind);

#endif
