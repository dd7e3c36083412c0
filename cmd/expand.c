/* SPDX-License-Identifier: MIT
 * lucus expand: which elements questions and hits speak of, and what lies near them in the graph. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base.h"
#include "behind.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "expand.h"
#include "llm.h"
#include "render/render.h"
#include "lucus/request.h"
#include "question.h"
#include "search.h"

static int64_t max_hops = 2, max_entities = 50;
static double weight = LU_EXPANSION_WEIGHT;
static lu_strs entities;

static lu_opt opts[] = { LU_OPT_INT(0, "max-hops", &max_hops, "N", 1, LU_HOPS_MAX, "follow at most N edges in a row",
				    .env = "LUCUS_MAX_HOPS", .setting = "max_hops", .daily = true),
			 LU_OPT_INT(0, "max-entities", &max_entities, "N", 1, LU_EXPAND_ENTITIES_MAX,
				    "give the N best elements that are reached", .env = "LUCUS_MAX_ENTITIES",
				    .setting = "max_entities", .daily = true),
			 LU_OPT_REAL(0, "expansion-weight", &weight, "W", 0, 1,
				     "have the expansion count W in the order of hits, and their own rank the rest",
				     .env = "LUCUS_EXPANSION_WEIGHT", .setting = "expansion_weight"),
			 LU_OPT_LIST(
				 0, "entity", &entities, "NAME",
				 "also expand what is called NAME, whatever the question names; may be given again"),
			 LU_OPT_GROUP(cmd_opts_llm),
			 LU_OPT_GROUP(cmd_opts_prices),
			 LU_OPT_GROUP(cmd_opts_input),
			 LU_OPT_GROUP(lu_opts_store),
			 LU_OPT_GROUP(lu_opts_output),
			 LU_OPT_END };

typedef struct expanding {
	lu_session *session;
	lu_expand_options o;
	lu_given *given; /* of --entity */
	size_t n_given;
	cmd_hit_group hits;
	lu_arena own;
	bool told; /* that files are not as in the store */
} expanding;

static lu_code show(expanding *x, const lu_expansion_shown *s, const lu_freshness *fresh, lu_err *e)
{
	lu_sink o = lu_out_sink(stdout);
	lu_code rc = lu_render_expansion(&o, s, e);

	if (!rc && fflush(stdout)) rc = lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno));
	if (s->x->warning.n) lu_out_warn("%.*s", LU_FMT(s->x->warning));
	if (!x->told) cmd_warn_of_tree(fresh->root, fresh->state, -1, fresh->changed + fresh->gone);
	x->told |= fresh->state == LU_TREE_MISSING || fresh->changed + fresh->gone > 0;
	return rc;
}

static lu_code expand(expanding *x, const cmd_question *q, lu_str extra, lu_err *e)
{
	lu_expansion r;
	lu_freshness fresh;
	lu_expansion_shown s = { .x = &r, .id = q->id, .text = q->text, .weight = weight, .extra = extra };
	lu_code rc = lu_session_expand(x->session, NULL, q->text, (lu_strs){ 0 }, &x->o, &r, &fresh, e);

	if (rc) return rc;
	rc = show(x, &s, &fresh, e);
	lu_expansion_free(&r);
	return rc;
}

/* ---- records ---- */

/* Entities of the record, after those of --entity. */
static lu_code read_given(expanding *x, const lu_json *v, lu_arena *a, lu_err *e)
{
	lu_given *own = NULL, *all;
	size_t n = 0;
	lu_code rc = lu_given_read(v, a, &own, &n, e);

	if (rc) return rc;
	if (!(all = lu_arena_calloc(a, x->n_given + n + 1, sizeof *all))) return lu_nomem(e);
	if (x->n_given) memcpy(all, x->given, x->n_given * sizeof *all);
	if (n) memcpy(all + x->n_given, own, n * sizeof *all);
	x->o.given = all;
	x->o.n_given = x->n_given + n;
	return LU_OK;
}

static lu_code expand_question(expanding *x, const lu_json *v, int64_t number, lu_err *e)
{
	lu_buf id = LU_BUF;
	lu_arena a = { 0 };
	cmd_question q;
	lu_jw w;
	lu_code rc = cmd_question_read(v, number, &id, &q, e);

	lu_jw_init(&w);
	cmd_question_pass(&w, v, "expansion");
	if (!rc && w.out.oom) rc = lu_nomem(e);
	if (!rc) rc = read_given(x, v, &a, e);
	if (!rc) rc = expand(x, &q, lu_buf_str(&w.out), e);
	x->o.given = x->given;
	x->o.n_given = x->n_given;
	lu_arena_free(&a);
	lu_jw_free(&w);
	lu_buf_free(&id);
	return rc;
}

/* ---- hits ---- */

static lu_code end_hits(expanding *x, lu_err *e)
{
	cmd_hit_group *h = &x->hits;
	lu_expansion_shown s = { .id = lu_buf_str(&h->query), .weight = weight, .extra = lu_buf_str(&h->extra.out) };
	lu_expansion r;
	lu_freshness fresh;
	lu_code rc;

	if (!h->query.len) return LU_OK;
	rc = lu_session_expand(x->session, NULL, lu_strn("", 0), h->ids, &x->o, &r, &fresh, e);
	if (!rc) {
		s.x = &r;
		rc = show(x, &s, &fresh, e);
		lu_expansion_free(&r);
	}
	cmd_hit_group_clear(h);
	return rc;
}

