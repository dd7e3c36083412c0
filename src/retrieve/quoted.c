/* SPDX-License-Identifier: MIT
 * Phrases that a question quotes: what holds them, word after word, comes before all that does not. Which elements may
 * is decided by the words of the index; which do, by their text. */
#include <stdlib.h>

#include "core/sorting.h"
#include "lucus/text.h"
#include "retrieve/strategy.h"
#include "retrieve/wording.h"

#define QUESTION 300         /* bytes of a question in which quotes are the asker's own: what is longer was pasted */
#define PHRASES  4           /* more of them are a list of strings, out of some code */
#define READ     1000        /* elements whose text is read for a phrase */
#define BYTES    (16u << 20) /* and bytes of it */

/* Quotes that open, and those that close them. */
static const char *const pairs[][2] = {
	{ "\"", "\"" }, { "“", "”" }, { "„", "“" },   { "„", "”" },
	{ "«", "»" },   { "»", "«" }, { "「", "」" }, { "『", "』" },
};

static bool starts_at(lu_str s, size_t i, const char *with)
{
	return i <= s.n && lu_str_starts(lu_strn(s.s + i, s.n - i), with);
}

/* The end of the phrase that begins at `i`, after its quote `open`; 0: it has none. *n is the length of the quote
 * there. */
static size_t end_of(lu_str s, size_t i, const char *open, size_t *n)
{
	for (size_t k = i; k < s.n; k++)
		for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++)
			if (strcmp(pairs[p][0], open) == 0 && starts_at(s, k, pairs[p][1])) {
				*n = strlen(pairs[p][1]);
				return k;
			}
	return 0;
}

static const char *opens_at(lu_str s, size_t i)
{
	for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++)
		if (starts_at(s, i, pairs[p][0])) return pairs[p][0];
	return NULL;
}

/* Words of prose are around what somebody quotes; in code and data signs and brackets do. */
static bool stands_free(lu_str s, size_t from, size_t to)
{
	size_t i = from;
	bool after = to == s.n || strchr(" \t.,;?!)", s.s[to]) || (unsigned char)s.s[to] >= 0x80;

	if (i && strchr("(-", s.s[i - 1]) && (i == 1 || s.s[i - 2] == ' ')) return after;
	if (i && !strchr(" \t", s.s[i - 1]) && (unsigned char)s.s[i - 1] < 0x80) return false;
	while (i && strchr(" \t", s.s[i - 1])) i--;
	return after && (!i || !strchr("=+{[<>|&", s.s[i - 1]));
}

static size_t count_words(lu_str s)
{
	size_t n = 0;
	lu_str w;

	for (size_t i = 0; lu__next_word(s, &i, &w);) n++;
	return n;
}

/* A word alone is forced only when the question begins with it: messages quote values. */
static lu_code add(lu_quotes *out, lu_str phrase, bool first, lu_arena *a, lu_err *e)
{
	size_t words = count_words(phrase);
	lu_quote *v;

	if (!words || (words == 1 && !first) || memchr(phrase.s, '\\', phrase.n)) return LU_OK;
	if (!memchr(phrase.s, ' ', phrase.n) && !first) return LU_OK; /* a path, a name */
	v = lu_arena_grow(a, out->v, out->n, sizeof *v);
	if (!v) return lu_nomem(e);
	out->v = v;
	v[out->n] = (lu_quote){ .text = lu_arena_dup(a, phrase) };
	return v[out->n++].text.s ? LU_OK : lu_nomem(e);
}

lu_code lu__quotes_read(lu_str text, lu_arena *a, lu_quotes *out, lu_err *e)
{
	lu_quotes found = { 0 };
	lu_code rc = LU_OK;

	*out = found;
	text = lu_str_trim(text);
	if (text.n > QUESTION || memchr(text.s, '\n', text.n)) return LU_OK;
	for (size_t i = 0, end, n = 0; i < text.n && !rc; i++) {
		const char *open = opens_at(text, i);
		size_t from = open ? i + strlen(open) : 0;

		if (!open) continue;
		if (!(end = end_of(text, from, open, &n)) || !stands_free(text, i, end + n)) return LU_OK;
		rc = add(&found, lu_strn(text.s + from, end - from), i == 0, a, e);
		i = end + n - 1;
	}
	if (!rc && found.n <= PHRASES) *out = found;
	return rc;
}

