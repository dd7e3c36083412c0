/* SPDX-License-Identifier: MIT
 * The communities that the sources of a lazy answer are in. */
#include <stdlib.h>

#include "answer/answer.h"
#include "theme/reading.h"

/* Sources are grouped by the largest communities of at most so many elements: leaves tell little that they do not. */
#define LARGEST 100

struct found {
	uint32_t number;
	double score;
};

static int by_score(const void *px, const void *py)
{
	const struct found *x = px, *y = py;

	if (x->score != y->score) return x->score > y->score ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static lu_code community_of(lu_communities *c, const lu_brief *el, uint32_t *out, lu_err *e)
{
	lu_code rc = lu_communities_leaf(c, el->file, el->id, out, e);

	while (!rc && *out != LU_COMMUNITY_NONE) {
		uint32_t up = lu_communities_get(c, *out).parent;

		if (up == LU_COMMUNITY_NONE || lu_communities_get(c, up).size > LARGEST) break;
		*out = up;
	}
	return rc;
}

/* The communities of all sources, best first: by the sum of the scores of the sources in each. `of` has that of each source. */
static lu_code rank(lu_communities *c, const lu_sources *src, uint32_t *of, struct found *v, size_t *n, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < src->n && !rc; i++) {
		size_t k = 0;

		rc = community_of(c, &src->v[i].el, &of[i], e);
		if (rc || of[i] == LU_COMMUNITY_NONE) continue;
		while (k < *n && v[k].number != of[i]) k++;
		if (k == *n) v[(*n)++] = (struct found){ .number = of[i] };
		v[k].score += src->v[i].score;
	}
	if (!rc && *n) qsort(v, *n, sizeof *v, by_score);
	return rc;
}

static lu_code keep(lu_sources *src, const struct found *v, const lu_theme *theme, size_t n, const uint32_t *of,
		    lu_err *e)
{
	if (!(src->group = lu_arena_calloc(&src->arena, n, sizeof *src->group))) return lu_nomem(e);
	src->n_group = n;
	for (size_t g = 0; g < n; g++) {
		lu_group *x = &src->group[g];

		*x = (lu_group){ .name = theme[g].name,
				 .path = theme[g].path,
				 .summary = theme[g].summary,
				 .size = theme[g].size,
				 .score = v[g].score };
		memcpy(x->id, theme[g].id, sizeof x->id);
		if (!(x->source = lu_arena_calloc(&src->arena, src->n, sizeof *x->source))) return lu_nomem(e);
		for (size_t i = 0; i < src->n; i++)
			if (of[i] == v[g].number) x->source[x->n++] = i;
	}
	return LU_OK;
}

lu_code lu__group_sources(lu_store *s, lu_sources *src, lu_err *e)
{
	lu_communities *c = NULL;
	lu_arena a = { 0 };
	uint32_t *of = lu_arena_calloc(&a, src->n, sizeof *of), number[LU_GROUPS];
	struct found *v = lu_arena_calloc(&a, src->n, sizeof *v);
	lu_theme theme[LU_GROUPS];
	size_t n = 0;
	lu_code rc = of && v ? lu_communities_open(s, &c, NULL, e) : lu_nomem(e);

	if (!rc) rc = rank(c, src, of, v, &n, e);
	if (n > LU_GROUPS) n = LU_GROUPS;
	for (size_t g = 0; g < n; g++) number[g] = v[g].number;
	if (!rc) rc = lu_themes_read(s, c, number, n, 0, &src->arena, theme, e);
	if (!rc) rc = keep(src, v, theme, n, of, e);
	lu_communities_close(c);
	lu_arena_free(&a);
	return rc;
}
