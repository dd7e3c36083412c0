/* SPDX-License-Identifier: MIT
 * Counting the work on a file. tree-sitter tells of each hundred of its operations, and of nothing else; but a single
 * operation may read all of the text (an unclosed comment that is looked for again at each token, the column on a line
 * of a megabyte), or join stacks that take a gigabyte. So the bytes that are read and the bytes of memory count as well. */
#include "parse/budget.h"

#include <time.h>

#include "lucus/request.h"

/* A unit is some 7 ns. Ordinary source takes 10 to 60 units for a byte of text. */
#define FLAT      80000000
#define PER_BYTE  30
#define MOST      (16u << 20) /* bytes of text that count: what is parsed is memory, a hundred bytes for a byte */
#define OPERATION 12          /* of the parser */
#define STEP      1           /* of the matcher */
#define FOUND     120         /* that a pattern fits */
#define MEMORY    5           /* bytes for a unit */
#define CHUNK     64          /* bytes that are read at a time */
#define LOOK      8           /* calls for one look at the clock */

extern _Thread_local uint64_t lu__ts_work; /* src/parse/ts/core.c */

const char lu__gave_up[] = "gave up after too many parser steps";

static double processor_time(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

uint64_t lu__budget_units(size_t n)
{
	return FLAT + (n < MOST ? n : MOST) * (uint64_t)PER_BYTE;
}

struct lu__budget lu__budget_of(uint64_t units, size_t n, unsigned scan)
{
	return (struct lu__budget){ .all = units,
				    .left = units,
				    .work = lu__ts_work,
				    .scan = scan ? scan : 1,
				    .until = processor_time() + 10 + (double)n * 20e-6 };
}

static void charge(struct lu__budget *b, uint64_t units)
{
	if (b->left > units) b->left -= units;
	else b->left = 0;
	if (!b->left) b->spent = true;
}

static bool spend(struct lu__budget *b, uint64_t units)
{
	charge(b, units + (lu__ts_work - b->work) / MEMORY);
	b->work = lu__ts_work;
	/* the clock costs a system call */
	if (++b->calls % LOOK == 0 && (lu_cancelled() || processor_time() > b->until)) b->spent = true;
	return b->spent;
}

bool lu__spend_parsing(TSParseState *state)
{
	return spend(state->payload, 100 * OPERATION);
}

bool lu__spend_found(struct lu__budget *b)
{
	charge(b, FOUND);
	return b->spent;
}

bool lu__spend_matching(void *budget)
{
	return spend(budget, 100 * STEP);
}

static const char *read_text(void *payload, uint32_t at, TSPoint where, uint32_t *n)
{
	struct lu__input *in = payload;

	(void)where;
	/* where it goes on, it has gone over all that it had; where it jumps, over half of that at a guess */
	charge(in->budget, (at == in->end ? CHUNK : CHUNK / 2) * in->budget->scan);
	*n = at < in->text.n && !in->budget->spent ? (uint32_t)(in->text.n - at) : 0;
	if (*n > CHUNK) *n = CHUNK;
	in->end = at + *n;
	return *n ? in->text.s + at : "";
}

TSInput lu__input(struct lu__input *in)
{
	return (TSInput){ .payload = in, .read = read_text, .encoding = TSInputEncodingUTF8 };
}
