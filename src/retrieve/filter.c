/* SPDX-License-Identifier: MIT */
#include "retrieve/filter.h"

bool lu__filters(const lu_query_options *o)
{
	return o->paths.n || o->languages.n || o->types.n;
}

lu_code lu__filter_read(lu__filter *f, const lu_query_options *o, lu_arena *a, lu_err *e)
{
	*f = (lu__filter){ .languages = o->languages, .types = o->types };
	if (!o->paths.n) return LU_OK;
	f->path = lu_arena_calloc(a, o->paths.n, sizeof *f->path);
	if (!f->path) return lu_nomem(e);
	for (; f->n_path < o->paths.n; f->n_path++) {
		lu__glob *g = &f->path[f->n_path];
		lu_code rc = lu__glob_compile_spec(g, o->paths.v[f->n_path], a, e);

		if (rc) return rc;
		if (g->kind == LU__GLOB_NEVER)
			return lu_fail(e, LU_EUSAGE, "'%.*s' is no pattern that a path could match",
				       LU_FMT(o->paths.v[f->n_path]));
	}
	return LU_OK;
}

static bool holds(const lu_strs *list, lu_str s)
{
	for (size_t i = 0; i < list->n; i++) {
		if (lu_str_eq(list->v[i], s)) return true;
	}
	return !list->n;
}

/* The file, or one of the folders that it is in. */
static bool path_fits(const lu__glob *g, lu_str path)
{
	for (bool is_dir = false; path.n; path = lu_str_before_last(path, '/'), is_dir = true) {
		if (lu__glob_match(g, path, lu_str_after_last(path, '/'), is_dir)) return true;
	}
	return false;
}

bool lu__filter_keeps(const lu__filter *f, const lu_brief *b)
{
	bool fits = !f->n_path;

	if (!holds(&f->languages, b->language) || !holds(&f->types, b->type)) return false;
	for (size_t i = 0; !fits && i < f->n_path; i++) fits = path_fits(&f->path[i], b->path);
	return fits;
}

lu_code lu_query_keeps(const lu_query_options *o, const lu_brief *el, bool *keeps, lu_err *e)
{
	lu_arena a = { 0 };
	lu__filter f;
	lu_code rc = lu__filter_read(&f, o, &a, e);

	if (!rc) *keeps = lu__filter_keeps(&f, el);
	lu_arena_free(&a);
	return rc;
}

static bool any_fits(const lu__glob *g, const lu_file *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (path_fits(g, v[i].path)) return true;
	return false;
}

lu_code lu_query_unfit(lu_store *s, const lu_query_options *o, lu_arena *a, lu_strs *out, lu_err *e)
{
	lu_arena scratch = { 0 };
	lu_file *file = NULL;
	size_t n = 0;
	lu__filter f;
	lu_code rc = lu__filter_read(&f, o, &scratch, e);

	*out = (lu_strs){ 0 };
	if (!rc) rc = lu_store_files(s, &scratch, &file, &n, e);
	if (!rc && !(out->v = lu_arena_calloc(a, o->paths.n, sizeof *out->v))) rc = lu_nomem(e);
	for (size_t i = 0; i < o->paths.n && !rc; i++)
		if (!any_fits(&f.path[i], file, n)) out->v[out->n++] = o->paths.v[i];
	lu_arena_free(&scratch);
	return rc;
}
