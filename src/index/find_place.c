/* SPDX-License-Identifier: MIT
 * Where the text of an element stands in its file after others have changed that. */
#include "index/fresh.h"

static uint32_t count_lines(lu_str s)
{
	uint32_t n = 0;

	for (const char *p = s.s, *end = p + s.n; p < end; n++) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));

		p = nl ? nl + 1 : end;
	}
	return n;
}

/* Lines `from` to `to`, without the last newline. */
static lu_str lines(lu_str s, uint32_t from, uint32_t to)
{
	const char *p = s.s, *end = s.s + s.n, *begin = NULL;

	for (uint32_t line = 1; p < end && line <= to; line++) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));

		if (line == from) begin = p;
		if (line == to) end = nl ? nl : end;
		p = nl && nl < end ? nl + 1 : end;
	}
	return begin ? lu_strn(begin, (size_t)(end - begin)) : lu_strn("", 0);
}

/* The number of times that `block` stands in `s` as whole lines, and the line of time `which`, from 0. */
static size_t times(lu_str s, lu_str block, size_t which, uint32_t *line)
{
	const char *p = s.s, *end = s.s + s.n;
	size_t n = 0;

	for (uint32_t at = 1; (size_t)(end - p) >= block.n; at++) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));

		if (!memcmp(p, block.s, block.n) && (p + block.n == end || p[block.n] == '\n') && n++ == which)
			*line = at;
		if (!nl) break;
		p = nl + 1;
	}
	return n;
}

/* The line of `is` where `block`, a part of `was`, is: when it stands there more than once, then as often as it did. */
static bool find_again(lu_str was, lu_str is, lu_str block, uint32_t *line)
{
	uint32_t ignored, found = 0;
	size_t before, which;

	if (!lu_str_trim(block).n) return false;
	before = (size_t)(block.s - was.s);
	which = before ? times(lu_strn(was.s, before - 1), block, SIZE_MAX, &ignored) : 0;
	if (times(is, block, which, &found) != times(was, block, SIZE_MAX, &ignored)) return false;
	*line = found;
	return true;
}

void lu__find_place(lu_str was, lu_str is, const lu_brief *el, lu_location *p)
{
	lu_str block = lines(was, el->start_line, el->end_line);
	uint32_t n = count_lines(is), height = el->end_line - el->start_line;

	p->stale = !find_again(was, is, block, &p->start_line);
	if (p->stale && !el->parent) {
		p->start_line = 1;
		height = n ? n - 1 : 0;
	} else if (p->stale) {
		find_again(was, is, lines(was, el->start_line, el->start_line), &p->start_line);
	}
	if (n && p->start_line > n) p->start_line = n;
	p->end_line = p->start_line + height;
	if (n && p->end_line > n) p->end_line = n;
}
