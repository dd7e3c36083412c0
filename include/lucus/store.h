/* SPDX-License-Identifier: MIT
 * The store: one SQLite file in WAL mode with files, elements, references, edges, embeddings, full
 * text and packed vectors. src/store/schema.c explains the tables.
 *
 * A handle serves one thread at a time; threads open their own. A handle works on one knowledge base
 * of one tenant, chosen with lu_store_use(): every statement below filters by both, so that rows of
 * others can not be reached. Readers never wait. One handle writes at a time, of all processes
 * and of all threads: opening for writing takes a lock, which is dropped by lu_store_close(), or by the system when the
 * process ends, however it ends. It is a lock of the file "PATH-lock", which nobody may remove.
 *
 * A handle belongs to the process that opened it. A child that was forked while it was open holds no lock and changes
 * nothing of the parent's: there lu_store_begin() of a handle that writes fails with LU_EUSAGE, lu_store_close() gives
 * back memory alone, and nothing else may be called with it; the child opens its own. Nobody may close a descriptor
 * of the store's file itself in a process that has it open: SQLite's locks would be lost.
 *
 * Reads nest: a callback of one, or who has an iterator open, may read on in the same handle, up to
 * 64 times the same within itself (LU_EUSAGE). Until the outermost read has ended, the handle sees
 * one state of the store, whatever other processes write. When the handle itself writes meanwhile, a
 * row that changes may be given as it was or as it is, and one that comes or goes may be given or
 * not; all others are given once. Such a write may be committed or rolled back with reads open. */
#ifndef LUCUS_STORE_H
#define LUCUS_STORE_H

#include "lucus/graph.h"
#include "lucus/record.h"
#include "lucus/vector.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lu_store lu_store;

typedef enum lu_store_mode {
	LU_STORE_READ,  /* must exist */
	LU_STORE_WRITE, /* created when missing (mode 0600), migrated when older */
} lu_store_mode;

/* Open `path`. LU_ENOENT: no such store. LU_EFORMAT: not a store of lucus, or made by a newer version, or what SQLite keeps
 * beside it is no file. LU_EUSAGE: a name that SQLite keeps in memory. LU_EBUSY: another handle, of this process or another
 * one, still writes after `wait_s` seconds; the message has its process id. On failure *out is NULL and nothing was changed. */
lu_code lu_store_open(lu_store **out, const char *path, lu_store_mode mode, double wait_s, lu_err *e) LU_MUST_USE;
/* Accepts NULL. An open transaction is rolled back. */
void lu_store_close(lu_store *s);
/* Borrowed, until close. */
const char *lu_store_path(const lu_store *s);

/* Work on knowledge base `kb` of `tenant` from now on. Missing: created in a handle that writes, else LU_ENOENT. */
lu_code lu_store_use(lu_store *s, const char *tenant, const char *kb, lu_err *e) LU_MUST_USE;

/* A handle that reads what `s` uses, for another thread; it sees what `s` has committed. */
lu_code lu_store_twin(lu_store *s, lu_store **out, lu_err *e) LU_MUST_USE;

typedef struct lu_kb {
	int64_t id;
	lu_str name, root; /* root is empty until the first sync */
	bool moved;   /* the store is in DIR/.lucus, and DIR, which has its files, is not where it was: root is DIR */
	lu_str model; /* of the stored vectors; empty when there are none */
	int64_t dim;
	int64_t generation;                         /* rises with every change of elements or edges */
	int64_t resolved, embedded, rowed, indexed; /* generation that the edges, vectors, full-text rows and packed
					     * index are true for */
	bool unpacked;                              /* vectors changed since they were packed */
	int64_t files, skipped, elements, edges, embeddings, rows; /* counts; rows: of the full-text index */
} lu_kb;

/* Facts of the knowledge base in use; `counts` also fills the counts. Views live in `a`. */
lu_code lu_store_kb(lu_store *s, bool counts, lu_arena *a, lu_kb *out, lu_err *e) LU_MUST_USE;
/* All knowledge bases of `tenant`, by name, with counts. */
lu_code lu_store_kbs(lu_store *s, const char *tenant, lu_arena *a, lu_kb **out, size_t *n, lu_err *e) LU_MUST_USE;
/* Keep `root`, an absolute path without links, as where the files of the knowledge base are. */
lu_code lu_store_set_root(lu_store *s, const char *root, lu_err *e) LU_MUST_USE;

