/* SPDX-License-Identifier: MIT
 * lucus strategies: the ways to find hits, what each needs, and which of them the store supports. */
#include <stdio.h>
#include <string.h>

#include "base.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "render/render.h"
#include "search.h"

extern const lu_cmd cmd_strategies;

static lu_opt opts[] = { LU_OPT_GROUP(cmd_opts_model), LU_OPT_GROUP(lu_opts_store), LU_OPT_GROUP(lu_opts_output),
			 LU_OPT_END };

/* What is known here. */
typedef struct listing {
	lu_session *session;          /* NULL: there is no store */
	const lu_strategy_info *best; /* runs when none is named */
	lu_jw w;
} listing;

/* What there is can be listed before there is a store. */
static lu_code open_here(listing *l, lu_err *e)
{
	lu_where here = cmd_base_where();
	lu_buf path = LU_BUF;
	bool found = false;
	lu_strategy_state x;
	lu_code rc = lu_where_path(&here, ".", &path, &found, e);

	lu_buf_free(&path);
	if (!rc && !found && !lu_common.db) return LU_OK;
	if (!rc) rc = cmd_search_open(opts, &l->session, e);
	if (!rc) rc = cmd_search_configure(l->session, false, false, e);
	if (!rc) rc = lu_session_strategy(l->session, NULL, NULL, &x, e);
	if (!rc) l->best = x.runs;
	return rc;
}

static lu_code look(const listing *l, const lu_strategy_info *i, lu_strategy_state *out, lu_err *e)
{
	*out = (lu_strategy_state){ .asked = i };
	return l->session ? lu_session_strategy(l->session, NULL, i->name, out, e) : LU_OK;
}

static bool is_default(const listing *l, const lu_strategy_info *i)
{
	return l->best ? l->best == i : !strcmp(i->name, "auto");
}

static const char *reason_of(const lu_strategy_state *x)
{
	return *x->lacks ? x->lacks : NULL;
}

static lu_code show_json(listing *l, const lu_strategy_state *x, lu_err *e)
{
	lu_strategy_record(&l->w, x, is_default(l, x->asked));
	return lu_jw_flush(&l->w, stdout, e);
}

static void show_stages(const lu_strategy_info *i)
{
	char text[64] = "";
	size_t n = 0;

	for (int s = 0; s < LU_HIT_STAGES; s++)
		if (i->stages & LU_HIT_STAGE_BIT(s))
			n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n ? " " : "",
					      lu_hit_stage_name((lu_hit_stage)s));
	lu_out_textf(stdout, LU_COLOR_PLAIN, "  %-29s", text);
}

static void show_text(const listing *l, const lu_strategy_state *x)
{
	const char *reason = reason_of(x);
	bool yes = x->runs && !reason;

	lu_out_textf(stdout, LU_COLOR_PLAIN, "%s ", is_default(l, x->asked) ? "*" : " ");
	lu_out_textf(stdout, LU_COLOR_BOLD, "%-30s", x->asked->name);
	show_stages(x->asked);
	if (x->runs) lu_out_text(stdout, yes ? LU_COLOR_GREEN : LU_COLOR_YELLOW, lu_strz(yes ? "  yes" : "  no"));
	lu_out_textf(stdout, LU_COLOR_DIM, "\n    %s", x->asked->summary);
	if (x->asked->alias) lu_out_textf(stdout, LU_COLOR_DIM, "; also called %s", x->asked->alias);
	if (reason) lu_out_textf(stdout, LU_COLOR_YELLOW, "\n    %s; %s runs instead", reason, x->runs->name);
	putchar('\n');
}

static lu_code list(listing *l, lu_err *e)
{
	const lu_strategy_info *i;
	lu_format f = lu_out_format();
	lu_code rc = LU_OK;

	if (f == LU_FORMAT_TEXT || f == LU_FORMAT_MD)
		lu_out_textf(stdout, LU_COLOR_DIM, "  %-30s  %-29s%s\n", "strategy", "stages", l->best ? "  here" : "");
	for (size_t n = 0; !rc && (i = lu_strategy_at(n)); n++) {
		lu_strategy_state x;

		if ((rc = look(l, i, &x, e))) break;
		if (f == LU_FORMAT_JSON) rc = show_json(l, &x, e);
		else if (lu_out_is_places()) lu_out_textf(stdout, LU_COLOR_PLAIN, "%s\n", i->name);
		else show_text(l, &x);
	}
	return rc;
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	listing l = { .best = NULL };
	lu_code rc = lu_cmd_operands(&cmd_strategies, argc, argv, 0, 0, e);

	if (rc) return rc;
	lu_jw_init(&l.w);
	rc = open_here(&l, e);
	if (!rc) rc = list(&l, e);
	lu_jw_free(&l.w);
	lu_session_close(l.session);
	return rc;
}

static const char *const examples[] = { "lucus strategies", NULL };

const lu_cmd cmd_strategies = {
	.name = "strategies",
	.summary = "list the ways to find hits, and which of them the store supports",
	.args = "",
	.opts = opts,
	.run = run,
	.pages = true,
	.examples = examples,
};
