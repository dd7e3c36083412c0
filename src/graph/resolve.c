/* SPDX-License-Identifier: MIT
 * From symbols and references to edges. Imports are resolved first, then bases, then calls, because each needs the ones
 * before; the edges are written at the end, in the order of the contract. */
#include <stdlib.h>

#include "graph/lookup.h"
#include "graph/modules.h"
#include "graph/overload.h"
#include "graph/tests_of.h"

const char *lu_edge_kind_name(lu_edge_kind k)
{
	static const char *const name[] = { "CONTAINS", "CALLS", "DEPENDS_ON", "INHERITS_FROM", "DOCUMENTS", "TESTS" };

	return (unsigned)k < LU_EDGE_KINDS ? name[k] : "?";
}

const char *lu_grade_name(lu_grade grade)
{
	static const char *const name[] = { "exact", "unique", "ambiguous", "unresolved" };

	return (unsigned)grade < LU_GRADES ? name[grade] : "?";
}

/* ---- the model ---- */

struct lu_model {
	lu__graph g;
};

/* Uses that are no imports: only their target decides what they are. */
static void answer_uses(lu__graph *g)
{
	static const lu__found gone = { .reason = "its target is not in the store" };

	for (uint32_t i = 0; i < g->n_ref; i++)
		if (lu__is_use(&g->ref[i]) && lu__symbol_of(g, g->ref[i].src) != LU__NONE) lu__settle_ref(g, i, &gone);
}

static void build(lu__graph *g)
{
	g->result = lu__new(g, g->n_ref, sizeof *g->result);
	if (!g->result) return;
	for (uint32_t i = 0; i < g->n_ref; i++)
		g->result[i] = (lu__result){ "its source is not known", 0, 0, LU_GRADE_UNRESOLVED };
	lu__model_build(g);
	if (!lu__out_of_memory(g)) g->reads = lu__reads_new(g);
	if (!lu__out_of_memory(g)) lu__reads_begin(g);
	if (!lu__out_of_memory(g)) lu__part_begin(g);
	if (!lu__out_of_memory(g)) answer_uses(g);
	if (!lu__out_of_memory(g)) lu__go_learn(g);
	if (!lu__out_of_memory(g)) lu__imports_load(g);
	if (!lu__out_of_memory(g)) lu__note_uses(g);
	if (!lu__out_of_memory(g)) lu__mentions_load(g);
	if (!lu__out_of_memory(g)) lu__tests_learn(g);
	if (!lu__out_of_memory(g) && !g->part) lu__places_attach(g);
	if (!lu__out_of_memory(g)) lu__bases_load(g);
}

static lu_code new_model(const lu_symbol *sym, size_t n_sym, const lu_ref *link, size_t n_link, struct lu__part *part,
			 lu_model **out, lu_err *e)
{
	lu_model *m;

	if (n_sym > INT32_MAX || n_link > INT32_MAX)
		return lu_fail(e, LU_EUSAGE, "cannot resolve more than %d symbols or references", INT32_MAX);
	for (size_t i = 0; i < n_link; i++)
		if (link[i].kind != LU_EDGE_DEPENDS_ON && link[i].kind != LU_EDGE_INHERITS_FROM)
			return lu_fail(e, LU_EUSAGE, "reference %zu is no import and no base", i);
	if (!(m = calloc(1, sizeof *m))) return lu_nomem(e);
	m->g.sym = sym;
	m->g.ref = link;
	m->g.n_sym = (uint32_t)n_sym;
	m->g.n_ref = (uint32_t)n_link;
	m->g.part = part;
	lu_buf_init(&m->g.buf);
	build(&m->g);
	if (lu__out_of_memory(&m->g)) {
		lu_model_free(m);
		return lu_nomem(e);
	}
	*out = m;
	return LU_OK;
}

lu_code lu_model_new(const lu_symbol *sym, size_t n_sym, const lu_ref *link, size_t n_link, lu_model **out, lu_err *e)
{
	return new_model(sym, n_sym, link, n_link, NULL, out, e);
}

