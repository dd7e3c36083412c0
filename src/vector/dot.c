/* SPDX-License-Identifier: MIT
 * Dot products of int8 vectors. Sums are taken modulo 2^32, so that every backend gives the same
 * result whatever the order of its additions. */
#include "vector/dot.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

static uint32_t tail(const int8_t *a, const int8_t *b, size_t from, size_t dim)
{
	uint32_t sum = 0;

	for (size_t i = from; i < dim; i++) sum += (uint32_t)(a[i] * b[i]);
	return sum;
}

static void dots_portable(const int8_t *rows, size_t n, size_t dim, const int8_t *query, int32_t *out)
{
	for (size_t i = 0; i < n; i++) out[i] = (int32_t)tail(rows + i * dim, query, 0, dim);
}

static const lu__dot_backend portable = { "portable", dots_portable };

#if defined(__x86_64__) && defined(__GNUC__)

#define AVX2   __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx2,avx512f,avx512bw,avx512vnni")))

/* By instructions alone: the additions of C must not overflow. */
AVX2 static inline uint32_t total(__m256i sum)
{
	__m128i s = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));

	s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0x4e));
	s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0xb1));
	return (uint32_t)_mm_cvtsi128_si32(s);
}

AVX2 static void dots_avx2(const int8_t *rows, size_t n, size_t dim, const int8_t *query, int32_t *out)
{
	for (size_t r = 0; r < n; r++, rows += dim) {
		__m256i sum = _mm256_setzero_si256();
		size_t i = 0;

		/* products of 16 bits in pairs: exact, -128 * -128 * 2 included */
		for (; i + 16 <= dim; i += 16) {
			__m256i a = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(rows + i)));
			__m256i b = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(query + i)));

			sum = _mm256_add_epi32(sum, _mm256_madd_epi16(a, b));
		}
		out[r] = (int32_t)(total(sum) + tail(rows, query, i, dim));
	}
}

AVX512 static inline uint32_t total512(__m512i sum)
{
	return total(_mm256_add_epi32(_mm512_castsi512_si256(sum), _mm512_extracti64x4_epi64(sum, 1)));
}

/* The instruction multiplies unsigned by signed bytes. (row + 128) is unsigned, and what that adds
 * to the product is 128 * the sum of the query: `bias`. */
AVX512 static void dots_avx512(const int8_t *rows, size_t n, size_t dim, const int8_t *query, int32_t *out)
{
	const __m512i c128 = _mm512_set1_epi8(-128);
	const size_t full = dim & ~(size_t)63;
	const __mmask64 rest = ((__mmask64)1 << (dim - full)) - 1;
	const __m512i last = _mm512_maskz_loadu_epi8(rest, query + full);
	__m512i sum = _mm512_dpbusd_epi32(_mm512_setzero_si512(), c128, last);
	uint32_t bias;

	for (size_t i = 0; i < full; i += 64) sum = _mm512_dpbusd_epi32(sum, c128, _mm512_loadu_si512(query + i));
	bias = total512(sum);
	for (size_t r = 0; r < n; r++, rows += dim) {
		__m512i a = _mm512_maskz_loadu_epi8(rest, rows + full);

		sum = _mm512_dpbusd_epi32(_mm512_setzero_si512(), _mm512_xor_si512(a, c128), last);
		for (size_t i = 0; i < full; i += 64) {
			a = _mm512_xor_si512(_mm512_loadu_si512(rows + i), c128);
			sum = _mm512_dpbusd_epi32(sum, a, _mm512_loadu_si512(query + i));
		}
		out[r] = (int32_t)(total512(sum) - bias);
	}
}

static const lu__dot_backend avx2 = { "avx2", dots_avx2 };
static const lu__dot_backend avx512 = { "avx512vnni", dots_avx512 };

const lu__dot_backend *lu__dot_backend_at(size_t i)
{
	bool vnni = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
		    __builtin_cpu_supports("avx512vnni");

	if (vnni && i-- == 0) return &avx512;
	if (__builtin_cpu_supports("avx2") && i-- == 0) return &avx2;
	return i == 0 ? &portable : NULL;
}

#elif defined(__aarch64__) && defined(__ARM_NEON)

static void dots_neon(const int8_t *rows, size_t n, size_t dim, const int8_t *query, int32_t *out)
{
	for (size_t r = 0; r < n; r++) {
		const int8_t *row = rows + r * dim;
		int32x4_t sum = vdupq_n_s32(0);
		size_t i = 0;

		for (; i + 16 <= dim; i += 16) {
			int8x16_t a = vld1q_s8(row + i), b = vld1q_s8(query + i);

			sum = vpadalq_s16(sum, vmull_s8(vget_low_s8(a), vget_low_s8(b)));
			sum = vpadalq_s16(sum, vmull_s8(vget_high_s8(a), vget_high_s8(b)));
		}
		out[r] = (int32_t)((uint32_t)vaddvq_s32(sum) + tail(row, query, i, dim));
	}
}

static const lu__dot_backend neon = { "neon", dots_neon };

const lu__dot_backend *lu__dot_backend_at(size_t i)
{
	return i == 0 ? &neon : i == 1 ? &portable : NULL;
}

#else

const lu__dot_backend *lu__dot_backend_at(size_t i)
{
	return i == 0 ? &portable : NULL;
}

#endif

int32_t lu_vec_dot(const int8_t *a, const int8_t *b, size_t dim)
{
	int32_t out;

	lu__dot_backend_at(0)->dots(a, 1, dim, b, &out);
	return out;
}

void lu_vec_dots(const int8_t *rows, size_t n, size_t dim, const int8_t *v, int32_t *out)
{
	lu__dot_backend_at(0)->dots(rows, n, dim, v, out);
}

int32_t lu_vec_dot_portable(const int8_t *a, const int8_t *b, size_t dim)
{
	return (int32_t)tail(a, b, 0, dim);
}

const char *lu_vec_backend(void)
{
	return lu__dot_backend_at(0)->name;
}
