/* SPDX-License-Identifier: MIT
 * Which reranker orders the hits. */
#include "base.h"
#include "lucus/http.h"
#include "search.h"

static const char *reranker = "builtin", *url, *model;
static int64_t depth = 50;
static double timeout = 30;

lu_opt cmd_opts_rerank[] = {
	LU_OPT_STR(0, "reranker", &reranker, "NAME",
		   "have the first hits ordered by NAME: cohere, voyage, jina; builtin leaves it to the strategy",
		   .env = "LUCUS_RERANKER", .setting = "reranker", .heading = "Reranker", .guarded = true),
	LU_OPT_STR(0, "rerank-url", &url, "URL", "ask the reranker at URL in place of the provider's own address",
		   .env = "LUCUS_RERANK_URL", .setting = "rerank_url"),
	LU_OPT_STR(0, "rerank-model", &model, "NAME", "have the reranker use the model NAME",
		   .env = "LUCUS_RERANK_MODEL", .setting = "rerank_model", .guarded = true),
	LU_OPT_INT(0, "rerank-depth", &depth, "N", 1, LU_RERANK_MAX, "have the reranker order the first N hits",
		   .env = "LUCUS_RERANK_DEPTH", .setting = "rerank_depth"),
	LU_OPT_REAL(0, "rerank-timeout", &timeout, "SECONDS", 0.01, LU_HTTP_SECONDS_MAX,
		    "give up the reranker after so long", .env = "LUCUS_RERANK_TIMEOUT", .setting = "rerank_timeout"),
	LU_OPT_END
};

static bool is_builtin(void)
{
	return strcmp(reranker, "builtin") == 0;
}

static lu_origin origin_of(const char *name)
{
	const lu_opt *o = cmd_opts_rerank;

	while (strcmp(o->name, name) != 0) o++;
	return o->origin;
}

/* The address that the knowledge base knows is that of its own reranker. */
static const char *own_url(void)
{
	if (!url || !*url) return NULL;
	return origin_of("rerank-url") == LU_FROM_SETTING && lu_opt_is_own(origin_of("reranker")) ? NULL : url;
}

static const char *own_key(void)
{
	const char *own = lu_reranker_key_name(reranker);

	return own ? cmd_base_key("LUCUS_RERANK_KEY", own, own_url(), origin_of("rerank-url")) : NULL;
}

void cmd_rerank_given(lu_session_models *m)
{
	m->rerank_depth = depth;
	m->rerank = (lu_rerank_config){ .provider = is_builtin() ? NULL : reranker,
					.url = own_url(),
					.model = model,
					.key = is_builtin() ? NULL : own_key(),
					.timeout = timeout };
}
