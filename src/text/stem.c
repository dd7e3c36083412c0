/* SPDX-License-Identifier: MIT
 * Stems of English words, by libstemmer. */
#include <libstemmer.h>
#include <stdlib.h>

#include "lucus/text.h"

struct lu_stemmer {
	struct sb_stemmer *sb;
};

lu_code lu_stemmer_new(lu_stemmer **out, lu_err *e)
{
	lu_stemmer *s = malloc(sizeof *s);

	if (!s) return lu_nomem(e);
	if (!(s->sb = sb_stemmer_new("english", "UTF_8"))) {
		free(s);
		return lu_nomem(e);
	}
	*out = s;
	return LU_OK;
}

void lu_stemmer_free(lu_stemmer *s)
{
	if (!s) return;
	sb_stemmer_delete(s->sb);
	free(s);
}

#define SHORTEST 3

lu_str lu_stem(lu_stemmer *s, lu_str word)
{
	const sb_symbol *stem;

	if (word.n < SHORTEST || word.n > LU_TOKEN_MAX) return word;
	for (size_t i = 0; i < word.n; i++)
		if (word.s[i] < 'a' || word.s[i] > 'z') return word;
	stem = sb_stemmer_stem(s->sb, (const sb_symbol *)word.s, (int)word.n);
	return stem ? lu_strn((const char *)stem, (size_t)sb_stemmer_length(s->sb)) : word;
}
