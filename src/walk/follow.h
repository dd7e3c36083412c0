/* SPDX-License-Identifier: MIT
 * Following a tree: when is it time to look at it again? Where the system reports changes (Linux), only the
 * folders that a walk visits are watched; when it can not watch so many, the tree is walked every two
 * seconds instead. */
#ifndef LU_WALK_FOLLOW_H
#define LU_WALK_FOLLOW_H

#include "lucus/walk.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lu_follow lu_follow;

/* Follow what lu_walk() lists for the same `root`, `sub` and lists of `o`, which must outlive it.
 * Changes of the file `store` and of what SQLite puts beside it are not noticed: their names count,
 * wherever they are. Nothing is watched before lu_follow_look(). LU_EUSAGE where the system does not
 * report changes. Release with lu_follow_free(), which accepts NULL. */
lu_code lu_follow_new(const char *root, const char *sub, const lu_walk_options *o, const char *store, lu_follow **out,
		      lu_err *e) LU_MUST_USE;
void lu_follow_free(lu_follow *f);

/* Watch the folders that a walk visits now, and no others. What changes after this call is noticed by the next
 * lu_follow_wait(): so look first, then read the tree. */
lu_code lu_follow_look(lu_follow *f, lu_err *e) LU_MUST_USE;

/* Sleep until something changed and nothing has for .15 s, or 2 s after the first change; return after
 * `at_most` seconds all the same, unless it is negative. It may return when nothing changed. LU_ENOENT: the root
 * is gone, or another folder has its name; LU_ECANCEL: lu_check_cancel(). */
lu_code lu_follow_wait(lu_follow *f, double at_most, lu_err *e) LU_MUST_USE;

/* Why the tree is walked every two seconds; "" while its folders are watched. */
const char *lu_follow_polls(const lu_follow *f);

#ifdef __cplusplus
}
#endif
#endif
