/* SPDX-License-Identifier: MIT
 * The parser, against the fixtures of tests/fixtures/lang (README.md there explains them), and against
 * input that nobody would write. */
#include "test.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/file.h"
#include "lucus/parse.h"
#include "language/row.h"
#include "parse/query.h"
#include "parse/comment_text.h"
#include "parse/names.h"

#define FIXTURES     "tests/fixtures/lang"
#define MAX_FIXTURES 64

static lu_err err;

/* ---- fixtures ---- */

struct fixture {
	char path[256]; /* below FIXTURES */
	lu_buf text;
	const lu_language *language;
};

static struct fixture fixtures[MAX_FIXTURES];
static size_t n_fixtures;

static void read_file(const char *rel, lu_buf *out)
{
	char path[600];

	snprintf(path, sizeof path, FIXTURES "/%s", rel);
	if (lu_file_read(path, 1 << 20, out, &err)) fail_msg("%s", err.msg);
}

static void add_fixture(const char *folder, const char *name)
{
	struct fixture *f = &fixtures[n_fixtures++];

	assert_true(n_fixtures < MAX_FIXTURES);
	assert_true((size_t)snprintf(f->path, sizeof f->path, "%s/%s", folder, name) < sizeof f->path);
	lu_buf_init(&f->text);
	read_file(f->path, &f->text);
	f->language = lu_language_for(lu_strz(f->path), lu_buf_str(&f->text));
}

static void add_folder(const char *folder)
{
	char path[600];
	struct dirent *e;
	DIR *d;

	snprintf(path, sizeof path, FIXTURES "/%s", folder);
	d = opendir(path);
	if (!d) fail_msg("cannot open '%s'", path);
	while ((e = readdir(d)))
		if (e->d_name[0] != '.' && !lu_str_ends(lu_strz(e->d_name), ".expect")) add_fixture(folder, e->d_name);
	closedir(d);
}

static int by_fixture(const void *px, const void *py)
{
	return strcmp(((const struct fixture *)px)->path, ((const struct fixture *)py)->path);
}

static int load_fixtures(void **state)
{
	struct dirent *e;
	DIR *d = opendir(FIXTURES);

	(void)state;
	if (!d) return -1;
	while ((e = readdir(d)))
		if (!strchr(e->d_name, '.')) add_folder(e->d_name);
	closedir(d);
	qsort(fixtures, n_fixtures, sizeof *fixtures, by_fixture);
	return n_fixtures ? 0 : -1;
}

static int free_fixtures(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_fixtures; i++) lu_buf_free(&fixtures[i].text);
	return 0;
}

/* ---- elements as the text of an .expect file ---- */

static void put_words(lu_buf *b, const char *field, lu_strs v)
{
	if (!v.n) return;
	lu_buf_addf(b, "\t%s", field);
	for (size_t i = 0; i < v.n; i++) lu_buf_addf(b, " %.*s", LU_FMT(v.v[i]));
	lu_buf_addc(b, '\n');
}

static void put_lines(lu_buf *b, const char *field, lu_strs v)
{
	for (size_t i = 0; i < v.n; i++) lu_buf_addf(b, "\t%s %.*s\n", field, LU_FMT(v.v[i]));
}

static void put_field(lu_buf *b, const char *field, lu_str s)
{
	if (s.n) lu_buf_addf(b, "\t%s %.*s\n", field, LU_FMT(s));
}

static lu_str dash(lu_str s)
{
	return s.n ? s : lu_strz("-");
}

static void put_parameters(lu_buf *b, const lu_element *el)
{
	for (size_t i = 0; i < el->parameters.n; i++) {
		const lu_param *p = &el->parameters.v[i];

		lu_buf_addf(b, "\tparam %.*s", LU_FMT(p->name));
		if (p->type.n) lu_buf_addf(b, ": %.*s", LU_FMT(p->type));
		if (p->def.n) lu_buf_addf(b, " = %.*s", LU_FMT(p->def));
		lu_buf_addc(b, '\n');
	}
}

static void put_imports_and_calls(lu_buf *b, const lu_element *el)
{
	for (size_t i = 0; i < el->imports.n; i++) {
		const lu_import *m = &el->imports.v[i];

		lu_buf_addf(b, "\timport %u %.*s %.*s %.*s\n", m->line, LU_FMT(m->module), LU_FMT(dash(m->name)),
			    LU_FMT(dash(m->alias)));
	}
	for (size_t i = 0; i < el->calls.n; i++) {
		const lu_call *c = &el->calls.v[i];

		lu_buf_addf(b, "\tcall %.*s", LU_FMT(c->name));
		if (c->receiver.n) lu_buf_addf(b, " <%.*s>", LU_FMT(c->receiver));
		if (c->count > 1) lu_buf_addf(b, " *%u", c->count);
		lu_buf_addf(b, " @%u\n", c->line);
	}
}

static void put_name(lu_buf *b, const lu_element *el)
{
	lu_buf_addf(b, "%.*s %.*s", LU_FMT(el->type), LU_FMT(el->name));
}

static void put_ordinal(lu_buf *b, const lu_element *el)
{
	if (el->ordinal > 1) lu_buf_addf(b, " #%u", el->ordinal);
}

/* Of prose; those of comments have a test of their own. */
static void put_mentions(lu_buf *b, const lu_element *el)
{
	for (size_t i = 0; i < el->mentions.n; i++) {
		const lu_mention *m = &el->mentions.v[i];

		lu_buf_addf(b, "\tmention %.*s", LU_FMT(m->name));
		if (m->count > 1) lu_buf_addf(b, " *%u", m->count);
		lu_buf_addf(b, " @%u\n", m->line);
	}
}

static void put_element(lu_buf *b, const lu_elements *all, size_t i)
{
	const lu_element *el = &all->v[i];

	put_name(b, el);
	lu_buf_addf(b, " %u-%u", el->start_line, el->end_line);
	put_ordinal(b, el);
	lu_buf_adds(b, el->is_async ? " async\n" : "\n");
	for (size_t k = 1; k < all->n; k++) {
		if (!lu_str_eqz(el->parent, all->v[k].id)) continue;
		lu_buf_adds(b, "\tin ");
		put_name(b, &all->v[k]);
		put_ordinal(b, &all->v[k]);
		lu_buf_addc(b, '\n');
	}
	put_field(b, "sig", el->signature);
	put_field(b, "returns", el->return_type);
	put_parameters(b, el);
	put_lines(b, "deco", el->decorators);
	put_lines(b, "base", el->base_classes);
	put_words(b, "methods", el->methods);
	put_field(b, "doc", lu_str_line(el->docstring));
	put_imports_and_calls(b, el);
	put_lines(b, "dep", el->dependencies);
	put_words(b, "assign", el->assignments);
	if (lu_language_for(el->file_path, lu_strz(""))->reader != LU__READER_GRAMMAR) put_mentions(b, el);
}

/* The block of `text` that begins with the same line as `block`; empty when there is none. */
static lu_str find_block(lu_str text, lu_str block)
{
	lu_str head = lu_str_line(block);

	for (size_t i = 0, n; i < text.n; i += n + 1) {
		lu_str line = lu_str_line(lu_strn(text.s + i, text.n - i));

		n = line.n;
		if (!lu_str_eq(line, head)) continue;
		for (n = i + line.n + 1; n < text.n && text.s[n] == '\t';)
			n += lu_str_line(lu_strn(text.s + n, text.n - n)).n + 1;
		return lu_strn(text.s + i, n - i);
	}
	return lu_strn("", 0);
}

