/* SPDX-License-Identifier: MIT
 * Results are of the store, but people work in the tree: what has moved there is shown where it is. */
#include "session/session.h"

lu_code lu__current_element(lu_fresh *f, lu_brief *el, bool *gone, bool *stale, bool *touched, lu_err *e)
{
	lu_location p;
	lu_code rc = lu_fresh_place(f, el, &p, e);

	if (rc) return rc;
	*gone = p.file == LU_FILE_GONE;
	*stale = p.stale;
	*touched |= p.file != LU_FILE_SAME;
	el->start_line = p.start_line;
	el->end_line = p.end_line;
	return LU_OK;
}

lu_code lu__current_hits(lu_fresh *f, lu_result *r, size_t *gone, bool *touched, lu_err *e)
{
	size_t n = 0;
	lu_code rc = LU_OK;

	*gone = 0;
	for (size_t i = 0; f && i < r->n && !rc; i++) {
		bool is_gone = false;

		rc = lu__current_element(f, &r->v[i].el, &is_gone, &r->v[i].stale, touched, e);
		*gone += is_gone;
		if (is_gone) continue;
		r->v[n] = r->v[i];
		r->v[n].rank = (uint32_t)(n + 1);
		n++;
	}
	if (f && !rc) r->n = n;
	return rc;
}

/* A number that is known from elsewhere is that of one question. */
static bool known(lu_session *s, int64_t *behind)
{
	bool is;

	pthread_mutex_lock(&s->lock);
	is = s->behind_known;
	if (is) *behind = s->behind;
	s->behind_known = false;
	pthread_mutex_unlock(&s->lock);
	return is;
}

/* A tree that can not be read is no reason not to query the store. */
static lu_code look_at_tree(lu__reader *r, int64_t *behind, lu_err *e)
{
	lu_behind b;
	lu_code rc;

	if (known(r->session, behind)) return LU_OK;
	rc = lu_behind_peek(r->store, &b, e);
	if (!rc) *behind = lu_behind_files(&b);
	return rc == LU_EIO ? LU_OK : rc;
}

lu_code lu__current_tree(lu__reader *r, lu_arena *a, lu_freshness *out, bool look, lu_err *e)
{
	out->root = lu_arena_dup(a, r->kb.root);
	out->synced = (lu_tree){ .walk = lu_arena_dup(a, r->tree.walk),
				 .commit = lu_arena_dup(a, r->tree.commit),
				 .synced_ns = r->tree.synced_ns };
	if (!out->root.s || !out->synced.walk.s || !out->synced.commit.s) return lu_nomem(e);
	out->behind = -1;
	return look ? look_at_tree(r, &out->behind, e) : LU_OK;
}
