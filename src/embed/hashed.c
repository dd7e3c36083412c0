/* SPDX-License-Identifier: MIT
 * Vectors of tokens that no table has, made of hashes: of the token and, so that `embedding`, `embeddings` and `embed`
 * come near each other, of its stem and its beginning. A table is trained from these vectors on, so that its rows and
 * the vectors of what it lacks are of one space. */
#include <math.h>

#include "embed/builtin.h"
#include "embed/endings.h"

#define STEM       1.0f /* length of the stem's vector when the token's is 1 */
#define PREFIX     0.9f /* and of the first letters' */
#define PREFIX_LEN 5

/* The coordinates of a pseudo-random vector. */
static void hash_into(lu__hashed *t, size_t dim, uint64_t h)
{
	size_t n = (size_t)t->parts++ * LU__NONZERO;

	for (int i = 0; i < LU__NONZERO; i += 4) {
		/* the finaliser of splitmix64: 4 coordinates of 15 bits and a sign each */
		uint64_t r = h += 0x9e3779b97f4a7c15u;

		r = (r ^ r >> 30) * 0xbf58476d1ce4e5b9u;
		r = (r ^ r >> 27) * 0x94d049bb133111ebu;
		r ^= r >> 31;
		for (int k = 0; k < 4; k++, r >>= 16, n++) {
			t->at[n] = (uint16_t)((r & 0x7fff) * dim >> 15);
			t->negative |= (r >> 15 & 1) << n;
		}
	}
}

void lu__hashed_make(lu_str token, uint64_t hash, size_t dim, lu__hashed *h)
{
	*h = (lu__hashed){ .parts = 0 };
	hash_into(h, dim, hash);
	hash_into(h, dim, lu_hash64(lu__stem(token), 1));
	if (token.n >= PREFIX_LEN) hash_into(h, dim, lu_hash64(lu_strn(token.s, PREFIX_LEN), 2));
}

void lu__hashed_add(const lu__hashed *h, float w, float *out)
{
	static const float length[] = { 1, STEM, PREFIX };
	uint64_t negative = h->negative;
	const uint16_t *at = h->at;

	w /= sqrtf((1 + STEM * STEM + PREFIX * PREFIX) * LU__NONZERO);
	for (int p = 0; p < h->parts; p++) {
		float x = w * length[p], sign[2] = { x, -x };

		for (int i = 0; i < LU__NONZERO; i++, negative >>= 1) out[*at++] += sign[negative & 1];
	}
}