lu_code lu_model_new_part(const lu_symbol *sym, size_t n_sym, const lu_ref *link, size_t n_link, const lu_part *part,
			  lu_arena *a, lu_missed *missed, lu_model **out, lu_err *e)
{
	struct lu__part *p = lu__part_new(part, a, missed);

	return p ? new_model(sym, n_sym, link, n_link, p, out, e) : lu_nomem(e);
}

void lu_model_free(lu_model *m)
{
	if (!m) return;
	lu_buf_free(&m->g.buf);
	lu_arena_free(&m->g.mem.arena);
	free(m);
}

lu_resolution lu_model_link(const lu_model *m, size_t i)
{
	const lu__result *r = &m->g.result[i];

	return (lu_resolution){ .grade = (lu_grade)r->grade,
				.n = r->n,
				.sym = r->n == 1 ? &r->at : m->g.several + r->at,
				.reason = r->reason };
}

uint32_t lu_model_parent(const lu_model *m, uint32_t i, bool *by_name)
{
	*by_name = m->g.info[i].by_name;
	return m->g.info[i].parent;
}

bool lu_model_is_test(const lu_model *m, uint32_t i)
{
	return lu__is_test(&m->g, i);
}

uint32_t lu_model_files(const lu_model *m)
{
	return m->g.paths.n;
}

uint32_t lu_model_file(const lu_model *m, uint32_t i)
{
	return m->g.info[i].file;
}

/* ---- resolvers: the model's tables are shared, what a search writes to is not ---- */

struct lu_resolver {
	lu__graph g;
	lu__mem memo; /* of the guesses in the file at hand */
	uint32_t file;
};

lu_code lu_resolver_new(const lu_model *m, lu_resolver **out, lu_err *e)
{
	lu_resolver *r = calloc(1, sizeof *r);

	if (!r) return lu_nomem(e);
	r->g = m->g;
	r->g.mem = (lu__mem){ 0 };
	lu_buf_init(&r->g.buf);
	r->g.stamp = r->g.seen = NULL;
	r->g.n_seen = r->g.round = 0;
	r->g.guesses = (lu__multi){ .mem = &r->memo };
	r->g.reads = lu__reads_of_answers(&m->g);
	r->file = LU__NONE;
	if (!r->g.reads) {
		lu_resolver_free(r);
		return lu_nomem(e);
	}
	*out = r;
	return LU_OK;
}

void lu_resolver_free(lu_resolver *r)
{
	if (!r) return;
	lu_buf_free(&r->g.buf);
	lu_arena_free(&r->g.mem.arena);
	lu_arena_free(&r->memo.arena);
	lu__reads_free(r->g.reads);
	free(r);
}

void lu_resolver_begin(lu_resolver *r, uint32_t file)
{
	lu_arena_free(&r->memo.arena);
	r->g.guesses = (lu__multi){ .mem = &r->memo };
	r->file = file;
	lu__reads_next(&r->g, file);
}

lu_code lu_resolver_reads(lu_resolver *r, uint32_t file, lu_arena *a, lu_reads *out, lu_err *e)
{
	return lu__reads_list(&r->g, file, a, out, e);
}

size_t lu_resolver_tests(lu_resolver *r, uint32_t test, const lu_edge *const *edge, size_t n, lu_edge *out)
{
	return lu__tests_of(&r->g, test, edge, n, out);
}

static const uint32_t *keep(const uint32_t *v, uint32_t n, lu_arena *a)
{
	uint32_t *own = lu_arena_alloc(a, n * sizeof *own);

	return own ? memcpy(own, v, n * sizeof *own) : NULL;
}

