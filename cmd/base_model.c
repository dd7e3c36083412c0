/* SPDX-License-Identifier: MIT
 * The model of the vectors, and the settings of a knowledge base. */
#include "base.h"

#include <stdlib.h>
#include <string.h>

#include "lucus/http.h"

static const char *provider = "builtin", *model, *embed_url, *embed_model;
static int64_t embed_dim, embed_tokens, embed_batch = 64, embed_parallel = 5;
static double embed_timeout = 60;
lu_opt cmd_opts_model[] = {
	LU_OPT_STR(0, "provider", &provider, "NAME",
		   "make vectors with the provider NAME: builtin, in process; voyage, or openai and what is "
		   "compatible, over the network",
		   .env = "LUCUS_EMBED_PROVIDER", .setting = "provider", .heading = "Vectors", .guarded = true),
	LU_OPT_STR(0, "model", &model, "FILE", "use the token vectors in FILE with the built-in model",
		   .env = "LUCUS_MODEL", .setting = "model"),
	LU_OPT_STR(0, "embed-url", &embed_url, "URL",
		   "ask for vectors at URL in place of the provider's own address, such as http://localhost:11434/v1",
		   .env = "LUCUS_EMBED_URL", .setting = "embed_url"),
	LU_OPT_STR(0, "embed-model", &embed_model, "NAME", "ask for vectors of the model NAME",
		   .env = "LUCUS_EMBED_MODEL", .setting = "embed_model", .guarded = true),
	LU_OPT_INT(0, "embed-dim", &embed_dim, "N", 0, LU_EMBED_DIM_MAX,
		   "ask for vectors of N components; 0 takes what the model gives", .env = "LUCUS_EMBED_DIM",
		   .setting = "embed_dim"),
	LU_OPT_INT(0, "embed-tokens", &embed_tokens, "N", 0, LU_EMBED_TOKENS_MAX,
		   "cut texts after about N tokens; 0 is what the provider's models read", .env = "LUCUS_EMBED_TOKENS",
		   .setting = "embed_tokens"),
	LU_OPT_INT(0, "embed-batch", &embed_batch, "N", 1, LU_EMBED_BATCH_MAX, "send at most N texts in a request",
		   .env = "LUCUS_EMBED_BATCH", .setting = "embed_batch"),
	LU_OPT_INT(0, "embed-parallel", &embed_parallel, "N", 1, LU_HTTP_PARALLEL_MAX,
		   "have at most N requests for vectors in flight", .env = "LUCUS_EMBED_PARALLEL",
		   .setting = "embed_parallel"),
	LU_OPT_REAL(0, "embed-timeout", &embed_timeout, "SECONDS", 0.01, LU_HTTP_SECONDS_MAX,
		    "give up a request for vectors after so long", .env = "LUCUS_EMBED_TIMEOUT",
		    .setting = "embed_timeout"),
	LU_OPT_END
};

static const lu_opt *option(const char *name)
{
	const lu_opt *o = cmd_opts_model;

	while (strcmp(o->name, name) != 0) o++;
	return o;
}

static bool is_remote(void)
{
	return strcmp(provider, "builtin") != 0;
}

const char *cmd_base_key(const char *any, const char *own, const char *url, lu_origin of_url)
{
	bool near = !url || lu_http_is_local(url);
	const char *key = near || lu_opt_is_own(of_url) ? getenv(any) : NULL;

	if (near && !(key && *key)) key = getenv(own);
	return key && *key ? key : NULL;
}

lu_embed_config cmd_base_embed_config(void)
{
	lu_embed_config c = { .provider = provider, .table = model };
	lu_origin of_url = option("embed-url")->origin, of_provider = option("provider")->origin;

	if (!is_remote()) return c;
	/* the address that the knowledge base knows is that of its own provider */
	if (embed_url && *embed_url && !(of_url == LU_FROM_SETTING && lu_opt_is_own(of_provider))) c.url = embed_url;
	c.model = embed_model;
	c.key = cmd_base_key("LUCUS_EMBED_KEY", strcmp(provider, "voyage") ? "OPENAI_API_KEY" : "VOYAGE_API_KEY", c.url,
			     of_url);
	c.dim = embed_dim;
	c.tokens = embed_tokens;
	c.batch = embed_batch;
	c.parallel = embed_parallel;
	c.timeout = embed_timeout;
	return c;
}

lu_code cmd_base_embedder(lu_embedder **m, lu_err *e)
{
	lu_embed_config c = cmd_base_embed_config();

	return lu_embedder_open(&c, m, e);
}

static lu_code apply(void *opts, const char *key, const char *value, lu_err *e)
{
	lu_code rc = lu_opt_apply_setting(opts, key, value, e);

	return rc ? lu_wrap(e, rc, "setting '%s' of knowledge base '%s'", key, lu_common.kb) : LU_OK;
}

static bool has_provider(lu_opt *opts)
{
	const lu_opt *o;

	for (lu_opt_iter it = lu_opt_begin(opts); (o = lu_opt_next(&it));)
		if (o->to.str == &provider) return true;
	return false;
}

/* Go on with the provider and the model of the vectors that there are. */
static lu_code apply_model(lu_opt *opts, lu_str name, lu_err *e)
{
	lu_arena a = { 0 };
	lu_str of, what;
	lu_code rc = LU_OK;

	if (!lu_embed_model_parts(name, &of, &what)) return LU_OK;
	of = lu_arena_dup(&a, of);
	what = lu_arena_dup(&a, what);
	if (!of.s || !what.s) rc = lu_nomem(e);
	if (!rc && option("provider")->origin == LU_FROM_DEFAULT) rc = apply(opts, "provider", of.s, e);
	if (!rc && !strcmp(provider, of.s) && option("embed-model")->origin == LU_FROM_DEFAULT)
		rc = apply(opts, "embed_model", what.s, e);
	lu_arena_free(&a);
	return rc;
}

lu_code cmd_base_settings(lu_store *s, lu_opt *opts, lu_err *e)
{
	lu_arena a = { 0 };
	lu_kb kb;
	lu_code rc = lu_store_settings(s, apply, opts, e);

	if (rc || !has_provider(opts)) return rc;
	rc = lu_store_kb(s, false, &a, &kb, e);
	if (!rc) rc = apply_model(opts, kb.model, e);
	lu_arena_free(&a);
	return rc;
}
