/* SPDX-License-Identifier: MIT
 * The graph on arrays: resolving references to edges. No database here.
 *
 * A wrong edge is worse than an unresolved one: what the source does not say stays `unresolved` by
 * name, several candidates stay `ambiguous` with all of them.
 *
 * Imports and bases say how names travel between files: with the symbols they make the model, which is
 * built once and then only read. References that nothing else depends on (calls, mentions) are resolved one
 * by one, by as many threads as there are resolvers. */
#ifndef LUCUS_GRAPH_H
#define LUCUS_GRAPH_H

#include "lucus/arena.h"
#include "lucus/record.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lu_edge_kind {
	LU_EDGE_CONTAINS,
	LU_EDGE_CALLS,
	LU_EDGE_DEPENDS_ON,
	LU_EDGE_INHERITS_FROM,
	LU_EDGE_DOCUMENTS,
	LU_EDGE_TESTS,
	LU_EDGE_KINDS
} lu_edge_kind;

typedef enum lu_grade {
	LU_GRADE_EXACT,     /* the source says so: scope, import, receiver of visible type */
	LU_GRADE_UNIQUE,    /* the only candidate of that name where the language looks, or one function that is defined
				* several times, once for each build, or for each instantiation of a template: then each
				* definition has an edge, and the reason says which it is */
	LU_GRADE_AMBIGUOUS, /* one of several candidates; all of them are edges */
	LU_GRADE_UNRESOLVED, /* nothing in the store: the name stays */
	LU_GRADES
} lu_grade;

/* The reason of an edge to the function that runs when a class is called: such edges follow those of all references. */
#define LU_REASON_CONSTRUCTOR "constructor"

const char *lu_edge_kind_name(lu_edge_kind k); /* "CONTAINS" ... */
const char *lu_grade_name(lu_grade g);         /* "exact" ... */

/* Is this the path of a test file? */
bool lu_is_test_path(lu_str path);
/* What a test of this simple name tests by it: "x" of "test_x" and "x_test", "X" of "TestX", "testX", "XTest" and "XSpec", where
 * that may be called "x", too; empty: it does not say. */
lu_str lu_test_subject(lu_str name);
#define LU_SUBJECT_MAX 128
/* "x", in `small`, of the subject "X"; empty: it begins with no capital letter, or is longer. */
lu_str lu_small_subject(lu_str subject, char small[LU_SUBJECT_MAX]);
/* Do decorators, in any notation, mark a test: @Test, #[test], [Fact], @pytest.mark.parametrize ...? */
bool lu_marks_test(lu_str decorators);
/* Do those of an element? */
bool lu_is_marked_test(const lu_element *el);

/* An element as the resolver sees it. Views are borrowed. */
typedef struct lu_symbol {
	int64_t id;     /* unique, > 0 */
	int64_t parent; /* id of the containing element, 0 for modules */
	lu_str type, name, path, language;
	/* Of functions the type of what a call gives, as declared, or empty; "<0>X": parameter 0 of their type, an X. Of types
	 * and modules their fields and variables: "name:type;" each, and what they tell bases: "^Base:X,Y;". Of other names
	 * for types "using:T;". Of macros what they call: "NAME:=callee callee;", or open: "namespace a b ". */
	lu_str gives;
	bool is_static;      /* C: internal linkage; a name with a leading "static" in its signature */
	bool is_test;        /* its decorators say so: lu_marks_test() */
	bool is_property;    /* a function that is read like a field: Python's @property */
	bool own_name;       /* a function whose name is seen in it alone: a function expression of JavaScript */
	bool is_prototype;   /* a declaration without a body: C's prototypes, Python's @overload ... */
	uint8_t least, most; /* numbers of arguments that it takes, each plus 1; least 0: not known, most 0: any */
	/* Types of the parameters, where functions of one name differ by them, with ';' between: without type arguments, "*"
	 * and the bound for a type parameter, "..." behind one that takes any number. Of C++ as written, after an entry that says
	 * what the template takes: store/cpp_takes.c. Of C# "this " before the first that a call may stand behind, "#2" behind the
	 * last: it has two type parameters. Of Swift the labels, too: "label:Type", '=' before what may be left out. Of anything of
	 * Rust when a build has it, as "#[cfg(...)]" says. Empty: not told. */
	lu_str takes;
} lu_symbol;

