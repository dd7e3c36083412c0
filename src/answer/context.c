/* SPDX-License-Identifier: MIT
 * Sources as a prompt shows them: between lines with a marker that they can not know. */
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

void lu__marker(lu_str question, lu_str points, const lu_sources *src, char out[LU_MARKER])
{
	lu_marking m = { 0 };

	lu_marking_add(&m, question);
	lu_marking_add(&m, points);
	for (size_t i = 0; i < src->n; i++) {
		const lu_source *s = &src->v[i];

		lu_marking_add(&m, s->el.path);
		lu_marking_add(&m, s->el.name);
		lu_marking_add(&m, s->code);
		lu_marking_add(&m, s->docstring);
		lu_marking_add(&m, s->signature);
	}
	lu_marking_end(&m, out);
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
	lu_data_word(s->el.path, marker, out);
	lu_buf_addf(out, ":%u-%u ", s->el.start_line, s->el.end_line);
	lu_data_word(s->el.type, marker, out);
	lu_buf_addc(out, ' ');
	lu_data_word(s->el.name, marker, out);
	lu_buf_addf(out, "%s\n", shown[s->fit]);
	if (s->fit == LU_FIT_WHOLE) lu_data_text(s->code, marker, out);
	if (s->fit == LU_FIT_OUTLINE) {
		lu_data_text(lu_signature_line(s->signature, s->code), marker, out);
		lu_data_text(lu_str_trim(s->docstring), marker, out);
	}
	lu_buf_addf(out, "=== %s end %zu\n", marker, number);
}

void lu__put_sources(const lu_sources *src, size_t from, size_t to, const char *marker, lu_buf *out)
{
	for (size_t i = from; i < to; i++)
		if (src->v[i].fit != LU_FIT_NOTHING) put_source(&src->v[i], i + 1, marker, out);
}

/* ---- groups ---- */

/* For each source the first one of the same group: of a community, or else of a file. */
static size_t *group(lu_sources *src)
{
	size_t *of = lu_arena_calloc(&src->arena, src->n, sizeof *of);
	bool *in = lu_arena_calloc(&src->arena, src->n, sizeof *in);

	if (!of || !in) return NULL;
	for (size_t g = 0; g < src->n_group; g++)
		for (size_t k = 0; k < src->group[g].n; k++) {
			of[src->group[g].source[k]] = src->group[g].source[0];
			in[src->group[g].source[k]] = true;
		}
	for (size_t i = 0; i < src->n; i++) {
		if (in[i]) continue;
		while (of[i] < i && (in[of[i]] || !lu_str_eq(src->v[of[i]].el.path, src->v[i].el.path))) of[i]++;
	}
	return of;
}

static void put_numbers(const lu_sources *src, const size_t *of, size_t first, lu_buf *out)
{
	size_t inside = 0, across = 0;

	for (size_t i = 0; i < src->n_relation; i++) {
		bool x = of[src->relation[i].from] == first, y = of[src->relation[i].to] == first;

		inside += x && y;
		across += x != y;
	}
	lu_buf_addf(out, " (%zu relations inside, %zu to others):", inside, across);
	for (size_t i = first; i < src->n; i++)
		if (of[i] == first) lu_buf_addf(out, " [%zu]", i + 1);
	lu_buf_addc(out, '\n');
}

/* A community, which is called by its words, and has its place and what is documented there beside them. */
static void put_community(const lu_sources *src, const size_t *of, const lu_group *g, const char *marker, lu_buf *out)
{
	lu_data_word(g->name, marker, out);
	if (g->path.n) {
		lu_buf_adds(out, ", ");
		lu_data_word(g->path, marker, out);
	}
	lu_buf_addf(out, ", %lld element%s", (long long)g->size, lu_plural((size_t)g->size));
	put_numbers(src, of, g->source[0], out);
	if (!g->summary.n) return;
	lu_buf_adds(out, "  ");
	lu_data_word(g->summary, marker, out);
	lu_buf_addc(out, '\n');
}

static bool leads_group(const lu_sources *src, size_t source)
{
	for (size_t g = 0; g < src->n_group; g++)
		if (src->group[g].source[0] == source) return true;
	return false;
}

lu_code lu__put_groups(lu_sources *src, const char *marker, lu_buf *out, lu_err *e)
{
	size_t *of = group(src);

	if (!of) return lu_nomem(e);
	lu_buf_addf(out, "=== %s map of the sources, by %s\n", marker, src->n_group ? "community" : "file");
	for (size_t g = 0; g < src->n_group; g++) put_community(src, of, &src->group[g], marker, out);
	for (size_t i = 0; i < src->n; i++) {
		if (of[i] != i || leads_group(src, i)) continue;
		lu_data_word(src->v[i].el.path, marker, out);
		put_numbers(src, of, i, out);
	}
	for (size_t i = 0; i < src->n_relation && i < RELATIONS; i++) {
		const lu_relation *r = &src->relation[i];

		lu_buf_addf(out, "[%zu] %s [%zu]\n", r->from + 1, lu_edge_kind_name(r->kind), r->to + 1);
	}
	lu_buf_addf(out, "=== %s end\n", marker);
	return LU_OK;
}

/* ---- what is missing ---- */

void lu__put_told(const lu_cover *c, lu_buf *out)
{
	const lu_strs *v = c->absent.n ? &c->absent : &c->missing;

	if (!v->n || (!c->absent.n && c->confidence >= LU_ANSWER_LOW)) return;
	if (c->absent.n) lu_buf_adds(out, "There is nothing in the code base of");
	else lu_buf_addf(out, "Nothing was found in %s of", lu__searched(c));
	for (size_t i = 0; i < v->n; i++) {
		lu_buf_adds(out, i ? ", " : " ");
		lu__put_code(v->v[i], out);
	}
	lu_buf_adds(out, ", which the reader was told already: do not explain what that may be elsewhere.\n");
}
