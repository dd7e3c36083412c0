/* SPDX-License-Identifier: MIT
 * Texts without blanks, and compounds, are cut into words of the lexicon. */
#include "core/utf8.h"
#include "translate/fragments.h"

#define SHORTEST 3  /* letters of a part of a compound */
#define FOREIGN  4  /* of one that is an English word */
#define LONGEST  48 /* of all of it */

typedef struct way {
	float best;
	size_t from; /* where its last unit begins */
	int64_t word;
} way;

static lu_code take(const way *at, const size_t *byte, size_t n, lu_arena *a, lu__unit **units, size_t *count,
		    lu_err *e)
{
	lu__unit *v;
	size_t m = 0;

	for (size_t j = n; j; j = at[j].from) m++;
	if (!(v = lu_arena_calloc(a, m ? m : 1, sizeof *v))) return lu_nomem(e);
	*count = m;
	for (size_t j = n; j; j = at[j].from)
		v[--m] = (lu__unit){ byte[at[j].from], byte[j] - byte[at[j].from], at[j].word };
	*units = v;
	return LU_OK;
}

/* Offsets of the characters; one more for the end. */
static size_t *characters(lu_str s, lu_arena *a, size_t *n)
{
	size_t *byte = lu_arena_calloc(a, s.n + 1, sizeof *byte), m = 0;

	for (size_t i = 0, len; byte && i < s.n; i += len ? len : 1) {
		byte[m++] = i;
		len = lu__utf8_len(s.s + i, s.n - i);
	}
	if (byte) byte[m] = s.n;
	*n = m;
	return byte;
}

lu_code lu__cut_run(const lu__wordlist *w, lu_str key, lu_arena *a, lu__unit **units, size_t *n, float *score,
		    lu_err *e)
{
	size_t m, *byte = characters(key, a, &m);
	way *at = byte ? lu_arena_calloc(a, m + 1, sizeof *at) : NULL;

	if (!at) return lu_nomem(e);
	for (size_t j = 1; j <= m; j++) {
		at[j] = (way){ at[j - 1].best, j - 1, -1 };
		for (size_t len = 1; len <= LU__UNIT_MAX && len <= j; len++) {
			int64_t i = lu__lexicon_find(w, lu_strn(key.s + byte[j - len], byte[j] - byte[j - len]));
			float sum = i < 0 ? 0 : at[j - len].best + (float)len * (float)w->sure[i];

			if (i >= 0 && (sum > at[j].best || (sum == at[j].best && len > 1)))
				at[j] = (way){ sum, j - len, i };
		}
	}
	*score = at[m].best;
	*n = 0;
	return at[m].best > 0 ? take(at, byte, m, a, units, n, e) : LU_OK;
}

/* ---- compounds ---- */

/* What joins a word to the next of a compound, and what it may lose before it: "Sitzungsende", "Klassenname",
 * "Ignorierregel". */
static const char *const joints[] = { "s", "n", "en", "es", "er", "e" };
static const char *const lost[] = { "en", "e", "n" };

#define ENGLISH (-1) /* instead of the number of a word */
#define NO_PART (-2)

/* The word of the list that `part` is, before another one. */
static int64_t find_joined(const lu__wordlist *w, lu_str part)
{
	char longer[LONGEST * 4 + 4];
	int64_t i = -1;

	for (size_t k = 0; k < sizeof joints / sizeof *joints && i < 0; k++) {
		size_t n = strlen(joints[k]);

		if (part.n < SHORTEST + n || memcmp(part.s + part.n - n, joints[k], n) != 0) continue;
		i = lu__lexicon_find(w, lu_strn(part.s, part.n - n));
	}
	for (size_t k = 0; k < sizeof lost / sizeof *lost && i < 0 && part.n > SHORTEST; k++) {
		size_t n = strlen(lost[k]);

		if (part.n + n > sizeof longer) continue;
		memcpy(longer, part.s, part.n);
		memcpy(longer + part.n, lost[k], n);
		i = lu__lexicon_find(w, lu_strn(longer, part.n + n));
	}
	return i;
}

static int64_t find_part(const lu__wordlist *w, lu_str part, bool last, bool *joined)
{
	int64_t i = lu__lexicon_find(w, part);

	*joined = i < 0;
	if (i < 0) i = last ? lu__lexicon_form(w, part) : find_joined(w, part);
	return i < 0 || w->target[i * LU__TARGETS] == LU__NO_WORD ? NO_PART : i;
}

bool lu__is_english_part(lu_str part)
{
	lu__wordlist english;

	if (part.n < FOREIGN || !lu__lexicon_words(0, &english)) return false;
	if (lu__lexicon_find(&english, part) >= 0) return true;
	return part.s[part.n - 1] == 's' && lu__lexicon_find(&english, lu_strn(part.s, part.n - 1)) >= 0;
}

lu_code lu__cut_compound(const lu__wordlist *w, lu_str key, bool loose, lu_arena *a, lu__unit **units, size_t *n,
			 lu_err *e)
{
	size_t m, *byte = characters(key, a, &m);
	way *at = byte ? lu_arena_calloc(a, m + 1, sizeof *at) : NULL;

	if (!at) return lu_nomem(e);
	*n = 0;
	if (m > LONGEST) return LU_OK;
	at[0].best = 1;
	for (size_t j = SHORTEST; j <= m; j++)
		for (size_t k = 0; k + SHORTEST <= j; k++) {
			lu_str part = lu_strn(key.s + byte[k], byte[j] - byte[k]);
			bool joined;
			int64_t i;
			float best;

			if (!(at[k].best > 0) || (k == 0 && j == m)) continue;
			i = find_part(w, part, j == m, &joined);
			if (i == NO_PART && loose && lu__is_english_part(part)) i = ENGLISH;
			if (i == NO_PART) continue;
			/* few and long parts */
			best = at[k].best + (float)((j - k) * (j - k)) - (float)joined;
			if (best > at[j].best) at[j] = (way){ best, k, i };
		}
	return at[m].best > 0 ? take(at, byte, m, a, units, n, e) : LU_OK;
}
