/* SPDX-License-Identifier: MIT */
#include "session/judging.h"

#include "session/session.h"

/* That it can not be noted takes no rating back. */
static void note(lu_session *s)
{
	lu__reader *r = NULL;
	lu_err why = { LU_OK, "" };

	if (!lu__reader_take(s, &r, &why)) lu__note_spent(s, r->store);
	else if (why.code != LU_ECANCEL) lu__warn(s, "%s", why.msg);
	lu__reader_give(r, LU_OK);
}

lu_code lu_session_judge(lu_session *s, const lu_request *r, lu_rated *v, size_t n, lu_pair *pair, size_t n_pair,
			 lu_arena *a, size_t *malformed, lu_err *e)
{
	const lu_request *before = lu_request_enter(r);
	lu_chat *chat = NULL;
	lu_code rc = lu__talker_take(s, &chat, e);

	if (!rc && !chat) rc = lu_fail(e, LU_EUSAGE, "a judge is a language model, and none is configured");
	if (!rc) rc = lu_rate(chat, v, n, a, malformed, e);
	if (!rc) rc = lu_rate_pairs(chat, pair, n_pair, malformed, e);
	lu__talker_give(s, chat);
	lu_request_leave(before);
	note(s);
	return rc;
}
