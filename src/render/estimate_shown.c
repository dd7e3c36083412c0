/* SPDX-License-Identifier: MIT
 * What an answer would take, as a record and for people. */
#include "render/table.h"

static lu_code write_record(lu_sink *o, lu_str id, const lu_estimate *x, lu_err *e)
{
	int64_t requests = 0, in = 0, out = 0;
	lu_jw w;
	lu_code rc;

	lu_jw_record(&w, "estimate");
	lu_jw_raw(&w, "query_id", id);
	lu_jw_strz(&w, "mode", lu_answer_mode_name(LU_ANSWER_GLOBAL));
	lu_jw_int(&w, "level", x->level);
	lu_jw_int(&w, "communities", x->communities);
	lu_jw_open(&w, "phases", '[');
	for (size_t i = 0; i < x->n; i++) {
		lu_jw_open(&w, NULL, '{');
		lu_jw_strz(&w, "phase", x->v[i].phase);
		lu_jw_int(&w, "requests", x->v[i].requests);
		lu_jw_int(&w, "tokens_in", x->v[i].tokens_in);
		lu_jw_int(&w, "tokens_out", x->v[i].tokens_out);
		lu_jw_close(&w, '}');
		requests += x->v[i].requests;
		in += x->v[i].tokens_in;
		out += x->v[i].tokens_out;
	}
	lu_jw_close(&w, ']');
	lu_jw_int(&w, "requests", requests);
	lu_jw_int(&w, "tokens_in", in);
	lu_jw_int(&w, "tokens_out", out);
	lu_jw_close(&w, '}');
	rc = lu_sink_record(o, &w, e);
	lu_jw_free(&w);
	return rc;
}

lu_code lu_render_estimate(lu_sink *o, lu_str id, const lu_estimate *x, lu_err *e)
{
	if (o->format == LU_FORMAT_AUTO || o->format == LU_FORMAT_JSON) return write_record(o, id, x, e);
	lu_sink_textf(o, LU_COLOR_PLAIN, "%lld communit%s at level %lld\n", (long long)x->communities,
		      x->communities == 1 ? "y" : "ies", (long long)x->level);
	lu_sink_textf(o, LU_COLOR_DIM, "%-17s %8s %10s %10s\n", "phase", "requests", "tokens in", "out");
	for (size_t i = 0; i < x->n; i++)
		lu_sink_textf(o, LU_COLOR_PLAIN, "%-17s %8lld %10lld %10lld\n", x->v[i].phase,
			      (long long)x->v[i].requests, (long long)x->v[i].tokens_in, (long long)x->v[i].tokens_out);
	return lu_sink_check(o, e);
}
