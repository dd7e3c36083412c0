/* SPDX-License-Identifier: MIT
 * What an edit reaches.
 *
 * The answer to a reference depends on the names that it writes, on the imports of its file whose local names
 * those are, and on the bases of the types that it meets on the way. So an edit that leaves the imports and
 * bases of its file alone, and that adds and removes only things without members of their own, can change the
 * answers of its own references and of those that write a name that came or went. What an edit of imports alone
 * reaches, imported.c tells for Python. There types come and go by name, too: who has one as a base writes its name in
 * its links, and who has a value of one writes it, or the name of what is told to give one. So do files whose name is that
 * of no package. Of every other edit names do not tell what it reaches: then all files are due that have read what it changed, or, where
 * that is not known (reached.c), all. */
#include <stdlib.h>

#include "core/sorting.h"
#include "core/type_text.h"
#include "language/row.h"
#include "lucus/hash.h"
#include "core/type_takes.h"
#include "store/imported.h"
#include "store/internal.h"
#include "store/outline.h"
#include "store/reached.h"
#include "store/told.h"

struct shape {
	uint64_t key, name; /* hashes of all that counts, and of the simple name alone */
	size_t at;          /* its place in the file */
	const lu_symbol *sym;
};

static uint64_t mix(uint64_t h, lu_str s)
{
	return lu_hash64(s, h * 31 + 1);
}

static const lu_symbol *find_symbol(const lu_symbol **v, size_t n, int64_t id)
{
	const int64_t *key = &id;
	const lu_symbol **hit = n ? bsearch(&key, v, n, sizeof *v, lu_int64_at_order) : NULL;

	return hit ? *hit : NULL;
}

