/* SPDX-License-Identifier: MIT
 * What an answer from summaries of everything would take. */
#include "session/overview.h"

static void put(lu_estimate *out, lu_prompt_id p, const lu_global_cost *c)
{
	if (!c->requests) return;
	out->v[out->n].phase = lu_prompts_info(p)->phase;
	out->v[out->n].requests = c->requests;
	out->v[out->n].tokens_in = c->tokens_in;
	out->v[out->n++].tokens_out = c->tokens_out;
}

static lu_code read_all(lu_session *s, const lu_found *f, int64_t level, lu__overview *o, lu_err *e)
{
	lu__reader *reader = NULL;
	lu_chat *chat = NULL;
	lu_code rc = lu__talker_take(s, &chat, e);

	if (!rc) rc = lu__reader_take(s, &reader, e);
	if (!rc) rc = lu__overview_read(reader, &f->result, level, o, e);
	if (!rc) rc = lu__overview_known(reader, chat, o, e);
	lu__reader_give(reader, rc);
	lu__talker_give(s, chat);
	return rc;
}

lu_code lu_session_estimate(lu_session *s, const lu_request *r, const lu_found *f, const lu_ask_options *o,
			    lu_estimate *out, lu_err *e)
{
	const lu_request *before;
	const lu_chat_config *c = s->models.chat;
	lu__overview all = { .n = 0 };
	lu_global_cost summaries, map, reduce;
	lu_code rc;

	if (o->answer.mode != LU_ANSWER_GLOBAL)
		return lu_fail(e, LU_EUSAGE, "there is an estimate of global answers alone");
	before = lu_request_enter(r);
	rc = read_all(s, f, o->level, &all, e);
	lu_request_leave(before);
	if (!rc) {
		*out = (lu_estimate){ .level = o->level, .communities = (int64_t)all.n };
		lu_global_estimate(c ? c->prompts : NULL, f->text, all.part, all.n,
				   o->answer.max_tokens ? o->answer.max_tokens : LU_ANSWER_TOKENS, &summaries, &map,
				   &reduce);
		put(out, LU_PROMPT_COMMUNITY_SUMMARY, &summaries);
		put(out, LU_PROMPT_GLOBAL_MAP, &map);
		put(out, LU_PROMPT_GLOBAL_REDUCE, &reduce);
	}
	lu__overview_free(&all);
	return rc;
}
