/* SPDX-License-Identifier: MIT
 * The store: elements in and out, edges, vectors, full text, and what `lucus index --check` finds. */
#include "store.h"

/* ---- elements ---- */

#define COUNTS(c, a, ch, u, r) \
	do { \
		const lu_put_counts counts = (c); \
		assert_int_equal(counts.added, a); \
		assert_int_equal(counts.changed, ch); \
		assert_int_equal(counts.unchanged, u); \
		assert_int_equal(counts.removed, r); \
	} while (0)

static lu_put_counts put(lu_store *s, int64_t file, lu_stored *v, size_t n)
{
	lu_put_counts c = { 0 };

	seal(v, n);
	OK(lu_store_begin(s, &e));
	OK(lu_store_put(s, file, v, n, &c, &e));
	OK(lu_store_commit(s, &e));
	return c;
}

static int64_t generation(lu_store *s)
{
	lu_arena a = { 0 };
	lu_kb k;

	OK(lu_store_kb(s, false, &a, &k, &e));
	lu_arena_free(&a);
	return k.generation;
}

static void test_put_counts(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	int64_t file = new_file(s, "p.c"), id, gen, changes;
	lu_str path = lu_strz("p.c");
	lu_stored v[4] = { element("function", "f", path, lu_strz("f()"), 1),
			   element("function", "f", path, lu_strz("f(int)"), 2),
			   element("function", "g", path, lu_strz("g()"), 3),
			   element("function", "h", path, lu_strz("h()"), 4) };
	lu_arena a = { 0 };
	lu_stored *out;
	size_t n;

	v[1].el.ordinal = 2;
	OK(lu_element_set_id(&v[1].el, &e));
	assert_string_not_equal(v[0].el.id, v[1].el.id);
	gen = generation(s);
	COUNTS(put(s, file, v, 3), 3, 0, 0, 0);
	assert_int_equal(generation(s), gen + 1);
	OK(lu_store_find(s, lu_strz(v[2].el.id), &id, &e));
	assert_int_equal(id, v[2].id);
	OK(lu_store_find(s, lu_strz(v[3].el.id), &id, &e));
	assert_int_equal(id, 0);
	changes = lu_store_changes(s);
	COUNTS(put(s, file, v, 3), 0, 0, 3, 0);
	OK(lu_store_find(s, lu_strz(v[2].el.id), &id, &e));
	assert_int_equal(v[2].id, id);
	assert_int_equal(lu_store_changes(s), changes);
	assert_int_equal(generation(s), gen + 1);

	v[2].el.code = lu_strz("g(x)");
	id = v[2].id;
	COUNTS(put(s, file, v + 1, 3), 1, 1, 1, 1);
	assert_int_equal(v[2].id, id); /* the row stays */
	assert_int_equal(generation(s), gen + 2);
	OK(lu_store_file_elements(s, file, true, &a, &out, &n, &e));
	assert_int_equal(n, 3);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(out[i].el.ordinal, v[i + 1].el.ordinal);
		assert_string_equal(out[i].el.id, v[i + 1].el.id);
		assert_true(lu_str_eq(out[i].el.code, v[i + 1].el.code));
	}
	OK(lu_store_file_elements(s, file, false, &a, &out, &n, &e));
	assert_int_equal(out[0].el.code.n, 0);
	COUNTS(put(s, file, v, 0), 0, 0, 0, 3);
	OK(lu_store_file_elements(s, file, true, &a, &out, &n, &e));
	assert_int_equal(n, 0);
	lu_arena_free(&a);
	lu_store_close(s);
}

static void code_is(lu_store *s, int64_t id, const char *want)
{
	lu_arena a = { 0 };
	lu_stored el;

	OK(lu_store_element(s, id, &a, &el, &e));
	if (!lu_str_eqz(el.el.code, want)) fail_msg("'%.*s' is not '%s'", LU_FMT(el.el.code), want);
	lu_arena_free(&a);
}

static void test_equal_ids(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	int64_t file = new_file(s, "p.c"), changes;
	lu_str path = lu_strz("p.c");
	lu_stored v[] = { element("function", "f", path, lu_strz("1"), 1),
			  element("function", "g", path, lu_strz("2"), 2),
			  element("function", "f", path, lu_strz("3"), 3),
			  element("function", "f", path, lu_strz("4"), 4) };

	COUNTS(put(s, file, v, 4), 2, 0, 0, 0);
	code_is(s, v[3].id, "4");
	assert_int_equal(v[0].id, v[3].id);
	assert_int_equal(v[2].id, v[3].id);
	changes = lu_store_changes(s);
	COUNTS(put(s, file, v, 4), 0, 0, 2, 0);
	assert_int_equal(lu_store_changes(s), changes);
	COUNTS(put(s, file, v, 3), 0, 1, 1, 0);
	code_is(s, v[0].id, "3");
	lu_store_close(s);
}

/* Put the file with the text `text`, in which `f` is `code` and starts on `line`. */
static lu_put_counts put_text(lu_store *s, int64_t file, const char *text, const char *code, uint32_t line, int64_t *id)
{
	lu_str path = lu_strz("p.c");
	lu_stored v[2] = { element("module", "p", path, lu_strz(text), 1),
			   element("function", "f", path, lu_strz(code), line) };
	lu_put_counts c;

	v[0].el.sha256 = lu_strz("00");
	v[1].el.parent = lu_strz(v[0].el.id);
	c = put(s, file, v, 2);
	*id = v[1].id;
	return c;
}

static void test_slices(void **state)
{
	static const struct {
		const char *text, *code;
		uint32_t line;
		int changed;
	} step[] = {
		{ "int a;\n\tint f(void) {}\nint z;\n", "int f(void) {}", 2, 0 },
		{ "int aaaaaa;\n\tint f(void) {}\nint z;\n", "int f(void) {}", 2, 1 }, /* no line moves */
		{ "int a;\n  int f(void) {}\nint z;\n", "int f(void) {}", 2, 1 },      /* on its line */
		{ "\n\n\nint f(void) {}", "int f(void) {}", 4, 2 },                    /* lines move */
		{ "int f(void) {}", "int f(void) {}", 1, 2 },
		{ "int f(void) { return 1; }\n", "int f(void) { return 1; }", 1, 2 },
		{ "something else\n", "not in the text", 1, 2 },  /* not a part of it */
		{ "not in the text\n", "not in the text", 1, 1 }, /* now it is */
		{ "f f f\n", "f", 7, 2 },                         /* beyond the last line */
	};
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	int64_t file = new_file(s, "p.c"), id;

	for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
		lu_put_counts c = put_text(s, file, step[i].text, step[i].code, step[i].line, &id);

		if (i) COUNTS(c, 0, step[i].changed, 2 - step[i].changed, 0);
		code_is(s, id, step[i].code);
		assert_int_equal(number(b, "SELECT count(*) FROM element WHERE code_of IS NOT NULL"),
				 strstr(step[i].text, step[i].code) && step[i].line < 7);
	}
	lu_store_close(s);
}

