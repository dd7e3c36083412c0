/* SPDX-License-Identifier: MIT
 * context: what one has to know before touching an element, in one budget: its source, who calls it, what it calls, its
 * tests, what stands beside it. */
#include <stdio.h>

#include "mcp/tool.h"
#include "session/listing.h"

#define LISTED 25 /* elements of each list, at most */
#define OTHERS 5  /* that have the same name */
#define HEAD   80 /* bytes that are kept for the heading of a list */

/* What was asked for, read in one state of the store. */
struct subject {
	lu_graph_name name;
	lu_graph_meant meant;
	lu_brief el; /* the first of them */
	lu_brief *beside;
	size_t n_beside;
	lu_location at;
	lu_listing source;
	lu_stored stored;
};

/* What is in it, of a module or class; else what is in the same element as it is. */
static lu_code read_beside(lu_store *s, lu_arena *a, struct subject *x, lu_err *e)
{
	lu_brief up = x->el;
	lu_code rc = LU_OK;

	rc = lu_listing_outline(s, &up, a, &x->beside, &x->n_beside, e);
	if (rc || x->n_beside || !x->el.parent) return rc;
	rc = lu_store_brief(s, x->el.parent, a, &up, e);
	return rc ? rc : lu_listing_outline(s, &up, a, &x->beside, &x->n_beside, e);
}

static lu_code look(lu_store *s, lu_arena *a, struct subject *x, lu_err *e)
{
	lu_fresh *fresh = NULL;
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, a, &kb, e);

	if (!rc) rc = lu_fresh_open(s, &fresh, e);
	if (!rc) rc = lu_fresh_place(fresh, &x->el, &x->at, e);
	if (!rc) rc = lu_listing_read(s, &x->el, &x->at, kb.root, 0, a, &x->source, e);
	if (!rc) rc = lu_store_element(s, x->el.id, a, &x->stored, e);
	if (!rc) rc = read_beside(s, a, x, e);
	lu_fresh_close(fresh);
	return rc;
}

static lu_code find(lu__call *c, struct subject *x, lu_err *e)
{
	lu_store *s = NULL;
	lu_code rc = lu_session_lend(c->base.session, c->request, &s, e);

	if (rc) return rc;
	rc = lu_graph_find(s, &x->name, c->a, &x->meant, e);
	if (!rc) {
		x->el = x->meant.v[0];
		rc = look(s, c->a, x, e);
	}
	lu_session_return(c->base.session, s);
	return rc;
}

static bool add_brief(lu__page *p, const lu_brief *b, const char *role)
{
	return lu__page_item(p, &(lu__item){ .role = role,
					     .path = b->path,
					     .line = b->start_line,
					     .end = b->end_line,
					     .type = b->type,
					     .name = b->name });
}

/* The heading of a list is written when it is known how much of it fits. Returns where the list begins in the text. */
static size_t begin_list(lu__page *p)
{
	p->budget -= HEAD;
	return p->text.len;
}

/* Nothing is claimed that is not shown. */
static void end_list(lu__page *p, size_t from, const char *noun, size_t all, const char *more, size_t n, size_t of)
{
	char shown[64] = "";

	p->budget += HEAD;
	if (!n && of) snprintf(shown, sizeof shown, ", none shown");
	else if (n < of) snprintf(shown, sizeof shown, ", %zu of %zu shown", n, of);
	lu__page_head(p, from, "%s: %zu%s%s", noun, all, more, shown);
}

static void show_source(lu__page *p, const struct subject *x)
{
	lu_str signature = lu_str_trim(lu_str_line(x->stored.el.signature));
	bool module = lu_listing_is_path(&x->el, x->name.text);
	char detail[400];

	snprintf(detail, sizeof detail, "%.*s%s", signature.n > 300 ? 300 : (int)signature.n,
		 signature.n ? signature.s : "", x->at.stale ? " changed since it was indexed" : "");
	p->share = p->budget * 6 / 10;
	lu__page_item(p, &(lu__item){ .role = "source",
				      .path = x->el.path,
				      .line = x->at.start_line,
				      .end = x->at.end_line,
				      .type = x->el.type,
				      .name = x->el.name,
				      .detail = *detail ? detail : NULL,
				      .source = module ? lu_strz("") : x->source.text,
				      .first = x->source.first });
	p->share = 0;
}

