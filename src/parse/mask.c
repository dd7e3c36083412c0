/* SPDX-License-Identifier: MIT
 * Hiding macros from the grammars of C and C++. Only the heads of declarations outside of functions are read:
 * words, pointers and parentheses up to ';', '{' or '='. C has one type in them and one name, so that what
 * is more must be macros: "API int f(void) MUST_USE;" reads as "    int f(void)         ;".
 *
 * A macro that looks like a function without a type and has a body defines something by its arguments. */
#include "parse/mask.h"

#include "parse/mask_head.h"
#include "parse/mask_scan.h"
#include "core/ascii.h"
#include "core/binary_search.h"

#define MAX_SCOPES 64

struct scan {
	struct lu__source src;
	bool cpp;
	struct lu__head h;
	bool tagged[MAX_SCOPES];  /* is the scope around here the body of a struct? */
	bool listed[MAX_SCOPES];  /* of a struct or union, which has fields? */
	lu_str named[MAX_SCOPES]; /* and its name */
	size_t scopes;
	struct lu__mask *mask;
};

static void add_item(struct scan *c, enum lu__head_kind kind, size_t start, size_t end)
{
	if (c->h.n == LU__HEAD_ITEMS) {
		c->h.odd = true;
		return;
	}
	c->h.v[c->h.n++] = (struct lu__head_item){
		.kind = kind, .start = start, .end = end, .name = lu_strn(c->src.s.s + start, end - start)
	};
}

/* ---- macros that define ---- */

static bool defines_test(lu_str macro)
{
	return lu_str_eqz(macro, "TEST") || lu_str_starts(macro, "TEST_") || lu_str_ends(macro, "_TEST") ||
	       lu__c_has_part(macro, "_TEST_");
}

/* The plain name that an argument is, empty otherwise. */
static lu_str argument(lu_str s, size_t *i)
{
	size_t from = *i;
	lu_str w;

	while (*i < s.n && s.s[*i] != ',' && s.s[*i] != '(' && s.s[*i] != ')') (*i)++;
	w = lu_str_trim(lu_strn(s.s + from, *i - from));
	if (!w.n || lu_is_digit(w.s[0]) || *i >= s.n || s.s[*i] == '(') return lu_strn("", 0);
	for (size_t k = 0; k < w.n; k++)
		if (!lu__c_is_word(w.s[k])) return lu_strn("", 0);
	*i += s.s[*i] == ',';
	return w;
}

/* "MACRO(a, b) {" with nothing but specifiers before it. */
static lu_code read_macro_def(struct scan *c)
{
	const struct lu__head *h = &c->h;
	const struct lu__head_item *t = h->n ? &h->v[h->n - 1] : NULL;
	struct lu__macro_def d = { .at = 0 }, *v;
	size_t at;
	lu_str s;
	lu_code rc;

	for (size_t i = 0; i + 1 < h->n; i++)
		if (h->v[i].kind != LU__SPECIFIER) return LU_OK;
	if (!t || !t->call || t->kind != LU__ATTR || t->end - t->start < 7) return LU_OK;
	at = t->name.n;
	s = lu_strn(c->src.s.s + t->start, t->end - t->start);
	while (at < s.n && s.s[at] != '(') at++;
	at++;
	d.at = (uint32_t)t->start + 4;
	d.macro = t->name;
	d.test = defines_test(t->name);
	d.name = argument(s, &at);
	if (!d.name.n) return LU_OK;
	if (d.test && s.s[at - 1] == ',') {
		d.group = d.name;
		d.name = argument(s, &at);
		if (!d.name.n) return LU_OK;
	}
	if ((rc = lu__hide(&c->src, t->start, t->end))) return rc;
	memcpy(c->src.out + t->start, "int f", 5);
	memcpy(c->src.out + t->end - 2, "()", 2);
	if (!(v = lu_arena_grow(c->src.a, c->mask->v, c->mask->n, sizeof *v))) return lu_nomem(c->src.e);
	v[c->mask->n++] = d;
	c->mask->v = v;
	return LU_OK;
}

/* ---- reading ---- */

/* The struct in whose body it is. */
static lu_str around(const struct scan *c)
{
	size_t n = c->scopes < MAX_SCOPES ? c->scopes : MAX_SCOPES;

	return n ? c->named[n - 1] : lu_strn("", 0);
}

static lu_code hide_marked(struct scan *c)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < c->h.n && !rc; i++)
		if (c->h.v[i].hide) rc = lu__hide(&c->src, c->h.v[i].start, c->h.v[i].end);
	return rc;
}

