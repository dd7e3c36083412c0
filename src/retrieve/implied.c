/* SPDX-License-Identifier: MIT
 * A table is text, sorted by stem: a line for each, of its tokens with 255 times their probabilities. There are two, one
 * that was learned and one that was written; the latter also has lines for two words, "stem+stem" in this order. */
#include "retrieve/implied.h"

#include <string.h>

#include "lucus/text.h"

extern const char lu__expansion[], lu__expansion_end[], lu__thesaurus[], lu__thesaurus_end[];

static lu_str line_at(const char *at, const char *table_end)
{
	const char *end = memchr(at, '\n', (size_t)(table_end - at));

	return lu_strn(at, (size_t)((end ? end : table_end) - at));
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

/* What follows the stem in its line; empty: the table, from `from` to `end`, has none. */
static lu_str find(const char *from, const char *end, lu_str stem)
{
	const char *to = end;

	while (from < to) {
		const char *at = from + (to - from) / 2;
		lu_str rest;
		int c;

		while (at > from && at[-1] != '\n') at--;
		rest = line_at(at, end);
		to = rest.s + rest.n < to ? to : rest.s + rest.n;
		c = lu_str_cmp(stem, next(&rest));
		if (!c) return rest;
		if (c < 0) to = at;
		else from = rest.s + rest.n + 1;
	}
	return lu_strn("", 0);
}

/* Put it among the others, which are the surest so far; a token that is there already is as sure as the surer of both. */
static size_t put(lu_implied out[LU_IMPLIED], size_t n, lu_implied v)
{
	size_t i = 0;

	while (i < n && !lu_str_eq(out[i].token, v.token)) i++;
	if (i < n && out[i].p >= v.p) return n;
	if (i == LU_IMPLIED && out[--i].p >= v.p) return n;
	n += i == n;
	for (; i && out[i - 1].p < v.p; i--) out[i] = out[i - 1];
	out[i] = v;
	return n;
}

static size_t add(lu_implied out[LU_IMPLIED], size_t n, lu_str line, float share)
{
	while (line.n) {
		lu_str token = next(&line), p = next(&line);
		unsigned v = 0;

		for (size_t i = 0; i < p.n; i++) v = 10 * v + (unsigned)(p.s[i] - '0');
		n = put(out, n, (lu_implied){ token, share * (float)v / 255 });
	}
	return n;
}

size_t lu_implied_by_both(lu_str x, lu_str y, float share, lu_implied out[LU_IMPLIED], size_t n)
{
	char head[2 * LU_TOKEN_MAX + 1];
	lu_str a = lu_str_cmp(x, y) < 0 ? x : y, b = a.s == x.s ? y : x;

	if (!a.n || !b.n || a.n > LU_TOKEN_MAX || b.n > LU_TOKEN_MAX) return n;
	memcpy(head, a.s, a.n);
	head[a.n] = '+';
	memcpy(head + a.n + 1, b.s, b.n);
	return add(out, n, find(lu__thesaurus, lu__thesaurus_end, lu_strn(head, a.n + b.n + 1)), share);
}

size_t lu_implied_by(lu_str stem, lu_implied out[LU_IMPLIED])
{
	size_t n;

	if (!stem.n) return 0;
	n = add(out, 0, find(lu__expansion, lu__expansion_end, stem), 1);
	return add(out, n, find(lu__thesaurus, lu__thesaurus_end, stem), 1);
}
