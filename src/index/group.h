/* SPDX-License-Identifier: MIT
 * Communities, made and kept true. */
#ifndef LU_INDEX_GROUP_H
#define LU_INDEX_GROUP_H

#include "lucus/store.h"

#define LU__GROUP_VERSION 3 /* rises when the same store would get other communities */

/* Make the communities of the knowledge base in use what they are when they are made anew, with leaves of at most `size_max`
 * elements (0: as many as they were made with, or LU_COMMUNITY_SIZE), but do only what changed. In a transaction. */
lu_code lu__group(lu_store *s, uint32_t size_max, lu_err *e);
/* Must anything be done? */
lu_code lu__group_due(lu_store *s, uint32_t size_max, bool *due, lu_err *e);

#endif
