/* SPDX-License-Identifier: MIT
 * From a question to its expansion. */
#include "lucus/expand.h"

#include <math.h>

#include "expand/expand.h"
#include "core/file.h"
#include "core/range.h"

#define SEEDS_OF 5   /* elements that one entity may mean and that are left */
#define UNSURE   .5  /* an entity below that is passed over when nothing bears its name */
#define WARNING  400 /* bytes of names that are not found */

void lu_expand_options_init(lu_expand_options *o)
{
	*o = (lu_expand_options){ .max_hops = 2, .max_entities = 50 };
}

static lu_code check(lu_str query, bool required, const lu_expand_options *o, lu_err *e)
{
	lu_code rc = lu_check_range("max_hops", o->max_hops, 1, LU_HOPS_MAX, e);

	if (!rc) rc = lu_check_range("max_entities", o->max_entities, 1, LU_EXPAND_ENTITIES_MAX, e);
	return rc || (!required && !query.n) ? rc : lu_query_check(query, e);
}

/* Work on an expansion. */
typedef struct work {
	lu_store *s;
	lu_expansion *x;
	lu__namer m;
	lu_buf missing, said;
} work;

/* ---- what is meant ---- */

static lu_code add_node(work *w, const lu_brief *el, double score, lu_err *e)
{
	lu_expanded *v;

	for (size_t i = 0; i < w->x->n_seed; i++) {
		if (w->x->node[i].el.id != el->id) continue;
		if (score > w->x->node[i].score) w->x->node[i].score = score;
		return LU_OK;
	}
	if (!(v = lu_arena_grow(&w->x->arena, w->x->node, w->x->n_seed, sizeof *v))) return lu_nomem(e);
	w->x->node = v;
	v[w->x->n_seed++] = (lu_expanded){ .el = *el, .score = score };
	w->x->n_node = w->x->n_seed;
	return LU_OK;
}

/* The less sure what is meant, the less each candidate counts. */
static lu_code add_nodes(work *w, const lu_original *o, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < o->n && i < SEEDS_OF && !rc; i++) {
		if (i && o->v[i].score < .5 * o->v[0].score) break;
		rc = add_node(w, &o->v[i].el, o->entity.confidence * o->v[i].score / sqrt((double)(i + 1)), e);
	}
	return rc;
}

static void miss(work *w, const lu_entity *x)
{
	static const bool named[LU_ENTITY_KINDS] = { [LU_ENTITY_IDENTIFIER] = true,
						     [LU_ENTITY_PATH] = true,
						     [LU_ENTITY_QUOTED] = true,
						     [LU_ENTITY_HIT] = true,
						     [LU_ENTITY_GIVEN] = true };

	if (!named[x->kind] || w->missing.len > WARNING) return;
	lu_buf_addf(&w->missing, "%s%.*s", w->missing.len ? ", " : "", LU_FMT(x->text));
}

static lu_code keep(work *w, const lu_original *o, lu_err *e)
{
	lu_original *v = lu_arena_grow(&w->x->arena, w->x->original, w->x->n_original, sizeof *v);

	if (!v) return lu_nomem(e);
	if (!o->n) miss(w, &o->entity);
	w->x->original = v;
	v[w->x->n_original++] = *o;
	return add_nodes(w, o, e);
}

static lu_code add_original(work *w, const lu_entity *x, lu_err *e)
{
	lu_original o = { .entity = *x };
	lu_code rc = lu__meant(&w->m, x->text, &o.v, &o.n, &o.total, e);

	if (rc || (!o.n && x->confidence < UNSURE)) return rc;
	return keep(w, &o, e);
}

static bool is_sure(const lu__tokens *t)
{
	for (size_t i = 0; i < t->n_entity; i++)
		if (t->entity[i].confidence >= LU_SURE) return true;
	return false;
}

/* A step has ended that began at `start`, and came to `n`. */
static void note(work *w, lu_expand_step s, double start, size_t n)
{
	w->x->step[s].seconds = lu_now() - start;
	w->x->step[s].n = n;
}

static lu_code add_given(work *w, const lu_expand_options *o, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < o->n_given && !rc; i++) {
		lu_original v;

		rc = lu__given_meant(&w->m, &o->given[i], &v, e);
		if (!rc) rc = keep(w, &v, e);
	}
	return rc;
}

static lu_code extract(work *w, lu_str query, const lu_expand_options *o, lu__tokens *t, lu_err *e)
{
	double start = lu_now();
	size_t n;
	lu_code rc = lu__tokens_read(query, &w->x->arena, t, e);

	if (!rc) rc = lu__synonyms_in(&w->m, query, t, e);
	if (!rc) rc = lu__known_names(&w->m, t, e);
	n = t->n_entity;
	note(w, LU_STEP_EXTRACT, start, n + o->n_given);
	if (rc || !o->chat || is_sure(t)) return rc;
	start = lu_now();
	rc = lu__model_ask(&w->m, o->chat, query, t, &w->said, e);
	note(w, LU_STEP_MODEL, start, t->n_entity - n);
	return rc;
}

