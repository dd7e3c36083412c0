/* SPDX-License-Identifier: MIT
 * The phases on trees and records on disk: what is made of each. */
#include "index.h"
#include "lucus/request.h"

#include <sys/wait.h>

/* ---- phase 1 from trees ---- */

#define PY_F "def f():\n    return 1\n\n\ndef g():\n    return f()\n"

static void ingest_follows_files(void **state)
{
	lu_store *s = new_store("follow.db");
	lu_counts c;

	(void)state;
	put("follow/a.py", PY_F);
	put("follow/b.c", "int one(void)\n{\n\treturn 1;\n}\n");
	put("follow/c.js", "export function two() { return 2; }\n");
	put("follow/d.go", "package d\n\nfunc Three() int { return 3 }\n");
	put("follow/e.png", "?");
	c = ingest(s, "follow");
	assert_int_equal(c.files, 4);
	assert_int_equal(c.read, 4);
	assert_int_equal(c.parsed, 4);
	assert_int_equal(c.skipped, 1);
	assert_int_equal(c.elements.added, 9);
	assert_true(c.edges.added > 0);
	c = ingest(s, "follow");
	assert_int_equal(c.files, 4);
	assert_int_equal(c.unchanged, 4);
	assert_int_equal(c.read, 0);
	put("follow/a.py", "def f():\n    return 2\n\n\ndef g():\n    return f()\n");
	c = ingest(s, "follow");
	assert_int_equal(c.parsed, 1);
	CHECK_PUT(c.elements, 0, 2, 1, 0); /* the module and f, not g */
	CHECK_PUT(c.edges, 0, 0, c.edges.unchanged, 0);
	assert_int_equal(rename(in_top("follow/a.py"), in_top("follow/z.py")), 0);
	c = ingest(s, "follow");
	CHECK_PUT(c.elements, 3, 0, 0, 3);
	assert_int_equal(c.removed_files, 1);
	assert_int_equal(elements_of(s, "a.py", NULL, 0), -1);
	assert_int_equal(elements_of(s, "z.py", NULL, 0), 3);
	assert_int_equal(unlink(in_top("follow/d.go")), 0);
	c = sync_tree(s, "follow", false);
	CHECK_PUT(c.elements, 0, 0, 0, 2);
	assert_int_equal(c.removed_files, 1);
	assert_int_equal(c.files, 3);
	check_store(s);
	lu_store_close(s);
}

static void second_run_writes_nothing(void **state)
{
	lu_store *s = new_store("twice.db");
	struct timespec t[2] = { { .tv_sec = 1000000000 }, { .tv_sec = 1000000000 } };
	lu_counts c;
	int64_t changes;

	(void)state;
	put("twice/a.py", PY_F);
	put("twice/blob.c", "int x;\n\0\n");
	put_n("twice/binary.c", "\0\1\2\3", 4);
	sync_tree(s, "twice", true);
	changes = lu_store_changes(s);
	c = sync_tree(s, "twice", true);
	assert_int_equal(c.read + c.parsed + c.embedded + c.indexed + c.pruned + c.blocks, 0);
	assert_int_equal(c.unchanged, 2);
	assert_int_equal(c.skipped, 1);
	c = sync_tree(s, "twice", false);
	assert_int_equal(c.read + c.parsed + c.embedded + c.indexed + c.pruned + c.blocks, 0);
	assert_int_equal(lu_store_changes(s), changes);
	lu_store_close(s);
	s = open_store("twice.db");
	sync_tree(s, "twice", true);
	assert_int_equal(lu_store_changes(s), 0);
	/* touched: read once, and only its row and that of the tree are written */
	assert_int_equal(utimensat(AT_FDCWD, in_top("twice/a.py"), t, 0), 0);
	c = sync_tree(s, "twice", true);
	assert_int_equal(c.read, 1);
	assert_int_equal(c.unchanged, 2);
	assert_int_equal(c.parsed + c.embedded + c.indexed, 0);
	assert_int_equal(lu_store_changes(s), 2);
	assert_int_equal(sync_tree(s, "twice", true).read, 0);
	lu_store_close(s);
}

