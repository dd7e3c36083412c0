/* SPDX-License-Identifier: MIT
 * Retrieval over a store that is built here, element by element. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lucus/text.h"
#include "query.h"
#include "rows.h"
#include "test.h"

typedef struct piece {
	const char *path, *type, *name, *body;
	uint32_t line;
} piece;

/* twin and twin2 have equal texts, so that their scores tie; they are stored in the wrong order */
static const piece pieces[] = {
	{ "walk/ignore.c", "function", "walk.ignore.matchPattern",
	  "bool matchPattern(glob)\n{\n\tapply the ignore rules\n}\n", 10 },
	{ "walk/ignore.c", "function", "walk.ignore.readRules", "read ignore files\n", 40 },
	{ "walk/list.c", "function", "walk.list.sortEntries", "sort entries by path\n", 5 },
	{ "z/twin.c", "function", "twin", "quicksilver\n", 9 },
	{ "a/twin.c", "function", "twin", "quicksilver\n", 9 },
	{ "a/twin.c", "method", "twin", "quicksilver\n", 2 },
	{ "db/store.c", "function", "db.store.open_database", "open the sqlite file\n", 1 },
	{ "db/store.c", "function", "db.store.close", "close it\n", 20 },
};
#define PIECES (sizeof pieces / sizeof *pieces)

typedef struct fixture {
	char dir[64], path[80];
	lu_store *store;
	lu_embedder *model;
} fixture;

static void ok(lu_code rc, const lu_err *e)
{
	if (rc) fail_msg("code %d: %s", rc, e->msg);
}

static void add_row(lu_store *s, int64_t id, const piece *p, uint64_t hash)
{
	lu_bag bag = LU_BAG;
	lu_err e;

	/* paths stay out of the rows: they would break the ties */
	lu_bag_file(&bag);
	ok(lu_bag_read(&bag, lu_simple_name(lu_strz(p->name)), LU_FIELD_NAME, &e), &e);
	ok(lu_bag_read(&bag, lu_strz(p->name), LU_FIELD_SCOPE, &e), &e);
	ok(lu_bag_read(&bag, lu_strz(p->body), LU_FIELD_BODY, &e), &e);
	ok(put_bag(s, id, 1, hash, 0, &bag, &e), &e);
}

static void add_vector(fixture *f, int64_t id, const piece *p, uint64_t hash)
{
	/* vectors see neither path nor type, for the same reason */
	lu_element el = { .name = lu_strz(p->name),
			  .code = lu_strz(p->body),
			  .type = lu_strz("function"),
			  .file_path = lu_strz("x.c") };
	size_t dim = lu_embedder_dim(f->model);
	float *v = test_malloc(dim * sizeof *v), scale;
	int8_t *q = test_malloc(dim);
	lu_err e;

	ok(lu_embed_elements(f->model, &el, 1, v, &e), &e);
	lu_vec_quantise(v, dim, q, &scale);
	ok(lu_store_vector_put(f->store, id, hash, q, scale, &e), &e);
	test_free(v);
	test_free(q);
}

/* Store the pieces of one file, which stand together. Returns their number. */
static size_t add_file(fixture *f, const piece *p, const piece *last, bool vectors)
{
	lu_file file = { .path = lu_strz(p->path), .language = lu_strz("c"), .size = -1 };
	lu_stored st[PIECES];
	lu_put_counts c = { 0 };
	int64_t id;
	size_t n = 0;
	lu_err e;

	for (; p + n < last && strcmp(p[n].path, p->path) == 0; n++) {
		st[n] = (lu_stored){ .el = { .type = lu_strz(p[n].type),
					     .name = lu_strz(p[n].name),
					     .code = lu_strz(p[n].body),
					     .file_path = file.path,
					     .language = file.language,
					     .ordinal = 1,
					     .start_line = p[n].line,
					     .end_line = p[n].line + 3,
					     .size = -1 },
				     .hash = 1,
				     .text_hash = 2 };
		ok(lu_element_set_id(&st[n].el, &e), &e);
	}
	ok(lu_store_file_put(f->store, &file, &id, &e), &e);
	ok(lu_store_put(f->store, id, st, n, &c, &e), &e);
	for (size_t i = 0; i < n; i++) {
		ok(lu_store_find(f->store, lu_strz(st[i].el.id), &id, &e), &e);
		add_row(f->store, id, &p[i], st[i].text_hash);
		if (vectors) add_vector(f, id, &p[i], st[i].text_hash);
	}
	return n;
}

