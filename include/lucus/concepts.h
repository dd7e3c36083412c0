/* SPDX-License-Identifier: MIT
 * Concepts as people ask for them: what a tree speaks of, what stands together with one of these, and where. They are read
 * from the lists that the store keeps of its files, so that an answer is as true as these. */
#ifndef LUCUS_CONCEPTS_H
#define LUCUS_CONCEPTS_H

#include "lucus/fresh.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lu_concepts_options {
	const char *name;       /* a concept in any way to write it, or words of concepts; NULL: those of all */
	uint32_t min_frequency; /* concepts that stand less often are left out */
	uint32_t min_weight;    /* so are edges of fewer windows */
	uint32_t min_degree;    /* and concepts with fewer edges */
	double max_degree_sd; /* hubs have more edges than the mean and so many standard deviations; 0: there are none */
	double percentile;    /* edges below this percentile of their worth are left out; 0 to 100 */
	size_t limit;         /* concepts and places to show, at least 1 */
	lu_fresh *fresh;      /* looks at the files of the places; NULL: none are looked at */
} lu_concepts_options;
/* All options at their defaults: 2, 2, 2, 3, 0, and a limit of 40. */
lu_concepts_options lu_concepts_defaults(void);

typedef struct lu_concept_shown {
	lu_str key, name;   /* canonical form; the most frequent way to write it */
	uint32_t frequency; /* how often it stands anywhere */
	uint32_t windows;   /* in how many windows: stretches of an element's text */
	uint32_t degree;    /* edges to others */
	bool hub;           /* it has too many to be joined to any */
	double score;       /* of a list: how much it tells, see below; of a neighbour: the npmi */
	uint32_t together;  /* of a neighbour: windows that hold both */
} lu_concept_shown;

/* Two concepts of the list that stand together. */
typedef struct lu_concept_tie {
	size_t a, b; /* indexes in lu_concepts_shown.v, a < b */
	uint32_t together;
	double npmi;
} lu_concept_tie;

/* An element that speaks of the concept. */
typedef struct lu_concept_place {
	lu_brief el;
	uint32_t line, count; /* where it does first, and how often */
	double score;         /* count, and for each neighbour that stands in the same window its npmi */
} lu_concept_place;

/* npmi, the normalised pointwise mutual information of two concepts (Bouma 2009): ln(p(x,y) / (p(x) p(y))) / -ln p(x,y),
 * where p is the share of windows that hold one, or both. A concept tells the more the more often it stands and the fewer
 * windows it stands in: frequency * ln(windows of all / windows with it), of single words a part. All views live in the arena
 * that was given. */
typedef struct lu_concepts_shown {
	bool made, current;           /* there are lists; they are of the present elements */
	uint32_t windows;             /* of all files */
	size_t concepts, kept, edges; /* of all that was found; of the pruned graph */
	bool asked; /* one concept was asked for: `self`; `v` are its neighbours, those of the highest npmi first */
	lu_concept_shown self;
	lu_concept_shown *v; /* otherwise those that tell most, of all or with these words */
	size_t n, found;     /* that are shown; that belong to the answer */
	lu_concept_tie *tie;
	size_t n_tie;
	lu_concept_place *place; /* of `self`, those first that tell most of it */
	size_t n_place, places;
} lu_concepts_shown;

/* LU_ENOENT: there is no such concept, nor one with these words. LU_EUSAGE: an option is out of range. */
lu_code lu_graph_concepts(lu_store *s, const lu_concepts_options *o, lu_arena *a, lu_concepts_shown *out,
			  lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
