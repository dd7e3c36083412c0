/* SPDX-License-Identifier: MIT
 * How near the words of the question are to those of a candidate's name, documentation and code, each word by itself: the
 * same word, a form of it, a token that stands for it, or one whose vector is near. What BM25F and the vectors of whole
 * elements do not tell is how much of a name, or of a sentence, is asked for, and how much is something else. */
#include <stdlib.h>
#include <string.h>

#include "retrieve/counts.h"
#include "retrieve/implied.h"
#include "retrieve/opposites.h"
#include "retrieve/rank.h"

#define WORDS   20   /* of the question: of a longer one the first */
#define LOOK_AT 160  /* candidates */
#define TOKENS  8192 /* distinct ones of all candidates */
#define SAID    80   /* tokens of a candidate's documentation */
#define WRITTEN 400  /* and of its code */
#define READ    4000 /* bytes of that */
#define OPEN    48   /* candidates whose code is read */
#define NAMED   24   /* and of its name */

#define FORM      .95f /* what another form of a word counts */
#define SHORTENED .8f  /* "config" for "configuration" */
#define FAR       .2f  /* cosines that say nothing, */
#define NEAR      .6f  /* and as much as something can that is another word */

/* A word of the question. */
struct asked {
	lu_str token, stem;
	float weight;
	const int8_t *row; /* of the table of token vectors; NULL: none */
	float norm;
	lu_implied means[LU_IMPLIED];
	size_t n_means;
};

/* Tokens of candidates, with how near each is to each word. */
struct closeness {
	lu__query *q;
	const lu_table *table;
	struct asked word[WORDS];
	size_t n_word;
	lu_str opposite[LU__OPPOSITES]; /* stems of what says the opposite of the first word */
	size_t n_against;
	float sum;
	lu_str *token;
	float (*near)[WORDS];
	float *best, *worth; /* the nearest word; what it counts in a name or a sentence */
	bool *against;       /* it says the opposite of the first word, and is none itself */
	lu_map by_token;
	bool oom;
};

static float norm_of(const int8_t *row, size_t dim)
{
	return row ? sqrtf((float)lu_vec_dot(row, row, dim)) : 0;
}

static const int8_t *row_of(const lu_table *t, lu_str token)
{
	float scale, code, query;
	int64_t i = t ? lu_table_find(t, token) : -1;

	return i < 0 ? NULL : lu_table_row(t, i, &scale, &code, &query);
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
		w->weight = (float)lu__idf((double)v->list.n, (double)t->total);
		w->row = row_of(c->table, v->token);
		w->norm = norm_of(w->row, c->table ? lu_table_dim(c->table) : 0);
		w->n_means = lu_implied_by(w->stem, w->means);
		if (!c->n_word) c->n_against = lu__opposites(w->stem, c->opposite);
		c->sum += w->weight;
		c->n_word++;
	}
	return LU_OK;
}

static bool begins(lu_str s, lu_str with)
{
	return with.n >= 3 && with.n < s.n && memcmp(s.s, with.s, with.n) == 0;
}

/* `stem` is that of the token. */
static float near_word(const struct closeness *c, const struct asked *w, lu_str token, lu_str stem, const int8_t *row,
		       float norm)
{
	float best = 0, v;

	if (lu_str_eq(w->token, token)) return 1;
	if (lu_str_eq(w->stem, stem)) return FORM;
	if (begins(w->token, token)) best = SHORTENED * fminf(1, (float)token.n / 4);
	for (size_t i = 0; i < w->n_means; i++) {
		if (lu_str_eq(w->means[i].token, token)) best = fmaxf(best, lu__stands(w->means[i].p));
	}
	if (!row || !w->row || best >= LU__STANDS_AT_MOST) return best;
	v = (float)lu_vec_dot(w->row, row, lu_table_dim(c->table)) / (w->norm * norm + 1e-9f);
	v = v <= FAR ? 0 : fminf(1, (v - FAR) / (NEAR - FAR)) * LU__STANDS_AT_MOST;
	return fmaxf(best, v);
}

static bool is_opposite(const struct closeness *c, lu_str stem)
{
	for (size_t i = 0; i < c->n_against; i++)
		if (lu_str_eq(c->opposite[i], stem)) return true;
	return false;
}

/* The number of a token, which is compared with the question when it is new; TOKENS: there are too many. */
static uint32_t token_of(struct closeness *c, lu_str token, lu_token_kind kind)
{
	uint64_t hash = lu_digest64(token, 0), *slot = lu_map_slot(&c->by_token, hash, lu_map_str, c->token, &token);
	uint32_t n = c->by_token.n;
	const int8_t *row;
	float norm;
	lu_str own, stem;

	if (*slot) return lu_map_number(slot);
	if (n == TOKENS) return TOKENS;
	own = lu_arena_dup(&c->q->scratch, token);
	if (!own.s) {
		c->oom = true;
		return TOKENS;
	}
	row = row_of(c->table, own);
	norm = norm_of(row, c->table ? lu_table_dim(c->table) : 0);
	stem = lu_stem(c->q->r->stemmer, own);
	c->token[n] = own;
	c->best[n] = 0;
	c->worth[n] = lu_token_worth(own, kind);
	for (size_t i = 0; i < c->n_word; i++) {
		c->near[n][i] = near_word(c, &c->word[i], own, stem, row, norm);
		c->best[n] = fmaxf(c->best[n], c->near[n][i]);
	}
	c->against[n] = c->best[n] < FORM && is_opposite(c, stem);
	lu_map_set(&c->by_token, slot, hash, n);
	return n;
}

