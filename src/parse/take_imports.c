/* SPDX-License-Identifier: MIT
 * Imports, and names under which others know those of the file. */
#include "core/ascii.h"
#include "parse/extraction.h"
#include "parse/names.h"

static lu_str strip_quotes(lu_str s)
{
	if (s.n >= 2 && s.s[0] == s.s[s.n - 1] && strchr("\"'`", s.s[0])) return lu_strn(s.s + 1, s.n - 2);
	return s;
}

/* The name in a list of imports: "(+)", "map: 2". */
static lu_str listed_name(lu_str s)
{
	s = lu__bare_operator(lu_str_trim(s));
	return s.n > 1 && s.s[s.n - 1] == ':' && !lu__is_symbolic(s) ? lu_strn(s.s, s.n - 1) : s;
}

/* "using a::b::c" imports c of a.b, "using namespace a::b" all of it. */
static lu_code scoped_import(struct lu__extraction *r, TSNode module, struct lu__import *im)
{
	bool split = !im->import.name.n && !strcmp(ts_node_type(module), "qualified_identifier");

	im->import.module = lu__dotted(im->import.module, r->a);
	if (!im->import.module.s) return lu_nomem(r->e);
	if (!split || im->bound != UINT32_MAX) return LU_OK;
	im->import.name = im->import.alias = lu_str_after_last(im->import.module, '.');
	im->import.module = lu_str_before_last(im->import.module, '.');
	im->bound = im->at;
	return LU_OK;
}

/* The module of an import as records name it: PHP's "\App\User" is "App.User", the prefix of a group is part
 * of each of its names, and a path that counts from the file begins with "./". */
static lu_str module_of(struct lu__extraction *r, const struct lu__taken *m)
{
	TSNode n = m->node[LU__CAPTURE_IMPORT_MODULE];
	lu_str s = strip_quotes(lu__node_text(n, r->text)), prefix;

	if (strstr(ts_node_type(n), "name")) s = lu__plain_name(r, n);
	while (s.n && s.s[0] == '.' && !strcmp(ts_node_type(n), "qualified_name")) s = lu_strn(s.s + 1, s.n - 1);
	if (s.s && m->has[LU__CAPTURE_IMPORT_PREFIX]) {
		prefix = lu__plain_name(r, m->node[LU__CAPTURE_IMPORT_PREFIX]);
		while (prefix.n && prefix.s[0] == '.') prefix = lu_strn(prefix.s + 1, prefix.n - 1);
		s = prefix.s ? lu__join_strs(r->a, prefix, ".", s) : prefix;
	}
	if (s.n && m->has[LU__CAPTURE_IMPORT_HERE] && s.s[0] != '.')
		s = lu__join_strs(r->a, lu_strz("."), s.s[0] == '/' ? "" : "/", s);
	return s;
}

/* Is the call that requires the module in the string called or asked for a member at once? */
static bool is_inline(TSNode module)
{
	TSNode call = ts_node_parent(ts_node_parent(ts_node_parent(module))), up;

	if (ts_node_is_null(call) || strcmp(ts_node_type(call), "call_expression") != 0) return false;
	up = ts_node_parent(call);
	return !strcmp(ts_node_type(up), "member_expression") || !strcmp(ts_node_type(up), "type_query") ||
	       (!strcmp(ts_node_type(up), "call_expression") && ts_node_eq(lu__field(up, "function"), call));
}

