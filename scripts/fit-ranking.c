/* SPDX-License-Identifier: MIT
 * Fit the built-in reranker on annotated queries: the weights of its features, and the hidden layer over them.
 *
 * Usage: fit-ranking LIST RANKING HIDDEN
 * LIST has a line for each set of queries: repository, store, file with queries, separated by tabs, and behind them "asked" for
 * files that scripts/make-questions.sh asks about, "web" for those of scripts/web-questions.sh. For each query the candidates of the reranker come with their features.
 * RANKING (include/lucus/ranking.def) and HIDDEN (src/retrieve/hidden.def) are written: fit-model.c says what it minimises.
 *
 * What hits that are elements are ranked with is fitted on the sets whose targets are names, where what counts as a file is a
 * name; the sets of files teach it, too, but count little, because they do not say which element of a file is meant. For the same
 * reason it goes without the features of a path. What hits that
 * are files are ranked with is fitted on the sets of files, and on what is asked about files. Where all sets are of one
 * kind, both are fitted on these.
 *
 * On stderr: NDCG@10, mean over repositories, of what was fitted on the other folds (5, by repository), also by the class of the
 * query and its category. Then how true the probabilities are that hits are right, as the other folds tell them; and the
 * figure of what is written, on the sets that it was fitted on. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "fit.h"

/* For hits that are elements, and for files: with more, files of repositories that it has not seen are ranked worse. */
static const int steps[2] = { 1200, 600 };

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

/* What the sets have nothing of: their trees have no history. The weights of these stay what they are. */
static const bool given[N] = { [LU_FEATURE_history] = true, [LU_FEATURE_recent] = true, [LU_FEATURE_cochanged] = true };
static const float now[N][2] = {
#define FEATURE(name, element, file, text) { element, file },
#include "lucus/ranking.def"
#undef FEATURE
};

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

static struct scored *order(const query *q)
{
	struct scored *v = fit_need(calloc(q->n + 1, sizeof *v));

	for (size_t i = 0; i < q->n; i++) v[i] = (struct scored){ q->v[i], q->score[i] };
	qsort(v, q->n, sizeof *v, by_score);
	return v;
}

static double ndcg(const query *q)
{
	struct scored *v = order(q);
	lu_judged *hit = fit_need(calloc(q->n + 1, sizeof *hit));
	bool *gain = fit_need(calloc(q->n + 1, sizeof *gain));
	size_t n;
	double r;

	for (size_t i = 0; i < q->n; i++) hit[i] = v[i].hit;
	n = lu_distinct(hit, q->n, q->family == FIT_NAMES);
	lu_judge(q->a, hit, n, gain);
	r = lu_measure_at(LU_MEASURE_NDCG, gain, n, q->a->targets.n, 10);
	free(v);
	free(hit);
	free(gain);
	return r;
}

static void measure(const fit *f, query *q)
{
	for (size_t i = 0; i < q->n; i++) q->score[i] = fit_score(f, q->x[i]);
	q->ndcg = ndcg(q);
}

/* ---- cross-validation ---- */

/* The fold of each set: sets of one repository are in one. */
static void make_folds(const data *d, size_t *fold)
{
	size_t n = 0;

	for (size_t i = 0; i < d->n_set; i++) {
		size_t k = 0;

		while (strcmp(d->name[k], d->name[i]) != 0) k++;
		fold[i] = k == i ? n++ % FOLDS : fold[k];
	}
}

struct fold {
	fit f;
	size_t number;
	const size_t *of;
	pthread_t thread;
};

static void *run_fold(void *ctx)
{
	struct fold *k = ctx;
	const data *d = k->f.d;

	fit_model(&k->f);
	for (size_t i = 0; i < d->n; i++) {
		if (k->of[d->v[i].set] != k->number || k->f.count[d->v[i].family] <= 0) continue;
		d->v[i].fold = k->number;
		measure(&k->f, &d->v[i]);
	}
	return NULL;
}

/* What each query gets from a model of the other folds: a mean of as many nets as what is written, so that figures and probabilities
 * are those of such a model. */
static void cross_validate(const fit *f)
{
	size_t *fold = fit_need(calloc(f->d->n_set + 1, sizeof *fold));
	struct fold *run = fit_need(calloc(FOLDS, sizeof *run));
	bool *out[FOLDS];

	make_folds(f->d, fold);
	for (size_t k = 0; k < FOLDS; k++) {
		out[k] = fit_need(calloc(f->d->n_set + 1, sizeof *out[k]));
		for (size_t i = 0; i < f->d->n_set; i++) out[k][i] = fold[i] == k;
		run[k] = (struct fold){ .f = *f, .number = k, .of = fold };
		run[k].f.out = out[k];
		if (pthread_create(&run[k].thread, NULL, run_fold, &run[k])) fit_die("cannot start a thread", NULL);
	}
	for (size_t k = 0; k < FOLDS; k++) {
		pthread_join(run[k].thread, NULL);
		free(out[k]);
	}
	free(run);
	free(fold);
}

