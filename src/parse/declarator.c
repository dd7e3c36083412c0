/* SPDX-License-Identifier: MIT
 * C's declarators: "(*handlers[4])(int)" declares "handlers", its type is what is left without it. */
#include "parse/extract.h"
#include "parse/names.h"

lu_str lu__node_text(TSNode n, lu_str text)
{
	uint32_t a, b;

	if (ts_node_is_null(n)) return lu_strn("", 0);
	a = ts_node_start_byte(n);
	b = ts_node_end_byte(n);
	return a <= b && b <= text.n ? lu_strn(text.s + a, b - a) : lu_strn("", 0);
}

#define FIELDS 64 /* names of fields whose numbers a thread remembers */

/* The number of a field, which tree-sitter finds by comparing all names of the grammar. */
static TSFieldId field_number(const TSLanguage *l, const char *name)
{
	static _Thread_local struct {
		const TSLanguage *l;
		const char *name;
		TSFieldId id;
	} known[FIELDS];
	size_t at = (((uintptr_t)name >> 1) ^ ((uintptr_t)l >> 4)) % FIELDS;
	const char *told =
		known[at].l == l && known[at].name == name ? ts_language_field_name_for_id(l, known[at].id) : NULL;

	if (!told || strcmp(told, name) != 0) {
		known[at].l = l;
		known[at].name = name;
		known[at].id = ts_language_field_id_for_name(l, name, (uint32_t)strlen(name));
	}
	return known[at].id;
}

TSNode lu__field(TSNode n, const char *name)
{
	return ts_node_child_by_field_id(n, field_number(ts_node_language(n), name));
}

static bool is_declarator(TSNode n)
{
	return strstr(ts_node_type(n), "declarator") != NULL;
}

bool lu__is_name(TSNode n)
{
	const char *t = ts_node_type(n);

	return strstr(t, "identifier") || !strcmp(t, "destructor_name") || !strcmp(t, "operator_name") ||
	       !strcmp(t, "operator_cast") || !strcmp(t, "template_function");
}

/* One step towards the name; a null node at the end. */
static TSNode inner(TSNode n)
{
	TSNode d = lu__field(n, "declarator"), none = { 0 };
	uint32_t count;

	if (!strcmp(ts_node_type(n), "operator_cast")) return none;
	if (!ts_node_is_null(d) || !is_declarator(n)) return d;
	count = ts_node_named_child_count(n); /* parentheses and attributes have no field */
	for (uint32_t i = 0; i < count && i < 8; i++) {
		d = ts_node_named_child(n, i);
		if (is_declarator(d) || lu__is_name(d)) return d;
	}
	return none;
}

TSNode lu__declared_name(TSNode n)
{
	for (TSNode d = n; !ts_node_is_null(d); d = inner(n)) n = d;
	return n;
}

/* The parameters of "operator T()" and "C::operator T()"; of the declarator `fn` when it is none. */
static TSNode params_of_cast(TSNode n, TSNode fn)
{
	for (int i = 0; i < 16 && !ts_node_is_null(n) && !strcmp(ts_node_type(n), "qualified_identifier"); i++)
		n = lu__field(n, "name");
	if (!ts_node_is_null(n) && !strcmp(ts_node_type(n), "operator_cast")) fn = lu__field(n, "declarator");
	return ts_node_is_null(fn) ? fn : lu__field(fn, "parameters");
}

TSNode lu__declared_params(TSNode n)
{
	TSNode fn = { 0 }, none = { 0 };

	for (TSNode d = n; !ts_node_is_null(d); d = inner(n)) {
		const char *t = ts_node_type(n = d);

		if (!strcmp(t, "function_declarator")) fn = n;
		else if (!strcmp(t, "qualified_identifier") || !strcmp(t, "operator_cast"))
			return params_of_cast(n, fn);
		else if (!strcmp(t, "pointer_declarator") || !strcmp(t, "array_declarator")) fn = none;
	}
	return ts_node_is_null(fn) ? fn : lu__field(fn, "parameters");
}

static void add_range(lu_buf *b, lu_str text, uint32_t from, uint32_t to)
{
	if (from < to && to <= text.n) lu_buf_add(b, text.s + from, to - from);
}

/* What the declarator around a name says about its type: "*", "[4]", "(*)(int)". */
static void add_around(lu_buf *b, lu_str text, TSNode declarator, TSNode name, TSNode params)
{
	uint32_t from = ts_node_start_byte(declarator), to = ts_node_end_byte(declarator);
	uint32_t cut = ts_node_is_null(name) ? to : ts_node_start_byte(name);
	uint32_t on = ts_node_is_null(name) ? to : ts_node_end_byte(name);
	bool wrapped;

	while (cut > from && text.s[cut - 1] == '(' && on < to && text.s[on] == ')') { /* "int (f)(void)" */
		cut--;
		on++;
	}
	wrapped = cut > from && memchr(text.s + from, '(', cut - from);
	add_range(b, text, from, cut);
	if (!ts_node_is_null(params)) on = wrapped ? ts_node_end_byte(params) : to; /* attributes may follow */
	add_range(b, text, on, to);
}

