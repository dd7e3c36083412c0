/* SPDX-License-Identifier: MIT
 * The questions of which some target did not come, as records and for people. */
#include "render/table.h"

/* What the functions below share. */
typedef struct failing {
	lu_sink *o;
	const lu_measured *x;
	lu_jw w;
	lu_buf text;
} failing;

/* As many results as the largest k looks at. */
static size_t looked_at(const lu_measured *x, size_t query)
{
	size_t k = x->k[x->n_k - 1], n = x->s->shown[query].n;

	return n < k ? n : k;
}

static lu_str target_text(failing *s, const lu_target *t)
{
	lu_buf_reset(&s->text);
	lu_target_tell(t, &s->text);
	return lu_buf_str(&s->text);
}

/* Result `i` of a question. */
static lu_str result_text(failing *s, size_t query, size_t i)
{
	lu_buf_reset(&s->text);
	lu_judged_tell(&s->x->s->shown[query].v[i], s->x->q->queries.v[query].by_name, &s->text);
	return lu_buf_str(&s->text);
}

static void write_misses(failing *s, const lu_failure *f)
{
	lu_jw_open(&s->w, "missing", '[');
	for (size_t i = 0; i < f->n; i++) {
		const lu_miss *m = &f->v[i];

		lu_jw_open(&s->w, NULL, '{');
		lu_jw_str(&s->w, "target", target_text(s, m->target));
		lu_jw_strz(&s->w, "reason", lu_miss_name(m->reason));
		if (m->rank) lu_jw_int(&s->w, "rank", (int64_t)m->rank);
		else lu_jw_null(&s->w, "rank");
		lu_jw_strs(&s->w, "lacks", m->lacks);
		lu_jw_close(&s->w, '}');
	}
	lu_jw_close(&s->w, ']');
	lu_jw_strs(&s->w, "unmatched", f->unmatched);
}

static lu_code write_failure(failing *s, const lu_failure *f, lu_err *e)
{
	const lu_annotated *q = &s->x->q->queries.v[f->query];
	lu_jw *w = &s->w;

	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "failure");
	lu_jw_str(w, "strategy", s->x->s->name);
	if (q->id.n) lu_jw_str(w, "query_id", q->id);
	else lu_jw_int(w, "query_id", (int64_t)q->number);
	lu_jw_str(w, "query", q->query);
	lu_jw_str(w, "category", q->category);
	lu_jw_open(w, "expected", '[');
	for (size_t i = 0; i < q->targets.n; i++) lu_jw_str(w, NULL, target_text(s, &q->targets.v[i]));
	lu_jw_close(w, ']');
	lu_jw_open(w, "found", '[');
	for (size_t i = 0; i < looked_at(s->x, f->query); i++) lu_jw_str(w, NULL, result_text(s, f->query, i));
	lu_jw_close(w, ']');
	write_misses(s, f);
	lu_jw_close(w, '}');
	return s->text.oom ? lu_nomem(e) : lu_sink_record(s->o, w, e);
}

lu_code lu__failures_json(lu_sink *o, const lu_measured *x, lu_err *e)
{
	failing s = { .o = o, .x = x, .text = LU_BUF };
	lu_code rc = LU_OK;

	lu_jw_init(&s.w);
	for (size_t i = 0; !rc && i < x->s->n_f; i++) rc = write_failure(&s, &x->s->f[i], e);
	lu_jw_free(&s.w);
	lu_buf_free(&s.text);
	return rc;
}

/* ---- people ---- */

static void print_failure(failing *s, const lu_failure *f)
{
	const lu_annotated *q = &s->x->q->queries.v[f->query];

	lu_sink_textf(s->o, LU_COLOR_CYAN, "%zu. %.*s\n", q->number, LU_FMT(q->query));
	for (size_t i = 0; i < f->n; i++) {
		lu_sink_textf(s->o, LU_COLOR_PLAIN, "   missing  %.*s", LU_FMT(target_text(s, f->v[i].target)));
		lu_buf_reset(&s->text);
		lu_miss_tell(&f->v[i], &s->text);
		lu_sink_textf(s->o, LU_COLOR_YELLOW, "  %s\n", s->text.s);
	}
	for (size_t i = 0; i < f->unmatched.n; i++)
		lu_sink_textf(s->o, LU_COLOR_DIM, "%s%.*s",
			      i ? ", " : "            no element holds: ", LU_FMT(f->unmatched.v[i]));
	if (f->unmatched.n) lu_sink_adds(s->o, "\n");
	for (size_t i = 0; i < looked_at(s->x, f->query); i++) {
		bool gain = s->x->s->shown[f->query].gain[i];

		lu_sink_textf(s->o, gain ? LU_COLOR_GREEN : LU_COLOR_DIM, "   %7zu %c %.*s\n", i + 1, gain ? '+' : ' ',
			      LU_FMT(result_text(s, f->query, i)));
	}
	lu_sink_adds(s->o, "\n");
}

lu_code lu__failures_text(lu_sink *o, const lu_measured *x, lu_err *e)
{
	failing s = { .o = o, .x = x, .text = LU_BUF };
	lu_code rc;

	for (size_t i = 0; i < x->s->n_f; i++) print_failure(&s, &x->s->f[i]);
	rc = s.text.oom ? lu_nomem(e) : LU_OK;
	lu_buf_free(&s.text);
	return rc;
}
