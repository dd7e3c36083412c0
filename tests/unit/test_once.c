/* SPDX-License-Identifier: MIT
 * An answer is listed once: what falls behind what, of hits that are made here; their code comes from a store. */
#include "index.h"
#include "lucus/retrieve.h"

/* Hits of a file each, and of one file: lines are all that counts. */
static lu_hit hit(int64_t file, const char *type, const char *name, uint32_t first, uint32_t last, double score)
{
	lu_hit h = { .el = { .id = file * 1000 + first,
			     .file = file,
			     .type = lu_strz(type),
			     .name = lu_strz(name),
			     .path = lu_strz(file == 1   ? "a.py"
					     : file == 2 ? "b.py"
							 : "c.py"),
			     .language = lu_strz("python"),
			     .start_line = first,
			     .end_line = last },
		     .score = score };

	h.el.parent = strcmp(type, "module") ? 1 : 0;
	h.stage[LU_STAGE_RERANK] = (lu_stage_score){ score, 1 };
	return h;
}

static lu_result result(const lu_hit *v, size_t n)
{
	lu_result r = { .n = n };

	assert_non_null(r.v = lu_arena_calloc(&r.arena, n, sizeof *r.v));
	memcpy(r.v, v, n * sizeof *v);
	return r;
}

/* The names in order, and behind each what it stands for. */
static void order_is(lu_store *s, const lu_query_options *o, const lu_hit *v, size_t n, const char *want)
{
	lu_result r = result(v, n);
	lu_buf b = LU_BUF;

	for (int again = 0; again < 2; again++) {
		OK(lu_list_once(s, o, &r, &err));
		lu_buf_reset(&b);
		for (size_t i = 0; i < r.n; i++) {
			lu_buf_addf(&b, "%s%.*s", i ? " " : "", LU_FMT(r.v[i].el.name));
			for (size_t j = 0; j < r.v[i].n_folded; j++)
				lu_buf_addf(&b, "%c%.*s", r.v[i].folded[j].how == LU_FOLD_COPY ? '=' : '+',
					    LU_FMT(r.v[i].folded[j].el.name));
			if (i) assert_true(r.v[i].score <= r.v[i - 1].score);
		}
		assert_string_equal(b.s, want);
	}
	lu_buf_free(&b);
	lu_result_free(&r);
}

static void what_stands_first_stays(void **state)
{
	lu_store *s = new_store("first.db");
	lu_query_options o;
	const lu_hit v[] = {
		hit(1, "class", "A", 1, 20, 9),   hit(1, "method", "A.x", 2, 5, 8),   hit(2, "method", "B.y", 3, 6, 7),
		hit(2, "class", "B", 1, 9, 6),    hit(3, "function", "c", 1, 2, 5),   hit(3, "function", "d", 4, 5, 4),
		hit(3, "function", "e", 7, 8, 3), hit(3, "function", "f", 10, 11, 2),
	};
	lu_hit named[8];

	(void)state;
	lu_query_options_init(&o);
	order_is(s, &o, v, 8, "A+A.x B.y+B c d e A.x B f");
	order_is(s, &o, v, 4, "A+A.x B.y+B A.x B");
	o.types = (lu_strs){ (lu_str[]){ lu_strz("class") }, 1 };
	order_is(s, &o, v, 8, "A A.x B.y B c d e f");
	o.types = (lu_strs){ NULL, 0 };
	o.by_file = true;
	order_is(s, &o, v, 8, "A A.x B.y B c d e f");
	o.by_file = false;
	memcpy(named, v, sizeof v);
	named[3].feature[LU_FEATURE_definition] = 1; /* the question names B: it stays where it is */
	order_is(s, &o, named, 8, "A+A.x B.y B c d A.x e f");
	named[2].feature[LU_FEATURE_placed] = 1; /* and the lines of B.y, too */
	order_is(s, &o, named, 8, "A+A.x B.y+B c d e A.x B f");
	memcpy(named, v, sizeof v);
	for (size_t i = 0; i < 8; i++) named[i].stage[LU_STAGE_RERANK].rank = 0;
	order_is(s, &o, named, 8, "A A.x B.y B c d e f");
	lu_store_close(s);
}

