/* SPDX-License-Identifier: MIT
 * Train the token vectors of the built-in embedding.
 *
 * Usage: train-embed [OPTION...] SET TABLE     (SET: of train-pairs)
 *   -n N   tokens of the table (40000)            -e N   epochs (4)
 *   -c N   pairs of a repository in an epoch at most (6000)
 *   -r X   learning rate (0.001)                  -w X   how much faster weights learn (4)
 *   -t X   temperature (0.05)                     -d X   part of the words that is dropped (0.15)
 *   -a X   part of the pairs whose element is shown as it will be found: nothing hidden (0.3)
 *   -f X   how often, times what the pair says, an element must be found without the words of the question (0.6)
 *   -m X   mix: of each row so much is what was learned, the rest what it began with (0.7)
 *   -i T   go on with the table T, which was written with the same mix; what it holds and the set lacks stays (none)
 *   -x N   every N-th repository is held out, and measured on (28; 0: none)
 *   -k A,B kinds of pairs to leave out: doc name section call test comment
 *   -s N   seed (1)                               -j N   threads (all processors)
 *
 * What is learned: the row of each token, begun as the vector that it has without a table, and two weights of it, on
 * the side of elements and on that of questions. A question is to be nearer to its element than to other elements of the
 * same repository: those of its group, and the nearest wrong ones, which are looked for before each epoch (InfoNCE over
 * cosines). Each step takes GROUPS groups of pairs; Adam changes the rows that a step meets.
 *
 * The same set, options and seed give the same table, whatever the number of threads: what a thread sums up is a
 * question, an element or a token, and each is summed up by one thread in one order. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/file.h"
#include "lucus/vector.h"
#include "train.h"

#define MINED 1000 /* elements of a repository among which the nearest wrong ones are looked for, about */

static const char *const kind_names[] = {
#define KIND(name, what) #name,
	KINDS(KIND)
#undef KIND
};

/* ---- the nearest wrong elements, and how well held-out questions are answered ---- */

typedef struct search {
	const set *s;
	const model *m;
	const set_repository *r;
	const uint32_t *name; /* by element: hash of its title */
	const uint32_t *pair; /* what is asked */
	size_t n;
	int8_t *row; /* of the elements of the repository */
	float *scale;
	uint32_t *mined; /* by pair */
	uint32_t *rank;  /* by question, when elements are shown as they will be found but for what is hidden */
} search;

static void search_row(void *ctx, size_t i)
{
	search *x = ctx;
	sum u = { 0 };

	read_element(x->s, (uint32_t)(x->r->element + i), 0, 0, NULL, &u);
	sum_up(x->m, &u);
	lu_vec_quantise(u.v, DIM, x->row + i * DIM, &x->scale[i]);
	free(u.term);
}

static void mine_one(void *ctx, size_t i)
{
	search *x = ctx;
	const set_pair *p = &x->s->pair[x->pair[i]];
	sum u = { 0 };
	int8_t q[DIM];
	float scale, best[HARD];
	uint32_t *to = x->mined + (size_t)x->pair[i] * HARD;
	size_t stride = 1 + x->r->elements / MINED;

	for (int h = 0; h < HARD; h++) best[h] = -2, to[h] = UINT32_MAX;
	read_question(x->s, p->query, 0, NULL, &u);
	sum_up(x->m, &u);
	lu_vec_quantise(u.v, DIM, q, &scale);
	for (size_t k = i % stride; k < x->r->elements; k += stride) {
		float c = (float)lu_vec_dot(q, x->row + k * DIM, DIM) * scale * x->scale[k];
		int h = HARD;

		if (c <= best[HARD - 1] || x->r->element + k == p->element || x->name[x->r->element + k] == p->name)
			continue;
		for (h = HARD - 1; h > 0 && best[h - 1] < c; h--) best[h] = best[h - 1], to[h] = to[h - 1];
		best[h] = c;
		to[h] = (uint32_t)(x->r->element + k);
	}
	free(u.term);
}

