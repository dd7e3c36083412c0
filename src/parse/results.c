/* SPDX-License-Identifier: MIT
 * What functions give whose source declares no type: what all their `return`s give, as far as that is told, or what their
 * documentation says. It is their member "returned". */
#include <stdlib.h>
#include <string.h>

#include "core/ascii.h"
#include "core/binary_search.h"
#include "core/type_takes.h"
#include "core/type_text.h"
#include "lucus/json.h"
#include "parse/build.h"
#include "parse/types.h"

static int by_place(const void *px, const void *py)
{
	const struct lu__range *x = px, *y = py;

	if (x->start != y->start) return x->start < y->start ? -1 : 1;
	return (x->end < y->end) - (x->end > y->end);
}

#define FRAMES 1000 /* functions in one definition: among more, none is looked for */

/* How many functions of definition `d` are around a place: 1 when it is in that of the definition itself, rather than in one that
 * is inside of it and no definition. 2 stands for more, and for what is not known. */
static unsigned functions_around(const struct lu__found *f, const struct lu__def *d, uint32_t at)
{
	size_t i, first;
	unsigned n = 0;

	LU_LOWER_BOUND(first, 0, f->frames.n, f->frames.v[first].start < d->start);
	for (i = first; i < f->frames.n && f->frames.v[i].start <= at && n < 2; i++) {
		if (i - first == FRAMES) return 2;
		n += at < f->frames.v[i].end;
	}
	return n;
}

/* What is known of the results of a definition. */
struct result {
	lu_str type;
	lu_str object, as_made; /* the variable that was returned last, and the object that it holds */
	unsigned looked;        /* how often the function was looked through for what it sets */
	bool unknown;
};

/* `return self`, `return cls()` */
static bool is_itself(const struct lu__build *b, lu_str expr)
{
	if (lu_str_eqz(expr, "cls")) return false;
	return b->l->self && (lu_str_eqz(expr, "cls()") || lu_str_in_words(expr, b->l->self));
}

/* "F.prototype.m = function () { return this; }", "{ m() { return this; } }": what it is called on. */
static bool is_of_object(const struct lu__build *b, const struct lu__def *d)
{
	TSNode value = lu__field(d->node, d->receiver.n ? "right" : "value");

	if (!(b->l->rules & LU__RULE_OBJECTS)) return false;
	if (d->receiver.n || !strcmp(ts_node_type(d->node), "pair"))
		return !ts_node_is_null(value) && !strcmp(ts_node_type(value), "function_expression");
	return !strcmp(ts_node_type(d->node), "method_definition") &&
	       !strcmp(ts_node_type(ts_node_parent(d->node)), "object");
}

static lu_str given_by(const struct lu__build *b, const struct lu__types *t, const struct lu__site *s)
{
	lu_str type = is_itself(b, s->type) ? s->type : lu__type_given(b, t, s->type, s->def, s->start);
	size_t self;

	if (!is_itself(b, s->type) && !lu_str_eqz(type, "=cls()")) return type;
	if (is_of_object(b, &b->f->defs.v[s->def])) return lu_strz(LU__OWN_TYPE);
	self = lu__self_of(b, s->def);
	return lu_strz(self != LU__NO_DEF && lu__is_class(b->f->defs.v[self].type) ? LU__OWN_TYPE : "");
}

#define LOOKS          4     /* variables, in turn, that a function may return: of one with more nothing is told */
#define LOOKED_THROUGH 65536 /* bytes of a function for what it sets: of longer ones nothing is told */

static size_t after_blanks(lu_str s, size_t i)
{
	while (i < s.n && lu_is_space(s.s[i])) i++;
	return i;
}

static bool is_assigned(lu_str s, size_t i)
{
	i = after_blanks(s, i);
	return i + 1 < s.n && s.s[i] == '=' && !strchr("=>", s.s[i + 1]);
}

/* A symbol by how it is written, which is no key by name: "kState", "Symbol.iterator". */
static bool is_symbol(lu_str s)
{
	return lu_str_starts(s, "Symbol.") || (s.n > 1 && s.s[0] == 'k' && lu_is_upper(s.s[1]));
}

