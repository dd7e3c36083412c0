/* SPDX-License-Identifier: MIT
 * Parameters: grammars differ in node names, but their fields are much the same, so one reader serves
 * all languages. */
#include "parse/extract.h"
#include "parse/names.h"

static TSNode field(TSNode n, const char *name)
{
	return ts_node_child_by_field_name(n, name, (uint32_t)strlen(name));
}

static TSNode first_field(TSNode n, const char *const *names)
{
	TSNode found = { 0 };

	for (; *names && ts_node_is_null(found); names++) found = field(n, *names);
	return found;
}

/* C's declarators wrap the name: the innermost one holds it. */
static TSNode innermost(TSNode n)
{
	for (;;) {
		TSNode inner = field(n, "declarator");

		if (ts_node_is_null(inner) && ts_node_named_child_count(n) == 1 &&
		    strstr(ts_node_type(n), "declarator"))
			inner = ts_node_named_child(n, 0);
		if (ts_node_is_null(inner)) return n;
		n = inner;
	}
}

static lu_code add(lu_arena *a, lu_element *el, TSNode name, TSNode type, TSNode def, lu_str text, lu_err *e)
{
	lu_param *v = lu_arena_grow(a, el->parameters.v, el->parameters.n, sizeof *v), *p;
	lu_str t = lu_str_trim(lu__node_text(type, text));

	if (!v) return lu_nomem(e);
	if (t.n && t.s[0] == ':') t = lu_str_trim(lu_strn(t.s + 1, t.n - 1)); /* TypeScript's annotation */
	el->parameters.v = v;
	p = &v[el->parameters.n++];
	p->name = lu__collapse(lu__node_text(name, text), a);
	p->type = lu__collapse(t, a);
	p->def = lu__collapse(lu__node_text(def, text), a);
	return p->name.s && p->type.s && p->def.s ? LU_OK : lu_nomem(e);
}

static bool is_punctuation(TSNode n)
{
	const char *t = ts_node_type(n);

	return strstr(t, "comment") || !strcmp(t, "keyword_separator") || !strcmp(t, "positional_separator");
}

static lu_code one(TSNode n, lu_str text, lu_arena *a, lu_element *el, lu_err *e)
{
	static const char *const names[] = { "name", "pattern", "left", "declarator", NULL };
	static const char *const defaults[] = { "value", "default", "right", NULL };
	TSNode name = first_field(n, names), type = field(n, "type"), def = first_field(n, defaults);
	TSTreeCursor c;
	lu_code rc = LU_OK;
	size_t before = el->parameters.n;

	if (is_punctuation(n)) return LU_OK;
	if (!strcmp(ts_node_type(n), "variadic_parameter")) name = n; /* C's "..." */
	if (ts_node_is_null(name)) {
		/* a bare identifier or pattern, or (C, Go) a type without a name */
		if (!ts_node_is_null(type)) {
			TSNode none = { 0 };

			if (ts_node_named_child_count(n) > 1) name = ts_node_named_child(n, 0); /* Python's x: T */
			return add(a, el, ts_node_eq(name, type) ? none : name, type, def, text, e);
		}
		return add(a, el, n, type, def, text, e);
	}
	c = ts_tree_cursor_new(n);      /* Go's "a, b int" names several */
	for (bool more = ts_tree_cursor_goto_first_child(&c); more && !rc; more = ts_tree_cursor_goto_next_sibling(&c)) {
		const char *f = ts_tree_cursor_current_field_name(&c);

		if (f && !strcmp(f, "name")) rc = add(a, el, ts_tree_cursor_current_node(&c), type, def, text, e);
	}
	ts_tree_cursor_delete(&c);
	if (!rc && el->parameters.n == before) rc = add(a, el, innermost(name), type, def, text, e);
	return rc;
}

lu_code lu__parameters(TSNode list, lu_str text, lu_arena *a, lu_element *el, lu_err *e)
{
	TSTreeCursor c;
	TSNode none = { 0 };
	lu_code rc = LU_OK;

	if (ts_node_is_null(list)) return LU_OK;
	if (!strcmp(ts_node_type(list), "identifier")) return add(a, el, list, none, none, text, e); /* x => ... */
	c = ts_tree_cursor_new(list);
	for (bool more = ts_tree_cursor_goto_first_child(&c); more && !rc; more = ts_tree_cursor_goto_next_sibling(&c)) {
		TSNode n = ts_tree_cursor_current_node(&c);

		if (ts_node_is_named(n)) rc = one(n, text, a, el, e);
	}
	ts_tree_cursor_delete(&c);
	/* "(void)" has no parameters */
	if (el->parameters.n == 1 && !el->parameters.v[0].name.n && lu_str_eqz(el->parameters.v[0].type, "void"))
		el->parameters.n = 0;
	return rc;
}
