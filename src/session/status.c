/* SPDX-License-Identifier: MIT
 * Whether a knowledge base is up to date, and what to do when it is not. */
#include "lucus/status.h"

#include <sys/stat.h>

void lu_behind_text(const lu_behind *b, lu_str root, lu_buf *out)
{
	int64_t n = lu_behind_files(b);

	if (b->state == LU_TREE_NONE) lu_buf_adds(out, "not made from a tree");
	else if (b->state == LU_TREE_MISSING)
		lu_buf_addf(out, "the root '%.*s' is missing or empty: what is stored can not be compared with it",
			    LU_FMT(root));
	else if (n)
		lu_buf_addf(out, "%lld %s not as in the store (%lld changed, %lld new, %lld gone): run 'lucus sync'",
			    (long long)n, n == 1 ? "file is" : "files are", (long long)b->changed, (long long)b->added,
			    (long long)b->gone);
	else lu_buf_adds(out, "as it was when it was read");
	if (b->state == LU_TREE_THERE && !b->walked)
		lu_buf_adds(out, "; new files are not known, as no folder was synced");
}

static const char *state_of(const lu_status *x)
{
	const lu_kb *k = &x->kb;

	if (k->resolved != k->generation) return "edges are not resolved: run 'lucus sync'";
	if (k->embedded != k->generation) return "vectors are missing: run 'lucus embed'";
	if (!x->indexed) return "the index is stale: run 'lucus index'";
	if (lu_behind_files(&x->behind) > 0) return "the tree has moved on: run 'lucus sync'";
	if (x->behind.state == LU_TREE_MISSING) return "the root is missing or empty";
	if (k->elements) return "up to date";
	return x->tree.synced_ns
		       ? "synced, and nothing was found below the root: 'lucus sync --dry-run' says what was left out"
		       : "empty: run 'lucus sync'";
}

lu_code lu_status_read(lu_store *s, lu_arena *a, lu_status *out, lu_err *e)
{
	struct stat st;
	lu_status x = { .bytes = 0 };
	lu_code rc = lu_store_kb(s, true, a, &x.kb, e);

	if (!rc) rc = lu_store_tree(s, a, &x.tree, e);
	if (!rc) rc = lu_behind_read(s, &x.behind, e);
	if (!rc) rc = lu_store_history(s, a, &x.history, e);
	if (rc) return rc;
	if (!stat(lu_store_path(s), &st)) x.bytes = st.st_size;
	x.indexed = x.kb.indexed == x.kb.generation && !x.kb.unpacked;
	x.state = state_of(&x);
	*out = x;
	return LU_OK;
}

/* A root that is not there says nothing against the store. */
static lu_code check_tree(lu_store *s, lu_check_fn *fn, void *ctx, lu_err *e)
{
	lu_buf text = LU_BUF;
	lu_arena a = { 0 };
	lu_behind b;
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, &a, &kb, e);

	if (!rc) rc = lu_behind_read(s, &b, e);
	if (!rc) lu_behind_text(&b, kb.root, &text);
	if (!rc && text.oom) rc = lu_nomem(e);
	if (!rc) rc = fn(ctx, "tree", lu_behind_files(&b) <= 0, text.s, e);
	lu_buf_free(&text);
	lu_arena_free(&a);
	return rc;
}

lu_code lu_status_check(lu_store *s, lu_check_fn *fn, void *ctx, lu_err *e)
{
	lu_code rc = lu_index_check(s, fn, ctx, e);

	return rc ? rc : check_tree(s, fn, ctx, e);
}
