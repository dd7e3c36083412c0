/* SPDX-License-Identifier: MIT
 * The type arguments that a type gives its bases, as its signature has them: "class A extends Base<X, Y>". */
#include "core/ascii.h"
#include "core/type_params.h"
#include "core/type_takes.h"
#include "language/row.h"
#include "store/told.h"

#define MOST_PARAMETERS 10  /* of a type */
#define LONGEST         200 /* longer lists say nothing here */

/* The list behind `base` and '<' in a signature, without its brackets; empty: there is none. */
static lu_str arguments_of(lu_str signature, lu_str base)
{
	for (size_t i = 0; i + base.n < signature.n; i++) {
		lu_str rest = lu_strn(signature.s + i, signature.n - i);
		size_t depth = 0, end = base.n;

		if (!lu_str_eq(lu_strn(rest.s, base.n), base) || rest.s[base.n] != '<' ||
		    (i && lu_is_ident(rest.s[-1])))
			continue;
		for (; end < rest.n; end++) {
			if (rest.s[end] == '<') depth++;
			else if (rest.s[end] == '>' && --depth == 0)
				return lu_strn(rest.s + base.n + 1, end - base.n - 1);
		}
	}
	return lu_strn("", 0);
}

/* A parameter of the type itself is told by its place. */
static void add_argument(lu_buf *w, lu_str parameters, lu_str argument)
{
	lu_str bound;

	for (size_t k = 0; k < MOST_PARAMETERS; k++) {
		if (!lu_type_bound(lu_type_entry(parameters, k), argument, &bound)) continue;
		lu_buf_addf(w, "<%zu>", k);
		return;
	}
	lu_buf_addstr(w, argument);
}

/* C#: "<>:2;". */
static void add_parameters_told(lu_buf *w, const lu_element *el)
{
	unsigned rules = lu__language_of_names(el->language)->rules;
	lu_str own;
	size_t n = 0;

	if (!(rules & LU__RULE_ARITY) || !(rules & LU__RULE_PARTS) || lu_str_eqz(el->type, "module")) return;
	own = lu_type_parameters(el->signature, lu_simple_name(el->name));
	while (n < MOST_PARAMETERS && lu_type_entry(own, n).n) n++;
	if (n) lu_buf_addf(w, LU_FIELD_PARAMETERS ":%zu;", n);
}

void lu__add_mixins_told(lu_buf *w, const lu_json *mixins)
{
	lu_json *list, *one;
	const char *how;
	void *it = NULL;

	while (lu_json_each(mixins, &it, &how, &list)) {
		lu_buf_addf(w, "^%s:", how);
		for (size_t i = 0; (one = lu_json_at(list, i)); i++)
			lu_buf_addf(w, "%s%.*s", i ? "," : "", LU_FMT(lu_json_str(one)));
		lu_buf_addc(w, ';');
	}
}

void lu__add_base_arguments(lu_buf *w, const lu_element *el)
{
	lu_str own = el->base_classes.n ? lu_type_parameters(el->signature, lu_simple_name(el->name)) : lu_strn("", 0);
	/* what stands behind the type's own parameters */
	lu_str from = own.n ? lu_strn(own.s + own.n, (size_t)(el->signature.s + el->signature.n - own.s) - own.n)
			    : el->signature;

	add_parameters_told(w, el);
	if (lu__is_cpp_element(el)) return;
	for (size_t i = 0; i < el->base_classes.n; i++) {
		lu_str name = lu_simple_name(el->base_classes.v[i]), list = arguments_of(from, name), one;

		if (!list.n || list.n > LONGEST || memchr(list.s, ';', list.n) || memchr(list.s, '"', list.n)) continue;
		lu_buf_addf(w, "^%.*s:", LU_FMT(name));
		for (size_t k = 0; k < MOST_PARAMETERS && (one = lu_type_entry(list, k)).n; k++) {
			if (k) lu_buf_addc(w, ',');
			add_argument(w, own, one);
		}
		lu_buf_addc(w, ';');
	}
}
