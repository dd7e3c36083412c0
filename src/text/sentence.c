/* SPDX-License-Identifier: MIT
 * Where sentences end, and the one that says what something is. */
#include <strings.h>

#include "core/ascii.h"
#include "lucus/text.h"

#define SHORTEST 8 /* bytes: before that a full stop belongs to an abbreviation */

static lu_str behind(lu_str s, size_t n)
{
	return lu_str_trim(lu_strn(s.s + n, s.n - n));
}

/* Where the first line that is blank begins, or the end. */
static size_t paragraph(lu_str s)
{
	for (size_t i = 0; i + 1 < s.n; i++) {
		size_t k = i + 1;

		if (s.s[i] != '\n') continue;
		while (k < s.n && (s.s[k] == ' ' || s.s[k] == '\t' || s.s[k] == '\r')) k++;
		if (k < s.n && s.s[k] == '\n') return i;
	}
	return s.n;
}

/* The length of the copyright line or licence that `s` begins with. */
static size_t legal(lu_str s)
{
	static const char *const begins[] = { "copyright",
					      "(c) ",
					      "\xc2\xa9",
					      "all rights reserved",
					      "licensed under",
					      "redistribution and use",
					      "permission is hereby",
					      "this file is part of",
					      "this program is free software",
					      "this source code is licensed" };
	const char *nl;

	if (lu_str_starts(s, "SPDX-")) {
		nl = memchr(s.s, '\n', s.n);
		return nl ? (size_t)(nl - s.s) : s.n;
	}
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (s.n >= strlen(begins[i]) && strncasecmp(s.s, begins[i], strlen(begins[i])) == 0)
			return paragraph(s);
	return 0;
}

/* Which sign of a licence begins at `s`, as its number; -1: none. */
static int sign_at(lu_str s)
{
	static const char *const signs[] = { "copyright", "licens",     "warrant",    "redistribut",    "liability",
					     "as is",     "permission", "merchantab", "rights reserved" };

	for (int i = 0; i < (int)(sizeof signs / sizeof *signs); i++)
		if ((s.s[0] | 0x20) == signs[i][0] && s.n >= strlen(signs[i]) &&
		    strncasecmp(s.s, signs[i], strlen(signs[i])) == 0)
			return i;
	return -1;
}

#define ENOUGH 2 /* of these signs */

bool lu_legal_text(lu_str paragraph)
{
	size_t at = 0, n = 0;
	unsigned seen = 0;

	while (at < paragraph.n && !(lu_is_ident(paragraph.s[at]) || paragraph.s[at] == '(')) at++;
	if (legal(behind(paragraph, at))) return true;
	for (; at < paragraph.n; at++) {
		int sign = -1;

		if (lu_is_alpha(paragraph.s[at]) && !(at && lu_is_alpha(paragraph.s[at - 1])))
			sign = sign_at(lu_strn(paragraph.s + at, paragraph.n - at));
		if (sign < 0 || seen >> sign & 1) continue;
		seen |= 1u << sign;
		n++;
	}
	return n >= ENOUGH;
}

/* A heading and the line of signs under it, where text follows: their length. */
static size_t title(lu_str s)
{
	const char *nl = s.n ? memchr(s.s, '\n', s.n) : NULL;
	size_t i = nl ? (size_t)(nl - s.s) + 1 : s.n, from = i;

	while (i < s.n && strchr("~=-*#^", s.s[i]) && s.s[i]) i++;
	return i - from >= 3 && i < s.n && strchr("\r\n", s.s[i]) && behind(s, i).n ? i : 0;
}

/* ---- where sentences end ---- */

/* Words before a full stop that does not end a sentence; those of the second list may do so before a capital. */
#define SHORT_FORMS \
	"e.g i.e eg ie cf vs viz al approx resp incl esp dr mr mrs ms prof sr jr nos fig figs eq eqs sec secs chap " \
	"vol pp ca " \
	"aka a.k.a w.r.t wrt u.s st ref refs"
#define MAYBE_SHORT "etc inc co corp ltd no max min ed est dept ch ver op cit"

