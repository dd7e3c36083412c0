/* SPDX-License-Identifier: MIT
 * Which of several functions of one name a call of C++ means: what template arguments it is given, whether its object is const,
 * and how its arguments convert, as far as their types are told. What a compiler can not choose is left out; what it would
 * choose is left alone where that is certain. */
#include "core/ascii.h"
#include "core/type_text.h"
#include "graph/convert.h"
#include "graph/lookup.h"
#include "graph/overload.h"

#define ARGS 16 /* of a call with more, the types are not looked at */

typedef struct candidate {
	uint32_t symbol;
	lu_str head, takes;
	lu__cpp_type taken[ARGS];
	enum lu__fit fit[ARGS];
	enum lu__rank rank[ARGS];
	uint32_t n;
	bool template, conditional, rest, named, out;
} candidate;

/* ---- heads ---- */

static bool has_mark(lu_str head, char mark)
{
	size_t i = head.n;

	for (size_t k = 0; k < head.n; k++)
		if (head.s[k] == '!') i = k;
	while (i && head.s[i - 1] != '>' && head.s[i - 1] != '}')
		if (head.s[--i] == mark) return true;
	return false;
}

/* The arguments of an explicit specialisation; s == NULL: it is none. */
static lu_str specialised(lu_str head)
{
	const char *at = head.n ? memchr(head.s, '!', head.n) : NULL;

	return at ? lu_strn(at + 1, (size_t)(head.s + head.n - at) - 1) : lu_strn(NULL, 0);
}

/* What a call gives its template, "<int,4>" without the brackets; what it gives the class that it names, behind '@'; and what
 * else its first entry says of the object. */
static lu_str given_by_call(lu_str first, lu_str *of, char *object)
{
	const char *at;

	*of = lu_strn("", 0);
	*object = first.n && strchr("cmt", first.s[first.n - 1]) ? first.s[first.n - 1] : 0;
	if (*object) first.n--;
	at = first.n ? memchr(first.s, '@', first.n) : NULL;
	if (at) {
		lu_str class = lu_strn(at + 1, (size_t)(first.s + first.n - at) - 1);

		first.n = (size_t)(at - first.s);
		if (class.n > 1) *of = lu_strn(class.s + 1, class.n - 2);
	}
	return first.n > 1 && first.s[0] == '<' ? lu_strn(first.s + 1, first.n - 2) : lu_strn("", 0);
}

/* Can a template with this head be called with the arguments given, the others being told by those of the call? */
static bool takes_given(const candidate *c, lu_str given, uint32_t *n_given)
{
	lu_str types = lu_strn(c->takes.s + c->head.n, c->takes.n - c->head.n), rest = given;
	bool pack = false;

	*n_given = 0;
	if (specialised(c->head).s) return true;
	if (given.n && !c->template) return false;
	for (uint32_t i = 0; i < 64; i++) {
		lu_str p = lu__cpp_parameter(c->takes, i), one, name;
		bool value = lu_str_starts(p, "#"), has_default = lu_str_ends(p, "=");

		if (!p.n) break;
		pack |= memmem(p.s, p.n, "...", 3) != NULL;
		if (rest.n && !pack) {
			one = lu_type_take_argument(&rest);
			++*n_given;
			if (!value && (lu_is_digit(one.s[0]) || lu_str_in_words(one, "true false"))) return false;
			if (value && lu__cpp_size(one)) return false;
			continue;
		}
		if (pack || has_default) continue;
		name = lu_strn(p.s + value, p.n - value);
		if (name.n && !lu__has_word(types, name)) return false;
	}
	return !rest.n || pack || !c->template;
}

/* ---- candidates ---- */

