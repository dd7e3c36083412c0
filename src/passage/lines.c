/* SPDX-License-Identifier: MIT
 * The lines of a text, by the rules of its language: which are code, which comments, and where a statement may end. */
#include "core/ascii.h"
#include "lucus/text.h"
#include "passage/lines.h"

#define TAB 8

/* ---- lines ---- */

static lu_code split(struct lu__cutter *c, lu_err *e)
{
	size_t n = 1, i = 0;

	for (size_t k = 0; k < c->text.n; k++) n += c->text.s[k] == '\n';
	if (!(c->line = lu_arena_calloc(c->a, n, sizeof *c->line))) return lu_nomem(e);
	for (; i < c->text.n; c->n++) {
		struct lu__line *l = &c->line[c->n];
		const char *nl = memchr(c->text.s + i, '\n', c->text.n - i);
		size_t end = nl ? (size_t)(nl - c->text.s) : c->text.n;

		l->from = l->text = i;
		l->to = end;
		while (l->to > i && lu_is_space(c->text.s[l->to - 1])) l->to--;
		for (; l->text < l->to && lu_is_blank(c->text.s[l->text]); l->text++)
			l->columns += c->text.s[l->text] == '\t' ? TAB - l->columns % TAB : 1;
		l->kind = l->text < l->to ? LU__LINE_CODE : LU__LINE_BLANK;
		i = end + 1;
	}
	return LU_OK;
}

/* ---- what they are ---- */

/* The text as it is read from its beginning to its end. */
struct marking {
	struct lu__cutter *c;
	size_t i, line; /* what has been read of it */
	int32_t depth;
	uint32_t strings;
};

/* Code up to `to`. */
static void read_code(struct marking *m, size_t to)
{
	struct lu__cutter *c = m->c;

	for (; m->i < to; m->i++) {
		char s = c->text.s[m->i];

		if (s == '\n') {
			c->line[m->line++].depth = m->depth;
			continue;
		}
		if (s == '(' || s == '[') m->depth++;
		if ((s == ')' || s == ']') && m->depth) m->depth--;
		if (!lu_is_space(s)) c->line[m->line].last = s;
	}
}

/* Is nothing on the line but what is between `from` and `to`? */
static bool fills(const struct lu__line *l, size_t from, size_t to)
{
	return from <= l->text && to >= l->to;
}

static lu_code on_span(void *ctx, lu_span_kind kind, lu_str span, lu_err *e)
{
	struct marking *m = ctx;
	struct lu__cutter *c = m->c;
	size_t from = (size_t)(span.s - c->text.s), to = from + span.n;

	(void)e;
	read_code(m, from);
	if (kind == LU_SPAN_STRING) m->strings++;
	for (bool first = true; m->i <= to && m->line < c->n; first = false) {
		struct lu__line *l = &c->line[m->line];
		const char *nl = memchr(c->text.s + m->i, '\n', to - m->i);

		if (kind == LU_SPAN_STRING && !first) l->begun = m->strings;
		if (kind == LU_SPAN_STRING) l->last = '"';
		if (kind == LU_SPAN_DOC) l->kind = LU__LINE_DOC;
		if (kind == LU_SPAN_COMMENT && l->kind <= LU__LINE_CODE && fills(l, from, to))
			l->kind = LU__LINE_COMMENT;
		if (!nl) break;
		l->depth = m->depth;
		m->i = (size_t)(nl - c->text.s) + 1;
		m->line++;
	}
	m->i = to;
	return LU_OK;
}

lu_code lu__lines_read(struct lu__cutter *c, lu_err *e)
{
	struct marking m = { .c = c };
	lu_code rc = split(c, e);

	if (!rc) rc = lu_spans(c->text, c->language, on_span, &m, e);
	if (!rc) read_code(&m, c->text.n);
	if (!rc && c->n) c->line[c->n - 1].depth = m.depth;
	return rc;
}

/* ---- sentences ---- */

/* The bytes before `from` on its line, when they are but the mark of a comment. */
static size_t mark_before(const struct lu__cutter *c, const struct lu__line *l, size_t from)
{
	if (from < l->text) return 0;
	for (size_t i = l->text; i < from; i++)
		if (lu_is_ident(c->text.s[i])) return 0;
	return from - l->text;
}

