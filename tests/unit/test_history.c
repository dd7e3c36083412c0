/* SPDX-License-Identifier: MIT
 * Commits in a store, and the index of their words. */
#include "lucus/history.h"
#include "store.h"

static void add(lu_store *s, const char *id, int64_t time, const char *message, const char *a, const char *b)
{
	lu_str path[] = { lu_strz(a), lu_strz(b) };

	OK(lu_store_history_add(
		s, &(lu_history_commit){ lu_strz(id), time, lu_strz(message), { path, a ? b ? 2 : 1 : 0 }, false },
		&e));
}

static void put(lu_store *s, const char *tip)
{
	OK(lu_store_history_put(s, &(lu_history_state){ .bound = 9, .tip = lu_strz(tip), .why = { "", 0 } }, &e));
}

/* "COMMIT:HOW-OFTEN ..." of the postings of `stem`. */
static void said(const lu_history *h, const char *stem, const char *want)
{
	char got[200] = "";
	size_t from, to;

	lu_history_find(h, lu_strz(stem), &from, &to);
	for (size_t i = from; i < to; i++)
		snprintf(got + strlen(got), sizeof got - strlen(got), "%u:%u ", h->post[i] >> 8, h->post[i] & 255);
	assert_string_equal(got, want);
}

static void words_lead_to_commits(void **state)
{
	lu_store *s = open_use(*state, "t", "k");
	int64_t one = new_file(s, "one.c"), two = new_file(s, "two.c");
	lu_history *h = NULL;

	add(s, "aa", 10, "Parsing of the ring\n\nRings were parsed twice", "one.c", "gone.c");
	add(s, "cc", 30, "Unrelated words", "elsewhere.c", NULL);
	add(s, "bb", 20, "ring_size is kept", "two.c", "one.c");
	put(s, "cc");
	OK(lu_history_open(s, &h, &e));
	assert_int_equal(h->n_commit, 3);
	/* the latest first; a word of the first line counts twice, its forms are one */
	said(h, "pars", "2:3 ");
	said(h, "ring", "1:2 2:3 ");
	said(h, "ringsiz", "");
	said(h, "the", "");
	said(h, "", "");
	/* what changed nothing that is here says nothing of it */
	said(h, "unrel", "");
	assert_int_equal(h->length[0], 0);
	assert_int_equal(h->width[2], 2);
	assert_int_equal(h->link_at[1] - h->link_at[0], 0);
	assert_int_equal(h->link_at[2] - h->link_at[1], 2);
	assert_int_equal(h->link[h->link_at[1]], two);
	assert_int_equal(h->link[h->link_at[2]], one);
	assert_int_equal(h->n_file, (one > two ? one : two) + 1);
	free(h);
	lu_store_close(s);
}

/* Other files are other rows; the same ones, edited, are not looked up again. */
static void files_are_followed(void **state)
{
	lu_store *s = open_use(*state, "t", "k");
	lu_history_state x = { .bound = 9, .tip = { "aa", 2 }, .why = { "", 0 } };
	int64_t one = new_file(s, "one.c"), n;
	lu_history *h = NULL;

	add(s, "aa", 10, "Words", "one.c", "two.c");
	put(s, "aa");
	sql(*state, "UPDATE history SET data = CAST(data || x'00' AS BLOB), generation = -1");
	OK(lu_store_history_follow(s, &x, &e));
	FAILS(lu_history_open(s, &h, &e), LU_EDB); /* it stayed as it was */
	assert_int_equal(number(*state, "SELECT h.generation = k.generation FROM history h, kb k"), 1);
	OK(lu_store_file_remove(s, one, &n, &e));
	new_file(s, "other.c"); /* it may get the row id of the one that is gone */
	new_file(s, "two.c");
	OK(lu_store_history_follow(s, &x, &e));
	OK(lu_history_open(s, &h, &e));
	assert_int_equal(h->link_at[1], 1);
	assert_int_equal(h->link[0], number(*state, "SELECT id FROM file WHERE path = 'two.c'"));
	free(h);
	lu_store_close(s);
}

static lu_code count(void *ctx, const lu_history_commit *c, lu_err *err)
{
	lu_buf *out = ctx;

	(void)err;
	lu_buf_addf(out, "%.*s %lld %zu", LU_FMT(c->id), (long long)c->time, c->files.n);
	for (size_t i = 0; i < c->files.n; i++) lu_buf_addf(out, " %.*s", LU_FMT(c->files.v[i]));
	lu_buf_addc(out, '\n');
	return LU_OK;
}

