/* SPDX-License-Identifier: MIT
 * The three phases: source to graph, graph to vectors, both to what queries read. This is where parsing
 * meets the store. One thread writes, others parse, embed and tokenise. */
#ifndef LUCUS_INDEX_H
#define LUCUS_INDEX_H

#include "lucus/embed.h"
#include "lucus/parse.h"
#include "lucus/store.h"
#include "lucus/walk.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lu_counts {
	int64_t files; /* candidates: what the walk says is to be read */
	int64_t read;  /* files whose content was read */
	int64_t parsed;
	int64_t unchanged; /* files, by stat data or by hash */
	int64_t skipped;   /* files left out, with a reason */
	int64_t rejected;  /* files and records that are damaged */
	int64_t partial;   /* files with syntax errors, parsed around them, and those that the parser gave up */
	int64_t removed_files;
	int64_t bytes; /* of the files that were parsed */
	lu_put_counts elements, edges;
	int64_t embedded, indexed, pruned, blocks;
	int64_t commits; /* whose messages and files were read */
	int64_t missing; /* elements that were sent to a provider over the network and got no vector */
} lu_counts;

/* Reports what happens on the way; every callback runs on the calling thread and may be NULL. A
 * callback that returns another code than LU_OK ends the work with it. */
typedef struct lu_watch {
	void *ctx;
	/* Something was rejected; the work goes on. */
	lu_code (*reject)(void *ctx, const char *path, long line, const char *reason, lu_err *e);
	/* A file is not read; `folder` ends its path with '/'. */
	lu_code (*skip)(void *ctx, const lu_walk_entry *entry, const char *reason, lu_err *e);
	/* The parser gave a file up, for `reason`: it is stored as blocks of lines. */
	lu_code (*gave_up)(void *ctx, const char *path, const char *reason, lu_err *e);
	void (*progress)(void *ctx, const char *what, int64_t done, int64_t total);
	/* Something failed, and the work goes on without it. */
	void (*warn)(void *ctx, const char *text);
	/* A stage has ended: its facts as key=value pairs. */
	void (*log)(void *ctx, const char *stage, const char *text);
	/* Elements of file row `file` were written. */
	lu_code (*stored)(void *ctx, int64_t file, lu_err *e);
	/* A vector was written. */
	lu_code (*embedded)(void *ctx, int64_t element, lu_err *e);
} lu_watch;

typedef struct lu_tree_options {
	lu_walk_options walk;
	int jobs; /* threads, 0: one for each processor */
	/* lu_ingest_tree() only: make vectors (when `embed` is not NULL and works in process) and
	 * full-text rows of what it parses while it has it at hand; lu_derive() then finds little
	 * left to do. */
	lu_embedder *embed;
	bool rows;
} lu_tree_options;

/* A part of a tree. */
typedef struct lu_tree_part {
	const char *sub; /* a folder or a file, relative to the root; "": all of it */
	bool gone;       /* it is not there any more */
} lu_tree_part;

/* lu_walk() of the `n` parts that are there, each entry once. Of several parts one that can not be
 * walked is an entry that failed. Release with lu_walk_free(), also after an error. */
lu_code lu_walk_parts(const char *root, const lu_tree_part *part, size_t n, const lu_walk_options *o,
		      lu_walk_list *list, lu_err *e) LU_MUST_USE;

/* Parse the `n` parts of what is under `root` in order of the paths, each file once, without a store; `fn` gets the
 * elements of each file on the calling thread. Of several parts one that can not be read is rejected, alone it is an
 * error. */
typedef lu_code lu_elements_fn(void *ctx, const lu_parsed *p, lu_err *e);
lu_code lu_parse_parts(const char *root, const lu_tree_part *part, size_t n, const lu_tree_options *o,
		       const lu_watch *w, lu_elements_fn *fn, void *ctx, lu_counts *c, lu_err *e) LU_MUST_USE;
/* lu_parse_parts() of the part `sub`. */
lu_code lu_parse_tree(const char *root, const char *sub, const lu_tree_options *o, const lu_watch *w,
		      lu_elements_fn *fn, void *ctx, lu_counts *c, lu_err *e) LU_MUST_USE;

/* What lu_ingest_parts() would make of a file, or of a folder that is left out. */
typedef struct lu_planned {
	const lu_walk_entry *entry;
	const char *reason;   /* why it is left out; NULL: it is read */
	const char *language; /* NULL: its content was not looked at */
	const char *gave_up;  /* NULL, or why it is read as blocks of lines */
	int64_t tokens;       /* of the texts of its elements, as lu_embedder_tokens() counts them */
	int64_t due;          /* of those that have no vector of their present text */
} lu_planned;
typedef lu_code lu_planned_fn(void *ctx, const lu_planned *p, lu_err *e);

/* Read and parse parts of a tree, as lu_parse_parts() does, and report of each file, in the order of
 * the walk, what would become of it in `s`, which is not written; NULL: there is no store yet.
 * o->embed says how texts are cut, and whether the store's vectors are of its model; NULL: nothing
 * is cut, and none are. */
