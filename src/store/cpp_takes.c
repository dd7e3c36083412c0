/* SPDX-License-Identifier: MIT
 * lu_symbol.takes of C++: a head, then the types of the parameters as they are written, all parted by ';'. The head is
 *     <T,#N,U=,V...>  what the template takes: types, values with '#', '=' behind what has a default, "..." behind a pack
 *     {T}             the same of the class, where the function stands outside of it
 *     ?               it takes part only under a condition: enable_if, requires, a concept
 *     d               only where an expression of what the template takes is valid: "-> decltype(f(x))", "decltype(f(x)) f(T x)"
 *     c               a method that leaves its object as it is
 *     !int,T          the arguments of an explicit specialisation
 * as far as it has them. Of a class template and its explicit specialisations it is the head alone. */
#include "core/ascii.h"
#include "core/type_text.h"
#include "language/row.h"
#include "store/told.h"

#define LONGEST 160 /* longer types say nothing here */
#define HEADS   4   /* template headers before one function */
#define TRIED   64  /* places of a name in its signature that have brackets behind them */

bool lu__is_cpp_element(const lu_element *el)
{
	return lu__language_of_names(el->language)->rules & LU__RULE_COUNTED;
}

/* Past the '>' that closes the '<' at `i`; s.n when none does. */
static size_t past_angles(lu_str s, size_t i)
{
	for (size_t depth = 0, round = 0; i < s.n; i++) {
		if (s.s[i] == '(') round++;
		else if (s.s[i] == ')' && round) round--;
		else if (round) continue;
		else if (s.s[i] == '<') depth++;
		else if (s.s[i] == '>' && s.s[i - 1] != '-' && --depth == 0) return i + 1;
	}
	return s.n;
}

static bool has_text(lu_str s, const char *part)
{
	return s.n && memmem(s.s, s.n, part, strlen(part));
}

static bool is_conditional(lu_str s)
{
	return has_text(s, "enable_if") || has_text(s, "ENABLE_IF") || has_text(s, "requires") ||
	       has_text(s, "REQUIRES") || has_text(s, "void_t<");
}

/* "decltype(f(x)) ..." */
static bool is_of_call(lu_str s)
{
	static const char word[] = "decltype(";
	size_t i = 0, k = 0;

	for (; k < sizeof word - 1 && i < s.n; i++) {
		if (lu_is_space(s.s[i])) continue;
		if (s.s[i] != word[k++]) return false;
	}
	return k == sizeof word - 1 && memchr(s.s + i, '(', s.n - i);
}

/* Is what it gives, before its name or behind an arrow, that of a call? Where that is not valid for what the template takes,
 * it is as if it were not there. */
static bool is_as_valid(lu_str s, size_t name)
{
	const char *arrow = s.n ? memmem(s.s, s.n, "->", 2) : NULL;
	const char *lead = name ? memmem(s.s, name, "decltype", 8) : NULL;

	return (arrow && is_of_call(lu_strn(arrow + 2, s.n - (size_t)(arrow + 2 - s.s)))) ||
	       (lead && is_of_call(lu_strn(lead, name - (size_t)(lead - s.s))));
}

/* One parameter of a template; *conditional: it is, or stands for, a condition. */
static void add_parameter(lu_buf *w, lu_str p, bool *conditional)
{
	static const char *const values[] = { "int",  "bool", "unsigned", "size_t",   "std::size_t", "char",
					      "auto", "long", "short",    "uint32_t", "uint64_t",    "int64_t" };
	const char *eq = memchr(p.s, '=', p.n);
	lu_str head = eq ? lu_str_trim(lu_strn(p.s, (size_t)(eq - p.s))) : p;
	bool pack = has_text(head, "..."), type = false, value = false;
	size_t end = head.n, from;

	for (const char *const *k = (const char *const[]){ "typename", "class", "template", NULL }; *k; k++)
		type |= lu_str_starts(head, *k) && (head.n == strlen(*k) || !lu_is_ident(head.s[strlen(*k)]));
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) value |= lu_str_starts(head, values[i]);
	while (end && !lu_is_ident(head.s[end - 1])) end--;
	for (from = end; from && lu_is_ident(head.s[from - 1]);) from--;
	if (from == 0 || lu_str_eqz(lu_strn(head.s + from, end - from), "typename")) end = from; /* it has no name */
	*conditional |= is_conditional(p) || (!type && !value);
	if (!type && !value && memchr(p.s, '(', p.n)) { /* a macro, whose default is in it */
		lu_buf_adds(w, "#=");
		return;
	}
	if (!type && value) lu_buf_addc(w, '#'); /* else "Concept T" */
	lu_buf_add(w, head.s + from, end - from);
	if (pack) lu_buf_adds(w, "...");
	if (eq) lu_buf_addc(w, '=');
}

static void add_header(lu_buf *w, lu_str header, const char *brackets, bool *conditional)
{
	bool first = true;

	lu_buf_addc(w, brackets[0]);
	for (lu_str rest = header; rest.n; first = false) {
		if (!first) lu_buf_addc(w, ',');
		add_parameter(w, lu_type_take_argument(&rest), conditional);
	}
	lu_buf_addc(w, brackets[1]);
}

