/* SPDX-License-Identifier: MIT
 * reStructuredText: sections by the adornments of their titles, and the directives that describe code
 * (".. function:: f(x)"), which are sections of their own. */
#include "parse/prose.h"
#include "core/ascii.h"

#define STYLES 24 /* of adornments; more are as deep as the last */

/* A directive that is open. */
struct open {
	size_t indent;
	lu_str name; /* what it documents, qualified */
};

struct scan {
	struct lu__prose *p;
	struct {
		char c;
		bool over;
	} style[STYLES];
	unsigned n_styles;
	struct open open[STYLES];
	unsigned n_open;
	lu_str module;      /* of .. module:: and .. currentmodule:: */
	size_t code;        /* indentation of what began a code block; SIZE_MAX: none is open */
	uint32_t paragraph; /* first line of the one that is open, 0: none */
};

static size_t indent_of(lu_str s)
{
	size_t n = 0, columns = 0;

	for (; n < s.n && lu_is_blank(s.s[n]); n++) columns += s.s[n] == '\t' ? 8 - columns % 8 : 1;
	return columns;
}

static lu_str line_at(const struct scan *sc, uint32_t line)
{
	return line >= 1 && line <= sc->p->n_lines ? lu__prose_line(sc->p, line) : lu_strn("", 0);
}

static bool is_blank(lu_str s)
{
	return !lu_str_trim(s).n;
}

/* The character that a line of adornment repeats, or 0. */
static char adornment(lu_str s)
{
	while (s.n && lu_is_blank(s.s[s.n - 1])) s.n--;
	if (s.n < 2 || !strchr("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", s.s[0])) return 0;
	for (size_t i = 1; i < s.n; i++)
		if (s.s[i] != s.s[0]) return 0;
	return s.s[0];
}

/* Characters, near enough: continuation bytes do not count. */
static size_t width(lu_str s)
{
	size_t n = 0;

	s = lu_str_trim(s);
	for (size_t i = 0; i < s.n; i++) n += (s.s[i] & 0xc0) != 0x80;
	return n;
}

/* Short lines are read as titles too, as docutils does with a warning, but not as short as "::" or "..". */
static bool underlines(lu_str adorn, lu_str title)
{
	size_t n = width(adorn);

	return adornment(adorn) && !is_blank(title) && (n >= width(title) || n >= 4) && n >= 2;
}

static unsigned level_of(struct scan *sc, char c, bool over)
{
	for (unsigned i = 0; i < sc->n_styles; i++)
		if (sc->style[i].c == c && sc->style[i].over == over) return i + 1;
	if (sc->n_styles < STYLES) {
		sc->style[sc->n_styles].c = c;
		sc->style[sc->n_styles++].over = over;
	}
	return sc->n_styles;
}

/* A title at line `i`: the last of its lines, or 0. */
static uint32_t title(struct scan *sc, uint32_t i, lu_code *rc)
{
	lu_str s = line_at(sc, i), next = line_at(sc, i + 1), third = line_at(sc, i + 2);
	char c = adornment(s);
	bool over = c && adornment(third) == c && !is_blank(next) && !adornment(next) && underlines(third, next);
	struct lu__heading h = { .line = i };

	if (!over && (c || indent_of(s) || !underlines(next, s) || lu_str_starts(s, ".. "))) return 0;
	if (!over && i > 1 && !is_blank(line_at(sc, i - 1)) && sc->paragraph) return 0;
	h.title = lu_str_trim(over ? next : s);
	h.level = level_of(sc, over ? c : adornment(next), over);
	*rc = lu__prose_heading(sc->p, &h);
	sc->n_open = 0;
	return over ? i + 2 : i + 1;
}

/* ---- directives ---- */

/* Their content is code, or text for a reader of something else. */
static bool is_code(lu_str directive)
{
	static const char *const list[] = { "code-block", "code",      "sourcecode", "literalinclude", "parsed-literal",
					    "math",       "raw",       "doctest",    "testcode",       "testoutput",
					    "testsetup",  "image",     "figure",     "graphviz",       "include",
					    "toctree",    "csv-table", NULL };

	return lu_str_one_of(directive, list);
}

static bool describes(lu_str directive)
{
	static const char *const list[] = { "function",
					    "class",
					    "method",
					    "classmethod",
					    "staticmethod",
					    "attribute",
					    "data",
					    "exception",
					    "decorator",
					    "decoratormethod",
					    "property",
					    "macro",
					    "type",
					    "struct",
					    "union",
					    "enum",
					    "enumerator",
					    "member",
					    "var",
					    "concept",
					    "autofunction",
					    "autoclass",
					    "automethod",
					    "autoexception",
					    "autodata",
					    "autoattribute",
					    "autodecorator",
					    "autoproperty",
					    "automodule",
					    "module",
					    NULL };

	return lu_str_one_of(lu_str_after_last(directive, ':'), list);
}

static bool in_name(char c)
{
	return lu_is_word(c) || c == '.' || c == ':' || (c & 0x80);
}

/* The name in a signature: what stands before the parameters, without types before it. */
static lu_str signature_name(lu_str s)
{
	size_t n = 0;

	while (n < s.n && s.s[n] != '(' && s.s[n] != '=') n++;
	s = lu_str_trim(lu_strn(s.s, n));
	for (n = 0; n < s.n && in_name(s.s[n]); n++)
		;
	if (n < s.n && s.s[n] == ':') s.n = n; /* "name: type" */
	for (n = s.n; n && in_name(s.s[n - 1]);) n--;
	s = lu_strn(s.s + n, s.n - n);
	while (s.n && (s.s[s.n - 1] == ':' || s.s[s.n - 1] == '.')) s.n--;
	return s;
}

