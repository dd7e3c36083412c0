/* SPDX-License-Identifier: MIT
 * The languages that are known: one table of what they are called, which files are theirs, and what those become.
 *
 * Everything here is constant for the life of the process, and any number of threads may read it.
 * Nothing fails or allocates. Strings are static; lists are words that single blanks separate, in
 * lower case. */
#ifndef LUCUS_LANGUAGE_H
#define LUCUS_LANGUAGE_H

#include "lucus/str.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A row of the table. Rows are compared by address. */
typedef struct lu_language lu_language;

/* Language `i` in the order of the table; NULL beyond the last. The last is "text". */
const lu_language *lu_language_at(size_t i);
/* The language whose name is exactly `name`, as records and stores have it; NULL when there is none, as
 * for a store of a later version. */
const lu_language *lu_language_named(lu_str name);
/* The language of a file, by its name, its extension, or its #! line in `text` (may be empty); "text", the last
 * of the table, when none of them decides. Never NULL. */
const lu_language *lu_language_for(lu_str path, lu_str text);

/* Its name in records and stores, in lower case: "python". Unique. */
const char *lu_language_name(const lu_language *l);
/* Its file name extensions, without a dot; "" when it has none. lu_language_for() says which language a file is: an
 * extension may be of several. */
const char *lu_language_extensions(const lu_language *l);
/* Whole file names, and programs of #! lines; "" when there are none. */
const char *lu_language_filenames(const lu_language *l);
const char *lu_language_interpreters(const lu_language *l);
/* Do people call it `word` (case does not matter)? "python3" and "py" are Python. *plain: they may
 * also mean something else by that, as by "go". */
bool lu_language_is_called(const lu_language *l, lu_str word, bool *plain);
/* What its files become: "elements" (a grammar reads them), "sections" (of documents, by their headings)
 * or "blocks" (of lines). */
const char *lu_language_gives(const lu_language *l);

#ifdef __cplusplus
}
#endif
#endif
