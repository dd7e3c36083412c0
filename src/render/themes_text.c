/* SPDX-License-Identifier: MIT
 * Communities for people: a paragraph each; in Markdown with headings and lists. */
#include "render/table.h"

static bool is_md(const lu_sink *o)
{
	return o->format == LU_FORMAT_MD;
}

static void print_line(lu_sink *o, const char *what)
{
	lu_sink_adds(o, is_md(o) ? "- " : "    ");
	if (*what) lu_sink_textf(o, LU_COLOR_DIM, "%s  ", what);
}

static void print_head(lu_sink *o, const lu_theme *x)
{
	if (is_md(o)) lu_sink_adds(o, "## ");
	lu_sink_name(o, LU_COLOR_BOLD, x->name);
	lu_sink_adds(o, "  ");
	if (x->path.n && is_md(o)) lu_sink_path_md(o, x->path, 0, 0);
	else if (x->path.n) lu_sink_path(o, x->path, 0);
	lu_sink_textf(o, LU_COLOR_PLAIN, "%s%lld element%s, %lld file%s", x->path.n ? "  " : "", (long long)x->size,
		      lu_plural((size_t)x->size), (long long)x->files, lu_plural((size_t)x->files));
	if (x->below)
		lu_sink_textf(o, LU_COLOR_PLAIN, ", %lld communit%s below", (long long)x->below,
			      x->below == 1 ? "y" : "ies");
	lu_sink_textf(o, LU_COLOR_DIM, "  level %u  %s\n", x->level, x->id);
	if (is_md(o)) lu_sink_adds(o, "\n");
}

static void print_kinds(lu_sink *o, const char *where, const int64_t *n)
{
	lu_buf b = LU_BUF;

	for (int k = LU_EDGE_CONTAINS + 1; k < LU_EDGE_KINDS; k++) {
		if (!n[k]) continue;
		lu_buf_addf(&b, "%s%lld ", b.len ? ", " : "", (long long)n[k]);
		lu__add_kind((lu_edge_kind)k, &b);
	}
	if (b.len) {
		print_line(o, where);
		lu_sink_text(o, LU_COLOR_PLAIN, lu_buf_str(&b));
		lu_sink_adds(o, "\n");
	}
	lu_buf_free(&b);
}

static void print_members(lu_sink *o, const char *what, const lu_theme_member *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		print_line(o, what);
		lu_sink_name(o, LU_COLOR_PLAIN, v[i].el.name);
		lu_sink_textf(o, LU_COLOR_DIM, "  %.*s  ", LU_FMT(v[i].el.type));
		if (is_md(o)) lu_sink_path_md(o, v[i].el.path, v[i].el.start_line, 0);
		else lu_sink_path(o, v[i].el.path, v[i].el.start_line);
		if (v[i].referred)
			lu_sink_textf(o, LU_COLOR_DIM, "  %lld edge%s from outside", (long long)v[i].referred,
				      lu_plural((size_t)v[i].referred));
		lu_sink_adds(o, "\n");
	}
}

static void print_concepts(lu_sink *o, lu_strs v)
{
	if (!v.n) return;
	print_line(o, "speaks of");
	for (size_t i = 0; i < v.n; i++) {
		if (i) lu_sink_adds(o, ", ");
		lu_sink_text(o, LU_COLOR_PLAIN, v.v[i]);
	}
	lu_sink_adds(o, "\n");
}

static void print_theme(lu_sink *o, const lu_theme *x)
{
	print_head(o, x);
	if (x->summary.n) {
		print_line(o, "");
		lu_sink_text(o, LU_COLOR_PLAIN, x->summary);
		lu_sink_adds(o, "\n");
	}
	print_concepts(o, x->concepts);
	print_kinds(o, "inside", x->inside);
	print_kinds(o, "from outside", x->outside);
	print_members(o, "enter at", x->entry, x->n_entry);
	print_members(o, "member", x->member, x->n_member);
	if (x->size > (int64_t)x->n_member && x->n_member) {
		print_line(o, "");
		lu_sink_textf(o, LU_COLOR_DIM, "%lld members more\n", (long long)(x->size - (int64_t)x->n_member));
	}
}

lu_code lu__themes_text(lu_sink *o, const lu_themes *t, lu_err *e)
{
	(void)e;
	if (!t->made)
		lu_sink_text(o, LU_COLOR_PLAIN,
			     lu_strz(t->current ? "there is nothing in the store to make communities of\n"
						: "no communities were made yet: run 'lucus sync' or 'lucus index'\n"));
	for (size_t i = 0; i < t->n; i++) {
		if (i) lu_sink_adds(o, "\n");
		print_theme(o, &t->v[i]);
	}
	if (t->found > t->n)
		lu_sink_textf(o, LU_COLOR_DIM, "\n%zu communit%s more (--limit)\n", t->found - t->n,
			      t->found - t->n == 1 ? "y" : "ies");
	return LU_OK;
}

lu_code lu__themes_places(lu_sink *o, const lu_themes *t, lu_err *e)
{
	(void)e;
	for (size_t i = 0; i < t->n; i++) {
		const lu_theme *x = &t->v[i];
		bool leaf = x->n_member > 0;
		const lu_theme_member *v = leaf ? x->member : x->entry;

		for (size_t k = 0; k < (leaf ? x->n_member : x->n_entry); k++)
			lu_sink_place(o, v[k].el.path, v[k].el.start_line, v[k].el.name, x->name);
	}
	return LU_OK;
}

/* ---- Graphviz ---- */

static void add_node(lu_buf *out, const lu_theme *x)
{
	lu_buf label = LU_BUF;

	lu_buf_addf(&label, "%.*s\n%lld element%s", LU_FMT(x->name), (long long)x->size, lu_plural((size_t)x->size));
	if (x->path.n) lu_buf_addf(&label, "\n%.*s", LU_FMT(x->path));
	lu_buf_addf(out, "\t\"%s\" [label = ", x->id);
	lu__add_quoted(out, lu_buf_str(&label));
	lu_buf_adds(out, "];\n");
	out->oom |= label.oom;
	lu_buf_free(&label);
}

/* The edges between communities that are drawn, and, dashed, which lies in which. */
static void add_edges(lu_buf *out, const lu_themes *t, const lu_theme *x)
{
	for (size_t i = 0; i < x->n_link; i++)
		lu_buf_addf(out, "\t\"%s\" -> \"%s\" [label = \"%lld\"];\n", t->v[x->link[i].from].id, x->id,
			    (long long)x->link[i].edges);
	for (size_t i = 0; i < t->n; i++)
		if (lu_str_eqz(lu_strz(x->parent), t->v[i].id))
			lu_buf_addf(out, "\t\"%s\" -> \"%s\" [style = dashed, arrowhead = none];\n", x->parent, x->id);
}

lu_code lu__themes_dot(lu_sink *o, const lu_themes *t, lu_err *e)
{
	lu_buf out = LU_BUF;
	lu_code rc = LU_OK;

	lu_buf_adds(&out, "digraph lucus {\n\tnode [shape = box];\n");
	for (size_t i = 0; i < t->n; i++) add_node(&out, &t->v[i]);
	for (size_t i = 0; i < t->n; i++) add_edges(&out, t, &t->v[i]);
	lu_buf_adds(&out, "}\n");
	if (out.oom) rc = lu_nomem(e);
	else lu_sink_add(o, lu_buf_str(&out));
	lu_buf_free(&out);
	return rc;
}
