/* SPDX-License-Identifier: MIT
 * The passages of what was found, and what each promises. */
#include <stdlib.h>

#include "lazy/gathering.h"
#include "core/sorting.h"
#include "lazy/suiting.h"
#include "lucus/map.h"

/* CLEAR was chosen on a half of BenchmarkQED's 50 questions about news; the other half was asked once. The rest were chosen
 * with all of these, and with broad questions about code. */
#define GOOD  150   /* sentences that are taken to be of use, whatever their relevance, */
#define LEAST .004F /* unless it is less than this; more than that is of use in any case */
#define MOST  .1F
#define CLEAR .2F /* of the best, where one fact is asked for: what is less likely to say it is of no use */
#define AGAIN .7  /* what a passage promises of what it would, for each better one of its file */
#define RANK  .1  /* what the rank of its element counts for a passage, beside what its sentences say */

/* A passage on its way. */
typedef struct cut {
	lu__lazy_passage p;
	lu__lazy_where at;
} cut;

typedef struct cutting {
	lu__gathering *g;
	lu__suiting *suit;
	cut *v;
	size_t n, n_sentence;
	float *relevance;   /* of each sentence to each list: lu__suit() */
	size_t room;        /* sentences in that */
	uint32_t *subquery; /* of each sentence: that it suits best */
} cutting;

/* ---- sentences ---- */

/* Room for `n` more. */
static lu_code grow(cutting *c, size_t n, lu_err *e)
{
	lu__gathered *out = c->g->out;
	size_t lists = lu__suiting_lists(c->suit), room = 2 * (c->n_sentence + n);
	lu_sentence *s;
	float *r;

	if (c->n_sentence + n <= c->room) return LU_OK;
	s = lu_arena_calloc(&out->arena, room, sizeof *s);
	r = lu_arena_calloc(&c->g->scratch, room * lists, sizeof *r);
	if (!s || !r) return lu_nomem(e);
	if (c->n_sentence) {
		memcpy(s, out->sentence, c->n_sentence * sizeof *s);
		memcpy(r, c->relevance, c->n_sentence * lists * sizeof *r);
	}
	out->sentence = s;
	c->relevance = r;
	c->room = room;
	return LU_OK;
}

static lu_code add_sentences(cutting *c, uint32_t element, const lu_passages *p, lu_err *e)
{
	lu__gathered *out = c->g->out;
	size_t at = c->n_sentence;
	lu_code rc = grow(c, p->n_sentence, e);

	if (rc || !p->n_sentence) return rc;
	memcpy(out->sentence + at, p->sentence, p->n_sentence * sizeof *p->sentence);
	c->n_sentence += p->n_sentence;
	return lu__suit(c->suit, &out->element[element], p->sentence, p->n_sentence,
			c->relevance + at * lu__suiting_lists(c->suit), e);
}

/* ---- passages ---- */

/* It promises as much as its best sentence, and a little by where its element was found. */
static void rate(cutting *c, cut *x)
{
	const lu__gathered *out = c->g->out;
	const lu__lazy_element *el = &out->element[x->at.element];
	uint32_t best = x->p.first;

	for (uint32_t i = x->p.first; i < x->p.first + x->p.n; i++)
		if (out->relevance[i] > out->relevance[best]) best = i;
	x->at.subquery = out->relevance[best] > 0 ? c->subquery[best] : el->subquery;
	x->p.score = out->relevance[best] + RANK / (1 + el->rank / 10.0);
}

static lu_code add_passages(cutting *c, uint32_t element, const lu_passages *p, size_t first, lu_err *e)
{
	for (size_t i = 0; i < p->n; i++) {
		cut *v = lu_arena_grow(&c->g->scratch, c->v, c->n, sizeof *v);

		if (!v) return lu_nomem(e);
		c->v = v;
		v[c->n] = (cut){ .p = { .first = (uint32_t)(first + p->v[i].from),
					.n = (uint32_t)(p->v[i].to - p->v[i].from) },
				 .at = { .element = element, .first = p->v[i].first, .last = p->v[i].last } };
		c->n += v[c->n].p.n > 0;
	}
	return LU_OK;
}

static lu_code cut_element(cutting *c, uint32_t i, lu_err *e)
{
	lu__gathered *out = c->g->out;
	const lu__lazy_element *el = &out->element[i];
	size_t first = c->n_sentence;
	lu_passages p;
	lu_stored st;
	lu_code rc = lu_store_source(c->g->store, el->el.id, &out->arena, &st, e);

	if (rc) return rc == LU_ENOENT ? LU_OK : rc;
	rc = lu_cut(&(lu_cut_source){ .language = el->el.language,
				      .type = el->el.type,
				      .code = st.el.code,
				      .above = st.above,
				      .docstring = st.el.docstring,
				      .line = el->el.start_line,
				      .without = el->inner,
				      .n_without = el->n_inner },
		    &out->arena, &p, e);
	if (!rc) rc = add_sentences(c, i, &p, e);
	return rc ? rc : add_passages(c, i, &p, first, e);
}

/* ---- all of them ---- */

static int by_promise(const void *a, const void *b)
{
	const cut *x = a, *y = b;

	if (x->p.score != y->p.score) return x->p.score > y->p.score ? -1 : 1;
	return (x->p.first > y->p.first) - (x->p.first < y->p.first);
}

