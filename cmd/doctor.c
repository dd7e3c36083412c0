/* SPDX-License-Identifier: MIT
 * lucus doctor: exercise the real path (parse, store, embed, index, query) on a small tree of its own, then
 * check the store that is here, and the language model when an option says so. */
#include <stdio.h>

#include "cli/cmd.h"
#include "cli/out.h"
#include "doctor.h"
#include "llm.h"
#include "core/file.h"
#include "lucus/retrieve.h"

extern const lu_cmd cmd_doctor;

static bool network;

static lu_opt opts[] = { LU_OPT_FLAG(0, "network", &network,
				     "also ask the language model that is configured for a word", .daily = true),
			 LU_OPT_GROUP(cmd_opts_llm),
			 LU_OPT_GROUP(cmd_opts_prices),
			 LU_OPT_GROUP(cmd_opts_model),
			 LU_OPT_GROUP(lu_opts_store),
			 LU_OPT_GROUP(lu_opts_output),
			 LU_OPT_END };

/* ---- the store that is here ---- */

static lu_code show_check(void *ctx, const char *name, bool ok, const char *detail, lu_err *e)
{
	return cmd_visit_report(ctx, name, ok, detail, e);
}

static lu_code check_store(cmd_visit *v, lu_err *e)
{
	lu_err why = { LU_OK, "" };
	lu_store *s = NULL;
	lu_code rc = cmd_base_read(&s, &why);

	if (rc == LU_ENOENT && !lu_common.db) rc = cmd_visit_report(v, "here", true, why.msg, e);
	else if (rc) rc = cmd_visit_report(v, "here", false, why.msg, e);
	else rc = lu_index_check(s, show_check, v, e);
	/* of what the knowledge base sets, only what the language model needs matters from here on */
	if (!rc && v->ask && s && cmd_base_settings(s, cmd_opts_llm, &why)) {
		v->ask = false;
		rc = cmd_visit_report(v, "settings", false, why.msg, e);
	}
	lu_store_close(s);
	return rc;
}

/* ---- the language model ---- */

static lu_code ask_model(lu_buf *good, lu_err *e)
{
	lu_chat_request q = { .user = lu_strz("Answer with the one word: ready") };
	lu_arena a = { 0 };
	lu_chat *chat = NULL;
	lu_chat_reply r;
	lu_code rc = cmd_llm_open(&chat, e);

	if (!rc && !chat) {
		lu_buf_adds(good, "none is configured");
		return LU_OK;
	}
	if (!rc) rc = lu_chat_ask(chat, &q, &a, &r, e);
	if (!rc) lu_buf_addf(good, "%.*s answers within %.1f s", LU_FMT(r.model), r.seconds);
	lu_chat_close(chat);
	lu_arena_free(&a);
	return !rc && good->oom ? lu_nomem(e) : rc;
}

static lu_code check_model(cmd_visit *v, lu_err *e)
{
	lu_err why = { LU_OK, "" };
	lu_buf good = LU_BUF;
	lu_code rc = ask_model(&good, &why);

	rc = cmd_visit_step(v, "language model", rc, good.s, &why, e);
	lu_buf_free(&good);
	return rc;
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	cmd_visit v = { .ask = network };
	char machine[120];
	lu_code rc = lu_cmd_operands(&cmd_doctor, argc, argv, 0, 0, e);

	lu_jw_init(&v.w);
	lu_buf_init(&v.dir);
	snprintf(machine, sizeof machine, "%d processors, vectors with %s", lu_cpus(), lu_vec_backend());
	if (!rc) rc = cmd_visit_report(&v, "machine", true, machine, e);
	if (!rc) rc = cmd_visit_trial(&v, e);
	if (!rc) rc = check_store(&v, e);
	if (!rc && v.ask) rc = check_model(&v, e);
	if (!rc && v.failed) rc = lu_fail(e, LU_EIO, "%d check%s failed", v.failed, lu_plural((size_t)v.failed));
	lu_embedder_close(v.m);
	lu_buf_free(&v.dir);
	lu_jw_free(&v.w);
	return rc;
}

static const char *const examples[] = { "lucus doctor", NULL };

const lu_cmd cmd_doctor = {
	.name = "doctor",
	.summary = "try the whole path on a small tree, and check the store here",
	.args = "",
	.opts = opts,
	.run = run,
	.examples = examples,
};
