/* SPDX-License-Identifier: MIT
 * The matcher, which reads the copy of a tree alone. Recursion is on patterns, never on the tree. */
#include "parse/match_nodes.h"

#include <stdlib.h>

struct capture {
	uint32_t node;
	uint16_t id;
};

/* A match of patterns that begin at one node. */
struct found {
	uint32_t last; /* the last node in it */
	uint16_t pattern;
	size_t first, n; /* its captures */
};

struct captures {
	struct capture *v;
	size_t n, cap;
};

struct lu__matcher {
	const struct lu__patterns *p;
	struct lu__nodes nodes;
	struct lu__effort effort;
	bool oom;
	uint32_t root; /* where matches are looked for */
	uint16_t pattern;
	uint32_t last;        /* the last node that fitted */
	struct captures path; /* of what is being matched */
	struct captures kept; /* of the matches at `root` */
	struct {
		struct found *v;
		size_t n, cap;
	} found;
	size_t next; /* of `found`, to be given out */
	struct lu__captured *out;
	size_t out_cap;
};

lu_code lu__matcher_new(struct lu__matcher **out, lu_err *e)
{
	*out = calloc(1, sizeof **out);
	return *out ? LU_OK : lu_nomem(e);
}

void lu__matcher_free(struct lu__matcher *m)
{
	if (!m) return;
	lu__nodes_free(&m->nodes);
	free(m->path.v);
	free(m->kept.v);
	free(m->found.v);
	free(m->out);
	free(m);
}

lu_code lu__matcher_start(struct lu__matcher *m, const struct lu__patterns *p, TSNode root, unsigned depth,
			  lu__spend_fn *spend, void *ctx, lu_err *e)
{
	m->p = p;
	/* what the last tree left is not its; each costs a hundred at least */
	m->effort = (struct lu__effort){ .spend = spend, .ctx = ctx, .steps = 99 };
	m->oom = false;
	m->root = 0;
	m->found.n = m->next = 0;
	return lu__nodes_copy(&m->nodes, p, root, depth, &m->effort, e);
}

static bool step(struct lu__matcher *m)
{
	return lu__take_steps(&m->effort, 1);
}

/* ---- matching ---- */

/* What is left to be matched of a list of children. */
struct rest {
	const struct lu__pnode *parent; /* NULL: nothing, one way is enough */
	uint16_t step;
	uint32_t at, end;      /* the next of the children, and their end */
	bool strict;           /* the next one it has to be, named or not */
	const struct rest *up; /* then, of the list around */
};

enum outcome {
	NO,
	YES,
	STOP /* one way was enough, or the work is given up */
};

static enum outcome match_list(struct lu__matcher *m, const struct rest *r);

static enum outcome accept(struct lu__matcher *m)
{
	struct found *f;

	if (!lu__grow(&m->found.v, &m->found.cap, m->found.n + 1, sizeof *f) ||
	    !lu__grow(&m->kept.v, &m->kept.cap, m->kept.n + m->path.n + 1, sizeof *m->kept.v)) {
		m->oom = true;
		return STOP;
	}
	f = &m->found.v[m->found.n++];
	*f = (struct found){ m->last, m->pattern, m->kept.n, m->path.n };
	if (m->path.n) memcpy(m->kept.v + m->kept.n, m->path.v, m->path.n * sizeof *m->path.v);
	m->kept.n += m->path.n;
	return YES;
}

static bool fits(const struct lu__matcher *m, const struct lu__pnode *p, uint32_t node)
{
	const struct lu__node *n = &m->nodes.v[node];

	if (!lu__kind_fits(p->kind, n->kind) || (p->field && p->field != n->field)) return false;
	for (uint8_t i = 0; i < p->withouts; i++)
		if (lu__has_field(&m->nodes, node, p->without[i])) return false;
	return true;
}

/* Is it named, and no comment, which may stand anywhere? */
static bool counts(const struct lu__matcher *m, uint32_t at)
{
	return (m->nodes.v[at].kind & LU__KIND_NAMED) && !ts_node_is_extra(lu__node_at(&m->nodes, at));
}

/* Does no node among these count? */
static bool none_named(struct lu__matcher *m, uint32_t at, uint32_t end)
{
	const struct lu__node *v = m->nodes.v;

	for (; at < end; at = v[at].end)
		if (counts(m, at) || step(m)) return false;
	return true;
}

static bool capture(struct lu__matcher *m, const struct lu__pnode *p, uint32_t node)
{
	if (!lu__grow(&m->path.v, &m->path.cap, m->path.n + p->captures + 1u, sizeof *m->path.v)) {
		m->oom = true;
		return false;
	}
	for (uint8_t i = 0; i < p->captures; i++) m->path.v[m->path.n++] = (struct capture){ node, p->capture[i] };
	return true;
}

