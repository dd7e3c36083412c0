/* SPDX-License-Identifier: MIT
 * Training the built-in embedding: one step. Questions and elements are read and summed up, compared, and what they are
 * made of is moved. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "train.h"

#define BETA1 .9f
#define BETA2 .99f

static void read_group(void *ctx, size_t i)
{
	step *st = ctx;
	group *g = st->g[i];

	for (size_t k = 0; k < g->n; k++) {
		const set_pair *p = &st->s->pair[g->pair[k]];
		/* now and then all of the element is shown, as it will be found */
		bool shown = random_part(&g->random) < st->o->shown;
		bool forget = random_part(&g->random) * 255 < p->overlap * st->o->forget && !shown;
		unsigned hide = shown ? 0 : p->hide;

		read_question(st->s, p->query, st->o->drop, &g->random, &g->q[k]);
		read_element(st->s, p->element, hide, st->o->drop, &g->random, &g->e[k]);
		if (forget) forget_words(st->s, p->query, &g->e[k]);
		for (size_t h = 0; h < HARD; h++) {
			sum *u = &g->e[GROUP + k * HARD + h];

			u->n = 0;
			g->hard[k][h] = st->mined[(size_t)g->pair[k] * HARD + h];
			if (g->hard[k][h] == UINT32_MAX) continue;
			read_element(st->s, g->hard[k][h], hide, st->o->drop, &g->random, u);
			if (forget) forget_words(st->s, p->query, u);
		}
	}
}

static void sum_one(void *ctx, size_t i)
{
	step *st = ctx;
	group *g = st->g[i / (GROUP * (2 + HARD))];
	size_t k = i % (GROUP * (2 + HARD));

	if (k < GROUP) {
		if (k < g->n) sum_up(st->m, &g->q[k]);
	} else if ((k -= GROUP) < g->n || (k >= GROUP && k < GROUP + g->n * HARD)) {
		sum_up(st->m, &g->e[k]);
	}
}

/* The scores of a question become how much the loss rises with each of them. */
static void score_one(void *ctx, size_t i)
{
	step *st = ctx;
	group *g = st->g[i / GROUP];
	size_t k = i % GROUP;
	const set_pair *p;
	float *score = g->score[k], top = -1e30f, all = 0, t = 1 / st->o->temperature;

	if (k >= g->n) return;
	p = &st->s->pair[g->pair[k]];
	for (size_t j = 0; j < GROUP * (1 + HARD); j++) {
		const set_pair *other = j < GROUP ? &st->s->pair[g->pair[j < g->n ? j : 0]] : NULL;
		bool skip = j < GROUP
				    ? j >= g->n || (j != k && (other->element == p->element || other->name == p->name))
				    : j >= GROUP + g->n * HARD || !g->e[j].n;

		score[j] = skip ? -1e30f : t * dot(g->q[k].v, g->e[j].v);
		if (score[j] > top) top = score[j];
	}
	for (size_t j = 0; j < GROUP * (1 + HARD); j++) {
		score[j] = score[j] <= -1e29f ? 0 : expf(score[j] - top);
		all += score[j];
	}
	for (size_t j = 0; j < GROUP * (1 + HARD); j++) score[j] /= all;
	g->loss[k] = -logf(score[k] + 1e-30f);
	score[k] -= 1;
	for (size_t j = 0; j < GROUP * (1 + HARD); j++) score[j] *= t;
}

/* Only the part across the direction turns it. */
static void across(sum *u)
{
	float a = dot(u->slope, u->v);

	for (int d = 0; d < DIM; d++) u->slope[d] = (u->slope[d] - a * u->v[d]) / u->length;
}

static void add_slope(sum *u, float w, const float *v)
{
	for (int d = 0; d < DIM; d++) u->slope[d] += w * v[d];
}

static void slope_one(void *ctx, size_t i)
{
	step *st = ctx;
	group *g = st->g[i / (GROUP * (2 + HARD))];
	size_t k = i % (GROUP * (2 + HARD));

	if (k < GROUP) {
		if (k >= g->n) return;
		for (size_t j = 0; j < GROUP * (1 + HARD); j++)
			if (g->score[k][j] != 0) add_slope(&g->q[k], g->score[k][j], g->e[j].v);
		across(&g->q[k]);
	} else if ((k -= GROUP) < g->n || (k >= GROUP && k < GROUP + g->n * HARD)) {
		for (size_t j = 0; j < g->n; j++)
			if (g->score[j][k] != 0) add_slope(&g->e[k], g->score[j][k], g->q[j].v);
		across(&g->e[k]);
	}
}

