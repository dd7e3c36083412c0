/* SPDX-License-Identifier: MIT
 * Commits, and the index of their messages. It is made anew when the commits change, or the files that it speaks of: all of
 * it fits in a few hundred thousand bytes, which are read faster than found one by one. */
#include "lucus/history.h"

#include <stdlib.h>

#include "lucus/bag.h"
#include "lucus/hash.h"
#include "core/binary_search.h"
#include "store/internal.h"

enum { FORMAT, N_COMMIT, N_TERM, N_POST, N_LINK, N_TEXT, HEAD };
#define THIS_FORMAT 1u
#define SUBJECT     2 /* what a word of the first line counts */

/* ---- rows ---- */

lu_code lu_store_history(lu_store *s, lu_arena *a, lu_history_state *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_history_state x = { .bound = -1, .tip = { "", 0 }, .why = { "", 0 } };
	lu_code rc = lu__need_kb(s, e);

	*out = x;
	if (rc || s->version < LU__VERSION_HISTORY) return rc;
	rc = lu__stmt(s, "SELECT bound, tip, why, commits, open, generation FROM history WHERE tenant = ? AND kb = ?",
		      &st, e, "k");
	if (!rc) rc = lu__step(s, st, "read the history", e);
	if (rc) return rc == LU_DONE ? LU_OK : rc;
	x = (lu_history_state){ sqlite3_column_int64(st, 0),
				lu__copy(st, 1, a),
				lu__copy(st, 2, a),
				sqlite3_column_int64(st, 3),
				sqlite3_column_int(st, 4) != 0,
				sqlite3_column_int64(st, 5) };
	sqlite3_reset(st);
	if (!x.tip.s || !x.why.s) return lu_nomem(e);
	*out = x;
	return LU_OK;
}

lu_code lu_store_history_add(lu_store *s, const lu_history_commit *c, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_buf files = LU_BUF;
	lu_code rc = lu__need_kb(s, e);

	for (size_t i = 0; i < c->files.n; i++) {
		if (i) lu_buf_addc(&files, '\n');
		lu_buf_addstr(&files, c->files.v[i]);
	}
	if (!rc && files.oom) rc = lu_nomem(e);
	if (!rc)
		rc = lu__stmt(s,
			      "INSERT OR REPLACE INTO history_commit(tenant, kb, id, time, message, files, open)"
			      " VALUES(?, ?, ?, ?, ?, ?, ?)",
			      &st, e, "ktitti", c->id, c->time, c->message, lu_buf_str(&files), (int64_t)c->open);
	if (!rc) rc = lu__run(s, st, "keep a commit", e);
	lu_buf_free(&files);
	return rc;
}

lu_code lu_store_history_remove(lu_store *s, lu_str id, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "DELETE FROM history_commit WHERE tenant = ? AND kb = ? AND id = ?", &st, e, "kt", id);

	return rc ? rc : lu__run(s, st, "forget a commit", e);
}

lu_code lu_store_history_drop(lu_store *s, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "DELETE FROM history_commit WHERE tenant = ? AND kb = ?", &st, e, "k");

	if (!rc) rc = lu__run(s, st, "forget the commits", e);
	if (!rc) rc = lu__stmt(s, "DELETE FROM history WHERE tenant = ? AND kb = ?", &st, e, "k");
	return rc ? rc : lu__run(s, st, "forget the history", e);
}

static lu_code split_files(lu_str text, lu_arena *a, lu_strs *out, lu_err *e)
{
	size_t n = 0, from = 0;

	for (size_t i = 0; i < text.n; i++) n += text.s[i] == '\n';
	if (!(out->v = lu_arena_calloc(a, n + 1, sizeof *out->v))) return lu_nomem(e);
	out->n = 0;
	for (size_t i = 0; i <= text.n && text.n; i++)
		if (i == text.n || text.s[i] == '\n') {
			out->v[out->n++] = lu_strn(text.s + from, i - from);
			from = i + 1;
		}
	return LU_OK;
}

