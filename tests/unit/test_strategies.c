/* SPDX-License-Identifier: MIT
 * Every strategy on a small tree: the stages that it runs, the bounds that its options set, and what takes over where the
 * data lacks something. */
#include "index.h"
#include "query.h"

#include <math.h>

/* What auto takes, by what there is. */
#define BEST       "bm25_graph_vector_rrf_reranked"
#define NO_EDGE    "hybrid_rrf_reranked"
#define NO_VECTOR  "bm25_graph_expanded_reranked"
#define NEITHER    "bm25_reranked"
#define NO_VECTORS "the store has no vectors, run 'lucus embed'"
#define NO_EDGES   "the store has no edges, run 'lucus sync'"

/* main calls boot, which calls load_settings, which calls slurp; slurp alone has the word "bytes". */
static const char app[] = "\"\"\"The program.\"\"\"\nfrom lib.files import load_settings, note\n\n\n"
			  "def boot(argv):\n    note('start')\n    return load_settings(argv)\n\n\n"
			  "def main(argv):\n    note('main')\n    return boot(argv)\n";
static const char files[] =
	"\"\"\"Files.\"\"\"\n\n\n"
	"def slurp(name):\n    \"\"\"Read all bytes.\"\"\"\n    return open(name).read()\n\n\n"
	"def load_settings(name):\n    \"\"\"Settings of the program.\"\"\"\n    return slurp(name)\n\n\n"
	"def note(text):\n    \"\"\"Append a quill line.\"\"\"\n    print(text)\n";
static const char shapes[] =
	"class Shape:\n    \"\"\"Something with an area.\"\"\"\n\n    def area(self):\n        return 0\n\n\n"
	"class Circle(Shape):\n    def area(self):\n        return 3\n";

#define CROWD 80

/* Functions that all call note(). */
static void put_crowd(void)
{
	lu_buf b = LU_BUF;

	lu_buf_adds(&b, "from lib.files import note\n");
	for (int i = 0; i < CROWD; i++) lu_buf_addf(&b, "\n\ndef worker%d():\n    note('%d')\n", i, i);
	put("tree/crowd.py", b.s);
	lu_buf_free(&b);
}

static void put_tree(void)
{
	put("tree/app.py", app);
	put("tree/lib/files.py", files);
	put("tree/shapes.py", shapes);
	put_crowd();
}

static lu_store *full_store(const char *name)
{
	lu_store *s = new_store(name);

	put_tree();
	sync_tree(s, "tree", true);
	return s;
}

static void sql(lu_store *s, const char *text)
{
	sqlite3 *db = NULL;

	assert_int_equal(sqlite3_open(lu_store_path(s), &db), SQLITE_OK);
	if (sqlite3_exec(db, text, NULL, NULL, NULL)) fail_msg("%s: %s", text, sqlite3_errmsg(db));
	sqlite3_close(db);
}

/* Neither edges nor what holds what. */
static void cut_edges(lu_store *s)
{
	sql(s, "DELETE FROM edge_in; UPDATE answer SET edges = '[]'; UPDATE element SET parent = 0");
}

static lu_store *store_without_vectors(const char *name)
{
	lu_store *s = new_store(name);
	lu_counts c = { 0 };
	lu_tree_options o = { .jobs = 2, .rows = true };

	put_tree();
	c = ingest_with(s, "tree", "", &o, NULL);
	OK(lu_finish_index(s, 0, &c, &err));
	return s;
}

static lu_query_options options(const char *strategy, int64_t k)
{
	lu_query_options o = query_options(strategy, k);

	o.similarity_threshold = 0;
	return o;
}

static lu_result ask_with(lu_store *s, lu_embedder *m, const char *query, const lu_query_options *o)
{
	lu_retriever *r;
	lu_result res;

	OK(lu_retriever_open(s, m, &r, &err));
	OK(lu_retrieve(r, lu_strz(query), o, &res, &err));
	lu_retriever_close(r);
	assert_ranked(&res);
	return res;
}

static lu_result ask(lu_store *s, const char *query, const lu_query_options *o)
{
	return ask_with(s, model, query, o);
}

static const lu_hit *hit_of(const lu_result *r, const char *name)
{
	for (size_t i = 0; i < r->n; i++) {
		if (lu_str_eqz(r->v[i].el.name, name)) return &r->v[i];
	}
	return NULL;
}

static size_t with_stage(const lu_result *r, lu_hit_stage stage)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++) n += r->v[i].stage[stage].rank > 0;
	return n;
}

