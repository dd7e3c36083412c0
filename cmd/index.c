/* SPDX-License-Identifier: MIT
 * lucus index: phase 3, what queries read. */
#include <stdlib.h>
#include <string.h>

#include "base.h"
#include "behind.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "lucus/postings.h"
#include "vectors.h"

extern const lu_cmd cmd_index;

static bool check, dump, rebuild;

static lu_opt opts[] = {
	LU_OPT_FLAG(0, "check", &check, "write nothing; fail with status 4 when the index is stale or damaged",
		    .daily = true),
	LU_OPT_FLAG(0, "rebuild", &rebuild, "make the full text and the packed vectors anew, whatever is there",
		    .daily = true),
	LU_OPT_FLAG(0, "dump", &dump,
		    "print the full text's documents and postings instead, and the commits, for people who look into a "
		    "store"),
	LU_OPT_GROUP(lu_opts_jobs),
	LU_OPT_GROUP(lu_opts_wait),
	LU_OPT_GROUP(lu_opts_input),
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
	if (!lu_out_is_json()) {
		lu_out_textf(stdout, ok ? LU_GREEN : LU_RED, "%-6s", ok ? "ok" : "FAILED");
		lu_out_textf(stdout, LU_PLAIN, " %s: %s\n", name, detail);
		return LU_OK;
	}
	lu_jw_open(&c->w, NULL, '{');
	lu_jw_strz(&c->w, "record", "check");
	lu_jw_strz(&c->w, "name", name);
	lu_jw_bool(&c->w, "ok", ok);
	lu_jw_strz(&c->w, "detail", detail);
	lu_jw_close(&c->w, '}');
	return lu_jw_flush(&c->w, stdout, e);
}

/* A root that is not there says nothing against the store. */
static lu_code check_tree(lu_store *s, struct checking *c, lu_err *e)
{
	lu_buf text = LU_BUF;
	lu_arena a = { 0 };
	lu_behind b;
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, &a, &kb, e);

	if (!rc) rc = lu_behind_read(s, &b, e);
	if (!rc) lu_behind_text(&b, kb.root, &text);
	if (!rc && text.oom) rc = lu_nomem(e);
	if (!rc) rc = show_check(c, "tree", lu_behind_files(&b) <= 0, text.s, e);
	lu_buf_free(&text);
	lu_arena_free(&a);
	return rc;
}

static lu_code run_check(lu_err *e)
{
	struct checking c = { .failed = 0 };
	lu_store *s = NULL;
	lu_code rc = lu_base_read(&s, e);

	lu_jw_init(&c.w);
	if (!rc) rc = lu_store_check(s, show_check, &c, e);
	if (!rc) rc = check_tree(s, &c, e);
	if (!rc && c.failed) rc = lu_fail(e, LU_EGATE, "%d checks failed: run 'lucus sync' or 'lucus index'", c.failed);
	lu_jw_free(&c.w);
	lu_store_close(s);
	return rc;
}

/* ---- records ---- */

/* Vectors that other tools made come in as records. Those that the store has already are passed over, so
 * that `lucus embed | lucus index` writes nothing twice. They are kept until the input ends, because
 * whoever writes them may hold the store. */
struct incoming {
	lu_running run;
	lu_arena arena;
	struct vector {
		char id[LU_ID];
		int8_t *v;
		size_t dim;
		float scale;
		lu_str model;
		long line;
	} * v;
	size_t n, dim;
	lu_str model; /* that the vectors must be of, with `dim` components */
};

