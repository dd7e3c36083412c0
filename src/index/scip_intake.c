/* SPDX-License-Identifier: MIT
 * Phase 1 from a SCIP index. It is read twice: first for what is defined, then for what is used; so one file's
 * elements are in memory at a time. The sources are parsed as always, so that elements, code and text are those
 * of lu_ingest_tree(); only where an index goes beyond does it count, until the file changes. */
#include "index/scip_intake.h"

#include <stdio.h>
#include <stdlib.h>

#include "index/content.h"
#include "index/explained_set.h"
#include "index/ingest.h"
#include "index/tree.h"
#include "core/file.h"
#include "lucus/request.h"
#include "lucus/text.h"

#define MAX_INDEX ((size_t)1 << 30)

struct import {
	struct lu__batch b;
	const char *root;   /* of the sources, without links in it; empty: there are none */
	const char *prefix; /* of the documents' paths, with a slash at its end, or empty */
	const lu_watch *w;
	lu_counts *c;
	lu_parser *parser;
	struct lu__scip_defs defs;
	lu_arena arena;
	lu_str *taken; /* paths of the first pass */
	bool *good;
	size_t n, seen; /* documents of the first pass; of the second so far */
	bool again;     /* the second pass */
};

/* ---- the source of a document ---- */

static bool is_plain_path(lu_str path)
{
	size_t from = 0;

	for (size_t i = 0; i <= path.n; i++) {
		lu_str part;

		if (i < path.n && path.s[i] != '/') {
			if ((unsigned char)path.s[i] < ' ' || path.s[i] == '\\') return false;
			continue;
		}
		part = lu_strn(path.s + from, i - from);
		if (!part.n || lu_str_eqz(part, ".") || lu_str_eqz(part, "..")) return false;
		from = i + 1;
	}
	return true;
}

/* Read the source into f->bytes. LU_ENOENT: it is not there. What links lead out of the root is not read. */
static lu_code read_source(struct import *m, lu_str path, struct lu__scip_file *f, lu_err *e)
{
	lu_buf name = LU_BUF, real = LU_BUF;
	lu_code rc = LU_ENOENT;

	lu_buf_addf(&name, "%s/%.*s", m->root, LU_FMT(path));
	if (name.oom) rc = lu_nomem(e);
	else if (*m->root && lu_file_exists(name.s)) rc = lu_file_real(name.s, &real, e);
	if (!rc && !(lu_str_starts(lu_buf_str(&real), m->root) && (real.s[strlen(m->root)] == '/')))
		rc = lu_fail(e, LU_EFORMAT, "a link leads out of '%s'", m->root);
	if (!rc) rc = lu_file_read(real.s, LU_MAX_FILE_SIZE, &f->bytes, e);
	lu_buf_free(&name);
	lu_buf_free(&real);
	return rc;
}

static lu_code parse_source(struct import *m, struct lu__scip_file *f, lu_err *e)
{
	const char *reason = lu_content_reason(f->path, lu_buf_str(&f->bytes));
	char sha[LU_SHA256_HEX];
	const lu_language *language;
	lu_parsed parsed;
	lu_code rc;

	if (reason) return lu_fail(e, LU_EFORMAT, "%s", reason);
	if ((rc = lu_text_decode(lu_buf_str(&f->bytes), &f->decoded, &f->text, NULL, e))) return rc;
	if (!(language = lu_language_for(f->path, f->text)))
		return lu_fail(e, LU_EFORMAT, "no parser for files of this name");
	if ((rc = lu_parse(m->parser, language, f->path, f->text, &f->arena, &parsed, e))) return rc;
	lu_sha256_hex(lu_buf_str(&f->bytes), sha);
	f->row = (lu_file){ .path = f->path,
			    .sha256 = lu_arena_dup(&f->arena, lu_strz(sha)),
			    .size = (int64_t)f->bytes.len,
			    .language = lu_strz(lu_language_name(language)),
			    .parser = LU_PARSER_VERSION };
	f->n = parsed.elements.n;
	f->v = lu_arena_calloc(&f->arena, f->n, sizeof *f->v);
	if (!f->v || !f->row.sha256.s) return lu_nomem(e);
	for (size_t i = 0; i < f->n; i++) f->v[i].el = parsed.elements.v[i];
	f->v[0].el.sha256 = f->row.sha256;
	f->v[0].el.size = f->row.size;
	return LU_OK;
}

