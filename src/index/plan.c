/* SPDX-License-Identifier: MIT
 * What would be done, without doing it. Names and sizes tell little of that: what is generated, minified or too dear to be
 * parsed shows in the content, and what is embedded are the texts of elements, not the bytes of files. */
#include "index/content.h"
#include "index/explained_set.h"
#include "index/tree.h"

struct plan {
	lu_store *s;
	lu_embedder *m;
	bool settled; /* the store's vectors are of this model */
	struct lu__explained *explained;
	lu_walk_list list;
	lu_planned *v;  /* of each entry of the list; made with the first */
	lu_arena arena; /* of what is in `v` */
};

static lu_code make_room(struct plan *p, lu_err *e)
{
	if (!p->v) p->v = lu_arena_calloc(&p->arena, p->list.n, sizeof *p->v);
	return p->v ? LU_OK : lu_nomem(e);
}

static lu_code leave_out(struct plan *p, size_t i, const char *reason, lu_err *e)
{
	lu_code rc = make_room(p, e);
	lu_str why = lu_arena_dup(&p->arena, lu_strz(reason));

	if (!rc && !why.s) rc = lu_nomem(e);
	if (!rc) p->v[i].reason = why.s;
	return rc;
}

static lu_code on_skip(void *ctx, const lu_walk_entry *entry, const char *reason, lu_err *e)
{
	struct plan *p = ctx;

	return leave_out(p, (size_t)(entry - p->list.v), reason, e);
}

static lu_code on_reject(void *ctx, const char *path, long line, const char *reason, lu_err *e)
{
	struct plan *p = ctx;
	size_t i = 0;

	(void)line;
	while (i < p->list.n && !lu_str_eqz(p->list.v[i].path, path)) i++;
	return i < p->list.n ? leave_out(p, i, reason, e) : LU_OK;
}

static lu_code finish(void *ctx, lu_stored *v, size_t n, lu_arena *a, lu_err *e)
{
	return lu__explained_attach(((struct plan *)ctx)->explained, v, n, a, e);
}

static int64_t tokens_of(const struct plan *p, lu_str text)
{
	return p->m ? lu_embedder_tokens(p->m, text) : (int64_t)(text.n + 3) / 4;
}

/* The texts that the provider would get. */
static lu_code measure(void *ctx, struct lu__source *s, lu_err *e)
{
	const struct plan *p = ctx;
	size_t n = s->parsed.elements.n;
	lu_buf own = LU_BUF, text = LU_BUF;

	if (!(s->tokens = lu_arena_calloc(&s->arena, n, sizeof *s->tokens))) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		lu_element el = s->stored[i].el;

		if (s->stored[i].listed) continue;
		el.code = lu__own_code(s->stored, n, i, &own);
		lu_buf_reset(&text);
		lu_element_text(&el, &text);
		if (own.oom || text.oom) break;
		s->tokens[i] = tokens_of(p, lu_buf_str(&text));
	}
	lu_buf_free(&own);
	lu_buf_free(&text);
	return own.oom || text.oom ? lu_nomem(e) : LU_OK;
}

static lu_code is_due(const struct plan *p, const lu_stored *el, bool *due, lu_err *e)
{
	uint64_t hash;
	int64_t id = 0;
	lu_code rc = LU_OK;

	*due = true;
	if (!p->settled) return LU_OK;
	rc = lu_store_find(p->s, lu_strz(el->el.id), &id, e);
	if (!rc && id && lu_store_vector_hash(p->s, id, &hash)) *due = hash != el->text_hash;
	return rc;
}

static lu_code take(void *ctx, struct lu__source *s, lu_err *e)
{
	struct plan *p = ctx;
	lu_planned *x;
	lu_code rc = make_room(p, e);

	if (rc || s->reason[0]) return rc;
	x = &p->v[s->entry - p->list.v];
	x->language = lu_language_name(s->language);
	x->gave_up = s->parsed.gave_up;
	for (size_t i = 0; i < s->parsed.elements.n && !rc; i++) {
		bool due = false;

		if (s->tokens[i]) rc = is_due(p, &s->stored[i], &due, e);
		x->tokens += s->tokens[i];
		if (due) x->due += s->tokens[i];
	}
	return rc;
}

static lu_code look_at_store(struct plan *p, lu_err *e)
{
	lu_arena a = { 0 };
	lu_kb kb;
	lu_code rc = lu_store_kb(p->s, false, &a, &kb, e);

	if (!rc) p->settled = p->m && lu_embedder_suits(p->m, kb.model, kb.dim);
	lu_arena_free(&a);
	return rc ? rc : lu__explained_open(p->s, &p->explained, e);
}

lu_code lu_plan_parts(lu_store *s, const char *root, const lu_tree_part *part, size_t n, const lu_tree_options *o,
		      lu_planned_fn *fn, void *ctx, lu_err *e)
{
	static const struct lu__tree_ops ops = { .store = true, .take = take, .finish = finish, .measure = measure };
	struct plan p = { .s = s, .m = o->embed };
	lu_watch w = { .ctx = &p, .reject = on_reject, .skip = on_skip };
	lu_tree_options only = *o;
	lu_counts c = { .files = 0 };
	lu_code rc = s ? look_at_store(&p, e) : LU_OK;

	only.embed = NULL;
	only.rows = false;
	if (!rc) rc = lu__tree_run(root, part, n, &only, &w, &ops, &p, &p.list, &c, e);
	if (!rc && p.list.n) rc = make_room(&p, e);
	for (size_t i = 0; i < p.list.n && !rc; i++) {
		p.v[i].entry = &p.list.v[i];
		rc = fn(ctx, &p.v[i], e);
	}
	lu__explained_close(p.explained);
	lu_walk_free(&p.list);
	lu_arena_free(&p.arena);
	return rc;
}