static void build(fixture *f, bool vectors)
{
	lu_embed_config c = { 0 };
	int64_t n;
	lu_err e;

	snprintf(f->dir, sizeof f->dir, "/tmp/lucus-retrieve-XXXXXX");
	assert_non_null(mkdtemp(f->dir));
	snprintf(f->path, sizeof f->path, "%s/x.db", f->dir);
	ok(lu_embedder_open(&c, &f->model, &e), &e);
	ok(lu_store_open(&f->store, f->path, LU_STORE_WRITE, 0, &e), &e);
	ok(lu_store_use(f->store, "t", "kb", &e), &e);
	ok(lu_store_begin(f->store, &e), &e);
	if (vectors) ok(lu_store_set_model(f->store, lu_embedder_model(f->model), lu_embedder_dim(f->model), &e), &e);
	for (size_t i = 0; i < PIECES;) i += add_file(f, pieces + i, pieces + PIECES, vectors);
	ok(lu_store_rows_flush(f->store, &e), &e);
	ok(lu_store_pack(f->store, &n, &e), &e);
	ok(lu_store_commit(f->store, &e), &e);
}

static void tear_down(fixture *f)
{
	static const char *const suffix[] = { "", "-wal", "-shm", "-lock", ".lock" };

	lu_store_close(f->store);
	lu_embedder_close(f->model);
	for (size_t i = 0; i < sizeof suffix / sizeof *suffix; i++) {
		char name[100];

		snprintf(name, sizeof name, "%s%s", f->path, suffix[i]);
		unlink(name);
	}
	assert_int_equal(rmdir(f->dir), 0);
}

static int with_vectors(void **state)
{
	static fixture f;

	build(&f, true);
	*state = &f;
	return 0;
}

static int without_vectors(void **state)
{
	static fixture f;

	build(&f, false);
	*state = &f;
	return 0;
}

static int end(void **state)
{
	tear_down(*state);
	return 0;
}

typedef lu_code way_to_ask(lu_retriever *r, lu_str query, const lu_query_options *o, lu_result *res, lu_err *e);

/* Ask, with the result checked for what always holds. */
static lu_result ask_with(way_to_ask *way, fixture *f, const char *query, const lu_query_options *o)
{
	lu_retriever *r;
	lu_result res;
	lu_err e;

	ok(lu_retriever_open(f->store, f->model, &r, &e), &e);
	ok(way(r, lu_strz(query), o, &res, &e), &e);
	lu_retriever_close(r);
	assert_true((int64_t)res.n <= o->k);
	assert_ranked(&res);
	return res;
}

static lu_result ask(fixture *f, const char *query, const lu_query_options *o)
{
	return ask_with(lu_retrieve, f, query, o);
}

static lu_result ask_parts(fixture *f, const char *query, const lu_query_options *o)
{
	return ask_with(lu_retrieve_parts, f, query, o);
}

#define ASSERT_STR(s, z) \
	do { \
		if (!lu_str_eqz(s, z)) fail_msg("'%.*s' is not '%s'", LU_FMT(s), z); \
	} while (0)

/* ---- the registry ---- */

static void test_registry(void **state)
{
	size_t n = 0;

	(void)state;
	for (const lu_strategy_info *i; (i = lu_strategy_at(n)); n++) {
		assert_ptr_equal(lu_strategy_find(i->name), i);
		assert_true(*i->summary);
	}
	assert_true(n >= 4);
	assert_null(lu_strategy_find("bm26"));
	assert_null(lu_strategy_at(SIZE_MAX));
	assert_true(lu_strategy_find("vector")->needs_vectors);
	assert_false(lu_strategy_find("auto")->needs_vectors);
	assert_string_equal(lu_hit_stage_name(LU_STAGE_RRF), "rrf");
}

/* ---- strategies ---- */

static void test_bm25(void **state)
{
	lu_query_options o = query_options("bm25", 10);
	lu_result r = ask(*state, "match pattern", &o);

	assert_string_equal(r.strategy, "bm25");
	assert_int_equal(r.n, 1);
	ASSERT_STR(r.v[0].el.name, "walk.ignore.matchPattern");
	assert_int_equal(r.v[0].stage[LU_STAGE_BM25].rank, 1);
	assert_true(r.v[0].score == r.v[0].stage[LU_STAGE_BM25].score);
	assert_int_equal(r.v[0].stage[LU_STAGE_VECTOR].rank, 0);
	assert_int_equal(r.terms.n, 2);
	lu_result_free(&r);

	/* whole identifiers and their parts */
	r = ask(*state, "matchPattern", &o);
	assert_int_equal(r.n, 1);
	assert_int_equal(r.terms.n, 3);
	lu_result_free(&r);
	r = ask(*state, "open_database sqlite", &o);
	ASSERT_STR(r.v[0].el.name, "db.store.open_database");
	lu_result_free(&r);
}

static void test_vector(void **state)
{
	lu_query_options o = query_options("vector", 3);
	lu_result r = ask(*state, "sort entries by path", &o);

	assert_string_equal(r.strategy, "vector");
	ASSERT_STR(r.v[0].el.name, "walk.list.sortEntries");
	assert_int_equal(r.v[0].stage[LU_STAGE_VECTOR].rank, 1);
	assert_true(r.v[0].score > 0 && r.v[0].score <= 1.01);
	lu_result_free(&r);
}

