/* SPDX-License-Identifier: MIT */
#include "boost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CUTS 48         /* of a feature's range, at most */
#define HEAD 10         /* of a list, that its measure looks at */
#define GRAIN 1e5       /* leaves are written with five digits behind the point */
#define NOTHING 1e-7    /* curvature of rows that no tree need look at */

typedef struct sums {
	double g, h;
} sums;

typedef struct boosting {
	const boost_list *v;
	const boost_options *o;
	size_t n, features, rows;
	float **cut;            /* of each feature, ascending */
	size_t *cuts;
	uint8_t *bin;           /* rows of each feature: the number of cuts below the value */
	float *score;           /* of each row so far */
	float *share, *logit, *sum; /* of a list: its rows' shares of their items, items */
	double *slope, *curve;  /* of its items */
	uint32_t *order;
	float *g, *h;           /* of each row */
	uint32_t *live;         /* rows that the tree looks at */
	uint8_t *leaf;          /* of each row */
	size_t n_live;
	uint64_t state;
} boosting;

uint64_t boost_random(uint64_t *state)
{
	uint64_t x = *state += 0x9e3779b97f4a7c15u;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

static bool chance(boosting *b, double share)
{
	return (double)(boost_random(&b->state) >> 11) * 0x1p-53 < share;
}

/* ---- cuts ---- */

static int by_value(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;

	return (x > y) - (x < y);
}

/* Cuts of a feature at equal shares of its rows: between values that differ. */
static bool make_cuts(boosting *b, size_t f, float *all)
{
	size_t n = 0, k = 0, distinct = 0;

	for (size_t q = 0; q < b->n; q++)
		for (size_t i = 0; i < b->v[q].n; i++) all[n++] = b->v[q].x[i * b->features + f];
	if (n) qsort(all, n, sizeof *all, by_value);
	for (size_t i = 1; i < n; i++)
		if (all[i] > all[distinct]) all[++distinct] = all[i];
	/* distinct values count alike: most rows are far from what is looked for */
	distinct += n > 0;
	if (!(b->cut[f] = malloc(CUTS * sizeof **b->cut))) return false;
	for (size_t i = 1; i < distinct && k < CUTS; i++)
		if (i * (CUTS + 1) / distinct > (i - 1) * (CUTS + 1) / distinct || distinct <= CUTS)
			b->cut[f][k++] = all[i - 1] + (all[i] - all[i - 1]) / 2;
	b->cuts[f] = k;
	return true;
}

static void make_bins(boosting *b, size_t f)
{
	uint8_t *bin = b->bin + f * b->rows;

	for (size_t q = 0; q < b->n; q++)
		for (size_t i = 0; i < b->v[q].n; i++) {
			float x = b->v[q].x[i * b->features + f];
			size_t low = 0, high = b->cuts[f];

			while (low < high) {
				size_t mid = (low + high) / 2;

				if (x > b->cut[f][mid]) low = mid + 1;
				else high = mid;
			}
			*bin++ = (uint8_t)low;
		}
}

/* ---- gradients ---- */

/* The soft maxima of a list's items, and each row's share in its item's. */
static void pool(boosting *b, const boost_list *q, const float *score)
{
	for (size_t i = 0; i < q->n_item; i++) b->logit[i] = -INFINITY, b->sum[i] = 0;
	for (size_t i = 0; i < q->n; i++) b->logit[q->item[i]] = fmaxf(b->logit[q->item[i]], score[i]);
	for (size_t i = 0; i < q->n; i++) {
		b->share[i] = expf(BOOST_SHARP * (score[i] - b->logit[q->item[i]]));
		b->sum[q->item[i]] += b->share[i];
	}
	for (size_t i = 0; i < q->n; i++) b->share[i] /= b->sum[q->item[i]];
	for (size_t i = 0; i < q->n_item; i++) b->logit[i] += logf(b->sum[i]) / BOOST_SHARP;
}

/* Places of the items, by their logits: order[item] is its place from 0. */
static void rank_items(boosting *b, const boost_list *q)
{
	for (size_t i = 0; i < q->n_item; i++) {
		uint32_t place = 0;

		for (size_t j = 0; j < q->n_item; j++)
			place += b->logit[j] > b->logit[i] || (b->logit[j] == b->logit[i] && j < i);
		b->order[i] = place;
	}
}

static double discount(uint32_t place)
{
	return place < HEAD ? 1 / log2((double)place + 2) : 0;
}

/* For each pair of a relevant item and another: what NDCG would change if they changed places, where they are likely to. */
static void add_pairs(boosting *b, const boost_list *q)
{
	double ideal = 0, steep = b->o->steep;

	for (size_t i = 0; i < q->targets && i < HEAD; i++) ideal += 1 / log2((double)i + 2);
	memset(b->slope, 0, q->n_item * sizeof *b->slope);
	memset(b->curve, 0, q->n_item * sizeof *b->curve);
	for (size_t p = 0; p < q->n_item; p++) {
		if (!q->relevant[p]) continue;
		for (size_t j = 0; j < q->n_item; j++) {
			double worth = fabs(discount(b->order[p]) - discount(b->order[j])) * q->weight / ideal, rho, d;

			if (q->relevant[j] || worth == 0) continue;
			rho = 1 / (1 + exp(steep * (double)(b->logit[p] - b->logit[j])));
			d = worth * steep * rho;
			b->slope[p] -= d;
			b->slope[j] += d;
			d *= steep * (1 - rho);
			b->curve[p] += d;
			b->curve[j] += d;
		}
	}
}

static void gradients(boosting *b)
{
	size_t row = 0;

	b->n_live = 0;
	for (size_t k = 0; k < b->n; k++) {
		const boost_list *q = &b->v[k];

		if (chance(b, b->o->lists)) {
			pool(b, q, b->score + row);
			rank_items(b, q);
			add_pairs(b, q);
			for (size_t i = 0; i < q->n; i++) {
				size_t at = q->item[i];

				b->g[row + i] = (float)b->slope[at] * b->share[i];
				b->h[row + i] = (float)b->curve[at] * b->share[i];
				if (b->h[row + i] > (float)NOTHING) b->live[b->n_live++] = (uint32_t)(row + i);
			}
		}
		row += q->n;
	}
}

/* ---- a tree ---- */

static double worth(sums s, double l2)
{
	return s.g * s.g / (s.h + l2);
}

/* The best cut of a feature for all leaves together; what it gains over none. */
static double best_cut(const boosting *b, size_t f, int leaves, size_t *cut)
{
	static const sums none;
	sums bins[1 << BOOST_DEPTH][CUTS + 1], left[1 << BOOST_DEPTH], all[1 << BOOST_DEPTH];
	const uint8_t *bin = b->bin + f * b->rows;
	double best = 0;

	for (int l = 0; l < leaves; l++) {
		left[l] = all[l] = none;
		for (size_t k = 0; k <= b->cuts[f]; k++) bins[l][k] = none;
	}
	for (size_t i = 0; i < b->n_live; i++) {
		size_t row = b->live[i];
		sums *s = &bins[b->leaf[row]][bin[row]];

		s->g += (double)b->g[row];
		s->h += (double)b->h[row];
	}
	for (int l = 0; l < leaves; l++)
		for (size_t k = 0; k <= b->cuts[f]; k++) all[l].g += bins[l][k].g, all[l].h += bins[l][k].h;
	for (size_t k = 0; k < b->cuts[f]; k++) {
		double gain = 0;

		for (int l = 0; l < leaves; l++) {
			sums right;

			left[l].g += bins[l][k].g, left[l].h += bins[l][k].h;
			right = (sums){ all[l].g - left[l].g, all[l].h - left[l].h };
			if (left[l].h < b->o->least || right.h < b->o->least) continue;
			gain += worth(left[l], b->o->l2) + worth(right, b->o->l2) - worth(all[l], b->o->l2);
		}
		if (gain > best) best = gain, *cut = k;
	}
	return best;
}

static void set_leaves(boosting *b, boost_tree *t)
{
	sums s[1 << BOOST_DEPTH];

	memset(s, 0, sizeof s);
	for (size_t i = 0; i < b->n_live; i++) {
		s[b->leaf[b->live[i]]].g += (double)b->g[b->live[i]];
		s[b->leaf[b->live[i]]].h += (double)b->h[b->live[i]];
	}
	for (int l = 0; l < 1 << t->depth; l++)
		t->leaf[l] = (float)(round(-b->o->rate * s[l].g / (s[l].h + b->o->l2) * GRAIN) / GRAIN);
}

static void grow(boosting *b, boost_tree *t)
{
	bool use[256];

	*t = (boost_tree){ 0 };
	for (size_t f = 0; f < b->features; f++) use[f] = !(b->o->off && b->o->off[f]) && chance(b, b->o->features);
	memset(b->leaf, 0, b->rows);
	while (t->depth < b->o->depth) {
		size_t feature = 0, cut = 0;
		double best = 0;

		for (size_t f = 0; f < b->features; f++) {
			size_t at = 0;
			double gain = use[f] ? best_cut(b, f, 1 << t->depth, &at) : 0;

			if (gain > best) best = gain, feature = f, cut = at;
		}
		if (!(best > 0)) break;
		for (size_t i = 0; i < b->rows; i++)
			b->leaf[i] |= (uint8_t)((b->bin[feature * b->rows + i] > cut) << t->depth);
		t->feature[t->depth] = (int)feature;
		t->above[t->depth++] = b->cut[feature][cut];
	}
	set_leaves(b, t);
}

/* ---- all of it ---- */

static void release(boosting *b)
{
	for (size_t f = 0; b->cut && f < b->features; f++) free(b->cut[f]);
	free(b->cut), free(b->cuts), free(b->bin), free(b->score), free(b->share), free(b->logit), free(b->sum);
	free(b->slope), free(b->curve), free(b->order), free(b->g), free(b->h), free(b->live), free(b->leaf);
}

static bool prepare(boosting *b)
{
	size_t most = 1, row = 0;
	float *all;
	bool ok = true;

	for (size_t q = 0; q < b->n; q++) {
		b->rows += b->v[q].n;
		most = b->v[q].n >= most ? b->v[q].n + 1 : most;
	}
	b->cut = calloc(b->features, sizeof *b->cut);
	b->cuts = calloc(b->features, sizeof *b->cuts);
	b->bin = malloc(b->features * b->rows + 1);
	b->score = malloc((b->rows + 1) * sizeof *b->score);
	b->share = malloc(most * sizeof *b->share), b->logit = malloc(most * sizeof *b->logit);
	b->sum = malloc(most * sizeof *b->sum), b->slope = malloc(most * sizeof *b->slope);
	b->curve = malloc(most * sizeof *b->curve), b->order = malloc(most * sizeof *b->order);
	b->g = malloc((b->rows + 1) * sizeof *b->g), b->h = malloc((b->rows + 1) * sizeof *b->h);
	b->live = malloc((b->rows + 1) * sizeof *b->live), b->leaf = malloc(b->rows + 1);
	all = malloc((b->rows + 1) * sizeof *all);
	if (!b->cut || !b->cuts || !b->bin || !b->score || !b->share || !b->logit || !b->sum || !b->slope || !b->curve ||
	    !b->order || !b->g || !b->h || !b->live || !b->leaf || !all)
		ok = false;
	for (size_t f = 0; f < b->features && ok; f++)
		if ((ok = make_cuts(b, f, all))) make_bins(b, f);
	for (size_t q = 0; q < b->n && ok; q++)
		for (size_t i = 0; i < b->v[q].n; i++) b->score[row++] = b->v[q].base[i];
	free(all);
	return ok;
}

bool boost_fit(const boost_list *v, size_t n, size_t features, const boost_options *o, boost_tree *out)
{
	boosting b = { .v = v, .o = o, .n = n, .features = features, .state = o->seed };
	bool ok = prepare(&b);

	for (size_t k = 0; k < o->trees && ok; k++) {
		gradients(&b);
		grow(&b, &out[k]);
		for (size_t i = 0; i < b.rows; i++) b.score[i] += out[k].leaf[b.leaf[i]];
	}
	release(&b);
	return ok;
}

float boost_score(const boost_tree *t, size_t n, const float *x)
{
	float sum = 0;

	for (size_t k = 0; k < n; k++) {
		int leaf = 0;

		for (int i = 0; i < t[k].depth; i++) leaf |= (x[t[k].feature[i]] > t[k].above[i]) << i;
		sum += t[k].leaf[leaf];
	}
	return sum;
}
