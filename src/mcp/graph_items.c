/* SPDX-License-Identifier: MIT
 * Answers about the graph on a page. */
#include <stdio.h>

#include "mcp/tool.h"

static const char *const roles[LU_ASK_QUESTIONS] = { "caller", "callee", "path", "relative", "test", "affected" };

void lu__note_heir(lu__page *p, lu_str heir, const lu_brief *el)
{
	if (heir.n) lu__page_note(p, "%.*s inherits it: this is %.*s", LU_FMT(heir), LU_FMT(el->name));
}

/* The edge's other end, where the reference is when that end refers. */
static bool add_edge(lu__page *p, const lu_graph_answer *q, size_t k, const lu_step *g, const char *role)
{
	const lu_trace *w = &q->walk[k];
	const lu_brief *el = g->to == SIZE_MAX ? NULL : &w->node[g->to].el, *from = &w->node[g->from].el;
	char detail[160];
	int n = snprintf(detail, sizeof detail, "%s %s", lu_edge_kind_name(g->kind), lu_grade_name(g->grade));

	if (g->depth > 1 && n > 0 && (size_t)n < sizeof detail)
		n += snprintf(detail + n, sizeof detail - (size_t)n, ", %u edges away", g->depth);
	if (q->n_walk > 1 && n > 0 && (size_t)n < sizeof detail)
		snprintf(detail + n, sizeof detail - (size_t)n, ", %s", k ? "base" : "subclass");
	if (!el)
		return lu__page_item(p, &(lu__item){ .role = role,
						     .path = from->path,
						     .line = g->line,
						     .type = lu_strz("unresolved"),
						     .name = g->name,
						     .detail = detail });
	return lu__page_item(p, &(lu__item){ .role = role,
					     .path = el->path,
					     .line = w->in && g->line ? g->line : el->start_line,
					     .end = w->in && g->line ? 0 : el->end_line,
					     .type = el->type,
					     .name = el->name,
					     .detail = detail });
}

static void add_way(lu__page *p, const lu_graph_answer *q, const lu_way *way)
{
	const lu_trace *w = &q->walk[0];
	const lu_brief *el = &w->node[way->from].el;

	lu__page_line(p, "path of %zu edge%s:", way->n, lu_plural(way->n));
	for (size_t h = 0; h <= way->n; h++) {
		const lu_step *g = h ? &w->edge[way->edge[h - 1]] : NULL;
		char detail[96] = "";

		if (g) {
			el = &w->node[g->from].el;
			snprintf(detail, sizeof detail, "%s %s in line %u", lu_edge_kind_name(g->kind),
				 lu_grade_name(g->grade), g->line);
		}
		lu__page_item(p, &(lu__item){ .role = "path",
					      .path = el->path,
					      .line = el->start_line,
					      .end = el->end_line,
					      .type = el->type,
					      .name = el->name,
					      .detail = g ? detail : NULL });
	}
}

static void add_ways(lu__page *p, const lu_graph_answer *q, size_t most)
{
	for (size_t i = 0; i < q->n_way && i < most; i++) add_way(p, q, &q->way[i]);
	if (q->ways > (int64_t)q->n_way)
		lu__page_note(p, "%lld more paths: ask with a larger limit", (long long)q->ways - (long long)q->n_way);
}

/* Add the edges that lead somewhere, or those that do not, until *n is `most`: false when there is no room for one. */
static bool add_edges(lu__page *p, const lu_graph_answer *q, const char *role, bool leading, size_t most, size_t *n)
{
	for (size_t k = 0; k < q->n_walk; k++) {
		for (size_t i = 0; i < q->walk[k].n_edge && *n < most; i++) {
			const lu_step *g = &q->walk[k].edge[i];

			if (!q->show[k][i] || (g->to != SIZE_MAX) != leading) continue;
			if (!add_edge(p, q, k, g, role)) return false;
			++*n;
		}
	}
	return true;
}

size_t lu__graph_items(lu__page *p, const lu_graph_answer *q, const char *role, size_t most)
{
	size_t n = 0;
	bool full;

	if (q->asked == LU_ASK_PATH) {
		add_ways(p, q, most);
		return q->n_way;
	}
	if (!role) role = roles[q->asked];
	full = !add_edges(p, q, role, true, most, &n) || !add_edges(p, q, role, false, most, &n);
	if (full) p->left--; /* the caller counts what is left out of the edges */
	return n;
}

void lu__graph_strays(lu__page *p, const lu_graph_answer *q)
{
	const lu_sites *s = q->sites;

	if (!s || q->number) return; /* it is the same for all elements of one name */
	if (s->unresolved || s->ambiguous)
		lu__page_note(p, "%lld unresolved and %lld ambiguous references share the name and may be more",
			      (long long)s->unresolved, (long long)s->ambiguous);
	if (s->n_place)
		lu__page_note(p, "%zu other places of the source mention the name, %lld like a call", s->n_place,
			      (long long)s->calls);
}
