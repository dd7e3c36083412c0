/* SPDX-License-Identifier: MIT
 * Names that are looked for in packed text, many at once. */
#ifndef LU_STORE_NAMES_IN_H
#define LU_STORE_NAMES_IN_H

#include "lucus/arena.h"
#include "lucus/map.h"

#define LU__SOUGHT_BITS 4096

/* Where any of several texts may begin: a window as long as the shortest is moved on by what its last two bytes allow (Wu and
 * Manber 1994). */
struct lu__windows {
	size_t length;                 /* of the window; less than 2: there is none, and texts may begin anywhere */
	uint8_t move[LU__SOUGHT_BITS]; /* by two bytes: 0 where one of the texts has them at the window's end */
	uint64_t first[LU__SOUGHT_BITS / 64]; /* two bytes that one of them begins with */
};

struct lu__sought {
	const lu_str *name; /* the caller's */
	size_t n;
	lu_map map;
	uint64_t maybe[LU__SOUGHT_BITS / 64]; /* by length and last byte: most names are told apart by these */
	const lu_str **odd;                   /* names that are no words */
	size_t n_odd;
	struct lu__windows whole, tail; /* of the names that are words; of all names without their first letters */
	uint32_t *begins, *next;        /* by what their second two bytes are: numbers of names from 1 on */
};

/* Memory is of `a`. */
lu_code lu__sought_make(struct lu__sought *w, const lu_str *name, size_t n, lu_arena *a, lu_err *e);
/* Is it one of the names? */
bool lu__is_sought(const struct lu__sought *w, lu_str name);
/* Is one of the names in the text, and no part of a longer word? A letter after a backslash is none of the word behind it. */
bool lu__holds_sought(const struct lu__sought *w, lu_str packed);
/* False: none of the names is anywhere in the text, not even without its first letter. */
bool lu__may_hold_sought(const struct lu__sought *w, lu_str packed);

/* The names of packed symbols, [id,parent,"type","name",...], one after the other: false after the last one. *row: where
 * the symbol begins; *at: 0 before the first. Escapes stay as they are. */
bool lu__next_name(lu_str symbols, size_t *at, size_t *row, lu_str *name);

#endif
