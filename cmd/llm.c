/* SPDX-License-Identifier: MIT */
#include "llm.h"

#include <stdlib.h>
#include <string.h>

#include "cli/out.h"
#include "core/file.h"
#include "prompt_files.h"

#define PRICES_MAX (1 << 20)

static const char *provider, *url, *model, *prices;
static double temperature = -1, timeout_s = 300;
static int64_t max_tokens = 4096, parallel = 5;

enum { PROVIDER_OPTION, URL_OPTION };

lu_opt cmd_opts_llm[] = {
	[PROVIDER_OPTION] = LU_OPT_STR(
		0, "llm-provider", &provider, "NAME",
		"ask a language model of NAME: anthropic, openai, ollama, llama.cpp, vllm; none asks no model",
		.env = "LUCUS_LLM_PROVIDER", .setting = "llm_provider", .heading = "Language model", .guarded = true),
	[URL_OPTION] = LU_OPT_STR(0, "llm-url", &url, "URL",
				  "ask the server at URL, which speaks as the provider does, or as OpenAI",
				  .env = "LUCUS_LLM_URL", .setting = "llm_url"),
	LU_OPT_STR(0, "llm-model", &model, "NAME", "ask the model NAME instead of the provider's default",
		   .env = "LUCUS_LLM_MODEL", .setting = "llm_model", .guarded = true),
	LU_OPT_REAL(0, "temperature", &temperature, "X", -1, 2,
		    "have the model answer at temperature X; below 0, at the server's own",
		    .env = "LUCUS_LLM_TEMPERATURE", .setting = "llm_temperature"),
	LU_OPT_INT(0, "max-output-tokens", &max_tokens, "N", 1, LU_CHAT_TOKENS_MAX,
		   "let an answer of the model have at most N tokens", .env = "LUCUS_LLM_MAX_TOKENS",
		   .setting = "llm_max_tokens"),
	LU_OPT_REAL(0, "llm-timeout", &timeout_s, "SECONDS", 0.1, LU_HTTP_SECONDS_MAX,
		    "wait so long for an answer of the model", .env = "LUCUS_LLM_TIMEOUT", .setting = "llm_timeout"),
	LU_OPT_INT(0, "llm-parallel", &parallel, "N", 1, LU_HTTP_PARALLEL_MAX,
		   "have at most N requests to the model in flight", .env = "LUCUS_LLM_PARALLEL",
		   .setting = "llm_parallel"),
	LU_OPT_GROUP(cmd_opts_prompt),
	LU_OPT_END
};

lu_opt cmd_opts_prices[] = { LU_OPT_STR(
				     0, "prices", &prices, "FILE",
				     "take prices of models from the JSON in FILE: an object for each model with in, "
				     "cached and out, dollars for a million tokens",
				     .env = "LUCUS_PRICES", .heading = "Prices"),
			     LU_OPT_END };

/* NULL when it is unset or empty. */
static const char *environment(const char *name)
{
	const char *v = getenv(name);

	return v && *v ? v : NULL;
}

static const struct {
	const char *provider, *key;
} own_keys[] = { { "anthropic", "ANTHROPIC_API_KEY" }, { "openai", "OPENAI_API_KEY" } };
enum { OWN_KEYS = sizeof own_keys / sizeof *own_keys };

/* A provider's own key stands for it where nothing else names one; it is of no use to other servers. */
static void find_key(lu_chat_config *c)
{
	const char *name;

	c->key = environment("LUCUS_LLM_KEY");
	name = lu_chat_provider(c);
	for (size_t i = 0; i < OWN_KEYS && !c->key; i++) {
		const char *key = environment(own_keys[i].key);

		if (!key || (name ? strcmp(name, own_keys[i].provider) : c->provider || c->model)) continue;
		if (!name) c->provider = own_keys[i].provider;
		if (lu_chat_where(c) != LU_CHAT_ELSEWHERE) c->key = key;
		return;
	}
}

