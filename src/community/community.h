/* SPDX-License-Identifier: MIT
 * Communities of a weighted undirected graph: sets of nodes with more ties among themselves than their degrees make
 * likely. Arrays in, arrays out; nothing is kept. All of it is a function of the graph: nodes are visited in a fixed
 * order, ties between gains go to the lower number, and weights are whole numbers, so that sums do not depend on their
 * order. Any number of threads may call any function here, each with an arena of its own. */
#ifndef LU_COMMUNITY_COMMUNITY_H
#define LU_COMMUNITY_COMMUNITY_H

#include "lucus/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Two nodes that belong together, and how much. A node may be tied to itself. */
typedef struct lu_tie {
	uint32_t a, b;
	uint32_t weight;
} lu_tie;

/* The graph in compressed rows: the neighbours of node v are to[first[v]] up to to[first[v + 1]], ascending, without v
 * itself. */
typedef struct lu_network {
	uint32_t n;
	size_t *first; /* n + 1 */
	uint32_t *to;
	uint64_t *weight;   /* of each entry of `to` */
	uint64_t *strength; /* of each node: all weights of its ties, those to itself twice */
	uint64_t total;     /* of all strengths: twice the weight of all ties */
} lu_network;

/* The network of `n` nodes and these ties, of which those of the same two nodes are added up, and those of weight 0 are
 * none. LU_EUSAGE: a tie names a node that is not there. Everything in it lives in `a`. */
lu_code lu_network_make(const lu_tie *tie, size_t n_tie, uint32_t n, lu_arena *a, lu_network *out,
			lu_err *e) LU_MUST_USE;

/* Modularity of the partition `part` (a number below g->n for each node) with resolution g: the sum over communities of
 * w(inside) / m - g (strength / 2m)^2 (Newman and Girvan 2004, Reichardt and Bornholdt 2006). 0 of a graph without ties. */
double lu_modularity(const lu_network *g, const uint32_t *part, double resolution);

/* The Leiden algorithm (Traag, Waltman, van Eck, "From Louvain to Leiden: guaranteeing well-connected communities",
 * Scientific Reports 9, 2019) for modularity: fast local moving, refinement, aggregation, until nothing moves, and all
 * of it again from there until that gains nothing. Refinement takes the best merger where the paper draws one. Each
 * community is connected; a node without ties is alone. `part` gets the number of each node's community,
 * by the lowest node of each, and *n_part their number. A larger resolution makes smaller communities; 1 is plain
 * modularity. Peak memory: about 60 bytes for each tie and 100 for each node. */
lu_code lu_leiden(const lu_network *g, double resolution, uint32_t *part, uint32_t *n_part, lu_err *e) LU_MUST_USE;

/* ---- a hierarchy ---- */

/* A community of a hierarchy. Its nodes are order[from] up to order[from + n]. */
typedef struct lu_branch {
	uint32_t parent; /* its number; UINT32_MAX: it is a root */
	uint32_t level;  /* 0: a root */
	uint32_t from, n;
	bool leaf; /* nothing is below it */
} lu_branch;

/* What lu_leiden() said of a network: it says it again of an equal one. */
typedef struct lu_parted {
	uint64_t digest; /* of the network and the resolution */
	uint32_t n, n_part;
	uint32_t *part;
} lu_parted;

typedef struct lu_hierarchy {
	lu_branch *v; /* each before what is below it; of equal parents by their lowest nodes */
	size_t n;
	uint32_t *order;   /* all nodes, those of a community together, ascending within a leaf */
	lu_parted *parted; /* the networks that were parted on the way, in their order, when they are to be kept */
	size_t n_parted;
} lu_hierarchy;

typedef struct lu_split_options {
	double resolution;
	const uint32_t *size;   /* of each node; NULL: 1 */
	uint64_t size_max;      /* a community of no more than this is not split */
	uint32_t nodes_max;     /* nor one of so few nodes */
	bool keep;              /* give lu_hierarchy.parted */
	const lu_parted *known; /* of an earlier hierarchy: what is among them is not parted again */
	size_t n_known;
} lu_split_options;

/* Could lu_leiden() have said that? What is kept elsewhere may be damaged. */
bool lu_parted_is_whole(const lu_parted *p);

/* Part the network into communities, and those again by lu_leiden() on what is between their own nodes, until each is small
 * enough. Nodes without ties among the others of a community stay together. Where nothing is to be told apart, at up to
 * 32 times the resolution, or after LU_SPLIT_DEPTH levels, nodes are cut into runs in their order, each as long as it
 * may be. A network that is small enough as a whole is one root. All of *out lives in `a`. */
#define LU_SPLIT_DEPTH 12
lu_code lu_hierarchy_make(const lu_network *g, const lu_split_options *o, lu_arena *a, lu_hierarchy *out,
			  lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
