/* SPDX-License-Identifier: MIT
 * What is kept of an element for the reranker to compare word by word. */
#include "index/derive.h"

#include "lucus/text.h"

#define NAMED 24 /* words of a name */
#define FIRST 40 /* of a first sentence */
#define SAID  80 /* of documentation */

struct list {
	lu__words *w;
	int where;
	size_t most;
};

static bool add_token(void *ctx, lu_str token, lu_token_kind kind)
{
	struct list *l = ctx;

	if (kind == LU_TOKEN_WHOLE || lu_stop_word(token)) return true;
	l->w->v[l->where][l->w->n[l->where]++] = lu__word_number(token);
	return l->w->n[l->where] < l->most;
}

static lu_code read_list(lu__words *w, int where, lu_str text, size_t most, lu_err *e)
{
	struct list l = { w, where, most };

	return lu_tokenize(text, add_token, &l, e);
}

static bool has(const lu__words *w, int where, uint32_t word)
{
	for (size_t i = 0; i < w->n[where]; i++)
		if (w->v[where][i] == word) return true;
	return false;
}

/* What the bag has of documentation that the first sentence does not say, and of code. */
static void take_bag(const lu_bag *b, lu__words *w)
{
	for (size_t i = 0; i < b->n_entry; i++) {
		const lu_bag_entry *t = &b->entry[i];
		bool doc = t->tf[LU_FIELD_DOC] && w->n[LU__IN_DOC] < SAID;
		bool code = t->tf[LU_FIELD_BODY] && w->n[LU__IN_CODE] < LU__WORDS_MOST;
		lu_str token = lu_bag_text(b, t->term);
		uint32_t word;

		if ((!doc && !code) || t->kind == LU_TOKEN_WHOLE || lu_stop_word(token)) continue;
		word = lu__word_number(token);
		if (doc && !has(w, LU__IN_FIRST, word)) w->v[LU__IN_DOC][w->n[LU__IN_DOC]++] = word;
		if (code) w->v[LU__IN_CODE][w->n[LU__IN_CODE]++] = word;
	}
}

static lu_str first_sentence(lu_str s)
{
	for (size_t i = 0; i + 1 < s.n; i++) {
		if (s.s[i] == '\n' && s.s[i + 1] == '\n') return lu_strn(s.s, i);
		if (i > 8 && s.s[i] == '.' && (s.s[i + 1] == ' ' || s.s[i + 1] == '\n')) return lu_strn(s.s, i);
	}
	return s;
}

static unsigned what_is(lu_str type, lu_str name, lu_str scope)
{
	unsigned is = 0;

	if (lu_type_is_called(type) || lu_str_eqz(type, "rule")) is |= LU__IS_CALLED;
	if (lu_str_in_words(type,
			    "class struct interface enum trait protocol extension record module namespace object"))
		is |= LU__IS_TYPE;
	if (name.n > 1 && name.s[0] == '_' && !(name.n > 4 && name.s[1] == '_' && name.s[name.n - 1] == '_'))
		is |= LU__IS_OWN;
	if (scope.n &&
	    (lu_str_eq(name, scope) || lu_str_in_words(name, "__init__ initialize __construct new init constructor")))
		is |= LU__IS_MAKER;
	return is;
}

lu_code lu__derive_words(const lu_bag *b, const lu_element *el, lu__words *out, lu_err *e)
{
	lu_str name = lu_str_after_last(el->name, '.');
	lu_str scope =
		name.n == el->name.n ? lu_strn("", 0) : lu_str_after_last(lu_str_before_last(el->name, '.'), '.');
	lu_code rc;

	out->is = what_is(el->type, name, scope);
	memset(out->n, 0, sizeof out->n);
	rc = read_list(out, LU__IN_NAME, name, NAMED, e);
	if (!rc) rc = read_list(out, LU__IN_SCOPE, scope, NAMED, e);
	if (!rc) rc = read_list(out, LU__IN_FIRST, first_sentence(el->docstring), FIRST, e);
	if (!rc) take_bag(b, out);
	return rc;
}
