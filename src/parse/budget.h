/* SPDX-License-Identifier: MIT
 * What a file may cost, in units that are the same on every machine: a byte that is lexed. */
#ifndef LU_PARSE_BUDGET_H
#define LU_PARSE_BUDGET_H

#include <tree_sitter/api.h>

#include "lucus/str.h"

struct lu__budget {
	uint64_t all; /* units that it began with */
	uint64_t left;
	uint64_t work;  /* of tree-sitter, in bytes of memory, at the last look */
	unsigned scan;  /* units for a byte that is lexed */
	unsigned calls; /* of the two functions below */
	double until;   /* of the thread's processor time, in seconds: for what is not counted */
	bool spent;     /* or the process was told to stop */
};

/* Text as tree-sitter reads it, a few bytes at a time, so that what its lexer goes over is seen. */
struct lu__input {
	lu_str text;
	uint32_t end; /* of what was read last */
	struct lu__budget *budget;
};

/* What is said of a file that spends it. */
extern const char lu__gave_up[];

/* What a text of `n` bytes may cost. */
uint64_t lu__budget_units(size_t n);

/* `units` to spend now, on a text of `n` bytes in a language whose scanner takes `scan` times as long for a byte as
 * others. */
struct lu__budget lu__budget_of(uint64_t units, size_t n, unsigned scan);

/* tree-sitter calls the first for each 100 of its operations, the matcher the second for each 100 of its steps; true: give
 * up. */
bool lu__spend_parsing(TSParseState *state);
bool lu__spend_matching(void *budget);

/* What is found costs as well: to make an element or a call of it. True: give up. */
bool lu__spend_found(struct lu__budget *b);

/* The input of a parse; `in` must outlive it. When the budget is spent, the text ends: no scanner goes on for long. */
TSInput lu__input(struct lu__input *in);

#endif
