/* SPDX-License-Identifier: MIT
 * How much of a question its sources cover, and how much those that an answer cites. All that counts is a sum over
 * words of the most that any source gives, and the most that one source gives alone: sources that are taken away can
 * not add to it. */
#include <math.h>
#include <strings.h>

#include "answer/answer.h"
#include "core/ascii.h"
#include "lucus/expand.h"
#include "lucus/text.h"

#define LOOK_AT  65536 /* bytes of a source: a word that comes later is hardly what it is about */
#define WORDS    64    /* that are looked at: a pasted page has enough with so many */
#define NAMED    1.5   /* weight of a name, */
#define UNKNOWN  1.3   /* and of a word that nothing in the code base holds */
#define WEAK     .15   /* and of one that says nothing of its own */
#define TOGETHER .5    /* share of what all sources hold, the rest is for the best of them alone */
#define IN_CODE  .75   /* what a word counts in the code, where names and documentation count 1 */
#define ABSENT   .9    /* of LU_ANSWER_LOW, the most where a name is not there */

typedef struct wanted {
	lu_word w;
	lu_str stem;
	double weight;
	double best;          /* of all sources */
	double here;          /* of the source that is read */
	double in_top;        /* of the source that holds most */
	bool exists;          /* in the code base */
	int64_t id[LU_MEANT]; /* of the elements that a name means */
	size_t n_id;
} wanted;

typedef struct lu__covering {
	lu_stemmer *stemmer;
	lu_str question;
	wanted *v;
	lu_str *token; /* those of `v` that are no names */
	size_t n;
	bool asks_number;
	double strength;   /* of the text that is read */
	double whole, top; /* all weights; what the best source holds of them */
	float *held;       /* of each word by each source, n of the first, n of the second, ... */
	lu_arena *a;
} covering;

/* ---- the question ---- */

/* Look up a name that is written like code. What bears it is often written otherwise: "a::b" for "a.b", "a.b" for
 * "a.x.b". */
static lu_code look_up(lu_store *s, wanted *w, lu_err *e)
{
	lu_arena a = { 0 };
	lu_meant *v = NULL;
	lu_brief *at = NULL;
	size_t n = 0, n_at = 0, total;
	lu_code rc = LU_OK;

	w->exists = w->w.token.n && w->w.df > 0;
	if (!w->exists) rc = lu_meant_by_text(s, w->w.text, &a, &v, &n, &total, e);
	for (size_t i = 0; i < n && !rc; i++) w->id[w->n_id++] = v[i].el.id;
	if (!w->exists && !rc && !n) rc = lu_store_at(s, w->w.text, 0, &a, &at, &n_at, e);
	lu_arena_free(&a);
	if (rc == LU_ENOENT || rc == LU_EUSAGE) rc = LU_OK;
	w->exists |= !rc && (n || n_at);
	return rc;
}

/* Code seldom says what it is called as a whole: the name of its folder is no name that must be in it. */
static lu_code ignore_own_name(covering *c, lu_store *s, lu_err *e)
{
	lu_str name;
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, c->a, &kb, e);

	if (rc) return rc;
	name = lu_str_after_last(kb.root, '/');
	for (size_t i = 0; i < c->n; i++) {
		wanted *w = &c->v[i];

		if (!w->w.proper || w->w.text.n != name.n || strncasecmp(w->w.text.s, name.s, name.n) != 0) continue;
		c->whole -= w->weight * (1 - WEAK);
		w->weight *= WEAK;
		w->w.weak = w->exists = true;
	}
	return LU_OK;
}

/* Words of the asking, not of what is asked about: a source that says "120" has the default, though it has not the word. */
static const char of_asking[] =
	"default defaults standard otherwise unless many much long longer often large larger big wide wider deep far "
	"old high "
	"small fast soon second seconds minute minutes hour hours day days not no none nothing "
	"said say says "
	"told tell given shown happens happen although itself together very well up organised organized other others";

/* The same where a number is asked for; elsewhere they may be what is asked about, such as a counter. */
static const char of_number[] = "number amount count";

/* "how are routes composed (with each other)": where nothing else follows, it asks for what they are made of; "how do composed
 * routes end" is about them. */
static const char at_end[] = "composed comprised assembled built formed made";

static bool ends_how(const covering *c, const wanted *w)
{
	lu_str s = lu_str_trim(c->question), word = w->w.text;
	size_t i = word.s < s.s ? s.n : (size_t)(word.s - s.s) + word.n;

	if (s.n < 4 || strncasecmp(s.s, "how ", 4) != 0 || !lu_str_in_words_nocase(word, at_end)) return false;
	for (size_t from; i < s.n; i++) {
		for (from = i; i < s.n && lu_is_word(s.s[i]); i++)
			;
		word = lu_strn(s.s + from, i - from);
		if (word.n && lu_tells(word) && !lu_str_in_words_nocase(word, of_asking)) return false;
	}
	return true;
}

