/* SPDX-License-Identifier: MIT
 * The types of a call's arguments, as far as they show: those of literals, casts, new objects and operators; of anything
 * else the expression is kept, whose type variables and declarations tell later. */
#include <string.h>

#include "core/ascii.h"
#include "language/row.h"
#include "parse/extract.h"
#include "parse/names.h"

#define NESTED  6   /* levels of an expression that are looked at */
#define LONGEST 120 /* longer types and expressions say nothing */

/* Places in lu_language.literal_types. */
enum value { INT, LONG, FLOAT, DOUBLE, CHAR, BOOL, STRING, TYPE_OBJECT, NO_VALUE };

static lu_str type_of(TSNode n, const lu_language *l, lu_str text, int level, lu_arena *a);

static lu_str word(const lu_language *l, enum value v)
{
	lu_str rest = lu_strz(l->literal_types), w = { "", 0 };

	for (int i = 0; i <= (int)v; i++) w = lu_str_take(&rest, ' ');
	return w;
}

/* Numbers say their size by a letter at the end, and by a point or an exponent. */
static lu_str number(const lu_language *l, lu_str s)
{
	bool hex = s.n > 1 && s.s[0] == '0' && strchr("xXbB", s.s[1]), real = false;
	char last = s.n ? s.s[s.n - 1] : '0';

	for (size_t i = 0; i < s.n && !hex; i++) real |= s.s[i] == '.' || s.s[i] == 'e' || s.s[i] == 'E';
	if (last == 'l' || last == 'L') return word(l, LONG);
	if (!hex && (last == 'f' || last == 'F')) return word(l, FLOAT);
	if (!hex && (last == 'm' || last == 'M' || last == 'u' || last == 'U')) return lu_strn("", 0);
	return word(l, real || (!hex && (last == 'd' || last == 'D')) ? DOUBLE : INT);
}

static const struct {
	const char *kind;
	enum value value;
} literals[] = {
	{ "string_literal", STRING },
	{ "string", STRING },
	{ "interpolated_string_expression", STRING },
	{ "interpolated_string", STRING },
	{ "multiline_string_literal", STRING },
	{ "verbatim_string_literal", STRING },
	{ "raw_string_literal", STRING },
	{ "line_string_literal", STRING },
	{ "multi_line_string_literal", STRING },
	{ "character_literal", CHAR },
	{ "boolean_literal", BOOL },
	{ "true", BOOL },
	{ "false", BOOL },
	{ "class_literal", TYPE_OBJECT },
	{ "instanceof_expression", BOOL },
	{ "is_expression", BOOL },
	{ "comparison_expression", BOOL },
	{ "equality_expression", BOOL },
	{ "conjunction_expression", BOOL },
	{ "disjunction_expression", BOOL },
};

static bool is_one_of(const char *kind, const char *const *v)
{
	while (*v && strcmp(kind, *v) != 0) v++;
	return *v != NULL;
}

static TSNode first_child(TSNode n)
{
	TSNode none = { 0 };

	for (uint32_t i = 0; i < ts_node_named_child_count(n); i++)
		if (!ts_node_is_extra(ts_node_named_child(n, i))) return ts_node_named_child(n, i);
	return none;
}

/* ---- C++ ---- */

static bool is_cpp(const lu_language *l)
{
	return l->rules & LU__RULE_COUNTED;
}

/* "0", which may be a pointer, "1u", "2.5f". */
static lu_str cpp_number(lu_str s)
{
	bool hex = s.n > 1 && s.s[0] == '0' && strchr("xX", s.s[1]), real = false, u = false, f = false;
	size_t longs = 0;

	if (lu_str_eqz(s, "0")) return s;
	for (size_t i = 0; i < s.n; i++) {
		real |= s.s[i] == '.' || (!hex && (s.s[i] == 'e' || s.s[i] == 'E')) ||
			(hex && (s.s[i] == 'p' || s.s[i] == 'P'));
		u |= s.s[i] == 'u' || s.s[i] == 'U';
		longs += s.s[i] == 'l' || s.s[i] == 'L';
		f |= !hex && (s.s[i] == 'f' || s.s[i] == 'F');
	}
	if (real) return lu_strz(f ? "float" : longs ? "long double" : "double");
	if (u) return lu_strz(longs > 1 ? "unsigned long long" : longs ? "unsigned long" : "unsigned");
	return lu_strz(longs > 1 ? "long long" : longs ? "long" : "int");
}

