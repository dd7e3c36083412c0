/* SPDX-License-Identifier: MIT */
#include "spent.h"

#include <stdio.h>

#include "base.h"
#include "cli/out.h"
#include "llm.h"

/* Dollars; -1: the price is not known. `model` is the provider's name of it. */
static double cost_of(lu_str model, int64_t tokens)
{
	lu_buf table = LU_BUF, name = LU_BUF;
	lu_price p = { -1, -1, -1 };
	lu_err why = { LU_OK, "" };
	lu_code rc = lu_llm_prices(&table, &why);

	lu_buf_addstr(&name, model);
	if (!rc) rc = table.oom || name.oom ? lu_nomem(&why) : lu_price_of(name.s, lu_buf_str(&table), &p, &why);
	if (rc) lu_out_warn("%s", why.msg);
	lu_buf_free(&table);
	lu_buf_free(&name);
	return rc || p.in < 0 ? -1 : (double)tokens * p.in / 1e6;
}

double lu_spent_estimate(int64_t tokens, char *model, size_t size)
{
	lu_embedder *m = NULL;
	lu_err why = { LU_OK, "" };
	lu_str provider, name;
	double cost = 0;

	snprintf(model, size, "the built-in model");
	if (lu_base_embedder(&m, &why)) {
		lu_out_warn("%s", why.msg);
		return -1;
	}
	if (lu_embed_model_parts(lu_strz(lu_embedder_model(m)), &provider, &name)) {
		snprintf(model, size, "%.*s", LU_FMT(name));
		cost = cost_of(name, tokens);
	}
	lu_embedder_close(m);
	return cost;
}

/* `tokens` of 0: the server does not count them. */
static void note(lu_store *s, lu_purpose purpose, lu_str model, int64_t requests, int64_t tokens)
{
	lu_ledger_entry l = { .purpose = purpose,
			      .model = model,
			      .requests = requests,
			      .tokens_in = tokens ? tokens : -1,
			      .cost = tokens ? cost_of(model, tokens) : -1 };
	lu_err why = { LU_OK, "" };

	lu_log("spent", "purpose=%s model=%.*s requests=%lld tokens=%lld", lu_purpose_name(purpose), LU_FMT(model),
	       (long long)requests, (long long)tokens);
	if (lu_ledger_add(s, &l, &why)) lu_out_warn("%s", why.msg);
}

void lu_spent_vectors(lu_store *s, const lu_embedder *m)
{
	lu_str provider, model;
	lu_embed_usage u;

	if (!s || !m || !lu_embed_model_parts(lu_strz(lu_embedder_model(m)), &provider, &model)) return;
	u = lu_embedder_usage(m);
	if (u.requests) note(s, LU_FOR_EMBEDDING, model, u.requests, u.tokens);
}
