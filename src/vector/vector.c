/* SPDX-License-Identifier: MIT
 * Lengths and quantisation. */
#include "lucus/vector.h"

#include <math.h>

bool lu_vec_normalise(float *v, size_t dim)
{
	double sum = 0, len;

	for (size_t i = 0; i < dim; i++) sum += (double)v[i] * v[i];
	len = sqrt(sum);
	if (!(len > 0) || !isfinite(len)) {
		if (dim) memset(v, 0, dim * sizeof *v);
		return false;
	}
	for (size_t i = 0; i < dim; i++) v[i] = (float)(v[i] / len);
	return true;
}

void lu_vec_quantise(const float *v, size_t dim, int8_t *out, float *scale)
{
	double max = 0;
	bool finite = true;

	for (size_t i = 0; i < dim; i++) {
		double a = fabs((double)v[i]);

		if (!isfinite(a)) finite = false;
		if (a > max) max = a;
	}
	/* a scale that underflows to 0 would not give the values back */
	*scale = finite ? (float)(max / 127) : 0;
	if (*scale == 0) {
		if (dim) memset(out, 0, dim);
		return;
	}
	for (size_t i = 0; i < dim; i++) out[i] = (int8_t)lround(v[i] * (127 / max));
}

void lu_vec_add(float *restrict sum, const int8_t *restrict row, float w, size_t dim)
{
	size_t d = 0;

	/* of a fixed length, so that compilers make vector instructions of it */
	for (; d + 16 <= dim; d += 16)
		for (size_t k = 0; k < 16; k++) sum[d + k] += w * row[d + k];
	for (; d < dim; d++) sum[d] += w * row[d];
}
