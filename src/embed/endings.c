/* SPDX-License-Identifier: MIT
 * Endings are cut in steps, the plural first: embeddings, embedding, embedded and embed agree, as
 * do queries and query, generate and generators. Where the result is no word, nothing is lost: it
 * is only hashed, beside the word itself. */
#include "embed/endings.h"

static bool cut(lu_str *s, const char *ending, size_t keep)
{
	size_t n = strlen(ending);

	if (s->n < n + keep || !lu_str_ends(*s, ending)) return false;
	s->n -= n;
	return true;
}

lu_str lu__stem(lu_str s)
{
	if (!lu_str_ends(s, "ss") && !cut(&s, "es", 4)) cut(&s, "s", 3);
	if (!cut(&s, "ing", 3) && !cut(&s, "ion", 3) && !cut(&s, "able", 3) && !cut(&s, "ed", 4) && !cut(&s, "er", 4))
		cut(&s, "or", 4);
	if (!cut(&s, "e", 3) && !cut(&s, "y", 3)) cut(&s, "i", 3);
	cut(&s, "at", 4);
	/* embedded, running */
	if (s.n > 3 && s.s[s.n - 1] == s.s[s.n - 2] && s.s[s.n - 1] != 's' && s.s[s.n - 1] != 'l') s.n--;
	return s;
}
