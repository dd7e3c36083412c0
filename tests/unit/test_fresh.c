/* SPDX-License-Identifier: MIT
 * How far a store is behind its tree, which commit it was read from, and where elements of changed files are now. */
#include "index.h"

#include "lucus/fresh.h"

static lu_store *taken_in(const char *root, const lu_walk_options *walk)
{
	lu_store *s = new_store("fresh.db");
	lu_tree_options o = { .jobs = 1 };

	if (walk) o.walk = *walk;
	OK(lu_store_set_root(s, in_top(root), &err));
	ingest_with(s, root, "", &o, NULL);
	return s;
}

#define BEHIND(s, c, a, g) \
	do { \
		lu_behind b_; \
		OK(lu_behind_read(s, &b_, &err)); \
		assert_int_equal(b_.state, LU_TREE_THERE); \
		assert_int_equal(b_.changed, c); \
		assert_int_equal(b_.added, a); \
		assert_int_equal(b_.gone, g); \
	} while (0)

/* Give a file another time and the same content. */
static void touch(const char *rel)
{
	struct timespec t[2] = { { .tv_sec = 1000000000 }, { .tv_sec = 1000000000 } };

	assert_int_equal(utimensat(AT_FDCWD, in_top(rel), t, 0), 0);
}

static void tree_is_compared(void **state)
{
	lu_store *s;

	(void)state;
	put("t/a.py", "def a():\n    return 1\n");
	put("t/b.py", "def b():\n    return 1\n");
	put("t/old.py", "def old():\n    return 1\n");
	put("t/pic.png", "no python");
	s = taken_in("t", NULL);
	BEHIND(s, 0, 0, 0);
	touch("t/a.py");
	BEHIND(s, 0, 0, 0);
	put("t/a.py", "def a():\n    return 2\n"); /* as long as before */
	BEHIND(s, 1, 0, 0);
	put("t/more.png", "still none");
	put("t/sub/new.py", "def new():\n    return 1\n");
	BEHIND(s, 1, 1, 0);
	remove(in_top("t/old.py"));
	BEHIND(s, 1, 1, 1);
	put("t/.gitignore", "b.py\n");
	BEHIND(s, 1, 2, 2);
	ingest(s, "t");
	BEHIND(s, 0, 0, 0);
	lu_store_close(s);
}

/* What the last sync left out by its options is not new. */
static void options_are_kept(void **state)
{
	lu_str only = lu_strz("*.py"), not = lu_strz("gen");
	lu_walk_options walk = { .include = { &only, 1 },
				 .exclude = { &not, 1 },
				 .no_ignore = true,
				 .max_file_size = 1000 },
			got;
	lu_tree_part *part = NULL;
	size_t n = 0;
	lu_arena a = { 0 };
	lu_store *s;

	(void)state;
	put("o/.gitignore", "b.py\n");
	put("o/a.py", "def a():\n    return 1\n");
	put("o/b.py", "def b():\n    return 1\n");
	put("o/c.js", "function c() {}\n");
	put("o/gen/d.py", "def d():\n    return 1\n");
	s = taken_in("o", &walk);
	BEHIND(s, 0, 0, 0);
	OK(lu_behind_parts(s, &a, &got, &part, &n, &err));
	assert_int_equal(n, 1);
	assert_string_equal(part[0].sub, "");
	assert_int_equal(got.include.n, 1);
	assert_true(lu_str_eqz(got.include.v[0], "*.py") && lu_str_eqz(got.exclude.v[0], "gen"));
	assert_true(got.no_ignore && got.max_file_size == 1000);
	lu_arena_free(&a);
	lu_store_close(s);
}

/* Of folders that were taken in new files are known, of what is beside them those that the store has. */
static void small_trees_are_peeked_at(void **state)
{
	lu_store *s = new_store("peek.db");
	lu_behind b;
	char name[40];

	(void)state;
	put("k/a.py", "def a():\n    return 1\n");
	OK(lu_store_set_root(s, in_top("k"), &err));
	ingest_with(s, "k", "", &plain, NULL);
	put("k/new.py", "def new():\n    return 1\n");
	OK(lu_behind_peek(s, &b, &err));
	assert_int_equal(b.state, LU_TREE_THERE);
	assert_int_equal(b.added, 1);
	for (int i = 0; i < LU_PEEK; i++) {
		snprintf(name, sizeof name, "k/many/%d.py", i);
		put(name, "pass\n");
	}
	OK(lu_behind_peek(s, &b, &err));
	assert_int_equal(b.state, LU_TREE_LARGE);
	BEHIND(s, 0, LU_PEEK + 1, 0);
	ingest_with(s, "k", "", &plain, NULL);
	for (int i = 0; i < LU_PEEK; i++) {
		snprintf(name, sizeof name, "k/many/%d.py", i);
		remove(in_top(name));
	}
	OK(lu_behind_peek(s, &b, &err));
	assert_int_equal(b.state, LU_TREE_LARGE);
	BEHIND(s, 0, 0, LU_PEEK);
	lu_store_close(s);
}

