/* SPDX-License-Identifier: MIT
 * What a tree speaks of, and where. */
#include "lucus/concepts.h"

#include <math.h>
#include <stdlib.h>

#include "session/concept_net.h"
#include "store/concept_lists.h"

lu_concepts_options lu_concepts_defaults(void)
{
	lu_concept_prune p = lu_concept_prune_defaults();

	return (lu_concepts_options){ .min_frequency = p.frequency,
				      .min_weight = p.weight,
				      .min_degree = p.degree,
				      .max_degree_sd = (double)p.degree_sd,
				      .percentile = (double)p.percentile,
				      .limit = 40 };
}

#define WORDS 8 /* of a name that are looked for one by one */

/* A word of what was asked for, as keys have it. */
struct asked_word {
	lu_str head, before; /* as the last word, and before that */
};

/* A question on its way to the answer. */
struct asked {
	lu_store *s;
	const lu_concepts_options *o;
	lu__concept_net net;
	lu_concept_graph g;
	struct asked_word word[WORDS];
	size_t n_word; /* 0: no name was given */
	uint32_t self; /* number of the concept; UINT32_MAX: none is asked for */
	float *npmi;   /* of each concept with `self`; 0: it is no neighbour */
	lu_arena *a;
	lu_concepts_shown *out;
};

/* ---- lists ---- */

#define SMALL  .3 /* what a single word tells, beside a phrase */
#define PROPER .6 /* one that begins with a capital */

static double tells(const lu_concept_node *n, uint32_t windows)
{
	bool word = !memchr(n->key.s, ' ', n->key.n), ascii = n->surface.n && (unsigned char)*n->surface.s < 0x80;
	bool small = ascii && *n->surface.s >= 'a' && *n->surface.s <= 'z';

	return n->frequency * log((double)windows / n->windows) * (!word || !ascii ? 1 : small ? SMALL : PROPER);
}

static lu_concept_shown shown(const lu_concept_node *n)
{
	return (lu_concept_shown){ .key = n->key,
				   .name = n->surface,
				   .frequency = n->frequency,
				   .windows = n->windows,
				   .degree = n->degree,
				   .hub = n->hub };
}

static int by_score(const void *px, const void *py)
{
	const lu_concept_shown *x = px, *y = py;

	if (x->score != y->score) return x->score > y->score ? -1 : 1;
	if (x->together != y->together) return x->together > y->together ? -1 : 1;
	if (x->frequency != y->frequency) return x->frequency > y->frequency ? -1 : 1;
	return lu_str_cmp(x->key, y->key);
}

/* Does the key have the word, as its head (a stem) or before that? */
static bool has_word(lu_str key, const struct asked_word *w)
{
	while (key.n) {
		lu_str word = lu_str_take(&key, ' ');

		if (lu_str_eq(word, key.n ? w->before : w->head)) return true;
	}
	return false;
}

static bool has_words(const struct asked *x, lu_str key)
{
	for (size_t i = 0; i < x->n_word; i++)
		if (!has_word(key, &x->word[i])) return false;
	return true;
}

static lu_code cut(struct asked *x, lu_concept_shown *v, size_t n)
{
	if (n) qsort(v, n, sizeof *v, by_score);
	x->out->v = v;
	x->out->found = n;
	x->out->n = n < x->o->limit ? n : x->o->limit;
	return LU_OK;
}

/* Those that tell most, of all or of those with the words that were asked for. */
static lu_code list_all(struct asked *x, lu_err *e)
{
	lu_concept_shown *v = lu_arena_calloc(x->a, x->g.n_node + 1, sizeof *v);
	size_t n = 0;

	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < x->g.n_node; i++) {
		const lu_concept_node *node = &x->g.node[i];

		if (x->n_word ? !has_words(x, node->key) : !node->kept && !node->hub) continue;
		v[n] = shown(node);
		v[n++].score = tells(node, x->g.windows);
	}
	if (x->n_word && !n)
		return lu_fail(e, LU_ENOENT, "no concept '%s': 'lucus graph concepts' lists what there is", x->o->name);
	return cut(x, v, n);
}

static lu_code list_neighbours(struct asked *x, lu_err *e)
{
	lu_concept_shown *v = lu_arena_calloc(x->a, x->g.n_edge + 1, sizeof *v);
	size_t n = 0;

	x->npmi = lu_arena_calloc(x->a, x->g.n_node + 1, sizeof *x->npmi);
	if (!v || !x->npmi) return lu_nomem(e);
	for (size_t i = 0; i < x->g.n_edge; i++) {
		const lu_concept_edge *g = &x->g.edge[i];
		uint32_t other = g->a == x->self ? g->b : g->a;

		if (g->a != x->self && g->b != x->self) continue;
		v[n] = shown(&x->g.node[other]);
		v[n].score = (double)g->npmi;
		v[n++].together = g->weight;
		x->npmi[other] = g->npmi;
	}
	x->out->asked = true;
	x->out->self = shown(&x->g.node[x->self]);
	x->out->self.score = tells(&x->g.node[x->self], x->g.windows);
	return cut(x, v, n);
}

