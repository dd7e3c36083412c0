/* SPDX-License-Identifier: MIT
 * Answers: text that is made of elements, and says of each statement which of them it is from.
 *
 * An answer has numbered sources, the elements that were found. With a language model they go into a
 * prompt, between lines that no source can forge, and what the model writes is checked: a citation
 * of what is no source is taken out, a name that neither a source nor the question holds is
 * reported. Without a model, or when it fails, sentences are taken from the sources themselves. How
 * much of the question the sources cover is known in any case: an answer that they do not bear out
 * has little confidence, and says what is missing. */
#ifndef LUCUS_ANSWER_H
#define LUCUS_ANSWER_H

#include "lucus/expand.h" /* LU_HOPS_MAX */
#include "lucus/theme.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Less confidence than this is low: the code base hardly holds what the question is about. */
#define LU_ANSWER_LOW 0.35

/* ---- sources ---- */

/* An element that an answer may cite, by its number: its index in the list, counted from 1. */
typedef struct lu_source {
	lu_brief el;
	lu_str code, docstring, signature;
	size_t above;    /* bytes before code.s that are of its file, too */
	uint32_t rank;   /* of the hit; 0: it is none */
	float relevance; /* of the hit; 0: not known */
	lu_fit fit;      /* how much of it a prompt holds */
	uint32_t hop;    /* edges from the nearest element that was found by the question; 0: it was */
	double score;    /* of lu_neighbour; 1 of what was found */
	bool stale;      /* its text is not in the file any more */
	bool around;     /* it was not found, but holds what was */
} lu_source;

/* Looks at an element before it becomes a source, and sets its lines where they have moved. *gone: it is left out. */
typedef lu_code lu_source_fn(void *ctx, lu_brief *el, bool *gone, bool *stale, lu_err *e);

/* Two sources, and an edge between them. */
typedef struct lu_relation {
	size_t from, to; /* indices */
	lu_edge_kind kind;
	lu_grade grade;
} lu_relation;

/* A community (lu_theme) that sources are in. */
typedef struct lu_group {
	char id[LU_THEME_ID];
	lu_str name, path, summary;
	int64_t size;
	double score;   /* of its sources, together */
	size_t *source; /* indices, ascending */
	size_t n;
} lu_group;
#define LU_GROUPS 5 /* that an answer has */

typedef struct lu_sources {
	lu_source *v;
	size_t n;
	lu_relation *relation; /* by from, to and kind */
	size_t n_relation;
	lu_group *group; /* the best ones, by their scores; no source is in two */
	size_t n_group;
	struct lu__evidence *evidence; /* their sentences: lu_sources_assess() */
	size_t n_evidence;
	/* what the question asks for, as of the same */
	bool asks_value, asks_error, asks_reason;
	lu_arena arena; /* of all that */
} lu_sources;

/* The types of elements that hold a value, where a question asks for one, such as a number or a default; otherwise none. */
lu_code lu_value_types(lu_str question, lu_strs *out, lu_err *e) LU_MUST_USE;
/* Where a value is asked for, add what holds the best of the hits, and is no hit: classes, modules, files. Fields of structures,
 * lines of class bodies and what macros declare are often no elements of their own, and stand beside what was found. */
lu_code lu_sources_around(lu_store *s, const lu_hit *hit, size_t n, lu_sources *out, lu_err *e) LU_MUST_USE;
/* The hits with their source. One that a writer has removed since is left out. Release *out with lu_sources_free(). */
lu_code lu_sources_read(lu_store *s, const lu_hit *hit, size_t n, lu_sources *out, lu_err *e) LU_MUST_USE;
void lu_sources_free(lu_sources *s);

#define LU_ENTITIES_MAX 200

typedef struct lu_lazy_options {
	int64_t max_hops;     /* 2; 1 to LU_HOPS_MAX */
	int64_t max_entities; /* 50, the hits among them; 1 to LU_ENTITIES_MAX */
	bool communities;     /* true: sources have groups, and the prompt has these and how sources relate */
	lu_source_fn *look;   /* at what is near the hits, not at these; NULL: all of it is taken as it is stored */
	void *ctx;            /* of look() */
} lu_lazy_options;
void lu_lazy_options_init(lu_lazy_options *o);

