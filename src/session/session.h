/* SPDX-License-Identifier: MIT
 * What the files of a session share. */
#ifndef LU_SESSION_SESSION_H
#define LU_SESSION_SESSION_H

#include <pthread.h>
#include <sys/types.h>

#include "retrieve/cache.h"
#include "store/ledger.h"
#include "lucus/session.h"

#define LU__RERANK_DEPTH 50

/* It serves one question at a time. */
typedef struct lu__reader {
	struct lu__reader *next; /* that is free */
	lu_session *session;
	lu_store *store;
	dev_t dev; /* of the file at the session's path when the store was opened, or just before */
	ino_t ino;
	bool begun;      /* in a transaction */
	bool written;    /* somebody was writing the store when it began */
	unsigned epoch;  /* of the session, when it began */
	int64_t version; /* of the store, which what is below is true of; 0: nothing is */
	lu_arena arena;  /* of the next three, as that transaction sees them */
	lu_kb kb;
	lu_tree tree;
	uint64_t state;     /* of the knowledge base: equal ones are one */
	lu_cache *cache;    /* NULL: none is used */
	lu_embedder *model; /* these three are opened when a question needs them */
	lu_retriever *retriever;
	lu_reranker *reranker;
	bool vectors;            /* the retriever has the model */
	double opening;          /* seconds that it took to open all this, which is reported with the next question */
	lu_embed_usage embedded; /* what the ledger knows of them */
	lu_rerank_usage reranked;
	double noted; /* when that was noted */
} lu__reader;

struct lu_session {
	lu_arena arena; /* of all texts here */
	const char *db, *tenant, *kb;
	bool pinned;
	double start;
	void (*warn)(void *ctx, const char *text);
	void (*log)(void *ctx, const char *stage, const char *text);
	void *ctx;
	lu_session_models models;
	lu_chat_config chat;    /* of models.chat */
	lu_prompts prompts;     /* of that */
	const char *model;      /* its name: of the configuration, or the provider's default */
	lu_buf chat_settings;   /* what a result of it depends on, for the cache */
	lu_buf rerank_settings; /* what an order depends on, for the cache: empty without a reranker */

	pthread_mutex_t lock;
	pthread_cond_t returned;
	lu__reader *free, *lent;    /* lent: to lu_session_lend() */
	lu_vector_pool *vectors;    /* of the readers */
	struct lu__talker *talkers; /* that are free */
	lu_usage spent[LU_PROMPTS]; /* on the model, that is not in the ledger yet */
	int64_t n, most;            /* readers */
	unsigned epoch;             /* of lu_session_renew() */
	bool behind_known;
	int64_t behind;
	int64_t warned; /* generation of the elements that a warning of an old index was of; -1: none */
};

/* ---- readers.c ---- */

/* A reader of the session's own, in no state yet. */
lu_code lu__reader_open(lu_session *s, lu__reader **out, lu_err *e) LU_MUST_USE;
/* A reader with the present state of the store; waits until one is free. */
lu_code lu__reader_take(lu_session *s, lu__reader **out, lu_err *e) LU_MUST_USE;
/* Accepts NULL. `rc`: what came of the work. */
void lu__reader_give(lu__reader *r, lu_code rc);
/* Before its first question, or when it is ready for that. */
void lu__reader_began(lu__reader *r);
/* Warn of an index that is older than the elements, unless somebody is writing the store, who may be about to renew it. */
void lu__reader_warn(lu__reader *r);
/* End the transactions of those that are free. */
void lu__readers_end(lu_session *s);
/* Make it ready for questions; `vectors`: also for those that need the model of the vectors. */
lu_code lu__reader_ready(lu__reader *r, bool vectors, lu_err *e) LU_MUST_USE;
void lu__reader_close(lu__reader *r);

/* ---- notes.c ---- */

void lu__warn(const lu_session *s, const char *fmt, ...) LU_PRINTF(2, 3);
void lu__log(const lu_session *s, const char *stage, const char *fmt, ...) LU_PRINTF(3, 4);
/* Note in the ledger what the servers of a reader, and the language model, were called for since the last time. */
void lu__note_reader(lu__reader *r);
/* The same of the language model alone, by a handle of the knowledge base. */
void lu__note_spent(lu_session *s, lu_store *store);

/* ---- talkers.c ---- */

