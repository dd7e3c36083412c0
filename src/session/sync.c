/* SPDX-License-Identifier: MIT
 * All three phases in one process, for what changed. */
#include "lucus/sync.h"

#include <string.h>

#include "concept/concept.h"
#include "store/concept_lists.h"
#include "store/grouping.h"
#include "store/postings.h"
#include "session/spent.h"
#include "session/watch.h"

/* ---- the address of the vectors ---- */

static lu_code find_url(void *ctx, const char *key, const char *value, lu_err *e)
{
	(void)e;
	if (!strcmp(key, "embed_url")) lu_buf_adds(ctx, value);
	return LU_OK;
}

/* Note in the knowledge base which address has made its vectors, so that questions find it. */
static lu_code note_url(lu_store *s, const lu_embed_config *c, lu_err *e)
{
	lu_buf known = LU_BUF;
	lu_code rc;

	if (!c->provider || !strcmp(c->provider, "builtin")) return LU_OK;
	rc = lu_store_settings(s, find_url, &known, e);
	if (!rc && known.oom) rc = lu_nomem(e);
	if (!rc && !lu_str_eqz(lu_buf_str(&known), c->url)) rc = lu_store_setting_put(s, "embed_url", c->url, e);
	lu_buf_free(&known);
	return rc;
}

/* ---- the phases ---- */

/* Are vectors, rows and concepts true for the elements that there are? Mostly the files brought theirs along. */
static lu_code is_derived(lu_store *s, lu_embedder *m, bool *out, lu_err *e)
{
	lu_arena a = { 0 };
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, &a, &kb, e);

	*out = !rc && kb.embedded == kb.generation && kb.rowed == kb.generation &&
	       lu_embedder_suits(m, kb.model, kb.dim);
	lu_arena_free(&a);
	return rc || !*out ? rc : lu_store_concepts_current(s, LU_CONCEPT_VERSION, out, e);
}

lu_code lu_sync(lu_store *s, const char *root, const lu_tree_part *part, size_t n, const lu_sync_options *o,
		const lu_watch *w, lu_counts *c, lu_err *e)
{
	lu_tree_options tree = o->tree;
	lu_embedder *m = NULL;
	bool derived = false;
	lu_code rc = lu_embedder_open(&o->embed, &m, e);

	tree.embed = m;
	tree.rows = true;
	if (!rc) rc = lu_ingest_parts(s, root, part, n, &tree, w, c, e);
	lu__watch_log(w, "ingest", "parsed=%lld bytes=%lld", (long long)c->parsed, (long long)c->bytes);
	if (!rc) rc = is_derived(s, m, &derived, e);
	if (!rc && !derived) rc = lu_derive(s, m, true, tree.jobs, w, c, e);
	if (!rc) rc = note_url(s, &o->embed, e);
	lu__watch_log(w, "derive", "embedded=%lld indexed=%lld", (long long)c->embedded, (long long)c->indexed);
	if (!rc) rc = lu_sync_history(s, root, o->history, w, c, e);
	lu__watch_log(w, "history", "read=%lld", (long long)c->commits);
	if (!rc) rc = lu_finish_index(s, o->community_size, c, e);
	lu__spent_vectors(s, m, o->prices, w);
	lu__watch_log(w, "pack", "blocks=%lld changes=%lld", (long long)c->blocks, (long long)lu_store_changes(s));
	lu_embedder_close(m);
	return rc;
}

lu_code lu_sync_vectors(lu_store *s, const lu_sync_options *o, const lu_watch *w, lu_counts *c, lu_err *e)
{
	lu_embedder *m = NULL;
	lu_code rc = lu_embedder_open(&o->embed, &m, e);

	if (!rc) rc = lu_derive(s, m, false, o->tree.jobs, w, c, e);
	if (!rc) rc = note_url(s, &o->embed, e);
	lu__spent_vectors(s, m, o->prices, w);
	lu_embedder_close(m);
	return rc;
}

lu_code lu_sync_verdict(const lu_counts *c, bool rejected, lu_err *e)
{
	if (c->missing)
		return lu_fail(e, LU_ENET, "%lld element%s no vector: run 'lucus embed' again", (long long)c->missing,
			       c->missing == 1 ? " has" : "s have");
	return rejected ? lu_fail(e, LU_EREJECT, "%s", "") : LU_OK;
}

lu_code lu_sync_index(lu_store *s, int jobs, uint32_t community_size, const lu_watch *w, lu_counts *c, lu_err *e)
{
	lu_code rc = lu_derive(s, NULL, true, jobs, w, c, e);

	return rc ? rc : lu_finish_index(s, community_size, c, e);
}

lu_code lu_sync_drop(lu_store *s, lu_err *e)
{
	lu_code rc = lu_store_begin(s, e);

	if (!rc) rc = lu_store_rows_drop(s, e);
	if (!rc) rc = lu_store_unpack(s, e);
	if (!rc) rc = lu_store_grouped_drop(s, e);
	if (!rc) rc = lu_store_commit(s, e);
	else lu_store_rollback(s);
	return rc;
}
