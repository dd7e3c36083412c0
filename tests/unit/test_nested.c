/* SPDX-License-Identifier: MIT
 * Reads of the store within reads of the same kind: the outer one goes on where it was, and nothing is left running. */
#include "lucus/history.h"
#include "store.h"

/* One iteration: its rows as text, and, when `flat` has the text that is right, the same iteration within each row. */
struct look {
	lu_store *s;
	const sample *m;
	lu_code (*run)(struct look *l);
	lu_buf rows;
	const char *flat;
	int64_t n; /* rows */
};

static lu_code within(struct look *l)
{
	struct look in = { .s = l->s, .m = l->m, .run = l->run, .rows = LU_BUF };
	lu_code rc = LU_OK;

	l->n++;
	if (!l->flat) return LU_OK;
	rc = in.run(&in);
	if (!rc) assert_string_equal(in.rows.s, l->flat);
	lu_buf_free(&in.rows);
	return rc;
}

static lu_code on_edge(void *ctx, const lu_edge_row *r, lu_err *err)
{
	struct look *l = ctx;
	lu_code rc = dump_edge(&l->rows, r, err);

	return rc ? rc : within(l);
}

static lu_code edges_out(struct look *l)
{
	return lu_store_edges(l->s, l->m->v[0].id, false, on_edge, l, &e);
}

static lu_code edges_in(struct look *l)
{
	return lu_store_edges(l->s, l->m->v[3].id, true, on_edge, l, &e);
}

static lu_code file_edges(struct look *l)
{
	return lu_store_file_edges(l->s, l->m->file, NULL, 0, on_edge, l, &e);
}

static lu_code on_referrer(void *ctx, const lu_edge_row *r, const lu_brief *src, lu_err *err)
{
	struct look *l = ctx;

	dump_brief(&l->rows, src, err);
	return on_edge(ctx, r, err);
}

static lu_code referrers(struct look *l)
{
	return lu_store_referrers(l->s, l->m->v[3].id, on_referrer, l, &e);
}

static lu_code on_reference(void *ctx, int64_t file, const lu_edge_row *r, const int64_t *dst, size_t n, lu_err *err)
{
	struct look *l = ctx;

	lu_buf_addf(&l->rows, "file %lld %lld of %zu\n", (long long)file, n ? (long long)dst[0] : 0, n);
	return on_edge(ctx, r, err);
}

static lu_code references(struct look *l)
{
	return lu_store_references(l->s, lu_strz("S"), on_reference, l, &e);
}

static lu_code on_brief(void *ctx, const lu_brief *b, lu_err *err)
{
	struct look *l = ctx;

	dump_brief(&l->rows, b, err);
	return within(l);
}

static lu_code briefs(struct look *l)
{
	return lu_store_briefs(l->s, on_brief, l, &e);
}

static lu_code on_setting(void *ctx, const char *key, const char *value, lu_err *err)
{
	struct look *l = ctx;

	dump_setting(&l->rows, key, value, err);
	return within(l);
}

static lu_code settings(struct look *l)
{
	return lu_store_settings(l->s, on_setting, l, &e);
}

static lu_code on_stretch(void *ctx, const lu_stretch *p, lu_err *err)
{
	struct look *l = ctx;

	(void)err;
	lu_buf_addf(&l->rows, "%u %.*s %.*s\n", p->line, LU_FMT(p->path), LU_FMT(p->text));
	return within(l);
}

static lu_code stretches(struct look *l)
{
	return lu_store_stretches(l->s, l->m[1].file, on_stretch, l, &e);
}

static lu_code on_check(void *ctx, const char *name, bool ok, const char *detail, lu_err *err)
{
	struct look *l = ctx;

	(void)err;
	lu_buf_addf(&l->rows, "%s %d %s\n", name, ok, detail);
	return within(l);
}

static lu_code check(struct look *l)
{
	return lu_store_check(l->s, on_check, l, &e);
}

