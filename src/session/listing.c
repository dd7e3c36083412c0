/* SPDX-License-Identifier: MIT
 * The source of an element, and what it holds. */
#include "session/listing.h"

#include <string.h>

#include "core/file.h"

#define FILE_MAX (64 << 20)

/* ---- lines ---- */

lu_str lu_listing_line(lu_str *rest)
{
	const char *nl = rest->n ? memchr(rest->s, '\n', rest->n) : NULL;
	lu_str line = nl ? lu_strn(rest->s, (size_t)(nl - rest->s)) : *rest;

	*rest = nl ? lu_strn(nl + 1, rest->n - line.n - 1) : lu_strn(rest->s + rest->n, 0);
	while (line.n && strchr(" \t\r", line.s[line.n - 1])) line.n--;
	return line;
}

static int64_t lines_of(lu_str s)
{
	int64_t n = 0;

	for (; s.n; n++) lu_listing_line(&s);
	return n;
}

/* ---- source ---- */

/* The element as it is in its file now, with what is around it. */
static lu_code read_around(const lu_brief *el, const lu_location *at, lu_str root, int64_t around, lu_arena *a,
			   lu_listing *out, lu_err *e)
{
	int64_t first = (int64_t)at->start_line - around, last = (int64_t)at->end_line + around, n;
	lu_buf path = LU_BUF, text = LU_BUF;
	lu_str rest;
	lu_code rc;

	lu_buf_addf(&path, "%.*s/%.*s", LU_FMT(root), LU_FMT(el->path));
	rc = path.oom ? lu_nomem(e) : lu_file_read(path.s, FILE_MAX, &text, e);
	rest = lu_buf_str(&text);
	if (first < 1) first = 1;
	if (last > UINT32_MAX) last = UINT32_MAX;
	for (int64_t i = 1; i < first && rest.n; i++) lu_listing_line(&rest);
	n = lines_of(rest);
	if (last >= first + n) last = first + n - 1;
	*out = (lu_listing){
		.first = (uint32_t)first, .last = (uint32_t)last, .from = at->start_line, .to = at->end_line
	};
	if (!rc && !(out->text = lu_arena_dup(a, rest)).s) rc = lu_nomem(e);
	lu_buf_free(&path);
	lu_buf_free(&text);
	return rc;
}

lu_code lu_listing_read(lu_store *s, const lu_brief *el, const lu_location *at, lu_str root, int64_t around,
			lu_arena *a, lu_listing *out, lu_err *e)
{
	size_t indent = 0;
	lu_str code;
	lu_code rc;

	if (around && root.n && at->file != LU_FILE_GONE && el->start_line)
		return read_around(el, at, root, around, a, out, e);
	rc = lu_store_code_indented(s, el->id, a, &code, &indent, e);
	if (rc) return rc;
	*out = (lu_listing){ .text = lu_strn(code.s - indent, code.n + indent),
			     .first = at->start_line ? at->start_line : 1 };
	out->last = out->first + (uint32_t)lines_of(code);
	if (out->last > out->first) out->last--;
	return LU_OK;
}

/* ---- what it holds ---- */

lu_code lu_listing_outline(lu_store *s, const lu_brief *el, lu_arena *a, lu_brief **out, size_t *n, lu_err *e)
{
	int64_t *ids = NULL;
	size_t n_ids = 0, count = 0;
	lu_stored *v = NULL;
	lu_code rc = lu_store_within(s, el->id, a, &ids, &n_ids, e);

	*n = 0;
	if (!rc) rc = lu_store_file_elements(s, el->file, false, a, &v, &count, e);
	if (!rc && !(*out = lu_arena_calloc(a, count + 1, sizeof **out))) rc = lu_nomem(e);
	for (size_t i = 0; i < count && !rc; i++) {
		bool held = false;

		for (size_t j = 0; j < n_ids && !held; j++) held = ids[j] == v[i].id && v[i].id != el->id;
		if (held) rc = lu_store_brief(s, v[i].id, a, &(*out)[(*n)++], e);
	}
	return rc;
}

bool lu_listing_is_path(const lu_brief *el, const char *name)
{
	lu_str s = lu_strz(name), base = lu_str_after_last(s, '/');

	return !el->parent && !lu_str_eq(el->name, s) && !lu_str_eqz(s, el->uuid) && base.n &&
	       lu_str_eq(lu_str_after_last(el->path, '/'), base);
}
