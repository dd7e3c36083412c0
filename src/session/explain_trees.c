/* SPDX-License-Identifier: MIT
 * Explaining the elements of trees, on their way from the parser to the output. They are held as records until a batch
 * of them can be requested; what an earlier run has explained is taken from its output. */
#include <stdlib.h>
#include <string.h>

#include "session/explaining_run.h"
#include "session/watch.h"

#define HELD_MAX (8 << 20) /* bytes */

/* What is known of a content. */
struct known {
	char key[LU_SHA256_HEX];
	lu_str text;
};

/* An element that waits for its turn. */
struct held {
	lu_str record; /* JSON */
	size_t item;   /* number and 1 of what is requested for it; 0: nothing */
};

struct explaining {
	lu__explaining x;
	lu_explained_fn *fn;
	void *ctx;
	lu_arena arena; /* of `known` */
	struct known *known;
	size_t n_known;
	lu_arena batch; /* of all that follows */
	struct held *held;
	lu_explain_item *item;
	lu_str *name;
	size_t n_held, n_item, bytes;
	lu_jw w;
};

/* ---- what an earlier run has explained ---- */

/* The records of one file. */
struct group {
	lu_arena arena;
	lu_json **json;
	lu_stored *v;
	size_t n;
};

static lu_code add_known(struct explaining *t, const char *key, lu_str text, lu_err *e)
{
	struct known *w = lu_arena_grow(&t->arena, t->known, t->n_known, sizeof *w);

	if (!w) return lu_nomem(e);
	t->known = w;
	memcpy(w[t->n_known].key, key, sizeof w->key);
	w[t->n_known].text = lu_arena_dup(&t->arena, text);
	return w[t->n_known++].text.s ? LU_OK : lu_nomem(e);
}

static void drop_group(struct group *g)
{
	for (size_t i = 0; i < g->n; i++) lu_json_free(g->json[i]);
	lu_arena_free(&g->arena);
	*g = (struct group){ .n = 0 };
}

static lu_code end_group(struct explaining *t, struct group *g, lu_err *e)
{
	lu_buf text = LU_BUF;
	lu_code rc = LU_OK;

	lu_explained_sort(g->v, g->n);
	for (size_t i = 0; i < g->n && !rc; i++) {
		char key[LU_SHA256_HEX];

		if (!g->v[i].el.explanation.n) continue;
		rc = lu_explained_text(g->v, g->n, i, &text, key, e);
		if (!rc) rc = add_known(t, key, g->v[i].el.explanation, e);
	}
	drop_group(g);
	lu_buf_free(&text);
	return rc;
}

static lu_code add_record(struct explaining *t, struct group *g, lu_json *v, lu_err *e)
{
	lu_stored one = { .id = 0 }, *w;
	lu_json **j;
	lu_code rc = lu_element_read(v, &g->arena, &one.el, e);

	if (!rc && g->n && !lu_str_eq(g->v[0].el.file_path, one.el.file_path)) {
		rc = end_group(t, g, e);
		if (!rc) rc = lu_element_read(v, &g->arena, &one.el, e);
	}
	if (rc) return rc;
	w = lu_arena_grow(&g->arena, g->v, g->n, sizeof *w);
	j = lu_arena_grow(&g->arena, g->json, g->n, sizeof *j);
	if (!w || !j) return lu_nomem(e);
	w[g->n] = one;
	j[g->n++] = v;
	g->v = w;
	g->json = j;
	return LU_OK;
}

static int by_key(const void *px, const void *py)
{
	return memcmp(((const struct known *)px)->key, ((const struct known *)py)->key, LU_SHA256_HEX);
}

/* A record that is cut, as the last one of an interrupted run may be, is passed over. */
static lu_code read_known(struct explaining *t, lu_reader *in, lu_err *e)
{
	struct group g = { .n = 0 };
	lu_json *v = NULL;
	lu_code rc = LU_OK;

	while (!rc && (rc = lu_reader_next(in, &v, e)) != LU_DONE) {
		bool taken = false;

		if (!rc && lu_str_eqz(lu_record_kind(v), "element")) {
			rc = add_record(t, &g, v, e);
			taken = !rc;
		}
		if (!taken) lu_json_free(v);
		v = NULL;
		if (rc == LU_EFORMAT) {
			lu__watch_warn(t->x.watch, "%s:%ld: %s", in->name, in->line, e->msg);
			rc = LU_OK;
		}
	}
	if (rc == LU_DONE) rc = end_group(t, &g, e);
	else drop_group(&g);
	if (!rc && t->n_known) qsort(t->known, t->n_known, sizeof *t->known, by_key);
	return rc;
}

