/* SPDX-License-Identifier: MIT
 * The query of a language: its files, compiled, and what their captures mean. */
#ifndef LU_PARSE_QUERY_H
#define LU_PARSE_QUERY_H

#include "language/row.h"
#include "parse/match.h"

/* What captures of a query mean; the names are in query.c. */
enum lu__capture {
	LU__DEF,
	LU__NAME,
	LU__NAME_PART,
	LU__NAME_WORD,
	LU__ANONYMOUS,
	LU__DECLARATOR,
	LU__BODY,
	LU__PARAMS,
	LU__RECEIVER,
	LU__OUTER,
	LU__OF,
	LU__NEXT,
	LU__BASE,
	LU__DOC,
	LU__SIGNATURE,
	LU__RETURNS,
	LU__DECORATOR,
	LU__CALL,
	LU__CALL_TOKENS,
	LU__CALL_ON,
	LU__CALL_TYPE,
	LU__CALL_ARGS,
	LU__CALL_BARE,
	LU__ASSIGN,
	LU__LOCAL,
	LU__VAR_NAME,
	LU__VAR_FIELD,
	LU__VAR_TYPE,
	LU__VAR_NEW,
	LU__VAR_FROM,
	LU__VAR_NONE,
	LU__VAR_UNKNOWN,
	LU__COMMENT,
	LU__IGNORE,
	LU__PACKAGE,
	LU__SUBPACKAGE,
	LU__IMPORT_MODULE,
	LU__IMPORT_PREFIX,
	LU__IMPORT_ALL,
	LU__IMPORT_LAST,
	LU__IMPORT_NAME,
	LU__IMPORT_ALIAS,
	LU__IMPORT_DEFAULT,
	LU__IMPORT_SPACE,
	LU__IMPORT_TREE,
	LU__IMPORT_HERE,
	LU__IMPORT_LIST,
	LU__IMPORT_THROUGH,
	LU__CAPTURES
};

struct lu__capture_info {
	enum lu__capture kind; /* LU__CAPTURES: a helper of predicates, not used */
	lu_str type;           /* of LU__DEF: the element type after "def." */
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
