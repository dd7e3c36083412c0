/* SPDX-License-Identifier: MIT
 * Expansion: which elements a question names, what lies near them in the graph, and what that means for an answer. */
#ifndef LUCUS_EXPAND_H
#define LUCUS_EXPAND_H

#include "lucus/chat.h"
#include "lucus/retrieve.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- entities of a question ---- */

typedef enum lu_entity_kind {
	LU_ENTITY_IDENTIFIER, /* written like code: user_store, UserStore.get(), a::b */
	LU_ENTITY_PATH,       /* a/b.c, store.h, a/b.c:12 */
	LU_ENTITY_QUOTED,     /* "words", `words` that are neither of these */
	LU_ENTITY_DATE,       /* 2024-03-01, 1 March 2024, March 2024 */
	LU_ENTITY_QUARTER,    /* Q3 2024 */
	LU_ENTITY_VERSION,    /* v1.2.3 */
	LU_ENTITY_NAME,       /* plain words that are the name of an element: "the scheduler", "connection pool" */
	LU_ENTITY_HIT,        /* an element that was given */
	LU_ENTITY_GIVEN,      /* a name that was given beside the question */
	LU_ENTITY_KINDS
} lu_entity_kind;
const char *lu_entity_kind_name(lu_entity_kind k); /* "identifier" ... */

typedef struct lu_entity {
	lu_str text; /* a view of the question, unless a model has named what is not in it */
	lu_entity_kind kind;
	double confidence; /* 0 to 1: that this is one */
	bool by_model;
} lu_entity;

/* What rules alone find in `query`, without a store: in its order, without overlaps, at most LU_ENTITIES. Any bytes
 * will do. The array lives in `a`, the texts are views. */
#define LU_ENTITIES 64
lu_code lu_entities(lu_str query, lu_arena *a, lu_entity **out, size_t *n, lu_err *e) LU_MUST_USE;

/* ---- what is meant ---- */

/* The way in which an element is what was named; better ones first. */
typedef enum lu_meant_by {
	LU_BY_EXACT,   /* its qualified name, or the end of it, as written; its path and line; its id */
	LU_BY_CASE,    /* but for the case of letters */
	LU_BY_FORM,    /* user_store, userStore, user-store */
	LU_BY_INNER,   /* requests.get for requests.api.get */
	LU_BY_NUMBER,  /* plural and singular */
	LU_BY_ALIAS,   /* a name that imports give it */
	LU_BY_SYNONYM, /* a name that a person gave it */
	LU_MEANT_WAYS
} lu_meant_by;
const char *lu_meant_by_name(lu_meant_by b); /* "exact" ... */

typedef struct lu_meant {
	lu_brief el;
	lu_meant_by by;
	double score;  /* 0 to 1: way, type, how much refers to it, tests last; of a synonym its own confidence */
	int64_t users; /* elements that refer to it, 64 at most */
} lu_meant;

/* The elements that `text` means, best first, at most LU_MEANT, ties by path and line. *total is how
 * many bear the name. Nothing found is *n == 0. */
#define LU_MEANT 10
lu_code lu_meant_by_text(lu_store *s, lu_str text, lu_arena *a, lu_meant **out, size_t *n, size_t *total,
			 lu_err *e) LU_MUST_USE;

/* ---- expansion ---- */

#define LU_HOPS_MAX            5
#define LU_EXPAND_ENTITIES_MAX 200
#define LU_SURE                0.7 /* a language model is called when no entity has this confidence */

/* An entity that comes from outside of the question. */
typedef struct lu_given {
	lu_str text;
	lu_str type;       /* elements of that type are meant, where there are some; empty: of any */
	double confidence; /* 0 to 1 */
} lu_given;
/* Read them from the member `entities` of a query record, an array of names, or of objects with
 * `text` (or `name`), and if wanted `confidence` (1) and `type`; none when it is absent. LU_ENTITIES
 * at most. Views point into `v`. LU_EFORMAT says what is wrong. */
lu_code lu_given_read(const lu_json *v, lu_arena *a, lu_given **out, size_t *n, lu_err *e) LU_MUST_USE;

typedef struct lu_expand_options {
	int64_t max_hops;      /* 2; 1 to LU_HOPS_MAX */
	int64_t max_entities;  /* 50; 1 to LU_EXPAND_ENTITIES_MAX */
	lu_chat *chat;         /* NULL: without a language model */
	const lu_given *given; /* besides what the question names, before it */
	size_t n_given;
} lu_expand_options;
void lu_expand_options_init(lu_expand_options *o);

typedef struct lu_original {
	lu_entity entity;
	lu_meant *v; /* what it means; the best come first */
	size_t n, total;
	lu_str context; /* what the best is: signature, first sentence, owner, neighbours; empty: unknown */
} lu_original;