/* The rank of a question's element among all of its repository, none of them showing what the pair hides. */
static void rank_one(void *ctx, size_t i)
{
	search *x = ctx;
	const set_pair *p = &x->s->pair[x->pair[i]];
	sum u = { 0 }, e = { 0 };
	int8_t q[DIM];
	float scale, own[2];
	uint32_t rank[2] = { 1, 1 };

	read_question(x->s, p->query, 0, NULL, &u);
	sum_up(x->m, &u);
	lu_vec_quantise(u.v, DIM, q, &scale);
	for (int k = 0; k < 2; k++) {
		read_element(x->s, p->element, k ? 0 : p->hide, 0, NULL, &e);
		sum_up(x->m, &e);
		own[k] = dot(u.v, e.v);
	}
	for (size_t k = 0; k < x->r->elements; k++) {
		float c = (float)lu_vec_dot(q, x->row + k * DIM, DIM) * scale * x->scale[k];

		if (x->r->element + k == p->element || x->name[x->r->element + k] == p->name) continue;
		rank[0] += c > own[0] && rank[0] < 60000;
		rank[1] += c > own[1] && rank[1] < 60000;
	}
	x->rank[i] = rank[0] + rank[1] * 65536;
	free(u.term);
	free(e.term);
}

typedef struct trainer {
	options o;
	set s;
	model m;
	uint32_t *name; /* by element: hash of its title */
	uint32_t *mined;
	step st;
} trainer;

static void search_repository(trainer *t, const set_repository *r, const uint32_t *pair, size_t n, uint32_t *rank)
{
	search x = { &t->s,    &t->m, r, t->name, pair, n, need(r->elements * DIM, 1), need(r->elements, sizeof(float)),
		     t->mined, rank };

	each(&t->o, r->elements, search_row, &x);
	each(&t->o, n, rank ? rank_one : mine_one, &x);
	free(x.row);
	free(x.scale);
}

static bool is_held_out(const trainer *t, size_t r)
{
	return t->o.held_out && r % t->o.held_out == t->o.held_out / 2;
}

static void measure(trainer *t, const char *when)
{
	double gain[2][KIND_COUNT] = { 0 };
	size_t asked[KIND_COUNT] = { 0 };

	for (size_t r = 0; r < t->s.h->repositories; r++) {
		const set_repository *v = &t->s.repository[r];
		uint32_t *pair = need(v->pairs, sizeof *pair), *rank = need(v->pairs, sizeof *rank);
		size_t n = 0;

		for (uint64_t i = 0; i < v->pairs; i += 9) pair[n++] = (uint32_t)(v->pair + i);
		if (is_held_out(t, r)) {
			search_repository(t, v, pair, n, rank);
			for (size_t i = 0; i < n; i++) {
				int k = t->s.pair[pair[i]].kind;

				gain[0][k] += rank[i] % 65536 > 10 ? 0 : 1 / log2(1.0 + rank[i] % 65536);
				gain[1][k] += rank[i] / 65536 > 10 ? 0 : 1 / log2(1.0 + rank[i] / 65536);
				asked[k]++;
			}
		}
		free(pair);
		free(rank);
	}
	fprintf(stderr, "%s: held out, NDCG@10:", when);
	for (int k = 0; k < KIND_COUNT; k++)
		if (asked[k])
			fprintf(stderr, " %s %.3f/%.3f", kind_names[k], gain[0][k] / (double)asked[k],
				gain[1][k] / (double)asked[k]);
	fprintf(stderr, "\n");
}

/* ---- epochs ---- */

typedef struct chunk {
	uint32_t first, n; /* in the list of pairs */
} chunk;

static void shuffle(void *v, size_t n, size_t size, uint64_t *random)
{
	char tmp[64], *p = v;

	for (size_t i = n; i > 1; i--) {
		size_t k = next_random(random) % i;

		memcpy(tmp, p + k * size, size);
		memcpy(p + k * size, p + (i - 1) * size, size);
		memcpy(p + (i - 1) * size, tmp, size);
	}
}

