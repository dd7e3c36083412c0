/* SPDX-License-Identifier: MIT
 * Walking along the edges of the store. */
#include "lucus/relate.h"

#include <stdlib.h>

#include "lucus/map.h"
#include "lucus/request.h"

/* ---- row ids to small numbers ---- */

struct id {
	int64_t key;
	size_t value;
};

struct ids {
	struct id *v;
	lu_map map; /* of v, by key */
};

static bool has_key(const void *ids, uint32_t i, const void *key)
{
	return ((const struct id *)ids)[i].key == *(const int64_t *)key;
}

static bool find_id(const struct ids *t, int64_t key, size_t *value)
{
	uint32_t i = lu_map_find(&t->map, lu_map_mix((uint64_t)key), has_key, t->v, &key);

	if (i == LU_MAP_NONE) return false;
	*value = t->v[i].value;
	return true;
}

static lu_code add_id(struct ids *t, int64_t key, size_t value, lu_arena *a, lu_err *e)
{
	uint64_t hash = lu_map_mix((uint64_t)key), *slot;
	uint32_t n = t->map.n;
	struct id *v = t->v;

	if (!lu_map_reserve(&t->map, a, (size_t)n + 1)) return lu_nomem(e);
	slot = lu_map_slot(&t->map, hash, has_key, v, &key);
	if (!*slot) {
		if (!(v = lu_arena_grow(a, v, n, sizeof *v))) return lu_nomem(e);
		t->v = v;
		lu_map_set(&t->map, slot, hash, n);
	}
	v[lu_map_number(slot)] = (struct id){ key, value };
	return LU_OK;
}

/* ---- the walk ---- */

/* An edge as the store gave it. */
struct row {
	int64_t src, dst;
	lu_edge_kind kind;
	lu_grade grade;
	uint32_t line, count;
	lu_str name, reason;
	size_t seq;
	const lu_brief *el; /* of the source, as far as it was looked up */
};

struct rows {
	struct row *v;
	size_t n;
};

struct walk {
	lu_store *s;
	const lu_trace_options *o;
	lu_arena *a;  /* of the result */
	lu_arena own; /* of what the walk alone needs */
	lu_trace w;
	struct ids nodes; /* of elements */
	struct ids until;
	struct ids files; /* whose edges were read: numbers of `file` */
	struct rows *file;
	size_t n_file;
	struct rows *fill; /* where on_edge() puts rows */
	lu_str *word;      /* reasons, types, languages: distinct ones, which are few */
	size_t n_word;
	struct ids paths; /* of files: numbers of `path` */
	lu_str *path;
	size_t n_path;
	uint32_t stop; /* depth at which an element of `until` was reached */
	lu_err *e;
};

#define WORDS 128 /* more are looked for no longer: records of other tools may have any */

static lu_code word_of(struct walk *k, lu_str text, lu_str *out)
{
	lu_str *v;

	for (size_t i = 0; i < k->n_word; i++) {
		if (!lu_str_eq(k->word[i], text)) continue;
		*out = k->word[i];
		return LU_OK;
	}
	*out = lu_arena_dup(k->a, text);
	if (!out->s) return lu_nomem(k->e);
	if (k->n_word == WORDS) return LU_OK;
	if (!(v = lu_arena_grow(&k->own, k->word, k->n_word, sizeof *v))) return lu_nomem(k->e);
	k->word = v;
	v[k->n_word++] = *out;
	return LU_OK;
}

static lu_code path_of(struct walk *k, int64_t file, lu_str path, lu_str *out)
{
	lu_str *v;
	size_t at;

	if (find_id(&k->paths, file, &at)) {
		*out = k->path[at];
		return LU_OK;
	}
	*out = lu_arena_dup(k->a, path);
	if (!out->s || !(v = lu_arena_grow(&k->own, k->path, k->n_path, sizeof *v))) return lu_nomem(k->e);
	k->path = v;
	v[k->n_path] = *out;
	return add_id(&k->paths, file, k->n_path++, &k->own, k->e);
}

