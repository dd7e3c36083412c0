/* SPDX-License-Identifier: MIT
 * Variables, and the expressions that tell their types. */
#include "parse/extraction.h"
#include "parse/names.h"
#include "core/ascii.h"
#include "core/type_object.h"
#include "core/type_takes.h"
#include "core/type_text.h"

/* What stands behind an expression where a variable has not its value, but what is in it: see types.c. */
static const char *mark_of(enum lu__capture how)
{
	switch (how) {
	case LU__CAPTURE_VAR_EACH: return "*";
	case LU__CAPTURE_VAR_ITEM: return "[]";
	case LU__CAPTURE_VAR_ENTERED: return "^";
	case LU__CAPTURE_VAR_SECOND: return "+";
	default: return "";
	}
}

/* Is the variable what an import gives it? */
static bool is_required(const struct lu__extraction *r, TSNode name)
{
	TSNode up = ts_node_parent(name);
	TSNode value;
	lu_str text;

	if (r->l->modules != LU__MODULES_SCRIPT) return false;
	for (int level = 0; level < 3 && strstr(ts_node_type(up), "_pattern"); level++) up = ts_node_parent(up);
	value = lu__field(up, "value");
	text = lu__node_text(value, r->text);
	if (lu_str_starts(text, "await import(")) return true;
	if (!lu_str_starts(text, "require(")) return false;
	/* "require('./a')()" and "require('./a').b()" give what those give */
	value = lu__field(value, "function");
	return ts_node_is_null(value) || !strcmp(ts_node_type(value), "identifier");
}

/* The type of what a function of Kotlin's library makes; empty for others. */
static lu_str made_by_library(lu_str name)
{
	static const char *const made[][2] = {
		{ "listOf mutableListOf arrayListOf emptyList listOfNotNull", "List" },
		{ "setOf mutableSetOf hashSetOf linkedSetOf emptySet", "Set" },
		{ "mapOf mutableMapOf hashMapOf linkedMapOf emptyMap", "Map" },
		{ "arrayOf arrayOfNulls emptyArray", "Array" },
	};

	for (size_t i = 0; i < sizeof made / sizeof *made; i++)
		if (lu_str_in_words(name, made[i][0])) return lu_strz(made[i][1]);
	return lu_strn("", 0);
}

/* The type arguments of a call of Kotlin, with their angles; "f<T>(x)" is read as two comparisons. Empty: there are none. */
static lu_str arguments_of_call(const struct lu__extraction *r, TSNode call)
{
	lu_str none = { "", 0 };

	if (!strcmp(ts_node_type(call), "binary_expression")) {
		TSNode right = lu__field(call, "right"), left = lu__field(call, "left");
		uint32_t from = ts_node_end_byte(left), to = ts_node_end_byte(right);

		while (from < to && r->text.s[from] != '<') from++;
		return to < r->text.n && r->text.s[to] == '>' ? lu_strn(r->text.s + from, to + 1 - from) : none;
	}
	if (strcmp(ts_node_type(call), "call_expression") != 0) return none;
	for (uint32_t i = 0; i < ts_node_named_child_count(call); i++)
		if (!strcmp(ts_node_type(ts_node_named_child(call, i)), "type_arguments"))
			return lu__node_text(ts_node_named_child(call, i), r->text);
	return none;
}

/* "new Map<K, V>()" tells what is in it, as does "mutableListOf<T>()". */
static void add_type_arguments(const struct lu__extraction *r, TSNode constructor, struct lu__site *s)
{
	TSNode made = ts_node_parent(constructor), list;
	uint32_t from = ts_node_start_byte(constructor);
	lu_str arguments, library;

	if (r->l->rules & LU__RULE_QUALIFIED) {
		arguments = arguments_of_call(r, made);
		library = arguments.n ? made_by_library(s->type) : arguments;
		if (library.n) s->type = library;
		if (arguments.n) s->whole = lu__collapse(lu__join_strs(r->a, s->type, "", arguments), r->a);
		return;
	}
	if (strcmp(ts_node_type(made), "new_expression") != 0) return;
	list = lu__field(made, "type_arguments");
	if (!ts_node_is_null(list))
		s->whole = lu__collapse(lu_strn(r->text.s + from, ts_node_end_byte(list) - from), r->a);
}

