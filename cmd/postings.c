/* SPDX-License-Identifier: MIT
 * lucus index --dump: the full text as records, and the history. */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/out.h"
#include "history.h"
#include "store/postings.h"
#include "vectors.h"
#include "core/sorting.h"

struct dump {
	lu_store *s;
	lu_postings *post;
	lu_arena a;
	lu_str *term; /* distinct, sorted */
	size_t n_term;
	char (*id)[LU_ID]; /* of each document */
	lu_jw w;
};

/* A document of a term's list. */
struct held {
	const char *id;
	const uint16_t *tf;
};

static lu_code add_term(void *ctx, lu_str token, lu_err *e)
{
	struct dump *d = ctx;
	lu_str *v = lu_arena_grow(&d->a, d->term, d->n_term, sizeof *v);

	if (!v) return lu_nomem(e);
	d->term = v;
	v[d->n_term] = lu_arena_dup(&d->a, token);
	return v[d->n_term++].s ? LU_OK : lu_nomem(e);
}

static int by_id(const void *px, const void *py)
{
	return strcmp(((const struct held *)px)->id, ((const struct held *)py)->id);
}

static lu_code load(struct dump *d, lu_err *e)
{
	const lu_docs *docs = lu_postings_docs(d->post);
	size_t n = 0;
	lu_code rc = lu_postings_forms(d->post, lu_strz(""), add_term, d, e);

	if (rc) return rc;
	if (d->n_term) qsort(d->term, d->n_term, sizeof *d->term, lu_str_order);
	for (size_t i = 0; i < d->n_term; i++)
		if (!n || !lu_str_eq(d->term[n - 1], d->term[i])) d->term[n++] = d->term[i];
	d->n_term = n;
	if (!(d->id = calloc(docs->n + 1, sizeof *d->id))) return lu_nomem(e);
	for (size_t i = 0; i < docs->n && !rc; i++) {
		lu_arena a = { 0 };
		lu_brief b;

		if (!docs->file[i]) continue;
		rc = lu_store_brief(d->s, lu_postings_element(d->post, (uint32_t)i), &a, &b, e);
		if (!rc) memcpy(d->id[i], b.uuid, LU_ID);
		else if (rc == LU_ENOENT) rc = LU_OK;
		lu_arena_free(&a);
	}
	return rc;
}

static lu_code show_term(struct dump *d, lu_str term, lu_plist *l, lu_err *e)
{
	struct held *v = calloc(l->n + 1, sizeof *v);
	lu_code rc = v ? LU_OK : lu_nomem(e);

	for (size_t i = 0; i < l->n && !rc; i++) v[i] = (struct held){ d->id[l->v[i].doc], l->v[i].tf };
	if (!rc) qsort(v, l->n, sizeof *v, by_id);
	for (size_t i = 0; i < l->n && !rc; i++) {
		lu_jw_open(&d->w, NULL, '{');
		lu_jw_strz(&d->w, "record", "posting");
		lu_jw_str(&d->w, "term", term);
		lu_jw_strz(&d->w, "id", v[i].id);
		for (int f = 0; f < LU_FIELDS; f++)
			if (v[i].tf[f]) lu_jw_int(&d->w, lu_field_name((lu_field)f), v[i].tf[f]);
		lu_jw_close(&d->w, '}');
		rc = lu_jw_flush(&d->w, stdout, e);
	}
	free(v);
	return rc;
}

/* What ranking reads of a document and of its file. */
static lu_code show_document(struct dump *d, uint32_t doc, lu_err *e)
{
	const lu_docs *docs = lu_postings_docs(d->post);
	uint32_t file = docs->file[doc];

	lu_jw_open(&d->w, NULL, '{');
	lu_jw_strz(&d->w, "record", "document");
	lu_jw_strz(&d->w, "id", d->id[doc]);
	for (int f = 0; f < LU_FIELDS; f++)
		if (docs->length[doc][f])
			lu_jw_int(&d->w, lu_field_name((lu_field)f), docs->length_of[docs->length[doc][f]]);
	lu_jw_int(&d->w, "sort", docs->sort[doc] & 15);
	lu_jw_int(&d->w, "place", docs->sort[doc] >> 4);
	lu_jw_int(&d->w, "lines", docs->length_of[docs->lines[doc]]);
	lu_jw_int(&d->w, "file_lines", docs->file_lines[file] - 1);
	lu_jw_int(&d->w, "file_definitions", docs->file_definitions[file]);
	lu_jw_int(&d->w, "file_words", docs->file_words[file]);
	lu_jw_close(&d->w, '}');
	return lu_jw_flush(&d->w, stdout, e);
}

static int by_its_id(const void *px, const void *py, void *id)
{
	const char(*of)[LU_ID] = id;

	return strcmp(of[*(const uint32_t *)px], of[*(const uint32_t *)py]);
}

static lu_code show_documents(struct dump *d, lu_err *e)
{
	const lu_docs *docs = lu_postings_docs(d->post);
	uint32_t *doc = lu_arena_calloc(&d->a, docs->n + 1, sizeof *doc);
	size_t n = 0;
	lu_code rc = doc ? LU_OK : lu_nomem(e);

	for (size_t i = 0; i < docs->n && !rc; i++)
		if (docs->file[i]) doc[n++] = (uint32_t)i;
	if (n) qsort_r(doc, n, sizeof *doc, by_its_id, d->id);
	for (size_t i = 0; i < n && !rc; i++) rc = show_document(d, doc[i], e);
	return rc;
}

lu_code cmd_dump_postings(lu_err *e)
{
	struct dump d = { 0 };
	lu_plist l = { 0 };
	lu_code rc = cmd_base_read(&d.s, e);

	lu_jw_init(&d.w);
	if (!rc) rc = lu_store_begin(d.s, e);
	if (!rc) rc = lu_postings_open(d.s, &d.post, e);
	if (!rc) rc = load(&d, e);
	if (!rc) rc = show_documents(&d, e);
	for (size_t i = 0; i < d.n_term && !rc; i++) {
		l.n = 0;
		rc = lu_postings_list(d.post, d.term[i], &l, e);
		if (!rc) rc = show_term(&d, d.term[i], &l, e);
	}
	if (!rc) rc = cmd_dump_history(d.s, e);
	lu_plist_free(&l);
	lu_jw_free(&d.w);
	free(d.id);
	lu_postings_close(d.post);
	lu_store_close(d.s);
	lu_arena_free(&d.a);
	return rc;
}
