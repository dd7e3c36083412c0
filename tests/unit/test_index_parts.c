/* SPDX-License-Identifier: MIT
 * What the phases are made of: the pool of threads, an element's own text, and the hashes. */
#include "ok.h"
#include "random.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "index/content.h"
#include "index/pool.h"
#include "lucus/request.h"
#include "store/postings.h"

/* ---- the pool ---- */

enum { NOWHERE, PRODUCE, WORK, CONSUME, WORKER_NEW, CANCEL };

struct job {
	size_t i;
	unsigned us; /* that its work takes */
};

struct pool_test {
	int fail_in;
	size_t fail_at;
	size_t pass_over; /* every so many items; 0: none */
	size_t next, alive, most, made;
	bool meet; /* items wait for each other */
	atomic_int in_work, met, workers;
};

static struct pool_test *pool_now;

static lu_code pool_produce(void *ctx, size_t i, void **item, lu_err *e)
{
	struct pool_test *t = ctx;
	struct job *j;

	if (t->fail_in == PRODUCE && i == t->fail_at) return lu_fail(e, LU_EUSAGE, "produce %zu", i);
	if (t->pass_over && i % t->pass_over == 0) return LU_OK;
	if (!(j = calloc(1, sizeof *j))) return lu_nomem(e);
	*j = (struct job){ i, below(4) ? 0 : below(500) };
	t->made++;
	if (++t->alive > t->most) t->most = t->alive;
	*item = j;
	return LU_OK;
}

static lu_code pool_work(void *ctx, void *worker, void *item, lu_err *e)
{
	struct pool_test *t = ctx;
	struct job *j = item;
	struct timespec nap = { .tv_nsec = (long)j->us * 1000 };

	if (*(int *)worker != 42) return lu_fail(e, LU_EDB, "no worker");
	if (t->fail_in == WORK && j->i == t->fail_at) return lu_fail(e, LU_EFORMAT, "work %zu", j->i);
	if (j->us) nanosleep(&nap, NULL);
	if (!t->meet) return LU_OK;
	atomic_fetch_add(&t->in_work, 1);
	for (int i = 0; i < 60000 && !atomic_load(&t->met); i++) {
		nap.tv_nsec = 1000000;
		if (atomic_load(&t->in_work) > 1) atomic_store(&t->met, 1);
		else nanosleep(&nap, NULL);
	}
	return LU_OK;
}

static lu_code pool_consume(void *ctx, void *item, lu_err *e)
{
	struct pool_test *t = ctx;
	struct job *j = item;

	if (t->fail_in == CONSUME && j->i == t->fail_at) return lu_fail(e, LU_EIO, "consume %zu", j->i);
	if (t->fail_in == CANCEL && j->i == t->fail_at) lu_cancel();
	while (t->pass_over && t->next % t->pass_over == 0) t->next++;
	assert_int_equal(j->i, t->next);
	t->next++;
	return LU_OK;
}

static void pool_free(void *item)
{
	pool_now->alive--;
	free(item);
}

static lu_code pool_worker_new(void *ctx, void **worker, lu_err *e)
{
	struct pool_test *t = ctx;

	if (!(*worker = malloc(sizeof(int)))) return lu_nomem(e);
	*(int *)*worker = 42;
	atomic_fetch_add(&t->workers, 1);
	return t->fail_in == WORKER_NEW ? lu_fail(e, LU_ENOENT, "no worker for you") : LU_OK;
}

static void pool_worker_free(void *worker)
{
	atomic_fetch_sub(&pool_now->workers, 1);
	free(worker);
}

static const struct lu__pool_ops pool_ops = { .produce = pool_produce,
					      .work = pool_work,
					      .consume = pool_consume,
					      .free_item = pool_free,
					      .worker_new = pool_worker_new,
					      .worker_free = pool_worker_free };

static lu_code run_pool(struct pool_test *t, size_t n, int jobs, size_t window)
{
	lu_code rc;

	pool_now = t;
	rc = lu__pool_run(&pool_ops, t, &n, jobs, window, &err);
	if (t->alive || atomic_load(&t->workers)) return LU_EBUSY;
	return rc;
}

