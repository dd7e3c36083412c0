/* SPDX-License-Identifier: MIT
 * lucus query: the elements that a question is about. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base.h"
#include "behind.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "cli/pager.h"
#include "query.h"
#include "question.h"

enum { BY_ELEMENT, BY_FILE };
static const char *const by_names[] = { "element", "file", NULL };

static int64_t k = 10;
static int by = BY_ELEMENT;
static const char *strategy = "auto";
static bool explain, whole, interactive, no_cache, refresh, with_times;

static lu_opt opts[] = {
	LU_OPT_INT('k', "top", &k, "N", 1, LU_K_MAX, "give at most N hits for a question", .env = "LUCUS_TOP",
		   .setting = "top", .daily = true),
	LU_OPT_CHOICE(0, "by", &by, "WHAT", by_names, "give elements or files, each by its best element",
		      .daily = true),
	LU_OPT_STR('s', "strategy", &strategy, "NAME",
		   "find hits by the strategy NAME, one of those that lucus strategies lists", .env = "LUCUS_STRATEGY",
		   .setting = "strategy", .check = lu_strategy_check),
	LU_OPT_FLAG(0, "explain", &explain,
		    "show the score and rank of each stage, and what the reranker's score is made of"),
	LU_OPT_FLAG(0, "times", &with_times, "with JSON, also tell how many seconds each stage took; -v logs them"),
	LU_OPT_FLAG(0, "whole", &whole, "answer a question of several parts as one"),
	LU_OPT_FLAG(0, "no-cache", &no_cache, "neither look for answers in the cache nor keep them there",
		    .env = "LUCUS_NO_CACHE"),
	LU_OPT_FLAG(0, "refresh", &refresh, "bring the store up to date with its tree first, as lucus sync does",
		    .env = "LUCUS_REFRESH", .setting = "refresh"),
	LU_OPT_FLAG('i', "interactive", &interactive, "ask again and again, and open hits in $EDITOR", .daily = true),
	LU_OPT_GROUP(cmd_opts_answer),
	LU_OPT_GROUP(cmd_opts_lazy_graph),
	LU_OPT_GROUP(cmd_opts_filter),
	LU_OPT_GROUP(cmd_opts_choice),
	LU_OPT_GROUP(cmd_opts_search),
	LU_OPT_GROUP(cmd_opts_input),
	LU_OPT_GROUP(lu_opts_store),
	LU_OPT_GROUP(lu_opts_output),
	LU_OPT_END
};

/* The questions, and how they are answered. */
typedef struct asking {
	lu_session *session;
	lu_search_options o;
	cmd_showing show;
	cmd_answering answer;
	lu_boost boost;   /* what an expansion says to the question */
	lu_arena scratch; /* of it */
} asking;

/* Show the hits, unless people are to read an answer, and the answer that is made of them. */
static lu_code show(asking *a, lu_found *f, lu_err *e)
{
	lu_code rc = LU_OK;

	if (!a->answer.on || lu_out_is_json()) rc = cmd_hits_show(&a->show, f, e);
	if (!rc && a->answer.on) rc = cmd_answer_show(&a->answer, a->session, &a->show, f, e);
	/* people read here what programs read in the selection record */
	if (!rc && !lu_out_is_json())
		cmd_warn_of_tree(f->fresh.root, f->fresh.state, f->fresh.behind, f->fresh.changed + f->fresh.gone);
	if (!rc && fflush(stdout)) rc = lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno));
	return rc;
}

static lu_code ask(void *ctx, lu_str text, lu_found **out, lu_err *e)
{
	asking *a = ctx;
	lu_found *f = NULL;
	lu_code rc = lu_session_search(a->session, NULL, text, &a->o, &f, e);

	if (!rc) rc = show(a, f, e);
	if (rc) lu_found_free(f);
	else *out = f;
	return rc;
}

static lu_code answer(asking *a, lu_str text, lu_err *e)
{
	lu_found *f;
	lu_code rc = ask(a, text, &f, e);

	if (!rc) lu_found_free(f);
	return rc;
}

/* The question of a record, and what an expansion, or entities that it has, say to it. */
static lu_code read_question(asking *a, const lu_json *v, int64_t number, lu_buf *id, lu_str *text, lu_err *e)
{
	cmd_question q;
	lu_given *given = NULL;
	lu_code rc = cmd_question_read(v, number, id, &q, e);

	a->o.n_given = 0;
	if (!rc) rc = lu_boost_read(v, &a->scratch, &a->boost, e);
	if (!rc && !lu_json_get(v, "original_entities")) rc = lu_given_read(v, &a->scratch, &given, &a->o.n_given, e);
	if (rc) return rc;
	a->show.id = q.id;
	a->show.record = v;
	a->o.boost = &a->boost;
	a->o.given = given;
	*text = q.text;
	return LU_OK;
}

