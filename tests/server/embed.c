/* SPDX-License-Identifier: MIT
 * Embeddings of OpenAI and Voyage: unit vectors made of a hash of each text. */
#include <math.h>

#include "fakeapi.h"
#include "lucus/hash.h"

enum { DIM = 8, DIM_MAX = 4096 };

static void vector(lu_jw *w, lu_str text, int64_t dim)
{
	float v[DIM_MAX];
	double sum = 0;
	int64_t i;

	for (i = 0; i < dim; i++) {
		v[i] = (float)((double)(lu_hash64(text, (uint64_t)i) >> 40) / (1 << 23) - 1);
		sum += (double)v[i] * (double)v[i];
	}
	lu_jw_open(w, "embedding", '[');
	for (i = 0; i < dim; i++) lu_jw_real(w, NULL, (double)v[i] / sqrt(sum > 0 ? sum : 1), 9);
	lu_jw_close(w, ']');
}

static void item(lu_jw *w, lu_str text, size_t i, int64_t dim)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "object", "embedding");
	lu_jw_int(w, "index", (int64_t)i);
	vector(w, text, dim);
	lu_jw_close(w, '}');
}

static void usage(lu_jw *w, int64_t tokens, bool voyage)
{
	lu_jw_open(w, "usage", '{');
	if (!voyage) lu_jw_int(w, "prompt_tokens", tokens);
	lu_jw_int(w, "total_tokens", tokens);
	lu_jw_close(w, '}');
}

static const char *problem(const fa_request *q, size_t n, int64_t dim)
{
	const lu_json *input = lu_json_get(q->json, "input"), *type = lu_json_get(q->json, "input_type");
	size_t i;

	if (!n) return "input: field required, a text or a list of texts";
	if (n > (q->who == FA_VOYAGE ? 1000 : 2048)) return "input: too many texts";
	for (i = 0; i < lu_json_count(input); i++)
		if (!lu_json_str(lu_json_at(input, i)).n) return "input: must hold texts that are not empty";
	if (dim < 1 || dim > DIM_MAX) return "dimension out of range";
	if (q->who == FA_VOYAGE && lu_json_get(q->json, "dimensions")) return "dimensions: no such argument";
	if (q->who == FA_OPENAI && (type || lu_json_get(q->json, "output_dimension")))
		return "input_type, output_dimension: no such argument";
	if (type && !lu_str_eqz(lu_json_str(type), "query") && !lu_str_eqz(lu_json_str(type), "document"))
		return "input_type: must be query or document";
	if (lu_str_eqz(lu_json_str(lu_json_get(q->json, "encoding_format")), "base64"))
		return "encoding_format: only float is served here";
	return NULL;
}

void fa_embed(const fa_request *q, const fa_rule *r, fa_answer *a)
{
	const lu_json *input = lu_json_get(q->json, "input");
	bool voyage = q->who == FA_VOYAGE, one = lu_json_type(input) == LU_JSON_STR;
	int64_t dim = lu_json_int(lu_json_get(q->json, voyage ? "output_dimension" : "dimensions"), DIM), tokens = 0;
	size_t i, n = one ? 1 : lu_json_count(input);
	const char *wrong = problem(q, n, dim);
	lu_jw w;

	(void)r;
	if (wrong) {
		fa_error(q, 400, wrong, a);
		return;
	}
	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	lu_jw_strz(&w, "object", "list");
	lu_jw_open(&w, "data", '[');
	for (i = 0; i < n; i++) {
		lu_str text = lu_json_str(one ? input : lu_json_at(input, i));

		item(&w, text, i, dim);
		tokens += fa_tokens(text);
	}
	lu_jw_close(&w, ']');
	lu_jw_str(&w, "model", lu_json_str(lu_json_get(q->json, "model")));
	usage(&w, tokens, voyage);
	lu_jw_close(&w, '}');
	lu_buf_addstr(&a->body, lu_buf_str(&w.out));
	lu_jw_free(&w);
}
