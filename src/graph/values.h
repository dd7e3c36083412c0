/* SPDX-License-Identifier: MIT
 * The components of a dotted name that are values, and what those are of. */
#ifndef LUCUS_GRAPH_VALUES_H
#define LUCUS_GRAPH_VALUES_H

#include "graph/model.h"

/* What is taken of a value by the marks behind it: parse/types.c. */
enum lu__take {
	LU__TAKE_WHOLE,
	LU__TAKE_ELEMENT,  /* "[]": what is in it */
	LU__TAKE_ITERATED, /* "*": what a loop gives */
	LU__TAKE_ENTERED,  /* "^": what `with` makes of it */
};

/* A component as written: without the "()" of a call, what is taken of it, and the "@" of a decorator. */
typedef struct lu__component {
	lu_str name;
	bool called, decorates;
	enum lu__take use;
} lu__component;

lu__component lu__read_component(lu_str text);
/* Replace *f, what the first component means, by what is taken of it. */
void lu__use_value(lu__graph *g, const lu__ask *q, const lu__component *p, lu__found *f);
/* Replace *f by what the component `text` is in it, used as it is written. */
void lu__follow_part(lu__graph *g, const lu__ask *q, lu_str text, lu__found *f);
/* A name without an element: a field of the type around, where those are seen, or a variable that is imported. */
bool lu__find_variable(lu__graph *g, const lu__ask *q, const lu__component *p, uint32_t name, lu__found *f);
/* Replace a type that is another name of one ("using A = B") by that one. */
void lu__follow_alias(lu__graph *g, const lu__ask *q, lu__found *f);

#endif