/* A line without a record is a question; its number is its id. */
static lu_code plain_question(asking *a, int64_t number, lu_buf *id, lu_err *e)
{
	lu_buf_reset(id);
	lu_buf_addf(id, "%lld", (long long)number);
	a->show.id = lu_buf_str(id);
	a->show.record = NULL;
	a->o.boost = NULL;
	a->o.n_given = 0;
	return id->oom ? lu_nomem(e) : LU_OK;
}

/* Questions from stdin: one that is wrong is reported, the others go on. */
static lu_code answer_lines(asking *a, lu_err *e)
{
	lu_reader in;
	lu_buf id = LU_BUF;
	bool rejected = false;
	lu_code rc = LU_OK;

	a->show.several = true;
	cmd_base_reader(&in, stdin, "-");
	for (int64_t number = 1; !rc; number++) {
		lu_json *v = NULL;
		lu_str text;

		rc = cmd_question_line(&in, &v, &text, e);
		if (!rc) rc = v ? read_question(a, v, number, &id, &text, e) : plain_question(a, number, &id, e);
		if (!rc) rc = answer(a, text, e);
		lu_json_free(v);
		lu_arena_clear(&a->scratch);
		if (rc == LU_EFORMAT || rc == LU_EUSAGE) {
			rejected = true;
			rc = lu_out_error("-", in.line, e->msg, e);
		}
		if (!rc) rc = lu_check_cancel(e);
	}
	lu_reader_free(&in);
	lu_buf_free(&id);
	lu_arena_free(&a->scratch);
	if (rc != LU_DONE) return rc;
	if (rejected) e->msg[0] = '\0';
	return rejected ? LU_EREJECT : LU_OK;
}

/* From the options, and the settings of the knowledge base. */
static lu_code prepare(asking *a, lu_err *e)
{
	lu_code rc;

	lu_search_options_init(&a->o);
	cmd_search_query(&a->o.query);
	cmd_search_strategy(opts, strategy, &a->o);
	a->o.query.k = k;
	a->o.query.by_file = by == BY_FILE;
	a->o.whole = whole;
	a->o.times = with_times;
	rc = cmd_choice_given(&a->o, e);
	if (!rc) rc = lu_strategy_check(strategy, e);
	if (!rc) rc = cmd_answering_given(&a->answer, e);
	if (!rc) rc = cmd_search_configure(a->session, !no_cache, a->answer.on, e);
	/* people who read an answer see no hits */
	if (a->answer.on && !lu_out_is_json()) a->o.show = LU_SHOW_PLACES;
	a->show = (cmd_showing){ .how = &a->o, .explain = explain };
	if (lu_out_format() == LU_FORMAT_TEXT || lu_out_format() == LU_FORMAT_MD) a->o.beside = cmd_hits_beside;
	a->o.beside_ctx = &a->show;
	return rc;
}

/* What is wrong with the store or the model is found before the first of many questions is read; for one, that
 * waits until it is known not to be in the cache. */
static lu_code open_all(asking *a, bool one, lu_err *e)
{
	lu_code rc = cmd_search_open(opts, &a->session, e);

	if (!rc && refresh) rc = cmd_base_refresh(a->session, e);
	if (!rc) rc = prepare(a, e);
	if (!rc && !one) rc = lu_session_ready(a->session, NULL, a->o.query.strategy, a->o.own, e);
	if (!rc) lu_log("open", "db=%s", lu_session_path(a->session));
	return rc;
}

static lu_code answer_all(asking *a, const char *text, lu_err *e)
{
	/* what comes piece by piece is shown so */
	lu_code rc = interactive || !text || a->answer.stream ? lu_pager_end(e) : LU_OK;

	if (rc) return rc;
	a->show.id = lu_strz("1");
	if (interactive) {
		if (lu_common.format == LU_FORMAT_AUTO) lu_common.format = LU_FORMAT_TEXT;
		a->show.numbered = true;
		return cmd_query_talk(a->session, text, ask, a, e);
	}
	return text ? answer(a, lu_strz(text), e) : answer_lines(a, e);
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	asking a = { .session = NULL };
	lu_buf text = LU_BUF;
	bool one = argc && !interactive;
	lu_code rc = one ? cmd_base_leave_input("TEXT", e) : LU_OK;

	if (!rc) rc = cmd_question_join(argc, argv, &text, e);
	if (!rc) rc = open_all(&a, one, e);
	if (!rc) rc = answer_all(&a, argc ? text.s : NULL, e);
	if (!rc && one) rc = cmd_base_left_input("TEXT", e);
	lu_session_close(a.session);
	lu_buf_free(&text);
	return rc;
}

static const char *const examples[] = { "lucus query 'move money between accounts'", "lucus query stack_push -k 1",
					"lucus query 'escape text' --path web --format paths", NULL };

const lu_cmd cmd_query = {
	.name = "query",
	.summary = "find the elements that answer a question",
	.args = "[TEXT...]",
	.opts = opts,
	.run = run,
	.pages = true,
	.examples = examples,
};
