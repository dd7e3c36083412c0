/* SPDX-License-Identifier: MIT
 * SCIP indexes (what compiler-backed indexers say about definitions and uses), one document at a time. */
#ifndef LU_SCIP_SCIP_H
#define LU_SCIP_SCIP_H

#include "lucus/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lines and columns, both from 0, the end exclusive; `known` is false when there is none. */
typedef struct lu_scip_range {
	uint32_t line, column, end_line, end_column;
	bool known;
} lu_scip_range;

enum { LU_SCIP_DEFINITION = 1, LU_SCIP_IMPORT = 2, LU_SCIP_FORWARD = 64 };

typedef struct lu_scip_occurrence {
	lu_str symbol;
	lu_scip_range at, around; /* the name; the whole definition */
	uint32_t roles;
} lu_scip_occurrence;

typedef struct lu_scip_symbol {
	lu_str symbol, signature;
	lu_str documentation; /* its parts, an empty line between them */
	lu_strs implements;   /* symbols */
	int kind;
} lu_scip_symbol;

typedef struct lu_scip_document {
	const char *tool; /* that made the index, as far as it says, in letters, digits and "._-"; else "scip" */
	lu_str path, language, text; /* text is empty when the index does not hold it */
	int encoding;                /* of columns: 1 bytes of UTF-8, 2 units of UTF-16, 3 code points, 0 not told */
	struct {
		lu_scip_occurrence *v;
		size_t n;
	} occurrences; /* in order of their place */
	struct {
		lu_scip_symbol *v;
		size_t n;
	} symbols;
	size_t dropped; /* occurrences whose range or symbol is none */
} lu_scip_document;

typedef struct lu_scip_reader {
	void *ctx;
	/* Views live during the call. Another code than LU_OK ends the reading with it. */
	lu_code (*document)(void *ctx, const lu_scip_document *d, lu_err *e);
	/* Document `i` (from 1) can not be read; the reading goes on. */
	lu_code (*reject)(void *ctx, size_t i, const char *reason, lu_err *e);
} lu_scip_reader;

/* Read the index that `bytes` hold. LU_EFORMAT: it is none, or it ends early; what stands before was read. The
 * memory of a document is bounded, whatever it claims to hold. */
lu_code lu_scip_read(lu_str bytes, const lu_scip_reader *r, lu_err *e) LU_MUST_USE;

/* A part of a symbol. `kind` is its suffix: '/' namespace, '#' type, '.' term, '(' method, '[' type parameter,
 * ')' parameter, ':' meta, '!' macro. */
typedef struct lu_scip_part {
	lu_str name; /* without escapes */
	char kind;
	size_t end; /* offset in the symbol where it ends */
} lu_scip_part;

typedef struct lu_scip_name {
	lu_str scheme, manager, package, version; /* as written */
	lu_scip_part *part;
	size_t n; /* 0: a symbol that is local to its document */
} lu_scip_name;

/* Take `symbol` apart; parts live in `a`. LU_EFORMAT: it does not follow the grammar. */
lu_code lu_scip_parse(lu_str symbol, lu_arena *a, lu_scip_name *out, lu_err *e) LU_MUST_USE;
/* Is the symbol one of a document alone? */
bool lu_scip_is_local(lu_str symbol);

#ifdef __cplusplus
}
#endif
#endif
