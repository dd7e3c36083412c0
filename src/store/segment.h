/* SPDX-License-Identifier: MIT
 * The format of the inverted index: a log-structured merge tree (O'Neil et al., 1996) of few segments.
 *
 * A segment holds the rows of the elements that one run indexed, which are its documents, numbered in the order in
 * which they came. segment.docs has in bytes length[n][LU_FIELDS], sort[n], lines[n] (see lu_docs). segment.runs are
 * struct lu__run: elements of a file have their ids and their rows one after the other, so that few numbers tell which
 * document is which element of which file, and what is known of the files. segment.sums are the lengths of all, by field.
 * segment.dead has a bit for each that a later segment replaced or whose element is gone. A segment never changes
 * otherwise: two that are of like size are merged into one, without what is dead.
 *
 * Its postings are blocks of terms in byte order, of about LU__BLOCK_BYTES or one long list. posting.terms says of each
 * term: length of the prefix that it shares with the one before, length of the rest (a byte each), the rest, number of
 * documents and bytes of its list (varints). posting.data are the lists, one after the other. A list is, for each
 * document: twice its distance to the last one (the first: number + 1), plus 1 when a field holds the term more than once
 * (a varint); a byte with a bit for each of the first eight fields that holds it, behind a zero when the ninth, of literals,
 * does, too; in that case, how often each does (varints).
 *
 * doc_block b tells of the elements 1024 b to 1024 b + 1023 where their rows are: struct lu__where [1024]. */
#ifndef LU_STORE_SEGMENT_H
#define LU_STORE_SEGMENT_H

#include "store/postings.h"
#include "store/internal.h"

#define LU__BLOCK_BYTES 8192
#define LU__DOC_BYTES   (LU_FIELDS + 2)

/* Documents first ... first + n - 1 are the elements element ... element + n - 1 of `file`; the rest sums them up, the
 * dead ones, too. */
struct lu__run {
	int64_t element;
	uint32_t file, first, n;
	uint32_t lines; /* of the longest, and 1 */
	uint32_t definitions;
	uint32_t doc_words;
};

struct lu__where {
	uint64_t hash;    /* lu_row_hash() */
	uint32_t segment; /* 0: no row */
	uint32_t doc;
};

/* Append a varint: 7 bits a byte, the lowest first. */
static inline size_t lu__put_varint(uint8_t *p, uint64_t v)
{
	size_t n = 0;

	for (; v >= 0x80; v >>= 7) p[n++] = (uint8_t)(v | 0x80);
	p[n++] = (uint8_t)v;
	return n;
}

/* Read one; false when it does not end before `end`. */
static inline bool lu__get_varint(const uint8_t **p, const uint8_t *end, uint64_t *v)
{
	uint64_t r = 0;

	if (*p < end && **p < 0x80) { /* most are small */
		*v = *(*p)++;
		return true;
	}
	for (int shift = 0; *p < end && shift < 64; shift += 7) {
		uint8_t b = *(*p)++;

		r |= (uint64_t)(b & 0x7f) << shift;
		if (b & 0x80) continue;
		*v = r;
		return true;
	}
	return false;
}

/* One posting at most: distance, mask, a count for each field. */
#define LU__POSTING_MAX (10 + 2 + LU_FIELDS * 3)
size_t lu__put_posting(uint8_t *p, uint64_t distance, const uint16_t tf[LU_FIELDS]);

/* Read the head of one: its distance, the fields that hold the term, and whether counts of them follow; false when it is damaged. */
static inline bool lu__get_head(const uint8_t **p, const uint8_t *end, uint64_t *distance, uint16_t *fields,
				bool *counts)
{
	uint16_t literal = 0;
	uint64_t head;

	if (!lu__get_varint(p, end, &head) || !(*distance = head >> 1) || *p == end) return false;
	if (!**p && ++*p != end) literal = 1u << LU_FIELD_LITERAL;
	if (*p == end) return false;
	*fields = literal | *(*p)++;
	*counts = head & 1;
	return true;
}

