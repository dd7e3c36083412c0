/* SPDX-License-Identifier: MIT
 * The registry of providers, and which of them a configuration means. */
#include "chat/endpoint.h"
#include "core/ascii.h"

#include <strings.h>

#define OPENAI_PATHS "/v1/chat/completions", "/chat/completions"

static const lu__provider providers[] = {
	{ "anthropic", &lu__api_anthropic, "api.anthropic.com", "https://api.anthropic.com", "/v1/messages",
	  "/messages", "claude-haiku-5-5", 1 },
	{ "openai", &lu__api_openai, "api.openai.com", "https://api.openai.com", OPENAI_PATHS, "gpt-5.4-mini", 2 },
	{ "ollama", &lu__api_openai, NULL, "http://localhost:11434", OPENAI_PATHS, NULL, 2 },
	{ "llama.cpp", &lu__api_openai, NULL, "http://localhost:8080", OPENAI_PATHS, NULL, 2 },
	{ "vllm", &lu__api_openai, NULL, "http://localhost:8000", OPENAI_PATHS, NULL, 2 },
};
enum { ANTHROPIC, OPENAI, PROVIDERS = sizeof providers / sizeof *providers };

/* ---- urls ---- */

/* Empty when there is anything odd about it: nobody may take one host for another. */
static lu_str host_of(const char *url)
{
	const char *p = strstr(url, "://");
	size_t n, i = 0;

	if (!p) return lu_strz("");
	p += 3;
	n = strcspn(p, "/?#");
	if (n && p[0] == '[') {
		size_t end = strcspn(p, "]");

		return end < n ? lu_strn(p, end + 1) : lu_strz("");
	}
	while (i < n && ((p[i] | 32) >= 'a' ? (p[i] | 32) <= 'z' : lu_is_digit(p[i]) || p[i] == '.' || p[i] == '-'))
		i++;
	if (i < n && (p[i] != ':' || strspn(p + i + 1, "0123456789") != n - i - 1)) return lu_strz("");
	return lu_strn(p, i);
}

static bool host_is(lu_str host, const char *name)
{
	return host.n == strlen(name) && !strncasecmp(host.s, name, host.n);
}

/* The url up to its query. */
static lu_str before_query(const char *url)
{
	return lu_strn(url, strcspn(url, "?#"));
}

static bool has_path(lu_str url)
{
	const char *p = strstr(url.s, "://");

	p = p && p < url.s + url.n ? p + 3 : url.s;
	p = memchr(p, '/', url.n - (size_t)(p - url.s));
	return p && p + 1 < url.s + url.n;
}

void lu__provider_url(const lu__provider *p, const char *url, lu_buf *out)
{
	lu_str base = before_query(url ? url : p->url);
	const char *rest = base.s + base.n;

	while (base.n && base.s[base.n - 1] == '/') base.n--;
	lu_buf_addstr(out, base);
	if (!has_path(base) ||
	    (p == &providers[ANTHROPIC] && !lu_str_ends(base, "/v1") && !lu_str_ends(base, p->endpoint)))
		lu_buf_adds(out, p->root);
	else if (!lu_str_ends(base, p->endpoint)) lu_buf_adds(out, p->endpoint);
	lu_buf_adds(out, rest);
}

/* ---- which one ---- */

static const lu__provider *by_url(const char *url)
{
	lu_str host = host_of(url);

	for (size_t i = 0; i < PROVIDERS; i++)
		if (providers[i].host && host_is(host, providers[i].host)) return &providers[i];
	return &providers[lu_str_ends(before_query(url), "/messages") ? ANTHROPIC : OPENAI];
}

static const lu__provider *by_model(const char *model)
{
	static const char *const begins[] = { "gpt-", "chatgpt-", "o1", "o3", "o4", NULL };

	if (!strncmp(model, "claude", 6)) return &providers[ANTHROPIC];
	for (size_t i = 0; begins[i]; i++)
		if (!strncmp(model, begins[i], strlen(begins[i]))) return &providers[OPENAI];
	return NULL;
}

/* NULL: `c` names one that does not exist, or nothing decides. */
static const lu__provider *meant(const lu_chat_config *c)
{
	const lu__provider *p = NULL;

	if (c->provider) {
		for (size_t i = 0; i < PROVIDERS; i++)
			if (!strcmp(providers[i].name, c->provider)) return &providers[i];
		return NULL;
	}
	if (c->url) return by_url(c->url);
	if (c->model) p = by_model(c->model);
	if (!p && c->key) p = &providers[strncmp(c->key, "sk-ant-", 7) ? OPENAI : ANTHROPIC];
	return p;
}

const char *lu_chat_provider(const lu_chat_config *c)
{
	const lu__provider *p = meant(c);

	return p ? p->name : NULL;
}

lu_chat_place lu_chat_where(const lu_chat_config *c)
{
	const lu__provider *p = meant(c);
	const char *url = c->url ? c->url : p ? p->url : "";
	lu_str host = host_of(url);

	if (p && p->host && host_is(host, p->host) && !strncmp(url, "https://", 8)) return LU_CHAT_OWN;
	if (host_is(host, "localhost") || host_is(host, "127.0.0.1") || host_is(host, "[::1]")) return LU_CHAT_LOCAL;
	return LU_CHAT_ELSEWHERE;
}

lu_code lu__provider_find(const lu_chat_config *c, const lu__provider **out, lu_err *e)
{
	const lu__provider *p = meant(c);
	lu_buf names = LU_BUF;

	if (p) {
		*out = p;
		return LU_OK;
	}
	for (size_t i = 0; i < PROVIDERS; i++) lu_buf_addf(&names, "%s%s", i ? ", " : "", providers[i].name);
	if (c->provider)
		lu_fail(e, LU_EUSAGE, "no provider '%s' of language models: expected one of %s", c->provider, names.s);
	else if (c->model)
		lu_fail(e, LU_EUSAGE, "the model '%s' does not tell its provider: name it (%s), or a url", c->model,
			names.s);
	else lu_fail(e, LU_EUSAGE, "no provider of language models: expected one of %s, or a url", names.s);
	lu_buf_free(&names);
	return LU_EUSAGE;
}
