/* SPDX-License-Identifier: MIT
 * What citations stand for: the sentence that holds one, or that it follows. */
#include "answer/answer.h"
#include "core/ascii.h"
#include "core/binary_search.h"

#define LONGEST 2000 /* bytes of a sentence before and behind a citation */

/* Does a line that begins at `i` begin something new: a paragraph, an item of a list, a heading? */
static bool begins_new(lu_str s, size_t i)
{
	while (i < s.n && lu_is_blank(s.s[i])) i++;
	if (i == s.n || strchr("\n-*#>|`+", s.s[i])) return true;
	if (!lu_is_digit(s.s[i])) return false;
	while (i < s.n && lu_is_digit(s.s[i])) i++;
	return i < s.n && (s.s[i] == '.' || s.s[i] == ')');
}

/* Does a sentence begin at `i`? */
static bool begins(lu_str s, size_t i)
{
	size_t k = i;

	if (!i) return true;
	if (s.s[i - 1] == '\n' && begins_new(s, i)) return true;
	if (!lu_is_space(s.s[i - 1])) return false;
	while (k && lu_is_space(s.s[k - 1])) k--;
	while (k && strchr(")\"'*_", s.s[k - 1])) k--;
	return k && strchr(".!?", s.s[k - 1]);
}

static size_t begin_of(lu_str s, size_t i)
{
	size_t least = i > LONGEST ? i - LONGEST : 0;

	while (i > least && !begins(s, i)) i--;
	return i;
}

static size_t end_of(lu_str s, size_t i)
{
	size_t most = s.n - i > LONGEST ? i + LONGEST : s.n;

	while (i < most && !(i && begins(s, i))) i++;
	return i;
}

/* The mark that covers byte `i`; NULL: none. */
static const lu__mark *mark_at(const lu__citing *c, size_t i)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, c->n_mark, c->mark[at].to <= i);
	return at < c->n_mark && c->mark[at].from <= i ? &c->mark[at] : NULL;
}

/* The words from `from` to `to`, without citations, on one line. */
static void words(const lu__citing *c, lu_str s, size_t from, size_t to, lu_buf *out)
{
	bool blank = false;

	lu_buf_reset(out);
	while (from < to && (lu_is_space(s.s[from]) || strchr("-*#>", s.s[from]))) from++;
	for (size_t i = from; i < to; i++) {
		const lu__mark *m = mark_at(c, i);

		if (m) {
			i = m->to - 1;
			continue;
		}
		if (lu_is_space(s.s[i])) {
			blank = true;
			continue;
		}
		if (blank && out->len && !strchr(".,;:!?)", s.s[i])) lu_buf_addc(out, ' ');
		blank = false;
		lu_buf_addc(out, s.s[i]);
	}
}

static bool says_something(const lu_buf *b)
{
	for (size_t i = 0; i < b->len; i++)
		if ((b->s[i] | 32) >= 'a' && (b->s[i] | 32) <= 'z') return true;
		else if ((unsigned char)b->s[i] >= 0x80 || lu_is_digit(b->s[i])) return true;
	return false;
}

static void claim_of(const lu__citing *c, lu_str s, const lu__mark *m, lu_buf *out)
{
	size_t from = begin_of(s, m->from), to = end_of(s, m->to);

	words(c, s, from, m->from, out);
	if (says_something(out) || !from) {
		words(c, s, from, to, out);
		return;
	}
	/* "It does so. [1]", unless nothing precedes it: "[1] does so." */
	to = from;
	from = begin_of(s, from - 1);
	words(c, s, from, to, out);
	if (!says_something(out) || s.s[to - 1] == '\n') words(c, s, to, end_of(s, m->to), out);
}

lu_code lu__cite_claims(const lu__citing *c, lu_str text, lu_arena *a, lu_citation **out, size_t *n, lu_err *e)
{
	lu_citation *v = lu_arena_calloc(a, c->n_mark, sizeof *v);
	lu_buf claim = LU_BUF;

	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < c->n_mark; i++) {
		const lu_brief *el = &c->src->v[c->mark[i].source].el;

		claim_of(c, text, &c->mark[i], &claim);
		v[i] = (lu_citation){ .source = c->mark[i].source + 1,
				      .name = lu_arena_dup(a, el->name),
				      .path = lu_arena_dup(a, el->path),
				      .start_line = el->start_line,
				      .end_line = el->end_line,
				      .claim = lu_arena_dup(a, lu_buf_str(&claim)),
				      .stale = c->src->v[c->mark[i].source].stale };
		memcpy(v[i].id, el->uuid, sizeof v[i].id);
		if (claim.oom || !v[i].name.s || !v[i].path.s || !v[i].claim.s) {
			lu_buf_free(&claim);
			return lu_nomem(e);
		}
	}
	lu_buf_free(&claim);
	*out = v;
	*n = c->n_mark;
	return LU_OK;
}
