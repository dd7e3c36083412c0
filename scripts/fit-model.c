/* SPDX-License-Identifier: MIT
 * The model of the reranker: a sum of the features, and a layer of hidden units over them.
 *
 * The logit of a file (or name) is the soft maximum of its elements' scores, log(sum exp(4 s)) / 4. What is minimised is, over all
 * queries, the mean over the relevant files of -log(exp(f) / (exp(f) + sum of exp over the files that are not relevant)); in
 * the second half of the steps, minus a smooth NDCG, as well; plus WEIGHT_DECAY times the squares of all weights. Steps are
 * Adam's (Kingma and Ba, 2015), each over a random part of the queries. A query teaches by those of its candidates that stand high
 * in a list, and by the relevant ones that do not stand too low: nothing that is wrong teaches from there, and the relevant one
 * alone would teach that it is good to match badly. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"

#define WARM_UP      20
#define PART         24 /* a step looks at one query in so many */
#define RATE         0.01
#define WEIGHT_DECAY 1e-3
#define SHARP        4.0f
#define SMOOTH       0.5
#define LEARN        72  /* candidates */
#define DEEPEST      160 /* place of a relevant one */

#define PARAMETERS (sizeof(fit_net) / sizeof(float))

/* ---- random numbers: splitmix64 ---- */

