/* SPDX-License-Identifier: MIT
 * What the steps from matches to findings share. */
#ifndef LU_PARSE_EXTRACTION_H
#define LU_PARSE_EXTRACTION_H

#include "parse/extract.h"

/* The captures of one match, by kind; the first of each kind counts. */
struct lu__taken {
	TSNode node[LU__CAPTURES];
	bool has[LU__CAPTURES];
	lu_str type;
	uint16_t pattern;
};

struct lu__extraction {
	struct lu__found f;
	const lu_language *l;
	lu_str text;
	const struct lu__mask *mask;
	lu_arena *a;
	lu_err *e;
	bool looked;   /* the text has been looked through for what gives on names of the module, */
	bool gives_on; /* and has any */
};

#define LU__PUSH(r, list, ...) \
	do { \
		void *grown_ = lu_arena_grow((r)->a, (r)->f.list.v, (r)->f.list.n, sizeof *(r)->f.list.v); \
		if (!grown_) return lu_nomem((r)->e); \
		(r)->f.list.v = grown_; \
		(r)->f.list.v[(r)->f.list.n++] = __VA_ARGS__; \
	} while (0)

/* ---- put_together.c: s == NULL: out of memory ---- */

/* Of what there was no memory for, there is none. */
lu_str lu__join_strs(lu_arena *a, lu_str x, const char *middle, lu_str y);
/* The name that stands for a module where an expression requires it, "require('./a').f()": "import___a". */
lu_str lu__inline_module(lu_str module, lu_arena *a);
/* "import('./a').B" as the module of that is called: "import___a.B". */
lu_str lu__module_path(lu_str t, lu_arena *a);
/* What TypeScript's "typeof x", "ReturnType<typeof f>" and their like are of: "=x", "=f()"; empty for other types. */
lu_str lu__queried_type(struct lu__extraction *r, lu_str t);

/* ---- take_names.c: s == NULL: out of memory ---- */

/* An operator: no letter, no bracket, no quote. */
bool lu__is_symbolic(lu_str s);
/* The operator in "(+)", the function in "`elem`". */
lu_str lu__bare_operator(lu_str s);
/* The name of a definition or callee, an expression as records name it. */
lu_str lu__plain_name(struct lu__extraction *r, TSNode n);
/* Append what else a name is made of: the type that an instance is for. */
lu_code lu__extend_name(struct lu__extraction *r, const struct lu__taken *m, struct lu__def *d);
/* Names that assignments give: "exports.x" and "module.exports.x" define x, "module.exports" is the default,
 * "A.prototype.m" defines m of A, "this.m" defines m of the class around it. False: out of memory. */
bool lu__read_name(struct lu__extraction *r, TSNode n, struct lu__def *d);
/* An anonymous class is called "<T>" after the type that it is of: no other name looks so. False: out of memory. */
bool lu__name_anonymous(struct lu__extraction *r, TSNode n, struct lu__def *d);

/* ---- take_defs.c ---- */

lu_code lu__take_def(struct lu__extraction *r, const struct lu__taken *m);
lu_code lu__take_attr(struct lu__extraction *r, const struct lu__taken *m, enum lu__capture kind);
/* A match may hold several decorators. */
lu_code lu__take_decorators(struct lu__extraction *r, const struct lu__query *q, const struct lu__match *m,
			    const struct lu__taken *match);

/* ---- own_names.c ---- */

/* A named function expression. *other: a pattern of its own gives it another name. */
lu_code lu__take_expression(struct lu__extraction *r, struct lu__def *d, bool *other);

/* ---- take_calls.c ---- */

lu_code lu__take_site(struct lu__extraction *r, TSNode n, enum lu__capture kind);
lu_code lu__take_call(struct lu__extraction *r, const struct lu__taken *m);
/* A name that may be a function which is taken as a value. */
lu_code lu__take_value_here(struct lu__extraction *r, TSNode n);
/* What a macro calls, wherever it is used. */
lu_code lu__take_macro_calls(struct lu__extraction *r, const struct lu__def *d);
/* A call that the grammar sees as single tokens. */
lu_code lu__take_tokens_call(struct lu__extraction *r, TSNode n);

/* ---- take_variables.c ---- */

/* A variable of visible type. */
lu_code lu__take_variable(struct lu__extraction *r, const struct lu__taken *m);
/* A type parameter that must be of a type. */
lu_code lu__take_bound(struct lu__extraction *r, const struct lu__taken *m);
/* Names that are bound inside of a function: all those in a pattern. */
lu_code lu__take_locals(struct lu__extraction *r, TSNode pattern);

/* ---- pattern_scope.c ---- */

/* Java: where the variable of a test, "x instanceof A a", is seen; *more: where besides, or nothing. */
struct lu__range lu__pattern_scope(TSNode test, struct lu__range *more);

/* ---- contextual.c ---- */

/* An expression for what the variable of pattern `n` is of, where it is a parameter without a type, or is taken out of one: the type
 * that is expected of its function tells it. `around` is what the pattern found with it. *at: where that expression stands. Empty: it is no such parameter, or nothing tells
 * it. s == NULL: out of memory. */
lu_str lu__expected_type(struct lu__extraction *r, TSNode n, TSNode around, uint32_t *at);
/* A type that can be called tells what its functions take: the field "()" of it. */
lu_code lu__take_callable(struct lu__extraction *r, TSNode body);

/* ---- take_returned.c ---- */

/* What a function without a declared type gives: a value that it returns, or its last statement. */
lu_code lu__take_returned(struct lu__extraction *r, TSNode n);
/* What a function of JavaScript gives that returns "x ? a : b". */
lu_code lu__take_either(struct lu__extraction *r, TSNode n);

/* ---- take_imports.c ---- */

lu_code lu__take_import(struct lu__extraction *r, const struct lu__taken *m);
lu_code lu__take_import_tree(struct lu__extraction *r, TSNode n);
/* What a comment imports: "@typedef {import('./a').B} C" and the modules of other types in it. */
lu_code lu__take_doc_imports(struct lu__extraction *r, uint32_t start, uint32_t end, uint32_t row);
lu_code lu__take_import_list(struct lu__extraction *r, TSNode n);
/* "package a" and below it "package b": a.b */
lu_code lu__take_subpackage(struct lu__extraction *r, TSNode n);
/* A name of the file that others know by another: an import of itself. */
lu_code lu__take_export(struct lu__extraction *r, const struct lu__taken *m);

#endif
