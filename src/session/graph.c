/* SPDX-License-Identifier: MIT
 * From a question about the graph to its results: which edges are walked, from where and how far. */
#include "session/graph.h"

#define ENDLESS LU_GRAPH_DEPTH_MAX
#define LOOK_AT 1000 /* elements of a walk whose files are looked at */

#define CALLS    LU_KIND_BIT(LU_EDGE_CALLS)
#define DEPENDS  LU_KIND_BIT(LU_EDGE_DEPENDS_ON)
#define INHERITS LU_KIND_BIT(LU_EDGE_INHERITS_FROM)
#define TESTS    LU_KIND_BIT(LU_EDGE_TESTS)

const char *const lu_graph_questions[] = { "callers", "callees", "path", "inherits", "tests", "impact", NULL };

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

lu_graph_options lu_graph_defaults(lu_graph_question asked)
{
	return (lu_graph_options){
		.asked = asked, .grade = LU_GRADE_UNRESOLVED, .max_hops = 8, .limit = 100, .sharing = true
	};
}

/* A question on its way to the answers. */
struct asking {
	lu_store *s;
	const lu_graph_options *o;
	lu_graph_answer_fn *fn;
	void *ctx;
	lu_arena a; /* of one answer */
	lu__sharing sharing;
};

lu_trace_options lu__graph_walk(const lu_graph_options *o)
{
	return (lu_trace_options){ .in = ways_of[o->asked].in,
				   .within = ways_of[o->asked].within,
				   .kinds = o->kinds ? o->kinds : ways_of[o->asked].kinds,
				   .grade = o->grade,
				   .depth = o->depth ? o->depth : ways_of[o->asked].depth };
}

/* Are the files that the answer is of as in the store? */
static lu_code look(lu_fresh *fresh, lu_graph_answer *q, lu_err *e)
{
	lu_file_state state;
	lu_code rc = lu_fresh_file(fresh, q->el.path, &state, e);

	for (size_t w = 0; w < q->n_walk; w++)
		for (size_t i = 0; i < q->walk[w].n_node && i < LOOK_AT && !rc; i++) {
			rc = lu_fresh_file(fresh, q->walk[w].node[i].el.path, &state, e);
			q->walk[w].node[i].gone = !rc && state == LU_FILE_GONE;
		}
	return rc;
}

static lu_code give(struct asking *k, lu_graph_answer *q, lu_err *e)
{
	lu_code rc = k->o->fresh ? look(k->o->fresh, q, e) : LU_OK;

	return rc ? rc : k->fn(k->ctx, q, &k->a, e);
}

/* Do references that share the name matter to the question, and of which kind? */
static bool shares(const lu_graph_options *o, lu_edge_kind *kind)
{
	*kind = o->asked == LU_ASK_INHERITS ? LU_EDGE_INHERITS_FROM : LU_EDGE_CALLS;
	return o->sharing && o->asked != LU_ASK_CALLEES && o->asked != LU_ASK_PATH;
}

static lu_code answer(struct asking *k, const lu_brief *el, lu_graph_answer *q, lu_err *e)
{
	lu_trace_options o = lu__graph_walk(k->o);
	lu_code rc = lu_trace_from(k->s, &el->id, 1, &o, &k->a, &q->walk[0], e);

	q->el = *el;
	q->kinds = o.kinds;
	q->n_walk = 1;
	if (!rc && q->asked == LU_ASK_INHERITS) {
		o.in = false;
		rc = lu_trace_from(k->s, &el->id, 1, &o, &k->a, &q->walk[q->n_walk++], e);
	}
	if (!rc) rc = lu__graph_count(q, q->asked == LU_ASK_TESTS && !k->o->kinds, k->o->limit, &k->a, e);
	if (!rc && shares(k->o, &q->shared)) rc = lu__graph_share(k->s, &k->sharing, k->o, q, &k->a, e);
	return rc ? rc : give(k, q, e);
}

/* ---- paths ---- */

static lu_code within_all(struct asking *k, const lu_brief *v, size_t n, int64_t **out, size_t *n_out, lu_err *e)
{
	lu_code rc = LU_OK;

	*out = NULL;
	*n_out = 0;
	for (size_t i = 0; i < n && !rc; i++) {
		int64_t *ids = NULL, *w;
		size_t m = 0;

		rc = lu_store_within(k->s, v[i].id, &k->a, &ids, &m, e);
		for (size_t j = 0; j < m && !rc; j++) {
			if (!(w = lu_arena_grow(&k->a, *out, *n_out, sizeof *w))) rc = lu_nomem(e);
			else (*out = w)[(*n_out)++] = ids[j];
		}
	}
	return rc;
}

