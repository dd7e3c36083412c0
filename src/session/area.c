/* SPDX-License-Identifier: MIT
 * From paths that somebody names to the parts of a tree. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "core/binary_search.h"
#include "session/area.h"

/* An operand on its way to a part. */
struct found {
	const lu_path *from;
	lu_str real; /* absolute, without symbolic links as far as it exists */
	bool gone;
};

struct finding {
	lu_area *p;
	struct found *v;
	size_t n;
	lu_str here;   /* the current folder */
	lu_store *s;   /* NULL: there is none */
	lu_file *file; /* what it has, when that is wanted */
	size_t n_file;
	bool known; /* `file` is read */
	lu_err *e;
};

static lu_code keep(struct finding *f, lu_str s, lu_str *out)
{
	*out = lu_arena_dup(&f->p->arena, s);
	return out->s ? LU_OK : lu_nomem(f->e);
}

/* The real path of what exists, and of what does not that of the deepest folder that does, with the rest after it. */
static lu_code real_of(struct finding *f, const char *path, struct found *out)
{
	lu_buf at = LU_BUF, real = LU_BUF;
	lu_code rc = LU_OK;
	size_t n;

	if (!*path) return lu_fail(f->e, LU_EIO, "cannot resolve '': %s", strerror(ENOENT));
	lu_buf_adds(&at, path);
	while (at.len > 1 && at.s[at.len - 1] == '/') lu_buf_trunc(&at, at.len - 1);
	for (n = at.len; !rc && !at.oom; out->gone = true) {
		lu_str rest, up = lu_str_before_last(lu_buf_str(&at), '/');

		rc = lu_file_real(at.len ? at.s : *path == '/' ? "/" : ".", &real, f->e);
		if (rc != LU_EIO || (errno != ENOENT && errno != ENOTDIR) || !at.len) break;
		rest = lu_str_after_last(lu_buf_str(&at), '/');
		if (lu_str_eqz(rest, "..") || lu_str_eqz(rest, ".")) break;
		lu_buf_trunc(&at, up.n);
		rc = LU_OK;
	}
	if (!rc && at.oom) rc = lu_nomem(f->e);
	if (!rc && at.len < n) {
		lu_str rest = lu_strn(path + at.len, n - at.len);

		if (real.len == 1) lu_buf_reset(&real);
		if (rest.s[0] != '/') lu_buf_addc(&real, '/');
		lu_buf_addstr(&real, rest);
	}
	if (!rc) rc = real.oom ? lu_nomem(f->e) : keep(f, lu_buf_str(&real), &out->real);
	lu_buf_free(&at);
	lu_buf_free(&real);
	return rc;
}

static lu_code add_refused(struct finding *f, const char *path, const char *why, bool bad)
{
	lu_area *p = f->p;
	lu_refused *v = lu_arena_grow(&p->arena, p->refused, p->n_refused, sizeof *v);
	lu_str name, text;

	if (!v || keep(f, lu_strz(path), &name) || keep(f, lu_strz(why), &text)) return lu_nomem(f->e);
	p->refused = v;
	v[p->n_refused++] = (lu_refused){ name.s, text, bad };
	p->bad += bad;
	return LU_OK;
}

/* A path that is of no use. The only one that was given is an error. */
static lu_code refuse(struct finding *f, const lu_path *o, const lu_paths *all, lu_code rc)
{
	if (rc == LU_ENOMEM || (all->given == 1 && !o->listed)) return rc;
	return add_refused(f, o->path, f->e->msg, true);
}

static lu_code resolve(struct finding *f, const lu_paths *o)
{
	lu_buf here = LU_BUF;
	lu_code rc = lu_file_real(".", &here, f->e);

	if (!rc) rc = keep(f, lu_buf_str(&here), &f->here);
	lu_buf_free(&here);
	if (!rc && !(f->v = lu_arena_calloc(&f->p->arena, o->n + 1, sizeof *f->v))) rc = lu_nomem(f->e);
	for (size_t i = 0; i < o->n && !rc; i++) {
		struct found *x = &f->v[f->n];

		*x = (struct found){ .from = &o->v[i] };
		rc = real_of(f, o->v[i].path, x);
		if (rc) rc = refuse(f, &o->v[i], o, rc);
		else f->n++;
	}
	return rc;
}

/* The root of all, while the knowledge base has none. */
static lu_code choose_root(struct finding *f, lu_str *out)
{
	bool all = true, inside = true;
	lu_str first = f->here, sub;
	lu_code rc;

	for (size_t i = f->n; i-- > 0;)
		if (!f->v[i].gone) first = f->v[i].real;
	if ((rc = lu__root_of(first, f->here, out, f->e))) return rc;
	for (size_t i = 0; i < f->n; i++) {
		all &= lu__lies_in(f->v[i].real, *out, &sub);
		inside &= lu__lies_in(f->v[i].real, f->here, &sub);
	}
	if (!all && inside) *out = f->here;
	return LU_OK;
}

/* Has the store a file of this path, or some below it? */
static lu_code is_known(struct finding *f, lu_str sub, bool *out)
{
	size_t at;
	lu_code rc = LU_OK;

	*out = false;
	if (!f->s || !sub.n) return LU_OK;
	if (!f->known) rc = lu_store_files(f->s, &f->p->arena, &f->file, &f->n_file, f->e);
	f->known = true;
	LU_LOWER_BOUND(at, 0, f->n_file, lu_str_cmp(f->file[at].path, sub) < 0);
	/* "a-b" sorts between "a" and "a/b" */
	for (; at < f->n_file && !*out && lu_str_starts(f->file[at].path, sub.s); at++)
		*out = f->file[at].path.n == sub.n || f->file[at].path.s[sub.n] == '/';
	return rc;
}

