/* SPDX-License-Identifier: MIT
 * What people are told, and what the ledger is. */
#include <stdarg.h>
#include <stdio.h>

#include "session/session.h"

#define LINE 1024

void lu__warn(const lu_session *s, const char *fmt, ...)
{
	char text[LINE];
	va_list ap;

	if (!s->warn) return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	s->warn(s->ctx, text);
}

void lu__log(const lu_session *s, const char *stage, const char *fmt, ...)
{
	char text[LINE];
	va_list ap;

	if (!s->log) return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	s->log(s->ctx, stage, text);
}

/* Dollars; -1: the price is not known. `model` is the provider's name of it. */
static double cost_of(const lu_session *s, lu_str model, int64_t tokens)
{
	lu_buf name = LU_BUF;
	lu_price p = { -1, -1, -1 };
	lu_err why = { LU_OK, "" };
	lu_code rc;

	lu_buf_addstr(&name, model);
	rc = name.oom ? lu_nomem(&why) : lu_price_of(name.s, s->models.prices, &p, &why);
	if (rc) lu__warn(s, "%s", why.msg);
	lu_buf_free(&name);
	return rc || p.in < 0 ? -1 : (double)tokens * p.in / 1e6;
}

/* `tokens` of 0: the server does not count them. */
static void note(const lu__reader *r, lu_purpose purpose, lu_str model, int64_t requests, int64_t tokens)
{
	const lu_session *s = r->session;
	lu_ledger_entry l = { .purpose = purpose,
			      .model = model,
			      .requests = requests,
			      .tokens_in = tokens ? tokens : -1,
			      .cost = tokens ? cost_of(s, model, tokens) : -1 };
	lu_err why = { LU_OK, "" };

	lu__log(s, "spent", "purpose=%s model=%.*s requests=%lld tokens=%lld", lu_purpose_name(purpose), LU_FMT(model),
		(long long)requests, (long long)tokens);
	if (lu_ledger_add(r->store, &l, &why)) lu__warn(s, "%s", why.msg);
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
	const char *colon = strchr(lu_reranker_model(r->reranker), ':'); /* behind the provider */

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
}
