/* SPDX-License-Identifier: MIT
 * Fit the built-in reranker on annotated queries: the weights of its features, and trees on top of them.
 *
 * Usage: fit-ranking [-a] LIST RANKING TREES
 *        fit-ranking -r LIST
 * LIST has a line for each repository: name, store, file with queries, separated by tabs. For each query the candidates
 * of the reranker come with their features. RANKING (include/lucus/ranking.def) and TREES (src/retrieve/trees.def) are
 * written: fit-linear.c and boost.c say what they minimise.
 *
 * What hits that are elements are ranked with is fitted on the sets whose targets are names, where what counts as a file is a
 * name; the sets of files teach it, too, but count little, because they do not say which element of a file is meant. For the same
 * reason it goes without the features of a path, and without the length, by which they would prefer the longest. What hits that
 * are files are ranked with is fitted on the sets of files. Where all sets are of one kind, both are fitted on these.
 *
 * -r: print only the lines RELEVANCE of TREES for hits that are elements, fitted to the scores that the program gives as it is
 * built, after weights were changed by hand.
 *
 * On stderr: NDCG@10, mean over repositories, of what was fitted on the other folds (5, by repository) for three ways to
 * make the folds: of the weights alone and with the trees, also by the class of the query and its category. The share of
 * the trees in the score is the best one in the folds that are not measured. Then how true the probabilities are that hits
 * are right, as the other folds tell them; the figure of what is written, on the sets that it was fitted on; and what each
 * group of features is worth: what the cross-validated figure is without it (-a). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fit.h"
#include "lucus/file.h"

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

void *fit_need(void *p)
{
	if (!p) die("cannot go on", NULL);
	return p;
}

/* ---- reading ---- */

