/* SPDX-License-Identifier: MIT
 * The built-in reranker: a sum of the features of each candidate, weighted, and a hidden layer over them (hidden.c). */
#include <math.h>
#include <stdlib.h>

#include "core/sorting.h"
#include "retrieve/rank.h"
#include "retrieve/wording.h"

static const float weight[LU_FEATURES][2] = {
#define FEATURE(name, element, file, text) { element, file },
#include "lucus/ranking.def"
#undef FEATURE
};

const char *lu_feature_name(lu_feature f)
{
	static const char *const names[LU_FEATURES] = {
#define FEATURE(name, element, file, text) #name,
#include "lucus/ranking.def"
#undef FEATURE
	};

	return names[f];
}

static int by_weight(const void *a, const void *b)
{
	const lu_hit_part *x = a, *y = b;

	if (fabs(x->value) != fabs(y->value)) return fabs(x->value) < fabs(y->value) ? 1 : -1;
	return strcmp(x->name, y->name);
}

size_t lu_hit_parts(const lu_hit *h, bool by_file, lu_hit_part out[LU_HIT_PARTS])
{
	static const char *const texts[LU_FEATURES] = {
#define FEATURE(name, element, file, text) text,
#include "lucus/ranking.def"
#undef FEATURE
	};
	size_t n = 0;

	if (!h->stage[LU_STAGE_RERANK].rank) return 0;
	for (int f = 0; f < LU_FEATURES; f++) {
		double value = (double)(weight[f][by_file] * h->feature[f]);

		if (value != 0) out[n++] = (lu_hit_part){ lu_feature_name((lu_feature)f), texts[f], value };
	}
	if (h->hidden != 0) out[n++] = (lu_hit_part){ "hidden", "what these say together", (double)h->hidden };
	qsort(out, n, sizeof *out, by_weight);
	return n;
}

/* Candidates whose features are worth a look: what lists have after them stays after them. */
#define POOL 500

/* How many: of equals either all or none, unless there are very many, as their order is that of the store's history. */
static size_t pool(const lu__candidates *c)
{
	size_t n = c->n < POOL ? c->n : POOL, first = n;

	while (n < c->n && n <= 2 * POOL && c->v[n].score == c->v[n - 1].score) n++;
	if (n <= 2 * POOL) return n;
	while (first && c->v[first - 1].score == c->v[POOL].score) first--;
	return first ? first : POOL;
}

/* Elements that hold what the question quotes, as long as they are few. */
#define QUOTING 200

/* Put the elements that the caller or the question itself names, and those that hold what it quotes, or what stands for its
 * words, after the first `*n`, which are looked at; *n then counts them, too. */
static lu_code admit(lu__query *q, const lu__located *named, lu__candidates *c, size_t *n, lu_err *e)
{
	const size_t quoting = q->n_quoting <= QUOTING ? q->n_quoting : 0,
		     most = q->o->n_also + named->n + quoting + q->n_implied;
	int64_t *id = lu_arena_calloc(&q->scratch, most + 1, sizeof *id);
	size_t n_id = 0, k = *n;
	lu__candidates all;
	lu_code rc = id ? lu__candidates_new(q, c->n + most, &all, e) : lu_nomem(e);

	if (rc || !most) return rc;
	memcpy(all.v, c->v, k * sizeof *all.v);
	for (size_t i = 0; i < named->n; i++) id[n_id++] = named->v[i].id;
	for (size_t i = 0; i < q->o->n_also; i++) id[n_id++] = q->o->also[i];
	for (size_t i = 0; i < quoting; i++) id[n_id++] = q->quoting[i].id;
	for (size_t i = 0; i < q->n_implied; i++) id[n_id++] = q->implied[i];
	qsort(id, n_id, sizeof *id, lu_int64_order);
	for (size_t i = 0; i < n_id; i++) {
		bool here = i && id[i] == id[i - 1];

		for (size_t j = 0; j < *n && !here; j++) here = c->v[j].id == id[i];
		if (!here) all.v[k++].id = id[i];
	}
	all.n = k;
	for (size_t i = *n; i < c->n; i++)
		if (!bsearch(&c->v[i].id, id, n_id, sizeof *id, lu_int64_order)) all.v[all.n++] = c->v[i];
	for (size_t i = *n; i < c->n; i++)
		for (size_t j = *n; j < k; j++)
			if (all.v[j].id == c->v[i].id) all.v[j] = c->v[i];
	all.limit = c->limit;
	*c = all;
	*n = k;
	return LU_OK;
}

