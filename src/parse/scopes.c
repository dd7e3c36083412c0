/* SPDX-License-Identifier: MIT
 * What a name means by what else is in its scope: Lua's tables, Ruby's bare names. */
#include <stdlib.h>

#include "parse/build.h"
#include "core/sorting.h"
#include "core/ascii.h"

static bool is_constant(lu_str name)
{
	bool upper = false;

	for (size_t i = 0; i < name.n; i++) {
		if (lu_is_lower(name.s[i])) return false;
		upper |= lu_is_upper(name.s[i]);
	}
	return upper;
}

lu_code lu__settle_tables(struct lu__build *b)
{
	struct lu__found *f = b->f;
	lu_str *receivers = lu_arena_calloc(b->a, f->defs.n + 1, sizeof *receivers);
	size_t n = 0;

	if (!receivers) return lu_nomem(b->e);
	for (size_t i = 0; i < f->defs.n; i++)
		if (f->defs.v[i].receiver.n) receivers[n++] = f->defs.v[i].receiver;
	if (n) qsort(receivers, n, sizeof *receivers, lu_str_order);
	for (size_t i = 0; i < f->defs.n; i++) {
		struct lu__def *d = &f->defs.v[i];

		if (!lu_str_eqz(d->type, "table")) continue;
		if (n && bsearch(&d->name, receivers, n, sizeof *receivers, lu_str_order)) d->type = lu_strz("class");
		else d->type = lu_strz(is_constant(d->name) ? "constant" : "variable");
	}
	return LU_OK;
}

/* ---- locals ---- */

struct local {
	size_t scope;
	lu_str name;
};

static int by_scope(const void *px, const void *py)
{
	const struct local *x = px, *y = py;

	if (x->scope != y->scope) return x->scope < y->scope ? -1 : 1;
	return lu_str_cmp(x->name, y->name);
}

/* Is the name a local variable where the site stands? Blocks see the names around them, functions and classes
 * do not. */
static bool is_local(const struct lu__build *b, const struct local *v, size_t n, const struct lu__site *s)
{
	const struct lu__def *defs = b->f->defs.v;

	for (size_t scope = s->def;; scope = defs[scope].parent) {
		struct local key = { scope, s->text };

		if (n && bsearch(&key, v, n, sizeof *v, by_scope)) return true;
		if (scope == LU__NO_DEF || lu__is_function(defs[scope].type) || lu__is_class(defs[scope].type))
			return false;
	}
}

lu_code lu__settle_locals(struct lu__build *b)
{
	struct lu__found *f = b->f;
	struct local *v;
	size_t n = 0, bare = 0;

	for (size_t i = 0; i < f->sites.n; i++) bare += f->sites.v[i].kind == LU__CAPTURE_CALL_BARE;
	if (!bare) return LU_OK;
	if (!(v = lu_arena_calloc(b->a, f->sites.n + 1, sizeof *v))) return lu_nomem(b->e);
	for (size_t i = 0; i < f->sites.n; i++) {
		const struct lu__site *s = &f->sites.v[i];

		if (s->kind == LU__CAPTURE_LOCAL || s->kind == LU__CAPTURE_ASSIGN)
			v[n++] = (struct local){ s->def, s->text };
	}
	if (n) qsort(v, n, sizeof *v, by_scope);
	for (size_t i = 0; i < f->sites.n; i++) {
		struct lu__site *s = &f->sites.v[i];

		if (s->kind == LU__CAPTURE_CALL_BARE && !is_local(b, v, n, s)) s->kind = LU__CAPTURE_CALL;
	}
	return LU_OK;
}
