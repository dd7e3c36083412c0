/* SPDX-License-Identifier: MIT
 * Reading a damaged source in pieces. */
#ifndef LU_PARSE_PIECES_H
#define LU_PARSE_PIECES_H

#include "parse/extract.h"

struct lu__pieces {
	TSParser *parser;
	struct lu__matcher *matcher;
	const lu_language *l;
	lu_str text;
	const struct lu__mask *mask;
	struct lu__budget *budget;
};

/* Trees that what was found points into. */
struct lu__trees {
	TSTree **v;
	size_t n;
};

/* Parse each piece of the text, from one line that begins a function to the next, and run the query over it.
 * The trees are the caller's to delete, also on failure. */
lu_code lu__read_pieces(const struct lu__pieces *p, lu_arena *a, struct lu__trees *trees, struct lu__found *out,
			lu_err *e);

#endif
