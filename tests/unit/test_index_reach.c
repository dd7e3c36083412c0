/* SPDX-License-Identifier: MIT
 * Single edits of a package whose files hand names on to each other: what a part of the model answers, for the files
 * that an edit is said to reach, is what a new store holds. */
#include "index.h"

/* Others only stand there: a part must be small. A new class makes all files due, so that most edits are none. */
enum { FILES = 16, OTHERS = 40, LINES = 6, EDITS = 200 };

static const char *const file_name[FILES] = {
	"pkg/__init__.py", "pkg/a.py",     "pkg/b.py",      "pkg/sub/__init__.py",
	"pkg/sub/c.py",    "pkg/sub/a.py", "top.py",        "test_top.py",
	"tests/b.py",      "doc.md",       "web/x.js",      "web/y.js",
	"web/z.ts",        "lone/lone.py", "lone/other.py", "run.sh",
};

static lu_buf line[FILES][LINES];

static unsigned few(void)
{
	return below(3);
}

static void python_import(lu_buf *b)
{
	static const char *const module[] = { "pkg", "pkg.a", ".a", ".", "pkg.b", "pkg.sub.c", ".b", "pkg.a" };
	static const char *const thing[] = { "f0", "f1", "K0", "a", "b", "f0" };
	const char *m = module[below(8)], *t = thing[below(6)], *as = thing[below(6)];

	if (m[0] == '.' || below(4)) {
		if (below(7) == 0) lu_buf_addf(b, "from %s import *\n", m);
		else if (below(3) == 0) lu_buf_addf(b, "from %s import %s as %s\n", m, t, as);
		else lu_buf_addf(b, "from %s import %s\n", m, t);
	} else if (few()) {
		lu_buf_addf(b, "import %s\n", m);
	} else {
		lu_buf_addf(b, "import %s as %s\n", m, as);
	}
}

/* What is called, or a base, by way of modules. */
static void way(lu_buf *b, char kind)
{
	static const char *const from[] = { "", "", "", "", "a.", "b.", "pkg.", "pkg.a.", "f0.", "c." };

	lu_buf_addf(b, "%s%c%u", from[below(10)], kind, below(2));
}

static void python_body(lu_buf *b, const char *in)
{
	lu_buf_addf(b, "%s    \"\"\"See `f%u`, `K%u.m%u` and pkg.sub.c.\"\"\"\n%s    ", in, few(), few(), few(), in);
	if (below(4) == 0) lu_buf_addf(b, "self.m%u(", few());
	else if (below(3) == 0) lu_buf_addf(b, "thing.only%u(", below(6));
	else if (few()) way(b, 'f'), lu_buf_addc(b, '(');
	else way(b, 'K'), lu_buf_addf(b, "().m%u(", few());
	lu_buf_adds(b, "1)\n");
}

static void python_line(lu_buf *b, bool editing)
{
	unsigned what = below(20);

	if (what < (editing ? 15 : 8)) {
		python_import(b);
	} else if (what < (editing ? 19 : 13)) {
		lu_buf_addf(b, "def %s%u(x):\n", below(5) ? "f" : "test_f", few());
		python_body(b, "");
	} else {
		lu_buf_addf(b, "class K%u(", few());
		way(b, 'K');
		lu_buf_adds(b, "):\n");
		for (unsigned n = 1 + below(2); n; n--) {
			lu_buf_addf(b, "    def %s%u(self):\n", few() ? "m" : "only", below(4));
			python_body(b, "    ");
		}
	}
}

static void script_line(lu_buf *b)
{
	static const char *const name[] = { "x", "y", "z" };

	switch (below(6)) {
	case 0: lu_buf_addf(b, "import { f%u } from './%s';\n", few(), name[few()]); break;
	case 1: lu_buf_addf(b, "import f%u from './%s';\n", few(), name[few()]); break;
	case 2: lu_buf_addf(b, "export { f%u } from './%s';\n", few(), name[few()]); break;
	case 3: lu_buf_addf(b, "import * as %s from './%s';\n", name[few()], name[few()]); break;
	case 4:
		lu_buf_addf(b, "export function f%u() { return f%u() + %s.f%u(); }\n", few(), few(), name[few()],
			    few());
		break;
	default:
		lu_buf_addf(b, "class K%u extends K%u { m%u() { return q.m%u() + this.m%u(); } }\n", few(), few(),
			    few(), few(), few());
	}
}

static void set_line(unsigned file, unsigned at, bool editing)
{
	const char *dot = strrchr(file_name[file], '.');
	lu_buf *b = &line[file][at];

	if (editing && lu_str_starts(lu_buf_str(b), "class") && below(8)) return;
	lu_buf_reset(b);
	if (below(4) == 0) return;
	if (!strcmp(dot, ".py")) python_line(b, editing);
	else if (!strcmp(dot, ".md")) lu_buf_addf(b, "# On f%u\n\nUse `K%u.m%u` of `pkg/a.py`.\n", few(), few(), few());
	else if (!strcmp(dot, ".sh")) lu_buf_addf(b, "f%u() { f%u; }\n", few(), few());
	else script_line(b);
}

static void write_file(unsigned file)
{
	lu_buf b = LU_BUF;
	char path[100];

	lu_buf_adds(&b, strstr(file_name[file], ".py") ? "# first\n" : "\n");
	for (unsigned i = 0; i < LINES; i++) lu_buf_addstr(&b, lu_buf_str(&line[file][i]));
	snprintf(path, sizeof path, "reach/%s", file_name[file]);
	put_n(path, b.s, b.len);
	lu_buf_free(&b);
}

static void a_part_answers_what_the_whole_does(void **state)
{
	lu_store *s = new_store("reach.db");
	char when[80];

	(void)state;
	for (unsigned i = 0; i < FILES; i++) {
		for (unsigned k = 0; k < LINES; k++) set_line(i, k, false);
		write_file(i);
	}
	for (unsigned i = 0; i < OTHERS; i++) {
		snprintf(when, sizeof when, "reach/others/n%u.py", i);
		put(when, "");
	}
	sync_tree(s, "reach", false);
	for (int step = 0; step < EDITS; step++) {
		lu_store *clean = new_store("reach2.db");
		unsigned file = below(FILES);

		for (unsigned n = 1 + below(2); n; n--) set_line(file, below(LINES), true);
		write_file(file);
		sync_tree(s, "reach", false);
		sync_tree(clean, "reach", false);
		snprintf(when, sizeof when, "step %d: %s", step, file_name[file]);
		check_equal(s, clean, when);
		lu_store_close(clean);
	}
	check_store(s);
	lu_store_close(s);
	for (unsigned i = 0; i < FILES * LINES; i++) lu_buf_free(&line[i / LINES][i % LINES]);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(a_part_answers_what_the_whole_does) };

	return cmocka_run_group_tests_name("index reach", tests, make_top, clear_top);
}