/* "union any { EACH_TYPE(XX) };" lists fields by a macro, and reads as a field, "EACH_TYPE XX;". */
static lu_code read_list(struct scan *c)
{
	const struct lu__head_item *t = &c->h.v[0];
	lu_str s = c->src.s;
	size_t open, i;
	lu_code rc;

	if (c->h.n != 1 || !t->call || t->kind != LU__ATTR || !c->scopes || c->scopes > MAX_SCOPES ||
	    !c->listed[c->scopes - 1])
		return LU_OK;
	open = lu__c_skip_blanks(s, t->start + t->name.n);
	for (i = open + 1; i < t->end && lu__c_is_word(s.s[i]);) i++;
	if (i + 1 != t->end || i == open + 1 || lu__c_first_on_line(s, open)) return LU_OK;
	if ((rc = lu__hide(&c->src, open, open + 1))) return rc;
	if ((rc = lu__hide(&c->src, i, t->end))) return rc;
	c->src.out[i] = ';';
	return LU_OK;
}

/* Macros alone at the end of a class: "NON_COPYABLE(Class) };". Those of a struct may list its fields, unless they name it. */
static bool is_about_class(const struct scan *c)
{
	const struct lu__head *h = &c->h;
	bool named = false;

	if (!c->cpp || !h->n || !c->scopes || c->scopes > MAX_SCOPES || !c->tagged[c->scopes - 1]) return false;
	for (size_t i = 0; i < h->n; i++) {
		lu_str args = lu_strn(h->v[i].name.s + h->v[i].name.n, h->v[i].end - h->v[i].start - h->v[i].name.n);

		if (h->v[i].kind != LU__ATTR) return false;
		args = lu_str_trim(args);
		if (args.n > 2) named |= lu_str_eq(lu_str_trim(lu_strn(args.s + 1, args.n - 2)), around(c));
	}
	return named || !c->listed[c->scopes - 1];
}

/* extern "C" int __stdcall f(): the grammar knows the last but one elsewhere alone. */
static void mark_conventions(struct lu__head *h)
{
	for (size_t i = 0; i < h->n; i++)
		h->v[i].hide |= lu_str_in_words(h->v[i].name, "__cdecl __stdcall __fastcall __thiscall __vectorcall");
}

/* Is item `i` a type that a macro gives: "typedef OF(T) name;"? */
static bool is_typedef_of(const struct lu__head *h, size_t i)
{
	return lu_str_eqz(h->v[0].name, "typedef") && i + 2 == h->n && !h->v[i + 1].call &&
	       h->v[i + 1].kind != LU__STAR;
}

static lu_code end_head(struct scan *c, char end)
{
	struct lu__head *h = &c->h;
	bool scope = end == '{' && lu__is_scope_head(h), tagged = false, fields = false;
	size_t d = h->odd || scope ? h->n : lu__declarator_of(h);
	lu_code rc = LU_OK;

	if (h->odd) lu__mark_alone(h);
	else lu__mark_head(h, end, c->cpp, around(c));
	if (!h->odd) {
		if (end == '{') rc = read_macro_def(c);
		for (size_t i = 0; i < h->n && !rc; i++)
			if (h->v[i].call && h->v[i].kind == LU__PLAIN) rc = lu__hide_in_parameters(&c->src, &h->v[i]);
	}
	if (h->linkage && !scope) mark_conventions(h);
	if (!rc) rc = hide_marked(c);
	if (!rc && end == '}')
		rc = is_about_class(c) ? lu__hide(&c->src, h->v[0].start, h->v[h->n - 1].end) : read_list(c);
	if (!rc && end == ';' && h->n == 1 && h->v[0].call && h->v[0].kind == LU__ATTR)
		rc = lu__hide_arguments(&c->src, h->v[0].start + h->v[0].name.n, h->v[0].end - 1, true);
	for (size_t i = 0; i < h->n && !rc; i++) {
		const struct lu__head_item *t = &h->v[i];

		if (!t->hide && t->kind == LU__ATTR && t->call &&
		    ((d < h->n && i < d) || is_typedef_of(h, i))) /* a type: STACK_OF(X) */
			rc = lu__hide(&c->src, t->start + t->name.n, t->end);
		tagged |= h->v[i].kind == LU__TAG && !lu_str_eqz(h->v[i].name, "namespace");
		fields |= h->v[i].kind == LU__TAG && lu_str_in_words(h->v[i].name, "struct union");
	}
	c->src.i++;
	if (scope && c->scopes < MAX_SCOPES) {
		c->tagged[c->scopes] = tagged;
		c->listed[c->scopes] = fields;
		c->named[c->scopes] = tagged && h->tagged.n ? lu_str_after_last(h->tagged, ':') : lu_strn("", 0);
	}
	if (scope) c->scopes++;
	else if (end == '{') c->src.i--;
	if (end == '{' && !scope && !rc) rc = lu__skip_block(&c->src);
	*h = (struct lu__head){ .n = 0 };
	if (end != '}' || !c->scopes) return rc;
	c->scopes--;
	h->after_brace = c->scopes < MAX_SCOPES && c->tagged[c->scopes];
	return rc;
}

