/* SPDX-License-Identifier: MIT
 * The ledger: sums by purpose and model, what is not known, tenants, and what must not happen to the store. */
#include "store/ledger.h"

#include <sys/wait.h>

#include "core/file.h"
#include "store.h"

static lu_ledger_entry asked(const char *p, const char *model, int64_t in, int64_t out, double cost)
{
	return (lu_ledger_entry){ .purpose = lu_strz(p),
				  .model = lu_strz(model),
				  .requests = 1,
				  .tokens_in = in,
				  .tokens_cached = in > 10 ? 10 : 0,
				  .tokens_out = out,
				  .cost = cost };
}

static void add(lu_store *s, lu_ledger_entry l)
{
	OK(lu_ledger_add(s, &l, &e));
}

/* All rows as lines. */
static void rows(lu_store *s, lu_buf *b)
{
	lu_arena a = { 0 };
	lu_ledger_entry *v;
	size_t n;

	lu_buf_reset(b);
	OK(lu_ledger_read(s, &a, &v, &n, &e));
	for (size_t i = 0; i < n; i++)
		lu_buf_addf(b, "%.*s %.*s %lld: %lld %lld %lld %.4f %lld %lld %lld\n", LU_FMT(v[i].purpose),
			    LU_FMT(v[i].model), (long long)v[i].requests, (long long)v[i].tokens_in,
			    (long long)v[i].tokens_cached, (long long)v[i].tokens_out, v[i].cost,
			    (long long)v[i].uncounted, (long long)v[i].unpriced, (long long)v[i].cache_hits);
	lu_arena_free(&a);
}

static void drop_ledger(const box *b)
{
	char name[100];

	snprintf(name, sizeof name, "%s-ledger", b->path);
	assert_int_equal(unlink(name), 0);
}

