/* SPDX-License-Identifier: MIT
 * What phase 1 from trees and phase 1 from records share: batches, storing a file, resolving edges. */
#ifndef LU_INDEX_INGEST_H
#define LU_INDEX_INGEST_H

#include "lucus/index.h"

struct lu__batch {
	lu_store *s;
	const lu_watch *w;
	lu_counts *c;
	bool open;    /* a transaction */
	int64_t n;    /* elements in it */
	double since; /* it was opened, lu_now() */
};

/* Begin a transaction unless one is open. */
lu_code lu__batch_begin(struct lu__batch *b, lu_err *e);
/* Commit when the batch is large or old enough, or always with `end`. */
lu_code lu__batch_end(struct lu__batch *b, bool end, lu_err *e);
/* Store the elements of one file, which have their hashes. */
lu_code lu__store_file(struct lu__batch *b, const lu_file *f, lu_stored *v, size_t n, lu_err *e);
/* Resolve the references when the elements changed since the last time. `tree`: they were parsed here, so that those of
 * a file stand together; others may name a container in any file. */
lu_code lu__resolve(lu_store *s, bool tree, int jobs, const lu_watch *w, lu_counts *c, lu_err *e);

#endif