/* ---- the elements of a file ---- */

/* What is shown of an element: of those that `v` has in the order of lu_explained_sort(). */
struct shown {
	lu_str text, known;
	char key[LU_SHA256_HEX];
	bool due;
};

static lu_code show_one(struct explaining *t, const lu_stored *v, size_t n, size_t i, lu_arena *a, struct shown *out,
			lu_err *e)
{
	lu_buf text = LU_BUF;
	struct known key, *found;
	lu_code rc = lu_explained_text(v, n, i, &text, key.key, e);

	if (!rc) {
		found = t->n_known ? bsearch(&key, t->known, t->n_known, sizeof key, by_key) : NULL;
		memcpy(out->key, key.key, sizeof key.key);
		out->due = !found;
		if (found) out->known = found->text;
		else out->text = lu_arena_dup(a, lu_buf_str(&text));
		if (!found && !out->text.s) rc = lu_nomem(e);
	}
	lu_buf_free(&text);
	return rc;
}

/* What is to be done for each element of `p`, in its order. */
static lu_code show_all(struct explaining *t, const lu_parsed *p, lu_arena *a, struct shown **out, lu_err *e)
{
	size_t n = p->elements.n;
	lu_stored *v = lu_arena_calloc(a, n + 1, sizeof *v);
	struct shown *s = lu_arena_calloc(a, n + 1, sizeof *s);
	lu_code rc = LU_OK;

	if (!v || !s) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) v[i] = (lu_stored){ .el = p->elements.v[i], .id = (int64_t)i };
	lu_explained_sort(v, n);
	for (size_t i = 0; i < n && !rc; i++)
		if (lu__explaining_wants(&t->x, &v[i].el)) rc = show_one(t, v, n, i, a, &s[v[i].id], e);
	*out = s;
	return rc;
}

static lu_code count_due(void *ctx, const lu_parsed *p, lu_err *e)
{
	struct explaining *t = ctx;
	lu_arena a = { 0 };
	struct shown *s = NULL;
	lu_code rc = show_all(t, p, &a, &s, e);

	for (size_t i = 0; i < p->elements.n && !rc; i++) {
		t->x.due += s[i].due;
		t->x.bytes += (int64_t)s[i].text.n;
	}
	lu_arena_free(&a);
	return rc;
}

/* ---- holding and printing ---- */

static lu_code ask_for(struct explaining *t, const struct shown *s, lu_str name, lu_err *e)
{
	lu_explain_item *item = lu_arena_grow(&t->batch, t->item, t->n_item, sizeof *item);
	lu_str *names = lu_arena_grow(&t->batch, t->name, t->n_item, sizeof *names);
	lu_str key = lu_arena_dup(&t->batch, lu_strn(s->key, sizeof s->key));

	if (!item || !names || !key.s) return lu_nomem(e);
	t->item = item;
	t->name = names;
	item[t->n_item] = (lu_explain_item){ .text = lu_arena_dup(&t->batch, s->text), .key = key.s };
	names[t->n_item] = lu_arena_dup(&t->batch, name);
	if (!item[t->n_item].text.s || !names[t->n_item].s) return lu_nomem(e);
	t->n_item++;
	return LU_OK;
}

static lu_code hold(struct explaining *t, const lu_element *el, const struct shown *s, lu_err *e)
{
	struct held *h = lu_arena_grow(&t->batch, t->held, t->n_held, sizeof *h);
	lu_element copy = *el;
	lu_code rc = LU_OK;

	if (!h) return lu_nomem(e);
	t->held = h;
	copy.explanation = s->known;
	t->x.sum.known += s->known.n != 0;
	if (s->due) rc = ask_for(t, s, el->name, e);
	lu_buf_reset(&t->w.out);
	t->w.comma = false;
	lu_jw_open(&t->w, NULL, '{');
	lu_element_write(&t->w, &copy);
	lu_jw_close(&t->w, '}');
	h[t->n_held] = (struct held){ lu_arena_dup(&t->batch, lu_buf_str(&t->w.out)), s->due ? t->n_item : 0 };
	if (!rc && (t->w.out.oom || !h[t->n_held].record.s)) rc = lu_nomem(e);
	t->bytes += t->w.out.len;
	t->n_held += !rc;
	return rc;
}

