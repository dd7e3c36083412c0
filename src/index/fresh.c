/* SPDX-License-Identifier: MIT
 * Stat data decide, then sizes, then contents: of a tree that has not moved on nothing is read. */
#include "index/fresh.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "index/origin.h"
#include "core/file.h"
#include "lucus/hash.h"
#include "lucus/request.h"
#include "lucus/text.h"

bool lu__same_stat(const lu_file *f, const lu_walk_entry *w)
{
	return f->mtime_ns && f->size == w->size && f->mtime_ns == w->mtime_ns && f->ctime_ns == w->ctime_ns &&
	       f->inode == (int64_t)w->inode;
}

bool lu__same_content(const lu_file *f, const char *sha256)
{
	return lu_str_eqz(f->sha256, sha256);
}

/* The state of a file that is there and has these stat data. `bytes` keeps its content where that was read. */
static lu_code judge(const char *path, const lu_file *f, const lu_walk_entry *w, lu_buf *bytes, lu_file_state *out,
		     lu_err *e)
{
	char sha256[LU_SHA256_HEX];
	lu_err why;
	lu_code rc;

	*out = LU_FILE_SAME;
	if (!f->sha256.n || lu__same_stat(f, w)) return LU_OK;
	*out = LU_FILE_CHANGED;
	if ((f->inode && f->size != w->size) || w->size > INT32_MAX) return LU_OK;
	rc = lu_file_read(path, (size_t)w->size, bytes, &why);
	if (rc == LU_ENOMEM) return lu_nomem(e);
	if (rc) return LU_OK; /* what can not be read is not what was read */
	lu_sha256_hex(lu_buf_str(bytes), sha256);
	if (lu__same_content(f, sha256)) *out = LU_FILE_SAME;
	return LU_OK;
}

/* ---- the root ---- */

/* Does the folder hold anything but a store? */
static bool holds_files(const char *root)
{
	DIR *d = opendir(root);
	struct dirent *x;
	bool any = false;

	if (!d) return false;
	while (!any && (x = readdir(d)))
		any = strcmp(x->d_name, ".") && strcmp(x->d_name, "..") && strcmp(x->d_name, ".lucus");
	closedir(d);
	return any;
}

static lu_code find_tree(lu_store *s, lu_str root, lu_tree_state *out, lu_err *e)
{
	bool any = true;
	lu_code rc = LU_OK;

	*out = LU_TREE_NONE;
	if (!root.n) return LU_OK;
	if (holds_files(root.s)) {
		*out = LU_TREE_THERE;
		return LU_OK;
	}
	rc = lu_store_has_tree(s, &any, e); /* what came with records alone misses nothing */
	if (!rc && any) *out = LU_TREE_MISSING;
	return rc;
}

/* ---- the whole tree ---- */

int64_t lu_behind_files(const lu_behind *b)
{
	return b->state == LU_TREE_THERE ? b->changed + b->added + b->gone : -1;
}

struct looking {
	const char *root;
	lu_buf path, bytes;
	lu_behind out;
};

static lu_code count(struct looking *l, const lu_file *f, const lu_walk_entry *w, lu_err *e)
{
	lu_file_state state;
	lu_code rc;

	if (w->failed) return LU_OK;
	if (w->reason.n || (!lu__same_stat(f, w) && lu_name_reason(w->path, w->size))) {
		l->out.gone += f->inode != 0;
		return LU_OK;
	}
	lu_buf_reset(&l->path);
	lu_buf_addf(&l->path, "%s/%.*s", l->root, LU_FMT(w->path));
	if (l->path.oom) return lu_nomem(e);
	rc = judge(l->path.s, f, w, &l->bytes, &state, e);
	l->out.changed += state == LU_FILE_CHANGED;
	return rc;
}

/* A sync would read it. */
static lu_code count_new(struct looking *l, const lu_walk_entry *w, lu_err *e)
{
	if (w->reason.n || w->failed || lu_str_ends(w->path, "/") || lu_name_reason(w->path, w->size)) return LU_OK;
	lu_buf_reset(&l->path);
	lu_buf_addf(&l->path, "%s/%.*s", l->root, LU_FMT(w->path));
	if (l->path.oom) return lu_nomem(e);
	l->out.added += access(l->path.s, R_OK) == 0;
	return LU_OK;
}

