/* SPDX-License-Identifier: MIT */
#include "cli/place.h"

#include <stdlib.h>
#include <unistd.h>

#include "cli/opt.h"
#include "core/file.h"

/* The root and the current folder, both without a slash at their ends ("" is "/"). */
struct lu_here {
	lu_buf root, here;
	bool known; /* the current folder */
};

void lu_place_leave(void)
{
	struct lu_here *p = lu_common.here;

	lu_common.here = NULL;
	if (!p) return;
	lu_buf_free(&p->root);
	lu_buf_free(&p->here);
	free(p);
}

static void add_folder(lu_buf *out, lu_str path)
{
	lu_buf_add(out, path.s, path.n > 1 ? path.n : 0);
}

lu_code lu_place_enter(lu_str root, lu_err *e)
{
	struct lu_here *p;
	char *here;

	lu_place_leave();
	if (!root.n) return LU_OK;
	p = calloc(1, sizeof *p);
	if (!p) return lu_nomem(e);
	lu_common.here = p;
	lu_buf_init(&p->root);
	lu_buf_init(&p->here);
	lu_buf_addstr(&p->root, root);
	if (!p->root.oom && !lu_file_exists(p->root.s)) {
		lu_place_leave();
		return LU_OK;
	}
	lu_buf_reset(&p->root);
	add_folder(&p->root, root);
	here = getcwd(NULL, 0);
	p->known = here && *here == '/';
	if (p->known) add_folder(&p->here, lu_strz(here));
	free(here);
	return p->root.oom || p->here.oom ? lu_nomem(e) : LU_OK;
}

/* Is `path` the folder `top` or below it? *rest: what follows, without a slash. */
static bool below(lu_str path, lu_str top, lu_str *rest)
{
	if (path.n < top.n || memcmp(path.s, top.s, top.n) || (path.n > top.n && path.s[top.n] != '/')) return false;
	*rest = path.n > top.n ? lu_strn(path.s + top.n + 1, path.n - top.n - 1) : lu_strn("", 0);
	return true;
}

/* The first component of `path`, which loses it. */
static lu_str take_name(lu_str *path)
{
	const char *slash = path->n ? memchr(path->s, '/', path->n) : NULL;
	lu_str name = slash ? lu_strn(path->s, (size_t)(slash - path->s)) : *path;

	*path = slash ? lu_strn(slash + 1, path->n - name.n - 1) : lu_strn(path->s + path->n, 0);
	return name;
}

/* ---- from the root to the current folder ---- */

/* `path` from its folder `at`, both relative to the same one: what they have in common is left out. */
static void add_between(lu_str at, lu_str path, lu_buf *out)
{
	for (;;) {
		lu_str a = at, b = path, from = take_name(&a), to = take_name(&b);

		/* the last name is that of the file: it is always printed */
		if (!from.n || !b.n || !lu_str_eq(from, to)) break;
		at = a;
		path = b;
	}
	while (at.n) {
		take_name(&at);
		lu_buf_adds(out, "../");
	}
	lu_buf_addstr(out, path);
}

void lu_place_show(lu_str path, lu_buf *out)
{
	const struct lu_here *p = lu_common.here;
	lu_str inside;

	if (!p || (path.n && path.s[0] == '/')) {
		lu_buf_addstr(out, path);
	} else if (p->known && below(lu_buf_str(&p->here), lu_buf_str(&p->root), &inside)) {
		add_between(inside, path, out);
	} else {
		if (p->known && below(lu_buf_str(&p->root), lu_buf_str(&p->here), &inside)) lu_buf_addstr(out, inside);
		else lu_buf_addstr(out, lu_buf_str(&p->root));
		lu_buf_addc(out, '/');
		lu_buf_addstr(out, path);
	}
}

/* ---- from the current folder to the root ---- */

/* Append the names of `path` to the path in `out`, going up at "..". False: beyond its beginning. */
static bool add_plain(lu_str path, lu_buf *out)
{
	bool folder = lu_str_ends(path, "/");

	while (path.n) {
		lu_str name = take_name(&path);

		if (!name.n || lu_str_eqz(name, ".")) continue;
		if (!lu_str_eqz(name, "..")) {
			lu_buf_addf(out, "%s%.*s", out->len ? "/" : "", LU_FMT(name));
			continue;
		}
		folder |= !path.n;
		if (!out->len) return false;
		lu_buf_trunc(out, lu_str_before_last(lu_buf_str(out), '/').n);
	}
	if (folder && out->len) lu_buf_addc(out, '/');
	return true;
}

