/* SPDX-License-Identifier: MIT
 * What a person means by a name: finding elements as they are spoken of. */
#include <stdlib.h>

#include "store/internal.h"
#include "core/ascii.h"
#include "core/binary_search.h"

static bool same_letters(lu_str x, lu_str y)
{
	if (x.n != y.n) return false;
	for (size_t i = 0; i < x.n; i++)
		if (lu_lower(x.s[i]) != lu_lower(y.s[i])) return false;
	return true;
}

/* ---- names ---- */

/* The way in which `name` is what was asked for: better ones are smaller, NOT is none. */
enum { WHOLE, EXACT, LETTERS, NOT };

static int fit_of(lu_str name, lu_str asked)
{
	lu_str end;

	if (asked.n > name.n) return NOT;
	end = lu_strn(name.s + name.n - asked.n, asked.n);
	if (end.n < name.n && end.s[-1] != '.') return NOT;
	if (!lu_str_eq(end, asked)) return same_letters(end, asked) ? LETTERS : NOT;
	/* a name without a full stop is a last component: a top-level twin is no better fit */
	return end.n == name.n && memchr(asked.s, '.', asked.n) ? WHOLE : EXACT;
}

/* ---- types and languages ---- */

lu_code lu_store_labels(lu_store *s, lu_label w, lu_arena *a, lu_strs *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_strs v = { NULL, 0 };
	lu_code rc = lu__stmt(
		s,
		w == LU_LABEL_TYPE ? "SELECT DISTINCT type FROM element WHERE tenant = ? AND kb = ? ORDER BY 1"
				   : "SELECT DISTINCT language FROM file WHERE tenant = ? AND kb = ? AND reason IS NULL"
				     " ORDER BY 1",
		&st, e, "k");

	while (!rc && !(rc = lu__step(s, st, "list the names", e))) {
		lu_str *x = lu_arena_grow(a, v.v, v.n, sizeof *x);

		if (x) {
			v.v = x;
			x[v.n++] = lu__copy(st, 0, a);
		}
		if (!x || !x[v.n - 1].s) rc = lu_nomem(e);
	}
	if ((rc = lu__end(st, rc))) return rc;
	*out = v;
	return LU_OK;
}

/* Files are few, and have their elements' language. */
lu_code lu_store_has_label(lu_store *s, lu_label w, lu_str word, bool *out, lu_err *e)
{
	static const char *const by_row[] = {
		[LU_LABEL_TYPE] = "SELECT 1 FROM element WHERE tenant = ? AND kb = ? AND type = ? LIMIT 1",
		[LU_LABEL_LANGUAGE] =
			"SELECT 1 FROM file WHERE tenant = ? AND kb = ? AND language = ? AND reason IS NULL LIMIT 1",
	};
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, by_row[w], &st, e, "kt", word);

	if (!rc) rc = lu__step(s, st, "look for a name", e);
	sqlite3_reset(st);
	if (rc && rc != LU_DONE) return rc;
	*out = rc == LU_OK;
	return LU_OK;
}

struct match {
	int64_t id;
	lu_str name;
	int fit;
	bool text; /* a file as such, or prose */
	bool declares;
};

struct matches {
	struct match *v;
	size_t n;
};

static lu_code add_bearer(sqlite3_stmt *st, lu_arena *a, lu_bearer **v, size_t *n, lu_err *e)
{
	lu_bearer *w = lu_arena_grow(a, *v, *n, sizeof *w);

	if (!w) return lu_nomem(e);
	*v = w;
	w += (*n)++;
	*w = (lu_bearer){ .id = sqlite3_column_int64(st, 0),
			  .file = sqlite3_column_int64(st, 1),
			  .name = lu__copy(st, 2, a),
			  .type = lu__copy(st, 3, a),
			  .uuid = lu__copy(st, 4, a),
			  .declares = sqlite3_column_int(st, 5) != 0 };
	return w->name.s && w->type.s && w->uuid.s ? LU_OK : lu_nomem(e);
}

lu_code lu_store_bearers(lu_store *s, lu_str name, lu_arena *a, lu_bearer **out, size_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_str simple = lu_simple_name(name);
	lu_bearer *v = NULL;
	size_t k = 0;
	lu_code rc = lu__stmt(s,
			      "SELECT id, file, name, type, uuid,"
			      " type = 'prototype' OR instr(coalesce(decorators, ''), 'overload\"') > 0"
			      " FROM element INDEXED BY element_name WHERE tenant = ? AND kb = ? AND name_key = ?",
			      &st, e, "ki", lu__name_key(name));

	while (!rc && !(rc = lu__step(s, st, "find a name", e)))
		if (same_letters(lu_simple_name(lu__text(st, 2)), simple)) rc = add_bearer(st, a, &v, &k, e);
	if ((rc = lu__end(st, rc))) return rc;
	*out = v;
	*n = k;
	return LU_OK;
}

