/* SPDX-License-Identifier: MIT
 * Edges: packed by file on their way out of an element, as rows on their way in. */
#include <stdlib.h>

#include "store/edge.h"
#include "store/reached.h"

/* ---- writing ---- */

static lu_code insert_in(lu_store *s, const lu__in *g, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s,
			      "INSERT INTO edge_in(tenant, kb, dst, src, kind, grade, reason, line, count)"
			      " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
			      &st, e, "kiiiiiii", g->dst, g->src, (int64_t)g->kind, (int64_t)g->grade,
			      (int64_t)g->reason, (int64_t)g->line, (int64_t)g->count);

	return rc ? rc : lu__run(s, st, "write an edge", e);
}

static lu_code delete_in(lu_store *s, const lu__in *g, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "DELETE FROM edge_in WHERE tenant = ? AND kb = ? AND dst = ? AND src = ? AND kind = ?",
			      &st, e, "kiii", g->dst, g->src, (int64_t)g->kind);

	return rc ? rc : lu__run(s, st, "delete an edge", e);
}

static bool same_key(const lu__in *x, const lu__in *y)
{
	return x->dst == y->dst && x->src == y->src && x->kind == y->kind;
}

static bool same_in(const lu__in *x, const lu__in *y)
{
	return x->grade == y->grade && x->reason == y->reason && x->line == y->line && x->count == y->count;
}

/* Rows of edge_in from `old` to `new`, both by target. */
static lu_code update_in(lu_store *s, const lu__in *old, size_t n_old, const lu__in *new, size_t n_new, lu_err *e)
{
	size_t i = 0, k = 0;
	lu_code rc = LU_OK;

	while ((i < n_old || k < n_new) && !rc) {
		bool both = i < n_old && k < n_new && same_key(&old[i], &new[k]);
		bool first = !both && i < n_old && (k == n_new || lu__in_by_target(&old[i], &new[k]) < 0);

		if (both && same_in(&old[i], &new[k])) {
			i++;
			k++;
			continue;
		}
		if (both || first) rc = delete_in(s, &old[i++], e);
		if ((both || !first) && !rc) rc = insert_in(s, &new[k++], e);
	}
	return rc;
}

/* The rows of edge_in that a file's packed edges stand for. */
static lu_code unpack_in(lu_str text, lu_arena *a, lu__in **out, size_t *n, lu_err *e)
{
	struct lu__packed_edge *g = NULL;
	size_t n_g = 0, total = 0, k = 0;
	lu__in *v;
	lu_code rc = lu__unpack_edges(text, NULL, 0, a, &g, &n_g, e);

	for (size_t i = 0; i < n_g && !rc; i++) total += g[i].n;
	if (rc) return rc;
	if (!(v = lu_arena_calloc(a, total, sizeof *v))) return lu_nomem(e);
	for (size_t i = 0; i < n_g; i++) lu__in_keep(v, &k, &g[i]);
	*out = v;
	*n = lu__in_merge(v, k);
	return LU_OK;
}

/* LU_ENOENT unless `file` is one of the knowledge base in use: rows are found by its id alone. */
static lu_code need_file(lu_store *s, int64_t file, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t there = 0;
	lu_code rc = lu__stmt(s, "SELECT EXISTS(SELECT 1 FROM file WHERE tenant = ? AND kb = ? AND id = ?)", &st, e,
			      "ki", file);

	if (!rc) rc = lu__int(s, st, 0, &there, "find the file", e);
	return rc || there ? rc : lu_fail(e, LU_ENOENT, "file %lld is gone", (long long)file);
}

lu_code lu__answer_read(lu_store *s, int64_t file, lu_arena *a, lu_str *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc =
		lu__stmt(s, "SELECT edges FROM answer WHERE tenant = ? AND kb = ? AND file = ?", &st, e, "ki", file);

	*out = (lu_str){ NULL, 0 };
	if (!rc) rc = lu__step(s, st, "read edges", e);
	if (rc) return rc == LU_DONE ? LU_OK : rc;
	*out = lu__copy(st, 0, a);
	sqlite3_reset(st);
	return out->s ? LU_OK : lu_nomem(e);
}

static lu_code gather(lu_edge_writer *w, const lu_file_edges *f, lu_err *e)
{
	if (w->n_gathered + f->n_in > w->cap_gathered) {
		size_t cap = (w->n_gathered + f->n_in) * 2;
		lu__in *v = realloc(w->gathered, cap * sizeof *v);

		if (!v) return lu_nomem(e);
		w->gathered = v;
		w->cap_gathered = cap;
	}
	if (f->n_in) memcpy(w->gathered + w->n_gathered, f->in, f->n_in * sizeof *f->in);
	w->n_gathered += f->n_in;
	return LU_OK;
}

