/* SPDX-License-Identifier: MIT
 * What people are warned of, and what the ledger is given. */
#include <stdarg.h>
#include <stdio.h>

#include "core/file.h"
#include "session/session.h"
#include "session/spent.h"
#include "session/watch.h"

static lu_watch watch_of(const lu_session *s)
{
	return (lu_watch){ .ctx = s->ctx, .warn = s->warn, .log = s->log };
}

void lu__warn(const lu_session *s, const char *fmt, ...)
{
	lu_watch w = watch_of(s);
	va_list ap;

	va_start(ap, fmt);
	lu__watch_vwarn(&w, fmt, ap);
	va_end(ap);
}

void lu__log(const lu_session *s, const char *stage, const char *fmt, ...)
{
	lu_watch w = watch_of(s);
	va_list ap;

	va_start(ap, fmt);
	lu__watch_vlog(&w, stage, fmt, ap);
	va_end(ap);
}

static void note(const lu__reader *r, lu_purpose purpose, lu_str model, int64_t requests, int64_t tokens)
{
	const lu_session *s = r->session;
	lu_watch w = watch_of(s);

	lu__spent_note(r->store, purpose, model, requests, tokens, s->models.prices, &w);
}

static void note_vectors(lu__reader *r)
{
	lu_embed_usage u = lu_embedder_usage(r->model);
	lu_str provider, model;

	if (u.requests == r->embedded.requests) return;
	if (lu_embed_model_parts(lu_strz(lu_embedder_model(r->model)), &provider, &model))
		note(r, LU_FOR_EMBEDDING, model, u.requests - r->embedded.requests, u.tokens - r->embedded.tokens);
	r->embedded = u;
}

static void note_order(lu__reader *r)
{
	lu_rerank_usage u = lu_reranker_usage(r->reranker);
	const char *colon = strchr(lu_reranker_model(r->reranker), ':'); /* after the provider */

	if (u.requests == r->reranked.requests) return;
	if (colon)
		note(r, LU_FOR_RERANK, lu_strz(colon + 1), u.requests - r->reranked.requests,
		     u.tokens - r->reranked.tokens);
	r->reranked = u;
}

void lu__note_reader(lu__reader *r)
{
	if (r->model) note_vectors(r);
	if (r->reranker) note_order(r);
	r->noted = lu_now();
}