/* The same, with what is near the hits, and the relations between all of them. What the filters of
 * `within`, the question's, keep away is neither a source nor on the way to one; NULL: there are
 * none. LU_EUSAGE: an option out of its range. */
lu_code lu_sources_expand(lu_store *s, lu_retriever *r, const lu_hit *hit, size_t n, const lu_lazy_options *o,
			  const lu_query_options *within, lu_sources *out, lu_err *e) LU_MUST_USE;

/* Cut the sources into sentences, and tell for each how likely it is that it answers the question, which `fixes` (NULL: none)
 * corrects: what an answer without a model is made of. LU_EUSAGE: as lu_query_check(). */
lu_code lu_sources_assess(lu_sources *s, lu_retriever *r, lu_str question, const lu_corrections *fixes,
			  lu_err *e) LU_MUST_USE;

/* ---- how much of a question they cover ---- */

typedef struct lu_cover {
	double confidence; /* 0 to 1 */
	double best;       /* share of the question's words that one source alone holds */
	lu_strs missing;   /* names, words and parts of the question that no source holds, as it has them */
	lu_strs nowhere;   /* those of them that nothing in the code base holds */
	lu_strs absent;    /* those of these that are names */
	bool nameless;     /* a name of the question is in no source: the confidence is below LU_ANSWER_LOW */
	bool unknown;      /* some word of it is nowhere in the code base */
	bool scoped;       /* for the caller to set: filters left some of the code base out, and texts say so */
	const struct lu__covering *of; /* what each source holds, for lu_cover_cited() */
} lu_cover;

/* Sources that are taken away never make it rise. The words of the question weigh the more the rarer
 * they are. Half of what counts is what all sources hold together, half what the best of them holds
 * alone; a part of the question (see lu_classify()) that they do not hold weighs more than its
 * words. A name, something written like code, quoted or with a capital amid a sentence, must be in a
 * source as a whole, or, of the last, at least somewhere in the code base: else the confidence is
 * below LU_ANSWER_LOW. The name of the code base's own folder is none. A word that `fixes` (NULL:
 * none) corrects counts less than one that is held. When it is below that, `missing` is not empty.
 * Memory comes from `a`. */
lu_code lu_cover_question(lu_retriever *r, lu_store *s, lu_str question, const lu_corrections *fixes,
			  const lu_sources *src, lu_arena *a, lu_cover *out, lu_err *e) LU_MUST_USE;

typedef struct lu_citation {
	size_t source; /* its number, from 1 */
	char id[LU_ID];
	lu_str name, path;
	uint32_t start_line, end_line;
	lu_str claim; /* the sentence that it supports, without citations */
	bool stale;   /* as of the source */
} lu_citation;

/* The same of what an answer cites, as if there were no other sources: `all` is of its sources
 * `src`, and must still be there. `quoted`: the claims are all that it gives of them, so that what a
 * source holds beside its name, path and claims does not count. Fewer citations never make it rise.
 * Memory comes from `a`. */
lu_code lu_cover_cited(const lu_cover *all, const lu_sources *src, const lu_citation *cite, size_t n, bool quoted,
		       lu_arena *a, lu_cover *out, lu_err *e) LU_MUST_USE;

/* ---- answers ---- */

typedef enum lu_answer_mode {
	LU_ANSWER_COMPACT,    /* one request with all sources that fit */
	LU_ANSWER_REFINE,     /* one after the other: each improves the answer by more sources */
	LU_ANSWER_TREE,       /* replies by a group of the sources each, at once, then one by all of these */
	LU_ANSWER_LAZY,       /* one request, with relations */
	LU_ANSWER_GLOBAL,     /* one request with points, which others have found in summaries of everything */
	LU_ANSWER_EXTRACTIVE, /* no request */
	LU_ANSWER_LAZY_GRAPH, /* one request with claims, of which lu_answer_options.known has all */
	LU_ANSWER_MODES
} lu_answer_mode;
/* "compact" "refine" "tree" "lazy" "global" "extractive" "lazy_graph" */
const char *lu_answer_mode_name(lu_answer_mode m);

