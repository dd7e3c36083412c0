/* SPDX-License-Identifier: MIT
 * Paths as people meet them: the store and all records have them relative to the root of a tree, people read and
 * write them relative to the current folder. Here one becomes the other; nobody else does that. For the main thread. */
#ifndef LU_CLI_PLACE_H
#define LU_CLI_PLACE_H

#include "lucus/arena.h"

/* From now on paths are relative to the folder `root`, which is absolute and has no symbolic links. Where `root` is
 * empty or no longer there, paths stay as they are. Of the current folder none may be known: it is not an error. */
lu_code lu_place_enter(lu_str root, lu_err *e) LU_MUST_USE;
/* Paths stay as they are again. */
void lu_place_leave(void);

/* Append `path` as it opens from the current folder: relative to that when it lies in the root or above it, else
 * absolute. */
void lu_place_show(lu_str path, lu_buf *out);

/* The path of a file or folder that a person has named, as records have it: without links when it exists and lies below
 * the root so, else as it is written, without "./" and the like. Empty for the root itself; *below is false when it is
 * outside of the root. */
lu_code lu_place_find(lu_str path, lu_arena *a, lu_str *out, bool *below, lu_err *e) LU_MUST_USE;

/* What a person means by `spec`, which is read as git reads a pathspec: from the current folder,
 * where that lies in the root; absolute; or from the root after ":/" and ":(top)". Outside of the
 * root what does not lead into it is read from there. Appended to *out as globs relative to the
 * root, "*" for the root itself: two where there is a file of that very name, which "[" and its like
 * do not make a glob. LU_EUSAGE: it lies outside of the root, or begins with other magic of git's. */
lu_code lu_place_spec(lu_str spec, lu_arena *a, lu_strs *out, lu_err *e) LU_MUST_USE;

#endif
