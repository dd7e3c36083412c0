/* SPDX-License-Identifier: MIT
 * What a macro calls is called where the macro is used: its names are looked up there, as a compiler does. A macro's lu_symbol.gives
 * lists them (macro_body.c). */
#include "core/type_takes.h"
#include "graph/lookup.h"

#define NESTED 5  /* macros in macros that are followed */
#define PASSED 64 /* of one call */

struct passing {
	const lu__ask *q;
	lu_passed v[PASSED];
	uint32_t n;
};

static void pass(struct passing *p, lu_str name, uint32_t sym, lu_grade grade)
{
	for (uint32_t i = 0; i < p->n; i++) {
		if (p->v[i].sym != sym) continue;
		if (grade < p->v[i].grade) p->v[i].grade = grade;
		return;
	}
	if (p->n < PASSED) p->v[p->n++] = (lu_passed){ name, sym, grade };
}

static void follow(lu__graph *g, struct passing *p, const uint32_t *sym, uint32_t n, lu_grade grade, int depth)
{
	if (n > LU__SOUGHT) return;
	for (uint32_t i = 0; i < n; i++) {
		lu_str names = lu__calls_in_macro(g, sym[i]);

		while (names.n) {
			lu_str name = lu_str_take(&names, ' ');
			lu__found f;
			lu_grade worst;

			if (memchr(name.s, '*', name.n) || lu_str_eqz(name, LU_ROOTED)) continue;
			lu__find_call(g, p->q, name, lu_strn("", 0), &f);
			if (f.what != LU__FOUND_SYMBOLS || f.n > LU__SOUGHT) continue;
			lu__one_for_each_build(g, p->q, &f);
			worst = f.n > 1 && !f.one_of ? LU_GRADE_AMBIGUOUS : f.grade > grade ? f.grade : grade;
			for (uint32_t k = 0; k < f.n; k++)
				if (!lu__is_macro(g, f.v[k])) pass(p, name, f.v[k], worst);
			if (depth < NESTED) follow(g, p, f.v, f.n, worst, depth + 1);
		}
	}
}

lu_code lu__pass_on(lu__graph *g, const lu__ask *q, lu_arena *a, lu_resolution *out, lu_err *e)
{
	struct passing p = { .q = q };
	lu_passed *v;

	/* a macro may be defined anew on the way: never exact */
	follow(g, &p, out->sym, out->n, out->grade > LU_GRADE_UNIQUE ? out->grade : LU_GRADE_UNIQUE, 0);
	if (!p.n) return LU_OK;
	if (!(v = lu_arena_alloc(a, p.n * sizeof *v))) return lu_nomem(e);
	memcpy(v, p.v, p.n * sizeof *v);
	out->passed = v;
	out->n_passed = p.n;
	return LU_OK;
}
