/* SPDX-License-Identifier: MIT
 * graph, asked for the impact of a diff: what it touches, the tests that reach that, what else it affects. */
#include "mcp/tool.h"

static void put(lu__page *p, const char *role, const lu_brief *el, const char *detail)
{
	lu__page_item(p, &(lu__item){ .role = role,
				      .path = el->path,
				      .line = el->start_line,
				      .end = el->end_line,
				      .type = el->type,
				      .name = el->name,
				      .detail = detail });
}

/* Files whose lines could not be told apart, or that are not known here. */
static void note_files(lu__page *p, const lu_impact *x)
{
	size_t unlike = 0, absent = 0;

	for (size_t i = 0; i < x->n_file; i++) {
		unlike += x->file[i].side == LU_SIDE_UNLIKE;
		absent += x->file[i].side == LU_SIDE_ABSENT || x->file[i].side == LU_SIDE_OUTSIDE;
	}
	if (unlike)
		lu__page_note(p, "%zu file%s unlike both sides of the diff: %s lines may be others", unlike,
			      unlike == 1 ? " is" : "s are", unlike == 1 ? "its" : "their");
	if (absent)
		lu__page_note(p, "%zu file%s of the diff %s not in the index", absent, lu_plural(absent),
			      absent == 1 ? "is" : "are");
}

static void put_affected(lu__page *p, const lu_impact *x, bool tests)
{
	for (size_t i = 0; i < x->n_affected; i++) {
		const lu_affected *v = &x->affected[i];
		char detail[64];

		if (v->test != tests) continue;
		snprintf(detail, sizeof detail, "%s, %u edge%s away", lu_grade_name(v->weakest), v->depth,
			 lu_plural(v->depth));
		put(p, tests ? "test" : "affected", &v->el, detail);
	}
}

static void tell(lu__page *p, const lu_impact *x)
{
	lu__page_line(p, "%zu element%s touched in %zu file%s", x->all_touched, lu_plural(x->all_touched), x->n_file,
		      lu_plural(x->n_file));
	for (size_t i = 0; i < x->n_touched; i++) put(p, "touched", &x->touched[i].el, NULL);
	lu__page_line(p, "%zu test%s them", x->tests, x->tests == 1 ? " reaches" : "s reach");
	put_affected(p, x, true);
	lu__page_line(p, "%zu element%s affected, tests among them", x->all_affected, lu_plural(x->all_affected));
	put_affected(p, x, false);
	if (x->n_affected < x->all_affected)
		lu__page_note(p, "%zu of %zu affected elements shown: raise limit, or lower depth", x->n_affected,
			      x->all_affected);
	note_files(p, x);
}

/* A revision is no more than a word. */
static lu_code diff_of(lu__call *c, lu_str asked, lu_buf *own, lu_str *out, lu_err *e)
{
	lu_code rc;

	*out = asked;
	if (memchr(asked.s, '\n', asked.n)) return LU_OK;
	asked = lu_arena_dup(c->a, asked);
	if (!asked.s) return lu_nomem(e);
	rc = lu_session_diff(c->base.session, c->request, asked.s, own, e);
	*out = lu_buf_str(own);
	return rc;
}

lu_code lu__impact_of_diff(lu__call *c, const lu__diffed *x, lu__page *p, lu_err *e)
{
	lu_impact_options o = { .grade = LU_GRADE_AMBIGUOUS, .depth = x->depth, .limit = x->limit };
	lu_buf own = LU_BUF;
	lu_impact found;
	lu_code rc = diff_of(c, x->diff, &own, &o.diff, e);

	if (!rc) rc = lu_session_impact(c->base.session, c->request, &o, c->a, &found, &c->fresh, e);
	if (rc == LU_EFORMAT) rc = LU_EUSAGE; /* it is the caller's */
	if (!rc) tell(p, &found);
	lu_buf_free(&own);
	return rc;
}
