/* SPDX-License-Identifier: MIT */
#include "cli/text.h"
#include "core/ascii.h"

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