/* Without comments and empty lines. */
static void strip(const lu_buf *in, lu_buf *out, size_t *blocks)
{
	lu_str text = lu_buf_str(in);

	*blocks = 0;
	for (size_t i = 0; i < text.n;) {
		lu_str line = lu_str_line(lu_strn(text.s + i, text.n - i));

		i += line.n + 1;
		if (!line.n || line.s[0] == '#') continue;
		*blocks += line.s[0] != '\t';
		lu_buf_addstr(out, line);
		lu_buf_addc(out, '\n');
	}
}

static void parse_with(lu_parser *p, const struct fixture *f, lu_str text, lu_arena *a, lu_parsed *out)
{
	*out = (lu_parsed){ { NULL, 0 }, false };
	if (lu_parse(p, f->language, lu_strz(f->path), text, a, out, &err)) fail_msg("%s: %s", f->path, err.msg);
}

/* Every element is in the .expect file with these fields, and there are no others. */
static void fixtures_give_what_is_expected(void **state)
{
	lu_parser *p;
	size_t wrong = 0;

	(void)state;
	assert_int_equal(lu_parser_new(&p, &err), LU_OK);
	for (size_t i = 0; i < n_fixtures; i++) {
		lu_buf raw = LU_BUF, want = LU_BUF;
		lu_arena a = { 0 };
		lu_parsed got;
		char path[600];
		size_t blocks;

		assert_true((size_t)snprintf(path, sizeof path, "%s.expect", fixtures[i].path) < sizeof path);
		read_file(path, &raw);
		strip(&raw, &want, &blocks);
		parse_with(p, &fixtures[i], lu_buf_str(&fixtures[i].text), &a, &got);
		if (blocks != got.elements.n)
			print_error("%s: %zu elements, expected %zu\n", path, got.elements.n, blocks);
		wrong += blocks != got.elements.n;
		for (size_t k = 0; k < got.elements.n; k++) {
			lu_buf b = LU_BUF;
			lu_str block;

			put_element(&b, &got.elements, k);
			block = find_block(lu_buf_str(&want), lu_buf_str(&b));
			if (!lu_str_eq(block, lu_buf_str(&b))) {
				print_error("%s: found\n%sexpected\n%.*s\n", path, b.s, LU_FMT(block));
				wrong++;
			}
			lu_buf_free(&b);
		}
		lu_arena_free(&a);
		lu_buf_free(&raw);
		lu_buf_free(&want);
	}
	lu_parser_free(p);
	assert_int_equal(wrong, 0);
}

/* Those without a grammar share a few functions. */
static bool has_fixture(const lu_language *l)
{
	bool found = false;

	for (size_t k = 0; k < n_fixtures; k++)
		found |= l->grammar ? fixtures[k].language == l : fixtures[k].language->reader == l->reader;
	return found;
}

static void every_language_has_a_query_and_a_fixture(void **state)
{
	const lu_language *l;
	const struct lu__query *q;

	(void)state;
	for (size_t i = 0; (l = lu_language_at(i)); i++) {
		assert_int_equal(l->grammar != NULL, l->reader == LU__READER_GRAMMAR);
		if (l->grammar && lu__query_get(l, &q, &err)) fail_msg("%s", err.msg);
		if (!has_fixture(l)) fail_msg("language '%s' has no fixture", lu_language_name(l));
		assert_true(*lu_language_extensions(l) || *lu_language_filenames(l));
	}
	assert_true(n_fixtures >= 9);
}

static const char *called(const char *word, bool *plain)
{
	const lu_language *l;

	for (size_t i = 0; (l = lu_language_at(i)); i++)
		if (lu_language_is_called(l, lu_strz(word), plain)) return lu_language_name(l);
	return "";
}

static void languages_have_names_that_people_use(void **state)
{
	bool plain;

	(void)state;
	assert_string_equal(called("Python", &plain), "python");
	assert_false(plain);
	assert_string_equal(called("py", &plain), "python");
	assert_string_equal(called("C++", &plain), "cpp");
	assert_string_equal(called("c#", &plain), "csharp");
	assert_string_equal(called("js", &plain), "javascript");
	assert_string_equal(called("golang", &plain), "go");
	assert_false(plain);
	assert_string_equal(called("go", &plain), "go");
	assert_true(plain);
	assert_string_equal(called("c", &plain), "c");
	assert_true(plain);
	assert_string_equal(called("pythons", &plain), "");
	assert_string_equal(called("", &plain), "");
}

static const char *language_of(const char *path, const char *text)
{
	return lu_language_name(lu_language_for(lu_strz(path), lu_strz(text)));
}

static void languages_are_told_by_name_and_first_line(void **state)
{
	(void)state;
	assert_string_equal(language_of("a/b.PY", ""), "python");
	assert_string_equal(language_of("x.d.ts", ""), "typescript");
	assert_string_equal(language_of("x.tsx", ""), "tsx");
	assert_string_equal(language_of("x.cjs", ""), "javascript");
	assert_string_equal(language_of("x.h", ""), "c");
	assert_string_equal(language_of("x.h", "int class; struct class { int public; }; struct class x;"), "c");
	assert_string_equal(language_of("x.h", "#ifdef __cplusplus\nextern \"C\" {\nclass a {};\n#endif\n"), "c");
	assert_string_equal(language_of("x.h", "/* class a { */ int f(void); // template <x>\n"), "c");
	assert_string_equal(language_of("x.h", "#include <stdio.h>\n#include <sys/types.h>\n"), "c");
	assert_string_equal(language_of("x.h", "#include <vector>\n"), "cpp");
	assert_string_equal(language_of("x.h", "class API a final : b {\n"), "cpp");
	assert_string_equal(language_of("x.h", "namespace a::b {"), "cpp");
	assert_string_equal(language_of("x.h", "template<class T> T f(T);"), "cpp");
	assert_string_equal(language_of("x.h", "struct a {\nprivate:\n\tint b;\n};"), "cpp");
	assert_string_equal(language_of("x.h", "std::string f();"), "cpp");
	assert_string_equal(language_of("x.hpp", ""), "cpp");
	assert_string_equal(language_of("x.C++", ""), "cpp");
	assert_string_equal(language_of("x.cs", ""), "csharp");
	assert_string_equal(language_of("a.go/README", ""), "text");
	assert_string_equal(language_of("x.py.txt", ""), "text");
	assert_string_equal(language_of("py", ""), "text");
	assert_string_equal(language_of(".py", ""), "text");
	assert_string_equal(language_of("tool", "#!/usr/bin/env -S python3 -u\n"), "python");
	assert_string_equal(language_of("tool", "#! /opt/bin/node --x\nimport"), "javascript");
	assert_string_equal(language_of("tool", "#!/bin/sh\n# python3"), "bash");
	assert_string_equal(language_of("t/x.t", "#! /bin/dash -e\n"), "bash");
	assert_string_equal(language_of("x.t", "use Test::More;\n"), "text");
	assert_string_equal(language_of("x.php", "#!/usr/bin/env ruby\n"), "php");
	assert_string_equal(language_of("a/Rakefile", ""), "ruby");
	assert_string_equal(language_of("a/Rakefile/x", ""), "text");
	assert_string_equal(language_of("home/.bashrc", ""), "bash");
	assert_string_equal(language_of("tool", "#!"), "text");
	assert_string_equal(language_of("tool", "#!/usr/bin/env"), "text");
	assert_string_equal(language_of("tool.txt", "#!/usr/bin/env python3"), "text");
	assert_string_equal(language_of("tool.in", "#!/usr/bin/env python3"), "python");
	assert_string_equal(language_of("docs/Guide.MD", ""), "markdown");
	assert_string_equal(language_of("x.rst", ""), "rst");
	assert_string_equal(language_of("src/Makefile", ""), "make");
	assert_string_equal(language_of("CMakeLists.txt", ""), "cmake");
	assert_string_equal(language_of("a.unheard-of", ""), "text");
	assert_string_equal(language_of("build.zig.zon", ""), "text");
	assert_null(lu_language_at(1000));
}

