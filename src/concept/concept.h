/* SPDX-License-Identifier: MIT
 * Concepts: what documentation, comments and names speak of, found by rules and without a model.
 *
 * A concept is a phrase of two to four words that names something ("relevance budget"), or a single word that tells much:
 * an acronym, a name in the middle of a sentence, a long noun, a run of Han, Katakana or Hangul. All ways of writing it
 * have one canonical form, its key: "RelevanceBudget", "relevance_budget" and "relevance budgets" are "relevance budget".
 * A key is folded (NFKC, lower case), its words are separated by blanks, hyphens count as blanks, the head (the last
 * word) is a stem (lu_stem()) and the words before it are singular.
 *
 * How phrases of prose are found: closed classes of words (articles, prepositions, auxiliaries ...), verbs and what
 * looks like one where it stands end a phrase; what is left between two ends, from the first noun or adjective to the
 * last noun, is one. Verbs never begin a phrase, adjectives never end one, and those that say nothing ("new", "given")
 * are left out. Licences, markup, code in prose, addresses and paths are passed over. Phrases of names: the parts of
 * an identifier, without the verb that it begins with.
 *
 * The work is linear in the text, whatever is in it: sentences are cut at LU_CONCEPT_SENTENCE words, windows at
 * LU_CONCEPT_WINDOW, so that no window has more concepts than words.
 *
 * Nothing here knows a store. A reader serves one thread at a time; all that it gives lives during the call that gave it. */
#ifndef LU_CONCEPT_CONCEPT_H
#define LU_CONCEPT_CONCEPT_H

#include "lucus/record.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is stored of a file depends on this and on its text alone: a store with another one makes its lists anew. */
#define LU_CONCEPT_VERSION 2

#define LU_CONCEPT_SENTENCE 200 /* words: what is longer is cut */
#define LU_CONCEPT_WINDOW \
	120                 /* words: a window ends with the paragraph in which it gets that long, or with the sentence
				 * at twice that */
#define LU_CONCEPT_WORDS 4  /* of a concept at most; of a longer phrase the last three are taken */
#define LU_CONCEPT_MAX   96 /* bytes of a surface form or key at most; what is longer is no concept */

/* ---- finding concepts in text ---- */

typedef struct lu_concepts lu_concepts;
lu_code lu_concepts_new(lu_concepts **out, lu_err *e) LU_MUST_USE;
void lu_concepts_free(lu_concepts *c); /* accepts NULL */

/* A concept where it stands. */
typedef struct lu_concept_site {
	lu_str key;      /* canonical form */
	lu_str surface;  /* as it is written there, its words separated by blanks; the parts of a name in lower case */
	uint32_t line;   /* of its first word, from 1, in the text that was given */
	uint32_t window; /* from 0: what stands near each other has one */
	bool named;      /* it is the phrase of an identifier */
} lu_concept_site;
/* A code that it returns ends the work and is returned. */
typedef lu_code lu_concept_fn(void *ctx, const lu_concept_site *x, lu_err *e);

/* Call `fn` for each concept of `text`, UTF-8, in order: prose, with or without markup; comments, with the signs that
 * they begin lines with. */
