/* SPDX-License-Identifier: MIT */
#include "paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base.h"
#include "cli/out.h"
#include "cli/place.h"
#include "lucus/file.h"

static bool nul;

lu_opt lu_opts_paths[] = {
	LU_OPT_FLAG('0', "null", &nul,
		    "the paths on standard input, which the operand - stands for, end with NUL, not with lines"),
	LU_OPT_END
};

/* ---- operands ---- */

static lu_code add_operand(lu_paths *o, const char *path, bool listed, lu_err *e)
{
	lu_path *v = lu_arena_grow(&o->arena, o->v, o->n, sizeof *v);

	if (!v) return lu_nomem(e);
	o->v = v;
	v[o->n++] = (lu_path){ path, listed };
	return LU_OK;
}

static lu_code read_list(lu_paths *o, lu_err *e)
{
	lu_reader in;
	lu_str line;
	lu_code rc;

	lu_base_reader(&in, stdin, "-");
	while (!(rc = lu_reader_line(&in, nul ? '\0' : '\n', &line, e))) {
		lu_str path = lu_arena_dup(&o->arena, line);

		if (!path.s) rc = lu_nomem(e);
		else if (memchr(line.s, '\0', line.n))
			rc = lu_fail(e, LU_EUSAGE, "paths on standard input hold NUL: is -0 missing?");
		else if (path.n) rc = add_operand(o, path.s, true, e);
		if (rc) break;
	}
	lu_reader_free(&in);
	return rc == LU_DONE ? LU_OK : rc;
}

lu_code lu_paths_read(lu_paths *o, int argc, char **argv, lu_err *e)
{
	bool list = false;
	lu_code rc = LU_OK;

	*o = (lu_paths){ .any = argc > 0 };
	for (int i = 0; i < argc; i++) list |= !strcmp(argv[i], "-");
	o->list = list;
	if (nul && !list) return lu_fail(e, LU_EUSAGE, "option -0 needs the operand -");
	for (int i = 0; i < argc && !rc; i++)
		rc = strcmp(argv[i], "-") ? add_operand(o, argv[i], false, e) : read_list(o, e);
	o->given = o->n;
	return rc;
}

void lu_paths_free(lu_paths *o)
{
	lu_arena_free(&o->arena);
	*o = (lu_paths){ 0 };
}

/* Does the current folder lead to a store? */
static bool store_here(void)
{
	lu_buf path = LU_BUF;
	bool found = false;

	if (lu_base_path(".", &path, &found, NULL)) found = false;
	lu_buf_free(&path);
	return found;
}

const char *lu_paths_from(const lu_paths *o)
{
	for (size_t i = 0; i < o->n; i++)
		if (lu_file_exists(o->v[i].path)) return o->v[i].listed && store_here() ? "." : o->v[i].path;
	return ".";
}

bool lu_paths_create(const lu_paths *o)
{
	if (!o->any) return true;
	for (size_t i = 0; i < o->n; i++)
		if (lu_file_exists(o->v[i].path)) return true;
	return false;
}

/* ---- the rule ---- */

/* Is `path` the folder `root`, or below it? *sub is what is left of it. */
static bool lies_in(lu_str path, lu_str root, lu_str *sub)
{
	size_t n = root.n > 1 ? root.n : 0; /* "/" ends with it */

	*sub = lu_strn("", 0);
	if (lu_str_eq(path, root)) return true;
	if (path.n <= n || path.s[n] != '/' || (n && memcmp(path.s, root.s, n) != 0)) return false;
	*sub = lu_strn(path.s + n + 1, path.n - n - 1);
	return true;
}

/* The folder that holds `path`; of "/" itself. */
static lu_str folder_of(lu_str path)
{
	lu_str up = lu_str_before_last(path, '/');

	return up.n ? up : lu_strz("/");
}

/* The top of the repository that holds `dir`; false: none does. */
static bool repository_of(lu_str dir, lu_str *out, lu_err *e, lu_code *rc)
{
	lu_buf git = LU_BUF;
	bool found = false;

	for (lu_str at = dir;; at = folder_of(at)) {
		lu_buf_reset(&git);
		lu_buf_add(&git, at.s, at.n > 1 ? at.n : 0);
		lu_buf_adds(&git, "/.git");
		if (git.oom) *rc = lu_nomem(e);
		found = !git.oom && lu_file_exists(git.s);
		*out = at;
		if (found || git.oom || at.n <= 1) break;
	}
	lu_buf_free(&git);
	return found;
}

