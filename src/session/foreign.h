/* SPDX-License-Identifier: MIT
 * What other tools write: which form a path has, where the sources of an index are, and a cache of elements as
 * records. */
#ifndef LU_SESSION_FOREIGN_H
#define LU_SESSION_FOREIGN_H

#include "lucus/area.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lu_form {
	LU_FORM_TREE,    /* a folder or file of source */
	LU_FORM_RECORDS, /* JSON lines */
	LU_FORM_CACHE,   /* LucusRAG: a folder with progress.json and results_NAME/ID.json */
	LU_FORM_SCIP,
} lu_form;

/* The form of `path`; `from` is "source", "records", "lucusrag", "scip", or anything else to find out. */
lu_form lu_form_of(const char *path, const char *from);

/* One file of a cache is read: its record, or NULL and why it is none. */
typedef lu_code lu_cached_fn(void *ctx, const char *file, const lu_json *record, const char *why, lu_err *e);
/* Give the elements of the cache in `folder`, in order of the files' names, as records: with an id of its fields as
 * they stand, then with a path relative to `root` (what precedes it is cut off); NULL: the folder that holds the
 * cache. */
lu_code lu_cache_read(const char *folder, const char *root, lu_cached_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

/* Does the knowledge base that `s` uses have a root? */
bool lu_has_root(lu_store *s);
/* lu_ingest_scip() of `file` with the sources in `root`; NULL: in the root of the knowledge base, else beside the
 * index. */
lu_code lu_ingest_index(lu_store *s, const char *file, const char *root, const lu_watch *w, lu_counts *c,
			lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
