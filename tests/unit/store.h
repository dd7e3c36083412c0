/* SPDX-License-Identifier: MIT
 * What the tests of the store share: a store in a folder of its own, a small file with all that hangs
 * on it, and a text of everything that a handle sees. */
#ifndef LU_TEST_STORE_H
#define LU_TEST_STORE_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "rows.h"
#include "store/internal.h"
#include "store/words.h"
#include "test.h"

static lu_err e;

#define OK(call) \
	do { \
		lu_code ok_rc = (call); \
		if (ok_rc) fail_msg("%s: code %d: %s", #call, (int)ok_rc, e.msg); \
	} while (0)
#define FAILS(call, want) \
	do { \
		lu_code bad_rc = (call); \
		if (bad_rc != (want)) fail_msg("%s: code %d: %s", #call, (int)bad_rc, bad_rc ? e.msg : ""); \
	} while (0)
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

enum { DIM = 8, SAMPLE = 4 };

typedef struct box {
	char dir[64], path[80];
} box;

static int set_up(void **state)
{
	static box b;

	snprintf(b.dir, sizeof b.dir, "/tmp/lucus-store-XXXXXX");
	assert_non_null(mkdtemp(b.dir));
	snprintf(b.path, sizeof b.path, "%s/x.db", b.dir);
	*state = &b;
	return 0;
}

static int tear_down(void **state)
{
	static const char *const suffix[] = { "", "-wal", "-shm", "-journal", "-lock" };
	const box *b = *state;

	test_allocs_left = -1;
	for (size_t i = 0; i < sizeof suffix / sizeof *suffix; i++) {
		char name[100];

		snprintf(name, sizeof name, "%s%s", b->path, suffix[i]);
		unlink(name);
	}
	return rmdir(b->dir);
}

static inline lu_store *open_use(const box *b, const char *tenant, const char *kb)
{
	lu_store *s;

	OK(lu_store_open(&s, b->path, LU_STORE_WRITE, 0, &e));
	OK(lu_store_use(s, tenant, kb, &e));
	return s;
}

static inline sqlite3 *plain(const box *b)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(b->path, &db), SQLITE_OK);
	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
	return db;
}

static inline void sql(const box *b, const char *text)
{
	sqlite3 *db = plain(b);

	if (sqlite3_exec(db, text, NULL, NULL, NULL)) fail_msg("%s: %s", text, sqlite3_errmsg(db));
	sqlite3_close(db);
}

static inline int64_t number(const box *b, const char *text)
{
	sqlite3 *db = plain(b);
	sqlite3_stmt *st;
	int64_t n;

	if (sqlite3_prepare_v2(db, text, -1, &st, NULL) || sqlite3_step(st) != SQLITE_ROW)
		fail_msg("%s: %s", text, sqlite3_errmsg(db));
	n = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	sqlite3_close(db);
	return n;
}

/* No statement of the handle runs: nothing keeps an old state of the store. */
static inline void idle(lu_store *s)
{
	for (sqlite3_stmt *st = NULL; (st = sqlite3_next_stmt(s->db, st));)
		if (sqlite3_stmt_busy(st)) fail_msg("still running: %s", sqlite3_sql(st));
}

static inline void file_hash(const box *b, char out[LU_SHA256_HEX])
{
	lu_buf text = LU_BUF;
	FILE *f = fopen(b->path, "r");
	int c;

	assert_non_null(f);
	while ((c = getc(f)) != EOF) lu_buf_addc(&text, (char)c);
	fclose(f);
	lu_sha256_hex(lu_buf_str(&text), out);
	lu_buf_free(&text);
}

/* ---- a sample ---- */

static inline uint64_t hash_of_record(const lu_element *el)
{
	lu_jw w;
	uint64_t h;

	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	lu_element_write(&w, el);
	lu_jw_close(&w, '}');
	h = lu_hash64(lu_buf_str(&w.out), 1);
	lu_jw_free(&w);
	return h;
}

static inline lu_stored element(const char *type, const char *name, lu_str path, lu_str code, uint32_t line)
{
	lu_stored v = { .el = { .type = lu_strz(type),
				.name = lu_strz(name),
				.file_path = path,
				.code = code,
				.language = lu_strz("c"),
				.ordinal = 1,
				.start_line = line,
				.end_line = line,
				.size = -1 } };

	assert_int_equal(lu_element_set_id(&v.el, NULL), LU_OK);
	return v;
}

