/* SPDX-License-Identifier: MIT
 * The root of a path that no knowledge base has yet. */
#include <string.h>
#include <sys/stat.h>

#include "core/file.h"
#include "session/area.h"

bool lu__lies_in(lu_str path, lu_str root, lu_str *sub)
{
	size_t n = root.n > 1 ? root.n : 0; /* "/" ends with it */

	*sub = lu_strn("", 0);
	if (lu_str_eq(path, root)) return true;
	if (path.n <= n || path.s[n] != '/' || (n && memcmp(path.s, root.s, n) != 0)) return false;
	*sub = lu_strn(path.s + n + 1, path.n - n - 1);
	return true;
}

/* The folder that holds `path`; of "/" itself. */
static lu_str folder_of(lu_str path)
{
	lu_str up = lu_str_before_last(path, '/');

	return up.n ? up : lu_strz("/");
}

/* The top of the repository that holds `dir`; false: none does. */
static bool repository_of(lu_str dir, lu_str *out, lu_err *e, lu_code *rc)
{
	lu_buf git = LU_BUF;
	bool found = false;

	for (lu_str at = dir;; at = folder_of(at)) {
		lu_buf_reset(&git);
		lu_buf_add(&git, at.s, at.n > 1 ? at.n : 0);
		lu_buf_adds(&git, "/.git");
		if (git.oom) *rc = lu_nomem(e);
		found = !git.oom && lu_file_exists(git.s);
		*out = at;
		if (found || git.oom || at.n <= 1) break;
	}
	lu_buf_free(&git);
	return found;
}

/* What a repository ignores, builds and downloads, is no part of it. */
static lu_code is_tracked(lu_str top, lu_str sub, bool *out, lu_err *e)
{
	lu_walk_options plain = { .no_ignore = false };
	lu_buf root = LU_BUF, below = LU_BUF;
	lu_err why;
	lu_code rc;

	lu_buf_addstr(&root, top);
	lu_buf_addstr(&below, sub);
	rc = root.oom || below.oom ? lu_nomem(e) : lu_walk_reaches(root.s, below.s, &plain, out, &why);
	if (rc && rc != LU_ENOMEM) {
		*out = true; /* what is wrong is found by the walk itself */
		rc = LU_OK;
	}
	lu_buf_free(&root);
	lu_buf_free(&below);
	return rc == LU_ENOMEM ? lu_nomem(e) : rc;
}

lu_code lu__root_of(lu_str path, lu_str here, lu_str *out, lu_err *e)
{
	struct stat st;
	lu_str dir = stat(path.s, &st) == 0 && S_ISDIR(st.st_mode) ? path : folder_of(path), sub;
	bool tracked = true;
	lu_code rc = LU_OK;

	if (!repository_of(dir, out, e, &rc)) {
		*out = lu__lies_in(path, here, &sub) ? here : dir;
	} else if (!rc && lu__lies_in(dir, *out, &sub) && sub.n) {
		rc = is_tracked(*out, sub, &tracked, e);
		if (!tracked) *out = dir;
	}
	return rc;
}

lu_code lu_area_root(lu_str path, lu_buf *out, lu_err *e)
{
	lu_buf here = LU_BUF;
	lu_str root;
	lu_code rc = lu_file_real(".", &here, e);

	if (!rc) rc = lu__root_of(path, lu_buf_str(&here), &root, e);
	lu_buf_reset(out);
	if (!rc) lu_buf_addstr(out, root);
	if (!rc && out->oom) rc = lu_nomem(e);
	lu_buf_free(&here);
	return rc;
}