static lu_code matches_of(lu_store *s, lu_str asked, lu_arena *a, struct matches *m, lu_err *e)
{
	lu_bearer *b = NULL;
	size_t n = 0;
	lu_code rc = lu_store_bearers(s, asked, a, &b, &n, e);

	*m = (struct matches){ 0 };
	if (rc) return rc;
	if (!(m->v = lu_arena_calloc(a, n + 1, sizeof *m->v))) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		int fit = fit_of(b[i].name, asked);
		bool text = lu_str_eqz(b[i].type, "module") || lu_type_is_prose(b[i].type);

		if (fit != NOT) m->v[m->n++] = (struct match){ b[i].id, b[i].name, fit, text, b[i].declares };
	}
	return LU_OK;
}

static int by_name(const void *px, const void *py)
{
	const struct match *x = px, *y = py;
	int c = lu_str_cmp(x->name, y->name);

	if (!c) c = x->declares - y->declares;
	return c ? c : (x->id > y->id) - (x->id < y->id);
}

/* Keep the best fits: of these code, if there is any, and of what is declared and defined the definitions. */
static void choose(struct matches *m)
{
	int best = NOT;
	size_t k = 0;
	bool code = false;

	for (size_t i = 0; i < m->n; i++)
		if (m->v[i].fit < best) best = m->v[i].fit;
	for (size_t i = 0; i < m->n; i++) code |= m->v[i].fit == best && !m->v[i].text;
	for (size_t i = 0; i < m->n; i++)
		if (m->v[i].fit == best && !(code && m->v[i].text)) m->v[k++] = m->v[i];
	m->n = k;
	if (k) qsort(m->v, k, sizeof *m->v, by_name);
	k = 0;
	for (size_t i = 0, first = 0; i < m->n; i++) {
		if (!lu_str_eq(m->v[i].name, m->v[first].name)) first = i;
		if (m->v[i].declares && !m->v[first].declares) continue;
		m->v[k++] = m->v[i];
		if (first == i) first = k - 1;
	}
	m->n = k;
}

lu_code lu_plain_name(lu_str name, lu_arena *a, lu_str *out, lu_err *e)
{
	char *p = lu_arena_alloc(a, name.n + 1);
	size_t k = 0;

	if (!p) return lu_nomem(e);
	if (lu_str_ends(name, "()")) name.n -= 2;
	for (size_t i = 0; i < name.n; i++) {
		bool two = i + 1 < name.n &&
			   ((name.s[i] == ':' && name.s[i + 1] == ':') || (name.s[i] == '-' && name.s[i + 1] == '>'));

		p[k++] = two || name.s[i] == '#' || name.s[i] == '/' ? '.' : name.s[i];
		i += two;
	}
	*out = lu_strn(p, k);
	return LU_OK;
}

static lu_code briefs_of(lu_store *s, const struct matches *m, lu_arena *a, lu_brief **out, size_t *n, lu_err *e)
{
	int64_t *id = lu_arena_calloc(a, m->n + 1, sizeof *id);

	if (!id) return lu_nomem(e);
	for (size_t i = 0; i < m->n; i++) id[i] = m->v[i].id;
	return lu__briefs(s, id, m->n, a, out, n, e);
}

lu_code lu_store_named(lu_store *s, lu_str name, lu_arena *a, lu_brief **out, size_t *n, lu_err *e)
{
	struct matches m = { 0 };
	lu_str plain = name;
	int64_t id = 0;
	lu_code rc = lu_store_find(s, name, &id, e);

	if (!rc && id) {
		m.v = &(struct match){ .id = id };
		m.n = 1;
		return briefs_of(s, &m, a, out, n, e);
	}
	if (!rc) rc = matches_of(s, name, a, &m, e);
	if (!rc && !m.n) rc = lu_plain_name(name, a, &plain, e);
	if (!rc && !m.n && !lu_str_eq(plain, name)) rc = matches_of(s, plain, a, &m, e);
	if (rc) return rc;
	choose(&m);
	return briefs_of(s, &m, a, out, n, e);
}

/* ---- what an element holds ---- */

struct held {
	int64_t parent, id;
};

static lu_code read_held(lu_store *s, int64_t id, lu_arena *a, struct held **out, size_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s,
			      "SELECT parent, id FROM element INDEXED BY element_file WHERE tenant = ?1 AND kb = ?2"
			      " AND file = (SELECT file FROM element WHERE id = ?3 AND tenant = ?1 AND kb = ?2)"
			      " ORDER BY parent, id",
			      &st, e, "ki", id);

	*out = NULL;
	*n = 0;
	while (!rc && !(rc = lu__step(s, st, "read what an element holds", e))) {
		struct held *w = lu_arena_grow(a, *out, *n, sizeof *w);

		if (!w) {
			rc = lu_nomem(e);
			break;
		}
		*out = w;
		w[(*n)++] = (struct held){ sqlite3_column_int64(st, 0), sqlite3_column_int64(st, 1) };
	}
	return lu__end(st, rc);
}

static size_t first_of(const struct held *v, size_t n, int64_t parent)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, n, v[at].parent < parent);
	return at;
}

