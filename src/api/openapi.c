/* SPDX-License-Identifier: MIT
 * The OpenAPI document (3.1): made of the table of endpoints, of the tables of what requests may say, and of the tables of records
 * that `lucus help records` prints. */
#include "api/turn.h"
#include "cli/records.h"

/* ---- types ---- */

static const char *const names[] = { "string", "integer", "number", "boolean", "object", "array" };

/* "array of strings": what they are. */
static void write_items(lu_jw *w, lu_str of)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (!lu_str_starts(of, names[i])) continue;
		lu_jw_open(w, "items", '{');
		lu_jw_strz(w, "type", names[i]);
		lu_jw_close(w, '}');
	}
}

/* "string or null" */
static void write_type(lu_jw *w, const char *type)
{
	static const char array[] = "array of ";
	lu_str s = lu_strz(type), first = s;
	const char * or = strstr(type, " or ");

	if (lu_str_starts(s, array)) {
		lu_jw_strz(w, "type", "array");
		write_items(w, lu_strn(s.s + sizeof array - 1, s.n - sizeof array + 1));
		return;
	}
	if (! or) {
		lu_jw_str(w, "type", s);
		return;
	}
	first.n = (size_t)(or -type);
	lu_jw_open(w, "type", '[');
	lu_jw_str(w, NULL, first);
	lu_jw_strz(w, NULL, or +strlen(" or "));
	lu_jw_close(w, ']');
}

/* ---- records ---- */

static const char optional[] = "optional: ";

static void write_field(lu_jw *w, const lu_record_field *f)
{
	const char *meaning =
		strncmp(f->meaning, optional, sizeof optional - 1) ? f->meaning : f->meaning + sizeof optional - 1;

	lu_jw_open(w, f->field, '{');
	write_type(w, f->type);
	lu_jw_strz(w, "description", meaning);
	if (!strcmp(f->field, "record")) lu_jw_strz(w, "const", f->kind);
	lu_jw_close(w, '}');
}

/* The rows of a kind, from the one that describes it. */
static void write_record(lu_jw *w, const lu_record_field *head, lu_record_iter it)
{
	lu_record_iter again = it;
	const lu_record_field *f;

	lu_jw_open(w, head->kind, '{');
	lu_jw_strz(w, "type", "object");
	lu_jw_strz(w, "description", head->meaning);
	lu_jw_open(w, "properties", '{');
	while ((f = lu_record_next(&it)) && !strcmp(f->kind, head->kind)) write_field(w, f);
	lu_jw_close(w, '}');
	lu_jw_open(w, "required", '[');
	while ((f = lu_record_next(&again)) && !strcmp(f->kind, head->kind))
		if (strncmp(f->meaning, optional, sizeof optional - 1) != 0) lu_jw_strz(w, NULL, f->field);
	lu_jw_close(w, ']');
	lu_jw_close(w, '}');
}

static bool is_given(const char *kind)
{
	for (const lu__endpoint *x = lu__endpoints; x->method; x++)
		for (const lu__part *p = x->gives; p->name; p++)
			if (lu_str_in_words(lu_strz(kind), p->kinds)) return true;
	return lu_str_in_words(lu_strz(kind), "token");
}

static void write_schemas(lu_jw *w)
{
	lu_record_iter it = { 0 };
	const lu_record_field *f;

	lu_jw_open(w, "schemas", '{');
	lu_jw_raw(
		w, "meta",
		lu_strz("{\"type\":\"object\",\"properties\":{\"requestId\":{\"type\":\"string\"},\"timestamp\":"
			"{\"type\":\"string\",\"format\":\"date-time\"}},\"required\":[\"requestId\",\"timestamp\"]}"));
	lu_jw_raw(w, "problem",
		  lu_strz("{\"type\":\"object\",\"description\":\"RFC "
			  "9457\",\"properties\":{\"type\":{\"type\":\"string\"},"
			  "\"title\":{\"type\":\"string\"},\"status\":{\"type\":\"integer\"},\"detail\":{\"type\":"
			  "\"string\"},\"requestId\":{\"type\":\"string\"}},\"required\":[\"title\",\"status\"]}"));
	while ((f = lu_record_next(&it)))
		if (!f->field && is_given(f->kind)) write_record(w, f, it);
	lu_jw_close(w, '}');
}