/* Is "[T]" a list of T, which has methods of its own? */
static bool brackets_are_lists(const lu_language *l)
{
	return l->modules == LU__MODULES_UNKNOWN || l->modules == LU__MODULES_CRATE || (l->rules & LU__RULE_FILE_TYPES);
}

static bool is_declaration(TSNode n)
{
	static const char *const kinds[] = { "declaration",           "field_declaration",
					     "parameter_declaration", "optional_parameter_declaration",
					     "for_range_loop",        NULL };
	size_t i = 0;

	while (kinds[i] && strcmp(ts_node_type(n), kinds[i]) != 0) i++;
	return kinds[i] != NULL;
}

/* "auto x = ...": a copy, which is not const. */
static bool owns(struct lu__extraction *r, TSNode name)
{
	TSNode up = ts_node_parent(name);
	lu_str s;

	if (ts_node_is_null(up) || strcmp(ts_node_type(up), "init_declarator") != 0) return false;
	s = lu__node_text(ts_node_parent(up), r->text);
	return ts_node_child_count(name) == 0 && lu_str_starts(s, "auto ");
}

#define PATTERN_LEVELS 6 /* of patterns around a name, which is in them */

/* Where a variable that hides another one begins to be seen: behind what it is made of. */
static uint32_t seen_from(TSNode n)
{
	for (int level = 0; level < PATTERN_LEVELS && !ts_node_is_null(n); level++, n = ts_node_parent(n)) {
		const char *type = ts_node_type(n);

		if (!strcmp(type, "let_declaration") || !strcmp(type, "let_condition")) return ts_node_end_byte(n);
		if (!strcmp(type, "for_expression")) return ts_node_start_byte(lu__field(n, "body"));
		if (!strcmp(type, "block") || !strcmp(type, "match_arm") || !strcmp(type, "closure_parameters") ||
		    !strcmp(type, "parameter") || !strcmp(type, "field_declaration"))
			return 0;
	}
	return 0;
}

static bool is_in_block(TSNode n)
{
	TSNode up = ts_node_parent(n);

	return !ts_node_is_null(up) && lu_str_in_words(lu_strz(ts_node_type(up)), "block statements lambda_literal");
}

/* Kotlin's "val x = x()", Swift's "if let x = x() {" call a function: the variable is seen behind that. 0: all over. */
static uint32_t called_from(TSNode n)
{
	for (int level = 0; level < PATTERN_LEVELS; level++) {
		TSNode up = ts_node_parent(n), next = ts_node_next_named_sibling(n);
		lu_str type = ts_node_is_null(up) ? lu_strz("block") : lu_strz(ts_node_type(up));

		if (lu_str_eqz(type, "property_declaration")) return is_in_block(up) ? ts_node_end_byte(up) : 0;
		if (lu_str_in_words(type, "if_statement guard_statement while_statement for_statement when_subject"))
			return ts_node_is_null(next) || strcmp(ts_node_type(next), "statements") == 0
				       ? 0
				       : ts_node_end_byte(next);
		if (!lu_str_in_words(type, "pattern variable_declaration")) return 0;
		n = up;
	}
	return 0;
}

#define LOOKED_UP 8 /* types within each other */

/* TypeScript's "Options<T>['form']" is of the type of that member: "=Options.form". Empty for other types. */
static lu_str looked_up(struct lu__extraction *r, TSNode n, int levels)
{
	TSNode of = ts_node_named_child(n, 0), key = ts_node_named_child(n, 1);
	lu_str name, member, none = { "", 0 };

	if (!levels || strcmp(ts_node_type(n), "lookup_type") != 0 || ts_node_is_null(key)) return none;
	member = lu__node_text(key, r->text);
	if (member.n < 3 || !strchr("'\"", member.s[0]) || memchr(member.s, '.', member.n)) return none;
	if (!strcmp(ts_node_type(of), "lookup_type")) name = looked_up(r, of, levels - 1);
	else name = lu__join_strs(r->a, lu_strz("="), "", lu__dotted(lu__type_name(lu__node_text(of, r->text)), r->a));
	if (name.n < 2) return none;
	return lu__join_strs(r->a, name, ".", lu_strn(member.s + 1, member.n - 2));
}