/* ---- the registry ---- */

static void all_names_are_there(void **state)
{
	static const char *const names[] = { "vector_only",
					     "vector_first_graph_augment",
					     "parallel_merge",
					     "bm25",
					     "bm25_reranked",
					     "bm25_graph_expanded",
					     "bm25_graph_expanded_reranked",
					     "vector",
					     "vector_reranked",
					     "hybrid_rrf",
					     "hybrid_rrf_reranked",
					     "bm25_graph_vector_rrf_reranked",
					     "hybrid_graph_expanded",
					     "auto" };
	const lu_strategy_info *i;

	(void)state;
	for (size_t n = 0; n < sizeof names / sizeof *names; n++)
		if (!lu_strategy_find(names[n])) fail_msg("no strategy '%s'", names[n]);
	assert_ptr_equal(lu_strategy_find("hybrid_graph_expanded"), lu_strategy_find("bm25_graph_vector_rrf_reranked"));
	for (size_t n = 0; (i = lu_strategy_at(n)); n++) {
		assert_ptr_equal(lu_strategy_find(i->name), i);
		if (i->alias) assert_ptr_equal(lu_strategy_find(i->alias), i);
		assert_true(*i->summary && i->stages);
		assert_int_equal(lu_strategy_uses_vectors(i),
				 strstr(i->name, "vector") || strstr(i->name, "hybrid") || strstr(i->name, "rerank") ||
					 strstr(i->name, "parallel") || strstr(i->name, "auto"));
	}
}

static void check_stages(const lu_strategy_info *i, const lu_result *r)
{
	unsigned seen = 0;

	for (size_t k = 0; k < r->n; k++) {
		const lu_hit *h = &r->v[k];
		bool some = false;

		for (int s = 0; s < LU_HIT_STAGES; s++) {
			if (!h->stage[s].rank) continue;
			seen |= LU_HIT_STAGE_BIT(s);
			some = true;
		}
		assert_true(some);
		if (i->stages & LU_HIT_STAGE_BIT(LU_STAGE_RERANK))
			assert_true(h->score <=
				    h->stage[LU_STAGE_RERANK].score); /* less where it fell behind another */
		else if (i->stages & LU_HIT_STAGE_BIT(LU_STAGE_RRF))
			assert_true(h->score == h->stage[LU_STAGE_RRF].score);
	}
	if (seen != i->stages) fail_msg("%s: stages %x instead of %x", i->name, seen, i->stages);
}

static void each_runs_the_stages_that_it_says(void **state)
{
	lu_store *s = full_store("stages.db");
	const lu_strategy_info *i;

	(void)state;
	for (size_t n = 0; (i = lu_strategy_at(n)); n++) {
		lu_query_options o = options(i->name, 100);
		lu_result r = ask(s, "read the settings of the program", &o);
		bool any = !strcmp(i->name, "auto");

		assert_string_equal(r.strategy, any ? BEST : i->name);
		assert_string_equal(r.fallback, "");
		assert_true(r.n > 2);
		assert_non_null(hit_of(&r, "lib.files.load_settings"));
		check_stages(lu_strategy_find(r.strategy), &r);
		lu_result_free(&r);
	}
	lu_store_close(s);
}

static void an_alias_runs_under_its_name(void **state)
{
	lu_store *s = full_store("alias.db");
	lu_query_options o = options("hybrid_graph_expanded", 5);
	lu_result r = ask(s, "settings", &o);

	(void)state;
	assert_string_equal(r.strategy, "bm25_graph_vector_rrf_reranked");
	assert_string_equal(r.fallback, "");
	lu_result_free(&r);
	lu_store_close(s);
}

/* ---- the graph ---- */

static bool finds(lu_store *s, const lu_query_options *o, const char *query, const char *name)
{
	lu_result r = ask(s, query, o);
	bool found = hit_of(&r, name) != NULL;

	lu_result_free(&r);
	return found;
}

