/* SPDX-License-Identifier: MIT
 * What the options say of a sync: lucus sync, and lucus query --refresh. */
#include <string.h>

#include "base.h"
#include "cli/out.h"
#include "llm.h"
#include "lucus/session.h"

static int64_t community_size = LU_COMMUNITY_SIZE;
lu_opt cmd_opts_communities[] = { LU_OPT_INT(0, "community-size", &community_size, "N", 1, LU_COMMUNITY_SIZE_MAX,
					     "part communities until none of the lowest level has more than N elements",
					     .env = "LUCUS_COMMUNITY_SIZE", .setting = "community_size",
					     .heading = "Communities"),
				  LU_OPT_END };

uint32_t cmd_base_community_size(void)
{
	return (uint32_t)community_size;
}

lu_code cmd_base_sync(cmd_syncing *x, int64_t history, lu_err *e)
{
	lu_embed_config embed = cmd_base_embed_config();
	lu_code rc;

	*x = (cmd_syncing){ .prices = LU_BUF };
	rc = strcmp(embed.provider, "builtin") ? cmd_llm_ledger_prices(&x->prices, e) : LU_OK;
	x->o = (lu_sync_options){
		.tree = cmd_base_tree(), .embed = embed, .prices = lu_buf_str(&x->prices), .history = history
	};
	return rc;
}

void cmd_base_sync_free(cmd_syncing *x)
{
	lu_buf_free(&x->prices);
}

/* ---- --refresh ---- */

/* What a question does not wait for is reported as a warning, not as a record: those are of the question. */
static lu_code on_reject(void *ctx, const char *path, long line, const char *reason, lu_err *e)
{
	(void)ctx, (void)e;
	if (line) lu_out_warn("%s:%ld: %s", path, line, reason);
	else lu_out_warn("%s: %s", path, reason);
	return LU_OK;
}

lu_code cmd_base_refresh(lu_session *s, lu_err *e)
{
	cmd_running r;
	lu_watch quiet;
	cmd_syncing x;
	lu_code rc = cmd_base_sync(&x, -1, e);

	cmd_running_init(&r);
	quiet = (lu_watch){ .reject = on_reject, .warn = r.watch.warn, .log = r.watch.log };
	if (!rc) rc = lu_session_refresh(s, NULL, &x.o, &quiet, e);
	cmd_base_sync_free(&x);
	return rc;
}
