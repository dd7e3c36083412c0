/* SPDX-License-Identifier: MIT
 * Where a repository is, and which commit is checked out: files that are read without libgit2, which few runs need. */
#include "git/repository.h"

#include "core/ascii.h"
#include "core/file.h"

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
		if (!(lu_is_digit(s.s[i]) || (s.s[i] >= 'a' && s.s[i] <= 'f'))) return false;
	return true;
}

/* Set `out` to `name`, or to what it is below `dir`. */
static void join(lu_str dir, lu_str name, lu_buf *out)
{
	lu_buf_reset(out);
	if (!name.n || name.s[0] != '/') lu_buf_addf(out, "%.*s/", LU_FMT(dir));
	lu_buf_addstr(out, name);
}

/* The repository itself and the folder that holds it. */
static bool find_git(lu_str dir, lu_buf *top, lu_buf *git)
{
	lu_buf path = LU_BUF, text = LU_BUF;
	bool found = false;

	for (;; dir = lu_str_before_last(dir, '/')) {
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
		if (found || !dir.n) break;
	}
	lu_buf_addstr(top, dir);
	lu_buf_free(&path);
	lu_buf_free(&text);
	return found && !git->oom && !top->oom;
}

bool lu__git_find(lu_str dir, lu__git_place *p)
{
	lu_buf text = LU_BUF;
	bool found = find_git(dir, &p->top, &p->git);

	if (found && read_file(lu_buf_str(&p->git), "commondir", &text))
		join(lu_buf_str(&p->git), lu_str_trim(lu_buf_str(&text)), &p->common);
	else lu_buf_addstr(&p->common, lu_buf_str(&p->git));
	lu_buf_free(&text);
	return found && !p->common.oom;
}

void lu__git_place_free(lu__git_place *p)
{
	lu_buf_free(&p->top);
	lu_buf_free(&p->git);
	lu_buf_free(&p->common);
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

/* The id that `name` (a reference in full) leads to; empty: none. */
static lu_str follow(const lu__git_place *p, lu_buf *name, lu_buf *text)
{
	for (int i = 0; i <= LINKS && safe_name(lu_buf_str(name)) && !name->oom; i++) {
		lu_str id;

		if (!read_ref(lu_buf_str(&p->git), lu_buf_str(&p->common), name->s, text)) break;
		id = lu_str_trim(lu_buf_str(text));
		if (!lu_str_starts(id, "ref:")) return is_commit(id) ? id : lu_strn("", 0);
		lu_buf_reset(name);
		lu_buf_addstr(name, lu_str_trim(lu_strn(id.s + strlen("ref:"), id.n - strlen("ref:"))));
	}
	return lu_strn("", 0);
}

lu_code lu__git_ref(const char *dir, lu_str name, lu_arena *a, lu_str *out, lu_err *e)
{
	static const char *const folders[] = { "", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/" };
	lu__git_place p = LU__GIT_PLACE;
	lu_buf text = LU_BUF, full = LU_BUF;
	lu_str id = { "", 0 };
	bool known = lu__git_find(lu_strz(dir), &p);

	for (size_t i = 0; known && !id.n && i < sizeof folders / sizeof *folders; i++) {
		lu_buf_reset(&full);
		lu_buf_addf(&full, "%s%.*s", folders[i], LU_FMT(name));
		id = follow(&p, &full, &text);
	}
	*out = lu_arena_dup(a, id);
	lu__git_place_free(&p);
	lu_buf_free(&text);
	lu_buf_free(&full);
	return out->s ? LU_OK : lu_nomem(e);
}

lu_code lu_git_head(const char *dir, lu_arena *a, lu_str *out, lu_err *e)
{
	return lu__git_ref(dir, lu_strz("HEAD"), a, out, e);
}

bool lu_git_refs_unread(const char *dir)
{
	lu__git_place p = LU__GIT_PLACE;
	bool unread = false;

	if (lu__git_find(lu_strz(dir), &p)) {
		lu_buf_adds(&p.common, "/reftable");
		unread = !p.common.oom && lu_file_exists(p.common.s);
	}
	lu__git_place_free(&p);
	return unread;
}

lu_code lu_git_prefix(const char *dir, lu_arena *a, lu_str *out, lu_err *e)
{
	lu__git_place p = LU__GIT_PLACE;
	lu_str all = lu_strz(dir), below = lu_strn("", 0);

	if (lu__git_find(all, &p) && all.n > p.top.len) below = lu_strn(all.s + p.top.len + 1, all.n - p.top.len - 1);
	*out = lu_arena_dup(a, below);
	lu__git_place_free(&p);
	return out->s ? LU_OK : lu_nomem(e);
}
