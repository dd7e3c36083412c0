/* SPDX-License-Identifier: MIT
 * Communities as records. */
#include "render/table.h"

static lu_code write_head(lu_sink *o, lu_jw *w, const lu_themes *t, lu_err *e)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "communities");
	lu_jw_int(w, "communities", (int64_t)t->found);
	lu_jw_int(w, "shown", (int64_t)t->n);
	lu_jw_bool(w, "made", t->made);
	lu_jw_bool(w, "current", t->current);
	if (t->named) {
		lu__write_element(w, &t->el);
		lu_jw_int(w, "matches", (int64_t)t->matches);
	}
	lu_jw_close(w, '}');
	return lu_sink_record(o, w, e);
}

static void write_members(lu_jw *w, const char *key, const lu_theme_member *v, size_t n)
{
	lu_jw_open(w, key, '[');
	for (size_t i = 0; i < n; i++) {
		lu_jw_open(w, NULL, '{');
		lu__write_element(w, &v[i].el);
		lu_jw_int(w, "referred", v[i].referred);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

static void write_kinds(lu_jw *w, const char *key, const int64_t *n)
{
	lu_jw_open(w, key, '{');
	for (int k = LU_EDGE_CONTAINS + 1; k < LU_EDGE_KINDS; k++)
		if (n[k]) lu_jw_int(w, lu_edge_kind_name((lu_edge_kind)k), n[k]);
	lu_jw_close(w, '}');
}

static void write_links(lu_jw *w, const lu_themes *t, const lu_theme *x)
{
	lu_jw_open(w, "links", '[');
	for (size_t i = 0; i < x->n_link; i++) {
		lu_jw_open(w, NULL, '{');
		lu_jw_strz(w, "from", t->v[x->link[i].from].id);
		lu_jw_int(w, "edges", x->link[i].edges);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

static lu_code write_theme(lu_sink *o, lu_jw *w, const lu_themes *t, const lu_theme *x, lu_err *e)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "community");
	lu_jw_strz(w, "id", x->id);
	lu_jw_str(w, "name", x->name);
	lu_jw_int(w, "level", x->level);
	lu_jw_strz(w, "parent", x->parent[0] ? x->parent : NULL);
	lu_jw_str(w, "path", x->path);
	lu_jw_int(w, "size", x->size);
	lu_jw_int(w, "files", x->files);
	lu_jw_int(w, "below", x->below);
	lu_jw_strs(w, "words", x->words);
	lu_jw_strs(w, "concepts", x->concepts);
	lu_jw_str(w, "summary", x->summary);
	lu_jw_int(w, "looked", x->looked);
	write_kinds(w, "inside", x->inside);
	write_kinds(w, "outside", x->outside);
	write_members(w, "entry_points", x->entry, x->n_entry);
	write_members(w, "members", x->member, x->n_member);
	write_links(w, t, x);
	lu_jw_close(w, '}');
	return lu_sink_record(o, w, e);
}

lu_code lu__themes_json(lu_sink *o, const lu_themes *t, lu_err *e)
{
	lu_jw w;
	lu_code rc;

	lu_jw_init(&w);
	rc = write_head(o, &w, t, e);
	for (size_t i = 0; i < t->n && !rc; i++) rc = write_theme(o, &w, t, &t->v[i], e);
	lu_jw_free(&w);
	return rc;
}
