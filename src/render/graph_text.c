/* SPDX-License-Identifier: MIT
 * Answers about the graph for people: a tree, or paths; in Markdown as lists. */
#include "core/ascii.h"
#include "render/table.h"

/* ---- one line ---- */

lu_color lu__grade_color(lu_grade g)
{
	static const lu_color color[LU_GRADES] = { LU_COLOR_GREEN, LU_COLOR_CYAN, LU_COLOR_YELLOW, LU_COLOR_RED };

	return color[g];
}

/* "calls", "inherits from": what an edge says. */
void lu__add_kind(lu_edge_kind kind, lu_buf *b)
{
	for (const char *p = lu_edge_kind_name(kind); *p; p++) lu_buf_addc(b, *p == '_' ? ' ' : lu_lower(*p));
}

static void print_kind(lu_sink *o, lu_edge_kind kind)
{
	lu_buf b = LU_BUF;

	lu__add_kind(kind, &b);
	lu_sink_textf(o, LU_COLOR_DIM, "  %s", b.s);
	lu_buf_free(&b);
}

/* Name, type and place; in Markdown as code. */
static void print_element(lu_sink *o, const lu_brief *b, uint32_t line)
{
	if (o->format == LU_FORMAT_MD) {
		lu_sink_adds(o, "**");
		lu_sink_name(o, LU_COLOR_PLAIN, b->name);
		lu_sink_textf(o, LU_COLOR_PLAIN, "** %.*s ", LU_FMT(b->type));
		lu_sink_path_md(o, b->path, line, 0);
		return;
	}
	lu_sink_name(o, LU_COLOR_BOLD, b->name);
	lu_sink_adds(o, "  ");
	lu_sink_text(o, LU_COLOR_DIM, b->type);
	lu_sink_adds(o, "  ");
	lu_sink_path(o, b->path, line);
}

static void print_grade(lu_sink *o, lu_grade grade, lu_str reason, uint32_t count)
{
	lu_sink_adds(o, "  ");
	lu_sink_textf(o, lu__grade_color(grade), "%s", lu_grade_name(grade));
	if (reason.n) lu_sink_textf(o, LU_COLOR_DIM, "  %.*s", LU_FMT(reason));
	if (count > 1) lu_sink_textf(o, LU_COLOR_DIM, "  x%u", count);
}

/* The other end of an edge: where the reference is, when it is the source; what it leads to otherwise. */
static void print_other(lu_sink *o, const lu_trace *w, const lu_step *g, const lu_brief *other, bool kinds)
{
	const lu_brief *from = &w->node[g->from].el;

	if (!other) {
		bool md = o->format == LU_FORMAT_MD;

		lu_sink_text(o, LU_COLOR_PLAIN, g->name);
		lu_sink_adds(o, md ? " " : "  ");
		if (md) lu_sink_path_md(o, from->path, g->line, 0);
		else lu_sink_path(o, from->path, g->line);
	} else {
		print_element(o, other, w->in && g->line ? g->line : other->start_line);
	}
	if (kinds) print_kind(o, g->kind);
	if (other && !w->in && g->line) lu_sink_textf(o, LU_COLOR_DIM, "  line %u", g->line);
	print_grade(o, g->grade, g->reason, g->count);
	if (g->to != SIZE_MAX && w->node[g->to].gone) lu_sink_text(o, LU_COLOR_YELLOW, lu_strz("  file is gone"));
}

/* ---- the tree ---- */

/* How far the printing of a tree is: the edges of one node. */
struct level {
	size_t node, next; /* next: index of the edge to print, of w->edge */
};

static bool several(unsigned kinds)
{
	return (kinds & (kinds - 1)) != 0;
}

/* The next edge of a node that is shown, from `i` on; the end of its edges when there is none. */
static size_t next_shown(const lu_graph_answer *q, size_t k, size_t node, size_t i)
{
	const lu_reached *v = &q->walk[k].node[node];

	while (i < v->first + v->n && !q->show[k][i]) i++;
	return i;
}

static void print_indent(lu_sink *o, const lu_graph_answer *q, size_t k, const struct level *v, size_t depth, bool last)
{
	const lu_trace *w = &q->walk[k];

	if (o->format == LU_FORMAT_MD) {
		for (size_t i = 0; i < depth; i++) lu_sink_adds(o, "  ");
		lu_sink_adds(o, "- ");
		return;
	}
	for (size_t i = 0; i < depth; i++)
		lu_sink_adds(o, v[i].next < w->node[v[i].node].first + w->node[v[i].node].n ? "│  " : "   ");
	lu_sink_adds(o, last ? "└─ " : "├─ ");
}

