/* SPDX-License-Identifier: MIT
 * Plain words of a question that are names of elements here: "the scheduler", "connection pool". Most words of prose
 * are the name of something somewhere; what counts is how the element is one, and how few share the name. */
#include <math.h>

#include "expand/expand.h"
#include "core/ascii.h"
#include "lucus/classify.h"

#define WORDS_MAX 256 /* of a question that are looked up */
#define COMPOUND  3   /* words of one name */
#define COMMON    12  /* elements that share a name of one word: it is a word of every day then */
#define LEAST     .4

static bool is_plain(const lu__token *t)
{
	if (t->taken || t->text.n < 2) return false;
	for (size_t i = 0; i < t->text.n; i++) {
		char c = t->text.s[i];

		if (!(lu_is_alnum(c) || c == '-' || c < 0)) return false;
	}
	return true;
}

/* Nobody means prose or a test by a plain word. */
static void keep_code(lu__bearers *b)
{
	size_t n = 0;

	for (size_t i = 0; i < b->n; i++) {
		lu_str type = b->v[i].b.type;

		if (!lu_type_is_prose(type) && !lu_str_in_words(type, "test variable") && b->v[i].by < LU_BY_ALIAS)
			b->v[n++] = b->v[i];
	}
	b->n = n;
}

/* The bearers of the names that the tokens `i` ... `i + n - 1` can be. */
static lu_code look_up(lu__namer *m, const lu__tokens *t, size_t i, size_t n, lu__bearers *out, lu_err *e)
{
	lu_buf name = LU_BUF;
	lu_code rc;

	for (size_t k = 0; k < n; k++) {
		if (k) lu_buf_addc(&name, '_');
		lu_buf_addstr(&name, t->v[i + k].text);
	}
	rc = name.oom ? lu_nomem(e) : lu__bearers_of_words(m, lu_buf_str(&name), out, e);
	lu_buf_free(&name);
	if (!rc) keep_code(out);
	return rc;
}

static bool is_class(lu_str type)
{
	return lu__type_weight(type) >= 1;
}

/* Does a word beside it say that it is a name: "the Foo class"? */
static bool announced(const lu__tokens *t, size_t i, size_t n)
{
	return (i && lu_is_kind_word(t->v[i - 1].text)) || (i + n < t->n && lu_is_kind_word(t->v[i + n].text));
}

/* How sure that one word names one of `b`. */
static double sure_of(const lu__tokens *t, size_t i, const lu__bearers *b)
{
	bool capital = lu_is_upper(t->v[i].text.s[0]) && !t->v[i].first;
	double best = 0;

	for (size_t k = 0; k < b->n; k++) {
		const lu__bearer *x = &b->v[k];
		double c = is_class(x->b.type) ? .62 : lu_str_eqz(x->b.type, "module") ? .55 : .5;

		if (capital && x->by == LU_BY_EXACT) c += .22;
		if (x->by == LU_BY_NUMBER) c -= .05;
		if (c > best) best = c;
	}
	best -= .04 * log2((double)b->n);
	return announced(t, i, 1) ? best + .15 : best;
}

static lu_code take(lu__namer *m, lu__tokens *t, size_t i, size_t n, double sure, lu_err *e)
{
	const lu__token *last = &t->v[i + n - 1];
	const char *from = t->v[i].text.s;
	lu_str text = lu_strn(from, (size_t)(last->text.s - from) + last->text.n);

	for (size_t k = 0; k < n; k++) t->v[i + k].taken = true;
	return lu__entity_add(t, m->a, (lu_entity){ .text = text, .kind = LU_ENTITY_NAME, .confidence = sure }, e);
}

/* Words that are side by side, with nothing but one blank between them. */
static bool together(const lu__tokens *t, size_t i, size_t n)
{
	bool content = false;

	if (i + n > t->n) return false;
	for (size_t k = i; k < i + n; k++) {
		if (!is_plain(&t->v[k])) return false;
		if (k > i && t->v[k].text.s != t->v[k - 1].text.s + t->v[k - 1].text.n + 1) return false;
		content |= t->v[k].content;
	}
	return content && t->v[i].content && t->v[i + n - 1].content;
}

/* The longest name that begins at token `i`; *n its words, 0: none. */
static lu_code name_at(lu__namer *m, lu__tokens *t, size_t i, size_t *n, lu_err *e)
{
	for (*n = COMPOUND; *n; --*n) {
		lu__bearers b = { 0 };
		double sure;
		lu_code rc;

		if (!together(t, i, *n)) continue;
		if ((rc = look_up(m, t, i, *n, &b, e))) return rc;
		if (!b.n || (*n == 1 && b.n > COMMON)) continue;
		sure = *n > 1 ? .65 + .08 * (double)*n : sure_of(t, i, &b);
		if (sure < LEAST) continue;
		return take(m, t, i, *n, sure > .95 ? .95 : sure, e);
	}
	return LU_OK;
}

lu_code lu__known_names(lu__namer *m, lu__tokens *t, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0, n, looked = 0; i < t->n && looked < WORDS_MAX && !rc; i += n ? n : 1) {
		n = 0;
		if (!t->v[i].content || t->v[i].taken) continue;
		looked++;
		rc = name_at(m, t, i, &n, e);
	}
	return rc;
}
