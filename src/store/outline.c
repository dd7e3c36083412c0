/* SPDX-License-Identifier: MIT
 * Outlines: what the resolver needs of each file, and what an edit touches.
 *
 * The answer to a reference depends on the names that it writes, on the imports of its file whose local names
 * those are, and on the bases of the types that it meets on the way. So an edit that leaves the imports and
 * bases of its file alone, and that adds and removes only things without members of their own, can change the
 * answers of its own references and of those that write a name that came or went. What an edit of imports alone
 * reaches, imported.c tells for Python. Every other edit makes all files due: that is slower and always right. */
#include <stdlib.h>

#include "core/ascii.h"
#include "core/type_text.h"
#include "language/row.h"
#include "lucus/hash.h"
#include "store/told.h"
#include "store/imported.h"
#include "store/internal.h"
#include "store/pack.h"

static bool prefix_word(lu_str s, const char *word)
{
	size_t n = strlen(word);

	return lu_str_starts(s, word) && s.n > n && lu_is_blank(s.s[n]);
}

/* Python's @overload declares a signature; the function without it is the definition. */
static bool is_prototype(const lu_element *el)
{
	if (lu_str_eqz(el->type, "prototype")) return true;
	for (size_t i = 0; i < el->decorators.n; i++)
		if (lu_str_ends(el->decorators.v[i], "overload")) return true;
	return false;
}

static bool is_property(const lu_element *el)
{
	for (size_t i = 0; i < el->decorators.n; i++)
		if (lu_str_ends(el->decorators.v[i], "property")) return true;
	return false;
}

static bool is_test(const lu_element *el)
{
	for (size_t i = 0; i < el->decorators.n; i++)
		if (lu_marks_test(el->decorators.v[i])) return true;
	return false;
}

struct outline {
	lu_symbol *sym;
	lu_ref *link;
	size_t n_sym, n_link;
	int64_t listed;
};

/* How many arguments it takes. A parameter with dots or a star takes any number of them. */
static void count_parameters(const lu_element *el, lu_symbol *s)
{
	size_t least = 0;
	bool any = false, type = el->parameters.n && lu__takes_arguments(el); /* a type whose head is a constructor */

	if (!type && !lu_str_eqz(el->type, "method") && !lu_str_eqz(el->type, "function")) return;
	if (el->parameters.n >= UINT8_MAX) return;
	/* C#'s extensions are called with one argument less, and with as many */
	if (el->signature.n && memmem(el->signature.s, el->signature.n, "(this ", 6)) return;
	for (size_t i = 0; i < el->parameters.n; i++) {
		const lu_param *p = &el->parameters.v[i];
		bool rest = lu__takes_many(p->type) || lu_str_ends(p->type, "...") || lu_str_starts(p->name, "...") ||
			    lu_str_starts(p->name, "*");

		any |= rest;
		least += !rest && !p->def.n;
	}
	s->least = (uint8_t)(least + 1);
	s->most = any ? 0 : (uint8_t)(el->parameters.n + 1);
}

static lu_symbol symbol_of(const lu_stored *v)
{
	lu_symbol s = { .id = v->id,
			.parent = v->parent_id,
			.type = v->el.type,
			.name = v->el.name,
			.language = v->el.language,
			.is_static = prefix_word(v->el.signature, "static"),
			.is_prototype = is_prototype(&v->el),
			.is_property = is_property(&v->el),
			.is_test = is_test(&v->el) };

	count_parameters(&v->el, &s);
	return s;
}

/* What is known of a reference's target. */
static lu_ref aim(lu_ref r, const lu_link *k)
{
	if (k) r.by = k->by.n ? k->by.s : "given";
	if (k) r.target_id = k->target;
	return r;
}

/* A link that is no call, no base and no import: it stands for itself. */
static bool is_use(const lu_element *el, const lu_link *k)
{
	if (!lu_str_eqz(k->kind, "DEPENDS_ON")) return false;
	for (size_t i = 0; i < el->imports.n; i++) {
		const lu_import *m = &el->imports.v[i];

		if (m->line == k->line && lu_str_eq(m->name.n ? m->name : m->module, k->name) &&
		    lu_link_find(el, "DEPENDS_ON", k->name, k->line) == k)
			return false;
	}
	return true;
}

static int by_row(const void *px, const void *py)
{
	const lu_stored *x = *(const lu_stored *const *)px, *y = *(const lu_stored *const *)py;

	return (x->id > y->id) - (x->id < y->id);
}

