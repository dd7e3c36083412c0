/* SPDX-License-Identifier: MIT
 * The hits of a question for people, in text and in Markdown, and as places. */
#include <string.h>

#include "core/ascii.h"
#include "lucus/text.h"
#include "render/table.h"

#define SNIPPET_WIDTH 160 /* bytes of a line on a terminal */

/* Print a line with the words that matched in bold. */
static lu_code print_line(lu_sink *o, lu_str s, const lu_strs *terms, lu_err *e)
{
	for (size_t i = 0, end; i < s.n; i = end) {
		bool word = lu_is_ident(s.s[i]), has = false;
		lu_str run;
		lu_code rc;

		for (end = i + 1; end < s.n && lu_is_ident(s.s[end]) == word; end++) continue;
		run = lu_strn(s.s + i, end - i);
		if (word && (rc = lu_has_term(run, terms, &has, e))) return rc;
		lu_sink_text(o, has ? LU_COLOR_BOLD : LU_COLOR_PLAIN, run);
	}
	return LU_OK;
}

static lu_str take_line(lu_str *rest)
{
	const char *nl = memchr(rest->s, '\n', rest->n);
	size_t n = nl ? (size_t)(nl - rest->s) : rest->n;
	lu_str line = lu_strn(rest->s, n);

	*rest = nl ? lu_strn(nl + 1, rest->n - n - 1) : lu_strn(rest->s + n, 0);
	return line;
}

/* White space that all lines begin with. */
static size_t common_indent(lu_str s)
{
	size_t common = SIZE_MAX;

	while (s.n) {
		lu_str line = take_line(&s);
		size_t i = 0;

		if (!lu_str_trim(line).n) continue;
		while (i < line.n && lu_is_blank(line.s[i])) i++;
		if (i < common) common = i;
	}
	return common == SIZE_MAX ? 0 : common;
}

static int digits(size_t n)
{
	int d = 1;

	while (n >= 10) n /= 10, d++;
	return d;
}

static size_t lines_of(lu_str s)
{
	size_t n = 0;

	while (s.n) take_line(&s), n++;
	return n;
}

static lu_str fit(lu_str line, size_t indent, bool whole)
{
	line = line.n > indent ? lu_strn(line.s + indent, line.n - indent) : lu_strn(line.s, 0);
	while (line.n && strchr(" \t\r", line.s[line.n - 1])) line.n--;
	if (line.n <= SNIPPET_WIDTH || whole) return line;
	line.n = SNIPPET_WIDTH;
	while (line.n && ((unsigned char)line.s[line.n] & 0xc0) == 0x80) line.n--;
	return line;
}

/* The lines with their numbers, where these are known; the best one's stands out. */
static lu_code print_shown(lu_sink *o, const lu_hit *h, const lu_shown *x, const lu_strs *terms, bool whole, lu_err *e)
{
	lu_str s = x->text;
	size_t indent = common_indent(s);
	int width = digits(x->first + lines_of(s) - (s.n > 0));

	for (uint32_t n = x->first; s.n; n++) {
		lu_str line = fit(take_line(&s), indent, whole);
		lu_code rc;

		if (x->first)
			lu_sink_textf(o, n == h->line && !whole ? LU_COLOR_GREEN : LU_COLOR_DIM, "%*u", width + 2, n);
		lu_sink_adds(o, !x->first ? "    " : line.n ? "  " : "");
		if ((rc = print_line(o, line, terms, e))) return rc;
		lu_sink_adds(o, "\n");
	}
	return LU_OK;
}

#define PARTS 6 /* that people are shown */

static void print_parts(lu_sink *o, const lu_hit *h, bool by_file)
{
	lu_hit_part part[LU_HIT_PARTS];
	size_t n = lu_hit_parts(h, by_file, part);

	for (size_t i = 0; i < n && i < PARTS; i++)
		lu_sink_textf(o, LU_COLOR_DIM, "      %+-8.3g %s: %s\n", part[i].value, part[i].name, part[i].text);
}

#define PLACES 3 /* where else a hit is: more of them are counted */

static void print_copies(lu_sink *o, const lu_hit *h)
{
	size_t n = 0;

	for (size_t i = 0; i < h->n_folded; i++) {
		if (h->folded[i].how == LU_FOLD_INSIDE || n++ >= PLACES) continue;
		lu_sink_text(o, LU_COLOR_DIM, lu_strz("    also at "));
		lu_sink_path(o, h->folded[i].el.path, h->folded[i].el.start_line);
		lu_sink_adds(o, "\n");
	}
	if (n > PLACES) lu_sink_textf(o, LU_COLOR_DIM, "    and at %zu more\n", n - PLACES);
}

