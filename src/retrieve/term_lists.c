/* SPDX-License-Identifier: MIT
 * The table of a query's terms and their lists: which elements hold a term, in any of its forms. A retriever keeps the
 * lists for its next queries. */
#include <stdlib.h>

#include "lucus/hash.h"
#include "retrieve/strategy.h"

static bool is_token(const void *terms, uint32_t i, const void *token)
{
	return lu_str_eq(((const lu__term *)terms)[i].token, *(const lu_str *)token);
}

static uint32_t number_of(const lu__terms *t, lu_str token)
{
	return lu_map_find(&t->map, lu_digest64(token, 0), is_token, t->v, &token);
}

lu__term *lu__term_of(lu__terms *t, lu_str token)
{
	uint64_t hash = lu_digest64(token, 0), *slot;

	if (!lu_map_reserve(&t->map, t->a, t->n + 1)) return NULL;
	slot = lu_map_slot(&t->map, hash, is_token, t->v, &token);
	if (!*slot) {
		lu__term *v = lu_arena_grow(t->a, t->v, t->n, sizeof *v);
		lu_str copy = lu_arena_dup(t->a, token);

		if (!v || !copy.s) return NULL;
		t->v = v;
		v[t->n] = (lu__term){ .token = copy, .df = -1 };
		lu_map_set(&t->map, slot, hash, (uint32_t)t->n++);
	}
	return &t->v[lu_map_number(slot)];
}

/* ---- forms of a word ---- */

/* Counts of joined lists are multiples of 1 / EXACT, so that one of another form is a whole number, too. */
#define EXACT 20
#define OTHER ((unsigned)(EXACT * LU__FORM + .5f))

static void add_counts(lu_posting *p, const lu_posting *more, unsigned unit, bool exact)
{
	for (unsigned left = more->fields; left; left &= left - 1) {
		int f = __builtin_ctz(left);
		unsigned sum = p->tf[f] + unit * more->tf[f];

		p->tf[f] = sum < UINT16_MAX ? (uint16_t)sum : UINT16_MAX;
	}
	p->fields |= more->fields;
	if (exact) p->exact = more->fields;
}

/* Merge the documents of `l` into `all`. */
static lu_code join(lu_plist *all, const lu_plist *l, bool exact, lu_err *e)
{
	lu_plist sum = { .cap = all->n + l->n };
	unsigned unit = exact ? EXACT : OTHER;
	size_t i = 0;

	if (!l->n) return LU_OK;
	if (!(sum.v = malloc(sum.cap * sizeof *sum.v))) return lu_nomem(e);
	for (size_t j = 0; j < l->n; j++) {
		uint32_t doc = l->v[j].doc;

		while (i < all->n && all->v[i].doc < doc) sum.v[sum.n++] = all->v[i++];
		sum.v[sum.n] = i < all->n && all->v[i].doc == doc ? all->v[i++] : (lu_posting){ .doc = doc };
		add_counts(&sum.v[sum.n++], &l->v[j], unit, exact);
	}
	if (i < all->n) memcpy(sum.v + sum.n, all->v + i, (all->n - i) * sizeof *sum.v);
	sum.n += all->n - i;
	lu_plist_free(all);
	*all = sum;
	return LU_OK;
}

struct forms {
	lu__terms *t;
	lu_str token, stem;
	lu_strs found;
};

static lu_code add_form(void *ctx, lu_str token, lu_err *e)
{
	struct forms *f = ctx;
	lu_str *v;

	if (lu_str_eq(token, f->token) || !lu_str_eq(lu_stem(f->t->r->stemmer, token), f->stem)) return LU_OK;
	for (size_t i = 0; i < f->found.n; i++)
		if (lu_str_eq(f->found.v[i], token)) return LU_OK; /* of another segment */
	if (!(v = lu_arena_grow(f->t->a, f->found.v, f->found.n, sizeof *v))) return lu_nomem(e);
	f->found.v = v;
	v[f->found.n] = lu_arena_dup(f->t->a, token);
	return v[f->found.n++].s ? LU_OK : lu_nomem(e);
}