#define AROUND 8 /* elements, one in another, whose type parameters are looked at */

/* The element, and those around it. */
static size_t with_around(const lu_stored *v, const lu_stored **row, size_t n, const lu_element **in)
{
	size_t m = 0;

	for (const lu_stored *at = v; at && m < AROUND;) {
		lu_stored key = { .id = at->parent_id };
		const lu_stored *k = &key, **up = NULL;

		in[m++] = &at->el;
		if (key.id) up = bsearch(&k, row, n, sizeof *row, by_row);
		at = up ? *up : NULL;
	}
	return m;
}

/* What the symbols give, of which there is one for each element. */
static lu_code add_types(const lu_stored *v, size_t n, lu_arena *a, struct outline *o, lu_err *e)
{
	const lu_stored **row = lu_arena_calloc(a, n, sizeof(const lu_stored *));
	lu_code rc = LU_OK;

	if (!row) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) row[i] = &v[i];
	if (n) qsort(row, n, sizeof *row, by_row);
	for (size_t i = 0; i < n && !rc; i++) {
		const lu_element *in[AROUND];
		size_t n_in = with_around(&v[i], row, n, in);

		if (lu_str_eqz(v[i].el.type, "macro")) o->sym[i].gives = lu__gives_of_macro(&v[i].el, a);
		else if (lu_str_eqz(v[i].el.type, "type") && lu_str_starts(v[i].el.signature, "using "))
			o->sym[i].gives = lu__gives_of_alias(&v[i].el, a);
		else if (v[i].el.return_type.n) o->sym[i].gives = lu__gives_of_call(in, n_in, a);
		else if (lu__gives_what_returns(&v[i].el)) rc = lu__gives_of_returned(&v[i].el, a, &o->sym[i].gives, e);
		else rc = lu__gives_of_fields(&v[i].el, a, &o->sym[i].gives, e);
		if (!rc && lu_str_starts(o->sym[i].gives, "():"))
			o->sym[i].gives = lu_field_type(o->sym[i].gives, lu_strz("()"));
		o->sym[i].takes = lu__takes_of_call(in, n_in, a);
		if (!rc && (!o->sym[i].gives.s || !o->sym[i].takes.s)) rc = lu_nomem(e);
	}
	return rc;
}

static lu_code outline_of(const lu_stored *v, size_t n, lu_arena *a, struct outline *o, lu_err *e)
{
	size_t links = 0;

	for (size_t i = 0; i < n; i++) links += v[i].el.imports.n + v[i].el.base_classes.n + v[i].el.links.n;
	o->sym = lu_arena_calloc(a, n, sizeof *o->sym);
	o->link = lu_arena_calloc(a, links, sizeof *o->link);
	if (!o->sym || !o->link) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		const lu_element *el = &v[i].el;

		o->sym[o->n_sym++] = symbol_of(&v[i]);
		for (size_t k = 0; k < el->imports.n; k++) {
			const lu_import *m = &el->imports.v[k];

			o->link[o->n_link++] =
				aim((lu_ref){ .src = v[i].id,
					      .kind = LU_EDGE_DEPENDS_ON,
					      .name = m->name,
					      .module = m->module,
					      .alias = m->alias,
					      .line = m->line,
					      .count = 1 },
				    lu_link_find(el, "DEPENDS_ON", m->name.n ? m->name : m->module, m->line));
		}
		for (size_t k = 0; k < el->base_classes.n; k++)
			o->link[o->n_link++] =
				aim((lu_ref){ .src = v[i].id,
					      .kind = LU_EDGE_INHERITS_FROM,
					      .name = el->base_classes.v[k],
					      .line = el->start_line,
					      .count = 1 },
				    lu_link_find(el, "INHERITS_FROM", el->base_classes.v[k], el->start_line));
		for (size_t k = 0; k < el->links.n; k++)
			if (is_use(el, &el->links.v[k]))
				o->link[o->n_link++] = aim((lu_ref){ .src = v[i].id,
								     .kind = LU_EDGE_DEPENDS_ON,
								     .name = el->links.v[k].name,
								     .line = el->links.v[k].line,
								     .count = el->links.v[k].count },
							   &el->links.v[k]);
	}
	return add_types(v, n, a, o, e);
}

