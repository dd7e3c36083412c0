/* SPDX-License-Identifier: MIT
 * The history that a store keeps, for people: in lucus status, and in lucus index --dump. */
#include "history.h"

#include <stdlib.h>

#include "cli/out.h"

void cmd_history_write(lu_jw *w, const lu_history_state *x)
{
	lu_jw_int(w, "commits", x->commits);
	if (x->commits) lu_jw_str(w, "commits_to", x->tip);
	else lu_jw_null(w, "commits_to");
	if (x->why.n) lu_jw_str(w, "commits_unread", x->why);
	else lu_jw_null(w, "commits_unread");
}

void cmd_history_text(const lu_history_state *x, lu_buf *out)
{
	if (x->why.n) lu_buf_addf(out, "not read: %.*s", LU_FMT(x->why));
	else if (x->bound == 0) lu_buf_adds(out, "off: sync with --history N");
	else if (!x->commits) lu_buf_adds(out, "no commits");
	else
		lu_buf_addf(out, "%lld commit%s up to %.*s", (long long)x->commits, lu_plural((size_t)x->commits),
			    LU_FMT(x->tip));
}

struct dump {
	const lu_history *h;
	const lu_file *file;
	size_t n_file, commit;
	lu_jw w;
};

static lu_str path_of(const struct dump *d, uint32_t id)
{
	for (size_t i = 0; i < d->n_file; i++)
		if (d->file[i].id == id) return d->file[i].path;
	return lu_strz("?");
}

static lu_code show_commit(void *ctx, const lu_history_commit *c, lu_err *e)
{
	struct dump *d = ctx;
	const lu_history *h = d->h;
	size_t i = d->commit++;

	if (i >= h->n_commit) return lu_fail(e, LU_EDB, "the index of the history lacks commits");
	lu_jw_open(&d->w, NULL, '{');
	lu_jw_strz(&d->w, "record", "commit");
	lu_jw_str(&d->w, "commit", c->id);
	lu_jw_str(&d->w, "message", c->message);
	lu_jw_strs(&d->w, "paths", c->files);
	lu_jw_int(&d->w, "words", h->length[i]);
	lu_jw_int(&d->w, "width", h->width[i]);
	lu_jw_open(&d->w, "files", '[');
	for (size_t k = h->link_at[i]; k < h->link_at[i + 1]; k++) lu_jw_str(&d->w, NULL, path_of(d, h->link[k]));
	lu_jw_close(&d->w, ']');
	lu_jw_close(&d->w, '}');
	return lu_jw_flush(&d->w, stdout, e);
}

static lu_code show_word(struct dump *d, size_t i, lu_err *e)
{
	const lu_history *h = d->h;

	lu_jw_open(&d->w, NULL, '{');
	lu_jw_strz(&d->w, "record", "said");
	lu_jw_str(&d->w, "stem", lu_strn(h->text + h->term_at[i], h->term_at[i + 1] - h->term_at[i]));
	lu_jw_open(&d->w, "by", '[');
	for (size_t k = h->post_at[i]; k < h->post_at[i + 1]; k++) {
		lu_jw_open(&d->w, NULL, '[');
		lu_jw_int(&d->w, NULL, h->post[k] >> 8);
		lu_jw_int(&d->w, NULL, h->post[k] & 255);
		lu_jw_close(&d->w, ']');
	}
	lu_jw_close(&d->w, ']');
	lu_jw_close(&d->w, '}');
	return lu_jw_flush(&d->w, stdout, e);
}

lu_code cmd_dump_history(lu_store *s, lu_err *e)
{
	struct dump d = { .h = NULL };
	lu_history *h = NULL;
	lu_file *file = NULL;
	lu_arena a = { 0 };
	lu_code rc = lu_history_open(s, &h, e);

	lu_jw_init(&d.w);
	if (!rc && h) rc = lu_store_files(s, &a, &file, &d.n_file, e);
	d.h = h;
	d.file = file;
	if (!rc && h) rc = lu_store_history_each(s, show_commit, &d, e);
	for (size_t i = 0; h && i < h->n_term && !rc; i++) rc = show_word(&d, i, e);
	lu_jw_free(&d.w);
	lu_arena_free(&a);
	free(h);
	return rc;
}
