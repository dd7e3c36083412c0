/* SPDX-License-Identifier: MIT
 * From outlines to edges: the model is built from all outlines, then the files that are due are answered on
 * all cores, while the calling thread reads and writes the store. When few are due, the model is built from few
 * outlines. */
#include <stdlib.h>

#include "index/ingest.h"
#include "index/pool.h"
#include "core/file.h"
#include "core/binary_search.h"

#define FILES_PER_JOB 16
#define ROUNDS        32 /* attempts with a part of the model: each goes one import or base further */

struct resolve {
	lu_store *s;
	const lu_watch *w;
	lu_counts *c;
	lu_arena arena;
	lu_outlines all;
	size_t *due, n_due; /* files */
	lu_model *model;
	lu_edge_writer *writer;
};

struct item {
	lu_arena arena;
	size_t file;
	lu_str calls; /* packed */
	lu_ref *ref;  /* unpacked, when the store had to find their targets */
	size_t n_ref;
	bool aimed;
	lu_file_edges edges;
};

static lu_code list_due(struct resolve *r, lu_err *e)
{
	r->due = lu_arena_calloc(&r->arena, r->all.n + 1, sizeof *r->due);
	if (!r->due) return lu_nomem(e);
	for (size_t i = 0; i < r->all.n; i++)
		if (r->all.v[i].due) r->due[r->n_due++] = i;
	return LU_OK;
}

static size_t first_sym(const struct resolve *r, size_t file)
{
	return (size_t)(r->all.v[file].sym - r->all.sym);
}

/* ---- answering a file ---- */

struct list {
	lu_arena *a;
	lu_edge *v;
	size_t n;
	bool oom;
};

static void add(struct list *l, lu_edge edge)
{
	lu_edge *v = lu_arena_grow(l->a, l->v, l->n, sizeof *v);

	l->oom |= !v;
	if (!v) return;
	l->v = v;
	v[l->n++] = edge;
}

static void add_answer(struct list *l, const struct resolve *r, const lu_ref *ref, size_t number,
		       const lu_resolution *a)
{
	lu_edge edge = { .src = ref->src,
			 .kind = ref->kind,
			 .grade = a->grade,
			 .line = ref->line,
			 .count = ref->count,
			 .ref = number,
			 .reason = a->reason,
			 .name = ref->kind == LU_EDGE_DEPENDS_ON && !ref->name.n ? ref->module : ref->name };

	/* prose that names nothing here says nothing, nor does a value that is no function, or a name for others */
	if (!a->n && ref->kind != LU_EDGE_DOCUMENTS && !lu_is_export(ref) && !lu_str_eqz(ref->receiver, LU_TAKEN))
		add(l, edge);
	for (uint32_t i = 0; i < a->n; i++) {
		edge.dst = r->all.sym[a->sym[i]].id;
		add(l, edge);
	}
}

static void add_made(struct list *l, const struct resolve *r, const lu_ref *ref, const lu_resolution *a)
{
	for (uint32_t i = 0; i < a->n_made; i++)
		add(l, (lu_edge){ .src = ref->src,
				  .dst = r->all.sym[a->made[i]].id,
				  .kind = LU_EDGE_CALLS,
				  .grade = a->made_grade,
				  .line = ref->line,
				  .count = ref->count,
				  .ref = SIZE_MAX,
				  .reason = LU_REASON_CONSTRUCTOR,
				  .name = ref->name });
}

static void add_passed(struct list *l, const struct resolve *r, const lu_ref *ref, const lu_resolution *a)
{
	for (uint32_t i = 0; i < a->n_passed; i++)
		add(l, (lu_edge){ .src = ref->src,
				  .dst = r->all.sym[a->passed[i].sym].id,
				  .kind = LU_EDGE_CALLS,
				  .grade = a->passed[i].grade,
				  .line = ref->line,
				  .count = ref->count,
				  .ref = SIZE_MAX,
				  .reason = LU_REASON_PASSED,
				  .name = a->passed[i].name });
}

