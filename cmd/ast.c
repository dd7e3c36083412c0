/* SPDX-License-Identifier: MIT
 * lucus ast: source to element records, without a store. */
#include <string.h>

#include "base.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "cli/place.h"
#include "explain_ast.h"

static const char *root_dir, *explained;

static lu_opt opts[] = {
	LU_OPT_STR(0, "root", &root_dir, "DIR", 
		   "write paths relative to DIR; without it, to PATH, or to the current folder when there are several"),
	LU_OPT_GROUP(lu_opts_explain),
	LU_OPT_STR(0, "explained", &explained, "FILE",
		   "with --explain, take the explanations of unchanged elements from the records in FILE"),
	LU_OPT_GROUP(lu_opts_tree),
	LU_OPT_GROUP(lu_opts_output),
	LU_OPT_END
};

static lu_code show_text(const lu_element *el)
{
	lu_out_path(stdout, el->file_path, el->start_line);
	lu_out_textf(stdout, LU_DIM, "  %.*s", LU_FMT(el->type));
	lu_out_textf(stdout, LU_BOLD, "  %.*s\n", LU_FMT(el->name));
	if (el->explanation.n) lu_out_textf(stdout, LU_PLAIN, "    %.*s\n", LU_FMT(el->explanation));
	return LU_OK;
}

static lu_code print_one(void *ctx, const lu_element *el, lu_err *e)
{
	lu_jw *w = ctx;

	if (lu_out_format() == LU_FORMAT_PATHS) {
		lu_out_path(stdout, el->file_path, el->start_line);
		lu_out_text(stdout, LU_PLAIN, lu_strz("\n"));
		return LU_OK;
	}
	if (!lu_out_is_json()) return show_text(el);
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "element");
	lu_element_write(w, el);
	lu_jw_close(w, '}');
	return lu_jw_flush(w, stdout, e);
}

static lu_code print(void *ctx, const lu_parsed *p, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < p->elements.n && !rc; i++) rc = print_one(ctx, &p->elements.v[i], e);
	return rc;
}

/* What becomes of the elements of each file, and of what is to be said on the way. */
struct work {
	lu_elements_fn *fn;
	void *ctx;
	const lu_watch *watch;
	lu_counts *counts;
};

static lu_code one_path(const char *path, const char *root, const struct work *k, lu_err *e)
{
	lu_tree_options o = lu_base_tree();
	lu_buf top = LU_BUF, sub = LU_BUF;
	lu_code rc = lu_base_split(path, root, &top, &sub, e);

	if (!rc) rc = lu_place_enter(lu_buf_str(&top), e);
	if (!rc && lu_base_dry_run()) rc = lu_base_list(top.s, sub.s, "ast", e);
	else if (!rc) rc = lu_parse_tree(top.s, sub.s, &o, k->watch, k->fn, k->ctx, k->counts, e);
	lu_buf_free(&top);
	lu_buf_free(&sub);
	return rc;
}

/* A path that can not be read does not keep the others from being read. `r` is NULL when that is told another time. */
static lu_code all_paths(int argc, char **argv, const struct work *k, lu_running *r, lu_err *e)
{
	static char here[] = ".";
	char *one[] = { here, NULL };
	char **path = argc ? argv : one;
	int n = argc ? argc : 1, bad = 0;
	lu_code rc = LU_OK;

	for (int i = 0; i < n && !rc; i++) {
		rc = one_path(path[i], root_dir ? root_dir : n > 1 ? "." : NULL, k, e);
		if (rc != LU_EIO || n == 1 || !strncmp(e->msg, "cannot write", 12)) continue;
		bad++;
		if (r) r->rejected = true;
		rc = r ? lu_out_error(path[i], 0, e->msg, e) : LU_OK;
	}
	return !rc && bad == n ? lu_fail(e, LU_EIO, "no path could be read") : rc;
}

static lu_code run_explained(int argc, char **argv, lu_running *r, lu_jw *w, lu_err *e)
{
	static const lu_watch silent;
	lu_counts counts = { .files = 0 };
	lu_explain_ast *t = NULL;
	bool left = false;
	lu_code rc = lu_explain_ast_open(explained, print_one, w, &t, e);

	if (!rc) rc = all_paths(argc, argv, &(struct work){ lu_explain_ast_count, t, &silent, &counts }, NULL, e);
	if (!rc) rc = lu_explain_ast_agree(t, e);
	if (!rc) {
		rc = all_paths(argc, argv, &(struct work){ lu_explain_ast_take, t, &r->watch, &r->counts }, r, e);
		rc = lu_explain_ast_end(t, rc, &left, e);
	}
	r->rejected |= left;
	lu_explain_ast_close(t);
	return rc;
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	lu_running r;
	lu_jw w;
	lu_code rc;

	lu_running_init(&r);
	lu_jw_init(&w);
	if (lu_explains() && !lu_base_dry_run()) rc = run_explained(argc, argv, &r, &w, e);
	else rc = all_paths(argc, argv, &(struct work){ print, &w, &r.watch, &r.counts }, &r, e);
	lu_jw_free(&w);
	return !rc && r.rejected ? lu_fail(e, LU_EREJECT, "%s", "") : rc;
}

const lu_cmd cmd_ast = {
	.name = "ast", .summary = "parse source and print its elements, one record a line", .args = "[PATH...]",
	.opts = opts, .run = run, .operands = LU_OPERANDS_FILES, .of_tree = true,
};