/* A type with "[]" behind it. */
static lu_str list_of(struct lu__extraction *r, TSNode type)
{
	return lu__join_strs(r->a, lu__collapse(lu__node_text(type, r->text), r->a), "[]", lu_strn("", 0));
}

/* "T *[]" of a C array, `type` without its dimensions, which may stand behind; as often as the declarator says. Empty: it is none. */
static lu_str array_of(struct lu__extraction *r, lu_str type, TSNode declarator)
{
	lu_buf w = LU_BUF;
	uint32_t n = 0;

	for (TSNode d = declarator; !ts_node_is_null(d); d = lu__field(d, "declarator"))
		n += !strcmp(ts_node_type(d), "array_declarator");
	while (n && lu_str_ends(type, "]") && memrchr(type.s, '[', type.n))
		type = lu_str_trim(lu_strn(type.s, (size_t)((const char *)memrchr(type.s, '[', type.n) - type.s)));
	if (n) lu_buf_addstr(&w, type);
	for (; n; n--) lu_buf_adds(&w, "[]");
	return lu_arena_keep(r->a, &w);
}

/* A function that is written down, or named as Kotlin does; or a type of those as Scala writes it, "A => B". */
static bool is_code(const struct lu__extraction *r, TSNode n)
{
	lu_str kind = lu_strz(ts_node_type(n)), text;

	if (!(r->l->syntax & LU__SYNTAX_CALLED_VALUES)) return false;
	if (lu_str_in_words(kind, "lambda_literal anonymous_function callable_reference lambda_expression"))
		return true;
	text = lu__node_text(n, r->text);
	return lu_str_eqz(kind, "function_type") && memmem(text.s, text.n, "=>", 2);
}

/* The member that is taken out of an object as `name`: "{ key: name }". */
static lu_str key_of(const struct lu__extraction *r, TSNode name, lu_str text)
{
	TSNode pair = ts_node_parent(name), key = { 0 };

	if (!ts_node_is_null(pair) && !strcmp(ts_node_type(pair), "pair_pattern")) key = lu__field(pair, "key");
	if (ts_node_is_null(key)) return text;
	return strcmp(ts_node_type(key), "property_identifier") ? lu_strn("", 0) : lu__node_text(key, r->text);
}

/* A variable that is taken out of an object: of the type `n`, or what the expression there gives. */
static void tell_member(struct lu__extraction *r, TSNode n, lu_str key, struct lu__site *s)
{
	bool written = !strcmp(ts_node_type(n), "object_type");

	if (!key.n || (written && ts_node_end_byte(n) - ts_node_start_byte(n) > LU_OBJECT_TYPE_MOST)) {
		s->how = LU__CAPTURE_VAR_UNKNOWN;
		return;
	}
	if (!written) {
		s->type = lu__join_strs(r->a, lu__plain_name(r, n), ".", key);
		return;
	}
	s->how = LU__CAPTURE_VAR_TYPE;
	s->whole = lu__collapse(lu__node_text(n, r->text), r->a);
	if (!s->whole.s) return;
	s->whole = lu_type_property(s->whole, key);
	if (lu_str_starts(s->whole, "(")) s->whole = lu_strz(LU_ARROW);
	else s->type = lu__dotted(lu__type_name(s->whole), r->a);
}

/* The expression that a variable is given, or an element of it. JavaScript's "Object.values(x)" is what "x.values()" is of a map. */
static lu_str source_of(struct lu__extraction *r, TSNode n)
{
	TSNode arguments = lu__field(n, "arguments"), first = { 0 };
	lu_str name, none = { "", 0 };

	if (!(r->l->rules & LU__RULE_OBJECTS) || ts_node_is_null(arguments)) return lu__plain_name(r, n);
	name = lu__node_text(lu__field(n, "function"), r->text);
	if (ts_node_named_child_count(arguments) == 1) first = ts_node_named_child(arguments, 0);
	if (ts_node_is_null(first) || !lu_str_in_words(name, "Object.values Object.entries") ||
	    !lu_str_in_words(lu_strz(ts_node_type(first)), "identifier member_expression"))
		return lu__plain_name(r, n);
	return lu__join_strs(r->a, lu__plain_name(r, first),
			     lu_str_eqz(name, "Object.values") ? ".values()" : ".entries()", none);
}

