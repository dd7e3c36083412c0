/* SPDX-License-Identifier: MIT
 * How the hits of a question are shown. */
#include <stdio.h>
#include <string.h>

#include "cli/out.h"
#include "query.h"
#include "question.h"
#include "lucus/ascii.h"

#define SNIPPET_WIDTH 160 /* bytes of a line on a terminal */

static void write_stages(lu_jw *w, const lu_hit *h)
{
	lu_jw_open(w, "stages", '{');
	for (int s = 0; s < LU_HIT_STAGES; s++) {
		if (!h->stage[s].rank) continue;
		lu_jw_open(w, lu_hit_stage_name((lu_hit_stage)s), '{');
		lu_jw_real(w, "score", h->stage[s].score, 9);
		lu_jw_int(w, "rank", h->stage[s].rank);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, '}');
}

/* By which edge the graph stage has reached it. */
static void write_via(lu_jw *w, const lu_via *v)
{
	if (!*v->from) return;
	lu_jw_open(w, "via", '{');
	lu_jw_strz(w, "from", v->from);
	lu_jw_str(w, "name", v->name);
	lu_jw_strz(w, "kind", lu_edge_kind_name(v->kind));
	lu_jw_strz(w, "grade", lu_grade_name(v->grade));
	lu_jw_strz(w, "direction", v->in ? "in" : "out");
	lu_jw_close(w, '}');
}

/* What the reranker's score is the sum of. */
static void write_parts(lu_jw *w, const lu_hit *h, bool by_file)
{
	lu_hit_part part[LU_HIT_PARTS];
	size_t n = lu_hit_parts(h, by_file, part);

	if (!n) return;
	lu_jw_open(w, "parts", '[');
	for (size_t i = 0; i < n; i++) {
		lu_jw_open(w, NULL, '{');
		lu_jw_strz(w, "feature", part[i].name);
		lu_jw_real(w, "value", part[i].value, 6);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

/* Which element it is. */
static void write_element(lu_jw *w, const lu_brief *b)
{
	lu_jw_strz(w, "id", b->uuid);
	lu_jw_str(w, "type", b->type);
	lu_jw_str(w, "name", b->name);
	lu_jw_str(w, "file_path", b->path);
	lu_jw_int(w, "start_line", b->start_line);
	lu_jw_int(w, "end_line", b->end_line);
}

/* What it stands for: "inside", what lies in it or holds it, or "copies". */
static void write_some(lu_jw *w, const lu_hit *h, const char *key, bool copies)
{
	size_t n = 0;

	for (size_t i = 0; i < h->n_folded; i++) {
		const lu_folded *c = &h->folded[i];

		if (c->copy != copies) continue;
		if (!n++) lu_jw_open(w, key, '[');
		lu_jw_open(w, NULL, '{');
		write_element(w, &c->el);
		lu_jw_close(w, '}');
	}
	if (n) lu_jw_close(w, ']');
}

static void write_folded(lu_jw *w, const lu_hit *h)
{
	write_some(w, h, "inside", false);
	write_some(w, h, "copies", true);
}

static const char *const fit_name[] = {
	[LU_FIT_WHOLE] = "whole",
	[LU_FIT_INSIDE] = "inside",
	[LU_FIT_OUTLINE] = "outline",
	[LU_FIT_NOTHING] = "none",
};

static lu_code write_hit(const lu_showing *a, const lu_hit *h, const lu_passage *x, lu_jw *w, lu_err *e)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "hit");
	lu_jw_raw(w, "query_id", a->id);
	lu_jw_int(w, "rank", h->rank);
	lu_jw_real(w, "score", h->score, 9);
	if (h->relevance > 0) lu_jw_real(w, "relevance", (double)h->relevance, 3);
	write_element(w, &h->el);
	lu_jw_str(w, "language", h->el.language);
	lu_jw_str(w, "snippet", x->text);
	if (a->how->max_tokens) lu_jw_strz(w, "fit", fit_name[x->fit]);
	write_stages(w, h);
	if (a->explain) write_parts(w, h, a->how->query.by_file);
	lu_jw_int(w, "snippet_line", h->line);
	if (h->stale) lu_jw_bool(w, "stale", true);
	write_via(w, &h->via);
	write_folded(w, h);
	lu_question_pass(w, a->record, "hit");
	lu_jw_close(w, '}');
	return lu_jw_flush(w, stdout, e);
}

