/* SPDX-License-Identifier: MIT */
#include "index/content.h"

#include <stdlib.h>

#include "lucus/embed.h"

static int nested(const void *px, const void *py)
{
	const lu_element *x = &((const lu_stored *)px)->el, *y = &((const lu_stored *)py)->el;

	if (x->start_line != y->start_line) return x->start_line < y->start_line ? -1 : 1;
	if (x->end_line != y->end_line) return x->end_line > y->end_line ? -1 : 1;
	if (x->code.n != y->code.n) return x->code.n > y->code.n ? -1 : 1;
	if ((x->parent.n == 0) != (y->parent.n == 0)) return x->parent.n == 0 ? -1 : 1;
	return strcmp(x->id, y->id);
}

void lu__sort_nested(lu_stored *v, size_t n)
{
	if (n) qsort(v, n, sizeof *v, nested);
}

/* Append lines first..last (from 1) of `code`; *at and *line say where the last call ended. */
static void add_lines(lu_str code, uint32_t first, uint32_t last, size_t *at, uint32_t *line, lu_buf *out)
{
	size_t from;

	while (*line < first && *at < code.n)
		if (code.s[(*at)++] == '\n') ++*line;
	from = *at;
	while (*line <= last && *at < code.n)
		if (code.s[(*at)++] == '\n') ++*line;
	lu_buf_add(out, code.s + from, *at - from);
}

lu_str lu__own_code(const lu_stored *v, size_t n, size_t i, lu_buf *buf)
{
	const lu_element *el = &v[i].el;
	uint32_t base = el->start_line, next = 1, line = 1, lines = el->end_line - base + 1;
	size_t at = 0;

	lu_buf_reset(buf);
	if (!base) return el->code;
	/* to the last of its lines: thousands may share one */
	for (size_t j = i + 1; j < n && next <= lines && v[j].el.start_line <= el->end_line;) {
		const lu_element *c = &v[j].el;
		uint32_t first = c->start_line - base + 1, last = c->end_line - base + 1;

		if (c->end_line > el->end_line || !c->parent.n || v[j].listed) {
			j++;
			continue;
		}
		if (first > next) add_lines(el->code, next, first - 1, &at, &line, buf);
		if (last + 1 > next) next = last + 1;
		/* what is inside it too; one that reaches beyond it has lines of its own */
		while (next <= lines && j < n && v[j].el.start_line <= c->end_line && v[j].el.end_line <= c->end_line)
			j++;
	}
	if (next == 1) return el->code;
	add_lines(el->code, next, UINT32_MAX - 1, &at, &line, buf);
	return lu_buf_str(buf);
}

/* ---- scopes ---- */

/* An element by its id. */
struct by_id {
	const char *id;
	uint32_t at;
};

static int compare_ids(const void *px, const void *py)
{
	return strcmp(((const struct by_id *)px)->id, ((const struct by_id *)py)->id);
}

static uint32_t find_id(const struct by_id *v, size_t n, lu_str parent)
{
	struct by_id key, *found;
	char id[LU_ID];

	if (!parent.n || parent.n >= LU_ID) return 0;
	memcpy(id, parent.s, parent.n);
	id[parent.n] = '\0';
	key = (struct by_id){ id, 0 };
	found = bsearch(&key, v, n, sizeof *v, compare_ids);
	return found ? found->at + 1 : 0;
}

lu_code lu__find_scopes(lu_stored *v, size_t n, lu_err *e)
{
	struct by_id *ids = malloc((n + 1) * sizeof *ids);

	if (!ids) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) ids[i] = (struct by_id){ v[i].el.id, (uint32_t)i };
	qsort(ids, n, sizeof *ids, compare_ids);
	for (size_t i = 0; i < n; i++) v[i].up = find_id(ids, n, v[i].el.parent);
	free(ids);
	return LU_OK;
}

#define DEPTH 20 /* of nesting; records of other tools may even have rings */

lu_str lu__scope(const lu_stored *v, size_t i, lu_buf *buf)
{
	lu_buf_reset(buf);
	for (int depth = 0; depth < DEPTH && v[i].up; depth++) {
		i = v[i].up - 1;
		if (!v[i].up && lu_str_eqz(v[i].el.type, "module")) break;
		lu_buf_addstr(buf, lu_element_title(&v[i].el));
		lu_buf_addc(buf, ' ');
	}
	return lu_buf_str(buf);
}

/* ---- hashes ----
 *
 * Whatever is stored of an element is written when a hash of all that it is made of changes, and these hashes are made in one
 * place, lu__set_hashes(), of all elements of a file, because what is made of an element depends on others: its own text on
 * what is inside it, its scope on what it is in, and whether it has a text at all on how many names for values the file
 * has. text_hash is of what a vector is made of. The hash of an element's row covers that, because the row tells it. That of
 * a full-text row covers it, too, and the number of lines (lu_row_hash()), which a class changes with each of its methods
 * though its own text stays: no vector depends on it, and those may cost money. */