static void pool_keeps_the_order(void **state)
{
	(void)state;
	for (int i = 0; i < 60; i++) {
		struct pool_test t = { .pass_over = below(3) ? 0 : 1 + below(5) };
		size_t n = below(200), window = below(20), room = window ? window : 1;

		assert_int_equal(run_pool(&t, n, 1 + (int)below(8), window), LU_OK);
		if (!t.pass_over) assert_int_equal(t.made, n);
		if (!t.pass_over) assert_int_equal(t.most, n < room ? n : room);
		assert_true(t.most <= room);
		assert_true(t.made == 0 || t.next >= t.made);
	}
}

static void pool_works_at_the_same_time(void **state)
{
	struct pool_test t = { .meet = true };

	(void)state;
	assert_int_equal(run_pool(&t, 2, 2, 2), LU_OK);
	assert_int_equal(atomic_load(&t.met), 1);
}

static void pool_of_few_items(void **state)
{
	struct pool_test none = { 0 }, one = { 0 }, gone = { .pass_over = 1 };

	(void)state;
	assert_int_equal(run_pool(&none, 0, 4, 4), LU_OK);
	assert_int_equal(none.made, 0);
	assert_int_equal(run_pool(&one, 1, 64, 100), LU_OK);
	assert_int_equal(one.next, 1);
	assert_int_equal(run_pool(&gone, 1000, 4, 2), LU_OK);
	assert_int_equal(gone.made, 0);
}

static void pool_ends_with_the_first_error(void **state)
{
	static const struct {
		int where;
		lu_code code;
		const char *msg;
	} c[] = { { PRODUCE, LU_EUSAGE, "produce" },
		  { WORK, LU_EFORMAT, "work" },
		  { CONSUME, LU_EIO, "consume" },
		  { WORKER_NEW, LU_ENOENT, "no worker for you" } };

	(void)state;
	for (size_t i = 0; i < 60; i++) {
		struct pool_test t = { .fail_in = c[i % 4].where, .fail_at = below(50) };

		assert_int_equal(run_pool(&t, 50, 1 + (int)below(5), 1 + below(12)), c[i % 4].code);
		assert_non_null(strstr(err.msg, c[i % 4].msg));
		if (c[i % 4].where == CONSUME) assert_int_equal(t.next, t.fail_at);
		else assert_true(t.next <= t.fail_at || c[i % 4].where == WORKER_NEW);
	}
}

static void pool_without_memory(void **state)
{
	lu_code rc = LU_ENOMEM;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		struct pool_test t = { 0 };

		rc = run_pool(&t, 5, 1, 3);
		if (!rc) assert_int_equal(t.next, 5);
	});
}

/* The flag can not be taken back: a process of its own has it. */
static void in_child(int (*fn)(void))
{
	pid_t pid;
	int status;

	fflush(NULL);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) _exit(fn());
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static int cancel_pool(void)
{
	struct pool_test t = { .fail_in = CANCEL, .fail_at = 7 };

	if (run_pool(&t, 100, 3, 5) != LU_ECANCEL) return 1;
	return t.next == 8 ? 0 : 2;
}

static void pool_is_cancelled(void **state)
{
	(void)state;
	in_child(cancel_pool);
	assert_false(lu_cancelled());
}

/* ---- an element's own text ---- */

static const char lines[] = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";

/* An element on lines first..last of `lines`, without the last line break. */
static lu_stored on_lines(uint32_t first, uint32_t last, bool has_parent)
{
	lu_stored v = { .el = { .start_line = first, .end_line = last, .ordinal = 1, .size = -1 } };

	v.el.code = first ? lu_strn(lines + 2 * (first - 1), 2 * (last - first) + 1) : lu_strz("far away");
	if (has_parent) v.el.parent = lu_strz("somebody");
	snprintf(v.el.id, sizeof v.el.id, "%u-%u-%d", first, last, has_parent);
	return v;
}

