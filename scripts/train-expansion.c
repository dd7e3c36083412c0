/* SPDX-License-Identifier: MIT
 * Learn which tokens of code stand for which words of documentation: src/retrieve/expansion.txt.
 *
 * Usage: train-expansion [OPTION...] SET TABLE     (SET: of train-pairs)
 *   -n N   words of documentation, the most used (24000)   -t N   tokens of code (40000)
 *   -k N   tokens of a word at most (8)                    -f N   repositories that agree on a couple at least (5)
 *
 * IBM's model 1 (Brown et al., Computational Linguistics 1993), from code to documentation: each word of a sentence of
 * documentation was brought about by one token of its element, without the documentation, or by none. What fewer
 * repositories agree on is left out. Words are stems, so that their forms share what is learned. A token stands for a
 * word as well as the geometric mean of how often the token brings about the word and how often the word is brought
 * about by the token: the first alone favours rare tokens, the second common ones. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/ascii.h"
#include "lucus/text.h"
#include "train.h"

#define ROUNDS     6
#define TOKENS     64 /* of an element: those that count most */
#define WORD_BITS  15
#define TOKEN_BITS 17
#define NONE       0.05 /* what no token brought about: times the word's frequency */
#define SMOOTH     20.0 /* of each token and each word so much is brought about besides */
#define LEAST      0.01 /* of the geometric mean */
#define SCALE      1000 /* times the mean, 255 at most */

#define NO UINT32_MAX

/* A word and a token that occur in one pair. */
typedef struct couple {
	uint32_t key; /* 0: free */
	uint16_t last, repositories;
	float p, mean; /* that the token brings about the word; and with how the word is brought about */
	float count;
} couple;

typedef struct expansion {
	set s;
	uint32_t *word_at;                           /* by token of the set: the number of its stem, NO: none */
	uint32_t *target_at;                         /* by token of the set: its number as a token of code */
	uint32_t *set_token;                         /* by number as a token of code */
	lu_str *word;                                /* stems */
	double *word_count, *target_count, *brought; /* by word: how often it was brought about */
	size_t words, targets;
	couple *v;
	size_t n, cap;
	size_t few; /* repositories that agree at least */
} expansion;

/* ---- words and tokens ---- */

static bool is_plain(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!lu_is_lower(s.s[i])) return false;
	return s.n > 2;
}

static int by_use(const void *px, const void *py, void *ctx)
{
	const set *s = ctx;
	uint32_t x = *(const uint32_t *)px, y = *(const uint32_t *)py;
	double p = s->token[x].repositories * sqrt(s->token[x].count),
	       q = s->token[y].repositories * sqrt(s->token[y].count);

	return p != q ? (p < q) - (p > q) : (x > y) - (x < y);
}

static uint32_t word_number(expansion *x, lu_str stem, uint32_t *slot, size_t slots)
{
	size_t i = (size_t)lu_digest64(stem, 0) & (slots - 1);
	char *copy;

	for (; slot[i]; i = (i + 1) & (slots - 1))
		if (lu_str_eq(x->word[slot[i] - 1], stem)) return slot[i] - 1;
	if (x->words >= (1u << WORD_BITS) - 1) return NO;
	copy = need(stem.n, 1);
	memcpy(copy, stem.s, stem.n);
	x->word[x->words++] = lu_strn(copy, stem.n);
	slot[i] = (uint32_t)x->words;
	return slot[i] - 1;
}

/* Those that are used most, in most repositories, come first. */
static void choose(expansion *x, size_t max_words, size_t max_targets)
{
	const set *s = &x->s;
	size_t n = 0, slots = 1u << (WORD_BITS + 1);
	uint32_t *v = need(s->h->tokens, sizeof *v), *slot = need(slots, sizeof *slot);
	lu_stemmer *stemmer;
	lu_err e;

	if (lu_stemmer_new(&stemmer, &e)) die(e.msg);
	x->word_at = need(s->h->tokens, sizeof *x->word_at);
	x->target_at = need(s->h->tokens, sizeof *x->target_at);
	x->set_token = need(max_targets, sizeof *x->set_token);
	x->word = need(1u << WORD_BITS, sizeof *x->word);
	for (uint32_t t = 0; t < s->h->tokens; t++) {
		x->word_at[t] = x->target_at[t] = NO;
		if (s->token[t].repositories >= x->few && !s->token[t].couple && s->token[t].n > 1) v[n++] = t;
	}
	qsort_r(v, n, sizeof *v, by_use, (void *)(uintptr_t)s);
	for (size_t i = 0; i < n; i++) {
		lu_str text = token_text(s, v[i]);

		if (lu_stop_word(text)) continue;
		if (x->targets < max_targets) {
			x->target_at[v[i]] = (uint32_t)x->targets;
			x->set_token[x->targets++] = v[i];
		}
		if (is_plain(text) && i < max_words)
			x->word_at[v[i]] = word_number(x, lu_stem(stemmer, text), slot, slots);
	}
	x->word_count = need(x->words, sizeof *x->word_count);
	x->target_count = need(x->targets, sizeof *x->target_count);
	x->brought = need(x->words, sizeof *x->brought);
	lu_stemmer_free(stemmer);
	free(slot);
	free(v);
}

