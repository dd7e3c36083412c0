/* SPDX-License-Identifier: MIT
 * lucus graph: answers for people: a tree, Markdown, places; and for Graphviz. */
#include <stdio.h>

#include "cli/out.h"
#include "graph.h"
#include "lucus/ascii.h"

/* ---- one line ---- */

static lu_color color_of(lu_grade g)
{
	static const lu_color color[LU_GRADES] = { LU_GREEN, LU_CYAN, LU_YELLOW, LU_RED };

	return color[g];
}

/* "calls", "inherits from": what an edge says. */
static void add_kind(lu_edge_kind kind, lu_buf *b)
{
	for (const char *p = lu_edge_kind_name(kind); *p; p++) lu_buf_addc(b, *p == '_' ? ' ' : lu_lower(*p));
}

static void print_kind(lu_edge_kind kind)
{
	lu_buf b = LU_BUF;

	add_kind(kind, &b);
	lu_out_textf(stdout, LU_DIM, "  %s", b.s);
	lu_buf_free(&b);
}

/* Name, type and place; in Markdown as code. */
static void print_element(const lu_brief *b, uint32_t line)
{
	if (lu_out_format() == LU_FORMAT_MD) {
		lu_out_textf(stdout, LU_PLAIN, "**%.*s** %.*s ", LU_FMT(b->name), LU_FMT(b->type));
		lu_out_path_md(b->path, line, 0);
		return;
	}
	lu_out_text(stdout, LU_BOLD, b->name);
	fputs("  ", stdout);
	lu_out_text(stdout, LU_DIM, b->type);
	fputs("  ", stdout);
	lu_out_path(stdout, b->path, line);
}

static void print_grade(lu_grade grade, lu_str reason, uint32_t count)
{
	fputs("  ", stdout);
	lu_out_textf(stdout, color_of(grade), "%s", lu_grade_name(grade));
	if (reason.n) lu_out_textf(stdout, LU_DIM, "  %.*s", LU_FMT(reason));
	if (count > 1) lu_out_textf(stdout, LU_DIM, "  x%u", count);
}

/* The other end of an edge: where the reference stands, when it is the source; what it leads to otherwise. */
static void print_other(const lu_trace *w, const lu_step *g, const lu_brief *other, bool kinds)
{
	const lu_brief *from = &w->node[g->from].el;

	if (!other) {
		bool md = lu_out_format() == LU_FORMAT_MD;

		lu_out_text(stdout, LU_PLAIN, g->name);
		fputs(md ? " " : "  ", stdout);
		if (md) lu_out_path_md(from->path, g->line, 0);
		else lu_out_path(stdout, from->path, g->line);
	} else {
		print_element(other, w->in && g->line ? g->line : other->start_line);
	}
	if (kinds) print_kind(g->kind);
	if (other && !w->in && g->line) lu_out_textf(stdout, LU_DIM, "  line %u", g->line);
	print_grade(g->grade, g->reason, g->count);
}

/* ---- the tree ---- */

/* Where the printing of a tree stands: the edges of one node. */
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

static void print_indent(const lu_graph_answer *q, size_t k, const struct level *v, size_t depth, bool last)
{
	const lu_trace *w = &q->walk[k];

	if (lu_out_format() == LU_FORMAT_MD) {
		for (size_t i = 0; i < depth; i++) fputs("  ", stdout);
		fputs("- ", stdout);
		return;
	}
	for (size_t i = 0; i < depth; i++)
		fputs(v[i].next < w->node[v[i].node].first + w->node[v[i].node].n ? "│  " : "   ", stdout);
	fputs(last ? "└─ " : "├─ ", stdout);
}

/* What hangs on one of the nodes where a walk began. Elements that are reached again are named, not opened: circles
 * end there. */
