/* SPDX-License-Identifier: MIT
 * The entities of a question, by rules over its characters and words. The question is read once from left to right;
 * what is looked for ahead (a closing quote, a bracket) is looked for in a bounded stretch. */
#include "expand/expand.h"

#include <stdlib.h>

#include "core/ascii.h"
#include "lucus/classify.h"

#define QUOTE_MAX  200 /* bytes between quotes */
#define CALL_MAX   80  /* between the parentheses of a call */
#define TOKENS_MAX 4000

const char *lu_entity_kind_name(lu_entity_kind k)
{
	static const char *const name[LU_ENTITY_KINDS] = { "identifier", "path", "quoted", "date", "quarter",
							   "version",    "name", "hit",    "given" };

	return name[k];
}

/* ---- characters ---- */

static bool is_letter(char c)
{
	return lu_is_alpha(c) || c < 0;
}

static bool is_name(char c)
{
	return is_letter(c) || lu_is_digit(c) || c == '_';
}

static bool is_one_of(char c, const char *list)
{
	return c && strchr(list, c);
}

static bool all_digits(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!lu_is_digit(s.s[i])) return false;
	return s.n > 0;
}

/* The number that `s` is; -1: none of at most `most` digits. */
static int number_of(lu_str s, size_t most)
{
	int n = 0;

	if (!all_digits(s) || s.n > most) return -1;
	for (size_t i = 0; i < s.n; i++) n = 10 * n + (s.s[i] - '0');
	return n;
}

/* ---- entities ---- */

lu_code lu__entity_add(lu__tokens *t, lu_arena *a, lu_entity x, lu_err *e)
{
	lu_entity *v;

	if (t->n_entity == LU_ENTITIES || !x.text.n) return LU_OK;
	if (!(v = lu_arena_grow(a, t->entity, t->n_entity, sizeof *v))) return lu_nomem(e);
	t->entity = v;
	v[t->n_entity++] = x;
	return LU_OK;
}

static int by_place(const void *px, const void *py)
{
	const lu_entity *x = px, *y = py;

	if (x->by_model != y->by_model) return x->by_model - y->by_model;
	return (x->text.s > y->text.s) - (x->text.s < y->text.s);
}

void lu__entities_sort(lu__tokens *t, lu_str query)
{
	size_t n = 0;

	/* those of a model that are not in the question keep their order after the others */
	while (n < t->n_entity && t->entity[n].text.s >= query.s && t->entity[n].text.s < query.s + query.n) n++;
	if (n) qsort(t->entity, n, sizeof *t->entity, by_place);
}

/* ---- one word ---- */

/* v1.2.3, 1.2.3-rc1, 3.11: how sure that is a version; 0: it is none. */
static double version_of(lu_str w, bool announced)
{
	bool v = w.n > 1 && (w.s[0] == 'v' || w.s[0] == 'V') && lu_is_digit(w.s[1]);
	size_t i = v, parts = 0;

	while (i < w.n && lu_is_digit(w.s[i]) && parts < 5) {
		while (i < w.n && lu_is_digit(w.s[i])) i++;
		parts++;
		if (i + 1 >= w.n || w.s[i] != '.' || !lu_is_digit(w.s[i + 1])) break;
		i++;
	}
	if (!parts || parts > 4) return 0;
	if (i < w.n && (parts < 2 || !is_one_of(w.s[i], "-+.abr") || w.n - i > 16)) return 0;
	for (; i < w.n; i++)
		if (!is_name(w.s[i]) && !is_one_of(w.s[i], "-+.")) return 0;
	if (v) return parts > 1 ? .95 : .6;
	if (announced) return .9;
	return parts == 3 ? .85 : parts == 2 ? .6 : 0;
}

static bool is_year(lu_str w)
{
	int y = number_of(w, 4);

	return y >= 1900 && y < 2100;
}

static bool is_month(int m)
{
	return m >= 1 && m <= 12;
}

