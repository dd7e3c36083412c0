/* SPDX-License-Identifier: MIT
 * The floor: what one list is sure of stays in sight, whatever the reranker thinks of it. */
#include "retrieve/rank.h"

/* How far, as a share, the first of a list is ahead of its second when it is sure: right by four in five. */
#define SURE .3f

/* How many callers in a trace are kept in sight, and what these count (`placed`): the second frame, and the third; and what is
 * mentioned by a name with what it is in. */
#define CALLERS     2
#define FRAME_MOST  .5f
#define FRAME_LEAST .25f

/* How far a candidate is raised above the one that it passes. */
#define STEP 1e-6

/* The first of a list that is sure, by one of the features; SIZE_MAX: none, or one that is moved down for what it
 * is. */
static size_t sure_of(float (*x)[LU_FEATURES], size_t n, lu_feature f)
{
	size_t first = SIZE_MAX;
	float second = 0;

	for (size_t i = 0; i < n; i++) {
		if (first == SIZE_MAX || x[i][f] > x[first][f]) {
			second = first == SIZE_MAX ? 0 : x[first][f];
			first = i;
		} else if (x[i][f] > second) {
			second = x[i][f];
		}
	}
	if (first == SIZE_MAX || x[first][f] <= 0 || x[first][f] - second < SURE * x[first][f]) return SIZE_MAX;
	return x[first][LU_FEATURE_in_tests] + x[first][LU_FEATURE_aside] + x[first][LU_FEATURE_in_prose] > 0 ? SIZE_MAX
													      : first;
}

/* The best scores above that of `at`, the highest first, and how many: of each file one when hits are files. */
static size_t best_above(const lu__candidates *c, const uint32_t *file, size_t at, double above[LU__FLOOR])
{
	uint32_t of[LU__FLOOR];
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++) {
		uint32_t f = file ? file[i] : (uint32_t)i;
		double s = c->v[i].score;
		size_t k = 0;

		if (s <= c->v[at].score || (file && f == file[at])) continue;
		while (k < n && of[k] != f) k++;
		if (k == n && n < LU__FLOOR) n++;
		else if (k == n && s > above[LU__FLOOR - 1]) k = LU__FLOOR - 1;
		else if (k == n || s <= above[k]) continue;
		for (; k && above[k - 1] < s; k--) above[k] = above[k - 1], of[k] = of[k - 1];
		above[k] = s;
		of[k] = f;
	}
	return n;
}

/* Raise `at` to `place` when it is below, and not above the one before it. */
static void keep_above(lu__candidates *c, const uint32_t *file, size_t at, size_t place)
{
	double above[LU__FLOOR] = { 0 }, step = STEP;

	if (best_above(c, file, at, above) < place) return;
	if (place > 1 && above[place - 2] > above[place - 1])
		step = fmin(step, (above[place - 2] - above[place - 1]) / 2);
	c->v[at].hidden += (float)(above[place - 1] + step - c->v[at].score);
	c->v[at].score = above[place - 1] + step;
}

static void stay_equal(lu__candidates *c, size_t at, size_t with)
{
	c->v[at].hidden += (float)(c->v[with].score - c->v[at].score);
	c->v[at].score = c->v[with].score;
}

/* Is frame `a` nearer, or of frames that are as near the better one? 0: they are equal. */
static int nearer(const lu__candidates *c, float (*x)[LU_FEATURES], size_t a, size_t b)
{
	float of_a = x[a][LU_FEATURE_placed], of_b = x[b][LU_FEATURE_placed];

	if (of_a != of_b) return of_a > of_b ? 1 : -1;
	return (c->v[a].score > c->v[b].score) - (c->v[a].score < c->v[b].score);
}

/* Frames of a trace behind the one that failed, the nearest first: its callers, which a search for words does not know. Of
 * equals, whose order is that of the store's history, all or none. */
static size_t add_frames(const lu__candidates *c, float (*x)[LU_FEATURES], size_t v[CALLERS])
{
	size_t best[CALLERS + 1], n = 0;

	for (size_t i = 0; i < c->n; i++) {
		float w = x[i][LU_FEATURE_placed];
		size_t k;

		if (w < FRAME_LEAST || w > FRAME_MOST) continue;
		for (k = n; k && nearer(c, x, i, best[k - 1]) > 0; k--)
			if (k <= CALLERS) best[k] = best[k - 1];
		if (k <= CALLERS) best[k] = i;
		if (n <= CALLERS) n++;
	}
	if (n > CALLERS)
		for (n = CALLERS; n && !nearer(c, x, best[n - 1], best[CALLERS]);) n--;
	memcpy(v, best, n * sizeof *v);
	return n;
}

/* What frames and lists are sure of, each once, the surest kind last: `n_frame` frames, full text, vectors, literals. */
static size_t all_sure(const lu__candidates *c, float (*x)[LU_FEATURES], size_t v[CALLERS + 3], size_t *n_frame)
{
	static const lu_feature by[] = { LU_FEATURE_bm25, LU_FEATURE_vector, LU_FEATURE_said };
	size_t n = *n_frame = add_frames(c, x, v);

	for (size_t i = 0; i < sizeof by / sizeof *by; i++) {
		size_t at = sure_of(x, c->n, by[i]), k = 0;

		if (at == SIZE_MAX || (by[i] == LU_FEATURE_said && x[at][by[i]] < LU__MESSAGE)) continue;
		while (k < n && v[k] != at) k++;
		if (k == n) v[n++] = at;
	}
	return n;
}

void lu__keep_sure(lu__candidates *c, float (*x)[LU_FEATURES], const uint32_t *file)
{
	size_t v[CALLERS + 3], n_frame, n = all_sure(c, x, v, &n_frame), from = n < LU__FLOOR ? 0 : n - LU__FLOOR + 1;
	bool equal[CALLERS + 3] = { 0 };

	for (size_t i = 1; i < n_frame; i++) equal[i] = !nearer(c, x, v[i - 1], v[i]);
	while (from && from < n && equal[from]) from++;
	/* each that is raised moves those before it down by one place; the first hit stays */
	for (size_t i = from; i < n; i++) {
		if (equal[i]) stay_equal(c, v[i], v[i - 1]);
		else keep_above(c, file, v[i], LU__FLOOR + 1 + i - n);
	}
}
