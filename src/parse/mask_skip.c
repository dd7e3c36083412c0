/* SPDX-License-Identifier: MIT
 * Passing over what hiding macros does not look into: template arguments, types behind "->", initialisers of constructors, and
 * what the preprocessor does between the words of a declaration. */
#include "parse/mask_scan.h"

#include "core/ascii.h"

size_t lu__c_skip_angles(lu_str s, size_t i)
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

size_t lu__c_skip_blanks(lu_str s, size_t i)
{
	while (i < s.n && s.s[i] != '"' && s.s[i] != '\'' && lu__c_skip_dull(s, &i)) {
	}
	return i;
}

bool lu__c_is_alone(lu_str s, size_t start, size_t end)
{
	while (end < s.n && (lu_is_blank(s.s[end]) || s.s[end] == '\r')) end++;
	return lu__c_first_on_line(s, start) &&
	       (end >= s.n || s.s[end] == '\n' || (s.s[end] == '/' && end + 1 < s.n && s.s[end + 1] == '/'));
}

#define MAX_CUT 2000 /* bytes */

lu_code lu__cut_head(struct lu__source *c, size_t i, size_t *end)
{
	lu_str s = c->s, d = lu__c_directive(s, i);
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
		rc = lu__hide(c, i, first);
		if (!rc) rc = lu__hide(c, other, at);
		*end = first;
		return rc;
	}
	return LU_OK;
}

lu_code lu__skip_trailing(struct lu__source *c)
{
	lu_str s = c->s;
	size_t i = c->i + 2, to;

	while (i < s.n && !strchr(";{}=", s.s[i])) {
		if (lu__c_skip_dull(s, &i)) continue;
		if (s.s[i] == '#' && lu__c_first_on_line(s, i)) {
			lu_code rc = lu__cut_head(c, i, &to);

			if (rc) return rc;
			i = lu__c_skip_line(s, i);
			continue;
		}
		to = s.s[i] == '<' ? lu__c_skip_angles(s, i) : s.s[i] == '(' ? lu__c_skip_parens(s, i) : i + 1;
		i = to > i && to < s.n ? to : i + 1;
	}
	c->i = i;
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

	for (size_t i = lu__c_skip_blanks(s, lu__c_skip_line(s, at)); i < end;
	     i = lu__c_skip_blanks(s, lu__c_skip_line(s, i))) {
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
	for (i = lu__c_skip_blanks(s, i); i < s.n && s.s[i] == '#' && v->n < MAX_LINES; i = lu__c_skip_blanks(s, i)) {
		v->from[v->n] = i;
		i = lu_str_starts(lu__c_directive(s, i), "el") ? skip_branch(s, i) : lu__c_skip_line(s, i);
		v->to[v->n++] = i;
	}
	return i;
}

lu_code lu__skip_initialisers(struct lu__source *c, bool *body)
{
	struct lines v = { .n = 0 };
	lu_str s = c->s;
	size_t i = c->i, from;
	lu_code rc = LU_OK;

	*body = false;
	do {
		for (i = skip_lines(s, i + 1, &v), from = i;
		     i < s.n && (lu__c_is_word(s.s[i]) || strchr(":<.", s.s[i]));) {
			size_t to = s.s[i] == '<' ? lu__c_skip_angles(s, i) : i + 1;

			i = to > i ? to : i + 1;
		}
		i = lu__c_skip_blanks(s, i);
		if (i == from || i >= s.n || !strchr("({", s.s[i])) return LU_OK;
		i = s.s[i] == '(' ? lu__c_skip_parens(s, i) : skip_braces(s, i);
		i = skip_lines(s, i, &v);
		while (i < s.n && s.s[i] == '.') i = skip_lines(s, i + 1, &v);
	} while (i < s.n && s.s[i] == ',');
	if (i >= s.n || s.s[i] != '{') return LU_OK;
	for (size_t k = 0; k < v.n && !rc; k++) rc = lu__hide(c, v.from[k], v.to[k]);
	c->i = i;
	*body = true;
	return rc;
}

lu_code lu__cut_other_heads(struct lu__source *c, size_t i, size_t *end)
{
	lu_str s = c->s;
	size_t to, after;
	lu_code rc;

	*end = i;
	if (!lu_str_starts(lu__c_directive(s, i), "el") || c->if_at >= i || i - c->if_at > MAX_BRANCH) return LU_OK;
	for (to = c->if_at; (to = lu__c_skip_blanks(s, lu__c_skip_line(s, to))) < i;)
		if (s.s[to] == '#') return LU_OK; /* not its first branch */
	to = skip_branch(s, i);
	after = lu__c_skip_blanks(s, to);
	if (to == lu__c_skip_line(s, i) || after >= s.n || !strchr(":{;=", s.s[after])) return LU_OK;
	rc = lu__hide(c, c->if_at, lu__c_skip_line(s, c->if_at));
	if (!rc) rc = lu__hide(c, i, to);
	c->if_at = s.n;
	*end = to;
	return rc;
}

lu_code lu__cut_value(struct lu__source *c)
{
	lu_str s = c->s, d = lu_strn("", 0);
	size_t i = lu__c_skip_blanks(s, c->i), first, at;
	lu_code rc;

	if (i >= s.n || s.s[i] != '#' || !lu_str_starts(lu__c_directive(s, i), "if")) return LU_OK;
	for (at = first = lu__c_skip_line(s, i); at < s.n && at - i < MAX_CUT;) {
		if (lu__c_skip_dull(s, &at)) continue;
		if (s.s[at] == '#' && lu__c_first_on_line(s, at)) {
			d = lu__c_directive(s, at);
			break;
		}
		at++;
	}
	if (!lu_str_starts(d, "el") && !lu_str_eqz(d, "endif")) return LU_OK;
	if ((rc = lu__hide(c, i, first))) return rc;
	return lu__hide(c, at, lu_str_eqz(d, "endif") ? lu__c_skip_line(s, at) : skip_branch(s, at));
}
