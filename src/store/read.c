/* SPDX-License-Identifier: MIT
 * Elements: reading. */
#include <stdlib.h>

#include "core/ascii.h"
#include "store/internal.h"
#include "core/binary_search.h"

/* A list column (JSON text) as views in `a`. */
static lu_code read_list(sqlite3_stmt *st, int col, lu_arena *a, lu_strs *out, lu_err *e)
{
	lu_json *v = NULL;
	lu_code rc;

	*out = (lu_strs){ 0 };
	if (sqlite3_column_type(st, col) == SQLITE_NULL) return LU_OK;
	if ((rc = lu_json_parse(lu__text(st, col), &v, e))) return rc;
	out->n = lu_json_count(v);
	out->v = lu_arena_calloc(a, out->n, sizeof *out->v);
	if (!out->v) rc = lu_nomem(e);
	for (size_t i = 0; i < out->n && !rc; i++) {
		out->v[i] = lu_arena_dup(a, lu_json_str(lu_json_at(v, i)));
		if (!out->v[i].s) rc = lu_nomem(e);
	}
	lu_json_free(v);
	return rc;
}

static lu_code read_parameters(sqlite3_stmt *st, int col, lu_arena *a, lu_element *el, lu_err *e)
{
	lu_json *v = NULL;
	lu_code rc;

	if (sqlite3_column_type(st, col) == SQLITE_NULL) return LU_OK;
	if ((rc = lu_json_parse(lu__text(st, col), &v, e))) return rc;
	el->parameters.n = lu_json_count(v);
	el->parameters.v = lu_arena_calloc(a, el->parameters.n, sizeof *el->parameters.v);
	if (!el->parameters.v) rc = lu_nomem(e);
	for (size_t i = 0; i < el->parameters.n && !rc; i++) {
		const lu_json *o = lu_json_at(v, i);
		lu_param *p = &el->parameters.v[i];

		p->name = lu_arena_dup(a, lu_json_str(lu_json_at(o, 0)));
		p->type = lu_arena_dup(a, lu_json_str(lu_json_at(o, 1)));
		p->def = lu_arena_dup(a, lu_json_str(lu_json_at(o, 2)));
		if (!p->name.s || !p->type.s || !p->def.s) rc = lu_nomem(e);
	}
	lu_json_free(v);
	return rc;
}

/* Append to one of the element's lists what it refers to. */
static lu_code add_ref(const lu_ref *r, lu_arena *a, lu_element *el, lu_err *e)
{
	void *v;

	if (r->by) {
		if (!(v = lu_arena_grow(a, el->links.v, el->links.n, sizeof *el->links.v))) return lu_nomem(e);
		el->links.v = v;
		el->links.v[el->links.n++] = (lu_link){ .kind = lu_strz(lu_edge_kind_name(r->kind)),
							.name = r->name.n ? r->name : r->module,
							.target = r->target_id,
							.line = r->line,
							.count = r->count,
							.by = lu_strz(strcmp(r->by, "given") != 0 ? r->by : "") };
	}
	switch (r->kind) {
	case LU_EDGE_DEPENDS_ON:
		if (r->by && !r->module.n) break; /* a use, no import */
		if (!(v = lu_arena_grow(a, el->imports.v, el->imports.n, sizeof *el->imports.v))) return lu_nomem(e);
		el->imports.v = v;
		el->imports.v[el->imports.n++] = (lu_import){ r->module, r->name, r->alias, r->line };
		break;
	case LU_EDGE_INHERITS_FROM:
		if (!(v = lu_arena_grow(a, el->base_classes.v, el->base_classes.n, sizeof r->name))) return lu_nomem(e);
		el->base_classes.v = v;
		el->base_classes.v[el->base_classes.n++] = r->name;
		break;
	case LU_EDGE_CALLS:
		if (!(v = lu_arena_grow(a, el->calls.v, el->calls.n, sizeof *el->calls.v))) return lu_nomem(e);
		el->calls.v = v;
		el->calls.v[el->calls.n++] = (lu_call){ r->name, r->receiver, r->line, r->count, r->args, r->types };
		break;
	case LU_EDGE_DOCUMENTS:
		if (!(v = lu_arena_grow(a, el->mentions.v, el->mentions.n, sizeof *el->mentions.v))) return lu_nomem(e);
		el->mentions.v = v;
		el->mentions.v[el->mentions.n++] = (lu_mention){ r->name, r->line, r->count };
		break;
	default: break;
	}
	return LU_OK;
}

