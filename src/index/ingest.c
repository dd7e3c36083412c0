/* SPDX-License-Identifier: MIT
 * Phase 1 from a tree. */
#include "index/ingest.h"

#include <sys/stat.h>

#include "index/explained_set.h"
#include "index/fresh.h"
#include "index/origin.h"
#include "index/tree.h"
#include "core/file.h"
#include "git/git.h"
#include "store/concept_lists.h"
#include "core/binary_search.h"

/* Elements of a transaction: about a tenth of a second of writing. */
#define BATCH 5000
/* Seconds of one, where parsing takes longer than writing: what is stored is seen, and survives. */
#define AGE 1

lu_code lu__batch_begin(struct lu__batch *b, lu_err *e)
{
	lu_code rc = b->open ? LU_OK : lu_store_begin(b->s, e);

	if (rc || b->open) return rc;
	b->open = true;
	b->since = lu_now();
	return LU_OK;
}

lu_code lu__batch_end(struct lu__batch *b, bool end, lu_err *e)
{
	lu_code rc;

	if (!b->open || (!end && b->n < BATCH && (!b->n || lu_now() - b->since < AGE))) return LU_OK;
	if ((rc = lu_store_commit(b->s, e))) return rc;
	b->open = false;
	b->n = 0;
	return LU_OK;
}

lu_code lu__store_file(struct lu__batch *b, const lu_file *f, lu_stored *v, size_t n, lu_err *e)
{
	int64_t id = 0;
	lu_code rc = lu__batch_begin(b, e);

	if (!rc) rc = lu_store_file_put(b->s, f, &id, e);
	if (!rc) rc = lu_store_put(b->s, id, v, n, &b->c->elements, e);
	b->n += (int64_t)n + 1;
	if (!rc && b->w && b->w->stored) rc = b->w->stored(b->w->ctx, id, e);
	return rc;
}

/* ---- from a tree ---- */

struct ingest {
	struct lu__batch b;
	struct lu__explained *explained;
	const lu_tree_part *part;
	size_t n_part;
	lu_file *old; /* what the store knows, by path */
	size_t n_old;
	bool *seen;
};

static lu_file *find_file(const struct ingest *g, lu_str path)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, g->n_old, lu_str_cmp(g->old[at].path, path) < 0);
	return at < g->n_old && lu_str_eq(g->old[at].path, path) ? &g->old[at] : NULL;
}

static void look(void *ctx, const lu_walk_entry *entry, const lu_file **known, bool *skip)
{
	struct ingest *g = ctx;
	lu_file *f = find_file(g, entry->path);

	if (!f) return;
	*skip = f->parser == LU_PARSER_VERSION && lu__same_stat(f, entry);
	if (!*skip && lu_name_reason(entry->path, entry->size)) return; /* it grew too large: it is gone */
	g->seen[f - g->old] = true;
	*known = f;
}

static void forget(void *ctx, const lu_file *known)
{
	struct ingest *g = ctx;

	g->seen[known - g->old] = false;
}

static lu_file file_row(const struct lu__source *s)
{
	const lu_walk_entry *w = s->entry;
	bool trust = !s->racy && (int64_t)s->bytes.len == w->size;

	return (lu_file){ .path = w->path,
			  .sha256 = lu_strz(s->sha256),
			  .size = w->size,
			  .language = lu_strz(s->language ? lu_language_name(s->language) : ""),
			  .mtime_ns = trust ? w->mtime_ns : 0,
			  .ctime_ns = trust ? w->ctime_ns : 0,
			  .inode = (int64_t)w->inode,
			  .parser = LU_PARSER_VERSION,
			  .reason = lu_strz(s->reason) };
}

/* Only the stat data are new: the row is written, the elements stay. */
static lu_code touch(struct ingest *g, struct lu__source *s, lu_err *e)
{
	lu_file f = file_row(s);
	lu_code rc;

	f.language = s->known->language;
	f.reason = s->known->reason;
	if (f.mtime_ns == s->known->mtime_ns && f.ctime_ns == s->known->ctime_ns && f.inode == s->known->inode &&
	    f.size == s->known->size)
		return LU_OK;
	if ((rc = lu__batch_begin(&g->b, e))) return rc;
	g->b.n++;
	rc = lu_store_file_put(g->b.s, &f, NULL, e);
	return rc ? rc : lu__batch_end(&g->b, false, e);
}

