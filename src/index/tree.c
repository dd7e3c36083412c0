/* SPDX-License-Identifier: MIT */
#include "index/tree.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "index/content.h"
#include "index/fresh.h"
#include "index/pool.h"
#include "core/file.h"
#include "lucus/text.h"

/* The clock of file times moves in steps of at most this: what was written just now may be written again
 * without a visible change, so such a file is read only when the step is over. */
#define CLOCK_STEP_NS 20000000

/* Of a file that goes and comes. */
#define READ_TRIES 3

/* Files in the pool at a time, for each thread. */
#define FILES_PER_JOB 16

/* Some files cost a second each, be it by malice, and others should not wait for them: small ones come first, and those of
 * them that cost more than TRY (lu_parsed.units), which ordinary source of that size does not, are put off to the end. A
 * try of a large one would be dear. */
#define LARGE 200000
#define TRY   20000000

struct turn {
	size_t entry;
	bool again;
};

struct tree {
	const lu_tree_options *o;
	const lu_watch *w;
	const struct lu__tree_ops *ops;
	void *ctx;
	const char *root;
	const lu_walk_list *list;
	lu_counts *c;
	struct turn *turn; /* of the files, in order; there is room for two of each */
	size_t n_turns;
};

lu_code lu__reject(const lu_watch *w, lu_counts *c, const char *path, long line, const char *reason, lu_err *e)
{
	c->rejected++;
	return w && w->reject ? w->reject(w->ctx, path, line, reason, e) : LU_OK;
}

static lu_code skip(struct tree *t, const lu_walk_entry *entry, const char *reason, lu_err *e)
{
	t->c->skipped++;
	return t->w && t->w->skip ? t->w->skip(t->w->ctx, entry, reason, e) : LU_OK;
}

/* What a thread keeps from one file to the next. */
struct worker {
	lu_parser *parser;
	struct lu__deriver deriver;
};

static void free_source(void *item)
{
	struct lu__source *s = item;

	if (!s) return;
	lu_arena_free(&s->arena);
	lu_buf_free(&s->bytes);
	lu_buf_free(&s->decoded);
	free(s);
}

static lu_code new_source(const lu_walk_entry *entry, const lu_file *known, bool again, void **item, lu_err *e)
{
	struct lu__source *s = calloc(1, sizeof *s);

	if (!s) return lu_nomem(e);
	s->entry = entry;
	s->known = known;
	s->again = again;
	lu_buf_init(&s->bytes);
	lu_buf_init(&s->decoded);
	*item = s;
	return LU_OK;
}

static lu_code produce(void *ctx, size_t i, void **item, lu_err *e)
{
	struct tree *t = ctx;
	const lu_walk_entry *entry = &t->list->v[t->turn[i].entry];
	const lu_file *known = NULL;
	const char *reason;
	bool done = false;

	if (t->turn[i].again) {
		if (t->ops->look) t->ops->look(t->ctx, entry, &known, &done);
		return new_source(entry, known, true, item, e);
	}
	if (t->w && t->w->progress) t->w->progress(t->w->ctx, "parse", (int64_t)i, (int64_t)t->list->n);
	if (entry->failed) return lu__reject(t->w, t->c, entry->path.s, 0, entry->reason.s, e);
	if (entry->reason.n) return skip(t, entry, entry->reason.s, e);
	/* what is known was not left out by its name, nor is it now while its size is the same */
	if (t->ops->look) t->ops->look(t->ctx, entry, &known, &done);
	if (!known && (reason = lu_name_reason(entry->path, entry->size))) return skip(t, entry, reason, e);
	t->c->files++;
	if (done) {
		t->c->unchanged++;
		if (!known->reason.n) return LU_OK;
		t->c->files--;
		t->c->unchanged--;
		return skip(t, entry, known->reason.s, e);
	}
	return new_source(entry, known, false, item, e);
}

static void wait_for_clock(struct lu__source *s)
{
	int64_t now = lu_time_ns(),
		m = s->entry->mtime_ns > s->entry->ctime_ns ? s->entry->mtime_ns : s->entry->ctime_ns;
	struct timespec nap = { .tv_nsec = CLOCK_STEP_NS };

	if (m + CLOCK_STEP_NS <= now) return;
	if (m > now) s->racy = true; /* a time in the future never gets old */
	else nanosleep(&nap, NULL);
}

static void no_elements(struct lu__source *s, const char *reason)
{
	snprintf(s->reason, sizeof s->reason, "%s", reason);
}

