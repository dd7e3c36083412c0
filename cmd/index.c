/* SPDX-License-Identifier: MIT
 * lucus index: phase 3, what queries read. */
#include "base.h"
#include "checks.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "lucus/status.h"
#include "vectors.h"

extern const lu_cmd cmd_index;

static bool check, dump, rebuild;

static lu_opt opts[] = {
	LU_OPT_FLAG(0, "check", &check, "write nothing; fail with status 4 when the index is stale or damaged",
		    .daily = true),
	LU_OPT_FLAG(0, "rebuild", &rebuild,
		    "make the full text, the packed vectors and the communities anew, whatever is there",
		    .daily = true),
	LU_OPT_FLAG(0, "dump", &dump,
		    "print the full text's documents and postings instead, and the commits, for people who look into a "
		    "store"),
	LU_OPT_GROUP(cmd_opts_communities),
	LU_OPT_GROUP(cmd_opts_jobs),
	LU_OPT_GROUP(cmd_opts_wait),
	LU_OPT_GROUP(cmd_opts_input),
	LU_OPT_GROUP(lu_opts_store),
	LU_OPT_GROUP(lu_opts_output),
	LU_OPT_END
};

/* ---- --check ---- */

struct checking {
	lu_jw w;
	int failed;
};

static lu_code show_check(void *ctx, const char *name, bool ok, const char *detail, lu_err *e)
{
	struct checking *c = ctx;

	c->failed += !ok;
	return cmd_check_show(&c->w, name, ok, detail, e);
}

static lu_code run_check(lu_err *e)
{
	struct checking c = { .failed = 0 };
	lu_store *s = NULL;
	lu_code rc = cmd_base_read(&s, e);

	lu_jw_init(&c.w);
	if (!rc) rc = lu_status_check(s, show_check, &c, e);
	if (!rc && c.failed)
		rc = lu_fail(
			e, LU_EGATE,
			"%d check%s failed: run 'lucus sync', or 'lucus index --rebuild' for what that does not mend",
			c.failed, lu_plural((size_t)c.failed));
	lu_jw_free(&c.w);
	lu_store_close(s);
	return rc;
}

/* ---- records ---- */

struct incoming {
	cmd_running run;
	lu_vector_intake *vectors;
};

static lu_code take_record(lu_vector_intake *t, const lu_json *rec, long line, lu_err *e)
{
	lu_str kind = lu_record_kind(rec);

	if (lu_str_eqz(kind, "summary") || lu_str_eqz(kind, "error")) return LU_OK;
	if (!lu_str_eqz(kind, "embedding"))
		return lu_fail(e, LU_EFORMAT, "expected an embedding record, found '%.*s'", LU_FMT(kind));
	return lu_vector_intake_add(t, rec, line, e);
}

static lu_code on_reject(void *ctx, long line, const char *why, lu_err *e)
{
	struct incoming *in = ctx;

	in->run.rejected = true;
	return lu_out_error("-", line, why, e);
}

static lu_code read_vectors(struct incoming *in, lu_err *e)
{
	lu_reader r;
	lu_json *v = NULL;
	lu_code rc = LU_OK;

	cmd_base_reader(&r, stdin, "-");
	while (!rc && (rc = lu_reader_next(&r, &v, e)) != LU_DONE) {
		if (!rc) {
			rc = take_record(in->vectors, v, r.line, e);
			lu_json_free(v);
		}
		if (rc != LU_EFORMAT) continue;
		in->run.counts.rejected++;
		rc = on_reject(in, r.line, e->msg, e);
	}
	lu_reader_free(&r);
	return rc == LU_DONE ? LU_OK : rc;
}

static lu_code build(struct incoming *in, lu_err *e)
{
	lu_counts *c = &in->run.counts;
	lu_store *s = NULL;
	lu_code rc = cmd_base_write(&s, false, e);

	if (!rc) rc = cmd_base_settings(s, opts, e);
	if (!rc && rebuild) rc = lu_sync_drop(s, e);
	if (!rc) rc = lu_vector_intake_store(in->vectors, s, on_reject, in, c, e);
	if (!rc) rc = lu_sync_index(s, cmd_base_tree().jobs, cmd_base_community_size(), &in->run.watch, c, e);
	if (!rc) rc = cmd_running_summary(&in->run, "index", s, e);
	lu_store_close(s);
	return rc;
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	struct incoming in = { .vectors = NULL };
	lu_code rc = lu_cmd_operands(&cmd_index, argc, argv, 0, 0, e);

	cmd_running_init(&in.run);
	if (!rc && (check || dump)) rc = cmd_base_leave_input(check ? "--check" : "--dump", e);
	if (!rc && check) return run_check(e);
	if (!rc && dump) return cmd_dump_postings(e);
	if (!rc) rc = lu_vector_intake_new(&in.vectors, e);
	if (!rc && cmd_base_has_input()) rc = read_vectors(&in, e);
	if (!rc) rc = build(&in, e);
	lu_vector_intake_free(in.vectors);
	return rc;
}

static const char *const examples[] = { "lucus index", "lucus index --check", NULL };

const lu_cmd cmd_index = {
	.name = "index",
	.summary = "phase 3: full text, packed vectors and communities for queries",
	.args = "",
	.opts = opts,
	.run = run,
	.examples = examples,
};
