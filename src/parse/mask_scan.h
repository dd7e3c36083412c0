/* SPDX-License-Identifier: MIT
 * Reading C and C++ without a grammar, as far as hiding macros takes it. */
#ifndef LU_PARSE_MASK_SCAN_H
#define LU_PARSE_MASK_SCAN_H

#include "core/ascii.h"
#include "lucus/arena.h"

struct lu__source {
	lu_str s;
	size_t i;
	bool cpp;
	size_t if_at; /* the last #if outside of functions that is open; past the text: none */
	char *out;    /* the text with what is hidden, NULL: nothing is */
	lu_arena *a;
	lu_err *e;
};

bool lu__c_is_word(char c);
/* Past the line at `i`, with those that a backslash joins to it. */
size_t lu__c_skip_line(lu_str s, size_t i);
size_t lu__c_skip_word(lu_str s, size_t i);
/* Past white space, comments, and whatever is no single character. Returns false when a character is at
 * *i. */
bool lu__c_skip_dull(lu_str s, size_t *i);
/* Past the parenthesis that closes the one at `i`; past the text when a brace or nothing closes it. */
size_t lu__c_skip_parens(lu_str s, size_t i);
bool lu__c_first_on_line(lu_str s, size_t i);
/* Is it written like the names of macros? */
bool lu__c_looks_like_macro(lu_str name);
/* The word that a preprocessor line begins with. */
lu_str lu__c_directive(lu_str s, size_t i);

/* Blanks in [from, to) of the text that the grammar sees. */
lu_code lu__hide(struct lu__source *c, size_t from, size_t to);
/* Comments within a #define at `i`: the grammar ends its body with them. Those at its end stay. */
lu_code lu__hide_in_define(struct lu__source *c, size_t i);
/* Words that are types by themselves, and in front of others: "unsigned", "long". */
static inline bool lu__is_split_type(lu_str word)
{
	return lu_str_in_words(word, "unsigned long short signed");
}
/* Past the brace that closes the one at c->i; hides what the preprocessor does to the block. */
lu_code lu__skip_block(struct lu__source *c);

/* ---- mask_skip.c ---- */

/* Past white space and comments, up to what is a string. */
size_t lu__c_skip_blanks(lu_str s, size_t i);
/* "<...>" after a name of C++; `i` itself when it is something else. */
size_t lu__c_skip_angles(lu_str s, size_t i);
/* Is [start, end) alone on its line? */
bool lu__c_is_alone(lu_str s, size_t start, size_t end);
/* An #if at `i` within a declaration, none of whose branches ends it: the grammar sees the first one. *end is where what follows
 * begins, `i` when this is no such #if. */
lu_code lu__cut_head(struct lu__source *c, size_t i, size_t *end);
/* An #else at `i` whose #if began before a declaration that goes on behind the #endif: the grammar sees the first branch. */
lu_code lu__cut_other_heads(struct lu__source *c, size_t i, size_t *end);
/* "using A =" and an #if at c->i whose branches end it: the grammar sees the first one. */
lu_code lu__cut_value(struct lu__source *c);
/* Past "-> T", up to what ends the head. */
lu_code lu__skip_trailing(struct lu__source *c);
/* Past ": a(1), b{2}" after the parameters of a constructor, up to its body; *body false: it is something else. */
lu_code lu__skip_initialisers(struct lu__source *c, bool *body);

/* ---- mask_made.c ---- */

/* A statement of C++ at `i`: "T x(a, b);" reads as "T x{a, b};". */
lu_code lu__read_made(struct lu__source *c, size_t i);

/* ---- mask_hide.c ---- */

struct lu__head_item;
/* "char __user *buf": a parameter of `f` that has a type needs none of these. */
lu_code lu__hide_in_parameters(struct lu__source *c, const struct lu__head_item *f);
/* A parameter of a template in [from, to) that is a macro's call, "ENABLE_IF(x)", reads as one without a name: "int". */
lu_code lu__hide_in_template(struct lu__source *c, size_t from, size_t to);
/* "typedef BOOL (WINAPI *f)(int)": how it is called, and no type. */
lu_code lu__hide_convention(struct lu__source *c, size_t i, bool *pointer);
/* Arguments of a macro in (open, close) that are no expressions read as "0": "CMP(LT, <)", and where `types`, "ACTION(unsigned int, 0)". */
lu_code lu__hide_arguments(struct lu__source *c, size_t open, size_t close, bool types);

#endif