static void pack_outline(const struct outline *o, lu_str language, lu_jw *symbols, lu_jw *links)
{
	lu_jw_open(symbols, NULL, '[');
	for (size_t i = 0; i < o->n_sym; i++) lu__pack_symbol(symbols, &o->sym[i], language);
	lu_jw_close(symbols, ']');
	lu_jw_open(links, NULL, '[');
	for (size_t i = 0; i < o->n_link; i++) lu__pack_ref(links, &o->link[i]);
	lu_jw_close(links, ']');
}

static void pack_call(lu_jw *w, int64_t src, const lu_element *el, const lu_call *c)
{
	lu_ref r = aim((lu_ref){ .src = src,
				 .kind = LU_EDGE_CALLS,
				 .name = c->name,
				 .receiver = c->receiver,
				 .line = c->line,
				 .count = c->count,
				 .args = c->args,
				 .types = c->types },
		       lu_link_find(el, "CALLS", c->name, c->line));

	lu__pack_ref(w, &r);
}

static void pack_calls(const lu_stored *v, size_t n, lu_jw *calls)
{
	lu_jw_open(calls, NULL, '[');
	for (size_t i = 0; i < n; i++) {
		const lu_element *el = &v[i].el;

		for (size_t k = 0; k < el->calls.n; k++) pack_call(calls, v[i].id, el, &el->calls.v[k]);
		for (size_t k = 0; k < el->mentions.n; k++)
			lu__pack_ref(calls, &(lu_ref){ .src = v[i].id,
						       .kind = LU_EDGE_DOCUMENTS,
						       .name = el->mentions.v[k].name,
						       .line = el->mentions.v[k].line,
						       .count = el->mentions.v[k].count });
	}
	lu_jw_close(calls, ']');
}

/* ---- what an edit reaches ---- */

struct shape {
	uint64_t key, name; /* hashes of all that counts, and of the simple name alone */
	size_t at;          /* its place in the file */
	const lu_symbol *sym;
};

static uint64_t mix(uint64_t h, lu_str s)
{
	return lu_hash64(s, h * 31 + 1);
}

static int by_id(const void *px, const void *py)
{
	const lu_symbol *x = *(const lu_symbol *const *)px, *y = *(const lu_symbol *const *)py;

	return (x->id > y->id) - (x->id < y->id);
}

static const lu_symbol *find_symbol(const lu_symbol **v, size_t n, int64_t id)
{
	lu_symbol key = { .id = id };
	const lu_symbol *k = &key, **hit = n ? bsearch(&k, v, n, sizeof *v, by_id) : NULL;

	return hit ? *hit : NULL;
}

static int by_key(const void *px, const void *py)
{
	const struct shape *x = px, *y = py;

	return (x->key > y->key) - (x->key < y->key);
}

