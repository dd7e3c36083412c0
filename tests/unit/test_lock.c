/* SPDX-License-Identifier: MIT
 * The writer's lock, of both kinds: within a process, between processes, across fork. */
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "store.h"

static const lu__lock_kind kinds[] = { LU__LOCK_OFD, LU__LOCK_CLASSIC };
enum { KINDS = sizeof kinds / sizeof *kinds };

/* What a child process finds when it takes the lock. It has inherited what this process holds. */
static lu_code in_child(const box *b, lu__lock_kind kind)
{
	pid_t pid = fork();
	int status;

	assert_true(pid >= 0);
	if (pid == 0) {
		lu__lock *l = NULL;

		_exit((int)lu__lock_take(&l, b->path, kind, 0, &e));
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return (lu_code)WEXITSTATUS(status);
}

static void test_one_process(void **state)
{
	const box *b = *state;

	for (int i = 0; i < KINDS * KINDS; i++) {
		lu__lock *l = NULL, *other = NULL;
		char who[40];

		snprintf(who, sizeof who, "process %ld, this one", (long)getpid());
		OK(lu__lock_take(&l, b->path, kinds[i / KINDS], 0, &e));
		FAILS(lu__lock_take(&other, b->path, kinds[i % KINDS], 0, &e), LU_EBUSY);
		assert_null(other);
		assert_non_null(strstr(e.msg, who));
		assert_true(lu__lock_held(b->path));            /* to look at it loses nothing either */
		FAILS(in_child(b, kinds[i % KINDS]), LU_EBUSY); /* the failed attempt has lost nothing */
		OK(lu__lock_check(l, &e));
		lu__lock_drop(l);
		assert_false(lu__lock_held(b->path));
		OK(lu__lock_take(&other, b->path, kinds[i % KINDS], 0, &e));
		lu__lock_drop(other);
		OK(in_child(b, kinds[i % KINDS]));
	}
	lu__lock_drop(NULL);
}

/* A descriptor of the file that is closed elsewhere drops no lock of a description; a classic one is taken again. */
static void test_closed_elsewhere(void **state)
{
	const box *b = *state;
	char name[100];

	snprintf(name, sizeof name, "%s-lock", b->path);
	for (int i = 0; i < KINDS; i++) {
		lu__lock *l = NULL;
		int fd;

		OK(lu__lock_take(&l, b->path, kinds[i], 0, &e));
		fd = open(name, O_RDWR);
		assert_true(fd >= 0);
		close(fd);
		if (kinds[i] == LU__LOCK_OFD) FAILS(in_child(b, kinds[i]), LU_EBUSY);
		OK(lu__lock_check(l, &e));
		FAILS(in_child(b, kinds[i]), LU_EBUSY);
		lu__lock_drop(l);
	}
}

/* A child that drops what it inherited, says so, and lives on: until `fd` is closed. */
static pid_t start_child(lu__lock *l, bool drop, int fd[2])
{
	pid_t pid;
	char c;

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fd), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		close(fd[1]);
		if (lu__lock_check(l, &e) != LU_EUSAGE) _exit(1);
		if (drop) lu__lock_drop(l);
		if (write(fd[0], "x", 1) != 1) _exit(1);
		_exit(read(fd[0], &c, 1) == 0 ? 0 : 2);
	}
	close(fd[0]);
	return pid;
}

static void test_fork(void **state)
{
	const box *b = *state;

	for (int i = 0; i < KINDS * 2; i++) {
		lu__lock_kind kind = kinds[i / 2];
		lu__lock *l = NULL;
		int fd[2], status;
		pid_t pid;
		char c;

		OK(lu__lock_take(&l, b->path, kind, 0, &e));
		pid = start_child(l, i % 2, fd);
		assert_int_equal(read(fd[1], &c, 1), 1);
		FAILS(in_child(b, kind), LU_EBUSY); /* the child has dropped nothing of ours */
		OK(lu__lock_check(l, &e));
		lu__lock_drop(l);
		OK(in_child(b, kind)); /* and holds nothing when we are done */
		OK(lu__lock_take(&l, b->path, kind, 0, &e));
		lu__lock_drop(l);
		close(fd[1]);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_int_equal(status, 0);
	}
}

