/* SPDX-License-Identifier: MIT
 * How likely is it that a sentence answers a question? By what both say alone: words and their forms, tokens that stand for
 * them, vectors of the built-in model, where the sentence stands, and whether it has what is asked for, such as a value. No
 * model is called. The weights are fitted: scripts/fit-sentences.sh. */
#ifndef LU_RELEVANCE_ASSESS_H
#define LU_RELEVANCE_ASSESS_H

#include "lucus/retrieve.h"
#include "passage/passage.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is known of a sentence: relevance/signals.def says what each signal is. */
typedef enum lu_signal {
#define SIGNAL(name, text) LU_SIGNAL_##name,
#include "relevance/signals.def"
#undef SIGNAL
	LU_SIGNALS
} lu_signal;
const char *lu_signal_name(lu_signal s);

/* One question. One thread at a time. */
typedef struct lu_assessor lu_assessor;

/* Read `question`. `fixes` (NULL: none) says what was corrected in it, as lu_query_words() takes it. `r` must outlive it.
 * LU_EUSAGE: as lu_query_check(). Release with lu_assessor_close(), which accepts NULL. */
lu_code lu_assessor_open(lu_retriever *r, lu_str question, const lu_corrections *fixes, lu_assessor **out,
			 lu_err *e) LU_MUST_USE;
void lu_assessor_close(lu_assessor *j);

/* Where sentences stand. Views are borrowed for the call. */
typedef struct lu_scene {
	lu_str name, type, path; /* of their element */
	float relevance;         /* lu_hit.relevance; 0: it is no hit, or that is not known */
	uint32_t rank;           /* lu_hit.rank; 0: it is no hit */
} lu_scene;

/* p[i]: how likely it is that sentence i of an element answers the question; 0 to 1. `v` are sentences of one element, in their
 * order, as lu_cut() makes them: what stands beside a sentence says what it is about. LU_ENOMEM. */
lu_code lu_assess_sentences(lu_assessor *j, const lu_scene *at, const lu_sentence *v, size_t n, float *p,
			    lu_err *e) LU_MUST_USE;
/* The signals that this is made of, a row for each sentence. */
lu_code lu_assess_signals(lu_assessor *j, const lu_scene *at, const lu_sentence *v, size_t n, float (*x)[LU_SIGNALS],
			  lu_err *e) LU_MUST_USE;

/* What signals come to: p[i] of row i, which is that of sentence v[i]. */
void lu_assess_rows(const lu_assessor *j, const lu_sentence *v, float (*x)[LU_SIGNALS], size_t n, float *p);

/* What a question asks for, by its words. */
typedef struct lu_asked_for {
	bool value;     /* a number, a name, a place: "how many", "which port", "what is the default" */
	bool standard;  /* what holds unless something is said: "default", "unless told otherwise" */
	bool condition; /* "when", "can", "is it allowed" */
	bool error;     /* what is thrown, said, or refused */
	bool way;       /* "how is it done" */
	bool reason;    /* "why" */
	bool time;      /* "how long", "after how many seconds" */
	bool fact;      /* one thing, which a single line may say: "how many", "in which year", "who was" */
} lu_asked_for;
lu_code lu_question_asks(lu_str question, lu_asked_for *out, lu_err *e) LU_MUST_USE;
lu_asked_for lu_assessor_asked(const lu_assessor *j);

/* Types of elements that hold a value. */
lu_strs lu_value_holders(void);
bool lu_holds_value(lu_str type);

/* What a sentence has of what is asked for. */
typedef struct lu_gives {
	bool number, string, constant, assignment, condition, error, reason, time;
	bool standard; /* it says what holds by default */
	bool word;     /* it sets something to 0, 1, or a word that is a value, such as "true" */
} lu_gives;
lu_gives lu_sentence_gives(const lu_sentence *s);

#ifdef __cplusplus
}
#endif
#endif