/* 2024-03-01, 2024/03/01, 2024-03, with a time after it. */
static double iso_date(lu_str w)
{
	char sep = w.n > 6 ? w.s[4] : 0;
	int day;

	if ((sep != '-' && sep != '/') || !is_year(lu_strn(w.s, 4))) return 0;
	if (!is_month(number_of(lu_strn(w.s + 5, 2), 2))) return 0;
	if (w.n == 7) return sep == '-' ? .7 : 0;
	if (w.n < 10 || w.s[7] != sep || (w.n > 10 && w.s[10] != 'T')) return 0;
	day = number_of(lu_strn(w.s + 8, 2), 2);
	return day >= 1 && day <= 31 ? .95 : 0;
}

static bool is_quarter(lu_str w)
{
	return w.n == 2 && (w.s[0] == 'Q' || w.s[0] == 'q') && w.s[1] >= '1' && w.s[1] <= '4';
}

/* Q3-2024, 2024Q3, 2024-Q3, Q3/2024. */
static double quarter_of(lu_str w)
{
	size_t sep;

	if (w.n == 2) return is_quarter(w) && w.s[0] == 'Q' ? .6 : 0;
	if (w.n < 6 || w.n > 7) return 0;
	sep = w.n - 6;
	if (is_quarter(lu_strn(w.s, 2)) && is_year(lu_strn(w.s + 2 + sep, 4)))
		return !sep || is_one_of(w.s[2], "-/") ? .95 : 0;
	if (is_year(lu_strn(w.s, 4)) && is_quarter(lu_strn(w.s + 4 + sep, 2)))
		return !sep || is_one_of(w.s[4], "-/") ? .95 : 0;
	return 0;
}

#define ENDINGS \
	"c h cc cpp cxx hpp hh py pyi js mjs cjs ts tsx jsx go rs java kt kts scala swift rb php cs lua sh bash hs " \
	"ex exs zig " \
	"md rst txt json toml yaml yml xml html css sql proto cfg ini mk cmake lock"

/* a/b.c, ./b, a/b/c, store.h, each with a line: how sure that is a path. */
static double path_of(lu_str w)
{
	lu_str path, last, ending;
	uint32_t line = lu_split_place(w, &path);
	size_t slashes = 0;
	bool file;

	if (memchr(w.s, '(', w.n) || lu_str_starts(w, "//")) return 0;
	for (size_t i = 0; i < path.n; i++) {
		if (path.s[i] == ':') return 0; /* of a URL, or of C++ */
		slashes += path.s[i] == '/';
	}
	last = lu_str_after_last(path, '/');
	ending = lu_str_after_last(last, '.');
	file = ending.n + 1 < last.n && lu_str_in_words_nocase(ending, ENDINGS) &&
	       !all_digits(lu_str_before_last(last, '.'));
	if (!slashes) return file ? (line ? .95 : .8) : 0;
	if (!is_name(path.s[0]) && !is_one_of(path.s[0], "./~@_-")) return 0;
	if (file || line) return .95;
	if (is_one_of(path.s[0], "./~")) return .85;
	return slashes > 1 ? .7 : .45; /* "and/or" */
}

/* How sure that a word that is written like code is a name of it. */
static double name_of(lu_str w)
{
	if (!lu_is_code_word(w)) return 0;
	if (memchr(w.s, '(', w.n) || memchr(w.s, ':', w.n) || memchr(w.s, '>', w.n) || memchr(w.s, '#', w.n))
		return .95;
	if (w.s[0] == '.') return .6;
	if (memchr(w.s, '.', w.n) || memchr(w.s, '_', w.n)) return .9;
	return .8;
}

static bool is_url(lu_str w)
{
	for (size_t i = 0; i + 2 < w.n; i++)
		if (!memcmp(w.s + i, "://", 3)) return true;
	return false;
}

/* What a word is, as far as it alone shows; confidence 0: nothing. */
static lu_entity judge(lu_str w, bool announced)
{
	lu_entity x = { .text = w };
	const double sure[] = { [LU_ENTITY_IDENTIFIER] = 0,
				[LU_ENTITY_PATH] = path_of(w),
				[LU_ENTITY_DATE] = iso_date(w),
				[LU_ENTITY_QUARTER] = quarter_of(w),
				[LU_ENTITY_VERSION] = version_of(w, announced) };
	static const lu_entity_kind order[] = { LU_ENTITY_DATE, LU_ENTITY_QUARTER, LU_ENTITY_VERSION, LU_ENTITY_PATH };

	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		if (sure[order[i]] <= 0) continue;
		x.kind = order[i];
		x.confidence = sure[order[i]];
		return x;
	}
	x.confidence = is_url(w) ? 0 : name_of(w);
	return x;
}