/* A reference that the source makes. */
typedef struct lu_ref {
	int64_t src;       /* element that makes it */
	lu_edge_kind kind; /* CALLS, INHERITS_FROM, DEPENDS_ON (an import of the module src) */
	lu_str name;       /* callee or base as written; for imports the imported name, may be empty or "*" */
	lu_str receiver;   /* CALLS: visible type of the receiver, or empty; after '=', what gives the receiver */
	lu_str module;     /* imports: the module as written ("a.b", "./x", "net/http", "stdio.h", "<stdio.h>") */
	lu_str alias;      /* imports: the local name */
	uint32_t line, count;
	int64_t target; /* the element that it names by id (0: that one is not there); see `by` */
	const char *by; /* who names the target: "given", the tool of an index; NULL: nobody, it is to be looked up */
	lu_str target_id; /* its id as the record has it, where there is one; empty with `by`: it is outside of the tree */
	uint32_t args;    /* CALLS: number of arguments plus 1, or 0: not known */
	lu_str types;     /* CALLS: of the arguments: lu_call.types */
} lu_ref;

/* A name by which others know something of the file: an import without a module, of which there is no edge. */
static inline bool lu_is_export(const lu_ref *r)
{
	return r->kind == LU_EDGE_DEPENDS_ON && !r->by && !r->module.n && r->alias.n;
}

typedef struct lu_edge {
	int64_t src, dst; /* dst 0: unresolved */
	lu_edge_kind kind;
	lu_grade grade;
	uint32_t line, count;
	size_t ref;         /* index of the reference; SIZE_MAX for CONTAINS and TESTS */
	lu_str name;        /* as written: what is unresolved */
	const char *reason; /* static text: "same file", "import", "base class" ... */
} lu_edge;

typedef struct lu_edges {
	lu_edge *v;
	size_t n;
} lu_edges;

/* What is called besides, by the body of a macro that a call means. */
typedef struct lu_passed {
	lu_str name; /* as the body writes it */
	uint32_t sym;
	lu_grade grade;
} lu_passed;

#define LU_REASON_PASSED "through a macro"

/* What a reference means. */
typedef struct lu_resolution {
	lu_grade grade;
	uint32_t n;          /* 0: unresolved, 1, or several: ambiguous, or unique where each build has one of them */
	const uint32_t *sym; /* indices of symbols, by path, then position */
	const char *reason;  /* static text */
	uint32_t n_passed;
	const lu_passed *passed;
	/* Of a call of a class: the constructors that it may run, which are edges, too. */
	lu_grade made_grade;
	uint32_t n_made;
	const uint32_t *made;
} lu_resolution;

typedef struct lu_model lu_model;

/* Build the model of `sym` and of `link`: all references of kind LU_EDGE_DEPENDS_ON and LU_EDGE_INHERITS_FROM, and no
 * others. Both arrays and what they view must outlive it. Its resolutions depend on the order of the symbols
 * only where two of one file are equal in all but their position. Any number of threads may read a model. */
lu_code lu_model_new(const lu_symbol *sym, size_t n_sym, const lu_ref *link, size_t n_link, lu_model **out,
		     lu_err *e) LU_MUST_USE;
/* Accepts NULL. */
void lu_model_free(lu_model *m);

/* What a model of some of the symbols is made of. Files are numbered in the order in which their paths come up
 * among the symbols. Of a file that is not whole the first symbol is given, which must be its module, those that have a name of
 * `name`, and what these are in, in their order; and no link. All links of the others are. */
typedef struct lu_part {
	const bool *whole, *due; /* by file: it is given; its references are to be resolved, then it is whole */
	size_t n_file;
	/* Simple names of which all symbols are given. A file whose language has packages, linkage or functions that belong
	 * to objects by their names is whole when it has one of them. */
	const lu_str *name;
	size_t n_name;
} lu_part;

/* The simple name whose symbols must be known, most likely, for a DOCUMENTS reference of this name; empty: none. */
lu_str lu_mention_sought(lu_str name);

