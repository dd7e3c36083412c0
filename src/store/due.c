/* SPDX-License-Identifier: MIT
 * Which files are due: from the names that edits touched to the files that write them. */
#include "core/ascii.h"
#include "language/row.h"
#include "store/imported.h"
#include "store/internal.h"
#include "store/outline.h"
#include "store/pack.h"
#include "store/reached.h"
#include "store/names_in.h"
#include "store/told.h"

static bool holds(lu_str packed, lu_str name)
{
	return name.n && packed.n && memmem(packed.s, packed.n, name.s, name.n) != NULL;
}

bool lu__may_test(lu_str path, lu_str symbols)
{
	return holds(symbols, lu_strz("\"test\"")) || lu__packed_test(symbols) || lu_is_test_path(path);
}

lu_code lu__note_dirty(lu_store *s, int64_t file, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "INSERT OR IGNORE INTO due(tenant, kb, file) VALUES(?, ?, ?)", &st, e, "ki", file);

	return rc ? rc : lu__run(s, st, "note a file", e);
}

static bool hold_any(lu_str packed, const lu_strs *names)
{
	for (size_t i = 0; i < names->n; i++)
		if (!names->v[i].n || holds(packed, names->v[i])) return true;
	return false;
}

/* Packed text has few spaces: they are found faster than the words before them. */
bool lu__is_aimed(lu_str packed)
{
	static const char scip[] = ",\"scip", given[] = ",\"given";
	const size_t n_scip = sizeof scip - 1, n_given = sizeof given - 1;
	const char *from = packed.s, *end = packed.s + packed.n, *p = from;

	for (; p < end && (p = memchr(p, ' ', (size_t)(end - p))); p++) {
		size_t n = (size_t)(p - from);

		if (n >= n_scip && memcmp(p - n_scip, scip, n_scip) == 0) return true;
		if (n >= n_given && memcmp(p - n_given, given, n_given) == 0) return true;
	}
	return false;
}

lu_code lu_store_forget_indexes(lu_store *s, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu_store_begin(s, e);

	if (rc) return rc;
	rc = lu__stmt(s,
		      "UPDATE file SET parser = 0 WHERE tenant = ?1 AND kb = ?2 AND id IN (SELECT file FROM outline"
		      " WHERE tenant = ?1 AND kb = ?2 AND instr(links || calls, ',\"scip '))",
		      &st, e, "k");
	if (!rc) rc = lu__run(s, st, "forget indexes", e);
	if (!rc) rc = lu_store_commit(s, e);
	else lu_store_rollback(s);
	return rc;
}

/* What edits touched, and the files as they are read. */
struct search {
	lu_store *s;
	lu_arena *a;
	lu_strs names;              /* symbols, and modules that came or went */
	lu_strs tails;              /* of modules whose names no symbol has: their paths without extensions */
	struct lu__sought sought;   /* the same */
	struct lu__modules modules; /* imports */
	int64_t *due, *file;
	size_t n_due, n_file;
	lu_str *calls; /* of the files, when there are modules */
	lu_ref *link;
	size_t n_link;
	bool types; /* some of the names are of types */
	bool every;
	struct lu__changes changes;
	int64_t *reader; /* only these are due, and who writes a name that came, when `narrow` */
	size_t n_reader;
	bool narrow;
	struct lu__sought came;
};

static lu_code add_str(struct search *f, lu_strs *v, lu_str s, lu_err *e)
{
	lu_str *w = lu_arena_grow(f->a, v->v, v->n, sizeof *w);

	if (!w || !s.s) return lu_nomem(e);
	(v->v = w)[v->n++] = s;
	return LU_OK;
}

static bool is_among(const lu_strs *v, size_t n, lu_str s)
{
	for (size_t i = 0; i < n; i++)
		if (lu_str_eq(v->v[i], s)) return true;
	return false;
}