/* The pairs of an epoch, in groups of one repository each; returns the number of groups. */
static size_t plan(const trainer *t, uint64_t *random, uint32_t *pair, chunk *c)
{
	size_t n = 0, chunks = 0;

	for (size_t r = 0; r < t->s.h->repositories; r++) {
		const set_repository *v = &t->s.repository[r];
		size_t from = n, k;

		if (is_held_out(t, r)) continue;
		for (uint64_t i = 0; i < v->pairs; i++)
			if (!(t->o.without >> t->s.pair[v->pair + i].kind & 1)) pair[n++] = (uint32_t)(v->pair + i);
		shuffle(pair + from, n - from, sizeof *pair, random);
		if (n - from > t->o.cap) n = from + t->o.cap;
		for (; n - from > 1; from += k) {
			k = n - from < GROUP ? n - from : GROUP;
			c[chunks++] = (chunk){ (uint32_t)from, (uint32_t)k };
		}
	}
	shuffle(c, chunks, sizeof *c, random);
	return chunks;
}

static void mine(trainer *t, const uint32_t *pair, const chunk *c, size_t chunks)
{
	uint32_t *v = need(t->s.h->pairs, sizeof *v);

	for (size_t r = 0; r < t->s.h->repositories; r++) {
		const set_repository *s = &t->s.repository[r];
		size_t n = 0;

		for (size_t i = 0; i < chunks; i++)
			if (pair[c[i].first] >= s->pair && pair[c[i].first] < s->pair + s->pairs)
				for (uint32_t k = 0; k < c[i].n; k++) v[n++] = pair[c[i].first + k];
		if (n) search_repository(t, s, v, n, NULL);
	}
	free(v);
}

static void epoch(trainer *t, size_t e, double began)
{
	uint32_t *pair = need(t->s.h->pairs, sizeof *pair);
	chunk *c = need(t->s.h->pairs, sizeof *c);
	uint64_t random = t->o.seed * 1000 + e;
	size_t chunks = plan(t, &random, pair, c), done = 0;
	double loss = 0, count = 0;

	mine(t, pair, c, chunks);
	for (size_t i = 0; i < chunks; i += GROUPS) {
		step *st = &t->st;
		double at = ((double)e + (double)i / (double)chunks) / (double)t->o.epochs;

		st->n = chunks - i < GROUPS ? chunks - i : GROUPS;
		for (size_t g = 0; g < st->n; g++) {
			st->g[g]->n = c[i + g].n;
			memcpy(st->g[g]->pair, pair + c[i + g].first, c[i + g].n * sizeof *pair);
			st->g[g]->random = next_random(&random);
			done += c[i + g].n;
		}
		st->rate = t->o.rate * (float)(1 - .95 * at) * (at < .02 ? (float)(at / .02) : 1);
		loss += take_step(st);
		count++;
		if (i / GROUPS % 100 == 99 || i + GROUPS >= chunks) {
			fprintf(stderr, "epoch %zu of %zu, %zu pairs: loss %.4f, %.0f s\n", e + 1, t->o.epochs, done,
				loss / count, lu_now() - began);
			loss = count = 0;
		}
	}
	free(pair);
	free(c);
}

/* The rows of the table that was gone on with which the set says nothing of; returns how many. */
static size_t keep_rows(const model *m, lu_table_entry *v, float *row)
{
	size_t n = 0, count = m->begun ? lu_table_count(m->begun) : 0;

	for (size_t i = 0; i < count; i++) {
		float *to = row + n * DIM, scale;
		const int8_t *from;

		if (!m->kept[i]) continue;
		v[n] = (lu_table_entry){ .token = lu_table_token(m->begun, (int64_t)i), .v = to };
		from = lu_table_row(m->begun, (int64_t)i, &scale, &v[n].weight_code, &v[n].weight_query);
		for (int d = 0; d < DIM; d++) to[d] = scale * (float)from[d];
		n++;
	}
	return n;
}

static void write_table(const trainer *t, const char *path)
{
	size_t n = t->m.n + (t->m.begun ? lu_table_count(t->m.begun) : 0);
	lu_table_entry *v = need(n, sizeof *v);
	float *row = need(n * DIM, sizeof *row);
	lu_err e;

	for (size_t r = 0; r < t->m.n; r++) {
		float *to = row + r * DIM, scale;
		int8_t learned[DIM];

		/* rounded as it would be alone: a table that was written with a mix of 1 tells what any mix gives */
		lu_vec_quantise(t->m.v + r * DIM, DIM, learned, &scale);
		lu__hashed_add(&t->m.hashed[t->m.token_of[r]], 1 - t->o.mix, to);
		for (int d = 0; d < DIM; d++) to[d] += t->o.mix * scale * learned[d];
		v[r] = (lu_table_entry){ token_text(&t->s, t->m.token_of[r]), to,
					 powf(expf(t->m.log_weight[CODE][r]), t->o.mix),
					 powf(expf(t->m.log_weight[QUERY][r]), t->o.mix) };
	}
	n = t->m.n + keep_rows(&t->m, v + t->m.n, row + t->m.n * DIM);
	if (lu_table_write(path, v, n, DIM, &e)) die(e.msg);
	free(row);
	free(v);
}

