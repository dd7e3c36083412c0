/* SPDX-License-Identifier: MIT
 * What is known of the sentences of an element beside a question: one pass over their tokens. */
#include "relevance/signals.h"

#include <math.h>
#include <stdlib.h>

#include "core/ascii.h"
#include "lucus/graph.h"

#define CLOSE 4    /* tokens between two words of the question that stand close together */
#define BRIEF 24   /* bytes */
#define FAR   .15f /* two vectors of words that have nothing to do with each other */

const char *lu_signal_name(lu_signal s)
{
	static const char *const name[] = {
#define SIGNAL(name, text) #name,
#include "relevance/signals.def"
#undef SIGNAL
	};

	return name[s];
}

/* What a text has of the question. */
struct heard {
	lu_assessor *j;
	uint64_t holds;
	float stands[LU__ASKED_WORDS]; /* how surely its tokens stand for each word, times its weight */
	uint32_t at[LU__ASKED_WORDS];  /* the token that was each word last, from 1 */
	uint64_t near;                 /* words that stood close behind the one before them */
	uint32_t tokens;
	float near_to[LU__ASKED_WORDS]; /* how near its tokens come to each word as vectors */
	uint32_t content, asked;        /* tokens that are no function words; words of the question among them */
	float dot, square;
	bool oom;
};

static void hear_word(struct heard *h, size_t i)
{
	if (i && h->at[i - 1] && h->tokens - h->at[i - 1] <= CLOSE) h->near |= 1ull << i;
	if (i + 1 < h->j->n && h->at[i + 1] && h->tokens - h->at[i + 1] <= CLOSE) h->near |= 1ull << (i + 1);
	h->at[i] = h->tokens;
}

static bool hear(void *ctx, lu_str token, lu_token_kind kind)
{
	struct heard *h = ctx;
	const struct lu__seen *x = lu__see(h->j, token, kind);

	if (!x) {
		h->oom = true;
		return false;
	}
	h->tokens += kind != LU_TOKEN_PART;
	if (!x->content) return true;
	h->holds |= x->holds;
	for (uint64_t rest = x->holds; rest; rest &= rest - 1) hear_word(h, (size_t)__builtin_ctzll(rest));
	if (x->stands >= 0 && x->surely > h->stands[x->stands]) h->stands[x->stands] = x->surely;
	if (kind != LU_TOKEN_PART) {
		h->content++;
		h->asked += x->holds != 0;
	}
	for (size_t i = 0; x->near && i < h->j->n; i++)
		if (x->near[i] > h->near_to[i]) h->near_to[i] = x->near[i];
	h->dot += x->dot;
	h->square += x->square;
	return true;
}

static lu_code read_text(lu_assessor *j, lu_str text, bool prose, struct heard *h, lu_err *e)
{
	lu_code rc;

	*h = (struct heard){ .j = j };
	rc = prose ? lu_tokenize(text, hear, h, e) : lu_tokenize_code(text, hear, h, e);
	return rc ? rc : h->oom ? lu_nomem(e) : LU_OK;
}

static float share(const lu_assessor *j, uint64_t words)
{
	float sum = 0;

	for (; words; words &= words - 1) sum += j->weight[__builtin_ctzll(words)];
	return sum;
}

static float similar(const struct heard *h)
{
	return h->square > 0 ? h->dot / sqrtf(h->square) : 0;
}

/* Of the words that are not in `have`, each as near as it is to `h`. */
static float meant(const lu_assessor *j, const struct heard *h, uint64_t have)
{
	float sum = 0;

	for (size_t i = 0; i < j->n; i++)
		if (!(have >> i & 1) && h->near_to[i] > FAR) sum += j->weight[i] * (h->near_to[i] - FAR);
	return sum;
}

static uint64_t rarest(const lu_assessor *j)
{
	size_t most = 0;

	for (size_t i = 1; i < j->n; i++)
		if (j->weight[i] > j->weight[most]) most = i;
	return j->n ? 1ull << most : 0;
}