/* What is between quotes. */
static lu_entity judge_quoted(lu_str in, bool ticks)
{
	lu_entity x = judge(in, false);
	bool word = true;

	for (size_t i = 0; i < in.n; i++) word &= is_name(in.s[i]) || is_one_of(in.s[i], ".:-/");
	if (x.confidence > 0 && (word || memchr(in.s, '(', in.n))) {
		if (x.confidence < (ticks ? .98 : .95)) x.confidence = ticks ? .98 : .95;
		return x;
	}
	x.kind = ticks && word ? LU_ENTITY_IDENTIFIER : LU_ENTITY_QUOTED;
	x.confidence = ticks ? word ? .95 : .8 : .75;
	return x;
}

/* ---- the question ---- */

typedef struct reading {
	lu_str q;
	lu_arena *a;
	lu__tokens t;
	bool sentence; /* the next token begins one */
	lu_err *e;
} reading;

/* The closing quote that belongs to the one at `i`; 0: none near. */
static size_t end_of_quote(lu_str q, size_t i)
{
	size_t most = q.n - i - 1 < QUOTE_MAX ? q.n - i - 1 : QUOTE_MAX;
	const char *p = memchr(q.s + i + 1, q.s[i], most);

	if (!p || (q.s[i] == '\'' && p + 1 < q.s + q.n && is_name(p[1]))) return 0;
	return memchr(q.s + i + 1, '\n', (size_t)(p - q.s) - i - 1) ? 0 : (size_t)(p - q.s);
}

/* After the parenthesis that closes the one at `i`; `i` when there is none near. */
static size_t end_of_call(lu_str q, size_t i)
{
	size_t depth = 0;

	for (size_t j = i; j < q.n && j - i < CALL_MAX && q.s[j] != '\n'; j++) {
		if (q.s[j] == '(') depth++;
		else if (q.s[j] == ')' && !--depth) return j + 1;
	}
	return i;
}

/* After the word that begins at `i`. */
static size_t end_of_word(lu_str q, size_t i)
{
	size_t from = i;

	while (i < q.n && !lu_is_space(q.s[i])) {
		char c = q.s[i];
		size_t end;

		if (c == '-' && i + 1 < q.n && q.s[i + 1] == '>') i += 2;
		else if (c == '(' && i > from && is_name(q.s[i - 1]) && (end = end_of_call(q, i)) > i) i = end;
		else if (is_one_of(c, "\"`,;()[]{}<>")) break;
		else i++;
	}
	return i;
}

/* Without the punctuation of prose at its ends, and a genitive's "'s". */
static lu_str core_of(lu_str w)
{
	while (w.n && is_one_of(w.s[0], "'*!?:")) w = lu_strn(w.s + 1, w.n - 1);
	while (w.n && is_one_of(w.s[w.n - 1], "'*!?:.-")) w.n--;
	if (lu_str_ends(w, "'s")) w.n -= 2;
	return w;
}

static lu_code take_token(reading *r, lu_str word)
{
	lu_str core = core_of(word);
	lu__token *v;
	const lu__token *last = r->t.n ? &r->t.v[r->t.n - 1] : NULL;
	lu_entity x;

	if (!core.n || r->t.n == TOKENS_MAX) return LU_OK;
	if (!(v = lu_arena_grow(r->a, r->t.v, r->t.n, sizeof *v))) return lu_nomem(r->e);
	r->t.v = v;
	x = judge(core, last && lu_str_in_words_nocase(last->text, "version release v tag"));
	v[r->t.n++] = (lu__token){ core, x.confidence > 0, r->sentence, lu_is_content_word(core) };
	r->sentence = is_one_of(word.s[word.n - 1], ".?!:");
	return x.confidence > 0 ? lu__entity_add(&r->t, r->a, x, r->e) : LU_OK;
}

