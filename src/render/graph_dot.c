/* SPDX-License-Identifier: MIT
 * Answers about the graph for Graphviz. */
#include "render/table.h"

/* JSON's escapes are Graphviz's, and an ampersand would begin an entity. */
void lu__add_quoted(lu_buf *out, lu_str s)
{
	lu_jw w;

	lu_jw_init(&w);
	lu_jw_str(&w, NULL, s);
	for (size_t i = 0; i < w.out.len; i++) {
		if (w.out.s[i] == '&') lu_buf_adds(out, "&amp;");
		else lu_buf_addc(out, w.out.s[i]);
	}
	out->oom |= w.out.oom;
	lu_jw_free(&w);
}

static void add_node(lu_buf *out, const lu_brief *b, bool asked)
{
	lu_buf label = LU_BUF;

	lu_buf_addf(&label, "%.*s\n%.*s:%u", LU_FMT(b->name), LU_FMT(b->path), b->start_line);
	lu_buf_addf(out, "\t\"%s\" [label = ", b->uuid);
	lu__add_quoted(out, lu_buf_str(&label));
	lu_buf_adds(out, asked ? ", style = bold];\n" : "];\n");
	out->oom |= label.oom;
	lu_buf_free(&label);
}

static void add_edge(lu_buf *out, const lu_graph_answer *q, const lu_trace *w, const lu_step *g)
{
	static const char *const style[LU_GRADES] = { "solid", "solid", "dashed", "dotted" };
	const lu_brief *src, *dst;

	lu_graph_ends(w, g, &src, &dst);
	add_node(out, src, src->id == q->el.id);
	if (dst) {
		add_node(out, dst, dst->id == q->el.id);
		lu_buf_addf(out, "\t\"%s\" -> \"%s\"", src->uuid, dst->uuid);
	} else {
		lu_buf_addf(out, "\t\"%s\" -> ", src->uuid);
		lu__add_quoted(out, g->name);
	}
	lu_buf_addf(out, " [label = \"%s %s\", style = %s];\n", lu_edge_kind_name(g->kind), lu_grade_name(g->grade),
		    style[g->grade]);
}

lu_code lu__graph_dot(lu_sink *o, const lu_graph_answer *q, lu_err *e)
{
	lu_buf out = LU_BUF;
	lu_code rc = LU_OK;

	if (!q->number) lu_buf_adds(&out, "digraph lucus {\n\trankdir = LR;\n\tnode [shape = box];\n");
	add_node(&out, &q->el, true);
	for (size_t i = 0; i < q->n_way; i++)
		for (size_t h = 0; h < q->way[i].n; h++)
			add_edge(&out, q, &q->walk[0], &q->walk[0].edge[q->way[i].edge[h]]);
	for (size_t k = 0; k < q->n_walk && q->asked != LU_ASK_PATH; k++)
		for (size_t i = 0; i < q->walk[k].n_edge; i++)
			if (q->show[k][i]) add_edge(&out, q, &q->walk[k], &q->walk[k].edge[i]);
	if (q->number + 1 >= q->answers) lu_buf_adds(&out, "}\n");
	if (out.oom) rc = lu_nomem(e);
	else lu_sink_add(o, lu_buf_str(&out));
	lu_buf_free(&out);
	return rc;
}