static void test_vector_only_cuts(void **state)
{
	lu_query_options o = query_options("vector_only", 10);
	lu_result r;

	o.similarity_threshold = -1;
	o.vector_top_k = 2;
	r = ask(*state, "quicksilver twin", &o);
	assert_int_equal(r.n, 2); /* of three that tie */
	ASSERT_STR(r.v[0].el.path, "a/twin.c");
	lu_result_free(&r);
	o.similarity_threshold = 1;
	r = ask(*state, "sort", &o);
	for (size_t i = 0; i < r.n; i++) assert_true(r.v[i].score >= 1);
	lu_result_free(&r);
}

static void test_rrf_by_hand(void **state)
{
	lu_query_options o = query_options("hybrid_rrf", 20);
	lu_result r;

	o.rrf_k = 7;
	r = ask(*state, "ignore rules", &o);
	assert_true(r.n > 2);
	for (size_t i = 0; i < r.n; i++) {
		uint32_t text = r.v[i].stage[LU_STAGE_BM25].rank, near = r.v[i].stage[LU_STAGE_VECTOR].rank;
		/* vectors count twice */
		double score = (text ? 1.0 / (7 + text) : 0) + (near ? 2.0 / (7 + near) : 0);

		assert_true(text || near);
		assert_true(fabs(r.v[i].score - score) < 1e-15);
		assert_true(r.v[i].stage[LU_STAGE_RRF].score == r.v[i].score);
		assert_true(r.v[i].stage[LU_STAGE_RRF].rank >= 1);
	}
	assert_true(lu_str_starts(r.v[0].el.name, "walk.ignore"));
	lu_result_free(&r);
}

static void test_auto(void **state)
{
	lu_query_options o = query_options(NULL, 5);
	lu_result r = ask(*state, "ignore", &o);

	/* nothing here calls anything or holds it */
	assert_string_equal(r.strategy, "hybrid_rrf_reranked");
	assert_string_equal(r.fallback, "bm25_graph_vector_rrf_reranked: the store has no edges, run 'lucus sync'");
	lu_result_free(&r);
}

static void test_falls_back(void **state)
{
	static const char *const wanted[] = { "auto", "vector", "vector_only", "hybrid_rrf" };

	for (size_t i = 0; i < 4; i++) {
		lu_query_options o = query_options(wanted[i], 5);
		lu_result r = ask(*state, "ignore", &o);

		assert_string_equal(r.strategy, i ? "bm25" : "bm25_reranked");
		assert_non_null(strstr(r.fallback, "the store has no vectors, run 'lucus embed'"));
		assert_int_equal(r.n, 2);
		lu_result_free(&r);
	}
}

/* The first `n` hits of both are the same. */
static void assert_same_hits(const lu_result *x, const lu_result *y, size_t n)
{
	assert_true(x->n >= n && y->n >= n);
	for (size_t i = 0; i < n; i++) {
		assert_string_equal(x->v[i].el.uuid, y->v[i].el.uuid);
		assert_true(x->v[i].score == y->v[i].score);
	}
}

/* ---- order ---- */

static void test_ties_follow_the_place(void **state)
{
	static const char *const strategy[] = { "bm25", "vector", "hybrid_rrf" };

	for (size_t i = 0; i < 3; i++) {
		lu_query_options o = query_options(strategy[i], 3);
		lu_result r = ask(*state, "quicksilver", &o);

		assert_int_equal(r.n, 3);
		assert_true(r.v[0].score == r.v[2].score);
		ASSERT_STR(r.v[0].el.path, "a/twin.c");
		assert_int_equal(r.v[0].el.start_line, 2);
		ASSERT_STR(r.v[1].el.path, "a/twin.c");
		assert_int_equal(r.v[1].el.start_line, 9);
		ASSERT_STR(r.v[2].el.path, "z/twin.c");
		lu_result_free(&r);
	}
}

static void test_larger_k_appends(void **state)
{
	static const char *const strategy[] = { "bm25", "vector", "hybrid_rrf" };

	for (int i = 0; i < 6; i++) {
		lu_query_options o = query_options(strategy[i / 2], LU_K_MAX);
		lu_result all;

		o.by_file = i % 2;
		all = ask(*state, "quicksilver ignore path open", &o);
		assert_true(all.n >= 4);
		for (o.k = 1; o.k <= (int64_t)all.n + 1; o.k++) {
			lu_result r = ask(*state, "quicksilver ignore path open", &o);

			assert_int_equal(r.n, o.k < (int64_t)all.n ? (size_t)o.k : all.n);
			assert_same_hits(&r, &all, r.n);
			lu_result_free(&r);
		}
		lu_result_free(&all);
	}
}

static void test_by_file(void **state)
{
	lu_query_options o = query_options("bm25", 10);
	lu_result r;

	o.by_file = true;
	r = ask(*state, "quicksilver ignore", &o);
	assert_int_equal(r.n, 3);
	for (size_t i = 0; i < r.n; i++) {
		for (size_t j = 0; j < i; j++) assert_false(lu_str_eq(r.v[i].el.path, r.v[j].el.path));
	}
	lu_result_free(&r);
}