/* What is said of the variable's type, as `s->how` names it. */
static lu_code tell(struct lu__extraction *r, const struct lu__taken *m, TSNode given, struct lu__site *s)
{
	TSNode n = m->node[s->how];

	if (s->how == LU__CAPTURE_VAR_NONE || s->how == LU__CAPTURE_VAR_UNKNOWN) return LU_OK;
	if (s->how == LU__CAPTURE_VAR_TYPE && is_code(r, n)) {
		s->whole = lu_strz(LU_ARROW);
		return LU_OK;
	}
	if (s->how == LU__CAPTURE_VAR_TYPE) {
		TSNode declaration = ts_node_parent(n);
		bool declared = is_declaration(declaration);
		lu_str array;

		if ((r->l->rules & LU__RULE_COUNTED) && declared)
			s->whole = lu__variable_type(declaration, given, r->text, r->a);
		else if (!strcmp(ts_node_type(declaration), "spread_parameter")) s->whole = list_of(r, n);
		else s->whole = lu__collapse(lu__node_text(n, r->text), r->a);
		if (s->whole.s && declared && r->l->macros != LU__MACROS_NONE) {
			array = array_of(r, s->whole, given);
			if (!array.s || array.n) s->whole = array;
		}
		if (s->whole.s && (s->type = looked_up(r, n, LOOKED_UP)).n) s->whole = lu_strn("", 0);
		if (s->whole.s && s->type.s && !s->type.n && (r->l->rules & LU__RULE_TYPED)) {
			s->type = lu__queried_type(r, s->whole);
			if (s->type.n) s->whole = lu_strn("", 0);
		}
		if (r->l->modules == LU__MODULES_DOTTED && s->whole.s && s->type.s && lu_type_of_classes(s->whole).n) {
			lu_str class = lu__dotted(lu__type_name(lu_type_of_classes(s->whole)), r->a);

			s->type = class.n ? lu__join_strs(r->a, lu_strz("="), "", class) : class;
			s->whole = lu_strn("", 0);
		}
		if (!s->whole.s || !s->type.s) return LU_ENOMEM;
		if (s->type.n) return LU_OK;
	}
	if (!s->whole.s) return LU_ENOMEM;
	if (s->how == LU__CAPTURE_VAR_OF) tell_member(r, n, key_of(r, given, s->text), s);
	else if (s->how == LU__CAPTURE_VAR_FROM || *mark_of(s->how)) s->type = source_of(r, n);
	else s->type = lu__dotted(lu__type_name(lu__node_text(n, r->text)), r->a);
	if (s->how == LU__CAPTURE_VAR_TYPE && brackets_are_lists(r->l) && lu_str_starts(s->whole, "["))
		s->type = lu_strn("", 0);
	if (s->how == LU__CAPTURE_VAR_NEW || s->how == LU__CAPTURE_VAR_TYPE) add_type_arguments(r, n, s);
	return s->type.s && s->whole.s ? LU_OK : LU_ENOMEM;
}

/* All but types are expressions. A call makes an object of a type only if the name looks like one. */
static lu_code as_expression(struct lu__extraction *r, const struct lu__taken *m, struct lu__site *s)
{
	lu_str last = lu_str_after_last(s->type, '.'), none = { "", 0 };
	const char *mark = mark_of(s->how);

	if (s->how == LU__CAPTURE_VAR_NEW && (last.n && (lu_is_upper(last.s[0]) || lu_str_eqz(last, "require"))))
		return LU_OK;
	if (s->how == LU__CAPTURE_VAR_NEW)
		s->type = lu__join_strs(r->a, lu__plain_name(r, m->node[LU__CAPTURE_VAR_NEW]), "()", none);
	else if (*mark) s->type = lu__join_strs(r->a, s->type, mark, none);
	else if (s->how != LU__CAPTURE_VAR_OF) return LU_OK;
	s->how = LU__CAPTURE_VAR_FROM;
	return s->type.s ? LU_OK : LU_ENOMEM;
}

/* A name with dots. */
static bool is_path(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!lu_is_ident(s.s[i]) && s.s[i] != '.' && s.s[i] != '$') return false;
	return s.n && !lu_is_digit(s.s[0]) && memchr(s.s, '.', s.n) && !lu_str_starts(s, "this.");
}

