/* SPDX-License-Identifier: MIT
 * From a query to ranked hits: the terms, the strategy, the order. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/sorting.h"
#include "core/file.h"
#include "core/ascii.h"
#include "retrieve/rank.h"

void lu_query_options_init(lu_query_options *o)
{
	*o = (lu_query_options){ .k = 10,
				 .rrf_k = 60,
				 .vector_top_k = 10,
				 .similarity_threshold = 0.5,
				 .graph_expansion_depth = 1,
				 .max_expansion_nodes = 50,
				 .max_augmented_chunks = 5,
				 .vector_scan_max = 150000,
				 .include_graph_context = true,
				 .correct = true,
				 .translate = true };
}

static lu_code make_room(lu_retriever *r, lu_err *e)
{
	size_t n = lu_postings_docs(r->post)->n;

	r->score = calloc(n + 1, sizeof *r->score);
	r->member = calloc(n + 1, sizeof *r->member);
	r->users = calloc(n + 1, sizeof *r->users);
	return r->score && r->member && r->users ? LU_OK : lu_nomem(e);
}

static lu_code differs(const lu_retriever *r, lu_err *e)
{
	const char *own = lu_embedder_model(r->m);

	if (lu_str_eqz(r->kb.model, own))
		return lu_fail(e, LU_EUSAGE,
			       "the stored vectors of model '%s' have %lld components, not %zu: run 'lucus embed'", own,
			       (long long)r->kb.dim, lu_embedder_dim(r->m));
	return lu_fail(e, LU_EUSAGE, "the stored vectors are of model '%.*s', not '%s': run 'lucus embed'",
		       LU_FMT(r->kb.model), own);
}

lu_code lu_retriever_open(lu_store *s, lu_embedder *m, lu_retriever **out, lu_err *e)
{
	lu_retriever *r = calloc(1, sizeof *r);
	lu_code rc;

	if (!r) return lu_nomem(e);
	r->store = s;
	r->m = m;
	lu__terms_drop(r);
	rc = lu_store_kb(s, false, &r->arena, &r->kb, e);
	if (!rc && m && r->kb.model.n && !lu_embedder_suits(m, r->kb.model, r->kb.dim)) rc = differs(r, e);
	if (!rc) rc = lu__support_read(r, e);
	if (!rc) rc = lu_postings_open(s, &r->post, e);
	if (!rc) rc = lu_stemmer_new(&r->stemmer, e);
	if (!rc) rc = lu_table_builtin(&r->known, e);
	if (!rc) rc = lu__files_make(s, lu_postings_docs(r->post), &r->files, e);
	if (!rc) rc = make_room(r, e);
	if (rc) {
		lu_retriever_close(r);
		return rc;
	}
	*out = r;
	return LU_OK;
}

void lu_retriever_share(lu_retriever *r, lu_vector_pool *pool)
{
	r->pool = pool;
}

void lu_retriever_close(lu_retriever *r)
{
	if (!r) return;
	if (r->post) lu__adjacent_drop(r);
	free(r->adjacent);
	lu__terms_drop(r);
	lu_postings_close(r->post);
	lu_stemmer_free(r->stemmer);
	lu_table_close(r->known);
	lu__files_free(&r->files);
	lu_vectors_free(r->vectors);
	free(r->history);
	free(r->score);
	free(r->member);
	free(r->users);
	lu_arena_free(&r->arena);
	lu_arena_free(&r->scratch);
	free(r);
}

lu_str lu_result_text(const lu_result *r, lu_str query)
{
	if (r->corrected.n) return r->corrected.text;
	return r->translated.text.n ? r->translated.text : query;
}

void lu_result_free(lu_result *r)
{
	lu_arena_free(&r->arena);
	*r = (lu_result){ 0 };
}

lu_code lu_query_check(lu_str query, lu_err *e)
{
	size_t n = 0;

	if (!lu_utf8_valid(query)) return lu_fail(e, LU_EUSAGE, "the query is not UTF-8");
	for (size_t i = 0; i < query.n; i++) n += ((unsigned char)query.s[i] & 0xc0) != 0x80;
	if (n > LU_QUERY_MAX)
		return lu_fail(e, LU_EUSAGE, "the query has %zu characters, more than %d", n, LU_QUERY_MAX);
	if (!lu_str_trim(query).n) return lu_fail(e, LU_EUSAGE, "the query is empty");
	return LU_OK;
}

static void judge(const lu__query *q, lu_result *r)
{
	double first = r->n ? r->v[0].score : 0, second = r->n > 1 ? r->v[1].score : first - LU__ALONE;

	for (size_t i = 0; i < r->n && q->reranked; i++)
		r->v[i].relevance =
			lu__relevance(q->o->by_file, q->query_class, r->v[i].score, r->v[i].rank, first, second);
}

/* How the graph stage has reached a hit. */
static lu_code tell_via(const lu__query *q, lu_hit *h, lu_arena *a, lu_err *e)
{
	const lu__via *v = NULL;
	lu_brief from;
	lu_code rc;

	for (size_t i = 0; i < q->n_via && !v && h->stage[LU_STAGE_GRAPH].rank; i++)
		if (q->via[i].to == h->el.id) v = &q->via[i];
	if (!v) return LU_OK;
	rc = lu_store_brief(q->r->store, v->from, a, &from, e);
	if (rc) return rc == LU_ENOENT ? LU_OK : rc;
	h->via = (lu_via){ .name = from.name, .kind = v->kind, .grade = v->grade, .in = v->in };
	memcpy(h->via.from, from.uuid, sizeof h->via.from);
	return LU_OK;
}

