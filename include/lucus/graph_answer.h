/* SPDX-License-Identifier: MIT
 * Questions about the graph: who calls what, what leads where, what a change may affect. Here it is decided what a name
 * means, which edges are in an answer, what is counted, and what an answer can not know. Nothing here writes. */
#ifndef LUCUS_GRAPH_ANSWER_H
#define LUCUS_GRAPH_ANSWER_H

#include "lucus/fresh.h"
#include "lucus/relate.h"
#include "lucus/theme.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What can be asked, in the order of lu_graph_questions. */
typedef enum lu_graph_question {
	LU_ASK_CALLERS,
	LU_ASK_CALLEES,
	LU_ASK_PATH,
	LU_ASK_INHERITS,
	LU_ASK_TESTS,
	LU_ASK_IMPACT,
	LU_ASK_QUESTIONS
} lu_graph_question;

extern const char *const lu_graph_questions[]; /* "callers" ..., NULL at the end */

/* ---- names ---- */

/* What a person calls an element. */
typedef struct lu_graph_name {
	const char *text; /* an id, PATH:LINE, a name, or a PATH */
	lu_str below;     /* the path from the root of the file that the text names where that person is; empty: none */
} lu_graph_name;

/* The path in `text`, which may be the path of a file: without a ":LINE" at its end. A view of `text`. */
lu_str lu_graph_name_path(const char *text);
/* The elements that a name means. */
typedef struct lu_graph_meant {
	lu_brief *v;
	size_t n;
	lu_str *heir; /* of each the type that was named, which has it from a base; NULL: they are as named */
} lu_graph_meant;
/* The elements that it means, by path and line; of TYPE.MEMBER, where the type inherits the member, what its bases define.
 * LU_ENOENT when there is none, with what it may have meant; LU_EUSAGE when it is empty. Views live in `a`. */
lu_code lu_graph_find(lu_store *s, const lu_graph_name *name, lu_arena *a, lu_graph_meant *out, lu_err *e) LU_MUST_USE;

/* ---- questions ---- */

#define LU_GRAPH_DEPTH_MAX 1000

typedef struct lu_graph_options {
	lu_graph_question asked;
	lu_graph_name name, target; /* target: the other end, of LU_ASK_PATH alone */
	unsigned kinds;             /* LU_KIND_BIT()s of the edges to follow; 0: those that suit the question */
	lu_grade grade;             /* the worst one to follow */
	uint32_t depth;             /* edges in a row, at most LU_GRAPH_DEPTH_MAX; 0: what suits the question */
	uint32_t max_hops;          /* LU_ASK_PATH: edges of a path, 1 to LU_GRAPH_DEPTH_MAX */
	size_t limit;               /* edges of an answer to show, at least 1, and answers; the rest is counted */
	bool first;                 /* of several elements with the name, take the first */
	bool sharing;               /* count what shares the name, too, where that belongs to the question */
	bool unresolved, mentions;  /* of that, list references; places */
	lu_fresh *fresh;            /* looks at the files of each answer; NULL: none are looked at */
} lu_graph_options;

/* All options at their defaults; the caller sets the names. */
lu_graph_options lu_graph_defaults(lu_graph_question asked);

/* A reference that shares the simple name of what was asked for, and does not lead to it for sure. */
typedef struct lu_stray {
	const lu_site *site;
	lu_brief el; /* the element that it is in; filled in for those that are shown */
} lu_stray;

/* What an answer can know, and what it can not. */
typedef struct lu_coverage {
	int64_t files;          /* that were read */
	int64_t partial, lines; /* of these, with lines from which no call can have been read */
	int64_t unknown;        /* of these, not known */
	int64_t plain;          /* of these, without a grammar: lines alone */
	int64_t left;           /* files that were not read */
	const lu_covered *why;  /* of these, by reason and language */
	size_t n_why;
} lu_coverage;

/* The answer to one question about one element. */
typedef struct lu_graph_answer {
	lu_graph_question asked;
	lu_brief el;
	lu_str heir;            /* the type that was named, which inherits `el`; empty: it was named itself */
	size_t matches;         /* elements that the name means */
	size_t number, answers; /* of this answer, from 0; how many there are */
	unsigned kinds;
	lu_trace walk[2]; /* inherits: against the edges, and along them */
	size_t n_walk;
	bool *show[2];       /* the edges of each walk that are shown: the first ones that belong to the answer */
	size_t edges, shown; /* that belong to the answer; that are shown */
	size_t elements;     /* distinct ones that were reached, without the first */
	size_t grades[LU_GRADES];

	lu_brief target;    /* path: the other end */
	lu_str target_heir; /* of it, as `heir` */
	lu_way *way;
	size_t n_way;
	int64_t ways; /* of all */
	uint32_t hops;

	const lu_sites *sites; /* that share the name; NULL: they are not part of the question */
	lu_edge_kind shared;   /* their kind */
	int64_t elsewhere;     /* of them, sites that lead to other elements for sure */
	lu_stray *stray;       /* of them, unresolved ones, and ambiguous ones that do not lead here */
	size_t n_stray, stray_shown, place_shown;
	lu_coverage coverage;
} lu_graph_answer;

/* Gets an answer, whose views live during the call, with an arena that is cleared after it. Any code
 * but LU_OK ends the work and is returned. */
typedef lu_code lu_graph_answer_fn(void *ctx, const lu_graph_answer *q, lu_arena *a, lu_err *e);
/* Answer for each element that the name means, up to `limit`; for LU_ASK_PATH the shortest ways from
 * any element with the name to any of the target's, as one answer. LU_EUSAGE: an option is out of
 * range. LU_ENOENT: as lu_graph_find(). The caller begins a transaction where all answers must be of
 * one state of the store. */
