/* SPDX-License-Identifier: MIT
 * Blocks of C and C++. In a block only the branches of #if are hidden that would leave it without an end. */
#include "parse/mask_scan.h"
#include "core/ascii.h"

#define MAX_IFS 64

/* An #if in a block. */
struct branch {
	size_t at;            /* of its line */
	size_t depth, parens; /* braces and parentheses that are open there */
	size_t after;         /* braces that are open after its first branch */
	size_t other;         /* line of its first #else or #elif, 0: none */
	bool odd;             /* its branches do not end as they begin */
	bool heads;           /* they end with "if (a)", or it begins so: all of them together are a statement */
};

struct block {
	struct branch v[MAX_IFS];
	size_t n, depth, parens;
	size_t last; /* end of the last token */
	size_t head; /* parentheses around that of an "if" or a loop, plus 1; 0: in none */
	size_t ends; /* end of such a head */
	size_t type; /* braces around the body of a type that is in it, with its own; 0: in none */
	bool tag;    /* the statement has "struct" or its like */
};

/* Of the branches of an #if that would leave braces open, or stand inside of an expression, the grammar sees
 * the first one, without the lines of the preprocessor. */
static lu_code end_if(struct lu__source *c, struct block *b, size_t i)
{
	struct branch *f = &b->v[b->n];
	size_t end = lu__c_skip_line(c->s, i);
	lu_code rc = LU_OK;

	if (f->other) b->depth = f->after;
	f->odd |= b->depth != f->depth || b->parens != f->parens;
	if (!f->odd && !f->heads) return LU_OK;
	rc = lu__hide(c, f->at, lu__c_skip_line(c->s, f->at));
	if (!rc) rc = lu__hide(c, f->odd && f->other ? f->other : i, end);
	b->parens = f->parens;
	return rc;
}

static bool is_else(lu_str s, size_t i)
{
	return i + 4 < s.n && !memcmp(s.s + i, "else", 4) && !lu__c_is_word(s.s[i + 4]);
}

/* Does a statement go on across the directive at `i`: "else" before or after it, "a &&"? */
static bool goes_on(lu_str s, const struct block *b, size_t i)
{
	size_t at = lu__c_skip_line(s, i), last = b->last;

	if (last && strchr("&|+,?=<", s.s[last - 1])) return true;
	if (last >= 5 && is_else(s, last - 4) && !lu__c_is_word(s.s[last - 5])) return true;
	while (at < s.n && s.s[at] != '"' && s.s[at] != '\'' && lu__c_skip_dull(s, &at)) {
	}
	return is_else(s, at);
}

/* "#if A", "if (a)", "#else", "if (b)", "#endif", "f();": without the lines of the preprocessor it is one statement. */
static lu_code note_heads(struct lu__source *c, const struct block *b, struct branch *f, size_t i, bool other)
{
	bool head = b->last && b->last == b->ends;

	if (!f->other) f->heads |= head;
	else f->odd |= head && !f->heads;
	return other && f->heads ? lu__hide(c, i, lu__c_skip_line(c->s, i)) : LU_OK;
}

static lu_code block_directive(struct lu__source *c, struct block *b, size_t i)
{
	lu_str d = lu__c_directive(c->s, i);
	bool other = lu_str_starts(d, "el"), cut = false;
	lu_code rc = LU_OK;

	if (b->n && b->n <= MAX_IFS && (other || lu_str_eqz(d, "endif"))) {
		b->v[b->n - 1].odd |= goes_on(c->s, b, i);
		rc = note_heads(c, b, &b->v[b->n - 1], i, other);
		if (rc) return rc;
	}
	if (lu_str_starts(d, "if")) {
		cut = b->parens > 0 || goes_on(c->s, b, i);
		if (b->n < MAX_IFS)
			b->v[b->n] =
				(struct branch){ i, b->depth, b->parens, 0, 0, cut, b->last && b->last == b->ends };
		b->n++;
	} else if (b->n > MAX_IFS) {
		b->n -= lu_str_eqz(d, "endif");
	} else if (other && b->n) {
		struct branch *f = &b->v[b->n - 1];

		if (!f->other) {
			f->other = i;
			f->after = b->depth;
		}
		f->odd |= b->depth != f->depth || b->parens != f->parens;
		b->depth = f->depth;
		b->parens = f->parens;
	} else if (lu_str_eqz(d, "endif") && b->n) {
		b->n--;
		return end_if(c, b, i);
	} else if ((other || lu_str_eqz(d, "endif")) && c->if_at < c->s.n) {
		/* the #if is outside of the function: "#if A", "int f(int a) {", "#else" */
		rc = lu__hide(c, c->if_at, lu__c_skip_line(c->s, c->if_at));

		b->v[0] = (struct branch){ c->if_at, b->depth, 0, b->depth, i, true, false };
		b->n = other;
		c->if_at = c->s.n;
		return rc || other ? rc : lu__hide(c, i, lu__c_skip_line(c->s, i));
	}
	return LU_OK;
}

static bool is_loop(lu_str word)
{
	static const char *const parts[] = { "for_each", "foreach", "FOREACH", "FOR_EACH", "ForEach" };

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (memmem(word.s, word.n, parts[i], strlen(parts[i]))) return true;
	return false;
}

/* What a macro is given that is no expression: "CATCH(...)", "CATCH(const error& e)". */
static bool declares(lu_str args)
{
	for (size_t i = 1; i + 1 < args.n; i++) {
		if (args.s[i] == '.' && args.s[i + 1] == '.') return true;
		if (args.s[i] == ' ' && lu__c_is_word(args.s[i + 1]) &&
		    (lu__c_is_word(args.s[i - 1]) || strchr("&*", args.s[i - 1])))
			return true;
	}
	return false;
}

