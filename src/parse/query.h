/* SPDX-License-Identifier: MIT
 * The query of a language: its files, compiled, and what their captures mean. */
#ifndef LU_PARSE_QUERY_H
#define LU_PARSE_QUERY_H

#include "language/row.h"
#include "parse/match.h"

/* What captures of a query mean; the names are in query.c. */
enum lu__capture {
	LU__CAPTURE_DEF,
	LU__CAPTURE_NAME,
	LU__CAPTURE_NAME_PART,
	LU__CAPTURE_NAME_WORD,
	LU__CAPTURE_NAME_TOLD,
	LU__CAPTURE_ANONYMOUS,
	LU__CAPTURE_DECLARATOR,
	LU__CAPTURE_BODY,
	LU__CAPTURE_PARAMS,
	LU__CAPTURE_RECEIVER,
	LU__CAPTURE_OUTER,
	LU__CAPTURE_OF,
	LU__CAPTURE_NEXT,
	LU__CAPTURE_BASE,
	LU__CAPTURE_DOC,
	LU__CAPTURE_SIGNATURE,
	LU__CAPTURE_RETURNS,
	LU__CAPTURE_DECORATOR,
	LU__CAPTURE_CALL,
	LU__CAPTURE_CALL_TOKENS,
	LU__CAPTURE_CALL_ON,
	LU__CAPTURE_CALL_TYPE,
	LU__CAPTURE_CALL_ARGS,
	LU__CAPTURE_CALL_BARE,
	LU__CAPTURE_VALUE,
	LU__CAPTURE_VALUE_HERE,
	LU__CAPTURE_ASSIGN,
	LU__CAPTURE_LOCAL,
	LU__CAPTURE_VAR_NAME,
	LU__CAPTURE_GIVES,
	LU__CAPTURE_VAR_SET,
	LU__CAPTURE_VAR_FIELD,
	LU__CAPTURE_VAR_IMPLIED,
	LU__CAPTURE_VAR_THIS,
	LU__CAPTURE_BOUND_NAME,
	LU__CAPTURE_BOUND_TYPE,
	LU__CAPTURE_VAR_TYPE,
	LU__CAPTURE_VAR_NEW,
	LU__CAPTURE_VAR_FROM,
	LU__CAPTURE_VAR_OF,
	LU__CAPTURE_VAR_EACH,
	LU__CAPTURE_VAR_ITEM,
	LU__CAPTURE_VAR_ENTERED,
	LU__CAPTURE_VAR_SECOND,
	LU__CAPTURE_VAR_AROUND,
	LU__CAPTURE_VAR_NONE,
	LU__CAPTURE_VAR_MADE,
	LU__CAPTURE_VAR_UNKNOWN,
	LU__CAPTURE_CALLABLE,
	LU__CAPTURE_RETURNED,
	LU__CAPTURE_COMMENT,
	LU__CAPTURE_IGNORE,
	LU__CAPTURE_BLOCK,
	LU__CAPTURE_FRAME,
	LU__CAPTURE_EXPORT,
	LU__CAPTURE_PACKAGE,
	LU__CAPTURE_SUBPACKAGE,
	LU__CAPTURE_IMPORT_MODULE,
	LU__CAPTURE_IMPORT_PREFIX,
	LU__CAPTURE_IMPORT_ALL,
	LU__CAPTURE_IMPORT_LAST,
	LU__CAPTURE_IMPORT_NAME,
	LU__CAPTURE_IMPORT_ALIAS,
	LU__CAPTURE_IMPORT_DEFAULT,
	LU__CAPTURE_IMPORT_SPACE,
	LU__CAPTURE_IMPORT_TREE,
	LU__CAPTURE_IMPORT_HERE,
	LU__CAPTURE_IMPORT_LIST,
	LU__CAPTURE_IMPORT_THROUGH,
	LU__CAPTURE_IMPORT_LOAD,
	LU__CAPTURES
};

struct lu__capture_info {
	enum lu__capture kind; /* LU__CAPTURES: a helper of predicates, not used */
	lu_str type;           /* of LU__CAPTURE_DEF: the element type after "def." */
};

struct lu__query {
	struct lu__patterns patterns;
	struct lu__capture_info *capture; /* by capture id */
};

/* The compiled query of a language: made at the first call, shared by all threads, kept until the process
 * ends. */
lu_code lu__query_get(const lu_language *l, const struct lu__query **out, lu_err *e);

/* Do the predicates of pattern `m->pattern` hold? Known: #eq? #not-eq? #any-of? #not-any-of?,
 * #upper? (a constant's name), #capital? (begins with an upper-case letter), #starts?, #not-starts?,
 * #ends? and #not-ends? (with one of the strings), #lacks? (none of the strings occurs). Of a repeated
 * capture, for all of its nodes. */
bool lu__predicates_hold(const struct lu__patterns *p, const struct lu__match *m, lu_str text);

#endif