static void racy_edits_are_noticed(void **state)
{
	lu_store *s = new_store("racy.db");
	struct timespec t[2] = { { .tv_nsec = UTIME_OMIT } };
	struct stat st = { 0 };
	char text[40];
	int64_t changes;

	(void)state;
	for (int i = 0; i < 15; i++) {
		snprintf(text, sizeof text, "def f():\n    return %d\n", 100 + i);
		put("racy/a.py", text);
		if (i % 3 == 2) { /* the same time as before: only ctime tells */
			t[1] = st.st_mtim;
			assert_int_equal(utimensat(AT_FDCWD, in_top("racy/a.py"), t, 0), 0);
		}
		assert_int_equal(ingest(s, "racy").parsed, 1);
		assert_int_equal(stat(in_top("racy/a.py"), &st), 0);
	}
	/* of a time to come the data can not be trusted */
	t[1] = (struct timespec){ .tv_sec = time(NULL) + 10000 };
	assert_int_equal(utimensat(AT_FDCWD, in_top("racy/a.py"), t, 0), 0);
	assert_int_equal(ingest(s, "racy").read, 1);
	changes = lu_store_changes(s);
	assert_int_equal(ingest(s, "racy").read, 1);
	assert_int_equal(lu_store_changes(s), changes);
	lu_store_close(s);
}

struct seen {
	int rejected, skipped;
	char path[200], reason[200];
};

static lu_code on_reject(void *ctx, const char *path, long line, const char *reason, lu_err *e)
{
	struct seen *t = ctx;

	(void)line, (void)e;
	t->rejected++;
	snprintf(t->path, sizeof t->path, "%s", path);
	snprintf(t->reason, sizeof t->reason, "%s", reason);
	return LU_OK;
}

static lu_code on_skip(void *ctx, const lu_walk_entry *entry, const char *reason, lu_err *e)
{
	struct seen *t = ctx;

	(void)e;
	t->skipped++;
	snprintf(t->path, sizeof t->path, "%.*s", LU_FMT(entry->path));
	snprintf(t->reason, sizeof t->reason, "%s", reason);
	return LU_OK;
}

/* As root nothing is unreadable: become somebody else meanwhile. */
static void unreadable_folders_keep_their_elements(void **state)
{
	lu_store *s = new_store("dark.db");
	struct seen seen = { 0 };
	lu_watch w = { .ctx = &seen, .reject = on_reject };
	uid_t was = geteuid();
	lu_counts c;

	(void)state;
	put("dark/in/a.py", PY_F);
	put("dark/inside.py", PY_F);
	put("dark/b.py", PY_F);
	put("dark/c.py", PY_F);
	ingest(s, "dark");
	assert_int_equal(unlink(in_top("dark/inside.py")), 0);
	assert_int_equal(chmod(in_top("dark/in"), 0), 0);
	put("dark/b.py", PY_F "pass\n");
	assert_int_equal(chmod(in_top("dark/b.py"), 0), 0);
	if (was == 0 && seteuid(65534) != 0) skip();
	c = ingest_with(s, "dark", "", &plain, &w);
	if (was == 0) assert_int_equal(seteuid(0), 0);
	assert_int_equal(chmod(in_top("dark/in"), 0755), 0);
	assert_int_equal(chmod(in_top("dark/b.py"), 0644), 0);
	assert_int_equal(c.rejected, 2);
	assert_int_equal(seen.rejected, 2);
	CHECK_PUT(c.elements, 0, 0, 0, 3);
	assert_int_equal(elements_of(s, "in/a.py", NULL, 0), 3);
	assert_int_equal(elements_of(s, "inside.py", NULL, 0), -1);
	assert_int_equal(elements_of(s, "b.py", NULL, 0), 3);
	c = ingest(s, "dark");
	assert_int_equal(c.parsed, 1);
	assert_int_equal(c.elements.added + c.elements.removed, 0);
	lu_store_close(s);
}

