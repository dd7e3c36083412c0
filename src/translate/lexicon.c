/* SPDX-License-Identifier: MIT
 * Looking words up in the lexicon. */
#include "translate/lexicon.h"
#include "core/ascii.h"
#include "core/binary_search.h"

extern const char lu__lexicon[], lu__lexicon_end[];

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the lexicon is mapped as it lies in the file, which is little-endian"
#endif

#define BEGINNING 4 /* bytes that words of one beginning share at least */
#define ENDING    6 /* and at most as many follow in each */

/* It is as true as the rest of the program. */
bool lu__lexicon_words(size_t i, lu__wordlist *out)
{
	const lu__lexicon_head *h = (const lu__lexicon_head *)(const void *)lu__lexicon;
	const lu__lexicon_list *l;
	const char *at;

	if (i >= h->lists) return false;
	l = &h->list[i];
	at = lu__lexicon + l->at;
	*out = (lu__wordlist){ .language = l->language,
			       .count = l->count,
			       .offset = (const uint32_t *)(const void *)at };
	at += 4 * ((size_t)l->count + 1);
	if (i) {
		out->target = (const uint16_t *)(const void *)at;
		at += 2 * (size_t)l->count * LU__TARGETS;
		out->share = (const uint8_t *)at;
		at += (size_t)l->count * LU__TARGETS;
		out->sure = (const uint8_t *)at;
		at += l->count;
	}
	out->text = at;
	return true;
}

lu_str lu__lexicon_text(const lu__wordlist *w, uint32_t i)
{
	return lu_strn(w->text + w->offset[i], w->offset[i + 1] - w->offset[i]);
}

/* The first word that is not before `word`. */
static uint32_t lower_bound(const lu__wordlist *w, lu_str word)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, w->count, lu_str_cmp(lu__lexicon_text(w, (uint32_t)at), word) < 0);
	return (uint32_t)at;
}

int64_t lu__lexicon_find(const lu__wordlist *w, lu_str word)
{
	uint32_t i = lower_bound(w, word);

	return i < w->count && lu_str_eq(lu__lexicon_text(w, i), word) ? (int64_t)i : -1;
}

/* Bytes that both begin with, if both are forms of one word by these; else 0. */
static size_t shared(lu_str a, lu_str b)
{
	size_t n = 0;

	while (n < a.n && n < b.n && a.s[n] == b.s[n]) n++;
	if (n < BEGINNING || a.n - n > ENDING || b.n - n > ENDING) return 0;
	return 3 * n >= 2 * a.n && 3 * n >= 2 * b.n ? n : 0;
}

/* Words with the longest common beginning are neighbours of where the word would be. */
int64_t lu__lexicon_form(const lu__wordlist *w, lu_str word)
{
	uint32_t i = lower_bound(w, word);
	size_t before, after;

	if (i < w->count && lu_str_eq(lu__lexicon_text(w, i), word)) return i;
	before = i ? shared(lu__lexicon_text(w, i - 1), word) : 0;
	after = i < w->count ? shared(lu__lexicon_text(w, i), word) : 0;
	if (!before && !after) return -1;
	return before > after ? (int64_t)i - 1 : (int64_t)i;
}

int lu__script_of(int32_t c)
{
	if ((c >= 0x4e00 && c <= 0x9fff) || (c >= 0x3400 && c <= 0x4dbf) || c == 0x3005) return LU__SCRIPT_HAN;
	if (c >= 0x3041 && c <= 0x30ff && c != 0x30fb && (c < 0x3097 || c > 0x309c)) return LU__SCRIPT_KANA;
	if (c >= 0xac00 && c <= 0xd7a3) return LU__SCRIPT_HANGUL;
	if (lu_is_alpha(c)) return LU__SCRIPT_LETTER;
	if (c >= 0xc0 && c <= 0x24f && c != 0xd7 && c != 0xf7) return LU__SCRIPT_LETTER;
	return c >= 0x400 && c <= 0x4ff ? LU__SCRIPT_LETTER : LU__SCRIPT_OTHER;
}