/* A slice that is not in the file's text is found out, and nothing beyond it is read. */
static void test_damaged_slices(void **state)
{
	static const char *const damage[] = {
		"code_at = 11",  "code_at = -1", "code_at = 9223372036854775807",
		"code_n = 6",    "code_n = -1",  "code_n = 9223372036854775807",
		"code_of = 999",
	};
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	int64_t file = new_file(s, "p.c"), id;
	lu_arena a = { 0 };
	lu_stored el;

	put_text(s, file, "0123456789", "56789", 1, &id);
	assert_int_equal(number(b, "SELECT code_at * 100 + code_n FROM element WHERE code_of IS NOT NULL"), 505);
	for (size_t i = 0; i <= sizeof damage / sizeof *damage; i++) {
		char text[200];

		snprintf(text, sizeof text, "UPDATE element SET %s WHERE code_of IS NOT NULL",
			 i < sizeof damage / sizeof *damage ? damage[i] : "code_at = 4");
		sql(b, text);
		if (i < sizeof damage / sizeof *damage) FAILS(lu_store_source(s, id, &a, &el, &e), LU_EDB);
		else code_is(s, id, "45678");
		sql(b, "UPDATE element SET code_at = 5, code_n = 5, code_of = (SELECT id FROM element WHERE type = "
		       "'module')"
		       " WHERE code_of IS NOT NULL");
	}
	code_is(s, id, "56789");
	/* the text of another tenant, or of another knowledge base, is not read */
	sql(b, "UPDATE element SET tenant = tenant + 1 WHERE type = 'module'");
	FAILS(lu_store_source(s, id, &a, &el, &e), LU_EDB);
	sql(b, "UPDATE element SET tenant = tenant - 1, kb = kb + 1 WHERE type = 'module'");
	FAILS(lu_store_source(s, id, &a, &el, &e), LU_EDB);
	sql(b, "UPDATE element SET kb = kb - 1 WHERE type = 'module'");
	code_is(s, id, "56789");
	sql(b, "UPDATE element SET code = NULL WHERE type = 'module'");
	FAILS(lu_store_source(s, id, &a, &el, &e), LU_EDB);
	lu_arena_free(&a);
	lu_store_close(s);
}

/* Twenty thousand methods of one class, and as many on one line: a put must not cost the square of it. */
static void test_large_files(void **state)
{
	enum { MANY = 20000 };
	lu_store *s = open_use(*state, "t", "a");
	int64_t file = new_file(s, "p.c");
	lu_stored *v = test_calloc(MANY, sizeof *v);
	char(*name)[24] = test_calloc(MANY, sizeof *name);

	for (int one_line = 0; one_line < 2; one_line++) {
		lu_buf text = LU_BUF;
		struct timespec t[2];

		for (int i = 2; i < MANY; i++) lu_buf_addf(&text, "m%d();%c", i, one_line ? ' ' : '\n');
		v[0] = element("module", "p.c", lu_strz("p.c"), lu_buf_str(&text), 1);
		v[0].el.sha256 = lu_strz("00");
		v[1] = element("class", "C", lu_strz("p.c"), lu_buf_str(&text), 1);
		v[1].el.parent = lu_strz(v[0].el.id);
		for (int i = 2; i < MANY; i++) {
			snprintf(name[i], sizeof name[i], "m%d();", i);
			v[i] = element("method", name[i], lu_strz("p.c"), lu_strz(name[i]),
				       one_line ? 1 : (uint32_t)i - 1);
			v[i].el.parent = lu_strz(v[1].el.id);
		}
		clock_gettime(CLOCK_MONOTONIC, &t[0]);
		put(s, file, v, MANY);
		clock_gettime(CLOCK_MONOTONIC, &t[1]);
		assert_in_range(t[1].tv_sec - t[0].tv_sec, 0, 20);
		for (int i = 2; i < MANY; i += 997) code_is(s, v[i].id, name[i]);
		code_is(s, v[MANY - 1].id, name[MANY - 1]);
		assert_int_equal(number(*state, "SELECT count(*) FROM element c JOIN element p ON p.id = c.parent"
						" WHERE p.type = 'class'"),
				 MANY - 2);
		lu_buf_free(&text);
	}
	test_free(v);
	test_free(name);
	lu_store_close(s);
}

/* Other tools' records may have one id in two files; the text that others are a part of moves away. */
static void test_take_over(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	int64_t file = new_file(s, "p.c"), other = new_file(s, "q.c"), id;
	lu_stored v[] = { element("module", "p", lu_strz("p.c"), lu_strz("moved"), 1) };
	lu_arena a = { 0 };
	lu_stored *out;
	size_t n;

	put_text(s, file, "int a;\nint f(void) {}\n", "int f(void) {}", 2, &id);
	COUNTS(put(s, other, v, 1), 1, 0, 0, 1);
	code_is(s, id, "int f(void) {}");
	code_is(s, v[0].id, "moved");
	OK(lu_store_file_elements(s, file, true, &a, &out, &n, &e));
	assert_int_equal(n, 1);
	OK(lu_store_file_elements(s, other, true, &a, &out, &n, &e));
	assert_int_equal(n, 1);
	lu_arena_free(&a);
	lu_store_close(s);
}

