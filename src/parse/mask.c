/* SPDX-License-Identifier: MIT
 * Hiding macros from the grammars of C and C++. Only the heads of declarations outside of functions are read:
 * words, pointers and parentheses up to ';', '{' or '='. C has one type in them and one name, so that what
 * is more must be macros: "API int f(void) MUST_USE;" reads as "    int f(void)         ;".
 *
 * A macro that looks like a function without a type and has a body defines something by its arguments. */
#include "parse/mask.h"

#include <stdlib.h>

#include "parse/mask_scan.h"
#include "core/ascii.h"
#include "core/binary_search.h"

#define MAX_ITEMS  32
#define MAX_SCOPES 64

enum kind {
	PLAIN, /* a name in lower or mixed case */
	ATTR,  /* a name like those of macros */
	PRIMITIVE,
	SPECIFIER,
	TAG, /* struct, class */
	STAR,
	KNOWN, /* what the grammar knows with its parentheses: __attribute__((x)) */
};

struct item {
	enum kind kind;
	bool call;  /* has parentheses */
	bool alone; /* nothing else is on its line */
	bool hide;
	size_t start, end; /* end: with the parentheses */
	lu_str name;
};

struct head {
	struct item v[MAX_ITEMS];
	size_t n;
	bool odd;         /* holds what is not understood: nothing is hidden */
	bool linkage;     /* extern "C" */
	bool templated;   /* follows "template <...>" */
	bool after_brace; /* goes on after the body of a struct */
	lu_str tagged;    /* the name after "class" */
};

struct scan {
	struct lu__source src;
	bool cpp;
	struct head h;
	bool tagged[MAX_SCOPES];  /* is the scope around here the body of a struct? */
	lu_str named[MAX_SCOPES]; /* and its name */
	size_t scopes;
	struct lu__mask *mask;
};

static bool listed(lu_str s, const char *const *list)
{
	for (; *list; list++)
		if (lu_str_eqz(s, *list)) return true;
	return false;
}

/* ---- heads ---- */

static bool has_part(lu_str s, const char *part)
{
	return s.n && memmem(s.s, s.n, part, strlen(part));
}

static enum kind kind_of(lu_str w)
{
	static const char *const primitives[] = { "int",     "char",     "void",    "long",   "short",   "unsigned",
						  "signed",  "float",    "double",  "_Bool",  "bool",    "auto",
						  "wchar_t", "__int128", "__int64", "size_t", "ssize_t", NULL };
	static const char *const specifiers[] = { "static",
						  "extern",
						  "inline",
						  "const",
						  "volatile",
						  "register",
						  "typedef",
						  "restrict",
						  "virtual",
						  "explicit",
						  "constexpr",
						  "consteval",
						  "constinit",
						  "friend",
						  "mutable",
						  "override",
						  "final",
						  "noexcept",
						  "typename",
						  "thread_local",
						  "_Thread_local",
						  "_Noreturn",
						  "_Atomic",
						  "__inline",
						  "__inline__",
						  "__forceinline",
						  "__thread",
						  "__const",
						  "__volatile__",
						  "__volatile",
						  "__restrict",
						  "__restrict__",
						  "__extension__",
						  "__cdecl",
						  "__stdcall",
						  "__fastcall",
						  "__thiscall",
						  "__vectorcall",
						  "_unaligned",
						  "__unaligned",
						  NULL };
	static const char *const tags[] = { "struct", "union", "class", "enum", "namespace", NULL };
	static const char *const known[] = { "__attribute__",  "__attribute",   "__declspec", "_Alignas",
					     "alignas",        "asm",           "__asm__",    "__asm",
					     "typeof",         "__typeof__",    "__typeof",   "decltype",
					     "_Static_assert", "static_assert", NULL };

	if (listed(w, primitives)) return PRIMITIVE;
	if (listed(w, specifiers)) return SPECIFIER;
	if (listed(w, tags)) return TAG;
	if (listed(w, known)) return KNOWN;
	return lu__c_looks_like_macro(w) ? ATTR : PLAIN;
}