/* What suits what is known when all sentences are. */
static lu_code rate_all(cutting *c, lu_err *e)
{
	lu__gathered *out = c->g->out;

	out->relevance = lu_arena_calloc(&out->arena, c->n_sentence, sizeof *out->relevance);
	c->subquery = lu_arena_calloc(&c->g->scratch, c->n_sentence, sizeof *c->subquery);
	if (!out->relevance || !c->subquery) return lu_nomem(e);
	lu__suit_best(c->suit, c->relevance, c->n_sentence, out->relevance, c->subquery);
	for (size_t i = 0; i < c->n; i++) rate(c, &c->v[i]);
	return LU_OK;
}

static int64_t file_of(const cutting *c, size_t i)
{
	return c->g->out->element[c->v[i].at.element].el.file;
}

/* Code answers a broad question in many places: what a file has beyond its best passages promises less. A document is
 * about one thing. */
static lu_code spread(cutting *c, lu_err *e)
{
	uint64_t *file = lu_arena_calloc(&c->g->scratch, c->n, sizeof *file);
	double *left = lu_arena_calloc(&c->g->scratch, c->n, sizeof *left);
	lu_map m = { 0 };

	if (!file || !left || !lu_map_reserve(&m, &c->g->scratch, c->n + 1)) return lu_nomem(e);
	for (size_t i = 0; i < c->n; i++) {
		uint64_t key = (uint64_t)file_of(c, i), hash = lu_map_mix(key);
		uint64_t *slot = lu_map_slot(&m, hash, lu_map_u64, file, &key);

		if (!*slot) {
			file[m.n] = key;
			left[m.n] = 1;
			lu_map_set(&m, slot, hash, m.n);
		}
		c->v[i].p.score *= left[lu_map_number(slot)];
		if (c->g->out->sentence[c->v[i].p.first].kind != LU_SENTENCE_PROSE) left[lu_map_number(slot)] *= AGAIN;
	}
	if (c->n) qsort(c->v, c->n, sizeof *c->v, by_promise);
	return LU_OK;
}

static lu_code take(cutting *c, lu_err *e)
{
	lu__gathered *out = c->g->out;
	lu__lazy_passage *p = lu_arena_calloc(&out->arena, c->n, sizeof *p);
	lu_code rc;

	out->where = lu_arena_calloc(&out->arena, c->n, sizeof *out->where);
	out->passage_of = lu_arena_calloc(&out->arena, c->n_sentence, sizeof *out->passage_of);
	if (!p || !out->where || !out->passage_of) return lu_nomem(e);
	if (c->n) qsort(c->v, c->n, sizeof *c->v, by_promise);
	if ((rc = spread(c, e))) return rc;
	for (uint32_t i = 0; i < c->n; i++) {
		p[i] = c->v[i].p;
		out->where[i] = c->v[i].at;
		for (uint32_t k = 0; k < p[i].n; k++) out->passage_of[p[i].first + k] = i;
	}
	out->in.passage = p;
	out->in.n = c->n;
	out->in.n_sentence = c->n_sentence;
	return LU_OK;
}

typedef struct ranked {
	uint32_t rank, element;
} ranked;

static int by_rank(const void *a, const void *b)
{
	const ranked *x = a, *y = b;

	if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
	return (x->element > y->element) - (x->element < y->element);
}

/* The elements of the best ranks, until there are enough sentences. */
static lu_code cut_all(cutting *c, lu_err *e)
{
	const lu__gathered *out = c->g->out;
	ranked *v = lu_arena_calloc(&c->g->scratch, out->n_element, sizeof *v);
	lu_code rc = v ? LU_OK : lu_nomem(e);

	for (uint32_t i = 0; i < out->n_element && v; i++) v[i] = (ranked){ out->element[i].rank, i };
	if (v && out->n_element) qsort(v, out->n_element, sizeof *v, by_rank);
	for (size_t i = 0; i < out->n_element && c->n_sentence < LU__GATHER_SENTENCES && !rc; i++) {
		rc = cut_element(c, v[i].element, e);
		if (!rc && i % 64 == 0) rc = lu_check_cancel(e);
	}
	return rc;
}

/* A broad question is answered by many sentences that answer none of its own: how likely the best of them are to do so
 * differs from question to question. */
static lu_code find_middle(cutting *c, lu_err *e)
{
	lu__gathered *out = c->g->out;
	float *v = lu_arena_calloc(&c->g->scratch, c->n_sentence, sizeof *v);
	size_t at = c->n_sentence < GOOD ? c->n_sentence : GOOD;

	if (!v) return lu_nomem(e);
	if (at) {
		memcpy(v, out->relevance, c->n_sentence * sizeof *v);
		qsort(v, c->n_sentence, sizeof *v, lu_float_falling);
	}
	out->middle = at ? v[at - 1] : 0;
	if (out->middle < LEAST) out->middle = LEAST;
	if (out->middle > MOST) out->middle = MOST;
	if (at && lu__suiting_for_fact(c->suit) && out->middle < CLEAR * v[0]) out->middle = CLEAR * v[0];
	return LU_OK;
}

lu_code lu__score_passages(lu__gathering *g, lu_err *e)
{
	cutting c = { .g = g };
	lu_code rc = lu__suiting_open(g, &c.suit, e);

	if (!rc) rc = cut_all(&c, e);
	if (!rc) rc = rate_all(&c, e);
	if (!rc) rc = take(&c, e);
	if (!rc) rc = find_middle(&c, e);
	lu__suiting_close(c.suit);
	return rc;
}
