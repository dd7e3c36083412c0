/* SPDX-License-Identifier: MIT
 * lucus query --answer and --lazy: a text that is made of the hits, with citations. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/out.h"
#include "llm.h"
#include "query.h"
#include "question.h"

static const char *const mode_names[] = { "compact", "refine", "tree", NULL };
static const char *const no_yes[] = { "false", "true", NULL };

static bool answer, stream, lazy;
static int mode = LU_ANSWER_COMPACT, communities = 1;
static int64_t context_tokens = LU_ANSWER_TOKENS, max_hops = 2, max_entities = 50;
static const char *summary_model;

enum { MODE = 1, STREAM, TOKENS, LAZY, HOPS, ENTITIES, COMMUNITIES, SUMMARY };

lu_opt lu_opts_answer[] = {
	LU_OPT_FLAG(0, "answer", &answer,
		    "answer the question from the hits, with citations: by the language model that is configured, else "
		    "by sentences from the code",
		    .heading = "Answers", .daily = true),
	[MODE] = LU_OPT_CHOICE(0, "mode", &mode, "HOW", mode_names,
			       "with --answer, ask the model once (compact), again with more hits each time (refine), "
			       "or for parts of the hits at once and then for the whole (tree)",
			       .env = "LUCUS_ANSWER_MODE", .setting = "answer_mode"),
	[STREAM] = LU_OPT_FLAG(0, "stream", &stream, "print the answer to people while the model writes it"),
	[TOKENS] = LU_OPT_INT(0, "context-tokens", &context_tokens, "N", 100, 1000000,
			      "let the hits have N tokens in a request to the model: whole elements while they fit, "
			      "outlines of the others",
			      .env = "LUCUS_CONTEXT_TOKENS", .setting = "context_tokens"),
	[LAZY] =
		LU_OPT_FLAG(0, "lazy", &lazy,
			    "answer from the hits and from what is near them in the graph, with entities and relations",
			    .env = "LAZY_RAG_ENABLED", .setting = "lazy"),
	[HOPS] = LU_OPT_INT(0, "max-hops", &max_hops, "N", 1, LU_HOPS_MAX,
			    "with --lazy, follow at most N edges in a row", .env = "LAZY_RAG_MAX_HOPS",
			    .setting = "lazy_max_hops"),
	[ENTITIES] = LU_OPT_INT(0, "max-entities", &max_entities, "N", 1, LU_ENTITIES_MAX,
				"with --lazy, take at most N elements", .env = "LAZY_RAG_MAX_ENTITIES",
				.setting = "lazy_max_entities"),
	[COMMUNITIES] =
		LU_OPT_CHOICE(0, "communities", &communities, "BOOL", no_yes,
			      "with --lazy, show the model the elements in groups, by file, and how they relate",
			      .env = "LAZY_RAG_USE_COMMUNITIES", .setting = "lazy_use_communities"),
	[SUMMARY] = LU_OPT_STR(0, "summary-model", &summary_model, "NAME",
			       "with --lazy, ask the model NAME instead of --llm-model",
			       .env = "LAZY_RAG_SUMMARY_MODEL", .setting = "lazy_summary_model", .guarded = true),
	LU_OPT_GROUP(lu_opts_llm),
	LU_OPT_GROUP(lu_opts_prices),
	LU_OPT_END
};

/* ---- options ---- */

static bool given(int i)
{
	return lu_opts_answer[i].origin == LU_FROM_OPTION;
}

static lu_code check_options(lu_err *e)
{
	/* who asks for a mode does not want what the environment turns on */
	if (lazy && !given(LAZY) && given(MODE)) lazy = false;
	for (int i = HOPS; i <= SUMMARY; i++)
		if (given(i) && !lazy)
			return lu_fail(e, LU_EUSAGE,
				       "option '--%s' is for lazy answers, which are off: give --lazy, or set "
				       "LAZY_RAG_ENABLED=true, or the setting lazy of the knowledge base",
				       lu_opts_answer[i].name);
	if (given(MODE) && lazy) return lu_fail(e, LU_EUSAGE, "option '--mode' is for --answer, not for --lazy");
	for (int i = MODE; i <= TOKENS; i++)
		if (given(i) && !answer && !lazy)
			return lu_fail(e, LU_EUSAGE, "option '--%s' needs --answer or --lazy", lu_opts_answer[i].name);
	return LU_OK;
}

static void use_summary_model(void)
{
	const lu_opt *o;

	for (lu_opt_iter it = lu_opt_begin(lu_opts_llm); (o = lu_opt_next(&it));)
		if (!strcmp(o->name, "llm-model")) *o->to.str = summary_model;
}

static lu_code print_piece(void *ctx, lu_str text, lu_err *e)
{
	(void)ctx;
	lu_out_text(stdout, LU_PLAIN, text);
	return fflush(stdout) ? lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno)) : LU_OK;
}

