/* SPDX-License-Identifier: MIT
 * The measures over a set of queries, and what one strategy gains over another. */
#include <stdlib.h>

#include "eval/eval_private.h"
#include "core/sorting.h"

#define DIFFICULTY "difficulty="

typedef struct summing {
	const lu_qrels *q;
	const lu_gains *gains, *base; /* base: what differences are taken from, or NULL */
	const lu_summary_options *o;
	double *values; /* one for each query of a group */
	lu_metric *out;
	lu_difference *diff; /* instead of `out` */
	size_t n;
} summing;

bool lu__in_group(const lu_annotated *q, lu_str group)
{
	size_t n = sizeof DIFFICULTY - 1;

	if (lu_str_eqz(group, "all")) return true;
	if (lu_str_starts(group, DIFFICULTY)) return lu_str_eq(q->difficulty, lu_strn(group.s + n, group.n - n));
	return lu_str_eq(q->category, group);
}

/* "difficulty=NAME", or the name alone; a view without `s` when memory is out. */
static lu_str group_name(lu_arena *a, const char *prefix, lu_str name)
{
	lu_buf b = LU_BUF;

	lu_buf_adds(&b, prefix);
	lu_buf_addstr(&b, name);
	return lu_arena_keep(a, &b);
}

/* Append the distinct categories, or the difficulties, by name. */
static lu_code add_groups(const lu_qrels *q, bool difficulty, lu_arena *a, lu_strs *g, lu_err *e)
{
	lu_str *v = lu_arena_calloc(a, q->queries.n, sizeof *v), *grown;
	size_t n = 0;

	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < q->queries.n; i++) {
		v[n] = difficulty ? q->queries.v[i].difficulty : q->queries.v[i].category;
		n += v[n].n && (difficulty || !lu_str_eqz(v[n], "all"));
	}
	if (n) qsort(v, n, sizeof *v, lu_str_order);
	for (size_t i = 0; i < n; i++) {
		if (i && lu_str_eq(v[i], v[i - 1])) continue;
		if (!(grown = lu_arena_grow(a, g->v, g->n, sizeof *v))) return lu_nomem(e);
		g->v = grown;
		g->v[g->n] = group_name(a, difficulty ? DIFFICULTY : "", v[i]);
		if (!g->v[g->n++].s) return lu_nomem(e);
	}
	return LU_OK;
}

lu_code lu__find_groups(const lu_qrels *q, bool categories, lu_arena *a, lu_strs *g, lu_err *e)
{
	lu_code rc;

	if (!(g->v = lu_arena_grow(a, NULL, 0, sizeof *g->v))) return lu_nomem(e);
	g->v[0] = lu_strz("all");
	g->n = 1;
	if (!categories) return LU_OK;
	rc = add_groups(q, false, a, g, e);
	return rc ? rc : add_groups(q, true, a, g, e);
}

static double value_of(const summing *s, const lu_gains *gains, size_t query, lu_measure m, size_t k)
{
	return lu_measure_at(m, gains[query].v, gains[query].n, s->q->queries.v[query].targets.n, k);
}

/* Fill s->values for the queries of the group. Returns how many there are. */
static size_t gather(summing *s, lu_str group, lu_measure m, size_t k, size_t *better, size_t *worse)
{
	size_t n = 0;

	for (size_t i = 0; i < s->q->queries.n; i++) {
		double *v = &s->values[n];

		if (!lu__in_group(&s->q->queries.v[i], group)) continue;
		*v = value_of(s, s->gains, i, m, k);
		if (s->base) *v -= value_of(s, s->base, i, m, k);
		*better += *v > 1e-12;
		*worse += *v < -1e-12;
		n++;
	}
	return n;
}

static lu_code sum_group(summing *s, lu_str group, lu_measure m, size_t k, lu_err *e)
{
	size_t better = 0, worse = 0, n = gather(s, group, m, k, &better, &worse);
	lu_interval v;
	lu_code rc = lu_bootstrap(s->values, n, s->o->resamples, s->o->seed, &v, e);
	int sign = !s->o->resamples ? 0 : v.low > 1e-12 ? 1 : v.high < -1e-12 ? -1 : 0;

	if (rc) return rc;
	if (s->base) s->diff[s->n++] = (lu_difference){ group, m, k, v, n, better, worse, sign };
	else s->out[s->n++] = (lu_metric){ group, m, k, v, n };
	return LU_OK;
}

static lu_code sum_all(summing *s, const lu_strs *g, lu_err *e)
{
	for (size_t i = 0; i < g->n; i++) {
		for (int m = 0; m < LU_MEASURES; m++) {
			for (size_t j = 0; j < s->o->n_k; j++) {
				lu_code rc = sum_group(s, g->v[i], (lu_measure)m, s->o->k[j], e);

				if (rc) return rc;
			}
		}
	}
	return LU_OK;
}

/* Find the groups, make room, sum. */
static lu_code run(summing *s, lu_arena *a, lu_err *e)
{
	lu_strs g = { 0 };
	lu_code rc = lu__find_groups(s->q, s->o->categories, a, &g, e);
	size_t n = g.n * LU_MEASURES * s->o->n_k;

	if (rc) return rc;
	s->values = lu_arena_calloc(a, s->q->queries.n, sizeof *s->values);
	if (s->base) s->diff = lu_arena_calloc(a, n, sizeof *s->diff);
	else s->out = lu_arena_calloc(a, n, sizeof *s->out);
	if (!s->values || !(s->base ? (void *)s->diff : (void *)s->out)) return lu_nomem(e);
	return sum_all(s, &g, e);
}

lu_code lu_summarise(const lu_qrels *q, const lu_gains *gains, const lu_summary_options *o, lu_arena *a,
		     lu_metric **out, size_t *n, lu_err *e)
{
	summing s = { .q = q, .gains = gains, .o = o };
	lu_code rc = run(&s, a, e);

	if (rc) return rc;
	*out = s.out;
	*n = s.n;
	return LU_OK;
}

lu_code lu_compare(const lu_qrels *q, const lu_gains *base, const lu_gains *gains, const lu_summary_options *o,
		   lu_arena *a, lu_difference **out, size_t *n, lu_err *e)
{
	summing s = { .q = q, .gains = gains, .base = base, .o = o };
	lu_code rc = run(&s, a, e);

	if (rc) return rc;
	*out = s.diff;
	*n = s.n;
	return LU_OK;
}
