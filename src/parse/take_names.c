/* SPDX-License-Identifier: MIT
 * Names as records have them, from nodes of the tree. */
#include "core/ascii.h"
#include "parse/extraction.h"
#include "parse/names.h"

/* "[Symbol.iterator]" is called "[iterator]", "'a-b'" is called "a-b". */
static lu_str odd_name(struct lu__extraction *r, TSNode n, lu_str s)
{
	lu_buf b = LU_BUF;

	if (strstr(ts_node_type(n), "string") && s.n >= 2) return lu_strn(s.s + 1, s.n - 2);
	s = lu__dotted(lu_strn(s.s + 1, s.n >= 2 ? s.n - 2 : 0), r->a);
	if (!s.s) return s;
	lu_buf_addc(&b, '[');
	lu_buf_addstr(&b, lu_str_after_last(s, '.'));
	lu_buf_addc(&b, ']');
	return lu_arena_keep(r->a, &b);
}

/* An operator: no letter, no bracket, no quote. */
bool lu__is_symbolic(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!strchr("!#$%&*+-./:<=>?@\\^|~", s.s[i])) return false;
	return s.n > 0;
}

/* The operator in "(+)", the function in "`elem`". */
lu_str lu__bare_operator(lu_str s)
{
	char a = s.n > 2 ? s.s[0] : 0, z = s.n > 2 ? s.s[s.n - 1] : 0;
	bool wrapped = (a == '(' && z == ')') || (a == '`' && z == '`');

	return wrapped ? lu_str_trim(lu_strn(s.s + 1, s.n - 2)) : s;
}

/* A node that is a single word of the source, which may have characters that are operators elsewhere: Ruby's
 * "empty?", "==" and "name=", the shell's "my-fn", Elixir's "fetch!". */
static bool is_word(const char *kind)
{
	static const char *const kinds[] = { "identifier", "constant", "operator", "setter", "word", "name", NULL };

	for (size_t i = 0; kinds[i]; i++)
		if (!strcmp(kind, kinds[i])) return true;
	return false;
}

/* `s` with what the language says for the object itself as records say it: "$this->x" as "this->x". */
static lu_str with_self(struct lu__extraction *r, lu_str s)
{
	const char *mark = r->l->member_mark;
	size_t m = mark ? strlen(mark) : 0;
	lu_str rest = s;

	if (!m || !lu_str_starts(s, mark)) return s;
	while (lu_str_starts(rest, mark)) rest = lu_strn(rest.s + m, rest.n - m);
	if (mark[0] == '$' && rest.n && rest.s[0] != '-' && rest.s[0] != '?') return s; /* "$thistle" */
	return lu__join_strs(r->a, lu_strz(r->l->member_says), "", rest);
}

/* Go's "new(T).f" is about a T, as "T().f" is. */
static lu_str made_by_new(lu_str s, lu_arena *a)
{
	lu_str rest, type;
	const char *end;

	if (!lu_str_starts(s, "new(")) return s;
	rest = lu_strn(s.s + 4, s.n - 4);
	if (!(end = memchr(rest.s, ')', rest.n))) return s;
	type = lu_strn(rest.s, (size_t)(end - rest.s));
	rest = lu_strn(end + 1, rest.n - type.n - 1);
	for (size_t i = 0; i < type.n; i++)
		if (!lu_is_ident(type.s[i]) && type.s[i] != '.') return s;
	return rest.n ? lu__join_strs(a, type, "()", rest) : s;
}

static bool is_plain(TSNode value)
{
	static const char *const kinds[] = { "string", "template_string", "number", "true", "false", "null", "array" };

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (!strcmp(ts_node_type(value), kinds[i])) return true;
	return false;
}

/* Does "Object.assign(x, ...)" leave to x what it can be called by: is each of the others an object of plain values? */
static bool adds_no_function(TSNode list)
{
	for (uint32_t i = 1; i < ts_node_named_child_count(list); i++) {
		TSNode object = ts_node_named_child(list, i);

		if (strcmp(ts_node_type(object), "object") != 0) return false;
		for (uint32_t k = 0; k < ts_node_named_child_count(object); k++) {
			TSNode pair = ts_node_named_child(object, k);

			if (strcmp(ts_node_type(pair), "pair") != 0 || !is_plain(lu__field(pair, "value")))
				return false;
		}
	}
	return true;
}

/* JavaScript's "Object.freeze(x)" and its like give x: that node, or `n`. */
static TSNode same_object(const struct lu__extraction *r, TSNode n)
{
	TSNode callee, list, first;
	lu_str name;

	if (!(r->l->rules & LU__RULE_OBJECTS) || strcmp(ts_node_type(n), "call_expression") != 0) return n;
	callee = lu__field(n, "function");
	list = lu__field(n, "arguments");
	if (ts_node_is_null(callee) || ts_node_is_null(list) || !ts_node_named_child_count(list)) return n;
	name = lu__node_text(callee, r->text);
	if (!lu_str_eqz(name, "Object.assign") && !lu_str_eqz(name, "Object.freeze") &&
	    !lu_str_eqz(name, "Object.seal"))
		return n;
	if (!adds_no_function(list)) return n;
	first = ts_node_named_child(list, 0);
	for (size_t i = 0; i < 4; i++) {
		static const char *const kinds[] = { "identifier", "new_expression", "call_expression",
						     "member_expression" };

		if (!strcmp(ts_node_type(first), kinds[i])) return first;
	}
	return n;
}