/* Give the elements of `file` what they refer to: `v` is in order of row ids. */
static lu_code read_refs(lu_store *s, int64_t file, lu_arena *a, lu_stored *v, size_t n, lu_err *e)
{
	lu_ref *ref;
	size_t n_ref;
	lu_code rc = lu__file_refs(s, file, a, &ref, &n_ref, e);

	for (size_t i = 0; i < n_ref && !rc; i++) {
		size_t at;

		LU_LOWER_BOUND(at, 0, n, v[at].id < ref[i].src);
		if (at < n && v[at].id == ref[i].src) rc = add_ref(&ref[i], a, &v[at].el, e);
	}
	for (size_t i = 0; i < n && !rc; i++)
		if (v[i].el.links.n) rc = lu_links_settle(&v[i].el, a, e);
	return rc;
}

#define ELEMENT_COLUMNS \
	"e.id, e.file, e.parent, e.uuid, e.type, e.name, e.ordinal, e.start_line, e.end_line, e.language," \
	" e.signature, e.docstring, e.explanation, e.return_type, e.is_async, e.parameters, e.decorators," \
	" e.dependencies, e.methods, e.assignments, e.extra, e.size, e.sha256, e.hash, e.text_hash, f.path," \
	" coalesce((SELECT p.uuid FROM element p WHERE p.id = e.parent AND p.tenant = e.tenant AND p.kb = e.kb)," \
	" e.parent_uuid), e.code_of, e.code_at, e.code_n"

static lu_code read_element(sqlite3_stmt *st, lu_arena *a, lu_stored *out, lu_err *e)
{
	lu_element *el = &out->el;
	lu_code rc;

	*out = (lu_stored){ .id = sqlite3_column_int64(st, 0),
			    .file = sqlite3_column_int64(st, 1),
			    .parent_id = sqlite3_column_int64(st, 2),
			    .hash = (uint64_t)sqlite3_column_int64(st, 23),
			    .text_hash = (uint64_t)sqlite3_column_int64(st, 24) };
	lu__set_id(el->id, lu__text(st, 3));
	el->type = lu__copy(st, 4, a);
	el->name = lu__copy(st, 5, a);
	el->ordinal = (uint32_t)sqlite3_column_int64(st, 6);
	el->start_line = (uint32_t)sqlite3_column_int64(st, 7);
	el->end_line = (uint32_t)sqlite3_column_int64(st, 8);
	el->language = lu__copy(st, 9, a);
	el->signature = lu__copy(st, 10, a);
	el->docstring = lu__copy(st, 11, a);
	el->explanation = lu__copy(st, 12, a);
	el->return_type = lu__copy(st, 13, a);
	el->is_async = sqlite3_column_int(st, 14) != 0;
	el->extra = lu__copy(st, 20, a);
	el->size = sqlite3_column_type(st, 21) == SQLITE_NULL ? -1 : sqlite3_column_int64(st, 21);
	el->sha256 = lu__copy(st, 22, a);
	el->file_path = lu__copy(st, 25, a);
	el->parent = lu__copy(st, 26, a);
	if (!el->type.s || !el->name.s || !el->language.s || !el->signature.s || !el->docstring.s ||
	    !el->explanation.s || !el->return_type.s || !el->extra.s || !el->sha256.s || !el->file_path.s ||
	    !el->parent.s)
		return lu_nomem(e);
	if (el->end_line < el->start_line)
		return lu_fail(e, LU_EDB, "element %s ends before it begins: run 'lucus sync' on an empty store",
			       el->id);
	rc = read_parameters(st, 15, a, el, e);
	if (!rc) rc = read_list(st, 16, a, &el->decorators, e);
	if (!rc) rc = read_list(st, 17, a, &el->dependencies, e);
	if (!rc) rc = read_list(st, 18, a, &el->methods, e);
	if (!rc) rc = read_list(st, 19, a, &el->assignments, e);
	return rc;
}

/* The code of the element in the row of `st`: its own column, or a part of the module's, of which `m`
 * remembers the one read last. */