/* Print a line with the words that matched in bold. */
static lu_code print_line(lu_str s, const lu_strs *terms, lu_err *e)
{
	for (size_t i = 0, end; i < s.n; i = end) {
		bool word = lu_is_ident(s.s[i]), has = false;
		lu_str run;
		lu_code rc;

		for (end = i + 1; end < s.n && lu_is_ident(s.s[end]) == word; end++) continue;
		run = lu_strn(s.s + i, end - i);
		if (word && (rc = lu_has_term(run, terms, &has, e))) return rc;
		lu_out_text(stdout, has ? LU_BOLD : LU_PLAIN, run);
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
		while (i < line.n && (line.s[i] == ' ' || line.s[i] == '\t')) i++;
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
static lu_code print_passage(const lu_hit *h, const lu_passage *x, const lu_strs *terms, bool whole, lu_err *e)
{
	lu_str s = x->text;
	size_t indent = common_indent(s);
	int width = digits(x->first + lines_of(s) - (s.n > 0));

	for (uint32_t n = x->first; s.n; n++) {
		lu_str line = fit(take_line(&s), indent, whole);
		lu_code rc;

		if (x->first) lu_out_textf(stdout, n == h->line && !whole ? LU_GREEN : LU_DIM, "%*u", width + 2, n);
		fputs(!x->first ? "    " : line.n ? "  " : "", stdout);
		if ((rc = print_line(line, terms, e))) return rc;
		putchar('\n');
	}
	return LU_OK;
}

#define PARTS 6 /* that people are shown */

static void print_parts(const lu_hit *h, bool by_file)
{
	lu_hit_part part[LU_HIT_PARTS];
	size_t n = lu_hit_parts(h, by_file, part);

	for (size_t i = 0; i < n && i < PARTS; i++)
		lu_out_textf(stdout, LU_DIM, "      %+-8.3g %s: %s\n", part[i].value, part[i].name, part[i].text);
}

static void print_copies(const lu_hit *h)
{
	for (size_t i = 0; i < h->n_folded; i++) {
		if (!h->folded[i].copy) continue;
		lu_out_text(stdout, LU_DIM, lu_strz("    also at "));
		lu_out_path(stdout, h->folded[i].el.path, h->folded[i].el.start_line);
		putchar('\n');
	}
}

static lu_code print_text(const lu_showing *a, const lu_hit *h, const lu_passage *x, const lu_strs *terms, lu_err *e)
{
	lu_code rc;

	if (a->numbered) lu_out_textf(stdout, LU_DIM, "%u. ", h->rank);
	lu_out_path(stdout, h->el.path, h->line);
	fputs("  ", stdout);
	lu_out_text(stdout, LU_DIM, h->el.type);
	fputs("  ", stdout);
	lu_out_text(stdout, LU_BOLD, h->el.name);
	lu_out_textf(stdout, LU_DIM, "  %.4g", h->score);
	if (h->stale) lu_out_text(stdout, LU_YELLOW, lu_strz("  stale"));
	putchar('\n');
	for (int s = 0; a->explain && s < LU_HIT_STAGES; s++) {
		if (h->stage[s].rank)
			lu_out_textf(stdout, LU_DIM, "    %-8s rank %-5u score %.6g\n",
				     lu_hit_stage_name((lu_hit_stage)s), h->stage[s].rank, h->stage[s].score);
	}
	if (a->explain && *h->via.from)
		lu_out_textf(stdout, LU_DIM, "    via      %s%s %.*s  %s\n", lu_edge_kind_name(h->via.kind),
			     h->via.in ? " of" : "", LU_FMT(h->via.name), lu_grade_name(h->via.grade));
	if (a->explain) print_parts(h, a->how->query.by_file);
	print_copies(h);
	if ((rc = print_passage(h, x, terms, a->how->max_tokens > 0, e))) return rc;
	putchar('\n');
	return LU_OK;
}

/* A fence that the snippet does not hold. */
static void print_md(const lu_hit *h, lu_str snippet)
{
	size_t run = 0, most = 2;

	for (size_t i = 0; i < snippet.n; i++) {
		run = snippet.s[i] == '`' ? run + 1 : 0;
		if (run > most) most = run;
	}
	printf("%u. ", h->rank);
	lu_out_path_md(h->el.path, h->line, 0);
	lu_out_textf(stdout, LU_PLAIN, " %.*s **%.*s**%s\n\n", LU_FMT(h->el.type), LU_FMT(h->el.name),
		     h->stale ? " (stale)" : "");
	for (size_t i = 0; i <= most; i++) putchar('`');
	lu_out_textf(stdout, LU_PLAIN, "%.*s\n%.*s\n", LU_FMT(h->el.language), LU_FMT(snippet));
	for (size_t i = 0; i <= most; i++) putchar('`');
	puts("\n");
}

/* Its first line when it is not known which one it is. */
static lu_str best_line(const lu_hit *h, const lu_passage *x)
{
	lu_str rest = x->text, line;

	if (!rest.n) return rest;
	line = take_line(&rest);
	for (uint32_t n = x->first; x->first && n < h->line && rest.n; n++) line = take_line(&rest);
	return line;
}

static lu_code print_hit(const lu_showing *a, const lu_hit *h, const lu_passage *x, const lu_strs *terms, lu_jw *w,
			 lu_err *e)
{
	switch (lu_out_format()) {
	case LU_FORMAT_PATHS:
	case LU_FORMAT_LINES: lu_out_place(h->el.path, h->line, h->el.name, best_line(h, x)); return LU_OK;
	case LU_FORMAT_JSON: return write_hit(a, h, x, w, e);
	case LU_FORMAT_MD: print_md(h, x->text); return LU_OK;
	default: return print_text(a, h, x, terms, e);
	}
}

static void tell_corrected(const lu_corrections *c)
{
	lu_buf to = LU_BUF, from = LU_BUF;

	for (size_t i = 0; i < c->n; i++) {
		lu_buf_addf(&to, "%s%.*s", i ? ", " : "", LU_FMT(c->v[i].to));
		lu_buf_addf(&from, "%s%.*s", i ? ", " : "", LU_FMT(c->v[i].from));
	}
	if (to.len) lu_out_warn("showing results for %s, not %s: --no-correct asks as it is written", to.s, from.s);
	lu_buf_free(&to);
	lu_buf_free(&from);
}

static void tell_quoted(const lu_quotes *x)
{
	for (size_t i = 0; i < x->n; i++) {
		const lu_quote *v = &x->v[i];

		if (v->unread)
			lu_out_warn(
				"\"%.*s\" was looked for in part of what holds its words: %lld elements were not read",
				LU_FMT(v->text), (long long)v->unread);
		else if (!v->found)
			lu_out_warn("no element holds the phrase \"%.*s\": its words count like others",
				    LU_FMT(v->text));
	}
}

/* What a program reads in the selection record. */
static void warn(const lu_found *f)
{
	const lu_result *r = &f->result;
	lu_buf words = LU_BUF;

	for (size_t i = 0; i < r->unmatched.n; i++)
		lu_buf_addf(&words, "%s%.*s", i ? ", " : "", LU_FMT(r->unmatched.v[i]));
	if (*r->fallback) lu_out_warn("used %s instead of %s", r->strategy, r->fallback);
	if (words.len) lu_out_warn("no element holds: %s", words.s);
	if (r->translated.text.n)
		lu_out_warn("read as '%.*s': --no-translate asks as it is written", LU_FMT(r->translated.text));
	tell_corrected(&r->corrected);
	tell_quoted(&r->quoted);
	if (f->adaptive && f->selection.stopped == LU_STOP_IRRELEVANT)
		lu_out_warn("nothing relevant: no hit holds enough of the question");
	else if (!r->n) lu_out_warn("nothing found");
	lu_buf_free(&words);
}

static void print_question(lu_str text)
{
	if (lu_out_format() == LU_FORMAT_TEXT) lu_out_textf(stdout, LU_CYAN, "# %.*s\n\n", LU_FMT(text));
	if (lu_out_format() == LU_FORMAT_MD) lu_out_textf(stdout, LU_PLAIN, "## %.*s\n\n", LU_FMT(text));
}

lu_code lu_hits_show(const lu_showing *a, const lu_found *f, lu_err *e)
{
	bool json = lu_out_format() == LU_FORMAT_JSON;
	const lu_result *r = &f->result;
	lu_jw w;
	lu_code rc = LU_OK;

	lu_jw_init(&w);
	if (a->several) print_question(f->text);
	for (size_t i = 0; !rc && i < r->n; i++) rc = print_hit(a, &r->v[i], &f->passage[i], &r->terms, &w, e);
	if (!rc && json) rc = lu_write_selection(a, f, &w, e);
	lu_jw_free(&w);
	if (!json) warn(f);
	return rc;
}
