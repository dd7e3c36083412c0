/* SPDX-License-Identifier: MIT
 * What full text and vectors read of code elements: which tokens they hold, how often, and in which
 * field. A bag is filled element by element; lu_bag_row() and lu_bag_terms() copy what must outlive
 * that. */
#ifndef LUCUS_BAG_H
#define LUCUS_BAG_H

#include "lucus/map.h"
#include "lucus/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The fields of an element. Their order is part of the store's format. */
typedef enum lu_field {
	LU_FIELD_NAME,  /* the element's own name; empty for a file */
	LU_FIELD_SCOPE, /* the names of the elements that it is in */
	LU_FIELD_STEM,  /* its file's name without the ending, or, when that says nothing (index, mod), its folder's */
	LU_FIELD_FOLDERS,   /* the last three folders of its path */
	LU_FIELD_SIGNATURE, /* as records have it */
	LU_FIELD_DOC,       /* docstring and explanation */
	LU_FIELD_BODY,      /* its own code */
	LU_FIELD_IMPORTS,   /* of a file: what it brings in */
	LU_FIELD_LITERAL,   /* what string literals of the body say; it is in that, too */
	LU_FIELDS
} lu_field;
const char *lu_field_name(lu_field f); /* "name", "scope", ... static */

/* What an element is to ranking. Part of the store's format. */
typedef enum lu_sort {
	LU_SORT_DEFINITION, /* of a function, a class ... */
	LU_SORT_VALUE,      /* constant, variable, property */
	LU_SORT_PROTOTYPE,  /* declared here, defined elsewhere */
	LU_SORT_TEST,       /* a function or a class of tests */
	LU_SORT_FILE,       /* a module */
	LU_SORT_PROSE       /* sections of documents, blocks of text */
} lu_sort;

/* What the path of its file says; bits. Part of the store's format. */
enum {
	LU_PLACE_TEST = 1,  /* tests, examples, benchmarks */
	LU_PLACE_ASIDE = 2, /* vendored, generated, deprecated */
	LU_PLACE_PROSE = 4, /* documents and data */
};

/* A distinct token of the file. Its number is its index in lu_bag.term, which stays until the next file; the bytes are
 * read by lu_bag_text(). */
typedef struct lu_bag_term {
	uint64_t hash;  /* lu_digest64(token, 0) */
	uint32_t at, n; /* of its bytes in the bag's text */
	uint32_t entry; /* of the element that is read: its entry's number + 1, as far as `seen` is true */
	uint32_t seen;  /* number of the element that held it last */
} lu_bag_term;

/* A term of one element: how often each field holds it, UINT16_MAX at most. */
typedef struct lu_bag_entry {
	uint32_t term;
	uint16_t tf[LU_FIELDS];
	uint16_t kind; /* lu_token_kind of its first occurrence in the element */
} lu_bag_entry;

/* The elements of one file, read one after the other, share their terms. Zero-initialise with LU_BAG. One thread at a
 * time. */
typedef struct lu_bag {
	lu_bag_term *term;
	size_t n_term, cap_term;
	lu_bag_entry *entry; /* of the present element */
	size_t n_entry, cap_entry;
	uint32_t length[LU_FIELDS]; /* tokens of the present element */
	lu_sort sort;               /* what the present element is */
	uint32_t lines;             /* its length */
	uint32_t element;           /* its number, from 1 */
	lu_map map;                 /* of the terms */
	lu_buf text;                /* bytes of the terms: lu_bag_text() */
	uint64_t file;              /* rises with every lu_bag_file(): what was kept by term number is void */
	lu_field field;             /* that is read */
	bool oom;
} lu_bag;

#define LU_BAG \
	{ \
		.text = LU_BUF \
	}

/* Begin a file: the bag holds no terms, and keeps some memory. Views of the last file's terms are void. */
void lu_bag_file(lu_bag *b);
/* Begin an element, the present one from now on: it holds no entries. */
void lu_bag_element(lu_bag *b);
/* Count the tokens of `s`, UTF-8, in `field` of the present element, with what was read of that
 * field before. LU_ENOMEM: the element is not whole. */
lu_code lu_bag_read(lu_bag *b, lu_str s, lu_field field, lu_err *e) LU_MUST_USE;
/* Free the memory; the bag is empty and may be used again. */
void lu_bag_free(lu_bag *b);

/* The terms of a file as they were when all its elements were read: a copy in an arena, which rows
 * of that file refer to by index. */
typedef struct lu_terms {
	const lu_bag_term *v;
	size_t n;
	const char *text;
	uint32_t *number;  /* of each, for the caller that stores them; zeros at first */
	uint64_t numbered; /* what `number` is true for; 0 at first */
} lu_terms;

/* The entries of one element, as they were when lu_bag_row() copied them; `term` of each is an index in the lu_terms of
 * its file. */
typedef struct lu_row {
	const lu_bag_entry *v;
	size_t n;
	uint32_t length[LU_FIELDS];
	lu_sort sort;
	unsigned place; /* LU_PLACE_ bits of its file, which the caller sets */
	uint32_t lines;
} lu_row;

/* Copies in `a`: of the present element's entries, and of the terms of the file so far. The bag
 * stays as it is. LU_ENOMEM. */
lu_code lu_bag_row(const lu_bag *b, lu_arena *a, lu_row *out, lu_err *e) LU_MUST_USE;
lu_code lu_bag_terms(const lu_bag *b, lu_arena *a, lu_terms *out, lu_err *e) LU_MUST_USE;

/* The bytes of term `term`, less than b->n_term: a folded token. Valid until the bag reads more. */
static inline lu_str lu_bag_text(const lu_bag *b, size_t term)
{
	return lu_strn(b->text.s + b->term[term].at, b->term[term].n);
}

#ifdef __cplusplus
}
#endif
#endif
