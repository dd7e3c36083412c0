/* SPDX-License-Identifier: MIT
 * The page, and its files. A question in its address is answered in the page itself, for who has no scripts; with them the page
 * asks the endpoints. */
#include "api/turn.h"
#include "page/page.h"

lu_code lu__answer_page_file(void *ctx, lu_served *c, lu_err *e)
{
	lu_page_file f;
	lu_code rc = lu_page_find(lu_served_param(c, "name"), &f, e);

	(void)ctx;
	if (!rc) rc = lu_served_set(c, "ETag", f.tag, e);
	if (!rc) rc = lu_served_set(c, "Cache-Control", "no-cache", e);
	if (rc) return rc;
	c->type = f.type;
	if (lu_str_eqz(lu_served_header(c, "If-None-Match"), f.tag)) c->status = 304;
	else lu_buf_addstr(&c->out, f.body);
	return c->out.oom ? lu_nomem(e) : LU_OK;
}

/* ---- the page itself ---- */

/* A link from elsewhere may lead here, and may not make this server call what is paid. */
static bool is_own(const lu_served *c)
{
	lu_str from = lu_served_header(c, "Sec-Fetch-Site");

	return !from.n || lu_str_in_words(from, "same-origin none");
}

/* Those to choose from. */
static lu_code list_kbs(const lu_api *a, lu_served *c, lu_page_shown *p, lu_err *e)
{
	lu_str tenant = lu_arena_dup(&c->arena, c->who->tenant);
	lu_kb *v = NULL;
	size_t n = 0;
	lu_code rc = tenant.s ? lu_service_list(a->config.service, tenant.n ? tenant.s : NULL, &c->arena, &v, &n, e)
			      : lu_nomem(e);

	if (rc) return rc;
	if (!(p->kbs.v = lu_arena_calloc(&c->arena, n + 1, sizeof *p->kbs.v))) return lu_nomem(e);
	for (size_t i = 0; i < n; i++)
		if (lu_principal_may(c->who, v[i].name)) p->kbs.v[p->kbs.n++] = v[i].name;
	return LU_OK;
}

static lu_code ask(lu_api *a, lu_served *c, const lu_base *b, lu_page_shown *p, lu_found **f, lu_answered **answer,
		   lu_err *e)
{
	lu_search_options o = b->search;
	lu_ask_options how = b->ask;
	lu_code rc;

	o.times = true;
	o.answers = p->answers && is_own(c);
	rc = lu_session_search(b->session, c->request, p->question, &o, f, e);
	if (rc) return rc;
	p->found = *f;
	lu__count_search(a->counts, *f);
	if (!o.answers) return LU_OK;
	if (b->lazy) how.answer.mode = LU_ANSWER_LAZY;
	rc = lu_session_answer(b->session, c->request, *f, &how, answer, e);
	if (rc) return rc;
	p->answer = *answer;
	lu__count_answer(a->counts, *answer);
	return LU_OK;
}

/* What goes wrong is said on the page. */
static void fill(lu_api *a, lu_served *c, lu_page_shown *p, lu_base **b, lu_found **f, lu_answered **answer,
		 lu_err *why)
{
	lu_code rc = list_kbs(a, c, p, why);

	if (!rc && !p->question.n) return;
	if (!rc) rc = lu__take_base(a, c, p->kb, b, why);
	if (!rc) rc = ask(a, c, *b, p, f, answer, why);
	if (!rc) return;
	p->problem = rc == LU_EUSAGE || rc == LU_ENOENT || rc == LU_ENET ? why->msg
									 : "It failed: the server's log says why.";
}

lu_code lu__answer_page(void *ctx, lu_served *c, lu_err *e)
{
	lu_api *a = ctx;
	lu_page_shown p = { .question = lu_served_query(c, "q"),
			    .answers = lu_str_eqz(lu_served_query(c, "mode"), "answer"),
			    .kb = lu_served_query(c, "kb") };
	lu_base *b = NULL;
	lu_found *f = NULL;
	lu_answered *answer = NULL;
	lu_err why = { LU_OK, "" };
	lu_code rc;

	/* where a token is needed a browser sends none with an address: its scripts do */
	if (!a->config.tokens) fill(a, c, &p, &b, &f, &answer, &why);
	c->type = "text/html; charset=utf-8";
	rc = lu_served_set(c, "Content-Security-Policy", LU_PAGE_POLICY, e);
	if (!rc) rc = lu_served_set(c, "Referrer-Policy", "no-referrer", e);
	if (!rc) rc = lu_served_set(c, "Cache-Control", "no-store", e);
	if (!rc) rc = lu_page_write(&p, &c->out, e);
	lu_answered_free(answer);
	lu_found_free(f);
	lu__give_base(a, b);
	return rc;
}
