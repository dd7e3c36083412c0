/* SPDX-License-Identifier: MIT
 * lucus query: the elements that answer a question. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "cli/pager.h"
#include "lucus/cache.h"
#include "lucus/expand.h"
#include "lucus/file.h"
#include "lucus/request.h"
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
		   .setting = "strategy", .check = lu_search_check),
	LU_OPT_FLAG(0, "explain", &explain,
		    "show the score and rank of each stage, and what the reranker's score is made of"),
	LU_OPT_FLAG(0, "times", &with_times, "with JSON, also tell how many seconds each stage took; -v logs them"),
	LU_OPT_FLAG(0, "whole", &whole, "answer a question of several parts as one"),
	LU_OPT_FLAG(0, "no-cache", &no_cache, "neither look for answers in the cache nor keep them there",
		    .env = "LUCUS_NO_CACHE"),
	LU_OPT_FLAG(0, "refresh", &refresh, "bring the store up to date with its tree first, as lucus sync does",
		    .env = "LUCUS_REFRESH", .setting = "refresh"),
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
	lu_origin_state state;
	bool refreshed;        /* and state.behind is of after that */
	const lu_boost *boost; /* what an expansion says to the question; NULL: there is none */
	lu_arena scratch;      /* of it */
	lu_answering answer;
	double times[LU_TIMES]; /* of this question, when somebody asks */
} asking;

/* The time at which something begins; with `spent` it has ended. */
static double clock_of(const asking *a)
{
	return a->o.times ? lu_now() : 0;
}

static void spent(asking *a, lu_time t, double start)
{
	if (a->o.times) a->times[t] += lu_now() - start;
}

static lu_code ready(asking *a, lu_err *e)
{
	double start = clock_of(a);
	lu_code rc = lu_search_ready(&a->search, a->vectors, e);

	spent(a, LU_TIME_OPEN, start);
	return rc;
}

/* Find the answer, unless it is kept. */
static lu_code find(asking *a, const lu_cache_key *key, bool *kept, lu_result *r, lu_selection *sel, lu_err *e)
{
	lu_code rc = LU_OK;

	*kept = lu_cache_get(a->cache, key, r, sel);
	if (!*kept) rc = ready(a, e);
	if (!*kept && !rc) rc = lu_search_ask(&a->search, key->text, key->o, whole, r, e);
	return rc;
}

/* How many of the hits are enough. */
static lu_code choose(asking *a, lu_str text, lu_result *r, lu_selection *sel, lu_err *e)
{
	lu_code rc = ready(a, e);
	double start = clock_of(a);

	if (!rc) rc = lu_choose(a->search.retriever, text, &a->how.o, r, sel, e);
	spent(a, LU_TIME_SELECT, start);
	return rc;
}

/* What the expansion knows is ordered by the reranker with what the question finds; what is kept is that answer. Then the
 * expansion counts for what it is sure of. */
static lu_code find_boosted(asking *a, lu_cache_key key, int64_t k, bool *kept, lu_result *r, lu_selection *sel,
			    lu_err *e)
{
	lu_query_options o = a->o;
	double start = lu_now();
	int64_t *also = NULL;
	lu_code rc;

	o.k = k < LU_MERGE_DEPTH ? LU_MERGE_DEPTH : k;
	rc = lu_boost_elements(a->search.store, a->boost, &o, &a->scratch, &also, &o.n_also, e);
	o.also = also;
	key.o = &o;
	key.select = NULL;
	if (!rc) rc = find(a, &key, kept, r, sel, e);
	if (!rc && !*kept) lu_cache_put(a->cache, &key, r, sel);
	if (!rc) rc = lu_boost_merge(a->search.store, a->boost, &o, (size_t)k, r, e);
	if (!rc)
		lu_log("merge", "elements=%zu documents=%zu candidates=%zu hits=%zu seconds=%.6f", a->boost->n_element,
		       a->boost->n_document, o.n_also, r->n, lu_now() - start);
	return rc;
}

/* What was found of a question. */
struct found {
	lu_result r;
	lu_selection sel;
	bool kept;    /* it comes from the cache */
	bool touched; /* files of it are not as in the store: nothing that depends on that is kept */
};

/* The first `k` hits, as they are stored. */
static lu_code find_stored(asking *a, lu_cache_key key, int64_t k, struct found *x, lu_err *e)
{
	lu_query_options o = a->o;

	lu_result_free(&x->r);
	if (a->boost) return find_boosted(a, key, k, &x->kept, &x->r, &x->sel, e);
	o.k = k;
	key.o = &o;
	return find(a, &key, &x->kept, &x->r, &x->sel, e);
}