struct list {
	struct closeness *c;
	uint32_t v[WRITTEN];
	size_t n, most;
};

static bool add_token(void *ctx, lu_str token, lu_token_kind kind)
{
	struct list *l = ctx;
	uint32_t i;

	if (kind == LU_TOKEN_WHOLE || lu_stop_word(token)) return true;
	if ((i = token_of(l->c, token, kind)) < TOKENS) l->v[l->n++] = i;
	return l->n < l->most && !l->c->oom;
}

static lu_code read_list(struct closeness *c, lu_str text, size_t most, struct list *l, lu_err *e)
{
	lu_code rc;

	l->c = c;
	l->n = 0;
	l->most = most;
	rc = lu_tokenize(text, add_token, l, e);
	return rc ? rc : c->oom ? lu_nomem(e) : LU_OK;
}

/* How much of the question stands in a list; `so_far` is how near each word is to what was read before. */
static float answered(const struct closeness *c, const struct list *l, float so_far[WORDS])
{
	float sum = 0;

	for (size_t w = 0; w < c->n_word; w++) {
		for (size_t i = 0; i < l->n; i++) so_far[w] = fmaxf(so_far[w], c->near[l->v[i]][w]);
		sum += c->word[w].weight * so_far[w];
	}
	return sum / (c->sum + 1e-9f);
}

/* How much of a list is asked for. */
static float asked_for(const struct closeness *c, const struct list *l)
{
	float sum = 0, all = 0;

	for (size_t i = 0; i < l->n; i++) {
		sum += c->worth[l->v[i]] * c->best[l->v[i]];
		all += c->worth[l->v[i]];
	}
	return all > 0 ? sum / all : 0;
}

static lu_str first_sentence(lu_str s)
{
	for (size_t i = 0; i + 1 < s.n; i++) {
		if (s.s[i] == '\n' && s.s[i + 1] == '\n') return lu_strn(s.s, i);
		if (i > 8 && s.s[i] == '.' && (s.s[i + 1] == ' ' || s.s[i + 1] == '\n')) return lu_strn(s.s, i);
	}
	return s;
}

static bool is_called(lu_str type)
{
	return lu_str_in_words(type, "function method constructor macro rule");
}

static bool is_type(lu_str type)
{
	return lu_str_in_words(type,
			       "class struct interface enum trait protocol extension record module namespace object");
}

/* Is it meant for its own file, or class, alone, as names say it? */
static bool is_own(lu_str name)
{
	return name.n > 1 && name.s[0] == '_' && !(name.n > 4 && name.s[1] == '_' && name.s[name.n - 1] == '_');
}

static bool makes(lu_str name, lu_str scope)
{
	return (scope.n && lu_str_eq(name, scope)) ||
	       lu_str_in_words(name, "__init__ initialize __construct new init constructor");
}

/* Does the first of a list, or any, say the opposite of what is asked? */
static bool against(const struct closeness *c, const struct list *l, size_t n)
{
	for (size_t i = 0; i < l->n && i < n; i++)
		if (c->against[l->v[i]]) return true;
	return false;
}

static lu_code compare_name(struct closeness *c, const lu_brief *b, float all[WORDS], float *x, lu_err *e)
{
	struct list l;
	lu_str name = lu_str_after_last(b->name, '.');
	lu_str scope = lu_str_after_last(lu_str_before_last(b->name, '.'), '.');
	lu_code rc = read_list(c, name, NAMED, &l, e);

	if (rc) return rc;
	x[LU_FEATURE_near_name] = answered(c, &l, all);
	x[LU_FEATURE_near_name_whole] = asked_for(c, &l);
	x[LU_FEATURE_near_name_both] = sqrtf(x[LU_FEATURE_near_name] * x[LU_FEATURE_near_name_whole]);
	x[LU_FEATURE_near_verb] = all[0];
	x[LU_FEATURE_opposite] = against(c, &l, 1);
	if (l.n) {
		x[LU_FEATURE_near_first] = c->best[l.v[0]];
		x[LU_FEATURE_near_last] = c->best[l.v[l.n - 1]];
	}
	x[LU_FEATURE_called] = is_called(b->type);
	x[LU_FEATURE_type] = is_type(b->type);
	x[LU_FEATURE_own] = is_own(name);
	if (name.n == b->name.n) return LU_OK;
	x[LU_FEATURE_makes] = makes(name, scope);
	if ((rc = read_list(c, scope, NAMED, &l, e))) return rc;
	x[LU_FEATURE_near_scope_whole] = asked_for(c, &l);
	answered(c, &l, all);
	return LU_OK;
}

