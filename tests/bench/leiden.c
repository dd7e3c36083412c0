/* SPDX-License-Identifier: MIT
 * Communities of a graph: reads ties "A B WEIGHT" from stdin, prints the modularity that lu_leiden() finds for the
 * resolution that is given, 1 otherwise, and how many communities there are; with -v the community of each node. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "community/community.h"
#include "lucus/err.h"

static lu_tie *read_ties(size_t *n, uint32_t *nodes, lu_arena *a)
{
	lu_tie *v = NULL, t;

	while (scanf("%" SCNu32 " %" SCNu32 " %" SCNu32, &t.a, &t.b, &t.weight) == 3) {
		v = lu_arena_grow(a, v, *n, sizeof *v);
		if (!v) return NULL;
		v[(*n)++] = t;
		if (t.a >= *nodes) *nodes = t.a + 1;
		if (t.b >= *nodes) *nodes = t.b + 1;
	}
	return v;
}

int main(int argc, char **argv)
{
	bool list = argc > 1 && !strcmp(argv[1], "-v");
	double resolution = argc > 1 + list ? strtod(argv[1 + list], NULL) : 1;
	lu_arena a = { 0 };
	lu_network g;
	size_t n = 0;
	uint32_t nodes = 0, n_part = 0, *part;
	lu_tie *tie = read_ties(&n, &nodes, &a);
	lu_err e = { 0 };
	lu_code rc;

	part = lu_arena_calloc(&a, nodes, sizeof *part);
	rc = part ? lu_network_make(tie, n, nodes, &a, &g, &e) : lu_nomem(&e);
	if (!rc) rc = lu_leiden(&g, resolution, part, &n_part, &e);
	if (rc) fprintf(stderr, "leiden: %s\n", e.msg);
	else printf("%.6f %" PRIu32 "\n", lu_modularity(&g, part, resolution), n_part);
	for (uint32_t v = 0; v < nodes && !rc && list; v++) printf("%" PRIu32 "\n", part[v]);
	lu_arena_free(&a);
	return rc != LU_OK;
}
