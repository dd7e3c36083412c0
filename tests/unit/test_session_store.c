/* SPDX-License-Identifier: MIT
 * What a session does beside answering questions in words: the graph, the state of the store, and bringing it up to date;
 * and the rule of paths. */
#include "index.h"

#include "lucus/session.h"
#include "session/listing.h"

static void put_tree(void)
{
	put("tree/boil.py", "from pour import pour\n\n\ndef boil(water):\n    return pour(water)\n");
	put("tree/pour.py", "def pour(water):\n    return [water]\n");
}

static int set_up(void **state)
{
	lu_store *s;

	if (make_top(state)) return -1;
	put_tree();
	s = new_store("s.db");
	OK(lu_store_set_root(s, in_top("tree"), &err));
	sync_tree(s, "tree", true);
	lu_store_close(s);
	return 0;
}

static lu_session *open_session(void)
{
	static char db[2 * PATH_MAX];
	lu_session_config c = { .db = db, .tenant = "default", .kb = "main", .readers = 2 };
	lu_session *s = NULL;

	snprintf(db, sizeof db, "%s", in_top("s.db"));
	OK(lu_session_open(&c, &s, &err));
	return s;
}

/* ---- the graph ---- */

static lu_code note_answer(void *ctx, const lu_graph_answer *q, lu_arena *a, lu_err *e)
{
	lu_buf *b = ctx;

	(void)a, (void)e;
	for (size_t k = 0; k < q->n_walk; k++)
		for (size_t i = 0; i < q->walk[k].n_edge; i++) {
			const lu_brief *src, *dst;

			lu_graph_ends(&q->walk[k], &q->walk[k].edge[i], &src, &dst);
			if (q->show[k][i])
				lu_buf_addf(b, "%.*s>%.*s ", LU_FMT(src->name), LU_FMT(dst ? dst->name : lu_strz("?")));
		}
	lu_buf_addf(b, "%zu of %zu", q->shown, q->edges);
	return LU_OK;
}

static void asks_the_graph(void **state)
{
	lu_session *s = open_session();
	lu_graph_options o = lu_graph_defaults(LU_ASK_CALLERS);
	lu_buf b = LU_BUF;
	lu_arena a = { 0 };
	lu_freshness fresh;

	(void)state;
	o.name.text = "pour";
	OK(lu_session_graph(s, NULL, &o, note_answer, &b, &a, &fresh, &err));
	assert_string_equal(b.s, "boil.boil>pour.pour 1 of 1");
	assert_int_equal(fresh.state, LU_TREE_THERE);
	assert_int_equal(fresh.looked, 2);
	assert_int_equal(fresh.changed, 0);
	lu_buf_reset(&b);
	o.asked = LU_ASK_CALLEES;
	o.name.text = "boil.py:4";
	OK(lu_session_graph(s, NULL, &o, note_answer, &b, &a, NULL, &err));
	assert_string_equal(b.s, "boil.boil>pour.pour 1 of 1");
	o.name.text = "pourr";
	FAILS(lu_session_graph(s, NULL, &o, note_answer, &b, &a, NULL, &err), LU_ENOENT);
	assert_non_null(strstr(err.msg, "pour.pour"));
	lu_arena_free(&a);
	lu_buf_free(&b);
	lu_session_close(s);
}

static void refuses_what_is_out_of_range(void **state)
{
	lu_session *s = open_session();
	lu_graph_options o = lu_graph_defaults(LU_ASK_CALLERS);
	lu_request r;

	(void)state;
	o.name.text = "pour";
	o.depth = LU_GRAPH_DEPTH_MAX + 1;
	FAILS(lu_session_graph(s, NULL, &o, note_answer, NULL, NULL, NULL, &err), LU_EUSAGE);
	o.depth = 0;
	o.limit = 0;
	FAILS(lu_session_graph(s, NULL, &o, note_answer, NULL, NULL, NULL, &err), LU_EUSAGE);
	o = lu_graph_defaults(LU_ASK_PATH);
	o.name.text = o.target.text = "pour";
	o.max_hops = 0;
	FAILS(lu_session_graph(s, NULL, &o, note_answer, NULL, NULL, NULL, &err), LU_EUSAGE);
	o = lu_graph_defaults(LU_ASK_QUESTIONS);
	FAILS(lu_session_graph(s, NULL, &o, note_answer, NULL, NULL, NULL, &err), LU_EUSAGE);
	lu_request_init(&r, 0);
	lu_request_cancel(&r);
	o = lu_graph_defaults(LU_ASK_IMPACT);
	o.name.text = "pour";
	FAILS(lu_session_graph(s, &r, &o, note_answer, NULL, NULL, NULL, &err), LU_ECANCEL);
	lu_session_close(s);
}

/* ---- state, and refreshing ---- */

static void brings_the_store_up_to_date(void **state)
{
	lu_session *s = open_session();
	lu_sync_options o = { .history = -1 };
	lu_watch quiet = { .ctx = NULL };
	lu_arena a = { 0 };
	lu_status x;

	(void)state;
	OK(lu_session_status(s, NULL, &a, &x, &err));
	assert_string_equal(x.state, "up to date");
	assert_int_equal(x.kb.files, 2);
	assert_true(x.indexed && x.bytes > 0);
	put("tree/cool.py", "def cool(water):\n    return boil(water)\n");
	OK(lu_session_status(s, NULL, &a, &x, &err));
	assert_string_equal(x.state, "the tree has moved on: run 'lucus sync'");
	OK(lu_session_refresh(s, NULL, &o, &quiet, &err));
	OK(lu_session_status(s, NULL, &a, &x, &err));
	assert_string_equal(x.state, "up to date");
	assert_int_equal(x.kb.files, 3);
	assert_int_equal(lu_behind_files(&x.behind), 0);
	lu_arena_free(&a);
	lu_session_close(s);
}

