/* SPDX-License-Identifier: MIT
 * What of a source was not understood. A count of callers is only as good as what was read, so this is kept with the
 * module: the lines where the grammar found errors, the bodies of macros, which no grammar parses, and what was hidden from
 * it. A line counts when a call could stand there. */
#include "core/ascii.h"
#include "parse/unparsed.h"

#include <stdlib.h>

#include "lucus/json.h"
#include "parse/mask_scan.h"

struct lines {
	uint32_t first, last; /* from 0 */
};

struct found {
	struct lines *v;
	size_t n;
	lu_arena *a;
	bool oom;
};

static void add(struct found *f, uint32_t first, uint32_t last)
{
	struct lines *v;

	if (f->n && first <= f->v[f->n - 1].last + 1 && first >= f->v[f->n - 1].first) {
		if (last > f->v[f->n - 1].last) f->v[f->n - 1].last = last;
		return;
	}
	if (!(v = lu_arena_grow(f->a, f->v, f->n, sizeof *v))) {
		f->oom = true;
		return;
	}
	v[f->n++] = (struct lines){ first, last };
	f->v = v;
}

/* ---- errors ---- */

static void add_node(struct found *f, TSNode n)
{
	TSPoint from = ts_node_start_point(n), to = ts_node_end_point(n);

	add(f, from.row, to.row > from.row && !to.column ? to.row - 1 : to.row);
}

/* What stands in an error by itself was not understood; what has parts of its own was. Nor was the line understood where
 * something is missing. */
static void add_error(struct found *f, TSNode error)
{
	TSTreeCursor c = ts_tree_cursor_new(error);

	if (!ts_tree_cursor_goto_first_child(&c)) {
		add_node(f, error);
	} else {
		do {
			TSNode n = ts_tree_cursor_current_node(&c);

			if (!ts_node_child_count(n)) add_node(f, n);
		} while (!f->oom && ts_tree_cursor_goto_next_sibling(&c));
	}
	ts_tree_cursor_delete(&c);
}

static void add_errors(struct found *f, TSNode root)
{
	TSTreeCursor c = ts_tree_cursor_new(root);
	bool more = true;

	while (more && !f->oom) {
		TSNode n = ts_tree_cursor_current_node(&c);

		if (ts_node_is_error(n)) add_error(f, n);
		if (ts_node_is_missing(n)) add_node(f, n);
		if (ts_node_has_error(n) && ts_tree_cursor_goto_first_child(&c)) continue;
		while (!(more = ts_tree_cursor_goto_next_sibling(&c)) && ts_tree_cursor_goto_parent(&c)) continue;
	}
	ts_tree_cursor_delete(&c);
}

/* ---- C and C++ ---- */

static uint32_t count_rows(lu_str s, size_t from, size_t to)
{
	uint32_t n = 0;

	for (const char *p; from < to && (p = memchr(s.s + from, '\n', to - from)); from = (size_t)(p - s.s) + 1) n++;
	return n;
}

/* "#define NAME(a, b) body": past the parameters. */
static size_t macro_body(lu_str s, size_t i, size_t end)
{
	for (i++; i < end && lu_is_blank(s.s[i]); i++) continue;
	i += strlen("define");
	for (; i < end && lu_is_blank(s.s[i]); i++) continue;
	for (; i < end && lu__c_is_word(s.s[i]); i++) continue;
	for (bool params = i < end && s.s[i] == '('; params && i < end; i++) params = s.s[i] != ')';
	return i;
}

static void add_macros(struct found *f, lu_str s)
{
	uint32_t row = 0;
	size_t at = 0;

	for (size_t i = 0; i < s.n; i++) {
		const char *p = memchr(s.s + i, '#', s.n - i);
		size_t end, from;

		if (!p) return;
		i = (size_t)(p - s.s);
		if (!lu__c_first_on_line(s, i) || !lu_str_eqz(lu__c_directive(s, i), "define")) continue;
		end = lu__c_skip_line(s, i);
		from = macro_body(s, i, end);
		row += count_rows(s, at, from);
		at = end;
		if (from < end && memchr(s.s + from, '(', end - from)) add(f, row, row + count_rows(s, from, end));
		row += count_rows(s, from, end);
		i = end ? end - 1 : 0;
	}
}

/* Parentheses that the grammar did not see, but for those of macros that were read as definitions. */
static void add_hidden(struct found *f, const struct lu__mask *mask, lu_str s)
{
	uint32_t row = 0;
	size_t at = 0, line = 0, k = 0; /* line: where the row begins */

	for (size_t i = 0; mask->text.s != s.s && i < s.n; i++) {
		const char *p = memchr(s.s + i, '(', s.n - i);
		uint32_t rows;

		if (!p) return;
		i = (size_t)(p - s.s);
		if ((rows = count_rows(s, at, i)))
			for (line = i; s.s[line - 1] != '\n';) line--;
		row += rows;
		at = i;
		while (k < mask->n && mask->v[k].at < line) k++;
		if (mask->text.s[i] != '(' && !(k < mask->n && mask->v[k].at <= i + 4)) add(f, row, row);
	}
}

/* ---- all of it ---- */

static int by_line(const void *px, const void *py)
{
	const struct lines *x = px, *y = py;

	if (x->first != y->first) return x->first < y->first ? -1 : 1;
	return (x->last > y->last) - (x->last < y->last);
}

static lu_code write_lines(struct found *f, lu_arena *a, lu_str *out, lu_err *e)
{
	struct found all = { .a = a };
	lu_buf both = LU_BUF;
	lu_jw w;

	if (f->n) qsort(f->v, f->n, sizeof *f->v, by_line);
	for (size_t i = 0; i < f->n; i++) add(&all, f->v[i].first, f->v[i].last);
	lu_jw_init(&w);
	lu_jw_open(&w, "unparsed", '[');
	for (size_t i = 0; i < all.n; i++) {
		lu_jw_open(&w, NULL, '[');
		lu_jw_int(&w, NULL, all.v[i].first + 1);
		lu_jw_int(&w, NULL, all.v[i].last + 1);
		lu_jw_close(&w, ']');
	}
	lu_jw_close(&w, ']');
	lu_buf_addf(&both, "%.*s%s%.*s", LU_FMT(*out), out->n ? "," : "", LU_FMT(lu_buf_str(&w.out)));
	if (!out->n) *out = lu_strn("", 0);
	if (all.n) *out = lu_arena_dup(a, lu_buf_str(&both));
	all.oom |= w.out.oom || both.oom || !out->s;
	lu_jw_free(&w);
	lu_buf_free(&both);
	return all.oom ? lu_nomem(e) : LU_OK;
}

lu_code lu__unparsed(TSTree *const *tree, size_t n, lu_str text, const struct lu__mask *mask, bool macros, lu_arena *a,
		     lu_str *out, lu_err *e)
{
	struct found f = { .a = a };

	for (size_t i = 0; i < n; i++) add_errors(&f, ts_tree_root_node(tree[i]));
	if (macros) add_macros(&f, text);
	if (macros) add_hidden(&f, mask, text);
	return f.oom ? lu_nomem(e) : write_lines(&f, a, out, e);
}
