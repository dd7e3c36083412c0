/* SPDX-License-Identifier: MIT
 * What a store is and holds, as records. */
#include "render/render.h"

void lu_element_record(lu_jw *w, const lu_element *el, lu_str heir, bool stale)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "element");
	lu_element_write(w, el);
	if (heir.n) lu_jw_str(w, "inherited_by", heir);
	if (stale) lu_jw_bool(w, "stale", true);
	lu_jw_close(w, '}');
}

/* Hits may have scores of both. */
static bool has_stages(const lu_strategy_info *i, unsigned stages)
{
	return (i->stages & stages) == stages;
}

static void write_needs(lu_jw *w, const lu_strategy_info *i)
{
	lu_jw_open(w, "needs", '[');
	if (i->needs_vectors) lu_jw_strz(w, NULL, "vectors");
	if (i->needs_edges) lu_jw_strz(w, NULL, "edges");
	lu_jw_close(w, ']');
	lu_jw_open(w, "capabilities", '[');
	for (int s = 0; s < LU_HIT_STAGES; s++)
		if (i->stages & LU_HIT_STAGE_BIT(s)) lu_jw_strz(w, NULL, lu_hit_stage_name((lu_hit_stage)s));
	lu_jw_close(w, ']');
}

void lu_strategy_record(lu_jw *w, const lu_strategy_state *x, bool is_default)
{
	const lu_strategy_info *i = x->asked;

	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "strategy");
	lu_jw_strz(w, "name", i->name);
	lu_jw_strz(w, "alias", i->alias);
	lu_jw_strz(w, "summary", i->summary);
	write_needs(w, i);
	if (x->runs) lu_jw_bool(w, "supported", !*x->lacks);
	else lu_jw_null(w, "supported");
	lu_jw_strz(w, "reason", *x->lacks ? x->lacks : NULL);
	lu_jw_strz(w, "runs", x->runs ? x->runs->name : NULL);
	lu_jw_bool(w, "default", is_default);
	lu_jw_bool(w, "supports_graph", has_stages(i, LU_HIT_STAGE_BIT(LU_STAGE_GRAPH)));
	lu_jw_bool(w, "supports_hybrid",
		   has_stages(i, LU_HIT_STAGE_BIT(LU_STAGE_BM25) | LU_HIT_STAGE_BIT(LU_STAGE_VECTOR)));
	lu_jw_bool(w, "supports_reranking", has_stages(i, LU_HIT_STAGE_BIT(LU_STAGE_RERANK)));
	lu_jw_bool(w, "requires_graph_data", i->needs_edges);
	lu_jw_close(w, '}');
}

/* ---- knowledge bases ---- */

static void write_text(lu_jw *w, const char *key, lu_str s)
{
	if (s.n) lu_jw_str(w, key, s);
	else lu_jw_null(w, key);
}

static lu_code write_setting(void *ctx, const char *key, const char *value, lu_err *e)
{
	(void)e;
	lu_jw_strz(ctx, key, value);
	return LU_OK;
}

lu_code lu_kb_record(lu_jw *w, lu_store *s, const char *tenant, const lu_kb *k, lu_err *e)
{
	lu_code rc;

	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "kb");
	lu_jw_strz(w, "tenant", tenant);
	lu_jw_str(w, "name", k->name);
	write_text(w, "root", k->root);
	lu_jw_int(w, "files", k->files);
	lu_jw_int(w, "elements", k->elements);
	lu_jw_int(w, "edges", k->edges);
	lu_jw_int(w, "embeddings", k->embeddings);
	write_text(w, "model", k->model);
	lu_jw_open(w, "settings", '{');
	rc = lu_store_settings(s, write_setting, w, e);
	lu_jw_close(w, '}');
	lu_jw_close(w, '}');
	return rc;
}
