/* SPDX-License-Identifier: MIT
 * What one run of a query finds in a tree, before it becomes elements. */
#ifndef LU_PARSE_EXTRACT_H
#define LU_PARSE_EXTRACT_H

#include "parse/language.h"

/* A definition. Ranges are in bytes, rows from 0. */
struct lu__def {
	TSNode node, params, body;    /* params and body may be null nodes */
	uint32_t start, end;          /* of the node, or of what wraps it (decorators, export) */
	uint32_t row, end_row;
	uint16_t pattern;
	lu_str type, name, receiver, doc;
	size_t parent;                /* index of the definition around it, SIZE_MAX: the module */
	unsigned depth;
	bool dropped;
};

/* Something that belongs to the definition with node `of`. */
struct lu__attr {
	TSNode of;
	enum lu__capture kind;        /* LU__OUTER, LU__BASE, LU__DOC */
	TSNode node;
};

/* Something that belongs to the definition around it: a call, an assignment, a typed variable. */
struct lu__site {
	uint32_t start, row;
	enum lu__capture kind;        /* LU__CALL, LU__ASSIGN, LU__VAR_NAME */
	lu_str text, type;            /* type: of a variable */
	size_t def;                   /* index of the innermost definition, SIZE_MAX: the module */
};

struct lu__comment {
	uint32_t start, end, row, end_row;
};

struct lu__found {
	struct { struct lu__def *v; size_t n; } defs;
	struct { struct lu__attr *v; size_t n; } attrs;
	struct { struct lu__site *v; size_t n; } sites;
	struct { struct lu__comment *v; size_t n; } comments;
	struct { lu_import *v; size_t n; } imports;
	lu_str package;
};

/* Run the query of `l` over `root`. Everything lives in `a` and `text`. */
lu_code lu__extract(const lu_language *l, TSQueryCursor *cursor, TSNode root, lu_str text, lu_arena *a,
		    struct lu__found *out, lu_err *e);

/* From what was found to elements, the module first. */
lu_code lu__build(const lu_language *l, struct lu__found *f, TSNode root, lu_str path, lu_str text, lu_arena *a,
		  lu_elements *out, lu_err *e);

/* Parameters of a definition from the node that lists them. */
lu_code lu__parameters(TSNode list, lu_str text, lu_arena *a, lu_element *el, lu_err *e);

/* Text of a node; empty for a null node. */
lu_str lu__node_text(TSNode n, lu_str text);

#endif