/* For hits whose files are gone others move up: more are asked for until there are enough. */
static lu_code find_more(asking *a, lu_cache_key key, struct found *x, lu_err *e)
{
	int64_t k = a->o.k;
	bool enough = false;
	lu_code rc = LU_OK;

	key.select = NULL; /* what was chosen knows no more of what it was chosen from */
	while (!rc && !enough) {
		size_t gone, all;

		k = k * 2 + 1 < LU_K_MAX ? k * 2 + 1 : LU_K_MAX;
		rc = find_stored(a, key, k, x, e);
		all = x->r.n;
		if (!rc) rc = lu_fresh_hits(a->state.fresh, &x->r, &gone, &x->touched, e);
		enough = (int64_t)x->r.n >= a->o.k || (int64_t)all < k || k >= LU_K_MAX;
	}
	if (!rc && (int64_t)x->r.n > a->o.k) x->r.n = (size_t)a->o.k;
	return rc || !a->how.adaptive ? rc : choose(a, key.text, &x->r, &x->sel, e);
}

static lu_code find_there(asking *a, lu_cache_key key, struct found *x, lu_err *e)
{
	size_t gone = 0;
	lu_code rc = find_stored(a, key, a->o.k, x, e);

	/* the choice is kept with the hits, but for those that an expansion was merged into */
	if (!rc && a->how.adaptive && (a->boost || !x->kept)) rc = choose(a, key.text, &x->r, &x->sel, e);
	if (!rc) rc = lu_fresh_hits(a->state.fresh, &x->r, &gone, &x->touched, e);
	return rc || !gone ? rc : find_more(a, key, x, e);
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

/* People read here what programs read in the selection record. */
static void warn_of_tree(const asking *a)
{
	if (!lu_out_is_json()) lu_fresh_warn(a->state.fresh, a->state.behind);
}

static void log_times(const asking *a)
{
	const double *t = a->times;

	lu_log("times", "open=%.6f bm25=%.6f vector=%.6f graph=%.6f rerank=%.6f select=%.6f read=%.6f", t[LU_TIME_OPEN],
	       t[LU_TIME_BM25], t[LU_TIME_VECTOR], t[LU_TIME_GRAPH], t[LU_TIME_RERANK], t[LU_TIME_SELECT],
	       t[LU_TIME_READ]);
}

/* An answer is kept when it has been shown: nobody waits for that. */
static lu_code ask_fresh(asking *a, lu_str text, struct found *x, lu_err *e)
{
	lu_cache_key key = { .text = text,
			     .o = &a->o,
			     .whole = whole,
			     .reranker = lu_buf_str(&a->reranker),
			     .select = a->how.adaptive ? &a->how.o : NULL };
	lu_asked q = { .search = &a->search,
		       .vectors = a->vectors,
		       .key = &key,
		       .fresh = a->state.fresh,
		       .id = a->show.id,
		       .text = text,
		       .record = a->show.record,
		       .start = lu_now() };
	lu_code rc = find_there(a, key, x, e);

	if (rc) return rc;
	/* an answer to the question with an expansion is another one, which is not kept */
	q.cache = a->boost || x->touched ? NULL : a->cache;
	a->show.text = text;
	a->show.sel = a->how.adaptive ? &x->sel : NULL;
	a->show.kept = x->kept;
	q.seed = lu_now() - q.start;
	rc = show(a, &q, &x->r, e);
	if (!rc) warn_of_tree(a);
	if (!rc && fflush(stdout)) rc = lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno));
	if (rc) return rc;
	lu_log("query", "strategy=%s hits=%zu cached=%s seconds=%.6f", x->r.strategy, x->r.n, x->kept ? "yes" : "no",
	       x->r.seconds);
	if (!x->kept && !a->boost && !x->touched) lu_cache_put(a->cache, &key, &x->r, &x->sel);
	return LU_OK;
}

/* How far the store is behind: after a refresh that is known for one question, else of a small store. */
static lu_code look_at_tree(asking *a, lu_err *e)
{
	lu_behind behind;
	lu_code rc;

	if (a->refreshed) {
		a->refreshed = false;
		return LU_OK;
	}
	a->state.behind = -1;
	rc = lu_behind_peek(a->search.store, &behind, e);
	if (!rc) a->state.behind = lu_behind_files(&behind);
	/* a tree that can not be read is no reason not to ask the store */
	return rc == LU_EIO ? LU_OK : rc;
}

/* Files are looked at for each question: who asks many may edit between them. */
static lu_code ask(void *ctx, lu_str text, lu_result *out, lu_err *e)
{
	asking *a = ctx;
	struct found x = { .kept = false };
	lu_code rc = lu_fresh_open(a->search.store, &a->state.fresh, e);

	if (!rc) rc = look_at_tree(a, e);
	if (!rc) rc = ask_fresh(a, text, &x, e);
	lu_fresh_close(a->state.fresh);
	a->state.fresh = NULL;
	if (!rc) log_times(a);
	memset(a->times, 0, sizeof a->times); /* of the next one */
	if (rc) lu_result_free(&x.r);
	else *out = x.r;
	return rc;
}

static lu_code answer(asking *a, lu_err *e)
{
	lu_result r;
	lu_code rc = ask(a, a->show.text, &r, e);

	if (!rc) lu_result_free(&r);
	return rc;
}

