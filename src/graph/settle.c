/* SPDX-License-Identifier: MIT
 * From what a search found to the resolution that is kept. */
#include "graph/modules.h"

static bool comes_before(const lu__graph *g, uint32_t a, uint32_t b)
{
	int c = lu_str_cmp(g->sym[a].path, g->sym[b].path);

	return c ? c < 0 : a < b;
}

static void sort_by_path(const lu__graph *g, uint32_t *v, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++) {
		uint32_t s = v[i], k = i;

		for (; k && comes_before(g, s, v[k - 1]); k--) v[k] = v[k - 1];
		v[k] = s;
	}
}

lu_resolution lu__answer_of(const lu__graph *g, const lu__found *f, uint32_t *v)
{
	lu_resolution a = { .grade = LU_GRADE_UNRESOLVED, .sym = v, .reason = f->reason };
	uint32_t n = 0;

	if (f->what == LU__FOUND_FOLDER) {
		v[n++] = g->file[lu__go_first_file(g, f->place)].module;
	} else if (f->what == LU__FOUND_SYMBOLS || f->what == LU__FOUND_FILES) {
		for (; n < f->n; n++) v[n] = f->what == LU__FOUND_FILES ? g->file[f->v[n]].module : f->v[n];
	}
	for (uint32_t i = n; i-- > 0;)
		if (v[i] == LU__NONE) v[i] = v[--n];
	if (n > LU__CANDIDATES) {
		a.reason = "more than 20 candidates";
	} else if (n) {
		a.n = n;
		a.grade = n > 1 && !f->one_of ? LU_GRADE_AMBIGUOUS : f->grade;
		sort_by_path(g, v, n);
	} else if (f->what == LU__FOUND_FOLDER || f->what == LU__FOUND_FILES) {
		a.reason = "the file has no module element";
	}
	return a;
}

uint32_t lu__named_target(const lu__graph *g, const lu_ref *ref)
{
	return ref->target && ref->by ? lu__symbol_of(g, ref->target) : LU__NONE;
}

bool lu__named_outside(const lu_ref *ref)
{
	return ref->by && !ref->target_id.n;
}

void lu__settle_ref(lu__graph *g, uint32_t ref, const lu__found *f)
{
	uint32_t v[LU__SOUGHT + 1], named = lu__named_target(g, &g->ref[ref]);
	lu__found known = {
		.what = LU__FOUND_SYMBOLS, .grade = LU_GRADE_EXACT, .reason = g->ref[ref].by, .n = 1, .v = { named }
	};
	lu__found outside = lu__no_result(g->ref[ref].by);
	lu_resolution a = lu__answer_of(g,
					named != LU__NONE                 ? &known
					: lu__named_outside(&g->ref[ref]) ? &outside
									  : f,
					v);
	lu__result *r = &g->result[ref];

	*r = (lu__result){ a.reason, a.n == 1 ? v[0] : g->n_several, (uint8_t)a.n, (uint8_t)a.grade };
	for (uint32_t i = 0; a.n > 1 && i < a.n; i++) {
		uint32_t *more = lu_arena_grow(&g->mem.arena, g->several, g->n_several, sizeof *more);

		if (!more) {
			g->mem.oom = true;
			return;
		}
		g->several = more;
		more[g->n_several++] = v[i];
	}
}
