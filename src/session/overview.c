/* SPDX-License-Identifier: MIT
 * Communities as lines that say what they hold. */
#include "session/overview.h"

#include <stdlib.h>

#include "lucus/text.h"
#include "store/communities.h"
#include "core/sorting.h"

#define LINE_MAX 400 /* bytes of what is shown of a member */

void lu__overview_free(lu__overview *o)
{
	lu_arena_free(&o->arena);
	*o = (lu__overview){ .n = 0 };
}

/* ---- members ---- */

/* A line of a community, and how much it says of the whole. */
struct line {
	lu_str text;
	int says; /* 0 to 3 */
	bool in;
};

struct reading {
	lu__reader *r;
	lu_communities *c;
	lu__overview *out;
	uint32_t *number; /* of each part */
	lu_arena a;       /* of one community */
	struct line *line;
	size_t n;
	int best; /* `says` of the lead; -1: there is none */
};

static int says(const lu_element *el)
{
	if (lu_str_in_words(el->type, "module class interface struct trait enum namespace")) return 3;
	if (el->docstring.n) return 2;
	return lu_str_in_words(el->type, "function method section");
}

static void put_line(const lu_element *el, lu_buf *out)
{
	lu_str doc = lu_first_sentence(el->docstring), sig = lu_str_line(el->signature);

	lu_buf_addf(out, "%.*s:%u-%u %.*s %.*s", LU_FMT(el->file_path), el->start_line, el->end_line, LU_FMT(el->type),
		    LU_FMT(el->name));
	if (sig.n) lu_buf_addf(out, ": %.*s", LU_FMT(sig));
	if (doc.n) lu_buf_addf(out, " -- %.*s", LU_FMT(doc));
	for (size_t i = 0; i < out->len; i++)
		if ((unsigned char)out->s[i] < ' ') out->s[i] = ' ';
	if (out->len > LINE_MAX) {
		size_t n = LINE_MAX;

		while (n && ((unsigned char)out->s[n] & 0xc0) == 0x80) n--;
		lu_buf_trunc(out, n);
	}
	lu_buf_addc(out, '\n');
}

static lu_code add_member(struct reading *g, const lu_stored *v, lu_buf *scratch, lu_err *e)
{
	struct line *w = lu_arena_grow(&g->a, g->line, g->n, sizeof *w);
	lu_hit *lead = &g->out->lead[g->out->n];

	lu_buf_reset(scratch);
	put_line(&v->el, scratch);
	if (!w || scratch->oom) return lu_nomem(e);
	g->line = w;
	w[g->n] = (struct line){ .text = lu_arena_dup(&g->a, lu_buf_str(scratch)), .says = says(&v->el) };
	if (!w[g->n].text.s) return lu_nomem(e);
	if (w[g->n].says > g->best) {
		g->best = w[g->n].says;
		lead->el.id = v->id;
	}
	g->n++;
	return LU_OK;
}

/* The members that are in a file; `member` are sorted. */
static lu_code read_file(struct reading *g, int64_t file, const int64_t *member, size_t n, lu_err *e)
{
	lu_arena a = { 0 };
	lu_buf scratch = LU_BUF;
	lu_stored *v = NULL;
	size_t n_v = 0;
	lu_code rc = lu_store_file_elements(g->r->store, file, false, &a, &v, &n_v, e);

	for (size_t i = 0; i < n_v && !rc; i++)
		if (bsearch(&v[i].id, member, n, sizeof *member, lu_int64_order))
			rc = add_member(g, &v[i], &scratch, e);
	lu_buf_free(&scratch);
	lu_arena_free(&a);
	return rc;
}

/* Those that say most come in while they fit; they stand in their order. */
static lu_code choose_lines(struct reading *g, lu_str *out, lu_err *e)
{
	int64_t tokens = 0;
	lu_buf b = LU_BUF;

	for (int level = 3; level >= 0; level--) {
		for (size_t i = 0; i < g->n; i++) {
			struct line *l = &g->line[i];

			if (l->says != level || tokens + lu_tokens(l->text.n) > LU_GLOBAL_MEMBERS) continue;
			tokens += lu_tokens(l->text.n);
			l->in = true;
		}
	}
	for (size_t i = 0; i < g->n; i++)
		if (g->line[i].in) lu_buf_addstr(&b, g->line[i].text);
	*out = lu_arena_keep(&g->out->arena, &b);
	return out->s ? LU_OK : lu_nomem(e);
}

