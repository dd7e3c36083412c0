/* SPDX-License-Identifier: MIT
 * The requests of an answer, and its text while the model writes it. */
#include "answer/making.h"

/* ---- text ---- */

lu_code lu__making_tell(lu__making *m, lu_err *e)
{
	lu_str more = lu_strn(m->text.s + m->told, m->text.len - m->told);

	if (!m->o->piece || !more.n) return LU_OK;
	m->told = m->text.len;
	return m->o->piece(m->o->ctx, more, e);
}

static lu_code on_piece(void *ctx, lu_str text, lu_err *e)
{
	lu__making *m = ctx;
	lu_code rc = lu__cite_piece(&m->cite, text, false, &m->text, e);

	return rc ? rc : lu__making_tell(m, e);
}

static lu_code finish(lu__making *m, lu_str rest, lu_err *e)
{
	lu_code rc = lu__cite_piece(&m->cite, rest, true, &m->text, e);

	return rc ? rc : lu__making_tell(m, e);
}

/* ---- requests ---- */

void lu__making_count(lu__making *m, const lu_chat_reply *a)
{
	lu_response *r = m->r;

	r->requests++;
	r->tokens_in = r->tokens_in < 0 || a->tokens_in < 0 ? -1 : r->tokens_in + a->tokens_in;
	r->tokens_out = r->tokens_out < 0 || a->tokens_out < 0 ? -1 : r->tokens_out + a->tokens_out;
	if (a->tokens_cached > 0) r->tokens_cached += a->tokens_cached;
	r->cost = r->cost < 0 || a->cost < 0 ? -1 : r->cost + a->cost;
	if (a->model.n && !r->model.n) r->model = lu_arena_dup(&r->arena, a->model);
}

lu_code lu__ask_last(lu__making *m, lu_prompt_id p, lu_err *e)
{
	lu_chat_request q = { .prompt = p, .system = lu_buf_str(&m->system), .user = lu_buf_str(&m->user) };
	lu_chat_reply a = { 0 };
	lu_code rc;

	if (m->system.oom || m->user.oom) return lu_nomem(e);
	if (m->o->piece) {
		q.piece = on_piece;
		q.ctx = m;
	}
	rc = lu_chat_ask(m->chat, &q, &m->r->arena, &a, e);
	if (rc) return rc;
	lu__making_count(m, &a);
	if (!lu_str_trim(a.text).n) return lu_fail(e, LU_ENET, "the model '%s' said nothing", lu_chat_model(m->chat));
	return finish(m, m->o->piece ? lu_strn("", 0) : a.text, e);
}

lu_code lu__making_clean(lu__making *m, lu_str text, lu_str *out, lu_err *e)
{
	lu__citing c = LU__CITING(m->src, &m->r->arena);
	lu_buf b = LU_BUF;
	lu_code rc = lu__cite_piece(&c, text, true, &b, e);

	if (!rc) {
		*out = lu_arena_dup(&m->r->arena, lu_buf_str(&b));
		if (!out->s) rc = lu_nomem(e);
	}
	lu__citing_free(&c);
	lu_buf_free(&b);
	return rc;
}

/* The sources of points stand for all that these were made of: what they lack may be there. */
bool lu__says_missing(const lu__making *m)
{
	return m->o->mode != LU_ANSWER_GLOBAL || m->cover->absent.n;
}

void lu__put_prompt(lu__making *m, lu_prompt_id p, lu_buf *user)
{
	lu_str data = lu_buf_str(&m->data), more = lu_buf_str(&m->more);
	const lu_prompt_value v[] = { { "question", lu_str_trim(m->question) },
				      { "sources", data },
				      { "answers", data },
				      { "points", data },
				      { "claims", data },
				      { "draft", more },
				      { "subqueries", more },
				      { "map", more } };

	lu_buf_reset(&m->system);
	lu_prompts_fill(lu_chat_prompts(m->chat), p, m->marker, v, sizeof v / sizeof *v, &m->system, user);
	if (lu__says_missing(m)) lu__put_told(m->cover, &m->system);
	user->oom |= m->data.oom || m->more.oom;
	lu_buf_reset(&m->data);
	lu_buf_reset(&m->more);
}
