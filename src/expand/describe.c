/* SPDX-License-Identifier: MIT
 * What an expansion says: the documents that its elements are in, what the entities are, and the question with the best
 * names. */
#include <stdlib.h>

#include "lucus/text.h"
#include "expand/expand.h"

#define NAMED     8   /* elements of a document that are named */
#define CONTEXTS  16  /* entities that are described */
#define NEAR      5   /* neighbours in a description */
#define SENTENCE  240 /* bytes of a documentation's first sentence */
#define SIGNATURE 240
#define ADDED     5 /* names that the question gets */

/* ---- documents ---- */

static int by_path(const void *px, const void *py)
{
	const lu_expanded *x = *(const lu_expanded *const *)px, *y = *(const lu_expanded *const *)py;
	int c = lu_str_cmp(x->el.path, y->el.path);

	if (c) return c;
	if (x->score != y->score) return x->score > y->score ? -1 : 1;
	if (x->el.start_line != y->el.start_line) return x->el.start_line < y->el.start_line ? -1 : 1;
	return strcmp(x->el.uuid, y->el.uuid);
}

static int by_score(const void *px, const void *py)
{
	const lu_related *x = px, *y = py;

	if (x->score != y->score) return x->score > y->score ? -1 : 1;
	return lu_str_cmp(x->path, y->path);
}

/* The best element counts most; others add what they can to what it leaves. */
static lu_code add_document(lu_expansion *x, const lu_expanded *const *v, size_t n, lu_err *e)
{
	lu_related *d = &x->document[x->n_document++];
	double rest = 1 - v[0]->score;

	*d = (lu_related){ .path = v[0]->el.path };
	d->elements.v = lu_arena_calloc(&x->arena, NAMED, sizeof *d->elements.v);
	if (!d->elements.v) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		if (i < NAMED) d->elements.v[d->elements.n++] = v[i]->el.name;
		if (i) rest *= 1 - v[i]->score / 4;
	}
	d->score = 1 - rest;
	return LU_OK;
}

static lu_code find_documents(lu_expansion *x, lu_err *e)
{
	const lu_expanded **v = lu_arena_calloc(&x->arena, x->n_node + 1, sizeof *v);
	lu_code rc = LU_OK;

	x->document = lu_arena_calloc(&x->arena, x->n_node + 1, sizeof *x->document);
	if (!v || !x->document) return lu_nomem(e);
	for (size_t i = 0; i < x->n_node; i++) v[i] = &x->node[i];
	if (x->n_node) qsort(v, x->n_node, sizeof *v, by_path);
	for (size_t i = 0, end; i < x->n_node && !rc; i = end) {
		for (end = i + 1; end < x->n_node && lu_str_eq(v[end]->el.path, v[i]->el.path);) end++;
		rc = add_document(x, v + i, end - i, e);
	}
	if (x->n_document) qsort(x->document, x->n_document, sizeof *x->document, by_score);
	return rc;
}

/* ---- contexts ---- */

/* On one line, at most `most` bytes. */
static void add_line(lu_buf *b, lu_str s, size_t most)
{
	size_t had = b->len;

	for (size_t i = 0; i < s.n && b->len - had < most; i++) {
		bool blank = s.s[i] == ' ' || (s.s[i] >= '\t' && s.s[i] <= '\r');

		if (!blank) lu_buf_addc(b, s.s[i]);
		else if (b->len > had && b->s[b->len - 1] != ' ') lu_buf_addc(b, ' ');
	}
	if (b->len - had < most) return;
	while (b->len > had && ((unsigned char)b->s[b->len - 1] & 0xc0) == 0x80) lu_buf_trunc(b, b->len - 1);
	if (b->len > had && (unsigned char)b->s[b->len - 1] >= 0xc0) lu_buf_trunc(b, b->len - 1);
}

