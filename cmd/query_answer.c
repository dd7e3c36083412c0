/* SPDX-License-Identifier: MIT
 * lucus query --answer and --lazy: a text that is made of the hits, with citations. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/out.h"
#include "llm.h"
#include "lucus/file.h"
#include "lucus/ledger.h"
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

/* Answers by another model, or another way, are others. */
static void note_settings(const lu_answering *x, lu_buf *out)
{
	const lu_opt *o;

	lu_buf_addf(out, "%d %lld %lld %lld %d %s\n", (int)x->o.mode, (long long)x->o.max_tokens,
		    (long long)x->near.max_hops, (long long)x->near.max_entities, x->near.communities,
		    x->chat ? lu_chat_model(x->chat) : "");
	for (lu_opt_iter it = lu_opt_begin(lu_opts_llm); x->chat && (o = lu_opt_next(&it));) {
		lu_buf_addf(out, "%s=", o->name);
		lu_opt_value(o, out);
		lu_buf_addc(out, '\n');
	}
}

/* What a name means decides on what an answer says to be absent. */
static lu_code note_aliases(lu_store *s, lu_buf *out, lu_err *e)
{
	lu_arena a = { 0 };
	lu_synonym *v = NULL;
	size_t n = 0;
	lu_code rc = lu_store_synonyms(s, &a, &v, &n, e);

	for (size_t i = 0; i < n && !rc; i++) lu_buf_addf(out, "%.*s=%.*s\n", LU_FMT(v[i].name), LU_FMT(v[i].uuid));
	lu_arena_free(&a);
	return rc;
}

lu_code lu_answering_open(lu_answering *x, lu_store *s, lu_err *e)
{
	lu_code rc = check_options(e);

	*x = (lu_answering){ .on = answer || lazy, .lazy = lazy, .settings = LU_BUF };
	if (rc || !x->on) return rc;
	x->stream = stream && !lu_out_is_json() && !lu_out_is_places();
	x->o.mode = lazy ? LU_ANSWER_LAZY : (lu_answer_mode)mode;
	x->o.max_tokens = context_tokens;
	x->o.communities = communities;
	x->near = (lu_lazy_options){ .max_hops = max_hops, .max_entities = max_entities, .communities = communities };
	if (lazy && summary_model && *summary_model) use_summary_model();
	rc = lu_llm_open(&x->chat, e);
	if (!rc) note_settings(x, &x->settings);
	if (!rc) rc = note_aliases(s, &x->settings, e);
	return !rc && x->settings.oom ? lu_nomem(e) : rc;
}

void lu_answering_close(lu_answering *x)
{
	lu_chat_close(x->chat);
	if (x->settings.s) lu_buf_free(&x->settings);
}

/* ---- what is shown ---- */

static lu_code print_piece(void *ctx, lu_str text, lu_err *e)
{
	(void)ctx;
	lu_out_text(stdout, LU_PLAIN, text);
	return fflush(stdout) ? lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno)) : LU_OK;
}

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

static lu_code write_record(const lu_asked *q, const lu_response *r, lu_err *e)
{
	lu_jw w;
	lu_code rc;

	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	lu_jw_strz(&w, "record", "answer");
	lu_jw_raw(&w, "query_id", q->id);
	lu_response_write(&w, r, q->kept);
	lu_jw_str(&w, "query", q->text);
	lu_question_pass(&w, q->record, "answer");
	lu_jw_close(&w, '}');
	rc = lu_jw_flush(&w, stdout, e);
	lu_jw_free(&w);
	return rc;
}

static lu_code show(const lu_asked *q, lu_response *r, bool streamed, lu_err *e)
{
	r->times.total = lu_now() - q->start;
	switch (lu_out_format()) {
	case LU_FORMAT_JSON: return write_record(q, r, e);
	case LU_FORMAT_PATHS:
	case LU_FORMAT_LINES: print_places(r); break;
	default: print_answer(r, streamed);
	}
	return fflush(stdout) ? lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno)) : LU_OK;
}

/* ---- making it ---- */

/* Are all files of an answer as they were when it was made? */
static lu_code is_true(const lu_asked *q, const lu_response *r, bool *is, lu_err *e)
{
	lu_file_state state = LU_FILE_SAME;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < r->n_cite && state == LU_FILE_SAME && !rc; i++)
		rc = lu_fresh_file(q->fresh, r->cite[i].path, &state, e);
	for (size_t i = 0; i < r->n_entity && state == LU_FILE_SAME && !rc; i++)
		rc = lu_fresh_file(q->fresh, r->entity[i].path, &state, e);
	*is = state == LU_FILE_SAME;
	return rc;
}