/* ---- what requests say ---- */

static void write_range(lu_jw *w, const lu__member *m)
{
	lu_jw_real(w, "minimum", m->min, 15);
	lu_jw_real(w, "maximum", m->max, 15);
}

static void write_schema_of(lu_jw *w, const lu__member *m)
{
	static const char *const type[] = {
		[LU__MEMBER_TEXT] = "string",  [LU__MEMBER_INT] = "integer",   [LU__MEMBER_REAL] = "number",
		[LU__MEMBER_BOOL] = "boolean", [LU__MEMBER_CHOICE] = "string", [LU__MEMBER_WORDS] = "array"
	};

	lu_jw_strz(w, "type", type[m->kind]);
	if (m->kind == LU__MEMBER_INT || m->kind == LU__MEMBER_REAL) write_range(w, m);
	if (m->kind == LU__MEMBER_WORDS) lu_jw_raw(w, "items", lu_strz("{\"type\":\"string\"}"));
	if (m->kind != LU__MEMBER_CHOICE) return;
	lu_jw_open(w, "enum", '[');
	for (size_t i = 0; m->choices[i]; i++) lu_jw_strz(w, NULL, m->choices[i]);
	lu_jw_close(w, ']');
}

static void write_member(lu_jw *w, const lu__member *m)
{
	lu_jw_open(w, m->name, '{');
	write_schema_of(w, m);
	lu_jw_strz(w, "description", m->meaning);
	lu_jw_close(w, '}');
}

/* Members of one object stand side by side in their table. */
static void write_members(lu_jw *w, lu__members takes)
{
	lu__member_iter it = { .tables = takes };
	const lu__member *m;
	const char *within = NULL;

	lu_jw_open(w, "properties", '{');
	while ((m = lu__member_next(&it))) {
		if (within && m->within != within) {
			lu_jw_close(w, '}');
			lu_jw_bool(w, "additionalProperties", false);
			lu_jw_close(w, '}');
		}
		if (m->within && m->within != within) {
			lu_jw_open(w, m->within, '{');
			lu_jw_strz(w, "type", "object");
			lu_jw_open(w, "properties", '{');
		}
		within = m->within;
		write_member(w, m);
	}
	lu_jw_close(w, '}');
}

static void write_needed(lu_jw *w, lu__members takes)
{
	lu__member_iter it = { .tables = takes };
	const lu__member *m;

	lu_jw_open(w, "required", '[');
	while ((m = lu__member_next(&it)))
		if (m->needed) lu_jw_strz(w, NULL, m->name);
	lu_jw_close(w, ']');
}

static void write_body(lu_jw *w, lu__members takes)
{
	lu_jw_open(w, "requestBody", '{');
	lu_jw_bool(w, "required", true);
	lu_jw_open(w, "content", '{');
	lu_jw_open(w, "application/json", '{');
	lu_jw_open(w, "schema", '{');
	lu_jw_strz(w, "type", "object");
	write_members(w, takes);
	write_needed(w, takes);
	lu_jw_bool(w, "additionalProperties", false);
	for (int i = 0; i < 4; i++) lu_jw_close(w, '}');
}

/* The {names} of a pattern. */
static void write_path_parameters(lu_jw *w, const char *pattern)
{
	lu_str rest = lu_strz(pattern);

	while (rest.n) {
		lu_str before = lu_str_take(&rest, '{'), name = lu_str_take(&rest, '}');

		(void)before;
		if (!name.n) continue;
		if (lu_str_ends(name, "...")) name.n -= 3;
		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "name", name);
		lu_jw_strz(w, "in", "path");
		lu_jw_bool(w, "required", true);
		lu_jw_raw(w, "schema", lu_strz("{\"type\":\"string\"}"));
		lu_jw_close(w, '}');
	}
}

