/* SPDX-License-Identifier: MIT
 * What the files of a tree differ in from a commit. A file is compared by the hash of its content, and with that of the
 * commit where that is another one; attributes and filters have no part in it. */
#include "core/ascii.h"
#include "core/file.h"
#include "git/diff.h"
#include "git/object_file.h"
#include "lucus/request.h"

#define FILE_MAX  (16 << 20) /* bytes of a file that is compared line by line */
#define DEPTH_MAX 200        /* of folders */
#define SEEN_MAX  2000000    /* files and folders: few objects may stand for any number of them */
#define BACK_MAX  100000     /* of parents */
#define ID_MIN    4          /* digits of an id that is cut */
#define TAGS_MAX  5          /* that name one another */
#define TAG_MAX   (4 << 20)  /* bytes */

/* ---- which commit ---- */

/* The number behind '~', or 1 for '^'; what precedes it. */
static bool take_back(lu_str *rev, uint32_t *back)
{
	size_t i = rev->n, digits;
	uint32_t n = 0;

	while (i && lu_is_digit(rev->s[i - 1])) i--;
	digits = rev->n - i;
	if (!i || (rev->s[i - 1] != '~' && (rev->s[i - 1] != '^' || digits)) || digits > 5) return false;
	for (size_t k = i; k < rev->n; k++) n = n * 10 + (uint32_t)(rev->s[k] - '0');
	*back = digits ? n : 1;
	rev->n = i - 1;
	return true;
}

static bool is_id(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!lu_is_hex(s.s[i])) return false;
	return s.n >= ID_MIN && s.n < LU_GIT_ID;
}

static lu_code find_id(const lu_git *g, const char *dir, lu_str name, git_oid *out, lu_err *e)
{
	lu_arena a = { 0 };
	lu_str id;
	git_oid start;
	lu_code rc = lu__git_ref(dir, name, &a, &id, e);

	if (!rc && id.n) rc = lu__git_id(g, id, out, e);
	else if (!rc && (!is_id(name) || g->lib->oid_fromstrn(&start, name.s, name.n) ||
			 g->lib->odb_exists_prefix(out, g->db, &start, name.n)))
		rc = lu_fail(e, LU_ENOENT, "no commit '%.*s'", LU_FMT(name));
	lu_arena_free(&a);
	return rc;
}

/* A tag that has a message of its own names another object. */
static lu_code peel(lu_git *g, git_oid *id, lu_err *e)
{
	for (int i = 0; i <= TAGS_MAX; i++) {
		git_object_t type;
		git_object *o = NULL;
		size_t n;
		lu_code rc = lu__git_header(g, id, "a commit", &type, &n, e);

		if (rc || type == GIT_OBJECT_COMMIT) return rc;
		if (type != GIT_OBJECT_TAG || n > TAG_MAX) break;
		if ((rc = lu__git_whole(g, id, n, "a tag", e))) return rc;
		if (g->lib->object_lookup(&o, g->repo, id, GIT_OBJECT_TAG)) return lu__git_damaged(g, "a tag", e);
		*id = *g->lib->tag_target_id((const git_tag *)o);
		g->lib->object_free(o);
	}
	return lu_fail(e, LU_EFORMAT, "it names no commit");
}

static lu_code go_back(lu_git *g, git_oid *id, uint32_t n, lu_err *e)
{
	lu_code rc = LU_OK;

	while (!rc && n--) {
		git_commit *c = NULL;

		rc = lu__git_commit(g, id, &c, e);
		if (!rc && !g->lib->commit_parentcount(c)) rc = lu_fail(e, LU_ENOENT, "there is no commit so far back");
		if (!rc) *id = *g->lib->commit_parent_id(c, 0);
		if (c) g->lib->commit_free(c);
	}
	return rc;
}

static lu_code find_commit(lu_git *g, const char *dir, lu_str rev, git_oid *out, lu_err *e)
{
	uint64_t back = 0;
	uint32_t n;
	lu_code rc;

	while (take_back(&rev, &n) && back <= BACK_MAX) back += n;
	rc = find_id(g, dir, lu_str_eqz(rev, "@") ? lu_strz("HEAD") : rev, out, e);
	if (!rc) rc = peel(g, out, e);
	return rc ? rc : go_back(g, out, (uint32_t)back, e);
}

/* ---- files ---- */

struct differing {
	lu_git *g;
	int64_t seen; /* files and folders */
	const char *dir;
	lu_buf path; /* below `dir` */
	lu_buf file; /* the content of one */
	lu_buf *out;
	lu_err *e;
};

static lu_code add_patch(struct differing *d, const git_blob *was, bool is, const char *name)
{
	const lu__libgit2 *lib = d->g->lib;
	git_patch *p = NULL;
	git_buf text = { 0 };
	lu_code rc = LU_OK;

	if (lib->patch_from_buffers(&p, lib->blob_rawcontent(was), (size_t)lib->blob_rawsize(was), name,
				    is ? d->file.s : NULL, is ? d->file.len : 0, name, NULL) ||
	    lib->patch_to_buf(&text, p))
		rc = lu__git_damaged(d->g, "a difference", d->e);
	else lu_buf_add(d->out, text.ptr, text.size);
	lib->buf_dispose(&text);
	if (p) lib->patch_free(p);
	return rc;
}