lu_code lu_resolver_resolve(lu_resolver *r, uint32_t src, const lu_ref *ref, lu_arena *a, lu_resolution *out, lu_err *e)
{
	lu__graph *g = &r->g;
	uint32_t file = g->info[src].file, v[LU__SOUGHT + 1], named = lu__named_target(g, ref);
	lu__ask q = { src, file, src, LU__NONE, g->file[file].language, 0, false };
	lu__found f = lu__no_result("no reference of this kind is looked for"), made = lu__no_result("");
	lu_resolution answer;
	lu_code rc;

	if (file != r->file) lu_resolver_begin(r, file);
	if (named != LU__NONE)
		f = (lu__found){
			.what = LU__FOUND_SYMBOLS, .grade = LU_GRADE_EXACT, .reason = ref->by, .n = 1, .v = { named }
		};
	else if (lu__named_outside(ref)) f = lu__no_result(ref->by);
	else if (ref->kind == LU_EDGE_CALLS) lu__find_call(g, &q, ref->name, ref->receiver, &f);
	else if (ref->kind == LU_EDGE_DOCUMENTS) lu__find_mention(g, &q, ref->name, &f);
	if (named == LU__NONE) lu__fit_args(g, &q, ref, &f);
	lu__join_clauses(g, &q, &f);
	if (named == LU__NONE && ref->kind == LU_EDGE_CALLS) lu__one_for_each_build(g, &q, &f);
	if (named == LU__NONE && ref->kind == LU_EDGE_CALLS) lu__one_by_features(g, &q, &f);
	if (lu__out_of_memory(g) || r->memo.oom) return lu_nomem(e);
	if (ref->kind == LU_EDGE_CALLS && named == LU__NONE) {
		lu__find_constructors(g, &q, ref, &f, &made);
		lu__tell_part(g, file, &made, &f);
	}
	answer = lu__answer_of(g, &f, v);
	if (answer.n && !(answer.sym = keep(v, answer.n, a))) return lu_nomem(e);
	if (made.what == LU__FOUND_SYMBOLS && made.n) {
		lu_resolution m = lu__answer_of(g, &made, v);

		answer.made_grade = m.grade;
		if (m.n && !(answer.made = keep(v, m.n, a))) return lu_nomem(e);
		answer.n_made = m.n;
	}
	*out = answer;
	if (ref->kind != LU_EDGE_CALLS || !(q.language->rules & LU__RULE_LINKAGE)) return LU_OK;
	rc = lu__pass_on(g, &q, a, out, e);
	return rc || !(lu__out_of_memory(g) || r->memo.oom) ? rc : lu_nomem(e);
}

/* ---- all at once ---- */

struct all {
	const lu_symbol *sym;
	const lu_ref *ref;
	size_t n_sym, n_ref;
	lu_ref *link; /* the references that the model takes */
	size_t n_link;
	lu_model *m;
	lu_resolution *answer; /* of each reference */
	lu_arena work;
};

static bool is_link(const lu_ref *r)
{
	return r->kind == LU_EDGE_DEPENDS_ON || r->kind == LU_EDGE_INHERITS_FROM;
}

/* References by the number of their file: a resolver remembers what it found out about the last one. */
static uint32_t *by_file(struct all *w)
{
	const lu__graph *g = &w->m->g;
	uint32_t *start = lu_arena_calloc(&w->work, (size_t)g->paths.n + 2, sizeof *start);
	uint32_t *order = lu_arena_calloc(&w->work, w->n_ref, sizeof *order);

	if (!start || !order) return NULL;
	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < w->n_ref; i++) {
			uint32_t src = lu__symbol_of(g, w->ref[i].src);
			uint32_t file = src == LU__NONE ? g->paths.n : g->info[src].file;

			if (pass == 0) start[file + 1]++;
			else order[start[file]++] = (uint32_t)i;
		}
		for (uint32_t i = 1; pass == 0 && i <= g->paths.n + 1; i++) start[i] += start[i - 1];
	}
	return order;
}

static lu_code answer_all(struct all *w, lu_arena *a, lu_err *e)
{
	lu_resolver *r = NULL;
	uint32_t *order = by_file(w);
	lu_code rc = order ? lu_resolver_new(w->m, &r, e) : lu_nomem(e);

	for (size_t k = 0; k < w->n_ref && !rc; k++) {
		const lu_ref *ref = &w->ref[order[k]];
		uint32_t src = lu__symbol_of(&w->m->g, ref->src);

		if (is_link(ref)) continue;
		if (src != LU__NONE) rc = lu_resolver_resolve(r, src, ref, a, &w->answer[order[k]], e);
		else
			w->answer[order[k]] =
				(lu_resolution){ .grade = LU_GRADE_UNRESOLVED, .reason = "its source is not known" };
	}
	lu_resolver_free(r);
	for (size_t i = 0, k = 0; i < w->n_ref && !rc; i++)
		if (is_link(&w->ref[i])) w->answer[i] = lu_model_link(w->m, k++);
	return rc;
}

