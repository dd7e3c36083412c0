/* SPDX-License-Identifier: MIT
 * What the files of the store share: the handle, statements, errors. */
#ifndef LU_STORE_INTERNAL_H
#define LU_STORE_INTERNAL_H

#include <sqlite3.h>
#include <sys/types.h>

#include "lucus/store.h"
#include "store/lock.h"

#define LU__BLOCK      1024 /* elements per vector block: ids of block b are b * 1024 ... */
#define LU__STATEMENTS 256
#define LU__DEPTH      64 /* reads of one text within one another */

struct lu__cached {
	const char *sql; /* the literal: its address is the key */
	sqlite3_stmt *st;
	struct lu__cached *spare; /* for the same text, while that runs; NULL: none yet */
};

struct lu_store {
	sqlite3 *db;
	char *path;
	lu__lock *lock;  /* NULL in a handle that reads */
	pid_t pid;       /* of who opened it */
	int64_t version; /* of the schema that it has */
	bool write, in_txn;
	bool mapped, small; /* pages are; too small for another way */
	bool bumped;        /* the generation has risen in this transaction */
	bool touched;       /* every file was noted as due in this transaction */
	bool unread;        /* so was that what the files have read does not tell which are */
	int n_came;         /* names of files that came or went in this transaction */
	int n_changed;      /* files that were noted as changed in it */
	uint64_t n_touched; /* how often something was noted */
	int64_t tenant, kb; /* 0: none in use */
	int64_t dim;        /* of the knowledge base's model, 0: none */
	int64_t dirty;      /* block that was noted last in this transaction, -1: none */
	struct lu__cached cache[LU__STATEMENTS];
	struct lu__rows *pending; /* rows that were gathered (rows.c); NULL: none */
	uint64_t gathered;        /* how often */
	struct lu__where *where;  /* the block of rows that was read last (docs.c) */
	int64_t where_block;      /* its number, -1: none */
};

extern const int lu__schema_version;
extern const int lu__schema_readable; /* the oldest version that a handle which reads can use */
#define LU__VERSION_TREE     3        /* the first with the table `tree` */
#define LU__VERSION_SYNONYM  5        /* the first with the table `synonym` */
#define LU__VERSION_HISTORY  6        /* the first with the table `history` */
#define LU__VERSION_GROUPED  8        /* the first with the table `community` */
#define LU__VERSION_CONCEPTS 9        /* the first with the table `concept_list` */
#define LU__VERSION_WORDS    11       /* the first with the table `words` */
#define LU__VERSION_READS    13       /* the first with the table `reads` */
/* Bring an empty or older store up to date, in one transaction. */
lu_code lu__migrate(lu_store *s, int from, lu_err *e);
/* The root of a knowledge base when its tree has moved together with the store. */
lu_code lu__home(lu_store *s, int64_t tenant, lu_kb *k, lu_arena *a, lu_err *e) LU_MUST_USE;
/* Forget the rows that were gathered. */
void lu__rows_forget(lu_store *s);
/* Vector blocks that are not what lu_store_pack() would make. */
lu_code lu__pack_differs(lu_store *s, int64_t *blocks, lu_err *e);
/* Rows of edge_in and of file_link that do not follow from `answer`, or are missing. */
lu_code lu__edges_astray(lu_store *s, int64_t *edges, int64_t *links, lu_err *e);

/* A store may have come with a clone: no trigger of it runs, its expressions call nothing that acts, and a view with a
 * table's name, whose query may never end, is not read. Views of the schema are for people. */
void lu__distrust(sqlite3 *db);

/* Have a handle that reads map pages again that follow each other, after lu_store_read_scattered(). */
void lu__map(lu_store *s);
/* "cannot WHAT: MESSAGE", the code from SQLite's. */
lu_code lu__db_fail(lu_store *s, const char *what, lu_err *e);
lu_code lu__exec(lu_store *s, const char *sql, const char *what, lu_err *e);

/* A statement for the literal `sql` from the handle's cache, ready to step; never one that still runs. Arguments by
 * `form`: 'k' binds tenant and knowledge base (no argument; where it comes first, LU_EUSAGE unless one is in use), 'i' int64_t, 'd' double, 't' lu_str, 'T' lu_str with empty
 * as NULL, 'b' const void * and size_t. Bound memory must live until the last step. Step it before anything else of
 * the store is called, and reset it on every way out: until then its read goes on. */
lu_code lu__stmt(lu_store *s, const char *sql, sqlite3_stmt **st, lu_err *e, const char *form, ...);
lu_code lu__bind(lu_store *s, sqlite3_stmt *st, lu_err *e, const char *form, ...);
/* Step: LU_OK a row, LU_DONE the end (the statement is reset), else an error. */
lu_code lu__step(lu_store *s, sqlite3_stmt *st, const char *what, lu_err *e);
/* The end of a loop over lu__step(), however it came: resets `st`, which may be NULL, and makes LU_DONE LU_OK. */
lu_code lu__end(sqlite3_stmt *st, lu_code rc);
void lu__stmts_free(lu_store *s);
/* Step a statement that gives no rows. */
lu_code lu__run(lu_store *s, sqlite3_stmt *st, const char *what, lu_err *e);
/* Run statements that give no rows, one after the other, each for the knowledge base and, unless that is NULL, for *id. */
lu_code lu__run_each(lu_store *s, const char *const *sql, size_t n, const int64_t *id, const char *what, lu_err *e);
/* One integer, `otherwise` when there is no row or it is NULL. */
lu_code lu__int(lu_store *s, sqlite3_stmt *st, int64_t otherwise, int64_t *out, const char *what, lu_err *e);
/* Column as a view that lives until the next step; as a copy in `a` (s NULL: out of memory). */
lu_str lu__text(sqlite3_stmt *st, int col);
lu_str lu__copy(sqlite3_stmt *st, int col, lu_arena *a);