/* The headers "template <...>" that the code begins with, without their brackets. */
static size_t read_headers(lu_str code, lu_str *header)
{
	static const char word[] = "template";
	size_t n = 0, i = 0, end;

	while (n < HEADS && code.n - i > sizeof word && !memcmp(code.s + i, word, sizeof word - 1)) {
		i += sizeof word - 1;
		while (i < code.n && lu_is_space(code.s[i])) i++;
		if (i >= code.n || code.s[i] != '<') break;
		end = past_angles(code, i);
		if (end < i + 2) break;
		header[n++] = lu_str_trim(lu_strn(code.s + i + 1, end - i - 2));
		for (i = end; i < code.n && lu_is_space(code.s[i]);) i++;
	}
	return n;
}

/* The name in a signature: where it begins, and where its parameters do. */
static bool find_name(lu_str s, lu_str name, size_t *at, size_t *params)
{
	for (size_t i = 0, tried = 0; name.n && i + name.n <= s.n; i++) {
		size_t k = i + name.n;

		if (memcmp(s.s + i, name.s, name.n) != 0 || (i && lu_is_ident(s.s[i - 1])) ||
		    (k < s.n && lu_is_ident(s.s[k])))
			continue;
		*at = i;
		while (k < s.n && lu_is_space(s.s[k])) k++;
		if (k < s.n && s.s[k] == '<') {
			if (tried++ == TRIED) return false;
			k = past_angles(s, k);
		}
		while (k < s.n && lu_is_space(s.s[k])) k++;
		*params = k;
		if (k < s.n && s.s[k] == '(') return true;
	}
	return false;
}

/* Is there "const" behind the parameters that begin at `i`? */
static bool leaves_object(lu_str s, size_t i)
{
	size_t depth = 0;

	for (; i < s.n; i++) {
		if (s.s[i] == '(') depth++;
		else if (s.s[i] == ')' && --depth == 0) break;
	}
	s = i < s.n ? lu_str_trim(lu_strn(s.s + i + 1, s.n - i - 1)) : lu_strn("", 0);
	return lu_str_starts(s, "const") && (s.n == 5 || !lu_is_ident(s.s[5]));
}

static void add_text(lu_buf *w, lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!lu_is_space(s.s[i]) && s.s[i] != ';') lu_buf_addc(w, s.s[i]);
}

static void add_head(lu_buf *w, const lu_element *el)
{
	lu_str header[HEADS], s = el->signature, name = lu_simple_name(el->name);
	size_t n = read_headers(el->code, header), at = 0, params = 0, end;
	bool found = find_name(s, name, &at, &params), conditional = is_conditional(s), outside;

	outside = found && at > 3 && !memcmp(s.s + at - 3, ">::", 3);
	if (n > (size_t)outside) add_header(w, header[n - 1], "<>", &conditional);
	if (n && outside) add_header(w, header[0], "{}", &conditional);
	if (conditional) lu_buf_addc(w, '?');
	if (n > (size_t)outside && is_as_valid(s, found ? at : 0)) lu_buf_addc(w, 'd');
	if (found && leaves_object(s, params)) lu_buf_addc(w, 'c');
	if (!found || n <= (size_t)outside || header[n - 1].n) return;
	for (end = params; end > at && lu_is_space(s.s[end - 1]);) end--;
	lu_buf_addc(w, '!');
	if (end > at + name.n + 1) add_text(w, lu_strn(s.s + at + name.n + 1, end - at - name.n - 2));
}

/* "struct A<int>" is for "int". */
static void add_specialised(lu_buf *w, const lu_element *el)
{
	lu_str s = el->signature, name = lu_simple_name(el->name);
	size_t at = 0, params = 0, end;

	find_name(s, name, &at, &params);
	for (end = params; end > at && lu_is_space(s.s[end - 1]);) end--;
	if (end < at + name.n + 2 || s.s[end - 1] != '>') return;
	lu_buf_addc(w, '!');
	add_text(w, lu_strn(s.s + at + name.n + 1, end - at - name.n - 2));
}

static void add_type(lu_buf *w, const lu_param *p)
{
	lu_str t = lu_str_trim(p->type);
	bool rest = lu_str_starts(p->name, "...") && !lu_str_ends(t, "...");
	const char *eq = t.n ? memchr(t.s, '=', t.n) : NULL;

	if (eq) t = lu_str_trim(lu_strn(t.s, (size_t)(eq - t.s)));
	if (t.n > LONGEST || (t.n && memchr(t.s, ';', t.n)) || !lu_json_is_plain(t)) t.n = 0;
	lu_buf_addstr(w, t);
	if (rest) lu_buf_adds(w, "...");
}