/* ---- relevance ---- */

/* Append the first files, or elements, of a query. */
static size_t add_samples(const query *q, fit_sample *out)
{
	struct scored *v = order(q);
	lu_judged hit[LU_SELECT_HEAD];
	bool gain[LU_SELECT_HEAD];
	double score[LU_SELECT_HEAD];
	size_t n = 0;

	for (size_t i = 0; i < q->n && n < LU_SELECT_HEAD; i++) {
		bool again = false;

		for (size_t k = 0; k < n && q->family != FIT_NAMES; k++) again |= lu_str_eq(hit[k].path, v[i].hit.path);
		if (again) continue;
		hit[n] = v[i].hit;
		score[n++] = (double)v[i].score;
	}
	lu_judge(q->a, hit, n, gain);
	for (size_t i = 0; i < n; i++) {
		out[i] = (fit_sample){ .right = gain[i], .symbol = q->query_class == LU_QUERY_SYMBOL, .fold = q->fold };
		lu__relevance_of(score[i], (uint32_t)(i + 1), score[0], n > 1 ? score[1] : score[0] - LU__ALONE,
				 out[i].x);
	}
	free(v);
	return n;
}

static void calibrate(const data *d, fit_family family, const char *kind, double w[2][LU__RELEVANCE])
{
	fit_sample *v = fit_need(calloc(d->n * LU_SELECT_HEAD + 1, sizeof *v));
	size_t n = 0;

	for (size_t i = 0; i < d->n; i++)
		if (d->v[i].family == family) n += add_samples(&d->v[i], v + n);
	fit_reliability(v, n, kind);
	for (int symbol = 0; symbol < 2; symbol++) fit_relevance(v, n, symbol, FOLDS, w[symbol]);
	free(v);
}

/* ---- telling ---- */

/* The mean over sets of a family. */
static double mean_of(const data *d, fit_family family)
{
	double sum = 0;

	for (size_t i = 0; i < d->n; i++)
		if (d->v[i].family == family) sum += d->v[i].ndcg / (double)d->asked[d->v[i].set];
	return d->sets[family] ? sum / (double)d->sets[family] : 0;
}

static void tell_group(const data *d, fit_family family, const char *kind, const char *name, int c,
		       const lu_str *category)
{
	double sum = 0, n = 0;

	for (size_t i = 0; i < d->n; i++) {
		const query *q = &d->v[i];

		if (q->family != family || (c >= 0 && (int)q->query_class != c)) continue;
		if (category && !lu_str_eq(q->a->category, *category)) continue;
		sum += q->ndcg;
		n++;
	}
	if (n > 0) fprintf(stderr, "%s: %-14s %4.0f queries: %.4f\n", kind, name, n, sum / n);
}

/* One line for each category of the sets. */
static void tell_categories(const data *d, fit_family family, const char *kind)
{
	for (size_t i = 0; i < d->n; i++) {
		const lu_str *c = &d->v[i].a->category;
		char name[32];
		size_t k = 0;

		while (k < i && (d->v[k].family != family || !lu_str_eq(d->v[k].a->category, *c))) k++;
		if (k < i || d->v[i].family != family) continue;
		snprintf(name, sizeof name, "%.*s", LU_FMT(*c));
		tell_group(d, family, kind, name, -1, c);
	}
}

static void tell_validated(const fit *f, const char *kind)
{
	static const char *const of[FIT_FAMILIES] = {
		[FIT_NAMES] = "names",
		[FIT_FILES] = "files",
		[FIT_ASKED] = "files that were asked about",
		[FIT_WEB] = "what was typed into a search",
	};

	for (int family = 0; family < FIT_FAMILIES; family++) {
		if (f->count[family] <= 0 || !f->d->sets[family]) continue;
		fprintf(stderr, "%s: cross-validated %.4f of %s\n", kind, mean_of(f->d, (fit_family)family),
			of[family]);
		for (int c = 0; c < LU_QUERY_CLASSES; c++)
			tell_group(f->d, (fit_family)family, kind, lu_query_class_name((lu_query_class)c), c, NULL);
		tell_categories(f->d, (fit_family)family, kind);
	}
}

static void tell_fitted(const fit *f, const char *kind)
{
	const data *d = f->d;

	for (size_t i = 0; i < d->n; i++) measure(f, &d->v[i]);
	fprintf(stderr, "%s: fitted: %.4f of files", kind, mean_of(d, FIT_FILES));
	if (d->sets[FIT_NAMES]) fprintf(stderr, ", %.4f of names", mean_of(d, FIT_NAMES));
	fputc('\n', stderr);
}

/* ---- what is written ---- */

static FILE *create(const char *path)
{
	FILE *f = fopen(path, "w");

	if (!f) fit_die(path, &(lu_err){ .msg = "cannot be written" });
	return f;
}