/* All that is known of an element and its sentences. */
struct scene {
	lu_assessor *j;
	const lu_scene *at;
	const lu_sentence *v;
	struct heard *h;
	size_t n;
	struct heard name, path;
	uint64_t all;
	float most, nearest, whole; /* share; similarity; that of all sentences together */
};

static lu_code read_scene(struct scene *s, lu_err *e)
{
	float dot = 0, square = 0;
	lu_code rc = read_text(s->j, s->at->name, true, &s->name, e);

	if (!rc) rc = read_text(s->j, s->at->path, true, &s->path, e);
	for (size_t i = 0; i < s->n && !rc; i++) {
		bool code = s->v[i].kind == LU_SENTENCE_CODE || s->v[i].kind == LU_SENTENCE_COMMENT;
		float x;

		rc = read_text(s->j, s->v[i].text, !code, &s->h[i], e);
		s->all |= s->h[i].holds;
		if ((x = share(s->j, s->h[i].holds)) > s->most) s->most = x;
		if ((x = similar(&s->h[i])) > s->nearest) s->nearest = x;
		dot += s->h[i].dot;
		square += s->h[i].square;
	}
	s->whole = square > 0 ? dot / sqrtf(square) : 0;
	return rc;
}

/* The head that sentence `i` stands below: its heading. */
static uint64_t heading_of(const struct scene *s, size_t i)
{
	while (i--)
		if (s->v[i].kind == LU_SENTENCE_SIGNATURE) return s->h[i].holds;
	return 0;
}

/* ---- signals ---- */

static void set_words(const struct scene *s, size_t i, float *x)
{
	const lu_assessor *j = s->j;
	const struct heard *h = &s->h[i];
	uint64_t have = h->holds, more;
	float pairs = 0, implied = 0;

	x[LU_SIGNAL_cover] = share(j, have);
	x[LU_SIGNAL_cover_named] = j->named ? share(j, have & j->named) / share(j, j->named) : 0;
	x[LU_SIGNAL_cover_lead] = x[LU_SIGNAL_cover] - s->most;
	more = ((i ? s->h[i - 1].holds : 0) | (i + 1 < s->n ? s->h[i + 1].holds : 0)) & ~have;
	x[LU_SIGNAL_cover_beside] = share(j, more);
	have |= more;
	more = (s->name.holds | heading_of(s, i)) & ~have;
	x[LU_SIGNAL_cover_name] = share(j, more);
	have |= more;
	more = s->path.holds & ~have;
	x[LU_SIGNAL_cover_path] = share(j, more);
	have |= more;
	x[LU_SIGNAL_cover_element] = share(j, s->all & ~have);
	for (size_t k = 0; k < j->n; k++)
		if (!(h->holds >> k & 1)) implied += h->stands[k];
	x[LU_SIGNAL_implied] = implied;
	for (uint64_t rest = h->near; rest; rest &= rest - 1) pairs++;
	x[LU_SIGNAL_near] = j->n > 1 ? pairs / (float)(j->n - 1) : 0;
	x[LU_SIGNAL_similar] = similar(h);
	x[LU_SIGNAL_similar_lead] = similar(h) - s->nearest;
	x[LU_SIGNAL_similar_name] = similar(&s->name);
	x[LU_SIGNAL_similar_element] = s->whole;
	x[LU_SIGNAL_meant] = meant(j, h, h->holds);
	if (i) x[LU_SIGNAL_meant_beside] = meant(j, h - 1, h->holds);
	if (i + 1 < s->n) x[LU_SIGNAL_meant_beside] = fmaxf(x[LU_SIGNAL_meant_beside], meant(j, h + 1, h->holds));
	x[LU_SIGNAL_meant_name] = meant(j, &s->name, h->holds);
	x[LU_SIGNAL_rarest] = (h->holds & rarest(j)) != 0;
	x[LU_SIGNAL_dense] = h->content ? (float)h->asked / (float)h->content : 0;
	x[LU_SIGNAL_words] = logf(1 + (float)j->n);
}

