/* SPDX-License-Identifier: MIT
 * Slips of the finger: a word of the question that nothing here holds gives way to the word that was meant, which is
 * one slip away from it, or two when it is long. Of several the most frequent is taken. A word that the built-in token
 * vectors know is no slip: it names what is not here; one that is two such words is none by two slips. What is quoted
 * stays as it is. */
#include <math.h>

#include "retrieve/classify.h"
#include "retrieve/strategy.h"
#include "core/ascii.h"

#define SHORTEST 4 /* letters: what is shorter is near to everything */
#define LONGEST  32
#define TWO_FROM 8 /* letters of a word that may have two slips */
/* what it counts, beside the logarithm of its elements, that a word is known elsewhere, too, */
#define KNOWN 2.
#define FIRST 1. /* and that its first letter is as typed: that one is seldom wrong */
#define HALF  4  /* of a word that is two, in letters, at least */
#define MOST  64 /* words that are weighed for one */
#define TRIED 24 /* words of a question: a pasted page has more that are of another world */

typedef struct fixing {
	lu__terms *t;
	lu_arena *a;
	lu_str word;
	unsigned edits;
	char near[MOST][LONGEST + 2];
	size_t n;
	size_t tried; /* words */
	lu_corrections out;
	lu_buf text; /* the question so far */
	lu_str run;  /* letters, digits and '_' that are written, */
	size_t at;   /* up to here */
	lu_err *e;
	lu_code rc;
} fixing;

static bool is_plain(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!lu_is_lower(s.s[i])) return false;
	return true;
}

/* ---- words that are near ---- */

static bool is_known(const fixing *f, lu_str s)
{
	return lu_table_find(f->t->r->known, s) >= 0;
}

static void add_near(fixing *f, lu_str s)
{
	if (f->n == MOST || s.n > LONGEST + 1) return;
	for (size_t i = 0; i < f->n; i++)
		if (lu_str_eqz(s, f->near[i])) return;
	memcpy(f->near[f->n], s.s, s.n);
	f->near[f->n++][s.n] = '\0';
}

static lu_code weigh_form(void *ctx, lu_str token, lu_err *e)
{
	fixing *f = ctx;

	(void)e;
	if (is_plain(token) && lu_str_edits(f->word, token, f->edits) <= f->edits) add_near(f, token);
	return LU_OK;
}

static void try_known(fixing *f, const char *s, size_t n)
{
	if (n >= SHORTEST - 1 && is_known(f, lu_strn(s, n))) add_near(f, lu_strn(s, n));
}

/* Words that the token vectors know, one slip away: they are looked up one by one, which is faster than to read a
 * list. */
static void near_by_table(fixing *f)
{
	char s[LONGEST + 2];
	size_t n = f->word.n;

	for (size_t i = 0; i < n; i++) { /* one too many */
		memcpy(s, f->word.s, i);
		memcpy(s + i, f->word.s + i + 1, n - i - 1);
		try_known(f, s, n - 1);
	}
	memcpy(s, f->word.s, n);
	for (size_t i = 0; i < n; i++) { /* another one, or swapped */
		char was = s[i];

		for (s[i] = 'a'; s[i] <= 'z'; s[i]++)
			if (s[i] != was) try_known(f, s, n);
		s[i] = was;
		if (i + 1 == n || s[i] == s[i + 1]) continue;
		s[i] = s[i + 1];
		s[i + 1] = was;
		try_known(f, s, n);
		s[i + 1] = s[i];
		s[i] = was;
	}
	for (size_t i = 0; i <= n; i++) { /* one left out */
		memcpy(s, f->word.s, i);
		memcpy(s + i + 1, f->word.s + i, n - i);
		for (s[i] = 'a'; s[i] <= 'z'; s[i]++) try_known(f, s, n + 1);
	}
}

/* Words of the store that begin with the first letter of the word, or where the first two were swapped. */
static void near_by_store(fixing *f, unsigned edits)
{
	char two[2] = { f->word.s[1], f->word.s[0] };
	lu_postings *p = f->t->r->post;

	f->edits = edits;
	if (!f->rc) f->rc = lu_postings_forms(p, lu_strn(f->word.s, 1), weigh_form, f, f->e);
	if (!f->rc && edits == 1 && two[0] != two[1])
		f->rc = lu_postings_forms(p, lu_strn(two, 2), weigh_form, f, f->e);
	if (!f->rc && edits == 1) add_near(f, lu_strn(f->word.s + 1, f->word.n - 1));
}

/* ---- the one that was meant ---- */

static double worth(fixing *f, lu_str s)
{
	int64_t df = 0;

	if (!f->rc) f->rc = lu__terms_count(f->t, s, &df, f->e);
	if (f->rc || !df) return -1;
	return log(1 + (double)df) + KNOWN * is_known(f, s) + FIRST * (s.s[0] == f->word.s[0]);
}

/* The best of those that some element holds; empty: none. */
static lu_str best_near(fixing *f)
{
	lu_str best = { 0 };
	double most = 0;

	for (size_t i = 0; i < f->n; i++) {
		lu_str s = lu_strz(f->near[i]);
		double w = worth(f, s);

		if (w < most || (w == most && lu_str_cmp(s, best) > 0)) continue;
		best = s;
		most = w;
	}
	return best;
}

