/* SPDX-License-Identifier: MIT
 * lucus status: the state of a knowledge base, and where each option's value comes from. */
#include <stdarg.h>
#include <stdio.h>

#include "base.h"
#include "behind.h"
#include "cli/config.h"
#include "cli/out.h"
#include "configure.h"
#include "costs.h"
#include "history.h"
#include "llm.h"
#include "render/render.h"
#include "lucus/session.h"

extern const lu_cmd cmd_status;

static bool config, costs;

static lu_opt opts[] = {
	LU_OPT_FLAG(0, "config", &config, "also show each option's value and where it comes from", .daily = true),
	LU_OPT_FLAG(0, "costs", &costs, "also show what models were asked, and what it cost", .daily = true),
	LU_OPT_GROUP(lu_opts_store), LU_OPT_GROUP(lu_opts_output), LU_OPT_END
};

/* ---- --config ---- */

struct config {
	lu_jw w;
	lu_store *s; /* NULL: there is none */
};

static lu_code show_option(void *ctx, const lu_config_entry *x, lu_err *e)
{
	struct config *c = ctx;
	const lu_opt *o = x->opt;
	lu_buf value = LU_BUF, origin = LU_BUF;
	lu_code rc = LU_OK;

	lu_opt_value(o, &value);
	lu_opt_origin(o, &origin);
	cmd_llm_meant(o, &value, &origin);
	if (value.oom || origin.oom) {
		rc = lu_nomem(e);
	} else if (!lu_out_is_json()) {
		lu_out_textf(stdout, LU_COLOR_BOLD, "%-22s", o->name);
		lu_out_textf(stdout, LU_COLOR_PLAIN, " %-24s ", value.s);
		lu_out_textf(stdout, LU_COLOR_DIM, "%s\n", origin.s);
	} else {
		lu_jw_open(&c->w, NULL, '{');
		lu_jw_strz(&c->w, "record", "option");
		lu_jw_strz(&c->w, "name", o->name);
		lu_jw_strz(&c->w, "value", value.s);
		lu_jw_strz(&c->w, "origin", origin.s);
		lu_jw_strz(&c->w, "env", o->env);
		lu_jw_strz(&c->w, "setting", o->setting);
		lu_jw_close(&c->w, '}');
		rc = lu_jw_flush(&c->w, stdout, e);
	}
	lu_buf_free(&value);
	lu_buf_free(&origin);
	return rc;
}

/* Options of other commands are parsed without arguments, for the environment and the files; those of this one hold
 * what was given here. */
static lu_code set_table(void *ctx, const lu_cmd *cmd, lu_err *e)
{
	const struct config *c = ctx;
	char *none[] = { NULL };
	int argc = 0;
	lu_help help;
	lu_code rc = LU_OK;

	if (cmd != &cmd_status) rc = lu_opt_parse(cmd->opts, &argc, none, &help, e);
	if (!rc && cmd != &cmd_status) rc = cmd_configure(cmd->opts, ".", e);
	return !rc && c->s ? cmd_base_settings(c->s, cmd->opts, e) : rc;
}

static lu_code show_config(lu_store *s, lu_err *e)
{
	struct config c = { .s = s };
	lu_code rc = lu_config_each(lu_commands, &cmd_status, set_table, show_option, &c, e);

	lu_jw_free(&c.w);
	return rc;
}

/* ---- the state ---- */

