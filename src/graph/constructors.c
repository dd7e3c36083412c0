/* SPDX-License-Identifier: MIT
 * Which constructors a call of a class runs. */
#include "graph/lookup.h"
#include "graph/overload.h"

void lu__find_constructors(lu__graph *g, const lu__ask *q, const lu_ref *r, const lu__found *f, lu__found *out)
{
	uint32_t class = f->v[0], name, n = 0;
	const lu_language *l = g->file[g->info[class].file].language;
	bool inherits;

	*out = lu__no_result(LU_REASON_CONSTRUCTOR);
	if (!lu__one_symbol(f) || g->info[class].kind != LU__SYMBOL_CLASS || !l->constructor) return;
	inherits = *l->constructor;
	name = inherits ? g->constructor[lu__language_number(l)] : g->info[class].name;
	if (name == LU__NONE) return;
	lu__need_file(g, g->info[class].file);
	if (inherits) lu__type_member(g, class, false, name, LU__SYMBOL_FUNC, out, NULL);
	else lu__found_list(g, &g->members, lu__pair(class, name), LU__SYMBOL_FUNC, q->src, out);
	if (out->what != LU__FOUND_SYMBOLS || out->n > LU__SOUGHT) return;
	if (g->sym[class].least && out->n < LU__SOUGHT) out->v[out->n++] = class; /* its head takes arguments */
	if (r->args && (l->rules & LU__RULE_LABELS)) lu__fit_labels(g, r, out);
	else if (r->args) lu__fit_all(g, q, r, out);
	for (uint32_t i = 0; i < out->n; i++)
		if (out->v[i] != class) out->v[n++] = out->v[i];
	if (n < out->n || !(inherits || (l->rules & LU__RULE_ARITY))) out->grade = LU_GRADE_AMBIGUOUS;
	out->n = n;
	out->reason = LU_REASON_CONSTRUCTOR;
	if (f->grade > out->grade) out->grade = f->grade;
}
