/* SPDX-License-Identifier: MIT
 * Subqueries: what a model or rules make of a question, and which of these are used. */
#include "lazy/subqueries.h"

#include <stdio.h>
#include <strings.h>

#include "lazy/replies.h"
#include "lucus/classify.h"
#include "lucus/retrieve.h"

#define PART     .9 /* score of a part of the question */
#define ALSO     .4 /* of a phrase that goes with it */
#define READ_MAX 64 /* subqueries that are looked at */

void lu__subqueries_free(lu__subqueries *s)
{
	lu_buf_free(&s->dropped);
}

static lu_code add(lu__subqueries *s, lu_str text, double score, lu_arena *a, lu_err *e)
{
	lu_subquery *v;

	if (s->n == READ_MAX || !text.n) return LU_OK;
	if (!(v = lu_arena_grow(a, s->v, s->n, sizeof *v))) return lu_nomem(e);
	s->v = v;
	v[s->n++] = (lu_subquery){ .text = text, .score = score };
	return LU_OK;
}

/* ---- by rules ---- */

/* The next word of a text: what blanks and commas separate. */
static lu_str next_word(lu_str *rest)
{
	size_t from = 0, to;

	while (from < rest->n && strchr(" \t\r\n,;", rest->s[from])) from++;
	for (to = from; to < rest->n && !strchr(" \t\r\n,;", rest->s[to]);) to++;
	lu_str word = lu_strn(rest->s + from, to - from);
	*rest = lu_strn(rest->s + to, rest->n - to);
	return word;
}

/* A phrase ends before a word that says nothing, and behind one that a comma or a full stop follows. */
static bool ends_phrase(lu_str word, lu_str rest)
{
	return (rest.n && strchr(",;\n", *rest.s)) || (word.n && strchr(".?!:", word.s[word.n - 1]));
}

static lu_str without_stop(lu_str s)
{
	while (s.n && strchr(".?!:\"')(", s.s[s.n - 1])) s.n--;
	while (s.n && strchr("\"'(", *s.s)) s = lu_strn(s.s + 1, s.n - 1);
	return s;
}

/* Does it say what is looked for, and not that something is done or is somewhere? */
static bool says(lu_str word)
{
	return lu_tells(without_stop(word));
}

static size_t count_words(lu_str s)
{
	size_t n = 0;
	lu_str word;

	while ((word = next_word(&s)).n) n += says(word);
	return n;
}

/* Runs of content words, from the first to the last that says what is looked for: the more of these one holds, the more it counts. One
 * that holds all of them is the question itself. */
static lu_code add_phrases(lu__subqueries *s, lu_str question, lu_arena *a, lu_err *e)
{
	size_t words = count_words(question), run = 0;
	lu_str rest = question, word, phrase = { NULL, 0 };
	lu_code rc = LU_OK;

	while (!rc && ((word = next_word(&rest)).n || run)) {
		bool content = word.n && lu_is_content_word(word);

		if (word.n && says(word))
			phrase = run++ ? lu_strn(phrase.s, (size_t)(word.s + word.n - phrase.s)) : word;
		if (!run || (content && !ends_phrase(word, rest))) continue;
		if (run < words) rc = add(s, without_stop(phrase), (double)run / (double)words, a, e);
		run = 0;
	}
	return rc;
}

static bool is_question(lu_str part)
{
	lu_str word = next_word(&part);

	return lu_str_in_words_nocase(word, "how what which where when why who whose is are does do can") &&
	       count_words(part) > 1;
}

/* A part that is no question of its own is what it is about: "timeouts" of "how do timeouts", "cancellation of requests" of
 * "cancellation of requests work". */
static lu_str bare_part(lu_str part)
{
	lu_str rest = part, word, out = part;
	size_t n = 0;

	if (is_question(part)) return part;
	while ((word = next_word(&rest)).n)
		if (says(word)) out = n++ ? lu_strn(out.s, (size_t)(word.s + word.n - out.s)) : word;
	return out;
}

static lu_code by_rules(lu__subqueries *s, lu_str question, lu_strs also, lu_arena *a, lu_err *e)
{
	lu_query_shape shape;
	lu_code rc = lu_classify(question, a, &shape, e);

	if (!rc) rc = add(s, lu_str_trim(question), 1, a, e);
	for (size_t i = 0; i < shape.parts.n && !rc; i++)
		rc = add(s, bare_part(lu_str_trim(shape.parts.v[i])), PART, a, e);
	if (!rc && !shape.parts.n) rc = add_phrases(s, question, a, e);
	for (size_t i = 0; i < also.n && !rc; i++) rc = add(s, also.v[i], ALSO, a, e);
	return rc;
}

/* ---- by a model ---- */

