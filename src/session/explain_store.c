/* SPDX-License-Identifier: MIT
 * Explaining the elements of a store. What a content was explained as is kept by the store, so that each is paid for
 * once. */
#include "store/ledger.h"
#include "lucus/request.h"
#include "session/explaining_run.h"
#include "session/watch.h"

/* An element whose explanation is to be requested. */
struct due {
	int64_t element, file;
};

struct explaining {
	lu__explaining x;
	lu_store *s;
	const lu_watch *watch;
	lu_counts *counts;
	lu_arena arena; /* of `due` */
	struct due *due;
	size_t n;
	lu_explain_sum told; /* what is in the ledger */
};

/* ---- what is due ---- */

enum state { KEPT, KNOWN, DUE };

/* Without an explanation, or with one of another model or prompt, it is due, unless that of this one is known. What
 * came with a record is kept. */
static lu_code look(struct explaining *g, const lu_element *el, const char *key, lu_arena *a, enum state *out,
		    lu_str *known, lu_err *e)
{
	lu_str maker = lu_buf_str(&g->x.maker), last = { NULL, 0 }, by = { NULL, 0 };
	lu_code rc = lu_store_explanation(g->s, lu_strz(key), &maker, a, known, NULL, e);

	*out = KEPT;
	if (rc) return rc;
	if (known->n) {
		if (!lu_str_eq(*known, el->explanation)) *out = KNOWN;
		return LU_OK;
	}
	if (el->explanation.n) rc = lu_store_explanation(g->s, lu_strz(key), NULL, a, &last, &by, e);
	if (!rc && (!el->explanation.n || (by.n && lu_str_eq(last, el->explanation)))) *out = DUE;
	return rc;
}

static lu_code add_due(struct explaining *g, const lu_stored *v, size_t bytes, lu_err *e)
{
	struct due *w = lu_arena_grow(&g->arena, g->due, g->n, sizeof *w);

	if (!w) return lu_nomem(e);
	w[g->n++] = (struct due){ v->id, v->file };
	g->due = w;
	g->x.due++;
	g->x.bytes += (int64_t)bytes;
	return LU_OK;
}

/* Elements of `file` get the explanations that the store has by now. */
static lu_code apply(struct explaining *g, int64_t file, lu_err *e)
{
	lu_code rc = lu_explained_apply(g->s, file, &g->counts->elements, e);

	if (!rc && g->watch->stored) rc = g->watch->stored(g->watch->ctx, file, e);
	return rc;
}

static lu_code end_writing(lu_store *s, lu_code rc, lu_err *e)
{
	if (!rc) rc = lu_store_commit(s, e);
	if (rc) lu_store_rollback(s);
	return rc;
}

/* What is known of its contents by this model must be the last that is known. */
static lu_code use_known(struct explaining *g, int64_t file, const lu_str *key, const lu_str *text, size_t n, lu_err *e)
{
	lu_code rc = n ? lu_store_begin(g->s, e) : LU_OK;

	if (rc || !n) return rc;
	for (size_t i = 0; i < n && !rc; i++)
		rc = lu_store_explanation_put(g->s, key[i], lu_buf_str(&g->x.maker), text[i], e);
	if (!rc) rc = apply(g, file, e);
	g->x.sum.known += (int64_t)n;
	return end_writing(g->s, rc, e);
}

static lu_code collect_file(struct explaining *g, int64_t file, lu_err *e)
{
	lu_arena a = { 0 };
	lu_buf text = LU_BUF;
	lu_stored *v = NULL;
	lu_str *key = NULL, *known = NULL;
	size_t n = 0, n_known = 0;
	lu_code rc = lu_store_file_elements(g->s, file, true, &a, &v, &n, e);

	if (!rc) {
		key = lu_arena_calloc(&a, n + 1, sizeof *key);
		known = lu_arena_calloc(&a, n + 1, sizeof *known);
		if (!key || !known) rc = lu_nomem(e);
		lu_explained_sort(v, n);
	}
	for (size_t i = 0; i < n && !rc; i++) {
		char hash[LU_SHA256_HEX];
		enum state state = KEPT;

		if (!lu__explaining_wants(&g->x, &v[i].el)) continue;
		rc = lu_explained_text(v, n, i, &text, hash, e);
		if (!rc) rc = look(g, &v[i].el, hash, &a, &state, &known[n_known], e);
		if (!rc && state == DUE) rc = add_due(g, &v[i], text.len, e);
		if (rc || state != KNOWN) continue;
		key[n_known] = lu_arena_dup(&a, lu_strz(hash));
		if (!key[n_known++].s) rc = lu_nomem(e);
	}
	if (!rc) rc = use_known(g, file, key, known, n_known, e);
	lu_buf_free(&text);
	lu_arena_free(&a);
	return rc;
}

static lu_code collect(struct explaining *g, lu_err *e)
{
	lu_arena a = { 0 };
	lu_file *f = NULL;
	size_t n = 0;
	lu_code rc = lu_store_files(g->s, &a, &f, &n, e);

	for (size_t i = 0; i < n && !rc; i++) {
		if (!f[i].reason.n) rc = collect_file(g, f[i].id, e);
		if (!rc) rc = lu_check_cancel(e);
	}
	lu_arena_free(&a);
	return rc;
}

/* ---- requests ---- */

