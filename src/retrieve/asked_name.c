/* SPDX-License-Identifier: MIT
 * The elements that a question names with what they are in: "Class.method", "Class#method()", "ns::Class::method",
 * "(*Type).Method", "module.function"; or "method of Class" and nothing else. Who writes so means that one, and neither its
 * class nor what is called alike. */
#include <string.h>

#include "core/ascii.h"
#include "retrieve/rank.h"

#define NAMES 8  /* of a question: the first */
#define TRIED 32 /* that may be some */
#define PARTS 8  /* of a name: the last */
#define ALIKE 8  /* elements of other names that one may mean, too */

/* What a function that is named counts where more is asked, beside one that is asked about. */
#define MENTIONED .4f

/* A name as it is written: its components. */
struct name {
	lu_str part[PARTS];
	size_t n, from, to; /* and where it stands */
};

/* What stands between components, at `i`; 0: the name ends. */
static size_t separator(lu_str s, size_t i)
{
	static const char *const between[] = { "().", "()->", ")::", ").", "::", "->", ".", "#" };

	for (size_t k = 0; k < sizeof between / sizeof *between; k++) {
		size_t n = strlen(between[k]);

		if (i + n < s.n && memcmp(s.s + i, between[k], n) == 0 &&
		    (lu_is_ident(s.s[i + n]) || s.s[i + n] == '~' || s.s[i + n] == '#'))
			return n;
	}
	return 0;
}

static void read_name(lu_str s, size_t i, struct name *x)
{
	x->n = 0;
	for (x->from = i; i < s.n;) {
		size_t from = i;

		if (x->n && i > x->to && strchr("~#", s.s[i])) i++; /* a destructor, a private name; not "C#" */
		while (i < s.n && lu_is_ident(s.s[i])) i++;
		if (i == from) break;
		if (x->n == PARTS) memmove(x->part, x->part + 1, --x->n * sizeof *x->part);
		x->part[x->n++] = lu_strn(s.s + from, i - from);
		x->to = i;
		i += separator(s, i);
	}
}

/* What a name means. */
struct meant {
	lu_brief *v;
	size_t n;
};

/* "Foo().bar" and "(*Foo).bar" are Foo.bar. */
static lu_code find(lu__query *q, const struct name *x, char ending, struct meant *out, lu_err *e)
{
	lu_buf name = LU_BUF;
	size_t alike = 0;
	lu_code rc;

	for (size_t i = 0; i < x->n; i++) {
		if (i) lu_buf_addc(&name, '.');
		lu_buf_addstr(&name, x->part[i]);
	}
	if (ending) lu_buf_addc(&name, ending);
	rc = name.oom ? lu_nomem(e) : lu_store_named(q->r->store, lu_buf_str(&name), &q->scratch, &out->v, &out->n, e);
	lu_buf_free(&name);
	for (size_t i = 1; i < out->n && !rc; i++) alike += !lu_str_eq(out->v[i].name, out->v[0].name);
	if (alike > ALIKE) out->n = 0;
	return rc;
}

/* Ruby's and Elixir's names may end with a mark, and so may sentences. "pkg.Class.method" may be of a package that calls its
 * modules otherwise. */
static lu_code find_longest(lu__query *q, struct name *x, struct meant *out, lu_err *e)
{
	char mark = x->to < q->text.n && strchr("?!", q->text.s[x->to]) ? q->text.s[x->to] : '\0';
	lu_code rc = LU_OK;

	*out = (struct meant){ 0 };
	for (; !out->n && x->n > 1 && !rc; memmove(x->part, x->part + 1, --x->n * sizeof *x->part)) {
		if (mark) rc = find(q, x, mark, out, e);
		if (!rc && !out->n) rc = find(q, x, '\0', out, e);
	}
	return rc;
}

/* ---- what is asked of it ---- */

/* Is there nothing beside the name, and brackets behind it? */
static bool is_all(lu_str text, const struct name *x)
{
	lu_str before = lu_str_trim(lu_strn(text.s, x->from));
	lu_str behind = lu_str_trim(lu_strn(text.s + x->to, text.n - x->to));

	while (behind.n && strchr("();?!`", behind.s[0])) behind = lu_strn(behind.s + 1, behind.n - 1);
	while (before.n && strchr("(*&`", before.s[0])) before = lu_strn(before.s + 1, before.n - 1);
	return !behind.n && !before.n;
}

/* Do words beside the names say what is looked for? Then a name may be what the answer has to do with, as in "cookie store for
 * Plug.Session". */
static bool asks_more(lu_str s, const struct name *x, size_t n_name)
{
	for (size_t i = 0, n; i < s.n; i += n + !n) {
		bool named = false;

		n = lu__word_at(s, i);
		for (size_t k = 0; k < n_name && !named; k++) named = i < x[k].to && x[k].from < i + n;
		if (n && !named && !lu__asks_only(lu__bare_name(lu_strn(s.s + i, n)))) return true;
	}
	return false;
}