static void test_round_trip(void **state)
{
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	int64_t file = new_file(s, "s\xc3\xb6/p.py");
	lu_str path = lu_strz("s\xc3\xb6/p.py");
	lu_param params[] = { { lu_strz("a"), lu_strz("dict[str, \"X\"]"), lu_strz("{'k': \"\\\\\"}") },
			      { lu_strz("*rest"), { NULL, 0 }, { NULL, 0 } },
			      { lu_strz("n"), lu_strz("int"), lu_strz("0") } };
	lu_call calls[] = { { lu_strz("self.db.open"), lu_strz("Store"), 4, 3 },
			    { lu_strz("\xe5\x87\xbd\xe6\x95\xb0"), { NULL, 0 }, 5, 1 } };
	lu_import imports[] = { { lu_strz("a.b"), { NULL, 0 }, lu_strz("c"), 1 },
				{ lu_strz("a"), lu_strz("b"), { NULL, 0 }, 2 },
				{ lu_strz("."), lu_strz("*"), { NULL, 0 }, 3 } };
	lu_str words[] = { lu_strz("x"), lu_strz("\"quoted\" \\ \n\t"), lu_strz(""), lu_strz("\xf0\x9f\x8c\xb2") };
	lu_stored v[] = { element("module", "p", path, lu_strz("import a\n\n\nclass K: pass # \xe2\x82\xac\n"), 1),
			  element("class", "p.K", path, lu_strz("class K: pass # \xe2\x82\xac"), 4),
			  element("function", "p.other", path, lu_strz("own code"), 0) };
	lu_buf want = LU_BUF, have = LU_BUF;
	lu_arena a = { 0 };
	lu_element *k = &v[1].el;
	lu_stored one;

	v[0].el.sha256 = lu_strz("abcdef");
	v[0].el.size = 0;
	v[0].el.imports.v = imports;
	v[0].el.imports.n = 3;
	v[2].el.parent = lu_strz("00000000-0000-5000-8000-000000000000"); /* of an element that is not here */
	k->parent = lu_strz(v[0].el.id);
	k->is_async = true;
	k->docstring = lu_strz("What it is:\n\t\xc3\xa4 \"K\"");
	k->signature = lu_strz("class K(Base, m.Mix)");
	k->return_type = lu_strz("list[int]");
	k->explanation = lu_strz("explained");
	k->end_line = UINT32_MAX;
	k->parameters.v = params;
	k->parameters.n = 3;
	k->calls.v = calls;
	k->calls.n = 2;
	k->decorators = k->dependencies = k->base_classes = k->methods = k->assignments = (lu_strs){ words, 4 };
	k->base_classes.n = 2;
	k->extra = lu_strz("\"mine\":{\"a\":[1,2.5,null]},\"other\":\"\xc3\xa4\"");
	COUNTS(put(s, file, v, 3), 3, 0, 0, 0);
	for (int i = 0; i < 3; i++) {
		dump_record(&v[i].el, &want);
		OK(lu_store_element(s, v[i].id, &a, &one, &e));
		dump_record(&one.el, &have);
		assert_int_equal(one.hash, v[i].hash);
		assert_int_equal(one.text_hash, v[i].text_hash);
		assert_int_equal(one.file, file);
		assert_int_equal(one.parent_id, i == 1 ? v[0].id : 0);
	}
	assert_string_equal(want.s, have.s);
	lu_buf_free(&want);
	lu_buf_free(&have);
	lu_arena_free(&a);
	lu_store_close(s);
}

/* The view that people read in the shell tells the same code as the library. */
static void test_view(void **state)
{
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	sqlite3 *db = plain(b);
	sqlite3_stmt *st;
	lu_arena a = { 0 };
	sample m;
	int n = 0;

	fill(s, &m, "\xe2\x82\xac\xc3\xa4"); /* bytes are not characters */
	assert_int_equal(sqlite3_prepare_v2(db, "SELECT id, code, uuid FROM element_code", -1, &st, NULL), SQLITE_OK);
	for (; sqlite3_step(st) == SQLITE_ROW; n++) {
		lu_stored el;

		OK(lu_store_element(s, sqlite3_column_int64(st, 0), &a, &el, &e));
		assert_true(lu_str_eqz(el.el.code, (const char *)sqlite3_column_text(st, 1)));
		assert_string_equal(el.el.id, (const char *)sqlite3_column_text(st, 2));
	}
	assert_int_equal(n, SAMPLE);
	assert_int_equal(number(b, "SELECT count(*) FROM element WHERE code_of > 0 AND code IS NULL"), SAMPLE - 1);
	sqlite3_finalize(st);
	sqlite3_close(db);
	lu_arena_free(&a);
	lu_store_close(s);
}

/* ---- edges ---- */

static void edges_are(lu_store *s, int64_t id, bool in, const char *fmt, ...)
{
	lu_buf have = LU_BUF;
	char want[600];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(want, sizeof want, fmt, ap);
	va_end(ap);
	OK(lu_store_edges(s, id, in, dump_edge, &have, &e));
	assert_string_equal(have.s, want);
	lu_buf_free(&have);
}

static lu_code stop(void *ctx, const lu_edge_row *r, lu_err *err)
{
	(void)ctx, (void)r;
	return lu_fail(err, LU_ECANCEL, "enough");
}

static void test_edges(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	lu_put_counts c = { 0 };
	sample m;
	long long id[SAMPLE];
	int64_t changes;
	lu_code rc;

	OK(put_sample(s, &m, "x.c", "one"));
	for (int i = 0; i < SAMPLE; i++) id[i] = m.v[i].id;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		OK(lu_store_begin(s, &e));
		c = (lu_put_counts){ 0 };
		rc = put_sample_edges(s, &m, &c);
		if (rc) lu_store_rollback(s);
		else OK(lu_store_commit(s, &e));
	});
	COUNTS(c, 1, 0, 0, 0);
	edges_are(s, id[0], false,
		  "%lld-%lld CONTAINS exact line 0 count 1 '' parent\n%lld-%lld CONTAINS exact line 0 "
		  "count 1 '' parent\n"
		  "%lld-%lld CONTAINS exact line 0 count 1 '' parent\n"
		  "%lld-0 DEPENDS_ON unresolved line 1 count 1 '' not found\n",
		  id[0], id[1], id[0], id[2], id[0], id[3], id[0]);
	edges_are(s, id[2], false,
		  "%lld-%lld CALLS ambiguous line 3 count 2 'x.S' same name\n"
		  "%lld-%lld CALLS ambiguous line 3 count 2 'x.S' same name\n"
		  "%lld-0 CALLS unresolved line 3 count 1 'one' not found\n",
		  id[2], id[1], id[2], id[3], id[2]);
	edges_are(s, id[3], true,
		  "%lld-%lld CONTAINS exact line 0 count 1 '' parent\n%lld-%lld CALLS ambiguous line 3 "
		  "count 2 '' same name\n",
		  id[0], id[3], id[2], id[3]);
	edges_are(s, id[0], true, "");
	edges_are(s, 0, true, ""); /* what is unresolved leads nowhere */
	FAILS(lu_store_edges(s, id[0], false, stop, NULL, &e), LU_ECANCEL);
	FAILS(lu_store_edges(s, id[2], false, stop, NULL, &e), LU_ECANCEL);
	FAILS(lu_store_edges(s, id[3], true, stop, NULL, &e), LU_ECANCEL);

	changes = lu_store_changes(s);
	c = (lu_put_counts){ 0 };
	OK(put_sample_edges(s, &m, &c));
	COUNTS(c, 0, 0, 1, 0);
	assert_int_equal(lu_store_changes(s), changes);
	lu_store_close(s);
}