lu_code lu_store_history_each(lu_store *s, lu_history_fn *fn, void *ctx, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_arena a = { 0 };
	lu_code rc = lu__need_kb(s, e);

	if (rc || s->version < LU__VERSION_HISTORY) return rc;
	rc = lu__stmt(s,
		      "SELECT id, time, message, files, open FROM history_commit WHERE tenant = ? AND kb = ?"
		      " ORDER BY time DESC, id",
		      &st, e, "k");
	while (!rc && !(rc = lu__step(s, st, "read the commits", e))) {
		lu_history_commit c = { lu__text(st, 0),
					sqlite3_column_int64(st, 1),
					lu__text(st, 2),
					{ NULL, 0 },
					sqlite3_column_int(st, 4) != 0 };

		lu_arena_clear(&a);
		rc = split_files(lu__text(st, 3), &a, &c.files, e);
		if (!rc) rc = fn(ctx, &c, e);
	}
	lu_arena_free(&a);
	return lu__end(st, rc);
}

/* ---- making the index ---- */

/* A term of a commit. */
struct post {
	uint32_t term, commit, n;
};

struct making {
	lu_store *s;
	lu_arena a;
	lu_bag bag;   /* all commits are the elements of one file */
	lu_strs stem; /* of the bag's terms */
	struct post *post;
	size_t n_post, n_commit;
	uint32_t *length, *width, *link_at;
	size_t cap_commit;
	uint32_t *link;
	size_t n_link, cap_link;
};

static bool reserve(struct making *m)
{
	size_t cap = m->cap_commit ? 2 * m->cap_commit : 256;
	uint32_t **v[] = { &m->length, &m->width, &m->link_at };

	if (m->n_commit + 1 < m->cap_commit) return true;
	for (int i = 0; i < 3; i++) {
		uint32_t *more = realloc(*v[i], cap * sizeof *more);

		if (!more) return false;
		*v[i] = more;
	}
	m->cap_commit = cap;
	return true;
}

static lu_code add_words(struct making *m, lu_str message, lu_err *e)
{
	const char *nl = message.n ? memchr(message.s, '\n', message.n) : NULL;
	size_t n = nl ? (size_t)(nl - message.s) : message.n;
	lu_code rc;

	lu_bag_element(&m->bag);
	rc = lu_bag_read(&m->bag, lu_strn(message.s, n), LU_FIELD_NAME, e);
	if (!rc) rc = lu_bag_read(&m->bag, lu_strn(message.s + n, message.n - n), LU_FIELD_BODY, e);
	for (size_t i = 0; i < m->bag.n_entry && !rc; i++) {
		const lu_bag_entry *x = &m->bag.entry[i];
		uint32_t tf = SUBJECT * (uint32_t)x->tf[LU_FIELD_NAME] + x->tf[LU_FIELD_BODY];
		struct post *v;

		if (lu_stop_word(lu_bag_text(&m->bag, x->term))) continue;
		if (!(v = lu_arena_grow(&m->a, m->post, m->n_post, sizeof *v))) return lu_nomem(e);
		m->post = v;
		v[m->n_post++] = (struct post){ x->term, (uint32_t)m->n_commit, tf };
		m->length[m->n_commit] += tf;
	}
	return rc;
}

static lu_code add_link(struct making *m, lu_str path, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t id = 0;
	lu_code rc = lu__stmt(m->s, "SELECT id FROM file WHERE tenant = ? AND kb = ? AND path = ? AND reason IS NULL",
			      &st, e, "kt", path);

	if (!rc) rc = lu__int(m->s, st, 0, &id, "find a file", e);
	if (rc || id <= 0 || id > UINT32_MAX) return rc;
	if (m->n_link == m->cap_link) {
		size_t cap = m->cap_link ? 2 * m->cap_link : 1024;
		uint32_t *v = realloc(m->link, cap * sizeof *v);

		if (!v) return lu_nomem(e);
		m->link = v;
		m->cap_link = cap;
	}
	m->link[m->n_link++] = (uint32_t)id;
	return LU_OK;
}

