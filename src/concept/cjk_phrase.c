/* SPDX-License-Identifier: MIT
 * Concepts of Chinese, Japanese and Korean text: runs of letters that write nouns. */
#include "concept/phrases.h"
#include "concept/plain_text.h"

#define SHORTEST 2 /* letters */
#define LONGEST  8

/* Letters of Han that join and end phrases of Chinese, and that no term is made of. */
#define PARTICLES \
	"\u7684\u4e86\u662f\u5728\u548c\u4e0e\u6216\u4e0d\u6211\u4f60\u4ed6\u5979\u5b83\u8fd9\u90a3\u4eec\u4e3a\u4ee5" \
	"\u88ab\u628a\u4ece\u5230\u4f1a\u8981\u5c31\u90fd\u4e5f\u800c\u5176\u4f46\u82e5\u5219\u5f88\u6ca1\u8ba9\u7ed9" \
	"\u8be5\u6b64\u6bcf\u4e9b\u5427\u5417\u5462\u554a\u7740\u8fd8\u8bf7"

/* What Korean puts behind nouns, longer ones first. */
static const char *const endings[] = { "\uc5d0\uc11c\ub294",
				       "\uc73c\ub85c",
				       "\uc5d0\uc11c",
				       "\uc5d0\uac8c",
				       "\uae4c\uc9c0",
				       "\ubd80\ud130",
				       "\ucc98\ub7fc",
				       "\uc740",
				       "\ub294",
				       "\uc774",
				       "\uac00",
				       "\uc744",
				       "\ub97c",
				       "\uc758",
				       "\uc5d0",
				       "\ub85c",
				       "\uc640",
				       "\uacfc",
				       "\ub3c4",
				       "\ub9cc" };
/* Verbs end with these, nouns do not. */
static const char *const verbs[] = { "\ub2e4", "\uc694", "\ud558\uace0", "\ud558\ub294", "\ub418\ub294",
				     "\ud55c", "\ub41c", "\ud560",       "\ub420" };

static bool is_particle(lu_str s, size_t i, size_t n)
{
	static const char all[] = PARTICLES;

	for (const char *p = all; *p; p += 3)
		if (n == 3 && memcmp(p, s.s + i, 3) == 0) return true;
	return false;
}

static bool ends_with_any(lu_str s, const char *const *list, size_t n, size_t *tail)
{
	for (size_t i = 0; i < n; i++)
		if (lu_str_ends(s, list[i])) {
			*tail = strlen(list[i]);
			return true;
		}
	return false;
}

static size_t letters(lu_str s)
{
	size_t count = 0, n;

	for (size_t i = 0; i < s.n; i += n, count++) (void)lu__letter_at(s, i, &n);
	return count;
}

static lu_str korean_noun(lu_str w)
{
	size_t tail;

	if (ends_with_any(w, verbs, sizeof verbs / sizeof *verbs, &tail)) return lu_strn(w.s, 0);
	if (letters(w) > SHORTEST && ends_with_any(w, endings, sizeof endings / sizeof *endings, &tail)) w.n -= tail;
	return w;
}

/* Han and Katakana may be mixed; Hiragana is what stands between nouns. */
static bool goes_on(enum lu__letter a, enum lu__letter b)
{
	return a == b || (a != LU__LETTER_HANGUL && b != LU__LETTER_HANGUL && a != LU__LETTER_HIRAGANA &&
			  b != LU__LETTER_HIRAGANA);
}

lu_code lu__run_phrases(lu_concepts *c, lu_str run, const struct lu__phrase *where, lu__phrase_fn *fn, void *ctx,
			lu_err *e)
{
	struct lu__phrase p = *where;
	lu_code rc = LU_OK;

	(void)c;
	for (size_t i = 0, n; i < run.n && !rc;) {
		enum lu__letter kind = lu__letter_at(run, i, &n);
		size_t to = i, count = 0;

		if (is_particle(run, i, n)) {
			i += n;
			continue;
		}
		for (; to < run.n; to += n, count++) {
			enum lu__letter l = lu__letter_at(run, to, &n);

			if (!goes_on(kind, l) || is_particle(run, to, n)) break;
		}
		p.surface = lu_strn(run.s + i, to - i);
		if (kind == LU__LETTER_HANGUL) p.surface = korean_noun(p.surface);
		if (kind != LU__LETTER_HIRAGANA && count >= SHORTEST && count <= LONGEST && p.surface.n > 3)
			rc = fn(ctx, &p, e);
		i = to;
	}
	return rc;
}