static lu_code print_branch(const lu_graph_answer *q, size_t k, size_t root, lu_arena *a, lu_err *e)
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
		print_indent(q, k, v, depth, v[depth].next >= at->first + at->n);
		print_other(w, g, g->to == SIZE_MAX ? NULL : &w->node[g->to].el, several(q->kinds));
		if (!g->opens && g->to != SIZE_MAX) lu_out_text(stdout, LU_DIM, lu_strz("  (again)"));
		putchar('\n');
		if (!g->opens) continue;
		depth++;
		v[depth] = (struct level){ g->to, next_shown(q, k, g->to, w->node[g->to].first) };
	}
}

static lu_code print_walk(const lu_graph_answer *q, size_t k, lu_arena *a, lu_err *e)
{
	const lu_trace *w = &q->walk[k];
	lu_code rc = LU_OK;

	for (size_t i = 0; i < w->n_begin && !rc; i++) {
		const lu_reached *v = &w->node[i];

		if (next_shown(q, k, i, v->first) >= v->first + v->n) continue;
		if (w->n_begin > 1 && v->el.id != q->el.id) { /* what the element holds */
			if (lu_out_format() == LU_FORMAT_MD) putchar('\n');
			print_element(&v->el, v->el.start_line);
			fputs(lu_out_format() == LU_FORMAT_MD ? "\n\n" : "\n", stdout);
		}
		rc = print_branch(q, k, i, a, e);
	}
	return rc;
}

static void print_branch_of(bool more)
{
	fputs(lu_out_format() == LU_FORMAT_MD ? "- " : more ? "├─ " : "└─ ", stdout);
}

static void print_strays(const lu_graph_answer *q)
{
	for (size_t i = 0; i < q->stray_shown; i++) {
		const lu_stray *s = &q->stray[i];

		print_branch_of(i + 1 < q->stray_shown || q->place_shown);
		print_element(&s->el, s->site->line ? s->site->line : s->el.start_line);
		print_kind(q->shared);
		lu_out_textf(stdout, LU_DIM, " %.*s", LU_FMT(s->site->name));
		print_grade(s->site->grade, s->site->reason, s->site->count);
		putchar('\n');
	}
	for (size_t i = 0; i < q->place_shown; i++) {
		const lu_place *p = &q->sites->place[i];

		print_branch_of(i + 1 < q->place_shown);
		lu_out_path(stdout, p->path, p->line);
		lu_out_textf(stdout, LU_DIM, "  mentions it%s  ", p->unparsed ? ", not parsed" : "");
		lu_out_text(stdout, LU_PLAIN, p->text);
		putchar('\n');
	}
}

/* ---- what it comes to ---- */

static void print_none(const lu_graph_answer *q)
{
	static const char *const none[LU_ASK_QUESTIONS] = {
		[LU_ASK_CALLERS] = "callers: none known",
		[LU_ASK_CALLEES] = "calls: none known",
		[LU_ASK_INHERITS] = "bases and subclasses: none known",
		[LU_ASK_TESTS] = "tests: none known",
		[LU_ASK_IMPACT] = "affected: none known",
	};

	lu_out_textf(stdout, LU_PLAIN, "%s", none[q->asked]);
}

static const char *plural(size_t n)
{
	return n == 1 ? "" : "s";
}

static void print_grades(const lu_graph_answer *q)
{
	const char *sep = " (";

	for (int g = 0; g < LU_GRADES; g++) {
		if (!q->grades[g]) continue;
		lu_out_textf(stdout, LU_PLAIN, "%s%zu %s", sep, q->grades[g], lu_grade_name((lu_grade)g));
		sep = ", ";
	}
	if (*sep == ',') lu_out_text(stdout, LU_PLAIN, lu_strz(")"));
}

