/* SPDX-License-Identifier: MIT
 * What the policies of a search share: what was tested, and the passages of each community. */
#ifndef LU_LAZY_MACHINE_H
#define LU_LAZY_MACHINE_H

#include "lazy/deepening.h"

/* Passages, by their scores. */
typedef struct lu__lazy_list {
	const uint32_t *v;
	size_t n, next; /* before `next` there is nothing left to test */
} lu__lazy_list;

typedef struct lu__lazy_community {
	lu__lazy_list list; /* its passages and those of all communities below it */
	double score;       /* the sum of their scores */
	const uint32_t *child;
	size_t n_child;
	uint32_t depth;
	bool visited;
	bool open, waiting; /* of best-first: it is of the level at work; its turn may come */
	bool left;          /* it is not gone through any more */
	int64_t zeros;      /* in a row, of what was tested from it */
	double rank;        /* of root-first: the mean of its best passages' */
} lu__lazy_community;

struct lu__deepening {
	lu_arena arena;
	lu__lazy_input in;
	lu_lazy_search_options o;
	lu_lazy_state state;
	int8_t *result;   /* of each test */
	uint32_t *tested; /* of each passage, how many of its tests were given out */
	lu__lazy_list all;
	lu__lazy_community *c;
	uint32_t deepest; /* depth of the deepest */

	lu__lazy_batch wave[LU__WAVE];
	bool told[LU__WAVE];
	size_t n_wave, n_told;
	size_t in_wave; /* tests of the batches so far */

	/* best-first: the level at work, whose turn it is, and whose turn may come */
	uint32_t *level;
	size_t n_level, turn;
	uint32_t *waiting;
	size_t n_waiting;

	/* root-first: where it is, what was without anything relevant in a row, and neighbours to be tested */
	uint32_t pass;               /* 0: all passages; d + 1: communities of depth d */
	size_t at;                   /* in `level` */
	bool root_tested, root_done; /* in this round; for good */
	bool round_tested, restarts;
	int64_t streak;
	uint32_t *neighbour; /* a queue */
	size_t n_neighbour, next_neighbour;
	bool *queued; /* of each passage: it was or is in that */
};

/* ---- machine.c ---- */

/* Is anything in the list not given out yet? Moves list->next. */
bool lu__lazy_left(const lu__deepening *d, lu__lazy_list *list);
/* Add a batch of what the list has next to the wave, as many tests as are allowed; false: the budget, the list or the
 * wave has no room. */
lu_code lu__lazy_add_batch(lu__deepening *d, lu__lazy_list *list, uint32_t community, bool *added,
			   lu_err *e) LU_MUST_USE;
/* The tests of passage `p`: [*first, first + the returned number). */
uint32_t lu__lazy_tests(const lu__deepening *d, uint32_t p, uint32_t *first);
/* Has batch `i` of the wave anything relevant? */
bool lu__lazy_relevant(const lu__deepening *d, size_t i);

/* ---- the policies ---- */

typedef struct lu__lazy_moves {
	lu_code (*begin)(lu__deepening *d, lu_err *e);
	/* Fill the wave; an empty one ends the search. */
	lu_code (*fill)(lu__deepening *d, lu_err *e);
	/* The results of batch `i` are there: they are told in the order of the wave. */
	void (*settle)(lu__deepening *d, size_t i);
} lu__lazy_moves;

extern const lu__lazy_moves lu__best_first, lu__root_first;

#endif
