/* SPDX-License-Identifier: MIT
 * Handles of the language model: each keeps its connections for the next request. */
#include <stdlib.h>

#include "session/session.h"

struct lu__talker {
	struct lu__talker *next;
	lu_chat *chat;
};

lu_code lu__talker_take(lu_session *s, lu_chat **out, lu_err *e)
{
	struct lu__talker *t;

	*out = NULL;
	if (!s->models.chat) return LU_OK;
	pthread_mutex_lock(&s->lock);
	t = s->talkers;
	if (t) s->talkers = t->next;
	pthread_mutex_unlock(&s->lock);
	if (!t) return lu_chat_open(s->models.chat, out, e);
	*out = t->chat;
	free(t);
	return LU_OK;
}

/* The lock is held. */
static void collect(lu_session *s, lu_chat *c)
{
	for (int p = 0; p < LU_PROMPTS; p++) {
		lu_usage x = lu_chat_spent(c, (lu_prompt_id)p);

		lu_usage_add(&s->spent[p], &x);
	}
}

lu_usage lu__talker_spent(lu_session *s, lu_chat *c, lu_prompt_id p)
{
	lu_usage x = lu_chat_spent(c, p);

	pthread_mutex_lock(&s->lock);
	lu_usage_add(&s->spent[p], &x);
	pthread_mutex_unlock(&s->lock);
	return x;
}

void lu__talker_give(lu_session *s, lu_chat *c)
{
	struct lu__talker *t = c ? calloc(1, sizeof *t) : NULL;

	if (!c) return;
	pthread_mutex_lock(&s->lock);
	collect(s, c);
	if (t) {
		*t = (struct lu__talker){ s->talkers, c };
		s->talkers = t;
	}
	pthread_mutex_unlock(&s->lock);
	if (!t) lu_chat_close(c);
}

void lu__talkers_close(lu_session *s)
{
	for (struct lu__talker *t; (t = s->talkers);) {
		s->talkers = t->next;
		lu_chat_close(t->chat);
		free(t);
	}
}

void lu__talker_settings(const lu_session *s, lu_buf *out)
{
	const lu_chat_config *c = s->models.chat;

	if (!c) return;
	lu_buf_addf(out, "%s\n%s\n%s\n%g %lld %lld %g\n", c->provider ? c->provider : "", c->url ? c->url : "",
		    c->model ? c->model : "", c->temperature, (long long)c->max_tokens, (long long)c->http.parallel,
		    c->http.total);
}

void lu__prompt_settings(const lu_session *s, const lu_prompt_id *v, size_t n, lu_buf *out)
{
	for (size_t i = 0; i < n && s->models.chat; i++)
		lu_buf_addf(out, "%s %016llx\n", lu_prompts_info(v[i])->name,
			    (unsigned long long)lu_prompts_digest(s->models.chat->prompts, v[i]));
}
