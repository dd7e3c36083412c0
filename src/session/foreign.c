/* SPDX-License-Identifier: MIT
 * LucusRAG writes each element to a JSON file of its own; its id is made of the fields, as ours is. */
#include "session/foreign.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "core/file.h"

#define MAX_RECORD (64 << 20)

static bool is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool is_results(const char *name)
{
	return lu_str_starts(lu_strz(name), "results_");
}

static int results_only(const struct dirent *d)
{
	return is_results(d->d_name);
}

static int json_only(const struct dirent *d)
{
	return d->d_name[0] != '.' && lu_str_ends(lu_strz(d->d_name), ".json") &&
	       strcmp(d->d_name, "progress.json") != 0;
}

static void free_names(struct dirent **v, int n)
{
	for (int i = 0; i < n; i++) free(v[i]);
	free(v);
}

static bool is_cache(const char *path)
{
	lu_buf b = LU_BUF;
	struct dirent **v = NULL;
	int n;
	bool yes;

	lu_buf_addf(&b, "%s/progress.json", path);
	if (b.oom || !lu_file_exists(b.s)) {
		lu_buf_free(&b);
		return false;
	}
	n = scandir(path, &v, results_only, alphasort);
	yes = n > 0;
	if (n >= 0) free_names(v, n);
	lu_buf_free(&b);
	return yes;
}

lu_form lu_form_of(const char *path, const char *from)
{
	lu_str p = lu_strz(path);

	if (!strcmp(from, "lucusrag")) return LU_FORM_CACHE;
	if (!strcmp(from, "scip")) return LU_FORM_SCIP;
	if (!strcmp(from, "records")) return LU_FORM_RECORDS;
	if (!strcmp(from, "source")) return LU_FORM_TREE;
	if (lu_str_ends(p, ".jsonl") || lu_str_ends(p, ".ndjson") || lu_str_ends(p, ".json")) return LU_FORM_RECORDS;
	if (lu_str_ends(p, ".scip")) return LU_FORM_SCIP;
	return is_cache(path) ? LU_FORM_CACHE : LU_FORM_TREE;
}

/* ---- reading a cache ---- */

struct cache {
	lu_str root;
	lu_cached_fn *fn;
	void *ctx;
};

/* Relative to the root, without "./" and, when it is elsewhere, without the slash at its beginning. */
static lu_str relative(lu_str path, lu_str root)
{
	if (root.n && path.n > root.n && !memcmp(path.s, root.s, root.n) && path.s[root.n] == '/')
		path = lu_strn(path.s + root.n, path.n - root.n);
	for (;;) {
		size_t cut = path.n && path.s[0] == '/' ? 1 : lu_str_starts(path, "./") ? 2 : 0;

		if (!cut) return path;
		path = lu_strn(path.s + cut, path.n - cut);
	}
}

/* The record with its id and the path that it gets here. */
static lu_code adapt(const struct cache *c, const lu_json *v, lu_json **out, lu_err *e)
{
	lu_arena a = { 0 };
	lu_element el;
	lu_jw w;
	lu_code rc;

	lu_jw_init(&w);
	rc = lu_element_read(v, &a, &el, e);
	if (!rc) {
		el.file_path = relative(el.file_path, c->root);
		lu_jw_open(&w, NULL, '{');
		lu_element_write(&w, &el);
		lu_jw_close(&w, '}');
		rc = w.out.oom ? lu_nomem(e) : lu_json_parse(lu_buf_str(&w.out), out, e);
	}
	lu_jw_free(&w);
	lu_arena_free(&a);
	return rc;
}

static lu_code read_one(const struct cache *c, const char *file, lu_err *e)
{
	lu_buf text = LU_BUF;
	lu_json *v = NULL, *record = NULL;
	lu_err why = { LU_OK, "" };
	lu_code rc = lu_file_read(file, MAX_RECORD, &text, &why);

	if (!rc) rc = lu_json_parse(lu_buf_str(&text), &v, &why);
	if (!rc && lu_json_type(v) != LU_JSON_OBJECT)
		rc = lu_fail(&why, LU_EFORMAT, "not a record: expected an object, found %s",
			     lu_json_kind_name(lu_json_type(v)));
	if (!rc) rc = adapt(c, v, &record, &why);
	if (rc == LU_ENOMEM) rc = lu_nomem(e);
	else rc = c->fn(c->ctx, file, record, why.msg, e);
	lu_json_free(record);
	lu_json_free(v);
	lu_buf_free(&text);
	return rc;
}

static lu_code read_results(const struct cache *c, const char *folder, lu_err *e)
{
	struct dirent **v = NULL;
	int n = scandir(folder, &v, json_only, alphasort);
	lu_buf b = LU_BUF;
	lu_code rc = LU_OK;

	if (n < 0) return lu_fail(e, LU_EIO, "cannot read '%s': %s", folder, strerror(errno));
	for (int i = 0; i < n && !rc; i++) {
		lu_buf_reset(&b);
		lu_buf_addf(&b, "%s/%s", folder, v[i]->d_name);
		rc = b.oom ? lu_nomem(e) : read_one(c, b.s, e);
	}
	lu_buf_free(&b);
	free_names(v, n);
	return rc;
}

static lu_code read_cache(const char *folder, const char *root, lu_cached_fn *fn, void *ctx, lu_err *e)
{
	struct cache c = { lu_strz(root), fn, ctx };
	lu_str base = lu_str_after_last(lu_strz(folder), '/');
	struct dirent **v = NULL;
	lu_buf b = LU_BUF;
	lu_code rc = LU_OK;
	int n;

	if (is_results(base.s) && is_folder(folder)) return read_results(&c, folder, e);
	n = scandir(folder, &v, results_only, alphasort);
	if (n < 0) return lu_fail(e, LU_EIO, "cannot read '%s': %s", folder, strerror(errno));
	if (!n) rc = lu_fail(e, LU_EIO, "'%s' holds no folder results_NAME", folder);
	for (int i = 0; i < n && !rc; i++) {
		lu_buf_reset(&b);
		lu_buf_addf(&b, "%s/%s", folder, v[i]->d_name);
		if (b.oom) rc = lu_nomem(e);
		else if (is_folder(b.s)) rc = read_results(&c, b.s, e);
	}
	lu_buf_free(&b);
	free_names(v, n);
	return rc;
}

lu_code lu_cache_read(const char *folder, const char *root, lu_cached_fn *fn, void *ctx, lu_err *e)
{
	lu_buf up = LU_BUF, real = LU_BUF;
	lu_code rc;

	if (root) lu_buf_adds(&up, root);
	else lu_buf_addf(&up, "%s/..", folder);
	rc = up.oom ? lu_nomem(e) : lu_file_real(up.s, &real, e);
	if (!rc) rc = read_cache(folder, real.s, fn, ctx, e);
	lu_buf_free(&up);
	lu_buf_free(&real);
	return rc;
}
