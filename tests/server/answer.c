/* SPDX-License-Identifier: MIT
 * Who is asked, whether he may be asked so, and how each provider words an error. */
#include <stdlib.h>
#include <strings.h>

#include "fakeapi.h"

/* What is asked, by the end of the path. */
static const struct endpoint {
	const char *end;
	fa_provider who; /* unless the model or "?as=" says something else */
	void (*answer)(const fa_request *q, const fa_rule *r, fa_answer *a);
} endpoints[] = {
	{ "/messages", FA_ANTHROPIC, fa_chat },
	{ "/chat/completions", FA_OPENAI, fa_chat },
	{ "/embeddings", FA_OPENAI, fa_embed },
	{ "/rerank", FA_COHERE, fa_rerank },
};

static const struct provider {
	const char *name;  /* of "?as=", and how the names of its models begin */
	const char *key;   /* the header that holds it */
	const char *error; /* %1$s: message, a JSON string; %2$s: type; %3$s: code */
} providers[] = {
	[FA_ANTHROPIC] = { "claude", "x-api-key",
			   "{\"type\":\"error\",\"error\":{\"type\":\"%2$s\",\"message\":%1$s},"
			   "\"request_id\":\"req_0\"}%3$.0s" },
	[FA_OPENAI] = { "gpt", "authorization",
			"{\"error\":{\"message\":%1$s,\"type\":\"%2$s\",\"param\":null,\"code\":%3$s}}" },
	[FA_VOYAGE] = { "voyage", "authorization", "{\"detail\":%1$s}%2$.0s%3$.0s" },
	[FA_COHERE] = { "cohere", "authorization", "{\"id\":\"0\",\"message\":%1$s}%2$.0s%3$.0s" },
	[FA_JINA] = { "jina", "authorization", "{\"detail\":%1$s}%2$.0s%3$.0s" },
};

/* Types and messages of errors: Anthropic's type, OpenAI's type and code. */
static const struct failure {
	int status;
	const char *reason, *anthropic, *openai, *code, *message;
} failures[] = {
	{ 400, "Bad Request", "invalid_request_error", "invalid_request_error", "null", "bad request" },
	{ 401, "Unauthorized", "authentication_error", "invalid_request_error", "\"invalid_api_key\"",
	  "invalid api key" },
	{ 403, "Forbidden", "permission_error", "invalid_request_error", "null", "no permission" },
	{ 404, "Not Found", "not_found_error", "invalid_request_error", "\"model_not_found\"", "not found" },
	{ 405, "Method Not Allowed", "invalid_request_error", "invalid_request_error", "null", "only POST" },
	{ 413, "Content Too Large", "request_too_large", "invalid_request_error", "null", "request too large" },
	{ 429, "Too Many Requests", "rate_limit_error", "requests", "\"rate_limit_exceeded\"", "rate limited" },
	{ 500, "Internal Server Error", "api_error", "server_error", "null", "internal error" },
	{ 503, "Service Unavailable", "api_error", "server_error", "null", "service unavailable" },
	{ 529, "Overloaded", "overloaded_error", "server_error", "null", "overloaded" },
};

static const struct failure *failure_of(int status)
{
	size_t i;

	for (i = 0; i < sizeof failures / sizeof *failures; i++)
		if (failures[i].status == status) return &failures[i];
	return &failures[status < 500 ? 0 : 7];
}

void fa_error(const fa_request *q, int status, const char *message, fa_answer *a)
{
	const struct failure *f = failure_of(status);
	lu_jw w;

	lu_jw_init(&w);
	lu_jw_strz(&w, NULL, message ? message : f->message);
	lu_buf_reset(&a->body);
	lu_buf_addf(&a->body, providers[q->who].error, w.out.s, q->who == FA_ANTHROPIC ? f->anthropic : f->openai,
		    f->code);
	lu_jw_free(&w);
	a->status = status;
	a->type = lu_strz("application/json");
	a->chunked = false;
}

int64_t fa_tokens(lu_str text)
{
	return (int64_t)(text.n + 3) / 4;
}

lu_str fa_header(const fa_request *q, const char *name)
{
	size_t i;

	for (i = 0; i < q->headers; i++)
		if (lu_str_eqz(q->name[i], name)) return q->value[i];
	return lu_strn(NULL, 0);
}