static void neighbours_come_in(void **state)
{
	lu_store *s = full_store("near.db");
	lu_query_options o = options("bm25_graph_expanded", 100);
	lu_result r = ask(s, "bytes", &o);
	const lu_hit *slurp = hit_of(&r, "lib.files.slurp"), *user = hit_of(&r, "lib.files.load_settings");

	(void)state;
	assert_true(slurp && user);
	assert_int_equal(slurp->rank, 1);
	assert_int_equal(slurp->stage[LU_STAGE_BM25].rank, 1);
	assert_int_equal(user->stage[LU_STAGE_BM25].rank, 0);
	assert_true(user->stage[LU_STAGE_GRAPH].rank >= 1 && user->stage[LU_STAGE_GRAPH].score > 0);
	assert_true(user->stage[LU_STAGE_VECTOR].rank == 0 && user->stage[LU_STAGE_RRF].rank > 1);
	assert_null(hit_of(&r, "app.boot"));
	lu_result_free(&r);

	/* further on, one hop at a time */
	o.graph_expansion_depth = 2;
	assert_true(finds(s, &o, "bytes", "app.boot"));
	assert_false(finds(s, &o, "bytes", "app.main"));
	o.graph_expansion_depth = 3;
	assert_true(finds(s, &o, "bytes", "app.main"));
	o.include_graph_context = false;
	assert_false(finds(s, &o, "bytes", "lib.files.load_settings"));
	assert_true(finds(s, &o, "bytes", "lib.files.slurp"));
	o.include_graph_context = true;
	o.max_expansion_nodes = 0;
	assert_false(finds(s, &o, "bytes", "lib.files.load_settings"));
	lu_store_close(s);
}

static void edges_of_all_kinds_are_followed_both_ways(void **state)
{
	lu_store *s = full_store("kinds.db");
	lu_query_options o = options("bm25_graph_expanded", 100);

	(void)state;
	assert_true(finds(s, &o, "something area", "shapes.Circle")); /* who inherits */
	assert_true(finds(s, &o, "something", "shapes.Shape.area"));  /* what it holds */
	assert_true(finds(s, &o, "circle", "shapes.Shape"));          /* from whom it inherits */
	assert_true(finds(s, &o, "circle", "shapes"));                /* what holds it */
	assert_true(finds(s, &o, "boot", "lib.files.load_settings")); /* what it calls */
	assert_true(finds(s, &o, "app", "lib.files.load_settings"));  /* what it imports */
	lu_store_close(s);
}

static void popular_names_do_not_flood(void **state)
{
	lu_store *s = full_store("crowd.db");
	lu_query_options o = options("bm25_graph_expanded", 1000);
	lu_result r = ask(s, "quill", &o);
	double of_boot, of_note;

	(void)state;
	assert_non_null(hit_of(&r, "lib.files.note"));
	for (size_t i = 0; i < r.n; i++) assert_false(lu_str_starts(r.v[i].el.name, "crowd.worker"));
	lu_result_free(&r);
	/* boot calls both: note is everybody's */
	r = ask(s, "boot", &o);
	assert_non_null(hit_of(&r, "lib.files.note"));
	of_note = hit_of(&r, "lib.files.note")->stage[LU_STAGE_GRAPH].score;
	of_boot = hit_of(&r, "lib.files.load_settings")->stage[LU_STAGE_GRAPH].score;
	assert_true(of_note > 0 && of_note < of_boot / 2);
	lu_result_free(&r);
	lu_store_close(s);
}

static void nodes_are_bounded(void **state)
{
	lu_store *s = full_store("bound.db");

	(void)state;
	for (int64_t nodes = 0; nodes < 8; nodes++) {
		for (int64_t depth = 1; depth <= LU_EXPANSION_DEPTH_MAX; depth += 7) {
			lu_query_options o = options("bm25_graph_expanded", 1000);
			lu_result r;

			o.max_expansion_nodes = nodes;
			o.graph_expansion_depth = depth;
			r = ask(s, "bytes program", &o);
			assert_true((int64_t)with_stage(&r, LU_STAGE_GRAPH) <= nodes);
			if (depth > 1) assert_int_equal(with_stage(&r, LU_STAGE_GRAPH), nodes);
			lu_result_free(&r);
		}
	}
	lu_store_close(s);
}

/* In a large store the cosines are those of a scan, but only what full text found has one. */
static void large_stores_compare_candidates(void **state)
{
	lu_store *s = full_store("large.db");
	size_t alone = 0, had = 0;

	(void)state;
	for (int by_scan = 0; by_scan < 2; by_scan++) {
		lu_query_options o = options("hybrid_rrf", 1000);
		lu_result r;

		o.vector_scan_max = by_scan ? 1000 : 0;
		r = ask(s, "load the settings", &o);
		for (size_t i = 0; i < r.n; i++) {
			const lu_stage_score *v = r.v[i].stage;

			alone += !v[LU_STAGE_BM25].rank && !by_scan;
			had += v[LU_STAGE_BM25].rank && v[LU_STAGE_VECTOR].rank;
			if (strcmp(r.v[i].el.name.s, "lib.files.load_settings") == 0)
				assert_true(v[LU_STAGE_VECTOR].score > 0.1);
		}
		lu_result_free(&r);
	}
	assert_int_equal(alone, 0);
	assert_true(had > 2 && had % 2 == 0);
	lu_store_close(s);
}