typedef struct module_text {
	int64_t id;
	lu_str code;
} module_text;

static lu_code code_column(lu_store *s, int64_t id, lu_arena *a, lu_str *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "SELECT code FROM element WHERE tenant = ? AND kb = ? AND id = ?", &st, e, "ki", id);

	if (!rc) rc = lu__step(s, st, "read code", e);
	if (rc == LU_DONE) return lu_fail(e, LU_ENOENT, "element %lld is gone", (long long)id);
	if (rc) return rc;
	*out = lu__copy(st, 0, a);
	sqlite3_reset(st);
	return out->s ? LU_OK : lu_nomem(e);
}

static lu_code read_code(lu_store *s, sqlite3_stmt *st, module_text *m, lu_arena *a, lu_stored *el, lu_err *e)
{
	int64_t of = sqlite3_column_int64(st, 27);
	size_t at = (size_t)sqlite3_column_int64(st, 28), n = (size_t)sqlite3_column_int64(st, 29);
	lu_code rc = LU_OK;

	if (!of) {
		rc = code_column(s, el->id, a, &el->el.code, e);
		if (!rc) *m = (module_text){ el->id, el->el.code };
		return rc;
	}
	if (m->id != of) {
		rc = code_column(s, of, a, &m->code, e);
		m->id = rc ? 0 : of;
	}
	if (!rc && (at > m->code.n || n > m->code.n - at))
		rc = lu_fail(e, LU_EDB, "the code of element %s is out of its file", el->el.id);
	if (rc) return rc;
	el->el.code = lu_strn(m->code.s + at, n);
	el->above = at;
	return LU_OK;
}

#define INDENT_MAX 256  /* of a line; deeper ones are seldom meant to be read */
#define ABOVE      4096 /* bytes before an element, beside twice those of its documentation, where that may stand */

/* How many of the `n` bytes before `code` indent its line. `start`: the file begins there. */
static size_t indent_before(const char *code, size_t n, bool start)
{
	size_t i = 0;

	while (i < n && lu_is_blank(code[-(ptrdiff_t)i - 1])) i++;
	return i < n ? (code[-(ptrdiff_t)i - 1] == '\n' ? i : 0) : start ? i : 0;
}

/* Where the code of an element is read to. */
typedef struct placed {
	lu_str code;
	size_t above, indent; /* as of lu_stored */
} placed;

/* The same for an element alone: of the file's text, which is the code of the element `of`, its part is read, with `most`
 * bytes before it, and no more. SQLITE_ERROR: neither the row nor the part may be missing. */
static int read_part(lu_store *s, int64_t of, int64_t at, int64_t n, int64_t most, lu_arena *a, placed *out)
{
	int64_t before = at < most ? at : most;
	sqlite3_blob *whole = NULL;
	char *code = NULL;
	int rc = sqlite3_blob_open(s->db, "main", "element", "code", of, 0, &whole);

	if (rc == SQLITE_OK &&
	    (at < 0 || n < 0 || at > sqlite3_blob_bytes(whole) || n > sqlite3_blob_bytes(whole) - at))
		rc = SQLITE_ERROR;
	if (rc == SQLITE_OK && !(code = lu_arena_alloc(a, (size_t)(before + n) + 1))) rc = SQLITE_NOMEM;
	if (rc == SQLITE_OK) rc = sqlite3_blob_read(whole, code, (int)(before + n), (int)(at - before));
	sqlite3_blob_close(whole);
	if (rc != SQLITE_OK) return rc;
	code[before + n] = '\0';
	out->code = lu_strn(code + before, (size_t)n);
	out->above = (size_t)before;
	out->indent = indent_before(out->code.s, out->above, before == at);
	return SQLITE_OK;
}