/* The shortest ways from any element of `from` to any of `to`. */
static lu_code answer_path(struct asking *k, const lu_brief *from, size_t n_from, const lu_brief *to, size_t n_to,
			   lu_graph_answer *q, lu_err *e)
{
	lu_trace_options o = lu__graph_walk(k->o);
	size_t limit = k->o->limit;
	int64_t *until = NULL, *goal = lu_arena_calloc(&k->a, n_to, sizeof *goal);
	lu_code rc = goal ? within_all(k, from, n_from, &until, &o.n_until, e) : lu_nomem(e);

	for (size_t i = 0; i < n_to && goal; i++) goal[i] = to[i].id;
	o.until = until;
	o.depth = k->o->max_hops;
	q->el = from[0];
	q->target = to[0];
	q->kinds = o.kinds;
	q->n_walk = 1;
	if (!rc) rc = lu_trace_from(k->s, goal, n_to, &o, &k->a, &q->walk[0], e);
	if (!rc) rc = lu_trace_ways(&q->walk[0], limit, &k->a, &q->way, &q->n_way, &q->ways, &q->hops, e);
	if (rc) return rc;
	if (q->hops && q->n_way > limit / q->hops) q->n_way = limit / q->hops ? limit / q->hops : 1;
	q->elements = q->walk[0].n_node;
	return give(k, q, e);
}

/* ---- all answers ---- */

static lu_str heir_of(const lu_graph_meant *m, size_t i)
{
	return m->heir ? m->heir[i] : lu_strn("", 0);
}

static lu_code answer_all(struct asking *k, const lu_graph_meant *m, lu_err *e)
{
	size_t some = k->o->first ? 1 : m->n < k->o->limit ? m->n : k->o->limit;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < some && !rc; i++) {
		lu_graph_answer q = {
			.asked = k->o->asked, .heir = heir_of(m, i), .matches = m->n, .number = i, .answers = some
		};

		rc = answer(k, &m->v[i], &q, e);
		lu_arena_free(&k->a);
	}
	return rc;
}

static lu_code check(const lu_graph_options *o, lu_err *e)
{
	if ((unsigned)o->asked >= LU_ASK_QUESTIONS) return lu_fail(e, LU_EUSAGE, "no such question");
	if (o->depth > LU_GRAPH_DEPTH_MAX)
		return lu_fail(e, LU_EUSAGE, "a depth of %u is more than %d", o->depth, LU_GRAPH_DEPTH_MAX);
	if (!o->limit) return lu_fail(e, LU_EUSAGE, "a limit of 0 shows nothing");
	if (o->asked == LU_ASK_PATH && (!o->max_hops || o->max_hops > LU_GRAPH_DEPTH_MAX))
		return lu_fail(e, LU_EUSAGE, "paths have 1 to %d edges, not %u", LU_GRAPH_DEPTH_MAX, o->max_hops);
	return LU_OK;
}

lu_code lu_graph_ask(lu_store *s, const lu_graph_options *o, lu_graph_answer_fn *fn, void *ctx, lu_err *e)
{
	struct asking k = { .s = s, .o = o, .fn = fn, .ctx = ctx };
	lu_graph_answer path = { .asked = LU_ASK_PATH, .answers = 1 };
	lu_arena a = { 0 };
	lu_graph_meant from = { .n = 0 }, to = { .n = 0 };
	lu_code rc = check(o, e);

	if (!rc) rc = lu_graph_find(s, &o->name, &a, &from, e);
	if (!rc && o->asked == LU_ASK_PATH) rc = lu_graph_find(s, &o->target, &a, &to, e);
	if (!rc && o->asked == LU_ASK_PATH) {
		path.matches = o->first ? 1 : from.n;
		path.heir = heir_of(&from, 0);
		path.target_heir = heir_of(&to, 0);
		rc = answer_path(&k, from.v, path.matches, to.v, o->first ? 1 : to.n, &path, e);
	} else if (!rc) {
		rc = answer_all(&k, &from, e);
	}
	lu_arena_free(&k.a);
	lu_arena_free(&k.sharing.a);
	lu_arena_free(&a);
	return rc;
}
