/* SPDX-License-Identifier: MIT
 * Which files an edit can reach, by what their answers have read. */
#ifndef LU_STORE_REACHED_H
#define LU_STORE_REACHED_H

#include "store/imported.h"
#include "store/outline.h"

/* What a note of a file that changed begins with in `touched`; alone: more changed than is noted. */
#define LU__TOUCHED_FILE "\x04"

/* Write a row of `touched`: a name, or another note. */
lu_code lu__touched_write(lu_store *s, lu_str note, lu_err *e);
/* Note that what files have read does not tell which ones an edit reaches. */
lu_code lu__touch_unread(lu_store *s, lu_err *e);
/* Note that `file` changed, came (old == NULL), or is gone (new == NULL). */
lu_code lu__note_change(lu_store *s, int64_t file, const struct lu__drawn *old, const struct lu__drawn *new,
			lu_arena *a, lu_err *e);

/* What changed since the last time, by the notes. */
struct lu__changes {
	bool any, every; /* every: it may reach all files, as far as the notes tell */
	int64_t *file;   /* that changed, or are gone */
	size_t n_file;
	uint32_t *name; /* lu_read_name() of what they define and defined */
	size_t n_name;
	lu_strs came;  /* names that files began to define which had been there before */
	lu_strs tails; /* paths of modules that came, without extensions */
	lu_strs bases; /* names of files of other formats that came */
};

/* Take in a note. Views live in `a`, as the note must. */
lu_code lu__changes_add(struct lu__changes *c, lu_str note, lu_arena *a, lu_err *e);

/* The files whose answers may be others now, rising, but for those that write one of c->came. */
lu_code lu__readers(lu_store *s, struct lu__changes *c, lu_arena *a, int64_t **out, size_t *n, lu_err *e);
bool lu__is_reader(const int64_t *v, size_t n, int64_t file);

/* Write what a file's answers have read; empty: it is not known. */
lu_code lu__reads_write(lu_store *s, int64_t file, lu_str packed, lu_err *e);

/* How many of its rows can not be read, or are of files without answers. */
lu_code lu__reads_astray(lu_store *s, int64_t *n, lu_err *e);

#endif