static lu_code add_commit(void *ctx, const lu_history_commit *c, lu_err *e)
{
	struct making *m = ctx;
	lu_code rc = LU_OK;

	if (!reserve(m)) return lu_nomem(e);
	m->length[m->n_commit] = 0;
	m->width[m->n_commit] = (uint32_t)c->files.n;
	m->link_at[m->n_commit] = (uint32_t)m->n_link;
	for (size_t i = 0; i < c->files.n && !rc; i++) rc = add_link(m, c->files.v[i], e);
	/* what it says is of no file that is here otherwise */
	if (!rc && m->n_link > m->link_at[m->n_commit]) rc = add_words(m, c->message, e);
	m->link_at[++m->n_commit] = (uint32_t)m->n_link;
	return rc;
}

static lu_code make_stems(struct making *m, lu_err *e)
{
	lu_stemmer *stemmer = NULL;
	lu_code rc = lu_stemmer_new(&stemmer, e);

	m->stem.v = lu_arena_calloc(&m->a, m->bag.n_term + 1, sizeof *m->stem.v);
	if (!rc && !m->stem.v) rc = lu_nomem(e);
	for (; !rc && m->stem.n < m->bag.n_term; m->stem.n++) {
		lu_str *v = &m->stem.v[m->stem.n];

		*v = lu_arena_dup(&m->a, lu_stem(stemmer, lu_bag_text(&m->bag, m->stem.n)));
		if (!v->s) rc = lu_nomem(e);
	}
	lu_stemmer_free(stemmer);
	return rc;
}

static int by_stem(const void *a, const void *b)
{
	return lu_str_cmp(**(const lu_str *const *)a, **(const lu_str *const *)b);
}

static int by_term(const void *a, const void *b)
{
	const struct post *x = a, *y = b;

	if (x->term != y->term) return x->term < y->term ? -1 : 1;
	return (x->commit > y->commit) - (x->commit < y->commit);
}

/* Terms get the numbers of their stems, in order; `text` and `at` become these. *n is their number. */
static lu_code number_stems(struct making *m, lu_buf *text, uint32_t *at, size_t *n, lu_err *e)
{
	const lu_str **v = lu_arena_calloc(&m->a, m->stem.n + 1, sizeof *v);
	uint32_t *number = lu_arena_calloc(&m->a, m->stem.n + 1, sizeof *number);

	if (!v || !number) return lu_nomem(e);
	for (size_t i = 0; i < m->stem.n; i++) v[i] = &m->stem.v[i];
	qsort(v, m->stem.n, sizeof *v, by_stem);
	*n = 0;
	for (size_t i = 0; i < m->stem.n; i++) {
		if (!i || !lu_str_eq(*v[i], *v[i - 1])) {
			at[(*n)++] = (uint32_t)text->len;
			lu_buf_addstr(text, *v[i]);
		}
		number[v[i] - m->stem.v] = (uint32_t)*n - 1;
	}
	at[*n] = (uint32_t)text->len;
	for (size_t i = 0; i < m->n_post; i++) m->post[i].term = number[m->post[i].term];
	if (m->n_post) qsort(m->post, m->n_post, sizeof *m->post, by_term);
	return text->oom ? lu_nomem(e) : LU_OK;
}

/* Several terms of one stem are one. */
static void join_posts(struct making *m)
{
	size_t n = 0;

	for (size_t i = 0; i < m->n_post; i++) {
		struct post *last = n ? &m->post[n - 1] : NULL;

		if (last && last->term == m->post[i].term && last->commit == m->post[i].commit) last->n += m->post[i].n;
		else m->post[n++] = m->post[i];
	}
	m->n_post = n;
}

static void put(lu_buf *out, const uint32_t *v, size_t n)
{
	lu_buf_add(out, v, n * sizeof *v);
}

