/* SPDX-License-Identifier: MIT
 * Tokens. Runs of ASCII go through a table and at most one copy; runs that hold other characters
 * are normalised (NFKC) first, so that composed and decomposed, full-width and plain forms give the
 * same tokens, then split by the case of what was written, and then folded. */
#include <utf8proc.h>

#include "core/utf8.h"
#include "lucus/text.h"
#include "text/unicode.h"

/* Classes of characters; bits, so that those in a run can be collected. */
enum {
	LOWER = 1, /* and letters that have no case */
	UPPER = 2,
	DIGIT = 4,
	UNDER = 8,
	HIGH = 16, /* not ASCII: look it up in Unicode */
	ESS = 32,  /* with LOWER: 's', which makes the plural of an acronym */
	PAIR = 64, /* of a script without spaces */
};

#define X4(a)  a, a, a, a
#define X8(a)  X4(a), X4(a)
#define X16(a) X8(a), X8(a)
#define X32(a) X16(a), X16(a)
#define L      LOWER
#define U      UPPER
#define S      (LOWER | ESS)

static const unsigned char class_of[256] = {
	X32(0), X16(0), X8(DIGIT), DIGIT, DIGIT,  0, 0,     0, 0,         0,         0,         0,         U,     U, U,
	U,      U,      U,         U,     X16(U), U, U,     U, 0,         0,         0,         0,         UNDER, 0, L,
	L,      L,      L,         L,     L,      L, X8(L), L, L,         L,         S,         L,         L,     L, L,
	L,      L,      L,         0,     0,      0, 0,     0, X32(HIGH), X32(HIGH), X32(HIGH), X32(HIGH),
};

#undef L
#undef U
#undef S

typedef struct tokenizer {
	lu_token_fn *fn;
	void *ctx;
	bool stop;
} tokenizer;

static void emit(tokenizer *t, const char *s, size_t n, lu_token_kind kind)
{
	if (!t->stop && !t->fn(t->ctx, lu_strn(s, n), kind)) t->stop = true;
}

/* Does a part begin at character i (0 < i < n) of an identifier, given the classes of all? */
static bool part_begins(const unsigned char *c, size_t n, size_t i)
{
	unsigned before = c[i - 1], at = c[i];

	if ((before ^ at) & (DIGIT | UNDER)) return true;
	if (!(at & UPPER)) return false;
	if (!(before & UPPER)) return true;
	/* the last capital of HTTPServer begins a word, that of URLs does not */
	if (i + 1 == n || !(c[i + 1] & LOWER)) return false;
	return !(c[i + 1] & ESS) || (i + 2 < n && c[i + 2] & LOWER);
}

/* Split n <= LU_TOKEN_MAX characters of an identifier that neither begins nor ends with '_'. Fills
 * from[i], to[i] of each part; returns their number. */
static size_t split(const unsigned char *c, size_t n, unsigned char *from, unsigned char *to)
{
	size_t parts = 0, start = 0;

	for (size_t i = 1; i <= n; i++) {
		if (i < n && !part_begins(c, n, i)) continue;
		if (!(c[start] & UNDER)) {
			from[parts] = (unsigned char)start;
			to[parts++] = (unsigned char)i;
		}
		start = i;
	}
	return parts;
}

static void ascii_piece(tokenizer *t, const char *s, size_t n)
{
	char folded[LU_TOKEN_MAX];
	unsigned char c[LU_TOKEN_MAX], from[LU_TOKEN_MAX], to[LU_TOKEN_MAX];
	size_t parts;

	while (n && *s == '_') s++, n--;
	while (n && s[n - 1] == '_') n--;
	if (!n) return;
	for (size_t i = 0; i < n; i++) {
		c[i] = class_of[(unsigned char)s[i]];
		folded[i] = (char)(c[i] & UPPER ? s[i] | 0x20 : s[i]);
	}
	parts = split(c, n, from, to);
	emit(t, folded, n, parts > 1 ? LU_TOKEN_WHOLE : LU_TOKEN_WORD);
	for (size_t i = 0; parts > 1 && i < parts; i++)
		emit(t, folded + from[i], (size_t)(to[i] - from[i]), LU_TOKEN_PART);
}

/* An identifier in ASCII; `seen` are the classes of its characters. */
static void ascii_run(tokenizer *t, const char *s, size_t n, unsigned seen)
{
	while (n) {
		size_t len = n < LU_TOKEN_MAX ? n : LU_TOKEN_MAX;

		if (!(seen & ~(unsigned)(LOWER | ESS)) || seen == DIGIT) emit(t, s, len, LU_TOKEN_WORD);
		else ascii_piece(t, s, len);
		s += len;
		n -= len;
	}
}

