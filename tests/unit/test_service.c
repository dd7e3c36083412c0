/* SPDX-License-Identifier: MIT
 * The knowledge bases of a process: opened once, shared, closed when there are too many, kept up to date, made. */
#include "index.h"

#include <pthread.h>

#include "service/service.h"

static int opened; /* bases that were set up */

static lu_code set_up_base(void *ctx, lu_base *b, lu_err *e)
{
	(void)ctx;
	opened++;
	lu_search_options_init(&b->search);
	b->search.query.strategy = "bm25";
	b->sync = (lu_sync_options){ .embed.provider = "builtin", .history = -1, .tree.jobs = 1 };
	return lu_session_configure(b->session, &(lu_session_models){ .embed.provider = "builtin" }, e);
}

static void fill(lu_store *s)
{
	OK(lu_store_set_root(s, in_top("tree"), &err));
	sync_tree(s, "tree", true);
}

static int set_up(void **state)
{
	static const char *const others[] = { "a", "b", "c" };
	lu_store *s;

	if (make_top(state)) return -1;
	put("tree/boil.py", "def boil_kettle(water):\n    return water\n");
	s = new_store("s.db");
	fill(s);
	for (size_t i = 0; i < 3; i++) {
		OK(lu_store_use(s, "default", others[i], &err));
		fill(s);
	}
	lu_store_close(s);
	opened = 0;
	return 0;
}

static lu_service *service_of(lu_service_config c)
{
	lu_service *s = NULL;

	c.db = c.db ? c.db : in_top("s.db");
	c.kb = "main";
	c.set_up = set_up_base;
	OK(lu_service_open(&c, &s, &err));
	return s;
}

static lu_base *take(lu_service *s, const char *kb)
{
	lu_base *b = NULL;

	OK(lu_service_take(s, NULL, kb, &b, &err));
	return b;
}

static size_t hits(lu_service *s, const char *text)
{
	lu_base *b = take(s, NULL);
	lu_found *f = NULL;
	size_t n;

	OK(lu_session_search(b->session, NULL, lu_strz(text), &b->search, &f, &err));
	n = f->result.n;
	lu_found_free(f);
	lu_service_give(s, b);
	return n;
}

/* ---- open ones ---- */

static void one_is_opened_once(void **state)
{
	lu_service *s = service_of((lu_service_config){ 0 });
	lu_base *a = take(s, NULL), *b = take(s, "main");

	(void)state;
	assert_ptr_equal(a, b);
	assert_string_equal(a->tenant, "default");
	assert_int_equal(opened, 1);
	lu_service_give(s, b);
	lu_service_give(s, a);
	lu_service_renew(s);
	lu_service_give(s, take(s, NULL));
	assert_int_equal(opened, 2);
	lu_service_close(s);
}

static void those_used_longest_ago_are_closed(void **state)
{
	lu_service *s = service_of((lu_service_config){ .most = 2 });
	lu_base *kept = take(s, "a");

	(void)state;
	lu_service_give(s, take(s, "b"));
	lu_service_give(s, take(s, "c")); /* b goes: a is taken */
	lu_service_give(s, take(s, "a"));
	assert_int_equal(opened, 3);
	lu_service_give(s, take(s, "b"));
	assert_int_equal(opened, 4);
	lu_service_renew(s);
	assert_string_equal(kept->kb, "a"); /* who has one keeps it */
	lu_service_give(s, kept);
	lu_service_close(s);
}

static void what_is_not_there_is_told_in_the_same_words(void **state)
{
	static const char *const names[][2] = { { "default", "nowhere" },
						{ "nobody", "nowhere" },
						{ "nobody", "main" } };
	lu_service *s = service_of((lu_service_config){ 0 });
	lu_base *b = NULL;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		char want[80];

		FAILS(lu_service_take(s, names[i][0], names[i][1], &b, &err), LU_ENOENT);
		snprintf(want, sizeof want, "there is no knowledge base '%s'", names[i][1]);
		assert_string_equal(err.msg, want);
	}
	assert_null(b);
	lu_service_close(s);
}

