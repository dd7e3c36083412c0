/* SPDX-License-Identifier: MIT
 * Gates: what a set must at least reach. */
#include <stdio.h>

#include "eval/eval_private.h"

static lu_code no_gate(lu_str text, lu_err *e)
{
	return lu_fail(e, LU_EUSAGE,
		       "'%.*s' is no gate: expected MEASURE@K=VALUE, as ndcg@10=0.80, perhaps behind "
		       "CATEGORY:",
		       LU_FMT(text));
}

/* The measure of that name; LU_MEASURES when there is none. */
static int find_measure(const char *name)
{
	int m = 0;

	while (m < LU_MEASURES && strcmp(lu_measure_name((lu_measure)m), name) != 0) m++;
	return m;
}

lu_code lu_gate_parse(lu_str text, lu_gate *out, lu_err *e)
{
	bool named = text.n && memchr(text.s, ':', text.n);
	lu_str category = named ? lu_str_before_last(text, ':') : lu_strz("all");
	lu_str rest = lu_str_after_last(text, ':');
	char name[16], more[2] = "", buf[64];
	unsigned k;
	double min;
	int m;

	if (rest.n >= sizeof buf || !category.n) return no_gate(text, e);
	snprintf(buf, sizeof buf, "%.*s", LU_FMT(rest));
	if (sscanf(buf, "%15[a-z0-9]@%5u=%lf%1s", name, &k, &min, more) != 3) return no_gate(text, e);
	if ((m = find_measure(name)) == LU_MEASURES)
		return lu_fail(e, LU_EUSAGE,
			       "gate '%s': no such measure: expected precision, recall, f1, mrr "
			       "or ndcg",
			       buf);
	if (k < 1 || k > 1000) return lu_fail(e, LU_EUSAGE, "gate '%s': K must be from 1 to 1000", buf);
	if (!(min >= 0 && min <= 1)) return lu_fail(e, LU_EUSAGE, "gate '%s': the value must be from 0 to 1", buf);
	*out = (lu_gate){ category, (lu_measure)m, k, min };
	return LU_OK;
}

lu_code lu_gate_check(const lu_gate *g, const lu_qrels *q, lu_err *e)
{
	lu_arena a = { 0 };
	lu_strs groups = { 0 };
	lu_buf names = LU_BUF;
	bool there = false;
	lu_code rc = lu__find_groups(q, true, &a, &groups, e);

	for (size_t i = 0; !rc && i < groups.n; i++) {
		there |= lu_str_eq(groups.v[i], g->category);
		lu_buf_adds(&names, i ? ", " : "");
		lu_buf_addstr(&names, groups.v[i]);
	}
	if (!rc && names.oom) rc = lu_nomem(e);
	if (!rc && !there)
		rc = lu_fail(e, LU_EUSAGE, "gate on '%.*s': no query is of that category: there are %s",
			     LU_FMT(g->category), names.s);
	lu_buf_free(&names);
	lu_arena_free(&a);
	return rc;
}

double lu_gate_value(const lu_gate *g, const lu_qrels *q, const lu_gains *gains)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < q->queries.n; i++) {
		const lu_annotated *a = &q->queries.v[i];

		if (!lu__in_group(a, g->category)) continue;
		sum += lu_measure_at(g->measure, gains[i].v, gains[i].n, a->targets.n, g->k);
		n++;
	}
	return n ? sum / (double)n : 0;
}
