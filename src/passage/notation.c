/* SPDX-License-Identifier: MIT */
#include "passage/notation.h"

#include <string.h>

#include "core/ascii.h"

/* ":attr:`name`", which stands for a name. */
static bool is_role(lu_str s)
{
	size_t n = 1;

	while (n < s.n && (lu_is_word(s.s[n]) || strchr(":-.", s.s[n]))) n++;
	return n < s.n && s.s[n] == '`' && s.s[n - 1] == ':';
}

bool lu__is_field(lu_str s)
{
	if (s.n > 2 && s.s[0] == ':' && is_role(s)) return false;
	if (s.n > 2 && s.s[0] == ':' && lu_is_lower(s.s[1])) return memchr(s.s + 1, ':', s.n - 1) != NULL;
	return s.n > 2 && strchr("@\\", s.s[0]) && lu_is_lower(s.s[1]);
}

bool lu__describes(lu_str s)
{
	size_t n = 0;

	while (n < s.n && (lu_is_word(s.s[n]) || strchr("*.`-", s.s[n]))) n++;
	if (!n || n > 40) return false;
	if (n + 1 < s.n && s.s[n] == ' ' && s.s[n + 1] == '(') {
		const char *close = memchr(s.s + n, ')', s.n - n);

		if (!close) return false;
		n = (size_t)(close - s.s) + 1;
	}
	if (n + 2 < s.n && s.s[n] == ' ' && s.s[n + 1] == ':') n++;
	return n < s.n && s.s[n] == ':' && (n + 1 == s.n || lu_is_blank(s.s[n + 1]));
}

bool lu__begins_items(lu_str s)
{
	static const char *const name[] = { "Args:",       "Arguments:", "Parameters:",   "Params:",
					    "Returns:",    "Return:",    "Raises:",       "Yields:",
					    "Attributes:", "Options:",   "Keyword Args:", "Keyword Arguments:",
					    "Throws:",     "Example:",   "Examples:",     "Note:",
					    "Notes:",      "Keys:",      "Fields:" };

	for (size_t i = 0; i < sizeof name / sizeof *name; i++)
		if (lu_str_eqz(s, name[i])) return true;
	return false;
}

bool lu__is_reference(lu_str s)
{
	const char *end = s.s[0] == '[' ? memmem(s.s, s.n, "]: ", 3) : NULL;

	return end && !memchr(s.s + 1, '[', (size_t)(end - s.s) - 1);
}

bool lu__is_session(lu_str s)
{
	return lu_str_starts(s, ">>> ") || lu_str_starts(s, "iex> ") || lu_str_starts(s, "iex(") ||
	       lu_str_starts(s, "$ ");
}

bool lu__announces_code(lu_str s)
{
	return lu_str_starts(s, ".. code") || lu_str_starts(s, ".. sourcecode:");
}
