/* SPDX-License-Identifier: MIT
 * Wording: pairs of neighbouring words of the question that are neighbours in the text of a candidate, too. A message
 * that was printed is in the source as its literal, with other words where values were filled in: what counts is which
 * pairs a short stretch of the text holds, each as much as its words are rare. */
#include <stdlib.h>
#include <string.h>

#include "retrieve/counts.h"
#include "retrieve/rank.h"
#include "retrieve/wording.h"
#include "core/ascii.h"
#include "core/sorting.h"

/* candidates, the best of full text, and as many that say most of the question's words in literals */
#define LOOK_AT 48
#define READ    32768 /* bytes of each */
#define STRETCH 40    /* words of the text that count together */
#define PAIRS   96    /* of the question: of a longer one the first */
#define VALUE   3     /* words of the question that a value within a literal may have become */
#define SURE    4     /* pairs that make a message: fewer words are often names as well */
#define COMMON  .15f  /* what a word counts that is left out elsewhere */

/* The pairs of the question, by a hash of both words; and its words at the ends of up to VALUE others, which stand for
 * the pairs between them. */
struct pairs {
	uint64_t key[PAIRS];
	float weight[PAIRS];
	size_t n;
	lu_map by_key;
	float sum;
	uint64_t word[PAIRS + 1];
	size_t n_word;
	uint8_t behind[PAIRS]; /* the pair of word i and the next */
	uint64_t ends[VALUE * PAIRS];
	uint8_t first[VALUE * PAIRS], many[VALUE * PAIRS];
	lu_map by_ends;
};

/* What a character is within a word, a capital its small letter; 0: it is in none. */
#define FOUR(c)    (c), (c) + 1, (c) + 2, (c) + 3
#define SIXTEEN(c) FOUR(c), FOUR((c) + 4), FOUR((c) + 8), FOUR((c) + 12)
#define LETTERS    FOUR('a'), FOUR('e'), FOUR('i'), FOUR('m'), FOUR('q'), FOUR('u'), 'y', 'z'
static const uint8_t folded_to[256] = {
	['0'] = FOUR('0'),      FOUR('4'),     '8',           '9',           ['A'] = LETTERS, ['a'] = LETTERS,
	[0x80] = SIXTEEN(0x80), SIXTEEN(0x90), SIXTEEN(0xa0), SIXTEEN(0xb0), SIXTEEN(0xc0),   SIXTEEN(0xd0),
	SIXTEEN(0xe0),          SIXTEEN(0xf0),
};

uint64_t lu__next_word(lu_str s, size_t *i, lu_str *word)
{
	uint64_t h = 0xcbf29ce484222325u;
	size_t at = *i, from;
	uint8_t c;

	for (; at < s.n && !folded_to[(unsigned char)s.s[at]]; at++)
		if (s.s[at] == '\\' && at + 1 < s.n && strchr("nrt", s.s[at + 1])) at++;
	for (from = at; at < s.n && (c = folded_to[(unsigned char)s.s[at]]); at++) h = (h ^ c) * 0x100000001b3u;
	*word = lu_strn(s.s + from, at - from);
	*i = at;
	return at == from ? 0 : h | 1;
}

bool lu__words_in(lu_str text, const uint64_t *word, size_t n)
{
	uint64_t last[LU__PHRASE_WORDS] = { 0 }, h;
	size_t words = 0;
	lu_str w;

	for (size_t i = 0; (h = lu__next_word(text, &i, &w));) {
		size_t k = 0;

		last[words++ % n] = h;
		while (words >= n && k < n && last[(words + k) % n] == word[k]) k++;
		if (k == n) return true;
	}
	return false;
}

size_t lu__words_of(lu_str phrase, uint64_t out[LU__PHRASE_WORDS])
{
	size_t n = 0;
	uint64_t h;
	lu_str w;

	for (size_t i = 0; n < LU__PHRASE_WORDS && (h = lu__next_word(phrase, &i, &w));) out[n++] = h;
	return n;
}

static uint64_t pair_of(uint64_t first, uint64_t second)
{
	return first * 0x9e3779b97f4a7c15u ^ second;
}

static float weight_of(const lu__query *q, lu_str word)
{
	char folded[64];
	const lu__term *t;

	if (word.n > sizeof folded) return 1;
	for (size_t i = 0; i < word.n; i++) {
		char c = word.s[i];

		folded[i] = lu_lower(c);
	}
	t = lu__terms_find(&q->terms, lu_strn(folded, word.n));
	if (!t || !t->wanted) return COMMON;
	return t->df > 0 ? (float)lu__idf((double)t->df, (double)q->terms.total) : COMMON;
}

