/* SPDX-License-Identifier: MIT */
#include "cli/near.h"
#include "core/ascii.h"

#include <string.h>
#include <strings.h>

lu_nearest lu_nearest_to(const char *word, size_t len)
{
	/* short words are near to everything: allow fewer slips in them */
	int limit = len < 2 ? 0 : len < 4 ? 1 : len < 8 ? 2 : 3;

	return (lu_nearest){ .word = word, .len = len, .distance = limit + 1 };
}

void lu_nearest_try(lu_nearest *n, const char *candidate)
{
	size_t len = strlen(candidate);
	int d;

	if (n->len >= 3 && len > n->len && memcmp(n->word, candidate, n->len) == 0) d = 1;
	else d = (int)lu_str_edits(lu_strn(n->word, n->len), lu_strn(candidate, len), (unsigned)n->distance);
	if (d < n->distance) {
		n->distance = d;
		n->best = candidate;
	}
}

/* ---- a name of several ---- */

static lu_code several(const lu_strs *names, lu_str word, lu_err *e)
{
	lu_buf b = LU_BUF;
	lu_code rc = LU_EUSAGE;

	for (size_t i = 0; i < names->n; i++)
		if (names->v[i].n >= word.n && !strncasecmp(names->v[i].s, word.s, word.n))
			lu_buf_addf(&b, "%s%.*s", b.len ? ", " : "", LU_FMT(names->v[i]));
	if (b.oom) rc = lu_nomem(e);
	else lu_fail(e, rc, "'%.*s' may be any of %s", LU_FMT(word), b.s);
	lu_buf_free(&b);
	return rc;
}

static lu_str lower(lu_str s, lu_arena *a)
{
	char *v = lu_arena_alloc(a, s.n + 1);

	if (!v) return (lu_str){ 0 };
	for (size_t i = 0; i < s.n; i++) v[i] = lu_lower(s.s[i]);
	v[s.n] = '\0';
	return lu_strn(v, s.n);
}

static lu_code none(const lu_strs *names, lu_str word, lu_err *e)
{
	lu_arena a = { 0 };
	lu_str low = lower(word, &a), best = { 0 };
	lu_nearest near;
	lu_buf b = LU_BUF;
	lu_code rc = low.s ? LU_OK : lu_nomem(e);

	near = lu_nearest_to(low.s, low.n);
	for (size_t i = 0; i < names->n && !rc; i++) {
		lu_str name = lower(names->v[i], &a);
		const char *before = near.best;

		lu_buf_addf(&b, "%s%.*s", i ? ", " : "", LU_FMT(names->v[i]));
		if (!name.s) rc = lu_nomem(e);
		else lu_nearest_try(&near, name.s);
		if (near.best != before) best = names->v[i];
	}
	if (!rc && b.oom) rc = lu_nomem(e);
	if (!rc && near.best)
		rc = lu_fail(e, LU_EUSAGE, "'%.*s' is not one of %s (did you mean '%.*s'?)", LU_FMT(word), b.s,
			     LU_FMT(best));
	else if (!rc && b.len) rc = lu_fail(e, LU_EUSAGE, "'%.*s' is not one of %s", LU_FMT(word), b.s);
	else if (!rc) rc = lu_fail(e, LU_EUSAGE, "'%.*s': there is nothing of the kind here", LU_FMT(word));
	lu_buf_free(&b);
	lu_arena_free(&a);
	return rc;
}

lu_code lu_name_pick(const lu_strs *names, lu_str word, size_t *out, lu_err *e)
{
	size_t found = 0, n = 0;

	for (size_t i = 0; i < names->n; i++) {
		const lu_str *s = &names->v[i];

		if (!word.n || s->n < word.n || strncasecmp(s->s, word.s, word.n) != 0) continue;
		if (s->n == word.n) {
			*out = i;
			return LU_OK;
		}
		found = i;
		n++;
	}
	if (n > 1) return several(names, word, e);
	if (!n) return none(names, word, e);
	*out = found;
	return LU_OK;
}