/* The type of an argument, which an expression may tell. */
static lu__cpp_type type_of_arg(lu__graph *g, const lu__ask *q, lu_str text)
{
	lu__cpp_type t = { .shape = LU__CPP_UNKNOWN, .symbol = LU__NONE };
	lu__found f;
	lu__ask there;

	if (!lu_str_starts(text, "=")) return lu__cpp_read(g, q, text, LU__NONE, 0);
	lu__find_given(g, q, lu_strn(text.s + 1, text.n - 1), &f);
	if (f.told.n && !lu_str_starts(f.told, "=")) {
		there = (lu__ask){
			f.told_at, g->info[f.told_at].file, f.told_at, LU__NONE, q->language, q->depth, false
		};
		return lu__cpp_read(g, &there, f.told, LU__NONE, 0);
	}
	if (f.what != LU__FOUND_SYMBOLS) { /* "Color::red" */
		lu__find_name(g, q, lu_str_before_last(lu_strn(text.s + 1, text.n - 1), '.'), LU__SYMBOL_TYPES, &f);
		if (!lu__one_symbol(&f) || !lu_str_eqz(g->sym[f.v[0]].type, "enum")) return t;
	}
	if (!lu__one_symbol(&f) || !(g->info[f.v[0]].kind & LU__SYMBOL_TYPES) ||
	    lu_str_eqz(g->sym[f.v[0]].type, "type"))
		return t;
	t.shape = LU__CPP_HERE;
	t.symbol = g->info[f.v[0]].whole;
	t.text = t.name = g->names.v[g->info[t.symbol].name];
	return t;
}

static void judge(lu__graph *g, const lu__ask *q, const lu__cpp_type *arg, uint32_t given, candidate *c)
{
	lu__ask there = { c->symbol, g->info[c->symbol].file, c->symbol, LU__NONE, q->language, q->depth, false };
	lu_str rest = lu_strn(c->takes.s + c->head.n, c->takes.n - c->head.n), one = { "", 0 };

	lu__need_file(g, there.file);
	if (rest.n) rest = lu_strn(rest.s + 1, rest.n - 1);
	for (uint32_t i = 0; i < c->n && !c->out; i++) {
		lu__cpp_type *p = &c->taken[i];

		if (rest.n) one = lu_str_take(&rest, ';');
		else if (!c->rest) one = lu_strn("", 0);
		*p = lu__cpp_read(g, &there, one, c->symbol, given);
		if (lu_str_eqz(one, "...")) c->fit[i] = LU__YES, c->rank[i] = LU__ELLIPSIS;
		else c->fit[i] = lu__converts(g, &arg[i], p, lu__is_pattern(g, c->symbol, given, p), &c->rank[i]);
		c->out = c->fit[i] == LU__NO;
	}
}

/* Is what is taken the same for both, whatever the argument is? */
static bool same_taken(const candidate *x, const candidate *y, uint32_t i)
{
	return x->taken[i].text.n && lu_str_eq(x->taken[i].text, y->taken[i].text);
}

/* Of two parameters of templates that an argument fits equally: is `x` the more special one? */
static int special(const candidate *x, const candidate *y, uint32_t i)
{
	const lu__cpp_type *p = &x->taken[i], *r = &y->taken[i];
	int a = p->shape == LU__CPP_BOUND ? p->pointers : 100, b = r->shape == LU__CPP_BOUND ? r->pointers : 100;

	if (p->rest != r->rest) return p->rest ? -1 : 1;
	return a == b ? 0 : a > b ? 1 : -1;
}

/* Would a compiler choose `x` rather than `y`, as both can be called? */
static bool is_better(const candidate *x, const candidate *y)
{
	bool better = false, more = false, less = false;

	for (uint32_t i = 0; i < x->n; i++) {
		int s;

		if (same_taken(x, y, i)) continue;
		if (x->rank[i] == LU__UNTOLD || y->rank[i] == LU__UNTOLD ||
		    (x->rank[i] == LU__BY_CLASS && y->rank[i] == LU__BY_CLASS))
			return false;
		if (x->rank[i] > y->rank[i]) return false;
		if (x->rank[i] < y->rank[i]) better = true;
		if (x->rank[i] != y->rank[i]) continue;
		s = special(x, y, i);
		more |= s > 0;
		less |= s < 0;
		/* two that refer, or convert, in ways that are not told apart here */
		if (!s && x->rank[i] == LU__CONVERTED) return false;
		if (!s && x->rank[i] == LU__SAME && x->taken[i].shape != LU__CPP_BOUND &&
		    y->taken[i].shape != LU__CPP_BOUND &&
		    (x->taken[i].refers || x->taken[i].moves || y->taken[i].refers || y->taken[i].moves))
			return false;
	}
	if (better) return true;
	if (x->template != y->template) return y->template;
	if (x->rest != y->rest) return y->rest && !less;
	return more && !less && x->template;
}

static bool is_sure(const candidate *c)
{
	for (uint32_t i = 0; i < c->n; i++)
		if (c->fit[i] != LU__YES) return false;
	return !c->conditional;
}