/* `is`: the file is there, and d->file holds it, unless it is too long. */
static lu_code add_change(struct differing *d, const git_oid *id, bool is, bool large, const char *name)
{
	const lu__libgit2 *lib = d->g->lib;
	git_blob *was = NULL;
	git_object_t type;
	size_t n;
	lu_code rc = lu__git_header(d->g, id, "a file", &type, &n, d->e);

	if (rc) return rc == LU_ENOENT ? lu__git_damaged(d->g, "a file", d->e) : rc;
	if (large || n > FILE_MAX) {
		lu_buf_addf(d->out, "diff --git a/%s b/%s\n%sBinary files differ\n", name, name,
			    is ? "" : "deleted file mode 100644\n");
		return LU_OK;
	}
	if ((rc = lu__git_whole(d->g, id, n, "a file", d->e))) return rc;
	if (lib->blob_lookup(&was, d->g->repo, id)) rc = lu__git_damaged(d->g, "a file", d->e);
	else rc = add_patch(d, was, is, name);
	if (was) lib->blob_free(was);
	return rc;
}

static lu_code compare_file(struct differing *d, const git_oid *id)
{
	lu_buf path = LU_BUF, name = LU_BUF;
	git_oid now;
	lu_err why;
	bool is, large = false;
	lu_code rc = LU_OK;

	lu_buf_addf(&path, "%s/%s", d->dir, d->path.s);
	lu_buf_addf(&name, "%s%s", d->g->prefix, d->path.s);
	if (path.oom || name.oom) rc = lu_nomem(d->e);
	is = !rc && lu_file_exists(path.s);
	if (is) large = lu_file_read(path.s, FILE_MAX, &d->file, &why) != LU_OK;
	if (!rc && (!is || large || d->g->lib->odb_hash(&now, d->file.s, d->file.len, GIT_OBJECT_BLOB) ||
		    d->g->lib->oid_cmp(&now, id)))
		rc = add_change(d, id, is, large, name.s);
	if (!rc && d->out->oom) rc = lu_nomem(d->e);
	if (!rc && d->out->len > LU_DIFF_MAX)
		rc = lu_fail(d->e, LU_EFORMAT, "the diff has more than %d bytes", LU_DIFF_MAX);
	lu_buf_free(&path);
	lu_buf_free(&name);
	return rc;
}

/* Links and other repositories are no source. */
static lu_code compare_folder(struct differing *d, const git_oid *id, int depth)
{
	const lu__libgit2 *lib = d->g->lib;
	git_tree *t = NULL;
	lu_code rc = depth > DEPTH_MAX ? lu_fail(d->e, LU_EFORMAT, "more than %d folders in each other", DEPTH_MAX)
				       : lu__git_tree(d->g, id, &t, d->e);

	for (size_t i = 0; !rc && i < lib->tree_entrycount(t); i++) {
		const git_tree_entry *x = lib->tree_entry_byindex(t, i);
		git_filemode_t mode = lib->tree_entry_filemode(x);
		size_t had = d->path.len;

		if ((rc = lu_check_cancel(d->e))) break;
		if (++d->seen > SEEN_MAX) {
			rc = lu_fail(d->e, LU_EFORMAT, "the commit has more than %d files and folders", SEEN_MAX);
			break;
		}
		if (lu_str_in_words(lu_strz(lib->tree_entry_name(x)), ". .. .git")) continue; /* made by hand */
		lu_buf_adds(&d->path, lib->tree_entry_name(x));
		if (mode == GIT_FILEMODE_TREE) {
			lu_buf_addc(&d->path, '/');
			rc = compare_folder(d, lib->tree_entry_id(x), depth + 1);
		} else if (mode != GIT_FILEMODE_COMMIT && mode != GIT_FILEMODE_LINK) {
			rc = compare_file(d, lib->tree_entry_id(x));
		}
		lu_buf_trunc(&d->path, had);
	}
	if (t) lib->tree_free(t);
	return rc;
}

lu_code lu_git_diff(lu_git *g, const char *dir, lu_str rev, lu_buf *out, lu_err *e)
{
	struct differing d = { .g = g, .dir = dir, .path = LU_BUF, .file = LU_BUF, .out = out, .e = e };
	git_commit *c = NULL;
	git_oid id, below;
	bool has = false;
	lu_code rc = find_commit(g, dir, rev, &id, e);

	if (!rc) rc = lu__git_commit(g, &id, &c, e);
	if (!rc) rc = lu__git_enter(g, g->lib->commit_tree_id(c), &below, &has, e);
	if (!rc && has) rc = compare_folder(&d, &below, 0);
	if (c) g->lib->commit_free(c);
	lu_buf_free(&d.path);
	lu_buf_free(&d.file);
	return rc;
}
