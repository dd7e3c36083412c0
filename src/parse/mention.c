/* SPDX-License-Identifier: MIT
 * Which words of prose are names of code. The resolver decides whether there is such code; here it is enough
 * to leave out what can be none. */
#include "parse/mention.h"
#include "core/ascii.h"

#define MENTIONS_MAX 200
#define NAME_MAX_LEN 120
#define SPAN_MAX     240 /* bytes between backticks */

struct reader {
	struct lu__mentions *m;
	lu_str s;
	size_t i;       /* where it reads */
	size_t counted; /* up to here lines were counted */
	uint32_t line;
	enum lu__mention_from from;
	lu_arena *a;
	lu_err *e;
	lu_code rc;
};

static bool is_alpha(char c)
{
	return lu_is_alpha(c) || c == '_' || c == '$' || (c & 0x80);
}

static bool is_word(char c)
{
	return is_alpha(c) || lu_is_digit(c);
}

static lu_str from(lu_str s, size_t i)
{
	return lu_strn(s.s + i, s.n - i);
}

/* ---- the list ---- */

static lu_str bare(lu_str name)
{
	return lu_str_ends(name, "()") ? lu_strn(name.s, name.n - 2) : name;
}

static lu_code add(struct lu__mentions *m, lu_str name, uint32_t line, lu_arena *a, lu_err *e)
{
	lu_mention *v;

	for (size_t i = 0; i < m->n; i++) {
		lu_mention *x = &m->v[i];

		if (!lu_str_eq(bare(x->name), bare(name))) continue;
		x->count++;
		if (name.n > x->name.n) x->name = lu_arena_dup(a, name);
		return x->name.s ? LU_OK : lu_nomem(e);
	}
	if (m->n == MENTIONS_MAX) return LU_OK;
	if (!(v = lu_arena_grow(a, m->v, m->n, sizeof *v))) return lu_nomem(e);
	m->v = v;
	v[m->n] = (lu_mention){ lu_arena_dup(a, name), line, 1 };
	return v[m->n++].name.s ? LU_OK : lu_nomem(e);
}

static void emit(struct reader *r, const char *at, lu_str name)
{
	for (; r->s.s + r->counted < at; r->counted++) r->line += r->s.s[r->counted] == '\n';
	if (!r->rc) r->rc = add(r->m, name, r->line, r->a, r->e);
}

/* ---- forms of names ---- */

/* A name under construction: no longer than names are. */
struct form {
	char s[NAME_MAX_LEN + 8];
	size_t n, parts;
	bool call;
};

/* Read an identifier into `f`; the bytes that it took, 0 for none. A '?' or '!' may end it. */
static size_t take_word(struct form *f, lu_str s)
{
	size_t n = 0;

	if (!s.n || !is_alpha(s.s[0])) return 0;
	while (n < s.n && is_word(s.s[n])) n++;
	if (n + 1 < s.n && (s.s[n] == '?' || s.s[n] == '!') && s.s[n + 1] == '(') n++;
	if (f->n + n + 1 > NAME_MAX_LEN) return 0;
	if (f->n) f->s[f->n++] = '.';
	memcpy(f->s + f->n, s.s, n);
	f->n += n;
	f->parts++;
	return n;
}

/* What joins the parts of a name: ".", "::", "->", "#". */
static size_t joint(lu_str s)
{
	size_t n =
		lu_str_starts(s, "::") || lu_str_starts(s, "->") ? 2 : lu_str_starts(s, ".") || lu_str_starts(s, "#");

	return n && n < s.n && is_alpha(s.s[n]) ? n : 0;
}

/* Read a dotted name at the beginning of `s`; the bytes that it took. */
static size_t take_name(struct form *f, lu_str s)
{
	size_t i = take_word(f, s), n;

	while (i && (n = joint(from(s, i)))) {
		size_t w = take_word(f, from(s, i + n));

		if (!w) return 0;
		i += n + w;
	}
	return i;
}

/* "src/x.c": at least one '/', an extension, no blanks. */
static bool is_path(lu_str s)
{
	lu_str base = lu_str_after_last(s, '/');

	if (!memchr(s.s, '/', s.n) || !lu_str_before_last(base, '.').n || s.n > NAME_MAX_LEN || s.s[0] == '/')
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (!is_word(s.s[i]) && !strchr("/.-+@", s.s[i])) return false;
	return is_alpha(base.s[base.n - 1]) && !lu_str_starts(s, "..");
}

