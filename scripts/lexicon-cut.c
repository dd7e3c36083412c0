/* SPDX-License-Identifier: MIT
 * train-lexicon: texts without blanks are cut into units. */
#include <stdlib.h>

#include "core/utf8.h"
#include "text/unicode.h"
#include "train-lexicon.h"

#define RARE_RUN 3    /* a run of characters that occurs less often is no unit */
#define WEAK     .02f /* nor is one of several characters with a lower coefficient */

/* Runs of characters of these scripts, by where each begins. */
typedef struct run {
	size_t at[512]; /* one more for the end of the last */
	size_t n;
} run;

/* The next run of `text` from *i on; false: none. Han, Kana and Hangul run together: what separates them is learned. */
static bool next_run(lu_str text, size_t *i, run *r)
{
	r->n = 0;
	while (*i < text.n && r->n < 500) {
		size_t n = lu__utf8_len(text.s + *i, text.n - *i);

		if (lu__script_of(lu__utf8_decode(text.s + *i, n)) >= LU__SCRIPT_HAN) {
			r->at[r->n++] = *i;
		} else if (r->n) {
			break;
		}
		*i += n;
	}
	r->at[r->n] = *i;
	return r->n != 0;
}

static lu_str part(lu_str text, const run *r, size_t i, size_t len)
{
	return lu_strn(text.s + r->at[i], r->at[i + len] - r->at[i]);
}

/* Is what is one shorter frequent, at both ends? */
static bool may_be(const texts *names, lu_str text, const run *r, size_t i, size_t len)
{
	size_t a, b;

	return len == 1 || (text_find(names, part(text, r, i, len - 1), &a) && names->count[a] >= RARE_RUN &&
			    text_find(names, part(text, r, i + 1, len - 1), &b) && names->count[b] >= RARE_RUN);
}

static void count_runs(lesson *s, size_t len)
{
	run r;

	for (size_t k = 0; k < s->n; k++)
		for (size_t i = 0; next_run(s->from[k]->text, &i, &r);)
			for (size_t j = 0; j + len <= r.n; j++)
				if (may_be(&s->names, s->from[k]->text, &r, j, len)) {
					size_t id = text_id(&s->names, part(s->from[k]->text, &r, j, len));

					s->names.count[id]++;
				}
}

static void add(lesson *s, size_t k, size_t id, uint32_t *stamp)
{
	if (stamp[id] == k + 1) return;
	stamp[id] = (uint32_t)k + 1;
	s->unit = more(s->unit, s->n_unit, sizeof *s->unit);
	s->unit[s->n_unit++] = (uint32_t)id;
	s->units[k].n++;
}

static void take_all(lesson *s, uint32_t *stamp)
{
	run r;
	size_t id;

	for (size_t k = 0; k < s->n; k++) {
		lu_str text = s->from[k]->text;

		s->units[k] = (span){ s->n_unit, 0 };
		for (size_t i = 0; next_run(text, &i, &r);)
			for (size_t j = 0; j < r.n; j++)
				for (size_t len = 1; len <= LU__UNIT_MAX && j + len <= r.n; len++)
					if (text_find(&s->names, part(text, &r, j, len), &id) &&
					    s->names.count[id] >= RARE_RUN)
						add(s, k, id, stamp);
	}
}

/* The cut with the largest sum of length times strength. */
static void take_best(lesson *s, const float *strength, size_t k, const run *r, uint32_t *stamp)
{
	lu_str text = s->from[k]->text;
	float best[513] = { 0 };
	size_t from[513] = { 0 }, id;

	for (size_t j = 1; j <= r->n; j++) {
		best[j] = best[j - 1];
		from[j] = j - 1;
		for (size_t len = 1; len <= LU__UNIT_MAX && len <= j; len++) {
			float sum;

			if (!text_find(&s->names, part(text, r, j - len, len), &id) ||
			    strength[id] < (len > 1 ? WEAK : 0))
				continue;
			sum = best[j - len] + (float)len * strength[id];
			if (sum > best[j] || (sum == best[j] && len > 1)) { /* the longer of two that are as good */
				best[j] = sum;
				from[j] = j - len;
			}
		}
	}
	for (size_t j = r->n; j; j = from[j])
		if (text_find(&s->names, part(text, r, from[j], j - from[j]), &id)) add(s, k, id, stamp);
}

void cut(lesson *s)
{
	uint32_t *stamp;
	float *strength;
	run r;

	for (size_t len = 1; len <= LU__UNIT_MAX; len++) count_runs(s, len);
	stamp = need(s->names.n, sizeof *stamp);
	take_all(s, stamp);
	find_candidates(s);
	strength = s->strength;
	s->strength = NULL;
	memset(stamp, 0, s->names.n * sizeof *stamp);
	s->n_unit = 0;
	for (size_t k = 0; k < s->n; k++) {
		s->units[k] = (span){ s->n_unit, 0 };
		for (size_t i = 0; next_run(s->from[k]->text, &i, &r);) take_best(s, strength, k, &r, stamp);
	}
	find_candidates(s);
	free(s->strength);
	s->strength = strength; /* a question is cut by the same numbers */
	free(stamp);
}
