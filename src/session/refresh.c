/* SPDX-License-Identifier: MIT
 * The store of a session is brought up to date: for paths that somebody names, or before a question, unless something
 * is in the way of that. */
#include "lucus/sync.h"
#include "session/session.h"
#include "session/watch.h"

static lu_code open_to_write(const lu_session *s, double wait_s, lu_store **out, lu_err *e)
{
	lu_code rc = lu_store_open(out, s->db, LU_STORE_WRITE, wait_s, e);

	return rc ? rc : lu_store_use(*out, s->tenant, s->kb, e);
}

lu_code lu_session_sync(lu_session *s, const lu_request *r, const lu_paths *paths, double wait_s,
			const lu_sync_options *o, const lu_watch *w, lu_counts *c, lu_area *area, lu_err *e)
{
	const lu_request *before = lu_request_enter(r);
	lu_store *st = NULL;
	lu_code rc = open_to_write(s, wait_s, &st, e);

	if (!rc) rc = lu_area_of(area, paths, st, e);
	if (!rc) rc = lu_sync(st, area->root.s, area->part, area->n, o, w, c, e);
	lu_store_close(st);
	lu_session_renew(s, NULL);
	lu_request_leave(before);
	return rc;
}

/* ---- before a question ---- */

/* What is to be read, as the store says. */
struct intake {
	lu_behind behind;
	lu_walk_options walk;
	lu_tree_part *part;
	size_t n;
	lu_kb kb;
	lu_arena arena;
};

static lu_code plan(lu_session *s, const lu_request *r, struct intake *in, lu_err *e)
{
	lu_store *st = NULL;
	lu_code rc = lu_session_lend(s, r, &st, e);

	if (!rc) rc = lu_behind_read(st, &in->behind, e);
	if (!rc && lu_behind_files(&in->behind) > 0) {
		rc = lu_store_kb(st, false, &in->arena, &in->kb, e);
		if (!rc) rc = lu_behind_parts(st, &in->arena, &in->walk, &in->part, &in->n, e);
	}
	lu_session_return(s, st);
	return rc;
}

static lu_code take_in(const lu_session *s, const struct intake *in, const lu_sync_options *o, const lu_watch *w,
		       lu_err *e)
{
	lu_sync_options now = *o;
	lu_counts c = { .files = 0 };
	lu_store *st = NULL;
	lu_code rc = open_to_write(s, 0, &st, e);

	now.tree.walk = in->walk;
	if (!rc) rc = lu_sync(st, in->kb.root.s, in->part, in->n, &now, w, &c, e);
	lu__watch_log(w, "refresh", "parsed=%lld removed=%lld", (long long)c.parsed, (long long)c.removed_files);
	lu_store_close(st);
	return rc;
}

static lu_code refresh(lu_session *s, const lu_request *r, struct intake *in, const lu_sync_options *o,
		       const lu_watch *w, lu_err *e)
{
	lu_err why = { LU_OK, "" };
	lu_code rc;

	lu_session_renew(s, NULL); /* the writer need not keep what was read */
	rc = take_in(s, in, o, w, &why);
	if (rc == LU_ECANCEL || rc == LU_ENOMEM) return lu_fail(e, rc, "%s", why.msg);
	if (rc) lu__watch_warn(w, "the store could not be refreshed, and is asked as it is: %s", why.msg);
	return plan(s, r, in, e);
}

lu_code lu_session_refresh(lu_session *s, const lu_request *r, const lu_sync_options *o, const lu_watch *w, lu_err *e)
{
	const lu_request *before = lu_request_enter(r);
	struct intake in = { .n = 0 };
	lu_code rc = plan(s, r, &in, e);

	if (!rc && lu_behind_files(&in.behind) > 0) rc = refresh(s, r, &in, o, w, e);
	if (!rc) lu_session_renew(s, &in.behind);
	lu_request_leave(before);
	lu_arena_free(&in.arena);
	return rc;
}