/* Modules are looked for by their names; what of those are a symbol's, too, is not told apart. */
static lu_code add_modules(struct search *f, const lu_strs *paths, lu_err *e)
{
	size_t symbols = f->names.n;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < paths->n && !rc; i++) {
		lu_str name = lu_str_after_last(paths->v[i], '/');

		if (is_among(&f->names, symbols, name)) continue;
		rc = add_str(f, &f->tails, paths->v[i], e);
		if (!rc && !is_among(&f->names, f->names.n, name)) rc = add_str(f, &f->names, name, e);
	}
	return rc;
}

static lu_code read_touched(struct search *f, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_strs paths = { 0 };
	lu_code rc = lu__stmt(f->s, "SELECT name FROM touched WHERE tenant = ? AND kb = ? ORDER BY name", &st, e, "k");

	while (!rc && !(rc = lu__step(f->s, st, "read the names", e))) {
		lu_str name = lu__text(st, 0);
		bool module = lu_str_starts(name, LU__TOUCHED_MODULE);

		if (lu_str_eqz(name, LU__TOUCHED_TYPES)) f->types = true;
		else if (lu_str_starts(name, LU__TOUCHED_FILE))
			rc = lu__changes_add(&f->changes, lu_arena_dup(f->a, name), f->a, e);
		else if (module) rc = add_str(f, &paths, lu_arena_dup(f->a, lu_strn(name.s + 1, name.n - 1)), e);
		else rc = add_str(f, &f->names, lu_arena_dup(f->a, name), e);
	}
	rc = lu__end(st, rc);
	return rc ? rc : add_modules(f, &paths, e);
}

/* Is it a test that has one of the names in its own? */
static bool names_any(const struct lu__sought *w, lu_str test)
{
	lu_str subject = lu_test_subject(lu_simple_name(test));
	char small[LU_SUBJECT_MAX];

	return lu__is_sought(w, subject) || lu__is_sought(w, lu_small_subject(subject, small));
}

static bool has_test_of_any(const struct lu__sought *w, lu_str symbols)
{
	size_t at = 0, row;
	lu_str name;

	if (!lu__may_hold_sought(w, symbols)) return false; /* "x" of TestX: the first letter may be another */
	while (lu__next_name(symbols, &at, &row, &name))
		if (names_any(w, name)) return true;
	return false;
}

/* Does the file of the row write one of the names, or have a test that is named after one? */
static bool is_writer(sqlite3_stmt *st, const struct lu__sought *w)
{
	lu_str symbols = lu__text(st, 2), calls = lu__text(st, 4);

	if (lu__is_aimed(lu__text(st, 3)) || lu__holds_sought(w, calls) || lu__is_aimed(calls)) return true;
	return has_test_of_any(w, symbols) && lu__may_test(lu__text(st, 1), symbols);
}

/* Has the file of the row read what changed, or does it write a name that came? */
static bool may_be_due(const struct search *f, sqlite3_stmt *st)
{
	if (!f->narrow || lu__is_reader(f->reader, f->n_reader, sqlite3_column_int64(st, 0))) return true;
	return f->came.n && is_writer(st, &f->came);
}

static lu_code add_due(struct search *f, int64_t file, lu_err *e)
{
	int64_t *w = lu_arena_grow(f->a, f->due, f->n_due, sizeof *w);

	if (!w) return lu_nomem(e);
	(f->due = w)[f->n_due++] = file;
	return LU_OK;
}

/* Who asks for an import is known when all links have been read. */
static lu_code keep_row(struct search *f, sqlite3_stmt *st, lu_err *e)
{
	lu_str links = lu__text(st, 3);
	size_t n = 0, count = lu__packed_count(links);
	int64_t *file = lu_arena_grow(f->a, f->file, f->n_file, sizeof *file);
	lu_str *calls = lu_arena_grow(f->a, f->calls, f->n_file, sizeof *calls);
	lu_ref *v = f->link;
	lu_code rc;

	if (!file || !calls) return lu_nomem(e);
	f->file = file;
	f->calls = calls;
	file[f->n_file] = sqlite3_column_int64(st, 0);
	calls[f->n_file] = lu__copy(st, 4, f->a);
	if (!calls[f->n_file++].s) return lu_nomem(e);
	while (count--) {
		if (!(v = lu_arena_grow(f->a, v, f->n_link + n, sizeof *v))) return lu_nomem(e);
		n++;
	}
	f->link = v;
	links = lu_arena_dup(f->a, links);
	rc = links.s ? lu__unpack_refs(links, f->a, v + f->n_link, &n, e) : lu_nomem(e);
	if (!rc) f->n_link += n;
	return rc;
}

