/* SPDX-License-Identifier: MIT
 * Types that comments tell: "@param {T} x", "@returns {T}", "@type {T}". */
#include "core/ascii.h"
#include "parse/build.h"
#include "parse/extraction.h"

#define LONGEST 20000 /* bytes of documentation that are read for types */

/* What is in the braces that `doc` begins with, after blanks; *rest is what follows. */
static lu_str braced(lu_str doc, lu_str *rest)
{
	size_t i = 0, from, depth = 0;

	while (i < doc.n && lu_is_blank(doc.s[i])) i++;
	from = i + 1;
	for (; i < doc.n; i++) {
		depth += doc.s[i] == '{';
		depth -= doc.s[i] == '}' && depth;
		if (!depth) break;
	}
	if (i >= doc.n || from > i) return lu_strn("", 0);
	*rest = lu_strn(doc.s + i + 1, doc.n - i - 1);
	return lu_str_trim(lu_strn(doc.s + from, i - from));
}

/* The word that `doc` begins with, after blanks, with what is in brackets; *rest is what follows. */
static lu_str word(lu_str doc, lu_str *rest)
{
	size_t i = 0, from, depth = 0;

	while (i < doc.n && lu_is_blank(doc.s[i])) i++;
	for (from = i; i < doc.n && doc.s[i] != '\n' && (depth || !lu_is_blank(doc.s[i])); i++) {
		depth += strchr("<({[", doc.s[i]) != NULL;
		depth -= strchr(">)}]", doc.s[i]) && depth;
	}
	*rest = lu_strn(doc.s + i, doc.n - i);
	return lu_strn(doc.s + from, i - from);
}

/* A type as TypeScript would write it: "!T", "?T", "T=" are T, "Array.<T>" is "Array<T>"; empty for what names nothing. */
static lu_str plainly(lu_str t, lu_arena *a)
{
	const char *dot;
	lu_buf w = LU_BUF;

	while (t.n && strchr("?!", t.s[0])) t = lu_strn(t.s + 1, t.n - 1);
	while (t.n && strchr("=?!", t.s[t.n - 1])) t = lu_strn(t.s, t.n - 1);
	t = lu__module_path(t, a);
	if (!t.n || t.n > 150 || memchr(t.s, '\n', t.n) || t.s[0] == '*' || t.s[0] == '{' ||
	    lu_str_starts(t, "function") || memmem(t.s, t.n, "import(", 7))
		return lu_strn("", 0);
	dot = memmem(t.s, t.n, ".<", 2);
	if (!dot) return t;
	lu_buf_add(&w, t.s, (size_t)(dot - t.s));
	lu_buf_add(&w, dot + 1, (size_t)(t.s + t.n - dot) - 1);
	return lu_arena_keep(a, &w);
}

/* Does a name follow, perhaps in brackets? */
static bool names(lu_str rest, lu_str name)
{
	size_t i = 0;

	while (i < rest.n && (lu_is_blank(rest.s[i]) || rest.s[i] == '[' || rest.s[i] == '.' || rest.s[i] == '&')) i++;
	rest = lu_strn(rest.s + i, rest.n - i);
	return rest.n >= name.n && lu_str_eq(lu_strn(rest.s, name.n), name) &&
	       (rest.n == name.n || (!lu_is_ident(rest.s[name.n]) && rest.s[name.n] != '.'));
}

/* The values of "array<K, V>" and its like; empty for others. */
static lu_str listed(lu_str t)
{
	size_t n = 0, from, depth = 0;

	while (n < t.n && lu_is_ident(t.s[n])) n++;
	if (n == t.n || t.s[n] != '<' || !lu_str_ends(t, ">") ||
	    !lu_str_in_words(lu_strn(t.s, n),
			     "array list iterable non_empty_array Traversable Iterator IteratorAggregate"))
		return lu_strn("", 0);
	from = n + 1;
	for (size_t i = from; i + 1 < t.n; i++) {
		depth += strchr("<({[", t.s[i]) != NULL;
		depth -= strchr(">)}]", t.s[i]) && depth;
		if (t.s[i] == ',' && !depth) from = i + 1;
	}
	return lu_str_trim(lu_strn(t.s + from, t.n - from - 1));
}

/* A type as PHP's documentation writes it: "\\A\\B|null" is ".A.B", "array<int, T>" is "T[]". */
static lu_str without_slashes(lu_str t, lu_arena *a)
{
	lu_str in;
	lu_buf w = LU_BUF;

	if (lu_str_ends(t, "|null")) t.n -= 5;
	if (lu_str_starts(t, "null|")) t = lu_strn(t.s + 5, t.n - 5);
	if (lu_str_starts(t, "$")) t = lu_strn(t.s + 1, t.n - 1); /* "$this" */
	in = listed(t);
	if (in.n) t = in;
	for (size_t i = 0; i < t.n; i++) {
		if (t.s[i] == '\\' && !i) continue;
		lu_buf_addc(&w, t.s[i] == '\\' ? '.' : t.s[i]);
	}
	if (in.n) lu_buf_adds(&w, "[]");
	return lu_arena_keep(a, &w);
}

