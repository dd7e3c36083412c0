/* SPDX-License-Identifier: MIT
 * A store that followed a tree through random edits holds what a new one of that tree holds; what an edit reaches,
 * and what is left to do after a kill. */
#include "index.h"
#include "core/ascii.h"

#include <sys/wait.h>

/* ---- edits ---- */

enum { SLOTS = 14, STEPS = 60 };
static const char *const extension[] = { "py", "c", "js", "go" };

static void slot_path(unsigned slot, char *path, size_t n)
{
	snprintf(path, n, "edits/%s/m%u.%s", slot % 3 ? "pkg" : "lib", slot, extension[slot % 4]);
}

static void add_function(lu_buf *b, unsigned lang, const char *in, unsigned f)
{
	unsigned calls = below(8), n = below(50);

	switch (lang) {
	case 0:
		lu_buf_addf(b, "%sdef f%u(a, b=%u):\n%s    \"\"\"Adds %u.\"\"\"\n", in, f, n, in, n);
		lu_buf_addf(b, "%s    return f%u(a) + self.g%u()\n\n", in, calls, calls);
		break;
	case 1:
		lu_buf_addf(b, "%sint f%u(int a)\n{\n\treturn f%u(a) + %u;\n}\n\n", n % 3 ? "" : "static ", f, calls,
			    n);
		break;
	case 2:
		lu_buf_addf(b, "%sf%u(a) {\n  return f%u(a) + this.g%u();\n}\n\n", *in ? "" : "function ", f, calls,
			    n % 8);
		break;
	default: lu_buf_addf(b, "func F%u(a int) int {\n\treturn F%u(a) + %u\n}\n\n", f, calls, n);
	}
}

static void add_class(lu_buf *b, unsigned lang)
{
	unsigned k = below(5), base = below(5);

	switch (lang) {
	case 0: lu_buf_addf(b, "class C%u(C%u):\n", k, base); break;
	case 1: lu_buf_addf(b, "struct s%u {\n\tint a, b%u;\n};\n\n", k, base); return;
	case 2: lu_buf_addf(b, "class C%u extends C%u {\n", k, base); break;
	default: lu_buf_addf(b, "type T%u struct {\n\tT%u\n}\n\n", k, base + 5); return;
	}
	for (unsigned n = 1 + below(3); n; n--) add_function(b, lang, "    ", below(8));
	if (lang == 2) lu_buf_adds(b, "}\n\n");
}

/* A file that names functions, classes and modules of the others. */
static void write_slot(unsigned slot)
{
	static const char *const import[] = { "from pkg.m%u import f%u\n", "#include \"m%u.c\"\n",
					      "import { f%2$u } from './m%1$u.js';\n",
					      "package p\n\nimport \"pkg/m%u\"\n" };
	unsigned lang = slot % 4;
	lu_buf b = LU_BUF;
	char path[100];

	if (below(3) == 0) lu_buf_adds(&b, lang == 0 ? "# first\n" : "// first\n");
	lu_buf_addf(&b, import[lang], below(4) * 4 + lang, below(8));
	for (unsigned n = below(5); n; n--) {
		if (below(3)) add_function(&b, lang, "", below(8));
		else add_class(&b, lang);
	}
	if (below(15) == 0) lu_buf_adds(&b, "{ ( broken\n");
	slot_path(slot, path, sizeof path);
	put_n(path, b.s, b.len);
	lu_buf_free(&b);
}

/* Put something before, into the first line of, or after what the file holds. */
static void edit_slot(unsigned slot)
{
	char path[100];
	lu_buf old = LU_BUF, b = LU_BUF;

	slot_path(slot, path, sizeof path);
	if (lu_file_read(in_top(path), 1 << 20, &old, NULL) == LU_OK) {
		unsigned where = below(3);
		const char *eol = memchr(old.s, '\n', old.len);
		size_t first = where == 1 && eol ? (size_t)(eol - old.s) : 0;

		if (where == 0) lu_buf_adds(&b, "\n\n");
		lu_buf_add(&b, old.s, first);
		if (where == 1) lu_buf_adds(&b, "  ");
		lu_buf_add(&b, old.s + first, old.len - first);
		if (where == 2) add_function(&b, slot % 4, "", below(8));
		put_n(path, b.s, b.len);
	}
	lu_buf_free(&old);
	lu_buf_free(&b);
}