static int by_name(const void *px, const void *py)
{
	const struct shape *x = px, *y = py;

	if (x->name != y->name) return x->name < y->name ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

/* What others can see of each symbol; `ids` are the symbols by id. The row is a part of it: records of other
 * tools may give a thing that stays the same another id. */
static lu_code shapes(const struct outline *o, lu_arena *a, struct shape **out, const lu_symbol ***ids, lu_err *e)
{
	struct shape *v = lu_arena_calloc(a, o->n_sym, sizeof *v);
	const lu_symbol **s = lu_arena_calloc(a, o->n_sym, sizeof *s);

	if (!v || !s) return lu_nomem(e);
	for (size_t i = 0; i < o->n_sym; i++) s[i] = &o->sym[i];
	if (o->n_sym) qsort(s, o->n_sym, sizeof *s, by_id);
	for (size_t i = 0; i < o->n_sym; i++) {
		const lu_symbol *y = &o->sym[i], *parent = find_symbol(s, o->n_sym, y->parent);
		uint64_t h = lu_hash64(y->type, (uint64_t)y->is_static * 2 + (uint64_t)y->is_prototype +
							(uint64_t)y->is_test * 4 + (uint64_t)y->is_property * 8);

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

static bool same_links(const struct outline *x, const lu_symbol **xs, const struct outline *y, const lu_symbol **ys)
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

static bool is_one_of(lu_str s, const char *const *v)
{
	while (*v && !lu_str_eqz(s, *v)) v++;
	return *v != NULL;
}

/* Can only those who write its name tell whether it is there? Not of what has members, which in some languages
 * are functions and variables too. A name that JSON escapes is not found in packed text. */
static bool is_leaf(const lu_symbol *s)
{
	static const char *const member[] = { "method", "prototype", "property", "test", NULL };
	static const char *const plain[] = { "function", "constant", "variable", "macro", NULL };
	unsigned rules = lu__language_of_names(s->language)->rules;

	for (size_t i = 0; i < s->name.n; i++)
		if ((unsigned char)s->name.s[i] < 0x20 || strchr("\"\\\x7f", s->name.s[i])) return false;
	if (lu_str_starts(s->gives, "namespace ")) return false;
	if (lu_str_eqz(s->type, "macro") && s->gives.n && memchr(s->gives.s, '*', s->gives.n)) return false;
	return is_one_of(s->type, member) || (is_one_of(s->type, plain) && !(rules & LU__RULE_OBJECTS));
}

static lu_code touch(lu_store *s, lu_str name, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc;

	if (s->touched && s->in_txn) return LU_OK;
	rc = lu__stmt(s, "INSERT OR IGNORE INTO touched(tenant, kb, name) VALUES(?, ?, ?)", &st, e, "kt", name);
	if (!rc) rc = lu__run(s, st, "note a name", e);
	if (!rc && !name.n) s->touched = true;
	return rc;
}

static lu_code touch_all(lu_store *s, lu_err *e)
{
	return touch(s, lu_strn("", 0), e);
}

/* Note the names of the symbols that only one side has. */
static lu_code touch_changes(lu_store *s, struct shape *x, size_t nx, struct shape *y, size_t ny, lu_err *e)
{
	size_t i = 0, k = 0, n = 0;
	lu_code rc = LU_OK;

	if (nx) qsort(x, nx, sizeof *x, by_key);
	if (ny) qsort(y, ny, sizeof *y, by_key);
	while ((i < nx || k < ny) && !rc) {
		const lu_symbol *sym;

		if (i < nx && k < ny && x[i].key == y[k].key) {
			i++;
			k++;
			continue;
		}
		if (k == ny || (i < nx && x[i].key < y[k].key)) sym = x[i++].sym;
		else sym = y[k++].sym;
		if (!is_leaf(sym) || ++n > LU__MANY_NAMES) return touch_all(s, e);
		rc = touch(s, lu_simple_name(sym->name), e);
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
			if (!is_leaf(x[i].sym) || !is_leaf(y[k].sym) || ++n > LU__MANY_NAMES) return touch_all(s, e);
			rc = touch(s, lu_simple_name(x[i].sym->name), e);
		}
		if (x[i].name < y[k].name) i++;
		else if (x[i].name > y[k].name) k++;
		else i++, k++;
	}
	return rc;
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
					rc = lu_str_eqz(name, "using") ? touch_all(s, e) : touch(s, name, e);
			}
		}
	}
	return rc;
}

/* The local names of imports that came, went or changed; everything when they may be seen otherwise than by name. */
static lu_code touch_links(lu_store *s, int64_t file, const struct outline *old, const struct outline *new, lu_arena *a,
			   lu_err *e)
{
	lu_strs names = { 0 };
	bool all = !new->n_sym || lu__language_of_names(new->sym[0].language)->modules != LU__MODULES_DOTTED;
	lu_code rc = LU_OK;

	if (!all) rc = lu__imports_differ(old->link, old->n_link, new->link, new->n_link, a, &names, &all, e);
	if (!rc && (all || names.n > LU__MANY_NAMES)) return touch_all(s, e);
	for (size_t i = 0; i < names.n && !rc; i++) {
		lu_str text;

		rc = lu__import_note(file, names.v[i], a, &text, e);
		if (!rc) rc = touch(s, text, e);
	}
	return rc;
}

static bool is_constructor(const lu_symbol *s)
{
	const char *name = lu__language_of_names(s->language)->constructor;

	return name && *name && lu_str_eqz(lu_simple_name(s->name), name);
}

/* Does one side have a constructor that the other lacks? Who calls its class, or one that inherits it, does not write its
 * name. */
static bool other_constructors(const struct outline *x, const lu_symbol **y, size_t ny)
{
	for (size_t i = 0; i < x->n_sym; i++) {
		const lu_symbol *s = &x->sym[i], *same;

		if (!is_constructor(s)) continue;
		same = find_symbol(y, ny, s->id);
		if (!same || !lu_str_eq(same->name, s->name) || !lu_str_eq(same->type, s->type)) return true;
	}
	return false;
}