static void read_ends(struct pairs *p)
{
	for (size_t i = 0; i < p->n_word; i++)
		for (size_t k = 2; k <= VALUE + 1 && i + k < p->n_word; k++) {
			uint64_t key = pair_of(p->word[i], p->word[i + k]);
			uint64_t *slot = lu_map_slot(&p->by_ends, key, lu_map_u64, p->ends, &key);
			uint32_t n = p->by_ends.n;

			if (*slot) continue;
			p->ends[n] = key;
			p->first[n] = (uint8_t)i;
			p->many[n] = (uint8_t)k;
			lu_map_set(&p->by_ends, slot, key, n);
		}
}

/* The number of a pair of words, which is added with its weight when it is new. */
static uint8_t add_pair(struct pairs *p, uint64_t key, float weight)
{
	uint64_t *slot = lu_map_slot(&p->by_key, key, lu_map_u64, p->key, &key);

	if (!*slot) {
		lu_map_set(&p->by_key, slot, key, (uint32_t)p->n);
		p->key[p->n] = key;
		p->weight[p->n++] = weight;
		p->sum += weight;
	}
	return (uint8_t)lu_map_number(slot);
}

static lu_code read_question(lu__query *q, struct pairs *p, lu_err *e)
{
	uint64_t before = 0, h;
	float weight_before = 0;
	lu_str word;

	if (!lu_map_reserve(&p->by_key, &q->scratch, PAIRS) || !lu_map_reserve(&p->by_ends, &q->scratch, VALUE * PAIRS))
		return lu_nomem(e);

	for (size_t i = 0; p->n_word < PAIRS && (h = lu__next_word(q->text, &i, &word));) {
		float w = weight_of(q, word);

		if (before) p->behind[p->n_word - 1] = add_pair(p, pair_of(before, h), w + weight_before);
		p->word[p->n_word++] = before = h;
		weight_before = w;
	}
	read_ends(p);
	return LU_OK;
}

/* A pair that was found in the text. */
struct found {
	uint32_t word;
	uint8_t pair;
};

#define RING (STRETCH * (VALUE + 2)) /* pairs of as many words */

/* The most that pairs found within STRETCH words come to, and where its last word is. */
struct stretch {
	const struct pairs *p;
	lu_str text;
	struct found ring[RING];
	size_t head, tail;
	uint32_t count[PAIRS], word;
	uint64_t before;
	float sum, best;
	size_t best_at;
};

static void begin(struct stretch *s, const struct pairs *p, lu_str text)
{
	s->p = p;
	s->text = text;
	s->head = s->tail = 0;
	memset(s->count, 0, sizeof s->count);
	s->word = 0;
	s->before = 0;
	s->sum = s->best = 0;
	s->best_at = 0;
}

static void find_pair(struct stretch *s, uint8_t pair)
{
	s->ring[s->tail++ % RING] = (struct found){ s->word, pair };
	if (!s->count[pair]++) s->sum += s->p->weight[pair];
}

/* The next word of the text, which ends at `at`; `gap`: a value may precede it. */
static void add_word(struct stretch *s, uint64_t h, bool gap, size_t at)
{
	const struct pairs *p = s->p;
	uint64_t key = pair_of(s->before, h);
	uint32_t i = s->before ? lu_map_find(&p->by_key, key, lu_map_u64, p->key, &key) : LU_MAP_NONE;

	for (; s->head < s->tail && s->ring[s->head % RING].word + STRETCH <= s->word; s->head++) {
		uint8_t gone = s->ring[s->head % RING].pair;

		if (!--s->count[gone]) s->sum -= p->weight[gone];
	}
	if (i != LU_MAP_NONE) {
		find_pair(s, (uint8_t)i);
	} else if (s->before && gap && (i = lu_map_find(&p->by_ends, key, lu_map_u64, p->ends, &key)) != LU_MAP_NONE) {
		for (size_t k = 0; k < p->many[i]; k++) find_pair(s, p->behind[p->first[i] + k]);
	}
	if (s->sum > s->best * 1.0001f) {
		s->best = s->sum;
		s->best_at = at;
	}
	s->before = h;
	s->word++;
}

static void read_text(struct stretch *s)
{
	uint64_t h;
	lu_str w;

	for (size_t i = 0; (h = lu__next_word(s->text, &i, &w));) add_word(s, h, false, i);
}

static lu_code read_piece(void *ctx, lu_str piece, lu_err *e)
{
	struct stretch *s = ctx;
	size_t from = (size_t)(piece.s - s->text.s);
	bool first = true;
	uint64_t h;
	lu_str w;

	(void)e;
	for (size_t i = 0; (h = lu__next_word(piece, &i, &w)); first = false) add_word(s, h, first, from + i);
	return LU_OK;
}

