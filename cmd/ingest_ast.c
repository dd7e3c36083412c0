/* SPDX-License-Identifier: MIT
 * lucus ingest-ast: phase 1, element records or trees to the graph. */
#include <stdio.h>

#include "cli/cmd.h"
#include "cli/out.h"
#include "explain.h"
#include "ingest.h"
#include "core/file.h"
#include "nodes.h"
#include "paths.h"

static bool summary_only, forget;
static const char *root_dir;
static int from;
static const char *const forms[] = { "auto", "source", "records", "lucusrag", "scip", NULL };

static lu_opt opts[] = {
	LU_OPT_FLAG(0, "summary", &summary_only, "print no node records, only the summary", .daily = true),
	LU_OPT_CHOICE(0, "from", &from, "FORM", forms, "take each PATH for this; auto finds out"),
	LU_OPT_FLAG(0, "forget-indexes", &forget, "forget what SCIP indexes said before, and parse their files again"),
	LU_OPT_STR(0, "root", &root_dir, "DIR", "the paths in an index or a cache are relative to DIR"),
	LU_OPT_GROUP(cmd_opts_paths),
	LU_OPT_GROUP(cmd_opts_explain),
	LU_OPT_GROUP(cmd_opts_tree),
	LU_OPT_GROUP(cmd_opts_wait),
	LU_OPT_GROUP(cmd_opts_input),
	LU_OPT_GROUP(lu_opts_store),
	LU_OPT_GROUP(lu_opts_output),
	LU_OPT_END
};

static lu_code on_stored(void *ctx, int64_t file, lu_err *e)
{
	cmd_stored_files *t = &((cmd_ingesting *)ctx)->stored;
	int64_t *v;

	for (size_t i = 0; i < t->n && t->again; i++)
		if (t->file[i] == file) return LU_OK;
	if (!(v = lu_arena_grow(&t->arena, t->file, t->n, sizeof *v))) return lu_nomem(e);
	v[t->n++] = file;
	t->file = v;
	return LU_OK;
}

static bool is_tree(const lu_path *o)
{
	return lu_form_of(o->path, forms[from]) == LU_FORM_TREE;
}

/* What an index rejects is itself, or what it names: nothing that people could open from here. */
static lu_code reject_of_index(void *ctx, const char *path, long line, const char *reason, lu_err *e)
{
	cmd_running *r = ctx;

	r->rejected = true;
	return lu_out_error(path, line, reason, e);
}

static lu_code ingest_index(cmd_ingesting *g, lu_store *s, const char *path, lu_err *e)
{
	lu_watch w = g->run.watch;
	lu_code rc;

	w.reject = reject_of_index;
	rc = lu_ingest_index(s, path, root_dir, &w, &g->run.counts, e);
	if ((rc == LU_EIO || rc == LU_EFORMAT || rc == LU_ENOENT) && !ferror(stdout))
		rc = cmd_ingest_reject(g, path, e);
	return rc;
}

/* The source among the operands. */
static lu_code find_trees(cmd_ingesting *g, const lu_paths *all, lu_err *e)
{
	g->trees.any = all->any;
	g->trees.given = all->given;
	for (size_t i = 0; i < all->n; i++) {
		lu_path *v;

		if (!is_tree(&all->v[i])) continue;
		if (!(v = lu_arena_grow(&g->trees.arena, g->trees.v, g->trees.n, sizeof *v))) return lu_nomem(e);
		v[g->trees.n++] = all->v[i];
		g->trees.v = v;
	}
	return LU_OK;
}

/* Without operands that is what is due in the knowledge base's own tree. */
static lu_code ingest_trees(cmd_ingesting *g, lu_store *s, lu_err *e)
{
	lu_tree_options o = cmd_base_tree();
	lu_code rc = LU_OK;

	if (g->trees.n || !g->trees.any) rc = cmd_operands_area(&g->trees, s, &g->area, e);
	if (g->trees.any) g->run.area = &g->area;
	if (!rc && g->area.n)
		rc = lu_ingest_parts(s, g->area.root.s, g->area.part, g->area.n, &o, &g->run.watch, &g->run.counts, e);
	g->run.rejected |= g->area.bad > 0;
	g->run.counts.rejected += (int64_t)g->area.bad;
	g->bad += g->area.bad;
	return rc;
}

