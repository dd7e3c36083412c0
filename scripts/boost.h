/* SPDX-License-Identifier: MIT
 * Boosted trees that put lists in order (LambdaMART: Burges, 2010), on top of scores that exist: each tree is fitted to
 * the gradient of NDCG@10 at what the trees before it have made of them.
 *
 * What is ranked are items; an item has one row of features or more, and its score is the soft maximum of theirs. A tree
 * asks the same questions of every row, one for each of its levels (it is oblivious): such trees fit less of the noise
 * of small sets, and are walked without branches. Equal data, options and seed give equal trees. */
#ifndef LUCUS_SCRIPTS_BOOST_H
#define LUCUS_SCRIPTS_BOOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BOOST_DEPTH 6     /* at most */
#define BOOST_SHARP 4.0f  /* of the soft maximum log(sum exp(sharp * score)) / sharp */

typedef struct boost_tree {
	int depth;
	int feature[BOOST_DEPTH];
	float above[BOOST_DEPTH];       /* bit i of a leaf's number: feature[i] > above[i] */
	float leaf[1 << BOOST_DEPTH];
} boost_tree;

/* The rows of one query. */
typedef struct boost_list {
	const float *x;                 /* `features` of each row, one row after the other */
	const float *base;              /* what each row's score begins with */
	const uint32_t *item;           /* that it belongs to, below n_item */
	size_t n, n_item;
	const bool *relevant;           /* by item */
	size_t targets;                 /* that could have been found */
	double weight;
} boost_list;

typedef struct boost_options {
	size_t trees;
	int depth;
	double rate, l2;
	double least;                   /* curvature on both sides of a split */
	double lists, features;         /* shares that a tree looks at */
	double steep;                   /* of the step from "ranks before" to "ranks behind" */
	uint64_t seed;
	const bool *off;                /* features that are not used; NULL: none */
} boost_options;

/* Fit o->trees trees into `out`. False: out of memory. */
bool boost_fit(const boost_list *v, size_t n, size_t features, const boost_options *o, boost_tree *out);
/* What `n` trees add to the score of a row. */
float boost_score(const boost_tree *t, size_t n, const float *x);

uint64_t boost_random(uint64_t *state);

#endif