/* Without the line or the anchor behind a path, and "./" before it. */
static lu_str trim_path(lu_str s)
{
	if (lu_str_starts(s, "./")) s = from(s, 2);
	for (size_t i = 0; i < s.n; i++)
		if (s.s[i] == ':' || s.s[i] == '#') return lu_strn(s.s, i);
	return s;
}

static bool ends_call(lu_str s)
{
	return s.n >= 2 && s.s[0] == '(' && s.s[s.n - 1] == ')';
}

/* The whole of `s` as a name: "a.b", "a::b(x, y)", "List<T>". False when it is something else. */
static bool read_form(lu_str s, struct form *f)
{
	size_t i;

	*f = (struct form){ .n = 0 };
	s = lu_str_trim(s);
	while (s.n && strchr("~!&.@", s.s[0])) s = from(s, 1);
	i = take_name(f, s);
	if (!i) return false;
	s = from(s, i);
	if (s.n && (s.s[0] == '<' || s.s[0] == '[')) return s.s[s.n - 1] == (s.s[0] == '<' ? '>' : ']');
	f->call = ends_call(s);
	return !s.n || f->call || lu_str_eqz(s, "?") || lu_str_eqz(s, "!");
}

/* A type's name, as most languages write them. */
static bool is_type_like(lu_str s)
{
	bool lower = false;

	for (size_t i = 0; i < s.n; i++) lower |= lu_is_lower(s.s[i]);
	return s.n >= 4 && lu_is_upper(s.s[0]) && lower;
}

static bool looks_like_code(const struct form *f)
{
	lu_str s = lu_strn(f->s, f->n);

	return f->call || f->parts > 1 || lu_is_compound(s) || is_type_like(s);
}

static void emit_form(struct reader *r, const char *at, struct form *f)
{
	if (f->n < 2) return;
	if (f->call) {
		f->s[f->n++] = '(';
		f->s[f->n++] = ')';
	}
	emit(r, at, lu_strn(f->s, f->n));
}

/* What stands in backticks or behind a tag. `marked`: as a reference, not only as code. */
static void take_span(struct reader *r, lu_str s, bool marked)
{
	struct form f;
	lu_str path = trim_path(lu_str_trim(s));

	if (path.n && is_path(path)) {
		emit(r, s.s, path);
	} else if (read_form(s, &f)) {
		if (marked && f.parts == 1) f.call = true;
		if (r->from == LU__MENTION_COMMENT || looks_like_code(&f)) emit_form(r, s.s, &f);
	}
}

lu_code lu__mentions_add(struct lu__mentions *m, lu_str name, uint32_t line, lu_arena *a, lu_err *e)
{
	struct reader r = { .m = m, .s = name, .line = line, .a = a, .e = e };

	take_span(&r, name, true);
	return r.rc;
}

/* ---- what surrounds names ---- */

/* Is the role before the backtick at r->i one that names code (":func:", ":py:class:")? -1: there is none. */
static int role(const struct reader *r)
{
	static const char *const code[] = { "func",     "function",  "meth",  "method",    "class", "mod",  "module",
					    "attr",     "attribute", "data",  "const",     "exc",   "obj",  "any",
					    "type",     "struct",    "macro", "member",    "var",   "enum", "union",
					    "property", "interface", "trait", "namespace", "expr",  NULL };
	size_t i = r->i, end;

	if (!i || r->s.s[--i] != ':') return -1;
	for (end = i; i && (is_word(r->s.s[i - 1]) || r->s.s[i - 1] == '-');) i--;
	if (i == end || !i || r->s.s[i - 1] != ':') return -1;
	for (int k = 0; code[k]; k++)
		if (lu_str_eqz(lu_strn(r->s.s + i, end - i), code[k])) return 1;
	return 0;
}

/* "title <target>" is the target. */
static lu_str target_of(lu_str s)
{
	const char *open = s.n && s.s[s.n - 1] == '>' ? memchr(s.s, '<', s.n) : NULL;

	return open && open > s.s && open[-1] == ' ' ? lu_strn(open + 1, (size_t)(s.s + s.n - open) - 2) : s;
}