static int by_name(const void *px, const void *py)
{
	const struct shape *x = px, *y = py;

	if (x->name != y->name) return x->name < y->name ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

/* What others can see of each symbol; `ids` are the symbols by id. The row is a part of it: records of other
 * tools may give a thing that stays the same another id. */
static lu_code shapes(const struct lu__drawn *o, lu_arena *a, struct shape **out, const lu_symbol ***ids, lu_err *e)
{
	struct shape *v = lu_arena_calloc(a, o->n_sym, sizeof *v);
	const lu_symbol **s = lu_arena_calloc(a, o->n_sym, sizeof *s);

	if (!v || !s) return lu_nomem(e);
	for (size_t i = 0; i < o->n_sym; i++) s[i] = &o->sym[i];
	if (o->n_sym) qsort(s, o->n_sym, sizeof *s, lu_int64_at_order);
	for (size_t i = 0; i < o->n_sym; i++) {
		const lu_symbol *y = &o->sym[i], *parent = find_symbol(s, o->n_sym, y->parent);
		uint64_t h = lu_hash64(y->type, (uint64_t)y->is_static * 2 + (uint64_t)y->is_prototype +
							(uint64_t)y->is_test * 4 + (uint64_t)y->is_property * 8 +
							(uint64_t)y->own_name * 16);

		h = mix(h * 31 + (uint64_t)y->least * 256 + y->most, y->takes);
		h = mix(mix(h + (uint64_t)y->id * 8, y->name), y->language);
		if (!lu__has_fields(y)) h = mix(h, y->gives);
		v[i] = (struct shape){ .key = parent ? mix(mix(h, parent->type), parent->name) : h,
				       .name = lu_hash64(lu_simple_name(y->name), 1),
				       .at = i,
				       .sym = y };
	}
	*out = v;
	*ids = s;
	return LU_OK;
}

static bool same_links(const struct lu__drawn *x, const lu_symbol **xs, const struct lu__drawn *y, const lu_symbol **ys)
{
	if (x->n_link != y->n_link) return false;
	for (size_t i = 0; i < x->n_link; i++) {
		const lu_ref *p = &x->link[i], *q = &y->link[i];
		const lu_symbol *a = find_symbol(xs, x->n_sym, p->src), *b = find_symbol(ys, y->n_sym, q->src);

		if (!a || !b || !lu_str_eq(a->name, b->name) || p->kind != q->kind || !lu_str_eq(p->name, q->name) ||
		    !lu_str_eq(p->module, q->module) || !lu_str_eq(p->alias, q->alias) ||
		    !lu_str_eq(p->target_id, q->target_id))
			return false;
	}
	return true;
}

static bool is_dotted(const lu_symbol *s)
{
	return lu__language_of_names(s->language)->modules == LU__MODULES_DOTTED;
}

/* Can only those who write its name tell whether it is there? Not of what has members, which in some languages
 * are functions and variables too. */
static bool is_leaf(const lu_symbol *s)
{
	static const char *const member[] = { "method", "prototype", "property", "test", NULL };
	static const char *const plain[] = { "function", "constant", "field", "variable", "macro", NULL };
	unsigned rules = lu__language_of_names(s->language)->rules;

	if (!lu_json_is_plain(s->name)) return false;
	if (lu_str_starts(s->gives, "namespace ")) return false;
	if (lu_str_eqz(s->type, "macro") && s->gives.n && memchr(s->gives.s, '*', s->gives.n)) return false;
	return lu_str_one_of(s->type, member) || (lu_str_one_of(s->type, plain) && !(rules & LU__RULE_OBJECTS));
}

static lu_code touch(lu_store *s, lu_str name, lu_err *e)
{
	lu_code rc;

	s->n_touched++;
	if (s->touched && s->in_txn) return LU_OK;
	rc = lu__touched_write(s, name, e);
	if (!rc && !name.n) s->touched = true;
	return rc;
}

/* Names do not tell what is reached. */
static lu_code touch_every(lu_store *s, lu_err *e)
{
	return touch(s, lu_strn("", 0), e);
}

lu_code lu__touch_all(lu_store *s, lu_err *e)
{
	lu_code rc = touch_every(s, e);

	return rc ? rc : lu__touch_unread(s, e);
}

/* Note a thing that came or went; everything, when those who write its name are not all that it reaches. */
static lu_code touch_symbol(lu_store *s, const lu_symbol *sym, lu_err *e)
{
	bool type = lu_str_eqz(sym->type, "class") && is_dotted(sym) && lu_json_is_plain(sym->name);
	lu_code rc = type ? touch(s, lu_strz(LU__TOUCHED_TYPES), e) : LU_OK;

	if (!type && !is_leaf(sym)) return touch_every(s, e);
	return rc ? rc : touch(s, lu_simple_name(sym->name), e);
}

/* Note the names of the symbols that only one side has. */
static lu_code touch_changes(lu_store *s, struct shape *x, size_t nx, struct shape *y, size_t ny, lu_err *e)
{
	size_t i = 0, k = 0, n = 0;
	lu_code rc = LU_OK;

	if (nx) qsort(x, nx, sizeof *x, lu_uint64_order);
	if (ny) qsort(y, ny, sizeof *y, lu_uint64_order);
	while ((i < nx || k < ny) && !rc) {
		const lu_symbol *sym;

		if (i < nx && k < ny && x[i].key == y[k].key) {
			i++;
			k++;
			continue;
		}
		if (k == ny || (i < nx && x[i].key < y[k].key)) sym = x[i++].sym;
		else sym = y[k++].sym;
		rc = ++n > LU__MANY_NAMES ? touch_every(s, e) : touch_symbol(s, sym, e);
	}
	return rc;
}

/* Symbols of one name that changed places: twins got each other's row, and several candidates another order. */
static lu_code touch_moves(lu_store *s, struct shape *x, size_t nx, struct shape *y, size_t ny, lu_err *e)
{
	size_t n = 0;
	lu_code rc = LU_OK;

	if (nx) qsort(x, nx, sizeof *x, by_name);
	if (ny) qsort(y, ny, sizeof *y, by_name);
	for (size_t i = 0, k = 0; i < nx && k < ny && !rc;) {
		if (x[i].name == y[k].name && x[i].key != y[k].key) {
			if (++n > LU__MANY_NAMES) return touch_every(s, e);
			rc = touch_symbol(s, x[i].sym, e);
			if (!rc) rc = touch_symbol(s, y[k].sym, e);
		}
		if (x[i].name < y[k].name) i++;
		else if (x[i].name > y[k].name) k++;
		else i++, k++;
	}
	return rc;
}

/* Is it no field, but something of the type itself, which nobody writes? */
static bool is_of_type(lu_str field)
{
	return lu_str_eqz(field, "using") || lu_str_eqz(field, LU_FIELD_CALLED) || lu_str_eqz(field, LU_FIELD_LIST) ||
	       lu_str_eqz(field, LU_FIELD_PARAMETERS) || lu_str_starts(field, "^");
}

/* Fields that came, went or changed their type. */
static lu_code touch_fields(lu_store *s, const lu_symbol **x, size_t nx, const lu_symbol **y, size_t ny, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t k = 0; k < ny && !rc; k++) {
		const lu_symbol *was = find_symbol(x, nx, y[k]->id);
		lu_str old = was ? was->gives : lu_strn("", 0), new = y[k]->gives;

		if (!was || !lu__has_fields(was) || !lu__has_fields(y[k]) || lu_str_eq(old, new)) continue;
		for (int side = 0; side < 2; side++) {
			lu_str rest = side ? new : old, other = side ? old : new;

			while (rest.n && !rc) {
				lu_str field = lu_str_take(&rest, ';'), name = lu_str_before_first(field, ':');

				if (!lu_str_eq(lu_field_type(other, name), lu_field_type(field, name)))
					rc = is_of_type(name) ? touch_every(s, e) : touch(s, name, e);
			}
		}
	}
	return rc;
}

/* The local names of imports that came, went or changed; everything when they may be seen otherwise than by name. */
static lu_code touch_links(lu_store *s, int64_t file, const struct lu__drawn *old, const struct lu__drawn *new,
			   lu_arena *a, lu_err *e)
{
	lu_strs names = { 0 };
	bool all = !new->n_sym || lu__language_of_names(new->sym[0].language)->modules != LU__MODULES_DOTTED;
	lu_code rc = LU_OK;

	if (!all) rc = lu__imports_differ(old->link, old->n_link, new->link, new->n_link, a, &names, &all, e);
	if (!rc && (all || names.n > LU__MANY_IMPORTED)) return touch_every(s, e);
	for (size_t i = 0; i < names.n && !rc; i++) {
		lu_str text;

		rc = lu__import_note(file, names.v[i], a, &text, e);
		if (!rc) rc = touch(s, text, e);
	}
	return rc;
}

