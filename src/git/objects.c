/* SPDX-License-Identifier: MIT
 * The objects of a repository: opened without its configuration, and looked at before they are read, so that nothing of
 * unlikely size or another type is. */
#include "git/objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"
#include "git/object_file.h"

#define COMMIT_MAX (4 << 20) /* bytes of an object that is read: real ones are far below */
#define TREE_MAX   (32 << 20)

/* ---- opening ---- */

/* Who works for another user by sudo owns what that one does. */
static bool is_ours(const char *path)
{
	const char *sudo = geteuid() == 0 ? getenv("SUDO_UID") : NULL;
	struct stat st;

	if (stat(path, &st)) return false;
	return st.st_uid == geteuid() || (sudo && *sudo && (unsigned long)st.st_uid == strtoul(sudo, NULL, 10));
}

static lu_code open_objects(lu_git *g, const char *folder, lu_err *e)
{
	if (g->lib->odb_open(&g->db, folder)) return lu__git_damaged(g, "the objects", e);
	return g->lib->repository_wrap_odb(&g->repo, g->db) ? lu__git_damaged(g, "the objects", e) : LU_OK;
}

static lu_code check(const lu__git_place *p, const char *objects, lu_err *e)
{
	if (!is_ours(p->top.s[0] ? p->top.s : "/") || !is_ours(p->git.s) || !is_ours(p->common.s))
		return lu_fail(e, LU_EREJECT, "the repository belongs to another user");
	if (!lu_file_exists(objects)) return lu_fail(e, LU_EREJECT, "the repository has no objects");
	return LU_OK;
}

static lu_code set_prefix(lu_git *g, const lu__git_place *p, lu_str dir, lu_err *e)
{
	lu_buf prefix = LU_BUF;

	if (dir.n > p->top.len)
		lu_buf_addf(&prefix, "%.*s/", LU_FMT(lu_strn(dir.s + p->top.len + 1, dir.n - p->top.len - 1)));
	g->prefix = prefix.oom ? NULL : strdup(prefix.len > 1 ? prefix.s : "");
	lu_buf_free(&prefix);
	return g->prefix ? LU_OK : lu_nomem(e);
}

lu_code lu_git_open(const char *dir, lu_git **out, lu_err *e)
{
	lu__git_place p = LU__GIT_PLACE;
	lu_buf objects = LU_BUF;
	lu_git *g = calloc(1, sizeof *g);
	lu_code rc = g ? LU_OK : lu_nomem(e);

	if (g) g->packs = (lu__git_packs)LU__GIT_PACKS;
	if (!rc && !lu__git_find(lu_strz(dir), &p)) rc = lu_fail(e, LU_ENOENT, "'%s' lies in no git repository", dir);
	lu_buf_addf(&objects, "%s/objects", p.common.s);
	if (!rc && objects.oom) rc = lu_nomem(e);
	if (!rc) rc = check(&p, objects.s, e);
	if (!rc) rc = set_prefix(g, &p, lu_strz(dir), e);
	if (!rc) rc = lu__git_folders(g, objects.s, e);
	if (!rc) rc = lu__libgit2_get(&g->lib, e);
	if (!rc) rc = open_objects(g, objects.s, e);
	lu__git_place_free(&p);
	lu_buf_free(&objects);
	if (rc) lu_git_close(g);
	else *out = g;
	return rc;
}

void lu_git_close(lu_git *g)
{
	if (!g) return;
	if (g->repo) g->lib->repository_free(g->repo);
	if (g->db) g->lib->odb_free(g->db);
	free(g->prefix);
	lu__git_packs_free(&g->packs);
	lu_arena_free(&g->a);
	free(g);
}

/* ---- objects ---- */

/* LU_ENOENT: it is not there. */
static lu_code look(lu_git *g, const git_oid *id, git_object_t type, size_t max, lu_err *e)
{
	const char *what = type == GIT_OBJECT_COMMIT ? "a commit" : "a tree";
	struct lu__git_known *known = &g->known[(id->id[0] << 8 | id->id[1]) % LU__GIT_KNOWN];
	git_object_t is;
	size_t n;
	lu_code rc;

	if (known->type == type && !g->lib->oid_cmp(&known->id, id)) return LU_OK;
	if ((rc = lu__git_header(g, id, what, &is, &n, e))) return rc;
	if (is != type) return lu_fail(e, LU_EFORMAT, "cannot read %s: it is something else", what);
	if (n > max) return lu_fail(e, LU_EFORMAT, "cannot read %s: it has %zu bytes", what, n);
	if ((rc = lu__git_whole(g, id, n, what, e))) return rc;
	*known = (struct lu__git_known){ *id, type };
	return LU_OK;
}

lu_code lu__git_commit(lu_git *g, const git_oid *id, git_commit **out, lu_err *e)
{
	lu_code rc = look(g, id, GIT_OBJECT_COMMIT, COMMIT_MAX, e);

	return rc ? rc : g->lib->commit_lookup(out, g->repo, id) ? lu__git_damaged(g, "a commit", e) : LU_OK;
}

lu_code lu__git_tree(lu_git *g, const git_oid *id, git_tree **out, lu_err *e)
{
	lu_code rc = look(g, id, GIT_OBJECT_TREE, TREE_MAX, e);

	return rc ? rc : g->lib->tree_lookup(out, g->repo, id) ? lu__git_damaged(g, "a tree", e) : LU_OK;
}

lu_code lu__git_id(const lu_git *g, lu_str hex, git_oid *out, lu_err *e)
{
	char text[LU_GIT_ID];

	if (hex.n != sizeof text - 1) return lu_fail(e, LU_EREJECT, "its commits have ids of another kind");
	snprintf(text, sizeof text, "%.*s", LU_FMT(hex));
	return g->lib->oid_fromstr(out, text) ? lu__git_damaged(g, "an id", e) : LU_OK;
}

/* The folder below `root` that the prefix names; *has: there is one. */
lu_code lu__git_enter(lu_git *g, const git_oid *root, git_oid *out, bool *has, lu_err *e)
{
	const char *at = g->prefix;
	lu_code rc = LU_OK;

	*out = *root;
	for (*has = true; !rc && *has && *at; at = strchr(at, '/') + 1) {
		lu_buf name = LU_BUF;
		const git_tree_entry *entry = NULL;
		git_tree *t = NULL;

		lu_buf_add(&name, at, (size_t)(strchr(at, '/') - at));
		rc = name.oom ? lu_nomem(e) : lu__git_tree(g, out, &t, e);
		if (!rc) entry = g->lib->tree_entry_byname(t, name.s);
		*has = entry && g->lib->tree_entry_filemode(entry) == GIT_FILEMODE_TREE;
		if (*has) *out = *g->lib->tree_entry_id(entry);
		if (t) g->lib->tree_free(t);
		lu_buf_free(&name);
	}
	return rc;
}
