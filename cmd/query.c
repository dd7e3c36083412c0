/* SPDX-License-Identifier: MIT
 * lucus query: the elements that answer a question. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "lucus/cache.h"
#include "lucus/expand.h"
#include "lucus/file.h"
#include "query.h"
#include "question.h"

enum { BY_ELEMENT, BY_FILE };
static const char *const by_names[] = { "element", "file", NULL };

static int64_t k = 10;
static int by = BY_ELEMENT;
static const char *strategy = "auto";
static bool explain, whole, interactive, no_cache;

static lu_opt opts[] = {
	LU_OPT_INT('k', "top", &k, "N", 1, LU_K_MAX, "give at most N hits for a question", .env = "LUCUS_TOP", .setting = "top", .daily = true),
	LU_OPT_CHOICE(0, "by", &by, "WHAT", by_names, "give elements or files, each by its best element", .daily = true),
	LU_OPT_STR('s', "strategy", &strategy, "NAME",
		   "find hits by the strategy NAME, one of those that lucus strategies lists",
		   .env = "LUCUS_STRATEGY", .setting = "strategy", .check = lu_search_check),
	LU_OPT_FLAG(0, "explain", &explain, "show the score and rank of each stage, and what the reranker's score is made of"),
	LU_OPT_FLAG(0, "whole", &whole, "answer a question of several parts as one"),
	LU_OPT_FLAG(0, "no-cache", &no_cache, "neither look for answers in the cache nor keep them there",
		    .env = "LUCUS_NO_CACHE"),
	LU_OPT_FLAG('i', "interactive", &interactive, "ask again and again, and open hits in $EDITOR", .daily = true),
	LU_OPT_GROUP(lu_opts_answer),
	LU_OPT_GROUP(lu_opts_filter),
	LU_OPT_GROUP(lu_opts_choice),
	LU_OPT_GROUP(lu_opts_search),
	LU_OPT_GROUP(lu_opts_input),
	LU_OPT_GROUP(lu_opts_store),
	LU_OPT_GROUP(lu_opts_output),
	LU_OPT_END
};

/* The questions, and what answers them. */
typedef struct asking {
	lu_search search;
	bool vectors;
	lu_cache *cache; /* NULL: none is used */
	lu_buf reranker; /* its settings */
	lu_query_options o;
	lu_choosing how;
	lu_showing show;
	const lu_boost *boost; /* what an expansion says to the question; NULL: there is none */
	lu_arena scratch;      /* of it */
	lu_answering answer;
} asking;

/* Find the answer, unless it is kept. */
static lu_code find(asking *a, const lu_cache_key *key, bool *kept, lu_result *r, lu_selection *sel, lu_err *e)
{
	lu_code rc = LU_OK;

	*kept = lu_cache_get(a->cache, key, r, sel);
	if (!*kept) rc = lu_search_ready(&a->search, a->vectors, e);
	if (!*kept && !rc) rc = lu_search_ask(&a->search, key->text, key->o, whole, r, e);
	return rc;
}

/* How many of the hits are enough. */
static lu_code choose(asking *a, lu_str text, lu_result *r, lu_selection *sel, lu_err *e)
{
	lu_code rc = lu_search_ready(&a->search, a->vectors, e);

	return rc ? rc : lu_choose(a->search.retriever, text, &a->how.o, r, sel, e);
}

static lu_code find_plain(asking *a, const lu_cache_key *key, bool *kept, lu_result *r, lu_selection *sel, lu_err *e)
{
	lu_code rc = find(a, key, kept, r, sel, e);

	return rc || *kept || !a->how.adaptive ? rc : choose(a, key->text, r, sel, e);
}

/* What the expansion knows is ordered by the reranker with what the question finds; what is kept is that answer. Then the
 * expansion counts for what it is sure of. */
