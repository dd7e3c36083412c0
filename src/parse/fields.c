/* SPDX-License-Identifier: MIT
 * Fields with their types, as members of elements. */
#include <stdio.h>

#include "lucus/json.h"
#include "parse/types.h"

lu_code lu__add_fields(struct lu__build *b, const struct lu__types *t)
{
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