static lu_code pack(struct making *m, lu_buf *out, lu_err *e)
{
	lu_buf text = LU_BUF;
	uint32_t *at = lu_arena_calloc(&m->a, m->bag.n_term + 1, sizeof *at), none = 0;
	uint32_t *post_at = lu_arena_calloc(&m->a, m->bag.n_term + 2, sizeof *post_at);
	uint32_t head[HEAD] = { THIS_FORMAT };
	size_t n = 0;
	lu_code rc = at && post_at ? number_stems(m, &text, at, &n, e) : lu_nomem(e);

	if (!rc) join_posts(m);
	for (size_t i = 0; i < m->n_post && !rc; i++) post_at[m->post[i].term + 1]++;
	for (size_t i = 0; i < n && !rc; i++) post_at[i + 1] += post_at[i];
	head[N_COMMIT] = (uint32_t)m->n_commit;
	head[N_TERM] = (uint32_t)n;
	head[N_POST] = (uint32_t)m->n_post;
	head[N_LINK] = (uint32_t)m->n_link;
	head[N_TEXT] = (uint32_t)text.len;
	put(out, head, HEAD);
	if (!rc) {
		put(out, at, n + 1);
		put(out, post_at, n + 1);
	}
	for (size_t i = 0; i < m->n_post && !rc; i++) {
		uint32_t tf = m->post[i].n < 255 ? m->post[i].n : 255, x = m->post[i].commit << 8 | tf;

		put(out, &x, 1);
	}
	put(out, m->length, m->n_commit);
	put(out, m->width, m->n_commit);
	put(out, m->n_commit ? m->link_at : &none, m->n_commit + 1);
	put(out, m->link, m->n_link);
	lu_buf_addstr(out, lu_buf_str(&text));
	lu_buf_free(&text);
	return !rc && out->oom ? lu_nomem(e) : rc;
}

static lu_code make(lu_store *s, size_t *n, lu_buf *out, lu_err *e)
{
	struct making m = { .s = s, .bag = LU_BAG };
	lu_code rc;

	lu_bag_file(&m.bag);
	rc = lu_store_history_each(s, add_commit, &m, e);
	if (!rc) rc = make_stems(&m, e);
	if (!rc) rc = pack(&m, out, e);
	*n = m.n_commit;
	lu_bag_free(&m.bag);
	free(m.length);
	free(m.width);
	free(m.link_at);
	free(m.link);
	lu_arena_free(&m.a);
	return rc;
}

/* A hash of the files that there are: those that the index names are among them. */
static lu_code digest_files(lu_store *s, int64_t *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	uint64_t sum = 0;
	lu_code rc =
		lu__stmt(s, "SELECT id, path FROM file WHERE tenant = ? AND kb = ? AND reason IS NULL", &st, e, "k");

	while (!rc && !(rc = lu__step(s, st, "read the files", e)))
		sum += lu_digest64(lu__text(st, 1), (uint64_t)sqlite3_column_int64(st, 0));
	*out = (int64_t)(sum >> 1);
	return lu__end(st, rc);
}

lu_code lu_store_history_follow(lu_store *s, const lu_history_state *x, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t was = 0, is = 0;
	lu_code rc = lu__stmt(s, "SELECT files FROM history WHERE tenant = ? AND kb = ?", &st, e, "k");

	if (!rc) rc = lu__int(s, st, -1, &was, "read the history", e);
	if (!rc) rc = digest_files(s, &is, e);
	if (rc) return rc;
	if (was != is) return lu_store_history_put(s, x, e);
	rc = lu__stmt(s,
		      "UPDATE history SET generation = (SELECT generation FROM kb WHERE tenant = ?1 AND id = ?2)"
		      " WHERE tenant = ?1 AND kb = ?2",
		      &st, e, "k");
	return rc ? rc : lu__run(s, st, "write the history", e);
}

lu_code lu_store_history_put(lu_store *s, const lu_history_state *x, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_buf data = LU_BUF;
	int64_t files = 0;
	size_t n = 0;
	lu_code rc = lu__need_kb(s, e);

	if (!rc) rc = make(s, &n, &data, e);
	if (!rc) rc = digest_files(s, &files, e);
	if (!rc)
		rc = lu__stmt(
			s,
			"INSERT OR REPLACE INTO history(tenant, kb, bound, tip, why, commits, open, generation, files, "
			"data)"
			" SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, generation, ?8, ?9 FROM kb WHERE tenant = ?1 AND id = ?2",
			&st, e, "kittiiib", x->bound, x->tip, x->why, (int64_t)n, (int64_t)x->open, files,
			(const void *)data.s, data.len);
	if (!rc) rc = lu__run(s, st, "write the history", e);
	lu_buf_free(&data);
	return rc;
}

