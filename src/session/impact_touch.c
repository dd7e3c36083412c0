/* SPDX-License-Identifier: MIT
 * From lines of a diff to elements: which side of it the store has is decided by what the lines hold, so that it is right
 * before a sync and after it. */
#include "session/impact.h"

#define LINES_MAX (1 << 24) /* of a file */

/* A file as the store has it. */
struct stored {
	lu_file file;
	lu_stored *v; /* its elements */
	size_t n;
	lu_str *line; /* line[0] is the first */
	uint32_t lines;
	uint32_t *at, *up; /* the innermost element of each line, and the element that each is in, both + 1; 0: none */
	size_t *touched;   /* lines of each element, + 1; 0: it is not touched */
};

/* ---- the file ---- */

static lu_str text_of(const struct stored *f)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->v[i].el.start_line == 1 && f->v[i].el.code.s) return f->v[i].el.code;
	return lu_strn("", 0);
}

static lu_code cut_lines(struct stored *f, lu_arena *a, lu_err *e)
{
	lu_str text = text_of(f);
	size_t n = 0;

	for (lu_str rest = text; rest.n && n < LINES_MAX; n++) lu_str_take(&rest, '\n');
	if (!(f->line = lu_arena_calloc(a, n + 1, sizeof *f->line))) return lu_nomem(e);
	for (f->lines = 0; f->lines < n; f->lines++) f->line[f->lines] = lu_str_take(&text, '\n');
	return LU_OK;
}

/* Elements are in order, what holds another one before it: the last one to claim a line is the innermost. */
static lu_code place_elements(struct stored *f, lu_arena *a, lu_err *e)
{
	uint32_t last = f->lines;

	for (size_t i = 0; i < f->n; i++)
		if (f->v[i].el.end_line > last && f->v[i].el.end_line < LINES_MAX) last = f->v[i].el.end_line;
	f->lines = last;
	f->at = lu_arena_calloc(a, (size_t)last + 2, sizeof *f->at);
	f->up = lu_arena_calloc(a, f->n + 1, sizeof *f->up);
	f->touched = lu_arena_calloc(a, f->n + 1, sizeof *f->touched);
	if (!f->at || !f->up || !f->touched) return lu_nomem(e);
	for (uint32_t i = 0; i < f->n; i++) {
		const lu_element *el = &f->v[i].el;

		if (!el->start_line || el->start_line > last) continue;
		f->up[i] = f->at[el->start_line];
		for (uint32_t k = el->start_line; k <= el->end_line && k <= last; k++) f->at[k] = i + 1;
	}
	return LU_OK;
}

static lu_code read_stored(lu__touching *t, lu_str path, struct stored *out, bool *has, lu_err *e)
{
	lu_err why;
	lu_code rc = path.n ? lu_store_file(t->s, path, t->a, &out->file, &why) : LU_ENOENT;
	uint32_t known;

	*has = !rc;
	if (rc == LU_ENOENT) return LU_OK;
	if (rc) return lu_fail(e, rc, "%s", why.msg);
	rc = lu_store_file_elements(t->s, out->file.id, true, t->a, &out->v, &out->n, e);
	if (!rc) rc = cut_lines(out, t->a, e);
	known = out->lines;
	if (!rc) rc = place_elements(out, t->a, e);
	out->lines = known;
	return rc;
}

/* ---- which side ---- */

static bool same_line(lu_str x, lu_str y)
{
	if (x.n && x.s[x.n - 1] == '\r') x.n--;
	if (y.n && y.s[y.n - 1] == '\r') y.n--;
	return lu_str_eq(x, y);
}

/* Does the file hold the lines of a hunk's side, which has the lines that begin with `sign`? */
static bool holds(const struct stored *f, const lu_diff_hunk *h, char sign)
{
	uint32_t at = sign == '+' ? h->new_start : h->old_start;
	lu_str rest = h->body;

	while (rest.n) {
		lu_str s = lu_str_take(&rest, '\n');
		char c = s.n && s.s[0] != '\r' ? s.s[0] : ' ';

		if (c != ' ' && c != sign) continue;
		if (!at || at > f->lines ||
		    !same_line(f->line[at - 1], s.n && s.s[0] == c ? lu_strn(s.s + 1, s.n - 1) : s))
			return false;
		at++;
	}
	return true;
}

static size_t held(const struct stored *f, const lu_diff_file *d, char sign)
{
	size_t n = 0;

	for (size_t i = 0; i < d->n; i++) n += holds(f, &d->hunk[i], sign);
	return n;
}

/* ---- what is touched ---- */

static void touch(struct stored *f, uint32_t el, size_t lines)
{
	if (el) f->touched[el - 1] = (f->touched[el - 1] ? f->touched[el - 1] : 1) + lines;
}

static uint32_t innermost(const struct stored *f, uint32_t line, uint32_t last)
{
	return line && line <= last ? f->at[line] : 0;
}

/* Lines of the other side alone stood behind `line`: in what holds that line and the next one. */
static void touch_gap(struct stored *f, uint32_t line, uint32_t last)
{
	uint32_t el = innermost(f, line ? line : 1, last);

	while (line && el && f->v[el - 1].el.end_line <= line && f->up[el - 1]) el = f->up[el - 1];
	while (!line && el && f->up[el - 1]) el = f->up[el - 1];
	touch(f, el, 0);
}