/* An absolute path or glob: what follows the root is put in `out`. Links are followed in as many of its folders as
 * there are. */
static lu_code from_top(const struct lu_here *p, lu_str path, lu_buf *out, bool *is_below, lu_err *e)
{
	lu_buf plain = LU_BUF, real = LU_BUF;
	lu_str rest, head;
	bool folder = lu_str_ends(path, "/");

	lu_buf_addc(&plain, '/');
	add_plain(lu_strn(path.s + 1, path.n - 1), &real);
	lu_buf_addstr(&plain, lu_buf_str(&real));
	*is_below = below(lu_buf_str(&plain), lu_buf_str(&p->root), &rest);
	head = lu_strn(plain.s, plain.len - (folder && plain.len > 1));
	while (!*is_below && head.n && !plain.oom) {
		char *cut = plain.s + head.n, was = *cut;
		lu_err ignored;

		*cut = '\0';
		if (!lu_file_real(plain.s, &real, &ignored)) {
			*cut = was;
			lu_buf_adds(&real, cut);
			*is_below = below(lu_buf_str(&real), lu_buf_str(&p->root), &rest);
			break;
		}
		*cut = was;
		head = lu_str_before_last(head, '/');
	}
	if (*is_below) lu_buf_addstr(out, rest);
	*is_below &= !plain.oom && !real.oom;
	if (plain.oom || real.oom) out->oom = true;
	lu_buf_free(&plain);
	lu_buf_free(&real);
	return out->oom ? lu_nomem(e) : LU_OK;
}

static void add_escaped(lu_str s, lu_buf *out)
{
	for (size_t i = 0; i < s.n; i++) {
		if (strchr("*?[\\", s.s[i])) lu_buf_addc(out, '\\');
		lu_buf_addc(out, s.s[i]);
	}
}

/* `path` as it is seen from the root. With `glob`, what does not come from it is no glob. */
static lu_code to_root(lu_str path, bool glob, lu_buf *out, bool *is_below, lu_err *e)
{
	const struct lu_here *p = lu_common.here;
	lu_str inside;
	lu_code rc = LU_OK;

	lu_buf_reset(out);
	if (!p) {
		*is_below = add_plain(path, out);
	} else if (path.n && path.s[0] == '/') {
		return from_top(p, path, out, is_below, e);
	} else if (p->known && below(lu_buf_str(&p->here), lu_buf_str(&p->root), &inside)) {
		if (glob) add_escaped(inside, out);
		else lu_buf_addstr(out, inside);
		*is_below = add_plain(path, out);
	} else {
		lu_buf whole = LU_BUF;

		*is_below = false;
		if (p->known) lu_buf_addf(&whole, "%s/%.*s", p->here.s, LU_FMT(path));
		if (whole.oom) rc = lu_nomem(e);
		else if (p->known) rc = from_top(p, lu_buf_str(&whole), out, is_below, e);
		if (!rc && !*is_below) *is_below = add_plain(path, out);
		lu_buf_free(&whole);
	}
	return rc || !out->oom ? rc : lu_nomem(e);
}

static lu_code outside(lu_str what, lu_err *e)
{
	return lu_fail(e, LU_EUSAGE, "'%.*s' is outside of the root%s%s%s", LU_FMT(what), lu_common.here ? " '" : "",
		       lu_common.here ? lu_common.here->root.s : "", lu_common.here ? "'" : "");
}

/* Where the file `path` is, when there is one, and it is below the root without its links. */
static lu_code real_below(lu_str path, lu_buf *out, bool *is_below, lu_err *e)
{
	lu_buf name = LU_BUF, real = LU_BUF;
	lu_str rest;
	lu_err ignored;

	*is_below = false;
	lu_buf_addstr(&name, path);
	if (lu_common.here && !name.oom && !lu_file_real(name.s, &real, &ignored)) {
		*is_below = below(lu_buf_str(&real), lu_buf_str(&lu_common.here->root), &rest);
		if (*is_below) lu_buf_addstr(out, rest);
	}
	out->oom |= name.oom || real.oom;
	lu_buf_free(&name);
	lu_buf_free(&real);
	return out->oom ? lu_nomem(e) : LU_OK;
}

