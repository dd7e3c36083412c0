/* SPDX-License-Identifier: MIT
 * lucus query --answer, --lazy and --lazy-graph: a text that is made of the hits, with citations. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/out.h"
#include "llm.h"
#include "query_global.h"
#include "question.h"

static const char *const mode_names[] = { "compact", "refine", "tree", NULL };
static const char *const no_yes[] = { "false", "true", NULL };

static bool answer, stream, lazy;
static int mode = LU_ANSWER_COMPACT, communities = 1;
static int64_t context_tokens = LU_ANSWER_TOKENS, max_hops = 2, max_entities = 50;
static const char *summary_model;

enum { MODE, TOKENS, LAZY, HOPS, ENTITIES, COMMUNITIES, SUMMARY };

lu_opt cmd_opts_answering[] = {
	[MODE] = LU_OPT_CHOICE(0, "mode", &mode, "HOW", mode_names,
			       "with --answer, ask the model once (compact), again with more hits each time (refine), "
			       "or for parts of the hits at once and then for the whole (tree)",
			       .env = "LUCUS_ANSWER_MODE", .setting = "answer_mode", .heading = "Answers"),
	[TOKENS] = LU_OPT_INT(0, "context-tokens", &context_tokens, "N", 100, 1000000,
			      "let the hits have N tokens in a request to the model: whole elements while they fit, "
			      "outlines of the others",
			      .env = "LUCUS_CONTEXT_TOKENS", .setting = "context_tokens"),
	[LAZY] =
		LU_OPT_FLAG(0, "lazy", &lazy,
			    "answer from the hits and from what is near them in the graph, with entities and relations",
			    .env = "LAZY_RAG_ENABLED", .setting = "lazy", .guarded = true),
	[HOPS] = LU_OPT_INT(0, "max-hops", &max_hops, "N", 1, LU_HOPS_MAX,
			    "with --lazy, follow at most N edges in a row", .env = "LAZY_RAG_MAX_HOPS",
			    .setting = "lazy_max_hops"),
	[ENTITIES] = LU_OPT_INT(0, "max-entities", &max_entities, "N", 1, LU_ENTITIES_MAX,
				"with --lazy, take at most N elements", .env = "LAZY_RAG_MAX_ENTITIES",
				.setting = "lazy_max_entities"),
	[COMMUNITIES] = LU_OPT_CHOICE(
		0, "communities", &communities, "BOOL", no_yes,
		"with --lazy, show the model the elements by community, with a summary of each, and how they relate",
		.env = "LAZY_RAG_USE_COMMUNITIES", .setting = "lazy_use_communities"),
	[SUMMARY] = LU_OPT_STR(0, "summary-model", &summary_model, "NAME",
			       "with --lazy, ask the model NAME instead of --llm-model",
			       .env = "LAZY_RAG_SUMMARY_MODEL", .setting = "lazy_summary_model", .guarded = true),
	LU_OPT_GROUP(cmd_opts_llm),
	LU_OPT_GROUP(cmd_opts_prices),
	LU_OPT_END
};

enum { ANSWER, STREAM };

lu_opt cmd_opts_answer[] = {
	[ANSWER] = LU_OPT_FLAG(
		0, "answer", &answer,
		"answer the question from the hits, with citations: by the language model that is configured, else "
		"by sentences from the code",
		.heading = "Answers", .daily = true),
	[STREAM] = LU_OPT_FLAG(
		0, "stream", &stream,
		"give the answer while the model writes it: for programs, as token records before the whole"),
	LU_OPT_GROUP(cmd_opts_global),
	LU_OPT_GROUP(cmd_opts_answering),
	LU_OPT_END
};

/* ---- options ---- */

static bool given(const lu_opt *o)
{
	return o->origin == LU_FROM_OPTION;
}

/* Of what the environment and settings turn on, that is meant which the command line asks for. */
static lu_code choose(lu_err *e)
{
	bool plain = given(&cmd_opts_answer[ANSWER]), near = given(&cmd_opts_answering[LAZY]),
	     broad = cmd_lazy_graph_is_asked();

	if (broad && (plain || near))
		return lu_fail(e, LU_EUSAGE, "options '--lazy-graph' and '--%s' exclude each other",
			       near ? "lazy" : "answer");
	if (broad && cmd_global_on())
		return lu_fail(e, LU_EUSAGE, "options '--global' and '--lazy-graph' exclude each other");
	if (broad) lazy = false;
	else if (plain || near || cmd_global_on()) cmd_lazy_graph_off();
	return LU_OK;
}

