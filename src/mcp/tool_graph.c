/* SPDX-License-Identifier: MIT
 * graph: who calls what, what leads where, what a change affects. */
#include "mcp/tool.h"

enum { ROOM = 240 }; /* bytes that the answer about one more element of the name takes at least */

struct asked {
	lu__page *page;
	size_t limit;
	size_t shown, edges; /* of all elements of the name */
	size_t passed_over;  /* elements for which there was no room */
};

static const char *const nouns[LU_ASK_QUESTIONS] = { "callers", "callees",          "paths", "bases and subclasses",
						     "tests",   "affected elements" };

static void head(const struct asked *x, const lu_graph_answer *q)
{
	if (q->asked == LU_ASK_PATH && !q->ways)
		lu__page_line(x->page, "no path from %.*s to %.*s", LU_FMT(q->el.name), LU_FMT(q->target.name));
	else if (q->asked == LU_ASK_PATH)
		lu__page_line(x->page, "%lld paths from %.*s to %.*s", (long long)q->ways, LU_FMT(q->el.name),
			      LU_FMT(q->target.name));
	else
		lu__page_line(x->page, "%s of %.*s (%.*s:%u): %zu", nouns[q->asked], LU_FMT(q->el.name),
			      LU_FMT(q->el.path), q->el.start_line, q->elements);
}

static lu_code show(void *ctx, const lu_graph_answer *q, lu_arena *a, lu_err *e)
{
	struct asked *x = ctx;
	bool path = q->asked == LU_ASK_PATH;

	(void)a, (void)e;
	if (!path) x->edges += q->edges;
	if (q->matches > q->answers && !q->number)
		lu__page_note(x->page, "%zu elements have the name, %zu are shown: give path:line of the one you mean",
			      q->matches, q->answers);
	if (q->number && lu__page_room(x->page) < ROOM) {
		x->passed_over++;
		x->page->left += !q->edges; /* edges are counted at the end */
		return LU_OK;
	}
	lu__note_heir(x->page, q->heir, &q->el);
	if (path) lu__note_heir(x->page, q->target_heir, &q->target);
	head(x, q);
	x->shown += lu__graph_items(x->page, q, NULL, x->limit) * !path;
	lu__graph_strays(x->page, q);
	return LU_OK;
}

/* Said once, whatever number of elements has the name. */
static void note_rest(const struct asked *x)
{
	if (x->passed_over)
		lu__page_note(x->page,
			      "there was no room for %zu elements of the name: give path:line of the one you mean",
			      x->passed_over);
	if (x->shown == x->edges) return;
	x->page->left += (int64_t)(x->edges - x->shown);
	lu__page_note(x->page, "%zu of %zu edges shown: raise limit or max_tokens, or lower depth", x->shown, x->edges);
}

/* A name of the arguments, ended, as the library takes it. */
static const char *name_of(lu__call *c, lu_str s)
{
	return lu_arena_dup(c->a, s).s;
}

static lu_code read(lu__call *c, lu__args *args, lu_graph_options *o, lu_str *diff, lu_err *e)
{
	lu_str name = { NULL, 0 }, to = { NULL, 0 };
	int asked = LU_ASK_CALLERS;
	int64_t depth = 0, limit = 30;
	lu_code rc;

	lu__args_choice(args, "question", lu_graph_questions, &asked);
	lu__args_str(args, "name", &name);
	lu__args_str(args, "to", &to);
	lu__args_str(args, "diff", diff);
	lu__args_int(args, "depth", 1, 20, &depth);
	lu__args_int(args, "limit", 1, 1000, &limit);
	if ((rc = lu__args_end(args, e))) return rc;
	if (diff->n && (asked != LU_ASK_IMPACT || name.n))
		return lu_fail(e, LU_EUSAGE, "argument 'diff' is for the question impact, instead of a name");
	if (!name.n && !diff->n) return lu_fail(e, LU_EUSAGE, "argument 'name' is missing: a name, an id or path:line");
	if (asked == LU_ASK_PATH && !to.n)
		return lu_fail(e, LU_EUSAGE, "argument 'to' is missing: where the path leads");
	*o = lu_graph_defaults((lu_graph_question)asked);
	o->name.text = name_of(c, name);
	if (asked == LU_ASK_PATH) o->target.text = name_of(c, to);
	if (!o->name.text || (asked == LU_ASK_PATH && !o->target.text)) return lu_nomem(e);
	o->depth = (uint32_t)depth;
	o->limit = (size_t)limit;
	o->sharing = true;
	return LU_OK;
}

lu_code lu__tool_graph(lu__call *c, lu__args *args, lu__page *p, lu_err *e)
{
	lu_graph_options o;
	struct asked x = { .page = p };
	lu_str diff = { NULL, 0 };
	lu_code rc = read(c, args, &o, &diff, e);

	if (rc) return rc;
	if (diff.n) return lu__impact_of_diff(c, &(lu__diffed){ diff, o.depth, o.limit }, p, e);
	x.limit = o.limit;
	rc = lu_session_graph(c->base.session, c->request, &o, show, &x, c->a, &c->fresh, e);
	if (!rc) note_rest(&x);
	return rc;
}