/* The elements of a document. LU_EFORMAT: it can not be used, the message says why. */
static lu_code load(struct import *m, const lu_scip_document *d, struct lu__scip_file *f, lu_err *e)
{
	lu_buf path = LU_BUF;
	lu_code rc;

	if (!is_plain_path(d->path)) return lu_fail(e, LU_EFORMAT, "its path is not one below the root");
	lu_buf_addf(&path, "%s%.*s", m->prefix, LU_FMT(d->path));
	f->path = lu_arena_dup(&f->arena, lu_buf_str(&path));
	rc = path.oom || !f->path.s ? lu_nomem(e) : read_source(m, d->path, f, e);
	lu_buf_free(&path);
	if (rc == LU_ENOENT && d->text.n) {
		lu_buf_addstr(&f->bytes, d->text);
		rc = f->bytes.oom ? lu_nomem(e) : LU_OK;
	}
	if (rc == LU_ENOENT) rc = lu__scip_make(d, f, e);
	else if (!rc) rc = parse_source(m, f, e);
	if (rc) return rc;
	lu__sort_nested(f->v, f->n);
	return lu__scip_file_sort(f, e);
}

/* ---- the first pass: definitions ---- */

static lu_code reject_document(void *ctx, size_t i, const char *reason, lu_err *e)
{
	struct import *m = ctx;
	char name[40];

	if (m->again) return LU_OK; /* it has been said */
	snprintf(name, sizeof name, "document %zu", i);
	return lu__reject(m->w, m->c, name, 0, reason, e);
}

static lu_code note_path(struct import *m, const lu_scip_document *d, bool good, lu_err *e)
{
	lu_str *v = lu_arena_grow(&m->arena, m->taken, m->n, sizeof *v);
	bool *g = lu_arena_grow(&m->arena, m->good, m->n, sizeof *g);

	if (!v || !g) return lu_nomem(e);
	m->taken = v;
	m->good = g;
	v[m->n] = lu_arena_dup(&m->arena, d->path);
	if (!v[m->n].s) return lu_nomem(e);
	g[m->n++] = good;
	return LU_OK;
}

static lu_code define(void *ctx, const lu_scip_document *d, lu_err *e)
{
	struct import *m = ctx;
	struct lu__scip_file f;
	bool fits = true;
	lu_err why = { LU_OK, "" };
	lu_code rc, told = LU_OK;

	lu__scip_file_init(&f);
	rc = load(m, d, &f, &why);
	if (!rc) rc = lu__scip_define(d, &f, &m->defs, &fits, &why);
	if (!rc && !fits) rc = lu_fail(&why, LU_EFORMAT, "the index is of another version of the source");
	lu__scip_file_free(&f);
	m->c->files++;
	if (rc == LU_EFORMAT || rc == LU_EIO || rc == LU_ENOENT) {
		told = lu__reject(m->w, m->c, d->path.s, 0, why.msg, e);
		return told ? told : note_path(m, d, false, e);
	}
	if (rc) return lu_fail(e, rc, "%s", why.msg);
	if (d->dropped) {
		char text[80];

		snprintf(text, sizeof text, "%zu of its occurrences have no range, and were left out", d->dropped);
		if ((rc = lu__reject(m->w, m->c, d->path.s, 0, text, e))) return rc;
	}
	rc = note_path(m, d, true, e);
	return rc ? rc : lu_check_cancel(e);
}

/* ---- between: of documents with one path the first counts ---- */

