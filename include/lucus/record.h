/* SPDX-License-Identifier: MIT
 * The code element, the record that all stages share (lucus-records(5)).
 *
 * Texts are views of UTF-8, empty when there is nothing to say. Elements are plain data: what they
 * view must outlive them, and nothing here frees any. Any number of threads may read an element that
 * nobody changes. */
#ifndef LUCUS_RECORD_H
#define LUCUS_RECORD_H

#include "lucus/hash.h"
#include "lucus/json.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A parameter, in the order of the source. */
typedef struct lu_param {
	lu_str name, type, def; /* type and def are empty when the source gives none */
} lu_param;

/* lu_call.receiver of a function that is not called, but taken as a value: in a table, as an argument. */
#define LU_TAKEN "&"
/* And of a function in a table of which nothing is told: Lua's "system.sleep()". */
#define LU_GLOBAL "_G"
/* The `receiver` of a call that names none begins so where members of an object are called like functions: then that of the object. */
#define LU_WITHIN "@"
/* And so where it stands alone in the arguments of a macro of C++, within a class: then the macro, which may write "::" before it. */
#define LU_GIVEN "#"

/* One distinct callee expression inside an element, call sites counted. */
typedef struct lu_call {
	lu_str name;     /* as written, members joined by '.': "self.db.open" */
	lu_str receiver; /* the visible type of what precedes the last '.', or empty; after '=' an expression that gives
			  * it, which begins with a type or another name of the file: "=store.New()", "=Command.parent" */
	uint32_t line;   /* of the first site */
	uint32_t count;  /* of sites, at least 1 */
	uint32_t args;   /* number of arguments plus 1; 0: not known */
	lu_str types; /* of the arguments, with ';' between: as written, or empty; "=" and an expression like `receiver`;
			  * "->": a function; "null". Empty: none is told. Of Swift the labels, "_" where there is none, "{" of
			  * a closure behind the list */
} lu_call;

/* One distinct name that documentation gives: an element ("Store.open", members joined by '.') or a file
 * ("src/x.c"). "()" at the end: written as a call, or as a reference that a documentation tool resolves. */
typedef struct lu_mention {
	lu_str name;
	uint32_t line;  /* of the first site */
	uint32_t count; /* of sites, at least 1 */
} lu_mention;

/* One name that a file brings in. `import a.b as c`: module "a.b", name "", alias "c".
 * `from a import b`: module "a", name "b", alias "b". A star import has the name "*". */
typedef struct lu_import {
	lu_str module, name, alias;
	uint32_t line;
} lu_import;

/* A tool's name has at most so many bytes. */
#define LU_LINK_BY 40

/* Where a reference leads, when the producer of the record knows it. Its kind, name and line are those of a call,
 * a base class or an import of the element; a DEPENDS_ON that no import matches is a use of its own. */
typedef struct lu_link {
	lu_str kind; /* "CALLS", "INHERITS_FROM", "DEPENDS_ON" */
	lu_str name; /* as written at the site; of an import its name, or its module when it has no name */
	lu_str target; /* id of an element, which may be of another file, or not be in the store; empty: outside of the tree */
	uint32_t line, count;
	/* The tool whose SCIP index says so, "scip" where it has no name, terminated; empty: a record does. It is the reason
	 * of the edge that a store makes of it, which is "given" beyond a thousand tools. */
	lu_str by;
} lu_link;

/* A code element. Views are borrowed: from the arena and the texts that the producer names. */
typedef struct lu_element {
	char id[LU_ID];                /* lu_element_set_id(), or that of another tool */
	uint32_t ordinal;              /* from 1, among elements of one file with equal type and name */
	uint32_t start_line, end_line; /* from 1, both inclusive; 0: unknown */
	bool is_async;                 /* declared so: "async def", "async function" */
	lu_str type;                   /* "module", "class", "function", "method" ... */
	lu_str name;                   /* fully qualified, components joined by '.' */
	lu_str file_path;              /* relative to the knowledge base's root, with '/' */
	lu_str language;               /* lu_language_name(), or another tool's word */
	lu_str docstring, code, signature, return_type, explanation;
	lu_str parent; /* id of the element that contains this one; empty for modules */
	struct {
		lu_param *v;
		size_t n;
	} parameters;
	struct {
		lu_call *v;
		size_t n;
	} calls;
	struct {
		lu_import *v;
		size_t n;
	} imports; /* of modules */
	struct {
		lu_mention *v;
		size_t n;
	} mentions;
	struct {
		lu_link *v;
		size_t n;
	} links; /* as lu_links_settle() leaves them */
	lu_strs decorators, dependencies, base_classes, methods, assignments;
	lu_str sha256; /* modules: of the file's bytes, hex; else empty */
	int64_t size;  /* modules: bytes of the file; else -1 */
	lu_str extra;  /* members that have no field here, as JSON text without braces */
} lu_element;

