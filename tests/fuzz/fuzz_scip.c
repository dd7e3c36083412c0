/* SPDX-License-Identifier: MIT
 * The reader of SCIP indexes: any bytes are an index, or are rejected. What it gives becomes elements and links, as if
 * its sources were not there. */
#include <stdint.h>
#include <stdlib.h>

#include "index/content.h"
#include "index/scip_intake.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct pass {
	struct lu__scip_defs defs;
	bool link;
};

static lu_code on_document(void *ctx, const lu_scip_document *d, lu_err *e)
{
	struct pass *p = ctx;
	struct lu__scip_file f;
	bool fits;
	lu_code rc;

	lu__scip_file_init(&f);
	f.path = d->path;
	rc = lu__scip_make(d, &f, e);
	if (!rc) lu__sort_nested(f.v, f.n);
	if (!rc) rc = lu__scip_file_sort(&f, e);
	f.text = d->text; /* the ranges are looked at, whatever they are */
	if (!rc) rc = p->link ? lu__scip_link(d, &f, &p->defs, e) : lu__scip_define(d, &f, &p->defs, &fits, e);
	lu__scip_file_free(&f);
	return rc == LU_EFORMAT ? LU_OK : rc;
}

static lu_code on_reject(void *ctx, size_t i, const char *reason, lu_err *e)
{
	(void)ctx, (void)i, (void)e;
	if (!reason[0]) abort();
	return LU_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pass p = { .link = false };
	lu_scip_reader r = { &p, on_document, on_reject };
	lu_str bytes = lu_strn((const char *)data, size);
	lu_err e = { LU_OK, "" };
	lu_code rc = lu_scip_read(bytes, &r, &e);

	p.link = true;
	if (lu_scip_read(bytes, &r, &e) != rc) abort();
	lu__scip_defs_free(&p.defs);
	return 0;
}