/* What a repository ignores, builds and downloads, is no part of it. */
static lu_code is_tracked(lu_str top, lu_str sub, bool *out, lu_err *e)
{
	lu_walk_options plain = { .no_ignore = false };
	lu_buf root = LU_BUF, below = LU_BUF;
	lu_err why;
	lu_code rc;

	lu_buf_addstr(&root, top);
	lu_buf_addstr(&below, sub);
	rc = root.oom || below.oom ? lu_nomem(e) : lu_walk_reaches(root.s, below.s, &plain, out, &why);
	if (rc && rc != LU_ENOMEM) {
		*out = true; /* what is wrong is found by the walk itself */
		rc = LU_OK;
	}
	lu_buf_free(&root);
	lu_buf_free(&below);
	return rc == LU_ENOMEM ? lu_nomem(e) : rc;
}

/* The root of `path` alone, while the knowledge base has none; a view of one of both. */
static lu_code root_of(lu_str path, lu_str here, lu_str *out, lu_err *e)
{
	struct stat st;
	lu_str dir = stat(path.s, &st) == 0 && S_ISDIR(st.st_mode) ? path : folder_of(path), sub;
	bool tracked = true;
	lu_code rc = LU_OK;

	if (!repository_of(dir, out, e, &rc)) {
		*out = lies_in(path, here, &sub) ? here : dir;
	} else if (!rc && lies_in(dir, *out, &sub) && sub.n) {
		rc = is_tracked(*out, sub, &tracked, e);
		if (!tracked) *out = dir;
	}
	return rc;
}

lu_code lu_area_root(lu_str path, lu_buf *out, lu_err *e)
{
	lu_buf here = LU_BUF;
	lu_str root;
	lu_code rc = lu_file_real(".", &here, e);

	if (!rc) rc = root_of(path, lu_buf_str(&here), &root, e);
	lu_buf_reset(out);
	if (!rc) lu_buf_addstr(out, root);
	if (!rc && out->oom) rc = lu_nomem(e);
	lu_buf_free(&here);
	return rc;
}

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
	lu_file *file; /* what it has, when that was asked for */
	size_t n_file;
	bool known; /* `file` is read */
	lu_err *e;
};

static lu_code keep(struct finding *f, lu_str s, lu_str *out)
{
	*out = lu_arena_dup(&f->p->arena, s);
	return out->s ? LU_OK : lu_nomem(f->e);
}

/* The real path of what exists, and of what does not that of the deepest folder that does, with the rest behind it. */
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

/* A path that is of no use. The only one that was given is an error. */
static lu_code refuse(struct finding *f, const lu_path *o, const lu_paths *all, lu_code rc)
{
	if (rc == LU_ENOMEM || (all->given == 1 && !o->listed)) return rc;
	f->p->bad++;
	return lu_out_error(o->path, 0, f->e->msg, f->e);
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
	if ((rc = root_of(first, f->here, out, f->e))) return rc;
	for (size_t i = 0; i < f->n; i++) {
		all &= lies_in(f->v[i].real, *out, &sub);
		inside &= lies_in(f->v[i].real, f->here, &sub);
	}
	if (!all && inside) *out = f->here;
	return LU_OK;
}