/* The hashes, when all else is set. */
static inline void seal(lu_stored *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		v[i].hash = hash_of_record(&v[i].el);
		v[i].text_hash = lu_hash64(v[i].el.code, 2);
	}
}

typedef struct sample {
	lu_stored v[SAMPLE]; /* module, struct, function, function */
	int64_t file;
	lu_put_counts c;
	lu_file f;
	lu_import import;
	lu_call calls[2];
	char *text;
} sample;

/* File `path`, whose text has `word` in each line. */
static inline void make_sample(sample *m, const char *path, const char *word)
{
	static const char *const type[] = { "module", "struct", "function", "function" };
	static const char *const name[] = { "x", "x.S", "x.f", "x.g" };
	size_t size = 3 * strlen(word) + 80;
	const char *line;

	*m = (sample){ .f = { .path = lu_strz(path),
			      .language = lu_strz("c"),
			      .sha256 = lu_strz(word),
			      .size = 7,
			      .mtime_ns = 1,
			      .ctime_ns = 2,
			      .inode = 3,
			      .parser = 4 },
		       .import = { .module = lu_strz("stdio.h"), .line = 1 },
		       .calls = { { lu_strz("x.S"), lu_strz(word), 3, 2 }, { lu_strz(word), { NULL, 0 }, 3, 1 } } };
	line = m->text = test_malloc(size);
	snprintf(m->text, size, "struct S { int %s; };\nint f(%s) { return 1; }\nint g(%s);\n", word, word, word);
	m->v[0] = element(type[0], path, m->f.path, lu_strz(m->text), 1);
	m->v[0].el.end_line = 3;
	for (int i = 1; i < SAMPLE; i++) {
		m->v[i] = element(type[i], name[i], m->f.path, lu_strn(line, strcspn(line, "\n")), (uint32_t)i);
		m->v[i].el.parent = lu_strz(m->v[0].el.id);
		line = strchr(line, '\n') + 1;
	}
	m->v[0].el.sha256 = lu_strz("00");
	m->v[0].el.size = (int64_t)strlen(m->text);
	m->v[0].el.imports.v = &m->import;
	m->v[0].el.imports.n = 1;
	m->v[2].el.calls.v = m->calls;
	m->v[2].el.calls.n = 2;
	seal(m->v, SAMPLE);
}

static inline lu_code store_sample(lu_store *s, sample *m)
{
	lu_code rc = lu_store_file_put(s, &m->f, &m->file, &e);

	m->c = (lu_put_counts){ 0 };
	return rc ? rc : lu_store_put(s, m->file, m->v, SAMPLE, &m->c, &e);
}

/* What is left in *m are row ids, hashes and counts. */
static inline lu_code put_sample(lu_store *s, sample *m, const char *path, const char *word)
{
	lu_code rc;

	make_sample(m, path, word);
	rc = store_sample(s, m);
	test_free(m->text);
	return rc;
}

static inline int64_t new_file(lu_store *s, const char *path)
{
	lu_file f = { .path = lu_strz(path), .language = lu_strz("c"), .size = -1 };
	int64_t id;

	OK(lu_store_file_put(s, &f, &id, &e));
	return id;
}

/* Index `text` as a field of an element of so many lines. */
static inline lu_code try_lines(lu_store *s, int64_t id, int64_t file, uint64_t hash, uint32_t lines, lu_field field,
				const char *text)
{
	lu_bag bag = LU_BAG;

	lu_bag_file(&bag);
	OK(lu_bag_read(&bag, lu_strz(text), field, &e));
	return put_bag(s, id, file, hash, lines, &bag, &e);
}

static inline lu_code try_row(lu_store *s, int64_t id, int64_t file, uint64_t hash, lu_field field, const char *text)
{
	return try_lines(s, id, file, hash, 1, field, text);
}

/* The words of an element go with its row. */
static inline void put_words(lu_store *s, int64_t element)
{
	lu_arena a = { 0 };
	lu__words w = { 0 };
	lu_str packed;

	OK(lu__words_pack(&w, &a, &packed, &e));
	OK(lu__words_put(s, element, packed, &e));
	lu_arena_free(&a);
}

