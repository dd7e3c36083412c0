/* SPDX-License-Identifier: MIT
 * What the files of lucus query share. */
#ifndef LU_CMD_QUERY_H
#define LU_CMD_QUERY_H

#include "behind.h"
#include "lucus/answer.h"
#include "lucus/cache.h"
#include "search.h"

extern lu_opt lu_opts_choice[]; /* --adaptive and what belongs to it, --token-price, --max-tokens */

/* How many hits are shown, and how much of them. */
typedef struct lu_choosing {
	bool adaptive;
	lu_select_options o; /* of --adaptive; its price is that of every selection */
	int64_t k;           /* of a fixed number */
	int64_t max_tokens;  /* 0: snippets; else whole elements that fit */
} lu_choosing;

/* From the options: LU_EUSAGE where they contradict each other. */
lu_code lu_choose_options(lu_choosing *c, int64_t k, lu_err *e) LU_MUST_USE;

/* Of which state of the tree the store is. */
typedef struct lu_origin_state {
	lu_fresh *fresh; /* has looked at the files of the hits */
	lu_str root;
	lu_tree tree;
	int64_t behind; /* files of the tree that are not as in the store; -1: it was not walked */
	lu_arena arena;
} lu_origin_state;

/* How the answer to a question is shown. */
typedef struct lu_showing {
	lu_store *store;
	const lu_origin_state *state;
	const lu_choosing *how;
	bool explain;            /* show the stages also to people, and what the reranker's score is made of */
	bool by_file;            /* hits are files */
	bool several;            /* name the question in what people read */
	bool numbered;           /* number the hits for people */
	lu_str id;               /* of the question, as JSON text */
	lu_str text;             /* the question */
	double *times;           /* lu_query_options.times */
	bool tell_times;         /* in the selection record */
	bool kept;               /* the answer comes from the cache */
	const lu_json *record;   /* that it came in; what is unknown in it is passed on. NULL: it came in none */
	const lu_selection *sel; /* how the number of hits was decided; NULL: it was given */
} lu_showing;

/* A hit with what is shown of it. */
typedef struct lu_shown {
	const lu_hit *hit;
	lu_str text;    /* a snippet, or with --max-tokens the source or the outline, or nothing */
	uint32_t first; /* the line of the file where the text begins; 0: unknown, or it is an outline */
	lu_fit fit;
	int64_t tokens; /* of the source */
} lu_shown;

typedef struct lu_page {
	lu_shown *v;
	size_t n;
	int64_t tokens; /* of what is handed on */
} lu_page;

/* Read what is shown of the hits, and set their lines; views live in r->arena. */
lu_code lu_page_read(const lu_showing *a, lu_result *r, lu_page *out, lu_err *e) LU_MUST_USE;

/* The selection record. */
lu_code lu_write_selection(const lu_showing *a, const lu_result *r, const lu_page *p, lu_jw *w, lu_err *e) LU_MUST_USE;

/* Write the hits of `r` to stdout in the format in use, and, for programs, the selection record; warns
 * people of words that were not found. */
lu_code lu_show(const lu_showing *a, lu_result *r, lu_err *e) LU_MUST_USE;

/* ---- answers: --answer, --lazy ---- */

extern lu_opt lu_opts_answer[]; /* with those of the model */

typedef struct lu_answering {
	bool on;
	bool stream;
	bool lazy;
	lu_answer_options o;
	lu_lazy_options near;
	lu_chat *chat;   /* NULL: no model is configured */
	lu_buf settings; /* what an answer depends on beside its hits, for the cache */
} lu_answering;

/* From the options: LU_EUSAGE where they contradict each other; opens the model that they name. Call it after
 * lu_base_settings(). */
lu_code lu_answering_open(lu_answering *x, lu_store *s, lu_err *e) LU_MUST_USE;
void lu_answering_close(lu_answering *x);

/* A question with its hits. */
typedef struct lu_asked {
	lu_search *search;
	bool vectors;    /* lu_search_ready() */
	lu_cache *cache; /* NULL: none is used */
	const lu_cache_key *key;
	lu_fresh *fresh; /* what sources of an answer are checked by */
	lu_str id, text;
	const lu_json *record; /* that the question came in, or NULL */
	const lu_result *hits;
	double start, seed; /* when it began; seconds until there were hits */
	bool kept;          /* is set when the answer comes from the cache */
	bool touched;       /* and this when a file that it was made of is not as in the store */
} lu_asked;

/* Answer a question from its hits, and show the answer: the record for programs, else the text with its sources. */
lu_code lu_answer_show(lu_answering *x, lu_asked *q, lu_err *e) LU_MUST_USE;

/* Answers a question, shows the answer, and hands it over. */
typedef lu_code lu_ask_fn(void *ctx, lu_str text, lu_result *out, lu_err *e);
/* Ask `first` (unless it is NULL) and then what a person types, and open hits in the editor. */
lu_code lu_query_talk(lu_store *s, const char *first, lu_ask_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

#endif