/* Is it two words written as one? */
static bool is_compound(const fixing *f)
{
	lu_str s = f->word;

	for (size_t i = HALF; i + HALF <= s.n; i++)
		if (is_known(f, lu_strn(s.s, i)) && is_known(f, lu_strn(s.s + i, s.n - i))) return true;
	return false;
}

/* What was meant by f->word; empty: nothing that is known. */
static lu_str find_meant(fixing *f)
{
	lu_str s = { 0 };

	if (is_known(f, f->word)) return s;
	f->n = 0;
	near_by_table(f);
	near_by_store(f, 1);
	s = best_near(f);
	if (s.n || f->word.n < TWO_FROM || is_compound(f)) return s;
	f->n = 0;
	near_by_store(f, 2);
	return best_near(f);
}

/* ---- the question ---- */

static const lu_correction *find_fix(const lu_corrections *c, lu_str word)
{
	for (size_t i = 0; i < c->n; i++)
		if (lu_str_eq(c->v[i].from, word)) return &c->v[i];
	return NULL;
}

static lu_code fix_word(fixing *f, lu_str word)
{
	lu_correction *v;
	lu_str to;

	f->tried++;
	f->word = word;
	to = find_meant(f);
	if (f->rc || !to.n) return f->rc;
	v = lu_arena_grow(f->a, f->out.v, f->out.n, sizeof *v);
	if (!v) return lu_nomem(f->e);
	f->out.v = v;
	v[f->out.n] = (lu_correction){ lu_arena_dup(f->a, word), lu_arena_dup(f->a, to) };
	if (!v[f->out.n].from.s || !v[f->out.n].to.s) return lu_nomem(f->e);
	f->out.n++;
	return LU_OK;
}

/* Write a token of f->run, the word that was meant in its place. */
static bool write_token(void *ctx, lu_str token, lu_token_kind kind)
{
	fixing *f = ctx;
	const lu__term *t = lu__terms_find(f->t, token);
	const lu_correction *fix;

	if (kind == LU_TOKEN_WHOLE) return true;
	while (f->at < f->run.n && f->run.s[f->at] == '_') lu_buf_addc(&f->text, f->run.s[f->at++]);
	fix = find_fix(&f->out, token);
	if (!fix && t && t->wanted && !t->df && f->tried < TRIED && is_plain(token) && token.n >= SHORTEST &&
	    token.n <= LONGEST) {
		f->rc = fix_word(f, t->token);
		fix = find_fix(&f->out, token);
	}
	if (fix && lu_is_upper(f->run.s[f->at])) {
		lu_buf_addc(&f->text, (char)(fix->to.s[0] & ~32));
		lu_buf_add(&f->text, fix->to.s + 1, fix->to.n - 1);
	} else lu_buf_addstr(&f->text, fix ? fix->to : lu_strn(f->run.s + f->at, token.n));
	f->at += token.n;
	return !f->rc;
}

/* Write what is between blanks: runs of other than ASCII as they are. */
static lu_code write_word(fixing *f, lu_str s)
{
	lu_code rc = LU_OK;

	for (size_t i = 0, n; i < s.n && !rc; i += n) {
		bool plain = true;

		for (n = 0; i + n < s.n && lu_is_ident(s.s[i + n]); n++) plain &= lu_is_word(s.s[i + n]);
		if (!n || !plain) {
			n += !n;
			lu_buf_add(&f->text, s.s + i, n);
			continue;
		}
		f->run = lu_strn(s.s + i, n);
		f->at = 0;
		rc = lu_tokenize(f->run, write_token, f, f->e);
		if (!rc) rc = f->rc;
		if (f->at < n) lu_buf_add(&f->text, f->run.s + f->at, n - f->at);
	}
	return rc;
}

static lu_code write_question(fixing *f, lu_str query)
{
	const char *at = query.s;
	lu__words w;
	lu_code rc = lu__words_read(query, f->a, &w, f->e);

	for (size_t i = 0; i < w.n && !rc; i++) {
		lu_str raw = w.v[i].raw;

		lu_buf_add(&f->text, at, (size_t)(raw.s - at));
		at = raw.s + raw.n;
		if (strchr("\"`'", raw.s[0]) && memchr(raw.s + 1, raw.s[0], raw.n - 1)) lu_buf_addstr(&f->text, raw);
		else rc = write_word(f, raw);
	}
	lu_buf_add(&f->text, at, (size_t)(query.s + query.n - at));
	if (!rc && f->text.oom) rc = lu_nomem(f->e);
	return rc;
}

static bool needed(const lu__terms *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->v[i].wanted && !t->v[i].df) return true;
	return false;
}

lu_code lu__correct(lu__terms *t, lu_str query, lu_arena *a, lu_corrections *out, lu_err *e)
{
	fixing f = { .t = t, .a = a, .text = LU_BUF, .e = e };
	lu_code rc;

	*out = (lu_corrections){ 0 };
	if (!needed(t)) return LU_OK;
	rc = write_question(&f, query);
	if (!rc && f.out.n && !(f.out.text = lu_arena_dup(a, lu_buf_str(&f.text))).s) rc = lu_nomem(e);
	lu_buf_free(&f.text);
	if (!rc && f.out.n) *out = f.out;
	return rc;
}