/* A value: nothing in it declares. */
static lu_code skip_value(struct scan *c)
{
	lu_code rc = lu__cut_value(&c->src);

	while (c->src.i < c->src.s.n && c->src.s.s[c->src.i] != ';' && !rc) {
		if (lu__c_skip_dull(c->src.s, &c->src.i)) continue;
		if (c->src.s.s[c->src.i] == '#' && lu__c_first_on_line(c->src.s, c->src.i))
			c->src.i = lu__c_skip_line(c->src.s, c->src.i);
		else if (c->src.s.s[c->src.i] == '{') rc = lu__skip_block(&c->src);
		else if (c->src.s.s[c->src.i] == '}') break;
		else c->src.i++;
	}
	return rc;
}

static void read_parens(struct scan *c, size_t i)
{
	struct lu__head_item *t = &c->h.v[c->h.n - 1];
	size_t end = t->end;

	t->end = c->src.i = lu__c_skip_parens(c->src.s, i);
	t->call = true;
	if (c->src.i < c->src.s.n) return;
	t->end = c->src.i = end > i ? end : i + 1; /* not closed: begin again after the name */
	c->h.odd = true;
}

/* Past the symbol after "operator": "()", "==". */
static size_t past_operator(lu_str s, size_t i)
{
	i = lu__c_skip_blanks(s, i);
	if (i + 1 < s.n && s.s[i] == '(' && s.s[i + 1] == ')') return i + 2;
	while (i < s.n && strchr("<>=!+-*/%^&|~,[]", s.s[i])) i++;
	return i;
}

/* "operator==(", "operator bool(": its name goes up to the parenthesis. */
static void read_operator(struct scan *c, size_t start, size_t end)
{
	lu_str s = c->src.s;
	size_t i = past_operator(s, end);

	while (i < s.n && !strchr("(;{}=", s.s[i])) i++;
	add_item(c, LU__PLAIN, start, i);
	c->src.i = i;
	if (i < s.n && s.s[i] == '(' && !c->h.odd) read_parens(c, i);
}

/* "int f OF((int a)) {", "char *g __P((void));": a macro is given the parameters of what stands before it. Nothing hidden: it is
 * something else. */
static lu_code read_prototyped(struct scan *c, size_t i)
{
	lu_str s = c->src.s, w;
	size_t end = lu__c_skip_word(s, i), open = lu__c_skip_blanks(s, end), inner, close, after;
	bool upper = false;
	lu_code rc;

	w = lu_strn(s.s + i, end - i);
	for (size_t k = 0; k < w.n; k++) {
		if (lu_is_lower(w.s[k])) return LU_OK;
		upper |= lu_is_upper(w.s[k]);
	}
	if (!upper || c->h.n < 2 || open + 1 >= s.n || s.s[open] != '(' || s.s[open + 1] != '(') return LU_OK;
	inner = lu__c_skip_parens(s, open + 1);
	close = inner < s.n ? lu__c_skip_blanks(s, inner) : s.n;
	after = close + 1 < s.n && s.s[close] == ')' ? lu__c_skip_blanks(s, close + 1) : s.n;
	if (after >= s.n || !strchr(";{", s.s[after])) return LU_OK;
	rc = lu__hide(&c->src, i, open + 1);
	if (!rc) rc = lu__hide(&c->src, close, close + 1);
	if (rc) return rc;
	read_parens(c, open + 1);
	c->src.i = close + 1;
	return LU_OK;
}

