/* SPDX-License-Identifier: MIT */
#include "store/names_in.h"

#include <string.h>

#include "core/ascii.h"
#include "lucus/err.h"
#include "lucus/hash.h"

#define FEW 3 /* of so few names each is looked for by itself: where a window moves to is known late */

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

/* ---- windows ---- */

static inline size_t pair_at(const char *s)
{
	return ((unsigned char)s[0] * 37 + (unsigned char)s[1]) % LU__SOUGHT_BITS;
}

static inline bool has_bit(const uint64_t *bits, size_t bit)
{
	return bits[bit / 64] >> (bit % 64) & 1;
}

static void add_window(struct lu__windows *x, lu_str text)
{
	size_t n = x->length;

	for (size_t i = 2; i <= n; i++) {
		uint8_t *move = &x->move[pair_at(text.s + i - 2)];

		if (n - i < *move) *move = (uint8_t)(n - i);
	}
	x->first[pair_at(text.s) / 64] |= (uint64_t)1 << pair_at(text.s) % 64;
}

/* All names that are wanted, without their first `skip` bytes. */
static void make_windows(struct lu__windows *x, const lu_str *name, size_t n, size_t skip, bool words)
{
	size_t least = UINT8_MAX;

	for (size_t i = 0; i < n; i++)
		if (name[i].n && (!words || is_word(name[i])) && name[i].n < least + skip)
			least = name[i].n > skip ? name[i].n - skip : 0;
	x->length = least;
	if (least < 2) return;
	memset(x->move, (int)least - 1, sizeof x->move);
	for (size_t i = 0; i < n; i++)
		if (name[i].n && (!words || is_word(name[i])))
			add_window(x, lu_strn(name[i].s + skip, name[i].n - skip));
}

/* The next place from `p` on where one of the texts may begin; NULL: there is none. */
static inline const char *next_window(const struct lu__windows *x, const char *p, const char *end)
{
	size_t n = x->length;

	if ((size_t)(end - p) < n) return NULL;
	for (const char *q = p + n - 2, *last = end - 2; q <= last;) {
		size_t move = x->move[pair_at(q)];

		if (!move && has_bit(x->first, pair_at(q + 2 - n))) return q + 2 - n;
		q += move + !move;
	}
	return NULL;
}

/* ---- names ---- */

lu_code lu__sought_make(struct lu__sought *w, const lu_str *name, size_t n, lu_arena *a, lu_err *e)
{
	*w = (struct lu__sought){ .name = name, .n = n };
	w->odd = lu_arena_calloc(a, n, sizeof(const lu_str *));
	w->begins = lu_arena_calloc(a, LU__SOUGHT_BITS, sizeof *w->begins);
	w->next = lu_arena_calloc(a, n + 1, sizeof *w->next);
	if (!w->odd || !w->begins || !w->next || !lu_map_reserve(&w->map, a, n + 1)) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		uint64_t hash = lu_hash64(name[i], 0), *slot = lu_map_slot(&w->map, hash, lu_map_str, name, &name[i]);
		size_t bit;

		if (!name[i].n || *slot) continue;
		lu_map_set(&w->map, slot, hash, (uint32_t)i);
		bit = bit_of(name[i].s, name[i].n);
		w->maybe[bit / 64] |= (uint64_t)1 << (bit % 64);
		if (!is_word(name[i])) w->odd[w->n_odd++] = &name[i];
		if (name[i].n < 3) continue;
		w->next[i + 1] = w->begins[pair_at(name[i].s + 1)];
		w->begins[pair_at(name[i].s + 1)] = (uint32_t)i + 1;
	}
	make_windows(&w->whole, name, n, 0, true);
	make_windows(&w->tail, name, n, 1, false);
	return LU_OK;
}

bool lu__is_sought(const struct lu__sought *w, lu_str name)
{
	return name.n && has_bit(w->maybe, bit_of(name.s, name.n)) &&
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

/* Is the word around `p` one of the names? A letter after a backslash is none of it. */
static bool is_in_word(const struct lu__sought *w, lu_str packed, const char *p)
{
	const char *from = p, *to = p, *end = packed.s + packed.n;

	while (to < end && lu_is_word(*to)) to++;
	while (from > packed.s && lu_is_word(from[-1])) from--;
	if (lu__is_sought(w, lu_strn(from, (size_t)(to - from)))) return true;
	return to - from > 1 && from > packed.s && from[-1] == '\\' &&
	       lu__is_sought(w, lu_strn(from + 1, (size_t)(to - from) - 1));
}

static bool holds_one_of(const struct lu__sought *w, lu_str packed)
{
	const char *p = packed.s, *end = packed.s + packed.n;

	if (w->whole.length < 2) {
		for (; p < end; p++) {
			if (!lu_is_word(*p)) continue;
			if (is_in_word(w, packed, p)) return true;
			while (p + 1 < end && lu_is_word(p[1])) p++;
		}
		return false;
	}
	for (; packed.n && (p = next_window(&w->whole, p, end)); p++) {
		if (p > packed.s && lu_is_word(p[-1]) && (p - packed.s < 2 || p[-2] != '\\')) continue;
		if (is_in_word(w, packed, p)) return true;
	}
	return false;
}

bool lu__holds_sought(const struct lu__sought *w, lu_str packed)
{
	for (size_t i = 0; i < w->n && w->n <= FEW; i++)
		if (holds_word(packed, w->name[i])) return true;
	for (size_t i = 0; i < w->n_odd && w->n > FEW; i++)
		if (holds_word(packed, *w->odd[i])) return true;
	return w->n > FEW && w->n > w->n_odd && holds_one_of(w, packed);
}

bool lu__may_hold_sought(const struct lu__sought *w, lu_str packed)
{
	const char *p = packed.s, *end = packed.s + packed.n;
	bool may = false;

	for (size_t i = 0; i < w->n && w->n <= FEW && !may && packed.n; i++)
		may = w->name[i].n && memmem(packed.s, packed.n, w->name[i].s + 1, w->name[i].n - 1);
	if (w->n <= FEW || w->tail.length < 2) return may || w->n > FEW;
	for (; packed.n && (p = next_window(&w->tail, p, end)); p++)
		for (uint32_t i = w->begins[pair_at(p)]; i; i = w->next[i]) {
			lu_str name = w->name[i - 1];

			if ((size_t)(end - p) >= name.n - 1 && !memcmp(p, name.s + 1, name.n - 1)) return true;
		}
	return false;
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
