/* SPDX-License-Identifier: MIT
 * Elements of symbols alone, for documents whose source is not there. */
#include <stdlib.h>

#include "index/scip_intake.h"
#include "core/ascii.h"
#include "core/binary_search.h"

struct made {
	const lu_scip_occurrence *at;
	const lu_scip_symbol *info;
	lu_scip_name name;
};

/* Kinds that say more than the suffix of a symbol does; the numbers are those of the schema. */
static const struct {
	int kind;
	const char *type;
} kinds[] = {
	{ 7, "class" },      { 8, "constant" },   { 9, "method" },  { 11, "enum" },      { 17, "function" },
	{ 21, "interface" }, { 25, "macro" },     { 26, "method" }, { 30, "namespace" }, { 33, "object" },
	{ 35, "namespace" }, { 42, "interface" }, { 49, "struct" }, { 53, "trait" },     { 54, "type" },
	{ 55, "type" },      { 56, "trait" },     { 59, "union" },  { 61, "variable" },  { 66, "method" },
	{ 67, "method" },    { 68, "method" },    { 69, "method" }, { 70, "method" },    { 71, "method" },
	{ 76, "method" },    { 80, "method" },
};

static const char *type_of(const struct made *m)
{
	const lu_scip_part *p = &m->name.part[m->name.n - 1];

	for (size_t i = 0; m->info && i < sizeof kinds / sizeof *kinds; i++)
		if (kinds[i].kind == m->info->kind) return kinds[i].type;
	switch (p->kind) {
	case '#': return "class";
	case '(': return m->name.n > 1 && p[-1].kind == '#' ? "method" : "function";
	case '!': return "macro";
	default: return "variable";
	}
}

/* ---- what is defined here ---- */

static int by_symbol(const void *px, const void *py)
{
	return lu_str_cmp((*(const lu_scip_symbol *const *)px)->symbol, (*(const lu_scip_symbol *const *)py)->symbol);
}

static const lu_scip_symbol *info_of(const lu_scip_symbol *const *v, size_t n, lu_str symbol)
{
	lu_scip_symbol key = { .symbol = symbol };
	const lu_scip_symbol *k = &key, *const *hit = n ? bsearch(&k, v, n, sizeof *v, by_symbol) : NULL;

	return hit ? *hit : NULL;
}

/* Only what has a place in a program's outline. */
static bool is_wanted(const lu_scip_name *name)
{
	return name->n && strchr("#.(!", name->part[name->n - 1].kind);
}

static lu_code collect(const lu_scip_document *d, lu_arena *a, struct made **out, size_t *n, lu_err *e)
{
	const lu_scip_symbol **info = lu_arena_calloc(a, d->symbols.n + 1, sizeof *info);
	struct made *v = lu_arena_calloc(a, d->occurrences.n + 1, sizeof *v);

	if (!info || !v) return lu_nomem(e);
	for (size_t i = 0; i < d->symbols.n; i++) info[i] = &d->symbols.v[i];
	if (d->symbols.n) qsort(info, d->symbols.n, sizeof *info, by_symbol);
	for (size_t i = 0; i < d->occurrences.n; i++) {
		const lu_scip_occurrence *o = &d->occurrences.v[i];
		lu_code rc;

		if (!(o->roles & LU_SCIP_DEFINITION) || lu_scip_is_local(o->symbol)) continue;
		rc = lu_scip_parse(o->symbol, a, &v[*n].name, e);
		if (rc == LU_ENOMEM) return rc;
		if (rc || !is_wanted(&v[*n].name)) continue;
		v[*n].at = o;
		v[(*n)++].info = info_of(info, d->symbols.n, o->symbol);
	}
	*out = v;
	return LU_OK;
}

/* ---- elements ---- */

static lu_str without_extension(lu_str path)
{
	size_t base = path.n - lu_str_after_last(path, '/').n;
	lu_str stem = lu_str_before_last(path, '.');

	return stem.n > base ? stem : path;
}

static lu_code copy(struct lu__scip_file *f, lu_str s, lu_str *out, lu_err *e)
{
	*out = lu_arena_dup(&f->arena, s);
	return out->s ? LU_OK : lu_nomem(e);
}

/* Parts joined by full stops; a namespace that is the file itself goes without its extension. */
static lu_code qualified(struct lu__scip_file *f, const lu_scip_name *name, lu_buf *b, lu_str *out, lu_err *e)
{
	lu_str file = lu_str_after_last(f->path, '/');

	lu_buf_reset(b);
	for (size_t i = 0; i < name->n; i++) {
		lu_str part = name->part[i].name;

		if (name->part[i].kind == ':') continue;
		if (name->part[i].kind == '/' && lu_str_eq(part, file)) part = without_extension(part);
		if (b->len) lu_buf_addc(b, '.');
		lu_buf_addstr(b, part);
	}
	return b->oom ? lu_nomem(e) : copy(f, lu_buf_str(b), out, e);
}