/* ---- who holds them ---- */

/* The tokens of a phrase: parts of identifiers, not their wholes, as "read_file" is also two words. */
typedef struct tokens {
	lu_arena *a;
	lu_strs v;
	bool stops; /* take stop words, too */
	bool oom;
} tokens;

static bool add_token(void *ctx, lu_str token, lu_token_kind kind)
{
	tokens *t = ctx;
	lu_str *v;

	if (kind == LU_TOKEN_WHOLE || (!t->stops && lu_stop_word(token))) return true;
	v = lu_arena_grow(t->a, t->v.v, t->v.n, sizeof *v);
	t->oom = !v || !(v[t->v.n] = lu_arena_dup(t->a, token)).s;
	if (t->oom) return false;
	t->v.v = v;
	t->v.n++;
	return true;
}

static lu_code tokens_of(lu_str phrase, lu_arena *a, lu_strs *out, lu_err *e)
{
	tokens t = { .a = a };
	lu_code rc = lu_tokenize(phrase, add_token, &t, e);

	if (!rc && !t.v.n && !t.oom) {
		t.stops = true;
		rc = lu_tokenize(phrase, add_token, &t, e);
	}
	*out = t.v;
	return rc ? rc : t.oom ? lu_nomem(e) : LU_OK;
}

/* Keep of `all` what `l` has, too; both are by document. */
static void intersect(lu_plist *all, const lu_plist *l)
{
	size_t n = 0;

	for (size_t i = 0, j = 0; i < all->n && j < l->n;) {
		if (all->v[i].doc == l->v[j].doc) all->v[n++] = all->v[i];
		if (all->v[i].doc <= l->v[j].doc) i++;
		else j++;
	}
	all->n = n;
}

static lu_code docs_with(lu__query *q, const lu_strs *t, lu_plist *all, lu_err *e)
{
	lu_plist l = { 0 };
	lu_code rc = t->n ? lu_postings_list(q->r->post, t->v[0], all, e) : LU_OK;

	for (size_t i = 1; i < t->n && all->n && !rc; i++) {
		l.n = 0;
		rc = lu_postings_list(q->r->post, t->v[i], &l, e);
		if (!rc) intersect(all, &l);
	}
	lu_plist_free(&l);
	return rc;
}

/* Shortest first: that costs least, and depends on the content alone. */
static int by_length(const void *px, const void *py, void *docs)
{
	const lu_posting *x = px, *y = py;
	const lu_docs *d = docs;
	uint8_t a = d->length[x->doc][LU_FIELD_BODY], b = d->length[y->doc][LU_FIELD_BODY];

	return a != b ? (a > b) - (a < b) : (x->doc > y->doc) - (x->doc < y->doc);
}

static lu_code read_one(lu__query *q, int64_t id, const uint64_t *phrase, size_t n, size_t *bytes, bool *has, lu_err *e)
{
	lu_stored el;
	lu_code rc = lu_store_element(q->r->store, id, &q->scratch, &el, e);

	*has = false;
	if (rc) return rc == LU_ENOENT ? LU_OK : rc;
	*bytes += el.el.code.n;
	*has = lu__words_in(el.el.code, phrase, n) || lu__words_in(el.el.docstring, phrase, n) ||
	       lu__words_in(lu_simple_name(el.el.name), phrase, n);
	return LU_OK;
}

