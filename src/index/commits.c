/* SPDX-License-Identifier: MIT
 * The commits of the tree's repository: those that are new are read, those that are too old now are forgotten, so that what
 * is kept depends on the commit that is checked out alone. */
#include "core/sorting.h"
#include "core/ascii.h"
#include "lucus/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "lucus/request.h"
#include "git/git.h"
#include "lucus/index.h"
#include "lucus/text.h"

#define MESSAGE_MAX 2000 /* bytes that are kept */

struct reading {
	lu_store *s;
	lu_git *git;
	const lu_watch *w;
	lu_arena a;
	lu_git_commit *v; /* that are wanted, */
	size_t n;
	lu_strs by_id; /* the same in order of their ids, */
	bool *known;   /* and which of these are there */
	lu_strs gone;
	int64_t added;
};

/* Lines that name people, or the same commit elsewhere: "Reviewed-by: ...", "Change-Id: ...". */
static bool is_trailer(lu_str line)
{
	static const char *const ends[] = { "-by", "change-id", "git-svn-id", "cc", "-to" };
	const char *colon = line.n ? memchr(line.s, ':', line.n) : NULL;
	size_t n = colon ? (size_t)(colon - line.s) : 0;

	for (size_t i = 0; i < n; i++)
		if (lu_is_blank(line.s[i])) return false;
	for (size_t i = 0; n && i < sizeof ends / sizeof *ends; i++) {
		size_t k = strlen(ends[i]);

		if (n == k || (n > k && *ends[i] == '-'))
			if (!strncasecmp(line.s + n - k, ends[i], k)) return true;
	}
	return false;
}

/* The message as it is kept: UTF-8, without trailers, MESSAGE_MAX bytes at most. */
static lu_code clean(lu_str bytes, lu_buf *out, lu_err *e)
{
	lu_buf text = LU_BUF;
	lu_str m;
	lu_code rc = lu_text_decode(bytes, &text, &m, NULL, e);

	lu_buf_reset(out);
	while (!rc && m.n && out->len < MESSAGE_MAX) {
		const char *nl = memchr(m.s, '\n', m.n);
		lu_str line = lu_strn(m.s, nl ? (size_t)(nl - m.s) : m.n);

		m = lu_strn(m.s + line.n + (nl != NULL), m.n - line.n - (nl != NULL));
		line = lu_str_trim(line);
		if (is_trailer(line)) continue;
		if (out->len) lu_buf_addc(out, '\n');
		lu_buf_addstr(out, line);
	}
	if (out->len > MESSAGE_MAX) {
		size_t n = MESSAGE_MAX;

		while (n && ((unsigned char)out->s[n] & 0xc0) == 0x80) n--;
		lu_buf_trunc(out, n);
	}
	while (out->len && out->s[out->len - 1] == '\n') lu_buf_trunc(out, out->len - 1);
	lu_buf_free(&text);
	return !rc && out->oom ? lu_nomem(e) : rc;
}

static lu_code sort_ids(struct reading *r, lu_err *e)
{
	r->by_id.v = lu_arena_calloc(&r->a, r->n + 1, sizeof *r->by_id.v);
	r->known = lu_arena_calloc(&r->a, r->n + 1, sizeof *r->known);
	if (!r->by_id.v || !r->known) return lu_nomem(e);
	for (; r->by_id.n < r->n; r->by_id.n++) r->by_id.v[r->by_id.n] = lu_strz(r->v[r->by_id.n].id);
	if (r->n) qsort(r->by_id.v, r->n, sizeof *r->by_id.v, lu_str_order);
	return LU_OK;
}

static lu_str *find(const struct reading *r, lu_str id)
{
	return r->n ? bsearch(&id, r->by_id.v, r->n, sizeof id, lu_str_order) : NULL;
}

static lu_code take_known(void *ctx, const lu_history_commit *c, lu_err *e)
{
	struct reading *r = ctx;
	lu_str *at = find(r, c->id), *v;

	if (at && !c->open) r->known[at - r->by_id.v] = true;
	if (at) return LU_OK;
	if (!(v = lu_arena_grow(&r->a, r->gone.v, r->gone.n, sizeof *v))) return lu_nomem(e);
	r->gone.v = v;
	v[r->gone.n] = lu_arena_dup(&r->a, c->id);
	return v[r->gone.n++].s ? LU_OK : lu_nomem(e);
}

/* A path with a line break is none that the store has. */
static void drop_odd(lu_strs *files)
{
	size_t n = 0;

	for (size_t i = 0; i < files->n; i++)
		if (!memchr(files->v[i].s, '\n', files->v[i].n) && lu_utf8_valid(files->v[i]))
			files->v[n++] = files->v[i];
	files->n = n;
}

static lu_code read_one(struct reading *r, const lu_git_commit *v, bool *open, lu_err *e)
{
	lu_buf message = LU_BUF;
	lu_arena a = { 0 };
	lu_git_change x;
	lu_code rc = lu_git_read(r->git, v->id, &a, &x, e);

	if (!rc) rc = clean(x.message, &message, e);
	if (!rc) {
		drop_odd(&x.files);
		*open |= x.open;
		r->added++;
		rc = lu_store_history_add(
			r->s, &(lu_history_commit){ lu_strz(v->id), v->time, lu_buf_str(&message), x.files, x.open },
			e);
	}
	lu_buf_free(&message);
	lu_arena_free(&a);
	return rc ? rc : lu_check_cancel(e);
}

