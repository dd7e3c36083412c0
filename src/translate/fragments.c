/* SPDX-License-Identifier: MIT
 * A question in pieces. */
#include "translate/fragments.h"

#include "core/ascii.h"
#include "lucus/text.h"
#include "text/unicode.h"
#include "core/utf8.h"

/* Of a character as it may be written: half-width and full-width forms, and letters in parts, too. */
static int script(int32_t c)
{
	if (c >= 0xff66 && c <= 0xff9f) return LU__SCRIPT_KANA;
	if ((c >= 0xff21 && c <= 0xff3a) || (c >= 0xff41 && c <= 0xff5a)) return LU__SCRIPT_LETTER;
	if (c >= 0x1100 && c <= 0x11ff) return LU__SCRIPT_HANGUL;
	return lu__script_of(c);
}

static bool is_mark(int32_t c)
{
	return (c >= 0x300 && c <= 0x36f) || c == 0x3099 || c == 0x309a;
}

static bool in_name(int32_t c)
{
	return lu_is_digit(c) || c == '_' || script(c) == LU__SCRIPT_LETTER;
}

static int32_t char_at(lu_str s, size_t i, size_t *n)
{
	*n = i < s.n ? lu__utf8_len(s.s + i, s.n - i) : 0;
	if (*n) return lu__utf8_decode(s.s + i, *n);
	*n = i < s.n;
	return 0;
}

static lu_code add(lu__pieces *p, lu__piece piece, lu_err *e)
{
	lu__piece *last = p->n ? &p->v[p->n - 1] : NULL, *v;

	if (last && last->kind == piece.kind && piece.kind <= LU__PIECE_KEPT) {
		last->raw.n += piece.raw.n; /* they are neighbours */
		return LU_OK;
	}
	if (!(v = lu_arena_grow(p->a, p->v, p->n, sizeof *v))) return lu_nomem(e);
	p->v = v;
	v[p->n++] = piece;
	return LU_OK;
}

/* The end of what is quoted at i; i: nothing is. */
static size_t quoted(lu_str s, size_t i)
{
	const char *end;

	if (s.s[i] != '`' && s.s[i] != '"') return i;
	end = memchr(s.s + i + 1, s.s[i], s.n - i - 1);
	return end ? (size_t)(end - s.s) + 1 : i;
}

/* Does a name go on after `.`, `::`, `->` and the like? */
static size_t joined(lu_str s, size_t i)
{
	size_t from = i, n;

	while (i < s.n && i - from < 2 && strchr(".:>-@#$\\/", s.s[i]) && s.s[i]) i++;
	if (i == from || (i == from + 1 && strchr(":>-", s.s[from]))) return from;
	return in_name(char_at(s, i, &n)) ? i : from;
}

static bool plain(lu_str s)
{
	size_t n;

	for (size_t i = 0; i < s.n; i += n) {
		int32_t c = char_at(s, i, &n);

		if (lu_is_digit(c) || c == '_') return false;
		if (i && lu_is_upper(c) && lu_is_lower(s.s[i - 1])) return false;
	}
	return true;
}

/* Bytes of an English ending after an apostrophe at i, as in "doesn't" and "user's"; 0: none. */
static size_t ending(lu_str s, size_t i)
{
	static const char *const endings[] = { "t", "s", "re", "ll", "ve", "d", "m" };
	size_t quote = i < s.n && s.s[i] == '\''                                 ? 1
		       : i + 3 <= s.n && memcmp(s.s + i, "\xe2\x80\x99", 3) == 0 ? 3
										 : 0,
	       m;

	for (size_t k = 0; quote && k < sizeof endings / sizeof *endings; k++) {
		size_t n = quote + strlen(endings[k]);

		if (i + n > s.n || memcmp(s.s + i + quote, endings[k], n - quote)) continue;
		if (i + n == s.n || !in_name(char_at(s, i + n, &m))) return n;
	}
	return 0;
}

/* The word, or the names that are joined, at i. */
static lu__piece name_at(lu_str s, size_t i)
{
	lu__piece p = { .kind = LU__PIECE_WORD };
	size_t from = i, n, on;

	for (;;) {
		for (int32_t c; (c = char_at(s, i, &n)) && (in_name(c) || (is_mark(c) && i > from)); i += n)
			p.cyrillic |= c >= 0x400 && c <= 0x4ff;
		if ((on = joined(s, i)) == i) break;
		p.kind = LU__PIECE_KEPT;
		i = on;
	}
	on = p.kind == LU__PIECE_WORD ? ending(s, i) : 0;
	p.ending = on != 0;
	i += on;
	p.raw = lu_strn(s.s + from, i - from);
	if (!plain(p.raw) || (i < s.n && s.s[i] == '(')) p.kind = LU__PIECE_KEPT;
	return p;
}

static lu__piece run_at(lu_str s, size_t i)
{
	lu__piece p = { .kind = LU__PIECE_RUN };
	size_t from = i, n;

	for (int32_t c; (c = char_at(s, i, &n)) && (script(c) >= LU__SCRIPT_HAN || is_mark(c)); i += n) {
		p.kana |= script(c) == LU__SCRIPT_KANA;
		p.hangul |= script(c) == LU__SCRIPT_HANGUL;
	}
	p.raw = lu_strn(s.s + from, i - from);
	return p;
}

static lu__piece piece_at(lu_str s, size_t i)
{
	size_t n, end = quoted(s, i);
	int32_t c = char_at(s, i, &n);

	if (end > i) return (lu__piece){ .kind = LU__PIECE_KEPT, .raw = lu_strn(s.s + i, end - i) };
	if (in_name(c)) return name_at(s, i);
	if (script(c) >= LU__SCRIPT_HAN) return run_at(s, i);
	return (lu__piece){ .kind = LU__PIECE_GAP, .raw = lu_strn(s.s + i, n) };
}

/* A word without its accents, as the lexicon has it, and with them. */
static lu_code fold(lu__pieces *p, lu__piece *piece, lu_buf *buf, lu_err *e)
{
	lu_code rc;

	lu_buf_reset(buf);
	rc = lu_text_fold(piece->raw, buf, e);
	if (rc) return rc;
	piece->key = piece->folded = lu_arena_dup(p->a, lu_strn(buf->s, buf->len));
	if (!piece->folded.s) return lu_nomem(e);
	if (piece->kind != LU__PIECE_WORD) return LU_OK;
	lu_buf_reset(buf);
	rc = lu_text_bare(piece->raw, buf, e);
	if (rc) return rc;
	piece->key = lu_arena_dup(p->a, lu_strn(buf->s, buf->len));
	return piece->key.s ? LU_OK : lu_nomem(e);
}

lu_code lu__pieces_read(lu__pieces *p, lu_str question, lu_err *e)
{
	lu_buf buf = LU_BUF;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < question.n && !rc;) {
		lu__piece piece = piece_at(question, i);

		i += piece.raw.n;
		if (piece.kind >= LU__PIECE_WORD) rc = fold(p, &piece, &buf, e);
		if (!rc) rc = add(p, piece, e);
	}
	lu_buf_free(&buf);
	return rc;
}