/* ---- what holds for every result ---- */

static uint32_t row_of(lu_str text, const char *at)
{
	uint32_t row = 1;

	for (const char *p = text.s; p < at; p++) row += *p == '\n';
	return row;
}

static bool is_view_of(lu_str part, lu_str text)
{
	return part.s >= text.s && part.s + part.n <= text.s + text.n;
}

static int by_id(const void *px, const void *py)
{
	return strcmp(*(const char *const *)px, *(const char *const *)py);
}

static void check_unique_ids(const lu_elements *all)
{
	const char **v = calloc(all->n, sizeof *v);

	assert_non_null(v);
	for (size_t i = 0; i < all->n; i++) v[i] = all->v[i].id;
	qsort(v, all->n, sizeof *v, by_id);
	for (size_t i = 1; i < all->n; i++) assert_string_not_equal(v[i - 1], v[i]);
	free(v);
}

/* The module is first, parents come before children, code is the text of its lines. */
static void check_elements(const lu_elements *all, lu_str text, lu_str path)
{
	assert_true(all->n >= 1);
	assert_true(lu_str_eqz(all->v[0].type, "module"));
	assert_int_equal(all->v[0].parent.n, 0);
	assert_int_equal(all->v[0].start_line, 1);
	assert_true(lu_str_eq(all->v[0].code, text));
	for (size_t i = 0; i < all->n; i++) {
		const lu_element *el = &all->v[i];
		bool found = i == 0;

		assert_true(el->name.n > 0 && el->type.n > 0 && lu_str_eq(el->file_path, path));
		assert_true(lu_uuid_valid(lu_strz(el->id)) && el->ordinal >= 1);
		for (size_t k = 0; k < i && !found; k++) found = lu_str_eqz(el->parent, all->v[k].id);
		assert_true(found);
		if (!text.n) continue;
		assert_true(is_view_of(el->code, text) && el->code.n > 0);
		assert_int_equal(el->start_line, row_of(text, el->code.s));
		assert_int_equal(el->end_line, row_of(text, el->code.s + el->code.n - 1));
		for (size_t k = 0; k < el->calls.n; k++) {
			assert_true(el->calls.v[k].count >= 1 && el->calls.v[k].name.n > 0);
			assert_in_range(el->calls.v[k].line, el->start_line, all->v[0].end_line);
		}
		for (size_t k = 0; k < el->imports.n; k++)
			assert_in_range(el->imports.v[k].line, 1, all->v[0].end_line);
	}
	check_unique_ids(all);
}

static void truncated_files_are_sane(void **state)
{
	lu_parser *p;

	(void)state;
	assert_int_equal(lu_parser_new(&p, &err), LU_OK);
	for (size_t i = 0; i < n_fixtures; i++) {
		for (size_t n = 0; n < fixtures[i].text.len; n += 7) {
			/* a block of its own, so that a sanitizer sees what is read beyond its end */
			char *copy = malloc(n + 1);
			lu_arena a = { 0 };
			lu_parsed got;

			assert_non_null(copy);
			memcpy(copy, fixtures[i].text.s, n);
			parse_with(p, &fixtures[i], lu_strn(copy, n), &a, &got);
			check_elements(&got.elements, lu_strn(copy, n), lu_strz(fixtures[i].path));
			lu_arena_free(&a);
			free(copy);
		}
	}
	lu_parser_free(p);
}

/* Lines swapped at random: damaged trees with all kinds of nodes in them. */
static void shuffled_files_are_sane(void **state)
{
	lu_parser *p;
	uint32_t seed = 7;

	(void)state;
	assert_int_equal(lu_parser_new(&p, &err), LU_OK);
	for (size_t round = 0; round < 8 * n_fixtures; round++) {
		const struct fixture *f = &fixtures[round % n_fixtures];
		lu_buf b = LU_BUF;
		lu_arena a = { 0 };
		lu_parsed got;

		for (int k = 0; k < 80; k++) {
			size_t at;

			seed = seed * 1664525 + 1013904223;
			for (at = (seed >> 8) % f->text.len; at && f->text.s[at - 1] != '\n';) at--;
			lu_buf_addstr(&b, lu_str_line(lu_strn(f->text.s + at, f->text.len - at)));
			lu_buf_addc(&b, k % 7 ? '\n' : ' ');
		}
		parse_with(p, f, lu_buf_str(&b), &a, &got);
		check_elements(&got.elements, lu_buf_str(&b), lu_strz(f->path));
		lu_arena_free(&a);
		lu_buf_free(&b);
	}
	lu_parser_free(p);
}

/* ---- odd input ---- */

/* Parse `text` as the file `path`, which tells the language. */
static lu_code parse_text(const char *path, lu_str text, lu_arena *a, lu_parsed *out)
{
	const lu_language *l = lu_language_for(lu_strz(path), text);
	lu_parser *p;
	lu_code rc;

	assert_non_null(l);
	assert_int_equal(lu_parser_new(&p, &err), LU_OK);
	*out = (lu_parsed){ { NULL, 0 }, false };
	rc = lu_parse(p, l, lu_strz(path), text, a, out, &err);
	lu_parser_free(p);
	if (!rc) check_elements(&out->elements, text, lu_strz(path));
	return rc;
}

static const char *const names[] = { "a.py", "a.c", "a.js", "a.ts", "a.tsx", "a.go" };
#define N_NAMES (sizeof names / sizeof *names)

static void empty_files_are_modules(void **state)
{
	static const char *const texts[] = { "", "\n", " ", "\n\n\t \n", "\r\n" };

	(void)state;
	for (size_t i = 0; i < N_NAMES; i++) {
		for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
			lu_arena a = { 0 };
			lu_parsed got;

			assert_int_equal(parse_text(names[i], lu_strz(texts[k]), &a, &got), LU_OK);
			assert_int_equal(got.elements.n, 1);
			assert_false(got.errors && !*texts[k]);
			assert_int_equal(got.elements.v[0].docstring.n, 0);
			lu_arena_free(&a);
		}
	}
}

