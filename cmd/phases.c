/* SPDX-License-Identifier: MIT
 * What changed in a tree comes into the store in one pass: elements with vectors and rows, then edges, history, and what queries
 * read. For lucus sync, and lucus query --refresh. */
#include "base.h"
#include "behind.h"
#include "cli/out.h"
#include "lucus/session.h"
#include "spent.h"

/* Are vectors and rows true for the elements that there are? Mostly the files brought theirs along. */
static lu_code is_derived(lu_store *s, lu_embedder *m, bool *out, lu_err *e)
{
	lu_arena a = { 0 };
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, &a, &kb, e);

	*out = !rc && kb.embedded == kb.generation && kb.rowed == kb.generation &&
	       lu_embedder_suits(m, kb.model, kb.dim);
	lu_arena_free(&a);
	return rc;
}

lu_code lu_base_sync(lu_store *s, const char *root, const lu_tree_part *part, size_t n, const lu_walk_options *walk,
		     int64_t history, lu_running *r, lu_err *e)
{
	lu_tree_options o = lu_base_tree();
	lu_embedder *m = NULL;
	bool derived = false;
	lu_code rc = lu_base_embedder(&m, e);

	if (walk) o.walk = *walk;
	o.embed = m;
	o.rows = true;
	if (!rc) rc = lu_ingest_parts(s, root, part, n, &o, &r->watch, &r->counts, e);
	lu_log("ingest", "parsed=%lld bytes=%lld", (long long)r->counts.parsed, (long long)r->counts.bytes);
	if (!rc) rc = is_derived(s, m, &derived, e);
	if (!rc && !derived) rc = lu_derive(s, m, true, o.jobs, &r->watch, &r->counts, e);
	if (!rc) rc = lu_base_embed_note(s, e);
	lu_log("derive", "embedded=%lld indexed=%lld", (long long)r->counts.embedded, (long long)r->counts.indexed);
	if (!rc) rc = lu_sync_history(s, root, history, &r->watch, &r->counts, e);
	lu_log("history", "read=%lld", (long long)r->counts.commits);
	if (!rc) rc = lu_finish_index(s, &r->counts, e);
	lu_spent_vectors(s, m);
	lu_log("pack", "blocks=%lld changes=%lld", (long long)r->counts.blocks, (long long)lu_store_changes(s));
	lu_embedder_close(m);
	return rc;
}

/* ---- --refresh ---- */

/* What a question does not wait for is told as a warning, not as a record: those are of the question. */
static lu_code on_reject(void *ctx, const char *path, long line, const char *reason, lu_err *e)
{
	(void)ctx, (void)e;
	if (line) lu_out_warn("%s:%ld: %s", path, line, reason);
	else lu_out_warn("%s: %s", path, reason);
	return LU_OK;
}

static void on_warn(void *ctx, const char *text)
{
	(void)ctx;
	lu_out_warn("%s", text);
}

/* What is to be read, as the store says. */
typedef struct intake {
	lu_behind behind;
	lu_walk_options walk;
	lu_tree_part *part;
	size_t n;
	lu_kb kb;
	lu_arena arena;
} intake;

static lu_code plan(lu_session *s, intake *in, lu_err *e)
{
	lu_store *st = NULL;
	lu_code rc = lu_session_lend(s, NULL, &st, e);

	if (!rc) rc = lu_behind_read(st, &in->behind, e);
	if (!rc && lu_behind_files(&in->behind) > 0) {
		rc = lu_store_kb(st, false, &in->arena, &in->kb, e);
		if (!rc) rc = lu_behind_parts(st, &in->arena, &in->walk, &in->part, &in->n, e);
	}
	lu_session_return(s, st);
	return rc;
}

static lu_code take_in(const char *path, const intake *in, lu_err *e)
{
	lu_running r = { .watch = { .reject = on_reject, .warn = on_warn } };
	lu_store *w = NULL;
	lu_code rc = lu_store_open(&w, path, LU_STORE_WRITE, 0, e);

	if (!rc) rc = lu_store_use(w, lu_common.tenant, lu_common.kb, e);
	if (!rc) rc = lu_base_sync(w, in->kb.root.s, in->part, in->n, &in->walk, -1, &r, e);
	lu_log("refresh", "parsed=%lld removed=%lld", (long long)r.counts.parsed, (long long)r.counts.removed_files);
	lu_store_close(w);
	return rc;
}

static lu_code refresh(lu_session *s, intake *in, lu_err *e)
{
	lu_err why = { LU_OK, "" };
	lu_code rc;

	lu_session_renew(s, NULL); /* the writer need not keep what was read */
	rc = take_in(lu_session_path(s), in, &why);
	if (rc == LU_ECANCEL || rc == LU_ENOMEM) return lu_fail(e, rc, "%s", why.msg);
	if (rc) lu_out_warn("the store could not be refreshed, and is asked as it is: %s", why.msg);
	return plan(s, in, e);
}

lu_code lu_base_refresh(lu_session *s, lu_err *e)
{
	intake in = { .n = 0 };
	lu_code rc = plan(s, &in, e);

	if (!rc && lu_behind_files(&in.behind) > 0) rc = refresh(s, &in, e);
	if (!rc) lu_session_renew(s, &in.behind);
	lu_arena_free(&in.arena);
	return rc;
}
