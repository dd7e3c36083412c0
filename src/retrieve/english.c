/* SPDX-License-Identifier: MIT
 * A question in another language is read as English, as most code is. */
#include "translate/translate.h"
#include "retrieve/strategy.h"

/* Does any element hold the word, or a form of it? */
static bool held(void *ctx, lu_str word)
{
	lu__terms *t = ctx;
	int64_t df = 0;

	return !lu__terms_count(t, word, &df, t->e) && df > 0;
}

/* As a token: one of several, as pairs of characters are, is held when all are. */
typedef struct holding {
	lu__terms *t;
	bool all, any;
} holding;

static bool add_token(void *ctx, lu_str token, lu_token_kind kind)
{
	holding *h = ctx;

	(void)kind;
	h->any = true;
	return h->all = held(h->t, token);
}

static bool is_held(void *ctx, lu_str word)
{
	holding h = { .t = ctx, .all = true };

	return !lu_tokenize(word, add_token, &h, h.t->e) && h.any && h.all;
}

lu_code lu__read_as_english(lu_retriever *r, lu_str query, lu_arena *a, lu_reading *out, lu_err *e)
{
	lu__terms t = { .r = r, .a = a, .e = e };
	lu_translation said;
	lu_code rc = lu_translate(query, is_held, &t, a, &said, e);

	if (rc || t.failed) return rc ? rc : t.failed;
	if (said.language && !lu_str_eq(said.text, query)) *out = (lu_reading){ lu_strz(said.language), said.text };
	return LU_OK;
}
