/* SPDX-License-Identifier: MIT
 * Measure the traversal of the graph in one store: 2 hops from the 10 best hits of each question that stdin has, one a line.
 *
 *	expand STORE [NODES]
 *
 * NODES bounds the elements that are reached, as --max-expansion-nodes does. One line: questions that had hits, then median
 * and 9th decile of the time in milliseconds, then the same of the elements that were reached. It is the processor's time:
 * there is one thread, and what it reads has been read before. */
#include <stdio.h>
#include <stdlib.h>

#include "cpu.h"
#include "retrieve/strategy.h"

enum { HOPS = 2, SEEDS = 10, MOST = 10000 };

/* Walk from the hits of a question; false: it has none. */
static lu_code walk(lu_retriever *r, lu_str text, const lu_query_options *o, double *ms, double *nodes, lu_err *e)
{
	lu__query q = { .r = r, .o = o, .text = text };
	lu__candidate seed[SEEDS] = { 0 };
	lu__candidates from = { .v = seed }, out = { 0 };
	lu_result res = { 0 };
	double start;
	lu_code rc = lu_retrieve(r, text, o, &res, e);

	for (; !rc && from.n < res.n; from.n++)
		seed[from.n] = (lu__candidate){ .id = res.v[from.n].el.id, .score = res.v[from.n].score };
	start = cpu_ms();
	if (!rc && from.n) rc = lu__list_graph(&q, &from, &out, e);
	*ms = from.n ? cpu_ms() - start : -1;
	*nodes = (double)out.n;
	lu_arena_free(&q.scratch);
	lu_result_free(&res);
	return rc;
}

static lu_code measure(lu_retriever *r, const lu_query_options *o, lu_err *e)
{
	static double ms[MOST], nodes[MOST];
	char line[4096];
	size_t n = 0;

	while (n < MOST && fgets(line, sizeof line, stdin)) {
		lu_code rc = walk(r, lu_str_trim(lu_strz(line)), o, &ms[n], &nodes[n], e);

		if (rc && rc != LU_EUSAGE) return rc; /* an empty line is no question */
		n += !rc && ms[n] >= 0;
	}
	if (!n) return lu_fail(e, LU_EUSAGE, "no question has a hit");
	qsort(ms, n, sizeof *ms, by_value);
	qsort(nodes, n, sizeof *nodes, by_value);
	printf("%zu\t%.3f\t%.3f\t%.0f\t%.0f\n", n, ms[n / 2], ms[n * 9 / 10], nodes[n / 2], nodes[n * 9 / 10]);
	return LU_OK;
}

int main(int argc, char **argv)
{
	lu_query_options o;
	lu_store *s = NULL;
	lu_retriever *r = NULL;
	lu_err e = { 0 };
	lu_code rc;

	if (argc < 2) return fputs("usage: expand STORE [NODES]\n", stderr), 2;
	lu_query_options_init(&o);
	o.strategy = "bm25";
	o.k = SEEDS;
	o.graph_expansion_depth = HOPS;
	if (argc > 2) o.max_expansion_nodes = atoll(argv[2]);
	rc = lu_store_open(&s, argv[1], LU_STORE_READ, 0, &e);
	if (!rc) rc = lu_store_use(s, "default", "default", &e);
	if (!rc) rc = lu_store_begin(s, &e);
	if (!rc) rc = lu_retriever_open(s, NULL, &r, &e);
	if (!rc) rc = measure(r, &o, &e);
	if (rc) fprintf(stderr, "expand: %s\n", e.msg);
	lu_retriever_close(r);
	lu_store_close(s);
	return rc ? 1 : 0;
}
