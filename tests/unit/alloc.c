/* SPDX-License-Identifier: MIT
 * The failing allocator behind test_allocs_left. */
#include <stdbool.h>
#include <stddef.h>

extern long test_allocs_left;
long test_allocs_left = -1;
extern bool test_allocs_recover;
bool test_allocs_recover;

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);

/* Any thread may allocate: each takes one of what is left. */
static int spent(void)
{
	long left = __atomic_load_n(&test_allocs_left, __ATOMIC_RELAXED);

	while (left > 0 && !__atomic_compare_exchange_n(&test_allocs_left, &left, left - 1, 0, __ATOMIC_RELAXED,
							__ATOMIC_RELAXED)) {
	}
	if (left == 0 && test_allocs_recover) __atomic_store_n(&test_allocs_left, -1, __ATOMIC_RELAXED);
	return left == 0;
}

void *__wrap_malloc(size_t n)
{
	return spent() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size)
{
	return spent() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t n)
{
	return spent() ? NULL : __real_realloc(p, n);
}
