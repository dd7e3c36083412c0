/* SPDX-License-Identifier: MIT
 * What one run of a query finds in a tree, before it becomes elements. */
#ifndef LU_PARSE_EXTRACT_H
#define LU_PARSE_EXTRACT_H

#include "lucus/record.h"
#include "parse/budget.h"
#include "parse/mask.h"
#include "parse/query.h"

/* A definition. Ranges are in bytes, rows from 0. */
struct lu__def {
	TSNode node, params, body; /* params and body may be null nodes */
	uint32_t start, end;       /* of the node, or of what wraps it (decorators, export) */
	uint32_t row, end_row;
	uint32_t head;    /* where its text begins: at a macro that the grammar does not see, or at the node */
	uint32_t marks;   /* end of its decorators, 0: none */
	uint32_t name_at; /* where its name stands: a node may define several names */
	uint16_t pattern;
	lu_str type, name, doc;
	lu_str told, returns; /* the signature and the return type that stand apart, or empty */
	TSNode declared;      /* a signature that stands elsewhere: the node, or null */
	uint32_t declared_row;
	uint32_t above;  /* of a function expression: 1 and the row of the statement whose comments are its own, or 0 */
	lu_str receiver; /* the type that it names as its own, or empty: func (T) m, T.prototype.m */
	lu_strs decorators;
	size_t number; /* among the settled definitions, in order of their nodes */
	size_t last;   /* the last definition that it contains, SIZE_MAX: none yet */
	size_t parent; /* index of the definition around it, SIZE_MAX: the module */
	unsigned depth;
	bool macro;         /* a macro defines it by its arguments */
	bool own_name;      /* a function expression: its name is seen in it alone */
	bool of_self;       /* "this.m = function": of the class around it */
	bool told_in_parts; /* others joined it */
	bool late;          /* it, or what is around it, has a receiver */
	bool dropped;
};

/* Something that belongs to the definition with node `of`. */
struct lu__attr {
	TSNode of;
	enum lu__capture
		kind; /* LU__CAPTURE_OUTER, LU__CAPTURE_BASE, LU__CAPTURE_DOC, LU__CAPTURE_SIGNATURE, LU__CAPTURE_RETURNS, LU__CAPTURE_DECORATOR */
	TSNode node;
	bool next;       /* not of the definition `of`, but of the one that follows it */
	lu_str receiver; /* of LU__CAPTURE_BASE: names the definition instead of `of` */
	size_t def;      /* number of the definition, SIZE_MAX: none */
};

/* Something that belongs to the definition around it: a call, an assignment, a typed variable. */
struct lu__site {
	uint32_t start, row;
	/* LU__CAPTURE_CALL, LU__CAPTURE_ASSIGN, LU__CAPTURE_LOCAL, LU__CAPTURE_VAR_NAME, or LU__CAPTURE_GIVES: what a function
	 * returns, which is told as the values of variables are */
	enum lu__capture kind;
	enum lu__capture
		how; /* variables: LU__CAPTURE_VAR_TYPE, _NEW, _FROM, _NONE or _UNKNOWN; others are _FROM with a mark */
	bool field;  /* variables: of the class around it */
	uint32_t from, to; /* variables: where it is seen, of the definition around it */
	uint32_t asked;    /* variables: where the names in `type` are looked up, 0: where it stands */
	bool set;          /* variables: it is assigned, and declared elsewhere */
	bool awaited;      /* variables: it is what the promise in `type` gives */
	bool owned;        /* variables: it holds an object of its own, which may be changed */
	bool by_value;     /* variables: a value names the type, which a variable may hide: "x instanceof A" */
	lu_str text;
	/* of a variable, of a call's receiver where a pattern says so; LU__CAPTURE_VAR_FROM: the name that it is
	 * assigned from */
	lu_str type;
	lu_str whole;  /* of a variable: its declared type as written, or empty */
	uint32_t args; /* of a call: number of arguments and 1, or 0 */
	lu_str types;  /* of a call: those of its arguments: lu__argument_types() */
	size_t def;    /* index of the innermost definition, SIZE_MAX: the module */
};

struct lu__comment {
	uint32_t start, end, row, end_row;
};

/* Source whose calls are none: attributes. */
struct lu__range {
	uint32_t start, end;
};

struct lu__import {
	lu_import import;
	uint32_t at, bound; /* of the module's name; of the local name, UINT32_MAX: none */
	size_t order;
	bool relative; /* "self" and "super" are told from the inline module around */
	bool load;     /* it is one in files of bats alone: elsewhere a command has this name */
	bool through;  /* the module is the local name of one that is imported elsewhere in the file */
};

struct lu__found {
	struct {
		struct lu__def *v;
		size_t n;
	} defs;
	struct {
		struct lu__attr *v;
		size_t n;
	} attrs;
	struct {
		struct lu__site *v;
		size_t n;
	} sites;
	struct {
		struct lu__comment *v;
		size_t n;
	} comments;
	struct {
		struct lu__import *v;
		size_t n;
	} imports;
	unsigned doc_imports; /* that were looked for in comments */
	struct {
		struct lu__range *v;
		size_t n;
	} ignored;
	struct {
		struct lu__range *v;
		size_t n;
	} blocks; /* in which variables live */
	struct {
		struct lu__range *v;
		size_t n;
	} frames; /* functions, whether they are definitions or not */
	struct {
		TSNode *v;
		size_t n;
	} marks; /* decorators of the definition that follows them */
	lu_str package;
	lu_str seen; /* the text that the grammar sees */
	uint32_t package_row;
};

