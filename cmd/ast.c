/* SPDX-License-Identifier: MIT
 * lucus ast: source to element records, without a store. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "explain.h"
#include "paths.h"

static const char *root_dir, *explained;

static lu_opt opts[] = {
	LU_OPT_STR(0, "root", &root_dir, "DIR",
		   "write paths relative to DIR, not to the root of the knowledge base or of the repository",
		   .daily = true),
	LU_OPT_GROUP(cmd_opts_paths),
	LU_OPT_GROUP(cmd_opts_explain),
	LU_OPT_STR(0, "explained", &explained, "FILE",
		   "with --explain, take the explanations of unchanged elements from the records in FILE"),
	LU_OPT_GROUP(cmd_opts_tree),
	LU_OPT_GROUP(cmd_opts_input),
	LU_OPT_GROUP(lu_opts_store),
	LU_OPT_GROUP(lu_opts_output),
	LU_OPT_END
};

static lu_code show_text(const lu_element *el)
{
	lu_out_path(stdout, el->file_path, el->start_line);
	lu_out_textf(stdout, LU_COLOR_DIM, "  %.*s", LU_FMT(el->type));
	lu_out_text(stdout, LU_COLOR_PLAIN, lu_strz("  "));
	lu_out_name(stdout, LU_COLOR_BOLD, el->name);
	lu_out_text(stdout, LU_COLOR_PLAIN, lu_strz("\n"));
	if (el->explanation.n) lu_out_textf(stdout, LU_COLOR_PLAIN, "    %.*s\n", LU_FMT(el->explanation));
	return LU_OK;
}

static lu_code print_one(void *ctx, const lu_element *el, lu_err *e)
{
	lu_jw *w = ctx;

	if (lu_out_is_places()) {
		lu_out_place(el->file_path, el->start_line, el->name, el->signature.n ? el->signature : el->type);
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

	lu_log("parsed", "path=%.*s bytes=%zu units=%llu", LU_FMT(p->elements.v[0].file_path), p->elements.v[0].code.n,
	       (unsigned long long)p->units);
	for (size_t i = 0; i < p->elements.n && !rc; i++) rc = print_one(ctx, &p->elements.v[i], e);
	return rc;
}

/* Its elements are blocks, which may not be all that the reader of the records hopes for. */
static lu_code on_gave_up(void *ctx, const char *path, const char *reason, lu_err *e)
{
	cmd_running *r = ctx;
	lu_err why;

	r->rejected = true;
	lu_fail(&why, LU_EFORMAT, "%s: read as blocks of lines", reason);
	return lu_out_error(path, 0, why.msg, e);
}

static lu_code parse(const lu_area *p, cmd_running *r, lu_jw *w, lu_err *e)
{
	lu_tree_options o = cmd_base_tree();

	return lu_parse_parts(p->root.s, p->part, p->n, &o, &r->watch, print, w, &r->counts, e);
}

/* The records of --explained, or NULL. */
static lu_code open_explained(FILE **f, lu_reader *in, lu_err *e)
{
	*f = NULL;
	if (!explained) return LU_OK;
	if (!(*f = fopen(explained, "re")))
		return lu_fail(e, LU_EIO, "cannot open '%s': %s", explained, strerror(errno));
	cmd_base_reader(in, *f, explained);
	return LU_OK;
}

static lu_code parse_explained(const lu_area *p, cmd_running *r, lu_jw *w, lu_err *e)
{
	lu_tree_options o = cmd_base_tree();
	lu_explain_trees t = { .root = p->root.s, .part = p->part, .n = p->n, .options = &o };
	cmd_explaining x;
	lu_reader in;
	FILE *f = NULL;
	bool left = false;
	lu_code rc = cmd_explain_open(&x, e);

	if (!rc) rc = open_explained(&f, &in, e);
	t.known = f ? &in : NULL;
	if (!rc) rc = lu_explain_parts(&t, &x.o, &r->watch, &r->counts, print_one, w, &left, e);
	r->rejected |= left;
	if (f) lu_reader_free(&in);
	if (f) fclose(f);
	cmd_running_end();
	cmd_explain_close(&x);
	return rc;
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	lu_paths o;
	lu_where here = cmd_base_where();
	lu_area p = LU_AREA;
	cmd_running r;
	lu_jw w;
	lu_code rc = cmd_operands_read(&o, argc, argv, e);

	cmd_running_init(&r);
	r.watch.gave_up = on_gave_up;
	lu_jw_init(&w);
	if (!rc && !o.list) rc = cmd_base_leave_input(NULL, e);
	if (!rc) rc = cmd_operands_enter(&p, lu_area_plain(&p, &o, root_dir, &here, e), e);
	r.area = &p;
	if (!rc && cmd_base_dry_run()) rc = cmd_base_list(NULL, &p, "ast", e);
	else if (!rc && cmd_explains()) rc = parse_explained(&p, &r, &w, e);
	else if (!rc) rc = parse(&p, &r, &w, e);
	if (!rc && !o.list) rc = cmd_base_left_input(NULL, e);
	if (!rc && (r.rejected || p.bad)) rc = lu_fail(e, LU_EREJECT, "%s", "");
	lu_jw_free(&w);
	lu_area_free(&p);
	lu_paths_free(&o);
	return rc;
}

static const char *const examples[] = { "lucus ast src", "lucus ast lib/bank.py --format text",
					"lucus ast src | lucus ingest-ast --summary", NULL };

const lu_cmd cmd_ast = {
	.name = "ast",
	.summary = "parse source and print its elements, one record a line",
	.args = "[PATH... | -]",
	.opts = opts,
	.run = run,
	.pages = true,
	.examples = examples,
	.operands = LU_OPERANDS_FILES,
	.of_tree = true,
};
