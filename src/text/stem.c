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
#define SHORTEST_DOER 6

/* Empty when memory is out. */
static lu_str run(lu_stemmer *s, const char *word, size_t n)
{
	const sb_symbol *stem = sb_stemmer_stem(s->sb, (const sb_symbol *)word, (int)n);

	return stem ? lu_strn((const char *)stem, (size_t)sb_stemmer_length(s->sb)) : lu_strn(NULL, 0);
}

/* The algorithm takes "er" and "or" from long words alone. */
static lu_str stem_of_deed(lu_stemmer *s, lu_str doer)
{
	char deed[LU_TOKEN_MAX];
	size_t n = doer.n - 2;

	memcpy(deed, doer.s, n);
	if (deed[n - 1] == deed[n - 2] && !strchr("lsz", deed[n - 1])) n--; /* "scanner" */
	else deed[n++] = 'e'; /* "writer"; it is dropped from "builde" */
	return run(s, deed, n);
}

lu_str lu_stem(lu_stemmer *s, lu_str word)
{
	lu_str stem;

	if (word.n < SHORTEST || word.n > LU_TOKEN_MAX) return word;
	for (size_t i = 0; i < word.n; i++)
		if (word.s[i] < 'a' || word.s[i] > 'z') return word;
	stem = run(s, word.s, word.n);
	if (stem.n >= SHORTEST_DOER && stem.s[stem.n - 1] == 'r' && strchr("eo", stem.s[stem.n - 2]))
		stem = stem_of_deed(s, stem);
	return stem.n ? stem : word;
}
