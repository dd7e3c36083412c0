/* SPDX-License-Identifier: MIT
 * The time that the processor spends, and medians of it. */
#ifndef LU_BENCH_CPU_H
#define LU_BENCH_CPU_H

#include <time.h>

static inline double cpu_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static inline int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

#endif
