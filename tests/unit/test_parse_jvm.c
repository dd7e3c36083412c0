/* SPDX-License-Identifier: MIT
 * What Java, Kotlin and Scala need of the parser beyond their fixtures: sources that their grammars alone do
 * not read to the end, import clauses, licences. */
#include "test.h"

#include "lucus/parse.h"

static lu_err err;

static void parse(const char *path, const char *text, lu_arena *a, lu_parsed *out)
{
	lu_parser *p = NULL;
	lu_str name = lu_strz(path);

	assert_int_equal(lu_parser_new(&p, &err), LU_OK);
	assert_int_equal(lu_parse(p, lu_language_for(name, lu_strz(text)), name, lu_strz(text), a, out, &err), LU_OK);
	lu_parser_free(p);
}

static const lu_element *find(const lu_parsed *p, const char *type, const char *name)
{
	for (size_t i = 0; i < p->elements.n; i++)
		if (lu_str_eqz(p->elements.v[i].name, name) && lu_str_eqz(p->elements.v[i].type, type))
			return &p->elements.v[i];
	return NULL;
}

/* Kotlin: the last member of a body needs no end of line. */
static void bodies_on_one_line_are_read(void **state)
{
	static const char *const bodies[] = {
		"interface A { fun f() }",
		"class A { val a = 1; fun f() { } }",
		"class A { fun f() = 1; class B }",
		"class A { companion object { fun f() = 1 } }",
		"class A { fun f() { }; init { } }",
		"enum class A { B, C; fun f() }",
		"object A { val a: Int; fun f(); val b: Int }",
	};

	(void)state;
	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		lu_arena a = { 0 };
		lu_buf text = LU_BUF;
		lu_parsed got;

		lu_buf_adds(&text, bodies[i]);
		lu_buf_adds(&text, "\nfun after() {}\n");
		parse("a.kt", text.s, &a, &got);
		assert_false(got.errors);
		assert_non_null(find(&got, "method", "A.f"));
		assert_non_null(find(&got, "function", "after"));
		lu_buf_free(&text);
		lu_arena_free(&a);
	}
}

static uint32_t args_of(const lu_element *el, const char *name)
{
	for (size_t i = 0; i < el->calls.n; i++)
		if (lu_str_eqz(el->calls.v[i].name, name)) return el->calls.v[i].args;
	fail_msg("no call of '%s'", name);
	return 0;
}

/* The number of arguments and 1 of the first site; 0 where it is not told. */
static void java_counts_arguments(void **state)
{
	lu_arena a = { 0 };
	lu_parsed got;
	const lu_element *f;

	(void)state;
	parse("A.java",
	      "class A {\n\tA() { this(1, 2); }\n\tvoid f(B b) {\n\t\tnone(); two(1, /* one */ g(2, 3));\n"
	      "\t\tb.on(1); new B(4); new C<String>(5, 6); mixed(1); mixed(); same(1); same(2); use(A::later);\n"
	      "\t\tb.<String>typed(1, 2); ((B) b).cast(); new B().made(1);\n\t}\n}\n",
	      &a, &got);
	assert_false(got.errors);
	assert_int_equal(args_of(find(&got, "method", "A.A"), "this"), 3);
	f = find(&got, "method", "A.f");
	assert_non_null(f);
	assert_int_equal(args_of(f, "none"), 1);
	assert_int_equal(args_of(f, "two"), 3);
	assert_int_equal(args_of(f, "g"), 3);
	assert_int_equal(args_of(f, "b.on"), 2);
	assert_int_equal(args_of(f, "C"), 3);
	assert_int_equal(args_of(f, "mixed"), 2);
	assert_int_equal(args_of(f, "same"), 2);
	assert_int_equal(args_of(f, "A.later"), 0);
	assert_int_equal(args_of(f, "b.typed"), 3);
	assert_int_equal(args_of(f, "B().made"), 2);
	assert_int_equal(args_of(f, "B"), 2); /* B(4), then B() */
	lu_arena_free(&a);
}

