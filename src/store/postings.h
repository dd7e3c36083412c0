/* SPDX-License-Identifier: MIT
 * The inverted index: which elements hold a token, how often, and in which field. src/store/segment.h explains its
 * format; BM25F over it is src/retrieve's. */
#ifndef LU_STORE_POSTINGS_H
#define LU_STORE_POSTINGS_H

#include "lucus/bag.h"
#include "lucus/store.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- writing ---- */

/* The hash of all that a row is made of: of the text (lu_stored.text_hash), and of its lines as they are kept. */
uint64_t lu_row_hash(uint64_t text_hash, uint32_t lines);
/* Index `row` as the text of `element` of `file`; its terms are numbers in `t`, whose scratch members it uses. Rows are
 * gathered in memory, LU_ROWS_MEMORY of them at most, and written as a whole: until lu_store_rows_flush() the element
 * counts as not indexed. LU_ENOENT when the element is gone. */
#define LU_ROWS_MEMORY (64u << 20)
lu_code lu_store_row_put(lu_store *s, int64_t element, int64_t file, uint64_t text_hash, lu_terms *t, const lu_row *row,
			 lu_err *e) LU_MUST_USE;
/* Write what was gathered, in a transaction. A rollback, and lu_store_use(), forget it. */
lu_code lu_store_rows_flush(lu_store *s, lu_err *e) LU_MUST_USE;
/* The lu_row_hash() of what an element's row was made of; false when it has none. */
bool lu_store_row_hash(lu_store *s, int64_t element, uint64_t *hash);
/* Files that hold elements whose row is missing or old. */
lu_code lu_store_index_dirty(lu_store *s, lu_arena *a, int64_t **files, size_t *n, lu_err *e) LU_MUST_USE;
/* Drop the rows of elements that are gone. *n is their number. */
lu_code lu_store_rows_prune(lu_store *s, int64_t *n, lu_err *e) LU_MUST_USE;
/* Drop all rows of the knowledge base in use. */
lu_code lu_store_rows_drop(lu_store *s, lu_err *e) LU_MUST_USE;
/* Version of the tokeniser that rows are made with; another one drops the rows that exist. */
lu_code lu_store_set_tokenizer(lu_store *s, int version, lu_err *e) LU_MUST_USE;

/* ---- reading ---- */

typedef struct lu_postings lu_postings;

/* The documents, numbered from 0: one for each row, and gaps. And what they say of their files, by the ids of these. */
typedef struct lu_docs {
	size_t n;
	const uint32_t *file;               /* 0: a gap */
	const uint8_t (*length)[LU_FIELDS]; /* in tokens, coded: lu_length_of() */
	const uint8_t *sort;                /* lu_sort, and 16 times the bits of its file's place */
	const uint8_t *lines;               /* coded */
	int64_t rows;                       /* documents without the gaps */
	double mean[LU_FIELDS];             /* lengths of the rows; at least 1 */
	uint32_t length_of[256];            /* lu_length_of() of all codes */
	size_t n_file;                      /* ids are below it */
	size_t files;                       /* that have rows */
	const uint32_t *file_lines;         /* of its longest document, and 1; 0: it has no row */
	const uint32_t *file_definitions;
	const uint32_t *file_words; /* of all its docstrings */
	double mean_words;          /* of these, over the files that have rows */
} lu_docs;

/* Lengths are kept in one byte, within 2.2 %: code c stands for 2^(c / 16) - 1, rounded. */
uint8_t lu_length_code(uint32_t length);
uint32_t lu_length_of(uint8_t code);

/* A document that holds a token. */
typedef struct lu_posting {
	uint32_t doc;
	uint16_t fields; /* a bit for each that holds it */
	uint16_t exact;  /* the same, but for those who join the lists of several tokens */
	uint16_t tf[LU_FIELDS];
} lu_posting;

typedef struct lu_plist {
	lu_posting *v; /* by document */
	size_t n, cap;
} lu_plist;

/* Read the documents of the knowledge base in use. The handle must be in a transaction, or nobody may write, for as long
 * as the postings are used: they are one state of the store. */
lu_code lu_postings_open(lu_store *s, lu_postings **out, lu_err *e) LU_MUST_USE;
void lu_postings_close(lu_postings *p); /* accepts NULL */
const lu_docs *lu_postings_docs(const lu_postings *p);
/* Append the documents that hold `token` to *out. */
lu_code lu_postings_list(lu_postings *p, lu_str token, lu_plist *out, lu_err *e) LU_MUST_USE;
/* Append those of them that are among `n` documents, ascending; *df are all that hold it. */
lu_code lu_postings_among(lu_postings *p, lu_str token, const uint32_t *docs, size_t n, lu_plist *out, size_t *df,
			  lu_err *e) LU_MUST_USE;
void lu_plist_free(lu_plist *l);
/* The document of an element; UINT32_MAX: it has none. */
uint32_t lu_postings_doc(const lu_postings *p, int64_t element);
/* The element of a document. */
int64_t lu_postings_element(const lu_postings *p, uint32_t doc);
/* The tokens that begin with `prefix`; one of several segments comes more than once. `token` lives during the call. */
typedef lu_code lu_form_fn(void *ctx, lu_str token, lu_err *e);
lu_code lu_postings_forms(lu_postings *p, lu_str prefix, lu_form_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;
/* All postings, segment by segment, of a segment by term. `token` and `tf` live during the call. */
typedef lu_code lu_posting_fn(void *ctx, lu_str token, uint32_t doc, const uint16_t tf[LU_FIELDS], lu_err *e);
lu_code lu_postings_each(lu_postings *p, lu_posting_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;
/* Count rows whose postings are not what their lengths say, or which the store has elsewhere, and rows of elements
 * that are gone or have no text. */
lu_code lu_postings_check(lu_store *s, int64_t *wrong, int64_t *orphans, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
