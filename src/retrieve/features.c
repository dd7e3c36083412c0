/* SPDX-License-Identifier: MIT
 * What is known of each candidate: how the query's terms match it, its file, and the other elements of its file. All of
 * it comes from the postings of the query's terms, in one pass over them. */
#include <math.h>
#include <stdlib.h>

#include "retrieve/implied.h"
#include "core/sorting.h"
#include "retrieve/matching.h"

#define FALL        0.7f /* each less than the one before */
#define NAME_WORDS  12   /* names with more are sentences */
#define GRAPH_PARTS 0x1p32
#define NAMES_READ  256 /* candidates whose names are compared, letter by letter, with the query's identifiers */

static void free_matching(struct matching *m)
{
	for (size_t i = 0; i < m->n_member; i++) m->member_of[m->member[i].doc] = 0;
	free(m->file);
	free(m->slot);
	free(m->member);
}

/* The number of the member that is `doc`; SIZE_MAX: out of memory. */
static size_t member_of(struct matching *m, uint32_t doc)
{
	struct member *v = m->member;

	if (m->member_of[doc]) return m->member_of[doc] - 1;
	if (m->n_member == m->cap_member) {
		size_t cap = m->cap_member ? 2 * m->cap_member : 1024;

		if (!(v = realloc(v, cap * sizeof *v))) return SIZE_MAX;
		m->member = v;
		m->cap_member = cap;
	}
	v[m->n_member] = (struct member){ .doc = doc, .slot = m->file[m->d->file[doc]].slot - 1 };
	m->member_of[doc] = (uint32_t)m->n_member + 1;
	return m->n_member++;
}

/* ---- terms ---- */

/* How well a field holds a term: 1 as it is, less in another form, 0 not at all. */
static float best_form(const lu_posting *p, lu_field f)
{
	return p->exact >> f & 1 ? 1 : p->fields >> f & 1 ? LU__FORM : 0;
}

static float share(const struct matching *m, const lu__term *t, const lu_posting *p, lu_field f, float k)
{
	float tf = t->unit * (float)p->tf[f];

	return tf > 0 ? tf / (tf + k / m->plain.of[f][m->d->length[p->doc][f]]) : 0;
}

static float saturate(float tf, double k1)
{
	return tf > 0 ? tf / (tf + (float)k1) : 0;
}

/* How a candidate has a term, besides what counts for all members. */
static void add_fields(const struct matching *m, const lu__term *t, const lu_posting *p, float w, struct member *v)
{
	v->signature += w * share(m, t, p, LU_FIELD_SIGNATURE, .5f);
	v->body += w * share(m, t, p, LU_FIELD_BODY, 1.2f);
	v->literal += w * share(m, t, p, LU_FIELD_LITERAL, .5f);
	v->docs += w * share(m, t, p, LU_FIELD_DOC, .8f);
	v->covered += w * (p->exact ? 1 : LU__FORM);
	if (best_form(p, LU_FIELD_NAME) == 1) v->exact += w;
}

static lu_code add_member(struct matching *m, size_t i, const lu_posting *p, float w, lu_err *e)
{
	const lu__term *t = m->term[i];
	size_t at = member_of(m, p->doc);
	struct member *v;
	float form = best_form(p, LU_FIELD_NAME), all;

	if (at == SIZE_MAX) return lu_nomem(e);
	v = &m->member[at];
	v->term = (uint32_t)i + 1;
	v->tf = lu__tf(m->d, &m->own, t, p);
	v->own += w * saturate(v->tf, lu__bm25f_member.k1);
	v->name += w * form;
	v->words += form > 0;
	if (at >= m->n_candidate && !m->q->question.apart) return LU_OK; /* level() reads all */
	all = w * saturate(lu__tf(m->d, &m->all, t, p), lu__bm25f_element.k1);
	v->all += all;
	if (m->q->question.apart && t->share >= 1) v->title += all;
	if (at < m->n_candidate) add_fields(m, t, p, w, v);
	return LU_OK;
}

