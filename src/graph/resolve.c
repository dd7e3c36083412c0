/* SPDX-License-Identifier: MIT
 * From symbols and references to edges. Imports are answered first, then bases, then calls, because each
 * needs the ones before; the edges are written at the end, in the order of the contract. */
#include "graph/model.h"

const char *lu_edge_kind_name(lu_edge_kind k)
{
	static const char *const name[] = { "CONTAINS", "CALLS", "DEPENDS_ON", "INHERITS_FROM" };

	return (unsigned)k < LU_EDGE_KINDS ? name[k] : "?";
}

const char *lu_grade_name(lu_grade grade)
{
	static const char *const name[] = { "exact", "unique", "ambiguous", "unresolved" };

	return (unsigned)grade < LU_GRADES ? name[grade] : "?";
}

uint32_t lu__symbol_of(const lu__graph *g, int64_t id)
{
	uint32_t at = lu__multi_first(&g->ids, (uint64_t)id);

	return at ? g->ids.node[at].value : LU__NONE;
}

/* ---- answers ---- */

static bool comes_before(const lu__graph *g, uint32_t a, uint32_t b)
{
	int c = lu_str_cmp(g->sym[a].path, g->sym[b].path);

	return c ? c < 0 : a < b;
}

static void keep_several(lu__graph *g, lu__result *r, uint32_t *v, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++) {
		uint32_t s = v[i], k = i;

		for (; k && comes_before(g, s, v[k - 1]); k--) v[k] = v[k - 1];
		v[k] = s;
	}
	r->at = g->n_several;
	r->n = (uint8_t)n;
	r->grade = LU_AMBIGUOUS;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t *more = lu_arena_grow(&g->mem.arena, g->several, g->n_several, sizeof *more);

		if (!more) {
			g->mem.oom = true;
			return;
		}
		g->several = more;
		more[g->n_several++] = v[i];
	}
}

void lu__answer(lu__graph *g, uint32_t ref, const lu__found *f)
{
	lu__result *r = &g->result[ref];
	uint32_t v[LU__CANDIDATES + 1], n = 0;

	*r = (lu__result){ f->reason, 0, 0, LU_UNRESOLVED };
	if (f->what == LU__FOLDER) {
		v[n++] = g->file[lu__go_first_file(g, f->place)].module;
	} else if (f->what == LU__SYMBOLS || f->what == LU__FILES) {
		for (; n < f->n; n++) v[n] = f->what == LU__FILES ? g->file[f->v[n]].module : f->v[n];
	}
	for (uint32_t i = n; i-- > 0;)
		if (v[i] == LU__NONE) v[i] = v[--n];
	if (n > LU__CANDIDATES) {
		r->reason = "more than 20 candidates";
	} else if (n > 1) {
		keep_several(g, r, v, n);
	} else if (n == 1) {
		*r = (lu__result){ f->reason, v[0], 1, (uint8_t)f->grade };
	} else if (f->what == LU__FOLDER || f->what == LU__FILES) {
		r->reason = "the file has no module element";
	}
}

/* ---- bases ---- */

static void add_base(lu__graph *g, uint32_t type, uint32_t base)
{
	struct lu__base *v = lu_arena_grow(&g->mem.arena, g->base, g->n_base, sizeof *v);

	if (!v) {
		g->mem.oom = true;
		return;
	}
	g->base = v;
	v[g->n_base] = (struct lu__base){ base, LU__NONE };
	if (g->last_base[type] == LU__NONE) g->first_base[type] = g->n_base;
	else v[g->last_base[type]].next = g->n_base;
	g->last_base[type] = g->n_base++;
}

static void resolve_bases(lu__graph *g)
{
	g->first_base = lu__new(g, g->n_sym, sizeof *g->first_base);
	g->last_base = lu__new(g, g->n_sym, sizeof *g->last_base);
	if (!g->first_base || !g->last_base) return;
	for (uint32_t i = 0; i < g->n_sym; i++) g->first_base[i] = g->last_base[i] = LU__NONE;
	for (uint32_t i = 0; i < g->n_ref && !lu__out_of_memory(g); i++) {
		const lu_ref *r = &g->ref[i];
		uint32_t src = r->kind == LU_INHERITS_FROM ? lu__symbol_of(g, r->src) : LU__NONE;
		lu__found f;
		lu__ask q;

		if (src == LU__NONE) continue;
		q = (lu__ask){ src, g->info[src].file, g->info[src].parent, src,
			       g->file[g->info[src].file].rules };
		lu__find_name(g, &q, r->name, LU__TYPES | (q.rules->flags & LU__OBJECTS ? LU__FUNC : 0u), &f);
		lu__answer(g, i, &f);
		add_base(g, src, g->result[i].n == 1 ? g->result[i].at : LU__NONE);
	}
}

/* ---- calls ---- */

