/* SPDX-License-Identifier: MIT
 * What is fitted on: sets of annotated queries are asked, and their candidates come with their features. */
#include <math.h>

#include "core/file.h"
#include "fit.h"

/* What a set of a kind counts, the others 1: what people wrote is what is asked, and there is little of it; and what loses
 * most when that counts more. */
static const struct {
	const char *kind;
	double count;
} counts[] = { { "plain", 6 }, { "task", 3 }, { "described", 2 }, { "words", 2 }, { "message", 2 }, { "long", 2 } };

void fit_die(const char *what, const lu_err *e)
{
	fprintf(stderr, "fit-ranking: %s: %s\n", what, e ? e->msg : "out of memory");
	exit(1);
}

/* Ask, and take what comes: candidates with their features. */
static void ask(data *d, lu_retriever *r, query *q)
{
	lu_query_shape shape;
	lu_query_options o;
	lu_result res;
	lu_err e;

	lu_query_options_init(&o);
	o.k = 500; /* as many as the reranker looks at */
	if (lu_retrieve(r, q->a->query, &o, &res, &e)) fit_die("cannot ask", &e);
	if (lu_classify(q->a->query, &d->a, &shape, &e)) fit_die("cannot classify", &e);
	q->query_class = shape.query_class;
	q->v = fit_need(lu_arena_calloc(&d->a, res.n + 1, sizeof *q->v));
	q->x = fit_need(lu_arena_calloc(&d->a, res.n + 1, sizeof *q->x));
	for (; q->n < res.n; q->n++) {
		const lu_brief *b = &res.v[q->n].el;

		q->v[q->n] = (lu_judged){ .path = lu_arena_dup(&d->a, b->path),
					  .start_line = b->start_line,
					  .end_line = b->end_line,
					  .id = b->id,
					  .name = lu_arena_dup(&d->a, b->name) };
		memcpy(q->x[q->n], res.v[q->n].feature, sizeof *q->x);
	}
	lu_result_free(&res);
}

/* The same question was asked before, for its elements or its files. */
static bool known(const data *d, query *q)
{
	for (size_t i = d->n; i-- > 0;) {
		const query *v = &d->v[i];

		if (v->key != q->key) continue;
		q->query_class = v->query_class;
		q->v = v->v;
		q->x = v->x;
		q->n = v->n;
		return true;
	}
	return false;
}

static void group_by(data *d, query *q, bool by_name)
{
	const lu_annotated *a = q->a;
	lu_str *group = fit_need(lu_arena_calloc(&d->a, q->n + 1, sizeof *group)); /* paths or names */

	q->group = fit_need(lu_arena_calloc(&d->a, q->n + 1, sizeof *q->group));
	q->relevant = fit_need(lu_arena_calloc(&d->a, q->n + 1, sizeof *q->relevant));
	for (size_t i = 0; i < q->n; i++) {
		lu_str key = by_name ? q->v[i].name : q->v[i].path;
		size_t f = 0;

		while (f < q->n_group && !lu_str_eq(group[f], key)) f++;
		q->group[i] = (uint32_t)f;
		if (f < q->n_group) continue;
		group[q->n_group++] = key;
		for (size_t t = 0; t < a->targets.n; t++)
			q->relevant[f] |=
				by_name ? lu_meets(&q->v[i], &a->targets.v[t]) : lu_same_file(key, &a->targets.v[t]);
	}
}

static void read_query(data *d, lu_retriever *r, uint64_t store, const lu_annotated *a, fit_family family)
{
	query *v = fit_need(lu_arena_grow(&d->a, d->v, d->n, sizeof *v));
	query *q = &v[d->n];

	d->v = v;
	*q = (query){ .a = a, .key = lu_digest64(a->query, store), .set = d->n_set - 1, .family = family };
	if (!known(d, q)) ask(d, r, q);
	group_by(d, q, family == FIT_NAMES);
	q->score = fit_need(lu_arena_calloc(&d->a, q->n + 1, sizeof *q->score));
	fit_choose(d, q);
	d->n++;
}