static lu_code compare_doc(struct closeness *c, lu_str doc, float all[WORDS], float *x, lu_err *e)
{
	float said[WORDS] = { 0 };
	struct list l;
	lu_code rc = read_list(c, first_sentence(doc), SAID / 2, &l, e);

	if (rc) return rc;
	x[LU_FEATURE_near_doc] = answered(c, &l, said);
	x[LU_FEATURE_near_doc_whole] = asked_for(c, &l);
	x[LU_FEATURE_documented] = l.n > 0;
	if (l.n) {
		x[LU_FEATURE_near_doc_first] = c->best[l.v[0]];
		x[LU_FEATURE_near_doc_verb] = c->near[l.v[0]][0];
		if (against(c, &l, 1)) x[LU_FEATURE_opposite] = 1;
	}
	answered(c, &l, all);
	if ((rc = read_list(c, doc, SAID, &l, e))) return rc;
	x[LU_FEATURE_near_all] = answered(c, &l, all);
	return LU_OK;
}

static lu_code compare_code(struct closeness *c, int64_t id, float all[WORDS], float *x, lu_err *e)
{
	float written[WORDS] = { 0 };
	struct list l;
	lu_str code;
	lu_code rc = lu_store_code(c->q->r->store, id, &c->q->scratch, &code, e);

	if (rc) return rc == LU_ENOENT ? LU_OK : rc;
	if ((rc = read_list(c, lu_strn(code.s, code.n < READ ? code.n : READ), WRITTEN, &l, e))) return rc;
	x[LU_FEATURE_near_code] = answered(c, &l, written);
	x[LU_FEATURE_near_code_whole] = asked_for(c, &l);
	x[LU_FEATURE_near_any] = answered(c, &l, all);
	return LU_OK;
}

static lu_code make(struct closeness *c, lu__query *q, lu_err *e)
{
	c->q = q;
	c->table = q->r->m ? lu_embedder_table(q->r->m) : NULL;
	c->token = lu_arena_alloc(&q->scratch, TOKENS * sizeof *c->token);
	c->near = lu_arena_alloc(&q->scratch, TOKENS * sizeof *c->near);
	c->best = lu_arena_alloc(&q->scratch, TOKENS * sizeof *c->best);
	c->worth = lu_arena_alloc(&q->scratch, TOKENS * sizeof *c->worth);
	c->against = lu_arena_alloc(&q->scratch, TOKENS * sizeof *c->against);
	if (!c->against || !c->token || !c->near || !c->best || !c->worth ||
	    !lu_map_reserve(&c->by_token, &q->scratch, TOKENS + 1))
		return lu_nomem(e);
	return read_question(c, e);
}

/* Is it among the first, or equal to the last of them, as the order of equals is that of the store's history? */
static bool is_among(const lu__candidates *cs, size_t i, size_t first)
{
	return i < first || (i < 2 * first && cs->v[i].score == cs->v[first - 1].score);
}

/* Those that no list has brought are looked at, too. */
static bool is_looked_at(const lu__candidates *cs, size_t i)
{
	const lu__candidate *v = &cs->v[i];

	if (is_among(cs, i, LOOK_AT)) return true;
	return !v->stage[LU_STAGE_BM25].rank && !v->stage[LU_STAGE_VECTOR].rank && !v->stage[LU_STAGE_GRAPH].rank;
}

/* A candidate that was looked at: how near each word is to it, and its features. */
struct seen {
	float near[WORDS], *x;
};

static lu_code look_at(struct closeness *c, int64_t id, bool open, struct seen *s, lu_err *e)
{
	lu_brief b;
	lu_str doc;
	lu_code rc = lu_store_said(c->q->r->store, id, &c->q->scratch, &b, &doc, e);

	if (!rc) rc = compare_name(c, &b, s->near, s->x, e);
	if (!rc) rc = compare_doc(c, doc, s->near, s->x, e);
	if (!rc) s->x[LU_FEATURE_near_any] = s->x[LU_FEATURE_near_all];
	if (!rc && open) rc = compare_code(c, b.id, s->near, s->x, e);
	return rc == LU_ENOENT ? LU_OK : rc;
}

/* What tells candidates apart are the words that few of them are near. */
static void weigh_rare(const struct closeness *c, const struct seen *v, size_t n)
{
	float weight[WORDS], sum = 0;

	for (size_t w = 0; w < c->n_word; w++) {
		float near = 0;

		for (size_t i = 0; i < n; i++) near += v[i].near[w];
		weight[w] = c->word[w].weight * logf(((float)n + 1) / (near + .5f));
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
	size_t n = 0;

	for (size_t i = 0; i < cs->n && !rc && c->n_word; i++) {
		if (!is_looked_at(cs, i)) continue;
		seen[n].x = x[i];
		rc = look_at(c, cs->v[i].id, is_among(cs, i, OPEN), &seen[n++], e);
	}
	if (!rc) weigh_rare(c, seen, n);
	return rc;
}