static lu_code take_record(struct incoming *in, const lu_json *rec, long line, lu_err *e)
{
	lu_str kind = lu_record_kind(rec);
	lu_vector_record r;
	struct vector *v;
	lu_code rc;

	if (lu_str_eqz(kind, "summary") || lu_str_eqz(kind, "error")) return LU_OK;
	if (!lu_str_eqz(kind, "embedding"))
		return lu_fail(e, LU_EFORMAT, "expected an embedding record, found '%.*s'", LU_FMT(kind));
	if ((rc = lu_vectors_read(rec, &in->arena, &r, e))) return rc;
	if (!(v = lu_arena_grow(&in->arena, in->v, in->n, sizeof *v))) return lu_nomem(e);
	in->v = v;
	v = &in->v[in->n];
	memcpy(v->id, r.id, LU_ID);
	v->line = line;
	v->dim = r.dim;
	v->model = in->n && lu_str_eq(v[-1].model, r.model) ? v[-1].model : lu_arena_dup(&in->arena, r.model);
	if (!v->model.s || !(v->v = lu_arena_alloc(&in->arena, r.dim))) return lu_nomem(e);
	lu_vec_normalise(r.v, r.dim);
	lu_vec_quantise(r.v, r.dim, v->v, &v->scale);
	in->n++;
	return LU_OK;
}

static lu_code reject(struct incoming *in, long line, lu_err *e)
{
	in->run.counts.rejected++;
	in->run.rejected = true;
	return lu_out_error("-", line, e->msg, e);
}

static lu_code read_vectors(struct incoming *in, lu_err *e)
{
	lu_reader r;
	lu_json *v = NULL;
	lu_code rc = LU_OK;

	lu_base_reader(&r, stdin, "-");
	while (!rc && (rc = lu_reader_next(&r, &v, e)) != LU_DONE) {
		if (!rc) {
			rc = take_record(in, v, r.line, e);
			lu_json_free(v);
		}
		if (rc == LU_EFORMAT) rc = reject(in, r.line, e);
	}
	lu_reader_free(&r);
	return rc == LU_DONE ? LU_OK : rc;
}

/* The store's own model if any vector is of it, else that of the first one. *replace: it is not the one that the
 * store has. */
static lu_code settle_model(struct incoming *in, const lu_kb *kb, bool *replace, lu_err *e)
{
	const struct vector *of = &in->v[0];

	for (size_t i = 0; i < in->n && kb->model.n; i++)
		if (lu_str_eq(in->v[i].model, kb->model)) of = &in->v[i];
	in->model = lu_arena_dup(&in->arena, of->model);
	*replace = kb->model.n && !lu_str_eq(of->model, kb->model);
	in->dim = kb->model.n && !*replace ? (size_t)kb->dim : of->dim;
	return in->model.s ? LU_OK : lu_nomem(e);
}

/* Leave out what does not fit the model, and elements that the store does not have. */
static lu_code keep_fitting(struct incoming *in, lu_store *s, lu_err *e)
{
	size_t k = 0;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < in->n && !rc; i++) {
		const struct vector *v = &in->v[i];
		int64_t id = 0;

		if (!lu_str_eq(v->model, in->model))
			rc = lu_fail(e, LU_EFORMAT, "model '%.*s' is mixed with '%.*s'", LU_FMT(v->model),
				     LU_FMT(in->model));
		else if (v->dim != in->dim)
			rc = lu_fail(e, LU_EFORMAT, "field 'vector' has %zu components, model '%.*s' has %zu", v->dim,
				     LU_FMT(in->model), in->dim);
		else if (!(rc = lu_store_find(s, lu_strz(v->id), &id, e)) && !id)
			rc = lu_fail(e, LU_EFORMAT, "no element '%s' in the store", v->id);
		if (!rc) in->v[k++] = *v;
		else if (rc == LU_EFORMAT) rc = reject(in, v->line, e);
	}
	in->n = k;
	return rc;
}

static int by_id(const void *pa, const void *pb)
{
	const struct vector *a = pa, *b = pb;
	int c = strcmp(a->id, b->id);

	return c ? c : (a->line > b->line) - (a->line < b->line);
}

/* Vectors of another model replace all that there are: some of them would lose the others. */
static lu_code check_complete(struct incoming *in, const lu_kb *kb, lu_err *e)
{
	int64_t distinct = 0;

	qsort(in->v, in->n, sizeof *in->v, by_id);
	for (size_t i = 0; i < in->n; i++) distinct += !i || strcmp(in->v[i].id, in->v[i - 1].id) != 0;
	if (distinct == kb->elements) return LU_OK;
	return lu_fail(e, LU_EFORMAT,
		       "vectors of model '%.*s' for %lld of %lld elements can not replace those of model '%.*s'",
		       LU_FMT(in->model), (long long)distinct, (long long)kb->elements, LU_FMT(kb->model));
}

