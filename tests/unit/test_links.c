/* SPDX-License-Identifier: MIT
 * Links between files: how many others refer to a file, after any change of edges and files. */
#include "store.h"
#include "store/pack.h"

/* ---- small files: a module and two functions each ---- */

enum { OWN = 3, EDGES = 8 };

typedef struct unit {
	char path[16];
	int64_t file, id[OWN];
} unit;

/* Edges out of a file, as the resolver would write them. */
typedef struct out {
	const unit *from;
	lu_edge v[EDGES];
	size_t n;
} out;

static void put_unit(lu_store *s, unit *u, const char *path)
{
	static const char *const type[OWN] = { "module", "function", "function" };
	static const char *const name[OWN] = { "", ".f", ".g" };
	lu_put_counts c = { 0 };
	lu_stored v[OWN];
	char full[OWN][32];

	*u = (unit){ .path = "" };
	snprintf(u->path, sizeof u->path, "%s", path);
	u->file = new_file(s, u->path);
	for (int i = 0; i < OWN; i++) {
		snprintf(full[i], sizeof full[i], "%s%s", path, name[i]);
		v[i] = element(type[i], full[i], lu_strz(u->path), lu_strz("x"), (uint32_t)i + 1);
		if (i) v[i].el.parent = lu_strz(v[0].el.id);
	}
	seal(v, OWN);
	OK(lu_store_put(s, u->file, v, OWN, &c, &e));
	for (int i = 0; i < OWN; i++) u->id[i] = v[i].id;
}

/* `n` files, "a.c", "b.c" ..., with no edges yet. */
static void put_units(lu_store *s, unit *u, out *o, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		put_unit(s, &u[i], (char[]){ (char)('a' + i), '.', 'c', '\0' });
		o[i] = (out){ .from = &u[i] };
	}
}

static void remove_unit(lu_store *s, const unit *u)
{
	int64_t n = 0;

	OK(lu_store_file_remove(s, u->file, &n, &e));
}

static void refer(out *o, int64_t dst, lu_edge_kind kind, lu_grade grade)
{
	assert_true(o->n < EDGES);
	o->v[o->n] = (lu_edge){ .src = o->from->id[1],
				.dst = dst,
				.kind = kind,
				.grade = grade,
				.line = 2,
				.count = 1,
				.ref = o->n,
				.name = lu_strz("n"),
				.reason = "import" };
	o->n++;
}

static void call(out *o, int64_t dst)
{
	refer(o, dst, LU_EDGE_CALLS, LU_GRADE_EXACT);
}

static lu_code write_edges(lu_store *s, const out *o, size_t n)
{
	lu_arena a = { 0 };
	lu_put_counts c = { 0 };
	lu_edge_writer *w = NULL;
	lu_code rc = lu_edge_writer_new(s, &w, &e);

	for (size_t i = 0; i < n && !rc; i++) {
		lu_file_edges f;

		rc = lu_pack_edges(w, o[i].v, o[i].n, OWN - 1, &a, &f, &e);
		if (!rc) rc = lu_store_put_edges(w, o[i].from->file, &f, &c, &e);
	}
	if (!rc) rc = lu_edge_writer_end(w, &e);
	lu_edge_writer_free(w);
	lu_arena_free(&a);
	return rc;
}

static void resolve(lu_store *s, const out *o, size_t n)
{
	OK(lu_store_begin(s, &e));
	OK(write_edges(s, o, n));
	OK(lu_store_commit(s, &e));
}

static int64_t in_degree(lu_store *s, const unit *u)
{
	int64_t n = -1;

	OK(lu_store_referring_files(s, u->file, &n, &e));
	return n;
}

static int64_t most(lu_store *s)
{
	int64_t n = -1;

	OK(lu_store_most_referred(s, &n, &e));
	return n;
}

static lu_code links_finding(void *ctx, const char *name, bool ok, const char *detail, lu_err *err)
{
	(void)err, (void)detail;
	if (!strcmp(name, "links")) *(bool *)ctx = ok;
	return LU_OK;
}