/* The holder is killed while a child of its lives on with what it inherited. */
static void test_orphan(void **state)
{
	const box *b = *state;

	for (int i = 0; i < KINDS; i++) {
		lu__lock *l = NULL;
		int ready[2], life[2], status;
		pid_t pid;
		char c;

		assert_int_equal(pipe(ready), 0);
		assert_int_equal(pipe(life), 0);
		pid = fork();
		assert_true(pid >= 0);
		if (pid == 0) {
			close(life[1]);
			if (lu__lock_take(&l, b->path, kinds[i], 0, &e)) _exit(1);
			pid = fork();
			if (pid == 0) _exit(write(ready[1], "x", 1) == 1 && read(life[0], &c, 1) == 0 ? 0 : 1);
			pause();
		}
		close(life[0]);
		assert_int_equal(read(ready[0], &c, 1), 1);
		FAILS(lu__lock_take(&l, b->path, kinds[i], 0, &e), LU_EBUSY);
		assert_true(lu__lock_held(b->path));
		assert_int_equal(kill(pid, SIGKILL), 0);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_false(lu__lock_held(b->path));
		OK(lu__lock_take(&l, b->path, kinds[i], 0, &e));
		lu__lock_drop(l);
		close(life[1]);
		close(ready[0]);
		close(ready[1]);
	}
}

/* ---- threads ---- */

struct turns {
	const box *b;
	lu__lock_kind kind;
	int inside; /* written under the lock alone */
	int done;
};

static void *take_turns(void *ctx)
{
	struct turns *t = ctx;

	for (int i = 0; i < 5; i++) {
		lu__lock *l = NULL;
		lu_err err;

		if (lu__lock_take(&l, t->b->path, t->kind, 60, &err)) return ctx;
		if (t->inside++) return ctx;
		t->inside--;
		t->done++;
		lu__lock_drop(l);
	}
	return NULL;
}

static void test_threads(void **state)
{
	enum { N = 4 };

	for (int i = 0; i < KINDS; i++) {
		struct turns t = { .b = *state, .kind = kinds[i] };
		pthread_t id[N];

		for (int k = 0; k < N; k++) assert_int_equal(pthread_create(&id[k], NULL, take_turns, &t), 0);
		for (int k = 0; k < N; k++) {
			void *bad;

			assert_int_equal(pthread_join(id[k], &bad), 0);
			assert_null(bad);
		}
		assert_int_equal(t.done, 5 * N);
	}
}

/* ---- stores ---- */

static void test_stores(void **state)
{
	const box *b = *state;
	lu_store *s = open_use(b, "t", "a"), *other;
	char link[120];
	int status;
	pid_t pid;

	FAILS(lu_store_open(&other, b->path, LU_STORE_WRITE, 0, &e), LU_EBUSY);
	assert_null(other);
	FAILS(lu_store_open(&other, b->path, LU_STORE_WRITE, 0.1, &e), LU_EBUSY);
	snprintf(link, sizeof link, "%s.link", b->path);
	assert_int_equal(symlink(b->path, link), 0);
	FAILS(lu_store_open(&other, link, LU_STORE_WRITE, 0, &e), LU_EBUSY);
	assert_int_equal(unlink(link), 0);
	OK(lu_store_setting_put(s, "k", "v", &e));
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		if (lu_store_begin(s, &e) != LU_EUSAGE) _exit(1);
		lu_store_close(s);
		_exit(lu_store_open(&other, b->path, LU_STORE_WRITE, 0, &e) == LU_EBUSY ? 0 : 2);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	FAILS(lu_store_open(&other, b->path, LU_STORE_WRITE, 0, &e), LU_EBUSY);
	OK(lu_store_begin(s, &e));
	OK(lu_store_setting_put(s, "k", "w", &e));
	OK(lu_store_commit(s, &e));
	lu_store_close(s);
	s = open_use(b, "t", "a");
	lu_store_close(s);
}

static void test_no_memory(void **state)
{
	const box *b = *state;
	lu__lock *l = NULL;
	lu_code rc;

	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = lu__lock_take(&l, b->path, LU__LOCK_OFD, 0, &e));
	lu__lock_drop(l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_one_process), TEST(test_closed_elsewhere), TEST(test_fork),      TEST(test_orphan),
		TEST(test_threads),     TEST(test_stores),           TEST(test_no_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