/* Containers that only a name tells; the others are counted. */
static int64_t add_containers(struct list *l, const struct resolve *r, size_t file)
{
	int64_t n = 0;

	for (size_t i = first_sym(r, file), end = i + r->all.v[file].n_sym; i < end; i++) {
		bool by_name;
		uint32_t parent = lu_model_parent(r->model, (uint32_t)i, &by_name);

		n += parent != UINT32_MAX && !by_name;
		if (parent == UINT32_MAX || !by_name) continue;
		add(l, (lu_edge){ .src = r->all.sym[parent].id,
				  .dst = r->all.sym[i].id,
				  .kind = LU_EDGE_CONTAINS,
				  .grade = LU_GRADE_UNIQUE,
				  .count = 1,
				  .ref = SIZE_MAX,
				  .name = lu_strz(""),
				  .reason = "container by name" });
	}
	return n;
}

static int by_id(const void *px, const void *py)
{
	const lu_symbol *x = *(const lu_symbol *const *)px, *y = *(const lu_symbol *const *)py;

	return (x->id > y->id) - (x->id < y->id);
}

/* The file's symbols by row id, to find who makes a reference. */
static lu_code sort_symbols(const struct resolve *r, size_t file, lu_arena *a, const lu_symbol ***out, lu_err *e)
{
	size_t n = r->all.v[file].n_sym;
	const lu_symbol **v = lu_arena_calloc(a, n, sizeof *v);

	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) v[i] = &r->all.v[file].sym[i];
	if (n) qsort(v, n, sizeof *v, by_id);
	*out = v;
	return LU_OK;
}

static lu_code answer_calls(const struct resolve *r, lu_resolver *resolver, const struct item *it, struct list *l,
			    lu_err *e)
{
	const lu_symbol **sym = NULL, *src = NULL;
	struct list passed = { .a = l->a }; /* after the answers, whose numbers are those of their references */
	size_t n_sym = r->all.v[it->file].n_sym, n = 0;
	lu_ref *v = NULL;
	lu_code rc = sort_symbols(r, it->file, l->a, &sym, e);

	if (!rc && !it->aimed) rc = lu_unpack_calls(it->calls, l->a, &v, &n, e);
	if (it->aimed) v = it->ref, n = it->n_ref;
	for (size_t i = 0; i < n && !rc; i++) {
		lu_resolution a = { .grade = LU_GRADE_UNRESOLVED, .reason = "its source is not known" };

		if (!src || src->id != v[i].src) {
			lu_symbol key = { .id = v[i].src };
			const lu_symbol *k = &key, **hit = n_sym ? bsearch(&k, sym, n_sym, sizeof *sym, by_id) : NULL;

			src = hit ? *hit : NULL;
		}
		if (src) rc = lu_resolver_resolve(resolver, (uint32_t)(src - r->all.sym), &v[i], l->a, &a, e);
		if (!rc) add_answer(l, r, &v[i], i + r->all.n_link, &a);
		if (!rc) add_made(&passed, r, &v[i], &a);
		if (!rc) add_passed(&passed, r, &v[i], &a);
	}
	for (size_t i = 0; i < passed.n && !rc; i++) add(l, passed.v[i]);
	l->oom |= passed.oom;
	return rc;
}

/* ---- tests ---- */

static int by_source(const void *px, const void *py)
{
	const lu_edge *x = *(const lu_edge *const *)px, *y = *(const lu_edge *const *)py;

	if (x->src != y->src) return x->src < y->src ? -1 : 1;
	return (x > y) - (x < y);
}

