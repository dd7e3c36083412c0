/* SPDX-License-Identifier: MIT
 * Text around definitions: comments above them, signatures, return types. */
#include "parse/build.h"
#include "parse/comment_text.h"
#include "parse/names.h"
#include "core/binary_search.h"

#define SIGNATURE_MAX 1000

static bool first_on_row(const struct lu__build *b, uint32_t at)
{
	while (at && b->text.s[at - 1] != '\n') {
		char c = b->text.s[--at];

		if (c != ' ' && c != '\t') return false;
	}
	return true;
}

lu_str lu__comments_above(const struct lu__build *b, uint32_t row)
{
	const struct lu__comment *v = b->f->comments.v;
	size_t at, first;

	LU_LOWER_BOUND(at, 0, b->f->comments.n, v[at].end_row < row);
	first = at;
	while (first && v[first - 1].end_row + 1 >= row && first_on_row(b, v[first - 1].start)) row = v[--first].row;
	if (first == at) return lu_strn("", 0);
	return lu__comment_text(lu_strn(b->text.s + v[first].start, v[at - 1].end - v[first].start), b->a);
}

bool lu__only_comments(const struct lu__build *b, uint32_t from, uint32_t to)
{
	const struct lu__comment *v = b->f->comments.v;
	size_t at;

	LU_LOWER_BOUND(at, 0, b->f->comments.n, v[at].start < from);
	for (; at < b->f->comments.n && v[at].end <= to; from = v[at++].end)
		if (lu_str_trim(lu_strn(b->text.s + from, v[at].start - from)).n) return false;
	return from <= to && !lu_str_trim(lu_strn(b->text.s + from, to - from)).n;
}

lu_str lu__comments_of(const struct lu__build *b, const struct lu__def *d)
{
	lu_str s = { "", 0 };

	if (first_on_row(b, d->start)) s = lu__comments_above(b, d->row);
	if (s.s && !s.n && ts_node_start_byte(d->node) > d->start)
		s = lu__comments_above(b, ts_node_start_point(d->node).row);
	return s;
}

/* Line comments go on in the lines below that begin with the same three characters. */
lu_str lu__doc_text(const struct lu__build *b, TSNode n)
{
	lu_str s = lu__node_text(n, b->text);
	uint32_t at = ts_node_start_byte(n), end = ts_node_end_byte(n);

	if (lu_str_starts(s, "/*")) return lu__comment_text(s, b->a);
	if (!lu_str_starts(s, "//")) return lu__unquote(s, b->a);
	while (end < b->text.n) {
		uint32_t to = end;
		lu_str line;

		while (to < b->text.n && b->text.s[to] != '\n') to++;
		line = lu_str_trim(lu_strn(b->text.s + end, to - end));
		if (end > at + s.n && (line.n < 3 || memcmp(line.s, s.s, 3) != 0)) break;
		end = to < b->text.n ? to + 1 : to;
	}
	return lu__comment_text(lu_str_trim(lu_strn(b->text.s + at, end - at)), b->a);
}

/* Row of the first definition. */
static uint32_t first_row(const struct lu__build *b)
{
	return b->f->defs.n ? b->f->defs.v[0].row : UINT32_MAX;
}

/* Who owns a file says nothing of what is in it. */
static bool is_licence(lu_str s)
{
	return lu_str_starts(s, "Copyright") || lu_str_starts(s, "Licensed");
}

/* The #! line is none of them; they end at the first gap. */
lu_str lu__comments_at_top(const struct lu__build *b)
{
	const struct lu__comment *v = b->f->comments.v;
	size_t n = b->f->comments.n, i = 0, last;

	if (b->f->package.n) {
		lu_str s = lu__comments_above(b, b->f->package_row);

		return s.s && is_licence(s) ? lu_strn("", 0) : s;
	}
	if (n && lu_str_starts(lu_strn(b->text.s + v[0].start, b->text.n - v[0].start), "#!")) i = 1;
	if (i >= n || v[i].row > i + 1 || !first_on_row(b, v[i].start)) return lu_strn("", 0);
	for (last = i; last + 1 < n && v[last + 1].row <= v[last].end_row + 1; last++) {
	}
	if (v[last].end_row + 1 >= first_row(b)) return lu_strn("", 0);
	return lu__comment_text(lu_strn(b->text.s + v[i].start, v[last].end - v[i].start), b->a);
}

/* Where the comments that end a piece of text begin. */
static uint32_t before_comments(const struct lu__build *b, uint32_t from, uint32_t to)
{
	const struct lu__comment *v = b->f->comments.v;
	size_t at;

	LU_LOWER_BOUND(at, 0, b->f->comments.n, v[at].end <= to);
	while (at-- && v[at].start >= from && !lu_str_trim(lu_strn(b->text.s + v[at].end, to - v[at].end)).n)
		to = v[at].start;
	return to;
}

/* Without the end that announces a body or a value. */
static lu_str strip_end(lu_str s)
{
	for (;;) {
		s = lu_str_trim(s);
		if (lu_str_ends(s, "=>") || lu_str_ends(s, "<-")) s.n -= 2;
		else if (lu_str_ends(s, " where")) s.n -= 6;
		else if (s.n && strchr(":{;=,\\", s.s[s.n - 1])) s.n--;
		else return s;
	}
}