/* One of two methods leaves its object as it is, and is the other's twin: the object decides. */
static void fit_object(candidate *v, uint32_t n, char object)
{
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t k = 0; k < n; k++) {
			bool x = has_mark(v[i].head, 'c'), y = has_mark(v[k].head, 'c');

			if (x == y || v[i].out) continue;
			if (!lu_str_eq(lu_strn(v[i].takes.s + v[i].head.n, v[i].takes.n - v[i].head.n),
				       lu_strn(v[k].takes.s + v[k].head.n, v[k].takes.n - v[k].head.n)))
				continue;
			v[i].out = x == (object == 'm');
		}
	}
}

/* The primary template is meant, unless the call gives what a specialisation is for. */
static void fit_specialised(candidate *v, uint32_t n, lu_str given)
{
	bool primary = false, same = false;

	for (uint32_t i = 0; i < n; i++) {
		lu_str s = specialised(v[i].head);

		if (v[i].out) continue;
		primary |= v[i].template && !s.s;
		same |= s.s && given.n && lu_str_eq(s, given);
	}
	if (!primary && !same) return;
	for (uint32_t i = 0; i < n; i++) {
		lu_str s = specialised(v[i].head);
		bool other = !s.s || !lu_str_eq(s, given);

		if (same ? other : s.s != NULL) v[i].out = true;
	}
}

/* The object of a call within a method, of its own type or a field of it: what the method does to it. */
static char own_object(const lu__graph *g, const lu__ask *q, const lu_ref *r, bool field)
{
	lu_str takes = g->sym[q->src].takes;
	bool own = field || !memchr(r->name.s, '.', r->name.n) || lu_str_starts(r->name, "this.");

	if (!own || !g->info[q->src].method || g->info[q->src].kind != LU__SYMBOL_FUNC) return 0;
	return has_mark(lu__cpp_head(takes), 'c') ? 'c' : 'm';
}

/* Are those that are left templates that take the same, each under a condition? Such conditions exclude one another: each
 * instantiation has one of them. Expressions that must be valid do not. */
static bool exclude_one_another(const candidate *v, uint32_t n)
{
	const candidate *first = NULL;
	uint32_t left = 0;

	for (uint32_t i = 0; i < n; i++) {
		if (v[i].out) continue;
		if (!has_mark(v[i].head, '?') || !v[i].template) return false;
		if (!first) first = &v[i];
		for (uint32_t k = 0; k < v[i].n; k++) {
			const lu__cpp_type *x = &first->taken[k], *y = &v[i].taken[k];

			if (!same_taken(first, &v[i], k) &&
			    (x->shape != LU__CPP_BOUND || y->shape != LU__CPP_BOUND || x->pointers != y->pointers))
				return false;
		}
		left++;
	}
	return left > 1;
}

/* Are two methods of one class, or of specialisations of one? */
static bool is_same_class(const lu__graph *g, uint32_t x, uint32_t y)
{
	uint32_t a = g->info[x].owner, b = g->info[y].owner;

	return a == b || (a != LU__NONE && b != LU__NONE && lu_str_eq(g->sym[a].name, g->sym[b].name));
}

/* What a method calls of its own is in its own class, of several specialisations of a template. */
static void fit_class(const lu__graph *g, const lu__ask *q, const lu_ref *r, candidate *v, uint32_t n)
{
	uint32_t own = g->info[q->src].parent;
	bool any = false;

	if (memchr(r->name.s, '.', r->name.n) || !g->info[q->src].method) return;
	for (uint32_t i = 0; i < n; i++) any |= !v[i].out && g->info[v[i].symbol].parent == own;
	for (uint32_t i = 0; i < n && any; i++)
		v[i].out |= g->info[v[i].symbol].parent != own && is_same_class(g, v[i].symbol, q->src);
}

/* "A<T>::f()", of the specialisations of a class: the one for what is given. A parameter of a template around the call may stand
 * for each of those that are for one type; then each instantiation has one of them, which is told. */