/* `n` calls of element `src`: the i-th one has grade[i], line[i], and leads to dst[i]. */
static void put_calls(lu_store *s, const sample *m, const lu_edge *v, size_t n, lu_put_counts *c)
{
	lu_arena a = { 0 };
	lu_edge_writer *w;
	lu_file_edges f;

	OK(lu_edge_writer_new(s, &w, &e));
	OK(lu_pack_edges(w, v, n, SAMPLE - 1, &a, &f, &e));
	OK(lu_store_put_edges(w, m->file, &f, c, &e));
	OK(lu_edge_writer_end(w, &e));
	lu_edge_writer_free(w);
	lu_arena_free(&a);
}

static lu_edge call(const sample *m, int from, int to, lu_grade grade, uint32_t line, size_t ref)
{
	return (lu_edge){ .src = m->v[from].id,
			  .dst = m->v[to].id,
			  .kind = LU_EDGE_CALLS,
			  .grade = grade,
			  .line = line,
			  .count = 2,
			  .ref = ref,
			  .name = lu_strz("n"),
			  .reason = grade ? "one" : "two" };
}

/* Rows into an element follow the packed edges: the first ones are gathered, later ones written one by one. */
static void test_incoming(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	lu_put_counts c = { 0 };
	int64_t changes;
	sample m;
	lu_edge v[6];
	long long a, b;

	OK(put_sample(s, &m, "x.c", "one"));
	a = m.v[1].id, b = m.v[2].id;
	v[0] = call(&m, 2, 1, LU_GRADE_UNIQUE, 8, 0); /* of one pair: the best grade, its first line, all sites */
	v[1] = call(&m, 2, 1, LU_GRADE_EXACT, 9, 1);
	v[2] = call(&m, 2, 1, LU_GRADE_EXACT, 7, 2);
	v[3] = call(&m, 2, 3, LU_GRADE_EXACT, 5, 3);
	put_calls(s, &m, v, 4, &c);
	COUNTS(c, 1, 0, 0, 0);
	edges_are(s, a, true,
		  "%lld-%lld CONTAINS exact line 0 count 1 '' parent\n"
		  "%lld-%lld CALLS exact line 7 count 6 '' two\n",
		  (long long)m.v[0].id, a, b, a);
	v[3].dst = m.v[0].id; /* elsewhere */
	v[4] = call(&m, 1, 1, LU_GRADE_AMBIGUOUS, 1, 4);
	v[4].kind = LU_EDGE_DOCUMENTS;
	put_calls(s, &m, v + 1, 4, &c);
	COUNTS(c, 1, 1, 0, 0);
	edges_are(s, a, true,
		  "%lld-%lld CONTAINS exact line 0 count 1 '' parent\n"
		  "%lld-%lld DOCUMENTS ambiguous line 1 count 2 '' one\n"
		  "%lld-%lld CALLS exact line 7 count 4 '' two\n",
		  (long long)m.v[0].id, a, a, a, b, a);
	edges_are(s, m.v[0].id, true, "%lld-%lld CALLS exact line 5 count 2 '' two\n", b, (long long)m.v[0].id);
	edges_are(s, m.v[3].id, true, "%lld-%lld CONTAINS exact line 0 count 1 '' parent\n", (long long)m.v[0].id,
		  (long long)m.v[3].id);
	changes = lu_store_changes(s);
	put_calls(s, &m, v + 1, 4, &c);
	COUNTS(c, 1, 1, 1, 0);
	assert_int_equal(lu_store_changes(s), changes);
	put_calls(s, &m, v + 1, 0, &c);
	assert_int_equal(number(*state, "SELECT count(*) FROM edge_in"), 0);
	assert_int_equal(number(*state, "SELECT count(*) FROM edge WHERE kind <> 0"), 0);
	put_calls(s, &m, v, 4, &c);
	assert_int_equal(number(*state, "SELECT count(*) FROM edge_in"), 2);
	assert_int_equal(number(*state, "SELECT count(*) FROM edge WHERE kind <> 0"), 4);
	OK(lu_store_put(s, m.file, m.v, 0, &c, &e));
	OK(lu_store_file_remove(s, m.file, &changes, &e));
	assert_int_equal(number(*state, "SELECT count(*) FROM edge_in"), 0);
	assert_int_equal(number(*state, "SELECT count(*) FROM answer"), 0);
	lu_store_close(s);
}

/* ---- vectors ---- */

enum { MANY = 2100 };

/* Elements with the row ids 1 to MANY in a new store. */
static lu_stored *many(lu_store *s, int64_t *file)
{
	lu_stored *v = test_malloc(MANY * sizeof *v);
	char name[20];

	*file = new_file(s, "m.c");
	for (int i = 0; i < MANY; i++) {
		snprintf(name, sizeof name, "f%d", i);
		v[i] = element("function", name, lu_strz("m.c"), lu_strz("x"), (uint32_t)i + 1);
		v[i].el.name = lu_strz("f");
	}
	COUNTS(put(s, *file, v, MANY), MANY, 0, 0, 0);
	for (int i = 0; i < MANY; i++) assert_int_equal(v[i].id, i + 1);
	return v;
}

/* A vector that is nearest to itself among all others of these. */
static void vector_of(int64_t id, int8_t v[DIM])
{
	memset(v, 0, DIM);
	v[0] = (int8_t)(id & 127);
	v[1] = (int8_t)(id >> 7 & 127);
	v[2] = 100;
}

/* Of the ids in `ids` (0 ends them) scan finds these and no others. */
static void scan_finds(lu_store *s, const int64_t *ids)
{
	int8_t v[DIM];
	lu_topk best;
	size_t n = 0;

	while (ids[n]) n++;
	for (size_t i = 0; i < n; i++) {
		lu_code rc;

		vector_of(ids[i], v);
		FOR_EVERY_ALLOCATION_FAILURE(rc, {
			rc = lu_topk_init(&best, 50, false, -1e9, &e);
			if (!rc) {
				rc = lu_store_scan(s, v, 1, &best, &e);
				if (rc) lu_topk_free(&best);
			}
		});
		assert_int_equal(best.n, n);
		assert_int_equal(lu_topk_sort(&best, &e), LU_OK);
		for (size_t j = 0; j < n; j++) {
			bool among = false;

			for (size_t k = 0; k < n; k++) among = among || best.v[j].id == ids[k];
			assert_true(among);
		}
		lu_topk_free(&best);
	}
}

