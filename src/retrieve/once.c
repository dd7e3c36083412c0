/* SPDX-License-Identifier: MIT
 * A hit is listed once. Of two hits that lie in each other one stands for both, as of the declarations, definitions,
 * overloads and blocks of one thing, and of code and its copy the original; the other moves down. What is first stays: it
 * has earned its place by what is its own, as the code of an element is without what lies inside it. But a file always
 * yields to what it holds, which says more of where to look, and a class to the method in which the very words of the
 * question are. */
#include <stdlib.h>
#include <string.h>

#include "retrieve/once.h"

#define LOOK_AT LU_ONCE_DEPTH
#define SHOWN   5   /* what moves down because of another comes after these */
#define WORDED  .5f /* feature `phrase` of what has the question's words */
#define NAMED   .5f /* feature `definition` of what the question names as one writes it */

enum fate { STAYS, BEHIND, LAST };

struct once {
	lu_hit *v;
	size_t n;
	bool nesting;   /* what lies in another moves below it */
	bool overloads; /* of functions each is listed: the question tells which it means */
	uint8_t fate[LOOK_AT];
	uint8_t into[LOOK_AT]; /* for which it was moved down */
	uint8_t how[LOOK_AT];  /* lu_fold */
	lu__copies copies;
};

static bool lies_in(const lu_brief *x, const lu_brief *y)
{
	return x->file == y->file && x->start_line && y->start_line <= x->start_line && x->end_line <= y->end_line;
}

static bool is_file(const lu_brief *b)
{
	return !b->parent && lu_str_eqz(b->type, "module");
}

static void fall(struct once *o, size_t i, enum fate fate, lu_fold how, size_t into)
{
	o->fate[i] = (uint8_t)fate;
	o->how[i] = (uint8_t)how;
	o->into[i] = (uint8_t)into;
}

/* Each takes the place of the other, and its score. */
static void exchange(struct once *o, size_t i, size_t j)
{
	lu_hit h = o->v[i];
	double score = h.score;

	o->v[i] = o->v[j];
	h.score = o->v[i].score;
	o->v[i].score = score;
	o->v[j] = h;
}

/* The original takes the better place. */
static lu_code find_copies(struct once *o, lu_err *e)
{
	for (size_t i = 0; i < o->n; i++)
		for (size_t j = i + 1; j < o->n && o->fate[i] == STAYS; j++) {
			lu__copy c = LU__COPY_NONE;
			lu_code rc = o->fate[j] == STAYS ? lu__copy_of(&o->copies, &o->v[i], &o->v[j], &c, e) : LU_OK;

			if (rc) return rc;
			if (c == LU__COPY_NONE) continue;
			if (c == LU__COPY_FIRST) exchange(o, i, j);
			fall(o, j, LAST, LU_FOLD_COPY, i);
		}
	return LU_OK;
}

static bool is_declared(const lu_brief *b)
{
	return lu_str_eqz(b->type, "prototype");
}

static bool is_called(const lu_brief *b)
{
	return is_declared(b) || lu_type_is_called(b->type);
}

/* The name of its file, without what ends it. */
static lu_str stem_of(const lu_brief *b)
{
	return lu_str_before_first(lu_str_after_last(b->path, '/'), '.');
}

/* "wheel.c" and "wheel_private.h" */
static bool starts(const lu_brief *x, const lu_brief *y)
{
	lu_str stem = stem_of(x), other = stem_of(y);

	return stem.n <= other.n && !memcmp(stem.s, other.s, stem.n);
}

/* Are both of one thing, as they have one name: a declaration and what it declares, overloads, blocks of a type? In another
 * folder another thing may have the name, unless it is the header of that file. */
static bool is_same(const lu_brief *x, const lu_brief *y)
{
	if (!lu_str_eq(x->name, y->name) || is_called(x) != is_called(y)) return false;
	if (x->file == y->file) return true;
	if (is_declared(x) != is_declared(y) && (starts(x, y) || starts(y, x))) return true;
	return (is_declared(x) != is_declared(y) || lu_str_eq(x->language, y->language)) &&
	       lu_str_eq(lu_str_before_last(x->path, '/'), lu_str_before_last(y->path, '/'));
}

/* Does it say less of the thing than its definition: a declaration, a macro in its place, what adds to a type? */
static bool is_lesser(const lu_brief *b)
{
	return is_declared(b) || lu_str_eqz(b->type, "macro") || lu_str_eqz(b->type, "impl") ||
	       lu_str_eqz(b->type, "extension");
}

static void fold_same(struct once *o)
{
	for (size_t i = 0; i < o->n; i++)
		for (size_t j = i + 1; j < o->n && o->fate[i] == STAYS; j++) {
			if (o->fate[j] != STAYS || !is_same(&o->v[i].el, &o->v[j].el)) continue;
			if (o->overloads && is_called(&o->v[j].el)) continue;
			fall(o, j, BEHIND, LU_FOLD_SAME, i);
			if (!is_lesser(&o->v[i].el) || is_lesser(&o->v[j].el)) continue;
			exchange(o, i, j);
			j = i; /* what was not of the lesser one may be of this */
		}
}

/* Does the question mean `x`, by what it quotes, its place or its name, and not `y`, which lies in it? */
static bool asked_for(const lu_hit *x, const lu_hit *y)
{
	const float *f = x->feature, *g = y->feature;

	if (x->phrases != y->phrases) return x->phrases > y->phrases;
	if (f[LU_FEATURE_placed] != g[LU_FEATURE_placed]) return f[LU_FEATURE_placed] > g[LU_FEATURE_placed];
	return f[LU_FEATURE_definition] >= NAMED && f[LU_FEATURE_definition] > g[LU_FEATURE_definition];
}

