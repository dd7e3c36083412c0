/* SPDX-License-Identifier: MIT
 * The cache of results: a file of slots of one size.
 *
 * It begins with a magic number and the table of the slots: for each the hash of its key, and when it was used last. A
 * key belongs to one of WAYS slots in a row, and takes that of them which was used least recently. A slot holds a
 * checksum, the key and the result. Slots are written before their row of the table; neither order nor locks are needed
 * for truth, as the checksum and the key show what a slot holds. */
#include "retrieve/cache.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"
#include "lucus/hash.h"
#include "retrieve/result_bytes.h"

#define MAGIC      "LUCUSAN2"
#define WAYS       4
#define SLOT_AT(i) ((off_t)LU_CACHE_SLOT * (1 + (off_t)(i)))

/* A row of the table. */
typedef struct row {
	uint64_t hash;
	int64_t used; /* nanoseconds since 1970; 0: the slot is empty */
} row;

#define ROW_AT(i) ((off_t)(sizeof(row) * (1 + (i))))

/* What a slot begins with. */
typedef struct head {
	uint64_t check;      /* of all that follows */
	uint32_t key, value; /* bytes, which follow */
} head;

struct lu_cache {
	lu_store *store;
	lu_buf path, key, slot;
	char *page;      /* a slot that was read; NULL until one is */
	size_t common;   /* bytes of the key that all questions share */
	int fd;          /* -1: not open */
	bool known, off; /* the common part was made; there is nothing to cache here */
};

/* ---- the key ---- */

/* A file that is written anew, or another one of its name, differs in one of these. */
static void add_file(lu_buf *b, const char *path)
{
	struct stat st;
	bool is = stat(path, &st) == 0 && st.st_size > 0;

	lu__pack_int(b, is);
	if (!is) return;
	lu__pack_int(b, (int64_t)st.st_dev);
	lu__pack_int(b, (int64_t)st.st_ino);
	lu__pack_int(b, st.st_size);
	lu__pack_int(b, st.st_mtim.tv_sec);
	lu__pack_int(b, st.st_mtim.tv_nsec);
}

static lu_code add_setting(void *ctx, const char *key, const char *value, lu_err *e)
{
	(void)e;
	lu__pack_str(ctx, lu_strz(key));
	lu__pack_str(ctx, lu_strz(value));
	return LU_OK;
}

void lu_cache_open(lu_store *s, const char *tenant, const char *kb, const lu_embed_config *m, lu_cache **out)
{
	lu_cache *c = calloc(1, sizeof *c);

	*out = c;
	if (!c) return;
	c->store = s;
	c->fd = -1;
	lu_buf_init(&c->path);
	lu_buf_init(&c->key);
	lu_buf_init(&c->slot);
	lu__pack_str(&c->key, lu_strz(LUCUS_VERSION));
	lu__pack_str(&c->key, lu_strz(lu__build_number));
	lu__pack_str(&c->key, lu_strz(tenant));
	lu__pack_str(&c->key, lu_strz(kb));
	lu__pack_str(&c->key, lu_strz(m->provider));
	lu__pack_str(&c->key, lu_strz(m->table));
	lu__pack_str(&c->key, lu_strz(m->url));
	lu__pack_str(&c->key, lu_strz(m->model));
	lu__pack_int(&c->key, m->dim);
	lu__pack_int(&c->key, m->tokens);
	if (m->table) add_file(&c->key, m->table);
	lu_buf_addf(&c->path, "%s-wal", lu_store_path(s));
	add_file(&c->key, c->path.s);
	lu_buf_reset(&c->path);
	lu_buf_addf(&c->path, "%s-cache", lu_store_path(s));
	add_file(&c->key, lu_store_path(s));
}

void lu_cache_close(lu_cache *c)
{
	if (!c) return;
	if (c->fd >= 0) close(c->fd);
	lu_buf_free(&c->path);
	lu_buf_free(&c->key);
	lu_buf_free(&c->slot);
	free(c->page);
	free(c);
}

static bool is_whole(const lu_kb *k)
{
	return k->generation && k->resolved == k->generation && k->rowed == k->generation &&
	       k->indexed == k->generation && !k->unpacked && (!k->model.n || k->embedded == k->generation);
}

