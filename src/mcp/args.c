/* SPDX-License-Identifier: MIT
 * The arguments of a call: whoever wrote them is a model, which reads what was wrong and tries again. */
#include "core/ascii.h"
#include "mcp/tool.h"

static const lu_json *ask(lu__args *x, const char *key)
{
	const lu_json *v = lu_json_get(x->v, key);

	if (x->n_asked < sizeof x->asked / sizeof *x->asked) x->asked[x->n_asked++] = key;
	return lu_json_type(v) == LU_JSON_NULL || x->rc ? NULL : v;
}

static void wrong_kind(lu__args *x, const char *key, const char *want, const lu_json *v)
{
	x->rc = lu_fail(&x->why, LU_EUSAGE, "argument '%s' must be %s, found %s", key, want,
			lu_json_kind_name(lu_json_type(v)));
}

/* No NUL: names go to functions that end there. */
static bool is_text(lu__args *x, const char *key, const lu_json *v)
{
	lu_str s = lu_json_str(v);

	if (s.n && memchr(s.s, '\0', s.n)) x->rc = lu_fail(&x->why, LU_EUSAGE, "argument '%s' holds a NUL", key);
	return !x->rc;
}

void lu__args_str(lu__args *x, const char *key, lu_str *out)
{
	const lu_json *v = ask(x, key);

	if (!v) return;
	if (lu_json_type(v) != LU_JSON_STR) wrong_kind(x, key, "a string", v);
	else if (is_text(x, key, v)) *out = lu_json_str(v);
}

void lu__args_strs(lu__args *x, const char *key, size_t max, lu_strs *out)
{
	const lu_json *v = ask(x, key);
	bool one = lu_json_type(v) == LU_JSON_STR;
	size_t n = one ? 1 : lu_json_count(v);
	lu_str *all;

	if (!v) return;
	if (!one && lu_json_type(v) != LU_JSON_ARRAY) {
		wrong_kind(x, key, "a string or an array of strings", v);
		return;
	}
	if (n > max) {
		x->rc = lu_fail(&x->why, LU_EUSAGE, "argument '%s' has %zu values, more than %zu", key, n, max);
		return;
	}
	if (!(all = lu_arena_calloc(x->a, n + 1, sizeof *all))) {
		x->rc = lu_nomem(&x->why);
		return;
	}
	for (size_t i = 0; i < n && !x->rc; i++) {
		const lu_json *at = one ? v : lu_json_at(v, i);

		if (lu_json_type(at) != LU_JSON_STR) wrong_kind(x, key, "a string or an array of strings", at);
		else if (is_text(x, key, at)) all[i] = lu_json_str(at);
	}
	*out = (lu_strs){ all, n };
}

void lu__args_int(lu__args *x, const char *key, int64_t min, int64_t max, int64_t *out)
{
	const lu_json *v = ask(x, key);
	int64_t n;

	if (!v) return;
	if (lu_json_type(v) != LU_JSON_INT) {
		wrong_kind(x, key, "an integer", v);
		return;
	}
	n = lu_json_int(v, 0);
	if (n < min || n > max)
		x->rc = lu_fail(&x->why, LU_EUSAGE, "argument '%s' must be from %lld to %lld, found %lld", key,
				(long long)min, (long long)max, (long long)n);
	else *out = n;
}

void lu__args_choice(lu__args *x, const char *key, const char *const *names, int *out)
{
	lu_str s = { NULL, 0 };
	lu_buf all = LU_BUF;
	bool known = false;

	lu__args_str(x, key, &s);
	if (x->rc || !s.s) return;
	for (int i = 0; names[i]; i++) {
		lu_buf_addf(&all, "%s%s", i ? ", " : "", names[i]);
		if (!lu_str_eqz(s, names[i])) continue;
		*out = i;
		known = true;
	}
	if (!known) x->rc = lu_fail(&x->why, LU_EUSAGE, "argument '%s' must be one of %s", key, all.s);
	lu_buf_free(&all);
}

/* Does a path lead out of the root? */
static bool leaves(lu_str s)
{
	if (s.n && s.s[0] == '/') return true;
	while (s.n)
		if (lu_str_eqz(lu_str_take(&s, '/'), "..")) return true;
	return false;
}

void lu__args_paths(lu__args *x, const char *key, lu_strs *out)
{
	lu__args_strs(x, key, 32, out);
	for (size_t i = 0; i < out->n && !x->rc; i++) {
		lu_str *s = &out->v[i];

		while (lu_str_starts(*s, "./")) *s = lu_strn(s->s + 2, s->n - 2);
		while (s->n > 1 && s->s[s->n - 1] == '/') s->n--;
		if (leaves(*s))
			x->rc = lu_fail(&x->why, LU_EUSAGE,
					"argument '%s': '%.*s' is outside of the code base: paths begin at its root",
					key, LU_FMT(*s));
		else if (!s->n || lu_str_eqz(*s, ".")) *s = lu_strz("*");
	}
}

lu_code lu__args_end(lu__args *x, lu_err *e)
{
	void *it = NULL;
	const char *key;
	lu_json *val;
	lu_buf all = LU_BUF;

	if (!x->rc && x->v && lu_json_type(x->v) != LU_JSON_OBJECT)
		x->rc = lu_fail(&x->why, LU_EUSAGE, "arguments must be an object, found %s",
				lu_json_kind_name(lu_json_type(x->v)));
	for (size_t i = 0; i < x->n_asked; i++) lu_buf_addf(&all, "%s%s", i ? " " : "", x->asked[i]);
	while (!x->rc && lu_json_each(x->v, &it, &key, &val))
		if (!lu_str_in_words(lu_strz(key), all.s))
			x->rc = lu_fail(&x->why, LU_EUSAGE, "no argument '%.80s': there are %s", key, all.s);
	lu_buf_free(&all);
	return x->rc ? lu_fail(e, x->rc, "%s", x->why.msg) : LU_OK;
}
