/* SPDX-License-Identifier: MIT
 * Entities that rules do not see, from a language model. The question is data for it, and its reply is data for us:
 * what it names must be in the question or mean an element. */
#include "expand/expand.h"

#define NAMED_MAX 16  /* entities of a reply that are looked at */
#define NAME_MAX  200 /* bytes of one */
#define SURE_SAID .75 /* it is in the question and means an element */
#define SURE_ELSE .7

static const char schema[] =
	"{\"type\":\"object\",\"properties\":{\"entities\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
	"\"properties\":"
	"{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"],\"additionalProperties\":false}}},"
	"\"required\":[\"entities\"],\"additionalProperties\":false}";

/* The entity that it is already, by place. */
static lu_entity *known(lu__tokens *t, lu_str place)
{
	for (size_t i = 0; i < t->n_entity; i++) {
		const lu_str *x = &t->entity[i].text;

		if (place.n && x->s < place.s + place.n && place.s < x->s + x->n) return &t->entity[i];
	}
	return NULL;
}

static lu_code take(lu__namer *m, lu_str query, lu_str text, lu__tokens *t, lu_err *e)
{
	lu_str place = lu__find_word(query, text);
	lu_meant *v = NULL;
	size_t n = 0, total = 0;
	lu_entity *had, x = { .kind = LU_ENTITY_NAME, .by_model = true };
	lu_code rc = LU_OK;

	if (!text.n || text.n > NAME_MAX || !lu_utf8_valid(text)) return LU_OK;
	rc = lu__meant(m, text, &v, &n, &total, e);
	if (rc || (!n && !place.n)) return rc;
	if ((had = known(t, place))) {
		if (n && had->confidence < SURE_SAID) had->confidence = SURE_SAID;
		return LU_OK;
	}
	x.text = place.n ? place : lu_arena_dup(m->a, text);
	x.confidence = !n ? .5 : place.n ? SURE_SAID : SURE_ELSE;
	return x.text.s ? lu__entity_add(t, m->a, x, e) : lu_nomem(e);
}

static lu_code take_all(lu__namer *m, lu_str query, lu_str answer, lu__tokens *t, lu_err *e)
{
	lu_json *v = NULL;
	const lu_json *list;
	lu_code rc = lu_loose_json(answer, &v, e);

	if (rc) return rc;
	list = lu_json_type(v) == LU_JSON_ARRAY ? v : lu_json_get(v, "entities");
	for (size_t i = 0; i < lu_json_count(list) && i < NAMED_MAX && !rc; i++) {
		const lu_json *x = lu_json_at(list, i);

		rc = take(m, query,
			  lu_str_trim(lu_json_str(lu_json_type(x) == LU_JSON_STR ? x : lu_json_get(x, "text"))), t, e);
	}
	lu_json_free(v);
	return rc;
}

static lu_code make_request(const lu_chat *chat, lu_str query, lu_arena *a, lu_chat_request *out, lu_err *e)
{
	lu_code rc = lu_chat_fill_block(chat, LU_PROMPT_ENTITIES, "question", query, "", a, out, e);

	out->schema = lu_strz(schema);
	out->max_tokens = 1000;
	return rc;
}

lu_code lu__model_ask(lu__namer *m, lu_chat *chat, lu_str query, lu__tokens *t, lu_buf *said, lu_err *e)
{
	lu_chat_request r;
	lu_chat_reply reply = { 0 };
	lu_err why = { 0 };
	lu_code rc = make_request(chat, query, m->a, &r, e);

	if (rc) return rc;
	rc = lu_chat_ask(chat, &r, m->a, &reply, &why);
	if (!rc) rc = take_all(m, query, reply.text, t, &why);
	if (rc == LU_ENET || rc == LU_EFORMAT) {
		lu_buf_addf(said, "%sthe language model was of no help: %s", said->len ? "; " : "", why.msg);
		rc = LU_OK;
	} else if (rc && e) {
		*e = why;
	}
	return rc;
}
