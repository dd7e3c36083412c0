/* SPDX-License-Identifier: MIT
 * Which files are likely to be asked for: each look for what is missed costs a model. What is not found here is missed, and read
 * then, so that this may be wrong both ways. */
#include <stdlib.h>

#include "core/binary_search.h"
#include "core/sorting.h"
#include "language/row.h"
#include "store/internal.h"
#include "store/links.h"
#include "store/pack.h"

/* The files that the edges of those that are due led to, sorted. */
static lu_code old_targets(lu_store *s, const lu_heads *h, lu_arena *a, int64_t **out, size_t *n, lu_err *e)
{
	int64_t *v = NULL, *id;
	lu_code rc = LU_OK;

	for (size_t i = 0, n_id; i < h->n && !rc; i++) {
		lu_str packed;

		if (!h->v[i].due) continue;
		rc = lu__links_read(s, h->v[i].file, a, &packed, e);
		if (!rc) rc = lu__unpack_ids(packed, a, &id, &n_id, e);
		for (size_t k = 0; k < n_id && !rc; k++) {
			int64_t *w = lu_arena_grow(a, v, *n, sizeof *w);

			if (w) (v = w)[(*n)++] = id[k];
			else rc = lu_nomem(e);
		}
	}
	if (*n) qsort(v, *n, sizeof *v, lu_int64_order);
	*out = v;
	return rc;
}

/* ---- modules of Python ---- */

static size_t find_path(const lu_heads *h, lu_str path)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, h->n, lu_str_cmp(h->v[at].path, path) < 0);
	return at < h->n && lu_str_eq(h->v[at].path, path) ? at : h->n;
}

/* The file of the module whose path without extension is in `b`; h->n: none. */
static size_t find_file(const lu_heads *h, lu_buf *b)
{
	static const char *const end[] = { ".py", "/__init__.py" };
	size_t at = h->n, len = b->len;

	for (size_t i = 0; i < 2 && at == h->n; i++) {
		lu_buf_trunc(b, len);
		lu_buf_adds(b, end[i]);
		if (!b->oom) at = find_path(h, lu_buf_str(b));
	}
	lu_buf_trunc(b, len);
	return at;
}

static void add_dotted(lu_buf *b, lu_str module)
{
	while (module.n) {
		lu_str part = lu_str_take(&module, '.');

		if (b->len && b->s[b->len - 1] != '/') lu_buf_addc(b, '/');
		lu_buf_addstr(b, part);
	}
}

/* The module that the file at `path` calls so: from its own folder, from the root, or from a folder on the way. */
static size_t find_module(const lu_heads *h, lu_str path, lu_str module, lu_buf *b)
{
	lu_str folder = lu_str_before_last(path, '/'), head;
	size_t at;

	lu_buf_reset(b);
	if (lu_str_starts(module, ".")) {
		for (module = lu_strn(module.s + 1, module.n - 1); lu_str_starts(module, ".");
		     module = lu_strn(module.s + 1, module.n - 1))
			folder = lu_str_before_last(folder, '/');
		lu_buf_addstr(b, folder);
		add_dotted(b, module);
		return b->len ? find_file(h, b) : h->n;
	}
	add_dotted(b, module);
	at = b->len ? find_file(h, b) : h->n;
	head = lu_str_before_first(module, '.');
	while (at == h->n && folder.n && !lu_str_eq(lu_str_after_last(folder, '/'), head))
		folder = memchr(folder.s, '/', folder.n) ? lu_str_before_last(folder, '/') : lu_strn("", 0);
	if (at < h->n || !memchr(folder.s, '/', folder.n)) return at;
	lu_buf_reset(b);
	lu_buf_addstr(b, lu_str_before_last(folder, '/'));
	add_dotted(b, module);
	return find_file(h, b);
}

/* ---- what a file needs ---- */

struct ahead {
	lu_store *s;
	lu_heads *h;
	lu_arena *a;
	lu_buf b;
	size_t *file, n; /* that are still to be looked at */
	bool *seen, oom;
};

