/* SPDX-License-Identifier: MIT
 * What happens in a lazy graph query, as records and for people. */
#include <stdio.h>

#include "render/table.h"

#define TEXT 160 /* bytes of a sentence that people are shown */

/* ---- records ---- */

static void write_subquery(lu_jw *w, const lu_lazy_event *ev)
{
	lu_jw_str(w, "text", ev->subquery->text);
	lu_jw_real(w, "score", ev->subquery->score, 4);
	lu_jw_bool(w, "kept", ev->subquery->kept);
	lu_jw_strz(w, "why", ev->subquery->why);
	lu_jw_strz(w, "by", ev->by_model ? "model" : "rules");
}

static void write_key(lu_jw *w, const char *name, uint64_t key)
{
	char hex[18];

	snprintf(hex, sizeof hex, "c%016llx", (unsigned long long)key);
	lu_jw_strz(w, name, key ? hex : NULL);
}

static void write_community(lu_jw *w, const lu_lazy_event *ev)
{
	write_key(w, "id", ev->key);
	lu_jw_int(w, "level", ev->level);
	lu_jw_str(w, "path", ev->name);
	lu_jw_real(w, "score", ev->score, 6);
	if (ev->rank < 0) lu_jw_null(w, "rank");
	else lu_jw_real(w, "rank", ev->rank, 6);
}

static void write_relevance(lu_jw *w, const lu_lazy_event *ev)
{
	lu_jw_int(w, "test", ev->test);
	write_key(w, "community", ev->key);
	lu_jw_str(w, "path", ev->path);
	lu_jw_int(w, "start_line", ev->start_line);
	lu_jw_int(w, "end_line", ev->end_line);
	if (ev->result < 0) lu_jw_null(w, "score");
	else lu_jw_int(w, "score", ev->result);
	lu_jw_bool(w, "relevant", ev->relevant);
	lu_jw_strz(w, "by", ev->by_model ? "model" : "builtin");
	lu_jw_str(w, "text", ev->text);
}

static void write_state(lu_jw *w, const lu_lazy_event *ev)
{
	const lu_lazy_state *s = ev->state;

	lu_jw_strz(w, "phase", ev->phase);
	lu_jw_int(w, "tests", s->tests);
	lu_jw_int(w, "left", s->left);
	lu_jw_int(w, "kept", s->kept);
	lu_jw_int(w, "unknown", s->unknown);
	lu_jw_int(w, "zeros", s->zeros);
	lu_jw_int(w, "depth", s->depth);
	lu_jw_int(w, "visited", (int64_t)s->visited);
	lu_jw_int(w, "descended", (int64_t)s->descended);
	lu_jw_strz(w, "end", s->end == LU_LAZY_RUNNING ? NULL : lu_lazy_end_name(s->end));
	if (ev->dropped.n) lu_jw_str(w, "dropped", ev->dropped);
	else lu_jw_null(w, "dropped");
}