static void files_yield_to_what_they_hold(void **state)
{
	lu_store *s = new_store("files.db");
	lu_query_options o;
	lu_hit v[] = {
		hit(1, "module", "a", 1, 50, 9),    hit(1, "class", "A", 3, 20, 8), hit(1, "method", "A.x", 4, 6, 7),
		hit(1, "function", "g", 30, 33, 6), hit(2, "module", "b", 1, 9, 5),
	};

	(void)state;
	lu_query_options_init(&o);
	order_is(s, &o, v, 5, "A+a+A.x g b A.x a");
	v[0].feature[LU_FEATURE_placed] = 1; /* the question names the file */
	order_is(s, &o, v, 5, "a+A+A.x+g b A A.x g");
	lu_store_close(s);
}

static const char *const trees[] = { "lib/x.py", "old/lib/x.py", "other.py" };
static const char weigh[] =
	"def weigh(parcel, scale):\n    \"\"\"Weigh a parcel.\"\"\"\n    grams = scale.read(parcel)\n"
	"    limit = parcel.limit()\n    return grams // limit\n";

/* The functions of the store; their names and paths outlive the callback. */
static lu_code take(void *ctx, const lu_brief *b, lu_err *e)
{
	lu_hit *v = ctx;

	(void)e;
	for (size_t i = 0; i < 3; i++) {
		if (!lu_str_eqz(b->path, trees[i]) || !lu_str_eqz(b->type, "function")) continue;
		v[i].el = *b;
		v[i].el.type = lu_strz("function");
		v[i].el.name = lu_strz("weigh");
		v[i].el.language = lu_strz("python");
		v[i].el.path = lu_strz(trees[i]);
	}
	return LU_OK;
}

static void originals_stay_before_their_copies(void **state)
{
	lu_hit v[3] = { { .score = 3 }, { .score = 2 }, { .score = 1 } }, swapped[3];
	lu_store *s = new_store("copies.db");
	lu_query_options o;
	lu_code rc;

	(void)state;
	lu_query_options_init(&o);
	put("tree/lib/x.py", weigh);
	put("tree/old/lib/x.py", weigh);
	put("tree/other.py", "def weigh(words):\n    \"\"\"How much words weigh.\"\"\"\n    return len(words) + 3\n");
	sync_tree(s, "tree", true);
	OK(lu_store_briefs(s, take, v, &err));
	for (size_t i = 0; i < 3; i++) v[i].stage[LU_STAGE_RERANK].rank = 1;
	memcpy(swapped, v, sizeof v);
	swapped[0] = v[1];
	swapped[1] = v[0];
	for (int i = 0; i < 2; i++) {
		lu_result r = result(i ? swapped : v, 3);

		if (i) FOR_EVERY_ALLOCATION_FAILURE(rc, rc = lu_list_once(s, &o, &r, &err));
		else OK(lu_list_once(s, &o, &r, &err));
		assert_true(lu_str_eqz(r.v[0].el.path, "lib/x.py"));
		assert_true(lu_str_eqz(r.v[1].el.path, "other.py")); /* one name, other code */
		assert_true(lu_str_eqz(r.v[2].el.path, "old/lib/x.py"));
		assert_int_equal(r.v[0].n_folded, 1);
		assert_true(r.v[0].folded[0].how == LU_FOLD_COPY && r.v[0].folded[0].el.id == r.v[2].el.id);
		assert_true(r.v[2].score <= r.v[1].score && r.v[2].rank == 3);
		lu_result_free(&r);
	}
	lu_store_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_stands_first_stays),
		cmocka_unit_test(files_yield_to_what_they_hold),
		cmocka_unit_test(originals_stay_before_their_copies),
	};

	return cmocka_run_group_tests_name("once", tests, make_top, clear_top);
}
