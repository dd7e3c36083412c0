/* SPDX-License-Identifier: MIT
 * lucus ingest-ast: records, of standard input, files and caches. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/out.h"
#include "ingest.h"

static lu_code take_record(lu_intake *t, const lu_json *v, lu_err *e)
{
	lu_str kind = lu_record_kind(v);

	if (lu_str_eqz(kind, "element") || lu_str_eqz(kind, "node")) return lu_intake_add(t, v, e);
	/* what an earlier stage says about itself is no input */
	if (lu_str_eqz(kind, "summary") || lu_str_eqz(kind, "error")) return LU_OK;
	return lu_fail(e, LU_EFORMAT, "expected an element record, found '%.*s'", LU_FMT(kind));
}

static lu_code reject(cmd_ingesting *g, const char *name, long line, lu_err *e)
{
	g->run.counts.rejected++;
	g->run.rejected = true;
	lu_intake_reject(g->intake);
	return lu_out_error(name, line, e->msg, e);
}

lu_code cmd_ingest_reject(cmd_ingesting *g, const char *path, lu_err *e)
{
	g->bad++;
	return reject(g, path, 0, e);
}

static lu_code read_records(cmd_ingesting *g, FILE *f, const char *name, lu_err *e)
{
	lu_reader in;
	lu_json *v = NULL;
	lu_code rc = LU_OK;

	cmd_base_reader(&in, f, name);
	while (!rc && (rc = lu_reader_next(&in, &v, e)) != LU_DONE) {
		if (!rc) {
			rc = take_record(g->intake, v, e);
			lu_json_free(v);
		}
		g->records++;
		if (rc == LU_EFORMAT) rc = reject(g, name, in.line, e);
	}
	lu_reader_free(&in);
	return rc == LU_DONE ? LU_OK : rc;
}

static lu_code read_file(cmd_ingesting *g, const char *path, lu_err *e)
{
	FILE *f = fopen(path, "re");
	lu_code rc;

	if (!f) {
		lu_fail(e, LU_EIO, "cannot open '%s': %s", path, strerror(errno));
		return cmd_ingest_reject(g, path, e);
	}
	rc = read_records(g, f, path, e);
	fclose(f);
	return rc;
}

static lu_code take_cached(void *ctx, const char *file, const lu_json *record, const char *why, lu_err *e)
{
	cmd_ingesting *g = ctx;
	lu_code rc = record ? lu_intake_add(g->intake, record, e) : lu_fail(e, LU_EFORMAT, "%s", why);

	g->records++;
	return rc == LU_EFORMAT ? reject(g, file, 1, e) : rc;
}

static lu_code read_cache(cmd_ingesting *g, const char *path, lu_err *e)
{
	lu_code rc = lu_cache_read(path, g->root, take_cached, g, e);

	return (rc == LU_EIO || rc == LU_ENOENT) && !ferror(stdout) ? cmd_ingest_reject(g, path, e) : rc;
}

lu_code cmd_ingest_read(cmd_ingesting *g, const lu_paths *o, lu_err *e)
{
	lu_code rc = LU_OK;

	if (!o->any && cmd_base_has_input()) return read_records(g, stdin, "-", e);
	for (size_t i = 0; i < o->n && !rc; i++) switch (lu_form_of(o->v[i].path, g->from)) {
		case LU_FORM_RECORDS: rc = read_file(g, o->v[i].path, e); break;
		case LU_FORM_CACHE: rc = read_cache(g, o->v[i].path, e); break;
		default: break;
		}
	return rc;
}
