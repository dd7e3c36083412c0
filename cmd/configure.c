/* SPDX-License-Identifier: MIT */
#include "configure.h"

#include "base.h"
#include "cli/config.h"

/* The file beside a store in a .lucus folder: beside another file, `config` may be anybody's. */
static void tree_path(const char *from, lu_buf *out)
{
	static const char dir[] = ".lucus";
	size_t n = sizeof dir - 1;
	lu_where here = cmd_base_where();
	bool found = false;
	lu_err unused;
	lu_str at;

	if (lu_where_path(&here, from, out, &found, &unused)) {
		lu_buf_reset(out); /* the command says so, when it needs a store */
		return;
	}
	at = lu_str_before_last(lu_buf_str(out), '/');
	if (at.n < n || memcmp(at.s + at.n - n, dir, n) != 0 || (at.n > n && at.s[at.n - n - 1] != '/')) {
		lu_buf_reset(out);
		return;
	}
	lu_buf_trunc(out, at.n);
	lu_buf_adds(out, "/config");
}

lu_code cmd_configure(lu_opt *opts, const char *from, lu_err *e)
{
	lu_buf path = LU_BUF;
	lu_code rc = LU_OK;

	if (!lu_config_concerns(opts)) return LU_OK;
	lu_config_user_path(&path);
	if (path.oom) rc = lu_nomem(e);
	if (!rc && path.len) rc = lu_config_apply(lu_commands, opts, path.s, LU_FROM_USER_FILE, e);
	if (!rc) tree_path(from, &path);
	if (!rc && path.oom) rc = lu_nomem(e);
	if (!rc && path.len) rc = lu_config_apply(lu_commands, opts, path.s, LU_FROM_TREE_FILE, e);
	lu_buf_free(&path);
	return rc;
}
