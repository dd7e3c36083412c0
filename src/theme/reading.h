/* SPDX-License-Identifier: MIT
 * Reading what communities are about. */
#ifndef LU_THEME_READING_H
#define LU_THEME_READING_H

#include "lucus/theme.h"
#include "store/communities.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What `n` communities are about, in their order: out[i] is that of number[i], with up to `members` members of a leaf.
 * Names and links cost reading siblings; `limit` says nothing of these. */
lu_code lu_themes_read(lu_store *s, lu_communities *c, const uint32_t *number, size_t n, size_t members, lu_arena *a,
		       lu_theme *out, lu_err *e) LU_MUST_USE;
/* The community with that id; LU_COMMUNITY_NONE: there is none. Reads the communities of all files that it comes by. */
lu_code lu_theme_find(lu_communities *c, lu_str id, uint32_t *out, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
