/* SPDX-License-Identifier: MIT
 * JSON of models: many names for one thing, numbers in quotes, lists where there should be an object. */
#include "lazy/replies.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "core/real.h"
#include "lazy/deepening.h"
#include "lucus/chat.h"

#define TEXT_MAX    2000 /* bytes of a claim or a subquery */
#define CLAIMS_MAX  200  /* of a reply */
#define REMARKS_MAX 2000 /* bytes: what is wrong with a reply fits, or is wrong all over */

void lu__lazy_drop(lu_buf *dropped, const char *fmt, ...)
{
	char text[300];
	va_list ap;

	if (dropped->len > REMARKS_MAX) return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	lu_buf_addf(dropped, "%s%s", dropped->len ? "; " : "", text);
}

/* ---- values ---- */

/* The first member that is there, of names that single blanks separate. */
static const lu_json *member(const lu_json *v, const char *names)
{
	lu_str rest = lu_strz(names);

	while (rest.n) {
		lu_str name = lu_str_take(&rest, ' ');
		char key[32];
		const lu_json *x;

		snprintf(key, sizeof key, "%.*s", LU_FMT(name));
		if ((x = lu_json_get(v, key))) return x;
	}
	return NULL;
}

/* A number, also in quotes; NAN: it is none. */
static double number(const lu_json *v)
{
	lu_str s = lu_str_trim(lu_json_str(v));
	char text[32], *end;
	double x;

	if (lu_json_type(v) != LU_JSON_STR) return lu_json_real(v, NAN);
	if (!s.n || s.n >= sizeof text) return NAN;
	snprintf(text, sizeof text, "%.*s", LU_FMT(s));
	x = lu_real_read(text, &end);
	return *end && *end != '/' ? NAN : x; /* "7/10" */
}

static double clamp(double x, double most)
{
	return x < 0 ? 0 : x > most ? most : x;
}

/* The list in an object of any name, or the value itself. */
static const lu_json *list_in(const lu_json *v)
{
	const char *key;
	lu_json *x;
	void *it = NULL;

	if (lu_json_type(v) == LU_JSON_ARRAY) return v;
	while (lu_json_each(v, &it, &key, &x))
		if (lu_json_type(x) == LU_JSON_ARRAY) return x;
	return NULL;
}

/* The text of an item: the item itself, or a member of it. */
static lu_str text_of(const lu_json *v, const char *names)
{
	lu_str s = lu_json_str(lu_json_type(v) == LU_JSON_STR ? v : member(v, names));

	return s.n > TEXT_MAX ? lu_strn(NULL, 0) : lu_str_trim(s);
}

static lu_code parse(lu_str reply, lu_json **out, lu_buf *dropped, lu_err *e)
{
	lu_err why;
	lu_code rc = lu_loose_json(reply, out, &why);

	if (rc == LU_ENOMEM) return lu_nomem(e);
	if (rc) *out = NULL;
	if (rc && !lu_str_trim(reply).n) lu__lazy_drop(dropped, "the reply is empty");
	else if (rc) lu__lazy_drop(dropped, "a reply of %zu bytes holds no JSON", reply.n);
	return LU_OK;
}

/* ---- scores ---- */

#define NUMBERS "n number id index sentence"
#define RATINGS "score relevance rating value"

/* A score of sentence `i`, from 1. */
static bool put_score(double i, double score, size_t n, int *result)
{
	size_t at;

	if (!(i >= 1 && i <= (double)n) || !isfinite(score)) return false;
	at = (size_t)i - 1;
	if (result[at] != LU__UNKNOWN) return false;
	result[at] = (int)lround(clamp(score, 10));
	return true;
}

static size_t read_list(const lu_json *list, size_t n, int *result)
{
	size_t bad = 0;

	for (size_t i = 0; i < lu_json_count(list); i++) {
		const lu_json *x = lu_json_at(list, i);
		bool plain = lu_json_type(x) != LU_JSON_OBJECT;

		if (plain && lu_json_count(list) != n) bad++;
		else
			bad += !put_score(plain ? (double)i + 1 : number(member(x, NUMBERS)),
					  number(plain ? x : member(x, RATINGS)), n, result);
	}
	return bad;
}

