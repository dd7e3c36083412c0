/* SPDX-License-Identifier: MIT
 * Which strategy runs: what each needs of the data, what the knowledge base has chosen, what takes over. */
#include <stdio.h>

#include "core/range.h"
#include "retrieve/strategy.h"

static lu_code find_own(void *ctx, const char *key, const char *value, lu_err *e)
{
	lu_retriever *r = ctx;
	lu_str own;

	if (strcmp(key, "strategy") != 0 || strcmp(value, "auto") == 0) return LU_OK;
	own = lu_arena_dup(&r->arena, lu_strz(value));
	r->own = own.s;
	return own.s ? LU_OK : lu_nomem(e);
}

lu_code lu__support_read(lu_retriever *r, lu_err *e)
{
	lu_code rc = lu_store_has_edges(r->store, &r->edges, e);

	return rc ? rc : lu_store_settings(r->store, find_own, r, e);
}

lu_code lu__options_check(const lu_query_options *o, lu_err *e)
{
	const lu_ranged number[] = {
		{ "k", o->k, 1, LU_K_MAX },
		{ "rrf_k", o->rrf_k, 0, LU_RRF_K_MAX },
		{ "vector_top_k", o->vector_top_k, 1, LU_K_MAX },
		{ "graph_expansion_depth", o->graph_expansion_depth, 1, LU_EXPANSION_DEPTH_MAX },
		{ "max_expansion_nodes", o->max_expansion_nodes, 0, LU_EXPANSION_NODES_MAX },
		{ "max_augmented_chunks", o->max_augmented_chunks, 0, LU_K_MAX },
		{ "vector_scan_max", o->vector_scan_max, 0, LU_SCAN_MAX },
		{ "candidates", o->candidates ? o->candidates : o->k, o->k, 1000000 },
	};
	lu_code rc = lu_check_ranges(number, sizeof number / sizeof *number, e);

	return rc ? rc : lu_check_real("similarity_threshold", o->similarity_threshold, -1, 1, e);
}

const char *lu_strategy_lacks(const lu_retriever *r, const lu_strategy_info *i)
{
	if (i->needs_vectors && !r->kb.model.n) return "the store has no vectors, run 'lucus embed'";
	if (i->needs_vectors && !r->m) return "no embedding model is open";
	if (i->needs_vectors && *r->lost) return r->lost;
	if (i->needs_edges && !r->edges) return "the store has no edges, run 'lucus sync'";
	return NULL;
}

/* Those that lack the same are not all named. */
static void note(char why[320], const char *name, const char *reason)
{
	size_t n = strlen(why);

	if (!strstr(why, reason)) snprintf(why + n, 320 - n, "%s%s: %s", n ? "; " : "", name, reason);
}

static bool runs(const lu_retriever *r, const lu__strategy *s, char why[320])
{
	const char *lacks = lu_strategy_lacks(r, &s->info);

	if (lacks) note(why, s->info.name, lacks);
	return s->run && !lacks;
}

/* The knowledge base's own choice, which goes before the others; NULL: there is none that would do. */
static const lu__strategy *own_choice(const lu_retriever *r, char why[320])
{
	const lu__strategy *s = r->own ? lu__strategy_find(r->own) : NULL;

	if (r->own && !s) note(why, r->own, "there is no such strategy");
	return s && runs(r, s, why) ? s : NULL;
}

lu_code lu_strategy_resolve(const lu_retriever *r, const char *name, const lu_strategy_info **out, char why[320],
			    lu_err *e)
{
	const lu__strategy *asked = lu__strategy_find(name ? name : "auto"), *s = asked;

	why[0] = '\0';
	if (!asked) return lu_strategy_check(name, e);
	if (!asked->run && (s = own_choice(r, why))) {
		*out = &s->info;
		return LU_OK;
	}
	s = asked;
	for (size_t i = 0; !runs(r, s, why); i++) s = lu__strategy_find(asked->otherwise[i]);
	*out = &s->info;
	return LU_OK;
}
