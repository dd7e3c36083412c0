/* SPDX-License-Identifier: MIT
 * What an answer leaves open. A count of callers is a lower bound: calls that could not be resolved share the
 * name, text that was not parsed may hold more, and some files were not read. */
#include <stdlib.h>

#include "lucus/language.h"
#include "session/graph.h"

static bool is_plain(lu_str language)
{
	const lu_language *l = lu_language_named(language);

	return l && strcmp(lu_language_gives(l), "blocks") == 0;
}

static lu_code cover(lu_store *s, lu__sharing *k, lu_err *e)
{
	lu_coverage *c = &k->coverage;
	lu_covered *v = NULL;
	size_t n = 0, first = 0;
	lu_code rc = k->covered ? LU_OK : lu_store_coverage(s, &k->a, &v, &n, e);

	if (rc || k->covered) return rc;
	for (size_t i = 0; i < n; i++) {
		if (v[i].reason.n) {
			c->left += v[i].files;
			continue;
		}
		first = i + 1;
		c->files += v[i].files;
		c->partial += v[i].partial;
		c->lines += v[i].lines;
		c->unknown += v[i].unknown;
		c->plain += is_plain(v[i].language) ? v[i].files : 0;
	}
	c->why = v + first;
	c->n_why = n - first;
	k->covered = true;
	return LU_OK;
}

/* Elements that share a last component share all of it, and mostly follow each other. */
static lu_code find(lu_store *s, lu__sharing *k, lu_str simple, lu_edge_kind kind, lu_err *e)
{
	lu_code rc;

	if (k->simple.s && k->kind == kind && lu_str_eq(k->simple, simple)) return LU_OK;
	lu_arena_free(&k->a);
	*k = (lu__sharing){ .kind = kind };
	rc = cover(s, k, e);
	if (!rc) rc = lu_sites_of(s, simple, kind, kind == LU_EDGE_CALLS, &k->a, &k->sites, e);
	if (!rc && !(k->simple = lu_arena_dup(&k->a, simple)).s) rc = lu_nomem(e);
	return rc;
}

static bool leads_to(const lu_site *v, int64_t id)
{
	for (size_t i = 0; i < v->n; i++)
		if (v->dst[i] == id) return true;
	return false;
}

static int by_place(const void *px, const void *py)
{
	const lu_stray *x = px, *y = py;
	int c = lu_str_cmp(x->el.path, y->el.path);

	if (c) return c;
	if (x->site->line != y->site->line) return x->site->line < y->site->line ? -1 : 1;
	return lu_str_cmp(x->site->name, y->site->name);
}

/* Where they are: only those that are shown need it, but they are shown by place. */
static lu_code name_strays(lu_store *s, lu_graph_answer *q, lu_arena *a, lu_err *e)
{
	size_t n = 0;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < q->n_stray && !rc; i++) {
		rc = lu_store_brief(s, q->stray[i].site->src, a, &q->stray[i].el, e);
		if (!rc) q->stray[n++] = q->stray[i];
		if (rc == LU_ENOENT) rc = LU_OK;
	}
	q->n_stray = n;
	if (n) qsort(q->stray, n, sizeof *q->stray, by_place);
	return rc;
}

lu_code lu__graph_share(lu_store *s, lu__sharing *k, const lu_graph_options *o, lu_graph_answer *q, lu_arena *a,
			lu_err *e)
{
	size_t room = o->limit - q->shown;
	lu_code rc = find(s, k, lu_simple_name(q->el.name), q->shared, e);

	if (rc) return rc;
	q->sites = &k->sites;
	q->coverage = k->coverage;
	if (!(q->stray = lu_arena_calloc(a, k->sites.n_site + 1, sizeof *q->stray))) return lu_nomem(e);
	for (size_t i = 0; i < k->sites.n_site; i++) {
		const lu_site *v = &k->sites.site[i];
		bool leads = leads_to(v, q->el.id);

		if (v->grade < LU_GRADE_AMBIGUOUS) q->elsewhere += leads ? 0 : v->count;
		else if (!leads) q->stray[q->n_stray++].site = v;
	}
	if (o->unresolved) rc = name_strays(s, q, a, e);
	if (o->unresolved) q->stray_shown = q->n_stray < room ? q->n_stray : room;
	room -= q->stray_shown;
	if (o->mentions) q->place_shown = k->sites.n_place < room ? k->sites.n_place : room;
	return rc;
}
