/* SPDX-License-Identifier: MIT
 * --dry-run: what would be read, what is left out and why, and what it would cost to embed. */
#include "base.h"
#include "cli/out.h"
#include "paths.h"

static lu_code list_one(void *ctx, const lu_planned *p, lu_err *e)
{
	lu_jw *w = ctx;
	const char *what = p->reason ? p->reason : p->gave_up;

	if (lu_out_is_places()) {
		if (p->reason) return LU_OK;
		lu_out_path(stdout, p->entry->path, 0);
		putchar('\n');
		return LU_OK;
	}
	if (!lu_out_is_json()) {
		lu_out_textf(stdout, LU_COLOR_PLAIN, "%10lld  ", (long long)p->entry->size);
		lu_out_path(stdout, p->entry->path, 0);
		if (what)
			lu_out_textf(stdout, LU_COLOR_YELLOW, "  (%s%s)", what,
				     p->reason ? "" : ": read as blocks of lines");
		lu_out_text(stdout, LU_COLOR_PLAIN, lu_strz("\n"));
		return LU_OK;
	}
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "file");
	lu_jw_str(w, "path", p->entry->path);
	lu_jw_int(w, "size", p->entry->size);
	lu_jw_strz(w, "language", lu_planned_language(p));
	lu_jw_strz(w, "reason", p->reason);
	lu_jw_strz(w, "gave_up", p->reason ? NULL : p->gave_up);
	lu_jw_close(w, '}');
	return lu_jw_flush(w, stdout, e);
}

static void total_text(const lu_plan_sum *l)
{
	lu_out_textf(stdout, LU_COLOR_BOLD, "%lld file%s, %.1f MB would be read, %lld left out", (long long)l->files,
		     lu_plural((size_t)l->files), (double)l->bytes / 1e6, (long long)l->skipped);
	lu_out_textf(stdout, LU_COLOR_PLAIN, "; about %lld tokens to embed", (long long)l->due);
	if (l->due != l->tokens) lu_out_textf(stdout, LU_COLOR_PLAIN, " of %lld", (long long)l->tokens);
	if (l->cost < 0) lu_out_textf(stdout, LU_COLOR_PLAIN, ", the price of %s is not known\n", l->model);
	else lu_out_textf(stdout, LU_COLOR_PLAIN, ", $%.4g with %s\n", l->cost, l->model);
}

static lu_code list_total(lu_jw *w, const lu_plan_sum *l, const char *stage, lu_err *e)
{
	if (lu_out_is_places()) return LU_OK;
	if (!lu_out_is_json()) {
		total_text(l);
		return LU_OK;
	}
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "summary");
	lu_jw_strz(w, "stage", stage);
	lu_jw_bool(w, "dry_run", true);
	lu_jw_int(w, "files", l->files);
	lu_jw_int(w, "skipped", l->skipped);
	lu_jw_int(w, "bytes", l->bytes);
	lu_jw_int(w, "tokens", l->due);
	if (l->cost < 0) lu_jw_null(w, "cost");
	else lu_jw_real(w, "cost", l->cost, 6);
	lu_jw_int(w, "tokens_all", l->tokens);
	lu_jw_close(w, '}');
	return lu_jw_flush(w, stdout, e);
}

lu_code cmd_base_list(lu_store *s, const lu_area *p, const char *stage, lu_err *e)
{
	cmd_running r;
	lu_plan_sum sum;
	cmd_syncing x;
	lu_jw w;
	lu_code rc = cmd_base_sync(&x, 0, e);

	cmd_running_init(&r);
	lu_jw_init(&w);
	if (!rc) rc = lu_sync_plan(s, p, &x.o, list_one, &w, &r.watch, &sum, e);
	if (!rc) rc = list_total(&w, &sum, stage, e);
	lu_jw_free(&w);
	cmd_base_sync_free(&x);
	return rc;
}

/* ---- the store that it would be ---- */

lu_code cmd_base_plan(const lu_paths *o, lu_opt *opts, const char *stage, lu_err *e)
{
	lu_where w = cmd_base_where();
	lu_area p = LU_AREA;
	lu_buf root = LU_BUF;
	lu_arena a = { 0 };
	lu_kb kb = { .root = { "", 0 } };
	lu_store *s = NULL;
	lu_code rc = lu_where_find(&w, lu_paths_from(o, &w), &s, e);

	if (!rc && s) rc = cmd_base_settings(s, opts, e);
	if (!rc && s) rc = lu_store_kb(s, false, &a, &kb, e);
	lu_buf_addstr(&root, kb.root);
	if (!rc && root.oom) rc = lu_nomem(e);
	if (!rc) rc = cmd_operands_enter(&p, lu_area_find(&p, o, root.s, s, e), e);
	if (!rc) rc = cmd_base_list(s, &p, stage, e);
	if (!rc && p.bad) rc = lu_fail(e, LU_EREJECT, "%s", "");
	lu_store_close(s);
	lu_arena_free(&a);
	lu_buf_free(&root);
	lu_area_free(&p);
	return rc;
}
