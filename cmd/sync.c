/* SPDX-License-Identifier: MIT
 * lucus sync: what ingest-ast, embed and index do, in one pass over what changed. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "llm.h"
#include "lucus/history.h"
#include "paths.h"

static bool watch;
static int64_t history = LU_HISTORY_DEFAULT;

static lu_opt opts[] = {
	LU_OPT_FLAG(0, "watch", &watch, "then wait for changes of the tree, and take in each, until interrupted",
		    .daily = true),
	LU_OPT_GROUP(cmd_opts_paths),
	LU_OPT_GROUP(cmd_opts_tree),
	LU_OPT_INT(
		0, "history", &history, "N", 0, LU_HISTORY_MAX,
		"read the last N commits, whose messages say what the files that they changed are about; 0 reads none",
		.env = "LUCUS_HISTORY", .setting = "history", .heading = "History"),
	LU_OPT_GROUP(cmd_opts_communities),
	LU_OPT_GROUP(cmd_opts_model),
	LU_OPT_GROUP(cmd_opts_prices),
	LU_OPT_GROUP(cmd_opts_wait),
	LU_OPT_GROUP(cmd_opts_input),
	LU_OPT_GROUP(lu_opts_store),
	LU_OPT_GROUP(lu_opts_output),
	LU_OPT_END
};

/* One sync. With --watch a round that finds nothing says nothing, but for the first one. */
static lu_code sync_once(const lu_paths *paths, lu_rounds *rounds, cmd_running *r, lu_err *e)
{
	lu_where w = cmd_base_where();
	bool first = !rounds->own;
	lu_store *s = NULL;
	lu_area at = LU_AREA;
	cmd_syncing x = { .prices = LU_BUF };
	lu_code rc = cmd_operands_open(paths, lu_paths_from(paths, &w), lu_paths_create(paths), &s, e);

	cmd_running_init(r);
	if (!rc) rc = cmd_base_settings(s, opts, e);
	if (!rc) rc = cmd_operands_area(paths, s, &at, e);
	if (!rc) rc = cmd_base_sync(&x, history, e);
	x.o.community_size = cmd_base_community_size();
	if (paths->any) r->area = &at;
	r->rejected = at.bad > 0;
	r->counts.rejected = (int64_t)at.bad;
	if (!rc && watch) rc = lu_rounds_look(rounds, &at, &x.o.tree.walk, lu_store_path(s), &r->watch, e);
	if (!rc) rc = lu_sync(s, at.root.s, at.part, at.n, &x.o, &r->watch, &r->counts, e);
	if (!rc && (first || r->counts.read || r->counts.removed_files || r->counts.missing || r->rejected))
		rc = cmd_running_summary(r, "sync", s, e);
	r->area = NULL;
	cmd_base_sync_free(&x);
	lu_area_free(&at);
	lu_store_close(s);
	return rc;
}

/* Round after round. A signal is the usual end of it. */
static lu_code sync_always(const lu_paths *paths, lu_err *e)
{
	lu_rounds rounds = { NULL };
	cmd_running r;
	lu_code rc;

	do {
		rc = sync_once(paths, &rounds, &r, e);
		if (fflush(stdout)) rc = lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno));
		rc = lu_rounds_next(&rounds, rc, &r.watch, e);
	} while (!rc && rounds.own);
	lu_rounds_free(&rounds);
	return rc == LU_DONE ? LU_OK : rc;
}

/* What is watched must be one tree. */
static lu_code check(const lu_paths *o, lu_err *e)
{
	if (!watch) return LU_OK;
	if (cmd_base_dry_run()) return lu_fail(e, LU_EUSAGE, "--watch and --dry-run exclude each other");
	if (o->any && (o->n != 1 || o->v[0].listed)) return lu_fail(e, LU_EUSAGE, "--watch takes one PATH, or none");
	return LU_OK;
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	lu_rounds none = { NULL };
	cmd_running r;
	lu_paths o;
	lu_code rc = cmd_operands_read(&o, argc, argv, e);

	if (!rc) rc = check(&o, e);
	if (!rc && !o.list) rc = cmd_base_leave_input(NULL, e);
	if (!rc && cmd_base_dry_run()) rc = cmd_base_plan(&o, opts, "sync", e);
	else if (!rc) rc = watch ? sync_always(&o, e) : sync_once(&o, &none, &r, e);
	if (!rc && !o.list) rc = cmd_base_left_input(NULL, e);
	lu_paths_free(&o);
	return rc;
}

static const char *const examples[] = { "lucus sync", "lucus sync --dry-run", "lucus sync --exclude 'test_*'", NULL };

const lu_cmd cmd_sync = {
	.name = "sync",
	.summary = "bring the store up to date with a tree: graph, vectors and index",
	.args = "[PATH... | -]",
	.opts = opts,
	.run = run,
	.examples = examples,
	.operands = LU_OPERANDS_FILES,
	.of_tree = true,
};
