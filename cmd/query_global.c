/* SPDX-License-Identifier: MIT */
#include "query_global.h"

#include "cli/out.h"

static bool global, dry_run;
static int64_t level = 2;

enum { GLOBAL, LEVEL, DRY_RUN };

lu_opt cmd_opts_global[] = {
	[GLOBAL] = LU_OPT_FLAG(0, "global", &global,
			       "answer from summaries of all communities, which the model makes once, and reads in "
			       "batches for each question: what a lazy answer is compared with"),
	[LEVEL] = LU_OPT_INT(0, "level", &level, "N", 0, LU_GLOBAL_LEVEL_MAX,
			     "with --global, read the communities N levels below the largest", .env = "LUCUS_LEVEL",
			     .setting = "level"),
	[DRY_RUN] = LU_OPT_FLAG(0, "dry-run", &dry_run,
				"with --global, send nothing, and tell what requests and tokens it would take"),
	LU_OPT_END
};

bool cmd_global_on(void)
{
	return global;
}

bool cmd_global_dry(void)
{
	return global && dry_run;
}

lu_code cmd_global_given(const char *other, lu_ask_options *o, lu_err *e)
{
	for (int i = LEVEL; i <= DRY_RUN; i++)
		if (cmd_opts_global[i].origin == LU_FROM_OPTION && !global)
			return lu_fail(e, LU_EUSAGE, "option '--%s' needs --global", cmd_opts_global[i].name);
	if (global && other) return lu_fail(e, LU_EUSAGE, "option '--global' is given with '--%s'", other);
	if (!global) return LU_OK;
	o->answer.mode = LU_ANSWER_GLOBAL;
	o->level = level;
	return LU_OK;
}

lu_code cmd_global_estimate(lu_session *s, const cmd_showing *a, const lu_found *f, const lu_ask_options *o, lu_err *e)
{
	lu_sink out = lu_out_sink(stdout);
	lu_estimate x;
	lu_code rc = lu_session_estimate(s, NULL, f, o, &x, e);

	return rc ? rc : lu_render_estimate(&out, a->id, &x, e);
}
