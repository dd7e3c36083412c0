/* SPDX-License-Identifier: MIT
 * lucus query: the elements that answer a question. */
#include <stdio.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/out.h"
#include "lucus/file.h"
#include "query.h"

enum { BY_ELEMENT, BY_FILE };
static const char *const by_names[] = { "element", "file", NULL };

static int64_t k = 10;
static int by = BY_ELEMENT;
static const char *strategy = "auto";
static bool explain, whole, interactive;

static lu_opt opts[] = {
	LU_OPT_INT('k', "top", &k, "N", 1, LU_K_MAX, "give at most N hits for a question", .setting = "top"),
	LU_OPT_CHOICE(0, "by", &by, "WHAT", by_names, "give elements, or files, each by its best element"),
	LU_OPT_STR('s', "strategy", &strategy, "NAME",
		   "find hits by the strategy NAME, one of those that lucus strategies lists",
		   .env = "LUCUS_STRATEGY", .setting = "strategy"),
	LU_OPT_FLAG(0, "explain", &explain, "show the score and rank of each stage, and what the reranker's score is made of"),
	LU_OPT_FLAG(0, "whole", &whole, "answer a question of several parts as one"),
	LU_OPT_FLAG('i', "interactive", &interactive, "ask again and again, and open hits in $EDITOR"),
	LU_OPT_GROUP(lu_opts_filter),
	LU_OPT_GROUP(lu_opts_choice),
	LU_OPT_GROUP(lu_opts_search),
	LU_OPT_GROUP(lu_opts_store),
	LU_OPT_GROUP(lu_opts_output),
	LU_OPT_END
};

/* The questions, and what answers them. */
typedef struct asking {
	lu_search search;
	lu_query_options o;
	lu_choosing how;
	lu_showing show;
} asking;

static lu_code ask(void *ctx, lu_str text, lu_result *out, lu_err *e)
{
	asking *a = ctx;
	lu_retriever *t = a->search.retriever;
	lu_selection sel;
	lu_result r;
	lu_code rc = (whole ? lu_retrieve : lu_retrieve_parts)(t, text, &a->o, &r, e);

	if (rc) return rc;
	a->show.text = text;
	if (a->how.adaptive) rc = lu_choose(t, text, &a->how.o, &r, &sel, e);
	a->show.sel = a->how.adaptive ? &sel : NULL;
	if (!rc) rc = lu_show(&a->show, &r, e);
	lu_log("query", "strategy=%s hits=%zu seconds=%.6f", r.strategy, r.n, r.seconds);
	if (rc) lu_result_free(&r);
	else *out = r;
	return rc;
}

static lu_code answer(asking *a, lu_err *e)
{
	lu_result r;
	lu_code rc = ask(a, a->show.text, &r, e);

	if (!rc) lu_result_free(&r);
	return rc;
}

/* The question of a record; its id, or else its number, becomes a->id. */
static lu_code read_question(asking *a, const lu_json *v, int64_t number, lu_buf *id, lu_err *e)
{
	const lu_json *text = lu_json_get(v, "query"), *given = lu_json_get(v, "id");
	lu_json_kind kind = lu_json_type(given);

	if (lu_json_get(v, "record") && !lu_str_eqz(lu_record_kind(v), "query"))
		return lu_fail(e, LU_EFORMAT, "expected a query record, found '%.*s'",
			       LU_FMT(lu_record_kind(v)));
	if (lu_json_type(text) != LU_JSTR)
		return lu_fail(e, LU_EFORMAT, "field 'query' must be a string, found %s",
			       lu_json_kind_name(lu_json_type(text)));
	if (kind != LU_JNULL && kind != LU_JSTR && kind != LU_JINT)
		return lu_fail(e, LU_EFORMAT, "field 'id' must be a string or an integer, found %s",
			       lu_json_kind_name(kind));
	lu_buf_reset(id);
	if (kind == LU_JNULL) lu_buf_addf(id, "%lld", (long long)number);
	else lu_json_dump(given, id);
	if (id->oom) return lu_nomem(e);
	a->show.id = lu_buf_str(id);
	a->show.text = lu_json_str(text);
	return LU_OK;
}

/* Questions from stdin: one that is wrong is reported, the others go on. */
static lu_code answer_lines(asking *a, lu_err *e)
{
	lu_reader in;
	lu_buf id = LU_BUF;
	bool rejected = false;
	lu_code rc = LU_OK;

	a->show.several = true;
	lu_reader_init(&in, stdin, "-");
	for (int64_t number = 1; !rc; number++) {
		lu_json *v = NULL;

		rc = lu_reader_next(&in, &v, e);
		if (!rc) rc = read_question(a, v, number, &id, e);
		if (!rc) rc = answer(a, e);
		lu_json_free(v);
		if (rc == LU_EFORMAT || rc == LU_EUSAGE) {
			rejected = true;
			rc = lu_out_error("-", in.line, e->msg, e);
		}
		if (!rc) rc = lu_check_cancel(e);
		if (!rc && fflush(stdout)) rc = lu_fail(e, LU_EIO, "cannot write output");
	}
	lu_reader_free(&in);
	lu_buf_free(&id);
	if (rc != LU_DONE) return rc;
	if (rejected) e->msg[0] = '\0';
	return rejected ? LU_EREJECT : LU_OK;
}

extern const lu_cmd cmd_query;

static lu_code run(int argc, char **argv, lu_err *e)
{
	asking a = { .search = { 0 } };
	bool vectors = false;
	lu_code rc = lu_cmd_operands(&cmd_query, argc, argv, 0, 1, e);

	if (rc) return rc;
	rc = lu_search_store(&a.search, opts, e);
	if (!rc) rc = lu_choose_options(&a.how, k, e);
	if (!rc) rc = lu_search_strategy(strategy, &vectors, e);
	if (!rc) strategy = lu_search_chosen(opts, strategy, &vectors);
	if (!rc) rc = lu_search_open(&a.search, vectors, e);
	if (rc) goto done;
	lu_log("open", "db=%s", lu_store_path(a.search.store));
	lu_search_options(&a.o);
	a.o.strategy = strategy;
	a.o.k = a.how.adaptive ? LU_CHOOSE_K(&a.how.o) : k;
	a.o.by_file = by == BY_FILE;
	lu_filter_options(&a.o);
	a.show = (lu_showing){ .store = a.search.store, .how = &a.how, .explain = explain, .by_file = a.o.by_file };
	if (interactive) {
		if (lu_common.format == LU_FORMAT_AUTO) lu_common.format = LU_FORMAT_TEXT;
		a.show.id = lu_strz("1");
		a.show.numbered = true;
		rc = lu_query_talk(a.search.store, argc ? argv[0] : NULL, ask, &a, e);
	} else if (argc) {
		a.show.id = lu_strz("1");
		a.show.text = lu_strz(argv[0]);
		rc = answer(&a, e);
	} else {
		rc = answer_lines(&a, e);
	}
done:
	lu_search_close(&a.search);
	return rc;
}

const lu_cmd cmd_query = {
	.name = "query",
	.summary = "find the elements that answer a question",
	.args = "[TEXT]",
	.opts = opts,
	.run = run,
};