/* The most that is mapped of the store. */
static int64_t mapped(lu_store *s)
{
	sqlite3_int64 n = -1;

	assert_int_equal(sqlite3_file_control(s->db, "main", SQLITE_FCNTL_MMAP_SIZE, &n), SQLITE_OK);
	return n;
}

/* What is read here and there is copied, but for a small store, and found all the same. */
static void scan_finds_scattered(box *b, const int64_t *ids)
{
	lu_store *s;

	OK(lu_store_open(&s, b->path, LU_STORE_READ, 0, &e));
	OK(lu_store_use(s, "t", "a", &e));
	OK(lu_store_begin(s, &e));
	lu_store_read_scattered(s);
	assert_true(mapped(s) > 0);
	s->small = false;
	lu_store_read_scattered(s);
	assert_int_equal(mapped(s), 0);
	scan_finds(s, ids);
	assert_true(mapped(s) > 0);
	lu_store_read_scattered(s);
	assert_int_equal(mapped(s), 0);
	OK(lu_store_commit(s, &e));
	OK(lu_store_begin(s, &e));
	assert_true(mapped(s) > 0);
	scan_finds(s, ids);
	OK(lu_store_commit(s, &e));
	lu_store_close(s);
}

static void test_blocks(void **state)
{
	static const int64_t ids[] = { 1, 1022, 1023, 1024, 1025, 2047, 2048, 2049, MANY, 0 };
	static const int64_t rest[] = { 1, 1022, 1024, 1025, 2047, 2049, 0 };
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	int64_t file, n, changes;
	lu_stored *v = many(s, &file);
	int8_t q[DIM];
	size_t left = 0;
	lu_code rc;

	OK(lu_store_set_model(s, "m", DIM, &e));
	OK(lu_store_begin(s, &e));
	for (int i = 0; ids[i]; i++) {
		vector_of(ids[i], q);
		OK(lu_store_vector_put(s, ids[i], 1, q, 1, &e));
	}
	OK(lu_store_commit(s, &e));
	assert_int_equal(number(b, "SELECT count(*) FROM vector_dirty"), 3);
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		OK(lu_store_begin(s, &e));
		rc = lu_store_pack(s, &n, &e);
		if (rc) lu_store_rollback(s);
		else OK(lu_store_commit(s, &e));
	});
	assert_int_equal(n, 3);
	assert_int_equal(number(b, "SELECT n FROM vector_block WHERE block = 0"), 3);
	assert_int_equal(number(b, "SELECT n FROM vector_block WHERE block = 1"), 3);
	assert_int_equal(number(b, "SELECT n FROM vector_block WHERE block = 2"), 3);
	scan_finds(s, ids);
	scan_finds_scattered(b, ids);
	OK(lu_store_pack(s, &n, &e));
	assert_int_equal(n, 0);
	changes = lu_store_changes(s);
	OK(lu_store_vector_put(s, 1, 1, (vector_of(1, q), q), 1, &e)); /* the same again */
	OK(lu_store_pack(s, &n, &e));
	assert_int_equal(n, 0);
	assert_true(lu_store_changes(s) > changes);

	/* without 1023, 2048 and the last */
	for (int i = 0; i < MANY - 1; i++)
		if (v[i].id != 1023 && v[i].id != 2048) v[left++] = v[i];
	COUNTS(put(s, file, v, left), 0, 0, MANY - 3, 3);
	OK(lu_store_pack(s, &n, &e));
	assert_int_equal(n, 2);
	scan_finds(s, rest);
	COUNTS(put(s, file, v, 0), 0, 0, 0, MANY - 3);
	OK(lu_store_pack(s, &n, &e));
	assert_int_equal(number(b, "SELECT count(*) FROM vector_block"), 0);
	test_free(v);
	lu_store_close(s);
}

static void test_vectors(void **state)
{
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	const int8_t v[DIM] = { -127, 127, 1, 0, -1, 5, 6, 7 };
	int8_t back[DIM] = { 0 };
	float scale = 0;
	uint64_t hash = 0;
	int64_t *due, n;
	size_t n_due;
	lu_arena a = { 0 };
	lu_topk best;
	sample m;

	OK(put_sample(s, &m, "x.c", "one"));
	OK(lu_topk_init(&best, 3, false, -10, &e));
	FAILS(lu_store_vector_put(s, m.v[0].id, 1, v, 1, &e), LU_EUSAGE);
	FAILS(lu_store_scan(s, v, 1, &best, &e), LU_ENOENT);
	OK(lu_store_set_model(s, "m", DIM, &e));
	FAILS(lu_store_vector_get(s, m.v[0].id, back, &scale, &e), LU_ENOENT);
	assert_false(lu_store_vector_hash(s, m.v[0].id, &hash));
	for (int i = 0; i < SAMPLE; i++) {
		OK(lu_store_embed_dirty(s, &a, &due, &n_due, &e));
		assert_int_equal(n_due, 1);
		assert_int_equal(due[0], m.file);
		OK(lu_store_vector_put(s, m.v[i].id, m.v[i].text_hash, v, 0.25f, &e));
	}
	OK(lu_store_embed_dirty(s, &a, &due, &n_due, &e));
	assert_int_equal(n_due, 0);
	assert_true(lu_store_vector_hash(s, m.v[0].id, &hash));
	assert_int_equal(hash, m.v[0].text_hash);
	OK(lu_store_vector_get(s, m.v[0].id, back, &scale, &e));
	assert_memory_equal(v, back, DIM);
	assert_true(scale == 0.25f);
	OK(lu_store_pack(s, &n, &e));
	FAILS(lu_store_vector_put(s, 99999, 1, v, 1, &e), LU_ENOENT);

	sql(b, "UPDATE embedding SET vector = x'0102' WHERE element = (SELECT min(element) FROM embedding)");
	memset(back, 3, sizeof back);
	FAILS(lu_store_vector_get(s, m.v[0].id, back, &scale, &e), LU_EDB);
	assert_int_equal(back[0], 3);
	sql(b, "UPDATE vector_block SET n = n + 1");
	FAILS(lu_store_scan(s, v, 1, &best, &e), LU_EDB);
	sql(b, "UPDATE vector_block SET n = 0, data = x''");
	FAILS(lu_store_scan(s, v, 1, &best, &e), LU_EDB);
	sql(b, "UPDATE vector_block SET n = -1");
	FAILS(lu_store_scan(s, v, 1, &best, &e), LU_EDB);

	OK(lu_store_set_model(s, "m", DIM, &e)); /* no other */
	assert_int_equal(number(b, "SELECT count(*) FROM embedding"), SAMPLE);
	OK(lu_store_set_model(s, "m2", DIM, &e));
	assert_int_equal(number(b, "SELECT count(*) FROM embedding"), 0);
	assert_int_equal(number(b, "SELECT count(*) FROM vector_block"), 0);
	OK(lu_store_vector_put(s, m.v[0].id, 1, v, 1, &e));
	OK(lu_store_set_model(s, "m2", 4, &e));
	assert_int_equal(number(b, "SELECT count(*) FROM embedding"), 0);
	lu_topk_free(&best);
	lu_arena_free(&a);
	lu_store_close(s);
}