/* ---- filters ---- */

static size_t filtered(fixture *f, const char *path, const char *language, const char *type, int64_t k)
{
	lu_query_options o = query_options("bm25", k);
	lu_str p = lu_strz(path), l = lu_strz(language), t = lu_strz(type);
	lu_result r;
	size_t n;

	o.paths = (lu_strs){ &p, path != NULL };
	o.languages = (lu_strs){ &l, language != NULL };
	o.types = (lu_strs){ &t, type != NULL };
	r = ask(f, "quicksilver ignore path open", &o);
	n = r.n;
	lu_result_free(&r);
	return n;
}

static void test_filters(void **state)
{
	size_t all = filtered(*state, NULL, NULL, NULL, 100);

	assert_true(all > 6);
	assert_int_equal(filtered(*state, "*.c", "c", NULL, 100), all);
	assert_int_equal(filtered(*state, NULL, NULL, "method", 100), 1);
	assert_int_equal(filtered(*state, NULL, NULL, "method", 1), 1); /* it is not the first */
	assert_int_equal(filtered(*state, "a", NULL, NULL, 100), 2);
	assert_int_equal(filtered(*state, "a/", NULL, NULL, 100), 2);
	assert_int_equal(filtered(*state, "*twin.c", NULL, NULL, 100), 3);
	assert_int_equal(filtered(*state, "twin.c", NULL, NULL, 100), 0); /* it is in folders alone */
	assert_int_equal(filtered(*state, "z/twin.c", NULL, NULL, 1), 1);
	assert_int_equal(filtered(*state, "*twin.c/", NULL, NULL, 100), 0); /* no folder */
	assert_int_equal(filtered(*state, "a", NULL, "method", 100), 1);
	assert_int_equal(filtered(*state, NULL, "go", NULL, 100), 0);
}

static void test_filters_keep_the_order(void **state)
{
	static const char *const strategy[] = { "bm25", "vector", "hybrid_rrf" };
	lu_str path = lu_strz("[wa]*");

	for (int i = 0; i < 3; i++) {
		lu_query_options o = query_options(strategy[i], LU_K_MAX);
		lu_result all = ask(*state, "quicksilver ignore path open", &o);
		size_t at = 0;

		o.paths = (lu_strs){ &path, 1 };
		for (o.k = 1; o.k < 8; o.k++) {
			lu_result some = ask(*state, "quicksilver ignore path open", &o);

			at = 0;
			for (size_t j = 0; j < some.n; j++, at++) {
				assert_true(some.v[j].el.path.s[0] != 'd' && some.v[j].el.path.s[0] != 'z');
				while (at < all.n && strcmp(all.v[at].el.uuid, some.v[j].el.uuid)) at++;
				assert_true(at < all.n);
			}
			lu_result_free(&some);
		}
		assert_true(at > 2);
		lu_result_free(&all);
	}
}

/* ---- several aspects, and how many hits ---- */

/* The second part is only in the tail of the whole: its share brings it forward. */
static void test_parts_have_their_share(void **state)
{
	lu_query_options o = query_options("bm25", 3);
	lu_result r = ask_parts(*state, "quicksilver AND sqlite", &o);
	bool twin = false, sqlite = false;

	assert_int_equal(r.n, 3);
	for (size_t i = 0; i < 2; i++) {
		twin |= lu_str_eqz(r.v[i].el.name, "twin");
		sqlite |= lu_str_eqz(r.v[i].el.name, "db.store.open_database");
	}
	assert_true(twin && sqlite);
	lu_result_free(&r);
}

static void test_one_part_is_the_whole(void **state)
{
	lu_query_options o = query_options("hybrid_rrf", 5);
	lu_result a = ask(*state, "ignore rules", &o), b = ask_parts(*state, "ignore rules", &o);

	assert_int_equal(a.n, b.n);
	assert_same_hits(&a, &b, a.n);
	lu_result_free(&a);
	lu_result_free(&b);
}

static void test_parts_append(void **state)
{
	for (int i = 0; i < 2; i++) {
		lu_query_options o = query_options("hybrid_rrf", LU_K_MAX);
		lu_result all;

		o.by_file = i;
		all = ask_parts(*state, "quicksilver AND sqlite file AND ignore rules", &o);
		assert_true(all.n >= 4);
		for (size_t j = 0; i && j < all.n; j++) {
			for (size_t k = 0; k < j; k++) assert_true(all.v[j].el.file != all.v[k].el.file);
		}
		for (o.k = 1; o.k < (int64_t)all.n; o.k++) {
			lu_result r = ask_parts(*state, "quicksilver AND sqlite file AND ignore rules", &o);

			assert_int_equal(r.n, o.k);
			for (size_t j = 0; j < r.n; j++) assert_string_equal(r.v[j].el.uuid, all.v[j].el.uuid);
			lu_result_free(&r);
		}
		lu_result_free(&all);
	}
}

