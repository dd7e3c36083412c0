/* SPDX-License-Identifier: MIT
 * Communities of a store: what must hold of every tree of them, and that edits leave what a new store has. */
#include "index.h"

#include "core/sorting.h"
#include "store/communities.h"
#include "store/grouping.h"
#include "theme/reading.h"

enum { FILES = 30, FUNCTIONS = 9 };

/* FILES files of some functions each; those of one folder call each other. */
static void put_file(unsigned i, unsigned functions, unsigned other)
{
	lu_buf b = LU_BUF;
	char path[64];

	lu_buf_addf(&b, "from tree.d%u.m%u import f%u_0\n\n\n", other % 3, other, other);
	for (unsigned k = 0; k < functions; k++)
		lu_buf_addf(&b, "def f%u_%u(x):\n    return f%u_%u(f%u_0(x))\n\n\n", i, k, i, k * 7 % functions, other);
	snprintf(path, sizeof path, "tree/d%u/m%u.py", i % 3, i);
	put(path, b.s);
	lu_buf_free(&b);
}

static void put_tree(void)
{
	char table[4000] = "";

	for (unsigned i = 0; i < FILES; i++) put_file(i, i % 4 ? FUNCTIONS : 40, (i + 3) % FILES);
	put("tree/notes.txt", "nothing that anything refers to\n");
	put("tree/read.md", "# One\n\ntext\n\n## Two\n\nmore\n\n# Three\n\nand `f1_1`\n");
	for (int i = 0; i < 210; i++) snprintf(table + strlen(table), 20, "#define R_%d %d\n", i, i);
	put("tree/table.h", table);
}

struct seen {
	lu_communities *c;
	int64_t elements, left_out;
};

static lu_code see_element(void *ctx, const lu_brief *b, lu_err *e)
{
	struct seen *x = ctx;
	lu_arena a = { 0 };
	lu_community leaf;
	int64_t *id = NULL;
	size_t n = 0;
	uint32_t number = 0;
	bool found = false;
	lu_code rc = lu_communities_leaf(x->c, b->file, b->id, &number, e);

	assert_int_equal(rc, LU_OK);
	assert_int_not_equal(number, LU_COMMUNITY_NONE);
	leaf = lu_communities_get(x->c, number);
	assert_true(leaf.leaf);
	assert_true(leaf.size <= 10);
	OK(lu_communities_members(x->c, number, &a, &id, &n, &err));
	assert_int_equal(n, leaf.size);
	for (size_t i = 0; i < n; i++) found |= id[i] == b->id;
	x->elements++;
	x->left_out += !found;
	lu_arena_free(&a);
	return rc;
}

/* All that is below `number` (or all): children part it, and sizes add up. Gives its elements. */
static uint32_t see_community(lu_communities *c, uint32_t number, uint32_t level)
{
	const uint32_t *child = NULL;
	uint32_t sum = 0;
	size_t n = 0;

	OK(lu_communities_children(c, number, &child, &n, &err));
	for (size_t i = 0; i < n; i++) {
		lu_community x = lu_communities_get(c, child[i]);

		assert_int_equal(x.parent, number);
		assert_int_equal(x.level, level);
		assert_true(x.size > 0);
		if (number != LU_COMMUNITY_NONE) assert_true(x.size < lu_communities_get(c, number).size);
		sum += see_community(c, child[i], level + 1);
	}
	if (number == LU_COMMUNITY_NONE) return sum;
	assert_true(lu_communities_get(c, number).leaf == !n);
	if (n) assert_int_equal(sum, lu_communities_get(c, number).size);
	return lu_communities_get(c, number).size;
}

static void every_element_has_a_leaf(void **state)
{
	struct seen x = { .elements = 0 };
	lu_store *s = new_store("a.db");
	bool current = false;
	uint32_t all;

	(void)state;
	put_tree();
	sync_tree(s, "tree", true);
	OK(lu_communities_open(s, &x.c, &current, &err));
	assert_true(current);
	all = see_community(x.c, LU_COMMUNITY_NONE, 0);
	OK(lu_store_briefs(s, see_element, &x, &err));
	assert_int_equal(x.left_out, 210); /* entries of the table go with their module */
	assert_int_equal(all, x.elements - 210);
	lu_communities_close(x.c);
	lu_store_close(s);
}

