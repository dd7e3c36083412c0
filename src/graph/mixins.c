/* SPDX-License-Identifier: MIT
 * Ruby's order of method resolution: what a class prepends, the class, what it includes, its superclass; of the class as an object,
 * what it extends. */
#include "core/type_text.h"
#include "graph/lookup.h"

#define MOST   64  /* classes and modules that are looked at */
#define LEVELS 16  /* of those that take in others */
#define STEPS  128 /* from one of them to another, whatever takes in what, in a ring, too */
#define BASES  128 /* of a class, and names of a list, that are looked at */

struct holder {
	uint32_t type; /* LU__NONE: one that is not here */
	bool of_class; /* its own methods are looked at, not those of its objects */
};

struct order {
	struct holder v[MOST];
	uint32_t n, *left; /* steps */
	bool torn; /* several parts of a class take in something, or there is more than was looked at: which does first is not told */
};

static bool has(const struct order *o, uint32_t type, bool of_class)
{
	for (uint32_t i = 0; i < o->n; i++)
		if (type != LU__NONE && o->v[i].type == type && o->v[i].of_class == of_class) return true;
	return false;
}

static void add(struct order *o, uint32_t type, bool of_class)
{
	if (!has(o, type, of_class) && o->n < MOST) o->v[o->n++] = (struct holder){ type, of_class };
}

/* ---- what a class names ---- */

enum { PREPEND, INCLUDE, CLASS_PREPEND, CLASS_INCLUDE, EXTEND, WORDS };

struct bases {
	struct taken {
		uint32_t base;
		uint16_t how, at; /* by which word, and the place among those of it */
	} v[BASES];               /* by these */
	uint32_t n, superclass;
	bool unknown, torn; /* the superclass is not here; there are more bases than these */
};

/* What a part of a class takes in, by the words. */
static void read_lists(const lu__graph *g, int64_t part, lu_str *list)
{
	static const char *const words[] = { "^prepend", "^include", "^class_prepend", "^class_include", "^extend" };
	uint32_t src = lu__symbol_of(g, part);

	for (size_t i = 0; i < WORDS; i++)
		list[i] = src == LU__NONE ? lu_strn("", 0) : lu_field_type(g->sym[src].gives, lu_strz(words[i]));
}

/* The place of a name in a list, BASES: somewhere behind, or SIZE_MAX. */
static size_t place_in(lu_str list, lu_str name)
{
	for (size_t i = 0; list.n; i++)
		if (i == BASES || lu_str_eq(lu_str_take(&list, ','), name)) return i;
	return SIZE_MAX;
}

static void put(struct bases *out, struct taken t)
{
	uint32_t i = out->n;

	out->torn |= i == BASES || t.at == BASES;
	if (i == BASES) return;
	for (; i && (out->v[i - 1].how > t.how || (out->v[i - 1].how == t.how && out->v[i - 1].at > t.at)); i--)
		out->v[i] = out->v[i - 1];
	out->v[i] = t;
	out->n++;
}

static void read_bases(const lu__graph *g, uint32_t type, struct bases *out)
{
	lu_str list[WORDS] = { { 0 } };
	int64_t part = 0;
	uint32_t looked = 0;

	*out = (struct bases){ .superclass = LU__NONE };
	for (uint32_t b = g->first_base[type]; b != LU__NONE && !out->torn; b = g->base[b].next) {
		const lu_ref *r = &g->ref[g->base[b].ref];
		bool taken = false;

		if (r->src != part) read_lists(g, r->src, list);
		part = r->src;
		for (uint16_t how = 0; how < WORDS; how++) {
			size_t at = place_in(list[how], r->name);

			if (at == SIZE_MAX) continue;
			put(out, (struct taken){ b, how, (uint16_t)at });
			taken = true;
		}
		out->torn |= ++looked == BASES;
		if (taken) continue;
		out->superclass = g->base[b].type;
		out->unknown |= out->superclass == LU__NONE;
	}
}

/* ---- the order ---- */

static void add_order(const lu__graph *g, struct order *o, uint32_t type, bool of_class, int levels);

/* What the class takes in by the word; not what is in its superclass already, `above`. */
static void add_taken(const lu__graph *g, struct order *o, const struct bases *in, unsigned how,
		      const struct order *above, int levels)
{
	int64_t part = 0;

	for (uint32_t i = 0; i < in->n; i++) {
		const struct lu__base *b = &g->base[in->v[i].base];

		if (in->v[i].how != how) continue;
		o->torn |= part && part != g->ref[b->ref].src;
		part = g->ref[b->ref].src;
		if (b->type == LU__NONE) add(o, LU__NONE, false);
		else if (!above || !has(above, b->type, false)) add_order(g, o, b->type, false, levels - 1);
	}
}

