/* SPDX-License-Identifier: MIT
 * From definitions to elements: nesting, sites, qualified names. */
#include "parse/build.h"

#include <stdlib.h>

#include "parse/names.h"

/* Definitions nested deeper are part of their surroundings: each level repeats the code inside it. */
#define MAX_DEPTH 24

/* ---- imports ---- */

static int by_place(const void *px, const void *py)
{
	const struct lu__import *x = px, *y = py;

	if (x->at != y->at) return x->at < y->at ? -1 : 1;
	if (x->bound != y->bound) return x->bound < y->bound ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

/* In the order of the source. A bare import is none where names are bound: `require("x")` alone matches
 * inside of `const y = require("x")`. */
static lu_code settle_imports(struct lu__build *b, lu_element *module)
{
	struct lu__import *v = b->f->imports.v;
	size_t n = b->f->imports.n;

	module->imports.v = lu_arena_calloc(b->a, n + 1, sizeof *module->imports.v);
	if (!module->imports.v) return lu_nomem(b->e);
	if (n) qsort(v, n, sizeof *v, by_place);
	if (lu__imports_from_file(b)) return lu_nomem(b->e);
	n = b->f->imports.n;
	for (size_t i = 0; i < n; i++) {
		bool bare = !v[i].import.name.n && v[i].bound == UINT32_MAX;

		if (bare && i && v[i - 1].at == v[i].at) continue;
		module->imports.v[module->imports.n++] = v[i].import;
	}
	return LU_OK;
}

/* ---- nesting ---- */

static int by_range(const void *px, const void *py)
{
	const struct lu__def *x = px, *y = py;

	if (x->start != y->start) return x->start < y->start ? -1 : 1;
	if (x->end != y->end) return x->end > y->end ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static bool inside_function(const struct lu__def *v, size_t i)
{
	for (i = v[i].parent; i != LU__NO_DEF; i = v[i].parent)
		if (lu__is_function(v[i].type)) return true;
	return false;
}

/* Local variables and prototypes are no elements; the struct inside "typedef struct x {} x" is the
 * typedef. */
static bool drop(struct lu__def *v, size_t i)
{
	static const char *const local[] = { "variable", "constant", "field", "property", "prototype", NULL };
	struct lu__def *d = &v[i], *p = d->parent == LU__NO_DEF ? NULL : &v[d->parent];

	if (d->depth > MAX_DEPTH) return true;
	if (lu_str_one_of(d->type, local) && inside_function(v, i)) return true;
	if (p && lu_str_eqz(p->type, "type") && lu_str_eq(p->name, d->name) && lu__is_class(d->type)) {
		p->type = d->type;
		return true;
	}
	return false;
}

/* Definitions that one does not contain the other, though the ranges say so: "int a, b", "A = B = 1". */
static bool are_equals(const struct lu__def *x, const struct lu__def *y)
{
	return x->node.id == y->node.id || (lu__is_value(x->type) && lu__is_value(y->type));
}

/* The innermost of the open definitions that contains `d`. */
static size_t around(const struct lu__def *v, size_t open, const struct lu__def *d)
{
	while (open != LU__NO_DEF && d->start >= v[open].end) open = v[open].parent;
	/* overlapping without nesting comes from damaged trees: take the next outer one */
	while (open != LU__NO_DEF && (d->end > v[open].end || are_equals(d, &v[open]))) open = v[open].parent;
	return open;
}

static void nest(const lu_language *l, struct lu__def *v, size_t n)
{
	size_t open = LU__NO_DEF, last_of_all = LU__NO_DEF;

	for (size_t i = 0; i < n; i++) {
		struct lu__def *d = &v[i];
		size_t *last;

		d->parent = open = around(v, open, d);
		last = open == LU__NO_DEF ? &last_of_all : &v[open].last;
		d->depth = open == LU__NO_DEF ? 1 : v[open].depth + 1;
		d->late = d->receiver.n || (open != LU__NO_DEF && v[open].late);
		d->dropped = drop(v, i);
		if (open != LU__NO_DEF && lu__is_class(v[open].type) && lu_str_eqz(d->type, "function") && !d->own_name)
			d->type = lu_strz("method");
		if (d->dropped) continue;
		if ((l->syntax & LU__SYNTAX_CLAUSES) && lu__join_parts(v, *last, i)) open = *last;
		else open = *last = i;
	}
}

/* ---- sites: which definition ---- */

static int by_start(const void *px, const void *py)
{
	const struct lu__site *x = px, *y = py;

	if (x->start != y->start) return x->start < y->start ? -1 : 1;
	if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
	if (x->text.n != y->text.n) return x->text.n > y->text.n ? -1 : 1; /* f()() before f() */
	if (x->how != y->how) return x->how < y->how ? -1 : 1;
	return (x->type.n > y->type.n) - (x->type.n < y->type.n);
}

static int by_range_start(const void *px, const void *py)
{
	uint32_t x = ((const struct lu__range *)px)->start, y = ((const struct lu__range *)py)->start;

	return (x > y) - (x < y);
}

/* Drop the sites in source that is to be ignored. */
static void drop_ignored(struct lu__found *f)
{
	size_t k = 0, r = 0;

	if (!f->ignored.n) return;
	qsort(f->ignored.v, f->ignored.n, sizeof *f->ignored.v, by_range_start);
	for (size_t i = 0; i < f->sites.n; i++) {
		while (r < f->ignored.n && f->ignored.v[r].end <= f->sites.v[i].start) r++;
		if (r == f->ignored.n || f->sites.v[i].start < f->ignored.v[r].start ||
		    f->sites.v[i].kind == LU__CAPTURE_LOCAL)
			f->sites.v[k++] = f->sites.v[i];
	}
	f->sites.n = k;
}

static void place_sites(const struct lu__build *b)
{
	struct lu__found *f = b->f;
	size_t d = 0, open = LU__NO_DEF;

	if (f->sites.n) qsort(f->sites.v, f->sites.n, sizeof *f->sites.v, by_start);
	drop_ignored(f);
	for (size_t i = 0; i < f->sites.n; i++) {
		struct lu__site *s = &f->sites.v[i];

		for (; d < f->defs.n && f->defs.v[d].start <= s->start; d++) {
			bool twin = open != LU__NO_DEF && f->defs.v[open].node.id == f->defs.v[d].node.id;

			if (!f->defs.v[d].dropped && !twin) open = d;
		}
		while (open != LU__NO_DEF && s->start >= f->defs.v[open].end) open = f->defs.v[open].parent;
		s->def = lu__taker_of(b, s, open);
	}
}

/* ---- elements ---- */

/* Full name of a definition. C's tags are global wherever they stand. */
static lu_code full_name(struct lu__build *b, const struct lu__def *d, size_t up, lu_str *out)
{
	lu_str none = { "", 0 }, first = none;
	lu_code rc = LU_OK;

	while (up != LU__NO_DEF && lu__is_class(d->type) &&
	       ((b->l->syntax & LU__SYNTAX_GLOBAL_TAGS) ||
		((b->l->syntax & LU__SYNTAX_ANGLES) && lu__is_value(b->f->defs.v[up].type))))
		up = b->f->defs.v[up].parent;
	if (up == LU__NO_DEF && (b->l->syntax & LU__SYNTAX_GLOBAL_TAGS) && d->parent != LU__NO_DEF &&
	    lu__is_class(d->type))
		return lu__join_name(b, none, none, d->name, out);
	if (up == LU__NO_DEF) return lu__join_name(b, b->prefix, d->receiver, d->name, out);
	if (!d->receiver.n || up != d->parent || lu__names_its_class(b, d))
		return lu__join_name(b, none, b->out.v[b->slot[up]].name, d->name, out);
	/* its type is in another file */
	rc = lu__join_name(b, none, b->out.v[b->slot[up]].name, none, &first);
	return rc ? rc : lu__join_name(b, first, d->receiver, d->name, out);
}

static lu_code fill_element(struct lu__build *b, size_t i, size_t up, lu_element *el)
{
	const struct lu__def *d = &b->f->defs.v[i];
	lu_code rc;

	*el = (lu_element){ .ordinal = 1,
			    .size = -1,
			    .type = d->type,
			    .file_path = b->path,
			    .language = lu_strz(b->l->name),
			    .start_line = d->row + 1,
			    .end_line = d->end_row + 1,
			    .code = lu_strn(b->text.s + d->start, d->end - d->start),
			    .docstring = d->doc,
			    .decorators = d->decorators,
			    .is_async = lu__is_async(d) };
	/* a node that ends with its line ends on it */
	if (d->end > d->start && b->text.s[d->end - 1] == '\n' && d->end_row > d->row) el->end_line--;
	if ((rc = full_name(b, d, up, &el->name))) return rc;
	if (!el->docstring.n) el->docstring = lu__comments_of(b, d);
	if (!el->docstring.n && d->above) el->docstring = lu__comments_above(b, d->above - 1);
	if (!el->docstring.n && !ts_node_is_null(d->declared)) el->docstring = lu__comments_above(b, d->declared_row);
	el->signature = lu__signature(b, d);
	if (lu__is_function(d->type) || lu_str_eqz(d->type, "prototype")) {
		el->return_type = lu__return_type(b, d);
		if (!el->return_type.s) return lu_nomem(b->e);
	}
	if ((!el->docstring.s && el->docstring.n) || !el->signature.s) return lu_nomem(b->e);
	return lu__parameters(d->params, b->text, b->a, el, b->e);
}

static lu_code add_element(struct lu__build *b, size_t i)
{
	const struct lu__def *d = &b->f->defs.v[i];
	lu_element *el = &b->out.v[b->out.n];
	size_t up = lu__parent_of(b, i), slot = up == LU__NO_DEF ? 0 : b->slot[up];
	lu_element *parent = &b->out.v[slot];
	/* the methods of Ruby's modules are those of the classes that include them */
	bool mixin = lu_str_eqz(parent->type, "namespace") && lu_str_eqz(d->type, "method") && !d->receiver.n;
	bool named = (d->receiver.n && up != d->parent) || d->of_self;
	bool member = up != LU__NO_DEF && !d->own_name && (lu__is_class(parent->type) || named || mixin);
	lu_code rc = fill_element(b, i, up, el);

	if (!rc && member && (lu__is_function(el->type) || lu_str_eqz(el->type, "prototype")))
		rc = lu__push(b, &parent->methods, d->name);
	if (rc) return rc;
	b->up[b->out.n] = slot;
	b->slot[i] = b->out.n++;
	return LU_OK;
}

/* The docstring of the module, else the comments at its top. */
static lu_code document_module(struct lu__build *b, lu_element *el)
{
	for (size_t i = 0; i < b->f->attrs.n && !el->docstring.n; i++) {
		const struct lu__attr *at = &b->f->attrs.v[i];

		if (at->kind == LU__CAPTURE_DOC && ts_node_eq(at->of, b->root))
			el->docstring = lu__doc_text(b, at->node);
	}
	if (!el->docstring.n) el->docstring = lu__comments_at_top(b);
	return el->docstring.s ? LU_OK : lu_nomem(b->e);
}

static lu_code add_module(struct lu__build *b)
{
	lu_element *el = &b->out.v[b->out.n++];
	lu_str stem = lu__module_name(b->path, b->l->index, b->a), none = { "", 0 };
	lu_code rc = LU_OK;

	if (!stem.s) return lu_nomem(b->e);
	*el = (lu_element){ .ordinal = 1,
			    .size = -1,
			    .type = lu_strz("module"),
			    .file_path = b->path,
			    .language = lu_strz(b->l->name),
			    .start_line = 1,
			    .end_line = 1,
			    .code = b->text,
			    .parent = none,
			    .name = stem };
	for (size_t i = 0; i + 1 < b->text.n; i++) el->end_line += b->text.s[i] == '\n';
	if (b->l->naming == LU__NAME_PLAIN) el->name = b->path;
	if (b->l->naming == LU__NAME_PACKAGE && b->f->package.n)
		rc = lu__join_name(b, none, b->f->package, lu_simple_name(stem), &el->name);
	if (b->l->naming == LU__NAME_MODULE && b->f->package.n) el->name = b->f->package;
	if (!rc && (b->l->naming == LU__NAME_PATH || b->l->naming == LU__NAME_MODULE))
		rc = lu__join_name(b, none, el->name, none, &b->prefix);
	else if (!rc && b->f->package.n) rc = lu__join_name(b, none, b->f->package, none, &b->prefix);
	if (!rc) rc = document_module(b, el);
	if (!rc) rc = settle_imports(b, el);
	return rc;
}

/* Twins (equal type and name in one file) are numbered in the order of the source; then come the ids, and
 * with them the parents. */
static int by_twin(const void *px, const void *py)
{
	const lu_element *x = *(const lu_element *const *)px, *y = *(const lu_element *const *)py;
	int c = lu_str_cmp(x->type, y->type);

	if (!c) c = lu_str_cmp(x->name, y->name);
	if (c) return c;
	return (x > y) - (x < y);
}

lu_code lu__number_twins(lu_elements *els, const size_t *up, lu_arena *a, lu_err *e)
{
	lu_element **v = lu_arena_calloc(a, els->n, sizeof(lu_element *));
	lu_code rc = LU_OK;

	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < els->n; i++) v[i] = &els->v[i];
	qsort(v, els->n, sizeof *v, by_twin);
	for (size_t i = 1; i < els->n; i++)
		if (lu_str_eq(v[i]->type, v[i - 1]->type) && lu_str_eq(v[i]->name, v[i - 1]->name))
			v[i]->ordinal = v[i - 1]->ordinal + 1;
	for (size_t i = 0; i < els->n && !rc; i++) rc = lu_element_set_id(&els->v[i], e);
	for (size_t i = 1; i < els->n; i++) els->v[i].parent = lu_strz(els->v[up[i]].id);
	return rc;
}

static lu_code make_elements(struct lu__build *b)
{
	const struct lu__found *f = b->f;
	lu_code rc = add_module(b);

	/* what names its type comes after the types */
	for (int late = 0; late < 2; late++)
		for (size_t i = 0; i < f->defs.n && !rc; i++)
			if (!f->defs.v[i].dropped && f->defs.v[i].late == late) rc = add_element(b, i);
	return rc ? rc : lu__number_twins(&b->out, b->up, b->a, b->e);
}

lu_code lu__build(const lu_language *l, struct lu__found *f, TSNode root, lu_str path, lu_str text, lu_arena *a,
		  lu_elements *out, lu_err *e)
{
	struct lu__doc none = { .def = LU__NO_DEF };
	struct lu__build b = { .l = l,
			       .f = f,
			       .path = path,
			       .text = text,
			       .root = root,
			       .a = a,
			       .e = e,
			       .prefix = { "", 0 },
			       .last_doc = &none };
	lu_code rc = lu__settle_defs(&b);

	if (rc) return rc;
	b.listed = (struct lu__listed){ .v = NULL }; /* the lists move with their definitions */
	if ((rc = lu__settle_tables(&b))) return rc;
	if (f->defs.n) qsort(f->defs.v, f->defs.n, sizeof *f->defs.v, by_range);
	nest(l, f->defs.v, f->defs.n);
	rc = lu__settle_parts(&b);
	if (rc) return rc;
	place_sites(&b);
	rc = lu__settle_locals(&b);
	if (!rc) rc = lu__index_defs(&b);
	if (!rc) rc = make_elements(&b);
	if (!rc) rc = lu__add_bases(&b);
	if (!rc) rc = lu__add_calls(&b);
	if (!rc) rc = lu__mark_own_names(&b);
	if (!rc && (l->rules & LU__RULE_MIXINS)) rc = lu__add_mixins(&b);
	if (!rc) rc = lu__add_assignments(&b);
	if (!rc) rc = lu__add_dependencies(&b);
	if (!rc) *out = b.out;
	return rc;
}
