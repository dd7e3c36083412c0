/* SPDX-License-Identifier: MIT
 * The store: files and locks, knowledge bases, elements, edges; test_store_index.c has the rest. */
#include <sys/resource.h>
#include <sys/wait.h>

#include "store.h"

/* ---- opening ---- */

static mode_t mode_of(const box *b, const char *suffix)
{
	struct stat st;
	char name[100];

	snprintf(name, sizeof name, "%s%s", b->path, suffix);
	assert_int_equal(stat(name, &st), 0);
	return st.st_mode & 07777;
}

static void test_new(void **state)
{
	box *b = *state;
	mode_t mask = umask(0);
	lu_store *s, *r;

	OK(lu_store_open(&s, b->path, LU_STORE_WRITE, 0, &e));
	assert_int_equal(umask(mask), 0); /* what it was before */
	assert_string_equal(lu_store_path(s), b->path);
	OK(lu_store_use(s, "t", "a", &e));
	assert_int_equal(mode_of(b, ""), 0600);
	assert_int_equal(mode_of(b, "-wal"), 0600);
	assert_int_equal(mode_of(b, "-shm"), 0600);
	assert_int_equal(mode_of(b, "-lock"), 0600);

	OK(lu_store_open(&r, b->path, LU_STORE_READ, 0, &e));
	OK(lu_store_use(r, "t", "a", &e));
	FAILS(lu_store_use(r, "t", "b", &e), LU_ENOENT);
	FAILS(lu_store_use(r, "u", "a", &e), LU_ENOENT);
	FAILS(lu_store_use(r, "", "a", &e), LU_EUSAGE);
	FAILS(lu_store_use(r, "t", "", &e), LU_EUSAGE);
	FAILS(lu_store_setting_put(r, "k", "v", &e), LU_EDB);
	FAILS(lu_store_set_root(r, "/r", &e), LU_EDB);
	FAILS(lu_store_file_put(r, &(lu_file){ .path = lu_strz("x") }, NULL, &e), LU_EDB);
	lu_store_close(r);
	lu_store_close(s);
	lu_store_close(NULL);
}

