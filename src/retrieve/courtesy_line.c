/* SPDX-License-Identifier: MIT */
#include "core/ascii.h"
#include "retrieve/courtesy_line.h"

static bool in_word(const lu__said_line *l, size_t i)
{
	char c = l->s[i];

	return lu_is_ident(c) || (c == '\'' && i && i + 1 < l->n && lu_is_alpha(l->s[i + 1]));
}

lu_str lu__said_text(const lu__said_line *l, size_t i)
{
	return lu_strn(l->s + l->v[i].from, l->v[i].to - l->v[i].from);
}

/* Written as in code: with digits, underscores, capitals within or marks around it. */
static bool is_name(const lu__said_line *l, const lu__said_word *w)
{
	for (size_t i = w->from; i < w->to; i++)
		if (!lu_is_alpha(l->s[i]) && l->s[i] != '\'') return true;
	for (size_t i = w->from + 1; i < w->to; i++)
		if (lu_is_upper(l->s[i]) && !lu_is_upper(l->s[i - 1])) return true;
	if (w->from && strchr("`\".:_/@#$", l->s[w->from - 1])) return true;
	return w->to < l->n && (strchr("`\"(_/", l->s[w->to]) ||
				(w->to + 1 < l->n && strchr(".:", l->s[w->to]) && !lu_is_space(l->s[w->to + 1])));
}

/* "may I read it again", "what do I get": who asks what a program does says nothing of himself. */
static bool is_anyone(const lu__said_line *l, size_t i)
{
	return i && i + 1 < l->n_word && lu_str_in_words_nocase(lu__said_text(l, i), "i we") &&
	       lu_str_in_words_nocase(lu__said_text(l, i - 1), "may can could should must do does did") &&
	       lu__said_kind_of(lu__said_text(l, i + 1)) != LU__SAID_LEAD;
}

bool lu__said_is_first(const lu__said_line *l, size_t i)
{
	for (size_t k = i ? l->v[i].from : 0; k > l->v[i - 1].to; k--)
		if (strchr(".!?;:,-(", l->s[k - 1])) return true;
	return !i;
}

static bool is_loud(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!lu_is_upper(s.s[i])) return false;
	return s.n > 1;
}

/* Written as people do not greet within a sentence: "the encrypted hello", "handles HELLO frames". */
static bool is_no_greeting(const lu__said_line *l, size_t i)
{
	lu_str s = lu__said_text(l, i);

	return lu_is_lower(*s.s) || (is_loud(s) && !is_loud(lu__said_text(l, i - 1)));
}

/* Words that lists know, and that say something else where they stand: "a writer of mine", "the encrypted hello". */
static void look_around(lu__said_line *l)
{
	for (size_t i = 0; i < l->n_word; i++) {
		lu__said_word *w = &l->v[i];
		lu_str s = lu__said_text(l, i);

		if (is_anyone(l, i)) w->kind = LU__SAID_SMALL;
		if (lu__said_is_first(l, i)) continue;
		if (lu_str_in_words_nocase(s, "my mine our ours")) w->kind = LU__SAID_SMALL;
		if (is_no_greeting(l, i) && lu_str_in_words_nocase(s, "hello hi hey hiya yo howdy greetings") &&
		    l->v[i - 1].kind != LU__SAID_SOCIAL)
			w->kind = LU__SAID_CONTENT;
	}
}

void lu__said_split(lu__said_line *l, size_t most)
{
	for (size_t i = 0; i < l->n && l->n_word < most;) {
		size_t from;
		lu__said_word *w;

		while (i < l->n && !in_word(l, i)) i++;
		for (from = i; i < l->n && in_word(l, i);) i++;
		if (i == from) continue;
		w = &l->v[l->n_word++];
		*w = (lu__said_word){ .from = from, .to = i };
		w->kind = is_name(l, w) ? LU__SAID_NAME : lu__said_kind_of(lu_strn(l->s + from, i - from));
	}
	look_around(l);
}

bool lu__said_is_capital(const lu__said_line *l, size_t i)
{
	return lu_is_upper(l->s[l->v[i].from]);
}

bool lu__said_is_content(const lu__said_word *w)
{
	return w->kind == LU__SAID_CONTENT || w->kind == LU__SAID_NAME;
}

/* Does a sentence begin at word `i` without a full stop before it, as in "where is it parsed Thanks a lot"? */
static bool begins(const lu__said_line *l, size_t i)
{
	lu__said_kind k = l->v[i].kind;

	if (!lu__said_is_capital(l, i) || !lu_is_space(l->s[l->v[i].from - 1]) || k == LU__SAID_NAME ||
	    k == LU__SAID_ASK)
		return false;
	if (k == LU__SAID_CONTENT) return l->v[i - 1].held && !l->v[i].held;
	if (k == LU__SAID_SELF)
		return l->v[i - 1].kind == LU__SAID_NAME ||
		       (lu__said_is_content(&l->v[i - 1]) && lu__said_is_capital(l, i - 1));
	return lu__said_is_content(&l->v[i - 1]) || !lu__said_is_capital(l, i - 1);
}

/* Does a sentence, or only a clause, end after word `i`? Marks within numbers and names are followed by no blank. */
static bool ends(const lu__said_line *l, size_t i, bool clause)
{
	size_t to = i + 1 < l->n_word ? l->v[i + 1].from : l->n;

	if (i + 1 == l->n_word || begins(l, i + 1)) return true;
	if (clause && lu_str_in_words_nocase(lu__said_text(l, i + 1), "but")) return true;
	/* what is in brackets ends nothing: "the (.:) operator" */
	for (size_t k = l->v[i].to; k < to && l->s[k] != '('; k++) {
		bool last = k + 1 == l->n || lu_is_space(l->s[k + 1]) || l->s[k + 1] == ')';

		if (last && (strchr(".!?;:", l->s[k]) || (l->s[k] == '-' && lu_is_space(l->s[k - 1])))) return true;
		if (clause && last && l->s[k] == ',') return true;
	}
	return false;
}

lu__said_part lu__said_next(const lu__said_line *l, size_t from, size_t end, bool clause)
{
	lu__said_part p = { from, from };

	while (p.to < end && !ends(l, p.to, clause)) p.to++;
	p.to += p.to < end;
	return p;
}