lu_str lu__takes_of_cpp(const lu_element *el, lu_arena *a)
{
	bool function =
		lu_str_eqz(el->type, "function") || lu_str_eqz(el->type, "method") || lu_str_eqz(el->type, "prototype");
	lu_buf w = LU_BUF;
	lu_str header[HEADS];
	bool conditional = false;
	size_t n;

	if (function) {
		add_head(&w, el);
		for (size_t i = 0; i < el->parameters.n; i++) {
			lu_buf_addc(&w, ';');
			add_type(&w, &el->parameters.v[i]);
		}
	} else if ((n = read_headers(el->code, header))) {
		add_header(&w, header[0], "<>", &conditional);
		if (!header[n - 1].n) add_specialised(&w, el);
	}
	return lu_arena_keep(a, &w);
}

/* ---- aliases ---- */

/* "unsigned long": a type of several words. */
static bool is_arithmetic(lu_str s)
{
	size_t n = 0;

	for (; s.n; n++)
		if (!lu_str_in_words(lu_str_take(&s, ' '), "unsigned signed long short int char double")) return false;
	return n > 1;
}

/* What "using A = T;" and "typedef T A;" say of A; empty: the signature is of something else. */
static lu_str aliased(const lu_element *el)
{
	lu_str s = el->signature, name = lu_simple_name(el->name), none = { "", 0 }, header[HEADS];
	const char *eq = s.n ? memchr(s.s, '=', s.n) : NULL;

	if (lu_str_starts(s, "using ") && !eq && lu__is_cpp_element(el)) { /* the type is on the next line */
		size_t n = read_headers(el->code, header);
		size_t from = n ? (size_t)(header[n - 1].s + header[n - 1].n - el->code.s) : 0;

		s = lu_strn(el->code.s + from, el->code.n - from);
		eq = s.n ? memchr(s.s, '=', s.n) : NULL;
		if (eq) return lu_str_trim(lu_strn(eq + 1, (size_t)(s.s + s.n - eq) - 1));
		return none;
	}
	if (lu_str_starts(s, "using ") && eq) return lu_str_trim(lu_strn(eq + 1, (size_t)(s.s + s.n - eq) - 1));
	if (!lu__is_cpp_element(el) || !lu_str_starts(s, "typedef ") || memchr(s.s, '{', s.n)) return none;
	while (s.n && strchr("; ", s.s[s.n - 1])) s.n--;
	if (!name.n || !(s.n >= name.n && lu_str_eq(lu_strn(s.s + s.n - name.n, name.n), name)) || s.n < 8 + name.n)
		return none;
	return lu_str_trim(lu_strn(s.s + 8, s.n - 8 - name.n));
}

/* Past the argument of a template at `i`, up to the ',' or '>' behind it. */
static size_t past_argument(lu_str s, size_t i)
{
	for (size_t depth = 0; i < s.n; i++) {
		if (!depth && (s.s[i] == ',' || s.s[i] == '>')) return i;
		if (strchr("<([{", s.s[i])) depth++;
		else if (strchr(">)]}", s.s[i]) && depth) depth--;
	}
	return s.n;
}

static void add_dotted(lu_buf *w, lu_str s)
{
	for (size_t i = 0; i < s.n && (lu_is_ident(s.s[i]) || s.s[i] == ':'); i++)
		if (s.s[i] != ':') lu_buf_addc(w, s.s[i]);
		else if (i && s.s[i - 1] == ':') lu_buf_addc(w, '.');
}

/* "conditional_t<C, A, B>", "std::conditional<C, A, B>::type" is one of two types: "A|B". False: it is something else. */
static bool add_conditional(lu_buf *w, lu_str s)
{
	const char *open = memchr(s.s, '<', s.n);
	size_t first, second, end;
	lu_str name;

	if (!open) return false;
	name = lu_str_after_last(lu_strn(s.s, (size_t)(open - s.s)), ':');
	if (!lu_str_eqz(name, "conditional_t") && !lu_str_eqz(name, "conditional")) return false;
	first = past_argument(s, (size_t)(open - s.s) + 1);
	second = first < s.n ? past_argument(s, first + 1) : s.n;
	end = second < s.n ? past_argument(s, second + 1) : s.n;
	if (end >= s.n || s.s[end] != '>') return false;
	add_dotted(w, lu_str_trim(lu_strn(s.s + first + 1, second - first - 1)));
	lu_buf_addc(w, '|');
	add_dotted(w, lu_str_trim(lu_strn(s.s + second + 1, end - second - 1)));
	return true;
}

lu_str lu__gives_of_alias(const lu_element *el, lu_arena *a)
{
	lu_str s = aliased(el), out = { "", 0 };
	lu_buf w = LU_BUF;

	for (const char *const *p = (const char *const[]){ "typename ", "const ", "struct ", "class ", NULL }; *p; p++)
		if (lu_str_starts(s, *p)) s = lu_str_trim(lu_strn(s.s + strlen(*p), s.n - strlen(*p)));
	lu_buf_adds(&w, "using:");
	if (is_arithmetic(s)) lu_buf_addstr(&w, s);
	else if (!s.n || !add_conditional(&w, s)) add_dotted(&w, s);
	lu_buf_addc(&w, ';');
	if (w.oom || w.len > 7) out = lu_arena_keep(a, &w);
	lu_buf_free(&w);
	return out;
}