static lu_code print_hit(lu_sink *o, const lu_hits_shown *a, const lu_hit *h, const lu_shown *x, const lu_strs *terms,
			 lu_err *e)
{
	lu_code rc;

	if (a->numbered) lu_sink_textf(o, LU_COLOR_DIM, "%u. ", h->rank);
	lu_sink_path(o, h->el.path, h->line);
	lu_sink_adds(o, "  ");
	lu_sink_text(o, LU_COLOR_DIM, h->el.type);
	lu_sink_adds(o, "  ");
	lu_sink_name(o, LU_COLOR_BOLD, h->el.name);
	lu_sink_textf(o, LU_COLOR_DIM, "  %.4g", h->score);
	if (h->stale) lu_sink_text(o, LU_COLOR_YELLOW, lu_strz("  stale"));
	lu_sink_adds(o, "\n");
	for (int s = 0; a->explain && s < LU_HIT_STAGES; s++) {
		if (h->stage[s].rank)
			lu_sink_textf(o, LU_COLOR_DIM, "    %-8s rank %-5u score %.6g\n",
				      lu_hit_stage_name((lu_hit_stage)s), h->stage[s].rank, h->stage[s].score);
	}
	if (a->explain && *h->via.from) {
		lu_sink_textf(o, LU_COLOR_DIM, "    via      %s%s ", lu_edge_kind_name(h->via.kind),
			      h->via.in ? " of" : "");
		lu_sink_name(o, LU_COLOR_DIM, h->via.name);
		lu_sink_textf(o, LU_COLOR_DIM, "  %s\n", lu_grade_name(h->via.grade));
	}
	if (a->explain) print_parts(o, h, a->how->query.by_file);
	print_copies(o, h);
	if ((rc = print_shown(o, h, x, terms, a->how->max_tokens > 0, e))) return rc;
	lu_sink_adds(o, "\n");
	return LU_OK;
}

lu_code lu__hits_text(lu_sink *o, const lu_hits_shown *a, lu_err *e)
{
	const lu_found *f = a->found;
	lu_code rc = LU_OK;

	if (a->several) lu_sink_textf(o, LU_COLOR_CYAN, "# %.*s\n\n", LU_FMT(f->text));
	for (size_t i = 0; !rc && i < f->result.n; i++)
		rc = print_hit(o, a, &f->result.v[i], &f->shown[i], &f->result.terms, e);
	return rc;
}

/* ---- Markdown ---- */

/* A fence that the snippet does not hold. */
static void print_hit_md(lu_sink *o, const lu_hit *h, lu_str snippet)
{
	size_t run = 0, most = 2;

	for (size_t i = 0; i < snippet.n; i++) {
		run = snippet.s[i] == '`' ? run + 1 : 0;
		if (run > most) most = run;
	}
	lu_sink_addf(o, "%u. ", h->rank);
	lu_sink_path_md(o, h->el.path, h->line, 0);
	lu_sink_textf(o, LU_COLOR_PLAIN, " %.*s **", LU_FMT(h->el.type));
	lu_sink_name(o, LU_COLOR_PLAIN, h->el.name);
	lu_sink_textf(o, LU_COLOR_PLAIN, "**%s\n\n", h->stale ? " (stale)" : "");
	for (size_t i = 0; i <= most; i++) lu_sink_adds(o, "`");
	lu_sink_textf(o, LU_COLOR_PLAIN, "%.*s\n%.*s\n", LU_FMT(h->el.language), LU_FMT(snippet));
	for (size_t i = 0; i <= most; i++) lu_sink_adds(o, "`");
	lu_sink_adds(o, "\n\n");
}

lu_code lu__hits_md(lu_sink *o, const lu_hits_shown *a, lu_err *e)
{
	const lu_found *f = a->found;

	(void)e;
	if (a->several) lu_sink_textf(o, LU_COLOR_PLAIN, "## %.*s\n\n", LU_FMT(f->text));
	for (size_t i = 0; i < f->result.n; i++) print_hit_md(o, &f->result.v[i], f->shown[i].text);
	return LU_OK;
}

/* ---- places ---- */

/* Its first line when it is not known which one it is. */
static lu_str best_line(const lu_hit *h, const lu_shown *x)
{
	lu_str rest = x->text, line;

	if (!rest.n) return rest;
	line = take_line(&rest);
	for (uint32_t n = x->first; x->first && n < h->line && rest.n; n++) line = take_line(&rest);
	return line;
}

lu_code lu__hits_places(lu_sink *o, const lu_hits_shown *a, lu_err *e)
{
	const lu_found *f = a->found;

	(void)e;
	for (size_t i = 0; i < f->result.n; i++) {
		const lu_hit *h = &f->result.v[i];

		lu_sink_place(o, h->el.path, h->line, h->el.name, best_line(h, &f->shown[i]));
	}
	return LU_OK;
}
