/* SPDX-License-Identifier: MIT
 * Answers about the graph as records. */
#include "render/table.h"

static void write_members(lu_jw *w, const lu_brief *b)
{
	lu__write_element(w, b);
	lu_jw_str(w, "language", b->language);
}

static void write_end(lu_jw *w, const char *key, const lu_brief *b)
{
	if (!b) {
		lu_jw_null(w, key);
		return;
	}
	lu_jw_open(w, key, '{');
	write_members(w, b);
	lu_jw_close(w, '}');
}

static void write_counts(lu_jw *w, const lu_graph_answer *q)
{
	lu_jw_int(w, "edges", (int64_t)q->edges);
	lu_jw_int(w, "shown", (int64_t)(q->shown + q->stray_shown + q->place_shown));
	lu_jw_int(w, "elements", (int64_t)q->elements);
	lu_jw_open(w, "grades", '{');
	for (int g = 0; g < LU_GRADES; g++) lu_jw_int(w, lu_grade_name((lu_grade)g), (int64_t)q->grades[g]);
	lu_jw_close(w, '}');
	if (q->asked == LU_ASK_TESTS) return;
	lu_jw_open(w, "by_depth", '[');
	for (uint32_t d = 1; d <= lu_graph_depth(q); d++) lu_jw_int(w, NULL, (int64_t)lu_graph_at_depth(q, d));
	lu_jw_close(w, ']');
}

static lu_code write_files(lu_jw *w, const lu_graph_answer *q, lu_arena *a, lu_err *e)
{
	lu_file_count *v;
	size_t n;
	lu_code rc = lu_graph_files(q, a, &v, &n, e);

	if (rc) return rc;
	lu_jw_open(w, "files", '[');
	for (size_t i = 0; i < n; i++) {
		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "file_path", v[i].path);
		lu_jw_int(w, "elements", (int64_t)v[i].n);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
	return LU_OK;
}

static void write_coverage(lu_jw *w, const lu_coverage *c)
{
	int64_t files = 0;

	lu_jw_open(w, "coverage", '{');
	lu_jw_int(w, "files", c->files);
	lu_jw_int(w, "partial", c->partial);
	lu_jw_int(w, "unparsed_lines", c->lines);
	lu_jw_int(w, "unknown", c->unknown);
	lu_jw_int(w, "plain", c->plain);
	lu_jw_int(w, "left_out", c->left);
	lu_jw_open(w, "reasons", '{');
	for (size_t i = 0; i < c->n_why; i++) {
		lu_buf key = LU_BUF;

		files += c->why[i].files;
		if (i + 1 < c->n_why && lu_str_eq(c->why[i].reason, c->why[i + 1].reason)) continue;
		lu_buf_addstr(&key, c->why[i].reason);
		if (!key.oom) lu_jw_int(w, key.s, files);
		w->out.oom |= key.oom;
		lu_buf_free(&key);
		files = 0;
	}
	lu_jw_close(w, '}');
	lu_jw_close(w, '}');
}

static void write_sharing(lu_jw *w, const lu_graph_answer *q)
{
	if (!q->sites) return;
	lu_jw_int(w, "unresolved", q->sites->unresolved);
	lu_jw_int(w, "ambiguous", q->sites->ambiguous);
	lu_jw_int(w, "elsewhere", q->elsewhere);
	if (q->shared == LU_EDGE_CALLS) {
		lu_jw_open(w, "mentions", '{');
		lu_jw_int(w, "places", (int64_t)q->sites->n_place);
		lu_jw_int(w, "calls", q->sites->calls);
		lu_jw_int(w, "unparsed", q->sites->unparsed);
		lu_jw_close(w, '}');
	}
	write_coverage(w, &q->coverage);
}

static lu_code write_question(lu_sink *o, lu_jw *w, const lu_graph_answer *q, lu_arena *a, lu_err *e)
{
	lu_code rc = LU_OK;

	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "graph");
	lu_jw_strz(w, "question", lu_graph_questions[q->asked]);
	write_members(w, &q->el);
	if (q->heir.n) lu_jw_str(w, "inherited_by", q->heir);
	lu_jw_int(w, "matches", (int64_t)q->matches);
	lu_jw_int(w, "depth", q->walk[0].depth);
	if (q->asked == LU_ASK_PATH) {
		lu_jw_open(w, "target", '{');
		write_members(w, &q->target);
		if (q->target_heir.n) lu_jw_str(w, "inherited_by", q->target_heir);
		lu_jw_close(w, '}');
		lu_jw_int(w, "paths", q->ways);
		lu_jw_int(w, "shown", (int64_t)q->n_way);
		if (q->ways) lu_jw_int(w, "hops", q->hops);
		else lu_jw_null(w, "hops");
		lu_jw_bool(w, "complete", q->ways || q->walk[0].all);
		lu_jw_int(w, "elements", (int64_t)q->elements);
	} else {
		write_counts(w, q);
	}
	if (q->asked == LU_ASK_IMPACT) rc = write_files(w, q, a, e);
	write_sharing(w, q);
	lu_jw_close(w, '}');
	return rc ? rc : lu_sink_record(o, w, e);
}

