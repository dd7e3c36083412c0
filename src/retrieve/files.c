/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "retrieve/rank.h"

void lu__files_free(lu__files *f)
{
	free(f->referred);
	*f = (lu__files){ 0 };
}

lu_code lu__files_make(lu_store *s, const lu_docs *d, lu__files *f, lu_err *e)
{
	int64_t most = 0;
	lu_code rc = lu_store_most_referred(s, &most, e);

	if (rc) return rc;
	*f = (lu__files){ .most_referred = (uint32_t)most, .referred = malloc((d->n_file + 1) * sizeof *f->referred) };
	if (!f->referred) return lu_nomem(e);
	memset(f->referred, 0xff, d->n_file * sizeof *f->referred);
	return LU_OK;
}
