/* SPDX-License-Identifier: MIT
 * Fit the weights of the built-in reranker (include/lucus/ranking.def) on annotated queries.
 *
 * Usage: fit-ranking LIST > ranking.def
 * LIST has a line for each repository: name, store, file with queries, separated by tabs. For each query the candidates
 * of the reranker come with their features. The logit of a file is the soft maximum of its elements' scores,
 * log(sum exp(4 s)) / 4, and the weights minimise, over all queries, the mean over the relevant files of
 * -log(exp(f) / (exp(f) + sum of exp over the files that are not relevant)), plus 0.2 |w * deviation|^2; each repository
 * has the same weight. From there they go on to what maximises a smooth NDCG. The signs of most weights are given. Steps
 * are Adam's, over all queries at once.
 *
 * Weights of hits that are elements are fitted without the features of a path, which say which file is meant and not
 * which of its elements, and also on sets whose targets are names: what counts as a file is a name there, methods stand
 * for their class, and such a set weighs as much as three repositories. On stderr: NDCG@10, mean over repositories, of weights fitted on the other folds (5, by
 * repository), for three ways to make the folds, and of the weights that are printed; and what each feature is worth: how
 * much the cross-validated figure falls without it (-a). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lucus/eval.h"
#include "lucus/file.h"
#include "lucus/retrieve.h"

#define N LU_FEATURES
#define STEPS 150
#define SHARP 4.0f
#define SHRINK 0.2
#define FOLDS 5
#define NAMED 3.0
#define SMOOTH 0.5
#define SHRINK_NDCG 0.02

typedef struct element {
	float x[N];
	size_t file;            /* number in the query's files */
	lu_judged hit;
} element;

typedef struct query {
	const lu_annotated *a;
	element *v;
	size_t n, n_file;
	bool *relevant;         /* by file */
	bool by_name;
	size_t repository;
} query;

typedef struct data {
	query *v;
	size_t n;
	char (*name)[64];
	size_t n_name;
	size_t *asked;          /* queries of each repository */
	size_t n_set[2];        /* repositories with targets that are files, and names */
	lu_qrels *qrels;
	float deviation[N];
	lu_arena a;
} data;

static const char *const names[N] = {
#define FEATURE(name, element, file, text) #name,
#include "lucus/ranking.def"
#undef FEATURE
};
static const char *const texts[N] = {
#define FEATURE(name, element, file, text) text,
#include "lucus/ranking.def"
#undef FEATURE
};

static void die(const char *what, const lu_err *e)
{
	fprintf(stderr, "fit-ranking: %s: %s\n", what, e ? e->msg : "out of memory");
	exit(1);
}

static void *need(void *p)
{
	if (!p) die("cannot go on", NULL);
	return p;
}

/* ---- reading ---- */

static void read_query(data *d, lu_retriever *r, const lu_annotated *a, bool by_name)
{
	query *v = need(lu_arena_grow(&d->a, d->v, d->n, sizeof *v));
	lu_query_options o;
	lu_result res;
	lu_str *group; /* paths or names */
	query *q = &v[d->n];
	lu_err e;

	d->v = v;
	lu_query_options_init(&o);
	o.k = 500; /* as many as the reranker looks at */

	if (lu_retrieve(r, a->query, &o, &res, &e)) die("cannot ask", &e);
	*q = (query){ .a = a, .repository = d->n_name - 1, .by_name = by_name };
	q->v = need(lu_arena_calloc(&d->a, res.n + 1, sizeof *q->v));
	q->relevant = need(lu_arena_calloc(&d->a, res.n + 1, sizeof *q->relevant));
	group = need(lu_arena_calloc(&d->a, res.n + 1, sizeof *group));
	for (size_t i = 0; i < res.n; i++) {
		const lu_brief *b = &res.v[i].el;
		lu_str name = lu_str_eqz(b->type, "method") ? lu_str_before_last(b->name, '.') : b->name;
		lu_str key = by_name ? name : b->path;
		lu_judged hit = { .path = lu_arena_dup(&d->a, b->path), .start_line = b->start_line,
				  .end_line = b->end_line, .id = b->id, .name = lu_arena_dup(&d->a, name) };
		size_t f = 0;

		if (by_name && (lu_str_eqz(b->type, "module") || lu_str_eqz(b->type, "section"))) continue;
		while (f < q->n_file && !lu_str_eq(group[f], key)) f++;
		if (f == q->n_file) {
			group[q->n_file++] = by_name ? hit.name : hit.path;
			for (size_t t = 0; t < a->targets.n; t++)
				q->relevant[f] |= by_name ? lu_meets(&hit, &a->targets.v[t]) : lu_same_file(b->path, &a->targets.v[t]);
		}
		memcpy(q->v[q->n].x, res.v[i].feature, sizeof q->v[i].x);
		q->v[q->n].file = f;
		q->v[q->n].hit = hit;
		q->n++;
	}
	d->n++;
	lu_result_free(&res);
}