/* ---- ties ---- */

/* Edges between those that are shown. */
static lu_code find_ties(struct asked *x, lu_err *e)
{
	size_t *place = lu_arena_calloc(x->a, x->g.n_node + 1, sizeof *place), n = 0;

	if (!place) return lu_nomem(e);
	for (size_t i = 0; i < x->out->n; i++) {
		uint32_t at = lu_concept_net_find(x->net.net, x->out->v[i].key);

		if (at != UINT32_MAX) place[at] = i + 1;
	}
	for (size_t i = 0; i < x->g.n_edge; i++) n += place[x->g.edge[i].a] && place[x->g.edge[i].b];
	if (!(x->out->tie = lu_arena_calloc(x->a, n + 1, sizeof *x->out->tie))) return lu_nomem(e);
	for (size_t i = 0; i < x->g.n_edge; i++) {
		const lu_concept_edge *g = &x->g.edge[i];
		size_t a = place[g->a], b = place[g->b];

		if (!a || !b) continue;
		x->out->tie[x->out->n_tie++] =
			(lu_concept_tie){ (a < b ? a : b) - 1, (a < b ? b : a) - 1, g->weight, (double)g->npmi };
	}
	return LU_OK;
}

/* ---- places ---- */

struct place {
	int64_t file;
	lu_str path;
	uint32_t element, line, count;
	double score;
};

struct places {
	struct asked *x;
	struct place *v;
	size_t n;
};

/* An element may have several windows. */
static struct place *place_of(struct places *p, int64_t file, lu_str path, uint32_t element, lu_err *e)
{
	struct place *last = p->n ? &p->v[p->n - 1] : NULL, *v;

	if (last && last->file == file && last->element == element) return last;
	if (!(v = lu_arena_grow(p->x->a, p->v, p->n, sizeof *v))) return lu_nomem(e), NULL;
	p->v = v;
	v[p->n] = (struct place){ .file = file, .path = lu_arena_dup(p->x->a, path), .element = element };
	return v[p->n].path.s ? &v[p->n++] : (lu_nomem(e), NULL);
}

static lu_code find_places(void *ctx, int64_t file, lu_str path, const lu_concept_list *l, const uint32_t *number,
			   lu_err *e)
{
	struct places *p = ctx;

	for (size_t i = 0; i < l->n_window; i++) {
		const lu_concept_use *use = l->use + l->window[i].use, *own = NULL;
		double near = 0;
		struct place *at;

		for (uint32_t k = 0; k < l->window[i].n; k++) {
			uint32_t id = number[use[k].concept];

			if (id == p->x->self) own = &use[k];
			else if (id != UINT32_MAX && p->x->npmi[id] > 0) near += (double)p->x->npmi[id];
		}
		if (!own) continue;
		if (!(at = place_of(p, file, path, l->window[i].element, e))) return LU_ENOMEM;
		if (!at->line || own->line < at->line) at->line = own->line;
		at->count += own->count;
		at->score += own->count + near;
	}
	return LU_OK;
}

static int by_worth(const void *px, const void *py)
{
	const struct place *x = px, *y = py;
	int c;

	if (x->score != y->score) return x->score > y->score ? -1 : 1;
	if ((c = lu_str_cmp(x->path, y->path))) return c;
	return x->line < y->line ? -1 : x->line > y->line;
}

static lu_code read_place(struct asked *x, const struct place *p, lu_concept_place *out, lu_err *e)
{
	lu_stored *el = NULL;
	size_t n = 0;
	lu_file_state state;
	lu_code rc = lu_store_file_elements(x->s, p->file, false, x->a, &el, &n, e);

	if (rc) return rc;
	if (p->element >= n) return lu_fail(e, LU_EDB, "the concepts of '%.*s' are not its own", LU_FMT(p->path));
	rc = lu_store_brief(x->s, el[p->element].id, x->a, &out->el, e);
	out->line = p->line;
	out->count = p->count;
	out->score = p->score;
	return rc || !x->o->fresh ? rc : lu_fresh_file(x->o->fresh, p->path, &state, e);
}