static void random_edit(void)
{
	unsigned slot = below(SLOTS);
	char path[100], to[100];

	slot_path(slot, path, sizeof path);
	switch (below(9)) {
	case 0: unlink(in_top(path)); break;
	case 1: put_n(path, "\0binary", 7); break;
	case 2:
		slot_path((slot + 4) % SLOTS, to, sizeof to);
		if (rename(in_top(path), in_top(to)) < 0) assert_int_equal(errno, ENOENT);
		break;
	case 3: put("edits/.gitignore", below(2) ? "lib/\n" : ""); break;
	case 4:
	case 5: write_slot(slot); break;
	default: edit_slot(slot);
	}
}

static void a_followed_store_equals_a_new_one(void **state)
{
	lu_store *s = new_store("edits.db");
	char when[40];
	int64_t edges = 0;

	(void)state;
	for (unsigned i = 0; i < SLOTS; i++) write_slot(i);
	for (int step = 0; step < STEPS; step++) {
		lu_store *clean = new_store("edits2.db");
		lu_counts c = { 0 };
		int64_t changes;

		for (unsigned n = 1 + below(3); n; n--) random_edit();
		if (step % 7 == 3) ingest_with(s, "edits", "pkg", &plain, NULL);
		c = sync_tree(s, "edits", step & 1);
		edges += c.edges.changed + c.edges.removed;
		sync_tree(clean, "edits", step & 2);
		snprintf(when, sizeof when, "step %d", step);
		check_equal(s, clean, when);
		check_store(s);
		changes = lu_store_changes(s);
		assert_int_equal(sync_tree(s, "edits", step & 2).read, 0);
		assert_int_equal(lu_store_changes(s), changes);
		lu_store_close(clean);
		if (step % 10 != 9) continue;
		lu_store_close(s);
		s = open_store("edits.db");
	}
	assert_true(edges > 0);
	lu_store_close(s);
}

/* ---- what an edit reaches ---- */

static int64_t number(lu_store *s, const char *sql)
{
	sqlite3 *db = NULL;
	sqlite3_stmt *st = NULL;
	int64_t n = -1;

	assert_int_equal(sqlite3_open(lu_store_path(s), &db), SQLITE_OK);
	if (sqlite3_prepare_v2(db, sql, -1, &st, NULL)) fail_msg("%s: %s", sql, sqlite3_errmsg(db));
	if (sqlite3_step(st) == SQLITE_ROW) n = sqlite3_column_int64(st, 0);
	assert_int_equal(sqlite3_finalize(st), SQLITE_OK);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	return n;
}

static const char small_a[] = "def find(x):\n    return load(x)\n\n\ndef load(x):\n    return x\n";

static void put_small(void)
{
	put("small/a.py", small_a);
	put("small/b.py", "import a\n\n\ndef use():\n    return a.find(1) + a.sort(2)\n");
	put("small/c.py", "def other():\n    return missing()\n");
	put("small/test_a.py", "def test_load():\n    pass\n");
}

/* Files whose references are answered after a.py became `text`; what the store then holds is what a new one does. */
static int64_t answered(lu_store *s, const char *text)
{
	lu_store *clean = new_store("small2.db");
	lu_counts c;
	int64_t n;

	put("small/a.py", text);
	c = sync_tree(s, "small", false);
	n = c.edges.added + c.edges.changed + c.edges.unchanged;
	sync_tree(clean, "small", false);
	check_equal(s, clean, text);
	check_store(s);
	lu_store_close(clean);
	return n;
}

