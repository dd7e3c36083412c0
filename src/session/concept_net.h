/* SPDX-License-Identifier: MIT
 * The graph of concepts of a knowledge base, from the lists of its files. */
#ifndef LU_SESSION_CONCEPT_NET_H
#define LU_SESSION_CONCEPT_NET_H

#include "concept/concept.h"
#include "lucus/map.h"
#include "lucus/store.h"

/* The list of a file, with the number in the net of each of its concepts. Views live during the call. */
typedef lu_code lu__concepts_fn(void *ctx, int64_t file, lu_str path, const lu_concept_list *l, const uint32_t *number,
				lu_err *e);

/* All lists in one net. Release with lu__concepts_unload(), also after a failure. */
typedef struct lu__concept_net {
	lu_arena a;
	lu_concepts *c;
	lu_concept_net *net;
	lu_map map; /* of surfaces */
	lu_str *surface;
	uint32_t *number; /* of each */
	size_t n;
} lu__concept_net;
lu_code lu__concepts_load(lu__concept_net *x, lu_store *s, lu_err *e);
void lu__concepts_unload(lu__concept_net *x);
/* Call `fn` for the list of each file, by path. */
lu_code lu__concepts_each(lu__concept_net *x, lu_store *s, lu__concepts_fn *fn, void *ctx, lu_err *e);

#endif