static void vectors_come_first_then_what_is_added(void **state)
{
	static const int64_t most[] = { 0, 1, 3, LU_K_MAX };
	lu_store *s = full_store("first.db");

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		lu_query_options o = options("vector_first_graph_augment", 1000);
		lu_result r, plain_r;
		size_t added;

		o.vector_top_k = 2;
		o.max_augmented_chunks = most[i];
		r = ask(s, "load the settings", &o);
		o.strategy = "vector_only";
		plain_r = ask(s, "load the settings", &o);
		assert_int_equal(plain_r.n, 2);
		assert_true(r.n >= 2);
		added = r.n - 2;
		assert_true((int64_t)added <= most[i]);
		assert_true(most[i] == LU_K_MAX ? added > 3 : (int64_t)added == most[i]);
		for (size_t k = 0; k < r.n; k++) {
			if (k < 2) assert_string_equal(r.v[k].el.uuid, plain_r.v[k].el.uuid);
			assert_int_equal(r.v[k].stage[LU_STAGE_VECTOR].rank > 0, k < 2);
			if (k >= 2) assert_true(r.v[k].stage[LU_STAGE_GRAPH].rank && r.v[k].score < r.v[1].score);
		}
		lu_result_free(&plain_r);
		lu_result_free(&r);
		o.strategy = "vector_first_graph_augment";
		o.include_graph_context = false;
		r = ask(s, "load the settings", &o);
		assert_int_equal(r.n, 2);
		lu_result_free(&r);
	}
	lu_store_close(s);
}

/* What a filter leaves out counts neither among the nearest nor among what is added. */
static void limits_count_what_a_filter_keeps(void **state)
{
	lu_store *s = full_store("filter.db");
	lu_query_options o = options("vector_first_graph_augment", 1000);
	lu_str type = lu_strz("function");
	lu_result r;

	(void)state;
	o.types = (lu_strs){ &type, 1 };
	o.vector_top_k = 2;
	o.max_augmented_chunks = 1;
	r = ask(s, "the program", &o);
	assert_int_equal(r.n, 3);
	for (size_t i = 0; i < 3; i++) assert_true(lu_str_eqz(r.v[i].el.type, "function"));
	lu_result_free(&r);
	o.strategy = "vector_only";
	r = ask(s, "the program", &o);
	assert_int_equal(r.n, 2);
	lu_result_free(&r);
	lu_store_close(s);
}

static void sides_count_the_same(void **state)
{
	lu_store *s = full_store("sides.db");
	lu_query_options o = options("bm25_graph_expanded", 1000);
	lu_result side = ask(s, "settings of the program", &o), both;

	(void)state;
	o.strategy = "parallel_merge";
	o.rrf_k = 7;
	both = ask(s, "settings of the program", &o);
	assert_true(side.n > 3 && both.n >= side.n);
	for (size_t i = 0; i < both.n; i++) {
		const lu_hit *h = &both.v[i];
		double want = h->stage[LU_STAGE_VECTOR].rank ? 1.0 / (7 + h->stage[LU_STAGE_VECTOR].rank) : 0;

		/* rrf_k also counts inside of the other side: equal there but for its own ranks */
		if (!h->stage[LU_STAGE_BM25].rank && !h->stage[LU_STAGE_GRAPH].rank)
			assert_true(fabs(h->score - want) < 1e-15);
		else assert_true(h->score > want);
	}
	lu_result_free(&side);
	lu_result_free(&both);
	lu_store_close(s);
}

/* ---- order ---- */

/* Many elements of a file whose documentation has words of the question, in several forms; every `other`th says something
 * else for now. */
static void put_words(int other)
{
	lu_buf b = LU_BUF;

	for (int i = 0; i < 40; i++) {
		lu_buf_addf(&b, "def word%d():\n    \"\"\"Says", i);
		for (int k = 0; k < i % 7 + 1 && i % other; k++) lu_buf_adds(&b, " settings notes");
		for (int k = 0; k < i % 5 + 1 && i % other; k++) lu_buf_adds(&b, " setting of programs");
		lu_buf_addf(&b, " %d.\"\"\"\n    load_settings(%d)\n\n\n", i, i);
	}
	put("tree/words.py", b.s);
	lu_buf_free(&b);
}