#define LU_ANSWER_TOKENS 8000 /* that sources may take in a request, unless the caller says */
#define LU_ANSWER_VALUES 8    /* of those that hold a value, besides, where one is asked for */
#define LU_ANSWER_DEEP   30 /* elements that sentences are taken from where no model reads them, however few are shown */
#define LU_ANSWER_GROUP  5  /* sources that refine and tree show the model at once */

/* What is known of a question before it is answered: claims that cite sources by their numbers. */
typedef struct lu_answer_known {
	lu_str claims, subqueries; /* a line for each; subqueries: that the question was taken apart into */
	lu_str text;               /* the answer without a model */
} lu_answer_known;

typedef struct lu_answer_options {
	lu_answer_mode mode;
	int64_t max_tokens; /* of the sources in one request; 0: LU_ANSWER_TOKENS */
	bool communities;   /* lu_lazy_options */
	lu_str points;      /* of LU_ANSWER_GLOBAL: lines that cite the sources by their numbers */
	lu_str failed;      /* why the model was of no use before this: it is not asked; empty: nothing was wrong */
	const lu_answer_known *known; /* of LU_ANSWER_LAZY_GRAPH alone */
	lu_chat_piece_fn *piece;      /* gets the text as it comes, checked for its citations; NULL: no stream */
	/* What `piece` got is void, as the model has failed amid it: another text begins. With `piece` only. */
	lu_code (*again)(void *ctx, lu_err *e);
	void *ctx; /* of both */
} lu_answer_options;

typedef struct lu_lazy_entity {
	size_t source;
	char id[LU_ID];
	lu_str type, name, path;
	uint32_t start_line, end_line, hop;
	double score;
	bool stale;
} lu_lazy_entity;

typedef struct lu_answer_times {
	double seed, expand, context, model, total; /* seconds; less than 0: there was no such step */
} lu_answer_times;

typedef struct lu_response {
	lu_answer_mode mode; /* how it was made; LU_ANSWER_LAZY_GRAPH also without a model */
	bool lazy;           /* by lu_sources_expand(): entities and relations are set */
	lu_str text;
	lu_citation *cite; /* in the order of the text */
	size_t n_cite;
	double confidence;      /* by what it cites: lu_cover_cited() */
	lu_strs missing;        /* of the question in what it cites */
	lu_strs removed;        /* citations of what is no source, as they were written */
	lu_strs unsupported;    /* names that neither a source nor the question holds */
	lu_str model, fallback; /* empty: no model was called; the model did not fail */
	int64_t requests, tokens_in, tokens_cached, tokens_out; /* tokens -1: not known */
	double cost;                                            /* dollars; -1: not known */
	lu_answer_times times;
	lu_lazy_entity *entity;
	size_t n_entity;
	lu_relation *relation;
	size_t n_relation;
	lu_group *group;
	size_t n_group;
	lu_arena arena; /* of all that */
} lu_response;

/* Answer. `c` is of `src`, both by the question. `chat` NULL: without a model. A model that fails
 * makes an answer without one, whose `fallback` says why; LU_ECANCEL and LU_ENOMEM are errors. Sets
 * src->v[i].fit. out->times.seed and .expand are the caller's to set. Release *out with
 * lu_response_free(). */
lu_code lu_answer_question(lu_chat *chat, lu_str question, lu_sources *src, const lu_cover *c,
			   const lu_answer_options *o, lu_response *out, lu_err *e) LU_MUST_USE;
void lu_response_free(lu_response *a);

/* Write the members of an answer record, but for `record` and `query_id`, into the object that is open in `w`; and read
 * them again. `cached` says whether it comes from the cache. LU_EFORMAT: not what was written. */
void lu_response_write(lu_jw *w, const lu_response *a, bool cached);
lu_code lu_response_read(const lu_json *v, lu_response *out, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