/* What hangs on one of the nodes where a walk began. Elements that are reached again are named, not opened: circles
 * end there. */
static lu_code print_branch(lu_sink *o, const lu_graph_answer *q, size_t k, size_t root, lu_arena *a, lu_err *e)
{
	const lu_trace *w = &q->walk[k];
	struct level *v = lu_arena_calloc(a, (size_t)lu_graph_depth(q) + 2, sizeof *v);
	size_t depth = 0;

	if (!v) return lu_nomem(e);
	v[0] = (struct level){ root, next_shown(q, k, root, w->node[root].first) };
	for (;;) {
		const lu_reached *at = &w->node[v[depth].node];
		const lu_step *g;

		if (v[depth].next >= at->first + at->n) {
			if (!depth--) return LU_OK;
			continue;
		}
		g = &w->edge[v[depth].next];
		v[depth].next = next_shown(q, k, v[depth].node, v[depth].next + 1);
		print_indent(o, q, k, v, depth, v[depth].next >= at->first + at->n);
		print_other(o, w, g, g->to == SIZE_MAX ? NULL : &w->node[g->to].el, several(q->kinds));
		if (!g->opens && g->to != SIZE_MAX) lu_sink_text(o, LU_COLOR_DIM, lu_strz("  (again)"));
		lu_sink_adds(o, "\n");
		if (!g->opens) continue;
		depth++;
		v[depth] = (struct level){ g->to, next_shown(q, k, g->to, w->node[g->to].first) };
	}
}

static lu_code print_walk(lu_sink *o, const lu_graph_answer *q, size_t k, lu_arena *a, lu_err *e)
{
	const lu_trace *w = &q->walk[k];
	lu_code rc = LU_OK;

	for (size_t i = 0; i < w->n_begin && !rc; i++) {
		const lu_reached *v = &w->node[i];

		if (next_shown(q, k, i, v->first) >= v->first + v->n) continue;
		if (w->n_begin > 1 && v->el.id != q->el.id) { /* what the element holds */
			if (o->format == LU_FORMAT_MD) lu_sink_adds(o, "\n");
			print_element(o, &v->el, v->el.start_line);
			lu_sink_adds(o, o->format == LU_FORMAT_MD ? "\n\n" : "\n");
		}
		rc = print_branch(o, q, k, i, a, e);
	}
	return rc;
}

static void print_branch_of(lu_sink *o, bool more)
{
	lu_sink_adds(o, o->format == LU_FORMAT_MD ? "- " : more ? "├─ " : "└─ ");
}

static void print_strays(lu_sink *o, const lu_graph_answer *q)
{
	for (size_t i = 0; i < q->stray_shown; i++) {
		const lu_stray *s = &q->stray[i];

		print_branch_of(o, i + 1 < q->stray_shown || q->place_shown);
		print_element(o, &s->el, s->site->line ? s->site->line : s->el.start_line);
		print_kind(o, q->shared);
		lu_sink_adds(o, " ");
		lu_sink_name(o, LU_COLOR_DIM, s->site->name);
		print_grade(o, s->site->grade, s->site->reason, s->site->count);
		lu_sink_adds(o, "\n");
	}
	for (size_t i = 0; i < q->place_shown; i++) {
		const lu_place *p = &q->sites->place[i];

		print_branch_of(o, i + 1 < q->place_shown);
		lu_sink_path(o, p->path, p->line);
		lu_sink_textf(o, LU_COLOR_DIM, "  mentions it%s  ", p->unparsed ? ", not parsed" : "");
		lu_sink_text(o, LU_COLOR_PLAIN, p->text);
		lu_sink_adds(o, "\n");
	}
}

/* ---- paths ---- */

static void print_way(lu_sink *o, const lu_graph_answer *q, const lu_way *way)
{
	const lu_trace *w = &q->walk[0];
	bool md = o->format == LU_FORMAT_MD;

	if (md) lu_sink_adds(o, "- ");
	print_element(o, &w->node[way->from].el, w->node[way->from].el.start_line);
	lu_sink_adds(o, "\n");
	for (size_t h = 0; h < way->n; h++) {
		const lu_step *g = &w->edge[way->edge[h]];
		const lu_brief *next = &w->node[g->from].el;

		for (size_t i = 0; i < h + md; i++) lu_sink_adds(o, md ? "  " : "   ");
		lu_sink_adds(o, md ? "- " : "└─ ");
		print_element(o, next, next->start_line);
		print_kind(o, g->kind);
		if (g->line) lu_sink_textf(o, LU_COLOR_DIM, " in line %u", g->line);
		print_grade(o, g->grade, g->reason, g->count);
		lu_sink_adds(o, "\n");
	}
}

