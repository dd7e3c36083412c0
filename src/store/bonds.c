/* SPDX-License-Identifier: MIT
 * What communities of elements are made of. */
#include "store/grouping.h"

#include <stdlib.h>

#include "store/links.h"
#include "store/pack.h"

struct lu_bond_reader {
	lu_store *s;
	struct lu__homes homes;
};

lu_code lu_bond_reader_new(lu_store *s, lu_bond_reader **out, lu_err *e)
{
	lu_bond_reader *r;
	lu_code rc = lu__need_kb(s, e);

	if (rc) return rc;
	if (!(r = calloc(1, sizeof *r))) return lu_nomem(e);
	r->s = s;
	*out = r;
	return LU_OK;
}

void lu_bond_reader_free(lu_bond_reader *r)
{
	if (!r) return;
	lu_arena_free(&r->homes.a);
	free(r);
}

lu_code lu_bond_reader_home(lu_bond_reader *r, int64_t element, int64_t *file, lu_err *e)
{
	return lu__home_of(r->s, &r->homes, element, file, e);
}

static lu_code read_symbols(lu_store *s, int64_t file, lu_arena *a, lu_bonds *out, bool *there, lu_err *e)
{
	static const char sql[] = "SELECT f.path, f.language, o.symbols FROM outline o JOIN file f ON f.id = o.file AND"
				  " f.tenant = o.tenant AND f.kb = o.kb WHERE o.tenant = ? AND o.kb = ? AND o.file = ?";
	sqlite3_stmt *st = NULL;
	lu_str path, language, text;
	lu_code rc = lu__stmt(s, sql, &st, e, "ki", file);

	if (!rc) rc = lu__step(s, st, "read an outline", e);
	*there = !rc;
	if (rc) return rc == LU_DONE ? LU_OK : rc;
	path = lu__copy(st, 0, a);
	language = lu__copy(st, 1, a);
	text = lu__copy(st, 2, a);
	sqlite3_reset(st);
	if (!path.s || !language.s || !text.s) return lu_nomem(e);
	out->sym = lu_arena_calloc(a, lu__packed_count(text), sizeof *out->sym);
	return out->sym ? lu__unpack_symbols(text, path, language, a, out->sym, &out->n_sym, e) : lu_nomem(e);
}

static lu_code add_bonds(lu_bond_reader *r, const struct lu__packed_edge *g, lu_bonds *out, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < g->n && !rc; i++) {
		lu_bond *b = &out->v[out->n];

		*b = (lu_bond){ .src = g->src,
				.dst = g->dst[i],
				.kind = g->kind,
				.grade = g->grade,
				.count = g->count,
				.share = (uint32_t)g->n };
		rc = lu__home_of(r->s, &r->homes, b->dst, &b->file, e);
		out->n += b->file != 0;
	}
	return rc;
}

lu_code lu_bond_reader_file(lu_bond_reader *r, int64_t file, lu_arena *a, lu_bonds *out, bool *there, lu_err *e)
{
	struct lu__packed_edge *g = NULL;
	size_t n = 0, total = 0;
	lu_str text = { NULL, 0 };
	lu_code rc;

	*out = (lu_bonds){ .n = 0 };
	rc = read_symbols(r->s, file, a, out, there, e);
	if (!rc && *there) rc = lu__answer_read(r->s, file, a, &text, e);
	if (!rc && text.s) rc = lu__unpack_edges(text, NULL, 0, a, &g, &n, e);
	if (rc || !*there) return rc;
	for (size_t i = 0; i < n; i++) total += g[i].n;
	if (!(out->v = lu_arena_calloc(a, total, sizeof *out->v))) return lu_nomem(e);
	for (size_t i = 0; i < n && !rc; i++) rc = add_bonds(r, &g[i], out, e);
	return rc;
}