static void java_tells_types_of_arguments(void **state)
{
	static const struct {
		const char *args, *types;
	} cases[] = {
		{ "1, 2L, 0x1fL, 0x1f, 1.5, 1f, 2d, 1e3", "int;long;long;int;double;float;double;double" },
		{ "\"a\", 'c', true, null, B.class", "String;char;boolean;null;Class" },
		{ "(B) x, (1), -2, !y, +3L", "B;int;int;boolean;long" },
		{ "new B(), new C<X>(1) { }, new int[2], new B[1][], new long[] { 1 }", "B;C<X>;int[];B[][];long[]" },
		{ "x -> 1, B::new, () -> { }", "->;->;->" },
		{ "1 + 2, \"a\" + b, b + \"c\", 1 < 2, 1 + 2L, b instanceof B, b && c",
		  "int;String;String;boolean;;boolean;boolean" },
		{ "y ? 1 : 2, y ? null : \"a\", y ? 1 : \"a\"", "int;String;" },
		{ "p, q, v, w, field, this, p.f(), q.g, list[0], other",
		  "String;List<B>;int;;long[];=this;=String.f();=List<B>.g;B;=other" },
		{ "", "" },
		{ "w", "" },
		{ "1 /* two */, // three\n 4", "int;int" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		lu_arena a = { 0 };
		lu_parsed got;
		lu_buf text = LU_BUF;
		const lu_element *f;

		lu_buf_addf(&text,
			    "class A {\n\tlong[] field;\n\tvoid f(String p, List<B> q, B[] list) {\n\t\tint v = 1; var "
			    "w = 1;\n"
			    "\t\tcall(%s);\n\t}\n}\n",
			    cases[i].args);
		parse("A.java", text.s, &a, &got);
		assert_false(got.errors);
		f = find(&got, "method", "A.f");
		for (size_t k = 0; k < f->calls.n; k++) {
			char types[400];

			if (!lu_str_eqz(f->calls.v[k].name, "call")) continue;
			snprintf(types, sizeof types, "%.*s", LU_FMT(f->calls.v[k].types));
			assert_string_equal(types, cases[i].types);
		}
		lu_buf_free(&text);
		lu_arena_free(&a);
	}
}

/* Kotlin's scanner once looked for ever for a blank after these. */
static void files_may_end_anywhere(void **state)
{
	static const char *const texts[] = { "class A\n@foo",   "class A { val x = 1\n@Foo", "class A\n@",
					     "val a = 1\nset(", "class A\nconstructor",      "fun f() = \"\"\"a ${" };

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		lu_arena a = { 0 };
		lu_parsed got;

		parse("a.kt", texts[i], &a, &got);
		assert_true(got.elements.n >= 1);
		lu_arena_free(&a);
	}
}

/* An error costs what is around it, not the rest of the file. */
static void errors_stay_where_they_are(void **state)
{
	lu_arena a = { 0 };
	lu_parsed got;

	(void)state;
	parse("a.kt", "class A {\n\tfun f( { }\n}\n\nfun g() {}\n\n/* a \" b */\nclass B {\n\tfun h() {}\n}\n", &a,
	      &got);
	assert_true(got.errors);
	assert_non_null(find(&got, "function", "g"));
	assert_non_null(find(&got, "method", "B.h"));
	lu_arena_free(&a);
}

static void check_import(const lu_import *im, const char *module, const char *name, const char *alias, unsigned line)
{
	assert_true(lu_str_eqz(im->module, module));
	assert_true(lu_str_eqz(im->name, name));
	assert_true(lu_str_eqz(im->alias, alias));
	assert_int_equal(im->line, line);
}

static void import_clauses_are_taken_apart(void **state)
{
	lu_arena a = { 0 };
	lu_parsed got;
	const lu_import *im;

	(void)state;
	parse("a.scala",
	      "import a.b.{\n  C, // one, {two}\n  D => E, /* no */ F => _,\n  G as H,\n  given, _\n}, "
	      "x.Y\nimport p.q as r\n",
	      &a, &got);
	assert_int_equal(got.elements.v[0].imports.n, 6);
	im = got.elements.v[0].imports.v;
	check_import(&im[0], "a.b", "C", "C", 2);
	check_import(&im[1], "a.b", "D", "E", 3);
	check_import(&im[2], "a.b", "G", "H", 4);
	check_import(&im[3], "a.b", "*", "", 6);
	check_import(&im[4], "x.Y", "", "Y", 6);
	check_import(&im[5], "p", "q", "r", 7);
	lu_arena_free(&a);
}

static void packages_add_up(void **state)
{
	lu_arena a = { 0 };
	lu_parsed got;

	(void)state;
	parse("a.scala", "/* x */\npackage a.b\npackage c\n\nclass D\n", &a, &got);
	assert_non_null(find(&got, "class", "a.b.c.D"));
	lu_arena_free(&a);
}

static void a_licence_documents_nothing(void **state)
{
	lu_arena a = { 0 };
	lu_parsed got;

	(void)state;
	parse("A.java", "/*\n * Licensed to nobody.\n */\npackage a;\nclass A {}\n", &a, &got);
	assert_int_equal(got.elements.v[0].docstring.n, 0);
	parse("A.java", "/* All about a. */\npackage a;\nclass A {}\n", &a, &got);
	assert_true(lu_str_eqz(got.elements.v[0].docstring, "All about a."));
	lu_arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bodies_on_one_line_are_read),
		cmocka_unit_test(java_counts_arguments),
		cmocka_unit_test(java_tells_types_of_arguments),
		cmocka_unit_test(files_may_end_anywhere),
		cmocka_unit_test(errors_stay_where_they_are),
		cmocka_unit_test(import_clauses_are_taken_apart),
		cmocka_unit_test(packages_add_up),
		cmocka_unit_test(a_licence_documents_nothing),
	};

	return cmocka_run_group_tests_name("parse_jvm", tests, NULL, NULL);
}
