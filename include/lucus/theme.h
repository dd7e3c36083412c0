/* SPDX-License-Identifier: MIT
 * Communities as people meet them: what each is called, what ties it together, and where one enters it. All of it is read
 * when it is asked for, and follows from the store's content alone. */
#ifndef LUCUS_THEME_H
#define LUCUS_THEME_H

#include "lucus/store.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LU_THEME_ID 18 /* "c" and 16 hex digits, and the terminator */

/* A member. */
typedef struct lu_theme_member {
	lu_brief el;
	int64_t referred; /* edges into it from elements outside of the community, CONTAINS aside */
} lu_theme_member;

/* Edges from another community of the same list. */
typedef struct lu_theme_link {
	size_t from; /* index in the list */
	int64_t edges;
} lu_theme_link;

/* What a community is about. Views live in the arena that was given. */
typedef struct lu_theme {
	char id[LU_THEME_ID];     /* of the paths, types and names of its members: it stays as long as these do */
	char parent[LU_THEME_ID]; /* of the community above it; empty: it is a root */
	lu_str name;              /* unique among those with the same parent */
	lu_strs words; /* that its members have in their names and places more than those of its siblings; best first */
	lu_strs concepts; /* that several of its files, or places of its one file, speak of; what tells it from its siblings first */
	lu_str path;    /* the file that all members are in, or the folder, with '/' at its end; empty: the root */
	uint32_t level; /* 0: a root */
	int64_t size;   /* elements */
	int64_t files, below; /* files that hold these; communities directly below it, 0 of a leaf */
	lu_str summary;       /* sentences of its documentation, of what is referred to most first; may be empty */
	/* Edges into members, from members and from others, by kind, CONTAINS aside; of `looked` members, which are all of up to
	 * LU_THEME_LOOK, otherwise those of the files that most other files refer to. */
	int64_t inside[LU_EDGE_KINDS], outside[LU_EDGE_KINDS], looked;
	lu_theme_member *entry; /* those that are referred to most from outside; at most LU_THEME_ENTRIES */
	size_t n_entry;
	lu_theme_member *member; /* in the order of the tree, as many as were asked for; of a leaf, otherwise none */
	size_t n_member;
	lu_theme_link *link; /* most edges first */
	size_t n_link;
} lu_theme;
#define LU_THEME_LOOK    2000
#define LU_THEME_ENTRIES 5

#ifdef __cplusplus
}
#endif
#endif
