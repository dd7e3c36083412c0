/* SPDX-License-Identifier: MIT */
#include "lazy/reporting.h"

#include "lazy/concept_ties.h"

typedef struct reporting {
	const lu__reporting *r;
	lu_arena *a;
	lu_lazy_report *out;
	uint32_t *number; /* of each passage, from 1; 0: it is no source */
	uint32_t *passage;
} reporting;

static bool dup(lu_arena *a, lu_str *s)
{
	*s = lu_arena_dup(a, *s);
	return s->s != NULL;
}

static lu_code add_source(reporting *x, uint32_t p, lu_err *e)
{
	const lu__gathered *g = x->r->x->g;
	const lu__lazy_where *at = &g->where[p];
	const lu_brief *el = &g->element[at->element].el;
	size_t n = x->out->n_source;
	lu_lazy_source *v = lu_arena_grow(x->a, x->out->source, n, sizeof *v);
	uint32_t *w = lu_arena_grow(x->a, x->passage, n, sizeof *w);

	if (!v || !w) return lu_nomem(e);
	x->out->source = v;
	x->passage = w;
	v[n] = (lu_lazy_source){ .path = el->path, .name = el->name, .start_line = at->first, .end_line = at->last };
	w[n] = p;
	x->number[p] = (uint32_t)++x->out->n_source;
	return dup(x->a, &v[n].path) && dup(x->a, &v[n].name) ? LU_OK : lu_nomem(e);
}

/* Passages become sources, numbered by the first claim that names them. */
static lu_code number_sources(reporting *x, lu_claim *c, lu_err *e)
{
	uint32_t *v = lu_arena_calloc(x->a, c->n_source, sizeof *v);
	lu_code rc = v ? LU_OK : lu_nomem(e);

	for (size_t i = 0; i < c->n_source && !rc; i++) {
		if (!x->number[c->source[i]]) rc = add_source(x, c->source[i], e);
		if (!rc) v[i] = x->number[c->source[i]] - 1;
	}
	c->source = v;
	return rc;
}

static lu_code take_claims(reporting *x, lu_err *e)
{
	const lu__claims *from = x->r->claims;
	lu_lazy_report *out = x->out;
	lu_code rc = LU_OK;

	if (!(out->claim = lu_arena_calloc(x->a, from->n, sizeof *out->claim))) return lu_nomem(e);
	for (size_t i = 0; i < from->n && !rc; i++) {
		out->claim[i] = from->v[i];
		rc = number_sources(x, &out->claim[i], e);
		if (!rc && !dup(x->a, &out->claim[i].text)) rc = lu_nomem(e);
	}
	out->n_claim = from->n;
	return rc;
}

static lu_code take_subqueries(reporting *x, lu_err *e)
{
	const lu__subqueries *from = x->r->x->subqueries;
	lu_lazy_report *out = x->out;

	if (!(out->subquery = lu_arena_calloc(x->a, from->n, sizeof *out->subquery))) return lu_nomem(e);
	for (size_t i = 0; i < from->n; i++) {
		out->subquery[i] = from->v[i];
		if (!dup(x->a, &out->subquery[i].text)) return lu_nomem(e);
	}
	out->n_subquery = from->n;
	out->kept = from->kept;
	return LU_OK;
}

static lu_code take_why(reporting *x, lu_err *e)
{
	const lu__reporting *r = x->r;
	lu_str why = r->found->fallback;

	if (!why.n && r->claims->why.code) why = lu_strz(r->claims->why.msg);
	x->out->fallback = why;
	return dup(x->a, &x->out->fallback) ? LU_OK : lu_nomem(e);
}

lu_code lu__report_make(const lu__reporting *r, lu_arena *a, lu_lazy_report *out, uint32_t **passage, lu_err *e)
{
	reporting x = { .r = r, .a = a, .out = out };
	const lu__gathered *g = r->x->g;
	lu_code rc;

	*out = (lu_lazy_report){ .budget = r->x->o->search.budget,
				 .state = r->found->state,
				 .by_model = r->found->by_model,
				 .elements = g->n_element,
				 .passages = g->in.n,
				 .sentences = g->in.n_sentence,
				 .communities = g->in.n_community };
	if (!(x.number = lu_arena_calloc(a, g->in.n, sizeof *x.number))) return lu_nomem(e);
	rc = take_claims(&x, e);
	if (!rc) rc = take_subqueries(&x, e);
	if (!rc) rc = take_why(&x, e);
	if (!rc) rc = lu__ties_find(r->x, r->found, a, &out->tie, &out->n_tie, e);
	*passage = x.passage;
	return rc;
}
