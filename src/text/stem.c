/* SPDX-License-Identifier: MIT
 * Stems of English words: by a list, else by libstemmer from the American spelling. */
#include <libstemmer.h>
#include <stdlib.h>

#include "core/ascii.h"
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

#define SHORTEST      3
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
	else deed[n++] = 'e';                                               /* "writer"; it is dropped from "builde" */
	return run(s, deed, n);
}

/* ---- irregular forms ---- */

static const lu_irregular forms[] = {
#define FORM(word, plain, stem) { word, plain, stem },
#include "text/forms.def"
#undef FORM
};

const lu_irregular *lu_irregulars(size_t *n)
{
	*n = sizeof forms / sizeof *forms;
	return forms;
}

static int by_word(const void *key, const void *item)
{
	const lu_str *k = key;
	const char *word = ((const lu_irregular *)item)->word;
	size_t i = 0;

	while (i < k->n && word[i] && k->s[i] == word[i]) i++;
	return (i < k->n ? (uint8_t)k->s[i] : 0) - (uint8_t)word[i];
}

const lu_irregular *lu_irregular_form(lu_str word)
{
	return bsearch(&word, forms, sizeof forms / sizeof *forms, sizeof *forms, by_word);
}

/* ---- spelling ---- */

/* Does the word end with one of `endings`, after at least `before` letters? Where the ending begins, else 0. */
static size_t ending_of(lu_str word, const char *const *endings, size_t before)
{
	for (; *endings; endings++) {
		size_t n = strlen(*endings);

		if (word.n >= n + before && !memcmp(word.s + word.n - n, *endings, n)) return word.n - n;
	}
	return 0;
}

/* "colour" is "color", and "initialise" and "analyse" have a 'z'. Where that is wrong ("promise")
 * all forms of a word are written alike, which keeps them together; "revise" and "precise" stay with
 * "revision" and "precision". */
static lu_str american(lu_str word, char out[LU_TOKEN_MAX])
{
	static const char *const our[] = { "our",    "ours",    "oured",  "ouring",  "oural",   "ourable",
					   "ourful", "ourless", "ourite", "ourites", "ourhood", NULL };
	static const char *const ise[] = { "ise",      "ises", "ised", "ising", "iser",  "isers", "isable", "isation",
					   "isations", "yse",  "yses", "ysed",  "ysing", "yser",  "ysers",  NULL };
	size_t at = ending_of(word, our, 3);

	memcpy(out, word.s, word.n);
	if (at) {
		memmove(out + at + 1, out + at + 2, word.n - at - 2);
		return lu_strn(out, word.n - 1);
	}
	at = ending_of(word, ise, 4);
	if (!at && (lu_str_eqz(word, "realise") || lu_str_starts(word, "analys"))) at = ending_of(word, ise, 3);
	if (!at || word.s[at - 1] == 'v' || (word.s[at - 1] == 'c' && word.s[at - 2] != 'i')) return word;
	out[at + 1] = 'z';
	return lu_strn(out, word.n);
}

/* ---- words as one and as two ---- */

bool lu_is_joined(lu_str one, lu_str first, lu_str second)
{
	size_t n = first.n + second.n, gap = one.n == n + 1;

	if (one.n != n + gap || (gap && one.s[first.n] != '_') || !first.n || !second.n) return false;
	return !memcmp(one.s, first.s, first.n) && !memcmp(one.s + first.n + gap, second.s, second.n);
}

bool lu_is_split(lu_str one, lu_str word)
{
	const char *gap = one.n == word.n + 1 ? memchr(one.s, '_', one.n) : NULL;
	size_t at = gap ? (size_t)(gap - one.s) : 0;

	return at && lu_is_joined(one, lu_strn(word.s, at), lu_strn(word.s + at, word.n - at));
}

void lu_words_in_one(lu_str one, const lu_str *words, size_t n, lu_word_fn *found, void *ctx)
{
	for (size_t i = 0; i < n && one.n; i++) {
		if (!words[i].n || one.s[0] != words[i].s[0]) continue;
		if (lu_is_split(one, words[i])) found(ctx, i);
		for (size_t k = 0; k < n && one.n > words[i].n; k++) {
			if (!lu_is_joined(one, words[i], words[k])) continue;
			found(ctx, i);
			found(ctx, k);
		}
	}
}

lu_str lu_stem(lu_stemmer *s, lu_str word)
{
	char plain[LU_TOKEN_MAX];
	const lu_irregular *form;
	lu_str stem;

	if (word.n < SHORTEST || word.n > LU_TOKEN_MAX) return word;
	for (size_t i = 0; i < word.n; i++)
		if (!lu_is_lower(word.s[i])) return word;
	if ((form = lu_irregular_form(word))) return lu_strz(form->stem);
	stem = american(word, plain);
	stem = run(s, stem.s, stem.n);
	if (stem.n >= SHORTEST_DOER && stem.s[stem.n - 1] == 'r' && strchr("eo", stem.s[stem.n - 2]))
		stem = stem_of_deed(s, stem);
	return stem.n ? stem : word;
}