static void commits_come_and_go(void **state)
{
	lu_store *s = open_use(*state, "t", "k");
	lu_history_state x;
	lu_history *h = NULL;
	lu_buf out = LU_BUF;
	lu_arena a = { 0 };

	OK(lu_store_history(s, &a, &x, &e));
	assert_int_equal(x.bound, -1);
	OK(lu_history_open(s, &h, &e));
	assert_null(h);
	add(s, "bb", 5, "b", "x y.c", "z.c");
	add(s, "aa", 5, "a", NULL, NULL);
	add(s, "cc", 7, "c", "q.c", NULL);
	OK(lu_store_history_remove(s, lu_strz("cc"), &e));
	OK(lu_store_history_remove(s, lu_strz("none"), &e));
	put(s, "bb");
	OK(lu_store_history_each(s, count, &out, &e));
	assert_string_equal(out.s, "aa 5 0\nbb 5 2 x y.c z.c\n");
	OK(lu_store_history(s, &a, &x, &e));
	assert_int_equal(x.commits, 2);
	assert_int_equal(x.bound, 9);
	assert_true(lu_str_eqz(x.tip, "bb"));
	/* another knowledge base has none of it */
	OK(lu_store_use(s, "t", "other", &e));
	OK(lu_store_history(s, &a, &x, &e));
	assert_int_equal(x.bound, -1);
	OK(lu_store_use(s, "t", "k", &e));
	OK(lu_store_history_drop(s, &e));
	assert_int_equal(
		number(*state, "SELECT (SELECT count(*) FROM history) + (SELECT count(*) FROM history_commit)"), 0);
	add(s, "dd", 1, "d", "q.c", NULL);
	put(s, "dd");
	OK(lu_store_kb_remove(s, &e));
	lu_store_close(s);
	assert_int_equal(
		number(*state, "SELECT (SELECT count(*) FROM history) + (SELECT count(*) FROM history_commit)"), 0);
	lu_buf_free(&out);
	lu_arena_free(&a);
}

/* Whatever stands in the blob, reading it ends with an error or with numbers within bounds. */
static void damage_is_found(void **state)
{
	lu_store *s = open_use(*state, "t", "k");
	lu_history *h = NULL;
	int64_t n, sound = 0;

	new_file(s, "one.c");
	add(s, "aa", 10, "Some words", "one.c", NULL);
	add(s, "bb", 11, "More words of it", "one.c", NULL);
	put(s, "bb");
	n = number(*state, "SELECT length(data) FROM history");
	for (int64_t i = 0; i < n; i++) {
		static const char *const as[] = { "00", "01", "7f", "ff" };

		for (int k = 0; k < 4; k++) {
			char text[300];

			sql(*state, "CREATE TABLE IF NOT EXISTS kept AS SELECT data FROM history");
			snprintf(text, sizeof text,
				 "UPDATE history SET data = CAST(substr(k.data, 1, %lld) || x'%s' || substr(k.data, "
				 "%lld) AS BLOB) FROM kept k",
				 (long long)i, as[k], (long long)i + 2);
			sql(*state, text);
			if (lu_history_open(s, &h, &e)) continue;
			sound++;
			for (size_t t = 0; t < h->n_term; t++) assert_true(h->term_at[t] <= h->term_at[t + 1]);
			for (size_t p = 0; p < h->post_at[h->n_term]; p++) assert_true(h->post[p] >> 8 < h->n_commit);
			for (size_t l = 0; l < h->link_at[h->n_commit]; l++) assert_true(h->link[l] < h->n_file);
			said(h, "none", "");
			free(h);
		}
	}
	assert_true(sound > 0);
	sql(*state, "UPDATE history SET data = x'01'");
	FAILS(lu_history_open(s, &h, &e), LU_EDB);
	sql(*state, "UPDATE history SET data = x''");
	FAILS(lu_history_open(s, &h, &e), LU_EDB);
	lu_store_close(s);
}

static void memory_may_end(void **state)
{
	lu_store *s = open_use(*state, "t", "k");
	lu_history *h = NULL;
	long n = 0;

	new_file(s, "one.c");
	add(s, "aa", 10, "Some words", "one.c", NULL);
	for (lu_code rc = LU_ENOMEM; rc; n++) {
		lu_history_state x = { .bound = 1, .tip = { "aa", 2 }, .why = { "", 0 } };

		assert_true(n < 10000);
		test_allocs_left = n;
		rc = lu_store_history_put(s, &x, &e);
		if (!rc) rc = lu_history_open(s, &h, &e);
		test_allocs_left = -1;
		if (rc && rc != LU_ENOMEM && rc != LU_EDB) fail_msg("%d: %s", (int)rc, e.msg);
	}
	assert_true(n > 5);
	said(h, "word", "0:2 ");
	free(h);
	lu_store_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(words_lead_to_commits), TEST(files_are_followed), TEST(commits_come_and_go),
		TEST(damage_is_found),       TEST(memory_may_end),
	};

	return cmocka_run_group_tests_name("history", tests, NULL, NULL);
}
