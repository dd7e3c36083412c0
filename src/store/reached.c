/* SPDX-License-Identifier: MIT
 * Which files an edit can reach, by what their answers have read.
 *
 * touch.c tells that from names alone: whoever writes a name that came or went may mean it, wherever it stands. The table `reads` tells
 * more: which files the answers of a file were found in, and which names they were looked for in all files. An answer stays
 * what it is when none of these changed, except for what it could not read (graph/reads.c):
 *   - a name that was nowhere: a file that begins to define one reaches all who write it;
 *   - a module that was not there: one that comes reaches those whose imports may mean it, those who read these, and, since star
 *     imports hand on what they find, whoever takes that over. Scripts import files of any format, too, by their whole names;
 *   - manifests, packages, and paths of languages whose imports are more than paths: they reach everything.
 * Both tell more than is reached, and none less. What both tell is due. A file of which nothing is known always is. */
#include "store/reached.h"

#include <stdlib.h>

#include "core/sorting.h"
#include "language/row.h"
#include "store/internal.h"
#include "store/names_in.h"
#include "store/segment.h"

#define MANY_CHANGED 64  /* files that are noted in one transaction, and ... */
#define MANY_NOTES   256 /* ... that are looked at */
#define MARK         '\x01'
#define BETWEEN      '\x02'
#define ROUNDS       16 /* star imports of each other */

/* ---- notes ---- */

lu_code lu__touched_write(lu_store *s, lu_str note, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "INSERT OR IGNORE INTO touched(tenant, kb, name) VALUES(?, ?, ?)", &st, e, "kt", note);

	return rc ? rc : lu__run(s, st, "note what changed", e);
}

lu_code lu__touch_unread(lu_store *s, lu_err *e)
{
	lu_code rc = s->unread && s->in_txn ? LU_OK : lu__touched_write(s, lu_strz(LU__TOUCHED_FILE), e);

	if (!rc) s->unread = true;
	return rc;
}

struct thing {
	uint64_t key;
	lu_str name;
};

static void add_thing(struct thing *v, size_t *n, lu_str name, int kind)
{
	v[(*n)++] = (struct thing){ lu_hash64(name, (uint64_t)kind), name };
}

/* Names with what they are: members are looked up otherwise than what stands by itself, and than local names of imports. */
static lu_code list_things(const struct lu__drawn *o, lu_arena *a, struct thing **out, size_t *n, lu_err *e)
{
	struct thing *v = lu_arena_calloc(a, (o ? o->n_sym + 3 * o->n_link : 0) + 1, sizeof *v);

	*n = 0;
	*out = v;
	if (!v) return lu_nomem(e);
	for (size_t i = 0; o && i < o->n_sym; i++) {
		const lu_symbol *y = &o->sym[i];

		add_thing(v, n, lu_simple_name(y->name), lu_str_eqz(y->type, "method") ? 1 : 2);
	}
	for (size_t i = 0; o && i < o->n_link; i++) {
		const lu_ref *r = &o->link[i];

		if (r->kind != LU_EDGE_DEPENDS_ON) continue;
		if (r->alias.n) add_thing(v, n, r->alias, 3);
		if (r->name.n) add_thing(v, n, r->name, 3);
		if (!r->name.n) add_thing(v, n, lu_str_before_first(r->module, '.'), 3);
	}
	if (*n) qsort(v, *n, sizeof *v, lu_uint64_order);
	return LU_OK;
}

/* The names that are new: *odd when one of them can not be looked for. */
static void add_came(lu_buf *b, const struct thing *x, size_t nx, const struct thing *y, size_t ny, bool *odd)
{
	bool any = false;

	for (size_t i = 0, k = 0; k < ny; k++) {
		while (i < nx && x[i].key < y[k].key) i++;
		if ((i < nx && x[i].key == y[k].key) || (k && y[k - 1].key == y[k].key)) continue;
		if (lu_str_eqz(y[k].name, "*")) continue; /* what it brings in is looked for in files that are read */
		*odd |= !y[k].name.n || !lu_json_is_plain(y[k].name);
		if (any) lu_buf_addc(b, BETWEEN);
		any = true;
		lu_buf_addstr(b, y[k].name);
	}
}