static lu_str with_star(lu_str type, lu_arena *a)
{
	lu_buf w = LU_BUF;

	lu_buf_addf(&w, "%.*s *", LU_FMT(type));
	return lu_arena_keep(a, &w);
}

/* A mark before an expression: "&=x" is a pointer to it, "*=x" what it points to, "+=x" a place further on. */
static lu_str marked(char mark, lu_str type, lu_arena *a)
{
	lu_buf w = LU_BUF;

	if (type.n && type.s[0] != '=') type.n = 0;
	if (!type.n) return type;
	lu_buf_addc(&w, mark);
	lu_buf_addstr(&w, type);
	return lu_arena_keep(a, &w);
}

/* "static_cast<T>(x)", "T(x)" of a primitive T: the type; empty for other calls. */
static lu_str cpp_cast(TSNode n, lu_str text, lu_arena *a)
{
	TSNode f = lu__field(n, "function"), list;
	lu_str name, none = { "", 0 };

	if (ts_node_is_null(f)) return none;
	name = lu__node_text(f, text);
	if (!strcmp(ts_node_type(f), "primitive_type") || lu_str_in_words(name, "unsigned long short signed"))
		return name;
	if (strcmp(ts_node_type(f), "template_function") != 0) return none;
	name = lu__node_text(lu__field(f, "name"), text);
	list = lu__field(f, "arguments");
	if (!lu_str_ends(name, "_cast") || lu_str_eqz(name, "bit_cast") || ts_node_is_null(list)) return none;
	return lu__collapse(lu__node_text(first_child(list), text), a);
}

/* The types that C++'s arithmetic has in common. */
static lu_str cpp_arithmetic(lu_str op, lu_str x, lu_str y, lu_arena *a)
{
	static const char *const order[] = { "double",        "float",    "unsigned long long",
					     "unsigned long", "size_t",   "long long",
					     "long",          "unsigned", "int" };
	lu_str none = { "", 0 };

	if (lu_str_in_words(op, "+ -") && x.n && x.s[0] == '=' && y.n && strchr("=0uil", y.s[0]))
		return marked('+', x, a);
	if (lu_str_eqz(x, "char") || lu_str_eqz(x, "bool") || lu_str_eqz(x, "0")) x = lu_strz("int");
	if (lu_str_eqz(y, "char") || lu_str_eqz(y, "bool") || lu_str_eqz(y, "0")) y = lu_strz("int");
	if (lu_str_in_words(op, "<< >>")) y = x;
	for (size_t i = 0, seen = 0; i < sizeof order / sizeof *order; i++) {
		seen += lu_str_eqz(x, order[i]);
		seen += lu_str_eqz(y, order[i]);
		if (seen == 2 && i > 1 && !lu_str_eq(x, y)) return none; /* sizes differ from one machine to another */
		if (seen == 2)
			return lu_str_in_words(op, "+ - * / % << >> & | ^") ? (lu_str_eq(x, y) ? x : lu_strz("double"))
									    : none;
	}
	return none;
}

static lu_str of_cpp(TSNode n, const lu_language *l, lu_str text, int level, lu_arena *a, bool *known)
{
	const char *kind = ts_node_type(n);
	lu_str s = lu__node_text(n, text), type = { "", 0 };

	*known = true;
	if (!strcmp(kind, "number_literal")) return cpp_number(s);
	if (!strcmp(kind, "sizeof_expression")) return lu_strz("size_t");
	if (!strcmp(kind, "concatenated_string")) return word(l, STRING);
	if (!strcmp(kind, "char_literal")) return lu_str_starts(s, "'") ? word(l, CHAR) : type;
	if (!strcmp(kind, "string_literal") && !lu_str_starts(s, "\"")) return type;
	if (!strcmp(kind, "raw_string_literal") && !lu_str_starts(s, "R")) return type;
	if (!strcmp(kind, "call_expression") && (type = cpp_cast(n, text, a)).n) return type;
	if (!strcmp(kind, "compound_literal_expression"))
		return lu__collapse(lu__node_text(lu__field(n, "type"), text), a);
	if (!strcmp(kind, "new_expression"))
		return with_star(lu__collapse(lu__node_text(lu__field(n, "type"), text), a), a);
	if (!strcmp(kind, "cast_expression")) return lu__collapse(lu__node_text(lu__field(n, "type"), text), a);
	if (!strcmp(kind, "pointer_expression"))
		return marked(s.n ? s.s[0] : '*', type_of(lu__field(n, "argument"), l, text, level - 1, a), a);
	*known = false;
	return type;
}