/* The own text of each, in nested order, separated by '|'. */
static void check_own(lu_stored *v, size_t n, const char *want)
{
	lu_buf own = LU_BUF, all = LU_BUF;

	lu__sort_nested(v, n);
	for (size_t i = 0; i < n; i++) {
		if (i) lu_buf_addc(&all, '|');
		lu_buf_addstr(&all, lu__own_code(v, n, i, &own));
	}
	assert_string_equal(all.s, want);
	lu_buf_free(&own);
	lu_buf_free(&all);
}

#define OWN(want, ...) \
	do { \
		lu_stored v_[] = { __VA_ARGS__ }; \
		check_own(v_, sizeof v_ / sizeof *v_, want); \
	} while (0)

static void own_code_is_without_the_children(void **state)
{
	(void)state;
	OWN("1\n9|2\n5\n8|3\n4|6\n|7", on_lines(7, 7, true), on_lines(3, 4, true), on_lines(1, 9, false),
	    on_lines(6, 7, true), on_lines(2, 8, true));
	/* at its ends */
	OWN("2\n3|1", on_lines(1, 3, false), on_lines(1, 1, true));
	OWN("1\n2\n|3", on_lines(1, 3, false), on_lines(3, 3, true));
	OWN("|1|2|3", on_lines(1, 3, false), on_lines(1, 1, true), on_lines(2, 2, true), on_lines(3, 3, true));
	/* that does not begin on line 1 */
	OWN("4\n7|5\n6", on_lines(4, 7, false), on_lines(5, 6, true));
	/* on the same lines; on one line */
	OWN("|1\n2\n3", on_lines(1, 3, true), on_lines(1, 3, false));
	OWN("|4", on_lines(4, 4, false), on_lines(4, 4, true));
	/* without lines; of another tool, without a parent */
	OWN("far away|1\n2", on_lines(0, 0, true), on_lines(1, 2, false));
	OWN("1\n2\n3|2", on_lines(1, 3, false), on_lines(2, 2, false));
	/* beyond its parent: not part of that, but of what holds both */
	OWN("1\n7\n8\n9|2\n3\n4|3\n4\n5\n6", on_lines(1, 9, false), on_lines(2, 4, true), on_lines(3, 6, true));
	/* two that share a line, and a third inside the second */
	OWN("1\n7|2\n3|3\n6|4\n5", on_lines(1, 7, false), on_lines(2, 3, true), on_lines(3, 6, true),
	    on_lines(4, 5, true));
}

static void own_code_of_damaged_lines(void **state)
{
	lu_stored more = on_lines(1, 3, false), high = on_lines(2, 3, true);

	(void)state;
	more.el.end_line = UINT32_MAX; /* more lines than text */
	OWN("1\n|2\n3", more, on_lines(2, 3, true));
	high.el.start_line = UINT32_MAX;
	high.el.end_line = UINT32_MAX;
	OWN("1\n2\n3|2\n3", more, high);
	more.el.code = lu_strn(NULL, 0);
	OWN("|2\n3", more, on_lines(2, 3, true));
}

/* ---- hashes ---- */

struct sample {
	lu_stored s;
	lu_param param[2];
	lu_call call[2];
	lu_import import[2];
	lu_str list[5][2];
};

enum { STR, U32, BOOL, I64, COUNT };