bool lu__unreadable(const lu_walk_list *list, lu_str path)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->v[i].failed && lu_str_starts(path, list->v[i].path.s)) return true;
	return false;
}

/* The file's stat data; *state is set when they say all. */
static bool stat_file(const char *path, const lu_file *f, lu_walk_entry *w, lu_file_state *state)
{
	struct stat st;

	*state = LU_FILE_SAME;
	if (lstat(path, &st) < 0) {
		if (f->inode && (errno == ENOENT || errno == ENOTDIR)) *state = LU_FILE_GONE;
		return false;
	}
	if (!S_ISREG(st.st_mode)) {
		if (f->inode) *state = LU_FILE_GONE;
		return false;
	}
	*w = (lu_walk_entry){ .path = f->path,
			      .size = st.st_size,
			      .inode = (uint64_t)st.st_ino,
			      .mtime_ns = (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec,
			      .ctime_ns = (int64_t)st.st_ctim.tv_sec * 1000000000 + st.st_ctim.tv_nsec };
	return true;
}

/* A file that no walk comes to. */
static lu_code look_alone(struct looking *l, const lu_file *f, lu_file_state *state, lu_err *e)
{
	lu_walk_entry w;

	lu_buf_reset(&l->path);
	lu_buf_addf(&l->path, "%s/%.*s", l->root, LU_FMT(f->path));
	if (l->path.oom) return lu_nomem(e);
	return stat_file(l->path.s, f, &w, state) ? judge(l->path.s, f, &w, &l->bytes, state, e) : LU_OK;
}

static lu_code count_alone(struct looking *l, const lu_file *f, lu_err *e)
{
	lu_file_state state;
	lu_code rc = look_alone(l, f, &state, e);

	l->out.changed += !rc && state == LU_FILE_CHANGED;
	l->out.gone += !rc && state == LU_FILE_GONE;
	return rc;
}

/* Both are in the order of the paths. */
static lu_code compare(struct looking *l, lu_strs parts, const lu_file *f, size_t n, const lu_walk_list *list,
		       lu_err *e)
{
	size_t i = 0, k = 0;
	lu_code rc = LU_OK;

	while (!rc && (i < n || k < list->n)) {
		int c = i == n ? 1 : k == list->n ? -1 : lu_str_cmp(f[i].path, list->v[k].path);

		if (c > 0) rc = count_new(l, &list->v[k], e);
		else if (c == 0) rc = count(l, &f[i], &list->v[k], e);
		else if (!lu__in_parts(parts, f[i].path)) rc = count_alone(l, &f[i], e);
		else l->out.gone += f[i].inode && !lu__unreadable(list, f[i].path);
		i += c <= 0;
		k += c >= 0;
		if (!rc) rc = lu_check_cancel(e);
	}
	return rc;
}

/* The folders that were taken in, and how. */
static lu_code read_walked(lu_store *s, const char *root, lu_arena *a, struct lu__walked *w, lu_tree_part **out,
			   lu_err *e)
{
	lu_buf path = LU_BUF;
	lu_tree_part *v = NULL;
	lu_tree t;
	lu_code rc = lu_store_tree(s, a, &t, e);

	*w = (struct lu__walked){ .parts = { NULL, 0 } };
	if (!rc && t.walk.n) rc = lu__walk_unpack(t.walk, a, w, e);
	if (!rc && !(v = lu_arena_calloc(a, w->parts.n + 1, sizeof *v))) rc = lu_nomem(e);
	for (size_t i = 0; i < w->parts.n && !rc; i++) {
		lu_buf_reset(&path);
		lu_buf_addf(&path, "%s/%s", root, w->parts.v[i].s);
		if (path.oom) rc = lu_nomem(e);
		v[i] = (lu_tree_part){ .sub = w->parts.v[i].s, .gone = !lu_file_exists(path.s) };
	}
	lu_buf_free(&path);
	*out = v;
	return rc;
}

static lu_code walk_and_compare(struct looking *l, lu_store *s, const lu_file *f, size_t n, size_t limit, lu_arena *a,
				lu_err *e)
{
	struct lu__walked w;
	lu_tree_part *part;
	lu_walk_list list = { 0 };
	lu_code rc = read_walked(s, l->root, a, &w, &part, e);

	l->out.walked = w.parts.n > 0;
	w.o.limit = limit;
	if (!rc && w.parts.n) rc = lu_walk_parts(l->root, part, w.parts.n, &w.o, &list, e);
	if (list.cut) l->out.state = LU_TREE_LARGE;
	else if (!rc) rc = compare(l, w.parts, f, n, &list, e);
	lu_walk_free(&list);
	return rc;
}

lu_code lu_behind_parts(lu_store *s, lu_arena *a, lu_walk_options *o, lu_tree_part **out, size_t *n, lu_err *e)
{
	struct looking l = { .path = LU_BUF, .bytes = LU_BUF };
	struct lu__walked w;
	lu_file *f = NULL;
	size_t n_file = 0;
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, a, &kb, e);

	if (!rc) rc = read_walked(s, l.root = kb.root.s, a, &w, out, e);
	if (!rc) rc = lu_store_files(s, a, &f, &n_file, e);
	*o = w.o;
	*n = w.parts.n;
	for (size_t i = 0; i < n_file && !rc; i++) {
		lu_file_state state = LU_FILE_SAME;
		lu_tree_part *v;

		if (!lu__in_parts(w.parts, f[i].path)) rc = look_alone(&l, &f[i], &state, e);
		if (rc || state == LU_FILE_SAME) continue;
		v = lu_arena_calloc(a, *n + 1, sizeof *v);
		if (!v) rc = lu_nomem(e);
		else memcpy(v, *out, *n * sizeof *v);
		if (v) *out = v;
		if (v) v[(*n)++] = (lu_tree_part){ .sub = f[i].path.s, .gone = state == LU_FILE_GONE };
	}
	lu_buf_free(&l.path);
	lu_buf_free(&l.bytes);
	return rc;
}

