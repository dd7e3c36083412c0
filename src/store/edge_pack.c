/* SPDX-License-Identifier: MIT
 * Edges of a file, packed, and the reasons that they name. */
#include <stdlib.h>

#include "store/edge.h"

/* Reasons are numbered in 16 bits, and looked for one by one: names of tools beyond these are GIVEN. */
#define MOST_NAMED 1000
#define GIVEN      "given"

int lu__in_by_target(const void *px, const void *py)
{
	const lu__in *x = px, *y = py;

	if (x->dst != y->dst) return x->dst < y->dst ? -1 : 1;
	if (x->src != y->src) return x->src < y->src ? -1 : 1;
	if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
	if (x->grade != y->grade) return x->grade < y->grade ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

/* ---- the writer ---- */

static lu_code add_reason(lu_edge_writer *w, lu_str text, bool known, lu_err *e)
{
	text = lu_arena_dup(&w->texts, text); /* names of tools live as long as a reference */
	if (!text.s) return lu_nomem(e);
	if (w->n_reason == w->cap_reason) {
		size_t cap = w->cap_reason ? w->cap_reason * 2 : 64;
		struct lu__reason *v = realloc(w->reason, cap * sizeof *v);

		if (!v) return lu_nomem(e);
		w->reason = v;
		w->cap_reason = cap;
	}
	w->reason[w->n_reason++] = (struct lu__reason){ text.s, known };
	return LU_OK;
}

static lu_code read_reasons(lu_edge_writer *w, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(w->s, "SELECT text FROM edge_reason ORDER BY id", &st, e, "");

	while (!rc && !(rc = lu__step(w->s, st, "read the reasons", e))) rc = add_reason(w, lu__text(st, 0), true, e);
	return lu__end(st, rc);
}

lu_code lu_edge_writer_new(lu_store *s, lu_edge_writer **out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t some = 0;
	lu_edge_writer *w;
	lu_code rc = lu__need_kb(s, e);

	if (rc) return rc;
	if (!(w = calloc(1, sizeof *w))) return lu_nomem(e);
	w->s = s;
	pthread_mutex_init(&w->lock, NULL);
	rc = lu__stmt(s, "SELECT EXISTS(SELECT 1 FROM answer WHERE tenant = ? AND kb = ?)", &st, e, "k");
	if (!rc) rc = lu__int(s, st, 0, &some, "look for edges", e);
	w->gather = !some;
	if (!rc) rc = read_reasons(w, e);
	if (rc) lu_edge_writer_free(w);
	else *out = w;
	return rc;
}

void lu_edge_writer_free(lu_edge_writer *w)
{
	if (!w) return;
	pthread_mutex_destroy(&w->lock);
	free(w->reason);
	free(w->gathered);
	lu_arena_free(&w->homes.a);
	lu_arena_free(&w->texts);
	lu_arena_free(&w->arena);
	free(w);
}

static size_t find_reason(const lu_edge_writer *w, const char *text)
{
	size_t i = 0;

	while (i < w->n_reason && strcmp(w->reason[i].text, text) != 0) i++;
	return i;
}

/* The number of a reason. It is under the lock that the list may move, and the list is short. A word alone is a tool. */
static lu_code reason_number(lu_edge_writer *w, const char *text, uint32_t *out, lu_err *e)
{
	lu_code rc = LU_OK;
	size_t i;

	pthread_mutex_lock(&w->lock);
	i = find_reason(w, text);
	if (i == w->n_reason && i >= MOST_NAMED && !strchr(text, ' ')) i = find_reason(w, text = GIVEN);
	if (i == w->n_reason) rc = add_reason(w, lu_strz(text), false, e);
	pthread_mutex_unlock(&w->lock);
	*out = (uint32_t)i + 1;
	return rc;
}

/* ---- packing, on any thread ---- */

/* The numbers of the reasons that a file had last, by where their texts are: these are few. */
struct last_reasons {
	struct {
		const char *text;
		uint32_t number;
	} v[16];
};

static lu_code number_reason(lu_edge_writer *w, struct last_reasons *last, const char *text, uint32_t *out, lu_err *e)
{
	size_t at = ((uintptr_t)text >> 4 ^ (uintptr_t)text >> 8) % (sizeof last->v / sizeof *last->v);
	lu_code rc = LU_OK;

	if (last->v[at].text != text) {
		rc = reason_number(w, text, &last->v[at].number, e);
		last->v[at].text = rc ? NULL : text;
	}
	*out = last->v[at].number;
	return rc;
}

void lu__in_keep(lu__in *in, size_t *n, const struct lu__packed_edge *g)
{
	for (size_t i = 0; i < g->n; i++)
		in[(*n)++] = (lu__in){ .dst = g->dst[i],
				       .src = g->src,
				       .line = g->line,
				       .count = g->count,
				       .reason = (uint16_t)g->reason,
				       .kind = (uint8_t)g->kind,
				       .grade = (uint8_t)g->grade };
}

size_t lu__in_merge(lu__in *in, size_t n)
{
	size_t k = 0;

	if (n) qsort(in, n, sizeof *in, lu__in_by_target);
	for (size_t i = 0; i < n; i++) {
		lu__in *last = k ? &in[k - 1] : NULL;

		if (last && last->dst == in[i].dst && last->src == in[i].src && last->kind == in[i].kind)
			last->count += in[i].count;
		else in[k++] = in[i];
	}
	return k;
}

lu_code lu_pack_edges(lu_edge_writer *w, const lu_edge *v, size_t n, int64_t contains, lu_arena *a, lu_file_edges *out,
		      lu_err *e)
{
	lu_file_edges f = { .contains = contains };
	int64_t *dst = lu_arena_calloc(a, n, sizeof *dst);
	struct last_reasons last = { 0 };
	lu_jw text;
	lu_code rc = LU_OK;

	f.in = lu_arena_calloc(a, n, sizeof *f.in);
	if (!dst || !f.in) return lu_nomem(e);
	lu_jw_init(&text);
	lu_jw_open(&text, NULL, '[');
	for (size_t i = 0, k; i < n && !rc; i = k) {
		struct lu__packed_edge g = { .src = v[i].src,
					     .kind = v[i].kind,
					     .grade = v[i].grade,
					     .line = v[i].line,
					     .count = v[i].count,
					     .name = v[i].name,
					     .dst = dst };

		for (k = i; k < n && (k == i || (v[i].ref != SIZE_MAX && v[k].ref == v[i].ref)); k++) {
			if (v[k].dst) dst[g.n++] = v[k].dst;
			f.count[v[k].grade]++;
		}
		rc = number_reason(w, &last, v[i].reason, &g.reason, e);
		lu__pack_edge(&text, &g);
		lu__in_keep(f.in, &f.n_in, &g);
	}
	lu_jw_close(&text, ']');
	if (!rc) f.text = lu_arena_dup(a, lu_buf_str(&text.out));
	if (!rc && (text.out.oom || !f.text.s)) rc = lu_nomem(e);
	lu_jw_free(&text);
	if (rc) return rc;
	f.n_in = lu__in_merge(f.in, f.n_in);
	*out = f;
	return LU_OK;
}
