/* SPDX-License-Identifier: MIT
 * Normalisation and case folding. */
#include <utf8proc.h>

#include "core/utf8.h"
#include "core/ascii.h"
#include "lucus/text.h"
#include "text/unicode.h"

size_t lu__normalise(lu_str s, bool fold, int32_t out[LU__SPAN_CPS])
{
	utf8proc_option_t opt = UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_IGNORE;
	utf8proc_ssize_t n;

	if (fold) opt |= UTF8PROC_CASEFOLD;
	if (s.n > LU__SPAN) s.n = LU__SPAN;
	n = utf8proc_decompose((const utf8proc_uint8_t *)s.s, (utf8proc_ssize_t)s.n, out, LU__SPAN_CPS, opt);
	if (n <= 0 || n > LU__SPAN_CPS) return 0;
	n = utf8proc_normalize_utf32(out, n, opt);
	return n < 0 ? 0 : (size_t)n;
}

int32_t lu__utf8_decode(const char *s, size_t n)
{
	const unsigned char *p = (const unsigned char *)s;

	switch (n) {
	case 1: return p[0];
	case 2: return (p[0] & 0x1f) << 6 | (p[1] & 0x3f);
	case 3: return (p[0] & 0x0f) << 12 | (p[1] & 0x3f) << 6 | (p[2] & 0x3f);
	default: return (p[0] & 0x07) << 18 | (p[1] & 0x3f) << 12 | (p[2] & 0x3f) << 6 | (p[3] & 0x3f);
	}
}

/* Can the character at `s` compose with the one before it? Marks do, and the vowels and finals of
 * Hangul. */
static bool attaches(const char *s, size_t n)
{
	int32_t c = lu__utf8_decode(s, n);
	utf8proc_category_t k = utf8proc_category(c);

	return k == UTF8PROC_CATEGORY_MN || k == UTF8PROC_CATEGORY_MC || k == UTF8PROC_CATEGORY_ME ||
	       (c >= 0x1160 && c <= 0x11ff);
}

/* Length of the stretch at `s`, which starts with one character of any kind, that is folded at
 * once: up to the next ASCII or malformed byte, or, when that is too far, to a character that
 * attaches to none before it. */
static size_t span(lu_str s)
{
	size_t i = lu__utf8_len(s.s, s.n), n, safe = 0;

	while (i < s.n && (unsigned char)s.s[i] >= 0x80 && (n = lu__utf8_len(s.s + i, s.n - i))) {
		if (!attaches(s.s + i, n)) safe = i;
		if (i + n > LU__SPAN) return safe ? safe : i;
		i += n;
	}
	return i;
}

static void fold_span(lu_str s, lu_buf *out)
{
	int32_t cp[LU__SPAN_CPS];
	size_t n = lu__normalise(s, true, cp);

	for (size_t i = 0; i < n; i++) {
		utf8proc_uint8_t b[4];
		utf8proc_ssize_t len = utf8proc_encode_char(cp[i], b);

		lu_buf_add(out, b, (size_t)len);
	}
}

static void fold_ascii(lu_str s, lu_buf *out)
{
	size_t at = out->len;

	lu_buf_addstr(out, s);
	if (out->oom) return;
	for (size_t i = at; i < out->len; i++)
		if (lu_is_upper(out->s[i])) out->s[i] |= 0x20;
}

lu_code lu_text_fold(lu_str s, lu_buf *out, lu_err *e)
{
	size_t i = 0, j, n;

	while (i < s.n) {
		for (j = i; j < s.n && (unsigned char)s.s[j] < 0x80; j++) {
		}
		if (j == s.n) {
			fold_ascii(lu_strn(s.s + i, j - i), out);
			break;
		}
		if (j > i && lu__utf8_len(s.s + j, s.n - j)) j--; /* a mark may compose with a letter */
		fold_ascii(lu_strn(s.s + i, j - i), out);
		if (!lu__utf8_len(s.s + j, s.n - j)) {
			lu_buf_adds(out, LU__REPLACEMENT);
			i = j + 1;
			continue;
		}
		n = span(lu_strn(s.s + j, s.n - j));
		fold_span(lu_strn(s.s + j, n), out);
		i = j + n;
	}
	return out->oom ? lu_nomem(e) : LU_OK;
}

/* The letter without its marks. */
static int32_t bare(int32_t c)
{
	utf8proc_int32_t part[8];
	int boundary = UTF8PROC_BOUNDCLASS_START;

	if (c < 0xc0 || (c > 0x24f && (c < 0x400 || c > 0x4ff))) return c;
	return utf8proc_decompose_char(c, part, 8, UTF8PROC_DECOMPOSE, &boundary) > 0 ? part[0] : c;
}

lu_code lu_text_bare(lu_str s, lu_buf *out, lu_err *e)
{
	lu_buf folded = LU_BUF;
	lu_code rc = lu_text_fold(s, &folded, e);

	for (size_t i = 0, n; i < folded.len && !rc; i += n) {
		utf8proc_uint8_t b[4];
		int32_t c;

		n = lu__utf8_len(folded.s + i, folded.len - i);
		c = lu__utf8_decode(folded.s + i, n);
		if (c >= 0x300 && c <= 0x36f) continue;
		lu_buf_add(out, b, (size_t)utf8proc_encode_char(bare(c), b));
	}
	lu_buf_free(&folded);
	if (rc) return rc;
	return out->oom ? lu_nomem(e) : LU_OK;
}