lu_code lu_store_within(lu_store *s, int64_t id, lu_arena *a, int64_t **out, size_t *n, lu_err *e)
{
	struct held *v = NULL;
	size_t n_v = 0, k = 1;
	int64_t *ids;
	lu_code rc = lu__need_kb(s, e);

	if (!rc) rc = read_held(s, id, a, &v, &n_v, e);
	if (rc) return rc;
	if (!(ids = lu_arena_calloc(a, n_v + 1, sizeof *ids))) return lu_nomem(e);
	ids[0] = id;
	/* each has one parent, so that none comes twice; a damaged store must not lead round in circles */
	for (size_t done = 0; done < k; done++)
		for (size_t i = first_of(v, n_v, ids[done]); i < n_v && v[i].parent == ids[done] && k <= n_v; i++)
			ids[k++] = v[i].id;
	*out = ids;
	*n = k;
	return LU_OK;
}

/* ---- names that are close ---- */

/* The letters and digits of a last component, without a plural's "s". */
static size_t core_of(lu_str name, char *out, size_t cap)
{
	lu_str simple = lu_simple_name(name);
	size_t k = 0;

	for (size_t i = 0; i < simple.n && k < cap; i++)
		if (simple.s[i] != '_' && simple.s[i] != '-') out[k++] = lu_lower(simple.s[i]);
	if (k > 2 && out[k - 1] == 's') k--;
	return k;
}

#define CORE 64

struct near {
	lu_str v[LU_NEAR];
	size_t n;
	int rank[LU_NEAR];
};

/* Keep the best ones, by rank, then by length and name. */
static lu_code keep_near(struct near *b, lu_str name, int rank, lu_arena *a, lu_err *e)
{
	size_t at = b->n;

	for (size_t i = 0; i < b->n; i++)
		if (lu_str_eq(b->v[i], name)) return LU_OK;
	while (at > 0 &&
	       (rank < b->rank[at - 1] ||
		(rank == b->rank[at - 1] &&
		 (name.n < b->v[at - 1].n || (name.n == b->v[at - 1].n && lu_str_cmp(name, b->v[at - 1]) < 0)))))
		at--;
	if (at == LU_NEAR) return LU_OK;
	name = lu_arena_dup(a, name);
	if (!name.s) return lu_nomem(e);
	if (b->n < LU_NEAR) b->n++;
	for (size_t i = b->n - 1; i > at; i--) {
		b->v[i] = b->v[i - 1];
		b->rank[i] = b->rank[i - 1];
	}
	b->v[at] = name;
	b->rank[at] = rank;
	return LU_OK;
}

/* Is one of them the other after one slip: a letter too many, too few, another one, or two swapped? */
static bool one_slip(const char *x, size_t nx, const char *y, size_t ny)
{
	size_t from = 0, end = 0, least = nx < ny ? nx : ny;

	if (least < 3 || (nx > ny ? nx - ny : ny - nx) > 1) return false;
	while (from < least && x[from] == y[from]) from++;
	while (end < least - from && x[nx - 1 - end] == y[ny - 1 - end]) end++;
	nx -= from + end;
	ny -= from + end;
	return (nx <= 1 && ny <= 1) || (nx == 2 && ny == 2 && x[from] == y[from + 1] && x[from + 1] == y[from]);
}

/* 0 is the nearest, -1 is far. */
static int nearness(lu_str name, const char *core, size_t n)
{
	char other[CORE];
	size_t k = core_of(name, other, CORE);

	if (k == n && n && !memcmp(core, other, n)) return 0;
	if (one_slip(core, n, other, k)) return 1;
	return n >= 3 && k > n && !memcmp(core, other, n) ? 2 : -1;
}

lu_code lu_store_near(lu_store *s, lu_str name, lu_arena *a, lu_strs *out, lu_err *e)
{
	struct near best = { .n = 0 };
	sqlite3_stmt *st = NULL;
	char core[CORE];
	size_t n_core = 0;
	lu_str plain = name;
	lu_code rc = lu_plain_name(name, a, &plain, e);

	if (!rc) n_core = core_of(plain, core, CORE);
	if (!rc) rc = lu__need_kb(s, e);
	if (!rc) rc = lu__stmt(s, "SELECT name, type FROM element WHERE tenant = ? AND kb = ?", &st, e, "k");
	while (!rc && !(rc = lu__step(s, st, "look for close names", e))) {
		int rank = lu_str_eqz(lu__text(st, 1), "block") ? -1 : nearness(lu__text(st, 0), core, n_core);

		if (rank >= 0) rc = keep_near(&best, lu__text(st, 0), rank, a, e);
	}
	if ((rc = lu__end(st, rc))) return rc;
	out->v = lu_arena_calloc(a, best.n + 1, sizeof *out->v);
	if (!out->v) return lu_nomem(e);
	memcpy(out->v, best.v, best.n * sizeof *best.v);
	out->n = best.n;
	return LU_OK;
}
