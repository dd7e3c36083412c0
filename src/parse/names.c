/* SPDX-License-Identifier: MIT */
#include "parse/names.h"
#include "core/ascii.h"

static bool is_word(char c)
{
	return lu_is_ident(c) || c == '$' || c == '#';
}

/* Does `c` separate the parts of a name: "App\User", "\User", "object:method", but not "a ? b:c"? */
static bool is_separator(char c, const char *before, size_t n)
{
	if (c == '\\') return !n || is_word(before[n - 1]);
	return c == ':' && n && (is_word(before[n - 1]) || before[n - 1] == ')') && !memchr(before, '?', n);
}

/* Past the bracket that closes the one at `i`; quotes inside are respected. */
static size_t skip_bracket(lu_str s, size_t i)
{
	size_t depth = 0;

	for (; i < s.n; i++) {
		char c = s.s[i];

		if (c == '(' || c == '[' || c == '{') {
			depth++;
		} else if (c == ')' || c == ']' || c == '}') {
			if (--depth == 0) return i + 1;
		} else if (c == '"' || c == '\'' || c == '`') {
			size_t j = i + 1;

			while (j < s.n && s.s[j] != c) j += s.s[j] == '\\' ? 2 : 1;
			i = j;
		}
	}
	return s.n;
}

static size_t skip_quoted(lu_str s, size_t i)
{
	char q = s.s[i++];

	while (i < s.n && s.s[i] != q) i += s.s[i] == '\\' ? 2 : 1;
	return i < s.n ? i + 1 : s.n;
}

/* Nothing but name characters and dots: the usual case needs no copy. */
static bool is_plain(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_word(s.s[i]) && s.s[i] != '.') return false;
	return s.n > 0;
}

bool lu__is_marked_name(lu_str s, const char *inside, const char *last)
{
	if (!s.n || !is_word(s.s[0])) return false;
	for (size_t i = 1; i < s.n; i++) {
		bool mark = strchr(inside, s.s[i]) || (i + 1 == s.n && strchr(last, s.s[i]));

		if (!is_word(s.s[i]) && s.s[i] != '.' && !(s.s[i] && mark)) return false;
	}
	return true;
}

/* Past the '>' for the '<' at `i`; `i` itself when it is none. */
static size_t skip_angles(lu_str s, size_t i)
{
	size_t depth = 0;
	bool array = false; /* "<[T; 4]>" */

	for (size_t k = i; k < s.n; k++) {
		char c = s.s[k];

		if (c == '<') depth++;
		else if (c == '>' && s.s[k - 1] != '-' && s.s[k - 1] != '=' && --depth == 0) return k + 1;
		else if (c == '[' || c == ']') array = c == '[';
		else if ((c == ';' && !array) || c == '{') break;
	}
	return i;
}

/* The type in "static_cast<T *>(x)" and "((T *)x)", whose member follows; *operand: the bracket of x. Empty: it is no cast. */
static lu_str type_of_cast(lu_str s, size_t *operand)
{
	static const char *const casts[] = { "static_cast<", "dynamic_cast<", "const_cast<", "reinterpret_cast<" };
	lu_str none = { "", 0 }, type;
	size_t end, from = 0;

	for (size_t i = 0; i < sizeof casts / sizeof *casts; i++)
		if (lu_str_starts(s, casts[i])) from = strlen(casts[i]);
	if (from && (end = skip_angles(s, from - 1)) < s.n && s.s[end] == '(') {
		type = lu__type_name(lu_strn(s.s + from, end - from - 1));
		*operand = end;
	} else if (lu_str_starts(s, "((")) {
		for (end = 2; end < s.n && (is_word(s.s[end]) || strchr(" :*&", s.s[end]));) end++;
		if (end >= s.n || s.s[end] != ')' || !strchr("*&", s.s[end - 1])) return none;
		type = lu__type_name(lu_strn(s.s + 2, end - 2));
		*operand = 0;
	} else {
		return none;
	}
	end = skip_bracket(s, *operand);
	return end + 1 < s.n && (s.s[end] == '.' || (s.s[end] == '-' && s.s[end + 1] == '>')) ? type : none;
}