static void an_edit_reaches_who_names_it(void **state)
{
	lu_store *s = new_store("small.db");

	(void)state;
	put_small();
	assert_int_equal(answered(s, small_a), 4);
	assert_int_equal(answered(s, small_a), 0);
	assert_int_equal(answered(s, "def find(x):\n    return load(load(x))\n\n\ndef load(x):\n    return x\n"), 1);
	/* sort() of b.py is here now */
	assert_int_equal(answered(s, "def find(x):\n    return load(x)\n\n\ndef load(x):\n    return x\n\n\n"
				     "def sort(x):\n    return x\n"),
			 2);
	/* what test_load() is named after goes, and what b.py calls */
	assert_int_equal(answered(s, "def find(x):\n    return load(x)\n"), 3);
	/* nobody asks it for what it imports */
	assert_int_equal(answered(s, "import c\n\n\ndef find(x):\n    return load(x)\n"), 1);
	/* b.py does */
	assert_int_equal(answered(s, "import c\nfrom c import other as sort\n\n\ndef find(x):\n    return load(x)\n"),
			 2);
	/* no test is named after K */
	assert_int_equal(answered(s, "import c\n\n\nclass K:\n    def find(x):\n        return load(x)\n"), 2);
	lu_store_close(s);
}

static lu_code count_reads(void *ctx, const char *name, bool ok, const char *detail, lu_err *e)
{
	(void)detail;
	(void)e;
	if (!ok && !strcmp(name, "reads")) ++*(int *)ctx;
	return LU_OK;
}

static int64_t answers(lu_store *s)
{
	lu_counts c = sync_tree(s, "read", false);
	lu_store *clean = new_store("read2.db");

	sync_tree(clean, "read", false);
	check_equal(s, clean, "what was read");
	check_store(s);
	lu_store_close(clean);
	return c.edges.added + c.edges.changed + c.edges.unchanged;
}

/* Who writes a name that goes is reached when it has looked for it there; who writes one that comes always is. */
static void an_edit_reaches_who_has_read_it(void **state)
{
	lu_store *s = new_store("read.db");

	(void)state;
	put("read/a.py", "def find(x):\n    return x\n\n\ndef sort(x):\n    return x\n");
	put("read/b.py", "from a import find\n\n\ndef use():\n    return find(1)\n");
	put("read/c.py", "def other():\n    return find(2) + sort(3)\n");
	put("read/d.py", "import b\n\n\ndef far():\n    return b.find(2)\n");
	put("read/e.py", "from a import *\n\n\ndef star():\n    return soon(2)\n");
	put("read/f.py", "from later import never\n\n\ndef wait():\n    return never(2)\n");
	assert_int_equal(answers(s), 6);
	/* b.py, and d.py by way of it; c.py writes the name, too, and has not looked for it there */
	put("read/a.py", "def found(x):\n    return x\n\n\ndef sort(x):\n    return x\n");
	assert_int_equal(answers(s), 2);
	/* all but f.py write a name that comes */
	put("read/a.py",
	    "def find(x):\n    return x\n\n\ndef sort(x):\n    return x\n\n\ndef soon(x):\n    return x\n");
	assert_int_equal(answers(s), 4);
	/* f.py imports it */
	put("read/later.py", "def never(x):\n    return x\n");
	assert_int_equal(answers(s), 2);
	assert_int_equal(unlink(in_top("read/later.py")), 0);
	assert_int_equal(answers(s), 1);
	/* c.py has not read it */
	assert_int_equal(unlink(in_top("read/a.py")), 0);
	assert_int_equal(answers(s), 3);
	lu_store_close(s);
}

/* What can not be read reaches its file, and is told. */
static void damaged_reads_are_found(void **state)
{
	static const char *const damage[] = { "X'ff'", "X'0901'", "X''", "X'020100'" };
	sqlite3 *db = NULL;
	char sql[120];

	(void)state;
	for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
		lu_store *s = new_store("reads.db");
		int found = 0;

		put_small();
		answered(s, small_a);
		lu_store_close(s);
		snprintf(sql, sizeof sql, "UPDATE reads SET data = %s WHERE file = 2", damage[i]);
		assert_int_equal(sqlite3_open(in_top("reads.db"), &db), SQLITE_OK);
		assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
		assert_int_equal(sqlite3_close(db), SQLITE_OK);
		s = open_store("reads.db");
		OK(lu_store_check(s, count_reads, &found, &err));
		assert_int_equal(found, 1);
		answered(s, "def sort(x):\n    return x\n");
		found = 0;
		OK(lu_store_check(s, count_reads, &found, &err));
		assert_int_equal(found, 0);
		lu_store_close(s);
	}
}

