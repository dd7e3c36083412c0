/* SPDX-License-Identifier: MIT
 * Edges on their way into the store. */
#ifndef LU_STORE_EDGE_H
#define LU_STORE_EDGE_H

#include <pthread.h>

#include "store/links.h"
#include "store/pack.h"

/* An edge as its target sees it. */
typedef struct lu__in {
	int64_t dst, src;
	uint32_t line, count;
	uint16_t reason;
	uint8_t kind, grade;
} lu__in;

/* Reasons are static text, and few: the address tells most of them apart, the text decides. */
struct lu__reason {
	const char *text;
	bool known; /* to the store */
};

struct lu_edge_writer {
	lu_store *s;
	pthread_mutex_t lock;      /* of the reasons */
	struct lu__reason *reason; /* number i stands at i - 1 */
	size_t n_reason, cap_reason;
	lu_arena texts; /* of the reasons */
	lu_arena arena;
	lu__in *gathered; /* of a store that has no edges yet: sorted, they are written in one go */
	size_t n_gathered, cap_gathered;
	bool gather;
	struct lu__homes homes;
};

/* For qsort(): as they are written. */
int lu__in_by_target(const void *px, const void *py);
/* Append what a packed edge is for its targets. */
void lu__in_keep(lu__in *in, size_t *n, const struct lu__packed_edge *g);
/* One row for each target, source and kind: the best grade, with its first line; all sites are counted. Returns how
 * many are left. */
size_t lu__in_merge(lu__in *in, size_t n);

#endif
