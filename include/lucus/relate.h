/* SPDX-License-Identifier: MIT
 * Questions about the graph: what is reached from an element along edges of some kinds, and by which
 * ways one element leads to another. Nothing here writes. The handle is of one thread; in a
 * transaction everything is of one state of the store. */
#ifndef LUCUS_RELATE_H
#define LUCUS_RELATE_H

#include "lucus/store.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LU_KIND_BIT(k) (1u << (k))

/* Where a walk goes. Arrays are borrowed for the call. */
typedef struct lu_trace_options {
	bool in;              /* against the edges: who refers to the element */
	bool within;          /* begin at all that the elements hold, too; edges among those do not count */
	unsigned kinds;       /* LU_KIND_BIT()s of the edges to follow */
	lu_grade grade;       /* the worst one to follow */
	uint32_t depth;       /* edges in a row, at most */
	const int64_t *until; /* elements at which, reached on a shortest way, the walk ends; or NULL */
	size_t n_until;
} lu_trace_options;

/* An element that was reached. */
typedef struct lu_reached {
	lu_brief el;
	uint32_t depth;   /* of the shortest way; 0: the walk began here */
	lu_grade weakest; /* along the best of the shortest ways */
	bool goal;        /* one of `until` */
	bool gone;        /* set by who has looked (lucus/fresh.h): its file is not in the tree any more */
	size_t first, n;  /* its edges: lu_trace.edge[first ... first + n - 1] */
} lu_reached;

/* An edge that was walked. */
typedef struct lu_step {
	size_t from, to; /* of lu_trace.node; to SIZE_MAX: unresolved */
	lu_edge_kind kind;
	lu_grade grade, weakest; /* weakest: along the way, this edge included */
	uint32_t line, count;    /* of the first site, in the file of the edge's source; of all sites */
	uint32_t depth;          /* number of this edge on its way, from 1 */
	lu_str name, reason;     /* name: as written, of edges that were followed outwards */
	bool opens;              /* the first edge that leads to `to` */
} lu_step;

/* Nodes in the order in which they were reached. Each was left once, so that a walk ends and takes time for each
 * edge once, whatever circles there are. */
typedef struct lu_trace {
	lu_reached *node;
	size_t n_node, n_begin;
	lu_step *edge;
	size_t n_edge;
	bool in;
	uint32_t depth; /* edges in a row that were looked at */
	bool all;       /* nothing more could be reached from further away */
} lu_trace;

/* Walk breadth-first from the elements `id`. Edges of one node are in the order of the source when
 * followed outwards, else by the path and line of what they come from. Against the edges a TESTS
 * edge also represents the call or import that it was made of, when both are followed: a test is
 * reached once. Views live in `a`. Elements that a writer removes meanwhile are left out.
 * LU_ECANCEL: lu_check_cancel(). */
lu_code lu_trace_from(lu_store *s, const int64_t *id, size_t n, const lu_trace_options *o, lu_arena *a, lu_trace *out,
		      lu_err *e) LU_MUST_USE;

/* A way from the first element of `edge` to the last: indices of lu_trace.edge. */
typedef struct lu_way {
	size_t *edge;
	size_t n, from; /* from: the node where it begins */
} lu_way;

/* The shortest ways of a walk with `in` that come from one of `until`: at most `max`, better grades first.
 * *total is the number of all (INT64_MAX when there are more), *hops their length; without any, *n is 0. */
lu_code lu_trace_ways(const lu_trace *w, size_t max, lu_arena *a, lu_way **out, size_t *n, int64_t *total,
		      uint32_t *hops, lu_err *e) LU_MUST_USE;

/* ---- what shares a name ---- */

/* A reference by name. */
typedef struct lu_site {
	int64_t src;
	lu_str name, reason; /* name: as written */
	lu_grade grade;
	uint32_t line, count;
	const int64_t *dst; /* elements that it may mean */
	size_t n;
} lu_site;

/* A place in the source that has the name, and is no reference that was read and no definition. */
typedef struct lu_place {
	lu_str path;
	uint32_t line;
	bool call;     /* "(" follows, or it is a decorator */
	bool unparsed; /* in lines from which no call can have been read */
	lu_str text;   /* of the line, trimmed and cut */
} lu_place;

typedef struct lu_sites {
	lu_site *site;
	size_t n_site;
	int64_t unresolved, ambiguous; /* sites of that grade: an lu_site may count several */
	lu_place *place;               /* by path and line */
	size_t n_place;
	int64_t calls, unparsed; /* places of these kinds */
} lu_sites;

/* What has the last component `simple`: references of `kind`, and, with `places`, where else the
 * stored source has it as a word. So no site of the name is missing without being counted, but for
 * those in files that are left out. Files that hold the word are found by the full text, or by
 * reading all of them while that is not made. Which line of an element is the second site of a
 * reference is not stored: of several places that look alike the number is right, and the lines may
 * be those of others. Views live in `a`. */
lu_code lu_sites_of(lu_store *s, lu_str simple, lu_edge_kind kind, bool places, lu_arena *a, lu_sites *out,
		    lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