static void print_sum(const lu_graph_answer *q)
{
	static const char *const what[LU_ASK_QUESTIONS] = {
		[LU_ASK_CALLERS] = "caller", [LU_ASK_CALLEES] = "callee", [LU_ASK_INHERITS] = "relative",
		[LU_ASK_TESTS] = "test",     [LU_ASK_IMPACT] = "element",
	};

	if (!q->edges) {
		print_none(q);
	} else {
		lu_out_textf(stdout, LU_PLAIN, "%zu %s%s", q->elements, what[q->asked], plural(q->elements));
		if (q->edges != q->elements)
			lu_out_textf(stdout, LU_PLAIN, " by %zu edge%s", q->edges, plural(q->edges));
		print_grades(q);
	}
	if (q->shown < q->edges)
		lu_out_textf(stdout, LU_PLAIN, "; %zu more edge%s: --limit %zu", q->edges - q->shown,
			     plural(q->edges - q->shown), q->edges);
	putchar('\n');
}

/* References that share the name: "2 unresolved and 1 ambiguous call share the name (--unresolved)". */
static void print_shared(const lu_graph_answer *q)
{
	const lu_sites *s = q->sites;
	const char *what = q->shared == LU_CALLS ? "call" : "base";
	bool many = s->unresolved + s->ambiguous != 1;

	if (s->unresolved && s->ambiguous)
		lu_out_textf(stdout, LU_PLAIN, "%lld unresolved and %lld ambiguous %ss share the name",
			     (long long)s->unresolved, (long long)s->ambiguous, what);
	else if (s->unresolved || s->ambiguous)
		lu_out_textf(stdout, LU_PLAIN, "%lld %s %s%s share%s the name",
			     (long long)(s->unresolved + s->ambiguous), s->unresolved ? "unresolved" : "ambiguous",
			     what, many ? "s" : "", many ? "" : "s");
	else lu_out_textf(stdout, LU_PLAIN, "no unresolved or ambiguous %s shares the name", what);
	if (q->n_stray && !q->stray_shown) lu_out_text(stdout, LU_PLAIN, lu_strz(" (--unresolved)"));
	else if (q->stray_shown < q->n_stray)
		lu_out_textf(stdout, LU_PLAIN, ", %zu of %zu shown (--limit)", q->stray_shown, q->n_stray);
	if (q->elsewhere)
		lu_out_textf(stdout, LU_PLAIN, "; %lld %s%s of the name lead%s to another", (long long)q->elsewhere,
			     what, q->elsewhere == 1 ? "" : "s", q->elsewhere == 1 ? "s" : "");
}

static void print_mentions(const lu_graph_answer *q)
{
	const lu_sites *s = q->sites;

	if (!s->n_place) {
		lu_out_text(stdout, LU_PLAIN, lu_strz("; no other place mentions it"));
		return;
	}
	lu_out_textf(stdout, LU_PLAIN, "; %zu other place%s mention%s it, %lld like a call", s->n_place,
		     plural(s->n_place), s->n_place == 1 ? "s" : "", (long long)s->calls);
	if (s->unparsed) lu_out_textf(stdout, LU_PLAIN, ", %lld in text that was not parsed", (long long)s->unparsed);
	if (!q->place_shown) lu_out_text(stdout, LU_PLAIN, lu_strz(" (--mentions)"));
	else if (q->place_shown < s->n_place)
		lu_out_textf(stdout, LU_PLAIN, ", %zu of them shown (--limit)", q->place_shown);
}

static void print_reasons(const lu_coverage *c)
{
	const char *sep = " (";
	int64_t files = 0;

	for (size_t i = 0; i < c->n_why; i++) {
		files += c->why[i].files;
		if (i + 1 < c->n_why && lu_str_eq(c->why[i].reason, c->why[i + 1].reason)) continue;
		lu_out_textf(stdout, LU_DIM, "%s%lld %.*s", sep, (long long)files, LU_FMT(c->why[i].reason));
		sep = ", ";
		files = 0;
	}
	if (*sep == ',') lu_out_text(stdout, LU_DIM, lu_strz(")"));
}