/* Of an edited file most elements are as they were: their vectors and rows are true. */
static lu_code put_derived(struct ingest *g, struct lu__source *s, size_t n, lu_err *e)
{
	lu_code rc = s->concepts.s ? lu_store_concepts_put(g->b.s, s->stored[0].file, s->concepts, e) : LU_OK;

	for (size_t i = 0; i < n && !rc; i++) {
		struct lu__derived *x = &s->derived[i];
		const lu_stored *el = &s->stored[i];

		if (x->vector && !el->fresh && lu__has_vector(g->b.s, el)) x->vector = NULL;
		if (x->row && !el->fresh && lu__has_row(g->b.s, el)) x->row = false;
		rc = lu__derive_put(g->b.s, el->file, el, x, &s->terms, g->b.w, g->b.c, e);
	}
	return rc;
}

static lu_code take(void *ctx, struct lu__source *s, lu_err *e)
{
	struct ingest *g = ctx;
	size_t n = s->reason[0] ? 0 : s->parsed.elements.n;
	lu_file f = file_row(s);
	lu_code rc;

	if (s->same) return touch(g, s, e);
	rc = lu__store_file(&g->b, &f, s->stored, n, e);
	if (!rc && n) rc = put_derived(g, s, n, e);
	return rc ? rc : lu__batch_end(&g->b, false, e);
}

static lu_code explain(void *ctx, lu_stored *v, size_t n, lu_arena *a, lu_err *e)
{
	return lu__explained_attach(((struct ingest *)ctx)->explained, v, n, a, e);
}

static bool in_parts(const struct ingest *g, lu_str path)
{
	for (size_t i = 0; i < g->n_part; i++)
		if (lu__below(path, lu_strz(g->part[i].sub))) return true;
	return false;
}

static lu_code remove_gone(struct ingest *g, const lu_walk_list *list, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < g->n_old && !rc; i++) {
		if (g->seen[i] || !in_parts(g, g->old[i].path) || lu__unreadable(list, g->old[i].path)) continue;
		rc = lu__batch_begin(&g->b, e);
		if (!rc) rc = lu_store_file_remove(g->b.s, g->old[i].id, &g->b.c->elements.removed, e);
		g->b.c->removed_files++;
		g->b.n += 100;
		if (!rc) rc = lu__batch_end(&g->b, false, e);
	}
	return rc;
}

/* Were vectors, rows and concepts true before this run? Then they are afterwards: each file brings its own. */
struct truth {
	bool vectors, rows, concepts;
};

static lu_code truth_of(lu_store *s, const lu_tree_options *o, struct truth *t, lu_err *e)
{
	lu_arena a = { 0 };
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, &a, &kb, e);

	if (!rc)
		*t = (struct truth){ lu__in_process(o->embed) && kb.embedded == kb.generation,
				     o->rows && kb.rowed == kb.generation, false };
	lu_arena_free(&a);
	return rc || !o->rows ? rc : lu_store_concepts_current(s, LU_CONCEPT_VERSION, &t->concepts, e);
}

static lu_code keep_truth(struct lu__batch *b, struct truth t, lu_err *e)
{
	lu_code rc = lu__batch_begin(b, e);

	if (!rc) rc = lu_store_rows_flush(b->s, e);
	if (!rc && t.vectors) rc = lu_store_mark(b->s, LU_MARK_VECTORS, e);
	if (!rc && t.rows) rc = lu_store_mark(b->s, LU_MARK_ROWS, e);
	if (!rc && t.concepts) rc = lu_store_concepts_mark(b->s, e);
	return rc;
}

/* What is noted of how the tree was walked. */
struct origin {
	lu_arena arena;
	lu_tree was, is;
	bool whole;      /* all that is noted is walked again: the commit and the time are those of this run */
	int64_t changes; /* of the handle, before the run */
};

static bool is_folder(const char *root, const char *sub)
{
	lu_buf path = LU_BUF;
	struct stat st;
	bool is;

	lu_buf_addf(&path, "%s/%s", root, sub);
	is = !path.oom && stat(path.s, &st) == 0 && S_ISDIR(st.st_mode);
	lu_buf_free(&path);
	return is;
}

