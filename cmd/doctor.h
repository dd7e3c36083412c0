/* SPDX-License-Identifier: MIT
 * What the files of lucus doctor share. */
#ifndef LU_CMD_DOCTOR_H
#define LU_CMD_DOCTOR_H

#include "base.h"

typedef struct cmd_visit {
	lu_jw w;
	lu_buf dir; /* of the trial */
	lu_store *s;
	lu_embedder *m;
	lu_counts counts;
	bool ask; /* the language model */
	int failed;
} cmd_visit;

/* Show a finding, and count it when it is a failure. */
lu_code cmd_visit_report(cmd_visit *v, const char *name, bool ok, const char *detail, lu_err *e) LU_MUST_USE;
/* Report a step that ended with `rc`, and why when it failed: a failure is a finding, not an error of the command. */
lu_code cmd_visit_step(cmd_visit *v, const char *name, lu_code rc, const char *good, const lu_err *why,
		       lu_err *e) LU_MUST_USE;
/* Exercise the real path on a small tree that is made for it. Each step needs those before it: the first that fails is
 * reported, the rest is not tried. */
lu_code cmd_visit_trial(cmd_visit *v, lu_err *e) LU_MUST_USE;

#endif
