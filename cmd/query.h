/* SPDX-License-Identifier: MIT
 * What the files of lucus query share. */
#ifndef LU_CMD_QUERY_H
#define LU_CMD_QUERY_H

#include "render/render.h"
#include "search.h"

extern lu_opt cmd_opts_choice[]; /* --adaptive and what belongs to it, --token-price, --max-tokens */

/* How many hits to give, and how much of them. LU_EUSAGE where options contradict each other. */
lu_code cmd_choice_given(lu_search_options *o, lu_err *e) LU_MUST_USE;

/* How the hits of a question are shown. */
typedef struct cmd_showing {
	const lu_search_options *how;
	bool explain;          /* show the stages also to people, and what the reranker's score is made of */
	bool several;          /* name the question in what people read */
	bool numbered;         /* number the hits for people */
	lu_str id;             /* of the question, as JSON text */
	const lu_json *record; /* that it came in; what is unknown in it is passed on. NULL: it came in none */
} cmd_showing;

/* lu_search_options.beside, of a cmd_showing. */
size_t cmd_hits_beside(void *showing, lu_str question, const lu_hit *h);

/* Write the hits of `f` to stdout in the format in use, and, for programs, the selection record; warns
 * people of words that were not found. */
lu_code cmd_hits_show(const cmd_showing *a, const lu_found *f, lu_err *e) LU_MUST_USE;

/* ---- answers: --answer, --lazy ---- */

extern lu_opt cmd_opts_answer[];    /* with those of the model */
extern lu_opt cmd_opts_answering[]; /* among them: those that say how answers are made, with those of the model */

/* How those say that answers are made, for plain ones. *is_lazy: lazy ones are on, and their model is the one to ask. */
void cmd_answering_of(lu_ask_options *o, bool *is_lazy);

typedef struct cmd_answering {
	bool on;
	bool stream;
	bool is_lazy_graph;
	lu_ask_options o;
	lu_lazy_graph_options lazy_graph;
} cmd_answering;

/* From the options, before cmd_search_configure(): LU_EUSAGE where they contradict each other. */
lu_code cmd_answering_given(cmd_answering *x, lu_err *e) LU_MUST_USE;

/* Answer a question from its hits, and show the answer: the record for programs, else the text with its sources. */
lu_code cmd_answer_show(const cmd_answering *x, lu_session *s, const cmd_showing *a, lu_found *f,
			lu_err *e) LU_MUST_USE;

/* ---- broad questions: --lazy-graph ---- */

extern lu_opt cmd_opts_lazy_graph[];
extern lu_opt cmd_opts_lazy_searching[]; /* among them: all but --trace */

/* From the options; *is_on: they ask for it. LU_EUSAGE where they contradict each other. */
lu_code cmd_lazy_graph_given(bool *is_on, lu_lazy_graph_options *o, lu_err *e) LU_MUST_USE;
/* Does the command line ask for it itself? */
bool cmd_lazy_graph_is_asked(void);
/* Something else was asked for: what the environment or a setting turns on is not meant. */
void cmd_lazy_graph_off(void);
/* Answer a question, and show events meanwhile when that was asked for. */
lu_code cmd_lazy_graph_ask(const cmd_answering *x, lu_session *s, const cmd_showing *a, lu_found *f,
			   const lu_answer_options *answer, lu_answered **out, lu_err *e) LU_MUST_USE;

/* Write an answer that was made. `streamed`: its text was written while it came. */
lu_code cmd_answer_print(const cmd_showing *a, const lu_found *f, const lu_answered *r, bool streamed,
			 lu_err *e) LU_MUST_USE;

/* Answers a question, shows the answer, and hands over its hits. */
typedef lu_code cmd_ask_fn(void *ctx, lu_str text, lu_found **out, lu_err *e);
/* Ask `first` (unless it is NULL) and then what a person types, and open hits in the editor. */
lu_code cmd_query_talk(lu_session *s, const char *first, cmd_ask_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

#endif
