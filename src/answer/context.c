/* SPDX-License-Identifier: MIT
 * Sources as a prompt shows them: between lines with a marker that they can not know. */
#include <stdio.h>

#include "answer/answer.h"

#define HEADING   24  /* tokens of the lines around a source, without its path and name */
#define RELATIONS 400 /* that a prompt holds */

lu_code lu__list_add(lu_arena *a, lu_strs *list, lu_str s, lu_err *e)
{
	lu_str *v, copy;

	for (size_t i = 0; i < list->n; i++)
		if (lu_str_eq(list->v[i], s)) return LU_OK;
	v = lu_arena_grow(a, list->v, list->n, sizeof *v);
	copy = lu_arena_dup(a, s);
	if (!v || !copy.s) return lu_nomem(e);
	list->v = v;
	v[list->n++] = copy;
	return LU_OK;
}

/* ---- the marker ---- */

void lu__marker(lu_str question, const lu_sources *src, char out[LU__MARKER])
{
	uint64_t x = lu_hash64(question, 1), y = lu_hash64(question, 2);

	for (size_t i = 0; i < src->n; i++) {
		const lu_source *s = &src->v[i];
		const lu_str text[] = { s->el.path, s->el.name, s->code, s->docstring, s->signature };

		for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
			x = lu_hash64(text[k], x);
			y = lu_digest64(text[k], y);
		}
	}
	snprintf(out, LU__MARKER, "S%016llx", (unsigned long long)(x ^ y << 1));
}

/* Text that holds the marker all the same gets a blank into it. */
static void put_broken(lu_str s, const char *marker, lu_buf *out)
{
	size_t n = strlen(marker);

	while (s.n) {
		const char *p = memmem(s.s, s.n, marker, n);
		size_t head = p ? (size_t)(p - s.s) + 1 : s.n;

		lu_buf_add(out, s.s, head);
		if (p) lu_buf_addc(out, ' ');
		s = lu_strn(s.s + head, s.n - head);
	}
	if (out->len && out->s[out->len - 1] != '\n') lu_buf_addc(out, '\n');
}

/* A name or a path on one line. */
static void put_word(lu_str s, const char *marker, lu_buf *out)
{
	size_t from = out->len;

	put_broken(s, marker, out);
	if (out->oom) return;
	for (size_t i = from; i < out->len; i++)
		if ((unsigned char)out->s[i] < ' ' || out->s[i] == 0x7f) out->s[i] = ' ';
	if (out->len > from) lu_buf_trunc(out, out->len - 1);
}

/* ---- what fits ---- */

lu_code lu__fit(lu_sources *src, size_t from, size_t to, int64_t budget, lu_err *e)
{
	size_t n = to - from;
	lu_piece *piece = lu_arena_calloc(&src->arena, n, sizeof *piece);
	lu_fit *fit = lu_arena_calloc(&src->arena, n, sizeof *fit);

	if (!piece || !fit) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		const lu_source *s = &src->v[from + i];
		int64_t around = HEADING + lu_tokens(s->el.path.n + s->el.name.n);

		piece[i] =
			(lu_piece){ .path = s->el.path,
				    .start_line = s->el.start_line,
				    .end_line = s->el.end_line,
				    .tokens = lu_tokens(s->code.n) + around,
				    .outline = lu_tokens(lu_signature_line(s->signature, s->code).n + s->docstring.n) +
					       around };
	}
	lu_fit_pieces(piece, n, budget, fit);
	for (size_t i = 0; i < n; i++) src->v[from + i].fit = fit[i];
	return LU_OK;
}

/* ---- blocks ---- */

static const char *const shown[] = {
	[LU_FIT_WHOLE] = "",
	[LU_FIT_INSIDE] = ", part of a source above",
	[LU_FIT_OUTLINE] = ", outline",
	[LU_FIT_NOTHING] = "",
};

static void put_source(const lu_source *s, size_t number, const char *marker, lu_buf *out)
{
	lu_buf_addf(out, "=== %s source %zu: ", marker, number);
	put_word(s->el.path, marker, out);
	lu_buf_addf(out, ":%u-%u ", s->el.start_line, s->el.end_line);
	put_word(s->el.type, marker, out);
	lu_buf_addc(out, ' ');
	put_word(s->el.name, marker, out);
	lu_buf_addf(out, "%s\n", shown[s->fit]);
	if (s->fit == LU_FIT_WHOLE) put_broken(s->code, marker, out);
	if (s->fit == LU_FIT_OUTLINE) {
		put_broken(lu_signature_line(s->signature, s->code), marker, out);
		put_broken(lu_str_trim(s->docstring), marker, out);
	}
	lu_buf_addf(out, "=== %s end %zu\n", marker, number);
}

void lu__put_sources(const lu_sources *src, size_t from, size_t to, const char *marker, lu_buf *out)
{
	for (size_t i = from; i < to; i++)
		if (src->v[i].fit != LU_FIT_NOTHING) put_source(&src->v[i], i + 1, marker, out);
}

void lu__put_text(const char *what, lu_str text, const char *marker, lu_buf *out)
{
	lu_buf_addf(out, "=== %s %s\n", marker, what);
	put_broken(text, marker, out);
	lu_buf_addf(out, "=== %s end\n", marker);
}

/* ---- groups ---- */

/* For each source the first one of the same file. */
static size_t *group(lu_sources *src)
{
	size_t *of = lu_arena_calloc(&src->arena, src->n, sizeof *of);

	for (size_t i = 0; of && i < src->n; i++) {
		while (of[i] < i && !lu_str_eq(src->v[of[i]].el.path, src->v[i].el.path)) of[i]++;
	}
	return of;
}

static void put_group(const lu_sources *src, const size_t *of, size_t first, const char *marker, lu_buf *out)
{
	size_t inside = 0, across = 0;

	for (size_t i = 0; i < src->n_relation; i++) {
		bool x = of[src->relation[i].from] == first, y = of[src->relation[i].to] == first;

		inside += x && y;
		across += x != y;
	}
	put_word(src->v[first].el.path, marker, out);
	lu_buf_addf(out, " (%zu relations inside, %zu to others):", inside, across);
	for (size_t i = first; i < src->n; i++)
		if (of[i] == first) lu_buf_addf(out, " [%zu]", i + 1);
	lu_buf_addc(out, '\n');
}

lu_code lu__put_groups(lu_sources *src, const char *marker, lu_buf *out, lu_err *e)
{
	size_t *of = group(src);

	if (!of) return lu_nomem(e);
	lu_buf_addf(out, "=== %s map of the sources, by file\n", marker);
	for (size_t i = 0; i < src->n; i++)
		if (of[i] == i) put_group(src, of, i, marker, out);
	for (size_t i = 0; i < src->n_relation && i < RELATIONS; i++) {
		const lu_relation *r = &src->relation[i];

		lu_buf_addf(out, "[%zu] %s [%zu]\n", r->from + 1, lu_edge_kind_name(r->kind), r->to + 1);
	}
	lu_buf_addf(out, "=== %s end\n", marker);
	return LU_OK;
}