static size_t write_contains(const struct all *w, lu_edge *v)
{
	size_t n = 0;

	for (uint32_t i = 0; i < w->n_sym; i++) {
		bool by_name;
		uint32_t parent = lu_model_parent(w->m, i, &by_name);

		if (parent == LU__NONE) continue;
		v[n++] = (lu_edge){
			.src = w->sym[parent].id,
			.dst = w->sym[i].id,
			.kind = LU_EDGE_CONTAINS,
			.grade = by_name ? LU_GRADE_UNIQUE : LU_GRADE_EXACT,
			.count = 1,
			.ref = SIZE_MAX,
			.name = lu_strz(""),
			.reason = by_name ? "container by name" : "parent",
		};
	}
	return n;
}

static size_t write_answer(const struct all *w, size_t ref, lu_edge *v)
{
	const lu_resolution *a = &w->answer[ref];
	const lu_ref *r = &w->ref[ref];
	lu_edge edge = {
		.src = r->src,
		.kind = r->kind,
		.grade = a->grade,
		.line = r->line,
		.count = r->count,
		.ref = ref,
		.name = r->kind == LU_EDGE_DEPENDS_ON ? r->module : r->name,
		.reason = a->reason,
	};

	/* prose that names nothing here says nothing, nor does a value that is no function, or a name for others */
	if (!a->n && (r->kind == LU_EDGE_DOCUMENTS || lu_is_export(r) || lu_str_eqz(r->receiver, LU_TAKEN))) return 0;
	v[0] = edge;
	for (uint32_t i = 0; i < a->n; i++) {
		v[i] = edge;
		v[i].dst = w->sym[a->sym[i]].id;
	}
	return a->n ? a->n : 1;
}

/* The constructors that classes run and what macros pass on come after the answers. */
static size_t write_passed(const struct all *w, lu_edge *v)
{
	size_t n = 0;

	for (size_t i = 0; i < w->n_ref; i++) {
		const lu_resolution *a = &w->answer[i];

		for (uint32_t k = 0; k < a->n_made; k++)
			v[n++] = (lu_edge){ .src = w->ref[i].src,
					    .dst = w->sym[a->made[k]].id,
					    .kind = LU_EDGE_CALLS,
					    .grade = a->made_grade,
					    .line = w->ref[i].line,
					    .count = w->ref[i].count,
					    .ref = SIZE_MAX,
					    .name = w->ref[i].name,
					    .reason = LU_REASON_CONSTRUCTOR };
		for (uint32_t k = 0; k < a->n_passed; k++)
			v[n++] = (lu_edge){ .src = w->ref[i].src,
					    .dst = w->sym[a->passed[k].sym].id,
					    .kind = LU_EDGE_CALLS,
					    .grade = a->passed[k].grade,
					    .line = w->ref[i].line,
					    .count = w->ref[i].count,
					    .ref = SIZE_MAX,
					    .name = a->passed[k].name,
					    .reason = LU_REASON_PASSED };
	}
	return n;
}

/* The edges of tests, those of one test together. */
typedef struct test_edge {
	uint32_t test;
	const lu_edge *edge;
} test_edge;

static int by_test(const void *pa, const void *pb)
{
	const test_edge *a = pa, *b = pb;

	if (a->test != b->test) return a->test < b->test ? -1 : 1;
	return (a->edge > b->edge) - (a->edge < b->edge);
}