static lu_code read_new(struct reading *r, bool *open, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < r->gone.n && !rc; i++) rc = lu_store_history_remove(r->s, r->gone.v[i], e);
	for (size_t i = 0; i < r->n && !rc; i++) {
		if (r->known[find(r, lu_strz(r->v[i].id)) - r->by_id.v]) continue;
		if (r->w && r->w->progress) r->w->progress(r->w->ctx, "history", (int64_t)i, (int64_t)r->n);
		rc = read_one(r, &r->v[i], open, e);
	}
	return rc;
}

static lu_code read_commits(struct reading *r, lu_history_state *is, lu_err *e)
{
	lu_code rc = lu_git_log(r->git, is->tip, (size_t)is->bound, &r->a, &r->v, &r->n, &is->open, e);

	if (!rc) rc = sort_ids(r, e);
	if (!rc) rc = lu_store_history_each(r->s, take_known, r, e);
	if (!rc) rc = read_new(r, &is->open, e);
	return rc ? rc : lu_store_history_put(r->s, is, e);
}

/* What can not be read leaves a word why, and nothing else. */
static lu_code give_up(struct reading *r, const lu_history_state *was, lu_history_state *is, const char *why, lu_err *e)
{
	bool again = lu_str_eqz(was->why, why);
	char text[600];
	lu_code rc;

	is->why = lu_arena_dup(&r->a, lu_strz(why));
	is->open = false;
	if (!is->why.s) return lu_nomem(e);
	snprintf(text, sizeof text, "the history was not read: %s", why);
	if (!again && r->w && r->w->warn) r->w->warn(r->w->ctx, text);
	if (again && was->bound == is->bound && lu_str_eq(was->tip, is->tip) && was->generation == is->generation)
		return LU_OK;
	if ((rc = lu_store_begin(r->s, e))) return rc;
	rc = lu_store_history_drop(r->s, e);
	if (!rc) rc = lu_store_history_put(r->s, is, e);
	if (!rc) rc = lu_store_commit(r->s, e);
	if (rc) lu_store_rollback(r->s);
	return rc;
}

static lu_code renew(struct reading *r, const char *root, const lu_history_state *was, lu_history_state *is, lu_err *e)
{
	lu_err why = { LU_OK, "" };
	lu_code rc = lu_git_open(root, &r->git, &why);

	if (!rc) rc = lu_store_begin(r->s, &why);
	if (!rc) {
		rc = read_commits(r, is, &why);
		if (!rc) rc = lu_store_commit(r->s, &why);
		if (rc) lu_store_rollback(r->s);
	}
	lu_git_close(r->git);
	if (rc == LU_EREJECT || rc == LU_EFORMAT || rc == LU_ENOENT) return give_up(r, was, is, why.msg, e);
	return rc ? lu_fail(e, rc, "%s", why.msg) : LU_OK;
}

/* There is nothing to read, or nothing is wanted: that is remembered. */
static lu_code leave(lu_store *s, const lu_history_state *was, int64_t bound, int64_t generation, lu_err *e)
{
	lu_history_state is = { .bound = bound, .tip = { "", 0 }, .why = { "", 0 } };
	lu_code rc;

	if (was->bound == (bound ? -1 : 0) && (bound || was->generation == generation)) return LU_OK;
	if ((rc = lu_store_begin(s, e))) return rc;
	rc = lu_store_history_drop(s, e);
	if (!rc && !bound) rc = lu_store_history_put(s, &is, e);
	if (!rc) rc = lu_store_commit(s, e);
	if (rc) lu_store_rollback(s);
	return rc;
}

/* The same commits as before; the files may be others. */
static lu_code follow_files(lu_store *s, const lu_history_state *is, lu_err *e)
{
	lu_code rc = lu_store_begin(s, e);

	if (rc) return rc;
	rc = lu_store_history_follow(s, is, e);
	if (!rc) rc = lu_store_commit(s, e);
	if (rc) lu_store_rollback(s);
	return rc;
}

/* Only what may have become another is read. */
static lu_code bring(struct reading *r, const char *root, const lu_history_state *was, lu_history_state *is, lu_err *e)
{
	bool same = was->bound == is->bound && lu_str_eq(was->tip, is->tip) && !was->open && !was->why.n;

	if (!is->tip.n && is->bound && lu_git_refs_unread(root))
		return give_up(r, was, is, "its references are kept in reftables", e);
	if (!is->tip.n) return leave(r->s, was, is->bound, is->generation, e);
	if (!same) return renew(r, root, was, is, e);
	return was->generation != is->generation ? follow_files(r->s, is, e) : LU_OK;
}

lu_code lu_sync_history(lu_store *s, const char *root, int64_t bound, const lu_watch *w, lu_counts *c, lu_err *e)
{
	struct reading r = { .s = s, .w = w };
	lu_history_state was, is = { .tip = { "", 0 }, .why = { "", 0 } };
	lu_kb kb;
	lu_code rc = lu_store_history(s, &r.a, &was, e);

	if (!rc) rc = lu_store_kb(s, false, &r.a, &kb, e);
	if (!rc) {
		is.bound = bound >= 0 ? bound : was.bound >= 0 ? was.bound : LU_HISTORY_DEFAULT;
		is.generation = kb.generation;
		if (is.bound) rc = lu_git_head(root, &r.a, &is.tip, e);
	}
	if (!rc) rc = bring(&r, root, &was, &is, e);
	c->commits += r.added;
	lu_arena_free(&r.a);
	return rc;
}
