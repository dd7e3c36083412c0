/* SPDX-License-Identifier: MIT */
#include "store/names_in.h"

#include <string.h>

#include "core/ascii.h"
#include "lucus/err.h"
#include "lucus/hash.h"

#define FEW 3 /* of so few names each is looked for by itself, which is faster */

static inline size_t bit_of(const char *s, size_t n)
{
	return ((n & 31) * 128 + ((unsigned char)s[n - 1] & 127)) % LU__SOUGHT_BITS;
}

static bool is_word(lu_str name)
{
	size_t i = 0;

	while (i < name.n && lu_is_word(name.s[i])) i++;
	return i == name.n;
}

lu_code lu__sought_make(struct lu__sought *w, const lu_str *name, size_t n, lu_arena *a, lu_err *e)
{
	*w = (struct lu__sought){ .name = name, .n = n };
	w->odd = lu_arena_calloc(a, n, sizeof(const lu_str *));
	if (!w->odd || !lu_map_reserve(&w->map, a, n + 1)) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		uint64_t hash = lu_hash64(name[i], 0), *slot = lu_map_slot(&w->map, hash, lu_map_str, name, &name[i]);
		size_t bit;

		if (!name[i].n || *slot) continue;
		lu_map_set(&w->map, slot, hash, (uint32_t)i);
		bit = bit_of(name[i].s, name[i].n);
		w->maybe[bit / 64] |= (uint64_t)1 << (bit % 64);
		if (!is_word(name[i])) w->odd[w->n_odd++] = &name[i];
	}
	return LU_OK;
}

static inline bool may_be(const struct lu__sought *w, const char *s, size_t n)
{
	size_t bit = bit_of(s, n);

	return w->maybe[bit / 64] >> (bit % 64) & 1;
}

bool lu__is_sought(const struct lu__sought *w, lu_str name)
{
	return name.n && may_be(w, name.s, name.n) &&
	       lu_map_find(&w->map, lu_hash64(name, 0), lu_map_str, w->name, &name) != LU_MAP_NONE;
}

/* ---- words ---- */

static bool holds_word(lu_str packed, lu_str name)
{
	const char *from = packed.s, *end = packed.s + packed.n, *p = from;

	if (!name.n || !packed.n) return false;
	while ((p = memmem(p, (size_t)(end - p), name.s, name.n))) {
		const char *after = p + name.n;
		bool begins = p == from || !lu_is_word(p[-1]) || !lu_is_word(*p) || (p - from > 1 && p[-2] == '\\');

		if (begins && (after == end || !lu_is_word(*after) || !lu_is_word(after[-1]))) return true;
		p++;
	}
	return false;
}

static bool holds_one_of(const struct lu__sought *w, lu_str packed)
{
	const char *p = packed.s, *end = packed.s + packed.n;

	for (const char *from; p < end; p++) {
		size_t n;

		for (from = p; p < end && lu_is_word(*p);) p++;
		if (!(n = (size_t)(p - from))) continue;
		if (may_be(w, from, n) && lu__is_sought(w, lu_strn(from, n))) return true;
		if (n > 1 && from > packed.s && from[-1] == '\\' && lu__is_sought(w, lu_strn(from + 1, n - 1)))
			return true;
	}
	return false;
}

bool lu__holds_sought(const struct lu__sought *w, lu_str packed)
{
	for (size_t i = 0; i < w->n && w->n <= FEW; i++)
		if (holds_word(packed, w->name[i])) return true;
	for (size_t i = 0; i < w->n_odd && w->n > FEW; i++)
		if (holds_word(packed, *w->odd[i])) return true;
	return w->n > FEW && holds_one_of(w, packed);
}

bool lu__may_hold_sought(const struct lu__sought *w, lu_str packed, size_t skip)
{
	bool may = w->n > FEW;

	for (size_t i = 0; i < w->n && !may; i++)
		may = w->name[i].n <= skip ||
		      (packed.n && memmem(packed.s, packed.n, w->name[i].s + skip, w->name[i].n - skip));
	return may;
}

/* ---- symbols ---- */

static const char *after_number(const char *p, const char *end)
{
	const char *from = p += p < end && *p == '-';

	while (p < end && *p >= '0' && *p <= '9') p++;
	return p > from && p < end && *p == ',' ? p + 1 : NULL;
}

/* The quote that ends the string whose text begins at `p`; NULL: there is none. */
static const char *end_of_string(const char *p, const char *end)
{
	const char *q = p < end ? memchr(p, '"', (size_t)(end - p)) : NULL;

	if (!q || q == p || q[-1] != '\\') return q;
	while (p < end && *p != '"') p += *p == '\\' ? 2 : 1;
	return p < end ? p : NULL;
}

bool lu__next_name(lu_str symbols, size_t *at, size_t *row, lu_str *name)
{
	const char *from = symbols.s, *end = from + symbols.n, *p = *at ? from + *at : from + (symbols.n > 0);

	for (;; p++) {
		const char *begin = p, *q = p < end && *p == '[' ? after_number(p + 1, end) : NULL;

		/* in a string the quote behind the numbers would have a backslash before it */
		if (q && (q = after_number(q, end)) && q < end && *q == '"' && (q = end_of_string(q + 1, end)) &&
		    end - q > 3 && q[1] == ',' && q[2] == '"') {
			p = q + 3;
			if (!(q = end_of_string(p, end))) return false;
			*row = (size_t)(begin - from);
			*name = lu_strn(p, (size_t)(q - p));
			*at = (size_t)(q - from);
			return true;
		}
		if (!(p = p < end ? memchr(p, ']', (size_t)(end - p)) : NULL) || end - p < 3) return false;
		if (p[1] == ',') p++;
	}
}
