/* SPDX-License-Identifier: MIT
 * lucus sync: all three phases in one process, for what changed. */
#include "base.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "lucus/file.h"

extern const lu_cmd cmd_sync;

static lu_opt opts[] = {
	LU_OPT_GROUP(lu_opts_tree),
	LU_OPT_GROUP(lu_opts_model),
	LU_OPT_GROUP(lu_opts_wait),
	LU_OPT_GROUP(lu_opts_store),
	LU_OPT_GROUP(lu_opts_output),
	LU_OPT_END
};

/* Are vectors and rows true for the elements that there are? Mostly the files brought theirs along. */
static lu_code is_derived(lu_store *s, bool *out, lu_err *e)
{
	lu_arena a = { 0 };
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, &a, &kb, e);

	*out = !rc && kb.embedded == kb.generation && kb.rowed == kb.generation;
	lu_arena_free(&a);
	return rc;
}

static lu_code phases(lu_store *s, const char *root, const char *sub, lu_running *r, lu_err *e)
{
	lu_tree_options o = lu_base_tree();
	lu_embedder *m = NULL;
	bool derived = false;
	lu_code rc = lu_base_embedder(&m, e);

	o.embed = m;
	o.rows = true;
	if (!rc) rc = lu_ingest_tree(s, root, sub, &o, &r->watch, &r->counts, e);
	lu_log("ingest", "parsed=%lld bytes=%lld", (long long)r->counts.parsed, (long long)r->counts.bytes);
	if (!rc) rc = is_derived(s, &derived, e);
	if (!rc && !derived) rc = lu_derive(s, m, true, o.jobs, &r->watch, &r->counts, e);
	lu_log("derive", "embedded=%lld indexed=%lld", (long long)r->counts.embedded, (long long)r->counts.indexed);
	if (!rc) rc = lu_finish_index(s, &r->counts, e);
	lu_log("pack", "blocks=%lld changes=%lld", (long long)r->counts.blocks, (long long)lu_store_changes(s));
	lu_embedder_close(m);
	return rc;
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	const char *path = argc ? argv[0] : NULL;
	lu_buf root = LU_BUF, sub = LU_BUF;
	lu_store *s = NULL;
	lu_running r;
	lu_code rc = lu_cmd_operands(&cmd_sync, argc, argv, 0, 1, e);

	lu_running_init(&r);
	if (!rc && lu_base_dry_run()) {
		rc = lu_base_plan(path, opts, "sync", e);
	} else if (!rc) {
		if (path) rc = lu_file_real(path, &root, e);    /* a mistyped path must not make a store */
		if (!rc) rc = lu_base_write(&s, path ? path : ".", true, e);
		if (!rc) rc = lu_base_settings(s, opts, e);
		if (!rc) rc = lu_base_tree_of(s, path, &root, &sub, e);
		if (!rc) rc = phases(s, root.s, sub.s, &r, e);
		if (!rc) rc = lu_running_summary(&r, "sync", s, e);
	}
	lu_store_close(s);
	lu_buf_free(&root);
	lu_buf_free(&sub);
	return rc;
}

const lu_cmd cmd_sync = {
	.name = "sync", .summary = "bring the store up to date with a tree: graph, vectors and index",
	.args = "[PATH]", .opts = opts, .run = run, .operands = LU_OPERANDS_FILES,
};
