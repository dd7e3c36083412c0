/* SPDX-License-Identifier: MIT
 * From a request to an endpoint, and from its records to a reply: an envelope around them, or a stream of events. */
#include "api/turn.h"

#include <strings.h>
#include <time.h>

#include "render/render.h"

/* ---- what is asked ---- */

static bool holds(lu_str s, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i + n <= s.n; i++)
		if (strncasecmp(s.s + i, word, n) == 0) return true;
	return false;
}

/* A form of another site could send other types without being asked; JSON it could not. */
bool lu__is_json(const lu_served *c)
{
	lu_str type = lu_str_trim(lu_str_before_first(lu_served_header(c, "Content-Type"), ';'));

	return type.n == strlen("application/json") && strncasecmp(type.s, "application/json", type.n) == 0;
}

bool lu__accepts_events(const lu_served *c)
{
	return holds(lu_served_header(c, "Accept"), "text/event-stream");
}

/* `kb` is read before all others: they are read over what that one would do. */
static lu_code read_kb(const lu_json *body, lu_str *out, lu_err *e)
{
	const lu_json *v = lu_json_get(body, "kb");
	lu_json_kind kind = lu_json_type(v);

	if (v && kind != LU_JSON_STR)
		return lu_fail(e, LU_EUSAGE, "member 'kb' must be a string, found %s", lu_json_kind_name(kind));
	*out = lu_json_str(v);
	return LU_OK;
}

static lu_code read_body(lu__turn *t, lu_str *kb, lu_err *e)
{
	size_t i = 0;
	lu_str name, value;
	lu_code rc;

	if (lu_served_query_at(t->call, &i, &name, &value))
		return lu_fail(e, LU_EUSAGE, "parameter '%.*s': a POST says everything in its body",
			       (int)(name.n < 64 ? name.n : 64), name.s);
	rc = lu_json_parse_unique(t->call->body, &t->body, e);
	if (rc == LU_EFORMAT) rc = e->code = LU_EUSAGE;
	return rc ? rc : read_kb(t->body, kb, e);
}

static lu_code fill(lu__turn *t, lu_err *e)
{
	lu_arena *a = &t->call->arena;
	size_t i = 0;
	lu_str name, value;
	lu_code rc = LU_OK;

	if (t->body) return lu__members_read(t->endpoint->takes, t->body, &t->asked, a, e);
	while (!rc && lu_served_query_at(t->call, &i, &name, &value))
		rc = lu__members_take(t->endpoint->takes, name, value, &t->asked, a, e);
	return rc;
}

/* What the knowledge base would do. */
static void take_defaults(lu__turn *t)
{
	const lu_base *b = t->base;
	lu__asked *x = &t->asked;

	x->mode = -1;
	if (!b) return;
	x->search = b->search;
	x->by = b->search.query.by_file;
	x->token_price = b->search.select.token_price * 1e6;
	x->ask = b->ask;
	x->answer = b->lazy;
	x->lazy_graph = b->lazy_graph;
	x->policy = (int)b->lazy_graph.search.policy;
	x->unit = (int)b->lazy_graph.search.unit;
	x->communities = b->ask.near.communities;
	x->expand = b->expand;
	if (t->endpoint->feature == LU__LAZY) {
		x->expand.max_hops = b->ask.near.max_hops;
		x->expand.max_entities = b->ask.near.max_entities;
	}
	x->weight = b->expansion_weight;
	lu__graph_defaults(x);
}

/* ---- which knowledge base ---- */

static lu_code check_feature(const lu__turn *t, lu_err *e)
{
	const lu_base *b = t->base;

	if (t->endpoint->feature == LU__LAZY && !b->lazy)
		return lu_fail(
			e, LU_ENOENT,
			"lazy answers are off: start the server with LAZY_RAG_ENABLED=true, or give the knowledge "
			"base the setting lazy: lucus kb set lazy=true");
	if (t->endpoint->feature == LU__LAZY_GRAPH && !b->lazy_is_graph)
		return lu_fail(e, LU_ENOENT,
			       "lazy graph queries are off: start the server with LAZY_GRAPH_ENABLED=true, or give the "
			       "knowledge base the setting lazy_graph: lucus kb set lazy_graph=true");
	return LU_OK;
}

static lu_code take_base(lu__turn *t, lu_str kb, lu_err *e)
{
	lu_code rc = t->endpoint->no_base ? LU_OK : lu__take_base(t->api, t->call, kb, &t->base, e);

	if (!rc && t->base) rc = check_feature(t, e);
	return rc;
}

/* ---- replies ---- */

static lu_str kind_of(lu_str line)
{
	static const char head[] = "{\"record\":\"";

	if (!lu_str_starts(line, head)) return lu_strn("", 0);
	return lu_str_before_first(lu_strn(line.s + sizeof head - 1, line.n - sizeof head + 1), '"');
}

static lu_code send_event(lu__turn *t, lu_str kind, lu_str json, lu_err *e)
{
	lu_buf b = LU_BUF;
	lu_code rc = t->begun ? LU_OK : lu_served_set(t->call, "Cache-Control", "no-store", e);

	if (!rc && !t->begun) rc = lu_served_stream(t->call, "text/event-stream", e);
	if (rc) return rc;
	t->begun = true;
	lu_buf_addf(&b, "event: %.*s\ndata: ", LU_FMT(kind));
	lu_buf_addstr(&b, json);
	lu_buf_adds(&b, "\n\n");
	rc = b.oom ? lu_nomem(e) : lu_served_send(t->call, lu_buf_str(&b), e);
	lu_buf_free(&b);
	return rc;
}