/* The text that a statement gives of a file, as a copy in `a`; LU_ENOENT when it gives no row. */
lu_code lu__file_text(lu_store *s, sqlite3_stmt *st, int64_t file, lu_arena *a, lu_str *out, const char *what,
		      lu_err *e);

/* LU_ENOENT unless `element` is one of the knowledge base in use. */
lu_code lu__need_element(lu_store *s, int64_t element, lu_err *e);
/* LU_EUSAGE unless a knowledge base is in use. */
lu_code lu__need_kb(lu_store *s, lu_err *e);
/* Keys of the indexes element_uuid and element_name; a name's is that of its last component, ASCII case aside. */
int64_t lu__uuid_key(lu_str uuid);
int64_t lu__name_key(lu_str name);
/* Write the outline of a file whose elements are `v`, which have their row ids, and `listed` more with a parent;
 * note what is due because of it. */
lu_code lu__outline_put(lu_store *s, int64_t file, lu_str language, const lu_stored *v, size_t n, int64_t listed,
			lu_err *e);
/* Element `id` leaves `file` for another one. */
lu_code lu__outline_drop(lu_store *s, int64_t file, int64_t id, lu_err *e);
/* The references of a file moved from the lines of `was` to those of `is`, and are the same otherwise: so do their
 * edges. *done stays false when the edges do not tell, and nothing is changed. */
lu_code lu__answer_move(lu_store *s, int64_t file, const lu_ref *was, const lu_ref *is, size_t n, int64_t contains,
			lu_arena *a, bool *done, lu_err *e);
/* The packed edges that the store has of a file; s == NULL when it has none. */
lu_code lu__answer_read(lu_store *s, int64_t file, lu_arena *a, lu_str *out, lu_err *e);
/* Remove the edges out of a file's elements. */
lu_code lu__answer_remove(lu_store *s, int64_t file, lu_err *e);
/* What the communities of `file` follow from has changed. */
lu_code lu__grouped_forget(lu_store *s, int64_t file, lu_err *e);
/* The concepts of a file are those of other elements now. */
lu_code lu__concepts_forget(lu_store *s, int64_t file, lu_err *e);
/* A row of the table as it is read; links are empty unless they were asked for. */
struct lu__outline_row {
	int64_t file, listed;
	bool due;
	lu_str path, language, symbols, links;
};
/* The outlines of all files, by path; views live in `a`. */
lu_code lu__outline_rows(lu_store *s, bool links, lu_arena *a, struct lu__outline_row **out, size_t *n, lu_err *e);
/* Remove the outline of a file. */
lu_code lu__outline_remove(lu_store *s, int64_t file, lu_err *e);
/* An id, whoever gave it, as a terminated string. */
void lu__set_id(char out[LU_ID], lu_str id);
/* The references of a file, links first. */
lu_code lu__file_refs(lu_store *s, int64_t file, lu_arena *a, lu_ref **out, size_t *n, lu_err *e);
#define LU__MANY_NAMES    160 /* names that come or go at once, and those that are told by them: more of them are "all" */
#define LU__MANY_IMPORTED 40 /* the same of what is imported */
/* The references of `file` must be answered again. */
lu_code lu__note_dirty(lu_store *s, int64_t file, lu_err *e);
/* May the file hold tests? By its path, or by what its symbols say of themselves. */
bool lu__may_test(lu_str path, lu_str symbols);
/* Does any reference name its target by id? That element may have come or gone, whatever it is called. */
bool lu__is_aimed(lu_str packed);
/* Raise the generation, once in each transaction. */
lu_code lu__bump(lu_store *s, lu_err *e);
/* Vector block of `element` must be packed again. */
lu_code lu__dirty(lu_store *s, int64_t element, lu_err *e);
/* Some vectors, in the order of their ids. */
typedef struct lu__vector_rows {
	const int64_t *id;
	const float *scale;
	const int8_t *v;
	size_t n;
} lu__vector_rows;
typedef lu_code lu__vector_rows_fn(void *ctx, const lu__vector_rows *r, lu_err *e);
/* The packed vectors, block by block; LU_DONE of `fn` ends it. */
lu_code lu__vector_blocks(lu_store *s, lu__vector_rows_fn *fn, void *ctx, lu_err *e);
/* Append `id` to an array in `a`. */
lu_code lu__ids(lu_store *s, sqlite3_stmt *st, lu_arena *a, int64_t **v, size_t *n, const char *what, lu_err *e);
/* The elements `id` that are still there, by place. */
lu_code lu__briefs(lu_store *s, const int64_t *id, size_t n_id, lu_arena *a, lu_brief **out, size_t *n, lu_err *e);

#endif
