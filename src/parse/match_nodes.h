/* SPDX-License-Identifier: MIT
 * What patterns can ask of a tree, copied into an array in the order of the source: the children of a node are found by
 * skipping over their descendants. */
#ifndef LU_PARSE_MATCH_NODES_H
#define LU_PARSE_MATCH_NODES_H

#include "parse/match.h"

struct lu__node {
	uint32_t context[4]; /* of the TSNode, as is its id */
	const void *id;
	uint32_t end; /* the node after its last descendant */
	uint16_t kind, field;
};

/* Cleared memory is an empty one. */
struct lu__nodes {
	const TSTree *tree;
	struct lu__node *v;
	size_t n, cap;
	struct open *open; /* the walk's path from the root */
	size_t open_cap;
};

/* What matching has taken. */
struct lu__effort {
	lu__spend_fn *spend;
	void *ctx;
	unsigned steps; /* since it was called last */
	bool spent;
};

/* True: give up. */
static inline bool lu__take_steps(struct lu__effort *f, unsigned n)
{
	f->steps += n;
	if (f->steps >= 100) {
		f->steps -= 100;
		f->spent |= f->spend(f->ctx);
	}
	return f->spent;
}

/* Make room for `need` objects of `size` bytes in the array that `pv` points to; false: no memory. */
bool lu__grow(void *pv, size_t *cap, size_t need, size_t size);

/* Copy the tree of `root`, down to a depth; incomplete when the effort is spent. */
lu_code lu__nodes_copy(struct lu__nodes *t, const struct lu__patterns *p, TSNode root, unsigned depth,
		       struct lu__effort *effort, lu_err *e);
/* The tree is done with: nothing is found any more. */
void lu__nodes_done(struct lu__nodes *t);
void lu__nodes_free(struct lu__nodes *t);

static inline TSNode lu__node_at(const struct lu__nodes *t, uint32_t at)
{
	const struct lu__node *n = &t->v[at];
	TSNode node = { .id = n->id, .tree = t->tree };

	memcpy(node.context, n->context, sizeof n->context);
	return node;
}

static inline bool lu__has_field(const struct lu__nodes *t, uint32_t node, uint16_t field)
{
	const struct lu__node *v = t->v;

	for (uint32_t c = node + 1; c < v[node].end; c = v[c].end)
		if (v[c].field == field) return true;
	return false;
}

/* Bits of the kinds of its children. */
static inline uint64_t lu__kinds_below(const struct lu__nodes *t, uint32_t node)
{
	const struct lu__node *v = t->v;
	uint64_t bits = 0;

	for (uint32_t c = node + 1; c < v[node].end; c = v[c].end) bits |= lu__kind_bit(v[c].kind);
	return bits;
}

#endif
