/* SPDX-License-Identifier: MIT */
#include "cli/text.h"

#include <ctype.h>

/* Longer words are no slips of the finger in the name of something. */
#define WORD_MAX 40

lu__nearest lu__nearest_to(const char *word, size_t len)
{
	/* short words are near to everything: allow fewer slips in them */
	int limit = len < 2 ? 0 : len < 4 ? 1 : len < 8 ? 2 : 3;

	return (lu__nearest){ .word = word, .len = len, .distance = limit + 1 };
}

static int min_int(int a, int b)
{
	return a < b ? a : b;
}

/* Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`. */
static int edits(const char *a, size_t na, const char *b, size_t nb)
{
	int row[3][WORD_MAX + 1];
	int *before = row[0], *above = row[1], *here = row[2];

	for (size_t j = 0; j <= nb; j++) {
		before[j] = 0;
		above[j] = (int)j;
	}
	for (size_t i = 1; i <= na; i++) {
		int *oldest = before;

		here[0] = (int)i;
		for (size_t j = 1; j <= nb; j++) {
			here[j] = above[j - 1] + (a[i - 1] != b[j - 1]);
			here[j] = min_int(here[j], min_int(above[j], here[j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				here[j] = min_int(here[j], before[j - 2] + 1);
		}
		before = above;
		above = here;
		here = oldest;
	}
	return above[nb];
}

void lu__nearest_try(lu__nearest *n, const char *candidate)
{
	size_t len = strlen(candidate);
	int d;

	if (n->len > WORD_MAX || len > WORD_MAX) return;
	if (n->len >= 3 && len > n->len && memcmp(n->word, candidate, n->len) == 0) d = 1;
	else d = edits(n->word, n->len, candidate, len);
	if (d < n->distance) {
		n->distance = d;
		n->best = candidate;
	}
}

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
			else putc(first && !i ? toupper((unsigned char)s[i]) : s[i], f);
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