static size_t run_of(lu_str s, size_t i, char c)
{
	size_t n = 0;

	while (i + n < s.n && s.s[i + n] == c) n++;
	return n;
}

/* A span between runs of as many backticks. */
static void read_backticks(struct reader *r)
{
	lu_str s = r->s;
	size_t n = run_of(s, r->i, '`'), i = r->i + n, end = i + SPAN_MAX < s.n ? i + SPAN_MAX : s.n;
	int kind = role(r);
	bool doubled = false;

	while (i < end) {
		size_t m = run_of(s, i, '`');

		if (s.s[i] == '\n') {
			if (doubled) break; /* a span ends with its paragraph */
			doubled = true;
		} else if (s.s[i] != ' ' && s.s[i] != '\t') {
			doubled = false;
		}
		if (m == n) {
			lu_str span = lu_strn(s.s + r->i + n, i - r->i - n);

			if (kind > 0) take_span(r, target_of(span), true);
			else if (kind < 0) take_span(r, span, false);
			r->i = i + n;
			return;
		}
		i += m ? m : 1;
	}
	r->i += n;
}

/* Skip blanks, then read a name: "{@link Store#open(int) label}", "@see Store", cref="T:Ns.Type". */
static void read_tagged(struct reader *r, size_t skip)
{
	lu_str s = from(r->s, r->i + skip);
	struct form f = { .n = 0 };
	size_t n, at = 0;

	while (at < s.n && s.s[at] == ' ') at++;
	if (at + 2 < s.n && s.s[at + 1] == ':' && s.s[at + 2] != ':') at += 2; /* the kind, in C# */
	if (at < s.n && s.s[at] == '#') at++;
	r->i += skip + at;
	n = take_name(&f, from(s, at));
	if (!n) return;
	f.call = f.parts == 1 || (at + n < s.n && s.s[at + n] == '(');
	emit_form(r, s.s + at, &f);
	r->i += n;
}

/* Length of the tag at r->i that a name follows, or 0. */
static size_t tag(const struct reader *r)
{
	static const char *const tags[] = { "{@linkplain ", "{@link ", "{@see ",  "@see ",  "\\see ",  "\\sa ", "@sa ",
					    "\\ref ",       "@ref ",   "\\link ", "@link ", "cref=\"", NULL };
	lu_str s = from(r->s, r->i);

	if (!strchr("{@\\c", s.s[0])) return 0;
	for (size_t i = 0; tags[i]; i++)
		if (lu_str_starts(s, tags[i])) return strlen(tags[i]);
	return 0;
}

/* "[Store.open]", which documentation tools link; "[text](url)" and "[1]" are something else. */
static void read_brackets(struct reader *r)
{
	lu_str s = from(r->s, r->i + 1);
	struct form f = { .n = 0 };
	size_t n = take_name(&f, s);

	r->i++;
	if (!n || n >= s.n || s.s[n] != ']') return;
	r->i += n + 1;
	if (r->i < r->s.n && strchr("(:", r->s.s[r->i])) return;
	if (looks_like_code(&f)) emit_form(r, s.s, &f);
}

/* A word of plain prose: what is dotted, compound or called. An address is none. */
static void read_plain(struct reader *r)
{
	lu_str s = from(r->s, r->i);
	struct form f = { .n = 0 };
	char before = r->i ? r->s.s[r->i - 1] : ' ';
	size_t n = take_name(&f, s), i = n;
	bool shorts = false;

	while (i < s.n && (is_word(s.s[i]) || (!n && s.s[i] == '.'))) i++;
	r->i += i ? i : 1;
	if (!n || i != n || strchr("/-.@\\<", before)) return;
	if (i < s.n && strchr("/@-", s.s[i])) return;
	if (lu_str_starts(from(s, i), "://")) return;
	f.call = lu_str_starts(from(s, n), "()");
	for (size_t k = 0, at = 0; k <= f.n; k++) { /* "e.g.", "i.e." */
		if (k < f.n && f.s[k] != '.') continue;
		shorts |= k - at < 2;
		at = k + 1;
	}
	if (!shorts && (f.call || f.parts > 1 || lu_is_compound(lu_strn(f.s, f.n)))) emit_form(r, s.s, &f);
}