static lu_code add_hit(expanding *x, const lu_json *v, int64_t number, lu_err *e)
{
	bool other = false;
	lu_code rc = cmd_hit_group_add(&x->hits, v, number, &other, e);

	if (!rc && other) rc = end_hits(x, e);
	return rc || !other ? rc : cmd_hit_group_add(&x->hits, v, number, &other, e);
}

/* A record. Hits come with the selection that says how they were chosen. */
static lu_code read_record(expanding *x, const lu_json *v, int64_t *number, lu_err *e)
{
	lu_str kind = lu_json_get(v, "record") ? lu_record_kind(v) : lu_strz("query");
	lu_code rc;

	if (lu_str_eqz(kind, "hit")) return add_hit(x, v, *number, e);
	rc = end_hits(x, e);
	if (rc || lu_str_eqz(kind, "selection")) return rc;
	return expand_question(x, v, (*number)++, e);
}

static lu_code expand_text(expanding *x, lu_str text, int64_t number, lu_err *e)
{
	lu_buf id = LU_BUF;
	lu_code rc = end_hits(x, e);

	lu_buf_addf(&id, "%lld", (long long)number);
	if (!rc && id.oom) rc = lu_nomem(e);
	if (!rc) rc = expand(x, &(cmd_question){ lu_buf_str(&id), text }, lu_strn("", 0), e);
	lu_buf_free(&id);
	return rc;
}

/* What is wrong is reported, the others go on. */
static lu_code expand_lines(expanding *x, lu_err *e)
{
	lu_reader in;
	int64_t number = 1;
	bool rejected = false;
	lu_code rc = LU_OK;

	cmd_base_reader(&in, stdin, "-");
	while (!rc) {
		lu_json *v = NULL;
		lu_str text;

		rc = cmd_question_line(&in, &v, &text, e);
		if (!rc) rc = v ? read_record(x, v, &number, e) : expand_text(x, text, number++, e);
		else if (rc == LU_EFORMAT) number++;
		lu_json_free(v);
		if (rc == LU_EFORMAT || rc == LU_EUSAGE) {
			rejected = true;
			rc = lu_out_error("-", in.line, e->msg, e);
		}
		if (!rc) rc = lu_check_cancel(e);
	}
	lu_reader_free(&in);
	if (rc == LU_DONE) rc = end_hits(x, e);
	cmd_hit_group_free(&x->hits);
	if (!rc && rejected) e->msg[0] = '\0';
	return !rc && rejected ? LU_EREJECT : rc;
}

/* What --entity names. */
static lu_code take_entities(expanding *x, lu_err *e)
{
	if (entities.n > LU_ENTITIES)
		return lu_fail(e, LU_EUSAGE, "option '--entity' is given more than %d times", LU_ENTITIES);
	if (!(x->given = lu_arena_calloc(&x->own, entities.n + 1, sizeof *x->given))) return lu_nomem(e);
	for (; x->n_given < entities.n; x->n_given++) {
		lu_str name = lu_str_trim(entities.v[x->n_given]);

		if (!name.n) return lu_fail(e, LU_EUSAGE, "option '--entity' needs a name");
		x->given[x->n_given] = (lu_given){ .text = name, .confidence = 1 };
	}
	x->o.given = x->given;
	x->o.n_given = x->n_given;
	return LU_OK;
}

static lu_code prepare(expanding *x, lu_err *e)
{
	lu_code rc = cmd_search_open(opts, &x->session, e);

	lu_expand_options_init(&x->o);
	x->o.max_hops = max_hops;
	x->o.max_entities = max_entities;
	if (!rc) rc = take_entities(x, e);
	if (!rc) rc = cmd_search_configure(x->session, false, true, e);
	if (!rc) lu_log("open", "db=%s", lu_session_path(x->session));
	return rc;
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	expanding x = { .hits = LU_HIT_GROUP };
	lu_buf text = LU_BUF;
	lu_code rc = argc ? cmd_base_leave_input("TEXT", e) : LU_OK;

	if (!rc) rc = cmd_question_join(argc, argv, &text, e);
	if (!rc) rc = prepare(&x, e);
	if (!rc && argc) rc = expand(&x, &(cmd_question){ lu_strz("1"), lu_buf_str(&text) }, lu_strn("", 0), e);
	else if (!rc) rc = expand_lines(&x, e);
	if (!rc && argc) rc = cmd_base_left_input("TEXT", e);
	lu_session_close(x.session);
	lu_arena_free(&x.own);
	lu_buf_free(&text);
	return rc;
}

static const char *const examples[] = { "lucus expand 'where is stack_push used'",
					"lucus query 'retry of jobs' -k 3 | lucus expand", NULL };

const lu_cmd cmd_expand = {
	.name = "expand",
	.summary = "find what a question names, and what lies near it in the graph",
	.args = "[TEXT...]",
	.opts = opts,
	.run = run,
	.pages = true,
	.examples = examples,
};