/* Bytes of the quote or bracket at `i` that closes something; 0: it is none. */
static size_t closer(lu_str s, size_t i)
{
	static const char *const wide[] = { "\xe2\x80\x9d", "\xe2\x80\x99", "\xc2\xbb",     "\xe3\x80\x8d",
					    "\xe3\x80\x8f", "\xef\xbc\x89", "\xe3\x80\x91", "\xe3\x80\x8b" };

	if (i < s.n && s.s[i] && strchr(")]\"'`*_", s.s[i])) return 1;
	for (size_t k = 0; k < sizeof wide / sizeof *wide; k++)
		if (i < s.n && lu_str_starts(lu_strn(s.s + i, s.n - i), wide[k])) return strlen(wide[k]);
	return 0;
}

/* The next character that says something: not that of a blank, or a mark at the beginning of a line of a comment. */
static char next_sign(lu_str s, size_t i)
{
	bool line = false;

	for (; i < s.n; i++) {
		line |= s.s[i] == '\n';
		if (!lu_is_space(s.s[i]) && !(line && strchr("*/#;-!>", s.s[i]))) return s.s[i];
	}
	return '\0';
}

/* What stands before the full stop at `i`, from a blank or an open bracket on. */
static lu_str word_before(lu_str s, size_t i)
{
	size_t from = i;

	while (from && !lu_is_space(s.s[from - 1]) && !strchr("([{\"'`*,", s.s[from - 1])) from--;
	return lu_strn(s.s + from, i - from);
}

/* Does the full stop at `i`, before `next`, belong to the word before it? */
static bool is_short_form(lu_str s, size_t i, char next)
{
	lu_str w = word_before(s, i);

	if (!w.n) return false;
	if (w.n <= 3 && memchr(w.s, '.', w.n)) return true;
	if (lu_str_in_words_nocase(w, SHORT_FORMS)) return true;
	if (lu_str_in_words_nocase(w, MAYBE_SHORT)) return lu_is_lower(next) || lu_is_digit(next);
	return w.n == 1 && lu_is_upper(w.s[0]) && lu_is_upper(next);
}

/* The bytes of what ends a sentence at `i`, in scripts that put no blank behind it; 0: nothing does. */
static size_t wide_end(lu_str s, size_t i)
{
	static const char *const mark[] = { "\xe3\x80\x82", "\xef\xbc\x81", "\xef\xbc\x9f", "\xef\xbd\xa1" };

	for (size_t k = 0; k < sizeof mark / sizeof *mark; k++)
		if (s.n - i >= 3 && memcmp(s.s + i, mark[k], 3) == 0) return 3;
	return 0;
}

bool lu_sentence_ends(lu_str s, size_t i, size_t *past)
{
	size_t n = wide_end(s, i), end, more;
	char next;

	end = i + (n ? n : 1);
	if (!n && (!s.s[i] || !strchr(".!?", s.s[i]) || !i || lu_is_space(s.s[i - 1]))) return false;
	if (end < s.n && (n ? wide_end(s, end) > 0 : s.s[end] && strchr(".!?", s.s[end]) != NULL)) return false;
	while ((more = closer(s, end))) end += more;
	if (!n && end < s.n && !lu_is_space(s.s[end]) && (unsigned char)s.s[end] < 0xe0) return false;
	next = next_sign(s, end);
	if (!n && end > i + 1 && lu_is_lower(next)) return false; /* 'the "go." button' */
	if (!n && s.s[i] == '.' && i > 1 && s.s[i - 1] == '.' && s.s[i - 2] == '.') {
		if (lu_is_lower(next)) return false;
	} else if (!n && s.s[i] == '.' && is_short_form(s, i, next)) {
		return false;
	}
	*past = end;
	return true;
}

/* ---- the first one ---- */

lu_str lu_first_sentence(lu_str doc)
{
	lu_str s = lu_str_trim(doc);
	size_t n, end, past;

	while (s.n && ((n = legal(s)) || (n = title(s)))) s = behind(s, n);
	end = paragraph(s);
	for (size_t i = SHORTEST; i < end; i++)
		if (lu_sentence_ends(lu_strn(s.s, end), i, &past)) return lu_strn(s.s, past);
	return lu_strn(s.s, end);
}
