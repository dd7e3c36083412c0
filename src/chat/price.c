/* SPDX-License-Identifier: MIT
 * What tokens of a model cost: the user's table, else ours. */
#include <math.h>

#include "lucus/chat.h"

static const struct {
	const char *model;
	lu_price price;
} known[] = {
#define PRICE(model, in, cached, out) { model, { in, cached, out } },
#include "chat/prices.def"
#undef PRICE
};

static size_t digits_at(const char *s)
{
	return strspn(s, "0123456789");
}

/* What may follow the name of a model that has versions: -20250929, @20250929, -2024-08-06, -08-2024, -latest. One
 * digit alone is the number of another model. */
static bool is_version(const char *s)
{
	if (!*s) return true;
	if (*s != '-' && *s != '@') return false;
	if (!strcmp(++s, "latest")) return true;
	if (s[strspn(s, "0123456789-")]) return false;
	return digits_at(s) >= 4 || (digits_at(s) == 2 && s[2] == '-' && digits_at(s + 3) == 4);
}

/* Its length, when `name` is that of `model`. */
static size_t matches(const char *name, const char *model)
{
	size_t n = strlen(name);

	return !strncmp(name, model, n) && is_version(model + n) ? n : 0;
}

static lu_code read_number(const lu_json *v, const char *model, const char *key, double *out, lu_err *e)
{
	const lu_json *x = lu_json_get(v, key);
	double d = lu_json_real(x, -1);

	if (!x) return LU_OK;
	if (!isfinite(d) || d < 0)
		return lu_fail(e, LU_EFORMAT, "prices: '%s' of '%s' must be a number of dollars, not less than 0", key,
			       model);
	*out = d;
	return LU_OK;
}

static lu_code read_price(const lu_json *v, const char *model, lu_price *out, lu_err *e)
{
	lu_price p = { -1, -1, -1 };
	lu_code rc;

	if (lu_json_type(v) != LU_JSON_OBJECT)
		return lu_fail(e, LU_EFORMAT, "prices: '%s' must be an object with in, cached and out, found %s", model,
			       lu_json_kind_name(lu_json_type(v)));
	rc = read_number(v, model, "in", &p.in, e);
	if (!rc) rc = read_number(v, model, "cached", &p.cached, e);
	if (!rc) rc = read_number(v, model, "out", &p.out, e);
	if (!rc) *out = p;
	return rc;
}

/* All of the table is read, so that its mistakes are reported whatever model is looked up. */
static lu_code own_price(const char *model, lu_str own, lu_price *out, size_t *best, lu_err *e)
{
	lu_json *table = NULL, *v;
	const char *name;
	void *it = NULL;
	lu_code rc = lu_json_parse(own, &table, e);

	if (rc) return rc == LU_EFORMAT ? lu_wrap(e, rc, "prices") : rc;
	if (lu_json_type(table) != LU_JSON_OBJECT)
		rc = lu_fail(e, LU_EFORMAT, "prices: expected an object with a member for each model, found %s",
			     lu_json_kind_name(lu_json_type(table)));
	while (!rc && lu_json_each(table, &it, &name, &v)) {
		size_t n = matches(name, model);
		lu_price p = { -1, -1, -1 };

		rc = read_price(v, name, &p, e);
		if (rc || n <= *best) continue;
		*best = n;
		*out = p;
	}
	lu_json_free(table);
	return rc;
}

lu_code lu_price_of(const char *model, lu_str own, lu_price *out, lu_err *e)
{
	lu_price p = { -1, -1, -1 };
	size_t best = 0;
	lu_code rc = lu_str_trim(own).n ? own_price(model, own, &p, &best, e) : LU_OK;

	if (rc) return rc;
	for (size_t i = 0, longest = 0; i < sizeof known / sizeof *known && !best; i++) {
		size_t n = matches(known[i].model, model);

		if (n <= longest) continue;
		longest = n;
		p = known[i].price;
	}
	*out = p;
	return LU_OK;
}
