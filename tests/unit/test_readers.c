/* SPDX-License-Identifier: MIT
 * The pool of read handles: what a state is, when it ends, and many threads beside a writer. */
#include <pthread.h>
#include <stdatomic.h>

#include "lucus/readers.h"
#include "store.h"

enum { FILES = 2, THREADS = 16, ROUNDS = 40, GENERATIONS = 60 };

/* Generation `i` in one transaction: a setting, and an element in each of two files. */
static lu_code put_generation(lu_store *s, int i, lu_err *err)
{
	char text[FILES + 1][40];
	lu_put_counts c = { 0 };
	lu_code rc = lu_store_begin(s, err);

	snprintf(text[FILES], sizeof text[FILES], "%d", i);
	for (int k = 0; k < FILES && !rc; k++) {
		lu_file f = { .path = lu_strz(k ? "y.c" : "x.c"), .language = lu_strz("c"), .size = -1 };
		lu_stored el;
		int64_t file;

		snprintf(text[k], sizeof text[k], "%d", i);
		el = element("function", k ? "y.f" : "x.f", f.path, lu_strz(text[k]), 1);
		el.hash = el.text_hash = (uint64_t)i + 1;
		rc = lu_store_file_put(s, &f, &file, err);
		if (!rc) rc = lu_store_put(s, file, &el, 1, &c, err);
	}
	if (!rc) rc = lu_store_setting_put(s, "key", text[FILES], err);
	if (!rc) rc = lu_store_commit(s, err);
	if (rc) lu_store_rollback(s);
	return rc;
}

static lu_code take_setting(void *ctx, const char *key, const char *value, lu_err *err)
{
	(void)key, (void)err;
	*(int *)ctx = atoi(value);
	return LU_OK;
}

/* The generation that a handle sees; -1: parts of two. */
static lu_code seen(lu_store *s, int *out, lu_err *err)
{
	lu_arena a = { 0 };
	int i = -1;
	lu_code rc = lu_store_settings(s, take_setting, &i, err);

	for (int k = 0; k < FILES && !rc; k++) {
		lu_file f;
		lu_stored *v;
		size_t n;

		rc = lu_store_file(s, lu_strz(k ? "y.c" : "x.c"), &a, &f, err);
		if (!rc) rc = lu_store_file_elements(s, f.id, true, &a, &v, &n, err);
		if (!rc && (n != 1 || lu_str_cmp(v->el.code, lu_strz("")) == 0 || atoi(v->el.code.s) != i)) i = -1;
	}
	lu_arena_free(&a);
	*out = i;
	return rc;
}

static int seen_now(lu_store *s)
{
	int i;

	OK(seen(s, &i, &e));
	return i;
}

static void drop(void *ctx, void *kept)
{
	++*(int *)ctx;
	free(kept);
}

static void *kept_number(int i)
{
	int *p = malloc(sizeof *p);

	assert_non_null(p);
	*p = i;
	return p;
}

/* ---- one thread ---- */

static void test_states(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	lu_readers *p;
	lu_store_reader *r, *other;
	uint64_t first;
	int dropped = 0;

	OK(put_generation(s, 0, &e));
	OK(lu_readers_open(&p, s, 2, drop, &dropped, &e));
	OK(lu_readers_take(p, 0, &r, &e));
	assert_int_equal(seen_now(r->store), 0);
	first = r->state;
	r->kept = kept_number(0);
	lu_readers_give(p, r);

	OK(lu_readers_take(p, 0, &r, &e)); /* nothing was written: the same state, and what was kept */
	assert_int_equal(r->state, first);
	assert_int_equal(*(int *)r->kept, 0);
	OK(put_generation(s, 1, &e));
	assert_int_equal(seen_now(r->store), 0); /* never in the middle of a request */
	lu_readers_settle(p);
	assert_int_equal(seen_now(r->store), 0);
	assert_int_equal(dropped, 0);
	OK(lu_readers_take(p, 0, &other, &e));
	assert_int_equal(seen_now(other->store), 1);
	assert_true(other->state != first && other->generation > r->generation);
	assert_null(other->kept);
	FAILS(lu_readers_take(p, 0, &(lu_store_reader *){ NULL }, &e), LU_EBUSY);
	FAILS(lu_readers_take(p, 0.05, &(lu_store_reader *){ NULL }, &e), LU_EBUSY);
	lu_readers_give(p, r); /* its state is over: what it kept goes at once */
	assert_int_equal(dropped, 1);
	OK(lu_readers_take(p, 0, &r, &e));
	assert_int_equal(seen_now(r->store), 1);
	assert_null(r->kept);
	r->kept = kept_number(1);
	lu_readers_give(p, r);
	OK(put_generation(s, 2, &e));
	lu_readers_settle(p);
	assert_int_equal(dropped, 2);
	lu_readers_give(p, other);
	lu_readers_give(p, NULL);
	OK(lu_readers_take(p, 0, &r, &e));
	r->kept = kept_number(2);
	lu_readers_give(p, r);
	lu_readers_close(p);
	assert_int_equal(dropped, 3);
	lu_readers_close(NULL);
	lu_store_close(s);
}