/* "T[]" for each pair of brackets of "new T[2][]". */
static lu_str new_array(TSNode n, lu_str text, lu_arena *a)
{
	lu_str type = lu__collapse(lu__node_text(lu__field(n, "type"), text), a);
	lu_buf w = LU_BUF;

	lu_buf_addstr(&w, type);
	for (uint32_t i = 0; i < ts_node_named_child_count(n) && !lu_str_ends(type, "]"); i++) {
		TSNode k = ts_node_named_child(n, i);
		lu_str s = lu__node_text(k, text);

		if (!strcmp(ts_node_type(k), "dimensions_expr")) lu_buf_adds(&w, "[]");
		if (strcmp(ts_node_type(k), "dimensions") != 0) continue;
		for (size_t c = 0; c < s.n; c++)
			if (s.s[c] == '[') lu_buf_adds(&w, "[]");
	}
	return lu_arena_keep(a, &w);
}

static lu_str of_operator(TSNode n, const lu_language *l, lu_str text, int level, lu_arena *a)
{
	static const char *const tests[] = { "==", "!=", "<", ">", "<=", ">=", "&&", "||", "===", "!==", NULL };
	lu_str op = lu__node_text(lu__field(n, "operator"), text), x, y, none = { "", 0 };

	for (size_t i = 0; tests[i]; i++)
		if (lu_str_eqz(op, tests[i])) return word(l, BOOL);
	x = type_of(lu__field(n, "left"), l, text, level, a);
	y = type_of(lu__field(n, "right"), l, text, level, a);
	if (!x.s || !y.s) return lu_strn(NULL, 0);
	if (is_cpp(l)) return cpp_arithmetic(op, x, y, a);
	if (lu_str_eqz(op, "+") && (lu_str_eq(x, word(l, STRING)) || lu_str_eq(y, word(l, STRING))))
		return word(l, STRING);
	return x.n && x.s[0] != '=' && lu_str_eq(x, y) && op.n == 1 ? x : none;
}

static lu_str of_choice(TSNode n, const lu_language *l, lu_str text, int level, lu_arena *a)
{
	lu_str x = type_of(lu__field(n, "consequence"), l, text, level, a), none = { "", 0 };
	lu_str y = type_of(lu__field(n, "alternative"), l, text, level, a);

	if (!x.s || !y.s) return lu_strn(NULL, 0);
	if (lu_str_eqz(x, "null")) return y;
	return lu_str_eq(x, y) || lu_str_eqz(y, "null") ? x : none;
}

static lu_str expression(TSNode n, const lu_language *l, lu_str text, lu_arena *a)
{
	lu_str s = lu__without_angles(lu__node_text(n, text), a), none = { "", 0 };
	lu_buf w = LU_BUF;

	if (s.s && (l->syntax & LU__SYNTAX_LISTS)) s = lu__without_squares(s, a);
	if (s.s) s = l->rules & LU__RULE_ARITY ? lu__counted(s, a) : lu__dotted(s, a);
	if (!s.s) return s;
	if (!s.n || s.n > LONGEST || memchr(s.s, '?', s.n) || memchr(s.s, ';', s.n)) return none;
	lu_buf_addc(&w, '=');
	lu_buf_addstr(&w, s);
	return lu_arena_keep(a, &w);
}

/* What is called, read, or gone on with. */
static const char *const followed[] = { "identifier",
					"this",
					"qualified_identifier",
					"subscript_expression",
					"this_expression",
					"method_invocation",
					"field_access",
					"array_access",
					"call_expression",
					"navigation_expression",
					"index_expression",
					"invocation_expression",
					"field_expression",
					"member_access_expression",
					"simple_identifier",
					"element_access_expression",
					"self_expression",
					"instance_expression",
					NULL };

