/* SPDX-License-Identifier: MIT
 * Walking along the edges of the store. */
#include "lucus/relate.h"

#include <stdlib.h>

#include "lucus/map.h"
#include "core/binary_search.h"
#include "traverse/traverse.h"

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
	size_t n, cap;
};

struct walk {
	lu_store *s;
	const lu_trace_options *o;
	lu__policy policy;
	lu_arena *a;  /* of the result */
	lu_arena own; /* of what the walk alone needs */
	lu_trace w;
	struct ids nodes; /* of elements */
	struct ids until;
	struct ids files; /* whose edges were read: numbers of `file` */
	struct rows *file;
	size_t n_file;
	struct rows left; /* the edges of the element that is left */
	lu_str *word;     /* reasons, types, languages: distinct ones, which are few */
	size_t n_word;
	struct ids paths; /* of files: numbers of `path` */
	lu_str *path;
	size_t n_path;
	size_t first;  /* node at which the frontier begins */
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

/* ---- reading ---- */

static lu_code add_row(struct walk *k, struct rows *to, const lu_edge_row *r, struct row **out)
{
	struct row *v;

	if (to->n == to->cap) {
		size_t cap = to->cap ? 2 * to->cap : 8;

		if (!(v = lu_arena_alloc(&k->own, cap * sizeof *v))) return lu_nomem(k->e);
		if (to->n) memcpy(v, to->v, to->n * sizeof *v);
		*to = (struct rows){ v, to->n, cap };
	}
	v = &to->v[to->n];
	*v = (struct row){ .src = r->src,
			   .dst = r->dst,
			   .kind = r->kind,
			   .grade = r->grade,
			   .line = r->line,
			   .count = r->count,
			   .name = r->name,
			   .reason = r->reason,
			   .seq = to->n++ };
	*out = v;
	return LU_OK;
}

/* One of the edges out of elements of the last of k->file. */
static lu_code on_file_edge(void *ctx, const lu_edge_row *r, lu_err *e)
{
	struct walk *k = ctx;
	struct row *v;
	lu_code rc;

	if (!(lu__weight(&k->policy, r, false) > 0)) return LU_OK;
	if ((rc = add_row(k, &k->file[k->n_file - 1], r, &v))) return rc;
	v->name = r->name.n ? lu_arena_dup(k->a, r->name) : lu_strn("", 0);
	return v->name.s ? word_of(k, r->reason, &v->reason) : lu_nomem(e);
}

static int by_source(const void *px, const void *py)
{
	const struct row *x = px, *y = py;

	if (x->src != y->src) return x->src < y->src ? -1 : 1;
	return (x->seq > y->seq) - (x->seq < y->seq);
}

static lu_code rows_of_file(struct walk *k, int64_t file, struct rows *out)
{
	size_t at = k->n_file;
	struct rows *v;
	lu_code rc;

	if (!find_id(&k->files, file, &at)) {
		if (!(v = lu_arena_grow(&k->own, k->file, k->n_file, sizeof *v))) return lu_nomem(k->e);
		k->file = v;
		v[k->n_file++] = (struct rows){ 0 };
		rc = lu_store_file_edges(k->s, file, NULL, 0, on_file_edge, k, k->e);
		if (!rc) rc = add_id(&k->files, file, at, &k->own, k->e);
		if (rc) return rc;
		if (v[at].n) qsort(v[at].v, v[at].n, sizeof *v[at].v, by_source);
	}
	*out = k->file[at];
	return LU_OK;
}

/* The edges out of an element: its file's are read once in a walk. */
static lu_code edges_out(void *ctx, int64_t file, const int64_t *of, size_t n, lu_edge_fn *fn, void *fn_ctx, lu_err *e)
{
	struct rows f = { 0 };
	size_t at = 0;
	lu_code rc = rows_of_file(ctx, file, &f);

	LU_LOWER_BOUND(at, 0, f.n, f.v[at].src < of[0]);
	for (; !rc && at < f.n && f.v[at].src <= of[n - 1]; at++) {
		const struct row *v = &f.v[at];
		lu_edge_row r = { .src = v->src,
				  .dst = v->dst,
				  .kind = v->kind,
				  .grade = v->grade,
				  .line = v->line,
				  .count = v->count,
				  .name = v->name,
				  .reason = v->reason };

		rc = fn(fn_ctx, &r, e);
	}
	return rc;
}

/* The source of an edge becomes part of the result. */
static lu_code keep_source(struct walk *k, const lu_brief *src, lu_brief **out)
{
	lu_brief *el = lu_arena_alloc(k->a, sizeof *el);
	size_t at;
	lu_code rc;

	if (!el) return lu_nomem(k->e);
	*out = el;
	if (find_id(&k->nodes, src->id, &at)) {
		*el = k->w.node[at].el;
		return LU_OK;
	}
	*el = *src;
	el->name = lu_arena_dup(k->a, src->name);
	rc = el->name.s ? path_of(k, src->file, src->path, &el->path) : lu_nomem(k->e);
	if (!rc) rc = word_of(k, src->type, &el->type);
	return rc ? rc : word_of(k, src->language, &el->language);
}

/* ---- nodes and edges ---- */

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
	*v = (lu_reached){ .depth = depth, .weakest = LU_GRADE_EXACT };
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

/* A test refers to what it tests once: the call or import that its TESTS edge was made of is the same reference. Rows
 * of one source follow each other, TESTS edges last. */
static void join_tests(struct rows *r)
{
	size_t n = 0, first = 0; /* of the rows of one source */

	for (size_t i = 0; i < r->n; i++) {
		uint32_t count = r->v[i].count;
		size_t k = first;

		if (first < n && r->v[first].src != r->v[i].src) k = first = n;
		for (size_t j = first; j < n && r->v[i].kind == LU_EDGE_TESTS; j++) {
			if (r->v[j].kind != LU_EDGE_CALLS && r->v[j].kind != LU_EDGE_DEPENDS_ON) r->v[k++] = r->v[j];
			else if (r->v[j].count > count) count = r->v[j].count;
		}
		if (r->v[i].kind == LU_EDGE_TESTS) n = k;
		r->v[n] = r->v[i];
		r->v[n++].count = count;
	}
	r->n = n;
}

/* Edges that come in, by where they come from: row ids depend on the history of a store, not its content. */
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

/* ---- the walk ---- */

static lu_code on_edge(void *ctx, const lu__follow *f, lu_err *e)
{
	struct walk *k = ctx;
	lu_brief *el = NULL;
	struct row *v;
	lu_code rc = add_row(k, &k->left, f->row, &v);

	(void)e;
	if (!rc && (f->in || f->row->kind == LU_EDGE_CONTAINS))
		rc = word_of(k, f->row->reason, &v->reason); /* else kept */
	if (!rc && f->src) rc = keep_source(k, f->src, &el);
	if (!rc) v->el = el;
	return rc;
}

static lu_code on_left(void *ctx, size_t from, lu_err *e)
{
	struct walk *k = ctx;
	size_t at = k->first + from, first = k->w.n_edge;
	lu_code rc = LU_OK;

	(void)e;
	if (k->o->in && k->left.n) rc = sort_in(k, &k->left);
	for (size_t i = 0; i < k->left.n && !rc; i++) rc = add_edge(k, at, &k->left.v[i]);
	k->w.node[at].first = first;
	k->w.node[at].n = k->w.n_edge - first;
	k->left.n = 0;
	return rc;
}

/* The nodes from `first` on, all of depth `hop`, are left unless that is deep enough. */
static lu_code frontier_from(struct walk *k, size_t first, uint32_t hop, lu__frontier *at)
{
	size_t n = k->w.n_node - first;

	*at = (lu__frontier){ .v = lu_arena_calloc(&k->own, n, sizeof *at->v), .n = n };
	if (!at->v) return lu_nomem(k->e);
	for (size_t i = 0; i < n; i++)
		at->v[i] = (lu__vertex){ .id = k->w.node[first + i].el.id, .file = k->w.node[first + i].el.file };
	k->first = first;
	k->w.all = !n || (hop < k->o->depth && hop < k->stop);
	if (k->w.all) at->leave = n;
	return LU_OK;
}

static lu_code arrive(void *ctx, uint32_t hop, lu__frontier *at, lu_err *e)
{
	struct walk *k = ctx;

	(void)e;
	k->w.depth = hop;
	return frontier_from(k, k->first + at->n, hop, at);
}

/* ---- where it begins ---- */

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

static lu__policy policy_of(const lu_trace_options *o)
{
	lu__policy p = { .hops = o->depth, .constructors = true };

	for (int i = 0; i < LU_EDGE_KINDS; i++) p.kind[i][o->in] = (o->kinds & LU_KIND_BIT(i)) != 0;
	for (int i = 0; i < LU_GRADES; i++) p.grade[i] = i <= (int)o->grade;
	return p;
}

lu_code lu_trace_from(lu_store *s, const int64_t *id, size_t n, const lu_trace_options *o, lu_arena *a, lu_trace *out,
		      lu_err *e)
{
	static const lu__visitor visitor = { .edge = on_edge, .left = on_left, .arrive = arrive };
	struct walk k = { .s = s, .o = o, .policy = policy_of(o), .a = a, .stop = UINT32_MAX, .e = e };
	lu__traversal t = {
		.store = s, .policy = &k.policy, .reads = { .ctx = &k, .out = edges_out, .sources = true }, .a = &k.own
	};
	lu_code rc = LU_OK;

	for (size_t i = 0; i < o->n_until && !rc; i++) rc = add_id(&k.until, o->until[i], 0, &k.own, e);
	for (size_t i = 0; i < n && !rc; i++) rc = begin(&k, id[i]);
	k.w.n_begin = k.w.n_node;
	k.w.in = o->in;
	if (!rc) rc = frontier_from(&k, 0, 0, &t.at);
	if (!rc) rc = lu__traverse(&t, &visitor, &k, e);
	lu_arena_free(&k.own);
	if (!rc) *out = k.w;
	return rc;
}
