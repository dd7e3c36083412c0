/* SPDX-License-Identifier: MIT
 * What models were called for, and what it cost, as records and as a table for people. */
#include <stdio.h>

#include "render/table.h"

/* Is nothing known of what the requests cost, or of their tokens? */
static bool no_cost(const lu_ledger_entry *l)
{
	return l->requests > 0 && l->unpriced == l->requests;
}

static bool no_tokens(const lu_ledger_entry *l)
{
	return l->requests > 0 && l->uncounted == l->requests;
}

/* ---- records ---- */

static void put_tokens(lu_jw *w, const char *key, const lu_ledger_entry *l, int64_t tokens)
{
	if (no_tokens(l)) lu_jw_null(w, key);
	else lu_jw_int(w, key, tokens);
}

static lu_code show_record(lu_sink *o, lu_jw *w, const lu_ledger_entry *l, lu_str purpose, lu_err *e)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "ledger");
	lu_jw_str(w, "purpose", purpose);
	if (l->model.s) lu_jw_str(w, "model", l->model);
	else lu_jw_null(w, "model");
	lu_jw_int(w, "requests", l->requests);
	put_tokens(w, "tokens_in", l, l->tokens_in);
	put_tokens(w, "tokens_cached", l, l->tokens_cached);
	put_tokens(w, "tokens_out", l, l->tokens_out);
	if (no_cost(l)) lu_jw_null(w, "cost");
	else lu_jw_real(w, "cost", l->cost, 12);
	lu_jw_int(w, "uncounted", l->uncounted);
	lu_jw_int(w, "unpriced", l->unpriced);
	lu_jw_int(w, "cache_hits", l->cache_hits);
	lu_jw_close(w, '}');
	return lu_sink_record(o, w, e);
}

lu_code lu__ledger_json(lu_sink *o, const lu_ledger_shown *s, lu_err *e)
{
	lu_ledger_entry total = lu_ledger_total(s->v, s->n);
	lu_jw w;
	lu_code rc = LU_OK;

	lu_jw_init(&w);
	for (size_t i = 0; i < s->n && !rc; i++) rc = show_record(o, &w, &s->v[i], s->v[i].purpose, e);
	if (!rc) rc = show_record(o, &w, &total, lu_strz("all"), e);
	lu_jw_free(&w);
	return rc;
}

/* ---- people ---- */

static void show_tokens(lu_sink *o, const lu_ledger_entry *l)
{
	if (no_tokens(l)) {
		lu_sink_textf(o, LU_COLOR_PLAIN, " %10s %10s", "unknown", "unknown");
		return;
	}
	lu_sink_textf(o, LU_COLOR_PLAIN, " %10lld %10lld", (long long)l->tokens_in, (long long)l->tokens_out);
}

static void show_line(lu_sink *o, const lu_ledger_entry *l, lu_str purpose)
{
	char cost[32] = "unknown";

	if (!no_cost(l)) snprintf(cost, sizeof cost, "$%.4f", l->cost);
	lu_sink_textf(o, LU_COLOR_BOLD, "%-17.*s", LU_FMT(purpose));
	lu_sink_textf(o, LU_COLOR_PLAIN, " %-28.*s %8lld", LU_FMT(l->model), (long long)l->requests);
	show_tokens(o, l);
	lu_sink_textf(o, LU_COLOR_PLAIN, " %10lld %10s", (long long)l->cache_hits, cost);
	if (l->unpriced && !no_cost(l))
		lu_sink_textf(o, LU_COLOR_DIM, " and %lld of unknown cost", (long long)l->unpriced);
	lu_sink_text(o, LU_COLOR_PLAIN, lu_strz("\n"));
}

lu_code lu__ledger_text(lu_sink *o, const lu_ledger_shown *s, lu_err *e)
{
	lu_ledger_entry total = lu_ledger_total(s->v, s->n);

	(void)e;
	lu_sink_textf(o, LU_COLOR_DIM, "%-17s %-28s %8s %10s %10s %10s %10s\n", "costs", "model", "requests",
		      "tokens in", "out", "cache hits", "cost");
	for (size_t i = 0; i < s->n; i++) show_line(o, &s->v[i], s->v[i].purpose);
	show_line(o, &total, lu_strz("all"));
	return LU_OK;
}
