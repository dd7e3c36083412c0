/* SPDX-License-Identifier: MIT
 * Which words of a declaration's head are macros. C has one type in it and one name, so that what is more must be macros. */
#include "parse/mask_head.h"

#include "core/ascii.h"
#include "parse/mask_scan.h"

bool lu__c_has_part(lu_str s, const char *part)
{
	return s.n && memmem(s.s, s.n, part, strlen(part));
}

enum lu__head_kind lu__kind_of(lu_str w)
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

	if (lu_str_one_of(w, primitives)) return LU__PRIMITIVE;
	if (lu_str_one_of(w, specifiers)) return LU__SPECIFIER;
	if (lu_str_one_of(w, tags)) return LU__TAG;
	if (lu_str_one_of(w, known)) return LU__KNOWN;
	return lu__c_looks_like_macro(w) ? LU__ATTR : LU__PLAIN;
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
		if (lu__c_has_part(s, parts[i])) return true;
	return false;
}

/* "printflike(1, 2)": a number is no parameter. */
static bool is_numbered(const struct lu__head_item *t)
{
	lu_str args = lu_strn(t->name.s + t->name.n, t->end - t->start - t->name.n);
	size_t i = 0;

	while (i < args.n && (lu_is_space(args.s[i]) || args.s[i] == '(')) i++;
	return t->call && t->kind == LU__PLAIN && i < args.n && lu_is_digit(args.s[i]);
}

/* Is the call at `i` of a macro, as that of the function follows? */
static bool is_before_function(const struct lu__head *h, size_t i)
{
	bool later = false;

	for (size_t k = i + 1; k < h->n; k++) later |= h->v[k].call && h->v[k].kind == LU__PLAIN;
	return later && is_numbered(&h->v[i]);
}

size_t lu__declarator_of(const struct lu__head *h)
{
	size_t words = 0, found = h->n;
	bool call = false;

	for (size_t i = 0; i < h->n; i++)
		if (h->v[i].call && h->v[i].kind == LU__PLAIN && !is_before_function(h, i)) return i;
	for (size_t i = 0; i < h->n; i++) {
		const struct lu__head_item *t = &h->v[i];
		bool name = t->kind == LU__PLAIN || t->kind == LU__ATTR;

		if (t->kind == LU__TAG) {
			words++;
			i++; /* with its name */
			continue;
		}
		if (name && words && t->call && !call) {
			found = i;
			call = true;
		} else if (name && words && !call && (t->kind == LU__PLAIN || found == h->n)) {
			found = i;
		}
		words += t->kind == LU__PRIMITIVE || (name && !t->call);
	}
	return found;
}

/* "struct PACKED s", "class API C": hides what stands between. Returns the item of the name. */
static size_t mark_tag(struct lu__head *h, size_t i, size_t to, bool body)
{
	for (i++; i + 1 < to && h->v[i].kind == LU__ATTR; i++) {
		enum lu__head_kind next = h->v[i + 1].kind;

		if (next != LU__PLAIN && !(body && next == LU__ATTR)) break;
		h->v[i].hide = true;
	}
	return i;
}

/* The item that is the type of what items before `to` declare; h->n: none. *certain: the others are none. */
static size_t type_of(struct lu__head *h, size_t to, bool *certain)
{
	size_t type = h->n, star = 0;

	*certain = true;
	for (size_t i = 0; i < to; i++) {
		if (h->v[i].kind == LU__TAG) return mark_tag(h, i, to, false);
		if (h->v[i].kind == LU__PRIMITIVE) return h->n;
	}
	*certain = false;
	while (star < to && h->v[star].kind != LU__STAR) star++;
	/* "u_char * my_cdecl f()": behind a star is no type */
	for (size_t i = 0; i < to; i++)
		if (h->v[i].kind == LU__PLAIN && !h->v[i].call && (i < star || type == h->n)) type = i;
	for (size_t i = 0; i < to && type == h->n; i++)
		if (h->v[i].kind == LU__ATTR && !is_no_type(h->v[i].name)) type = i;
	for (size_t i = to; i-- > 0 && type == h->n;)
		if (h->v[i].kind == LU__ATTR) type = i;
	return type;
}

/* Before the declarator: keep one type. */
static void mark_before(struct lu__head *h, size_t to)
{
	bool certain;
	size_t type = type_of(h, to, &certain);

	if (type == h->n && !certain) return;
	for (size_t i = 0; i < to; i++)
		if (i != type && (h->v[i].kind == LU__ATTR || h->v[i].kind == LU__PLAIN)) h->v[i].hide = true;
}