/* `limit`: of files, 0 for none. */
static lu_code read_behind(lu_store *s, size_t limit, lu_behind *out, lu_err *e)
{
	struct looking l = { .path = LU_BUF, .bytes = LU_BUF };
	lu_arena a = { 0 };
	lu_file *f = NULL;
	bool large = false;
	size_t n = 0;
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, &a, &kb, e);

	if (!rc) rc = find_tree(s, kb.root, &l.out.state, e);
	if (!rc && limit && l.out.state == LU_TREE_THERE) rc = lu_store_has_more_files(s, (int64_t)limit, &large, e);
	if (large) l.out.state = LU_TREE_LARGE;
	if (!rc && l.out.state == LU_TREE_THERE) {
		l.root = kb.root.s;
		rc = lu_store_files(s, &a, &f, &n, e);
		if (!rc) rc = walk_and_compare(&l, s, f, n, limit, &a, e);
	}
	if (!rc) *out = l.out;
	lu_buf_free(&l.path);
	lu_buf_free(&l.bytes);
	lu_arena_free(&a);
	return rc;
}

lu_code lu_behind_read(lu_store *s, lu_behind *out, lu_err *e)
{
	return read_behind(s, 0, out, e);
}

lu_code lu_behind_peek(lu_store *s, lu_behind *out, lu_err *e)
{
	return read_behind(s, LU_PEEK, out, e);
}

/* ---- single files ---- */

/* A file that was looked at. */
struct seen {
	lu_str path;
	lu_file_state state;
	bool read;
	lu_str was, is; /* the text that the store has, and that of the file; empty until `read` */
};

struct lu_fresh {
	lu_store *s;
	lu_arena arena;
	lu_str root;
	lu_tree_state tree;
	struct seen *v;
	size_t n;
	lu_buf path, bytes, decoded;
};

