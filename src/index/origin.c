/* SPDX-License-Identifier: MIT */
#include "index/origin.h"

#include "lucus/json.h"

bool lu__below(lu_str path, lu_str sub)
{
	if (!sub.n) return true;
	if (path.n < sub.n || memcmp(path.s, sub.s, sub.n) != 0) return false;
	return path.n == sub.n || path.s[sub.n] == '/' || sub.s[sub.n - 1] == '/';
}

bool lu__in_parts(lu_strs parts, lu_str path)
{
	for (size_t i = 0; i < parts.n; i++)
		if (lu__below(path, parts.v[i])) return true;
	return false;
}

lu_code lu__add_part(lu_strs *parts, lu_str sub, lu_arena *a, lu_err *e)
{
	lu_str *v = lu_arena_calloc(a, parts->n + 1, sizeof *v);
	size_t n = 0;

	if (!v) return lu_nomem(e);
	if (lu__in_parts(*parts, sub)) return LU_OK;
	for (size_t i = 0; i < parts->n; i++)
		if (!lu__below(parts->v[i], sub)) v[n++] = parts->v[i];
	v[n++] = sub;
	*parts = (lu_strs){ v, n };
	return LU_OK;
}

lu_code lu__walk_pack(const struct lu__walked *x, lu_arena *a, lu_str *out, lu_err *e)
{
	lu_jw w;

	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	lu_jw_strs(&w, "parts", x->parts);
	lu_jw_strs(&w, "include", x->o.include);
	lu_jw_strs(&w, "exclude", x->o.exclude);
	lu_jw_int(&w, "max_file_size", x->o.max_file_size ? x->o.max_file_size : LU_MAX_FILE_SIZE);
	lu_jw_bool(&w, "no_ignore", x->o.no_ignore);
	lu_jw_close(&w, '}');
	*out = w.out.oom ? lu_strn(NULL, 0) : lu_arena_dup(a, lu_buf_str(&w.out));
	lu_jw_free(&w);
	return out->s ? LU_OK : lu_nomem(e);
}

static lu_code unpack_strs(const lu_json *v, lu_arena *a, lu_strs *out, lu_err *e)
{
	out->n = lu_json_count(v);
	if (!(out->v = lu_arena_calloc(a, out->n + 1, sizeof *out->v))) return lu_nomem(e);
	for (size_t i = 0; i < out->n; i++)
		if (!(out->v[i] = lu_arena_dup(a, lu_json_str(lu_json_at(v, i)))).s) return lu_nomem(e);
	return LU_OK;
}

lu_code lu__walk_unpack(lu_str text, lu_arena *a, struct lu__walked *out, lu_err *e)
{
	struct lu__walked x = { .parts = { NULL, 0 } };
	lu_json *v = NULL;
	lu_code rc = lu_json_parse(text, &v, e);

	if (rc) return rc;
	rc = unpack_strs(lu_json_get(v, "parts"), a, &x.parts, e);
	if (!rc) rc = unpack_strs(lu_json_get(v, "include"), a, &x.o.include, e);
	if (!rc) rc = unpack_strs(lu_json_get(v, "exclude"), a, &x.o.exclude, e);
	x.o.max_file_size = lu_json_int_within(lu_json_get(v, "max_file_size"), 1, INT32_MAX, LU_MAX_FILE_SIZE);
	x.o.no_ignore = lu_json_bool(lu_json_get(v, "no_ignore"), false);
	lu_json_free(v);
	if (!rc) *out = x;
	return rc;
}