/* ---- filters ---- */

static lu_code filters(const lu_base *b, const char *path, const char *type, lu_query_options *o, lu_arena *a)
{
	lu_str paths[] = { lu_strz(path) }, types[] = { lu_strz(type) };

	lu_query_options_init(o);
	o->paths = (lu_strs){ paths, 1 };
	o->types = (lu_strs){ types, *type ? 1 : 0 };
	return lu_base_filters(b, NULL, o, a, &err);
}

static void filters_are_read_from_the_root_on(void **state)
{
	static const char *const globs[][2] = { { "./tree//boil.py", "tree/boil.py" },
						{ ":/tree/", "tree" },
						{ ".", "*" } };
	lu_service *s = service_of((lu_service_config){ 0 });
	lu_base *b = take(s, NULL);
	lu_query_options o;
	lu_arena a = { 0 };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		OK(filters(b, globs[i][0], "", &o, &a));
		assert_int_equal(o.paths.n, 1);
		assert_string_equal(o.paths.v[0].s, globs[i][1]);
	}
	OK(filters(b, "[id].ts", "func", &o, &a));
	assert_int_equal(o.paths.n, 2);
	assert_string_equal(o.paths.v[1].s, "\\[id].ts");
	assert_string_equal(o.types.v[0].s, "function");
	FAILS(filters(b, "a/../../b", "", &o, &a), LU_EUSAGE);
	FAILS(filters(b, "/etc", "", &o, &a), LU_EUSAGE);
	FAILS(filters(b, "tree", "cup", &o, &a), LU_EUSAGE);
	assert_non_null(strstr(err.msg, "filter 'type'"));
	lu_arena_free(&a);
	lu_service_give(s, b);
	lu_service_close(s);
}

static void a_tenant_has_its_own_list(void **state)
{
	lu_service *s = service_of((lu_service_config){ 0 });
	lu_arena a = { 0 };
	lu_kb *v = NULL;
	size_t n = 0;

	(void)state;
	OK(lu_service_list(s, NULL, &a, &v, &n, &err));
	assert_int_equal(n, 4);
	assert_true(lu_str_eqz(v[0].name, "a"));
	OK(lu_service_list(s, "nobody", &a, &v, &n, &err));
	assert_int_equal(n, 0);
	lu_arena_free(&a);
	lu_service_close(s);
}

/* ---- the writer ---- */

static void a_change_is_there_after_a_refresh(void **state)
{
	lu_service *s = service_of((lu_service_config){ 0 });
	lu_renewal r;

	(void)state;
	assert_int_equal(hits(s, "pour"), 0);
	put("tree/pour.py", "def pour_kettle(water):\n    return water\n");
	assert_int_equal(hits(s, "pour"), 0);
	OK(lu_service_refresh(s, NULL, NULL, NULL, 60, NULL, NULL, &r, &err));
	assert_false(r.running || r.missing);
	assert_string_equal(r.trouble, "");
	assert_true(hits(s, "pour") > 0);
	FAILS(lu_service_refresh(s, NULL, "nowhere", NULL, 60, NULL, NULL, &r, &err), LU_ENOENT);
	lu_service_close(s);
}

static void what_is_watched_is_looked_at_unasked(void **state)
{
	lu_service *s = service_of((lu_service_config){ .pause = .02 });

	(void)state;
	assert_int_equal(hits(s, "stir"), 0);
	put("tree/stir.py", "def stir_kettle(water):\n    return water\n");
	for (int i = 0; i < 1000 && !hits(s, "stir"); i++) usleep(20000);
	assert_true(hits(s, "stir") > 0);
	lu_service_close(s);
}

static lu_code make_new(void *ctx, const lu_watch *w, lu_err *e)
{
	lu_store *s;

	if (ctx) return lu_fail(e, LU_EIO, "the disk is full");
	w->progress(w->ctx, "files", 1, 1);
	s = new_store("new.db");
	fill(s);
	lu_store_close(s);
	return LU_OK;
}

