/* SPDX-License-Identifier: MIT
 * search: the elements that questions are about. */
#include <stdio.h>

#include "mcp/tool.h"

#define QUESTIONS 8
#define K         10
#define FEW       6   /* lines that each hit has while there is room */
#define MANY      400 /* and at most */

/* ---- how much of each hit is shown ----
 *
 * All have FEW lines. Of what is left then each hit takes up to a half for more of them, the best one first. */

/* A hit on its way to the page. */
typedef struct lu__spread {
	lu__item item;
	char detail[32];
	lu_str all; /* the lines that there are to show; item.source is some of them */
	uint32_t first, best;
	size_t size; /* bytes that the item takes */
} lu__spread;

/* Show so many lines around the best one. */
static void show_lines(lu__spread *x, size_t lines)
{
	lu_excerpt part = lu_snippet_around(x->all, x->best, lines);

	x->item.source = part.text;
	x->item.first = x->first ? x->first + part.first : 0;
	x->size = lu__page_size(&x->item);
}

static void begin_hit(const lu_found *f, size_t i, lu__spread *x)
{
	const lu_hit *h = &f->result.v[i];
	const lu_shown *s = f->shown ? &f->shown[i] : NULL;

	x->item = (lu__item){ .role = "hit",
			      .path = h->el.path,
			      .line = h->el.start_line,
			      .end = h->el.end_line,
			      .type = h->el.type,
			      .name = h->el.name };
	if (h->stale) x->item.detail = "changed since it was indexed";
	else if (h->relevance >= .005) {
		snprintf(x->detail, sizeof x->detail, "relevance %.2f", h->relevance);
		x->item.detail = x->detail;
	}
	x->all = s ? s->text : lu_strz("");
	x->first = s ? s->first : 0;
	x->best = s ? s->best : 0;
	show_lines(x, FEW);
}

/* As many lines as take at most `most` bytes, FEW at least: size grows with their number. */
static void widen(lu__spread *x, size_t most)
{
	size_t lo = FEW, hi = MANY;

	show_lines(x, MANY);
	if (x->size <= most) return;
	while (lo < hi) {
		size_t mid = lo + (hi - lo + 1) / 2;

		show_lines(x, mid);
		if (x->size <= most) lo = mid;
		else hi = mid - 1;
	}
	show_lines(x, lo);
}

/* Add the hits: how many found room. */
static lu_code add_hits(lu__page *p, const lu_found *f, lu_arena *a, size_t *shown, lu_err *e)
{
	size_t n = f->result.n, few = 0;
	lu__spread *x = lu_arena_calloc(a, n + 1, sizeof *x);

	if (!x) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		begin_hit(f, i, &x[i]);
		few += x[i].size;
	}
	for (*shown = 0; *shown < n; ++*shown) {
		size_t room = lu__page_room(p), size = x[*shown].size, spare = room > few ? room - few : 0;

		if (spare) widen(&x[*shown], size + (*shown + 1 < n ? spare / 2 : spare));
		few -= size;
		if (!lu__page_item(p, &x[*shown].item)) break;
	}
	return LU_OK;
}

static void note_words(lu__page *p, const lu_result *r)
{
	if (r->corrected.n) lu__page_note(p, "searched as '%.*s'", LU_FMT(r->corrected.text));
}

/* Of several questions the first one that has no hits says what to do. */
static void note_nothing(lu__page *p, const lu_found *f)
{
	for (size_t i = 0; i < f->unfit.n; i++)
		lu__page_note(p, "no file that is stored fits the path '%.*s', which begins in the root",
			      LU_FMT(f->unfit.v[i]));
	if (!f->unfit.n)
		lu__page_note(p, "no hits: use other words, the names that the code would use, or fewer filters");
}

static lu_code search_one(lu__call *c, lu_str question, const lu_search_options *o, bool several, bool *told,
			  lu__page *p, lu_err *e)
{
	lu_found *f = NULL;
	size_t shown = 0;
	lu_code rc = lu_session_search(c->base.session, c->request, question, o, &f, e);

	if (rc) return rc;
	if (several) lu__page_line(p, "# %.*s", LU_FMT(question));
	rc = add_hits(p, f, c->a, &shown, e);
	p->left += (int64_t)(f->result.n - shown) - (shown < f->result.n);
	if (!f->result.n) lu__page_line(p, "no hits for '%.*s'", LU_FMT(question));
	note_words(p, &f->result);
	if (!f->result.n && !*told) {
		note_nothing(p, f);
		*told = true;
	}
	lu__call_asked(c, f);
	lu_found_free(f);
	return rc;
}

lu_code lu__tool_search(lu__call *c, lu__args *args, lu__page *p, lu_err *e)
{
	lu_search_options o = c->base.search;
	lu_strs q = { NULL, 0 };
	int64_t k = K;
	size_t budget = p->budget;
	bool told = false;
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
	o.lines = MANY;
	for (size_t i = 0; i < q.n && !rc; i++) {
		c->progress->tell(c->progress->ctx, (int64_t)i, (int64_t)q.n, "searching");
		p->budget = budget * (i + 1) / q.n;
		rc = search_one(c, q.v[i], &o, q.n > 1, &told, p, e);
	}
	p->budget = budget;
	if (!rc && p->left)
		lu__page_note(p, "%lld more hit%s did not fit: ask with a larger max_tokens", (long long)p->left,
			      lu_plural((size_t)p->left));
	return rc;
}
