/* SPDX-License-Identifier: MIT
 * Phase 1 from records: spool them, then store them file by file, in the order of the paths. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "index/content.h"
#include "index/explained_set.h"
#include "index/ingest.h"
#include "lucus/request.h"
#include "core/binary_search.h"

struct record {
	size_t path; /* offset in `paths` */
	long at;     /* of its text in the spool */
	size_t n;
};

struct lu_intake {
	FILE *spool;
	lu_buf paths, text; /* paths: terminated, one after the other */
	struct record *v;
	size_t n, cap;
	long end;
	bool lost; /* a record was rejected */
};

lu_code lu_intake_new(lu_intake **out, lu_err *e)
{
	lu_intake *t = calloc(1, sizeof *t);

	*out = NULL;
	if (!t) return lu_nomem(e);
	lu_buf_init(&t->paths);
	lu_buf_init(&t->text);
	t->spool = tmpfile();
	if (!t->spool) {
		lu_code rc = lu_fail(e, LU_EIO, "cannot make a temporary file: %s", strerror(errno));

		lu_intake_free(t);
		return rc;
	}
	*out = t;
	return LU_OK;
}

void lu_intake_free(lu_intake *t)
{
	if (!t) return;
	if (t->spool) fclose(t->spool);
	lu_buf_free(&t->paths);
	lu_buf_free(&t->text);
	free(t->v);
	free(t);
}

void lu_intake_reject(lu_intake *t)
{
	t->lost = true;
}

/* Offset of `path`; records of a file mostly follow each other, so the last one is tried first. */
static size_t path_offset(lu_intake *t, lu_str path)
{
	size_t at = t->n ? t->v[t->n - 1].path : 0;

	if (t->n && lu_str_eqz(path, t->paths.s + at)) return at;
	at = t->paths.len;
	lu_buf_add(&t->paths, path.s, path.n);
	lu_buf_addc(&t->paths, '\0');
	return at;
}

static lu_code check_path(lu_str path, lu_err *e)
{
	if (!path.n) return lu_fail(e, LU_EFORMAT, "field 'file_path' is missing or empty");
	if (path.s[0] == '/' || memchr(path.s, '\0', path.n))
		return lu_fail(e, LU_EFORMAT, "field 'file_path' must be relative to the root: '%.*s'", LU_FMT(path));
	return LU_OK;
}

/* Find the place of the record's path among all. */
static lu_code take_path(lu_intake *t, const lu_json *record, size_t *out, lu_err *e)
{
	lu_arena a = { 0 };
	lu_element el;
	lu_code rc = lu_element_read(record, &a, &el, e);

	if (!rc) rc = check_path(el.file_path, e);
	if (!rc) *out = path_offset(t, el.file_path);
	lu_arena_free(&a);
	return rc;
}

lu_code lu_intake_add(lu_intake *t, const lu_json *record, lu_err *e)
{
	size_t path = 0;
	lu_code rc = take_path(t, record, &path, e);

	if (rc) return rc;
	if (t->n == t->cap) {
		size_t cap = t->cap ? t->cap * 2 : 1024;
		struct record *v = realloc(t->v, cap * sizeof *v);

		if (!v) return lu_nomem(e);
		t->v = v;
		t->cap = cap;
	}
	lu_buf_reset(&t->text);
	lu_json_dump(record, &t->text);
	t->v[t->n] = (struct record){ path, t->end, t->text.len };
	if (t->text.oom || t->paths.oom) return lu_nomem(e);
	if (fwrite(t->text.s, 1, t->text.len, t->spool) != t->text.len)
		return lu_fail(e, LU_EIO, "cannot write a temporary file: %s", strerror(errno));
	t->end += (long)t->text.len;
	t->n++;
	return LU_OK;
}

static int by_path(const void *px, const void *py, void *paths)
{
	const struct record *x = px, *y = py;
	int c = strcmp((const char *)paths + x->path, (const char *)paths + y->path);

	return c ? c : (x->at > y->at) - (x->at < y->at);
}

/* The elements of one file, read back from the spool. */
struct group {
	lu_arena arena;
	lu_json **json; /* what the views of `v` point into */
	size_t n_json;
	lu_stored *v;
	size_t n;
};

static void group_free(struct group *g)
{
	for (size_t i = 0; i < g->n_json; i++) lu_json_free(g->json[i]);
	lu_arena_free(&g->arena);
	*g = (struct group){ 0 };
}

/* A record that does not say it: what a file of that name is written in. */
static void set_language(lu_element *el)
{
	const lu_language *l = el->language.n ? NULL : lu_language_for(el->file_path, lu_strn("", 0));

	if (l) el->language = lu_strz(lu_language_name(l));
}

