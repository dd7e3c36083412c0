/* SPDX-License-Identifier: MIT
 * lucus status --costs: what models were asked, and what it cost. */
#include "costs.h"

#include "cli/out.h"
#include "lucus/ledger.h"

/* Is nothing known of what the requests cost, or of their tokens? */
static bool no_cost(const lu_ledger_entry *l)
{
	return l->requests > 0 && l->unpriced == l->requests;
}

static bool no_tokens(const lu_ledger_entry *l)
{
	return l->requests > 0 && l->uncounted == l->requests;
}

static void put_tokens(lu_jw *w, const char *key, const lu_ledger_entry *l, int64_t tokens)
{
	if (no_tokens(l)) lu_jw_null(w, key);
	else lu_jw_int(w, key, tokens);
}

static lu_code show_record(lu_jw *w, const lu_ledger_entry *l, const char *purpose, lu_err *e)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "ledger");
	lu_jw_strz(w, "purpose", purpose);
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
	return lu_jw_flush(w, stdout, e);
}

static void show_tokens(const lu_ledger_entry *l)
{
	if (no_tokens(l)) {
		lu_out_textf(stdout, LU_PLAIN, " %10s %10s", "unknown", "unknown");
		return;
	}
	lu_out_textf(stdout, LU_PLAIN, " %10lld %10lld", (long long)l->tokens_in, (long long)l->tokens_out);
}

static void show_line(const lu_ledger_entry *l, const char *purpose)
{
	char cost[32] = "unknown";

	if (!no_cost(l)) snprintf(cost, sizeof cost, "$%.4f", l->cost);
	lu_out_textf(stdout, LU_BOLD, "%-12s", purpose);
	lu_out_textf(stdout, LU_PLAIN, " %-28.*s %8lld", LU_FMT(l->model), (long long)l->requests);
	show_tokens(l);
	lu_out_textf(stdout, LU_PLAIN, " %10lld %10s", (long long)l->cache_hits, cost);
	if (l->unpriced && !no_cost(l))
		lu_out_textf(stdout, LU_DIM, " and %lld of unknown cost", (long long)l->unpriced);
	lu_out_text(stdout, LU_PLAIN, lu_strz("\n"));
}

lu_code lu_costs_show(lu_store *s, lu_err *e)
{
	lu_arena a = { 0 };
	lu_ledger_entry *v = NULL, total;
	size_t n = 0;
	lu_jw w;
	lu_code rc = lu_ledger_read(s, &a, &v, &n, e);

	lu_jw_init(&w);
	if (!rc) total = lu_ledger_total(v, n);
	if (!rc && !lu_out_is_json())
		lu_out_textf(stdout, LU_DIM, "%-12s %-28s %8s %10s %10s %10s %10s\n", "costs", "model", "requests",
			     "tokens in", "out", "cache hits", "cost");
	for (size_t i = 0; i < n && !rc; i++)
		if (lu_out_is_json()) rc = show_record(&w, &v[i], lu_purpose_name(v[i].purpose), e);
		else show_line(&v[i], lu_purpose_name(v[i].purpose));
	if (!rc && lu_out_is_json()) rc = show_record(&w, &total, "all", e);
	else if (!rc) show_line(&total, "all");
	lu_jw_free(&w);
	lu_arena_free(&a);
	return rc;
}
