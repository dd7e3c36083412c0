/* SPDX-License-Identifier: MIT
 * Every field of every record, described once: for `lucus help records` and lucus-records(5). */
#ifndef LU_CLI_RECORDS_H
#define LU_CLI_RECORDS_H

#include <stdio.h>

#include "lucus/json.h"

typedef struct lu_record_field {
	const char *kind;    /* the record's kind; the rows of a kind are consecutive */
	const char *field;   /* NULL: the row describes the record itself */
	const char *type;    /* "string", "integer", "number", "boolean", "array of strings" ... */
	const char *meaning; /* lower case, no full stop */
} lu_record_field;

/* Where a walk through all rows is; zero-initialised: before the first. */
typedef struct lu_record_iter {
	size_t table, row;
} lu_record_iter;
/* The next row, in the order of `lucus help records`; NULL: there are no more. */
const lu_record_field *lu_record_next(lu_record_iter *it);

/* Write the members of the record `v` that none of these kinds has (NULL at the end) into the object
 * that is open in `w`: what a stage does not know it passes on, but not over what it writes itself.
 * `v` may be NULL. */
void lu_records_pass(lu_jw *w, const lu_json *v, const char *const *kinds);

void lu_records_help(FILE *f);
/* In mdoc, for `.Sh RECORDS`. */
void lu_records_man(FILE *f);

#endif
