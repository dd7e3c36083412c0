/* SPDX-License-Identifier: MIT
 * References in, edges out. */
#include <stdlib.h>

#include "store/internal.h"

static bool prefix_word(lu_str s, const char *word)
{
	size_t n = strlen(word);

	return lu_str_starts(s, word) && s.n > n && (s.s[n] == ' ' || s.s[n] == '\t');
}

/* Python's @overload declares a signature; the function without it is the definition. */
static bool has_overload(lu_str decorators)
{
	return decorators.n && memmem(decorators.s, decorators.n, "overload\"", 9);
}

static lu_code read_symbols(lu_store *s, lu_arena *a, lu_graph_input *in, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_str path = { NULL, 0 }, language = { NULL, 0 };
	int64_t file = 0;
	lu_code rc = lu__stmt(s, "SELECT e.id, e.parent, e.type, e.name, e.file, f.path, e.language, e.signature,"
				 " e.decorators FROM element e JOIN file f ON f.id = e.file AND f.tenant = e.tenant AND"
				 " f.kb = e.kb WHERE e.tenant = ? AND e.kb = ? ORDER BY e.id",
			      &st, e, "k");

	while (!rc && !(rc = lu__step(s, st, "read the elements", e))) {
		lu_symbol *w = lu_arena_grow(a, in->sym, in->n_sym, sizeof *w), *y;
		lu_str signature = lu__text(st, 7);

		if (sqlite3_column_int64(st, 4) != file || !lu_str_eq(language, lu__text(st, 6))) {
			file = sqlite3_column_int64(st, 4);
			path = lu__copy(st, 5, a);      /* shared by the elements of a file */
			language = lu__copy(st, 6, a);
		}
		if (!w || !path.s || !language.s) {
			rc = lu_nomem(e);
			break;
		}
		y = &(in->sym = w)[in->n_sym++];
		*y = (lu_symbol){ .id = sqlite3_column_int64(st, 0), .parent = sqlite3_column_int64(st, 1),
				  .type = lu__copy(st, 2, a), .name = lu__copy(st, 3, a), .path = path,
				  .language = language, .is_static = prefix_word(signature, "static"),
				  .is_prototype = lu_str_eqz(lu__text(st, 2), "prototype") ||
						  has_overload(lu__text(st, 8)) };
		if (!y->type.s || !y->name.s) rc = lu_nomem(e);
	}
	if (rc == LU_DONE) return LU_OK;
	if (rc) sqlite3_reset(st);
	return rc;
}

static lu_code read_references(lu_store *s, lu_arena *a, lu_graph_input *in, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "SELECT element, seq, kind, name, receiver, module, alias, line, count FROM ref"
				 " WHERE tenant = ? AND kb = ? ORDER BY element, seq", &st, e, "k");

	while (!rc && !(rc = lu__step(s, st, "read the references", e))) {
		lu_ref *w = lu_arena_grow(a, in->ref, in->n_ref, sizeof *w), *r;
		uint32_t *q = lu_arena_grow(a, in->ref_seq, in->n_ref, sizeof *q);

		if (!w || !q) {
			rc = lu_nomem(e);
			break;
		}
		in->ref = w;
		in->ref_seq = q;
		q[in->n_ref] = (uint32_t)sqlite3_column_int64(st, 1);
		r = &w[in->n_ref++];
		*r = (lu_ref){ .src = sqlite3_column_int64(st, 0), .kind = (lu_edge_kind)sqlite3_column_int(st, 2),
			       .line = (uint32_t)sqlite3_column_int64(st, 7),
			       .count = (uint32_t)sqlite3_column_int64(st, 8) };
		r->name = lu__copy(st, 3, a);
		if (sqlite3_column_type(st, 4) != SQLITE_NULL) r->receiver = lu__copy(st, 4, a);
		if (sqlite3_column_type(st, 5) != SQLITE_NULL) r->module = lu__copy(st, 5, a);
		if (sqlite3_column_type(st, 6) != SQLITE_NULL) r->alias = lu__copy(st, 6, a);
		if (!r->name.s) rc = lu_nomem(e);
	}
	if (rc == LU_DONE) return LU_OK;
	if (rc) sqlite3_reset(st);
	return rc;
}

