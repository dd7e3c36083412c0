/* SPDX-License-Identifier: MIT
 * Parameters: grammars differ in node names, but their fields are much the same, so one reader serves
 * all languages. */
#include "parse/extraction.h"
#include "parse/names.h"

static TSNode first_field(TSNode n, const char *const *names)
{
	TSNode found = { 0 };

	for (; *names && ts_node_is_null(found); names++) found = lu__field(n, *names);
	return found;
}

static lu_code add_text(lu_arena *a, lu_element *el, lu_str name, lu_str type, lu_str def, lu_err *e)
{
	lu_param *v = lu_arena_grow(a, el->parameters.v, el->parameters.n, sizeof *v), *p;

	if (!v) return lu_nomem(e);
	type = lu_str_trim(type);
	if (type.n && type.s[0] == ':') type = lu_strn(type.s + 1, type.n - 1); /* TypeScript's annotation */
	el->parameters.v = v;
	p = &v[el->parameters.n++];
	p->name = lu__collapse(name, a);
	p->type = lu__collapse(type, a);
	p->def = lu__collapse(def, a);
	return p->name.s && p->type.s && p->def.s ? LU_OK : lu_nomem(e);
}

static lu_code add(lu_arena *a, lu_element *el, TSNode name, TSNode type, TSNode def, lu_str text, lu_err *e)
{
	return add_text(a, el, lu__node_text(name, text), lu__node_text(type, text), lu__node_text(def, text), e);
}

static bool is_punctuation(TSNode n)
{
	const char *t = ts_node_type(n);

	return strstr(t, "comment") || !strcmp(t, "receiver_parameter") || !strcmp(t, "parameter_modifiers") ||
	       !strcmp(t, "annotation") || !strcmp(t, "keyword_separator") || !strcmp(t, "positional_separator");
}

/* C: the declarator holds the name, and half of the type. */
static lu_code one_declared(TSNode n, TSNode declarator, TSNode def, lu_str text, lu_arena *a, lu_element *el,
			    lu_err *e)
{
	TSNode name = lu__declared_name(declarator), none = { 0 };
	lu_str type;

	if (!strstr(ts_node_type(name), "identifier")) name = none;
	type = lu__declared_type(n, name, none, text, a);
	if (!type.s) return lu_nomem(e);
	return add_text(a, el, lu__node_text(name, text), type, lu__node_text(def, text), e);
}

/* Go's "a, b int" names several; "rest ...int" has dots before its type. */
static lu_code several(TSNode n, TSNode type, TSNode def, lu_str text, lu_arena *a, lu_element *el, lu_err *e)
{
	TSTreeCursor c = ts_tree_cursor_new(n);
	lu_str t = lu__node_text(type, text), d = lu__node_text(def, text);
	size_t first = el->parameters.n;
	lu_code rc = LU_OK;

	for (bool more = ts_tree_cursor_goto_first_child(&c); more && !rc;
	     more = ts_tree_cursor_goto_next_sibling(&c)) {
		TSNode k = ts_tree_cursor_current_node(&c);
		const char *f = ts_tree_cursor_current_field_name(&c);

		if (f && !strcmp(f, "name")) rc = add_text(a, el, lu__node_text(k, text), t, d, e);
		if (strcmp(ts_node_type(k), "...") || ts_node_is_null(type) ||
		    ts_node_start_byte(k) > ts_node_start_byte(type))
			continue;
		t = lu_strn(text.s + ts_node_start_byte(k), ts_node_end_byte(type) - ts_node_start_byte(k));
		for (size_t i = first; i < el->parameters.n; i++) el->parameters.v[i].type = t;
	}
	ts_tree_cursor_delete(&c);
	if (!rc && el->parameters.n == first) rc = add_text(a, el, lu_strn("", 0), t, d, e);
	return rc;
}

/* A pattern that looks like a default value: Elixir's "%{id: id} = user", but not "x \\\\ 1". */
static bool is_match(TSNode n, lu_str text)
{
	return !strcmp(ts_node_type(n), "binary_operator") &&
	       !lu_str_eqz(lu__node_text(lu__field(n, "operator"), text), "\\\\");
}

/* C#'s default value has no field. */
static TSNode after_equals(TSNode n)
{
	uint32_t k = ts_node_child_count(n);
	TSNode none = { 0 };

	if (k < 3 || strcmp(ts_node_type(ts_node_child(n, k - 2)), "=")) return none;
	return ts_node_child(n, k - 1);
}

/* Rust: "&mut self" is "self: &mut Self". */
static lu_code own_self(TSNode n, lu_str text, lu_arena *a, lu_element *el, lu_err *e)
{
	lu_str s = lu__node_text(n, text), none = { "", 0 };
	lu_buf type = LU_BUF;
	lu_code rc;

	s.n -= lu_str_ends(s, "self") ? 4 : 0;
	if (!lu_str_starts(s, "&")) s.n = 0; /* "mut" is no part of the type */
	lu_buf_addstr(&type, s);
	lu_buf_adds(&type, "Self");
	s = lu_arena_keep(a, &type);
	rc = s.s ? add_text(a, el, lu_strz("self"), s, none, e) : lu_nomem(e);
	return rc;
}

