/* SPDX-License-Identifier: MIT
 * A session: one knowledge base that is queried. It turns questions into hits and answers, for a
 * command, a server and a test in the same way; nothing that uses it decides what an answer is.
 *
 * Owners: a session owns its handles of the store, models, caches and what it notes in the ledger. A result (lu_found,
 * lu_answered) owns all that it shows, and may outlive its session. What is given in options is borrowed for the call.
 *
 * Threads: any number of them may query one session at the same time, while others write the store; a
 * question takes one of its readers, and waits while all are taken. Only lu_session_open(),
 * lu_session_configure() and lu_session_close() are for one thread, before the others begin and after
 * they have ended. A result and an lu_request are of one thread at a time, but for lu_request_cancel().
 * Nothing is shared between sessions.
 *
 * State: a question sees one state of the store from its beginning to its end, the one that was committed last when it
 * began. What comes after it (lu_session_answer()) looks again. */
#ifndef LUCUS_SESSION_H
#define LUCUS_SESSION_H

#include "lucus/answer.h"
#include "lucus/concepts.h"
#include "lucus/expand.h"
#include "lucus/graph_answer.h"
#include "lucus/lazy_graph.h"
#include "lucus/request.h"
#include "lucus/rerank.h"
#include "lucus/status.h"
#include "lucus/sync.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the session ---- */

/* The models and servers that are called, and whether results are kept. */
typedef struct lu_session_models {
	bool cache;            /* look for results in the cache beside the store, and keep them there (lucus/cache.h) */
	lu_embed_config embed; /* of the vectors */
	lu_rerank_config rerank;    /* provider NULL: strategies order the hits themselves */
	int64_t rerank_depth;       /* so many of the first hits are ordered by it, 1 to LU_RERANK_MAX; 0: 50 */
	const lu_chat_config *chat; /* NULL: without a language model; its prompts are copied, too */
	lu_str prices;              /* of models, for the ledger, as lu_price_of() takes them */
} lu_session_models;

typedef struct lu_session_config {
	const char *db;          /* path of the store */
	const char *tenant, *kb; /* which must be there; NULL: "default" */
	int64_t readers; /* questions in work at the same time: 1 to LU_SESSION_READERS_MAX; 0: one for each processor */
	bool pinned; /* all questions of one reader see one state of the store: for a program that runs few and ends */
	double start; /* when the program began, as lu_now(): the first question counts what passed since as opening; 0: not */
	lu_session_models models; /* unless lu_session_configure() is called */
	/* What people should know, and what happens, in one line without its end; called in the
	 * thread of the question, so perhaps by several at once. NULL: it is dropped. Without `log`
	 * nothing is made for it. */
	void (*warn)(void *ctx, const char *text);
	void (*log)(void *ctx, const char *stage, const char *text);
	void *ctx;
} lu_session_config;
#define LU_SESSION_READERS_MAX 256

typedef struct lu_session lu_session;

/* Open the store for reading. Texts are copied. LU_ENOENT: no such store, tenant or knowledge base.
 * LU_EFORMAT: no store of this version of lucus. LU_EUSAGE: a number out of its range, or a model
 * that is wrong. */
lu_code lu_session_open(const lu_session_config *c, lu_session **out, lu_err *e) LU_MUST_USE;
/* Accepts NULL. Notes in the ledger the requests to servers; nothing may be lent. */
void lu_session_close(lu_session *s);
/* In place of config.models: for who reads in the knowledge base which models to use. Before the first question. */
lu_code lu_session_configure(lu_session *s, const lu_session_models *m, lu_err *e) LU_MUST_USE;
/* Find what is wrong with the store or its models before there is a question: by `strategy`, and with `own`, as
 * lu_search_options has them. */
lu_code lu_session_ready(lu_session *s, const lu_request *r, const char *strategy, const char *own,
			 lu_err *e) LU_MUST_USE;