static void put_bytes(const box *b, const char *text)
{
	FILE *f = fopen(b->path, "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

/* Both ways to open fail with `code`, the message has `word`, and the file stays as it is. */
static void refused(const box *b, lu_store_mode last, lu_code code, const char *word)
{
	char before[LU_SHA256_HEX], after[LU_SHA256_HEX];

	file_hash(b, before);
	for (int mode = LU_STORE_READ; mode <= (int)last; mode++) {
		lu_store *s = (lu_store *)(void *)before;

		FAILS(lu_store_open(&s, b->path, (lu_store_mode)mode, 0, &e), code);
		assert_null(s);
		assert_non_null(strstr(e.msg, word));
		assert_non_null(strstr(e.msg, b->path));
	}
	file_hash(b, after);
	assert_string_equal(before, after);
}

/* A file of SQLite that these statements make is refused. */
static void refused_made(box *b, const char *statements, lu_store_mode last, const char *word)
{
	assert_int_equal(unlink(b->path), 0);
	sql(b, statements);
	refused(b, last, LU_EFORMAT, word);
}

static void test_refuse(void **state)
{
	box *b = *state;
	lu_store *s;

	FAILS(lu_store_open(&s, b->path, LU_STORE_READ, 0, &e), LU_ENOENT);
	assert_null(s);
	FAILS(lu_store_open(&s, "/nonexistent/x.db", LU_STORE_WRITE, 0, &e), LU_EIO);
	assert_null(s);
	assert_true(lu_store_open(&s, b->dir, LU_STORE_READ, 0, &e) != LU_OK);
	assert_null(s);

	put_bytes(b, "This is a text of more than sixteen bytes, and no store at all.\n");
	refused(b, LU_STORE_WRITE, LU_EFORMAT, "not a store");
	put_bytes(b, "");
	refused(b, LU_STORE_READ, LU_EFORMAT, "not a store");
	refused_made(b, "CREATE TABLE kb(id INTEGER PRIMARY KEY); PRAGMA user_version = 1", LU_STORE_WRITE,
		     "not a store");
	refused_made(b, "PRAGMA application_id = 77; PRAGMA user_version = 1", LU_STORE_WRITE, "not a store");
	refused_made(b, "PRAGMA application_id = 0x4c554355; PRAGMA user_version = 99", LU_STORE_WRITE, "newer");
	refused_made(b, "PRAGMA application_id = 0x4c554355", LU_STORE_READ,
		     "older"); /* ours, before its first version */
	s = open_use(b, "t", "a");
	lu_store_close(s);
	assert_int_equal(number(b, "SELECT count(*) FROM kb"), 1);
}

static void test_empty_file(void **state)
{
	box *b = *state;
	lu_store *s;

	put_bytes(b, "");
	s = open_use(b, "t", "a");
	lu_store_close(s);
	OK(lu_store_open(&s, b->path, LU_STORE_READ, 0, &e));
	lu_store_close(s);
}

/* Nothing but opening, `use` and `kbs` works before a knowledge base is chosen. */
static void test_no_kb(void **state)
{
	lu_arena a = { 0 };
	lu_put_counts c = { 0 };
	lu_topk best;
	lu_store *s;
	lu_stored el, *els;
	lu_brief brief;
	lu_file *files;
	lu_kb kb;
	lu_outlines outlines;
	lu_edge_writer *w;
	bool all;
	size_t n;
	int64_t id, *ids;
	lu_postings *post = NULL;
	float scale;
	int8_t v[DIM] = { 0 };

	OK(lu_store_open(&s, ((box *)*state)->path, LU_STORE_WRITE, 0, &e));
	OK(lu_topk_init(&best, 3, false, -10, &e));
	FAILS(lu_store_kb(s, true, &a, &kb, &e), LU_EUSAGE);
	FAILS(lu_store_settings(s, dump_setting, NULL, &e), LU_EUSAGE);
	FAILS(lu_store_files(s, &a, &files, &n, &e), LU_EUSAGE);
	FAILS(lu_store_put(s, 1, NULL, 0, &c, &e), LU_EUSAGE);
	FAILS(lu_store_file_elements(s, 1, true, &a, &els, &n, &e), LU_EUSAGE);
	FAILS(lu_store_element(s, 1, &a, &el, &e), LU_EUSAGE);
	FAILS(lu_store_find(s, lu_strz("x"), &id, &e), LU_EUSAGE);
	FAILS(lu_store_brief(s, 1, &a, &brief, &e), LU_EUSAGE);
	FAILS(lu_store_lines_below(s, 1, 1, &a, &(lu_lines *){ NULL }, &n, &e), LU_EUSAGE);
	FAILS(lu_store_briefs(s, dump_brief, NULL, &e), LU_EUSAGE);
	FAILS(lu_store_outlines(s, &a, &outlines, &all, &e), LU_EUSAGE);
	FAILS(lu_store_calls(s, 1, &a, &(lu_str){ NULL, 0 }, &e), LU_EUSAGE);
	FAILS(lu_edge_writer_new(s, &w, &e), LU_EUSAGE);
	FAILS(lu_store_edges(s, 1, false, dump_edge, NULL, &e), LU_EUSAGE);
	FAILS(lu_store_embed_dirty(s, &a, &ids, &n, &e), LU_EUSAGE);
	FAILS(lu_store_index_dirty(s, &a, &ids, &n, &e), LU_EUSAGE);
	FAILS(lu_store_vector_get(s, 1, v, &scale, &e), LU_EUSAGE);
	FAILS(lu_postings_open(s, &post, &e), LU_EUSAGE);
	FAILS(lu_store_rows_drop(s, &e), LU_EUSAGE);
	FAILS(lu_store_scan(s, v, 1, &best, &e), LU_EUSAGE);
	FAILS(lu_store_pack(s, &id, &e), LU_EUSAGE);
	FAILS(lu_store_rows_prune(s, &id, &e), LU_EUSAGE);
	FAILS(lu_store_check(s, NULL, NULL, &e), LU_EUSAGE);
	FAILS(lu_store_kb_remove(s, &e), LU_EUSAGE);
	FAILS(lu_store_mark(s, LU_MARK_INDEX, &e), LU_EUSAGE);
	OK(lu_store_kbs(s, "t", &a, &(lu_kb *){ NULL }, &n, &e));
	assert_int_equal(n, 0);
	lu_topk_free(&best);
	lu_arena_free(&a);
	lu_store_close(s);
}

/* A reader that may not write the folder: SQLite can not make its -shm file there. */
static void test_read_only_folder(void **state)
{
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	pid_t pid;
	int status;

	OK(lu_store_setting_put(s, "k", "v", &e));
	lu_store_close(s); /* the -wal file is merged and gone */
	assert_int_equal(chmod(b->path, 0444), 0);
	assert_int_equal(chmod(b->dir, 0555), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		lu_code rc;

		if (geteuid() == 0 && setuid(65534)) _exit(9);
		rc = lu_store_open(&s, b->path, LU_STORE_READ, 0, &e);
		if (!rc) rc = lu_store_use(s, "t", "a", &e);
		if (!rc) rc = lu_store_settings(s, no_setting, NULL, &e);
		if (rc != LU_EGATE) _exit(1); /* the setting was read */
		lu_store_close(s);
		_exit(lu_store_open(&s, b->path, LU_STORE_WRITE, 0, &e) == LU_EIO && !s ? 0 : 2);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(chmod(b->dir, 0700), 0);
	assert_int_equal(status, 0);
}

/* ---- the writer's lock ---- */

static void nap(long ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&t, NULL);
}

/* A process that holds the lock until `ms` after it was told so, or for ever. Ends without closing. */
static pid_t start_holder(const box *b, long ms)
{
	int fd[2];
	char c;
	pid_t pid;

	assert_int_equal(pipe(fd), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		lu_store *s;

		if (lu_store_open(&s, b->path, LU_STORE_WRITE, 0, &e)) _exit(1);
		if (lu_store_use(s, "t", "child", &e)) _exit(1);
		if (write(fd[1], "x", 1) != 1) _exit(1);
		if (ms) nap(ms);
		else pause();
		_exit(0);
	}
	close(fd[1]);
	assert_int_equal(read(fd[0], &c, 1), 1);
	close(fd[0]);
	return pid;
}

static void test_lock(void **state)
{
	box *b = *state;
	pid_t pid = start_holder(b, 0);
	char who[40];
	int status;
	lu_store *s;

	snprintf(who, sizeof who, "process %ld ", (long)pid);
	FAILS(lu_store_open(&s, b->path, LU_STORE_WRITE, 0, &e), LU_EBUSY);
	assert_null(s);
	assert_non_null(strstr(e.msg, who));
	FAILS(lu_store_open(&s, b->path, LU_STORE_WRITE, 0.1, &e), LU_EBUSY);
	assert_non_null(strstr(e.msg, who));
	OK(lu_store_open(&s, b->path, LU_STORE_READ, 0, &e)); /* readers do not wait */
	OK(lu_store_use(s, "t", "child", &e));
	lu_store_close(s);
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	s = open_use(b, "t", "a"); /* the lock went with its holder */
	lu_store_close(s);

	pid = start_holder(b, 200);
	OK(lu_store_open(&s, b->path, LU_STORE_WRITE, 30, &e));
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	OK(lu_store_use(s, "t", "child", &e));
	lu_store_close(s);
}

/* ---- knowledge bases and tenants ---- */

static const struct {
	const char *tenant, *kb, *word;
} homes[] = { { "t", "a", "one" }, { "t", "b", "two" }, { "u", "a", "three" } };
enum { HOMES = sizeof homes / sizeof *homes };

/* What handle `s` sees through row ids of others: nothing. */
static void blind(lu_store *s, const sample *other)
{
	lu_arena a = { 0 };
	lu_stored el, *els;
	lu_brief brief;
	size_t n = 9;
	uint64_t hash;
	float scale;
	int8_t v[DIM];

	OK(lu_store_file_elements(s, other->file, true, &a, &els, &n, &e));
	assert_int_equal(n, 0);
	OK(lu_store_lines_below(s, other->file, other->v[0].id, &a, &(lu_lines *){ NULL }, &n, &e));
	assert_int_equal(n, 0);
	for (int i = 0; i < SAMPLE; i++) {
		lu_buf seen = LU_BUF;
		int64_t id = other->v[i].id;

		FAILS(lu_store_element(s, id, &a, &el, &e), LU_ENOENT);
		FAILS(lu_store_brief(s, id, &a, &brief, &e), LU_ENOENT);
		OK(lu_store_edges(s, id, false, dump_edge, &seen, &e));
		OK(lu_store_edges(s, id, true, dump_edge, &seen, &e));
		assert_int_equal(seen.len, 0);
		assert_false(lu_store_vector_hash(s, id, &hash));
		assert_false(lu_store_row_hash(s, id, &hash));
		FAILS(lu_store_vector_get(s, id, v, &scale, &e), LU_ENOENT);
	}
	lu_arena_free(&a);
}

/* What lies right below an element, by line: that of the file says which it must be. */
static void sees_below(lu_store *s, const sample *own)
{
	lu_arena a = { 0 };
	lu_stored *v;
	lu_lines *below;
	size_t n, all, at = 0;

	OK(lu_store_file_elements(s, own->file, false, &a, &v, &all, &e));
	OK(lu_store_lines_below(s, own->file, own->v[0].id, &a, &below, &n, &e));
	assert_int_equal(n, SAMPLE - 1);
	for (size_t i = 0; i < all; i++) {
		if (v[i].parent_id != own->v[0].id) continue;
		assert_int_equal(below[at].first, v[i].el.start_line);
		assert_int_equal(below[at++].last, v[i].el.end_line);
	}
	assert_int_equal(at, n);
	OK(lu_store_lines_below(s, own->file, own->v[2].id, &a, &below, &n, &e));
	assert_int_equal(n, 0);
	lu_arena_free(&a);
}

/* Nor can it write through them. */
static void harmless(lu_store *s, const sample *other)
{
	const int8_t v[DIM] = { 9 };
	lu_stored el = element("function", "x.new", lu_strz("x.c"), lu_strz("int q;"), 1);
	lu_put_counts c = { 0 };
	int64_t removed = 0;

	seal(&el, 1);
	FAILS(lu_store_put(s, other->file, &el, 1, &c, &e), LU_ENOENT);
	for (int i = 0; i < SAMPLE; i++) {
		FAILS(lu_store_vector_put(s, other->v[i].id, 1, v, 1, &e), LU_ENOENT);
		FAILS(try_row(s, other->v[i].id, other->file, 1, LU_FIELD_BODY, "x"), LU_ENOENT);
	}
	OK(lu_store_file_remove(s, other->file, &removed, &e));
	assert_int_equal(removed, 0);
}

static lu_code dump_reference(void *ctx, const lu_edge_row *r, lu_err *err)
{
	return r->kind == LU_EDGE_CONTAINS ? LU_OK : dump_edge(ctx, r, err);
}

/* What the sample's call has led to, seen from both ends. */
static void calls_of(lu_store *s, const sample *m, lu_buf *b)
{
	lu_buf_reset(b);
	OK(lu_store_edges(s, m->v[2].id, false, dump_reference, b, &e));
	OK(lu_store_edges(s, m->v[1].id, true, dump_reference, b, &e));
}

/* Edges of files of others are not written, nor do edges between elements of others take the place of theirs. */
static void test_foreign_edges(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	lu_buf before = LU_BUF, after = LU_BUF;
	lu_put_counts c = { 0 };
	lu_edge edge = {
		.kind = LU_EDGE_CALLS, .grade = LU_GRADE_EXACT, .ref = SIZE_MAX, .count = 9, .reason = "none"
	};
	lu_arena a = { 0 };
	lu_edge_writer *w;
	lu_file_edges f;
	sample m, own;
	lu_str packed;

	OK(put_sample(s, &m, "x.c", "one"));
	edge.src = m.v[2].id; /* as the sample has it */
	edge.dst = m.v[1].id;
	OK(lu_store_use(s, "u", "a", &e));
	OK(put_sample(s, &own, "x.c", "two"));
	FAILS(lu_store_calls(s, m.file, &a, &packed, &e), LU_ENOENT);
	OK(lu_edge_writer_new(s, &w, &e));
	OK(lu_pack_edges(w, &edge, 1, 0, &a, &f, &e));
	FAILS(lu_store_put_edges(w, m.file, &f, &c, &e), LU_ENOENT);
	OK(lu_store_put_edges(w, own.file, &f, &c, &e));
	OK(lu_edge_writer_end(w, &e));
	lu_edge_writer_free(w);
	OK(lu_store_use(s, "t", "a", &e));
	calls_of(s, &m, &before);
	assert_int_equal(before.len, 0);
	assert_int_equal(number(*state, "SELECT count(*) FROM due"), 1); /* the other one's is resolved */
	OK(put_sample_edges(s, &m, &c));
	calls_of(s, &m, &before);
	assert_true(before.len > 0);

	OK(lu_store_use(s, "u", "a", &e));
	calls_of(s, &m, &after);
	assert_null(strstr(after.s, "x.S"));
	OK(lu_edge_writer_new(s, &w, &e)); /* no longer the first edges: row by row */
	edge.count = 8;
	OK(lu_pack_edges(w, &edge, 1, 0, &a, &f, &e));
	FAILS(lu_store_put_edges(w, m.file, &f, &c, &e), LU_ENOENT);
	OK(lu_store_put_edges(w, own.file, &f, &c, &e));
	OK(lu_pack_edges(w, NULL, 0, 0, &a, &f, &e));
	OK(lu_store_put_edges(w, own.file, &f, &c, &e));
	OK(lu_edge_writer_end(w, &e));
	lu_edge_writer_free(w);
	OK(lu_store_use(s, "t", "a", &e));
	calls_of(s, &m, &after);
	assert_string_equal(before.s, after.s);
	lu_buf_free(&before);
	lu_buf_free(&after);
	lu_arena_free(&a);
	lu_store_close(s);
}

static void own_words(lu_store *s, int home)
{
	for (int i = 0; i < HOMES; i++) {
		int64_t total;

		assert_int_equal(holders(s, homes[i].word, &total), i == home ? SAMPLE : 0);
		assert_int_equal(total, SAMPLE);
	}
}

static void listed(lu_store *s, const char *tenant, const char *names)
{
	lu_arena a = { 0 };
	lu_buf b = LU_BUF;
	lu_kb *v;
	size_t n;

	OK(lu_store_kbs(s, tenant, &a, &v, &n, &e));
	for (size_t i = 0; i < n; i++) lu_buf_addf(&b, "%.*s:%lld ", LU_FMT(v[i].name), (long long)v[i].elements);
	assert_string_equal(b.s, names);
	lu_buf_free(&b);
	lu_arena_free(&a);
}

static void test_isolation(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	sample m[HOMES];
	lu_buf before[HOMES] = { LU_BUF, LU_BUF, LU_BUF }, after = LU_BUF;

	for (int i = 0; i < HOMES; i++) {
		OK(lu_store_use(s, homes[i].tenant, homes[i].kb, &e));
		fill(s, &m[i], homes[i].word);
	}
	for (int i = 0; i < HOMES; i++) {
		int64_t id;

		OK(lu_store_use(s, homes[i].tenant, homes[i].kb, &e));
		assert_string_equal(m[i].v[1].el.id, m[0].v[1].el.id);
		OK(lu_store_find(s, lu_strz(m[i].v[1].el.id), &id, &e));
		assert_int_equal(id, m[i].v[1].id);
		sees_below(s, &m[i]);
		for (int j = 0; j < HOMES; j++)
			if (j != i) blind(s, &m[j]), harmless(s, &m[j]);
		own_words(s, i);
	}
	for (int i = 0; i < HOMES; i++) {
		OK(lu_store_use(s, homes[i].tenant, homes[i].kb, &e));
		dump(s, &before[i]);
		for (int j = 0; j < HOMES; j++) /* every text, list and count of the others is absent */
			assert_int_equal(strstr(before[i].s, homes[j].word) != NULL, i == j);
	}
	listed(s, "t", "a:4 b:4 ");
	listed(s, "u", "a:4 ");
	listed(s, "none", "");

	OK(lu_store_use(s, "t", "a", &e));
	OK(lu_store_kb_remove(s, &e));
	FAILS(lu_store_set_root(s, "/", &e), LU_EUSAGE);
	listed(s, "t", "b:4 ");
	for (int i = 1; i < HOMES; i++) {
		lu_buf_reset(&after);
		OK(lu_store_use(s, homes[i].tenant, homes[i].kb, &e));
		dump(s, &after);
		assert_string_equal(before[i].s, after.s);
	}
	OK(lu_store_use(s, "t", "a", &e)); /* new, and empty */
	lu_buf_reset(&after);
	dump(s, &after);
	assert_null(strstr(after.s, "one"));
	for (int i = 0; i < HOMES; i++) lu_buf_free(&before[i]);
	lu_buf_free(&after);
	lu_store_close(s);
}

/* Element ids are not used again: what still speaks of a removed element must not meet another one. */
static void test_ids_are_not_used_again(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	sample a, b;
	int64_t n = 0;

	fill(s, &a, "one");
	OK(lu_store_file_remove(s, a.file, &n, &e));
	assert_int_equal(n, SAMPLE);
	OK(lu_store_use(s, "t", "b", &e));
	fill(s, &b, "two");
	for (int i = 0; i < SAMPLE; i++)
		for (int j = 0; j < SAMPLE; j++) assert_int_not_equal(a.v[i].id, b.v[j].id);
	OK(lu_store_use(s, "t", "a", &e));
	OK(lu_store_rows_prune(s, &n, &e));
	assert_int_equal(n, SAMPLE);
	assert_int_equal(holders(s, "one", NULL), 0);
	OK(lu_store_use(s, "t", "b", &e));
	own_words(s, 1);
	lu_store_close(s);
}

static void test_settings(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	lu_buf b = LU_BUF;

	OK(lu_store_setting_put(s, "b", "2", &e));
	OK(lu_store_setting_put(s, "a", "1", &e));
	OK(lu_store_setting_put(s, "a", "\xc3\xa4'\"", &e));
	OK(lu_store_setting_put(s, "c", "", &e));
	OK(lu_store_setting_put(s, "b", NULL, &e));
	OK(lu_store_setting_put(s, "absent", NULL, &e));
	OK(lu_store_settings(s, dump_setting, &b, &e));
	assert_string_equal(b.s, "a=\xc3\xa4'\"\nc=\n");
	FAILS(lu_store_settings(s, no_setting, NULL, &e), LU_EGATE);
	lu_buf_free(&b);
	lu_store_close(s);
}

static void test_files(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	lu_file f = { .path = lu_strz("b\xc3\xa4.c"),
		      .language = lu_strz("c"),
		      .sha256 = lu_strz("12"),
		      .size = INT64_MAX,
		      .mtime_ns = -5,
		      .ctime_ns = INT64_MAX,
		      .inode = -1,
		      .parser = 3 };
	lu_arena a = { 0 };
	lu_file *v;
	size_t n;
	int64_t id, again;
	lu_kb k;

	OK(lu_store_file_put(s, &f, &id, &e));
	new_file(s, "b.c");
	new_file(s, "B.c");
	f.language = lu_strz("");
	f.sha256 = lu_strz("");
	f.reason = lu_strz("binary");
	f.size = 9;
	OK(lu_store_file_put(s, &f, &again, &e));
	OK(lu_store_file_put(s, &f, NULL, &e));
	assert_int_equal(id, again);
	OK(lu_store_files(s, &a, &v, &n, &e));
	assert_int_equal(n, 3);
	assert_true(lu_str_eqz(v[0].path, "B.c") && lu_str_eqz(v[1].path, "b.c"));
	assert_true(lu_str_eq(v[2].path, f.path) && lu_str_eqz(v[2].reason, "binary") && !v[2].sha256.n);
	assert_true(v[2].size == 9 && v[2].mtime_ns == -5 && v[2].ctime_ns == INT64_MAX && v[2].inode == -1);
	assert_int_equal(v[2].parser, 3);
	assert_int_equal(v[1].size, -1);
	OK(lu_store_kb(s, true, &a, &k, &e));
	assert_int_equal(k.files, 2);
	assert_int_equal(k.skipped, 1);
	lu_arena_free(&a);
	lu_store_close(s);
}

/* ---- transactions ---- */

static void test_transactions(void **state)
{
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	lu_buf before = LU_BUF, after = LU_BUF;
	sample m;
	int8_t v[DIM];
	float scale;
	int64_t removed = 0;

	fill(s, &m, "one");
	dump(s, &before);
	OK(lu_store_begin(s, &e));
	FAILS(lu_store_begin(s, &e), LU_EDB);
	OK(lu_store_setting_put(s, "z", "z", &e)); /* still inside */
	OK(lu_store_set_root(s, "/elsewhere", &e));
	OK(lu_store_set_model(s, "other", 2 * DIM, &e));
	OK(lu_store_set_tokenizer(s, 5, &e));
	OK(lu_store_file_remove(s, m.file, &removed, &e));
	lu_store_rollback(s);
	lu_store_rollback(s);
	dump(s, &after);
	assert_string_equal(before.s, after.s);
	OK(lu_store_vector_get(s, m.v[1].id, v, &scale, &e)); /* the dimension is the old one, too */

	OK(lu_store_begin(s, &e));
	OK(lu_store_kb_remove(s, &e));
	lu_store_rollback(s);
	OK(lu_store_use(s, "t", "a", &e));
	OK(lu_store_begin(s, &e));
	OK(lu_store_use(s, "t", "new", &e));
	lu_store_rollback(s);
	FAILS(lu_store_set_root(s, "/", &e), LU_EUSAGE); /* it never was */
	assert_int_equal(number(b, "SELECT count(*) FROM kb"), 1);
	OK(lu_store_use(s, "t", "a", &e));
	OK(lu_store_begin(s, &e));
	OK(lu_store_set_root(s, "/elsewhere", &e));
	lu_store_close(s); /* rolls back */

	s = open_use(b, "t", "a");
	lu_buf_reset(&after);
	dump(s, &after);
	assert_string_equal(before.s, after.s);
	FAILS(lu_store_commit(s, &e), LU_EDB); /* nothing began */
	OK(lu_store_begin(s, &e));
	OK(lu_store_set_root(s, "/elsewhere", &e));
	OK(lu_store_commit(s, &e));
	lu_store_close(s);
	assert_int_equal(number(b, "SELECT count(*) FROM kb WHERE root = '/elsewhere'"), 1);
	lu_buf_free(&before);
	lu_buf_free(&after);
}

/* A file may grow no further: the commit before stays, and the store is sound. */
static void fill_the_disk(const box *b)
{
	struct rlimit limit = { 300000, 300000 };
	lu_store *s = open_use(b, "t", "a");
	lu_code rc = LU_OK;
	char name[40], *text = test_malloc(20001);
	sample m;

	memset(text, 'x', 20000);
	text[20000] = '\0';
	signal(SIGXFSZ, SIG_IGN);
	if (setrlimit(RLIMIT_FSIZE, &limit)) _exit(8);
	for (int i = 0; i < 200 && !rc; i++) {
		snprintf(name, sizeof name, "f%d.c", i);
		rc = lu_store_begin(s, &e);
		if (!rc) rc = put_sample(s, &m, name, text);
		if (!rc) rc = lu_store_commit(s, &e);
		if (rc) lu_store_rollback(s);
	}
	if (rc != LU_EDB || !strstr(e.msg, "cannot ")) _exit(1);
	rc = lu_store_setting_put(s, "after", "it", &e); /* the handle may be asked to go on */
	if (rc && rc != LU_EDB) _exit(2);
	lu_store_close(s);
	test_free(text);
	_exit(0);
}

static void test_full_disk(void **state)
{
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	lu_buf out = LU_BUF;
	lu_brief brief;
	lu_arena a = { 0 };
	sample m;
	int64_t files, elements;
	int status;
	pid_t pid;

	fill(s, &m, "one");
	lu_store_close(s);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) fill_the_disk(b);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);

	s = open_use(b, "t", "a");
	OK(lu_store_brief(s, m.v[1].id, &a, &brief, &e));
	files = number(b, "SELECT count(*) FROM file");
	elements = number(b, "SELECT count(*) FROM element");
	assert_true(files > 1);
	assert_int_equal(elements, files * SAMPLE); /* whole transactions only */
	assert_int_equal(number(b, "SELECT quick_check = 'ok' FROM pragma_quick_check(1)"), 1);
	dump(s, &out);
	assert_non_null(strstr(out.s, "one"));
	lu_buf_free(&out);
	lu_arena_free(&a);
	lu_store_close(s);
}

