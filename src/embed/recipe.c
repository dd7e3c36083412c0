/* SPDX-License-Identifier: MIT
 * What of an element is embedded: as text, for providers that take text, and as a hash, by
 * which a re-run knows that nothing changed. */
#include "lucus/embed.h"

static void line(lu_buf *out, const char *label, lu_str s)
{
	if (!s.n) return;
	lu_buf_adds(out, label);
	lu_buf_adds(out, ": ");
	lu_buf_addstr(out, s);
	lu_buf_addc(out, '\n');
}

/* Put the label of a list before its first item, a comma before the others. */
static void item(lu_buf *out, const char *label, size_t i)
{
	if (i) {
		lu_buf_adds(out, ", ");
	} else {
		lu_buf_adds(out, label);
		lu_buf_adds(out, ": ");
	}
}

static void list(lu_buf *out, const char *label, lu_strs v)
{
	for (size_t i = 0; i < v.n; i++) {
		item(out, label, i);
		lu_buf_addstr(out, v.v[i]);
	}
	if (v.n) lu_buf_addc(out, '\n');
}

static void parameters(lu_buf *out, const lu_element *el)
{
	for (size_t i = 0; i < el->parameters.n; i++) {
		const lu_param *p = &el->parameters.v[i];

		item(out, "parameters", i);
		lu_buf_addstr(out, p->name);
		if (p->type.n) {
			lu_buf_adds(out, ": ");
			lu_buf_addstr(out, p->type);
		}
		if (p->def.n) {
			lu_buf_adds(out, " = ");
			lu_buf_addstr(out, p->def);
		}
	}
	if (el->parameters.n) lu_buf_addc(out, '\n');
}

void lu_element_text(const lu_element *el, lu_buf *out)
{
	line(out, "name", el->name);
	line(out, "type", el->type);
	line(out, "file", el->file_path);
	if (el->is_async) line(out, "async", lu_strz("yes"));
	line(out, "docstring", el->docstring);
	line(out, "explanation", el->explanation);
	line(out, "code", el->code);
	list(out, "decorators", el->decorators);
	parameters(out, el);
	line(out, "return type", el->return_type);
	list(out, "dependencies", el->dependencies);
	list(out, "base classes", el->base_classes);
	for (size_t i = 0; i < el->calls.n; i++) {
		if (lu_call_again(el, i)) continue;
		item(out, "calls", i);
		lu_buf_addstr(out, el->calls.v[i].name);
	}
	if (el->calls.n) lu_buf_addc(out, '\n');
	list(out, "methods", el->methods);
	list(out, "assignments", el->assignments);
}

/* Chained with the length, so that text can not move from one field to the next unseen. */
static void mix(uint64_t *h, lu_str s)
{
	*h = lu_digest64(s, *h * 31 + s.n);
}

static void mix_list(uint64_t *h, lu_strs v)
{
	*h = *h * 31 + v.n;
	for (size_t i = 0; i < v.n; i++) mix(h, v.v[i]);
}

uint64_t lu_element_text_hash(const lu_element *el)
{
	uint64_t h = LU_RECIPE_VERSION * 2 + (el->is_async ? 1 : 0);

	mix(&h, el->name);
	mix(&h, el->type);
	mix(&h, el->file_path);
	mix(&h, el->signature);
	mix(&h, el->docstring);
	mix(&h, el->explanation);
	mix(&h, el->code);
	mix(&h, el->return_type);
	mix_list(&h, el->decorators);
	mix_list(&h, el->dependencies);
	mix_list(&h, el->base_classes);
	mix_list(&h, el->methods);
	mix_list(&h, el->assignments);
	h = h * 31 + el->parameters.n;
	for (size_t i = 0; i < el->parameters.n; i++) {
		mix(&h, el->parameters.v[i].name);
		mix(&h, el->parameters.v[i].type);
		mix(&h, el->parameters.v[i].def);
	}
	h = h * 31 + el->calls.n;
	for (size_t i = 0; i < el->calls.n; i++) mix(&h, el->calls.v[i].name);
	return h;
}

/* ---- fields ---- */

/* Names of files that stand for their folder. */
static bool is_generic(lu_str stem)
{
	static const char *const names[] = { "__init__", "index", "init", "lib", "main", "mod", "package", "root" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (lu_str_eqz(stem, names[i])) return true;
	return false;
}

/* The word that names a file: its name without the ending, or, when that represents its folder (index.js, mod.rs,
 * __init__.py), the folder's. A view of `path`. */
static lu_str path_stem(lu_str path)
{
	lu_str base = lu_str_after_last(path, '/'), folder = lu_str_before_last(path, '/');
	lu_str stem = lu_str_before_last(base, '.');

	if (lu_str_ends(stem, ".d")) stem.n -= 2; /* declarations of TypeScript */
	if (!stem.n) stem = base;
	return folder.n && is_generic(stem) ? lu_str_after_last(folder, '/') : stem;
}

#define FOLDERS 3 /* the ones above say where the project is rather than what the file is */

static lu_str last_folders(lu_str path)
{
	lu_str folders = lu_str_before_last(path, '/');
	size_t at = folders.n;

	for (int n = 0; at > 0; at--)
		if (folders.s[at - 1] == '/' && ++n == FOLDERS) break;
	return lu_strn(folders.s + at, folders.n - at);
}

static lu_sort sort_of(const lu_element *el)
{
	static const struct {
		const char *type;
		lu_sort sort;
	} sorts[] = {
		{ "module", LU_SORT_FILE },    { "constant", LU_SORT_VALUE },      { "variable", LU_SORT_VALUE },
		{ "property", LU_SORT_VALUE }, { "prototype", LU_SORT_PROTOTYPE }, { "test", LU_SORT_TEST },
		{ "section", LU_SORT_PROSE },  { "block", LU_SORT_PROSE },
	};

	for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++)
		if (lu_str_eqz(el->type, sorts[i].type)) return sorts[i].sort;
	return LU_SORT_DEFINITION;
}

static lu_code read_literal(void *bag, lu_str piece, lu_err *e)
{
	return lu_bag_read(bag, piece, LU_FIELD_LITERAL, e);
}

lu_code lu_element_bag(const lu_element *el, lu_str scope, lu_bag *b, lu_err *e)
{
	lu_code rc = LU_OK;

	lu_bag_element(b);
	b->sort = sort_of(el);
	b->lines = lu_element_lines(el);
	if (b->sort != LU_SORT_FILE) rc = lu_bag_read(b, lu_element_title(el), LU_FIELD_NAME, e);
	if (!rc) rc = lu_bag_read(b, scope, LU_FIELD_SCOPE, e);
	if (!rc) rc = lu_bag_read(b, path_stem(el->file_path), LU_FIELD_STEM, e);
	if (!rc) rc = lu_bag_read(b, last_folders(el->file_path), LU_FIELD_FOLDERS, e);
	/* the signature of prose is its name */
	if (!rc && !lu_str_eqz(el->type, "section")) rc = lu_bag_read(b, el->signature, LU_FIELD_SIGNATURE, e);
	if (!rc) rc = lu_bag_read(b, el->docstring, LU_FIELD_DOC, e);
	if (!rc) rc = lu_bag_read(b, el->explanation, LU_FIELD_DOC, e);
	if (!rc) rc = lu_bag_read(b, el->code, LU_FIELD_BODY, e);
	if (!rc) rc = lu_literals(el->code, el->language, read_literal, b, e);
	for (size_t i = 0; i < el->dependencies.n && !rc; i++)
		rc = lu_bag_read(b, el->dependencies.v[i], LU_FIELD_IMPORTS, e);
	return rc;
}