void lu__emit(struct lu__cutter *c, size_t from, size_t to, size_t first, size_t last, lu_sentence_kind kind)
{
	const struct lu__line *l = &c->line[first];
	lu_sentence *v;
	size_t mark;

	while (to > from && lu_is_space(c->text.s[to - 1])) to--;
	while (from < to && lu_is_space(c->text.s[from])) from++;
	if (from == to || c->oom) return;
	if (!(v = lu_arena_grow(c->a, c->v, c->n_v, sizeof *v))) {
		c->oom = true;
		return;
	}
	c->v = v;
	mark = mark_before(c, l, from);
	v[c->n_v++] = (lu_sentence){
		.text = lu_strn(c->text.s + from, to - from),
		.first = !c->number ? 0 : c->number + (c->fixed ? 0 : (uint32_t)first),
		.last = !c->number ? 0 : c->number + (c->fixed ? 0 : (uint32_t)last),
		.indent = from == l->text + mark ? (uint32_t)(l->text - l->from) : 0,
		.mark = (uint32_t)mark,
		.kind = kind,
	};
}

/* A line that is too long by itself, as it is read, and how far it has been cut. */
struct long_line {
	struct lu__cutter *c;
	size_t line, from;
	size_t read; /* up to here */
	size_t safe; /* the last place outside of literals where it may be cut */
	lu_sentence_kind kind;
};

/* It may be cut at `at`. What little stands before a long literal stays with it: it says what that is. */
static void offer(struct long_line *l, size_t at)
{
	if (at - l->from > LU_SENTENCE_MAX && l->safe >= l->from + LU_SENTENCE_MAX / 4) {
		lu__emit(l->c, l->from, l->safe, l->line, l->line, l->kind);
		l->from = l->safe;
	}
	l->safe = at;
}

static void read_up_to(struct long_line *l, size_t to)
{
	const char *s = l->c->text.s;

	for (; l->read < to; l->read++)
		if (lu_is_space(s[l->read]) || (s[l->read] && strchr(",;", s[l->read]))) offer(l, l->read + 1);
}

static lu_code on_literal(void *ctx, lu_span_kind kind, lu_str span, lu_err *e)
{
	struct long_line *l = ctx;
	size_t from = (size_t)(span.s - l->c->text.s);

	(void)e;
	if (kind != LU_SPAN_STRING) return LU_OK;
	read_up_to(l, from);
	l->read = from + span.n;
	return LU_OK;
}

static void emit_long(struct lu__cutter *c, size_t line, lu_sentence_kind kind)
{
	const struct lu__line *at = &c->line[line];
	struct long_line l = { .c = c, .line = line, .from = at->text, .read = at->text, .kind = kind };
	lu_err e;

	/* what it calls never fails */
	if (lu_spans(lu_strn(c->text.s + at->text, at->to - at->text), c->language, on_literal, &l, &e)) return;
	read_up_to(&l, at->to);
	offer(&l, at->to);
	lu__emit(c, l.from, at->to, line, line, kind);
}

static size_t bytes_of(const struct lu__cutter *c, size_t first, size_t last)
{
	return c->line[last].to - c->line[first].text;
}

/* The last of the lines that a literal joins with `line`. */
static size_t joined(const struct lu__cutter *c, size_t line, size_t last)
{
	while (line < last && c->line[line + 1].begun) line++;
	return line;
}

void lu__emit_code(struct lu__cutter *c, size_t first, size_t last, lu_sentence_kind kind)
{
	while (first <= last) {
		size_t end = joined(c, first, last);

		while (end < last) {
			size_t k = joined(c, end + 1, last);

			if (bytes_of(c, first, k) > LU_SENTENCE_MAX) break;
			end = k;
		}
		if (end == first && bytes_of(c, first, first) > LU_SENTENCE_MAX) emit_long(c, first, kind);
		else lu__emit(c, c->line[first].from, c->line[end].to, first, end, kind);
		first = end + 1;
	}
}
