/* SPDX-License-Identifier: MIT
 * What other tools write: which form an operand of lucus ingest-ast has, and a cache of elements as records. */
#ifndef LU_CMD_FOREIGN_H
#define LU_CMD_FOREIGN_H

#include "base.h"

typedef enum lu_form {
	LU_FORM_TREE,    /* a folder or file of source */
	LU_FORM_RECORDS, /* JSON lines */
	LU_FORM_CACHE,   /* LucusRAG: a folder with progress.json and results_NAME/ID.json */
	LU_FORM_SCIP,
} lu_form;

/* The form of `path`; `from` is what --from says, "auto" to find out. */
lu_form lu_form_of(const char *path, const char *from);

/* One file of a cache is read: its record, or NULL and why it is none. */
typedef lu_code lu_cached_fn(void *ctx, const char *file, const lu_json *record, const char *why, lu_err *e);
/* Give the elements of a cache in order of the files' names, as records: with an id of its fields as they
 * stand, then with a path relative to `root` ("" or a folder: what stands before is cut off). */
lu_code lu_cache_read(const char *folder, const char *root, lu_cached_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

#endif