static int by_path(const void *px, const void *py, void *ctx)
{
	const lu_str *v = ctx;
	size_t x = *(const size_t *)px, y = *(const size_t *)py;
	int c = lu_str_cmp(v[x], v[y]);

	return c ? c : (x > y) - (x < y);
}

static lu_code drop_twins(struct import *m, lu_err *e)
{
	size_t *order = lu_arena_calloc(&m->arena, m->n + 1, sizeof *order);
	lu_code rc = LU_OK;

	if (!order) return lu_nomem(e);
	for (size_t i = 0; i < m->n; i++) order[i] = i;
	qsort_r(order, m->n, sizeof *order, by_path, m->taken);
	for (size_t i = 1; i < m->n && !rc; i++) {
		if (!lu_str_eq(m->taken[order[i]], m->taken[order[i - 1]]) || !m->good[order[i]]) continue;
		m->good[order[i]] = false;
		rc = lu__reject(m->w, m->c, m->taken[order[i]].s, 0, "the index has another document of this path", e);
	}
	return rc;
}

/* ---- the second pass: uses ---- */

static lu_code store(void *ctx, const lu_scip_document *d, lu_err *e)
{
	struct import *m = ctx;
	struct lu__scip_file f;
	lu_code rc;

	if (m->seen >= m->n || !m->good[m->seen++]) return LU_OK;
	lu__scip_file_init(&f);
	rc = load(m, d, &f, e);
	if (!rc) rc = lu__scip_link(d, &f, &m->defs, e);
	if (!rc) rc = lu__explained_give(m->b.s, false, f.v, f.n, &f.arena, e);
	if (!rc) rc = lu__set_hashes(f.v, f.n, e);
	if (!rc) rc = lu__store_file(&m->b, &f.row, f.v, f.n, e);
	if (!rc) rc = lu__batch_end(&m->b, false, e);
	if (!rc) {
		m->c->parsed += !f.made;
		m->c->bytes += (int64_t)f.bytes.len;
	}
	lu__scip_file_free(&f);
	if (m->w && m->w->progress) m->w->progress(m->w->ctx, "store", (int64_t)m->seen, (int64_t)m->n);
	/* the file went away between the passes: a later run will see it */
	if (rc == LU_EFORMAT || rc == LU_EIO) rc = LU_OK;
	return rc ? rc : lu_check_cancel(e);
}

lu_code lu_ingest_scip(lu_store *s, const char *file, const char *root, const char *prefix, const lu_watch *w,
		       lu_counts *c, lu_err *e)
{
	struct import m = { .b = { .s = s, .w = w, .c = c }, .root = root, .prefix = prefix, .w = w, .c = c };
	lu_scip_reader first = { &m, define, reject_document }, second = { &m, store, reject_document };
	lu_buf bytes = LU_BUF;
	lu_code rc = lu_file_read(file, MAX_INDEX, &bytes, e), end;

	if (!rc) rc = lu_parser_new(&m.parser, e);
	if (!rc) rc = lu_scip_read(lu_buf_str(&bytes), &first, e);
	if (rc == LU_EFORMAT && m.n)
		rc = lu__reject(w, c, file, 0, e->msg, e); /* what stands before the damage counts */
	if (!rc) rc = drop_twins(&m, e);
	m.again = true;
	if (!rc && m.n) {
		rc = lu_scip_read(lu_buf_str(&bytes), &second, e);
		if (rc == LU_EFORMAT) rc = LU_OK;
	}
	end = rc == LU_OK || rc == LU_ECANCEL ? lu__batch_end(&m.b, true, rc ? NULL : e) : LU_OK;
	if (m.b.open) lu_store_rollback(s);
	if (!rc) rc = end;
	lu_parser_free(m.parser);
	lu__scip_defs_free(&m.defs);
	lu_arena_free(&m.arena);
	lu_buf_free(&bytes);
	return rc ? rc : lu__resolve(s, false, 0, w, c, e);
}
