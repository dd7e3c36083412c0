/* SPDX-License-Identifier: MIT
 * Where the sources of an index are. */
#include "core/file.h"
#include "session/foreign.h"

bool lu_has_root(lu_store *s)
{
	lu_arena a = { 0 };
	lu_kb kb;
	bool has = !lu_store_kb(s, false, &a, &kb, NULL) && kb.root.n;

	lu_arena_free(&a);
	return has;
}

/* *from: the folder, absolute; *prefix: what its paths get in the store. */
static lu_code from_area(lu_store *s, const char *root, lu_buf *from, lu_buf *prefix, lu_err *e)
{
	lu_path one = { .path = root };
	lu_paths o = { .v = &one, .n = root != NULL, .given = 1, .any = root != NULL };
	lu_area p = LU_AREA;
	lu_code rc = lu_area_of(&p, &o, s, e);

	if (!rc) lu_buf_addstr(from, lu_buf_str(&p.root));
	if (!rc && *p.part->sub) {
		lu_buf_addf(from, "/%s", p.part->sub);
		lu_buf_addf(prefix, "%s/", p.part->sub);
	}
	lu_area_free(&p);
	return rc;
}

static lu_code beside(const char *file, lu_buf *from, lu_err *e)
{
	lu_buf folder = LU_BUF;
	lu_code rc;

	lu_buf_addstr(&folder, lu_str_before_last(lu_strz(file), '/'));
	rc = folder.oom ? lu_nomem(e) : lu_file_real(folder.len ? folder.s : ".", from, e);
	lu_buf_free(&folder);
	return rc;
}

lu_code lu_ingest_index(lu_store *s, const char *file, const char *root, const lu_watch *w, lu_counts *c, lu_err *e)
{
	lu_buf from = LU_BUF, prefix = LU_BUF;
	lu_code rc;

	lu_buf_adds(&prefix, "");
	rc = root || lu_has_root(s) ? from_area(s, root, &from, &prefix, e) : beside(file, &from, e);
	if (!rc && (from.oom || prefix.oom)) rc = lu_nomem(e);
	if (!rc) rc = lu_ingest_scip(s, file, from.s, prefix.s, w, c, e);
	lu_buf_free(&from);
	lu_buf_free(&prefix);
	return rc;
}