lu_code lu_fresh_open(lu_store *s, lu_fresh **out, lu_err *e)
{
	lu_fresh *f = calloc(1, sizeof *f);
	lu_kb kb;
	lu_code rc;

	if (!f) return lu_nomem(e);
	f->s = s;
	lu_buf_init(&f->path);
	lu_buf_init(&f->bytes);
	lu_buf_init(&f->decoded);
	rc = lu_store_kb(s, false, &f->arena, &kb, e);
	if (!rc) rc = find_tree(s, kb.root, &f->tree, e);
	if (rc) {
		lu_fresh_close(f);
		return rc;
	}
	f->root = kb.root;
	*out = f;
	return LU_OK;
}

void lu_fresh_close(lu_fresh *f)
{
	if (!f) return;
	lu_buf_free(&f->path);
	lu_buf_free(&f->bytes);
	lu_buf_free(&f->decoded);
	lu_arena_free(&f->arena);
	free(f);
}

void lu_fresh_use(lu_fresh *f, lu_store *s)
{
	f->s = s;
}

lu_tree_state lu_fresh_tree(const lu_fresh *f)
{
	return f->tree;
}

static void set_path(lu_fresh *f, lu_str path)
{
	lu_buf_reset(&f->path);
	lu_buf_addf(&f->path, "%.*s/%.*s", LU_FMT(f->root), LU_FMT(path));
}

static lu_code state_of(lu_fresh *f, lu_str path, lu_file_state *out, lu_err *e)
{
	lu_arena a = { 0 };
	lu_walk_entry w;
	lu_file file;
	lu_code rc = lu_store_file(f->s, path, &a, &file, e);

	*out = LU_FILE_SAME;
	set_path(f, path);
	if (!rc && f->path.oom) rc = lu_nomem(e);
	if (!rc && stat_file(f->path.s, &file, &w, out)) rc = judge(f->path.s, &file, &w, &f->bytes, out, e);
	lu_arena_free(&a);
	return rc == LU_ENOENT ? LU_OK : rc;
}

static lu_code look(lu_fresh *f, lu_str path, struct seen **out, lu_err *e)
{
	struct seen *x = NULL;
	lu_code rc;

	for (size_t i = 0; i < f->n; i++) {
		if (!lu_str_eq(f->v[i].path, path)) continue;
		*out = &f->v[i];
		return LU_OK;
	}
	if (!(x = lu_arena_grow(&f->arena, f->v, f->n, sizeof *x))) return lu_nomem(e);
	f->v = x;
	x += f->n;
	*x = (struct seen){ .path = lu_arena_dup(&f->arena, path) };
	if (!x->path.s) return lu_nomem(e);
	if ((rc = state_of(f, path, &x->state, e))) return rc;
	f->n++;
	*out = x;
	return LU_OK;
}

lu_code lu_fresh_file(lu_fresh *f, lu_str path, lu_file_state *out, lu_err *e)
{
	struct seen *x;
	lu_code rc;

	*out = LU_FILE_SAME;
	if (f->tree != LU_TREE_THERE) return LU_OK;
	if (!(rc = look(f, path, &x, e))) *out = x->state;
	return rc;
}

void lu_fresh_counts(const lu_fresh *f, int64_t *looked, int64_t *changed, int64_t *gone)
{
	*looked = (int64_t)f->n;
	*changed = *gone = 0;
	for (size_t i = 0; i < f->n; i++) {
		*changed += f->v[i].state == LU_FILE_CHANGED;
		*gone += f->v[i].state == LU_FILE_GONE;
	}
}

/* ---- places ---- */

/* The element of the whole file, which has its text. */
static lu_code module_of(lu_fresh *f, const lu_brief *el, lu_arena *a, lu_brief *out, lu_err *e)
{
	lu_code rc = LU_OK;

	for (*out = *el; !rc && out->parent > 0;) {
		int64_t up = out->parent, file = out->file;

		rc = lu_store_brief(f->s, up, a, out, e);
		if (!rc && out->file != file) rc = LU_ENOENT;
	}
	return rc;
}