static lu_code store_vector(struct incoming *in, lu_store *s, const struct vector *v, int8_t *have, lu_err *e)
{
	lu_arena a = { 0 };
	lu_stored el;
	int64_t id = 0;
	float scale = 0;
	uint64_t hash = 0;
	lu_code rc = lu_store_find(s, lu_strz(v->id), &id, e);

	if (!rc) rc = lu_store_element(s, id, &a, &el, e);
	/* equal bytes: the scale of a record may differ in its last digit */
	if (!rc && (!lu_store_vector_hash(s, id, &hash) || hash != el.text_hash ||
		    lu_store_vector_get(s, id, have, &scale, NULL) || memcmp(have, v->v, in->dim))) {
		in->run.counts.embedded++;
		rc = lu_store_vector_put(s, id, el.text_hash, v->v, v->scale, e);
	}
	lu_arena_free(&a);
	return rc;
}

static lu_code store_vectors(struct incoming *in, lu_store *s, lu_err *e)
{
	lu_arena a = { 0 };
	lu_kb kb;
	int8_t *have = NULL;
	int64_t missing = 0;
	bool replace = false;
	lu_code rc = lu_store_kb(s, true, &a, &kb, e);

	if (!rc) rc = settle_model(in, &kb, &replace, e);
	if (!rc) rc = keep_fitting(in, s, e);
	if (!rc && replace) rc = check_complete(in, &kb, e);
	lu_arena_free(&a);
	if (rc || !in->n) return rc;
	if (!(have = lu_arena_alloc(&in->arena, in->dim))) return lu_nomem(e);
	rc = lu_store_begin(s, e);
	if (!rc) rc = lu_store_set_model(s, in->model.s, in->dim, e);
	for (size_t i = 0; i < in->n && !rc; i++) rc = store_vector(in, s, &in->v[i], have, e);
	if (!rc) rc = lu_store_embed_missing(s, false, &missing, e);
	if (!rc && !missing) rc = lu_store_mark(s, LU_STAGE_EMBEDDED, e);
	if (!rc) rc = lu_store_commit(s, e);
	else lu_store_rollback(s);
	return rc;
}

static lu_code drop_index(lu_store *s, lu_err *e)
{
	lu_code rc = lu_store_begin(s, e);

	if (!rc) rc = lu_store_rows_drop(s, e);
	if (!rc) rc = lu_store_unpack(s, e);
	if (!rc) rc = lu_store_commit(s, e);
	else lu_store_rollback(s);
	return rc;
}

static lu_code build(struct incoming *in, lu_err *e)
{
	lu_store *s = NULL;
	lu_code rc = lu_base_write(&s, false, e);

	if (!rc) rc = lu_base_settings(s, opts, e);
	if (!rc && rebuild) rc = drop_index(s, e);
	if (!rc && in->n) rc = store_vectors(in, s, e);
	if (!rc) rc = lu_derive(s, NULL, true, lu_base_tree().jobs, &in->run.watch, &in->run.counts, e);
	if (!rc) rc = lu_finish_index(s, &in->run.counts, e);
	if (!rc) rc = lu_running_summary(&in->run, "index", s, e);
	lu_store_close(s);
	return rc;
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	struct incoming in = { .n = 0 };
	lu_code rc = lu_cmd_operands(&cmd_index, argc, argv, 0, 0, e);

	lu_running_init(&in.run);
	if (!rc && (check || dump)) rc = lu_base_leave_input(check ? "--check" : "--dump", e);
	if (!rc && check) return run_check(e);
	if (!rc && dump) return lu_dump_postings(e);
	if (!rc && lu_base_has_input()) rc = read_vectors(&in, e);
	if (!rc) rc = build(&in, e);
	lu_arena_free(&in.arena);
	return rc;
}

static const char *const examples[] = { "lucus index", "lucus index --check", NULL };

const lu_cmd cmd_index = {
	.name = "index",
	.summary = "phase 3: full text and packed vectors for queries",
	.args = "",
	.opts = opts,
	.run = run,
	.examples = examples,
};