static const char *const functions[] = { "lambda_expression",
					 "method_reference",
					 "lambda_literal",
					 "callable_reference",
					 "annotated_lambda",
					 "anonymous_function",
					 NULL };

static lu_str type_of(TSNode n, const lu_language *l, lu_str text, int level, lu_arena *a)
{
	const char *kind = ts_node_is_null(n) ? "" : ts_node_type(n);
	lu_str none = { "", 0 }, op;
	bool known = false;

	if (level <= 0 || !*kind) return none;
	if (is_cpp(l)) {
		op = of_cpp(n, l, text, level, a, &known);
		if (known) return op;
	}
	if (!strcmp(kind, "navigation_expression") && lu_str_ends(lu__node_text(n, text), "::class"))
		return word(l, TYPE_OBJECT);
	if (is_one_of(kind, followed)) return expression(n, l, text, a);
	for (size_t i = 0; i < sizeof literals / sizeof *literals; i++)
		if (!strcmp(kind, literals[i].kind)) return word(l, literals[i].value);
	if (!strcmp(kind, "null_literal") || !strcmp(kind, "null")) return lu_strz("null");
	if (strstr(kind, "integer_literal") || strstr(kind, "float") || !strcmp(kind, "number_literal") ||
	    !strcmp(kind, "real_literal") || strstr(kind, "floating_point_literal"))
		return number(l, lu__node_text(n, text));
	if (is_one_of(kind, functions)) return lu_strz("->");
	if (!strcmp(kind, "parenthesized_expression")) return type_of(first_child(n), l, text, level - 1, a);
	if (!strcmp(kind, "cast_expression") || !strcmp(kind, "object_creation_expression"))
		return lu__collapse(lu__node_text(lu__field(n, "type"), text), a);
	if (!strcmp(kind, "instance_expression")) return lu__collapse(lu__node_text(first_child(n), text), a);
	if (!strcmp(kind, "generic_function") && lu_str_starts(lu__node_text(n, text), "classOf["))
		return word(l, TYPE_OBJECT);
	if (!strcmp(kind, "as_expression")) return lu__collapse(lu__node_text(lu__field(n, "right"), text), a);
	if (!strcmp(kind, "array_creation_expression")) return new_array(n, text, a);
	if (!strcmp(kind, "binary_expression")) return of_operator(n, l, text, level - 1, a);
	if (!strcmp(kind, "ternary_expression") || !strcmp(kind, "conditional_expression"))
		return of_choice(n, l, text, level - 1, a);
	if (strcmp(kind, "unary_expression") != 0 && strcmp(kind, "prefix_unary_expression") != 0) return none;
	op = lu__node_text(n, text);
	if (op.n && op.s[0] == '!' && !lu_str_ends(op, "!!")) return word(l, BOOL);
	return op.n && (op.s[0] == '-' || op.s[0] == '+') ? type_of(first_child(n), l, text, level - 1, a) : none;
}

/* The expression of an argument; null where it has a name, or is a list that is spread. */
static TSNode value_of(TSNode n)
{
	const char *kind = ts_node_type(n);
	TSNode none = { 0 };

	if (strcmp(kind, "argument") != 0 && strcmp(kind, "value_argument") != 0) return n;
	for (uint32_t i = 0; i < ts_node_child_count(n); i++) {
		const char *k = ts_node_type(ts_node_child(n, i));

		if (!strcmp(k, "=") || !strcmp(k, ":") || !strcmp(k, "*") || !strcmp(k, "out")) return none;
	}
	return first_child(n);
}

struct arguments {
	const lu_language *l;
	lu_str text;
	lu_arena *a;
	lu_buf types;
	uint32_t n;
	bool any, oom;
};

static void add_argument(struct arguments *v, TSNode n)
{
	lu_str s;

	if (ts_node_is_extra(n)) return;
	if (v->n++) lu_buf_addc(&v->types, ';');
	if (!v->l->literal_types) return;
	s = type_of(value_of(n), v->l, v->text, NESTED, v->a);
	v->oom |= !s.s;
	if (!s.n || s.n > LONGEST || memchr(s.s, ';', s.n)) return;
	lu_buf_addstr(&v->types, s);
	v->any = true;
}