static void read_query(data *d, lu_retriever *r, const lu_annotated *a, bool by_name)
{
	query *v = fit_need(lu_arena_grow(&d->a, d->v, d->n, sizeof *v));
	lu_query_shape shape;
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
	if (lu_classify(a->query, &d->a, &shape, &e)) die("cannot classify", &e);
	q->query_class = shape.query_class;
	q->v = fit_need(lu_arena_calloc(&d->a, res.n + 1, sizeof *q->v));
	q->score = fit_need(lu_arena_calloc(&d->a, res.n + 1, sizeof *q->score));
	q->x = fit_need(lu_arena_calloc(&d->a, res.n + 1, sizeof *q->x));
	q->file = fit_need(lu_arena_calloc(&d->a, res.n + 1, sizeof *q->file));
	q->relevant = fit_need(lu_arena_calloc(&d->a, res.n + 1, sizeof *q->relevant));
	group = fit_need(lu_arena_calloc(&d->a, res.n + 1, sizeof *group));
	for (size_t i = 0; i < res.n; i++) {
		const lu_brief *b = &res.v[i].el;
		lu_str key = by_name ? b->name : b->path;
		lu_judged hit = { .path = lu_arena_dup(&d->a, b->path), .start_line = b->start_line,
				  .end_line = b->end_line, .id = b->id, .name = lu_arena_dup(&d->a, b->name) };
		size_t f = 0;

		while (f < q->n_file && !lu_str_eq(group[f], key)) f++;
		if (f == q->n_file) {
			group[q->n_file++] = by_name ? hit.name : hit.path;
			for (size_t t = 0; t < a->targets.n; t++)
				q->relevant[f] |= by_name ? lu_meets(&hit, &a->targets.v[t]) : lu_same_file(b->path, &a->targets.v[t]);
		}
		memcpy(q->x[q->n], res.v[i].feature, sizeof *q->x);
		q->file[q->n] = (uint32_t)f;
		q->score[q->n] = res.v[i].score;
		q->v[q->n++] = hit;
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
	bool by_name;
	lu_err e;

	d->name = fit_need(realloc(d->name, (d->n_name + 1) * sizeof *d->name));
	d->asked = fit_need(realloc(d->asked, (d->n_name + 1) * sizeof *d->asked));
	snprintf(d->name[d->n_name], sizeof *d->name, "%s", name);
	qrels = fit_need(lu_arena_calloc(&d->a, 1, sizeof *qrels));
	if (lu_file_read(queries, 1 << 28, &text, &e) || lu_qrels_read(lu_buf_str(&text), queries, qrels, &e)) die(queries, &e);
	d->asked[d->n_name++] = qrels->queries.n;
	by_name = qrels->by_name > 0;
	if (by_name && qrels->by_name < qrels->queries.n) die(queries, &(lu_err){ .msg = "targets are names or files, not both" });
	d->n_set[by_name]++;
	if (lu_embedder_open(&c, &m, &e) || lu_store_open(&s, store, LU_STORE_READ, 0, &e) ||
	    lu_store_use(s, "default", "default", &e) || lu_store_begin(s, &e) || lu_retriever_open(s, m, &r, &e))
		die(store, &e);
	for (size_t i = 0; i < qrels->queries.n; i++) read_query(d, r, &qrels->queries.v[i], by_name);
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
				double x = (double)d->v[q].x[i][f];

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

/* Candidates by base + share * trees. */
static struct scored *order(const query *q, const float *base, const float *trees, float share)
{
	struct scored *v = fit_need(calloc(q->n + 1, sizeof *v));

	for (size_t i = 0; i < q->n; i++) v[i] = (struct scored){ q->v[i], base[i] + share * trees[i] };
	qsort(v, q->n, sizeof *v, by_score);
	return v;
}

static double ndcg(const query *q, const float *base, const float *trees, float share)
{
	struct scored *v = order(q, base, trees, share);
	lu_judged *hit = fit_need(calloc(q->n + 1, sizeof *hit));
	bool *gain = fit_need(calloc(q->n + 1, sizeof *gain));
	size_t n;
	double r;

	for (size_t i = 0; i < q->n; i++) hit[i] = v[i].hit;
	n = lu_distinct(hit, q->n, q->by_name);
	lu_judge(q->a, hit, n, gain);
	r = lu_measure_at(LU_NDCG, gain, n, q->a->targets.n, 10);
	free(v);
	free(hit);
	free(gain);
	return r;
}

static void score(const fit *f, const query *q, float *base, float *trees)
{
	for (size_t i = 0; i < q->n; i++) {
		base[i] = fit_dot(f->w, q->x[i]);
		trees[i] = boost_score(f->tree, TREES, q->x[i]);
	}
}

static void make_folds(const data *d, uint64_t seed, size_t *fold)
{
	size_t *first = fit_need(calloc(d->n_name + 1, sizeof *first)), n = 0, *of;

	/* several sets may be of one repository */
	for (size_t i = 0; i < d->n_name; i++) {
		size_t k = 0;

		while (strcmp(d->name[k], d->name[i]) != 0) k++;
		first[i] = k == i ? n++ : first[k];
	}
	of = fit_need(calloc(n + 1, sizeof *of));
	for (size_t i = 0; i < n; i++) of[i] = i % FOLDS;
	for (size_t i = n; i > 1; i--) {
		size_t j = boost_random(&seed) % i, x = of[j];

		of[j] = of[i - 1];
		of[i - 1] = x;
	}
	for (size_t i = 0; i < d->n_name; i++) fold[i] = of[first[i]];
	free(first);
	free(of);
}

/* What each query gets from models of the other folds. */
static void cross_validate(fit *f, data *d, int way)
{
	size_t *fold = fit_need(calloc(d->n_name + 1, sizeof *fold));
	bool *out = fit_need(calloc(d->n_name + 1, sizeof *out));

	make_folds(d, (uint64_t)way + 1, fold);
	for (size_t k = 0; k < FOLDS; k++) {
		for (size_t i = 0; i < d->n_name; i++) out[i] = fold[i] == k;
		f->out = out;
		fit_linear(f);
		fit_trees(f);
		for (size_t i = 0; i < d->n; i++) {
			query *q = &d->v[i];
			unseen *u = &q->out[way];

			if (!out[q->repository]) continue;
			u->fold = k;
			score(f, q, u->base, u->trees);
			for (int s = 0; s < SHARES; s++) u->ndcg[s] = ndcg(q, u->base, u->trees, SHARE_STEP * (float)s);
		}
	}
	f->out = NULL;
	free(fold);
	free(out);
}

/* ---- shares ---- */

static double weight_of(const data *d, const query *q)
{
	return 1 / (double)d->asked[q->repository] / (double)d->n_set[q->by_name];
}

/* What a query gains by a share in the folds that are not `but`, of one way to make them or (-1) on the average of all. */
static double gain_of(const data *d, const query *q, int share, int way, size_t but)
{
	double sum = 0;
	int n = 0;

	for (int w = 0; w < SEEDS; w++) {
		if (way >= 0 && (w != way || q->out[w].fold == but)) continue;
		sum += q->out[w].ndcg[share] - q->out[w].ndcg[0];
		n++;
	}
	return n ? weight_of(d, q) * sum / n : 0;
}

/* The share that gains most for queries that are symbols, or not; none, when that is not beyond doubt: half of its standard
 * error. No class that has enough queries to tell may lose. */
static int best_share(const data *d, bool names, bool symbol, int way, size_t but)
{
	double most = 0;
	int best = 0;

	for (int s = 1; s < SHARES; s++) {
		double sum = 0, square = 0, of_class[LU_QUERY_CLASSES] = { 0 };
		size_t asked[LU_QUERY_CLASSES] = { 0 };
		bool loses = false;

		for (size_t i = 0; i < d->n; i++) {
			double g = gain_of(d, &d->v[i], s, way, but);

			if (d->v[i].by_name != names || (d->v[i].query_class == LU_QUERY_SYMBOL) != symbol) continue;
			sum += g;
			square += g * g;
			of_class[d->v[i].query_class] += g;
			asked[d->v[i].query_class]++;
		}
		for (int c = 0; c < LU_QUERY_CLASSES; c++) loses |= asked[c] >= FEW && of_class[c] < 0;
		if (!loses && sum > most && sum > sqrt(square) / 2) most = sum, best = s;
	}
	return best;
}

/* Each query's NDCG with the share that the other folds chose. */
static void choose_shares(const data *d, bool names, int way, double *out)
{
	int share[FOLDS][2];

	for (size_t k = 0; k < FOLDS; k++)
		for (int symbol = 0; symbol < 2; symbol++) share[k][symbol] = best_share(d, names, symbol, way, k);
	for (size_t i = 0; i < d->n; i++) {
		const unseen *u = &d->v[i].out[way];

		if (d->v[i].by_name != names) continue;
		out[i] += u->ndcg[share[u->fold][d->v[i].query_class == LU_QUERY_SYMBOL]] / SEEDS;
	}
}

/* ---- relevance ---- */

/* Append the first files, or elements, of a query. */
static size_t add_samples(const query *q, int way, float share, fit_sample *out)
{
	struct scored *v = order(q, q->out[way].base, q->out[way].trees, share);
	lu_judged hit[LU_SELECT_HEAD];
	bool gain[LU_SELECT_HEAD];
	double score[LU_SELECT_HEAD];
	size_t n = 0;

	for (size_t i = 0; i < q->n && n < LU_SELECT_HEAD; i++) {
		bool again = false;

		for (size_t k = 0; k < n && !q->by_name; k++) again |= lu_str_eq(hit[k].path, v[i].hit.path);
		if (again) continue;
		hit[n] = v[i].hit;
		score[n++] = (double)v[i].score;
	}
	lu_judge(q->a, hit, n, gain);
	for (size_t i = 0; i < n; i++) {
		out[i] = (fit_sample){ .right = gain[i], .symbol = q->query_class == LU_QUERY_SYMBOL, .way = way,
				       .fold = q->out[way].fold };
		lu__relevance_of(score[i], (uint32_t)(i + 1), score[0], n > 1 ? score[1] : score[0] - LU__ALONE, out[i].x);
	}
	free(v);
	return n;
}

static void calibrate(const data *d, bool names, const char *kind, const float share[2], double w[2][LU__RELEVANCE])
{
	fit_sample *v = fit_need(calloc(d->n * SEEDS * LU_SELECT_HEAD + 1, sizeof *v));
	size_t n = 0;

	for (size_t i = 0; i < d->n; i++)
		for (int way = 0; way < SEEDS && d->v[i].by_name == names; way++)
			n += add_samples(&d->v[i], way, share[d->v[i].query_class == LU_QUERY_SYMBOL], v + n);
	fit_reliability(v, n, kind);
	for (int symbol = 0; symbol < 2; symbol++) fit_relevance(v, n, symbol, -1, 0, w[symbol]);
	free(v);
}

/* ---- telling ---- */

static void tell_group(const data *d, bool names, const char *kind, const char *name, const double *blended, int c,
		       const lu_str *category)
{
	double base = 0, with = 0, n = 0;

	for (size_t i = 0; i < d->n; i++) {
		const query *q = &d->v[i];

		if (q->by_name != names || (c >= 0 && (int)q->query_class != c)) continue;
		if (category && !lu_str_eq(q->a->category, *category)) continue;
		for (int w = 0; w < SEEDS; w++) base += q->out[w].ndcg[0] / SEEDS;
		with += blended[i];
		n++;
	}
	if (n > 0) fprintf(stderr, "%s: %-14s %4.0f queries: weights %.4f, with trees %.4f\n", kind, name, n, base / n, with / n);
}

/* One line for each category of the sets. */
static void tell_categories(const data *d, bool names, const char *kind, const double *blended)
{
	for (size_t i = 0; i < d->n; i++) {
		const lu_str *c = &d->v[i].a->category;
		char name[32];
		size_t k = 0;

		while (k < i && (d->v[k].by_name != names || !lu_str_eq(d->v[k].a->category, *c))) k++;
		if (k < i || d->v[i].by_name != names) continue;
		snprintf(name, sizeof name, "%.*s", LU_FMT(*c));
		tell_group(d, names, kind, name, blended, -1, c);
	}
}

/* Cross-validate in all ways; returns the mean of the figures with trees. */
static double validate(fit *f, data *d, const char *kind, bool tell)
{
	double *all = fit_need(calloc(d->n + 1, sizeof *all)), mean = 0;
	for (int way = 0; way < SEEDS; way++) {
		double *v = fit_need(calloc(d->n + 1, sizeof *v)), base = 0, with = 0;

		cross_validate(f, d, way);
		choose_shares(d, f->names, way, v);
		for (size_t i = 0; i < d->n; i++) {
			all[i] += v[i];
			if (d->v[i].by_name != f->names) continue;
			base += weight_of(d, &d->v[i]) * d->v[i].out[way].ndcg[0];
			with += weight_of(d, &d->v[i]) * v[i] * SEEDS;
		}
		mean += with / SEEDS;
		if (tell) fprintf(stderr, "%s: cross-validated %.4f, with trees %.4f (seed %d)\n", kind, base, with, way + 1);
		free(v);
	}
	for (int c = 0; c < LU_QUERY_CLASSES && tell; c++)
		tell_group(d, f->names, kind, lu_query_class_name((lu_query_class)c), all, c, NULL);
	if (tell) tell_categories(d, f->names, kind, all);
	free(all);
	return mean;
}

/* Features that stand and fall together. */
static const struct {
	const char *name;
	lu_feature of[8];
} groups[] = {
	{ "text", { LU_FEATURE_bm25, LU_FEATURE_signature, LU_FEATURE_body } },
	{ "wording", { LU_FEATURE_phrase, LU_FEATURE_worded_bm25, LU_FEATURE_worded_vector, LU_FEATURE_worded_body,
		     LU_FEATURE_literal, LU_FEATURE_said, LU_FEATURE_said_bm25, LU_FEATURE_said_literal } },
	{ "named", { LU_FEATURE_placed } },
	{ "vectors", { LU_FEATURE_vector } },
	{ "names", { LU_FEATURE_definition, LU_FEATURE_symbol_name } },
	{ "kind", { LU_FEATURE_value, LU_FEATURE_prototype, LU_FEATURE_test, LU_FEATURE_lines } },
	{ "path", { LU_FEATURE_stem, LU_FEATURE_stem_whole, LU_FEATURE_symbol_stem, LU_FEATURE_folders } },
	{ "file", { LU_FEATURE_file_docs, LU_FEATURE_file_words, LU_FEATURE_file_elements, LU_FEATURE_file_names } },
	{ "graph", { LU_FEATURE_graph, LU_FEATURE_file_graph, LU_FEATURE_referred, LU_FEATURE_symbol_referred } },
	{ "place", { LU_FEATURE_in_tests, LU_FEATURE_aside, LU_FEATURE_in_prose } },
	{ "length", { LU_FEATURE_lines, LU_FEATURE_file_lines, LU_FEATURE_file_definitions } },
};

static void ablate(fit *f, data *d, const bool off[N], double all)
{
	for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
		bool without[N];

		memcpy(without, off, sizeof without);
		/* the first feature of the list ends a group */
		for (int i = 0; i < 8 && (i == 0 || groups[g].of[i]); i++) without[groups[g].of[i]] = true;
		f->off = without;
		fprintf(stderr, "without %-8s %+.4f\n", groups[g].name, validate(f, d, NULL, false) - all);
	}
	f->off = off;
}

/* ---- what is written ---- */

static void tell_fitted(const fit *f, const float share[2], const char *kind, const char *how)
{
	const data *d = f->d;
	double sum[2] = { 0 };

	for (size_t i = 0; i < d->n; i++) {
		const query *q = &d->v[i];
		const unseen *u = &q->out[0]; /* its room is free */

		score(f, q, u->base, u->trees);
		sum[q->by_name] += ndcg(q, u->base, u->trees, share[q->query_class == LU_QUERY_SYMBOL]) / (double)d->asked[q->repository];
	}
	fprintf(stderr, "%s: %s: %.4f of files", kind, how, sum[0] / (double)d->n_set[0]);
	if (d->n_set[1]) fprintf(stderr, ", %.4f of names", sum[1] / (double)d->n_set[1]);
	fputc('\n', stderr);
}

static FILE *create(const char *path)
{
	FILE *f = fopen(path, "w");

	if (!f) die(path, &(lu_err){ .msg = "cannot be written" });
	return f;
}

static void finish(FILE *f, const char *path)
{
	if (fclose(f)) die(path, &(lu_err){ .msg = "cannot be written" });
}

static void write_ranking(const char *path, float (*w)[N])
{
	FILE *f = create(path);

	fputs("/* SPDX-License-Identifier: MIT\n"
	      " * The features of a candidate and what each is worth: FEATURE(name, weight for elements, weight for files, text). The\n"
	      " * weights are fitted: scripts/fit-ranking.sh. */\n", f);
	for (int i = 0; i < N; i++)
		fprintf(f, "FEATURE(%s, %.2ff, %.2ff, \"%s\")\n", names[i], (double)w[0][i], (double)w[1][i], texts[i]);
	finish(f, path);
}

static void write_tree(FILE *f, const boost_tree *t, const char *kind)
{
	fprintf(f, "TREE(%s, ON(", kind);
	for (int i = 0; i < DEPTH; i++) fprintf(f, "%s%s", i ? ", " : "", names[i < t->depth ? t->feature[i] : 0]);
	fputs("), ABOVE(", f);
	for (int i = 0; i < DEPTH; i++) fprintf(f, "%s%.8ef", i ? ", " : "", i < t->depth ? (double)t->above[i] : 1e30);
	fputs("), LEAVES(", f);
	for (int i = 0; i < 1 << DEPTH; i++) fprintf(f, "%s%.5ff", i ? ", " : "", (double)t->leaf[i]);
	fputs("))\n", f);
}

static void write_relevance(FILE *f, const char *kind, double w[2][LU__RELEVANCE])
{
	for (int symbol = 1; symbol >= 0; symbol--) {
		fprintf(f, "RELEVANCE(%s, %s", kind, symbol ? "symbols" : "others");
		for (int i = 0; i < LU__RELEVANCE; i++) fprintf(f, ", %.4ff", w[symbol][i]);
		fputs(")\n", f);
	}
}

static void write_trees(const char *path, const fit fitted[2], float share[2][2], double relevance[2][2][LU__RELEVANCE],
			const char *const kind[2])
{
	FILE *f = create(path);

	fputs("/* SPDX-License-Identifier: MIT\n"
	      " * The trees of the reranker, made by scripts/fit-ranking.sh. SHARE(hits, of queries that are\n"
	      " * symbols, of others): what the trees count beside the weights. RELEVANCE(hits, queries,\n"
	      " * weights): of what src/retrieve/relevance.c makes a probability of. TREE(hits, questions, answers, leaves). */\n", f);
	for (int mode = 0; mode < 2; mode++) {
		write_relevance(f, kind[mode], relevance[mode]);
		fprintf(f, "SHARE(%s, %.2ff, %.2ff)\n", kind[mode], (double)share[mode][1], (double)share[mode][0]);
		for (int i = 0; i < TREES; i++) write_tree(f, &fitted[mode].tree[i], kind[mode]);
	}
	finish(f, path);
}

static void fit_mode(fit *f, data *d, int mode, const char *kind, bool ablation, float share[2],
		     double relevance[2][LU__RELEVANCE])
{
	double cv;

	f->names = d->n_set[1] && (!mode || !d->n_set[0]);
	f->both = !mode && d->n_set[0] && d->n_set[1];
	cv = validate(f, d, kind, true);
	for (int symbol = 0; symbol < 2; symbol++) share[symbol] = SHARE_STEP * (float)best_share(d, f->names, symbol, -1, 0);
	calibrate(d, f->names, kind, share, relevance);
	if (ablation) ablate(f, d, f->off, cv);
	fit_linear(f);
	fit_trees(f);
	tell_fitted(f, share, kind, "fitted");
}

static void make_room(fit *f, data *d)
{
	size_t most = 1;

	for (size_t i = 0; i < d->n; i++) {
		most = d->v[i].n >= most ? d->v[i].n + 1 : most;
		for (int w = 0; w < SEEDS; w++) {
			d->v[i].out[w].base = fit_need(lu_arena_calloc(&d->a, d->v[i].n + 1, sizeof(float)));
			d->v[i].out[w].trees = fit_need(lu_arena_calloc(&d->a, d->v[i].n + 1, sizeof(float)));
		}
	}
	f->d = d;
	f->score = fit_need(calloc(most, sizeof *f->score));
	f->logit = fit_need(calloc(most, sizeof *f->logit));
	f->sum = fit_need(calloc(most, sizeof *f->sum));
}

int main(int argc, char **argv)
{
	static const char *const kind[] = { "elements", "files" };
	bool ablation = argc > 2 && strcmp(argv[1], "-a") == 0, off[2][N] = { { false } };
	double relevance[2][2][LU__RELEVANCE];
	float share[2][2], w[2][N];
	static data d;
	static fit f[2];

	if (argc == 3 && strcmp(argv[1], "-r") == 0) {
		read_list(&d, argv[2]);
		fit_as_built(&d, relevance[0]);
		write_relevance(stdout, kind[0], relevance[0]);
		return 0;
	}
	if (argc != 4 + ablation) {
		fputs("usage: fit-ranking [-a] LIST RANKING TREES\n       fit-ranking -r LIST\n", stderr);
		return 2;
	}
	argv += 1 + ablation;
	read_list(&d, argv[0]);
	make_room(&f[0], &d);
	f[1] = f[0];
	off[0][LU_FEATURE_stem] = off[0][LU_FEATURE_stem_whole] = off[0][LU_FEATURE_symbol_stem] = true;
	off[0][LU_FEATURE_folders] = off[0][LU_FEATURE_lines] = true;
	for (int mode = 0; mode < 2; mode++) {
		f[mode].off = off[mode];
		fit_mode(&f[mode], &d, mode, kind[mode], ablation, share[mode], relevance[mode]);
		memcpy(w[mode], f[mode].w, sizeof w[mode]);
	}
	write_ranking(argv[1], w);
	write_trees(argv[2], f, share, relevance, kind);
	return 0;
}
