/* SPDX-License-Identifier: MIT
 * What a model writes is no more to be trusted than what it read: an explanation is stored, embedded and shown on
 * terminals. */
#include "explain/explain.h"

/* Bytes of what must not stay, at the start of the `n` bytes `s`; 0 when it may. Control characters, and those that
 * change the order or the visibility of others. Newlines may. */
static size_t unwanted(const char *s, size_t n)
{
	const unsigned char *p = (const unsigned char *)s;

	if (p[0] == '\n') return 0;
	if (p[0] < 0x20 || p[0] == 0x7f) return 1;
	if (n > 1 && p[0] == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0) return 2;                    /* U+0080 to U+009F */
	if (n > 2 && p[0] == 0xe2 && p[1] == 0x80 && p[2] >= 0x8b && p[2] <= 0x8f) return 3;   /* U+200B to U+200F */
	if (n > 2 && p[0] == 0xe2 && p[1] == 0x80 && p[2] >= 0xa8 && p[2] <= 0xae) return 3;   /* U+2028 to U+202E */
	if (n > 2 && p[0] == 0xe2 && p[1] == 0x81 && p[2] >= 0xa0 && p[2] <= 0xaf) return 3;   /* U+2060 to U+206F */
	if (n > 2 && p[0] == 0xef && p[1] == 0xbb && p[2] == 0xbf) return 3;                   /* U+FEFF */
	if (n > 3 && p[0] == 0xf3 && p[1] == 0xa0 && (p[2] == 0x80 || p[2] == 0x81)) return 4; /* U+E0000 to U+E007F */
	return 0;
}

/* A blank or a newline for any number of them. */
static void squeeze(lu_str s, lu_buf *out)
{
	char gap = '\0';

	for (size_t i = 0; i < s.n; i++) {
		size_t skip = unwanted(s.s + i, s.n - i);

		if (s.s[i] == '\n') gap = '\n';
		else if ((skip || s.s[i] == ' ') && !gap) gap = ' ';
		if (skip) i += skip - 1;
		if (skip || s.s[i] == '\n' || s.s[i] == ' ') continue;
		if (gap && out->len) lu_buf_addc(out, gap);
		gap = '\0';
		lu_buf_addc(out, s.s[i]);
	}
}

/* Where the last sentence ends in the first `max` bytes; 0: nowhere. */
static size_t sentence_end(lu_str s, size_t max)
{
	for (size_t n = s.n < max ? s.n : max; n > 0; n--)
		if (strchr(".!?", s.s[n - 1]) && (n == s.n || s.s[n] == ' ' || s.s[n] == '\n')) return n;
	return 0;
}

lu_code lu_explanation_clean(lu_str text, bool cut, lu_arena *a, lu_str *out, lu_err *e)
{
	lu_buf b = LU_BUF;
	size_t n;

	squeeze(text, &b);
	n = b.len;
	if (n > LU_EXPLANATION_MAX || cut) {
		size_t end = sentence_end(lu_buf_str(&b), LU_EXPLANATION_MAX);

		if (n > LU_EXPLANATION_MAX) n = LU_EXPLANATION_MAX;
		while (n && n < b.len && ((unsigned char)b.s[n] & 0xc0) == 0x80) n--;
		if (end) n = end;
	}
	*out = b.oom ? lu_strn(NULL, 0) : lu_arena_dup(a, lu_strn(b.s, n));
	lu_buf_free(&b);
	return out->s ? LU_OK : lu_nomem(e);
}