static lu_code place_code(lu_store *s, int64_t id, int64_t most, lu_arena *a, placed *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t of, at, n;
	bool own;
	int part = SQLITE_ERROR;
	lu_code rc = lu__need_kb(s, e);

	/* read_part() sees one row of all tenants': that it is one of ours is told here */
	if (!rc)
		rc = lu__stmt(
			s,
			"SELECT ifnull(e.code_of, 0) = 0, m.id, e.code_at, e.code_n FROM element e LEFT JOIN element m"
			" ON m.id = e.code_of AND m.tenant = e.tenant AND m.kb = e.kb"
			" WHERE e.tenant = ? AND e.kb = ? AND e.id = ?",
			&st, e, "ki", id);
	if (!rc) rc = lu__step(s, st, "read where code is", e);
	if (rc == LU_DONE) return lu_fail(e, LU_ENOENT, "element %lld is gone", (long long)id);
	if (rc) return rc;
	own = sqlite3_column_int(st, 0);
	of = sqlite3_column_int64(st, 1);
	at = sqlite3_column_int64(st, 2);
	n = sqlite3_column_int64(st, 3);
	sqlite3_reset(st);
	*out = (placed){ 0 };
	if (own) return code_column(s, id, a, &out->code, e);
	if (of) part = read_part(s, of, at, n, most, a, out);
	if (part == SQLITE_ERROR)
		return lu_fail(e, LU_EDB, "the code of element %lld is out of its file", (long long)id);
	if (part == SQLITE_NOMEM) return lu_nomem(e);
	return part ? lu__db_fail(s, "read an element's code", e) : LU_OK;
}

lu_code lu_store_code_indented(lu_store *s, int64_t id, lu_arena *a, lu_str *out, size_t *indent, lu_err *e)
{
	placed p;
	lu_code rc = place_code(s, id, INDENT_MAX, a, &p, e);

	if (rc) return rc;
	*out = p.code;
	*indent = p.indent;
	return LU_OK;
}

lu_code lu_store_code(lu_store *s, int64_t id, lu_arena *a, lu_str *out, lu_err *e)
{
	size_t indent;

	return lu_store_code_indented(s, id, a, out, &indent, e);
}

lu_code lu_store_element(lu_store *s, int64_t id, lu_arena *a, lu_stored *out, lu_err *e)
{
	lu_stored el;
	lu_code rc = lu_store_source(s, id, a, &el, e);

	if (!rc) rc = read_refs(s, el.file, a, &el, 1, e);
	if (!rc) *out = el;
	return rc;
}

lu_code lu_store_source(lu_store *s, int64_t id, lu_arena *a, lu_stored *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_stored el;
	placed p;
	lu_code rc = lu__stmt(s,
			      "SELECT " ELEMENT_COLUMNS " FROM element e JOIN file f ON f.id = e.file AND"
			      " f.tenant = e.tenant AND f.kb = e.kb WHERE e.tenant = ? AND e.kb = ? AND e.id = ?",
			      &st, e, "ki", id);

	if (!rc) rc = lu__step(s, st, "read an element", e);
	if (rc == LU_DONE) return lu_fail(e, LU_ENOENT, "element %lld is gone", (long long)id);
	if (rc) return rc;
	rc = read_element(st, a, &el, e);
	sqlite3_reset(st);
	if (!rc) rc = place_code(s, id, ABOVE + 2 * (int64_t)el.el.docstring.n, a, &p, e);
	if (rc) return rc;
	el.el.code = p.code;
	el.above = p.above;
	el.indent = p.indent;
	*out = el;
	return LU_OK;
}

static int in_order(const void *pa, const void *pb)
{
	const lu_stored *a = pa, *b = pb;

	if (a->el.start_line != b->el.start_line) return a->el.start_line < b->el.start_line ? -1 : 1;
	if (a->el.end_line != b->el.end_line) return a->el.end_line > b->el.end_line ? -1 : 1;
	return strcmp(a->el.id, b->el.id);
}

lu_code lu_store_file_elements(lu_store *s, int64_t file, bool code, lu_arena *a, lu_stored **out, size_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	module_text m = { 0 };
	lu_stored *v = NULL;
	size_t count = 0;
	lu_code rc = lu__stmt(s,
			      "SELECT " ELEMENT_COLUMNS " FROM element e NOT INDEXED"
			      " JOIN file f ON f.id = ?3 AND f.tenant = e.tenant AND f.kb = e.kb"
			      " WHERE e.tenant = ?1 AND e.kb = ?2 AND e.id IN (SELECT id FROM element INDEXED BY"
			      " element_file WHERE tenant = ?1 AND kb = ?2 AND file = ?3) ORDER BY e.id",
			      &st, e, "ki", file);

	while (!rc && !(rc = lu__step(s, st, "read elements", e))) {
		lu_stored *w = lu_arena_grow(a, v, count, sizeof *w);

		if (!w) rc = lu_nomem(e);
		else rc = read_element(st, a, &(v = w)[count], e);
		if (!rc && code) rc = read_code(s, st, &m, a, &v[count], e);
		count++;
	}
	if ((rc = lu__end(st, rc))) return rc;
	if ((rc = read_refs(s, file, a, v, count, e))) return rc;
	if (count) qsort(v, count, sizeof *v, in_order);
	*out = v;
	*n = count;
	return LU_OK;
}