lu_code lu__take_import(struct lu__extraction *r, const struct lu__taken *m)
{
	static const enum lu__capture local[] = { LU__CAPTURE_IMPORT_DEFAULT, LU__CAPTURE_IMPORT_SPACE,
						  LU__CAPTURE_IMPORT_ALIAS, LU__CAPTURE_IMPORT_NAME,
						  LU__CAPTURE_IMPORT_LAST };
	TSNode module = m->node[LU__CAPTURE_IMPORT_MODULE];
	struct lu__import im = { .at = ts_node_start_byte(module),
				 .bound = UINT32_MAX,
				 .order = r->f.imports.n,
				 .load = m->has[LU__CAPTURE_IMPORT_LOAD],
				 .through = m->has[LU__CAPTURE_IMPORT_THROUGH] };
	lu_str none = { "", 0 };

	im.import = (lu_import){
		.module = module_of(r, m), .name = none, .alias = none, .line = ts_node_start_point(module).row + 1
	};
	if (m->has[LU__CAPTURE_IMPORT_NAME])
		im.import.name = listed_name(lu__node_text(m->node[LU__CAPTURE_IMPORT_NAME], r->text));
	if (m->has[LU__CAPTURE_IMPORT_ALL]) im.import.name = lu_strz("*");
	if (m->has[LU__CAPTURE_IMPORT_DEFAULT]) im.import.name = lu_strz("default");
	if (!im.import.module.s) return lu_nomem(r->e);
	for (size_t i = 0; i < sizeof local / sizeof *local && im.bound == UINT32_MAX; i++) {
		if (!m->has[local[i]]) continue;
		im.bound = ts_node_start_byte(m->node[local[i]]);
		im.import.alias = listed_name(lu__node_text(m->node[local[i]], r->text));
		if (local[i] == LU__CAPTURE_IMPORT_LAST) im.import.alias = lu_str_after_last(im.import.alias, '.');
	}
	if (lu_str_eqz(im.import.alias, "*")) im.import.alias = none;
	if (lu_str_eqz(im.import.alias, "module.exports")) im.import.alias = lu_strz("default");
	if (im.bound == UINT32_MAX && !im.import.name.n && r->l->modules == LU__MODULES_SCRIPT && is_inline(module)) {
		im.import.alias = lu__inline_module(im.import.module, r->a);
		if (!im.import.alias.s) return lu_nomem(r->e);
	}
	if (im.import.module.n && strchr("<", im.import.module.s[0]) == NULL &&
	    memmem(im.import.module.s, im.import.module.n, "::", 2)) {
		lu_code rc = scoped_import(r, module, &im);

		if (rc) return rc;
	}
	LU__PUSH(r, imports, im);
	return LU_OK;
}

static lu_code add_imports(struct lu__extraction *r, const struct lu__imports *found)
{
	for (size_t i = 0; i < found->n; i++) {
		found->v[i].order = r->f.imports.n;
		LU__PUSH(r, imports, found->v[i]);
	}
	return LU_OK;
}

lu_code lu__take_import_tree(struct lu__extraction *r, TSNode n)
{
	struct lu__imports found = { NULL, 0 };
	lu_code rc = lu__import_tree(n, r->text, r->a, &found, r->e);

	return rc ? rc : add_imports(r, &found);
}

lu_code lu__take_import_list(struct lu__extraction *r, TSNode n)
{
	struct lu__imports found = { NULL, 0 };
	lu_code rc = lu__import_list(lu__node_text(n, r->text), ts_node_start_byte(n), ts_node_start_point(n).row + 1,
				     r->a, &found, r->e);

	return rc ? rc : add_imports(r, &found);
}

/* "package a" and below it "package b": a.b, which sees what is in a as well. */
lu_code lu__take_subpackage(struct lu__extraction *r, TSNode n)
{
	struct lu__import im = { .at = ts_node_start_byte(n), .bound = UINT32_MAX, .order = r->f.imports.n };
	lu_str s;

	if (!r->f.package.n) return LU_OK;
	s = lu__join_strs(r->a, r->f.package, ".", lu__node_text(n, r->text));
	if (!s.s) return lu_nomem(r->e);
	if (s.n >= 1000) return LU_OK;
	im.import = (lu_import){ .module = r->f.package,
				 .name = lu_strz("*"),
				 .alias = lu_strz(""),
				 .line = ts_node_start_point(n).row + 1 };
	LU__PUSH(r, imports, im);
	r->f.package = s;
	return LU_OK;
}