/* The elements of a file, or of an input, in its order. */
typedef struct lu_elements {
	lu_element *v;
	size_t n;
} lu_elements;

/* Set el->id to the UUID v5 of "type:name:file_path", with ":ordinal" appended from the second twin on. LU_ENOMEM. */
lu_code lu_element_set_id(lu_element *el, lu_err *e) LU_MUST_USE;

/* Sort the links of `el`, keep the first of equal ones (for calls and bases: of those with equal
 * kind, name and line), and add the calls and base classes that only links speak of. Memory comes
 * from `a`, which must outlive `el`. LU_ENOMEM. */
lu_code lu_links_settle(lu_element *el, lu_arena *a, lu_err *e) LU_MUST_USE;
/* The link of the reference of that kind, name and line, by binary search among links that
 * lu_links_settle() has sorted; NULL when it has none. Borrowed from `el`. */
const lu_link *lu_link_find(const lu_element *el, const char *kind, lu_str name, uint32_t line);

/* A range of lines, from 1, both inclusive. */
typedef struct lu_lines {
	uint32_t first, last;
} lu_lines;
/* The lines of its file that a module says no call can have been read from: `unparsed` among its
 * `extra`. *out lives in `a`. An `extra` without such a list gives *n == 0. LU_ENOMEM. */
lu_code lu_unparsed_lines(lu_str extra, lu_arena *a, lu_lines **out, size_t *n, lu_err *e) LU_MUST_USE;

/* The last component of a qualified name: a view of it. */
lu_str lu_simple_name(lu_str name);

/* What a reader would call it: the heading of a section as written, nothing for a block (whose number means nothing to
 * people), else the simple name. Borrowed from `el`. */
lu_str lu_element_title(const lu_element *el);

/* What shows an element in one line: its signature, else the first line of its code. A view of one of them. */
static inline lu_str lu_signature_line(lu_str signature, lu_str code)
{
	lu_str s = lu_str_trim(signature);

	return s.n ? s : lu_str_trim(lu_str_line(lu_str_trim(code)));
}

/* Is what has this type called, and has code: a function, a method, a constructor, a macro? */
bool lu_type_is_called(lu_str type);
/* Is it text that people read: a section of a document, a block of lines? */
bool lu_type_is_prose(lu_str type);

/* Its length in lines: 1 where its lines are unknown. */
static inline uint32_t lu_element_lines(const lu_element *el)
{
	return el->end_line - el->start_line + 1;
}

/* Is this word an identifier of several words: snake_case or camelCase? */
bool lu_is_compound(lu_str word);

/* Write the members of `el` into the object that is open in `w`, in the order of lucus-records(5).
 * Running out of memory is left in w->out.oom. */
void lu_element_write(lu_jw *w, const lu_element *el);

/* Read an `element` or `node` record. Views point into `v` and `a`, which must outlive *el. Fields of
 * a wrong type, a missing or empty name or type, and an `id` that lu_id_valid() refuses are LU_EFORMAT with the field
 * named. A record whose `id` is absent or empty gets a computed one: lu_element_set_id(). */
lu_code lu_element_read(const lu_json *v, lu_arena *a, lu_element *el, lu_err *e) LU_MUST_USE;

/* Does call `i` have the name of the one before it? Calls of one name stand together, in the order of the first. */
static inline bool lu_call_again(const lu_element *el, size_t i)
{
	return i && lu_str_eq(el->calls.v[i].name, el->calls.v[i - 1].name);
}

/* The kind of a record: its `record` field, "element" when that is absent. Lives as long as `v`. */
lu_str lu_record_kind(const lu_json *v);

#ifdef __cplusplus
}
#endif
#endif