static void a_part_leaves_the_rest_alone(void **state)
{
	lu_store *s = new_store("part.db");
	lu_counts c;

	(void)state;
	put("part/a/x.py", PY_F);
	put("part/a/y.py", PY_F);
	put("part/ab/x.py", PY_F);
	put("part/a.py", PY_F);
	ingest(s, "part");
	assert_int_equal(unlink(in_top("part/a/x.py")), 0);
	assert_int_equal(unlink(in_top("part/ab/x.py")), 0);
	assert_int_equal(unlink(in_top("part/a.py")), 0);
	put("part/a/new.py", "pass\n");
	put("part/new.py", "pass\n");
	c = ingest_with(s, "part", "a", &plain, NULL);
	assert_int_equal(c.files, 2);
	CHECK_PUT(c.elements, 1, 0, 0, 3);
	assert_int_equal(elements_of(s, "ab/x.py", NULL, 0), 3);
	assert_int_equal(elements_of(s, "a.py", NULL, 0), 3);
	assert_int_equal(elements_of(s, "new.py", NULL, 0), -1);
	c = ingest_with(s, "part", "a/new.py", &plain, NULL);
	assert_int_equal(c.files, 1);
	assert_int_equal(c.elements.removed, 0);
	c = ingest(s, "part");
	CHECK_PUT(c.elements, 1, 0, 0, 6);
	assert_int_equal(elements_of(s, "a/y.py", NULL, 0), 3);
	lu_store_close(s);
}

static void files_that_are_no_longer_read_lose_their_elements(void **state)
{
	lu_store *s = new_store("lose.db");
	struct seen seen = { 0 };
	lu_watch w = { .ctx = &seen, .skip = on_skip };
	lu_tree_options small = { .jobs = 1, .walk = { .max_file_size = 60 } };
	char reason[100];
	lu_counts c;

	(void)state;
	put("lose/a.py", PY_F);
	put("lose/b.py", PY_F);
	ingest(s, "lose");
	put_n("lose/a.py", "\0binary", 7);
	c = ingest_with(s, "lose", "", &plain, &w);
	CHECK_PUT(c.elements, 0, 0, 0, 3);
	assert_int_equal(c.skipped, 1);
	assert_string_equal(seen.reason, "binary");
	assert_int_equal(elements_of(s, "a.py", reason, sizeof reason), 0);
	assert_string_equal(reason, "binary");
	put("lose/b.py", PY_F "# longer than sixty bytes in all\n");
	c = ingest_with(s, "lose", "", &small, &w);
	CHECK_PUT(c.elements, 0, 0, 0, 3);
	assert_non_null(strstr(seen.reason, "larger than 60 bytes"));
	assert_true(elements_of(s, "b.py", NULL, 0) <= 0);
	put("lose/a.py", PY_F);
	c = ingest(s, "lose");
	CHECK_PUT(c.elements, 6, 0, 0, 0);
	assert_int_equal(elements_of(s, "a.py", reason, sizeof reason), 3);
	assert_string_equal(reason, "");
	put("lose/.gitignore", "a.py\n");
	c = ingest_with(s, "lose", "", &plain, &w);
	CHECK_PUT(c.elements, 2, 0, 0, 3); /* the ignore file itself is text */
	lu_store_close(s);
}

static lu_code stop_here(void *ctx, int64_t file, lu_err *e)
{
	(void)file;
	return --*(int *)ctx ? LU_OK : lu_fail(e, LU_EREJECT, "enough");
}

