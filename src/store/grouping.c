/* SPDX-License-Identifier: MIT
 * Communities on their way into the store. */
#include "store/grouping.h"

#include "store/internal.h"
#include "store/pack.h"

/* ---- files ---- */

static lu_code read_numbers(lu_str text, lu_arena *a, int64_t **v, size_t *n, lu_err *e)
{
	lu_code rc = lu__unpack_ids(text, a, v, n, e);

	return rc == LU_EDB ? lu__grouped_damaged(e) : rc;
}

static lu_code read_topics(lu_str text, lu_arena *a, lu_grouped_file *f, lu_err *e)
{
	int64_t *v = NULL;
	size_t n = 0;
	lu_code rc = read_numbers(text, a, &v, &n, e);

	if (rc) return rc;
	if (!(f->topic = lu_arena_calloc(a, n / 2, sizeof *f->topic))) return lu_nomem(e);
	for (size_t i = 0; i + 1 < n; i += 2) f->topic[f->n_topic++] = (lu_file_topic){ v[i], v[i + 1] };
	return LU_OK;
}

static lu_code read_ties(lu_str text, lu_arena *a, lu_grouped_file *f, lu_err *e)
{
	int64_t *v = NULL;
	size_t n = 0;
	lu_code rc = read_numbers(text, a, &v, &n, e);

	if (rc) return rc;
	if (!(f->tie = lu_arena_calloc(a, n / 2, sizeof *f->tie))) return lu_nomem(e);
	for (size_t i = 0; i + 1 < n; i += 2) f->tie[f->n_tie++] = (lu_file_tie){ v[i], v[i + 1] };
	return LU_OK;
}

lu_code lu_store_grouped_files(lu_store *s, lu_arena *a, lu_grouped_file **out, size_t *n, lu_err *e)
{
	static const char sql[] =
		"SELECT f.id, f.path, c.n, c.key, c.ties, c.topics FROM file f LEFT JOIN community_file c"
		" ON c.file = f.id AND c.tenant = f.tenant AND c.kb = f.kb"
		" WHERE f.tenant = ?1 AND f.kb = ?2 AND (c.file IS NOT NULL OR EXISTS(SELECT 1 FROM outline o"
		" WHERE o.file = f.id AND o.tenant = ?1 AND o.kb = ?2)) ORDER BY f.path";
	sqlite3_stmt *st = NULL;
	lu_grouped_file *v = NULL;
	size_t count = 0;
	lu_code rc = lu__stmt(s, sql, &st, e, "k");

	while (!rc && !(rc = lu__step(s, st, "read what ties files", e))) {
		lu_grouped_file *w = lu_arena_grow(a, v, count, sizeof *w), *f;

		if (!w) {
			rc = lu_nomem(e);
			break;
		}
		v = w;
		f = &v[count++];
		*f = (lu_grouped_file){ .file = sqlite3_column_int64(st, 0), .path = lu__copy(st, 1, a) };
		f->made = sqlite3_column_type(st, 2) != SQLITE_NULL;
		f->n = (uint32_t)sqlite3_column_int64(st, 2);
		f->key = (uint64_t)sqlite3_column_int64(st, 3);
		if (!f->path.s) rc = lu_nomem(e);
		if (!rc && f->made) rc = read_ties(lu__text(st, 4), a, f, e);
		if (!rc && f->made) rc = read_topics(lu__text(st, 5), a, f, e);
	}
	if ((rc = lu__end(st, rc))) return rc;
	*out = v;
	*n = count;
	return LU_OK;
}

static void pack_ties(const lu_grouped_file *f, lu_jw *w)
{
	lu_jw_open(w, NULL, '[');
	for (size_t i = 0; i < f->n_tie; i++) {
		lu_jw_int(w, NULL, f->tie[i].file);
		lu_jw_int(w, NULL, f->tie[i].weight);
	}
	lu_jw_close(w, ']');
}