/* Row ids are others when the tree came in pieces, and rows are elsewhere. */
static void answers_do_not_depend_on_the_way_to_the_store(void **state)
{
	lu_store *one = new_store("one.db"), *two = new_store("two.db");
	const lu_strategy_info *i;

	(void)state;
	for (int other = 2; other <= 5; other++) {
		put_words(other);
		sync_tree(two, "tree", true);
	}
	put_words(100);
	put_tree();
	sync_tree(one, "tree", true);
	ingest_with(two, "tree", "shapes.py", &plain, NULL);
	ingest_with(two, "tree", "lib", &plain, NULL);
	ingest_with(two, "tree", "crowd.py", &plain, NULL);
	sync_tree(two, "tree", false);
	for (size_t n = 0; (i = lu_strategy_at(n)); n++) {
		lu_query_options o = options(i->name, 1000);
		lu_result a, b;

		o.graph_expansion_depth = 3;
		a = ask(one, "note the settings of the program", &o);
		b = ask(two, "note the settings of the program", &o);
		assert_int_equal(a.n, b.n);
		for (size_t k = 0; k < a.n; k++) {
			assert_string_equal(a.v[k].el.uuid, b.v[k].el.uuid);
			assert_true(a.v[k].score == b.v[k].score);
			assert_memory_equal(a.v[k].feature, b.v[k].feature, sizeof a.v[k].feature);
		}
		lu_result_free(&a);
		lu_result_free(&b);
	}
	unlink(in_top("tree/words.py"));
	lu_store_close(one);
	lu_store_close(two);
}

static void larger_k_appends_and_filters_keep_the_order(void **state)
{
	lu_store *s = full_store("order.db");
	lu_str path = lu_strz("lib");
	const lu_strategy_info *i;

	(void)state;
	for (size_t n = 0; (i = lu_strategy_at(n)); n++) {
		lu_query_options o = options(i->name, 1000);
		lu_result all = ask(s, "settings, bytes of the program", &o), some;
		size_t at = 0;

		for (o.k = 1; o.k < 9; o.k++) {
			some = ask(s, "settings, bytes of the program", &o);
			assert_int_equal(some.n, (size_t)o.k < all.n ? (size_t)o.k : all.n);
			for (size_t k = 0; k < some.n; k++) assert_string_equal(some.v[k].el.uuid, all.v[k].el.uuid);
			lu_result_free(&some);
		}
		o.paths = (lu_strs){ &path, 1 };
		o.vector_top_k = 1000; /* strategies with a limit fill it with what the filter keeps */
		if (!strncmp(i->name, "vector_", 7) && strcmp(i->name, "vector_reranked")) o.k = 0;
		some = (lu_result){ 0 };
		if (o.k) some = ask(s, "settings, bytes of the program", &o);
		for (size_t k = 0; k < some.n; k++, at++) {
			assert_true(lu_str_starts(some.v[k].el.path, "lib/"));
			while (at < all.n && strcmp(all.v[at].el.uuid, some.v[k].el.uuid)) at++;
			assert_true(at < all.n);
		}
		assert_true(!o.k || some.n > 1);
		lu_result_free(&some);
		lu_result_free(&all);
	}
	lu_store_close(s);
}

/* The probability that a hit is right is that of the whole list, whatever is shown of it. */
static void relevance_of_hits(void **state)
{
	lu_store *s = full_store("relevance.db");
	const lu_strategy_info *i;

	(void)state;
	for (size_t n = 0; (i = lu_strategy_at(n)); n++) {
		lu_query_options o = options(i->name, 20);
		lu_result all, some;
		bool reranked = i->stages & LU_HIT_STAGE_BIT(LU_STAGE_RERANK);

		for (int by_file = 0; by_file < 2; by_file++) {
			o.by_file = by_file;
			o.k = 20;
			all = ask(s, "settings, bytes of the program", &o);
			for (size_t k = 0; k < all.n; k++) {
				assert_true((all.v[k].relevance > 0) == reranked && all.v[k].relevance <= 1);
				assert_true(k == 0 || all.v[k].relevance <= all.v[k - 1].relevance);
			}
			assert_true(all.n > 1);
			o.k = 1;
			some = ask(s, "settings, bytes of the program", &o);
			assert_int_equal(some.n, 1);
			assert_true(some.v[0].relevance == all.v[0].relevance);
			lu_result_free(&some);
			lu_result_free(&all);
		}
	}
	lu_store_close(s);
}

