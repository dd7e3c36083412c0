/* SPDX-License-Identifier: MIT
 * How far a store is behind its tree: a walk, compared with the files that the store has. */
#include "index/fresh.h"

#include <unistd.h>

#include "core/file.h"
#include "index/origin.h"
#include "lucus/request.h"

int64_t lu_behind_files(const lu_behind *b)
{
	return b->state == LU_TREE_THERE ? b->changed + b->added + b->gone : -1;
}

struct looking {
	const char *root;
	lu_buf path, bytes;
	lu_behind out;
};

static lu_code count(struct looking *l, const lu_file *f, const lu_walk_entry *w, lu_err *e)
{
	lu_file_state state;
	lu_code rc;

	if (w->failed) return LU_OK;
	if (w->reason.n || (!lu__same_stat(f, w) && lu_name_reason(w->path, w->size))) {
		l->out.gone += f->inode != 0;
		return LU_OK;
	}
	lu_buf_reset(&l->path);
	lu_buf_addf(&l->path, "%s/%.*s", l->root, LU_FMT(w->path));
	if (l->path.oom) return lu_nomem(e);
	rc = lu__judge_file(l->path.s, f, w, &l->bytes, &state, e);
	l->out.changed += state == LU_FILE_CHANGED;
	return rc;
}

/* A sync would read it. */
static lu_code count_new(struct looking *l, const lu_walk_entry *w, lu_err *e)
{
	if (w->reason.n || w->failed || lu_str_ends(w->path, "/") || lu_name_reason(w->path, w->size)) return LU_OK;
	lu_buf_reset(&l->path);
	lu_buf_addf(&l->path, "%s/%.*s", l->root, LU_FMT(w->path));
	if (l->path.oom) return lu_nomem(e);
	l->out.added += access(l->path.s, R_OK) == 0;
	return LU_OK;
}

bool lu__unreadable(const lu_walk_list *list, lu_str path)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->v[i].failed && lu_str_starts(path, list->v[i].path.s)) return true;
	return false;
}

/* A file that no walk comes to. */
static lu_code look_alone(struct looking *l, const lu_file *f, lu_file_state *state, lu_err *e)
{
	lu_walk_entry w;

	lu_buf_reset(&l->path);
	lu_buf_addf(&l->path, "%s/%.*s", l->root, LU_FMT(f->path));
	if (l->path.oom) return lu_nomem(e);
	return lu__stat_file(l->path.s, f, &w, state) ? lu__judge_file(l->path.s, f, &w, &l->bytes, state, e) : LU_OK;
}

static lu_code count_alone(struct looking *l, const lu_file *f, lu_err *e)
{
	lu_file_state state;
	lu_code rc = look_alone(l, f, &state, e);

	l->out.changed += !rc && state == LU_FILE_CHANGED;
	l->out.gone += !rc && state == LU_FILE_GONE;
	return rc;
}

/* Both are in the order of the paths. */
static lu_code compare(struct looking *l, lu_strs parts, const lu_file *f, size_t n, const lu_walk_list *list,
		       lu_err *e)
{
	size_t i = 0, k = 0;
	lu_code rc = LU_OK;

	while (!rc && (i < n || k < list->n)) {
		int c = i == n ? 1 : k == list->n ? -1 : lu_str_cmp(f[i].path, list->v[k].path);

		if (c > 0) rc = count_new(l, &list->v[k], e);
		else if (c == 0) rc = count(l, &f[i], &list->v[k], e);
		else if (!lu__in_parts(parts, f[i].path)) rc = count_alone(l, &f[i], e);
		else l->out.gone += f[i].inode && !lu__unreadable(list, f[i].path);
		i += c <= 0;
		k += c >= 0;
		if (!rc) rc = lu_check_cancel(e);
	}
	return rc;
}