static float placed(const lu__located *named, int64_t id)
{
	for (size_t i = 0; i < named->n; i++)
		if (named->v[i].id == id) return named->v[i].weight;
	return 0;
}

/* What is named in a message counts so much of what it does in a question. */
#define SPOKEN_OF .3f

#define FRAME_STEP .1 /* by which a frame that is sure is ahead */

/* What a literal says of the wording, squared, when the text around a place may be the message that was printed there. */
#define PRINTED .01f

static uint32_t file_of(const lu__query *q, int64_t id)
{
	uint32_t doc = lu_postings_doc(q->r->post, id);

	return doc == UINT32_MAX ? UINT32_MAX : lu_postings_docs(q->r->post)->file[doc];
}

/* Places that the wording speaks against. Where the line of the first place is in something that says nothing of the message
 * behind it, and another of its file says most of all, the line is one of another revision. */
static lu_code mend_place(lu__query *q, const lu__candidates *c, const lu__located *named, float (*x)[LU_FEATURES],
			  lu_err *e)
{
	const lu__located_one *at = named->n ? &named->v[0] : NULL;
	size_t said = 0, there = SIZE_MAX;
	lu_brief b;
	lu_code rc;

	if (!at || named->alone) return LU_OK;
	for (size_t i = 0; i < c->n; i++) {
		if (x[i][LU_FEATURE_said] > x[said][LU_FEATURE_said]) said = i;
		if (c->v[i].id == at->id) there = i;
	}
	/* a message may speak of what has a name */
	if (at->by_name && c->n && x[said][LU_FEATURE_said] >= LU__MESSAGE)
		for (size_t i = 0; i < c->n; i++) x[i][LU_FEATURE_placed] *= SPOKEN_OF;
	if (!at->by_line) return LU_OK;
	if (there == SIZE_MAX || x[said][LU_FEATURE_said] < PRINTED ||
	    file_of(q, c->v[said].id) != file_of(q, at->id) || x[said][LU_FEATURE_said] < 2 * x[there][LU_FEATURE_said])
		return LU_OK;
	rc = lu_store_brief(q->r->store, c->v[said].id, &q->scratch, &b, e);
	if (rc) return rc == LU_ENOENT ? LU_OK : rc;
	if (at->name.n && !lu_str_eq(lu_simple_name(b.name), at->name)) return LU_OK;
	x[said][LU_FEATURE_placed] = fmaxf(x[said][LU_FEATURE_placed], x[there][LU_FEATURE_placed]);
	x[there][LU_FEATURE_placed] /= 2;
	return LU_OK;
}

/* The most that a string literal outside of tests says of the question's wording; 0 where that is no message. */
static float told_by_source(float (*x)[LU_FEATURES], size_t n)
{
	float most = 0;

	for (size_t i = 0; i < n; i++)
		if (x[i][LU_FEATURE_in_tests] <= 0) most = fmaxf(most, x[i][LU_FEATURE_said]);
	return most >= LU__MESSAGE ? most : 0;
}

/* Code that stands somewhere word for word, when that are enough words not to be so by chance, was copied from there: from a test
 * only where nothing else has it or says it, as tests expect messages that others print. */
#define COPIED    4 /* words */
#define SIGNS     2 /* that words of people hardly have */
#define ALL_OF_IT .999f
#define READ      8
#define ORIGINALS 3 /* that all are meant */

/* A sentence of documentation stands in other places as well, about other things. */
static bool is_code(lu_str s)
{
	size_t signs = 0, strong = 0;

	s = lu_str_trim(s);
	for (size_t i = 0; i < s.n; i++) {
		signs += s.s[i] && strchr("(){}[]=;<>$&|+*/_", s.s[i]);
		strong += s.s[i] && strchr("={};", s.s[i]);
	}
	return signs >= SIGNS && (strong || (s.s[s.n - 1] && strchr("(),:[", s.s[s.n - 1])));
}