#define SET   256 /* names that a function may set of an object: of more it may be any */
#define INDEX 200 /* bytes within which "[" is closed */

/* What a function sets of an object that it holds. */
struct set {
	lu_str name[SET];
	size_t n;
	bool any; /* it may be any name */
};

static void add_set(struct set *x, lu_str name)
{
	if (x->n == SET) x->any = true;
	else x->name[x->n++] = name;
}

/* "[...] = y" */
static void add_index(struct set *x, lu_str text)
{
	const char *end = memchr(text.s, ']', text.n < INDEX ? text.n : INDEX);
	lu_str index;

	if (end && !is_assigned(text, (size_t)(end + 1 - text.s))) return;
	index = end ? lu_strn(text.s + 1, (size_t)(end - text.s) - 1) : lu_strn("", 0);
	if (index.n < 2 || !strchr("'\"`", index.s[0])) x->any |= !is_symbol(index);
	else add_set(x, lu_strn(index.s + 1, index.n - 2));
}

/* What `text` sets, which begins behind the name of an object: "object.name = y", "object[x] = y", "object = x". */
static void add_sets(struct set *x, lu_str text)
{
	size_t i = after_blanks(text, 0), from;

	if (is_assigned(text, i)) x->any = true;
	if (i < text.n && text.s[i] == '[') add_index(x, lu_strn(text.s + i, text.n - i));
	if (i == text.n || text.s[i] != '.') return;
	from = i = after_blanks(text, i + 1);
	while (i < text.n && lu_is_ident(text.s[i])) i++;
	if (is_assigned(text, i)) add_set(x, lu_strn(text.s + from, i - from));
}

/* Is the name at `at` given to Object.assign(), or behind the word of a declaration? */
static bool is_behind(lu_str text, size_t at, const char *word)
{
	size_t n = strlen(word);

	while (at && lu_is_space(text.s[at - 1])) at--;
	return at >= n && !memcmp(text.s + at - n, word, n);
}

/* What definition `d` itself sets of an object. */
static void look_through(const struct lu__build *b, const struct lu__def *d, lu_str object, struct set *x)
{
	lu_str all = lu_strn(b->text.s + d->start, d->end - d->start);
	size_t i = 0;
	const char *at;

	x->any = all.n > LOOKED_THROUGH;
	while (!x->any && (at = memmem(all.s + i, all.n - i, object.s, object.n))) {
		size_t from = (size_t)(at - all.s);

		i = from + object.n;
		if ((from && (lu_is_ident(at[-1]) || at[-1] == '.')) || (i < all.n && lu_is_ident(all.s[i]))) continue;
		if (is_behind(all, from, "const") || is_behind(all, from, "let") || is_behind(all, from, "var"))
			continue;
		x->any = is_behind(all, from, "Object.assign(");
		add_sets(x, lu_strn(all.s + i, all.n - i));
	}
}

static bool is_set(const struct set *x, lu_str name)
{
	for (size_t i = 0; i < x->n && !x->any; i++)
		if (lu_str_eq(x->name[i], name)) return true;
	return x->any;
}

/* Is there an entry of this key in what follows, which replaces it? */
static bool comes_again(lu_str list, lu_str key)
{
	while (list.n)
		if (lu_str_eq(lu_str_before_first(lu_str_take(&list, ','), '='), key)) return true;
	return false;
}

/* An object (LU_OBJECT_MADE) without what it has by the names of parameters and variables, which no other place can tell. */
static lu_str without_locals(const struct lu__build *b, const struct lu__types *t, lu_str type,
			     const struct lu__site *s)
{
	const struct lu__def *d = &b->f->defs.v[s->def];
	size_t mark = sizeof LU_OBJECT_MADE - 1;
	lu_str list = lu_strn(type.s + mark, type.n - mark);
	struct set set = { .n = 0 };
	lu_buf w = LU_BUF;

	if (s->how == LU__CAPTURE_VAR_FROM && list.n) look_through(b, d, s->type, &set);
	lu_buf_adds(&w, LU_OBJECT_MADE);
	while (list.n) {
		lu_str one = lu_str_take(&list, ','), key = lu_str_before_first(one, '=');
		lu_str value = key.n < one.n ? lu_strn(one.s + key.n + 1, one.n - key.n - 1) : key;

		if (lu__is_variable(b, t, lu_str_before_first(value, '.'), (struct lu__place){ s->def, s->start }))
			continue;
		if (comes_again(list, key) || is_set(&set, key)) continue;
		if (w.len > mark) lu_buf_addc(&w, ',');
		lu_buf_addstr(&w, one);
	}
	return lu_arena_keep(b->a, &w);
}

