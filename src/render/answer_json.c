/* SPDX-License-Identifier: MIT
 * Answers as records, and the pieces of their texts. */
#include "render/table.h"

lu_code lu__answer_json(lu_sink *o, const lu_answer_shown *s, lu_err *e)
{
	lu_jw w;
	lu_code rc;

	lu_jw_record(&w, "answer");
	lu_jw_raw(&w, "query_id", s->id);
	lu_response_write(&w, &s->answer->response, s->answer->cached);
	if (s->answer->lazy) lu_lazy_report_write(&w, s->answer->lazy, false);
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
