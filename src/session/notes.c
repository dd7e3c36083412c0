/* SPDX-License-Identifier: MIT
 * What people are warned of, and what the ledger is given. */
#include <stdarg.h>

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

static void note(const lu__reader *r, const char *purpose, lu_str model, int64_t requests, int64_t tokens)
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
		note(r, "embedding", model, u.requests - r->embedded.requests, u.tokens - r->embedded.tokens);
	r->embedded = u;
}

static void note_order(lu__reader *r)
{
	lu_rerank_usage u = lu_reranker_usage(r->reranker);
	const char *colon = strchr(lu_reranker_model(r->reranker), ':'); /* after the provider */

	if (u.requests == r->reranked.requests) return;
	if (colon)
		note(r, "rerank", lu_strz(colon + 1), u.requests - r->reranked.requests, u.tokens - r->reranked.tokens);
	r->reranked = u;
}

void lu__note_spent(lu_session *s, lu_store *store)
{
	lu_usage spent[LU_PROMPTS];
	lu_err why = { LU_OK, "" };

	pthread_mutex_lock(&s->lock);
	memcpy(spent, s->spent, sizeof spent);
	memset(s->spent, 0, sizeof s->spent);
	pthread_mutex_unlock(&s->lock);
	for (int p = 0; p < LU_PROMPTS; p++) {
		const lu_usage *x = &spent[p];
		lu_ledger_entry l = { .purpose = lu_strz(lu_prompts_info((lu_prompt_id)p)->phase),
				      .model = lu_strz(s->model),
				      .requests = x->requests,
				      .tokens_in = x->tokens_in,
				      .tokens_cached = x->tokens_cached,
				      .tokens_out = x->tokens_out,
				      .cost = x->cost,
				      .uncounted = x->uncounted,
				      .unpriced = x->unpriced };

		if (x->requests && lu_ledger_add(store, &l, &why)) lu__warn(s, "%s", why.msg);
	}
}

void lu__note_reader(lu__reader *r)
{
	lu__note_spent(r->session, r->store);
	if (r->model) note_vectors(r);
	if (r->reranker) note_order(r);
	r->noted = lu_now();
}