/* What git diff prints is relative to the top of the repository, wherever it is started: a path of a list that does not
 * exist from here may be one from the root. Before both it may have been deleted. */
static lu_code from_root(struct finding *f, const struct found *x, lu_str *sub, bool *gone, bool *known)
{
	lu_buf at = LU_BUF;
	struct found other = { .from = x->from };
	lu_str below, plain = *sub;
	lu_code rc = is_known(f, *sub, known);

	lu_buf_addf(&at, "%s/%s", f->p->root.s, x->from->path);
	if (!rc && at.oom) rc = lu_nomem(f->e);
	if (!rc && *x->from->path != '/') rc = real_of(f, at.s, &other);
	if (!rc && other.real.n && lu__lies_in(other.real, lu_buf_str(&f->p->root), &below)) {
		bool had = false;

		if (!other.gone) *gone = false;
		else if (!*known) rc = is_known(f, below, &had);
		if (!other.gone || had) plain = below;
		*known |= had || !other.gone;
	}
	*sub = plain;
	lu_buf_free(&at);
	return rc;
}

static lu_code add_part(struct finding *f, lu_str sub, bool gone)
{
	lu_area *p = f->p;
	lu_tree_part *v = lu_arena_grow(&p->arena, p->part, p->n, sizeof *v);
	lu_str kept;
	lu_code rc = v ? keep(f, sub, &kept) : lu_nomem(f->e);

	if (rc) return rc;
	p->part = v;
	v[p->n++] = (lu_tree_part){ kept.s, gone };
	return LU_OK;
}

static lu_code place_one(struct finding *f, const struct found *x, const lu_paths *all)
{
	lu_str root = lu_buf_str(&f->p->root), sub;
	bool gone = x->gone, known = false, inside = lu__lies_in(x->real, root, &sub);
	lu_code rc = LU_OK;

	if (gone && x->from->listed) rc = from_root(f, x, &sub, &gone, &known);
	else if (gone && inside) rc = is_known(f, sub, &known);
	if (rc) return rc;
	if (!inside && !known) {
		rc = lu_fail(f->e, LU_EUSAGE, "'%.*s' is not below the root '%.*s'", LU_FMT(x->real), LU_FMT(root));
		return refuse(f, x->from, all, rc);
	}
	if (gone && !known && x->from->listed) {
		lu_fail(f->e, LU_ENOENT, "'%s' is not there, nor is it in the store", x->from->path);
		return add_refused(f, x->from->path, f->e->msg, false);
	}
	if (gone && !known) {
		rc = lu_fail(f->e, LU_EIO, "cannot resolve '%s': %s", x->from->path, strerror(ENOENT));
		return refuse(f, x->from, all, rc);
	}
	return add_part(f, sub, gone);
}

static int part_by_sub(const void *px, const void *py)
{
	const lu_tree_part *x = px, *y = py;

	return strcmp(x->sub, y->sub);
}

lu_code lu_area_find(lu_area *p, const lu_paths *o, const char *root, lu_store *s, lu_err *e)
{
	struct finding f = { .p = p, .s = s, .e = e };
	lu_str chosen;
	lu_code rc = resolve(&f, o);

	if (!rc && *root) {
		rc = lu_file_real(root, &p->root, e);
		if (rc == LU_EIO && !lu_file_exists(root))
			lu_fail(e, rc, "the root '%s' is not there: if the tree has moved, run 'lucus kb root DIR'",
				root);
	} else if (!rc && !(rc = choose_root(&f, &chosen))) {
		lu_buf_addstr(&p->root, chosen);
		if (p->root.oom) rc = lu_nomem(e);
	}
	for (size_t i = 0; i < f.n && !rc; i++) rc = place_one(&f, &f.v[i], o);
	if (!rc && !o->any) rc = add_part(&f, lu_strn("", 0), false);
	if (!rc && p->n > 1) qsort(p->part, p->n, sizeof *p->part, part_by_sub);
	return !rc && p->bad && p->bad == o->given ? lu_fail(e, LU_EIO, "no path could be read") : rc;
}

lu_code lu_area_of(lu_area *p, const lu_paths *o, lu_store *s, lu_err *e)
{
	lu_arena a = { 0 };
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, &a, &kb, e);
	lu_buf root = LU_BUF;

	if (!rc) lu_buf_addstr(&root, kb.root);
	if (!rc && root.oom) rc = lu_nomem(e);
	if (!rc) rc = lu_area_find(p, o, root.s, s, e);
	if (rc == LU_EUSAGE && root.len)
		lu_wrap(e, rc, "knowledge base '%.*s' has another tree (choose one with --kb)", LU_FMT(kb.name));
	if (!rc && (!root.len || kb.moved)) rc = lu_store_set_root(s, p->root.s, e);
	lu_buf_free(&root);
	lu_arena_free(&a);
	return rc;
}

bool lu_area_names(const lu_area *p, lu_str path)
{
	bool folder = lu_str_ends(path, "/");
	size_t at;

	LU_LOWER_BOUND(at, 0, p->n, lu_str_cmp(lu_strz(p->part[at].sub), path) < 0);
	return at < p->n &&
	       (folder ? lu_str_starts(lu_strz(p->part[at].sub), path.s) : !strcmp(p->part[at].sub, path.s));
}

void lu_area_free(lu_area *p)
{
	lu_buf_free(&p->root);
	lu_arena_free(&p->arena);
	*p = (lu_area)LU_AREA;
}