static void add_to_slot(struct slot *s, const lu_posting *p)
{
	s->doc_tf += p->tf[LU_FIELD_DOC];
	s->in_stem = fmaxf(s->in_stem, best_form(p, LU_FIELD_STEM));
	s->in_folders = fmaxf(s->in_folders, best_form(p, LU_FIELD_FOLDERS));
	s->any = fmaxf(s->any, p->exact ? 1 : LU__FORM);
}

/* `w` is the term's weight over files. */
static void end_term(struct matching *m, size_t i, float w)
{
	m->file_sum += (double)w;
	for (size_t k = 0; k < m->n_slot; k++) {
		struct slot *s = &m->slot[k];
		float length = (float)(m->d->file_words[s->file] / (m->d->mean_words + 1e-9));
		float tf = m->term[i]->unit * (float)s->doc_tf;

		if (s->any == 0) continue;
		s->words += w * s->any;
		s->docs += w * tf / (tf + 3 * (.5f + .5f * length));
		s->stem += w * (s->in_stem > 0);
		s->stem_words += s->in_stem > 0 && m->term[i]->kind != LU_TOKEN_WHOLE;
		s->folders += w * (s->in_folders > 0);
		s->doc_tf = 0;
		s->any = s->in_stem = s->in_folders = 0;
	}
}

/* A candidate that has tokens that stand for the term gets a share of what the term would give it; `df` elements have
 * them. */
static void add_implied(struct matching *m, size_t i, float p, float w, const lu_plist *l, size_t df)
{
	static const lu__term plain = { .unit = 1 };
	float idf = (float)lu__idf((double)df, (double)m->d->rows);

	w = w < idf ? w : idf;
	for (size_t k = 0; k < l->n; k++) {
		struct member *v = &m->member[m->member_of[l->v[k].doc] - 1];
		float tf, near = lu__stands(p);

		if (v->near_term != i + 1) {
			v->near = v->term == i + 1 ? 1 : 0;
			v->near_term = (uint32_t)i + 1;
		}
		if (near > v->near) {
			v->covered_near += w * (near - v->near);
			v->near = near;
		}
		if (v->term != i + 1) v->tf = 0;
		v->term = (uint32_t)i + 1;
		tf = v->tf + p * lu__tf(m->d, &m->own, &plain, &l->v[k]);
		v->implied += w * (saturate(tf, lu__bm25f_member.k1) - saturate(v->tf, lu__bm25f_member.k1));
		v->tf = tf;
		if (l->v[k].fields >> LU_FIELD_NAME & 1) v->implied_name += w * p;
	}
}

static lu_code read_implied(struct matching *m, size_t i, float w, lu_err *e)
{
	const lu__term *t = m->term[i];
	lu_implied v[LU_IMPLIED];
	size_t n = t->kind == LU_TOKEN_WHOLE ? 0 : lu__implied_of(&m->q->terms, t, v), df;
	lu_plist l = { 0 };
	lu_code rc = LU_OK;

	for (size_t k = 0; k < n && !rc; k++) {
		if (lu__terms_find(&m->q->terms, v[k].token)) continue;
		l.n = 0;
		rc = lu_postings_among(m->q->r->post, v[k].token, m->candidate, m->n_candidate, &l, &df, e);
		if (!rc) add_implied(m, i, v[k].p, w, &l, df);
	}
	lu_plist_free(&l);
	return rc;
}

static lu_code read_term(struct matching *m, size_t i, lu_err *e)
{
	const lu__term *t = m->term[i];
	double kind = lu__term_weight(t);
	float w = (float)(lu__idf((double)t->list.n, (double)m->d->rows) * kind);
	size_t files = 0;
	lu_code rc = LU_OK;

	/* what nobody holds counts for what is missing */
	m->sum += (double)w;
	m->sum_found += t->list.n ? (double)w : 0;
	if (t->share >= 1) m->title_sum += (double)w;
	for (size_t k = 0; k < t->list.n && !rc; k++) {
		const lu_posting *p = &t->list.v[k];
		struct file *f = &m->file[m->d->file[p->doc]];

		files += f->seen != i + 1;
		f->seen = (uint32_t)i + 1;
		if (!f->slot) continue;
		add_to_slot(&m->slot[f->slot - 1], p);
		rc = add_member(m, i, p, w, e);
	}
	if (!rc) rc = read_implied(m, i, w, e);
	end_term(m, i, files ? (float)(lu__idf((double)files, (double)m->d->files) * kind) : 0);
	return rc;
}

