/* SPDX-License-Identifier: MIT
 * The concepts of a file as bytes. Numbers are varints of 7 bits, lowest first:
 *	number of concepts; for each: bytes shared with the one before it, bytes that follow, these bytes
 *	number of windows; for each: element less that of the window before it, number of concepts; for each of these: its
 *	number less that of the one before it, its line less that of the window's first concept (zigzag), or, of that, less
 *	that of the window before it (zigzag), how often it stands there less 1 */
#include "concept/concept.h"

static void put(lu_buf *b, uint64_t v)
{
	for (; v >= 0x80; v >>= 7) lu_buf_addc(b, (char)(v | 0x80));
	lu_buf_addc(b, (char)v);
}

static uint64_t zigzag(int64_t v)
{
	return (uint64_t)v << 1 ^ (uint64_t)(v >> 63);
}

static int64_t unzigzag(uint64_t v)
{
	return (int64_t)(v >> 1) ^ -(int64_t)(v & 1);
}

static void put_surfaces(const lu_concept_list *l, lu_buf *out)
{
	put(out, l->n);
	for (size_t i = 0; i < l->n; i++) {
		lu_str s = l->surface[i], before = i ? l->surface[i - 1] : lu_strn(NULL, 0);
		size_t same = 0;

		while (same < s.n && same < before.n && s.s[same] == before.s[same]) same++;
		put(out, same);
		put(out, s.n - same);
		lu_buf_add(out, s.s + same, s.n - same);
	}
}

lu_code lu_concepts_pack(const lu_concept_list *l, lu_buf *out, lu_err *e)
{
	uint32_t element = 0, line = 0;

	put_surfaces(l, out);
	put(out, l->n_window);
	for (size_t i = 0; i < l->n_window; i++) {
		const lu_concept_window *w = &l->window[i];
		uint32_t concept = 0, first = line;

		put(out, w->element - element);
		put(out, w->n);
		element = w->element;
		for (uint32_t k = w->use; k < w->use + w->n; k++) {
			const lu_concept_use *u = &l->use[k];

			put(out, u->concept - concept);
			put(out, zigzag((int64_t)u->line - first));
			put(out, u->count - 1);
			concept = u->concept;
			if (k == w->use) first = line = u->line;
		}
	}
	return out->oom ? lu_nomem(e) : LU_OK;
}

/* ---- back ---- */

struct bytes {
	lu_str s;
	size_t i;
	bool bad;
};

static uint64_t get(struct bytes *b, uint64_t most)
{
	uint64_t v = 0;

	for (unsigned shift = 0; b->i < b->s.n && shift < 63; shift += 7) {
		unsigned char c = (unsigned char)b->s.s[b->i++];

		v |= (uint64_t)(c & 0x7f) << shift;
		if (c < 0x80) {
			b->bad |= v > most;
			return b->bad ? 0 : v;
		}
	}
	b->bad = true;
	return 0;
}

static lu_code get_surfaces(struct bytes *b, lu_arena *a, lu_concept_list *out, lu_err *e)
{
	lu_str before = { NULL, 0 };

	out->n = get(b, b->s.n);
	if (!(out->surface = lu_arena_calloc(a, out->n + 1, sizeof *out->surface))) return lu_nomem(e);
	for (size_t i = 0; i < out->n && !b->bad; i++) {
		size_t same = get(b, before.n), more = get(b, LU_CONCEPT_MAX);
		char *s = lu_arena_alloc(a, same + more + 1);

		if (!s) return lu_nomem(e);
		if (more > b->s.n - b->i) b->bad = true;
		if (b->bad) break;
		if (same) memcpy(s, before.s, same);
		memcpy(s + same, b->s.s + b->i, more);
		s[same + more] = '\0';
		b->i += more;
		before = out->surface[i] = lu_strn(s, same + more);
	}
	return LU_OK;
}

static void get_window(struct bytes *b, lu_concept_list *out, lu_concept_window *w, uint32_t *line)
{
	uint64_t concept = 0;
	int64_t first = *line;

	for (uint32_t k = 0; k < w->n && !b->bad; k++) {
		int64_t at;

		concept += get(b, UINT32_MAX);
		at = first + unzigzag(get(b, (uint64_t)UINT32_MAX * 2 + 1));
		if (concept >= out->n || at < 0 || at > UINT32_MAX) b->bad = true;
		if (b->bad) return;
		out->use[out->n_use++] =
			(lu_concept_use){ (uint32_t) concept, (uint32_t)at, (uint32_t)get(b, UINT32_MAX - 1) + 1 };
		if (!k) first = *line = (uint32_t)at;
	}
}

lu_code lu_concepts_unpack(lu_str bytes, lu_arena *a, lu_concept_list *out, lu_err *e)
{
	struct bytes b = { .s = bytes };
	lu_concept_list l = { .n = 0 };
	uint64_t element = 0;
	uint32_t line = 0;
	lu_code rc = get_surfaces(&b, a, &l, e);

	if (rc) return rc;
	l.n_window = get(&b, bytes.n);
	l.window = lu_arena_calloc(a, l.n_window + 1, sizeof *l.window);
	/* a use takes three bytes at least */
	l.use = lu_arena_calloc(a, bytes.n / 3 + 1, sizeof *l.use);
	if (!l.window || !l.use) return lu_nomem(e);
	for (size_t i = 0; i < l.n_window && !b.bad; i++) {
		element += get(&b, UINT32_MAX);
		l.window[i] = (lu_concept_window){ (uint32_t)element, (uint32_t)l.n_use,
						   (uint32_t)get(&b, (b.s.n - b.i) / 3) };
		b.bad |= element > UINT32_MAX || !l.window[i].n;
		if (!b.bad) get_window(&b, &l, &l.window[i], &line);
	}
	if (b.bad || b.i != bytes.n) return lu_fail(e, LU_EDB, "a list of concepts is damaged");
	*out = l;
	return LU_OK;
}