static void a_callback_ends_the_work(void **state)
{
	lu_store *s = new_store("stop.db"), *clean = new_store("stop2.db");
	int left = 2;
	lu_watch w = { .ctx = &left, .stored = stop_here };
	lu_counts c = { 0 };

	(void)state;
	put("stop/a.py", PY_F);
	put("stop/b.py", PY_F);
	put("stop/c.py", PY_F);
	assert_int_equal(lu_ingest_tree(s, in_top("stop"), "", &plain, &w, &c, &err), LU_EREJECT);
	assert_string_equal(err.msg, "enough");
	assert_int_equal(lu_ingest_tree(s, in_top("nowhere"), "", &plain, NULL, &c, &err), LU_EIO);
	sync_tree(s, "stop", true);
	sync_tree(clean, "stop", false);
	check_equal(s, clean, "after an end");
	lu_store_close(s);
	lu_store_close(clean);
}

static lu_code cancel_second(void *ctx, int64_t file, lu_err *e)
{
	(void)file, (void)e;
	if (--*(int *)ctx == 0) lu_cancel();
	return LU_OK;
}

/* The flag can not be taken back: a process of its own has it. */
static int cancelled_child(void)
{
	lu_store *s = open_store("cancel.db");
	int left = 2;
	lu_watch w = { .ctx = &left, .stored = cancel_second };
	lu_counts c = { 0 };
	lu_code rc = lu_ingest_tree(s, in_top("cancel"), "", &plain, &w, &c, &err);

	lu_store_close(s);
	return rc == LU_ECANCEL ? 0 : 1;
}

static void cancelled_work_is_kept_and_goes_on(void **state)
{
	lu_store *s, *clean;
	char path[40];
	pid_t pid;
	int status;

	(void)state;
	for (int i = 0; i < 9; i++) {
		snprintf(path, sizeof path, "cancel/m%d.py", i);
		put(path, PY_F);
	}
	fflush(NULL);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) _exit(cancelled_child());
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	s = open_store("cancel.db");
	clean = new_store("cancel2.db");
	assert_int_equal(elements_of(s, "m0.py", NULL, 0), 3);
	assert_int_equal(elements_of(s, "m1.py", NULL, 0), 3);
	assert_int_equal(elements_of(s, "m8.py", NULL, 0), -1);
	assert_int_equal(sync_tree(s, "cancel", true).unchanged, 2);
	sync_tree(clean, "cancel", true);
	check_equal(s, clean, "after an interrupt");
	check_store(s);
	lu_store_close(s);
	lu_store_close(clean);
}

/* ---- phase 2 and 3 ---- */

static void only_new_text_is_derived(void **state)
{
	lu_store *s = new_store("derive.db");
	lu_counts c;

	(void)state;
	put("derive/a.py", PY_F);
	for (int way = 0; way < 2; way++) {
		c = sync_tree(s, "derive", way);
		assert_int_equal(c.embedded, way ? 1 : 3);
		assert_int_equal(c.indexed, way ? 1 : 3);
		/* lines move, the text of f and g does not */
		put("derive/a.py", way ? "...\n" PY_F : "pass\n" PY_F);
		c = sync_tree(s, "derive", way);
		CHECK_PUT(c.elements, 0, 3, 0, 0);
		assert_int_equal(c.embedded, 1);
		assert_int_equal(c.indexed, 1);
		assert_true(c.blocks > 0);
		put("derive/a.py", "z()\n\n\n" PY_F);
	}
	c = (lu_counts){ 0 };
	sync_tree(s, "derive", true);
	OK(lu_derive(s, model, true, 1, NULL, &c, &err));
	OK(lu_finish_index(s, 0, &c, &err));
	OK(lu_finish_index(s, 0, &c, &err));
	assert_int_equal(c.embedded + c.indexed + c.pruned + c.blocks, 0);
	check_store(s);
	lu_store_close(s);
}

