/* SPDX-License-Identifier: MIT
 * A session: its settings, and the readers that it lends. */
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/file.h"
#include "core/range.h"
#include "core/waiting.h"

/* ---- settings ---- */

/* A copy; NULL stays NULL. */
static const char *keep(lu_session *s, const char *text, lu_code *rc)
{
	lu_str copy;

	if (!text) return NULL;
	copy = lu_arena_dup(&s->arena, lu_strz(text));
	if (!copy.s) *rc = LU_ENOMEM;
	return copy.s;
}

static void keep_prompts(lu_session *s, const lu_prompts *own, lu_code *rc)
{
	s->prompts = (lu_prompts){ 0 };
	s->chat.prompts = own ? &s->prompts : NULL;
	for (int p = 0; own && p < LU_PROMPTS; p++) {
		if (!own->text[p].n) continue;
		s->prompts.text[p] = lu_arena_dup(&s->arena, own->text[p]);
		if (!s->prompts.text[p].s) *rc = LU_ENOMEM;
	}
}

static lu_code keep_models(lu_session *s, const lu_session_models *m)
{
	lu_session_models *to = &s->models;
	lu_code rc = LU_OK;

	*to = *m;
	to->embed.provider = keep(s, m->embed.provider, &rc);
	to->embed.table = keep(s, m->embed.table, &rc);
	to->embed.url = keep(s, m->embed.url, &rc);
	to->embed.model = keep(s, m->embed.model, &rc);
	to->embed.key = keep(s, m->embed.key, &rc);
	to->rerank.provider = keep(s, m->rerank.provider, &rc);
	to->rerank.url = keep(s, m->rerank.url, &rc);
	to->rerank.model = keep(s, m->rerank.model, &rc);
	to->rerank.key = keep(s, m->rerank.key, &rc);
	to->prices = lu_arena_dup(&s->arena, m->prices);
	if (!to->prices.s) rc = LU_ENOMEM;
	if (!m->chat) return rc;
	s->chat = *m->chat;
	s->chat.provider = keep(s, m->chat->provider, &rc);
	s->chat.url = keep(s, m->chat->url, &rc);
	s->chat.model = keep(s, m->chat->model, &rc);
	s->chat.key = keep(s, m->chat->key, &rc);
	s->chat.prices = to->prices;
	keep_prompts(s, m->chat->prompts, &rc);
	to->chat = &s->chat;
	return rc;
}

/* What readers have opened is of before. */
static void move_on(lu_session *s)
{
	pthread_mutex_lock(&s->lock);
	s->epoch++;
	pthread_mutex_unlock(&s->lock);
	lu__readers_end(s); /* a writer need not keep what they saw */
}

lu_code lu_session_configure(lu_session *s, const lu_session_models *m, lu_err *e)
{
	lu_chat *chat;
	lu_code rc;

	lu__talkers_close(s);
	if (m->rerank_depth < 0 || m->rerank_depth > LU_RERANK_MAX)
		return lu_fail(e, LU_EUSAGE, "rerank_depth is %lld, expected 0 to %d", (long long)m->rerank_depth,
			       LU_RERANK_MAX);
	if (keep_models(s, m)) return lu_nomem(e);
	if (!s->models.rerank_depth) s->models.rerank_depth = LU__RERANK_DEPTH;
	lu_buf_reset(&s->rerank_settings);
	lu__order_settings(s, &s->rerank_settings);
	lu_buf_reset(&s->chat_settings);
	lu__talker_settings(s, &s->chat_settings);
	move_on(s); /* the cache is another one */
	if (s->rerank_settings.oom || s->chat_settings.oom) return lu_nomem(e);
	rc = lu__talker_take(s, &chat, e); /* is it right? */
	if (chat && !(s->model = keep(s, lu_chat_model(chat), &rc))) rc = lu_nomem(e);
	lu__talker_give(s, chat);
	return rc;
}

/* ---- opening ---- */

static lu_code configure(lu_session *s, const lu_session_config *c, lu_err *e)
{
	lu_code rc = LU_OK;

	if (!c->db) return lu_fail(e, LU_EUSAGE, "no store is named");
	rc = lu_check_range("readers", c->readers, 0, LU_SESSION_READERS_MAX, e);
	if (rc) return rc;
	s->db = keep(s, c->db, &rc);
	s->tenant = keep(s, c->tenant ? c->tenant : "default", &rc);
	s->kb = keep(s, c->kb ? c->kb : "default", &rc);
	s->pinned = c->pinned;
	s->start = c->start;
	s->warn = c->warn;
	s->log = c->log;
	s->ctx = c->ctx;
	s->most = c->readers ? c->readers : lu_cpus();
	s->warned = -1;
	return rc ? lu_nomem(e) : lu_session_configure(s, &c->models, e);
}

