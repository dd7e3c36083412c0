/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "retrieve/rank.h"

void lu__files_free(lu__files *f)
{
	free(f->lines);
	free(f->definitions);
	free(f->doc_words);
	free(f->referred);
	*f = (lu__files){ 0 };
}

lu_code lu__files_make(lu_store *s, const lu_docs *d, lu__files *f, lu_err *e)
{
	uint64_t sum = 0;
	int64_t most = 0;
	lu_code rc = lu_store_most_referred(s, &most, e);

	if (rc) return rc;
	*f = (lu__files){ .most_referred = (uint32_t)most };
	for (size_t i = 0; i < d->n; i++)
		if (d->file[i] >= f->n) f->n = d->file[i] + (size_t)1;
	f->lines = calloc(f->n + 1, sizeof *f->lines);
	f->definitions = calloc(f->n + 1, sizeof *f->definitions);
	f->doc_words = calloc(f->n + 1, sizeof *f->doc_words);
	f->referred = malloc((f->n + 1) * sizeof *f->referred);
	if (!f->lines || !f->definitions || !f->doc_words || !f->referred) {
		lu__files_free(f);
		return lu_nomem(e);
	}
	memset(f->referred, 0xff, f->n * sizeof *f->referred);
	for (size_t i = 0; i < d->n; i++) {
		uint32_t file = d->file[i], lines = d->length_of[d->lines[i]], words = d->length_of[d->length[i][LU_FIELD_DOC]];
		int sort = d->sort[i] & 15;

		if (!file) continue;
		f->count += f->lines[file] == 0;
		if (f->lines[file] < lines + 1) f->lines[file] = lines + 1;
		f->definitions[file] += sort == LU_SORT_DEFINITION || sort == LU_SORT_PROTOTYPE || sort == LU_SORT_TEST;
		f->doc_words[file] += words;
		sum += words;
	}
	f->mean_doc_words = f->count ? (double)sum / (double)f->count + 1e-9 : 1;
	return LU_OK;
}
