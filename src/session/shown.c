/* SPDX-License-Identifier: MIT
 * What is shown of hits: the lines that match best, or whole elements as far as they fit. */
#include "session/session.h"

/* What a hit takes beside its source: its place, type and name, and the blanks between them. */
#define HEADING       16
#define MARGIN        5 /* the blanks around a line number, and the end of the line */
#define SNIPPET_LINES 6

static lu_piece piece_of(const lu_hit *h, const lu_element *el)
{
	size_t heading = h->el.path.n + h->el.type.n + h->el.name.n + HEADING;

	return (lu_piece){ .path = h->el.path,
			   .start_line = h->el.start_line,
			   .end_line = h->el.end_line,
			   .tokens = lu_tokens(el->code.n + heading),
			   .outline = lu_tokens(lu_signature_line(el->signature, el->code).n + heading) };
}

static size_t digits(uint32_t n)
{
	size_t d = 1;

	while (n >= 10) n /= 10, d++;
	return d;
}

/* Tokens of the numbers beside the lines of a text. */
static int64_t numbers_of(lu_str text, uint32_t last)
{
	size_t lines = 1;

	for (size_t i = 0; i < text.n; i++) lines += text.s[i] == '\n';
	return lu_tokens(lines * (digits(last) + MARGIN));
}

/* As people read it: each hit has what is beside its source, whether more of it fits or not. Returns what is left for the rest. */
static int64_t take_beside(const lu_search_options *o, lu_piece *v, const lu_found *f, const lu_stored *st)
{
	int64_t left = o->max_tokens - lu_tokens(o->beside(o->beside_ctx, f->text, NULL));

	for (size_t i = 0; i < f->result.n; i++) {
		const lu_element *el = &st[i].el;

		left -= lu_tokens(o->beside(o->beside_ctx, f->text, &f->result.v[i]));
		v[i].tokens = lu_tokens(el->code.n) + (o->numbered ? numbers_of(el->code, el->end_line) : 0);
		v[i].outline = lu_tokens(lu_signature_line(el->signature, el->code).n + MARGIN);
	}
	return left > 0 ? left : 0;
}

/* Show `text`, which begins `first` lines below the beginning of the hit: its own first line as it is indented. */
static void show_lines(lu_shown *x, const lu_hit *h, lu_str text, uint32_t first, size_t indent)
{
	if (first) indent = 0;
	x->text = indent ? lu_strn(text.s - indent, text.n + indent) : text;
	x->first = h->el.start_line ? h->el.start_line + first : 0;
}

/* The hits' sources, or their outlines, as far as they fit. */
static lu_code pack(const lu_search_options *o, const lu_stored *st, lu_found *f, lu_err *e)
{
	lu_result *r = &f->result;
	int64_t budget = o->max_tokens;
	lu_piece *piece = lu_arena_calloc(&r->arena, r->n, sizeof *piece);
	lu_fit *fit = lu_arena_calloc(&r->arena, r->n, sizeof *fit);

	if (!piece || !fit) return lu_nomem(e);
	for (size_t i = 0; i < r->n; i++) piece[i] = piece_of(&r->v[i], &st[i].el);
	if (o->beside) budget = take_beside(o, piece, f, st);
	f->tokens = o->max_tokens - budget + lu_fit_pieces(piece, r->n, budget, fit);
	for (size_t i = 0; i < r->n; i++) {
		lu_shown *x = &f->shown[i];

		x->fit = fit[i];
		if (fit[i] == LU_FIT_WHOLE) show_lines(x, &r->v[i], st[i].el.code, 0, st[i].indent);
		if (fit[i] == LU_FIT_OUTLINE) x->text = lu_signature_line(st[i].el.signature, st[i].el.code);
	}
	return LU_OK;
}

/* What the question names by its line; otherwise the lines that hold most of its words. */
static lu_code choose_lines(const lu_found *f, const lu_hit *h, lu_str code, size_t lines, lu_excerpt *out, lu_err *e)
{
	uint32_t asked = h->stale ? 0 : lu_asked_line(f->text, &h->el);

	if (!asked) return lu_snippet(code, &f->result.terms, lines, out, e);
	*out = lu_snippet_around(code, asked - h->el.start_line, lines);
	return LU_OK;
}

static lu_code read_snippet(lu_store *s, int64_t lines, lu_found *f, lu_hit *h, lu_shown *x, lu_err *e)
{
	lu_arena *a = &f->result.arena;
	lu_str code = { NULL, 0 };
	lu_excerpt part;
	size_t indent = 0;
	lu_code rc = lu_store_code_indented(s, h->el.id, a, &code, &indent, e);

	if (rc == LU_ENOENT) rc = LU_OK; /* a writer has removed it since the result was kept */
	if (!rc) rc = choose_lines(f, h, code, lines ? (size_t)lines : SNIPPET_LINES, &part, e);
	if (rc) return rc;
	x->tokens = lu_tokens(code.n);
	show_lines(x, h, part.text, part.first, indent);
	x->best = part.best - part.first;
	if (h->el.start_line) h->line = h->el.start_line + part.best;
	if (h->stale && h->line > h->el.end_line)
		h->line = h->el.end_line; /* what is shown is not there, but the file is to open */
	return LU_OK;
}

static lu_code read_source(lu_store *s, lu_result *r, lu_hit *h, lu_shown *x, lu_stored *st, lu_err *e)
{
	lu_code rc = lu_store_source(s, h->el.id, &r->arena, st, e);

	if (rc == LU_ENOENT) rc = LU_OK;
	h->line = h->el.start_line;
	x->tokens = lu_tokens(st->el.code.n);
	return rc;
}

lu_code lu__shown_read(lu_store *s, const lu_search_options *o, lu_found *f, lu_err *e)
{
	lu_result *r = &f->result;
	bool whole = o->show == LU_SHOW_SOURCES;
	lu_stored *st = whole ? lu_arena_calloc(&r->arena, r->n, sizeof *st) : NULL;
	lu_code rc = LU_OK;

	f->tokens = 0;
	f->shown = lu_arena_calloc(&r->arena, r->n, sizeof *f->shown);
	if (!f->shown || (whole && !st)) return lu_nomem(e);
	for (size_t i = 0; !rc && i < r->n; i++) {
		lu_shown *x = &f->shown[i];

		rc = whole ? read_source(s, r, &r->v[i], x, &st[i], e) : read_snippet(s, o->lines, f, &r->v[i], x, e);
		f->tokens += x->tokens;
	}
	return !rc && whole ? pack(o, st, f, e) : rc;
}
