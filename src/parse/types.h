/* SPDX-License-Identifier: MIT
 * What is known of the types of variables: shared by what collects it and what asks for it. */
#ifndef LU_PARSE_TYPES_H
#define LU_PARSE_TYPES_H

#include "parse/build.h"
#include "parse/names.h"

enum lu__how { UNKNOWN, INFERRED, DECLARED };

struct lu__typed {
	size_t scope;
	lu_str name, type;
	lu_str whole; /* the type as it is written, where it is */
	enum lu__how how;
	bool bound;        /* it is declared in its scope, rather than only assigned */
	bool set;          /* it is assigned, and declared elsewhere */
	bool empty;        /* it is declared without a value: what is assigned tells its type */
	bool owned;        /* it holds an object of its own, which may be changed: C++'s "auto x = ..." */
	bool by_value;     /* a value names the type, which a variable may hide */
	uint32_t from, to; /* where it is seen, of its scope */
	uint32_t at;       /* where it stands */
};

/* A place in the source: a byte in a definition. */
struct lu__place {
	size_t def;
	uint32_t at;
};

/* ---- expressions.c ---- */

/* Is `name` a type parameter of definition `def`, or of what is around it? *bound is the type that it extends, or empty. */
bool lu__is_type_parameter(const struct lu__build *b, size_t def, lu_str name, lu_str *bound);
/* By scope and name. */
int lu__typed_order(const struct lu__typed *x, const struct lu__typed *y);
/* The part of "self.x" or "this.x" after the dot; empty for other names. */
lu_str lu__member_of_self(lu_str name);
/* What is known of the variable `name`, seen from `from`; NULL when there is none. *field: it belongs to a type,
 * or to the file. */
const struct lu__typed *lu__variable_seen(const struct lu__build *b, const struct lu__types *t, lu_str name,
					  struct lu__place from, bool *field);
/* Is `name`, where it stands, a parameter or a variable of a function, and no function that is defined there? */
bool lu__is_variable(const struct lu__build *b, const struct lu__types *t, lu_str name, struct lu__place from);
/* Length of the first component of an expression, with "self.": "self.x[].y" gives that of "self.x[]". */
size_t lu__head_length(lu_str expr);
/* The name in a component: "x()[]", "x()@" give "x". */
lu_str lu__without_marks(lu_str part);
/* The type of what `expr` gives: that of a variable, or "=" and an expression; empty when its head is of unknown type. An
 * expression whose head is no variable is told only when it is `wanted`: s == NULL: out of memory. */
lu_str lu__given(const struct lu__build *b, const struct lu__types *t, lu_str expr, struct lu__place from, bool wanted);

#endif