/* How the tree of the knowledge base in use was walked last. */
typedef struct lu_tree {
	lu_str walk;       /* folders and options, JSON text (src/index/origin.h); empty: no folder ever was */
	lu_str commit;     /* of the git repository when all of these folders were walked; empty when there was none */
	int64_t synced_ns; /* since 1970, when what that walk changed was in the store; 0: it has not ended */
} lu_tree;

/* Views live in `a`. Of a store that was not opened for writing since lucus keeps this, all is empty. */
lu_code lu_store_tree(lu_store *s, lu_arena *a, lu_tree *out, lu_err *e) LU_MUST_USE;
lu_code lu_store_tree_put(lu_store *s, const lu_tree *t, lu_err *e) LU_MUST_USE;
/* Delete the knowledge base in use with all that it holds; the handle then uses none. */
lu_code lu_store_kb_remove(lu_store *s, lu_err *e) LU_MUST_USE;

/* Settings of the knowledge base in use. A NULL value deletes the key. */
lu_code lu_store_setting_put(lu_store *s, const char *key, const char *value, lu_err *e) LU_MUST_USE;
typedef lu_code lu_setting_fn(void *ctx, const char *key, const char *value, lu_err *e);
/* In order of the keys; stops at the first code that is not LU_OK and returns it. */
lu_code lu_store_settings(lu_store *s, lu_setting_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

/* Transactions do not nest. Each commit is durable against a kill of the process. In a handle that reads, a transaction
 * is one state of the store, whatever others write meanwhile, and reading in it is faster. */
lu_code lu_store_begin(lu_store *s, lu_err *e) LU_MUST_USE;
lu_code lu_store_commit(lu_store *s, lu_err *e) LU_MUST_USE;
/* What a handle that reads reads from now on, until the next transaction, is a page here and a page there: a hint. */
void lu_store_read_scattered(lu_store *s);
/* A number that is another one after anybody else has committed anything to the file: of the state
 * that a transaction sees. Two numbers of one handle are compared, and mean nothing else. */
lu_code lu_store_version(lu_store *s, int64_t *out, lu_err *e) LU_MUST_USE;
/* Does a handle have it open to write now, of any process? What its transactions show may be between two stages then. */
bool lu_store_is_written(const lu_store *s);
/* Does nothing outside a transaction. When the knowledge base in use was made in it, the handle then uses none;
 * after lu_store_kb_remove() it needs lu_store_use() in any case. */
void lu_store_rollback(lu_store *s);
/* Rows that this handle changed since it was opened: 0 means that nothing was written. */
int64_t lu_store_changes(const lu_store *s);

/* ---- files ---- */

typedef struct lu_file {
	int64_t id;
	lu_str path, language;
	lu_str sha256;              /* of the bytes; empty when unknown */
	int64_t size;               /* -1 when unknown */
	int64_t mtime_ns, ctime_ns; /* 0: the stat data can not be trusted, read the file */
	int64_t inode;              /* 0: no file of a tree was read for it, it came with records */
	int64_t parser;             /* version of the parser that made its elements */
	lu_str reason;              /* why it is not indexed ("binary" ...), empty when it is */
} lu_file;

/* All files of the knowledge base, by path (byte order). */
lu_code lu_store_files(lu_store *s, lu_arena *a, lu_file **out, size_t *n, lu_err *e) LU_MUST_USE;
/* The file at `path`; LU_ENOENT when there is none. */
lu_code lu_store_file(lu_store *s, lu_str path, lu_arena *a, lu_file *out, lu_err *e) LU_MUST_USE;
/* Its path, by row id; LU_ENOENT when it is gone. */
lu_code lu_store_file_path(lu_store *s, int64_t file, lu_arena *a, lu_str *out, lu_err *e) LU_MUST_USE;
/* Did any of the files come from a tree, and not with records? */
lu_code lu_store_has_tree(lu_store *s, bool *has, lu_err *e) LU_MUST_USE;
/* Are there more than `n` files? Counts no further. */
lu_code lu_store_has_more_files(lu_store *s, int64_t n, bool *more, lu_err *e) LU_MUST_USE;
/* Write a file's row (path is the key); its elements stay. *id is set when `id` is not NULL. */
lu_code lu_store_file_put(lu_store *s, const lu_file *f, int64_t *id, lu_err *e) LU_MUST_USE;
/* Delete a file with its elements, and their references, edges, vectors and rows; adds the number of elements to *removed. */
lu_code lu_store_file_remove(lu_store *s, int64_t id, int64_t *removed, lu_err *e) LU_MUST_USE;

/* ---- elements ---- */

/* An element as it is stored. */
typedef struct lu_stored {
	lu_element el; /* el.code.s is NULL when the code was not read */
	int64_t id, file, parent_id;
	uint64_t hash;      /* of all that its row is made of: the record, and text_hash */
	uint64_t text_hash; /* of the text that its vector and its full-text row are made of, what it is in included; 0:
				 * neither is made of it */
	uint32_t up;   /* the element of its file that it is in, as the caller counts them, from 1; 0: none. Not kept */
	bool listed;   /* one of so many names for values that they have no symbols */
	bool fresh;    /* set by lu_store_put(): it is new, so that nothing is derived from it yet */
	size_t indent; /* lu_store_element(), lu_store_source(): blanks and tabs that precede el.code.s */
	size_t above; /* where el.code was read: bytes before el.code.s that are of the same file, and stay as long; not
			* all that there are */
} lu_stored;

typedef struct lu_put_counts {
	int64_t added, changed, unchanged, removed;
} lu_put_counts;

/* Make `v` the elements of file `file`: equal ones (by id and hash) stay as they are, the others are
 * added, changed and removed. Uses el, hash and text_hash of each; a parent must precede its children.
 * Of elements with equal ids the last counts. An element whose code is part of the module's, on its
 * lines, is stored as a reference to it. Sets the row ids (v[i].id, v[i].file) and adds to *c. */
lu_code lu_store_put(lu_store *s, int64_t file, lu_stored *v, size_t n, lu_put_counts *c, lu_err *e) LU_MUST_USE;

/* The elements of a file in order (start line, then longer first, then id); views live in `a`. */
lu_code lu_store_file_elements(lu_store *s, int64_t file, bool code, lu_arena *a, lu_stored **out, size_t *n,
			       lu_err *e) LU_MUST_USE;
/* One element with its code, by row id; LU_ENOENT when it is gone. */
lu_code lu_store_element(lu_store *s, int64_t id, lu_arena *a, lu_stored *out, lu_err *e) LU_MUST_USE;
/* The same without what it refers to (bases, calls, imports, mentions), which costs reading all of its file. */
lu_code lu_store_source(lu_store *s, int64_t id, lu_arena *a, lu_stored *out, lu_err *e) LU_MUST_USE;
/* Its code alone. */
lu_code lu_store_code(lu_store *s, int64_t id, lu_arena *a, lu_str *out, lu_err *e) LU_MUST_USE;
/* The same with what indents its first line in the file: `*indent` blanks and tabs precede out->s. */
lu_code lu_store_code_indented(lu_store *s, int64_t id, lu_arena *a, lu_str *out, size_t *indent,
			       lu_err *e) LU_MUST_USE;
/* Row id by UUID (or the id that another tool gave); 0 in *id when there is none. */
lu_code lu_store_find(lu_store *s, lu_str uuid, int64_t *id, lu_err *e) LU_MUST_USE;
/* Files of which a SCIP index said something are parsed again when their tree is taken in next, and say all by themselves. */
lu_code lu_store_forget_indexes(lu_store *s, lu_err *e) LU_MUST_USE;

/* What ranking needs of an element; cheap: no code, no lists. */
typedef struct lu_brief {
	int64_t id, file, parent;
	char uuid[LU_ID];
	lu_str type, name, path, language;
	uint32_t start_line, end_line;
} lu_brief;

/* That of element `id`; LU_ENOENT when it is gone. Views live in `a`. */
lu_code lu_store_brief(lu_store *s, int64_t id, lu_arena *a, lu_brief *out, lu_err *e) LU_MUST_USE;
/* The lines of the elements right below element `id` of a file, in their order, longer ones first, as far as they are
 * known; they may overlap. They live in `a`. */
lu_code lu_store_lines_below(lu_store *s, int64_t file, int64_t id, lu_arena *a, lu_lines **out, size_t *n,
			     lu_err *e) LU_MUST_USE;
/* The types that elements have, or the languages of their files, in order. */
typedef enum lu_label { LU_LABEL_TYPE, LU_LABEL_LANGUAGE } lu_label;
lu_code lu_store_labels(lu_store *s, lu_label w, lu_arena *a, lu_strs *out, lu_err *e) LU_MUST_USE;
/* Has an element, or a file, just this one? That is known at once, where it has. */
lu_code lu_store_has_label(lu_store *s, lu_label w, lu_str word, bool *out, lu_err *e) LU_MUST_USE;
/* All elements, by row id; no command asks for all of them. The callback's views live during the call. */
typedef lu_code lu_brief_fn(void *ctx, const lu_brief *b, lu_err *e);
lu_code lu_store_briefs(lu_store *s, lu_brief_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

/* ---- explanations that models wrote ---- */

/* Does the knowledge base have any? In a handle that reads, of a store that has been opened for writing since. */
lu_code lu_store_explained(lu_store *s, bool *any, lu_err *e) LU_MUST_USE;
/* That of the content `key` (src/index/explained.h) by `maker` (model and prompt); NULL: by whom it was made
 * or used last, whom *by names when it is not NULL. out->n == 0: there is none. */
lu_code lu_store_explanation(lu_store *s, lu_str key, const lu_str *maker, lu_arena *a, lu_str *out, lu_str *by,
			     lu_err *e) LU_MUST_USE;
/* Keep one, which is the last one then. */
lu_code lu_store_explanation_put(lu_store *s, lu_str key, lu_str maker, lu_str text, lu_err *e) LU_MUST_USE;

/* ---- graph ---- */

/* What the resolver needs of one file: its symbols (file order), and its imports and bases. */
typedef struct lu_outline {
	int64_t file;
	lu_symbol *sym;
	size_t n_sym;
	lu_ref *link;
	size_t n_link;
	int64_t listed; /* contained elements without a symbol */
	bool due;       /* it is dirty: its references must be resolved again */
} lu_outline;

typedef struct lu_outlines {
	lu_outline *v;
	size_t n;
	lu_symbol *sym; /* of all files, one after the other: v[i].sym points into it */
	size_t n_sym;
	lu_ref *link;
	size_t n_link;
} lu_outlines;

/* lu_store_put() and lu_store_file_remove() note what they change: a file whose references are others, and the names, imports and
 * files that others may depend on. Which files those reach is found out here: they are dirty, too, and noted as that, which needs
 * a handle that writes when there are any. *all: every file is dirty, and none was noted. *any: some are. `by_reads`: what
 * the answers of files have read (lu_file_edges.reads) is asked as well as the names that they write; true where files come
 * from a tree alone, since records name targets by ids. On failure neither *any nor *all is set. */
lu_code lu_store_dirty(lu_store *s, bool by_reads, bool *any, bool *all, lu_err *e) LU_MUST_USE;
/* Forget all that was noted, in the transaction that has resolved it: nothing is dirty any more. lu_edge_writer_end() does so, too. */
lu_code lu_store_clear_dirty(lu_store *s, lu_err *e) LU_MUST_USE;

/* The outlines of all files, by path, after lu_store_dirty() by names alone, which says *all; views live in `a`. */
lu_code lu_store_outlines(lu_store *s, lu_arena *a, lu_outlines *out, bool *all, lu_err *e) LU_MUST_USE;
/* The same after lu_store_dirty(), which said `all`. */
lu_code lu_store_outlines_dirty(lu_store *s, bool all, lu_arena *a, lu_outlines *out, lu_err *e) LU_MUST_USE;

/* The same when few files are dirty: every file by path, of most only what must be known of any. */
typedef struct lu_head {
	int64_t file;
	lu_str path, language, symbols; /* symbols: packed */
	lu_outline whole;               /* symbols and links, when they have been read */
	lu_symbol *some;                /* else those behind the first that lu_heads_names() read, in their order */
	size_t *row, n_some;            /* and where they begin in `symbols` */
	int64_t listed;
	bool due, is_whole;
} lu_head;

typedef struct lu_heads {
	lu_head *v;
	size_t n, n_due, n_whole;
	lu_symbol *first; /* of each file */
	bool odd;         /* parents or targets of symbols that were read may be in any file */
} lu_heads;

/* The heads after lu_store_dirty(), unless every file is due. Views live in `a`. Those are whole
 * that are due, and those whose first symbol does not stand for the file. */
lu_code lu_store_heads(lu_store *s, lu_arena *a, lu_heads *out, lu_err *e) LU_MUST_USE;
/* Make these files whole, and others that they need, most likely. */
lu_code lu_store_heads_read(lu_store *s, lu_heads *h, const bool *file, lu_arena *a, lu_err *e) LU_MUST_USE;
/* Make file `i` whole. */
lu_code lu_store_head_read(lu_store *s, lu_heads *h, size_t i, lu_arena *a, lu_err *e) LU_MUST_USE;
/* The same of the files that the edges of those that are due led to, unless they are many: most of them are needed
 * again, and each look for what is missed costs a model. */
lu_code lu_store_heads_expect(lu_store *s, lu_heads *h, lu_arena *a, lu_err *e) LU_MUST_USE;
/* Read the symbols of these simple names, with what they are in. Of files of some languages they do not do by themselves: `make_whole`
 * is set of those that have any. */
lu_code lu_heads_names(lu_heads *h, const lu_str *name, size_t n, lu_arena *a, bool *make_whole, lu_err *e) LU_MUST_USE;
/* As outlines: whole files as they are, of the others the first symbol and those that were read by their names. */
lu_code lu_heads_outlines(const lu_heads *h, lu_arena *a, lu_outlines *out, lu_err *e) LU_MUST_USE;

/* The other references of a file, as packed text for lu_unpack_calls(), which any thread may call. */
lu_code lu_store_calls(lu_store *s, int64_t file, lu_arena *a, lu_str *out, lu_err *e) LU_MUST_USE;
/* When some of them name their targets by id, *aimed is set and they are unpacked here, with the targets found. */
lu_code lu_store_calls_aimed(lu_store *s, lu_str packed, lu_arena *a, lu_ref **out, size_t *n, bool *aimed,
			     lu_err *e) LU_MUST_USE;
lu_code lu_unpack_calls(lu_str packed, lu_arena *a, lu_ref **out, size_t *n, lu_err *e) LU_MUST_USE;

/* Edges on their way into the store: begun before the first file is answered, ended after the last one. Its
 * numbers of reasons are asked by several threads. */
typedef struct lu_edge_writer lu_edge_writer;
lu_code lu_edge_writer_new(lu_store *s, lu_edge_writer **out, lu_err *e) LU_MUST_USE;
void lu_edge_writer_free(lu_edge_writer *w); /* accepts NULL */

/* The edges of a file, packed; views live in the arena that it was packed in. */
typedef struct lu_file_edges {
	lu_str text;
	lu_str reads;      /* lu_pack_reads(), set by the caller; empty: not known, any change may reach the file */
	struct lu__in *in; /* by target */
	size_t n_in;
	int64_t count[LU_GRADES], contains;
} lu_file_edges;
/* Pack `v`: the edges of one reference follow each other, edges without one have ref SIZE_MAX. CONTAINS edges
 * whose element names its parent are counted in `contains` alone and not among them. What they were found in is not known then.
 * Any thread may call it, with an arena of its own. */
lu_code lu_pack_edges(lu_edge_writer *w, const lu_edge *v, size_t n, int64_t contains, lu_arena *a, lu_file_edges *out,
		      lu_err *e) LU_MUST_USE;
/* Pack what the answers of a file have read: row ids of `n_file` files and lu_read_name() of `n_name` names (graph.h), both rising and
 * without repetition; there may be none of either, and the text is not empty all the same. It lives in `a`. Any thread may
 * call it, with an arena of its own. Fails for want of memory alone. */
lu_code lu_pack_reads(const int64_t *file, size_t n_file, const uint32_t *name, size_t n_name, lu_arena *a, lu_str *out,
		      lu_err *e) LU_MUST_USE;
/* Make them the edges of `file`, and keep what they were found in, which may be others though the edges are the same; of those it
 * writes only what differs, and adds to *c. In a transaction. LU_ENOENT: there is no such file here. */
lu_code lu_store_put_edges(lu_edge_writer *w, int64_t file, const lu_file_edges *f, lu_put_counts *c,
			   lu_err *e) LU_MUST_USE;
/* Write what was gathered, and do what lu_store_clear_dirty() does. */
lu_code lu_edge_writer_end(lu_edge_writer *w, lu_err *e) LU_MUST_USE;

/* An edge as it is stored, with both ends; dst is 0 when it is unresolved. */
typedef struct lu_edge_row {
	int64_t src, dst;
	lu_edge_kind kind;
	lu_grade grade;
	uint32_t line, count;
	lu_str name, reason; /* name: as written; empty for edges into an element */
} lu_edge_row;
/* That from an element to one in it: it is kept as that one's parent. */
lu_edge_row lu_contains_edge(int64_t parent, int64_t child);
typedef lu_code lu_edge_fn(void *ctx, const lu_edge_row *r, lu_err *e);
/* Edges out of element `id` in the order of the source, or, with `in`, into it: one for each source and kind,
 * with its first line, its best grade and the number of all sites. CONTAINS edges come first. */
lu_code lu_store_edges(lu_store *s, int64_t id, bool in, lu_edge_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

/* The same for who walks: the caller owns the iterator and closes it, before the store, in any case. Any number may be
 * open at once, of one element, too, and all reads of the store may be made and others ended meanwhile. */
typedef struct lu_edge_iter lu_edge_iter;
enum { /* which edges */
       LU_EDGES_CONTAINS = 1,
       LU_EDGES_REFERENCES = 2, /* all but CONTAINS */
       LU_EDGES_ALL = LU_EDGES_CONTAINS | LU_EDGES_REFERENCES
};
/* The edges of element `id`; on failure there is nothing to close. */
lu_code lu_edge_iter_open(lu_store *s, int64_t id, bool in, unsigned which, lu_edge_iter **out, lu_err *e) LU_MUST_USE;
/* LU_OK: *out is the next edge, whose views live until the next call for this iterator; LU_DONE:
 * there are no more, also when it is called again. */
lu_code lu_edge_iter_next(lu_edge_iter *it, lu_edge_row *out, lu_err *e) LU_MUST_USE;
void lu_edge_iter_close(lu_edge_iter *it); /* accepts NULL */

/* Edges out of all elements of `file`, or of the `n` whose ids `of` has, ascending; in the order of lu_store_edges(),
 * without CONTAINS edges that follow from the elements' parents. Views live during the call. */
lu_code lu_store_file_edges(lu_store *s, int64_t file, const int64_t *of, size_t n, lu_edge_fn *fn, void *ctx,
			    lu_err *e) LU_MUST_USE;
/* Edges into element `id` but for CONTAINS, as lu_store_edges() gives them, each with the element that it comes from.
 * Views live during the call. */
typedef lu_code lu_referrer_fn(void *ctx, const lu_edge_row *r, const lu_brief *src, lu_err *e);
lu_code lu_store_referrers(lu_store *s, int64_t id, lu_referrer_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;
/* The number of edges into element `id` but for CONTAINS, one for each source and kind; `most` when there are more. */
lu_code lu_store_in_degree(lu_store *s, int64_t id, int64_t most, int64_t *n, lu_err *e) LU_MUST_USE;
/* Does any edge lead to an element? */
lu_code lu_store_has_edges(lu_store *s, bool *has, lu_err *e) LU_MUST_USE;
/* The references, TESTS aside, whose name, as written, has the last component `simple`: each once,
 * with its file and the `n` elements that it may mean; r->dst is the first of them, 0 when there is
 * none. Reads the edges of all files. Views live during the call. */
typedef lu_code lu_reference_fn(void *ctx, int64_t file, const lu_edge_row *r, const int64_t *dst, size_t n, lu_err *e);
lu_code lu_store_references(lu_store *s, lu_str simple, lu_reference_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

/* A stretch of a file's source: all of it, when there is a module that holds it; else that of each element. */
typedef struct lu_stretch {
	uint32_t line;            /* where it begins */
	lu_str path, text, extra; /* extra: lu_element.extra */
} lu_stretch;
/* In the order of their lines. Views live during the call. */
typedef lu_code lu_stretch_fn(void *ctx, const lu_stretch *p, lu_err *e);
lu_code lu_store_stretches(lu_store *s, int64_t file, lu_stretch_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

/* Files of one language, or left out for one reason. */
typedef struct lu_covered {
	lu_str language, reason; /* reason: why they are left out; empty: they are not */
	/* partial: with lines that no call can have been read from; unknown: it is not known whether they have such lines */
	int64_t files, partial, lines, unknown;
} lu_covered;
/* By reason and language. Views live in `a`. */
lu_code lu_store_coverage(lu_store *s, lu_arena *a, lu_covered **out, size_t *n, lu_err *e) LU_MUST_USE;

/* The files of each language that are not left out: 1 ms for 5000. Views live in `a`. */
typedef struct lu_tongue {
	lu_str language;
	int64_t files;
} lu_tongue;
lu_code lu_store_tongues(lu_store *s, lu_arena *a, lu_tongue **out, size_t *n, lu_err *e) LU_MUST_USE;

/* How many other files refer to something in `file` by an edge of kind LU_EDGE_CALLS, LU_EDGE_DEPENDS_ON or
 * LU_EDGE_INHERITS_FROM and of grade LU_GRADE_EXACT or LU_GRADE_UNIQUE; as true as the edges are (lu_kb.resolved).
 * Cheap: it reads as many short rows as it counts. A file that is not there has none. */
lu_code lu_store_referring_files(lu_store *s, int64_t file, int64_t *n, lu_err *e) LU_MUST_USE;
/* The largest such number of all files, 0 when there are none. It is stored; only between a change of files and the
 * resolving of edges must it be counted. */
lu_code lu_store_most_referred(lu_store *s, int64_t *n, lu_err *e) LU_MUST_USE;

/* ---- what people mean ---- */

/* The elements that `name` means, by path and line: the one with that id; else those whose qualified name is
 * `name` or ends with it after a full stop ("a::b", "a#b", "a->b" and "a/b" are "a.b"). The whole name is a better
 * fit than an end, and letters of the same case than others: only the best are given. Of these, modules and prose
 * give way to code, and declarations to definitions of the same name. Nothing found is *n == 0. */
lu_code lu_store_named(lu_store *s, lu_str name, lu_arena *a, lu_brief **out, size_t *n, lu_err *e) LU_MUST_USE;
/* An element with what decides whether it is meant. */
typedef struct lu_bearer {
	int64_t id, file;
	lu_str name, type, uuid;
	bool declares; /* a prototype, an overload's signature: the definition is meant when there is one */
} lu_bearer;
/* All elements whose last component is that of `name`, letters of either case, in no order. */
lu_code lu_store_bearers(lu_store *s, lu_str name, lu_arena *a, lu_bearer **out, size_t *n, lu_err *e) LU_MUST_USE;
/* `name` with what languages put between components made into full stops, and without a "()" at its end. */
lu_code lu_plain_name(lu_str name, lu_arena *a, lu_str *out, lu_err *e) LU_MUST_USE;
/* What some file calls `name` by its imports. */
typedef struct lu_alias {
	lu_str name;    /* of what is imported, in `module`; empty: the module itself */
	lu_str module;  /* as written */
	int64_t target; /* element that the import leads to */
} lu_alias;
/* The imports that lead to an element of the store and give it the local name `name`: those of different targets, at
 * most LU_ALIASES, by the paths of their files. Reads the imports of all files. */
#define LU_ALIASES 8
lu_code lu_store_aliased(lu_store *s, lu_str name, lu_arena *a, lu_alias **out, size_t *n, lu_err *e) LU_MUST_USE;
/* A name that a person gave to an element (lucus kb alias). */
typedef struct lu_synonym {
	lu_str name;          /* any words */
	lu_str uuid, element; /* of the element: its id, and its qualified name when it got the name */
	double confidence;    /* 0 to 1: that it is what the name means */
} lu_synonym;
/* All of the knowledge base, by name and element; views live in `a`. A store that was last written
 * by a version without them has none. */
lu_code lu_store_synonyms(lu_store *s, lu_arena *a, lu_synonym **out, size_t *n, lu_err *e) LU_MUST_USE;
/* Write one, replacing that with the same name and id; and remove those of a name, *n of them. In a transaction. */
lu_code lu_store_synonym_put(lu_store *s, const lu_synonym *x, lu_err *e) LU_MUST_USE;
lu_code lu_store_synonym_remove(lu_store *s, lu_str name, int64_t *n, lu_err *e) LU_MUST_USE;
/* The element with that id; else, as a rename of its file gives it another, one with that whole
 * name. LU_ENOENT, without a message: it is gone. */
lu_code lu_store_synonym_target(lu_store *s, const lu_synonym *x, lu_arena *a, lu_brief *out, lu_err *e) LU_MUST_USE;
/* "PATH:LINE": the line, 0 when it is none. *path: what precedes it. */
uint32_t lu_split_place(lu_str place, lu_str *path);
/* The innermost element that holds `line` (0: the module) of the file `path`, which may be the unique end of a
 * path; several files: one of each, by path. */
lu_code lu_store_at(lu_store *s, lu_str path, uint32_t line, lu_arena *a, lu_brief **out, size_t *n,
		    lu_err *e) LU_MUST_USE;
/* A place as another tree has it, in a stack trace: of the files that hold something at `line` (0: that are
 * stored), or what is called `name`, the one that has just that path, else those that end in it; where no file has that
 * path, of those of that name the ones whose path has most components in common with `path` at its end. */
typedef struct lu_frame {
	lu_str path;
	uint32_t line, last; /* the last one of several; 0: it is one */
	lu_str name, scope;  /* of the function that is said to be there, and of what that is in; empty: unknown */
	/* out: one element of each, by path; views live in the arena. It is the innermost one at the line; of several lines, the
	 * one that has most in common with them. Where none that holds the line is called `name`, but others of the file are, it
	 * is one of these: in `scope` rather than elsewhere, and the nearest. */
	lu_brief *v;
	size_t n; /* 0 where more than LU_NAMESAKES files of that name hold something there: that says nothing */
} lu_frame;
#define LU_NAMESAKES 64
/* Find `n` places at once: one pass over the files does for all of them. */
lu_code lu_store_frames(lu_store *s, lu_frame *f, size_t n, lu_arena *a, lu_err *e) LU_MUST_USE;
/* Row ids of element `id` and of all that it holds, at any depth. */
lu_code lu_store_within(lu_store *s, int64_t id, lu_arena *a, int64_t **out, size_t *n, lu_err *e) LU_MUST_USE;
/* At most LU_NEAR qualified names that `name` may have meant: the same last component but for case, '_' and a
 * plural's "s", then but for one letter, then those which begin with it. Reads all names. */
#define LU_NEAR 5
lu_code lu_store_near(lu_store *s, lu_str name, lu_arena *a, lu_strs *out, lu_err *e) LU_MUST_USE;

/* ---- vectors ---- */

/* Model and dimension of the vectors; changing either drops the vectors that exist. */
lu_code lu_store_set_model(lu_store *s, const char *model, size_t dim, lu_err *e) LU_MUST_USE;
/* Files that hold elements without a vector of their present text. */
lu_code lu_store_embed_dirty(lu_store *s, lu_arena *a, int64_t **files, size_t *n, lu_err *e) LU_MUST_USE;
/* The number of these elements; `all`: of those that are to have a vector. */
lu_code lu_store_embed_missing(lu_store *s, bool all, int64_t *n, lu_err *e) LU_MUST_USE;
/* The hash that an element's vector was made for; false when it has none. */
bool lu_store_vector_hash(lu_store *s, int64_t element, uint64_t *hash);
/* `v`: dim components of the model in use, as lu_vec_quantise() gives them. LU_ENOENT when the element is gone. */
lu_code lu_store_vector_put(lu_store *s, int64_t element, uint64_t text_hash, const int8_t *v, float scale,
			    lu_err *e) LU_MUST_USE;
/* LU_ENOENT when there is none. `v` takes `dim` components of the model in use. */
lu_code lu_store_vector_get(lu_store *s, int64_t element, int8_t *v, float *scale, lu_err *e) LU_MUST_USE;

/* ---- index ---- */

/* Pack vectors into blocks, rewriting only those that differ. */
lu_code lu_store_pack(lu_store *s, int64_t *blocks_written, lu_err *e) LU_MUST_USE;
/* Drop the blocks, whatever is in them; lu_store_pack() then makes them anew. */
lu_code lu_store_unpack(lu_store *s, lu_err *e) LU_MUST_USE;

/* What is made of the elements, and is known to be true of one generation of them: lu_kb.resolved, embedded, rowed, indexed. */
typedef enum lu_mark { LU_MARK_EDGES, LU_MARK_VECTORS, LU_MARK_ROWS, LU_MARK_INDEX } lu_mark;
/* It is true for the present generation. */
lu_code lu_store_mark(lu_store *s, lu_mark of, lu_err *e) LU_MUST_USE;

/* Compare all parts of the index with the elements: `fn` gets a name and a finding for each check. */
typedef lu_code lu_check_fn(void *ctx, const char *name, bool ok, const char *detail, lu_err *e);
lu_code lu_store_check(lu_store *s, lu_check_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

/* ---- queries ---- */

/* Exact scan over the packed vectors: cosine with `query` (dim of the model) into `best`. */
lu_code lu_store_scan(lu_store *s, const int8_t *query, float scale, lu_topk *best, lu_err *e) LU_MUST_USE;
/* The same for callers with many queries: the vectors in memory, as they are now. Those who load them into one pool, by handles
 * and in threads of their own, have them once for each state of the store. A pool outlives them; NULL: none. */
typedef struct lu_vectors lu_vectors;
typedef struct lu_vector_pool lu_vector_pool;
lu_code lu_vector_pool_new(lu_vector_pool **out, lu_err *e) LU_MUST_USE;
void lu_vector_pool_free(lu_vector_pool *p); /* accepts NULL */
lu_code lu_vectors_load(lu_store *s, lu_vector_pool *p, lu_vectors **out, lu_err *e) LU_MUST_USE;
void lu_vectors_free(lu_vectors *v); /* accepts NULL */
lu_code lu_vectors_scan(const lu_vectors *v, const int8_t *query, float scale, lu_topk *best, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
