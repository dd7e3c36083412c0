/* SPDX-License-Identifier: MIT
 * From sources to an answer: what the model is sent, in which order, and what becomes of what it says. */
#include "answer/making.h"

#include <stdlib.h>

#include "core/file.h"

/* of LU_ANSWER_LOW, the most for an answer without citations, or with more false than true ones */
#define UNCITED     .9
#define UNSUPPORTED .5 /* what is left of the confidence when no name and no citation is right */

const char *lu_answer_mode_name(lu_answer_mode m)
{
	static const char *const name[LU_ANSWER_MODES] = { "compact", "refine",     "tree",      "lazy",
							   "global",  "extractive", "lazy_graph" };

	return name[m];
}

void lu_response_free(lu_response *r)
{
	lu_arena_free(&r->arena);
	*r = (lu_response){ 0 };
}

/* ---- at once ---- */

static lu_code ask_compact(lu__making *m, lu_err *e)
{
	bool lazy = m->o->mode == LU_ANSWER_LAZY;
	lu_prompt_id p = lazy ? LU_PROMPT_LAZY : LU_PROMPT_ANSWER;
	lu_code rc = lu__fit(m->src, 0, m->src->n, m->budget, e);

	if (rc) return rc;
	lu__put_sources(m->src, 0, m->src->n, m->marker, &m->data);
	if (lazy && m->o->communities) rc = lu__put_groups(m->src, m->marker, &m->more, e);
	lu__put_prompt(m, p, &m->user);
	return rc ? rc : lu__ask_last(m, p, e);
}

static lu_code ask_points(lu__making *m, lu_err *e)
{
	lu_data_block("points", m->o->points, m->marker, &m->data);
	lu__put_prompt(m, LU_PROMPT_GLOBAL_REDUCE, &m->user);
	return lu__ask_last(m, LU_PROMPT_GLOBAL_REDUCE, e);
}

/* Claims stand for the sources. */
static lu_code ask_claims(lu__making *m, lu_err *e)
{
	const lu_answer_known *k = m->o->known;

	lu_data_block("claims", k->claims, m->marker, &m->data);
	lu_data_block("the questions that have to be answered", k->subqueries, m->marker, &m->more);
	lu__put_prompt(m, LU_PROMPT_LAZY_GRAPH_ANSWER, &m->user);
	return lu__ask_last(m, LU_PROMPT_LAZY_GRAPH_ANSWER, e);
}

/* ---- what the answer is worth ---- */

static lu_code judge(lu__making *m, lu_err *e)
{
	lu_response *r = m->r;
	size_t names = 0, bad, all;
	lu_buf known = LU_BUF; /* beside the sources */
	lu_code rc;

	lu_buf_addstr(&known, m->question);
	lu_buf_addc(&known, '\n');
	lu_buf_addstr(&known, m->o->points);
	rc = known.oom ? lu_nomem(e)
		       : lu__check_names(r->text, lu_buf_str(&known), m->src, &r->arena, &r->unsupported, &names, e);
	lu_buf_free(&known);
	if (rc) return rc;
	bad = r->unsupported.n + r->removed.n;
	all = names + r->removed.n + r->n_cite;
	if (all) r->confidence *= 1 - (1 - UNSUPPORTED) * (double)bad / (double)all;
	if ((!r->n_cite || r->removed.n > r->n_cite) && r->confidence > LU_ANSWER_LOW * UNCITED)
		r->confidence = LU_ANSWER_LOW * UNCITED;
	return LU_OK;
}

/* Nobody is left to believe that the code base has what it has not, whatever the model says. */
static lu_code put_absent(lu__making *m, lu_err *e)
{
	const lu_cover *c = m->cover;

	if (!lu__says_missing(m)) return LU_OK;
	if (!c->missing.n || (!c->absent.n && c->confidence >= LU_ANSWER_LOW)) return LU_OK;
	if (c->absent.n) lu_buf_adds(&m->text, "Nothing in this code base is called");
	else lu__put_missing(c, &m->text);
	for (size_t i = 0; i < c->absent.n; i++) {
		lu_buf_adds(&m->text, i ? " or " : " ");
		lu__put_code(c->absent.v[i], &m->text);
	}
	lu_buf_adds(&m->text, c->absent.n ? ".\n\n" : "\n");
	return lu__making_tell(m, e);
}

