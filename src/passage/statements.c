/* SPDX-License-Identifier: MIT
 * Code as groups of statements: by indentation, blank lines and open brackets alone, so that it works for any language.
 * Comments on lines of their own are cut as prose. */
#include "core/ascii.h"
#include "language/row.h"
#include "passage/lines.h"

#define GROUP 280 /* bytes of a group of statements, and its lines; a statement may have more */
#define LINES 5
#define UNDER 3 /* statements that stay with the condition above them */
#define WORDS 4 /* of a line, among which a word that defines is looked for */

static const char heads[] =
	"if else elif elsif elseif unless for foreach while until loop switch match case when default try "
	"catch except rescue finally ensure with guard do select cond synchronized using lock";
static const char definers[] =
	"def defp defmacro defmodule func fn function fun class struct interface enum trait impl "
	"protocol extension namespace module sub proc union record object";

static lu_str line_text(const struct lu__cutter *c, size_t i)
{
	return lu_strn(c->text.s + c->line[i].text, c->line[i].to - c->line[i].text);
}

/* The word at `*i`, which is moved behind it and what is no word. */
static lu_str next_word(lu_str s, size_t *i)
{
	size_t from;

	while (*i < s.n && !lu_is_word(s.s[*i])) ++*i;
	for (from = *i; *i < s.n && lu_is_word(s.s[*i]);) ++*i;
	return lu_strn(s.s + from, *i - from);
}

/* Nothing but what closes blocks: "}", ");", "end", "fi". */
static bool only_closes(lu_str s)
{
	lu_str w;
	size_t i = 0;

	for (size_t k = 0; k < s.n; k++)
		if (!lu_is_word(s.s[k]) && !strchr("{}()[];,<>/ ", s.s[k])) return false;
	w = next_word(s, &i);
	return !w.n ||
	       (i >= s.n - (s.n > i && strchr(";,)", s.s[i])) && lu_str_in_words(w, "end fi done esac endif endwhile"));
}

static bool is_head(lu_str s)
{
	size_t i = 0;
	lu_str w;

	while (i < s.n && strchr("}) @", s.s[i])) i++;
	w = next_word(s, &i);
	if (w.n && lu_str_in_words(w, heads)) return true;
	return (s.n > 1 && s.s[s.n - 1] == '{') || lu_str_ends(s, "=>") || lu_str_ends(s, "->") ||
	       lu_str_ends(s, " do") || (lu_str_ends(s, "|") && memmem(s.s, s.n, " do |", 5));
}

static bool is_decoration(lu_str s)
{
	return s.n && (s.s[0] == '@' || lu_str_starts(s, "#[") || lu_str_starts(s, "template") ||
		       (s.s[0] == '[' && s.s[s.n - 1] == ']'));
}

static bool defines(lu_str s)
{
	size_t i = 0;
	lu_str w = next_word(s, &i);

	if (lu_str_in_words(w, "if for while switch return else case")) return false;
	for (size_t k = 0; k < WORDS && w.n; k++, w = next_word(s, &i)) {
		if (lu_str_in_words(w, definers)) return true;
		if (i < s.n && strchr("=(.", s.s[i])) return false;
	}
	return false;
}

/* ---- lines that say nothing ---- */

static bool is_word(lu_str s)
{
	size_t n = 0;

	while (n < s.n && lu_is_word(s.s[n])) n++;
	return n == s.n || (n + 1 == s.n && strchr(".:", s.s[n]));
}

bool lu_sentence_is_bare(const lu_sentence *s)
{
	size_t words = 0;

	if (s->kind == LU_SENTENCE_COMMENT || s->kind == LU_SENTENCE_DOC) return is_word(s->text);
	if (s->kind != LU_SENTENCE_CODE) return false;
	for (size_t i = 0; i < s->text.n;) {
		lu_str w = next_word(s->text, &i);

		if (!w.n || lu_is_digit(w.s[0]) || lu_str_in_words(w, heads)) continue;
		if (lu_str_in_words(w, "begin break continue done end esac fi pass then")) continue;
		words++;
	}
	return !words || (words == 1 && s->text.s[0] == '}' && !memchr(s->text.s, '(', s->text.n));
}

/* A condition of the preprocessor, or a name that is defined as nothing: the guard of a header. Where '#' begins a comment
 * this is no code. */
static bool is_condition(lu_str s)
{
	size_t i = 0;
	lu_str w;

	if (s.n < 2 || s.s[0] != '#' || !(lu_is_word(s.s[1]) || lu_is_blank(s.s[1]))) return false;
	w = next_word(s, &i);
	if (lu_str_in_words(w, "if ifdef ifndef elif elifdef elifndef else endif region endregion pragma")) return true;
	return lu_str_eqz(w, "define") && next_word(s, &i).n && i == s.n;
}

static void leave_out_conditions(struct lu__cutter *c, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		if (c->line[i].kind != LU__LINE_CODE || !is_condition(line_text(c, i))) continue;
		for (; i + 1 < to && c->line[i].last == '\\'; i++) c->line[i].kind = LU__LINE_OUT;
		c->line[i].kind = LU__LINE_OUT;
	}
}

/* ---- statements ---- */

