/* SPDX-License-Identifier: MIT
 * Results of searches. */
#include "graph/model.h"

void lu__found_outside(lu__found *f, const char *reason)
{
	*f = lu__no_result(reason);
	f->what = LU__FOUND_OUTSIDE;
}

void lu__found_add(lu__found *f, lu__what what, uint32_t v, int rank)
{
	if (f->n && rank > f->rank) return;
	if (f->n && rank < f->rank) f->n = 0;
	f->rank = rank;
	f->what = what;
	for (uint32_t i = 0; i < f->n; i++)
		if (f->v[i] == v) return;
	if (f->n <= LU__SOUGHT) f->v[f->n++] = v;
}

/* Definitions before values of the same name before declarations without a body. */
static int rank_of(const lu__graph *g, uint32_t s)
{
	if (g->sym[s].is_prototype) return 2;
	return g->info[s].kind == LU__SYMBOL_VALUE;
}

bool lu__is_visible(const lu__graph *g, uint32_t s, uint32_t file)
{
	const lu__info *i = &g->info[s];

	return i->file == file || i->method || i->kind != LU__SYMBOL_FUNC || !g->sym[s].is_static ||
	       !(g->file[i->file].language->rules & LU__RULE_LINKAGE);
}

void lu__found_list(const lu__graph *g, const lu__multi *m, uint64_t key, unsigned want, uint32_t except, lu__found *f)
{
	lu__list list = lu__multi_list(m, key);

	if (list.n > LU__LONG) { /* keeps hostile input linear */
		f->what = LU__FOUND_SYMBOLS;
		f->rank = 0;
		f->n = LU__SOUGHT + 1;
		return;
	}
	for (uint32_t at = list.first; at; at = m->node[at].next) {
		uint32_t s = m->node[at].value;
		const lu__info *i = &g->info[s];

		if (!(i->kind & want) || s == except || i->whole == except || (i->method && (want & LU__SYMBOL_BARE)))
			continue;
		lu__found_add(f, LU__FOUND_SYMBOLS, i->kind & (LU__SYMBOL_TYPES | LU__SYMBOL_MODULE) ? i->whole : s,
			      rank_of(g, s));
	}
}
