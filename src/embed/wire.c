/* SPDX-License-Identifier: MIT */
#include "embed/wire.h"

#include <math.h>
#include <stdlib.h>

#include "lucus/embed.h"
#include "lucus/http.h"
#include "lucus/vector.h"

const lu__wire lu__wire_voyage = {
	.name = "voyage",
	.url = "https://api.voyageai.com/v1",
	.model = "voyage-code-3",
	.dim = "output_dimension",
	.key = "VOYAGE_API_KEY",
	.typed = true,
	.tokens = 16000,
};

const lu__wire lu__wire_openai = {
	.name = "openai",
	.url = "https://api.openai.com/v1",
	.model = "text-embedding-3-small",
	.dim = "dimensions",
	.key = "OPENAI_API_KEY",
	.tokens = 8000,
};

void lu__wire_body(const lu__wire *w, const char *model, int64_t dim, bool query, const lu_str *text, size_t n,
		   lu_buf *out)
{
	lu_jw j;

	lu_jw_init(&j);
	lu_jw_open(&j, NULL, '{');
	lu_jw_strz(&j, "model", model);
	lu_jw_open(&j, "input", '[');
	for (size_t i = 0; i < n; i++) lu_jw_str(&j, NULL, text[i]);
	lu_jw_close(&j, ']');
	if (w->typed) lu_jw_strz(&j, "input_type", query ? "query" : "document");
	else lu_jw_strz(&j, "encoding_format", "float");
	if (dim) lu_jw_int(&j, w->dim, dim);
	lu_jw_close(&j, '}');
	lu_buf_addstr(out, lu_buf_str(&j.out));
	out->oom |= j.out.oom;
	lu_jw_free(&j);
}

lu_str lu__cut(lu_str s, size_t max)
{
	if (s.n <= max) return s;
	while (max && ((unsigned char)s.s[max] & 0xc0) == 0x80) max--;
	return lu_strn(s.s, max);
}

/* ---- answers ---- */

static lu_code read_vector(const lu_json *list, size_t at, size_t dim, float *v, lu_err *e)
{
	if (lu_json_count(list) != dim)
		return lu_fail(e, LU_EFORMAT, "vector %zu of the answer has %zu components instead of %zu", at,
			       lu_json_count(list), dim);
	for (size_t i = 0; i < dim; i++) {
		double x = lu_json_real(lu_json_at(list, i), NAN);

		if (!isfinite(x) || fabs(x) > 1e30)
			return lu_fail(e, LU_EFORMAT, "vector %zu of the answer has no finite number at position %zu",
				       at, i);
		v[i] = (float)x;
	}
	if (!lu_vec_normalise(v, dim)) return lu_fail(e, LU_EFORMAT, "vector %zu of the answer is zero", at);
	return LU_OK;
}

/* Each has its number in the request, which need not be its place. */
static lu_code read_all(const lu_json *data, size_t n, lu__vectors *out, bool *have, lu_err *e)
{
	for (size_t i = 0; i < n; i++) {
		const lu_json *item = lu_json_at(data, i);
		int64_t at = lu_json_int(lu_json_get(item, "index"), (int64_t)i);
		lu_code rc;

		if (at < 0 || at >= (int64_t)n || have[at])
			return lu_fail(e, LU_EFORMAT, "the answer has an index of %lld, which is %s", (long long)at,
				       at >= 0 && at < (int64_t)n ? "there twice" : "none of the request");
		have[at] = true;
		rc = read_vector(lu_json_get(item, "embedding"), (size_t)at, out->dim, out->v + (size_t)at * out->dim,
				 e);
		if (rc) return rc;
	}
	return LU_OK;
}

static lu_code read_data(const lu_json *data, size_t n, size_t dim, lu__vectors *out, lu_err *e)
{
	bool *have;
	lu_code rc;

	if (lu_json_count(data) != n)
		return lu_fail(e, LU_EFORMAT, "the answer has %zu vectors for %zu texts", lu_json_count(data), n);
	out->dim = dim ? dim : lu_json_count(lu_json_get(lu_json_at(data, 0), "embedding"));
	if (!out->dim || out->dim > LU_EMBED_DIM_MAX)
		return lu_fail(e, LU_EFORMAT, "the answer has a vector of %zu components, expected 1 to %d", out->dim,
			       LU_EMBED_DIM_MAX);
	have = calloc(n, sizeof *have);
	out->v = calloc(n * out->dim, sizeof *out->v);
	rc = have && out->v ? read_all(data, n, out, have, e) : lu_nomem(e);
	free(have);
	if (rc) free(out->v);
	return rc;
}

lu_code lu__wire_read(lu_str body, size_t n, size_t dim, lu__vectors *out, lu_err *e)
{
	lu__vectors x = { 0 };
	lu_json *v = NULL;
	const lu_json *usage;
	lu_code rc = lu_json_parse(body, &v, e);

	if (rc) return lu_wrap(e, rc, "the answer is not JSON");
	rc = read_data(lu_json_get(v, "data"), n, dim, &x, e);
	usage = lu_json_get(v, "usage");
	x.tokens = lu_json_int_within(lu_json_get(usage, "prompt_tokens"), 0, LU_HTTP_TOKENS_MAX, 0);
	x.tokens = lu_json_int_within(lu_json_get(usage, "total_tokens"), 0, LU_HTTP_TOKENS_MAX, x.tokens);
	lu_json_free(v);
	if (!rc) *out = x;
	return rc;
}