lu_code lu_plan_parts(lu_store *s, const char *root, const lu_tree_part *part, size_t n, const lu_tree_options *o,
		      lu_planned_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

/* Phase 1 from parts of a tree, as lu_parse_parts() reads them. Reads only files whose stat data
 * differ from what the store remembers, parses only those whose hash differs, removes what is gone
 * from these parts, resolves edges when anything changed. Commits in batches. */
lu_code lu_ingest_parts(lu_store *s, const char *root, const lu_tree_part *part, size_t n, const lu_tree_options *o,
			const lu_watch *w, lu_counts *c, lu_err *e) LU_MUST_USE;
/* lu_ingest_parts() of the part `sub`. */
lu_code lu_ingest_tree(lu_store *s, const char *root, const char *sub, const lu_tree_options *o, const lu_watch *w,
		       lu_counts *c, lu_err *e) LU_MUST_USE;

/* Phase 1 from records. They are spooled to a temporary file, so that they may come in any order, and
 * stored file by file at the end. When any was rejected, elements that are missing from the input stay
 * in the store. */
typedef struct lu_intake lu_intake;
lu_code lu_intake_new(lu_intake **out, lu_err *e) LU_MUST_USE;
void lu_intake_free(lu_intake *t); /* accepts NULL */
/* Take one `element` or `node` record that is `text`; LU_EFORMAT: it is not one, the message says why. */
lu_code lu_intake_add(lu_intake *t, const lu_json *record, lu_err *e) LU_MUST_USE;
/* Note that a record of the input was lost. */
void lu_intake_reject(lu_intake *t);
lu_code lu_intake_store(lu_intake *t, lu_store *s, const lu_watch *w, lu_counts *c, lu_err *e) LU_MUST_USE;

/* Vectors that other tools made, from `embedding` records. */
typedef struct lu_vector_intake lu_vector_intake;
lu_code lu_vector_intake_new(lu_vector_intake **out, lu_err *e) LU_MUST_USE;
void lu_vector_intake_free(lu_vector_intake *t); /* accepts NULL */
/* Take a record, of `line` of the input; LU_EFORMAT: it is no such record, the message says why. */
lu_code lu_vector_intake_add(lu_vector_intake *t, const lu_json *record, long line, lu_err *e) LU_MUST_USE;
/* Gets the reason why the vector of `line` is rejected. Any code but LU_OK ends the work. */
typedef lu_code lu_vector_reject_fn(void *ctx, long line, const char *why, lu_err *e);
/* Store them, in a transaction of its own; once. They must be of the model of those that are there,
 * unless they replace all of these (LU_EFORMAT), and of elements that are there; others are
 * rejected. Counts what was written in c->embedded. */
lu_code lu_vector_intake_store(lu_vector_intake *t, lu_store *s, lu_vector_reject_fn *fn, void *ctx, lu_counts *c,
			       lu_err *e) LU_MUST_USE;

/* Phase 1 from the SCIP index `file`, whose documents' paths are relative to `root` (an absolute path; "": there
 * are no sources) and get `prefix` ("", or one that ends with '/') in the store. Where a source is, it is parsed
 * as by lu_ingest_tree(), and the index decides which elements its references mean, until the source changes;
 * where none is, elements are made of symbols. Documents that can not be used are rejected one by one. LU_EFORMAT:
 * the file is no index. */
lu_code lu_ingest_scip(lu_store *s, const char *file, const char *root, const char *prefix, const lu_watch *w,
		       lu_counts *c, lu_err *e) LU_MUST_USE;

/* Phase 2 and the rows of phase 3 in one pass over the files that lack any: vectors when `m` is not NULL,
 * full-text rows when `rows`.
 *
 * A provider over the network is called afterwards, and each of its replies is committed. What it
 * gives no vector of is reported to w->warn and counted in c->missing; the vectors of another model
 * stay until its first reply. The message of LU_ECANCEL then says how many vectors there are. */
lu_code lu_derive(lu_store *s, lu_embedder *m, bool rows, int jobs, const lu_watch *w, lu_counts *c,
		  lu_err *e) LU_MUST_USE;

/* Bring what the store keeps of the commits of the tree at `root` up to date: the last `bound` of
 * them (history.h); 0: none, -1: as many as before. Where there is no git repository nothing is
 * kept; an error in reading it is reported to w->warn, and the work goes on. In a transaction of its
 * own, after all that adds or removes files. */
lu_code lu_sync_history(lu_store *s, const char *root, int64_t bound, const lu_watch *w, lu_counts *c,
			lu_err *e) LU_MUST_USE;

/* Elements of a community that is not parted any more, unless an option says otherwise, and what the option may say. */
#define LU_COMMUNITY_SIZE     10
#define LU_COMMUNITY_SIZE_MAX 1000

/* The end of phase 3: drop rows of what is gone, pack vectors, make communities with leaves of at most `community_size`
 * elements (0: as those that are there, or LU_COMMUNITY_SIZE), mark the index true. */
lu_code lu_finish_index(lu_store *s, uint32_t community_size, lu_counts *c, lu_err *e) LU_MUST_USE;

/* lu_store_check(), and checks named "communities" and "concepts" of whether these are what they would be made anew. */
lu_code lu_index_check(lu_store *s, lu_check_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