static inline void put_row(lu_store *s, const lu_stored *v, const char *body)
{
	put_words(s, v->id);
	OK(try_lines(s, v->id, v->file, v->text_hash, lu_element_lines(&v->el), LU_FIELD_BODY, body));
	OK(lu_store_rows_flush(s, &e));
}

/* How many elements hold `token`, of how many. */
static inline size_t holders(lu_store *s, const char *token, int64_t *of)
{
	lu_postings *p = NULL;
	lu_plist l = { 0 };
	size_t n;

	OK(lu_postings_open(s, &p, &e));
	OK(lu_postings_list(p, lu_strz(token), &l, &e));
	n = l.n;
	if (of) *of = lu_postings_docs(p)->rows;
	lu_plist_free(&l);
	lu_postings_close(p);
	return n;
}

static inline lu_code dump_posting(void *ctx, lu_str token, uint32_t doc, const uint16_t tf[LU_FIELDS], lu_err *err)
{
	(void)err;
	lu_buf_addf(ctx, "%.*s in %u:", LU_FMT(token), doc);
	for (int f = 0; f < LU_FIELDS; f++) lu_buf_addf(ctx, " %d", tf[f]);
	lu_buf_addc(ctx, '\n');
	return LU_OK;
}

static inline void dump_postings(lu_store *s, lu_buf *b)
{
	lu_postings *p = NULL;
	const lu_docs *d;

	OK(lu_postings_open(s, &p, &e));
	OK(lu_postings_each(p, dump_posting, b, &e));
	d = lu_postings_docs(p);
	for (size_t i = 0; i < d->n; i++)
		lu_buf_addf(b, "row %lld %u %d\n", (long long)lu_postings_element(p, (uint32_t)i), d->file[i],
			    d->length[i][LU_FIELD_BODY]);
	lu_postings_close(p);
}

/* Edges of reference `r`: two when it is the call of x.S, an unresolved one else. */
static inline size_t sample_answer(const sample *m, const lu_ref *r, size_t number, lu_edge *g)
{
	bool two = lu_str_eqz(r->name, "x.S");

	for (int j = 0; j <= two; j++)
		g[j] = (lu_edge){ .src = r->src,
				  .dst = two ? m->v[1 + 2 * j].id : 0,
				  .kind = r->kind,
				  .grade = two ? LU_GRADE_AMBIGUOUS : LU_GRADE_UNRESOLVED,
				  .line = r->line,
				  .count = r->count,
				  .ref = number,
				  .name = r->name,
				  .reason = two ? "same name" : "not found" };
	return two ? 2 : 1;
}

/* Edges of a sample: CONTAINS, an ambiguous call and an unresolved one, an unresolved import. */
static inline lu_code sample_edges(lu_store *s, const sample *m, lu_edge_writer *w, lu_arena *a, lu_put_counts *c)
{
	lu_outlines all = { 0 };
	const lu_outline *o;
	size_t n_call = 0, k = 0, number = 0;
	lu_ref *call = NULL;
	lu_str packed;
	lu_edge g[8];
	lu_file_edges f;
	bool every;
	lu_code rc = lu_store_outlines(s, a, &all, &every, &e);

	if (!rc) rc = lu_store_calls(s, m->file, a, &packed, &e);
	if (!rc) rc = lu_unpack_calls(packed, a, &call, &n_call, &e);
	if (rc) return rc;
	for (o = all.v; o->file != m->file;) o++;
	for (size_t i = 0; i < o->n_link; i++) k += sample_answer(m, &o->link[i], number++, g + k);
	for (size_t i = 0; i < n_call; i++) k += sample_answer(m, &call[i], number++, g + k);
	rc = lu_pack_edges(w, g, k, SAMPLE - 1, a, &f, &e);
	return rc ? rc : lu_store_put_edges(w, m->file, &f, c, &e);
}

static inline lu_code put_sample_edges(lu_store *s, const sample *m, lu_put_counts *c)
{
	lu_arena a = { 0 };
	lu_edge_writer *w = NULL;
	lu_code rc = lu_edge_writer_new(s, &w, &e);

	if (!rc) rc = sample_edges(s, m, w, &a, c);
	if (!rc) rc = lu_edge_writer_end(w, &e);
	lu_edge_writer_free(w);
	lu_arena_free(&a);
	return rc;
}

