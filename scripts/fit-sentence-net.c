/* SPDX-License-Identifier: MIT
 * What is minimised by fit-sentences: the cross entropy of each sentence, by a sum of weights and a hidden layer, with Adam. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fit-sentences.h"

#define S          LU_SIGNALS
#define UNITS      8 /* of a net */
#define NETS       4 /* whose mean is taken: each begins elsewhere, and so little is learned from that it matters */
#define STEPS      150
#define SAMPLE     60 /* sentences of a question that a step looks at, about */
#define RATE       .02f
#define DECAY      4e-3f
#define AGAIN      30 /* steps after which it is chosen anew which sentence of an element answers */
#define BUDGET     1500.f
#define PARAMETERS (1 + S + UNITS * (2 + S))

/* The bias, the weights, and for each unit its worth, its bias and its weights. */
typedef struct net {
	float p[PARAMETERS];
} net;

static const float family_weight[FIT_FAMILIES] = { 8, 3, 1 };

static float run(const net *t, const float *x, float h[UNITS])
{
	const float *p = t->p;
	float sum = p[0];

	for (int i = 0; i < S; i++) sum += p[1 + i] * x[i];
	p += 1 + S;
	for (int u = 0; u < UNITS; u++, p += 2 + S) {
		h[u] = p[1];
		for (int i = 0; i < S; i++) h[u] += p[2 + i] * x[i];
		if (h[u] > 0) sum += p[0] * h[u];
	}
	return sum;
}

static void push(const net *t, const float *x, const float h[UNITS], float g, float *grad)
{
	const float *p = t->p + 1 + S;

	grad[0] += g;
	for (int i = 0; i < S; i++) grad[1 + i] += g * x[i];
	grad += 1 + S;
	for (int u = 0; u < UNITS; u++, p += 2 + S, grad += 2 + S) {
		if (!(h[u] > 0)) continue;
		grad[0] += g * h[u];
		grad[1] += g * p[0];
		for (int i = 0; i < S; i++) grad[2 + i] += g * p[0] * x[i];
	}
}

/* Of an element that answers, the sentence that is thought to do so most. */
static void choose(fit_data *d, const net *t)
{
	float h[UNITS];

	for (size_t i = 0; i < d->n; i++) {
		fit_question *q = &d->v[i];
		size_t best = SIZE_MAX;

		for (size_t k = 0; k < q->n; k++) {
			q->row[k].score = run(t, q->row[k].x, h);
			if (q->family != FIT_ELEMENTS) continue;
			q->row[k].right = false;
			if (q->row[k].maybe && (best == SIZE_MAX || q->row[k].score > q->row[best].score)) best = k;
		}
		if (best != SIZE_MAX) q->row[best].right = true;
	}
}

/* The gradient of one question: half by the chance of each of its sentences, half by which is chosen among all. Of those that do not
 * answer each step looks at some, others the next time. */
static void add_question(const fit_question *q, const net *t, size_t step, float *grad)
{
	float h[UNITS], w = family_weight[q->family], most = -1e9f, sum = 0, stride = (float)(q->n / SAMPLE + 1);
	size_t right = 0;
	float *score = fit_alloc(calloc(q->n + 1, sizeof *score));

#define SKIPPED(k) (!q->row[k].right && (q->row[k].maybe || ((k) + step) % (size_t)stride != 0))
	for (size_t k = 0; k < q->n; k++) {
		if (SKIPPED(k)) continue;
		score[k] = run(t, q->row[k].x, h);
		right += q->row[k].right;
		if (score[k] > most) most = score[k];
	}
	for (size_t k = 0; k < q->n; k++)
		if (!SKIPPED(k)) sum += expf(score[k] - most) * (q->row[k].right ? 1 : stride);
	for (size_t k = 0; k < q->n; k++) {
		const fit_row *r = &q->row[k];
		float g;

		if (SKIPPED(k)) continue;
		g = (1 / (1 + expf(-score[k])) - (float)r->right) * .1f;
		if (right) g += expf(score[k] - most) / sum - (float)r->right / (float)right;
		if (!r->right) g *= stride;
		if (fabsf(g) < 1e-4f) continue;
		run(t, r->x, h);
		push(t, r->x, h, g * w, grad);
	}
#undef SKIPPED
	free(score);
}

