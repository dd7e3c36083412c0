/* SPDX-License-Identifier: MIT
 * The sentences of the sources, each with the chance that it answers the question, and those of them that are worth giving. */
#include <math.h>
#include <stdlib.h>

#include "answer/answer.h"
#include "lucus/classify.h"
#include "lucus/text.h"

#define LOOK_AT   65536 /* bytes of a source that are cut */
#define BUDGET    1500  /* bytes of them, with what stands around each: some 400 tokens */
#define AROUND    48
#define GAP       2    /* lines from one sentence to the next */
#define BESIDE    .2f  /* of the chance of an item, the least of what becomes a part of it */
#define HEAD      .4f  /* the same of what only names, */
#define BELOW     .05f /* and of code right below the comment that tells of it */
#define VALUE_MAX 240  /* bytes of a line that sets a value, which is given with its documentation */
#define ITEM_MAX  640  /* bytes that sentences which stand together may have */
#define FAR       .04f /* less than this part of the best is not worth giving */

/* ---- all of them ---- */

static int by_chance(const void *a, const void *b)
{
	const struct lu__evidence *x = a, *y = b;

	if (x->p != y->p) return x->p > y->p ? -1 : 1;
	if (x->source != y->source) return x->source < y->source ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

/* Has it what is asked for? */
static bool gives(const lu_asked_for *asked, lu_str type, const lu_sentence *s)
{
	lu_gives g = lu_sentence_gives(s);

	if (asked->reason) return g.reason;
	if (asked->error && g.error) return true;
	if (asked->condition && g.condition) return true;
	if (asked->value && !asked->way) return g.number || g.string || g.constant || (g.word && lu_holds_value(type));
	return !asked->error && !asked->condition;
}

/* The part of a sentence that would be given. */
static float shown(const lu_sentence *s)
{
	return s->text.n > LU__CODE_MAX && lu_sentence_is_code(s) ? (float)LU__CODE_MAX / (float)s->text.n : 1;
}

static lu_code assess(lu_assessor *m, lu_sources *src, size_t i, lu_err *e)
{
	const lu_source *s = &src->v[i];
	lu_cut_source cut = { .language = s->el.language,
			      .type = s->el.type,
			      .code = lu_strn(s->code.s, s->code.n < LOOK_AT ? s->code.n : LOOK_AT),
			      .above = s->above,
			      .docstring = s->docstring,
			      .line = s->el.start_line };
	lu_scene scene = { s->el.name, s->el.type, s->el.path, s->relevance, s->rank };
	struct lu__evidence *v;
	lu_asked_for asked = lu_assessor_asked(m);
	lu_passages p = { 0 };
	float *chance, (*x)[LU_SIGNALS];
	lu_code rc = lu_cut(&cut, &src->arena, &p, e);

	if (rc || !p.n_sentence) return rc;
	chance = lu_arena_calloc(&src->arena, p.n_sentence, sizeof *chance);
	x = lu_arena_calloc(&src->arena, p.n_sentence, sizeof *x);
	v = lu_arena_calloc(&src->arena, src->n_evidence + p.n_sentence, sizeof *v);
	if (!chance || !x || !v) return lu_nomem(e);
	if (src->n_evidence) memcpy(v, src->evidence, src->n_evidence * sizeof *v);
	rc = lu_assess_signals(m, &scene, p.sentence, p.n_sentence, x, e);
	lu_assess_rows(m, p.sentence, x, p.n_sentence, chance);
	for (size_t k = 0; k < p.n_sentence && !rc; k++)
		v[src->n_evidence + k] = (struct lu__evidence){
			.source = i,
			.at = k,
			.n = p.n_sentence,
			.v = p.sentence,
			.p = chance[k] * shown(&p.sentence[k]),
			.held = x[k][LU_SIGNAL_cover] + x[k][LU_SIGNAL_cover_beside] + x[k][LU_SIGNAL_cover_name],
			.meant = x[k][LU_SIGNAL_cover] + x[k][LU_SIGNAL_meant],
			.similar = x[k][LU_SIGNAL_similar],
			.gives = gives(&asked, s->el.type, &p.sentence[k]),
		};
	if (rc) return rc;
	src->evidence = v;
	src->n_evidence += p.n_sentence;
	return LU_OK;
}

/* `name` or an end of the qualified name behind a full stop. */
static bool is_called(lu_str qualified, lu_str name)
{
	return name.n && qualified.n >= name.n &&
	       lu_str_eq(lu_strn(qualified.s + qualified.n - name.n, name.n), name) &&
	       (qualified.n == name.n || qualified.s[qualified.n - name.n - 1] == '.');
}

/* Who asks what something is gets what documents it first, and what merely uses it behind that. */
static lu_code documentation_first(lu_sources *src, lu_str asked, lu_err *e)
{
	struct lu__evidence *first = NULL;
	float best = 0;
	lu_str name = asked;
	lu_code rc = lu_plain_name(asked, &src->arena, &name, e);

	if (rc || !asked.n) return rc;
	for (size_t i = 0; i < src->n_evidence; i++) {
		struct lu__evidence *x = &src->evidence[i];
		const lu_source *s = &src->v[x->source];

		best = fmaxf(best, x->p);
		if (x->v[x->at].kind != LU_SENTENCE_DOC || !is_called(s->el.name, name)) continue;
		if (!first || x->source < first->source || (x->source == first->source && x->at < first->at)) first = x;
	}
	if (first && first->p < best) first->p = nextafterf(best, 2);
	return LU_OK;
}

lu_code lu_sources_assess(lu_sources *src, lu_retriever *r, lu_str question, const lu_corrections *fixes, lu_err *e)
{
	lu_assessor *m = NULL;
	lu_code rc = lu_assessor_open(r, question, fixes, &m, e);

	src->n_evidence = 0;
	for (size_t i = 0; i < src->n && !rc; i++) rc = assess(m, src, i, e);
	if (!rc) {
		lu_asked_for asked = lu_assessor_asked(m);

		src->asks_value = asked.value && !asked.way;
		src->asks_error = asked.error;
		src->asks_reason = asked.reason;
	}
	lu_assessor_close(m);
	if (!rc) rc = documentation_first(src, lu_asked_name(question), e);
	if (!rc && src->n_evidence) qsort(src->evidence, src->n_evidence, sizeof *src->evidence, by_chance);
	return rc;
}

lu_code lu_value_types(lu_str question, lu_strs *out, lu_err *e)
{
	lu_asked_for asked = { 0 };
	lu_code rc = lu_question_asks(question, &asked, e);

	*out = lu_value_holders();
	if ((!asked.value && !asked.standard) || asked.reason) out->n = 0;
	return rc;
}

/* ---- those that are given ---- */

/* What is said already, by the same lines of an element within the other, or by a copy. */
static bool is_told(const lu_sources *src, const lu__item *v, size_t n, const struct lu__evidence *x)
{
	const lu_sentence *s = &x->v[x->at];

	for (size_t i = 0; i < n; i++) {
		const struct lu__evidence *y = v[i].best;

		for (size_t k = v[i].from; k < v[i].to; k++) {
			const lu_sentence *t = &y->v[k];

			if (lu_str_eq(s->text, t->text)) return true;
			if (s->first && s->first <= t->last && s->last >= t->first &&
			    lu_str_eq(src->v[x->source].el.path, src->v[y->source].el.path))
				return true;
		}
	}
	return false;
}

static size_t bytes_of(const struct lu__evidence *x, size_t from, size_t to)
{
	return (size_t)(x->v[to - 1].text.s + x->v[to - 1].text.n - x->v[from].text.s);
}

/* May sentences k and k + 1 be given as one? Documentation that is not in the text of the element stands elsewhere. */
static bool is_joint(const struct lu__evidence *x, size_t k)
{
	const lu_sentence *s = &x->v[k], *next = s + 1;

	return next->text.s >= s->text.s + s->text.n && next->first <= s->last + GAP &&
	       (size_t)(next->text.s - s->text.s) < ITEM_MAX;
}

/* The least chance of what becomes a part of an item at its side. */
static float least_beside(const lu__item *v, const struct lu__evidence *x)
{
	const lu_sentence *s = &x->v[x->at];
	bool told = x->at == v->to && s->kind == LU_SENTENCE_CODE && s[-1].kind == LU_SENTENCE_COMMENT;

	return v->best->p * (told ? BELOW : s->kind == LU_SENTENCE_SIGNATURE ? HEAD : BESIDE);
}

/* Does it stand beside an item of the same element, and say hardly less? Then it becomes a part of that. */
static bool joins(lu__item *v, size_t n, const struct lu__evidence *x, size_t *more)
{
	for (size_t i = 0; i < n; i++) {
		size_t from = v[i].from, to = v[i].to, was;

		if (v[i].best->source != x->source || x->p < least_beside(&v[i], x)) continue;
		if (x->at + 1 == from && is_joint(x, x->at)) from--;
		else if (x->at == to && is_joint(x, to - 1) && !lu_sentence_is_bare(&x->v[to])) to++;
		else continue;
		was = bytes_of(x, v[i].from, v[i].to);
		if (bytes_of(x, from, to) > ITEM_MAX) continue;
		*more = bytes_of(x, from, to) - was;
		v[i].from = from;
		v[i].to = to;
		return true;
	}
	return false;
}

/* What only names, or says nothing by itself, is given with what follows it; false: that is given already, or there is nothing. */
static bool widen(const lu_sources *src, const lu__item *v, size_t n, lu__item *x)
{
	const struct lu__evidence *y = x->best;
	struct lu__evidence next = *y;

	if ((y->v[y->at].kind != LU_SENTENCE_SIGNATURE && !lu_sentence_is_bare(&y->v[y->at])) || y->n == 1) return true;
	if (x->to == y->n || !is_joint(y, x->to - 1) || bytes_of(y, x->from, x->to + 1) > ITEM_MAX) return false;
	next.at = x->to;
	if (lu_sentence_is_bare(&y->v[next.at]) || is_told(src, v, n, &next)) return false;
	x->to++;
	return true;
}

/* Is the sentence itself in an item? Documentation may have the lines of what it is of. */
static bool is_given(const lu__item *v, size_t n, const struct lu__evidence *x)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = v[i].from; k < v[i].to; k++)
			if (lu_str_eq(v[i].best->v[k].text, x->v[x->at].text)) return true;
	return false;
}

