/* SPDX-License-Identifier: MIT
 * Files of gitignore patterns: reading their lines, and which pattern decides. */
#include "walk/ignore.h"

#include <stdlib.h>

#include "core/glob.h"

typedef struct rule {
	lu__glob glob;
	bool negated;
	long line;
} rule;

typedef struct rule_file {
	lu_arena arena; /* owns everything below */
	lu_str dir;     /* where its patterns hold, without a '/' at the end */
	const char *source;
	rule *v;
	size_t n;
} rule_file;

struct lu_ignore {
	rule_file *v; /* the last one is tried first */
	size_t n, cap;
};

lu_code lu_ignore_new(lu_ignore **out, lu_err *e)
{
	lu_ignore *ig = calloc(1, sizeof *ig);

	if (!ig) return lu_nomem(e);
	*out = ig;
	return LU_OK;
}

size_t lu__ignore_count(const lu_ignore *ig)
{
	return ig->n;
}

void lu__ignore_cut(lu_ignore *ig, size_t n)
{
	while (ig->n > n) lu_arena_free(&ig->v[--ig->n].arena);
}

void lu_ignore_free(lu_ignore *ig)
{
	if (!ig) return;
	lu__ignore_cut(ig, 0);
	free(ig->v);
	free(ig);
}

/* Spaces at the end do not count, unless a backslash precedes them. */
static lu_str trim_line(lu_str s)
{
	size_t end = 0; /* after the last byte that is not such a space */

	for (size_t i = 0; i < s.n; i++) {
		if (s.s[i] == '\\') {
			if (++i == s.n) return s;
			end = i + 1;
		} else if (s.s[i] != ' ') {
			end = i + 1;
		}
	}
	return lu_strn(s.s, end);
}

static lu_code add_line(rule_file *f, lu_str s, long line, lu_err *e)
{
	rule r = { .line = line };
	rule *v;
	lu_code rc;

	if (!s.n || s.s[0] == '#') return LU_OK;
	s = trim_line(s);
	if (s.n && s.s[0] == '!') {
		r.negated = true;
		s = lu_strn(s.s + 1, s.n - 1);
	}
	if ((rc = lu__glob_compile(&r.glob, s, &f->arena, e))) return rc;
	if (r.glob.kind == LU__GLOB_NEVER) return LU_OK;
	v = lu_arena_grow(&f->arena, f->v, f->n, sizeof *v);
	if (!v) return lu_nomem(e);
	f->v = v;
	v[f->n++] = r;
	return LU_OK;
}

static lu_code add_lines(rule_file *f, lu_str text, lu_err *e)
{
	lu_code rc = LU_OK;
	long line = 1;

	if (lu_str_starts(text, "\xef\xbb\xbf")) text = lu_strn(text.s + 3, text.n - 3);
	for (; text.n && !rc; line++) {
		const char *nl = memchr(text.s, '\n', text.n), *nul;
		lu_str s = lu_strn(text.s, nl ? (size_t)(nl - text.s) : text.n);
		size_t used = s.n + (nl ? 1 : 0);

		if (s.n && s.s[s.n - 1] == '\r') s.n--;
		nul = s.n ? memchr(s.s, '\0', s.n) : NULL; /* to git, a line ends there */
		if (nul) s.n = (size_t)(nul - s.s);
		rc = add_line(f, s, line, e);
		text = lu_strn(text.s + used, text.n - used);
	}
	return rc;
}

static lu_code reserve(lu_ignore *ig, lu_err *e)
{
	size_t cap = ig->cap ? ig->cap * 2 : 8;
	rule_file *v;

	if (ig->n < ig->cap) return LU_OK;
	if (!(v = realloc(ig->v, cap * sizeof *v))) return lu_nomem(e);
	ig->v = v;
	ig->cap = cap;
	return LU_OK;
}

lu_code lu_ignore_add(lu_ignore *ig, lu_str text, const char *dir, const char *source, lu_err *e)
{
	rule_file f = { 0 };
	lu_code rc;

	if ((rc = reserve(ig, e))) return rc;
	f.dir = lu_arena_dup(&f.arena, lu_strz(dir));
	f.source = lu_arena_dup(&f.arena, lu_strz(source)).s;
	rc = f.dir.s && f.source ? add_lines(&f, text, e) : lu_nomem(e);
	if (rc) lu_arena_free(&f.arena);
	else ig->v[ig->n++] = f;
	return rc;
}

bool lu__ignore_find(const lu_ignore *ig, lu_str path, bool is_dir, const char **source, long *line)
{
	lu_str name = lu_str_after_last(path, '/');

	for (size_t i = ig->n; i-- > 0;) {
		const rule_file *f = &ig->v[i];
		lu_str rel = path;

		if (f->dir.n) {
			if (path.n <= f->dir.n || path.s[f->dir.n] != '/' || memcmp(path.s, f->dir.s, f->dir.n) != 0)
				continue;
			rel = lu_strn(path.s + f->dir.n + 1, path.n - f->dir.n - 1);
		}
		for (size_t k = f->n; k-- > 0;) {
			const rule *r = &f->v[k];

			if (!lu__glob_match(&r->glob, rel, name, is_dir)) continue;
			if (r->negated) return false;
			if (source) *source = f->source;
			if (line) *line = r->line;
			return true;
		}
	}
	return false;
}

bool lu_ignore_match(const lu_ignore *ig, const char *path, bool is_dir, const char **source, long *line)
{
	return lu__ignore_find(ig, lu_strz(path), is_dir, source, line);
}