static lu_selection choose(fixture *f, const char *query, const lu_select_options *so, lu_result *res)
{
	lu_query_options o = query_options("bm25", LU_CHOOSE_K(so));
	lu_retriever *r;
	lu_selection s;
	lu_err e;

	ok(lu_retriever_open(f->store, f->model, &r, &e), &e);
	ok(lu_retrieve_parts(r, lu_strz(query), &o, res, &e), &e);
	ok(lu_choose(r, lu_strz(query), so, res, &s, &e), &e);
	lu_retriever_close(r);
	assert_int_equal(res->n, s.k);
	return s;
}

static void test_choose(void **state)
{
	lu_select_options o;
	lu_result r;
	lu_selection s;

	lu_select_options_init(&o);
	s = choose(*state, "matchPattern", &o, &r);
	assert_int_equal(s.k, 1);
	assert_int_equal(s.query_class, LU_QUERY_SYMBOL);
	assert_int_equal(s.tokens, lu_tokens(strlen(pieces[0].body)));
	lu_result_free(&r);
	s = choose(*state, "zebra xylophone giraffe umbrella wombat ignore", &o, &r);
	assert_int_equal(s.k, 0);
	assert_int_equal(s.stopped, LU_STOP_IRRELEVANT);
	lu_result_free(&r);
	o.floor = 0;
	s = choose(*state, "zebra xylophone giraffe umbrella wombat ignore", &o, &r);
	assert_true(s.k > 0);
	lu_result_free(&r);
	s = choose(*state, "zebra", &o, &r);
	assert_int_equal(s.stopped, LU_STOP_NONE);
	lu_result_free(&r);
	o.k_min = 11;
	{
		lu_query_options q = query_options("bm25", 5);
		lu_retriever *t;
		lu_err e;

		r = ask(*state, "ignore", &q);
		ok(lu_retriever_open(((fixture *)*state)->store, NULL, &t, &e), &e);
		assert_int_equal(lu_choose(t, lu_strz("ignore"), &o, &r, &s, &e), LU_EUSAGE);
		assert_int_equal(r.n, 2); /* as it was */
		lu_retriever_close(t);
		lu_result_free(&r);
	}
}

/* The forms of a word count as the word. */
static void test_coverage_knows_word_forms(void **state)
{
	lu_select_options o;
	lu_result r;
	lu_selection s;

	lu_select_options_init(&o);
	o.floor = 0.9;
	s = choose(*state, "rules for ignoring", &o, &r);
	assert_int_equal(r.unmatched.n, 0);
	assert_true(s.k > 0);
	lu_result_free(&r);
	s = choose(*state, "rules for xylophones", &o, &r);
	assert_int_equal(r.unmatched.n, 1);
	ASSERT_STR(r.unmatched.v[0], "xylophones");
	assert_int_equal(s.k, 0);
	lu_result_free(&r);
}

static void test_parts_survive_every_allocation_failure(void **state)
{
	fixture *f = *state;
	lu_query_options o = query_options("bm25", 5);
	lu_select_options so;
	lu_str path = lu_strz("*");
	lu_retriever *r;
	lu_code rc;
	lu_err e;

	lu_select_options_init(&so);
	o.paths = (lu_strs){ &path, 1 };
	ok(lu_retriever_open(f->store, f->model, &r, &e), &e);
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_result res;
		lu_selection s;

		rc = lu_retrieve_parts(r, lu_strz("quicksilver AND ignore rules"), &o, &res, &e);
		if (!rc) {
			rc = lu_choose(r, lu_strz("quicksilver AND ignore rules"), &so, &res, &s, &e);
			lu_result_free(&res);
		}
	});
	lu_retriever_close(r);
}

/* ---- queries ---- */

static void test_unmatched_words(void **state)
{
	lu_query_options o = query_options("auto", 5);
	lu_result r = ask(*state, "Where is Frobnicate in the matchGadget rules and foo_bar, frobnicate?", &o);

	assert_int_equal(r.unmatched.n, 3);
	ASSERT_STR(r.unmatched.v[0], "frobnicate");
	ASSERT_STR(r.unmatched.v[1], "gadget"); /* its other part is known */
	ASSERT_STR(r.unmatched.v[2], "foo_bar");
	assert_true(r.n > 0);
	lu_result_free(&r);
}

static void test_nonsense_finds_nothing(void **state)
{
	static const char *const query[] = { "xyzzy plugh", "?!", "of and" };

	for (size_t i = 0; i < 3; i++) {
		lu_query_options o = query_options("vector", 5);
		lu_result r = ask(*state, query[i], &o);

		assert_int_equal(r.n, 0);
		assert_int_equal(r.terms.n, 0);
		lu_result_free(&r);
	}
}

static void test_stop_words_alone_are_searched(void **state)
{
	lu_query_options o = query_options("bm25", 5);
	lu_result r = ask(*state, "by the", &o);

	assert_int_equal(r.n, 3); /* "entries by path", "apply the ignore", "open the sqlite" */
	lu_result_free(&r);
}

