/* SPDX-License-Identifier: MIT
 * lucus sync: what ingest-ast, embed and index do, in one pass over what changed. */
#include <errno.h>

#include "base.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "llm.h"
#include "lucus/follow.h"
#include "lucus/history.h"
#include "paths.h"

#define RETRY_S 2 /* after another process kept the store to itself */

static bool watch;
static int64_t history = LU_HISTORY_DEFAULT;

static lu_opt opts[] = {
	LU_OPT_FLAG(0, "watch", &watch, "then wait for changes of the tree, and take in each, until interrupted",
		    .daily = true),
	LU_OPT_GROUP(lu_opts_paths),
	LU_OPT_GROUP(lu_opts_tree),
	LU_OPT_INT(
		0, "history", &history, "N", 0, LU_HISTORY_MAX,
		"read the last N commits, whose messages say what the files that they changed are about; 0 reads none",
		.env = "LUCUS_HISTORY", .setting = "history", .heading = "History"),
	LU_OPT_GROUP(lu_opts_model),
	LU_OPT_GROUP(lu_opts_prices),
	LU_OPT_GROUP(lu_opts_wait),
	LU_OPT_GROUP(lu_opts_input),
	LU_OPT_GROUP(lu_opts_store),
	LU_OPT_GROUP(lu_opts_output),
	LU_OPT_END
};

/* What all rounds share; only the first makes it. */
struct rounds {
	lu_paths paths;
	lu_buf root, sub; /* what is followed */
	lu_tree_options o;
	lu_follow *follow;
	bool told; /* that changes are not told */
};

static lu_code look(struct rounds *p, const lu_area *at, lu_store *s, lu_err *e)
{
	lu_code rc = LU_OK;

	if (!p->follow) {
		p->o = lu_base_tree();
		lu_buf_addstr(&p->root, lu_buf_str(&at->root));
		lu_buf_adds(&p->sub, at->part[0].sub);
		if (p->root.oom || p->sub.oom) return lu_nomem(e);
		rc = lu_follow_new(p->root.s, p->sub.s, &p->o.walk, lu_store_path(s), &p->follow, e);
	}
	if (!rc) rc = lu_follow_look(p->follow, e);
	if (!rc && *lu_follow_polls(p->follow) && !p->told) {
		lu_out_warn("%s: looking at the tree every 2 seconds", lu_follow_polls(p->follow));
		p->told = true;
	}
	return rc;
}

/* One sync. With --watch a round that finds nothing says nothing, but for the first one. */
static lu_code sync_once(struct rounds *p, lu_err *e)
{
	bool first = !p->follow;
	lu_store *s = NULL;
	lu_area at = LU_AREA;
	lu_running r;
	lu_code rc = lu_paths_open(&p->paths, lu_paths_from(&p->paths), lu_paths_create(&p->paths), &s, e);

	lu_running_init(&r);
	if (!rc) rc = lu_base_settings(s, opts, e);
	if (!rc) rc = lu_area_of(&at, &p->paths, s, e);
	if (p->paths.any) r.area = &at;
	r.rejected = at.bad > 0;
	r.counts.rejected = (int64_t)at.bad;
	if (!rc && watch) rc = look(p, &at, s, e);
	if (!rc) rc = lu_base_sync(s, at.root.s, at.part, at.n, NULL, history, &r, e);
	if (!rc && (first || r.counts.read || r.counts.removed_files || r.counts.missing || r.rejected))
		rc = lu_running_summary(&r, "sync", s, e);
	lu_area_free(&at);
	lu_store_close(s);
	return rc;
}

/* Round after round. A signal is the usual end of it. */
static lu_code sync_always(struct rounds *p, lu_err *e)
{
	lu_code rc = sync_once(p, e);

	while (p->follow && (rc == LU_OK || rc == LU_EREJECT || rc == LU_EBUSY || rc == LU_ENET)) {
		bool busy = rc == LU_EBUSY;

		if (busy || rc == LU_ENET) lu_out_warn("%s", e->msg);
		if (fflush(stdout)) return lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno));
		rc = lu_follow_wait(p->follow, busy ? RETRY_S : -1, e);
		if (!rc) rc = sync_once(p, e);
	}
	return rc == LU_ECANCEL ? LU_OK : rc;
}

/* What is watched must be one tree. */
static lu_code check(const lu_paths *o, lu_err *e)
{
	if (!watch) return LU_OK;
	if (lu_base_dry_run()) return lu_fail(e, LU_EUSAGE, "--watch and --dry-run exclude each other");
	if (o->any && (o->n != 1 || o->v[0].listed)) return lu_fail(e, LU_EUSAGE, "--watch takes one PATH, or none");
	return LU_OK;
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	struct rounds p = { .root = LU_BUF, .sub = LU_BUF };
	lu_code rc = lu_paths_read(&p.paths, argc, argv, e);

	if (!rc) rc = check(&p.paths, e);
	if (!rc && !p.paths.list) rc = lu_base_leave_input(NULL, e);
	if (!rc && lu_base_dry_run()) rc = lu_base_plan(&p.paths, opts, "sync", e);
	else if (!rc) rc = watch ? sync_always(&p, e) : sync_once(&p, e);
	if (!rc && !p.paths.list) rc = lu_base_left_input(NULL, e);
	lu_follow_free(p.follow);
	lu_buf_free(&p.root);
	lu_buf_free(&p.sub);
	lu_paths_free(&p.paths);
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