static lu_code add_result(const struct lu__build *b, const struct lu__types *t, const struct lu__site *s,
			  struct result *r)
{
	lu_str type = s->type;

	if (r->unknown || s->how == LU__CAPTURE_VAR_NONE) return LU_OK;
	if (s->how == LU__CAPTURE_VAR_TYPE) type = s->whole;
	else if (s->how == LU__CAPTURE_VAR_FROM) type = given_by(b, t, s);
	if (type.s && lu_str_starts(type, LU_OBJECT_MADE)) {
		if (r->as_made.n && lu_str_eq(type, r->as_made) && lu_str_eq(s->type, r->object)) return LU_OK;
		r->object = s->type;
		r->as_made = type;
		type = r->looked++ < LOOKS ? without_locals(b, t, type, s) : lu_strn("", 0);
	}
	if (!type.s) return lu_nomem(b->e);
	if (!type.n || s->how == LU__CAPTURE_VAR_UNKNOWN || (r->type.n && !lu_str_eq(type, r->type))) r->unknown = true;
	r->type = type;
	return LU_OK;
}

static bool is_first(const struct lu__found *f, size_t i)
{
	return !i || f->sites.v[i - 1].start != f->sites.v[i].start || f->sites.v[i - 1].kind != f->sites.v[i].kind;
}

static lu_code write_result(const struct lu__build *b, lu_element *el, lu_str type)
{
	lu_code rc = LU_OK;
	lu_jw w;

	lu_jw_init(&w);
	lu_jw_str(&w, "returned", type);
	el->extra = w.out.oom ? lu_strn(NULL, 0) : lu_arena_dup(b->a, lu_buf_str(&w.out));
	if (!el->extra.s) rc = lu_nomem(b->e);
	lu_jw_free(&w);
	return rc;
}

static lu_code write_results(struct lu__build *b, const struct result *r)
{
	lu_code rc = LU_OK;

	for (size_t d = 0; d < b->f->defs.n && !rc; d++) {
		lu_element *el = b->slot[d] == LU__NO_DEF ? NULL : &b->out.v[b->slot[d]];
		lu_str type;

		if (!el || el->return_type.n || el->extra.n || !lu__is_function(el->type)) continue;
		type = (b->l->syntax & LU__SYNTAX_DOC_TYPES)
			       ? lu__doc_type(b->l, lu__doc_of(b, d), lu_strz("return"), b->a)
			       : lu_strn("", 0);
		if (!type.s) return lu_nomem(b->e);
		if (!type.n && !r[d].unknown) type = r[d].type;
		if (type.n && (type.n <= 200 || lu_str_starts(type, LU_OBJECT_MADE))) rc = write_result(b, el, type);
	}
	return rc;
}

lu_code lu__add_results(struct lu__build *b, const struct lu__types *t)
{
	struct lu__found *f = b->f;
	struct result *r;
	lu_code rc = LU_OK;

	if (f->frames.n) qsort(f->frames.v, f->frames.n, sizeof *f->frames.v, by_place);
	if (!(r = lu_arena_calloc(b->a, f->defs.n + 1, sizeof *r))) return lu_nomem(b->e);
	for (size_t i = 0; i < f->sites.n && !rc; i++) {
		const struct lu__site *s = &f->sites.v[i];

		if (s->kind != LU__CAPTURE_GIVES || s->def == LU__NO_DEF || !is_first(f, i)) continue;
		if (!lu__is_function(f->defs.v[s->def].type)) continue;
		/* without frames all functions are definitions */
		if (!f->frames.n || functions_around(f, &f->defs.v[s->def], s->start) == 1)
			rc = add_result(b, t, s, &r[s->def]);
	}
	return rc ? rc : write_results(b, r);
}
