/* SPDX-License-Identifier: MIT */
#include "lucus/bag.h"

#include <stdlib.h>

#include "lucus/hash.h"

#define FIRST_TERMS 256
#define KEEP_TERMS  4096 /* few files have more; their memory is given back, for all of it is cleared before each file */

const char *lu_field_name(lu_field f)
{
	static const char *const name[LU_FIELDS] = { "name",      "scope", "stem",    "folders", "signature",
						     "docstring", "body",  "imports", "literal" };

	return name[f];
}

void lu_bag_free(lu_bag *b)
{
	free(b->term);
	free(b->entry);
	lu_map_free(&b->map);
	lu_buf_free(&b->text);
	*b = (lu_bag)LU_BAG;
}

void lu_bag_file(lu_bag *b)
{
	uint64_t file = b->file + 1;

	if (b->cap_term > KEEP_TERMS || b->oom) lu_bag_free(b);
	lu_buf_reset(&b->text);
	lu_map_clear(&b->map);
	b->n_term = 0;
	b->element = 0;
	b->file = file;
	lu_bag_element(b);
}

void lu_bag_element(lu_bag *b)
{
	b->n_entry = 0;
	b->element++;
	b->sort = LU_SORT_DEFINITION;
	b->lines = 0;
	memset(b->length, 0, sizeof b->length);
}

static bool grow_terms(lu_bag *b)
{
	size_t cap = b->cap_term ? b->cap_term * 2 : FIRST_TERMS;
	lu_bag_term *v = realloc(b->term, cap * sizeof *v);

	if (!v) return false;
	b->term = v;
	if (!lu_map_reserve(&b->map, NULL, cap)) return false;
	b->cap_term = cap;
	return true;
}

static bool is_token(const void *bag, uint32_t i, const void *token)
{
	return lu_str_eq(lu_bag_text(bag, i), *(const lu_str *)token);
}

/* NULL: out of memory. */
static lu_bag_term *find_term(lu_bag *b, lu_str token)
{
	uint64_t hash = lu_digest64(token, 0), *slot;
	lu_bag_term *t;

	if (b->n_term == b->cap_term && !grow_terms(b)) return NULL;
	slot = lu_map_slot(&b->map, hash, is_token, b, &token);
	if (*slot) return &b->term[lu_map_number(slot)];
	t = &b->term[b->n_term];
	*t = (lu_bag_term){ .hash = hash, .at = (uint32_t)b->text.len, .n = (uint32_t)token.n };
	lu_buf_addstr(&b->text, token);
	if (b->text.oom || b->text.len > UINT32_MAX) return NULL;
	lu_map_set(&b->map, slot, hash, (uint32_t)b->n_term++);
	return t;
}

static bool count(void *ctx, lu_str token, lu_token_kind kind)
{
	lu_bag *b = ctx;
	lu_bag_term *t = find_term(b, token);
	uint16_t *tf;

	b->oom = true;
	if (!t) return false;
	if (t->seen != b->element) {
		if (b->n_entry == b->cap_entry) {
			size_t cap = b->cap_entry ? b->cap_entry * 2 : FIRST_TERMS;
			lu_bag_entry *v = realloc(b->entry, cap * sizeof *v);

			if (!v) return false;
			b->entry = v;
			b->cap_entry = cap;
		}
		b->entry[b->n_entry] = (lu_bag_entry){ .term = (uint32_t)(t - b->term), .kind = (uint16_t)kind };
		t->seen = b->element;
		t->entry = (uint32_t)++b->n_entry;
	}
	tf = &b->entry[t->entry - 1].tf[b->field];
	if (*tf < UINT16_MAX) ++*tf;
	b->length[b->field]++;
	b->oom = false;
	return true;
}

lu_code lu_bag_read(lu_bag *b, lu_str s, lu_field field, lu_err *e)
{
	lu_code rc;

	b->field = field;
	rc = lu_tokenize(s, count, b, e);
	return rc ? rc : b->oom ? lu_nomem(e) : LU_OK;
}

lu_code lu_bag_row(const lu_bag *b, lu_arena *a, lu_row *out, lu_err *e)
{
	lu_bag_entry *v = lu_arena_alloc(a, (b->n_entry + 1) * sizeof *v);

	if (!v) return lu_nomem(e);
	if (b->n_entry) memcpy(v, b->entry, b->n_entry * sizeof *v);
	out->v = v;
	out->n = b->n_entry;
	memcpy(out->length, b->length, sizeof out->length);
	out->sort = b->sort;
	out->place = 0;
	out->lines = b->lines;
	return LU_OK;
}

lu_code lu_bag_terms(const lu_bag *b, lu_arena *a, lu_terms *out, lu_err *e)
{
	lu_bag_term *v = lu_arena_alloc(a, (b->n_term + 1) * sizeof *v);
	char *text = lu_arena_alloc(a, b->text.len + 1);
	uint32_t *number = lu_arena_calloc(a, b->n_term + 1, sizeof *number);

	if (!v || !text || !number) return lu_nomem(e);
	if (b->n_term) memcpy(v, b->term, b->n_term * sizeof *v);
	memcpy(text, b->text.s, b->text.len + 1);
	*out = (lu_terms){ .v = v, .n = b->n_term, .text = text, .number = number };
	return LU_OK;
}
