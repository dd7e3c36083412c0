/* SPDX-License-Identifier: MIT
 * How many hits of a result are enough: what lu_select() needs to know of them comes from the store. */
#include <math.h>
#include <stdlib.h>

#include "retrieve/strategy.h"

#define LOOK_AT  65536 /* bytes of a source: a word that comes later is hardly what it is about */
#define HEAVIEST 8     /* words that a query is about; of a pasted page none could hold more */

/* A word of the query. */
typedef struct wanted {
	lu_str token, stem;
	double weight;
	double share; /* of it that counts when the word is found */
	bool found;
} wanted;

typedef struct covering {
	lu_stemmer *stemmer;
	wanted *v;
	lu_str *token; /* those of `v` */
	size_t n;
	double full; /* the weight that counts as all of the query */
	size_t left; /* not found yet */
} covering;

static int heavier(const void *a, const void *b)
{
	const wanted *x = a, *y = b;

	return (x->weight < y->weight) - (x->weight > y->weight);
}

static bool is_guessed(const lu_corrections *c, lu_str token)
{
	for (size_t i = 0; i < c->n; i++)
		if (lu_str_eq(c->v[i].to, token)) return true;
	return false;
}

static lu_code weigh(lu__terms *t, const lu_strs *words, lu_result *res, covering *c, lu_err *e)
{
	for (size_t i = 0; i < words->n; i++) {
		lu_str stem = lu_arena_dup(&res->arena, lu_stem(c->stemmer, words->v[i]));
		int64_t df = 0, total = 0;

		if (!stem.s) return lu_nomem(e);
		if (!lu__terms_df(t, words->v[i], &df, &total)) df = total = 0;
		c->v[c->n++] = (wanted){ .token = words->v[i],
					 .stem = stem,
					 .share = is_guessed(&res->corrected, words->v[i]) ? LU_GUESSED : 1,
					 .weight = log(1 + (double)total / (double)(df > 0 ? df : 1)) };
	}
	return t->failed;
}

static lu_code read_words(lu_retriever *r, lu_str query, lu_result *res, covering *c, bool *is_long, lu_err *e)
{
	lu__question question = { 0 };
	lu__terms t;
	size_t n = res->terms.n + res->unmatched.n;
	lu_code rc;

	*c = (covering){ .stemmer = r->stemmer,
			 .v = lu_arena_calloc(&res->arena, n, sizeof *c->v),
			 .token = lu_arena_calloc(&res->arena, n, sizeof *c->token) };
	if (!c->v || !c->token) return lu_nomem(e);
	rc = lu__question_of(r, lu_result_text(res, query), &res->arena, &question, e);
	*is_long = question.apart;
	if (!rc) rc = lu__terms_read(&t, r, &question, &res->arena, e);
	if (!rc) rc = weigh(&t, &res->terms, res, c, e);
	if (!rc) rc = weigh(&t, &res->unmatched, res, c, e);
	lu__terms_end(r);
	if (c->n) qsort(c->v, c->n, sizeof *c->v, heavier);
	for (size_t i = 0; i < c->n; i++) c->token[i] = c->v[i].token;
	for (size_t i = 0; i < c->n && i < HEAVIEST; i++) c->full += c->v[i].weight;
	return rc;
}

static void find_word(void *ctx, size_t i)
{
	covering *c = ctx;

	c->left -= !c->v[i].found;
	c->v[i].found = true;
}

static bool look_for(void *ctx, lu_str token, lu_token_kind kind)
{
	covering *c = ctx;
	lu_str stem = { 0 }; /* holds until another token's */

	if (kind != LU_TOKEN_PART) lu_words_in_one(token, c->token, c->n, find_word, c);
	for (size_t i = 0; i < c->n; i++) {
		wanted *w = &c->v[i];

		if (w->found || !token.n || !w->token.n || token.s[0] != w->token.s[0]) continue;
		if (!stem.n) stem = lu_stem(c->stemmer, token);
		if (!lu_str_eq(stem, w->stem)) continue;
		find_word(c, i);
	}
	return c->left > 0;
}

/* The share of the query that an element holds. */
static lu_code cover(covering *c, const lu_element *el, double *out, lu_err *e)
{
	const lu_str text[] = { el->name, el->signature, el->file_path, el->docstring,
				lu_strn(el->code.s, el->code.n < LOOK_AT ? el->code.n : LOOK_AT) };
	bool prose = lu_type_is_prose(el->type);
	double got = 0;

	c->left = c->n;
	for (size_t i = 0; i < c->n; i++) c->v[i].found = false;
	for (size_t i = 0; c->left && i < sizeof text / sizeof *text; i++) {
		lu_code rc = (prose ? lu_tokenize : lu_tokenize_code)(text[i], look_for, c, e);

		if (rc) return rc;
	}
	for (size_t i = 0; i < c->n; i++) got += c->v[i].found ? c->v[i].share * c->v[i].weight : 0;
	*out = c->full > 0 ? fmin(1, got / c->full) : -1;
	return LU_OK;
}

