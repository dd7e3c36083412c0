/* SPDX-License-Identifier: MIT
 * Which elements are tests, and what they test. */
#ifndef LU_GRAPH_TESTS_OF_H
#define LU_GRAPH_TESTS_OF_H

#include "graph/model.h"

/* ---- tests_of.c ---- */

/* Is the symbol a test? Needs lu__tests_learn(). */
bool lu__is_test(const lu__graph *g, uint32_t s);
/* Build what tests need of the model; after lu__note_uses(). */
void lu__tests_learn(lu__graph *g);
/* The TESTS edges of one test, from its other edges: at most max(n, 1), their number is returned. */
size_t lu__tests_of(const lu__graph *g, uint32_t test, const lu_edge *const *edge, size_t n, lu_edge *out);

#endif