static lu_code ask_model(lu__making *m, lu_err *e)
{
	lu_code rc = put_absent(m, e);

	m->r->mode = m->o->mode;
	m->r->model = lu_arena_dup(&m->r->arena, lu_strz(lu_chat_model(m->chat)));
	if (!rc && !m->r->model.s) rc = lu_nomem(e);
	if (rc) return rc;
	switch (m->o->mode) {
	case LU_ANSWER_REFINE: return lu__ask_refine(m, e);
	case LU_ANSWER_TREE: return lu__ask_tree(m, e);
	case LU_ANSWER_GLOBAL: return ask_points(m, e);
	case LU_ANSWER_LAZY_GRAPH: return ask_claims(m, e);
	default: return ask_compact(m, e);
	}
}

static lu_code restart(lu__making *m, lu_str why, lu_err *e)
{
	lu_code rc = m->told ? m->o->again(m->o->ctx, e) : LU_OK;

	if (rc) return rc;
	lu__citing_free(&m->cite);
	m->cite = (lu__citing)LU__CITING(m->src, &m->r->arena);
	lu_buf_reset(&m->text);
	m->told = 0;
	m->r->fallback = lu_arena_dup(&m->r->arena, why);
	return m->r->fallback.s ? LU_OK : lu_nomem(e);
}

/* The text that is known, and what it cites. */
static lu_code put_known(lu__making *m, lu_buf *out, lu_citation **cite, size_t *n, lu_err *e)
{
	lu_arena *a = &m->r->arena;
	lu__citing c = LU__CITING(m->src, a);
	lu_code rc;

	rc = lu__cite_piece(&c, m->o->known->text, true, out, e);
	if (!rc) rc = lu__cite_claims(&c, lu_buf_str(out), a, cite, n, e);
	lu__citing_free(&c);
	return rc;
}

static lu_code extract(lu__making *m, lu_err *e)
{
	lu_response *r = m->r;
	lu_buf b = LU_BUF;
	lu__item item[LU__ITEMS];
	bool known = m->o->known;
	lu_code rc;

	m->quoted = true;
	r->mode = known ? LU_ANSWER_LAZY_GRAPH : LU_ANSWER_EXTRACTIVE;
	if (!known) r->n_cite = lu__select_items(m->src, item);
	if (known) rc = put_known(m, &b, &r->cite, &r->n_cite, e);
	else rc = lu__put_items(m->src, item, r->n_cite, &b, &r->arena, &r->cite, e);
	if (!rc) rc = lu_cover_cited(m->cover, m->src, r->cite, r->n_cite, true, &r->arena, &m->cited, e);
	if (!rc) {
		if (!known) m->cited.confidence = lu__confidence(m->src, item, r->n_cite, m->cover, &m->cited);
		lu__put_head(m->src, m->cover, &m->cited, r->fallback, !m->chat && m->o->mode == LU_ANSWER_GLOBAL,
			     &m->text);
		lu_buf_addstr(&m->text, lu_buf_str(&b));
		rc = m->text.oom ? lu_nomem(e) : lu__making_tell(m, e);
	}
	lu_buf_free(&b);
	return rc;
}

static lu_code make_text(lu__making *m, lu_err *e)
{
	bool ask = m->chat && m->src->n && m->o->mode != LU_ANSWER_EXTRACTIVE && !m->o->failed.n;
	double start = lu_now();
	lu_code rc = ask ? ask_model(m, e) : LU_OK;

	m->r->times.model = ask ? lu_now() - start : -1;
	if (rc == LU_ENET || rc == LU_EFORMAT) {
		lu_err why = *e;

		rc = restart(m, lu_strz(why.msg), e);
		if (!rc) rc = extract(m, e);
	} else if (!rc && !ask) {
		if (m->o->failed.n) rc = restart(m, m->o->failed, e);
		if (!rc) rc = extract(m, e);
	}
	return rc;
}

static bool keep_list(lu_arena *a, lu_strs from, lu_strs *out)
{
	lu_err e;

	for (size_t i = 0; i < from.n; i++)
		if (lu__list_add(a, out, from.v[i], &e)) return false;
	return true;
}