/* {"1": 7, "2": 0} */
static size_t read_map(const lu_json *v, size_t n, int *result)
{
	const char *key;
	lu_json *x;
	void *it = NULL;
	size_t bad = 0;

	while (lu_json_each(v, &it, &key, &x)) {
		char *end;
		double i = lu_real_read(key, &end);

		bad += !put_score(*key && !*end ? i : 0, number(x), n, result);
	}
	return bad;
}

/* [1, 7], or what has a number and a rating by name. */
static bool put_pair(const lu_json *x, size_t n, int *result)
{
	if (lu_json_type(x) == LU_JSON_OBJECT)
		return put_score(number(member(x, NUMBERS)), number(member(x, RATINGS)), n, result);
	return lu_json_type(x) == LU_JSON_ARRAY && lu_json_count(x) == 2 &&
	       put_score(number(lu_json_at(x, 0)), number(lu_json_at(x, 1)), n, result);
}

/* {"relevant": [[1, 7], [4, 5]]}: what is left out has 0, when the list is there to its end. */
static size_t read_pairs(const lu_json *list, size_t n, bool whole, int *result)
{
	size_t bad = 0, all = lu_json_count(list);

	for (size_t i = 0; i < all; i++) bad += !put_pair(lu_json_at(list, i), n, result);
	for (size_t i = 0; i < n && whole && (!all || bad < all); i++)
		if (result[i] == LU__UNKNOWN) result[i] = 0;
	return bad;
}

/* Is the list of pairs closed? Words behind it may have brackets, too. */
static bool is_whole(lu_str reply)
{
	static const char key[] = "\"relevant\"";
	const char *p = reply.s, *end = reply.s + reply.n, *next = p;
	size_t depth = 0;

	while ((next = memmem(next, (size_t)(end - next), key, sizeof key - 1))) p = next += sizeof key - 1;
	for (; p < end; p++) {
		depth += *p == '[';
		if (*p == ']' && depth && !--depth) return true;
	}
	return false;
}

lu_code lu__read_scores(lu_str reply, size_t n, int *result, lu_buf *dropped, lu_err *e)
{
	size_t bad, missing = 0;
	const lu_json *map, *list, *pairs;
	lu_json *v;
	lu_code rc = parse(reply, &v, dropped, e);

	for (size_t i = 0; i < n; i++) result[i] = LU__UNKNOWN;
	if (rc || !v) return rc;
	map = member(v, "scores relevant");
	list = list_in(v);
	pairs = lu_json_get(v, "relevant");
	if (lu_json_type(pairs) != LU_JSON_ARRAY)
		pairs = lu_json_type(lu_json_at(list, 0)) == LU_JSON_ARRAY ? list : NULL;
	if (pairs) bad = read_pairs(pairs, n, is_whole(reply), result);
	else if (list) bad = read_list(list, n, result);
	else bad = read_map(lu_json_type(map) == LU_JSON_OBJECT ? map : v, n, result);
	for (size_t i = 0; i < n; i++) missing += result[i] == LU__UNKNOWN;
	if (bad) lu__lazy_drop(dropped, "%zu of the reply's scores are of no sentence, or no numbers", bad);
	if (missing) lu__lazy_drop(dropped, "%zu of %zu sentences have no score", missing, n);
	lu_json_free(v);
	return LU_OK;
}

/* ---- subqueries ---- */

/* Scores of 10, as was asked for, unless none is above 1. */
static double most_of(const lu_json *list)
{
	double most = 1;

	for (size_t i = 0; i < lu_json_count(list); i++) {
		double x = number(member(lu_json_at(list, i), "score weight relevance importance"));

		if (x > most) most = 10;
	}
	return most;
}

static double score_of(const lu_json *x, double most)
{
	double score = number(member(x, "score weight relevance importance"));

	return isfinite(score) ? clamp(score, most) / most : .5;
}