static lu_code print_held(struct explaining *t, const struct held *h, lu_err *e)
{
	lu_arena a = { 0 };
	lu_json *v = NULL;
	lu_element el;
	lu_code rc = lu_json_parse(h->record, &v, e);

	if (!rc) rc = lu_element_read(v, &a, &el, e);
	if (!rc && h->item) el.explanation = t->item[h->item - 1].explanation;
	if (!rc) rc = t->fn(t->ctx, &el, e);
	lu_json_free(v);
	lu_arena_free(&a);
	return rc;
}

/* Print all that is held; without `ask`, as it is. */
static lu_code flush(struct explaining *t, bool ask, lu_err *e)
{
	lu_err why = { LU_OK, "" };
	lu_code rc = LU_OK, printed = LU_OK;

	if (ask && t->n_item) rc = lu__explaining_ask(&t->x, t->item, t->name, t->n_item, &t->batch, e);
	for (size_t i = 0; i < t->n_held && !printed; i++) printed = print_held(t, &t->held[i], rc ? &why : e);
	t->held = NULL;
	t->item = NULL;
	t->name = NULL;
	t->n_held = t->n_item = t->bytes = 0;
	lu_arena_free(&t->batch);
	return rc ? rc : printed;
}

static lu_code take(void *ctx, const lu_parsed *p, lu_err *e)
{
	struct explaining *t = ctx;
	lu_arena a = { 0 };
	struct shown *s = NULL;
	lu_code rc = show_all(t, p, &a, &s, e);

	for (size_t i = 0; i < p->elements.n && !rc; i++) rc = hold(t, &p->elements.v[i], &s[i], e);
	lu_arena_free(&a);
	if (!rc && (!t->n_item || t->n_item >= LU__EXPLAIN_BATCH || t->bytes > HELD_MAX)) rc = flush(t, true, e);
	return rc;
}

/* The rest is given; after an error `rc`, which it returns then, without requesting more. */
static lu_code end(struct explaining *t, lu_code rc, bool *left, lu_err *e)
{
	lu_err why = { LU_OK, "" };
	lu_code end = flush(t, !rc, rc ? &why : e);

	if (!rc) rc = end;
	*left = lu__explaining_tell(&t->x, rc);
	lu__watch_log(t->x.watch, "explained", "requests=%lld explained=%lld known=%lld failed=%lld cost=%.4f",
		      (long long)t->x.sum.requests, (long long)t->x.sum.explained, (long long)t->x.sum.known,
		      (long long)t->x.sum.failed, t->x.sum.cost);
	return rc;
}

lu_code lu_explain_parts(const lu_explain_trees *p, const lu_explaining_options *o, const lu_watch *w, lu_counts *c,
			 lu_explained_fn *fn, void *ctx, bool *left, lu_err *e)
{
	static const lu_watch silent;
	struct explaining t = { .fn = fn, .ctx = ctx };
	lu_counts before = { .files = 0 };
	lu_code rc = lu__explaining_open(&t.x, o, w, e);

	*left = false;
	lu_jw_init(&t.w);
	if (!rc && p->known) rc = read_known(&t, p->known, e);
	if (!rc) rc = lu_parse_parts(p->root, p->part, p->n, p->options, &silent, count_due, &t, &before, e);
	if (!rc && t.x.due) rc = lu__explaining_agree(&t.x, e);
	if (!rc) {
		rc = lu_parse_parts(p->root, p->part, p->n, p->options, w, take, &t, c, e);
		rc = end(&t, rc, left, e);
	}
	lu__explaining_close(&t.x);
	lu_jw_free(&t.w);
	lu_arena_free(&t.batch);
	lu_arena_free(&t.arena);
	return rc;
}
