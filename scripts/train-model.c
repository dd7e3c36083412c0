/* SPDX-License-Identifier: MIT
 * Training the built-in embedding: the training set, and the rows and weights that are learned from it. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "train.h"

#define COUPLES   16    /* of so many tokens of the table one is of two words */
#define LONGEST   32    /* bytes of a token of the table */
#define FEW       3     /* a token of the table is in so many repositories at least */
#define NO_WEIGHT -2.0f /* logarithm of what a row of two words counts at first */

void die(const char *what)
{
	fprintf(stderr, "train-embed: %s\n", what);
	exit(1);
}

void *need(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size);

	if (!p) die("out of memory");
	return p;
}

/* ---- the set ---- */

static const char *take(const char **at, size_t bytes)
{
	const char *p = *at;

	*at += (bytes + 7) & ~(size_t)7;
	return p;
}

void open_set(set *s, const char *path)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	const char *at;

	if (fd < 0 || fstat(fd, &st)) die(strerror(errno));
	at = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (at == MAP_FAILED) die(strerror(errno));
	close(fd);
	s->h = (const void *)take(&at, sizeof *s->h);
	if ((size_t)st.st_size < sizeof *s->h || memcmp(s->h->magic, SET_MAGIC, sizeof s->h->magic))
		die("no training set");
	s->token = (const void *)take(&at, s->h->tokens * sizeof *s->token);
	s->text = take(&at, s->h->text);
	s->element_at = (const void *)take(&at, (s->h->elements + 1) * sizeof *s->element_at);
	s->entry = (const void *)take(&at, s->h->element_entries * sizeof *s->entry);
	s->query_at = (const void *)take(&at, (s->h->queries + 1) * sizeof *s->query_at);
	s->word = (const void *)take(&at, s->h->query_entries * sizeof *s->word);
	s->pair = (const void *)take(&at, s->h->pairs * sizeof *s->pair);
	s->repository = (const void *)take(&at, s->h->repositories * sizeof *s->repository);
}

/* ---- work on several threads ---- */

typedef struct job {
	job_fn *fn;
	void *ctx;
	size_t n, thread, threads;
} job;

static void *job_run(void *p)
{
	const job *j = p;

	for (size_t i = j->thread; i < j->n; i += j->threads) j->fn(j->ctx, i);
	return NULL;
}

void each(const options *o, size_t n, job_fn *fn, void *ctx)
{
	pthread_t t[MAX_THREADS];
	job j[MAX_THREADS] = { { fn, ctx, n, 0, o->threads } };

	for (size_t i = 1; i < o->threads; i++) {
		j[i] = (job){ fn, ctx, n, i, o->threads };
		if (pthread_create(&t[i], NULL, job_run, &j[i])) die("cannot start a thread");
	}
	job_run(&j[0]);
	for (size_t i = 1; i < o->threads; i++) pthread_join(t[i], NULL);
}

uint64_t next_random(uint64_t *state)
{
	uint64_t r = *state += 0x9e3779b97f4a7c15u;

	r = (r ^ r >> 30) * 0xbf58476d1ce4e5b9u;
	r = (r ^ r >> 27) * 0x94d049bb133111ebu;
	return r ^ r >> 31;
}

float random_part(uint64_t *state)
{
	return (float)(next_random(state) >> 40) / 16777216.0f;
}

/* ---- the model ---- */

static int by_use(const void *px, const void *py, void *ctx)
{
	const set *s = ctx;
	uint32_t x = *(const uint32_t *)px, y = *(const uint32_t *)py;
	const set_token *a = &s->token[x], *b = &s->token[y];
	/* seen in many repositories before seen often */
	double p = a->repositories * sqrt(a->count), q = b->repositories * sqrt(b->count);

	return p != q ? (p < q) - (p > q) : (x > y) - (x < y);
}