/* The line that sets a value, where an item is the documentation of what holds it alone, and the line is not given. */
static const struct lu__evidence *value_of(const lu_sources *src, const lu__item *v, size_t n, const lu__item *item)
{
	const lu_sentence *s = item->best->v;

	if (!lu_holds_value(src->v[item->best->source].el.type)) return NULL;
	for (size_t i = item->from; i < item->to; i++)
		if (lu_sentence_is_code(&s[i])) return NULL;
	for (size_t i = 0; i < src->n_evidence; i++) {
		const struct lu__evidence *x = &src->evidence[i];

		if (x->source != item->best->source || !lu_sentence_is_code(&x->v[x->at])) continue;
		if (x->v[x->at].text.n <= VALUE_MAX && lu_sentence_gives(&x->v[x->at]).assignment && !is_given(v, n, x))
			return x;
	}
	return NULL;
}

/* Does `y` go on where `x` ends, text after text, or code after code? */
static bool goes_on(const lu__item *x, const lu__item *y)
{
	const lu_sentence *s = x->best->v;

	return x->best->source == y->best->source && x->to == y->from && is_joint(x->best, x->to - 1) &&
	       lu_sentence_is_code(&s[x->to - 1]) == lu_sentence_is_code(&s[x->to]) &&
	       bytes_of(x->best, x->from, y->to) <= ITEM_MAX;
}