static lu_str tagged(lu_str doc, const char *tag, lu_str name, bool braces, lu_arena *a)
{
	size_t n = strlen(tag);

	for (const char *at; doc.n > n && (at = memmem(doc.s, doc.n, tag, n));) {
		lu_str type, rest = { "", 0 };

		doc = lu_strn(at + n, (size_t)(doc.s + doc.n - at) - n);
		if (lu_str_starts(doc, "s")) doc = lu_strn(doc.s + 1, doc.n - 1); /* "@returns" */
		if (doc.n && lu_is_ident(doc.s[0])) continue;                     /* "@typedef" */
		type = braces ? braced(doc, &rest) : word(doc, &rest);
		if (type.n && (!name.n || names(rest, name)))
			return braces ? plainly(type, a) : without_slashes(plainly(type, a), a);
	}
	return lu_strn("", 0);
}

lu_str lu__doc_type(const lu_language *l, lu_str doc, lu_str what, lu_arena *a)
{
	bool braces = !(l->syntax & LU__SYNTAX_DOC_WORDS);

	if (doc.n > LONGEST) doc.n = LONGEST;
	if (!doc.n || !memchr(doc.s, '@', doc.n)) return lu_strn("", 0);
	if (lu_str_eqz(what, "return")) return tagged(doc, "@return", lu_strn("", 0), braces, a);
	return tagged(doc, "@param", what, braces, a);
}

/* Words between the comment and the name that is declared. */
static size_t before_words(lu_str text, size_t at)
{
	static const char *const words[] = { "const",  "let",       "var",     "export", "static", "readonly",
					     "public", "protected", "private", "var",    "array",  "iterable" };

	for (bool again = true; again;) {
		again = false;
		while (at && lu_is_space(text.s[at - 1])) at--;
		for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
			size_t n = strlen(words[i]);

			if (at < n || memcmp(text.s + at - n, words[i], n) != 0) continue;
			at -= n;
			again = true;
		}
	}
	return at;
}

/* PHP's "$x" and "$this->x" have marks before the name; where they begin. */
static size_t before_marks(lu_str text, size_t at)
{
	if (at >= 2 && text.s[at - 1] == '>' && text.s[at - 2] == '-') {
		for (at -= 2; at && lu_is_ident(text.s[at - 1]);) at--;
	}
	return at && text.s[at - 1] == '$' ? at - 1 : at;
}

/* "@var T $x" of another variable says nothing of this one. */
static bool is_of_another(lu_str comment, lu_str name)
{
	const char *at = memmem(comment.s, comment.n, " $", 2);
	lu_str rest = at ? lu_strn(at + 1, comment.n - (size_t)(at + 1 - comment.s)) : lu_strn("", 0);

	if (!rest.n) return false;
	return !lu_str_starts(name, "$") || !names(rest, name);
}

/* The comment that ends before `end`; empty: there is none. */
static lu_str comment_before(lu_str text, size_t end)
{
	size_t from;

	if (end < 4 || text.s[end - 1] != '/' || text.s[end - 2] != '*') return lu_strn("", 0);
	for (from = end - 2; from && !(text.s[from] == '*' && text.s[from - 1] == '/');)
		if (end - from-- > LONGEST) return lu_strn("", 0);
	return lu_strn(text.s + from, end - from);
}

lu_str lu__doc_of(const struct lu__build *b, size_t def)
{
	lu_str doc = b->out.v[b->slot[def]].docstring, comment;
	size_t start = b->f->defs.v[def].start, end = start;

	if (doc.n || b->l->modules != LU__MODULES_SCRIPT) return doc;
	if (b->last_doc->def == def) return b->last_doc->text;
	while (end && start - end < LONGEST && lu_is_space(b->text.s[end - 1])) end--;
	comment = comment_before(b->text, end);
	*b->last_doc = (struct lu__doc){ def, lu_str_starts(comment, "**") ? comment : doc };
	return b->last_doc->text;
}

lu_str lu__doc_type_before(const lu_language *l, lu_str text, size_t at, lu_str name, lu_arena *a)
{
	bool words = l->syntax & LU__SYNTAX_DOC_WORDS;
	lu_str comment = comment_before(text, before_words(text, words ? before_marks(text, at) : at));

	if (!comment.n) return comment;
	if (words && is_of_another(comment, name)) return lu_strn("", 0);
	return tagged(comment, words ? "@var" : "@type", lu_strn("", 0), !words, a);
}
