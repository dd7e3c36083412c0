/* SPDX-License-Identifier: MIT
 * train-lexicon: what was learned before, as the program has it. */
#include <libstemmer.h>
#include <stdlib.h>

#include "train-lexicon.h"

static void take_list(const lu__wordlist *w, const uint32_t *english, listing *out)
{
	for (uint32_t i = 0; i < w->count; i++) {
		entry e = { .word = lu__lexicon_text(w, i), .sure = (float)w->sure[i] / 255, .count = 1 };

		for (size_t t = 0; t < LU__TARGETS; t++) {
			uint16_t n = w->target[i * LU__TARGETS + t];

			e.target[t] = n == LU__NO_WORD ? UINT32_MAX : english[n];
			e.share[t] = (float)w->share[i * LU__TARGETS + t] / 255;
		}
		out->v = more(out->v, out->n, sizeof *out->v);
		out->v[out->n++] = e;
	}
}

/* Before the terms are read: which words are English is asked of this. */
void read_learned(corpus *c, listing *out)
{
	lu__wordlist w;
	lu_stemmer *stemmer;
	uint32_t *english;

	if (!lu__lexicon_words(0, &w) || lu_stemmer_new(&stemmer, NULL)) no_memory();
	english = need(w.count, sizeof *english);
	for (uint32_t i = 0; i < w.count; i++) {
		english[i] = (uint32_t)english_word(c, stemmer, lu__lexicon_text(&w, i));
		c->en.count[english[i]] = LEXICON_ENGLISH;
	}
	lu_stemmer_free(stemmer);
	for (size_t i = 1; lu__lexicon_words(i, &w); i++)
		for (int l = 0; l < LU__LANGUAGES; l++)
			if (strncmp(w.language, languages[l], 2) == 0) take_list(&w, english, &out[l]);
	free(english);
}

/* Words are there as the lexicon has them, without their marks, and so are the stems that they are looked up by. */
void give_again(const corpus *c, int language, listing *out)
{
	struct sb_stemmer *sb = has_blanks(language) ? stemmer_of(language) : NULL;

	for (size_t i = 0; i < out->n; i++) {
		entry *e = &out->v[i];
		lu_str stem = lu_strn(NULL, 0);

		if (sb) {
			const sb_symbol *s = sb_stemmer_stem(sb, (const sb_symbol *)e->word.s, (int)e->word.n);

			stem = lu_strn((const char *)s, (size_t)sb_stemmer_length(sb));
		}
		take_given(c, language, e->word, stem, e);
	}
	if (sb) sb_stemmer_delete(sb);
	keep_given(c, language, out);
}