static void begin(net *t, uint64_t seed)
{
	for (int i = 0; i < PARAMETERS; i++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		t->p[i] = i <= S ? 0 : ((float)(seed >> 40) / (float)(1 << 24) - .5f) * .4f;
	}
	t->p[0] = -4;
}

static void fit_one(fit_data *d, net *t, uint64_t seed, size_t but)
{
	float m[PARAMETERS] = { 0 }, v[PARAMETERS] = { 0 }, grad[PARAMETERS];

	begin(t, seed);
	for (int step = 1; step <= STEPS; step++) {
		float all = 0, rate = RATE * (1 - (float)step / (STEPS + 1));

		if (step % AGAIN == 1) choose(d, t);
		memset(grad, 0, sizeof grad);
		for (size_t i = 0; i < d->n; i++) {
			if (d->v[i].set % FIT_FOLDS == but || !d->v[i].n) continue;
			add_question(&d->v[i], t, (size_t)step, grad);
			all += family_weight[d->v[i].family];
		}
		for (int i = 0; i < PARAMETERS; i++) {
			float g = grad[i] / all + (i ? DECAY * t->p[i] : 0);

			m[i] = .9f * m[i] + .1f * g;
			v[i] = .99f * v[i] + .01f * g * g;
			t->p[i] -= rate * m[i] / (1 - powf(.9f, (float)step)) /
				   (sqrtf(v[i] / (1 - powf(.99f, (float)step))) + 1e-6f);
		}
	}
}

static void fit(fit_data *d, net t[NETS], size_t but)
{
	for (size_t i = 0; i < NETS; i++) fit_one(d, &t[i], i + 1, but);
}

static float mean(const net t[NETS], const float *x)
{
	float h[UNITS], sum = 0;

	for (size_t i = 0; i < NETS; i++) sum += run(&t[i], x, h);
	return sum / NETS;
}

/* ---- how good it is ---- */

typedef struct point {
	double x, right, w;
} point;

/* a + b x, whose logit is the chance: by Newton's method. */
static void calibrate(const point *v, size_t n, double out[2])
{
	out[0] = 0;
	out[1] = 1;
	for (int round = 0; round < 30; round++) {
		double g[2] = { 0 }, h[3] = { 1e-6, 0, 1e-6 }, det;

		for (size_t i = 0; i < n; i++) {
			double p = 1 / (1 + exp(-(out[0] + out[1] * v[i].x))), k = v[i].w * p * (1 - p);

			g[0] += v[i].w * (v[i].right - p);
			g[1] += v[i].w * (v[i].right - p) * v[i].x;
			h[0] += k;
			h[1] += k * v[i].x;
			h[2] += k * v[i].x * v[i].x;
		}
		det = h[0] * h[2] - h[1] * h[1];
		out[0] += (h[2] * g[0] - h[1] * g[1]) / det;
		out[1] += (h[0] * g[1] - h[1] * g[0]) / det;
	}
}

static int by_score(const void *a, const void *b)
{
	const fit_row *x = a, *y = b;

	return (x->score < y->score) - (x->score > y->score);
}

/* Is a sentence that answers among the first `n`, and within the budget? */
static void find(const fit_question *q, size_t n, bool *among, bool *within, bool *any)
{
	float bytes = 0;

	*among = *within = *any = false;
	for (size_t k = 0; k < q->n; k++) {
		bool right = q->family == FIT_ELEMENTS ? q->row[k].maybe : q->row[k].right;

		bytes += q->row[k].bytes + 48;
		*any |= right;
		*among |= right && k < n;
		*within |= right && bytes <= BUDGET;
	}
}

