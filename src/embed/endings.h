/* SPDX-License-Identifier: MIT
 * Stems: what the forms of an English word have in common, roughly. */
#ifndef LU_EMBED_ENDINGS_H
#define LU_EMBED_ENDINGS_H

#include "lucus/str.h"

/* The beginning of `word` (folded) without its ending; a view of `word`. */
lu_str lu__stem(lu_str word);

#endif