/* Macros in front of a block. "TRY {" is a block. "list_for_each(a, b) f(a);", "WITH(a) {": the grammar sees a call that ends
 * before the statement, or nothing where the macro declares something. `if CONSTEXPR (x)` is an if. */
static lu_code end_loop(struct lu__source *c, size_t from, size_t to, size_t last)
{
	lu_str s = c->s, name = lu_strn(s.s + from, to - from);
	bool begins = lu__c_first_on_line(s, from) || (last && strchr(";{}", s.s[last - 1])), loop = is_loop(name);
	bool macro = lu__c_looks_like_macro(name), after_if = last >= 2 && !memcmp(s.s + last - 2, "if", 2);
	size_t at = to, next, args;
	lu_code rc;

	if (!macro && !(loop && begins)) return LU_OK;
	while (at < s.n && lu_is_blank(s.s[at])) at++;
	if (at == s.n || (s.s[at] == '(' && macro && after_if && last < from && s.s[from - 1] == ' '))
		return at == s.n ? LU_OK : lu__hide(c, from, to);
	if (s.s[at] == '{' && last && strchr(";{}", s.s[last - 1])) return lu__hide(c, from, to);
	if (s.s[at] != '(' || !begins) return LU_OK;
	args = at;
	at = next = lu__c_skip_parens(s, at);
	while (next < s.n && s.s[next] != '"' && s.s[next] != '\'' && lu__c_skip_dull(s, &next)) {
	}
	if (next >= s.n || !(s.s[next] == '{' || (loop && lu__c_is_word(s.s[next])))) return LU_OK;
	if (!loop && declares(lu_strn(s.s + args, at - args))) return lu__hide(c, from, at);
	while (s.s[at] == '\n' || s.s[at] == '\r') at++;
	if (s.s[at] != ' ' && s.s[at] != '\t') return LU_OK;
	rc = lu__hide(c, at, at + 1);
	if (!rc) c->out[at] = ';';
	return rc;
}

/* "unsigned(x)" converts x, as "int(x)" does; the grammars know it of types of one word alone, and see a function's name. */
static lu_code rename_conversion(struct lu__source *c, size_t from, size_t to, size_t last)
{
	lu_str s = c->s;
	bool after_word = last && lu__c_is_word(s.s[last - 1]);
	lu_code rc;

	if (to + 1 >= s.n || s.s[to] != '(' || strchr("*&^", s.s[to + 1]) ||
	    !lu__is_split_type(lu_strn(s.s + from, to - from)))
		return LU_OK;
	if (after_word && !(last >= 6 && !memcmp(s.s + last - 6, "return", 6))) return LU_OK;
	rc = lu__hide(c, to - 1, to);
	if (!rc) c->out[to - 1] = '_';
	return rc;
}

static bool is_head(lu_str word)
{
	return lu_str_eqz(word, "if") || lu_str_eqz(word, "while") || lu_str_eqz(word, "for") ||
	       lu_str_eqz(word, "switch");
}

/* What begins a statement of C++ at a word, and what the grammar does not know: "x.template f<T>()". */
static lu_code read_cpp_word(struct lu__source *c, struct block *b, size_t from, size_t to)
{
	lu_str w = lu_strn(c->s.s + from, to - from);
	char last = b->last ? c->s.s[b->last - 1] : '\0';

	if (lu_str_eqz(w, "template") && (last == '.' || last == '>' || last == ':')) return lu__hide(c, from, to);
	if (lu_str_in_words(w, "struct class union enum")) b->tag = true;
	return last && strchr(";{}", last) && !b->type ? lu__read_made(c, from) : LU_OK;
}

lu_code lu__skip_block(struct lu__source *c)
{
	struct block b = { .n = 0 };
	lu_str s = c->s;
	lu_code rc = LU_OK;

	while (c->i < s.n && !rc) {
		char ch = s.s[c->i];

		if (lu__c_skip_dull(s, &c->i)) continue;
		if (ch == '#' && lu__c_first_on_line(s, c->i)) {
			rc = block_directive(c, &b, c->i);
			if (!rc) rc = lu__hide_in_define(c, c->i);
			c->i = lu__c_skip_line(s, c->i);
		} else if (lu__c_is_word(ch)) {
			size_t from = c->i;

			c->i = lu__c_skip_word(s, from);
			rc = end_loop(c, from, c->i, b.last);
			if (!rc) rc = rename_conversion(c, from, c->i, b.last);
			if (!rc && c->cpp) rc = read_cpp_word(c, &b, from, c->i);
			if (is_head(lu_strn(s.s + from, c->i - from))) b.head = b.parens + 1;
			b.last = c->i;
		} else {
			b.last = ++c->i;
			if (ch == '(') b.parens++;
			else if (ch == ')') b.parens -= b.parens > 0;
			if (ch == ')' && b.head == b.parens + 1) b.head = 0, b.ends = b.last;
			if (ch == ';') b.tag = false;
			if (ch != '{' && ch != '}') continue;
			b.parens = b.head = 0;
			b.depth += ch == '{' ? 1 : -1;
			if (b.depth < b.type) b.type = 0;
			if (ch == '{' && b.tag && !b.type) b.type = b.depth;
			b.tag = false;
			if (!b.depth) break;
		}
	}
	return rc;
}