/* What a resolution on such a model could depend on and is not given. While there is any,
 * resolutions mean nothing: the caller adds what is missed, and resolves all of it again. */
typedef struct lu_missed {
	bool *file;   /* by file, of lu_part.n_file: to be set to false by the caller */
	lu_str *name; /* not in lu_part.name; they live in the arena that was given */
	size_t n_name;
	bool any, all; /* all: these references need a model of all symbols */
} lu_missed;

/* The same of some of the symbols: when nothing is missed, the references of the dirty files
 * (part->due), and no others, have the resolutions that a model of all symbols gives. Resolving
 * writes what it misses to `missed`: one thread at a time. `part`, `missed` and `a` must outlive the
 * model. */
lu_code lu_model_new_part(const lu_symbol *sym, size_t n_sym, const lu_ref *link, size_t n_link, const lu_part *part,
			  lu_arena *a, lu_missed *missed, lu_model **out, lu_err *e) LU_MUST_USE;
/* The resolution of link `i`; lives as long as the model. */
lu_resolution lu_model_link(const lu_model *m, size_t i);
/* The container of symbol `i`, UINT32_MAX when it has none; *by_name: its record did not say, its name or file
 * does. */
uint32_t lu_model_parent(const lu_model *m, uint32_t i, bool *by_name);

typedef struct lu_resolver lu_resolver;

/* Resolves the other references on a model, which must outlive it. One thread at a time. */
lu_code lu_resolver_new(const lu_model *m, lu_resolver **out, lu_err *e) LU_MUST_USE;
/* Accepts NULL. */
void lu_resolver_free(lu_resolver *r);
/* What `ref` means, which symbol number `src` makes. Fastest when the references of a file follow each other.
 * The array of *out lives in `a`. */
lu_code lu_resolver_resolve(lu_resolver *r, uint32_t src, const lu_ref *ref, lu_arena *a, lu_resolution *out,
			    lu_err *e) LU_MUST_USE;

/* Is the symbol a test? By its type, its decorators, or its name in a file that is a test file by its path. */
bool lu_model_is_test(const lu_model *m, uint32_t i);
/* The TESTS edges of one test follow from its other edges, which are given: what it calls; what a test module
 * imports; where no call decides, the only element that the test is named after. `out` takes max(n, 1) edges, in the
 * order of those given; their number is returned. */
size_t lu_resolver_tests(lu_resolver *r, uint32_t test, const lu_edge *const *edge, size_t n, lu_edge *out);

/* What the resolutions of a file were made of: they stay the same while these do, unless a name is defined that was nowhere, a
 * file comes whose path an import may mean, or a manifest changes. */
typedef struct lu_reads {
	uint32_t *file; /* numbers of files, in the order in which their paths come up among the symbols; rising */
	/* lu_read_name() of simple names, and of last parts of paths, that were looked for everywhere; rising. */
	uint32_t *name;
	size_t n_file, n_name;
	bool known; /* false: any change may reach the file, and nothing is listed */
} lu_reads;

/* The number of a name in lu_reads.name: a hash, which stores keep. */
uint32_t lu_read_name(lu_str name);
/* Begin with file number `file`: what is read from here on is for it. */
void lu_resolver_begin(lu_resolver *r, uint32_t file);
/* What has been read for the file since then. The arrays live in `a`. */
lu_code lu_resolver_reads(lu_resolver *r, uint32_t file, lu_arena *a, lu_reads *out, lu_err *e) LU_MUST_USE;
/* How many files the symbols are in, and the number of that of symbol `i`. */
uint32_t lu_model_files(const lu_model *m);
uint32_t lu_model_file(const lu_model *m, uint32_t i);

/* All of it at once. A DOCUMENTS reference that finds nothing has no edge: prose is full of names that are none
 * of ours; any other has at least one. CONTAINS edges come first, in the order of the symbols, then the edges of
 * each reference in the order of the references; TESTS edges come last, by the test's index among the symbols.
 * Memory comes from `a`. Symbols of a file need not be consecutive. */
lu_code lu_resolve(const lu_symbol *sym, size_t n_sym, const lu_ref *ref, size_t n_ref, lu_arena *a, lu_edges *out,
		   lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