/* A handle of the language model, for one request at a time; *out is NULL when there is none. */
lu_code lu__talker_take(lu_session *s, lu_chat **out, lu_err *e) LU_MUST_USE;
/* What it was called for is in the ledger by the next lu__note_spent(). Accepts NULL. */
void lu__talker_give(lu_session *s, lu_chat *c);
/* What its requests by prompt `p` came to since this was asked last, or it was taken; the ledger gets that, too. */
lu_usage lu__talker_spent(lu_session *s, lu_chat *c, lu_prompt_id p);
void lu__talkers_close(lu_session *s);
/* What its results depend on, but for the prompts. */
void lu__talker_settings(const lu_session *s, lu_buf *out);
/* What results by these prompts depend on, as far as these go. */
void lu__prompt_settings(const lu_session *s, const lu_prompt_id *v, size_t n, lu_buf *out);

/* ---- order.c ---- */

void lu__order_settings(const lu_session *s, lu_buf *out);
/* Have the reranker order the first hits of `r`, list each hit once, and keep o->k of them. When it fails they stay as
 * they are, and r->fallback says why. */
lu_code lu__order(lu__reader *m, lu_str text, const lu_query_options *o, lu_result *r, lu_err *e) LU_MUST_USE;

/* ---- current.c ---- */

/* Set the lines of an element whose file has changed to where it is. *touched: its file is not as in the store; it
 * stays as it is otherwise. */
lu_code lu__current_element(lu_fresh *f, lu_brief *el, bool *gone, bool *stale, bool *touched, lu_err *e) LU_MUST_USE;
/* Take out of `r` the hits whose files are gone, *gone of them, and set the lines of those whose files have changed to
 * where they are, or mark them. *touched: any was. */
lu_code lu__current_hits(lu_fresh *f, lu_result *r, size_t *gone, bool *touched, lu_err *e) LU_MUST_USE;
/* Of which state of the tree the store of a reader is; `look`: and how far behind it. Views live in `a`. */
lu_code lu__current_tree(lu__reader *r, lu_arena *a, lu_freshness *out, bool look, lu_err *e) LU_MUST_USE;

/* ---- lent.c ---- */

/* How the files are that were looked at with `f`. */
void lu__note_looks(const lu_fresh *f, lu_freshness *out);

/* ---- shown.c ---- */

/* Read what is shown of the hits of `f`, and set their lines. */
lu_code lu__shown_read(lu_store *s, const lu_search_options *o, lu_found *f, lu_err *e) LU_MUST_USE;

/* ---- search.c ---- */

/* What comes after a search needs of it. */
typedef struct lu__found {
	lu_arena arena;
	lu_search_options o; /* a copy */
	lu_boost boost;
	bool boosted;       /* `boost` says something */
	uint64_t state;     /* of the reader that found the hits */
	lu__reader *reader; /* that one, where an answer follows; NULL: it was given back */
	double start, seed; /* when the search began; seconds until there were hits */
	bool touched;       /* files of the hits are not as in the store: nothing that depends on that is kept */
	lu_fresh *fresh;    /* has looked at the files of the hits; NULL: none is looked at */
} lu__found;

/* What comes after a search reads in the state that was searched, while its reader is kept, else in the present one. `rc` as of
 * lu__reader_give(). */
lu_code lu__found_take(lu_session *s, lu_found *f, lu__reader **out, lu_err *e) LU_MUST_USE;
void lu__found_give(lu_found *f, lu__reader *r, lu_code rc);
/* Give the reader back that is kept: who waits for a model keeps none from others. */
void lu__found_release(lu_found *f);
/* Note how many files were looked at. */
void lu__found_count(lu_found *f);
/* The key of a result in the cache. */
lu_cache_key lu__found_key(const lu_session *s, const lu_found *f);

/* Append what an answer depends on beside its hits and its options: the model, these prompts, synonyms. */
lu_code lu__answer_settings(const lu_session *s, const lu__reader *r, const lu_prompt_id *v, size_t n, lu_buf *out,
			    lu_err *e) LU_MUST_USE;
/* Look for an answer in the cache; out->cached says whether there is one, and its files are as they were. */
lu_code lu__answer_kept(const lu_session *s, const lu__reader *r, lu_found *f, lu_str settings, lu_answered *out,
			lu_err *e) LU_MUST_USE;
/* Keep it, if it was made anew and is worth that, and note in the ledger what it has cost, or that it cost nothing: `last` is the
 * prompt of its text. That this fails does not take the answer back. */
void lu__answer_keep(lu_session *s, const lu__reader *r, const lu_found *f, lu_str settings, lu_prompt_id last,
		     const lu_answered *a);
/* ---- session.c ---- */

/* Does a question of this strategy need the model of the vectors? LU_EUSAGE: there is no such strategy. */
lu_code lu__uses_vectors(const char *strategy, const char *own, bool *out, lu_err *e) LU_MUST_USE;

#endif
