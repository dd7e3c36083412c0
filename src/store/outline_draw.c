/* SPDX-License-Identifier: MIT
 * What the resolver needs of a file, drawn from its elements. */
#include <stdlib.h>

#include "core/type_takes.h"
#include "core/ascii.h"
#include "core/type_text.h"
#include "language/row.h"
#include "store/outline.h"
#include "store/told.h"

static bool prefix_word(lu_str s, const char *word)
{
	size_t n = strlen(word);

	return lu_str_starts(s, word) && s.n > n && lu_is_blank(s.s[n]);
}

/* Ruby: a method of the class: "def self.f", "def C.f", or below "class << self". */
static bool is_of_class(const lu_element *el)
{
	static const char member[] = "\"of_class\":true";
	lu_str s = el->signature;

	if (memmem(el->extra.s ? el->extra.s : "", el->extra.n, member, sizeof member - 1)) return true;
	return lu_str_starts(s, "def self.") || lu_str_starts(s, "define_singleton_method") ||
	       (lu_str_starts(s, "def ") && s.n > 4 && lu_is_upper(s.s[4]) &&
		memchr(s.s, '.', lu_str_before_first(s, '(').n));
}

/* TypeScript's words that may stand before "static" */
static lu_str without_access(lu_str s)
{
	static const char *const words[] = { "public", "protected", "private", "override" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (prefix_word(s, words[i])) s = lu_str_trim(lu_strn(s.s + strlen(words[i]), s.n - strlen(words[i])));
	return s;
}

/* "companion object A": what it has is called by the name of the class as well */
static bool is_companion(const lu_element *el)
{
	return lu_str_eqz(el->type, "object") && memmem(el->signature.s, el->signature.n, "companion object ", 17);
}

/* "static f()", methods of Ruby's classes, Kotlin's companions that have names */
static bool is_static(const lu_element *el)
{
	uint32_t rules = lu__language_of_names(el->language)->rules;
	lu_str s = rules & LU__RULE_TYPED ? without_access(el->signature) : el->signature;

	return prefix_word(s, "static") || ((rules & LU__RULE_MIXINS) && is_of_class(el)) || is_companion(el);
}

/* Python's @overload declares a signature; the function without it is the definition. */
static bool is_prototype(const lu_element *el)
{
	if (lu_str_eqz(el->type, "prototype")) return true;
	for (size_t i = 0; i < el->decorators.n; i++)
		if (lu_str_ends(el->decorators.v[i], "overload")) return true;
	return false;
}

/* "get x()" of JavaScript */
static bool is_getter(const lu_element *el)
{
	static const char word[] = "get ";
	lu_str s = el->signature, name = lu_simple_name(el->name);
	const char *at = memmem(s.s, s.n, word, sizeof word - 1);
	size_t from;

	if (!at || !lu_str_eqz(el->type, "method")) return false;
	from = (size_t)(at - s.s);
	if (from && s.s[from - 1] != ' ') return false;
	s = lu_strn(at + sizeof word - 1, s.n - from - (sizeof word - 1));
	return s.n > name.n && lu_str_eq(lu_strn(s.s, name.n), name) && s.s[name.n] == '(' &&
	       (lu__language_of_names(el->language)->rules & LU__RULE_OBJECTS);
}

static bool is_property(const lu_element *el)
{
	if (el->signature.n && is_getter(el)) return true;
	for (size_t i = 0; i < el->decorators.n; i++)
		if (lu_str_ends(el->decorators.v[i], "property")) return true;
	return false;
}

/* A function expression, whose record says so. */
static bool has_own_name(const lu_element *el)
{
	static const char member[] = "\"own_name\":true";

	return el->extra.n && lu_str_eqz(el->type, "function") &&
	       memmem(el->extra.s, el->extra.n, member, sizeof member - 1);
}

/* How many parameters stand in the first list behind the name in a signature, "f[A](x: X)(y: Y)", that a call gives: not what the compiler
 * finds. SIZE_MAX: that is not told. */
static size_t in_first_list(lu_str s, lu_str name)
{
	const char *p = memmem(s.s, s.n, name.s, name.n);
	size_t i = p ? (size_t)(p - s.s) + name.n : s.n, depth = 0, n = 0;
	bool any = false;

	if (i < s.n && s.s[i] == '[') {
		do depth += (size_t)(s.s[i] == '[') - (size_t)(s.s[i] == ']');
		while (++i < s.n && depth);
	}
	while (i < s.n && lu_is_space(s.s[i])) i++;
	if (i >= s.n || s.s[i] != '(') return i < s.n && s.s[i] != '@' ? 0 : SIZE_MAX;
	s = lu_str_trim(lu_strn(s.s + i + 1, s.n - i - 1));
	if (lu_str_starts(s, "implicit ") || lu_str_starts(s, "using ")) return 0;
	for (i = 0; i < s.n; i++) {
		if (!depth && s.s[i] == ')') return n + any;
		any |= !lu_is_space(s.s[i]);
		n += !depth && s.s[i] == ',';
		if (strchr("([{", s.s[i])) depth++;
		else if (strchr(")]}", s.s[i])) depth--;
	}
	return SIZE_MAX;
}

/* How many arguments it takes. A parameter with dots or a star takes any number of them. */
static void count_parameters(const lu_element *el, lu_symbol *s)
{
	size_t least = 0, n = el->parameters.n;
	bool any = false, cpp = lu__is_cpp_element(el), lists;
	bool type = el->parameters.n && !cpp && lu__takes_arguments(el); /* a type whose head is a constructor */

	if (!type && !lu_str_eqz(el->type, "method") && !lu_str_eqz(el->type, "function") &&
	    !(cpp && lu_str_eqz(el->type, "prototype")))
		return;
	if (el->parameters.n >= UINT8_MAX) return;
	lists = lu__language_of_names(el->language)->syntax & LU__SYNTAX_LISTS;
	if (lists) n = in_first_list(el->signature, lu_simple_name(el->name));
	if (n > el->parameters.n) return;
	for (size_t i = 0; i < n; i++) {
		const lu_param *p = &el->parameters.v[i];
		bool rest = lu__takes_many(p->type) || lu_str_ends(p->type, "...") || lu_str_starts(p->name, "...") ||
			    lu_str_starts(p->name, "*") || (lists && lu_str_ends(p->type, "*"));

		any |= rest;
		least += !rest && !p->def.n &&
			 !(cpp && memchr(p->type.s, '=', p->type.n)); /* "locale = {}" has no name */
	}
	s->least = (uint8_t)(least + 1);
	s->most = any ? 0 : (uint8_t)(n + 1);
}

static lu_symbol symbol_of(const lu_stored *v)
{
	lu_symbol s = { .id = v->id,
			.parent = v->parent_id,
			.type = v->el.type,
			.name = v->el.name,
			.language = v->el.language,
			.is_static = is_static(&v->el),
			.is_prototype = is_prototype(&v->el),
			.is_property = is_property(&v->el),
			.is_test = lu_is_marked_test(&v->el),
			.own_name = has_own_name(&v->el) };

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

#define LISTS_MAX 200 /* longer types say nothing */
#define AROUND    8   /* elements, one in another, whose type parameters are looked at */

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

/* Go's "multi []Core", "byName map[string]*node": the list or the map that objects of the type are. */
static lu_str list_of(const lu_element *el, lu_arena *a)
{
	lu_str s = el->signature, name = lu_simple_name(el->name), none = { "", 0 };
	lu_buf w = LU_BUF;

	if (lu_str_starts(s, "type ")) s = lu_strn(s.s + 5, s.n - 5);
	if (!name.n || s.n <= name.n || memcmp(s.s, name.s, name.n) != 0) return none;
	s = lu_str_trim(lu_strn(s.s + name.n, s.n - name.n));
	if (!lu_type_element(s).n || s.n > LISTS_MAX || memchr(s.s, ';', s.n) || memchr(s.s, '"', s.n)) return none;
	lu_buf_addf(&w, LU_FIELD_LIST ":%.*s;", LU_FMT(s));
	return lu_arena_keep(a, &w);
}

/* What the symbols give, of which there is one for each element. */
static lu_code add_types(const lu_stored *v, size_t n, lu_arena *a, struct lu__drawn *o, lu_err *e)
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
		else if (lu_str_eqz(v[i].el.type, "type") &&
			 (lu_str_starts(v[i].el.signature, "using ") || lu_str_starts(v[i].el.signature, "typedef ")))
			o->sym[i].gives = lu__gives_of_alias(&v[i].el, a);
		else if (lu_str_eqz(v[i].el.type, "type") &&
			 lu__language_of_names(v[i].el.language)->modules == LU__MODULES_FOLDER)
			o->sym[i].gives = list_of(&v[i].el, a);
		else if (v[i].el.return_type.n) o->sym[i].gives = lu__gives_of_call(in, n_in, a);
		else if (lu__gives_what_returns(&v[i].el)) rc = lu__gives_of_returned(in, n_in, a, &o->sym[i].gives, e);
		else rc = lu__gives_of_fields(&v[i].el, a, &o->sym[i].gives, e);
		o->sym[i].takes = lu__takes_of_call(in, n_in, a);
		if (!rc && (!o->sym[i].gives.s || !o->sym[i].takes.s)) rc = lu_nomem(e);
	}
	return rc;
}

lu_code lu__outline_draw(const lu_stored *v, size_t n, lu_arena *a, struct lu__drawn *o, lu_err *e)
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

void lu__outline_pack(const struct lu__drawn *o, lu_str language, lu_jw *symbols, lu_jw *links)
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

void lu__calls_pack(const lu_stored *v, size_t n, lu_jw *calls)
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
