/* SPDX-License-Identifier: MIT
 * search: the elements that questions are about. */
#include <stdio.h>

#include "mcp/tool.h"

#define QUESTIONS 8
#define K         10

/* Lines of a hit: the whole element where it is short, else what holds most of the question. */
static bool add_hit(lu__page *p, const lu_found *f, size_t i)
{
	const lu_hit *h = &f->result.v[i];
	const lu_shown *x = f->shown ? &f->shown[i] : NULL;
	char detail[64] = "";

	if (h->relevance >= .005) snprintf(detail, sizeof detail, "relevance %.2f", h->relevance);
	return lu__page_item(p, &(lu__item){ .role = "hit",
					     .path = h->el.path,
					     .line = h->el.start_line,
					     .end = h->el.end_line,
					     .type = h->el.type,
					     .name = h->el.name,
					     .detail = h->stale  ? "changed since it was indexed"
						       : *detail ? detail
								 : NULL,
					     .source = x ? x->text : lu_strz(""),
					     .first = x ? x->first : 0 });
}

static void note_words(lu__page *p, const lu_result *r)
{
	if (r->corrected.n) lu__page_note(p, "searched as '%.*s'", LU_FMT(r->corrected.text));
}

static lu_code search_one(lu__call *c, lu_str question, const lu_search_options *o, bool several, lu__page *p,
			  lu_err *e)
{
	lu_found *f = NULL;
	size_t shown = 0;
	lu_code rc = lu_session_search(c->base.session, c->request, question, o, &f, e);

	if (rc) return rc;
	if (several) lu__page_line(p, "# %.*s", LU_FMT(question));
	while (shown < f->result.n && add_hit(p, f, shown)) shown++;
	p->left += (int64_t)(f->result.n - shown) - (shown < f->result.n);
	if (!f->result.n) lu__page_line(p, "no hits for '%.*s'", LU_FMT(question));
	note_words(p, &f->result);
	if (!f->result.n)
		lu__page_note(p, "no hits: use other words, the names that the code would use, or fewer filters");
	c->fresh = f->fresh;
	c->fresh.root = (lu_str){ NULL, 0 };
	c->fresh.synced.commit = lu_arena_dup(c->a, f->fresh.synced.commit);
	lu_found_free(f);
	return LU_OK;
}

lu_code lu__tool_search(lu__call *c, lu__args *args, lu__page *p, lu_err *e)
{
	lu_search_options o = c->base.search;
	lu_strs q = { NULL, 0 };
	int64_t k = K;
	size_t budget = p->budget;
	lu_code rc;

	lu__args_strs(args, "query", QUESTIONS, &q);
	lu__args_int(args, "limit", 1, 100, &k);
	lu__args_paths(args, "paths", &o.query.paths);
	lu__args_strs(args, "languages", 32, &o.query.languages);
	lu__args_strs(args, "types", 32, &o.query.types);
	if ((rc = lu__args_end(args, e))) return rc;
	if (!q.n) return lu_fail(e, LU_EUSAGE, "argument 'query' is missing: a question or what a name may be");
	o.query.k = k;
	o.show = LU_SHOW_SNIPPETS;
	for (size_t i = 0; i < q.n && !rc; i++) {
		c->progress->tell(c->progress->ctx, (int64_t)i, (int64_t)q.n, "searching");
		p->budget = budget * (i + 1) / q.n;
		rc = search_one(c, q.v[i], &o, q.n > 1, p, e);
	}
	p->budget = budget;
	if (!rc && p->left)
		lu__page_note(p, "%lld more hits did not fit: ask with a larger max_tokens", (long long)p->left);
	return rc;
}