static lu_code check_lazy(const lu_opt *o, lu_err *e)
{
	if (!given(o) || lazy) return LU_OK;
	return lu_fail(
		e, LU_EUSAGE,
		"option '--%s' is for lazy answers, which are off: give --lazy, or set LAZY_RAG_ENABLED=true, or "
		"the setting lazy of the knowledge base",
		o->name);
}

/* `also`: it is of these answers, too. */
static lu_code check_needs(const lu_opt *o, bool also, const char *also_name, lu_err *e)
{
	if (!given(o) || answer || lazy || also || cmd_global_on()) return LU_OK;
	return lu_fail(e, LU_EUSAGE, "option '--%s' needs --answer or --lazy%s", o->name, also_name);
}

static lu_code check_options(bool is_graph, lu_err *e)
{
	static const char wide[] = ", or --lazy-graph or --global";
	const lu_opt *how = &cmd_opts_answering[MODE];
	lu_code rc = LU_OK;

	/* who gives a mode does not want what the environment turns on */
	if (lazy && !given(&cmd_opts_answering[LAZY]) && given(how)) lazy = false;
	for (int i = HOPS; i <= SUMMARY && !rc; i++) rc = check_lazy(&cmd_opts_answering[i], e);
	if (!rc && given(how) && lazy) rc = lu_fail(e, LU_EUSAGE, "option '--mode' is for --answer, not for --lazy");
	if (!rc) rc = check_needs(how, false, "", e);
	if (!rc) rc = check_needs(&cmd_opts_answer[STREAM], is_graph, wide, e);
	return rc ? rc : check_needs(&cmd_opts_answering[TOKENS], is_graph, wide, e);
}

static void use_summary_model(void)
{
	const lu_opt *o;

	for (lu_opt_iter it = lu_opt_begin(cmd_opts_llm); (o = lu_opt_next(&it));)
		if (!strcmp(o->name, "llm-model")) *o->to.str = summary_model;
}

static lu_code print_token(const cmd_showing *a, lu_str text, bool again, lu_err *e)
{
	lu_sink o = lu_out_sink(stdout);
	lu_code rc = lu_render_token(&o, a->id, text, again, e);

	if (!rc && fflush(stdout)) rc = lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno));
	return rc;
}

static lu_code on_piece(void *ctx, lu_str text, lu_err *e)
{
	return print_token(ctx, text, false, e);
}

static lu_code on_again(void *ctx, lu_err *e)
{
	return print_token(ctx, lu_strn("", 0), true, e);
}

void cmd_answering_of(lu_ask_options *o, bool *is_lazy)
{
	*o = (lu_ask_options){
		.answer = { .mode = (lu_answer_mode)mode, .max_tokens = context_tokens, .communities = communities },
		.near = { .max_hops = max_hops, .max_entities = max_entities, .communities = communities }
	};
	*is_lazy = lazy;
	if (lazy && summary_model && *summary_model) use_summary_model();
}

lu_code cmd_answering_given(cmd_answering *x, lu_err *e)
{
	lu_code rc = choose(e);

	*x = (cmd_answering){ .on = false };
	if (!rc) rc = cmd_lazy_graph_given(&x->is_lazy_graph, &x->lazy_graph, e);
	/* who asks for everything, or for a search, does not want what the environment turns on */
	if ((cmd_global_on() && !given(&cmd_opts_answering[LAZY])) || x->is_lazy_graph) lazy = false;
	if (!rc) rc = check_options(x->is_lazy_graph, e);
	x->on = answer || lazy || x->is_lazy_graph || cmd_global_on();
	x->stream = stream && !lu_out_is_places();
	cmd_answering_of(&x->o, &lazy);
	if (lazy) x->o.answer.mode = LU_ANSWER_LAZY;
	x->o.answer.piece = x->stream ? on_piece : NULL;
	x->o.answer.again = on_again;
	if (!rc) rc = cmd_global_given(lazy ? "lazy" : given(&cmd_opts_answering[MODE]) ? "mode" : NULL, &x->o, e);
	return rc;
}

lu_code cmd_answer_show(const cmd_answering *x, lu_session *s, const cmd_showing *a, lu_found *f, lu_err *e)
{
	lu_ask_options o = x->o;
	cmd_showing of = *a;
	lu_answered *r = NULL;
	lu_code rc;

	if (cmd_global_dry()) return cmd_global_estimate(s, a, f, &o, e);
	o.answer.ctx = &of;
	if (x->is_lazy_graph) rc = cmd_lazy_graph_ask(x, s, &of, f, &o.answer, &r, e);
	else rc = lu_session_answer(s, NULL, f, &o, &r, e);
	if (!rc) rc = cmd_answer_print(a, f, r, x->stream, e);
	if (!rc && fflush(stdout)) rc = lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno));
	lu_answered_free(r);
	return rc;
}