lu_code lu_concepts_of_prose(lu_concepts *c, lu_str text, lu_concept_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;
/* The concepts of an identifier, or of several that '.' or "::" joins: those of the last one. `type`: it names a type or a
 * value, so that it begins with no verb ("TestCase"). Lines and windows are 1 and 0. */
lu_code lu_concepts_of_name(lu_concepts *c, lu_str name, bool type, lu_concept_fn *fn, void *ctx,
			    lu_err *e) LU_MUST_USE;
/* The key of what a person calls a concept, words or an identifier, appended to `out`; nothing where there are no
 * words. LU_ENOMEM. */
lu_code lu_concept_key(lu_concepts *c, lu_str words, lu_buf *out, lu_err *e) LU_MUST_USE;

/* ---- the concepts of a file ---- */

/* A concept in a window. */
typedef struct lu_concept_use {
	uint32_t concept; /* index in lu_concept_list.surface; ascending within a window */
	uint32_t line;    /* of the file, where it stands first in the window */
	uint32_t count;   /* how often it stands there, at least 1 */
} lu_concept_use;

/* Text of one element: its comments and documentation, its name; or a stretch of its prose. */
typedef struct lu_concept_window {
	uint32_t element; /* index in the elements that were given */
	uint32_t use, n;  /* its concepts: use[use] to use[use + n - 1], at least one */
} lu_concept_window;

typedef struct lu_concept_list {
	lu_str *surface; /* of each concept, the most frequent one in the file; by bytes, each once */
	size_t n;
	lu_concept_window *window; /* in the order of the file */
	size_t n_window;
	lu_concept_use *use;
	size_t n_use;
} lu_concept_list;

/* The concepts of a file: of its comments, documentation or prose, and of the names of its definitions. `el`: its elements,
 * in the order of lu_store_file_elements(). The text is that of the module where it has one, otherwise that of the elements. `passed`: of each, is its name left out, as
 * one of very many for values? Views live in `a`. A file that is a licence, by its name, has none. */
lu_code lu_concepts_gather(lu_concepts *c, const lu_element *const *el, const bool *passed, size_t n, lu_arena *a,
			   lu_concept_list *out, lu_err *e) LU_MUST_USE;

/* As bytes, appended to `out`, and back: unpacked views live in `a`. The bytes follow from the list. LU_EDB: they are damaged. */
lu_code lu_concepts_pack(const lu_concept_list *l, lu_buf *out, lu_err *e) LU_MUST_USE;
lu_code lu_concepts_unpack(lu_str bytes, lu_arena *a, lu_concept_list *out, lu_err *e) LU_MUST_USE;

/* ---- the graph of concepts ----
 *
 * Nodes are concepts, an edge joins two that stand in one window. With N windows, n(x) of them with x and n(x,y) with both,
 * an edge is worth the normalised pointwise mutual information (Bouma, "Normalized (pointwise) mutual information in
 * collocation extraction", GSCL 2009):
 *	npmi(x,y) = ln(p(x,y) / (p(x) p(y))) / -ln p(x,y),   p(x) = n(x) / N, p(x,y) = n(x,y) / N
 * It is 1 where two are always together, 0 where they are as often together as chance has it, less where they are not. It
 * is 1 by definition where both are in every window. */

typedef struct lu_concept_net lu_concept_net;
lu_code lu_concept_net_new(lu_concept_net **out, lu_err *e) LU_MUST_USE;
void lu_concept_net_free(lu_concept_net *g); /* accepts NULL */
/* Begin a window; nothing was added before the first. */
lu_code lu_concept_net_window(lu_concept_net *g, lu_err *e) LU_MUST_USE;
/* A concept stands in the window `count` times, so written. *number, unless it is NULL: what the graph calls it. Both views are copied. */
lu_code lu_concept_net_add(lu_concept_net *g, lu_str key, lu_str surface, uint32_t count, uint32_t *number,
			   lu_err *e) LU_MUST_USE;

/* The same of a concept that the graph has by that number: no key is looked up. */
lu_code lu_concept_net_again(lu_concept_net *g, uint32_t number, lu_str surface, uint32_t count, lu_err *e) LU_MUST_USE;
/* The number of a key; UINT32_MAX: there is none. */
uint32_t lu_concept_net_find(const lu_concept_net *g, lu_str key);

typedef struct lu_concept_node {
	lu_str key, surface; /* surface: the most frequent one, of equal ones the first by bytes */
	uint32_t frequency;  /* how often it stands anywhere */
	uint32_t windows;    /* in how many windows */
	uint32_t degree;     /* edges that were kept */
	bool kept;           /* it was not pruned */
	bool hub;            /* it was, because of its degree alone: then that is the degree it had */
} lu_concept_node;

typedef struct lu_concept_edge {
	uint32_t a, b;   /* numbers of nodes, a < b */
	uint32_t weight; /* windows that hold both */
	float npmi;
} lu_concept_edge;

typedef struct lu_concept_prune {
	uint32_t frequency; /* nodes that stand less often go */
	uint32_t weight;    /* edges of fewer windows go */
	float percentile;   /* 0 to 100: of the edges that are left those go whose npmi is below this percentile */
	uint32_t degree; /* then nodes with fewer edges go, once, with their edges: what that leaves may have fewer */
	float degree_sd; /* before that nodes go whose degree is above the mean by more than so many standard deviations; 0: none do */
	uint32_t spare; /* number + 1 of a node that stays in any case; 0: none does */
} lu_concept_prune;
/* frequency 2, weight 2, percentile 0, degree 2, degree_sd 3. */
lu_concept_prune lu_concept_prune_defaults(void);

typedef struct lu_concept_graph {
	const lu_concept_node *node; /* all, by number; of those with `kept` the edges */
	size_t n_node, n_kept;
	const lu_concept_edge *edge; /* by a, then b */
	size_t n_edge;
	uint32_t windows; /* N */
} lu_concept_graph;
/* The graph of what was added so far, pruned; it lives in `a`, and the net may be freed. It depends on what was added, not on the
 * order, but for the numbers. */
lu_code lu_concept_net_graph(const lu_concept_net *g, const lu_concept_prune *o, lu_arena *a, lu_concept_graph *out,
			     lu_err *e) LU_MUST_USE;

/* The value of an edge, from counts; of use to who keeps counts of their own. n_xy is at least 1. */
double lu_npmi(uint32_t n_x, uint32_t n_y, uint32_t n_xy, uint32_t n);

#ifdef __cplusplus
}
#endif
#endif
