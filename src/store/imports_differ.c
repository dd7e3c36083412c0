/* SPDX-License-Identifier: MIT
 * Which imports of a file an edit changed. */
#include <stdlib.h>

#include "core/ascii.h"
#include "store/imported.h"

bool lu__is_star(const lu_ref *r)
{
	return lu_str_eqz(r->name, "*") || lu_str_eqz(r->alias, "*") || lu_str_eqz(r->alias, ".");
}

lu_str lu__local_name(const lu_ref *r)
{
	lu_str head = lu_str_before_first(r->module, '.');

	if (lu__is_star(r)) return lu_strz("*");
	if (!r->name.n && (!r->alias.n || lu_str_eq(r->alias, r->module) || lu_str_eq(r->alias, head))) return head;
	return r->alias.n ? r->alias : r->name;
}

struct local {
	lu_str name;
	const lu_ref *ref; /* in the order of the file */
};

static int by_name(const void *px, const void *py)
{
	const struct local *x = px, *y = py;
	int c = lu_str_cmp(x->name, y->name);

	return c ? c : (x->ref > y->ref) - (x->ref < y->ref);
}

static lu_code locals_of(const lu_ref *ref, size_t n_ref, lu_arena *a, struct local **out, size_t *n, lu_err *e)
{
	struct local *v = lu_arena_calloc(a, n_ref, sizeof *v);

	*n = 0;
	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < n_ref; i++)
		if (ref[i].kind == LU_EDGE_DEPENDS_ON) v[(*n)++] = (struct local){ lu__local_name(&ref[i]), &ref[i] };
	if (*n) qsort(v, *n, sizeof *v, by_name);
	*out = v;
	return LU_OK;
}

static bool same_import(const lu_ref *x, const lu_ref *y)
{
	return lu_str_eq(x->name, y->name) && lu_str_eq(x->module, y->module) && lu_str_eq(x->alias, y->alias);
}

static size_t group(const struct local *v, size_t i, size_t n)
{
	size_t k = i;

	while (k < n && lu_str_eq(v[k].name, v[i].name)) k++;
	return k - i;
}

/* The names whose imports are not the same, in the same order, on both sides. */
static lu_code compare(const struct local *x, size_t nx, const struct local *y, size_t ny, lu_arena *a, lu_strs *out,
		       lu_err *e)
{
	for (size_t i = 0, k = 0; i < nx || k < ny;) {
		int c = i == nx ? 1 : k == ny ? -1 : lu_str_cmp(x[i].name, y[k].name);
		size_t n = c <= 0 ? group(x, i, nx) : 0, m = c >= 0 ? group(y, k, ny) : 0;
		lu_str *w, name = n ? x[i].name : y[k].name;
		bool same = n == m;

		for (size_t j = 0; j < n && same; j++) same = same_import(x[i + j].ref, y[k + j].ref);
		i += n;
		k += m;
		if (same) continue;
		if (!(w = lu_arena_grow(a, out->v, out->n, sizeof *w))) return lu_nomem(e);
		out->v = w;
		w[out->n++] = name;
	}
	return LU_OK;
}

lu_str lu__first_word(lu_str s)
{
	size_t n = 0;

	while (n < s.n && lu_is_ident(s.s[n])) n++;
	return lu_strn(s.s, n);
}

/* Is it the same list of bases, and does none begin with one of the names? */
static bool bases_stay(const lu_ref *x, size_t nx, const lu_ref *y, size_t ny, const lu_strs *names)
{
	for (size_t i = 0, k = 0;; i++, k++) {
		while (i < nx && x[i].kind == LU_EDGE_DEPENDS_ON) i++;
		while (k < ny && y[k].kind == LU_EDGE_DEPENDS_ON) k++;
		if (i == nx || k == ny) return i == nx && k == ny;
		if (x[i].kind != y[k].kind || x[i].src != y[k].src || !lu_str_eq(x[i].name, y[k].name)) return false;
		for (size_t j = 0; j < names->n; j++)
			if (lu_str_eq(lu__first_word(x[i].name), names->v[j])) return false;
	}
}

/* Is it found where it is written? */
static bool is_findable(lu_str name)
{
	return name.n && !memchr(name.s, '*', name.n) && lu_json_is_plain(name);
}

lu_code lu__imports_differ(const lu_ref *x, size_t nx, const lu_ref *y, size_t ny, lu_arena *a, lu_strs *out, bool *all,
			   lu_err *e)
{
	struct local *v, *w;
	size_t nv, nw;
	lu_strs names = { 0 };
	lu_code rc = locals_of(x, nx, a, &v, &nv, e);

	if (!rc) rc = locals_of(y, ny, a, &w, &nw, e);
	if (!rc) rc = compare(v, nv, w, nw, a, &names, e);
	if (rc) return rc;
	*all = !bases_stay(x, nx, y, ny, &names);
	for (size_t i = 0; i < nx; i++) *all |= x[i].by != NULL;
	for (size_t i = 0; i < ny; i++) *all |= y[i].by != NULL;
	for (size_t i = 0; i < names.n; i++) *all |= !is_findable(names.v[i]);
	*out = names;
	return LU_OK;
}
