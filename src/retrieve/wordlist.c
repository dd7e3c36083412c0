/* SPDX-License-Identifier: MIT */
#include "retrieve/classify.h"
#include "core/ascii.h"

#include <string.h>

bool lu__word_in(lu_str w, const char *list)
{
	char low[16];

	if (!w.n || w.n >= sizeof low) return false;
	for (size_t i = 0; i < w.n; i++) low[i] = lu_lower(w.s[i]);
	return lu_str_in_words(lu_strn(low, w.n), list);
}