static bool skip_address(struct reader *r)
{
	lu_str s = from(r->s, r->i);
	size_t n = 0;

	if (!lu_str_starts(s, "http://") && !lu_str_starts(s, "https://") && !lu_str_starts(s, "ftp://") &&
	    !lu_str_starts(s, "](") && !lu_str_starts(s, "www."))
		return false;
	while (n < s.n && !strchr(" \t\n>)\"'", s.s[n])) n++;
	r->i += n;
	return true;
}

lu_code lu__mentions_read(struct lu__mentions *m, lu_str text, uint32_t line, enum lu__mention_from kind, lu_arena *a,
			  lu_err *e)
{
	struct reader r = { .m = m, .s = text, .line = line, .from = kind, .a = a, .e = e };

	while (r.i < text.n && !r.rc) {
		char c = text.s[r.i];
		size_t n;

		if (c == '`') read_backticks(&r);
		else if ((n = tag(&r))) read_tagged(&r, n);
		else if (skip_address(&r)) continue;
		else if (c == '[') read_brackets(&r);
		else if (is_alpha(c)) read_plain(&r);
		else if (is_word(c)) /* "2nd_pass", "0x1f" */
			while (r.i < text.n && is_word(text.s[r.i])) r.i++;
		else r.i++;
	}
	return r.rc;
}

/* ---- docstrings ---- */

/* The element itself, its parameters: no news. */
static bool is_own(const lu_element *el, lu_str name)
{
	if (lu_str_eq(name, lu_simple_name(el->name))) return true;
	for (size_t i = 0; i < el->parameters.n; i++) {
		lu_str p = el->parameters.v[i].name;

		while (p.n && strchr("*&.", p.s[0])) p = from(p, 1);
		if (lu_str_eq(p, name)) return true;
	}
	return false;
}

/* The line where the docstring begins, found by its first one: above the element or inside it. */
static uint32_t doc_line(const lu_element *el, lu_str text, const size_t *at, uint32_t n_lines)
{
	lu_str doc = lu_str_trim(el->docstring), head;
	uint32_t lines = 1, first, last;
	const char *nl = memchr(doc.s, '\n', doc.n), *hit;

	head = lu_str_trim(lu_strn(doc.s, nl ? (size_t)(nl - doc.s) : doc.n));
	for (size_t i = 0; i < doc.n; i++) lines += doc.s[i] == '\n';
	if (el->start_line < 1 || el->start_line > n_lines) return el->start_line;
	first = el->start_line > lines + 4 ? el->start_line - lines - 4 : 1;
	last = n_lines - el->start_line > 60 ? el->start_line + 60 : n_lines;
	hit = memmem(text.s + at[first - 1], at[last] - at[first - 1], head.s, head.n);
	if (!hit) return el->start_line;
	while (first < last && at[first] <= (size_t)(hit - text.s)) first++;
	return first;
}

static lu_code line_starts(lu_str text, lu_arena *a, size_t **out, uint32_t *n, lu_err *e)
{
	uint32_t lines = 1;
	size_t *v;

	for (size_t i = 0; i < text.n; i++) lines += text.s[i] == '\n';
	if (!(v = lu_arena_calloc(a, (size_t)lines + 1, sizeof *v))) return lu_nomem(e);
	*n = lines;
	lines = 0;
	for (size_t i = 0; i < text.n; i++)
		if (text.s[i] == '\n') v[++lines] = i + 1;
	v[*n] = text.n;
	*out = v;
	return LU_OK;
}

lu_code lu__add_mentions(lu_elements *els, lu_str text, lu_arena *a, lu_err *e)
{
	size_t *at = NULL;
	uint32_t n_lines = 0;
	lu_code rc = line_starts(text, a, &at, &n_lines, e);

	for (size_t i = 0; i < els->n && !rc; i++) {
		lu_element *el = &els->v[i];
		struct lu__mentions m = { 0 };
		uint32_t line = el->docstring.n ? doc_line(el, text, at, n_lines) : 0;

		if (!el->docstring.n) continue;
		rc = lu__mentions_read(&m, lu_str_trim(el->docstring), line, LU__MENTION_COMMENT, a, e);
		for (size_t k = 0; k < m.n; k++) {
			if (is_own(el, bare(m.v[k].name))) continue;
			if (m.v[k].line > n_lines) m.v[k].line = n_lines;
			m.v[el->mentions.n++] = m.v[k];
		}
		el->mentions.v = m.v;
	}
	return rc;
}