struct batch {
	lu_arena arena;
	lu_explain_item item[LU__EXPLAIN_BATCH];
	lu_str name[LU__EXPLAIN_BATCH];
	int64_t file[LU__EXPLAIN_BATCH];
	size_t n;
};

static lu_code add_item(struct batch *b, const lu_stored *v, size_t n, size_t i, lu_buf *text, lu_err *e)
{
	char key[LU_SHA256_HEX];
	lu_str k;
	lu_code rc = lu_explained_text(v, n, i, text, key, e);

	if (rc) return rc;
	k = lu_arena_dup(&b->arena, lu_strn(key, sizeof key));
	b->item[b->n] = (lu_explain_item){ .text = lu_arena_dup(&b->arena, lu_buf_str(text)), .key = k.s };
	b->name[b->n] = lu_arena_dup(&b->arena, v[i].el.name);
	b->file[b->n] = v[i].file;
	if (!k.s || !b->item[b->n].text.s || !b->name[b->n].s) return lu_nomem(e);
	b->n++;
	return LU_OK;
}

/* Fill it with what is due from *at on. */
static lu_code fill(struct explaining *g, struct batch *b, size_t *at, lu_err *e)
{
	lu_buf text = LU_BUF;
	lu_code rc = LU_OK;

	while (b->n < LU__EXPLAIN_BATCH && *at < g->n && !rc) {
		int64_t file = g->due[*at].file;
		lu_arena a = { 0 };
		lu_stored *v = NULL;
		size_t n = 0;

		rc = lu_store_file_elements(g->s, file, true, &a, &v, &n, e);
		if (!rc) lu_explained_sort(v, n);
		for (size_t i = 0; i < n && b->n < LU__EXPLAIN_BATCH && *at < g->n && !rc; i++) {
			if (g->due[*at].element != v[i].id) continue;
			rc = add_item(b, v, n, i, &text, e);
			++*at;
		}
		/* they were listed in this order: one that is not found now is gone */
		if (!rc && *at < g->n && g->due[*at].file == file && b->n < LU__EXPLAIN_BATCH) ++*at;
		lu_arena_free(&a);
	}
	lu_buf_free(&text);
	return rc;
}

static lu_code keep(struct explaining *g, const struct batch *b, lu_err *e)
{
	lu_code rc = lu_store_begin(g->s, e);
	bool any = false;

	if (rc) return rc;
	for (size_t i = 0; i < b->n && !rc; i++) {
		if (b->item[i].explanation.n)
			rc = lu_store_explanation_put(g->s, lu_strz(b->item[i].key), lu_buf_str(&g->x.maker),
						      b->item[i].explanation, e);
		any |= b->item[i].explanation.n != 0;
		if (rc || (i + 1 < b->n && b->file[i + 1] == b->file[i])) continue;
		if (any) rc = apply(g, b->file[i], e);
		any = false;
	}
	return end_writing(g->s, rc, e);
}

static int64_t since(int64_t now, int64_t before)
{
	return now < 0 ? -1 : now - before;
}

/* Write down what was requested since the last time. */
static void enter(struct explaining *g)
{
	const lu_explain_sum *now = &g->x.sum, *was = &g->told;
	lu_err why = { LU_OK, "" };
	lu_ledger_entry l = { .purpose = lu_strz(lu_prompts_info(LU_PROMPT_EXPLAIN)->phase),
			      .model = lu_strz(lu_chat_model(g->x.given->chat)),
			      .requests = now->requests - was->requests,
			      .cache_hits = now->known - was->known,
			      .tokens_in = since(now->tokens_in, was->tokens_in),
			      .tokens_cached = since(now->tokens_cached, was->tokens_cached),
			      .tokens_out = since(now->tokens_out, was->tokens_out),
			      .cost = now->cost < 0 ? -1 : now->cost - was->cost };

	if (lu_ledger_add(g->s, &l, &why)) lu__watch_warn(g->watch, "%s", why.msg);
	g->told = *now;
}

static lu_code ask_batch(struct explaining *g, size_t *at, lu_err *e)
{
	struct batch b = { .n = 0 };
	lu_err why = { LU_OK, "" };
	lu_code rc = fill(g, &b, at, e), kept = LU_OK;

	if (!rc && b.n) {
		rc = lu__explaining_ask(&g->x, b.item, b.name, b.n, &b.arena, e);
		kept = keep(g, &b, rc ? &why : e); /* after an interrupt, too */
		enter(g);
	}
	lu_arena_free(&b.arena);
	return rc ? rc : kept;
}

lu_code lu_explain_store(lu_store *s, const lu_explaining_options *o, const lu_watch *w, lu_counts *c,
			 lu_explain_sum *sum, bool *left, lu_err *e)
{
	struct explaining g = { .s = s, .watch = w, .counts = c };
	size_t at = 0;
	lu_code rc = lu__explaining_open(&g.x, o, w, e);

	*left = false;
	if (rc) return rc;
	rc = collect(&g, e);
	enter(&g);
	if (!rc && g.n) rc = lu__explaining_agree(&g.x, e);
	while (!rc && at < g.n && !g.x.sum.stopped) rc = ask_batch(&g, &at, e);
	*left = lu__explaining_tell(&g.x, rc);
	*sum = g.x.sum;
	lu__explaining_close(&g.x);
	lu_arena_free(&g.arena);
	return rc;
}