/* ---- memory ---- */

static lu_code open_and_use(const box *b, lu_store_mode mode, lu_store **s)
{
	lu_code rc = lu_store_open(s, b->path, mode, 0, &e);

	if (!rc) rc = lu_store_use(*s, "t", "a", &e);
	if (rc) {
		lu_store_close(*s);
		*s = NULL;
	}
	return rc;
}

static void test_memory(void **state)
{
	box *b = *state;
	lu_arena a = { 0 };
	lu_store *s;
	lu_stored *v, one;
	lu_file *files;
	lu_brief brief;
	lu_kb *kbs;
	lu_outlines outlines;
	lu_edge_writer *w;
	lu_str packed;
	sample m;
	size_t n;
	bool all;
	int64_t removed = 0, *ids;
	lu_code rc;

	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		if (!(rc = open_and_use(b, LU_STORE_WRITE, &s))) lu_store_close(s);
	});
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		if (!(rc = open_and_use(b, LU_STORE_READ, &s))) lu_store_close(s);
	});
	s = open_use(b, "t", "a");
	make_sample(&m, "x.c", "one");
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		OK(lu_store_begin(s, &e));
		rc = store_sample(s, &m);
		if (rc) lu_store_rollback(s);
		else OK(lu_store_commit(s, &e));
	});
	assert_int_equal(m.c.added, SAMPLE);
	test_free(m.text);
	fill(s, &m, "one");
