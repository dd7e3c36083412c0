/* SPDX-License-Identifier: MIT
 * The class of a query, from its words alone: no store is read, so that a class depends on the question only. */
#include "retrieve/classify.h"

#include "core/ascii.h"
#include "lucus/text.h"
#include "retrieve/question.h"

const char *lu_query_class_name(lu_query_class c)
{
	static const char *const name[LU_QUERY_CLASSES] = { "symbol", "focused", "multi-aspect", "comprehensive" };

	return name[c];
}

/* ---- characters: bytes of other scripts are letters ---- */

static bool is_lower(char c)
{
	return lu_is_lower(c) || c < 0;
}

static bool is_name(char c)
{
	return lu_is_upper(c) || is_lower(c) || lu_is_digit(c) || c == '_';
}

/* ---- words ---- */

/* What has no end in this query: once that is known, it is not searched for again. */
typedef struct unclosed {
	bool quote, backtick, apostrophe, bracket;
} unclosed;

/* After the closing quote that belongs to the one at `i`; i + 1 when there is none. */
static size_t end_of_quote(lu_str q, size_t i, bool *none)
{
	const char *p = *none ? NULL : memchr(q.s + i + 1, q.s[i], q.n - i - 1);

	*none |= !p;
	return p ? (size_t)(p - q.s) + 1 : i + 1;
}

static size_t end_of_bracket(lu_str q, size_t i, bool *none)
{
	size_t depth = 0;

	for (size_t j = i; !*none && j < q.n; j++) {
		if (strchr("([{", q.s[j]) && q.s[j]) depth++;
		else if (strchr(")]}", q.s[j]) && q.s[j] && !--depth) return j + 1;
	}
	*none = true;
	return i + 1;
}

/* Where the next piece of a word that begins at `i` ends. */
static size_t step(lu_str q, size_t i, bool first, unclosed *u)
{
	switch (q.s[i]) {
	case '"': return end_of_quote(q, i, &u->quote);
	case '`': return end_of_quote(q, i, &u->backtick);
	case '\'': return first ? end_of_quote(q, i, &u->apostrophe) : i + 1;
	case '(':
	case '[':
	case '{': return end_of_bracket(q, i, &u->bracket);
	default: return i + 1;
	}
}

static bool is_quote(char c)
{
	return c == '"' || c == '`' || c == '\'';
}

/* Without the punctuation of prose; the "()" of a call and the dot of ".env" stay. */
static lu_str core_of(lu_str w)
{
	while (w.n && strchr("([{<\"'`*,;:!?", w.s[0])) w = lu_strn(w.s + 1, w.n - 1);
	for (; w.n; w.n--) {
		char c = w.s[w.n - 1];

		if (!strchr(",;:!?.\"'`*)]}>", c) || !c) break;
		if (c == ')' && memchr(w.s, '(', w.n)) break;
		if (c == ']' && memchr(w.s, '[', w.n)) break;
		if (c == '>' && memchr(w.s, '<', w.n)) break;
	}
	return w;
}

/* ---- code ---- */

/* Between two characters of names, or a name and the end. */
static bool joins(lu_str w, size_t i, size_t n)
{
	return i && is_name(w.s[i - 1]) && i + n < w.n && is_name(w.s[i + n]);
}

/* "a.b" and "file.c", but neither "3.11" nor "e.g". */
static bool dotted(lu_str w, size_t i)
{
	if (w.s[i] != '.' || !joins(w, i, 1)) return false;
	if (lu_is_digit(w.s[i - 1]) && lu_is_digit(w.s[i + 1])) return false;
	return !lu_str_in_words_nocase(w, "e.g i.e");
}

/* "f()" and "f(a, b)", but not "file(s)". */
static bool called(lu_str w, size_t i)
{
	lu_str in = lu_strn(w.s + i + 1, w.n - i - 1);

	if (w.s[i] != '(' || !i || !is_name(w.s[i - 1]) || w.s[w.n - 1] != ')') return false;
	return !lu_str_eqz(in, "s)") && !lu_str_eqz(in, "es)");
}

