/* SPDX-License-Identifier: MIT
 * What queries read of one element: its vector and its full-text row. Made on any thread, written by the
 * one that has the store. */
#ifndef LU_INDEX_DERIVE_H
#define LU_INDEX_DERIVE_H

#include "index/file_concepts.h"
#include "lucus/index.h"
#include "store/postings.h"
#include "store/words.h"

struct lu__derived {
	int8_t *vector; /* NULL: not made; in the arena */
	float scale;
	bool row;     /* the row was made */
	lu_row text;  /* in the arena, as what follows */
	lu_str words; /* lu__words_pack() */
};

/* What a worker keeps from one element to the next. */
struct lu__deriver {
	lu_embedder *m; /* NULL: no vectors */
	bool rows;
	lu_buf own, scope;
	lu_bag bag;
	lu__words words;
	lu_embed_cache *cache;
	float *v;
	lu_concepts *concepts; /* with rows; NULL: no concepts */
};
lu_code lu__deriver_init(struct lu__deriver *d, lu_embedder *m, bool rows, lu_err *e);
void lu__deriver_free(struct lu__deriver *d);

/* Begin a file, derive from its elements (element `i` of those that are sorted by lu__sort_nested() and know what they
 * are in: lu__find_scopes()), and take the terms that their rows refer to. */
void lu__derive_begin(struct lu__deriver *d);
lu_code lu__derive_one(struct lu__deriver *d, const lu_stored *v, size_t n, size_t i, bool vector, bool row,
		       lu_arena *a, struct lu__derived *out, lu_err *e);
lu_code lu__derive_terms(const struct lu__deriver *d, lu_arena *a, lu_terms *out, lu_err *e);

/* The concepts of a file, with rows; out->s is NULL without. */
lu_code lu__derive_concepts(struct lu__deriver *d, const lu_stored *v, size_t n, lu_arena *a, lu_str *out, lu_err *e);

/* The words of an element whose bag was read (element_words.c). */
lu_code lu__derive_words(const lu_bag *b, const lu_element *el, lu__words *out, lu_err *e);

/* LU_PLACE_ bits of a path. */
unsigned lu__place_of(lu_str path);
/* Is the vector, the row, of this element in the store and true? */
bool lu__has_vector(lu_store *s, const lu_stored *el);
bool lu__has_row(lu_store *s, const lu_stored *el);
/* Write what was made, and count it. */
lu_code lu__derive_put(lu_store *s, int64_t file, const lu_stored *el, const struct lu__derived *x, lu_terms *t,
		       const lu_watch *w, lu_counts *c, lu_err *e);

/* `m`, unless it is asked over the network: workers can not wait for that. NULL stays NULL. */
lu_embedder *lu__in_process(lu_embedder *m);

/* Have a provider over the network make the vectors that are missing (remote_vectors.c). No transaction is open before or after. */
lu_code lu__embed_remotely(lu_store *s, lu_embedder *m, const lu_watch *w, lu_counts *c, lu_err *e);

/* Settle the model and the tokeniser of the store. */
lu_code lu__derive_versions(lu_store *s, lu_embedder *m, bool rows, lu_err *e);

#endif
