/* SPDX-License-Identifier: MIT
 * Commits, read from the objects of a repository alone. Its configuration is not read, so that it can not name files or
 * commands; hooks, filters and attributes have no part in it. What two trees differ in is found by the ids of what is in
 * them: no content of a file is read. */
#include <stdlib.h>
#include <string.h>

#include "git/objects.h"
#include "lucus/map.h"
#include "lucus/request.h"
#include "core/sorting.h"

#define TREES_MAX 4000 /* trees that are read for one commit */
#define DEPTH_MAX 200  /* of folders */
#define MERGES    20   /* commits that are looked at for each that is wanted */

/* ---- the last commits ---- */

struct step {
	git_oid id;
	int64_t time;
	bool merge;
};

/* The commits that are known and whose descendants have been, as a heap; and all that were ever in it. */
struct walk {
	lu_git *g;
	struct step *heap;
	size_t n, cap;
	git_oid *seen;
	lu_map map; /* of `seen` */
	bool open;
};

static bool before(const struct walk *w, const struct step *a, const struct step *b)
{
	return a->time != b->time ? a->time > b->time : w->g->lib->oid_cmp(&a->id, &b->id) < 0;
}

static bool is_seen(const void *walk, uint32_t i, const void *id)
{
	const struct walk *w = walk;

	return !w->g->lib->oid_cmp(&w->seen[i], id);
}

/* Note a commit as seen; *new: it was not. */
static lu_code see(struct walk *w, const git_oid *id, bool *new, lu_err *e)
{
	uint32_t n = w->map.n;
	uint64_t hash, *slot;

	memcpy(&hash, id->id, sizeof hash); /* ids are hashes */
	if (!lu_map_reserve(&w->map, NULL, (size_t)n + 1)) return lu_nomem(e);
	slot = lu_map_slot(&w->map, hash, is_seen, w, id);
	*new = !*slot;
	if (!*new) return LU_OK;
	if (!(n & (n - 1))) { /* room for as many as the next power of two */
		git_oid *v = realloc(w->seen, (n ? 2 * (size_t)n : 1) * sizeof *v);

		if (!v) return lu_nomem(e);
		w->seen = v;
	}
	w->seen[n] = *id;
	lu_map_set(&w->map, slot, hash, n);
	return LU_OK;
}

static lu_code push(struct walk *w, struct step s, lu_err *e)
{
	size_t i = w->n++;

	if (i == w->cap) {
		size_t cap = w->cap ? 2 * w->cap : 64;
		struct step *v = realloc(w->heap, cap * sizeof *v);

		if (!v) return lu_nomem(e);
		w->heap = v;
		w->cap = cap;
	}
	for (; i && before(w, &s, &w->heap[(i - 1) / 2]); i = (i - 1) / 2) w->heap[i] = w->heap[(i - 1) / 2];
	w->heap[i] = s;
	return LU_OK;
}

static struct step pop(struct walk *w)
{
	struct step first = w->heap[0], s = w->heap[--w->n];
	size_t i = 0;

	for (size_t k; (k = 2 * i + 1) < w->n; i = k) {
		if (k + 1 < w->n && before(w, &w->heap[k + 1], &w->heap[k])) k++;
		if (!before(w, &w->heap[k], &s)) break;
		w->heap[i] = w->heap[k];
	}
	w->heap[i] = s;
	return first;
}

/* A commit that may be the next one. What is not there is no commit of this clone. */
static lu_code offer(struct walk *w, const git_oid *id, lu_err *e)
{
	const lu__libgit2 *lib = w->g->lib;
	git_commit *c = NULL;
	bool new = false;
	lu_code rc = see(w, id, &new, e);

	if (rc || !new) return rc;
	rc = lu__git_commit(w->g, id, &c, e);
	if (rc == LU_ENOENT) {
		w->open = true;
		return LU_OK;
	}
	if (!rc) rc = push(w, (struct step){ *id, lib->commit_time(c), lib->commit_parentcount(c) > 1 }, e);
	if (c) lib->commit_free(c);
	return rc;
}