/* May a token have a row? Of two words neither may be a function word. */
static bool is_worth_it(const set *s, uint32_t t)
{
	lu_str text = token_text(s, t), first = text;

	if (s->token[t].repositories < FEW || text.n > LONGEST) return false;
	if (!s->token[t].couple) return true;
	for (first.n = 0; text.s[first.n] != '_'; first.n++) {
	}
	return !lu_stop_word(first) && !lu_stop_word(lu_strn(text.s + first.n + 1, text.n - first.n - 1));
}

/* The tokens of the table that is gone on with come first, in its order; returns how many of those that are worth a row
 * are left in `v`. */
static size_t take_tokens(model *m, uint32_t *v, size_t n)
{
	size_t count = lu_table_count(m->begun), left = 0;
	uint32_t *of = need(count, sizeof *of), *rest = need(n, sizeof *rest);

	m->kept = need(count, sizeof *m->kept);
	memset(of, 0xff, count * sizeof *of);
	for (uint32_t t = 0; t < m->s->h->tokens; t++) {
		int64_t i = lu_table_find(m->begun, token_text(m->s, t));

		if (i >= 0) of[i] = t;
	}
	for (size_t i = 0; i < n; i++)
		if (lu_table_find(m->begun, token_text(m->s, v[i])) < 0) rest[left++] = v[i];
	for (size_t i = 0; i < count; i++)
		if (!(m->kept[i] = of[i] == UINT32_MAX)) m->token_of[m->n++] = of[i];
	memcpy(v, rest, left * sizeof *v);
	free(of);
	free(rest);
	return left;
}

static void choose_tokens(model *m, const options *o)
{
	const set *s = m->s;
	uint32_t *v = need(s->h->tokens, sizeof *v);
	size_t n = 0, couples = o->tokens / COUPLES, most = o->tokens;

	m->token_of = need(s->h->tokens, sizeof *m->token_of);
	for (uint32_t t = 0; t < s->h->tokens; t++)
		if (is_worth_it(s, t)) v[n++] = t;
	qsort_r(v, n, sizeof *v, by_use, (void *)(uintptr_t)s);
	if (m->begun) {
		n = take_tokens(m, v, n);
		most = m->n + (most > lu_table_count(m->begun) ? most - lu_table_count(m->begun) : 0);
		couples = 0;
	}
	for (size_t i = 0; i < n && m->n < most; i++)
		if (!s->token[v[i]].couple || (couples && couples--)) m->token_of[m->n++] = v[i];
	free(v);
	m->row_of = need(s->h->tokens, sizeof *m->row_of);
	memset(m->row_of, 0xff, s->h->tokens * sizeof *m->row_of);
	for (uint32_t r = 0; r < m->n; r++) m->row_of[m->token_of[r]] = r;
}

/* A row begins as the vector that its token has without a table, or with what was learned of it: of a row in the table
 * that is gone on with the part `mix`. */
static void begin_row(model *m, uint32_t r, float mix)
{
	uint32_t t = m->token_of[r];
	int64_t i = m->begun ? lu_table_find(m->begun, token_text(m->s, t)) : -1;
	float *v = m->v + (size_t)r * DIM, scale, weight[SIDES];
	const int8_t *row;

	if (i < 0) {
		lu__hashed_add(&m->hashed[t], 1, v);
		if (m->s->token[t].couple) m->log_weight[QUERY][r] = NO_WEIGHT;
		return;
	}
	row = lu_table_row(m->begun, i, &scale, &weight[CODE], &weight[QUERY]);
	lu__hashed_add(&m->hashed[t], mix - 1, v);
	for (int d = 0; d < DIM; d++) v[d] = (v[d] + scale * (float)row[d]) / mix;
	for (int k = 0; k < SIDES; k++) m->log_weight[k][r] = logf(weight[k]) / mix;
}