/* The question of a record, and what an expansion, or entities that it has, say to it. */
static lu_code read_question(asking *a, const lu_json *v, int64_t number, lu_buf *id, lu_boost *boost, lu_err *e)
{
	lu_question q;
	lu_given *given = NULL;
	size_t n = 0;
	lu_code rc = lu_question_read(v, number, id, &q, e);

	if (!rc) rc = lu_boost_read(v, &a->scratch, boost, e);
	if (!rc && !lu_json_get(v, "original_entities")) rc = lu_given_read(v, &a->scratch, &given, &n, e);
	if (!rc && n && !boost->n_element) rc = lu_boost_given(a->search.store, given, n, &a->scratch, boost, e);
	if (rc) return rc;
	a->show.id = q.id;
	a->show.text = q.text;
	a->show.record = v;
	a->boost = boost->n_element || boost->n_document ? boost : NULL;
	return LU_OK;
}

/* A line without a record is a question; its number is its id. */
static lu_code plain_question(asking *a, lu_str text, int64_t number, lu_buf *id, lu_err *e)
{
	lu_buf_reset(id);
	lu_buf_addf(id, "%lld", (long long)number);
	a->show.id = lu_buf_str(id);
	a->show.text = text;
	a->show.record = NULL;
	a->boost = NULL;
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
	lu_base_reader(&in, stdin, "-");
	for (int64_t number = 1; !rc; number++) {
		lu_json *v = NULL;
		lu_boost boost = { 0 };
		lu_str text;

		rc = lu_question_line(&in, &v, &text, e);
		if (!rc) rc = v ? read_question(a, v, number, &id, &boost, e) : plain_question(a, text, number, &id, e);
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

/* What is wrong with the store or the model is found before the first of many questions is read; for one, that
 * waits until it is known not to be in the cache. */
static lu_code open_search(asking *a, bool one, lu_err *e)
{
	lu_embed_config model = lu_base_embed_config();
	lu_code rc;

	if (!no_cache) lu_cache_open(a->search.store, lu_common.tenant, lu_common.kb, &model, &a->cache);
	rc = lu_search_begin(&a->search, e);
	if (!rc && !one) rc = lu_search_ready(&a->search, a->vectors, e);
	spent(a, LU_TIME_OPEN, lu_common.start);
	if (!rc) lu_log("open", "db=%s", lu_store_path(a->search.store));
	return rc;
}

/* Before the transaction in which all questions are answered. */
static lu_code bring_up_to_date(asking *a, lu_err *e)
{
	lu_behind behind;
	lu_code rc;

	if (!refresh) return LU_OK;
	rc = lu_base_refresh(&a->search.store, &behind, e);
	if (!rc) a->state.behind = lu_behind_files(&behind);
	a->refreshed = !rc;
	return rc;
}

/* In it. */
static lu_code read_state(asking *a, lu_err *e)
{
	lu_origin_state *st = &a->state;
	lu_kb kb;
	lu_code rc = lu_store_kb(a->search.store, false, &st->arena, &kb, e);

	if (!rc) rc = lu_store_tree(a->search.store, &st->arena, &st->tree, e);
	if (!rc) st->root = kb.root;
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
	a->o.times = with_times || lu_common.verbose ? a->times : NULL;
	a->o.k = a->how.adaptive ? LU_CHOOSE_K(&a->how.o) : k;
	a->o.by_file = by == BY_FILE;
	lu_rerank_settings(&a->reranker);
	if (a->reranker.oom) return lu_nomem(e);
	lu_filter_options(&a->o);
	rc = lu_answering_open(&a->answer, a->search.store, e);
	if (rc) return rc;
	a->show = (lu_showing){ .store = a->search.store,
				.state = &a->state,
				.how = &a->how,
				.explain = explain,
				.by_file = a->o.by_file,
				.times = a->o.times,
				.tell_times = with_times };
	return LU_OK;
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
		return lu_query_talk(a->search.store, text, ask, a, e);
	}
	if (!text) return answer_lines(a, e);
	a->show.text = lu_strz(text);
	return answer(a, e);
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	asking a = { .search = { 0 }, .reranker = LU_BUF };
	lu_buf text = LU_BUF;
	bool one = argc && !interactive;
	lu_code rc = one ? lu_base_leave_input("TEXT", e) : LU_OK;

	if (!rc) rc = lu_question_join(argc, argv, &text, e);
	if (!rc) rc = lu_search_store(&a.search, opts, e);
	if (!rc) rc = bring_up_to_date(&a, e);
	if (!rc) rc = prepare(&a, e);
	if (!rc) rc = open_search(&a, one, e);
	if (!rc) rc = read_state(&a, e);
	if (!rc) rc = answer_all(&a, argc ? text.s : NULL, e);
	if (!rc && one) rc = lu_base_left_input("TEXT", e);
	lu_answering_close(&a.answer);
	lu_cache_close(a.cache);
	lu_search_close(&a.search);
	lu_arena_free(&a.state.arena);
	lu_buf_free(&a.reranker);
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