static void add_list(struct arguments *v, TSNode list)
{
	for (uint32_t i = 0; i < ts_node_named_child_count(list); i++) add_argument(v, ts_node_named_child(list, i));
}

/* "<...>" that ends at `end`, added without blanks behind `mark`. Returns where it begins, `end` when there is none. */
static size_t add_angles(struct arguments *v, size_t end, const char *mark)
{
	size_t from, depth = 0;

	for (from = end; from && v->text.s[end - 1] == '>' && end - from < LONGEST; from--) {
		char c = v->text.s[from - 1];

		if (c == ';' || c == '{' || c == '}') return end;
		if (c == '>' && !(from > 1 && v->text.s[from - 2] == '-')) depth++;
		if (c == '<' && --depth == 0) break;
	}
	if (depth || !from || from == end || v->text.s[from - 1] != '<') return end;
	lu_buf_adds(&v->types, mark);
	for (size_t i = from - 1; i < end; i++)
		if (!lu_is_space(v->text.s[i])) lu_buf_addc(&v->types, v->text.s[i]);
	v->any = true;
	return from - 1;
}

/* What C++'s call gives its template itself, "f<int>(x)", and behind '@' the class that it is of, "A<int>::f(x)": the first
 * entry, which is empty without. */
static void add_template_arguments(struct arguments *v, TSNode list)
{
	size_t end = ts_node_start_byte(list);

	while (end && lu_is_space(v->text.s[end - 1])) end--;
	end = add_angles(v, end, "");
	while (end && lu_is_ident(v->text.s[end - 1])) end--;
	if (end > 2 && v->text.s[end - 1] == ':' && v->text.s[end - 2] == ':') add_angles(v, end - 2, "@");
	lu_buf_addc(&v->types, ';');
}

/* How many types what C# calls is given itself, "f<A, B>(x)": the last entry, "#2", where it is given some. */
static void add_given(struct arguments *v, TSNode list)
{
	size_t end = ts_node_start_byte(list), from, had = v->types.len, n = 1, depth = 0;

	while (end && lu_is_space(v->text.s[end - 1])) end--;
	from = add_angles(v, end, "");
	lu_buf_trunc(&v->types, had);
	if (from == end) return;
	for (size_t i = from + 1; i + 1 < end; i++) {
		depth += v->text.s[i] == '<' || v->text.s[i] == '(';
		depth -= v->text.s[i] == '>' || v->text.s[i] == ')';
		n += v->text.s[i] == ',' && !depth;
	}
	lu_buf_addf(&v->types, "%s#%zu", v->n ? ";" : "", n);
}

lu_str lu__argument_types(const lu_language *l, TSNode list, lu_str text, lu_arena *a, uint32_t *args)
{
	struct arguments v = { .l = l, .text = text, .a = a, .types = LU_BUF };
	lu_str s;

	if (l->rules & LU__RULE_LABELS) return lu__argument_labels(list, text, a, args);
	if (is_cpp(l)) add_template_arguments(&v, list);
	if ((l->syntax & LU__SYNTAX_LISTS) && strcmp(ts_node_type(list), "arguments") != 0)
		v.n = 1; /* a block is one */
	else if (strcmp(ts_node_type(list), "call_expression") != 0) add_list(&v, list);
	else
		for (uint32_t i = 1; i < ts_node_named_child_count(list); i++) {
			TSNode n = ts_node_named_child(list, i);

			if (!strcmp(ts_node_type(n), "value_arguments")) add_list(&v, n);
			else if (!strcmp(ts_node_type(n), "annotated_lambda")) add_argument(&v, n);
		}
	if (l->group == LU__GROUP_CSHARP) add_given(&v, list);
	*args = v.n + 1;
	s = v.any ? lu_arena_dup(a, lu_buf_str(&v.types)) : lu_strn("", 0);
	if (v.oom || v.types.oom) s = lu_strn(NULL, 0);
	lu_buf_free(&v.types);
	return s;
}