/* Swift: parameters are children of the function, each with a label before its name and perhaps dots behind
 * its type; a default value follows as a sibling. */
static lu_code labelled(TSNode function, lu_str text, lu_arena *a, lu_element *el, lu_err *e)
{
	TSTreeCursor c = ts_tree_cursor_new(function);
	lu_code rc = LU_OK;

	for (bool more = ts_tree_cursor_goto_first_child(&c); more && !rc;
	     more = ts_tree_cursor_goto_next_sibling(&c)) {
		TSNode n = ts_tree_cursor_current_node(&c);
		const char *field = ts_tree_cursor_current_field_name(&c);
		lu_str s = lu__node_text(n, text), none = { "", 0 };
		const char *colon = s.n ? memchr(s.s, ':', s.n) : NULL;

		if (!strcmp(ts_node_type(n), "parameter") && colon) {
			size_t k = (size_t)(colon - s.s);

			rc = add_text(a, el, lu_strn(s.s, k), lu_strn(colon + 1, s.n - k - 1), none, e);
		} else if (field && !strcmp(field, "default_value") && el->parameters.n) {
			lu_str *def = &el->parameters.v[el->parameters.n - 1].def;

			*def = lu__collapse(s, a);
			if (!def->s) rc = lu_nomem(e);
		}
	}
	ts_tree_cursor_delete(&c);
	return rc;
}

/* Java's "String... rest": a type and dots, then a declarator. */
static lu_code spread(TSNode n, lu_str text, lu_arena *a, lu_element *el, lu_err *e)
{
	uint32_t count = ts_node_named_child_count(n), from = 0;
	TSNode last = ts_node_named_child(n, count - 1);
	lu_str type;

	for (uint32_t i = 0; i + 1 < count && i < 8 && !from; i++) {
		TSNode k = ts_node_named_child(n, i);

		if (strcmp(ts_node_type(k), "modifiers")) from = ts_node_start_byte(k);
	}
	if (!from || from > ts_node_start_byte(last)) from = ts_node_start_byte(last);
	type = lu_strn(text.s + from, ts_node_start_byte(last) - from);
	if (memchr(type.s, '@', type.n)) /* "T @Nullable ... rest" */
		type = lu__join_strs(a, lu_str_trim(lu_str_before_first(type, '@')), "", lu_strz("..."));
	if (!type.s) return lu_nomem(e);
	return add_text(a, el, lu__node_text(last, text), type, lu_strn("", 0), e);
}

/* Kotlin's parameters have no fields: a name, a type after the colon, in a class's head a default after
 * "=". */
static lu_code by_place(TSNode n, lu_str text, lu_arena *a, lu_element *el, lu_err *e)
{
	TSTreeCursor c = ts_tree_cursor_new(n);
	TSNode part[3] = { { .id = NULL } };
	int at = 0;

	for (bool more = ts_tree_cursor_goto_first_child(&c); more; more = ts_tree_cursor_goto_next_sibling(&c)) {
		TSNode k = ts_tree_cursor_current_node(&c);
		const char *t = ts_node_type(k);

		if (!strcmp(t, ":")) at = 1;
		else if (!strcmp(t, "=")) at = 2;
		else if (ts_node_is_named(k) && !strstr(t, "modifiers") && !strstr(t, "comment")) part[at] = k;
	}
	ts_tree_cursor_delete(&c);
	if (ts_node_is_null(part[0])) part[0] = n; /* Zig's "..." */
	return add(a, el, part[0], part[1], part[2], text, e);
}

static lu_code one(TSNode n, lu_str text, lu_arena *a, lu_element *el, lu_err *e)
{
	static const char *const names[] = { "pattern", "left", "name", NULL };
	static const char *const defaults[] = { "value", "default", "default_value", "right", NULL };
	TSNode name = first_field(n, names), type = lu__field(n, "type"), def = first_field(n, defaults);
	TSNode declarator = lu__field(n, "declarator"), none = { 0 };
	const char *kind = ts_node_type(n);

	if (is_punctuation(n)) return LU_OK;
	if (!strcmp(kind, "self_parameter")) return own_self(n, text, a, el, e);
	if (is_match(n, text)) return add(a, el, n, none, none, text, e);
	/* Ruby's "*rest", "**options", "&block" */
	if (strstr(kind, "splat_parameter") || !strcmp(kind, "block_parameter"))
		return add(a, el, n, none, none, text, e);
	if (!ts_node_is_null(declarator)) return one_declared(n, declarator, def, text, a, el, e);
	if (!strcmp(kind, "spread_parameter")) return spread(n, text, a, el, e);
	if (ts_node_is_null(name) && ts_node_is_null(type) &&
	    (!strcmp(kind, "parameter") || !strcmp(kind, "class_parameter")))
		return by_place(n, text, a, el, e);
	if (!strcmp(kind, "parameter") && ts_node_is_null(def)) def = after_equals(n);
	if (!strcmp(kind, "typed_parameter")) return add(a, el, ts_node_named_child(n, 0), type, def, text, e);
	if (!ts_node_is_null(lu__field(n, "name")) || !strcmp(kind, "variadic_parameter_declaration"))
		return several(n, type, def, text, a, el, e);
	if (!ts_node_is_null(name)) return add(a, el, name, type, def, text, e);
	/* a bare identifier or pattern, or (C, Go, Scala) a type without a name */
	if (!strcmp(kind, "type_identifier") || !strcmp(kind, "generic_type")) return add(a, el, none, n, def, text, e);
	return ts_node_is_null(type) ? add(a, el, n, none, def, text, e) : add(a, el, none, n, def, text, e);
}

