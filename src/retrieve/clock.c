/* SPDX-License-Identifier: MIT
 * How long the stages of a query take, where somebody wants to know. */
#include "core/file.h"
#include "retrieve/strategy.h"

const char *lu_time_name(lu_time t)
{
	static const char *const name[LU_TIMES] = { "open", "bm25", "vector", "graph", "rerank", "select", "read" };

	return name[t];
}

double lu__clock(const lu__query *q)
{
	return q->o->times ? lu_now() : 0;
}

void lu__spent(const lu__query *q, lu_time t, double start)
{
	if (q->o->times) q->o->times[t] += lu_now() - start;
}