/* Does the statement of line `i` go on in the next line? */
static bool goes_on(const struct lu__cutter *c, size_t i, size_t to)
{
	const struct lu__line *l = &c->line[i], *next = l + 1;
	lu_str s;

	if (i + 1 >= to) return false;
	if (next->begun) return true;
	if (next->kind == LU__LINE_BLANK || next->kind == LU__LINE_OUT) return false;
	if (l->depth > 0 || (l->last && strchr("\\+=&|?", l->last))) return true;
	if (next->kind != LU__LINE_CODE || next->columns < l->columns) return false;
	s = line_text(c, i + 1);
	return strchr(".?&|+:", s.s[0]) != NULL;
}

/* The last line of the statement that begins at `i`. */
static size_t statement(const struct lu__cutter *c, size_t i, size_t to)
{
	size_t from = c->line[i].text, end = i;

	while (goes_on(c, end, to) && (c->line[end + 1].begun || c->line[end + 1].to - from <= LU_SENTENCE_MAX)) end++;
	return end;
}

/* A group of statements that grows. */
struct group {
	size_t first, last, n; /* statements; 0: it is empty */
	size_t under;          /* of them below its head */
	bool head;
	uint32_t columns;
};

static void flush(struct lu__cutter *c, struct group *g)
{
	if (g->n) lu__emit_code(c, g->first, g->last, LU_SENTENCE_CODE);
	*g = (struct group){ 0 };
}

/* Does a statement on lines i to end belong to the group? */
static bool belongs(const struct lu__cutter *c, const struct group *g, size_t i, size_t end)
{
	lu_str s = line_text(c, i);

	if (!g->n || g->last + 1 != i) return false;
	if (only_closes(s)) return true;
	if (c->line[end].to - c->line[g->first].text > GROUP || end - g->first >= LINES) return false;
	if (g->head) return c->line[i].columns > g->columns && g->under < UNDER && !(g->under && is_head(s));
	return c->line[i].columns >= g->columns && !is_head(s);
}

static void add(struct lu__cutter *c, struct group *g, size_t i, size_t end)
{
	if (!belongs(c, g, i, end)) {
		flush(c, g);
		*g = (struct group){ .first = i, .columns = c->line[i].columns, .head = is_head(line_text(c, i)) };
	} else if (!only_closes(line_text(c, i))) {
		g->under++;
	}
	g->last = end;
	g->n++;
}

/* The last line of the head of a definition at `i`: decorations, the statement, and a brace alone below it. */
static size_t head_end(const struct lu__cutter *c, size_t i, size_t to)
{
	size_t end;

	for (; i + 1 < to && is_decoration(line_text(c, i)) && c->line[i + 1].kind == LU__LINE_CODE;)
		i = statement(c, i, to) + 1;
	if (i >= to) return to - 1;
	end = statement(c, i, to);
	if (is_head(line_text(c, i))) return end;
	if (end + 1 < to && c->line[end + 1].kind == LU__LINE_CODE && lu_str_eqz(line_text(c, end + 1), "{")) end++;
	return end;
}

/* A brace alone below what is no condition: the head of a definition, also without a word that says so. */
static bool opens_body(const struct lu__cutter *c, size_t i, size_t end, size_t to)
{
	return end > i && end < to && lu_str_eqz(line_text(c, end), "{") && !is_head(line_text(c, i));
}

static bool has_doc_strings(lu_str language)
{
	const lu_language *l = lu_language_named(language);

	return l && l->literals.form & LU__LITERAL_DOCS;
}

/* A string alone, on one line below a head, documents in languages where longer ones do. */
static void mark_doc(struct lu__cutter *c, size_t i, size_t to)
{
	lu_str s;

	if (i >= to || c->line[i].kind != LU__LINE_CODE || !has_doc_strings(c->language)) return;
	s = line_text(c, i);
	if (s.n > 2 && strchr("\"'", s.s[0]) && s.s[s.n - 1] == s.s[0] && !memchr(s.s + 1, s.s[0], s.n - 2))
		c->line[i].kind = LU__LINE_DOC;
}

static size_t skip_kind(const struct lu__cutter *c, size_t i, size_t to)
{
	enum lu__line_kind kind = c->line[i].kind;

	while (i < to && c->line[i].kind == kind) i++;
	return i;
}

void lu__cut_statements(struct lu__cutter *c, size_t from, size_t to, bool headed)
{
	struct group g = { 0 };

	leave_out_conditions(c, from, to);
	for (size_t i = from; i < to;) {
		const struct lu__line *l = &c->line[i];
		size_t end;

		if (l->kind != LU__LINE_CODE) {
			flush(c, &g);
			end = skip_kind(c, i, to);
			if (l->kind == LU__LINE_COMMENT) lu__cut_prose(c, i, end, LU_SENTENCE_COMMENT);
			if (l->kind == LU__LINE_DOC) lu__cut_prose(c, i, end, LU_SENTENCE_DOC);
			i = end;
			continue;
		}
		end = head_end(c, i, to);
		/* what has its body on the same line is no head alone */
		if (headed || opens_body(c, i, end, to) ||
		    (defines(line_text(c, i)) && end + 1 < to && c->line[end + 1].columns > l->columns)) {
			flush(c, &g);
			lu__emit_code(c, i, end, end + 1 < to || !headed ? LU_SENTENCE_SIGNATURE : LU_SENTENCE_CODE);
			mark_doc(c, end + 1, to);
		} else {
			add(c, &g, i, end);
		}
		headed = false;
		i = end + 1;
	}
	flush(c, &g);
}