/* ---- bounds of the options ---- */

static void refuses(lu_store *s, lu_query_options o, const char *want)
{
	lu_retriever *r;
	lu_result res;

	OK(lu_retriever_open(s, model, &r, &err));
	assert_int_equal(lu_retrieve(r, lu_strz("settings"), &o, &res, &err), LU_EUSAGE);
	if (!strstr(err.msg, want)) fail_msg("'%s' lacks '%s'", err.msg, want);
	lu_retriever_close(r);
}

static void takes(lu_store *s, lu_query_options o)
{
	static const char *const name[] = { "bm25_graph_expanded", "vector_first_graph_augment", "parallel_merge" };

	for (size_t i = 0; i < 3; i++) {
		lu_result r;

		o.strategy = name[i];
		r = ask(s, "settings", &o);
		assert_string_equal(r.strategy, name[i]);
		lu_result_free(&r);
	}
}

static void options_have_bounds(void **state)
{
	static const struct {
		size_t at; /* of the option */
		int64_t min, max;
		const char *name;
	} v[] = {
		{ offsetof(lu_query_options, k), 1, LU_K_MAX, "k: " },
		{ offsetof(lu_query_options, rrf_k), 0, LU_RRF_K_MAX, "rrf_k" },
		{ offsetof(lu_query_options, vector_top_k), 1, LU_K_MAX, "vector_top_k" },
		{ offsetof(lu_query_options, graph_expansion_depth), 1, LU_EXPANSION_DEPTH_MAX,
		  "graph_expansion_depth" },
		{ offsetof(lu_query_options, max_expansion_nodes), 0, LU_EXPANSION_NODES_MAX, "max_expansion_nodes" },
		{ offsetof(lu_query_options, max_augmented_chunks), 0, LU_K_MAX, "max_augmented_chunks" },
		{ offsetof(lu_query_options, vector_scan_max), 0, LU_SCAN_MAX, "vector_scan_max" },
	};
	lu_store *s = full_store("bounds.db");
	lu_query_options o = options("bm25", 5);

	(void)state;
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		lu_query_options x = o;
		int64_t *p = (int64_t *)(void *)((char *)&x + v[i].at);

		*p = v[i].min - 1;
		refuses(s, x, v[i].name);
		*p = v[i].max + 1;
		refuses(s, x, v[i].name);
		*p = INT64_MIN;
		refuses(s, x, v[i].name);
		*p = v[i].min;
		takes(s, x);
		*p = v[i].max;
		takes(s, x);
	}
	o.similarity_threshold = -1;
	takes(s, o);
	o.similarity_threshold = 1;
	takes(s, o);
	o.similarity_threshold = 1.01;
	refuses(s, o, "similarity_threshold");
	o.similarity_threshold = (double)NAN;
	refuses(s, o, "similarity_threshold");
	o = options("nope", 5);
	refuses(s, o, "hybrid_graph_expanded");
	lu_store_close(s);
}

static void defaults_are_those_of_the_specification(void **state)
{
	lu_query_options o;

	(void)state;
	lu_query_options_init(&o);
	assert_int_equal(o.vector_top_k, 10);
	assert_int_equal(o.graph_expansion_depth, 1);
	assert_int_equal(o.max_augmented_chunks, 5);
	assert_int_equal(o.vector_scan_max, 150000);
	assert_true(o.similarity_threshold == 0.5);
	assert_true(o.include_graph_context);
	assert_int_equal(o.rrf_k, 60);
	assert_int_equal(o.max_expansion_nodes, 50);
}

/* ---- what takes over ---- */

/* What runs in the place of each strategy; NULL: itself. */
typedef struct instead {
	const char *asked, *runs, *why;
} instead;

static void check_instead(lu_store *s, lu_embedder *m, const instead *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		lu_query_options o = options(v[i].asked, 5);
		const lu_strategy_info *info;
		char why[320];
		lu_retriever *r;
		lu_result res = ask_with(s, m, "settings", &o);

		assert_string_equal(res.strategy, v[i].runs ? v[i].runs : v[i].asked);
		assert_string_equal(res.fallback, v[i].why ? v[i].why : "");
		assert_true(res.n > 0);
		lu_result_free(&res);
		OK(lu_retriever_open(s, m, &r, &err));
		OK(lu_strategy_resolve(r, v[i].asked, &info, why, &err));
		assert_string_equal(info->name, v[i].runs ? v[i].runs : v[i].asked);
		assert_null(lu_strategy_lacks(r, info));
		info = lu_strategy_find(v[i].asked);
		assert_int_equal(lu_strategy_lacks(r, info) != NULL, v[i].why && strcmp(v[i].asked, "auto"));
		lu_retriever_close(r);
	}
}
#define CHECK_INSTEAD(s, m, v) check_instead(s, m, v, sizeof(v) / sizeof *(v))