static void memory_failures_leave_a_store_that_goes_on(void **state)
{
	lu_store *s = new_store("oom.db"), *clean = new_store("oom2.db");
	lu_tree_options o = { .jobs = 1, .embed = model, .rows = true };
	lu_code rc = LU_ENOMEM;

	(void)state;
	put("oom/a.py", PY_F);
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_counts c = { 0 };

		rc = lu_ingest_tree(s, in_top("oom"), "", &o, NULL, &c, &err);
	});
	put("oom/a.py", "# more\n" PY_F);
	ingest(s, "oom");
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_counts c = { 0 };

		rc = lu_derive(s, model, true, 1, NULL, &c, &err);
		if (!rc) rc = lu_finish_index(s, 0, &c, &err);
	});
	sync_tree(clean, "oom", true);
	check_equal(s, clean, "after memory was out");
	check_store(s);
	lu_store_close(s);
	lu_store_close(clean);
}

/* ---- phase 1 from records ---- */

static lu_code add(lu_intake *t, const char *fmt, ...) LU_PRINTF(2, 3);

/* Add a record, written with ' for ". */
static lu_code add(lu_intake *t, const char *fmt, ...)
{
	char text[2000];
	lu_json *v = NULL;
	lu_code rc;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	for (char *p = text; (p = strchr(p, '\'')); p++) *p = '"';
	rc = lu_json_parse(lu_strz(text), &v, &err);
	if (!rc) rc = lu_intake_add(t, v, &err);
	lu_json_free(v);
	return rc;
}

static lu_counts store_records(lu_intake *t, lu_store *s)
{
	lu_counts c = { 0 };

	OK(lu_intake_store(t, s, NULL, &c, &err));
	lu_intake_free(t);
	return c;
}

static lu_intake *new_intake(void)
{
	lu_intake *t = NULL;

	OK(lu_intake_new(&t, &err));
	return t;
}

/* What a parser says of one file, as JSON. */
struct texts {
	lu_buf v[200];
	size_t n;
};

static lu_code collect(void *ctx, const lu_parsed *p, lu_err *e)
{
	struct texts *t = ctx;

	(void)e;
	for (size_t i = 0; i < p->elements.n; i++) {
		lu_jw w;

		lu_jw_init(&w);
		lu_jw_open(&w, NULL, '{');
		lu_element_write(&w, &p->elements.v[i]);
		lu_jw_close(&w, '}');
		lu_buf_init(&t->v[t->n]);
		lu_buf_addstr(&t->v[t->n++], lu_buf_str(&w.out));
		lu_jw_free(&w);
	}
	return LU_OK;
}

static void records_in_any_order(void **state)
{
	lu_store *s = new_store("order.db"), *clean = new_store("order2.db");
	struct texts t = { .n = 0 };
	lu_counts c = { 0 };

	(void)state;
	put("order/a.py", "from b import B\n\n\nclass A(B):\n    def m(self):\n        return self.n()\n");
	put("order/b.py", "class B:\n    def n(self):\n        return 1\n");
	put("order/c.c", "static int one(void) { return 1; }\nint two(void) { return one() + one(); }\n");
	OK(lu_parse_tree(in_top("order"), "", &plain, NULL, collect, &t, &c, &err));
	assert_int_equal(c.parsed, 3);
	sync_tree(clean, "order", true);
	for (int round = 0; round < 8; round++) {
		lu_intake *in = new_intake();

		for (size_t i = t.n; i > 1; i--) {
			size_t k = below((unsigned)i);
			lu_buf x = t.v[k];

			t.v[k] = t.v[i - 1];
			t.v[i - 1] = x;
		}
		for (size_t i = 0; i < t.n; i++) OK(add(in, "%s", t.v[i].s));
		c = store_records(in, s);
		assert_int_equal(c.files, 3);
		if (round) CHECK_PUT(c.elements, 0, 0, (int)t.n, 0);
		else CHECK_PUT(c.elements, (int)t.n, 0, 0, 0);
		OK(lu_derive(s, model, true, 2, NULL, &c, &err));
		OK(lu_finish_index(s, 0, &c, &err));
		check_equal(s, clean, "from records");
	}
	for (size_t i = 0; i < t.n; i++) lu_buf_free(&t.v[i]);
	/* the tree itself is then known by its hashes */
	assert_int_equal(ingest(s, "order").parsed, 0);
	lu_store_close(s);
	lu_store_close(clean);
}