/* `from` to `to` without the comments in between. */
static lu_str without_comments(const struct lu__build *b, uint32_t from, uint32_t to)
{
	const struct lu__comment *v = b->f->comments.v;
	size_t at;
	lu_buf out = LU_BUF;

	LU_LOWER_BOUND(at, 0, b->f->comments.n, v[at].start < from);
	if (at == b->f->comments.n || v[at].end > to) return lu_strn(b->text.s + from, to - from);
	for (; at < b->f->comments.n && v[at].end <= to && out.len <= SIGNATURE_MAX; from = v[at++].end)
		if (v[at].start > from) lu_buf_add(&out, b->text.s + from, v[at].start - from);
	if (to > from) lu_buf_add(&out, b->text.s + from, to - from);
	return lu_arena_keep(b->a, &out);
}

/* A brace at `i`, but for Haskell's "{-" and the shells' "${". */
static bool begins_body(lu_str s, size_t i)
{
	return s.s[i] == '{' && !(i + 1 < s.n && s.s[i + 1] == '-') && !(i && s.s[i - 1] == '$');
}

lu_str lu__signature(const struct lu__build *b, const struct lu__def *d)
{
	bool apart = !ts_node_is_null(d->declared);
	TSNode node = apart ? d->declared : d->node;
	uint32_t from = apart ? ts_node_start_byte(node) : d->head, to = ts_node_end_byte(node);
	bool body =
		!ts_node_is_null(d->body) && ts_node_start_byte(d->body) >= from && ts_node_start_byte(d->body) < to;
	bool whole = (b->l->syntax & LU__SYNTAX_CLAUSES) && lu__is_function(d->type);
	lu_str s;

	if (d->told.n) return lu__collapse(d->told, b->a);
	if (d->marks > from && d->marks < to) from = d->marks;
	if (body) to = ts_node_start_byte(d->body);
	to = before_comments(b, from, to);
	while (d->marks && from < to && strchr("] \t\n", b->text.s[from])) from++;
	s = without_comments(b, from, to);
	if (!s.s) return s;
	/* a type, a constant: its first line says enough */
	if (!body && ts_node_is_null(d->params) && !whole) {
		size_t n = 0;

		while (n < s.n && s.s[n] != '\n' && !begins_body(s, n)) n++;
		s.n = n;
	}
	if (s.n > SIGNATURE_MAX) {
		s.n = SIGNATURE_MAX;
		while (s.n && (s.s[s.n] & 0xc0) == 0x80) s.n--; /* not inside a character */
	}
	return lu__collapse(strip_end(s), b->a);
}

/* What a type says after its last arrow: "forall a. Show a => a -> Int" returns Int. */
static TSNode last_result(TSNode n)
{
	for (TSNode in = n; !ts_node_is_null(in);) {
		n = in;
		in = lu__field(n, "arrow");
		if (ts_node_is_null(in)) in = lu__field(n, "quantifier");
		if (ts_node_is_null(in)) return n;
		in = lu__field(n, "result");
		if (ts_node_is_null(in)) in = lu__field(n, "type");
	}
	return n;
}

/* The function that a name is given to: "const f = () => ...", "a.f = function ...". */
static TSNode value_of(TSNode n)
{
	TSNode value = lu__field(n, "value");

	return ts_node_is_null(value) ? lu__field(n, "right") : value;
}

lu_str lu__return_type(const struct lu__build *b, const struct lu__def *d)
{
	TSNode node = ts_node_is_null(d->declared) ? d->node : d->declared;
	TSNode n = lu__field(node, b->l->return_field), declarator = lu__field(node, "declarator");
	lu_str s;

	if (d->macro) return lu_strn("", 0);
	if (d->returns.n) return lu__collapse(d->returns, b->a);
	if ((b->l->syntax & LU__SYNTAX_CLAUSES)) n = last_result(n);
	if (!ts_node_is_null(declarator) && !ts_node_is_null(d->params)) {
		s = lu__trailing_type(declarator, b->f->seen);
		if (s.n) return lu__collapse(s, b->a);
		return lu__declared_type(d->node, lu__declared_name(declarator), d->params, b->f->seen, b->a);
	}
	if (ts_node_is_null(n) && (b->l->syntax & LU__SYNTAX_ANGLES)) n = lu__field(d->node, "type");
	if (ts_node_is_null(n)) {
		TSNode value = value_of(d->node);

		if (!ts_node_is_null(value)) n = lu__field(value, b->l->return_field);
	}
	s = lu_str_trim(lu__node_text(n, b->text));
	if (s.n && s.s[0] == ':') s = lu_strn(s.s + 1, s.n - 1);
	return lu__collapse(s, b->a);
}

#define WRAPS 2

/* Modifiers are children of the node, or wrapped once or twice; Swift's stand behind the parameters. */
static bool has_async(TSNode n, int wraps)
{
	TSTreeCursor c = ts_tree_cursor_new(n);
	bool found = false, more = ts_tree_cursor_goto_first_child(&c);
	unsigned most = wraps == WRAPS ? 64 : 8;

	for (unsigned i = 0; more && !found && i < most; i++) {
		TSNode k = ts_tree_cursor_current_node(&c);
		const char *t = ts_node_type(k);

		found = !strcmp(t, "async") || !strcmp(t, "suspend") ||
			(wraps && strstr(t, "modifier") && has_async(k, wraps - 1));
		more = ts_tree_cursor_goto_next_sibling(&c);
	}
	ts_tree_cursor_delete(&c);
	return found;
}

bool lu__is_async(const struct lu__def *d)
{
	TSNode value = value_of(d->node);

	if (!lu__is_function(d->type)) return false;
	return has_async(d->node, WRAPS) || (!ts_node_is_null(value) && has_async(value, WRAPS));
}
