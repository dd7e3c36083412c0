/* SPDX-License-Identifier: MIT
 * lucus doctor: exercise the real path (parse, store, embed, index, query) on a small tree of its own, then
 * check the store that is here, and the language model when asked to. */
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "llm.h"
#include "lucus/file.h"
#include "lucus/retrieve.h"

extern const lu_cmd cmd_doctor;

static bool network;

static lu_opt opts[] = { LU_OPT_FLAG(0, "network", &network,
				     "also ask the language model that is configured for a word", .daily = true),
			 LU_OPT_GROUP(lu_opts_llm),
			 LU_OPT_GROUP(lu_opts_prices),
			 LU_OPT_GROUP(lu_opts_model),
			 LU_OPT_GROUP(lu_opts_store),
			 LU_OPT_GROUP(lu_opts_output),
			 LU_OPT_END };

struct visit {
	lu_jw w;
	lu_buf dir; /* of the trial */
	lu_store *s;
	lu_embedder *m;
	lu_counts counts;
	bool ask; /* the language model */
	int failed;
};

static lu_code report(struct visit *v, const char *name, bool ok, const char *detail, lu_err *e)
{
	v->failed += !ok;
	if (!lu_out_is_json()) {
		lu_out_textf(stdout, ok ? LU_GREEN : LU_RED, "%-6s", ok ? "ok" : "FAILED");
		lu_out_textf(stdout, LU_PLAIN, " %s: %s\n", name, detail);
		return LU_OK;
	}
	lu_jw_open(&v->w, NULL, '{');
	lu_jw_strz(&v->w, "record", "check");
	lu_jw_strz(&v->w, "name", name);
	lu_jw_bool(&v->w, "ok", ok);
	lu_jw_strz(&v->w, "detail", detail);
	lu_jw_close(&v->w, '}');
	return lu_jw_flush(&v->w, stdout, e);
}

/* Report a step; its failure is a finding, not an error of the command. */
static lu_code step(struct visit *v, const char *name, lu_code rc, const char *good, const lu_err *why, lu_err *e)
{
	return report(v, name, !rc, rc ? why->msg : good, e);
}

/* ---- the trial ---- */

static const struct {
	const char *name, *text;
} sources[] = {
	{ "greeting.py", "\"\"\"Greetings.\"\"\"\nimport helper\n\n\nclass Greeter:\n"
			 "    \"\"\"Says hello to people.\"\"\"\n\n    def greet(self, name):\n"
			 "        return helper.join_words('hello', name)\n" },
	{ "helper.py", "def join_words(first, second):\n    \"\"\"Put a blank between two words.\"\"\"\n"
		       "    return first + ' ' + second\n" },
	{ "ring.c", "/* A ring buffer. */\nint ring_push(int value)\n{\n\treturn value;\n}\n" },
};

static lu_code make_tree(struct visit *v, lu_err *e)
{
	const char *tmp = getenv("TMPDIR");

	lu_buf_addf(&v->dir, "%s/lucus-doctor-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (v->dir.oom) return lu_nomem(e);
	if (!mkdtemp(v->dir.s)) {
		lu_code rc = lu_fail(e, LU_EIO, "cannot make '%s': %s", v->dir.s, strerror(errno));

		lu_buf_reset(&v->dir);
		return rc;
	}
	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
		lu_buf path = LU_BUF;
		FILE *f = NULL;
		bool ok;

		lu_buf_addf(&path, "%s/%s", v->dir.s, sources[i].name);
		ok = !path.oom && (f = fopen(path.s, "we")) && fputs(sources[i].text, f) >= 0;
		if (f && fclose(f)) ok = false;
		lu_buf_free(&path);
		if (!ok) return lu_fail(e, LU_EIO, "cannot write in '%s': %s", v->dir.s, strerror(errno));
	}
	return LU_OK;
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *f)
{
	(void)st;
	(void)kind;
	(void)f;
	return remove(path);
}

static lu_code open_trial(struct visit *v, lu_err *e)
{
	lu_buf db = LU_BUF;
	lu_code rc;

	lu_buf_addf(&db, "%s/trial.db", v->dir.s);
	rc = db.oom ? lu_nomem(e) : lu_store_open(&v->s, db.s, LU_STORE_WRITE, 0, e);
	lu_buf_free(&db);
	return rc ? rc : lu_store_use(v->s, "default", "default", e);
}