static bool is_of_asking(const covering *c, const wanted *w)
{
	if (w->w.named) return false;
	if (ends_how(c, w)) return true;
	return lu_str_in_words_nocase(w->w.text, of_asking) ||
	       (c->asks_number && lu_str_in_words_nocase(w->w.text, of_number));
}

static lu_code read_asking(covering *c, lu_err *e)
{
	lu_asked_for asked = { 0 };
	lu_str s = lu_str_trim(c->question);
	bool where = s.n > 5 && !strncasecmp(s.s, "where", 5);
	lu_code rc = lu_question_asks(s, &asked, e);

	c->asks_number = asked.value && !asked.way && !asked.reason && !where;
	return rc;
}

static lu_code read_words(covering *c, lu_retriever *r, lu_store *s, lu_str question, const lu_corrections *fixes,
			  lu_err *e)
{
	lu_word *w = NULL;
	size_t n = 0;
	int64_t total = 0;
	lu_code rc = lu_query_words(r, question, fixes, c->a, &w, &n, &total, e);

	if (rc) return rc;
	if (n > WORDS) n = WORDS;
	c->v = lu_arena_calloc(c->a, n, sizeof *c->v);
	c->token = lu_arena_calloc(c->a, n, sizeof *c->token);
	if (!c->v || !c->token) return lu_nomem(e);
	for (size_t i = 0; i < n && !rc; i++) {
		wanted *x = &c->v[c->n++];
		double df = w[i].df > 0 ? (double)w[i].df : .5;

		x->w = w[i];
		if (!w[i].named) c->token[i] = w[i].token;
		x->stem = lu_arena_dup(c->a, lu_stem(c->stemmer, w[i].token));
		x->weight = log(1 + (double)total / df) * (w[i].weak || is_of_asking(c, x) ? WEAK
							   : w[i].named                    ? NAMED
							   : w[i].df > 0 && !w[i].guessed  ? 1
											   : UNKNOWN);
		x->exists = w[i].df > 0;
		if (!x->stem.s) return lu_nomem(e);
		if (w[i].named && !w[i].proper) rc = look_up(s, x, e);
		c->whole += x->weight;
	}
	return rc ? rc : ignore_own_name(c, s, e);
}

/* ---- what a source holds ---- */

static double strength_of(const covering *c, const wanted *w)
{
	return w->w.guessed ? c->strength * LU_GUESSED : c->strength;
}

static void find_word(void *ctx, size_t i)
{
	covering *c = ctx;

	c->v[i].here = fmax(c->v[i].here, strength_of(c, &c->v[i]));
}

static bool look_for(void *ctx, lu_str token, lu_token_kind kind)
{
	covering *c = ctx;
	lu_str stem = { 0 }; /* holds until another token's */

	if (kind != LU_TOKEN_PART) lu_words_in_one(token, c->token, c->n, find_word, c);
	for (size_t i = 0; i < c->n; i++) {
		wanted *w = &c->v[i];

		if (w->here >= strength_of(c, w) || !w->stem.n || !token.n || token.s[0] != w->stem.s[0]) continue;
		if (w->w.named && !w->w.proper && kind == LU_TOKEN_PART) continue;
		if (!stem.n) stem = lu_stem(c->stemmer, token);
		if (lu_str_eq(stem, w->stem)) find_word(c, i);
	}
	return true;
}

/* Bytes of what is between the parts of a name at `i`: "a.b", "a::b", "a->b", "a#b". */
static size_t separator(lu_str s, size_t i)
{
	if (s.n - i >= 2 && (!memcmp(s.s + i, "::", 2) || !memcmp(s.s + i, "->", 2))) return 2;
	return s.s[i] == '.' || s.s[i] == '#';
}

/* Is `name` in `text` at `i`, but for the case of letters and the separators of languages? */
static bool name_at(lu_str text, size_t i, lu_str name)
{
	size_t k = 0;

	while (k < name.n && i < text.n) {
		size_t x = separator(name, k), y = separator(text, i);

		if (!x != !y || (!x && (text.s[i] | 32) != (name.s[k] | 32))) return false;
		k += x ? x : 1;
		i += y ? y : 1;
	}
	return k >= name.n;
}

static bool holds_name(lu_str text, lu_str name)
{
	if (lu_str_ends(name, "()")) name.n -= 2;
	for (size_t i = 0; name.n && i < text.n; i++)
		if (name_at(text, i, name)) return true;
	return false;
}

static bool is_meant(const wanted *w, int64_t id)
{
	for (size_t i = 0; i < w->n_id; i++)
		if (w->id[i] == id) return true;
	return false;
}