/* Are the question's words in `y`, and in `x`, which holds it, only because of that? */
static bool worded_within(const lu_hit *x, const lu_hit *y)
{
	return lies_in(&y->el, &x->el) && y->feature[LU_FEATURE_phrase] >= WORDED && x->feature[LU_FEATURE_phrase] <= 0;
}

static void nest(struct once *o, size_t j)
{
	const lu_hit *y = &o->v[j];

	for (size_t i = 0; i < j && o->fate[j] == STAYS; i++) {
		const lu_hit *x = &o->v[i];

		if (o->fate[i] != STAYS || (!lies_in(&x->el, &y->el) && !lies_in(&y->el, &x->el))) continue;
		if (is_file(&x->el) && !is_file(&y->el) && !asked_for(x, y)) fall(o, i, LAST, LU_FOLD_INSIDE, j);
		else if (is_file(&y->el) && !asked_for(y, x)) fall(o, j, LAST, LU_FOLD_INSIDE, i);
		else if (worded_within(x, y) && !asked_for(x, y)) fall(o, i, BEHIND, LU_FOLD_INSIDE, j);
		else if (lies_in(&y->el, &x->el) || !asked_for(y, x)) fall(o, j, BEHIND, LU_FOLD_INSIDE, i);
	}
}

/* ---- the new order ---- */

static size_t take(const struct once *o, enum fate fate, size_t *order, size_t n, size_t from, size_t most)
{
	for (size_t i = from; i < o->n && n < most; i++)
		if (o->fate[i] == fate) order[n++] = i;
	return n;
}

/* The first that stay; then the others and what was moved down, as they were; then the last. */
static void arrange(const struct once *o, size_t order[LOOK_AT])
{
	size_t n = take(o, STAYS, order, 0, 0, SHOWN), after = n ? order[n - 1] + 1 : 0;

	for (size_t i = 0; i < o->n; i++)
		if (o->fate[i] == BEHIND || (o->fate[i] == STAYS && i >= after)) order[n++] = i;
	take(o, LAST, order, n, 0, o->n);
}

/* Has `j` fallen behind because of `i`? A copy belongs to its original, wherever that is; else who stands for it may
 * have fallen behind another. */
static bool stands_for(const struct once *o, size_t i, size_t j)
{
	if (o->fate[j] == STAYS) return false;
	if (o->how[j] == LU_FOLD_COPY) return o->into[j] == i;
	do j = o->into[j];
	while (o->fate[j] != STAYS && o->how[j] != LU_FOLD_COPY);
	return j == i;
}

/* By place, what holds others before them: the same whatever order they were found in. */
static int by_place(const void *a, const void *b)
{
	const lu_brief *x = &((const lu_folded *)a)->el, *y = &((const lu_folded *)b)->el;
	int c = lu_str_cmp(x->path, y->path);

	if (c) return c;
	if (x->start_line != y->start_line) return x->start_line < y->start_line ? -1 : 1;
	if (x->end_line != y->end_line) return x->end_line > y->end_line ? -1 : 1;
	return strcmp(x->uuid, y->uuid);
}

static lu_code tell_folded(const struct once *o, size_t i, lu_arena *a, lu_hit *h, lu_err *e)
{
	lu_folded *c;
	size_t n = 0;

	for (size_t j = 0; j < o->n; j++) n += stands_for(o, i, j);
	h->folded = NULL;
	h->n_folded = n;
	if (!n) return LU_OK;
	if (!(h->folded = c = lu_arena_calloc(a, n, sizeof *c))) return lu_nomem(e);
	for (size_t j = 0, k = 0; j < o->n; j++)
		if (stands_for(o, i, j)) c[k++] = (lu_folded){ o->v[j].el, (lu_fold)o->how[j] };
	qsort(c, n, sizeof *c, by_place);
	return LU_OK;
}

static lu_code write_back(const struct once *o, lu_result *r, lu_err *e)
{
	lu_hit *v = lu_arena_calloc(&r->arena, r->n, sizeof *v);
	size_t order[LOOK_AT];

	if (!v) return lu_nomem(e);
	arrange(o, order);
	for (size_t i = 0; i < r->n; i++) {
		v[i] = i < o->n ? o->v[order[i]] : r->v[i];
		v[i].rank = (uint32_t)(i + 1);
		if (i && v[i].score > v[i - 1].score) v[i].score = v[i - 1].score;
		v[i].n_folded = 0;
		if (i < o->n) {
			lu_code rc = tell_folded(o, order[i], &r->arena, &v[i], e);

			if (rc) return rc;
		}
	}
	r->v = v;
	return LU_OK;
}

static bool reranked(const lu_result *r)
{
	for (size_t i = 0; i < r->n && i < LOOK_AT; i++)
		if (r->v[i].stage[LU_STAGE_RERANK].rank || r->v[i].stage[LU_STAGE_REMOTE].rank) return true;
	return false;
}

lu_code lu_list_once(lu_store *s, const lu_query_options *q, lu_result *r, lu_err *e)
{
	struct once o = { .copies.store = s,
			  .n = r->n < LOOK_AT ? r->n : LOOK_AT,
			  .nesting = !q->types.n,
			  .overloads = r->overloads };
	lu_hit own[LOOK_AT];
	lu_code rc;

	if (q->by_file || r->n < 2 || !reranked(r)) return LU_OK;
	memcpy(own, r->v, o.n * sizeof *own);
	o.v = own;
	rc = find_copies(&o, e);
	for (size_t j = 1; j < o.n && !rc && o.nesting; j++)
		if (o.fate[j] == STAYS) nest(&o, j);
	if (!rc) fold_same(&o);
	if (!rc) rc = write_back(&o, r, e);
	lu_arena_free(&o.copies.a);
	return rc;
}
