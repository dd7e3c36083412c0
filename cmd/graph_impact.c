/* SPDX-License-Identifier: MIT
 * lucus graph impact --diff: what a diff touches and affects. */
#include "graph.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base.h"
#include "behind.h"
#include "cli/out.h"
#include "git/diff.h"
#include "render/render.h"

static lu_code read_input(lu_buf *out, lu_err *e)
{
	char piece[1 << 16];
	size_t n;

	while ((n = fread(piece, 1, sizeof piece, stdin)) && out->len <= LU_DIFF_MAX) lu_buf_add(out, piece, n);
	if (ferror(stdin)) return lu_fail(e, LU_EIO, "cannot read standard input: %s", strerror(errno));
	return out->oom ? lu_nomem(e) : LU_OK;
}

lu_code cmd_graph_impact(const char *rev, const lu_impact_options *o, int64_t most, lu_err *e)
{
	lu_impact_options with = *o;
	lu_session *s = NULL;
	lu_freshness fresh;
	lu_impact x;
	lu_buf diff = LU_BUF;
	lu_arena a = { 0 };
	lu_sink to = lu_out_sink(stdout);
	lu_code rc = cmd_base_session(&s, e);

	if (!rc) rc = strcmp(rev, "-") ? lu_session_diff(s, NULL, rev, &diff, e) : read_input(&diff, e);
	with.diff = lu_buf_str(&diff);
	if (!rc) rc = lu_session_impact(s, NULL, &with, &a, &x, &fresh, e);
	if (!rc) rc = lu_render_impact(&to, &x, e);
	if (!rc) cmd_warn_of_tree(fresh.root, fresh.state, fresh.behind, fresh.changed + fresh.gone);
	if (!rc && most >= 0 && x.all_affected > (size_t)most)
		rc = lu_fail(e, LU_EGATE, "%zu element%s affected, more than %lld", x.all_affected,
			     x.all_affected == 1 ? " is" : "s are", (long long)most);
	lu_arena_free(&a);
	lu_buf_free(&diff);
	lu_session_close(s);
	return rc;
}
