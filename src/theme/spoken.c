/* SPDX-License-Identifier: MIT
 * What the members of a community speak of: concepts that stand in several of its places. */
#include <stdlib.h>

#include "concept/concept.h"
#include "store/concept_lists.h"
#include "theme/naming.h"
#include "core/sorting.h"

#define FILES 40 /* of a community whose concepts are read, evenly spread */

/* Which elements of the file, by their places in it, are members; NULL in *out: all. */
static lu_code mark_members(lu_store *s, lu_communities *c, uint32_t number, int64_t file, lu_arena *a, bool **out,
			    lu_err *e)
{
	int64_t *id = NULL;
	lu_stored *el = NULL;
	size_t n = 0, n_el = 0;
	lu_code rc = lu_communities_members_in(c, number, file, a, &id, &n, e);

	if (!rc) rc = lu_store_file_elements(s, file, false, a, &el, &n_el, e);
	if (rc) return rc;
	if (!(*out = lu_arena_calloc(a, n_el + 1, sizeof **out))) return lu_nomem(e);
	if (n) qsort(id, n, sizeof *id, lu_int64_order);
	for (size_t i = 0; i < n_el; i++) (*out)[i] = n && bsearch(&el[i].id, id, n, sizeof *id, lu_int64_order);
	return LU_OK;
}

/* In a file of its own a concept counts for each window, elsewhere for each file. */
static lu_code count_list(const lu_concept_list *l, const bool *member, lu__vocabulary *v, lu__word_list *list,
			  lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < l->n && !member && !rc; i++) rc = lu__count_term(v, l->surface[i], 1, list, e);
	for (size_t w = 0; w < l->n_window && member; w++) {
		if (!member[l->window[w].element]) continue;
		for (uint32_t k = 0; k < l->window[w].n && !rc; k++)
			rc = lu__count_term(v, l->surface[l->use[l->window[w].use + k].concept], 1, list, e);
	}
	return rc;
}

static lu_code count_file(lu_store *s, lu_communities *c, uint32_t number, int64_t file, lu__vocabulary *v,
			  lu__word_list *list, lu_err *e)
{
	lu_arena a = { 0 };
	lu_concept_list l;
	lu_str bytes;
	bool there = false, *member = NULL;
	lu_code rc = lu_store_concept_list(s, file, &a, &bytes, &there, e);

	if (!rc && there) rc = lu_concepts_unpack(bytes, &a, &l, e);
	if (!rc && there && lu_communities_get(c, number).file) rc = mark_members(s, c, number, file, &a, &member, e);
	if (!rc && there) rc = count_list(&l, member, v, list, e);
	lu_arena_free(&a);
	return rc;
}

lu_code lu__count_concepts(lu_store *s, lu_communities *c, uint32_t number, lu__vocabulary *v, lu__word_list *list,
			   lu_err *e)
{
	lu_arena a = { 0 };
	int64_t *file = NULL;
	size_t n = 0, some;
	lu_code rc = lu_communities_files(c, number, &a, &file, &n, e);

	some = n < FILES ? n : FILES;
	v->lists++;
	for (size_t i = 0; i < some && !rc; i++) rc = count_file(s, c, number, file[i * n / some], v, list, e);
	lu_arena_free(&a);
	return rc;
}