/* ---- beyond ASCII ---- */

/* Han, Hiragana, Katakana, Bopomofo, Thai, Lao, Myanmar, Khmer: words are not separated by spaces.
 */
static bool unspaced(int32_t c)
{
	return (c >= 0x0e00 && c <= 0x0eff) || (c >= 0x1000 && c <= 0x109f) || (c >= 0x1780 && c <= 0x17ff) ||
	       (c >= 0x3005 && c <= 0x3007) || (c >= 0x3040 && c <= 0x312f) || (c >= 0x31a0 && c <= 0x31bf) ||
	       (c >= 0x31f0 && c <= 0x31ff) || (c >= 0x3400 && c <= 0x4dbf) || (c >= 0x4e00 && c <= 0x9fff) ||
	       (c >= 0xf900 && c <= 0xfaff) || (c >= 0x20000 && c <= 0x3ffff);
}

static bool is_mark(int32_t c)
{
	utf8proc_category_t k = c < 0x80 ? UTF8PROC_CATEGORY_CN : utf8proc_category(c);

	return k == UTF8PROC_CATEGORY_MN || k == UTF8PROC_CATEGORY_MC || k == UTF8PROC_CATEGORY_ME;
}

static unsigned class_of_cp(int32_t c)
{
	if (c < 0x80) return class_of[c];
	switch (utf8proc_category(c)) {
	case UTF8PROC_CATEGORY_LU:
	case UTF8PROC_CATEGORY_LT: return UPPER;
	case UTF8PROC_CATEGORY_LL:
	case UTF8PROC_CATEGORY_LM:
	case UTF8PROC_CATEGORY_LO:
	case UTF8PROC_CATEGORY_MN:
	case UTF8PROC_CATEGORY_MC:
	case UTF8PROC_CATEGORY_ME: return unspaced(c) ? PAIR : LOWER;
	case UTF8PROC_CATEGORY_ND:
	case UTF8PROC_CATEGORY_NL:
	case UTF8PROC_CATEGORY_NO: return unspaced(c) ? PAIR : DIGIT;
	default: return 0;
	}
}

/* Encode code points as UTF-8; `b` has 4 bytes for each. */
static size_t encode(const int32_t *cp, size_t n, char *b)
{
	size_t len = 0;

	for (size_t i = 0; i < n; i++) len += (size_t)utf8proc_encode_char(cp[i], (utf8proc_uint8_t *)b + len);
	return len;
}

/* Emit normalised text, folded, and cut when it is long: marks and folding can make it so. */
static void emit_folded(tokenizer *t, const int32_t *cp, size_t n, lu_token_kind kind)
{
	char raw[LU__SPAN], out[LU_TOKEN_MAX];
	int32_t folded[LU__SPAN_CPS];
	size_t len = 0;

	n = lu__normalise(lu_strn(raw, encode(cp, n, raw)), true, folded);
	for (size_t i = 0; i < n; i++) {
		char b[4];
		size_t w = (size_t)utf8proc_encode_char(folded[i], (utf8proc_uint8_t *)b);

		if (len + w > LU_TOKEN_MAX) {
			emit(t, out, len, kind);
			len = 0;
		}
		memcpy(out + len, b, w);
		len += w;
	}
	if (len) emit(t, out, len, kind);
}

/* Normalised text as characters: a base and the marks after it. */
typedef struct letters {
	const int32_t *cp;
	const uint16_t *at;     /* where each character begins; one more for the end of the last */
	const unsigned char *c; /* their classes */
} letters;

/* Characters i..j of the text are an identifier, or a piece of one. */
static void identifier(tokenizer *t, const letters *v, size_t i, size_t j)
{
	unsigned char from[LU_TOKEN_MAX], to[LU_TOKEN_MAX];
	size_t parts;

	while (i < j && v->c[i] & UNDER) i++;
	while (i < j && v->c[j - 1] & UNDER) j--;
	if (i == j) return;
	parts = split(v->c + i, j - i, from, to);
	emit_folded(t, v->cp + v->at[i], (size_t)(v->at[j] - v->at[i]), parts > 1 ? LU_TOKEN_WHOLE : LU_TOKEN_WORD);
	for (size_t p = 0; parts > 1 && p < parts; p++)
		emit_folded(t, v->cp + v->at[i + from[p]], (size_t)(v->at[i + to[p]] - v->at[i + from[p]]),
			    LU_TOKEN_PART);
}

