/* SPDX-License-Identifier: MIT
 * A pattern is compiled to a row of codes, one for each thing that it wants next. Most patterns of
 * real projects are a literal or "*.suffix"; those are recognised and need no code at all.
 *
 * Matching is iterative and remembers two places to return to: the last star, and the last double
 * star. That is enough: what is between two stars is matched as early as possible, and an
 * earlier end never excludes what a later one would allow, because the next star can eat the
 * difference unless it contains a '/', and then the double star before has to move on anyway. So no
 * pattern makes it try all ways to split a path. */
#include "core/glob.h"

#include <ctype.h>

enum {
	/* 0 to 255 stand for that byte */
	ANY = 256,  /* any byte but '/' */
	EACH,       /* any byte */
	STAR,       /* any bytes but '/' */
	DEEP,       /* any bytes */
	DEEP_SLASH, /* nothing, or any bytes and a '/' */
	SET,        /* SET + k: a byte of set k */
};

#define NONE SIZE_MAX

typedef struct compiler {
	lu_str p;
	size_t i;     /* next byte of p */
	size_t start; /* where "**" counts as the start of a component */
	bool by_name, spec, never, oom;
	uint32_t *code;
	uint8_t (*set)[32];
	size_t n, nset;
	lu_arena *a;
} compiler;

static bool is_special(char c)
{
	return c == '*' || c == '?' || c == '[' || c == '\\';
}

static size_t literal_prefix(lu_str p)
{
	size_t i = 0;

	while (i < p.n && !is_special(p.s[i])) i++;
	return i;
}

/* The byte at `i`, 0 past the end (patterns hold no NUL). */
static unsigned char at(const compiler *c, size_t i)
{
	return i < c->p.n ? (unsigned char)c->p.s[i] : 0;
}

static void set_add(uint8_t *set, unsigned from, unsigned to)
{
	for (unsigned ch = from; ch <= to; ch++) set[ch >> 3] |= (uint8_t)(1u << (ch & 7));
}

/* To git, vertical tab and form feed are no space. */
static int is_git_space(int ch)
{
	return ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r';
}

/* Add the ASCII members of the class `name`; false when there is no such class. */
static bool set_add_class(uint8_t *set, lu_str name)
{
	static const struct {
		const char *name;
		int (*is)(int);
	} class[] = {
		{ "alnum", isalnum }, { "alpha", isalpha },      { "blank", isblank }, { "cntrl", iscntrl },
		{ "digit", isdigit }, { "graph", isgraph },      { "lower", islower }, { "print", isprint },
		{ "punct", ispunct }, { "space", is_git_space }, { "upper", isupper }, { "xdigit", isxdigit },
	};

	for (size_t i = 0; i < sizeof class / sizeof *class; i++) {
		if (!lu_str_eqz(name, class[i].name)) continue;
		for (unsigned ch = 1; ch < 128; ch++)
			if (class[i].is((int)ch)) set_add(set, ch, ch);
		return true;
	}
	return false;
}

/* At "[:": add a named class and step behind it, to its ']'. Without ":]" the '[' is an ordinary
 * member. */
static void parse_class(compiler *c, uint8_t *set)
{
	size_t from = c->i + 2, to = from;

	while (at(c, to) && at(c, to) != ']') to++;
	if (!at(c, to)) {
		c->never = true;
	} else if (to == from || at(c, to - 1) != ':') {
		set_add(set, '[', '[');
	} else {
		if (!set_add_class(set, lu_strn(c->p.s + from, to - 1 - from))) c->never = true;
		c->i = to;
	}
}