/* The part of the key that comes from the store, as the transaction sees it. */
static void know(lu_cache *c)
{
	lu_arena a = { 0 };
	lu_err e = { 0 };
	lu_kb k;

	c->known = true;
	if (lu_store_kb(c->store, false, &a, &k, &e) || !is_whole(&k)) {
		c->off = true;
	} else {
		lu__pack_int(&c->key, k.id);
		lu__pack_int(&c->key, k.generation);
		lu__pack_str(&c->key, k.model);
		lu__pack_int(&c->key, k.dim);
		if (lu_store_settings(c->store, add_setting, &c->key, &e)) c->off = true;
	}
	lu_arena_free(&a);
	c->common = c->key.len;
	c->off |= c->key.oom || c->path.oom;
}

static void add_strs(lu_buf *b, lu_strs v)
{
	lu__pack_int(b, (int64_t)v.n);
	for (size_t i = 0; i < v.n; i++) lu__pack_str(b, v.v[i]);
}

/* A member that is added must become part of the key: a result for other options would be a wrong one. The times alone
 * change none. */
_Static_assert(sizeof(void *) != 8 || sizeof(lu_query_options) == 168, "add the new option to add_options()");
_Static_assert(sizeof(void *) != 8 || sizeof(lu_select_options) == 80, "add the new option to add_select()");

static void add_options(lu_buf *b, const lu_query_options *o)
{
	lu__pack_str(b, lu_strz(o->strategy));
	lu__pack_int(b, o->k);
	lu__pack_int(b, o->by_file);
	lu__pack_int(b, o->rrf_k);
	lu__pack_int(b, o->vector_top_k);
	lu__pack_bytes(b, &o->similarity_threshold, sizeof o->similarity_threshold);
	lu__pack_int(b, o->graph_expansion_depth);
	lu__pack_int(b, o->max_expansion_nodes);
	lu__pack_int(b, o->max_augmented_chunks);
	lu__pack_int(b, o->vector_scan_max);
	lu__pack_int(b, o->include_graph_context);
	lu__pack_int(b, o->correct);
	lu__pack_int(b, o->translate);
	lu__pack_int(b, o->candidates);
	add_strs(b, o->paths);
	add_strs(b, o->languages);
	add_strs(b, o->types);
	lu__pack_int(b, (int64_t)o->n_also);
	for (size_t i = 0; i < o->n_also; i++) lu__pack_int(b, o->also[i]);
}

static void add_select(lu_buf *b, const lu_select_options *s)
{
	lu__pack_int(b, s->policy);
	lu__pack_int(b, s->k_min);
	lu__pack_int(b, s->k_max);
	lu__pack_bytes(b, &s->mass, sizeof s->mass);
	lu__pack_bytes(b, &s->max_cost, sizeof s->max_cost);
	lu__pack_bytes(b, &s->token_price, sizeof s->token_price);
	lu__pack_int(b, s->token_budget);
	lu__pack_bytes(b, &s->floor, sizeof s->floor);
}

/* Which piece of which text that was made of a result; `digest` NULL: the result itself. */
typedef struct part {
	const char *digest; /* of all else that the text depends on */
	int64_t piece;
} part;

/* Make the key of a question; false where nothing is cached. */
static bool make_key(lu_cache *c, const lu_cache_key *k, part p, uint64_t *hash)
{
	if (!c->known) know(c);
	if (c->off) return false;
	lu_buf_trunc(&c->key, c->common);
	add_options(&c->key, k->o);
	lu__pack_int(&c->key, k->whole);
	lu__pack_int(&c->key, k->select != NULL);
	if (k->select) add_select(&c->key, k->select);
	lu__pack_str(&c->key, k->reranker);
	lu__pack_str(&c->key, k->text);
	if (p.digest) {
		lu__pack_str(&c->key, lu_strz(p.digest));
		lu__pack_int(&c->key, p.piece);
	}
	*hash = lu_digest64(lu_buf_str(&c->key), 0);
	return !c->key.oom && c->key.len < LU_CACHE_SLOT;
}

/* ---- the file ---- */