static lu_code ask(struct visit *v, lu_err *e)
{
	lu_retriever *r = NULL;
	lu_query_options o;
	lu_result res = { .n = 0 };
	lu_code rc = lu_retriever_open(v->s, v->m, &r, e);

	lu_query_options_init(&o);
	if (!rc) rc = lu_retrieve(r, lu_strz("who says hello to people"), &o, &res, e);
	if (!rc && (!res.n || !lu_str_eqz(lu_simple_name(res.v[0].el.name), "Greeter")))
		rc = lu_fail(e, LU_EFORMAT, "the question about Greeter found %zu hits, and not it first", res.n);
	lu_result_free(&res);
	lu_retriever_close(r);
	return rc;
}

static lu_code ingest(struct visit *v, lu_err *e)
{
	lu_tree_options o = { .jobs = 0 };
	lu_code rc = lu_ingest_tree(v->s, v->dir.s, "", &o, NULL, &v->counts, e);

	if (!rc && v->counts.parsed != (int64_t)(sizeof sources / sizeof *sources))
		rc = lu_fail(e, LU_EFORMAT, "parsed %lld of 3 files", (long long)v->counts.parsed);
	return rc;
}

static void keep_warning(void *ctx, const char *text)
{
	lu_fail(ctx, LU_ENET, "%s", text);
}

static lu_code derive(struct visit *v, lu_err *e)
{
	lu_watch w = { .ctx = e, .warn = keep_warning };
	lu_code rc = lu_derive(v->s, v->m, true, 0, &w, &v->counts, e);

	return !rc && v->counts.missing ? LU_ENET : rc;
}

/* Each step needs those before it: the first that fails is reported, the rest is not tried. */
static lu_code trial(struct visit *v, lu_err *e)
{
	static const struct {
		const char *name, *good;
	} steps[] = { { "files", "a temporary tree can be written" },    { "store", "a store can be made" },
		      { "parse", "Python and C are parsed and stored" }, { "model", "the embedding model opens" },
		      { "embed", "vectors and full text are made" },     { "index", "the index is packed" },
		      { "query", "a question finds its answer" } };
	lu_err why = { LU_OK, "" };
	lu_code rc = LU_OK, said = LU_OK;

	for (size_t i = 0; i < sizeof steps / sizeof *steps && !rc && !said; i++) {
		switch (i) {
		case 0: rc = make_tree(v, &why); break;
		case 1: rc = open_trial(v, &why); break;
		case 2: rc = ingest(v, &why); break;
		case 3: rc = lu_base_embedder(&v->m, &why); break;
		case 4: rc = derive(v, &why); break;
		case 5: rc = lu_finish_index(v->s, &v->counts, &why); break;
		case 6: rc = ask(v, &why); break;
		}
		said = step(v, steps[i].name, rc, steps[i].good, &why, e);
	}
	lu_store_close(v->s);
	v->s = NULL;
	if (v->dir.len) nftw(v->dir.s, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	return said;
}

/* ---- the store that is here ---- */

static lu_code show_check(void *ctx, const char *name, bool ok, const char *detail, lu_err *e)
{
	return report(ctx, name, ok, detail, e);
}

static lu_code check_store(struct visit *v, lu_err *e)
{
	lu_err why = { LU_OK, "" };
	lu_store *s = NULL;
	lu_code rc = lu_base_read(&s, &why);

	if (rc == LU_ENOENT && !lu_common.db) rc = report(v, "here", true, why.msg, e);
	else if (rc) rc = report(v, "here", false, why.msg, e);
	else rc = lu_store_check(s, show_check, v, e);
	/* of what the knowledge base sets, only what the language model needs matters from here on */
	if (!rc && v->ask && s && lu_base_settings(s, lu_opts_llm, &why)) {
		v->ask = false;
		rc = report(v, "settings", false, why.msg, e);
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
	lu_code rc = lu_llm_open(&chat, e);

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

static lu_code check_model(struct visit *v, lu_err *e)
{
	lu_err why = { LU_OK, "" };
	lu_buf good = LU_BUF;
	lu_code rc = ask_model(&good, &why);

	rc = step(v, "language model", rc, good.s, &why, e);
	lu_buf_free(&good);
	return rc;
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	struct visit v = { .ask = network };
	char machine[120];
	lu_code rc = lu_cmd_operands(&cmd_doctor, argc, argv, 0, 0, e);

	lu_jw_init(&v.w);
	lu_buf_init(&v.dir);
	snprintf(machine, sizeof machine, "%d processors, vectors with %s", lu_cpus(), lu_vec_backend());
	if (!rc) rc = report(&v, "machine", true, machine, e);
	if (!rc) rc = trial(&v, e);
	if (!rc) rc = check_store(&v, e);
	if (!rc && v.ask) rc = check_model(&v, e);
	if (!rc && v.failed) rc = lu_fail(e, LU_EIO, "%d checks failed", v.failed);
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