static lu_code touch_differences(lu_store *s, int64_t file, const struct outline *old, const struct outline *new,
				 lu_arena *a, lu_err *e)
{
	struct shape *x, *y;
	const lu_symbol **xs, **ys;
	lu_code rc = shapes(old, a, &x, &xs, e);

	if (!rc) rc = shapes(new, a, &y, &ys, e);
	if (rc) return rc;
	if (other_constructors(old, ys, new->n_sym) || other_constructors(new, xs, old->n_sym)) return touch_all(s, e);
	if (!same_links(old, xs, new, ys)) rc = touch_links(s, file, old, new, a, e);
	if (!rc) rc = touch_fields(s, xs, old->n_sym, ys, new->n_sym, e);
	if (!rc) rc = touch_changes(s, x, old->n_sym, y, new->n_sym, e);
	return rc ? rc : touch_moves(s, x, old->n_sym, y, new->n_sym, e);
}

/* ---- writing ---- */

static lu_code unpack_refs(lu_str text, lu_arena *a, lu_ref **out, size_t *n, lu_err *e)
{
	*out = lu_arena_calloc(a, lu__packed_count(text), sizeof **out);
	return *out ? lu__unpack_refs(text, a, *out, n, e) : lu_nomem(e);
}

static bool same_source(const lu_ref *x, const lu_ref *y)
{
	return !x->by || !y->by ? x->by == y->by : !strcmp(x->by, y->by);
}

/* Only the lines differ. */
static bool same_but_lines(const lu_ref *x, const lu_ref *y, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const lu_ref *p = &x[i], *q = &y[i];

		if (p->src != q->src || p->kind != q->kind || p->count != q->count || !same_source(p, q) ||
		    !lu_str_eq(p->name, q->name) || !lu_str_eq(p->receiver, q->receiver) || p->args != q->args ||
		    !lu_str_eq(p->types, q->types) || !lu_str_eq(p->module, q->module) ||
		    !lu_str_eq(p->alias, q->alias) || !lu_str_eq(p->target_id, q->target_id))
			return false;
	}
	return true;
}

/* Two lists as one. */
static lu_ref *joined(const lu_ref *x, size_t nx, const lu_ref *y, size_t ny, lu_arena *a)
{
	lu_ref *v = lu_arena_calloc(a, nx + ny, sizeof *v);

	if (v && nx) memcpy(v, x, nx * sizeof *v);
	if (v && ny) memcpy(v + nx, y, ny * sizeof *v);
	return v;
}

/* Where the references are the same but for their lines, so are their answers: then the file is not due. (Others
 * may still make it so: it may write a name that came or went.) What tests test depends on more. */
static lu_code move_answers(lu_store *s, int64_t file, const lu_str col[3], const struct outline *old,
			    const struct outline *new, lu_str calls, lu_arena *a, bool *done, lu_err *e)
{
	lu_ref *was, *is;
	size_t n_was, n_is, roots = 0;
	int64_t contains = new->listed;
	lu_code rc = unpack_refs(col[2], a, &was, &n_was, e);

	*done = false;
	if (!rc) rc = unpack_refs(calls, a, &is, &n_is, e);
	if (rc || n_was != n_is || old->n_link != new->n_link || !same_but_lines(was, is, n_is) ||
	    !same_but_lines(old->link, new->link, new->n_link) || lu__may_test(lu_strz(""), col[0]))
		return rc;
	for (size_t i = 0; i < new->n_sym; i++) {
		roots += new->sym[i].parent == 0;
		contains += new->sym[i].parent != 0;
		if (new->sym[i].is_test || lu_str_eqz(new->sym[i].type, "test")) return LU_OK;
	}
	if (roots > 1) return LU_OK; /* containers are found by their names */
	was = joined(old->link, old->n_link, was, n_was, a);
	is = joined(new->link, new->n_link, is, n_is, a);
	if (!was || !is) return lu_nomem(e);
	return lu__answer_move(s, file, was, is, n_is + new->n_link, contains, a, done, e);
}

static lu_code write_outline(lu_store *s, int64_t file, int64_t listed, const lu_jw w[3], bool fresh, lu_err *e)
{
	static const char add[] = "INSERT INTO outline(tenant, kb, file, listed, symbols, links, calls)"
				  " VALUES(?, ?, ?, ?, ?, ?, ?)";
	static const char change[] = "UPDATE outline SET listed = ?4, symbols = ?5, links = ?6, calls = ?7"
				     " WHERE tenant = ?1 AND kb = ?2 AND file = ?3";
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, fresh ? add : change, &st, e, "kiittt", file, listed, lu_buf_str(&w[0].out),
			      lu_buf_str(&w[1].out), lu_buf_str(&w[2].out));

	if (!rc) rc = lu__run(s, st, "write an outline", e);
	return rc || fresh ? rc : lu__grouped_forget(s, file, e);
}

