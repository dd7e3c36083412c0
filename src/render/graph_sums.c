/* SPDX-License-Identifier: MIT
 * What an answer about the graph comes to, for people: what was found, what shares the name, and what was not read. */
#include "render/table.h"

static void print_none(lu_sink *o, const lu_graph_answer *q)
{
	static const char *const none[LU_ASK_QUESTIONS] = {
		[LU_ASK_CALLERS] = "callers: none known",
		[LU_ASK_CALLEES] = "calls: none known",
		[LU_ASK_INHERITS] = "bases and subclasses: none known",
		[LU_ASK_TESTS] = "tests: none known",
		[LU_ASK_IMPACT] = "affected: none known",
	};

	lu_sink_textf(o, LU_COLOR_PLAIN, "%s", none[q->asked]);
	/* a helper may stand between them, and what it is called by was not looked at */
	if (q->asked == LU_ASK_TESTS && !q->walk[0].all)
		lu_sink_textf(o, LU_COLOR_PLAIN, " so near (--depth %u looks farther)", lu_graph_depth(q) + 2);
}

static void print_grades(lu_sink *o, const lu_graph_answer *q)
{
	const char *sep = " (";

	for (int g = 0; g < LU_GRADES; g++) {
		if (!q->grades[g]) continue;
		lu_sink_textf(o, LU_COLOR_PLAIN, "%s%zu %s", sep, q->grades[g], lu_grade_name((lu_grade)g));
		sep = ", ";
	}
	if (*sep == ',') lu_sink_text(o, LU_COLOR_PLAIN, lu_strz(")"));
}

static void print_sum(lu_sink *o, const lu_graph_answer *q)
{
	static const char *const what[LU_ASK_QUESTIONS] = {
		[LU_ASK_CALLERS] = "caller", [LU_ASK_CALLEES] = "callee", [LU_ASK_INHERITS] = "relative",
		[LU_ASK_TESTS] = "test",     [LU_ASK_IMPACT] = "element",
	};

	if (!q->edges) {
		print_none(o, q);
	} else {
		lu_sink_textf(o, LU_COLOR_PLAIN, "%zu %s%s", q->elements, what[q->asked], lu_plural(q->elements));
		if (q->edges != q->elements)
			lu_sink_textf(o, LU_COLOR_PLAIN, " by %zu edge%s", q->edges, lu_plural(q->edges));
		print_grades(o, q);
	}
	if (q->shown < q->edges)
		lu_sink_textf(o, LU_COLOR_PLAIN, "; %zu more edge%s: --limit %zu", q->edges - q->shown,
			      lu_plural(q->edges - q->shown), q->edges);
	lu_sink_adds(o, "\n");
}

/* References that share the name: "2 unresolved and 1 ambiguous call share the name (--unresolved)". */
static void print_shared(lu_sink *o, const lu_graph_answer *q)
{
	const lu_sites *s = q->sites;
	const char *what = q->shared == LU_EDGE_CALLS ? "call" : "base";
	bool many = s->unresolved + s->ambiguous != 1;

	if (s->unresolved && s->ambiguous)
		lu_sink_textf(o, LU_COLOR_PLAIN, "%lld unresolved and %lld ambiguous %ss share the name",
			      (long long)s->unresolved, (long long)s->ambiguous, what);
	else if (s->unresolved || s->ambiguous)
		lu_sink_textf(o, LU_COLOR_PLAIN, "%lld %s %s%s share%s the name",
			      (long long)(s->unresolved + s->ambiguous), s->unresolved ? "unresolved" : "ambiguous",
			      what, many ? "s" : "", many ? "" : "s");
	else lu_sink_textf(o, LU_COLOR_PLAIN, "no unresolved or ambiguous %s shares the name", what);
	if (q->n_stray && !q->stray_shown) lu_sink_text(o, LU_COLOR_PLAIN, lu_strz(" (--unresolved)"));
	else if (q->stray_shown < q->n_stray)
		lu_sink_textf(o, LU_COLOR_PLAIN, ", %zu of %zu shown (--limit)", q->stray_shown, q->n_stray);
	if (q->elsewhere)
		lu_sink_textf(o, LU_COLOR_PLAIN, "; %lld %s%s of the name lead%s to another", (long long)q->elsewhere,
			      what, lu_plural((size_t)q->elsewhere), q->elsewhere == 1 ? "s" : "");
}