static bool links_are_right(lu_store *s)
{
	bool ok = false;

	OK(lu_store_check(s, links_finding, &ok, &e));
	return ok;
}

/* The numbers of the files, then the largest one. */
static void links_are(lu_store *s, const unit *u, size_t n, const char *want)
{
	char have[80] = "";
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		k += (size_t)snprintf(have + k, sizeof have - k, "%d ", (int)in_degree(s, &u[i]));
	snprintf(have + k, sizeof have - k, "%d", (int)most(s));
	assert_string_equal(have, want);
	assert_true(links_are_right(s));
}

/* ---- tests ---- */

static void test_what_counts(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	unit u[2];

	for (int i = 0; i < 2; i++) put_unit(s, &u[i], i ? "b.c" : "a.c");
	links_are(s, u, 2, "0 0 0");
	for (int again = 0; again < 2; again++) /* once gathered, then row by row */
		for (int kind = LU_EDGE_CONTAINS; kind < LU_EDGE_KINDS; kind++)
			for (int grade = LU_GRADE_EXACT; grade < LU_GRADES; grade++) {
				bool counts = (kind == LU_EDGE_CALLS || kind == LU_EDGE_DEPENDS_ON ||
					       kind == LU_EDGE_INHERITS_FROM) &&
					      (grade == LU_GRADE_EXACT || grade == LU_GRADE_UNIQUE);
				out o[2] = { { .from = &u[0] }, { .from = &u[1] } };

				if (!again) {
					OK(lu_store_kb_remove(s, &e));
					OK(lu_store_use(s, "t", "a", &e));
					for (int i = 0; i < 2; i++) put_unit(s, &u[i], i ? "b.c" : "a.c");
				}
				refer(&o[0], grade == LU_GRADE_UNRESOLVED ? 0 : u[1].id[2], (lu_edge_kind)kind,
				      (lu_grade)grade);
				refer(&o[1], u[1].id[0], (lu_edge_kind)kind, (lu_grade)grade); /* itself */
				resolve(s, o, 2);
				links_are(s, u, 2, counts ? "0 1 1" : "0 0 0");
			}
	lu_store_close(s);
}

static void test_edits(void **state)
{
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	unit u[4];
	out o[4];
	int64_t changes;

	put_units(s, u, o, 4);
	for (int i = 0; i < 3; i++) /* twice into each, and into itself */
		for (int k = 1; k < OWN; k++) call(&o[i], u[3].id[k]);
	call(&o[3], u[3].id[1]);
	call(&o[3], u[0].id[2]);
	resolve(s, o, 4);
	links_are(s, u, 4, "1 0 0 3 3");
	changes = lu_store_changes(s);
	resolve(s, o, 4);
	assert_int_equal(lu_store_changes(s), changes);

	o[0].n = 1; /* one of two references is left */
	resolve(s, o, 1);
	links_are(s, u, 4, "1 0 0 3 3");
	o[0].n = 0; /* none */
	resolve(s, o, 1);
	links_are(s, u, 4, "1 0 0 2 2");
	o[0].n = 2;
	o[1].n = 0;
	call(&o[1], u[2].id[0]);
	refer(&o[1], u[3].id[0], LU_EDGE_INHERITS_FROM, LU_GRADE_AMBIGUOUS); /* no longer sure */
	resolve(s, o, 2);
	links_are(s, u, 4, "1 0 1 2 2");
	o[0].n = o[2].n = o[3].n = 0;
	resolve(s, o, 4);
	links_are(s, u, 4, "0 0 1 0 1");
	o[1].n = 0;
	resolve(s, o, 4);
	links_are(s, u, 4, "0 0 0 0 0");
	assert_int_equal(number(b, "SELECT count(*) FROM file_link"), 0);
	lu_store_close(s);
}