/* After the declarator only macros, and what the grammar knows. */
static void mark_after(struct lu__head *h, size_t from)
{
	for (size_t i = from; i < h->n; i++)
		if (h->v[i].kind != LU__ATTR && h->v[i].kind != LU__SPECIFIER && h->v[i].kind != LU__KNOWN &&
		    h->v[i].kind != LU__STAR && !is_numbered(&h->v[i]))
			return;
	for (size_t i = from; i < h->n; i++)
		if (h->v[i].kind == LU__ATTR || is_numbered(&h->v[i])) h->v[i].hide = true;
}

bool lu__is_scope_head(const struct lu__head *h)
{
	bool tag = false;

	for (size_t i = 0; i < h->n; i++) {
		if (h->v[i].kind == LU__STAR || (h->v[i].call && h->v[i].kind == LU__PLAIN)) return false;
		if (h->v[i].kind == LU__TAG) tag = true;
	}
	return h->linkage || (tag && !(h->n > 2 && h->v[h->n - 1].call));
}

void lu__mark_tags(struct lu__head *h)
{
	size_t tag = 0, at;

	while (tag < h->n && h->v[tag].kind != LU__TAG) tag++;
	for (size_t i = 0; i < tag && tag < h->n; i++) h->v[i].hide = h->v[i].kind == LU__ATTR;
	for (size_t i = tag; i + 1 < h->n; i++) {
		if (h->v[i].kind != LU__TAG) continue;
		at = mark_tag(h, i, h->n, true);
		if (at < h->n && h->v[at].kind != LU__TAG) h->tagged = h->v[at].name;
		/* "class C MAYBE_FINAL : B" */
		for (at++; at < h->n && h->v[at].kind == LU__ATTR; at++) h->v[at].hide = true;
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
static bool builds(lu_str around, lu_str name)
{
	if (lu_str_starts(name, "operator ") && name.n > 9 && lu__c_is_word(name.s[9])) return true;
	if (around.n && lu_str_eq(around, name)) return true;
	return lu_str_starts(name, "~") || names_its_type(name);
}

static void mark_macros(struct lu__head *h, size_t to)
{
	for (size_t i = 0; i < to; i++) h->v[i].hide |= h->v[i].kind == LU__ATTR;
}

void lu__mark_alone(struct lu__head *h)
{
	for (size_t i = 0; i < h->n && h->v[i].kind == LU__ATTR && h->v[i].alone; i++)
		h->v[i].hide = !h->v[i].call && is_no_type(h->v[i].name);
}

bool lu__all_macros(const struct lu__head *h)
{
	for (size_t i = 0; i < h->n; i++)
		if (h->v[i].kind != LU__ATTR || h->v[i].call) return false;
	return h->n > 0;
}

/* The same, with or without parentheses. */
static bool are_attributes(const struct lu__head *h)
{
	for (size_t i = 0; i < h->n; i++)
		if (h->v[i].kind != LU__ATTR) return false;
	return h->n > 0;
}

void lu__mark_head(struct lu__head *h, char end, bool cpp, lu_str around)
{
	size_t d = lu__declarator_of(h);

	/* "RESERVED(7) };" at the end of a struct */
	if ((end == '}' || end == '#') && (lu__all_macros(h) || (end == '}' && around.n && are_attributes(h)))) {
		mark_macros(h, h->n);
	} else if (end == '#') {
		return;
	} else if (end == '{' && lu__is_scope_head(h)) {
		lu__mark_tags(h);
	} else if (d < h->n && h->v[d].call && cpp && builds(around, h->v[d].name)) {
		mark_macros(h, d);
		mark_after(h, d + 1);
	} else if (h->after_brace && (d == h->n || !h->v[d].call)) {
		bool named = false;

		for (size_t i = h->n; i-- > 0;) {
			named |= h->v[i].kind == LU__PLAIN;
			if (h->v[i].kind == LU__ATTR && (named || h->v[i].call || h->v[i].name.s[0] == '_'))
				h->v[i].hide = true;
		}
	} else if (d < h->n) {
		mark_before(h, d);
		mark_after(h, d + 1);
	}
}

bool lu__mark_label(struct lu__head *h)
{
	size_t at = h->n;

	for (size_t i = 0; i < h->n; i++)
		if (lu_str_eqz(h->v[i].name, "public") || lu_str_eqz(h->v[i].name, "private") ||
		    lu_str_eqz(h->v[i].name, "protected"))
			at = i;
	if (at == h->n || h->n - at > 2 || h->v[0].kind == LU__TAG) return false;
	for (size_t i = 0; i < h->n; i++) h->v[i].hide = i != at && (i > at || h->v[i].kind == LU__ATTR);
	return true;
}