/* Irregular forms that have the stem; others are near the plain form. */
static lu_code add_irregulars(struct forms *f, lu_err *e)
{
	size_t n;
	const lu_irregular *v = lu_irregulars(&n);
	lu_code rc = LU_OK;

	for (size_t i = 0; i < n && !rc; i++)
		if (v[i].stem[0] == f->stem.s[0] && lu_str_eqz(f->stem, v[i].stem))
			rc = add_form(f, lu_strz(v[i].word), e);
	return rc;
}

/* Other words with the stem of the token. They share their beginning, but for the stem's last letter: the stem of
 * "policy" is "polici". */
static lu_code find_forms(lu__terms *t, struct forms *f, lu_err *e)
{
	const lu_irregular *own = lu_irregular_form(f->token);
	lu_str s = lu_stem(t->r->stemmer, f->token), plain = own ? lu_strz(own->plain) : f->token;
	char stem[LU_TOKEN_MAX];
	size_t shared = 0;
	lu_code rc;

	if (s.n > sizeof stem) return LU_OK;
	memcpy(stem, s.s, s.n);
	f->stem = lu_strn(stem, s.n);
	while (shared < s.n && shared < plain.n && stem[shared] == plain.s[shared]) shared++;
	if (shared == s.n && shared > 3) shared--;
	if (shared < 2 || lu_stop_word(f->token)) return LU_OK;
	rc = lu_postings_forms(t->r->post, lu_strn(stem, shared), add_form, f, e);
	return rc ? rc : add_irregulars(f, e);
}

/* Join the list of the token with those of its forms. It comes last, because it tends to be the longest. */
static lu_code widen(lu__terms *t, lu__term *term, lu_err *e)
{
	struct forms f = { .t = t, .token = term->token };
	lu_plist all = { 0 }, l = { 0 };
	lu_code rc = find_forms(t, &f, e);

	for (size_t i = 0; i < f.found.n && !rc; i++) {
		l.n = 0;
		rc = lu_postings_list(t->r->post, f.found.v[i], &l, e);
		if (!rc) rc = join(&all, &l, false, e);
	}
	lu_plist_free(&l);
	if (!rc && all.n) rc = join(&all, &term->list, true, e);
	if (rc || !all.n) {
		lu_plist_free(&all);
		return rc;
	}
	lu_plist_free(&term->list);
	term->list = all;
	term->unit = 1.0f / EXACT;
	term->df = (int64_t)all.n;
	return LU_OK;
}

/* ---- lists ---- */

/* What a retriever keeps for its next queries, which have words in common with those before, is of two generations: words are
 * entered into the young one, also those that the old one has. When the young one is full it becomes the old one, whose words
 * nobody has asked for meanwhile. So it is never more than twice this and a query, also where nothing holds the words, and
 * never much less. */
#define GENERATION (4u << 20)

static size_t bytes_of(const lu__kept *g)
{
	return g->postings * sizeof(lu_posting) + g->arena.total;
}

static void drop(lu__kept *g)
{
	for (size_t i = 0; i < g->terms.n; i++) lu_plist_free(&g->terms.v[i].list);
	lu_arena_free(&g->arena);
	g->terms = (lu__terms){ .a = &g->arena };
	g->postings = 0;
}

/* What the list was grown by in advance goes back. */
static void fit(lu_plist *l)
{
	lu_posting *v = l->n ? realloc(l->v, l->n * sizeof *v) : NULL;

	if (!v) return;
	l->v = v;
	l->cap = l->n;
}

static lu_code read_list(lu__terms *t, lu__term *kept)
{
	lu__term term = { .token = kept->token, .unit = 1 };
	lu_code rc = lu_postings_list(t->r->post, term.token, &term.list, t->e);

	term.df = term.exact = (int64_t)term.list.n;
	if (!rc) rc = widen(t, &term, t->e);
	if (rc) {
		lu_plist_free(&term.list);
		return rc;
	}
	fit(&term.list);
	*kept = term;
	return LU_OK;
}