static lu_code read_group(lu_intake *t, size_t from, size_t to, struct group *g, lu_err *e)
{
	lu_code rc = LU_OK;

	g->json = lu_arena_calloc(&g->arena, to - from, sizeof(lu_json *));
	g->v = lu_arena_calloc(&g->arena, to - from, sizeof *g->v);
	if (!g->json || !g->v) return lu_nomem(e);
	for (size_t i = from; i < to && !rc; i++) {
		char *text = lu_arena_alloc(&g->arena, t->v[i].n);

		if (!text) return lu_nomem(e);
		if (fseek(t->spool, t->v[i].at, SEEK_SET) || fread(text, 1, t->v[i].n, t->spool) != t->v[i].n)
			return lu_fail(e, LU_EIO, "cannot read a temporary file: %s", strerror(errno));
		rc = lu_json_parse(lu_strn(text, t->v[i].n), &g->json[g->n_json], e);
		if (rc) break;
		rc = lu_element_read(g->json[g->n_json++], &g->arena, &g->v[g->n].el, e);
		if (!rc) set_language(&g->v[g->n].el);
		g->v[g->n].id = (int64_t)g->n; /* for now its place in the input */
		g->n++;
	}
	return rc;
}

static int by_id(const void *px, const void *py)
{
	const lu_stored *x = px, *y = py;
	int c = strcmp(x->el.id, y->el.id);

	return c ? c : (x->id > y->id) - (x->id < y->id);
}

/* Of records with equal ids the last one counts. Leaves the elements in order of their ids. */
static void drop_repeated(struct group *g)
{
	size_t k = 0;

	qsort(g->v, g->n, sizeof *g->v, by_id);
	for (size_t i = 0; i < g->n; i++)
		if (i + 1 == g->n || strcmp(g->v[i].el.id, g->v[i + 1].el.id)) g->v[k++] = g->v[i];
	g->n = k;
}

static bool has_id(const struct group *g, size_t n, const char *id)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, n, strcmp(g->v[at].el.id, id) < 0);
	return at < n && !strcmp(g->v[at].el.id, id);
}

/* When input was lost, what the store has beyond it stays. */
static lu_code merge_stored(lu_store *s, const char *path, struct group *g, lu_err *e)
{
	lu_file file;
	lu_stored *old = NULL, *v;
	size_t n_old = 0, n = g->n;
	lu_code rc = lu_store_file(s, lu_strz(path), &g->arena, &file, e);

	if (!rc) rc = lu_store_file_elements(s, file.id, true, &g->arena, &old, &n_old, e);
	if (rc || !n_old) return rc == LU_ENOENT ? LU_OK : rc;
	if (!(v = lu_arena_calloc(&g->arena, n + n_old, sizeof *v))) return lu_nomem(e);
	memcpy(v, g->v, n * sizeof *v);
	g->v = v;
	for (size_t i = 0; i < n_old; i++)
		if (!has_id(g, n, old[i].el.id)) v[g->n++] = old[i];
	return LU_OK;
}

/* The row of the file comes from its module's record; records of other tools may have none. */
static lu_file row_of(const struct group *g, const char *path)
{
	lu_file f = { .path = lu_strz(path), .size = -1, .language = lu_strz("") };

	for (size_t i = 0; i < g->n; i++) {
		const lu_element *el = &g->v[i].el;

		if (!f.language.n) f.language = el->language;
		if (el->parent.n || !el->sha256.n) continue;
		f.sha256 = el->sha256;
		f.size = el->size;
		f.language = el->language;
		f.parser = LU_PARSER_VERSION;
	}
	return f;
}

static lu_code store_group(lu_intake *t, size_t from, size_t to, struct lu__batch *b, lu_err *e)
{
	const char *path = t->paths.s + t->v[from].path;
	struct group g = { 0 };
	lu_file f;
	lu_code rc = read_group(t, from, to, &g, e);

	if (!rc) drop_repeated(&g);
	if (!rc && t->lost) rc = merge_stored(b->s, path, &g, e);
	if (!rc) {
		f = row_of(&g, path);
		b->c->files++;
		b->c->bytes += f.size > 0 ? f.size : 0;
		rc = lu__batch_begin(b, e);
		if (!rc) rc = lu__explained_give(b->s, true, g.v, g.n, &g.arena, e);
		if (!rc) rc = lu__set_hashes(g.v, g.n, e);
		if (!rc) rc = lu__store_file(b, &f, g.v, g.n, e);
		if (!rc) rc = lu__batch_end(b, false, e);
	}
	group_free(&g);
	return rc;
}

lu_code lu_intake_store(lu_intake *t, lu_store *s, const lu_watch *w, lu_counts *c, lu_err *e)
{
	struct lu__batch b = { .s = s, .w = w, .c = c };
	lu_code rc = LU_OK;

	if (fflush(t->spool)) return lu_fail(e, LU_EIO, "cannot write a temporary file: %s", strerror(errno));
	if (t->n) qsort_r(t->v, t->n, sizeof *t->v, by_path, t->paths.s);
	for (size_t i = 0, j; i < t->n && !rc; i = j) {
		for (j = i + 1; j < t->n && !strcmp(t->paths.s + t->v[j].path, t->paths.s + t->v[i].path);) j++;
		rc = store_group(t, i, j, &b, e);
		if (w && w->progress) w->progress(w->ctx, "store", (int64_t)j, (int64_t)t->n);
		if (!rc) rc = lu_check_cancel(e);
	}
	if (!rc || rc == LU_ECANCEL) {
		lu_code end = lu__batch_end(&b, true, rc ? NULL : e);

		if (!rc) rc = end;
	}
	if (b.open) lu_store_rollback(s);
	return rc ? rc : lu__resolve(s, false, 0, w, c, e);
}