static void want(struct ahead *x, size_t i)
{
	size_t *v;

	if (i == x->h->n || x->seen[i]) return;
	v = lu_arena_grow(x->a, x->file, x->n, sizeof *v);
	x->oom |= !v;
	if (!v) return;
	x->seen[i] = true;
	(x->file = v)[x->n++] = i;
}

/* "from a import b" may mean the module a.b. */
static void want_import(struct ahead *x, lu_str path, const lu_ref *r)
{
	size_t at = x->h->n;

	want(x, find_module(x->h, path, r->module, &x->b));
	if (!r->name.n || lu_str_eqz(r->name, "*") || !x->b.len) return;
	add_dotted(&x->b, r->name);
	at = find_file(x->h, &x->b);
	want(x, at);
}

static bool is_local(const lu_ref *r, lu_str name)
{
	if (r->alias.n) return lu_str_eq(r->alias, name);
	return lu_str_eq(r->name.n ? r->name : lu_str_before_first(r->module, '.'), name);
}

/* The package around it, what it takes all names from, where its bases are; of a file that is due all that it imports. */
static void want_of(struct ahead *x, size_t i)
{
	const lu_head *v = &x->h->v[i];
	const lu_outline *o = &v->whole;

	lu_buf_reset(&x->b);
	lu_buf_addstr(&x->b, lu_str_before_last(v->path, '/'));
	if (memchr(v->path.s, '/', v->path.n)) want(x, find_file(x->h, &x->b));
	for (size_t k = 0; k < o->n_link; k++) {
		const lu_ref *r = &o->link[k];
		lu_str head = lu_str_before_first(r->name, '.');

		if (r->kind == LU_EDGE_DEPENDS_ON && (v->due || lu_str_eqz(r->name, "*"))) want_import(x, v->path, r);
		for (size_t m = 0; m < o->n_link && r->kind == LU_EDGE_INHERITS_FROM; m++)
			if (o->link[m].kind == LU_EDGE_DEPENDS_ON && is_local(&o->link[m], head))
				want_import(x, v->path, &o->link[m]);
	}
}

/* Make the files whole, and what they need. */
static lu_code read_all(struct ahead *x, size_t most, lu_err *e)
{
	lu_code rc = LU_OK;

	while (x->n && !rc) {
		size_t i = x->file[--x->n];
		bool python = lu__language_of_names(x->h->v[i].language)->modules == LU__MODULES_DOTTED;

		if (!x->h->v[i].is_whole && x->h->n_whole >= most) continue;
		rc = lu_store_head_read(x->s, x->h, i, x->a, e);
		if (!rc && python) want_of(x, i);
		if (x->oom || x->b.oom) rc = lu_nomem(e);
	}
	lu_buf_free(&x->b);
	return rc;
}

lu_code lu_store_heads_read(lu_store *s, lu_heads *h, const bool *file, lu_arena *a, lu_err *e)
{
	struct ahead x = { .s = s, .h = h, .a = a, .b = LU_BUF };
	lu_code rc = LU_OK;

	if (!(x.seen = lu_arena_calloc(a, h->n, sizeof *x.seen))) return lu_nomem(e);
	for (size_t i = 0; i < h->n && !rc; i++) {
		if (file[i]) rc = lu_store_head_read(s, h, i, a, e);
		if (file[i]) want(&x, i);
	}
	return rc ? rc : read_all(&x, h->n / 4, e);
}

lu_code lu_store_heads_expect(lu_store *s, lu_heads *h, lu_arena *a, lu_err *e)
{
	int64_t *v = NULL;
	size_t n = 0;
	bool *file = lu_arena_calloc(a, h->n, sizeof *file);
	lu_code rc = file ? old_targets(s, h, a, &v, &n, e) : lu_nomem(e);

	for (size_t i = 0, k = h->n_whole; i < h->n && !rc; i++) {
		file[i] = h->v[i].due || (n && k < h->n / 4 && bsearch(&h->v[i].file, v, n, sizeof *v, lu_int64_order));
		k += file[i] && !h->v[i].is_whole;
	}
	return rc ? rc : lu_store_heads_read(s, h, file, a, e);
}