static void show_others(lu__page *p, const struct subject *x)
{
	size_t all = x->meant.n - 1, n = 0, from;

	if (!all) return;
	from = begin_list(p);
	while (n < all && n < OTHERS && add_brief(p, &x->meant.v[n + 1], "same_name")) n++;
	end_list(p, from, "same name", all, " more", n, all);
	lu__page_note(p, "%zu elements have the name, this is the first: give path:line of the one you mean", all + 1);
}

/* The next neighbour: the nearer one of those before *from and from *to on. */
static const lu_brief *next_beside(const struct subject *x, size_t *from, size_t *to)
{
	const lu_brief *before = *from ? &x->beside[*from - 1] : NULL;
	const lu_brief *after = *to < x->n_beside ? &x->beside[*to] : NULL;
	bool back = before && (!after || (after->start_line > x->el.end_line && before->end_line <= x->el.start_line &&
					  x->el.start_line - before->end_line < after->start_line - x->el.end_line));

	if (back) --*from;
	else ++*to;
	return back ? before : after;
}

static void show_beside(lu__page *p, const struct subject *x)
{
	size_t n = 0, from = 0, to, all = x->n_beside, begin;
	bool holds = all && x->beside[0].parent == x->el.id;

	while (from < x->n_beside && x->beside[from].id != x->el.id) from++;
	all -= from < x->n_beside;
	if (!all) return;
	if (from == x->n_beside) from = 0; /* what it holds, in its order */
	begin = begin_list(p);
	for (to = from; (from || to < x->n_beside) && n < LISTED && lu__page_room(p) >= 200;) {
		const lu_brief *b = next_beside(x, &from, &to);

		if (b->id == x->el.id) continue;
		n += add_brief(p, b, "neighbour");
	}
	end_list(p, begin, holds ? "holds" : "beside it", all, "", n, all);
	if (n < all) lu__page_note(p, "%zu of %zu neighbours shown", n, all);
}

struct listing {
	lu__page *page;
	const char *role, *noun;
};

static lu_code show_list(void *ctx, const lu_graph_answer *q, lu_arena *a, lu_err *e)
{
	const struct listing *l = ctx;
	size_t n, from, unresolved = q->grades[LU_GRADE_UNRESOLVED];
	char more[48] = "";

	(void)a, (void)e;
	if (unresolved) snprintf(more, sizeof more, ", and %zu unresolved", unresolved);
	from = begin_list(l->page);
	n = lu__graph_items(l->page, q, l->role, LISTED);
	end_list(l->page, from, l->noun, q->elements, more, n, q->edges);
	if (n < q->edges) {
		l->page->left += (int64_t)(q->edges - n);
		lu__page_note(l->page, "%zu of %zu edges to %s shown: graph lists all", n, q->edges, l->noun);
	}
	return LU_OK;
}

/* Each list has its part of what the source has left. */
static lu_code show_lists(lu__call *c, const struct subject *x, lu__page *p, lu_err *e)
{
	static const struct {
		lu_graph_question asked;
		const char *role, *noun;
	} lists[] = { { LU_ASK_CALLERS, "caller", "callers" },
		      { LU_ASK_CALLEES, "callee", "callees" },
		      { LU_ASK_TESTS, "test", "tests" } };
	size_t budget = p->budget, from = p->text.len > p->data.out.len ? p->text.len : p->data.out.len;
	size_t room = budget > from ? budget - from : 0;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < 3 && !rc; i++) {
		lu_graph_options o = lu_graph_defaults(lists[i].asked);
		struct listing l = { p, lists[i].role, lists[i].noun };

		o.name.text = x->el.uuid;
		o.limit = LISTED;
		p->budget = from + room * (i + 1) / 4;
		rc = lu_session_graph(c->base.session, c->request, &o, show_list, &l, c->a, &c->fresh, e);
	}
	p->budget = budget;
	return rc;
}

lu_code lu__tool_context(lu__call *c, lu__args *args, lu__page *p, lu_err *e)
{
	struct subject x = { .n_beside = 0 };
	lu_str name = { NULL, 0 };
	lu_code rc;

	lu__args_str(args, "name", &name);
	if ((rc = lu__args_end(args, e))) return rc;
	if (!name.n) return lu_fail(e, LU_EUSAGE, "argument 'name' is missing: a name, an id or path:line");
	if (!(x.name.text = lu_arena_dup(c->a, name).s)) return lu_nomem(e);
	if ((rc = find(c, &x, e))) return rc;
	if (x.meant.heir) lu__note_heir(p, x.meant.heir[0], &x.el);
	show_source(p, &x);
	show_others(p, &x);
	rc = show_lists(c, &x, p, e);
	if (!rc) show_beside(p, &x);
	return rc;
}
