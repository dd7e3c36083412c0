/* SPDX-License-Identifier: MIT
 * Reads unified diffs. */
#include "git/diff.h"

#include "core/ascii.h"

#define LINE_MAX_NUMBER 0x7fffffff /* of a line, and of lines */

struct reading {
	lu_str rest;
	const char *end; /* of all */
	size_t line;     /* number of the last line that was taken */
	lu_arena *a;
	lu_diff_file *v;
	size_t n;
	bool headed; /* the last file began with "diff --git", and neither of its sides was read since */
	lu_err *e;
};

static lu_code wrong(const struct reading *r, const char *what)
{
	return lu_fail(r->e, LU_EFORMAT, "line %zu of the diff: %s", r->line, what);
}

static lu_str take_line(struct reading *r)
{
	r->line++;
	return lu_str_take(&r->rest, '\n');
}

static lu_str without_cr(lu_str s)
{
	return s.n && s.s[s.n - 1] == '\r' ? lu_strn(s.s, s.n - 1) : s;
}

static lu_str skip(lu_str s, size_t n)
{
	return lu_strn(s.s + n, s.n - n);
}

/* ---- paths ---- */

/* One escape of a quoted path, behind the backslash; how many bytes it has, 0: it is none. */
static size_t unescape(lu_str s, char *out)
{
	static const char letters[] = "abtnvfr\"\\", bytes[] = "\a\b\t\n\v\f\r\"\\";
	const char *p;

	if (!s.n) return 0;
	if (s.n >= 3 && s.s[0] >= '0' && s.s[0] <= '3' && s.s[1] >= '0' && s.s[1] <= '7' && s.s[2] >= '0' &&
	    s.s[2] <= '7') {
		*out = (char)((s.s[0] - '0') * 64 + (s.s[1] - '0') * 8 + s.s[2] - '0');
		return 3;
	}
	p = s.s[0] ? strchr(letters, s.s[0]) : NULL;
	if (!p) return 0;
	*out = bytes[p - letters];
	return 1;
}

/* A path in quotes at the start of `*s`, which is taken off. */
static lu_code take_quoted(struct reading *r, lu_str *s, lu_str *out)
{
	char *p = lu_arena_alloc(r->a, s->n + 1);
	size_t n = 0, i = 1, k;

	if (!p) return lu_nomem(r->e);
	for (; i < s->n && s->s[i] != '"'; i++) {
		if (s->s[i] != '\\') {
			p[n++] = s->s[i];
			continue;
		}
		if (!(k = unescape(skip(*s, i + 1), &p[n++]))) return wrong(r, "a path with an unknown escape");
		i += k;
	}
	if (i >= s->n) return wrong(r, "a quoted path without its end");
	p[n] = '\0';
	*out = lu_strn(p, n);
	*s = skip(*s, i + 1);
	return memchr(p, 0, n) ? wrong(r, "a path with a NUL") : LU_OK;
}

/* All of `s` is a path, in quotes or with a time behind a tab. */
static lu_code read_path(struct reading *r, lu_str s, lu_str *out)
{
	if (s.n && s.s[0] == '"') return take_quoted(r, &s, out);
	*out = lu_str_before_first(s, '\t');
	return memchr(s.s ? s.s : "", 0, s.n) ? wrong(r, "a path with a NUL") : LU_OK;
}

/* "a/", "b/", and what git writes instead with diff.mnemonicPrefix. */
static bool has_prefix(lu_str s)
{
	return s.n > 2 && s.s[1] == '/' && strchr("abciow", s.s[0]) && s.s[0];
}

/* Take git's prefixes off: two letters that differ, as both sides have them. */
static void set_paths(lu_diff_file *f, lu_str was, lu_str is)
{
	bool no_old = lu_str_eqz(was, "/dev/null"), no_new = lu_str_eqz(is, "/dev/null");
	bool cut =
		(no_old || has_prefix(was)) && (no_new || has_prefix(is)) && (no_old || no_new || was.s[0] != is.s[0]);

	f->old_path = no_old ? lu_strn("", 0) : cut ? skip(was, 2) : was;
	f->new_path = no_new ? lu_strn("", 0) : cut ? skip(is, 2) : is;
}

