/* SPDX-License-Identifier: MIT
 * Patterns of query files: what they may say, where they match, and what is told about mistakes. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

#include "language/row.h"
#include "parse/query.h"

static lu_err err;

static const TSLanguage *grammar(const char *path)
{
	const lu_language *l = lu_language_for(lu_strz(path), lu_strz(""));

	assert_non_null(l->grammar);
	return l->grammar();
}

static TSTree *parse(const TSLanguage *language, lu_str source)
{
	TSParser *p = ts_parser_new();
	TSTree *tree;

	assert_true(ts_parser_set_language(p, language));
	tree = ts_parser_parse_string(p, NULL, source.s, (uint32_t)source.n);
	assert_non_null(tree);
	ts_parser_delete(p);
	return tree;
}

/* Steps of 100 that are left. */
static bool spend(void *left)
{
	return (*(size_t *)left)-- == 0;
}

static lu_code compile(struct lu__patterns *p, const TSLanguage *language, const char *text)
{
	lu_code rc = lu__patterns_init(p, language, &err);

	if (!rc) rc = lu__patterns_add(p, "test", text, &err);
	if (!rc) rc = lu__patterns_finish(p, &err);
	return rc;
}

/* One match as "0 name=f body=x", a line each. */
static void put_match(lu_buf *out, const struct lu__patterns *p, const struct lu__match *m, lu_str source)
{
	lu_buf_addf(out, "%u", m->pattern);
	for (size_t i = 0; i < m->n; i++) {
		uint32_t a = ts_node_start_byte(m->captures[i].node), b = ts_node_end_byte(m->captures[i].node);

		lu_buf_addf(out, " %.*s=%.*s", LU_FMT(p->captures.v[m->captures[i].id]), (int)(b - a), source.s + a);
	}
	lu_buf_addc(out, '\n');
}

static lu_code match_all(const struct lu__patterns *p, TSNode root, lu_str source, unsigned depth, size_t left,
			 lu_buf *out)
{
	struct lu__matcher *m;
	struct lu__match one;
	bool found = true;
	lu_code rc = lu__matcher_new(&m, &err);

	if (!rc) rc = lu__matcher_start(m, p, root, depth, spend, &left, &err);
	while (!rc && !(rc = lu__matcher_next(m, &one, &found, &err)) && found)
		if (lu__predicates_hold(p, &one, source)) put_match(out, p, &one, source);
	lu__matcher_free(m);
	return rc;
}

static void check(const char *path, const char *text, const char *source, const char *expected)
{
	const TSLanguage *language = grammar(path);
	TSTree *tree = parse(language, lu_strz(source));
	struct lu__patterns p;
	lu_buf out = LU_BUF;

	lu_buf_adds(&out, "");
	if (compile(&p, language, text)) fail_msg("%s: %s", text, err.msg);
	assert_int_equal(match_all(&p, ts_tree_root_node(tree), lu_strz(source), 100, 1000, &out), LU_OK);
	if (strcmp(out.s ? out.s : "", expected) != 0)
		fail_msg("%s\nin %s\nmatches\n%swhere expected is\n%s", text, source, out.s, expected);
	lu_buf_free(&out);
	lu__patterns_free(&p);
	ts_tree_delete(tree);
}

static void nodes_fields_and_wildcards(void **state)
{
	(void)state;
	check("a.py", "(identifier) @i", "f(a.b)", "0 i=f\n0 i=a\n0 i=b\n");
	check("a.py", "(call function: (identifier) @f) @c", "f(g())", "0 c=f(g()) f=f\n0 c=g() f=g\n");
	check("a.py", "(attribute object: (_) @o attribute: (_) @a)", "x.y", "0 o=x a=y\n");
	check("a.py", "(binary_operator operator: _ @o)", "a + b", "0 o=+\n");
	check("a.py", "(binary_operator \"+\" @o)", "a - b + c", "0 o=+\n");
	check("a.py", "(_ name: (identifier) @n) @d", "class A: pass\ndef f(): pass",
	      "0 d=class A: pass n=A\n0 d=def f(): pass n=f\n");
	check("a.py", "(function_definition !return_type name: (_) @n)", "def f(): pass\ndef g() -> int: pass",
	      "0 n=f\n");
	check("a.py", "(ERROR) @e", "x = = 1", "0 e==\n");
	check("a.py", "(_ (identifier) @i)", "f(", "");
	check("a.c", "(field_identifier) @f (type_identifier) @t", "struct s { t f; };", "1 t=s\n1 t=t\n0 f=f\n");
}