static void add_item(struct scan *c, enum kind kind, size_t start, size_t end)
{
	if (c->h.n == MAX_ITEMS) {
		c->h.odd = true;
		return;
	}
	c->h.v[c->h.n++] = (struct item){
		.kind = kind, .start = start, .end = end, .name = lu_strn(c->src.s.s + start, end - start)
	};
}

/* Names of macros that say where or how, and no type. */
static bool is_no_type(lu_str s)
{
	static const char *const parts[] = { "API",       "EXPORT",   "IMPORT",   "INLINE",    "inline",  "CALL",
					     "DECL",      "EXTERN",   "STATIC",   "PUBLIC",    "PRIVATE", "HIDDEN",
					     "RETURN",    "UNUSED",   "ATTR",     "LIKELY",    "_init",   "_exit",
					     "CONSTEXPR", "EXPLICIT", "NOEXCEPT", "NODISCARD", "VISIB",   "DEPRECATED",
					     "NAMESPACE", "BEGIN",    "END_",     "_END",      "FORCE",   NULL };

	for (size_t i = 0; parts[i]; i++)
		if (has_part(s, parts[i])) return true;
	return false;
}

/* The item that declares the name: a function is the first call of no macro, else the last call that has a
 * type before it; a variable the last word that is no macro after a type. h->n: none. */
static size_t declarator_of(const struct head *h)
{
	size_t words = 0, found = h->n;
	bool call = false;

	for (size_t i = 0; i < h->n; i++)
		if (h->v[i].call && h->v[i].kind == PLAIN) return i;
	for (size_t i = 0; i < h->n; i++) {
		const struct item *t = &h->v[i];
		bool name = t->kind == PLAIN || t->kind == ATTR;

		if (t->kind == TAG) {
			words++;
			i++; /* with its name */
			continue;
		}
		if (name && words && t->call && !call) {
			found = i;
			call = true;
		} else if (name && words && !call && (t->kind == PLAIN || found == h->n)) {
			found = i;
		}
		words += t->kind == PRIMITIVE || (name && !t->call);
	}
	return found;
}

/* "struct PACKED s", "class API C": hides what stands between. Returns the item of the name. */
static size_t mark_tag(struct head *h, size_t i, size_t to, bool body)
{
	for (i++; i + 1 < to && h->v[i].kind == ATTR; i++) {
		enum kind next = h->v[i + 1].kind;

		if (next != PLAIN && !(body && next == ATTR)) break;
		h->v[i].hide = true;
	}
	return i;
}

/* The item that is the type of what items before `to` declare; h->n: none. *certain: the others are none. */
static size_t type_of(struct head *h, size_t to, bool *certain)
{
	size_t type = h->n;

	*certain = true;
	for (size_t i = 0; i < to; i++) {
		if (h->v[i].kind == TAG) return mark_tag(h, i, to, false);
		if (h->v[i].kind == PRIMITIVE) return h->n;
	}
	*certain = false;
	for (size_t i = 0; i < to; i++)
		if (h->v[i].kind == PLAIN && !h->v[i].call) type = i;
	for (size_t i = 0; i < to && type == h->n; i++)
		if (h->v[i].kind == ATTR && !is_no_type(h->v[i].name)) type = i;
	for (size_t i = to; i-- > 0 && type == h->n;)
		if (h->v[i].kind == ATTR) type = i;
	return type;
}

/* Before the declarator: keep one type. */
static void mark_before(struct head *h, size_t to)
{
	bool certain;
	size_t type = type_of(h, to, &certain);

	if (type == h->n && !certain) return;
	for (size_t i = 0; i < to; i++)
		if (i != type && (h->v[i].kind == ATTR || h->v[i].kind == PLAIN)) h->v[i].hide = true;
}

