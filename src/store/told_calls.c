/* SPDX-License-Identifier: MIT
 * What the resolver is told of TypeScript's functions that are given functions: of what types the parameters of those are; and of
 * the labels of Swift's, and in which builds something of Rust is there. */
#include "core/labels.h"
#include "core/type_params.h"
#include "core/type_takes.h"
#include "language/row.h"
#include "store/told.h"

#define MOST    16  /* parameters */
#define LONGEST 180 /* longer lists say nothing */

static lu_str parameters_of(const lu_element *el)
{
	return lu_type_parameters(el->signature, lu_simple_name(el->name));
}

/* The type parameters of these, which stand for their bounds. */
static lu_type_lists lists_of(const lu_element *const *in, size_t n)
{
	lu_type_lists lists = { .n = 0 };

	for (size_t i = 0; i < n && lists.n < sizeof lists.v / sizeof *lists.v; i++) {
		lists.v[lists.n] = parameters_of(in[i]);
		lists.n += lists.v[lists.n].n > 0;
	}
	return lists;
}

/* The type of a member without parameters of its own, "handle?: HandlerFn": that tells what it takes. */
static lu_str type_of_member(const lu_element *el)
{
	lu_str s = el->signature, name = lu_simple_name(el->name), none = { "", 0 };

	if (!lu_str_eqz(el->type, "method") || lu_str_starts(s, "static ")) return none;
	if (lu_str_starts(s, "readonly ")) s = lu_strn(s.s + 9, s.n - 9);
	if (s.n < name.n || !lu_str_eq(lu_strn(s.s, name.n), name)) return none;
	s = lu_strn(s.s + name.n, s.n - name.n);
	if (lu_str_starts(s, "?")) s = lu_strn(s.s + 1, s.n - 1);
	return lu_str_starts(s, ":") && s.n <= LONGEST ? lu_str_trim(lu_strn(s.s + 1, s.n - 1)) : none;
}

lu_str lu__takes_of_typed(const lu_element *const *in, size_t n, lu_arena *a)
{
	const lu_element *el = in[0];
	lu_type_lists lists = lists_of(in, n);
	lu_buf params = LU_BUF, w = LU_BUF;
	lu_str out, type = el->parameters.n ? lu_strn("", 0) : type_of_member(el);

	if (!el->parameters.n && !type.n) return type;
	lu_buf_addc(&params, '(');
	for (size_t i = 0; i < el->parameters.n && i < MOST; i++) {
		if (i) lu_buf_addc(&params, ',');
		lu_buf_addf(&params, "%.*s:%.*s", LU_FMT(el->parameters.v[i].name), LU_FMT(el->parameters.v[i].type));
	}
	lu_buf_addc(&params, ')');
	if (type.n) lu_type_add_taken(&w, type, &lists);
	else lu_type_add_takes(&w, lu_buf_str(&params), &lists);
	if (w.len > LONGEST) lu_buf_trunc(&w, 0);
	out = w.oom || params.oom ? lu_strn(NULL, 0) : lu_arena_dup(a, lu_buf_str(&w));
	lu_buf_free(&params);
	lu_buf_free(&w);
	return out;
}

lu_str lu__takes_of_labelled(const lu_element *el, lu_arena *a)
{
	lu_buf w = LU_BUF;

	for (size_t i = 0; i < el->parameters.n; i++) {
		const lu_param *p = &el->parameters.v[i];

		lu_labels_add(&w, p->name, p->type, p->def.n > 0);
	}
	return lu_arena_keep(a, &w);
}

lu_str lu__takes_of_build(const lu_element *el, lu_arena *a)
{
	lu_buf w = LU_BUF;

	for (size_t i = 0; i < el->decorators.n; i++) {
		lu_str one = el->decorators.v[i];

		if (!lu_str_starts(one, "cfg(") || !lu_str_ends(one, ")")) continue;
		if (w.len) lu_buf_addc(&w, ',');
		lu_buf_add(&w, one.s + 4, one.n - 5);
	}
	if (w.len > LONGEST) lu_buf_trunc(&w, 0);
	return lu_arena_keep(a, &w);
}

lu_str lu__without_nothing(lu_str t)
{
	static const char *const nothing[] = { "undefined", "null", NULL };

	for (bool again = true; again;) {
		lu_str last = lu_str_trim(lu_str_after_last(t, '|'));

		again = last.n < t.n && lu_str_one_of(last, nothing);
		if (again) t = lu_str_trim(lu_str_before_last(t, '|'));
	}
	return t;
}

bool lu__add_arrow(lu_buf *w, lu_str name, lu_str type)
{
	if (!lu_type_is_arrow(type)) return false;
	lu_buf_addf(w, "%.*s:" LU_ARROW ";", LU_FMT(name));
	return true;
}

bool lu__add_callable(lu_buf *w, lu_str name, lu_str type, lu_str parameters)
{
	lu_type_lists lists = { { parameters }, parameters.n > 0 };
	size_t had = w->len, from;
	bool told = lu_str_eqz(name, LU_FIELD_CALLED);

	if (!told && !lu_type_is_function(type)) return false;
	lu_buf_addstr(w, name);
	lu_buf_addc(w, ':');
	from = w->len;
	if (told) lu_buf_addstr(w, type);
	else lu_type_add_taken(w, type, &lists);
	if (w->len == from || w->len - from > LONGEST + 20) lu_buf_trunc(w, had);
	else lu_buf_addc(w, ';');
	return true;
}