/* A name of several tokens is looked for as it is written. */
static void look_for_names(covering *c, lu_str text)
{
	for (size_t i = 0; i < c->n; i++) {
		wanted *w = &c->v[i];

		if (w->w.named && !w->stem.n && w->here < c->strength && holds_name(text, w->w.text))
			w->here = c->strength;
	}
}

/* What a text holds, each word `strength` at the most. */
static lu_code read_text(covering *c, lu_str text, double strength, lu_err *e)
{
	lu_code rc;

	c->strength = strength;
	if ((rc = lu_tokenize(text, look_for, c, e))) return rc;
	look_for_names(c, text);
	return LU_OK;
}

/* The same of code. */
static lu_code read_code(covering *c, lu_str code, lu_err *e)
{
	lu_code rc;

	c->strength = IN_CODE;
	if ((rc = lu_tokenize_code(code, look_for, c, e))) return rc;
	look_for_names(c, code);
	return LU_OK;
}

static lu_code read_source(covering *c, const lu_source *s, lu_err *e)
{
	const lu_str text[] = { s->el.name, s->el.path, s->signature, s->docstring };
	lu_str code = lu_strn(s->code.s, s->code.n < LOOK_AT ? s->code.n : LOOK_AT);
	lu_code rc = LU_OK;

	for (size_t i = 0; i < c->n; i++) c->v[i].here = is_meant(&c->v[i], s->el.id);
	for (size_t i = 0; i < sizeof text / sizeof *text && !rc; i++) rc = read_text(c, text[i], 1, e);
	if (rc) return rc;
	return lu_type_is_prose(s->el.type) ? read_text(c, code, IN_CODE, e) : read_code(c, code, e);
}

/* What the source that was read adds to the others. */
static void count_source(covering *c)
{
	double sum = 0;

	for (size_t i = 0; i < c->n; i++) {
		wanted *w = &c->v[i];

		if (w->here > w->best) w->best = w->here;
		sum += w->here * w->weight;
	}
	if (sum <= c->top) return;
	c->top = sum;
	for (size_t i = 0; i < c->n; i++) c->v[i].in_top = c->v[i].here;
}

static lu_code read_sources(covering *c, const lu_sources *src, lu_err *e)
{
	lu_code rc = LU_OK;

	if (!(c->held = lu_arena_calloc(c->a, src->n * c->n, sizeof *c->held))) return lu_nomem(e);
	for (size_t i = 0; i < src->n && !rc; i++) {
		if (src->v[i].around) continue; /* much text has many words */
		rc = read_source(c, &src->v[i], e);
		for (size_t k = 0; k < c->n; k++) c->held[i * c->n + k] = (float)c->v[k].here;
		count_source(c);
	}
	return rc;
}

/* ---- what comes of it ---- */

static bool is_in(const wanted *w, lu_str part)
{
	return w->w.text.s >= part.s && w->w.text.s < part.s + part.n;
}

/* Shares of the words that are in `part`. */
static double share_of(const covering *c, lu_str part)
{
	double got = 0, all = 0;

	for (size_t i = 0; i < c->n; i++) {
		const wanted *w = &c->v[i];

		if (!is_in(w, part)) continue;
		got += w->best * w->weight;
		all += w->weight;
	}
	return all > 0 ? got / all : 1;
}

/* Is it about one word alone, which is named as missing already: "how do timeouts"? */
static bool is_missing_word(const covering *c, lu_str part)
{
	size_t n = 0, missing = 0;

	for (size_t i = 0; i < c->n; i++) {
		const wanted *w = &c->v[i];

		if (w->w.weak || is_of_asking(c, w) || !is_in(w, part)) continue;
		n++;
		missing += w->best <= 0;
	}
	return n == 1 && missing;
}

static lu_code judge_parts(covering *c, lu_cover *out, lu_err *e)
{
	lu_query_shape shape;
	double least = 1;
	lu_code rc = lu_classify(c->question, c->a, &shape, e);

	for (size_t i = 0; !rc && i < shape.parts.n; i++) {
		double share = share_of(c, shape.parts.v[i]);

		if (share < least) least = share;
		if (share < LU_ANSWER_LOW && !is_missing_word(c, shape.parts.v[i]))
			rc = lu__list_add(c->a, &out->missing, lu_str_trim(shape.parts.v[i]), e);
	}
	out->confidence *= .5 + .5 * fmin(1, least / .5);
	return rc;
}

static lu_code judge_words(covering *c, lu_cover *out, lu_err *e)
{
	bool low = false;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < c->n && !rc; i++) {
		const wanted *w = &c->v[i];

		if (w->w.weak || w->best > 0) continue;
		out->unknown |= !w->exists;
		if (is_of_asking(c, w)) continue;
		rc = lu__list_add(c->a, &out->missing, w->w.text, e);
		if (!rc && !w->exists) rc = lu__list_add(c->a, &out->nowhere, w->w.text, e);
		if (rc || !w->w.named) continue;
		low |= !w->exists || !w->w.proper;
		if (!w->exists) rc = lu__list_add(c->a, &out->absent, w->w.text, e);
	}
	out->nameless = low;
	if (low) out->confidence *= LU_ANSWER_LOW * ABSENT;
	return rc;
}