/* The columns of a file's row; *has is false when it has none. Views live in `a`. */
static lu_code read_outline(lu_store *s, int64_t file, lu_arena *a, lu_str col[3], int64_t *listed, bool *has,
			    lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(
		s, "SELECT symbols, links, calls, listed FROM outline WHERE tenant = ? AND kb = ? AND file = ?", &st, e,
		"ki", file);

	if (!rc) rc = lu__step(s, st, "read an outline", e);
	*has = rc == LU_OK;
	if (rc) return rc == LU_DONE ? LU_OK : rc;
	for (int i = 0; i < 3; i++) {
		col[i] = lu__copy(st, i, a);
		if (!col[i].s) rc = lu_nomem(e);
	}
	*listed = sqlite3_column_int64(st, 3);
	sqlite3_reset(st);
	return rc;
}

/* A file without elements (it is not indexed) has no row. */
static lu_code replace(lu_store *s, int64_t file, lu_str language, const struct outline *o, lu_jw w[3], lu_arena *a,
		       lu_err *e)
{
	lu_str col[3];
	struct outline old = { 0 };
	int64_t listed = 0;
	bool has = false, moved = false;
	lu_code rc = read_outline(s, file, a, col, &listed, &has, e);

	if (rc) return rc;
	if (!o->n_sym) {
		rc = lu__answer_remove(s, file, e);
		return rc || !has ? rc : lu__outline_remove(s, file, e);
	}
	if (has && listed == o->listed && lu_str_eq(col[0], lu_buf_str(&w[0].out)) &&
	    lu_str_eq(col[1], lu_buf_str(&w[1].out)) && lu_str_eq(col[2], lu_buf_str(&w[2].out)))
		return LU_OK;
	if (has) {
		old.sym = lu_arena_calloc(a, lu__packed_count(col[0]), sizeof *old.sym);
		if (!old.sym) return lu_nomem(e);
		rc = lu__unpack_symbols(col[0], lu_strz(""), language, a, old.sym, &old.n_sym, e);
		if (!rc) rc = unpack_refs(col[1], a, &old.link, &old.n_link, e);
		if (!rc) rc = touch_differences(s, file, &old, o, a, e);
		if (!rc && !s->touched) rc = move_answers(s, file, col, &old, o, lu_buf_str(&w[2].out), a, &moved, e);
	} else {
		rc = touch_all(s, e);
	}
	if (!rc && !moved && !(s->touched && s->in_txn)) rc = lu__note_dirty(s, file, e);
	return rc ? rc : write_outline(s, file, o->listed, w, !has, e);
}

lu_code lu__outline_put(lu_store *s, int64_t file, lu_str language, const lu_stored *v, size_t n, int64_t listed,
			lu_err *e)
{
	lu_arena a = { 0 };
	struct outline o = { 0 };
	lu_jw w[3];
	lu_code rc;

	for (int i = 0; i < 3; i++) lu_jw_init(&w[i]);
	rc = outline_of(v, n, &a, &o, e);
	if (!rc) {
		pack_outline(&o, language, &w[0], &w[1]);
		pack_calls(v, n, &w[2]);
		if (w[0].out.oom || w[1].out.oom || w[2].out.oom) rc = lu_nomem(e);
	}
	o.listed = listed;
	if (!rc) rc = replace(s, file, language, &o, w, &a, e);
	for (int i = 0; i < 3; i++) lu_jw_free(&w[i]);
	lu_arena_free(&a);
	return rc;
}

static void keep_others(lu_jw *w, const lu_ref *v, size_t n, int64_t id)
{
	lu_jw_open(w, NULL, '[');
	for (size_t i = 0; i < n; i++)
		if (v[i].src != id) lu__pack_ref(w, &v[i]);
	lu_jw_close(w, ']');
}