/* Can notes tell what a file that comes or goes reaches? */
static bool may_come(const lu_language *l, lu_str path, bool gone)
{
	lu_str stem = lu_str_before_last(lu_str_after_last(path, '/'), '.');

	if (lu__is_anywhere(l)) return false;
	if (l->modules == LU__MODULES_DOTTED) return stem.n && !lu_str_eqz(stem, "__init__") && lu_json_is_plain(path);
	if (l->modules == LU__MODULES_UNKNOWN) return gone || lu_json_is_plain(path);
	return gone && l->modules == LU__MODULES_SCRIPT;
}

/* What imports of a file that came say of it: its path without ending, or its name behind a slash. */
static lu_str imported_as(const lu_language *l, lu_str path)
{
	lu_str base = lu_str_after_last(path, '/');

	if (l->modules == LU__MODULES_DOTTED) return lu_strn(path.s, path.n - base.n + lu_str_before_last(base, '.').n);
	return l->modules == LU__MODULES_UNKNOWN ? base : lu_strz("");
}

static lu_code make_note(lu_buf *b, int64_t file, lu_str path, const struct lu__drawn *old, const struct lu__drawn *new,
			 const lu_language *l, lu_arena *a, bool *odd, lu_err *e)
{
	const struct lu__drawn *side[] = { old, new };
	struct thing *x, *y;
	size_t nx, ny;
	lu_code rc = list_things(old, a, &x, &nx, e);

	if (!rc) rc = list_things(new, a, &y, &ny, e);
	if (rc) return rc;
	lu_buf_addf(b, LU__TOUCHED_FILE "%lld%c", (long long)file, MARK);
	if (!old && l->modules == LU__MODULES_UNKNOWN) lu_buf_addc(b, '/');
	if (!old) lu_buf_addstr(b, imported_as(l, path));
	lu_buf_addc(b, MARK);
	if (old && new) add_came(b, x, nx, y, ny, odd);
	lu_buf_addc(b, MARK);
	if (!old || !new) lu_buf_addf(b, "%x,", (unsigned)lu_read_name(lu_str_after_last(path, '/')));
	for (int i = 0; i < 2; i++)
		for (size_t k = 0; side[i] && k < side[i]->n_sym; k++)
			lu_buf_addf(b, "%x,", (unsigned)lu_read_name(lu_simple_name(side[i]->sym[k].name)));
	return b->oom ? lu_nomem(e) : LU_OK;
}

lu_code lu__note_change(lu_store *s, int64_t file, const struct lu__drawn *old, const struct lu__drawn *new,
			lu_arena *a, lu_err *e)
{
	const struct lu__drawn *o = new ? new : old;
	const lu_language *l;
	lu_buf b = LU_BUF;
	lu_str path;
	bool odd = false;
	lu_code rc;

	if (s->unread && s->in_txn) return LU_OK;
	if (++s->n_changed > MANY_CHANGED || !o->n_sym) return lu__touch_unread(s, e);
	l = lu__language_of_names(o->sym[0].language);
	rc = lu_store_file_path(s, file, a, &path, e);
	if (rc) return rc;
	if (l->modules == LU__MODULES_MANIFEST || ((!old || !new) && !may_come(l, path, !new)))
		return lu__touch_unread(s, e);
	rc = make_note(&b, file, path, old, new, l, a, &odd, e);
	if (!rc) rc = odd ? lu__touch_unread(s, e) : lu__touched_write(s, lu_buf_str(&b), e);
	lu_buf_free(&b);
	return rc;
}

static lu_code add_str(lu_strs *to, lu_str s, lu_arena *a, lu_err *e)
{
	lu_str *v = lu_arena_grow(a, to->v, to->n, sizeof *v);

	if (!v) return lu_nomem(e);
	(to->v = v)[to->n++] = s;
	return LU_OK;
}

