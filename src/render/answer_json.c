/* SPDX-License-Identifier: MIT
 * Answers as records. */
#include "render/table.h"

lu_code lu__answer_json(lu_sink *o, const lu_answer_shown *s, lu_err *e)
{
	lu_jw w;
	lu_code rc;

	lu_jw_record(&w, "answer");
	lu_jw_raw(&w, "query_id", s->id);
	lu_response_write(&w, &s->answer->response, s->answer->cached);
	lu_jw_str(&w, "query", s->text);
	lu_jw_members(&w, s->extra);
	lu_jw_close(&w, '}');
	rc = lu_sink_record(o, &w, e);
	lu_jw_free(&w);
	return rc;
}
