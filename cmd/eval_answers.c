/* SPDX-License-Identifier: MIT */
#include "eval_answers.h"

#include <string.h>

#include "cli/out.h"
#include "eval/answers.h"
#include "llm.h"
#include "lucus/request.h"

#define CITED_TOKENS 2000 /* of the code of citations that a judge is shown */

static lu_strs compared;
static bool judged;

lu_opt cmd_opts_answers[] = {
	LU_OPT_LIST(0, "compare", &compared, "HOW",
		    "answer the queries in these approaches, a list such as lazy-graph,global,answer, and compare "
		    "what they cost, how many targets they cite, and with --judge how good they are",
		    .heading = "Answers"),
	LU_OPT_FLAG(
		0, "judge", &judged,
		"have the language model rate the answers, and compare those of the first approach with the others"),
	LU_OPT_GROUP(cmd_opts_llm), LU_OPT_END
};

static const struct {
	const char *name;
	lu_answer_mode mode;
} approaches[] = { { "answer", LU_ANSWER_COMPACT },
		   { "refine", LU_ANSWER_REFINE },
		   { "tree", LU_ANSWER_TREE },
		   { "lazy", LU_ANSWER_LAZY },
		   { "lazy-graph", LU_ANSWER_LAZY_GRAPH },
		   { "global", LU_ANSWER_GLOBAL },
		   { "extractive", LU_ANSWER_EXTRACTIVE } };
#define APPROACHES (sizeof approaches / sizeof *approaches)

bool cmd_eval_answers_on(void)
{
	return compared.n || judged;
}

/* ---- which ---- */

static lu_code find_approach(lu_str name, cmd_approach *out, lu_err *e)
{
	lu_buf all = LU_BUF;
	size_t i = 0;

	while (i < APPROACHES && !lu_str_eqz(name, approaches[i].name)) i++;
	if (i < APPROACHES) {
		*out = (cmd_approach){ .sum = { .name = lu_strz(approaches[i].name) }, .mode = approaches[i].mode };
		return LU_OK;
	}
	for (i = 0; i < APPROACHES; i++) lu_buf_addf(&all, "%s%s", i ? ", " : "", approaches[i].name);
	lu_fail(e, LU_EUSAGE, "option '--compare': there is no approach '%.*s' to answer, but %s", LU_FMT(name), all.s);
	lu_buf_free(&all);
	return LU_EUSAGE;
}

static lu_code find_approaches(cmd_comparing *c, lu_err *e)
{
	lu_str usual[] = { { "answer", 6 } };
	lu_strs names = { usual, 1 };
	lu_code rc = compared.n ? cmd_eval_split(&compared, &c->a, &names, e) : LU_OK;

	c->v = lu_arena_calloc(&c->a, names.n, sizeof *c->v);
	if (!rc && !c->v) rc = lu_nomem(e);
	for (; c->n < names.n && !rc; c->n++) {
		rc = find_approach(names.v[c->n], &c->v[c->n], e);
		c->v[c->n].v = lu_arena_calloc(&c->a, c->ev->qrels.queries.n, sizeof *c->v[c->n].v);
		if (!rc && !c->v[c->n].v) rc = lu_nomem(e);
	}
	return rc;
}

/* ---- one answer ---- */

/* Do its citations meet the targets? */
static lu_code meet(const lu_annotated *q, const lu_response *r, lu_arena *a, lu_approach *to, lu_err *e)
{
	lu_judged *v = lu_arena_calloc(a, r->n_cite, sizeof *v);
	bool *gain = lu_arena_calloc(a, r->n_cite, sizeof *gain);
	size_t n, met = 0;

	if (!v || !gain) return lu_nomem(e);
	for (size_t i = 0; i < r->n_cite; i++)
		v[i] = (lu_judged){ r->cite[i].name, r->cite[i].path, r->cite[i].start_line, r->cite[i].end_line, 0 };
	n = lu_distinct(v, r->n_cite, q->by_name);
	lu_judge(q, v, n, gain);
	for (size_t i = 0; i < n; i++) met += gain[i];
	to->recall += (double)met / (double)q->targets.n;
	if (n) to->precision += (double)met / (double)n;
	return LU_OK;
}

/* The code of what is cited, for the judge. */
static lu_code put_cited(cmd_evaluation *ev, const lu_response *r, lu_arena *a, lu_buf *out, lu_err *e)
{
	lu_code rc = cmd_eval_lend(ev, e);
	size_t last = 0;

	for (size_t i = 0; i < r->n_cite && !rc; i++) {
		const lu_citation *c = &r->cite[i];
		lu_str code = { NULL, 0 };
		int64_t id = 0;

		if (c->source <= last) continue;
		last = c->source;
		rc = lu_store_find(ev->store, lu_strz(c->id), &id, e);
		if (!rc && id) rc = lu_store_code(ev->store, id, a, &code, e);
		if (rc || lu_tokens(out->len + code.n) > CITED_TOKENS) continue;
		lu_buf_addf(out, "[%zu] %.*s:%u-%u %.*s\n", c->source, LU_FMT(c->path), c->start_line, c->end_line,
			    LU_FMT(c->name));
		lu_buf_addstr(out, code);
		lu_buf_addc(out, '\n');
	}
	cmd_eval_return(ev);
	return rc == LU_ENOENT ? LU_OK : rc;
}