static const char *verb_of(const lu_expanded *x)
{
	static const char *const verb[LU_EDGE_KINDS][2] = {
		[LU_EDGE_CONTAINS] = { "holds", "is in" },
		[LU_EDGE_CALLS] = { "calls", "is called by" },
		[LU_EDGE_DEPENDS_ON] = { "uses", "is used by" },
		[LU_EDGE_INHERITS_FROM] = { "inherits from", "is inherited by" },
		[LU_EDGE_DOCUMENTS] = { "documents", "is documented by" },
		[LU_EDGE_TESTS] = { "tests", "is tested by" },
	};

	return verb[x->kind][x->in];
}

static void add_neighbours(lu_buf *b, const lu_expansion *x, int64_t id)
{
	const char *last = NULL;
	size_t n = 0;

	for (size_t i = x->n_seed; i < x->n_node && n < NEAR; i++) {
		const lu_expanded *v = &x->node[i];

		if (x->node[v->from].el.id != id || (v->kind == LU_EDGE_CONTAINS && v->in)) continue;
		if (n) lu_buf_adds(b, ", ");
		if (last != verb_of(v)) lu_buf_addf(b, "%s ", verb_of(v));
		lu_buf_addstr(b, v->el.name);
		last = verb_of(v);
		n++;
	}
}

static lu_code add_context(lu_store *s, lu_expansion *x, lu_original *o, lu_err *e)
{
	const lu_brief *el = &o->v[0].el;
	lu_buf b = LU_BUF, near = LU_BUF;
	lu_arena a = { 0 };
	lu_stored st;
	lu_str owner = lu_str_before_last(el->name, '.');
	lu_code rc = lu_store_source(s, el->id, &a, &st, e);

	if (!rc) {
		lu_buf_addf(&b, "%.*s %.*s (%.*s:%u)", LU_FMT(el->type), LU_FMT(el->name), LU_FMT(el->path),
			    el->start_line);
		if (st.el.signature.n) lu_buf_adds(&b, ": ");
		add_line(&b, st.el.signature, SIGNATURE);
		if (owner.n && el->parent) lu_buf_addf(&b, "; in %.*s", LU_FMT(owner));
		if (st.el.docstring.n) lu_buf_adds(&b, ". ");
		add_line(&b, lu_first_sentence(st.el.docstring), SENTENCE);
		add_neighbours(&near, x, el->id);
		if (near.len) lu_buf_addf(&b, "%s It %s.", b.len && strchr(".!?", b.s[b.len - 1]) ? "" : ".", near.s);
		o->context = lu_arena_dup(&x->arena, lu_buf_str(&b));
		if (b.oom || near.oom || !o->context.s) rc = lu_nomem(e);
	}
	lu_arena_free(&a);
	lu_buf_free(&b);
	lu_buf_free(&near);
	return rc == LU_ENOENT ? LU_OK : rc;
}

/* ---- the question ---- */

static lu_code make_query(lu_str query, lu_expansion *x, lu_err *e)
{
	lu_buf b = LU_BUF;
	lu_code rc = LU_OK;

	lu_buf_addstr(&b, lu_str_trim(query));
	for (size_t i = 0, n = 0; i < x->n_node && n < ADDED; i++) {
		lu_str name = lu_simple_name(x->node[i].el.name);

		if (lu__type_weight(x->node[i].el.type) <= .5 || name.n < 2 || name.n > 64) continue;
		if (lu__find_word(lu_buf_str(&b), name).n) continue;
		lu_buf_addf(&b, "%s%.*s", b.len ? " " : "", LU_FMT(name));
		n++;
	}
	x->query = lu_arena_dup(&x->arena, lu_buf_str(&b));
	if (b.oom || !x->query.s) rc = lu_nomem(e);
	lu_buf_free(&b);
	return rc;
}

lu_code lu__describe(lu_store *s, lu_str query, lu_expansion *x, lu_err *e)
{
	lu_code rc = find_documents(x, e);

	for (size_t i = 0, n = 0; i < x->n_original && n < CONTEXTS && !rc; i++) {
		if (!x->original[i].n) continue;
		rc = add_context(s, x, &x->original[i], e);
		n++;
	}
	return rc ? rc : make_query(query, x, e);
}
