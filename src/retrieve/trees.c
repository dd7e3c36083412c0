/* SPDX-License-Identifier: MIT
 * Trees of the reranker: what the features say together and a sum of weights can not. A tree asks the same questions of
 * every candidate, one for each of its levels; the answers are the bits of the number of the leaf, whose value
 * counts. scripts/fit-ranking.sh makes them, and the share that they have in the score of queries that are symbols, and others. */
#include "retrieve/rank.h"

#define DEPTH 4
#define BLOCK 16 /* candidates that are asked at once */

struct tree {
	uint8_t feature[DEPTH];
	float above[DEPTH];
	float leaf[1 << DEPTH];
};

#define ON(a, b, c, d) { LU_FEATURE_##a, LU_FEATURE_##b, LU_FEATURE_##c, LU_FEATURE_##d }
#define ABOVE(...) { __VA_ARGS__ }
#define LEAVES(...) { __VA_ARGS__ }
#define SHARE(kind, ...)
#define RELEVANCE(hits, ...)

#define TREE(kind, ...) TREE_##kind(__VA_ARGS__)
#define TREE_elements(...) { __VA_ARGS__ },
#define TREE_files(...)
static const struct tree of_elements[] = {
#include "retrieve/trees.def"
};
#undef TREE_elements
#undef TREE_files
#define TREE_elements(...)
#define TREE_files(...) { __VA_ARGS__ },
static const struct tree of_files[] = {
#include "retrieve/trees.def"
};
#undef TREE
#undef SHARE
#define TREE(kind, ...)
#define SHARE(kind, ...) SHARE_##kind = { __VA_ARGS__ };
#define SHARE_elements static const float share_of_elements[2]
#define SHARE_files    static const float share_of_files[2]
#include "retrieve/trees.def"

/* Features of BLOCK candidates, feature by feature. */
typedef float column[BLOCK];

static void transpose(float (*x)[LU_FEATURES], size_t n, column *out)
{
	for (size_t k = 0; k < BLOCK; k++) {
		const float *row = x[k < n ? k : n - 1];

		for (int f = 0; f < LU_FEATURES; f++) out[f][k] = row[f];
	}
}

/* All levels in one loop: compilers turn it into vector instructions. */
static void add_tree(const struct tree *t, column *x, float out[BLOCK])
{
	const float *a = x[t->feature[0]], *b = x[t->feature[1]], *c = x[t->feature[2]], *d = x[t->feature[3]];
	float p = t->above[0], q = t->above[1], r = t->above[2], s = t->above[3];
	int leaf[BLOCK];

	for (int k = 0; k < BLOCK; k++)
		leaf[k] = (a[k] > p ? 1 : 0) | (b[k] > q ? 2 : 0) | (c[k] > r ? 4 : 0) | (d[k] > s ? 8 : 0);
	for (int k = 0; k < BLOCK; k++) out[k] += t->leaf[leaf[k]];
}

void lu__trees(bool files, float (*x)[LU_FEATURES], size_t n, float *out)
{
	const struct tree *t = files ? of_files : of_elements;
	size_t trees = files ? sizeof of_files / sizeof *of_files : sizeof of_elements / sizeof *of_elements;
	column block[LU_FEATURES];

	for (size_t i = 0; i < n; i += BLOCK) {
		size_t m = n - i < BLOCK ? n - i : BLOCK;
		float sum[BLOCK] = { 0 };

		transpose(x + i, m, block);
		for (size_t k = 0; k < trees; k++) add_tree(&t[k], block, sum);
		memcpy(out + i, sum, m * sizeof *out);
	}
}

float lu__trees_share(bool files, lu_query_class c)
{
	const float *share = files ? share_of_files : share_of_elements;

	return share[c != LU_QUERY_SYMBOL];
}
