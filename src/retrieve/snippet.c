/* SPDX-License-Identifier: MIT
 * The lines of an element that show why it was found. */
#include <stdlib.h>
#include <strings.h>

#include "lucus/retrieve.h"
#include "lucus/text.h"

#define LOOK_AT   32768 /* bytes of an element; more of them would cost more than they show */
#define MAX_BYTES 4096  /* of a snippet: some lines have no end */

typedef struct counting {
	const lu_strs *terms;
	size_t *seen; /* for each term, the line where it was counted last, from 1 */
	size_t line, n;
	bool first_only;
} counting;

static bool count(void *ctx, lu_str token, lu_token_kind kind)
{
	counting *c = ctx;

	(void)kind;
	for (size_t i = 0; i < c->terms->n; i++) {
		if (!lu_str_eq(c->terms->v[i], token)) continue;
		if (c->first_only) {
			c->n = 1;
			return false;
		}
		if (c->seen[i] != c->line) c->n++;
		c->seen[i] = c->line;
		break;
	}
	return true;
}

lu_code lu_has_term(lu_str text, const lu_strs *terms, bool *has, lu_err *e)
{
	counting c = { .terms = terms, .first_only = true };
	lu_code rc = lu_tokenize(text, count, &c, e);

	if (!rc) *has = c.n > 0;
	return rc;
}

static lu_str take_line(lu_str *rest)
{
	const char *nl = rest->n ? memchr(rest->s, '\n', rest->n) : NULL;
	size_t n = nl ? (size_t)(nl - rest->s) : rest->n, skip = nl ? n + 1 : n;
	lu_str line = lu_strn(rest->s, n);

	*rest = lu_strn(rest->n ? rest->s + skip : rest->s, rest->n - skip);
	return line;
}

/* How many terms a line can hold. Most hold none, and to look for the first three letters of each term is far cheaper
 * than to split all lines into tokens. A token of ASCII is in the text as it is, but for its case. */
struct sieve {
	const lu_strs *terms;
	bool begins[1 << 15]; /* by three letters, 5 bits of each */
};

#define LETTERS(h, c) (((h) << 5 | ((unsigned char)(c)&31)) & 0x7fff)
#define SIEVED        64 /* terms; of more, any line may hold all */

static void sieve_add(struct sieve *s, lu_str term)
{
	unsigned h = 0, known = 0;

	for (; known < 3 && known < term.n; known++) h = LETTERS(h, term.s[known]);
	/* anything may precede a shorter term */
	for (unsigned x = 0; x < 1u << (5 * (3 - known)); x++) s->begins[h | x << (5 * known)] = true;
}

/* Add the terms, as bits, whose first three letters (all of a shorter one) end at byte `i` of the line. */
static uint64_t add_terms(const lu_strs *terms, lu_str line, size_t i, uint64_t found)
{
	for (size_t k = 0; k < terms->n; k++) {
		lu_str t = terms->v[k];
		size_t head = t.n < 3 ? t.n : 3, from = i + 1 - head;

		if (!t.n || found >> k & 1 || i + 1 < head || (t.s[0] ^ line.s[from]) & 31) continue;
		if (t.n <= line.n - from && strncasecmp(line.s + from, t.s, t.n) == 0) found |= (uint64_t)1 << k;
	}
	return found;
}

static size_t can_hold(const struct sieve *s, lu_str line)
{
	unsigned char any = 0;
	uint64_t found = 0;
	unsigned h = 0;

	if (s->terms->n > SIEVED) return s->terms->n;
	for (size_t i = 0; i < line.n; i++) {
		h = LETTERS(h, line.s[i]);
		any |= (unsigned char)line.s[i];
		if (s->begins[h]) found = add_terms(s->terms, line, i, found);
	}
	return any & 0x80 ? s->terms->n : (size_t)__builtin_popcountll(found);
}

/* The line (from 0) with most of the terms, and how many lines there are. */
static lu_code best_line(lu_str code, const lu_strs *terms, size_t *best, size_t *lines, lu_err *e)
{
	struct sieve *s = calloc(1, sizeof *s);
	counting c = { .terms = terms, .seen = calloc(terms->n + 1, sizeof *c.seen) };
	size_t most = 0;
	lu_code rc = s && c.seen ? LU_OK : lu_nomem(e);

	*best = *lines = 0;
	if (s) s->terms = terms;
	for (size_t i = 0; i < terms->n && !rc; i++) sieve_add(s, terms->v[i]);
	while (code.n && !rc) {
		lu_str line = take_line(&code);

		c.line = ++*lines;
		c.n = 0;
		if (can_hold(s, line) <= most) continue;
		rc = lu_tokenize(line, count, &c, e);
		if (c.n > most) {
			most = c.n;
			*best = c.line - 1;
		}
	}
	free(c.seen);
	free(s);
	return rc;
}

/* `n` lines are in `code`. */
static lu_excerpt cut(lu_str code, size_t n, size_t best, size_t lines)
{
	size_t from = best > lines / 2 ? best - lines / 2 : 0;
	lu_str rest = code, part;

	if (from + lines > n) from = n > lines ? n - lines : 0;
	for (size_t i = 0; i < from; i++) take_line(&rest);
	part = lu_strn(rest.s, 0);
	for (size_t i = 0; i < lines && rest.n; i++) {
		lu_str line = take_line(&rest);

		part.n = (size_t)(line.s + line.n - part.s);
	}
	if (part.n > MAX_BYTES) {
		part.n = MAX_BYTES;
		while (part.n && ((unsigned char)part.s[part.n] & 0xc0) == 0x80) part.n--;
		n = from; /* the best line is one that is left */
		for (lu_str left = part; n < best && left.n; n++) take_line(&left);
		if (n < best || !part.n) best = n > from ? n - 1 : from;
	}
	return (lu_excerpt){ .text = part, .first = (uint32_t)from, .best = (uint32_t)best };
}

lu_code lu_snippet(lu_str code, const lu_strs *terms, size_t lines, lu_excerpt *out, lu_err *e)
{
	lu_str head = lu_strn(code.s, code.n < LOOK_AT ? code.n : LOOK_AT);
	size_t best, n;
	lu_code rc = best_line(head, terms, &best, &n, e);

	if (!rc) *out = cut(head, n, best, lines);
	return rc;
}

lu_excerpt lu_snippet_around(lu_str code, size_t line, size_t lines)
{
	size_t n = 0;

	for (lu_str rest = code; rest.n; n++) take_line(&rest);
	return cut(code, n, line < n ? line : n ? n - 1 : 0, lines);
}