/* Does it give a function's parameters, "get(Key, int)"? */
static bool tells_what_it_takes(lu_str s)
{
	for (size_t i = 1; i + 1 < s.n; i++)
		if (s.s[i] == '(' && lu_is_ident(s.s[i - 1]) && lu_is_alpha(s.s[i + 1]) &&
		    memchr(s.s + i, ')', s.n - i))
			return true;
	return false;
}

/* Only the elements at the head, and those that tie with them, are loaded. */
static lu_code rank(lu__query *q, lu__candidates *c, lu_result *r, lu_err *e)
{
	bool once = q->reranked && !q->o->by_file;
	size_t k = (size_t)q->o->k, want;
	double start = lu__clock(q);
	lu_brief *el;
	lu_code rc;

	if (c->limit && c->limit < k) k = c->limit;
	want = once ? LU_ONCE_DEPTH : 2; /* the relevance of the first depends on the second */
	if (c->limit && c->limit < want) want = c->limit;
	if (want < k) want = k;
	rc = lu__candidates_head(q, c, want, q->o->by_file ? LU__KEEP_KEPT | LU__KEEP_ONE_A_FILE : LU__KEEP_KEPT,
				 &r->arena, &el, e);
	lu__spent(q, LU_TIME_READ, start);
	if (rc) return rc;
	if (!(r->v = lu_arena_calloc(&r->arena, c->n, sizeof *r->v))) return lu_nomem(e);
	for (r->n = 0; r->n < c->n; r->n++) {
		const lu__candidate *v = &c->v[r->n];
		lu_hit *h = &r->v[r->n];

		h->el = el[r->n];
		h->score = v->score;
		h->rank = (uint32_t)(r->n + 1);
		h->phrases = lu__quotes_held(q, v->id);
		memcpy(h->stage, v->stage, sizeof h->stage);
		if (v->features) memcpy(h->feature, v->features, sizeof h->feature);
		h->hidden = v->hidden;
	}
	r->overloads = tells_what_it_takes(q->text);
	if (once && (rc = lu_list_once(q->r->store, q->o, r, e))) return rc;
	judge(q, r);
	if (r->n > k) r->n = k;
	for (size_t i = 0; i < r->n && !rc; i++) rc = tell_via(q, &r->v[i], &r->arena, e);
	return rc;
}

/* Append what is new in `more` to `c`. Their scores come from deeper lists: they are moved down where they would not
 * come after. */
static lu_code append(lu__query *q, lu__candidates *c, const lu__candidates *more, lu_err *e)
{
	lu__candidate *v = lu_arena_calloc(&q->scratch, c->n + more->n, sizeof *v);
	int64_t *id = lu_arena_calloc(&q->scratch, c->n, sizeof *id);
	size_t n = c->n;
	double down, least;

	if (!v || !id) return lu_nomem(e);
	for (size_t i = 0; i < c->n; i++) {
		v[i] = c->v[i];
		id[i] = v[i].id;
	}
	if (c->n) qsort(id, c->n, sizeof *id, lu_int64_order);
	for (size_t i = 0; i < more->n; i++)
		if (!c->n || !bsearch(&more->v[i].id, id, c->n, sizeof *id, lu_int64_order)) v[n++] = more->v[i];
	least = c->n ? v[c->n - 1].score : DBL_MAX;
	down = n > c->n && v[c->n].score >= least ? v[c->n].score - least + fabs(least) * 1e-9 + 1e-12 : 0;
	for (size_t i = c->n; i < n; i++) v[i].score -= down;
	*c = (lu__candidates){ .v = v, .n = n, .limit = c->limit };
	return LU_OK;
}

static lu_code run(lu__query *q, const lu__strategy *s, lu__candidates *out, lu_err *e)
{
	lu_code rc = s->run(q, out, e);

	return rc ? rc : lu__quotes_first(q, out, e);
}

