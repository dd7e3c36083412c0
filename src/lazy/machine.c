/* SPDX-License-Identifier: MIT
 * Batches: the next tests of a list of passages, within the budget. */
#include "lazy/machine.h"

uint32_t lu__lazy_tests(const lu__deepening *d, uint32_t p, uint32_t *first)
{
	const lu__lazy_passage *x = &d->in.passage[p];

	if (d->o.unit == LU_LAZY_PASSAGE) {
		*first = p;
		return 1;
	}
	*first = x->first;
	return x->n;
}

bool lu__lazy_left(const lu__deepening *d, lu__lazy_list *list)
{
	uint32_t first;

	for (; list->next < list->n; list->next++)
		if (d->tested[list->v[list->next]] < lu__lazy_tests(d, list->v[list->next], &first)) return true;
	return false;
}

static size_t room(const lu__deepening *d)
{
	size_t left = (size_t)d->state.left - d->in_wave, most = (size_t)d->o.batch_size;

	return left < most ? left : most;
}

lu_code lu__lazy_add_batch(lu__deepening *d, lu__lazy_list *list, uint32_t community, bool *added, lu_err *e)
{
	size_t most = room(d), n = 0;
	uint32_t *v, *passage;

	*added = false;
	if (d->n_wave == LU__WAVE || !most || !lu__lazy_left(d, list)) return LU_OK;
	v = lu_arena_calloc(&d->arena, most, sizeof *v);
	passage = lu_arena_calloc(&d->arena, most, sizeof *passage);
	if (!v || !passage) return lu_nomem(e);
	while (n < most && lu__lazy_left(d, list)) {
		uint32_t p = list->v[list->next], first, all = lu__lazy_tests(d, p, &first);

		while (n < most && d->tested[p] < all) {
			passage[n] = p;
			v[n++] = first + d->tested[p]++;
		}
	}
	d->wave[d->n_wave] = (lu__lazy_batch){ v, passage, n, community, false };
	d->told[d->n_wave++] = false;
	d->in_wave += n;
	*added = true;
	return LU_OK;
}

bool lu__lazy_relevant(const lu__deepening *d, size_t i)
{
	const lu__lazy_batch *b = &d->wave[i];

	for (size_t k = 0; k < b->n; k++)
		if (d->result[b->v[k]] >= d->o.relevance_threshold) return true;
	return false;
}