static void pack_topics(const lu_grouped_file *f, lu_jw *w)
{
	lu_jw_open(w, NULL, '[');
	for (size_t i = 0; i < f->n_topic; i++) {
		lu_jw_int(w, NULL, f->topic[i].concept);
		lu_jw_int(w, NULL, f->topic[i].count);
	}
	lu_jw_close(w, ']');
}

static void pack_elements(const lu_hierarchy *h, const uint64_t *key, const int64_t *element, lu_arena *a, lu_jw *w)
{
	lu_jw_open(w, NULL, '[');
	for (size_t k = 0; k < h->n; k++) {
		const lu_branch *b = &h->v[k];
		struct lu__packed_community c = { .parent = b->parent == UINT32_MAX ? -1 : (int64_t)b->parent,
						  .key = (int64_t)key[k],
						  .size = b->n };
		int64_t *id = lu_arena_calloc(a, b->leaf ? b->n : 0, sizeof *id);

		w->out.oom |= !id;
		for (uint32_t i = 0; b->leaf && id && i < b->n; i++) id[i] = element[h->order[b->from + i]];
		c.id = id;
		c.n = b->leaf && id ? b->n : 0;
		lu__pack_community(w, &c);
	}
	lu_jw_close(w, ']');
}

/* A row of community_file. */
struct row {
	const lu_grouped_file *f;
	lu_str ties, topics, tree;
};

static lu_code insert_file(lu_store *s, const struct row *r, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s,
			      "INSERT OR REPLACE INTO community_file(tenant, kb, file, n, key, ties, topics, tree)"
			      " VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
			      &st, e, "kiiittt", r->f->file, (int64_t)r->f->n, (int64_t)r->f->key, r->ties, r->topics,
			      r->tree);

	return rc ? rc : lu__run(s, st, "write the communities of a file", e);
}

static lu_code compare_file(lu_store *s, const struct row *r, bool *same, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t n = 0;
	lu_code rc = lu__stmt(
		s,
		"SELECT count(*) FROM community_file WHERE tenant = ? AND kb = ? AND file = ? AND n = ? AND"
		" key = ? AND ties = ? AND topics = ? AND tree = ?",
		&st, e, "kiiittt", r->f->file, (int64_t)r->f->n, (int64_t)r->f->key, r->ties, r->topics, r->tree);

	if (!rc) rc = lu__int(s, st, 0, &n, "check the communities of a file", e);
	*same = n == 1;
	return rc;
}

/* Write the row, or, when `same` is not NULL, compare it. */
static lu_code pack_file(lu_store *s, const lu_grouped_file *f, const lu_hierarchy *h, const uint64_t *key,
			 const int64_t *element, bool *same, lu_err *e)
{
	struct row r = { .f = f };
	lu_arena a = { 0 };
	lu_jw w[3];
	lu_code rc;

	for (int i = 0; i < 3; i++) lu_jw_init(&w[i]);
	pack_ties(f, &w[0]);
	pack_topics(f, &w[1]);
	pack_elements(h, key, element, &a, &w[2]);
	r.ties = lu_buf_str(&w[0].out);
	r.topics = lu_buf_str(&w[1].out);
	r.tree = lu_buf_str(&w[2].out);
	if (w[0].out.oom || w[1].out.oom || w[2].out.oom) rc = lu_nomem(e);
	else rc = same ? compare_file(s, &r, same, e) : insert_file(s, &r, e);
	for (int i = 0; i < 3; i++) lu_jw_free(&w[i]);
	lu_arena_free(&a);
	return rc;
}

lu_code lu_store_grouped_put(lu_store *s, const lu_grouped_file *f, const lu_hierarchy *h, const uint64_t *key,
			     const int64_t *element, lu_err *e)
{
	return pack_file(s, f, h, key, element, NULL, e);
}

lu_code lu_store_grouped_same(lu_store *s, const lu_grouped_file *f, const lu_hierarchy *h, const uint64_t *key,
			      const int64_t *element, bool *same, lu_err *e)
{
	return pack_file(s, f, h, key, element, same, e);
}

