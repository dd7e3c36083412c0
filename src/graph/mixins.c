/* SPDX-License-Identifier: MIT
 * Ruby's order of method resolution: what a class prepends, the class, what it includes, its superclass; of the class as an object,
 * what it extends. */
#include "core/type_text.h"
#include "graph/lookup.h"

#define MOST   64 /* classes and modules that are looked at */
#define LEVELS 16 /* of those that take in others */

struct holder {
	uint32_t type; /* LU__NONE: one that is not here */
	bool of_class; /* its own methods are looked at, not those of its objects */
};

struct order {
	struct holder v[MOST];
	uint32_t n;
	bool torn; /* several parts of a class take in something: which does first is not told */
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

/* What the part of a class that names base `b` takes in by the word. */
static lu_str list_of(const lu__graph *g, uint32_t b, const char *how)
{
	uint32_t src = lu__symbol_of(g, g->ref[g->base[b].ref].src);

	return src == LU__NONE ? lu_strn("", 0) : lu_field_type(g->sym[src].gives, lu_strz(how));
}

/* The place of a name in a list, or SIZE_MAX. */
static size_t place_in(lu_str list, lu_str name)
{
	for (size_t i = 0; list.n; i++)
		if (lu_str_eq(lu_str_take(&list, ','), name)) return i;
	return SIZE_MAX;
}

static bool is_superclass(const lu__graph *g, uint32_t b)
{
	static const char *const words[] = { "^prepend", "^include", "^class_prepend", "^class_include", "^extend" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (place_in(list_of(g, b, words[i]), g->ref[g->base[b].ref].name) != SIZE_MAX) return false;
	return true;
}

static void add_order(const lu__graph *g, struct order *o, uint32_t type, bool of_class, int levels);

/* What the class takes in by the word; not what is in its superclass already. */
static void add_taken(const lu__graph *g, struct order *o, uint32_t type, const char *how, const struct order *above,
		      int levels)
{
	int64_t part = 0;
	bool more = true;

	for (size_t i = 0; i < MOST && more; i++) {
		more = false;
		for (uint32_t b = g->first_base[type]; b != LU__NONE; b = g->base[b].next) {
			const lu_ref *r = &g->ref[g->base[b].ref];
			size_t at = place_in(list_of(g, b, how), r->name);

			if (at == SIZE_MAX) continue;
			more |= at > i;
			o->torn |= part && part != r->src;
			part = r->src;
			if (at != i) continue;
			if (g->base[b].type == LU__NONE) add(o, LU__NONE, false);
			else if (!has(above, g->base[b].type, false))
				add_order(g, o, g->base[b].type, false, levels - 1);
		}
	}
}

static void add_order(const lu__graph *g, struct order *o, uint32_t type, bool of_class, int levels)
{
	struct order above = { .n = 0 }, none = { .n = 0 };
	uint32_t superclass = LU__NONE;
	bool unknown = false;

	if (!levels) return;
	lu__need_file(g, g->info[type].file);
	if (!g->bases_known) {
		add(o, type, of_class);
		return;
	}
	lu__need_bases(g, type);
	for (uint32_t b = g->first_base[type]; b != LU__NONE; b = g->base[b].next) {
		if (!is_superclass(g, b)) continue;
		superclass = g->base[b].type;
		unknown |= superclass == LU__NONE;
	}
	if (superclass != LU__NONE && superclass != type) add_order(g, &above, superclass, of_class, levels - 1);
	add_taken(g, o, type, of_class ? "^class_prepend" : "^prepend", &none, levels);
	add(o, type, of_class);
	add_taken(g, o, type, of_class ? "^extend" : "^include", &above, levels);
	if (of_class) add_taken(g, o, type, "^class_include", &above, levels);
	if (unknown) add(o, LU__NONE, of_class);
	for (uint32_t i = 0; i < above.n; i++) add(o, above.v[i].type, above.v[i].of_class);
	o->torn |= above.torn;
}

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
	struct order o = { .n = 0 };

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
