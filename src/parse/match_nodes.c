/* SPDX-License-Identifier: MIT */
#include "parse/match_nodes.h"

#include <stdlib.h>

/* An array that one file left larger than this is not kept for the next. */
#define KEEP_NODES (1u << 16)

#define COPY 12 /* steps that copying a node takes as long as */

/* A node whose children the walk is at. */
struct open {
	uint32_t node, left; /* children, with the one that it is at */
};

bool lu__grow(void *pv, size_t *cap, size_t need, size_t size)
{
	size_t to = *cap ? *cap : 64;
	void *grown;

	if (need <= *cap) return true;
	while (to < need) to *= 2;
	grown = realloc(*(void **)pv, to * size);
	if (!grown) return false;
	*(void **)pv = grown;
	*cap = to;
	return true;
}

static bool add_node(struct lu__nodes *t, const struct lu__patterns *p, const TSTreeCursor *c, bool fielded,
		     struct open *out)
{
	TSNode n = ts_tree_cursor_current_node(c);
	TSSymbol symbol = ts_node_symbol(n);
	struct lu__node *v;

	if (t->n == t->cap && !lu__grow(&t->v, &t->cap, t->n + 1, sizeof *t->v)) return false;
	*out = (struct open){ (uint32_t)t->n, ts_node_child_count(n) };
	v = &t->v[t->n++];
	memcpy(v->context, n.context, sizeof v->context);
	v->id = n.id;
	v->kind = symbol == (TSSymbol)-1 ? LU__KIND_ERROR : p->kind[symbol];
	v->field = fielded ? ts_tree_cursor_current_field_id(c) : 0;
	return true;
}

static bool is_fielded(const struct lu__nodes *t, const struct lu__patterns *p, const struct open *o)
{
	return p->fielded[t->v[o->node].kind & ~LU__KIND_NAMED];
}

/* Copy the tree, down to a depth. To count children is cheaper than to ask for one that is not there. */
static lu_code walk(struct lu__nodes *t, const struct lu__patterns *p, TSTreeCursor *c, unsigned depth,
		    struct lu__effort *effort, lu_err *e)
{
	struct open *o;
	unsigned at = 0;
	bool fielded = false;

	if (!lu__grow(&t->open, &t->open_cap, depth + 1, sizeof *t->open)) return lu_nomem(e);
	for (o = t->open;;) {
		if (!add_node(t, p, c, fielded, &o[at])) return lu_nomem(e);
		if (lu__take_steps(effort, COPY)) return LU_OK;
		if (o[at].left && at < depth && ts_tree_cursor_goto_first_child(c)) {
			fielded = is_fielded(t, p, &o[at++]);
			continue;
		}
		t->v[o[at].node].end = (uint32_t)t->n;
		while (at && !(--o[at - 1].left && ts_tree_cursor_goto_next_sibling(c))) {
			ts_tree_cursor_goto_parent(c);
			t->v[o[--at].node].end = (uint32_t)t->n;
			if (at) fielded = is_fielded(t, p, &o[at - 1]);
		}
		if (!at) return LU_OK;
	}
}

lu_code lu__nodes_copy(struct lu__nodes *t, const struct lu__patterns *p, TSNode root, unsigned depth,
		       struct lu__effort *effort, lu_err *e)
{
	TSTreeCursor c = ts_tree_cursor_new(root);
	lu_code rc;

	t->tree = root.tree;
	t->n = 0;
	rc = walk(t, p, &c, depth, effort, e);
	ts_tree_cursor_delete(&c);
	return rc;
}

void lu__nodes_done(struct lu__nodes *t)
{
	if (t->cap <= KEEP_NODES) return;
	free(t->v);
	t->v = NULL;
	t->n = t->cap = 0;
}

void lu__nodes_free(struct lu__nodes *t)
{
	free(t->v);
	free(t->open);
}