static lu_code place_copied(lu__query *q, const lu__candidates *c, float (*x)[LU_FEATURES], lu_err *e)
{
	uint64_t word[LU__PHRASE_WORDS];
	size_t words = lu__words_of(q->text, word), at[READ], read = 0, n = 0;
	bool source = told_by_source(x, c->n) > 0;

	if (words < COPIED || lu__is_one_word(q->text) || !is_code(q->text)) return LU_OK;
	for (size_t i = 0; i < c->n && read < READ; i++) {
		lu_str code;
		lu_code rc;

		if (x[i][LU_FEATURE_phrase] < ALL_OF_IT) continue;
		rc = lu_store_code(q->r->store, c->v[i].id, &q->scratch, &code, e);
		if (rc == LU_ENOENT) continue;
		if (rc) return rc;
		read++;
		if (!lu__words_in(code, word, words)) continue;
		source |= x[i][LU_FEATURE_in_tests] <= 0;
		at[n++] = i;
	}
	for (size_t i = 0; i < n && n <= ORIGINALS && read < READ; i++)
		if (!source || x[at[i]][LU_FEATURE_in_tests] <= 0)
			x[at[i]][LU_FEATURE_placed] = fmaxf(x[at[i]][LU_FEATURE_placed], 1);
	return LU_OK;
}

/* The most of a feature, and how far the first of it is ahead of the sixth, as a share. */
struct most {
	float first, lead;
};

static struct most most_of(float (*x)[LU_FEATURES], size_t n, lu_feature f)
{
	float head[6] = { 0 };

	for (size_t i = 0; i < n; i++) {
		float v = x[i][f];

		if (v <= head[5]) continue;
		head[5] = v;
		for (int k = 5; k && head[k - 1] < head[k]; k--) v = head[k], head[k] = head[k - 1], head[k - 1] = v;
	}
	return (struct most){ head[0], head[0] > 0 ? (head[0] - head[5]) / head[0] : 0 };
}

/* What a feature is beside the most of it that a candidate has. */
static void add_shares(float (*x)[LU_FEATURES], size_t n)
{
	static const struct {
		uint8_t of, share;
	} pairs[] = {
		{ LU_FEATURE_bm25, LU_FEATURE_bm25_share },
		{ LU_FEATURE_vector, LU_FEATURE_vector_share },
		{ LU_FEATURE_signature, LU_FEATURE_signature_share },
		{ LU_FEATURE_body, LU_FEATURE_body_share },
		{ LU_FEATURE_phrase, LU_FEATURE_phrase_share },
		{ LU_FEATURE_near_name, LU_FEATURE_near_name_share },
		{ LU_FEATURE_near_all, LU_FEATURE_near_all_share },
		{ LU_FEATURE_covered_near, LU_FEATURE_covered_share },
	};

	for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
		float first = most_of(x, n, pairs[p].of).first;

		for (size_t i = 0; i < n && first > 0; i++) x[i][pairs[p].share] = x[i][pairs[p].of] / first;
	}
}

#define LONG 40 /* words of a question that is long */

/* What is known of the question: the same for all candidates. The hidden layer weighs other features by it. */
static void add_question(const lu__query *q, lu_query_class c, float (*x)[LU_FEATURES], size_t n)
{
	struct most bm25 = most_of(x, n, LU_FEATURE_bm25);
	size_t words = 0;
	float of[LU_FEATURES] = {
		[LU_FEATURE_query_phrase] = most_of(x, n, LU_FEATURE_phrase).first,
		[LU_FEATURE_query_said] = most_of(x, n, LU_FEATURE_said).first,
		[LU_FEATURE_query_bm25] = bm25.first,
		[LU_FEATURE_query_lead] = bm25.lead,
		[LU_FEATURE_query_vector] = most_of(x, n, LU_FEATURE_vector).first,
		[LU_FEATURE_query_placed] = most_of(x, n, LU_FEATURE_placed).first > 0,
		[LU_FEATURE_query_symbol] = c == LU_QUERY_SYMBOL,
		[LU_FEATURE_query_broad] = c == LU_QUERY_COMPREHENSIVE,
	};

	for (size_t i = 0; i < q->terms.n; i++) words += q->terms.v[i].wanted;
	of[LU_FEATURE_query_length] = fminf(1, (float)words / LONG);
	for (size_t i = 0; i < n; i++)
		for (int f = LU_FEATURE_query_phrase; f <= LU_FEATURE_query_length; f++) x[i][f] = of[f];
}

/* 1 for the first of a list, 0 for the last, and for what is not in it: the first places are the farthest apart. */
static float place_of(const lu_stage_score *s)
{
	return s->rank ? fmaxf(0, 1 - logf((float)s->rank) / logf(LU__DEPTH)) : 0;
}

