/* SPDX-License-Identifier: MIT
 * lucus graph: who calls what, what leads where, what a change may affect. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"
#include "behind.h"
#include "cli/cmd.h"
#include "cli/near.h"
#include "cli/out.h"
#include "graph.h"

#define ENDLESS 1000 /* the greatest --depth */

static int64_t depth, max_hops = 8, limit = 100;
static int grade = LU_UNRESOLVED;
static lu_strs kinds;
static bool first, unresolved, mentions, dot;

const char *const lu_asked_names[] = { "callers", "callees", "path", "inherits", "tests", "impact", NULL };
static const char *const grades[] = { "exact", "unique", "ambiguous", "unresolved", NULL };

static lu_opt opts[] = {
	LU_OPT_INT(0, "depth", &depth, "N", 0, ENDLESS,
		   "follow at most N edges in a row; 0 means 3 for impact, all for inherits, else 1", .daily = true),
	LU_OPT_INT(0, "max-hops", &max_hops, "N", 1, ENDLESS, "look for paths of at most N edges"),
	LU_OPT_LIST(0, "kind", &kinds, "KIND",
		    "follow edges of this kind instead of those that suit the question: calls, depends_on, "
		    "inherits_from, documents, tests or contains",
		    .daily = true),
	LU_OPT_CHOICE(0, "grade", &grade, "GRADE", grades, "follow only edges of this grade or a better one",
		      .daily = true),
	LU_OPT_FLAG(0, "unresolved", &unresolved,
		    "list the unresolved and ambiguous references that share the name, too", .daily = true),
	LU_OPT_FLAG(0, "mentions", &mentions,
		    "list the other places of the source that have the name, too: text, and what was not parsed",
		    .daily = true),
	LU_OPT_FLAG(0, "first", &first, "of several elements with the name, take the first", .daily = true),
	LU_OPT_INT('n', "limit", &limit, "N", 1, 1000000, "show at most N edges of an element, and count the rest",
		   .daily = true),
	LU_OPT_FLAG(0, "dot", &dot, "write a graph for Graphviz"),
	LU_OPT_GROUP(lu_opts_store),
	LU_OPT_GROUP(lu_opts_output),
	LU_OPT_END
};

#define CALLS    LU_KIND_BIT(LU_CALLS)
#define DEPENDS  LU_KIND_BIT(LU_DEPENDS_ON)
#define INHERITS LU_KIND_BIT(LU_INHERITS_FROM)
#define TESTS    LU_KIND_BIT(LU_TESTS)

/* How a question is answered. */
static const struct {
	unsigned kinds;
	bool in, within;
	uint32_t depth;
} ways_of[LU_ASK_QUESTIONS] = {
	[LU_ASK_CALLERS] = { CALLS, true, false, 1 },
	[LU_ASK_CALLEES] = { CALLS, false, false, 1 },
	[LU_ASK_PATH] = { CALLS | INHERITS | DEPENDS, true, true, 0 },
	[LU_ASK_INHERITS] = { INHERITS, true, false, ENDLESS },
	[LU_ASK_TESTS] = { CALLS | TESTS, true, true, 1 },
	[LU_ASK_IMPACT] = { CALLS | INHERITS | DEPENDS | TESTS, true, true, 3 },
};

/* A question with all that answers it. */
typedef struct asking {
	lu_fresh *fresh;
	lu_store *store;
	lu_asked asked;
	unsigned kinds; /* 0: those of the question */
	lu_arena a;     /* of one answer */
	size_t answered;
	lu_sharing sharing;
} asking;

static lu_code read_kinds(unsigned *out, lu_err *e)
{
	lu_str name[LU_EDGE_KINDS];
	lu_strs names = { name, LU_EDGE_KINDS };

	for (int k = 0; k < LU_EDGE_KINDS; k++) name[k] = lu_strz(lu_edge_kind_name((lu_edge_kind)k));
	*out = 0;
	for (size_t i = 0; i < kinds.n; i++) {
		size_t k = 0;
		lu_code rc = lu_name_pick(&names, kinds.v[i], &k, e);

		if (rc) return rc == LU_EUSAGE ? lu_wrap(e, rc, "option '--kind'") : rc;
		*out |= LU_KIND_BIT(k);
	}
	return LU_OK;
}

static lu_trace_options walk_options(const asking *k)
{
	return (lu_trace_options){ .in = ways_of[k->asked].in,
				   .within = ways_of[k->asked].within,
				   .kinds = k->kinds ? k->kinds : ways_of[k->asked].kinds,
				   .grade = (lu_grade)grade,
				   .depth = depth ? (uint32_t)depth : ways_of[k->asked].depth };
}

/* Mark in `keep` the edges that belong to the answer: of a walk along calls to tests those that are tests, and those
 * that lead to them. */