/* What storing needs beside the elements is made here, on all cores. */
static lu_code prepare(struct tree *t, struct lu__source *s, struct lu__deriver *d, lu_err *e)
{
	size_t n = s->parsed.elements.n;
	lu_code rc = LU_OK;

	s->stored = lu_arena_calloc(&s->arena, n, sizeof *s->stored);
	s->derived = lu_arena_calloc(&s->arena, n, sizeof *s->derived);
	if (!s->stored || !s->derived) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) s->stored[i].el = s->parsed.elements.v[i];
	if (t->ops->finish) rc = t->ops->finish(t->ctx, s->stored, n, &s->arena, e);
	if (!rc) rc = lu__set_hashes(s->stored, n, e);
	if (!rc && t->ops->measure) rc = t->ops->measure(t->ctx, s, e);
	if (rc || (!d->m && !d->rows)) return rc;
	lu__derive_begin(d);
	for (size_t i = 0; i < n && !rc; i++)
		rc = lu__derive_one(d, s->stored, n, i, d->m != NULL, d->rows, &s->arena, &s->derived[i], e);
	if (!rc) rc = lu__derive_concepts(d, s->stored, n, &s->arena, &s->concepts, e);
	return rc ? rc : lu__derive_terms(d, &s->arena, &s->terms, e);
}

static lu_code parse(struct lu__source *s, lu_parser *p, bool try, lu_err *e)
{
	lu_str text;
	lu_code rc = lu_text_decode(lu_buf_str(&s->bytes), &s->decoded, &text, NULL, e);
	lu_element *module;

	if (rc) return rc;
	s->language = lu_language_for(s->entry->path, text);
	lu_parser_limit(p, try ? TRY : 0);
	rc = lu_parse(p, s->language, s->entry->path, text, &s->arena, &s->parsed, e);
	if (rc == LU_EFORMAT) {
		no_elements(s, e->msg);
		return LU_OK;
	}
	if (rc || s->parsed.put_off) return rc;
	module = &s->parsed.elements.v[0];
	module->sha256 = lu_strz(s->sha256);
	module->size = (int64_t)s->bytes.len;
	return LU_OK;
}

/* A file that was listed is gone, when the tree is still there: a mount that went away has taken nothing out of it. What writes
 * a file anew may remove it first: one that is back is read again, some times. */
static lu_code read_listed(const char *root, const char *path, size_t max, lu_buf *out, bool *gone, lu_err *e)
{
	lu_code rc;
	int tries = READ_TRIES;

	do {
		rc = lu_file_read(path, max, out, e);
		*gone = rc == LU_EIO && (errno == ENOENT || errno == ENOTDIR) && lu_file_exists(root);
	} while (*gone && --tries && lu_file_exists(path));
	return rc;
}

static lu_code work(void *ctx, void *worker, void *item, lu_err *e)
{
	struct tree *t = ctx;
	struct worker *state = worker;
	struct lu__source *s = item;
	lu_buf path = LU_BUF;
	const char *reason;
	int64_t max = t->o->walk.max_file_size ? t->o->walk.max_file_size : LU_MAX_FILE_SIZE;
	lu_err why = { LU_OK, "" };
	lu_code rc;

	lu_buf_addf(&path, "%s/%.*s", t->root, LU_FMT(s->entry->path));
	if (path.oom) return lu_nomem(e);
	wait_for_clock(s);
	rc = read_listed(t->root, path.s, (size_t)max, &s->bytes, &s->gone, &why);
	lu_buf_free(&path);
	if (rc == LU_ENOMEM) return lu_nomem(e);
	if (rc) {
		s->failed = true;
		no_elements(s, why.msg);
		return LU_OK;
	}
	lu_sha256_hex(lu_buf_str(&s->bytes), s->sha256);
	s->same = s->known && lu__same_content(s->known, s->sha256) && s->known->parser == LU_PARSER_VERSION;
	if (s->same) return LU_OK;
	reason = lu_content_reason(s->entry->path, lu_buf_str(&s->bytes));
	if (reason) {
		no_elements(s, reason);
		return LU_OK;
	}
	rc = parse(s, state->parser, t->ops->any_order && !s->again && s->entry->size < LARGE, e);
	return rc || s->reason[0] || s->parsed.put_off || !t->ops->store ? rc : prepare(t, s, &state->deriver, e);
}

