/* SPDX-License-Identifier: MIT
 * Syncing whenever the tree changes: what is followed, and which errors the next round may not have. */
#include <stdlib.h>

#include "walk/follow.h"
#include "lucus/sync.h"
#include "session/watch.h"

#define RETRY_S 2 /* after another process kept the store to itself */

typedef struct lu__rounds {
	lu_buf root, sub; /* what is followed */
	lu_walk_options walk;
	lu_follow *follow;
	bool told; /* that changes are not reported */
} lu__rounds;

void lu_rounds_free(lu_rounds *r)
{
	if (r->own) {
		lu_follow_free(r->own->follow);
		lu_buf_free(&r->own->root);
		lu_buf_free(&r->own->sub);
	}
	free(r->own);
	r->own = NULL;
}

static lu_code begin(lu_rounds *r, const lu_area *area, const lu_walk_options *walk, const char *store, lu_err *e)
{
	lu__rounds *k = calloc(1, sizeof *k);
	lu_code rc;

	if (!k) return lu_nomem(e);
	k->root = k->sub = (lu_buf)LU_BUF;
	k->walk = *walk;
	lu_buf_addstr(&k->root, lu_buf_str(&area->root));
	lu_buf_adds(&k->sub, area->part[0].sub);
	rc = k->root.oom || k->sub.oom ? lu_nomem(e)
				       : lu_follow_new(k->root.s, k->sub.s, &k->walk, store, &k->follow, e);
	r->own = k;
	if (rc) lu_rounds_free(r);
	return rc;
}

lu_code lu_rounds_look(lu_rounds *r, const lu_area *area, const lu_walk_options *walk, const char *store,
		       const lu_watch *w, lu_err *e)
{
	lu_code rc = r->own ? LU_OK : begin(r, area, walk, store, e);

	if (!rc) rc = lu_follow_look(r->own->follow, e);
	if (!rc && *lu_follow_polls(r->own->follow) && !r->own->told) {
		lu__watch_warn(w, "%s: looking at the tree every 2 seconds", lu_follow_polls(r->own->follow));
		r->own->told = true;
	}
	return rc;
}

lu_code lu_rounds_next(lu_rounds *r, lu_code rc, const lu_watch *w, lu_err *e)
{
	bool busy = rc == LU_EBUSY;

	if (rc == LU_ECANCEL) return LU_DONE;
	if (!r->own || (rc && rc != LU_EREJECT && !busy && rc != LU_ENET)) return rc;
	if (busy || rc == LU_ENET) lu__watch_warn(w, "%s", e->msg);
	rc = lu_follow_wait(r->own->follow, busy ? RETRY_S : -1, e);
	return rc == LU_ECANCEL ? LU_DONE : rc;
}