/* With `c` NULL the coverage stays unknown. */
static lu_code describe(lu_store *s, const lu_hit *h, covering *c, lu_selectable *out, lu_err *e)
{
	lu_arena a = { 0 };
	lu_stored st;
	lu_code rc = lu_store_source(s, h->el.id, &a, &st, e);

	*out = (lu_selectable){ .score = h->score, .relevance = (double)h->relevance };
	if (rc == LU_ENOENT) {
		rc = LU_OK; /* a writer has removed it since the search */
	} else if (!rc) {
		out->tokens = lu_tokens(st.el.code.n);
		out->coverage = -1;
		if (c) rc = cover(c, &st.el, &out->coverage, e);
	}
	lu_arena_free(&a);
	return rc;
}

/* ---- what hits are of each other ---- */

static bool is_declared(const lu_brief *b)
{
	return lu_str_eqz(b->type, "prototype");
}

static bool is_folded(const lu_hit *of, const lu_brief *b, lu_fold how)
{
	for (size_t i = 0; i < of->n_folded; i++)
		if (of->folded[i].el.id == b->id && of->folded[i].how == how) return true;
	return false;
}

/* Is `y`, which comes later, a copy of `x`, or the declaration of what it defines? */
static bool says_less(const lu_hit *x, const lu_hit *y)
{
	if (is_folded(x, &y->el, LU_FOLD_COPY)) return true;
	return is_declared(&y->el) && !is_declared(&x->el) &&
	       (is_folded(x, &y->el, LU_FOLD_SAME) ||
		(lu_type_is_called(x->el.type) && lu_str_eq(x->el.name, y->el.name)));
}

static bool lies_in(const lu_brief *x, const lu_brief *y)
{
	return x->file == y->file && x->start_line && y->start_line <= x->start_line && x->end_line <= y->end_line;
}

/* Are all words of its own name in the question? */
static bool is_named(const lu_hit *h)
{
	float some = h->feature[LU_FEATURE_name];

	return some > 0 && h->feature[LU_FEATURE_name_whole] >= .99f * some;
}

/* "how does the reader skip a value": one place answers it. What a commit says is of the whole that it has changed, too. */
static bool is_question(lu_str query)
{
	lu_str s = lu_str_trim(query);

	return lu_str_ends(s, "?") || lu_str_in_words_nocase(lu_str_before_first(s, ' '),
							     "how what where when which who why does do is are can");
}

static void relate(lu_str query, const lu_result *res, lu_selectable *v)
{
	bool asked = is_question(query);

	for (size_t j = 1; j < res->n; j++)
		for (size_t i = 0; i < j; i++) {
			v[j].lesser |= says_less(&res->v[i], &res->v[j]);
			if (asked && !v[i].part && is_named(&res->v[j]) && lies_in(&res->v[j].el, &res->v[i].el))
				v[i].part = j;
		}
}

/* What is taken, and nothing else. */
static void keep(lu_result *res, lu_selection *s)
{
	for (size_t i = 0; i < s->k; i++) {
		res->v[i] = res->v[s->taken[i]];
		s->probability[i] = s->probability[s->taken[i]];
	}
	s->taken = NULL;
	res->n = s->n = s->k;
}

lu_code lu_choose(lu_retriever *r, lu_str query, const lu_select_options *o, lu_result *res, lu_selection *out,
		  lu_err *e)
{
	lu_select_options own = *o;
	lu_query_shape shape;
	lu_selectable *v = lu_arena_calloc(&res->arena, res->n, sizeof *v);
	bool covered = false;
	covering c;
	lu_code rc;

	if (!v) return lu_nomem(e);
	rc = lu__shape_of(r, query, &res->arena, &shape, e);
	if (!rc) rc = read_words(r, query, res, &c, &own.is_long, e);
	for (size_t i = 0; !rc && i < res->n; i++) {
		/* one hit that holds enough is enough: reading all of them takes longer than finding them */
		rc = describe(r->store, &res->v[i], covered ? NULL : &c, &v[i], e);
		covered |= v[i].coverage >= o->floor;
	}
	if (rc) return rc;
	own.query_class = shape.query_class;
	own.parts = (int64_t)shape.parts.n; /* one whose best hit is cut off would have no share */
	relate(query, res, v);
	rc = lu_select(&own, v, res->n, &res->arena, out, e);
	if (!rc) keep(res, out);
	return rc;
}