/* Open it, or with `make` create it. One that is not ours is left alone. */
static bool open_file(lu_cache *c, bool make)
{
	char magic[sizeof MAGIC - 1];
	struct stat st;

	if (c->fd >= 0) return true;
	c->fd = open(c->path.s, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (make ? O_CREAT : 0), 0600);
	if (c->fd < 0) return false;
	if (fstat(c->fd, &st) == 0 && S_ISREG(st.st_mode)) {
		if (!st.st_size && make && pwrite(c->fd, MAGIC, sizeof magic, 0) == sizeof magic) return true;
		if (pread(c->fd, magic, sizeof magic, 0) == sizeof magic && !memcmp(magic, MAGIC, sizeof magic))
			return true;
	}
	close(c->fd);
	c->fd = -1;
	return false;
}

/* The slots of a key; what is not there yet is empty. Returns the number of the first. */
static size_t read_rows(const lu_cache *c, uint64_t hash, row v[WAYS])
{
	size_t first = (size_t)(hash % (LU_CACHE_ENTRIES / WAYS)) * WAYS;

	memset(v, 0, WAYS * sizeof *v);
	if (pread(c->fd, v, WAYS * sizeof *v, ROW_AT(first)) < 0) memset(v, 0, WAYS * sizeof *v);
	return first;
}

static void write_row(lu_cache *c, size_t i, uint64_t hash)
{
	row r = { .hash = hash, .used = lu_time_ns() };

	if (pwrite(c->fd, &r, sizeof r, ROW_AT(i)) != sizeof r) c->off = true; /* so will the next ones fail */
}

/* What a slot holds after its checksum. */
static uint64_t check_of(const char *slot, size_t len)
{
	size_t n = sizeof(uint64_t);

	return lu_digest64(lu_strn(slot + n, len - n), 0);
}

/* The value in slot `i`, a view of c->page, when it is that of the key. */
static bool read_slot(lu_cache *c, size_t i, lu_str *value)
{
	head h;
	ssize_t got;

	if (!c->page) c->page = malloc(LU_CACHE_SLOT);
	got = c->page ? pread(c->fd, c->page, LU_CACHE_SLOT, SLOT_AT(i)) : -1;
	if (got < (ssize_t)sizeof h) return false;
	memcpy(&h, c->page, sizeof h);
	if (h.key != c->key.len || h.value > LU_CACHE_SLOT || sizeof h + h.key + h.value > (size_t)got) return false;
	if (check_of(c->page, sizeof h + h.key + h.value) != h.check) return false;
	*value = lu_strn(c->page + sizeof h + h.key, h.value);
	return memcmp(c->page + sizeof h, c->key.s, h.key) == 0;
}

/* Call `fn` for what the slots of the key hold, until it takes one. */
typedef bool take_fn(void *ctx, lu_str value);
static bool take(lu_cache *c, uint64_t hash, take_fn *fn, void *ctx)
{
	row v[WAYS];
	size_t first = read_rows(c, hash, v);

	for (size_t i = 0; i < WAYS; i++) {
		lu_str value;

		if (!v[i].used || v[i].hash != hash || !read_slot(c, first + i, &value) || !fn(ctx, value)) continue;
		write_row(c, first + i, hash);
		return true;
	}
	return false;
}

typedef struct wanted {
	lu_result *r;
	lu_selection *sel;
} wanted;

static bool take_result(void *ctx, lu_str value)
{
	const wanted *w = ctx;

	return lu__unpack_result(value, w->r, w->sel);
}

bool lu_cache_get(lu_cache *c, const lu_cache_key *k, lu_result *r, lu_selection *sel)
{
	double start = lu_now();
	wanted w = { r, k->select ? sel : NULL };
	uint64_t hash;

	if (!c || !make_key(c, k, (part){ 0 }, &hash) || !open_file(c, false) || !take(c, hash, take_result, &w))
		return false;
	r->seconds = lu_now() - start;
	return true;
}

/* The slot that a key takes: its own, else that of the key which was used least recently. */
static size_t choose_slot(const lu_cache *c, uint64_t hash)
{
	row v[WAYS];
	size_t first = read_rows(c, hash, v), best = 0;

	for (size_t i = 0; i < WAYS; i++) {
		if (v[i].used && v[i].hash == hash) return first + i;
		if (v[i].used < v[best].used) best = i;
	}
	return first + best;
}