static lu_code unpack_links(struct search *f, lu_str packed, lu_ref **out, size_t *n, lu_err *e)
{
	*out = lu_arena_calloc(f->a, lu__packed_count(packed), sizeof **out);
	return *out ? lu__unpack_refs(packed, f->a, *out, n, e) : lu_nomem(e);
}

/* Do links of another language write a name that is not that of a module alone, or what may be the module's file, "name.py"? */
static bool links_otherwise(const struct search *f, lu_str links)
{
	for (size_t i = 0; i < f->names.n; i++) {
		lu_str name = f->names.v[i];
		bool module = false;

		for (size_t k = 0; k < f->tails.n && !module; k++)
			module = lu_str_eq(lu_str_after_last(f->tails.v[k], '/'), name);
		for (const char *p = links.s, *end = p + links.n; (p = memmem(p, (size_t)(end - p), name.s, name.n));
		     p++)
			if (!module || (p + name.n < end && p[name.n] == '.')) return true;
	}
	return false;
}

/* The row's links write one of the names: then it reaches further than the files that write it, for Python by local names
 * alone. */
static lu_code add_importer(struct search *f, sqlite3_stmt *st, bool *any, lu_err *e)
{
	lu_str links = lu__text(st, 3);
	lu_ref *ref = NULL;
	size_t n = 0;
	lu_code rc;

	if (lu__language_of_names(lu__text(st, 5))->modules != LU__MODULES_DOTTED) {
		f->every = links_otherwise(f, links);
		return LU_OK;
	}
	links = lu_arena_dup(f->a, links);
	rc = links.s ? unpack_links(f, links, &ref, &n, e) : lu_nomem(e);
	return rc ? rc
		  : lu__modules_add(&f->modules, sqlite3_column_int64(st, 0), lu__text(st, 1), ref, n, &f->names,
				    &f->tails, f->a, any, &f->every, e);
}

/* Is the file of the row due? */
static lu_code read_row(struct search *f, sqlite3_stmt *st, lu_err *e)
{
	bool writes = false;
	lu_code rc = LU_OK;

	if (lu__holds_sought(&f->sought, lu__text(st, 3))) rc = add_importer(f, st, &writes, e);
	if (rc || f->every || !f->names.n) return rc;
	if (!writes && !is_writer(st, &f->sought)) return LU_OK;
	return may_be_due(f, st) ? add_due(f, sqlite3_column_int64(st, 0), e) : LU_OK;
}

static const char rows[] = "SELECT o.file, f.path, o.symbols, o.links, o.calls, f.language FROM outline o JOIN file f"
			   " ON f.id = o.file AND f.tenant = o.tenant AND f.kb = o.kb WHERE o.tenant = ? AND"
			   " o.kb = ?";

/* List the writers, or keep what must be known of all files. */
static lu_code read_rows(struct search *f, bool writers, bool keep, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(f->s, rows, &st, e, "k");

	while (!rc && !f->every && !(rc = lu__step(f->s, st, "read the outlines", e))) {
		if (writers) rc = read_row(f, st, e);
		if (!rc && !f->every && keep) rc = keep_row(f, st, e);
	}
	return lu__end(st, rc);
}

#define ROUNDS 16 /* fields that are told by each other */