static void read_repository(data *d, const char *name, const char *store, const char *queries)
{
	lu_embed_config c = { .provider = NULL };
	lu_embedder *m = NULL;
	lu_retriever *r = NULL;
	lu_store *s = NULL;
	lu_buf text = LU_BUF;
	lu_qrels *qrels;
	lu_err e;

	d->name = need(realloc(d->name, (d->n_name + 1) * sizeof *d->name));
	d->asked = need(realloc(d->asked, (d->n_name + 1) * sizeof *d->asked));
	snprintf(d->name[d->n_name], sizeof *d->name, "%s", name);
	qrels = need(lu_arena_calloc(&d->a, 1, sizeof *qrels));
	if (lu_file_read(queries, 1 << 28, &text, &e) || lu_qrels_read(lu_buf_str(&text), queries, qrels, &e)) die(queries, &e);
	d->asked[d->n_name++] = qrels->queries.n;
	d->n_set[qrels->by_name]++;
	if (lu_embedder_open(&c, &m, &e) || lu_store_open(&s, store, LU_STORE_READ, 0, &e) ||
	    lu_store_use(s, "default", "default", &e) || lu_store_begin(s, &e) || lu_retriever_open(s, m, &r, &e))
		die(store, &e);
	for (size_t i = 0; i < qrels->queries.n; i++) read_query(d, r, &qrels->queries.v[i], qrels->by_name);
	lu_retriever_close(r);
	lu_store_close(s);
	lu_embedder_close(m);
	lu_buf_free(&text);
}

static void measure_deviation(data *d)
{
	double sum[N] = { 0 }, square[N] = { 0 }, n = 0;

	for (size_t q = 0; q < d->n; q++)
		for (size_t i = 0; i < d->v[q].n; i++, n++)
			for (int f = 0; f < N; f++) {
				double x = (double)d->v[q].v[i].x[f];

				sum[f] += x;
				square[f] += x * x;
			}
	for (int f = 0; f < N; f++) d->deviation[f] = (float)sqrt(fmax(square[f] / n - sum[f] / n * sum[f] / n, 0)) + 1e-6f;
}

static void read_list(data *d, const char *list)
{
	char line[4096], name[64], store[1500], queries[1500];
	FILE *f = fopen(list, "r");

	if (!f) die(list, &(lu_err){ .msg = "cannot be read" });
	while (fgets(line, sizeof line, f))
		if (sscanf(line, "%63[^\t]\t%1499[^\t]\t%1499[^\n]", name, store, queries) == 3)
			read_repository(d, name, store, queries);
	fclose(f);
	measure_deviation(d);
}

/* ---- fitting ---- */

typedef struct fit {
	const data *d;
	const bool *out;        /* repositories that are left out; NULL: none */
	const bool *off;        /* features that are */
	bool names;             /* with sets of names */
	float w[N];
	float *score, *logit, *sum; /* of the elements and files of a query */
} fit;

static float dot(const float *a, const float *b)
{
	float s = 0;

	for (int i = 0; i < N; i++) s += a[i] * b[i];
	return s;
}