lu_code lu__outline_drop(lu_store *s, int64_t file, int64_t id, lu_err *e)
{
	lu_arena a = { 0 };
	lu_str col[3];
	lu_symbol *sym = NULL;
	lu_ref *ref[2] = { NULL, NULL };
	size_t n_sym = 0, n[2] = { 0, 0 };
	lu_jw w[3];
	int64_t listed = 0;
	bool has = false;
	lu_code rc = read_outline(s, file, &a, col, &listed, &has, e);

	for (int i = 0; i < 3; i++) lu_jw_init(&w[i]);
	if (!rc && has && !(sym = lu_arena_calloc(&a, lu__packed_count(col[0]), sizeof *sym))) rc = lu_nomem(e);
	if (!rc && has) rc = lu__unpack_symbols(col[0], lu_strz(""), lu_strz(""), &a, sym, &n_sym, e);
	for (int i = 0; i < 2 && !rc && has; i++) {
		rc = unpack_refs(col[i + 1], &a, &ref[i], &n[i], e);
		if (!rc) keep_others(&w[i + 1], ref[i], n[i], id);
	}
	if (!rc && has) {
		lu_jw_open(&w[0], NULL, '[');
		for (size_t i = 0; i < n_sym; i++)
			if (sym[i].id != id) lu__pack_symbol(&w[0], &sym[i], lu_strz(""));
		lu_jw_close(&w[0], ']');
		if (w[0].out.oom || w[1].out.oom || w[2].out.oom) rc = lu_nomem(e);
		if (!rc) rc = touch_all(s, e);
		if (!rc) rc = lu__note_dirty(s, file, e);
		if (!rc) rc = write_outline(s, file, listed, w, false, e);
	}
	for (int i = 0; i < 3; i++) lu_jw_free(&w[i]);
	lu_arena_free(&a);
	return rc;
}

lu_code lu__outline_remove(lu_store *s, int64_t file, lu_err *e)
{
	static const char *const sql[] = { "DELETE FROM outline WHERE tenant = ? AND kb = ? AND file = ?",
					   "DELETE FROM due WHERE tenant = ? AND kb = ? AND file = ?" };
	sqlite3_stmt *st = NULL;
	int64_t there = 0;
	lu_code rc = lu__stmt(s, "SELECT EXISTS(SELECT 1 FROM outline WHERE tenant = ? AND kb = ? AND file = ?)", &st,
			      e, "ki", file);

	if (!rc) rc = lu__int(s, st, 0, &there, "look for an outline", e);
	if (!rc && there) rc = touch_all(s, e);
	if (!rc && there) rc = lu__run_each(s, sql, sizeof sql / sizeof *sql, &file, "remove an outline", e);
	return rc || !there ? rc : lu__grouped_forget(s, file, e);
}

/* ---- reading ---- */

#define OUTLINE_COLUMNS \
	"o.file, f.path, f.language, o.symbols, o.listed, EXISTS(SELECT 1 FROM due d" \
	" WHERE d.tenant = o.tenant AND d.kb = o.kb AND d.file = o.file)"

/* With links, rows are too long to be passed over where they are other knowledge bases'. */
static const char rows_with_links[] =
	"SELECT " OUTLINE_COLUMNS ", o.links FROM file f CROSS JOIN outline o ON o.file = f.id AND o.tenant = f.tenant"
	" AND o.kb = f.kb WHERE f.tenant = ? AND f.kb = ?";
static const char rows_alone[] =
	"SELECT " OUTLINE_COLUMNS ", '' FROM outline o CROSS JOIN file f ON f.id = o.file AND f.tenant = o.tenant"
	" AND f.kb = o.kb WHERE o.tenant = ? AND o.kb = ?";

static int by_path(const void *px, const void *py)
{
	const struct lu__outline_row *x = px, *y = py;

	return lu_str_cmp(x->path, y->path);
}

/* Row ids of the targets that references name; 0 for those that are not there. */
static lu_code find_targets(lu_store *s, lu_ref *v, size_t n, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < n && !rc; i++)
		if (v[i].by) rc = lu_store_find(s, v[i].target_id, &v[i].target, e);
	return rc;
}

lu_code lu__outline_rows(lu_store *s, bool links, lu_arena *a, struct lu__outline_row **out, size_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, links ? rows_with_links : rows_alone, &st, e, "k");

	*out = NULL;
	*n = 0;
	while (!rc && !(rc = lu__step(s, st, "read the outlines", e))) {
		struct lu__outline_row *v = lu_arena_grow(a, *out, *n, sizeof *v);

		if (!v) {
			rc = lu_nomem(e);
			break;
		}
		*out = v;
		v += (*n)++;
		*v = (struct lu__outline_row){ .file = sqlite3_column_int64(st, 0),
					       .path = lu__copy(st, 1, a),
					       .language = lu__copy(st, 2, a),
					       .symbols = lu__copy(st, 3, a),
					       .listed = sqlite3_column_int64(st, 4),
					       .due = sqlite3_column_int(st, 5) != 0,
					       .links = lu__copy(st, 6, a) };
		if (!v->path.s || !v->language.s || !v->symbols.s || !v->links.s) rc = lu_nomem(e);
	}
	if ((rc = lu__end(st, rc))) return rc;
	if (*n) qsort(*out, *n, sizeof **out, by_path);
	return LU_OK;
}