static void comments_alone_document_the_module(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_NAMES; i++) {
		lu_arena a = { 0 };
		lu_parsed got;
		const char *text = i ? "// one\n// two\n" : "# one\n# two\n";

		assert_int_equal(parse_text(names[i], lu_strz(text), &a, &got), LU_OK);
		assert_int_equal(got.elements.n, 1);
		assert_true(lu_str_eqz(got.elements.v[0].docstring, "one\ntwo"));
		assert_int_equal(got.elements.v[0].end_line, 2);
		lu_arena_free(&a);
	}
}

/* What documents the first definition does not document the module. */
static void comments_belong_to_what_is_below_them(void **state)
{
	lu_arena a = { 0 };
	lu_parsed got;

	(void)state;
	assert_int_equal(parse_text("a.c", lu_strz("/* Adds. */\nint add(int a) { return a; }\n"), &a, &got), LU_OK);
	assert_int_equal(got.elements.n, 2);
	assert_int_equal(got.elements.v[0].docstring.n, 0);
	assert_true(lu_str_eqz(got.elements.v[1].docstring, "Adds."));
	lu_arena_free(&a);
	assert_int_equal(
		parse_text("a.c", lu_strz("int a; // of a\nint b;\n\n// far\n\nint c; /* x */ int d;\n"), &a, &got),
		LU_OK);
	assert_int_equal(got.elements.n, 5);
	for (size_t i = 0; i < 5; i++) assert_int_equal(got.elements.v[i].docstring.n, 0);
	lu_arena_free(&a);
}

/* The elements behind the module, as "TYPE NAME | SIGNATURE" and a line's end each. */
static void list_elements(const lu_parsed *got, lu_buf *out)
{
	for (size_t i = 1; i < got->elements.n; i++) {
		const lu_element *el = &got->elements.v[i];

		lu_buf_addf(out, "%.*s %.*s | %.*s\n", LU_FMT(el->type), LU_FMT(el->name), LU_FMT(el->signature));
	}
}

/* What a module or a type begins with is an element, so that the line with a default is found by its name. Not: what a function
 * sets, what has no value, other names of something else, and what has a body, which is an element itself. */
