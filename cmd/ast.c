/* SPDX-License-Identifier: MIT
 * lucus ast: source to element records, without a store. */
#include <string.h>

#include "base.h"
#include "cli/cmd.h"
#include "cli/out.h"

static const char *root_dir;

static lu_opt opts[] = {
	LU_OPT_STR(0, "root", &root_dir, "DIR", 
		   "write paths relative to DIR; without it, to PATH, or to the current folder when there are several"),
	LU_OPT_GROUP(lu_opts_tree),
	LU_OPT_GROUP(lu_opts_output),
	LU_OPT_END
};

static lu_code show_text(const lu_element *el)
{
	lu_out_path(stdout, el->file_path, el->start_line);
	lu_out_textf(stdout, LU_DIM, "  %.*s", LU_FMT(el->type));
	lu_out_textf(stdout, LU_BOLD, "  %.*s\n", LU_FMT(el->name));
	return LU_OK;
}

static lu_code print(void *ctx, const lu_parsed *p, lu_err *e)
{
	lu_jw *w = ctx;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < p->elements.n && !rc; i++) {
		const lu_element *el = &p->elements.v[i];

		if (lu_out_format() == LU_FORMAT_PATHS) {
			lu_out_path(stdout, el->file_path, el->start_line);
			lu_out_text(stdout, LU_PLAIN, lu_strz("\n"));
		} else if (!lu_out_is_json()) {
			rc = show_text(el);
		} else {
			lu_jw_open(w, NULL, '{');
			lu_jw_strz(w, "record", "element");
			lu_element_write(w, el);
			lu_jw_close(w, '}');
			rc = lu_jw_flush(w, stdout, e);
		}
	}
	return rc;
}

static lu_code one_path(const char *path, const char *root, lu_running *r, lu_jw *w, lu_err *e)
{
	lu_tree_options o = lu_base_tree();
	lu_buf top = LU_BUF, sub = LU_BUF;
	lu_code rc = lu_base_split(path, root, &top, &sub, e);

	if (!rc && lu_base_dry_run()) rc = lu_base_list(top.s, sub.s, "ast", e);
	else if (!rc) rc = lu_parse_tree(top.s, sub.s, &o, &r->watch, print, w, &r->counts, e);
	lu_buf_free(&top);
	lu_buf_free(&sub);
	return rc;
}

/* A path that can not be read does not keep the others from being read. */
static lu_code run(int argc, char **argv, lu_err *e)
{
	static char here[] = ".";
	char *one[] = { here, NULL };
	char **path = argc ? argv : one;
	int n = argc ? argc : 1, bad = 0;
	lu_running r;
	lu_jw w;
	lu_code rc = LU_OK;

	lu_running_init(&r);
	lu_jw_init(&w);
	for (int i = 0; i < n && !rc; i++) {
		rc = one_path(path[i], root_dir ? root_dir : n > 1 ? "." : NULL, &r, &w, e);
		if (rc != LU_EIO || n == 1 || !strncmp(e->msg, "cannot write", 12)) continue;
		bad++;
		r.rejected = true;
		rc = lu_out_error(path[i], 0, e->msg, e);
	}
	lu_jw_free(&w);
	if (!rc && bad == n) return lu_fail(e, LU_EIO, "no path could be read");
	if (!rc && r.rejected) return lu_fail(e, LU_EREJECT, "%s", "");
	return rc;
}

const lu_cmd cmd_ast = {
	.name = "ast", .summary = "parse source and print its elements, one record a line", .args = "[PATH...]",
	.opts = opts, .run = run, .operands = LU_OPERANDS_FILES,
};