static void write_parameters(lu_jw *w, const lu__endpoint *x)
{
	lu__member_iter it = { .tables = x->takes };
	const lu__member *m;

	lu_jw_open(w, "parameters", '[');
	write_path_parameters(w, x->pattern);
	while (strcmp(x->method, "POST") && (m = lu__member_next(&it))) {
		lu_jw_open(w, NULL, '{');
		lu_jw_strz(w, "name", m->name);
		lu_jw_strz(w, "in", "query");
		lu_jw_strz(w, "description", m->meaning);
		lu_jw_open(w, "schema", '{');
		write_schema_of(w, m);
		lu_jw_close(w, '}');
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

/* ---- what replies are ---- */

static void write_ref(lu_jw *w, lu_str kind)
{
	lu_buf ref = LU_BUF;

	lu_buf_addf(&ref, "#/components/schemas/%.*s", LU_FMT(kind));
	w->out.oom |= ref.oom;
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "$ref", ref.s);
	lu_jw_close(w, '}');
	lu_buf_free(&ref);
}

static void write_part(lu_jw *w, const lu__part *p)
{
	lu_str rest = lu_strz(p->kinds);

	lu_jw_open(w, p->name, '{');
	if (p->many) {
		lu_jw_strz(w, "type", "array");
		lu_jw_open(w, "items", '{');
	}
	lu_jw_open(w, "anyOf", '[');
	while (rest.n) write_ref(w, lu_str_take(&rest, ' '));
	lu_jw_close(w, ']');
	if (p->many) lu_jw_close(w, '}');
	lu_jw_close(w, '}');
}

static void write_data(lu_jw *w, const lu__endpoint *x)
{
	lu_jw_open(w, "application/json", '{');
	lu_jw_open(w, "schema", '{');
	lu_jw_strz(w, "type", "object");
	lu_jw_open(w, "properties", '{');
	lu_jw_open(w, "data", '{');
	lu_jw_strz(w, "type", "object");
	lu_jw_open(w, "properties", '{');
	for (const lu__part *p = x->gives; p->name; p++) write_part(w, p);
	lu_jw_close(w, '}');
	lu_jw_close(w, '}');
	lu_jw_raw(w, "meta", lu_strz("{\"$ref\":\"#/components/schemas/meta\"}"));
	lu_jw_close(w, '}');
	lu_jw_raw(w, "required", lu_strz("[\"data\",\"meta\"]"));
	lu_jw_close(w, '}');
	lu_jw_close(w, '}');
}

static void write_responses(lu_jw *w, const lu__endpoint *x)
{
	lu_jw_open(w, "responses", '{');
	lu_jw_open(w, "200", '{');
	lu_jw_strz(w, "description",
		   x->streams ? "The records; as a stream, an event for each, which is called as its kind"
			      : "The records");
	lu_jw_open(w, "content", '{');
	write_data(w, x);
	if (x->streams) lu_jw_raw(w, "text/event-stream", lu_strz("{\"schema\":{\"type\":\"string\"}}"));
	lu_jw_close(w, '}');
	lu_jw_close(w, '}');
	lu_jw_raw(w, "default", lu_strz("{\"$ref\":\"#/components/responses/problem\"}"));
	lu_jw_close(w, '}');
}

/* ---- the document ---- */

static void write_operation(lu_jw *w, const lu__endpoint *x)
{
	bool post = !strcmp(x->method, "POST");

	lu_jw_open(w, post ? "post" : "get", '{');
	lu_jw_strz(w, "operationId", x->id);
	lu_jw_strz(w, "summary", x->summary);
	write_parameters(w, x);
	if (post) write_body(w, x->takes);
	write_responses(w, x);
	lu_jw_close(w, '}');
}

/* Those that no records are in. */
static void write_others(lu_jw *w)
{
	lu_jw_raw(w, "/health",
		  lu_strz("{\"get\":{\"operationId\":\"health\",\"summary\":\"Whether there is something to ask: 503 "
			  "where not\","
			  "\"responses\":{\"200\":{\"$ref\":\"#/components/responses/health\"},"
			  "\"default\":{\"$ref\":\"#/components/responses/health\"}}}}"));
	lu_jw_raw(w, "/metrics",
		  lu_strz("{\"get\":{\"operationId\":\"metrics\",\"summary\":\"What was counted, as Prometheus reads "
			  "it\","
			  "\"responses\":{\"200\":{\"description\":\"Text, a line for each figure\",\"content\":"
			  "{\"text/plain\":{\"schema\":{\"type\":\"string\"}}}},"
			  "\"default\":{\"$ref\":\"#/components/responses/problem\"}}}}"));
}

static void write_shared_responses(lu_jw *w)
{
	lu_jw_raw(w, "responses",
		  lu_strz("{\"problem\":{\"description\":\"What is wrong\",\"content\":{\"application/problem+json\":"
			  "{\"schema\":{\"$ref\":\"#/components/schemas/problem\"}}}},"
			  "\"health\":{\"description\":\"How it is; knowledge bases for who may see them\",\"content\":"
			  "{\"application/json\":{\"schema\":{\"type\":\"object\",\"properties\":{"
			  "\"status\":{\"enum\":[\"ok\",\"unavailable\"]},\"live\":{\"type\":\"boolean\"},"
			  "\"ready\":{\"type\":\"boolean\"},\"kbs\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
			  "\"properties\":{\"name\":{\"type\":\"string\"},\"elements\":{\"type\":\"integer\"},"
			  "\"ready\":{\"type\":\"boolean\"}},\"required\":[\"name\",\"elements\",\"ready\"]}}},"
			  "\"required\":[\"status\",\"live\",\"ready\"]}}}}}"));
}

/* Each path has one method. */
static void write_paths(lu_jw *w)
{
	lu_jw_open(w, "paths", '{');
	for (const lu__endpoint *x = lu__endpoints; x->method; x++) {
		lu_buf path = LU_BUF;
		const char *dots = strstr(x->pattern, "...");

		lu_buf_addf(&path, "%.*s%s", dots ? (int)(dots - x->pattern) : (int)strlen(x->pattern), x->pattern,
			    dots ? dots + 3 : "");
		w->out.oom |= path.oom;
		lu_jw_open(w, path.s, '{');
		write_operation(w, x);
		lu_jw_close(w, '}');
		lu_buf_free(&path);
	}
	write_others(w);
	lu_jw_close(w, '}');
}

lu_code lu__openapi_write(lu_buf *out, const char *version, lu_err *e)
{
	lu_jw w;

	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	lu_jw_strz(&w, "openapi", "3.1.0");
	lu_jw_open(&w, "info", '{');
	lu_jw_strz(&w, "title", "lucus");
	lu_jw_strz(&w, "version", version);
	lu_jw_raw(&w, "license", lu_strz("{\"name\":\"MIT\",\"identifier\":\"MIT\"}"));
	lu_jw_close(&w, '}');
	lu_jw_raw(&w, "servers", lu_strz("[{\"url\":\"/\"}]"));
	lu_jw_raw(&w, "security", lu_strz("[{},{\"token\":[]}]"));
	write_paths(&w);
	lu_jw_open(&w, "components", '{');
	write_schemas(&w);
	write_shared_responses(&w);
	lu_jw_raw(&w, "securitySchemes", lu_strz("{\"token\":{\"type\":\"http\",\"scheme\":\"bearer\"}}"));
	lu_jw_close(&w, '}');
	lu_jw_close(&w, '}');
	if (w.out.oom) {
		lu_jw_free(&w);
		return lu_nomem(e);
	}
	lu_buf_free(out);
	*out = w.out;
	return LU_OK;
}

lu_code lu__answer_openapi(void *ctx, lu_served *c, lu_err *e)
{
	const lu_api *a = ctx;

	lu_buf_addstr(&c->out, lu_buf_str(&a->openapi));
	return c->out.oom ? lu_nomem(e) : LU_OK;
}