static void one_match_for_each_choice_of_captures(void **state)
{
	static const char source[] = "class A(B, c.D, E): pass";

	(void)state;
	check("a.py", "(class_definition (argument_list [(identifier) (attribute)] @b)) @c", "class A(B, c.D): pass",
	      "0 c=class A(B, c.D): pass b=B\n0 c=class A(B, c.D): pass b=c.D\n");
	check("a.py", "(argument_list (identifier) @x (_) @y)", source, "0 x=B y=c.D\n0 x=B y=E\n");
	check("a.go", "(const_spec name: (identifier) @n)", "package p\nconst a, b = 1, 2", "0 n=a\n0 n=b\n");
	/* what is not captured is found once */
	check("a.py", "(class_definition name: (_) @n (argument_list (identifier)))", source, "0 n=A\n");
	check("a.py", "(argument_list (identifier) (identifier) @y)", source, "0 y=E\n");
	check("a.py", "(argument_list (attribute (identifier)) (_) @y)", source, "0 y=E\n");
	/* alternatives that match alike say it once, or what is more */
	check("a.py", "[(attribute (identifier) @i) (attribute object: (_) @i)]", "a.b", "0 i=a\n0 i=b\n");
	check("a.py", "(call [function: (_) @f (identifier) @f])", "f()", "0 f=f\n");
	check("a.js",
	      "(variable_declarator value: [(arrow_function parameters: (_)? @p body: (_) @b) "
	      "(arrow_function parameter: (_) @p body: (_) @b)])",
	      "let f = x => y, g = () => z", "0 p=x b=y\n0 p=() b=z\n");
}

static void quantifiers_take_what_they_can(void **state)
{
	static const char decorated[] = "@a\n@b\ndef f(): pass\n";

	(void)state;
	check("a.py", "(function_definition name: (_) @n return_type: (_)? @r)", "def f(): pass\ndef g() -> int: pass",
	      "0 n=f\n0 n=g r=int\n");
	check("a.py", "(decorated_definition (decorator)+ @d definition: (_) @f)", decorated,
	      "0 d=@a d=@b f=def f(): pass\n");
	check("a.py", "(decorated_definition (decorator) @d definition: (_))", decorated, "0 d=@a\n0 d=@b\n");
	check("a.py", "(decorated_definition (decorator)* @d definition: (function_definition name: (_) @f))",
	      decorated, "0 d=@a d=@b f=f\n");
	check("a.py", "(module (comment)* @c . (pass_statement) @p)", "pass\n# a\n# b\npass", "0 c=# a c=# b p=pass\n");
	check("a.py", "(module . (comment)* . (expression_statement (string) @s))", "# a\n# b\n's'\n't'", "0 s='s'\n");
	check("a.py", "(module . (comment)* . (expression_statement (string) @s))", "'s'\n't'", "0 s='s'\n");
	check("a.py", "(module . (comment)* . (expression_statement (string) @s))", "# a\npass\n's'", "");
	check("a.py", "(argument_list (_)+ @a)", "f()", "");
	check("a.py", "(argument_list (_)+ @a)", "f(x, y)", "0 a=x\n0 a=y\n");
	check("a.py", "(list [(integer) (float)]? @n (string) @s)", "[1, 'a']\n['b', 2.0]", "0 n=1 s='a'\n0 s='b'\n");
}

static void anchors_look_past_unnamed_nodes(void **state)
{
	(void)state;
	check("a.py", "(argument_list . (_) @a)", "f(x, y)", "0 a=x\n");
	check("a.py", "(argument_list (_) @a .)", "f(x, y)", "0 a=y\n");
	check("a.py", "(argument_list . (_) @a .)", "f(x, y) + g(z)", "0 a=z\n");
	check("a.py", "(list (integer) @a . (string) @b)", "[1, 2, 's', 3, x, 't']", "0 a=2 b='s'\n");
	check("a.py", "(list (integer) . (string) @b)", "[1, 2, 's', 3, 't']", "0 b='s'\n0 b='t'\n");
	check("a.py", "(list . \",\" @c)", "[1, 2]", "");
	check("a.py", "(list (integer) . _ @c)", "[1, 2]", "0 c=,\n0 c=2\n0 c=]\n");
	check("a.py", "(list _ . (integer) @i)", "[1, 2]", "0 i=1\n0 i=2\n");
	check("a.py", "(function_definition name: (_) @n . parameters: (_) . (block) @b)",
	      "def f(): pass\ndef g() -> T: pass", "0 n=f b=pass\n");
}

static void predicates_choose(void **state)
{
	(void)state;
	check("a.py", "((identifier) @i (#eq? @i \"a\"))", "a; b", "0 i=a\n");
	check("a.py", "(call (identifier) @f (#not-any-of? @f \"f\" \"g\"))", "f(); g(); h()", "0 f=h\n");
	check("a.py", "((attribute object: (_) @o attribute: (_) @a) (#eq? @o @a))", "x.x; x.y", "0 o=x a=x\n");
	check("a.py", "([(string) (integer)] @v (#starts? @v \"'\" \"1\") (#not-starts? @v \"12\"))", "'a'; 13; 12; 21",
	      "0 v='a'\n0 v=13\n");
	check("a.py", "((string) @s (#eq? @s \"\\\"\\\\n\\\"\"))", "\"\\n\"; \"n\"", "0 s=\"\\n\"\n");
}

