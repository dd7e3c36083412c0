/* SPDX-License-Identifier: MIT */
#include "index/explained_set.h"

#include <pthread.h>
#include <stdlib.h>

#include "index/content.h"

#define CODE_MAX   12000 /* bytes: some 3,500 tokens */
#define DOC_MAX    2000
#define INSIDE_MAX 60 /* signatures */

void lu_explained_sort(lu_stored *v, size_t n)
{
	lu__sort_nested(v, n);
}

/* At most `max` bytes of it, up to the end of a line where there is one. */
static void add_cut(lu_str s, size_t max, lu_buf *out)
{
	size_t n = s.n;

	if (n > max) {
		const char *end = memrchr(s.s, '\n', max);

		n = end ? (size_t)(end - s.s) : max;
		while (n && ((unsigned char)s.s[n] & 0xc0) == 0x80) n--; /* not within a character */
	}
	lu_buf_add(out, s.s, n);
	lu_buf_adds(out, n < s.n ? "\n[cut]\n" : n && s.s[n - 1] == '\n' ? "" : "\n");
}

static void add_field(const char *name, lu_str value, lu_buf *out)
{
	if (value.n) lu_buf_addf(out, "%s: %.*s\n", name, LU_FMT(value));
}

/* What its elements are, whose code is left out of its own. */
static void add_inside(const lu_stored *v, size_t n, size_t i, size_t max, lu_buf *out)
{
	size_t seen = 0;

	for (size_t j = i + 1; j < n && v[j].el.start_line <= v[i].el.end_line; j++) {
		const lu_element *el = &v[j].el;

		if (!lu_str_eqz(el->parent, v[i].el.id)) continue;
		if (!seen++) lu_buf_adds(out, "it holds:\n");
		if (seen > max) break;
		lu_buf_adds(out, "- ");
		lu_buf_addstr(out, el->signature.n ? el->signature : el->name);
		lu_buf_addc(out, '\n');
	}
}

static void compose(const lu_stored *v, size_t n, size_t i, lu_str own, bool whole, lu_buf *out)
{
	const lu_element *el = &v[i].el;

	lu_buf_reset(out);
	add_field("type", el->type, out);
	add_field("name", el->name, out);
	add_field("language", el->language, out);
	add_field("signature", el->signature, out);
	if (el->docstring.n) lu_buf_adds(out, "documentation:\n");
	if (el->docstring.n) add_cut(el->docstring, whole ? SIZE_MAX : DOC_MAX, out);
	lu_buf_adds(out, "code:\n");
	add_cut(own, whole ? SIZE_MAX : CODE_MAX, out);
	add_inside(v, n, i, whole ? SIZE_MAX : INSIDE_MAX, out);
}

lu_code lu_explained_text(const lu_stored *v, size_t n, size_t i, lu_buf *out, char key[LU_SHA256_HEX], lu_err *e)
{
	lu_buf buf = LU_BUF;
	lu_str own = lu__own_code(v, n, i, &buf);

	compose(v, n, i, own, true, out);
	lu_sha256_hex(lu_buf_str(out), key);
	if (out->len > CODE_MAX / 2) compose(v, n, i, own, false, out);
	if (buf.oom || out->oom) {
		lu_buf_free(&buf);
		return lu_nomem(e);
	}
	lu_buf_free(&buf);
	return LU_OK;
}

/* ---- attaching ---- */

struct lu__explained {
	lu_store *s;
	pthread_mutex_t lock;
};

lu_code lu__explained_open(lu_store *s, struct lu__explained **out, lu_err *e)
{
	struct lu__explained *x;
	bool any = false;
	lu_code rc = lu_store_explained(s, &any, e);

	*out = NULL;
	if (rc || !any) return rc;
	if (!(x = calloc(1, sizeof *x))) return lu_nomem(e);
	rc = lu_store_twin(s, &x->s, e);
	if (rc) {
		free(x);
		return rc;
	}
	pthread_mutex_init(&x->lock, NULL);
	*out = x;
	return LU_OK;
}

