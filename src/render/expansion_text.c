/* SPDX-License-Identifier: MIT
 * Expansions for people, and as places. */
#include "render/table.h"

static void print_name(lu_sink *o, const lu_brief *el)
{
	if (o->format == LU_FORMAT_MD) {
		lu_sink_adds(o, "**");
		lu_sink_name(o, LU_COLOR_PLAIN, el->name);
		lu_sink_textf(o, LU_COLOR_PLAIN, "** %.*s ", LU_FMT(el->type));
		lu_sink_path_md(o, el->path, el->start_line, 0);
		return;
	}
	lu_sink_path(o, el->path, el->start_line);
	lu_sink_adds(o, "  ");
	lu_sink_text(o, LU_COLOR_DIM, el->type);
	lu_sink_adds(o, "  ");
	lu_sink_name(o, LU_COLOR_BOLD, el->name);
}

static void print_head(lu_sink *o, const char *what)
{
	if (o->format == LU_FORMAT_MD) lu_sink_addf(o, "\n### %s\n\n", what);
	else lu_sink_textf(o, LU_COLOR_CYAN, "\n%s\n", what);
}

static const char *bullet(const lu_sink *o)
{
	return o->format == LU_FORMAT_MD ? "- " : "  ";
}

static void print_original(lu_sink *o, const lu_original *v)
{
	lu_sink_adds(o, bullet(o));
	lu_sink_name(o, LU_COLOR_BOLD, v->entity.text);
	lu_sink_textf(o, LU_COLOR_DIM, "  %s %.2g", lu_entity_kind_name(v->entity.kind), v->entity.confidence);
	if (!v->n) lu_sink_text(o, LU_COLOR_YELLOW, lu_strz("  not found"));
	else if (v->total > 1) lu_sink_textf(o, LU_COLOR_DIM, "  %zu matches", v->total);
	lu_sink_adds(o, "\n");
	if (v->context.n) {
		lu_sink_adds(o, o->format == LU_FORMAT_MD ? "  " : "      ");
		lu_sink_name(o, LU_COLOR_PLAIN, v->context);
		lu_sink_adds(o, "\n");
	}
}

static void print_expanded(lu_sink *o, const lu_expansion *x, const lu_expanded *v)
{
	lu_sink_adds(o, bullet(o));
	print_name(o, &v->el);
	lu_sink_textf(o, LU_COLOR_DIM, "  %.3g  hop %u, %s %s ", v->score, v->hop, lu_edge_kind_name(v->kind),
		      v->in ? "from it to" : "from");
	lu_sink_name(o, LU_COLOR_DIM, x->node[v->from].el.name);
	lu_sink_adds(o, "\n");
}

lu_code lu__expansion_text(lu_sink *o, const lu_expansion_shown *s, lu_err *e)
{
	const lu_expansion *x = s->x;

	(void)e;
	lu_sink_adds(o, o->format == LU_FORMAT_MD ? "## " : "# ");
	lu_sink_prose(o, o->format == LU_FORMAT_MD ? LU_COLOR_PLAIN : LU_COLOR_CYAN, x->query);
	lu_sink_adds(o, "\n");
	if (x->n_original) print_head(o, "entities");
	for (size_t i = 0; i < x->n_original; i++) print_original(o, &x->original[i]);
	if (x->n_document) print_head(o, "documents");
	for (size_t i = 0; i < x->n_document; i++) {
		lu_sink_adds(o, bullet(o));
		lu_sink_path(o, x->document[i].path, 0);
		lu_sink_textf(o, LU_COLOR_DIM, "  %.3g\n", x->document[i].score);
	}
	if (x->n_node > x->n_seed) print_head(o, "near them");
	for (size_t i = x->n_seed; i < x->n_node; i++) print_expanded(o, x, &x->node[i]);
	lu_sink_adds(o, "\n");
	return LU_OK;
}

lu_code lu__expansion_paths(lu_sink *o, const lu_expansion_shown *s, lu_err *e)
{
	(void)e;
	for (size_t i = 0; i < s->x->n_document; i++) {
		lu_sink_path(o, s->x->document[i].path, 0);
		lu_sink_adds(o, "\n");
	}
	return LU_OK;
}

lu_code lu__expansion_lines(lu_sink *o, const lu_expansion_shown *s, lu_err *e)
{
	(void)e;
	for (size_t i = 0; i < s->x->n_node; i++) {
		const lu_brief *el = &s->x->node[i].el;

		lu_sink_place(o, el->path, el->start_line, el->name, el->type);
	}
	return LU_OK;
}