lu_code lu__changes_add(struct lu__changes *c, lu_str note, lu_arena *a, lu_err *e)
{
	lu_str rest = lu_strn(note.s + 1, note.n - 1), id, tail, came;
	int64_t *file = lu_arena_grow(a, c->file, c->n_file, sizeof *file);
	lu_code rc = LU_OK;

	c->any = true;
	c->every |= !rest.n || c->n_file >= MANY_NOTES;
	if (c->every) return LU_OK;
	if (!file) return lu_nomem(e);
	id = lu_str_take(&rest, MARK);
	tail = lu_str_take(&rest, MARK);
	came = lu_str_take(&rest, MARK);
	(c->file = file)[c->n_file++] = strtoll(id.s, NULL, 10);
	if (tail.n && tail.s[0] == '/') rc = add_str(&c->bases, lu_strn(tail.s + 1, tail.n - 1), a, e);
	else if (tail.n) rc = add_str(&c->tails, tail, a, e);
	while (came.n && !rc) rc = add_str(&c->came, lu_str_take(&came, BETWEEN), a, e);
	if (rc) return rc;
	while (rest.n) {
		lu_str one = lu_str_take(&rest, ',');
		uint32_t *v = lu_arena_grow(a, c->name, c->n_name, sizeof *v);

		if (!v) return lu_nomem(e);
		(c->name = v)[c->n_name++] = (uint32_t)strtoul(one.s, NULL, 16);
	}
	return LU_OK;
}

/* ---- what was read ---- */

static bool put(lu_buf *b, uint64_t v)
{
	uint8_t p[10];

	lu_buf_add(b, (const char *)p, lu__put_varint(p, v));
	return !b->oom;
}

lu_code lu_pack_reads(const int64_t *file, size_t n_file, const uint32_t *name, size_t n_name, lu_arena *a, lu_str *out,
		      lu_err *e)
{
	lu_buf b = LU_BUF;

	put(&b, n_file);
	for (size_t i = 0; i < n_file; i++) put(&b, (uint64_t)(file[i] - (i ? file[i - 1] : 0)));
	for (size_t i = 0; i < n_name; i++) put(&b, name[i] - (i ? name[i - 1] : 0));
	*out = lu_arena_keep(a, &b);
	return out->s ? LU_OK : lu_nomem(e);
}

lu_code lu__reads_write(lu_store *s, int64_t file, lu_str packed, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc;

	if (packed.n)
		rc = lu__stmt(s, "INSERT OR REPLACE INTO reads(tenant, kb, file, data) VALUES(?, ?, ?, ?)", &st, e,
			      "kib", file, packed);
	else rc = lu__stmt(s, "DELETE FROM reads WHERE tenant = ? AND kb = ? AND file = ?", &st, e, "ki", file);
	return rc ? rc : lu__run(s, st, "note what was read", e);
}

bool lu__is_reader(const int64_t *v, size_t n, int64_t file)
{
	return n && bsearch(&file, v, n, sizeof *v, lu_int64_order);
}

/* Has it read one of these? What is damaged may have. */
static bool has_read(const uint8_t *p, const uint8_t *end, const int64_t *file, size_t n_file, const uint32_t *name,
		     size_t n_name)
{
	uint64_t n, v, at = 0;
	size_t k = 0;

	if (!lu__get_varint(&p, end, &n)) return true;
	for (; n; n--) {
		if (!lu__get_varint(&p, end, &v)) return true;
		at += v;
		while (k < n_file && (uint64_t)file[k] < at) k++;
		if (k < n_file && (uint64_t)file[k] == at) return true;
	}
	for (at = k = 0; p < end && k < n_name;) {
		if (!lu__get_varint(&p, end, &v)) return true;
		at += v;
		while (k < n_name && name[k] < at) k++;
		if (k < n_name && name[k] == at) return true;
	}
	return false;
}

struct find {
	lu_store *s;
	struct lu__changes *c;
	lu_arena *a;
	int64_t *may, *star; /* files with an import that may mean a module that came; with a star import */
	size_t n_may, n_star;
	int64_t *out;
	size_t n;
};

static lu_code add(struct find *f, int64_t **v, size_t *n, int64_t file, lu_err *e)
{
	int64_t *w = lu_arena_grow(f->a, *v, *n, sizeof *w);

	if (!w) return lu_nomem(e);
	(*v = w)[(*n)++] = file;
	return LU_OK;
}