static void parts_are_compared(void **state)
{
	lu_store *s = new_store("part.db");
	lu_walk_options got;
	lu_tree_part *part = NULL;
	lu_arena a = { 0 };
	lu_behind b;
	size_t n = 0;

	(void)state;
	put("p/sub/a.py", "def a():\n    return 1\n");
	put("p/b.py", "def b():\n    return 1\n");
	put("p/c.py", "def c():\n    return 1\n");
	OK(lu_store_set_root(s, in_top("p"), &err));
	ingest_with(s, "p", "b.py", &plain, NULL);
	OK(lu_behind_read(s, &b, &err));
	assert_false(b.walked);
	BEHIND(s, 0, 0, 0);
	ingest_with(s, "p", "sub", &plain, NULL);
	OK(lu_behind_read(s, &b, &err));
	assert_true(b.walked);
	BEHIND(s, 0, 0, 0);
	put("p/sub/new.py", "def new():\n    return 1\n");
	put("p/beside.py", "def beside():\n    return 1\n");
	BEHIND(s, 0, 1, 0);
	put("p/b.py", "def b():\n    return 2\n");
	remove(in_top("p/sub/a.py"));
	BEHIND(s, 1, 1, 1);
	OK(lu_behind_parts(s, &a, &got, &part, &n, &err));
	assert_int_equal(n, 2);
	assert_string_equal(part[0].sub, "sub");
	assert_string_equal(part[1].sub, "b.py");
	lu_arena_free(&a);
	remove(in_top("p/sub/new.py"));
	remove(in_top("p/sub"));
	BEHIND(s, 1, 0, 1);
	ingest(s, "p");
	BEHIND(s, 0, 0, 0);
	put("p/other.py", "def other():\n    return 1\n");
	BEHIND(s, 0, 1, 0);
	lu_store_close(s);
}

/* Files that came one by one: what they take is in proportion to their number. */
static void many_files_are_parts(void **state)
{
	enum { MANY = 300 };
	lu_store *s = new_store("single.db");
	lu_walk_options got;
	lu_tree_part *part = NULL;
	lu_arena a = { 0 };
	size_t n = 0;
	char name[40];

	(void)state;
	put("single/keep.py", "def f():\n    return 1\n");
	OK(lu_store_set_root(s, in_top("single"), &err));
	for (int i = 0; i < MANY; i++) {
		snprintf(name, sizeof name, "single/%d.py", i);
		put(name, "pass\n");
		ingest_with(s, "single", name + strlen("single/"), &plain, NULL);
		remove(in_top(name));
	}
	OK(lu_behind_parts(s, &a, &got, &part, &n, &err));
	assert_int_equal(n, MANY);
	assert_true(part[0].gone && part[MANY - 1].gone);
	if (a.total > 1000 * MANY) fail_msg("%zu bytes for %d files", a.total, MANY);
	lu_arena_free(&a);
	lu_store_close(s);
}

static void add_record(lu_intake *t, const char *text)
{
	lu_json *v = NULL;

	OK(lu_json_parse(lu_strz(text), &v, &err));
	OK(lu_intake_add(t, v, &err));
	lu_json_free(v);
}