/* At '[': a character class. Its first member may be ']'. */
static void parse_set(compiler *c)
{
	uint8_t *set = c->set[c->nset];
	bool negated;
	unsigned prev = 0;

	memset(set, 0, sizeof c->set[0]);
	c->i++;
	negated = at(c, c->i) == '!' || at(c, c->i) == '^';
	if (negated) c->i++;
	do {
		unsigned ch = at(c, c->i), next = at(c, c->i + 1);

		if (ch == '[' && next == ':') {
			size_t was = c->i;

			parse_class(c, set);
			prev = c->i == was ? ch : 0;
		} else if (ch == '-' && prev && next && next != ']') {
			c->i++;
			if (next == '\\') next = at(c, ++c->i);
			if (!next) c->never = true;
			set_add(set, prev, next);
			prev = 0;
		} else {
			if (ch == '\\') ch = at(c, ++c->i);
			if (!ch) c->never = true;
			set_add(set, ch, ch);
			prev = ch;
		}
		c->i++;
	} while (!c->never && at(c, c->i) != ']');
	c->i++;
	if (negated)
		for (size_t k = 0; k < sizeof c->set[0]; k++) set[k] = (uint8_t)~set[k];
	if (!c->spec) set['/' >> 3] &= (uint8_t) ~(1u << ('/' & 7));
	c->code[c->n++] = SET + (uint32_t)c->nset++;
}

/* At '*': "**" crosses folders only when it is a whole component; in a pathspec every star does. */
static void parse_star(compiler *c)
{
	size_t from = c->i;
	bool deep;

	while (at(c, c->i) == '*') c->i++;
	deep = !c->by_name && c->i - from > 1 && (from == c->start || c->p.s[from - 1] == '/');
	if (deep && at(c, c->i) == '/') {
		c->code[c->n++] = DEEP_SLASH;
		c->i++;
	} else if (deep && (!at(c, c->i) || (at(c, c->i) == '\\' && at(c, c->i + 1) == '/'))) {
		c->code[c->n++] = DEEP;
	} else {
		c->code[c->n++] = c->spec ? DEEP : STAR;
	}
}

static void compile(compiler *c)
{
	size_t brackets = 0;

	for (size_t i = 0; i < c->p.n; i++) brackets += c->p.s[i] == '[';
	c->code = lu_arena_alloc(c->a, c->p.n * sizeof *c->code);
	c->set = lu_arena_alloc(c->a, brackets * sizeof *c->set);
	if (!c->code || !c->set) {
		c->oom = true;
		return;
	}
	while (c->i < c->p.n && !c->never) {
		switch (c->p.s[c->i]) {
		case '*': parse_star(c); break;
		case '[': parse_set(c); break;
		case '?':
			c->code[c->n++] = c->spec ? EACH : ANY;
			c->i++;
			break;
		case '\\':
			if (++c->i == c->p.n) {
				c->never = true;
				break;
			}
			/* fall through */
		default: c->code[c->n++] = at(c, c->i++);
		}
	}
}

/* Set the text of `g` when the codes from `from` on are all plain bytes. */
static bool plain_from(lu__glob *g, const compiler *c, size_t from)
{
	char *s;

	for (size_t i = from; i < c->n; i++)
		if (c->code[i] >= ANY) return false;
	s = lu_arena_alloc(c->a, c->n - from);
	if (!s) return false; /* the code does as well */
	for (size_t i = from; i < c->n; i++) s[i - from] = (char)c->code[i];
	g->text = lu_strn(s, c->n - from);
	return true;
}

static lu_code finish(lu__glob *g, compiler *c, lu_str p, lu_err *e)
{
	c->p = p;
	compile(c);
	if (c->oom) return lu_nomem(e);
	if (c->never) return LU_OK;
	g->code = c->code;
	g->n = c->n;
	g->set = (const uint8_t(*)[32])c->set;
	if (plain_from(g, c, 0)) g->kind = LU__GLOB_LITERAL;
	else if (g->by_name && c->code[0] == STAR && plain_from(g, c, 1)) g->kind = LU__GLOB_SUFFIX;
	else g->kind = LU__GLOB_CODE;
	return LU_OK;
}

