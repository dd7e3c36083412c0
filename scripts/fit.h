/* SPDX-License-Identifier: MIT
 * What the parts of fit-ranking share. */
#ifndef LUCUS_SCRIPTS_FIT_H
#define LUCUS_SCRIPTS_FIT_H

#include <stdio.h>
#include <stdlib.h>

#include "eval/eval.h"
#include "retrieve/rank.h"

#define N     LU_FEATURES
#define FOLDS 5
#define NETS  4  /* models that are fitted from other beginnings; their mean is what is written */
#define UNITS 16 /* of each */

/* What a set of queries is for: hits that are elements are fitted on names, those that are files on files, on what
 * scripts/make-questions.sh asks of files, and on what people typed into a search. */
typedef enum fit_family { FIT_NAMES, FIT_FILES, FIT_ASKED, FIT_WEB, FIT_FAMILIES } fit_family;

typedef struct query {
	const lu_annotated *a;
	uint64_t key;    /* of what was asked, and of whom */
	lu_judged *v;    /* its candidates */
	float (*x)[N];   /* and their features */
	uint32_t *group; /* and the numbers of their files, or names */
	size_t n, n_group;
	bool *relevant; /* by group */
	fit_family family;
	size_t set;
	lu_query_class query_class;
	uint16_t *learn; /* candidates that it teaches by */
	size_t n_learn;
	float *score; /* of each candidate, by a model that has not seen its repository */
	double ndcg;
	size_t fold;
} query;

typedef struct data {
	query *v;
	size_t n;
	char (*name)[64]; /* the repository of each set; several may be of one */
	size_t n_set;
	size_t *asked;  /* queries of each set */
	double *counts; /* what each counts, beside the others of its family */
	size_t sets[FIT_FAMILIES];
	float scale[N]; /* what features are multiplied with, so that all move alike */
	lu_arena a;
} data;

/* score(x) = w x + sum over units of worth max(0, bias + in x) */
typedef struct fit_net {
	float w[N], in[N][UNITS], bias[UNITS], worth[UNITS];
} fit_net;

typedef struct fit {
	const data *d;
	const bool *out;            /* sets that are left out; NULL: none */
	const bool *off;            /* features that are */
	double count[FIT_FAMILIES]; /* what all sets of a family count together */
	int nets, steps;            /* how many are fitted, in how many steps */
	fit_net net[NETS];
} fit;

/* A hit that a query found, by models that have not seen its repository. */
typedef struct fit_sample {
	double x[LU__RELEVANCE];
	bool right, symbol; /* it meets a target that none before met; its query's class */
	size_t fold;
} fit_sample;

/* Print and exit when `p` is NULL: out of memory. */
static inline void *fit_need(void *p)
{
	if (p) return p;
	fputs("fit-ranking: out of memory\n", stderr);
	exit(1);
}

/* What a query counts: the sets of a family share its weight; 0: nothing. */
static inline double fit_weight(const fit *f, const query *q)
{
	if (f->out && f->out[q->set]) return 0;
	return f->count[q->family] * f->d->counts[q->set] / (double)f->d->sets[q->family] / (double)f->d->asked[q->set];
}

/* Print what is wrong with `what`, NULL: that memory is out, and exit. */
void fit_die(const char *what, const lu_err *e);
/* Read the sets of a list, as fit-ranking takes it, and ask their queries. */
void fit_read(data *d, const char *list);
/* Choose what `q` teaches by; then fit f->net, the mean of which is the model. */
void fit_choose(data *d, query *q);
void fit_model(fit *f);
float fit_score(const fit *f, const float x[N]);
/* Fit what makes a probability of a sample (retrieve/rank.h), on those of queries that are symbols, or not, without the
 * fold `but` (FOLDS: of all). */
void fit_relevance(const fit_sample *v, size_t n, bool symbol, size_t but, double w[LU__RELEVANCE]);
/* Tell how true the probabilities are that the other folds give. */
void fit_reliability(const fit_sample *v, size_t n, const char *kind);

#endif