static lu_code list_places(struct asked *x, lu_err *e)
{
	struct places p = { .x = x };
	lu_code rc = lu__concepts_each(&x->net, x->s, find_places, &p, e);

	if (rc) return rc;
	if (p.n) qsort(p.v, p.n, sizeof *p.v, by_worth);
	x->out->places = p.n;
	x->out->n_place = p.n < x->o->limit ? p.n : x->o->limit;
	if (!(x->out->place = lu_arena_calloc(x->a, x->out->n_place + 1, sizeof *x->out->place))) return lu_nomem(e);
	for (size_t i = 0; i < x->out->n_place && !rc; i++) rc = read_place(x, &p.v[i], &x->out->place[i], e);
	return rc;
}

/* ---- the answer ---- */

/* The key of `text`, without its last `less` bytes. */
static lu_code key_of(struct asked *x, lu_str text, size_t less, lu_str *out, lu_err *e)
{
	lu_buf key = LU_BUF;
	lu_code rc = lu_concept_key(x->net.c, text, &key, e);

	if (!rc) *out = lu_arena_dup(x->a, lu_strn(key.s, key.len > less ? key.len - less : 0));
	lu_buf_free(&key);
	return rc || out->s ? rc : lu_nomem(e);
}

/* A word is written as a head, and as what stands before one. */
static lu_code read_words(struct asked *x, lu_str key, lu_err *e)
{
	lu_code rc = LU_OK;

	while (key.n && x->n_word < WORDS && !rc) {
		struct asked_word *w = &x->word[x->n_word++];
		lu_str word = lu_str_take(&key, ' ');
		lu_buf with = LU_BUF;

		lu_buf_addf(&with, "%.*s x", LU_FMT(word));
		rc = with.oom ? lu_nomem(e) : key_of(x, lu_buf_str(&with), 2, &w->before, e);
		if (!rc) rc = key_of(x, word, 0, &w->head, e);
		lu_buf_free(&with);
	}
	return rc;
}

static lu_code find_self(struct asked *x, lu_err *e)
{
	lu_str key = { NULL, 0 };
	lu_buf with = LU_BUF;
	lu_code rc = LU_OK;

	x->self = UINT32_MAX;
	if (!x->o->name) return LU_OK;
	rc = key_of(x, lu_strz(x->o->name), 0, &key, e);
	if (!rc && !key.n) rc = lu_fail(e, LU_EUSAGE, "'%s' has no words", x->o->name);
	if (rc) return rc;
	x->self = lu_concept_net_find(x->net.net, key);
	/* words as they were typed: a key has a stem for the last one */
	lu_buf_addf(&with, "%s x", x->o->name);
	rc = with.oom ? lu_nomem(e) : key_of(x, lu_buf_str(&with), 2, &key, e);
	lu_buf_free(&with);
	return rc ? rc : read_words(x, key, e);
}

static lu_code make_graph(struct asked *x, lu_err *e)
{
	lu_concept_prune p = { .frequency = x->o->min_frequency,
			       .weight = x->o->min_weight,
			       .degree = x->o->min_degree,
			       .degree_sd = (float)x->o->max_degree_sd,
			       .percentile = (float)x->o->percentile,
			       .spare = x->self == UINT32_MAX ? 0 : x->self + 1 };
	lu_code rc = lu_concept_net_graph(x->net.net, &p, x->a, &x->g, e);

	if (rc) return rc;
	x->out->windows = x->g.windows;
	x->out->concepts = x->g.n_node;
	x->out->kept = x->g.n_kept;
	x->out->edges = x->g.n_edge;
	return LU_OK;
}

static lu_code answer(struct asked *x, lu_err *e)
{
	lu_code rc = lu__concepts_load(&x->net, x->s, e);

	if (!rc) rc = find_self(x, e);
	if (!rc) rc = make_graph(x, e);
	if (!rc) rc = x->self == UINT32_MAX ? list_all(x, e) : list_neighbours(x, e);
	if (!rc) rc = find_ties(x, e);
	return rc || x->self == UINT32_MAX ? rc : list_places(x, e);
}

lu_code lu_graph_concepts(lu_store *s, const lu_concepts_options *o, lu_arena *a, lu_concepts_shown *out, lu_err *e)
{
	lu_concepts_shown made = { .n = 0 };
	struct asked x = { .s = s, .o = o, .a = a, .out = &made };
	lu_code rc = lu_store_concepts_current(s, LU_CONCEPT_VERSION, &made.current, e);

	if (!rc && (!o->limit || o->percentile < 0 || o->percentile > 100 || o->max_degree_sd < 0))
		rc = lu_fail(e, LU_EUSAGE, "an option of concepts is out of range");
	if (rc) return rc;
	rc = answer(&x, e);
	made.made = made.windows > 0 || made.current;
	lu__concepts_unload(&x.net);
	if (!rc) *out = made;
	return rc;
}