/* Each word is somewhere, and yet they say little together: what the best source does not hold is missing there. */
static lu_code name_something(const covering *c, lu_cover *out, lu_err *e)
{
	lu_code rc = LU_OK;

	if (out->confidence >= LU_ANSWER_LOW || out->missing.n) return LU_OK;
	for (size_t i = 0; i < c->n && !rc; i++)
		if (!c->v[i].w.weak && c->v[i].in_top <= 0 && !is_of_asking(c, &c->v[i]))
			rc = lu__list_add(c->a, &out->missing, c->v[i].w.text, e);
	if (!rc && !out->missing.n) rc = lu__list_add(c->a, &out->missing, lu_str_trim(c->question), e);
	return rc;
}

static lu_code judge(covering *c, lu_cover *out, lu_err *e)
{
	double sum = 0;
	lu_code rc;

	for (size_t i = 0; i < c->n; i++) sum += c->v[i].best * c->v[i].weight;
	if (c->whole > 0) out->best = c->top / c->whole;
	if (c->whole > 0) out->confidence = (TOGETHER * sum + (1 - TOGETHER) * c->top) / c->whole;
	rc = judge_words(c, out, e);
	if (!rc) rc = judge_parts(c, out, e);
	return rc ? rc : name_something(c, out, e);
}

lu_code lu_cover_question(lu_retriever *r, lu_store *s, lu_str question, const lu_corrections *fixes,
			  const lu_sources *src, lu_arena *a, lu_cover *out, lu_err *e)
{
	covering *c = lu_arena_calloc(a, 1, sizeof *c);
	lu_cover own = { .of = c };
	lu_code rc;

	if (!c) return lu_nomem(e);
	*c = (covering){ .a = a, .question = lu_arena_dup(a, question) };
	rc = c->question.s ? lu_stemmer_new(&c->stemmer, e) : lu_nomem(e);
	if (!rc) rc = read_asking(c, e);
	if (!rc) rc = read_words(c, r, s, c->question, fixes, e);
	if (!rc) rc = read_sources(c, src, e);
	if (!rc) rc = judge(c, &own, e);
	lu_stemmer_free(c->stemmer);
	c->stemmer = NULL;
	if (!rc) *out = own;
	return rc;
}

/* ---- what is cited ---- */

/* What a quotation of `src` says of it. */
static lu_code read_quoted(covering *c, const lu_source *src, lu_str claim, lu_err *e)
{
	lu_code rc = read_text(c, src->el.name, 1, e);

	if (!rc) rc = read_text(c, src->el.path, 1, e);
	if (!rc) rc = read_text(c, claim, 1, e);
	for (size_t i = 0; i < c->n; i++)
		if (is_meant(&c->v[i], src->el.id)) c->v[i].here = 1;
	return rc;
}

/* What the citations of source `k` say of it. */
static lu_code read_cited(covering *c, const lu_sources *src, size_t k, const lu_citation *cite, size_t n, bool quoted,
			  lu_err *e)
{
	bool any = false;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < c->n; i++) c->v[i].here = 0;
	for (size_t i = 0; i < n && !rc; i++) {
		if (cite[i].source != k + 1) continue;
		any = true;
		if (quoted) rc = read_quoted(c, &src->v[k], cite[i].claim, e);
	}
	for (size_t i = 0; i < c->n && any && !quoted; i++) c->v[i].here = c->held[k * c->n + i];
	if (any) count_source(c);
	return rc;
}

lu_code lu_cover_cited(const lu_cover *all, const lu_sources *src, const lu_citation *cite, size_t n, bool quoted,
		       lu_arena *a, lu_cover *out, lu_err *e)
{
	covering c = *all->of;
	lu_cover own = { .scoped = all->scoped, .of = all->of };
	lu_code rc;

	c.a = a;
	c.top = 0;
	if (!(c.v = lu_arena_calloc(a, c.n, sizeof *c.v))) return lu_nomem(e);
	if (c.n) memcpy(c.v, all->of->v, c.n * sizeof *c.v);
	for (size_t i = 0; i < c.n; i++) c.v[i].best = c.v[i].in_top = 0;
	rc = lu_stemmer_new(&c.stemmer, e);
	for (size_t k = 0; k < src->n && !rc; k++) rc = read_cited(&c, src, k, cite, n, quoted, e);
	if (!rc) rc = judge(&c, &own, e);
	lu_stemmer_free(c.stemmer);
	if (!rc) *out = own;
	return rc;
}