static bool fit_named_class(const lu__graph *g, const lu__ask *q, lu_str of, candidate *v, uint32_t n)
{
	uint32_t same = 0, left = 0;
	bool special = true;

	for (uint32_t i = 0; i < n && of.n; i++) {
		uint32_t class = g->info[v[i].symbol].parent;
		lu_str s = class == LU__NONE ? lu_strn("", 0) : specialised(lu__cpp_head(g->sym[class].takes));

		if (v[i].out) continue;
		left++;
		v[i].named = s.n && lu_str_eq(s, of);
		same += v[i].named;
		special &= s.n > 0 && is_same_class(g, v[i].symbol, v[0].symbol);
		for (uint32_t k = 0; k < i; k++) special &= v[k].out || g->info[v[k].symbol].parent != class;
	}
	for (uint32_t i = 0; i < n && same; i++) v[i].out |= !v[i].named;
	return !same && special && left > 1 && lu__cpp_is_dependent(g, q->src, of);
}

/* A compiler chooses between them, unless the receiver is of one of two types: then only among those of each. */
static bool are_rivals(const lu__graph *g, const lu__found *f, uint32_t i, uint32_t k)
{
	return !f->one_of || g->info[f->v[i]].parent == g->info[f->v[k]].parent;
}

static void leave(const lu__graph *g, candidate *v, lu__found *f, bool either)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < f->n && either; i++)
		for (uint32_t k = 0; k < i; k++)
			if (!v[i].out && !v[k].out && are_rivals(g, f, i, k))
				f->one_of = false; /* overloads are left */

	for (uint32_t i = 0; i < f->n; i++)
		if (!v[i].out) f->v[n++] = v[i].symbol;
	if (n) f->n = n;
}

void lu__fit_conversions(lu__graph *g, const lu__ask *q, const lu_ref *r, lu__found *f)
{
	uint32_t n_args = r->args - 1, left = 0;
	candidate v[LU__SOUGHT];
	lu__cpp_type arg[ARGS];
	lu_str rest = r->types, given, of;
	bool either = f->one_of;
	char object;

	for (uint32_t i = 0; i < f->n; i++)
		if (g->info[f->v[i]].kind != LU__SYMBOL_FUNC || !g->sym[f->v[i]].least || lu__is_macro(g, f->v[i]))
			return;
	if (n_args > ARGS) return;
	given = given_by_call(lu_str_take(&rest, ';'), &of, &object);
	if (!object || object == 't') object = own_object(g, q, r, object == 't');
	for (uint32_t i = 0; i < n_args; i++) arg[i] = type_of_arg(g, q, lu_str_take(&rest, ';'));
	for (uint32_t i = 0; i < f->n; i++) {
		lu_str takes = g->sym[f->v[i]].takes, head = lu__cpp_head(takes);
		uint32_t n_given;

		v[i] = (candidate){ .symbol = f->v[i], .n = n_args, .head = head, .takes = takes };
		v[i].template = lu_str_starts(head, "<");
		v[i].conditional = has_mark(head, '?') || has_mark(head, 'd');
		v[i].rest = !g->sym[f->v[i]].most;
		if (!takes_given(&v[i], given, &n_given)) v[i].out = true;
		else judge(g, q, arg, n_given, &v[i]);
		left += !v[i].out;
	}
	if (!left) return; /* a type was mistaken */
	fit_specialised(v, f->n, given);
	fit_class(g, q, r, v, f->n);
	if (object && !either) fit_object(v, f->n, object);
	for (uint32_t i = 0; i < f->n; i++)
		for (uint32_t k = 0; k < f->n && !v[i].out && is_sure(&v[i]); k++)
			if (k != i && !v[k].out && are_rivals(g, f, i, k) && is_better(&v[i], &v[k]) &&
			    !is_better(&v[k], &v[i]))
				v[k].out = true;
	if (f->grade <= LU_GRADE_UNIQUE && (fit_named_class(g, q, of, v, f->n) || exclude_one_another(v, f->n))) {
		f->one_of = true;
		f->grade = LU_GRADE_UNIQUE;
		f->reason = LU__EACH_INSTANTIATION;
	}
	leave(g, v, f, either);
}

bool lu__is_as_valid(const lu__graph *g, uint32_t s)
{
	return has_mark(lu__cpp_head(g->sym[s].takes), 'd');
}

void lu__doubt_validity(const lu__graph *g, lu__found *f)
{
	if (!lu__one_symbol(f) || g->info[f->v[0]].kind != LU__SYMBOL_FUNC || f->grade >= LU_GRADE_UNIQUE) return;
	if (lu__is_as_valid(g, f->v[0])) f->grade = LU_GRADE_UNIQUE;
}