/* What a function gives is told by what another gives: c.py names neither the class nor its method that were edited. */
static void an_edit_reaches_who_is_told_by_results(void **state)
{
	static const char to_a[] =
		"class A:\n    def run(self):\n        pass\n\n\nclass B:\n    def run(self):\n        "
		"pass\n\n\nclass F:\n    def make(self):\n        return A()\n";
	static const char to_b[] =
		"class A:\n    def run(self):\n        pass\n\n\nclass B:\n    def run(self):\n        "
		"pass\n\n\nclass F:\n    def make(self):\n        return B()\n";
	lu_store *s = new_store("told.db");

	(void)state;
	put("small/a.py", to_a);
	put("small/b.py", "from a import F\n\n\ndef get():\n    return F().make()\n");
	put("small/c.py", "from b import get\n\n\ndef use():\n    get().run()\n");
	put("small/test_a.py", "\n");
	answered(s, to_a);
	answered(s, to_b);
	answered(s, to_a);
	lu_store_close(s);
}

/* Each way to ask a module for what it imports, alone with files that do not. */
static void an_edited_import_reaches_who_asks(void **state)
{
	static const char *const asks[] = {
		"import m\n\n\ndef use():\n    return m.sort(1)\n",
		"import m as z\n\n\ndef use():\n    return z.sort(1)\n",
		"from p import m as z\n\n\ndef use():\n    return z.sort(1)\n",
		"from m import sort\n\n\ndef use():\n    return sort(1)\n",
		"from m import sort as o\n\n\ndef use():\n    return o(1)\n",
		"from m import *\n\n\ndef use():\n    return sort(1)\n",
		"import m\n\n\nclass K(m.sort):\n    def use(self):\n        return self.go(1)\n",
		"import p.m\n\n\ndef use():\n    return p.m.sort(1)\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
		bool package = strstr(asks[i], "from p") || strstr(asks[i], "p.m");
		const char *m = package ? "asked/p/m.py" : "asked/m.py";
		lu_store *s = new_store("asked.db"), *clean = new_store("asked2.db");
		lu_counts c;
		char path[40];

		if (package) put("asked/p/__init__.py", "");
		for (int k = 0; k < 8; k++) {
			snprintf(path, sizeof path, "asked/n%d.py", k);
			put(path, "def none():\n    return other()\n");
		}
		put("asked/c.py", "class other:\n    def go(self):\n        pass\n");
		put("asked/b.py", asks[i]);
		put(m, "import os\n");
		sync_tree(s, "asked", false);
		put(m, "import os\nfrom c import other as sort\n");
		c = sync_tree(s, "asked", false);
		assert_true(c.edges.changed >= 2);
		sync_tree(clean, "asked", false);
		check_equal(s, clean, asks[i]);
		lu_store_close(clean);
		clean = new_store("asked2.db");
		put(m, "import os\n");
		sync_tree(s, "asked", false);
		sync_tree(clean, "asked", false);
		check_equal(s, clean, asks[i]);
		assert_int_equal(unlink(in_top(m)), 0);
		lu_store_close(clean);
		lu_store_close(s);
	}
}

/* How many files refer to files of lib/, by path, and the largest number of all. */
static void lib_is(lu_store *s, const char *want)
{
	lu_store *clean = new_store("linked2.db");
	lu_arena a = { 0 };
	lu_file *f = NULL;
	lu_buf have = LU_BUF;
	size_t n = 0;
	int64_t k = -1;

	sync_tree(s, "linked", false);
	sync_tree(clean, "linked", false);
	check_equal(s, clean, want);
	check_store(s);
	lu_store_close(clean);
	OK(lu_store_files(s, &a, &f, &n, &err));
	for (size_t i = 0; i < n; i++) {
		if (!lu_str_starts(f[i].path, "lib/")) continue;
		OK(lu_store_referring_files(s, f[i].id, &k, &err));
		lu_buf_addf(&have, "%.*s %d ", LU_FMT(f[i].path), (int)k);
	}
	OK(lu_store_most_referred(s, &k, &err));
	lu_buf_addf(&have, "most %d", (int)k);
	assert_string_equal(have.s, want);
	lu_buf_free(&have);
	lu_arena_free(&a);
}