/* A target that is gone does not tell any more which file it was in. */
static void test_removed_files(void **state)
{
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	unit u[3];
	out o[3];
	int64_t freed;

	put_units(s, u, o, 3);
	call(&o[0], u[2].id[1]);
	call(&o[1], u[2].id[2]);
	call(&o[1], u[0].id[0]);
	call(&o[2], u[0].id[0]);
	resolve(s, o, 3);
	links_are(s, u, 3, "2 0 2 2");

	freed = u[2].file; /* "c.c" gets another name, and its row id is used again */
	remove_unit(s, &u[2]);
	assert_int_equal(in_degree(s, &u[0]), 1);
	put_unit(s, &u[2], "d.c");
	assert_int_equal(u[2].file, freed);
	o[0].n = 0;
	refer(&o[0], 0, LU_EDGE_CALLS, LU_GRADE_UNRESOLVED);
	o[1].n = 0;
	call(&o[1], u[2].id[2]); /* found again */
	o[2].n = 0;
	resolve(s, o, 3);
	links_are(s, u, 3, "0 0 1 1");

	remove_unit(s, &u[1]); /* who refers goes: known at once */
	assert_int_equal(in_degree(s, &u[2]), 0);
	assert_int_equal(most(s), 0);
	assert_int_equal(number(b, "SELECT count(*) FROM file_link"), 0);
	resolve(s, o, 1);
	links_are(s, u, 1, "0 0");
	lu_store_close(s);
}

static void test_rollback(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	unit u[2];
	out o = { .from = &u[0] };
	lu_code rc;

	for (int i = 0; i < 2; i++) put_unit(s, &u[i], i ? "b.c" : "a.c");
	call(&o, u[1].id[1]);
	for (int again = 0; again < 2; again++) { /* gathered, row by row */
		FOR_EVERY_ALLOCATION_FAILURE(rc, {
			OK(lu_store_begin(s, &e));
			rc = write_edges(s, &o, 1);
			if (rc) lu_store_rollback(s);
			else OK(lu_store_commit(s, &e));
		});
		links_are(s, u, 2, "0 1 1");
		o.n = 0;
		FOR_EVERY_ALLOCATION_FAILURE(rc, {
			OK(lu_store_begin(s, &e));
			rc = write_edges(s, &o, 1);
			if (rc) lu_store_rollback(s);
			else OK(lu_store_commit(s, &e));
		});
		links_are(s, u, 2, "0 0 0");
		call(&o, u[1].id[1]);
	}
	OK(lu_store_begin(s, &e));
	OK(write_edges(s, &o, 1));
	lu_store_rollback(s);
	links_are(s, u, 2, "0 0 0");
	lu_store_close(s);
}

static void test_others(void **state)
{
	box *b = *state;
	lu_store *s = open_use(b, "u", "a");
	unit mine[2], own[2];
	out o = { .from = &own[0] }, p = { .from = &mine[0] };
	int64_t n = -1;

	for (int i = 0; i < 2; i++) put_unit(s, &own[i], i ? "b.c" : "a.c");
	OK(lu_store_use(s, "t", "a", &e));
	for (int i = 0; i < 2; i++) put_unit(s, &mine[i], i ? "b.c" : "a.c");
	call(&p, mine[1].id[1]);
	call(&p, own[1].id[1]); /* of another tenant: leads nowhere */
	resolve(s, &p, 1);
	links_are(s, mine, 2, "0 1 1");
	assert_int_equal(in_degree(s, &own[1]), 0);
	p.n = 0;
	call(&p, own[1].id[1]);
	resolve(s, &p, 1); /* row by row */
	links_are(s, mine, 2, "0 0 0");
	p.n = 0;
	call(&p, mine[1].id[1]);
	resolve(s, &p, 1);

	OK(lu_store_use(s, "u", "a", &e));
	assert_int_equal(in_degree(s, &mine[1]), 0);
	links_are(s, own, 2, "0 0 0");
	call(&o, own[1].id[2]);
	resolve(s, &o, 1);
	links_are(s, own, 2, "0 1 1");
	OK(lu_store_kb_remove(s, &e));
	FAILS(lu_store_referring_files(s, own[1].file, &n, &e), LU_EUSAGE);
	FAILS(lu_store_most_referred(s, &n, &e), LU_EUSAGE);
	assert_int_equal(n, -1);
	OK(lu_store_use(s, "t", "a", &e));
	links_are(s, mine, 2, "0 1 1");
	assert_int_equal(number(b, "SELECT count(*) FROM file_link"), 1);
	lu_store_close(s);
}