static lu_code check_key(const lu_chat_config *c, lu_err *e)
{
	const char *name = lu_chat_provider(c);
	lu_code rc = c->url ? lu_http_url_check(c->url, e) : LU_OK;

	if (rc) return rc;
	if (c->key && !lu_opt_is_own(cmd_opts_llm[URL_OPTION].origin) && lu_chat_where(c) == LU_CHAT_ELSEWHERE)
		return lu_fail(e, LU_EUSAGE,
			       "no key is sent to '%.*s', which the knowledge base names: give it by --llm-url or "
			       "LUCUS_LLM_URL",
			       (int)strcspn(c->url, "?#"), c->url);
	for (size_t i = 0; i < OWN_KEYS && name && !c->key; i++)
		if (!strcmp(name, own_keys[i].provider) && lu_chat_where(c) == LU_CHAT_OWN)
			return lu_fail(e, LU_EUSAGE, "no key for %s: set LUCUS_LLM_KEY or %s in the environment", name,
				       own_keys[i].key);
	return LU_OK;
}

lu_code cmd_llm_prices(lu_buf *out, lu_err *e)
{
	lu_price p;
	lu_code rc;

	if (!prices) return LU_OK;
	rc = lu_file_read(prices, PRICES_MAX, out, e);
	if (!rc && (rc = lu_price_of("", lu_buf_str(out), &p, e)) == LU_EFORMAT) lu_wrap(e, rc, "'%s'", prices);
	return rc;
}
lu_code cmd_llm_ledger_prices(lu_buf *out, lu_err *e)
{
	lu_err why = { LU_OK, "" };
	lu_code rc = cmd_llm_prices(out, &why);

	if (!rc) return LU_OK;
	lu_out_warn("%s", why.msg);
	lu_buf_reset(out);
	return rc == LU_ENOMEM ? lu_nomem(e) : LU_OK;
}

static void configure(lu_chat_config *c)
{
	lu_chat_config_init(c);
	c->provider = provider && *provider ? provider : NULL;
	c->url = url && *url ? url : NULL;
	c->model = model && *model ? model : NULL;
	find_key(c);
}

lu_code cmd_llm_config(lu_chat_config *c, bool *any, lu_err *e)
{
	const lu_prompts *prompts = NULL;
	lu_code rc = cmd_prompts_given(&prompts, e);

	*any = false;
	if (rc || (provider && !strcmp(provider, "none"))) return rc;
	configure(c);
	c->prompts = prompts;
	c->temperature = temperature;
	c->max_tokens = max_tokens;
	c->http.parallel = parallel;
	c->http.total = c->http.first_byte = c->http.all = timeout_s;
	if (c->http.connect > timeout_s) c->http.connect = timeout_s;
	if (c->http.idle > timeout_s) c->http.idle = timeout_s;
	*any = c->provider || c->url || c->model || c->key;
	return *any ? check_key(c, e) : LU_OK;
}

lu_code cmd_llm_open(lu_chat **out, lu_err *e)
{
	lu_buf table = LU_BUF;
	lu_chat_config c;
	bool any = false;
	lu_code rc = cmd_llm_config(&c, &any, e);

	*out = NULL;
	if (rc || !any) return rc;
	rc = cmd_llm_prices(&table, e);
	c.prices = lu_buf_str(&table);
	if (!rc) rc = lu_chat_open(&c, out, e);
	lu_buf_free(&table);
	return rc;
}

void cmd_llm_meant(const lu_opt *o, lu_buf *value, lu_buf *origin)
{
	const char *name;
	lu_chat_config c;

	if (o != &cmd_opts_llm[PROVIDER_OPTION] || (provider && *provider)) return;
	configure(&c);
	if (!(name = lu_chat_provider(&c))) return;
	lu_buf_reset(value);
	lu_buf_adds(value, name);
	lu_buf_reset(origin);
	if (c.url || c.model) lu_buf_adds(origin, c.url ? "its URL" : "its model");
	for (size_t i = 0; !c.url && !c.model && i < OWN_KEYS; i++)
		if (environment("LUCUS_LLM_KEY") || !strcmp(name, own_keys[i].provider)) {
			lu_buf_addf(origin, "its key %s",
				    environment("LUCUS_LLM_KEY") ? "LUCUS_LLM_KEY" : own_keys[i].key);
			break;
		}
}
