/* SPDX-License-Identifier: MIT */
#include "session/spent.h"

#include "lucus/chat.h"
#include "session/watch.h"

double lu__spent_cost(lu_str model, int64_t tokens, lu_str prices, const lu_watch *w)
{
	lu_buf name = LU_BUF;
	lu_price p = { -1, -1, -1 };
	lu_err why = { LU_OK, "" };
	lu_code rc;

	lu_buf_addstr(&name, model);
	rc = name.oom ? lu_nomem(&why) : lu_price_of(name.s, prices, &p, &why);
	if (rc) lu__watch_warn(w, "%s", why.msg);
	lu_buf_free(&name);
	return rc || p.in < 0 ? -1 : (double)tokens * p.in / 1e6;
}

void lu__spent_note(lu_store *s, const char *purpose, lu_str model, int64_t requests, int64_t tokens, lu_str prices,
		    const lu_watch *w)
{
	lu_ledger_entry l = { .purpose = lu_strz(purpose),
			      .model = model,
			      .requests = requests,
			      .tokens_in = tokens ? tokens : -1,
			      .cost = tokens ? lu__spent_cost(model, tokens, prices, w) : -1 };
	lu_err why = { LU_OK, "" };

	lu__watch_log(w, "spent", "purpose=%s model=%.*s requests=%lld tokens=%lld", purpose, LU_FMT(model),
		      (long long)requests, (long long)tokens);
	if (lu_ledger_add(s, &l, &why)) lu__watch_warn(w, "%s", why.msg);
}

void lu__spent_vectors(lu_store *s, const lu_embedder *m, lu_str prices, const lu_watch *w)
{
	lu_str provider, model;
	lu_embed_usage u;

	if (!m || !lu_embed_model_parts(lu_strz(lu_embedder_model(m)), &provider, &model)) return;
	u = lu_embedder_usage(m);
	if (u.requests) lu__spent_note(s, "embedding", model, u.requests, u.tokens, prices, w);
}
