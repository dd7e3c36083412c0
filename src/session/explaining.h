/* SPDX-License-Identifier: MIT
 * Having a model explain elements, within a cost that somebody agreed to: those of a store, or those of trees without
 * one. Which elements are due, what is known of them already, and when to stop, is decided here. */
#ifndef LU_SESSION_EXPLAINING_H
#define LU_SESSION_EXPLAINING_H

#include "explain/explain.h"
#include "index/explained.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lu_explaining_options {
	lu_chat *chat;     /* the model; of the caller's */
	lu_str prices;     /* as lu_price_of() takes them */
	lu_strs types;     /* of elements that are explained; empty: functions, methods, classes and other types */
	int64_t min_lines; /* that they have at least */
	double max_cost;   /* dollars, after which requests end; when it is likely to cost more, `agree` is called */
	/* Shall it cost more, or an unknown price for many elements? `estimate` is a sentence that says how much. Once
	 * agreed to, twice the estimate is the limit. NULL: no. */
	bool (*agree)(void *ctx, const char *estimate);
	void *ctx;
} lu_explaining_options;

/* Explain what is due in the knowledge base of `s`. w->stored gets the files whose elements changed. What was done is
 * committed and in the ledger whatever it returns. *left: elements that are due have no explanation yet. Adds to *c and
 * *sum. LU_EUSAGE: the cost was not agreed to. */
lu_code lu_explain_store(lu_store *s, const lu_explaining_options *o, const lu_watch *w, lu_counts *c,
			 lu_explain_sum *sum, bool *left, lu_err *e) LU_MUST_USE;

/* A part of a file system, as lu_parse_parts() takes it. */
typedef struct lu_explain_trees {
	const char *root;
	const lu_tree_part *part;
	size_t n;
	const lu_tree_options *options;
	lu_reader *known; /* the element records of an earlier run, whose explanations are used again; or NULL */
} lu_explain_trees;
typedef lu_code lu_explained_fn(void *ctx, const lu_element *el, lu_err *e);
/* Parse trees, explain what is due, and give each element, in order of lu_parse_parts(). Each tree is parsed twice: to
 * find out what it will cost, and to explain it. After an error the elements that were read are given as they are. */
lu_code lu_explain_parts(const lu_explain_trees *t, const lu_explaining_options *o, const lu_watch *w, lu_counts *c,
			 lu_explained_fn *fn, void *ctx, bool *left, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