/* The calls, those of one file together: what a C file includes is found out once. */
static uint32_t *calls_by_file(lu__graph *g, uint32_t *n)
{
	uint32_t *start = lu__new(g, (size_t)g->paths.n + 1, sizeof *start);
	uint32_t *order = lu__new(g, g->n_ref, sizeof *order);

	*n = 0;
	if (!start || !order) return NULL;
	for (int pass = 0; pass < 2; pass++) {
		for (uint32_t i = 0; i < g->n_ref; i++) {
			uint32_t src =
				g->ref[i].kind == LU_CALLS ? lu__symbol_of(g, g->ref[i].src) : LU__NONE;

			if (src == LU__NONE) continue;
			if (pass == 0) start[g->info[src].file + 1]++, ++*n;
			else order[start[g->info[src].file]++] = i;
		}
		for (uint32_t i = 1; pass == 0 && i <= g->paths.n; i++) start[i] += start[i - 1];
	}
	return order;
}

static void resolve_calls(lu__graph *g)
{
	uint32_t n, *order = calls_by_file(g, &n);

	for (uint32_t k = 0; order && k < n && !lu__out_of_memory(g); k++) {
		const lu_ref *r = &g->ref[order[k]];
		uint32_t src = lu__symbol_of(g, r->src), file = g->info[src].file;
		lu__ask q = { src, file, src, LU__NONE, g->file[file].rules };
		lu__found f;

		lu__find_call(g, &q, r->name, r->receiver, &f);
		lu__answer(g, order[k], &f);
	}
}

/* ---- edges ---- */

static size_t count_edges(const lu__graph *g)
{
	size_t n = 0;

	for (uint32_t i = 0; i < g->n_sym; i++) n += g->info[i].parent != LU__NONE;
	for (uint32_t i = 0; i < g->n_ref; i++) n += g->result[i].n ? g->result[i].n : 1;
	return n;
}

static size_t write_contains(const lu__graph *g, lu_edge *v)
{
	size_t n = 0;

	for (uint32_t i = 0; i < g->n_sym; i++) {
		const lu__info *in = &g->info[i];

		if (in->parent == LU__NONE) continue;
		v[n++] = (lu_edge){
			.src = g->sym[in->parent].id,
			.dst = g->sym[i].id,
			.kind = LU_CONTAINS,
			.grade = in->by_name ? LU_UNIQUE : LU_EXACT,
			.count = 1,
			.ref = SIZE_MAX,
			.name = lu_strz(""),
			.reason = in->by_name ? "container by name" : "parent",
		};
	}
	return n;
}

static size_t write_answer(const lu__graph *g, uint32_t ref, lu_edge *v)
{
	const lu__result *a = &g->result[ref];
	const lu_ref *r = &g->ref[ref];
	lu_edge edge = {
		.src = r->src,
		.kind = r->kind,
		.grade = (lu_grade)a->grade,
		.line = r->line,
		.count = r->count,
		.ref = ref,
		.name = r->kind == LU_DEPENDS_ON ? r->module : r->name,
		.reason = a->reason,
	};

	v[0] = edge;
	for (uint32_t i = 0; i < a->n; i++) {
		v[i] = edge;
		v[i].dst = g->sym[a->n == 1 ? a->at : g->several[a->at + i]].id;
	}
	return a->n ? a->n : 1;
}

static lu_code write_edges(const lu__graph *g, lu_arena *a, lu_edges *out, lu_err *e)
{
	lu_edges edges;
	size_t at;

	edges.n = count_edges(g);
	edges.v = lu_arena_calloc(a, edges.n, sizeof *edges.v);
	if (!edges.v) return lu_nomem(e);
	at = write_contains(g, edges.v);
	for (uint32_t i = 0; i < g->n_ref; i++) at += write_answer(g, i, edges.v + at);
	*out = edges;
	return LU_OK;
}

static void answer_all(lu__graph *g)
{
	g->result = lu__new(g, g->n_ref, sizeof *g->result);
	if (!g->result) return;
	for (uint32_t i = 0; i < g->n_ref; i++)
		g->result[i] = (lu__result){ "its source is not known", 0, 0, LU_UNRESOLVED };
	lu__model_build(g);
	if (!lu__out_of_memory(g)) lu__go_learn(g);
	if (!lu__out_of_memory(g)) lu__imports_load(g);
	if (!lu__out_of_memory(g)) lu__note_uses(g);
	if (!lu__out_of_memory(g)) resolve_bases(g);
	if (!lu__out_of_memory(g)) resolve_calls(g);
}

lu_code lu_resolve(const lu_symbol *sym, size_t n_sym, const lu_ref *ref, size_t n_ref, lu_arena *a,
		   lu_edges *out, lu_err *e)
{
	lu__graph g = { .sym = sym, .ref = ref };
	lu_code rc = LU_OK;

	if (n_sym > INT32_MAX || n_ref > INT32_MAX)
		return lu_fail(e, LU_EUSAGE, "cannot resolve more than %d symbols or references", INT32_MAX);
	for (size_t i = 0; i < n_ref; i++)
		if (ref[i].kind == LU_CONTAINS || (unsigned)ref[i].kind >= LU_EDGE_KINDS)
			return lu_fail(e, LU_EUSAGE, "reference %zu is of no kind that can be resolved", i);
	g.n_sym = (uint32_t)n_sym;
	g.n_ref = (uint32_t)n_ref;
	lu_buf_init(&g.buf);
	answer_all(&g);
	rc = lu__out_of_memory(&g) ? lu_nomem(e) : write_edges(&g, a, out, e);
	lu_buf_free(&g.buf);
	lu_arena_free(&g.mem.arena);
	return rc;
}