static lu_code offer_parents(struct walk *w, const git_oid *id, lu_err *e)
{
	const lu__libgit2 *lib = w->g->lib;
	git_commit *c = NULL;
	lu_code rc = lu__git_commit(w->g, id, &c, e);

	for (unsigned i = 0; !rc && i < lib->commit_parentcount(c); i++) rc = offer(w, lib->commit_parent_id(c, i), e);
	if (c) lib->commit_free(c);
	return rc;
}

static lu_code walk(struct walk *w, size_t max, lu_git_commit *v, size_t *n, lu_err *e)
{
	lu_code rc = LU_OK;

	while (!rc && w->n && *n < max && w->map.n < MERGES * (max + 50)) {
		struct step s = pop(w);

		if (!s.merge) {
			w->g->lib->oid_tostr(v[*n].id, sizeof v->id, &s.id);
			v[(*n)++].time = s.time;
		}
		rc = lu_check_cancel(e);
		if (!rc) rc = offer_parents(w, &s.id, e);
	}
	return rc;
}

lu_code lu_git_log(lu_git *g, lu_str tip, size_t max, lu_arena *a, lu_git_commit **out, size_t *n, bool *open,
		   lu_err *e)
{
	struct walk w = { .g = g };
	lu_git_commit *v = lu_arena_calloc(a, max + 1, sizeof *v);
	size_t k = 0;
	git_oid id;
	lu_code rc = v ? lu__git_id(g, tip, &id, e) : lu_nomem(e);

	if (!rc) rc = offer(&w, &id, e);
	if (!rc && !w.n) rc = lu_fail(e, LU_ENOENT, "the commit that is checked out is not there");
	if (!rc) rc = walk(&w, max, v, &k, e);
	free(w.heap);
	free(w.seen);
	lu_map_free(&w.map);
	if (rc) return rc;
	*out = v;
	*n = k;
	*open = w.open;
	return LU_OK;
}

/* ---- what a commit changed ---- */

struct changes {
	lu_git *g;
	lu_arena *a;
	lu_buf path; /* of the folder that is compared, from the prefix on */
	lu_str *v;
	size_t n, trees;
	bool many;
	lu_err *e;
};

static lu_code compare(struct changes *c, const git_oid *was, const git_oid *is, int depth);

static lu_code add_file(struct changes *c)
{
	lu_str *v;

	if (c->n == LU_GIT_FILES_MAX) {
		c->many = true;
		return LU_OK;
	}
	v = lu_arena_grow(c->a, c->v, c->n, sizeof *v);
	if (!v || c->path.oom) return lu_nomem(c->e);
	c->v = v;
	v[c->n] = lu_arena_dup(c->a, lu_buf_str(&c->path));
	return v[c->n++].s ? LU_OK : lu_nomem(c->e);
}

/* One name of two folders that has become another thing; NULL: there is none. Links are read, other repositories are not. */
static lu_code differ(struct changes *c, const git_tree_entry *was, const git_tree_entry *is, int depth)
{
	const lu__libgit2 *lib = c->g->lib;
	git_filemode_t old = was ? lib->tree_entry_filemode(was) : GIT_FILEMODE_UNREADABLE;
	git_filemode_t new = is ? lib->tree_entry_filemode(is) : GIT_FILEMODE_UNREADABLE;
	bool old_file = was && old != GIT_FILEMODE_TREE && old != GIT_FILEMODE_COMMIT;
	bool new_file = is && new != GIT_FILEMODE_TREE &&new != GIT_FILEMODE_COMMIT;
	size_t had = c->path.len;
	lu_code rc = LU_OK;

	lu_buf_adds(&c->path, lib->tree_entry_name(is ? is : was));
	if (old_file || new_file) rc = add_file(c);
	lu_buf_addc(&c->path, '/');
	if (!rc && (old == GIT_FILEMODE_TREE || new == GIT_FILEMODE_TREE))
		rc = compare(c, old == GIT_FILEMODE_TREE ? lib->tree_entry_id(was) : NULL,
			     new == GIT_FILEMODE_TREE ? lib->tree_entry_id(is) : NULL, depth + 1);
	lu_buf_trunc(&c->path, had);
	return rc;
}

/* The entry of `t` with that name; it is mostly the one at *k. */
static const git_tree_entry *same_name(const lu__libgit2 *lib, const git_tree *t, const char *name, size_t *k)
{
	const git_tree_entry *at = t ? lib->tree_entry_byindex(t, *k) : NULL;

	if (at && strcmp(lib->tree_entry_name(at), name) != 0) at = lib->tree_entry_byname(t, name);
	else if (at) ++*k;
	else if (t) at = lib->tree_entry_byname(t, name);
	return at;
}