static lu_code on_edge(void *ctx, const lu_edge_row *r, lu_err *e)
{
	struct walk *k = ctx;
	struct row *v;
	lu_code rc;

	if (!(k->o->kinds & LU_KIND_BIT(r->kind)) || r->grade > k->o->grade) return LU_OK;
	if (!(v = lu_arena_grow(&k->own, k->fill->v, k->fill->n, sizeof *v))) return lu_nomem(e);
	k->fill->v = v;
	v += k->fill->n;
	*v = (struct row){ .src = r->src,
			   .dst = r->dst,
			   .kind = r->kind,
			   .grade = r->grade,
			   .line = r->line,
			   .count = r->count,
			   .seq = k->fill->n };
	if ((rc = word_of(k, r->reason, &v->reason))) return rc;
	v->name = r->name.n ? lu_arena_dup(k->a, r->name) : lu_strn("", 0);
	if (!v->name.s) return lu_nomem(e);
	k->fill->n++;
	return LU_OK;
}

/* The same for an edge that comes with its source, which becomes part of the result if the edge is followed. */
static lu_code on_referrer(void *ctx, const lu_edge_row *r, const lu_brief *src, lu_err *e)
{
	struct walk *k = ctx;
	size_t had = k->fill->n;
	lu_brief *el;
	lu_code rc = on_edge(ctx, r, e);

	if (rc || k->fill->n == had) return rc;
	if (!(el = lu_arena_alloc(k->a, sizeof *el))) return lu_nomem(e);
	*el = *src;
	k->fill->v[had].el = el;
	if (find_id(&k->nodes, r->src, &had)) {
		*el = k->w.node[had].el;
		return LU_OK;
	}
	el->name = lu_arena_dup(k->a, src->name);
	rc = el->name.s ? path_of(k, src->file, src->path, &el->path) : lu_nomem(e);
	if (!rc) rc = word_of(k, src->type, &el->type);
	return rc ? rc : word_of(k, src->language, &el->language);
}

static int by_source(const void *px, const void *py)
{
	const struct row *x = px, *y = py;

	if (x->src != y->src) return x->src < y->src ? -1 : 1;
	return (x->seq > y->seq) - (x->seq < y->seq);
}

/* The edges out of an element: its file's are read once. */
static lu_code rows_out(struct walk *k, const lu_brief *el, struct rows *out)
{
	struct rows *f, *v;
	size_t at = 0, lo = 0, hi;
	lu_code rc;

	if (!find_id(&k->files, el->file, &at)) {
		if (!(v = lu_arena_grow(&k->own, k->file, k->n_file, sizeof *v))) return lu_nomem(k->e);
		k->file = v;
		at = k->n_file++;
		v[at] = (struct rows){ 0 };
		k->fill = &v[at];
		rc = lu_store_file_edges(k->s, el->file, NULL, 0, on_edge, k, k->e);
		if (!rc) rc = add_id(&k->files, el->file, at, &k->own, k->e);
		if (rc) return rc;
		if (v[at].n) qsort(v[at].v, v[at].n, sizeof *v[at].v, by_source);
	}
	f = &k->file[at];
	for (hi = f->n; lo < hi;) {
		size_t mid = (lo + hi) / 2;

		if (f->v[mid].src < el->id) lo = mid + 1;
		else hi = mid;
	}
	for (hi = lo; hi < f->n && f->v[hi].src == el->id;) hi++;
	*out = (struct rows){ f->v + lo, hi - lo };
	return LU_OK;
}

static lu_code rows_of(struct walk *k, const lu_brief *el, struct rows *out)
{
	bool contains = k->o->kinds & LU_KIND_BIT(LU_CONTAINS);

	if (!contains && !k->o->in) return rows_out(k, el, out);
	*out = (struct rows){ 0 };
	k->fill = out;
	if (contains) return lu_store_edges(k->s, el->id, k->o->in, on_edge, k, k->e);
	return lu_store_referrers(k->s, el->id, on_referrer, k, k->e);
}