/* So many targets that all elements are read at once. */
#define MANY 1500

static void test_many(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	lu_stored *v = test_calloc(MANY, sizeof *v);
	lu_edge *g = test_calloc(MANY, sizeof *g);
	lu_put_counts c = { 0 };
	unit u[3], big = { .path = "big.c" };
	lu_arena a = { 0 };
	lu_edge_writer *w;
	lu_file_edges f;

	for (int i = 0; i < 2; i++) put_unit(s, &u[i], i ? "b.c" : "a.c");
	big.file = new_file(s, big.path);
	for (int i = 0; i < MANY; i++) {
		v[i] = element("function", lu_arena_dup(&a, lu_strz("big.f")).s, lu_strz(big.path), lu_strz("x"), 1);
		v[i].el.ordinal = (uint32_t)i + 1;
		OK(lu_element_set_id(&v[i].el, &e));
	}
	seal(v, MANY);
	OK(lu_store_put(s, big.file, v, MANY, &c, &e));
	put_unit(s, &u[2], "c.c");
	resolve(s, &(out){ .from = &u[1] }, 1); /* not the first edges */
	OK(lu_store_begin(s, &e));
	OK(lu_edge_writer_new(s, &w, &e));
	for (int i = 0; i < MANY; i++)
		g[i] = (lu_edge){ .src = u[0].id[1],
				  .dst = i % 500 == 499 ? u[i / 500].id[1] : v[i].id,
				  .kind = LU_EDGE_CALLS,
				  .line = 1,
				  .count = 1,
				  .ref = (size_t)i,
				  .name = lu_strz("n"),
				  .reason = "import" };
	OK(lu_pack_edges(w, g, MANY, 0, &a, &f, &e));
	OK(lu_store_put_edges(w, u[0].file, &f, &c, &e));
	OK(lu_edge_writer_end(w, &e));
	lu_edge_writer_free(w);
	OK(lu_store_commit(s, &e));
	links_are(s, u, 3, "0 1 1 1");
	assert_int_equal(in_degree(s, &big), 1);
	test_free(v);
	test_free(g);
	lu_arena_free(&a);
	lu_store_close(s);
}

static void test_damage(void **state)
{
	static const char *const wrong[] = {
		"DELETE FROM file_link",           "UPDATE file_link SET dst_file = src_file",
		"UPDATE kb SET most_referred = 0", "UPDATE answer SET files = '[]'",
		"UPDATE answer SET files = '[1'",
	};
	static const char *const text[] = { "[", "[1", "[1,", "[,1]", "[1]]", "[x]", "1", "[99999999999999999999]" };
	box *b = *state;
	lu_arena a = { 0 };
	int64_t *v = NULL;
	size_t n = 9;

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		lu_store *s = open_use(b, "t", "a");
		unit u[2];
		out o = { .from = &u[0] };

		for (int k = 0; k < 2; k++) put_unit(s, &u[k], k ? "b.c" : "a.c");
		call(&o, u[1].id[1]);
		resolve(s, &o, 1);
		links_are(s, u, 2, "0 1 1");
		sql(b, wrong[i]);
		assert_false(links_are_right(s));
		OK(lu_store_kb_remove(s, &e));
		lu_store_close(s);
	}
	for (size_t i = 0; i < sizeof text / sizeof *text; i++)
		FAILS(lu__unpack_ids(lu_strz(text[i]), &a, &v, &n, &e), LU_EDB);
	assert_int_equal(n, 9);
	OK(lu__unpack_ids(lu_strz("[1,22]"), &a, &v, &n, &e));
	assert_int_equal(n, 2);
	assert_int_equal(v[1], 22);
	OK(lu__unpack_ids(lu_strz("[]"), &a, &v, &n, &e));
	assert_int_equal(n, 0);
	lu_arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_what_counts), TEST(test_edits), TEST(test_removed_files), TEST(test_rollback),
		TEST(test_others),      TEST(test_many),  TEST(test_damage),
	};

	return cmocka_run_group_tests_name("links", tests, NULL, NULL);
}
