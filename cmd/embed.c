/* SPDX-License-Identifier: MIT
 * lucus embed: phase 2, vectors for every element that has none of its present text. */
#include <string.h>

#include "cli/cmd.h"
#include "cli/out.h"
#include "llm.h"
#include "vectors.h"

extern const lu_cmd cmd_embed;

static bool summary_only;

static lu_opt opts[] = { LU_OPT_FLAG(0, "summary", &summary_only, "print no embedding records, only the summary",
				     .daily = true),
			 LU_OPT_GROUP(cmd_opts_model),
			 LU_OPT_GROUP(cmd_opts_prices),
			 LU_OPT_GROUP(cmd_opts_jobs),
			 LU_OPT_GROUP(cmd_opts_wait),
			 LU_OPT_GROUP(cmd_opts_input),
			 LU_OPT_GROUP(lu_opts_store),
			 LU_OPT_GROUP(lu_opts_output),
			 LU_OPT_END };

struct embedding {
	cmd_running run; /* first: it is the context of its callbacks */
	cmd_ids ids;     /* what the output speaks of */
	int64_t *fresh;  /* rows that got a vector */
	size_t n_fresh;
	bool input;
};

static lu_code add_id(cmd_ids *l, lu_str id, lu_str extra, long line, lu_err *e)
{
	void *v = lu_arena_grow(&l->arena, l->v, l->n, sizeof *l->v);
	lu_str *x = lu_arena_grow(&l->arena, l->extra, l->n, sizeof *x);
	long *at = lu_arena_grow(&l->arena, l->line, l->n, sizeof *at);

	if (!v || !x || !at) return lu_nomem(e);
	l->v = v;
	l->extra = x;
	l->line = at;
	at[l->n] = line;
	memcpy(l->v[l->n], id.s, id.n);
	l->v[l->n][id.n] = '\0';
	x[l->n] = extra.n ? lu_arena_dup(&l->arena, extra) : lu_strn(NULL, 0);
	l->n++;
	return LU_OK;
}

static lu_code take_record(struct embedding *b, const lu_json *v, long line, lu_err *e)
{
	lu_arena a = { 0 };
	lu_element el;
	lu_str kind = lu_record_kind(v);
	lu_code rc = LU_OK;

	if (lu_str_eqz(kind, "summary") || lu_str_eqz(kind, "error")) return LU_OK;
	if (!lu_str_eqz(kind, "node") && !lu_str_eqz(kind, "element"))
		return lu_fail(e, LU_EFORMAT, "expected a node record, found '%.*s'", LU_FMT(kind));
	rc = lu_element_read(v, &a, &el, e);
	b->input = true;
	if (!rc) rc = add_id(&b->ids, lu_strz(el.id), el.extra, line, e);
	lu_arena_free(&a);
	return rc;
}

static lu_code read_nodes(struct embedding *b, lu_err *e)
{
	lu_reader in;
	lu_json *v = NULL;
	lu_code rc = LU_OK;

	cmd_base_reader(&in, stdin, "-");
	while (!rc && (rc = lu_reader_next(&in, &v, e)) != LU_DONE) {
		if (!rc) {
			rc = take_record(b, v, in.line, e);
			lu_json_free(v);
		}
		if (rc == LU_EFORMAT) {
			b->run.counts.rejected++;
			b->run.rejected = true;
			rc = lu_out_error("-", in.line, e->msg, e);
		}
	}
	lu_reader_free(&in);
	return rc == LU_DONE ? LU_OK : rc;
}

static lu_code on_embedded(void *ctx, int64_t element, lu_err *e)
{
	struct embedding *b = ctx;
	int64_t *v = lu_arena_grow(&b->ids.arena, b->fresh, b->n_fresh, sizeof *v);

	if (!v) return lu_nomem(e);
	v[b->n_fresh++] = element;
	b->fresh = v;
	return LU_OK;
}

/* Without input the output speaks of what was embedded now. */
static lu_code take_fresh(struct embedding *b, lu_store *s, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < b->n_fresh && !rc && !b->input; i++) {
		lu_arena a = { 0 };
		lu_brief brief;

		rc = lu_store_brief(s, b->fresh[i], &a, &brief, e);
		if (!rc) rc = add_id(&b->ids, lu_strz(brief.uuid), lu_strn(NULL, 0), 0, e);
		lu_arena_free(&a);
	}
	return rc;
}

static lu_code write_vectors(struct embedding *b, lu_store *s, lu_err *e)
{
	lu_jw w;
	lu_code rc = LU_OK;

	if (summary_only || !lu_out_is_json()) return LU_OK;
	lu_jw_init(&w);
	for (size_t i = 0; i < b->ids.n && !rc; i++) {
		rc = cmd_vectors_write(s, lu_strz(b->ids.v[i]), b->ids.extra[i], &w, e);
		if (rc != LU_ENOENT) continue;
		b->run.counts.rejected++;
		b->run.rejected = true;
		rc = lu_out_error("-", b->ids.line[i], e->msg, e);
	}
	lu_jw_free(&w);
	return rc;
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	struct embedding b = { .input = false };
	cmd_syncing x = { .prices = LU_BUF };
	lu_store *s = NULL;
	lu_code rc = lu_cmd_operands(&cmd_embed, argc, argv, 0, 0, e);

	cmd_running_init(&b.run);
	b.run.watch.embedded = on_embedded;
	if (!rc && cmd_base_has_input()) rc = read_nodes(&b, e);
	if (!rc) rc = cmd_base_write(&s, false, e);
	if (!rc) rc = cmd_base_settings(s, opts, e);
	if (!rc) rc = cmd_base_sync(&x, 0, e);
	if (!rc) rc = lu_sync_vectors(s, &x.o, &b.run.watch, &b.run.counts, e);
	lu_store_close(s);
	s = NULL;
	if (!rc) rc = cmd_base_read(&s, e);
	if (!rc) rc = take_fresh(&b, s, e);
	if (!rc) rc = write_vectors(&b, s, e);
	if (!rc) rc = cmd_running_summary(&b.run, "embed", s, e);
	lu_store_close(s);
	cmd_base_sync_free(&x);
	lu_arena_free(&b.ids.arena);
	return rc;
}

static const char *const examples[] = { "lucus embed --summary", "lucus ast lib | lucus embed --summary", NULL };

const lu_cmd cmd_embed = {
	.name = "embed",
	.summary = "phase 2: vectors for the elements of the graph",
	.args = "",
	.opts = opts,
	.run = run,
	.examples = examples,
};
