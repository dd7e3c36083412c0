/* SPDX-License-Identifier: MIT
 * What files call an element by their imports. */
#include "language/row.h"
#include "store/internal.h"
#include "store/pack.h"

struct aliases {
	lu_arena *a;
	lu_str name;
	const lu_ref *ref; /* the import whose edge is looked for */
	lu_alias v[LU_ALIASES];
	size_t n;
};

/* May it stand in packed links as what a file calls something? A path is no local name. */
static bool may_be_local(lu_str name)
{
	return name.n && !memchr(name.s, '/', name.n) && lu_json_is_plain(name);
}

static lu_code on_edge(void *ctx, const lu_edge_row *r, lu_err *e)
{
	struct aliases *x = ctx;
	const lu_ref *f = x->ref;
	lu_alias *v = x->v;

	if (!r->dst || r->kind != LU_EDGE_DEPENDS_ON || r->line != f->line || x->n == LU_ALIASES) return LU_OK;
	if (!lu_str_eq(r->name, f->name.n ? f->name : f->module)) return LU_OK;
	for (size_t i = 0; i < x->n; i++)
		if (v[i].target == r->dst && lu_str_eq(v[i].name, f->name)) return LU_OK;
	v += x->n++;
	*v = (lu_alias){ lu_arena_dup(x->a, f->name), lu_arena_dup(x->a, f->module), r->dst };
	return v->name.s && v->module.s ? LU_OK : lu_nomem(e);
}

static lu_code read_imports(lu_store *s, struct aliases *x, int64_t file, lu_str links, lu_err *e)
{
	lu_arena a = { 0 };
	size_t n = 0;
	lu_ref *v = lu_arena_calloc(&a, lu__packed_count(links) + 1, sizeof *v);
	lu_code rc = v ? lu__unpack_refs(links, &a, v, &n, e) : lu_nomem(e);

	for (size_t i = 0; i < n && !rc; i++) {
		if (v[i].kind != LU_EDGE_DEPENDS_ON || !lu_str_eq(v[i].alias, x->name)) continue;
		x->ref = &v[i];
		rc = lu_store_file_edges(s, file, &v[i].src, 1, on_edge, x, e);
	}
	lu_arena_free(&a);
	return rc;
}

struct importer {
	int64_t file;
	lu_str links;
};

/* The languages whose imports give no names, as JSON: most files of C need not be read. */
static void add_nameless(lu_buf *b)
{
	lu_buf_addc(b, '[');
	for (size_t i = 0; i < lu__n_languages; i++)
		if (lu__languages[i].modules == LU__MODULES_HEADER)
			lu_buf_addf(b, "%s\"%s\"", b->len > 1 ? "," : "", lu__languages[i].name);
	lu_buf_addc(b, ']');
}

/* The files whose packed links hold the name as a string, by path. */
static lu_code list_importers(lu_store *s, lu_str name, lu_arena *a, struct importer **out, size_t *n, lu_err *e)
{
	static const char holders[] =
		"SELECT o.file, o.links FROM file f"
		" CROSS JOIN outline o ON o.file = f.id AND o.tenant = f.tenant AND o.kb = f.kb"
		" WHERE f.tenant = ?1 AND f.kb = ?2 AND f.language NOT IN (SELECT value FROM json_each(?4))"
		" AND instr(o.links, '\"' || ?3 || '\"') > 0 ORDER BY f.path";
	sqlite3_stmt *st = NULL;
	lu_buf nameless = LU_BUF;
	lu_code rc;

	add_nameless(&nameless);
	rc = nameless.oom ? lu_nomem(e) : lu__stmt(s, holders, &st, e, "ktt", name, lu_buf_str(&nameless));
	while (!rc && !(rc = lu__step(s, st, "find an import", e))) {
		struct importer *v = lu_arena_grow(a, *out, *n, sizeof *v);

		if (!v) {
			rc = lu_nomem(e);
			break;
		}
		*out = v;
		v += (*n)++;
		*v = (struct importer){ sqlite3_column_int64(st, 0), lu__copy(st, 1, a) };
		if (!v->links.s) rc = lu_nomem(e);
	}
	rc = lu__end(st, rc);
	lu_buf_free(&nameless); /* the statement had a view of it */
	return rc;
}

lu_code lu_store_aliased(lu_store *s, lu_str name, lu_arena *a, lu_alias **out, size_t *n, lu_err *e)
{
	struct aliases x = { .a = a, .name = name };
	struct importer *v = NULL;
	size_t k = 0;
	lu_code rc = lu__need_kb(s, e);

	if (!rc && may_be_local(name)) rc = list_importers(s, name, a, &v, &k, e);
	if (rc) return rc;
	for (size_t i = 0; i < k && x.n < LU_ALIASES && !rc; i++) rc = read_imports(s, &x, v[i].file, v[i].links, e);
	if (rc) return rc;
	if (!(*out = lu_arena_calloc(a, x.n + 1, sizeof **out))) return lu_nomem(e);
	memcpy(*out, x.v, x.n * sizeof *x.v);
	*n = x.n;
	return LU_OK;
}