/* Read one, all but its document; false when it is damaged. Lists are long, and a call for each posting took as long as the rest. */
__attribute__((always_inline)) static inline bool lu__get_posting(const uint8_t **p, const uint8_t *end,
								  uint64_t *distance, lu_posting *out)
{
	const uint8_t *at = *p;
	bool counts;

	if (!lu__get_head(&at, end, distance, &out->fields, &counts)) return false;
	out->exact = out->fields;
	memset(out->tf, 0, sizeof out->tf);
	for (unsigned left = out->fields; left; left &= left - 1) {
		uint64_t v = 1;

		if (counts && !lu__get_varint(&at, end, &v)) return false;
		out->tf[__builtin_ctz(left)] = (uint16_t)v;
	}
	*p = at;
	return true;
}

/* Go past one. */
static inline bool lu__skip_posting(const uint8_t **p, const uint8_t *end, uint64_t *distance)
{
	const uint8_t *at = *p;
	uint16_t fields;
	bool counts;

	if (!lu__get_head(&at, end, distance, &fields, &counts)) return false;
	for (unsigned left = counts ? fields : 0; left; left &= left - 1) {
		uint64_t v;

		if (!lu__get_varint(&at, end, &v)) return false;
	}
	*p = at;
	return true;
}

/* Blocks on their way into the store. */
struct lu__block_writer {
	lu_store *s;
	int64_t segment;
	lu_buf terms, data, first, last;
	int64_t bytes;
};
void lu__blocks_begin(struct lu__block_writer *w, lu_store *s, int64_t segment);
/* Add a term, the next in byte order, with `n` documents; the caller then appends its list to w->data and calls
 * lu__blocks_end_term(). */
void lu__blocks_term(struct lu__block_writer *w, lu_str term, uint64_t n, size_t bytes);
lu_code lu__blocks_end_term(struct lu__block_writer *w, lu_err *e);
lu_code lu__blocks_end(struct lu__block_writer *w, lu_err *e);
void lu__blocks_free(struct lu__block_writer *w);

/* A walk over the terms of one block. */
struct lu__block_reader {
	const uint8_t *p, *end;         /* of what is left of the terms */
	const uint8_t *list, *data_end; /* of the present term */
	size_t list_n;
	uint64_t n;
	char term[LU_TOKEN_MAX + 1];
	size_t term_n;
};
/* `data` may be empty when lists are not wanted. */
void lu__block_open(struct lu__block_reader *r, lu_str terms, lu_str data);
/* LU_DONE after the last; LU_EDB: damaged. */
lu_code lu__block_next(struct lu__block_reader *r, lu_err *e);

/* Documents in memory. */
struct lu__columns {
	int64_t *element;
	uint32_t *file;
	uint8_t (*length)[LU_FIELDS];
	uint8_t *sort, *lines;
	size_t n, cap;
};
/* Make room for one more; false: out of memory. */
bool lu__columns_grow(struct lu__columns *c);
void lu__columns_free(struct lu__columns *c);
/* Add document `doc` of the columns to what a run says, `length_of` being lu_length_of() of all codes. */
void lu__run_add(struct lu__run *r, const uint32_t length_of[256], const uint8_t length[LU_FIELDS], uint8_t sort,
		 uint8_t lines);
/* Do the runs tell of documents 0 ... n - 1? */
bool lu__runs_valid(const struct lu__run *r, size_t n_run, size_t n);
/* A new segment, none of its documents dead; its number. */
lu_code lu__segment_add(lu_store *s, const struct lu__columns *c, int64_t *id, lu_err *e);
lu_code lu__segment_bytes(lu_store *s, int64_t id, int64_t bytes, lu_err *e);
/* Documents first.. of segment `id` are the rows of elements v[i].element, hashed: what they had before is dead. */
struct lu__doc {
	int64_t element;
	uint64_t hash;
	uint32_t doc;
};
lu_code lu__docs_place(lu_store *s, int64_t id, struct lu__doc *v, size_t n, lu_err *e);
/* Where the row of an element is; segment 0: it has none. */
lu_code lu__doc_where(lu_store *s, int64_t element, struct lu__where *out, lu_err *e);
/* Elements have no row any more. */
lu_code lu__docs_remove(lu_store *s, const int64_t *element, size_t n, lu_err *e);
/* Merge segments as far as there are too many. */
lu_code lu__segments_merge(lu_store *s, lu_err *e);
/* The error that a segment is damaged. */
lu_code lu__segment_damaged(lu_err *e);

#endif