static lu_code mark_edges(const lu_trace *w, bool tests, lu_arena *a, bool **out, lu_err *e)
{
	bool *leads = lu_arena_calloc(a, w->n_node + 1, sizeof *leads);
	bool *keep = lu_arena_calloc(a, w->n_edge + 1, sizeof *keep);

	if (!leads || !keep) return lu_nomem(e);
	for (size_t i = w->n_edge; i-- > 0;) {
		const lu_step *g = &w->edge[i];

		keep[i] = !tests || g->kind == LU_TESTS || (g->opens && leads[g->to]);
		if (keep[i]) leads[g->from] = true;
	}
	*out = keep;
	return LU_OK;
}

/* Of a walk to tests a part is left out, and with it may be the edge that opened a node: the first edge to it that is
 * kept does instead. *n: distinct elements that are tests. */
static lu_code open_tests(lu_trace *w, const bool *keep, lu_arena *a, size_t *n, lu_err *e)
{
	bool *open = lu_arena_calloc(a, w->n_node + 1, sizeof *open);
	bool *test = lu_arena_calloc(a, w->n_node + 1, sizeof *test);

	if (!open || !test) return lu_nomem(e);
	for (size_t i = 0; i < w->n_edge; i++) {
		lu_step *g = &w->edge[i];

		if (!keep[i] || g->to == SIZE_MAX) continue;
		g->opens = !open[g->to];
		open[g->to] = true;
		*n += g->kind == LU_TESTS && !test[g->to];
		test[g->to] |= g->kind == LU_TESTS;
	}
	return LU_OK;
}

/* Count the edges that belong to the answer; of these the first ones are shown, so that what leads to an edge is
 * shown before it. */
static lu_code count(lu_graph_answer *q, bool tests, lu_arena *a, lu_err *e)
{
	for (size_t k = 0; k < q->n_walk; k++) {
		lu_trace *w = &q->walk[k];
		lu_code rc = mark_edges(w, tests, a, &q->show[k], e);

		if (!rc && tests) rc = open_tests(w, q->show[k], a, &q->elements, e);
		if (rc) return rc;
		for (size_t i = 0; i < w->n_edge; i++) {
			const lu_step *g = &w->edge[i];

			if (!q->show[k][i]) continue;
			q->edges++;
			q->grades[g->grade]++;
			q->elements += !tests && g->opens;
			q->show[k][i] = q->shown < (size_t)limit;
			q->shown += q->show[k][i];
		}
	}
	return LU_OK;
}

/* ---- answering ---- */

#define LOOK_AT 1000 /* elements of an answer whose files are looked at */

/* Are the files that the answer is of as in the store? */
static lu_code look(asking *k, const lu_graph_answer *q, lu_err *e)
{
	lu_file_state state;
	lu_code rc = lu_fresh_file(k->fresh, q->el.path, &state, e);

	for (size_t w = 0; w < q->n_walk; w++)
		for (size_t i = 0; i < q->walk[w].n_node && i < LOOK_AT && !rc; i++)
			rc = lu_fresh_file(k->fresh, q->walk[w].node[i].el.path, &state, e);
	return rc;
}

static lu_code print(asking *k, const lu_graph_answer *q, lu_err *e)
{
	if (dot && !k->answered++) puts("digraph lucus {\n\trankdir = LR;\n\tnode [shape = box];");
	if (dot) return lu_graph_dot(q, e);
	if (lu_out_is_json()) return lu_graph_json(q, &k->a, e);
	if (k->answered++ && !lu_out_is_places()) putchar('\n');
	return lu_graph_text(q, &k->a, e);
}

static lu_code show(asking *k, const lu_graph_answer *q, lu_err *e)
{
	lu_code rc = print(k, q, e);

	return rc ? rc : look(k, q, e);
}

/* Do references that share the name matter to the question, and of which kind? */
static bool shares(const asking *k, lu_edge_kind *kind)
{
	*kind = k->asked == LU_ASK_INHERITS ? LU_INHERITS_FROM : LU_CALLS;
	if (dot || k->asked == LU_ASK_CALLEES || k->asked == LU_ASK_PATH) return false;
	return lu_out_format() != LU_FORMAT_PATHS || unresolved || mentions;
}

static lu_code answer(asking *k, const lu_brief *el, size_t matches, lu_err *e)
{
	lu_graph_answer q = { .asked = k->asked, .el = *el, .matches = matches, .n_walk = 1 };
	lu_trace_options o = walk_options(k);
	lu_code rc = lu_trace_from(k->store, &el->id, 1, &o, &k->a, &q.walk[0], e);

	q.kinds = o.kinds;
	if (!rc && k->asked == LU_ASK_INHERITS) {
		o.in = false;
		rc = lu_trace_from(k->store, &el->id, 1, &o, &k->a, &q.walk[q.n_walk++], e);
	}
	if (!rc) rc = count(&q, k->asked == LU_ASK_TESTS && !k->kinds, &k->a, e);
	if (!rc && shares(k, &q.shared))
		rc = lu_graph_share(k->store, &k->sharing, &q, (size_t)limit - q.shown, unresolved, mentions, &k->a, e);
	return rc ? rc : show(k, &q, e);
}