static lu_code show_json(const char *db, const lu_status *x, lu_err *e)
{
	const lu_kb *k = &x->kb;
	bool there = x->behind.state == LU_TREE_THERE;
	lu_jw w;
	lu_code rc;

	lu_jw_record(&w, "status");
	lu_jw_strz(&w, "db", db);
	lu_jw_int(&w, "bytes", x->bytes);
	lu_jw_strz(&w, "tenant", lu_common.tenant);
	lu_jw_str(&w, "kb", k->name);
	if (k->root.n) lu_jw_str(&w, "root", k->root);
	else lu_jw_null(&w, "root");
	lu_jw_int(&w, "files", k->files);
	lu_jw_int(&w, "skipped", k->skipped);
	lu_jw_int(&w, "elements", k->elements);
	lu_jw_int(&w, "edges", k->edges);
	lu_jw_int(&w, "embeddings", k->embeddings);
	if (k->model.n) lu_jw_str(&w, "model", k->model);
	else lu_jw_null(&w, "model");
	lu_jw_int(&w, "dimension", k->dim);
	lu_jw_int(&w, "generation", k->generation);
	lu_jw_bool(&w, "indexed", x->indexed);
	lu_jw_strz(&w, "state", x->state);
	lu_origin_write(&w, &x->tree, lu_behind_files(&x->behind));
	if (there) lu_jw_int(&w, "files_changed", x->behind.changed);
	if (there && x->behind.walked) lu_jw_int(&w, "files_new", x->behind.added);
	if (there) lu_jw_int(&w, "files_gone", x->behind.gone);
	cmd_history_write(&w, &x->history);
	lu_jw_close(&w, '}');
	rc = lu_jw_flush(&w, stdout, e);
	lu_jw_free(&w);
	return rc;
}

static void row(const char *name, const char *fmt, ...) LU_PRINTF(2, 3);
static void row(const char *name, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	lu_out_textf(stdout, LU_COLOR_BOLD, "%-10s ", name);
	lu_out_textf(stdout, LU_COLOR_PLAIN, "%s\n", text);
}

static lu_code show_text(const char *db, const lu_status *x, lu_err *e)
{
	const lu_kb *k = &x->kb;
	lu_buf history = LU_BUF, tree = LU_BUF;
	lu_code rc;
	char time[LU_TIME_TEXT];

	cmd_history_text(&x->history, &history);
	lu_behind_text(&x->behind, k->root, &tree);
	rc = history.oom || tree.oom ? lu_nomem(e) : LU_OK;
	lu_time_text(x->tree.synced_ns, time);
	row("store", "%s (%.1f MB)", db, (double)x->bytes / 1e6);
	row("knowledge", "%.*s of tenant %s", LU_FMT(k->name), lu_common.tenant);
	row("root", "%.*s", LU_FMT(k->root));
	row("tree", "%s", tree.s);
	if (x->tree.synced_ns)
		row("synced", "%s%s%.*s", time, x->tree.commit.n ? ", commit " : "", LU_FMT(x->tree.commit));
	row("files", "%lld, %lld more were read and left out", (long long)k->files, (long long)k->skipped);
	row("elements", "%lld", (long long)k->elements);
	row("edges", "%lld", (long long)k->edges);
	row("vectors", "%lld of %.*s, %lld dimensions", (long long)k->embeddings, LU_FMT(k->model), (long long)k->dim);
	row("history", "%s", history.s);
	row("state", "%s", x->state);
	lu_buf_free(&history);
	lu_buf_free(&tree);
	return rc;
}

static lu_code show_state(lu_session *s, lu_err *e)
{
	lu_status x;
	lu_arena a = { 0 };
	lu_code rc = lu_session_status(s, NULL, &a, &x, e);

	if (!rc && lu_out_is_json()) rc = show_json(lu_session_path(s), &x, e);
	else if (!rc) rc = show_text(lu_session_path(s), &x, e);
	lu_arena_free(&a);
	return rc;
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	lu_session *s = NULL;
	lu_store *st = NULL;
	lu_code rc = lu_cmd_operands(&cmd_status, argc, argv, 0, 0, e);

	if (!rc) rc = cmd_base_session(&s, e);
	if (!rc) rc = show_state(s, e);
	if (s && (costs || config) && (!rc || rc == LU_ENOENT)) rc = lu_session_lend(s, NULL, &st, e);
	if (!rc && costs) rc = cmd_costs_show(st, e);
	/* the configuration can be read before there is a store */
	if (config && (!rc || rc == LU_ENOENT)) rc = show_config(st, e);
	if (st) lu_session_return(s, st);
	lu_session_close(s);
	return rc;
}

static const char *const examples[] = { "lucus status", "lucus status --config", NULL };

const lu_cmd cmd_status = {
	.name = "status",
	.summary = "show what a store holds and whether it is up to date",
	.args = "",
	.opts = opts,
	.run = run,
	.pages = true,
	.examples = examples,
};