lu_code lu__grouped_forget(lu_store *s, int64_t file, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc =
		lu__stmt(s, "DELETE FROM community_file WHERE tenant = ? AND kb = ? AND file = ?", &st, e, "ki", file);

	return rc ? rc : lu__run(s, st, "forget the communities of a file", e);
}

lu_code lu_store_grouped_drop(lu_store *s, lu_err *e)
{
	static const char *const sql[] = { "DELETE FROM community_file WHERE tenant = ? AND kb = ?",
					   "DELETE FROM community WHERE tenant = ? AND kb = ?" };
	lu_code rc = lu__need_kb(s, e);

	return rc ? rc : lu__run_each(s, sql, sizeof sql / sizeof *sql, NULL, "forget the communities", e);
}

/* ---- the tree above the files ---- */

lu_code lu_store_grouped(lu_store *s, lu_grouped *out, lu_err *e)
{
	static const char sql[] =
		"SELECT c.size_max, c.digest, c.generation = k.generation, c.maker FROM community c JOIN kb k"
		" ON k.id = c.kb AND k.tenant = c.tenant WHERE c.tenant = ? AND c.kb = ?";
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__need_kb(s, e);

	*out = (lu_grouped){ .made = false };
	if (rc || s->version < LU__VERSION_GROUPED) return rc;
	rc = lu__stmt(s, sql, &st, e, "k");
	if (!rc) rc = lu__step(s, st, "read the communities", e);
	if (rc) return rc == LU_DONE ? LU_OK : rc;
	*out = (lu_grouped){ .made = true,
			     .current = sqlite3_column_int(st, 2) != 0,
			     .maker = sqlite3_column_int64(st, 3),
			     .size_max = (uint32_t)sqlite3_column_int64(st, 0),
			     .digest = (uint64_t)sqlite3_column_int64(st, 1) };
	sqlite3_reset(st);
	return LU_OK;
}

/* Digest, communities, nodes, and the community of each node; of one network after the other. */
static void pack_parted(const lu_grouped *g, lu_jw *w)
{
	lu_jw_open(w, NULL, '[');
	for (size_t i = 0; i < g->n_parted; i++) {
		const lu_parted *p = &g->parted[i];

		lu_jw_int(w, NULL, (int64_t)p->digest);
		lu_jw_int(w, NULL, p->n_part);
		lu_jw_int(w, NULL, p->n);
		for (uint32_t k = 0; k < p->n; k++) lu_jw_int(w, NULL, p->part[k]);
	}
	lu_jw_close(w, ']');
}

/* One network of what pack_parted() wrote; gives how many numbers it took, 0: it is none. */
static size_t take_parted(const int64_t *v, size_t n, lu_arena *a, lu_parted *p)
{
	if (n < 3 || v[2] < 0 || (uint64_t)v[2] > n - 3) return 0;
	*p = (lu_parted){ .digest = (uint64_t)v[0], .n_part = (uint32_t)v[1], .n = (uint32_t)v[2] };
	if (!(p->part = lu_arena_calloc(a, p->n, sizeof *p->part))) return 0;
	for (uint32_t k = 0; k < p->n; k++) p->part[k] = (uint32_t)v[3 + k];
	return lu_parted_is_whole(p) ? 3 + (size_t)p->n : 0;
}

lu_code lu_store_grouped_parted(lu_store *s, lu_arena *a, lu_parted **out, size_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t *v = NULL;
	size_t n_v = 0, at = 0;
	lu_err none;
	lu_code rc = lu__stmt(s, "SELECT parted FROM community WHERE tenant = ? AND kb = ?", &st, e, "k");

	*out = NULL;
	*n = 0;
	if (!rc) rc = lu__step(s, st, "read the communities", e);
	if (rc) return rc == LU_DONE ? LU_OK : rc;
	rc = lu__unpack_ids(lu__text(st, 0), a, &v, &n_v, &none);
	sqlite3_reset(st);
	if (rc == LU_ENOMEM) return lu_nomem(e);
	while (!rc && at < n_v) {
		lu_parted *w = lu_arena_grow(a, *out, *n, sizeof *w);
		size_t took = w ? take_parted(v + at, n_v - at, a, &w[*n]) : 0;

		if (!w) return lu_nomem(e);
		*out = w;
		if (!took) break;
		at += took;
		(*n)++;
	}
	return LU_OK;
}

