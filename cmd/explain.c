/* SPDX-License-Identifier: MIT
 * What both commands with --explain share. */
#include "explain.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/out.h"
#include "llm.h"

static bool explain, yes;
static double max_cost = 1;
static int64_t min_lines = 3;
static lu_strs types;

lu_opt cmd_opts_explain[] = {
	LU_OPT_FLAG(0, "explain", &explain,
		    "have a language model explain elements that have no explanation of their present text",
		    .heading = "Explanations", .daily = true),
	LU_OPT_LIST(0, "explain-type", &types, "TYPE",
		    "explain elements of type TYPE instead of functions, methods, classes and other types"),
	LU_OPT_INT(0, "explain-lines", &min_lines, "N", 1, 1000000, "explain elements of at least N lines"),
	LU_OPT_REAL(0, "max-cost", &max_cost, "DOLLARS", 0, 1000000,
		    "ask before explanations that are likely to cost more, and stop when they do",
		    .env = "LUCUS_MAX_COST"),
	LU_OPT_FLAG(0, "yes", &yes, "agree to the estimated cost"),
	LU_OPT_GROUP(cmd_opts_llm),
	LU_OPT_GROUP(cmd_opts_prices),
	LU_OPT_END
};

bool cmd_explains(void)
{
	return explain;
}

/* Options, or a person who is asked. */
static bool on_agree(void *ctx, const char *estimate)
{
	char line[16];

	(void)ctx;
	if (yes) return true;
	if (!isatty(STDIN_FILENO) || !lu_out_terminal(stderr)) return false;
	fprintf(stderr, "%s\nGo on? [y/N] ", estimate);
	fflush(stderr);
	return fgets(line, sizeof line, stdin) && (line[0] == 'y' || line[0] == 'Y');
}

lu_code cmd_explain_open(cmd_explaining *x, lu_err *e)
{
	lu_code rc;

	*x = (cmd_explaining){ .prices = LU_BUF };
	rc = cmd_llm_open(&x->o.chat, e);
	if (!rc && !x->o.chat)
		return lu_fail(e, LU_EUSAGE,
			       "--explain needs a language model: give --llm-provider or --llm-url, or set "
			       "LUCUS_LLM_PROVIDER, ANTHROPIC_API_KEY or OPENAI_API_KEY");
	if (!rc) rc = cmd_llm_prices(&x->prices, e);
	x->o.prices = lu_buf_str(&x->prices);
	x->o.types = types;
	x->o.min_lines = min_lines;
	x->o.max_cost = max_cost;
	x->o.agree = on_agree;
	return rc;
}

void cmd_explain_close(cmd_explaining *x)
{
	lu_chat_close(x->o.chat);
	lu_buf_free(&x->prices);
}