/* What the best hit for a question of one line has of its words, in the middle of many such. */
#define BEST_HAS .4

/* No element has most words of a long text: the best is to have as much of it as one would have of a short question, so
 * that what does not depend on words counts the same for both. */
static void level(struct matching *m)
{
	double most = 0;

	for (size_t i = 0; i < m->n_member; i++) most = fmax(most, (double)m->member[i].all);
	most /= BEST_HAS * (m->sum + 1e-9);
	if (most >= 1) return;
	m->sum *= most;
	m->sum_found *= most;
	m->file_sum *= most;
}

/* ---- elements of a file ---- */

/* Tokens of an identifier of several parts are its whole and its parts. */
static unsigned words_of(const lu_docs *d, uint32_t doc, lu_field f)
{
	uint32_t n = d->length_of[d->length[doc][f]];

	return n > 1 ? n - 1 : n;
}

static float precision(unsigned matched, unsigned words)
{
	if (!words || words > NAME_WORDS) return 0;
	return matched >= words ? 1 : (float)matched / (float)words;
}

static void keep_best(float v[COHERENT], float x)
{
	int i = COHERENT - 1;

	if (x <= v[i]) return;
	for (; i > 0 && v[i - 1] < x; i--) v[i] = v[i - 1];
	v[i] = x;
}

static float name_match(const struct matching *m, const struct member *v)
{
	float p = precision(v->words, words_of(m->d, v->doc, LU_FIELD_NAME));

	return p * v->name / (float)m->sum_found;
}

static void gather(struct matching *m)
{
	for (size_t i = 0; i < m->n_member; i++) {
		const struct member *v = &m->member[i];

		keep_best(m->slot[v->slot].own, v->own / (float)m->sum);
		keep_best(m->slot[v->slot].name, name_match(m, v));
	}
}

static float fall(const float v[COHERENT])
{
	float sum = 0, w = 1;

	for (int i = 0; i < COHERENT; i++, w *= FALL) sum += w * v[i];
	return sum;
}

/* ---- features ---- */

static void file_features(const struct matching *m, const struct slot *s, unsigned place, const struct member *v,
			  float *x)
{
	float sum = (float)m->file_sum;
	unsigned words = words_of(m->d, v->doc, LU_FIELD_STEM);
	float whole = precision(s->stem_words, words) == 1 ? s->stem / sum : 0;

	x[LU_FEATURE_stem] = s->stem / sum * precision(s->stem_words, words);
	x[LU_FEATURE_stem_whole] = whole;
	x[LU_FEATURE_symbol_stem] = m->symbol ? whole : 0;
	x[LU_FEATURE_folders] = s->folders / sum;
	x[LU_FEATURE_file_docs] = s->docs / sum;
	x[LU_FEATURE_file_words] = s->words / sum;
	x[LU_FEATURE_file_elements] = fall(s->own);
	x[LU_FEATURE_file_share] = s->own[0] > 0 ? v->own / (float)m->sum / s->own[0] : 0;
	x[LU_FEATURE_file_names] = fall(s->name);
	x[LU_FEATURE_referred] = s->referred / m->most_referred;
	x[LU_FEATURE_symbol_referred] = m->symbol ? s->referred / 5 : 0;
	x[LU_FEATURE_file_graph] = m->nearest_file > 0 ? (float)s->graph / (float)m->nearest_file : 0;
	x[LU_FEATURE_in_tests] = place & LU_PLACE_TEST && !m->tests;
	x[LU_FEATURE_aside] = (place & LU_PLACE_ASIDE) != 0;
	x[LU_FEATURE_in_prose] = place & LU_PLACE_PROSE && !m->prose;
	x[LU_FEATURE_file_lines] = s->lines / 7;
	x[LU_FEATURE_file_definitions] = s->definitions / 5;
}