/* A constructor, what makes objects instead of it, or what runs when an object is called: who calls it writes another name. */
static bool is_called_otherwise(const lu_symbol *s)
{
	const lu_language *l = lu__language_of_names(s->language);
	lu_str name = lu_simple_name(s->name);

	return (l->constructor && *l->constructor && lu_str_eqz(name, l->constructor)) ||
	       (l->called && lu_str_eqz(name, l->called)) || (is_dotted(s) && lu_str_eqz(name, "__new__"));
}

/* Is its class not there on the other side, so that it is noted by its name? */
static bool is_with_class(const lu_symbol *s, const lu_symbol **y, size_t ny)
{
	return is_dotted(s) && s->parent && !find_symbol(y, ny, s->parent);
}

/* Does one side have a constructor that the other lacks, or what is called by the name of an object? Who calls its class, or one that
 * inherits it, does not write its name. */
static bool other_constructors(const struct lu__drawn *x, const lu_symbol **y, size_t ny)
{
	for (size_t i = 0; i < x->n_sym; i++) {
		const lu_symbol *s = &x->sym[i], *same;

		if (!is_called_otherwise(s) || is_with_class(s, y, ny)) continue;
		same = find_symbol(y, ny, s->id);
		if (!same || !lu_str_eq(same->name, s->name) || !lu_str_eq(same->type, s->type) ||
		    !lu_str_eq(same->takes, s->takes) || !lu_str_eq(same->gives, s->gives))
			return true;
	}
	return false;
}

static lu_code touch_names(lu_store *s, int64_t file, const struct lu__drawn *old, const struct lu__drawn *new,
			   lu_arena *a, lu_err *e)
{
	struct shape *x, *y;
	const lu_symbol **xs, **ys;
	lu_code rc = shapes(old, a, &x, &xs, e);

	if (!rc) rc = shapes(new, a, &y, &ys, e);
	if (rc) return rc;
	if (other_constructors(old, ys, new->n_sym) || other_constructors(new, xs, old->n_sym))
		return touch_every(s, e);
	if (!same_links(old, xs, new, ys)) rc = touch_links(s, file, old, new, a, e);
	if (!rc) rc = touch_fields(s, xs, old->n_sym, ys, new->n_sym, e);
	if (!rc) rc = touch_changes(s, x, old->n_sym, y, new->n_sym, e);
	return rc ? rc : touch_moves(s, x, old->n_sym, y, new->n_sym, e);
}

lu_code lu__touch_differences(lu_store *s, int64_t file, const struct lu__drawn *old, const struct lu__drawn *new,
			      lu_arena *a, lu_err *e)
{
	uint64_t had = s->n_touched;
	lu_code rc = touch_names(s, file, old, new, a, e);

	return rc || s->n_touched == had ? rc : lu__note_change(s, file, old, new, a, e);
}

/* How a module that came or went is noted: by its path without an extension; empty for a package, and what is none by its name. */
static lu_code module_note(lu_store *s, int64_t file, lu_arena *a, lu_str *out, lu_err *e)
{
	lu_buf b = LU_BUF;
	lu_str path, name;
	lu_code rc = lu_store_file_path(s, file, a, &path, e);

	if (rc) return rc;
	name = lu_str_before_last(lu_str_after_last(path, '/'), '.');
	path.n = (size_t)(name.s - path.s) + name.n;
	*out = lu_strz("");
	if (!name.n || lu_str_eqz(name, "__init__") || !lu_json_is_plain(name)) return LU_OK;
	lu_buf_addf(&b, LU__TOUCHED_MODULE "%.*s", LU_FMT(path));
	*out = lu_arena_keep(a, &b);
	return out->s ? LU_OK : lu_nomem(e);
}

lu_code lu__touch_file(lu_store *s, int64_t file, const struct lu__drawn *o, bool gone, lu_arena *a, lu_err *e)
{
	lu_str note = lu_strz("");
	lu_code rc = lu__note_change(s, file, gone ? o : NULL, gone ? NULL : o, a, e);

	if (rc || (s->touched && s->in_txn)) return rc;
	if (o->n_sym && o->n_sym <= LU__MANY_NAMES && is_dotted(o->sym)) rc = module_note(s, file, a, &note, e);
	s->n_came += (int)o->n_sym + 1;
	if (!rc && (!note.n || s->n_came > LU__MANY_NAMES)) return touch_every(s, e);
	if (!rc) rc = touch(s, note, e);
	for (size_t i = 0; i < o->n_sym && !rc && !(s->touched && s->in_txn); i++)
		if (!lu_str_eqz(o->sym[i].type, "module")) rc = touch_symbol(s, &o->sym[i], e);
	return rc;
}