static lu_code try(fixture *f, lu_str query, const lu_query_options *o, lu_err *e)
{
	lu_retriever *r;
	lu_result res;
	lu_code rc = lu_retriever_open(f->store, f->model, &r, e);

	assert_int_equal(rc, LU_OK);
	rc = lu_retrieve(r, query, o, &res, e);
	if (!rc) lu_result_free(&res);
	lu_retriever_close(r);
	return rc;
}

static void test_refuses(void **state)
{
	lu_query_options o = query_options("bm25", 5);
	lu_buf b = LU_BUF;
	lu_err e;

	assert_int_equal(try(*state, lu_strz(""), &o, &e), LU_EUSAGE);
	assert_int_equal(try(*state, lu_strz(" \t\n"), &o, &e), LU_EUSAGE);
	assert_int_equal(try(*state, lu_strz("a\xff"), &o, &e), LU_EUSAGE);
	for (int i = 0; i < LU_QUERY_MAX; i++) lu_buf_adds(&b, i % 6 ? "\xc3\xa9" : " ");
	assert_int_equal(try(*state, lu_buf_str(&b), &o, &e), LU_OK);
	lu_buf_addc(&b, 'x');
	assert_int_equal(try(*state, lu_buf_str(&b), &o, &e), LU_EUSAGE);
	lu_buf_free(&b);
	o.k = 0;
	assert_int_equal(try(*state, lu_strz("a"), &o, &e), LU_EUSAGE);
	o.k = LU_K_MAX + 1;
	assert_int_equal(try(*state, lu_strz("a"), &o, &e), LU_EUSAGE);
	o.k = 5;
	o.candidates = 4;
	assert_int_equal(try(*state, lu_strz("a"), &o, &e), LU_EUSAGE);
	o.candidates = 0;
	o.similarity_threshold = NAN;
	assert_int_equal(try(*state, lu_strz("a"), &o, &e), LU_EUSAGE);
	o = query_options("bm26", 5);
	assert_int_equal(try(*state, lu_strz("a"), &o, &e), LU_EUSAGE);
	assert_non_null(strstr(e.msg, "auto, bm25"));
}

static void test_many_terms(void **state)
{
	lu_query_options o = query_options("hybrid_rrf", 5);
	lu_buf b = LU_BUF;
	lu_result r;

	for (int i = 0; i < 700; i++) lu_buf_addf(&b, "word%d ", i);
	lu_buf_adds(&b, "quicksilver \"OR\" NEAR(* ^ quicksilver");
	r = ask(*state, b.s, &o);
	assert_int_equal(r.terms.n, 1);
	assert_true(lu_str_starts(r.v[0].el.path, "a/twin"));
	assert_true(r.unmatched.n > 700);
	lu_result_free(&r);
	lu_buf_free(&b);
}

#define MANY (2 * (size_t)LU_K_MAX)

/* A file of so many elements that hold the same two words; with `vary` one is longer than the other. */
static void add_many(fixture *f, bool vary)
{
	static lu_stored st[MANY];
	static char names[MANY][16];
	lu_file file = { .path = lu_strz("many.c"), .language = lu_strz("c"), .size = -1 };
	lu_put_counts c = { 0 };
	lu_buf body = LU_BUF;
	int64_t id, blocks;
	lu_err e;

	for (size_t i = 0; i < MANY; i++) {
		snprintf(names[i], sizeof names[i], "item%zu", i);
		st[i] = (lu_stored){ .el = { .type = lu_strz("function"),
					     .name = lu_strz(names[i]),
					     .file_path = file.path,
					     .ordinal = 1,
					     .start_line = (uint32_t)i + 1,
					     .end_line = (uint32_t)i + 1,
					     .size = -1 },
				     .hash = 1,
				     .text_hash = 2 };
		ok(lu_element_set_id(&st[i].el, &e), &e);
	}
	ok(lu_store_begin(f->store, &e), &e);
	ok(lu_store_file_put(f->store, &file, &id, &e), &e);
	ok(lu_store_put(f->store, id, st, MANY, &c, &e), &e);
	lu_buf_add(&body, "common words", 12);
	for (size_t i = 0; i < MANY; i++) {
		piece p = { "many.c", "function", names[i], NULL, 1 };

		if (vary) lu_buf_add(&body, " more", 5);
		assert_false(body.oom);
		p.body = body.s;
		ok(lu_store_find(f->store, lu_strz(st[i].el.id), &id, &e), &e);
		add_row(f->store, id, &p, 2);
		if (vary) add_vector(f, id, &p, 2);
	}
	ok(lu_store_rows_flush(f->store, &e), &e);
	ok(lu_store_pack(f->store, &blocks, &e), &e);
	ok(lu_store_commit(f->store, &e), &e);
	lu_buf_free(&body);
}