static lu_code on_commit(void *ctx, const lu_history_commit *c, lu_err *err)
{
	struct look *l = ctx;

	(void)err;
	lu_buf_addf(&l->rows, "%.*s %lld %.*s %zu\n", LU_FMT(c->id), (long long)c->time, LU_FMT(c->message),
		    c->files.n);
	return within(l);
}

static lu_code commits(struct look *l)
{
	return lu_store_history_each(l->s, on_commit, l, &e);
}

static lu_code on_posting(void *ctx, lu_str token, uint32_t doc, const uint16_t tf[LU_FIELDS], lu_err *err)
{
	struct look *l = ctx;

	dump_posting(&l->rows, token, doc, tf, err);
	return within(l);
}

static lu_code postings(struct look *l)
{
	lu_postings *p = NULL;
	lu_code rc = lu_postings_open(l->s, &p, &e);

	if (!rc) rc = lu_postings_each(p, on_posting, l, &e);
	lu_postings_close(p);
	return rc;
}

static lu_code on_form(void *ctx, lu_str token, lu_err *err)
{
	struct look *l = ctx;

	(void)err;
	lu_buf_addf(&l->rows, "%.*s\n", LU_FMT(token));
	return within(l);
}

static lu_code forms(struct look *l)
{
	lu_postings *p = NULL;
	lu_code rc = lu_postings_open(l->s, &p, &e);

	if (!rc) rc = lu_postings_forms(p, lu_strz("o"), on_form, l, &e);
	lu_postings_close(p);
	return rc;
}

static const struct {
	const char *name;
	lu_code (*run)(struct look *l);
	int64_t least; /* rows */
} ways[] = {
	{ "edges out", edges_out, 4 }, { "edges in", edges_in, 2 },     { "file edges", file_edges, 4 },
	{ "referrers", referrers, 1 }, { "references", references, 2 }, { "briefs", briefs, 8 },
	{ "settings", settings, 2 },   { "stretches", stretches, 2 },   { "check", check, 4 },
	{ "commits", commits, 2 },     { "postings", postings, 5 },     { "forms", forms, 2 },
};

/* Two files, each with two of what there is one of in a sample. */
static void fill_twice(lu_store *s, sample m[2])
{
	lu_put_counts c = { 0 };

	int64_t file;

	fill(s, &m[0], "one");
	OK(lu_store_begin(s, &e));
	file = new_file(s, "y.c");
	m[1].v[0] = element("function", "y.a", lu_strz("y.c"), lu_strz("int a;"), 1);
	m[1].v[1] = element("function", "y.b", lu_strz("y.c"), lu_strz("int b;"), 2);
	seal(m[1].v, 2);
	OK(lu_store_put(s, file, m[1].v, 2, &c, &e));
	OK(put_sample(s, &m[1], "z.c", "one"));
	OK(put_sample_edges(s, &m[1], &c));
	put_row(s, &m[1].v[1], "often");
	m[1].file = file;
	OK(lu_store_setting_put(s, "other", "two", &e));
	OK(lu_store_history_add(s, &(lu_history_commit){ .id = lu_strz("c1"), .time = 1, .message = lu_strz("one") },
				&e));
	OK(lu_store_history_add(s, &(lu_history_commit){ .id = lu_strz("c2"), .time = 2, .message = lu_strz("two") },
				&e));
	OK(lu_store_commit(s, &e));
}

static void test_within_itself(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	sample m[2] = { 0 };

	fill_twice(s, m);
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		struct look flat = { .s = s, .m = m, .run = ways[i].run, .rows = LU_BUF };
		struct look deep = { .s = s, .m = m, .run = ways[i].run, .rows = LU_BUF };

		OK(flat.run(&flat));
		if (flat.n < ways[i].least) fail_msg("%s: %lld rows", ways[i].name, (long long)flat.n);
		deep.flat = flat.rows.s;
		OK(deep.run(&deep));
		if (strcmp(deep.rows.s, flat.rows.s) != 0)
			fail_msg("%s: found\n%sexpected\n%s", ways[i].name, deep.rows.s, flat.rows.s);
		idle(s);
		lu_buf_free(&flat.rows);
		lu_buf_free(&deep.rows);
	}
	lu_store_close(s);
}

