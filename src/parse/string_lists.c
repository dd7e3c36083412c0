/* SPDX-License-Identifier: MIT
 * Lists of strings without repetitions, and names that are joined. */
#include "parse/build.h"
#include "parse/extraction.h"

static bool is_member(const void *members, uint32_t i, const void *member)
{
	const struct lu__member *a = (const struct lu__member *)members + i, *b = member;

	return a->list == b->list && lu_str_eq(a->s, b->s);
}

/* Note that `list` holds `s`; *known says whether it did already. */
static lu_code note(struct lu__build *b, const lu_strs *list, lu_str s, bool *known)
{
	struct lu__listed *t = &b->listed;
	struct lu__member *v = t->v, new = { list, s };
	uint64_t hash = lu_hash64(s, (uint64_t)(uintptr_t)list), *slot;

	if (!lu_map_reserve(&t->map, b->a, (size_t)t->map.n + 1)) return lu_nomem(b->e);
	slot = lu_map_slot(&t->map, hash, is_member, v, &new);
	*known = *slot != 0;
	if (*known) return LU_OK;
	if (!(v = lu_arena_grow(b->a, v, t->map.n, sizeof *v))) return lu_nomem(b->e);
	t->v = v;
	v[t->map.n] = new;
	lu_map_set(&t->map, slot, hash, t->map.n);
	return LU_OK;
}

#define SHORT_LIST 16

lu_code lu__push(struct lu__build *b, lu_strs *list, lu_str s)
{
	bool known = false;
	lu_str *v;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < list->n && list->n < SHORT_LIST; i++)
		if (lu_str_eq(list->v[i], s)) return LU_OK;
	for (size_t i = 0; i < list->n && list->n == SHORT_LIST && !rc; i++) rc = note(b, list, list->v[i], &known);
	if (!rc && list->n >= SHORT_LIST) rc = note(b, list, s, &known);
	if (rc || (list->n >= SHORT_LIST && known)) return rc;
	if (!(v = lu_arena_grow(b->a, list->v, list->n, sizeof *v))) return lu_nomem(b->e);
	v[list->n++] = s;
	list->v = v;
	return LU_OK;
}

lu_code lu__join_name(struct lu__build *b, lu_str first, lu_str middle, lu_str last, lu_str *out)
{
	lu_buf t = LU_BUF;

	lu_buf_addstr(&t, first);
	if (middle.n) {
		lu_buf_addstr(&t, middle);
		lu_buf_addc(&t, '.');
	}
	lu_buf_addstr(&t, last);
	*out = lu_arena_keep(b->a, &t);
	return out->s ? LU_OK : lu_nomem(b->e);
}

lu_code lu__add_extra(struct lu__build *b, lu_element *el, const lu_jw *w)
{
	if (w->out.oom) el->extra = lu_strn(NULL, 0);
	else if (el->extra.n) el->extra = lu__join_strs(b->a, el->extra, ",", lu_buf_str(&w->out));
	else el->extra = lu_arena_dup(b->a, lu_buf_str(&w->out));
	return el->extra.s ? LU_OK : lu_nomem(b->e);
}

lu_code lu__add_mark(struct lu__build *b, lu_element *el, const char *member)
{
	lu_code rc;
	lu_jw w;

	lu_jw_init(&w);
	lu_jw_bool(&w, member, true);
	rc = lu__add_extra(b, el, &w);
	lu_jw_free(&w);
	return rc;
}
