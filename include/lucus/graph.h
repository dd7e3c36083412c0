/* SPDX-License-Identifier: MIT
 * The graph on arrays: resolving references to edges. No database here.
 *
 * A wrong edge is worse than an unresolved one: what is not told by the source stays `unresolved` by
 * name, several candidates stay `ambiguous` with all of them. */
#ifndef LUCUS_GRAPH_H
#define LUCUS_GRAPH_H

#include "lucus/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lu_edge_kind {
	LU_CONTAINS, LU_CALLS, LU_DEPENDS_ON, LU_INHERITS_FROM, LU_EDGE_KINDS
} lu_edge_kind;

typedef enum lu_grade {
	LU_EXACT,      /* the source says so: scope, import, receiver of visible type */
	LU_UNIQUE,     /* the only candidate of that name where the language looks */
	LU_AMBIGUOUS,  /* one of several candidates; all of them are edges */
	LU_UNRESOLVED, /* nothing in the store: the name stays */
	LU_GRADES
} lu_grade;

const char *lu_edge_kind_name(lu_edge_kind k); /* "CONTAINS" ... */
const char *lu_grade_name(lu_grade g);         /* "exact" ... */

/* An element as the resolver sees it. Views are borrowed. */
typedef struct lu_symbol {
	int64_t id;         /* unique, > 0 */
	int64_t parent;     /* id of the containing element, 0 for modules */
	lu_str type, name, path, language;
	bool is_static;     /* C: internal linkage; a name with a leading "static" in its signature */
	bool is_prototype;  /* a declaration without a body: C's prototypes, Python's @overload ... */
} lu_symbol;

/* A reference that the source makes. */
typedef struct lu_ref {
	int64_t src;        /* element that makes it */
	lu_edge_kind kind;  /* CALLS, INHERITS_FROM, DEPENDS_ON (an import of the module src) */
	lu_str name;        /* callee or base as written; for imports the imported name, may be empty or "*" */
	lu_str receiver;    /* CALLS: visible type of the receiver, or empty */
	lu_str module;      /* imports: the module as written ("a.b", "./x", "net/http", "stdio.h", "<stdio.h>") */
	lu_str alias;       /* imports: the local name */
	uint32_t line, count;
} lu_ref;

typedef struct lu_edge {
	int64_t src, dst;   /* dst 0: unresolved */
	lu_edge_kind kind;
	lu_grade grade;
	uint32_t line, count;
	size_t ref;         /* index of the reference; SIZE_MAX for CONTAINS */
	lu_str name;        /* as written: what is unresolved */
	const char *reason; /* static text: "same file", "import", "base class" ... */
} lu_edge;

typedef struct lu_edges {
	lu_edge *v;
	size_t n;
} lu_edges;

/* Resolve every reference against the symbols. CONTAINS edges come first, in the order of the symbols,
 * then the edges of each reference in the order of the references; the candidates of an ambiguous one
 * are ordered by path, then position among the symbols. The result does not depend on the order of
 * the symbols otherwise. Memory comes from `a`. Symbols of a file need not be consecutive. */
lu_code lu_resolve(const lu_symbol *sym, size_t n_sym, const lu_ref *ref, size_t n_ref, lu_arena *a,
		   lu_edges *out, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