static uint64_t draw(uint64_t *state)
{
	uint64_t x = *state += 0x9e3779b97f4a7c15u;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

/* From -1 to 1. */
static float spread(uint64_t *state)
{
	return (float)(draw(state) >> 40) * 0x1p-23f - 1;
}

/* ---- what a query teaches by ---- */

struct by {
	float value;
	uint16_t at;
};

static int by_value(const void *px, const void *py)
{
	const struct by *x = px, *y = py;

	if (x->value != y->value) return x->value < y->value ? 1 : -1;
	return x->at - y->at;
}

static void take_best(const query *q, lu_feature f, size_t k, struct by *room, bool *taken)
{
	for (size_t i = 0; i < q->n; i++) room[i] = (struct by){ q->x[i][f], (uint16_t)i };
	qsort(room, q->n, sizeof *room, by_value);
	for (size_t i = 0; i < q->n && i < k; i++) taken[room[i].at] = true;
}

void fit_choose(data *d, query *q)
{
	struct by *room = fit_need(calloc(q->n + 1, sizeof *room));
	bool *taken = fit_need(calloc(q->n + 1, sizeof *taken));
	size_t relevant = 0, n = 0;

	for (size_t i = 0; i < q->n && i < 24; i++) taken[i] = true;
	take_best(q, LU_FEATURE_bm25, 20, room, taken);
	take_best(q, LU_FEATURE_vector, 20, room, taken);
	take_best(q, LU_FEATURE_phrase, 8, room, taken);
	for (size_t i = 0; i < q->n && i < DEEPEST; i++)
		if (q->relevant[q->group[i]] && relevant++ < 8) taken[i] = true;
	for (size_t i = 0; i < q->n; i++) n += taken[i];
	for (size_t i = 0; i < q->n && n < LEARN; i++) n += !taken[i], taken[i] = true;
	q->learn = fit_need(lu_arena_calloc(&d->a, n + 1, sizeof *q->learn));
	for (size_t i = 0; i < q->n; i++)
		if (taken[i]) q->learn[q->n_learn++] = (uint16_t)i;
	free(room);
	free(taken);
}

/* ---- forward ---- */

/* A query on its way through the model. */
struct pass {
	float (*h)[UNITS];    /* of what it learns by: above 0 or 0 */
	float *score, *share; /* of each, and what share it has in its group's logit */
	double *logit, *down; /* of each group: and the slope of the loss */
};

static float forward(const fit_net *t, const float *scale, const float x[N], float h[UNITS])
{
	float s = 0;

	memcpy(h, t->bias, sizeof t->bias);
	for (int f = 0; f < N; f++) {
		float z = x[f] * scale[f];

		if (z == 0) continue;
		s += z * t->w[f];
		for (int u = 0; u < UNITS; u++) h[u] += z * t->in[f][u];
	}
	for (int u = 0; u < UNITS; u++) {
		h[u] = h[u] > 0 ? h[u] : 0;
		s += t->worth[u] * h[u];
	}
	return s;
}

static void logits(const query *q, struct pass *p)
{
	for (size_t g = 0; g < q->n_group; g++) p->logit[g] = -1e30, p->down[g] = 0;
	for (size_t i = 0; i < q->n_learn; i++) {
		double *best = &p->logit[q->group[q->learn[i]]];

		*best = fmax(*best, (double)p->score[i]);
	}
	/* `down` holds the sums on the way */
	for (size_t i = 0; i < q->n_learn; i++) {
		uint32_t g = q->group[q->learn[i]];

		p->share[i] = expf(SHARP * (p->score[i] - (float)p->logit[g]));
		p->down[g] += (double)p->share[i];
	}
	for (size_t i = 0; i < q->n_learn; i++) p->share[i] /= (float)p->down[q->group[q->learn[i]]];
	for (size_t g = 0; g < q->n_group; g++) {
		if (p->logit[g] > -1e30) p->logit[g] += log(p->down[g]) / (double)SHARP;
		p->down[g] = 0;
	}
}

/* ---- slopes ---- */

/* Groups with a candidate that it learns by. */
static bool in(const struct pass *p, size_t g)
{
	return p->logit[g] > -1e30;
}

static void slope_of_likelihood(const query *q, struct pass *p, double weight)
{
	double rest = 0, pull = 0, best = -1e30;
	size_t relevant = 0;

	for (size_t g = 0; g < q->n_group; g++) best = fmax(best, p->logit[g]);
	for (size_t g = 0; g < q->n_group; g++) {
		relevant += in(p, g) && q->relevant[g];
		rest += in(p, g) && !q->relevant[g] ? exp(p->logit[g] - best) : 0;
	}
	if (!relevant) return;
	weight /= (double)relevant;
	for (size_t g = 0; g < q->n_group; g++)
		if (in(p, g) && q->relevant[g]) {
			double own = exp(p->logit[g] - best);

			p->down[g] += weight * (own / (own + rest) - 1);
			pull += weight / (own + rest);
		}
	for (size_t g = 0; g < q->n_group; g++)
		if (in(p, g) && !q->relevant[g]) p->down[g] += exp(p->logit[g] - best) * pull;
}

/* A smooth step takes the place of "ranks before" (Qin, Liu and Li, 2010). */
static void slope_of_ndcg(const query *q, struct pass *p, double weight)
{
	double ideal = 0;

	for (size_t i = 0; i < q->a->targets.n && i < 10; i++) ideal += 1 / log2((double)i + 2);
	weight /= ideal;
	for (size_t r = 0; r < q->n_group; r++) {
		double rank = 1, slope;

		if (!in(p, r) || !q->relevant[r]) continue;
		for (size_t g = 0; g < q->n_group; g++)
			if (g != r && in(p, g)) rank += 1 / (1 + exp((p->logit[r] - p->logit[g]) / SMOOTH));
		slope = weight / (M_LN2 * (1 + rank) * log2(1 + rank) * log2(1 + rank));
		for (size_t g = 0; g < q->n_group; g++) {
			double s, d;

			if (g == r || !in(p, g)) continue;
			s = 1 / (1 + exp((p->logit[r] - p->logit[g]) / SMOOTH));
			d = slope * s * (1 - s) / SMOOTH;
			p->down[g] += d;
			p->down[r] -= d;
		}
	}
}

static void add_gradient(const fit_net *t, const float *scale, const query *q, struct pass *p, double weight,
			 bool by_ndcg, fit_net *grad)
{
	for (size_t i = 0; i < q->n_learn; i++) p->score[i] = forward(t, scale, q->x[q->learn[i]], p->h[i]);
	logits(q, p);
	slope_of_likelihood(q, p, weight);
	if (by_ndcg) slope_of_ndcg(q, p, weight);
	for (size_t i = 0; i < q->n_learn; i++) {
		const float *x = q->x[q->learn[i]];
		float down = (float)p->down[q->group[q->learn[i]]] * p->share[i], to[UNITS];

		if (fabsf(down) < 1e-9f) continue;
		for (int u = 0; u < UNITS; u++) {
			to[u] = p->h[i][u] > 0 ? down * t->worth[u] : 0;
			grad->worth[u] += down * p->h[i][u];
			grad->bias[u] += to[u];
		}
		for (int f = 0; f < N; f++) {
			float z = x[f] * scale[f];

			if (z == 0) continue;
			grad->w[f] += down * z;
			for (int u = 0; u < UNITS; u++) grad->in[f][u] += z * to[u];
		}
	}
}

/* ---- descent ---- */

static void begin(fit_net *t, const bool *off, uint64_t *state)
{
	float wide = 1 / sqrtf((float)N);

	memset(t, 0, sizeof *t);
	for (int u = 0; u < UNITS; u++) {
		for (int f = 0; f < N; f++) t->in[f][u] = off && off[f] ? 0 : wide * spread(state);
		t->bias[u] = wide * spread(state);
		t->worth[u] = .1f * spread(state);
	}
}

/* Weight decay; and what is left out stays 0. */
static void shrink(const fit_net *t, const bool *off, fit_net *grad)
{
	for (int f = 0; f < N; f++) {
		grad->w[f] = off && off[f] ? 0 : grad->w[f] + 2 * (float)WEIGHT_DECAY * t->w[f];
		for (int u = 0; u < UNITS; u++)
			grad->in[f][u] = off && off[f] ? 0 : grad->in[f][u] + 2 * (float)WEIGHT_DECAY * t->in[f][u];
	}
	for (int u = 0; u < UNITS; u++) grad->worth[u] += 8 * (float)WEIGHT_DECAY * t->worth[u];
}

struct adam {
	float first[PARAMETERS], second[PARAMETERS];
};

static void step_down(fit_net *t, const fit_net *grad, struct adam *a, int step, int steps)
{
	double rate = RATE * fmin(1, (double)(step + 1) / WARM_UP) * (1 - (double)step / steps);
	double one = 1 - pow(.9, step + 1), two = 1 - pow(.999, step + 1);
	float w[PARAMETERS], g[PARAMETERS];

	memcpy(w, t, sizeof w);
	memcpy(g, grad, sizeof g);
	for (size_t i = 0; i < PARAMETERS; i++) {
		a->first[i] = .9f * a->first[i] + .1f * g[i];
		a->second[i] = .999f * a->second[i] + .001f * g[i] * g[i];
		w[i] -= (float)(rate * (double)a->first[i] / one / (sqrt((double)a->second[i] / two) + 1e-8));
	}
	memcpy(t, w, sizeof w);
}

static struct pass make_pass(const data *d)
{
	size_t learn = 1, groups = 1;

	for (size_t i = 0; i < d->n; i++) {
		learn = d->v[i].n_learn > learn ? d->v[i].n_learn : learn;
		groups = d->v[i].n_group > groups ? d->v[i].n_group : groups;
	}
	return (struct pass){ .h = fit_need(calloc(learn, UNITS * sizeof(float))),
			      .score = fit_need(calloc(learn, sizeof(float))),
			      .share = fit_need(calloc(learn, sizeof(float))),
			      .logit = fit_need(calloc(groups, sizeof(double))),
			      .down = fit_need(calloc(groups, sizeof(double))) };
}

static void free_pass(struct pass *p)
{
	free(p->h);
	free(p->score);
	free(p->share);
	free(p->logit);
	free(p->down);
}

/* The queries that teach, in an order that changes from step to step: the first of them are looked at. */
static size_t teachers(const fit *f, size_t *out)
{
	size_t n = 0;

	for (size_t i = 0; i < f->d->n; i++) {
		const query *q = &f->d->v[i];
		bool relevant = false;

		for (size_t k = 0; k < q->n_learn; k++) relevant |= q->relevant[q->group[q->learn[k]]];
		if (relevant && fit_weight(f, q) > 0) out[n++] = i;
	}
	return n;
}

static void descend(const fit *f, fit_net *t, uint64_t seed)
{
	size_t *of = fit_need(calloc(f->d->n + 1, sizeof *of)), n = teachers(f, of), part = n / PART ? n / PART : n;
	struct adam *a = fit_need(calloc(1, sizeof *a));
	struct pass p = make_pass(f->d);
	fit_net *grad = fit_need(malloc(sizeof *grad));

	begin(t, f->off, &seed);
	for (int step = 0; step < f->steps && n; step++) {
		double sum = 0;

		memset(grad, 0, sizeof *grad);
		for (size_t i = 0; i < part; i++) {
			size_t j = i + draw(&seed) % (n - i), x = of[j];

			of[j] = of[i];
			of[i] = x;
			sum += fit_weight(f, &f->d->v[x]);
		}
		for (size_t i = 0; i < part; i++) {
			const query *q = &f->d->v[of[i]];

			add_gradient(t, f->d->scale, q, &p, fit_weight(f, q) / sum, step >= f->steps / 2, grad);
		}
		shrink(t, f->off, grad);
		step_down(t, grad, a, step, f->steps);
	}
	free(of);
	free(a);
	free(grad);
	free_pass(&p);
}

/* Weights of features as they are, with as many digits as are written. */
static float written(float w)
{
	return (float)(round((double)w * 10000) / 10000);
}

static void unscale(fit_net *t, const float scale[N])
{
	for (int f = 0; f < N; f++) {
		t->w[f] = written(t->w[f] * scale[f]);
		for (int u = 0; u < UNITS; u++) t->in[f][u] = written(t->in[f][u] * scale[f]);
	}
	for (int u = 0; u < UNITS; u++) t->bias[u] = written(t->bias[u]), t->worth[u] = written(t->worth[u]);
}

struct begun {
	fit *f;
	int number;
	pthread_t thread;
};

static void *run_net(void *ctx)
{
	struct begun *b = ctx;

	descend(b->f, &b->f->net[b->number], (uint64_t)b->number + 1);
	unscale(&b->f->net[b->number], b->f->d->scale);
	return NULL;
}

void fit_model(fit *f)
{
	struct begun v[NETS];

	for (int i = 0; i < f->nets; i++) {
		v[i] = (struct begun){ .f = f, .number = i };
		if (pthread_create(&v[i].thread, NULL, run_net, &v[i])) {
			fputs("fit-ranking: cannot start a thread\n", stderr);
			exit(1);
		}
	}
	for (int i = 0; i < f->nets; i++) pthread_join(v[i].thread, NULL);
}

float fit_score(const fit *f, const float x[N])
{
	static const float one[N] = {
#define FEATURE(name, element, file, text) 1,
#include "lucus/ranking.def"
#undef FEATURE
	};
	float h[UNITS], s = 0;

	for (int i = 0; i < f->nets; i++) s += forward(&f->net[i], one, x, h) / (float)f->nets;
	return s;
}