static void logits(fit *f, const query *q)
{
	for (size_t i = 0; i < q->n_file; i++) f->logit[i] = -1e30f, f->sum[i] = 0;
	for (size_t i = 0; i < q->n; i++) {
		f->score[i] = dot(f->w, q->v[i].x);
		if (f->score[i] > f->logit[q->v[i].file]) f->logit[q->v[i].file] = f->score[i];
	}
	for (size_t i = 0; i < q->n; i++) f->sum[q->v[i].file] += expf(SHARP * (f->score[i] - f->logit[q->v[i].file]));
	for (size_t i = 0; i < q->n; i++) f->score[i] = expf(SHARP * (f->score[i] - f->logit[q->v[i].file])) / f->sum[q->v[i].file];
	for (size_t i = 0; i < q->n_file; i++) f->logit[i] += logf(f->sum[i]) / SHARP;
}

/* The gradient of NDCG over all ranks, with a smooth step for "ranks before" (Qin, Liu and Li, 2010), turned round: what
 * counts is the head of the list, and what is lost in any case counts for little. */
static void add_ndcg(fit *f, const query *q, double g[N])
{
	double *down = need(calloc(q->n_file + 1, sizeof *down)), ideal = 0, weight;
	size_t relevant = 0;

	logits(f, q);
	for (size_t i = 0; i < q->n_file; i++) relevant += q->relevant[i];
	for (size_t i = 0; i < q->a->targets.n && i < 10; i++) ideal += 1 / log2((double)i + 2);
	weight = (q->by_name ? NAMED : 1.0) / (double)f->d->asked[q->repository] / ideal;
	for (size_t p = 0; p < q->n_file && relevant; p++) {
		double rank = 1, slope;

		if (!q->relevant[p]) continue;
		for (size_t j = 0; j < q->n_file; j++)
			if (j != p) rank += 1 / (1 + exp((double)(f->logit[p] - f->logit[j]) / SMOOTH));
		slope = weight / (M_LN2 * (1 + rank) * log2(1 + rank) * log2(1 + rank));
		for (size_t j = 0; j < q->n_file; j++) {
			double s = 1 / (1 + exp((double)(f->logit[p] - f->logit[j]) / SMOOTH)), d = slope * s * (1 - s) / SMOOTH;

			if (j == p) continue;
			down[j] += d;
			down[p] -= d;
		}
	}
	for (size_t i = 0; i < q->n; i++)
		for (int k = 0; k < N; k++) g[k] += down[q->v[i].file] * (double)f->score[i] * (double)q->v[i].x[k];
	free(down);
}

static void add_gradient(fit *f, const query *q, double g[N])
{
	double rest = 0, pull = 0, weight, best = -1e30;
	size_t relevant = 0;

	for (size_t i = 0; i < q->n_file; i++) relevant += q->relevant[i];
	if (!relevant) return;
	logits(f, q);
	for (size_t i = 0; i < q->n_file; i++) best = fmax(best, (double)f->logit[i]);
	for (size_t i = 0; i < q->n_file; i++) rest += q->relevant[i] ? 0 : exp((double)f->logit[i] - best);
	weight = (q->by_name ? NAMED : 1.0) / (double)f->d->asked[q->repository] / (double)relevant;
	for (size_t i = 0; i < q->n_file; i++)
		if (q->relevant[i]) pull += weight / (exp((double)f->logit[i] - best) + rest);
	for (size_t i = 0; i < q->n; i++) {
		size_t at = q->v[i].file;
		double own = exp((double)f->logit[at] - best), down;

		down = q->relevant[at] ? weight * (own / (own + rest) - 1) : own * pull;
		down *= (double)f->score[i];
		for (int k = 0; k < N; k++) g[k] += down * (double)q->v[i].x[k];
	}
}

