/* SPDX-License-Identifier: MIT
 * The types of receivers and arguments of calls. */
#include "core/binary_search.h"
#include "parse/types.h"

/* Does the file have something else of this name? Where modules are values, a variable may be the import. */
static bool is_named_elsewhere(const struct lu__build *b, lu_str name)
{
	const lu_element *m = &b->out.v[0];

	if ((b->l->rules & LU__RULE_OBJECTS) && !b->f->blocks.n) return false;
	if (lu__find_named(b, name) != LU__NO_DEF) return true;
	for (size_t i = 0; i < m->imports.n; i++)
		if (lu_str_eq(m->imports.v[i].alias, name)) return true;
	return false;
}

static lu_str type_of(const struct lu__build *b, const struct lu__types *t, lu_str name, struct lu__place from)
{
	lu_str type = lu__given(b, t, name, from, false),
	       head = lu__without_marks(lu_strn(name.s, lu__head_length(name)));
	bool field;

	if (!name.n || !type.s || type.n) return type;
	if (lu__member_of_self(name).n || !lu__variable_seen(b, t, head, from, &field) || field) return type;
	/* a local variable, and nothing else */
	return is_named_elsewhere(b, head) || (b->l->syntax & LU__SYNTAX_BARE_FIELDS) ? lu_strz("=") : type;
}

/* Is a function of this name defined where the variable is? */
static bool is_function_too(const struct lu__build *b, const struct lu__typed *v)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, b->n_named, lu_str_cmp(b->f->defs.v[b->named[at]].name, v->name) < 0);
	for (; at < b->n_named && lu_str_eq(b->f->defs.v[b->named[at]].name, v->name); at++)
		if (b->f->blocks.n ? b->f->defs.v[b->named[at]].name_at == v->at
				   : b->f->defs.v[b->named[at]].parent == v->scope)
			return true;
	return false;
}

/* Is `this` in a definition that of what is around it: an arrow function in an object? */
static bool keeps_this(const struct lu__build *b, size_t def)
{
	TSNode value;

	if (def == LU__NO_DEF || strcmp(ts_node_type(b->f->defs.v[def].node), "pair") != 0) return false;
	value = lu__field(b->f->defs.v[def].node, "value");
	return !ts_node_is_null(value) && !strcmp(ts_node_type(value), "arrow_function");
}

lu_str lu__type_of_callee(const struct lu__build *b, const struct lu__types *t, const struct lu__site *s)
{
	struct lu__place from = { s->def, s->start };
	const struct lu__typed *hit;
	bool field = true;

	if (memchr(s->text.s, '.', s->text.n)) {
		lu_str on = lu_str_before_last(s->text, '.');

		if (lu_str_eqz(on, "this") && !keeps_this(b, s->def)) return lu_strn("", 0);
		return type_of(b, t, on, from);
	}
	if (!(b->l->callable & LU__CALLABLE_VALUE) || ((b->l->rules & LU__RULE_OBJECTS) && !b->f->blocks.n))
		return lu_strn("", 0);
	hit = lu__variable_seen(b, t, s->text, from, &field);
	return hit && !field && hit->bound && !is_function_too(b, hit) ? lu_strz("=") : lu_strn("", 0);
}

/* ---- arguments ---- */

static lu_str type_of_arg(const struct lu__build *b, const struct lu__types *t, lu_str expr, struct lu__place from)
{
	const struct lu__typed *hit;
	bool field;
	lu_str type;

	if (expr.n == lu__head_length(expr) && lu__without_marks(expr).n == expr.n) {
		hit = lu__variable_seen(b, t, expr, from, &field);
		if (hit) return hit->whole.n ? hit->whole : hit->type;
		return expr;
	}
	type = lu__given(b, t, expr, from, true);
	return type;
}

lu_str lu__types_of_args(const struct lu__build *b, const struct lu__types *t, const struct lu__site *s)
{
	lu_str types = s->types;
	lu_buf w = LU_BUF;
	lu_str rest = types, out = types;
	bool any = false, more = types.n && memchr(types.s, '=', types.n);

	if (!more) return types.s ? types : lu_strn("", 0);
	while (more) {
		lu_str one;

		more = memchr(rest.s, ';', rest.n) != NULL;
		one = lu_str_take(&rest, ';');
		if (lu_str_starts(one, "=")) {
			lu_str expr = lu_strn(one.s + 1, one.n - 1),
			       told = type_of_arg(b, t, expr, (struct lu__place){ s->def, s->start });

			if (!told.s) out = told;
			/* a name that no variable has is one of another file */
			if (told.s != expr.s)
				one = told.n && told.n <= 200 && !memchr(told.s, ';', told.n) ? told : lu_strn("", 0);
		}
		lu_buf_addstr(&w, one);
		if (more) lu_buf_addc(&w, ';');
		any |= one.n > 0;
	}
	if (out.s) out = w.oom ? lu_strn(NULL, 0) : any ? lu_arena_dup(b->a, lu_buf_str(&w)) : lu_strn("", 0);
	lu_buf_free(&w);
	return out;
}