static size_t utf8_size(int32_t c)
{
	return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
}

/* End of the piece of an identifier that begins at character i: at most LU_TOKEN_MAX bytes, but
 * never less than a character with its marks. */
static size_t piece_end(const letters *v, size_t i, size_t n)
{
	size_t bytes = 0, j = i;

	for (; j < n && v->c[j] && v->c[j] != PAIR; j++) {
		for (size_t k = v->at[j]; k < v->at[j + 1]; k++) bytes += utf8_size(v->cp[k]);
		if (bytes > LU_TOKEN_MAX && j > i) break;
	}
	return j;
}

/* Emit the pairs of the characters i.. of an unspaced script; returns where they end. */
static size_t pairs(tokenizer *t, const letters *v, size_t i, size_t n)
{
	size_t j = i;

	while (j < n && v->c[j] == PAIR) j++;
	if (j == i + 1) emit_folded(t, v->cp + v->at[i], (size_t)(v->at[j] - v->at[i]), LU_TOKEN_WORD);
	for (; i + 1 < j; i++) emit_folded(t, v->cp + v->at[i], (size_t)(v->at[i + 2] - v->at[i]), LU_TOKEN_WORD);
	return j;
}

/* The tokens of at most LU__SPAN bytes of well-formed UTF-8. */
static void unicode_run(tokenizer *t, lu_str s)
{
	int32_t cp[LU__SPAN_CPS];
	uint16_t at[LU__SPAN_CPS + 1];
	unsigned char c[LU__SPAN_CPS];
	size_t n = lu__normalise(s, false, cp), m = 0, i = 0;
	letters v = { cp, at, c };

	for (size_t k = 0; k < n; k++) {
		if (m && c[m - 1] && is_mark(cp[k]) && k - at[m - 1] < 32) continue;
		at[m] = (uint16_t)k;
		c[m++] = (unsigned char)class_of_cp(cp[k]);
	}
	at[m] = (uint16_t)n;
	while (i < m && !t->stop) {
		size_t j;

		if (!c[i]) {
			i++;
		} else if (c[i] == PAIR) {
			i = pairs(t, &v, i, m);
		} else {
			j = piece_end(&v, i, m);
			identifier(t, &v, i, j);
			i = j;
		}
	}
}

/* Length of the character at `s` when it may belong to a token, else 0. Format characters (joiners)
 * do: normalisation drops them. */
static size_t word_char(const char *s, size_t n)
{
	size_t len = lu__utf8_len(s, n);
	int32_t c;

	if (len <= 1) return len && class_of[(unsigned char)*s] ? 1 : 0;
	c = lu__utf8_decode(s, len);
	return class_of_cp(c) || utf8proc_category(c) == UTF8PROC_CATEGORY_CF ? len : 0;
}

/* A run that may hold more than ASCII, at `s`; returns its length, at least 1. */
static size_t mixed_run(tokenizer *t, lu_str s)
{
	size_t i = 0, n, base = 0;
	unsigned seen = 0;

	while (i < s.n && (n = word_char(s.s + i, s.n - i))) {
		bool mark = is_mark(lu__utf8_decode(s.s + i, n));

		if (i + n > LU__SPAN) {
			if (mark && base) i = base; /* keep a letter and its marks together */
			break;
		}
		if (!mark) base = i;
		seen |= class_of[(unsigned char)s.s[i]];
		i += n;
	}
	if (seen & HIGH) unicode_run(t, lu_strn(s.s, i));
	else if (i) ascii_run(t, s.s, i, seen);
	if (i) return i;
	n = lu__utf8_len(s.s, s.n);
	return n ? n : 1;
}

lu_code lu_tokenize(lu_str text, lu_token_fn *fn, void *ctx, lu_err *e)
{
	tokenizer t = { fn, ctx, false };
	size_t i = 0, j, end;

	(void)e;
	while (i < text.n && !t.stop) {
		unsigned c = class_of[(unsigned char)text.s[i]], seen = 0;

		if (!c) {
			i++;
			continue;
		}
		/* bounded, so that a long run is not read again for each of its pieces */
		end = text.n - i > LU__SPAN ? i + LU__SPAN : text.n;
		for (j = i; j < end && (c = class_of[(unsigned char)text.s[j]]) && c != HIGH; j++) seen |= c;
		if (c == HIGH) {
			i += mixed_run(&t, lu_strn(text.s + i, text.n - i));
		} else {
			ascii_run(&t, text.s + i, j - i, seen);
			i = j;
		}
	}
	return LU_OK;
}
