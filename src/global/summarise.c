/* SPDX-License-Identifier: MIT
 * What communities are about: from a model, or the lines of their members. */
#include "global/global.h"
#include "lucus/text.h"

void lu_global_key(const lu_chat *chat, lu_str members, char out[LU_SHA256_HEX])
{
	lu_buf b = LU_BUF;

	lu_buf_addf(&b, "%s %016llx\n", lu_chat_model(chat),
		    (unsigned long long)lu_prompts_digest(lu_chat_prompts(chat), LU_PROMPT_COMMUNITY_SUMMARY));
	lu_buf_addstr(&b, members);
	lu_sha256_hex(lu_buf_str(&b), out);
	lu_buf_free(&b);
}

lu_str lu_global_extract(lu_str members)
{
	lu_str rest = members;

	while (rest.n) {
		const char *from = rest.s;

		lu_str_take(&rest, '\n');
		if (lu_tokens((size_t)(rest.s - members.s)) > LU_GLOBAL_SUMMARY && from > members.s)
			return lu_strn(members.s, (size_t)(from - members.s));
	}
	return members;
}

struct asking {
	lu_global_part *v;
	size_t *of; /* the part of each request */
	lu_arena *a;
	size_t failed;
	lu_err why;
};

static lu_code done(void *ctx, size_t i, lu_code rc, const lu_chat_reply *r, const lu_err *why, lu_err *e)
{
	struct asking *q = ctx;
	lu_global_part *p = &q->v[q->of[i]];
	lu_str text = rc ? lu_strn("", 0) : lu_str_trim(r->text);

	if (rc == LU_ENOMEM || rc == LU_ECANCEL) return lu_fail(e, rc, "%s", why->msg);
	if (!text.n) {
		if (!q->failed++ && rc) q->why = *why;
		return LU_OK;
	}
	p->summary = lu_arena_dup(q->a, text);
	return p->summary.s ? LU_OK : lu_nomem(e);
}

lu_code lu_global_summarise(lu_chat *chat, lu_global_part *v, size_t n, lu_arena *a, size_t *failed, lu_err *e)
{
	lu_arena own = { 0 };
	struct asking q = { .v = v, .a = a, .of = lu_arena_calloc(&own, n, sizeof *q.of) };
	lu_chat_request *r = lu_arena_calloc(&own, n, sizeof *r);
	size_t count = 0;
	lu_code rc = q.of && r ? LU_OK : lu_nomem(e);

	for (size_t i = 0; i < n && !rc; i++) {
		if (v[i].summary.n) continue;
		q.of[count] = i;
		rc = lu_chat_fill_block(chat, LU_PROMPT_COMMUNITY_SUMMARY, "members", v[i].members, "", &own,
					&r[count++], e);
	}
	if (!rc && count) rc = lu_chat_ask_all(chat, r, count, done, &q, e);
	if (!rc && count && q.failed == count) rc = lu_fail(e, LU_ENET, "%s", q.why.msg);
	*failed += q.failed;
	lu_arena_free(&own);
	return rc;
}