/* Is the file the package that one of the modules is in? That looks for what it does not define among its modules. */
static bool is_package(const struct find *f, lu_str path)
{
	lu_str folder = lu_str_before_last(path, '/'), base = lu_str_after_last(path, '/');

	if (!lu_str_eqz(base, "__init__.py") && !lu_str_eqz(base, "__init__.pyi")) return false;
	if (base.n == path.n) folder = lu_strz("");
	for (size_t i = 0; i < f->c->tails.n; i++) {
		lu_str tail = f->c->tails.v[i];
		size_t n = tail.n - lu_str_after_last(tail, '/').n;

		if (n ? n == folder.n + 1 && !memcmp(tail.s, folder.s, folder.n) : !folder.n) return true;
	}
	return false;
}

/* Does the import write the name of one of the files that came? */
static bool is_by_name(const lu_ref *r, const lu_strs *bases)
{
	lu_str base = lu_str_after_last(r->module, '/');

	for (size_t i = 0; i < bases->n; i++)
		if (lu_str_eq(base, bases->v[i])) return true;
	return false;
}

/* Sort the row of a file with imports. */
static lu_code read_imports(struct find *f, sqlite3_stmt *st, const struct lu__sought *w, lu_err *e)
{
	int64_t file = sqlite3_column_int64(st, 0);
	lu_str path = lu__text(st, 1), links = lu__text(st, 2);
	bool star = links.n && memmem(links.s, links.n, "\"*\"", 3), may = is_package(f, path), oom = false;
	lu_ref *ref = NULL;
	size_t n = 0;
	lu_code rc = star ? add(f, &f->star, &f->n_star, file, e) : LU_OK;

	if (!rc && !may && lu__holds_sought(w, links)) {
		links = lu_arena_dup(f->a, links);
		ref = lu_arena_calloc(f->a, lu__packed_count(links), sizeof *ref);
		rc = links.s && ref ? lu__unpack_refs(links, f->a, ref, &n, e) : lu_nomem(e);
	}
	for (size_t i = 0; i < n && !rc && !may; i++)
		may = ref[i].kind == LU_EDGE_DEPENDS_ON &&
		      (lu__may_import(path, &ref[i], &f->c->tails, f->a, &oom) || is_by_name(&ref[i], &f->c->bases));
	if (!rc && oom) rc = lu_nomem(e);
	/* what it calls otherwise is imported by that name */
	if (may && lu__language_of_names(lu__text(st, 3))->modules == LU__MODULES_MANIFEST) f->c->every = true;
	return rc || !may ? rc : add(f, &f->may, &f->n_may, file, e);
}

/* Whose imports may mean a module that came? */
static lu_code find_imports(struct find *f, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	struct lu__sought w;
	const lu_strs *tails = &f->c->tails, *bases = &f->c->bases;
	lu_str *name = lu_arena_calloc(f->a, tails->n + bases->n, sizeof *name);
	lu_code rc;

	if (!name) return lu_nomem(e);
	for (size_t i = 0; i < tails->n; i++) name[i] = lu_str_after_last(tails->v[i], '/');
	for (size_t i = 0; i < bases->n; i++) name[tails->n + i] = bases->v[i];
	rc = lu__sought_make(&w, name, tails->n + bases->n, f->a, e);
	if (!rc)
		rc = lu__stmt(f->s,
			      "SELECT o.file, f.path, o.links, f.language FROM outline o JOIN file f ON f.id = o.file"
			      " AND f.tenant = o.tenant AND f.kb = o.kb WHERE o.tenant = ? AND o.kb = ?",
			      &st, e, "k");
	while (!rc && !(rc = lu__step(f->s, st, "read the outlines", e))) rc = read_imports(f, st, &w, e);
	return lu__end(st, rc);
}

/* Go through what was read: list the readers of `file` and of the names among `from`, or among all. */
static lu_code pass(struct find *f, const int64_t *file, size_t n_file, const int64_t *from, size_t n_from, bool all,
		    int64_t **out, size_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(f->s,
			      "SELECT f.id, r.data, f.reason IS NULL FROM file f LEFT JOIN reads r ON r.file = f.id AND"
			      " r.tenant = f.tenant AND r.kb = f.kb WHERE f.tenant = ? AND f.kb = ?",
			      &st, e, "k");

	while (!rc && !(rc = lu__step(f->s, st, "read what was read", e))) {
		int64_t id = sqlite3_column_int64(st, 0);
		const uint8_t *p = sqlite3_column_blob(st, 1);
		int size = sqlite3_column_bytes(st, 1);

		if (!all && !lu__is_reader(from, n_from, id)) continue;
		if (!p && !sqlite3_column_int(st, 2)) continue; /* it is not indexed */
		if (!p || (all && lu__is_reader(file, n_file, id)) ||
		    has_read(p, p + size, file, n_file, f->c->name, all ? f->c->n_name : 0))
			rc = add(f, out, n, id, e);
	}
	return lu__end(st, rc);
}

