/* SPDX-License-Identifier: MIT
 * Names in an answer that it has from nowhere: a model that invents invents names. */
#include "answer/answer.h"

#include "core/ascii.h"
#include "lucus/hash.h"
#include "lucus/map.h"

#define LONGEST 100 /* bytes of a name in back ticks: what is longer is a piece of code */

/* The identifiers of texts, by their hashes. */
typedef struct known {
	lu_arena *a;
	uint64_t *hash;
	lu_map map; /* of the hashes */
} known;

static bool find(const known *k, lu_str s)
{
	uint64_t h = lu_digest64(s, 0);

	return lu_map_find(&k->map, h, lu_map_u64, k->hash, &h) != LU_MAP_NONE;
}

static bool add(known *k, lu_str s)
{
	uint64_t h = lu_digest64(s, 0), *slot, *v = k->hash;

	if (!lu_map_reserve(&k->map, k->a, (size_t)k->map.n + 1)) return false;
	slot = lu_map_slot(&k->map, h, lu_map_u64, v, &h);
	if (*slot) return true;
	if (!(v = lu_arena_grow(k->a, v, k->map.n, sizeof *v))) return false;
	k->hash = v;
	v[k->map.n] = h;
	lu_map_set(&k->map, slot, h, k->map.n);
	return true;
}

static lu_code learn(known *k, lu_str text, lu_err *e)
{
	for (size_t i = 0, from; i < text.n; i++) {
		if (!lu_is_ident(text.s[i])) continue;
		for (from = i; i < text.n && lu_is_ident(text.s[i]);) i++;
		if (!add(k, lu_strn(text.s + from, i - from))) return lu_nomem(e);
	}
	return LU_OK;
}

/* Are all identifiers of `name` known? Short ones and numbers are. */
static bool is_known(const known *k, lu_str name)
{
	for (size_t i = 0, from; i < name.n; i++) {
		lu_str id;

		if (!lu_is_ident(name.s[i])) continue;
		for (from = i; i < name.n && lu_is_ident(name.s[i]);) i++;
		id = lu_strn(name.s + from, i - from);
		if (id.n < 3 || lu_is_digit(id.s[0])) continue;
		if (!find(k, id)) return false;
	}
	return true;
}

typedef struct checking {
	known k;
	lu_arena *a;
	lu_strs seen, bad;
} checking;

static lu_code check(checking *c, lu_str name, lu_err *e)
{
	lu_code rc = lu__list_add(c->a, &c->seen, name, e);

	if (!rc && !is_known(&c->k, name)) rc = lu__list_add(c->a, &c->bad, name, e);
	return rc;
}

/* A name in back ticks, or a word that is written like code, at `*i`. */
static lu_code word(checking *c, lu_str s, size_t *i, lu_err *e)
{
	size_t from = *i;
	bool tick = s.s[from] == '`';
	lu_str w;

	if (tick) from++;
	for (*i = from; *i < s.n && !lu_is_space(s.s[*i]) && s.s[*i] != '`';) ++*i;
	w = lu_strn(s.s + from, *i - from);
	if (tick && *i < s.n && s.s[*i] == '`') {
		++*i;
		return w.n && w.n <= LONGEST ? check(c, w, e) : LU_OK;
	}
	return !tick && lu_is_code_word(w) && !memchr(w.s, '[', w.n) && w.n <= LONGEST ? check(c, w, e) : LU_OK;
}

static size_t behind_fence(lu_str s, size_t i)
{
	const char *p = memmem(s.s + i + 3, s.n - i - 3, "```", 3);

	return p ? (size_t)(p - s.s) + 3 : s.n;
}

static lu_code check_text(checking *c, lu_str s, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < s.n && !rc && c->seen.n < 500;) {
		if (lu_is_space(s.s[i])) i++;
		else if (s.n - i > 3 && memcmp(s.s + i, "```", 3) == 0) i = behind_fence(s, i);
		else rc = word(c, s, &i, e);
	}
	return rc;
}

lu_code lu__check_names(lu_str text, lu_str question, const lu_sources *src, lu_arena *a, lu_strs *out, size_t *names,
			lu_err *e)
{
	lu_arena own = { 0 };
	checking c = { .k = { .a = &own }, .a = a };
	lu_code rc = learn(&c.k, question, e);

	for (size_t i = 0; i < src->n && !rc; i++) {
		const lu_source *s = &src->v[i];
		const lu_str from[] = { s->el.path, s->el.name, s->el.language, s->docstring, s->signature, s->code };

		for (size_t k = 0; k < sizeof from / sizeof *from && !rc; k++) rc = learn(&c.k, from[k], e);
	}
	if (!rc) rc = check_text(&c, text, e);
	lu_arena_free(&own);
	if (rc) return rc;
	*out = c.bad;
	*names = c.seen.n;
	return LU_OK;
}
