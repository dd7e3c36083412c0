/* SPDX-License-Identifier: MIT
 * "Sub.run" where Sub has no run of its own: what it has by that name from its bases. */
#include <string.h>

#include "session/graph.h"

#define HEIRS 100 /* types of one name whose bases are looked at */

/* Types, what they inherit from, and what has the member's name. */
struct kin {
	lu_trace up;
	const lu_bearer *bearer;
	size_t n_bearer;
	lu_str member;
	bool *hidden;  /* of up.node: a base of one that defines the member overrides it */
	size_t *stack; /* of those whose bases are to be hidden */
};

static bool is_member(const lu_brief *type, lu_str member, const lu_bearer *b)
{
	return b->name.n == type->name.n + 1 + member.n && b->name.s[type->name.n] == '.' &&
	       !memcmp(b->name.s, type->name.s, type->name.n) &&
	       !memcmp(b->name.s + type->name.n + 1, member.s, member.n);
}

/* Does the type define it? Types of one name may be in several files: what is in a type's own file is its own. */
static bool defines(const struct kin *k, const lu_brief *type, const lu_bearer *b)
{
	if (!is_member(type, k->member, b)) return false;
	if (b->file == type->file) return true;
	for (size_t i = 0; i < k->n_bearer; i++)
		if (k->bearer[i].file == type->file && is_member(type, k->member, &k->bearer[i])) return false;
	return true;
}

static bool defines_any(const struct kin *k, size_t node)
{
	for (size_t i = 0; i < k->n_bearer; i++)
		if (defines(k, &k->up.node[node].el, &k->bearer[i])) return true;
	return false;
}

/* Each node is hidden once, so that circles end; in one, none hides itself. */
static void hide_bases(struct kin *k, size_t node)
{
	size_t n = 0;

	k->stack[n++] = node;
	while (n) {
		const lu_reached *r = &k->up.node[k->stack[--n]];

		for (size_t i = r->first; i < r->first + r->n; i++) {
			size_t to = k->up.edge[i].to;

			if (to == SIZE_MAX || to == node || k->hidden[to]) continue;
			k->hidden[to] = true;
			k->stack[n++] = to;
		}
	}
}

static lu_code add(lu_store *s, int64_t id, lu_str heir, lu_arena *a, lu_graph_meant *out, lu_err *e)
{
	lu_brief *v, el;
	lu_str *h;
	lu_code rc;

	for (size_t i = 0; i < out->n; i++)
		if (out->v[i].id == id) return LU_OK;
	if ((rc = lu_store_brief(s, id, a, &el, e))) return rc;
	if (!(v = lu_arena_grow(a, out->v, out->n, sizeof *v))) return lu_nomem(e);
	out->v = v;
	if (!(h = lu_arena_grow(a, out->heir, out->n, sizeof *h))) return lu_nomem(e);
	out->heir = h;
	v[out->n] = el;
	h[out->n++] = heir;
	return LU_OK;
}

/* What the nearest bases define: the definitions, where some of them only declare. */
static lu_code take(lu_store *s, const struct kin *k, lu_str heir, lu_arena *a, lu_graph_meant *out, lu_err *e)
{
	bool defined = false;
	lu_code rc = LU_OK;

	for (int adding = 0; adding < 2; adding++)
		for (size_t i = 1; i < k->up.n_node && !rc; i++)
			for (size_t j = 0; j < k->n_bearer && !rc && !k->hidden[i]; j++) {
				const lu_bearer *b = &k->bearer[j];

				if (!defines(k, &k->up.node[i].el, b)) continue;
				if (!adding) defined |= !b->declares;
				else if (!defined || !b->declares) rc = add(s, b->id, heir, a, out, e);
			}
	return rc;
}

static lu_code from_bases(lu_store *s, const lu_brief *heir, struct kin *k, lu_arena *a, lu_graph_meant *out, lu_err *e)
{
	static const lu_trace_options upwards = { .kinds = LU_KIND_BIT(LU_EDGE_INHERITS_FROM),
						  .grade = LU_GRADE_UNIQUE,
						  .depth = LU_GRAPH_DEPTH_MAX };
	lu_code rc = lu_trace_from(s, &heir->id, 1, &upwards, a, &k->up, e);

	if (rc || k->up.n_node < 2) return rc;
	k->hidden = lu_arena_calloc(a, k->up.n_node, sizeof *k->hidden);
	k->stack = lu_arena_calloc(a, k->up.n_node + 1, sizeof *k->stack);
	if (!k->hidden || !k->stack) return lu_nomem(e);
	for (size_t i = 1; i < k->up.n_node; i++)
		if (defines_any(k, i)) hide_bases(k, i);
	return take(s, k, heir->name, a, out, e);
}

lu_code lu__inherited_name(lu_store *s, lu_str name, lu_arena *a, lu_graph_meant *out, lu_err *e)
{
	struct kin k = { .n_bearer = 0 };
	lu_bearer *bearer = NULL;
	lu_brief *heir = NULL;
	lu_str plain = name, type;
	size_t heirs = 0;
	lu_code rc = lu_plain_name(name, a, &plain, e);

	if (rc) return rc;
	type = lu_str_before_last(plain, '.');
	k.member = lu_simple_name(plain);
	if (!type.n || type.n + 1 + k.member.n != plain.n || !k.member.n) return LU_OK;
	rc = lu_store_bearers(s, k.member, a, &bearer, &k.n_bearer, e);
	if (rc || !k.n_bearer) return rc;
	k.bearer = bearer;
	rc = lu_store_named(s, type, a, &heir, &heirs, e);
	for (size_t i = 0; i < heirs && i < HEIRS && !rc; i++) rc = from_bases(s, &heir[i], &k, a, out, e);
	return rc;
}