static void print_two(lu_sink *o, const char *before, const char *between, const lu_graph_answer *q)
{
	lu_sink_adds(o, before);
	lu_sink_name(o, LU_COLOR_PLAIN, q->el.name);
	lu_sink_adds(o, between);
	lu_sink_name(o, LU_COLOR_PLAIN, q->target.name);
}

/* What leads to the target, but for what begins there. */
static void print_led(lu_sink *o, const lu_graph_answer *q, size_t led)
{
	bool all = q->walk[0].all;

	if (!led)
		lu_sink_textf(o, LU_COLOR_PLAIN, "%s: nothing leads there%s\n", all ? "" : " so near",
			      all ? "" : " (--max-hops)");
	else
		lu_sink_textf(o, LU_COLOR_PLAIN, "%s; %zu element%s there, up to %u edge%s away%s\n",
			      all ? "" : " so near", led, led == 1 ? " leads" : "s lead", lu_graph_depth(q),
			      lu_plural(lu_graph_depth(q)), all ? "" : " (--max-hops)");
}

static void print_paths(lu_sink *o, const lu_graph_answer *q)
{
	size_t led = q->walk[0].n_node - q->walk[0].n_begin;

	for (size_t i = 0; i < q->n_way; i++) print_way(o, q, &q->way[i]);
	if (!q->ways) {
		print_two(o, "no path from ", " to ", q);
		print_led(o, q, led);
	} else if (!q->hops) {
		print_two(o, "", " is in ", q);
		lu_sink_adds(o, "\n");
	} else
		lu_sink_textf(o, LU_COLOR_PLAIN, "%lld path%s of %u edge%s%s\n", (long long)q->ways,
			      lu_plural((size_t)q->ways), q->hops, lu_plural(q->hops),
			      q->ways > (int64_t)q->n_way ? ", not all shown" : "");
}

/* ---- an answer ---- */

static void print_heir(lu_sink *o, lu_str heir)
{
	if (heir.n) lu_sink_textf(o, LU_COLOR_DIM, "  inherited by %.*s", LU_FMT(heir));
}

static void print_head(lu_sink *o, const lu_graph_answer *q)
{
	if (o->format == LU_FORMAT_MD) {
		lu_sink_addf(o, "## %s: ", lu_graph_questions[q->asked]);
		print_element(o, &q->el, q->el.start_line);
		print_heir(o, q->heir);
		lu_sink_adds(o, "\n\n");
		return;
	}
	print_element(o, &q->el, q->el.start_line);
	print_heir(o, q->heir);
	lu_sink_adds(o, "\n");
}

/* An end of a path that was not named itself. */
static void print_end(lu_sink *o, const lu_brief *el, lu_str heir)
{
	if (!heir.n) return;
	print_element(o, el, el->start_line);
	print_heir(o, heir);
	lu_sink_adds(o, "\n");
}

static lu_code print_edges(lu_sink *o, const lu_graph_answer *q, lu_err *e)
{
	static const char *const groups[] = { "subclasses", "bases" };
	lu_arena a = { 0 };
	lu_code rc = LU_OK;

	for (size_t k = 0; k < q->n_walk && !rc; k++) {
		if (q->n_walk > 1 && q->walk[k].n_edge)
			lu_sink_textf(o, LU_COLOR_DIM, o->format == LU_FORMAT_MD ? "\n%s\n\n" : "%s\n", groups[k]);
		rc = print_walk(o, q, k, &a, e);
	}
	lu_arena_free(&a);
	return rc;
}

lu_code lu__graph_text(lu_sink *o, const lu_graph_answer *q, lu_err *e)
{
	lu_code rc;

	if (q->number) lu_sink_adds(o, "\n");
	if (q->asked == LU_ASK_PATH) {
		print_end(o, &q->el, q->heir);
		print_end(o, &q->target, q->target_heir);
		print_paths(o, q);
		return LU_OK;
	}
	print_head(o, q);
	if ((rc = print_edges(o, q, e))) return rc;
	print_strays(o, q);
	return lu__graph_sums(o, q, e);
}
