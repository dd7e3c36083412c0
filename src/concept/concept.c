/* SPDX-License-Identifier: MIT
 * Concepts of texts, and their keys. */
#include <stdlib.h>

#include "concept/phrases.h"
#include "language/row.h"

lu_code lu_concepts_new(lu_concepts **out, lu_err *e)
{
	lu_concepts *c = calloc(1, sizeof *c);
	lu_code rc;

	if (!c) return lu_nomem(e);
	lu_buf_init(&c->surface);
	lu_buf_init(&c->folded);
	lu_buf_init(&c->part);
	rc = lu__vocabulary_init(&c->words, e);
	if (!rc) rc = lu_stemmer_new(&c->stemmer, e);
	if (rc) lu_concepts_free(c);
	else *out = c;
	return rc;
}

void lu_concepts_free(lu_concepts *c)
{
	if (!c) return;
	lu__vocabulary_free(&c->words);
	lu_stemmer_free(c->stemmer);
	lu_buf_free(&c->surface);
	lu_buf_free(&c->folded);
	lu_buf_free(&c->part);
	free(c);
}

/* ---- keys ---- */

/* "communities", "classes", "names": what stands before a head is one of them. */
static lu_str singular(lu_str w, char last[LU_TOKEN_MAX])
{
	if (w.n < 4 || w.n > LU_TOKEN_MAX || !lu_str_ends(w, "s")) return w;
	if (lu_str_ends(w, "ss") || lu_str_ends(w, "us") || lu_str_ends(w, "is")) return w;
	if (lu_str_ends(w, "ies") && w.n > 4) {
		memcpy(last, w.s, w.n);
		last[w.n - 3] = 'y';
		return lu_strn(last, w.n - 2);
	}
	if (lu_str_ends(w, "sses") || lu_str_ends(w, "xes") || lu_str_ends(w, "ches") || lu_str_ends(w, "shes"))
		return lu_strn(w.s, w.n - 2);
	return lu_strn(w.s, w.n - 1);
}

static bool is_ascii(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.s[i] >= 0x80) return false;
	return true;
}

static lu_code add_part(lu_concepts *c, lu_str part, bool head, lu_buf *out, lu_err *e)
{
	char last[LU_TOKEN_MAX];
	lu_code rc = LU_OK;

	if (!is_ascii(part)) {
		lu_buf_reset(&c->part);
		rc = lu_text_fold(part, &c->part, e);
		part = lu_buf_str(&c->part);
	}
	if (rc) return rc;
	lu_buf_addstr(out, head ? lu_stem(c->stemmer, part) : singular(part, last));
	return out->oom ? lu_nomem(e) : LU_OK;
}

lu_code lu_concept_key(lu_concepts *c, lu_str words, lu_buf *out, lu_err *e)
{
	struct lu__parts p;
	lu_code rc = LU_OK;

	lu__split(words, &p);
	for (size_t i = 0; i < p.n && !rc; i++) {
		if (i) lu_buf_addc(out, ' ');
		rc = add_part(c, p.v[i], i + 1 == p.n, out, e);
	}
	return rc ? rc : out->oom ? lu_nomem(e) : LU_OK;
}

/* ---- texts ---- */

/* Comments on lines of their own, one below the other, are read as one. */
struct comments {
	lu_concepts *c;
	lu_str text;
	lu_str held; /* the comments that are gathered, or a string that documents */
	bool within; /* it is such a string: what it documents is around it, not below */
	uint32_t line, window;
	size_t counted; /* lines of the text before this are counted in `line` */
	lu__phrase_fn *fn;
	void *ctx;
};

static uint32_t line_of(struct comments *x, size_t at)
{
	for (const char *p; x->counted < at && (p = memchr(x->text.s + x->counted, '\n', at - x->counted)); x->line++)
		x->counted = (size_t)(p - x->text.s) + 1;
	return x->line;
}

static lu_code tell_within(void *ctx, const struct lu__phrase *p, lu_err *e)
{
	struct comments *x = ctx;
	struct lu__phrase within = *p;

	if (x->within) within.last = 0;
	return x->fn(x->ctx, &within, e);
}

static lu_code read_held(struct comments *x, lu_err *e)
{
	lu_str s = x->held;

	x->held = lu_strn(NULL, 0);
	if (!s.n) return LU_OK;
	return lu__prose_phrases(x->c, s, true, line_of(x, (size_t)(s.s - x->text.s)), &x->window, tell_within, x, e);
}

/* Is there nothing but one end of a line between both? */
static bool is_next(const struct comments *x, lu_str span)
{
	const char *p = x->held.s + x->held.n;
	size_t ends = 0;

	for (; p < span.s; p++) {
		if (*p == '\n') ends++;
		else if (*p != ' ' && *p != '\t' && *p != '\r') return false;
	}
	return ends == 1;
}

static lu_code take_span(void *ctx, lu_span_kind kind, lu_str span, lu_err *e)
{
	struct comments *x = ctx;
	lu_code rc = LU_OK;

	if (kind == LU_SPAN_STRING) return LU_OK;
	if (x->held.n && kind == LU_SPAN_COMMENT && !x->within && is_next(x, span)) {
		x->held.n = (size_t)(span.s + span.n - x->held.s);
		return LU_OK;
	}
	rc = read_held(x, e);
	x->held = span;
	x->within = kind == LU_SPAN_DOC;
	return rc;
}

lu_code lu__text_phrases(lu_concepts *c, lu_str text, lu_str language, lu__phrase_fn *fn, void *ctx, lu_err *e)
{
	struct comments x = { .c = c, .text = text, .line = 1, .fn = fn, .ctx = ctx };
	const lu_language *l = lu_language_named(language);
	uint32_t window = 0;
	lu_code rc;

	if (!l) return LU_OK;
	if (l->is_prose) return lu__prose_phrases(c, text, false, 1, &window, fn, ctx, e);
	rc = lu_spans(text, language, take_span, &x, e);
	return rc ? rc : read_held(&x, e);
}

/* ---- with keys ---- */

struct keyed {
	lu_concepts *c;
	lu_concept_fn *fn;
	void *ctx;
};

static lu_code with_key(void *ctx, const struct lu__phrase *p, lu_err *e)
{
	struct keyed *k = ctx;
	lu_concept_site x = { .surface = p->surface, .line = p->line, .window = p->window, .named = p->named };
	lu_code rc;

	lu_buf_reset(&k->c->folded);
	rc = lu_concept_key(k->c, p->surface, &k->c->folded, e);
	x.key = lu_buf_str(&k->c->folded);
	return rc || !x.key.n ? rc : k->fn(k->ctx, &x, e);
}

lu_code lu_concepts_of_prose(lu_concepts *c, lu_str text, lu_concept_fn *fn, void *ctx, lu_err *e)
{
	struct keyed k = { c, fn, ctx };
	uint32_t window = 0;

	return lu__prose_phrases(c, text, true, 1, &window, with_key, &k, e);
}

lu_code lu_concepts_of_name(lu_concepts *c, lu_str name, bool type, lu_concept_fn *fn, void *ctx, lu_err *e)
{
	struct keyed k = { c, fn, ctx };
	struct lu__phrase where = { .line = 1 };

	return lu__name_phrases(c, name, type, &where, with_key, &k, e);
}