/* The keys of all communities, sorted. */
static size_t keys_of(lu_store *s, uint64_t *out)
{
	lu_communities *c = NULL;
	size_t n = 0;

	OK(lu_communities_open(s, &c, NULL, &err));
	for (uint32_t todo[2000] = { LU_COMMUNITY_NONE }, k = 1; k;) {
		const uint32_t *child = NULL;
		size_t m = 0;

		OK(lu_communities_children(c, todo[--k], &child, &m, &err));
		for (size_t i = 0; i < m; i++) {
			out[n++] = lu_communities_get(c, child[i]).key;
			todo[k++] = child[i];
		}
	}
	lu_communities_close(c);
	qsort(out, n, sizeof *out, lu_uint64_order);
	return n;
}

static void keys_last(void **state)
{
	static uint64_t was[2000], is[2000];
	lu_store *s = open_store("a.db");
	size_t n = keys_of(s, was), m, same = 0;

	(void)state;
	for (size_t i = 1; i < n; i++) assert_true(was[i] != was[i - 1]);
	put_file(4, 41, 7); /* one function more */
	sync_tree(s, "tree", true);
	m = keys_of(s, is);
	for (size_t i = 0, k = 0; i < n && k < m;) {
		if (was[i] == is[k]) same++, i++, k++;
		else if (was[i] < is[k]) i++;
		else k++;
	}
	assert_true(same < n);
	assert_true(same + 20 > n); /* what holds the function has another key, and hardly anything else */
	put_file(4, 40, 7);
	sync_tree(s, "tree", true);
	assert_int_equal(keys_of(s, is), n);
	assert_memory_equal(was, is, n * sizeof *was);
	lu_store_close(s);
}

static lu_code count_findings(void *ctx, const char *name, bool ok, const char *detail, lu_err *e)
{
	(void)detail, (void)e;
	if (!strcmp(name, "communities")) *(int *)ctx += ok ? 1 : 100;
	return LU_OK;
}

static int check(lu_store *s)
{
	int n = 0;

	OK(lu_index_check(s, count_findings, &n, &err));
	return n;
}