static void tell(fit_data *d)
{
	static const char *const name[] = { "lines", "absent", "elements" };

	for (int f = 0; f < FIT_FAMILIES; f++) {
		size_t n = 0, five = 0, early = 0, any = 0;

		for (size_t i = 0; i < d->n; i++) {
			bool a, b, c;

			if (d->v[i].family != (fit_family)f) continue;
			find(&d->v[i], 5, &a, &b, &c);
			n++;
			five += a;
			early += b;
			any += c;
		}
		if (n && f != FIT_ABSENT)
			fprintf(stderr, "%-9s %4zu questions: first 5 %.3f, in 1500 bytes %.3f, anywhere %.3f\n",
				name[f], n, (double)five / (double)n, (double)early / (double)n,
				(double)any / (double)n);
	}
}

static void write_units(const net *t, float scale, FILE *f)
{
	const float *p = t->p + 1 + S;

	for (int u = 0; u < UNITS; u++, p += 2 + S) {
		fprintf(f, "UNIT(%.4ff, %.4ff", (double)(p[0] * scale), (double)p[1]);
		for (int i = 0; i < S; i++) fprintf(f, ", %.4ff", (double)p[2 + i]);
		fputs(")\n", f);
	}
}

static void write(const net t[NETS], const double c[2], const char *path)
{
	FILE *f = fopen(path, "w");
	float sum[1 + S] = { 0 }, scale = (float)c[1] / NETS;

	if (!f) {
		fprintf(stderr, "fit-sentences: cannot write %s\n", path);
		exit(1);
	}
	for (int k = 0; k < NETS; k++)
		for (int i = 0; i <= S; i++) sum[i] += t[k].p[i] * scale;
	fputs("/* SPDX-License-Identifier: MIT\n"
	      " * What the signals of a sentence come to: SUM(bias, weights), and a hidden layer of UNIT(worth, bias, "
	      "weights); its logit. Made by\n"
	      " * scripts/fit-sentences.sh. */\n",
	      f);
	fprintf(f, "SUM(%.4ff", (double)sum[0] + c[0]);
	for (int i = 0; i < S; i++) fprintf(f, ", %.4ff", (double)sum[1 + i]);
	fputs(")\n", f);
	for (int k = 0; k < NETS; k++) write_units(&t[k], scale, f);
	fclose(f);
}

void fit_sentences(fit_data *d, const char *path)
{
	static net t[FIT_FOLDS + 1][NETS];
	char name[PATH_MAX];
	point *v = NULL;
	size_t n = 0;
	double c[2];

	for (size_t fold = 0; fold < FIT_FOLDS; fold++) {
		fit(d, t[fold], fold);
		for (size_t i = 0; i < d->n; i++) {
			fit_question *q = &d->v[i];

			if (q->set % FIT_FOLDS != fold) continue;
			v = fit_alloc(realloc(v, (n + q->n + 1) * sizeof *v));
			for (size_t k = 0; k < q->n; k++) {
				q->row[k].score = mean(t[fold], q->row[k].x);
				if (q->family > FIT_ABSENT) continue;
				v[n++] = (point){ q->row[k].score, q->row[k].right, 1 };
			}
			qsort(q->row, q->n, sizeof *q->row, by_score);
		}
	}
	tell(d);
	calibrate(v, n, c);
	fprintf(stderr, "calibration %.3f + %.3f x, of %zu sentences\n", c[0], c[1], n);
	fit(d, t[FIT_FOLDS], FIT_FOLDS);
	write(t[FIT_FOLDS], c, path);
	/* those that have not seen the repositories of a fold: what an answer is worth is learned from these */
	for (int fold = 0; fold < FIT_FOLDS; fold++) {
		snprintf(name, sizeof name, "%s.%d", path, fold);
		write(t[fold], c, name);
	}
	free(v);
}