lu_code lu_session_open(const lu_session_config *c, lu_session **out, lu_err *e)
{
	lu_session *s = calloc(1, sizeof *s);
	lu__reader *r = NULL;
	lu_code rc;

	if (!s) return lu_nomem(e);
	lu_buf_init(&s->rerank_settings);
	lu_buf_init(&s->chat_settings);
	pthread_mutex_init(&s->lock, NULL);
	lu_cond_init(&s->returned);
	rc = configure(s, c, e);
	if (!rc) rc = lu_vector_pool_new(&s->vectors, e);
	if (!rc) rc = lu__reader_open(s, &r, e);
	if (!rc) rc = lu_store_use(r->store, s->tenant, s->kb, e); /* there is something to query */
	if (rc) {
		lu__reader_close(r);
		lu_session_close(s);
		return rc;
	}
	s->n = 1;
	lu__reader_give(r, LU_OK);
	*out = s;
	return LU_OK;
}

void lu_session_close(lu_session *s)
{
	if (!s) return;
	for (lu__reader *r; (r = s->free);) {
		s->free = r->next;
		lu__reader_close(r);
	}
	lu__talkers_close(s);
	lu_vector_pool_free(s->vectors);
	pthread_cond_destroy(&s->returned);
	pthread_mutex_destroy(&s->lock);
	lu_buf_free(&s->rerank_settings);
	lu_buf_free(&s->chat_settings);
	lu_arena_free(&s->arena);
	free(s);
}

bool lu_session_has_model(const lu_session *s)
{
	return s->models.chat != NULL;
}

const char *lu_session_path(const lu_session *s)
{
	return s->db;
}

/* ---- readers for others ---- */

lu_code lu_session_ready(lu_session *s, const lu_request *r, const char *strategy, const char *own, lu_err *e)
{
	const lu_request *before = lu_request_enter(r);
	lu__reader *to = NULL;
	bool vectors = false;
	lu_code rc = lu__uses_vectors(strategy, own, &vectors, e);

	if (!rc) rc = lu__reader_take(s, &to, e);
	if (!rc) lu__reader_warn(to);
	if (!rc) rc = lu__reader_ready(to, vectors, e);
	if (!rc) lu__reader_began(to);
	lu__reader_give(to, rc);
	lu_request_leave(before);
	return rc;
}

lu_code lu_session_lend(lu_session *s, const lu_request *r, lu_store **out, lu_err *e)
{
	const lu_request *before = lu_request_enter(r);
	lu__reader *to = NULL;
	lu_code rc = lu__reader_take(s, &to, e);

	lu_request_leave(before);
	if (rc) return rc;
	pthread_mutex_lock(&s->lock);
	to->next = s->lent;
	s->lent = to;
	pthread_mutex_unlock(&s->lock);
	*out = to->store;
	return LU_OK;
}

void lu_session_return(lu_session *s, lu_store *store)
{
	lu__reader *r, **at;

	if (!store) return;
	pthread_mutex_lock(&s->lock);
	for (at = &s->lent; (r = *at) && r->store != store;) at = &r->next;
	if (r) *at = r->next;
	pthread_mutex_unlock(&s->lock);
	lu__reader_give(r, LU_OK);
}

void lu_session_renew(lu_session *s, const lu_behind *behind)
{
	move_on(s);
	pthread_mutex_lock(&s->lock);
	s->behind_known = behind != NULL;
	if (behind) s->behind = lu_behind_files(behind);
	pthread_mutex_unlock(&s->lock);
}

/* ---- strategies ---- */

lu_code lu__uses_vectors(const char *strategy, const char *own, bool *out, lu_err *e)
{
	const lu_strategy_info *i = lu_strategy_find(strategy ? strategy : "auto");
	const lu_strategy_info *chosen = own ? lu_strategy_find(own) : NULL;

	*out = chosen ? lu_strategy_uses_vectors(chosen) || chosen->needs_edges : i && lu_strategy_uses_vectors(i);
	return i ? LU_OK : lu_strategy_check(strategy, e);
}

/* Whatever the vectors are made with, the strategies that need none are known. */
static lu_code open_any(lu__reader *r, lu_err *differs, lu_err *e)
{
	lu_code rc = lu__reader_ready(r, true, differs);

	if (rc != LU_EUSAGE || !r->model) return rc ? lu_fail(e, rc, "%s", differs->msg) : LU_OK;
	return lu__reader_ready(r, false, e);
}

static lu_code resolve(lu__reader *r, const char *name, const lu_err *differs, lu_strategy_state *out, lu_err *e)
{
	lu_strategy_state x = { .asked = lu_strategy_find(name ? name : "auto") };
	const char *lacks;
	lu_code rc = lu_strategy_resolve(r->retriever, name, &x.runs, x.why, e);

	if (rc) return rc;
	lacks = lu_strategy_lacks(r->retriever, x.asked);
	if (lacks && *differs->msg && x.asked->needs_vectors) lacks = differs->msg;
	if (lacks) snprintf(x.lacks, sizeof x.lacks, "%s", lacks);
	*out = x;
	return LU_OK;
}

lu_code lu_session_strategy(lu_session *s, const lu_request *r, const char *name, lu_strategy_state *out, lu_err *e)
{
	const lu_request *before = lu_request_enter(r);
	lu_err differs = { LU_OK, "" };
	lu__reader *to = NULL;
	lu_code rc = lu__reader_take(s, &to, e);

	if (!rc) rc = open_any(to, &differs, e);
	if (!rc) rc = resolve(to, name, &differs, out, e);
	lu__reader_give(to, rc);
	lu_request_leave(before);
	return rc;
}
