/* SPDX-License-Identifier: MIT
 * What each type is said to inherit: its bases are looked up once imports are known, and before any call is. */
#include "graph/lookup.h"

static void add_base(lu__graph *g, uint32_t type, uint32_t base, uint32_t ref)
{
	struct lu__base *v = lu_arena_grow(&g->mem.arena, g->base, g->n_base, sizeof *v);

	if (!v) {
		g->mem.oom = true;
		return;
	}
	g->base = v;
	v[g->n_base] = (struct lu__base){ base, LU__NONE, ref };
	if (g->last_base[type] == LU__NONE) g->first_base[type] = g->n_base;
	else v[g->last_base[type]].next = g->n_base;
	g->last_base[type] = g->n_base++;
}

static lu__ask ask_of_base(const lu__graph *g, uint32_t src)
{
	return (lu__ask){ src,  g->info[src].file, g->info[src].parent, src, g->file[g->info[src].file].language, 0,
			  false };
}

/* A class in another one may extend what a base of that one has in it: those are looked up when the others are known, and without
 * each other, so that their order does not matter. */
static void resolve_inherited_bases(lu__graph *g)
{
	uint32_t *late = lu__new(g, g->n_base, sizeof *late);

	for (uint32_t k = 0; late && k < g->n_base && !lu__out_of_memory(g); k++) {
		const lu_ref *r = &g->ref[g->base[k].ref];
		uint32_t src = lu__symbol_of(g, r->src), up = g->info[src].parent;
		lu__found f;
		lu__ask q = ask_of_base(g, src);

		late[k] = LU__NONE;
		if (g->base[k].type != LU__NONE || !(q.language->rules & LU__RULE_OUTER_METHODS) || up == LU__NONE ||
		    !(g->info[up].kind & LU__SYMBOL_TYPES))
			continue;
		lu__find_name(g, &q, r->name, LU__SYMBOL_TYPES, &f);
		if (!lu__one_symbol(&f)) continue;
		late[k] = f.v[0];
		lu__settle_ref(g, g->base[k].ref, &f);
	}
	for (uint32_t k = 0; late && k < g->n_base; k++)
		if (late[k] != LU__NONE && g->result[g->base[k].ref].n == 1)
			g->base[k].type = g->result[g->base[k].ref].at;
}

void lu__bases_load(lu__graph *g)
{
	g->first_base = lu__new(g, g->n_sym, sizeof *g->first_base);
	g->last_base = lu__new(g, g->n_sym, sizeof *g->last_base);
	if (!g->first_base || !g->last_base) return;
	for (uint32_t i = 0; i < g->n_sym; i++) g->first_base[i] = g->last_base[i] = LU__NONE;
	for (uint32_t i = 0; i < g->n_ref && !lu__out_of_memory(g); i++) {
		const lu_ref *r = &g->ref[i];
		uint32_t src = r->kind == LU_EDGE_INHERITS_FROM ? lu__symbol_of(g, r->src) : LU__NONE;
		unsigned want = LU__SYMBOL_TYPES;
		lu__found f;
		lu__ask q;

		if (src == LU__NONE) continue;
		lu__part_hold(g, src);
		lu__reads_of(g, g->info[src].file, g->info[src].whole);
		q = ask_of_base(g, src);
		if (q.language->rules & LU__RULE_OBJECTS) want |= LU__SYMBOL_FUNC;
		if (q.language->rules & LU__RULE_MIXINS) want |= LU__SYMBOL_MODULE;
		lu__find_name(g, &q, r->name, want, &f);
		lu__settle_ref(g, i, &f);
		add_base(g, g->info[src].whole, g->result[i].n == 1 ? g->result[i].at : LU__NONE, i);
	}
	lu__part_hold(g, LU__NONE);
	lu__reads_of(g, LU__NONE, LU__NONE);
	g->bases_known = true;
	if (!lu__out_of_memory(g)) resolve_inherited_bases(g);
}