static void values_are_elements(void **state)
{
	static const struct {
		const char *path, *text, *want;
	} values[] = {
		{ "a.py",
		  "app: App = Proxy(1)\nloads = json.loads\n__all__ = ['app']\nclass C:\n    timeout = 30\n    name: "
		  "str = 'x'\n"
		  "    size: int\n    def f(self):\n        x = 1\n",
		  "variable a.app | app: App = Proxy(1)\nclass a.C | class C\nfield a.C.timeout | timeout = 30\n"
		  "field a.C.name | name: str = 'x'\nmethod a.C.f | def f(self)\n" },
		{ "a.js",
		  "exports.limits = { size: 10 };\nApp.prototype.timeout = 30;\nmodule.exports = { a: 1 };\nexports.f "
		  "= g;\n"
		  "class K { retries = 3; static #max = 5; cb = () => 1; none; }\nfunction h() { exports.x = 1; }\n",
		  "constant a.limits | exports.limits\nclass a.K | class K\nfield a.K.retries | retries = 3\n"
		  "field a.K.#max | static #max = 5\nmethod a.K.cb | cb = ()\nfunction a.h | function h()\n"
		  "constant a.App.timeout | App.prototype.timeout = 30\n" },
		{ "a.ts", "class K { private readonly retries: number = 3; cb = () => 1; none?: string; }\n",
		  "class a.K | class K\nfield a.K.retries | private readonly retries: number = 3\nmethod a.K.cb | cb = "
		  "()\n" },
		{ "A.java",
		  "class A { private int timeout = 30; int a = 1, b; F f = new F() { }; void g() { int q = 3; } }\n",
		  "class A | class A\nfield A.timeout | private int timeout = 30\nfield A.a | int a = 1, b\nclass "
		  "A.<F> | new F()\n"
		  "method A.g | void g()\n" },
		{ "a.kt",
		  "class A(val n: Int = 3) {\n  var timeout: Long = 30\n  val f = object : F { }\n  companion object { "
		  "var x = 3 }\n"
		  "  fun g() { val q = 3 }\n}\n",
		  "class A | class A(val n: Int = 3)\nfield A.timeout | var timeout: Long = 30\nobject A.<F> | object "
		  ": F\n"
		  "field A.x | var x = 3\nmethod A.g | fun g()\n" },
		{ "a.swift",
		  "struct P {\n  var timeout: Double = 30\n  let n = 4\n  var none: Int\n  func f() { let q = 3 }\n}\n",
		  "struct P | struct P\nfield P.timeout | var timeout: Double = 30\nfield P.n | let n = 4\nmethod P.f "
		  "| func f()\n" },
		{ "a.cs",
		  "class A { int timeout = 30; public int Port { get; set; } = 8080; static readonly int R = 4; int "
		  "none; int P { get; } }\n",
		  "class A | class A\nfield A.timeout | int timeout = 30\nproperty A.Port | public int Port\n"
		  "constant A.R | static readonly int R = 4\n" },
		{ "a.php",
		  "<?php\nclass A { protected int $timeout = 30; private $none; function timeout() { $x = 1; } }\n",
		  "class A | class A\nfield A.timeout | protected int $timeout = 30\nmethod A.timeout | function "
		  "timeout()\n" },
		{ "a.scala",
		  "class A { val timeout = 30; var n: Int = 4; def f = { val x = 3; x }; val g = new B { def q = 1 } "
		  "}\n",
		  "class A | class A\nfield A.timeout | val timeout = 30\nfield A.n | var n: Int = 4\nmethod A.f | def "
		  "f\n"
		  "class A.<B> | new B\nmethod A.<B>.q | def q\n" },
		{ "a.zig", "const Cfg = struct { port: u16 = 8080, none: u8 };\n",
		  "struct a.Cfg | const Cfg = struct\nfield a.Cfg.port | port: u16 = 8080\n" },
		{ "a.rb", "class A\n  @@timeout = 30\n  @pool = 4\n  def f; @z = 3; end\nend\n",
		  "class A | class A\nfield A.timeout | @@timeout = 30\nfield A.pool | @pool = 4\nmethod A.f | def "
		  "f\n" },
		{ "a.lua",
		  "local M = {}\nM.defaults = { width = 80 }\nM.x = require('y')\nfunction M.f() M.z = 1 end\nreturn "
		  "M\n",
		  "class a.M | M\nvariable a.M.defaults | M.defaults\nfield a.M.defaults.width | width = 80\n"
		  "method a.M.f | function M.f()\n" },
		{ "a.hpp",
		  "struct A { int timeout = 30; static constexpr int max = 6; int none; bool a = true, b = false; };\n",
		  "struct A | struct A\nfield A.timeout | int timeout = 30\nconstant A.max | static constexpr int max "
		  "= 6\n"
		  "field A.a | bool a = true, b = false\nfield A.b | bool a = true, b = false\n" },
		/* tables of defaults */
		{ "d.js", "const defaults = { timeout: 1000, on: { a: 1 }, f: g };\nconst x = { b: 1 };\n",
		  "constant d.defaults | defaults\nfield d.defaults.timeout | timeout: 1000\nconstant d.x | x\n" },
		{ "d.py", "DEFAULTS = {'timeout': 30, 'nested': {'a': 1}}\nx = {'b': 1}\n",
		  "constant d.DEFAULTS | DEFAULTS\nfield d.DEFAULTS.timeout | 'timeout': 30\nvariable d.x | x\n" },
		{ "d.rb", "class A\n  DEFAULTS = { jobs: 5, :timeout => 25, on: [] }.freeze\n  X = { b: 1 }\nend\n",
		  "class A | class A\nconstant A.DEFAULTS | DEFAULTS\nfield A.DEFAULTS.jobs | jobs: 5\n"
		  "field A.DEFAULTS.timeout | :timeout => 25\nconstant A.X | X\n" },
		{ "d.lua", "local M = {}\nM.defaults = { width = 80, git = { a = 1 } }\nreturn M\n",
		  "constant d.M | M\nvariable d.M.defaults | M.defaults\nfield d.M.defaults.width | width = 80\n" },
		{ "d.php", "<?php class A { const DEFAULTS = ['timeout' => 30]; private $options = ['x' => f()]; }\n",
		  "class A | class A\nconstant A.DEFAULTS | DEFAULTS = ['timeout' => 30]\n"
		  "field A.DEFAULTS.timeout | 'timeout' => 30\nfield A.options | private $options = ['x' => f()]\n" },
		/* options of the command line */
		{ "d.cc", "DEFINE_int32(port, 8080, \"The port.\");\nvoid f() { DEFINE_bool(x, true, \"\"); }\n",
		  "variable port | DEFINE_int32(port, 8080, \"The port.\")\nfunction f | void f()\n" },
		{ "a.sh", "timeout=30\njobs=${JOBS:-1}\nnone=\nf() { x=1; }\n",
		  "variable a.timeout | timeout=30\nvariable a.jobs | jobs=${JOBS:-1}\nfunction a.f | f()\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		lu_arena a = { 0 };
		lu_buf list = LU_BUF;
		lu_parsed got;

		assert_int_equal(parse_text(values[i].path, lu_strz(values[i].text), &a, &got), LU_OK);
		list_elements(&got, &list);
		if (!lu_str_eqz(lu_buf_str(&list), values[i].want))
			fail_msg("%s: found\n%.*swanted\n%s", values[i].path, LU_FMT(lu_buf_str(&list)),
				 values[i].want);
		lu_buf_free(&list);
		lu_arena_free(&a);
	}
}

static void lines_may_end_with_cr(void **state)
{
	lu_arena a = { 0 };
	lu_parsed got;

	(void)state;
	assert_int_equal(parse_text("a.py",
				    lu_strz("def f(x,\r\n      y):\r\n\t\"\"\"Doc.\r\n\tMore.\"\"\"\r\n\tg()\r\n"), &a,
				    &got),
			 LU_OK);
	assert_int_equal(got.elements.n, 2);
	assert_true(lu_str_eqz(got.elements.v[1].signature, "def f(x, y)"));
	assert_int_equal(got.elements.v[1].end_line, 5);
	assert_true(lu_str_starts(got.elements.v[1].docstring, "Doc."));
	lu_arena_free(&a);
}

static void names_may_be_of_any_script(void **state)
{
	lu_arena a = { 0 };
	lu_parsed got;

	(void)state;
	assert_int_equal(parse_text("m\xc3\xb6.py",
				    lu_strz("def gr\xc3\xbc\xc3\x9f(\xe5\x90\x8d): \xe5\x90\x8d.\xc3\xa4()\n"), &a,
				    &got),
			 LU_OK);
	assert_int_equal(got.elements.n, 2);
	assert_true(lu_str_eqz(got.elements.v[1].name, "m\xc3\xb6.gr\xc3\xbc\xc3\x9f"));
	assert_true(lu_str_eqz(got.elements.v[1].calls.v[0].name, "\xe5\x90\x8d.\xc3\xa4"));
	lu_arena_free(&a);
}

/* A long signature is cut, but not inside of a character. */
static void long_signatures_are_cut(void **state)
{
	lu_buf b = LU_BUF;
	lu_arena a = { 0 };
	lu_parsed got;
	lu_str s;

	(void)state;
	lu_buf_adds(&b, "def f(");
	for (int i = 0; i < 700; i++) lu_buf_adds(&b, "\xc3\xa4\xc3\xb6, ");
	lu_buf_adds(&b, "x): pass\n");
	assert_int_equal(parse_text("a.py", lu_buf_str(&b), &a, &got), LU_OK);
	assert_int_equal(got.elements.v[1].parameters.n, 701);
	s = got.elements.v[1].signature;
	assert_in_range(s.n, 990, 1000);
	assert_true((s.s[s.n - 1] & 0xc0) != 0xc0);
	lu_arena_free(&a);
	lu_buf_free(&b);
}

static void repeat(lu_buf *b, const char *s, size_t n)
{
	while (n--) lu_buf_adds(b, s);
}

/* Depth costs no stack, and does not make more elements than 24 levels. */
static void deep_nesting_is_read_to_a_depth(void **state)
{
	static const struct {
		const char *path, *open, *middle, *close;
	} deep[] = {
		{ "a.py", "(", "1", ")" },
		{ "a.py", "[", "", "]" },
		{ "a.c", "{", "", "}" },
		{ "a.c", "int f(void) { ", "", "}" },
		{ "a.js", "function f() { ", "g()", "}" },
		{ "a.js", "f(() => ", "g()", ")" },
		{ "a.ts", "class A { m() { ", "", "} }" },
		{ "a.tsx", "<A>", "", "</A>" },
		{ "a.go", "func() { ", "", "}()" },
		{ "a.js", "a.b().", "c()", "" },
		{ "a.py", "x.", "y()", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof deep / sizeof *deep; i++) {
		lu_buf b = LU_BUF;
		lu_arena a = { 0 };
		lu_parsed got;
		lu_code rc;

		repeat(&b, deep[i].open, 20000);
		lu_buf_adds(&b, deep[i].middle);
		repeat(&b, deep[i].close, 20000);
		rc = parse_text(deep[i].path, lu_buf_str(&b), &a, &got);
		assert_true(rc == LU_OK || rc == LU_EFORMAT);
		if (!rc && strstr(deep[i].open, "function")) assert_int_equal(got.elements.n, 25);
		lu_arena_free(&a);
		lu_buf_free(&b);
	}
}

#define MANY 20000

/* Long lists and many definitions: nothing here may cost the square of its number. */
static void many_things_are_read_in_time(void **state)
{
	static const struct {
		const char *path, *head, *line, *tail;
		size_t elements; /* 0: not counted */
	} many[] = {
		{ "a.go", "package p\ntype T struct{}\n", "func (T) m%zu() { t.f%zu() }\n", "", MANY + 2 },
		{ "a.py", "class C:\n", " def m%zu(self): pass\n", "", MANY + 2 },
		{ "a.py", "", "class C%zu(B%zu): pass\n", "", MANY + 1 },
		{ "a.py", "", "import m%zu\n", "", 1 },
		{ "a.py", "", "x%zu = T%zu()\n", "", MANY + 1 },
		{ "a.ts", "", "@d%zu export class C {}\n", "", MANY + 1 },
		{ "a.js", "function F() {}\n", "F.prototype.m%zu = function () { this.a%zu() };\n", "", MANY + 2 },
		{ "a.js", "", "// %zu\n", "function f() {} function g() {}\n", 3 },
		{ "a.c", "int ", "x%zu, ", "y;\n", 33 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
		const lu_language *l = lu_language_for(lu_strz(many[i].path), lu_strz(""));
		lu_buf b = LU_BUF;
		lu_arena a = { 0 };
		lu_parsed got;
		lu_parser *p;

		lu_buf_adds(&b, many[i].head);
		for (size_t k = 0; k < MANY; k++) {
			const char *line = many[i].line, *at;

			for (; (at = strstr(line, "%zu")); line = at + 3) {
				lu_buf_add(&b, line, (size_t)(at - line));
				lu_buf_addf(&b, "%zu", k);
			}
			lu_buf_adds(&b, line);
		}
		lu_buf_adds(&b, many[i].tail);
		assert_int_equal(lu_parser_new(&p, &err), LU_OK);
		if (lu_parse(p, l, lu_strz(many[i].path), lu_buf_str(&b), &a, &got, &err))
			fail_msg("number %zu: %s", i, err.msg);
		assert_int_equal(got.elements.n, many[i].elements);
		lu_parser_free(p);
		lu_arena_free(&a);
		lu_buf_free(&b);
	}
}

/* The bound on steps ends the parse of what takes too many, and the parser works on. */
static void the_step_budget_holds(void **state)
{
	static const char *const costly[][2] = { { "a.js", "yield +) } " }, { "a.c", ">& " }, { "a.go", ">},+" } };

	(void)state;
	for (size_t i = 0; i < sizeof costly / sizeof *costly; i++) {
		const lu_language *l = lu_language_for(lu_strz(costly[i][0]), lu_strz(""));
		lu_str path = lu_strz(costly[i][0]);
		lu_buf b = LU_BUF;
		lu_arena a = { 0 };
		lu_parsed got = { { NULL, 0 }, false };
		lu_parser *p;

		repeat(&b, costly[i][1], 5000);
		assert_int_equal(lu_parser_new(&p, &err), LU_OK);
		assert_int_equal(lu_parse(p, l, path, lu_buf_str(&b), &a, &got, &err), LU_OK);
		if (!got.gave_up || !strstr(got.gave_up, "gave up")) fail_msg("number %zu: %s", i, got.gave_up);
		assert_int_equal(got.units, lu_parse_bound(b.len));
		assert_int_equal(got.elements.n, 2); /* the module and a block */
		assert_true(lu_str_eqz(got.elements.v[1].type, "block"));
		assert_true(lu_str_eqz(got.elements.v[1].language, lu_language_name(l)));
		lu_arena_free(&a);
		assert_int_equal(lu_parse(p, l, path, lu_strz("x\n"), &a, &got, &err), LU_OK);
		assert_int_equal(got.elements.n, 1);
		assert_null(got.gave_up);
		lu_arena_free(&a);
		lu_parser_free(p);
		lu_buf_free(&b);
	}
}

static uint64_t units_of(lu_parser *p, const char *path, lu_str text, lu_parsed *got)
{
	lu_arena a = { 0 };

	assert_int_equal(lu_parse(p, lu_language_for(lu_strz(path), lu_strz("")), lu_strz(path), text, &a, got, &err),
			 LU_OK);
	lu_arena_free(&a);
	return got->units;
}

/* Units are the same each time and grow with the text, and are far from the bound where source is ordinary. All that is
 * found in a tree counts, not only the parse. */
static void units_count_the_work(void **state)
{
	static const struct {
		const char *path, *text;
		unsigned least, most; /* for a byte */
	} kind[] = {
		{ "a.py", "def f(x):\n    return g(x) + 1\n\n", 20, 80 },
		{ "a.c", "int f(int x)\n{\n\treturn g(x) + 1;\n}\n\n", 20, 80 },
		{ "a.c", "x=1;", 60, 300 }, /* dense */
		{ "a.ts", "x=1;", 60, 300 },
		{ "a.cs", "A,\n", 60, 400 }, /* many calls of tree-sitter's, and many matches, for a byte */
		{ "a.md", "# A\n\nText.\n\n", 0, 25 },
	};
	lu_parser *p;

	(void)state;
	assert_int_equal(lu_parser_new(&p, &err), LU_OK);
	for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
		lu_parsed got;
		lu_buf b = LU_BUF;
		uint64_t n, twice;

		repeat(&b, kind[i].text, 1000);
		n = units_of(p, kind[i].path, lu_buf_str(&b), &got);
		assert_false(got.gave_up || got.put_off);
		if (n < b.len * kind[i].least || n > b.len * kind[i].most)
			fail_msg("number %zu: %.1f for a byte", i, (double)n / (double)b.len);
		assert_int_equal(units_of(p, kind[i].path, lu_buf_str(&b), &got), n);
		repeat(&b, kind[i].text, 1000);
		twice = units_of(p, kind[i].path, lu_buf_str(&b), &got);
		if (n) assert_in_range(twice, n + n / 2, 3 * n);
		lu_buf_free(&b);
	}
	lu_parser_free(p);
	assert_in_range(lu_parse_bound(2000000), 100000000, 200000000); /* 7 ns each: two seconds and some for blocks */
}

/* What costs more than the limit is put off, and costs no more than that; without one it is read as ever. */
static void what_costs_much_is_put_off(void **state)
{
	lu_parser *p;
	lu_parsed got;
	lu_buf b = LU_BUF;
	uint64_t n;

	(void)state;
	repeat(&b, "def f(x):\n    return g(x) + 1\n\n", 1000);
	assert_int_equal(lu_parser_new(&p, &err), LU_OK);
	n = units_of(p, "a.py", lu_buf_str(&b), &got);
	lu_parser_limit(p, n / 2);
	assert_int_equal(units_of(p, "a.py", lu_buf_str(&b), &got), n / 2);
	assert_true(got.put_off && !got.gave_up && !got.elements.n);
	lu_parser_limit(p, n + 1);
	assert_int_equal(units_of(p, "a.py", lu_buf_str(&b), &got), n);
	assert_true(!got.put_off && got.elements.n == 1001);
	lu_parser_limit(p, 0);
	assert_int_equal(units_of(p, "a.py", lu_buf_str(&b), &got), n);
	assert_false(got.put_off);
	lu_parser_free(p);
	lu_buf_free(&b);
}

static void errors_are_told(void **state)
{
	lu_arena a = { 0 };
	lu_parsed got;

	(void)state;
	assert_int_equal(parse_text("a.py", lu_strz("def f(): pass\n"), &a, &got), LU_OK);
	assert_false(got.errors);
	lu_arena_free(&a);
	assert_int_equal(parse_text("a.py", lu_strz("def f(): pass\n)(\ndef g(): pass\n"), &a, &got), LU_OK);
	assert_true(got.errors);
	assert_int_equal(got.elements.n, 3);
	lu_arena_free(&a);
}

static lu_code parse_again(lu_parser *p, const struct fixture *f, lu_arena *a, lu_parsed *out)
{
	lu_arena_free(a);
	memset(out, 0, sizeof *out);
	return lu_parse(p, f->language, lu_strz(f->path), lu_buf_str(&f->text), a, out, &err);
}

/* Each of the first allocations fails, then every eleventh: a parse makes thousands. */
static void allocation_failures_are_reported(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_fixtures; i++) {
		lu_parser *p;
		lu_parsed got;
		lu_arena a = { 0 };
		lu_code rc;

		FOR_EVERY_ALLOCATION_FAILURE(rc, rc = lu_parser_new(&p, &err); if (rc) assert_null(p));
		rc = LU_ENOMEM;
		for (long n = 0; rc; n += n < 100 ? 1 : 11) {
			test_allocs_left = n;
			rc = parse_again(p, &fixtures[i], &a, &got);
			test_allocs_left = -1;
			assert_true(rc == LU_OK || (rc == LU_ENOMEM && !got.elements.v));
		}
		assert_true(got.elements.n > 1);
		lu_arena_free(&a);
		lu_parser_free(p);
	}
}

/* A name that is longer than a block of the arena is an allocation of its own: where that alone fails, nothing is left out. */
static void one_failure_is_reported(void **state)
{
	static const char *const form[] = { "let a: %s<number> = b", "let a = new A<%s>()", "for (const a of %s) a.b()",
					    "let a = %s()", "const { a } = %s" };
	const lu_language *l = lu_language_for(lu_strz("a.ts"), lu_strz(""));
	char *name = malloc(70001);

	(void)state;
	memset(name, 'x', 70000);
	name[70000] = '\0';
	for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
		lu_buf text = LU_BUF;
		lu_parsed got;
		lu_arena a = { 0 };
		lu_parser *p;
		bool failed = true;

		lu_buf_addf(&text, form[i], name);
		assert_int_equal(lu_parser_new(&p, &err), LU_OK);
		for (long n = 0; failed; n++) {
			lu_code rc;

			memset(&got, 0, sizeof got);
			test_allocs_recover = true;
			test_allocs_left = n;
			rc = lu_parse(p, l, lu_strz("a.ts"), lu_buf_str(&text), &a, &got, &err);
			failed = test_allocs_left < 0;
			test_allocs_left = -1;
			test_allocs_recover = false;
			assert_int_equal(rc, failed ? LU_ENOMEM : LU_OK);
			lu_arena_free(&a);
		}
		lu_parser_free(p);
		lu_buf_free(&text);
	}
	free(name);
}

