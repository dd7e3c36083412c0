/* SPDX-License-Identifier: MIT
 * Identifiers: their parts, and what these name. */
#include "core/ascii.h"
#include "concept/phrases.h"

#define LONGEST  5 /* parts: what has more says a sentence */
#define SHORTEST 3 /* letters of a part: prefixes of C and single letters have less */

/* ---- parts ---- */

/* Does a part begin at `i`? aB, ABc at B, but not URLs at s. */
static bool begins(lu_str w, size_t i)
{
	char c = w.s[i], before = w.s[i - 1];

	if (!lu_is_upper(c)) return false;
	if (lu_is_lower(before) || lu_is_digit(before)) return true;
	return lu_is_upper(before) && i + 1 < w.n && lu_is_lower(w.s[i + 1]) && !(w.s[i + 1] == 's' && i + 2 == w.n);
}

void lu__split(lu_str word, struct lu__parts *out)
{
	size_t used = 0, from = 0;

	out->n = 0;
	out->more = word.n > LU_CONCEPT_MAX;
	for (size_t i = 0; i <= word.n && !out->more; i++) {
		bool cut = i == word.n || strchr("_-.: \t\n", word.s[i]) != NULL;

		if (!cut && !(i > from && begins(word, i))) continue;
		if (i > from && out->n == LU__PARTS) out->more = true;
		else if (i > from) {
			out->v[out->n++] = lu_strn(out->byte + used, i - from);
			for (size_t k = from; k < i; k++) out->byte[used++] = lu_lower(word.s[k]);
		}
		from = cut ? i + 1 : i;
	}
}

/* ---- phrases ---- */

/* "io" and its like are words, other short parts are not. */
static bool is_short(lu_str w)
{
	return w.n < SHORTEST && !lu_str_in_words(w, "io id db ui os ip tz cpu vm ai ml qa");
}

static bool has_letters(lu_str w)
{
	size_t letters = 0;

	for (size_t i = 0; i < w.n; i++) letters += lu_is_alpha(w.s[i]) || (unsigned char)w.s[i] >= 0x80;
	return letters * 2 > w.n;
}

static bool is_cut(const lu_concepts *c, lu_str w)
{
	return !has_letters(w) || is_short(w) ||
	       lu__word_listed(&c->words, w) & (LU__WORD_LINK | LU__WORD_DETERMINER | LU__WORD_TO_VERB);
}

/* What a name may not begin with: "get", of a function "parse", too. */
static bool is_deed(const lu_concepts *c, lu_str w, bool type)
{
	unsigned class = lu__word_listed(&c->words, w);

	return class & LU__WORD_VERB && !(type && class & LU__WORD_NOUN);
}

static bool is_vague(const lu_concepts *c, lu_str w)
{
	return lu__word_listed(&c->words, w) & (LU__WORD_VAGUE | LU__WORD_EMPTY);
}

static bool all_plain(const lu_concepts *c, const lu_str *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(lu__word_listed(&c->words, v[i]) & (LU__WORD_PLAIN | LU__WORD_VAGUE | LU__WORD_EMPTY)))
			return false;
	return true;
}

static lu_code tell(lu_concepts *c, const lu_str *v, size_t n, const struct lu__phrase *where, lu__phrase_fn *fn,
		    void *ctx, lu_err *e)
{
	struct lu__phrase p = *where;

	lu_buf_reset(&c->surface);
	for (size_t i = 0; i < n; i++) {
		if (i) lu_buf_addc(&c->surface, ' ');
		lu_buf_addstr(&c->surface, v[i]);
	}
	if (c->surface.oom) return lu_nomem(e);
	p.surface = lu_buf_str(&c->surface);
	p.named = true;
	return fn(ctx, &p, e);
}

/* Parts v[0..n), between parts that cut. */
static lu_code piece(lu_concepts *c, const lu_str *v, size_t n, bool first, bool type, const struct lu__phrase *where,
		     lu__phrase_fn *fn, void *ctx, lu_err *e)
{
	while (n > 1 &&
	       ((first && is_deed(c, *v, type)) || is_vague(c, *v) || (n > 2 && lu_str_in_words(*v, "test tests"))))
		v++, n--;
	while (n && lu__word_listed(&c->words, v[n - 1]) & (LU__WORD_VAGUE | LU__WORD_EMPTY | LU__WORD_ADJECTIVE)) n--;
	if (n < 2 || n > LU_CONCEPT_WORDS || all_plain(c, v, n)) return LU_OK;
	return tell(c, v, n, where, fn, ctx, e);
}

/* A type whose name is one word that is none of every program: "Blueprint". */
static bool tells(const lu_concepts *c, lu_str w)
{
	return w.n > 4 && has_letters(w) && !lu__word_class(&c->words, w);
}

lu_code lu__name_phrases(lu_concepts *c, lu_str name, bool type, const struct lu__phrase *where, lu__phrase_fn *fn,
			 void *ctx, lu_err *e)
{
	struct lu__parts p;
	lu_code rc = LU_OK;
	size_t from = 0;

	lu__split(lu_simple_name(name), &p);
	if (p.more || !p.n || p.n > LONGEST) return LU_OK;
	if (p.n == 1) return type && tells(c, *p.v) ? tell(c, p.v, 1, where, fn, ctx, e) : LU_OK;
	for (size_t i = 0; i <= p.n && !rc; i++) {
		if (i < p.n && !is_cut(c, p.v[i])) continue;
		if (i > from) rc = piece(c, p.v + from, i - from, from == 0, type, where, fn, ctx, e);
		from = i + 1;
	}
	return rc;
}
