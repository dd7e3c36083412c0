/* SPDX-License-Identifier: MIT
 * What the files of train-embed share. */
#ifndef TRAIN_H
#define TRAIN_H

#include <string.h>

#include "train-set.h"

#define DIM         LU__DIM
#define LANES       16  /* partial sums */
#define GROUP       256 /* pairs of a repository that are looked at together */
#define GROUPS      4   /* of a step */
#define HARD        1   /* nearest wrong elements of a question that join its group */
#define MAX_THREADS 64

typedef struct options {
	size_t tokens, epochs, threads, held_out;
	uint64_t seed;
	float rate, weight_rate, drop, temperature, shown, forget, mix;
	size_t cap;
	unsigned without;  /* kinds; bits */
	const char *begun; /* the table that is gone on with; NULL: none */
} options;

void die(const char *what);
void *need(size_t n, size_t size); /* zeros */

/* ---- the set ---- */

typedef struct set {
	const set_head *h;
	const set_token *token;
	const char *text;
	const uint64_t *element_at, *query_at;
	const set_entry *entry;
	const set_word *word;
	const set_pair *pair;
	const set_repository *repository;
} set;

void open_set(set *s, const char *path);

static inline lu_str token_text(const set *s, size_t t)
{
	return lu_strn(s->text + s->token[t].at, s->token[t].n);
}

/* ---- work on several threads ---- */

typedef void job_fn(void *ctx, size_t i);

/* Call fn(ctx, i) for each i < n; the calls must not depend on one another. */
void each(const options *o, size_t n, job_fn *fn, void *ctx);

uint64_t next_random(uint64_t *state);
float random_part(uint64_t *state); /* 0 to 1 */

/* ---- the model ---- */

enum { CODE, QUERY, SIDES };

typedef struct model {
	size_t n; /* rows */
	const set *s;
	uint32_t *row_of;   /* by token: its row, UINT32_MAX: hashed */
	uint32_t *token_of; /* by row */
	float *v, *m1, *m2; /* n * DIM: the rows, Adam's moments */
	float *log_weight[SIDES], *w1[SIDES], *w2[SIDES];
	lu__hashed *hashed; /* by token */
	uint32_t *steps;    /* of each row */
	lu_table *begun;    /* the table that is gone on with; NULL: none */
	bool *kept;         /* by its tokens: the set lacks it, its row stays as it is */
} model;

void begin_model(model *m, const set *s, const options *o);

/* ---- questions and elements ---- */

typedef struct term {
	uint32_t token;
	float w;
} term;

/* A side of pairs: a vector that is a sum of terms. */
typedef struct sum {
	int side;
	term *term;
	size_t n, cap;
	float v[DIM], length, slope[DIM]; /* its direction, and how the loss changes with it */
} sum;

void read_question(const set *s, uint32_t q, float drop, uint64_t *random, sum *u);
/* `hide`: the groups of fields that are left out. */
void read_element(const set *s, uint32_t e, unsigned hide, float drop, uint64_t *random, sum *u);
/* Take the words of a question out of an element. */
void forget_words(const set *s, uint32_t q, sum *u);
void sum_up(const model *m, sum *u);

/* The same sum whatever vectors the machine has. */
static inline float dot(const float *a, const float *b)
{
	float s[LANES] = { 0 };

	for (int d = 0; d < DIM; d += LANES)
		for (int k = 0; k < LANES; k++) s[k] += a[d + k] * b[d + k];
	for (int k = LANES / 2; k > 0; k /= 2)
		for (int i = 0; i < k; i++) s[i] += s[i + k];
	return s[0];
}

/* ---- a step ---- */

typedef struct group {
	size_t n; /* pairs */
	uint32_t pair[GROUP];
	uint32_t hard[GROUP][HARD]; /* elements; UINT32_MAX: none */
	sum q[GROUP], e[GROUP * (1 + HARD)];
	float score[GROUP][GROUP * (1 + HARD)];
	float loss[GROUP];
	uint64_t random;
} group;

typedef struct step {
	const options *o;
	const set *s;
	model *m;
	group *g[GROUPS];
	size_t n; /* groups */
	float rate;
	uint32_t *mined; /* by pair */
	/* where each row occurs: `use` in the order of rows */
	uint32_t *first; /* by row, n + 1 */
	uint32_t *touched;
	size_t n_touched;
	struct use {
		const sum *u;
		float w;
	} * use;
	size_t cap_use;
} step;

/* Learn from the groups of a step; returns the mean loss. */
double take_step(step *st);

#endif