static lu_code collect(lu__turn *t, lu_str kind, lu_str json, lu_err *e)
{
	for (size_t i = 0; t->endpoint->gives[i].name; i++) {
		lu_buf *b = &t->part[i];

		if (!lu_str_in_words(kind, t->endpoint->gives[i].kinds)) continue;
		if (b->len) lu_buf_addc(b, ',');
		lu_buf_addstr(b, json);
		return b->oom ? lu_nomem(e) : LU_OK;
	}
	return LU_OK;
}

lu_code lu__turn_flush(lu__turn *t, lu_err *e)
{
	lu_str rest = lu_buf_str(&t->sink.out);
	lu_code rc = lu_sink_check(&t->sink, e);

	while (!rc && rest.n) {
		lu_str line = lu_str_take(&rest, '\n'), kind = kind_of(line);

		rc = t->streams ? send_event(t, kind, line, e) : collect(t, kind, line, e);
	}
	lu_buf_reset(&t->sink.out);
	return rc;
}

static void write_meta(lu_jw *w, const lu_served *c)
{
	char time[LU_TIME_TEXT];
	struct timespec now = { 0, 0 };

	clock_gettime(CLOCK_REALTIME, &now);
	lu_time_text((int64_t)now.tv_sec * 1000000000 + now.tv_nsec, time);
	lu_jw_open(w, "meta", '{');
	lu_jw_strz(w, "requestId", c->id);
	lu_jw_strz(w, "timestamp", time);
	lu_jw_close(w, '}');
}

static lu_code reply(lu__turn *t, lu_err *e)
{
	lu_jw w;

	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	lu_jw_open(&w, "data", '{');
	for (size_t i = 0; t->endpoint->gives[i].name; i++) {
		const lu__part *p = &t->endpoint->gives[i];

		if (!t->part[i].len && !p->many) continue;
		if (p->many) lu_jw_open(&w, p->name, '[');
		lu_jw_raw(&w, p->many ? NULL : p->name, lu_buf_str(&t->part[i]));
		if (p->many) lu_jw_close(&w, ']');
	}
	lu_jw_close(&w, '}');
	write_meta(&w, t->call);
	lu_jw_close(&w, '}');
	lu_buf_addc(&w.out, '\n');
	if (w.out.oom) {
		lu_jw_free(&w);
		return lu_nomem(e);
	}
	lu_buf_free(&t->call->out);
	t->call->out = w.out;
	return LU_OK;
}

/* The stream has begun: its status is told already. */
static lu_code tell_error(lu__turn *t, lu_code rc, lu_err *e)
{
	lu_jw w;
	lu_err why = *e;

	if (rc == LU_ECANCEL && !lu_request_expired(t->call->request)) return rc; /* nobody is there */
	lu_jw_record(&w, "error");
	lu_jw_strz(&w, "message",
		   rc == LU_EIO || rc == LU_EDB ? "the request failed: the server's log says why" : why.msg);
	lu_jw_strz(&w, "requestId", t->call->id);
	lu_jw_close(&w, '}');
	if (!w.out.oom) rc = send_event(t, lu_strz("error"), lu_buf_str(&w.out), e);
	lu_jw_free(&w);
	return rc;
}

/* ---- an endpoint ---- */

static lu_code answer(lu__turn *t, lu_err *e)
{
	lu_str kb = lu_served_query(t->call, "kb");
	lu_code rc = strcmp(t->endpoint->method, "POST") ? LU_OK : read_body(t, &kb, e);

	if (!rc) rc = take_base(t, kb, e);
	if (!rc) take_defaults(t);
	if (!rc) rc = fill(t, e);
	if (!rc) rc = lu__turn_options(t, e);
	if (!rc) rc = t->endpoint->answer(t, e);
	if (!rc) rc = lu__turn_flush(t, e);
	if (!rc && !t->streams) rc = reply(t, e);
	return rc && t->begun ? tell_error(t, rc, e) : rc;
}

lu_code lu__serve(void *ctx, lu_served *c, lu_err *e)
{
	const lu__bound *b = ctx;
	lu__turn t = { .api = b->api, .call = c, .endpoint = b->endpoint, .sink = LU_SINK };
	lu_code rc;

	if (!strcmp(b->endpoint->method, "POST") && !lu__is_json(c)) {
		lu_served_problem(c, 415, "the body must be JSON: send 'Content-Type: application/json'");
		return LU_OK;
	}
	t.sink.format = LU_FORMAT_JSON;
	t.streams = b->endpoint->streams && lu__accepts_events(c);
	for (size_t i = 0; i < LU__PARTS; i++) lu_buf_init(&t.part[i]);
	rc = answer(&t, e);
	for (size_t i = 0; i < LU__PARTS; i++) lu_buf_free(&t.part[i]);
	lu_buf_free(&t.sink.out);
	lu__give_base(b->api, t.base);
	lu_json_free(t.body);
	return rc;
}
