/* SPDX-License-Identifier: MIT
 * How near the words of the question are to those of a candidate's name, documentation and code, each word by itself: the
 * same word, a form of it, a token that stands for it, or one whose vector is near. What BM25F and the vectors of whole
 * elements do not tell is how much of a name, or of a sentence, is asked for, and how much is something else. */
#include <string.h>

#include "retrieve/counts.h"
#include "retrieve/implied.h"
#include "retrieve/opposites.h"
#include "retrieve/rank.h"
#include "store/words.h"

#define WORDS  20    /* of the question: of a longer one the first */
#define LANES  4     /* words that are compared at a time; WORDS is a multiple */
#define TOKENS 16384 /* distinct ones of all candidates */
#define SLOTS  32768 /* to find them in */
#define FORMS  16    /* of a word: its stem, and with other endings */
#define TOLD   4096  /* bits, a power of two */

#define FORM      .95f /* what another form of a word counts */
#define SHORTENED .8f  /* "config" for "configuration" */
#define FAR       .2f  /* cosines that say nothing, */
#define NEAR      .6f  /* and as much as something can that is another word */

/* A word of the question. */
struct asked {
	lu_str token, stem;
	uint32_t number, form[FORMS]; /* its stem, and forms that the table lacks */
	size_t n_forms;
	float weight, norm;
	size_t row; /* its number among the rows of all; NONE */
	lu_implied means[LU_IMPLIED];
	uint32_t mean[LU_IMPLIED]; /* the numbers of these */
	size_t n_means;
};

#define NONE SIZE_MAX

/* A token of candidates. */
struct token {
	uint32_t number;
	float best, worth; /* the nearest word; what it counts in a name or a sentence */
	bool against;      /* it says the opposite of the first word, and is none itself */
};

/* Tokens of candidates, with how near each is to each word. */
struct closeness {
	lu__query *q;
	const lu_table *table;
	lu_table *opened; /* that one, when the embedder has none */
	lu__words words;  /* of the candidate that is looked at */
	struct asked word[WORDS];
	size_t n_word;
	lu_str opposite[LU__OPPOSITES]; /* stems of what says the opposite of the first word */
	size_t n_against;
	float sum;
	int8_t *rows; /* of words, in the table of token vectors, and room for one more */
	size_t n_row;
	uint64_t told[TOLD /
		      64]; /* a bit for the number of what is a word, or told to be near one; others may share it */
	struct token *token;
	float *near; /* `step` of each: its words, and as many as fill lanes */
	size_t step;
	uint32_t n_token;
	uint16_t *slot; /* numbers of tokens + 1 */
};

static const int8_t *row_at(const lu_table *t, int64_t i)
{
	float scale, code, query;

	return lu_table_row(t, i, &scale, &code, &query);
}

static void add_row(struct closeness *c, struct asked *w)
{
	size_t dim = lu_table_dim(c->table);
	int64_t at = lu_table_find(c->table, w->token);
	const int8_t *row = at < 0 ? NULL : row_at(c->table, at);

	w->row = NONE;
	if (!row) return;
	w->row = c->n_row++;
	w->norm = sqrtf((float)lu_vec_dot(row, row, dim));
	memcpy(c->rows + w->row * dim, row, dim);
}

static void tell(struct closeness *c, uint32_t number)
{
	c->told[number % TOLD / 64] |= 1ull << number % 64;
}

static bool is_told(const struct closeness *c, uint32_t number)
{
	return c->told[number % TOLD / 64] >> number % 64 & 1;
}

static void add_form(const struct closeness *c, struct asked *w, lu_str base, const char *ending)
{
	size_t more = strlen(ending);
	char text[64];
	lu_str form = lu_strn(text, base.n + more);

	if (w->n_forms == FORMS || form.n > sizeof text) return;
	memcpy(text, base.s, base.n);
	memcpy(text + base.n, ending, more);
	if (lu_table_find(c->table, form) >= 0 || !lu_str_eq(lu_stem(c->q->r->stemmer, form), w->stem)) return;
	w->form[w->n_forms++] = lu__word_number(form);
}