/* ---- comments ---- */

static void comments_mention_code(void **state)
{
	static const char *const is[][2] = {
		{ "See `close` and `Till.open()`.", "close Till.open()" },
		{ "A `till::Book` or book->page, Till#sum.", "till.Book book.page Till.sum" },
		{ "{@link Store#get(int) it}, @see Ledger, <see cref=\"T:Shop.Cart\"/>",
		  "Store.get() Ledger() Shop.Cart" },
		{ ":func:`~a.run`, :ref:`not_this`, :class:`x <Book>`", "a.run Book()" },
		{ "The snake_case and camelCase words, e.g. [Store] and [1].", "snake_case camelCase Store" },
		{ "run_all() then run_all again; do() not", "run_all() do()" },
		{ "`amount` and `self` are its own; https://x.org/a_b is none", "self" },
		{ "``a.b`` and `src/x.c:12` and `--flag` and `1.2`", "a.b src/x.c" },
		{ "An open ` tick, then_this", "then_this" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
		lu_buf text = LU_BUF, got = LU_BUF;
		lu_arena a = { 0 };
		lu_parsed parsed;
		const lu_element *el;

		lu_buf_addf(&text, "// %s\nfunction pay(amount) {}\n", is[i][0]);
		assert_int_equal(parse_text("a.js", lu_buf_str(&text), &a, &parsed), LU_OK);
		assert_int_equal(parsed.elements.n, 2);
		el = &parsed.elements.v[1];
		for (size_t k = 0; k < el->mentions.n; k++) {
			lu_buf_addf(&got, "%s%.*s", k ? " " : "", LU_FMT(el->mentions.v[k].name));
			assert_int_equal(el->mentions.v[k].line, 1);
		}
		assert_string_equal(got.s, is[i][1]);
		lu_buf_free(&text);
		lu_buf_free(&got);
		lu_arena_free(&a);
	}
}

/* ---- threads ---- */

static void *parse_all(void *arg)
{
	lu_buf *out = arg;
	lu_parser *p;

	if (lu_parser_new(&p, NULL)) return NULL;
	for (int round = 0; round < 3; round++) {
		lu_buf_reset(out);
		for (size_t i = 0; i < n_fixtures; i++) {
			const struct fixture *f = &fixtures[i];
			lu_arena a = { 0 };
			lu_parsed got = { { NULL, 0 }, false };

			if (lu_parse(p, f->language, lu_strz(f->path), lu_buf_str(&f->text), &a, &got, NULL))
				return NULL;
			for (size_t k = 0; k < got.elements.n; k++) put_element(out, &got.elements, k);
			lu_arena_free(&a);
		}
	}
	lu_parser_free(p);
	return out;
}

static void threads_find_the_same(void **state)
{
	lu_buf out[3] = { LU_BUF, LU_BUF, LU_BUF };
	pthread_t t[2];
	void *done;

	(void)state;
	for (int i = 0; i < 2; i++) assert_int_equal(pthread_create(&t[i], NULL, parse_all, &out[i]), 0);
	assert_ptr_equal(parse_all(&out[2]), &out[2]);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(pthread_join(t[i], &done), 0);
		assert_ptr_equal(done, &out[i]);
		assert_string_equal(out[i].s, out[2].s);
	}
	assert_true(out[2].len > 10000);
	for (int i = 0; i < 3; i++) lu_buf_free(&out[i]);
}

