/* SPDX-License-Identifier: MIT
 * --explain: elements get explanations that a model writes, within a cost that somebody agreed to. */
#ifndef LU_CMD_EXPLAIN_H
#define LU_CMD_EXPLAIN_H

#include "base.h"
#include "cli/out.h"
#include "llm.h"
#include "lucus/explain.h"
#include "lucus/explained.h"

extern lu_opt lu_opts_explain[]; /* --explain --explain-type --explain-lines --max-cost --yes, and those of models */
bool lu_explains(void);          /* was --explain given? */

typedef struct lu_explaining {
	lu_chat *chat;
	lu_buf maker; /* whose explanations these are */
	lu_explain_options o;
	lu_explain_sum sum;
	int64_t due, bytes; /* elements to be explained, and bytes of their texts */
	int64_t before;     /* of them that earlier calls have asked for */
	lu_progress bar;
	const lu_explain_item *items; /* of the call that runs */
	const lu_str *names;          /* of its elements, for messages */
} lu_explaining;

/* After lu_base_settings(). LU_EUSAGE when no model is configured. */
lu_code lu_explaining_open(lu_explaining *x, lu_err *e) LU_MUST_USE;
void lu_explaining_close(lu_explaining *x);
/* Is an element of this type and size explained? */
bool lu_explaining_wants(const lu_element *el);
/* When x->due and x->bytes are known: is what it will cost within --max-cost, or agreed to? LU_EUSAGE with the estimate when
 * not. */
lu_code lu_explaining_agree(lu_explaining *x, lu_err *e) LU_MUST_USE;
/* lu_explain() with progress and warnings; the explanations live in `a`. */
lu_code lu_explaining_ask(lu_explaining *x, lu_explain_item *v, const lu_str *names, size_t n, lu_arena *a,
			  lu_err *e) LU_MUST_USE;
/* Tell what was not done, when `rc` or the cost stopped it, or elements failed; true when some are left. */
bool lu_explaining_tell(lu_explaining *x, lu_code rc);

#define LU_EXPLAIN_BATCH 60 /* elements that are asked for, and committed, together */

/* ingest-ast: explain what is due in the knowledge base of `s`. `stored` is told of the files whose elements changed. What was
 * done is committed and in the ledger whatever it returns. */
lu_code lu_explain_store(lu_store *s, lu_running *run, lu_err *e) LU_MUST_USE;

#endif