#define AT(field) offsetof(struct sample, field), #field
#define EL(field) AT(s.el.field)
static const struct field {
	size_t at;
	const char *name;
	int kind;
	bool text; /* vectors and full text depend on it */
} fields[] = {
	{ EL(type), STR, true },
	{ EL(name), STR, true },
	{ EL(file_path), STR, true },
	{ EL(language), STR, false },
	{ EL(docstring), STR, true },
	{ EL(code), STR, true },
	{ EL(signature), STR, true },
	{ EL(return_type), STR, true },
	{ EL(explanation), STR, true },
	{ EL(parent), STR, false },
	{ EL(sha256), STR, false },
	{ EL(extra), STR, false },
	{ EL(ordinal), U32, false },
	{ EL(start_line), U32, false },
	{ EL(end_line), U32, false },
	{ EL(is_async), BOOL, true },
	{ EL(size), I64, false },
	{ EL(parameters.n), COUNT, true },
	{ AT(param[0].name), STR, true },
	{ AT(param[1].type), STR, true },
	{ AT(param[1].def), STR, true },
	{ EL(calls.n), COUNT, true },
	{ AT(call[0].name), STR, true },
	{ AT(call[1].receiver), STR, false },
	{ AT(call[1].line), U32, false },
	{ AT(call[0].count), U32, false },
	{ EL(imports.n), COUNT, false },
	{ AT(import[0].module), STR, false },
	{ AT(import[1].name), STR, false },
	{ AT(import[0].alias), STR, false },
	{ AT(import[1].line), U32, false },
	{ EL(decorators.n), COUNT, true },
	{ AT(list[0][1]), STR, true },
	{ EL(dependencies.n), COUNT, true },
	{ AT(list[1][0]), STR, true },
	{ EL(base_classes.n), COUNT, true },
	{ AT(list[2][1]), STR, true },
	{ EL(methods.n), COUNT, true },
	{ AT(list[3][0]), STR, true },
	{ EL(assignments.n), COUNT, true },
	{ AT(list[4][1]), STR, true },
};

static struct sample make_sample(void)
{
	struct sample s = { .s = { .el = { .id = "id", .ordinal = 1, .start_line = 3, .end_line = 4, .size = 5 } } };
	lu_str *const text[] = { &s.s.el.type,        &s.s.el.name,   &s.s.el.file_path, &s.s.el.language,
				 &s.s.el.docstring,   &s.s.el.code,   &s.s.el.signature, &s.s.el.return_type,
				 &s.s.el.explanation, &s.s.el.parent, &s.s.el.sha256,    &s.s.el.extra };

	for (size_t i = 0; i < sizeof text / sizeof *text; i++) *text[i] = lu_strz("same");
	for (int i = 0; i < 2; i++) {
		s.param[i] = (lu_param){ lu_strz("p"), lu_strz("t"), lu_strz("d") };
		s.call[i] = (lu_call){ lu_strz("c"), lu_strz("r"), 3, 1, 0 };
		s.import[i] = (lu_import){ lu_strz("m"), lu_strz("n"), lu_strz("a"), 1 };
		for (int k = 0; k < 5; k++) s.list[k][i] = lu_strz("item");
	}
	s.s.el.parameters.n = s.s.el.calls.n = s.s.el.imports.n = 2;
	s.s.el.decorators.n = s.s.el.dependencies.n = s.s.el.base_classes.n = s.s.el.methods.n = 2;
	s.s.el.assignments.n = 2;
	return s;
}

static void hash_sample(struct sample *s)
{
	lu_element *el = &s->s.el;
	lu_strs *const list[] = { &el->decorators, &el->dependencies, &el->base_classes, &el->methods,
				  &el->assignments };

	el->parameters.v = s->param;
	el->calls.v = s->call;
	el->imports.v = s->import;
	for (int k = 0; k < 5; k++) list[k]->v = s->list[k];
	OK(lu__set_hashes(&s->s, 1, &err));
}

static void hashes_tell_what_changed(void **state)
{
	struct sample base = make_sample(), other;

	(void)state;
	hash_sample(&base);
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		char *at = (char *)&other + fields[i].at;

		other = make_sample();
		switch (fields[i].kind) {
		case STR: *(lu_str *)(void *)at = lu_strz("Same"); break;
		case U32: ++*(uint32_t *)(void *)at; break;
		case BOOL: *(bool *)(void *)at = true; break;
		case I64: ++*(int64_t *)(void *)at; break;
		default: --*(size_t *)(void *)at;
		}
		hash_sample(&other);
		if (other.s.hash == base.s.hash) fail_msg("hash does not depend on %s", fields[i].name);
		if ((other.s.text_hash != base.s.text_hash) != fields[i].text)
			fail_msg("text_hash and %s", fields[i].name);
	}
	other = make_sample(); /* the id is the key, not a part */
	snprintf(other.s.el.id, sizeof other.s.el.id, "other");
	hash_sample(&other);
	assert_true(other.s.hash == base.s.hash && other.s.text_hash == base.s.text_hash);
	other.s.el.type = lu_strz("sam"); /* a byte that moves to the next field */
	other.s.el.name = lu_strz("esame");
	hash_sample(&other);
	assert_true(other.s.hash != base.s.hash && other.s.text_hash != base.s.text_hash);
}