/* What the tests of the file test follows from the edges that the file has so far. */
static lu_code add_tests(struct list *l, const struct resolve *r, size_t file, lu_err *e)
{
	const lu_edge **v = NULL;
	lu_edge *out = NULL;
	size_t n = l->n;

	for (size_t i = first_sym(r, file), end = i + r->all.v[file].n_sym; i < end; i++) {
		size_t at, k, m;

		if (!lu_model_is_test(r->model, (uint32_t)i)) continue;
		if (!v) {
			lu_edge *own = lu_arena_calloc(l->a, n, sizeof *own); /* the list moves while it grows */

			v = lu_arena_calloc(l->a, n, sizeof(const lu_edge *));
			out = lu_arena_calloc(l->a, n + 1, sizeof *out);
			if (!own || !v || !out) return lu_nomem(e);
			if (n) memcpy(own, l->v, n * sizeof *own);
			for (k = 0; k < n; k++) v[k] = &own[k];
			if (n) qsort(v, n, sizeof(const lu_edge *), by_source);
		}
		LU_LOWER_BOUND(at, 0, n, v[at]->src < r->all.sym[i].id);
		for (k = at; k < n && v[k]->src == r->all.sym[i].id;) k++;
		m = lu_model_tests(r->model, (uint32_t)i, v + at, k - at, out);
		for (k = 0; k < m; k++) add(l, out[k]);
	}
	return LU_OK;
}

/* All edges out of a file. */
static lu_code answer_file(const struct resolve *r, lu_resolver *resolver, const struct item *it, struct list *l,
			   int64_t *contains, lu_err *e)
{
	lu_code rc;

	*contains = r->all.v[it->file].listed + add_containers(l, r, it->file);
	for (size_t k = 0; k < r->all.v[it->file].n_link; k++) {
		const lu_ref *ref = &r->all.v[it->file].link[k];
		size_t number = (size_t)(ref - r->all.link);
		lu_resolution a = lu_model_link(r->model, number);

		add_answer(l, r, ref, number, &a);
	}
	rc = answer_calls(r, resolver, it, l, e);
	if (!rc) rc = add_tests(l, r, it->file, e);
	return !rc && l->oom ? lu_nomem(e) : rc;
}

static lu_code work(void *ctx, void *worker, void *p, lu_err *e)
{
	const struct resolve *r = ctx;
	struct item *it = p;
	struct list l = { .a = &it->arena };
	int64_t contains;
	lu_code rc = answer_file(r, worker, it, &l, &contains, e);

	return rc ? rc : lu_pack_edges(r->writer, l.v, l.n, contains, &it->arena, &it->edges, e);
}

/* ---- the pool ---- */

static void free_item(void *p)
{
	struct item *it = p;

	lu_arena_free(&it->arena);
	free(it);
}

static lu_code produce(void *ctx, size_t i, void **out, lu_err *e)
{
	struct resolve *r = ctx;
	struct item *it = calloc(1, sizeof *it);
	lu_code rc;

	if (!it) return lu_nomem(e);
	if (r->w && r->w->progress) r->w->progress(r->w->ctx, "resolve", (int64_t)i, (int64_t)r->n_due);
	it->file = r->due[i];
	rc = lu_store_calls(r->s, r->all.v[it->file].file, &it->arena, &it->calls, e);
	if (!rc) rc = lu_store_calls_aimed(r->s, it->calls, &it->arena, &it->ref, &it->n_ref, &it->aimed, e);
	if (rc) free_item(it);
	else *out = it;
	return rc;
}

static lu_code consume(void *ctx, void *p, lu_err *e)
{
	struct resolve *r = ctx;
	struct item *it = p;

	return lu_store_put_edges(r->writer, r->all.v[it->file].file, &it->edges, &r->c->edges, e);
}

static lu_code worker_new(void *ctx, void **worker, lu_err *e)
{
	struct resolve *r = ctx;
	lu_resolver *resolver = NULL;
	lu_code rc = lu_resolver_new(r->model, &resolver, e);

	*worker = resolver;
	return rc;
}

static void worker_free(void *worker)
{
	lu_resolver_free(worker);
}