/* What the answer is of. */
static lu_code keep_groups(const lu_sources *src, lu_response *r, lu_err *e)
{
	r->group = lu_arena_calloc(&r->arena, src->n_group, sizeof *r->group);
	if (!r->group) return lu_nomem(e);
	r->n_group = src->n_group;
	for (size_t i = 0; i < src->n_group; i++) {
		lu_group *x = &r->group[i];

		*x = src->group[i];
		x->name = lu_arena_dup(&r->arena, x->name);
		x->path = lu_arena_dup(&r->arena, x->path);
		x->summary = lu_arena_dup(&r->arena, x->summary);
		x->source = lu_arena_calloc(&r->arena, x->n, sizeof *x->source);
		if (!x->name.s || !x->path.s || !x->summary.s || !x->source) return lu_nomem(e);
		if (x->n) memcpy(x->source, src->group[i].source, x->n * sizeof *x->source);
	}
	return LU_OK;
}

static lu_code keep_entities(lu__making *m, lu_err *e)
{
	lu_response *r = m->r;
	const lu_sources *src = m->src;

	r->lazy = m->o->mode == LU_ANSWER_LAZY;
	if (!r->lazy) return LU_OK;
	r->entity = lu_arena_calloc(&r->arena, src->n, sizeof *r->entity);
	r->relation = lu_arena_calloc(&r->arena, src->n_relation, sizeof *r->relation);
	if (!r->entity || !r->relation) return lu_nomem(e);
	for (size_t i = 0; i < src->n; i++) {
		const lu_source *s = &src->v[i];

		r->entity[i] = (lu_lazy_entity){ .source = i + 1,
						 .type = lu_arena_dup(&r->arena, s->el.type),
						 .name = lu_arena_dup(&r->arena, s->el.name),
						 .path = lu_arena_dup(&r->arena, s->el.path),
						 .start_line = s->el.start_line,
						 .end_line = s->el.end_line,
						 .hop = s->hop,
						 .score = s->score,
						 .stale = s->stale };
		memcpy(r->entity[i].id, s->el.uuid, sizeof r->entity[i].id);
		if (!r->entity[i].type.s || !r->entity[i].name.s || !r->entity[i].path.s) return lu_nomem(e);
	}
	r->n_entity = src->n;
	if (src->n_relation) memcpy(r->relation, src->relation, src->n_relation * sizeof *r->relation);
	r->n_relation = src->n_relation;
	return keep_groups(src, r, e);
}

static lu_code make(lu__making *m, lu_err *e)
{
	lu_response *r = m->r;
	lu_code rc;

	lu__marker(m->question, m->o->known ? m->o->known->claims : m->o->points, m->src, m->marker);
	if ((rc = keep_entities(m, e)) || (rc = make_text(m, e))) return rc;
	r->text = lu_arena_dup(&r->arena, lu_buf_str(&m->text));
	if (!r->text.s) return lu_nomem(e);
	if (!m->quoted) rc = lu__cite_claims(&m->cite, r->text, &r->arena, &r->cite, &r->n_cite, e);
	if (!rc && !m->quoted)
		rc = lu_cover_cited(m->cover, m->src, r->cite, r->n_cite, false, &r->arena, &m->cited, e);
	if (rc) return rc;
	r->confidence = m->cited.confidence;
	/* an answer that cites nothing does not say what it is from */
	if (!keep_list(&r->arena, r->n_cite ? m->cited.missing : m->cover->missing, &r->missing)) return lu_nomem(e);
	if (m->quoted) return LU_OK;
	r->removed = m->cite.removed;
	return judge(m, e);
}

lu_code lu_answer_question(lu_chat *chat, lu_str question, lu_sources *src, const lu_cover *c,
			   const lu_answer_options *o, lu_response *out, lu_err *e)
{
	lu_response r = { .times = { -1, -1, -1, -1, -1 } };
	lu__making m = { .chat = chat,
			 .question = question,
			 .src = src,
			 .cover = c,
			 .o = o,
			 .r = &r,
			 .cite = LU__CITING(src, &r.arena),
			 .system = LU_BUF,
			 .user = LU_BUF,
			 .text = LU_BUF,
			 .data = LU_BUF,
			 .more = LU_BUF,
			 .budget = o->max_tokens ? o->max_tokens : LU_ANSWER_TOKENS };
	lu_err own = { 0 };
	lu_code rc = make(&m, &own);

	lu__citing_free(&m.cite);
	lu_buf_free(&m.system);
	lu_buf_free(&m.user);
	lu_buf_free(&m.text);
	lu_buf_free(&m.data);
	lu_buf_free(&m.more);
	if (rc) {
		if (e) *e = own;
		lu_response_free(&r);
		return rc;
	}
	*out = r;
	return LU_OK;
}
