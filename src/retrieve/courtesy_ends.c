/* SPDX-License-Identifier: MIT */
#include "retrieve/courtesy.h"

#define FAR    2 /* below the weight of the talk, what comes is the question */
#define SOON   8 /* words */
#define ENOUGH 3 /* weight of words that are talk: "I", and one of what people do */

/* A sentence that begins soon behind the talk begins the question. */
static size_t to_sentence(const lu__said *v, size_t end, size_t n)
{
	int weight = 0;

	for (size_t i = end; i < n && i <= end + SOON; i++) {
		if (v[i].opens) return weight * -2 <= (int)(i - end) ? i : end;
		weight += v[i].weight;
	}
	return end;
}

size_t lu__said_before(const lu__said *v, size_t n)
{
	int weight = 0, best = ENOUGH - 1;
	size_t end = 0;
	bool speaks = false;

	for (size_t i = 0; i < n; i++) {
		weight += v[i].weight;
		speaks |= v[i].speaks;
		if (weight < 0 || weight < best - FAR) break;
		if (!speaks || !i || v[i].weight <= 0 || weight < best || weight < ENOUGH) continue;
		best = weight;
		end = i + 1;
	}
	return end ? to_sentence(v, end, n) : 0;
}

size_t lu__said_behind(const lu__said *v, size_t n)
{
	int weight = 0, best = ENOUGH - 1;
	size_t from = n;
	bool speaks = false;

	for (size_t i = n; i--;) {
		weight += v[i].weight;
		speaks |= v[i].speaks;
		if (weight < 0 || weight < best - FAR) break;
		if (!speaks || i + 1 == n || (i && v[i - 1].joins) || v[i].weight <= 0 || weight <= best) continue;
		best = weight;
		from = i;
	}
	return n - from;
}