static int64_t *joined(struct find *f, const int64_t *x, size_t nx, const int64_t *y, size_t ny, size_t *n)
{
	int64_t *v = lu_arena_calloc(f->a, nx + ny, sizeof *v);

	*n = 0;
	if (!v) return NULL;
	if (nx) memcpy(v, x, nx * sizeof *v);
	if (ny) memcpy(v + nx, y, ny * sizeof *v);
	if (nx + ny) qsort(v, nx + ny, sizeof *v, lu_int64_order);
	for (size_t i = 0; i < nx + ny; i++)
		if (!*n || v[*n - 1] != v[i]) v[(*n)++] = v[i];
	return v;
}

/* Star imports of what may mean a module that came hand that on. */
static lu_code follow_stars(struct find *f, lu_err *e)
{
	lu_code rc = LU_OK;
	bool more = f->n_star && f->n_may;

	for (int round = 0; more && !rc; round++) {
		size_t had, n = 0;
		int64_t *found = NULL;

		f->may = joined(f, f->may, f->n_may, NULL, 0, &had);
		f->star = joined(f, f->star, f->n_star, NULL, 0, &f->n_star);
		if (!f->may || !f->star) return lu_nomem(e);
		rc = pass(f, f->may, had, f->star, f->n_star, false, &found, &n, e);
		if (rc) break;
		f->may = joined(f, f->may, had, found, n, &f->n_may);
		if (!f->may) return lu_nomem(e);
		more = f->n_may > had;
		if (more && round == ROUNDS) f->c->every = more = false;
	}
	return rc;
}

lu_code lu__readers(lu_store *s, struct lu__changes *c, lu_arena *a, int64_t **out, size_t *n, lu_err *e)
{
	struct find f = { .s = s, .c = c, .a = a };
	size_t n_file;
	int64_t *file;
	lu_code rc = c->tails.n || c->bases.n ? find_imports(&f, e) : LU_OK;

	if (!rc) rc = follow_stars(&f, e);
	if (rc) return rc;
	if (c->n_name) qsort(c->name, c->n_name, sizeof *c->name, lu_uint32_order);
	file = joined(&f, c->file, c->n_file, f.may, f.n_may, &n_file);
	if (!file) return lu_nomem(e);
	rc = pass(&f, file, n_file, NULL, 0, true, &f.out, &f.n, e);
	if (rc) return rc;
	*out = joined(&f, f.out, f.n, f.may, f.n_may, n);
	return *out ? LU_OK : lu_nomem(e);
}

/* ---- check ---- */

/* Does it end where the row does, with numbers that rise? */
static bool is_whole(const uint8_t *p, const uint8_t *end)
{
	uint64_t n, v;
	bool first = true;

	if (!lu__get_varint(&p, end, &n)) return false;
	for (; n; n--, first = false)
		if (!lu__get_varint(&p, end, &v) || (!v && !first)) return false;
	for (first = true; p < end; first = false)
		if (!lu__get_varint(&p, end, &v) || (!v && !first)) return false;
	return true;
}

lu_code lu__reads_astray(lu_store *s, int64_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc;

	*n = 0;
	if (s->version < LU__VERSION_READS) return LU_OK;
	rc = lu__stmt(s,
		      "SELECT r.data, a.file IS NULL FROM reads r LEFT JOIN answer a ON a.file = r.file AND a.tenant = "
		      "r.tenant"
		      " AND a.kb = r.kb WHERE r.tenant = ? AND r.kb = ?",
		      &st, e, "k");
	while (!rc && !(rc = lu__step(s, st, "read what was read", e))) {
		const uint8_t *p = sqlite3_column_blob(st, 0);
		int size = sqlite3_column_bytes(st, 0);

		*n += sqlite3_column_int(st, 1) || !p || !is_whole(p, p + size);
	}
	return lu__end(st, rc);
}