/* An object that is written down: LU_OBJECT_MADE, and behind it what it has by the name of something else, "a,b=c". */
static lu_str made(struct lu__extraction *r, TSNode object)
{
	lu_buf w = LU_BUF;

	for (int level = 0; level < 2 && strcmp(ts_node_type(object), "object") != 0; level++)
		object = ts_node_named_child(object, 0);
	lu_buf_adds(&w, LU_OBJECT_MADE);
	for (uint32_t i = 0, n = ts_node_named_child_count(object); i < n && w.len < LU_OBJECT_MOST; i++) {
		TSNode child = ts_node_named_child(object, i), value = lu__field(child, "value");
		bool named = !ts_node_is_null(value) &&
			     (!strcmp(ts_node_type(value), "identifier") || is_path(lu__node_text(value, r->text)));
		bool pair = named && !strcmp(ts_node_type(lu__field(child, "key")), "property_identifier");
		size_t had = w.len;

		if (!strcmp(ts_node_type(child), "spread_element")) { /* it may have any of those */
			lu_buf_trunc(&w, sizeof LU_OBJECT_MADE - 1);
			continue;
		}
		if (!pair && strcmp(ts_node_type(child), "shorthand_property_identifier") != 0) continue;
		if (had > sizeof LU_OBJECT_MADE - 1) lu_buf_addc(&w, ',');
		lu_buf_addstr(&w, lu__node_text(pair ? lu__field(child, "key") : child, r->text));
		if (pair) lu_buf_addc(&w, '=');
		if (pair) lu_buf_addstr(&w, lu__node_text(value, r->text));
		if (w.len > LU_OBJECT_MOST) lu_buf_trunc(&w, had);
	}
	return lu_arena_keep(r->a, &w);
}

/* "Object.assign({ f() {} }, options)": what is behind it may have what it has. */
static bool is_overlaid(TSNode object)
{
	TSNode parent = ts_node_parent(object);

	return !strcmp(ts_node_type(parent), "arguments") && !ts_node_is_null(ts_node_next_named_sibling(object));
}

/* Is `i` behind nothing but blanks on its line? A keyword argument of Python is not. */
static bool begins_line(lu_str text, uint32_t i)
{
	while (i && (text.s[i - 1] == ' ' || text.s[i - 1] == '\t')) i--;
	return !i || text.s[i - 1] == '\n';
}

/* Python's "isinstance(x, A)": x */
static bool is_argument(const struct lu__extraction *r, TSNode n)
{
	TSNode parent = ts_node_parent(n);

	return r->l->modules == LU__MODULES_DOTTED && !ts_node_is_null(parent) &&
	       !strcmp(ts_node_type(parent), "argument_list");
}

/* Is what "if (x instanceof A) {" or "if isinstance(x, A):" tells of `name` undone in the block, by an assignment? */
static bool is_set_within(const struct lu__extraction *r, const struct lu__site *s)
{
	for (uint32_t i = s->from; i + s->text.n < s->to; i++) {
		uint32_t k = i + (uint32_t)s->text.n;

		if (memcmp(r->text.s + i, s->text.s, s->text.n) != 0 || (i && lu_is_ident(r->text.s[i - 1]))) continue;
		if (r->l->modules == LU__MODULES_DOTTED && !begins_line(r->text, i)) continue;
		while (k < s->to && lu_is_space(r->text.s[k])) k++;
		if (k + 1 < s->to && r->text.s[k] == '=' && r->text.s[k + 1] != '=' && r->text.s[k + 1] != '>')
			return true;
	}
	return false;
}

/* The text up to a node, or to the word before it. */
static lu_str text_before(const struct lu__extraction *r, TSNode n, const char *word)
{
	lu_str before = lu_str_trim(lu_strn(r->text.s, ts_node_start_byte(n)));

	if (word && lu_str_ends(before, word)) before = lu_str_trim(lu_strn(before.s, before.n - strlen(word)));
	return before;
}

/* Is it a value that names the type: "x instanceof A", "new A()"? */
static bool is_by_value(const struct lu__extraction *r, const struct lu__taken *m)
{
	if (r->l->modules == LU__MODULES_DOTTED) return m->has[LU__CAPTURE_VAR_AROUND];
	if (!(r->l->rules & LU__RULE_OBJECTS)) return false;
	return m->has[LU__CAPTURE_VAR_NEW] || m->has[LU__CAPTURE_VAR_AROUND] ||
	       (m->has[LU__CAPTURE_VAR_TYPE] &&
		lu_str_ends(text_before(r, m->node[LU__CAPTURE_VAR_TYPE], NULL), "new"));
}

