/* SPDX-License-Identifier: MIT
 * One row of the language table. To add a language: CONTRIBUTING.md. */
#ifndef LU_PARSE_LANGUAGE_H
#define LU_PARSE_LANGUAGE_H

#include <tree_sitter/api.h>

#include "lucus/parse.h"
#include "parse/match.h"

/* How the qualified name of an element begins. */
enum lu__naming {
	LU__NAME_PATH,    /* the file's path without extension, '/' as '.': "src.flask.app" */
	LU__NAME_PACKAGE, /* the package that the file declares: "cobra" */
	LU__NAME_MODULE,  /* the module that the file declares and is, "Data.Map"; without one, the path */
	LU__NAME_PLAIN,   /* nothing: names are global; the module is called by its path */
};

/* Which name an import without a local name binds. */
enum lu__bind {
	LU__BIND_NONE,  /* none: `import "x"`, `#include "x"` */
	LU__BIND_FIRST, /* the first component: `import a.b` binds a */
	LU__BIND_LAST,  /* the last one: "net/http" binds http */
};

/* Reads a file of a language without a grammar: elements as of lu_parse(). */
typedef lu_code lu__extract_fn(const lu_language *l, lu_str path, lu_str text, lu_arena *a, lu_elements *out,
			       lu_err *e);

lu__extract_fn lu__extract_markdown, lu__extract_rst, lu__extract_blocks;

/* What a preprocessor leaves to be hidden from the grammar. */
enum lu__macros {
	LU__MACROS_NONE,
	LU__MACROS_C,
	LU__MACROS_CPP,
};

struct lu_language {
	const char *name;
	const char *aliases;                /* what people call it, too: in lower case, separated by blanks, or NULL */
	const TSLanguage *(*grammar)(void); /* or NULL, then there is `extract` */
	lu__extract_fn *extract;
	const char *queries;      /* names of its files in queries/, separated by blanks; the first wins */
	const char *extensions;   /* separated by blanks */
	const char *filenames;    /* whole names in lower case, separated by blanks, or NULL */
	const char *interpreters; /* of #! lines, separated by blanks, or NULL */
	const char *index;        /* last components that a module name leaves out, separated by blanks, or NULL */
	enum lu__naming naming;
	enum lu__bind bind;
	enum lu__macros macros;
	bool plain;        /* its name is a word or a letter that means other things, too */
	bool directives;   /* the grammar is not to see lines of conditional compilation */
	bool pieces;       /* functions begin at the start of a line: damaged files are read one by one */
	bool join;         /* definitions of one name in a row are one: clauses, a signature and its equations */
	bool overloads;    /* a function without a body only announces the one of its name that has one */
	bool global_tags;  /* types are global wherever they stand */
	bool declares;     /* variables are declared, once: an assignment makes none */
	bool bare_members; /* members of the class around are seen without "this." */
	bool angles;       /* "<...>" after a name are its type arguments, also in calls */
	unsigned scan;     /* how many times as long as others its scanner may take for a byte; 0 is 1 */
	/* What a member of the object itself begins with in the source, and what names say instead, or NULL:
	 * "$this" is "this", "@" is "self.". */
	const char *self_source, *self;
	const char *return_field; /* field of a definition's node that holds its return type */
};

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

/* Does a header hold C++? Looks for what only C++ has, outside of `#ifdef __cplusplus`. */
bool lu__is_cpp(lu_str text);

/* The compiled query of a language: made at the first call, shared by all threads, kept until the process
 * ends. */
lu_code lu__query_get(const lu_language *l, const struct lu__query **out, lu_err *e);

/* Do the predicates of pattern `m->pattern` hold? Known: #eq? #not-eq? #any-of? #not-any-of?,
 * #upper? (a constant's name), #capital? (begins with an upper-case letter), #starts?, #not-starts?,
 * #ends? and #not-ends? (with one of the strings), #lacks? (none of the strings occurs). Of a repeated
 * capture, for all of its nodes. */
bool lu__predicates_hold(const struct lu__patterns *p, const struct lu__match *m, lu_str text);

#endif