/* A capital after a small letter, or the last of several before one: but "APIs" is a plural. */
static bool humped(lu_str w, size_t i)
{
	if (!i || !lu_is_upper(w.s[i])) return false;
	if (is_lower(w.s[i - 1]) && w.s[i - 1] > 0) return true;
	return lu_is_upper(w.s[i - 1]) && i + 1 < w.n && is_lower(w.s[i + 1]) && !(i + 2 == w.n && w.s[i + 1] == 's');
}

bool lu_is_code_word(lu_str word)
{
	lu_str w = core_of(word);

	if (w.n < 2) return false;
	if (strchr("@$#.", w.s[0]) && is_name(w.s[1]) && !lu_is_digit(w.s[1])) return true;
	for (size_t i = 0; i < w.n; i++) {
		if (w.s[i] == '_' && w.n > 1) return true;
		if (i + 1 < w.n &&
		    ((w.s[i] == ':' && w.s[i + 1] == ':') || (w.s[i] == '-' && w.s[i + 1] == '>' && joins(w, i, 2))))
			return true;
		if (w.s[i] == '#' && joins(w, i, 1)) return true;
		if (dotted(w, i) || called(w, i) || humped(w, i)) return true;
	}
	return false;
}

/* ---- reading ---- */

/* Words of asking, or names of the kind of thing that is wanted. */
#define ASKING \
	"find show list give tell explain describe please definition defined define declared declaration " \
	"implemented implementation implement located location used usage code source get see look"
#define KINDS \
	"class function method struct enum interface trait module type constant variable macro def func fn " \
	"namespace package file object property field symbol"

bool lu_is_kind_word(lu_str word)
{
	return lu_str_in_words_nocase(word, KINDS);
}

bool lu_is_content_word(lu_str word)
{
	char low[8];
	size_t n = word.n < sizeof low ? word.n : 0;

	for (size_t i = 0; i < n; i++) low[i] = lu_lower(word.s[i]);
	if (word.n == 1 && !is_name(word.s[0])) return false;
	return word.n && !(n && lu_stop_word(lu_strn(low, n))) && !lu_str_in_words_nocase(word, ASKING);
}

static void judge(lu__word *w)
{
	bool quoted = w->core.n && is_quote(w->raw.s[0]) && memchr(w->raw.s + 1, w->raw.s[0], w->raw.n - 1);

	w->code = quoted || lu_is_code_word(w->core);
	w->content = w->code || lu_is_content_word(w->core);
}

lu_code lu__words_read(lu_str q, lu_arena *a, lu__words *out, lu_err *e)
{
	unclosed u = { 0 };
	size_t i = 0;

	*out = (lu__words){ 0 };
	for (;;) {
		size_t from;
		lu__word *v;

		while (i < q.n && lu_is_space(q.s[i])) i++;
		if (i == q.n) return LU_OK;
		for (from = i; i < q.n && !lu_is_space(q.s[i]);) i = step(q, i, i == from, &u);
		if (!(v = lu_arena_grow(a, out->v, out->n, sizeof *v))) return lu_nomem(e);
		out->v = v;
		v += out->n++;
		v->raw = lu_strn(q.s + from, i - from);
		v->core = core_of(v->raw);
		judge(v);
	}
}

/* ---- classes ---- */

/* Nothing is left but names, and words that say what kind of name it is. */
static bool is_symbol(const lu__words *w)
{
	size_t names = 0, others = 0;

	for (size_t i = 0; i < w->n; i++) {
		if (w->v[i].code) names++;
		else if (w->v[i].content && !lu_str_in_words_nocase(w->v[i].core, KINDS)) others++;
	}
	if (w->n == 1) return names + others > 0;
	if (names && !others) return names <= 3;
	if (w->n == 2 && lu_str_in_words_nocase(w->v[0].core, "def fn func")) return true;
	/* "class Monad", but not "class hierarchy" */
	return w->n == 2 && lu_str_in_words_nocase(w->v[0].core, KINDS) && w->v[1].core.n &&
	       lu_is_upper(w->v[1].core.s[0]);
}