/* A variable that a test tells, where the test has held. */
static lu_code add_tested(struct lu__extraction *r, TSNode type, struct lu__site s)
{
	struct lu__range more, seen = lu__pattern_scope(ts_node_parent(type), &more);

	s.from = seen.start;
	s.to = seen.end;
	LU__PUSH(r, sites, s);
	if (more.end <= more.start) return LU_OK;
	s.from = more.start;
	s.to = more.end;
	LU__PUSH(r, sites, s);
	return LU_OK;
}

/* A variable of visible type. */
lu_code lu__take_variable(struct lu__extraction *r, const struct lu__taken *m)
{
	static const enum lu__capture how[] = { LU__CAPTURE_VAR_TYPE,    LU__CAPTURE_VAR_NEW,    LU__CAPTURE_VAR_FROM,
						LU__CAPTURE_VAR_OF,      LU__CAPTURE_VAR_EACH,   LU__CAPTURE_VAR_ITEM,
						LU__CAPTURE_VAR_ENTERED, LU__CAPTURE_VAR_SECOND, LU__CAPTURE_VAR_NONE,
						LU__CAPTURE_VAR_UNKNOWN };
	bool field = m->has[LU__CAPTURE_VAR_FIELD], gives = m->has[LU__CAPTURE_GIVES];
	bool set = m->has[LU__CAPTURE_VAR_SET], self = m->has[LU__CAPTURE_VAR_THIS];
	bool implied = self || m->has[LU__CAPTURE_VAR_IMPLIED];
	TSNode given = m->node[self      ? LU__CAPTURE_VAR_THIS
			       : implied ? LU__CAPTURE_VAR_IMPLIED
			       : field   ? LU__CAPTURE_VAR_FIELD
			       : set     ? LU__CAPTURE_VAR_SET
			       : gives   ? LU__CAPTURE_GIVES
					 : LU__CAPTURE_VAR_NAME];
	bool declares = !implied && r->l->modules != LU__MODULES_SCRIPT; /* as C does, with what wraps the name */
	TSNode n = declares ? lu__declared_name(given) : given;
	struct lu__site s = { .start = ts_node_start_byte(n),
			      .row = ts_node_start_point(n).row,
			      .kind = gives ? LU__CAPTURE_GIVES : LU__CAPTURE_VAR_NAME,
			      .field = field,
			      .to = UINT32_MAX,
			      .set = set,
			      .type = { "", 0 },
			      .whole = { "", 0 },
			      .text = gives     ? lu_strn("", 0)
				      : self    ? lu_strz("this")
				      : implied ? lu_strz(r->l->implied)
						: lu__plain_name(r, n) };

	if (declares && !ts_node_is_null(lu__declared_params(given))) return LU_OK;
	for (size_t i = 0; i < sizeof how / sizeof *how && !s.how; i++)
		if (m->has[how[i]]) s.how = how[i];
	if (r->l->syntax & LU__SYNTAX_SHADOWS) s.from = seen_from(n);
	if (r->l->syntax & LU__SYNTAX_CALLED_VALUES) s.from = called_from(n);
	/* C: from the end of its declarator on: before that its name is of what stands further out */
	if (r->l->macros == LU__MACROS_C && !field && !set && !gives) s.from = ts_node_end_byte(n);
	if (implied) s.from = ts_node_start_byte(given), s.to = ts_node_end_byte(given);
	if (!gives && is_required(r, n)) { /* it says nothing, and that is known */
		s.how = LU__CAPTURE_VAR_NONE;
		s.type = lu_strz("require");
	}
	if (m->has[LU__CAPTURE_VAR_AROUND]) {
		TSNode around = ts_node_parent(m->node[LU__CAPTURE_VAR_AROUND]);

		s.from = ts_node_start_byte(around);
		s.to = ts_node_end_byte(around);
		if ((r->l->rules & LU__RULE_OBJECTS) && is_set_within(r, &s)) return LU_OK;
		if (is_argument(r, n) && is_set_within(r, &s)) return LU_OK;
	}
	if (m->has[LU__CAPTURE_VAR_MADE] && is_overlaid(m->node[LU__CAPTURE_VAR_MADE])) {
		s.how = LU__CAPTURE_VAR_UNKNOWN;
	} else if (m->has[LU__CAPTURE_VAR_MADE]) {
		s.how = LU__CAPTURE_VAR_TYPE;
		s.type = s.whole = made(r, m->node[LU__CAPTURE_VAR_MADE]);
		if (!s.type.s) return lu_nomem(r->e);
	} else if (!s.text.s || tell(r, m, given, &s) || as_expression(r, m, &s)) return lu_nomem(r->e);
	if (m->has[LU__CAPTURE_VAR_UNKNOWN] && s.how == LU__CAPTURE_VAR_UNKNOWN && (r->l->rules & LU__RULE_TYPED)) {
		s.type = lu__expected_type(r, n, m->node[LU__CAPTURE_VAR_UNKNOWN], &s.asked);
		if (!s.type.s) return lu_nomem(r->e);
		if (s.type.n) s.how = LU__CAPTURE_VAR_FROM;
	}
	if ((r->l->rules & LU__RULE_COUNTED) && !gives) s.owned = owns(r, given);
	s.by_value = !gives && is_by_value(r, m);
	if (m->has[LU__CAPTURE_VAR_FROM] && (r->l->rules & LU__RULE_TYPED))
		s.awaited = !strcmp(ts_node_type(ts_node_parent(m->node[LU__CAPTURE_VAR_FROM])), "await_expression");
	if (s.how == LU__CAPTURE_VAR_NEW && lu_str_eqz(lu_str_after_last(s.type, '.'), "require"))
		return LU_OK; /* an import */
	if (gives && m->has[LU__CAPTURE_VAR_UNKNOWN] && s.how == LU__CAPTURE_VAR_UNKNOWN &&
	    !strcmp(ts_node_type(m->node[LU__CAPTURE_VAR_UNKNOWN]), "ternary_expression"))
		return lu__take_either(r, m->node[LU__CAPTURE_VAR_UNKNOWN]);
	if (s.how == LU__CAPTURE_VAR_TYPE && (r->l->syntax & LU__SYNTAX_DECLARES) &&
	    lu_str_ends(text_before(r, m->node[LU__CAPTURE_VAR_TYPE], "final"), "instanceof"))
		return add_tested(r, m->node[LU__CAPTURE_VAR_TYPE], s);
	LU__PUSH(r, sites, s);
	return LU_OK;
}