/* A slot begins: the value's bytes are appended to c->slot next. */
static void begin_slot(lu_cache *c)
{
	head h = { 0 };

	lu_buf_reset(&c->slot);
	lu_buf_add(&c->slot, &h, sizeof h);
	lu_buf_addstr(&c->slot, lu_buf_str(&c->key));
}

static void write_slot(lu_cache *c, uint64_t hash)
{
	head h = { 0 };
	size_t i;

	if (c->slot.oom || c->slot.len > LU_CACHE_SLOT) return;
	h.key = (uint32_t)c->key.len;
	h.value = (uint32_t)(c->slot.len - sizeof h - c->key.len);
	memcpy(c->slot.s, &h, sizeof h);
	h.check = check_of(c->slot.s, c->slot.len);
	memcpy(c->slot.s, &h, sizeof h);
	i = choose_slot(c, hash);
	if (pwrite(c->fd, c->slot.s, c->slot.len, SLOT_AT(i)) == (ssize_t)c->slot.len) write_row(c, i, hash);
}

void lu_cache_put(lu_cache *c, const lu_cache_key *k, const lu_result *r, const lu_selection *sel)
{
	uint64_t hash;

	if (!c || r->transient || !make_key(c, k, (part){ 0 }, &hash) || !open_file(c, true)) return;
	begin_slot(c);
	lu__pack_result(&c->slot, r, k->select ? sel : NULL);
	write_slot(c, hash);
}

/* ---- texts ---- */

/* What a piece of a text begins with: pieces of two texts must not be joined. */
typedef struct about {
	uint64_t digest; /* of the whole, */
	uint64_t n;      /* and its bytes */
} about;

#define PIECES 16 /* more would push out too much else */

typedef struct joining {
	lu_buf *out;
	about of;
	bool begun;
} joining;

static bool take_piece(void *ctx, lu_str value)
{
	joining *j = ctx;
	about of;

	if (value.n < sizeof of) return false;
	memcpy(&of, value.s, sizeof of);
	if (j->begun && (of.digest != j->of.digest || of.n != j->of.n)) return false;
	j->of = of;
	j->begun = true;
	lu_buf_add(j->out, value.s + sizeof of, value.n - sizeof of);
	return !j->out->oom;
}

bool lu_cache_get_text(lu_cache *c, const lu_cache_key *k, lu_str more, lu_buf *out)
{
	char hex[LU_SHA256_HEX];
	joining j = { .out = out };
	uint64_t hash;

	lu_buf_reset(out);
	if (!c) return false;
	lu_sha256_hex(more, hex);
	for (int64_t i = 0; i < PIECES && (!i || out->len < j.of.n); i++) {
		if (!make_key(c, k, (part){ hex, i }, &hash) || !open_file(c, false)) return false;
		if (!take(c, hash, take_piece, &j)) return false;
	}
	return out->len == j.of.n && lu_digest64(lu_buf_str(out), 0) == j.of.digest;
}

void lu_cache_put_text(lu_cache *c, const lu_cache_key *k, lu_str more, lu_str text)
{
	about of = { lu_digest64(text, 0), text.n };
	char hex[LU_SHA256_HEX];
	uint64_t hash;

	if (!c) return;
	lu_sha256_hex(more, hex);
	for (int64_t i = 0; i < PIECES && (!i || text.n); i++) {
		size_t room, n;

		if (!make_key(c, k, (part){ hex, i }, &hash) || !open_file(c, true)) return;
		room = LU_CACHE_SLOT - sizeof(head) - c->key.len;
		if (c->key.len + sizeof(head) + sizeof of >= LU_CACHE_SLOT ||
		    text.n > (room - sizeof of) * (size_t)(PIECES - i))
			return;
		n = text.n < room - sizeof of ? text.n : room - sizeof of;
		begin_slot(c);
		lu_buf_add(&c->slot, &of, sizeof of);
		lu_buf_add(&c->slot, text.s, n);
		write_slot(c, hash);
		text = lu_strn(text.s + n, text.n - n);
	}
}