/* ---- iterators ---- */

static void rest_of(lu_edge_iter *it, lu_buf *out)
{
	lu_edge_row r;
	lu_code rc;

	while (!(rc = lu_edge_iter_next(it, &r, &e))) OK(dump_edge(out, &r, &e));
	FAILS(rc, LU_DONE);
	FAILS(lu_edge_iter_next(it, &r, &e), LU_DONE); /* and so it stays */
}

static int count(const char *text, const char *what)
{
	int n = 0;

	for (; (text = strstr(text, what)); text++) n++;
	return n;
}

/* Iterators give what the callbacks are given. */
static void test_iterators(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	sample m[2] = { 0 };

	fill_twice(s, m);
	for (int i = 0; i < SAMPLE * 2 + 1; i++) {
		int64_t id = i / 2 < SAMPLE ? m->v[i / 2].id : 0;
		lu_buf edges = LU_BUF, all = LU_BUF, two = LU_BUF, one = LU_BUF;
		lu_edge_iter *it;

		OK(lu_store_edges(s, id, i % 2, dump_edge, &edges, &e));
		OK(lu_edge_iter_open(s, id, i % 2, LU_EDGES_ALL, &it, &e));
		rest_of(it, &all);
		lu_edge_iter_close(it);
		for (unsigned which = LU_EDGES_CONTAINS; which <= LU_EDGES_REFERENCES; which++) {
			OK(lu_edge_iter_open(s, id, i % 2, which, &it, &e));
			rest_of(it, which == LU_EDGES_CONTAINS ? &one : &two);
			lu_edge_iter_close(it);
		}
		assert_true(lu_str_eq(lu_buf_str(&all), lu_buf_str(&edges)));
		assert_int_equal(count(one.s, " CONTAINS "), count(one.s, "\n"));
		assert_null(strstr(two.s, " CONTAINS "));
		lu_buf_addstr(&one, lu_buf_str(&two));
		assert_true(lu_str_eq(lu_buf_str(&one), lu_buf_str(&edges)));
		idle(s);
		lu_buf_free(&edges);
		lu_buf_free(&all);
		lu_buf_free(&one);
		lu_buf_free(&two);
	}
	lu_edge_iter_close(NULL);
	lu_store_close(s);
}

/* Several are open at once, of one element, too, from before the first is asked; one is closed at its first row. */
static void test_side_by_side(void **state)
{
	enum { N = 3 };
	lu_store *s = open_use(*state, "t", "a");
	sample m[2] = { 0 };
	lu_edge_iter *it[2][N], *left;
	lu_buf want[2] = { LU_BUF, LU_BUF }, have[2][N];
	lu_edge_row r;

	fill_twice(s, m);
	for (int in = 0; in < 2; in++) {
		OK(lu_store_edges(s, m->v[3 * in].id, in, dump_edge, &want[in], &e));
		for (int i = 0; i < N; i++) {
			lu_buf_init(&have[in][i]);
			OK(lu_edge_iter_open(s, m->v[3 * in].id, in, LU_EDGES_ALL, &it[in][i], &e));
		}
	}
	OK(lu_edge_iter_open(s, m->v[0].id, false, LU_EDGES_ALL, &left, &e));
	OK(lu_edge_iter_next(left, &r, &e));
	lu_edge_iter_close(left);
	for (int i = 0; i < 2 * N; i++) { /* one row of each */
		OK(lu_edge_iter_next(it[i % 2][i / 2], &r, &e));
		OK(dump_edge(&have[i % 2][i / 2], &r, &e));
	}
	for (int i = 0; i < 2 * N; i++) {
		rest_of(it[i % 2][i / 2], &have[i % 2][i / 2]);
		assert_string_equal(have[i % 2][i / 2].s, want[i % 2].s);
		lu_edge_iter_close(it[i % 2][i / 2]);
		lu_buf_free(&have[i % 2][i / 2]);
	}
	idle(s);
	lu_buf_free(&want[0]);
	lu_buf_free(&want[1]);
	lu_store_close(s);
}