/* All that a knowledge base holds, made from `word`. */
static inline void fill(lu_store *s, sample *m, const char *word)
{
	lu_put_counts c = { 0 };
	int64_t n;

	OK(lu_store_begin(s, &e));
	OK(lu_store_set_root(s, word, &e));
	OK(lu_store_set_model(s, word, DIM, &e));
	OK(lu_store_set_tokenizer(s, 1, &e));
	OK(lu_store_setting_put(s, "key", word, &e));
	OK(put_sample(s, m, "x.c", word));
	OK(put_sample_edges(s, m, &c));
	for (int i = 0; i < SAMPLE; i++) {
		int8_t v[DIM] = { (int8_t)(127 - i), (int8_t)word[0], (int8_t)i };

		put_row(s, &m->v[i], word);
		OK(lu_store_vector_put(s, m->v[i].id, m->v[i].text_hash, v, 0.5f, &e));
	}
	OK(lu_store_pack(s, &n, &e));
	OK(lu_store_mark(s, LU_MARK_EDGES, &e));
	OK(lu_store_mark(s, LU_MARK_VECTORS, &e));
	OK(lu_store_mark(s, LU_MARK_ROWS, &e));
	OK(lu_store_mark(s, LU_MARK_INDEX, &e));
	OK(lu_store_commit(s, &e));
}

/* ---- everything as text ---- */

static inline lu_code dump_setting(void *ctx, const char *key, const char *value, lu_err *err)
{
	(void)err;
	lu_buf_addf(ctx, "%s=%s\n", key, value);
	return LU_OK;
}

static inline lu_code no_setting(void *ctx, const char *key, const char *value, lu_err *err)
{
	(void)ctx, (void)key, (void)value;
	return lu_fail(err, LU_EGATE, "seen");
}

static inline lu_code dump_brief(void *ctx, const lu_brief *b, lu_err *err)
{
	(void)err;
	lu_buf_addf(ctx, "%s %.*s %.*s %.*s %.*s %u-%u file %lld parent %lld id %lld\n", b->uuid, LU_FMT(b->type),
		    LU_FMT(b->name), LU_FMT(b->path), LU_FMT(b->language), b->start_line, b->end_line,
		    (long long)b->file, (long long)b->parent, (long long)b->id);
	return LU_OK;
}

static inline lu_code dump_edge(void *ctx, const lu_edge_row *r, lu_err *err)
{
	(void)err;
	lu_buf_addf(ctx, "%lld-%lld %s %s line %u count %u '%.*s' %.*s\n", (long long)r->src, (long long)r->dst,
		    lu_edge_kind_name(r->kind), lu_grade_name(r->grade), r->line, r->count, LU_FMT(r->name),
		    LU_FMT(r->reason));
	return LU_OK;
}

static inline lu_code dump_check(void *ctx, const char *name, bool ok, const char *detail, lu_err *err)
{
	(void)err, (void)detail;
	if (!ok) lu_buf_addf(ctx, "%s ", name);
	return LU_OK;
}

static inline void dump_record(const lu_element *el, lu_buf *b)
{
	lu_jw w;

	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	lu_element_write(&w, el);
	lu_jw_close(&w, '}');
	lu_buf_addstr(b, lu_buf_str(&w.out));
	lu_buf_addc(b, '\n');
	lu_jw_free(&w);
}

static inline void dump_element(lu_store *s, const lu_stored *v, int64_t dim, lu_buf *b)
{
	uint64_t vector = 0, row = 0;
	int8_t q[2 * DIM] = { 0 };
	float scale = 0;
	lu_buf via = LU_BUF, own = LU_BUF;
	lu_arena a = { 0 };
	lu_stored one;

	assert_true(dim <= 2 * DIM);
	OK(lu_store_element(s, v->id, &a, &one, &e)); /* the two ways to read agree */
	dump_record(&v->el, &own);
	dump_record(&one.el, &via);
	assert_string_equal(own.s, via.s);
	lu_buf_addstr(b, lu_buf_str(&own));
	OK(lu_store_edges(s, v->id, false, dump_edge, b, &e));
	OK(lu_store_edges(s, v->id, true, dump_edge, b, &e));
	lu_store_vector_hash(s, v->id, &vector);
	lu_store_row_hash(s, v->id, &row);
	if (vector) OK(lu_store_vector_get(s, v->id, q, &scale, &e));
	lu_buf_addf(b, "hashes %llx %llx, vector %llx %d %d %d %g, row %llx\n", (unsigned long long)v->hash,
		    (unsigned long long)v->text_hash, (unsigned long long)vector, q[0], q[1], q[2], (double)scale,
		    (unsigned long long)row);
	lu_buf_free(&via);
	lu_buf_free(&own);
	lu_arena_free(&a);
}