/* Without `files` those stay as they are. */
static lu_code write_answer(lu_store *s, int64_t file, const lu_file_edges *f, lu_str files, bool fresh, lu_err *e)
{
	static const char add[] = "INSERT INTO answer(tenant, kb, file, contains, n_exact, n_unique, n_ambiguous,"
				  " n_unresolved, edges, files) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
	static const char change[] = "UPDATE answer SET contains = ?4, n_exact = ?5, n_unique = ?6, n_ambiguous = ?7,"
				     " n_unresolved = ?8, edges = ?9, files = coalesce(?10, files) WHERE tenant = ?1 "
				     "AND kb = ?2 AND file = ?3";
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, fresh ? add : change, &st, e, "kiiiiiitT", file, f->contains, f->count[LU_GRADE_EXACT],
			      f->count[LU_GRADE_UNIQUE], f->count[LU_GRADE_AMBIGUOUS], f->count[LU_GRADE_UNRESOLVED],
			      f->text, files);

	if (!rc) rc = lu__run(s, st, "write edges", e);
	return rc || fresh ? rc : lu__grouped_forget(s, file, e);
}

static bool same_contains(lu_store *s, int64_t file, int64_t contains)
{
	sqlite3_stmt *st = NULL;
	int64_t had = -1;

	return !lu__stmt(s, "SELECT contains FROM answer WHERE tenant = ? AND kb = ? AND file = ?", &st, NULL, "ki",
			 file) &&
	       !lu__int(s, st, -1, &had, "read edges", NULL) && had == contains;
}

/* The links that a file's rows of edge_in stand for. */
static lu_code links_of(lu_store *s, struct lu__homes *h, int64_t file, const lu__in *in, size_t n, lu_arena *a,
			lu_str *out, lu_err *e)
{
	int64_t *dst = lu_arena_calloc(a, n, sizeof *dst);
	size_t k = 0;

	if (!dst) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		bool sure = in[i].grade == LU_GRADE_EXACT || in[i].grade == LU_GRADE_UNIQUE;
		bool refers = in[i].kind == LU_EDGE_CALLS || in[i].kind == LU_EDGE_DEPENDS_ON ||
			      in[i].kind == LU_EDGE_INHERITS_FROM;

		if (sure && refers && (!k || dst[k - 1] != in[i].dst)) dst[k++] = in[i].dst;
	}
	return lu__links_of(s, h, file, dst, k, a, out, e);
}

lu_code lu_store_put_edges(lu_edge_writer *w, int64_t file, const lu_file_edges *f, lu_put_counts *c, lu_err *e)
{
	lu_arena a = { 0 };
	lu_store *s = w->s;
	lu__in *old = NULL;
	size_t n_old = 0;
	lu_str had, linked = lu_strz("[]"), links;
	lu_code rc = lu__answer_read(s, file, &a, &had, e);

	if (!rc) rc = lu__reads_write(s, file, f->reads, e);
	if (!rc && had.s && lu_str_eq(had, f->text) && same_contains(s, file, f->contains)) {
		c->unchanged++;
		lu_arena_free(&a);
		return LU_OK;
	}
	if (!rc && !had.s) rc = need_file(s, file, e);
	if (!rc && had.s) rc = lu__links_read(s, file, &a, &linked, e);
	if (!rc) rc = links_of(s, &w->homes, file, f->in, f->n_in, &a, &links, e);
	if (!rc) rc = write_answer(s, file, f, links, !had.s, e);
	if (!rc && w->gather) rc = gather(w, f, e);
	if (!rc && !w->gather) rc = lu__links_update(s, file, linked, links, &a, e);
	if (!rc && !w->gather && had.s) rc = unpack_in(had, &a, &old, &n_old, e);
	if (!rc && !w->gather) rc = update_in(s, old, n_old, f->in, f->n_in, e);
	if (!rc && had.s) c->changed++;
	else if (!rc) c->added++;
	lu_arena_free(&a);
	return rc;
}

static bool is_of(const lu_ref *r, const struct lu__packed_edge *g)
{
	lu_str name = r->kind == LU_EDGE_DEPENDS_ON && !r->name.n ? r->module : r->name;

	return r->src == g->src && r->kind == g->kind && r->line == g->line && lu_str_eq(name, g->name);
}

