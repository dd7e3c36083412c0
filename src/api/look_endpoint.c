/* SPDX-License-Identifier: MIT
 * What there is: strategies, knowledge bases, elements, the graph. */
#include "api/turn.h"
#include "render/render.h"

static lu_code add(lu__turn *t, lu_jw *w, lu_err *e)
{
	return lu_sink_record(&t->sink, w, e);
}

lu_code lu__answer_strategies(lu__turn *t, lu_err *e)
{
	lu_session *s = t->base->session;
	const lu_strategy_info *i;
	lu_strategy_state best, x;
	lu_jw w;
	lu_code rc = lu_session_strategy(s, t->call->request, NULL, &best, e);

	lu_jw_init(&w);
	for (size_t n = 0; !rc && (i = lu_strategy_at(n)); n++) {
		rc = lu_session_strategy(s, t->call->request, i->name, &x, e);
		if (rc) break;
		lu_strategy_record(&w, &x, best.runs == i);
		rc = add(t, &w, e);
	}
	lu_jw_free(&w);
	return rc;
}

lu_code lu__answer_lazy_status(lu__turn *t, lu_err *e)
{
	const lu_base *b = t->base;
	lu_jw w;
	lu_code rc;

	lu_jw_record(&w, "lazy");
	lu_jw_strz(&w, "kb", b->kb);
	lu_jw_int(&w, "max_hops", b->ask.near.max_hops);
	lu_jw_int(&w, "max_entities", b->ask.near.max_entities);
	lu_jw_bool(&w, "communities", b->ask.near.communities);
	lu_jw_bool(&w, "model", b->model);
	lu_jw_close(&w, '}');
	rc = add(t, &w, e);
	lu_jw_free(&w);
	return rc;
}

/* ---- knowledge bases ---- */

static lu_code show_kb(lu__turn *t, const lu_kb *k, lu_err *e)
{
	lu_base *b = NULL;
	lu_store *s = NULL;
	lu_jw w;
	lu_code rc = lu__take_base(t->api, t->call, k->name, &b, e);

	if (rc == LU_ENOENT) return LU_OK; /* it is gone since it was listed */
	lu_jw_init(&w);
	if (!rc) rc = lu_session_lend(b->session, t->call->request, &s, e);
	if (!rc) rc = lu_kb_record(&w, s, b->tenant, k, e);
	if (!rc) rc = add(t, &w, e);
	if (s) lu_session_return(b->session, s);
	lu__give_base(t->api, b);
	lu_jw_free(&w);
	return rc;
}

/* Those of the tenant that who asks may see. */
lu_code lu__answer_kbs(lu__turn *t, lu_err *e)
{
	lu_arena *a = &t->call->arena;
	const lu_principal *who = t->call->who;
	lu_str tenant = lu_arena_dup(a, who->tenant);
	lu_kb *v = NULL;
	size_t n = 0;
	lu_code rc = tenant.s ? lu_service_list(t->api->config.service, tenant.n ? tenant.s : NULL, a, &v, &n, e)
			      : lu_nomem(e);

	for (size_t i = 0; !rc && i < n; i++)
		if (lu_principal_may(who, v[i].name)) rc = show_kb(t, &v[i], e);
	return rc;
}

/* ---- elements ---- */

static lu_code read_element(lu__turn *t, lu_store *s, lu_err *e)
{
	lu_arena *a = &t->call->arena;
	lu_str id = lu_served_param(t->call, "id");
	lu_fresh *fresh = NULL;
	lu_location at;
	lu_stored el;
	lu_brief b;
	lu_jw w;
	int64_t row = 0;
	lu_code rc = lu_store_find(s, id, &row, e);

	if (!rc && !row) rc = lu_fail(e, LU_ENOENT, "no element '%.*s'", (int)(id.n < 64 ? id.n : 64), id.s);
	if (!rc) rc = lu_store_brief(s, row, a, &b, e);
	if (!rc) rc = lu_fresh_open(s, &fresh, e);
	if (!rc) rc = lu_fresh_place(fresh, &b, &at, e);
	if (!rc) rc = lu_store_element(s, row, a, &el, e);
	lu_jw_init(&w);
	if (!rc) lu_element_record(&w, &el.el, lu_strn(NULL, 0), at.file != LU_FILE_SAME);
	if (!rc) rc = add(t, &w, e);
	lu_jw_free(&w);
	lu_fresh_close(fresh);
	return rc;
}

