/* SPDX-License-Identifier: MIT
 * Trees on top of the weights: the lists that boost.c learns from. */
#include <stdio.h>
#include <stdlib.h>

#include "fit.h"

/* Weights of queries are 1 on the average of sets with 20 queries, as the curvatures below are meant. */
#define USUAL 20.0

void fit_trees(fit *f)
{
	const boost_options o = { .trees = TREES, .depth = DEPTH, .rate = 0.04, .l2 = 1, .least = 0.5, .lists = 0.7,
				  .features = 0.6, .steep = 0.4, .seed = 7, .off = f->off };
	boost_list *v = fit_need(calloc(f->d->n + 1, sizeof *v));
	size_t n = 0, rows = 0;
	float *base;

	for (size_t i = 0; i < f->d->n; i++) rows += f->d->v[i].n;
	base = fit_need(malloc((rows + 1) * sizeof *base));
	rows = 0;
	for (size_t i = 0; i < f->d->n; i++) {
		const query *q = &f->d->v[i];
		double weight = USUAL * fit_weight(f, q);

		if (weight <= 0) continue;
		for (size_t k = 0; k < q->n; k++) base[rows + k] = fit_dot(f->w, q->x[k]);
		v[n++] = (boost_list){ .x = q->n ? q->x[0] : NULL, .base = base + rows, .item = q->file, .n = q->n,
				       .n_item = q->n_file, .relevant = q->relevant, .targets = q->a->targets.n,
				       .weight = weight };
		rows += q->n;
	}
	if (!boost_fit(v, n, N, &o, f->tree)) fit_need(NULL);
	free(base);
	free(v);
}
