/* SPDX-License-Identifier: MIT
 * train-lexicon: the candidates of each unit, by how often both are in the same pairs. */
#include <stdlib.h>
#include <string.h>

#include "train-lexicon.h"

static int by_dice(const void *a, const void *b)
{
	const candidate *x = a, *y = b;

	if (x->dice != y->dice) return x->dice > y->dice ? -1 : 1;
	return x->stem < y->stem ? -1 : x->stem > y->stem;
}

uint32_t *invert(const lesson *s, size_t *start)
{
	uint32_t *where = need(s->n_unit, sizeof *where);

	for (size_t i = 0; i < s->n_unit; i++) start[s->unit[i] + 1]++;
	for (size_t u = 0; u < s->names.n; u++) start[u + 1] += start[u];
	for (size_t i = 0; i < s->n; i++)
		for (size_t k = 0; k < s->units[i].n; k++) where[start[s->unit[s->units[i].at + k]]++] = (uint32_t)i;
	for (size_t u = s->names.n; u; u--) start[u] = start[u - 1];
	start[0] = 0;
	return where;
}

void find_candidates(lesson *s)
{
	size_t *start = need(s->names.n + 2, sizeof *start), n;
	uint32_t *where = invert(s, start), *with = need(s->c->stem.n, sizeof *with),
		 *met = need(s->c->stem.n, sizeof *met);
	candidate *all = need(s->c->stem.n, sizeof *all);

	free(s->candidate);
	free(s->unit_count);
	free(s->strength);
	s->candidate = need(s->names.n * CANDIDATES, sizeof *s->candidate);
	s->unit_count = need(s->names.n, sizeof *s->unit_count);
	s->strength = need(s->names.n, sizeof *s->strength);
	for (size_t u = 0; u < s->names.n; u++) {
		s->unit_count[u] = (uint32_t)(start[u + 1] - start[u]);
		n = 0;
		if (s->unit_count[u] < LEXICON_RARE) continue;
		for (size_t i = start[u]; i < start[u + 1]; i++)
			for (size_t k = 0; k < s->stems[where[i]].n; k++) {
				uint32_t e = s->stem[s->stems[where[i]].at + k];

				if (!with[e]++) met[n++] = e;
			}
		size_t kept = 0;
		for (size_t k = 0; k < n; k++) {
			if (with[met[k]] >= 2)
				all[kept++] = (candidate){ .stem = met[k],
							   .dice = 2.0f * (float)with[met[k]] /
								   (float)(s->unit_count[u] + s->stem_count[met[k]]) };
			with[met[k]] = 0;
		}
		qsort(all, kept, sizeof *all, by_dice);
		if (kept > CANDIDATES) kept = CANDIDATES;
		if (kept) memcpy(s->candidate + u * CANDIDATES, all, kept * sizeof *all);
		s->strength[u] = kept ? all[0].dice : 0;
	}
	free(start);
	free(where);
	free(with);
	free(met);
	free(all);
}
