/* SPDX-License-Identifier: MIT
 * lucus doctor: the trial. */
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor.h"
#include "core/file.h"
#include "lucus/retrieve.h"

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

static lu_code make_tree(cmd_visit *v, lu_err *e)
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

static lu_code open_trial(cmd_visit *v, lu_err *e)
{
	lu_buf db = LU_BUF;
	lu_code rc;

	lu_buf_addf(&db, "%s/trial.db", v->dir.s);
	rc = db.oom ? lu_nomem(e) : lu_store_open(&v->s, db.s, LU_STORE_WRITE, 0, e);
	lu_buf_free(&db);
	return rc ? rc : lu_store_use(v->s, "default", "default", e);
}

static lu_code ask(cmd_visit *v, lu_err *e)
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

static lu_code ingest(cmd_visit *v, lu_err *e)
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

static lu_code derive(cmd_visit *v, lu_err *e)
{
	lu_watch w = { .ctx = e, .warn = keep_warning };
	lu_code rc = lu_derive(v->s, v->m, true, 0, &w, &v->counts, e);

	return !rc && v->counts.missing ? LU_ENET : rc;
}

lu_code cmd_visit_trial(cmd_visit *v, lu_err *e)
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
		case 3: rc = cmd_base_embedder(&v->m, &why); break;
		case 4: rc = derive(v, &why); break;
		case 5: rc = lu_finish_index(v->s, 0, &v->counts, &why); break;
		case 6: rc = ask(v, &why); break;
		}
		said = cmd_visit_step(v, steps[i].name, rc, steps[i].good, &why, e);
	}
	lu_store_close(v->s);
	v->s = NULL;
	if (v->dir.len) nftw(v->dir.s, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	return said;
}
