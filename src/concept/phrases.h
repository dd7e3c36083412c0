/* SPDX-License-Identifier: MIT
 * What finding phrases and writing their keys share. */
#ifndef LU_CONCEPT_PHRASES_H
#define LU_CONCEPT_PHRASES_H

#include "concept/concept.h"
#include "concept/vocabulary.h"
#include "lucus/text.h"

/* A phrase as it is written; no key is made of it yet. Views live during the call. */
struct lu__phrase {
	lu_str surface;
	uint32_t line, window;
	uint32_t last; /* line of the comment that it is in, which may be right above what it is about; 0: it is not */
	bool named;
};
typedef lu_code lu__phrase_fn(void *ctx, const struct lu__phrase *p, lu_err *e);

struct lu_concepts {
	struct lu__vocabulary words;
	lu_stemmer *stemmer;
	lu_buf surface, folded, part; /* of the phrase, the key, the part of a name that is made */
};

/* A word or identifier in its parts: "HTTPServer" is "http", "server". Letters of ASCII are made small, the rest stays.
 * Digits belong to the letters before them. */
#define LU__PARTS 12
struct lu__parts {
	char byte[LU_CONCEPT_MAX + LU__PARTS];
	lu_str v[LU__PARTS];
	size_t n;
	bool more; /* it has more parts, or is longer, than fits */
};
void lu__split(lu_str word, struct lu__parts *out);

/* The phrases of an identifier. */
lu_code lu__name_phrases(lu_concepts *c, lu_str name, bool type, const struct lu__phrase *where, lu__phrase_fn *fn,
			 void *ctx, lu_err *e);
/* Those of a run of Han, Kana and Hangul. */
lu_code lu__run_phrases(lu_concepts *c, lu_str run, const struct lu__phrase *where, lu__phrase_fn *fn, void *ctx,
			lu_err *e);
/* Those of text, of `comment`s or not. `window`: the number of the first; on return, of the one behind the last. */
lu_code lu__prose_phrases(lu_concepts *c, lu_str text, bool comment, uint32_t line, uint32_t *window, lu__phrase_fn *fn,
			  void *ctx, lu_err *e);
/* Those of the comments and the documentation in source text of `language`. A language of prose is read as prose; one
 * whose comments are not known has none. */
lu_code lu__text_phrases(lu_concepts *c, lu_str text, lu_str language, lu__phrase_fn *fn, void *ctx, lu_err *e);

#endif