/* What stands together is read together, where the better of both is. */
static size_t merge(lu__item *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = i + 1; k < n; k++) {
			bool after = goes_on(&v[i], &v[k]);

			if (!after && !goes_on(&v[k], &v[i])) continue;
			if (after) v[i].to = v[k].to;
			else v[i].from = v[k].from;
			memmove(v + k, v + k + 1, (--n - k) * sizeof *v);
			k = i;
		}
	return n;
}

size_t lu__select_items(const lu_sources *src, lu__item out[LU__ITEMS])
{
	size_t n = 0, bytes = 0;

	for (size_t i = 0; i < src->n_evidence; i++) {
		const struct lu__evidence *x = &src->evidence[i];
		size_t more = 0;

		if (n && x->p < src->evidence[0].p * FAR) break;
		if (is_told(src, out, n, x)) continue;
		if (joins(out, n, x, &more)) {
			bytes += more;
			continue;
		}
		if (n == LU__ITEMS || (n && bytes + AROUND + x->v[x->at].text.n > BUDGET)) continue;
		out[n] = (lu__item){ x, x->at, x->at + 1 };
		if (!widen(src, out, n, &out[n])) continue;
		bytes += AROUND + bytes_of(x, out[n].from, out[n].to);
		n++;
		x = n < LU__ITEMS ? value_of(src, out, n, &out[n - 1]) : NULL;
		if (!x) continue;
		out[n] = (lu__item){ x, x->at, x->at + 1 };
		bytes += AROUND + x->v[x->at].text.n;
		n++;
	}
	return merge(out, n);
}
