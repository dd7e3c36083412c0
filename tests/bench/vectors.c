/* SPDX-License-Identifier: MIT
 * Measure what the built-in vectors of one store cost: how fast they are made, and how fast all of them are compared with a
 * question's. Questions come from stdin, one a line.
 *
 *	vectors STORE
 *
 * One line: milliseconds that opening the model takes, elements that one processor embeds in a minute, then vectors, and the
 * median of the milliseconds of one scan. It is the processor's time: there is one thread, and what it reads has been
 * read before. */
#include <stdio.h>
#include <stdlib.h>

#include "cpu.h"
#include "lucus/embed.h"
#include "store/postings.h"

enum { MOST = 1000, ELEMENTS = 20000 };

struct embedding {
	lu_store *s;
	lu_embedder *m;
	size_t n, vectors;
	int64_t file;
	double ms;
};

static lu_code embed_file(struct embedding *x, int64_t file, lu_err *e)
{
	lu_arena a = { 0 };
	lu_stored *v = NULL;
	lu_element *el = NULL;
	float *out = NULL;
	size_t n = 0, kept = 0;
	lu_code rc = lu_store_file_elements(x->s, file, true, &a, &v, &n, e);

	if (!rc && (!(el = calloc(n + 1, sizeof *el)) || !(out = calloc(n + 1, lu_embedder_dim(x->m) * sizeof *out))))
		rc = lu_fail(e, LU_ENOMEM, "out of memory");
	for (size_t i = 0; i < n && !rc; i++)
		if (v[i].text_hash) el[kept++] = v[i].el;
	if (!rc) {
		double start = cpu_ms();

		rc = lu_embed_elements(x->m, el, kept, out, e);
		x->ms += cpu_ms() - start;
		x->n += kept;
	}
	free(el);
	free(out);
	lu_arena_free(&a);
	return rc;
}

static lu_code embed_elements(void *ctx, const lu_brief *b, lu_err *e)
{
	struct embedding *x = ctx;
	uint64_t hash;

	x->vectors += lu_store_row_hash(x->s, b->id, &hash); /* what has a row has a vector */
	if (b->file == x->file || x->n >= ELEMENTS) return LU_OK;
	x->file = b->file;
	return embed_file(x, b->file, e);
}

static lu_code scan(struct embedding *x, double *median, lu_err *e)
{
	static double ms[MOST];
	char line[4096];
	size_t n = 0, dim = lu_embedder_dim(x->m);
	float *v = calloc(dim, sizeof *v);
	int8_t *q = calloc(dim, sizeof *q);
	lu_code rc = v && q ? LU_OK : lu_fail(e, LU_ENOMEM, "out of memory");

	while (!rc && n < MOST && fgets(line, sizeof line, stdin)) {
		lu_topk best = { 0 };
		float scale = 0;
		double start;

		rc = lu_embed_query(x->m, lu_str_trim(lu_strz(line)), NULL, NULL, v, e);
		if (!rc) rc = lu_topk_init(&best, 100, true, 0, e);
		lu_vec_quantise(v, dim, q, &scale);
		start = cpu_ms();
		if (!rc) rc = lu_store_scan(x->s, q, scale, &best, e);
		ms[n++] = cpu_ms() - start;
		lu_topk_free(&best);
	}
	free(v);
	free(q);
	if (!rc && !n) return lu_fail(e, LU_EUSAGE, "there is no question");
	qsort(ms, n, sizeof *ms, by_value);
	*median = ms[n / 2];
	return rc;
}

int main(int argc, char **argv)
{
	struct embedding x = { 0 };
	lu_embed_config c = { 0 };
	lu_err e = { 0 };
	double start = cpu_ms(), opened, median = 0;
	lu_code rc;

	if (argc < 2) return fputs("usage: vectors STORE\n", stderr), 2;
	rc = lu_embedder_open(&c, &x.m, &e);
	opened = cpu_ms() - start;
	if (!rc) rc = lu_store_open(&x.s, argv[1], LU_STORE_READ, 0, &e);
	if (!rc) rc = lu_store_use(x.s, "default", "default", &e);
	if (!rc) rc = lu_store_briefs(x.s, embed_elements, &x, &e);
	if (!rc) rc = scan(&x, &median, &e);
	if (rc) fprintf(stderr, "vectors: %s\n", e.msg);
	else printf("%.3f\t%.0f\t%zu\t%.3f\n", opened, x.ms > 0 ? (double)x.n * 60e3 / x.ms : 0, x.vectors, median);
	lu_store_close(x.s);
	lu_embedder_close(x.m);
	return rc ? 1 : 0;
}
