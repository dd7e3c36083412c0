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

void lu__talker_give(lu_session *s, lu_chat *c)
{
	struct lu__talker *t = c ? calloc(1, sizeof *t) : NULL;

	if (!t) {
		lu_chat_close(c);
		return;
	}
	t->chat = c;
	pthread_mutex_lock(&s->lock);
	t->next = s->talkers;
	s->talkers = t;
	pthread_mutex_unlock(&s->lock);
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
