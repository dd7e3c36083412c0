/* SPDX-License-Identifier: MIT
 * The patterns of a language: the node types that they may name, and, when all are read, where they can begin. */
#include "parse/pattern.h"

#include "lucus/hash.h"

/* ---- node types ---- */

struct lu__pname *lu__pattern_name(const struct lu__patterns *p, lu_str s, bool named)
{
	size_t i = (size_t)lu_hash64(s, named) & (p->names_cap - 1);

	while (p->names[i].text.s && !(p->names[i].named == named && lu_str_eq(p->names[i].text, s)))
		i = (i + 1) & (p->names_cap - 1);
	return &p->names[i];
}

static bool is_visible(TSSymbolType type)
{
	return type == TSSymbolTypeRegular || type == TSSymbolTypeAnonymous;
}

lu_code lu__patterns_init(struct lu__patterns *p, const TSLanguage *language, lu_err *e)
{
	uint32_t n = ts_language_symbol_count(language);

	*p = (struct lu__patterns){ .language = language, .names_cap = 64, .n_kinds = 1 };
	while (p->names_cap < 2 * (size_t)n) p->names_cap *= 2;
	p->names = lu_arena_calloc(&p->arena, p->names_cap, sizeof *p->names);
	/* place 0 of each is none */
	p->nodes.v = lu_arena_grow(&p->arena, NULL, 0, sizeof *p->nodes.v);
	p->steps.v = lu_arena_grow(&p->arena, NULL, 0, sizeof *p->steps.v);
	if (!p->names || !p->nodes.v || !p->steps.v) return lu_nomem(e);
	p->nodes.v[p->nodes.n++] = (struct lu__pnode){ .kind = 0 };
	p->steps.v[p->steps.n++] = (struct lu__pstep){ .node = 0 };
	for (uint32_t i = 0; i < n; i++) {
		TSSymbolType type = ts_language_symbol_type(language, (TSSymbol)i);
		lu_str s = lu_strz(ts_language_symbol_name(language, (TSSymbol)i));

		if (is_visible(type))
			*lu__pattern_name(p, s, type == TSSymbolTypeRegular) =
				(struct lu__pname){ s, 0, type == TSSymbolTypeRegular };
	}
	return LU_OK;
}

void lu__patterns_free(struct lu__patterns *p)
{
	lu_arena_free(&p->arena);
	*p = (struct lu__patterns){ .language = NULL };
}

/* ---- where patterns begin ---- */

static lu_code list_starts(struct lu__patterns *p, uint16_t kind, struct lu__pstarts *out, lu_err *e)
{
	struct lu__pstart *v = NULL;

	for (size_t i = 0; i < p->patterns.n; i++)
		for (uint16_t n = p->patterns.v[i].root; n; n = p->nodes.v[n].other) {
			if (!lu__kind_fits(p->nodes.v[n].kind, kind)) continue;
			if (!(v = lu_arena_grow(&p->arena, v, out->n, sizeof *v))) return lu_nomem(e);
			v[out->n++] = (struct lu__pstart){ (uint16_t)i, n };
			out->needs |= p->nodes.v[n].needs != 0;
		}
	out->v = v;
	return LU_OK;
}

/* Does a pattern ask for the fields of this node's children? */
static bool asks_for_fields(const struct lu__patterns *p, const struct lu__pnode *n)
{
	if (n->withouts) return true;
	for (uint16_t s = n->children; s; s = p->steps.v[s].next)
		for (uint16_t k = p->steps.v[s].node; k; k = p->nodes.v[k].other)
			if (p->nodes.v[k].field) return true;
	return false;
}

static void note_fields(struct lu__patterns *p)
{
	for (size_t i = 1; i < p->nodes.n; i++) {
		const struct lu__pnode *n = &p->nodes.v[i];

		if (!asks_for_fields(p, n)) continue;
		if (n->kind < LU__KIND_ANY_NAMED) p->fielded[n->kind & ~LU__KIND_NAMED] = true;
		else
			for (size_t k = 0; k <= p->n_kinds; k++) p->fielded[k] = true;
	}
}

lu_code lu__patterns_finish(struct lu__patterns *p, lu_err *e)
{
	uint32_t n = ts_language_symbol_count(p->language);
	lu_code rc = LU_OK;

	p->kind = lu_arena_calloc(&p->arena, n + 1, sizeof *p->kind);
	p->fielded = lu_arena_calloc(&p->arena, p->n_kinds + 1u, sizeof *p->fielded);
	p->starts = lu_arena_calloc(&p->arena, p->n_kinds + 1u, sizeof *p->starts);
	if (!p->kind || !p->fielded || !p->starts) return lu_nomem(e);
	for (uint32_t i = 0; i < n; i++) {
		TSSymbolType type = ts_language_symbol_type(p->language, (TSSymbol)i);
		bool named = type == TSSymbolTypeRegular;

		if (!is_visible(type)) continue;
		p->kind[i] =
			lu__pattern_name(p, lu_strz(ts_language_symbol_name(p->language, (TSSymbol)i)), named)->kind;
		if (named) p->kind[i] |= LU__KIND_NAMED;
	}
	note_fields(p);
	rc = list_starts(p, LU__KIND_NAMED, &p->starts[0], e);
	if (!rc) rc = list_starts(p, LU__KIND_ERROR, &p->starts[1], e);
	for (size_t i = 0; i < p->names_cap && !rc; i++) {
		uint16_t kind = p->names[i].kind;

		if (kind) rc = list_starts(p, kind, &p->starts[kind & ~LU__KIND_NAMED], e);
	}
	return rc;
}