static void matches_come_in_order(void **state)
{
	(void)state;
	/* of those that begin at a node, the one that ends first; of equals, the first pattern */
	check("a.py", "(argument_list (identifier) @i) (argument_list (string) @s)", "f('a', b, 'c')",
	      "1 s='a'\n0 i=b\n1 s='c'\n");
	check("a.py", "(call function: (_) @b) (call function: (_) @a) ; comment\n(module) @m", "f()",
	      "2 m=f()\n0 b=f\n1 a=f\n");
}

static void mistakes_are_told(void **state)
{
	static const char *const wrong[][2] = {
		{ "(identifer) @i", "test:1:2: the language has no node type 'identifer'" },
		{ "(call\n  fuction: (_))", "test:2:3: the language has no field 'fuction'" },
		{ "(call \"<=>\")", "test:1:7: the language has no node type '<=>'" },
		{ "(call !no)", "test:1:8: the language has no field 'no'" },
		{ "(call", "test:1:6: the text ends inside of a pattern" },
		{ "(call ]", "test:1:7: unexpected ']'" },
		{ "(call .)", "test:1:8: unexpected ')'" },
		{ "(call . . (_))", "test:1:9: unexpected '.'" },
		{ "[]", "test:1:2: unexpected ']'" },
		{ "[(call)? (list)]", "test:1:2: an alternative can not be optional or repeated" },
		{ "(call)*", "test:1:1: no field and no repetition at the root of a pattern" },
		{ "function: (call)", "test:1:1: no field and no repetition at the root of a pattern" },
		{ "((call) (call))", "test:1:9: a group holds one pattern and its predicates" },
		{ "(call (_)?+)", "test:1:11: unexpected '+'" },
		{ "(call) @", "test:1:9: the text ends inside of a pattern" },
		{ "((call) @c (#eq? @d \"x\"))", "test:1:18: no pattern captures 'd'" },
		{ "((call) (#eq? \"x))", "test:1:15: a string without end" },
		{ "(call) @a @b @c @d", "test:1:17: one capture too many 'd'" },
		{ "function (call)", "test:1:1: ':' is missing after 'function'" },
		{ "((((((((((((((((((call))))))))))))))))))", "test:1:17: patterns nested too deep" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct lu__patterns p;

		err.msg[0] = 0;
		if (compile(&p, grammar("a.py"), wrong[i][0]) != LU_EFORMAT) fail_msg("%s compiles", wrong[i][0]);
		assert_string_equal(err.msg, wrong[i][1]);
		lu__patterns_free(&p);
	}
}

/* Each choice of four of 200 would be 64 million matches. */
static void work_and_depth_are_bounded(void **state)
{
	const TSLanguage *language = grammar("a.py");
	struct lu__patterns p;
	lu_buf source = LU_BUF, out = LU_BUF;
	TSTree *tree;

	(void)state;
	lu_buf_adds(&source, "f(");
	for (int i = 0; i < 200; i++) lu_buf_adds(&source, "x,");
	lu_buf_adds(&source, "((((1)))))");
	tree = parse(language, lu_buf_str(&source));
	assert_int_equal(compile(&p, language, "(argument_list (_) @a (_) @b (_) @c (_) @d)"), LU_OK);
	assert_int_equal(match_all(&p, ts_tree_root_node(tree), lu_buf_str(&source), 100, 1000, &out), LU_OK);
	assert_int_equal(out.len, 0);
	lu__patterns_free(&p);
	/* module, statement, call, arguments, then four parentheses */
	assert_int_equal(compile(&p, language, "(integer) @i"), LU_OK);
	assert_int_equal(match_all(&p, ts_tree_root_node(tree), lu_buf_str(&source), 7, 1000, &out), LU_OK);
	assert_int_equal(out.len, 0);
	assert_int_equal(match_all(&p, ts_tree_root_node(tree), lu_buf_str(&source), 8, 1000, &out), LU_OK);
	assert_string_equal(out.s, "0 i=1\n");
	lu__patterns_free(&p);
	ts_tree_delete(tree);
	lu_buf_free(&source);
	lu_buf_free(&out);
}

static void memory_may_run_out(void **state)
{
	static const char text[] = "((call function: [(identifier) (attribute)] @f (argument_list (_)+ @a)) "
				   "(#not-eq? @f \"g\"))";
	const TSLanguage *language = grammar("a.py");
	lu_str source = lu_strz("f(x, y)");
	TSTree *tree = parse(language, source);
	lu_code rc = LU_OK;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		struct lu__patterns p;
		lu_buf out = LU_BUF;

		rc = compile(&p, language, text);
		if (!rc) rc = match_all(&p, ts_tree_root_node(tree), source, 100, 1000, &out);
		lu__patterns_free(&p);
		lu_buf_free(&out);
	});
	ts_tree_delete(tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nodes_fields_and_wildcards),
		cmocka_unit_test(one_match_for_each_choice_of_captures),
		cmocka_unit_test(quantifiers_take_what_they_can),
		cmocka_unit_test(anchors_look_past_unnamed_nodes),
		cmocka_unit_test(predicates_choose),
		cmocka_unit_test(matches_come_in_order),
		cmocka_unit_test(mistakes_are_told),
		cmocka_unit_test(work_and_depth_are_bounded),
		cmocka_unit_test(memory_may_run_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