static void without_vectors(void **state)
{
	static const instead v[] = {
		{ "auto", NO_VECTOR, BEST ": " NO_VECTORS },
		{ "bm25", NULL, NULL },
		{ "bm25_reranked", NULL, NULL },
		{ "bm25_graph_expanded", NULL, NULL },
		{ "bm25_graph_expanded_reranked", NULL, NULL },
		{ "vector", "bm25", "vector: " NO_VECTORS },
		{ "vector_only", "bm25", "vector_only: " NO_VECTORS },
		{ "vector_reranked", "bm25_reranked", "vector_reranked: " NO_VECTORS },
		{ "vector_first_graph_augment", "bm25", "vector_first_graph_augment: " NO_VECTORS },
		{ "parallel_merge", "bm25_graph_expanded", "parallel_merge: " NO_VECTORS },
		{ "hybrid_rrf", "bm25", "hybrid_rrf: " NO_VECTORS },
		{ "hybrid_rrf_reranked", "bm25_reranked", "hybrid_rrf_reranked: " NO_VECTORS },
		{ "hybrid_graph_expanded", "bm25_graph_expanded_reranked",
		  "bm25_graph_vector_rrf_reranked: " NO_VECTORS },
	};
	lu_store *s = store_without_vectors("novec.db");

	(void)state;
	CHECK_INSTEAD(s, model, v);
	CHECK_INSTEAD(s, NULL, v);
	lu_store_close(s);
}

static void without_edges(void **state)
{
	static const instead v[] = {
		{ "auto", NO_EDGE, BEST ": " NO_EDGES },
		{ "bm25", NULL, NULL },
		{ "bm25_graph_expanded", "bm25", "bm25_graph_expanded: " NO_EDGES },
		{ "bm25_graph_expanded_reranked", "bm25_reranked", "bm25_graph_expanded_reranked: " NO_EDGES },
		{ "vector_first_graph_augment", "vector_only", "vector_first_graph_augment: " NO_EDGES },
		{ "parallel_merge", "hybrid_rrf", "parallel_merge: " NO_EDGES },
		{ "hybrid_graph_expanded", "hybrid_rrf_reranked", "bm25_graph_vector_rrf_reranked: " NO_EDGES },
	};
	lu_store *s = full_store("noedge.db");

	(void)state;
	cut_edges(s);
	CHECK_INSTEAD(s, model, v);
	lu_store_close(s);
}

static void with_neither(void **state)
{
	static const instead v[] = {
		{ "auto", NEITHER, BEST ": " NO_VECTORS "; " NO_VECTOR ": " NO_EDGES },
		{ "parallel_merge", "bm25", "parallel_merge: " NO_VECTORS "; bm25_graph_expanded: " NO_EDGES },
		{ "hybrid_graph_expanded", "bm25_reranked",
		  "bm25_graph_vector_rrf_reranked: " NO_VECTORS "; bm25_graph_expanded_reranked: " NO_EDGES },
	};
	lu_store *s = store_without_vectors("neither.db");

	(void)state;
	cut_edges(s);
	CHECK_INSTEAD(s, model, v);
	lu_store_close(s);
}

static void without_a_model(void **state)
{
	static const instead v[] = { { "vector", "bm25", "vector: no embedding model is open" } };
	lu_store *s = full_store("nomodel.db");

	(void)state;
	CHECK_INSTEAD(s, NULL, v);
	lu_store_close(s);
}

static void own_choice(lu_store *s, const char *choice, const char *runs, const char *why)
{
	lu_query_options o = options(NULL, 5);
	lu_result r;

	OK(lu_store_setting_put(s, "strategy", choice, &err));
	for (int i = 0; i < 2; i++) {
		o.strategy = i ? "auto" : NULL;
		r = ask(s, "settings", &o);
		assert_string_equal(r.strategy, runs);
		assert_string_equal(r.fallback, why);
		lu_result_free(&r);
	}
	/* who asks for another one gets it */
	o.strategy = "bm25";
	r = ask(s, "settings", &o);
	assert_string_equal(r.strategy, "bm25");
	assert_string_equal(r.fallback, "");
	lu_result_free(&r);
}

