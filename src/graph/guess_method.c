/* SPDX-License-Identifier: MIT
 * Methods of receivers whose type is unknown, and functions that are nowhere in sight: what can be guessed of them, and what had
 * better not be. */
#include "graph/lookup.h"

#define REACH 1000 /* units in which a method is guessed */

/* Is `s` inside of something that only a function knows? */
static bool is_local(const lu__graph *g, uint32_t s)
{
	for (int level = 0; s != LU__NONE && level < LU__LEVELS; level++) {
		s = g->info[s].owner != LU__NONE ? g->info[s].owner : g->info[s].parent;
		if (s != LU__NONE && g->info[s].kind == LU__SYMBOL_FUNC) return true;
	}
	return false;
}

/* Test runners call the methods of such a class; no other object has them. */
static bool is_test_class(const lu__graph *g, uint32_t type)
{
	lu_str file = lu__path(g, g->info[type].file);

	return lu_str_starts(g->names.v[g->info[type].name], "Test") && file.n &&
	       lu_str_starts(lu_str_after_last(file, '/'), "test_");
}

/* Does another type of the language have a method of this name? Imports do not show which objects a file uses: objects
 * also come as fields and as return values of others. */
bool lu__has_twin(const lu__graph *g, uint32_t s)
{
	uint32_t name = g->info[s].name;

	lu__need_name(g, g->names.v[name]);
	if (g->named_at[name + 1] - g->named_at[name] > LU__LONG) return true;
	for (uint32_t at = g->named_at[name]; at < g->named_at[name + 1]; at++) {
		const lu__info *i = &g->info[g->named[at]];

		if (i->kind == LU__SYMBOL_FUNC && i->method && i->owner != g->info[s].owner &&
		    g->file[i->file].language->modules == g->file[g->info[s].file].language->modules)
			return true;
	}
	return false;
}

/* Could `object.name`, written elsewhere, be this function? */
static bool can_be_member(const lu__graph *g, const lu__ask *q, uint32_t s)
{
	const lu__info *i = &g->info[s];
	bool objects = q->language->rules & LU__RULE_OBJECTS;

	/* A file calls its own functions by their names, and what its plain objects hold by the object's. */
	if (!i->method && !(objects && i->top)) return false;
	if (objects && i->owner == LU__NONE && i->file == q->file) return false;
	if ((objects || q->language->modules == LU__MODULES_FOLDER) && lu__has_twin(g, s)) return false;
	return !is_local(g, s) && (i->owner == LU__NONE || !is_test_class(g, i->owner));
}

/* A guess looks at the functions of the file and of what it imports, those alone. (Files of languages in which it looks further are
 * never a part's: lu__is_anywhere().) */
static void need_reach(const lu__graph *g, uint32_t file)
{
	for (uint32_t at = lu__multi_first(&g->reach, file); at; at = g->reach.node[at].next)
		lu__need_file(g, g->reach.node[at].value);
}

static uint32_t only_method(const lu__graph *g, const lu__ask *q, uint32_t name)
{
	uint32_t unit = lu__unit_of(g, q->file);
	lu__found f = lu__no_result("");

	if (lu__multi_list(&g->reach, q->file).n > REACH) return LU__NONE;
	lu__found_list(g, &g->units, lu__pair(unit, name), LU__SYMBOL_FUNC, LU__NONE, &f);
	for (uint32_t at = lu__multi_first(&g->reach, q->file); at && f.n < 2; at = g->reach.node[at].next)
		lu__found_list(g, &g->units, lu__pair(g->reach.node[at].value, name), LU__SYMBOL_FUNC, LU__NONE, &f);
	return f.n == 1 && can_be_member(g, q, f.v[0]) ? f.v[0] : LU__NONE;
}

/* Does a type that does not inherit from the type of `s` have such a method? Tests' types are theirs alone. */
static bool has_rivals(const lu__graph *g, const lu__ask *q, uint32_t s)
{
	uint32_t name = g->info[s].name, type = g->info[s].owner, from = g->named_at[name], to = g->named_at[name + 1];

	if (type == LU__NONE) return true;
	lu__need_name(g, g->names.v[name]);
	if (to - from > LU__LONG) return true;
	for (uint32_t at = from; at < to; at++) {
		uint32_t v = g->named[at], file = g->info[v].file;

		if (v == s || !(g->info[v].kind & LU__SYMBOL_FUNC) || g->info[v].owner == LU__NONE ||
		    !can_be_member(g, q, v))
			continue;
		if (g->file[file].language != q->language || (g->is_test_file[file] && !g->is_test_file[q->file]))
			continue;
		if (!lu__inherits_from(g, g->info[g->info[v].owner].whole, g->info[type].whole)) return true;
	}
	return false;
}