static lu_code ingest(cmd_ingesting *g, lu_store *s, const lu_paths *o, lu_err *e)
{
	lu_code rc = LU_OK;

	if (forget) rc = lu_store_forget_indexes(s, e);
	if (!rc && g->records) rc = lu_intake_store(g->intake, s, &g->run.watch, &g->run.counts, e);
	if (!rc && !o->any && !g->records && !lu_has_root(s))
		return lu_fail(e, LU_EUSAGE, "no records on standard input, and no PATH");
	if (!rc && (o->any || !g->records)) rc = ingest_trees(g, s, e);
	for (size_t i = 0; i < o->n && !rc; i++)
		if (lu_form_of(o->v[i].path, forms[from]) == LU_FORM_SCIP) rc = ingest_index(g, s, o->v[i].path, e);
	if (!rc && o->n && g->bad == o->n) rc = lu_fail(e, LU_EIO, "no path could be read");
	return rc;
}

/* --dry-run: what the trees hold. Of records nothing is left out. */
static lu_code plan(const lu_paths *o, lu_err *e)
{
	for (size_t i = 0; i < o->n; i++)
		if (!is_tree(&o->v[i]))
			return lu_fail(e, LU_EUSAGE, "--dry-run lists what trees hold, '%s' holds records",
				       o->v[i].path);
	return cmd_base_plan(o, opts, "ingest-ast", e);
}

static lu_code explain(cmd_ingesting *g, lu_store *s, lu_explain_sum *sum, lu_err *e)
{
	cmd_explaining x;
	bool left = false;
	lu_code rc;

	if (!cmd_explains()) return LU_OK;
	g->run.explained = sum;
	g->stored.again = true;
	rc = cmd_explain_open(&x, e);
	if (!rc) rc = lu_explain_store(s, &x.o, &g->run.watch, &g->run.counts, sum, &left, e);
	if (left && !rc) g->run.rejected = true;
	cmd_running_end();
	cmd_explain_close(&x);
	return rc;
}

/* Where the store is looked for. */
static const char *store_from(const lu_paths *o, const lu_where *w)
{
	if (root_dir && lu_file_exists(root_dir)) return root_dir;
	return o->n && is_tree(&o->v[0]) ? lu_paths_from(o, w) : ".";
}

static lu_code work(cmd_ingesting *g, const lu_paths *o, lu_explain_sum *sum, lu_store **s, lu_err *e)
{
	lu_where w = cmd_base_where();
	lu_code rc = lu_intake_new(&g->intake, e);

	cmd_running_init(&g->run);
	g->run.watch.stored = on_stored;
	if (!rc) rc = find_trees(g, o, e);
	if (!rc) rc = cmd_ingest_read(g, o, e);
	if (!rc && o->n && g->bad == o->n) rc = lu_fail(e, LU_EIO, "no path could be read");
	if (!rc) rc = cmd_operands_open(&g->trees, store_from(o, &w), lu_paths_create(o), s, e);
	if (!rc) rc = cmd_base_settings(*s, opts, e);
	if (!rc) rc = ingest(g, *s, o, e);
	if (!rc) rc = explain(g, *s, sum, e);
	if (!rc) rc = lu_where_reopen(&w, s, e); /* the next stage of the pipeline may want to write */
	if (!rc && !summary_only && lu_out_is_json()) rc = cmd_nodes_write(*s, g->stored.file, g->stored.n, e);
	return rc ? rc : cmd_running_summary(&g->run, "ingest-ast", *s, e);
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	cmd_ingesting g = { .area = LU_AREA, .from = forms[from], .root = root_dir };
	lu_explain_sum sum = { .requests = 0 };
	lu_paths o;
	lu_store *s = NULL;
	lu_code rc = cmd_operands_read(&o, argc, argv, e);

	if (!rc && o.any && !o.list) rc = cmd_base_leave_input("PATH", e);
	if (!rc && cmd_base_dry_run()) rc = plan(&o, e);
	else if (!rc) rc = work(&g, &o, &sum, &s, e);
	if (!rc && o.any && !o.list) rc = cmd_base_left_input("PATH", e);
	lu_store_close(s);
	lu_intake_free(g.intake);
	lu_arena_free(&g.stored.arena);
	lu_area_free(&g.area);
	lu_paths_free(&g.trees);
	lu_paths_free(&o);
	return rc;
}

static const char *const examples[] = { "lucus ingest-ast --summary src", "lucus ast lib | lucus ingest-ast --summary",
					NULL };

const lu_cmd cmd_ingest_ast = {
	.name = "ingest-ast",
	.summary = "phase 1: element records or source to the graph",
	.args = "[PATH... | -]",
	.opts = opts,
	.run = run,
	.examples = examples,
	.operands = LU_OPERANDS_FILES,
	.of_tree = true,
};