/* An element that was reached. */
typedef struct lu_expanded {
	lu_brief el;
	uint32_t hop;      /* 0: an original entity means it */
	double score;      /* 0 to 1 */
	size_t from;       /* of lu_expansion.node: where its best edge comes from */
	lu_edge_kind kind; /* of that edge */
	lu_grade grade;
	bool in; /* that edge was followed against its direction */
} lu_expanded;

typedef struct lu_related {
	lu_str path;
	double score;     /* 0 to 1 */
	lu_strs elements; /* names of those that made it so, best first */
} lu_related;

/* The steps of an expansion. */
typedef enum lu_expand_step {
	LU_STEP_EXTRACT,  /* entities by rules; n: entities */
	LU_STEP_MODEL,    /* by a language model; n: entities more */
	LU_STEP_RESOLVE,  /* what they mean; n: elements */
	LU_STEP_WALK,     /* what is near; n: elements more */
	LU_STEP_DESCRIBE, /* documents and contexts; n: documents */
	LU_EXPAND_STEPS
} lu_expand_step;
const char *lu_expand_step_name(lu_expand_step s); /* "extract" ... */

typedef struct lu_expansion {
	lu_original *original;
	size_t n_original;
	lu_expanded *node; /* what the entities mean (n_seed of them), then by score what was reached */
	size_t n_seed, n_node;
	lu_related *document; /* by score */
	size_t n_document;
	lu_str query;   /* the question, and the best names that it lacks */
	lu_str warning; /* what was not found, or why the model did not help; empty: nothing */
	double seconds;
	struct {
		double seconds;
		size_t n;
	} step[LU_EXPAND_STEPS]; /* seconds less than 0: it was not needed */
	lu_arena arena;          /* of all of it, but for views of the question */
} lu_expansion;

/* Expand `query` on the knowledge base that `s` uses, best in a transaction. A question without
 * entities, or with some that are not there, has what there is, and a warning. A failing model
 * changes nothing, and is a warning. LU_EUSAGE: as lu_retrieve() for the question, and options out
 * of their range. Release *out with lu_expansion_free(). */
lu_code lu_expand(lu_store *s, lu_str query, const lu_expand_options *o, lu_expansion *out, lu_err *e) LU_MUST_USE;
/* The same from elements, best first, whose ids are given; `query` may be empty. */
lu_code lu_expand_ids(lu_store *s, lu_str query, lu_strs ids, const lu_expand_options *o, lu_expansion *out,
		      lu_err *e) LU_MUST_USE;
void lu_expansion_free(lu_expansion *x);

/* ---- what it means for an answer ---- */

#define LU_EXPANSION_WEIGHT 0.3
#define LU_MERGE_DEPTH      50 /* first hits of the result, which are merged; the others follow in their order */

typedef struct lu_evidence {
	lu_str key; /* id of an element, or path of a document */
	double score;
} lu_evidence;

/* What an expansion record says to a query. */
typedef struct lu_boost {
	lu_evidence *element, *document;
	size_t n_element, n_document;
	double weight; /* 0 to 1 */
} lu_boost;

/* Read it from an `expansion` record, whoever made it: related_documents, expanded_entities,
 * original_entities, expansion_weight, each of which may be absent. Views point into `v` and `a`.
 * LU_EFORMAT names the field that is wrong. */
lu_code lu_boost_read(const lu_json *v, lu_arena *a, lu_boost *out, lu_err *e) LU_MUST_USE;

/* What the entities of a query record that is no expansion say to the query: the elements that they
 * mean. Memory of `a`. */
lu_code lu_boost_given(lu_store *s, const lu_given *v, size_t n, lu_arena *a, lu_boost *out, lu_err *e) LU_MUST_USE;

/* The elements that it knows and the filters of `o` let through, with those of its documents: for
 * lu_query_options.also, so that they are among what the reranker orders. At most LU_BOOST_ELEMENTS;
 * documents that are too large for what is left send their module alone. None when its weight is 0.
 * *out lives in `a`. */
#define LU_BOOST_ELEMENTS 2000
lu_code lu_boost_elements(lu_store *s, const lu_boost *b, const lu_query_options *o, lu_arena *a, int64_t **out,
			  size_t *n, lu_err *e) LU_MUST_USE;

/* Merge it into `r`, the result by options `o` with o->k >= LU_MERGE_DEPTH, and keep `k` hits: the score of a hit is
 *	(1 - weight) / (1 + R) + weight * S * S / (1 + X)
 * where R is its rank, S the expansion's score of it, or half of its document's, and X its rank by
 * that; S and X become its stage LU_STAGE_EXPANSION. Elements that only the expansion knows may
 * appear, and the modules of documents of which nothing else is there, if the filters of `o` let
 * them. The relevance of hits is then unknown. A larger `k` only appends. Weight 0 changes nothing
 * but the number of hits. */
lu_code lu_boost_merge(lu_store *s, const lu_boost *b, const lu_query_options *o, size_t k, lu_result *r,
		       lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