/* Give the edges the lines of their references; edges are in the order of those, some references have none. Edges of the
 * reason `made` come once more after the others, in the same order. */
static bool move_edges(struct lu__packed_edge *g, size_t n_g, const lu_ref *was, const lu_ref *is, size_t n,
		       int64_t made)
{
	size_t k = 0, again = 0;

	for (size_t i = 0; i < n_g; i++) {
		bool more = g[i].reason == made;
		size_t *at = more ? &again : &k;

		if (g[i].kind == LU_EDGE_CONTAINS || g[i].kind == LU_EDGE_TESTS) return false;
		while (*at < n && !is_of(&was[*at], &g[i])) ++*at;
		if (*at == n) return false;
		if (more && *at + 1 < n && is_of(&was[*at + 1], &g[i])) return false; /* which one of two is not told */
		g[i].line = is[*at].line;
		k += !more;
	}
	return true;
}

/* The number of the reason of edges to constructors; -1: there are none in the store. */
static lu_code made_reason(lu_store *s, int64_t *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc =
		lu__stmt(s, "SELECT id FROM edge_reason WHERE text = ?", &st, e, "t", lu_strz(LU_REASON_CONSTRUCTOR));

	return rc ? rc : lu__int(s, st, -1, out, "read the reasons", e);
}

/* Pack edges that were unpacked. f->text is a view of what `w` holds, f->in lives in `a`. */
static lu_code pack_again(const struct lu__packed_edge *g, size_t n, lu_jw *w, lu_arena *a, lu_file_edges *f, lu_err *e)
{
	size_t total = 0;

	for (size_t i = 0; i < n; i++) total += g[i].n;
	if (!(f->in = lu_arena_calloc(a, total, sizeof *f->in))) return lu_nomem(e);
	lu_jw_open(w, NULL, '[');
	for (size_t i = 0; i < n; i++) {
		lu__pack_edge(w, &g[i]);
		f->count[g[i].grade] += g[i].n ? (int64_t)g[i].n : 1;
		lu__in_keep(f->in, &f->n_in, &g[i]);
	}
	lu_jw_close(w, ']');
	f->text = lu_buf_str(&w->out);
	f->n_in = lu__in_merge(f->in, f->n_in);
	return w->out.oom ? lu_nomem(e) : LU_OK;
}

lu_code lu__answer_move(lu_store *s, int64_t file, const lu_ref *was, const lu_ref *is, size_t n, int64_t contains,
			lu_arena *a, bool *done, lu_err *e)
{
	lu_file_edges f = { .contains = contains };
	struct lu__packed_edge *g = NULL;
	lu__in *old = NULL;
	size_t n_g = 0, n_old = 0;
	int64_t made;
	lu_str had;
	lu_jw w;
	lu_code rc = lu__answer_read(s, file, a, &had, e);

	if (rc || !had.s) return rc;
	rc = lu__unpack_edges(had, NULL, 0, a, &g, &n_g, e);
	if (!rc) rc = unpack_in(had, a, &old, &n_old, e);
	if (!rc) rc = made_reason(s, &made, e);
	if (rc || !move_edges(g, n_g, was, is, n, made)) return rc;
	lu_jw_init(&w);
	rc = pack_again(g, n_g, &w, a, &f, e);
	if (!rc) rc = write_answer(s, file, &f, (lu_str){ NULL, 0 }, false, e);
	if (!rc) rc = update_in(s, old, n_old, f.in, f.n_in, e);
	lu_jw_free(&w);
	*done = !rc;
	return rc;
}

lu_code lu_store_clear_dirty(lu_store *s, lu_err *e)
{
	static const char *const clear[] = { "DELETE FROM due WHERE tenant = ? AND kb = ?",
					     "DELETE FROM touched WHERE tenant = ? AND kb = ?" };
	lu_code rc = lu__need_kb(s, e);

	if (!rc) rc = lu__run_each(s, clear, sizeof clear / sizeof *clear, NULL, "note that nothing is due", e);
	s->touched = s->unread = false;
	s->n_came = s->n_changed = 0;
	return rc ? rc : lu__links_count(s, e); /* a file that went had links, though nobody is due */
}