static lu_code run_all(struct resolve *r, bool all, int jobs, lu_err *e)
{
	static const struct lu__pool_ops pool = { .produce = produce,
						  .work = work,
						  .consume = consume,
						  .free_item = free_item,
						  .worker_new = worker_new,
						  .worker_free = worker_free };
	lu_code rc = lu_store_outlines_dirty(r->s, all, &r->arena, &r->all, e);

	if (!rc) rc = list_due(r, e);
	if (!rc) rc = lu_model_new(r->all.sym, r->all.n_sym, r->all.link, r->all.n_link, &r->model, e);
	if (!rc) rc = lu_edge_writer_new(r->s, &r->writer, e);
	if (!rc) rc = lu__pool_run(&pool, r, &r->n_due, jobs, (size_t)jobs * FILES_PER_JOB, e);
	return rc ? rc : lu_edge_writer_end(r->writer, e);
}

/* ---- few files: a part of the model, which grows until it is enough ---- */

struct part {
	struct resolve *r;
	lu_heads heads;
	lu_arena arena, round; /* of everything, of one attempt */
	bool *whole, *due;
	struct item **item; /* of the files that are due */
	struct list *list;
	int64_t *contains;
	lu_str *name;
	size_t n_name;
};

static lu_code start_part(struct part *p, lu_err *e)
{
	struct resolve *r = p->r;
	size_t n = p->heads.n;
	lu_code rc = lu_store_heads_expect(r->s, &p->heads, &p->arena, e);

	if (rc) return rc;
	p->whole = lu_arena_calloc(&p->arena, n, sizeof *p->whole);
	p->due = lu_arena_calloc(&p->arena, n, sizeof *p->due);
	p->item = lu_arena_calloc(&p->arena, n, sizeof(struct item *));
	p->list = lu_arena_calloc(&p->arena, p->heads.n_due, sizeof *p->list);
	p->contains = lu_arena_calloc(&p->arena, p->heads.n_due, sizeof *p->contains);
	if (!p->whole || !p->due || !p->item || !p->list || !p->contains) return lu_nomem(e);
	rc = lu_heads_outlines(&p->heads, &p->arena, &r->all, e);
	if (!rc) rc = list_due(r, e);
	for (size_t i = 0; i < r->n_due && !rc; i++) {
		void *item = NULL;

		rc = produce(r, i, &item, e);
		if (rc) break;
		p->item[i] = item;
		p->due[r->due[i]] = true;
		p->heads.odd |= p->item[i]->aimed;
	}
	return rc;
}

/* Answer what is due from the files that are whole. */
static lu_code attempt(struct part *p, lu_missed *missed, lu_err *e)
{
	struct resolve *r = p->r;
	lu_part part = { .whole = p->whole, .due = p->due, .n_file = p->heads.n, .name = p->name, .n_name = p->n_name };
	lu_resolver *resolver = NULL;
	lu_code rc;

	lu_model_free(r->model);
	r->model = NULL;
	lu_arena_free(&p->round);
	for (size_t i = 0; i < p->heads.n; i++) p->whole[i] = p->heads.v[i].is_whole;
	rc = lu_heads_outlines(&p->heads, &p->round, &r->all, e);
	if (!rc)
		rc = lu_model_new_part(r->all.sym, r->all.n_sym, r->all.link, r->all.n_link, &part, &p->arena, missed,
				       &r->model, e);
	if (!rc) rc = lu_resolver_new(r->model, &resolver, e);
	for (size_t i = 0; i < r->n_due && !rc && !missed->all; i++) {
		p->list[i] = (struct list){ .a = &p->round };
		rc = answer_file(r, resolver, p->item[i], &p->list[i], &p->contains[i], e);
	}
	lu_resolver_free(resolver);
	return rc;
}