/* All into two arrays: there may be millions. */
static lu_code read_outlines(lu_store *s, lu_arena *a, lu_outlines *out, lu_err *e)
{
	lu_outlines o = { 0 };
	struct lu__outline_row *row = NULL;
	lu_code rc = lu__outline_rows(s, true, a, &row, &o.n, e);

	if (rc) return rc;
	for (size_t i = 0; i < o.n; i++) {
		o.n_sym += lu__packed_count(row[i].symbols);
		o.n_link += lu__packed_count(row[i].links);
	}
	o.v = lu_arena_calloc(a, o.n, sizeof *o.v);
	o.sym = lu_arena_calloc(a, o.n_sym, sizeof *o.sym);
	o.link = lu_arena_calloc(a, o.n_link, sizeof *o.link);
	if (!o.v || !o.sym || !o.link) return lu_nomem(e);
	o.n_sym = o.n_link = 0;
	for (size_t i = 0; i < o.n && !rc; i++) {
		lu_outline *v = &o.v[i];

		*v = (lu_outline){ .file = row[i].file, .due = row[i].due, .listed = row[i].listed };
		v->sym = o.sym + o.n_sym;
		v->link = o.link + o.n_link;
		rc = lu__unpack_symbols(row[i].symbols, row[i].path, row[i].language, a, v->sym, &v->n_sym, e);
		if (!rc) rc = lu__unpack_refs(row[i].links, a, v->link, &v->n_link, e);
		o.n_sym += v->n_sym;
		o.n_link += v->n_link;
	}
	if (!rc) rc = find_targets(s, o.link, o.n_link, e);
	if (!rc) *out = o;
	return rc;
}

lu_code lu_store_outlines_dirty(lu_store *s, bool all, lu_arena *a, lu_outlines *out, lu_err *e)
{
	lu_outlines o = { 0 };
	lu_code rc = read_outlines(s, a, &o, e);

	for (size_t i = 0; i < o.n && !rc && all; i++) o.v[i].due = true;
	if (!rc) *out = o;
	return rc;
}

lu_code lu_store_outlines(lu_store *s, lu_arena *a, lu_outlines *out, bool *all, lu_err *e)
{
	bool any;
	lu_code rc = lu_store_dirty(s, &any, all, e);

	return rc ? rc : lu_store_outlines_dirty(s, *all, a, out, e);
}

lu_code lu_store_calls(lu_store *s, int64_t file, lu_arena *a, lu_str *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc =
		lu__stmt(s, "SELECT calls FROM outline WHERE tenant = ? AND kb = ? AND file = ?", &st, e, "ki", file);

	return rc ? rc : lu__file_text(s, st, file, a, out, "read references", e);
}

lu_code lu_store_calls_aimed(lu_store *s, lu_str packed, lu_arena *a, lu_ref **out, size_t *n, bool *aimed, lu_err *e)
{
	lu_code rc;

	*aimed = lu__is_aimed(packed);
	if (!*aimed) return LU_OK;
	rc = unpack_refs(packed, a, out, n, e);
	return rc ? rc : find_targets(s, *out, *n, e);
}

lu_code lu_unpack_calls(lu_str packed, lu_arena *a, lu_ref **out, size_t *n, lu_err *e)
{
	return unpack_refs(packed, a, out, n, e);
}

lu_code lu__file_refs(lu_store *s, int64_t file, lu_arena *a, lu_ref **out, size_t *n, lu_err *e)
{
	lu_str col[3];
	lu_ref *v[2] = { NULL, NULL }, *both;
	size_t k[2] = { 0, 0 };
	int64_t listed;
	bool has = false;
	lu_code rc = read_outline(s, file, a, col, &listed, &has, e);

	*out = NULL;
	*n = 0;
	for (int i = 0; i < 2 && !rc && has; i++) rc = unpack_refs(col[i + 1], a, &v[i], &k[i], e);
	if (rc || !has) return rc;
	if (!(both = lu_arena_calloc(a, k[0] + k[1], sizeof *both))) return lu_nomem(e);
	if (k[0]) memcpy(both, v[0], k[0] * sizeof *both);
	if (k[1]) memcpy(both + k[0], v[1], k[1] * sizeof *both);
	*out = both;
	*n = k[0] + k[1];
	return LU_OK;
}
