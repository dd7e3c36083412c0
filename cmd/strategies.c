/* SPDX-License-Identifier: MIT
 * lucus strategies: the ways to find hits, what each needs, and which of them the store supports. */
#include <stdio.h>
#include <string.h>

#include "base.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "search.h"

extern const lu_cmd cmd_strategies;

static lu_opt opts[] = { LU_OPT_GROUP(lu_opts_model), LU_OPT_GROUP(lu_opts_store), LU_OPT_GROUP(lu_opts_output),
			 LU_OPT_END };

/* What is known here. */
typedef struct listing {
	lu_search search;
	const lu_strategy_info *best; /* runs when none is asked for; NULL: there is no store */
	lu_jw w;
	lu_err model; /* why the vectors can not be used, when they are of another model */
} listing;

/* A strategy with what the store makes of it. */
typedef struct entry {
	const lu_strategy_info *i, *runs; /* runs is NULL without a store */
	const char *reason;               /* why it is not supported, or NULL */
	bool is_default;
} entry;

/* Whatever the vectors are made with, the strategies that need none can be told. */
static lu_code open_here(listing *l, lu_err *e)
{
	lu_code rc = lu_search_store(&l->search, opts, e);

	if (!rc) rc = lu_store_begin(l->search.store, e);
	if (!rc) rc = lu_base_embedder(&l->search.model, e);
	if (!rc) rc = lu_retriever_open(l->search.store, l->search.model, &l->search.retriever, e);
	if (rc != LU_EUSAGE || !l->search.model) return rc;
	l->model = *e;
	return lu_retriever_open(l->search.store, NULL, &l->search.retriever, e);
}

static lu_code look(const listing *l, const lu_strategy_info *i, entry *out, lu_err *e)
{
	char why[320];
	entry x = { .i = i, .is_default = l->best ? l->best == i : !strcmp(i->name, "auto") };
	lu_code rc = LU_OK;

	if (l->best) {
		x.reason = lu_strategy_lacks(l->search.retriever, i);
		if (x.reason && l->model.code && i->needs_vectors) x.reason = l->model.msg;
		rc = lu_strategy_resolve(l->search.retriever, i->name, &x.runs, why, e);
	}
	if (!rc) *out = x;
	return rc;
}

static lu_code show_json(listing *l, const entry *x, lu_err *e)
{
	const unsigned hybrid = LU_HIT_STAGE_BIT(LU_STAGE_BM25) | LU_HIT_STAGE_BIT(LU_STAGE_VECTOR);
	lu_jw *w = &l->w;

	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "strategy");
	lu_jw_strz(w, "name", x->i->name);
	lu_jw_strz(w, "alias", x->i->alias);
	lu_jw_strz(w, "summary", x->i->summary);
	lu_jw_open(w, "needs", '[');
	if (x->i->needs_vectors) lu_jw_strz(w, NULL, "vectors");
	if (x->i->needs_edges) lu_jw_strz(w, NULL, "edges");
	lu_jw_close(w, ']');
	lu_jw_open(w, "capabilities", '[');
	for (int s = 0; s < LU_HIT_STAGES; s++)
		if (x->i->stages & LU_HIT_STAGE_BIT(s)) lu_jw_strz(w, NULL, lu_hit_stage_name((lu_hit_stage)s));
	lu_jw_close(w, ']');
	if (x->runs) lu_jw_bool(w, "supported", !x->reason);
	else lu_jw_null(w, "supported");
	lu_jw_strz(w, "reason", x->reason);
	lu_jw_strz(w, "runs", x->runs ? x->runs->name : NULL);
	lu_jw_bool(w, "default", x->is_default);
	lu_jw_bool(w, "supports_graph", x->i->stages & LU_HIT_STAGE_BIT(LU_STAGE_GRAPH));
	lu_jw_bool(w, "supports_hybrid", (x->i->stages & hybrid) == hybrid);
	lu_jw_bool(w, "supports_reranking", x->i->stages & LU_HIT_STAGE_BIT(LU_STAGE_RERANK));
	lu_jw_bool(w, "requires_graph_data", x->i->needs_edges);
	lu_jw_close(w, '}');
	return lu_jw_flush(w, stdout, e);
}

static void show_stages(const entry *x)
{
	char text[64] = "";
	size_t n = 0;

	for (int s = 0; s < LU_HIT_STAGES; s++)
		if (x->i->stages & LU_HIT_STAGE_BIT(s))
			n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n ? " " : "",
					      lu_hit_stage_name((lu_hit_stage)s));
	lu_out_textf(stdout, LU_PLAIN, "  %-29s", text);
}

static void show_text(const entry *x)
{
	bool yes = x->runs && !x->reason;

	lu_out_textf(stdout, LU_PLAIN, "%s ", x->is_default ? "*" : " ");
	lu_out_textf(stdout, LU_BOLD, "%-30s", x->i->name);
	show_stages(x);
	if (x->runs) lu_out_text(stdout, yes ? LU_GREEN : LU_YELLOW, lu_strz(yes ? "  yes" : "  no"));
	lu_out_textf(stdout, LU_DIM, "\n    %s", x->i->summary);
	if (x->i->alias) lu_out_textf(stdout, LU_DIM, "; also called %s", x->i->alias);
	if (x->reason) lu_out_textf(stdout, LU_YELLOW, "\n    %s; %s runs instead", x->reason, x->runs->name);
	putchar('\n');
}

static lu_code list(listing *l, lu_err *e)
{
	const lu_strategy_info *i;
	lu_format f = lu_out_format();
	lu_code rc = LU_OK;

	if (f == LU_FORMAT_TEXT || f == LU_FORMAT_MD)
		lu_out_textf(stdout, LU_DIM, "  %-30s  %-29s%s\n", "strategy", "stages", l->best ? "  here" : "");
	for (size_t n = 0; !rc && (i = lu_strategy_at(n)); n++) {
		entry x;

		if ((rc = look(l, i, &x, e))) break;
		if (f == LU_FORMAT_JSON) rc = show_json(l, &x, e);
		else if (lu_out_is_places()) lu_out_textf(stdout, LU_PLAIN, "%s\n", i->name);
		else show_text(&x);
	}
	return rc;
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	listing l = { .best = NULL };
	char why[320];
	lu_code rc = lu_cmd_operands(&cmd_strategies, argc, argv, 0, 0, e);

	if (rc) return rc;
	lu_jw_init(&l.w);
	rc = open_here(&l, e);
	if (!rc) rc = lu_strategy_resolve(l.search.retriever, NULL, &l.best, why, e);
	/* what there is can be asked before there is a store */
	if (rc == LU_ENOENT && !l.search.store && !lu_common.db) rc = LU_OK;
	if (!rc) rc = list(&l, e);
	lu_jw_free(&l.w);
	lu_search_close(&l.search);
	return rc;
}

static const char *const examples[] = { "lucus strategies", NULL };

const lu_cmd cmd_strategies = {
	.name = "strategies",
	.summary = "list the ways to find hits, and which of them the store supports",
	.args = "",
	.opts = opts,
	.run = run,
	.pages = true,
	.examples = examples,
};
