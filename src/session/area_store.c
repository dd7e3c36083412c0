/* SPDX-License-Identifier: MIT
 * The store that paths lead to. */
#include "core/file.h"
#include "session/area.h"

void lu_paths_free(lu_paths *o)
{
	lu_arena_free(&o->arena);
	*o = (lu_paths){ 0 };
}

/* Does the current folder lead to a store? */
static bool store_here(const lu_where *w)
{
	lu_buf path = LU_BUF;
	bool found = false;

	if (lu_where_path(w, ".", &path, &found, NULL)) found = false;
	lu_buf_free(&path);
	return found;
}

const char *lu_paths_from(const lu_paths *o, const lu_where *w)
{
	for (size_t i = 0; i < o->n; i++)
		if (lu_file_exists(o->v[i].path)) return o->v[i].listed && store_here(w) ? "." : o->v[i].path;
	return ".";
}

bool lu_paths_create(const lu_paths *o)
{
	if (!o->any) return true;
	for (size_t i = 0; i < o->n; i++)
		if (lu_file_exists(o->v[i].path)) return true;
	return false;
}

lu_code lu_paths_open(const lu_paths *o, const lu_where *w, const char *from, bool create, lu_area *p, lu_store **s,
		      lu_err *e)
{
	lu_buf db = LU_BUF;
	bool found = create;
	lu_code rc = create ? LU_OK : lu_where_path(w, from, &db, &found, e);

	if (!rc && !found) rc = lu_area_find(p, o, "", NULL, e);
	if (!rc && !found)
		rc = p->bad ? lu_fail(e, LU_EIO, "no path could be read")
			    : lu_fail(e, LU_ENOENT, "no store '%s': run 'lucus sync'", db.s);
	if (!rc) rc = lu_where_write(w, from, true, s, e);
	lu_buf_free(&db);
	return rc;
}

/* The root of the knowledge base of the store that `from` leads to; empty when there is none, or none that can be read:
 * that is the business of commands that need it. */
static void read_root(const lu_where *w, const char *from, lu_buf *root)
{
	lu_arena a = { 0 };
	lu_store *s = NULL;
	lu_kb kb;

	lu_buf_reset(root);
	if (!lu_where_find(w, from, &s, NULL) && s && !lu_store_kb(s, false, &a, &kb, NULL))
		lu_buf_addstr(root, kb.root);
	lu_store_close(s);
	lu_arena_free(&a);
}

/* Does the root hold every path that exists? */
static bool holds(const char *root, const lu_paths *o)
{
	lu_buf top = LU_BUF, real = LU_BUF;
	lu_str sub;
	bool all = *root && !lu_file_real(root, &top, NULL);

	for (size_t i = 0; i < o->n && all; i++)
		if (!lu_file_real(o->v[i].path, &real, NULL))
			all = lu__lies_in(lu_buf_str(&real), lu_buf_str(&top), &sub);
	if (all && !o->any)
		all = !lu_file_real(".", &real, NULL) && lu__lies_in(lu_buf_str(&real), lu_buf_str(&top), &sub);
	lu_buf_free(&top);
	lu_buf_free(&real);
	return all;
}

lu_code lu_area_plain(lu_area *p, const lu_paths *o, const char *root, const lu_where *w, lu_err *e)
{
	const char *const from[] = { ".", lu_paths_from(o, w) };
	lu_buf known = LU_BUF;
	bool found = false;
	lu_code rc;

	for (size_t i = 0; i < 2 && !root && !found; i++) {
		read_root(w, from[i], &known);
		found = holds(known.s, o);
	}
	rc = lu_area_find(p, o, root ? root : found ? known.s : "", NULL, e);
	lu_buf_free(&known);
	return rc;
}