/* Of what the table lacks only the number is there, which tells no stem. */
static void add_forms(const struct closeness *c, struct asked *w)
{
	static const char *const endings[] = { "ies", "ing", "es", "ed", "s", "e", "y", "" };
	lu_str base = w->token;

	w->form[w->n_forms++] = lu__word_number(w->stem);
	for (size_t i = 0; base.n == w->token.n && *endings[i]; i++)
		if (base.n > strlen(endings[i]) + 2 && lu_str_ends(base, endings[i])) base.n -= strlen(endings[i]);
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		if (*endings[i]) add_form(c, w, w->token, endings[i]);
		if (base.n < w->token.n) add_form(c, w, base, endings[i]);
	}
}

/* What is found by its number. */
static void tell_all(struct closeness *c, struct asked *w)
{
	tell(c, w->number);
	for (size_t i = 0; i < w->n_forms; i++) tell(c, w->form[i]);
	for (size_t i = 0; i < w->n_means; i++) tell(c, w->mean[i] = lu__word_number(w->means[i].token));
}

/* Irregular forms of a stem begin like it at most in their first letter, as do "dying", "lying" and "tying". */
static void tell_irregular(struct closeness *c, lu_str stem)
{
	size_t n;
	const lu_irregular *v = lu_irregulars(&n);

	for (size_t i = 0; stem.n && i < n; i++)
		if (v[i].stem[0] == stem.s[0] && lu_str_eqz(stem, v[i].stem))
			tell(c, lu__word_number(lu_strz(v[i].word)));
	if (stem.n == 3 && lu_str_ends(stem, "ie"))
		tell(c, lu__word_number(lu_strn((char[]){ stem.s[0], 'y', 'i', 'n', 'g' }, 5)));
}

static lu_code read_question(struct closeness *c, lu_err *e)
{
	const lu__terms *t = &c->q->terms;

	for (size_t i = 0; i < t->n && c->n_word < WORDS; i++) {
		const lu__term *v = &t->v[i];
		struct asked *w = &c->word[c->n_word];

		if (!v->wanted || v->kind == LU_TOKEN_WHOLE || (c->q->question.apart && v->share < 1)) continue;
		w->token = v->token;
		w->stem = lu_arena_dup(&c->q->scratch, lu_stem(c->q->r->stemmer, v->token));
		if (!w->stem.s) return lu_nomem(e);
		w->number = lu__word_number(w->token);
		add_forms(c, w);
		w->weight = (float)lu__idf((double)v->list.n, (double)t->total);
		add_row(c, w);
		w->n_means = lu__implied_of(t, v, w->means);
		tell_all(c, w);
		tell_irregular(c, w->stem);
		if (!c->n_word) c->n_against = lu__opposites(w->stem, c->opposite);
		c->sum += w->weight;
		c->n_word++;
	}
	for (size_t i = 0; i < c->n_against; i++) tell_irregular(c, c->opposite[i]);
	return LU_OK;
}

static bool begins(lu_str s, lu_str with)
{
	return with.n >= 3 && with.n < s.n && memcmp(s.s, with.s, with.n) == 0;
}

/* A token of the table, as it is compared with words. */
struct known {
	lu_str text, stem; /* the stem is empty when it is no word's */
	uint32_t number;
	bool told;
	int32_t dot[WORDS + 1]; /* with the rows of words, and with itself */
	float norm;
};

/* Of another token. */
static float near_word(const struct asked *w, const struct known *t)
{
	float best = 0, v;

	if (lu_str_eq(w->stem, t->stem)) return FORM;
	if (begins(w->token, t->text)) best = SHORTENED * fminf(1, (float)t->text.n / 4);
	for (size_t i = 0; i < w->n_means && t->told; i++) {
		if (w->mean[i] == t->number && lu_str_eq(w->means[i].token, t->text))
			best = fmaxf(best, lu__stands(w->means[i].p));
	}
	if (w->row == NONE || best >= LU__STANDS_AT_MOST) return best;
	v = (float)t->dot[w->row] / (w->norm * t->norm + 1e-9f);
	v = v <= FAR ? 0 : fminf(1, (v - FAR) / (NEAR - FAR)) * LU__STANDS_AT_MOST;
	return fmaxf(best, v);
}

