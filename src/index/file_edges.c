/* SPDX-License-Identifier: MIT
 * The edges out of one file, on a model of everything or of a part. */
#include <stdlib.h>

#include "core/binary_search.h"
#include "core/sorting.h"
#include "index/file_edges.h"

lu_code lu__list_due(struct lu__resolve *r, lu_err *e)
{
	r->due = lu_arena_calloc(&r->arena, r->all.n + 1, sizeof *r->due);
	if (!r->due) return lu_nomem(e);
	for (size_t i = 0; i < r->all.n; i++)
		if (r->all.v[i].due) r->due[r->n_due++] = i;
	return LU_OK;
}

static size_t first_sym(const struct lu__resolve *r, size_t file)
{
	return (size_t)(r->all.v[file].sym - r->all.sym);
}

/* ---- answering a file ---- */

static void add(struct lu__edge_list *l, lu_edge edge)
{
	lu_edge *v = lu_arena_grow(l->a, l->v, l->n, sizeof *v);

	l->oom |= !v;
	if (!v) return;
	l->v = v;
	v[l->n++] = edge;
}

static void add_answer(struct lu__edge_list *l, const struct lu__resolve *r, const lu_ref *ref, size_t number,
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

static void add_made(struct lu__edge_list *l, const struct lu__resolve *r, const lu_ref *ref, const lu_resolution *a)
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

static void add_passed(struct lu__edge_list *l, const struct lu__resolve *r, const lu_ref *ref, const lu_resolution *a)
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
static int64_t add_containers(struct lu__edge_list *l, const struct lu__resolve *r, size_t file)
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

/* The file's symbols by row id, to find who makes a reference. */
static lu_code sort_symbols(const struct lu__resolve *r, size_t file, lu_arena *a, const lu_symbol ***out, lu_err *e)
{
	size_t n = r->all.v[file].n_sym;
	const lu_symbol **v = lu_arena_calloc(a, n, sizeof *v);

	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) v[i] = &r->all.v[file].sym[i];
	if (n) qsort(v, n, sizeof *v, lu_int64_at_order);
	*out = v;
	return LU_OK;
}

static lu_code answer_calls(const struct lu__resolve *r, lu_resolver *resolver, const struct lu__item *it,
			    struct lu__edge_list *l, lu_err *e)
{
	const lu_symbol **sym = NULL, *src = NULL;
	struct lu__edge_list passed = {
		.a = l->a
	}; /* after the answers, whose numbers are those of their references */
	size_t n_sym = r->all.v[it->file].n_sym, n = 0;
	lu_ref *v = NULL;
	lu_code rc = sort_symbols(r, it->file, l->a, &sym, e);

	if (!rc && !it->read) rc = lu_unpack_calls(it->calls, l->a, &v, &n, e);
	if (it->read) v = it->ref, n = it->n_ref;
	for (size_t i = 0; i < n && !rc; i++) {
		lu_resolution a = { .grade = LU_GRADE_UNRESOLVED, .reason = "its source is not known" };

		if (!src || src->id != v[i].src) {
			const int64_t *key = &v[i].src;
			const lu_symbol **hit =
				n_sym ? bsearch(&key, sym, n_sym, sizeof *sym, lu_int64_at_order) : NULL;

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
static lu_code add_tests(struct lu__edge_list *l, const struct lu__resolve *r, lu_resolver *resolver, size_t file,
			 lu_err *e)
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
		m = lu_resolver_tests(resolver, (uint32_t)i, v + at, k - at, out);
		for (k = 0; k < m; k++) add(l, out[k]);
	}
	return LU_OK;
}

/* ---- what they were found in ---- */

/* Files are numbered by the model as they are here when each has a symbol. */
static bool is_numbered(const struct lu__resolve *r, size_t file)
{
	return r->tree && lu_model_files(r->model) == r->all.n && r->all.v[file].n_sym &&
	       lu_model_file(r->model, (uint32_t)first_sym(r, file)) == file;
}

static void begin(const struct lu__resolve *r, lu_resolver *resolver, size_t file)
{
	if (r->all.v[file].n_sym) lu_resolver_begin(resolver, lu_model_file(r->model, (uint32_t)first_sym(r, file)));
}

static lu_code list_reads(struct lu__edge_list *l, const struct lu__resolve *r, lu_resolver *resolver,
			  const struct lu__item *it, lu_err *e)
{
	size_t file = it->file;
	lu_reads read;
	int64_t *id;
	lu_code rc;

	if (it->aimed || !is_numbered(r, file)) return LU_OK;
	rc = lu_resolver_reads(resolver, (uint32_t)file, l->a, &read, e);
	if (rc || !read.known) return rc;
	id = lu_arena_calloc(l->a, read.n_file, sizeof *id);
	if (!id) return lu_nomem(e);
	for (size_t i = 0; i < read.n_file; i++) id[i] = r->all.v[read.file[i]].file;
	if (read.n_file) qsort(id, read.n_file, sizeof *id, lu_int64_order);
	return lu_pack_reads(id, read.n_file, read.name, read.n_name, l->a, &l->reads, e);
}

lu_code lu__answer_file(const struct lu__resolve *r, lu_resolver *resolver, const struct lu__item *it,
			struct lu__edge_list *l, int64_t *contains, lu_err *e)
{
	lu_code rc;

	begin(r, resolver, it->file);
	*contains = r->all.v[it->file].listed + add_containers(l, r, it->file);
	for (size_t k = 0; k < r->all.v[it->file].n_link; k++) {
		const lu_ref *ref = &r->all.v[it->file].link[k];
		size_t number = (size_t)(ref - r->all.link);
		lu_resolution a = lu_model_link(r->model, number);

		add_answer(l, r, ref, number, &a);
	}
	rc = answer_calls(r, resolver, it, l, e);
	if (!rc) rc = add_tests(l, r, resolver, it->file, e);
	if (!rc) rc = list_reads(l, r, resolver, it, e);
	return !rc && l->oom ? lu_nomem(e) : rc;
}

/* ---- reading and writing ---- */

void lu__item_free(struct lu__item *it)
{
	lu_arena_free(&it->arena);
	free(it);
}

lu_code lu__item_read(struct lu__resolve *r, size_t i, struct lu__item **out, lu_err *e)
{
	struct lu__item *it = calloc(1, sizeof *it);
	lu_code rc;

	if (!it) return lu_nomem(e);
	if (r->w && r->w->progress) r->w->progress(r->w->ctx, "resolve", (int64_t)i, (int64_t)r->n_due);
	it->file = r->due[i];
	rc = lu_store_calls(r->s, r->all.v[it->file].file, &it->arena, &it->calls, e);
	if (!rc) rc = lu_store_calls_aimed(r->s, it->calls, &it->arena, &it->ref, &it->n_ref, &it->aimed, e);
	it->read = it->aimed;
	if (rc) lu__item_free(it);
	else *out = it;
	return rc;
}

lu_code lu__item_write(struct lu__resolve *r, struct lu__item *it, lu_err *e)
{
	return lu_store_put_edges(r->writer, r->all.v[it->file].file, &it->edges, &r->c->edges, e);
}