/* Both as they are packed. */
struct packed_tree {
	lu_str tree, parted;
};

static lu_code insert_tree(lu_store *s, const lu_grouped *g, const struct packed_tree *p, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(
		s,
		"INSERT OR REPLACE INTO community(tenant, kb, generation, maker, size_max, digest, tree, parted)"
		" SELECT tenant, id, generation, ?3, ?4, ?5, ?6, ?7 FROM kb WHERE tenant = ?1 AND id = ?2",
		&st, e, "kiiitt", g->maker, (int64_t)g->size_max, (int64_t)g->digest, p->tree, p->parted);

	return rc ? rc : lu__run(s, st, "write the communities", e);
}

/* A store of an earlier version has no networks until the tree is written again. */
static lu_code compare_tree(lu_store *s, const lu_grouped *g, const struct packed_tree *p, bool *same, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t n = 0;
	lu_code rc =
		lu__stmt(s,
			 "SELECT count(*) FROM community WHERE tenant = ? AND kb = ? AND maker = ? AND size_max = ? AND"
			 " digest = ? AND tree = ? AND parted IN (?, '[]')",
			 &st, e, "kiiitt", g->maker, (int64_t)g->size_max, (int64_t)g->digest, p->tree, p->parted);

	if (!rc) rc = lu__int(s, st, 0, &n, "check the communities", e);
	*same = n == 1;
	return rc;
}

/* Write the tree, or, when `same` is not NULL, compare it. */
static lu_code pack_tree(lu_store *s, const lu_grouped *g, const lu_file_community *v, size_t n, bool *same, lu_err *e)
{
	struct packed_tree p;
	lu_jw w, parted;
	lu_code rc;

	lu_jw_init(&w);
	lu_jw_init(&parted);
	pack_parted(g, &parted);
	lu_jw_open(&w, NULL, '[');
	for (size_t i = 0; i < n; i++)
		lu__pack_community(&w, &(struct lu__packed_community){
					       .parent = v[i].parent == UINT32_MAX ? -1 : (int64_t)v[i].parent,
					       .key = (int64_t)v[i].key,
					       .size = v[i].size,
					       .id = v[i].file,
					       .n = v[i].n });
	lu_jw_close(&w, ']');
	p = (struct packed_tree){ lu_buf_str(&w.out), lu_buf_str(&parted.out) };
	if (w.out.oom || parted.out.oom) rc = lu_nomem(e);
	else if (same) rc = compare_tree(s, g, &p, same, e);
	else rc = insert_tree(s, g, &p, e);
	lu_jw_free(&w);
	lu_jw_free(&parted);
	return rc;
}

lu_code lu_store_grouped_tree_put(lu_store *s, const lu_grouped *g, const lu_file_community *v, size_t n, lu_err *e)
{
	return pack_tree(s, g, v, n, NULL, e);
}

lu_code lu_store_grouped_tree_same(lu_store *s, const lu_grouped *g, const lu_file_community *v, size_t n, bool *same,
				   lu_err *e)
{
	return pack_tree(s, g, v, n, same, e);
}

lu_code lu_store_grouped_touch(lu_store *s, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(
		s,
		"UPDATE community SET generation = (SELECT generation FROM kb WHERE kb.tenant = ?1 AND kb.id = ?2)"
		" WHERE tenant = ?1 AND kb = ?2",
		&st, e, "k");

	return rc ? rc : lu__run(s, st, "note that the communities are true", e);
}