/* In a large store, a word that most elements hold does not bring them all when others are rarer. */
static void test_words_of_most_elements(void **state)
{
	lu_query_options o = query_options("bm25", LU_K_MAX);
	lu_result r;

	add_many(*state, false);
	r = ask(*state, "common quicksilver", &o);
	assert_int_equal(r.n, 3);
	assert_int_equal(r.unmatched.n, 0);
	lu_result_free(&r);
	r = ask(*state, "common", &o);
	assert_int_equal(r.n, LU_K_MAX);
	assert_int_equal(r.v[0].el.start_line, 1);
	lu_result_free(&r);
}

/* What stands behind the lists that are ranked is appended when it is asked for, and changes nothing before it. */
static void test_deeper_than_the_lists(void **state)
{
	static const char *const strategy[] = { "bm25", "vector", "hybrid_rrf", "hybrid_rrf_reranked" };
	static const int64_t k[] = { 10, 299, 301, 640 };

	add_many(*state, true);
	for (size_t i = 0; i < sizeof strategy / sizeof *strategy; i++) {
		lu_query_options o = query_options(strategy[i], LU_K_MAX);
		lu_result all = ask(*state, "common words", &o);

		assert_int_equal(all.n, LU_K_MAX);
		for (size_t a = 1; a < all.n; a++) {
			assert_true(all.v[a].score <= all.v[a - 1].score);
			for (size_t b = 0; b < a; b++) assert_true(all.v[a].el.id != all.v[b].el.id);
		}
		for (size_t j = 0; j < sizeof k / sizeof *k; j++) {
			lu_result r;

			o.k = k[j];
			r = ask(*state, "common words", &o);
			assert_int_equal(r.n, k[j]);
			for (size_t a = 0; a < r.n; a++) assert_true(r.v[a].el.id == all.v[a].el.id);
			lu_result_free(&r);
		}
		lu_result_free(&all);
	}
}

static void test_other_model_is_refused(void **state)
{
	fixture *f = *state;
	lu_retriever *r;
	lu_err e;

	ok(lu_store_begin(f->store, &e), &e);
	ok(lu_store_set_model(f->store, "other-3", lu_embedder_dim(f->model), &e), &e);
	ok(lu_store_commit(f->store, &e), &e);
	assert_int_equal(lu_retriever_open(f->store, f->model, &r, &e), LU_EUSAGE);
	assert_non_null(strstr(e.msg, "lucus embed"));
	ok(lu_retriever_open(f->store, NULL, &r, &e), &e);
	lu_retriever_close(r);
}

/* A store whose index knows an element that is gone. */
static void test_stale_index(void **state)
{
	fixture *f = *state;
	lu_query_options o = query_options("bm25", 5);
	lu_arena a = { 0 };
	lu_file *files;
	lu_result r;
	int64_t removed;
	size_t n;
	lu_err e;

	ok(lu_store_files(f->store, &a, &files, &n, &e), &e);
	ok(lu_store_begin(f->store, &e), &e);
	for (size_t i = 0; i < n; i++) {
		if (lu_str_eqz(files[i].path, "z/twin.c"))
			ok(lu_store_file_remove(f->store, files[i].id, &removed, &e), &e);
	}
	ok(lu_store_commit(f->store, &e), &e);
	r = ask(f, "quicksilver", &o);
	assert_int_equal(r.n, 2);
	lu_result_free(&r);
	lu_arena_free(&a);
}

static void test_without_memory(void **state)
{
	fixture *f = *state;
	lu_query_options o = query_options("hybrid_rrf", 5);
	lu_retriever *r = NULL;
	lu_result res;
	lu_err e;
	lu_code rc;

	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = lu_retriever_open(f->store, f->model, &r, &e));
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = lu_retrieve(r, lu_strz("ignroe matchPattern xyzzy"), &o, &res, &e));
	assert_true(res.n > 0);
	assert_int_equal(res.corrected.n, 1);
	ASSERT_STR(res.corrected.v[0].from, "ignroe");
	ASSERT_STR(res.corrected.text, "ignore matchPattern xyzzy");
	lu_result_free(&res);
	lu_retriever_close(r);
}

/* ---- snippets ---- */

static void test_snippet(void **state)
{
	static const char code[] = "one\ntwo\nthree ignore\nfour\nfive ignore matchRules\nsix\nseven\neight";
	lu_str words[] = { lu_strz("ignore"), lu_strz("rules") };
	lu_excerpt out;
	lu_strs terms = { words, 2 };
	lu_err e;

	(void)state;
	ok(lu_snippet(lu_strz(code), &terms, 3, &out, &e), &e);
	assert_int_equal(out.first, 3);
	assert_int_equal(out.best, 4);
	ASSERT_STR(out.text, "four\nfive ignore matchRules\nsix");
	ok(lu_snippet(lu_strz(code), &terms, 20, &out, &e), &e);
	assert_int_equal(out.first, 0);
	assert_int_equal(out.best, 4);
	ASSERT_STR(out.text, code);
	terms.n = 0;
	ok(lu_snippet(lu_strz(code), &terms, 2, &out, &e), &e);
	ASSERT_STR(out.text, "one\ntwo");
	words[0] = lu_strz("eight");
	terms.n = 1;
	ok(lu_snippet(lu_strz(code), &terms, 2, &out, &e), &e);
	ASSERT_STR(out.text, "seven\neight");
	assert_int_equal(out.best, 7);
	ok(lu_snippet(lu_strn(NULL, 0), &terms, 2, &out, &e), &e);
	assert_int_equal(out.text.n, 0);
	ok(lu_snippet(lu_strz("\n\n"), &terms, 6, &out, &e), &e);
	ASSERT_STR(out.text, "\n");
}