static void links_follow_edits(void **state)
{
	static const char pay[] = "def pay(x):\n    return x\n";
	lu_store *s = new_store("linked.db");

	(void)state;
	put("linked/lib/__init__.py", "");
	put("linked/lib/bank.py", pay);
	put("linked/one.py", "from lib.bank import pay\n\n\ndef first():\n    return pay(1)\n");
	put("linked/two.py", "from lib import bank\n\n\ndef second():\n    return bank.pay(1) + bank.pay(2)\n");
	put("linked/three.py", "def third():\n    return undefined_thing()\n");
	lib_is(s, "lib/__init__.py 0 lib/bank.py 2 most 2");
	put("linked/two.py", "from lib import bank\n\n\ndef second():\n    return 2\n"); /* the import is left */
	lib_is(s, "lib/__init__.py 0 lib/bank.py 2 most 2");
	put("linked/two.py", "def second():\n    return 2\n");
	lib_is(s, "lib/__init__.py 0 lib/bank.py 1 most 1");
	put("linked/three.py", "from lib.bank import pay\n\n\ndef third():\n    return pay(3)\n");
	lib_is(s, "lib/__init__.py 0 lib/bank.py 2 most 2");
	put("linked/lib/bank.py", "\n\ndef pay(x):\n    return x\n"); /* lines move */
	lib_is(s, "lib/__init__.py 0 lib/bank.py 2 most 2");
	assert_int_equal(rename(in_top("linked/lib/bank.py"), in_top("linked/lib/cash.py")), 0);
	lib_is(s, "lib/__init__.py 0 lib/cash.py 0 most 0");
	put("linked/lib/bank.py", "from lib.cash import pay\n"); /* what they mean is in another file now */
	lib_is(s, "lib/__init__.py 0 lib/bank.py 2 lib/cash.py 3 most 3");
	assert_int_equal(unlink(in_top("linked/three.py")), 0);
	lib_is(s, "lib/__init__.py 0 lib/bank.py 1 lib/cash.py 2 most 2");
	assert_int_equal(rename(in_top("linked/one.py"), in_top("linked/uno.py")), 0);
	lib_is(s, "lib/__init__.py 0 lib/bank.py 1 lib/cash.py 2 most 2");
	assert_int_equal(unlink(in_top("linked/uno.py")), 0);
	assert_int_equal(unlink(in_top("linked/lib/cash.py")), 0);
	lib_is(s, "lib/__init__.py 0 lib/bank.py 0 most 0");
	lu_store_close(s);
}

/* ---- killed on the way ---- */

static void end_at(void *ctx, const char *what, int64_t done, int64_t total)
{
	(void)total;
	if (!strcmp(what, "resolve") && done == *(int *)ctx) _exit(7);
}

static lu_code count_findings(void *ctx, const char *name, bool ok, const char *detail, lu_err *e)
{
	(void)detail, (void)e;
	if (!ok && (!strcmp(name, "due") || !strcmp(name, "resolved"))) ++*(int *)ctx;
	return LU_OK;
}

static void a_kill_leaves_files_due(void **state)
{
	(void)state;
	for (int at = 0; at < 2; at++) {
		lu_store *s = new_store("kill.db"), *clean;
		lu_watch w = { .ctx = &at, .progress = end_at };
		lu_counts c = { 0 };
		int status, found = 0;
		pid_t pid;

		put_small();
		sync_tree(s, "small", true);
		lu_store_close(s);
		put("small/a.py", "def find(x):\n    return sort(x)\n\n\ndef sort(x):\n    return x\n");
		pid = fork();
		assert_true(pid >= 0);
		if (pid == 0) {
			s = open_store("kill.db");
			ingest_with(s, "small", "", &plain, &w);
			_exit(1);
		}
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_int_equal(WEXITSTATUS(status), 7);

		s = open_store("kill.db");
		assert_int_equal(number(s, "SELECT count(*) FROM due"), 1);
		assert_int_equal(number(s, "SELECT count(*) FROM touched"), 4); /* three names, and the file */
		OK(lu_store_check(s, count_findings, &found, &err));
		assert_int_equal(found, 2);
		c = sync_tree(s, "small", false);
		assert_int_equal(c.parsed, 0);
		assert_int_equal(c.edges.changed, 3); /* a.py, and who names what came and went */
		assert_int_equal(number(s, "SELECT count(*) FROM due") + number(s, "SELECT count(*) FROM touched"), 0);
		clean = new_store("kill2.db");
		sync_tree(clean, "small", false);
		check_equal(s, clean, "after a kill");
		check_store(s);
		lu_store_close(clean);
		lu_store_close(s);
	}
}

