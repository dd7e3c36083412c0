/* SPDX-License-Identifier: MIT
 * Wording: pairs of neighbouring words of the question that are neighbours in the text of a candidate, too. A message that was
 * printed stands in the source as its literal, with other words where values were filled in: what counts is which pairs a short
 * stretch of the text holds, each as much as its words are rare. */
#include <stdlib.h>
#include <string.h>

#include "retrieve/match.h"
#include "retrieve/rank.h"

#define LOOK_AT 48      /* candidates, the best of full text */
#define READ    32768   /* bytes of each */
#define STRETCH 40      /* words of the text that count together */
#define PAIRS   96      /* of the question: of a longer one the first */
#define SLOTS   256     /* a power of 2 beyond twice the pairs */
#define COMMON  .15f    /* what a word counts that is left out elsewhere */

/* The pairs of the question, by a hash of both words. */
struct pairs {
	uint64_t key[SLOTS];    /* 0: empty */
	uint8_t at[SLOTS];
	float weight[PAIRS];
	size_t n;
	float sum;
};

static bool in_word(char c)
{
	return (unsigned char)c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The next word from *i on: its bytes, and a hash of them in lower case; 0: there is none. */
static uint64_t next_word(lu_str s, size_t *i, lu_str *word)
{
	uint64_t h = 0xcbf29ce484222325u;
	size_t from;

	while (*i < s.n && !in_word(s.s[*i])) ++*i;
	for (from = *i; *i < s.n && in_word(s.s[*i]); ++*i) {
		unsigned char c = (unsigned char)s.s[*i];

		h = (h ^ (c >= 'A' && c <= 'Z' ? c | 32 : c)) * 0x100000001b3u;
	}
	*word = lu_strn(s.s + from, *i - from);
	return *i == from ? 0 : h | 1;
}

static uint64_t pair_of(uint64_t first, uint64_t second)
{
	return (first * 0x9e3779b97f4a7c15u ^ second) | 1;
}

static size_t slot_of(const struct pairs *p, uint64_t key)
{
	size_t i = key >> 40 & (SLOTS - 1);

	while (p->key[i] && p->key[i] != key) i = (i + 1) & (SLOTS - 1);
	return i;
}

static float weight_of(const lu__query *q, lu_str word)
{
	char folded[64];
	const lu__term *t;

	if (word.n > sizeof folded) return 1;
	for (size_t i = 0; i < word.n; i++) {
		char c = word.s[i];

		folded[i] = c >= 'A' && c <= 'Z' ? (char)(c | 32) : c;
	}
	t = lu__terms_find(&q->terms, lu_strn(folded, word.n));
	if (!t || !t->wanted) return COMMON;
	return t->df > 0 ? (float)lu__idf((double)t->df, (double)q->terms.total) : COMMON;
}

static void read_question(const lu__query *q, struct pairs *p)
{
	uint64_t before = 0, h;
	float weight_before = 0;
	lu_str word;

	for (size_t i = 0; p->n < PAIRS && (h = next_word(q->text, &i, &word));) {
		float w = weight_of(q, word);
		size_t slot = before ? slot_of(p, pair_of(before, h)) : 0;

		if (before && !p->key[slot]) {
			p->key[slot] = pair_of(before, h);
			p->at[slot] = (uint8_t)p->n;
			p->weight[p->n++] = w + weight_before;
			p->sum += w + weight_before;
		}
		before = h;
		weight_before = w;
	}
}

/* A pair that was found in the text. */
struct found {
	uint32_t word;
	uint8_t pair;
};

/* The most that pairs found within STRETCH words come to, and the line, from 0, that its last word stands on. */
struct best {
	float weight;
	uint32_t line;
};

static struct best best_stretch(const struct pairs *p, lu_str text, struct found ring[STRETCH])
{
	uint32_t count[PAIRS] = { 0 }, word = 0, line = 0;
	size_t head = 0, tail = 0, newline = 0;
	uint64_t before = 0, h;
	struct best best = { 0, 0 };
	float sum = 0;
	lu_str w;

	for (size_t i = 0; (h = next_word(text, &i, &w)); before = h, word++) {
		size_t slot = slot_of(p, pair_of(before, h));

		for (; head < tail && ring[head % STRETCH].word + STRETCH <= word; head++) {
			uint8_t gone = ring[head % STRETCH].pair;

			if (!--count[gone]) sum -= p->weight[gone];
		}
		if (!before || !p->key[slot]) continue;
		ring[tail++ % STRETCH] = (struct found){ word, p->at[slot] };
		if (!count[p->at[slot]]++) sum += p->weight[p->at[slot]];
		if (sum <= best.weight * 1.0001f) continue;
		for (; newline < i; newline++) line += text.s[newline] == '\n';
		best = (struct best){ sum, line };
	}
	return best;
}

/* A candidate that was read. */
struct text {
	size_t at;
	lu_brief el;
	uint32_t line;  /* of the file */
};

static lu_code read_one(lu__query *q, const struct pairs *p, const lu__candidate *c, struct text *t, float *out, lu_err *e)
{
	struct found ring[STRETCH];
	struct best best;
	lu_str code;
	lu_code rc = lu_store_brief(q->r->store, c->id, &q->scratch, &t->el, e);

	if (!rc) rc = lu_store_code(q->r->store, c->id, &q->scratch, &code, e);
	if (rc) return rc == LU_ENOENT ? LU_OK : rc;
	if (code.n > READ) code.n = READ;
	best = best_stretch(p, code, ring);
	t->line = t->el.start_line + best.line;
	*out = best.weight / p->sum;
	return LU_OK;
}

/* What an element has only because of one inside it is that one's. */
static void leave_to_innermost(const struct text *v, size_t n, float *out)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n && out[v[i].at] > 0; k++) {
			const lu_brief *x = &v[i].el, *y = &v[k].el;

			if (x->file == y->file && y->end_line - y->start_line < x->end_line - x->start_line &&
			    y->start_line <= v[i].line && v[i].line <= y->end_line && out[v[k].at] >= out[v[i].at])
				out[v[i].at] = 0;
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

lu_code lu__phrases(lu__query *q, const lu__candidates *c, float *out, lu_err *e)
{
	struct pairs *p = lu_arena_calloc(&q->scratch, 1, sizeof *p);
	struct text *v = lu_arena_calloc(&q->scratch, 2 * LOOK_AT, sizeof *v);
	uint32_t last = last_rank(c);
	size_t n = 0;
	lu_code rc = LU_OK;

	if (!p || !v) return lu_nomem(e);
	read_question(q, p);
	if (p->n < 2) return LU_OK;
	for (size_t i = 0; i < c->n && n < 2 * LOOK_AT && !rc; i++) {
		uint32_t rank = c->v[i].stage[LU_STAGE_BM25].rank;

		if (!rank || rank > last) continue;
		v[n].at = i;
		rc = read_one(q, p, &c->v[i], &v[n++], &out[i], e);
	}
	if (!rc) leave_to_innermost(v, n, out);
	return rc;
}