/* ---- names ---- */

typedef lu_str text_fn(lu_str s, lu_arena *a);

static void check_text(text_fn *fn, const char *in, const char *want)
{
	lu_arena a = { 0 };
	lu_str got = fn(lu_strz(in), &a);

	if (!lu_str_eqz(got, want)) fail_msg("'%s' gave '%.*s', not '%s'", in, LU_FMT(got), want);
	lu_arena_free(&a);
}

static void expressions_become_dotted_names(void **state)
{
	(void)state;
	check_text(lu__dotted, "a.b.c", "a.b.c");
	check_text(lu__dotted, "a -> b\n  . c", "a.b.c");
	check_text(lu__dotted, "a::b?.c", "a.b.c");
	check_text(lu__dotted, "f(x, ')')(y).g[i]", "f()().g[]");
	check_text(lu__dotted, "(*p->fn)", "p.fn");
	check_text(lu__dotted, "\", \".join", "?.join");
	check_text(lu__dotted, "(a or b).c", "a?or?b.c");
	check_text(lu__dotted, "new Foo(1).bar", "Foo().bar");
	check_text(lu__dotted, "(await x).y", "x.y");
	check_text(lu__dotted, "newer.x", "newer.x");
	check_text(lu__dotted, "", "");
	check_text(lu__dotted, "(((", "");
	check_text(lu__dotted, "'unclosed \\", "?");
}

static lu_str type_name(lu_str s, lu_arena *a)
{
	(void)a;
	return lu__type_name(s);
}

