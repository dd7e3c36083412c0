/* SPDX-License-Identifier: MIT
 * Answers from groups of sources: a draft that each group refines, and a tree, whose parts are asked for at once. */
#include "answer/making.h"

/* ---- refine ---- */

static size_t groups(const lu__making *m)
{
	return (m->src->n + LU_ANSWER_GROUP - 1) / LU_ANSWER_GROUP;
}

/* The prompt for group `g`. */
static lu_code put_group(lu__making *m, size_t g, lu_buf *out, lu_err *e)
{
	size_t from = g * LU_ANSWER_GROUP, to = from + LU_ANSWER_GROUP;
	lu_code rc;

	if (to > m->src->n) to = m->src->n;
	rc = lu__fit(m->src, from, to, m->budget, e);
	if (rc) return rc;
	lu__put_sources(m->src, from, to, m->marker, out);
	return LU_OK;
}

lu_code lu__ask_refine(lu__making *m, lu_err *e)
{
	lu_str draft = { 0 };

	for (size_t g = 0; g < groups(m); g++) {
		lu_prompt_id p = g ? LU_PROMPT_REFINE : LU_PROMPT_ANSWER;
		lu_chat_request q;
		lu_chat_reply a = { 0 };
		lu_code rc = put_group(m, g, &m->data, e);

		if (rc) return rc;
		if (g) lu_data_block("draft", draft, m->marker, &m->more);
		lu_buf_reset(&m->user);
		lu__put_prompt(m, p, &m->user);
		if (g + 1 == groups(m)) return lu__ask_last(m, p, e);
		if (m->system.oom || m->user.oom) return lu_nomem(e);
		q = (lu_chat_request){ .prompt = p, .system = lu_buf_str(&m->system), .user = lu_buf_str(&m->user) };
		rc = lu_chat_ask(m->chat, &q, &m->r->arena, &a, e);
		if (!rc) lu__making_count(m, &a);
		if (!rc) rc = lu__making_clean(m, a.text, &draft, e);
		if (rc) return rc;
	}
	return LU_OK;
}

/* ---- tree ---- */

typedef struct branches {
	lu__making *m;
	lu_chat_request *q;
	lu_buf *user;
	lu_str *text;
	size_t n;
	lu_err why; /* of the first that failed */
	lu_code failed;
} branches;

static lu_code on_branch(void *ctx, size_t i, lu_code rc, const lu_chat_reply *r, const lu_err *why, lu_err *e)
{
	branches *b = ctx;

	if (rc) {
		if (!b->failed) b->why = *why;
		if (!b->failed) b->failed = rc;
		return LU_OK;
	}
	lu__making_count(b->m, r);
	return lu__making_clean(b->m, r->text, &b->text[i], e);
}

static lu_code ask_branches(branches *b, lu_err *e)
{
	lu__making *m = b->m;
	lu_code rc = LU_OK;

	for (size_t g = 0; g < b->n && !rc; g++) {
		lu_buf_init(&b->user[g]);
		rc = put_group(m, g, &m->data, e);
		lu__put_prompt(m, LU_PROMPT_PART, &b->user[g]);
		if (!rc && b->user[g].oom) rc = lu_nomem(e);
	}
	for (size_t g = 0; g < b->n && !rc; g++)
		b->q[g] = (lu_chat_request){ .prompt = LU_PROMPT_PART,
					     .system = lu_buf_str(&m->system),
					     .user = lu_buf_str(&b->user[g]) };
	if (!rc && m->system.oom) rc = lu_nomem(e);
	if (!rc) rc = lu_chat_ask_all(m->chat, b->q, b->n, on_branch, b, e);
	for (size_t g = 0; g < b->n; g++)
		if (b->user[g].s) lu_buf_free(&b->user[g]);
	if (!rc && b->failed) {
		if (e) *e = b->why;
		rc = b->failed;
	}
	return rc;
}

lu_code lu__ask_tree(lu__making *m, lu_err *e)
{
	branches b = { .m = m, .n = groups(m) };
	lu_code rc;

	b.q = lu_arena_calloc(&m->r->arena, b.n, sizeof *b.q);
	b.user = lu_arena_calloc(&m->r->arena, b.n, sizeof *b.user);
	b.text = lu_arena_calloc(&m->r->arena, b.n, sizeof *b.text);
	if (!b.q || !b.user || !b.text) return lu_nomem(e);
	rc = ask_branches(&b, e);
	if (rc) return rc;
	for (size_t g = 0; g < b.n; g++) lu_data_block("partial answer", b.text[g], m->marker, &m->data);
	lu__put_prompt(m, LU_PROMPT_JOIN, &m->user);
	return lu__ask_last(m, LU_PROMPT_JOIN, e);
}
