/* SPDX-License-Identifier: MIT
 * The grammar of symbols: "scheme manager package version part...", blanks doubled inside the first four. */
#include "core/ascii.h"
#include "scip/scip.h"
#include "lucus/text.h"

struct scan {
	lu_str s;
	size_t at;
	lu_arena *a;
	lu_err *e;
};

static lu_code bad(struct scan *p, const char *what)
{
	return lu_fail(p->e, LU_EFORMAT, "%s at byte %zu of the symbol '%.*s'", what, p->at, LU_FMT(p->s));
}

bool lu_scip_is_local(lu_str symbol)
{
	return lu_str_starts(symbol, "local ");
}

/* Up to a single blank. */
static lu_code word(struct scan *p, lu_str *out)
{
	size_t from = p->at;

	for (; p->at < p->s.n; p->at++) {
		if (p->s.s[p->at] != ' ') continue;
		if (p->at + 1 < p->s.n && p->s.s[p->at + 1] == ' ') {
			p->at++;
			continue;
		}
		*out = lu_strn(p->s.s + from, p->at - from);
		p->at++;
		return LU_OK;
	}
	return bad(p, "missing blank");
}

static bool plain(char c)
{
	return lu_is_word(c) || c == '+' || c == '-' || c == '$';
}

static lu_code escaped(struct scan *p, lu_str *out)
{
	char *t = lu_arena_alloc(p->a, p->s.n - p->at + 1);
	size_t n = 0;

	if (!t) return lu_nomem(p->e);
	for (p->at++; p->at < p->s.n; p->at++) {
		if (p->s.s[p->at] == '`') {
			if (p->at + 1 >= p->s.n || p->s.s[p->at + 1] != '`') break;
			p->at++;
		}
		t[n++] = p->s.s[p->at];
	}
	if (p->at >= p->s.n) return bad(p, "escape without an end");
	p->at++;
	*out = lu_strn(t, n);
	return n ? LU_OK : bad(p, "empty name");
}

static lu_code identifier(struct scan *p, lu_str *out)
{
	size_t from = p->at;

	if (p->at < p->s.n && p->s.s[p->at] == '`') return escaped(p, out);
	while (p->at < p->s.n && plain(p->s.s[p->at])) p->at++;
	*out = lu_strn(p->s.s + from, p->at - from);
	return out->n ? LU_OK : bad(p, "no name");
}

static bool accept(struct scan *p, char c)
{
	if (p->at >= p->s.n || p->s.s[p->at] != c) return false;
	p->at++;
	return true;
}

/* After the name of a method: its disambiguator, which may be empty. */
static lu_code method_end(struct scan *p)
{
	while (p->at < p->s.n && plain(p->s.s[p->at])) p->at++;
	return accept(p, ')') && accept(p, '.') ? LU_OK : bad(p, "method without its end");
}

static lu_code part(struct scan *p, lu_scip_part *out)
{
	lu_code rc;

	if (accept(p, '[')) {
		out->kind = '[';
		rc = identifier(p, &out->name);
		return rc || accept(p, ']') ? rc : bad(p, "missing ]");
	}
	if (accept(p, '(')) {
		out->kind = ')';
		rc = identifier(p, &out->name);
		return rc || accept(p, ')') ? rc : bad(p, "missing )");
	}
	if ((rc = identifier(p, &out->name))) return rc;
	if (p->at >= p->s.n || !strchr("/#.:!(", p->s.s[p->at])) return bad(p, "name without a suffix");
	out->kind = p->s.s[p->at++];
	return out->kind == '(' ? method_end(p) : LU_OK;
}

lu_code lu_scip_parse(lu_str symbol, lu_arena *a, lu_scip_name *out, lu_err *e)
{
	struct scan p = { symbol, 0, a, e };
	lu_scip_name name = { .n = 0 };
	lu_code rc;

	if (!lu_utf8_valid(symbol)) return lu_fail(e, LU_EFORMAT, "a symbol is not UTF-8");
	if (lu_scip_is_local(symbol)) {
		*out = name;
		return symbol.n > 6 ? LU_OK : bad(&p, "no name");
	}
	rc = word(&p, &name.scheme);
	if (!rc) rc = word(&p, &name.manager);
	if (!rc) rc = word(&p, &name.package);
	if (!rc) rc = word(&p, &name.version);
	if (!rc && !name.scheme.n) rc = bad(&p, "no scheme");
	while (!rc && p.at < symbol.n) {
		lu_scip_part *v = lu_arena_grow(a, name.part, name.n, sizeof *v);

		if (!v) return lu_nomem(e);
		name.part = v;
		rc = part(&p, &v[name.n]);
		v[name.n++].end = p.at;
	}
	if (!rc && !name.n) rc = bad(&p, "no name");
	if (!rc) *out = name;
	return rc;
}