/* A name of the file that others know by another: an import of itself. What an object has is known by both their names. */
lu_code lu__take_export(struct lu__extraction *r, const struct lu__taken *m)
{
	TSNode n = m->node[LU__CAPTURE_IMPORT_NAME];
	struct lu__import im = { .at = ts_node_start_byte(n), .bound = UINT32_MAX };
	bool member = m->has[LU__CAPTURE_IMPORT_SPACE], renamed = m->has[LU__CAPTURE_IMPORT_ALIAS];

	im.import =
		(lu_import){ .module = lu_strz(""),
			     .name = lu__node_text(n, r->text),
			     .alias = renamed ? strip_quotes(lu__node_text(m->node[LU__CAPTURE_IMPORT_ALIAS], r->text))
					      : lu_strz("default"),
			     .line = ts_node_start_point(n).row + 1 };
	if (member)
		im.import.alias = lu__join_strs(r->a, lu__node_text(m->node[LU__CAPTURE_IMPORT_SPACE], r->text), ".",
						renamed ? im.import.alias : im.import.name);
	if (!im.import.alias.s) return lu_nomem(r->e);
	if (lu_str_eq(im.import.alias, im.import.name)) return LU_OK;
	LU__PUSH(r, imports, im);
	return LU_OK;
}

/* The name that `s` begins with, after blanks and what is in `before`; *rest is what follows. */
static lu_str next_name(lu_str s, const char *before, lu_str *rest)
{
	size_t i = 0, n;

	while (i < s.n && (lu_is_space(s.s[i]) || strchr(before, s.s[i]))) i++;
	for (n = i; n < s.n && (lu_is_ident(s.s[n]) || s.s[n] == '$');) n++;
	*rest = lu_strn(s.s + n, s.n - n);
	return lu_strn(s.s + i, n - i);
}

#define DOC_IMPORTS 500 /* in the comments of a file: each is looked for among all imports */

static lu_code add_doc_import(struct lu__extraction *r, lu_str module, lu_str name, lu_str alias, uint32_t row)
{
	struct lu__import im = { .at = (uint32_t)(module.s - r->text.s), .bound = UINT32_MAX };

	if (r->f.doc_imports++ >= DOC_IMPORTS) return LU_OK;
	for (size_t i = 0; i < r->f.imports.n; i++) {
		const lu_import *had = &r->f.imports.v[i].import;

		if (lu_str_eq(had->module, module) && lu_str_eq(had->alias, alias) && lu_str_eq(had->name, name))
			return LU_OK;
	}
	im.order = r->f.imports.n;
	im.import = (lu_import){ .module = module, .name = name, .alias = alias, .line = row + 1 };
	LU__PUSH(r, imports, im);
	return LU_OK;
}

lu_code lu__take_doc_imports(struct lu__extraction *r, uint32_t start, uint32_t end, uint32_t row)
{
	static const char word[] = "import(", typedefs[] = "@typedef";
	lu_str doc = lu_strn(r->text.s + start, end - start), rest = doc, none = { "", 0 };
	lu_code rc = LU_OK;

	while (!rc && r->f.doc_imports < DOC_IMPORTS) {
		const char *at = rest.n ? memmem(rest.s, rest.n, word, sizeof word - 1) : NULL, *close;
		lu_str before, module, name, alias, after;

		if (!at) break;
		before = lu_str_trim(lu_strn(doc.s, (size_t)(at - doc.s)));
		rest = lu_strn(at + sizeof word - 1, (size_t)(doc.s + doc.n - at) - (sizeof word - 1));
		if (!rest.n || !strchr("'\"", rest.s[0]) || !(close = memchr(rest.s + 1, rest.s[0], rest.n - 1)))
			continue;
		module = lu_strn(rest.s + 1, (size_t)(close - rest.s) - 1);
		rest = lu_strn(close + 1, rest.n - module.n - 2);
		if (!module.n || memchr(module.s, '\n', module.n)) continue;
		alias = lu__inline_module(module, r->a);
		if (!alias.s) return lu_nomem(r->e);
		rc = add_doc_import(r, module, none, alias, row);
		if (lu_str_ends(before, "{")) before = lu_str_trim(lu_strn(before.s, before.n - 1));
		if (rc || !lu_str_ends(before, typedefs)) continue;
		name = next_name(rest, ").", &after);
		alias = next_name(after, "}", &after);
		if (alias.n) rc = add_doc_import(r, module, name, alias, row);
	}
	return rc;
}