static void print_coverage(const lu_coverage *c)
{
	lu_out_textf(stdout, LU_DIM, "read: %lld file%s", (long long)c->files, c->files == 1 ? "" : "s");
	if (c->plain) lu_out_textf(stdout, LU_DIM, ", %lld as lines alone", (long long)c->plain);
	if (c->partial)
		lu_out_textf(stdout, LU_DIM, ", %lld in part: %lld line%s not parsed", (long long)c->partial,
			     (long long)c->lines, c->lines == 1 ? " was" : "s were");
	if (c->unknown) lu_out_textf(stdout, LU_DIM, ", %lld maybe in part", (long long)c->unknown);
	if (c->left) lu_out_textf(stdout, LU_DIM, "; left out: %lld", (long long)c->left);
	print_reasons(c);
	putchar('\n');
}

static void print_sharing(const lu_graph_answer *q)
{
	if (!q->sites) return;
	print_shared(q);
	if (q->shared == LU_CALLS) print_mentions(q);
	putchar('\n');
	if (lu_out_format() == LU_FORMAT_MD) putchar('\n');
	print_coverage(&q->coverage);
}

static lu_code print_impact(const lu_graph_answer *q, lu_arena *a, lu_err *e)
{
	lu_file_count *v;
	size_t n;
	lu_code rc = lu_graph_files(q, a, &v, &n, e);

	if (rc || !n) return rc;
	for (uint32_t d = 1; d <= lu_graph_depth(q); d++) {
		size_t at = lu_graph_at_depth(q, d);

		lu_out_textf(stdout, LU_PLAIN, "depth %u: %zu element%s\n", d, at, plural(at));
	}
	lu_out_textf(stdout, LU_PLAIN, "%zu file%s:\n", n, plural(n));
	for (size_t i = 0; i < n; i++) {
		fputs(lu_out_format() == LU_FORMAT_MD ? "- " : "  ", stdout);
		lu_out_path(stdout, v[i].path, 0);
		lu_out_textf(stdout, LU_DIM, "  %zu\n", v[i].n);
	}
	return LU_OK;
}

/* ---- paths ---- */

static void print_way(const lu_graph_answer *q, const lu_way *way)
{
	const lu_trace *w = &q->walk[0];
	bool md = lu_out_format() == LU_FORMAT_MD;

	if (md) fputs("- ", stdout);
	print_element(&w->node[way->from].el, w->node[way->from].el.start_line);
	putchar('\n');
	for (size_t h = 0; h < way->n; h++) {
		const lu_step *g = &w->edge[way->edge[h]];
		const lu_brief *next = &w->node[g->from].el;

		for (size_t i = 0; i < h + md; i++) fputs(md ? "  " : "   ", stdout);
		fputs(md ? "- " : "└─ ", stdout);
		print_element(next, next->start_line);
		print_kind(g->kind);
		if (g->line) lu_out_textf(stdout, LU_DIM, " in line %u", g->line);
		print_grade(g->grade, g->reason, g->count);
		putchar('\n');
	}
}

static lu_code print_paths(const lu_graph_answer *q)
{
	size_t led = q->walk[0].n_node - q->walk[0].n_begin;

	for (size_t i = 0; i < q->n_way; i++) print_way(q, &q->way[i]);
	if (!q->ways)
		lu_out_textf(stdout, LU_PLAIN,
			     "no path from %.*s to %.*s%s; what leads there: %zu element%s, up to %u edge%s "
			     "away%s\n",
			     LU_FMT(q->el.name), LU_FMT(q->target.name), q->walk[0].all ? "" : " so near", led,
			     plural(led), lu_graph_depth(q), plural(lu_graph_depth(q)),
			     q->walk[0].all ? "" : " (--max-hops)");
	else if (!q->hops)
		lu_out_textf(stdout, LU_PLAIN, "%.*s is in %.*s\n", LU_FMT(q->el.name), LU_FMT(q->target.name));
	else
		lu_out_textf(stdout, LU_PLAIN, "%lld path%s of %u edge%s%s\n", (long long)q->ways,
			     q->ways == 1 ? "" : "s", q->hops, plural(q->hops),
			     q->ways > (int64_t)q->n_way ? ", not all shown" : "");
	return LU_OK;
}