/* ---- full text ---- */

static void df_is(lu_store *s, const char *token, size_t want, int64_t of)
{
	int64_t total = -1;

	assert_int_equal(holders(s, token, &total), want);
	assert_int_equal(total, of);
}

static void test_full_text(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	lu_arena a = { 0 };
	uint64_t hash;
	int64_t n, *due;
	size_t n_due;
	sample m;

	OK(put_sample(s, &m, "x.c", "one"));
	OK(lu_store_set_tokenizer(s, 1, &e));
	assert_false(lu_store_row_hash(s, m.v[0].id, &hash));
	put_row(s, &m.v[0], "common open_file \xc3\xa4rger");
	put_row(s, &m.v[1], "common and or not near");
	put_row(s, &m.v[2], "common it s rare");
	OK(lu_store_index_dirty(s, &a, &due, &n_due, &e));
	assert_int_equal(n_due, 1);
	put_row(s, &m.v[3], "other filler words here");
	OK(lu_store_index_dirty(s, &a, &due, &n_due, &e));
	assert_int_equal(n_due, 0);
	OK(lu_store_pack(s, &n, &e)); /* counts the rows */
	assert_true(lu_store_row_hash(s, m.v[0].id, &hash));
	assert_true(hash == lu_row_hash(m.v[0].text_hash, lu_element_lines(&m.v[0].el)));
	df_is(s, "common", 3, SAMPLE);
	df_is(s, "open_file", 1, SAMPLE);
	df_is(s, "open", 1, SAMPLE);
	df_is(s, "openfile", 0, SAMPLE);
	df_is(s, "\xc3\xa4rger", 1, SAMPLE);

	put_row(s, &m.v[2], "instead"); /* replaces */
	df_is(s, "rare", 0, SAMPLE);
	df_is(s, "common", 2, SAMPLE);
	OK(lu_store_put(s, m.file, m.v, 0, &(lu_put_counts){ 0 }, &e));
	OK(lu_store_rows_prune(s, &n, &e));
	assert_int_equal(n, SAMPLE);
	OK(lu_store_rows_prune(s, &n, &e));
	assert_int_equal(n, 0);
	OK(lu_store_pack(s, &n, &e));
	df_is(s, "common", 0, 0);
	lu_arena_free(&a);
	lu_store_close(s);
}

static void test_fields(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	lu_postings *p = NULL;
	lu_plist l = { 0 }, some = { 0 };
	uint32_t docs[3] = { 0, 0, UINT32_MAX - 1 };
	size_t df;
	sample m;

	OK(put_sample(s, &m, "x.c", "one"));
	for (int i = 0; i < SAMPLE; i++)
		OK(try_row(s, m.v[i].id, m.file, 1, (lu_field)(i % LU_FIELDS), i ? "word Word other" : "word"));
	OK(lu_store_rows_flush(s, &e));
	OK(lu_postings_open(s, &p, &e));
	OK(lu_postings_list(p, lu_strz("word"), &l, &e));
	assert_int_equal(l.n, SAMPLE);
	for (int i = 0; i < SAMPLE; i++) {
		const lu_docs *d = lu_postings_docs(p);

		assert_int_equal(lu_postings_element(p, l.v[i].doc), m.v[i].id);
		assert_int_equal(d->file[l.v[i].doc], m.file);
		for (int f = 0; f < LU_FIELDS; f++) {
			assert_int_equal(l.v[i].fields, 1 << i % LU_FIELDS);
			assert_int_equal(l.v[i].tf[f], f != i % LU_FIELDS ? 0 : i ? 2 : 1);
			assert_int_equal(lu_length_of(d->length[l.v[i].doc][f]), f != i % LU_FIELDS ? 0 : i ? 3 : 1);
		}
	}
	/* some of them, and what is no document */
	docs[0] = l.v[1].doc, docs[1] = l.v[SAMPLE - 1].doc;
	OK(lu_postings_among(p, lu_strz("word"), docs, 3, &some, &df, &e));
	assert_int_equal(df, SAMPLE);
	assert_int_equal(some.n, 2);
	for (size_t i = 0; i < some.n; i++) {
		const lu_posting *v = &l.v[i ? SAMPLE - 1 : 1];

		assert_int_equal(some.v[i].doc, v->doc);
		assert_int_equal(some.v[i].fields, v->fields);
		assert_int_equal(some.v[i].exact, v->exact);
		assert_memory_equal(some.v[i].tf, v->tf, sizeof v->tf);
	}
	OK(lu_postings_among(p, lu_strz("other"), docs, 0, &some, &df, &e));
	assert_int_equal(df, SAMPLE - 1);
	assert_int_equal(some.n, 2);
	lu_plist_free(&some);
	lu_plist_free(&l);
	lu_postings_close(p);
	lu_store_close(s);
}

static void test_lengths(void **state)
{
	(void)state;
	for (uint32_t n = 0; n < 60000; n += 1 + n / 9) {
		double back = lu_length_of(lu_length_code(n));

		assert_true(back >= n * .97 - .5 && back <= n * 1.03 + .5);
	}
	assert_int_equal(lu_length_code(UINT32_MAX), 255);
	for (int c = 1; c < 256; c++) assert_true(lu_length_of((uint8_t)c) >= lu_length_of((uint8_t)(c - 1)));
}

/* Words that differ in their beginnings, as many as fill several blocks. */
#define WORDS 3000

static lu_code count_form(void *ctx, lu_str token, lu_err *err)
{
	(void)token;
	(void)err;
	++*(size_t *)ctx;
	return LU_OK;
}

static void word_of(int i, char out[24])
{
	snprintf(out, 24, "w%dx", i * 7919 % WORDS);
}