static void open_begun(model *m, const char *path)
{
	lu_err e;

	if (lu_table_open(path, &m->begun, &e)) die(e.msg);
	if (lu_table_dim(m->begun) != DIM) die("the table that is to be gone on with has another dimension");
}

void begin_model(model *m, const set *s, const options *o)
{
	m->s = s;
	if (o->begun) open_begun(m, o->begun);
	choose_tokens(m, o);
	m->hashed = need(s->h->tokens, sizeof *m->hashed);
	for (uint32_t t = 0; t < s->h->tokens; t++)
		lu__hashed_make(token_text(s, t), lu_digest64(token_text(s, t), 0), DIM, &m->hashed[t]);
	m->v = need(m->n * DIM, sizeof *m->v);
	m->m1 = need(m->n * DIM, sizeof *m->m1);
	m->m2 = need(m->n * DIM, sizeof *m->m2);
	m->steps = need(m->n, sizeof *m->steps);
	for (int k = 0; k < SIDES; k++) {
		m->log_weight[k] = need(m->n, sizeof(float));
		m->w1[k] = need(m->n, sizeof(float));
		m->w2[k] = need(m->n, sizeof(float));
	}
	for (uint32_t r = 0; r < m->n; r++) begin_row(m, r, o->mix);
}

static void add_token(const model *m, uint32_t token, float w, int side, float *out)
{
	uint32_t r = m->row_of[token];

	if (r != UINT32_MAX) {
		const float *v = m->v + (size_t)r * DIM;

		w *= expf(m->log_weight[side][r]);
		for (int d = 0; d < DIM; d++) out[d] += w * v[d];
	} else if (!m->s->token[token].couple) {
		lu__hashed_add(&m->hashed[token], w, out);
	}
}

/* ---- questions and elements of a step ---- */

static void add_term(sum *u, uint32_t token, float w)
{
	if (u->n == u->cap) {
		u->cap = u->cap ? u->cap * 2 : 64;
		if (!(u->term = realloc(u->term, u->cap * sizeof *u->term))) die("out of memory");
	}
	u->term[u->n++] = (term){ token, w };
}

void sum_up(const model *m, sum *u)
{
	memset(u->v, 0, sizeof u->v);
	memset(u->slope, 0, sizeof u->slope);
	for (size_t i = 0; i < u->n; i++) add_token(m, u->term[i].token, u->term[i].w, u->side, u->v);
	u->length = sqrtf(dot(u->v, u->v)) + 1e-6f;
	for (int d = 0; d < DIM; d++) u->v[d] /= u->length;
}

void read_question(const set *s, uint32_t q, float drop, uint64_t *random, sum *u)
{
	u->n = 0;
	u->side = QUERY;
	for (uint64_t i = s->query_at[q]; i < s->query_at[q + 1]; i++)
		if (!(drop > 0) || random_part(random) >= drop) add_term(u, s->word[i].token, s->word[i].weight);
}

static bool asks_for(const set *s, uint32_t q, uint32_t token)
{
	for (uint64_t i = s->query_at[q]; i < s->query_at[q + 1]; i++)
		if (s->word[i].token == token) return true;
	return false;
}

void read_element(const set *s, uint32_t e, unsigned hide, float drop, uint64_t *random, sum *u)
{
	u->n = 0;
	u->side = CODE;
	for (uint64_t i = s->element_at[e]; i < s->element_at[e + 1]; i++) {
		const set_entry *v = &s->entry[i];
		int w = 0;

		for (int g = 0; g < LU__GROUPS; g++) w += hide >> g & 1 ? 0 : v->part[g];
		if (w && (!(drop > 0) || random_part(random) >= drop)) add_term(u, v->token, (float)w / 255);
	}
}

void forget_words(const set *s, uint32_t q, sum *u)
{
	size_t n = 0;

	for (size_t i = 0; i < u->n; i++)
		if (!asks_for(s, q, u->term[i].token)) u->term[n++] = u->term[i];
	u->n = n;
}
