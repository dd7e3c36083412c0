/* SPDX-License-Identifier: MIT
 * A store that followed a tree through random edits holds what a new one of that tree holds. */
#include "index.h"

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
		lu_buf_addf(b, "%sint f%u(int a)\n{\n\treturn f%u(a) + %u;\n}\n\n", n % 3 ? "" : "static ", f,
			    calls, n);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_followed_store_equals_a_new_one),
	};

	return cmocka_run_group_tests_name("index edits", tests, make_top, clear_top);
}
