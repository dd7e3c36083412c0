/* SPDX-License-Identifier: MIT */
#include "index/origin.h"

#include "lucus/file.h"
#include "lucus/json.h"

/* ---- git ---- */

#define GIT_FILE_MAX (64 << 20) /* bytes of packed-refs: a few hundred thousand references */
#define LINKS        5          /* references that name another one, as git follows them */

/* Read `dir`/`name`; false when it can not be read. */
static bool read_file(lu_str dir, const char *name, lu_buf *out)
{
	lu_buf path = LU_BUF;
	lu_err why;
	bool is;

	lu_buf_addf(&path, "%.*s/%s", LU_FMT(dir), name);
	is = !path.oom && lu_file_exists(path.s) && !lu_file_read(path.s, GIT_FILE_MAX, out, &why);
	lu_buf_free(&path);
	return is;
}

static bool is_commit(lu_str s)
{
	if (s.n != 40 && s.n != 64) return false;
	for (size_t i = 0; i < s.n; i++)
		if (!((s.s[i] >= '0' && s.s[i] <= '9') || (s.s[i] >= 'a' && s.s[i] <= 'f'))) return false;
	return true;
}

/* Set `out` to `name`, or to what it is below `dir`. */
static void join(lu_str dir, lu_str name, lu_buf *out)
{
	lu_buf_reset(out);
	if (!name.n || name.s[0] != '/') lu_buf_addf(out, "%.*s/", LU_FMT(dir));
	lu_buf_addstr(out, name);
}

/* The folder of the repository that `dir` lies in: its .git, or what a file .git names, as in worktrees and submodules. */
static bool find_git(lu_str dir, lu_buf *git)
{
	lu_buf path = LU_BUF, text = LU_BUF;
	bool found = false;

	for (; !found; dir = lu_str_before_last(dir, '/')) {
		lu_buf_reset(&path);
		lu_buf_addf(&path, "%.*s/.git/HEAD", LU_FMT(dir));
		if (path.oom) break;
		if ((found = lu_file_exists(path.s))) {
			lu_buf_trunc(&path, path.len - strlen("/HEAD"));
			join(dir, lu_buf_str(&path), git);
		} else if (read_file(dir, ".git", &text) && lu_str_starts(lu_buf_str(&text), "gitdir:")) {
			lu_str to = lu_buf_str(&text);

			join(dir, lu_str_trim(lu_strn(to.s + strlen("gitdir:"), to.n - strlen("gitdir:"))), git);
			found = true;
		}
		if (!dir.n) break;
	}
	lu_buf_free(&path);
	lu_buf_free(&text);
	return found && !git->oom;
}

/* The line "COMMIT NAME" of packed-refs. */
static lu_str packed(lu_str text, lu_str name)
{
	while (text.n) {
		const char *nl = memchr(text.s, '\n', text.n);
		lu_str line = lu_strn(text.s, nl ? (size_t)(nl - text.s) : text.n), id = lu_str_before_last(line, ' ');

		if (lu_str_eq(lu_str_trim(lu_str_after_last(line, ' ')), name) && is_commit(id)) return id;
		text = lu_strn(text.s + line.n + (nl != NULL), text.n - line.n - (nl != NULL));
	}
	return lu_strn(NULL, 0);
}

/* What a reference says: a worktree has some of its own, the others are in the folder that all share. */
static bool read_ref(lu_str own, lu_str common, const char *name, lu_buf *out)
{
	lu_buf all = LU_BUF;
	bool found = read_file(own, name, out) || read_file(common, name, out);

	if (!found && read_file(common, "packed-refs", &all)) {
		lu_str id = packed(lu_buf_str(&all), lu_strz(name));

		lu_buf_reset(out);
		lu_buf_addstr(out, id);
		found = id.n > 0;
	}
	lu_buf_free(&all);
	return found && !out->oom;
}

static bool safe_name(lu_str name)
{
	return name.n && name.s[0] != '/' && !strstr(name.s, "..") && strlen(name.s) == name.n;
}

lu_code lu__git_commit(const char *dir, lu_arena *a, lu_str *out, lu_err *e)
{
	lu_buf git = LU_BUF, common = LU_BUF, text = LU_BUF, name = LU_BUF;
	lu_str id = { "", 0 };
	bool known = find_git(lu_strz(dir), &git);

	if (known && read_file(lu_buf_str(&git), "commondir", &text))
		join(lu_buf_str(&git), lu_str_trim(lu_buf_str(&text)), &common);
	else lu_buf_addstr(&common, lu_buf_str(&git));
	lu_buf_adds(&name, "HEAD");
	for (int i = 0; known && i <= LINKS; i++) {
		known = !name.oom && !common.oom && read_ref(lu_buf_str(&git), lu_buf_str(&common), name.s, &text);
		id = known ? lu_str_trim(lu_buf_str(&text)) : id;
		if (!known || !lu_str_starts(id, "ref:")) break;
		lu_buf_reset(&name);
		lu_buf_addstr(&name, lu_str_trim(lu_strn(id.s + strlen("ref:"), id.n - strlen("ref:"))));
		known = safe_name(lu_buf_str(&name));
	}
	*out = lu_arena_dup(a, known && is_commit(id) ? id : lu_strn("", 0));
	lu_buf_free(&git);
	lu_buf_free(&common);
	lu_buf_free(&text);
	lu_buf_free(&name);
	return out->s ? LU_OK : lu_nomem(e);
}

/* ---- the walk ---- */

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