lu_code lu__take_bound(struct lu__extraction *r, const struct lu__taken *m)
{
	TSNode n = m->node[LU__CAPTURE_BOUND_NAME];
	lu_str type = lu__node_text(m->node[LU__CAPTURE_BOUND_TYPE], r->text);
	struct lu__site s = { .start = ts_node_start_byte(n),
			      .row = ts_node_start_point(n).row,
			      .kind = LU__CAPTURE_BOUND_NAME,
			      .to = UINT32_MAX,
			      .type = lu__dotted(lu__type_name(type), r->a),
			      .whole = lu__collapse(type, r->a),
			      .text = lu__plain_name(r, n) };

	if (!s.type.s || !s.whole.s || !s.text.s) return lu_nomem(r->e);
	LU__PUSH(r, sites, s);
	return LU_OK;
}

/* Names that are bound inside of a function: all those in a pattern. */
lu_code lu__take_locals(struct lu__extraction *r, TSNode pattern)
{
	TSTreeCursor c = ts_tree_cursor_new(pattern);
	lu_code rc = LU_OK;

	for (bool more = true; more && !rc;) {
		TSNode n = ts_tree_cursor_current_node(&c);
		const char *kind = ts_node_type(n);

		if (!strcmp(kind, "variable") || !strcmp(kind, "identifier"))
			rc = lu__take_site(r, n, LU__CAPTURE_LOCAL);
		more = ts_tree_cursor_goto_first_child(&c);
		while (!more && !ts_node_eq(ts_tree_cursor_current_node(&c), pattern)) {
			more = ts_tree_cursor_goto_next_sibling(&c);
			if (!more && !ts_tree_cursor_goto_parent(&c)) break;
		}
	}
	ts_tree_cursor_delete(&c);
	return rc;
}