static void test_snippet_of_a_long_line(void **state)
{
	lu_strs terms = { 0 };
	lu_buf b = LU_BUF;
	lu_excerpt out;
	lu_err e;

	(void)state;
	for (int i = 0; i < 100000; i++) lu_buf_adds(&b, "\xe2\x82\xac");
	ok(lu_snippet(lu_buf_str(&b), &terms, 6, &out, &e), &e);
	assert_true(out.text.n > 1000 && out.text.n <= 4096);
	assert_true(lu_utf8_valid(out.text));
	lu_buf_free(&b);
}

static void test_has_term(void **state)
{
	lu_str words[] = { lu_strz("rules") };
	lu_strs terms = { words, 1 };
	bool has;
	lu_err e;

	(void)state;
	ok(lu_has_term(lu_strz("readRules"), &terms, &has, &e), &e);
	assert_true(has);
	ok(lu_has_term(lu_strz("overrules"), &terms, &has, &e), &e);
	assert_false(has);
}

#define ON(test, setup) cmocka_unit_test_setup_teardown(test, setup, end)

/* Each stage that ran took some time, and the others none; the hits are the same. */
static void test_times(void **state)
{
	static const struct {
		const char *strategy;
		unsigned takes;
	} want[] = {
		{ "bm25", 1u << LU_TIME_BM25 | 1u << LU_TIME_READ },
		{ "vector", 1u << LU_TIME_BM25 | 1u << LU_TIME_VECTOR | 1u << LU_TIME_READ }, /* words are read, too */
		{ "hybrid_rrf_reranked",
		  1u << LU_TIME_BM25 | 1u << LU_TIME_VECTOR | 1u << LU_TIME_RERANK | 1u << LU_TIME_READ },
	};

	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		lu_query_options o = query_options(want[i].strategy, 5);
		double times[LU_TIMES] = { 0 }, sum = 0;
		lu_result plain = ask(*state, "ignore rules", &o), timed;

		o.times = times;
		timed = ask(*state, "ignore rules", &o);
		for (int t = 0; t < LU_TIMES; t++) {
			assert_int_equal(times[t] > 0, want[i].takes >> t & 1);
			sum += times[t];
		}
		assert_true(sum <= timed.seconds);
		assert_int_equal(timed.n, plain.n);
		for (size_t k = 0; k < plain.n; k++) assert_int_equal(timed.v[k].el.id, plain.v[k].el.id);
		lu_result_free(&plain);
		lu_result_free(&timed);
	}
	assert_string_equal(lu_time_name(LU_TIME_OPEN), "open");
	assert_string_equal(lu_time_name(LU_TIME_READ), "read");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_registry),
		ON(test_bm25, with_vectors),
		ON(test_vector, with_vectors),
		ON(test_vector_only_cuts, with_vectors),
		ON(test_rrf_by_hand, with_vectors),
		ON(test_auto, with_vectors),
		ON(test_falls_back, without_vectors),
		ON(test_ties_follow_the_place, with_vectors),
		ON(test_larger_k_appends, with_vectors),
		ON(test_by_file, with_vectors),
		ON(test_filters, with_vectors),
		ON(test_filters_keep_the_order, with_vectors),
		ON(test_parts_have_their_share, with_vectors),
		ON(test_one_part_is_the_whole, with_vectors),
		ON(test_parts_append, with_vectors),
		ON(test_choose, with_vectors),
		ON(test_coverage_knows_word_forms, with_vectors),
		ON(test_parts_survive_every_allocation_failure, with_vectors),
		ON(test_unmatched_words, with_vectors),
		ON(test_nonsense_finds_nothing, with_vectors),
		ON(test_stop_words_alone_are_searched, with_vectors),
		ON(test_refuses, with_vectors),
		ON(test_many_terms, with_vectors),
		ON(test_words_of_most_elements, without_vectors),
		ON(test_deeper_than_the_lists, with_vectors),
		ON(test_other_model_is_refused, with_vectors),
		ON(test_stale_index, with_vectors),
		ON(test_times, with_vectors),
		ON(test_without_memory, with_vectors),
		cmocka_unit_test(test_snippet),
		cmocka_unit_test(test_snippet_of_a_long_line),
		cmocka_unit_test(test_has_term),
	};

	return cmocka_run_group_tests_name("retrieve", tests, NULL, NULL);
}