static void element_features(const struct matching *m, const struct member *v, float *x)
{
	float found = (float)m->sum_found;
	int sort = m->d->sort[v->doc] & 15;

	x[LU_FEATURE_bm25] = v->all / (float)m->sum;
	x[LU_FEATURE_signature] = v->signature / found;
	x[LU_FEATURE_body] = v->body / found;
	x[LU_FEATURE_implied] = v->implied / (float)m->sum;
	x[LU_FEATURE_name] = v->name / found;
	x[LU_FEATURE_name_whole] = name_match(m, v);
	x[LU_FEATURE_doc] = v->docs / found;
	x[LU_FEATURE_covered] = v->covered / (float)m->sum;
	x[LU_FEATURE_covered_near] = (v->covered + v->covered_near) / (float)m->sum;
	x[LU_FEATURE_implied_name] = v->implied_name / (float)m->sum;
	x[LU_FEATURE_literal] = v->literal / found;
	x[LU_FEATURE_title_bm25] = v->title / (float)m->title_sum;
	x[LU_FEATURE_value] = sort == LU_SORT_VALUE;
	x[LU_FEATURE_prototype] = sort == LU_SORT_PROTOTYPE;
	x[LU_FEATURE_test] = sort == LU_SORT_TEST;
	x[LU_FEATURE_lines] = log1pf((float)m->d->length_of[m->d->lines[v->doc]]) / 5;
	x[LU_FEATURE_symbol_name] = m->symbol ? v->exact / found : 0;
}

/* ---- identifiers ---- */

static lu_code find_definitions(struct matching *m, const lu__candidates *c, const uint32_t *doc,
				float (*out)[LU_FEATURES], lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0, n = 0; i < c->n && n < NAMES_READ && !rc; i++) {
		const struct member *v = doc[i] == UINT32_MAX ? NULL : &m->member[m->member_of[doc[i]] - 1];
		lu_brief b;

		if (!v || v->exact == 0 || precision(v->words, words_of(m->d, doc[i], LU_FIELD_NAME)) < 1) continue;
		n++;
		rc = lu_store_brief(m->q->r->store, c->v[i].id, &m->q->scratch, &b, e);
		if (!rc) out[i][LU_FEATURE_definition] = lu__asks_by_name(m->q->text, &b);
		else if (rc == LU_ENOENT) rc = LU_OK;
	}
	return rc;
}

/* ---- all of it ---- */

static lu_code prepare(struct matching *m, lu_err *e)
{
	static const char *const tests[] = { "test", "tests", "testing", "spec", "specs", NULL };
	static const char *const prose[] = { "doc",   "docs",    "documentation", "readme",
					     "guide", "example", "examples",      NULL };
	static const double one[LU_FIELDS] = { 1, 1, 1, 1, 1, 1, 1, 1, 1 };
	lu__query *q = m->q;

	m->most_referred = log1pf((float)m->files->most_referred + 3);
	m->symbol = lu__is_one_word(q->text);
	/* what is reported at length is rarely a fault of the tests, even where it speaks of them */
	m->tests = !q->question.apart && lu__asks_for(lu__question_title(&q->question), tests);
	m->prose = lu__asks_for(lu__question_title(&q->question), prose);
	lu__norms_make(m->d, lu__bm25f_element.weight, &m->all);
	lu__norms_make(m->d, lu__bm25f_member.weight, &m->own);
	lu__norms_make(m->d, one, &m->plain);
	m->file = calloc(m->d->n_file + 1, sizeof *m->file);
	m->member_of = q->r->member;
	m->term = lu_arena_calloc(&q->scratch, q->terms.n, sizeof *m->term);
	if (!m->file || !m->term) return lu_nomem(e);
	for (size_t i = 0; i < q->terms.n; i++)
		if (q->terms.v[i].wanted) m->term[m->n_term++] = &q->terms.v[i];
	return LU_OK;
}

/* It is read once for all queries of a retriever. */
static lu_code ask_referred(const struct matching *m, uint32_t file, lu_err *e)
{
	uint32_t *at = &m->files->referred[file];
	int64_t n = 0;
	lu_code rc;

	if (*at != UINT32_MAX) return LU_OK;
	rc = lu_store_referring_files(m->q->r->store, file, &n, e);
	if (!rc) *at = n < UINT32_MAX ? (uint32_t)n : UINT32_MAX - 1;
	return rc;
}