static void records_replace_a_file(void **state)
{
	static const char m[] = "{'type':'function','name':'%s','file_path':'x/y.zz','code':'%s'}";
	lu_store *s = new_store("replace.db");
	lu_intake *t = new_intake();

	(void)state;
	OK(add(t, m, "f", "1"));
	OK(add(t, m, "g", "1"));
	OK(add(t, m, "f", "2"));
	CHECK_PUT(store_records(t, s).elements, 2, 0, 0, 0);
	assert_int_equal(elements_of(s, "x/y.zz", NULL, 0), 2);
	t = new_intake();
	OK(add(t, m, "f", "2")); /* the last one counted */
	OK(add(t, m, "g", "2"));
	CHECK_PUT(store_records(t, s).elements, 0, 1, 1, 0);
	t = new_intake();
	OK(add(t, m, "h", "1"));
	OK(add(t, "{'type':'module','name':'q','file_path':'q'}"));
	CHECK_PUT(store_records(t, s).elements, 2, 0, 0, 2);
	t = new_intake();
	OK(add(t, m, "i", "1"));
	lu_intake_reject(t); /* a record was lost: what is there may be it */
	CHECK_PUT(store_records(t, s).elements, 1, 0, 1, 0);
	assert_int_equal(elements_of(s, "x/y.zz", NULL, 0), 2);
	assert_int_equal(elements_of(s, "q", NULL, 0), 1);
	CHECK_PUT(store_records(new_intake(), s).elements, 0, 0, 0, 0);
	lu_store_close(s);
}

/* Take in 100 records of as many files; returns the allocations that took. */
static long allocations_for(lu_store *s, bool lost)
{
	lu_intake *t = new_intake();
	long left = 1000000000;

	for (int i = 0; i < 100; i++) {
		char path[40];

		snprintf(path, sizeof path, "m/%d", i);
		OK(add(t, "{'type':'function','name':'f','file_path':'%s'}", path));
	}
	if (lost) lu_intake_reject(t);
	test_allocs_left = left;
	store_records(t, s);
	left -= test_allocs_left;
	test_allocs_left = -1;
	return left;
}

/* What the store has of a file is found by its path, not by reading all files for each. */
static void lost_records_cost_no_more(void **state)
{
	lu_store *s = new_store("lost.db");
	long whole;

	(void)state;
	allocations_for(s, false);
	whole = allocations_for(s, false);
	assert_true(allocations_for(s, true) < 4 * whole);
	lu_store_close(s);
}

static void records_that_are_none(void **state)
{
	static const char *const bad[] = {
		"{'type':'function','name':'f'}",
		"{'type':'function','name':'f','file_path':''}",
		"{'type':'function','name':'f','file_path':'/etc/passwd'}",
		"{'name':'f','file_path':'a'}",
		"{'type':'function','name':'f','file_path':7}",
		"{'type':'f','name':'f','file_path':'a','id':'x y'}",
		"{'type':'f','name':'f','file_path':'a','start_line':3,'end_line':2}",
	};
	lu_store *s = new_store("bad.db");
	lu_intake *t = new_intake();
	lu_code rc = LU_ENOMEM;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		assert_int_equal(add(t, "%s", bad[i]), LU_EFORMAT);
		assert_true(err.msg[0]);
	}
	CHECK_PUT(store_records(t, s).elements, 0, 0, 0, 0);
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_counts c = { 0 };

		t = NULL;
		rc = lu_intake_new(&t, &err);
		if (!rc) rc = add(t, "{'type':'f','name':'f','file_path':'a','start_line':2,'end_line':3}");
		if (!rc) rc = add(t, "{'type':'f','name':'g','file_path':'a','calls':['f']}");
		if (!rc) rc = lu_intake_store(t, s, NULL, &c, &err);
		lu_intake_free(t);
	});
	assert_int_equal(elements_of(s, "a", NULL, 0), 2);
	lu_store_close(s);
}