/* "std::move(x)" and "std::forward<T>(x)", whose member follows, are x: where its bracket begins, 0 for others. */
static size_t passed_on(lu_str s)
{
	size_t at = lu_str_starts(s, "std::move(") ? sizeof "std::move" - 1 : 0, end;

	if (lu_str_starts(s, "std::forward<")) at = skip_angles(s, sizeof "std::forward" - 1);
	if (!at || at >= s.n || s.s[at] != '(') return 0;
	end = skip_bracket(s, at);
	return end + 1 < s.n && (s.s[end] == '.' || (s.s[end] == '-' && s.s[end + 1] == '>')) ? at : 0;
}

lu_str lu__without_angles(lu_str s, lu_arena *a)
{
	char *out;
	size_t n = 0, tries = 0, operand;
	lu_str type;

	operand = passed_on(s);
	s = lu_strn(s.s + operand, s.n - operand);
	type = type_of_cast(s, &operand);
	if (type.n) { /* "T(x)" is an object of the type, too */
		lu_buf b = LU_BUF;

		lu_buf_addstr(&b, type);
		lu_buf_addstr(&b, lu_strn(s.s + operand, s.n - operand));
		s = lu_arena_keep(a, &b);
	}
	if (!s.n || !memchr(s.s, '<', s.n)) return s;
	if (!(out = lu_arena_alloc(a, s.n + 1))) return lu_strn(NULL, 0);
	for (size_t i = 0; i < s.n;) {
		size_t end = i && s.s[i] == '<' && is_word(s.s[i - 1]) && tries++ < 64 ? skip_angles(s, i) : i;

		if (end == i) out[n++] = s.s[i++];
		else i = end;
	}
	return lu_strn(out, n);
}

lu_str lu__without_squares(lu_str s, lu_arena *a)
{
	char *out;
	size_t n = 0;

	if (!s.n || !memchr(s.s, '[', s.n)) return s;
	if (!(out = lu_arena_alloc(a, s.n + 1))) return lu_strn(NULL, 0);
	for (size_t i = 0; i < s.n;) {
		if (i && s.s[i] == '[' && is_word(s.s[i - 1])) i = skip_bracket(s, i);
		else out[n++] = s.s[i++];
	}
	return lu_strn(out, n);
}

/* Past the white space and line comments at `i`. */
static size_t blanks(lu_str s, size_t i)
{
	for (bool comment = false; i < s.n; i++) {
		if (comment) comment = s.s[i] != '\n';
		else if (s.s[i] == '/' && i + 1 < s.n && s.s[i + 1] == '/') comment = true;
		else if (!lu_is_space(s.s[i])) break;
	}
	return i;
}

/* Does a member follow the bracket at `i`? */
static bool goes_on(lu_str s, size_t i)
{
	i = blanks(s, skip_bracket(s, i));
	return i < s.n && s.s[i] == '.';
}

/* Bytes at the beginning of `s` that say nothing about a name: "::<T>", ".await", comments, and "?",
 * ".?" and ".*" inside of a chain. */
static size_t silent(lu_str s)
{
	const char *newline;
	size_t n;

	if (lu_str_starts(s, "::<") && (n = skip_angles(s, 2)) > 2) return n;
	if (s.n > 1 && s.s[0] == '?' && (n = blanks(s, 1)) > 1 && n < s.n && s.s[n] == '.') return n;
	if (lu_str_starts(s, "/*") && (newline = memmem(s.s + 2, s.n - 2, "*/", 2))) return (size_t)(newline - s.s) + 2;
	if (lu_str_starts(s, "//") && (newline = memchr(s.s, '\n', s.n))) return (size_t)(newline - s.s);
	if (lu_str_starts(s, ".await") && (s.n == 6 || !is_word(s.s[6]))) return 6;
	if ((lu_str_starts(s, ".?") || lu_str_starts(s, ".*")) && s.n > 2 && s.s[2] == '.') return 2;
	return 0;
}