/* Kotlin's defaults stand beside their parameters. */
static lu_code add_default(TSNode n, lu_str text, lu_arena *a, lu_element *el, lu_err *e)
{
	lu_param *p = &el->parameters.v[el->parameters.n - 1];

	p->def = lu__collapse(lu__node_text(n, text), a);
	return p->def.s ? LU_OK : lu_nomem(e);
}

/* A parameter that takes any number of arguments, where a word says so. */
static lu_code mark_rest(const char *word, lu_arena *a, lu_element *el, lu_err *e)
{
	lu_param *p = &el->parameters.v[el->parameters.n - 1];
	lu_buf w = LU_BUF;

	lu_buf_addf(&w, "%s %.*s", word, LU_FMT(p->type));
	p->type = lu_arena_keep(a, &w);
	return p->type.s ? LU_OK : lu_nomem(e);
}

/* "vararg" and "params" before a parameter, in a node of their own or in its. */
static const char *rest_word(TSNode n, lu_str text)
{
	const char *kind = ts_node_type(n);

	if (!strcmp(kind, "params")) return "params";
	if (!strcmp(kind, "class_parameter")) n = ts_node_named_child(n, 0);
	kind = ts_node_is_null(n) ? "" : ts_node_type(n);
	if (!strstr(kind, "modifiers") || !lu_str_ends(lu__node_text(n, text), "vararg")) return NULL;
	return "vararg";
}

static lu_code one_list(TSNode list, lu_str text, lu_arena *a, lu_element *el, lu_err *e)
{
	TSTreeCursor c = ts_tree_cursor_new(list);
	TSNode none = { 0 }, type = none;
	bool whole = !strcmp(ts_node_type(list), "patterns"); /* Haskell's have fields that mean other things */
	const char *rest = NULL;
	bool equals = false;
	lu_code rc = LU_OK;

	for (bool more = ts_tree_cursor_goto_first_child(&c); more && !rc;
	     more = ts_tree_cursor_goto_next_sibling(&c)) {
		TSNode n = ts_tree_cursor_current_node(&c);
		const char *f = ts_tree_cursor_current_field_name(&c);
		bool is_default = equals && el->parameters.n;
		const char *word = rest_word(n, text);
		size_t had = el->parameters.n;

		if (word) rest = word;
		equals = !strcmp(ts_node_type(n), "=");
		if (is_default) rc = add_default(n, text, a, el, e);
		else if (ts_node_is_named(n) && whole) rc = add(a, el, n, none, none, text, e);
		else if (f && !strcmp(f, "type")) type = n; /* C#'s "params T[] rest" has no node of its own */
		else if (f && !strcmp(f, "name")) rc = add(a, el, n, type, none, text, e);
		else if (ts_node_is_named(n)) rc = one(n, text, a, el, e);
		else if (!strcmp(ts_node_type(n), "...")) rc = add(a, el, n, none, none, text, e); /* of a macro */
		if (!rc && rest && el->parameters.n > had) {
			rc = mark_rest(rest, a, el, e);
			rest = NULL;
		}
	}
	ts_tree_cursor_delete(&c);
	return rc;
}

/* Scala's functions and classes may have several lists: "(a: Int)(using b: B)". */
static TSNode next_list(TSNode list)
{
	static const char *const kinds[] = { "parameters", "class_parameters" };
	TSNode next = ts_node_next_named_sibling(list), none = { 0 };

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !ts_node_is_null(next); i++)
		if (!strcmp(ts_node_type(list), kinds[i]) && !strcmp(ts_node_type(next), kinds[i])) return next;
	return none;
}

lu_code lu__parameters(TSNode list, lu_str text, lu_arena *a, lu_element *el, lu_err *e)
{
	TSNode none = { 0 };
	lu_code rc = LU_OK;

	if (ts_node_is_null(list)) return LU_OK;
	if (strstr(ts_node_type(list), "_declaration")) return labelled(list, text, a, el, e);
	if (!strcmp(ts_node_type(list), "identifier")) return add(a, el, list, none, none, text, e); /* x => ... */
	for (int i = 0; i < 8 && !ts_node_is_null(list) && !rc; i++, list = next_list(list))
		rc = one_list(list, text, a, el, e);
	/* "(void)" has no parameters */
	if (el->parameters.n == 1 && !el->parameters.v[0].name.n && lu_str_eqz(el->parameters.v[0].type, "void"))
		el->parameters.n = 0;
	return rc;
}