static void set_place(const struct scene *s, size_t i, float *x)
{
	const lu_sentence *v = &s->v[i];

	x[LU_SIGNAL_rank] = s->at->rank ? 1 / sqrtf((float)s->at->rank) : 0;
	x[LU_SIGNAL_relevance] = s->at->relevance;
	x[LU_SIGNAL_holder] = lu_holds_value(s->at->type);
	x[LU_SIGNAL_value_holder] = x[LU_SIGNAL_holder] > 0 && s->j->for_what.value;
	x[LU_SIGNAL_prose] = v->kind == LU_SENTENCE_PROSE;
	x[LU_SIGNAL_doc] = v->kind == LU_SENTENCE_DOC;
	x[LU_SIGNAL_comment] = v->kind == LU_SENTENCE_COMMENT;
	x[LU_SIGNAL_code] = v->kind == LU_SENTENCE_CODE;
	x[LU_SIGNAL_head] = v->kind == LU_SENTENCE_SIGNATURE;
	x[LU_SIGNAL_first] = !i || (i == 1 && s->v[0].kind == LU_SENTENCE_SIGNATURE);
	x[LU_SIGNAL_place] = s->n > 1 ? (float)i / (float)(s->n - 1) : 0;
	x[LU_SIGNAL_length] = log2f(1 + (float)v->text.n) / 8;
	x[LU_SIGNAL_brief] = v->text.n < BRIEF;
	x[LU_SIGNAL_test] = lu_is_test_path(s->at->path);
}

static void set_gifts(const struct scene *s, size_t i, float *x)
{
	lu_asked_for ask = s->j->for_what;
	lu_gives g = lu_sentence_gives(&s->v[i]);

	/* these stand everywhere, but in what holds a value they are it */
	g.number |= g.word && lu_holds_value(s->at->type) && lu_sentence_is_code(&s->v[i]);
	x[LU_SIGNAL_number] = g.number;
	x[LU_SIGNAL_string] = g.string;
	x[LU_SIGNAL_constant] = g.constant;
	x[LU_SIGNAL_assignment] = g.assignment;
	x[LU_SIGNAL_conditional] = g.condition;
	x[LU_SIGNAL_error] = g.error;
	x[LU_SIGNAL_value_number] = ask.value && g.number;
	x[LU_SIGNAL_value_string] = ask.value && g.string;
	x[LU_SIGNAL_value_constant] = ask.value && g.constant;
	x[LU_SIGNAL_value_nothing] = ask.value && !g.number && !g.string && !g.constant;
	x[LU_SIGNAL_standard_set] = ask.standard && (g.assignment || g.standard);
	x[LU_SIGNAL_condition_given] = ask.condition && g.condition;
	x[LU_SIGNAL_error_given] = ask.error && g.error;
	x[LU_SIGNAL_way_code] = ask.way && s->v[i].kind == LU_SENTENCE_CODE;
	x[LU_SIGNAL_reason] = g.reason;
	x[LU_SIGNAL_reason_given] = ask.reason && g.reason;
	x[LU_SIGNAL_reason_text] = ask.reason && !lu_sentence_is_code(&s->v[i]);
	x[LU_SIGNAL_way_text] = ask.way && !lu_sentence_is_code(&s->v[i]);
	x[LU_SIGNAL_time_given] = ask.time && g.time;
	x[LU_SIGNAL_asks_reason] = ask.reason;
	x[LU_SIGNAL_asks_way] = ask.way;
	x[LU_SIGNAL_asks_time] = ask.time;
	x[LU_SIGNAL_asks_value] = ask.value;
	x[LU_SIGNAL_asks_condition] = ask.condition;
	x[LU_SIGNAL_asks_error] = ask.error;
}

lu_code lu_assess_signals(lu_assessor *j, const lu_scene *at, const lu_sentence *v, size_t n, float (*x)[LU_SIGNALS],
			  lu_err *e)
{
	struct scene s = { .j = j, .at = at, .v = v, .n = n, .h = calloc(n + 1, sizeof *s.h) };
	lu_code rc = s.h ? read_scene(&s, e) : lu_nomem(e);

	for (size_t i = 0; i < n && !rc; i++) {
		memset(x[i], 0, sizeof x[i]);
		set_words(&s, i, x[i]);
		set_place(&s, i, x[i]);
		set_gifts(&s, i, x[i]);
	}
	free(s.h);
	return rc;
}