/* The node fits: match what is below it, then the rest. */
static enum outcome match_node(struct lu__matcher *m, const struct lu__pnode *p, uint32_t node, const struct rest *rest)
{
	struct rest below = { p, p->children, node + 1, m->nodes.v[node].end, false, rest };
	size_t captures = m->path.n;
	uint32_t last = m->last;
	enum outcome out;

	if (!capture(m, p, node)) return STOP;
	m->last = node;
	out = match_list(m, p->children ? &below : rest);
	if (out == STOP) return out;
	m->path.n = captures;
	m->last = last;
	return out;
}

/* Does the node match in one way or another? What it captures stays. */
static bool match_once(struct lu__matcher *m, const struct lu__pnode *p, uint32_t node)
{
	static const struct rest nothing = { .parent = NULL };

	if (!p->children && !p->captures) {
		m->last = node;
		return true;
	}
	return match_node(m, p, node, &nothing) == STOP && !m->effort.spent && !m->oom;
}

static bool is_strict(const struct lu__matcher *m, const struct lu__pnode *p, const struct lu__pstep *s)
{
	return p->kind == LU__KIND_ANY && s->next && m->p->steps.v[s->next].anchored;
}

/* A child without captures: with the first that matches all is said, unless the next has to follow it.
 * *done: do not look at the children after it. */
static enum outcome match_silent(struct lu__matcher *m, const struct lu__pnode *p, uint32_t node,
				 const struct lu__pstep *s, const struct rest *after, bool *done)
{
	uint32_t last = m->last;
	enum outcome out;

	if (!match_once(m, p, node)) return m->effort.spent || m->oom ? STOP : NO;
	out = match_list(m, after);
	if (out == STOP) return out;
	m->last = last;
	*done = !s->next || !m->p->steps.v[s->next].anchored;
	return out;
}

/* Try the alternatives of step `s` with a child. */
static enum outcome match_child(struct lu__matcher *m, const struct rest *r, const struct lu__pstep *s, uint32_t node,
				bool *done)
{
	const struct lu__pnode *nodes = m->p->nodes.v;
	struct rest after = { r->parent, s->next, m->nodes.v[node].end, r->end, false, r->up };
	enum outcome out = NO;

	for (uint16_t i = s->node; i && !*done; i = nodes[i].other) {
		enum outcome one;

		if (!fits(m, &nodes[i], node)) continue;
		if (r->parent->closed && !s->next && !none_named(m, after.at, after.end)) return NO;
		after.strict = is_strict(m, &nodes[i], s);
		if (s->captures) one = match_node(m, &nodes[i], node, &after);
		else one = match_silent(m, &nodes[i], node, s, &after, done);
		if (one == STOP) return one;
		if (one == YES) out = YES;
	}
	return out;
}

/* As many children in a row as match; returns where they end, `node` when there is none. */
static uint32_t run(struct lu__matcher *m, const struct lu__pstep *s, uint32_t node, uint32_t end)
{
	const struct lu__pnode *nodes = m->p->nodes.v;

	while (node < end) {
		uint16_t i = s->node;

		if (step(m)) break;
		while (i && !(fits(m, &nodes[i], node) && match_once(m, &nodes[i], node))) i = nodes[i].other;
		if (!i) break;
		node = m->nodes.v[node].end;
	}
	return node;
}

/* A repeated child. What begins inside of a run that was tried has nothing new: *next is its end. */
static enum outcome match_run(struct lu__matcher *m, const struct rest *r, const struct lu__pstep *s, uint32_t node,
			      uint32_t *next)
{
	size_t captures = m->path.n;
	uint32_t last = m->last, end = run(m, s, node, r->end);
	struct rest after = { r->parent, s->next, end, r->end, false, r->up };
	enum outcome out = NO;

	if (m->effort.spent || m->oom) return STOP;
	if (end == node) return NO;
	*next = end;
	if (!r->parent->closed || s->next || none_named(m, end, r->end)) out = match_list(m, &after);
	if (out == STOP) return out;
	m->path.n = captures;
	m->last = last;
	return out;
}

/* Match the step that `r` stands at and all that follows. */
static enum outcome match_step(struct lu__matcher *m, const struct rest *r, const struct lu__pstep *s)
{
	bool repeated = s->times == LU__TIMES_MANY || s->times == LU__TIMES_ANY_NUMBER, done = false;
	const struct lu__node *v = m->nodes.v;
	enum outcome out = NO;

