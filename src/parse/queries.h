/* SPDX-License-Identifier: MIT
 * The query files of src/parse/queries, built in. The Makefile generates the table that this header
 * declares; its rows are in the order of the file names. */
#ifndef LU_PARSE_QUERIES_H
#define LU_PARSE_QUERIES_H

/* "python.scm" has the name "python". */
struct lu__query_file {
	const char *name, *text;
};

/* Ends with a row whose name is NULL. */
extern const struct lu__query_file lu__query_files[];

#endif