/* The node of an element, made when it is new; `el` when it is known. LU_ENOENT: the element is gone. */
static lu_code node_of(struct walk *k, int64_t id, const lu_brief *el, uint32_t depth, size_t *out, bool *fresh)
{
	lu_reached *v;
	size_t at;
	lu_code rc = LU_OK;

	*fresh = !find_id(&k->nodes, id, out);
	if (!*fresh) return LU_OK;
	if (!(v = lu_arena_grow(k->a, k->w.node, k->w.n_node, sizeof *v))) return lu_nomem(k->e);
	k->w.node = v;
	*out = k->w.n_node;
	v += k->w.n_node;
	*v = (lu_reached){ .depth = depth, .weakest = LU_EXACT };
	if (el) v->el = *el;
	else rc = lu_store_brief(k->s, id, k->a, &v->el, k->e);
	if (rc) return rc;
	k->w.n_node++;
	v->goal = find_id(&k->until, id, &at);
	if (v->goal && depth < k->stop) k->stop = depth;
	return add_id(&k->nodes, id, *out, &k->own, k->e);
}

static lu_code add_edge(struct walk *k, size_t from, const struct row *r)
{
	uint32_t depth = k->w.node[from].depth + 1;
	lu_grade so_far = k->w.node[from].weakest;
	lu_step *g;
	size_t to = SIZE_MAX;
	bool fresh = false;
	lu_code rc = LU_OK;

	if (k->o->in || r->dst) rc = node_of(k, k->o->in ? r->src : r->dst, r->el, depth, &to, &fresh);
	if (rc) return rc == LU_ENOENT ? LU_OK : rc;
	if (k->o->within && to < k->w.n_begin) return LU_OK;
	if (!(g = lu_arena_grow(k->a, k->w.edge, k->w.n_edge, sizeof *g))) return lu_nomem(k->e);
	k->w.edge = g;
	g += k->w.n_edge++;
	*g = (lu_step){ .from = from,
			.to = to,
			.kind = r->kind,
			.grade = r->grade,
			.line = r->line,
			.count = r->count,
			.depth = depth,
			.name = r->name,
			.reason = r->reason,
			.opens = fresh,
			.weakest = r->grade > so_far ? r->grade : so_far };
	if (to == SIZE_MAX) return LU_OK;
	if (fresh || (k->w.node[to].depth == depth && g->weakest < k->w.node[to].weakest))
		k->w.node[to].weakest = g->weakest;
	return LU_OK;
}

static int by_place(const void *px, const void *py)
{
	const struct row *x = px, *y = py;
	int c = lu_str_cmp(x->el->path, y->el->path);

	if (c) return c;
	if (x->line != y->line) return x->line < y->line ? -1 : 1;
	if ((c = strcmp(x->el->uuid, y->el->uuid))) return c;
	return (x->kind > y->kind) - (x->kind < y->kind);
}

/* A test refers to what it tests once: the call or import that its TESTS edge was made of is the same reference. Rows of
 * one source follow each other, TESTS edges last. */
static void join_tests(struct rows *r)
{
	size_t n = 0, first = 0; /* of the rows of one source */

	for (size_t i = 0; i < r->n; i++) {
		uint32_t count = r->v[i].count;
		size_t k = first;

		if (first < n && r->v[first].src != r->v[i].src) k = first = n;
		for (size_t j = first; j < n && r->v[i].kind == LU_TESTS; j++) {
			if (r->v[j].kind != LU_CALLS && r->v[j].kind != LU_DEPENDS_ON) r->v[k++] = r->v[j];
			else if (r->v[j].count > count) count = r->v[j].count;
		}
		if (r->v[i].kind == LU_TESTS) n = k;
		r->v[n] = r->v[i];
		r->v[n++].count = count;
	}
	r->n = n;
}