/* Lend a handle that reads the knowledge base in a transaction, for what has no function here. It is
 * of one thread, which returns it; until then it is missing among the readers. LU_ECANCEL: the
 * request has ended while all were taken. */
lu_code lu_session_lend(lu_session *s, const lu_request *r, lu_store **out, lu_err *e) LU_MUST_USE;
void lu_session_return(lu_session *s, lu_store *store);
/* Have also pinned readers see the present state of the store: somebody has written it. `behind`:
 * how far it is behind its tree, which the next question believes; NULL: it looks. */
void lu_session_renew(lu_session *s, const lu_behind *behind);

const char *lu_session_path(const lu_session *s); /* of the store. Borrowed, until close */
bool lu_session_has_model(const lu_session *s);   /* a language model is configured */

/* ---- strategies ---- */

/* A strategy with what the knowledge base makes of it. */
typedef struct lu_strategy_state {
	const lu_strategy_info *asked, *runs; /* runs: it, or what takes over */
	char why[512]; /* why `asked` does not run: "NAME: REASON; NAME: REASON", as lu_strategy_resolve(); empty: it does */
	char lacks[512]; /* what `asked` itself lacks; empty: nothing */
} lu_strategy_state;
/* NULL is "auto". Vectors of another model than config.embed count as vectors that are lacking.
 * LU_EUSAGE: no such strategy. */
lu_code lu_session_strategy(lu_session *s, const lu_request *r, const char *name, lu_strategy_state *out,
			    lu_err *e) LU_MUST_USE;

/* ---- search ---- */

/* How much of each hit is shown. */
typedef enum lu_show {
	LU_SHOW_PLACES,   /* nothing: the hits alone */
	LU_SHOW_SNIPPETS, /* the lines that hold most of the question */
	LU_SHOW_SOURCES   /* whole elements while they fit into max_tokens, the outline of others */
} lu_show;

typedef struct lu_search_options {
	lu_query_options query; /* `k`: how many hits, unless adaptive; `times`, `also` and `n_also` are not read */
	/* The knowledge base's own choice, where that is known and strategy is "auto": no model of vectors is opened for one
	 * that needs none. */
	const char *own;
	bool whole;               /* a question of several parts is searched as one */
	bool adaptive;            /* as many hits as the question needs, by `select` */
	bool numbered;            /* sources are printed with line numbers: max_tokens bounds these, too */
	lu_select_options select; /* token_price also without `adaptive` */
	lu_show show;
	int64_t lines;      /* of LU_SHOW_SNIPPETS: at most so many; 0: six */
	int64_t max_tokens; /* of LU_SHOW_SOURCES */
	/* The bytes that people are shown of a hit beside its source; of the question beside its hits, where the hit is NULL: max_tokens
	 * bounds these, too. NULL: hits go to a program. */
	size_t (*beside)(void *ctx, lu_str question, const lu_hit *h);
	void *beside_ctx;
	bool stored; /* take files as they are stored: no file of the tree is looked at */
	bool times;  /* measure lu_found.times */
	bool answers; /* an answer follows, by the same thread: it is made of the state of the store that was searched, and what is found
		       * keeps a reader until a language model is asked, or it is freed */
	/* What an expansion found for the question, or entities that are known of it, which count
	 * where it names no element; both may be absent. */
	const lu_boost *boost;
	const lu_given *given;
	size_t n_given;
} lu_search_options;
/* lu_query_options_init(), lu_select_options_init(), snippets. */
void lu_search_options_init(lu_search_options *o);

/* What is shown of a hit. */
typedef struct lu_shown {
	lu_str text;    /* a snippet, the source, the outline, or nothing */
	uint32_t first; /* the line of the file where the text begins; 0: unknown, or it is an outline */
	uint32_t best;  /* the line of a snippet, from 0, that it was chosen for */
	lu_fit fit;     /* of LU_SHOW_SOURCES */
	int64_t tokens; /* of the whole source */
} lu_shown;

