/* SPDX-License-Identifier: MIT
 * From a question to what it names and what lies near that. */
#include "session/session.h"

static lu_code expand(lu__reader *r, lu_chat *chat, lu_str text, lu_strs ids, const lu_expand_options *o,
		      lu_expansion *out, lu_err *e)
{
	lu_expand_options with = *o;
	const lu_session *s = r->session;
	lu_code rc;

	with.chat = chat;
	rc = ids.n ? lu_expand_ids(r->store, text, ids, &with, out, e) : lu_expand(r->store, text, &with, out, e);
	if (rc) return rc;
	for (int i = 0; i < LU_EXPAND_STEPS; i++)
		if (out->step[i].seconds >= 0)
			lu__log(s, lu_expand_step_name((lu_expand_step)i), "found=%zu seconds=%.6f", out->step[i].n,
				out->step[i].seconds);
	lu__log(s, "expand", "entities=%zu reached=%zu documents=%zu seconds=%.6f", out->n_original,
		out->n_node - out->n_seed, out->n_document, out->seconds);
	return LU_OK;
}

/* Are the files of what was found as in the store? */
static lu_code look_at(lu__reader *r, lu_expansion *x, lu_freshness *fresh, lu_err *e)
{
	lu_fresh *looks = NULL;
	lu_file_state state;
	lu_code rc = lu__current_tree(r, &x->arena, fresh, false, e);

	if (!rc) rc = lu_fresh_open(r->store, &looks, e);
	for (size_t i = 0; i < x->n_document && !rc; i++) rc = lu_fresh_file(looks, x->document[i].path, &state, e);
	if (!rc) lu__note_looks(looks, fresh);
	lu_fresh_close(looks);
	return rc;
}

lu_code lu_session_expand(lu_session *s, const lu_request *r, lu_str text, lu_strs ids, const lu_expand_options *o,
			  lu_expansion *out, lu_freshness *fresh, lu_err *e)
{
	const lu_request *before = lu_request_enter(r);
	lu__reader *reader = NULL;
	lu_chat *chat = NULL;
	lu_code rc = lu__talker_take(s, &chat, e);

	if (!rc) rc = lu__reader_take(s, &reader, e);
	if (fresh) *fresh = (lu_freshness){ .behind = -1 };
	if (!rc) rc = expand(reader, chat, text, ids, o, out, e);
	if (!rc && fresh && (rc = look_at(reader, out, fresh, e))) lu_expansion_free(out);
	lu__talker_give(s, chat);
	if (reader && chat) lu__note_spent(s, reader->store);
	lu__reader_give(reader, rc);
	lu_request_leave(before);
	return rc;
}
