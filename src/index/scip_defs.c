/* SPDX-License-Identifier: MIT
 * Which element is meant by a symbol: the one around its definition, which has its name. */
#include <stdlib.h>

#include "index/scip_intake.h"
#include "core/ascii.h"
#include "core/binary_search.h"

/* A name stands in the first lines of its definition: after decorators, on one of the lines of a signature. */
#define HEAD_LINES 40
#define TRIES      32

bool lu__scip_is_type(lu_str type)
{
	static const char *const t[] = { "class", "interface", "trait",  "struct", "union",
					 "enum",  "type",      "object", "impl",   "extension" };

	for (size_t i = 0; i < sizeof t / sizeof *t; i++)
		if (lu_str_eqz(type, t[i])) return true;
	return false;
}

static bool is_function(lu_str type)
{
	static const char *const t[] = {
		"function", "method", "constructor", "prototype", "macro", "test", "property"
	};

	for (size_t i = 0; i < sizeof t / sizeof *t; i++)
		if (lu_str_eqz(type, t[i])) return true;
	return false;
}

/* ---- the elements of a file, sorted ---- */

static int by_name(const void *px, const void *py, void *ctx)
{
	const lu_stored *v = ctx;
	const lu_element *x = &v[*(const uint32_t *)px].el, *y = &v[*(const uint32_t *)py].el;
	int c = lu_str_cmp(lu_simple_name(x->name), lu_simple_name(y->name));

	return c ? c : (x->start_line > y->start_line) - (x->start_line < y->start_line);
}

static int by_id(const void *px, const void *py, void *ctx)
{
	const lu_stored *v = ctx;

	return strcmp(v[*(const uint32_t *)px].el.id, v[*(const uint32_t *)py].el.id);
}

void lu__scip_file_init(struct lu__scip_file *f)
{
	*f = (struct lu__scip_file){ .n = 0 };
	lu_buf_init(&f->bytes);
	lu_buf_init(&f->decoded);
}

void lu__scip_file_free(struct lu__scip_file *f)
{
	lu_arena_free(&f->arena);
	lu_buf_free(&f->bytes);
	lu_buf_free(&f->decoded);
}

lu_code lu__scip_file_sort(struct lu__scip_file *f, lu_err *e)
{
	f->by_name = lu_arena_calloc(&f->arena, f->n + 1, sizeof *f->by_name);
	f->by_id = lu_arena_calloc(&f->arena, f->n + 1, sizeof *f->by_id);
	if (!f->by_name || !f->by_id) return lu_nomem(e);
	for (size_t i = 0; i < f->n; i++) f->by_name[i] = f->by_id[i] = (uint32_t)i;
	qsort_r(f->by_name, f->n, sizeof *f->by_name, by_name, f->v);
	qsort_r(f->by_id, f->n, sizeof *f->by_id, by_id, f->v);
	return LU_OK;
}

static bool begins_by(const lu_element *el, lu_str name, uint32_t line)
{
	int c = lu_str_cmp(lu_simple_name(el->name), name);

	return c < 0 || (c == 0 && el->start_line <= line);
}

/* Elements of that name which begin at `line` or before: the number of the one after the last. */
static size_t after(const struct lu__scip_file *f, lu_str name, uint32_t line)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, f->n, begins_by(&f->v[f->by_name[at]].el, name, line));
	return at;
}

static bool fits_kind(const lu_element *el, char kind)
{
	if (el->parent.n == 0 && lu_str_eqz(el->type, "module")) return kind == '/' || kind == ':';
	if (kind == '#') return lu__scip_is_type(el->type);
	if (kind == '(') return is_function(el->type);
	return true;
}

static const lu_element *named(const struct lu__scip_file *f, lu_str name, char kind, uint32_t line)
{
	size_t at = name.n ? after(f, name, line) : 0;

	for (int tries = 0; at-- > 0 && tries < TRIES; tries++) {
		const lu_element *el = &f->v[f->by_name[at]].el;

		if (!lu_str_eq(lu_simple_name(el->name), name) || el->start_line + HEAD_LINES < line) return NULL;
		if (el->end_line >= line && fits_kind(el, kind)) return el;
	}
	return NULL;
}