/* "require('./a').f" as "import___a.f". */
static lu_str with_module(const struct lu__extraction *r, lu_str s)
{
	static const char word[] = "require(";
	lu_str rest, module;
	const char *end;

	if (!(r->l->rules & LU__RULE_OBJECTS) || !lu_str_starts(s, word) || s.n < sizeof word + 2 ||
	    !strchr("'\"", s.s[sizeof word - 1]))
		return s;
	rest = lu_strn(s.s + sizeof word, s.n - sizeof word);
	if (!(end = memchr(rest.s, rest.s[-1], rest.n)) || end + 1 >= s.s + s.n || end[1] != ')') return s;
	module = lu_strn(rest.s, (size_t)(end - rest.s));
	return lu__join_strs(r->a, lu__inline_module(module, r->a), "",
			     lu_strn(end + 2, (size_t)(s.s + s.n - end) - 2));
}

/* Python's "a / b" gives what "a.__truediv__(b)" does, "(a / b).f" is of that. Empty: it is something else. */
static lu_str by_operator(struct lu__extraction *r, TSNode n)
{
	static const char *const v[][2] = { { "/", ".__truediv__()" }, { "+", ".__add__()" }, { "-", ".__sub__()" },
					    { "*", ".__mul__()" },     { "|", ".__or__()" },  { "&", ".__and__()" } };
	TSNode of = n, left;
	lu_str name, sign, member = { "", 0 };

	if (!strcmp(ts_node_type(n), "attribute")) {
		of = lu__field(n, "object");
		member = lu__node_text(lu__field(n, "attribute"), r->text);
		if (strcmp(ts_node_type(of), "parenthesized_expression") != 0) return lu_strn("", 0);
		of = ts_node_named_child(of, 0);
	}
	if (ts_node_is_null(of) || strcmp(ts_node_type(of), "binary_operator") != 0) return lu_strn("", 0);
	left = lu__field(of, "left");
	sign = lu__node_text(lu__field(of, "operator"), r->text);
	name = lu__node_text(left, r->text);
	if (!lu_str_in_words(lu_strz(ts_node_type(left)), "identifier attribute call")) return lu_strn("", 0);
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		if (!lu_str_eqz(sign, v[i][0])) continue;
		name = lu__join_strs(r->a, lu__dotted(name, r->a), v[i][1], lu_strn("", 0));
		return name.s && member.n ? lu__join_strs(r->a, name, ".", member) : name;
	}
	return lu_strn("", 0);
}

/* The name of a definition or callee, an expression as records name it; s == NULL: out of memory. */
lu_str lu__plain_name(struct lu__extraction *r, TSNode n)
{
	lu_str s = lu__node_text(n = same_object(r, n), r->text), given;
	const char *kind = ts_node_type(n);
	bool op = !strcmp(kind, "prefix_id") || !strcmp(kind, "infix_id");

	if (r->l->modules == LU__MODULES_DOTTED && (given = by_operator(r, n)).n) return given;
	if (s.n > 2 && (op || s.s[0] == '`')) s = lu__bare_operator(s);
	else if (lu_str_starts(s, "@\"") && s.n > 3) s = lu_strn(s.s + 2, s.n - 3); /* Zig's quoted names */
	if (is_word(kind) || lu__is_symbolic(s)) return s;
	if (!strcmp(kind, "simple_symbol") && s.n) return lu_strn(s.s + 1, s.n - 1);
	/* foldl' in Haskell, A.fetch! in Elixir */
	if ((!strcmp(kind, "variable") || !strcmp(kind, "qualified")) && lu__is_marked_name(s, "'", "")) return s;
	if (!strcmp(kind, "dot") && lu__is_marked_name(s, "", "?!")) return s;
	if (lu_str_starts(s, "::")) s = lu_strn(s.s + 2, s.n - 2); /* from the outermost scope */
	s = with_module(r, with_self(r, s));
	if (s.s && r->l->modules == LU__MODULES_FOLDER) s = made_by_new(s, r->a);
	if (s.s && (r->l->syntax & LU__SYNTAX_ANGLES)) s = lu__without_angles(s, r->a);
	if (s.s && (r->l->syntax & LU__SYNTAX_LISTS)) s = lu__without_squares(s, r->a);
	if (!s.s) return s;
	return r->l->rules & LU__RULE_ARITY ? lu__counted(s, r->a) : lu__dotted(s, r->a);
}

