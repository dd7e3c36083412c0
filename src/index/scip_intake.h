/* SPDX-License-Identifier: MIT
 * What the files that read a SCIP index share: the elements of a document, and where symbols are defined. */
#ifndef LU_INDEX_SCIP_INTAKE_H
#define LU_INDEX_SCIP_INTAKE_H

#include "lucus/map.h"
#include "scip/scip.h"
#include "lucus/store.h"

/* The elements of one document: of its source where there is one, else of its symbols. */
struct lu__scip_file {
	lu_arena arena;
	lu_buf bytes, decoded;
	lu_str path; /* relative to the knowledge base's root */
	lu_str text; /* empty when the elements are made of symbols */
	bool made;
	lu_file row;
	lu_stored *v; /* sorted by lu__sort_nested() */
	size_t n;
	uint32_t *by_name; /* elements by simple name, then line */
	uint32_t *by_id;
};
void lu__scip_file_init(struct lu__scip_file *f);
void lu__scip_file_free(struct lu__scip_file *f);
/* Fill by_name and by_id. */
lu_code lu__scip_file_sort(struct lu__scip_file *f, lu_err *e);

/* Where a symbol is defined. */
struct lu__scip_def {
	lu_str symbol, simple, name;
	const char *id; /* of its element */
	bool function, type, module;
	bool several; /* elements define it: it does not say which one is meant */
};

struct lu__scip_defs {
	lu_arena arena;
	struct lu__scip_def *v;
	size_t n;
	lu_map map;       /* of v, by symbol */
	lu_strs packages; /* in which it defines symbols: the beginnings of these */
};
void lu__scip_defs_free(struct lu__scip_defs *t);
/* Is the symbol of a package of which the index defines nothing, so that it is outside of the tree? */
bool lu__scip_is_outside(const struct lu__scip_defs *t, lu_str symbol);
/* NULL when the index does not define it. */
const struct lu__scip_def *lu__scip_find(const struct lu__scip_defs *t, lu_str symbol);

/* Make elements of the symbols that the document defines, for want of its source. */
lu_code lu__scip_make(const lu_scip_document *d, struct lu__scip_file *f, lu_err *e);
/* Note which element each definition of the document is. *fits is false when more than half of them are not
 * where the index says: it is of another version of the source. */
lu_code lu__scip_define(const lu_scip_document *d, const struct lu__scip_file *f, struct lu__scip_defs *t, bool *fits,
			lu_err *e);
/* Give the elements of `f` the links that the document's occurrences and relations are. */
lu_code lu__scip_link(const lu_scip_document *d, struct lu__scip_file *f, const struct lu__scip_defs *t, lu_err *e);

/* A place in the text, moved on by columns of the document's encoding. */
struct lu__scip_cursor {
	lu_str text;
	int encoding;
	uint32_t line, column; /* from 0 */
	size_t line_at, at;    /* bytes */
};
/* The text that a range on one line covers, empty when it is not in the text. Ranges must come in order. */
lu_str lu__scip_covers(struct lu__scip_cursor *c, const lu_scip_range *r);

bool lu__scip_is_type(lu_str type);

#endif
