/* SPDX-License-Identifier: MIT
 * Files that are looked at one by one, as results name them. */
#include "index/fresh.h"

#include <stdlib.h>

#include "core/file.h"
#include "lucus/text.h"

/* A file that was looked at. */
struct seen {
	lu_str path;
	lu_file_state state;
	bool read;
	lu_str was, is; /* the text that the store has, and that of the file; empty until `read` */
};

struct lu_fresh {
	lu_store *s;
	lu_arena arena;
	lu_str root;
	lu_tree_state tree;
	struct seen *v;
	size_t n;
	lu_buf path, bytes, decoded;
};

lu_code lu_fresh_open(lu_store *s, lu_fresh **out, lu_err *e)
{
	lu_fresh *f = calloc(1, sizeof *f);
	lu_kb kb;
	lu_code rc;

	if (!f) return lu_nomem(e);
	f->s = s;
	lu_buf_init(&f->path);
	lu_buf_init(&f->bytes);
	lu_buf_init(&f->decoded);
	rc = lu_store_kb(s, false, &f->arena, &kb, e);
	if (!rc) rc = lu__find_tree(s, kb.root, &f->tree, e);
	if (rc) {
		lu_fresh_close(f);
		return rc;
	}
	f->root = kb.root;
	*out = f;
	return LU_OK;
}

void lu_fresh_close(lu_fresh *f)
{
	if (!f) return;
	lu_buf_free(&f->path);
	lu_buf_free(&f->bytes);
	lu_buf_free(&f->decoded);
	lu_arena_free(&f->arena);
	free(f);
}

void lu_fresh_use(lu_fresh *f, lu_store *s)
{
	f->s = s;
}

lu_tree_state lu_fresh_tree(const lu_fresh *f)
{
	return f->tree;
}

static void set_path(lu_fresh *f, lu_str path)
{
	lu_buf_reset(&f->path);
	lu_buf_addf(&f->path, "%.*s/%.*s", LU_FMT(f->root), LU_FMT(path));
}

static lu_code state_of(lu_fresh *f, lu_str path, lu_file_state *out, lu_err *e)
{
	lu_arena a = { 0 };
	lu_walk_entry w;
	lu_file file;
	lu_code rc = lu_store_file(f->s, path, &a, &file, e);

	*out = LU_FILE_SAME;
	set_path(f, path);
	if (!rc && f->path.oom) rc = lu_nomem(e);
	if (!rc && lu__stat_file(f->path.s, &file, &w, out))
		rc = lu__judge_file(f->path.s, &file, &w, &f->bytes, out, e);
	lu_arena_free(&a);
	return rc == LU_ENOENT ? LU_OK : rc;
}

static lu_code look(lu_fresh *f, lu_str path, struct seen **out, lu_err *e)
{
	struct seen *x = NULL;
	lu_code rc;

	for (size_t i = 0; i < f->n; i++) {
		if (!lu_str_eq(f->v[i].path, path)) continue;
		*out = &f->v[i];
		return LU_OK;
	}
	if (!(x = lu_arena_grow(&f->arena, f->v, f->n, sizeof *x))) return lu_nomem(e);
	f->v = x;
	x += f->n;
	*x = (struct seen){ .path = lu_arena_dup(&f->arena, path) };
	if (!x->path.s) return lu_nomem(e);
	if ((rc = state_of(f, path, &x->state, e))) return rc;
	f->n++;
	*out = x;
	return LU_OK;
}

lu_code lu_fresh_file(lu_fresh *f, lu_str path, lu_file_state *out, lu_err *e)
{
	struct seen *x;
	lu_code rc;

	*out = LU_FILE_SAME;
	if (f->tree != LU_TREE_THERE) return LU_OK;
	if (!(rc = look(f, path, &x, e))) *out = x->state;
	return rc;
}

void lu_fresh_counts(const lu_fresh *f, int64_t *looked, int64_t *changed, int64_t *gone)
{
	*looked = (int64_t)f->n;
	*changed = *gone = 0;
	for (size_t i = 0; i < f->n; i++) {
		*changed += f->v[i].state == LU_FILE_CHANGED;
		*gone += f->v[i].state == LU_FILE_GONE;
	}
}

/* The element of the whole file, which has its text. */
static lu_code module_of(lu_fresh *f, const lu_brief *el, lu_arena *a, lu_brief *out, lu_err *e)
{
	lu_code rc = LU_OK;

	for (*out = *el; !rc && out->parent > 0;) {
		int64_t up = out->parent, file = out->file;

		rc = lu_store_brief(f->s, up, a, out, e);
		if (!rc && out->file != file) rc = LU_ENOENT;
	}
	return rc;
}

static lu_code read_texts(lu_fresh *f, const lu_brief *el, struct seen *x, lu_err *e)
{
	lu_arena a = { 0 };
	lu_brief module;
	lu_err why;
	lu_str text = { "", 0 };
	lu_code rc = module_of(f, el, &a, &module, e);

	x->read = true;
	x->was = x->is = text;
	if (!rc) rc = lu_store_code(f->s, module.id, &f->arena, &x->was, e);
	lu_arena_free(&a);
	if (rc) return rc == LU_ENOENT ? LU_OK : rc;
	set_path(f, x->path);
	if (f->path.oom) return lu_nomem(e);
	rc = lu_file_read(f->path.s, INT32_MAX, &f->bytes, &why);
	if (rc) return rc == LU_ENOMEM ? lu_nomem(e) : LU_OK;
	rc = lu_text_decode(lu_buf_str(&f->bytes), &f->decoded, &text, NULL, e);
	if (!rc && !(x->is = lu_arena_dup(&f->arena, text)).s) rc = lu_nomem(e);
	return rc;
}

lu_code lu_fresh_place(lu_fresh *f, const lu_brief *el, lu_location *out, lu_err *e)
{
	lu_location p = { .start_line = el->start_line, .end_line = el->end_line };
	struct seen *x;
	lu_code rc;

	*out = p;
	if (f->tree != LU_TREE_THERE) return LU_OK;
	if ((rc = look(f, el->path, &x, e))) return rc;
	p.file = x->state;
	p.stale = x->state != LU_FILE_SAME;
	if (x->state == LU_FILE_CHANGED) {
		if (!x->read && (rc = read_texts(f, el, x, e))) return rc;
		lu__find_place(x->was, x->is, el, &p);
	}
	*out = p;
	return LU_OK;
}
