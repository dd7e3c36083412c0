/* SPDX-License-Identifier: MIT
 * Answers about the graph as places, one a line. */
#include "render/table.h"

/* What an edge says of the element at its other end. */
static void print_edge_place(lu_sink *o, const lu_trace *w, const lu_step *g, const lu_brief *el, uint32_t line)
{
	const lu_brief *from = &w->node[g->from].el;
	lu_buf b = LU_BUF;

	if (!w->in) lu_buf_addf(&b, "%.*s ", LU_FMT(from->name));
	lu__add_kind(g->kind, &b);
	if (w->in) lu_buf_addf(&b, " %.*s (%s)", LU_FMT(from->name), lu_grade_name(g->grade));
	else lu_buf_addf(&b, " it (%s)", lu_grade_name(g->grade));
	lu_sink_place(o, el->path, line, el->name, lu_buf_str(&b));
	lu_buf_free(&b);
}

lu_code lu__graph_places(lu_sink *o, const lu_graph_answer *q, lu_err *e)
{
	(void)e;
	for (size_t i = 0; i < q->n_way; i++) {
		const lu_way *way = &q->way[i];
		const lu_brief *b = &q->walk[0].node[way->from].el;

		lu_sink_place(o, b->path, b->start_line, b->name, b->type);
		for (size_t h = 0; h < way->n; h++) {
			b = &q->walk[0].node[q->walk[0].edge[way->edge[h]].from].el;
			lu_sink_place(o, b->path, b->start_line, b->name, b->type);
		}
	}
	for (size_t k = 0; k < q->n_walk && q->asked != LU_ASK_PATH; k++) {
		const lu_trace *w = &q->walk[k];

		for (size_t i = 0; i < w->n_edge; i++) {
			const lu_step *g = &w->edge[i];
			const lu_brief *b = g->to == SIZE_MAX ? NULL : &w->node[g->to].el;

			if (q->show[k][i] && b)
				print_edge_place(o, w, g, b, w->in && g->line ? g->line : b->start_line);
		}
	}
	for (size_t i = 0; i < q->stray_shown; i++) {
		const lu_stray *s = &q->stray[i];

		lu_sink_place(o, s->el.path, s->site->line, s->el.name, s->site->name);
	}
	for (size_t i = 0; i < q->place_shown; i++)
		lu_sink_place(o, q->sites->place[i].path, q->sites->place[i].line, lu_simple_name(q->el.name),
			      q->sites->place[i].text);
	return LU_OK;
}
