/* SPDX-License-Identifier: MIT
 * Going back to what a table held before settings were applied. */
#include "cli/opt.h"

typedef struct lu__opt_value {
	bool flag;
	const char *str;
	int64_t num;
	double real;
	int choice;
	lu_strs list;
	lu_origin origin;
	const char *place;
} lu__opt_value;

static void keep(const lu_opt *o, lu__opt_value *v)
{
	v->origin = o->origin;
	v->place = o->place;
	switch (o->kind) {
	case LU_KIND_FLAG: v->flag = *o->to.flag; break;
	case LU_KIND_STR: v->str = *o->to.str; break;
	case LU_KIND_INT: v->num = *o->to.num; break;
	case LU_KIND_REAL: v->real = *o->to.real; break;
	case LU_KIND_CHOICE: v->choice = *o->to.choice; break;
	case LU_KIND_LIST: v->list = *o->to.list; break;
	case LU_KIND_GROUP:
	case LU_KIND_END: break;
	}
}

static void give_back(lu_opt *o, const lu__opt_value *v)
{
	o->origin = v->origin;
	o->place = v->place;
	switch (o->kind) {
	case LU_KIND_FLAG: *o->to.flag = v->flag; break;
	case LU_KIND_STR: *o->to.str = v->str; break;
	case LU_KIND_INT: *o->to.num = v->num; break;
	case LU_KIND_REAL: *o->to.real = v->real; break;
	case LU_KIND_CHOICE: *o->to.choice = v->choice; break;
	case LU_KIND_LIST: *o->to.list = v->list; break;
	case LU_KIND_GROUP:
	case LU_KIND_END: break;
	}
}

lu_code lu_opt_mark(lu_opt *table, lu_arena *a, lu_opt_marks *out, lu_err *e)
{
	lu_opt_iter it = lu_opt_begin(table);
	lu_opt *o;
	size_t n = 0;

	while ((o = lu_opt_next(&it))) n++;
	out->table = table;
	if (!(out->v = lu_arena_calloc(a, n + 1, sizeof *out->v))) return lu_nomem(e);
	it = lu_opt_begin(table);
	for (size_t i = 0; (o = lu_opt_next(&it)); i++) keep(o, &out->v[i]);
	return LU_OK;
}

void lu_opt_go_back(const lu_opt_marks *m, lu_arena *keep)
{
	lu_opt_iter it = lu_opt_begin(m->table);
	lu_opt *o;

	for (size_t i = 0; (o = lu_opt_next(&it)); i++) {
		if (o->origin != m->v[i].origin)
			give_back(o, &m->v[i]); /* other threads read those that no setting sets */
		lu_arena_take(keep, &o->lent);
	}
}
