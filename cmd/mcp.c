/* SPDX-License-Identifier: MIT
 * lucus mcp: a code base for coding agents, by the Model Context Protocol over stdin and stdout. */
#include "mcp.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "mcp/mcp.h"
#include "serving.h"

#ifndef LUCUS_VERSION
#define LUCUS_VERSION "unknown"
#endif

#define GRACE 10 /* seconds for calls in work when the input ends */

static int client = -1;
static bool write_it;

static lu_opt opts[] = { LU_OPT_CHOICE(0, "install", &client, "CLIENT", cmd_mcp_clients,
				       "print the configuration with which that client starts this server",
				       .heading = "Clients", .daily = true),
			 LU_OPT_FLAG(0, "write", &write_it,
				     "with --install, merge it into the client's file, of which a copy is kept",
				     .daily = true),
			 LU_OPT_GROUP(cmd_opts_serving),
			 LU_OPT_GROUP(lu_opts_store),
			 LU_OPT_GROUP(lu_opts_output),
			 LU_OPT_END };

static lu_code serve(lu_err *e)
{
	cmd_serving x = { .make = true };
	lu_mcp_served served = { .refresh = true };
	lu_mcp m = { .version = LUCUS_VERSION };
	lu_code rc = cmd_serving_open(&x, opts, &served.service, e);

	m.source = lu_mcp_of(&served);
	if (!rc) rc = lu_mcp_lines(&m, stdin, stdout, GRACE, e);
	lu_service_close(served.service);
	cmd_serving_free(&x);
	return rc;
}

extern const lu_cmd cmd_mcp;

static lu_code run(int argc, char **argv, lu_err *e)
{
	lu_code rc = lu_cmd_operands(&cmd_mcp, argc, argv, 0, 0, e);

	if (rc) return rc;
	if (client >= 0) return cmd_mcp_install(client, write_it, e);
	if (write_it) return lu_fail(e, LU_EUSAGE, "option '--write' needs --install CLIENT");
	if (isatty(STDIN_FILENO))
		return lu_fail(e, LU_EUSAGE,
			       "this is for programs that speak the protocol: lucus mcp --install CLIENT says how a "
			       "coding agent starts it");
	return serve(e);
}

static const char *const examples[] = { "lucus mcp --install claude", "lucus mcp --install codex", NULL };

const lu_cmd cmd_mcp = {
	.name = "mcp",
	.summary = "let coding agents ask, by the Model Context Protocol",
	.args = "",
	.opts = opts,
	.run = run,
	.examples = examples,
};