lu_code lu_place_find(lu_str path, lu_arena *a, lu_str *out, bool *is_below, lu_err *e)
{
	lu_buf b = LU_BUF;
	lu_code rc = real_below(path, &b, is_below, e);

	if (!rc && !*is_below) rc = to_root(path, false, &b, is_below, e);
	if (!rc && *is_below) {
		*out = lu_arena_dup(a, lu_strn(b.s, b.len - (b.len && b.s[b.len - 1] == '/')));
		if (!out->s) rc = lu_nomem(e);
	}
	lu_buf_free(&b);
	return rc;
}

/* ---- pathspecs ---- */

static lu_code add_glob(lu_str glob, lu_arena *a, lu_strs *out, lu_err *e)
{
	lu_str *v = lu_arena_grow(a, out->v, out->n, sizeof *v);

	if (!v) return lu_nomem(e);
	out->v = v;
	v[out->n] = lu_arena_dup(a, glob.n ? glob : lu_strn("*", 1));
	return v[out->n++].s ? LU_OK : lu_nomem(e);
}

/* Behind ":/" or ":(top)". Of the other letters and words of magic git has more than is of use here. */
static lu_code top_of(lu_str *spec, bool *top, lu_err *e)
{
	static const char *const magic[] = { ":(top)", ":/" };

	*top = false;
	if (!spec->n || spec->s[0] != ':') return LU_OK;
	for (size_t i = 0; i < sizeof magic / sizeof *magic; i++) {
		size_t n = strlen(magic[i]);

		if (!lu_str_starts(*spec, magic[i])) continue;
		*spec = lu_strn(spec->s + n, spec->n - n);
		*top = true;
		return LU_OK;
	}
	return lu_fail(e, LU_EUSAGE, "'%.*s' begins with ':', of which only ':/' is known: write ./:... for a name",
		       LU_FMT(*spec));
}

static bool is_there(lu_str path)
{
	lu_buf b = LU_BUF;
	bool there;

	lu_buf_addf(&b, "%s/%.*s", lu_common.here ? lu_common.here->root.s : ".", LU_FMT(path));
	there = !b.oom && lu_file_exists(b.s);
	lu_buf_free(&b);
	return there;
}

/* The same as a name, where that has letters of a glob and is one. */
static lu_code add_name(lu_str path, bool top, lu_arena *a, lu_strs *out, lu_err *e)
{
	lu_buf b = LU_BUF, escaped = LU_BUF;
	bool is_below = true;
	lu_code rc = LU_OK;

	if (top) add_plain(path, &b);
	else rc = to_root(path, false, &b, &is_below, e);
	if (!rc && is_below && is_there(lu_buf_str(&b))) {
		add_escaped(lu_buf_str(&b), &escaped);
		rc = b.oom || escaped.oom ? lu_nomem(e) : add_glob(lu_buf_str(&escaped), a, out, e);
	}
	lu_buf_free(&b);
	lu_buf_free(&escaped);
	return rc;
}

lu_code lu_place_spec(lu_str spec, lu_arena *a, lu_strs *out, lu_err *e)
{
	lu_str path = spec;
	lu_buf b = LU_BUF;
	bool top, is_below = false;
	lu_code rc = top_of(&path, &top, e);

	if (rc) return rc;
	if (!spec.n) return lu_fail(e, LU_EUSAGE, "an empty path: write . for the current folder");
	if (top) is_below = add_plain(path, &b);
	else rc = to_root(path, true, &b, &is_below, e);
	if (!rc && !is_below) rc = outside(spec, e);
	if (!rc && b.oom) rc = lu_nomem(e);
	if (!rc) rc = add_glob(lu_buf_str(&b), a, out, e);
	if (!rc && strpbrk(b.s, "*?[\\")) rc = add_name(path, top, a, out, e);
	lu_buf_free(&b);
	return rc;
}