/* Has the store a file of this path, or some below it? */
static lu_code is_known(struct finding *f, lu_str sub, bool *out)
{
	size_t lo = 0, hi;
	lu_code rc = LU_OK;

	*out = false;
	if (!f->s || !sub.n) return LU_OK;
	if (!f->known) rc = lu_store_files(f->s, &f->p->arena, &f->file, &f->n_file, f->e);
	f->known = true;
	for (hi = f->n_file; lo < hi;) {
		size_t mid = (lo + hi) / 2;

		if (lu_str_cmp(f->file[mid].path, sub) < 0) lo = mid + 1;
		else hi = mid;
	}
	/* "a-b" stands between "a" and "a/b" */
	for (; lo < f->n_file && !*out && lu_str_starts(f->file[lo].path, sub.s); lo++)
		*out = f->file[lo].path.n == sub.n || f->file[lo].path.s[sub.n] == '/';
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
	if (!rc && other.real.n && lies_in(other.real, lu_buf_str(&f->p->root), &below)) {
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
	bool gone = x->gone, known = false, inside = lies_in(x->real, root, &sub);
	lu_code rc = LU_OK;

	if (gone && x->from->listed) rc = from_root(f, x, &sub, &gone, &known);
	else if (gone && inside) rc = is_known(f, sub, &known);
	if (rc) return rc;
	if (!inside && !known) {
		rc = lu_fail(f->e, LU_EUSAGE, "'%.*s' is not below the root '%.*s'", LU_FMT(x->real), LU_FMT(root));
		return refuse(f, x->from, all, rc);
	}
	if (gone && !known && x->from->listed) {
		lu_out_warn("'%s' is not there, nor is it in the store", x->from->path);
		return LU_OK;
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
	} else if (!rc && !(rc = choose_root(&f, &chosen))) {
		lu_buf_addstr(&p->root, chosen);
		if (p->root.oom) rc = lu_nomem(e);
	}
	if (!rc) rc = lu_place_enter(lu_buf_str(&p->root), e);
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
		lu_wrap(e, rc, "knowledge base '%s' has another tree (choose one with --kb)", lu_common.kb);
	if (!rc && !root.len) rc = lu_store_set_root(s, p->root.s, e);
	lu_buf_free(&root);
	lu_arena_free(&a);
	return rc;
}

lu_code lu_paths_open(const lu_paths *o, const char *from, bool create, lu_store **s, lu_err *e)
{
	lu_buf db = LU_BUF;
	lu_area p = LU_AREA;
	bool found = create;
	lu_code rc = create ? LU_OK : lu_base_path(from, &db, &found, e);

	if (!rc && !found) rc = lu_area_find(&p, o, "", NULL, e);
	if (!rc && !found)
		rc = p.bad ? lu_fail(e, LU_EIO, "no path could be read")
			   : lu_fail(e, LU_ENOENT, "no store '%s': run 'lucus sync'", db.s);
	if (!rc) rc = lu_base_write(s, from, true, e);
	lu_area_free(&p);
	lu_buf_free(&db);
	return rc;
}

/* The root of the knowledge base of the store that `from` leads to; empty when there is none, or none that can be read: that
 * is the business of commands that need it. */
static void read_root(const char *from, lu_buf *root)
{
	lu_buf db = LU_BUF;
	lu_arena a = { 0 };
	lu_store *s = NULL;
	lu_kb kb;
	bool found = false;

	lu_buf_reset(root);
	if (!lu_base_path(from, &db, &found, NULL) && found && !lu_store_open(&s, db.s, LU_STORE_READ, 0, NULL) &&
	    !lu_store_use(s, lu_common.tenant, lu_common.kb, NULL) && !lu_store_kb(s, false, &a, &kb, NULL))
		lu_buf_addstr(root, kb.root);
	lu_store_close(s);
	lu_arena_free(&a);
	lu_buf_free(&db);
}

/* Does the root hold every path that exists? */
static bool holds(const char *root, const lu_paths *o)
{
	lu_buf top = LU_BUF, real = LU_BUF;
	lu_str sub;
	bool all = *root && !lu_file_real(root, &top, NULL);

	for (size_t i = 0; i < o->n && all; i++)
		if (!lu_file_real(o->v[i].path, &real, NULL)) all = lies_in(lu_buf_str(&real), lu_buf_str(&top), &sub);
	if (all && !o->any) all = !lu_file_real(".", &real, NULL) && lies_in(lu_buf_str(&real), lu_buf_str(&top), &sub);
	lu_buf_free(&top);
	lu_buf_free(&real);
	return all;
}

lu_code lu_area_plain(lu_area *p, const lu_paths *o, const char *root, lu_err *e)
{
	const char *const from[] = { ".", lu_paths_from(o) };
	lu_buf known = LU_BUF;
	bool found = false;
	lu_code rc;

	for (size_t i = 0; i < 2 && !root && !found; i++) {
		read_root(from[i], &known);
		found = holds(known.s, o);
	}
	rc = lu_area_find(p, o, root ? root : found ? known.s : "", NULL, e);
	lu_buf_free(&known);
	return rc;
}

bool lu_area_names(const lu_area *p, lu_str path)
{
	bool folder = lu_str_ends(path, "/");
	size_t lo = 0, hi = p->n;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (lu_str_cmp(lu_strz(p->part[mid].sub), path) < 0) lo = mid + 1;
		else hi = mid;
	}
	return lo < p->n &&
	       (folder ? lu_str_starts(lu_strz(p->part[lo].sub), path.s) : !strcmp(p->part[lo].sub, path.s));
}

void lu_area_free(lu_area *p)
{
	lu_buf_free(&p->root);
	lu_arena_free(&p->arena);
	*p = (lu_area)LU_AREA;
}