/* Read what was missed. */
static lu_code grow(struct part *p, const lu_missed *missed, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < missed->n_name; i++) {
		lu_str *v = lu_arena_grow(&p->arena, p->name, p->n_name, sizeof *v);

		if (!v) return lu_nomem(e);
		p->name = v;
		v[p->n_name++] = missed->name[i];
	}
	if (missed->n_name) rc = lu_heads_find(&p->heads, missed->name, missed->n_name, missed->file, e);
	for (size_t i = 0; i < p->heads.n && !rc; i++)
		if (missed->file[i]) rc = lu_store_head_read(p->r->s, &p->heads, i, &p->arena, e);
	return rc;
}

static lu_code write_part(struct part *p, lu_err *e)
{
	struct resolve *r = p->r;
	lu_code rc = lu_edge_writer_new(r->s, &r->writer, e);

	for (size_t i = 0; i < r->n_due && !rc; i++) {
		struct item *it = p->item[i];

		rc = lu_pack_edges(r->writer, p->list[i].v, p->list[i].n, p->contains[i], &it->arena, &it->edges, e);
		if (!rc) rc = consume(r, it, e);
	}
	return rc ? rc : lu_edge_writer_end(r->writer, e);
}

/* Is the part still a small one? */
static bool is_small(const lu_heads *h)
{
	return !h->odd && h->n_due <= h->n / 4 && h->n_whole <= h->n / 2;
}

/* *done stays false when a part does not do. */
static lu_code run_part(struct part *p, bool *done, lu_err *e)
{
	lu_code rc = lu_store_heads(p->r->s, &p->arena, &p->heads, e);

	if (rc || !is_small(&p->heads)) return rc;
	rc = start_part(p, e);
	for (int round = 0; round < ROUNDS && !rc && !*done && is_small(&p->heads); round++) {
		lu_missed missed = { .file = lu_arena_calloc(&p->arena, p->heads.n, sizeof *missed.file) };

		rc = missed.file ? attempt(p, &missed, e) : lu_nomem(e);
		if (rc || missed.all) break;
		if (!missed.any) {
			*done = true;
			rc = write_part(p, e);
		} else {
			rc = grow(p, &missed, e);
		}
	}
	return rc;
}

static lu_code run_few(struct resolve *r, bool *done, lu_err *e)
{
	struct part p = { .r = r };
	lu_code rc = run_part(&p, done, e);

	for (size_t i = 0; p.item && i < p.heads.n; i++)
		if (p.item[i]) free_item(p.item[i]);
	lu_model_free(r->model);
	lu_arena_free(&p.round);
	lu_arena_free(&p.arena);
	r->model = NULL;
	r->n_due = 0;
	return rc;
}

static lu_code run(struct resolve *r, bool tree, int jobs, lu_err *e)
{
	bool any, all, done = false;
	lu_code rc = lu_store_dirty(r->s, &any, &all, e);

	if (!rc && !any) {
		rc = lu_store_clear_dirty(r->s, e);
		return rc ? rc : lu_store_mark(r->s, LU_STAGE_RESOLVED, e);
	}
	if (!rc && !all && tree) rc = run_few(r, &done, e);
	if (!rc && !done) rc = run_all(r, all, jobs, e);
	return rc ? rc : lu_store_mark(r->s, LU_STAGE_RESOLVED, e);
}

lu_code lu__resolve(lu_store *s, bool tree, int jobs, const lu_watch *w, lu_counts *c, lu_err *e)
{
	struct resolve r = { .s = s, .w = w, .c = c };
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, &r.arena, &kb, e);

	if (!rc && kb.resolved != kb.generation && !(rc = lu_store_begin(s, e))) {
		rc = run(&r, tree, jobs > 0 ? jobs : lu_cpus(), e);
		/* one transaction: edges into elements are gathered and written at the end */
		if (!rc) rc = lu_store_commit(s, e);
		else lu_store_rollback(s);
	}
	lu_edge_writer_free(r.writer);
	lu_model_free(r.model);
	lu_arena_free(&r.arena);
	return rc;
}
