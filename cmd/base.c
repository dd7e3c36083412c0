/* SPDX-License-Identifier: MIT
 * Finding and opening the store. */
#include "base.h"

#include "cli/out.h"
#include "cli/place.h"
#include "lucus/session.h"

static double wait_s = 10;
lu_opt cmd_opts_wait[] = { LU_OPT_REAL(0, "wait", &wait_s, "SECONDS", 0, 86400,
				       "wait so long for another process that is writing the store",
				       .env = "LUCUS_WAIT", .heading = "Store"),
			   LU_OPT_END };

lu_where cmd_base_where(void)
{
	return (lu_where){ .db = lu_common.db, .tenant = lu_common.tenant, .kb = lu_common.kb, .wait_s = wait_s };
}

/* People read and write paths from the current folder on: lu_place_enter() with the root of what `s` uses. */
static lu_code enter_base(lu_store *s, lu_err *e)
{
	lu_arena a = { 0 };
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, &a, &kb, e);

	if (!rc) rc = lu_place_enter(kb.root, e);
	lu_arena_free(&a);
	return rc;
}

/* lu_where_store(), lu_where_read() and lu_where_write() of that, from the current folder. */
static lu_code find_base(lu_buf *path, lu_err *e)
{
	lu_where w = cmd_base_where();

	return lu_where_store(&w, ".", path, e);
}

void cmd_base_warn(void *ctx, const char *text)
{
	(void)ctx;
	lu_out_warn("%s", text);
}

void cmd_base_log(void *ctx, const char *stage, const char *text)
{
	(void)ctx;
	lu_log(stage, "%s", text);
}

lu_code cmd_base_session(lu_session **out, lu_err *e)
{
	lu_buf path = LU_BUF;
	lu_session *s = NULL;
	lu_store *st = NULL;
	lu_code rc = find_base(&path, e);
	lu_session_config c = { .db = path.s,
				.tenant = lu_common.tenant,
				.kb = lu_common.kb,
				.readers = 1,
				.pinned = true,
				.start = lu_common.start,
				.warn = cmd_base_warn,
				.log = lu_common.verbose ? cmd_base_log : NULL };

	if (!rc) rc = lu_session_open(&c, &s, e);
	lu_buf_free(&path);
	if (!rc) rc = lu_session_lend(s, NULL, &st, e);
	if (!rc) rc = enter_base(st, e);
	if (st) lu_session_return(s, st);
	if (rc) lu_session_close(s);
	else *out = s;
	return rc;
}

lu_code cmd_base_read(lu_store **s, lu_err *e)
{
	lu_where w = cmd_base_where();
	lu_code rc = lu_where_read(&w, ".", s, e);

	return rc ? rc : enter_base(*s, e);
}

lu_code cmd_base_name(const char *operand, lu_arena *a, lu_graph_name *out, lu_err *e)
{
	lu_str inside = { "", 0 };
	bool below = false;
	lu_code rc = lu_place_find(lu_graph_name_path(operand), a, &inside, &below, e);

	*out = (lu_graph_name){ .text = operand };
	if (!rc && below) out->below = inside;
	return rc;
}

lu_code cmd_base_write(lu_store **s, bool create, lu_err *e)
{
	lu_where w = cmd_base_where();

	return lu_where_write(&w, ".", create, s, e);
}