lu_code lu_answering_given(lu_answering *x, lu_err *e)
{
	lu_code rc = check_options(e);

	*x = (lu_answering){ .on = answer || lazy };
	x->stream = stream && !lu_out_is_json() && !lu_out_is_places();
	x->o.answer = (lu_answer_options){ .mode = lazy ? LU_ANSWER_LAZY : (lu_answer_mode)mode,
					   .max_tokens = context_tokens,
					   .communities = communities,
					   .piece = x->stream ? print_piece : NULL };
	x->o.near = (lu_lazy_options){ .max_hops = max_hops, .max_entities = max_entities, .communities = communities };
	if (!rc && lazy && summary_model && *summary_model) use_summary_model();
	return rc;
}

/* ---- what is shown ---- */

/* The citation that is the first of its source. */
static bool is_first(const lu_response *r, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (r->cite[k].source == r->cite[i].source) return false;
	return true;
}

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

static void print_sources(const lu_response *r)
{
	bool md = lu_out_format() == LU_FORMAT_MD;

	for (const lu_citation *c = next_source(r, 0); c; c = next_source(r, c->source)) {
		printf("%s[%zu] ", md ? "- " : "", c->source);
		if (md) {
			lu_out_path_md(c->path, c->start_line, c->end_line);
			lu_out_textf(stdout, LU_PLAIN, " **%.*s**%s\n", LU_FMT(c->name), c->stale ? " (stale)" : "");
			continue;
		}
		lu_out_path(stdout, c->path, c->start_line);
		lu_out_textf(stdout, LU_PLAIN, "-%u  ", c->end_line);
		lu_out_text(stdout, LU_BOLD, c->name);
		if (c->stale) lu_out_text(stdout, LU_YELLOW, lu_strz("  stale"));
		putchar('\n');
	}
}

static void print_strs(const char *what, lu_strs v)
{
	lu_buf b = LU_BUF;

	for (size_t i = 0; i < v.n; i++) lu_buf_addf(&b, "%s%.*s", i ? ", " : "", LU_FMT(v.v[i]));
	if (v.n) lu_out_warn("%s: %s", what, b.s);
	lu_buf_free(&b);
}

static void print_answer(const lu_response *r, bool streamed)
{
	if (!streamed) lu_out_text(stdout, LU_PLAIN, r->text);
	fputs(lu_str_ends(r->text, "\n") ? "\n" : "\n\n", stdout);
	print_sources(r);
	lu_out_textf(stdout, LU_DIM, "\nconfidence %.2f%s\n\n", r->confidence,
		     r->confidence < LU_ANSWER_LOW ? ", which is low" : "");
	if (r->mode != LU_ANSWER_EXTRACTIVE) print_strs("nothing was found about", r->missing); /* that one says it */
	print_strs("citations of what is no source were taken out", r->removed);
	print_strs("names that no source holds", r->unsupported);
	if (r->fallback.n) lu_out_warn("the model failed: %.*s", LU_FMT(r->fallback));
}

static void print_places(const lu_response *r)
{
	for (size_t i = 0; i < r->n_cite; i++) {
		if (!is_first(r, i)) continue;
		lu_out_place(r->cite[i].path, r->cite[i].start_line, r->cite[i].name, r->cite[i].claim);
	}
}

static lu_code write_record(const lu_showing *a, const lu_found *f, const lu_answered *r, lu_err *e)
{
	lu_jw w;
	lu_code rc;

	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	lu_jw_strz(&w, "record", "answer");
	lu_jw_raw(&w, "query_id", a->id);
	lu_response_write(&w, &r->response, r->cached);
	lu_jw_str(&w, "query", f->text);
	lu_question_pass(&w, a->record, "answer");
	lu_jw_close(&w, '}');
	rc = lu_jw_flush(&w, stdout, e);
	lu_jw_free(&w);
	return rc;
}

static lu_code show(const lu_answering *x, const lu_showing *a, const lu_found *f, const lu_answered *r, lu_err *e)
{
	switch (lu_out_format()) {
	case LU_FORMAT_JSON: return write_record(a, f, r, e);
	case LU_FORMAT_PATHS:
	case LU_FORMAT_LINES: print_places(&r->response); break;
	default: print_answer(&r->response, x->stream && !r->cached);
	}
	return fflush(stdout) ? lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno)) : LU_OK;
}

lu_code lu_answer_show(const lu_answering *x, lu_session *s, const lu_showing *a, lu_found *f, lu_err *e)
{
	lu_answered *r = NULL;
	lu_code rc = lu_session_answer(s, NULL, f, &x->o, &r, e);

	if (!rc) rc = show(x, a, f, r, e);
	lu_answered_free(r);
	return rc;
}