/* "a/P b/P" without quotes: both halves are one path, or nobody can tell; what follows says it then. */
static void read_halves(lu_diff_file *f, lu_str s)
{
	size_t half = s.n / 2;

	if (s.n % 2 && s.s[half] == ' ') {
		lu_str was = lu_strn(s.s, half), is = skip(s, half + 1);

		if (lu_str_eq(was, is) || (has_prefix(was) && has_prefix(is) && lu_str_eq(skip(was, 2), skip(is, 2))))
			set_paths(f, was, is);
	}
}

/* ---- files ---- */

static lu_code add_file(struct reading *r, bool headed)
{
	lu_diff_file *v = lu_arena_grow(r->a, r->v, r->n, sizeof *v);

	if (!v) return lu_nomem(r->e);
	r->v = v;
	v[r->n++] = (lu_diff_file){ .binary = false };
	r->headed = headed;
	return LU_OK;
}

static lu_code read_git(struct reading *r, lu_str s)
{
	lu_str was, is;
	lu_code rc = add_file(r, true);

	if (rc || !s.n || s.s[0] != '"') {
		if (!rc) read_halves(&r->v[r->n - 1], s);
		return rc;
	}
	rc = take_quoted(r, &s, &was);
	if (rc || s.n < 2 || s.s[0] != ' ') return rc;
	rc = read_path(r, skip(s, 1), &is);
	if (!rc) set_paths(&r->v[r->n - 1], was, is);
	return rc;
}

/* "--- PATH", when "+++ PATH" follows: else it is text of a message. */
static lu_code read_sides(struct reading *r, lu_str s)
{
	lu_str was, is;
	lu_code rc;

	if (!lu_str_starts(r->rest, "+++ ")) return LU_OK;
	rc = read_path(r, skip(s, 4), &was);
	if (!rc) rc = read_path(r, skip(without_cr(take_line(r)), 4), &is);
	if (!rc && !r->headed) rc = add_file(r, false);
	if (rc) return rc;
	set_paths(&r->v[r->n - 1], was, is);
	r->headed = false;
	if (!r->v[r->n - 1].old_path.n && !r->v[r->n - 1].new_path.n) return wrong(r, "a file on neither side");
	return LU_OK;
}

/* The line of a header that git writes between "diff --git" and the first side. */
static lu_code read_header(struct reading *r, lu_str s)
{
	lu_diff_file *f = &r->v[r->n - 1];

	if (lu_str_starts(s, "rename from ")) return read_path(r, skip(s, 12), &f->old_path);
	if (lu_str_starts(s, "rename to ")) return read_path(r, skip(s, 10), &f->new_path);
	if (lu_str_starts(s, "copy to ")) {
		f->old_path = lu_strn("", 0);
		return read_path(r, skip(s, 8), &f->new_path);
	}
	if (lu_str_starts(s, "new file mode ")) f->old_path = lu_strn("", 0);
	if (lu_str_starts(s, "deleted file mode ")) f->new_path = lu_strn("", 0);
	if (lu_str_starts(s, "GIT binary patch") || lu_str_starts(s, "Binary files ")) f->binary = true;
	return LU_OK;
}

/* ---- hunks ---- */

static bool take_number(lu_str *s, uint32_t *out)
{
	uint64_t n = 0;
	size_t i = 0;

	for (; i < s->n && lu_is_digit(s->s[i]) && n <= LINE_MAX_NUMBER; i++) n = n * 10 + (uint64_t)(s->s[i] - '0');
	*out = (uint32_t)n;
	*s = skip(*s, i);
	return i && n <= LINE_MAX_NUMBER;
}

/* "START,N" behind `sign`, or "START" of one line. */
static bool take_range(lu_str *s, char sign, uint32_t *start, uint32_t *n)
{
	if (!s->n || s->s[0] != sign) return false;
	*s = skip(*s, 1);
	*n = 1;
	if (!take_number(s, start)) return false;
	if (s->n && s->s[0] == ',') {
		*s = skip(*s, 1);
		if (!take_number(s, n)) return false;
	}
	return (*start || !*n) && (uint64_t)*start + *n <= LINE_MAX_NUMBER;
}