static void prepare(trainer *t)
{
	t->name = need(t->s.h->elements, sizeof *t->name);
	for (uint64_t i = 0; i < t->s.h->pairs; i++) t->name[t->s.pair[i].element] = t->s.pair[i].name;
	t->mined = need(t->s.h->pairs * HARD, sizeof *t->mined);
	t->st = (step){ .o = &t->o,
			.s = &t->s,
			.m = &t->m,
			.mined = t->mined,
			.first = need(t->m.n + 1, sizeof(uint32_t)),
			.touched = need(t->m.n, sizeof(uint32_t)) };
	for (int g = 0; g < GROUPS; g++) t->st.g[g] = need(1, sizeof(group));
}

static void read_options(options *o, int argc, char **argv)
{
	int c;

	while ((c = getopt(argc, argv, "n:e:r:s:j:k:x:d:t:a:f:c:w:m:i:")) > 0) {
		switch (c) {
		case 'n': o->tokens = strtoul(optarg, NULL, 10); break;
		case 'e': o->epochs = strtoul(optarg, NULL, 10); break;
		case 'r': o->rate = strtof(optarg, NULL); break;
		case 's': o->seed = strtoull(optarg, NULL, 10); break;
		case 'j': o->threads = strtoul(optarg, NULL, 10); break;
		case 'x': o->held_out = strtoul(optarg, NULL, 10); break;
		case 'd': o->drop = strtof(optarg, NULL); break;
		case 'w': o->weight_rate = strtof(optarg, NULL); break;
		case 'f': o->forget = strtof(optarg, NULL); break;
		case 'm': o->mix = strtof(optarg, NULL); break;
		case 'a': o->shown = strtof(optarg, NULL); break;
		case 'c': o->cap = strtoul(optarg, NULL, 10); break;
		case 't': o->temperature = strtof(optarg, NULL); break;
		case 'i': o->begun = optarg; break;
		case 'k':
			for (int k = 0; k < KIND_COUNT; k++)
				if (strcasestr(optarg, kind_names[k])) o->without |= 1u << k;
			break;
		default: die("usage: train-embed [OPTION...] SET TABLE (see the first lines of scripts/train-embed.c)");
		}
	}
	if (argc - optind != 2) die("usage: train-embed [OPTION...] SET TABLE");
	if (o->threads < 1) o->threads = (size_t)lu_cpus();
	if (o->threads > MAX_THREADS) o->threads = MAX_THREADS;
}

int main(int argc, char **argv)
{
	trainer t = { .o = { .tokens = 40000,
			     .epochs = 4,
			     .cap = 6000,
			     .held_out = 28,
			     .seed = 1,
			     .rate = .001f,
			     .weight_rate = 4,
			     .drop = .15f,
			     .temperature = .05f,
			     .shown = .3f,
			     .forget = .6f,
			     .mix = .7f } };
	double began = lu_now();

	read_options(&t.o, argc, argv);
	open_set(&t.s, argv[optind]);
	begin_model(&t.m, &t.s, &t.o);
	prepare(&t);
	fprintf(stderr, "%zu rows of %llu tokens, %llu pairs of %llu repositories\n", t.m.n,
		(unsigned long long)t.s.h->tokens, (unsigned long long)t.s.h->pairs,
		(unsigned long long)t.s.h->repositories);
	measure(&t, "before");
	write_table(&t, argv[optind + 1]);
	for (size_t e = 0; e < t.o.epochs; e++) {
		epoch(&t, e, began);
		measure(&t, "after");
		write_table(&t, argv[optind + 1]);
	}
	return 0;
}
