/* SPDX-License-Identifier: MIT
 * Ways to answer, and what a judge says of answers, as records and for people. */
#include <stdio.h>

#include "render/table.h"

static bool is_json(const lu_sink *o)
{
	return o->format == LU_FORMAT_AUTO || o->format == LU_FORMAT_JSON;
}

static void put_known(lu_jw *w, const char *key, double v, int digits)
{
	if (v < 0) lu_jw_null(w, key);
	else lu_jw_real(w, key, v, digits);
}

static lu_code write_approach(lu_sink *o, const lu_approach *v, lu_err *e)
{
	lu_jw w;
	lu_code rc;

	lu_jw_record(&w, "approach");
	lu_jw_str(&w, "approach", v->name);
	lu_jw_int(&w, "queries", (int64_t)v->n);
	lu_jw_int(&w, "failed", (int64_t)v->failed);
	lu_jw_real(&w, "requests", v->requests, 9);
	put_known(&w, "tokens_in", v->tokens_in, 12);
	put_known(&w, "tokens_out", v->tokens_out, 12);
	put_known(&w, "cost", v->cost, 9);
	lu_jw_real(&w, "seconds", v->seconds, 4);
	lu_jw_real(&w, "recall", v->recall, 6);
	lu_jw_real(&w, "precision", v->precision, 6);
	for (int k = 0; k < LU_RATED_ASPECTS; k++)
		put_known(&w, lu_rated_name((lu_aspect_rated)k), v->judged ? v->rating[k] : -1, 4);
	lu_jw_int(&w, "judged", (int64_t)v->judged);
	lu_jw_int(&w, "malformed", (int64_t)v->malformed);
	lu_jw_int(&w, "wins", (int64_t)v->wins);
	lu_jw_int(&w, "losses", (int64_t)v->losses);
	lu_jw_int(&w, "ties", (int64_t)v->ties);
	lu_jw_close(&w, '}');
	rc = lu_sink_record(o, &w, e);
	lu_jw_free(&w);
	return rc;
}

static void put_cell(lu_sink *o, double v, const char *fmt, int width)
{
	char text[32] = "-";

	if (v >= 0) snprintf(text, sizeof text, fmt, v);
	lu_sink_addf(o, " %*s", width, text);
}

static void show_approach(lu_sink *o, const lu_approach *v)
{
	lu_sink_textf(o, LU_COLOR_BOLD, "%-11.*s", LU_FMT(v->name));
	put_cell(o, v->requests, "%.1f", 9);
	put_cell(o, v->tokens_in, "%.0f", 10);
	put_cell(o, v->tokens_out, "%.0f", 8);
	put_cell(o, v->cost, "%.5f", 9);
	put_cell(o, v->seconds, "%.3f", 8);
	put_cell(o, v->recall, "%.3f", 7);
	put_cell(o, v->precision, "%.3f", 7);
	for (int k = 0; k < LU_RATED_ASPECTS; k++) put_cell(o, v->judged ? v->rating[k] : -1, "%.1f", 5);
	lu_sink_addf(o, " %5zu %5zu %5zu\n", v->wins, v->losses, v->ties);
}

lu_code lu_render_approaches(lu_sink *o, const lu_approach *v, size_t n, lu_err *e)
{
	lu_code rc = LU_OK;

	if (!is_json(o))
		lu_sink_textf(o, LU_COLOR_DIM, "%-11s %9s %10s %8s %9s %8s %7s %7s %5s %5s %5s %5s %5s %5s %5s\n",
			      "approach", "requests", "tokens in", "out", "cost, $", "seconds", "recall", "precis.",
			      "acc.", "comp.", "clar.", "rel.", "wins", "loss.", "ties");
	for (size_t i = 0; i < n && !rc; i++) {
		if (is_json(o)) rc = write_approach(o, &v[i], e);
		else show_approach(o, &v[i]);
	}
	return rc ? rc : lu_sink_check(o, e);
}

/* ---- judgements ---- */

static void write_pair(lu_jw *w, const lu_judgement_shown *s)
{
	static const char *const better[LU_BETTERS] = { "unknown", "against", "approach", "tie" };

	lu_jw_str(w, "against", s->against);
	lu_jw_strz(w, "better", better[s->pair->better]);
	lu_jw_bool(w, "swayed", s->pair->swayed);
}

lu_code lu_render_judgement(lu_sink *o, const lu_judgement_shown *s, lu_err *e)
{
	lu_jw w;
	lu_code rc;

	if (!is_json(o)) return LU_OK;
	lu_jw_record(&w, "judgement");
	lu_jw_str(&w, "query_id", s->id);
	lu_jw_str(&w, "approach", s->approach);
	for (int k = 0; k < LU_RATED_ASPECTS; k++)
		put_known(&w, lu_rated_name((lu_aspect_rated)k), s->rated->known ? s->rated->v[k] : -1, 4);
	if (s->rated->known) lu_jw_str(&w, "reason", s->rated->reason);
	else lu_jw_null(&w, "reason");
	if (s->pair) write_pair(&w, s);
	lu_jw_close(&w, '}');
	rc = lu_sink_record(o, &w, e);
	lu_jw_free(&w);
	return rc;
}
