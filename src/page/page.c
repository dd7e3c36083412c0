/* SPDX-License-Identifier: MIT */
#include "page/page.h"

#include <stdio.h>

#include "core/markup.h"
#include "lucus/hash.h"

/* ---- files ---- */

#define FILE_OF(label) \
	extern const char lu__page_##label[], lu__page_##label##_end[]; \
	static lu_str label##_body(void) \
	{ \
		return lu_strn(lu__page_##label, (size_t)(lu__page_##label##_end - lu__page_##label)); \
	}
FILE_OF(index)
FILE_OF(icon)
FILE_OF(style)
FILE_OF(main)
FILE_OF(api)
FILE_OF(code)
FILE_OF(dom)
FILE_OF(graph)
FILE_OF(map)
FILE_OF(places)
FILE_OF(results)

#define SCRIPT "text/javascript; charset=utf-8"

static const struct {
	const char *name, *type;
	lu_str (*body)(void);
} files[] = {
	{ "icon.svg", "image/svg+xml", icon_body }, { "page.css", "text/css; charset=utf-8", style_body },
	{ "main.js", SCRIPT, main_body },           { "api.js", SCRIPT, api_body },
	{ "code.js", SCRIPT, code_body },           { "dom.js", SCRIPT, dom_body },
	{ "graph.js", SCRIPT, graph_body },         { "map.js", SCRIPT, map_body },
	{ "places.js", SCRIPT, places_body },       { "results.js", SCRIPT, results_body },
};

lu_code lu_page_find(lu_str name, lu_page_file *out, lu_err *e)
{
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		if (!lu_str_eqz(name, files[i].name)) continue;
		*out = (lu_page_file){ .name = files[i].name, .type = files[i].type, .body = files[i].body() };
		snprintf(out->tag, sizeof out->tag, "\"%016llx\"", (unsigned long long)lu_digest64(out->body, 0));
		return LU_OK;
	}
	return lu_fail(e, LU_ENOENT, "the page has no such file");
}

/* ---- hits and answers, without a script ---- */

static void put_place(lu_buf *b, const lu_brief *el)
{
	lu_buf_adds(b, "<div class=\"place\">");
	lu_markup(b, el->path);
	if (el->start_line) lu_buf_addf(b, ":%u", el->start_line);
	lu_buf_adds(b, "</div>");
}

static void put_hit(lu_buf *b, const lu_hit *h, const lu_shown *shown)
{
	lu_buf_addf(b, "<li class=\"hit\"><h3><span class=\"kind\">%u. </span>", h->rank);
	lu_markup(b, h->el.name);
	lu_buf_adds(b, "<span class=\"kind\"> ");
	lu_markup(b, h->el.type);
	lu_buf_adds(b, "</span></h3>");
	put_place(b, &h->el);
	if (shown && shown->text.n) {
		lu_buf_adds(b, "<pre tabindex=\"0\">");
		lu_markup(b, shown->text);
		lu_buf_adds(b, "</pre>");
	}
	lu_buf_adds(b, "</li>\n");
}

static void put_hits(lu_buf *b, const lu_found *f)
{
	if (!f->result.n) {
		lu_buf_adds(b,
			    "<p class=\"note\">Nothing was found. Other words, or a name from the code, may help.</p>");
		return;
	}
	lu_buf_adds(b, "<ol class=\"hits\">\n");
	for (size_t i = 0; i < f->result.n; i++) put_hit(b, &f->result.v[i], f->shown ? &f->shown[i] : NULL);
	lu_buf_adds(b, "</ol>");
}

static void put_answer(lu_buf *b, const lu_response *r)
{
	lu_buf_adds(b, "<article class=\"answer\"><h2>Answer</h2><pre tabindex=\"0\">");
	lu_markup(b, r->text);
	lu_buf_adds(b, "</pre></article>\n");
}

static void put_results(lu_buf *b, const lu_page_shown *p)
{
	if (p->problem) {
		lu_buf_adds(b, "<p class=\"error\" role=\"alert\">");
		lu_markupz(b, p->problem);
		lu_buf_adds(b, "</p>");
	}
	if (p->answer) put_answer(b, &p->answer->response);
	if (p->found) put_hits(b, p->found);
}

/* ---- the page ---- */

static void put_kbs(lu_buf *b, const lu_page_shown *p)
{
	for (size_t i = 0; i < p->kbs.n; i++) {
		lu_buf_adds(b, "<option value=\"");
		lu_markup(b, p->kbs.v[i]);
		lu_buf_addf(b, "\"%s>", lu_str_eq(p->kbs.v[i], p->kb) ? " selected" : "");
		lu_markup(b, p->kbs.v[i]);
		lu_buf_adds(b, "</option>");
	}
}

/* What stands for the mark @NAME@. */
static void put_mark(lu_buf *b, lu_str name, const lu_page_shown *p)
{
	if (lu_str_eqz(name, "QUESTION")) lu_markup(b, p->question);
	else if (lu_str_eqz(name, "RESULTS")) put_results(b, p);
	else if (lu_str_eqz(name, "KBS")) put_kbs(b, p);
	else if (lu_str_eqz(name, "MODE_HITS")) lu_buf_adds(b, p->answers ? "" : " selected");
	else if (lu_str_eqz(name, "MODE_ANSWER")) lu_buf_adds(b, p->answers ? " selected" : "");
	else if (lu_str_eqz(name, "TITLE") && p->question.n) {
		lu_markup(b, p->question);
		lu_buf_adds(b, " - ");
	}
}

/* Marks stand in the file alone, in pairs: what is put in their place is not looked at. */
lu_code lu_page_write(const lu_page_shown *p, lu_buf *out, lu_err *e)
{
	lu_str rest = index_body();
	bool mark = false;

	for (size_t i = 0, n; i <= rest.n; i += n + 1, mark = !mark) {
		const char *at = memchr(rest.s + i, '@', rest.n - i);

		n = at ? (size_t)(at - rest.s) - i : rest.n - i;
		if (mark) put_mark(out, lu_strn(rest.s + i, n), p);
		else lu_buf_add(out, rest.s + i, n);
	}
	return out->oom ? lu_nomem(e) : LU_OK;
}