/* Few want more than what is near the head of the lists; who does gets what follows it as well. */
static lu_code find(lu__query *q, const lu__strategy *s, lu_result *r, lu_err *e)
{
	lu__candidates found = { 0 }, head, more = { 0 };
	lu_code rc = run(q, s, &found, e);

	if (rc) return rc;
	head = found;
	if (!(head.v = lu_arena_calloc(&q->scratch, found.n, sizeof *head.v))) return lu_nomem(e);
	if (found.n) memcpy(head.v, found.v, found.n * sizeof *head.v);
	rc = rank(q, &head, r, e);
	if (rc || !q->cut || q->depth >= LU_K_MAX || (int64_t)r->n >= q->o->k || (found.limit && r->n >= found.limit))
		return rc;
	q->depth = LU_K_MAX;
	rc = run(q, s, &more, e);
	if (!rc) rc = append(q, &found, &more, e);
	return rc ? rc : rank(q, &found, r, e);
}

/* A provider over the network is called before it is decided what runs. What can not be had is not requested again
 * soon: a question has parts, and the next one follows. */
static lu_code settle(lu__query *q, const lu_strategy_info **s, lu_result *res, lu_err *e)
{
	lu_retriever *r = q->r;
	lu_err why = { LU_OK, "" };
	double start;
	lu_code rc;

	if (*r->lost && lu_now() - r->lost_at > LU_LOST_SECONDS) r->lost[0] = '\0';
	rc = lu_strategy_resolve(r, q->o->strategy, s, res->fallback, e);
	res->transient = *r->lost && *res->fallback;
	if (rc || !(*s)->needs_vectors || !lu_embeds_remotely(r->m)) return rc;
	if (!(q->vector = lu_arena_calloc(&q->scratch, lu_embedder_dim(r->m), sizeof *q->vector))) return lu_nomem(e);
	start = lu__clock(q);
	rc = lu_embed_query(r->m, q->text, NULL, NULL, q->vector, &why);
	lu__spent(q, LU_TIME_VECTOR, start);
	if (rc != LU_ENET) return rc ? lu_fail(e, rc, "%s", why.msg) : LU_OK;
	snprintf(r->lost, sizeof r->lost, "the question could not be embedded: %.150s", why.msg);
	r->lost_at = lu_now();
	res->transient = true;
	return lu_strategy_resolve(r, q->o->strategy, s, res->fallback, e);
}

/* The terms of the question, as it was meant. What was pasted is full of words of another world, which are no slips. */
static lu_code read_terms(lu__query *q, lu_result *res, lu_err *e)
{
	lu_code rc = q->o->translate ? lu__read_as_english(q->r, q->text, &res->arena, &res->translated, e) : LU_OK;

	if (!rc && res->translated.text.n) {
		rc = lu__question_of(q->r, res->translated.text, &q->scratch, &q->question, e);
		q->text = q->question.text;
	}
	if (!rc) rc = lu__terms_read(&q->terms, q->r, &q->question, &q->scratch, e);
	if (!rc && q->o->correct && !q->question.apart)
		rc = lu__correct(&q->terms, q->text, &res->arena, &res->corrected, e);
	if (!rc && res->corrected.n) rc = lu__question_of(q->r, res->corrected.text, &q->scratch, &q->question, e);
	if (rc || !res->corrected.n) return rc;
	q->text = q->question.text;
	return lu__terms_read(&q->terms, q->r, &q->question, &q->scratch, e);
}

lu_code lu_retrieve(lu_retriever *r, lu_str query, const lu_query_options *o, lu_result *out, lu_err *e)
{
	lu__query q = { .r = r, .o = o, .scratch = r->scratch };
	lu_result res = { 0 };
	const lu_strategy_info *s;
	double start = lu_now(), words;
	lu_code rc;

	if ((rc = lu_query_check(query, e)) || (rc = lu__options_check(o, e))) return rc;
	q.depth = o->candidates ? (size_t)o->candidates : lu__filters(o) ? LU__FILTER_DEPTH : LU__DEPTH;
	rc = lu__question_of(r, query, &q.scratch, &q.question, e);
	q.text = q.question.text;
	if (!rc) rc = settle(&q, &s, &res, e);
	if (!rc) rc = lu__filter_read(&q.filter, o, &q.scratch, e);
	words = lu__clock(&q);
	if (!rc) rc = read_terms(&q, &res, e);
	if (!rc) rc = lu__terms_held(&q.terms, &res.arena, &res.terms, e);
	if (!rc) rc = lu__terms_unmatched(&q.terms, &res.arena, &res.unmatched, e);
	lu__spent(&q, LU_TIME_BM25, words);
	q.held = res.terms;
	if (!rc) rc = lu__quotes_read(q.text, &res.arena, &res.quoted, e);
	if (!rc) rc = lu__quotes_find(&q, &res.quoted, e);
	/* without a known word there is nothing to be near to, unless a model knows what it means */
	if (!rc && (q.held.n || q.vector)) rc = find(&q, lu__strategy_find(s->name), &res, e);
	lu__known_lines(q.text, &res);
	r->again = true;
	lu__terms_end(r);
	lu_arena_clear(&q.scratch);
	r->scratch = q.scratch;
	if (rc) {
		lu_result_free(&res);
		return rc;
	}
	res.strategy = s->name;
	res.seconds = lu_now() - start;
	*out = res;
	return LU_OK;
}