lu_code lu__answer_element(lu__turn *t, lu_err *e)
{
	lu_store *s = NULL;
	lu_code rc = lu_session_lend(t->base->session, t->call->request, &s, e);

	if (rc) return rc;
	rc = read_element(t, s, e);
	lu_session_return(t->base->session, s);
	return rc;
}

/* ---- the graph ---- */

static lu_code read_kinds(const lu_strs *names, unsigned *out, lu_err *e)
{
	for (size_t i = 0; i < names->n; i++) {
		int k = 0;

		while (k < LU_EDGE_KINDS && !lu_str_eqz(names->v[i], lu_edge_kind_name((lu_edge_kind)k))) k++;
		if (k == LU_EDGE_KINDS)
			return lu_fail(e, LU_EUSAGE, "member 'kind': '%.*s' is no kind of edges", LU_FMT(names->v[i]));
		*out |= LU_KIND_BIT(k);
	}
	return LU_OK;
}

static lu_code on_answer(void *ctx, const lu_graph_answer *q, lu_arena *a, lu_err *e)
{
	lu__turn *t = ctx;

	(void)a;
	return lu_render_graph(&t->sink, q, e);
}

static lu_code ask_graph(lu__turn *t, lu_graph_question asked, const char *name, lu_err *e)
{
	const lu__asked *x = &t->asked;
	lu_graph_options o = lu_graph_defaults(asked);
	lu_freshness fresh;
	lu_code rc = read_kinds(&x->kinds, &o.kinds, e);

	if (rc) return rc;
	if (!*name) return lu_fail(e, LU_EUSAGE, "the question '%s' needs a name", lu_graph_questions[asked]);
	if ((asked == LU_ASK_PATH) != (x->target != NULL))
		return lu_fail(e, LU_EUSAGE,
			       x->target ? "member 'target' is for path alone" : "path needs a member 'target'");
	o.name.text = name;
	o.target.text = x->target;
	o.grade = (lu_grade)x->grade;
	o.depth = (uint32_t)x->depth;
	o.max_hops = (uint32_t)x->max_hops;
	o.limit = (size_t)x->limit;
	o.first = x->first;
	o.unresolved = x->unresolved;
	o.mentions = x->mentions;
	return lu_session_graph(t->base->session, t->call->request, &o, on_answer, t, &t->call->arena, &fresh, e);
}

static lu_code ask_themes(lu__turn *t, const char *name, lu_err *e)
{
	lu_themes_options o = { .name = { .text = *name ? name : NULL },
				.level = t->asked.level,
				.limit = (size_t)t->asked.limit,
				.first = t->asked.first };
	lu_freshness fresh;
	lu_themes x;
	lu_code rc = lu_session_themes(t->base->session, t->call->request, &o, &t->call->arena, &x, &fresh, e);

	return rc ? rc : lu_render_themes(&t->sink, &x, e);
}

static lu_code ask_concepts(lu__turn *t, const char *name, lu_err *e)
{
	const lu__asked *q = &t->asked;
	lu_concepts_options o = { .name = *name ? name : NULL,
				  .min_frequency = (uint32_t)q->min_frequency,
				  .min_weight = (uint32_t)q->min_weight,
				  .min_degree = (uint32_t)q->min_degree,
				  .max_degree_sd = q->max_degree_sd,
				  .percentile = q->percentile,
				  .limit = (size_t)q->limit };
	lu_freshness fresh;
	lu_concepts_shown x;
	lu_code rc = lu_session_concepts(t->base->session, t->call->request, &o, &t->call->arena, &x, &fresh, e);

	return rc ? rc : lu_render_concepts(&t->sink, &x, e);
}

lu_code lu__answer_graph(lu__turn *t, lu_err *e)
{
	lu_str question = lu_served_param(t->call, "question");
	lu_str name = lu_arena_dup(&t->call->arena, lu_served_param(t->call, "name"));

	if (!name.s) return lu_nomem(e);
	if (memchr(name.s, 0, name.n)) return lu_fail(e, LU_EUSAGE, "the name holds a NUL");
	if (lu_str_eqz(question, "communities")) return ask_themes(t, name.s, e);
	if (lu_str_eqz(question, "concepts")) return ask_concepts(t, name.s, e);
	for (int q = 0; q < LU_ASK_QUESTIONS; q++)
		if (lu_str_eqz(question, lu_graph_questions[q])) return ask_graph(t, (lu_graph_question)q, name.s, e);
	return lu_fail(
		e, LU_ENOENT,
		"no question '%.*s': expected callers, callees, path, inherits, tests, impact, communities or concepts",
		(int)(question.n < 64 ? question.n : 64), question.s);
}