static bool is_opposite(const struct closeness *c, lu_str stem)
{
	for (size_t i = 0; i < c->n_against; i++)
		if (lu_str_eq(c->opposite[i], stem)) return true;
	return false;
}

/* Stems begin with the first two letters of the word, but for irregular forms. */
static bool may_be_of(lu_str stem, lu_str token, bool told)
{
	if (!stem.n || stem.s[0] != token.s[0]) return false;
	return told || stem.n < 2 || token.n < 2 || stem.s[1] == token.s[1];
}

/* Can it be of the same stem as a word, or as an opposite? Stemming takes most of the time that a token takes. */
static bool is_like(const struct closeness *c, lu_str token, bool told)
{
	for (size_t i = 0; i < c->n_word; i++)
		if (may_be_of(c->word[i].stem, token, told)) return true;
	for (size_t i = 0; i < c->n_against; i++)
		if (may_be_of(c->opposite[i], token, told)) return true;
	return false;
}

static void compare_known(struct closeness *c, int64_t row, struct token *t, float *near)
{
	size_t dim = lu_table_dim(c->table);
	struct known k = { .text = lu_table_token(c->table, row), .stem = lu_strn("", 0), .number = t->number };
	int8_t *v = c->rows + c->n_row * dim;

	k.told = is_told(c, t->number);
	if (k.text.n && is_like(c, k.text, k.told)) k.stem = lu_stem(c->q->r->stemmer, k.text);
	memcpy(v, row_at(c->table, row), dim);
	lu_vec_dots(c->rows, c->n_row + 1, dim, v, k.dot);
	k.norm = sqrtf((float)k.dot[c->n_row]);
	for (size_t i = 0; i < c->n_word; i++) {
		/* a word that has the number of another one is taken for that, and must be found all the same */
		near[i] = c->word[i].number == t->number ? 1 : near_word(&c->word[i], &k);
		t->best = fmaxf(t->best, near[i]);
	}
	t->worth = lu_token_worth(k.text, LU_TOKEN_WORD);
	t->against = t->best < FORM && is_opposite(c, k.stem);
}

static bool is_form(const struct asked *w, uint32_t number)
{
	for (size_t i = 0; i < w->n_forms; i++)
		if (w->form[i] == number) return true;
	return false;
}

/* What the table does not have is the same word, a form of it, what stands for it, or nothing. */
static void compare_unknown(const struct closeness *c, struct token *t, float *near)
{
	t->worth = 1;
	if (!is_told(c, t->number)) return;
	for (size_t i = 0; i < c->n_word; i++) {
		const struct asked *w = &c->word[i];

		near[i] = t->number == w->number ? 1 : is_form(w, t->number) ? FORM : 0;
		for (size_t k = 0; k < w->n_means && near[i] == 0; k++)
			if (w->mean[k] == t->number) near[i] = lu__stands(w->means[k].p);
		t->best = fmaxf(t->best, near[i]);
	}
}

static float *near_of(const struct closeness *c, size_t token)
{
	return c->near + token * c->step;
}

/* The slot of a token, which is 0 when it is new. */
static uint32_t slot_of(const struct closeness *c, uint32_t number)
{
	uint32_t at = number & (SLOTS - 1);

	while (c->slot[at] && c->token[c->slot[at] - 1].number != number) at = (at + 1) & (SLOTS - 1);
	return at;
}

/* The place of a token, which is compared with the question when it is new; TOKENS: there are too many. */
static uint32_t token_of(struct closeness *c, uint32_t number)
{
	uint32_t at = slot_of(c, number), n = c->n_token;
	int64_t row;

	if (c->slot[at]) return c->slot[at] - 1u;
	if (n == TOKENS) return TOKENS;
	c->token[n] = (struct token){ .number = number };
	memset(near_of(c, n), 0, c->step * sizeof *c->near);
	row = lu_table_find_hash(c->table, number, LU__WORD_BITS);
	if (row >= 0) compare_known(c, row, &c->token[n], near_of(c, n));
	else compare_unknown(c, &c->token[n], near_of(c, n));
	c->slot[at] = (uint16_t)++c->n_token;
	return n;
}