static const lu_element *module_of(const struct lu__scip_file *f)
{
	for (size_t i = 0; i < f->n; i++)
		if (!f->v[i].el.parent.n && lu_str_eqz(f->v[i].el.type, "module")) return &f->v[i].el;
	return NULL;
}

static const lu_element *element_of(const struct lu__scip_file *f, const lu_scip_name *name, uint32_t line)
{
	const lu_scip_part *p = &name->part[name->n - 1];
	const lu_element *el = named(f, p->name, p->kind, line);
	bool constructor = lu_str_eqz(p->name, "<init>") || lu_str_eqz(p->name, "<constructor>");

	if (el) return el;
	if (constructor) {
		static const char *const t[] = { "constructor", "__init__", "init" };

		for (size_t i = 0; i < sizeof t / sizeof *t && !el; i++) el = named(f, lu_strz(t[i]), '(', line);
		if (!el && name->n > 1) el = named(f, name->part[name->n - 2].name, '(', line);
		return el;
	}
	return p->kind == '/' || (p->kind == ':' && line == 1) ? module_of(f) : NULL;
}

/* ---- the table of definitions ---- */

void lu__scip_defs_free(struct lu__scip_defs *t)
{
	lu_map_free(&t->map);
	lu_arena_free(&t->arena);
}

static bool is_symbol(const void *defs, uint32_t i, const void *symbol)
{
	return lu_str_eq(((const struct lu__scip_def *)defs)[i].symbol, *(const lu_str *)symbol);
}

const struct lu__scip_def *lu__scip_find(const struct lu__scip_defs *t, lu_str symbol)
{
	uint32_t i = lu_map_find(&t->map, lu_hash64(symbol, 0), is_symbol, t->v, &symbol);

	return i == LU_MAP_NONE ? NULL : &t->v[i];
}

/* Scheme, manager, package and version: what a symbol begins with. Blanks in them are doubled. */
static lu_str package_of(lu_str symbol)
{
	size_t words = 0, i = 0;

	for (; i < symbol.n && words < 4; i++) {
		if (symbol.s[i] != ' ') continue;
		if (i + 1 < symbol.n && symbol.s[i + 1] == ' ') i++;
		else words++;
	}
	return lu_strn(symbol.s, i);
}

bool lu__scip_is_outside(const struct lu__scip_defs *t, lu_str symbol)
{
	lu_str package = package_of(symbol);

	for (size_t i = 0; i < t->packages.n; i++)
		if (lu_str_eq(t->packages.v[i], package)) return false;
	return true;
}

static lu_code add_package(struct lu__scip_defs *t, lu_str symbol, lu_err *e)
{
	lu_str *v;

	if (!lu__scip_is_outside(t, symbol)) return LU_OK;
	if (!(v = lu_arena_grow(&t->arena, t->packages.v, t->packages.n, sizeof *v))) return lu_nomem(e);
	t->packages.v = v;
	v[t->packages.n] = lu_arena_dup(&t->arena, package_of(symbol));
	return v[t->packages.n++].s ? LU_OK : lu_nomem(e);
}

static lu_code add(struct lu__scip_defs *t, lu_str symbol, lu_str simple, const lu_element *el, lu_err *e)
{
	struct lu__scip_def *v, d;
	uint64_t hash = lu_hash64(symbol, 0), *slot;

	if (!lu_map_reserve(&t->map, NULL, t->n + 1)) return lu_nomem(e);
	slot = lu_map_slot(&t->map, hash, is_symbol, t->v, &symbol);
	if (*slot) {
		v = &t->v[lu_map_number(slot)];
		if (strcmp(v->id, el->id)) v->several = true;
		return LU_OK;
	}
	if (!(v = lu_arena_grow(&t->arena, t->v, t->n, sizeof *v))) return lu_nomem(e);
	t->v = v;
	d = (struct lu__scip_def){ .symbol = lu_arena_dup(&t->arena, symbol),
				   .simple = lu_arena_dup(&t->arena, simple),
				   .name = lu_arena_dup(&t->arena, el->name),
				   .id = lu_arena_dup(&t->arena, lu_strz(el->id)).s,
				   .function = is_function(el->type),
				   .type = lu__scip_is_type(el->type),
				   .module = lu_str_eqz(el->type, "module") };
	if (!d.symbol.s || !d.simple.s || !d.name.s || !d.id) return lu_nomem(e);
	v[t->n] = d;
	lu_map_set(&t->map, slot, hash, (uint32_t)t->n++);
	return LU_OK;
}

