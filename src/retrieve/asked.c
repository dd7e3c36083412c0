/* SPDX-License-Identifier: MIT
 * What a question says of itself, letter by letter: which identifiers it names, and whether it asks for tests or for
 * prose. */
#include <string.h>
#include <strings.h>

#include "core/ascii.h"
#include "lucus/classify.h"
#include "retrieve/rank.h"

/* What people say of a name that they ask about, beside the words of asking. */
#define SAID_OF_NAMES \
	"on line lines me call called calls caller callers mean means purpose return returns returned take " \
	"takes work works use uses"
/* With one of these they do not ask what it is. */
#define OTHER_QUESTIONS "where who when call called calls caller callers used use uses usage located location"

/* ---- names ---- */

size_t lu__word_at(lu_str s, size_t i)
{
	size_t n = 0;

	while (i + n < s.n && !lu_is_space(s.s[i + n])) n++;
	return n;
}

lu_str lu__bare_name(lu_str w)
{
	const char *call;

	while (w.n && strchr("`'\"([{<*,;", w.s[0])) w = lu_strn(w.s + 1, w.n - 1);
	if ((call = memchr(w.s, '(', w.n))) w.n = (size_t)(call - w.s);
	while (w.n && strchr("`'\")]}>*,;:.?!", w.s[w.n - 1])) w.n--;
	return w;
}

bool lu__asks_only(lu_str word)
{
	return !lu_is_content_word(word) || lu_is_kind_word(word) || lu_str_in_words_nocase(word, SAID_OF_NAMES);
}

lu_str lu_asked_name(lu_str question)
{
	lu_str none = { "", 0 }, name = none;

	for (size_t i = 0, n; i < question.n; i += n + !n) {
		lu_str word = lu__bare_name(lu_strn(question.s + i, n = lu__word_at(question, i)));

		if (!n || (!lu_str_in_words_nocase(word, OTHER_QUESTIONS) && lu__asks_only(word))) continue;
		if (name.n || lu_str_in_words_nocase(word, OTHER_QUESTIONS)) return none;
		name = word;
	}
	return name;
}

/* How much a definition of this type is what one looks for by its name. */
static float rank_of_type(lu_str type)
{
	static const struct {
		const char *type;
		float rank;
	} types[] = {
		{ "function", .8f },  { "macro", .8f },     { "method", .35f },  { "module", .7f },
		{ "type", .9f },      { "namespace", .5f }, { "constant", .4f }, { "variable", .3f },
		{ "extension", .5f }, { "property", .3f },  { "impl", .5f },     { "section", .2f },
		{ "block", .2f },     { "test", .2f },      { "field", .3f },
	};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (lu_str_eqz(type, types[i].type)) return types[i].rank;
	return 1;
}

static bool word_char(char c)
{
	return (unsigned char)c >= 0x80 || c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z');
}

/* 1 when the query names `name` as an identifier is written, .6 when it is a capitalised word of it, else 0. */
static float named(lu_str query, lu_str name)
{
	size_t words = 0;
	float best = 0;

	for (size_t i = 0, n; i < query.n; i += n + !n) {
		for (n = 0; i + n < query.n && word_char(query.s[i + n]);) n++;
		if (!n) continue;
		words++;
		if (!lu_str_eq(lu_strn(query.s + i, n), name)) continue;
		if (lu_is_compound(name)) return 1;
		/* the first word of a sentence has a capital in any case */
		if (name.s[0] >= 'A' && name.s[0] <= 'Z' && (words > 1 || n == query.n)) best = .6f;
	}
	return best;
}

float lu__asks_by_name(lu_str query, const lu_brief *b)
{
	return named(query, lu_simple_name(b->name)) * rank_of_type(b->type);
}

bool lu__asks_for(lu_str query, const char *const *words)
{
	for (size_t i = 0, n; i < query.n; i += n + !n) {
		for (n = 0; i + n < query.n && word_char(query.s[i + n]);) n++;
		for (const char *const *w = words; n && *w; w++)
			if (n == strlen(*w) && strncasecmp(query.s + i, *w, n) == 0) return true;
	}
	return false;
}

bool lu__is_one_word(lu_str query)
{
	query = lu_str_trim(query);
	for (size_t i = 0; i < query.n; i++)
		if (strchr(" \t\r\n\f\v", query.s[i])) return false;
	return true;
}