static lu_code read_word(struct scan *c)
{
	lu_str s = c->src.s, w;
	size_t start = c->src.i, end = lu__c_skip_word(s, start + (s.s[start] == '~')), i, to;
	bool pointer = false;
	lu_code rc = LU_OK;

	while (c->cpp && end + 2 < s.n && s.s[end] == ':' && s.s[end + 1] == ':' &&
	       (lu__c_is_word(s.s[end + 2]) || s.s[end + 2] == '~'))
		end = lu__c_skip_word(s, end + 3);
	w = lu_strn(s.s + start, end - start);
	if (c->cpp && (lu_str_eqz(w, "operator") || lu_str_ends(w, ":operator"))) {
		read_operator(c, start, end);
		return LU_OK;
	}
	i = lu__c_skip_blanks(s, end);
	if (c->cpp && !c->h.odd && i < s.n && s.s[i] == '<') {
		to = lu__c_skip_angles(s, i);
		if (to == i) c->h.odd = true;
		c->src.i = end = to;
		c->h.templated |= lu_str_eqz(w, "template");
		if (lu_str_eqz(w, "template")) return lu__hide_in_template(&c->src, i, to);
		i = lu__c_skip_blanks(s, end);
	}
	c->src.i = end;
	if (lu_str_eqz(w, "template")) return LU_OK;
	add_item(c, lu__kind_of(w), start, end);
	if (c->h.n) c->h.v[c->h.n - 1].alone = lu__c_is_alone(s, start, end);
	if (i < s.n && s.s[i] == '(') rc = lu__hide_convention(&c->src, i, &pointer);
	if (i + 1 < s.n && s.s[i] == '(' && s.s[i + 1] == '*') /* "typedef HANDLE (*f)(int)" */
		pointer |= c->h.n > 1 && lu_str_eqz(c->h.v[0].name, "typedef");
	if (rc) return rc;
	if (!c->h.odd && i < s.n && s.s[i] == '(' && lu__kind_of(w) != LU__PRIMITIVE && !pointer) {
		read_parens(c, i);
		if (lu__kind_of(w) == LU__ATTR && !c->h.odd) return lu__hide_arguments(&c->src, i, c->src.i - 1, false);
	} else if (!c->h.odd && i < s.n && lu__c_is_word(s.s[i]) && lu__kind_of(w) == LU__PLAIN)
		return read_prototyped(c, i);
	return LU_OK;
}

static bool has_call(const struct lu__head *h)
{
	for (size_t i = 0; i < h->n; i++)
		if (h->v[i].call) return true;
	return false;
}

/* What is neither a word nor ends a declaration. */
static lu_code read_other(struct scan *c)
{
	char ch = c->src.s.s[c->src.i];
	struct lu__head *h = &c->h;
	bool body = false;
	lu_code rc = LU_OK;

	if (ch == ':' && c->cpp && lu__mark_label(h)) {
		rc = hide_marked(c);

		*h = (struct lu__head){ .n = 0 };
		if (rc) return rc;
	} else if (ch == ':' && h->n && !h->odd && lu__is_scope_head(h)) {
		lu__mark_tags(h); /* base classes follow */
		h->odd = true;
	} else if (ch == ':' && c->cpp && !h->odd && has_call(h) &&
		   ((rc = lu__skip_initialisers(&c->src, &body)) || body)) {
		return rc;
	} else if (ch == '-' && c->cpp && !h->odd && has_call(h) && c->src.i + 1 < c->src.s.n &&
		   c->src.s.s[c->src.i + 1] == '>') {
		return lu__skip_trailing(&c->src);
	} else if (ch == ']' && !h->odd) { /* "[[nodiscard]]" */
	} else if (ch == '*' || ch == '&') {
		add_item(c, LU__STAR, c->src.i, c->src.i + 1);
	} else if (ch == '(' && h->n && !h->odd) { /* "int (f)(void)" */
		add_item(c, LU__PLAIN, c->src.i, c->src.i + 1);
		if (!h->odd) read_parens(c, c->src.i);
		return LU_OK;
	} else if (ch == '[' && !h->odd) {
		while (c->src.i < c->src.s.n && !strchr("];{}", c->src.s.s[c->src.i])) c->src.i++;
		if (c->src.i < c->src.s.n && c->src.s.s[c->src.i] != ']') return LU_OK;
	} else {
		h->odd = true;
	}
	c->src.i++;
	return LU_OK;
}

/* "#ifdef __cplusplus" in C */
static bool is_for_cpp(const struct scan *c)
{
	lu_str d = lu__c_directive(c->src.s, c->src.i),
	       line = lu_strn(c->src.s.s + c->src.i, lu__c_skip_line(c->src.s, c->src.i) - c->src.i);

	return !c->cpp && (lu_str_eqz(d, "ifdef") || lu_str_eqz(d, "if")) && lu__c_has_part(line, "__cplusplus") &&
	       !memchr(line.s, '!', line.n);
}

