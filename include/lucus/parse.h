/* SPDX-License-Identifier: MIT
 * From source text to code elements, with tree-sitter and the query files of each language
 * (src/parse/queries/). */
#ifndef LUCUS_PARSE_H
#define LUCUS_PARSE_H

#include "lucus/language.h"
#include "lucus/record.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Version of what lu_parse() makes of a file, and of the hashes by which a changed element is known
 * (lu_stored); it rises with every change of the extraction, so that stores read their files again. */
#define LU_PARSER_VERSION 74

/* A parser, for files of any language, one after the other. It keeps memory between files. */
typedef struct lu_parser lu_parser;

/* One thread at a time: each thread has its own. LU_ENOMEM. Release with lu_parser_free(), which accepts NULL. */
lu_code lu_parser_new(lu_parser **out, lu_err *e) LU_MUST_USE;
void lu_parser_free(lu_parser *p);

/* What a file has become. Needs no release: memory is the arena's. */
typedef struct lu_parsed {
	lu_elements elements; /* [0] is the module; parents come before their children */
	bool errors;          /* the source has syntax errors: what is around them was read */
	const char *gave_up;  /* NULL, or why the elements are blocks of lines, as of a text in no language. Static. */
	bool put_off;         /* it costs more than lu_parser_limit() allows: there are no elements */
	uint64_t units;       /* of work, the same on every machine; some 7 ns */
} lu_parsed;

/* Parse `text` (valid UTF-8) of the file `path` (relative to the root). Elements' views point into
 * `text`, `path` and `a`, which must outlive them. sha256 and size of the module are the caller's to
 * set. Work is bounded by the length of the text, in steps and not in seconds, so that the result is
 * the same on every machine: a file that passes the bound (lu_parse_bound()) is read as blocks of
 * lines (lu_parsed.gave_up). LU_EFORMAT: the text is longer than 2 GiB. LU_ECANCEL:
 * lu_check_cancel(). */
lu_code lu_parse(lu_parser *p, const lu_language *l, lu_str path, lu_str text, lu_arena *a, lu_parsed *out,
		 lu_err *e) LU_MUST_USE;

/* The units that a text of `n` bytes may cost. */
uint64_t lu_parse_bound(size_t n);

/* Files that cost more than `units`, and may by lu_parse_bound(), are put off from now on
 * (lu_parsed.put_off); 0, as at first: none is. */
void lu_parser_limit(lu_parser *p, uint64_t units);

#ifdef __cplusplus
}
#endif
#endif