static double count_of(lu_str kind)
{
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
		if (lu_str_eqz(kind, counts[i].kind)) return counts[i].count;
	return 1;
}

static void read_set(data *d, const char *name, const char *store, const char *queries, fit_family family)
{
	lu_embed_config c = { .provider = NULL };
	lu_embedder *m = NULL;
	lu_retriever *r = NULL;
	lu_store *s = NULL;
	lu_buf text = LU_BUF;
	lu_qrels *qrels;
	lu_err e;

	d->name = fit_need(realloc(d->name, (d->n_set + 1) * sizeof *d->name));
	d->asked = fit_need(realloc(d->asked, (d->n_set + 1) * sizeof *d->asked));
	d->counts = fit_need(realloc(d->counts, (d->n_set + 1) * sizeof *d->counts));
	snprintf(d->name[d->n_set], sizeof *d->name, "%s", name);
	qrels = fit_need(lu_arena_calloc(&d->a, 1, sizeof *qrels));
	if (lu_file_read(queries, 1 << 28, &text, &e) || lu_qrels_read(lu_buf_str(&text), queries, qrels, &e))
		fit_die(queries, &e);
	d->asked[d->n_set] = qrels->queries.n;
	d->counts[d->n_set++] = qrels->queries.n ? count_of(qrels->queries.v[0].category) : 1;
	if (qrels->by_name) family = FIT_NAMES;
	if (qrels->by_name && qrels->by_name < qrels->queries.n)
		fit_die(queries, &(lu_err){ .msg = "targets are names or files, not both" });
	d->sets[family]++;
	if (lu_embedder_open(&c, &m, &e) || lu_store_open(&s, store, LU_STORE_READ, 0, &e) ||
	    lu_store_use(s, "default", "default", &e) || lu_store_begin(s, &e) || lu_retriever_open(s, m, &r, &e))
		fit_die(store, &e);
	for (size_t i = 0; i < qrels->queries.n; i++)
		read_query(d, r, lu_digest64(lu_strn(store, strlen(store)), 0), &qrels->queries.v[i], family);
	lu_retriever_close(r);
	lu_store_close(s);
	lu_embedder_close(m);
	lu_buf_free(&text);
}

#define LEAST_SPREAD 0.1 /* what varies less is not blown up */

static void measure_scale(data *d)
{
	double sum[N] = { 0 }, square[N] = { 0 }, n = 0;

	for (size_t q = 0; q < d->n; q++)
		for (size_t i = 0; i < d->v[q].n; i++, n++)
			for (int f = 0; f < N; f++) {
				double x = (double)d->v[q].x[i][f];

				sum[f] += x;
				square[f] += x * x;
			}
	for (int f = 0; f < N; f++) {
		double spread = sqrt(fmax(square[f] / n - sum[f] / n * sum[f] / n, 0));

		d->scale[f] = (float)(1 / fmax(spread, LEAST_SPREAD));
	}
}

static fit_family family_of(const char *kind)
{
	return strcmp(kind, "asked") == 0 ? FIT_ASKED : strcmp(kind, "web") == 0 ? FIT_WEB : FIT_FILES;
}

void fit_read(data *d, const char *list)
{
	char line[4096], name[64], store[1500], queries[1500], kind[16];
	FILE *f = fopen(list, "r");

	if (!f) fit_die(list, &(lu_err){ .msg = "cannot be read" });
	while (fgets(line, sizeof line, f)) {
		int n = sscanf(line, "%63[^\t]\t%1499[^\t]\t%1499[^\t\n]\t%15[^\n]", name, store, queries, kind);

		if (n >= 3) read_set(d, name, store, queries, n == 4 ? family_of(kind) : FIT_FILES);
	}
	fclose(f);
	measure_scale(d);
}