static void damage(const char *sql)
{
	sqlite3 *db = NULL;

	assert_int_equal(sqlite3_open(in_top("a.db"), &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

static void damage_is_found(void **state)
{
	static const char *const harm[] = {
		"UPDATE community_file SET tree = '[[-1,1,1,77]]' WHERE file = 3",
		"UPDATE community_file SET ties = '[1,2]' WHERE file = 3",
		"UPDATE community_file SET tree = '[[0,1,1]]' WHERE file = 5",
		"DELETE FROM community_file WHERE file = 4",
		"UPDATE community SET tree = '[[-1,1,1,77'",
		"UPDATE community SET digest = 1",
		"DELETE FROM community",
	};

	(void)state;
	for (size_t i = 0; i < sizeof harm / sizeof *harm; i++) {
		lu_store *s = open_store("a.db");
		lu_communities *c = NULL;
		lu_counts n = { 0 };

		assert_int_equal(check(s), 1);
		lu_store_close(s);
		damage(harm[i]);
		s = open_store("a.db");
		assert_int_equal(check(s), 100);
		if (!lu_communities_open(s, &c, NULL, &err)) {
			const uint32_t *child;
			size_t k;

			for (uint32_t v = 0; v < 20 && i < 4; v++)
				(void)!lu_communities_children(c, v, &child, &k, &err); /* does not crash */
		}
		lu_communities_close(c);
		OK(lu_store_begin(s, &err));
		OK(lu_store_grouped_drop(s, &err));
		OK(lu_store_commit(s, &err));
		OK(lu_finish_index(s, 0, &n, &err));
		lu_store_close(s);
	}
}

static void other_sizes(void **state)
{
	lu_store *s = open_store("a.db");
	lu_communities *c = NULL;
	lu_counts n = { 0 };
	uint64_t was[2000];
	size_t k = keys_of(s, was);

	(void)state;
	OK(lu_finish_index(s, 50, &n, &err));
	assert_true(keys_of(s, was) < k / 2);
	OK(lu_finish_index(s, 0, &n, &err)); /* stays as it is */
	assert_true(keys_of(s, was) < k / 2);
	OK(lu_finish_index(s, 10, &n, &err));
	assert_int_equal(keys_of(s, was), k);
	OK(lu_store_use(s, "other", "main", &err)); /* who has none sees none */
	OK(lu_communities_open(s, &c, NULL, &err));
	assert_int_equal(see_community(c, LU_COMMUNITY_NONE, 0), 0);
	lu_communities_close(c);
	lu_store_close(s);
}

static void memory_runs_out(void **state)
{
	lu_store *s = open_store("a.db");
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_communities *c = NULL;
		lu_arena a = { 0 };
		int64_t *v;
		size_t n;

		rc = lu_communities_open(s, &c, NULL, &err);
		if (!rc) rc = lu_communities_members(c, 0, &a, &v, &n, &err);
		lu_communities_close(c);
		lu_arena_free(&a);
	});
	lu_store_close(s);
}

static void making_survives_every_allocation_failure(void **state)
{
	lu_store *s = open_store("a.db");
	uint64_t was[2000], is[2000];
	size_t n = keys_of(s, was);
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_counts c = { 0 };

		test_allocs_left = -1;
		OK(lu_store_begin(s, &err));
		OK(lu_store_grouped_drop(s, &err));
		OK(lu_store_commit(s, &err));
		test_allocs_left = test_n_ - 1;
		rc = lu_finish_index(s, 0, &c, &err);
		test_n_ += test_n_ > 200 ? 97 : 6;
	});
	assert_int_equal(keys_of(s, is), n);
	assert_memory_equal(was, is, n * sizeof *was);
	lu_store_close(s);
}

/* Names are unique among siblings, and what is said of a community adds up. */
static void themes(void **state)
{
	lu_store *s = open_store("a.db");
	lu_communities *c = NULL;
	const uint32_t *root = NULL;
	lu_theme t[40];
	lu_arena a = { 0 };
	size_t n = 0;
	uint32_t found = 0;
	lu_code rc;

	(void)state;
	OK(lu_communities_open(s, &c, NULL, &err));
	OK(lu_communities_children(c, LU_COMMUNITY_NONE, &root, &n, &err));
	assert_true(n > 1 && n <= 40);
	OK(lu_themes_read(s, c, root, n, 10, &a, t, &err));
	for (size_t i = 0; i < n; i++) {
		int64_t edges = 0;

		assert_true(t[i].name.n > 0);
		for (size_t k = 0; k < i; k++) assert_false(lu_str_eq(t[i].name, t[k].name));
		for (size_t k = 0; k < t[i].n_link; k++) edges += t[i].link[k].edges;
		for (int k = 0; k < LU_EDGE_KINDS; k++) edges -= t[i].outside[k];
		assert_int_equal(edges, 0); /* all that is outside is in another root */
		assert_int_equal(t[i].looked, t[i].size);
		OK(lu_theme_find(c, lu_strz(t[i].id), &found, &err));
		assert_int_equal(found, root[i]);
	}
	OK(lu_theme_find(c, lu_strz("c0000000000000000"), &found, &err));
	assert_int_equal(found, LU_COMMUNITY_NONE);
	lu_arena_free(&a);
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		rc = lu_themes_read(s, c, root, 1, 10, &a, t, &err);
		lu_arena_free(&a);
		test_n_ += test_n_ > 100 ? 41 : 2;
	});
	lu_communities_close(c);
	lu_store_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_element_has_a_leaf),
		cmocka_unit_test(keys_last),
		cmocka_unit_test(damage_is_found),
		cmocka_unit_test(other_sizes),
		cmocka_unit_test(memory_runs_out),
		cmocka_unit_test(making_survives_every_allocation_failure),
		cmocka_unit_test(themes),
	};

	return cmocka_run_group_tests(tests, make_top, clear_top);
}
