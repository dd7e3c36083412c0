/* SPDX-License-Identifier: MIT
 * The record of an element as JSON. */
#include "lucus/record.h"

static void str_or_null(lu_jw *w, const char *key, lu_str s)
{
	if (s.n) lu_jw_str(w, key, s);
	else lu_jw_null(w, key);
}

static void write_links(lu_jw *w, const lu_element *el)
{
	lu_jw_open(w, "links", '[');
	for (size_t i = 0; i < el->links.n; i++) {
		const lu_link *k = &el->links.v[i];

		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "kind", k->kind);
		lu_jw_str(w, "name", k->name);
		str_or_null(w, "target", k->target);
		if (k->line) lu_jw_int(w, "line", k->line);
		if (k->count > 1) lu_jw_int(w, "count", k->count);
		if (k->by.n) lu_jw_str(w, "by", k->by);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

static void write_parameters(lu_jw *w, const lu_element *el)
{
	lu_jw_open(w, "parameters", '[');
	for (size_t i = 0; i < el->parameters.n; i++) {
		const lu_param *p = &el->parameters.v[i];

		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "name", p->name);
		str_or_null(w, "type", p->type);
		str_or_null(w, "default", p->def);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

/* What is called, and where. */
static void write_calls(lu_jw *w, const lu_element *el)
{
	lu_jw_open(w, "calls", '[');
	for (size_t i = 0; i < el->calls.n; i++)
		if (!lu_call_again(el, i)) lu_jw_str(w, NULL, el->calls.v[i].name);
	lu_jw_close(w, ']');
	lu_jw_open(w, "call_sites", '[');
	for (size_t i = 0; i < el->calls.n; i++) {
		const lu_call *c = &el->calls.v[i];

		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "name", c->name);
		lu_jw_int(w, "line", c->line);
		lu_jw_int(w, "count", c->count);
		if (c->receiver.n) lu_jw_str(w, "receiver", c->receiver);
		if (c->args) lu_jw_int(w, "args", (int64_t)c->args - 1);
		if (c->types.n) lu_jw_str(w, "types", c->types);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

static void write_imports(lu_jw *w, const lu_element *el)
{
	lu_jw_open(w, "imports", '[');
	for (size_t i = 0; i < el->imports.n; i++) {
		const lu_import *m = &el->imports.v[i];

		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "module", m->module);
		if (m->name.n) lu_jw_str(w, "name", m->name);
		if (m->alias.n) lu_jw_str(w, "alias", m->alias);
		lu_jw_int(w, "line", m->line);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

static void write_mentions(lu_jw *w, const lu_element *el)
{
	lu_jw_open(w, "mentions", '[');
	for (size_t i = 0; i < el->mentions.n; i++) {
		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "name", el->mentions.v[i].name);
		lu_jw_int(w, "line", el->mentions.v[i].line);
		lu_jw_int(w, "count", el->mentions.v[i].count);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

void lu_element_write(lu_jw *w, const lu_element *el)
{
	lu_jw_strz(w, "id", el->id);
	lu_jw_str(w, "type", el->type);
	lu_jw_str(w, "name", el->name);
	lu_jw_str(w, "file_path", el->file_path);
	lu_jw_int(w, "start_line", el->start_line);
	lu_jw_int(w, "end_line", el->end_line);
	lu_jw_str(w, "language", el->language);
	str_or_null(w, "parent", el->parent);
	lu_jw_int(w, "ordinal", el->ordinal);
	lu_jw_str(w, "signature", el->signature);
	write_parameters(w, el);
	str_or_null(w, "return_type", el->return_type);
	lu_jw_bool(w, "is_async", el->is_async);
	lu_jw_strs(w, "decorators", el->decorators);
	lu_jw_strs(w, "base_classes", el->base_classes);
	lu_jw_strs(w, "methods", el->methods);
	lu_jw_strs(w, "dependencies", el->dependencies);
	lu_jw_strs(w, "assignments", el->assignments);
	write_calls(w, el);
	if (el->imports.n) write_imports(w, el);
	if (el->mentions.n) write_mentions(w, el);
	if (el->links.n) write_links(w, el);
	lu_jw_str(w, "docstring", el->docstring);
	str_or_null(w, "explanation", el->explanation);
	if (el->sha256.n) lu_jw_str(w, "sha256", el->sha256);
	if (el->size >= 0) lu_jw_int(w, "size", el->size);
	lu_jw_str(w, "code", el->code);
	lu_jw_members(w, el->extra);
}
