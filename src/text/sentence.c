/* SPDX-License-Identifier: MIT
 * The sentence that says what something is. */
#include <strings.h>

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

/* A heading and the line of signs under it, where text follows: their length. */
static size_t title(lu_str s)
{
	const char *nl = s.n ? memchr(s.s, '\n', s.n) : NULL;
	size_t i = nl ? (size_t)(nl - s.s) + 1 : s.n, from = i;

	while (i < s.n && strchr("~=-*#^", s.s[i]) && s.s[i]) i++;
	return i - from >= 3 && i < s.n && strchr("\r\n", s.s[i]) && behind(s, i).n ? i : 0;
}

/* Does the full stop at `i` end a word like "i.e." or "vs." and no sentence? */
static bool is_short_form(lu_str s, size_t i)
{
	size_t from = i;
	lu_str w;

	while (from && !strchr(" \t\r\n(", s.s[from - 1])) from--;
	w = lu_strn(s.s + from, i - from);
	return s.s[i] == '.' && w.n <= 3 && (memchr(w.s, '.', w.n) || lu_str_eqz(w, "vs") || lu_str_eqz(w, "cf"));
}

lu_str lu_first_sentence(lu_str doc)
{
	lu_str s = lu_str_trim(doc);
	size_t n, end;

	while (s.n && ((n = legal(s)) || (n = title(s)))) s = behind(s, n);
	end = paragraph(s);
	for (size_t i = SHORTEST; i < end; i++) {
		bool last = i + 1 == s.n || strchr(" \t\r\n", s.s[i + 1]);

		if (s.s[i] && strchr(".!?", s.s[i]) && last && !is_short_form(s, i)) return lu_strn(s.s, i + 1);
	}
	return lu_strn(s.s, end);
}