/* Edges that come in, by where they come from: row ids tell the history of a store, not its content. */
static lu_code sort_in(struct walk *k, struct rows *r)
{
	size_t n = 0, at;

	join_tests(r);
	for (size_t i = 0; i < r->n; i++) {
		lu_brief *el = r->v[i].el ? NULL : lu_arena_alloc(k->a, sizeof *el);
		lu_code rc = LU_OK;

		if (r->v[i].el) {
			r->v[n++] = r->v[i];
			continue;
		}
		if (!el) return lu_nomem(k->e);
		if (find_id(&k->nodes, r->v[i].src, &at)) *el = k->w.node[at].el;
		else rc = lu_store_brief(k->s, r->v[i].src, k->a, el, k->e);
		if (rc && rc != LU_ENOENT) return rc;
		r->v[i].el = el;
		if (!rc) r->v[n++] = r->v[i];
	}
	r->n = n;
	if (n) qsort(r->v, n, sizeof *r->v, by_place);
	return LU_OK;
}

static lu_code leave(struct walk *k, size_t from)
{
	struct rows r = { 0 };
	lu_code rc = lu_check_cancel(k->e);

	k->w.node[from].first = k->w.n_edge;
	if (!rc) rc = rows_of(k, &k->w.node[from].el, &r);
	if (!rc && k->o->in && r.n) rc = sort_in(k, &r);
	for (size_t i = 0; i < r.n && !rc; i++) rc = add_edge(k, from, &r.v[i]);
	k->w.node[from].n = k->w.n_edge - k->w.node[from].first;
	return rc;
}

static lu_code begin(struct walk *k, int64_t id)
{
	int64_t *held = &id;
	size_t n = 1, at;
	bool fresh;
	lu_code rc = LU_OK;

	if (k->o->within) rc = lu_store_within(k->s, id, &k->own, &held, &n, k->e);
	for (size_t i = 0; i < n && !rc; i++) {
		rc = node_of(k, held[i], NULL, 0, &at, &fresh);
		if (rc == LU_ENOENT) rc = LU_OK;
	}
	return rc;
}

lu_code lu_trace_from(lu_store *s, const int64_t *id, size_t n, const lu_trace_options *o, lu_arena *a, lu_trace *out,
		      lu_err *e)
{
	struct walk k = { .s = s, .o = o, .a = a, .stop = UINT32_MAX, .e = e };
	lu_code rc = LU_OK;

	for (size_t i = 0; i < o->n_until && !rc; i++) rc = add_id(&k.until, o->until[i], 0, &k.own, e);
	for (size_t i = 0; i < n && !rc; i++) rc = begin(&k, id[i]);
	k.w.n_begin = k.w.n_node;
	k.w.in = o->in;
	k.w.all = true;
	for (size_t i = 0; i < k.w.n_node && !rc; i++) {
		uint32_t depth = k.w.node[i].depth;

		k.w.all = depth < o->depth && depth < k.stop;
		if (!k.w.all) break;
		k.w.depth = depth + 1;
		rc = leave(&k, i);
	}
	lu_arena_free(&k.own);
	if (!rc) *out = k.w;
	return rc;
}

/* ---- ways ---- */

static int by_grade(const void *px, const void *py)
{
	const lu_step *x = *(const lu_step *const *)px, *y = *(const lu_step *const *)py;

	if (x->weakest != y->weakest) return x->weakest < y->weakest ? -1 : 1;
	return x < y ? -1 : x > y;
}

/* The edges of shortest ways by the node that they lead to (which is where they really begin), and the number of
 * ways from each node. */
struct ways {
	const lu_trace *w;
	const lu_step **edge;
	size_t *first; /* n_node + 1 */
	int64_t *count;
};

