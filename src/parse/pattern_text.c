/* SPDX-License-Identifier: MIT */
#include "parse/pattern_text.h"

lu_code lu__pattern_fail(struct lu__reader *r, const char *at, const char *what, lu_str which)
{
	size_t line = 1;
	const char *start = r->text;

	for (const char *s = r->text; s < at; s++)
		if (*s == '\n') {
			line++;
			start = s + 1;
		}
	if (!which.n) return lu_fail(r->e, LU_EFORMAT, "%s:%zu:%zu: %s", r->file, line, (size_t)(at - start) + 1, what);
	return lu_fail(r->e, LU_EFORMAT, "%s:%zu:%zu: %s '%.*s'", r->file, line, (size_t)(at - start) + 1, what,
		       LU_FMT(which));
}

lu_code lu__pattern_unexpected(struct lu__reader *r)
{
	if (!*r->at) return lu__pattern_fail(r, r->at, "the text ends inside of a pattern", lu_strn("", 0));
	return lu__pattern_fail(r, r->at, "unexpected", lu_strn(r->at, 1));
}

void lu__pattern_skip(struct lu__reader *r)
{
	for (;;) {
		while (*r->at && strchr(" \t\r\n", *r->at)) r->at++;
		if (*r->at != ';') return;
		while (*r->at && *r->at != '\n') r->at++;
	}
}

lu_str lu__pattern_word(struct lu__reader *r)
{
	const char *from = r->at;

	if (lu__is_pattern_word(*r->at))
		while (lu__is_pattern_word(*r->at) || (*r->at && strchr(".?!", *r->at))) r->at++;
	return lu_strn(from, (size_t)(r->at - from));
}

lu_code lu__pattern_quoted(struct lu__reader *r, lu_str *out)
{
	const char *from = r->at++;
	lu_buf b = LU_BUF;
	lu_code rc = LU_OK;

	for (; *r->at && *r->at != '"' && *r->at != '\n'; r->at++) {
		const char *escapes = "n\nt\tr\r", *hit;

		if (*r->at == '\\' && r->at[1]) {
			hit = strchr(escapes, *++r->at);
			lu_buf_addc(&b, hit && (hit - escapes) % 2 == 0 ? hit[1] : *r->at);
		} else {
			lu_buf_addc(&b, *r->at);
		}
	}
	if (*r->at != '"') rc = lu__pattern_fail(r, from, "a string without end", lu_strn("", 0));
	else r->at++;
	if (!rc) {
		*out = b.oom ? lu_strn(NULL, 0) : lu_arena_dup(&r->p->arena, lu_buf_str(&b));
		if (!out->s) rc = lu_nomem(r->e);
	}
	lu_buf_free(&b);
	return rc;
}