/* A record can come before the one that it names as its parent, or outlive it. */
static void parents_come_and_go(void **state)
{
	static const char child[] = "{'type':'method','name':'A.m','file_path':'a','start_line':2,'end_line':2,"
				    "'parent':'00000000-0000-5000-8000-000000000001'}";
	static const char parent[] = "{'id':'00000000-0000-5000-8000-000000000001','type':'class','name':'A',"
				     "'file_path':'a','start_line':1,'end_line':3}";

	(void)state;
	for (int with = 0; with < 8; with++) {
		lu_store *s = new_store("parent.db"), *clean = new_store("parent2.db");
		lu_intake *t;

		for (int i = 0; i < 3; i++) {
			t = new_intake();
			OK(add(t, "%s", child));
			if (with >> i & 1) OK(add(t, "%s", parent));
			store_records(t, s);
		}
		t = new_intake();
		OK(add(t, "%s", child));
		if (with & 4) OK(add(t, "%s", parent));
		store_records(t, clean);
		check_equal(s, clean, "parents");
		lu_store_close(s);
		lu_store_close(clean);
	}
}

static void check_indent(lu_store *s, const char *name, const char *blanks, const char *begins)
{
	lu_arena a = { 0 };
	lu_brief *v;
	lu_stored st;
	lu_str code;
	size_t n, indent;

	OK(lu_store_named(s, lu_strz(name), &a, &v, &n, &err));
	assert_int_equal(n, 1);
	OK(lu_store_code_indented(s, v[0].id, &a, &code, &indent, &err));
	assert_true(lu_str_starts(code, begins));
	assert_int_equal(indent, strlen(blanks));
	assert_memory_equal(code.s - indent, blanks, indent);
	OK(lu_store_source(s, v[0].id, &a, &st, &err));
	assert_true(lu_str_eq(st.el.code, code));
	assert_int_equal(st.indent, indent);
	lu_arena_free(&a);
}

static void code_comes_with_its_indentation(void **state)
{
	lu_store *s = new_store("indent.db");

	(void)state;
	put("indent/a.py", "class A:\n    def deep(self):\n        return 1\n");
	put("indent/b.go", "package b\n\ntype T struct{}\n\n \tfunc Odd() {}\n");
	put("indent/c.js", "  function first() {}\nvar x = 1; function second() {}\n");
	ingest(s, "indent");
	check_indent(s, "A", "", "class A:");
	check_indent(s, "A.deep", "    ", "def deep");
	check_indent(s, "Odd", " \t", "func Odd");
	check_indent(s, "first", "  ", "function first");
	check_indent(s, "second", "", "function second"); /* what stands before it is no indentation */
	lu_store_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ingest_follows_files),
		cmocka_unit_test(second_run_writes_nothing),
		cmocka_unit_test(racy_edits_are_noticed),
		cmocka_unit_test(unreadable_folders_keep_their_elements),
		cmocka_unit_test(a_part_leaves_the_rest_alone),
		cmocka_unit_test(files_that_are_no_longer_read_lose_their_elements),
		cmocka_unit_test(a_callback_ends_the_work),
		cmocka_unit_test(cancelled_work_is_kept_and_goes_on),
		cmocka_unit_test(only_new_text_is_derived),
		cmocka_unit_test(memory_failures_leave_a_store_that_goes_on),
		cmocka_unit_test(records_in_any_order),
		cmocka_unit_test(records_replace_a_file),
		cmocka_unit_test(lost_records_cost_no_more),
		cmocka_unit_test(records_that_are_none),
		cmocka_unit_test(parents_come_and_go),
		cmocka_unit_test(code_comes_with_its_indentation),
	};

	return cmocka_run_group_tests_name("index", tests, make_top, clear_top);
}