static void print_mentions(lu_sink *o, const lu_graph_answer *q)
{
	const lu_sites *s = q->sites;

	if (!s->n_place) {
		lu_sink_text(o, LU_COLOR_PLAIN, lu_strz("; no other place mentions it"));
		return;
	}
	lu_sink_textf(o, LU_COLOR_PLAIN, "; %zu other place%s mention%s it, %lld like a call", s->n_place,
		      lu_plural(s->n_place), s->n_place == 1 ? "s" : "", (long long)s->calls);
	if (s->unparsed) lu_sink_textf(o, LU_COLOR_PLAIN, ", %lld in text that was not parsed", (long long)s->unparsed);
	if (!q->place_shown) lu_sink_text(o, LU_COLOR_PLAIN, lu_strz(" (--mentions)"));
	else if (q->place_shown < s->n_place)
		lu_sink_textf(o, LU_COLOR_PLAIN, ", %zu of them shown (--limit)", q->place_shown);
}

static void print_reasons(lu_sink *o, const lu_coverage *c)
{
	const char *sep = " (";
	int64_t files = 0;

	for (size_t i = 0; i < c->n_why; i++) {
		files += c->why[i].files;
		if (i + 1 < c->n_why && lu_str_eq(c->why[i].reason, c->why[i + 1].reason)) continue;
		lu_sink_textf(o, LU_COLOR_DIM, "%s%lld %.*s", sep, (long long)files, LU_FMT(c->why[i].reason));
		sep = ", ";
		files = 0;
	}
	if (*sep == ',') lu_sink_text(o, LU_COLOR_DIM, lu_strz(")"));
}

static void print_coverage(lu_sink *o, const lu_coverage *c)
{
	lu_sink_textf(o, LU_COLOR_DIM, "read: %lld file%s", (long long)c->files, lu_plural((size_t)c->files));
	if (c->plain) lu_sink_textf(o, LU_COLOR_DIM, ", %lld as lines alone", (long long)c->plain);
	if (c->partial)
		lu_sink_textf(o, LU_COLOR_DIM, ", %lld in part: %lld line%s not parsed", (long long)c->partial,
			      (long long)c->lines, c->lines == 1 ? " was" : "s were");
	if (c->unknown) lu_sink_textf(o, LU_COLOR_DIM, ", %lld maybe in part", (long long)c->unknown);
	if (c->left) lu_sink_textf(o, LU_COLOR_DIM, "; left out: %lld", (long long)c->left);
	print_reasons(o, c);
	lu_sink_adds(o, "\n");
}

static void print_sharing(lu_sink *o, const lu_graph_answer *q)
{
	if (!q->sites) return;
	print_shared(o, q);
	if (q->shared == LU_EDGE_CALLS) print_mentions(o, q);
	lu_sink_adds(o, "\n");
	if (o->format == LU_FORMAT_MD) lu_sink_adds(o, "\n");
	print_coverage(o, &q->coverage);
}

static lu_code print_impact(lu_sink *o, const lu_graph_answer *q, lu_arena *a, lu_err *e)
{
	lu_file_count *v;
	size_t n;
	lu_code rc = lu_graph_files(q, a, &v, &n, e);

	if (rc || !n) return rc;
	for (uint32_t d = 1; d <= lu_graph_depth(q); d++) {
		size_t at = lu_graph_at_depth(q, d);

		lu_sink_textf(o, LU_COLOR_PLAIN, "depth %u: %zu element%s\n", d, at, lu_plural(at));
	}
	lu_sink_textf(o, LU_COLOR_PLAIN, "%zu file%s:\n", n, lu_plural(n));
	for (size_t i = 0; i < n; i++) {
		lu_sink_adds(o, o->format == LU_FORMAT_MD ? "- " : "  ");
		lu_sink_path(o, v[i].path, 0);
		lu_sink_textf(o, LU_COLOR_DIM, "  %zu\n", v[i].n);
	}
	return LU_OK;
}

lu_code lu__graph_sums(lu_sink *o, const lu_graph_answer *q, lu_err *e)
{
	bool md = o->format == LU_FORMAT_MD;
	lu_arena a = { 0 };
	lu_code rc = LU_OK;

	if (md) lu_sink_adds(o, "\n");
	print_sum(o, q);
	if (md && q->sites) lu_sink_adds(o, "\n");
	print_sharing(o, q);
	if (q->asked == LU_ASK_IMPACT) rc = print_impact(o, q, &a, e);
	lu_arena_free(&a);
	return rc;
}