static lu_code describe(lu__query *q, const lu__candidates *c, const lu__located *named, lu_query_class class,
			float (*x)[LU_FEATURES], lu_err *e)
{
	lu__past *past = lu_arena_calloc(&q->scratch, c->n + 1, sizeof *past);
	float *title = lu_arena_calloc(&q->scratch, c->n + 1, sizeof *title), most;
	lu_code rc = past && title ? LU_OK : lu_nomem(e);

	lu_store_read_scattered(q->r->store);
	if (!rc) rc = lu__features(q, c, x, e);
	if (!rc) rc = lu__phrases(q, c, x, e);
	if (!rc) rc = lu__far_cosines(q, c, x, e);
	if (!rc) rc = lu__closeness(q, c, x, e);
	if (!rc) rc = lu__pasts(q, c, past, e);
	if (!rc) rc = lu__title_cosines(q, c, title, e);
	if (rc) return rc;
	most = most_of(x, c->n, LU_FEATURE_phrase).first;
	for (size_t i = 0; i < c->n; i++) {
		x[i][LU_FEATURE_placed] = placed(named, c->v[i].id);
		x[i][LU_FEATURE_history] = (1 - most) * past[i].words;
		x[i][LU_FEATURE_title_vector] = title[i];
		x[i][LU_FEATURE_bm25_rank] = place_of(&c->v[i].stage[LU_STAGE_BM25]);
		x[i][LU_FEATURE_vector_rank] = place_of(&c->v[i].stage[LU_STAGE_VECTOR]);
		x[i][LU_FEATURE_recent] = past[i].recent;
		x[i][LU_FEATURE_cochanged] = past[i].together;
	}
	if ((rc = mend_place(q, c, named, x, e))) return rc;
	if ((rc = place_copied(q, c, x, e))) return rc;
	add_shares(x, c->n);
	add_question(q, class, x, c->n);
	return LU_OK;
}

/* How much less tests count than the fit says: the sets that it is fitted to are of folders of sources, which have few tests. */
#define TEST .7f

/* What says the opposite of what is asked is the answer a ninth as often as others of the first ten (plain questions of the training
 * repositories), but too rare for the fit to dare that. What is for its own file or class alone is set back when it was not asked
 * for by its name: on validation questions that costs and gains nothing, and people ask for what they can use. */
#define OPPOSITE 1.2f
#define OWN      .4f

/* How much less tests, and documents and data, count as an answer to a report: many words make all features large, and what
 * they are is one feature. */
#define REPORT_TEST  1.5f
#define REPORT_PROSE 3.0f

/* How much less tests count that expect a message which what they test says nearly as they do: who has read it wants to know where it
 * comes from. */
#define EXPECTS 2.2f
#define AS_THEY .6f

/* What a candidate is set back by whose place the question does not name. A report is a title with more below. */
static float set_back(const lu__query *q, const float *x, float told)
{
	bool expects = told > 0 && told >= AS_THEY * x[LU_FEATURE_said];

	if (x[LU_FEATURE_placed] > 0) return 0;
	if (!q->question.apart)
		return (expects ? EXPECTS : TEST) * x[LU_FEATURE_in_tests] + OPPOSITE * x[LU_FEATURE_opposite] +
		       OWN * x[LU_FEATURE_own] * (1 - x[LU_FEATURE_query_symbol]);
	return REPORT_TEST * x[LU_FEATURE_in_tests] + REPORT_PROSE * x[LU_FEATURE_in_prose];
}

/* ---- all of it ---- */

/* The file of each candidate, when hits are files; otherwise *out stays NULL. */
static lu_code files_of(lu__query *q, const lu__candidates *c, const uint32_t **out, lu_err *e)
{
	const lu_docs *d = lu_postings_docs(q->r->post);
	uint32_t *file;

	if (!q->o->by_file) return LU_OK;
	if (!(file = lu_arena_calloc(&q->scratch, c->n + 1, sizeof *file))) return lu_nomem(e);
	for (size_t i = 0; i < c->n; i++) {
		uint32_t doc = lu_postings_doc(q->r->post, c->v[i].id);

		file[i] = doc == UINT32_MAX ? UINT32_MAX : d->file[doc];
	}
	*out = file;
	return LU_OK;
}

/* Who gives a place and nothing else wants what is there. It is the whole module where no element of its own has the line,
 * and to the reranker a module is a long text with few of the words. */