/* Does the text at a definition's range say its name? Of what is not written there by its name (a module, a
 * constructor, an operator) nothing can be told. */
static int says(lu_str text, bool empty, const lu_scip_part *p)
{
	char c = p->name.n ? p->name.s[0] : '<';

	if (p->kind == '/' || p->kind == ':' || empty) return 0;
	if (c != '_' && !lu_is_lower(c) && !lu_is_upper(c)) return 0;
	if (!text.n) return -1; /* beyond the end of its line */
	if (lu_str_eq(text, p->name)) return 1;
	return memmem(text.s, text.n, p->name.s, p->name.n) || memmem(p->name.s, p->name.n, text.s, text.n) ? 0 : -1;
}

/* Does it define what others can name? */
static bool defines(const lu_scip_occurrence *o)
{
	return (o->roles & LU_SCIP_DEFINITION) && !lu_scip_is_local(o->symbol);
}

/* *good: false when the symbol is malformed, which is no error: it means nothing here. */
static lu_code read_name(lu_str symbol, lu_arena *a, lu_scip_name *name, bool *good, lu_err *e)
{
	lu_code rc = lu_scip_parse(symbol, a, name, NULL);

	*good = !rc;
	return rc == LU_ENOMEM ? lu_nomem(e) : LU_OK;
}

/* Do more of the definitions stand where their names are than where they are not? */
static lu_code fits_text(const lu_scip_document *d, const struct lu__scip_file *f, bool *fits, lu_err *e)
{
	struct lu__scip_cursor c = { .text = f->text, .encoding = d->encoding };
	size_t right = 0, wrong = 0;
	lu_arena a = { 0 };
	lu_code rc = LU_OK;

	for (size_t i = 0; i < d->occurrences.n && !rc; i++) {
		const lu_scip_occurrence *o = &d->occurrences.v[i];
		bool empty = f->made || (o->at.line == o->at.end_line && o->at.column == o->at.end_column), good;
		lu_scip_name name;

		if (!defines(o)) continue;
		rc = read_name(o->symbol, &a, &name, &good, e);
		if (!rc && good) {
			int word = says(lu__scip_covers(&c, &o->at), empty, &name.part[name.n - 1]);

			right += word > 0;
			wrong += word < 0;
		}
		lu_arena_clear(&a);
	}
	lu_arena_free(&a);
	*fits = wrong <= right;
	return rc;
}

static lu_code add_definitions(const lu_scip_document *d, const struct lu__scip_file *f, struct lu__scip_defs *t,
			       lu_err *e)
{
	lu_arena a = { 0 };
	lu_code rc = LU_OK;

	for (size_t i = 0; i < d->occurrences.n && !rc; i++) {
		const lu_scip_occurrence *o = &d->occurrences.v[i];
		const lu_element *el;
		lu_scip_name name;
		bool good;

		if (!defines(o)) continue;
		rc = add_package(t, o->symbol, e);
		if (!rc) rc = read_name(o->symbol, &a, &name, &good, e);
		if (!rc && good && (el = element_of(f, &name, o->at.line + 1)))
			rc = add(t, o->symbol, name.part[name.n - 1].name, el, e);
		lu_arena_clear(&a);
	}
	lu_arena_free(&a);
	return rc;
}

lu_code lu__scip_define(const lu_scip_document *d, const struct lu__scip_file *f, struct lu__scip_defs *t, bool *fits,
			lu_err *e)
{
	lu_code rc = fits_text(d, f, fits, e);

	return rc || !*fits ? rc : add_definitions(d, f, t, e);
}