void lu__explained_close(struct lu__explained *x)
{
	if (!x) return;
	pthread_mutex_destroy(&x->lock);
	lu_store_close(x->s);
	free(x);
}

lu_code lu__explained_attach(struct lu__explained *x, lu_stored *v, size_t n, lu_arena *a, lu_err *e)
{
	lu_buf text = LU_BUF;
	lu_code rc = LU_OK;

	if (!x) return LU_OK;
	lu__sort_nested(v, n);
	for (size_t i = 0; i < n && !rc; i++) {
		char key[LU_SHA256_HEX];

		if (v[i].el.explanation.n) continue;
		rc = lu_explained_text(v, n, i, &text, key, e);
		pthread_mutex_lock(&x->lock);
		if (!rc) rc = lu_store_explanation(x->s, lu_strz(key), NULL, a, &v[i].el.explanation, NULL, e);
		pthread_mutex_unlock(&x->lock);
	}
	lu_buf_free(&text);
	return rc;
}

/* Look up the explanation of the element at `i`, or keep its own. */
static lu_code meet(lu_store *s, bool keep, lu_stored *v, size_t n, size_t i, lu_buf *text, lu_arena *a, lu_err *e)
{
	lu_element *el = &v[i].el;
	char key[LU_SHA256_HEX];
	lu_str known = { NULL, 0 };
	lu_code rc;

	if (el->explanation.n && !keep) return LU_OK;
	rc = lu_explained_text(v, n, i, text, key, e);
	if (!rc) rc = lu_store_explanation(s, lu_strz(key), NULL, a, &known, NULL, e);
	if (rc) return rc;
	if (!el->explanation.n) el->explanation = known;
	else if (!lu_str_eq(known, el->explanation))
		rc = lu_store_explanation_put(s, lu_strz(key), lu_strz(""), el->explanation, e);
	return rc;
}

lu_code lu__explained_give(lu_store *s, bool keep, lu_stored *v, size_t n, lu_arena *a, lu_err *e)
{
	lu_buf text = LU_BUF;
	bool any = false, brings = false;
	lu_code rc = lu_store_explained(s, &any, e);

	for (size_t i = 0; i < n && keep; i++) brings |= v[i].el.explanation.n != 0;
	if (rc || (!any && !brings)) return rc;
	lu__sort_nested(v, n);
	for (size_t i = 0; i < n && !rc; i++) rc = meet(s, keep, v, n, i, &text, a, e);
	lu_buf_free(&text);
	return rc;
}

/* ---- elements that are in the store already ---- */

/* What the store says of a content is newer than what its element has. */
static lu_code renew(lu_store *s, lu_stored *v, size_t n, lu_arena *a, lu_err *e)
{
	lu_buf text = LU_BUF;
	lu_code rc = LU_OK;

	lu__sort_nested(v, n);
	for (size_t i = 0; i < n && !rc; i++) {
		char key[LU_SHA256_HEX];
		lu_str known = { NULL, 0 };

		rc = lu_explained_text(v, n, i, &text, key, e);
		if (!rc) rc = lu_store_explanation(s, lu_strz(key), NULL, a, &known, NULL, e);
		if (!rc && known.n) v[i].el.explanation = known;
	}
	lu_buf_free(&text);
	return rc;
}

lu_code lu_explained_apply(lu_store *s, int64_t file, lu_put_counts *c, lu_err *e)
{
	lu_arena a = { 0 };
	lu_stored *v = NULL;
	size_t n = 0;
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, &a, &kb, e);

	if (!rc) rc = lu_store_file_elements(s, file, true, &a, &v, &n, e);
	if (!rc) rc = renew(s, v, n, &a, e);
	if (!rc) rc = lu__set_hashes(v, n, e);
	if (!rc) rc = lu_store_put(s, file, v, n, c, e);
	/* no reference has changed */
	if (!rc && kb.resolved == kb.generation) rc = lu_store_mark(s, LU_MARK_EDGES, e);
	lu_arena_free(&a);
	return rc;
}