/* Of which state of the tree a result is. */
typedef struct lu_freshness {
	lu_str root;         /* of the knowledge base; empty: it has none */
	lu_tree synced;      /* how and when it was read */
	lu_tree_state state; /* LU_TREE_LARGE: no file was looked at */
	int64_t behind;      /* files of the tree that are not as in the store; -1: not known */
	int64_t looked, changed,
		gone; /* files of the result that were looked at, and those of them that are not as in the store */
} lu_freshness;

struct lu__found;

typedef struct lu_found {
	lu_str text;      /* the question */
	lu_result result; /* hits whose files are gone are left out; the lines of others are those of the tree */
	lu_shown *shown;  /* of each hit; NULL with LU_SHOW_PLACES */
	int64_t tokens;   /* of what is shown of them */
	bool adaptive;    /* `selection` says how the number of hits was decided */
	lu_selection selection;
	lu_freshness fresh;
	lu_strs unfit;          /* where there are no hits: paths of the filters that no file fits */
	bool cached;            /* the hits come from the cache */
	double times[LU_TIMES]; /* seconds; zeros unless they were asked for */
	struct lu__found *own;  /* private */
} lu_found;

/* The hits of a question; it keeps its reader while a provider of vectors or a reranker is called.
 * LU_EUSAGE: as lu_retrieve(), lu_choose(). LU_ECANCEL: a signal, the request was cancelled, or its
 * deadline is over. NULL for `r`: there is no deadline. Release *out with lu_found_free(). */
lu_code lu_session_search(lu_session *s, const lu_request *r, lu_str text, const lu_search_options *o, lu_found **out,
			  lu_err *e) LU_MUST_USE;
void lu_found_free(lu_found *f); /* accepts NULL */

/* ---- answers ---- */

typedef struct lu_ask_options {
	/* LU_ANSWER_LAZY: also from what is near the hits. `piece` gets a cached one as a whole. */
	lu_answer_options answer;
	lu_lazy_options near; /* of LU_ANSWER_LAZY; `look` and `ctx` are not read */
	int64_t level; /* of LU_ANSWER_GLOBAL: the communities whose summaries are read, 0 to LU_GLOBAL_LEVEL_MAX; those that
			* end above it are among them */
} lu_ask_options;
#define LU_GLOBAL_LEVEL_MAX 20

typedef struct lu_answered {
	lu_response response; /* its times are set, also the total since the search began */
	bool cached;          /* it comes from the cache */
	lu_lazy_report *lazy; /* of lu_session_lazy_graph(); else NULL */
	lu_arena arena;       /* of it */
} lu_answered;

/* Answer the question of `f` from its hits, by the language model that is configured, else, or where
 * that fails, by sentences from the code. Counts what files it has looked at in f->fresh. It holds
 * no reader while the model is called: other questions go on meanwhile. What it costs is noted in
 * the ledger. LU_ECANCEL: as lu_session_search(). Release *out with lu_answered_free(). */
lu_code lu_session_answer(lu_session *s, const lu_request *r, lu_found *f, const lu_ask_options *o, lu_answered **out,
			  lu_err *e) LU_MUST_USE;
void lu_answered_free(lu_answered *a); /* accepts NULL */

/* What an answer would take. */
typedef struct lu_estimate {
	int64_t level, communities;
	struct {
		const char *phase;                       /* of lu_prompt_info */
		int64_t requests, tokens_in, tokens_out; /* as lu_tokens() counts them */
	} v[4];
	size_t n;
} lu_estimate;
/* Of LU_ANSWER_GLOBAL, in the phases that are left to do: nothing is sent. Without a model all summaries are left. LU_EUSAGE:
 * another mode. */
lu_code lu_session_estimate(lu_session *s, const lu_request *r, const lu_found *f, const lu_ask_options *o,
			    lu_estimate *out, lu_err *e) LU_MUST_USE;