/* After the declarator only macros, and what the grammar knows. */
static void mark_after(struct head *h, size_t from)
{
	for (size_t i = from; i < h->n; i++)
		if (h->v[i].kind != ATTR && h->v[i].kind != SPECIFIER && h->v[i].kind != KNOWN && h->v[i].kind != STAR)
			return;
	for (size_t i = from; i < h->n; i++)
		if (h->v[i].kind == ATTR) h->v[i].hide = true;
}

/* "struct PACKED s {": like a declaration, with the name in the place of the declarator. */
static bool is_scope(const struct head *h)
{
	bool tag = false;

	for (size_t i = 0; i < h->n; i++) {
		if (h->v[i].kind == STAR || (h->v[i].call && h->v[i].kind == PLAIN)) return false;
		if (h->v[i].kind == TAG) tag = true;
	}
	return h->linkage || (tag && !(h->n > 2 && h->v[h->n - 1].call));
}

/* Macros around "class API C", and before it. */
static void mark_tags(struct head *h)
{
	size_t tag = 0, at;

	while (tag < h->n && h->v[tag].kind != TAG) tag++;
	for (size_t i = 0; i < tag && tag < h->n; i++) h->v[i].hide = h->v[i].kind == ATTR;
	for (size_t i = tag; i + 1 < h->n; i++) {
		if (h->v[i].kind != TAG) continue;
		at = mark_tag(h, i, h->n, true);
		if (at < h->n && h->v[at].kind != TAG) h->tagged = h->v[at].name;
	}
}

/* The last component of a name, and the one before it: "A::B::c". */
static bool names_its_type(lu_str name)
{
	lu_str last = lu_str_after_last(name, ':'), rest = lu_strn(name.s, name.n - last.n);

	if (!lu_str_ends(rest, "::")) return false;
	rest.n -= 2;
	return lu_str_eq(lu_str_after_last(rest, ':'), last);
}

/* A constructor or destructor, which has no type: all macros before it say something else. */
static bool builds(const struct scan *c, lu_str name)
{
	size_t n = c->scopes < MAX_SCOPES ? c->scopes : MAX_SCOPES;

	if (!c->cpp) return false;
	if (lu_str_starts(name, "operator ") && name.n > 9 && lu__c_is_word(name.s[9])) return true;
	if (n && c->named[n - 1].n && lu_str_eq(c->named[n - 1], name)) return true;
	return lu_str_starts(name, "~") || names_its_type(name);
}

static void mark_macros(struct head *h, size_t to)
{
	for (size_t i = 0; i < to; i++) h->v[i].hide |= h->v[i].kind == ATTR;
}

/* "BEGIN_NAMESPACE" alone on its line before what is not understood. */
static void mark_alone(struct head *h)
{
	for (size_t i = 0; i < h->n && h->v[i].kind == ATTR && h->v[i].alone; i++)
		h->v[i].hide = !h->v[i].call && is_no_type(h->v[i].name);
}

static bool all_macros(const struct head *h)
{
	for (size_t i = 0; i < h->n; i++)
		if (h->v[i].kind != ATTR || h->v[i].call) return false;
	return h->n > 0;
}

static void mark(const struct scan *c, struct head *h, char end)
{
	size_t d = declarator_of(h);

	if ((end == '}' || end == '#') && all_macros(h)) {
		mark_macros(h, h->n);
	} else if (end == '#') {
		return;
	} else if (end == '{' && is_scope(h)) {
		mark_tags(h);
	} else if (d < h->n && h->v[d].call && builds(c, h->v[d].name)) {
		mark_macros(h, d);
		mark_after(h, d + 1);
	} else if (h->after_brace && (d == h->n || !h->v[d].call)) {
		bool named = false;

		for (size_t i = h->n; i-- > 0;) {
			named |= h->v[i].kind == PLAIN;
			if (h->v[i].kind == ATTR && (named || h->v[i].call || h->v[i].name.s[0] == '_'))
				h->v[i].hide = true;
		}
	} else if (d < h->n) {
		mark_before(h, d);
		mark_after(h, d + 1);
	}
}

/* ---- macros that define ---- */