#define DOTTED_MAX 320

/* "?.last" of an expression too long to be looked up by: its last member says most. */
static lu_str last_member(lu_str expr, lu_arena *a)
{
	char out[DOTTED_MAX + 2] = "?.";
	size_t i = expr.n, n;

	while (i && is_word(expr.s[i - 1]) && expr.n - i < DOTTED_MAX) i--;
	n = expr.n - i;
	memcpy(out + 2, expr.s + i, n);
	return lu_arena_dup(a, lu_strn(out, n + 2));
}

/* "new Foo().bar" and "(await x).y" are about Foo and x. */
static lu_str without_keyword(lu_str s)
{
	static const char *const words[] = { "new ", "await ", "try " };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (lu_str_starts(s, words[i]))
			return lu_str_trim(lu_strn(s.s + strlen(words[i]), s.n - strlen(words[i])));
	return s;
}

/* How many arguments stand in the brackets at `i`: nine are nine or more. */
static unsigned count_args(lu_str s, size_t i)
{
	size_t end = skip_bracket(s, i) - 1, angles;
	bool unpaired = false; /* a '<' has no '>': it is not looked for again */
	unsigned n = 1;

	i = blanks(s, i + 1);
	if (i >= end) return 0;
	while (i < end && n < 9) {
		n += s.s[i] == ',' && blanks(s, i + 1) < end; /* one may stand behind the last */
		angles = s.s[i] == '<' && is_word(s.s[i - 1]) && !unpaired ? skip_angles(lu_strn(s.s, end), i) : i;
		unpaired |= s.s[i] == '<' && angles == i;
		if (angles > i) i = angles;
		else if (strchr("([{", s.s[i])) i = skip_bracket(s, i);
		else i = strchr("\"'`", s.s[i]) ? skip_quoted(s, i) : i + 1;
	}
	return n;
}

/* Write the call whose brackets are at `i`. */
static size_t put_call(char *out, size_t n, lu_str s, size_t i, bool counted)
{
	unsigned args = counted ? count_args(s, i) : 0;

	out[n++] = '(';
	if (args) out[n++] = (char)('0' + args);
	out[n++] = ')';
	return n;
}

/* Write that a closure stands behind the arguments of the call that ends at `n`. */
static size_t put_closure(char *out, size_t n, bool counted)
{
	char *digit = out + n - 2;

	if (!counted) return n;
	if (*digit >= '1' && *digit < '9') ++*digit;
	if (*digit != '(') return n;
	digit[1] = '1';
	digit[2] = ')';
	return n + 1;
}