/* Hides the source that is for C++ only. */
static lu_code skip_cpp(struct scan *c)
{
	size_t from = lu__c_skip_line(c->src.s, c->src.i), depth = 0;

	for (c->src.i = from; c->src.i < c->src.s.n;) {
		if (lu__c_skip_dull(c->src.s, &c->src.i)) continue;
		if (c->src.s.s[c->src.i] == '#' && lu__c_first_on_line(c->src.s, c->src.i)) {
			lu_str d = lu__c_directive(c->src.s, c->src.i);

			if (lu_str_eqz(d, "define")) { /* which is the same in both */
				lu_code rc = lu__hide(&c->src, from, c->src.i);

				if (rc) return rc;
				from = lu__c_skip_line(c->src.s, c->src.i);
			}
			if (lu_str_starts(d, "if")) depth++;
			else if (!depth && (lu_str_starts(d, "el") || lu_str_eqz(d, "endif"))) break;
			else if (lu_str_eqz(d, "endif")) depth--;
			c->src.i = lu__c_skip_line(c->src.s, c->src.i);
		} else {
			c->src.i++;
		}
	}
	c->h = (struct lu__head){ .n = 0 };
	return lu__hide(&c->src, from, c->src.i);
}

static lu_code read_token(struct scan *c)
{
	char ch = c->src.s.s[c->src.i];

	if (lu__c_is_word(ch) ||
	    (ch == '~' && c->cpp && c->src.i + 1 < c->src.s.n && lu__c_is_word(c->src.s.s[c->src.i + 1]))) {
		return read_word(c);
	} else if (ch == '#' && lu__c_first_on_line(c->src.s, c->src.i)) {
		lu_code rc = LU_OK;
		size_t end = c->src.i;

		if (!c->h.odd && (c->h.templated || (c->h.n && !lu__all_macros(&c->h)))) {
			rc = lu__cut_head(&c->src, c->src.i, &end);
			if (!rc && end == c->src.i) rc = lu__cut_other_heads(&c->src, c->src.i, &end);
		}
		if (rc || end > c->src.i) {
			c->src.i = end;
			return rc;
		}
		if (!c->h.odd) lu__mark_head(&c->h, '#', c->cpp, around(c)); /* macros alone before it: BEGIN_DECLS */
		if ((rc = hide_marked(c))) return rc;
		if (is_for_cpp(c)) return skip_cpp(c);
		if (lu_str_starts(lu__c_directive(c->src.s, c->src.i), "if")) c->src.if_at = c->src.i;
		else if (lu_str_eqz(lu__c_directive(c->src.s, c->src.i), "endif")) c->src.if_at = c->src.s.n;
		c->h = (struct lu__head){ .n = 0 };
		rc = lu__hide_in_define(&c->src, c->src.i);
		c->src.i = lu__c_skip_line(c->src.s, c->src.i);
		return rc;
	} else if (ch == ';' || ch == '{' || ch == '}') {
		return end_head(c, ch);
	} else if (ch == '=') {
		lu_code rc = end_head(c, ch);

		return rc ? rc : skip_value(c);
	} else {
		return read_other(c);
	}
	return LU_OK;
}

lu_code lu__mask(lu_str text, bool cpp, lu_arena *a, struct lu__mask *out, lu_err *e)
{
	struct scan c = { .src = { .s = text, .cpp = cpp, .if_at = text.n, .a = a, .e = e }, .cpp = cpp, .mask = out };
	lu_code rc = LU_OK;

	*out = (struct lu__mask){ .text = text };
	while (c.src.i < text.n && !rc) {
		char ch = text.s[c.src.i];

		if (ch == '"' && c.h.n && lu_str_eqz(c.h.v[c.h.n - 1].name, "extern")) c.h.linkage = true;
		if (!lu__c_skip_dull(text, &c.src.i)) rc = read_token(&c);
	}
	if (!rc && !c.h.odd) lu__mark_head(&c.h, '#', cpp, around(&c));
	if (!rc) rc = hide_marked(&c);
	if (!rc && c.src.out) out->text = lu_strn(c.src.out, text.n);
	return rc;
}

const struct lu__macro_def *lu__macro_at(const struct lu__mask *m, uint32_t at)
{
	size_t lo;

	LU_LOWER_BOUND(lo, 0, m->n, m->v[lo].at < at);
	return lo < m->n && m->v[lo].at == at ? &m->v[lo] : NULL;
}
