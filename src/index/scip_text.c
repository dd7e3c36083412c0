/* SPDX-License-Identifier: MIT
 * The text below a range. An index counts columns in bytes, in units of UTF-16 or in code points; its ranges are
 * looked at in order, so that a long line is walked through once. */
#include "index/scip_intake.h"

/* Longest name that is looked at, in bytes. */
#define NAME_MAX_BYTES 1024

/* Bytes of the character at `s`, and its columns. */
static size_t step(lu_str s, size_t at, int encoding, uint32_t *columns)
{
	unsigned char c = (unsigned char)s.s[at];
	size_t n = c < 0x80 || encoding < 2 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;

	*columns = encoding == 2 && n == 4 ? 2 : 1;
	return n < s.n - at ? n : s.n - at;
}

static bool to_line(struct lu__scip_cursor *c, uint32_t line)
{
	if (line < c->line) *c = (struct lu__scip_cursor){ .text = c->text, .encoding = c->encoding };
	while (c->line < line) {
		const char *nl =
			c->line_at < c->text.n ? memchr(c->text.s + c->line_at, '\n', c->text.n - c->line_at) : NULL;

		if (!nl) return false;
		c->line_at = c->at = (size_t)(nl - c->text.s) + 1;
		c->line++;
		c->column = 0;
	}
	return true;
}

/* Move to a column of the present line. */
static bool to_column(struct lu__scip_cursor *c, uint32_t column)
{
	if (column < c->column) {
		c->column = 0;
		c->at = c->line_at;
	}
	while (c->column < column && c->at < c->text.n && c->text.s[c->at] != '\n') {
		uint32_t columns;

		c->at += step(c->text, c->at, c->encoding, &columns);
		c->column += columns;
	}
	return c->column == column;
}

lu_str lu__scip_covers(struct lu__scip_cursor *c, const lu_scip_range *r)
{
	size_t to;
	uint32_t column = r->column;

	if (r->end_line != r->line || !to_line(c, r->line) || !to_column(c, r->column)) return lu_strn("", 0);
	for (to = c->at; column < r->end_column;) {
		uint32_t columns;

		if (to >= c->text.n || c->text.s[to] == '\n' || to - c->at > NAME_MAX_BYTES) return lu_strn("", 0);
		to += step(c->text, to, c->encoding, &columns);
		column += columns;
	}
	return lu_strn(c->text.s + c->at, to - c->at);
}