lu_code lu__answer_remove(lu_store *s, int64_t file, lu_err *e)
{
	lu_arena a = { 0 };
	lu__in *old = NULL;
	size_t n_old = 0;
	sqlite3_stmt *st = NULL;
	lu_str had, linked;
	lu_code rc = lu__answer_read(s, file, &a, &had, e);

	if (!rc && had.s) rc = unpack_in(had, &a, &old, &n_old, e);
	if (!rc && had.s) rc = update_in(s, old, n_old, NULL, 0, e);
	if (!rc && had.s) rc = lu__links_read(s, file, &a, &linked, e);
	if (!rc && had.s) rc = lu__links_update(s, file, linked, lu_strz("[]"), &a, e);
	if (!rc && had.s)
		rc = lu__stmt(s, "DELETE FROM answer WHERE tenant = ? AND kb = ? AND file = ?", &st, e, "ki", file);
	if (!rc && had.s) rc = lu__run(s, st, "remove edges", e);
	if (!rc) rc = lu__reads_write(s, file, lu_strz(""), e);
	lu_arena_free(&a);
	return rc;
}

lu_code lu_edge_writer_end(lu_edge_writer *w, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = LU_OK;

	if (w->n_gathered) qsort(w->gathered, w->n_gathered, sizeof *w->gathered, lu__in_by_target);
	for (size_t i = 0; i < w->n_gathered && !rc; i++) rc = insert_in(w->s, &w->gathered[i], e);
	if (!rc && w->n_gathered) rc = lu__links_fill(w->s, e);
	for (size_t i = 0; i < w->n_reason && !rc; i++) {
		if (w->reason[i].known) continue;
		rc = lu__stmt(w->s, "INSERT INTO edge_reason(id, text) VALUES(?, ?)", &st, e, "it", (int64_t)i + 1,
			      lu_strz(w->reason[i].text));
		if (!rc) rc = lu__run(w->s, st, "write a reason", e);
		w->reason[i].known = !rc;
	}
	return rc ? rc : lu_store_clear_dirty(w->s, e);
}

/* ---- checking ---- */

/* What was found on the way through all files. */
struct astray {
	struct lu__homes homes;
	int64_t wanted, there; /* edges */
	int64_t lost, linked;  /* links: wrong ones, right ones */
};

static lu_code check_file(lu_store *s, int64_t file, struct astray *x, lu_arena *a, lu_err *e)
{
	static const char one[] = "SELECT count(*) FROM edge_in WHERE tenant = ? AND kb = ? AND dst = ? AND src = ? AND"
				  " kind = ? AND grade = ? AND reason = ? AND line = ? AND count = ?";
	sqlite3_stmt *st = NULL;
	lu__in *in = NULL;
	size_t n = 0;
	int64_t found = 0;
	lu_str text, links;
	lu_code rc = lu__answer_read(s, file, a, &text, e);

	if (!rc) rc = unpack_in(text, a, &in, &n, e);
	for (size_t k = 0; k < n && !rc; k++) {
		rc = lu__stmt(s, one, &st, e, "kiiiiiii", in[k].dst, in[k].src, (int64_t)in[k].kind,
			      (int64_t)in[k].grade, (int64_t)in[k].reason, (int64_t)in[k].line, (int64_t)in[k].count);
		if (!rc) rc = lu__int(s, st, 0, &found, "check an edge", e);
		if (!rc) x->there += found;
	}
	x->wanted += (int64_t)n;
	if (!rc) rc = links_of(s, &x->homes, file, in, n, a, &links, e);
	return rc ? rc : lu__links_astray(s, file, links, a, &x->lost, &x->linked, e);
}

lu_code lu__edges_astray(lu_store *s, int64_t *edges, int64_t *links, lu_err *e)
{
	static const char files[] = "SELECT file FROM answer WHERE tenant = ? AND kb = ? ORDER BY file";
	lu_arena a = { 0 }, each = { 0 };
	struct astray x = { 0 };
	sqlite3_stmt *st = NULL;
	int64_t *v = NULL, rows = 0;
	size_t n_files = 0;
	lu_code rc = lu__stmt(s, files, &st, e, "k");

	if (!rc) rc = lu__ids(s, st, &a, &v, &n_files, "list the files", e);
	for (size_t i = 0; i < n_files && !rc; i++) {
		rc = check_file(s, v[i], &x, &each, e);
		lu_arena_free(&each);
	}
	if (!rc) rc = lu__links_left(s, x.linked, &x.lost, e);
	if (!rc) rc = lu__stmt(s, "SELECT count(*) FROM edge_in WHERE tenant = ? AND kb = ?", &st, e, "k");
	if (!rc) rc = lu__int(s, st, 0, &rows, "count", e);
	if (!rc) {
		*edges = (x.wanted - x.there) + (rows - x.there);
		*links = x.lost;
	}
	lu_arena_free(&x.homes.a);
	lu_arena_free(&a);
	return rc;
}