/* All edges that tests make, and every test once more without an edge: some make none. */
static test_edge *edges_of_tests(struct all *w, const lu_edges *edges, size_t *n)
{
	test_edge *v = lu_arena_calloc(&w->work, w->n_sym + edges->n, sizeof *v);

	*n = 0;
	for (uint32_t i = 0; v && i < w->n_sym; i++)
		if (lu_model_is_test(w->m, i)) v[(*n)++] = (test_edge){ i, NULL };
	for (size_t i = 0; v && *n && i < edges->n; i++) {
		uint32_t s = lu__symbol_of(&w->m->g, edges->v[i].src);

		if (s != LU__NONE && lu_model_is_test(w->m, s)) v[(*n)++] = (test_edge){ s, &edges->v[i] };
	}
	if (v && *n) qsort(v, *n, sizeof *v, by_test);
	return v;
}

static lu_code add_tests(struct all *w, lu_arena *a, lu_edges *edges, lu_err *e)
{
	size_t n, total = edges->n;
	test_edge *v = edges_of_tests(w, edges, &n);
	const lu_edge **own = v ? lu_arena_calloc(&w->work, n, sizeof(const lu_edge *)) : NULL;
	lu_edge *out = own ? lu_arena_calloc(a, edges->n + n, sizeof *out) : NULL;
	lu_resolver *r = NULL;
	lu_code rc = out ? lu_resolver_new(w->m, &r, e) : lu_nomem(e);

	if (rc) return rc;
	for (size_t i = 0, end; i < n; i = end) {
		size_t k = 0;

		for (end = i; end < n && v[end].test == v[i].test; end++)
			if (v[end].edge) own[k++] = v[end].edge;
		total += lu_resolver_tests(r, v[i].test, own, k, out + total);
	}
	lu_resolver_free(r);
	if (edges->n) memcpy(out, edges->v, edges->n * sizeof *out);
	*edges = (lu_edges){ out, total };
	return LU_OK;
}

static lu_code write_edges(struct all *w, lu_arena *a, lu_edges *out, lu_err *e)
{
	lu_edges edges = { NULL, w->n_sym };
	lu_code rc;

	for (size_t i = 0; i < w->n_ref; i++)
		edges.n += (w->answer[i].n ? w->answer[i].n : 1) + w->answer[i].n_made + w->answer[i].n_passed;
	edges.v = lu_arena_calloc(&w->work, edges.n, sizeof *edges.v);
	if (!edges.v) return lu_nomem(e);
	edges.n = write_contains(w, edges.v);
	for (size_t i = 0; i < w->n_ref; i++) edges.n += write_answer(w, i, edges.v + edges.n);
	edges.n += write_passed(w, edges.v + edges.n);
	rc = add_tests(w, a, &edges, e);
	if (!rc) *out = edges;
	return rc;
}

lu_code lu_resolve(const lu_symbol *sym, size_t n_sym, const lu_ref *ref, size_t n_ref, lu_arena *a, lu_edges *out,
		   lu_err *e)
{
	struct all w = { .sym = sym, .ref = ref, .n_sym = n_sym, .n_ref = n_ref };
	lu_code rc = LU_OK;

	for (size_t i = 0; i < n_ref; i++)
		if (ref[i].kind == LU_EDGE_CONTAINS || ref[i].kind == LU_EDGE_TESTS ||
		    (unsigned)ref[i].kind >= LU_EDGE_KINDS)
			return lu_fail(e, LU_EUSAGE, "reference %zu is of no kind that can be resolved", i);
	w.link = lu_arena_calloc(&w.work, n_ref, sizeof *w.link);
	w.answer = lu_arena_calloc(&w.work, n_ref, sizeof *w.answer);
	if (!w.link || !w.answer) rc = lu_nomem(e);
	for (size_t i = 0; i < n_ref && !rc; i++)
		if (is_link(&ref[i])) w.link[w.n_link++] = ref[i];
	if (!rc) rc = lu_model_new(sym, n_sym, w.link, w.n_link, &w.m, e);
	if (!rc) rc = answer_all(&w, a, e);
	if (!rc) rc = write_edges(&w, a, out, e);
	lu_model_free(w.m);
	lu_arena_free(&w.work);
	return rc;
}
