/* SPDX-License-Identifier: MIT
 * The options that commands share. */
#include "cli/opt.h"

lu_common_opts lu_common = { .kb = "default", .tenant = "default", .command = "", .tty = -1 };

static const char *const formats[] = { "auto", "json", "text", "md", "paths", "lines", NULL };
static const char *const colors[] = { "auto", "always", "never", NULL };

lu_opt lu_opts_store[] = {
	LU_OPT_STR(0, "db", &lu_common.db, "FILE", "use the store FILE instead of the nearest .lucus/lucus.db upward",
		   .env = "LUCUS_DB", .heading = "Store"),
	LU_OPT_STR(0, "kb", &lu_common.kb, "NAME", "use the knowledge base NAME of the store", .env = "LUCUS_KB"),
	LU_OPT_STR(0, "tenant", &lu_common.tenant, "NAME", "act for the tenant NAME", .env = "LUCUS_TENANT"), LU_OPT_END
};

lu_opt lu_opts_output[] = {
	LU_OPT_CHOICE(0, "format", &lu_common.format, "FORMAT", formats,
		      "write this format; auto is text on a terminal, JSON lines elsewhere", .heading = "Output",
		      .daily = true),
	LU_OPT_CHOICE(0, "color", &lu_common.color, "WHEN", colors,
		      "use colours; auto does so on terminals, unless NO_COLOR is set"),
	LU_OPT_FLAG(0, "no-pager", &lu_common.no_pager, "show also what is taller than the terminal without a pager"),
	LU_OPT_FLAG('v', "verbose", &lu_common.verbose, "log each stage and its time to standard error"),
	LU_OPT_FLAG('q', "quiet", &lu_common.quiet, "show neither progress nor warnings"),
	LU_OPT_END
};