/* The folders that were walked so far and are now. Single files are no parts: what the store has of them tells enough. */
static lu_code add_parts(struct ingest *g, const char *root, const lu_walk_options *o, struct origin *x, lu_err *e)
{
	struct lu__walked w = { .o = *o };
	lu_code rc = LU_OK;

	if (x->was.walk.n) rc = lu__walk_unpack(x->was.walk, &x->arena, &w, e);
	for (size_t i = 0; i < g->n_part && !rc; i++)
		if (!g->part[i].gone && is_folder(root, g->part[i].sub))
			rc = lu__add_part(&w.parts, lu_strz(g->part[i].sub), &x->arena, e);
	x->whole = w.parts.n > 0;
	for (size_t i = 0; i < w.parts.n; i++) x->whole &= in_parts(g, w.parts.v[i]);
	if (x->whole) w.o = *o;
	return rc || !w.parts.n ? rc : lu__walk_pack(&w, &x->arena, &x->is.walk, e);
}

/* How the tree is walked is known from the first file on: were the run killed, what it did not come to is new. The options
 * are those of the last run over all of it. */
static lu_code begin_origin(struct ingest *g, const char *root, const lu_walk_options *o, struct origin *x, lu_err *e)
{
	lu_tree begun;
	lu_code rc;

	x->changes = lu_store_changes(g->b.s);
	rc = lu_store_tree(g->b.s, &x->arena, &x->was, e);
	if (!rc) rc = add_parts(g, root, o, x, e);
	if (!rc && x->whole) rc = lu_git_head(root, &x->arena, &x->is.commit, e);
	if (rc || lu_str_eq(x->was.walk, x->is.walk)) return rc;
	begun = x->was;
	begun.walk = x->is.walk;
	rc = lu__batch_begin(&g->b, e);
	return rc ? rc : lu_store_tree_put(g->b.s, &begun, e);
}

/* A run that finds nothing to do writes nothing, the time neither. */
static lu_code end_origin(struct ingest *g, struct origin *x, lu_err *e)
{
	lu_code rc;

	if (!x->whole ||
	    (x->was.synced_ns && lu_str_eq(x->was.commit, x->is.commit) && lu_store_changes(g->b.s) == x->changes))
		return LU_OK;
	x->is.synced_ns = lu_time_ns();
	rc = lu__batch_begin(&g->b, e);
	return rc ? rc : lu_store_tree_put(g->b.s, &x->is, e);
}

lu_code lu_ingest_parts(lu_store *s, const char *root, const lu_tree_part *part, size_t n, const lu_tree_options *o,
			const lu_watch *w, lu_counts *c, lu_err *e)
{
	static const struct lu__tree_ops ops = {
		.store = true, .any_order = true, .look = look, .take = take, .gone = forget, .finish = explain
	};
	struct ingest g = { .b = { .s = s, .w = w, .c = c }, .part = part, .n_part = n };
	lu_walk_list list = { 0 };
	struct truth truth = { false, false, false };
	struct origin origin = { .changes = 0 };
	lu_arena a = { 0 };
	lu_code rc = lu_store_files(s, &a, &g.old, &g.n_old, e), end;

	if (!rc && !(g.seen = lu_arena_calloc(&a, g.n_old + 1, sizeof *g.seen))) rc = lu_nomem(e);
	if (!rc) rc = lu__derive_versions(s, lu__in_process(o->embed), o->rows, e);
	if (!rc) rc = truth_of(s, o, &truth, e);
	if (!rc) rc = lu__explained_open(s, &g.explained, e);
	if (!rc) rc = begin_origin(&g, root, &o->walk, &origin, e);
	if (!rc) rc = lu__tree_run(root, part, n, o, w, &ops, &g, &list, c, e);
	if (!rc) rc = remove_gone(&g, &list, e);
	if (!rc) rc = end_origin(&g, &origin, e);
	if (!rc) rc = keep_truth(&g.b, truth, e);
	else if (rc == LU_ECANCEL && (lu__batch_begin(&g.b, NULL) || lu_store_rows_flush(s, NULL))) rc = LU_EDB;
	/* what was taken before an error or an interrupt is kept */
	end = rc == LU_OK || rc == LU_ECANCEL ? lu__batch_end(&g.b, true, rc ? NULL : e) : LU_OK;
	if (g.b.open) lu_store_rollback(s);
	if (!rc) rc = end;
	if (!rc) rc = lu__resolve(s, true, o->jobs, w, c, e);
	lu__explained_close(g.explained);
	lu_walk_free(&list);
	lu_arena_free(&origin.arena);
	lu_arena_free(&a);
	return rc;
}

lu_code lu_ingest_tree(lu_store *s, const char *root, const char *sub, const lu_tree_options *o, const lu_watch *w,
		       lu_counts *c, lu_err *e)
{
	return lu_ingest_parts(s, root, &(lu_tree_part){ .sub = sub }, 1, o, w, c, e);
}