lu_code lu__read_subqueries(lu_str reply, lu_arena *a, lu_subquery **out, size_t *n, lu_buf *dropped, lu_err *e)
{
	size_t bad = 0, all;
	const lu_json *list;
	lu_json *v;
	lu_code rc = parse(reply, &v, dropped, e);

	*n = 0;
	if (rc || !v) return rc;
	list = list_in(v);
	all = lu_json_count(list);
	if (all > LU_SUBQUERIES_READ) all = LU_SUBQUERIES_READ;
	if (!(*out = lu_arena_calloc(a, all, sizeof **out))) rc = lu_nomem(e);
	for (size_t i = 0; i < all && !rc; i++) {
		lu_str text = text_of(lu_json_at(list, i), "text subquery query question");

		if (!text.n) {
			bad++;
			continue;
		}
		text = lu_arena_dup(a, text);
		if (!text.s) rc = lu_nomem(e);
		(*out)[(*n)++] = (lu_subquery){ .text = text, .score = score_of(lu_json_at(list, i), most_of(list)) };
	}
	bad += lu_json_count(list) - all;
	if (!list) lu__lazy_drop(dropped, "the reply has no list of subqueries");
	if (bad) lu__lazy_drop(dropped, "%zu subqueries of the reply are no texts, or too many", bad);
	lu_json_free(v);
	return rc;
}

/* ---- claims ---- */

/* The passages of a claim: a list of numbers, or one. */
static lu_code read_sources(const lu_json *v, size_t n, lu_arena *a, lu__said_claim *c, lu_err *e)
{
	const lu_json *list = member(v, "passages sources passage source ids");
	size_t all = lu_json_type(list) == LU_JSON_ARRAY ? lu_json_count(list) : 1;

	if (!(c->source = lu_arena_calloc(a, all, sizeof *c->source))) return lu_nomem(e);
	for (size_t i = 0; i < all; i++) {
		double x = number(lu_json_type(list) == LU_JSON_ARRAY ? lu_json_at(list, i) : list);
		bool had = false;

		if (!(x >= 1 && x <= (double)n)) continue;
		for (size_t k = 0; k < c->n_source; k++) had |= c->source[k] == (uint32_t)x - 1;
		if (!had) c->source[c->n_source++] = (uint32_t)x - 1;
	}
	return LU_OK;
}

static lu_code read_claim(const lu_json *x, double most, size_t n, lu_arena *a, lu__said_claim *c, lu_err *e)
{
	lu_code rc;

	*c = (lu__said_claim){ .text = text_of(x, "text claim statement"), .score = score_of(x, most) };
	rc = c->text.n ? read_sources(x, n, a, c, e) : LU_OK;
	if (!rc && c->n_source && !(c->text = lu_arena_dup(a, c->text)).s) rc = lu_nomem(e);
	return rc;
}

lu_code lu__read_claims(lu_str reply, size_t n, lu_arena *a, lu__said_claim **out, size_t *n_out, lu_buf *dropped,
			lu_err *e)
{
	size_t all;
	const lu_json *list;
	lu_json *v;
	lu_code rc = parse(reply, &v, dropped, e);

	*n_out = 0;
	if (rc || !v) return rc;
	list = list_in(v);
	all = lu_json_count(list) < CLAIMS_MAX ? lu_json_count(list) : CLAIMS_MAX;
	if (!(*out = lu_arena_calloc(a, all, sizeof **out))) rc = lu_nomem(e);
	for (size_t i = 0; i < all && !rc; i++) {
		lu__said_claim *c = &(*out)[*n_out];

		rc = read_claim(lu_json_at(list, i), most_of(list), n, a, c, e);
		*n_out += c->n_source > 0;
	}
	if (!list) lu__lazy_drop(dropped, "the reply has no list of claims");
	else if (lu_json_count(list) > *n_out)
		lu__lazy_drop(dropped, "%zu claims of the reply have no text, or no passage",
			      lu_json_count(list) - *n_out);
	lu_json_free(v);
	return rc;
}