static void types_become_names(void **state)
{
	(void)state;
	check_text(type_name, "Optional[a.B]", "a.B");
	check_text(type_name, "*a.B", "a.B");
	check_text(type_name, "a.B | None", "a.B");
	check_text(type_name, "None | a.B", "a.B");
	check_text(type_name, "'a.B'", "a.B");
	check_text(type_name, "A | B", "");
	check_text(type_name, "A<B, C<D>> | null | undefined", "A");
	check_text(type_name, "A[]", "");
	check_text(type_name, "A<B>[]", "");
	check_text(type_name, "list[A]", "list");
	check_text(type_name, "const struct node *", "node");
	check_text(type_name, "(A | B)[]", "");
	check_text(type_name, "{ a: B }", "");
	check_text(type_name, "|", "");
	check_text(type_name, "A<", "A");
	check_text(type_name, "A[", "A");
	check_text(type_name, "", "");
}

static void comments_become_text(void **state)
{
	(void)state;
	check_text(lu__comment_text, "/* one */", "one");
	check_text(lu__comment_text, "/**\n * One.\n *\n * - two\n   -1 is three\n   100% four\n ***/",
		   "One.\n- two\n-1 is three\n100% four");
	check_text(lu__comment_text, "/*! brief */", "brief");
	check_text(lu__comment_text, "///< after", "after");
	check_text(lu__comment_text, "//! one\n  // two\n//\n//three", "one\ntwo\nthree");
	check_text(lu__comment_text, "# one\n#: two\n#!three", "one\ntwo\nthree");
	check_text(lu__comment_text, "/*******\n * boxed *\n *******/", "boxed *");
	check_text(lu__comment_text, "// ------\n// text\n// ======", "text");
	check_text(lu__comment_text, "/**/", "");
	check_text(lu__comment_text, "/***/", "");
	check_text(lu__comment_text, "/*", "");
	check_text(lu__comment_text, "//", "");
	check_text(lu__comment_text, "/* one */\n// two\n/* three\nfour */", "one\ntwo\nthree\nfour");
	check_text(lu__comment_text, "", "");
}

static void string_literals_become_text(void **state)
{
	(void)state;
	check_text(lu__unquote, "\"one\"", "one");
	check_text(lu__unquote, "'''one'''", "one");
	check_text(lu__unquote, "rU\"\"\"\n    one\n      two\n    \"\"\"", "one\n  two");
	check_text(lu__unquote, "\"\"", "");
	check_text(lu__unquote, "\"\"\"\"\"\"", "");
	check_text(lu__unquote, "\"", "\"");
	check_text(lu__unquote, "none", "none");
}

static lu_str module_name(lu_str path, lu_arena *a)
{
	return lu__module_name(path, "__init__", a);
}

static void paths_become_module_names(void **state)
{
	(void)state;
	check_text(module_name, "src/flask/app.py", "src.flask.app");
	check_text(module_name, "src/flask/__init__.py", "src.flask");
	check_text(module_name, "__init__.py", "__init__");
	check_text(module_name, "types.d.ts", "types");
	check_text(module_name, "bin/tool", "bin.tool");
	check_text(module_name, "a/.hidden", "a..hidden");
	check_text(lu__collapse, "  a \n\t b  ", "a b");
}

/* What the module says of lines from which no call can have been read. */
static void unparsed(const char *path, const char *text, const char *want)
{
	lu_parser *p = NULL;
	lu_arena a = { 0 };
	lu_parsed out;
	lu_buf got = LU_BUF;
	lu_lines *v;
	size_t n;

	if (lu_parser_new(&p, &err)) fail_msg("%s", err.msg);
	if (lu_parse(p, lu_language_for(lu_strz(path), lu_strz("")), lu_strz(path), lu_strz(text), &a, &out, &err))
		fail_msg("%s", err.msg);
	if (lu_unparsed_lines(out.elements.v[0].extra, &a, &v, &n, &err)) fail_msg("%s", err.msg);
	lu_buf_addf(&got, "%s", "");
	for (size_t i = 0; i < n; i++) lu_buf_addf(&got, "%u-%u ", v[i].first, v[i].last);
	assert_string_equal(got.s, want);
	lu_buf_free(&got);
	lu_arena_free(&a);
	lu_parser_free(p);
}

static void what_is_not_parsed_is_known(void **state)
{
	(void)state;
	unparsed("a.py", "def f():\n    return g(1)\n", "");
	unparsed("a.py", "def f():\n    return g(1) $ h\n\ndef k():\n    return g(2)\n", "2-2 ");
	unparsed("a.py", "def half(:\n", "1-1 ");
	unparsed("a.c",
		 "#define ONE 1\n#define F(x) g(x)\n#define LONG(x) \\\n\tdo { \\\n\t\tg(x); \\\n\t} while (0)\n"
		 "int h(void) { return F(1); }\n",
		 "2-6 ");
	unparsed("a.c", "#define NAME(a, b) a\n# define E\n#define\nint h(void) { return 0; } // #define X(a) f(a)\n",
		 "");
	unparsed("a.c",
		 "int a(void)\n{\n#if A\n\tif (f(1)) {\n#else\n\tif (g(1)) {\n#endif\n\t\th(1);\n\t}\n\treturn 0;\n}\n",
		 "6-6 ");
	unparsed("a.c", "#if 0\nint a(void) { return g(1); }\n#endif\n", "");
	unparsed("a.c", "TEST(suite, name) {\n\tg(1);\n}\n", "");
	unparsed("a.json", "{\"a\": 1", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fixtures_give_what_is_expected),
		cmocka_unit_test(every_language_has_a_query_and_a_fixture),
		cmocka_unit_test(languages_have_names_that_people_use),
		cmocka_unit_test(languages_are_told_by_name_and_first_line),
		cmocka_unit_test(truncated_files_are_sane),
		cmocka_unit_test(shuffled_files_are_sane),
		cmocka_unit_test(empty_files_are_modules),
		cmocka_unit_test(comments_alone_document_the_module),
		cmocka_unit_test(comments_belong_to_what_is_below_them),
		cmocka_unit_test(values_are_elements),
		cmocka_unit_test(lines_may_end_with_cr),
		cmocka_unit_test(names_may_be_of_any_script),
		cmocka_unit_test(long_signatures_are_cut),
		cmocka_unit_test(deep_nesting_is_read_to_a_depth),
		cmocka_unit_test(many_things_are_read_in_time),
		cmocka_unit_test(the_step_budget_holds),
		cmocka_unit_test(units_count_the_work),
		cmocka_unit_test(what_costs_much_is_put_off),
		cmocka_unit_test(errors_are_told),
		cmocka_unit_test(allocation_failures_are_reported),
		cmocka_unit_test(one_failure_is_reported),
		cmocka_unit_test(comments_mention_code),
		cmocka_unit_test(threads_find_the_same),
		cmocka_unit_test(expressions_become_dotted_names),
		cmocka_unit_test(types_become_names),
		cmocka_unit_test(what_is_not_parsed_is_known),
		cmocka_unit_test(comments_become_text),
		cmocka_unit_test(string_literals_become_text),
		cmocka_unit_test(paths_become_module_names),
	};

	return cmocka_run_group_tests_name("parse", tests, load_fixtures, free_fixtures);
}
