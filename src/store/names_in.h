/* SPDX-License-Identifier: MIT
 * Names that are looked for in packed text, many at once. */
#ifndef LU_STORE_NAMES_IN_H
#define LU_STORE_NAMES_IN_H

#include "lucus/arena.h"
#include "lucus/map.h"

#define LU__SOUGHT_BITS 4096

struct lu__sought {
	const lu_str *name; /* the caller's */
	size_t n;
	lu_map map;
	uint64_t maybe[LU__SOUGHT_BITS / 64]; /* by length and last byte: most names are told apart by these */
	const lu_str **odd;                   /* names that are no words */
	size_t n_odd;
};

/* Memory is of `a`. */
lu_code lu__sought_make(struct lu__sought *w, const lu_str *name, size_t n, lu_arena *a, lu_err *e);
/* Is it one of the names? */
bool lu__is_sought(const struct lu__sought *w, lu_str name);
/* Is one of the names in the text, and no part of a longer word? A letter after a backslash is none of the word behind it. */
bool lu__holds_sought(const struct lu__sought *w, lu_str packed);
/* False: none of the names is anywhere in the text, without its first `skip` letters. True of all texts when there are many names: to
 * look for each takes longer than what it saves. */
bool lu__may_hold_sought(const struct lu__sought *w, lu_str packed, size_t skip);

/* The names of packed symbols, [id,parent,"type","name",...], one after the other: false after the last one. *row: where
 * the symbol begins; *at: 0 before the first. Escapes stay as they are. */
bool lu__next_name(lu_str symbols, size_t *at, size_t *row, lu_str *name);

#endif