static lu_code find_entities(work *w, lu_str query, const lu_expand_options *o, lu_err *e)
{
	lu__tokens t = { 0 };
	double start;
	lu_code rc = extract(w, query, o, &t, e);

	if (rc) return rc;
	start = lu_now();
	lu__entities_sort(&t, query);
	rc = add_given(w, o, e);
	for (size_t i = 0; i < t.n_entity && !rc; i++) rc = add_original(w, &t.entity[i], e);
	note(w, LU_STEP_RESOLVE, start, w->x->n_seed);
	return rc;
}

/* ---- expanding ---- */

static lu_code begin(work *w, lu_store *s, lu_expansion *x, lu_err *e)
{
	*w = (work){ .s = s, .x = x, .m = { .store = s, .a = &x->arena }, .missing = LU_BUF, .said = LU_BUF };
	w->m.said = &w->said;
	for (size_t i = 0; i < LU_EXPAND_STEPS; i++) x->step[i].seconds = -1;
	return lu_stemmer_new(&w->m.stemmer, e);
}

static lu_code warn(work *w, lu_err *e)
{
	lu_buf b = LU_BUF;
	lu_code rc = LU_OK;

	if (w->said.len) lu_buf_addstr(&b, lu_buf_str(&w->said));
	if (w->missing.len) lu_buf_addf(&b, "%sno element here is called: %s", b.len ? "; " : "", w->missing.s);
	else if (!w->x->n_seed) lu_buf_addf(&b, "%sthe question names no element", b.len ? "; " : "");
	w->x->warning = lu_arena_dup(&w->x->arena, lu_buf_str(&b));
	if (b.oom || w->said.oom || w->missing.oom || !w->x->warning.s) rc = lu_nomem(e);
	lu_buf_free(&b);
	return rc;
}

static lu_code finish(work *w, lu_str query, const lu_expand_options *o, lu_code rc, lu_err *e)
{
	double start = lu_now();

	if (!rc) rc = lu__expand_near(w->s, o, w->x, e);
	note(w, LU_STEP_WALK, start, w->x->n_node - w->x->n_seed);
	start = lu_now();
	if (!rc) rc = lu__describe(w->s, query, w->x, e);
	note(w, LU_STEP_DESCRIBE, start, w->x->n_document);
	if (!rc) rc = warn(w, e);
	lu_stemmer_free(w->m.stemmer);
	lu_buf_free(&w->missing);
	lu_buf_free(&w->said);
	return rc;
}

/* Ids alone are looked up here: what else is given for one names nothing. */
static lu_code add_hit(work *w, lu_str id, size_t rank, lu_err *e)
{
	lu_original o = { .entity = { .text = id, .kind = LU_ENTITY_HIT, .confidence = 1 / (1 + .1 * (double)rank) } };
	int64_t row = 0;
	lu_code rc = lu_store_find(w->s, id, &row, e);

	if (!rc && row) rc = lu__meant(&w->m, id, &o.v, &o.n, &o.total, e);
	if (rc) return rc;
	if (o.n) o.entity.text = o.v[0].el.name;
	return keep(w, &o, e);
}

static lu_code find_hits(work *w, const lu_strs *ids, const lu_expand_options *o, lu_err *e)
{
	double start = lu_now();
	lu_code rc = add_given(w, o, e);

	for (size_t i = 0; i < ids->n && i < LU_ENTITIES && !rc; i++) rc = add_hit(w, ids->v[i], i, e);
	note(w, LU_STEP_RESOLVE, start, w->x->n_seed);
	return rc;
}

const char *lu_expand_step_name(lu_expand_step s)
{
	static const char *const name[LU_EXPAND_STEPS] = { "extract", "model", "resolve", "walk", "describe" };

	return name[s];
}

/* From the question, or, where they are given, from ids. */
static lu_code expand(lu_store *s, lu_str query, const lu_strs *ids, const lu_expand_options *o, lu_expansion *out,
		      lu_err *e)
{
	lu_expansion x = { 0 };
	double start = lu_now();
	work w;
	lu_code rc = check(query, !ids, o, e);

	if (rc) return rc;
	rc = begin(&w, s, &x, e);
	if (!rc) rc = ids ? find_hits(&w, ids, o, e) : find_entities(&w, query, o, e);
	rc = finish(&w, query, o, rc, e);
	if (rc) {
		lu_expansion_free(&x);
		return rc;
	}
	x.seconds = lu_now() - start;
	*out = x;
	return LU_OK;
}

lu_code lu_expand(lu_store *s, lu_str query, const lu_expand_options *o, lu_expansion *out, lu_err *e)
{
	return expand(s, query, NULL, o, out, e);
}

lu_code lu_expand_ids(lu_store *s, lu_str query, lu_strs ids, const lu_expand_options *o, lu_expansion *out, lu_err *e)
{
	return expand(s, query, &ids, o, out, e);
}

void lu_expansion_free(lu_expansion *x)
{
	lu_arena_free(&x->arena);
	*x = (lu_expansion){ 0 };
}