static lu_code compare_trees(struct changes *c, const git_tree *was, const git_tree *is, int depth)
{
	const lu__libgit2 *lib = c->g->lib;
	size_t k = 0;
	lu_code rc = LU_OK;

	for (size_t i = 0; is && !rc && !c->many && i < lib->tree_entrycount(is); i++) {
		const git_tree_entry *new = lib->tree_entry_byindex(is, i);
		const git_tree_entry *old = same_name(lib, was, lib->tree_entry_name(new), &k);

		if (!old || lib->oid_cmp(lib->tree_entry_id(old), lib->tree_entry_id(new)))
			rc = differ(c, old, new, depth);
	}
	k = 0;
	for (size_t i = 0; was && !rc && !c->many && i < lib->tree_entrycount(was); i++) {
		const git_tree_entry *old = lib->tree_entry_byindex(was, i);

		if (!same_name(lib, is, lib->tree_entry_name(old), &k)) rc = differ(c, old, NULL, depth);
	}
	return rc;
}

static lu_code compare(struct changes *c, const git_oid *was, const git_oid *is, int depth)
{
	git_tree *old = NULL, *new = NULL;
	lu_code rc = LU_OK;

	if (++c->trees > TREES_MAX || depth > DEPTH_MAX) c->many = true;
	if (c->many) return LU_OK;
	if (was) rc = lu__git_tree(c->g, was, &old, c->e);
	if (!rc && is) rc = lu__git_tree(c->g, is, &new, c->e);
	if (!rc) rc = compare_trees(c, old, new, depth);
	if (old) c->g->lib->tree_free(old);
	if (new) c->g->lib->tree_free(new);
	return rc;
}

static lu_code compare_commits(struct changes *c, const git_commit *was, const git_commit *is)
{
	const lu__libgit2 *lib = c->g->lib;
	git_oid old, new;
	bool has_old = false, has_new = false;
	lu_code rc = lu__git_enter(c->g, lib->commit_tree_id(is), &new, &has_new, c->e);

	if (!rc && was) rc = lu__git_enter(c->g, lib->commit_tree_id(was), &old, &has_old, c->e);
	if (rc || (!has_old && !has_new) || (has_old && has_new && !lib->oid_cmp(&old, &new))) return rc;
	return compare(c, has_old ? &old : NULL, has_new ? &new : NULL, 0);
}

static lu_code read_files(struct changes *c, const git_commit *is, lu_git_change *out)
{
	const lu__libgit2 *lib = c->g->lib;
	git_commit *was = NULL;
	lu_code rc = LU_OK;

	if (lib->commit_parentcount(is)) rc = lu__git_commit(c->g, lib->commit_parent_id(is, 0), &was, c->e);
	if (!rc) rc = compare_commits(c, was, is);
	if (was) lib->commit_free(was);
	if (rc == LU_ENOENT) {
		out->open = true;
		return LU_OK;
	}
	if (!rc && !c->many && c->n) {
		qsort(c->v, c->n, sizeof *c->v, lu_str_order);
		out->files = (lu_strs){ c->v, c->n };
	}
	return rc;
}

lu_code lu_git_read(lu_git *g, const char *id, lu_arena *a, lu_git_change *out, lu_err *e)
{
	struct changes c = { .g = g, .a = a, .path = LU_BUF, .e = e };
	git_commit *is = NULL;
	git_oid oid;
	lu_git_change x = { .open = false };
	lu_str text;
	lu_code rc = lu__git_id(g, lu_strz(id), &oid, e);

	if (!rc) rc = lu__git_commit(g, &oid, &is, e);
	if (!rc) {
		text = lu_strz(g->lib->commit_message(is));
		if (text.n > LU_GIT_MESSAGE_MAX) text.n = LU_GIT_MESSAGE_MAX;
		x.message = lu_arena_dup(a, text);
		rc = x.message.s ? read_files(&c, is, &x) : lu_nomem(e);
	}
	if (is) g->lib->commit_free(is);
	lu_buf_free(&c.path);
	if (!rc) *out = x;
	return rc;
}