/* ---- couples ---- */

static couple *slot_of(const expansion *x, uint32_t key)
{
	size_t i = (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (x->cap - 1);

	while (x->v[i].key && x->v[i].key != key) i = (i + 1) & (x->cap - 1);
	return &x->v[i];
}

static uint32_t key_of(uint32_t word, uint32_t target)
{
	return (word + 1) << TOKEN_BITS | target;
}

static uint32_t word_of(const couple *c)
{
	return (c->key >> TOKEN_BITS) - 1;
}

static uint32_t target_of(const couple *c)
{
	return c->key & ((1u << TOKEN_BITS) - 1);
}

static void grow(expansion *x, size_t cap)
{
	expansion old = *x;

	x->cap = cap;
	x->v = need(cap, sizeof *x->v);
	for (size_t i = 0; i < old.cap; i++)
		if (old.v[i].key) *slot_of(x, old.v[i].key) = old.v[i];
	free(old.v);
}

/* A pair as it is read: distinct words, and tokens with what each counts. */
typedef struct sides {
	uint32_t word[256], target[TOKENS];
	float weight[TOKENS];
	size_t words, targets;
} sides;

static bool read_pair(const expansion *x, const set_pair *p, sides *v)
{
	const set *s = &x->s;

	v->words = v->targets = 0;
	if (p->kind != KIND_DOC) return false;
	for (uint64_t i = s->query_at[p->query]; i < s->query_at[p->query + 1] && v->words < 256; i++) {
		uint32_t w = x->word_at[s->word[i].token];
		bool had = w == NO;

		for (size_t k = 0; k < v->words && !had; k++) had = v->word[k] == w;
		if (!had) v->word[v->words++] = w;
	}
	for (uint64_t i = s->element_at[p->element]; i < s->element_at[p->element + 1] && v->targets < TOKENS; i++) {
		const set_entry *e = &s->entry[i];
		int w = 0;

		for (int g = 0; g < LU__GROUPS; g++) w += p->hide >> g & 1 ? 0 : e->part[g];
		if (!w || x->target_at[e->token] == NO) continue;
		v->target[v->targets] = x->target_at[e->token];
		v->weight[v->targets++] = (float)w / 255;
	}
	return v->words && v->targets;
}

static void count(expansion *x, const sides *v, uint16_t repository)
{
	for (size_t i = 0; i < v->words; i++) {
		x->word_count[v->word[i]]++;
		for (size_t k = 0; k < v->targets; k++) {
			uint32_t key = key_of(v->word[i], v->target[k]);
			couple *c;

			if (2 * x->n >= x->cap) grow(x, x->cap ? 2 * x->cap : 1u << 22);
			c = slot_of(x, key);
			if (!c->key) {
				c->key = key;
				x->n++;
			}
			c->repositories += c->last != repository;
			c->last = repository;
		}
	}
}

static void count_all(expansion *x)
{
	sides v;
	couple *old;
	size_t cap;

	for (size_t r = 0; r < x->s.h->repositories; r++) {
		const set_repository *of = &x->s.repository[r];

		for (uint64_t i = 0; i < of->pairs; i++)
			if (read_pair(x, &x->s.pair[of->pair + i], &v)) count(x, &v, (uint16_t)(r + 1));
	}
	fprintf(stderr, "%zu words, %zu tokens, %zu couples\n", x->words, x->targets, x->n);
	old = x->v;
	cap = x->cap;
	x->n = 0;
	for (size_t i = 0; i < cap; i++) x->n += old[i].key && old[i].repositories >= x->few;
	for (x->cap = 1024; x->cap < 2 * x->n;) x->cap *= 2;
	x->v = need(x->cap, sizeof *x->v);
	for (size_t i = 0; i < cap; i++)
		if (old[i].key && old[i].repositories >= x->few) *slot_of(x, old[i].key) = old[i];
	free(old);
	fprintf(stderr, "%zu of %zu repositories or more\n", x->n, x->few);
}

/* ---- expectation and maximisation ---- */

static void expect(expansion *x, const sides *v, double words)
{
	couple *c[TOKENS];

	for (size_t i = 0; i < v->words; i++) {
		double sum = NONE * x->word_count[v->word[i]] / words;

		for (size_t k = 0; k < v->targets; k++) {
			c[k] = slot_of(x, key_of(v->word[i], v->target[k]));
			if (!c[k]->key) c[k] = NULL;
			else sum += (double)(v->weight[k] * c[k]->p);
		}
		for (size_t k = 0; k < v->targets; k++)
			if (c[k]) c[k]->count += v->weight[k] * c[k]->p / (float)sum;
	}
}

/* Make probabilities of what was counted. */
static void maximise(expansion *x)
{
	for (size_t t = 0; t < x->targets; t++) x->target_count[t] = SMOOTH;
	for (size_t w = 0; w < x->words; w++) x->brought[w] = SMOOTH;
	for (size_t i = 0; i < x->cap; i++) {
		if (!x->v[i].key) continue;
		x->target_count[target_of(&x->v[i])] += (double)x->v[i].count;
		x->brought[word_of(&x->v[i])] += (double)x->v[i].count;
	}
	for (size_t i = 0; i < x->cap; i++) {
		couple *c = &x->v[i];

		if (!c->key) continue;
		c->p = c->count / (float)x->target_count[target_of(c)];
		c->mean = sqrtf(c->p * c->count / (float)x->brought[word_of(c)]);
		c->count = 0;
	}
}

static void learn(expansion *x)
{
	double words = 0;
	sides v;

	for (size_t w = 0; w < x->words; w++) words += x->word_count[w];
	for (size_t i = 0; i < x->cap; i++) x->v[i].p = 1.0f / (float)x->words;
	for (int r = 0; r < ROUNDS; r++) {
		for (uint64_t i = 0; i < x->s.h->pairs; i++)
			if (read_pair(x, &x->s.pair[i], &v)) expect(x, &v, words);
		maximise(x);
	}
}

/* ---- the table ---- */

typedef struct line {
	uint32_t word, target;
	float p;
} line;

static int by_word(const void *px, const void *py, void *ctx)
{
	const expansion *x = ctx;
	const line *a = px, *b = py;
	int c;

	if (a->word != b->word) {
		lu_str s = x->word[a->word], t = x->word[b->word];

		c = memcmp(s.s, t.s, s.n < t.n ? s.n : t.n);
		return c ? c : (s.n > t.n) - (s.n < t.n);
	}
	return a->p != b->p ? (a->p < b->p) - (a->p > b->p) : (a->target > b->target) - (a->target < b->target);
}

/* Does it tell more than the word itself? An identifier that the word is a part of is found by the word. */
static bool is_other(lu_str token, lu_str word)
{
	for (size_t i = 0; i < token.n; i++)
		if (!lu_is_lower(token.s[i])) return false;
	return token.n > 1 && !memmem(token.s, token.n, word.s, word.n);
}

/* A line for each word: its stem, then tokens, the best first, each followed by how well it stands for the word. */
static void write_table(const expansion *x, const char *path, size_t most)
{
	line *v = need(x->n, sizeof *v);
	FILE *f = fopen(path, "w");
	size_t n = 0, taken = 0, begun = 0;

	if (!f) die("cannot write the table");
	for (size_t i = 0; i < x->cap; i++) {
		const couple *c = &x->v[i];

		if (c->key && (double)c->mean >= LEAST) v[n++] = (line){ word_of(c), target_of(c), c->mean };
	}
	qsort_r(v, n, sizeof *v, by_word, (void *)(uintptr_t)x);
	for (size_t i = 0; i < n; i++) {
		lu_str word = x->word[v[i].word], token = token_text(&x->s, x->set_token[v[i].target]);

		if (!i || v[i - 1].word != v[i].word) taken = 0;
		if (taken == most || !is_other(token, word)) continue;
		if (!taken++) fprintf(f, "%s%.*s", begun++ ? "\n" : "", LU_FMT(word));
		fprintf(f, " %.*s %d", LU_FMT(token), (int)fminf(255, SCALE * v[i].p + .5f));
	}
	fprintf(f, "\n");
	if (fclose(f)) die("cannot write the table");
	free(v);
}

int main(int argc, char **argv)
{
	static const char usage[] =
		"usage: train-expansion [OPTION...] SET TABLE (see the first lines of scripts/train-expansion.c)";
	static expansion x = { .few = 5 };
	size_t words = 24000, targets = 40000, most = 8;
	int c;

	while ((c = getopt(argc, argv, "n:t:k:f:")) > 0) {
		if (c == 'n') words = strtoul(optarg, NULL, 10);
		else if (c == 't') targets = strtoul(optarg, NULL, 10);
		else if (c == 'k') most = strtoul(optarg, NULL, 10);
		else if (c == 'f') x.few = strtoul(optarg, NULL, 10);
		else die(usage);
	}
	if (argc - optind != 2) die(usage);
	if (targets > 1u << TOKEN_BITS) targets = 1u << TOKEN_BITS;
	open_set(&x.s, argv[optind]);
	choose(&x, words, targets);
	count_all(&x);
	learn(&x);
	write_table(&x, argv[optind + 1], most);
	return 0;
}
