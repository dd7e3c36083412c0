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

/* Frames of a trace behind the one that failed, the nearest first: its callers, which a search for words does not know. */
static size_t add_frames(const lu__candidates *c, float (*x)[LU_FEATURES], size_t v[CALLERS])
{
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++) {
		float w = x[i][LU_FEATURE_placed];
		size_t k;

		if (w < FRAME_LEAST || w > FRAME_MOST) continue;
		for (k = n; k && x[v[k - 1]][LU_FEATURE_placed] < w; k--)
			if (k < CALLERS) v[k] = v[k - 1];
		if (k < CALLERS) v[k] = i;
		if (n < CALLERS) n++;
	}
	return n;
}

/* What lists are sure of, each once, the surest kind last: full text, vectors, frames, literals. */
static size_t all_sure(const lu__candidates *c, float (*x)[LU_FEATURES], size_t v[CALLERS + 3])
{
	static const lu_feature by[] = { LU_FEATURE_bm25, LU_FEATURE_vector, LU_FEATURE_said };
	size_t n = add_frames(c, x, v);

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
	size_t v[CALLERS + 3], n = all_sure(c, x, v);

	/* each that is raised moves those before it down by one place; the first hit stays */
	for (size_t i = n < LU__FLOOR ? 0 : n - LU__FLOOR + 1; i < n; i++)
		keep_above(c, file, v[i], LU__FLOOR + 1 + i - n);
}