static lu_str dotted(lu_str expr, bool counted, lu_arena *a)
{
	char out[DOTTED_MAX + 8];
	size_t n = 0;

	if (expr.n > 10 * DOTTED_MAX) return last_member(expr, a); /* a chain of calls costs n * n else */
	if (is_plain(expr) && expr.n <= DOTTED_MAX) return expr;
	expr = without_keyword(expr);
	for (size_t i = 0; i < expr.n && n < DOTTED_MAX;) {
		char c = expr.s[i], next = i + 1 < expr.n ? expr.s[i + 1] : '\0';
		size_t skip = silent(lu_strn(expr.s + i, expr.n - i));

		if (c == 't' && n && out[n - 1] == '.' && lu_str_starts(lu_strn(expr.s + i, expr.n - i), "template "))
			skip = sizeof "template " - 1; /* C++'s "x.template f<T>()" */
		if (c == '?' && i + 1 == expr.n && n && out[n - 1] == ')')
			skip = 1; /* Rust's "f()?" gives what is in it */
		if (skip) {
			i += skip;
		} else if (is_word(c) || (c == '.' && !(n && out[n - 1] == '.'))) {
			out[n++] = c;
			i++;
		} else if (c == '<' && n == 0 && (skip = skip_angles(expr, i)) > i) {
			lu_str type = lu__type_name(lu_strn(expr.s + i + 1, skip - i - 1));

			/* "<T as Trait>::f" and "<T>::f" */
			if (type.n >= DOTTED_MAX) return last_member(expr, a);
			memcpy(out, type.s, n = type.n);
			i = skip;
		} else if (c == '<' && n && is_word(out[n - 1]) && (skip = skip_angles(expr, i)) > i + 2 &&
			   skip < expr.n && expr.s[skip] == '(') {
			i = skip; /* "f<T>(x)" */
		} else if (lu_is_space(c) && is_word(next) && n && is_word(out[n - 1])) {
			out[n++] = '?'; /* two words: an operator, a cast */
			i++;
		} else if (is_word(next) && is_separator(c, out, n)) {
			out[n++] = '.'; /* App\User, object:method */
			i++;
		} else if (lu_is_space(c) || ((c == '*' || c == '&' || c == '!') && n == 0)) {
			i++;
		} else if (c == '!' && next == '!') {
			i += 2; /* "x!!.f": Kotlin's x, not null */
		} else if (c == '?' && next == '-' && i + 2 < expr.n && expr.s[i + 2] == '>') {
			i++; /* PHP's "x?->f" */
		} else if ((c == '-' && next == '>') || (c == ':' && next == ':') ||
			   ((c == '?' || c == '!' || c == '&') && next == '.')) {
			if (!n || out[n - 1] != '.') out[n++] = '.';
			i += 2;
		} else if (c == '.') {
			i++;
		} else if (c == '{' && n && out[n - 1] == ')' && goes_on(expr, i)) {
			n = put_closure(out, n, counted);
			i = skip_bracket(expr, i);
		} else if (c == '{' && n && is_word(out[n - 1])) {
			out[n++] = '('; /* a closure, an object: x.map { ... }.y */
			if (counted) out[n++] = '1';
			out[n++] = ')';
			i = skip_bracket(expr, i);
		} else if (c == '(' && n == 0) {
			expr = without_keyword(lu_strn(expr.s + 1, expr.n - 1)); /* "(*f)" is f */
			i = 0;
		} else if (c == '(') {
			n = put_call(out, n, expr, i, counted);
			i = skip_bracket(expr, i);
		} else if (c == '[') {
			out[n++] = c;
			out[n++] = ']';
			i = skip_bracket(expr, i);
		} else if (c == ')') {
			i++;
		} else if (c == '"' || c == '\'' || c == '`') {
			out[n++] = '?';
			i = skip_quoted(expr, i);
		} else {
			if (!n || out[n - 1] != '?') out[n++] = '?';
			i = c == '{' ? skip_bracket(expr, i) : i + 1;
		}
	}
	if (n >= DOTTED_MAX) return last_member(expr, a);
	return lu_arena_dup(a, lu_strn(out, n));
}

lu_str lu__dotted(lu_str expr, lu_arena *a)
{
	return dotted(expr, false, a);
}

lu_str lu__counted(lu_str expr, lu_arena *a)
{
	return dotted(expr, true, a);
}

lu_str lu__collapse(lu_str s, lu_arena *a)
{
	char *out;
	size_t n = 0;

	s = lu_str_trim(s);
	if (!(out = lu_arena_alloc(a, s.n + 1))) return lu_strn(NULL, 0);
	for (size_t i = 0; i < s.n; i++) {
		if (!lu_is_space(s.s[i])) out[n++] = s.s[i];
		else if (n && out[n - 1] != ' ') out[n++] = ' ';
	}
	return lu_strn(out, n);
}

/* Past the name that `t` begins with. */
static size_t name_length(lu_str t)
{
	size_t n = 0;

	for (;; n += 2) {
		while (n < t.n && (is_word(t.s[n]) || t.s[n] == '.' || t.s[n] == '\\')) n++;
		if (n + 2 >= t.n || t.s[n] != ':' || t.s[n + 1] != ':' || !is_word(t.s[n + 2])) return n;
	}
}