#define READ(call) \
	do { \
		FOR_EVERY_ALLOCATION_FAILURE(rc, { \
			rc = call; \
			lu_arena_free(&a); \
		}); \
	} while (0)
	READ(lu_store_file_elements(s, m.file, true, &a, &v, &n, &e));
	assert_int_equal(n, SAMPLE);
	READ(lu_store_element(s, m.v[1].id, &a, &one, &e));
	READ(lu_store_brief(s, m.v[1].id, &a, &brief, &e));
	READ(lu_store_files(s, &a, &files, &n, &e));
	READ(lu_store_kbs(s, "t", &a, &kbs, &n, &e));
	READ(lu_store_outlines(s, &a, &outlines, &all, &e));
	assert_int_equal(outlines.n, 1);
	READ(lu_store_calls(s, m.file, &a, &packed, &e));
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		rc = lu_edge_writer_new(s, &w, &e);
		if (!rc) lu_edge_writer_free(w);
	});
	sql(b, "UPDATE element SET text_hash = text_hash + 1");
	OK(lu_store_use(s, "t", "a", &e)); /* forgets what it read */
	READ(lu_store_embed_dirty(s, &a, &ids, &n, &e));
	READ(lu_store_index_dirty(s, &a, &ids, &n, &e));
	assert_int_equal(n, 1);
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		OK(lu_store_begin(s, &e));
		rc = lu_store_file_remove(s, m.file, &removed, &e);
		if (rc) lu_store_rollback(s);
		else OK(lu_store_commit(s, &e));
	});
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		OK(lu_store_begin(s, &e));
		rc = lu_store_rows_prune(s, &removed, &e);
		if (rc) lu_store_rollback(s);
		else OK(lu_store_commit(s, &e));
	});
	assert_int_equal(removed, SAMPLE);
	lu_store_close(s);
}