static void records_are_not_stale(void **state)
{
	lu_store *s = new_store("records.db");
	lu_counts c = { 0 };
	lu_intake *t = NULL;
	lu_fresh *f = NULL;
	lu_file_state is;
	lu_behind b;

	(void)state;
	OK(lu_intake_new(&t, &err));
	add_record(
		t,
		"{\"record\":\"element\",\"type\":\"function\",\"name\":\"f\",\"file_path\":\"x.py\",\"start_line\":1,"
		"\"end_line\":2,\"language\":\"python\",\"code\":\"def f():\\n    pass\"}");
	OK(lu_intake_store(t, s, NULL, &c, &err));
	lu_intake_free(t);
	OK(lu_behind_read(s, &b, &err));
	assert_int_equal(b.state, LU_TREE_NONE);
	OK(lu_store_set_root(s, in_top("nowhere"), &err));
	OK(lu_behind_read(s, &b, &err));
	assert_int_equal(b.state, LU_TREE_NONE);
	put("r/other.py", "def o():\n    return 1\n");
	OK(lu_store_set_root(s, in_top("r"), &err));
	BEHIND(s, 0, 0, 0);
	OK(lu_fresh_open(s, &f, &err));
	OK(lu_fresh_file(f, lu_strz("x.py"), &is, &err));
	assert_int_equal(is, LU_FILE_SAME);
	lu_fresh_close(f);
	lu_store_close(s);
}

static void missing_root_is_told(void **state)
{
	lu_file_state is;
	lu_fresh *f = NULL;
	lu_behind b;
	lu_store *s;

	(void)state;
	put("m/a.py", "def a():\n    return 1\n");
	s = taken_in("m", NULL);
	assert_int_equal(rename(in_top("m/a.py"), in_top("a.py")), 0);
	OK(lu_behind_read(s, &b, &err)); /* an empty folder, as where a volume is mounted */
	assert_int_equal(b.state, LU_TREE_MISSING);
	assert_int_equal(b.gone, 0);
	assert_int_equal(rmdir(in_top("m")), 0);
	OK(lu_behind_read(s, &b, &err));
	assert_int_equal(b.state, LU_TREE_MISSING);
	OK(lu_fresh_open(s, &f, &err));
	assert_int_equal(lu_fresh_tree(f), LU_TREE_MISSING);
	OK(lu_fresh_file(f, lu_strz("a.py"), &is, &err));
	assert_int_equal(is, LU_FILE_SAME);
	lu_fresh_close(f);
	lu_store_close(s);
}

/* ---- git ---- */

#define FIRST "0123456789abcdef0123456789abcdef01234567"
#define OTHER "89abcdef0123456789abcdef0123456789abcdef"

static void commit_is(const char *root, const char *want)
{
	lu_store *s = taken_in(root, NULL);
	lu_arena a = { 0 };
	lu_tree t;

	OK(lu_store_tree(s, &a, &t, &err));
	assert_int_equal(t.commit.n, strlen(want));
	assert_true(lu_str_eqz(t.commit, want));
	assert_true(t.synced_ns > 0);
	lu_arena_free(&a);
	lu_store_close(s);
}

static void commits_are_read(void **state)
{
	char link[PATH_MAX + 32];

	(void)state;
	put("g/src/a.py", "def a():\n    return 1\n");
	commit_is("g", "");
	put("g/.git/HEAD", "ref: refs/heads/main\n");
	commit_is("g", ""); /* nothing is committed yet */
	put("g/.git/packed-refs", "# pack-refs with: peeled fully-peeled sorted\n" OTHER " refs/heads/main-2\n" OTHER
				  " refs/heads/main\n^" FIRST "\n");
	commit_is("g", OTHER);
	put("g/.git/refs/heads/main", FIRST "\n");
	commit_is("g", FIRST);
	commit_is("g/src", FIRST);
	put("g/.git/HEAD", OTHER "\n");
	commit_is("g", OTHER);
	put("g/.git/HEAD", "ref: ../../../secret\n");
	put("secret", FIRST "\n");
	commit_is("g", "");
	/* a worktree, whose branches are those of the repository */
	put("g/.git/worktrees/w/HEAD", "ref: refs/heads/main\n");
	put("g/.git/worktrees/w/commondir", "../..\n");
	put("w/a.py", "def a():\n    return 1\n");
	snprintf(link, sizeof link, "gitdir: %s\n", in_top("g/.git/worktrees/w"));
	put("w/.git", link);
	commit_is("w", FIRST);
	put("w/.git", "gitdir: ../g/.git/worktrees/w\n");
	commit_is("w", FIRST);
}

/* A second run writes nothing, one after a commit notes the commit. */
static void nothing_new_is_not_written(void **state)
{
	lu_store *s;
	int64_t before;

	(void)state;
	put("n/a.py", "def a():\n    return 1\n");
	s = taken_in("n", NULL);
	before = lu_store_changes(s);
	ingest(s, "n");
	assert_int_equal(lu_store_changes(s), before);
	put("n/.git/HEAD", FIRST "\n");
	ingest(s, "n");
	assert_int_equal(lu_store_changes(s), before + 1);
	lu_store_close(s);
}

