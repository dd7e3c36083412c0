/* SPDX-License-Identifier: MIT
 * The walk of several parts of a tree, as if it were one. */
#include <stdlib.h>

#include "core/sorting.h"
#include "lucus/index.h"

static lu_code add_entry(lu_walk_list *to, const lu_walk_entry *from, lu_err *e)
{
	lu_walk_entry *v = lu_arena_grow(&to->arena, to->v, to->n, sizeof *v);

	if (!v) return lu_nomem(e);
	to->v = v;
	v += to->n;
	*v = *from;
	v->path = lu_arena_dup(&to->arena, from->path);
	v->reason = lu_arena_dup(&to->arena, from->reason);
	if (!v->path.s || !v->reason.s) return lu_nomem(e);
	to->n++;
	return LU_OK;
}

/* One of several parts. One that can not be walked is an entry that failed: so it is rejected, and nothing of it counts as
 * gone. */
static lu_code add_part(const char *root, const char *sub, const lu_walk_options *o, lu_walk_list *to, lu_err *e)
{
	lu_walk_list one = { 0 };
	lu_err why = { LU_OK, "" };
	lu_code rc = lu_walk(root, sub, o, &one, &why);

	if (rc == LU_EIO)
		return add_entry(
			to, &(lu_walk_entry){ .path = lu_strz(sub), .reason = lu_strz(why.msg), .failed = true }, e);
	if (rc) return lu_fail(e, rc, "%s", why.msg);
	for (size_t i = 0; i < one.n && !rc; i++) rc = add_entry(to, &one.v[i], e);
	to->cut |= one.cut;
	lu_walk_free(&one);
	return rc;
}

lu_code lu_walk_parts(const char *root, const lu_tree_part *part, size_t n, const lu_walk_options *o,
		      lu_walk_list *list, lu_err *e)
{
	size_t k = 0;
	lu_code rc = LU_OK;

	if (n == 1 && !part->gone) return lu_walk(root, part->sub, o, list, e);
	for (size_t i = 0; i < n && !rc; i++)
		if (!part[i].gone) rc = add_part(root, part[i].sub, o, list, e);
	if (rc) return rc;
	if (list->n) qsort(list->v, list->n, sizeof *list->v, lu_str_order);
	for (size_t i = 0; i < list->n; i++)
		if (!i || !lu_str_eq(list->v[i].path, list->v[k - 1].path)) list->v[k++] = list->v[i];
	list->n = k;
	return LU_OK;
}