/* ---- what a step changes ---- */

#define EACH_SUM(st, u) \
	for (size_t g_ = 0; g_ < (st)->n; g_++) \
		for (size_t k_ = 0; k_ < GROUP * (2 + HARD); k_++) \
			if ((u = k_ < GROUP ? (k_ < (st)->g[g_]->n ? &(st)->g[g_]->q[k_] : NULL) \
				 : (k_ - GROUP < (st)->g[g_]->n || \
				    (k_ >= 2 * GROUP && k_ - 2 * GROUP < (st)->g[g_]->n * HARD)) \
					 ? &(st)->g[g_]->e[k_ - GROUP] \
					 : NULL))

/* Sort the terms of all sums by row. */
static void sort_uses(step *st)
{
	const model *m = st->m;
	const sum *u;
	size_t n = 0;

	memset(st->first, 0, (m->n + 1) * sizeof *st->first);
	EACH_SUM(st, u)
	for (size_t i = 0; i < u->n; i++) {
		uint32_t r = m->row_of[u->term[i].token];

		if (r != UINT32_MAX) st->first[r + 1]++, n++;
	}
	st->n_touched = 0;
	for (uint32_t r = 0; r < m->n; r++) {
		if (st->first[r + 1]) st->touched[st->n_touched++] = r;
		st->first[r + 1] += st->first[r];
	}
	if (n > st->cap_use) {
		st->cap_use = n + n / 4;
		if (!(st->use = realloc(st->use, st->cap_use * sizeof *st->use))) die("out of memory");
	}
	EACH_SUM(st, u)
	for (size_t i = 0; i < u->n; i++) {
		uint32_t r = m->row_of[u->term[i].token];

		if (r != UINT32_MAX) st->use[st->first[r]++] = (struct use){ u, u->term[i].w };
	}
	for (uint32_t r = (uint32_t)m->n; r > 0; r--) st->first[r] = st->first[r - 1];
	st->first[0] = 0;
}

static float adam(float g, float *m1, float *m2, float c1, float c2)
{
	*m1 += (1 - BETA1) * (g - *m1);
	*m2 += (1 - BETA2) * (g * g - *m2);
	return *m1 * c1 / (sqrtf(*m2 * c2) + 1e-8f);
}

static void update_row(void *ctx, size_t i)
{
	step *st = ctx;
	model *m = st->m;
	uint32_t r = st->touched[i], t = ++m->steps[r];
	float slope[SIDES][DIM] = { { 0 } }, *v = m->v + (size_t)r * DIM, weight[SIDES];
	float c1 = 1 / (1 - powf(BETA1, (float)t)), c2 = 1 / (1 - powf(BETA2, (float)t));
	float *m1 = m->m1 + (size_t)r * DIM, *m2 = m->m2 + (size_t)r * DIM;

	for (uint32_t k = st->first[r]; k < st->first[r + 1]; k++) {
		const struct use *x = &st->use[k];
		float *to = slope[x->u->side];

		for (int d = 0; d < DIM; d++) to[d] += x->w * x->u->slope[d];
	}
	for (int k = 0; k < SIDES; k++) {
		float *w = &m->log_weight[k][r];

		weight[k] = expf(*w);
		*w -= st->o->weight_rate * st->rate *
		      adam(weight[k] * dot(slope[k], v), &m->w1[k][r], &m->w2[k][r], c1, c2);
		*w = *w < -3 ? -3 : *w > 2 ? 2 : *w;
	}
	for (int d = 0; d < DIM; d++) {
		float g = weight[CODE] * slope[CODE][d] + weight[QUERY] * slope[QUERY][d];

		v[d] -= st->rate * adam(g, &m1[d], &m2[d], c1, c2);
	}
}

double take_step(step *st)
{
	double loss = 0;

	each(st->o, st->n, read_group, st);
	each(st->o, st->n * GROUP * (2 + HARD), sum_one, st);
	each(st->o, st->n * GROUP, score_one, st);
	for (size_t i = 0; i < st->n; i++) {
		double l = 0;

		for (size_t k = 0; k < st->g[i]->n; k++) l += st->g[i]->loss[k];
		loss += l / (double)st->g[i]->n;
	}
	each(st->o, st->n * GROUP * (2 + HARD), slope_one, st);
	sort_uses(st);
	each(st->o, st->n_touched, update_row, st);
	return loss / (double)st->n;
}