/* `way`: number of the path, from 1, and *hop the place in it; NULL for others. */
static lu_code write_edge(lu_sink *o, lu_jw *w, const lu_trace *walk, const lu_step *g, const size_t *way, uint32_t hop,
			  lu_grade weakest, lu_err *e)
{
	const lu_brief *src, *dst;

	lu_graph_ends(walk, g, &src, &dst);
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "edge");
	write_end(w, "src", src);
	write_end(w, "dst", dst);
	lu_jw_strz(w, "kind", lu_edge_kind_name(g->kind));
	if (!walk->in && g->name.n) lu_jw_str(w, "name", g->name);
	lu_jw_strz(w, "grade", lu_grade_name(g->grade));
	lu_jw_str(w, "reason", g->reason);
	lu_jw_int(w, "line", g->line);
	lu_jw_int(w, "count", g->count);
	lu_jw_strz(w, "direction", walk->in ? "in" : "out");
	lu_jw_int(w, "depth", hop);
	lu_jw_strz(w, "weakest", lu_grade_name(weakest));
	if (way) lu_jw_int(w, "path", (int64_t)*way + 1);
	if (walk->node[g->from].gone || (g->to != SIZE_MAX && walk->node[g->to].gone)) lu_jw_bool(w, "gone", true);
	lu_jw_close(w, '}');
	return lu_sink_record(o, w, e);
}

static lu_code write_stray(lu_sink *o, lu_jw *w, const lu_stray *s, lu_edge_kind kind, lu_err *e)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "edge");
	write_end(w, "src", &s->el);
	lu_jw_null(w, "dst");
	lu_jw_strz(w, "kind", lu_edge_kind_name(kind));
	lu_jw_str(w, "name", s->site->name);
	lu_jw_strz(w, "grade", lu_grade_name(s->site->grade));
	lu_jw_str(w, "reason", s->site->reason);
	lu_jw_int(w, "line", s->site->line);
	lu_jw_int(w, "count", s->site->count);
	lu_jw_strz(w, "direction", "in");
	lu_jw_int(w, "depth", 1);
	lu_jw_strz(w, "weakest", lu_grade_name(s->site->grade));
	lu_jw_close(w, '}');
	return lu_sink_record(o, w, e);
}

static lu_code write_place(lu_sink *o, lu_jw *w, lu_str name, const lu_place *p, lu_err *e)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "mention");
	lu_jw_str(w, "name", name);
	lu_jw_str(w, "file_path", p->path);
	lu_jw_int(w, "line", p->line);
	lu_jw_bool(w, "call", p->call);
	lu_jw_bool(w, "unparsed", p->unparsed);
	lu_jw_str(w, "text", p->text);
	lu_jw_close(w, '}');
	return lu_sink_record(o, w, e);
}

static lu_code write_way(lu_sink *o, lu_jw *w, const lu_graph_answer *q, size_t i, lu_err *e)
{
	const lu_way *way = &q->way[i];
	lu_grade weakest = LU_GRADE_EXACT;
	lu_code rc = LU_OK;

	for (size_t h = 0; h < way->n && !rc; h++) {
		const lu_step *g = &q->walk[0].edge[way->edge[h]];

		if (g->grade > weakest) weakest = g->grade;
		rc = write_edge(o, w, &q->walk[0], g, &i, (uint32_t)h + 1, weakest, e);
	}
	return rc;
}

lu_code lu__graph_json(lu_sink *o, const lu_graph_answer *q, lu_err *e)
{
	lu_arena a = { 0 };
	lu_jw w;
	lu_code rc;

	lu_jw_init(&w);
	rc = write_question(o, &w, q, &a, e);
	for (size_t i = 0; i < q->n_way && !rc; i++) rc = write_way(o, &w, q, i, e);
	for (size_t k = 0; k < q->n_walk && !rc && q->asked != LU_ASK_PATH; k++) {
		for (size_t i = 0; i < q->walk[k].n_edge && !rc; i++) {
			const lu_step *g = &q->walk[k].edge[i];

			if (q->show[k][i]) rc = write_edge(o, &w, &q->walk[k], g, NULL, g->depth, g->weakest, e);
		}
	}
	for (size_t i = 0; i < q->stray_shown && !rc; i++) rc = write_stray(o, &w, &q->stray[i], q->shared, e);
	for (size_t i = 0; i < q->place_shown && !rc; i++)
		rc = write_place(o, &w, lu_simple_name(q->el.name), &q->sites->place[i], e);
	lu_jw_free(&w);
	lu_arena_free(&a);
	return rc;
}
