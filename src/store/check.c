/* SPDX-License-Identifier: MIT
 * `lucus index --check`: is every part of the store true for its elements? */
#include <stdio.h>

#include "store/postings.h"
#include "store/internal.h"
#include "store/reached.h"
#include "store/words.h"

/* Each statement counts what is wrong. */
static const struct {
	const char *name, *sql, *what;
} checks[] = {
	{ "embeddings",
	  "SELECT count(*) FROM element e LEFT JOIN embedding v ON v.element = e.id AND v.tenant ="
	  " e.tenant AND v.kb = e.kb WHERE e.tenant = ? AND e.kb = ? AND coalesce(v.hash, 0) <> e.text_hash",
	  "elements without a vector of their present text, or with one of none" },
	{ "dimension",
	  "SELECT count(*) FROM embedding v JOIN kb k ON k.tenant = v.tenant AND k.id = v.kb"
	  " WHERE v.tenant = ? AND v.kb = ? AND length(v.vector) <> k.dim",
	  "vectors of another dimension than the model's" },
	{ "vectors", "SELECT count(*) FROM vector_dirty WHERE tenant = ? AND kb = ?", "vector blocks to be packed" },
	{ "edges",
	  "SELECT count(*) FROM edge_in g LEFT JOIN element e ON e.id = g.dst AND e.tenant = g.tenant AND"
	  " e.kb = g.kb WHERE g.tenant = ? AND g.kb = ? AND e.id IS NULL",
	  "edges to elements that are gone" },
	{ "due", "SELECT count(*) FROM due WHERE tenant = ? AND kb = ?", "files whose edges must be resolved" },
	{ "resolved", "SELECT count(*) FROM kb WHERE tenant = ? AND id = ? AND resolved <> generation",
	  "knowledge base changed since its edges were resolved" },
	{ "indexed",
	  "SELECT count(*) FROM kb WHERE tenant = ? AND id = ? AND (indexed <> generation OR embedded <>"
	  " generation)",
	  "knowledge base changed since it was indexed" },
};

static lu_code packed_count(lu_store *s, lu_check_fn *fn, void *ctx, lu_err *e)
{
	sqlite3_stmt *st;
	int64_t packed = 0, vectors = 0;
	char detail[120];
	lu_code rc = lu__stmt(s, "SELECT sum(n) FROM vector_block WHERE tenant = ? AND kb = ?", &st, e, "k");

	if (!rc) rc = lu__int(s, st, 0, &packed, "count", e);
	if (!rc) rc = lu__stmt(s, "SELECT count(*) FROM embedding WHERE tenant = ? AND kb = ?", &st, e, "k");
	if (!rc) rc = lu__int(s, st, 0, &vectors, "count", e);
	if (rc) return rc;
	snprintf(detail, sizeof detail, "%lld packed, %lld stored", (long long)packed, (long long)vectors);
	return fn(ctx, "packed", packed == vectors, detail, e);
}

static lu_code integrity(lu_store *s, lu_check_fn *fn, void *ctx, lu_err *e)
{
	sqlite3_stmt *st;
	char text[200];
	lu_code rc = lu__stmt(s, "PRAGMA integrity_check(1)", &st, e, "");

	if (!rc) rc = lu__step(s, st, "check the store", e);
	if (rc) return rc;
	snprintf(text, sizeof text, "%.*s", LU_FMT(lu__text(st, 0)));
	sqlite3_reset(st);
	return fn(ctx, "integrity", !strcmp(text, "ok"), text, e);
}

/* What can not even be read is wrong, too. */
static lu_code count_damage(lu_code rc, int64_t *n)
{
	if (rc == LU_EDB) *n = 1;
	return rc == LU_EDB ? LU_OK : rc;
}

static lu_code report(int64_t n, const char *name, const char *what, lu_check_fn *fn, void *ctx, lu_err *e)
{
	char detail[160];

	snprintf(detail, sizeof detail, "%lld %s", (long long)n, what);
	return fn(ctx, name, n == 0, detail, e);
}

static lu_code fulltext(lu_store *s, lu_check_fn *fn, void *ctx, lu_err *e)
{
	int64_t rows = 0, orphans = 0, lack, *files;
	lu_arena a = { 0 };
	size_t due = 0;
	lu_code rc = lu_store_index_dirty(s, &a, &files, &due, e);

	lu_arena_free(&a);
	lack = (int64_t)due;
	rc = count_damage(rc, &lack);
	if (!rc) rc = count_damage(lu_postings_check(s, &rows, &orphans, e), &rows);
	if (!rc)
		rc = report(lack, "fulltext", "files with elements without a full-text row of their present text", fn,
			    ctx, e);
	if (!rc) rc = report(orphans, "orphans", "full-text rows of elements that are gone or have none", fn, ctx, e);
	return rc ? rc : report(rows, "rows", "full-text rows other than their postings", fn, ctx, e);
}

static lu_code contents(lu_store *s, lu_check_fn *fn, void *ctx, lu_err *e)
{
	int64_t words = 0, blocks = 0, edges = 0, links = 0, reads = 0;
	lu_code rc = fulltext(s, fn, ctx, e);

	if (!rc) rc = lu__words_astray(s, &words, e);
	if (!rc) rc = lu__pack_differs(s, &blocks, e);
	if (!rc) rc = count_damage(lu__edges_astray(s, &edges, &links, e), &edges);
	if (!rc) rc = count_damage(lu__reads_astray(s, &reads, e), &reads);
	if (!rc) rc = report(words, "words", "elements whose words are missing, damaged or left over", fn, ctx, e);
	if (!rc) rc = report(blocks, "blocks", "vector blocks other than their vectors", fn, ctx, e);
	if (!rc) rc = report(edges, "incoming", "incoming edges lost or left over", fn, ctx, e);
	if (!rc) rc = report(links, "links", "links between files lost, left over or miscounted", fn, ctx, e);
	return rc ? rc
		  : report(reads, "reads", "files of which it is damaged what their edges were found in", fn, ctx, e);
}

lu_code lu_store_check(lu_store *s, lu_check_fn *fn, void *ctx, lu_err *e)
{
	lu_code rc = lu__need_kb(s, e);

	if (!rc) rc = integrity(s, fn, ctx, e);
	for (size_t i = 0; i < sizeof checks / sizeof *checks && !rc; i++) {
		sqlite3_stmt *st;
		int64_t wrong = 0;

		rc = lu__stmt(s, checks[i].sql, &st, e, "k");
		if (!rc) rc = lu__int(s, st, 0, &wrong, "check the store", e);
		if (!rc) rc = report(wrong, checks[i].name, checks[i].what, fn, ctx, e);
	}
	if (!rc) rc = packed_count(s, fn, ctx, e);
	return rc ? rc : contents(s, fn, ctx, e);
}
