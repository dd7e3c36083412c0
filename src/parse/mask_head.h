/* SPDX-License-Identifier: MIT
 * The head of a declaration of C or C++: words, pointers and parentheses up to ';', '{' or '='. */
#ifndef LU_PARSE_MASK_HEAD_H
#define LU_PARSE_MASK_HEAD_H

#include "lucus/str.h"

#define LU__HEAD_ITEMS 32

enum lu__head_kind {
	LU__PLAIN, /* a name in lower or mixed case */
	LU__ATTR,  /* a name like those of macros */
	LU__PRIMITIVE,
	LU__SPECIFIER,
	LU__TAG, /* struct, class */
	LU__STAR,
	LU__KNOWN, /* what the grammar knows with its parentheses: __attribute__((x)) */
};

struct lu__head_item {
	enum lu__head_kind kind;
	bool call;  /* has parentheses */
	bool alone; /* nothing else is on its line */
	bool hide;
	size_t start, end; /* end: with the parentheses */
	lu_str name;
};

struct lu__head {
	struct lu__head_item v[LU__HEAD_ITEMS];
	size_t n;
	bool odd;         /* holds what is not understood: nothing is hidden */
	bool linkage;     /* extern "C" */
	bool templated;   /* follows "template <...>" */
	bool after_brace; /* goes on after the body of a struct */
	lu_str tagged;    /* the name after "class" */
};

bool lu__c_has_part(lu_str s, const char *part);
enum lu__head_kind lu__kind_of(lu_str w);
/* The item that declares the name: a function is the first call of no macro, else the last call that has a
 * type before it; a variable the last word that is no macro after a type. h->n: none. */
size_t lu__declarator_of(const struct lu__head *h);
/* "struct PACKED s {": like a declaration, with the name in the place of the declarator. */
bool lu__is_scope_head(const struct lu__head *h);
/* Macros around "class API C", and before it. */
void lu__mark_tags(struct lu__head *h);
/* "BEGIN_NAMESPACE" alone on its line before what is not understood. */
void lu__mark_alone(struct lu__head *h);
bool lu__all_macros(const struct lu__head *h);
/* Mark the macros of a head that `end` ends, within the body of the struct `around`; empty: of none. */
void lu__mark_head(struct lu__head *h, char end, bool cpp, lu_str around);
/* "public:", perhaps with macros before and behind: "Q_OBJECT public slots:". */
bool lu__mark_label(struct lu__head *h);

#endif
