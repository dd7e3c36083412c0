/* SPDX-License-Identifier: MIT
 * Texts without blanks, and compounds, are cut into words of the lexicon. */
#include "core/utf8.h"
#include "translate/fragments.h"

#define SHORTEST 3 /* letters of a part of a compound */

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

/* Letters that join two words of a compound, before j. */
static size_t joint(lu_str key, size_t j)
{
	return j > 2 * SHORTEST && key.s[j - 1] == 's' ? 1 : 0;
}

lu_code lu__cut_compound(const lu__wordlist *w, lu_str key, lu_arena *a, lu__unit **units, size_t *n, lu_err *e)
{
	size_t m, *byte = characters(key, a, &m);
	way *at = byte ? lu_arena_calloc(a, m + 1, sizeof *at) : NULL;

	if (!at) return lu_nomem(e);
	*n = 0;
	if (m > 48) return LU_OK;
	at[0].best = 1;
	for (size_t j = SHORTEST; j <= m; j++)
		for (size_t k = 0; k + SHORTEST <= j; k++) {
			size_t end = byte[j];
			lu_str part = lu_strn(key.s + byte[k], end - byte[k]);
			int64_t i;
			float best;

			if (!(at[k].best > 0) || (k == 0 && j == m)) continue;
			i = lu__lexicon_find(w, part);
			if (i < 0 && j == m) i = lu__lexicon_form(w, part);
			if (i < 0 && j < m && joint(key, end)) i = lu__lexicon_find(w, lu_strn(part.s, part.n - 1));
			if (i < 0 || w->target[i * LU__TARGETS] == LU__NO_WORD) continue;
			/* few and long parts */
			best = at[k].best + (float)((j - k) * (j - k));
			if (best > at[j].best) at[j] = (way){ best, k, i };
		}
	return at[m].best > 0 ? take(at, byte, m, a, units, n, e) : LU_OK;
}