/* Rows come, change and go in any order; what is read is what was written last. */
static void test_segments(void **state)
{
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	lu_postings *p = NULL;
	lu_buf text = LU_BUF;
	char word[24];
	size_t n = 0;
	int64_t gone;
	sample m;

	OK(put_sample(s, &m, "x.c", "one"));
	for (int round = 0; round < 40; round++) {
		const lu_stored *v = &m.v[round % SAMPLE];

		lu_buf_reset(&text);
		for (int i = round; i < WORDS; i += 40) {
			word_of(i, word);
			lu_buf_addf(&text, "%s ", word);
		}
		lu_buf_addf(&text, "all round%d", round);
		OK(lu_store_begin(s, &e));
		put_row(s, v, text.s);
		OK(lu_store_commit(s, &e));
		assert_int_equal(holders(s, "all", NULL), round < SAMPLE ? round + 1 : SAMPLE);
		if (round >= SAMPLE) {
			snprintf(word, sizeof word, "round%d", round - SAMPLE);
			assert_int_equal(holders(s, word, NULL), 0);
		}
	}
	assert_true(number(b, "SELECT count(*) FROM segment") <= SAMPLE + 2);
	assert_true(number(b, "SELECT count(*) FROM segment") >= 1);
	for (int i = 0; i < WORDS; i += 11) {
		word_of(i, word);
		assert_int_equal(holders(s, word, NULL), i % 40 >= 40 - SAMPLE);
	}
	OK(lu_postings_open(s, &p, &e));
	OK(lu_postings_forms(p, lu_strz("w12"), count_form, &n, &e));
	assert_true(n >= 4 && n < 111);
	lu_postings_close(p);
	OK(lu_store_put(s, m.file, m.v, 0, &(lu_put_counts){ 0 }, &e));
	OK(lu_store_rows_prune(s, &gone, &e));
	assert_int_equal(gone, SAMPLE);
	df_is(s, "all", 0, 0);
	lu_buf_free(&text);
	lu_store_close(s);
}

/* What was gathered is written by a flush alone, and a rollback forgets it. */
static void test_gathering(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	uint64_t hash;
	sample m;

	OK(put_sample(s, &m, "x.c", "one"));
	OK(try_row(s, m.v[0].id, m.file, 7, LU_FIELD_BODY, "first"));
	assert_false(lu_store_row_hash(s, m.v[0].id, &hash));
	df_is(s, "first", 0, 0);
	OK(try_row(s, m.v[0].id, m.file, 8, LU_FIELD_BODY, "second")); /* replaces it */
	OK(lu_store_rows_flush(s, &e));
	assert_true(lu_store_row_hash(s, m.v[0].id, &hash));
	assert_true(hash == lu_row_hash(8, 1));
	df_is(s, "first", 0, 1);
	df_is(s, "second", 1, 1);
	OK(lu_store_begin(s, &e));
	OK(try_row(s, m.v[1].id, m.file, 9, LU_FIELD_BODY, "third"));
	lu_store_rollback(s);
	OK(lu_store_rows_flush(s, &e));
	df_is(s, "third", 0, 1);
	OK(lu_store_begin(s, &e));
	OK(try_row(s, m.v[1].id, m.file, 9, LU_FIELD_BODY, "third"));
	OK(lu_store_rows_flush(s, &e));
	lu_store_rollback(s);
	assert_false(lu_store_row_hash(s, m.v[1].id, &hash));
	df_is(s, "third", 0, 1);
	FAILS(try_row(s, 99999, m.file, 1, LU_FIELD_BODY, "x"), LU_ENOENT);
	lu_store_close(s);
}

/* A store of before literals were a field can be asked until it is indexed anew. */
static void test_segments_of_before(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	lu_postings *p;
	const lu_docs *d;
	sample m;

	OK(put_sample(s, &m, "x.c", "one"));
	OK(try_row(s, m.v[0].id, m.file, 7, LU_FIELD_BODY, "first word"));
	OK(lu_store_rows_flush(s, &e));
	lu_store_close(s);
	sql(*state, "UPDATE segment SET sums = substr(sums, 1, 64), docs = CAST(substr(docs, 1, 8) || substr(docs, 10) "
		    "AS BLOB)");
	s = open_use(*state, "t", "a");
	OK(lu_postings_open(s, &p, &e));
	d = lu_postings_docs(p);
	assert_int_equal(d->n, 1);
	assert_int_equal(lu_length_of(d->length[0][LU_FIELD_BODY]), 2);
	assert_int_equal(d->length[0][LU_FIELD_LITERAL], 0);
	assert_int_equal(lu_length_of(d->lines[0]), 1);
	lu_postings_close(p);
	df_is(s, "first", 1, 1);
	lu_store_close(s);
	sql(*state, "UPDATE segment SET sums = substr(sums, 1, 56)");
	s = open_use(*state, "t", "a");
	FAILS(lu_postings_open(s, &p, &e), LU_EDB);
	lu_store_close(s);
}

static void test_damaged_postings(void **state)
{
	static const char *const damage[] = {
		"UPDATE posting SET terms = x'ff'", "UPDATE posting SET terms = x'0101'",
		"UPDATE posting SET data = x''",    "UPDATE posting SET data = zeroblob(length(data))",
		"UPDATE segment SET docs = x'00'",  "UPDATE segment SET dead = x''",
		"UPDATE segment SET runs = x''",    "UPDATE segment SET runs = zeroblob(length(runs))",
		"UPDATE segment SET sums = x'00'",  "UPDATE segment SET n = 99",
		"UPDATE segment SET n = -1",
	};
	box *b = *state;

	for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
		lu_store *s = open_use(b, "t", "a");
		lu_postings *p = NULL;
		lu_buf out = LU_BUF;
		lu_code rc;
		sample m;

		fill(s, &m, "one");
		sql(b, damage[i]);
		rc = lu_postings_open(s, &p, &e);
		if (!rc) rc = lu_postings_each(p, dump_posting, &out, &e);
		assert_int_equal(rc, LU_EDB);
		assert_non_null(strstr(e.msg, "--rebuild"));
		lu_postings_close(p);
		OK(lu_store_rows_drop(s, &e)); /* which mends it */
		put_row(s, &m.v[0], "one");
		df_is(s, "one", 1, 1);
		OK(lu_store_kb_remove(s, &e));
		lu_buf_free(&out);
		lu_store_close(s);
	}
}

static void test_tokenizer(void **state)
{
	box *b = *state;
	lu_store *s = open_use(b, "t", "a");
	sample m;

	fill(s, &m, "one"); /* with version 1 */
	OK(lu_store_set_tokenizer(s, 1, &e));
	df_is(s, "one", SAMPLE, SAMPLE);
	OK(lu_store_set_tokenizer(s, 2, &e));
	df_is(s, "one", 0, 0);
	assert_int_equal(number(b, "SELECT count(*) FROM doc_block"), 0);
	assert_int_equal(number(b, "SELECT indexed FROM kb"), 0);
	put_row(s, &m.v[0], "two");
	df_is(s, "two", 1, 1);
	lu_store_close(s);
}