/* What a feature can only mean. */
static void bound(float w[N], const bool *off)
{
	static const struct {
		lu_feature f;
		float low, high;
	} bounds[] = {
		{ LU_FEATURE_value, -99, 0 },	 { LU_FEATURE_prototype, -99, 0 },    { LU_FEATURE_test, -99, 0 },
		{ LU_FEATURE_in_tests, -99, 0 }, { LU_FEATURE_aside, -99, 0 },	     { LU_FEATURE_in_prose, -4, 0 },
		{ LU_FEATURE_lines, -99, 99 },	 { LU_FEATURE_file_lines, -99, 99 }, { LU_FEATURE_file_definitions, -99, 99 },
		{ LU_FEATURE_referred, -99, 99 },
	};

	for (int i = 0; i < N; i++) {
		float low = 0, high = 99;

		for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++)
			if ((int)bounds[k].f == i) low = bounds[k].low, high = bounds[k].high;
		w[i] = off && off[i] ? 0 : fminf(fmaxf(w[i], low), high);
	}
}

static void descend(fit *f, bool by_ndcg)
{
	double first[N] = { 0 }, second[N] = { 0 }, shrink = by_ndcg ? SHRINK_NDCG : SHRINK;

	for (int step = 1; step <= STEPS; step++) {
		double g[N] = { 0 }, rate = (by_ndcg ? 0.03 : 0.1) * (step > STEPS / 2 ? 2.0 * (STEPS - step + 1) / STEPS : 1);

		for (size_t i = 0; i < f->d->n; i++) {
			const query *q = &f->d->v[i];

			if ((q->by_name && !f->names) || (f->out && f->out[q->repository])) continue;
			if (by_ndcg) add_ndcg(f, q, g);
			else add_gradient(f, q, g);
		}
		for (int k = 0; k < N; k++) {
			double s = (double)f->d->deviation[k], at = (g[k] + 2 * shrink * (double)f->w[k] * s * s) / s;

			/* in steps of deviations, so that features of any scale move alike */
			first[k] = .9 * first[k] + .1 * at;
			second[k] = .99 * second[k] + .01 * at * at;
			f->w[k] -= (float)(rate * (first[k] / (1 - pow(.9, step))) /
					   (sqrt(second[k] / (1 - pow(.99, step))) + 1e-9) / s);
		}
		bound(f->w, f->off);
	}
}

static void run_fit(fit *f)
{
	memset(f->w, 0, sizeof f->w);
	descend(f, false);
	descend(f, true);
}

/* ---- measuring ---- */

struct scored {
	lu_judged hit;
	float score;
};

static int by_score(const void *px, const void *py)
{
	const struct scored *x = px, *y = py;

	if (x->score != y->score) return x->score < y->score ? 1 : -1;
	return (x->hit.id > y->hit.id) - (x->hit.id < y->hit.id);
}

static double ndcg(const query *q, const float w[N])
{
	struct scored *v = need(calloc(q->n + 1, sizeof *v));
	lu_judged *hit = need(calloc(q->n + 1, sizeof *hit));
	bool *gain = need(calloc(q->n + 1, sizeof *gain));
	size_t n;
	double r;

	for (size_t i = 0; i < q->n; i++) v[i] = (struct scored){ q->v[i].hit, dot(w, q->v[i].x) };
	qsort(v, q->n, sizeof *v, by_score);
	for (size_t i = 0; i < q->n; i++) hit[i] = v[i].hit;
	n = lu_distinct(hit, q->n, q->by_name);
	lu_judge(q->a, hit, n, gain);
	r = lu_measure_at(LU_NDCG, gain, n, q->a->targets.n, 10);
	free(v);
	free(hit);
	free(gain);
	return r;
}

/* Add what the repositories of `which` get, each its mean. */
static double sum_of(const data *d, const bool *which, const float w[N], bool by_name)
{
	double sum = 0;

	for (size_t i = 0; i < d->n; i++)
		if (d->v[i].by_name == by_name && (!which || which[d->v[i].repository]))
			sum += ndcg(&d->v[i], w) / (double)d->asked[d->v[i].repository];
	return sum;
}

