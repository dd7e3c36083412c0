/* SPDX-License-Identifier: MIT
 * The k best, and the scan that feeds it. */
#include <math.h>
#include <stdlib.h>

#include "lucus/request.h"
#include "vector/dot.h"

#define FIRST_ROOM 1024 /* entries; a huge k costs memory only when so many are pushed */
#define BATCH      256  /* rows */

lu_code lu_topk_init(lu_topk *t, size_t k, bool ties, double floor, lu_err *e)
{
	size_t cap = k < FIRST_ROOM / 2 ? 2 * k + 16 : FIRST_ROOM;
	lu_scored *v = malloc(cap * sizeof *v);

	if (!v) return lu_nomem(e);
	*t = (lu_topk){ .v = v, .cap = cap, .k = k, .ties = ties, .floor = floor };
	return LU_OK;
}

/* Is `a` to be sorted after `b`? */
static bool behind(const lu_scored *a, const lu_scored *b)
{
	return a->score < b->score || (a->score == b->score && a->id > b->id);
}

#define RUN 8

static void sort_run(lu_scored *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		lu_scored x = v[i];
		size_t k = i;

		for (; k && behind(&v[k - 1], &x); k--) v[k] = v[k - 1];
		v[k] = x;
	}
}

static void merge_runs(const lu_scored *a, size_t n_a, const lu_scored *b, size_t n_b, lu_scored *out)
{
	while (n_a && n_b) {
		bool second = behind(a, b);

		*out++ = second ? *b : *a;
		a += !second;
		n_a -= !second;
		b += second;
		n_b -= second;
	}
	memcpy(out, n_a ? a : b, (n_a + n_b) * sizeof *out);
}

/* qsort() calls a function for each comparison, which makes it the slowest step of a query; here it is inline. */
void lu_scored_sort(lu_scored *v, size_t n, lu_scored *spare)
{
	lu_scored *from = v, *to = spare, *swap;

	if (!n) return;
	for (size_t i = 0; i < n; i += RUN) sort_run(v + i, n - i < RUN ? n - i : RUN);
	for (size_t run = RUN; run < n; run *= 2) {
		for (size_t i = 0; i < n; i += 2 * run) {
			size_t n_a = n - i < run ? n - i : run, n_b = n - i - n_a < run ? n - i - n_a : run;

			merge_runs(from + i, n_a, from + i + n_a, n_b, to + i);
		}
		swap = from;
		from = to;
		to = swap;
	}
	if (from != v) memcpy(v, from, n * sizeof *v);
}

/* The k-th best score of n >= k entries, which it reorders: quickselect (Hoare 1961), the pivot the median of
 * three. */
static double kth_score(lu_scored *v, size_t n, size_t k)
{
	size_t lo = 0, hi = n - 1, at = k - 1;

	while (lo < hi) {
		double a = v[lo].score, b = v[lo + (hi - lo) / 2].score, c = v[hi].score;
		double pivot = a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
		size_t i = lo, j = hi;

		for (;;) {
			lu_scored swap;

			while (v[i].score > pivot) i++;
			while (v[j].score < pivot) j--;
			if (i >= j) break;
			swap = v[i];
			v[i++] = v[j];
			v[j--] = swap;
		}
		if (at <= j) hi = j;
		else lo = j + 1;
	}
	return v[at].score;
}

/* Drop what is worse than the k-th; its equals stay. */
static void drop_worse(lu_topk *t)
{
	double floor = kth_score(t->v, t->n, t->k);
	size_t kept = 0;

	if (floor > t->floor) t->floor = floor;
	for (size_t i = 0; i < t->n; i++)
		if (t->v[i].score >= floor) t->v[kept++] = t->v[i];
	t->n = kept;
}

lu_code lu_topk_sort(lu_topk *t, lu_err *e)
{
	size_t n = t->k;
	lu_scored *spare = malloc((t->n + 1) * sizeof *spare);

	if (!spare) return lu_nomem(e);
	if (n && t->n > n) drop_worse(t);
	lu_scored_sort(t->v, t->n, spare);
	free(spare);
	if (t->n > n && !t->ties) t->n = n;
	return LU_OK;
}

/* Full: drop what can no longer be among the best and raise the floor; grow when that frees little. Of equal
 * scores at the floor all stay here: lu_topk_sort() decides. */
static lu_code make_room(lu_topk *t, lu_err *e)
{
	lu_scored *v;
	size_t cap;

	if (t->n >= t->k) drop_worse(t);
	if (t->n <= t->cap / 2 + 8) return LU_OK;
	if (t->cap > SIZE_MAX / 2 / sizeof *v) return lu_nomem(e);
	cap = t->cap * 2;
	v = realloc(t->v, cap * sizeof *v);
	if (!v) return lu_nomem(e);
	t->v = v;
	t->cap = cap;
	return LU_OK;
}

lu_code lu_topk_push(lu_topk *t, int64_t id, double score, lu_err *e)
{
	lu_code rc;

	if (isnan(score) || score < t->floor || t->k == 0) return LU_OK;
	if (t->n == t->cap && (rc = make_room(t, e))) return rc;
	if (score < t->floor) return LU_OK;
	t->v[t->n++] = (lu_scored){ id, score };
	return LU_OK;
}

void lu_topk_free(lu_topk *t)
{
	free(t->v);
	t->v = NULL;
	t->n = t->cap = 0;
}

lu_code lu_vec_scan(const int8_t *rows, const float *scales, const int64_t *ids, size_t n, size_t dim,
		    const int8_t *query, float query_scale, lu_topk *best, lu_err *e)
{
	lu__dots_fn *dots = lu__dot_backend_at(0)->dots;
	int32_t dot[BATCH];
	lu_code rc;

	for (size_t from = 0; from < n; from += BATCH) {
		size_t m = n - from < BATCH ? n - from : BATCH;

		if ((rc = lu_check_cancel(e))) return rc;
		dots(rows + from * dim, m, dim, query, dot);
		for (size_t i = 0; i < m; i++) {
			double score = (double)dot[i] * (double)scales[from + i] * (double)query_scale;

			if (score < best->floor || scales[from + i] == 0) continue;
			if ((rc = lu_topk_push(best, ids[from + i], score, e))) return rc;
		}
	}
	return LU_OK;
}