static void test_sums(void **state)
{
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	lu_buf text = LU_BUF;
	struct stat st;
	char name[100];

	rows(s, &text);
	assert_string_equal(text.s, "");
	snprintf(name, sizeof name, "%s-ledger", b->path);
	add(s, (lu_ledger_entry){ .purpose = { "answer", 6 }, .model = lu_strz("m") });
	assert_int_equal(stat(name, &st), -1); /* nothing was asked */
	add(s, asked("answer", "m", 100, 20, 0.5));
	add(s, asked("answer", "m", 200, 30, 0.25));
	add(s, asked("rerank", "m", 1, 0, 0.001));
	add(s, asked("answer", "k", 1, 2, 0));
	add(s, (lu_ledger_entry){ .purpose = { "answer", 6 }, .model = lu_strz("m"), .cache_hits = 3 });
	rows(s, &text);
	assert_string_equal(text.s, "answer k 1: 1 0 2 0.0000 0 0 0\n"
				    "answer m 2: 300 20 50 0.7500 0 0 3\n"
				    "rerank m 1: 1 0 0 0.0010 0 0 0\n");
	assert_int_equal(stat(name, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	lu_store_close(s);
	drop_ledger(b);
	lu_buf_free(&text);
}

static void test_unknown(void **state)
{
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	lu_buf text = LU_BUF;

	add(s, asked("expansion", "m", 5, 6, -1));
	add(s, asked("expansion", "m", -1, -1, -1));
	add(s, asked("expansion", "m", 5, 6, 0.5));
	add(s, asked("embedding", "", -1, 0, -1));
	rows(s, &text);
	assert_string_equal(text.s, "embedding  1: 0 0 0 0.0000 1 1 0\n"
				    "expansion m 3: 10 0 12 0.5000 1 2 0\n");
	lu_store_close(s);
	drop_ledger(b);
	lu_buf_free(&text);
}

/* Each knowledge base of each tenant has its own rows, which outlive it. */
static void test_tenants(void **state)
{
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	lu_buf text = LU_BUF;

	add(s, asked("answer", "mine", 1, 1, 1));
	OK(lu_store_use(s, "t", "b", &e));
	rows(s, &text);
	assert_string_equal(text.s, "");
	OK(lu_store_use(s, "u", "a", &e));
	rows(s, &text);
	assert_string_equal(text.s, "");
	add(s, asked("answer", "theirs", 1, 1, 1));
	OK(lu_store_use(s, "t", "a", &e));
	rows(s, &text);
	assert_string_equal(text.s, "answer mine 1: 1 0 1 1.0000 0 0 0\n");
	OK(lu_store_kb_remove(s, &e));
	FAILS(lu_ledger_add(s, &(lu_ledger_entry){ .requests = 1 }, &e), LU_EUSAGE);
	OK(lu_store_use(s, "t", "a", &e));
	rows(s, &text);
	assert_string_equal(text.s, "answer mine 1: 1 0 1 1.0000 0 0 0\n");
	lu_store_close(s);
	drop_ledger(b);
	lu_buf_free(&text);
}

/* A handle that reads adds beside a writer in its transaction, and the store's files stay as they are. */
static void test_store_untouched(void **state)
{
	box *b = *state;
	lu_store *s = open_use(b, "t", "a"), *r;
	lu_buf text = LU_BUF;
	char before[LU_SHA256_HEX], after[LU_SHA256_HEX];

	OK(lu_store_open(&r, b->path, LU_STORE_READ, 0, &e));
	OK(lu_store_use(r, "t", "a", &e));
	file_hash(b, before);
	OK(lu_store_begin(s, &e));
	OK(lu_store_setting_put(s, "k", "v", &e));
	add(r, asked("answer", "m", 1, 1, 1));
	add(s, asked("answer", "m", 1, 1, 1));
	lu_store_rollback(s);
	file_hash(b, after);
	assert_string_equal(before, after);
	rows(r, &text);
	assert_string_equal(text.s, "answer m 2: 2 0 2 2.0000 0 0 0\n");
	lu_store_close(r);
	lu_store_close(s);
	drop_ledger(b);
	lu_buf_free(&text);
}

/* Another process keeps it locked. */
static void test_busy(void **state)
{
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	lu_ledger_entry l = asked("answer", "m", 1, 1, 1);
	char name[100];
	sqlite3 *db;
	double start;

	add(s, l);
	snprintf(name, sizeof name, "%s-ledger", b->path);
	assert_int_equal(sqlite3_open(name, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
	start = lu_now();
	FAILS(lu_ledger_add(s, &l, &e), LU_EBUSY);
	assert_non_null(strstr(e.msg, "is in use"));
	assert_true(lu_now() - start > 1 && lu_now() - start < 60);
	sqlite3_close(db);
	OK(lu_ledger_add(s, &l, &e));
	lu_store_close(s);
	drop_ledger(b);
}

/* On a slow disk some wait longer than the ledger does. */
static lu_code add_at_last(lu_store *s, const lu_ledger_entry *l)
{
	lu_code rc = LU_EBUSY;

	for (int i = 0; i < 20 && rc == LU_EBUSY; i++) rc = lu_ledger_add(s, l, &e);
	return rc;
}

/* Many processes at once: no request is lost. */
static void test_many(void **state)
{
	enum { PROCESSES = 6, EACH = 10 };
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	lu_buf text = LU_BUF;

	for (int i = 0; i < PROCESSES; i++) {
		pid_t pid = fork();

		assert_true(pid >= 0);
		if (!pid) {
			lu_ledger_entry l = asked("embedding", "m", 2, 0, 0.5);
			lu_store *r;
			int bad = lu_store_open(&r, b->path, LU_STORE_READ, 0, &e) || lu_store_use(r, "t", "a", &e);

			for (int k = 0; k < EACH && !bad; k++) bad = add_at_last(r, &l);
			_exit(bad);
		}
	}
	for (int i = 0; i < PROCESSES; i++) {
		int status = -1;

		assert_true(wait(&status) > 0);
		assert_int_equal(status, 0);
	}
	rows(s, &text);
	assert_string_equal(text.s, "embedding m 60: 120 0 0 30.0000 0 0 0\n");
	lu_store_close(s);
	drop_ledger(b);
	lu_buf_free(&text);
}

/* A file that is no ledger, or damaged: an error, not a crash; the store works on. */
static void test_damage(void **state)
{
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	lu_ledger_entry l = asked("answer", "m", 1, 1, 1), *v;
	lu_arena a = { 0 };
	size_t n = 9;
	char name[100];
	FILE *f;

	snprintf(name, sizeof name, "%s-ledger", b->path);
	f = fopen(name, "w");
	assert_non_null(f);
	fclose(f);
	OK(lu_ledger_read(s, &a, &v, &n, &e));
	assert_int_equal(n, 0);
	f = fopen(name, "w");
	assert_non_null(f);
	for (int i = 0; i < 1000; i++) fputs("no ledger ", f);
	fclose(f);
	FAILS(lu_ledger_add(s, &l, &e), LU_EDB);
	FAILS(lu_ledger_read(s, &a, &v, &n, &e), LU_EDB);
	drop_ledger(b);
	assert_int_equal(symlink(b->path, name), 0);
	FAILS(lu_ledger_add(s, &l, &e), LU_EFORMAT); /* not through a link */
	drop_ledger(b);
	OK(lu_store_setting_put(s, "k", "v", &e));
	lu_arena_free(&a);
	lu_store_close(s);
}

static void test_memory(void **state)
{
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	lu_ledger_entry l = asked("answer", "m", 1, 1, 1), *v;
	size_t n;

	add(s, l);
	for (int left = 0, done = 0; !done; left++) {
		lu_arena a = { 0 };
		lu_code rc;

		assert_true(left < 1000);
		test_allocs_left = left;
		rc = lu_ledger_add(s, &l, &e);
		if (!rc) rc = lu_ledger_read(s, &a, &v, &n, &e);
		done = test_allocs_left > 0;
		test_allocs_left = -1;
		assert_true(rc == LU_OK || rc == LU_ENOMEM);
		lu_arena_free(&a);
	}
	lu_store_close(s);
	drop_ledger(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_sums), TEST(test_unknown), TEST(test_tenants), TEST(test_store_untouched),
		TEST(test_busy), TEST(test_many),    TEST(test_damage),  TEST(test_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