/* What has a type by name is told by it, as what has the type of an expression is by the names in that. */
static lu_code add_of_types(struct search *f, lu_str symbols, const struct lu__sought *w, lu_strs *names, lu_err *e)
{
	lu_symbol *sym;
	size_t n = 0;
	lu_code rc;

	symbols = lu_arena_dup(f->a, symbols);
	sym = lu_arena_calloc(f->a, symbols.s ? lu__packed_count(symbols) : 0, sizeof *sym);
	if (!symbols.s || !sym) return lu_nomem(e);
	rc = lu__unpack_symbols(symbols, lu_strz(""), lu_strz(""), f->a, sym, &n, e);
	return rc ? rc : lu__add_typed(sym, n, w, names, f->a, e);
}

/* Add the fields whose types are told by the names, of which there may be `most`. */
static lu_code add_told(struct search *f, lu_strs *names, bool types, size_t most, lu_err *e)
{
	size_t had = 0;
	lu_code rc = LU_OK;

	for (int round = 0; names->n > had && !rc && !f->every; round++) {
		sqlite3_stmt *st = NULL;
		struct lu__sought w;

		had = names->n;
		f->every = round == ROUNDS || names->n > most;
		/* what is found now is looked for in the next round */
		rc = lu__sought_make(&w, names->v, names->n, f->a, e);
		if (!rc) rc = lu__stmt(f->s, "SELECT symbols FROM outline WHERE tenant = ? AND kb = ?", &st, e, "k");
		while (!rc && !f->every && !(rc = lu__step(f->s, st, "read the outlines", e))) {
			lu_str symbols = lu__text(st, 0);

			if (!lu__holds_sought(&w, symbols)) continue;
			rc = lu__add_told(symbols, &w, names, f->a, e);
			if (!rc && types) rc = add_of_types(f, symbols, &w, names, e);
			f->every = names->n > most;
		}
		rc = lu__end(st, rc);
	}
	return rc;
}

/* What has its type from an imported name. */
static lu_code find_typed(struct search *f, const struct lu__module *m, lu_strs *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	struct lu__sought w;
	lu_str symbols;
	lu_symbol *sym;
	size_t n = 0;
	lu_code rc = lu__stmt(f->s, "SELECT symbols FROM outline WHERE tenant = ? AND kb = ? AND file = ?", &st, e,
			      "ki", m->file);

	if (!rc) rc = lu__file_text(f->s, st, m->file, f->a, &symbols, "read an outline", e);
	if (rc) return rc == LU_ENOENT ? LU_OK : rc;
	if (!(sym = lu_arena_calloc(f->a, lu__packed_count(symbols), sizeof *sym))) return lu_nomem(e);
	rc = lu__unpack_symbols(symbols, lu_strz(""), lu_strz(""), f->a, sym, &n, e);
	if (!rc) rc = lu__sought_make(&w, m->names.v, m->names.n, f->a, e);
	return rc ? rc : lu__add_typed(sym, n, &w, out, f->a, e);
}

static bool is_asker(const struct search *f, size_t i)
{
	return !f->narrow || lu__is_reader(f->reader, f->n_reader, f->file[i]) ||
	       hold_any(f->calls[i], &f->changes.came);
}

/* A star import hands on names as they are: then they are names like all others. */
static lu_code find_askers(struct search *f, lu_err *e)
{
	lu_strs star = { 0 }, typed = { 0 };
	lu_code rc = lu__modules_learn(&f->modules, f->link, f->n_link, f->a, &f->every, e);

	for (size_t i = 0; i < f->modules.n && !rc; i++) {
		const struct lu__module *m = &f->modules.v[i];

		for (size_t k = 0; k < m->names.n && m->star; k++) {
			lu_str *w = lu_arena_grow(f->a, star.v, star.n, sizeof *w);

			if (!w) return lu_nomem(e);
			(star.v = w)[star.n++] = m->names.v[k];
		}
	}
	for (size_t i = 0; i < f->modules.n && !rc && !f->every; i++) rc = find_typed(f, &f->modules.v[i], &typed, e);
	if (!rc) rc = add_told(f, &typed, f->types, LU__MANY_IMPORTED, e);
	for (size_t i = 0; i < f->n_file && !rc && !f->every; i++)
		if (hold_any(f->calls[i], &typed) && is_asker(f, i)) rc = add_due(f, f->file[i], e);
	for (size_t i = 0; i < f->n_link && !f->every; i++)
		f->every = hold_any(f->link[i].name, &star) || hold_any(f->link[i].alias, &star);
	for (size_t i = 0; i < f->n_file && !rc && !f->every; i++)
		if ((lu__modules_ask(&f->modules, f->calls[i]) || hold_any(f->calls[i], &star)) && is_asker(f, i))
			rc = add_due(f, f->file[i], e);
	return rc;
}

