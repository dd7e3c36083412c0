/* SPDX-License-Identifier: MIT
 * The knowledge bases of a store that one process answers for.
 *
 * Each is opened with the first request for it and shared by those that come while it is open: a session, and what its
 * settings make of the options. Where there are more than may be open, the one that nobody has used for longest is closed.
 * One thread writes: it brings knowledge bases up to date, when that is asked for or again and again, and makes the one that
 * is not there yet; questions see the state of before until it has ended.
 *
 * Threads: any number may call any of this at the same time, but for lu_service_open() and lu_service_close(). */
#ifndef LU_SERVICE_SERVICE_H
#define LU_SERVICE_SERVICE_H

#include "lucus/session.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A knowledge base that is open. Shared by all who took it, none of whom changes it. */
typedef struct lu_base {
	const char *tenant, *kb;
	lu_session *session;
	/* What a question gets that says nothing else: by the options, configuration files and settings of the knowledge
	 * base. Functions and their contexts are the caller's to set, in a copy. */
	lu_search_options search;
	lu_ask_options ask; /* answer.mode is that of a plain answer; a lazy one takes `near` */
	lu_lazy_graph_options lazy_graph;
	lu_expand_options expand;
	double expansion_weight;
	bool lazy, lazy_is_graph; /* answers from what is near the hits, and lazy graph queries, are on */
	bool model;               /* a language model is configured */
	lu_sync_options sync;     /* how the writer brings it up to date */
	lu_arena arena;           /* for texts of these, released with it */
} lu_base;

/* Fill in a base whose session is open, with tenant and kb, and configure the session. One thread at a time. */
typedef lu_code lu_base_set_up_fn(void *ctx, lu_base *b, lu_err *e);
/* Make the store with the knowledge base that is meant where none is named, from the tree around the process. */
typedef lu_code lu_base_make_fn(void *ctx, const lu_watch *w, lu_err *e);

/* Texts are copied. */
typedef struct lu_service_config {
	const char *db;          /* path of the store, which may not be there yet where `make` is given */
	const char *tenant, *kb; /* that are meant where none are named */
	int64_t readers;         /* of each session; 0: one for each processor */
	size_t most;             /* knowledge bases that stay open; 0: 16 */
	lu_base_set_up_fn *set_up;
	lu_base_make_fn *make; /* NULL: what is not there is not made */
	void *ctx;             /* of both */
	double pause; /* seconds between two looks at the trees of open knowledge bases; 0: none is looked at unasked. A
				* look that takes long is followed by a longer pause */
	void (*warn)(void *warn_ctx, const char *text); /* in any thread, a line without its end; NULL: it is dropped */
	void (*log)(void *warn_ctx, const char *stage, const char *text);
	void *warn_ctx;
} lu_service_config;

typedef struct lu_service lu_service;

/* Opens no knowledge base yet. */
lu_code lu_service_open(const lu_service_config *c, lu_service **out, lu_err *e) LU_MUST_USE;
/* Ends the writer's work, at a place from where the next one goes on. Nothing may be taken. Accepts NULL. */
void lu_service_close(lu_service *s);

/* The knowledge base; NULL: those of the configuration. LU_ENOENT: it is not there, in words that tell nothing else. Anything
 * that is taken is given back. */
lu_code lu_service_take(lu_service *s, const char *tenant, const char *kb, lu_base **out, lu_err *e) LU_MUST_USE;
void lu_service_give(lu_service *s, lu_base *b); /* accepts NULL */
/* Filters as a request says them, as a search takes them: paths and globs from the root of the tree on (LU_EUSAGE: they lead
 * out of it), languages and types by names that may be shorter than those of the store (LU_EUSAGE: none is meant). Texts live
 * in `a`, or as long as before. */
lu_code lu_base_filters(const lu_base *b, const lu_request *r, lu_query_options *o, lu_arena *a, lu_err *e) LU_MUST_USE;

/* Close what nobody has taken, so that it is opened with its present settings. */
void lu_service_renew(lu_service *s);

/* Is there a store that can be read? Takes no longer for a large one. */
lu_code lu_service_check(lu_service *s, lu_err *e) LU_MUST_USE;
/* Those of a tenant, with their counts; in `a`. NULL: the tenant of the configuration. */
lu_code lu_service_list(lu_service *s, const char *tenant, lu_arena *a, lu_kb **out, size_t *n, lu_err *e) LU_MUST_USE;

const char *lu_service_tenant(const lu_service *s); /* that is meant where none is named; the same */
const char *lu_service_kb(const lu_service *s);

/* ---- the writer ---- */

/* What the writer does for a knowledge base, at a glance. */
typedef struct lu_renewal {
	bool running;        /* it is at it, or it waits for its turn */
	bool missing;        /* there is nothing to ask yet */
	int64_t done, total; /* files; total 0: not known */
	char trouble[256];   /* why the last run failed; empty: it did not */
} lu_renewal;

/* Have the writer bring the knowledge base up to date with its tree, or make it, and wait for that: `seconds` at most, after
 * which it goes on by itself. tell(), unless it is NULL, is called meanwhile, by this thread, a few times a second. LU_ECANCEL:
 * the request has ended. A failure is no error: it is in out->trouble. LU_ENOENT: as lu_service_take(), where it is not made. */
typedef void lu_renewal_fn(void *ctx, const lu_renewal *r);
lu_code lu_service_refresh(lu_service *s, const char *tenant, const char *kb, const lu_request *r, double seconds,
			   lu_renewal_fn *tell, void *ctx, lu_renewal *out, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
