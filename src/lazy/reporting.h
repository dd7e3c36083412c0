/* SPDX-License-Identifier: MIT
 * What a search came to: for records, for a prompt, and for people where there is no model. */
#ifndef LU_LAZY_REPORTING_H
#define LU_LAZY_REPORTING_H

#include "lazy/claiming.h"

typedef struct lu__reporting {
	const lu__exploring *x;
	const lu__explored *found;
	const lu__claims *claims;
} lu__reporting;

/* The report, but for its times; *passage are the passages that its sources are. All lives in `a`. */
lu_code lu__report_make(const lu__reporting *r, lu_arena *a, lu_lazy_report *out, uint32_t **passage,
			lu_err *e) LU_MUST_USE;

/* Append the claims for a prompt, one on each line with the numbers of its sources behind it, as many as fit into
 * `tokens`: of each subquery the best come first, in turns. */
void lu__report_claims(const lu_lazy_report *r, int64_t tokens, lu_buf *out);
/* Append the subqueries that are kept, one on each line. */
void lu__report_subqueries(const lu_lazy_report *r, lu_buf *out);
/* Append the text without a model: the best claims of each subquery, else by file, with numbers of their sources. */
void lu__report_overview(const lu_lazy_report *r, lu_buf *out);

#endif