/* ---- places ---- */

/* What an edge says of the element at its other end. */
static void print_edge_place(const lu_trace *w, const lu_step *g, const lu_brief *el, uint32_t line)
{
	const lu_brief *from = &w->node[g->from].el;
	lu_buf b = LU_BUF;

	if (!w->in) lu_buf_addf(&b, "%.*s ", LU_FMT(from->name));
	add_kind(g->kind, &b);
	if (w->in) lu_buf_addf(&b, " %.*s (%s)", LU_FMT(from->name), lu_grade_name(g->grade));
	else lu_buf_addf(&b, " it (%s)", lu_grade_name(g->grade));
	lu_out_place(el->path, line, el->name, lu_buf_str(&b));
	lu_buf_free(&b);
}

static lu_code print_places(const lu_graph_answer *q)
{
	for (size_t i = 0; i < q->n_way; i++) {
		const lu_way *way = &q->way[i];
		const lu_brief *b = &q->walk[0].node[way->from].el;

		lu_out_place(b->path, b->start_line, b->name, b->type);
		for (size_t h = 0; h < way->n; h++) {
			b = &q->walk[0].node[q->walk[0].edge[way->edge[h]].from].el;
			lu_out_place(b->path, b->start_line, b->name, b->type);
		}
	}
	for (size_t k = 0; k < q->n_walk && q->asked != LU_ASK_PATH; k++) {
		const lu_trace *w = &q->walk[k];

		for (size_t i = 0; i < w->n_edge; i++) {
			const lu_step *g = &w->edge[i];
			const lu_brief *b = g->to == SIZE_MAX ? NULL : &w->node[g->to].el;

			if (q->show[k][i] && b) print_edge_place(w, g, b, w->in && g->line ? g->line : b->start_line);
		}
	}
	for (size_t i = 0; i < q->stray_shown; i++) {
		const lu_stray *s = &q->stray[i];

		lu_out_place(s->el.path, s->site->line, s->el.name, s->site->name);
	}
	for (size_t i = 0; i < q->place_shown; i++)
		lu_out_place(q->sites->place[i].path, q->sites->place[i].line, lu_simple_name(q->el.name),
			     q->sites->place[i].text);
	return LU_OK;
}

static void print_head(const lu_graph_answer *q)
{
	if (lu_out_format() == LU_FORMAT_MD) {
		printf("## %s: ", lu_graph_questions[q->asked]);
		print_element(&q->el, q->el.start_line);
		fputs("\n\n", stdout);
		return;
	}
	print_element(&q->el, q->el.start_line);
	putchar('\n');
}

lu_code lu_graph_text(const lu_graph_answer *q, lu_arena *a, lu_err *e)
{
	static const char *const groups[] = { "subclasses", "bases" };
	lu_code rc = LU_OK;

	if (lu_out_is_places()) return print_places(q);
	if (q->asked == LU_ASK_PATH) return print_paths(q);
	print_head(q);
	for (size_t k = 0; k < q->n_walk && !rc; k++) {
		if (q->n_walk > 1 && q->walk[k].n_edge)
			lu_out_textf(stdout, LU_DIM, lu_out_format() == LU_FORMAT_MD ? "\n%s\n\n" : "%s\n", groups[k]);
		rc = print_walk(q, k, a, e);
	}
	if (rc) return rc;
	print_strays(q);
	if (lu_out_format() == LU_FORMAT_MD) putchar('\n');
	print_sum(q);
	if (lu_out_format() == LU_FORMAT_MD && q->sites) putchar('\n');
	print_sharing(q);
	return q->asked == LU_ASK_IMPACT ? print_impact(q, a, e) : LU_OK;
}
