/* SPDX-License-Identifier: MIT
 * train-lexicon: the file. */
#include <stdlib.h>

#include "core/ascii.h"
#include "core/binary_search.h"
#include "train-lexicon.h"

#define KNOWN 3 /* an English word occurs as often */
#define MOST  65000

static int by_word(const void *a, const void *b)
{
	const entry *x = a, *y = b;
	int c = lu_str_cmp(x->word, y->word);

	return c ? c : x->count > y->count ? -1 : x->count < y->count;
}

static size_t unique(listing *l)
{
	size_t n = 0;

	if (l->n) qsort(l->v, l->n, sizeof *l->v, by_word);
	for (size_t i = 0; i < l->n; i++)
		if (!n || !lu_str_eq(l->v[n - 1].word, l->v[i].word)) l->v[n++] = l->v[i];
	return l->n = n;
}

static void pad(lu_buf *b)
{
	while (b->len % 4) lu_buf_addc(b, '\0');
}

static void add_texts(lu_buf *b, const listing *l)
{
	uint32_t at = 0;

	for (size_t i = 0; i <= l->n; i++) {
		lu_buf_add(b, &at, sizeof at);
		if (i < l->n) at += (uint32_t)l->v[i].word.n;
	}
}

static uint8_t byte(float x)
{
	return (uint8_t)(x >= 1 ? 255 : x * 255 + .5f);
}

/* `number`: of English words in their list; UINT16_MAX: not in it */
static void add_list(lu_buf *b, const listing *l, const uint16_t *number, lu__lexicon_list *head)
{
	pad(b);
	head->at = (uint32_t)b->len;
	head->count = (uint32_t)l->n;
	add_texts(b, l);
	for (size_t i = 0; number && i < l->n; i++)
		for (int t = 0; t < LU__TARGETS; t++) {
			uint16_t w = l->v[i].target[t] == UINT32_MAX ? LU__NO_WORD : number[l->v[i].target[t]];

			lu_buf_add(b, &w, sizeof w);
		}
	for (size_t i = 0; number && i < l->n; i++)
		for (int t = 0; t < LU__TARGETS; t++)
			lu_buf_addc(b, (char)byte(l->v[i].target[t] == UINT32_MAX ? 0 : l->v[i].share[t]));
	for (size_t i = 0; number && i < l->n; i++) lu_buf_addc(b, (char)byte(l->v[i].sure));
	for (size_t i = 0; i < l->n; i++) lu_buf_add(b, l->v[i].word.s, l->v[i].word.n);
	head->size = (uint32_t)(b->len - head->at);
}

static bool is_word(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!lu_is_lower(s.s[i])) return false;
	return s.n > 1;
}

static bool foreign(const listing *of, lu_str word)
{
	for (int l = 0; l < LU__LANGUAGES; l++) {
		size_t at;

		LU_LOWER_BOUND(at, 0, of[l].n, lu_str_cmp(of[l].v[at].word, word) < 0);
		if (at < of[l].n && lu_str_eq(of[l].v[at].word, word)) return true;
	}
	return false;
}

/* All that is frequent, and all that is a translation, and words of programs */
static uint16_t *english(const corpus *c, const listing *of, listing *en)
{
	uint16_t *number = need(c->en.n, sizeof *number);
	bool *used = need(c->en.n, sizeof *used);
	size_t at;

	for (int l = 0; l < LU__LANGUAGES; l++)
		for (size_t i = 0; i < of[l].n; i++)
			for (int t = 0; t < LU__TARGETS; t++)
				if (of[l].v[i].target[t] != UINT32_MAX) used[of[l].v[i].target[t]] = true;
	for (size_t i = 0; i < c->en.n; i++) {
		bool sure = used[i] || c->en.count[i] >= LEXICON_ENGLISH;

		if (!sure && (c->en.count[i] < KNOWN || foreign(of, c->en.v[i]))) continue;
		en->v = more(en->v, en->n, sizeof *en->v);
		en->v[en->n++] = (entry){ .word = c->en.v[i] };
	}
	for (int64_t i = 0; i < (int64_t)lu_table_count(c->table); i++) {
		lu_str token = lu_table_token(c->table, i);

		if (!is_word(token) || foreign(of, token)) continue;
		en->v = more(en->v, en->n, sizeof *en->v);
		en->v[en->n++] = (entry){ .word = token };
	}
	unique(en);
	if (en->n > MOST) {
		fprintf(stderr, "train-lexicon: %zu English words\n", en->n);
		exit(1);
	}
	memset(number, 0xff, c->en.n * sizeof *number);
	for (size_t i = 0; i < en->n; i++)
		if (text_find(&c->en, en->v[i].word, &at)) number[at] = (uint16_t)i;
	free(used);
	return number;
}

bool write_lexicon(const char *path, const corpus *c, const listing *of)
{
	lu__lexicon_head head = { .magic = "", .lists = LU__LANGUAGES + 1 };
	listing en = { 0 };
	uint16_t *number;
	lu_buf b = LU_BUF;
	FILE *f;
	bool good;

	memcpy(head.magic, LU__LEXICON_MAGIC, sizeof head.magic);
	lu_buf_add(&b, &head, sizeof head);
	for (int l = 0; l < LU__LANGUAGES; l++) unique((listing *)&of[l]);
	number = english(c, of, &en);
	memcpy(head.list[0].language, "en", 2);
	add_list(&b, &en, NULL, &head.list[0]);
	for (int l = 0; l < LU__LANGUAGES; l++) {
		memcpy(head.list[l + 1].language, languages[l], 2);
		add_list(&b, &of[l], number, &head.list[l + 1]);
		fprintf(stderr, "%s: %zu words, %u bytes\n", languages[l], of[l].n, head.list[l + 1].size);
	}
	head.size = (uint32_t)b.len;
	if (b.oom) return false;
	memcpy(b.s, &head, sizeof head);
	if (!(f = fopen(path, "wb"))) return false;
	good = fwrite(b.s, 1, b.len, f) == b.len;
	good &= fclose(f) == 0;
	fprintf(stderr, "en: %zu words; %zu bytes in all\n", en.n, b.len);
	return good;
}