static uint32_t line_of(const struct stretch *s)
{
	uint32_t line = 0;

	for (size_t i = 0; i < s->best_at; i++) line += s->text.s[i] == '\n';
	return line;
}

/* A candidate that was read, and the lines of the file where the best stretches of its text and of its literals end. */
struct text {
	size_t at;
	lu_brief el;
	uint32_t line, said;
};

static lu_code read_one(lu__query *q, const struct pairs *p, const lu__candidate *c, struct stretch *s, struct text *t,
			float *x, lu_err *e)
{
	lu_str code;
	float said;
	lu_code rc = lu_store_brief(q->r->store, c->id, &q->scratch, &t->el, e);

	if (!rc) rc = lu_store_code(q->r->store, c->id, &q->scratch, &code, e);
	if (rc) return rc == LU_ENOENT ? LU_OK : rc;
	if (code.n > READ) code.n = READ;
	begin(s, p, code);
	read_text(s);
	t->line = t->el.start_line + line_of(s);
	x[LU_FEATURE_phrase] = s->best / p->sum;
	/* the index knows of most that there is no use */
	if (x[LU_FEATURE_literal] <= 0) return LU_OK;
	begin(s, p, code);
	rc = lu_literals(code, t->el.language, read_piece, s, e);
	t->said = t->el.start_line + line_of(s);
	said = s->best / p->sum;
	/* squared: some words of any question are neighbours in some literal */
	x[LU_FEATURE_said] = said * said * fminf(1, (float)(p->n - 1) / (float)SURE);
	return rc;
}

/* What an element has only because of one inside it is that one's. */
static void leave_to_innermost(const struct text *v, size_t n, float (*out)[LU_FEATURES], lu_feature f)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n && out[v[i].at][f] > 0; k++) {
			const lu_brief *x = &v[i].el, *y = &v[k].el;
			uint32_t line = f == LU_FEATURE_said ? v[i].said : v[i].line;

			if (x->file == y->file && y->end_line - y->start_line < x->end_line - x->start_line &&
			    y->start_line <= line && line <= y->end_line && out[v[k].at][f] >= out[v[i].at][f])
				out[v[i].at][f] = 0;
		}
}

/* The last rank that is read: of equals either all or none, as their order is that of the store's history. */
static uint32_t last_rank(const lu__candidates *c)
{
	uint32_t last = 0;
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++) {
		uint32_t rank = c->v[i].stage[LU_STAGE_BM25].rank;

		if (!rank || rank > LOOK_AT) continue;
		n++;
		if (rank > last) last = rank;
	}
	return n <= 2 * LOOK_AT ? last : last - 1;
}

/* What must be above this is read for its literals. */
static lu_code least_literal(lu__query *q, const lu__candidates *c, float (*x)[LU_FEATURES], float *out, lu_err *e)
{
	float *v = lu_arena_alloc(&q->scratch, (c->n + 1) * sizeof *v);

	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < c->n; i++) v[i] = x[i][LU_FEATURE_literal];
	if (c->n) qsort(v, c->n, sizeof *v, lu_float_falling);
	*out = c->n > LOOK_AT ? v[LOOK_AT] : 0;
	return LU_OK;
}

lu_code lu__phrases(lu__query *q, const lu__candidates *c, float (*x)[LU_FEATURES], lu_err *e)
{
	struct pairs *p = lu_arena_calloc(&q->scratch, 1, sizeof *p);
	struct stretch *s = lu_arena_alloc(&q->scratch, sizeof *s);
	struct text *v = lu_arena_calloc(&q->scratch, 3 * LOOK_AT, sizeof *v);
	uint32_t last = last_rank(c);
	float least = 0;
	size_t n = 0;
	lu_code rc = LU_OK;

	if (!p || !s || !v) return lu_nomem(e);
	rc = read_question(q, p, e);
	if (rc || p->n < 2) return rc;
	rc = least_literal(q, c, x, &least, e);
	for (size_t i = 0; i < c->n && n < 3 * LOOK_AT && !rc; i++) {
		uint32_t rank = c->v[i].stage[LU_STAGE_BM25].rank;

		if ((!rank || rank > last) && x[i][LU_FEATURE_literal] <= least) continue;
		v[n].at = i;
		rc = read_one(q, p, &c->v[i], s, &v[n++], x[i], e);
	}
	if (rc) return rc;
	leave_to_innermost(v, n, x, LU_FEATURE_phrase);
	leave_to_innermost(v, n, x, LU_FEATURE_said);
	return LU_OK;
}