/* Run the query of `l` over `root`, the tree of the masked text, and append to `out`. Everything lives in `a`
 * and `text`. LU_EFORMAT when the budget is spent. */
lu_code lu__extract(const lu_language *l, struct lu__matcher *matcher, TSNode root, lu_str text,
		    const struct lu__mask *mask, struct lu__budget *budget, lu_arena *a, struct lu__found *out,
		    lu_err *e);

/* From what was found to elements, the module first. */
lu_code lu__build(const lu_language *l, struct lu__found *f, TSNode root, lu_str path, lu_str text, lu_arena *a,
		  lu_elements *out, lu_err *e);

/* Number the twins of a file's elements and set ids; up[i] is the element that contains element i. The first
 * is the module. */
lu_code lu__number_twins(lu_elements *els, const size_t *up, lu_arena *a, lu_err *e);

/* Parameters of a definition from the node that lists them. */
lu_code lu__parameters(TSNode list, lu_str text, lu_arena *a, lu_element *el, lu_err *e);

/* What a clause imports that names several things. */
struct lu__imports {
	struct lu__import *v;
	size_t n;
};

/* Rust's `use a::{b, c::*}` (the node of its argument) or `mod x;`: a name for each leaf. */
lu_code lu__import_tree(TSNode node, lu_str text, lu_arena *a, struct lu__imports *out, lu_err *e);

/* "import a.b.{C, D => E, _}, x.y.Z" (Scala), read from its text. The first is at byte `at`, on line
 * `line`. */
lu_code lu__import_list(lu_str clause, uint32_t at, uint32_t line, lu_arena *a, struct lu__imports *out, lu_err *e);

/* A call in the body of a macro, [start, end) of it; `last` is the token before it where that is a word. Begins with zeros. */
struct lu__macro_call {
	size_t start, end;
	char before;
	lu_str last;
};

/* The next call in the body; false: no more. `params` is the text of the macro's parameters. */
bool lu__next_macro_call(lu_str body, lu_str params, struct lu__macro_call *at);
/* The same for names in capitals that are given to what the body calls. */
bool lu__next_macro_value(lu_str body, lu_str params, struct lu__macro_call *at);

/* The callee whose last name is at [from, to) in source that the grammar does not parse, as lu__dotted()
 * would give it; with '!' when that follows it. s == NULL: out of memory. */
lu_str lu__callee_tokens(lu_str text, uint32_t from, uint32_t to, lu_arena *a);

/* `text` with blanks instead of the lines "#if", "#else" and the like; s == NULL: out of memory. */
lu_str lu__without_directives(lu_str text, lu_arena *a);
/* `text` with blanks instead of directives whose branches are whole definitions, each from the first column on; s == NULL:
 * out of memory. */
lu_str lu__with_alternatives(lu_str text, lu_arena *a);

/* `text` with semicolons before signatures of TypeScript that begin with type parameters, where the line before ends one; s == NULL:
 * out of memory. */
lu_str lu__with_semicolons(lu_str text, lu_arena *a);
/* Literate Haskell's code, behind '>' or between \\begin{code} and \\end{code}; NULL: out of memory. */
lu_str lu__without_prose(lu_str text, lu_arena *a);
/* The text with "open" for Kotlin's words before "class" that are names elsewhere; NULL: out of memory. */
lu_str lu__with_hard_words(lu_str text, lu_arena *a);
/* Java's text with blanks for the annotations in "T @Nullable ... x". */
lu_str lu__without_notes(lu_str text, lu_arena *a);

/* The types of the arguments in a list, or of a call that has lists, with ';' between: as far as they alone tell them; "=" and
 * the expression where that may tell it; "->" of functions, "null". Empty when no type is told. *args is their number plus 1.
 * s == NULL: out of memory. */
lu_str lu__argument_types(const lu_language *l, TSNode list, lu_str text, lu_arena *a, uint32_t *args);
/* argument_labels.c: of Swift the labels of the arguments, as lu_call.types has them. */
lu_str lu__argument_labels(TSNode list, lu_str text, lu_arena *a, uint32_t *args);

/* Text of a node; empty for a null node. */
lu_str lu__node_text(TSNode n, lu_str text);

/* Node of field `name`; a null node when there is none. */
TSNode lu__field(TSNode n, const char *name);

/* ---- C's declarators, which wrap the name that they declare ---- */

/* The innermost node of a declarator: the name. */
TSNode lu__declared_name(TSNode declarator);
/* Is this what a declarator may end in: an identifier, "~C", "operator +", "C::f"? */
bool lu__is_name(TSNode n);
/* The name that a declarator ends in, and what it belongs to, dotted: "N::C<T>::operator int" gives "N.C" and
 * "operator int". */
lu_code lu__split_name(TSNode n, lu_str text, lu_arena *a, lu_str *receiver, lu_str *name, lu_err *e);
/* The parameter list of the function that a declarator declares; a null node when it declares something
 * else (a pointer to a function is a variable). */
TSNode lu__declared_params(TSNode declarator);
/* The type that `node` (a definition, a declaration or a parameter) gives to the name at `name` (which may
 * be null): the text of its specifiers and declarator without the name. With `params`, the type that the
 * function returns: without its parameters too. s == NULL: out of memory. */
lu_str lu__declared_type(TSNode node, TSNode name, TSNode params, lu_str text, lu_arena *a);
/* The type of the variable that `declarator` of declaration `node` declares: "const T *". */
lu_str lu__variable_type(TSNode node, TSNode declarator, lu_str text, lu_arena *a);
/* C++'s "auto f() -> T": T; empty when there is none. */
lu_str lu__trailing_type(TSNode declarator, lu_str text);

#endif
