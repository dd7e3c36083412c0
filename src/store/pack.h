/* SPDX-License-Identifier: MIT
 * The packed columns: what a file defines and refers to, and what that means, as JSON arrays of arrays. One
 * row a file instead of one a reference: writing and reading them costs a fraction, and the views `ref` and
 * `edge` show them to people as tables.
 *
 *   outline.symbols  [id, parent, type, name, flags]; another language than the file's follows, or 0, when
 *                    lu_symbol.gives follows that, and lu_symbol.takes
 *   outline.links    [src, kind, name, line, module, alias] of imports, [src, kind, name, line] of bases
 *                    (flags: LU__SYM_..., from bit 8 on lu_symbol.least, from bit 16 on lu_symbol.most)
 *   outline.calls    [src, kind, name, line, count], with the receiver when it is known, or the number of
 *                    arguments, which follows the receiver; their types follow that and the target, empty
 *                    without one
 *                    both: with "scip ID" or "given ID" when who made the record knows the target, and then
 *                    with the receiver, and after it the count for imports, in any case
 *   answer.edges     [src, kind, grade, reason, line, count, name, dst ...], links first, then calls
 *   answer.files     plain numbers, sorted: the files that the edges lead to
 *   community_file.ties  plain numbers: a file and a weight, and so on, by file
 *   community_file.topics  plain numbers: a concept's hash and how often, and so on, by hash
 *   community_file.tree, community.tree  [parent, key, size, id ...], each before what is below it: parent is the
 *                    place of another entry, -1 of a root; ids, of elements or of files, where nothing is below it */
#ifndef LU_STORE_PACK_H
#define LU_STORE_PACK_H

#include "lucus/json.h"
#include "lucus/store.h"

enum { LU__SYM_STATIC = 1, LU__SYM_PROTOTYPE = 2, LU__SYM_TEST = 4, LU__SYM_PROPERTY = 8, LU__SYM_OWN_NAME = 16 };

/* No packed column has more entries. */
size_t lu__packed_count(lu_str text);

/* Symbols, into an array that takes lu__packed_count(text); `path` and `language` are the file's. Views point into
 * `text`, or into `a` where it has escapes. LU_EDB: the column is damaged. */
lu_code lu__unpack_symbols(lu_str text, lu_str path, lu_str language, lu_arena *a, lu_symbol *out, size_t *n,
			   lu_err *e);
/* The one alone that begins at `row`, LU__FIRST_ROW or what lu__next_name() told; there must be one. */
#define LU__FIRST_ROW 1
lu_code lu__unpack_symbol(lu_str text, size_t row, lu_str path, lu_str language, lu_arena *a, lu_symbol *out,
			  lu_err *e);
void lu__pack_symbol(lu_jw *w, const lu_symbol *s, lu_str language);
/* Is any of the symbols marked as a test? */
bool lu__packed_test(lu_str text);

/* References of both columns: each has the members that its kind has. */
lu_code lu__unpack_refs(lu_str text, lu_arena *a, lu_ref *out, size_t *n, lu_err *e);
void lu__pack_ref(lu_jw *w, const lu_ref *r);

/* One entry of answer.edges. */
struct lu__packed_edge {
	int64_t src;
	lu_edge_kind kind;
	lu_grade grade;
	uint32_t reason, line, count;
	lu_str name;
	const int64_t *dst;
	size_t n;
};
/* Of all elements, or of the `n_of` whose ids `of` has, ascending: the rest is not read. */
lu_code lu__unpack_edges(lu_str text, const int64_t *of, size_t n_of, lu_arena *a, struct lu__packed_edge **out,
			 size_t *n, lu_err *e);
void lu__pack_edge(lu_jw *w, const struct lu__packed_edge *g);
/* One entry of a tree of communities. */
struct lu__packed_community {
	int64_t parent, key; /* parent: -1 or the place of an entry before this one */
	uint32_t size;
	const int64_t *id;
	size_t n;
};
lu_code lu__unpack_communities(lu_str text, lu_arena *a, struct lu__packed_community **out, size_t *n, lu_err *e);
/* The error that says so. */
lu_code lu__grouped_damaged(lu_err *e);
void lu__pack_community(lu_jw *w, const struct lu__packed_community *c);

/* An array of plain numbers. */
lu_code lu__unpack_ids(lu_str text, lu_arena *a, int64_t **out, size_t *n, lu_err *e);

#endif
