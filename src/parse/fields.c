/* SPDX-License-Identifier: MIT
 * Fields with their types, as members of elements. */
#include <stdio.h>

#include "core/type_takes.h"
#include "lucus/json.h"
#include "lucus/map.h"
#include "parse/types.h"

/* The members of objects that the file calls, "self.f()". */
struct called {
	lu_map map;
	lu_str *v;
	size_t n;
};

static lu_code find_called(const struct lu__build *b, struct called *c)
{
	for (size_t i = 0; i < b->f->sites.n && b->l->modules == LU__MODULES_DOTTED; i++) {
		const struct lu__site *s = &b->f->sites.v[i];
		lu_str name = s->kind == LU__CAPTURE_CALL ? lu__member_of_self(s->text) : lu_strn("", 0);
		uint64_t hash = lu_digest64(name, 0), *slot;
		lu_str *v;

		if (!name.n || memchr(name.s, '.', name.n)) continue;
		if (!lu_map_reserve(&c->map, b->a, c->n + 1)) return lu_nomem(b->e);
		slot = lu_map_slot(&c->map, hash, lu_map_str, c->v, &name);
		if (*slot) continue;
		if (!(v = lu_arena_grow(b->a, c->v, c->n, sizeof *v))) return lu_nomem(b->e);
		(c->v = v)[c->n] = name;
		lu_map_set(&c->map, slot, hash, (uint32_t)c->n++);
	}
	return LU_OK;
}

static bool is_called(const struct called *c, lu_str name)
{
	return lu_map_find(&c->map, lu_digest64(name, 0), lu_map_str, c->v, &name) != LU_MAP_NONE;
}

lu_code lu__add_fields(struct lu__build *b, const struct lu__types *t)
{
	struct called called = { .n = 0 };
	lu_code rc = find_called(b, &called);

	if (rc) return rc;
	for (size_t i = 0, n; i < t->n; i += n) {
		size_t scope = t->v[i].scope, el = scope == LU__NO_DEF ? 0 : b->slot[scope];
		bool space = scope != LU__NO_DEF && (b->l->rules & LU__RULE_TYPED) &&
			     lu_str_eqz(b->f->defs.v[scope].type, "namespace");
		bool holds = scope == LU__NO_DEF || space || lu__is_class(b->f->defs.v[scope].type) ||
			     (b->l->rules & LU__RULE_MIXINS && !lu__is_function(b->f->defs.v[scope].type));
		bool any = false;
		lu_jw w;

		for (n = 1; i + n < t->n && t->v[i + n].scope == scope;) n++;
		if (!holds || el == LU__NO_DEF) continue;
		lu_jw_init(&w);
		lu_jw_open(&w, "fields", '{');
		for (size_t k = i; k < i + n; k++) {
			const struct lu__typed *v = &t->v[k];
			lu_str type = v->whole.n && v->whole.n <= 200 ? v->whole : v->type;
			char name[80];

			if (!type.n && scope != LU__NO_DEF && is_called(&called, v->name)) type = lu_strz(LU_ARROW);
			if (!type.n || type.n > 200 || v->name.n >= sizeof name || (v->to != UINT32_MAX && !space))
				continue;
			snprintf(name, sizeof name, "%.*s", LU_FMT(v->name));
			lu_jw_str(&w, name, type);
			any = true;
		}
		lu_jw_close(&w, '}');
		if (any) b->out.v[el].extra = lu_arena_dup(b->a, lu_buf_str(&w.out));
		any = w.out.oom || (any && !b->out.v[el].extra.s);
		lu_jw_free(&w);
		if (any) return lu_nomem(b->e);
	}
	return LU_OK;
}
