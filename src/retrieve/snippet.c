/* SPDX-License-Identifier: MIT
 * The lines of an element that show why it was found. */
#include <stdlib.h>
#include <strings.h>

#include "lucus/retrieve.h"
#include "lucus/text.h"

#define LOOK_AT   65536 /* bytes of an element; more of them would cost more than they tell */
#define MAX_BYTES 4096 /* of a snippet: some lines have no end */

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

/* How many terms a line can hold. Most hold none, and to look for the first three letters of each term is far cheaper than
 * to split all lines into tokens. A token of ASCII stands in the text as it is, but for its case. */
struct sieve {
	const lu_strs *terms;
	uint64_t bit[1 << 9]; /* by three letters, 5 bits of each */
};

#define LETTERS(h, c) (((h) << 5 | ((unsigned char)(c) & 31)) & 0x7fff)
#define SIEVED        64 /* terms; of more, any line may hold all */

static void sieve_add(struct sieve *s, lu_str term)
{
	unsigned h = 0, known = 0;

	for (; known < 3 && known < term.n; known++) h = LETTERS(h, term.s[known]);
	/* before a shorter term anything may stand */
	for (unsigned x = 0; x < 1u << (5 * (3 - known)); x++) {
		unsigned at = h | x << (5 * known);

		s->bit[at >> 6] |= (uint64_t)1 << (at & 63);
	}
}

/* The terms, as bits, whose first three letters (all of a shorter one) end at byte `i` of the line. */
static uint64_t terms_at(const lu_strs *terms, lu_str line, size_t i)
{
	uint64_t found = 0;

	for (size_t k = 0; k < terms->n; k++) {
		lu_str t = terms->v[k];
		size_t head = t.n < 3 ? t.n : 3, from = i + 1 - head;

		if (i + 1 >= head && t.n <= line.n - from && strncasecmp(line.s + from, t.s, t.n) == 0)
			found |= (uint64_t)1 << k;
	}
	return found;
}

static size_t can_hold(const struct sieve *s, lu_str line)
{
	uint64_t found = 0;
	unsigned h = 0;

	if (s->terms->n > SIEVED) return s->terms->n;
	for (size_t i = 0; i < line.n; i++) {
		h = LETTERS(h, line.s[i]);
		if ((unsigned char)line.s[i] >= 0x80) return s->terms->n;
		if (s->bit[h >> 6] >> (h & 63) & 1) found |= terms_at(s->terms, line, i);
	}
	return (size_t)__builtin_popcountll(found);
}

/* The line (from 0) with most of the terms, and how many lines there are. */
static lu_code best_line(lu_str code, const lu_strs *terms, size_t *seen, size_t *best, size_t *lines,
			 lu_err *e)
{
	counting c = { .terms = terms, .seen = seen };
	struct sieve s = { .terms = terms };
	size_t most = 0;

	for (size_t i = 0; i < terms->n; i++) sieve_add(&s, terms->v[i]);
	*best = *lines = 0;
	while (code.n) {
		lu_str line = take_line(&code);
		lu_code rc;

		c.line = ++*lines;
		c.n = 0;
		if (can_hold(&s, line) <= most) continue;
		if ((rc = lu_tokenize(line, count, &c, e))) return rc;
		if (c.n > most) {
			most = c.n;
			*best = c.line - 1;
		}
	}
	return LU_OK;
}

lu_code lu_snippet(lu_str code, const lu_strs *terms, size_t lines, lu_str *out, uint32_t *first, lu_err *e)
{
	lu_str head = lu_strn(code.s, code.n < LOOK_AT ? code.n : LOOK_AT), rest, part;
	size_t best, n, from, *seen = calloc(terms->n + 1, sizeof *seen);
	lu_code rc;

	if (!seen) return lu_nomem(e);
	rc = best_line(head, terms, seen, &best, &n, e);
	free(seen);
	if (rc) return rc;
	from = best > lines / 2 ? best - lines / 2 : 0;
	if (from + lines > n) from = n > lines ? n - lines : 0;
	rest = head;
	for (size_t i = 0; i < from; i++) take_line(&rest);
	part = lu_strn(rest.s, 0);
	for (size_t i = 0; i < lines && rest.n; i++) {
		lu_str line = take_line(&rest);

		part.n = (size_t)(line.s + line.n - part.s);
	}
	if (part.n > MAX_BYTES) {
		part.n = MAX_BYTES;
		while (part.n && ((unsigned char)part.s[part.n] & 0xc0) == 0x80) part.n--;
	}
	*out = part;
	*first = (uint32_t)from;
	return LU_OK;
}