/* A quote with what it holds; *i is after it, or unchanged when it is none. */
static lu_code take_quote(reading *r, size_t *i)
{
	char c = r->q.s[*i];
	size_t end = c == '"' || c == '`' || c == '\'' ? end_of_quote(r->q, *i) : 0;
	lu_str in;

	if (!end) return LU_OK;
	in = lu_str_trim(lu_strn(r->q.s + *i + 1, end - *i - 1));
	*i = end + 1;
	r->sentence = false;
	return in.n ? lu__entity_add(&r->t, r->a, judge_quoted(in, c == '`'), r->e) : LU_OK;
}

#define MONTHS \
	"january february march april may june july august september october november december jan feb mar apr may " \
	"jun " \
	"jul aug sep oct nov dec sept"

/* An entity of the tokens `i` ... `i + n - 1`, in place of those that they are by themselves. */
static lu_code join(reading *r, size_t i, size_t n, lu_entity_kind kind)
{
	const lu__token *v = r->t.v + i, *last = v + n - 1;
	lu_entity x = { .text = lu_strn(v->text.s, (size_t)(last->text.s - v->text.s) + last->text.n),
			.kind = kind,
			.confidence = .95 };
	size_t k = 0;

	for (size_t j = 0; j < n; j++) r->t.v[i + j].taken = true;
	for (size_t j = 0; j < r->t.n_entity; j++) {
		const char *s = r->t.entity[j].text.s;

		if (s < x.text.s || s >= x.text.s + x.text.n) r->t.entity[k++] = r->t.entity[j];
	}
	r->t.n_entity = k;
	return lu__entity_add(&r->t, r->a, x, r->e);
}

static bool is_day(lu_str w)
{
	int d = number_of(w, 2);

	return d >= 1 && d <= 31;
}

/* How many tokens from `i` on are a date or a quarter of several words. */
static size_t joined(const lu__tokens *t, size_t i, lu_entity_kind *kind)
{
	const lu__token *v = t->v + i;
	size_t left = t->n - i;

	*kind = LU_ENTITY_QUARTER;
	if (left > 1 && is_quarter(v->text) && is_year(v[1].text)) return 2;
	if (left > 1 && is_year(v->text) && is_quarter(v[1].text)) return 2;
	*kind = LU_ENTITY_DATE;
	if (left > 2 && is_day(v->text) && lu_str_in_words_nocase(v[1].text, MONTHS) && is_year(v[2].text)) return 3;
	if (left > 2 && lu_str_in_words_nocase(v->text, MONTHS) && is_day(v[1].text) && is_year(v[2].text)) return 3;
	if (left > 1 && lu_str_in_words_nocase(v->text, MONTHS) && is_year(v[1].text)) return 2;
	return 0;
}

static lu_code join_words(reading *r)
{
	lu_code rc = LU_OK;

	for (size_t i = 0, n; i < r->t.n && !rc; i += n ? n : 1) {
		lu_entity_kind kind;

		if ((n = joined(&r->t, i, &kind))) rc = join(r, i, n, kind);
	}
	return rc;
}

lu_code lu__tokens_read(lu_str query, lu_arena *a, lu__tokens *out, lu_err *e)
{
	reading r = { .q = query, .a = a, .sentence = true, .e = e };
	lu_code rc = LU_OK;

	for (size_t i = 0, from; i < query.n && !rc;) {
		from = i;
		if (!lu_is_space(query.s[i])) rc = take_quote(&r, &i);
		if (i > from || rc) continue;
		i = end_of_word(query, i);
		if (i > from) rc = take_token(&r, lu_strn(query.s + from, i - from));
		else i++;
	}
	if (!rc) rc = join_words(&r);
	if (rc) return rc;
	lu__entities_sort(&r.t, query);
	*out = r.t;
	return LU_OK;
}

lu_code lu_entities(lu_str query, lu_arena *a, lu_entity **out, size_t *n, lu_err *e)
{
	lu__tokens t;
	lu_code rc = lu__tokens_read(query, a, &t, e);

	if (rc) return rc;
	*out = t.entity;
	*n = t.n_entity;
	return LU_OK;
}
