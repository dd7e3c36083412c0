/* SPDX-License-Identifier: MIT
 * The measures over a set of queries, and the gates on them. */
#include <stdio.h>
#include <stdlib.h>

#include "lucus/eval.h"

#define DIFFICULTY "difficulty="

typedef struct groups {
	lu_str *v;
	size_t n;
} groups;

typedef struct summing {
	const lu_qrels *q;
	const lu_gains *gains;
	const lu_summary_options *o;
	double *values; /* one for each query of a group */
	lu_metric *out;
	size_t n;
} summing;

static bool in_group(const lu_annotated *q, lu_str group)
{
	size_t n = sizeof DIFFICULTY - 1;

	if (lu_str_eqz(group, "all")) return true;
	if (lu_str_starts(group, DIFFICULTY))
		return lu_str_eq(q->difficulty, lu_strn(group.s + n, group.n - n));
	return lu_str_eq(q->category, group);
}

static int by_text(const void *a, const void *b)
{
	return lu_str_cmp(*(const lu_str *)a, *(const lu_str *)b);
}

/* Add "PREFIX + NAME" unless it is there or the name is empty. */
static lu_code add_group(groups *g, lu_arena *a, const char *prefix, lu_str name, lu_err *e)
{
	lu_buf b = LU_BUF;
	lu_str s, *grown;

	if (!name.n) return LU_OK;
	lu_buf_adds(&b, prefix);
	lu_buf_addstr(&b, name);
	for (size_t i = 0; !b.oom && i < g->n; i++) {
		if (!lu_str_eq(g->v[i], lu_buf_str(&b))) continue;
		lu_buf_free(&b);
		return LU_OK;
	}
	s = b.oom ? lu_strn(NULL, 0) : lu_arena_dup(a, lu_buf_str(&b));
	lu_buf_free(&b);
	grown = s.s ? lu_arena_grow(a, g->v, g->n, sizeof s) : NULL;
	if (!grown) return lu_nomem(e);
	g->v = grown;
	g->v[g->n++] = s;
	return LU_OK;
}

static lu_code find_groups(const lu_qrels *q, bool categories, lu_arena *a, groups *g, lu_err *e)
{
	lu_code rc = add_group(g, a, "", lu_strz("all"), e);
	size_t split;

	if (rc || !categories) return rc;
	for (size_t i = 0; !rc && i < q->queries.n; i++)
		rc = add_group(g, a, "", q->queries.v[i].category, e);
	split = g->n;
	for (size_t i = 0; !rc && i < q->queries.n; i++)
		rc = add_group(g, a, DIFFICULTY, q->queries.v[i].difficulty, e);
	if (rc) return rc;
	qsort(g->v + 1, split - 1, sizeof *g->v, by_text);
	qsort(g->v + split, g->n - split, sizeof *g->v, by_text);
	return LU_OK;
}

static lu_code sum_group(summing *s, lu_str group, lu_measure m, size_t k, lu_err *e)
{
	lu_metric *r = &s->out[s->n];
	size_t n = 0;
	lu_code rc;

	for (size_t i = 0; i < s->q->queries.n; i++) {
		const lu_annotated *q = &s->q->queries.v[i];

		if (in_group(q, group))
			s->values[n++] = lu_measure_at(m, s->gains[i].v, s->gains[i].n, q->targets.n, k);
	}
	*r = (lu_metric){ .category = group, .measure = m, .k = k, .n = n };
	rc = lu_bootstrap(s->values, n, s->o->resamples, s->o->seed, &r->value, e);
	if (!rc) s->n++;
	return rc;
}

lu_code lu_summarise(const lu_qrels *q, const lu_gains *gains, const lu_summary_options *o, lu_arena *a,
		     lu_metric **out, size_t *n, lu_err *e)
{
	summing s = { .q = q, .gains = gains, .o = o };
	groups g = { 0 };
	lu_code rc = find_groups(q, o->categories, a, &g, e);

	if (rc) return rc;
	s.values = lu_arena_calloc(a, q->queries.n, sizeof *s.values);
	s.out = lu_arena_calloc(a, g.n * LU_MEASURES * o->n_k, sizeof *s.out);
	if (!s.values || !s.out) return lu_nomem(e);
	for (size_t i = 0; i < g.n; i++) {
		for (int m = 0; m < LU_MEASURES; m++) {
			for (size_t j = 0; j < o->n_k; j++) {
				if ((rc = sum_group(&s, g.v[i], (lu_measure)m, o->k[j], e))) return rc;
			}
		}
	}
	*out = s.out;
	*n = s.n;
	return LU_OK;
}

lu_code lu_gate_parse(lu_str text, lu_gate *out, lu_err *e)
{
	char name[16], rest[2] = "";
	unsigned k;
	double min;
	int m = 0;
	char buf[64];

	if (text.n >= sizeof buf) return lu_fail(e, LU_EUSAGE, "a gate is MEASURE@K=VALUE, as ndcg@10=0.80");
	snprintf(buf, sizeof buf, "%.*s", LU_FMT(text));
	if (sscanf(buf, "%15[a-z0-9]@%5u=%lf%1s", name, &k, &min, rest) != 3)
		return lu_fail(e, LU_EUSAGE, "'%s' is no gate: expected MEASURE@K=VALUE, as ndcg@10=0.80",
			       buf);
	while (m < LU_MEASURES && strcmp(lu_measure_name((lu_measure)m), name)) m++;
	if (m == LU_MEASURES)
		return lu_fail(e, LU_EUSAGE,
			       "gate '%s': no such measure: expected precision, recall, f1, mrr "
			       "or ndcg",
			       buf);
	if (k < 1 || k > 1000) return lu_fail(e, LU_EUSAGE, "gate '%s': K must be from 1 to 1000", buf);
	if (!(min >= 0 && min <= 1))
		return lu_fail(e, LU_EUSAGE, "gate '%s': the value must be from 0 to 1", buf);
	*out = (lu_gate){ (lu_measure)m, k, min };
	return LU_OK;
}

double lu_gate_value(const lu_gate *g, const lu_qrels *q, const lu_gains *gains)
{
	double sum = 0;

	for (size_t i = 0; i < q->queries.n; i++)
		sum += lu_measure_at(g->measure, gains[i].v, gains[i].n, q->queries.v[i].targets.n, g->k);
	return sum / (double)q->queries.n;
}
