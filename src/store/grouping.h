/* SPDX-License-Identifier: MIT
 * What communities are made of, and how they are kept (communities.h reads them). All of it is for one knowledge base, in a
 * transaction of the caller.
 *
 * A file has a row of its own: what ties it to other files, and the communities of its elements. Both follow
 * from its elements and edges alone, so that the row is dropped by whoever writes those, and made anew. Above the files there is one tree, in
 * the row of the knowledge base. */
#ifndef LU_STORE_GROUPING_H
#define LU_STORE_GROUPING_H

#include "community/community.h"
#include "lucus/store.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what is in a file ---- */

/* A target of an edge. */
typedef struct lu_bond {
	int64_t src, dst; /* row ids; dst is there */
	int64_t file;     /* that dst is in */
	lu_edge_kind kind;
	lu_grade grade;
	uint32_t count;
	uint32_t share; /* targets that the reference may mean: 1 unless it is ambiguous */
} lu_bond;

typedef struct lu_bonds {
	lu_symbol *sym; /* the file's elements, in its order; all views live in the arena */
	size_t n_sym;
	lu_bond *v; /* out of these, in the order of the source; CONTAINS only where sym[i].parent does not say so */
	size_t n;
} lu_bonds;

/* Reads files one after the other; it knows which files elements are in, so that none may be written while it is open. */
typedef struct lu_bond_reader lu_bond_reader;
lu_code lu_bond_reader_new(lu_store *s, lu_bond_reader **out, lu_err *e) LU_MUST_USE;
void lu_bond_reader_free(lu_bond_reader *r); /* accepts NULL */
/* The file that an element is in; 0: it is gone. */
lu_code lu_bond_reader_home(lu_bond_reader *r, int64_t element, int64_t *file, lu_err *e) LU_MUST_USE;
/* *there is false, and *out empty, when the file has no elements. */
lu_code lu_bond_reader_file(lu_bond_reader *r, int64_t file, lu_arena *a, lu_bonds *out, bool *there,
			    lu_err *e) LU_MUST_USE;

/* ---- files ---- */

/* How much a file is tied to another one by what it refers to. */
typedef struct lu_file_tie {
	int64_t file;
	int64_t weight; /* more than 0 */
} lu_file_tie;

/* What a file speaks of. */
typedef struct lu_file_topic {
	int64_t concept; /* a hash of its canonical form, not negative */
	int64_t count;   /* how often, at least 1 */
} lu_file_topic;

typedef struct lu_grouped_file {
	int64_t file;
	lu_str path;
	bool made;    /* the row is there; the rest is known of it alone */
	uint32_t n;   /* elements in its communities */
	uint64_t key; /* of these */
	lu_file_tie *tie;
	size_t n_tie; /* by file */
	lu_file_topic *topic;
	size_t n_topic; /* by concept */
} lu_grouped_file;

/* All files that have elements, or had when their row was written, by path; views live in `a`. */
lu_code lu_store_grouped_files(lu_store *s, lu_arena *a, lu_grouped_file **out, size_t *n, lu_err *e) LU_MUST_USE;
/* Write the row of f->file. `h` is a hierarchy of the `n` elements f->n, h's node i being element[i], key[k] that of h->v[k]. */
lu_code lu_store_grouped_put(lu_store *s, const lu_grouped_file *f, const lu_hierarchy *h, const uint64_t *key,
			     const int64_t *element, lu_err *e) LU_MUST_USE;
/* Is that what the row holds? */
lu_code lu_store_grouped_same(lu_store *s, const lu_grouped_file *f, const lu_hierarchy *h, const uint64_t *key,
			      const int64_t *element, bool *same, lu_err *e) LU_MUST_USE;
/* Drop the rows of all files, and the tree above them. */
lu_code lu_store_grouped_drop(lu_store *s, lu_err *e) LU_MUST_USE;

/* ---- the tree above the files ---- */

/* Of what the tree was made. */
typedef struct lu_grouped {
	bool made, current;      /* there is a tree; it is of the present generation */
	int64_t maker;           /* version of what has made it */
	uint32_t size_max;       /* elements of a leaf */
	uint64_t digest;         /* of all that went into it */
	const lu_parted *parted; /* to be written with it: the networks of files that were parted */
	size_t n_parted;
} lu_grouped;

/* All but the networks. */
lu_code lu_store_grouped(lu_store *s, lu_grouped *out, lu_err *e) LU_MUST_USE;
/* Those; none, when they can not be read: they only save time. */
lu_code lu_store_grouped_parted(lu_store *s, lu_arena *a, lu_parted **out, size_t *n, lu_err *e) LU_MUST_USE;
/* Write it, as of the present generation. A community of the tree: `n` files from file[from] on, when it is a leaf here. */
typedef struct lu_file_community {
	/* Its number; UINT32_MAX: this is a root. What is below a community follows it before anything else. */
	uint32_t parent;
	uint32_t size; /* elements */
	uint64_t key;
	const int64_t *file; /* of a leaf; NULL: others are below it */
	size_t n;
} lu_file_community;
lu_code lu_store_grouped_tree_put(lu_store *s, const lu_grouped *g, const lu_file_community *v, size_t n,
				  lu_err *e) LU_MUST_USE;
/* Is that the tree, and what it was made of? */
lu_code lu_store_grouped_tree_same(lu_store *s, const lu_grouped *g, const lu_file_community *v, size_t n, bool *same,
				   lu_err *e) LU_MUST_USE;
/* The tree is what it would be made anew: note that it is of the present generation. */
lu_code lu_store_grouped_touch(lu_store *s, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