lu_code lu__glob_compile(lu__glob *g, lu_str p, lu_arena *a, lu_err *e)
{
	compiler c = { .a = a };

	*g = (lu__glob){ .kind = LU__GLOB_NEVER };
	if (p.n && p.s[p.n - 1] == '/') {
		g->dir_only = true;
		p.n--;
	}
	if (!p.n) return LU_OK;
	g->by_name = !memchr(p.s, '/', p.n);
	if (!g->by_name) {
		if (p.s[0] == '/') p = lu_strn(p.s + 1, p.n - 1);
		if (lu_str_starts(p, "**/") && p.n > 3 && !memchr(p.s + 3, '/', p.n - 3)) {
			g->by_name = true;
			p = lu_strn(p.s + 3, p.n - 3);
		}
		/* git compares the literal start of a path pattern first and sees the rest as a
		 * pattern of its own: in "a**" + "/b" the "**" counts. */
		c.start = literal_prefix(p);
	}
	c.by_name = g->by_name;
	return p.n ? finish(g, &c, p, e) : LU_OK;
}

lu_code lu__glob_compile_spec(lu__glob *g, lu_str p, lu_arena *a, lu_err *e)
{
	compiler c = { .spec = true, .a = a };

	*g = (lu__glob){ .kind = LU__GLOB_NEVER, .dir_only = p.n && p.s[p.n - 1] == '/' };
	p.n -= g->dir_only;
	return p.n ? finish(g, &c, p, e) : LU_OK;
}

static bool accepts(const lu__glob *g, uint32_t code, unsigned char ch)
{
	if (code < ANY) return code == ch;
	if (code == ANY || code == EACH) return code == EACH || ch != '/';
	return g->set[code - SET][ch >> 3] >> (ch & 7) & 1;
}

/* Where to go on when a byte does not fit. */
typedef struct retry {
	size_t star, star_t; /* the code after the last star, and the text that it starts at */
	size_t deep, deep_t;
	bool slash; /* the double star goes on only behind a '/' */
} retry;

static bool step_back(retry *r, lu_str s, size_t *i, size_t *t)
{
	if (r->star != NONE && r->star_t < s.n && s.s[r->star_t] != '/') {
		*i = r->star;
		*t = ++r->star_t;
		return true;
	}
	r->star = NONE;
	if (r->deep == NONE || r->deep_t >= s.n) return false;
	if (r->slash) {
		const char *p = memchr(s.s + r->deep_t, '/', s.n - r->deep_t);

		if (!p) return false;
		r->deep_t = (size_t)(p - s.s);
	}
	*i = r->deep;
	*t = ++r->deep_t;
	return true;
}

static bool run(const lu__glob *g, lu_str s)
{
	retry r = { .star = NONE, .deep = NONE };
	size_t i = 0, t = 0;

	for (;;) {
		uint32_t code = i < g->n ? g->code[i] : ANY;

		if (i == g->n) {
			if (t == s.n) return true;
			if (!step_back(&r, s, &i, &t)) return false;
		} else if (code == STAR) {
			r.star = ++i;
			r.star_t = t;
		} else if (code == DEEP || code == DEEP_SLASH) {
			if (code == DEEP && i + 1 == g->n) return true;
			r = (retry){ .star = NONE, .deep = ++i, .deep_t = t, .slash = code == DEEP_SLASH };
		} else if (t == s.n) {
			return false; /* starting later leaves even less text */
		} else if (accepts(g, code, (unsigned char)s.s[t])) {
			i++;
			t++;
		} else if (!step_back(&r, s, &i, &t)) {
			return false;
		}
	}
}

bool lu__glob_match(const lu__glob *g, lu_str path, lu_str name, bool is_dir)
{
	lu_str s = g->by_name ? name : path;

	if (g->dir_only && !is_dir) return false;
	switch (g->kind) {
	case LU__GLOB_LITERAL: return lu_str_eq(s, g->text);
	case LU__GLOB_SUFFIX: return s.n >= g->text.n && memcmp(s.s + s.n - g->text.n, g->text.s, g->text.n) == 0;
	case LU__GLOB_CODE: {
		uint32_t last = g->code[g->n - 1];

		if (last < ANY && (!s.n || (unsigned char)s.s[s.n - 1] != last)) return false;
		return run(g, s);
	}
	case LU__GLOB_NEVER: break;
	}
	return false;
}
