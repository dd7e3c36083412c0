/* SPDX-License-Identifier: MIT
 * The language that the code is in. People type it into every search, "python sort list", "how to sort a list in
 * python"; where nearly all code is in that language it distinguishes no element from another, though few hold the
 * word, so that it would count for a lot. */

#include <string.h>

#include "core/ascii.h"
#include "lucus/language.h"
#include "retrieve/classify.h"
#include "retrieve/strategy.h"

#define MOST   .8  /* of the files with elements are in the language */
#define FEW    .02 /* of the elements have its name in theirs; where more do, the code is about the language */
#define OTHERS 2   /* words of content that must be there beside it, unless it follows one of BEFORE */
#define BEFORE "in using"

static bool is_code(lu_str language)
{
	const lu_language *l = lu_language_named(language);

	return l && !strcmp(lu_language_gives(l), "elements");
}

/* Is the language, of the table, called `word`? */
static bool is_called(lu_str language, lu_str word)
{
	const lu_language *l = lu_language_named(language);
	bool plain;

	return l && lu_language_is_called(l, word, &plain);
}

/* Does `word` name some language of code? *plain: or may mean something else. */
static bool names_one(lu_str word, bool *plain)
{
	const lu_language *l;

	for (size_t i = 0; (l = lu_language_at(i)); i++)
		if (lu_language_is_called(l, word, plain) && is_code(lu_strz(lu_language_name(l)))) return true;
	return false;
}

/* Is most of the code in what `word` names? */
static lu_code is_most(lu_retriever *r, lu_str word, bool *most, lu_err *e)
{
	int64_t all = 0, so = 0;
	lu_code rc = r->tongue ? LU_OK : lu_store_tongues(r->store, &r->arena, &r->tongue, &r->n_tongue, e);

	for (size_t i = 0; i < r->n_tongue && !rc; i++) {
		const lu_tongue *t = &r->tongue[i];

		if (is_code(t->language)) all += t->files;
		if (is_called(t->language, word)) so += t->files;
	}
	*most = !rc && all && (double)so >= MOST * (double)all;
	return rc;
}

/* Do many elements have the word in their names? */
static lu_code is_topic(lu_retriever *r, lu_str word, lu_arena *a, bool *topic, lu_err *e)
{
	lu_str low = lu_arena_dup(a, word);
	lu_plist list = { 0 };
	size_t named = 0;
	lu_code rc;

	if (!low.s) return lu_nomem(e);
	for (size_t i = 0; i < low.n; i++) ((char *)low.s)[i] = lu_lower(low.s[i]);
	rc = lu_postings_list(r->post, low, &list, e);
	for (size_t i = 0; i < list.n; i++) named += list.v[i].fields >> LU_FIELD_NAME & 1;
	*topic = (double)named > FEW * (double)lu_postings_docs(r->post)->rows;
	lu_plist_free(&list);
	return rc;
}

/* Without the punctuation at its end: that of "c++" is its name. */
static lu_str bare(lu_str raw)
{
	while (raw.n && strchr(".,?!:;", raw.s[raw.n - 1])) raw.n--;
	return raw;
}

/* "3", "2.7" */
static bool is_version(lu_str raw)
{
	lu_str w = bare(raw);

	for (size_t i = 0; i < w.n; i++)
		if (!lu_is_digit(w.s[i]) && w.s[i] != '.') return false;
	return w.n > 0;
}

/* Do words [from, to) only say which language it is in, as far as their position shows: first, last, or after one
 * of BEFORE? Amid the others it may be what the question is about: "which python versions". */
static bool stands_apart(const lu__words *w, size_t from, size_t to, bool plain)
{
	size_t others = 0;

	for (size_t i = 0; i < w->n; i++) others += (i < from || i >= to) && w->v[i].content;
	if (from && lu_str_in_words_nocase(w->v[from - 1].raw, BEFORE))
		return others > 0 && (!plain || to == w->n || !w->v[to].content);
	return !plain && others >= OTHERS && (!from || to == w->n);
}

