/* SPDX-License-Identifier: MIT */
#include "embed/bag.h"

#include <math.h>
#include <stdlib.h>

#include "lucus/hash.h"

void lu__bag_reset(lu__bag *b)
{
	b->n = 0;
	b->oom = false;
	lu_buf_reset(&b->text);
	if (b->slots) memset(b->slot, 0, b->slots * sizeof *b->slot);
}

void lu__bag_free(lu__bag *b)
{
	free(b->v);
	free(b->slot);
	lu_buf_free(&b->text);
	*b = (lu__bag)LU__BAG;
}

static bool grow(lu__bag *b)
{
	size_t cap = b->cap ? b->cap * 2 : 512, slots = cap * 2;
	lu__token *v = realloc(b->v, cap * sizeof *v);
	uint32_t *slot;

	if (!v) return false;
	b->v = v;
	slot = calloc(slots, sizeof *slot);
	if (!slot) return false;
	free(b->slot);
	b->slot = slot;
	b->slots = slots;
	b->cap = cap;
	for (size_t i = 0; i < b->n; i++) {
		size_t s = b->v[i].hash & (slots - 1);

		while (slot[s]) s = (s + 1) & (slots - 1);
		slot[s] = (uint32_t)i + 1;
	}
	return true;
}

static lu__token *find(lu__bag *b, lu_str token, lu_token_kind kind)
{
	uint64_t hash = lu_hash64(token, 0);
	size_t s;
	lu__token *t;

	if (b->n == b->cap && !grow(b)) return NULL;
	for (s = hash & (b->slots - 1); b->slot[s]; s = (s + 1) & (b->slots - 1)) {
		t = &b->v[b->slot[s] - 1];
		if (t->hash == hash && lu_str_eq(lu__token_str(b, t), token)) return t;
	}
	t = &b->v[b->n];
	*t = (lu__token){ .hash = hash, .at = (uint32_t)b->text.len, .n = (uint32_t)token.n,
			  .worth = lu__static_weight(token, kind) };
	lu_buf_addstr(&b->text, token);
	if (b->text.oom) return NULL;
	b->slot[s] = (uint32_t)++b->n;
	return t;
}

static bool count(void *ctx, lu_str token, lu_token_kind kind)
{
	lu__bag *b = ctx;
	lu__token *t = find(b, token, kind);

	if (!t) {
		b->oom = true;
		return false;
	}
	t->tf += b->field;
	return true;
}

void lu__bag_read(lu__bag *b, lu_str s, size_t max, float field)
{
	if (b->oom) return;
	b->field = field;
	if (s.n > max) s.n = max;
	if (lu_tokenize(s, count, b, NULL)) b->oom = true;
}

void lu__bag_group(lu__bag *b, float share)
{
	double sum = 0;

	for (size_t i = 0; i < b->n; i++) {
		lu__token *t = &b->v[i];

		if (t->tf == 0) continue;
		t->tf = log1pf(t->tf) * t->worth;
		sum += (double)t->tf * t->tf;
	}
	if (sum > 0) share /= (float)sqrt(sum);
	for (size_t i = 0; i < b->n; i++) {
		b->v[i].weight += share * b->v[i].tf;
		b->v[i].tf = 0;
	}
}