static lu_code read_texts(lu_fresh *f, const lu_brief *el, struct seen *x, lu_err *e)
{
	lu_arena a = { 0 };
	lu_brief module;
	lu_err why;
	lu_str text = { "", 0 };
	lu_code rc = module_of(f, el, &a, &module, e);

	x->read = true;
	x->was = x->is = text;
	if (!rc) rc = lu_store_code(f->s, module.id, &f->arena, &x->was, e);
	lu_arena_free(&a);
	if (rc) return rc == LU_ENOENT ? LU_OK : rc;
	set_path(f, x->path);
	if (f->path.oom) return lu_nomem(e);
	rc = lu_file_read(f->path.s, INT32_MAX, &f->bytes, &why);
	if (rc) return rc == LU_ENOMEM ? lu_nomem(e) : LU_OK;
	rc = lu_text_decode(lu_buf_str(&f->bytes), &f->decoded, &text, NULL, e);
	if (!rc && !(x->is = lu_arena_dup(&f->arena, text)).s) rc = lu_nomem(e);
	return rc;
}

static uint32_t count_lines(lu_str s)
{
	uint32_t n = 0;

	for (const char *p = s.s, *end = p + s.n; p < end; n++) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));

		p = nl ? nl + 1 : end;
	}
	return n;
}

/* Lines `from` to `to`, without the last newline. */
static lu_str lines(lu_str s, uint32_t from, uint32_t to)
{
	const char *p = s.s, *end = s.s + s.n, *begin = NULL;

	for (uint32_t line = 1; p < end && line <= to; line++) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));

		if (line == from) begin = p;
		if (line == to) end = nl ? nl : end;
		p = nl && nl < end ? nl + 1 : end;
	}
	return begin ? lu_strn(begin, (size_t)(end - begin)) : lu_strn("", 0);
}

/* The number of times that `block` stands in `s` as whole lines, and the line of time `which`, from 0. */
static size_t times(lu_str s, lu_str block, size_t which, uint32_t *line)
{
	const char *p = s.s, *end = s.s + s.n;
	size_t n = 0;

	for (uint32_t at = 1; (size_t)(end - p) >= block.n; at++) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));

		if (!memcmp(p, block.s, block.n) && (p + block.n == end || p[block.n] == '\n') && n++ == which)
			*line = at;
		if (!nl) break;
		p = nl + 1;
	}
	return n;
}

/* The line where `block`, a part of x->was, is now: when it stands there more than once, then as often as it did. */
static bool find_again(const struct seen *x, lu_str block, uint32_t *line)
{
	uint32_t ignored, found = 0;
	size_t before, which;

	if (!lu_str_trim(block).n) return false;
	before = (size_t)(block.s - x->was.s);
	which = before ? times(lu_strn(x->was.s, before - 1), block, SIZE_MAX, &ignored) : 0;
	if (times(x->is, block, which, &found) != times(x->was, block, SIZE_MAX, &ignored)) return false;
	*line = found;
	return true;
}

/* Where the lines of the element are, else where its first line is. */
static void find_place(const struct seen *x, const lu_brief *el, lu_location *p)
{
	lu_str block = lines(x->was, el->start_line, el->end_line);
	uint32_t n = count_lines(x->is), height = el->end_line - el->start_line;

	p->stale = !find_again(x, block, &p->start_line);
	if (p->stale && !el->parent) {
		p->start_line = 1;
		height = n ? n - 1 : 0;
	} else if (p->stale) {
		find_again(x, lines(x->was, el->start_line, el->start_line), &p->start_line);
	}
	if (n && p->start_line > n) p->start_line = n;
	p->end_line = p->start_line + height;
	if (n && p->end_line > n) p->end_line = n;
}

lu_code lu_fresh_place(lu_fresh *f, const lu_brief *el, lu_location *out, lu_err *e)
{
	lu_location p = { .start_line = el->start_line, .end_line = el->end_line };
	struct seen *x;
	lu_code rc;

	*out = p;
	if (f->tree != LU_TREE_THERE) return LU_OK;
	if ((rc = look(f, el->path, &x, e))) return rc;
	p.file = x->state;
	p.stale = x->state != LU_FILE_SAME;
	if (x->state == LU_FILE_CHANGED) {
		if (!x->read && (rc = read_texts(f, el, x, e))) return rc;
		find_place(x, el, &p);
	}
	*out = p;
	return LU_OK;
}