lu_code lu_graph_ask(lu_store *s, const lu_graph_options *o, lu_graph_answer_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

/* ---- what a diff affects ---- */

typedef struct lu_impact_options {
	lu_str diff; /* unified, as `git diff` writes it, of at most 64 MiB; paths from the top of the repository, or from the
			 * root of the knowledge base */
	unsigned kinds;  /* LU_KIND_BIT()s of the edges to follow; 0: calls, bases, imports and tests */
	lu_grade grade;  /* the worst one to follow */
	uint32_t depth;  /* edges in a row, at most LU_GRAPH_DEPTH_MAX; 0: 3 */
	size_t limit;    /* elements of each list to show, at least 1; the rest is counted */
	lu_fresh *fresh; /* looks at the files of what is shown; NULL: none are looked at */
} lu_impact_options;

/* Which side of a file's part of the diff the store has, by what its lines hold. */
typedef enum lu_side {
	LU_SIDE_NEW,
	LU_SIDE_OLD,
	LU_SIDE_UNLIKE, /* neither: the file has changed since the store or the diff was made; lines are taken as the new
			 * ones, and may be others */
	LU_SIDE_BINARY,  /* the diff has no lines of it */
	LU_SIDE_ABSENT,  /* the store has no such file */
	LU_SIDE_OUTSIDE, /* it is not below the root */
	LU_SIDES
} lu_side;
const char *lu_side_name(lu_side s); /* "new", "old", "unlike", "binary", "absent", "outside" */

/* A file of the diff. */
typedef struct lu_impact_file {
	lu_str path; /* as the store has it, else as the diff does */
	lu_side side;
	size_t touched; /* elements */
} lu_impact_file;

/* An element of which lines were changed: the innermost one; of lines that are gone the one they were in. Blank lines do
 * not count. Of a file that was renamed: its module, too. */
typedef struct lu_touched {
	lu_brief el;
	size_t lines; /* of the side that the store has; 0: only lines of the other side, or a name */
} lu_touched;

/* An element that is affected: it refers to a touched one, or to one that does. What a touched class or function holds is
 * touched with it, what a touched module holds is not. */
typedef struct lu_affected {
	lu_brief el;
	uint32_t depth;
	lu_grade weakest; /* along the best of the shortest ways */
	bool test;        /* a test that reaches what was touched */
} lu_affected;

typedef struct lu_impact {
	lu_impact_file *file; /* in the order of the diff */
	size_t n_file;
	lu_touched *touched; /* by path and line, as far as they are shown */
	size_t n_touched, all_touched;
	lu_affected *affected; /* by grade, depth, path and line, as far as they are shown */
	size_t n_affected, all_affected, tests;
	size_t grades[LU_GRADES]; /* affected elements by `weakest` */
	uint32_t depth;           /* edges in a row that were looked at */
} lu_impact;

/* What a diff touches, and what that affects; root: of the tree, a real path, by which paths from the top of its repository
 * are known; NULL or empty: there is none. Views live in `a` and in the diff. LU_EFORMAT, with the line: the diff is
 * malformed. LU_EUSAGE: an option is out of range. A session asks it by lu_session_impact(). */
lu_code lu_graph_impact(lu_store *s, const char *root, const lu_impact_options *o, lu_arena *a, lu_impact *out,
			lu_err *e) LU_MUST_USE;

/* ---- communities ---- */

typedef struct lu_themes_options {
	lu_graph_name name; /* of an element, or the id of a community; text NULL: none */
	int64_t level;      /* of the communities, from 0; -1: the roots, or with a name all that it is in */
	size_t limit;       /* communities to show, at least 1, and members of each; the rest is counted */
	bool first;         /* of several elements with the name, take the first */
	lu_fresh *fresh;    /* looks at the files of what is shown; NULL: none are looked at */
} lu_themes_options;

/* Communities, and what they are about. */
typedef struct lu_themes {
	lu_theme *v;
	size_t n, found; /* that are shown; that there are */
	bool made;       /* there are any at all; false: `lucus sync` or `lucus index` makes them */
	bool current;    /* they are of the present state of the store */
	bool named;      /* a name was given that means `el`, of `matches` elements */
	lu_brief el;
	size_t matches;
} lu_themes;

/* The communities of a level, by their places in the tree; with the name of an element those that it is in, from the root
 * down; with the id of a community that one, and those directly below it. LU_ENOENT: as lu_graph_find(). Views live in `a`. */
lu_code lu_graph_themes(lu_store *s, const lu_themes_options *o, lu_arena *a, lu_themes *out, lu_err *e) LU_MUST_USE;

/* ---- looking at an answer ---- */

/* Both ends of an edge that was walked, in its own direction; dst NULL: unresolved. */
void lu_graph_ends(const lu_trace *w, const lu_step *g, const lu_brief **src, const lu_brief **dst);

typedef struct lu_file_count {
	lu_str path;
	size_t n; /* elements that were reached in it */
} lu_file_count;
/* The files of what was reached, those with most elements first. *out lives in `a`. */
lu_code lu_graph_files(const lu_graph_answer *q, lu_arena *a, lu_file_count **out, size_t *n, lu_err *e) LU_MUST_USE;
/* How many elements were first reached at `depth`. */
size_t lu_graph_at_depth(const lu_graph_answer *q, uint32_t depth);
/* The greatest depth at which something was reached. */
uint32_t lu_graph_depth(const lu_graph_answer *q);

#ifdef __cplusplus
}
#endif
#endif