static void put_first(lu__candidates *c, float (*x)[LU_FEATURES])
{
	double best = 0;

	for (size_t i = 0; i < c->n; i++)
		if (!i || c->v[i].score > best) best = c->v[i].score;
	for (size_t i = 0; i < c->n; i++) {
		double most = best + x[i][LU_FEATURE_placed];

		if (x[i][LU_FEATURE_placed] <= 0 || c->v[i].score > best) continue;
		c->v[i].hidden += (float)(most - c->v[i].score);
		c->v[i].score = most;
	}
}

/* What failed is what the frame names, whatever says the message behind it, where what stands on its line has that name. */
static lu_code put_frame_first(lu__query *q, lu__candidates *c, const lu__located *named, float (*x)[LU_FEATURES],
			       lu_err *e)
{
	const lu__located_one *at = named->n ? &named->v[0] : NULL;
	size_t best = 0, there = SIZE_MAX;
	double above;
	lu_brief b;
	lu_code rc;

	if (!at || !at->by_line || !at->name.n) return LU_OK;
	for (size_t i = 0; i < c->n; i++) {
		if (c->v[i].score > c->v[best].score) best = i;
		if (c->v[i].id == at->id) there = i;
	}
	if (there == SIZE_MAX || there == best) return LU_OK;
	if (x[best][LU_FEATURE_placed] >= x[there][LU_FEATURE_placed]) return LU_OK; /* the line was mended */
	rc = lu_store_brief(q->r->store, at->id, &q->scratch, &b, e);
	if (rc) return rc == LU_ENOENT ? LU_OK : rc;
	if (!lu_str_eq(lu_simple_name(b.name), at->name)) return LU_OK;
	above = c->v[best].score + FRAME_STEP - c->v[there].score;
	c->v[there].hidden += (float)above;
	c->v[there].score += above;
	return LU_OK;
}

static lu_code reorder(lu__query *q, lu__candidates *c, lu_err *e)
{
	lu__located *named = lu_arena_calloc(&q->scratch, 1, sizeof *named);
	size_t n = pool(c);
	lu__candidates head;
	float(*x)[LU_FEATURES], *hidden;
	lu_code rc = named ? lu__locate(q, named, e) : lu_nomem(e);
	lu_query_shape shape;
	const uint32_t *file = NULL;
	double least = 0;
	float told;

	if (!rc) rc = admit(q, named, c, &n, e);
	if (rc) return rc;
	head = (lu__candidates){ .v = c->v, .n = n };
	x = lu_arena_calloc(&q->scratch, head.n + 1, sizeof *x);
	hidden = lu_arena_calloc(&q->scratch, head.n + 1, sizeof *hidden);
	rc = x && hidden ? lu_classify(q->text, &q->scratch, &shape, e) : lu_nomem(e);
	if (!rc) rc = files_of(q, &head, &file, e);
	if (!rc) rc = describe(q, &head, named, shape.query_class, x, e);
	if (rc) return rc;
	q->reranked = true;
	q->query_class = shape.query_class;
	lu__hidden(q->o->by_file, x, head.n, hidden);
	told = told_by_source(x, head.n);
	for (size_t i = 0; i < head.n; i++) {
		double score = 0;

		for (int f = 0; f < LU_FEATURES; f++) score += (double)(weight[f][q->o->by_file] * x[i][f]);
		c->v[i].hidden = hidden[i] - set_back(q, x[i], told);
		c->v[i].score = score + (double)c->v[i].hidden;
		c->v[i].features = x[i];
		if (c->v[i].score < least) least = c->v[i].score;
	}
	lu__keep_sure(&head, x, file);
	if (named->alone) put_first(&head, x);
	else if ((rc = put_frame_first(q, &head, named, x, e))) return rc;
	for (size_t i = head.n; i < c->n; i++) c->v[i].score = least - (double)(i - head.n + 1);
	if ((rc = lu__candidates_sort(q, &head, LU_STAGE_RERANK, e))) return rc;
	memcpy(c->v, head.v, head.n * sizeof *c->v);
	lu__candidates_rank(c, LU_STAGE_RERANK);
	return LU_OK;
}

lu_code lu__rerank(lu__query *q, lu__candidates *c, lu_err *e)
{
	double start = lu__clock(q);
	lu_code rc = reorder(q, c, e);

	lu__spent(q, LU_TIME_RERANK, start);
	return rc;
}