static uint64_t next_random(uint64_t *state)
{
	uint64_t x = *state += 0x9e3779b97f4a7c15u;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

static double cross_validate(fit *f, uint64_t seed)
{
	const data *d = f->d;
	size_t *fold = need(calloc(d->n_name + 1, sizeof *fold));
	bool *out = need(calloc(d->n_name + 1, sizeof *out));
	double sum = 0;

	for (size_t i = 0; i < d->n_name; i++) fold[i] = i % FOLDS;
	for (size_t i = d->n_name; i > 1; i--) {
		size_t j = next_random(&seed) % i, x = fold[j];

		fold[j] = fold[i - 1];
		fold[i - 1] = x;
	}
	for (size_t k = 0; k < FOLDS; k++) {
		for (size_t i = 0; i < d->n_name; i++) out[i] = fold[i] == k;
		f->out = out;
		run_fit(f);
		sum += sum_of(d, out, f->w, false);
	}
	f->out = NULL;
	free(fold);
	free(out);
	return sum / (double)d->n_set[0];
}

static void ablate(fit *f, bool off[N], double all)
{
	for (int i = 0; i < N; i++) {
		if (off[i]) continue;
		off[i] = true;
		fprintf(stderr, "without %-18s %+.4f\n", names[i], cross_validate(f, 1) - all);
		off[i] = false;
	}
}

static void tell(const fit *f, const char *kind, const char *how)
{
	fprintf(stderr, "%s: %s: %.4f of files", kind, how, sum_of(f->d, NULL, f->w, false) / (double)f->d->n_set[0]);
	if (f->d->n_set[1]) fprintf(stderr, ", %.4f of names", sum_of(f->d, NULL, f->w, true) / (double)f->d->n_set[1]);
	fputc('\n', stderr);
}

int main(int argc, char **argv)
{
	bool ablation = argc > 2 && strcmp(argv[1], "-a") == 0;
	static const char *const kind[] = { "elements", "files" };
	bool off[2][N] = { { false } };
	float w[2][N];
	data d = { 0 };
	size_t most = 0;
	fit f;

	if (argc != 2 + ablation) {
		fputs("usage: fit-ranking [-a] LIST > ranking.def\n", stderr);
		return 2;
	}
	read_list(&d, argv[1 + ablation]);
	for (size_t i = 0; i < d.n; i++) most = d.v[i].n > most ? d.v[i].n : most;
	off[0][LU_FEATURE_stem] = off[0][LU_FEATURE_stem_whole] = off[0][LU_FEATURE_symbol_stem] = true;
	off[0][LU_FEATURE_folders] = true;
	f = (fit){ .d = &d, .score = need(calloc(most + 1, sizeof(float))), .logit = need(calloc(most + 1, sizeof(float))),
		   .sum = need(calloc(most + 1, sizeof(float))) };
	for (int mode = 0; mode < 2; mode++) {
		double cv = 0;

		f.off = off[mode];
		f.names = false;
		for (uint64_t seed = 1; seed <= 3; seed++) {
			double r = cross_validate(&f, seed);

			fprintf(stderr, "%s: cross-validated %.4f (seed %d)\n", kind[mode], r, (int)seed);
			if (seed == 1) cv = r;
		}
		if (ablation && mode) ablate(&f, off[mode], cv);
		run_fit(&f);
		tell(&f, kind[mode], "fitted on sets of files");
		f.names = !mode && d.n_set[1];
		if (f.names) run_fit(&f);
		if (f.names) tell(&f, kind[mode], "fitted on all");
		memcpy(w[mode], f.w, sizeof f.w);
	}
	puts("/* SPDX-License-Identifier: MIT\n"
	     " * The features of a candidate and what each is worth: FEATURE(name, weight for elements, weight for files, text). The\n"
	     " * weights are fitted: scripts/fit-ranking.sh. */");
	for (int i = 0; i < N; i++)
		printf("FEATURE(%s, %.2ff, %.2ff, \"%s\")\n", names[i], (double)w[0][i], (double)w[1][i], texts[i]);
	return 0;
}