static lu_code find_boosted(asking *a, lu_str text, bool *kept, lu_result *r, lu_selection *sel, lu_err *e)
{
	lu_query_options o = a->o;
	lu_cache_key key = { .text = text, .o = &o, .whole = whole, .reranker = lu_buf_str(&a->reranker) };
	double start = lu_now();
	int64_t *also = NULL;
	lu_code rc;

	if (o.k < LU_MERGE_DEPTH) o.k = LU_MERGE_DEPTH;
	rc = lu_boost_elements(a->search.store, a->boost, &o, &a->scratch, &also, &o.n_also, e);
	o.also = also;
	if (!rc) rc = find(a, &key, kept, r, sel, e);
	if (!rc && !*kept) lu_cache_put(a->cache, &key, r, sel);
	if (!rc) rc = lu_boost_merge(a->search.store, a->boost, &o, (size_t)a->o.k, r, e);
	if (!rc)
		lu_log("merge", "elements=%zu documents=%zu candidates=%zu hits=%zu seconds=%.6f", a->boost->n_element,
		       a->boost->n_document, o.n_also, r->n, lu_now() - start);
	return rc || !a->how.adaptive ? rc : choose(a, text, r, sel, e);
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
	lu_cache_key key = { .text = text, .o = &a->o, .whole = whole, .reranker = lu_buf_str(&a->reranker),
			     .select = a->how.adaptive ? &a->how.o : NULL };
	/* an answer to the question with an expansion is another one, which is not kept */
	lu_asked q = { .search = &a->search, .vectors = a->vectors, .cache = a->boost ? NULL : a->cache, .key = &key,
		       .id = a->show.id, .text = text, .start = lu_now() };
	lu_selection sel;
	lu_result r = { 0 };
	bool kept = false;
	lu_code rc = a->boost ? find_boosted(a, text, &kept, &r, &sel, e) : find_plain(a, &key, &kept, &r, &sel, e);

	if (!rc) {
		a->show.text = text;
		a->show.sel = a->how.adaptive ? &sel : NULL;
		q.seed = lu_now() - q.start;
		rc = show(a, &q, &r, e);
	}
	if (!rc && fflush(stdout)) rc = lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno));
	if (rc) {
		lu_result_free(&r);
		return rc;
	}
	lu_log("query", "strategy=%s hits=%zu cached=%s seconds=%.6f", r.strategy, r.n, kept ? "yes" : "no",
	       r.seconds);
	if (!kept && !a->boost) lu_cache_put(a->cache, &key, &r, &sel);
	*out = r;
	return LU_OK;
}

static lu_code answer(asking *a, lu_err *e)
{
	lu_result r;
	lu_code rc = ask(a, a->show.text, &r, e);

	if (!rc) lu_result_free(&r);
	return rc;
}

/* The question of a record, and what an expansion says to it. */
static lu_code read_question(asking *a, const lu_json *v, int64_t number, lu_buf *id, lu_boost *boost, lu_err *e)
{
	lu_question q;
	lu_code rc = lu_question_read(v, number, id, &q, e);

	if (!rc) rc = lu_boost_read(v, &a->scratch, boost, e);
	if (rc) return rc;
	a->show.id = q.id;
	a->show.text = q.text;
	a->boost = boost->n_element || boost->n_document ? boost : NULL;
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
	lu_base_reader(&in, stdin, "-");
	for (int64_t number = 1; !rc; number++) {
		lu_json *v = NULL;
		lu_boost boost = { 0 };

		rc = lu_reader_next(&in, &v, e);
		if (!rc) rc = read_question(a, v, number, &id, &boost, e);
		if (!rc) rc = answer(a, e);
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
	lu_rerank_settings(&a->reranker);
	if (a->reranker.oom) return lu_nomem(e);
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
	asking a = { .search = { 0 }, .reranker = LU_BUF };
	lu_code rc = lu_cmd_operands(&cmd_query, argc, argv, 0, 1, e);

	if (rc) return rc;
	rc = lu_search_store(&a.search, opts, e);
	if (!rc) rc = prepare(&a, e);
	if (!rc) rc = open_search(&a, argc && !interactive, e);
	if (!rc) rc = answer_all(&a, argc ? argv[0] : NULL, e);
	lu_answering_close(&a.answer);
	lu_cache_close(a.cache);
	lu_search_close(&a.search);
	lu_buf_free(&a.reranker);
	return rc;
}

static const char *const examples[] = {
	"lucus query 'move money between accounts'",
	"lucus query stack_push -k 1",
	"lucus query 'escape text' --path web --format paths",
	NULL
};

const lu_cmd cmd_query = {
	.name = "query",
	.summary = "find the elements that answer a question",
	.args = "[TEXT]",
	.opts = opts,
	.run = run, .examples = examples,
};