static void add_order(const lu__graph *g, struct order *o, uint32_t type, bool of_class, int levels)
{
	struct order above = { .left = o->left };
	struct bases in;

	o->torn |= !*o->left;
	if (!levels || !*o->left || has(o, type, of_class)) return;
	--*o->left;
	lu__need_file(g, g->info[type].file);
	if (!g->bases_known) {
		add(o, type, of_class);
		return;
	}
	lu__need_bases(g, type);
	read_bases(g, type, &in);
	if (in.superclass != LU__NONE && in.superclass != type)
		add_order(g, &above, in.superclass, of_class, levels - 1);
	add_taken(g, o, &in, of_class ? CLASS_PREPEND : PREPEND, NULL, levels);
	add(o, type, of_class);
	add_taken(g, o, &in, of_class ? EXTEND : INCLUDE, &above, levels);
	if (of_class) add_taken(g, o, &in, CLASS_INCLUDE, &above, levels);
	if (in.unknown) add(o, LU__NONE, of_class);
	for (uint32_t i = 0; i < above.n; i++) add(o, above.v[i].type, above.v[i].of_class);
	o->torn |= above.torn || in.torn;
}

/* ---- a member ---- */

/* Of what one of them has by the name, those that `h` looks at. */
static void keep(const lu__graph *g, const struct holder *h, unsigned want, lu__found *f)
{
	uint32_t n = 0;

	if (!(want & (LU__SYMBOL_OF_CLASS | LU__SYMBOL_OF_OBJECT)) || f->n > LU__SOUGHT) return;
	for (uint32_t i = 0; i < f->n; i++)
		if (g->info[f->v[i]].kind != LU__SYMBOL_FUNC || g->sym[f->v[i]].is_static == h->of_class)
			f->v[n++] = f->v[i];
	f->n = n;
	if (!n) f->what = LU__FOUND_NOTHING;
}

/* The first in the order that has the name; behind the class itself when only its bases are meant. */
static bool find_in(const lu__graph *g, const struct order *o, uint32_t behind, uint32_t name, unsigned want,
		    lu__found *f, bool *unknown)
{
	bool skip = behind != LU__NONE;

	for (uint32_t i = 0; i < o->n; i++) {
		bool skipped = skip;

		skip = skip && o->v[i].type != behind;
		*unknown |= o->v[i].type == LU__NONE;
		if (skipped || o->v[i].type == LU__NONE) continue;
		lu__found_list(g, &g->members, lu__pair(o->v[i].type, name), want, LU__NONE, f);
		keep(g, &o->v[i], want, f);
		if (f->n) f->reason = o->v[i].type == o->v[0].type ? "method of its class" : "inherited method";
		if (f->n) return true;
	}
	return false;
}

/* What a module that is included has in its ClassMethods: mostly it extends the class with that. */
static bool in_class_methods(const lu__graph *g, const struct order *o, uint32_t name, unsigned want, lu__found *f)
{
	uint32_t inner = lu__names_find(&g->names, lu_strz("ClassMethods"));

	for (uint32_t i = 0; inner != LU__NONE && i < o->n; i++) {
		lu__found space = lu__no_result("");

		if (o->v[i].type == LU__NONE || g->info[o->v[i].type].kind != LU__SYMBOL_MODULE) continue;
		lu__found_list(g, &g->members, lu__pair(o->v[i].type, inner), LU__SYMBOL_MODULE, LU__NONE, &space);
		for (uint32_t k = 0; k < space.n && k < LU__SOUGHT; k++)
			lu__found_list(g, &g->members, lu__pair(g->info[space.v[k]].whole, name), want, LU__NONE, f);
		if (f->n) return true;
	}
	return false;
}

/* Where neither a class nor its objects, as was asked for, have it: "extend self", "module_function" and their like make a method of the
 * one that of the other. */
static bool find_otherwise(const lu__graph *g, struct order *o, uint32_t type, bool of_class, uint32_t name,
			   unsigned want, lu__found *f)
{
	bool unknown = false;

	want &= ~(unsigned)(LU__SYMBOL_OF_CLASS | LU__SYMBOL_OF_OBJECT);
	add_order(g, o, type, !of_class, LEVELS);
	if (of_class && in_class_methods(g, o, name, want, f)) {
		f->grade = LU_GRADE_UNIQUE;
		f->reason = "ClassMethods of what its class includes";
		return true;
	}
	if (!find_in(g, o, LU__NONE, name, want, f, &unknown)) return false;
	f->grade = of_class && g->info[type].kind == LU__SYMBOL_MODULE ? LU_GRADE_EXACT : LU_GRADE_AMBIGUOUS;
	return true;
}

void lu__mixed_member(const lu__graph *g, uint32_t type, bool bases_only, uint32_t name, unsigned want, lu__found *f,
		      bool *open)
{
	bool of_class = want & LU__SYMBOL_OF_CLASS, told = want & (LU__SYMBOL_OF_CLASS | LU__SYMBOL_OF_OBJECT);
	bool unknown = false, found;
	uint32_t left = STEPS;
	struct order o = { .left = &left };

	type = g->info[type].whole;
	add_order(g, &o, type, of_class, LEVELS);
	if (!told) add_order(g, &o, type, true, LEVELS);
	*f = lu__no_result("not in its class");
	found = find_in(g, &o, bases_only ? type : LU__NONE, name, want, f, &unknown);
	if (found) f->grade = unknown || o.torn ? LU_GRADE_UNIQUE : LU_GRADE_EXACT;
	if (!found && told && !bases_only) found = find_otherwise(g, &o, type, of_class, name, want, f);
	if (!found && unknown) f->reason = "not in its class, nor in the known bases";
	if (!found && open) *open = unknown;
}
