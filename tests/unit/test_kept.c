/* SPDX-License-Identifier: MIT
 * What a process that answers many questions keeps for the next ones: it is bounded, it is shared, and nothing of it shows. */
#include "index.h"

#include "lucus/retrieve.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Bytes that are allocated; 0 where nobody counts them. */
static size_t in_use(void)
{
#ifdef __GLIBC__
	struct mallinfo2 m = mallinfo2();

	return m.uordblks + m.hblkhd;
#else
	return 0;
#endif
}

static lu_result ask(lu_retriever *r, lu_str text)
{
	lu_query_options o;
	lu_result res;

	lu_query_options_init(&o);
	OK(lu_retrieve(r, text, &o, &res, &err));
	return res;
}

/* A question of words that nothing holds, other ones for each number. */
static void ask_nonsense(lu_retriever *r, int number)
{
	lu_buf text = LU_BUF;
	lu_result res;

	for (int i = 0; i < 800; i++) lu_buf_addf(&text, "zq%dx%d ", number, i);
	res = ask(r, lu_buf_str(&text));
	lu_result_free(&res);
	lu_buf_free(&text);
}

static void words_that_nothing_holds_do_not_pile_up(void **state)
{
	lu_store *s = tools("words.db");
	lu_retriever *r;
	lu_result first, again;
	size_t before;

	(void)state;
	OK(lu_retriever_open(s, model, &r, &err));
	first = ask(r, lu_strz("hammer a nail"));
	for (int i = 0; i < 100; i++) ask_nonsense(r, i);
	before = in_use();
	for (int i = 100; i < 400; i++) {
		ask_nonsense(r, i);
		if (i % 20) continue; /* its words go from generation to generation */
		again = ask(r, lu_strz("hammer a nail"));
		assert_int_equal(again.n, first.n);
		for (size_t k = 0; k < first.n; k++) {
			assert_int_equal(again.v[k].el.id, first.v[k].el.id);
			assert_true(again.v[k].score == first.v[k].score);
		}
		lu_result_free(&again);
	}
	assert_true(in_use() < before + (9u << 20));
	lu_result_free(&first);
	lu_retriever_close(r);
	lu_store_close(s);
}

static void vectors_are_shared_by_state(void **state)
{
	lu_store *s = tools("shared.db"), *one, *two;
	lu_vector_pool *pool;
	lu_vectors *a, *b, *c, *d, *own;

	(void)state;
	OK(lu_vector_pool_new(&pool, &err));
	OK(lu_store_twin(s, &one, &err));
	OK(lu_store_twin(s, &two, &err));
	OK(lu_store_begin(one, &err));
	OK(lu_vectors_load(one, pool, &a, &err));
	OK(lu_vectors_load(two, pool, &b, &err));
	assert_ptr_equal(a, b);
	OK(lu_vectors_load(two, NULL, &own, &err));
	assert_ptr_not_equal(own, a);
	put("tree/more.py", "def plane(board):\n    return board\n");
	sync_tree(s, "tree", true);
	OK(lu_vectors_load(two, pool, &c, &err)); /* it sees what is new */
	assert_ptr_not_equal(c, a);
	OK(lu_vectors_load(one, pool, &d, &err)); /* it does not */
	assert_ptr_equal(d, a);
	lu_vectors_free(a);
	lu_vectors_free(b);
	lu_vectors_free(d);
	OK(lu_store_commit(one, &err));
	OK(lu_vectors_load(one, pool, &d, &err));
	assert_ptr_equal(d, c);
	lu_vectors_free(c);
	lu_vectors_free(d);
	lu_vectors_free(own);
	lu_store_close(one);
	lu_store_close(two);
	lu_store_close(s);
	lu_vector_pool_free(pool);
}

/* Those of another dimension and none at all are not those that are there. */
static void what_can_not_be_shared_is_not(void **state)
{
	lu_store *s = tools("dim.db");
	lu_vector_pool *pool;
	lu_vectors *a, *b = NULL;

	(void)state;
	OK(lu_vector_pool_new(&pool, &err));
	OK(lu_vectors_load(s, pool, &a, &err));
	OK(lu_store_begin(s, &err));
	OK(lu_store_set_model(s, "other", 8, &err));
	OK(lu_vectors_load(s, pool, &b, &err));
	assert_ptr_not_equal(a, b);
	lu_store_rollback(s);
	lu_vectors_free(a);
	lu_vectors_free(b);
	lu_store_close(s);
	lu_vector_pool_free(pool);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_that_nothing_holds_do_not_pile_up),
		cmocka_unit_test(vectors_are_shared_by_state),
		cmocka_unit_test(what_can_not_be_shared_is_not),
	};

	return cmocka_run_group_tests_name("kept", tests, make_top, clear_top);
}
