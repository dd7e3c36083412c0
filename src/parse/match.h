/* SPDX-License-Identifier: MIT
 * Where patterns match in a syntax tree.
 *
 * Children of a pattern are found in their order, with any others between them. One match for each way to
 * choose the nodes that are captured: a child without captures is found once. "?", "+" and "*" take what
 * they can: a match without a node that could be part of it is none. Repeated children follow one another
 * directly. An anchor looks past nodes without a name, except after "_". */
#ifndef LU_PARSE_MATCH_H
#define LU_PARSE_MATCH_H

#include "parse/pattern.h"

struct lu__captured {
	TSNode node;
	uint16_t id;
};

struct lu__match {
	uint16_t pattern;
	const struct lu__captured *captures; /* in the order of the pattern */
	size_t n;
};

/* Called every 100 steps; true: give up. */
typedef bool lu__spend_fn(void *ctx);

struct lu__matcher;

lu_code lu__matcher_new(struct lu__matcher **out, lu_err *e);
void lu__matcher_free(struct lu__matcher *m);

/* Look for the patterns in the tree of `root`, in nodes up to `depth` levels down. */
lu_code lu__matcher_start(struct lu__matcher *m, const struct lu__patterns *p, TSNode root, unsigned depth,
			  lu__spend_fn *spend, void *ctx, lu_err *e);
/* The next match: in the order of the nodes that matches begin at, then of those that they end at, then of
 * the patterns. *found is false after the last, and when `spend` said to give up. Captures are valid until
 * the next call. */
lu_code lu__matcher_next(struct lu__matcher *m, struct lu__match *out, bool *found, lu_err *e);

#endif