static bool defines_test(lu_str macro)
{
	return lu_str_eqz(macro, "TEST") || lu_str_starts(macro, "TEST_") || lu_str_ends(macro, "_TEST") ||
	       has_part(macro, "_TEST_");
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
	const struct head *h = &c->h;
	const struct item *t = h->n ? &h->v[h->n - 1] : NULL;
	struct lu__macro_def d = { .at = 0 }, *v;
	size_t at;
	lu_str s;
	lu_code rc;

	for (size_t i = 0; i + 1 < h->n; i++)
		if (h->v[i].kind != SPECIFIER) return LU_OK;
	if (!t || !t->call || t->kind != ATTR || t->end - t->start < 7) return LU_OK;
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

/* "char __user *buf": a parameter that has a type needs none of these. */
static lu_code hide_in_parameters(struct scan *c, const struct item *f)
{
	bool typed = false;
	lu_code rc = LU_OK;

	for (size_t i = f->start + f->name.n; i < f->end && !rc;) {
		size_t from = i;
		lu_str w;

		if (lu__c_skip_dull(c->src.s, &i)) continue;
		if (!lu__c_is_word(c->src.s.s[i])) {
			typed &= c->src.s.s[i++] != ',';
			continue;
		}
		i = lu__c_skip_word(c->src.s, i);
		w = lu_strn(c->src.s.s + from, i - from);
		if (typed && kind_of(w) == ATTR && w.s[0] == '_') rc = lu__hide(&c->src, from, i);
		typed |= kind_of(w) != SPECIFIER && kind_of(w) != ATTR;
	}
	return rc;
}

static lu_code hide_marked(struct scan *c)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < c->h.n && !rc; i++)
		if (c->h.v[i].hide) rc = lu__hide(&c->src, c->h.v[i].start, c->h.v[i].end);
	return rc;
}

static lu_code end_head(struct scan *c, char end)
{
	struct head *h = &c->h;
	bool scope = end == '{' && is_scope(h), tagged = false;
	size_t d = h->odd || scope ? h->n : declarator_of(h);
	lu_code rc = LU_OK;

	if (h->odd) mark_alone(h);
	else mark(c, h, end);
	if (!h->odd) {
		if (end == '{') rc = read_macro_def(c);
		for (size_t i = 0; i < h->n && !rc; i++)
			if (h->v[i].call && h->v[i].kind == PLAIN) rc = hide_in_parameters(c, &h->v[i]);
	}
	if (!rc) rc = hide_marked(c);
	for (size_t i = 0; i < h->n && !rc; i++) {
		const struct item *t = &h->v[i];

		if (!t->hide && t->kind == ATTR && t->call && d < h->n && i < d) /* a type: STACK_OF(X) */
			rc = lu__hide(&c->src, t->start + t->name.n, t->end);
		tagged |= h->v[i].kind == TAG && !lu_str_eqz(h->v[i].name, "namespace");
	}
	c->src.i++;
	if (scope && c->scopes < MAX_SCOPES) {
		c->tagged[c->scopes] = tagged;
		c->named[c->scopes] = tagged && h->tagged.n ? lu_str_after_last(h->tagged, ':') : lu_strn("", 0);
	}
	if (scope) c->scopes++;
	else if (end == '{') c->src.i--;
	if (end == '{' && !scope && !rc) rc = lu__skip_block(&c->src);
	*h = (struct head){ .n = 0 };
	if (end != '}' || !c->scopes) return rc;
	c->scopes--;
	h->after_brace = c->scopes < MAX_SCOPES && c->tagged[c->scopes];
	return rc;
}

