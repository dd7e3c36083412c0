/* SPDX-License-Identifier: MIT
 * Configurations, and the handle that is made of one. */
#include "chat/chat.h"

#include <stdlib.h>

#include "core/range.h"

void lu_chat_config_init(lu_chat_config *c)
{
	*c = (lu_chat_config){ .temperature = -1, .max_tokens = 4096 };
	lu_http_options_init(&c->http);
	c->http.first_byte = c->http.total; /* without a stream the first byte comes with the last */
}

static lu_code check(const lu_chat_config *c, const lu__provider *p, lu_err *e)
{
	lu_code rc = c->url ? lu_http_url_check(c->url, e) : LU_OK;

	if (rc) return rc;
	if (c->temperature > p->hottest)
		return lu_fail(e, LU_EUSAGE, "temperature %g is out of range 0 to %g of %s", c->temperature, p->hottest,
			       p->name);
	rc = lu_check_range("tokens of an answer", c->max_tokens, 1, LU_CHAT_TOKENS_MAX, e);
	if (rc) return rc;
	if (!c->model && (!p->model || (c->url && lu_chat_where(c) != LU_CHAT_OWN)))
		return lu_fail(e, LU_EUSAGE, "no model is named, and the server '%.*s' has no default",
			       (int)strcspn(c->url ? c->url : p->name, "?#"), c->url ? c->url : p->name);
	if (!c->key && lu_chat_where(c) == LU_CHAT_OWN)
		return lu_fail(e, LU_EUSAGE, "no key for the provider %s", p->name);
	if (c->key && (!*c->key || strpbrk(c->key, "\r\n"))) return lu_fail(e, LU_EUSAGE, "the key is no word of text");
	return lu_http_options_check(&c->http, e);
}

static lu_code fill(lu_chat *t, const lu_chat_config *c, lu_err *e)
{
	lu_buf url = LU_BUF;

	lu__provider_url(t->provider, c->url, &url);
	t->url = lu_arena_keep(&t->arena, &url);
	t->model = lu_arena_dup(&t->arena, lu_strz(c->model ? c->model : t->provider->model));
	t->key = lu_arena_dup(&t->arena, lu_strz(c->key));
	if (!t->url.s || !t->model.s || !t->key.s) return lu_nomem(e);
	return lu_price_of(t->model.s, c->prices, &t->price, e);
}

lu_code lu_chat_open(const lu_chat_config *c, lu_chat **out, lu_err *e)
{
	const lu__provider *p = NULL;
	lu_chat *t;
	lu_code rc = lu__provider_find(c, &p, e);

	if (!rc) rc = check(c, p, e);
	if (rc) return rc;
	if (!(t = calloc(1, sizeof *t))) return lu_nomem(e);
	t->provider = p;
	t->temperature = c->temperature;
	t->max_tokens = c->max_tokens;
	t->http = c->http;
	t->prompts = c->prompts;
	t->own = lu_chat_where(c) == LU_CHAT_OWN;
	rc = fill(t, c, e);
	if (rc) lu_chat_close(t);
	else *out = t;
	return rc;
}

void lu_chat_close(lu_chat *c)
{
	if (!c) return;
	lu_http_free(c->net);
	lu_arena_free(&c->arena);
	free(c);
}

const char *lu_chat_model(const lu_chat *c)
{
	return c->model.s;
}

const lu_prompts *lu_chat_prompts(const lu_chat *c)
{
	return c->prompts;
}

lu_code lu_chat_fill(const lu_chat *c, lu_prompt_id p, const char *marker, const lu_prompt_value *v, size_t n,
		     lu_arena *a, lu_chat_request *out, lu_err *e)
{
	lu_buf system = LU_BUF, user = LU_BUF;
	lu_chat_request r = { .prompt = p };
	bool good;

	lu_prompts_fill(c->prompts, p, marker, v, n, &system, &user);
	r.system = lu_arena_dup(a, lu_buf_str(&system));
	r.user = lu_arena_dup(a, lu_buf_str(&user));
	good = !system.oom && !user.oom && r.system.s && r.user.s;
	lu_buf_free(&system);
	lu_buf_free(&user);
	if (!good) return lu_nomem(e);
	*out = r;
	return LU_OK;
}

lu_code lu_chat_fill_block(const lu_chat *c, lu_prompt_id p, const char *name, lu_str text, const char *count,
			   lu_arena *a, lu_chat_request *out, lu_err *e)
{
	char marker[LU_MARKER];
	lu_marking m = { 0 };
	lu_buf block = LU_BUF;
	lu_code rc;

	lu_marking_add(&m, text);
	lu_marking_end(&m, marker);
	lu_data_block(name, text, marker, &block);
	rc = block.oom ? lu_nomem(e)
		       : lu_chat_fill(c, p, marker,
				      (lu_prompt_value[]){ { name, lu_buf_str(&block) }, { "count", lu_strz(count) } },
				      2, a, out, e);
	lu_buf_free(&block);
	return rc;
}

void lu_usage_add(lu_usage *to, const lu_usage *more)
{
	to->requests += more->requests;
	to->tokens_in += more->tokens_in;
	to->tokens_cached += more->tokens_cached;
	to->tokens_out += more->tokens_out;
	to->cost += more->cost;
	to->uncounted += more->uncounted;
	to->unpriced += more->unpriced;
}

lu_usage lu_chat_spent(lu_chat *c, lu_prompt_id p)
{
	lu_usage x = c->spent[p];

	c->spent[p] = (lu_usage){ 0 };
	return x;
}