static void syncs_paths(void **state)
{
	lu_session *s = open_session();
	lu_sync_options o = { .history = 0 };
	lu_watch quiet = { .ctx = NULL };
	char one[2 * PATH_MAX];
	lu_path v = { .path = one };
	lu_paths paths = { .v = &v, .n = 1, .given = 1, .any = true }, all = { .n = 0 };
	lu_area area = LU_AREA;
	lu_counts c = { .files = 0 };
	lu_request r;

	(void)state;
	put("tree/warm.py", "def warm(water):\n    return water\n");
	put("tree/cold.py", "def cold(water):\n    return water\n");
	snprintf(one, sizeof one, "%s", in_top("tree/warm.py"));
	OK(lu_session_sync(s, NULL, &paths, 0, &o, &quiet, &c, &area, &err));
	assert_int_equal(c.parsed, 1);
	assert_string_equal(area.part[0].sub, "warm.py");
	lu_area_free(&area);
	OK(lu_session_sync(s, NULL, &all, 0, &o, &quiet, &c, &area, &err));
	assert_int_equal(c.parsed, 2);
	lu_area_free(&area);
	lu_request_init(&r, 0);
	lu_request_cancel(&r);
	FAILS(lu_session_sync(s, &r, &all, 0, &o, &quiet, &c, &area, &err), LU_ECANCEL);
	lu_area_free(&area);
	lu_session_close(s);
}

/* ---- paths ---- */

static lu_code find(lu_area *p, const char *const *path, size_t n, bool listed)
{
	lu_path v[4];
	lu_paths o = { .v = v, .n = n, .given = n, .list = listed, .any = true };

	for (size_t i = 0; i < n; i++) v[i] = (lu_path){ path[i], listed };
	*p = (lu_area)LU_AREA;
	return lu_area_find(p, &o, in_top("tree"), NULL, &err);
}

static void paths_become_parts(void **state)
{
	char one[2 * PATH_MAX], two[2 * PATH_MAX], none[2 * PATH_MAX], out[2 * PATH_MAX];
	lu_area p;

	(void)state;
	snprintf(one, sizeof one, "%s", in_top("tree/pour.py"));
	snprintf(two, sizeof two, "%s", in_top("tree/boil.py"));
	snprintf(none, sizeof none, "%s", in_top("tree/none.py"));
	snprintf(out, sizeof out, "%s", in_top("s.db"));
	OK(find(&p, (const char *const[]){ one, two }, 2, false));
	assert_int_equal(p.n, 2);
	assert_string_equal(p.part[0].sub, "boil.py");
	assert_true(lu_area_names(&p, lu_strz("pour.py")));
	assert_false(lu_area_names(&p, lu_strz("pour")));
	lu_area_free(&p);
	/* alone it is an error, one of several is refused */
	FAILS(find(&p, (const char *const[]){ none }, 1, false), LU_EIO);
	lu_area_free(&p);
	OK(find(&p, (const char *const[]){ one, none, out }, 3, false));
	assert_int_equal(p.n, 1);
	assert_int_equal(p.bad, 2);
	assert_string_equal(p.refused[0].path, none);
	assert_non_null(strstr(p.refused[1].why.s, "not below the root"));
	lu_area_free(&p);
	/* of a list, what is not there may never have been */
	OK(find(&p, (const char *const[]){ none, one }, 2, true));
	assert_int_equal(p.n, 1);
	assert_int_equal(p.n_refused, 1);
	assert_int_equal(p.bad, 0);
	lu_area_free(&p);
	FAILS(find(&p, (const char *const[]){ none, out }, 2, false), LU_EIO);
	assert_string_equal(err.msg, "no path could be read");
	lu_area_free(&p);
}

/* ---- source ---- */

static void reads_around_an_element(void **state)
{
	lu_session *s = open_session();
	lu_graph_name name = { .text = "boil.boil" };
	lu_store *st = NULL;
	lu_arena a = { 0 };
	lu_graph_meant m;
	lu_location at = { .file = LU_FILE_SAME, .start_line = 4, .end_line = 5 };
	lu_listing x;
	lu_str rest;

	(void)state;
	OK(lu_session_lend(s, NULL, &st, &err));
	OK(lu_graph_find(st, &name, &a, &m, &err));
	assert_true(m.n >= 1);
	OK(lu_listing_read(st, &m.v[0], &at, lu_strz(in_top("tree")), 0, &a, &x, &err));
	rest = x.text;
	assert_int_equal(x.first, 4);
	assert_int_equal(x.last, 5);
	assert_true(lu_str_eqz(lu_listing_line(&rest), "def boil(water):"));
	put("tree/boil.py", "# made\n# hot\ndef boil(water):\n    return pour(water)\n# end\n");
	at = (lu_location){ .file = LU_FILE_CHANGED, .start_line = 3, .end_line = 4 };
	OK(lu_listing_read(st, &m.v[0], &at, lu_strz(in_top("tree")), 1, &a, &x, &err));
	assert_int_equal(x.first, 2);
	assert_int_equal(x.last, 5);
	assert_int_equal(x.from, 3);
	assert_true(lu_str_starts(x.text, "# hot\n"));
	lu_session_return(s, st);
	lu_arena_free(&a);
	lu_session_close(s);
	put_tree();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(asks_the_graph),
		cmocka_unit_test(refuses_what_is_out_of_range),
		cmocka_unit_test(paths_become_parts),
		cmocka_unit_test(reads_around_an_element),
		cmocka_unit_test(brings_the_store_up_to_date),
		cmocka_unit_test(syncs_paths),
	};

	return cmocka_run_group_tests(tests, set_up, clear_top);
}