/* Append what else a name is made of: the type that an instance is for. */
lu_code lu__extend_name(struct lu__extraction *r, const struct lu__taken *m, struct lu__def *d)
{
	static const enum lu__capture kind[] = { LU__CAPTURE_NAME_PART, LU__CAPTURE_NAME_WORD };
	static const char with[] = { '.', ' ' };

	for (size_t i = 0; i < sizeof with; i++) {
		lu_buf b = LU_BUF;
		lu_str part;

		if (!m->has[kind[i]]) continue;
		part = lu__node_text(m->node[kind[i]], r->text);
		if (lu_str_starts(part, ":")) part = lu_strn(part.s + 1, part.n - 1); /* Ruby's ":timeout" */
		lu_buf_addstr(&b, d->name);
		lu_buf_addc(&b, with[i]);
		lu_buf_addstr(&b, part);
		d->name = b.oom ? lu_strn(NULL, 0) : lu__collapse(lu_buf_str(&b), r->a);
		lu_buf_free(&b);
		if (!d->name.s) return lu_nomem(r->e);
	}
	return LU_OK;
}

/* A name that begins with a keyword ends where its parameters begin. */
static lu_str keyword_name(struct lu__extraction *r, TSNode n)
{
	TSNode params = lu__field(ts_node_parent(n), "parameters");
	uint32_t from = ts_node_start_byte(n);

	if (ts_node_is_null(params) || ts_node_start_byte(params) <= from) return lu__node_text(n, r->text);
	return lu__collapse(lu_strn(r->text.s + from, ts_node_start_byte(params) - from), r->a);
}

/* Swift's "[T]" is Array<T>, "[K: V]" is Dictionary<K, V>. */
static lu_str extended_name(struct lu__extraction *r, lu_str s)
{
	if (!lu_str_starts(s, "[")) return lu__dotted(lu__type_name(s), r->a);
	return lu_strz(memchr(s.s, ':', s.n) ? "Dictionary" : "Array");
}

/* "module.exports = class App {}" is App, which is exported as a whole. */
static lu_str name_of_exported(struct lu__extraction *r, TSNode left)
{
	TSNode right = lu__field(ts_node_parent(left), "right"),
	       name = ts_node_is_null(right) ? right : lu__field(right, "name");

	return ts_node_is_null(name) ? lu_strz("default") : lu__node_text(name, r->text);
}

/* Names that assignments give: "exports.x" and "module.exports.x" define x, "module.exports" is the default,
 * "A.prototype.m" defines m of A, "this.m" defines m of the class around it. */
bool lu__read_name(struct lu__extraction *r, TSNode n, struct lu__def *d)
{
	static const char *const prefix[] = { "module.exports.", "exports.", "this.", "self." };
	lu_str s = lu__node_text(n, r->text);
	const char *p, *kind = ts_node_type(n);
	bool plain = false; /* an operator, a keyword */

	if (!strcmp(kind, "operator") || !strcmp(kind, "~")) s = keyword_name(r, n);
	else if (!ts_node_is_named(n) || strstr(kind, "operator")) plain = true;
	else if (!strcmp(kind, "string") || !strcmp(kind, "raw_string") || !strcmp(kind, "computed_property_name"))
		s = odd_name(r, n, s);
	else if (lu_str_eqz(d->type, "extension")) s = extended_name(r, s);
	else s = lu__plain_name(r, n);
	while (s.n > 1 && s.s[0] == '.' && !lu__is_symbolic(s)) s = lu_strn(s.s + 1, s.n - 1); /* "\Name" */
	d->name_at = ts_node_start_byte(n);
	d->name = s;
	if (plain || lu_str_eqz(d->type, "test")) return s.s != NULL;
	for (size_t i = 0; i < sizeof prefix / sizeof *prefix && s.s; i++) {
		if (!lu_str_starts(s, prefix[i])) continue;
		s = lu_strn(s.s + strlen(prefix[i]), s.n - strlen(prefix[i]));
		d->of_self = i > 1;
	}
	if (lu_str_eqz(s, "module.exports")) s = name_of_exported(r, n);
	if (s.s && !s.n && lu_str_eqz(d->type, "impl")) s = lu__collapse(lu__node_text(n, r->text), r->a);
	p = s.n > 11 ? memmem(s.s, s.n, ".prototype.", 11) : NULL;
	if (p) {
		d->receiver = lu_strn(s.s, (size_t)(p - s.s));
		s = lu_strn(p + 11, s.n - d->receiver.n - 11);
	}
	if ((p || d->of_self) && lu_str_eqz(d->type, "function")) d->type = lu_strz("method");
	d->name = s;
	return s.s != NULL;
}

/* An anonymous class is called "<T>" after the type that it is of: no other name looks so. */
bool lu__name_anonymous(struct lu__extraction *r, TSNode n, struct lu__def *d)
{
	lu_str s = lu_str_after_last(lu__type_name(lu__node_text(n, r->text)), '.');
	lu_buf b = LU_BUF;

	lu_buf_addc(&b, '<');
	lu_buf_addstr(&b, s.n ? s : d->type);
	lu_buf_addc(&b, '>');
	d->name = lu_arena_keep(r->a, &b);
	d->name_at = ts_node_start_byte(n);
	return d->name.s != NULL;
}