/* Without what stands before the name. */
static lu_str unwrap(lu_str t)
{
	static const char *const wrappers[] = {
		"Optional[",        "typing.Optional[", "t.Optional[", "Annotated[",  "ClassVar[",
		"Final[",           "const ",           "struct ",     "readonly ",   "class ",
		"std::unique_ptr<", "std::shared_ptr<", "::",          "unique_ptr<", "shared_ptr<",
		"Partial<",         "Readonly<",        "Required<",   "Pick<",       "Omit<",
		"Awaited<",         "NonNullable<",     NULL
	};

	for (bool again = true; again;) {
		again = false;
		t = lu_str_trim(t);
		while (t.n && strchr("*&:'\"[]|?", t.s[0])) t = lu_str_trim(lu_strn(t.s + 1, t.n - 1));
		for (size_t i = 0; wrappers[i]; i++) {
			size_t w = strlen(wrappers[i]);

			if (!lu_str_starts(t, wrappers[i])) continue;
			t = lu_strn(t.s + w, t.n - w);
			again = true;
		}
	}
	return t;
}

static bool is_null(lu_str t)
{
	return lu_str_eqz(t, "None") || lu_str_eqz(t, "null") || lu_str_eqz(t, "undefined");
}

/* Past a name come type arguments, then perhaps "[]" (an array of it) or "|" (something else, too). */
lu_str lu__type_name(lu_str t)
{
	lu_str name = { "", 0 };

	for (bool first = true;; first = false) {
		size_t i = name_length(t = unwrap(t));
		lu_str n = lu_strn(t.s, i);

		while (i < t.n && lu_is_space(t.s[i])) i++;
		if (i < t.n && t.s[i] == '<') {
			for (size_t depth = 0; i < t.n; i++) {
				depth += t.s[i] == '<';
				depth -= t.s[i] == '>';
				if (!depth) break;
			}
			i++;
		} else if (i < t.n && t.s[i] == '[') {
			size_t end = skip_bracket(t, i);

			if (end == i + 2) return lu_strn("", 0);
			i = end;
		}
		while (i < t.n && lu_is_space(t.s[i])) i++;
		if (i + 1 < t.n && t.s[i] == '[' && t.s[i + 1] == ']') return lu_strn("", 0);
		if (name.n && !is_null(n)) return lu_strn("", 0);
		if (first || !is_null(n)) name = is_null(n) && i < t.n && t.s[i] == '|' ? lu_strn("", 0) : n;
		if (i >= t.n || t.s[i] != '|') return name;
		t = lu_strn(t.s + i, t.n - i);
	}
}

lu_str lu__module_name(lu_str path, const char *index, lu_arena *a)
{
	lu_str base = lu_str_after_last(path, '/'), stem = lu_str_before_last(base, '.');
	lu_str name = lu_strn(path.s, path.n - (stem.n ? base.n - stem.n : 0));
	lu_str out;

	if (lu_str_ends(name, ".d")) name.n -= 2; /* x.d.ts declares x */
	if (index && lu_str_in_words(stem, index) && name.n > stem.n) name.n -= stem.n + 1;
	out = lu_arena_dup(a, name);
	for (size_t i = 0; i < out.n; i++)
		if (out.s[i] == '/') ((char *)(uintptr_t)out.s)[i] = '.';
	return out;
}

/* ---- types of elements ---- */

bool lu__is_class(lu_str type)
{
	static const char *const types[] = { "class", "interface", "struct", "enum",      "union", "trait",
					     "type",  "impl",      "object", "extension", NULL };

	return lu_str_one_of(type, types);
}

bool lu__is_function(lu_str type)
{
	static const char *const types[] = { "function", "method", "constructor", NULL };

	return lu_str_one_of(type, types);
}

bool lu__is_value(lu_str type)
{
	static const char *const types[] = { "variable", "constant", "field", "property", NULL };

	return lu_str_one_of(type, types);
}
