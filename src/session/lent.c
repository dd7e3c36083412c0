/* SPDX-License-Identifier: MIT
 * What a session does by lending one of its readers: the graph, and the state of the store. */
#include "git/git.h"
#include "session/session.h"

void lu__note_looks(const lu_fresh *f, lu_freshness *out)
{
	out->state = lu_fresh_tree(f);
	lu_fresh_counts(f, &out->looked, &out->changed, &out->gone);
}

static lu_code ask_graph(lu__reader *to, const lu_graph_options *o, lu_graph_answer_fn *fn, void *ctx, lu_arena *a,
			 lu_freshness *fresh, lu_err *e)
{
	lu_graph_options with = *o;
	lu_code rc = LU_OK;

	with.fresh = NULL;
	if (fresh) rc = lu__current_tree(to, a, fresh, true, e);
	if (!rc && fresh) rc = lu_fresh_open(to->store, &with.fresh, e);
	if (!rc) rc = lu_graph_ask(to->store, &with, fn, ctx, e);
	if (!rc && fresh) lu__note_looks(with.fresh, fresh);
	lu_fresh_close(with.fresh);
	return rc;
}

lu_code lu_session_graph(lu_session *s, const lu_request *r, const lu_graph_options *o, lu_graph_answer_fn *fn,
			 void *ctx, lu_arena *a, lu_freshness *fresh, lu_err *e)
{
	const lu_request *before = lu_request_enter(r);
	lu__reader *to = NULL;
	lu_code rc = lu__reader_take(s, &to, e);

	if (fresh) *fresh = (lu_freshness){ .behind = -1 };
	if (!rc) rc = ask_graph(to, o, fn, ctx, a, fresh, e);
	lu__reader_give(to, rc);
	lu_request_leave(before);
	return rc;
}

static lu_code ask_impact(lu__reader *to, const lu_impact_options *o, lu_arena *a, lu_impact *out, lu_freshness *fresh,
			  lu_err *e)
{
	lu_impact_options with = *o;
	lu_freshness tree = { .behind = -1 };
	lu_code rc = lu__current_tree(to, a, &tree, fresh != NULL, e);

	with.fresh = NULL;
	if (!rc && fresh) rc = lu_fresh_open(to->store, &with.fresh, e);
	if (!rc) rc = lu_graph_impact(to->store, tree.root.s, &with, a, out, e);
	if (!rc && fresh) {
		*fresh = tree;
		lu__note_looks(with.fresh, fresh);
	}
	lu_fresh_close(with.fresh);
	return rc;
}

lu_code lu_session_impact(lu_session *s, const lu_request *r, const lu_impact_options *o, lu_arena *a, lu_impact *out,
			  lu_freshness *fresh, lu_err *e)
{
	const lu_request *before = lu_request_enter(r);
	lu__reader *to = NULL;
	lu_code rc = lu__reader_take(s, &to, e);

	if (fresh) *fresh = (lu_freshness){ .behind = -1 };
	if (!rc) rc = ask_impact(to, o, a, out, fresh, e);
	lu__reader_give(to, rc);
	lu_request_leave(before);
	return rc;
}

static lu_code diff_of(lu__reader *to, const char *rev, lu_buf *diff, lu_err *e)
{
	lu_freshness tree = { .behind = -1 };
	lu_arena a = { 0 };
	lu_git *g = NULL;
	lu_code rc = lu__current_tree(to, &a, &tree, false, e);

	if (!rc && !tree.root.n) rc = lu_fail(e, LU_ENOENT, "the knowledge base has no tree");
	if (!rc) rc = lu_git_open(tree.root.s, &g, e);
	if (rc == LU_EREJECT) rc = e->code = LU_EFORMAT; /* there is no answer, not a part of one */
	if (!rc) rc = lu_git_diff(g, tree.root.s, lu_strz(rev), diff, e);
	lu_git_close(g);
	lu_arena_free(&a);
	return rc;
}

lu_code lu_session_diff(lu_session *s, const lu_request *r, const char *rev, lu_buf *diff, lu_err *e)
{
	const lu_request *before = lu_request_enter(r);
	lu__reader *to = NULL;
	lu_code rc = lu__reader_take(s, &to, e);

	if (!rc) rc = diff_of(to, rev, diff, e);
	lu__reader_give(to, rc);
	lu_request_leave(before);
	return rc;
}

static lu_code ask_themes(lu__reader *to, const lu_themes_options *o, lu_arena *a, lu_themes *out, lu_freshness *fresh,
			  lu_err *e)
{
	lu_themes_options with = *o;
	lu_code rc = LU_OK;

	with.fresh = NULL;
	if (fresh) rc = lu__current_tree(to, a, fresh, false, e);
	if (!rc && fresh) rc = lu_fresh_open(to->store, &with.fresh, e);
	if (!rc) rc = lu_graph_themes(to->store, &with, a, out, e);
	if (!rc && fresh) lu__note_looks(with.fresh, fresh);
	lu_fresh_close(with.fresh);
	return rc;
}

lu_code lu_session_themes(lu_session *s, const lu_request *r, const lu_themes_options *o, lu_arena *a, lu_themes *out,
			  lu_freshness *fresh, lu_err *e)
{
	const lu_request *before = lu_request_enter(r);
	lu__reader *to = NULL;
	lu_code rc = lu__reader_take(s, &to, e);

	if (fresh) *fresh = (lu_freshness){ .behind = -1 };
	if (!rc) rc = ask_themes(to, o, a, out, fresh, e);
	lu__reader_give(to, rc);
	lu_request_leave(before);
	return rc;
}

static lu_code ask_concepts(lu__reader *to, const lu_concepts_options *o, lu_arena *a, lu_concepts_shown *out,
			    lu_freshness *fresh, lu_err *e)
{
	lu_concepts_options with = *o;
	lu_code rc = LU_OK;

	with.fresh = NULL;
	if (fresh) rc = lu__current_tree(to, a, fresh, false, e);
	if (!rc && fresh) rc = lu_fresh_open(to->store, &with.fresh, e);
	if (!rc) rc = lu_graph_concepts(to->store, &with, a, out, e);
	if (!rc && fresh) lu__note_looks(with.fresh, fresh);
	lu_fresh_close(with.fresh);
	return rc;
}

lu_code lu_session_concepts(lu_session *s, const lu_request *r, const lu_concepts_options *o, lu_arena *a,
			    lu_concepts_shown *out, lu_freshness *fresh, lu_err *e)
{
	const lu_request *before = lu_request_enter(r);
	lu__reader *to = NULL;
	lu_code rc = lu__reader_take(s, &to, e);

	if (fresh) *fresh = (lu_freshness){ .behind = -1 };
	if (!rc) rc = ask_concepts(to, o, a, out, fresh, e);
	lu__reader_give(to, rc);
	lu_request_leave(before);
	return rc;
}

lu_code lu_session_status(lu_session *s, const lu_request *r, lu_arena *a, lu_status *out, lu_err *e)
{
	const lu_request *before = lu_request_enter(r);
	lu__reader *to = NULL;
	lu_code rc = lu__reader_take(s, &to, e);

	if (!rc) rc = lu_status_read(to->store, a, out, e);
	lu__reader_give(to, rc);
	lu_request_leave(before);
	return rc;
}