static lu_code consume(void *ctx, void *item, lu_err *e)
{
	struct tree *t = ctx;
	struct lu__source *s = item;
	lu_code rc = LU_OK;

	if (s->parsed.put_off) {
		t->turn[t->n_turns++] = (struct turn){ (size_t)(s->entry - t->list->v), true };
		return LU_OK;
	}
	if (s->gone) {
		t->c->files--;
		if (s->known && t->ops->gone) t->ops->gone(t->ctx, s->known);
		return LU_OK;
	}
	if (s->failed) return lu__reject(t->w, t->c, s->entry->path.s, 0, s->reason, e);
	t->c->read++;
	if (s->same) {
		t->c->unchanged++;
	} else if (s->reason[0]) {
		t->c->files--;
		rc = skip(t, s->entry, s->reason, e);
	} else {
		t->c->parsed++;
		t->c->bytes += (int64_t)s->bytes.len;
		t->c->partial += s->parsed.errors || s->parsed.gave_up;
		if (s->parsed.gave_up && t->w && t->w->gave_up)
			rc = t->w->gave_up(t->w->ctx, s->entry->path.s, s->parsed.gave_up, e);
	}
	return rc ? rc : t->ops->take(t->ctx, s, e);
}

static lu_code worker_new(void *ctx, void **worker, lu_err *e)
{
	struct tree *t = ctx;
	struct worker *state = calloc(1, sizeof *state);
	lu_code rc;

	if (!(*worker = state)) return lu_nomem(e);
	rc = lu__deriver_init(&state->deriver, lu__in_process(t->o->embed), t->o->rows, e);
	return rc ? rc : lu_parser_new(&state->parser, e);
}

static void worker_free(void *worker)
{
	struct worker *state = worker;

	lu_parser_free(state->parser);
	lu__deriver_free(&state->deriver);
	free(state);
}

static lu_code set_turns(struct tree *t, lu_err *e)
{
	if (!(t->turn = calloc(2 * t->list->n + 1, sizeof *t->turn))) return lu_nomem(e);
	for (int large = 0; large < 2; large++)
		for (size_t i = 0; i < t->list->n; i++)
			if ((t->ops->any_order && t->list->v[i].size >= LARGE) == large)
				t->turn[t->n_turns++] = (struct turn){ i, false };
	return LU_OK;
}

lu_code lu__tree_run(const char *root, const lu_tree_part *part, size_t n, const lu_tree_options *o, const lu_watch *w,
		     const struct lu__tree_ops *ops, void *ctx, lu_walk_list *list, lu_counts *c, lu_err *e)
{
	static const struct lu__pool_ops pool = { .produce = produce,
						  .work = work,
						  .consume = consume,
						  .free_item = free_source,
						  .worker_new = worker_new,
						  .worker_free = worker_free };
	struct tree t = { .o = o, .w = w, .ops = ops, .ctx = ctx, .root = root, .list = list, .c = c };
	int jobs = o->jobs > 0 ? o->jobs : lu_cpus();
	lu_code rc = lu_walk_parts(root, part, n, &o->walk, list, e);

	if (!rc) rc = set_turns(&t, e);
	if (!rc) rc = lu__pool_run(&pool, &t, &t.n_turns, jobs, (size_t)jobs * FILES_PER_JOB, e);
	free(t.turn);
	return rc;
}

/* ---- without a store ---- */

struct plain {
	lu_elements_fn *fn;
	void *ctx;
};

static lu_code give(void *ctx, struct lu__source *s, lu_err *e)
{
	struct plain *p = ctx;

	return s->reason[0] ? LU_OK : p->fn(p->ctx, &s->parsed, e);
}

lu_code lu_parse_parts(const char *root, const lu_tree_part *part, size_t n, const lu_tree_options *o,
		       const lu_watch *w, lu_elements_fn *fn, void *ctx, lu_counts *c, lu_err *e)
{
	static const struct lu__tree_ops ops = { .take = give };
	struct plain p = { fn, ctx };
	lu_walk_list list = { 0 };
	lu_code rc = lu__tree_run(root, part, n, o, w, &ops, &p, &list, c, e);

	lu_walk_free(&list);
	return rc;
}

lu_code lu_parse_tree(const char *root, const char *sub, const lu_tree_options *o, const lu_watch *w,
		      lu_elements_fn *fn, void *ctx, lu_counts *c, lu_err *e)
{
	return lu_parse_parts(root, &(lu_tree_part){ .sub = sub }, 1, o, w, fn, ctx, c, e);
}