/* Is the method's type the head of `whole`? "Style.PLAIN.wide" is a method of Style, most likely. */
static bool is_head(const lu__graph *g, uint32_t s, lu_str whole)
{
	lu_str type = g->info[s].owner == LU__NONE ? lu_strz("") : g->names.v[g->info[g->info[s].owner].name];

	return type.n && whole.n > type.n && whole.s[type.n] == '.' && lu_str_eq(lu_strn(whole.s, type.n), type);
}

/* Rust: does it do what a trait of a library asks for, which objects of other types do, too? */
static bool is_of_outside_trait(const lu__graph *g, uint32_t s)
{
	uint32_t part = g->info[s].parent;

	if (part == LU__NONE || g->info[part].kind != LU__SYMBOL_PART) return false;
	lu__need_bases(g, g->info[part].whole);
	for (uint32_t b = g->first_base[g->info[part].whole]; b != LU__NONE; b = g->base[b].next)
		if (g->base[b].type == LU__NONE && lu__symbol_of(g, g->ref[g->base[b].ref].src) == part) return true;
	return false;
}

/* A receiver of unknown type: the only method of this name in reach, unless objects of all kinds have
 * such a method, or types of this tree that are not in reach: objects come from anywhere. A method that calls another object's is more often passing a call on to another class
 * than calling its own class. */
void lu__guess_method(lu__graph *g, const lu__ask *q, lu_str whole, lu__found *f)
{
	lu_str last = lu_str_after_last(whole, '.');
	uint32_t name = lu__names_find(&g->names, last), at, s;

	if (!(q->language->rules & LU__RULE_GUESSES)) return;
	if (!lu__is_word(g, q->language, LU__WORD_COMMON, name)) need_reach(g, q->file);
	if (name == LU__NONE) return;
	if ((q->language->rules & LU__RULE_QUALIFIED) && !lu__is_word(g, q->language, LU__WORD_COMMON, name))
		lu__imported_extension(g, q, name, f);
	if (f->n) return;
	/* What a call gives is often an object of a library, whose calls are chained. */
	if ((q->language->rules & LU__RULE_QUALIFIED) &&
	    (memchr(whole.s, '(', whole.n) || memchr(whole.s, '?', whole.n - last.n)))
		return;
	if (lu__is_word(g, q->language, LU__WORD_COMMON, name)) {
		f->reason = "receiver of unknown type, common method name";
		return;
	}
	at = lu__multi_first(&g->guesses, lu__pair(q->file, name));
	s = at ? g->guesses.node[at].value : only_method(g, q, name);
	if (!at && s != LU__NONE && (q->language->rules & LU__RULE_UNRIVALLED) && has_rivals(g, q, s)) s = LU__NONE;
	if (!at) lu__multi_add(&g->guesses, lu__pair(q->file, name), s);
	if (s == LU__NONE || s == q->src) return;
	if (g->info[s].owner != LU__NONE && g->info[s].owner == lu__own_type(g, q->src)) return;
	if ((q->language->rules & LU__RULE_OWN_CONSTANTS) && !is_head(g, s, whole)) return;
	lu__found_add(f, LU__FOUND_SYMBOLS, s, 0);
	f->grade = is_of_outside_trait(g, s) ? LU_GRADE_AMBIGUOUS : LU_GRADE_UNIQUE;
	f->reason = "only method of this name in reach";
}

/* Scripts load others by paths that are made when they run. What is called so is no program: those have no '_' in their names. */
void lu__guess_function(lu__graph *g, const lu__ask *q, lu_str text, lu__found *f)
{
	uint32_t name = lu__names_find(&g->names, text), n;
	lu__found found = lu__no_result("only definition of this name");

	if (!text.n || !memchr(text.s, '_', text.n) || lu__is_word(g, q->language, LU__WORD_BUILTIN, name)) return;
	lu__need_name(g, text);
	if (name == LU__NONE) return;
	n = g->named_at[name + 1] - g->named_at[name];
	for (uint32_t i = 0; i < n && n <= LU__SOUGHT; i++) {
		uint32_t s = g->named[g->named_at[name] + i];

		if (g->info[s].kind == LU__SYMBOL_FUNC && g->file[g->info[s].file].language == q->language)
			lu__found_add(&found, LU__FOUND_SYMBOLS, s, 0);
	}
	if (found.n != 1 || is_local(g, found.v[0]) ||
	    (g->is_test_file[g->info[found.v[0]].file] && !g->is_test_file[q->file]))
		return;
	found.grade = LU_GRADE_UNIQUE;
	*f = found;
}