static void test_statement_cache(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	lu_buf b = LU_BUF;
	sample m;
	size_t used = 0;
	int64_t n = 0;

	fill(s, &m, "one");
	dump(s, &b);
	OK(lu_store_setting_put(s, "k", NULL, &e));
	OK(lu_store_check(s, dump_check, &b, &e));
	for (int i = LU_MARK_EDGES; i <= LU_MARK_INDEX; i++) OK(lu_store_mark(s, (lu_mark)i, &e));
	OK(lu_store_file_remove(s, m.file, &n, &e));
	OK(lu_store_rows_prune(s, &n, &e));
	OK(lu_store_pack(s, &n, &e));
	OK(lu_store_set_model(s, "other", DIM, &e));
	OK(lu_store_set_tokenizer(s, 9, &e));
	OK(lu_store_kb_remove(s, &e));
	for (size_t i = 0; i < LU__STATEMENTS; i++) used += s->cache[i].sql != NULL;
	assert_in_range(used, 50, LU__STATEMENTS * 3 / 4);
	lu_buf_free(&b);
	lu_store_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_new),
		TEST(test_refuse),
		TEST(test_empty_file),
		TEST(test_no_kb),
		TEST(test_read_only_folder),
		TEST(test_lock),
		TEST(test_isolation),
		TEST(test_foreign_edges),
		TEST(test_ids_are_not_used_again),
		TEST(test_settings),
		TEST(test_files),
		TEST(test_transactions),
		TEST(test_full_disk),
		TEST(test_memory),
		TEST(test_statement_cache),
	};

	return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