/* ---- reading it ---- */

static bool rises(const uint32_t *v, size_t n, uint32_t last)
{
	if (v[0] != 0 || v[n] != last) return false;
	for (size_t i = 0; i < n; i++)
		if (v[i] > v[i + 1]) return false;
	return true;
}

/* Set the arrays of `h`, whose data are `bytes` long; false: they are not what they should be. */
static bool lay_out(lu_history *h, size_t bytes)
{
	const uint32_t *d = h->data, *p = d + HEAD;
	uint64_t words;

	if (bytes < HEAD * sizeof *d || d[FORMAT] != THIS_FORMAT) return false;
	words = HEAD + 2 * ((uint64_t)d[N_TERM] + 1) + d[N_POST] + 3 * (uint64_t)d[N_COMMIT] + 1 + d[N_LINK];
	if (bytes != words * sizeof *d + d[N_TEXT]) return false;
	h->n_commit = d[N_COMMIT];
	h->n_term = d[N_TERM];
	h->term_at = p;
	h->post_at = p += h->n_term + 1;
	h->post = p += h->n_term + 1;
	h->length = p += d[N_POST];
	h->width = p += h->n_commit;
	h->link_at = p += h->n_commit;
	h->link = p += h->n_commit + 1;
	h->text = (const char *)(p + d[N_LINK]);
	if (!rises(h->term_at, h->n_term, d[N_TEXT]) || !rises(h->post_at, h->n_term, d[N_POST]) ||
	    !rises(h->link_at, h->n_commit, d[N_LINK]))
		return false;
	for (size_t i = 0; i < d[N_POST]; i++)
		if (h->post[i] >> 8 >= h->n_commit) return false;
	for (size_t i = 0; i < d[N_LINK]; i++)
		if (h->link[i] >= h->n_file) h->n_file = (size_t)h->link[i] + 1;
	for (size_t i = 0; i < h->n_commit; i++) h->mean_length += h->length[i];
	h->mean_length = h->n_commit ? h->mean_length / (double)h->n_commit : 0;
	return true;
}

lu_code lu_history_open(lu_store *s, lu_history **out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_history *h;
	size_t n;
	bool sound;
	lu_code rc = lu__need_kb(s, e);

	*out = NULL;
	if (rc || s->version < LU__VERSION_HISTORY) return rc;
	rc = lu__stmt(s, "SELECT data FROM history WHERE tenant = ? AND kb = ? AND commits > 0", &st, e, "k");
	if (!rc) rc = lu__step(s, st, "read the history", e);
	if (rc) return rc == LU_DONE ? LU_OK : rc;
	n = (size_t)sqlite3_column_bytes(st, 0);
	h = calloc(1, sizeof *h + n + sizeof *h->data);
	if (h && n) memcpy(h->data, sqlite3_column_blob(st, 0), n);
	sqlite3_reset(st);
	if (!h) return lu_nomem(e);
	sound = lay_out(h, n);
	if (!sound) {
		free(h);
		return lu_fail(e, LU_EDB,
			       "the index of the history is damaged: run 'lucus sync --history 0', then 'lucus sync'");
	}
	*out = h;
	return LU_OK;
}

static lu_str term_text(const lu_history *h, size_t i)
{
	return lu_strn(h->text + h->term_at[i], h->term_at[i + 1] - h->term_at[i]);
}

void lu_history_find(const lu_history *h, lu_str stem, size_t *from, size_t *to)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, h->n_term, lu_str_cmp(term_text(h, at), stem) < 0);
	*from = *to = 0;
	if (at == h->n_term || !lu_str_eq(term_text(h, at), stem)) return;
	*from = h->post_at[at];
	*to = h->post_at[at + 1];
}