lu_code lu__split_name(TSNode n, lu_str text, lu_arena *a, lu_str *receiver, lu_str *name, lu_err *e)
{
	uint32_t from = ts_node_start_byte(n), to = from;
	TSNode last = n, params = params_of_cast(n, (TSNode){ 0 });
	lu_str s;

	for (int i = 0; i < 16 && !strcmp(ts_node_type(last), "qualified_identifier"); i++) {
		TSNode inner_name = lu__field(last, "name");

		if (ts_node_is_null(inner_name)) break;
		last = inner_name;
		to = ts_node_start_byte(last);
	}
	*receiver = lu_str_trim(lu_strn(text.s + from, to - from));
	if (lu_str_ends(*receiver, "::")) receiver->n -= 2;
	if (lu_str_starts(*receiver, "::")) *receiver = lu_strn(receiver->s + 2, receiver->n - 2);
	*receiver = lu__without_angles(*receiver, a);
	if (receiver->s) *receiver = lu__dotted(*receiver, a);
	if (!strcmp(ts_node_type(last), "template_function")) last = lu__field(last, "name");
	s = lu__node_text(last, text);
	if (!ts_node_is_null(params)) s.n = ts_node_start_byte(params) - ts_node_start_byte(last);
	*name = lu__collapse(s, a);
	return receiver->s && name->s ? LU_OK : lu_nomem(e);
}

lu_str lu__declared_type(TSNode node, TSNode name, TSNode params, lu_str text, lu_arena *a)
{
	TSTreeCursor c = ts_tree_cursor_new(node);
	lu_buf b = LU_BUF;
	lu_str out = { NULL, 0 };

	for (bool more = ts_tree_cursor_goto_first_child(&c); more; more = ts_tree_cursor_goto_next_sibling(&c)) {
		TSNode n = ts_tree_cursor_current_node(&c);
		const char *f = ts_tree_cursor_current_field_name(&c);

		if (f && !strcmp(f, "declarator")) {
			add_around(&b, text, n, name, params);
			break;
		}
		if ((f && !strcmp(f, "type")) || !strcmp(ts_node_type(n), "type_qualifier")) {
			add_range(&b, text, ts_node_start_byte(n), ts_node_end_byte(n));
			lu_buf_addc(&b, ' ');
		}
	}
	ts_tree_cursor_delete(&c);
	if (!b.oom) out = lu__collapse(lu_buf_str(&b), a);
	lu_buf_free(&b);
	return out;
}

/* What stands before the declarators of declaration `node`: "const T ". */
static void add_specifiers(lu_buf *b, lu_str text, TSNode node)
{
	TSTreeCursor c = ts_tree_cursor_new(node);

	for (bool more = ts_tree_cursor_goto_first_child(&c); more; more = ts_tree_cursor_goto_next_sibling(&c)) {
		TSNode n = ts_tree_cursor_current_node(&c);
		const char *f = ts_tree_cursor_current_field_name(&c);

		if (f && !strcmp(f, "declarator")) break;
		if (!(f && !strcmp(f, "type")) && strcmp(ts_node_type(n), "type_qualifier") != 0) continue;
		add_range(b, text, ts_node_start_byte(n), ts_node_end_byte(n));
		lu_buf_addc(b, ' ');
	}
	ts_tree_cursor_delete(&c);
}

lu_str lu__variable_type(TSNode node, TSNode declarator, lu_str text, lu_arena *a)
{
	TSNode none = { 0 };
	lu_buf b = LU_BUF;
	lu_str out = { NULL, 0 };

	if (!strcmp(ts_node_type(declarator), "init_declarator")) declarator = lu__field(declarator, "declarator");
	add_specifiers(&b, text, node);
	if (!ts_node_is_null(declarator)) add_around(&b, text, declarator, lu__declared_name(declarator), none);
	if (!b.oom) out = lu__collapse(lu_buf_str(&b), a);
	lu_buf_free(&b);
	return out;
}

lu_str lu__trailing_type(TSNode declarator, lu_str text)
{
	for (TSNode d = declarator; !ts_node_is_null(d); d = inner(d)) {
		if (strcmp(ts_node_type(d), "function_declarator") != 0) continue;
		for (uint32_t i = ts_node_named_child_count(d); i-- > 0;) {
			TSNode k = ts_node_named_child(d, i);
			lu_str s = lu__node_text(k, text);

			if (!strcmp(ts_node_type(k), "trailing_return_type") && lu_str_starts(s, "->"))
				return lu_str_trim(lu_strn(s.s + 2, s.n - 2));
		}
	}
	return lu_strn("", 0);
}