static lu_code note_due(struct search *f, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < f->n_due && !rc; i++) rc = lu__note_dirty(f->s, f->due[i], e);
	return rc;
}

static lu_code find_writers(struct search *f, lu_err *e)
{
	bool keep = f->modules.n;
	lu_code rc = add_told(f, &f->names, f->types, LU__MANY_NAMES, e);

	if (!rc) rc = lu__sought_make(&f->sought, f->names.v, f->names.n, f->a, e);
	if (!rc) rc = read_rows(f, true, keep, e);
	if (!rc && f->modules.n && !keep) rc = read_rows(f, false, true, e);
	if (!rc && f->modules.n && !f->every) rc = find_askers(f, e);
	return rc || f->every ? rc : note_due(f, e);
}

/* Who has read what changed? */
static lu_code find_readers(struct search *f, lu_err *e)
{
	lu_code rc;

	if (!f->changes.any || f->changes.every) return LU_OK;
	rc = lu__readers(f->s, &f->changes, f->a, &f->reader, &f->n_reader, e);
	if (!rc) rc = lu__sought_make(&f->came, f->changes.came.v, f->changes.came.n, f->a, e);
	f->narrow = !rc && !f->changes.every;
	return rc;
}

/* List who writes a name that came. */
static lu_code read_came(struct search *f, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(f->s, rows, &st, e, "k");

	while (!rc && !(rc = lu__step(f->s, st, "read the outlines", e)))
		if (is_writer(st, &f->came)) rc = add_due(f, sqlite3_column_int64(st, 0), e);
	return lu__end(st, rc);
}

/* Names do not tell: all readers are due, and who writes a name that came. */
static lu_code take_readers(struct search *f, lu_err *e)
{
	lu_code rc = LU_OK;

	f->every = false;
	f->n_due = 0;
	for (size_t i = 0; i < f->n_reader && !rc; i++) rc = add_due(f, f->reader[i], e);
	if (!rc && f->came.n) rc = read_came(f, e);
	return rc ? rc : note_due(f, e);
}

#define FEW 24 /* readers that are answered sooner than writers are looked for */

lu_code lu_store_dirty(lu_store *s, bool by_reads, bool *any, bool *all, lu_err *e)
{
	lu_arena a = { 0 };
	struct search f = { .s = s, .a = &a };
	sqlite3_stmt *st = NULL;
	int64_t due = 0;
	lu_code rc = lu__need_kb(s, e);

	if (!rc) rc = read_touched(&f, e);
	if (!rc && by_reads) rc = find_readers(&f, e);
	f.every = !rc && f.names.n && (!f.names.v[0].n || f.names.n > LU__MANY_NAMES);
	f.every |= f.narrow && f.n_reader <= FEW && !f.came.n;
	if (!rc && f.names.n && !f.every) rc = lu__modules_read(s, &f.names, &a, &f.modules, e);
	if (!rc && (f.names.n || f.modules.n) && !f.every) rc = find_writers(&f, e);
	if (!rc && f.every && f.narrow) rc = take_readers(&f, e);
	if (!rc) rc = lu__stmt(s, "SELECT EXISTS(SELECT 1 FROM due WHERE tenant = ? AND kb = ?)", &st, e, "k");
	if (!rc) rc = lu__int(s, st, 0, &due, "look for what is due", e);
	lu_arena_free(&a);
	if (rc) return rc;
	*all = f.every;
	*any = f.every || due;
	return LU_OK;
}