static void finish(FILE *f, const char *path)
{
	if (fclose(f)) fit_die(path, &(lu_err){ .msg = "cannot be written" });
}

static double weight_of(const fit *f, int feature, bool files)
{
	double sum = given[feature] ? (double)now[feature][files] : 0;

	for (int i = 0; i < f->nets; i++) sum += (double)f->net[i].w[feature] / f->nets;
	return sum;
}

static void write_ranking(const char *path, const fit fitted[2])
{
	FILE *f = create(path);

	fputs("/* SPDX-License-Identifier: MIT\n"
	      " * The features of a candidate and what each is worth: FEATURE(name, weight for elements, weight for "
	      "files, text). The\n"
	      " * weights are fitted: scripts/fit-ranking.sh. */\n",
	      f);
	for (int i = 0; i < N; i++)
		fprintf(f, "FEATURE(%s, %.2ff, %.2ff, \"%s\")\n", names[i], weight_of(&fitted[0], i, false),
			weight_of(&fitted[1], i, true), texts[i]);
	finish(f, path);
}

static void write_units(FILE *f, const fit *fitted, const char *kind)
{
	for (int i = 0; i < fitted->nets; i++)
		for (int u = 0; u < UNITS; u++) {
			const fit_net *t = &fitted->net[i];

			fprintf(f, "UNIT(%s, %.6ff, %.4ff", kind, (double)t->worth[u] / fitted->nets,
				(double)t->bias[u]);
			for (int k = 0; k < N; k++) fprintf(f, ", %.4ff", (double)t->in[k][u]);
			fputs(")\n", f);
		}
}

static void write_hidden(const char *path, const fit fitted[2], double relevance[2][2][LU__RELEVANCE],
			 const char *const kind[2])
{
	FILE *f = create(path);

	fputs("/* SPDX-License-Identifier: MIT\n"
	      " * The hidden layer of the reranker, made by scripts/fit-ranking.sh. RELEVANCE(hits, queries, weights): "
	      "of what\n"
	      " * src/retrieve/relevance.c makes a probability of. INPUTS(features) of each UNIT(hits, worth, bias, "
	      "weights). */\n",
	      f);
	for (int mode = 0; mode < 2; mode++)
		for (int symbol = 1; symbol >= 0; symbol--) {
			fprintf(f, "RELEVANCE(%s, %s", kind[mode], symbol ? "symbols" : "others");
			for (int i = 0; i < LU__RELEVANCE; i++) fprintf(f, ", %.4ff", relevance[mode][symbol][i]);
			fputs(")\n", f);
		}
	fputs("INPUTS(", f);
	for (int i = 0; i < N; i++) fprintf(f, "%sLU_FEATURE_%s", i ? ", " : "", names[i]);
	fputs(")\n", f);
	for (int mode = 0; mode < 2; mode++) write_units(f, &fitted[mode], kind[mode]);
	finish(f, path);
}

/* What sets count by what the hits are. */
static void count(const data *d, int mode, double out[FIT_FAMILIES])
{
	static const double counts[2][FIT_FAMILIES] = {
		{ [FIT_NAMES] = 1, [FIT_FILES] = .15 },
		{ [FIT_FILES] = 1, [FIT_ASKED] = 1, [FIT_WEB] = .15 },
	};

	memcpy(out, counts[mode], sizeof counts[mode]);
	if (!d->sets[FIT_FILES]) out[FIT_NAMES] = 1;
	if (!d->sets[FIT_NAMES]) out[FIT_FILES] = 1;
}

int main(int argc, char **argv)
{
	static const char *const kind[] = { "elements", "files" };
	bool off[2][N] = { { false } };
	double relevance[2][2][LU__RELEVANCE];
	static data d;
	static fit f[2];

	if (argc != 4) {
		fputs("usage: fit-ranking LIST RANKING HIDDEN\n", stderr);
		return 2;
	}
	fit_read(&d, argv[1]);
	memcpy(off[0], given, sizeof given);
	memcpy(off[1], given, sizeof given);
	off[0][LU_FEATURE_stem] = off[0][LU_FEATURE_stem_whole] = off[0][LU_FEATURE_symbol_stem] = true;
	off[0][LU_FEATURE_folders] = true;
	for (int mode = 0; mode < 2; mode++) {
		f[mode] = (fit){ .d = &d, .off = off[mode], .nets = NETS, .steps = steps[mode] };
		count(&d, mode, f[mode].count);
		cross_validate(&f[mode]);
		tell_validated(&f[mode], kind[mode]);
		calibrate(&d, (mode || !d.sets[FIT_NAMES]) && d.sets[FIT_FILES] ? FIT_FILES : FIT_NAMES, kind[mode],
			  relevance[mode]);
		fit_model(&f[mode]);
		tell_fitted(&f[mode], kind[mode]);
	}
	write_ranking(argv[2], f);
	write_hidden(argv[3], f, relevance, kind);
	return 0;
}