static const char schema[] =
	"{\"type\":\"object\",\"properties\":{\"subqueries\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
	"\"properties\":{\"text\":{\"type\":\"string\"},\"score\":{\"type\":\"number\"}},"
	"\"required\":[\"text\",\"score\"],\"additionalProperties\":false}}},"
	"\"required\":[\"subqueries\"],\"additionalProperties\":false}";

static lu_code ask(lu_chat *chat, lu_str question, int64_t most, lu_arena *a, lu_str *out, lu_err *e)
{
	char count[24];
	lu_chat_request r;
	lu_chat_reply reply;
	lu_code rc;

	snprintf(count, sizeof count, "%lld", (long long)most);
	rc = lu_chat_fill_block(chat, LU_PROMPT_SUBQUERIES, "question", question, count, a, &r, e);
	if (rc) return rc;
	r.schema = lu_strz(schema);
	r.max_tokens = 2000;
	rc = lu_chat_ask(chat, &r, a, &reply, e);
	if (!rc) *out = reply.text;
	return rc;
}

/* False: the model is of no help. */
static lu_code by_model(lu__subqueries *s, lu_chat *chat, lu_str question, int64_t most, lu_arena *a, bool *done,
			lu_err *e)
{
	lu_subquery *v = NULL;
	lu_str reply = { NULL, 0 };
	lu_err why = { LU_OK, "" };
	size_t n = 0;
	lu_code rc = ask(chat, question, most, a, &reply, &why);

	*done = false;
	if (rc == LU_ENET || rc == LU_EFORMAT) {
		s->failed = true;
		lu__lazy_drop(&s->dropped, "no subqueries from the model: %s", why.msg);
		return LU_OK;
	}
	if (rc) return lu_fail(e, rc, "%s", why.msg);
	rc = lu__read_subqueries(reply, a, &v, &n, &s->dropped, e);
	for (size_t i = 0; i < n && !rc; i++) rc = add(s, v[i].text, v[i].score, a, e);
	*done = n > 0;
	return rc;
}

/* ---- which are used ---- */

static bool is_same(lu_str x, lu_str y)
{
	x = without_stop(x);
	y = without_stop(y);
	return x.n == y.n && !strncasecmp(x.s, y.s, x.n);
}

static const char *why_not(const lu__subqueries *s, size_t i, size_t kept, int64_t most)
{
	for (size_t k = 0; k < i; k++)
		if (is_same(s->v[k].text, s->v[i].text)) return "repeated";
	if (i && s->v[i].score < LU__SUBQUERY_WEAK) return "weak";
	return (int64_t)kept >= most ? "too many" : NULL;
}

static bool goes_before(const lu_subquery *x, const lu_subquery *y)
{
	return x->kept != y->kept ? x->kept : x->score > y->score;
}

/* Those that are kept, then by score, then as they were said. */
static void sort(lu_subquery *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		lu_subquery x = v[i];
		size_t k = i;

		for (; k && goes_before(&x, &v[k - 1]); k--) v[k] = v[k - 1];
		v[k] = x;
	}
}

static lu_code settle(lu__subqueries *s, lu_str question, int64_t most, lu_arena *a, lu_err *e)
{
	lu_buf all = LU_BUF;

	sort(s->v, s->n);
	for (size_t i = 0; i < s->n; i++) {
		s->v[i].why = why_not(s, i, s->kept, most);
		s->v[i].kept = !s->v[i].why;
		s->kept += s->v[i].kept;
	}
	sort(s->v, s->n);
	lu_buf_addstr(&all, lu_str_trim(question));
	for (size_t i = 0; i < s->kept; i++) {
		if (is_same(s->v[i].text, question) || all.len + s->v[i].text.n > LU_QUERY_MAX - 2) continue;
		lu_buf_addf(&all, "\n%.*s", LU_FMT(s->v[i].text));
	}
	s->expanded = lu_arena_dup(a, lu_buf_str(&all));
	if (all.oom) s->expanded.s = NULL;
	lu_buf_free(&all);
	return s->expanded.s ? LU_OK : lu_nomem(e);
}

lu_code lu__subqueries_find(lu_chat *chat, lu_str question, lu_strs also, int64_t most, lu_arena *a,
			    lu__subqueries *out, lu_err *e)
{
	lu_code rc = LU_OK;

	*out = (lu__subqueries){ .dropped = LU_BUF };
	if (chat) rc = by_model(out, chat, question, most, a, &out->by_model, e);
	if (!rc && !out->by_model) rc = by_rules(out, question, also, a, e);
	if (!rc) rc = settle(out, question, most, a, e);
	if (!rc && out->dropped.oom) rc = lu_nomem(e);
	if (rc) lu__subqueries_free(out);
	return rc;
}
