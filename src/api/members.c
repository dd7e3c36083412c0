/* SPDX-License-Identifier: MIT
 * Reading what a request says. */
#include "api/members.h"

#include <math.h>

/* A value on its way to its place. */
typedef struct giving {
	const lu__member *m;
	void *to;
	lu_arena *a;
	bool more; /* the list goes on */
	lu_err *e;
} giving;

const lu__member *lu__member_next(lu__member_iter *it)
{
	for (; it->tables[it->table]; it->table++, it->row = 0) {
		const lu__member *m = &it->tables[it->table][it->row++];

		if (m->kind != LU__MEMBER_END) return m;
	}
	return NULL;
}

static const lu__member *find(lu__members tables, const char *within, const char *name)
{
	lu__member_iter it = { .tables = tables };
	const lu__member *m;

	while ((m = lu__member_next(&it)))
		if (!strcmp(m->name, name) && (within ? m->within && !strcmp(m->within, within) : !m->within)) return m;
	return NULL;
}

static bool is_object(lu__members tables, const char *name)
{
	lu__member_iter it = { .tables = tables };
	const lu__member *m;

	while ((m = lu__member_next(&it)))
		if (m->within && !strcmp(m->within, name)) return true;
	return false;
}

/* ---- values ---- */

static void *place(const giving *g)
{
	return (char *)g->to + g->m->at;
}

static lu_code of_kind(const giving *g, const lu_json *v, lu_json_kind want)
{
	lu_json_kind found = lu_json_type(v);

	if (found == want) return LU_OK;
	return lu_fail(g->e, LU_EUSAGE, "member '%s' must be %s, found %s", g->m->name, lu_json_kind_name(want),
		       lu_json_kind_name(found));
}

/* A terminated copy. A NUL in it would be taken for its end. */
static lu_code terminated(const giving *g, const lu_json *v, const char **out)
{
	lu_str s = lu_json_str(v), copy;
	lu_code rc = of_kind(g, v, LU_JSON_STR);

	if (rc) return rc;
	if (s.n && memchr(s.s, 0, s.n)) return lu_fail(g->e, LU_EUSAGE, "member '%s' holds a NUL", g->m->name);
	copy = lu_arena_dup(g->a, s);
	if (!copy.s) return lu_nomem(g->e);
	*out = copy.s;
	return LU_OK;
}

static lu_code give_text(const giving *g, const lu_json *v)
{
	const char *text = "";
	lu_code rc = terminated(g, v, &text);

	if (!rc && g->m->check && (rc = g->m->check(text, g->e))) lu_wrap(g->e, rc, "member '%s'", g->m->name);
	if (!rc) *(const char **)place(g) = text;
	return rc;
}

static lu_code out_of_range(const giving *g, double v)
{
	return lu_fail(g->e, LU_EUSAGE, "member '%s': %.15g is out of range %.15g..%.15g", g->m->name, v, g->m->min,
		       g->m->max);
}

static lu_code give_int(const giving *g, const lu_json *v)
{
	int64_t n = lu_json_int(v, 0);
	lu_code rc = of_kind(g, v, LU_JSON_INT);

	if (rc) return rc;
	if ((double)n < g->m->min || (double)n > g->m->max) return out_of_range(g, (double)n);
	*(int64_t *)place(g) = n;
	return LU_OK;
}

static lu_code give_real(const giving *g, const lu_json *v)
{
	double n = lu_json_real(v, NAN);

	if (lu_json_type(v) != LU_JSON_INT && lu_json_type(v) != LU_JSON_REAL) return of_kind(g, v, LU_JSON_REAL);
	if (!(n >= g->m->min && n <= g->m->max)) return out_of_range(g, n);
	*(double *)place(g) = n;
	return LU_OK;
}

static lu_code give_bool(const giving *g, const lu_json *v)
{
	lu_code rc = of_kind(g, v, LU_JSON_BOOL);

	if (!rc) *(bool *)place(g) = lu_json_bool(v, false);
	return rc;
}

static lu_code give_choice(const giving *g, const lu_json *v)
{
	lu_code rc = of_kind(g, v, LU_JSON_STR);
	lu_buf all = LU_BUF;

	for (int i = 0; !rc && g->m->choices[i]; i++) {
		if (lu_str_eqz(lu_json_str(v), g->m->choices[i])) {
			*(int *)place(g) = i;
			lu_buf_free(&all);
			return LU_OK;
		}
		lu_buf_addf(&all, "%s%s", i ? ", " : "", g->m->choices[i]);
	}
	if (!rc && all.oom) rc = lu_nomem(g->e);
	else if (!rc)
		rc = lu_fail(g->e, LU_EUSAGE, "member '%s': '%.*s' is not one of %s", g->m->name,
			     LU_FMT(lu_json_str(v)), all.s);
	lu_buf_free(&all);
	return rc;
}

static lu_code add_word(const giving *g, const lu_json *v, lu_strs *list)
{
	const char *word = "";
	lu_code rc = terminated(g, v, &word);
	lu_str *grown;

	if (rc) return rc;
	if (!*word) return lu_fail(g->e, LU_EUSAGE, "member '%s' holds an empty string", g->m->name);
	if ((double)list->n >= g->m->max)
		return lu_fail(g->e, LU_EUSAGE, "member '%s' holds more than %.15g strings", g->m->name, g->m->max);
	if (!(grown = lu_arena_grow(g->a, list->v, list->n, sizeof *grown))) return lu_nomem(g->e);
	list->v = grown;
	list->v[list->n++] = lu_strz(word);
	return LU_OK;
}

