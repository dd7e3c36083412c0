/* SPDX-License-Identifier: MIT
 * Which of the functions of one name a call runs, by its arguments, and what types are to each other. */
#ifndef LU_GRAPH_OVERLOAD_H
#define LU_GRAPH_OVERLOAD_H

#include "graph/model.h"

/* ---- overload.c ---- */

/* Of the functions of one name that were found for call `r`, leave those that take its arguments. When none takes as many, it is
 * another that is called: one of a base, or of an object whose type was mistaken. */
void lu__fit_args(lu__graph *g, const lu__ask *q, const lu_ref *r, lu__found *f);
/* Leave those of the functions that take the arguments. */
void lu__fit_all(lu__graph *g, const lu__ask *q, const lu_ref *r, lu__found *f);

/* ---- constructors.c ---- */

/* The constructors that the call `r` may run, which means the class `f`. */
void lu__find_constructors(lu__graph *g, const lu__ask *q, const lu_ref *r, const lu__found *f, lu__found *out);

/* ---- counted.c ---- */

/* Of functions of C# leave those that have as many type parameters as the call gives types, where it gives some. */
void lu__fit_given(const lu__graph *g, const lu_ref *r, lu__found *f);
/* Where no method of type `on` takes what the call gives, an extension of it may. False: there is none. */
bool lu__extend_unfit(lu__graph *g, const lu__ask *q, const lu_ref *r, uint32_t on, lu__found *f);
/* Could function `s` be called with so many arguments and 1? */
bool lu__takes(const lu__graph *g, uint32_t s, uint32_t args);
/* The same, where what C#'s extension takes first stands before the call. */
bool lu__takes_behind(const lu__graph *g, uint32_t s, uint32_t args);
/* A method of a type also has those of its bases beside it. */
void lu__add_inherited(lu__graph *g, lu__found *f);
/* Leave those functions that take so many arguments and 1, if there are any. */
void lu__fit_number(lu__graph *g, uint32_t args, lu__found *f);
/* Scala: a trait is not made by a call of its name, which means what its object has as "apply". */
void lu__find_applied(lu__graph *g, const lu_ref *r, lu__found *f);
/* Elixir: clauses of one function that something stands between are one all the same, and the first stands for all. */
void lu__join_clauses(const lu__graph *g, const lu__ask *q, lu__found *f);

/* ---- labelled.c ---- */

/* Of the functions *f, at least one, leave those that take arguments of the labels of call `r`; beside them stand those that the
 * bases of the type have. */
void lu__fit_labels(const lu__graph *g, const lu_ref *r, lu__found *f);

/* ---- conversions.c ---- */

/* Of the functions of C++ that take as many arguments, leave those that a compiler may choose for call `r`. */
void lu__fit_conversions(lu__graph *g, const lu__ask *q, const lu_ref *r, lu__found *f);
/* Is function `s` of C++ there only where an expression is valid? */
bool lu__is_as_valid(const lu__graph *g, uint32_t s);
/* A function of C++ that is there only where an expression is valid may not be what a call means. */
void lu__doubt_validity(const lu__graph *g, lu__found *f);

/* ---- conforms.c ---- */

/* Enter what languages say of their libraries' types. */
void lu__load_conforms(lu__graph *g);
bool lu__is_listed(const lu__graph *g, const lu_language *l, lu_str name);
/* Is `from` a `to`, through at most one conversion where those count? */
bool lu__leads_to(const lu__graph *g, const lu_language *l, lu_str from, lu_str to, bool converts);

/* What the library's `expr` gives, or empty. */
lu_str lu__library_result(const lu_language *l, lu_str expr);

/* ---- specialised.c ---- */

/* Add to *f the other classes of the name of `s`: a template's specialisations. */
void lu__add_specialisations(const lu__graph *g, uint32_t s, lu__found *f);
/* "A<int>::f(x)": add to *f, what f is in a class A, what it is in the others of that name. */
void lu__add_named_classes(lu__graph *g, const lu_ref *r, lu__found *f);
/* A field of C++ whose type is a specialisation of the class that it stands in, in which the bare name means that class, *f: what
 * `last` is in each of them. False: it is something else. */
bool lu__find_in_specialisations(lu__graph *g, const lu__ask *q, lu_str field, lu_str last, unsigned called,
				 lu__found *f);

/* ---- cpp_type.c: types of C++ ---- */

enum lu__cpp_shape {
	LU__CPP_UNKNOWN,
	LU__CPP_NULL, /* nullptr */
	LU__CPP_LAMBDA,
	LU__CPP_BOUND,  /* a parameter of the template that is called, which the argument tells */
	LU__CPP_PLAIN,  /* arithmetic, void */
	LU__CPP_HERE,   /* a type of the store */
	LU__CPP_LIBRARY /* known by its name alone */
};

typedef struct lu__cpp_type {
	enum lu__cpp_shape shape;
	uint32_t symbol;
	uint8_t pointers;         /* and arrays */
	bool is_const;            /* what it is, or points to */
	bool refers, moves, rest; /* "&", "&&", "..." */
	bool literal;             /* no variable: nothing can be written to it */
	bool alias;               /* it is called by another name, whose parameters need not be those of the type */
	lu_str name, args, text;
} lu__cpp_type;

/* What `text` means where `there` asks. Of the template `of`, whose first `given` parameters are told, the others are bound;
 * LU__NONE: of none. */
lu__cpp_type lu__cpp_read(lu__graph *g, const lu__ask *there, lu_str text, uint32_t of, uint32_t given);
/* Why a call in a template has several ends, of which each instantiation has one. */
#define LU__EACH_INSTANTIATION "one for each instantiation"
/* Does the text of a type, where `s` stands, name a parameter of a template around it? */
bool lu__cpp_is_dependent(const lu__graph *g, uint32_t s, lu_str text);
/* The parameter `i` in the head of what `s` takes, "<T,#N>", empty beyond the last. */
lu_str lu__cpp_parameter(lu_str takes, uint32_t i);
static inline lu_str lu__cpp_head(lu_str takes)
{
	return lu_str_take(&takes, ';');
}
/* The number of the size among arithmetic types, 0: none. */
int lu__cpp_size(lu_str name);

/* Which part of a class, *f, a call of it means: C#'s A and A<T> are one where their members are looked for, and that which has the
 * constructor, *made, is meant, or both; of Ruby's that in `file`. */
void lu__tell_part(const lu__graph *g, uint32_t file, const lu__found *made, lu__found *f);

#endif