/* ---- damage ---- */

/* Another number, a small one as a rule, in the place of one of `text`. */
static void renumber(const char *text, lu_buf *b)
{
	static const char *const big[] = { "-1", "9223372036854775807", "-9223372036854775808", "4294967295" };
	size_t n = strlen(text), at = below((unsigned)n), end;

	while (at < n && !lu_is_digit(text[at])) at++;
	for (end = at; end < n && lu_is_digit(text[end]);) end++;
	lu_buf_reset(b);
	lu_buf_add(b, text, at);
	if (below(8)) lu_buf_addf(b, "%u", below(60));
	else lu_buf_adds(b, big[below(4)]);
	lu_buf_add(b, text + end, n - end);
}

/* Change numbers in one column of a random file, and let all files be resolved again. */
static void damage(lu_store *s, int times)
{
	static const char *const column[] = { "symbols", "links", "calls" };
	static const char restore[] = "DELETE FROM outline; INSERT INTO outline SELECT * FROM keep;"
				      "UPDATE kb SET resolved = 0; INSERT OR IGNORE INTO touched VALUES(1, 1, '')";
	const char *col = column[below(3)];
	sqlite3 *db = NULL;
	sqlite3_stmt *st = NULL;
	lu_buf b = LU_BUF;
	char sql[200];

	assert_int_equal(sqlite3_open(lu_store_path(s), &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, restore, NULL, NULL, NULL), SQLITE_OK);
	snprintf(sql, sizeof sql, "SELECT %s, file FROM outline LIMIT 1 OFFSET %u", col, below(SLOTS));
	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
	if (sqlite3_step(st) == SQLITE_ROW) {
		lu_buf_adds(&b, (const char *)sqlite3_column_text(st, 0));
		for (int i = 0; i < times; i++) {
			lu_buf old = b;

			b = (lu_buf)LU_BUF;
			renumber(old.s, &b);
			lu_buf_free(&old);
		}
		snprintf(sql, sizeof sql, "UPDATE outline SET %s = ? WHERE file = %d", col, sqlite3_column_int(st, 1));
		assert_int_equal(sqlite3_finalize(st), SQLITE_OK);
		assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
		sqlite3_bind_text(st, 1, b.s, (int)b.len, SQLITE_STATIC);
		assert_int_equal(sqlite3_step(st), SQLITE_DONE);
	}
	assert_int_equal(sqlite3_finalize(st), SQLITE_OK);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	lu_buf_free(&b);
}

/* Ids that are none, containers that contain each other, targets elsewhere: the edges may be wrong, no more. */
static void damaged_numbers_do_no_harm(void **state)
{
	lu_store *s = new_store("damage.db");
	int good = 0, bad = 0;

	(void)state;
	for (unsigned i = 0; i < SLOTS; i++) write_slot(i);
	sync_tree(s, "edits", false);
	number(s, "CREATE TABLE keep AS SELECT * FROM outline");
	for (int i = 0; i < 400; i++) {
		lu_counts c = { 0 };
		lu_code rc;

		damage(s, 1 + i % 9);
		rc = lu_ingest_tree(s, in_top("edits"), "", &plain, NULL, &c, &err);
		if (rc && rc != LU_EDB) fail_msg("%d: %s", (int)rc, err.msg);
		good += rc == LU_OK;
		bad += rc != LU_OK;
	}
	assert_true(good > 20 && bad > 20);
	lu_store_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_followed_store_equals_a_new_one),
		cmocka_unit_test(an_edit_reaches_who_names_it),
		cmocka_unit_test(an_edit_reaches_who_has_read_it),
		cmocka_unit_test(damaged_reads_are_found),
		cmocka_unit_test(an_edit_reaches_who_is_told_by_results),
		cmocka_unit_test(an_edited_import_reaches_who_asks),
		cmocka_unit_test(links_follow_edits),
		cmocka_unit_test(a_kill_leaves_files_due),
		cmocka_unit_test(damaged_numbers_do_no_harm),
	};

	return cmocka_run_group_tests_name("index edits", tests, make_top, clear_top);
}
