/* SPDX-License-Identifier: MIT
 * The words of languages, as numbers of names: the object itself, its bases, and what is never guessed. */
#include "graph/model.h"

/* Enter the words as names; with `bits` of a language, mark them. */
static void load_list(lu__graph *g, const char *words, int list, uint8_t *bits)
{
	while (*words) {
		size_t n = strcspn(words, " ");
		uint32_t name = lu__names_add(&g->names, lu_strn(words, n));

		if (bits && name != LU__NONE) bits[name] |= (uint8_t)(1u << list);
		words += n;
		words += strspn(words, " ");
	}
}

static void load_lists(lu__graph *g, uint8_t *bits)
{
	for (size_t i = 0; i < lu__n_languages; i++) {
		const lu_language *l = &lu__languages[i];
		const char *const list[LU__WORD_LISTS] = { l->self, l->super, l->builtin, l->common };

		for (int j = 0; j < LU__WORD_LISTS; j++)
			if (list[j]) load_list(g, list[j], j, bits ? bits + i * g->n_words : NULL);
	}
}

void lu__load_words(lu__graph *g)
{
	load_lists(g, NULL);
	g->n_words = g->names.n;
	g->words = lu__new(g, (size_t)g->n_words * lu__n_languages, sizeof *g->words);
	if (!g->words) return;
	load_lists(g, g->words);
}

bool lu__is_word(const lu__graph *g, const lu_language *l, int list, uint32_t name)
{
	return name < g->n_words && (g->words[lu__language_number(l) * g->n_words + name] >> list & 1);
}