lu_code lu_store_graph_input(lu_store *s, lu_arena *a, lu_graph_input *out, lu_err *e)
{
	lu_graph_input in = { 0 };
	lu_code rc = lu__need_kb(s, e);

	if (!rc) rc = read_symbols(s, a, &in, e);
	if (!rc) rc = read_references(s, a, &in, e);
	if (!rc) *out = in;
	return rc;
}

/* ---- writing: merge what is with what should be, both in order of (src, seq, dst) ---- */

typedef struct want {
	int64_t src, seq;
	const lu_edge *edge;
} want;

static int by_key(const void *pa, const void *pb)
{
	const want *a = pa, *b = pb;

	if (a->src != b->src) return a->src < b->src ? -1 : 1;
	if (a->seq != b->seq) return a->seq < b->seq ? -1 : 1;
	return (a->edge->dst > b->edge->dst) - (a->edge->dst < b->edge->dst);
}

static lu_code insert_edge(lu_store *s, const want *w, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	const lu_edge *g = w->edge;
	lu_code rc = lu__stmt(s, "INSERT OR REPLACE INTO edge(tenant, kb, src, seq, dst, kind, grade, line, count,"
				 " reason) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
			      &st, e, "kiiiiiiit", w->src, w->seq, g->dst, (int64_t)g->kind, (int64_t)g->grade,
			      (int64_t)g->line, (int64_t)g->count, lu_strz(g->reason));

	return rc ? rc : lu__run(s, st, "write an edge", e);
}

static lu_code delete_edge(lu_store *s, const int64_t key[3], lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "DELETE FROM edge WHERE tenant = ? AND kb = ? AND src = ? AND seq = ? AND dst = ?",
			      &st, e, "kiii", key[0], key[1], key[2]);

	return rc ? rc : lu__run(s, st, "delete an edge", e);
}

static bool same_edge(sqlite3_stmt *st, const lu_edge *g)
{
	return sqlite3_column_int64(st, 3) == (int64_t)g->kind && sqlite3_column_int64(st, 4) == (int64_t)g->grade &&
	       sqlite3_column_int64(st, 5) == (int64_t)g->line && sqlite3_column_int64(st, 6) == (int64_t)g->count &&
	       lu_str_eqz(lu__text(st, 7), g->reason);
}

static int compare_key(const want *w, const int64_t key[3])
{
	if (w->src != key[0]) return w->src < key[0] ? -1 : 1;
	if (w->seq != key[1]) return w->seq < key[1] ? -1 : 1;
	return (w->edge->dst > key[2]) - (w->edge->dst < key[2]);
}

/* Edges of the store that are not wanted go; wanted ones that are equal are marked by edge = NULL. The
 * writing waits until the reading statement is done. */
static lu_code compare_edges(lu_store *s, want *w, size_t n, lu_arena *a, int64_t (**gone)[3], size_t *n_gone,
			     lu_err *e)
{
	sqlite3_stmt *st = NULL;
	size_t i = 0;
	lu_code rc = lu__stmt(s, "SELECT src, seq, dst, kind, grade, line, count, reason FROM edge"
				 " WHERE tenant = ? AND kb = ? ORDER BY src, seq, dst", &st, e, "k");

	*gone = NULL;
	*n_gone = 0;
	while (!rc && !(rc = lu__step(s, st, "read the edges", e))) {
		int64_t key[3] = { sqlite3_column_int64(st, 0), sqlite3_column_int64(st, 1),
				   sqlite3_column_int64(st, 2) };
		int64_t(*g)[3];

		while (i < n && compare_key(&w[i], key) < 0) i++;
		if (i < n && compare_key(&w[i], key) == 0) {
			if (same_edge(st, w[i].edge)) w[i].edge = NULL;
			i++;
			continue;
		}
		if (!(g = lu_arena_grow(a, *gone, *n_gone, sizeof *g))) {
			sqlite3_reset(st);
			return lu_nomem(e);
		}
		memcpy(g[(*n_gone)++], key, sizeof key);
		*gone = g;
	}
	return rc == LU_DONE ? LU_OK : rc;
}

