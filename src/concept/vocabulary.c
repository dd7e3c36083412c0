/* SPDX-License-Identifier: MIT */
#include "concept/vocabulary.h"

#include <stdlib.h>

#include "core/ascii.h"
#include "lucus/hash.h"

static const struct {
	unsigned class;
	const char *words;
} lists[] = {
#define WORDS(class, words) { class, words },
#include "concept/vocabulary.def"
#undef WORDS
};

static size_t count_words(void)
{
	size_t n = 0;

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		for (const char *p = lists[i].words; *p; p++) n += *p == ' ';
	return n + sizeof lists / sizeof *lists;
}

static uint32_t find(const struct lu__vocabulary *v, lu_str word)
{
	return lu_map_find(&v->map, lu_digest64(word, 0), lu_map_str, v->word, &word);
}

static void enter(struct lu__vocabulary *v, lu_str word, unsigned class)
{
	uint64_t hash = lu_digest64(word, 0), *slot = lu_map_slot(&v->map, hash, lu_map_str, v->word, &word);

	if (!*slot) {
		v->word[v->n] = word;
		v->class[v->n] = 0;
		lu_map_set(&v->map, slot, hash, (uint32_t)v->n++);
	}
	v->class[lu_map_number(slot)] |= (uint16_t) class;
}

lu_code lu__vocabulary_init(struct lu__vocabulary *v, lu_err *e)
{
	size_t n = count_words();

	*v = (struct lu__vocabulary){ .n = 0 };
	v->word = calloc(n, sizeof *v->word);
	v->class = calloc(n, sizeof *v->class);
	if (!v->word || !v->class || !lu_map_reserve(&v->map, NULL, n)) {
		lu__vocabulary_free(v);
		return lu_nomem(e);
	}
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		for (lu_str rest = lu_strz(lists[i].words); rest.n;) enter(v, lu_str_take(&rest, ' '), lists[i].class);
	return LU_OK;
}

void lu__vocabulary_free(struct lu__vocabulary *v)
{
	lu_map_free(&v->map);
	free(v->word);
	free(v->class);
	*v = (struct lu__vocabulary){ .n = 0 };
}

unsigned lu__word_listed(const struct lu__vocabulary *v, lu_str word)
{
	uint32_t at = find(v, word);

	return at == LU_MAP_NONE ? 0 : v->class[at];
}

/* Is word[0..n), with `add` behind it, a verb? */
static unsigned verb(const struct lu__vocabulary *v, lu_str word, size_t n, const char *add)
{
	char base[32];
	size_t k = strlen(add);
	unsigned class;

	if (n < 2 || n + k >= sizeof base) return 0;
	memcpy(base, word.s, n);
	memcpy(base + n, add, k);
	class = lu__word_listed(v, lu_strn(base, n + k));
	return class & LU__WORD_VERB ? class | LU__WORD_INFLECTED : 0;
}

/* What is left of the word without an ending of `n` letters: "mapp", "us", "tri". */
static unsigned of_stem(const struct lu__vocabulary *v, lu_str word, size_t n)
{
	size_t left = word.n - n;
	unsigned class = verb(v, word, left, "");

	if (!class) class = verb(v, word, left, "e");
	if (!class && left > 2 && word.s[left - 1] == word.s[left - 2]) class = verb(v, word, left - 1, "");
	if (!class && word.s[left - 1] == 'i') class = verb(v, word, left - 1, "y");
	return class;
}

/* The verb that the word may be a form of. */
static unsigned inflected(const struct lu__vocabulary *v, lu_str word)
{
	unsigned class;

	if (lu_str_ends(word, "ies")) return verb(v, word, word.n - 3, "y");
	if (lu_str_ends(word, "s")) {
		class = verb(v, word, word.n - 1, "");
		return class || !lu_str_ends(word, "es") ? class : verb(v, word, word.n - 2, "");
	}
	if (lu_str_ends(word, "ed")) return of_stem(v, word, 2);
	if (word.n > 4 && lu_str_ends(word, "ing")) return of_stem(v, word, 3);
	return 0;
}

unsigned lu__word_class(const struct lu__vocabulary *v, lu_str word)
{
	unsigned class = lu__word_listed(v, word);

	if (word.n < 4 || class & ~(unsigned)(LU__WORD_PLAIN | LU__WORD_EMPTY)) return class;
	return class | inflected(v, word);
}