static void write_claim(lu_jw *w, const lu_lazy_event *ev)
{
	const lu_claim *c = ev->claim;

	lu_jw_str(w, "text", c->text);
	lu_jw_real(w, "score", c->score, 4);
	lu_jw_int(w, "subquery", c->subquery);
	lu_jw_int(w, "merged", (int64_t)c->merged);
	lu_jw_open(w, "sources", '[');
	for (size_t i = 0; i < c->n_source; i++) {
		const lu_lazy_source *s = &ev->source[c->source[i]];

		lu_jw_open(w, NULL, '{');
		lu_jw_int(w, "source", c->source[i] + 1);
		lu_jw_str(w, "name", s->name);
		lu_jw_str(w, "path", s->path);
		lu_jw_int(w, "start_line", s->start_line);
		lu_jw_int(w, "end_line", s->end_line);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

lu_code lu__event_json(lu_sink *o, const lu_event_shown *s, lu_err *e)
{
	static const struct {
		const char *record;
		void (*write)(lu_jw *w, const lu_lazy_event *ev);
	} kind[LU_LAZY_EVENTS] = { [LU_LAZY_EVENT_SUBQUERY] = { "subquery", write_subquery },
				   [LU_LAZY_EVENT_COMMUNITY] = { "community", write_community },
				   [LU_LAZY_EVENT_RELEVANCE] = { "relevance", write_relevance },
				   [LU_LAZY_EVENT_STATE] = { "state", write_state },
				   [LU_LAZY_EVENT_CLAIM] = { "claim", write_claim } };
	lu_jw w;
	lu_code rc;

	lu_jw_record(&w, kind[s->event->kind].record);
	lu_jw_raw(&w, "query_id", s->id);
	kind[s->event->kind].write(&w, s->event);
	lu_jw_close(&w, '}');
	rc = lu_sink_record(o, &w, e);
	lu_jw_free(&w);
	return rc;
}

/* ---- for people ---- */

static lu_str shortened(lu_str s)
{
	if (s.n <= TEXT) return s;
	s.n = TEXT;
	while (s.n && ((unsigned char)s.s[s.n] & 0xc0) == 0x80) s.n--;
	return s;
}

static void say_relevance(lu_sink *o, const lu_lazy_event *ev)
{
	lu_sink_textf(o, LU_COLOR_DIM, "%5lld  ", (long long)ev->test);
	if (ev->result < 0) lu_sink_text(o, LU_COLOR_DIM, lu_strz(" ?  "));
	else lu_sink_textf(o, ev->relevant ? LU_COLOR_BOLD : LU_COLOR_DIM, "%2d  ", ev->result);
	lu_sink_path(o, ev->path, ev->start_line);
	lu_sink_adds(o, "  ");
	lu_sink_text(o, ev->relevant ? LU_COLOR_PLAIN : LU_COLOR_DIM, shortened(ev->text));
	lu_sink_adds(o, "\n");
}

static void say_state(lu_sink *o, const lu_lazy_event *ev)
{
	const lu_lazy_state *s = ev->state;

	lu_sink_textf(
		o, LU_COLOR_DIM, "%s: %lld tests, %lld left, %lld kept, depth %u, %zu communities%s%s\n", ev->phase,
		(long long)s->tests, (long long)s->left, (long long)s->kept, s->depth, s->visited,
		s->end == LU_LAZY_RUNNING ? "" : ", end: ", s->end == LU_LAZY_RUNNING ? "" : lu_lazy_end_name(s->end));
	if (ev->dropped.n) lu_sink_textf(o, LU_COLOR_YELLOW, "left out: %.*s\n", LU_FMT(ev->dropped));
}

static void say_claim(lu_sink *o, const lu_lazy_event *ev)
{
	const lu_claim *c = ev->claim;

	lu_sink_textf(o, LU_COLOR_PLAIN, "claim %.2f  %.*s", c->score, LU_FMT(shortened(c->text)));
	for (size_t i = 0; i < c->n_source; i++) lu_sink_textf(o, LU_COLOR_DIM, " [%u]", c->source[i] + 1);
	lu_sink_adds(o, "\n");
}

lu_code lu__event_text(lu_sink *o, const lu_event_shown *s, lu_err *e)
{
	const lu_lazy_event *ev = s->event;

	(void)e;
	switch (ev->kind) {
	case LU_LAZY_EVENT_SUBQUERY:
		lu_sink_textf(o, ev->subquery->kept ? LU_COLOR_PLAIN : LU_COLOR_DIM, "subquery %.2f  %.*s%s%s\n",
			      ev->subquery->score, LU_FMT(ev->subquery->text), ev->subquery->why ? ", left out: " : "",
			      ev->subquery->why ? ev->subquery->why : "");
		break;
	case LU_LAZY_EVENT_COMMUNITY:
		lu_sink_textf(o, LU_COLOR_BOLD, "community c%016llx  level %u, score %.2f  %.*s\n",
			      (unsigned long long)ev->key, ev->level, ev->score, LU_FMT(ev->name));
		break;
	case LU_LAZY_EVENT_RELEVANCE: say_relevance(o, ev); break;
	case LU_LAZY_EVENT_STATE: say_state(o, ev); break;
	default: say_claim(o, ev);
	}
	return LU_OK;
}

lu_code lu__event_none(lu_sink *o, const lu_event_shown *s, lu_err *e)
{
	(void)o;
	(void)s;
	(void)e;
	return LU_OK;
}