static inline void dump_best(lu_topk *t, lu_buf *b)
{
	assert_int_equal(lu_topk_sort(t, &e), LU_OK);
	for (size_t i = 0; i < t->n; i++) lu_buf_addf(b, "%lld %.9g\n", (long long)t->v[i].id, t->v[i].score);
	lu_topk_free(t);
}

static inline void dump_outline(lu_store *s, const lu_outline *o, bool all, lu_buf *b)
{
	lu_arena a = { 0 };
	lu_str calls;

	OK(lu_store_calls(s, o->file, &a, &calls, &e));
	lu_buf_addf(b, "outline %lld due %d %d: %.*s\n", (long long)o->file, o->due, all, LU_FMT(calls));
	for (size_t i = 0; i < o->n_sym; i++)
		lu_buf_addf(b, "symbol %lld of %lld %.*s %.*s %.*s\n", (long long)o->sym[i].id,
			    (long long)o->sym[i].parent, LU_FMT(o->sym[i].type), LU_FMT(o->sym[i].name),
			    LU_FMT(o->sym[i].path));
	for (size_t i = 0; i < o->n_link; i++)
		lu_buf_addf(b, "link %lld %u '%.*s' '%.*s'\n", (long long)o->link[i].src, o->link[i].line,
			    LU_FMT(o->link[i].name), LU_FMT(o->link[i].module));
	lu_arena_free(&a);
}

static inline void dump(lu_store *s, lu_buf *b)
{
	lu_arena a = { 0 };
	lu_outlines o;
	lu_kb k;
	lu_file *f;
	lu_stored *v;
	lu_topk best;
	size_t n, m;
	int64_t most, links;
	bool all;
	const int8_t q[2 * DIM] = { 1, 2, 3 };

	OK(lu_store_kb(s, true, &a, &k, &e));
	lu_buf_addf(b, "%.*s %.*s %.*s %lld: %lld %lld %lld %lld %d: %lld %lld %lld %lld %lld %lld\n", LU_FMT(k.name),
		    LU_FMT(k.root), LU_FMT(k.model), (long long)k.dim, (long long)k.generation, (long long)k.resolved,
		    (long long)k.embedded, (long long)k.indexed, k.unpacked, (long long)k.files, (long long)k.skipped,
		    (long long)k.elements, (long long)k.edges, (long long)k.embeddings, (long long)k.rows);
	OK(lu_store_settings(s, dump_setting, b, &e));
	OK(lu_store_files(s, &a, &f, &n, &e));
	OK(lu_store_most_referred(s, &most, &e));
	for (size_t i = 0; i < n; i++) {
		lu_buf_addf(b, "%lld %.*s %.*s %.*s %lld %lld %lld %lld %lld '%.*s'\n", (long long)f[i].id,
			    LU_FMT(f[i].path), LU_FMT(f[i].language), LU_FMT(f[i].sha256), (long long)f[i].size,
			    (long long)f[i].mtime_ns, (long long)f[i].ctime_ns, (long long)f[i].inode,
			    (long long)f[i].parser, LU_FMT(f[i].reason));
		OK(lu_store_referring_files(s, f[i].id, &links, &e));
		lu_buf_addf(b, "%lld of %lld\n", (long long)links, (long long)most);
		OK(lu_store_file_elements(s, f[i].id, true, &a, &v, &m, &e));
		for (size_t j = 0; j < m; j++) dump_element(s, &v[j], k.dim, b);
	}
	OK(lu_store_briefs(s, dump_brief, b, &e));
	OK(lu_store_outlines(s, &a, &o, &all, &e));
	for (size_t i = 0; i < o.n; i++) dump_outline(s, &o.v[i], all, b);
	dump_postings(s, b);
	if (k.dim) {
		OK(lu_topk_init(&best, 100, false, -1e9, &e));
		OK(lu_store_scan(s, q, 1, &best, &e));
		dump_best(&best, b);
	}
	assert_false(b->oom);
	lu_arena_free(&a);
}

#endif