/* Answer a broad question within a budget of relevance tests (lucus/lazy_graph.h): the question of `f`, within the filters
 * that `f` was searched by; its hits are not used. Of `answer` max_tokens, piece and ctx are read. Passages of
 * files that have changed are cited where they are now. Threads, readers, the ledger and the cache as in lu_session_answer():
 * an answer is kept while nothing changes that could alter it, and (*out)->cached tells of one that was. With o->trace it
 * is searched anew. Warns when it takes more than o->slow seconds. */
lu_code lu_session_lazy_graph(lu_session *s, const lu_request *r, lu_found *f, const lu_lazy_graph_options *o,
			      const lu_answer_options *answer, lu_answered **out, lu_err *e) LU_MUST_USE;

/* ---- expansion ---- */

/* What a question names, and what lies near that; with `ids`, what lies near those elements, and
 * `text` may be empty. As lu_expand() and lu_expand_ids(); o->chat is not read, the session's model
 * is called. It keeps its reader meanwhile. With `fresh` the files of what was found are looked at; its views live as
 * long as *out. */
lu_code lu_session_expand(lu_session *s, const lu_request *r, lu_str text, lu_strs ids, const lu_expand_options *o,
			  lu_expansion *out, lu_freshness *fresh, lu_err *e) LU_MUST_USE;

/* ---- the graph, and the store itself ---- */

/* lu_graph_ask(). o->fresh is not read: with `fresh` the files of each answer are looked at, and it
 * says of which state of the tree the answers are; its views live in `a`. */
lu_code lu_session_graph(lu_session *s, const lu_request *r, const lu_graph_options *o, lu_graph_answer_fn *fn,
			 void *ctx, lu_arena *a, lu_freshness *fresh, lu_err *e) LU_MUST_USE;
/* The same for lu_graph_impact(), with the root of the knowledge base. */
lu_code lu_session_impact(lu_session *s, const lu_request *r, const lu_impact_options *o, lu_arena *a, lu_impact *out,
			  lu_freshness *fresh, lu_err *e) LU_MUST_USE;
/* Append to `diff` how the tree differs from the commit `rev`: an id or its beginning, a branch, a tag, HEAD, any of these
 * with ~N or ^ at its end. Of files that the commit has, as they are on disk, whatever is staged. Nothing of the repository
 * but its objects and references is read, and no program is run. LU_ENOENT: there is no tree, repository or commit. */
lu_code lu_session_diff(lu_session *s, const lu_request *r, const char *rev, lu_buf *diff, lu_err *e) LU_MUST_USE;
/* lu_graph_themes(), as lu_session_graph(). */
lu_code lu_session_themes(lu_session *s, const lu_request *r, const lu_themes_options *o, lu_arena *a, lu_themes *out,
			  lu_freshness *fresh, lu_err *e) LU_MUST_USE;
/* The same for lu_graph_concepts(). */
lu_code lu_session_concepts(lu_session *s, const lu_request *r, const lu_concepts_options *o, lu_arena *a,
			    lu_concepts_shown *out, lu_freshness *fresh, lu_err *e) LU_MUST_USE;
/* lu_status_read(); views live in `a`. */
lu_code lu_session_status(lu_session *s, const lu_request *r, lu_arena *a, lu_status *out, lu_err *e) LU_MUST_USE;
/* Bring the store up to date with these paths, all of the root without any, by a handle that writes;
 * waits so many seconds for another process that does. *area, which is LU_AREA before, says what was
 * read and what is refused. Adds to *c. One thread at a time: questions see the state of before
 * until it ends. */
lu_code lu_session_sync(lu_session *s, const lu_request *r, const lu_paths *paths, double wait_s,
			const lu_sync_options *o, const lu_watch *w, lu_counts *c, lu_area *area,
			lu_err *e) LU_MUST_USE;
/* Bring the store up to date with its tree, as the last sync walked it; o->tree.walk is not read.
 * What prevents that is reported to w->warn, and no error. Threads as in lu_session_sync(). */
lu_code lu_session_refresh(lu_session *s, const lu_request *r, const lu_sync_options *o, const lu_watch *w,
			   lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