static lu_str joined(struct scan *sc, lu_str a, lu_str b, lu_code *rc)
{
	lu_buf t = LU_BUF;
	lu_str out;

	if (!a.n) return b;
	lu_buf_addstr(&t, a);
	lu_buf_addc(&t, '.');
	lu_buf_addstr(&t, b);
	out = lu_arena_keep(sc->p->a, &t);
	if (!out.s) *rc = lu_nomem(sc->p->e);
	return out;
}

/* The last line that is indented more than the directive at `line`. */
static uint32_t end_of_block(const struct scan *sc, uint32_t line, size_t indent)
{
	uint32_t last = line;

	for (uint32_t i = line + 1; i <= sc->p->n_lines; i++) {
		lu_str s = line_at(sc, i);

		if (is_blank(s)) continue;
		if (indent_of(s) <= indent) break;
		last = i;
	}
	return last;
}

static bool begins_with(lu_str s, lu_str prefix)
{
	return prefix.n && s.n > prefix.n && !memcmp(s.s, prefix.s, prefix.n);
}

/* The lines of nested directives are looked at once for each level, so levels are few. */
static lu_code describe(struct scan *sc, uint32_t line, size_t indent, lu_str directive, lu_str rest)
{
	struct lu__heading h = { .line = line, .title = rest, .name = signature_name(rest) };
	bool module = lu_str_ends(directive, "module");
	bool other = memchr(directive.s, ':', directive.n) && !lu_str_starts(directive, "py:");
	lu_str outer = other ? lu_strn("", 0) : sc->module;
	lu_code rc = LU_OK;

	if (!h.name.n || h.name.n > 120) return LU_OK;
	while (sc->n_open && sc->open[sc->n_open - 1].indent >= indent) sc->n_open--;
	if (sc->n_open == 8) return LU_OK;
	if (sc->n_open) outer = sc->open[sc->n_open - 1].name;
	if (module) sc->module = h.name;
	h.level = STYLES + 1 + sc->n_open;
	h.until = end_of_block(sc, line, indent);
	h.mention = module || begins_with(h.name, outer) ? h.name : joined(sc, outer, h.name, &rc);
	if (rc) return rc;
	sc->open[sc->n_open++] = (struct open){ indent, h.mention };
	sc->p->quiet[line - 1] = 1;
	return lu__prose_heading(sc->p, &h);
}

static lu_code directive(struct scan *sc, uint32_t line, lu_str s, size_t indent)
{
	lu_str rest = lu_str_trim(s), name;
	size_t n = 0;

	rest = lu_str_trim(lu_strn(rest.s + 2, rest.n - 2));
	while (n + 1 < rest.n && !(rest.s[n] == ':' && rest.s[n + 1] == ':') && !strchr(" \t`_|[", rest.s[n])) n++;
	if (n + 1 >= rest.n || rest.s[n] != ':') { /* a comment, a target, a footnote */
		if (!rest.n || !strchr("_[|", rest.s[0])) {
			sc->code = indent;
			sc->p->quiet[line - 1] = 1;
		}
		return LU_OK;
	}
	name = lu_strn(rest.s, n);
	/* "py:function::" has a ':' of its own, which the loop passed */
	rest = lu_str_trim(lu_strn(rest.s + n + 2, rest.n - n - 2));
	if (is_code(name)) {
		sc->code = indent;
		sc->p->quiet[line - 1] = 1;
	} else if (lu_str_ends(name, "currentmodule")) {
		sc->module = rest;
	} else if (describes(name)) {
		return describe(sc, line, indent, name, rest);
	}
	return LU_OK;
}

/* ---- lines ---- */

static void end_paragraph(struct scan *sc, uint32_t next)
{
	if (sc->paragraph) lu__prose_first(sc->p, sc->paragraph, next - 1);
	sc->paragraph = 0;
}

static lu_code body_line(struct scan *sc, uint32_t line, lu_str s)
{
	size_t indent = indent_of(s);
	lu_str t = lu_str_trim(s);

	if (lu_str_starts(t, "..") && (t.n == 2 || t.s[2] == ' ')) {
		end_paragraph(sc, line);
		return directive(sc, line, s, indent);
	}
	if (lu_str_starts(t, ">>> ")) sc->p->quiet[line - 1] = 1;
	if (!indent && !sc->paragraph && t.s[0] != ':' && !adornment(t)) sc->paragraph = line;
	if (lu_str_ends(t, "::")) sc->code = indent;
	return LU_OK;
}

static lu_code scan_lines(struct scan *sc)
{
	lu_code rc = LU_OK;

	for (uint32_t i = 1, last; i <= sc->p->n_lines && !rc; i++) {
		lu_str s = line_at(sc, i);

		if (is_blank(s)) {
			end_paragraph(sc, i);
			continue;
		}
		if (sc->code != SIZE_MAX && indent_of(s) > sc->code) {
			sc->p->quiet[i - 1] = 1;
			continue;
		}
		sc->code = SIZE_MAX;
		if ((last = title(sc, i, &rc))) {
			sc->paragraph = 0;
			i = last;
		} else if (!rc) {
			rc = body_line(sc, i, s);
		}
	}
	end_paragraph(sc, sc->p->n_lines + 1);
	return rc;
}

lu_code lu__extract_rst(const lu_language *l, lu_str path, lu_str text, lu_arena *a, lu_elements *out, lu_err *e)
{
	struct lu__prose p;
	struct scan sc = { .p = &p, .module = { "", 0 }, .code = SIZE_MAX };
	lu_code rc = lu__prose_begin(&p, l, path, text, a, e);

	if (!rc) rc = scan_lines(&sc);
	return rc ? rc : lu__prose_end(&p, out);
}