/* Settings are no generation, but change what is seen, too. An idle pool keeps no old state: the -wal file can begin anew. */
static void test_wal(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	lu_readers *p;
	lu_store_reader *r;
	uint64_t was;

	OK(put_generation(s, 0, &e));
	OK(lu_readers_open(&p, s, 1, NULL, NULL, &e));
	OK(lu_readers_take(p, 0, &r, &e));
	was = r->state;
	lu_readers_give(p, r);
	OK(lu_store_setting_put(s, "other", "x", &e));
	OK(lu_readers_take(p, 0, &r, &e));
	assert_true(r->state != was);
	assert_int_equal(sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) & 0xff,
			 SQLITE_BUSY);
	lu_readers_give(p, r);
	OK(put_generation(s, 1, &e));
	lu_readers_settle(p);
	assert_int_equal(sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL), SQLITE_OK);
	lu_readers_close(p);
	lu_store_close(s);
}

static void test_gone(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	lu_readers *p;
	lu_store_reader *r;

	OK(put_generation(s, 0, &e));
	OK(lu_readers_open(&p, s, 1, NULL, NULL, &e));
	OK(lu_readers_take(p, 0, &r, &e));
	lu_readers_give(p, r);
	OK(lu_store_begin(s, &e));
	OK(lu_store_kb_remove(s, &e));
	OK(lu_store_commit(s, &e));
	FAILS(lu_readers_take(p, 0, &r, &e), LU_ENOENT);
	FAILS(lu_readers_take(p, 0, &r, &e), LU_ENOENT);
	lu_readers_close(p);
	lu_store_close(s);
}

static lu_code one_reader(lu_store *s)
{
	lu_readers *p = NULL;
	lu_store_reader *r = NULL;
	lu_code rc = lu_readers_open(&p, s, 4, NULL, NULL, &e);

	if (!rc) rc = lu_readers_take(p, 0, &r, &e);
	if (r) lu_readers_give(p, r);
	lu_readers_close(p);
	return rc;
}

static void test_no_memory(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	lu_code rc;

	OK(put_generation(s, 0, &e));
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = one_reader(s));
	lu_store_close(s);
}

/* ---- many threads ---- */

struct crowd {
	lu_readers *p;
	atomic_int latest, bad, states, done;
};

static void drop_number(void *ctx, void *kept)
{
	(void)ctx;
	free(kept);
}

/* One request: it sees one generation, twice, which was the latest when it began or came since, and what was kept is of it. */
static lu_code request(struct crowd *c, lu_err *err)
{
	int before = atomic_load(&c->latest), i = -1, again = -1;
	lu_store_reader *r;
	lu_code rc = lu_readers_take(c->p, 60, &r, err);

	if (rc) return rc;
	rc = seen(r->store, &i, err);
	if (r->kept && *(int *)r->kept != i) atomic_fetch_add(&c->bad, 1);
	if (!r->kept) atomic_fetch_add(&c->states, 1);
	if (!rc && !r->kept && (r->kept = malloc(sizeof(int)))) *(int *)r->kept = i;
	if (!rc) rc = seen(r->store, &again, err);
	if (i < before || i != again) atomic_fetch_add(&c->bad, 1);
	lu_readers_give(c->p, r);
	return rc;
}

static void *ask(void *ctx)
{
	struct crowd *c = ctx;
	bool done = false;
	lu_err err;

	for (int i = 0; i < ROUNDS || !done; i++) {
		done = atomic_load(&c->done);
		if (request(c, &err)) return ctx;
	}
	return NULL;
}

static void crowd(lu_store *s, size_t most)
{
	struct crowd c = { .p = NULL };
	pthread_t id[THREADS];

	OK(put_generation(s, 0, &e));
	OK(lu_readers_open(&c.p, s, most, drop_number, NULL, &e));
	OK(request(&c, &e));
	for (int k = 0; k < THREADS; k++) assert_int_equal(pthread_create(&id[k], NULL, ask, &c), 0);
	for (int i = 1; i <= GENERATIONS; i++) {
		OK(put_generation(s, i, &e));
		atomic_store(&c.latest, i);
	}
	atomic_store(&c.done, 1);
	for (int k = 0; k < THREADS; k++) {
		void *bad;

		assert_int_equal(pthread_join(id[k], &bad), 0);
		assert_null(bad);
	}
	assert_int_equal(atomic_load(&c.bad), 0);
	assert_true(atomic_load(&c.states) > 1);
	lu_readers_close(c.p);
}

/* As many handles as threads, and fewer. */
static void test_crowd(void **state)
{
	lu_store *s = open_use(*state, "t", "a");

	crowd(s, THREADS);
	crowd(s, 3);
	lu_store_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_states), TEST(test_wal), TEST(test_gone), TEST(test_no_memory), TEST(test_crowd),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
