/* SPDX-License-Identifier: MIT
 * What the files of lucus ingest-ast share. */
#ifndef LU_CMD_INGEST_H
#define LU_CMD_INGEST_H

#include "base.h"
#include "session/foreign.h"

/* The files whose elements were stored: their nodes are printed at the end, when the edges are known and
 * the writer's lock can be given up. */
typedef struct cmd_stored_files {
	lu_arena arena;
	int64_t *file;
	size_t n;
	bool again; /* files may be stored that were stored before */
} cmd_stored_files;

typedef struct cmd_ingesting {
	cmd_running run; /* first: it is the context of its callbacks */
	cmd_stored_files stored;
	lu_intake *intake;
	const char *from; /* --from */
	const char *root; /* --root, or NULL */
	lu_paths trees;   /* the source among the operands */
	lu_area area;     /* of it */
	int64_t records;  /* that were read, good or bad */
	size_t bad;       /* paths that could not be read */
} cmd_ingesting;

/* Records first, into the intake, before the store is locked: whoever writes them may need time. */
lu_code cmd_ingest_read(cmd_ingesting *g, const lu_paths *o, lu_err *e) LU_MUST_USE;
/* A path that can not be read, for the reason in *e, does not keep the others from being read. */
lu_code cmd_ingest_reject(cmd_ingesting *g, const char *path, lu_err *e) LU_MUST_USE;

#endif