/* Let the young generation have what the old one knows of the term; false: it knows nothing. */
static bool inherit(lu__kept *old, lu__term *kept)
{
	uint32_t i = number_of(&old->terms, kept->token);
	lu__term *from = i == LU_MAP_NONE ? NULL : &old->terms.v[i];
	lu_str token;

	if (!from || from->df < 0) return false;
	old->postings -= from->list.cap;
	token = kept->token;
	*kept = *from;
	kept->token = token; /* it lives as long as its generation */
	from->list = (lu_plist){ 0 };
	from->df = -1;
	return true;
}

void lu__term_look_up(lu__terms *t, lu__term *term)
{
	lu__kept *young = &t->r->kept[t->r->young];
	lu__term *kept;

	if (term->df >= 0) return;
	term->df = 0;
	if (t->failed) return;
	kept = lu__term_of(&young->terms, term->token);
	if (!kept) t->failed = lu_nomem(t->e);
	else if (kept->df < 0) {
		if (!inherit(&t->r->kept[!t->r->young], kept)) t->failed = read_list(t, kept);
		if (!t->failed) young->postings += kept->list.cap;
	}
	if (t->failed) return;
	term->df = kept->df;
	term->exact = kept->exact;
	term->list = kept->list;
	term->unit = kept->unit;
}

/* Documents of `l` and those of `more` that are not among them, as those of another form. */
static lu_plist merge_new(const lu_plist *l, const lu_plist *more, unsigned unit, lu_posting *room)
{
	lu_plist sum = { .v = room, .cap = l->n + more->n };

	for (size_t i = 0, j = 0; i < l->n || j < more->n;) {
		bool ours = j == more->n || (i < l->n && l->v[i].doc <= more->v[j].doc);
		lu_posting *p = &room[sum.n++];
		const lu_posting *from = ours ? &l->v[i++] : &more->v[j];

		*p = (lu_posting){ .doc = from->doc };
		add_counts(p, from, ours ? unit : OTHER, false);
		p->exact = ours ? from->exact : 0;
		if (j < more->n && more->v[j].doc == p->doc) j++;
	}
	return sum;
}

lu_code lu__terms_absorb(lu__terms *t, lu__term *term, lu_str other, lu_err *e)
{
	lu_plist more = { 0 };
	lu_posting *room;
	lu_code rc = lu_postings_list(t->r->post, other, &more, e);

	if (!rc && more.n) {
		room = lu_arena_calloc(t->a, term->list.n + more.n, sizeof *room);
		if (!room) rc = lu_nomem(e);
		else term->list = merge_new(&term->list, &more, term->unit < 1 ? 1 : EXACT, room);
		term->unit = 1.0f / EXACT;
		term->df = (int64_t)term->list.n;
	}
	lu_plist_free(&more);
	return rc;
}

void lu__terms_drop(lu_retriever *r)
{
	drop(&r->kept[0]);
	drop(&r->kept[1]);
}

void lu__terms_end(lu_retriever *r)
{
	if (bytes_of(&r->kept[r->young]) <= GENERATION) return;
	r->young = !r->young;
	drop(&r->kept[r->young]);
}

const lu__term *lu__terms_find(const lu__terms *t, lu_str token)
{
	uint32_t i = number_of(t, token);

	return i == LU_MAP_NONE ? NULL : &t->v[i];
}

bool lu__terms_df(void *terms, lu_str token, int64_t *df, int64_t *total)
{
	lu__terms *t = terms;
	uint32_t i = number_of(t, token);

	if (i == LU_MAP_NONE) return false;
	lu__term_look_up(t, &t->v[i]);
	*df = t->v[i].exact;
	*total = t->total;
	return !t->failed;
}

lu_code lu__terms_count(lu__terms *t, lu_str token, int64_t *df, lu_err *e)
{
	lu__term term = { .token = token, .df = -1 };

	(void)e;
	lu__term_look_up(t, &term);
	*df = term.exact ? term.exact : term.df;
	return t->failed;
}