static bool is_blank(lu_str s)
{
	return s.n <= 1 || !lu_str_trim(lu_strn(s.s + 1, s.n - 1)).n;
}

/* Lines that were changed together. */
struct run {
	bool ours, other; /* lines of our side, lines of the other one, that are not blank */
	uint32_t before;  /* the line of our side before them */
};

static void end_run(struct stored *f, struct run *r, uint32_t before, uint32_t last)
{
	if (r->other && !r->ours) touch_gap(f, r->before, last);
	*r = (struct run){ .before = before };
}

static void touch_hunk(struct stored *f, const lu_diff_hunk *h, char sign, uint32_t last)
{
	uint32_t n = sign == '+' ? h->new_n : h->old_n, at = sign == '+' ? h->new_start : h->old_start;
	struct run r = { .before = 0 };
	lu_str rest = h->body;

	at += !n; /* a side without lines begins behind its start */
	r.before = at - 1;
	while (rest.n) {
		lu_str s = lu_str_take(&rest, '\n');
		char c = s.n && s.s[0] != '\r' ? s.s[0] : ' ';

		if (c == '\\') continue;
		if (c == ' ') {
			end_run(f, &r, at, last);
		} else if (!is_blank(s)) {
			*(c == sign ? &r.ours : &r.other) = true;
			if (c == sign) touch(f, innermost(f, at, last), 1);
		}
		at += c == ' ' || c == sign;
	}
	end_run(f, &r, at, last);
}

static lu_code add_touched(lu__touching *t, const struct stored *f, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < f->n && !rc; i++) {
		lu_touched *v;

		if (!f->touched[i]) continue;
		if (!(v = lu_arena_grow(t->a, t->v, t->n, sizeof *v))) return lu_nomem(e);
		t->v = v;
		v[t->n].lines = f->touched[i] - 1;
		rc = lu_store_brief(t->s, f->v[i].id, t->a, &v[t->n].el, e);
		t->n += !rc;
		t->file.touched += !rc;
	}
	return rc;
}

/* ---- a file of the diff ---- */

/* The path from the root; empty: there is none, or it lies elsewhere, *outside. */
static lu_str below_root(const lu__touching *t, lu_str path, bool *outside)
{
	if (!path.n) return path;
	if (t->prefix.n && path.n > t->prefix.n && !memcmp(path.s, t->prefix.s, t->prefix.n))
		return lu_strn(path.s + t->prefix.n, path.n - t->prefix.n);
	*outside |= path.s[0] == '/' || lu_str_starts(path, "../");
	return path;
}

static lu_code take(lu__touching *t, struct stored *f, const lu_diff_file *d, char sign, lu_side side, lu_err *e)
{
	bool renamed = d->old_path.n && d->new_path.n && !lu_str_eq(d->old_path, d->new_path);
	uint32_t last = f->lines;

	for (size_t i = 0; i < f->n; i++)
		if (f->v[i].el.end_line > last && f->v[i].el.end_line < LINES_MAX) last = f->v[i].el.end_line;
	t->file.path = f->file.path;
	t->file.side = d->binary && !d->n ? LU_SIDE_BINARY : side;
	for (size_t i = 0; i < d->n; i++) touch_hunk(f, &d->hunk[i], sign, last);
	if (renamed && f->n) touch(f, 1, 0);
	return add_touched(t, f, e);
}

lu_code lu__impact_touch(lu__touching *t, const lu_diff_file *d, lu_err *e)
{
	struct stored now = { .n = 0 }, was = { .n = 0 };
	bool has_new = false, has_old = false, outside = false;
	lu_str is = below_root(t, d->new_path, &outside), old = below_root(t, d->old_path, &outside);
	size_t as_new, as_old;
	lu_code rc = read_stored(t, is, &now, &has_new, e);

	t->file = (lu_impact_file){ .path = d->new_path.n ? d->new_path : d->old_path, .side = LU_SIDE_ABSENT };
	if (!rc && lu_str_eq(is, old)) {
		was = now;
		has_old = has_new;
	} else if (!rc) {
		rc = read_stored(t, old, &was, &has_old, e);
	}
	if (rc) return rc;
	if (!has_new && !has_old) {
		bool elsewhere = t->prefix.n && is.s == d->new_path.s && old.s == d->old_path.s;

		if (outside || elsewhere) t->file.side = LU_SIDE_OUTSIDE;
		return LU_OK;
	}
	as_new = has_new ? held(&now, d, '+') : 0;
	as_old = has_old ? held(&was, d, '-') : 0;
	if (has_new && as_new == d->n) return take(t, &now, d, '+', LU_SIDE_NEW, e);
	if (has_old && as_old == d->n) return take(t, &was, d, '-', LU_SIDE_OLD, e);
	if (has_old && (!has_new || as_old > as_new)) return take(t, &was, d, '-', LU_SIDE_UNLIKE, e);
	return take(t, &now, d, '+', LU_SIDE_UNLIKE, e);
}