/* Put blanks in place of the language's name in `text`, which is `base` from some point on. */
static lu_code blank(lu_retriever *r, lu_str text, char *base, lu_arena *a, bool *any, lu_err *e)
{
	lu__words w;
	lu_code rc = lu__words_read(text, a, &w, e);

	for (size_t i = 0, to; i < w.n && !rc; i = to) {
		lu_str word = bare(w.v[i].raw);
		bool plain = false, most = false, topic = false, in;

		to = i + 1;
		if (!names_one(word, &plain)) continue;
		in = i && lu_str_in_words_nocase(w.v[i - 1].raw, BEFORE);
		if (to < w.n && is_version(w.v[to].raw) && (in || !i || to + 1 == w.n)) to++;
		if (!stands_apart(&w, i, to, plain) || (rc = is_topic(r, word, a, &topic, e)) || topic) continue;
		if ((rc = is_most(r, word, &most, e)) || !most) continue;
		for (size_t k = i - in; k < to; k++) memset(base + (w.v[k].raw.s - text.s), ' ', bare(w.v[k].raw).n);
		*any = true;
	}
	return rc;
}

/* A lu__share_fn whose ctx is lu__terms. */
static double share_of(void *ctx, lu_str word)
{
	lu__terms *t = ctx;
	lu_str low = lu_arena_dup(t->a, word);
	int64_t df = 0;

	if (!low.s) t->failed = lu_nomem(t->e);
	for (size_t i = 0; i < low.n; i++) ((char *)low.s)[i] = lu_lower(low.s[i]);
	if (!low.s || lu__terms_count(t, low, &df, t->e)) return 0;
	return (double)df / (double)(lu_postings_docs(t->r->post)->rows + 1);
}

/* "list all exception classes" says how many are wanted, which is not looked for. In "list all users" it may be of a name, and "make all
 * keys optional" says what is done. */
static bool is_amount(const lu__words *w, size_t i)
{
	return i && i + 2 < w->n && lu_str_in_words_nocase(w->v[i - 1].core, "list show enumerate") && lu__all_of(w, i);
}

static lu_code blank_amounts(lu_str s, char *copy, lu_arena *a, bool *any, lu_err *e)
{
	lu__words w;
	lu_code rc = lu__words_read(s, a, &w, e);

	for (size_t i = 0; i < w.n && !rc; i++) {
		const lu__word *v = &w.v[i];

		if (v->raw.n != v->core.n || !is_amount(&w, i)) continue;
		memset(copy + (v->raw.s - s.s), ' ', v->raw.n);
		*any = true;
	}
	return rc;
}

static lu_code read_question(lu_retriever *r, lu_str query, bool amounts, lu_arena *a, lu__question *out, lu_err *e)
{
	lu__terms t = { .r = r, .a = a, .e = e };
	lu_code rc = lu__question_read(query, share_of, &t, a, out, e);
	bool any = false;
	lu_str copy;

	if (rc || t.failed) return rc ? rc : t.failed;
	if (!(copy = lu_arena_dup(a, out->text)).s) return lu_nomem(e);
	for (size_t i = 0; i < out->n && !rc; i++) {
		const lu__span *s = &out->v[i];
		lu_str text = lu_strn(out->text.s + s->from, s->to - s->from);
		char *to = (char *)copy.s + s->from;

		if (s->part != LU__PART_TITLE && s->part != LU__PART_PROSE) continue;
		rc = blank(r, text, to, a, &any, e);
		if (!rc && !amounts) rc = blank_amounts(text, to, a, &any, e);
	}
	if (rc || !any) return rc;
	out->text = out->apart ? copy : lu_str_trim(copy);
	if (!out->apart) out->v[0].to = out->text.n;
	return LU_OK;
}

lu_code lu__question_of(lu_retriever *r, lu_str query, lu_arena *a, lu__question *out, lu_err *e)
{
	return read_question(r, query, false, a, out, e);
}

lu_code lu__shape_of(lu_retriever *r, lu_str query, lu_arena *a, lu_query_shape *out, lu_err *e)
{
	lu__question q;
	lu_code rc = read_question(r, query, true, a, &q, e);

	return rc ? rc : lu_classify(q.apart ? query : q.text, a, out, e);
}
