/* SPDX-License-Identifier: MIT
 * What the body of a macro says, as a macro's lu_symbol.gives lists it: "NAME:=callee callee;". A function that it defines by pasting
 * its arguments into a name has a star for each. */
#include "graph/lookup.h"

lu_str lu__calls_in_macro(const lu__graph *g, uint32_t s)
{
	lu_str gives = g->sym[s].gives;
	const char *p = lu__is_macro(g, s) && gives.n ? memmem(gives.s, gives.n, ":=", 2) : NULL;

	return p ? lu_strn(p + 2, gives.n - (size_t)(p + 2 - gives.s) - 1) : lu_strn("", 0);
}

/* Does `name` have the parts of `pattern`, "a*b*", in their order, with something for each star? */
static bool is_made_by(lu_str pattern, lu_str name)
{
	lu_str part = lu_str_take(&pattern, '*'); /* there is one at least */

	if (name.n <= part.n || (part.n && memcmp(name.s, part.s, part.n) != 0)) return false;
	name = lu_strn(name.s + part.n, name.n - part.n);
	while (memchr(pattern.s, '*', pattern.n)) {
		const char *at;

		part = lu_str_take(&pattern, '*');
		at = part.n ? memmem(name.s + 1, name.n - 1, part.s, part.n) : name.s + 1;
		if (!at) return false;
		name = lu_strn(at + part.n, name.n - (size_t)(at - name.s) - part.n);
		if (!name.n) return false;
	}
	return name.n > pattern.n && lu_str_eq(lu_strn(name.s + name.n - pattern.n, pattern.n), pattern);
}

bool lu__is_pasted(const lu__graph *g, uint32_t name)
{
	int most = LU__LONG;

	for (uint32_t at = lu__multi_first(&g->pasting, 0); at && most--; at = g->pasting.node[at].next) {
		lu_str names = lu__calls_in_macro(g, g->pasting.node[at].value);

		while (names.n) {
			lu_str one = lu_str_take(&names, ' ');

			if (memchr(one.s, '*', one.n) && is_made_by(one, g->names.v[name])) return true;
		}
	}
	return false;
}