bool lu__all_of(const lu__words *w, size_t i)
{
	if (!lu_str_in_words_nocase(w->v[i].core, "all every") || i + 1 == w->n) return false;
	return !(i && lu_str_in_words_nocase(w->v[i - 1].core, "at in after of not")) &&
	       !lu_str_in_words_nocase(w->v[i + 1].core, "in at");
}

/* "How does a query travel from the parser to the store?" */
static bool is_journey(const lu__words *w)
{
	size_t from = w->n, to = w->n;
	bool moves = false;

	for (size_t i = 0; i < w->n; i++) {
		if (from == w->n && lu_str_in_words_nocase(w->v[i].core, "from")) from = i;
		if (from < i && lu_str_in_words_nocase(w->v[i].core, "to into until through")) to = i;
		moves |= lu_str_in_words_nocase(w->v[i].core,
						"work works flow flows go goes travel travels pass passes process "
						"processing pipeline lifecycle journey path way");
	}
	return moves && to < w->n && to > from + 1;
}

static bool is_comprehensive(const lu__words *w)
{
	for (size_t i = 0; i < w->n; i++) {
		if (w->v[i].code) continue;
		if (lu_str_in_words_nocase(w->v[i].core,
					   "overview architecture everything comprehensive throughout walkthrough "
					   "everywhere summarise summarize overall end-to-end entire") ||
		    lu__all_of(w, i))
			return true;
		if (i && lu_str_in_words_nocase(w->v[i].core, "complete whole full") &&
		    lu_str_in_words_nocase(w->v[i - 1].core, "the a"))
			return true;
		if (i && lu_str_in_words_nocase(w->v[i].core, "many") &&
		    lu_str_in_words_nocase(w->v[i - 1].core, "how"))
			return true;
	}
	return is_journey(w);
}

static lu_code find_identifiers(const lu__words *w, lu_arena *a, lu_strs *out, lu_err *e)
{
	*out = (lu_strs){ 0 };
	for (size_t i = 0; i < w->n; i++) {
		lu_str *v;

		if (!w->v[i].code) continue;
		if (!(v = lu_arena_grow(a, out->v, out->n, sizeof *v))) return lu_nomem(e);
		out->v = v;
		v[out->n++] = w->v[i].core;
	}
	return LU_OK;
}

lu_code lu_classify(lu_str query, lu_arena *a, lu_query_shape *out, lu_err *e)
{
	lu_query_shape s = { .query_class = LU_QUERY_FOCUSED };
	bool several = false;
	lu__question q;
	lu__words w;
	lu_code rc;

	rc = lu__question_read(query, NULL, NULL, a, &q, e);
	if (rc) return rc;
	query = lu_str_trim(q.text);
	rc = lu__words_read(query, a, &w, e);
	if (!rc) rc = find_identifiers(&w, a, &s.identifiers, e);
	/* what is below the title says little about what is wanted */
	if (!rc && q.apart) rc = lu__words_read(lu__question_title(&q), a, &w, e);
	/* several lines are a trace, a log or an issue that was pasted: commas do not split it */
	if (!rc && !(query.n && memchr(query.s, '\n', query.n))) rc = lu__parts_find(&w, a, &s.parts, &several, e);
	if (rc) return rc;
	if (is_comprehensive(&w)) s.query_class = LU_QUERY_COMPREHENSIVE;
	else if (several) s.query_class = LU_QUERY_MULTI;
	else if (!q.apart && is_symbol(&w)) s.query_class = LU_QUERY_SYMBOL;
	*out = s;
	return LU_OK;
}