/* The elements that hold one phrase. */
static lu_code find(lu__query *q, lu_quote *x, int64_t **id, lu_err *e)
{
	uint64_t phrase[LU__PHRASE_WORDS];
	size_t n = lu__words_of(x->text, phrase), bytes = 0;
	lu_plist all = { 0 };
	lu_strs t;
	lu_code rc = tokens_of(x->text, &q->scratch, &t, e);

	if (!rc) rc = docs_with(q, &t, &all, e);
	if (!rc && !(*id = lu_arena_alloc(&q->scratch, (all.n + 1) * sizeof **id))) rc = lu_nomem(e);
	if (all.n) qsort_r(all.v, all.n, sizeof *all.v, by_length, (void *)lu_postings_docs(q->r->post));
	for (size_t i = 0; i < all.n && !rc; i++) {
		int64_t el = lu_postings_element(q->r->post, all.v[i].doc);
		bool has;

		if (i == READ || bytes > BYTES) {
			x->unread = (int64_t)(all.n - i);
			break;
		}
		rc = read_one(q, el, phrase, n, &bytes, &has, e);
		if (!rc && has) (*id)[x->found++] = el;
	}
	lu_plist_free(&all);
	return rc;
}

static void add_id(lu__query *q, int64_t id)
{
	size_t i = 0;

	while (i < q->n_quoting && q->quoting[i].id != id) i++;
	if (i == q->n_quoting) q->quoting[q->n_quoting++] = (lu__quoting){ .id = id };
	q->quoting[i].phrases++;
}

lu_code lu__quotes_find(lu__query *q, lu_quotes *x, lu_err *e)
{
	int64_t *id[PHRASES];
	size_t n = 0;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < x->n && !rc; i++) {
		rc = find(q, &x->v[i], &id[i], e);
		n += (size_t)x->v[i].found;
	}
	if (rc || !n) return rc;
	if (!(q->quoting = lu_arena_calloc(&q->scratch, n, sizeof *q->quoting))) return lu_nomem(e);
	for (size_t i = 0; i < x->n; i++)
		for (int64_t k = 0; k < x->v[i].found; k++) add_id(q, id[i][k]);
	qsort(q->quoting, q->n_quoting, sizeof *q->quoting, lu_int64_order);
	return LU_OK;
}

/* ---- what that is to the order ---- */

uint32_t lu__quotes_held(const lu__query *q, int64_t id)
{
	const lu__quoting *x =
		q->n_quoting ? bsearch(&id, q->quoting, q->n_quoting, sizeof *q->quoting, lu_int64_order) : NULL;

	return x ? x->phrases : 0;
}

/* Append those to the list that hold a phrase and are not in it. */
static lu_code complete(lu__query *q, lu__candidates *c, lu_err *e)
{
	lu__candidates all;
	double least = c->n ? c->v[c->n - 1].score : 0;
	lu_code rc = lu__candidates_new(q, c->n + q->n_quoting, &all, e);

	if (rc) return rc;
	for (size_t i = 0; i < c->n; i++) all.v[i] = c->v[i];
	all.n = c->n;
	for (size_t k = 0; k < q->n_quoting; k++) {
		bool here = false;

		for (size_t i = 0; i < c->n && !here; i++) here = c->v[i].id == q->quoting[k].id;
		if (here) continue;
		all.v[all.n].id = q->quoting[k].id;
		all.v[all.n++].score = least - 1;
	}
	all.limit = c->limit;
	*c = all;
	return LU_OK;
}

lu_code lu__quotes_first(lu__query *q, lu__candidates *c, lu_err *e)
{
	lu__candidates sorted;
	double most, least;
	lu_code rc;

	if (!q->n_quoting) return LU_OK;
	if ((rc = complete(q, c, e)) || (rc = lu__candidates_new(q, c->n, &sorted, e))) return rc;
	most = c->v[0].score;
	least = c->v[c->n - 1].score;
	sorted.n = 0;
	for (uint32_t k = PHRASES + 1; k-- > 0;)
		for (size_t i = 0; i < c->n; i++) {
			if (lu__quotes_held(q, c->v[i].id) != k) continue;
			sorted.v[sorted.n] = c->v[i];
			/* the groups follow each other */
			sorted.v[sorted.n++].score += k * (most - least + 1);
		}
	sorted.limit = c->limit;
	*c = sorted;
	return LU_OK;
}