/* A value: nothing in it declares. */
static lu_code skip_value(struct scan *c)
{
	lu_code rc = LU_OK;

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

/* "<...>" after a name of C++; `i` itself when it is something else. */
static size_t skip_angles(lu_str s, size_t i)
{
	size_t depth = 0, k = i;

	while (k < s.n && k - i < 2000) {
		char ch = s.s[k];

		if (lu__c_skip_dull(s, &k)) continue;
		if (ch == '(') {
			k = lu__c_skip_parens(s, k);
			continue;
		}
		k++;
		if (ch == '-' && k < s.n && s.s[k] == '>') k++;
		else if (ch == '<') depth++;
		else if (ch == '>' && --depth == 0) return k;
		else if (ch == ';' || ch == '{' || ch == '}') return i;
	}
	return i;
}

static size_t skip_blanks(lu_str s, size_t i)
{
	while (i < s.n && s.s[i] != '"' && s.s[i] != '\'' && lu__c_skip_dull(s, &i)) {
	}
	return i;
}

static void read_parens(struct scan *c, size_t i)
{
	struct item *t = &c->h.v[c->h.n - 1];
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
	i = skip_blanks(s, i);
	if (i + 1 < s.n && s.s[i] == '(' && s.s[i + 1] == ')') return i + 2;
	while (i < s.n && strchr("<>=!+-*/%^&|~,[]", s.s[i])) i++;
	return i;
}

/* "public:", perhaps with macros before and behind: "Q_OBJECT public slots:". */
static bool mark_label(struct head *h)
{
	size_t at = h->n;

	for (size_t i = 0; i < h->n; i++)
		if (lu_str_eqz(h->v[i].name, "public") || lu_str_eqz(h->v[i].name, "private") ||
		    lu_str_eqz(h->v[i].name, "protected"))
			at = i;
	if (at == h->n || h->n - at > 2 || h->v[0].kind == TAG) return false;
	for (size_t i = 0; i < h->n; i++) h->v[i].hide = i != at && (i > at || h->v[i].kind == ATTR);
	return true;
}

/* "operator==(", "operator bool(": its name goes up to the parenthesis. */
static void read_operator(struct scan *c, size_t start, size_t end)
{
	lu_str s = c->src.s;
	size_t i = past_operator(s, end);

	while (i < s.n && !strchr("(;{}=", s.s[i])) i++;
	add_item(c, PLAIN, start, i);
	c->src.i = i;
	if (i < s.n && s.s[i] == '(' && !c->h.odd) read_parens(c, i);
}

/* A parameter of a template that is a macro's call, "ENABLE_IF(x)", reads as a parameter without a name: "int". */
static lu_code hide_in_template(struct scan *c, size_t from, size_t to)
{
	lu_str s = c->src.s;
	bool begins = true;
	lu_code rc = LU_OK;

	for (size_t i = from + 1, start, end; i < to && !rc;) {
		if (lu__c_skip_dull(s, &i)) continue;
		start = i;
		if (!lu__c_is_word(s.s[i])) {
			begins = s.s[i++] == ',';
			continue;
		}
		i = lu__c_skip_word(s, i);
		end = skip_blanks(s, i);
		if (begins && end < to && s.s[end] == '(' && lu__c_looks_like_macro(lu_strn(s.s + start, i - start))) {
			i = lu__c_skip_parens(s, end);
			if (i > to) break;
			rc = lu__hide(&c->src, start, i);
			if (!rc) memcpy(c->src.out + start, "int", 3);
		}
		begins = false;
	}
	return rc;
}

/* Is [start, end) alone on its line? */
static bool is_alone(lu_str s, size_t start, size_t end)
{
	while (end < s.n && (lu_is_blank(s.s[end]) || s.s[end] == '\r')) end++;
	return lu__c_first_on_line(s, start) &&
	       (end >= s.n || s.s[end] == '\n' || (s.s[end] == '/' && end + 1 < s.n && s.s[end + 1] == '/'));
}

/* "int f OF((int a)) {", "char *g __P((void));": a macro is given the parameters of what stands before it. Nothing hidden: it is
 * something else. */
static lu_code read_prototyped(struct scan *c, size_t i)
{
	lu_str s = c->src.s, w;
	size_t end = lu__c_skip_word(s, i), open = skip_blanks(s, end), inner, close, after;
	bool upper = false;
	lu_code rc;

	w = lu_strn(s.s + i, end - i);
	for (size_t k = 0; k < w.n; k++) {
		if (lu_is_lower(w.s[k])) return LU_OK;
		upper |= lu_is_upper(w.s[k]);
	}
	if (!upper || c->h.n < 2 || open + 1 >= s.n || s.s[open] != '(' || s.s[open + 1] != '(') return LU_OK;
	inner = lu__c_skip_parens(s, open + 1);
	close = inner < s.n ? skip_blanks(s, inner) : s.n;
	after = close + 1 < s.n && s.s[close] == ')' ? skip_blanks(s, close + 1) : s.n;
	if (after >= s.n || !strchr(";{", s.s[after])) return LU_OK;
	rc = lu__hide(&c->src, i, open + 1);
	if (!rc) rc = lu__hide(&c->src, close, close + 1);
	if (rc) return rc;
	read_parens(c, open + 1);
	c->src.i = close + 1;
	return LU_OK;
}

/* "typedef BOOL (WINAPI *f)(int)": how it is called, and no type. */
static lu_code hide_convention(struct scan *c, size_t i, bool *pointer)
{
	lu_str s = c->src.s;
	size_t start = skip_blanks(s, i + 1), end, star;

	if (start >= s.n || !lu__c_is_word(s.s[start])) return LU_OK;
	end = lu__c_skip_word(s, start);
	star = skip_blanks(s, end);
	if (star >= s.n || s.s[star] != '*' || !lu__c_looks_like_macro(lu_strn(s.s + start, end - start))) return LU_OK;
	star = skip_blanks(s, star + 1);
	if (star >= s.n || !lu__c_is_word(s.s[star])) return LU_OK;
	star = skip_blanks(s, lu__c_skip_word(s, star));
	if (star >= s.n || s.s[star] != ')' || (star = skip_blanks(s, star + 1)) >= s.n || s.s[star] != '(')
		return LU_OK;
	*pointer = true;
	return lu__hide(&c->src, start, end);
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
	i = skip_blanks(s, end);
	if (c->cpp && !c->h.odd && i < s.n && s.s[i] == '<') {
		to = skip_angles(s, i);
		if (to == i) c->h.odd = true;
		c->src.i = end = to;
		c->h.templated |= lu_str_eqz(w, "template");
		if (lu_str_eqz(w, "template")) return hide_in_template(c, i, to);
		i = skip_blanks(s, end);
	}
	c->src.i = end;
	if (lu_str_eqz(w, "template")) return LU_OK;
	add_item(c, kind_of(w), start, end);
	if (c->h.n) c->h.v[c->h.n - 1].alone = is_alone(s, start, end);
	if (i < s.n && s.s[i] == '(') rc = hide_convention(c, i, &pointer);
	if (rc) return rc;
	if (!c->h.odd && i < s.n && s.s[i] == '(' && kind_of(w) != PRIMITIVE && !pointer) read_parens(c, i);
	else if (!c->h.odd && i < s.n && lu__c_is_word(s.s[i]) && kind_of(w) == PLAIN) return read_prototyped(c, i);
	return LU_OK;
}

#define MAX_CUT 2000 /* bytes */

/* An #if at `i` within a declaration, none of whose branches ends it: the grammar sees the first one. *end is where what follows
 * begins, `i` when this is no such #if. */
static lu_code cut_head(struct scan *c, size_t i, size_t *end)
{
	lu_str s = c->src.s, d = lu__c_directive(s, i);
	size_t first = lu__c_skip_line(s, i), other = 0;
	lu_code rc;

	*end = i;
	if (!lu_str_starts(d, "if")) return LU_OK;
	for (size_t at = first; at < s.n && at - i < MAX_CUT;) {
		if (lu__c_skip_dull(s, &at)) continue;
		if (strchr(";{}", s.s[at])) return LU_OK;
		if (s.s[at] != '#' || !lu__c_first_on_line(s, at)) {
			at++;
			continue;
		}
		d = lu__c_directive(s, at);
		if (!lu_str_starts(d, "el") && !lu_str_eqz(d, "endif")) return LU_OK;
		if (!other) other = at;
		at = lu__c_skip_line(s, at);
		if (!lu_str_eqz(d, "endif")) continue;
		rc = lu__hide(&c->src, i, first);
		if (!rc) rc = lu__hide(&c->src, other, at);
		*end = first;
		return rc;
	}
	return LU_OK;
}

/* Past "-> T", up to what ends the head. */
static lu_code skip_trailing(struct scan *c)
{
	lu_str s = c->src.s;
	size_t i = c->src.i + 2, to;

	while (i < s.n && !strchr(";{}=", s.s[i])) {
		if (lu__c_skip_dull(s, &i)) continue;
		if (s.s[i] == '#' && lu__c_first_on_line(s, i)) {
			lu_code rc = cut_head(c, i, &to);

			if (rc) return rc;
			i = lu__c_skip_line(s, i);
			continue;
		}
		to = s.s[i] == '<' ? skip_angles(s, i) : s.s[i] == '(' ? lu__c_skip_parens(s, i) : i + 1;
		i = to > i && to < s.n ? to : i + 1;
	}
	c->src.i = i;
	return LU_OK;
}

static size_t skip_braces(lu_str s, size_t i)
{
	size_t depth = 0;

	while (i < s.n) {
		char ch = s.s[i];

		if (lu__c_skip_dull(s, &i)) continue;
		i++;
		depth += ch == '{';
		if (ch == ';' || (ch == '}' && --depth == 0)) break;
	}
	return i;
}

#define MAX_LINES  16
#define MAX_BRANCH 4096

/* Lines of the preprocessor between initialisers: the grammar sees the first branch. */
struct lines {
	size_t from[MAX_LINES], to[MAX_LINES], n;
};

/* From an #else to behind its #endif; where that is not within MAX_BRANCH bytes, behind the line. */
static size_t skip_branch(lu_str s, size_t at)
{
	size_t end = s.n - at > MAX_BRANCH ? at + MAX_BRANCH : s.n, depth = 1;

	for (size_t i = skip_blanks(s, lu__c_skip_line(s, at)); i < end; i = skip_blanks(s, lu__c_skip_line(s, i))) {
		lu_str d = s.s[i] == '#' ? lu__c_directive(s, i) : lu_strn("", 0);

		depth += lu_str_starts(d, "if");
		depth -= lu_str_eqz(d, "endif");
		if (!depth) return lu__c_skip_line(s, i);
	}
	return lu__c_skip_line(s, at);
}

/* Past white space and such lines, of an #else up to its #endif. */
static size_t skip_lines(lu_str s, size_t i, struct lines *v)
{
	for (i = skip_blanks(s, i); i < s.n && s.s[i] == '#' && v->n < MAX_LINES; i = skip_blanks(s, i)) {
		v->from[v->n] = i;
		i = lu_str_starts(lu__c_directive(s, i), "el") ? skip_branch(s, i) : lu__c_skip_line(s, i);
		v->to[v->n++] = i;
	}
	return i;
}

/* Past ": a(1), b{2}" after the parameters of a constructor, up to its body; *body false: it is something else. */
static lu_code skip_initialisers(struct scan *c, bool *body)
{
	struct lines v = { .n = 0 };
	lu_str s = c->src.s;
	size_t i = c->src.i, from;
	lu_code rc = LU_OK;

	*body = false;
	do {
		for (i = skip_lines(s, i + 1, &v), from = i;
		     i < s.n && (lu__c_is_word(s.s[i]) || strchr(":<.", s.s[i]));) {
			size_t to = s.s[i] == '<' ? skip_angles(s, i) : i + 1;

			i = to > i ? to : i + 1;
		}
		i = skip_blanks(s, i);
		if (i == from || i >= s.n || !strchr("({", s.s[i])) return LU_OK;
		i = s.s[i] == '(' ? lu__c_skip_parens(s, i) : skip_braces(s, i);
		i = skip_lines(s, i, &v);
		while (i < s.n && s.s[i] == '.') i = skip_lines(s, i + 1, &v);
	} while (i < s.n && s.s[i] == ',');
	if (i >= s.n || s.s[i] != '{') return LU_OK;
	for (size_t k = 0; k < v.n && !rc; k++) rc = lu__hide(&c->src, v.from[k], v.to[k]);
	c->src.i = i;
	*body = true;
	return rc;
}

static bool has_call(const struct head *h)
{
	for (size_t i = 0; i < h->n; i++)
		if (h->v[i].call) return true;
	return false;
}

/* What is neither a word nor ends a declaration. */
static lu_code read_other(struct scan *c)
{
	char ch = c->src.s.s[c->src.i];
	struct head *h = &c->h;
	bool body = false;
	lu_code rc = LU_OK;

	if (ch == ':' && c->cpp && mark_label(h)) {
		rc = hide_marked(c);

		*h = (struct head){ .n = 0 };
		if (rc) return rc;
	} else if (ch == ':' && h->n && !h->odd && is_scope(h)) {
		mark_tags(h); /* base classes follow */
		h->odd = true;
	} else if (ch == ':' && c->cpp && !h->odd && has_call(h) && ((rc = skip_initialisers(c, &body)) || body)) {
		return rc;
	} else if (ch == '-' && c->cpp && !h->odd && has_call(h) && c->src.i + 1 < c->src.s.n &&
		   c->src.s.s[c->src.i + 1] == '>') {
		return skip_trailing(c);
	} else if (ch == ']' && !h->odd) { /* "[[nodiscard]]" */
	} else if (ch == '*' || ch == '&') {
		add_item(c, STAR, c->src.i, c->src.i + 1);
	} else if (ch == '(' && h->n && !h->odd) { /* "int (f)(void)" */
		add_item(c, PLAIN, c->src.i, c->src.i + 1);
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

	return !c->cpp && (lu_str_eqz(d, "ifdef") || lu_str_eqz(d, "if")) && has_part(line, "__cplusplus") &&
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

			if (lu_str_starts(d, "if")) depth++;
			else if (!depth && (lu_str_starts(d, "el") || lu_str_eqz(d, "endif"))) break;
			else if (lu_str_eqz(d, "endif")) depth--;
			c->src.i = lu__c_skip_line(c->src.s, c->src.i);
		} else {
			c->src.i++;
		}
	}
	c->h = (struct head){ .n = 0 };
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

		if (!c->h.odd && (c->h.templated || (c->h.n && !all_macros(&c->h)))) rc = cut_head(c, c->src.i, &end);
		if (rc || end > c->src.i) {
			c->src.i = end;
			return rc;
		}
		if (!c->h.odd) mark(c, &c->h, '#'); /* macros alone before it: BEGIN_DECLS */
		if ((rc = hide_marked(c))) return rc;
		if (is_for_cpp(c)) return skip_cpp(c);
		if (lu_str_starts(lu__c_directive(c->src.s, c->src.i), "if")) c->src.if_at = c->src.i;
		else if (lu_str_eqz(lu__c_directive(c->src.s, c->src.i), "endif")) c->src.if_at = c->src.s.n;
		c->h = (struct head){ .n = 0 };
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
	struct scan c = { .src = { .s = text, .if_at = text.n, .a = a, .e = e }, .cpp = cpp, .mask = out };
	lu_code rc = LU_OK;

	*out = (struct lu__mask){ .text = text };
	while (c.src.i < text.n && !rc) {
		char ch = text.s[c.src.i];

		if (ch == '"' && c.h.n && lu_str_eqz(c.h.v[c.h.n - 1].name, "extern")) c.h.linkage = true;
		if (!lu__c_skip_dull(text, &c.src.i)) rc = read_token(&c);
	}
	if (!rc && !c.h.odd) mark(&c, &c.h, '#');
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
