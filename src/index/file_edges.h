/* SPDX-License-Identifier: MIT
 * Answering files on a model: of everything (edges.c), or of a part (few_edges.c). */
#ifndef LU_INDEX_FILE_EDGES_H
#define LU_INDEX_FILE_EDGES_H

#include "lucus/index.h"

struct lu__resolve {
	lu_store *s;
	const lu_watch *w;
	lu_counts *c;
	lu_arena arena;
	lu_outlines all;
	size_t *due, n_due; /* files */
	lu_model *model;
	lu_edge_writer *writer;
	bool tree; /* files were read from one */
};

/* A file that is due. */
struct lu__item {
	lu_arena arena;
	size_t file;
	lu_str calls; /* packed */
	lu_ref *ref;  /* unpacked, when the store had to find their targets, or they are read more than once */
	size_t n_ref;
	bool aimed, read; /* the store had to; `ref` is there */
	lu_file_edges edges;
};

struct lu__edge_list {
	lu_arena *a;
	lu_edge *v;
	size_t n;
	lu_str reads; /* what they were found in, packed; empty: that can not be told */
	bool oom;
};

lu_code lu__list_due(struct lu__resolve *r, lu_err *e);
/* Read what is to be answered of due file `i`. */
lu_code lu__item_read(struct lu__resolve *r, size_t i, struct lu__item **out, lu_err *e);
void lu__item_free(struct lu__item *it);
/* All edges out of a file, and what they were found in. */
lu_code lu__answer_file(const struct lu__resolve *r, lu_resolver *resolver, const struct lu__item *it,
			struct lu__edge_list *l, int64_t *contains, lu_err *e);
lu_code lu__item_write(struct lu__resolve *r, struct lu__item *it, lu_err *e);

/* When few files are due: the model is built from few outlines. *done stays false when that does not do. */
lu_code lu__resolve_few(struct lu__resolve *r, bool *done, lu_err *e);

#endif
