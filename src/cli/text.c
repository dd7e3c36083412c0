/* SPDX-License-Identifier: MIT */
#include "cli/text.h"
#include "lucus/ascii.h"

/* Columns of the first `n` bytes of `s`: continuation bytes of UTF-8 take none. */
static int columns(const char *s, size_t n)
{
	int w = 0;

	for (size_t i = 0; i < n; i++) w += ((unsigned char)s[i] & 0xc0) != 0x80;
	return w;
}

void lu__wrap(FILE *f, const char *s, int col, int indent, int width)
{
	bool first = true;

	for (s += strspn(s, " "); *s; s += strspn(s, " ")) {
		size_t n = strcspn(s, " ");
		int w = columns(s, n);

		if (!first && col + 1 + w >= width) {
			fprintf(f, "\n%*s", indent, "");
			col = indent;
		} else if (!first) {
			putc(' ', f);
			col++;
		}
		fwrite(s, 1, n, f);
		col += w;
		s += n;
		first = false;
	}
	putc('\n', f);
}

void lu__mdoc_sentence(FILE *f, const char *s)
{
	int col = 0;

	for (bool first = true; *s; first = false) {
		size_t n = strcspn(s, " ");

		if (!first && col + 1 + (int)n >= 78) {
			putc('\n', f);
			col = 0;
		} else if (!first) {
			col += putc(' ', f) != EOF;
		}
		/* a line that begins with one of these would be a request */
		if (!col && (*s == '.' || *s == '\'')) fputs("\\&", f);
		for (size_t i = 0; i < n; i++) {
			if (s[i] == '\\') fputs("\\e", f);
			else putc(first && !i ? lu_upper(s[i]) : s[i], f);
		}
		col += (int)n;
		s += n;
		s += strspn(s, " ");
	}
	fputs(".\n", f);
}

size_t lu__control(const char *s, size_t n, bool lines)
{
	unsigned char c = (unsigned char)s[0];

	/* U+0080..U+009F are control characters too: C2 80 .. C2 9F */
	if (c == 0xc2 && n > 1 && ((unsigned char)s[1] & 0xe0) == 0x80) return 2;
	/* and U+202A..U+202E and U+2066..U+2069 show text in another order than it has */
	if (n > 2 && ((!memcmp(s, "\xe2\x80", 2) && (unsigned char)s[2] >= 0xaa && (unsigned char)s[2] <= 0xae) ||
		      (!memcmp(s, "\xe2\x81", 2) && (unsigned char)s[2] >= 0xa6 && (unsigned char)s[2] <= 0xa9)))
		return 3;
	if (lines && (c == '\n' || c == '\t')) return 0;
	return c < 0x20 || c == 0x7f;
}