/* ---- damage ---- */

static void found(lu_store *s, const char *want)
{
	lu_buf b = LU_BUF;

	OK(lu_store_check(s, dump_check, &b, &e));
	assert_string_equal(b.s, want);
	lu_buf_free(&b);
}

/* Let `setting` hold NULL where its table says that there is none. */
static void break_table(const box *b)
{
	sql(b, "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql ="
	       " replace(sql, 'value TEXT NOT NULL', 'value TEXT') WHERE name = 'setting'");
	sql(b, "UPDATE setting SET value = NULL; PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql ="
	       " replace(sql, 'value TEXT', 'value TEXT NOT NULL') WHERE name = 'setting'");
}

static void test_check(void **state)
{
	static const char first[] = "(SELECT min(id) FROM element)";
	static const struct {
		const char *damage, *found;
	} plant[] = {
		{ "DELETE FROM embedding WHERE element = %s", "embeddings packed blocks " },
		{ "UPDATE embedding SET hash = 1 WHERE element = %s", "embeddings " },
		{ "UPDATE embedding SET vector = x'00' WHERE element = %s", "dimension blocks " },
		{ "UPDATE embedding SET scale = 9 WHERE element = %s", "blocks " },
		{ "DELETE FROM words WHERE element = %s", "words " },
		{ "UPDATE words SET data = x'01' WHERE element = %s", "words " },
		{ "UPDATE words SET element = 999 WHERE element = %s", "words " },
		{ "DELETE FROM doc_block WHERE %s", "fulltext rows " },
		{ "UPDATE doc_block SET data = zeroblob(length(data)) WHERE %s", "fulltext rows " },
		{ "UPDATE doc_block SET data = x'01' WHERE %s", "fulltext rows " },
		{ "UPDATE posting SET data = zeroblob(length(data)) WHERE %s", "rows " },
		{ "UPDATE segment SET dead = x'ff' WHERE %s", "rows " },
		{ "UPDATE segment SET sums = zeroblob(length(sums)) WHERE %s", "rows " },
		{ "DELETE FROM posting WHERE %s", "rows " },
		{ "DELETE FROM segment WHERE %s", "rows " },
		{ "INSERT INTO vector_dirty SELECT tenant, kb, 0 FROM element WHERE id = %s", "vectors " },
		{ "UPDATE edge_in SET dst = 999 WHERE dst = 1 + %s", "edges incoming " },
		{ "UPDATE edge_in SET grade = 1 WHERE dst = 1 + %s", "incoming " },
		{ "DELETE FROM edge_in WHERE dst = 1 + %s", "incoming " },
		{ "INSERT INTO edge_in SELECT id, id, 1, tenant, kb, 0, 1, 1, 1 FROM element WHERE id = %s",
		  "incoming " },
		{ "UPDATE answer SET edges = '[]' WHERE %s", "incoming " },
		{ "UPDATE answer SET edges = substr(edges, 1, length(edges) / 2) WHERE %s", "incoming " },
		{ "INSERT INTO file_link SELECT tenant, kb, file, file + 1 FROM element WHERE id = %s", "links " },
		{ "UPDATE answer SET files = '[7]' WHERE %s", "links " },
		{ "UPDATE kb SET most_referred = 1 WHERE %s", "links " },
		{ "INSERT INTO due SELECT tenant, kb, file FROM element WHERE id = %s", "due " },
		{ "UPDATE kb SET generation = generation + 1 WHERE %s", "resolved indexed " },
		{ "UPDATE kb SET resolved = 0 WHERE %s", "resolved " },
		{ "UPDATE kb SET indexed = 0 WHERE %s", "indexed " },
		{ "UPDATE kb SET embedded = 0 WHERE %s", "indexed " },
		{ "DELETE FROM vector_block WHERE %s", "packed blocks " },
		{ "UPDATE vector_block SET data = zeroblob(length(data)) WHERE %s", "blocks " },
		{ "UPDATE vector_block SET n = n + 1 WHERE %s", "packed blocks " },
		{ "UPDATE vector_block SET n = 9223372036854775807 WHERE %s", "packed blocks " },
		{ "UPDATE vector_block SET block = 9223372036854775807 WHERE %s", "blocks " },
		{ "UPDATE vector_block SET block = -9223372036854775808 WHERE %s", "blocks " },
		{ "UPDATE vector_block SET block = 9007199254740991 WHERE %s", "blocks " },
		{ "UPDATE element SET end_line = end_line + 100 WHERE id = %s", "fulltext " },
		{ "UPDATE element SET text_hash = 0 WHERE id = %s", "embeddings orphans words " },
		{ "UPDATE element SET end_line = 9223372036854775807, start_line = -9223372036854775808 WHERE id = %s",
		  "fulltext " },
	};
	box *b = *state;

	for (size_t i = 0; i <= sizeof plant / sizeof *plant; i++) {
		lu_store *s = open_use(b, "t", "a");
		char text[300];
		int64_t changes;
		sample m;

		fill(s, &m, "one");
		changes = lu_store_changes(s);
		found(s, "");
		assert_int_equal(lu_store_changes(s), changes);
		lu_store_close(s);
		if (i < sizeof plant / sizeof *plant) {
			snprintf(text, sizeof text, plant[i].damage, first);
			sql(b, text);
		} else {
			break_table(b);
		}
		OK(lu_store_open(&s, b->path, LU_STORE_READ, 0, &e));
		OK(lu_store_use(s, "t", "a", &e));
		found(s, i < sizeof plant / sizeof *plant ? plant[i].found : "integrity ");
		lu_store_close(s);
		assert_int_equal(tear_down(state), 0); /* a new store for the next */
		assert_int_equal(set_up(state), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_put_counts),       TEST(test_equal_ids),   TEST(test_slices),
		TEST(test_damaged_slices),   TEST(test_large_files), TEST(test_take_over),
		TEST(test_round_trip),       TEST(test_view),        TEST(test_edges),
		TEST(test_incoming),         TEST(test_blocks),      TEST(test_vectors),
		TEST(test_full_text),        TEST(test_fields),      TEST(test_lengths),
		TEST(test_segments),         TEST(test_gathering),   TEST(test_segments_of_before),
		TEST(test_lengths),          TEST(test_segments),    TEST(test_gathering),
		TEST(test_damaged_postings), TEST(test_tokenizer),   TEST(test_check),
	};

	return cmocka_run_group_tests_name("store-index", tests, NULL, NULL);
}