static void add_known(double *sum, double v)
{
	*sum = *sum < 0 || v < 0 ? -1 : *sum + v;
}

static lu_code take(cmd_comparing *c, cmd_approach *w, size_t i, const lu_response *r, lu_err *e)
{
	const lu_annotated *q = &c->ev->qrels.queries.v[i];
	lu_approach *s = &w->sum;
	lu_buf cited = LU_BUF;
	lu_arena a = { 0 };
	lu_code rc = meet(q, r, &a, s, e);

	s->n++;
	s->failed += r->fallback.n != 0;
	s->requests += (double)r->requests;
	add_known(&s->tokens_in, (double)r->tokens_in);
	add_known(&s->tokens_out, (double)r->tokens_out);
	add_known(&s->cost, r->cost);
	s->seconds += r->times.total;
	if (!rc && judged) rc = put_cited(c->ev, r, &a, &cited, e);
	w->v[i] = (lu_rated){ .question = q->query,
			      .answer = lu_arena_dup(&c->a, r->text),
			      .sources = lu_arena_dup(&c->a, lu_buf_str(&cited)) };
	if (!rc && (cited.oom || !w->v[i].answer.s || !w->v[i].sources.s)) rc = lu_nomem(e);
	lu_buf_free(&cited);
	lu_arena_free(&a);
	return rc;
}

/* By the way of its approach, with the usual options of that. */
static lu_code ask(cmd_comparing *c, lu_answer_mode mode, lu_found *f, lu_answered **out, lu_err *e)
{
	lu_ask_options o = { .answer = { .mode = mode, .communities = true }, .level = 2 };
	lu_lazy_graph_options lazy_graph;

	if (mode == LU_ANSWER_LAZY_GRAPH) {
		lu_lazy_graph_options_init(&lazy_graph);
		return lu_session_lazy_graph(c->ev->session, NULL, f, &lazy_graph, &o.answer, out, e);
	}
	lu_lazy_options_init(&o.near);
	return lu_session_answer(c->ev->session, NULL, f, &o, out, e);
}

static lu_code answer_one(cmd_comparing *c, cmd_approach *w, size_t i, lu_err *e)
{
	lu_search_options s = c->ev->o;
	lu_answered *r = NULL;
	lu_found *f = NULL;
	lu_code rc;

	s.query.strategy = "auto";
	s.query.k = 10;
	rc = lu_session_search(c->ev->session, NULL, c->ev->qrels.queries.v[i].query, &s, &f, e);
	if (!rc) rc = ask(c, w->mode, f, &r, e);
	if (!rc) rc = take(c, w, i, &r->response, e);
	lu_answered_free(r);
	lu_found_free(f);
	return rc ? lu_wrap(e, rc, "query %zu", c->ev->qrels.queries.v[i].number) : LU_OK;
}

static lu_code answer_all(cmd_comparing *c, cmd_approach *w, lu_err *e)
{
	size_t n = c->ev->qrels.queries.n;
	double *mean[] = { &w->sum.requests, &w->sum.tokens_in, &w->sum.tokens_out, &w->sum.cost,
			   &w->sum.seconds,  &w->sum.recall,    &w->sum.precision };
	lu_progress p = { 0 };
	lu_code rc = LU_OK;

	lu_progress_start(&p, w->sum.name.s, "queries", (int64_t)n);
	for (size_t i = 0; i < n && !rc; i++) {
		rc = answer_one(c, w, i, e);
		if (!rc) rc = lu_check_cancel(e);
		lu_progress_to(&p, (int64_t)i + 1);
	}
	lu_progress_end(&p);
	for (size_t i = 0; i < sizeof mean / sizeof *mean && n; i++)
		if (*mean[i] > 0) *mean[i] /= (double)n;
	return rc;
}

/* ---- all of it ---- */

static lu_code show(const cmd_comparing *c, cmd_target_file *page, lu_err *e)
{
	lu_sink o = lu_out_sink(stdout);
	lu_buf text = LU_BUF;
	lu_approach *v = lu_arena_calloc(&c->ev->arena, c->n, sizeof *v);
	const char *slash = strrchr(c->ev->source, '/');
	lu_code rc = v ? LU_OK : lu_nomem(e);

	for (size_t i = 0; i < c->n && v; i++) v[i] = c->v[i].sum;
	if (!rc) rc = lu_render_approaches(&o, v, c->n, e);
	if (!rc && page->path) {
		rc = lu_approaches_html(slash ? slash + 1 : c->ev->source, v, c->n, &text, e);
		if (!rc) rc = cmd_target_file_write(page, lu_buf_str(&text), e);
	}
	lu_buf_free(&text);
	return rc;
}

lu_code cmd_eval_answers(cmd_evaluation *ev, cmd_target_file *page, lu_err *e)
{
	cmd_comparing c = { .ev = ev };
	lu_code rc = find_approaches(&c, e);

	lu_search_options_init(&ev->o);
	cmd_search_query(&ev->o.query);
	ev->o.show = LU_SHOW_PLACES;
	ev->o.stored = true;
	if (!rc) rc = cmd_search_configure(ev->session, false, true, e);
	for (size_t i = 0; i < c.n && !rc; i++) {
		rc = answer_all(&c, &c.v[i], e);
		if (!rc && judged) rc = cmd_eval_judge(&c, i, e);
	}
	if (!rc) rc = show(&c, page, e);
	lu_arena_free(&c.a);
	return rc;
}