static lu_str path_of(const fa_request *q, lu_str *query)
{
	const char *mark = memchr(q->path.s, '?', q->path.n);
	size_t n = mark ? (size_t)(mark - q->path.s) : q->path.n;

	*query = lu_strn(q->path.s + n, q->path.n - n);
	return lu_strn(q->path.s, n);
}

bool fa_path_ends(const fa_request *q, const char *end)
{
	lu_str query;

	return lu_str_ends(path_of(q, &query), end);
}

static fa_provider who_of(const fa_request *q, fa_provider otherwise)
{
	lu_str query, model = lu_json_str(lu_json_get(q->json, "model"));
	char as[16];
	size_t i;

	path_of(q, &query);
	if (otherwise == FA_ANTHROPIC || fa_path_ends(q, "/chat/completions")) return otherwise;
	for (i = 0; i < sizeof providers / sizeof *providers; i++) {
		snprintf(as, sizeof as, "as=%s", providers[i].name);
		if (query.n && memmem(query.s, query.n, as, strlen(as))) return (fa_provider)i;
	}
	if (lu_str_starts(model, "voyage") || lu_str_starts(model, "rerank-2")) return FA_VOYAGE;
	return lu_str_starts(model, "jina") ? FA_JINA : otherwise;
}

/* Keys that begin with "bad" are not known; a path with "/open/" asks for none. */
static bool key_accepted(const fa_request *q, fa_answer *a)
{
	const struct provider *p = &providers[q->who];
	lu_str key = fa_header(q, p->key);
	bool bearer = strcmp(p->key, "authorization") == 0;
	lu_buf m = LU_BUF;

	if (memmem(q->path.s, q->path.n, "/open/", 6)) return true;
	if (bearer && lu_str_starts(key, "Bearer ")) key = lu_strn(key.s + 7, key.n - 7);
	else if (bearer) key.n = 0;
	if (key.n && !memchr(key.s, ' ', key.n) && !lu_str_starts(key, "bad")) return true;
	if (!key.n) lu_buf_addf(&m, "no key in the header %s", p->key);
	else
		lu_buf_addf(&m, "incorrect API key provided: %.*s***%.*s", LU_FMT(lu_strn(key.s, key.n > 6 ? 6 : 1)),
			    key.n > 12 ? 4 : 0, key.s + (key.n > 12 ? key.n - 4 : 0));
	fa_error(q, 401, m.s, a);
	lu_buf_free(&m);
	return false;
}

/* Models whose names begin with "absent" do not exist. */
static bool asked_well(const fa_request *q, fa_answer *a)
{
	lu_str model = lu_json_str(lu_json_get(q->json, "model"));

	if (!key_accepted(q, a)) return false;
	if (q->who == FA_ANTHROPIC && !fa_header(q, "anthropic-version").n)
		fa_error(q, 400, "anthropic-version: header is required", a);
	else if (lu_json_type(q->json) != LU_JSON_OBJECT) fa_error(q, 400, "the body is no JSON object", a);
	else if (!lu_str_starts(fa_header(q, "content-type"), "application/json"))
		fa_error(q, 400, "the content type is not application/json", a);
	else if (!model.n) fa_error(q, 400, "model: field required", a);
	else if (lu_str_starts(model, "absent")) fa_error(q, 404, "this model does not exist", a);
	else return true;
	return false;
}

void fa_respond(fa_rules *rules, const fa_request *request, fa_answer *a)
{
	fa_request q = *request;
	const struct endpoint *end = NULL;
	const fa_rule *r = fa_rules_match(rules, &q);
	size_t i;

	for (i = 0; i < sizeof endpoints / sizeof *endpoints; i++)
		if (fa_path_ends(&q, endpoints[i].end)) end = &endpoints[i];
	q.who = end ? who_of(&q, end->who) : FA_OPENAI;
	a->status = 200;
	a->type = lu_strz("application/json");
	if (!end) fa_error(&q, 404, "no such path", a);
	else if (!lu_str_eqz(q.method, "POST")) fa_error(&q, 405, NULL, a);
	else if (asked_well(&q, a)) end->answer(&q, r, a);
	if (r) fa_rule_apply(r, &q, a);
}