static lu_code make_module(struct lu__scip_file *f, lu_str language, lu_buf *b, lu_err *e)
{
	lu_element *el = &f->v[0].el;
	lu_str stem = without_extension(f->path);
	lu_code rc;

	lu_buf_reset(b);
	for (size_t i = 0; i < stem.n; i++) lu_buf_addc(b, stem.s[i] == '/' ? '.' : stem.s[i]);
	if (b->oom) return lu_nomem(e);
	*el = (lu_element){ .ordinal = 1,
			    .size = -1,
			    .type = lu_strz("module"),
			    .file_path = f->path,
			    .language = language,
			    .start_line = 1,
			    .end_line = 1 };
	rc = copy(f, lu_buf_str(b), &el->name, e);
	return rc ? rc : lu_element_set_id(el, e);
}

static lu_code make_one(struct lu__scip_file *f, const struct made *m, lu_element *el, lu_buf *b, lu_err *e)
{
	const lu_scip_range *r = m->at->around.known ? &m->at->around : &m->at->at;
	lu_code rc;

	*el = (lu_element){ .ordinal = 1,
			    .size = -1,
			    .type = lu_strz(type_of(m)),
			    .file_path = f->path,
			    .language = f->v[0].el.language,
			    .start_line = r->line + 1,
			    .end_line = r->end_line + 1 };
	if (r->end_line > r->line && !r->end_column) el->end_line--;
	rc = qualified(f, &m->name, b, &el->name, e);
	if (!rc && m->info) rc = copy(f, m->info->documentation, &el->docstring, e);
	if (!rc && m->info) rc = copy(f, m->info->signature, &el->signature, e);
	if (el->end_line > f->v[0].el.end_line) f->v[0].el.end_line = el->end_line;
	return rc;
}

static int by_identity(const void *px, const void *py)
{
	const lu_element *x = &((const lu_stored *)px)->el, *y = &((const lu_stored *)py)->el;
	int c = lu_str_cmp(x->name, y->name);

	if (!c) c = lu_str_cmp(x->type, y->type);
	if (!c) c = (x->start_line > y->start_line) - (x->start_line < y->start_line);
	return c ? c : (x->end_line > y->end_line) - (x->end_line < y->end_line);
}

/* Ids, and the element whose name is what stands before the last part of the name. */
static lu_code name_all(struct lu__scip_file *f, lu_err *e)
{
	lu_stored *v = f->v + 1;
	size_t n = f->n - 1;
	lu_code rc = LU_OK;

	if (n) qsort(v, n, sizeof *v, by_identity);
	for (size_t i = 0; i < n && !rc; i++) {
		bool twin = i && lu_str_eq(v[i].el.name, v[i - 1].el.name) && lu_str_eq(v[i].el.type, v[i - 1].el.type);

		if (twin) v[i].el.ordinal = v[i - 1].el.ordinal + 1;
		rc = lu_element_set_id(&v[i].el, e);
	}
	for (size_t i = 0; i < n && !rc; i++) {
		lu_str owner = lu_str_before_last(v[i].el.name, '.');
		size_t at;

		LU_LOWER_BOUND(at, 0, n, lu_str_cmp(v[at].el.name, owner) < 0);
		if (at == n || !owner.n || !lu_str_eq(v[at].el.name, owner) ||
		    v[at].el.start_line > v[i].el.start_line || v[at].el.end_line < v[i].el.end_line)
			v[i].el.parent = lu_strz(f->v[0].el.id);
		else v[i].el.parent = lu_strz(v[at].el.id);
		rc = copy(f, v[i].el.parent, &v[i].el.parent, e); /* the elements are sorted later */
	}
	return rc;
}

lu_code lu__scip_make(const lu_scip_document *d, struct lu__scip_file *f, lu_err *e)
{
	lu_arena a = { 0 };
	struct made *m = NULL;
	lu_str language;
	size_t n = 0;
	lu_buf b = LU_BUF;
	lu_code rc = collect(d, &a, &m, &n, e);

	f->made = true;
	if (!rc && !(f->v = lu_arena_calloc(&f->arena, n + 1, sizeof *f->v))) rc = lu_nomem(e);
	if (!rc) rc = copy(f, d->language, &language, e);
	for (size_t i = 0; !rc && i < language.n; i++) {
		char *c = (char *)&language.s[i];

		*c = lu_lower(*c);
	}
	if (!rc) rc = make_module(f, language, &b, e);
	for (size_t i = 0; i < n && !rc; i++) rc = make_one(f, &m[i], &f->v[i + 1].el, &b, e);
	f->n = n + 1;
	if (!rc) rc = name_all(f, e);
	f->row = (lu_file){ .path = f->path, .language = rc ? lu_strz("") : language, .size = -1 };
	lu_buf_free(&b);
	lu_arena_free(&a);
	return rc;
}