lu_code lu_store_put_edges(lu_store *s, const lu_graph_input *in, const lu_edges *edges, lu_put_counts *c,
			   lu_err *e)
{
	lu_arena a = { 0 };
	want *w = NULL;
	int64_t(*gone)[3] = NULL;
	size_t n_gone = 0;
	int64_t asked = 0;
	bool own = false;
	lu_code rc = lu__need_kb(s, e);

	if (!rc && edges->n && !(w = lu_arena_calloc(&a, edges->n, sizeof *w))) rc = lu_nomem(e);
	for (size_t i = 0; i < edges->n && !rc; i++) {
		const lu_edge *g = &edges->v[i];

		w[i] = (want){ g->src, g->ref == SIZE_MAX ? 0 : (int64_t)in->ref_seq[g->ref], g };
	}
	if (!rc && edges->n) qsort(w, edges->n, sizeof *w, by_key);
	if (!rc) rc = compare_edges(s, w, edges->n, &a, &gone, &n_gone, e);
	for (size_t i = 0; i < n_gone && !rc; i++) {
		c->removed++;
		rc = delete_edge(s, gone[i], e);
	}
	for (size_t i = 0; i < edges->n && !rc; i++) {
		if (!w[i].edge) {
			c->unchanged++;
			continue;
		}
		/* the edges of an element follow each other: ask once */
		if (w[i].src != asked) {
			asked = w[i].src;
			own = !lu__need_element(s, asked, NULL);
		}
		if (!own) continue;
		c->added++;
		rc = insert_edge(s, &w[i], e);
	}
	lu_arena_free(&a);
	return rc;
}

lu_code lu_store_edges(lu_store *s, int64_t id, bool in, lu_edge_fn *fn, void *ctx, lu_err *e)
{
	static const char out_sql[] =
		"SELECT g.src, g.dst, g.kind, g.grade, g.line, g.count, r.name, g.reason, r.module FROM edge g"
		" LEFT JOIN ref r ON r.element = g.src AND r.seq = g.seq AND r.tenant = g.tenant AND r.kb = g.kb"
		" WHERE g.tenant = ? AND g.kb = ? AND g.src = ? ORDER BY g.src, g.seq, g.dst";
	static const char in_sql[] =
		"SELECT g.src, g.dst, g.kind, g.grade, g.line, g.count, r.name, g.reason, r.module FROM edge g"
		" LEFT JOIN ref r ON r.element = g.src AND r.seq = g.seq AND r.tenant = g.tenant AND r.kb = g.kb"
		" WHERE g.tenant = ? AND g.kb = ? AND g.dst = ? AND g.dst > 0 ORDER BY g.src, g.seq, g.dst";
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__need_kb(s, e);

	if (!rc) rc = lu__stmt(s, in ? in_sql : out_sql, &st, e, "ki", id);
	while (!rc && !(rc = lu__step(s, st, "read edges", e))) {
		lu_edge_row r = { .src = sqlite3_column_int64(st, 0), .dst = sqlite3_column_int64(st, 1),
				  .kind = (lu_edge_kind)sqlite3_column_int(st, 2),
				  .grade = (lu_grade)sqlite3_column_int(st, 3),
				  .line = (uint32_t)sqlite3_column_int64(st, 4),
				  .count = (uint32_t)sqlite3_column_int64(st, 5), .name = lu__text(st, 6),
				  .reason = lu__text(st, 7) };

		if (!r.name.n) r.name = lu__text(st, 8); /* an import without a name: its module */
		rc = fn(ctx, &r, e);
	}
	if (rc == LU_DONE) return LU_OK;
	if (rc) sqlite3_reset(st);
	return rc;
}