static lu_code give_words(const giving *g, const lu_json *v)
{
	lu_strs *to = place(g), list = g->more ? *to : (lu_strs){ NULL, 0 };
	bool single = lu_json_type(v) == LU_JSON_STR;
	lu_code rc = single ? add_word(g, v, &list) : of_kind(g, v, LU_JSON_ARRAY);

	for (size_t i = 0; !rc && !single && i < lu_json_count(v); i++) rc = add_word(g, lu_json_at(v, i), &list);
	if (!rc) *to = list;
	return rc;
}

static lu_code give(const giving *g, const lu_json *v)
{
	switch (g->m->kind) {
	case LU__MEMBER_TEXT: return give_text(g, v);
	case LU__MEMBER_INT: return give_int(g, v);
	case LU__MEMBER_REAL: return give_real(g, v);
	case LU__MEMBER_BOOL: return give_bool(g, v);
	case LU__MEMBER_CHOICE: return give_choice(g, v);
	case LU__MEMBER_WORDS: return give_words(g, v);
	case LU__MEMBER_END: break;
	}
	return LU_OK;
}

/* ---- bodies ---- */

static lu_code unknown(lu__members tables, const char *within, const char *name, lu_err *e)
{
	lu__member_iter it = { .tables = tables };
	const lu__member *m;
	lu_buf all = LU_BUF;
	lu_code rc = LU_EUSAGE;
	const char *last = NULL;

	while ((m = lu__member_next(&it))) {
		const char *shown = within ? m->name : m->within ? m->within : m->name;

		if (within && !(m->within && !strcmp(m->within, within))) continue;
		if (last && !strcmp(last, shown)) continue;
		lu_buf_addf(&all, "%s%s", all.len ? ", " : "", shown);
		last = shown;
	}
	if (all.oom) rc = lu_nomem(e);
	else
		lu_fail(e, rc, "unknown member '%.64s'%s%s: expected %s", name, within ? " of " : "",
			within ? within : "", all.len ? all.s : "none");
	lu_buf_free(&all);
	return rc;
}

static lu_code read_object(lu__members tables, const char *within, const lu_json *v, void *to, lu_arena *a, lu_err *e)
{
	void *it = NULL;
	const char *name;
	lu_json *x;
	lu_code rc = LU_OK;

	if (lu_json_type(v) != LU_JSON_OBJECT)
		return lu_fail(e, LU_EUSAGE,
			       within ? "member '%s' must be an object, found %s" : "%s must be an object, found %s",
			       within ? within : "the body", lu_json_kind_name(lu_json_type(v)));
	while (!rc && lu_json_each(v, &it, &name, &x)) {
		const lu__member *m = find(tables, within, name);

		if (m) rc = give(&(giving){ m, to, a, false, e }, x);
		else if (!within && is_object(tables, name)) rc = read_object(tables, name, x, to, a, e);
		else rc = unknown(tables, within, name, e);
	}
	return rc;
}

lu_code lu__members_read(lu__members tables, const lu_json *body, void *to, lu_arena *a, lu_err *e)
{
	lu__member_iter it = { .tables = tables };
	const lu__member *m;
	lu_code rc = read_object(tables, NULL, body, to, a, e);

	while (!rc && (m = lu__member_next(&it)))
		if (m->needed && !lu_json_get(body, m->name))
			rc = lu_fail(e, LU_EUSAGE, "member '%s' is missing", m->name);
	return rc;
}

/* ---- query strings ---- */

/* A parameter as the JSON value that it stands for: numbers and booleans are written as there. */
static lu_code value_of(const lu__member *m, lu_str value, lu_json **out, lu_err *e)
{
	bool bare = m->kind == LU__MEMBER_INT || m->kind == LU__MEMBER_REAL || m->kind == LU__MEMBER_BOOL;
	lu_jw w;
	lu_code rc;

	lu_jw_init(&w);
	if (!bare) lu_jw_str(&w, NULL, value);
	rc = w.out.oom ? lu_nomem(e) : lu_json_parse(bare ? value : lu_buf_str(&w.out), out, e);
	lu_jw_free(&w);
	if (rc == LU_EFORMAT)
		rc = lu_fail(e, LU_EUSAGE, "member '%s': '%.*s' is not %s", m->name, (int)(value.n < 64 ? value.n : 64),
			     value.s ? value.s : "",
			     m->kind == LU__MEMBER_BOOL  ? "true or false"
			     : m->kind == LU__MEMBER_INT ? "an integer"
							 : "a number");
	return rc;
}

lu_code lu__members_take(lu__members tables, lu_str name, lu_str value, void *to, lu_arena *a, lu_err *e)
{
	lu__member_iter it = { .tables = tables };
	const lu__member *m;
	lu_json *v = NULL;
	lu_str key = lu_arena_dup(a, name);
	lu_code rc;

	if (!key.s) return lu_nomem(e);
	while ((m = lu__member_next(&it)) && !lu_str_eqz(name, m->name)) {
	}
	if (!m) return unknown(tables, NULL, key.s, e);
	if ((rc = value_of(m, value, &v, e))) return rc;
	rc = give(&(giving){ m, to, a, true, e }, v);
	lu_json_free(v); /* texts are copies */
	return rc;
}
