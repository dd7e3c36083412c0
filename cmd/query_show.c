/* SPDX-License-Identifier: MIT
 * Hits and answers on their way out, and what people are warned of beside them. */
#include <stdio.h>

#include "cli/out.h"
#include "query.h"
#include "question.h"

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

/* What a program reads in the selection record; a person has no use for "happens". */
static void warn(const lu_found *f)
{
	const lu_result *r = &f->result;
	lu_buf words = LU_BUF;

	for (size_t i = 0; i < r->unmatched.n; i++)
		if (lu_tells(r->unmatched.v[i]))
			lu_buf_addf(&words, "%s%.*s", words.len ? ", " : "", LU_FMT(r->unmatched.v[i]));
	if (*r->fallback) lu_out_warn("used %s instead of %s", r->strategy, r->fallback);
	if (words.len) lu_out_warn("no element holds: %s", words.s);
	if (r->translated.text.n)
		lu_out_warn("read as '%.*s': --no-translate asks as it is written", LU_FMT(r->translated.text));
	tell_corrected(&r->corrected);
	tell_quoted(&r->quoted);
	if (f->adaptive && f->selection.stopped == LU_STOP_IRRELEVANT)
		lu_out_warn("nothing relevant: no hit holds enough of the question");
	else if (f->adaptive && f->selection.passed)
		lu_out_warn("passed over %zu hit%s that would not fit into --token-budget", f->selection.passed,
			    f->selection.passed > 1 ? "s" : "");
	else if (!r->n) lu_out_warn("nothing found");
	for (size_t i = 0; i < f->unfit.n; i++)
		lu_out_warn("no file that is stored fits --path '%.*s', from the root", LU_FMT(f->unfit.v[i]));
	lu_buf_free(&words);
}

/* What the question's record has beyond what records of kind `to` have. */
static lu_code pass(const cmd_showing *a, const char *to, lu_jw *w, lu_str *out, lu_err *e)
{
	cmd_question_pass(w, a->record, to);
	*out = lu_buf_str(&w->out);
	return w->out.oom ? lu_nomem(e) : LU_OK;
}

static lu_hits_shown shown_of(const cmd_showing *a, const lu_found *f)
{
	return (lu_hits_shown){ .found = f,
				.how = a->how,
				.id = a->id,
				.explain = a->explain,
				.several = a->several,
				.numbered = a->numbered };
}

/* What is printed where the hit has no source, but its colours. */
size_t cmd_hits_beside(void *showing, lu_str question, const lu_hit *h)
{
	lu_shown nothing = { .tokens = 0 };
	lu_found one = { .text = question,
			 .shown = &nothing,
			 .result = { .v = (lu_hit *)(uintptr_t)h, .n = h != NULL } };
	lu_hits_shown s = shown_of(showing, &one);
	lu_sink o = lu_out_sink(stdout);
	size_t n;

	o.f = NULL;
	o.color = false;
	s.several &= !h;
	if (lu_render_hits(&o, &s, NULL)) lu_buf_reset(&o.out); /* memory is out, as it is for who searches */
	n = o.out.len;
	lu_buf_free(&o.out);
	return n;
}

lu_code cmd_hits_show(const cmd_showing *a, const lu_found *f, lu_err *e)
{
	lu_sink o = lu_out_sink(stdout);
	lu_hits_shown s = shown_of(a, f);
	lu_jw hit, selection;
	lu_code rc;

	lu_jw_init(&hit);
	lu_jw_init(&selection);
	rc = pass(a, "hit", &hit, &s.extra, e);
	if (!rc) rc = pass(a, "selection", &selection, &s.extra_selection, e);
	if (!rc) rc = lu_render_hits(&o, &s, e);
	lu_jw_free(&selection);
	lu_jw_free(&hit);
	if (!lu_out_is_json()) warn(f);
	return rc;
}

/* ---- answers ---- */

static void tell_strs(const char *what, lu_strs v)
{
	lu_buf b = LU_BUF;

	for (size_t i = 0; i < v.n; i++) lu_buf_addf(&b, "%s%.*s", i ? ", " : "", LU_FMT(v.v[i]));
	if (v.n) lu_out_warn("%s: %s", what, b.s);
	lu_buf_free(&b);
}

/* What a program reads in the answer's record. */
static void warn_of_answer(const lu_response *r)
{
	if (r->mode != LU_ANSWER_EXTRACTIVE) tell_strs("nothing was found about", r->missing); /* that one says it */
	tell_strs("citations of what is no source were taken out", r->removed);
	tell_strs("names that no source holds", r->unsupported);
	if (r->fallback.n) lu_out_warn("the model failed: %.*s", LU_FMT(r->fallback));
}

lu_code cmd_answer_print(const cmd_showing *a, const lu_found *f, const lu_answered *r, bool streamed, lu_err *e)
{
	lu_sink o = lu_out_sink(stdout);
	lu_answer_shown s = { .answer = r, .id = a->id, .text = f->text, .streamed = streamed };
	lu_jw w;
	lu_code rc;

	lu_jw_init(&w);
	rc = pass(a, "answer", &w, &s.extra, e);
	if (!rc) rc = lu_render_answer(&o, &s, e);
	lu_jw_free(&w);
	if (!rc && !lu_out_is_json() && !lu_out_is_places()) warn_of_answer(&r->response);
	return rc;
}
