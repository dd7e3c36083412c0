/* SPDX-License-Identifier: MIT
 * Answers as records, and the pieces of their texts. */
#include "render/table.h"

/* How a lazy graph query found its answer. */
static void write_report(lu_jw *w, const lu_lazy_report *r)
{
	const lu_lazy_state *s = &r->state;

	lu_jw_int(w, "budget", r->budget);
	lu_jw_int(w, "tests", s->tests);
	lu_jw_int(w, "tests_by_model", r->by_model);
	lu_jw_int(w, "kept", s->kept);
	lu_jw_int(w, "unknown", s->unknown);
	lu_jw_strz(w, "end", lu_lazy_end_name(s->end));
	lu_jw_open(w, "subqueries", '[');
	for (size_t i = 0; i < r->kept; i++) lu_jw_str(w, NULL, r->subquery[i].text);
	lu_jw_close(w, ']');
	lu_jw_int(w, "claims", (int64_t)r->n_claim);
	lu_jw_open(w, "searched", '{');
	lu_jw_int(w, "elements", (int64_t)r->elements);
	lu_jw_int(w, "passages", (int64_t)r->passages);
	lu_jw_int(w, "sentences", (int64_t)r->sentences);
	lu_jw_int(w, "communities", (int64_t)r->communities);
	lu_jw_int(w, "visited", (int64_t)s->visited);
	lu_jw_int(w, "descended", (int64_t)s->descended);
	lu_jw_int(w, "depth", s->depth);
	lu_jw_close(w, '}');
	lu_jw_open(w, "concepts", '[');
	for (size_t i = 0; i < r->n_tie; i++) {
		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "a", r->tie[i].a);
		lu_jw_str(w, "b", r->tie[i].b);
		lu_jw_int(w, "sentences", r->tie[i].sentences);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

lu_code lu__answer_json(lu_sink *o, const lu_answer_shown *s, lu_err *e)
{
	lu_jw w;
	lu_code rc;

	lu_jw_record(&w, "answer");
	lu_jw_raw(&w, "query_id", s->id);
	lu_response_write(&w, &s->answer->response, s->answer->cached);
	if (s->answer->lazy) write_report(&w, s->answer->lazy);
	lu_jw_str(&w, "query", s->text);
	lu_jw_members(&w, s->extra);
	lu_jw_close(&w, '}');
	rc = lu_sink_record(o, &w, e);
	lu_jw_free(&w);
	return rc;
}

static lu_code write_token(lu_sink *o, lu_str id, lu_str text, bool again, lu_err *e)
{
	lu_jw w;
	lu_code rc;

	lu_jw_record(&w, "token");
	lu_jw_raw(&w, "query_id", id);
	lu_jw_str(&w, "text", text);
	if (again) lu_jw_bool(&w, "again", true);
	lu_jw_close(&w, '}');
	rc = lu_sink_record(o, &w, e);
	lu_jw_free(&w);
	return rc;
}

lu_code lu_render_token(lu_sink *o, lu_str id, lu_str text, bool again, lu_err *e)
{
	if (o->format == LU_FORMAT_AUTO || o->format == LU_FORMAT_JSON) return write_token(o, id, text, again, e);
	if (o->format == LU_FORMAT_PATHS || o->format == LU_FORMAT_LINES) return LU_OK;
	/* what people have read stays: the other text begins on a line of its own */
	if (again) lu_sink_adds(o, "\n\n");
	lu_sink_text(o, LU_COLOR_PLAIN, text);
	return lu_sink_check(o, e);
}