static lu_code read_lines(struct reading *r, lu_diff_hunk *h)
{
	uint32_t was = h->old_n, is = h->new_n;
	const char *begin = r->rest.s;

	while (was || is || lu_str_starts(r->rest, "\\")) {
		lu_str s;
		bool old, new;

		if (!r->rest.n) return wrong(r, "the diff ends within a hunk");
		s = without_cr(take_line(r));
		if (s.n && s.s[0] == '\\') continue; /* "No newline at end of file" */
		old = !s.n || s.s[0] == ' ' || s.s[0] == '-';
		new = !s.n || s.s[0] == ' ' || s.s[0] == '+';
		if (!old && !new) return wrong(r, "it belongs to a hunk, and begins with none of ' ', '-' and '+'");
		if ((old && !was) || (new && !is)) return wrong(r, "a hunk has more lines than its head says");
		was -= old;
		is -= new;
	}
	h->body = lu_strn(begin, (size_t)((r->rest.n ? r->rest.s : r->end) - begin));
	return LU_OK;
}

static lu_code read_hunk(struct reading *r, lu_str s)
{
	lu_diff_hunk h = { .body = { "", 0 } }, *v;
	lu_diff_file *f = r->n ? &r->v[r->n - 1] : NULL;
	lu_code rc;

	if (!f || r->headed || f->binary) return wrong(r, "a hunk without a file");
	s = skip(s, 3);
	if (!take_range(&s, '-', &h.old_start, &h.old_n) || !lu_str_starts(s, " "))
		return wrong(r, "no head of a hunk");
	s = skip(s, 1);
	if (!take_range(&s, '+', &h.new_start, &h.new_n) || !lu_str_starts(s, " @@"))
		return wrong(r, "no head of a hunk");
	rc = read_lines(r, &h);
	if (rc) return rc;
	if (!(v = lu_arena_grow(r->a, f->hunk, f->n, sizeof *v))) return lu_nomem(r->e);
	f->hunk = v;
	v[f->n++] = h;
	return LU_OK;
}

static lu_code read_line(struct reading *r, lu_str s)
{
	if (lu_str_starts(s, "diff --git ")) return read_git(r, skip(s, 11));
	if (lu_str_starts(s, "--- ")) return read_sides(r, s);
	if (lu_str_starts(s, "@@ ")) return read_hunk(r, s);
	if (lu_str_starts(s, "@@@") || lu_str_starts(s, "diff --cc ") || lu_str_starts(s, "diff --combined "))
		return wrong(r, "a diff of a merge, which has several old sides");
	return r->headed ? read_header(r, s) : LU_OK;
}

/* Files of which not even the name can be known are none. */
static size_t drop_nameless(lu_diff_file *v, size_t n)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		if (v[i].old_path.n || v[i].new_path.n) v[k++] = v[i];
	return k;
}

static bool is_whole_id(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!lu_is_hex(s.s[i])) return false;
	return s.n >= 40;
}

/* A text without any file: nothing at all, or a commit that changes nothing, as `git show` and `git format-patch` write it.
 * Anything else is no diff, whatever it was meant to be, and must not count as one that changes nothing. */
static lu_code check_empty(lu_str text, lu_err *e)
{
	lu_str rest = text, s;

	while (rest.n && !lu_str_trim(s = lu_str_take(&rest, '\n')).n) continue;
	if (!lu_str_trim(text).n) return LU_OK;
	if (lu_str_starts(s, "commit ") || lu_str_starts(s, "From ")) {
		s = skip(s, s.s[0] == 'c' ? 7 : 5);
		if (lu_str_starts(rest, "Merge: "))
			return lu_fail(e, LU_EFORMAT, "a merge without its diff: `git show -m` has it");
		if (is_whole_id(lu_str_before_first(without_cr(s), ' '))) return LU_OK;
	}
	return lu_fail(e, LU_EFORMAT, "no diff: no line begins with \"diff --git\" or \"---\" and \"+++\"");
}

lu_code lu_diff_read(lu_str text, lu_arena *a, lu_diff_file **out, size_t *n, lu_err *e)
{
	struct reading r = { .rest = text, .end = text.s + text.n, .a = a, .e = e };
	lu_code rc = LU_OK;

	if (text.n > LU_DIFF_MAX) return lu_fail(e, LU_EFORMAT, "the diff has more than %d bytes", LU_DIFF_MAX);
	while (!rc && r.rest.n) {
		lu_str s = without_cr(take_line(&r));

		rc = read_line(&r, s);
	}
	*out = r.v;
	if (!rc) *n = drop_nameless(r.v, r.n);
	return rc || *n ? rc : check_empty(text, e);
}
