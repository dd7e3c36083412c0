/* SPDX-License-Identifier: MIT
 * lucus query: the elements that answer a question. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "lucus/cache.h"
#include "lucus/file.h"
#include "query.h"

enum { BY_ELEMENT, BY_FILE };
static const char *const by_names[] = { "element", "file", NULL };

static int64_t k = 10;
static int by = BY_ELEMENT;
static const char *strategy = "auto";
static bool explain, whole, interactive, no_cache;

static lu_opt opts[] = {
	LU_OPT_INT('k', "top", &k, "N", 1, LU_K_MAX, "give at most N hits for a question", .setting = "top"),
	LU_OPT_CHOICE(0, "by", &by, "WHAT", by_names, "give elements, or files, each by its best element"),
	LU_OPT_STR('s', "strategy", &strategy, "NAME",
		   "find hits by the strategy NAME, one of those that lucus strategies lists",
		   .env = "LUCUS_STRATEGY", .setting = "strategy"),
	LU_OPT_FLAG(0, "explain", &explain, "show the score and rank of each stage, and what the reranker's score is made of"),
	LU_OPT_FLAG(0, "whole", &whole, "answer a question of several parts as one"),
	LU_OPT_FLAG(0, "no-cache", &no_cache, "neither look for answers in the cache nor keep them there",
		    .env = "LUCUS_NO_CACHE"),
	LU_OPT_FLAG('i', "interactive", &interactive, "ask again and again, and open hits in $EDITOR"),
	LU_OPT_GROUP(lu_opts_answer),
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
	bool vectors;
	lu_cache *cache; /* NULL: none is used */
	lu_query_options o;
	lu_choosing how;
	lu_showing show;
	lu_answering answer;
} asking;

/* Find the answer, and how many of its hits are enough. */
static lu_code find(asking *a, lu_str text, lu_result *r, lu_selection *sel, lu_err *e)
{
	lu_code rc = lu_search_ready(&a->search, a->vectors, e);

	if (!rc) rc = (whole ? lu_retrieve : lu_retrieve_parts)(a->search.retriever, text, &a->o, r, e);
	if (rc || !a->how.adaptive) return rc;
	rc = lu_choose(a->search.retriever, text, &a->how.o, r, sel, e);
	if (rc) lu_result_free(r);
	return rc;
}

/* Show the hits, unless people are to read an answer, and the answer that is made of them. */
static lu_code show(asking *a, lu_asked *q, lu_result *r, lu_err *e)
{
	lu_code rc = LU_OK;

	if (!a->answer.on || lu_out_is_json()) rc = lu_show(&a->show, r, e);
	if (rc || !a->answer.on) return rc;
	q->hits = r;
	return lu_answer_show(&a->answer, q, e);
}

/* An answer is kept when it has been shown: nobody waits for that. */
static lu_code ask(void *ctx, lu_str text, lu_result *out, lu_err *e)
{
	asking *a = ctx;
	lu_cache_key key = { .text = text, .o = &a->o, .whole = whole };
	lu_asked q = { .search = &a->search, .vectors = a->vectors, .cache = a->cache, .key = &key, .id = a->show.id,
		       .text = text, .start = lu_now() };
	lu_selection sel;
	lu_result r;
	bool kept;
	lu_code rc = LU_OK;

	if (a->how.adaptive) key.select = &a->how.o;
	kept = lu_cache_get(a->cache, &key, &r, &sel);
	if (!kept) rc = find(a, text, &r, &sel, e);
	if (rc) return rc;
	a->show.text = text;
	a->show.sel = a->how.adaptive ? &sel : NULL;
	q.seed = lu_now() - q.start;
	rc = show(a, &q, &r, e);
	if (!rc && fflush(stdout)) rc = lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno));
	lu_log("query", "strategy=%s hits=%zu cached=%s seconds=%.6f", r.strategy, r.n, kept ? "yes" : "no",
	       r.seconds);
	if (!rc && !kept) lu_cache_put(a->cache, &key, &r, &sel);
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
	}
	lu_reader_free(&in);
	lu_buf_free(&id);
	if (rc != LU_DONE) return rc;
	if (rejected) e->msg[0] = '\0';
	return rejected ? LU_EREJECT : LU_OK;
}

extern const lu_cmd cmd_query;

/* What is wrong with the store or the model is found before the first of many questions is read; for one, that
 * waits until it is known not to be in the cache. */
static lu_code open_search(asking *a, bool one, lu_err *e)
{
	lu_embed_config model = lu_base_embed_config();
	lu_code rc;

	if (!no_cache)
		lu_cache_open(a->search.store, lu_common.tenant, lu_common.kb, &model, &a->cache);
	rc = lu_search_begin(&a->search, e);
	if (!rc && !one) rc = lu_search_ready(&a->search, a->vectors, e);
	if (!rc) lu_log("open", "db=%s", lu_store_path(a->search.store));
	return rc;
}

/* From the options, and the settings of the knowledge base. */
static lu_code prepare(asking *a, lu_err *e)
{
	lu_code rc = lu_choose_options(&a->how, k, e);

	if (!rc) rc = lu_search_strategy(strategy, &a->vectors, e);
	if (rc) return rc;
	lu_search_options(&a->o);
	a->o.strategy = lu_search_chosen(opts, strategy, &a->vectors);
	a->o.k = a->how.adaptive ? LU_CHOOSE_K(&a->how.o) : k;
	a->o.by_file = by == BY_FILE;
	lu_filter_options(&a->o);
	rc = lu_answering_open(&a->answer, e);
	if (rc) return rc;
	a->show = (lu_showing){ .store = a->search.store, .how = &a->how, .explain = explain, .by_file = a->o.by_file };
	return LU_OK;
}

static lu_code answer_all(asking *a, const char *text, lu_err *e)
{
	a->show.id = lu_strz("1");
	if (interactive) {
		if (lu_common.format == LU_FORMAT_AUTO) lu_common.format = LU_FORMAT_TEXT;
		a->show.numbered = true;
		return lu_query_talk(a->search.store, text, ask, a, e);
	}
	if (!text) return answer_lines(a, e);
	a->show.text = lu_strz(text);
	return answer(a, e);
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	asking a = { .search = { 0 } };
	lu_code rc = lu_cmd_operands(&cmd_query, argc, argv, 0, 1, e);

	if (rc) return rc;
	rc = lu_search_store(&a.search, opts, e);
	if (!rc) rc = prepare(&a, e);
	if (!rc) rc = open_search(&a, argc && !interactive, e);
	if (!rc) rc = answer_all(&a, argc ? argv[0] : NULL, e);
	lu_answering_close(&a.answer);
	lu_cache_close(a.cache);
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