/* What the handle writes and takes back while one is open does not end it. */
static void test_write_meanwhile(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	sample m[2] = { 0 };

	fill_twice(s, m);
	for (int commit = 0; commit < 2; commit++) {
		lu_buf want = LU_BUF, have = LU_BUF;
		lu_edge_iter *it;
		lu_edge_row r;
		int64_t removed = 0;

		OK(lu_store_edges(s, m->v[0].id, false, dump_edge, &want, &e));
		OK(lu_edge_iter_open(s, m->v[0].id, false, LU_EDGES_ALL, &it, &e));
		OK(lu_edge_iter_next(it, &r, &e));
		OK(dump_edge(&have, &r, &e));
		OK(lu_store_begin(s, &e));
		OK(lu_store_file_remove(s, m[1].file, &removed, &e)); /* another file */
		assert_int_equal(removed, 2);
		if (commit) OK(lu_store_commit(s, &e));
		else lu_store_rollback(s);
		rest_of(it, &have);
		assert_string_equal(have.s, want.s);
		lu_edge_iter_close(it);
		idle(s);
		lu_buf_free(&want);
		lu_buf_free(&have);
	}
	lu_store_close(s);
}

/* The edges of x.f, while those of the module are read. */
static lu_code two_open(lu_store *s, const sample *m, const char *want)
{
	lu_edge_iter *it = NULL, *other = NULL;
	lu_buf have = LU_BUF;
	lu_edge_row r;
	lu_code rc = lu_edge_iter_open(s, m->v[0].id, false, LU_EDGES_ALL, &other, &e);

	if (!rc) rc = lu_edge_iter_open(s, m->v[2].id, false, LU_EDGES_ALL, &it, &e);
	while (!rc && !(rc = lu_edge_iter_next(it, &r, &e))) {
		long left = test_allocs_left;

		test_allocs_left = -1;
		OK(dump_edge(&have, &r, &e));
		test_allocs_left = left;
	}
	if (rc == LU_DONE) rc = LU_OK;
	if (!rc) assert_string_equal(have.s, want);
	lu_edge_iter_close(it);
	lu_edge_iter_close(other);
	lu_buf_free(&have);
	idle(s);
	return rc;
}

static void test_no_memory(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	sample m[2] = { 0 };
	lu_buf want = LU_BUF;
	lu_code rc;

	fill_twice(s, m);
	OK(lu_store_edges(s, m->v[2].id, false, dump_edge, &want, &e));
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = two_open(s, m, want.s));
	lu_buf_free(&want);
	lu_store_close(s);
}

/* A chain of reads that does not end is an error, not all of the memory. */
static void test_depth(void **state)
{
	enum { N = 80 };
	lu_store *s = open_use(*state, "t", "a");
	sample m[2] = { 0 };
	lu_edge_iter *it[N] = { NULL };
	lu_code rc = LU_OK;
	size_t n = 0;

	fill_twice(s, m);
	while (n < N && !(rc = lu_edge_iter_open(s, m->v[0].id, false, LU_EDGES_CONTAINS, &it[n], &e))) n++;
	FAILS(rc, LU_EUSAGE);
	assert_int_equal(n, LU__DEPTH);
	while (n--) lu_edge_iter_close(it[n]);
	OK(lu_edge_iter_open(s, m->v[0].id, false, LU_EDGES_CONTAINS, &it[0], &e));
	lu_edge_iter_close(it[0]);
	lu_store_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_within_itself),   TEST(test_iterators), TEST(test_side_by_side),
		TEST(test_write_meanwhile), TEST(test_no_memory), TEST(test_depth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