/* The folders that were taken in, and how. */
static lu_code read_walked(lu_store *s, const char *root, lu_arena *a, struct lu__walked *w, lu_tree_part **out,
			   lu_err *e)
{
	lu_buf path = LU_BUF;
	lu_tree_part *v = NULL;
	lu_tree t;
	lu_code rc = lu_store_tree(s, a, &t, e);

	*w = (struct lu__walked){ .parts = { NULL, 0 } };
	if (!rc && t.walk.n) rc = lu__walk_unpack(t.walk, a, w, e);
	if (!rc && !(v = lu_arena_calloc(a, w->parts.n + 1, sizeof *v))) rc = lu_nomem(e);
	for (size_t i = 0; i < w->parts.n && !rc; i++) {
		lu_buf_reset(&path);
		lu_buf_addf(&path, "%s/%s", root, w->parts.v[i].s);
		if (path.oom) rc = lu_nomem(e);
		v[i] = (lu_tree_part){ .sub = w->parts.v[i].s, .gone = !lu_file_exists(path.s) };
	}
	lu_buf_free(&path);
	*out = v;
	return rc;
}

static lu_code walk_and_compare(struct looking *l, lu_store *s, const lu_file *f, size_t n, size_t limit, lu_arena *a,
				lu_err *e)
{
	struct lu__walked w;
	lu_tree_part *part;
	lu_walk_list list = { 0 };
	lu_code rc = read_walked(s, l->root, a, &w, &part, e);

	l->out.walked = w.parts.n > 0;
	w.o.limit = limit;
	if (!rc && w.parts.n) rc = lu_walk_parts(l->root, part, w.parts.n, &w.o, &list, e);
	if (list.cut) l->out.state = LU_TREE_LARGE;
	else if (!rc) rc = compare(l, w.parts, f, n, &list, e);
	lu_walk_free(&list);
	return rc;
}

lu_code lu_behind_parts(lu_store *s, lu_arena *a, lu_walk_options *o, lu_tree_part **out, size_t *n, lu_err *e)
{
	struct looking l = { .path = LU_BUF, .bytes = LU_BUF };
	struct lu__walked w;
	lu_file *f = NULL;
	lu_tree_part *v = NULL, *walked = NULL;
	size_t n_file = 0, count = 0;
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, a, &kb, e);

	if (!rc) rc = read_walked(s, l.root = kb.root.s, a, &w, &walked, e);
	if (!rc) rc = lu_store_files(s, a, &f, &n_file, e);
	if (!rc && !(v = lu_arena_calloc(a, w.parts.n + n_file + 1, sizeof *v))) rc = lu_nomem(e);
	if (!rc) memcpy(v, walked, (count = w.parts.n) * sizeof *v);
	for (size_t i = 0; i < n_file && !rc; i++) {
		lu_file_state state = LU_FILE_SAME;

		if (!lu__in_parts(w.parts, f[i].path)) rc = look_alone(&l, &f[i], &state, e);
		if (rc || state == LU_FILE_SAME) continue;
		v[count++] = (lu_tree_part){ .sub = f[i].path.s, .gone = state == LU_FILE_GONE };
	}
	lu_buf_free(&l.path);
	lu_buf_free(&l.bytes);
	if (rc) return rc;
	*o = w.o;
	*out = v;
	*n = count;
	return LU_OK;
}

/* `limit`: of files, 0 for none. */
static lu_code read_behind(lu_store *s, size_t limit, lu_behind *out, lu_err *e)
{
	struct looking l = { .path = LU_BUF, .bytes = LU_BUF };
	lu_arena a = { 0 };
	lu_file *f = NULL;
	bool large = false;
	size_t n = 0;
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, &a, &kb, e);

	if (!rc) rc = lu__find_tree(s, kb.root, &l.out.state, e);
	if (!rc && limit && l.out.state == LU_TREE_THERE) rc = lu_store_has_more_files(s, (int64_t)limit, &large, e);
	if (large) l.out.state = LU_TREE_LARGE;
	if (!rc && l.out.state == LU_TREE_THERE) {
		l.root = kb.root.s;
		rc = lu_store_files(s, &a, &f, &n, e);
		if (!rc) rc = walk_and_compare(&l, s, f, n, limit, &a, e);
	}
	if (!rc) *out = l.out;
	lu_buf_free(&l.path);
	lu_buf_free(&l.bytes);
	lu_arena_free(&a);
	return rc;
}

lu_code lu_behind_read(lu_store *s, lu_behind *out, lu_err *e)
{
	return read_behind(s, 0, out, e);
}

lu_code lu_behind_peek(lu_store *s, lu_behind *out, lu_err *e)
{
	return read_behind(s, LU_PEEK, out, e);
}