static lu_code add_slot(struct matching *m, uint32_t file, lu_err *e)
{
	struct slot *s = &m->slot[m->n_slot++];
	lu_code rc = ask_referred(m, file, e);

	s->file = file;
	s->referred = log1pf((float)m->files->referred[file]);
	s->lines = log1pf((float)m->d->file_lines[file]);
	s->definitions = log1pf((float)m->d->file_definitions[file]);
	m->file[file].slot = (uint32_t)m->n_slot;
	return rc;
}

static void add_stages(struct matching *m, struct slot *s, const lu_stage_score *stage)
{
	double score = stage[LU_STAGE_GRAPH].score;

	s->vector = fmaxf(s->vector, (float)stage[LU_STAGE_VECTOR].score);
	s->graph += llround(score * GRAPH_PARTS);
	m->nearest = fmax(m->nearest, score);
	if (m->nearest_file < s->graph) m->nearest_file = s->graph;
}

static lu_code add_slots(struct matching *m, const lu__candidates *c, uint32_t *doc, lu_err *e)
{
	lu_code rc = LU_OK;

	if (!(m->slot = calloc(c->n + 1, sizeof *m->slot))) return lu_nomem(e);
	for (size_t i = 0; i < c->n && !rc; i++) {
		uint32_t file;

		doc[i] = lu_postings_doc(m->q->r->post, c->v[i].id);
		if (doc[i] == UINT32_MAX) continue;
		file = m->d->file[doc[i]];
		if (!m->file[file].slot) rc = add_slot(m, file, e);
		add_stages(m, &m->slot[m->file[file].slot - 1], c->v[i].stage);
		if (!rc && member_of(m, doc[i]) == SIZE_MAX) rc = lu_nomem(e);
	}
	if (rc || !(m->candidate = lu_arena_calloc(&m->q->scratch, m->n_member + 1, sizeof *m->candidate)))
		return rc ? rc : lu_nomem(e);
	m->n_candidate = m->n_member;
	for (size_t i = 0; i < m->n_member; i++) m->candidate[i] = m->member[i].doc;
	qsort(m->candidate, m->n_candidate, sizeof *m->candidate, lu_uint32_order);
	return LU_OK;
}

static void describe(const struct matching *m, const lu__candidate *c, uint32_t doc, float *x)
{
	const struct member *v;

	x[LU_FEATURE_vector] = (float)c->stage[LU_STAGE_VECTOR].score;
	if (m->nearest > 0) x[LU_FEATURE_graph] = (float)(c->stage[LU_STAGE_GRAPH].score / m->nearest);
	if (doc == UINT32_MAX) return;
	v = &m->member[m->member_of[doc] - 1];
	element_features(m, v, x);
	file_features(m, &m->slot[v->slot], m->d->sort[doc] >> 4, v, x);
	if (m->slot[v->slot].vector > 0) x[LU_FEATURE_file_lead] = x[LU_FEATURE_vector] / m->slot[v->slot].vector;
}

lu_code lu__features(lu__query *q, const lu__candidates *c, float (*out)[LU_FEATURES], lu_err *e)
{
	struct matching *m = lu_arena_calloc(&q->scratch, 1, sizeof *m);
	uint32_t *doc = lu_arena_calloc(&q->scratch, c->n, sizeof *doc);
	lu_code rc;

	if (!m || !doc) return lu_nomem(e);
	*m = (struct matching){ .q = q, .d = lu_postings_docs(q->r->post), .files = &q->r->files };
	rc = prepare(m, e);
	if (!rc) rc = add_slots(m, c, doc, e);
	for (size_t i = 0; i < m->n_term && !rc; i++) rc = read_term(m, i, e);
	if (q->question.apart) level(m);
	m->title_sum += 1e-9;
	m->sum += 1e-9;
	m->sum_found += 1e-9;
	m->file_sum += 1e-9;
	if (!rc) gather(m);
	for (size_t i = 0; i < c->n && !rc; i++) {
		memset(out[i], 0, sizeof out[i]);
		describe(m, &c->v[i], doc[i], out[i]);
	}
	if (!rc) rc = find_definitions(m, c, doc, out, e);
	free_matching(m);
	return rc;
}
