/* SPDX-License-Identifier: MIT
 * What objects in packs are made of. */
#ifndef LU_GIT_PACK_CHAIN_H
#define LU_GIT_PACK_CHAIN_H

#include <git2.h>

#include "lucus/arena.h"

/* The packs of a repository. */
typedef struct lu__git_packs {
	struct lu__git_pack *first;
	const struct lu__git_pack *open; /* whose file is `fd` */
	int fd;
} lu__git_packs;

#define LU__GIT_PACKS \
	{ \
		.fd = -1 \
	}

/* Keep the pack of the index at `path` (PACK.idx), which was checked, in `a`. */
lu_code lu__git_pack_add(lu__git_packs *s, const char *path, lu_arena *a, lu_err *e) LU_MUST_USE;
void lu__git_packs_free(lu__git_packs *s);
/* Does the object come to an end in each pack that has it? Packs hold most objects as what differs from another one, which
 * a hand can make lead back to itself: libgit2 follows that for ever. */
bool lu__git_chain_ends(lu__git_packs *s, const git_oid *id);

#endif
