/* SPDX-License-Identifier: MIT
 * What the files of lucus eval share. */
#ifndef LU_CMD_EVAL_H
#define LU_CMD_EVAL_H

#include "eval/eval.h"
#include "render/render.h"
#include "search.h"

/* The results of one question. */
typedef struct cmd_ranked {
	lu_judged *v;
	size_t n;    /* as many as are judged */
	size_t deep; /* as many as there are */
} cmd_ranked;

/* What one strategy achieved on a set of questions. */
typedef struct cmd_achieved {
	cmd_ranked *results; /* of each question */
	lu_gains *gains;
	lu_series s;              /* how it is shown */
	double *seconds, *tokens; /* of each question; NULL: unknown */
	lu_difference *d;         /* to the first strategy */
	size_t n_d;
	double total; /* seconds of all questions */
	lu_arena a;   /* owns all this */
} cmd_achieved;

typedef struct cmd_evaluation {
	const char *source; /* name of the set */
	lu_qrels qrels;
	size_t *k; /* ascending */
	size_t n_k;
	size_t deepest; /* the largest k that is needed, also by a gate */
	lu_gate *gates;
	size_t n_gates;
	bool rejected; /* a query of the set was not sound */
	bool roll_up;
	bool costs;     /* report to programs, too, what the strategies cost */
	bool questions; /* and each question */
	lu_summary_options so;
	lu_arena arena;
	lu_session *session; /* open only when the store is needed */
	lu_store *store;     /* lent by it: cmd_eval_lend() */
	bool asks;           /* it is queried, and not only read */
	lu_search_options o; /* of its questions */
	struct {
		lu_file *v;
		size_t n;
		bool read;
	} files; /* of the store */
} cmd_evaluation;

/* Split what was given once or several times, with commas or without, and drop repetitions. */
lu_code cmd_eval_split(const lu_strs *given, lu_arena *a, lu_strs *out, lu_err *e) LU_MUST_USE;
/* Read the depths, the gates, and then the annotated queries, into `ev`. */
lu_code cmd_eval_depths(cmd_evaluation *ev, const lu_strs *given, lu_err *e) LU_MUST_USE;
lu_code cmd_eval_gates(cmd_evaluation *ev, const lu_strs *given, lu_err *e) LU_MUST_USE;
lu_code cmd_eval_qrels(cmd_evaluation *ev, const char *file, lu_err *e) LU_MUST_USE;

/* Have ev->store, where there is a session. It can not be queried meanwhile. */
lu_code cmd_eval_lend(cmd_evaluation *ev, lu_err *e) LU_MUST_USE;
void cmd_eval_return(cmd_evaluation *ev);

/* The element that stands for `b` in a set that names only outermost elements: *keep is false when none
 * does. Views live in `a`. */
lu_code cmd_roll_up(lu_store *s, lu_brief b, lu_arena *a, lu_brief *out, bool *keep, lu_err *e) LU_MUST_USE;

/* Judge results[i] of question i: reduces them to distinct ones and sets the gains. */
lu_code cmd_achieved_judge(cmd_achieved *r, size_t i, const cmd_evaluation *ev, lu_err *e) LU_MUST_USE;

/* Run the strategy that *out names, and judge the results. */
lu_code cmd_eval_strategy(cmd_evaluation *ev, cmd_achieved *out, lu_err *e) LU_MUST_USE;
/* Run it on question `i` as deep as it goes: *out is what came, in `a`, and *res the whole result, which is the
 * caller's to release. */
lu_code cmd_eval_deep(cmd_evaluation *ev, const cmd_achieved *r, size_t i, lu_arena *a, cmd_ranked *out, lu_found **res,
		      lu_err *e) LU_MUST_USE;

/* Take the results from the `hit` records in `file` ("-" for stdin). *rejected: some were no good. */
lu_code cmd_eval_hits(cmd_evaluation *ev, const char *file, cmd_achieved *out, bool *rejected, lu_err *e) LU_MUST_USE;

/* Find the queries of which some target did not come, and why: out->s.f. */
lu_code cmd_eval_why(cmd_evaluation *ev, cmd_achieved *out, lu_err *e) LU_MUST_USE;
/* Warn of targets that the store does not hold. */
lu_code cmd_eval_check_targets(cmd_evaluation *ev, lu_err *e) LU_MUST_USE;

/* A file that is written at the end, but must be writable from the start. Zero-initialised is none. */
typedef struct cmd_target_file {
	const char *path;
	int fd;
	bool made; /* it was not there before */
} cmd_target_file;

/* `path` may be NULL: then nothing is opened. */
lu_code cmd_target_file_open(cmd_target_file *t, const char *path, lu_err *e) LU_MUST_USE;
lu_code cmd_target_file_write(cmd_target_file *t, lu_str text, lu_err *e) LU_MUST_USE;
/* Removes a file that was made and not written. */
void cmd_target_file_close(cmd_target_file *t);

/* Write what a strategy has achieved, and with `failures` the questions of which some target did not come. */
lu_code cmd_eval_show(const cmd_evaluation *ev, cmd_achieved *r, bool failures, lu_err *e) LU_MUST_USE;
/* Write what the others of `n` strategies gain over the first, and the picture and the page that are wanted. */
lu_code cmd_eval_finish(const cmd_evaluation *ev, const cmd_achieved *r, size_t n, cmd_target_file *svg,
			cmd_target_file *page, lu_err *e) LU_MUST_USE;

#endif
