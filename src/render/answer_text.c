/* SPDX-License-Identifier: MIT
 * Answers for people, in text and in Markdown, and as places. */
#include "render/table.h"

/* The sources that are cited, by their numbers. */
static const lu_citation *next_source(const lu_response *r, size_t last)
{
	const lu_citation *best = NULL;

	for (size_t i = 0; i < r->n_cite; i++) {
		const lu_citation *c = &r->cite[i];

		if (c->source > last && (!best || c->source < best->source)) best = c;
	}
	return best;
}

static void print_sources(lu_sink *o, const lu_response *r)
{
	bool md = o->format == LU_FORMAT_MD;

	for (const lu_citation *c = next_source(r, 0); c; c = next_source(r, c->source)) {
		lu_sink_addf(o, "%s[%zu] ", md ? "- " : "", c->source);
		if (md) {
			lu_sink_path_md(o, c->path, c->start_line, c->end_line);
			lu_sink_adds(o, " **");
			lu_sink_name(o, LU_COLOR_PLAIN, c->name);
			lu_sink_textf(o, LU_COLOR_PLAIN, "**%s\n", c->stale ? " (stale)" : "");
			continue;
		}
		lu_sink_path(o, c->path, c->start_line);
		lu_sink_textf(o, LU_COLOR_PLAIN, "-%u  ", c->end_line);
		lu_sink_name(o, LU_COLOR_BOLD, c->name);
		if (c->stale) lu_sink_text(o, LU_COLOR_YELLOW, lu_strz("  stale"));
		lu_sink_adds(o, "\n");
	}
}

/* The place that stands alone in a line of an answer that no model wrote: of what path, and what stands before and behind it. */
typedef struct placed {
	lu_str before, path, behind;
} placed;

static bool place_in(const lu_response *r, lu_str line, placed *out)
{
	bool code = lu_str_starts(line, "`");
	lu_str rest = lu_strn(line.s + code, line.n - code);

	for (size_t i = 0; i < r->n_cite; i++) {
		lu_str path = r->cite[i].path;

		if (!path.n || rest.n < path.n || memcmp(rest.s, path.s, path.n)) continue;
		*out = (placed){ lu_strn(line.s, code), path, lu_strn(rest.s + path.n, rest.n - path.n) };
		if (code ? lu_str_starts(out->behind, ":") || lu_str_starts(out->behind, "` [") : !out->behind.n)
			return true;
	}
	return false;
}

/* Paths are such as open from the current folder, as they are everywhere in what people read. */
static void print_text(lu_sink *o, const lu_response *r)
{
	for (lu_str s = r->text; s.n;) {
		const char *end = memchr(s.s, '\n', s.n);
		lu_str line = lu_strn(s.s, end ? (size_t)(end - s.s) : s.n);
		placed p;

		if (place_in(r, line, &p)) {
			lu_sink_text(o, LU_COLOR_PLAIN, p.before);
			lu_sink_path_plain(o, p.path);
			lu_sink_prose(o, LU_COLOR_PLAIN, p.behind);
		} else lu_sink_prose(o, LU_COLOR_PLAIN, line);
		if (end) lu_sink_adds(o, "\n");
		s = lu_strn(s.s + line.n + !!end, s.n - line.n - !!end);
	}
}

lu_code lu__answer_text(lu_sink *o, const lu_answer_shown *s, lu_err *e)
{
	const lu_response *r = &s->answer->response;

	(void)e;
	if (!s->streamed) print_text(o, r);
	lu_sink_adds(o, lu_str_ends(r->text, "\n") ? "\n" : "\n\n");
	print_sources(o, r);
	lu_sink_textf(o, LU_COLOR_DIM, "\nconfidence %.2f%s\n\n", r->confidence,
		      r->confidence < LU_ANSWER_LOW ? ", which is low" : "");
	return LU_OK;
}

/* ---- places ---- */

/* The citation that is the first of its source. */
static bool is_first(const lu_response *r, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (r->cite[k].source == r->cite[i].source) return false;
	return true;
}

lu_code lu__answer_places(lu_sink *o, const lu_answer_shown *s, lu_err *e)
{
	const lu_response *r = &s->answer->response;

	(void)e;
	for (size_t i = 0; i < r->n_cite; i++)
		if (is_first(r, i))
			lu_sink_place(o, r->cite[i].path, r->cite[i].start_line, r->cite[i].name, r->cite[i].claim);
	return LU_OK;
}
