/* SPDX-License-Identifier: MIT */
#include "lazy/concept_ties.h"

#include <stdlib.h>

#include "concept/concept.h"

#define SENTENCES 500 /* that are read */

static lu_code add(void *ctx, const lu_concept_site *x, lu_err *e)
{
	return lu_concept_net_add(ctx, x->key, x->surface, 1, NULL, e);
}

/* Prose by its phrases, code by the name of what it is in. */
static lu_code read_sentence(const lu__gathered *g, uint32_t i, lu_concepts *c, lu_concept_net *net, lu_err *e)
{
	const lu_sentence *s = &g->sentence[i];
	const lu_brief *el = &g->element[g->where[g->passage_of[i]].element].el;
	bool code = lu_sentence_is_code(s);
	lu_buf text = LU_BUF;
	lu_code rc = lu_concept_net_window(net, e);

	lu__gathered_sentence(g, i, &text);
	if (!rc && text.oom) rc = lu_nomem(e);
	if (!rc && !code) rc = lu_concepts_of_prose(c, lu_buf_str(&text), add, net, e);
	if (!rc) rc = lu_concepts_of_name(c, el->name, lu_str_eqz(el->type, "class"), add, net, e);
	lu_buf_free(&text);
	return rc;
}

static int by_weight(const void *a, const void *b)
{
	const lu_concept_edge *x = a, *y = b;

	if (x->weight != y->weight) return x->weight > y->weight ? -1 : 1;
	if (x->npmi != y->npmi) return x->npmi > y->npmi ? -1 : 1;
	if (x->a != y->a) return x->a < y->a ? -1 : 1;
	return (x->b > y->b) - (x->b < y->b);
}

static lu_code take(const lu_concept_graph *g, lu_arena *scratch, lu_arena *a, lu_lazy_tie **out, size_t *n, lu_err *e)
{
	lu_concept_edge *v = lu_arena_calloc(scratch, g->n_edge, sizeof *v);

	*n = g->n_edge < LU__TIES_MAX ? g->n_edge : LU__TIES_MAX;
	*out = lu_arena_calloc(a, *n, sizeof **out);
	if (!v || !*out) return lu_nomem(e);
	if (g->n_edge) {
		memcpy(v, g->edge, g->n_edge * sizeof *v);
		qsort(v, g->n_edge, sizeof *v, by_weight);
	}
	for (size_t i = 0; i < *n; i++) {
		(*out)[i] = (lu_lazy_tie){ lu_arena_dup(a, g->node[v[i].a].surface),
					   lu_arena_dup(a, g->node[v[i].b].surface), v[i].weight };
		if (!(*out)[i].a.s || !(*out)[i].b.s) return lu_nomem(e);
	}
	return LU_OK;
}

lu_code lu__ties_find(const lu__exploring *x, const lu__explored *found, lu_arena *a, lu_lazy_tie **out, size_t *n,
		      lu_err *e)
{
	lu_concept_prune few = lu_concept_prune_defaults();
	lu_concepts *c = NULL;
	lu_concept_net *net = NULL;
	lu_concept_graph g;
	lu_arena scratch = { 0 };
	size_t read = 0;
	lu_code rc = lu_concepts_new(&c, e);

	few.degree = 0; /* of so few sentences most have one tie */
	*n = 0;
	if (!rc) rc = lu_concept_net_new(&net, e);
	for (uint32_t i = 0; i < x->g->in.n_sentence && read < SENTENCES && !rc; i++) {
		if (!lu__is_kept(x, found, i)) continue;
		read++;
		rc = read_sentence(x->g, i, c, net, e);
	}
	if (!rc && read) rc = lu_concept_net_graph(net, &few, &scratch, &g, e);
	if (!rc && read) rc = take(&g, &scratch, a, out, n, e);
	lu_concept_net_free(net);
	lu_concepts_free(c);
	lu_arena_free(&scratch);
	return rc;
}