/* ---- places ---- */

static lu_brief element(lu_store *s, const char *name, lu_arena *a)
{
	lu_brief *v = NULL;
	size_t n = 0;

	OK(lu_store_named(s, lu_strz(name), a, &v, &n, &err));
	assert_int_equal(n, 1);
	return v[0];
}

#define PLACE(s, name, is_stale, from, to) \
	do { \
		lu_fresh *f_ = NULL; \
		lu_arena a_ = { 0 }; \
		lu_brief el_ = element(s, name, &a_); \
		lu_location p_; \
		OK(lu_fresh_open(s, &f_, &err)); \
		OK(lu_fresh_place(f_, &el_, &p_, &err)); \
		assert_int_equal(p_.stale, is_stale); \
		assert_int_equal(p_.start_line, from); \
		assert_int_equal(p_.end_line, to); \
		lu_fresh_close(f_); \
		lu_arena_free(&a_); \
	} while (0)

static void elements_are_found_again(void **state)
{
	lu_fresh *f = NULL;
	int64_t looked, changed, gone;
	lu_file_state is;
	lu_store *s;

	(void)state;
	put("e/a.py",
	    "def one():\n    return 1\n\n\ndef two():\n    x = 2\n    return x\n\n\ndef three():\n    return 3\n");
	put("e/b.py", "def four():\n    return 4\n");
	put("e/c.py", "def five():\n    return 5\n");
	s = taken_in("e", NULL);
	PLACE(s, "two", false, 5, 7);
	put("e/a.py", "import os\n\ndef one():\n    return 1\n\n\ndef two():\n    x = 20\n    return x\n\n\ndef "
		      "three():\n    return 3\n");
	PLACE(s, "one", false, 3, 4);
	PLACE(s, "two", true, 7, 9);
	PLACE(s, "three", false, 12, 13);
	put("e/a.py", "def eleven():\n    return 11\n");
	PLACE(s, "three", true, 2, 2);
	remove(in_top("e/c.py"));
	OK(lu_fresh_open(s, &f, &err));
	OK(lu_fresh_file(f, lu_strz("a.py"), &is, &err));
	assert_int_equal(is, LU_FILE_CHANGED);
	OK(lu_fresh_file(f, lu_strz("b.py"), &is, &err));
	OK(lu_fresh_file(f, lu_strz("b.py"), &is, &err));
	assert_int_equal(is, LU_FILE_SAME);
	OK(lu_fresh_file(f, lu_strz("c.py"), &is, &err));
	assert_int_equal(is, LU_FILE_GONE);
	lu_fresh_counts(f, &looked, &changed, &gone);
	assert_int_equal(looked, 3);
	assert_int_equal(changed, 1);
	assert_int_equal(gone, 1);
	lu_fresh_close(f);
	lu_store_close(s);
}

/* Equal texts are told apart by their order, while there are as many of them. */
static void twins_keep_their_order(void **state)
{
	lu_store *s;

	(void)state;
	put("w2/a.py",
	    "class A:\n    def run(self):\n        return 1\n\n\nclass B:\n    def run(self):\n        return 1\n");
	s = taken_in("w2", NULL);
	PLACE(s, "B.run", false, 7, 8);
	put("w2/a.py", "# new\nclass A:\n    def run(self):\n        return 1\n\n\nclass B:\n    def run(self):\n      "
		       "  return 1\n");
	PLACE(s, "A.run", false, 3, 4);
	PLACE(s, "B.run", false, 8, 9);
	put("w2/a.py", "# new\nclass B:\n    def run(self):\n        return 1\n");
	PLACE(s, "B.run", true, 4, 4);
	lu_store_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tree_is_compared),           cmocka_unit_test(options_are_kept),
		cmocka_unit_test(small_trees_are_peeked_at),  cmocka_unit_test(parts_are_compared),
		cmocka_unit_test(many_files_are_parts),       cmocka_unit_test(records_are_not_stale),
		cmocka_unit_test(missing_root_is_told),       cmocka_unit_test(commits_are_read),
		cmocka_unit_test(nothing_new_is_not_written), cmocka_unit_test(elements_are_found_again),
		cmocka_unit_test(twins_keep_their_order),
	};

	return cmocka_run_group_tests(tests, make_top, clear_top);
}
