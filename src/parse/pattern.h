/* SPDX-License-Identifier: MIT
 * Patterns of syntax trees, compiled from the text of query files. CONTRIBUTING.md says what the text may
 * hold. */
#ifndef LU_PARSE_PATTERN_H
#define LU_PARSE_PATTERN_H

#include <tree_sitter/api.h>

#include "lucus/arena.h"
#include "lucus/err.h"
#include "lucus/record.h"

/* A node's kind is the number of its type, with a bit for named ones. Types that no pattern mentions are 0. */
#define LU__KIND_NAMED 0x8000u
#define LU__KIND_ERROR (1 | LU__KIND_NAMED)
/* of patterns: (_), any node with a name; _, any node */
#define LU__KIND_ANY_NAMED (0x7ffeu | LU__KIND_NAMED)
#define LU__KIND_ANY       (0x7fffu | LU__KIND_NAMED)

enum lu__times {
	LU__TIMES_ONCE,
	LU__TIMES_OPTIONAL,  /* ? */
	LU__TIMES_MANY,      /* + */
	LU__TIMES_ANY_NUMBER /* * */
};

#define LU__NODE_CAPTURES 3
#define LU__NODE_WITHOUT  3
/* Patterns nest as deep as this. */
#define LU__PATTERN_DEPTH 16

/* A node that a pattern describes. Places are indexes, 0 is none. */
struct lu__pnode {
	uint16_t kind, field; /* field 0: any */
	uint16_t other;       /* the next node of an alternation */
	uint16_t children;    /* the first step below it */
	uint16_t capture[LU__NODE_CAPTURES];
	uint16_t without[LU__NODE_WITHOUT]; /* fields that it must not have */
	uint8_t captures, withouts;
	bool closed;    /* nothing named follows its last child */
	uint64_t needs; /* bits of the kinds of children that it can not match without */
};

/* One of the children that a pattern node asks for, in their order. */
struct lu__pstep {
	uint16_t node; /* the first alternative */
	uint16_t next;
	uint8_t times;
	bool anchored; /* nothing named stands before it */
	bool captures; /* it, or something in it */
};

struct lu__pword {
	bool capture;
	uint16_t id; /* of a capture */
	lu_str text; /* of a string */
};

/* "#name? words", the name among the words. */
struct lu__predicate {
	struct lu__pword *v;
	size_t n;
};

struct lu__pattern {
	uint16_t root; /* the first alternative */
	bool overlaps; /* alternatives may match alike */
	struct {
		struct lu__predicate *v;
		size_t n;
	} predicates;
};

/* Patterns that can begin at a kind of node. */
struct lu__pstart {
	uint16_t pattern, node;
};

struct lu__pstarts {
	const struct lu__pstart *v;
	size_t n;
	bool needs; /* one of them has `needs` */
};

/* The name of a node type. */
struct lu__pname {
	lu_str text;
	uint16_t kind; /* 0: no pattern mentions it */
	bool named;
};

struct lu__patterns {
	const TSLanguage *language;
	lu_arena arena; /* holds all that follows */
	struct {
		struct lu__pnode *v;
		size_t n;
	} nodes;
	struct {
		struct lu__pstep *v;
		size_t n;
	} steps;
	struct {
		struct lu__pattern *v;
		size_t n;
	} patterns;
	lu_strs captures;        /* their names, by id */
	struct lu__pname *names; /* a hash table of all of the language */
	size_t names_cap;
	uint16_t n_kinds;
	uint16_t *kind;             /* by symbol of the language */
	bool *fielded;              /* by kind: a pattern asks for fields of children there */
	struct lu__pstarts *starts; /* by kind; [0]: named nodes that no pattern mentions */
};

/* Begin with no patterns. Whatever the calls return, end with lu__patterns_free(). */
lu_code lu__patterns_init(struct lu__patterns *p, const TSLanguage *language, lu_err *e);
/* Add those of a file; errors name it with line and column. The text must live as long as the patterns. */
lu_code lu__patterns_add(struct lu__patterns *p, const char *file, const char *text, lu_err *e);
/* After the last file: find where patterns can begin. From here on nothing changes, threads may share it. */
lu_code lu__patterns_finish(struct lu__patterns *p, lu_err *e);
void lu__patterns_free(struct lu__patterns *p);

/* The entry of the node type `s`, or the empty one where it would be. */
struct lu__pname *lu__pattern_name(const struct lu__patterns *p, lu_str s, bool named);

static inline uint64_t lu__kind_bit(uint16_t kind)
{
	return UINT64_C(1) << (kind % 64);
}

static inline bool lu__kind_fits(uint16_t pattern, uint16_t kind)
{
	if (pattern == kind) return true;
	if (kind == LU__KIND_ERROR || pattern < LU__KIND_ANY_NAMED) return false;
	return pattern == LU__KIND_ANY || (kind & LU__KIND_NAMED);
}

#endif