/* Is it written as names are, not as words? */
static bool like_code(lu_str w)
{
	return lu_is_compound(w) || (w.n && lu_is_upper(w.s[0]));
}

/* The two words that are asked about, when there are just two, and one is written like a name: "send of Session". */
static bool two_words(lu_str s, struct name *out)
{
	*out = (struct name){ .n = 0 };
	for (size_t i = 0, n; i < s.n; i += n + !n) {
		lu_str w = lu__bare_name(lu_strn(s.s + i, n = lu__word_at(s, i)));

		w = lu_str_before_first(w, '\''); /* "Session's" */
		if (!n || lu__asks_only(w)) continue;
		if (out->n == 2) return false;
		out->part[out->n++] = w;
	}
	return out->n == 2 && (like_code(out->part[0]) || like_code(out->part[1]));
}

/* One of them in the other, and both as they are written: to people, words are not names. */
static lu_code find_pair(lu__query *q, struct meant *out, lu_err *e)
{
	struct name x;
	lu_code rc = LU_OK;

	*out = (struct meant){ 0 };
	if (!two_words(q->text, &x)) return LU_OK;
	for (int turn = 0; turn < 2 && !out->n && !rc; turn++) {
		lu_str first = x.part[0];
		size_t k = 0;

		x.part[0] = x.part[1];
		x.part[1] = first;
		rc = find(q, &x, '\0', out, e);
		for (size_t i = 0; i < out->n && !rc; i++) {
			lu_str in = lu_str_before_last(out->v[i].name, '.');

			if (lu_str_eq(lu_simple_name(out->v[i].name), x.part[1]) &&
			    lu_str_eq(lu_simple_name(in), x.part[0]))
				out->v[k++] = out->v[i];
		}
		out->n = k;
	}
	return rc;
}

static void add_all(const struct meant *m, bool more, lu__located *out)
{
	for (size_t i = 0; i < m->n; i++) {
		bool called = lu_type_is_called(m->v[i].type);

		if (!more || called)
			lu__located_add(
				out,
				(lu__located_one){ .id = m->v[i].id, .weight = more ? MENTIONED : 1, .by_name = true });
	}
}

/* What is called by signs: "Context.[]", "Adaptor.operator()". */
static lu_code find_words(lu__query *q, struct name *name, struct meant *meant, size_t *n_name, lu_err *e)
{
	lu_str s = q->text, plain;
	lu_code rc = LU_OK;

	for (size_t i = 0, n, tried = 0; i < s.n && *n_name < NAMES && tried < TRIED && !rc; i += n + !n) {
		lu_str word = lu_strn(s.s + i, n = lu__word_at(s, i));
		struct meant *m = &meant[*n_name];
		size_t dot;

		if (!n || n > LU_TOKEN_MAX || memchr(word.s, '/', n) || lu__asks_only(lu__bare_name(word))) continue;
		rc = lu_plain_name(word, &q->scratch, &plain, e);
		if (rc || !(dot = lu_str_before_last(plain, '.').n) || dot + 1 >= plain.n) continue;
		tried++;
		rc = lu_store_named(q->r->store, word, &q->scratch, &m->v, &m->n, e);
		if (!rc && m->n && m->n <= ALIKE) name[(*n_name)++] = (struct name){ .n = 1, .from = i, .to = i + n };
	}
	return rc;
}

lu_code lu__locate_named(lu__query *q, lu__located *out, lu_err *e)
{
	lu_str s = q->text;
	struct name name[NAMES] = { 0 };
	struct meant meant[NAMES];
	size_t n = 0;
	lu_code rc = LU_OK;
	bool more;

	for (size_t i = 0, next, tried = 0; i < s.n && n < NAMES && tried < TRIED && !rc; i = next) {
		struct name *x = &name[n];

		while (i < s.n && !lu_is_ident(s.s[i])) i++;
		read_name(s, i, x);
		next = x->n > 1 ? x->to : i + (x->n ? x->part[0].n : 1);
		if (x->n < 2) continue;
		tried++;
		rc = find_longest(q, x, &meant[n], e);
		if (!rc) n += meant[n].n > 0;
	}
	if (!rc && !n) rc = find_words(q, name, meant, &n, e);
	if (!rc && !n) {
		rc = find_pair(q, &meant[0], e);
		if (!rc) add_all(&meant[0], false, out);
	}
	if (rc || !n) return rc;
	more = asks_more(s, name, n);
	for (size_t i = 0; i < n; i++) add_all(&meant[i], more, out);
	out->alone |= n == 1 && is_all(s, &name[0]);
	return LU_OK;
}