/* Whatever changes the text of an element changes its hash, too, though its record is the same: its row tells both. */
static void hash_covers_what_others_change(void **state)
{
	static const char code[] = "struct {\nint g() {\n}\n} name;\n";
	lu_stored v[3] = { on_lines(1, 4, false), on_lines(1, 4, true), on_lines(2, 3, true) }, w[3];
	static const char *const id[] = { "module", "outer", "inner" };

	(void)state;
	for (int i = 0; i < 3; i++) {
		snprintf(v[i].el.id, sizeof v[i].el.id, "%s", id[i]);
		v[i].el.type = lu_strz(i ? "class" : "module");
		v[i].el.name = lu_strz(id[i]);
		v[i].el.code = lu_strz(code);
		if (i) v[i].el.parent = lu_strz(id[i - 1]);
	}
	memcpy(w, v, sizeof v);
	w[1].el.name = lu_strz("renamed");
	OK(lu__set_hashes(v, 3, &err));
	OK(lu__set_hashes(w, 3, &err));
	assert_string_equal(w[2].el.id, "inner");
	assert_true(w[2].text_hash != v[2].text_hash && w[2].hash != v[2].hash);
	assert_true(w[0].hash == v[0].hash);
	assert_true(lu_row_hash(1, 10) != lu_row_hash(1, 12) && lu_row_hash(1, 10) != lu_row_hash(2, 10));
	assert_true(lu_row_hash(1, 10000) == lu_row_hash(1, 10001)); /* kept as one number */
}

static void hashes_do_not_depend_on_the_order(void **state)
{
	lu_stored v[5] = { on_lines(1, 9, false), on_lines(2, 8, true), on_lines(2, 8, true), on_lines(3, 4, true),
			   on_lines(7, 7, true) },
		  first[5], w[5];

	(void)state;
	v[2].el.id[0] = 'x';
	memcpy(first, v, sizeof v);
	OK(lu__set_hashes(first, 5, &err));
	for (int round = 0; round < 50; round++) {
		memcpy(w, v, sizeof v);
		for (unsigned i = 5; i > 1; i--) {
			unsigned k = below(i);
			lu_stored t = w[k];

			w[k] = w[i - 1];
			w[i - 1] = t;
		}
		OK(lu__set_hashes(w, 5, &err));
		for (int i = 0; i < 5; i++) {
			assert_string_equal(w[i].el.id, first[i].el.id);
			assert_true(w[i].hash == first[i].hash && w[i].text_hash == first[i].text_hash);
		}
	}
	lu_code rc = LU_ENOMEM;
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = lu__set_hashes(w, 5, &err));
	OK(lu__set_hashes(NULL, 0, &err));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pool_keeps_the_order),
		cmocka_unit_test(pool_works_at_the_same_time),
		cmocka_unit_test(pool_of_few_items),
		cmocka_unit_test(pool_ends_with_the_first_error),
		cmocka_unit_test(pool_without_memory),
		cmocka_unit_test(pool_is_cancelled),
		cmocka_unit_test(own_code_is_without_the_children),
		cmocka_unit_test(own_code_of_damaged_lines),
		cmocka_unit_test(hashes_tell_what_changed),
		cmocka_unit_test(hash_covers_what_others_change),
		cmocka_unit_test(hashes_do_not_depend_on_the_order),
	};

	return cmocka_run_group_tests_name("index parts", tests, NULL, NULL);
}