#define BRIEF \
	"SELECT e.id, e.file, e.parent, e.uuid, e.type, e.name, f.path, e.language, e.start_line, e.end_line" \
	" FROM element e JOIN file f ON f.id = e.file AND f.tenant = e.tenant AND f.kb = e.kb" \
	" WHERE e.tenant = ? AND e.kb = ?"

static lu_brief brief_row(sqlite3_stmt *st)
{
	lu_brief b = { .id = sqlite3_column_int64(st, 0),
		       .file = sqlite3_column_int64(st, 1),
		       .parent = sqlite3_column_int64(st, 2),
		       .type = lu__text(st, 4),
		       .name = lu__text(st, 5),
		       .path = lu__text(st, 6),
		       .language = lu__text(st, 7),
		       .start_line = (uint32_t)sqlite3_column_int64(st, 8),
		       .end_line = (uint32_t)sqlite3_column_int64(st, 9) };

	lu__set_id(b.uuid, lu__text(st, 3));
	return b;
}

/* That of a row that was asked for by BRIEF. */
static lu_code copy_brief(sqlite3_stmt *st, lu_arena *a, lu_brief *out, lu_err *e)
{
	lu_brief b = brief_row(st);

	b.type = lu_arena_dup(a, b.type);
	b.name = lu_arena_dup(a, b.name);
	b.path = lu_arena_dup(a, b.path);
	b.language = lu_arena_dup(a, b.language);
	sqlite3_reset(st);
	if (!b.type.s || !b.name.s || !b.path.s || !b.language.s) return lu_nomem(e);
	*out = b;
	return LU_OK;
}

static lu_code step_to(lu_store *s, sqlite3_stmt *st, int64_t id, lu_err *e)
{
	lu_code rc = lu__step(s, st, "read an element", e);

	return rc == LU_DONE ? lu_fail(e, LU_ENOENT, "element %lld is gone", (long long)id) : rc;
}

lu_code lu_store_brief(lu_store *s, int64_t id, lu_arena *a, lu_brief *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, BRIEF " AND e.id = ?", &st, e, "ki", id);

	if (!rc) rc = step_to(s, st, id, e);
	return rc ? rc : copy_brief(st, a, out, e);
}

lu_code lu_store_briefs(lu_store *s, lu_brief_fn *fn, void *ctx, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, BRIEF " ORDER BY e.id", &st, e, "k");

	while (!rc && !(rc = lu__step(s, st, "read the elements", e))) {
		lu_brief b = brief_row(st);

		rc = fn(ctx, &b, e);
	}
	return lu__end(st, rc);
}

lu_code lu_store_lines_below(lu_store *s, int64_t file, int64_t id, lu_arena *a, lu_lines **out, size_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_lines *v = NULL;
	size_t count = 0;
	lu_code rc = lu__stmt(
		s,
		"SELECT start_line, end_line FROM element INDEXED BY element_file WHERE tenant = ?1 AND kb = ?2"
		" AND file = ?3 AND parent = ?4 AND start_line > 0 AND end_line >= start_line"
		" ORDER BY start_line, end_line DESC",
		&st, e, "kii", file, id);

	while (!rc && !(rc = lu__step(s, st, "read lines of elements", e))) {
		lu_lines *w = lu_arena_grow(a, v, count, sizeof *w);

		if (w)
			(v = w)[count++] = (lu_lines){ (uint32_t)sqlite3_column_int64(st, 0),
						       (uint32_t)sqlite3_column_int64(st, 1) };
		else rc = lu_nomem(e);
	}
	if ((rc = lu__end(st, rc))) return rc;
	*out = v;
	*n = count;
	return LU_OK;
}
