/* SPDX-License-Identifier: MIT
 * The walk, on trees on disk, and its patterns against git itself. */
#include "random.h"
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"
#include "core/sorting.h"
#include "lucus/walk.h"

#ifndef RANDOM_TREES
#define RANDOM_TREES 300
#endif

static const lu_walk_options plain = { .max_file_size = 0 };
static lu_err err;
static char top[PATH_MAX]; /* the folder of this run */

/* ---- trees on disk ---- */

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *f)
{
	(void)st, (void)type, (void)f;
	return remove(path);
}

static void clear(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static int make_top(void **state)
{
	const char *dir = getenv("TMPDIR");

	(void)state;
	snprintf(top, sizeof top, "%s/lucus-walk-XXXXXX", dir && *dir ? dir : "/tmp");
	if (!mkdtemp(top)) return -1;
	return chmod(top, 0755);
}

static int clear_top(void **state)
{
	(void)state;
	clear(top);
	return 0;
}

/* The path of `rel` below the folder of this run. */
static const char *in_top(const char *rel)
{
	static char path[4][2 * PATH_MAX];
	static int i;

	i = (i + 1) % 4;
	snprintf(path[i], sizeof path[i], "%s/%s", top, rel);
	return path[i];
}

/* Write file `rel`, and the folders above it. A path that ends with '/' is a folder. */
static void put_n(const char *rel, const char *text, size_t n)
{
	char path[2 * PATH_MAX];
	FILE *f;

	snprintf(path, sizeof path, "%s", in_top(rel));
	for (char *p = path + strlen(top) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		if (mkdir(path, 0755) < 0) assert_int_equal(errno, EEXIST);
		*p = '/';
	}
	if (path[strlen(path) - 1] == '/') return;
	f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

static void put(const char *rel, const char *text)
{
	put_n(rel, text, strlen(text));
}

/* Run a command of the shell and read what it prints. */
static lu_buf output(const char *fmt, ...)
{
	char cmd[3 * PATH_MAX], buf[4096];
	lu_buf out = LU_BUF;
	va_list ap;
	size_t n;
	FILE *f;

	va_start(ap, fmt);
	vsnprintf(cmd, sizeof cmd, fmt, ap);
	va_end(ap);
	f = popen(cmd, "r");
	assert_non_null(f);
	while ((n = fread(buf, 1, sizeof buf, f)) > 0) lu_buf_add(&out, buf, n);
	n = (size_t)pclose(f);
	assert_true(n == 0 || n == 256); /* check-ignore: 1, nothing is ignored */
	return out;
}

/* The list as text: "path|reason\n", with an '!' before the reason of an error. */
static lu_buf as_text(const lu_walk_list *l)
{
	lu_buf b = LU_BUF;

	for (size_t i = 0; i < l->n; i++) {
		lu_buf_addstr(&b, l->v[i].path);
		if (l->v[i].reason.n) {
			lu_buf_addc(&b, '|');
			if (l->v[i].failed) lu_buf_addc(&b, '!');
			lu_buf_addstr(&b, l->v[i].reason);
		}
		lu_buf_addc(&b, '\n');
		if (i) assert_true(lu_str_cmp(l->v[i - 1].path, l->v[i].path) <= 0);
		assert_int_equal(l->v[i].path.s[l->v[i].path.n], '\0');
	}
	return b;
}

static void check_walk(const char *root, const char *sub, const lu_walk_options *o, const char *want)
{
	lu_walk_list l = { 0 };
	lu_buf text;

	err.msg[0] = '\0';
	if (lu_walk(in_top(root), sub, o, &l, &err)) fail_msg("%s", err.msg);
	text = as_text(&l);
	assert_string_equal(text.s, want);
	lu_buf_free(&text);
	lu_walk_free(&l);
}

/* ---- against git ---- */

#define PICK(array) array[below(sizeof array / sizeof *array)]

static void random_patterns(lu_buf *b)
{
	static const char *const start[] = { "!", "!", "/", "/", "#", "\\!", "**/", "**/", "*", "\xef\xbb\xbf" };
	static const char *const part[] = {
		"a",       "a",       "b",       "b",       "c",     "foo",         ".c",
		".o",      "*",       "*",       "*",       "**",    "***",         "?",
		"/",       "/",       "/",       "/**/",    "/**/",  "**/",         "/**",
		"[ab]",    "[!a]",    "[^b]",    "[a-c]",   "[c-a]", "[[:alpha:]]", "[![:alpha:]]",
		"[[:x:]]", "[]a]",    "[!]a]",   "[a",      "]",     "[",           "[/a]",
		"[*]",     "[\\a]",   "[a\\-c]", "[a-\\c]", "[-a]",  "[[:a]",       "\\a",
		"\\*",     "\\",      "\\/",     " ",       "\\ ",   "-",           "!",
		"#",       "\xc3\xa9"
	};
	static const char *const end[] = { "", "", "", "/", "/", "*", "/**", " ", "\r", "\\", "\t", "/*" };

	for (unsigned n = 1 + below(6); n; n--) {
		if (below(3) == 0) lu_buf_adds(b, PICK(start));
		for (unsigned k = below(5); k; k--) lu_buf_adds(b, PICK(part));
		lu_buf_adds(b, PICK(end));
		lu_buf_adds(b, below(12) ? "\n" : below(2) ? "\r\n" : "\n\n");
	}
	if (below(6) == 0) lu_buf_trunc(b, b->len - 1);
}

static void random_file_of_patterns(const char *path)
{
	lu_buf b = LU_BUF;

	random_patterns(&b);
	put_n(path, b.s, b.len);
	lu_buf_free(&b);
}

static void random_tree(const char *root)
{
	static const char *const name[] = { "a",   "a",   "b",     "b",  "c",        "foo", "ab",  "ba",  "abc",
					    "a.c", "b.o", "foo.c", ".c", "a ",       " ",   "a-b", "[a",  "]",
					    "a\\", "*",   "#a",    "!a", "\xc3\xa9", "a\r", "-",   "afoo" };
	char path[PATH_MAX];

	for (unsigned n = 10 + below(25); n; n--) {
		struct stat st;

		snprintf(path, sizeof path, "%s", root);
		for (unsigned k = 1 + below(4); k; k--) {
			size_t len = strlen(path);

			snprintf(path + len, sizeof path - len, "/%s", PICK(name));
			if (stat(in_top(path), &st) == 0 && S_ISREG(st.st_mode)) break;
			if (k > 1 && below(20) == 0 && !lu_file_exists(in_top(path))) {
				snprintf(path + strlen(path), sizeof path - strlen(path), "/.gitignore");
				random_file_of_patterns(path);
				break;
			}
			if (k == 1 && !lu_file_exists(in_top(path))) put(path, "");
		}
	}
	snprintf(path, sizeof path, "%s/.gitignore", root);
	random_file_of_patterns(path);
}

/* Cut the next field, which a NUL ends, off `s`; it must be there. */
static lu_str next_field(lu_str *s)
{
	const char *nul = s->n ? memchr(s->s, '\0', s->n) : NULL;
	lu_str field;

	assert_non_null(nul);
	field = lu_strn(s->s, (size_t)(nul - s->s));
	*s = lu_strn(nul + 1, s->n - field.n - 1);
	return field;
}

/* The files that git would add, in order. */
static void check_files(const lu_walk_list *l, const char *root, unsigned number)
{
	lu_buf out = output("git -C '%s' ls-files --others --cached --exclude-standard -z", in_top(root));
	lu_str rest = lu_buf_str(&out), v[1000];
	size_t n = 0, k = 0;

	while (rest.n && n < 1000) v[n++] = next_field(&rest);
	qsort(v, n, sizeof *v, lu_str_order);
	for (size_t i = 0; i < l->n; i++) {
		lu_str p = l->v[i].path;

		if (l->v[i].reason.n) continue;
		if (k == n || !lu_str_eq(p, v[k])) fail_msg("tree %u: git does not list '%s'", number, p.s);
		k++;
	}
	if (k < n) fail_msg("tree %u: '%.*s' is not listed", number, LU_FMT(v[k]));
	lu_buf_free(&out);
}

/* The patterns that git blames. */
static void check_reasons(const lu_walk_list *l, const char *root, unsigned number)
{
	lu_buf in = LU_BUF, out;
	lu_str rest, source, line;

	for (size_t i = 0; i < l->n; i++) {
		lu_str p = l->v[i].path;

		if (l->v[i].reason.n) lu_buf_add(&in, p.s, p.n - (lu_str_ends(p, "/") ? 1 : 0));
		if (l->v[i].reason.n) lu_buf_addc(&in, '\0');
	}
	put_n("asked", in.s, in.len);
	out = output("git -C '%s' check-ignore -v -z --no-index --stdin < '%s'", in_top(root), in_top("asked"));
	rest = lu_buf_str(&out);
	for (size_t i = 0; i < l->n; i++) {
		lu_buf why = LU_BUF;

		if (!l->v[i].reason.n) continue;
		source = next_field(&rest);
		line = next_field(&rest);
		next_field(&rest); /* the pattern */
		assert_true(l->v[i].path.n - next_field(&rest).n <= 1);
		if (lu_str_ends(source, "/info/exclude")) source = lu_strz(".git/info/exclude");
		lu_buf_addf(&why, "ignored by %.*s:%.*s", LU_FMT(source), LU_FMT(line));
		if (!lu_str_eq(l->v[i].reason, lu_buf_str(&why)))
			fail_msg("tree %u: '%s' is %s, to git %s", number, l->v[i].path.s, l->v[i].reason.s, why.s);
		lu_buf_free(&why);
	}
	lu_buf_free(&in);
	lu_buf_free(&out);
}

/* One repository serves all trees: each has a .git file that points to it, as a worktree has. */
static void git_agrees_on_random_trees(void **state)
{
	char link[2 * PATH_MAX];
	lu_buf out = output("git init -q --bare '%s' && git --git-dir='%s' config core.bare false", in_top("store"),
			    in_top("store"));
	size_t listed = 0, ignored = 0;

	(void)state;
	lu_buf_free(&out);
	snprintf(link, sizeof link, "gitdir: %s\n", in_top("store"));
	for (unsigned i = 0; i < RANDOM_TREES; i++) {
		lu_walk_list l = { 0 };

		put("tree/.git", link);
		random_tree("tree");
		if (below(2)) random_file_of_patterns("store/info/exclude");
		else put("store/info/exclude", "");
		if (lu_walk(in_top("tree"), "", &plain, &l, &err)) fail_msg("%s", err.msg);
		check_files(&l, "tree", i);
		check_reasons(&l, "tree", i);
		for (size_t k = 0; k < l.n; k++) (*(l.v[k].reason.n ? &ignored : &listed))++;
		lu_walk_free(&l);
		clear(in_top("tree"));
	}
	assert_true(listed > RANDOM_TREES && ignored > RANDOM_TREES); /* else nothing was compared */
}

/* Every class against every byte, 0x80 and above included. */
static void git_agrees_on_character_classes(void **state)
{
	static const char *const class[] = { "alnum", "alpha", "blank", "cntrl", "digit", "graph",
					     "lower", "print", "punct", "space", "upper", "xdigit" };
	lu_buf in = LU_BUF, all = LU_BUF, out;
	lu_str rest, gits;
	lu_ignore *ig = NULL;

	(void)state;
	out = output("git init -q '%s'", in_top("classes"));
	lu_buf_free(&out);
	for (size_t i = 0; i < 12; i++)
		lu_buf_addf(&all, "%s[[:%s:]]\n%s[![:%s:]]x\n", class[i], class[i], class[i], class[i]);
	put("classes/.gitignore", all.s);
	assert_int_equal(lu_ignore_new(&ig, &err), LU_OK);
	assert_int_equal(lu_ignore_add(ig, lu_buf_str(&all), "", "x", &err), LU_OK);
	lu_buf_reset(&all);
	for (size_t i = 0; i < 12; i++) {
		for (int ch = 1; ch < 256; ch++) {
			for (int k = 0; k < 2; k++) {
				char name[32];

				snprintf(name, sizeof name, "%s%c%s", class[i], ch, k ? "x" : "");
				if (ch == '/') continue;
				lu_buf_add(&in, name, strlen(name) + 1);
				if (lu_ignore_match(ig, name, false, NULL, NULL))
					lu_buf_add(&all, name, strlen(name) + 1);
			}
		}
	}
	put_n("asked", in.s, in.len);
	out = output("git -C '%s' check-ignore -z --stdin < '%s'", in_top("classes"), in_top("asked"));
	for (rest = lu_buf_str(&all), gits = lu_buf_str(&out); rest.n && gits.n;)
		assert_string_equal(next_field(&rest).s, next_field(&gits).s);
	assert_int_equal(all.len, out.len);
	assert_true(all.len > 0);
	lu_ignore_free(ig);
	lu_buf_free(&in);
	lu_buf_free(&all);
	lu_buf_free(&out);
}

/* ---- the walk ---- */

static void walk_lists_in_order(void **state)
{
	(void)state;
	put("order/a.c", "");
	put("order/a/z", "");
	put("order/a-b", "");
	put("order/a/b/c", "");
	put("order/ab", "");
	put("order/.hidden", "");
	put("order/empty/", "");
	put("order/.git/config", "");
	put("order/.hg/x", "");
	put("order/a/.svn/x", "");
	put("order/a/.lucus/lucus.db", "");
	put("order/line\nbreak", "");
	check_walk("order", "", &plain, ".hidden\na-b\na.c\na/b/c\na/z\nab\nline\nbreak\n");
	check_walk("order/empty", "", &plain, "");
}

static void walk_gives_stat_data(void **state)
{
	lu_walk_list l = { 0 };
	struct stat st;

	(void)state;
	put("stat/a", "12345");
	assert_int_equal(stat(in_top("stat/a"), &st), 0);
	assert_int_equal(lu_walk(in_top("stat"), "", &plain, &l, &err), LU_OK);
	assert_int_equal(l.n, 1);
	assert_int_equal(l.v[0].size, 5);
	assert_true(l.v[0].inode == st.st_ino);
	assert_true(l.v[0].mtime_ns == (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec);
	assert_true(l.v[0].ctime_ns == (int64_t)st.st_ctim.tv_sec * 1000000000 + st.st_ctim.tv_nsec);
	assert_false(l.v[0].failed);
	lu_walk_free(&l);
}

/* Nanoseconds since 1970 fit the years 1678 to 2261; a file system may hold others. */
static void walk_bounds_times(void **state)
{
	struct timespec t[2] = { { .tv_sec = INT64_C(10000000000) }, { .tv_sec = INT64_C(10000000000) } };
	lu_walk_list l = { 0 };
	struct stat st;

	(void)state;
	put("late/a", "1");
	assert_int_equal(utimensat(AT_FDCWD, in_top("late/a"), t, 0), 0);
	assert_int_equal(stat(in_top("late/a"), &st), 0);
	if (st.st_mtim.tv_sec != t[1].tv_sec) skip(); /* not this one */
	assert_int_equal(lu_walk(in_top("late"), "", &plain, &l, &err), LU_OK);
	assert_true(l.v[0].mtime_ns == INT64_MAX);
	lu_walk_free(&l);
}

static void walk_applies_ignore_files(void **state)
{
	static const lu_walk_options all = { .no_ignore = true };

	(void)state;
	put("ign/.gitignore", "*.o\nbuild/\n!sub/keep.o\n");
	put("ign/.lucusignore", "docs\n!b.o\n");
	put("ign/a.o", "");
	put("ign/b.o", "");
	put("ign/build/x.c", "");
	put("ign/docs/x.md", "");
	put("ign/src/build", "");
	put("ign/sub/.gitignore", "!c.o\n");
	put("ign/sub/c.o", "");
	put("ign/sub/keep.o", "");
	put("ign/sub/x.o", "");
	put("ign/z/build/.gitignore", "!x.c\n");
	put("ign/z/build/x.c", "");
	put("ign/z/x.o", "");
	check_walk("ign", "", &plain,
		   ".gitignore\n.lucusignore\na.o|ignored by .gitignore:1\nb.o\n"
		   "build/|ignored by .gitignore:2\ndocs/|ignored by .lucusignore:1\nsrc/build\n"
		   "sub/.gitignore\nsub/c.o\nsub/keep.o\nsub/x.o|ignored by .gitignore:1\n"
		   "z/build/|ignored by .gitignore:2\nz/x.o|ignored by .gitignore:1\n");
	check_walk("ign", "", &all,
		   ".gitignore\n.lucusignore\na.o\nb.o\nbuild/x.c\ndocs/x.md\nsrc/build\n"
		   "sub/.gitignore\nsub/c.o\nsub/keep.o\nsub/x.o\nz/build/.gitignore\nz/build/x.c\nz/x.o\n");
}

static void walk_applies_the_repository_around(void **state)
{
	(void)state;
	put("repo/.git/info/exclude", "# local\n*.tmp\n*.log\n");
	put("repo/.gitignore", "/pkg/core/gen\n*.bak\n!keep.log\n");
	put("repo/pkg/.lucusignore", "core/*.txt\n");
	put("repo/pkg/core/.gitignore", "!keep.bak\n");
	put("repo/pkg/core/a.tmp", "");
	put("repo/pkg/core/a.bak", "");
	put("repo/pkg/core/a.txt", "");
	put("repo/pkg/core/gen/x", "");
	put("repo/pkg/core/keep.bak", "");
	put("repo/pkg/core/keep.log", "");
	put("repo/pkg/core/s/a.txt", "");
	check_walk("repo/pkg/core", "", &plain,
		   ".gitignore\na.bak|ignored by ../../.gitignore:2\n"
		   "a.tmp|ignored by ../../.git/info/exclude:2\na.txt|ignored by ../.lucusignore:1\n"
		   "gen/|ignored by ../../.gitignore:1\nkeep.bak\nkeep.log\ns/a.txt\n");
	check_walk("repo", "pkg/core/a.tmp", &plain, "pkg/core/a.tmp|ignored by .git/info/exclude:2\n");
}

static void walk_reads_worktrees_and_submodules(void **state)
{
	(void)state;
	put("wt/main/info/exclude", "a\n");
	put("wt/main/worktrees/w/commondir", "../..\n");
	put("wt/w/.git", "gitdir: ../main/worktrees/w\n");
	put("wt/w/a", "");
	put("wt/w/b", "");
	put("wt/w/s/a", "");
	check_walk("wt/w", "", &plain,
		   "a|ignored by .git/info/exclude:1\nb\n"
		   "s/a|ignored by .git/info/exclude:1\n");
	put("wt/w/.git", "no such thing\n");
	check_walk("wt/w/s", "", &plain, "a\n");
	put("wt/w/.git", "gitdir: /nonexistent\n");
	check_walk("wt/w/s", "", &plain, "a\n");
}

static void walk_include_and_exclude(void **state)
{
	lu_str in[] = { lu_strz("*.c"), lu_strz("doc/*.md"), lu_strz("lib/") };
	lu_str ex[] = { lu_strz("x*"), lu_strz("/b/c"), lu_strz("a/**/*.c") };
	lu_walk_options o = { .include = { in, 3 } };

	(void)state;
	put("inc/.gitignore", "!xx.c\n");
	put("inc/a.c", "");
	put("inc/a.h", "");
	put("inc/a/b/c.c", "");
	put("inc/b/c/x.c", "");
	put("inc/doc/a.md", "");
	put("inc/doc/s/a.md", "");
	put("inc/lib/s/t.h", "");
	put("inc/xx.c", "");
	check_walk("inc", "", &o,
		   ".gitignore|not included\na.c\na.h|not included\na/b/c.c\nb/c/x.c\ndoc/a.md\n"
		   "doc/s/a.md|not included\nlib/s/t.h\nxx.c\n");
	check_walk("inc", "lib/s", &o, "lib/s/t.h\n");
	o.exclude = (lu_strs){ ex, 3 };
	check_walk("inc", "", &o,
		   ".gitignore|not included\na.c\na.h|not included\n"
		   "a/b/c.c|excluded by --exclude 'a/**/*.c'\nb/c/|excluded by --exclude '/b/c'\ndoc/a.md\n"
		   "doc/s/a.md|not included\nlib/s/t.h\nxx.c|excluded by --exclude 'x*'\n");
}

static void walk_skips_what_is_no_file(void **state)
{
	static const lu_walk_options small = { .max_file_size = 4 };

	(void)state;
	put("kind/d/f", "12345");
	put("kind/e", "lost");
	assert_int_equal(symlink("..", in_top("kind/d/loop")), 0);
	assert_int_equal(symlink("d/f", in_top("kind/link")), 0);
	assert_int_equal(symlink("nowhere", in_top("kind/lost")), 0);
	assert_int_equal(mkfifo(in_top("kind/pipe"), 0600), 0);
	assert_int_equal(mkfifo(in_top("kind/d/.gitignore"), 0600), 0);
	assert_int_equal(symlink("e", in_top("kind/.lucusignore")), 0);
	put("kind/bad\xff/x", "");
	put("kind/caf\xe9", "");
	check_walk("kind", "", &small,
		   ".lucusignore|symbolic link\n"
		   "bad\xef\xbf\xbd/|file name is not UTF-8\ncaf\xef\xbf\xbd|file name is not UTF-8\n"
		   "d/.gitignore|not a regular file\nd/f|larger than 4 bytes\nd/loop|symbolic link\ne\n"
		   "link|symbolic link\nlost|symbolic link\npipe|not a regular file\n");
	check_walk("kind", "link", &plain, "link|symbolic link\n");
	check_walk("kind", "d/loop/e", &plain, "d/loop|symbolic link\n");
}

static void check_fails(const char *root, const char *sub, lu_code want, const char *msg)
{
	lu_walk_list l = { .n = 42 };

	assert_int_equal(lu_walk(in_top(root), sub, &plain, &l, &err), want);
	assert_non_null(strstr(err.msg, msg));
	assert_int_equal(l.n, 42);
}

static void walk_of_a_part(void **state)
{
	(void)state;
	put("sub/.gitignore", "*.o\nout/\n");
	put("sub/a/.gitignore", "x.c\n");
	put("sub/a/b/x.c", "");
	put("sub/a/b/y.o", "");
	put("sub/a/b/z", "");
	put("sub/a/bb", "");
	put("sub/out/a", "");
	check_walk("sub", "a/b", &plain,
		   "a/b/x.c|ignored by a/.gitignore:1\na/b/y.o|ignored by .gitignore:1\n"
		   "a/b/z\n");
	check_walk("sub", "./a//b/./z", &plain, "a/b/z\n");
	check_walk("sub", "a/b/x.c", &plain, "a/b/x.c|ignored by a/.gitignore:1\n");
	check_walk("sub", "out/a", &plain, "out/|ignored by .gitignore:2\n");
	check_walk("sub", ".", &plain,
		   ".gitignore\na/.gitignore\na/b/x.c|ignored by a/.gitignore:1\n"
		   "a/b/y.o|ignored by .gitignore:1\na/b/z\na/bb\nout/|ignored by .gitignore:2\n");
	check_fails("sub", "a/nope/x", LU_EIO, "cannot open 'a/nope/x': No such file");
	check_fails("sub", "a/bb/x", LU_EIO, "Not a directory");
	check_fails("sub", "../order", LU_EUSAGE, "'..'");
	check_fails("sub", "/etc", LU_EUSAGE, "not relative");
	check_fails("nowhere", "", LU_EIO, "No such file");
	check_fails("sub/a/bb", "", LU_EIO, "Not a directory");
}

/* As root nothing is unreadable: become somebody else for this test. */
static void walk_reports_unreadable_folders(void **state)
{
	uid_t was = geteuid();

	(void)state;
	put("dark/a/x", "");
	put("dark/b", "");
	put("dark/c/.gitignore", "x");
	put("dark/c/x", "");
	assert_int_equal(chmod(in_top("dark/a"), 0), 0);
	assert_int_equal(chmod(in_top("dark/c/.gitignore"), 0), 0);
	if (was == 0 && seteuid(65534) != 0) skip();
	check_walk("dark", "", &plain,
		   "a/|!cannot read folder: Permission denied\nb\n"
		   "c/.gitignore|!cannot read patterns: Permission denied\nc/x\n");
	check_fails("dark/a", "", LU_EIO, "Permission denied");
	if (was == 0) assert_int_equal(seteuid(0), 0);
	assert_int_equal(chmod(in_top("dark/a"), 0755), 0);
}

/* As deep as a path may be long; the folder below that is listed as failed. */
static void walk_of_a_deep_tree(void **state)
{
	lu_walk_list l = { 0 };
	int fd;

	(void)state;
	put("deep/", "");
	fd = open(in_top("deep"), O_RDONLY | O_DIRECTORY);
	for (int i = 0; i < 2500; i++) {
		int next;

		assert_int_equal(mkdirat(fd, "d", 0755), 0);
		next = openat(fd, "d", O_RDONLY | O_DIRECTORY);
		assert_true(next >= 0);
		close(fd);
		fd = next;
	}
	close(fd);
	assert_int_equal(lu_walk(in_top("deep"), "", &plain, &l, &err), LU_OK);
	assert_int_equal(l.n, 1);
	assert_true(l.v[0].failed);
	assert_string_equal(l.v[0].reason.s, "cannot read folder: File name too long");
	lu_walk_free(&l);
	lu_buf out = output("rm -rf '%s'", in_top("deep"));
	lu_buf_free(&out);
}

static void walk_survives_every_allocation_failure(void **state)
{
	lu_code rc = LU_ENOMEM;
	lu_str glob[] = { lu_strz("*.c"), lu_strz("[a-z]*") };
	lu_walk_options o = { .include = { glob, 2 }, .exclude = { glob, 1 } };

	(void)state;
	put("oom/main/info/exclude", "*.x\n");
	put("oom/w/.git", "gitdir: ../main\n");
	put("oom/w/.gitignore", "*.o\n[a-c]\n");
	put("oom/w/s/a.c", "");
	put("oom/w/s/a.o", "");
	put("oom/w/s/t/.lucusignore", "b\n");
	put("oom/w/s/t/b", "");
	put("oom/w/s/bad\xff", "");
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_walk_list l = { 0 };

		rc = lu_walk(in_top("oom/w/s"), "", &o, &l, &err);
		assert_int_equal(l.n, rc ? 0 : 5);
		lu_walk_free(&l);
	});
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_walk_list l = { 0 };

		rc = lu_walk(in_top("oom/w"), "s/t", &plain, &l, &err);
		assert_int_equal(l.n, rc ? 0 : 2);
		lu_walk_free(&l);
	});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(git_agrees_on_random_trees),
		cmocka_unit_test(git_agrees_on_character_classes),
		cmocka_unit_test(walk_lists_in_order),
		cmocka_unit_test(walk_gives_stat_data),
		cmocka_unit_test(walk_bounds_times),
		cmocka_unit_test(walk_applies_ignore_files),
		cmocka_unit_test(walk_applies_the_repository_around),
		cmocka_unit_test(walk_reads_worktrees_and_submodules),
		cmocka_unit_test(walk_include_and_exclude),
		cmocka_unit_test(walk_skips_what_is_no_file),
		cmocka_unit_test(walk_of_a_part),
		cmocka_unit_test(walk_reports_unreadable_folders),
		cmocka_unit_test(walk_of_a_deep_tree),
		cmocka_unit_test(walk_survives_every_allocation_failure),
	};

	/* git must not read the patterns or the settings of whoever runs this */
	setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
	setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
	setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
	setenv("HOME", "/nonexistent", 1);
	unsetenv("GIT_DIR");
	unsetenv("GIT_WORK_TREE");
	unsetenv("GIT_INDEX_FILE");
	return cmocka_run_group_tests_name("walk", tests, make_top, clear_top);
}
