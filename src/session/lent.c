/* SPDX-License-Identifier: MIT
 * What a session does by lending one of its readers: the graph, and the state of the store. */
#include "session/session.h"

static void note_looks(const lu_fresh *f, lu_freshness *out)
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
	if (fresh) rc = lu__current_tree(to, a, fresh, false, e);
	if (!rc && fresh) rc = lu_fresh_open(to->store, &with.fresh, e);
	if (!rc) rc = lu_graph_ask(to->store, &with, fn, ctx, e);
	if (!rc && fresh) note_looks(with.fresh, fresh);
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

static lu_code ask_themes(lu__reader *to, const lu_themes_options *o, lu_arena *a, lu_themes *out, lu_freshness *fresh,
			  lu_err *e)
{
	lu_themes_options with = *o;
	lu_code rc = LU_OK;

	with.fresh = NULL;
	if (fresh) rc = lu__current_tree(to, a, fresh, false, e);
	if (!rc && fresh) rc = lu_fresh_open(to->store, &with.fresh, e);
	if (!rc) rc = lu_graph_themes(to->store, &with, a, out, e);
	if (!rc && fresh) note_looks(with.fresh, fresh);
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
	if (!rc && fresh) note_looks(with.fresh, fresh);
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