static void auto_takes_the_choice_of_the_knowledge_base(void **state)
{
	lu_store *s = full_store("own.db");

	(void)state;
	own_choice(s, "bm25_graph_expanded", "bm25_graph_expanded", "");
	own_choice(s, "hybrid_graph_expanded", "bm25_graph_vector_rrf_reranked", "");
	own_choice(s, "auto", BEST, "");
	own_choice(s, "of_tomorrow", BEST, "of_tomorrow: there is no such strategy");
	own_choice(s, NULL, BEST, "");
	cut_edges(s);
	own_choice(s, "vector", "vector", "");
	own_choice(s, "bm25_graph_expanded", NO_EDGE, "bm25_graph_expanded: " NO_EDGES);
	lu_store_close(s);
	s = store_without_vectors("own2.db");
	own_choice(s, "vector", NO_VECTOR, "vector: " NO_VECTORS);
	own_choice(s, "of_tomorrow", NO_VECTOR, "of_tomorrow: there is no such strategy; " BEST ": " NO_VECTORS);
	lu_store_close(s);
}

/* ---- trouble ---- */

/* An edge leads to an element that is gone, and in a circle. */
static void damaged_edges_do_no_harm(void **state)
{
	lu_store *s = full_store("damaged.db");
	lu_query_options o = options("bm25_graph_expanded", 100);

	(void)state;
	sql(s, "UPDATE edge_in SET src = 999999 WHERE src IN (SELECT id FROM element WHERE name = 'app.boot');"
	       "UPDATE element SET parent = id WHERE name = 'shapes'");
	o.graph_expansion_depth = LU_EXPANSION_DEPTH_MAX;
	assert_false(finds(s, &o, "settings", "app.boot") && !finds(s, &o, "settings", "app.main"));
	assert_true(finds(s, &o, "circle", "shapes"));
	lu_store_close(s);
}

static void every_allocation_may_fail(void **state)
{
	static const char *const name[] = { "vector_first_graph_augment", "bm25_graph_vector_rrf_reranked",
					    "parallel_merge" };
	lu_store *s = full_store("memory.db");
	lu_retriever *r = NULL;
	lu_code rc;

	(void)state;
	OK(lu_store_setting_put(s, "strategy", "bm25", &err));
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = lu_retriever_open(s, model, &r, &err));
	for (size_t i = 0; i < 3; i++) {
		lu_query_options o = options(name[i], 5);
		lu_result res;

		o.graph_expansion_depth = 2;
		FOR_EVERY_ALLOCATION_FAILURE(rc, rc = lu_retrieve(r, lu_strz("settings"), &o, &res, &err));
		assert_true(res.n > 0);
		lu_result_free(&res);
	}
	lu_retriever_close(r);
	lu_store_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_names_are_there),
		cmocka_unit_test(each_runs_the_stages_that_it_says),
		cmocka_unit_test(an_alias_runs_under_its_name),
		cmocka_unit_test(neighbours_come_in),
		cmocka_unit_test(edges_of_all_kinds_are_followed_both_ways),
		cmocka_unit_test(popular_names_do_not_flood),
		cmocka_unit_test(nodes_are_bounded),
		cmocka_unit_test(large_stores_compare_candidates),
		cmocka_unit_test(vectors_come_first_then_what_is_added),
		cmocka_unit_test(limits_count_what_a_filter_keeps),
		cmocka_unit_test(sides_count_the_same),
		cmocka_unit_test(answers_do_not_depend_on_the_way_to_the_store),
		cmocka_unit_test(larger_k_appends_and_filters_keep_the_order),
		cmocka_unit_test(relevance_of_hits),
		cmocka_unit_test(options_have_bounds),
		cmocka_unit_test(defaults_are_those_of_the_specification),
		cmocka_unit_test(without_vectors),
		cmocka_unit_test(without_edges),
		cmocka_unit_test(with_neither),
		cmocka_unit_test(without_a_model),
		cmocka_unit_test(auto_takes_the_choice_of_the_knowledge_base),
		cmocka_unit_test(damaged_edges_do_no_harm),
		cmocka_unit_test(every_allocation_may_fail),
	};

	return cmocka_run_group_tests_name("strategies", tests, make_top, clear_top);
}