static lu_code grow(struct reading *g, lu_err *e)
{
	lu__overview *o = g->out;
	lu_global_part *part = lu_arena_grow(&o->arena, o->part, o->n, sizeof *part);
	lu_hit *lead = lu_arena_grow(&o->arena, o->lead, o->n, sizeof *lead);
	uint32_t *number = lu_arena_grow(&o->arena, g->number, o->n, sizeof *number);

	if (!part || !lead || !number) return lu_nomem(e);
	o->part = part;
	o->lead = lead;
	g->number = number;
	part[o->n] = (lu_global_part){ .members = { NULL, 0 } };
	lead[o->n] = (lu_hit){ .el = { .id = 0 } };
	return LU_OK;
}

static lu_code add_part(struct reading *g, uint32_t number, lu_err *e)
{
	int64_t *member = NULL, *file = NULL;
	size_t n = 0, n_file = 0;
	lu_code rc = grow(g, e);

	lu_arena_clear(&g->a);
	g->line = NULL;
	g->n = 0;
	g->best = -1;
	if (!rc) rc = lu_communities_members(g->c, number, &g->a, &member, &n, e);
	if (!rc) rc = lu_communities_files(g->c, number, &g->a, &file, &n_file, e);
	if (!rc && n) qsort(member, n, sizeof *member, lu_int64_order);
	for (size_t i = 0; i < n_file && !rc; i++) rc = read_file(g, file[i], member, n, e);
	if (!rc) rc = choose_lines(g, &g->out->part[g->out->n].members, e);
	if (rc || !g->n) return rc;
	g->number[g->out->n++] = number;
	return LU_OK;
}

static lu_code add_below(struct reading *g, uint32_t number, lu_err *e)
{
	const uint32_t *child = NULL;
	size_t n = 0;
	lu_code rc = lu_communities_children(g->c, number, &child, &n, e);

	for (size_t i = 0; i < n && !rc; i++) {
		lu_community x = lu_communities_get(g->c, child[i]);

		if (x.leaf || x.level >= g->out->level) rc = add_part(g, child[i], e);
		else rc = add_below(g, child[i], e);
	}
	return rc;
}

/* ---- leads ---- */

/* The part that an element is in, or g->out->n. */
static lu_code part_of(struct reading *g, const lu_brief *el, size_t *out, lu_err *e)
{
	uint32_t at = LU_COMMUNITY_NONE;
	lu_code rc = lu_communities_leaf(g->c, el->file, el->id, &at, e);

	*out = g->out->n;
	while (!rc && at != LU_COMMUNITY_NONE && *out == g->out->n) {
		for (size_t i = 0; i < g->out->n && *out == g->out->n; i++)
			if (g->number[i] == at) *out = i;
		at = lu_communities_get(g->c, at).parent;
	}
	return rc;
}

static lu_code find_leads(struct reading *g, const lu_result *hits, lu_err *e)
{
	lu__overview *o = g->out;
	lu_code rc = LU_OK;

	for (size_t i = hits->n; i-- > 0 && !rc;) { /* the best comes last, and stays */
		size_t part;

		rc = part_of(g, &hits->v[i].el, &part, e);
		if (rc || part == o->n) continue;
		o->lead[part].el.id = hits->v[i].el.id;
		o->lead[part].stale = hits->v[i].stale;
	}
	for (size_t i = 0; i < o->n && !rc; i++)
		rc = lu_store_brief(g->r->store, o->lead[i].el.id, &o->arena, &o->lead[i].el, e);
	return rc;
}

lu_code lu__overview_read(lu__reader *r, const lu_result *hits, int64_t level, lu__overview *out, lu_err *e)
{
	struct reading g = { .r = r, .out = out };
	lu_code rc;

	*out = (lu__overview){ .level = level };
	rc = lu_communities_open(r->store, &g.c, NULL, e);
	if (!rc) rc = add_below(&g, LU_COMMUNITY_NONE, e);
	if (!rc) rc = find_leads(&g, hits, e);
	lu_communities_close(g.c);
	lu_arena_free(&g.a);
	return rc;
}