static bool from_cache(const lu_answering *x, const lu_asked *q, lu_response *out)
{
	lu_buf text = LU_BUF;
	lu_json *v = NULL;
	lu_err e;
	bool found = lu_cache_get_text(q->cache, q->key, lu_buf_str(&x->settings), &text) &&
		     !lu_json_parse(lu_buf_str(&text), &v, &e) && !lu_response_read(v, out, &e);

	lu_json_free(v);
	lu_buf_free(&text);
	return found;
}

/* An answer that a model should have given is asked for again. */
static void into_cache(const lu_answering *x, const lu_asked *q, const lu_response *r)
{
	lu_jw w;

	if (r->fallback.n || q->hits->passing || q->touched) return;
	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	lu_response_write(&w, r, false);
	lu_jw_close(&w, '}');
	if (!w.out.oom) lu_cache_put_text(q->cache, q->key, lu_buf_str(&x->settings), lu_buf_str(&w.out));
	lu_jw_free(&w);
}

/* What is near the hits, as the hits were looked at. */
static lu_code look(void *ctx, lu_brief *el, bool *gone, bool *stale, lu_err *e)
{
	lu_asked *q = ctx;

	return lu_fresh_look(q->fresh, el, gone, stale, &q->touched, e);
}

static lu_code read_sources(const lu_answering *x, lu_asked *q, lu_sources *out, lu_err *e)
{
	lu_lazy_options near = x->near;
	lu_store *s = q->search->store;

	if (!x->lazy) return lu_sources_read(s, q->hits->v, q->hits->n, out, e);
	near.look = look;
	near.ctx = q;
	return lu_sources_expand(s, q->search->retriever, q->hits->v, q->hits->n, &near, q->key->o, out, e);
}

static lu_code make(lu_answering *x, lu_asked *q, lu_response *out, lu_err *e)
{
	lu_answer_times t = { .seed = q->seed, .expand = -1, .total = -1 };
	double start = lu_now(), now;
	lu_sources src = { 0 };
	lu_cover cover = { 0 };
	lu_arena a = { 0 };
	lu_code rc = lu_search_ready(q->search, q->vectors, e);

	if (!rc) rc = read_sources(x, q, &src, e);
	now = lu_now();
	if (x->lazy) t.expand = now - start;
	if (!rc)
		rc = lu_cover_question(q->search->retriever, q->search->store,
				       q->hits->translated.text.n ? q->hits->translated.text : q->text,
				       &q->hits->corrected, &src, &a, &cover, e);
	cover.scoped = q->key->o->paths.n || q->key->o->languages.n || q->key->o->types.n;
	if (!rc) rc = lu_answer_question(x->chat, q->text, &src, &cover, &x->o, out, e);
	if (!rc) {
		t.model = out->times.model;
		t.context = lu_now() - (x->lazy ? now : start) - (t.model > 0 ? t.model : 0);
		out->times = t;
	}
	lu_sources_free(&src);
	lu_arena_free(&a);
	return rc;
}

/* What was asked, and what it cost. That it can not be noted does not take the answer back. */
static void note(const lu_asked *q, const lu_response *r)
{
	lu_ledger_entry x = { .purpose = LU_FOR_ANSWER, .model = r->model, .cache_hits = q->kept };
	lu_err e;

	if (!q->kept) {
		x.requests = r->requests;
		x.tokens_in = r->tokens_in;
		x.tokens_cached = r->tokens_cached;
		x.tokens_out = r->tokens_out;
		x.cost = r->cost;
	}
	if (r->model.n && lu_ledger_add(q->search->store, &x, &e)) lu_out_warn("%s", e.msg);
}

lu_code lu_answer_show(lu_answering *x, lu_asked *q, lu_err *e)
{
	lu_response r;
	lu_code rc = LU_OK;
	bool is = true;

	q->kept = from_cache(x, q, &r);
	if (q->kept && ((rc = is_true(q, &r, &is, e)) || !is)) {
		lu_response_free(&r);
		q->kept = false;
	}
	x->o.piece = x->stream ? print_piece : NULL;
	if (!rc && !q->kept) rc = make(x, q, &r, e);
	if (rc) return rc;
	rc = show(q, &r, x->stream && !q->kept, e);
	lu_log("answer", "mode=%s citations=%zu confidence=%.3f requests=%lld cached=%s seconds=%.6f",
	       lu_answer_mode_name(r.mode), r.n_cite, r.confidence, (long long)(q->kept ? 0 : r.requests),
	       q->kept ? "yes" : "no", r.times.total);
	if (!rc && !q->kept) into_cache(x, q, &r);
	note(q, &r);
	lu_response_free(&r);
	return rc;
}