static lu_code within_all(asking *k, const lu_brief *v, size_t n, int64_t **out, size_t *n_out, lu_err *e)
{
	lu_code rc = LU_OK;

	*out = NULL;
	*n_out = 0;
	for (size_t i = 0; i < n && !rc; i++) {
		int64_t *ids = NULL, *w;
		size_t m = 0;

		rc = lu_store_within(k->store, v[i].id, &k->a, &ids, &m, e);
		for (size_t j = 0; j < m && !rc; j++) {
			if (!(w = lu_arena_grow(&k->a, *out, *n_out, sizeof *w))) rc = lu_nomem(e);
			else (*out = w)[(*n_out)++] = ids[j];
		}
	}
	return rc;
}

/* The shortest ways from any element of `from` to any of `to`. */
static lu_code answer_path(asking *k, const lu_brief *from, size_t n_from, const lu_brief *to, size_t n_to, lu_err *e)
{
	lu_graph_answer q = { .asked = LU_ASK_PATH, .el = from[0], .target = to[0], .matches = n_from, .n_walk = 1 };
	lu_trace_options o = walk_options(k);
	int64_t *until = NULL, *goal = lu_arena_calloc(&k->a, n_to, sizeof *goal);
	lu_code rc = goal ? within_all(k, from, n_from, &until, &o.n_until, e) : lu_nomem(e);

	for (size_t i = 0; i < n_to && goal; i++) goal[i] = to[i].id;
	o.until = until;
	o.depth = (uint32_t)max_hops;
	q.kinds = o.kinds;
	if (!rc) rc = lu_trace_from(k->store, goal, n_to, &o, &k->a, &q.walk[0], e);
	if (!rc) rc = lu_trace_ways(&q.walk[0], (size_t)limit, &k->a, &q.way, &q.n_way, &q.ways, &q.hops, e);
	if (rc) return rc;
	if (q.hops && q.n_way > (size_t)limit / q.hops) q.n_way = (size_t)limit / q.hops ? (size_t)limit / q.hops : 1;
	q.elements = q.walk[0].n_node;
	return show(k, &q, e);
}

static lu_code ask(asking *k, int argc, char **argv, lu_err *e)
{
	lu_arena a = { 0 };
	lu_brief *v = NULL, *to = NULL;
	size_t n = 0, n_to = 0, some;
	lu_code rc = lu_graph_find(k->store, argv[1], &a, &v, &n, e);

	if (!rc && argc > 2) rc = lu_graph_find(k->store, argv[2], &a, &to, &n_to, e);
	some = first ? 1 : n < (size_t)limit ? n : (size_t)limit;
	if (!rc && some < n && !first)
		lu_out_warn("%zu elements have the name '%s': the first %zu are shown", n, argv[1], some);
	if (!rc && argc > 2) rc = answer_path(k, v, first ? 1 : n, to, first ? 1 : n_to, e);
	for (size_t i = 0; i < some && !rc && argc <= 2; i++) {
		rc = answer(k, &v[i], n, e);
		lu_arena_free(&k->a);
	}
	lu_arena_free(&k->a);
	lu_arena_free(&k->sharing.a);
	lu_arena_free(&a);
	return rc;
}

extern const lu_cmd cmd_graph;

static lu_code run(int argc, char **argv, lu_err *e)
{
	asking k = { .asked = 0 };
	int operands;
	lu_code rc = lu_cmd_operands(&cmd_graph, argc, argv, 1, 3, e);

	if (rc) return rc;
	while (k.asked < LU_ASK_QUESTIONS && strcmp(argv[0], lu_asked_names[k.asked]) != 0) k.asked++;
	if (k.asked == LU_ASK_QUESTIONS)
		return lu_fail(e, LU_EUSAGE,
			       "no question '%s': expected callers, callees, path, inherits, tests or impact", argv[0]);
	operands = k.asked == LU_ASK_PATH ? 3 : 2;
	if (argc != operands)
		return lu_fail(e, LU_EUSAGE, "%s takes %s, found %d operands", argv[0],
			       operands == 3 ? "two names" : "one name", argc - 1);
	rc = read_kinds(&k.kinds, e);
	if (!rc) rc = lu_base_read(&k.store, e);
	if (!rc) lu_log("open", "db=%s", lu_store_path(k.store));
	if (!rc) rc = lu_store_begin(k.store, e);
	if (!rc) rc = lu_fresh_open(k.store, &k.fresh, e);
	if (!rc) rc = ask(&k, argc, argv, e);
	if (!rc) lu_fresh_warn(k.fresh, -1);
	lu_fresh_close(k.fresh);
	if (!rc && dot) puts("}");
	lu_log("graph", "question=%s", argv[0]);
	lu_store_close(k.store);
	return rc;
}

static const char *const examples[] = { "lucus graph callers stack_push", "lucus graph impact src/stack.c:9",
					"lucus graph path Router.open escape", NULL };

const lu_cmd cmd_graph = {
	.name = "graph",
	.summary = "ask who calls what, what leads where, what a change affects",
	.args = "QUESTION NAME [NAME]",
	.opts = opts,
	.run = run,
	.pages = true,
	.examples = examples,
	.words = lu_asked_names,
};
