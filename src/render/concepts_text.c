/* SPDX-License-Identifier: MIT
 * Concepts for people: a line each; in Markdown as lists; for Graphviz with the edges between them. */
#include "render/table.h"

static bool is_md(const lu_sink *o)
{
	return o->format == LU_FORMAT_MD;
}

static void print_concept(lu_sink *o, const lu_concepts_shown *x, const lu_concept_shown *c)
{
	lu_sink_adds(o, is_md(o) ? "- " : "");
	lu_sink_name(o, LU_COLOR_BOLD, c->name);
	if (x->asked) lu_sink_textf(o, LU_COLOR_PLAIN, "  %.3f, %u together", c->score, c->together);
	else lu_sink_textf(o, LU_COLOR_PLAIN, "  %.1f", c->score);
	lu_sink_textf(o, LU_COLOR_DIM, "  %u in %u, %u edge%s%s\n", c->frequency, c->windows, c->degree,
		      lu_plural(c->degree), c->hub ? ", a hub" : "");
}

static void print_place(lu_sink *o, const lu_concept_place *p)
{
	lu_sink_adds(o, is_md(o) ? "- " : "    ");
	if (is_md(o)) lu_sink_path_md(o, p->el.path, p->line, 0);
	else lu_sink_path(o, p->el.path, p->line);
	lu_sink_adds(o, "  ");
	lu_sink_name(o, LU_COLOR_PLAIN, p->el.name);
	lu_sink_textf(o, LU_COLOR_DIM, "  %.*s  %u\n", LU_FMT(p->el.type), p->count);
}

static void print_self(lu_sink *o, const lu_concepts_shown *x)
{
	if (is_md(o)) lu_sink_adds(o, "## ");
	lu_sink_name(o, LU_COLOR_BOLD, x->self.name);
	lu_sink_textf(o, LU_COLOR_DIM, "  %u in %u, %zu element%s\n%s", x->self.frequency, x->self.windows, x->places,
		      lu_plural(x->places), is_md(o) ? "\n" : "");
	for (size_t i = 0; i < x->n_place; i++) print_place(o, &x->place[i]);
	if (x->places > x->n_place)
		lu_sink_textf(o, LU_COLOR_DIM, "    %zu element%s more (--limit)\n", x->places - x->n_place,
			      lu_plural(x->places - x->n_place));
	if (x->n) lu_sink_adds(o, is_md(o) ? "\n### With\n\n" : "with\n");
}

lu_code lu__concepts_text(lu_sink *o, const lu_concepts_shown *x, lu_err *e)
{
	(void)e;
	if (!x->made)
		lu_sink_text(o, LU_COLOR_PLAIN,
			     lu_strz(x->current ? "there is nothing in the store to find concepts in\n"
						: "no concepts were found yet: run 'lucus sync' or 'lucus index'\n"));
	if (x->asked) print_self(o, x);
	for (size_t i = 0; i < x->n; i++) {
		if (x->asked && !is_md(o)) lu_sink_adds(o, "    ");
		print_concept(o, x, &x->v[i]);
	}
	if (x->found > x->n) lu_sink_textf(o, LU_COLOR_DIM, "%zu concepts more (--limit)\n", x->found - x->n);
	return LU_OK;
}

/* A concept has no place of its own. */
lu_code lu__concepts_places(lu_sink *o, const lu_concepts_shown *x, lu_err *e)
{
	(void)e;
	for (size_t i = 0; i < x->n_place; i++)
		lu_sink_place(o, x->place[i].el.path, x->place[i].line, x->place[i].el.name, x->self.name);
	return LU_OK;
}

/* ---- Graphviz ---- */

static void add_edge(lu_buf *out, lu_str a, lu_str b, double npmi, uint32_t together)
{
	lu_buf_adds(out, "\t");
	lu__add_quoted(out, a);
	lu_buf_adds(out, " -- ");
	lu__add_quoted(out, b);
	lu_buf_addf(out, " [weight = %u, tooltip = \"%.3f\"];\n", together, npmi);
}

static void add_node(lu_buf *out, const lu_concept_shown *c)
{
	lu_buf_adds(out, "\t");
	lu__add_quoted(out, c->key);
	lu_buf_adds(out, " [label = ");
	lu__add_quoted(out, c->name);
	lu_buf_adds(out, "];\n");
}

lu_code lu__concepts_dot(lu_sink *o, const lu_concepts_shown *x, lu_err *e)
{
	lu_buf out = LU_BUF;
	lu_code rc = LU_OK;

	lu_buf_adds(&out, "graph lucus {\n\tnode [shape = plaintext];\n");
	if (x->asked) add_node(&out, &x->self);
	for (size_t i = 0; i < x->n; i++) add_node(&out, &x->v[i]);
	for (size_t i = 0; i < x->n && x->asked; i++)
		add_edge(&out, x->self.key, x->v[i].key, x->v[i].score, x->v[i].together);
	for (size_t i = 0; i < x->n_tie; i++)
		add_edge(&out, x->v[x->tie[i].a].key, x->v[x->tie[i].b].key, x->tie[i].npmi, x->tie[i].together);
	lu_buf_adds(&out, "}\n");
	if (out.oom) rc = lu_nomem(e);
	else lu_sink_add(o, lu_buf_str(&out));
	lu_buf_free(&out);
	return rc;
}
