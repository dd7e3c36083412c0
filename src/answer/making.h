/* SPDX-License-Identifier: MIT
 * An answer while a model makes it. */
#ifndef LU_ANSWER_MAKING_H
#define LU_ANSWER_MAKING_H

#include "answer/answer.h"

typedef struct lu__making {
	lu_chat *chat;
	lu_str question;
	lu_sources *src;
	const lu_cover *cover;
	lu_cover cited; /* of it, what the answer cites */
	const lu_answer_options *o;
	lu_response *r;
	char marker[LU_MARKER];
	lu__citing cite;
	lu_buf system, user, text;
	lu_buf data, more; /* of the next prompt: lu__put_prompt() */
	size_t told;       /* bytes of the text that were handed on */
	int64_t budget;
	bool quoted; /* the text is from the code itself, and no model's */
} lu__making;

/* Hand on what the text has since the last time. */
lu_code lu__making_tell(lu__making *m, lu_err *e) LU_MUST_USE;
/* Add what a request has cost. */
void lu__making_count(lu__making *m, const lu_chat_reply *a);
/* A text of a model without the citations of what is no source, for another prompt. */
lu_code lu__making_clean(lu__making *m, lu_str text, lu_str *out, lu_err *e) LU_MUST_USE;

/* Does the answer say what its sources lack? */
bool lu__says_missing(const lu__making *m);
/* The messages of a request by prompt `p`, in m->system and `user`: m->data is what it answers from, m->more what
 * goes with that (a draft, a map, subqueries); both are empty then. */
void lu__put_prompt(lu__making *m, lu_prompt_id p, lu_buf *user);
/* The request of m->system and m->user, whose text is the answer. LU_ENET: the model said nothing, too. */
lu_code lu__ask_last(lu__making *m, lu_prompt_id p, lu_err *e) LU_MUST_USE;

/* Answer from groups of LU_ANSWER_GROUP sources: one after the other, each with the draft of those before it; or each by
 * itself, all at once, and then from their answers. */
lu_code lu__ask_refine(lu__making *m, lu_err *e) LU_MUST_USE;
lu_code lu__ask_tree(lu__making *m, lu_err *e) LU_MUST_USE;

#endif