struct list {
	uint32_t v[LU__WORDS_MOST];
	size_t n;
};

/* New tokens are all over the table: to wait for the memory of each takes longer than to compare it. */
static void read_list(struct closeness *c, int where, struct list *l)
{
	l->n = 0;
	for (size_t i = 0; i < c->words.n[where]; i++)
		if (!c->slot[slot_of(c, c->words.v[where][i])]) l->v[l->n++] = c->words.v[where][i];
	lu_table_expect(c->table, l->v, l->n, LU__WORD_BITS);
	l->n = 0;
	for (size_t i = 0; i < c->words.n[where]; i++)
		if ((l->v[l->n] = token_of(c, c->words.v[where][i])) < TOKENS) l->n++;
}

/* How near each word is to what was read so far, and now to a list as well. Four words are as fast as one. */
static void come_nearer(const struct closeness *c, const struct list *l, float so_far[WORDS])
{
	for (size_t from = 0; from < c->n_word; from += LANES) {
		float most[LANES];

		memcpy(most, so_far + from, sizeof most);
		for (size_t i = 0; i < l->n; i++) {
			const float *near = near_of(c, l->v[i]) + from;

			for (size_t w = 0; w < LANES; w++) most[w] = most[w] > near[w] ? most[w] : near[w];
		}
		memcpy(so_far + from, most, sizeof most);
	}
}

static float share_of(const struct closeness *c, const float near[WORDS])
{
	float sum = 0;

	for (size_t w = 0; w < c->n_word; w++) sum += c->word[w].weight * near[w];
	return sum / (c->sum + 1e-9f);
}

/* How much of the question stands in a list, and in what was read before. */
static float answered(const struct closeness *c, const struct list *l, float so_far[WORDS])
{
	come_nearer(c, l, so_far);
	return share_of(c, so_far);
}

/* How much of a list is asked for. */
static float asked_for(const struct closeness *c, const struct list *l)
{
	float sum = 0, all = 0;

	for (size_t i = 0; i < l->n; i++) {
		const struct token *t = &c->token[l->v[i]];

		sum += t->worth * t->best;
		all += t->worth;
	}
	return all > 0 ? sum / all : 0;
}

/* Does the first of a list, or any, say the opposite of what is asked? */
static bool against(const struct closeness *c, const struct list *l, size_t n)
{
	for (size_t i = 0; i < l->n && i < n; i++)
		if (c->token[l->v[i]].against) return true;
	return false;
}

static void compare_name(struct closeness *c, float all[WORDS], float *x)
{
	struct list l;
	unsigned is = c->words.is;

	read_list(c, LU__IN_NAME, &l);
	x[LU_FEATURE_near_name] = answered(c, &l, all);
	x[LU_FEATURE_near_name_whole] = asked_for(c, &l);
	x[LU_FEATURE_near_name_both] = sqrtf(x[LU_FEATURE_near_name] * x[LU_FEATURE_near_name_whole]);
	x[LU_FEATURE_near_verb] = all[0];
	x[LU_FEATURE_opposite] = against(c, &l, 1);
	if (l.n) {
		x[LU_FEATURE_near_first] = c->token[l.v[0]].best;
		x[LU_FEATURE_near_last] = c->token[l.v[l.n - 1]].best;
	}
	x[LU_FEATURE_called] = (is & LU__IS_CALLED) != 0;
	x[LU_FEATURE_type] = (is & LU__IS_TYPE) != 0;
	x[LU_FEATURE_own] = (is & LU__IS_OWN) != 0;
	x[LU_FEATURE_makes] = (is & LU__IS_MAKER) != 0;
	read_list(c, LU__IN_SCOPE, &l);
	x[LU_FEATURE_near_scope_whole] = asked_for(c, &l);
	come_nearer(c, &l, all);
}