static bool shortest(const lu_trace *w, const lu_step *g)
{
	return g->to != SIZE_MAX && w->node[g->to].depth == w->node[g->from].depth + 1;
}

static lu_code index_ways(struct ways *s, lu_arena *a, lu_err *e)
{
	const lu_trace *w = s->w;
	size_t *fill = lu_arena_calloc(a, w->n_node + 2, sizeof *fill);

	s->edge = lu_arena_calloc(a, w->n_edge + 1, sizeof *s->edge);
	s->count = lu_arena_calloc(a, w->n_node + 1, sizeof *s->count);
	if (!fill || !s->edge || !s->count) return lu_nomem(e);
	for (size_t i = 0; i < w->n_edge; i++)
		if (shortest(w, &w->edge[i])) fill[w->edge[i].to + 2]++;
	for (size_t i = 2; i < w->n_node + 2; i++) fill[i] += fill[i - 1];
	for (size_t i = 0; i < w->n_edge; i++)
		if (shortest(w, &w->edge[i])) s->edge[fill[w->edge[i].to + 1]++] = &w->edge[i];
	s->first = fill;
	for (size_t i = 0; i < w->n_node; i++) {
		size_t n = fill[i + 1] - fill[i];

		if (n) qsort(s->edge + fill[i], n, sizeof *s->edge, by_grade);
		s->count[i] = i < w->n_begin;
		for (size_t k = fill[i]; k < fill[i + 1]; k++) {
			int64_t c = s->count[s->edge[k]->from];

			s->count[i] = c > INT64_MAX - s->count[i] ? INT64_MAX : s->count[i] + c;
		}
	}
	return LU_OK;
}

/* The next way from where `at` stands: at[i] is the place in s->edge of its edge i. False: there is none. */
static bool next_way(const struct ways *s, size_t *at, size_t n)
{
	for (size_t i = n; i-- > 0;) {
		if (at[i] + 1 == s->first[s->edge[at[i]]->to + 1]) continue;
		at[i]++;
		for (size_t k = i + 1; k < n; k++) at[k] = s->first[s->edge[at[k - 1]]->from];
		return true;
	}
	return false;
}

static lu_code ways_from(const struct ways *s, size_t node, uint32_t hops, size_t max, lu_arena *a, lu_way **out,
			 size_t *n, lu_err *e)
{
	size_t *at = lu_arena_calloc(a, hops + 1, sizeof *at);
	bool more = true;

	if (!at) return lu_nomem(e);
	for (size_t i = 0; i < hops; i++) at[i] = s->first[i ? s->edge[at[i - 1]]->from : node];
	while (more && *n < max) {
		lu_way *v = lu_arena_grow(a, *out, *n, sizeof *v);
		size_t *edge = lu_arena_calloc(a, hops + 1, sizeof *edge);

		if (!v || !edge) return lu_nomem(e);
		*out = v;
		for (size_t i = 0; i < hops; i++) edge[i] = (size_t)(s->edge[at[i]] - s->w->edge);
		v[(*n)++] = (lu_way){ edge, hops, node };
		more = next_way(s, at, hops);
	}
	return LU_OK;
}

lu_code lu_trace_ways(const lu_trace *w, size_t max, lu_arena *a, lu_way **out, size_t *n, int64_t *total,
		      uint32_t *hops, lu_err *e)
{
	struct ways s = { .w = w };
	lu_code rc = index_ways(&s, a, e);

	if (rc) return rc;
	*out = NULL;
	*n = 0;
	*total = 0;
	*hops = 0;
	for (size_t i = 0; i < w->n_node && !rc; i++) {
		if (*total && w->node[i].depth > *hops) break;
		if (!w->node[i].goal) continue;
		*hops = w->node[i].depth;
		*total = s.count[i] > INT64_MAX - *total ? INT64_MAX : *total + s.count[i];
		rc = ways_from(&s, i, *hops, max, a, out, n, e);
	}
	return rc;
}