	for (uint32_t node = r->at, next; node < r->end && !done; node = next) {
		enum outcome one;

		if (step(m)) return STOP;
		next = v[node].end;
		one = repeated ? match_run(m, r, s, node, &next) : match_child(m, r, s, node, &done);
		if (one == STOP) return one;
		if (one == YES) out = YES;
		if (r->strict || (s->anchored && (v[node].kind & LU__KIND_NAMED) && (one == YES || counts(m, node))))
			break;
	}
	return out;
}

static enum outcome match_list(struct lu__matcher *m, const struct rest *r)
{
	const struct lu__pstep *s;
	enum outcome out;

	while (r && r->parent && !r->step) r = r->up;
	if (!r) return accept(m);
	if (!r->parent) return STOP;
	s = &m->p->steps.v[r->step];
	out = match_step(m, r, s);
	if (out == NO && (s->times == LU__TIMES_OPTIONAL || s->times == LU__TIMES_ANY_NUMBER)) {
		struct rest without = *r;

		without.step = s->next;
		return match_list(m, &without);
	}
	return out;
}

/* ---- matches in their order ---- */

/* Does one of the matches `from` to `to` capture all that `a` does? */
static bool is_covered(struct lu__matcher *m, const struct found *a, size_t from, size_t to)
{
	for (size_t i = from; i < to && !step(m); i++) {
		const struct found *b = &m->found.v[i];
		size_t same = 0;

		for (size_t k = 0; k < b->n && same < a->n; k++) {
			const struct capture *x = &m->kept.v[a->first + same], *y = &m->kept.v[b->first + k];

			same += x->node == y->node && x->id == y->id;
		}
		if (same == a->n) return true;
	}
	return false;
}

/* Where alternatives match alike, drop what another match says as well. */
static void drop_covered(struct lu__matcher *m, size_t from)
{
	struct found *v = m->found.v;
	size_t n = from;

	for (size_t i = from; i < m->found.n; i++)
		if (!is_covered(m, &v[i], from, n) && !is_covered(m, &v[i], i + 1, m->found.n)) v[n++] = v[i];
	m->found.n = n;
}

static int by_end(const void *px, const void *py)
{
	const struct found *x = px, *y = py;

	if (x->last != y->last) return x->last < y->last ? -1 : 1;
	return (x->first > y->first) - (x->first < y->first);
}

static const struct lu__pstarts *starts_at(const struct lu__matcher *m, uint16_t kind)
{
	return kind ? &m->p->starts[kind & ~LU__KIND_NAMED] : NULL;
}

/* All matches that begin at m->root. */
static void look_at(struct lu__matcher *m, const struct lu__pstarts *s)
{
	uint64_t kinds = s->needs ? lu__kinds_below(&m->nodes, m->root) : 0;
	bool sorted = true;

	m->next = m->found.n = m->kept.n = m->path.n = 0;
	for (size_t i = 0; i < s->n && !m->effort.spent && !m->oom; i++) {
		const struct lu__pnode *n = &m->p->nodes.v[s->v[i].node];
		size_t from = m->found.n;

		step(m);
		if ((n->needs & kinds) != n->needs || !fits(m, n, m->root)) continue;
		m->pattern = s->v[i].pattern;
		match_node(m, n, m->root, NULL);
		while (from && m->found.v[from - 1].pattern == m->pattern) from--;
		if (m->p->patterns.v[m->pattern].overlaps) drop_covered(m, from);
	}
	for (size_t i = 1; i < m->found.n && sorted; i++) sorted = m->found.v[i - 1].last <= m->found.v[i].last;
	if (!sorted) qsort(m->found.v, m->found.n, sizeof *m->found.v, by_end);
}

static lu_code give(struct lu__matcher *m, const struct found *f, struct lu__match *out, lu_err *e)
{
	if (!lu__grow(&m->out, &m->out_cap, f->n + 1, sizeof *m->out)) return lu_nomem(e);
	for (size_t i = 0; i < f->n; i++) {
		const struct capture *c = &m->kept.v[f->first + i];

		m->out[i].id = c->id;
		m->out[i].node = lu__node_at(&m->nodes, c->node);
	}
	*out = (struct lu__match){ f->pattern, m->out, f->n };
	return LU_OK;
}

lu_code lu__matcher_next(struct lu__matcher *m, struct lu__match *out, bool *found, lu_err *e)
{
	*found = false;
	while (m->next == m->found.n && m->root < m->nodes.n && !m->effort.spent) {
		const struct lu__pstarts *s = starts_at(m, m->nodes.v[m->root].kind);

		if (s && s->n) look_at(m, s);
		m->root++;
		if (m->oom) return lu_nomem(e);
	}
	if (m->effort.spent || m->next == m->found.n) {
		lu__nodes_done(&m->nodes);
		return LU_OK;
	}
	*found = true;
	return give(m, &m->found.v[m->next++], out, e);
}