static void compare_doc(struct closeness *c, float all[WORDS], float *x)
{
	float said[WORDS] = { 0 };
	struct list l;

	read_list(c, LU__IN_FIRST, &l);
	x[LU_FEATURE_near_doc] = answered(c, &l, said);
	x[LU_FEATURE_near_doc_whole] = asked_for(c, &l);
	x[LU_FEATURE_documented] = l.n > 0;
	if (l.n) {
		x[LU_FEATURE_near_doc_first] = c->token[l.v[0]].best;
		x[LU_FEATURE_near_doc_verb] = near_of(c, l.v[0])[0];
		if (against(c, &l, 1)) x[LU_FEATURE_opposite] = 1;
	}
	come_nearer(c, &l, all);
	read_list(c, LU__IN_DOC, &l);
	x[LU_FEATURE_near_all] = answered(c, &l, all);
}

static void compare_code(struct closeness *c, float all[WORDS], float *x)
{
	float written[WORDS] = { 0 };
	struct list l;

	read_list(c, LU__IN_CODE, &l);
	x[LU_FEATURE_near_code] = answered(c, &l, written);
	x[LU_FEATURE_near_code_whole] = asked_for(c, &l);
	for (size_t w = 0; w < c->n_word; w++) all[w] = fmaxf(all[w], written[w]);
	x[LU_FEATURE_near_any] = share_of(c, all);
}

static lu_code make(struct closeness *c, lu__query *q, lu_err *e)
{
	lu_code rc = LU_OK;

	c->q = q;
	c->table = q->r->m ? lu_embedder_table(q->r->m) : NULL;
	if (!c->table) rc = lu_table_builtin(&c->opened, e);
	if (!rc && !c->table) c->table = c->opened;
	if (!rc) c->rows = lu_arena_alloc(&q->scratch, (WORDS + 1) * lu_table_dim(c->table));
	if (!rc && !c->rows) rc = lu_nomem(e);
	if (!rc) rc = read_question(c, e);
	if (rc || !c->n_word) return rc;
	c->step = (c->n_word + LANES - 1) / LANES * LANES;
	c->token = lu_arena_alloc(&q->scratch, TOKENS * sizeof *c->token);
	c->near = lu_arena_alloc(&q->scratch, TOKENS * c->step * sizeof *c->near);
	c->slot = lu_arena_calloc(&q->scratch, SLOTS, sizeof *c->slot);
	return c->token && c->near && c->slot ? LU_OK : lu_nomem(e);
}

/* A candidate that was looked at: how near each word is to it, and its features. */
struct seen {
	float near[WORDS], *x;
};

static lu_code look_at(struct closeness *c, int64_t id, struct seen *s, lu_err *e)
{
	bool there;
	lu_code rc = lu__words_get(c->q->r->store, id, &c->words, &there, e);

	if (rc || !there) return rc;
	compare_name(c, s->near, s->x);
	compare_doc(c, s->near, s->x);
	compare_code(c, s->near, s->x);
	return LU_OK;
}

/* What tells candidates apart are the words that few of them are near. */
static void weigh_rare(const struct closeness *c, const struct seen *v, size_t n)
{
	float weight[WORDS], sum = 0;

	for (size_t w = 0; w < c->n_word; w++) {
		double near = 0; /* so that their order is nothing to the sum: that of equals is by chance */

		for (size_t i = 0; i < n; i++) near += (double)v[i].near[w];
		weight[w] = c->word[w].weight * logf(((float)n + 1) / ((float)near + .5f));
		sum += weight[w];
	}
	for (size_t i = 0; i < n; i++) {
		float all = 0;

		for (size_t w = 0; w < c->n_word; w++) all += weight[w] * v[i].near[w];
		v[i].x[LU_FEATURE_near_rare] = all / (sum + 1e-9f);
	}
}

lu_code lu__closeness(lu__query *q, const lu__candidates *cs, float (*x)[LU_FEATURES], lu_err *e)
{
	struct closeness *c = lu_arena_calloc(&q->scratch, 1, sizeof *c);
	struct seen *seen = lu_arena_calloc(&q->scratch, cs->n + 1, sizeof *seen);
	lu_code rc = c && seen ? make(c, q, e) : lu_nomem(e);

	for (size_t i = 0; i < cs->n && !rc && c->n_word; i++) {
		seen[i].x = x[i];
		rc = look_at(c, cs->v[i].id, &seen[i], e);
	}
	if (!rc && c->n_word) weigh_rare(c, seen, cs->n);
	if (c) lu_table_close(c->opened);
	return rc;
}