static uint64_t mix(uint64_t h, lu_str s)
{
	return lu_digest64(s, h * 31 + s.n);
}

static uint64_t mix_int(uint64_t h, int64_t v)
{
	return mix(h, lu_strn((const char *)&v, sizeof v));
}

static uint64_t mix_list(uint64_t h, lu_strs v)
{
	h = mix_int(h, (int64_t)v.n);
	for (size_t i = 0; i < v.n; i++) h = mix(h, v.v[i]);
	return h;
}

static uint64_t whole_hash(const lu_element *el)
{
	const lu_str text[] = {
		el->type,      el->name,        el->file_path,   el->language, el->docstring, el->code,
		el->signature, el->return_type, el->explanation, el->parent,   el->sha256,    el->extra
	};
	uint64_t h = 1;

	for (size_t i = 0; i < sizeof text / sizeof *text; i++) h = mix(h, text[i]);
	h = mix_int(h, el->ordinal);
	h = mix_int(h, el->start_line);
	h = mix_int(h, el->end_line);
	h = mix_int(h, el->is_async);
	h = mix_int(h, el->size);
	h = mix_int(h, (int64_t)el->parameters.n);
	for (size_t i = 0; i < el->parameters.n; i++) {
		h = mix(h, el->parameters.v[i].name);
		h = mix(h, el->parameters.v[i].type);
		h = mix(h, el->parameters.v[i].def);
	}
	h = mix_int(h, (int64_t)el->calls.n);
	for (size_t i = 0; i < el->calls.n; i++) {
		h = mix(h, el->calls.v[i].name);
		h = mix(h, el->calls.v[i].receiver);
		h = mix_int(h, el->calls.v[i].line);
		h = mix_int(h, el->calls.v[i].count);
		h = mix_int(h, el->calls.v[i].args);
		h = mix(h, el->calls.v[i].types);
	}
	h = mix_int(h, (int64_t)el->imports.n);
	for (size_t i = 0; i < el->imports.n; i++) {
		h = mix(h, el->imports.v[i].module);
		h = mix(h, el->imports.v[i].name);
		h = mix(h, el->imports.v[i].alias);
		h = mix_int(h, el->imports.v[i].line);
	}
	h = mix_int(h, (int64_t)el->mentions.n);
	for (size_t i = 0; i < el->mentions.n; i++) {
		h = mix(h, el->mentions.v[i].name);
		h = mix_int(h, el->mentions.v[i].line);
		h = mix_int(h, el->mentions.v[i].count);
	}
	for (size_t i = 0; i < el->links.n; i++) {
		h = mix(h, el->links.v[i].kind);
		h = mix(h, el->links.v[i].name);
		h = mix(h, el->links.v[i].target);
		h = mix_int(h, el->links.v[i].line);
		h = mix_int(h, el->links.v[i].count);
		h = mix(h, el->links.v[i].by);
	}
	h = mix_list(h, el->decorators);
	h = mix_list(h, el->dependencies);
	h = mix_list(h, el->base_classes);
	h = mix_list(h, el->methods);
	return mix_list(h, el->assignments);
}

/* A name for a value, on one line, without parameters. */
static bool is_entry(const lu_element *el)
{
	static const char *const types[] = { "constant", "field", "macro", "variable", NULL };

	return el->start_line == el->end_line && !el->parameters.n && el->parent.n && !el->calls.n && !el->mentions.n &&
	       !el->links.n && lu_str_one_of(el->type, types);
}

void lu__mark_listed(lu_stored *v, size_t n)
{
	size_t entries = 0;

	for (size_t i = 0; i < n; i++) entries += is_entry(&v[i].el);
	for (size_t i = 0; i < n; i++) v[i].listed = entries > LU__ENTRIES && is_entry(&v[i].el);
}

lu_code lu__set_hashes(lu_stored *v, size_t n, lu_err *e)
{
	lu_buf buf = LU_BUF, scope = LU_BUF;
	lu_code rc = LU_OK;

	lu__sort_nested(v, n);
	lu__mark_listed(v, n);
	rc = lu__find_scopes(v, n, e);
	for (size_t i = 0; i < n && !rc; i++) {
		lu_element own = v[i].el;

		if (!v[i].listed) own.code = lu__own_code(v, n, i, &buf);
		if (buf.oom) rc = lu_nomem(e);
		v[i].text_hash = v[i].listed ? 0 : mix(lu_element_text_hash(&own), lu__scope(v, i, &scope));
		if (scope.oom) rc = lu_nomem(e);
		v[i].hash = mix_int(whole_hash(&v[i].el), (int64_t)v[i].text_hash);
	}
	lu_buf_free(&scope);
	lu_buf_free(&buf);
	return rc;
}
