/* SPDX-License-Identifier: MIT
 * ask: an answer in words, with citations. */
#include <stdio.h>

#include "mcp/tool.h"

enum { PLAIN, LAZY, BROAD };
static const char *const modes[] = { "plain", "lazy", "lazy_graph", NULL };

static void show_citations(lu__page *p, const lu_response *r)
{
	for (size_t last = 0;;) {
		const lu_citation *best = NULL;
		char detail[32];

		for (size_t i = 0; i < r->n_cite; i++)
			if (r->cite[i].source > last && (!best || r->cite[i].source < best->source)) best = &r->cite[i];
		if (!best) return;
		snprintf(detail, sizeof detail, "[%zu]%s", best->source, best->stale ? " changed" : "");
		lu__page_item(p, &(lu__item){ .role = "citation",
					      .path = best->path,
					      .line = best->start_line,
					      .end = best->end_line,
					      .type = lu_strz("cited"),
					      .name = best->name,
					      .detail = detail });
		last = best->source;
	}
}

static void show(lu__page *p, const lu_response *r)
{
	lu_buf missing = LU_BUF;
	size_t budget = p->budget;

	p->budget = budget * 3 / 4; /* the rest is for citations */
	lu__page_text(p, "answer", r->text);
	p->budget = budget;
	show_citations(p, r);
	for (size_t i = 0; i < r->missing.n && i < 8; i++)
		lu_buf_addf(&missing, "%s%.*s", i ? ", " : "", LU_FMT(r->missing.v[i]));
	lu__page_note(p, "confidence %.2f%s%s%s", r->confidence, r->confidence < LU_ANSWER_LOW ? ", which is low" : "",
		      missing.len ? "; not found: " : "", missing.s);
	if (!r->model.n) lu__page_note(p, "no language model is configured: these are sentences from the code");
	if (r->fallback.n) lu__page_note(p, "the language model failed: %.*s", LU_FMT(r->fallback));
	lu_buf_free(&missing);
}

static lu_code answer(lu__call *c, lu_str question, const lu_search_options *o, int mode, lu__page *p, lu_err *e)
{
	lu_ask_options how = c->base.ask;
	lu_found *f = NULL;
	lu_answered *a = NULL;
	lu_code rc = lu_session_search(c->base.session, c->request, question, o, &f, e);

	if (rc) return rc;
	c->progress->tell(c->progress->ctx, 1, 2, "answering");
	if (mode == LAZY) how.answer.mode = LU_ANSWER_LAZY;
	rc = mode == BROAD
		     ? lu_session_lazy_graph(c->base.session, c->request, f, &c->base.lazy_graph, &how.answer, &a, e)
		     : lu_session_answer(c->base.session, c->request, f, &how, &a, e);
	if (!rc) show(p, &a->response);
	lu__call_asked(c, f);
	lu_answered_free(a);
	lu_found_free(f);
	return rc;
}

lu_code lu__tool_ask(lu__call *c, lu__args *args, lu__page *p, lu_err *e)
{
	lu_search_options o = c->base.search;
	lu_str question = { NULL, 0 };
	int mode = PLAIN;
	lu_code rc;

	lu__args_str(args, "question", &question);
	lu__args_choice(args, "mode", modes, &mode);
	lu__args_paths(args, "paths", &o.query.paths);
	if ((rc = lu__args_end(args, e))) return rc;
	if (!question.n) return lu_fail(e, LU_EUSAGE, "argument 'question' is missing");
	o.show = LU_SHOW_PLACES;
	o.answers = true;
	c->progress->tell(c->progress->ctx, 0, 2, "searching");
	return answer(c, question, &o, mode, p, e);
}
