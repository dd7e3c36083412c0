/* SPDX-License-Identifier: MIT
 * The table is text, sorted by stem: a line for each, of its tokens with 255 times their probabilities. */
#include "retrieve/implied.h"

extern const char lu__expansion[], lu__expansion_end[];

static lu_str line_at(const char *at)
{
	const char *end = memchr(at, '\n', (size_t)(lu__expansion_end - at));

	return lu_strn(at, (size_t)((end ? end : lu__expansion_end) - at));
}

/* The next word of a line, which loses it. */
static lu_str next(lu_str *line)
{
	const char *end = memchr(line->s, ' ', line->n);
	lu_str word = lu_strn(line->s, end ? (size_t)(end - line->s) : line->n);

	line->s += word.n + (end != NULL);
	line->n -= word.n + (end != NULL);
	return word;
}

/* What follows the stem in its line. */
static bool find(lu_str stem, lu_str *rest)
{
	const char *from = lu__expansion, *to = lu__expansion_end;

	while (from < to) {
		const char *at = from + (to - from) / 2;
		int c;

		while (at > from && at[-1] != '\n') at--;
		*rest = line_at(at);
		to = rest->s + rest->n < to ? to : rest->s + rest->n;
		c = lu_str_cmp(stem, next(rest));
		if (!c) return true;
		if (c < 0) to = at;
		else from = rest->s + rest->n + 1;
	}
	return false;
}

size_t lu_implied_by(lu_str stem, lu_implied out[LU_IMPLIED])
{
	lu_str rest;
	size_t n = 0;

	if (!stem.n || !find(stem, &rest)) return 0;
	while (rest.n && n < LU_IMPLIED) {
		lu_str token = next(&rest), p = next(&rest);
		unsigned v = 0;

		for (size_t i = 0; i < p.n; i++) v = 10 * v + (unsigned)(p.s[i] - '0');
		out[n++] = (lu_implied){ token, (float)v / 255 };
	}
	return n;
}