static void what_is_missing_is_made(void **state)
{
	lu_service *s = service_of((lu_service_config){ .db = in_top("new.db"), .make = make_new });
	lu_base *b = NULL;
	lu_renewal r;

	(void)state;
	FAILS(lu_service_take(s, NULL, NULL, &b, &err), LU_ENOENT);
	OK(lu_service_refresh(s, NULL, NULL, NULL, 60, NULL, NULL, &r, &err));
	assert_false(r.running || r.missing);
	assert_true(hits(s, "boil") > 0);
	FAILS(lu_service_refresh(s, NULL, "other", NULL, 60, NULL, NULL, &r, &err), LU_ENOENT);
	lu_service_close(s);
}

static void trouble_is_told(void **state)
{
	lu_service *s =
		service_of((lu_service_config){ .db = in_top("none.db"), .make = make_new, .ctx = &(int){ 1 } });
	lu_renewal r;

	(void)state;
	OK(lu_service_refresh(s, NULL, NULL, NULL, 60, NULL, NULL, &r, &err));
	assert_true(r.missing && !r.running);
	assert_string_equal(r.trouble, "the disk is full");
	lu_service_close(s);
}

static void who_waits_may_leave(void **state)
{
	lu_service *s = service_of((lu_service_config){ 0 });
	lu_request over;
	lu_renewal r;

	(void)state;
	lu_request_init(&over, 0);
	lu_request_cancel(&over);
	FAILS(lu_service_refresh(s, NULL, NULL, &over, 60, NULL, NULL, &r, &err), LU_ECANCEL);
	OK(lu_service_refresh(s, NULL, NULL, NULL, 0, NULL, NULL, &r, &err)); /* nobody waits: it goes on by itself */
	OK(lu_service_refresh(s, NULL, NULL, NULL, 60, NULL, NULL, &r, &err));
	assert_false(r.running);
	lu_service_close(s);
}

/* ---- threads ---- */

static void *take_and_give(void *ctx)
{
	static const char *const names[] = { "a", "b", "c", "main" };
	lu_service *s = ctx;
	lu_err e;

	for (int i = 0; i < 100; i++) {
		lu_base *b = NULL;

		if (lu_service_take(s, NULL, names[i % 4], &b, &e) || strcmp(b->kb, names[i % 4]) != 0) return s;
		if (i % 10 == 9) lu_service_renew(s);
		lu_service_give(s, b);
	}
	return NULL;
}

static void many_take_what_few_may_hold(void **state)
{
	lu_service *s = service_of((lu_service_config){ .most = 2, .pause = .01 });
	pthread_t t[4];
	void *bad;

	(void)state;
	for (size_t i = 0; i < 4; i++) assert_int_equal(pthread_create(&t[i], NULL, take_and_give, s), 0);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(pthread_join(t[i], &bad), 0);
		assert_null(bad);
	}
	lu_service_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(one_is_opened_once, set_up, clear_top),
		cmocka_unit_test_setup_teardown(those_used_longest_ago_are_closed, set_up, clear_top),
		cmocka_unit_test_setup_teardown(what_is_not_there_is_told_in_the_same_words, set_up, clear_top),
		cmocka_unit_test_setup_teardown(filters_are_read_from_the_root_on, set_up, clear_top),
		cmocka_unit_test_setup_teardown(a_tenant_has_its_own_list, set_up, clear_top),
		cmocka_unit_test_setup_teardown(a_change_is_there_after_a_refresh, set_up, clear_top),
		cmocka_unit_test_setup_teardown(what_is_watched_is_looked_at_unasked, set_up, clear_top),
		cmocka_unit_test_setup_teardown(what_is_missing_is_made, set_up, clear_top),
		cmocka_unit_test_setup_teardown(trouble_is_told, set_up, clear_top),
		cmocka_unit_test_setup_teardown(who_waits_may_leave, set_up, clear_top),
		cmocka_unit_test_setup_teardown(many_take_what_few_may_hold, set_up, clear_top),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
