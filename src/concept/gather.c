/* SPDX-License-Identifier: MIT
 * The concepts of a file, window by window. */
#include <stdlib.h>

#include "concept/phrases.h"
#include "core/sorting.h"
#include "language/row.h"

#define CROWD 40 /* phrases of a window of comments */

/* One concept, where it stands. */
struct use {
	uint32_t element, window, key, line;
};

/* What is known of an element while its file is read. */
struct owner {
	uint32_t up;            /* the element that it is in; 0: the first, which is in none */
	uint32_t window, sites; /* of comments: the present window, and phrases in it */
};

struct gather {
	lu_concepts *c;
	const lu_element *const *el;
	const bool *passed;
	size_t n_el;
	lu_arena *a;
	struct owner *owner;
	struct use *use;
	size_t n;
	lu_str *surface, *key; /* distinct ones */
	uint32_t *key_of;      /* of each surface */
	uint32_t *written;     /* of each surface, how often */
	size_t n_surface, n_key;
	lu_map surfaces, keys;
	bool prose;
	uint32_t base;    /* lines before the text that is read */
	uint32_t element; /* that it is of; UINT32_MAX: see the line */
	uint32_t at;      /* where the last line was found */
};

/* ---- numbers for strings ---- */

static lu_code number_of(lu_map *m, lu_str **v, size_t *n, lu_str s, lu_arena *a, uint32_t *out, lu_err *e)
{
	uint64_t hash = lu_digest64(s, 0), *slot;
	lu_str *grown;

	if (!lu_map_reserve(m, a, *n + 1)) return lu_nomem(e);
	slot = lu_map_slot(m, hash, lu_map_str, *v, &s);
	if (!*slot) {
		if (!(grown = lu_arena_grow(a, *v, *n, sizeof *grown))) return lu_nomem(e);
		*v = grown;
		if (!(grown[*n] = lu_arena_dup(a, s)).s) return lu_nomem(e);
		lu_map_set(m, slot, hash, (uint32_t)(*n)++);
	}
	*out = lu_map_number(slot);
	return LU_OK;
}

/* A surface that is new gets its key. */
static lu_code surface_of(struct gather *g, lu_str s, uint32_t *out, lu_err *e)
{
	size_t n = g->n_surface;
	lu_buf *b = &g->c->folded;
	lu_code rc = number_of(&g->surfaces, &g->surface, &g->n_surface, s, g->a, out, e);

	if (rc || g->n_surface == n) return rc;
	if (!(g->key_of = lu_arena_grow(g->a, g->key_of, n, sizeof *g->key_of)) ||
	    !(g->written = lu_arena_grow(g->a, g->written, n, sizeof *g->written)))
		return lu_nomem(e);
	lu_buf_reset(b);
	rc = lu_concept_key(g->c, s, b, e);
	g->written[n] = 0;
	return rc ? rc : number_of(&g->keys, &g->key, &g->n_key, lu_buf_str(b), g->a, &g->key_of[n], e);
}

/* ---- places ---- */

/* Elements are in the order of their first lines, what contains before what is contained. */
static lu_code find_owners(struct gather *g, lu_err *e)
{
	if (!(g->owner = lu_arena_calloc(g->a, g->n_el + 1, sizeof *g->owner))) return lu_nomem(e);
	for (uint32_t i = 1; i < g->n_el; i++) {
		uint32_t up = i - 1;

		while (up && g->el[up]->end_line < g->el[i]->end_line) up = g->owner[up].up;
		g->owner[i].up = up;
	}
	return LU_OK;
}

/* The innermost element that holds the line. */
static uint32_t holder(struct gather *g, uint32_t line)
{
	uint32_t i;

	while (g->at + 1 < g->n_el && g->el[g->at + 1]->start_line <= line) g->at++;
	while (g->at && g->el[g->at]->start_line > line) g->at--;
	for (i = g->at; i && g->el[i]->end_line < line;) i = g->owner[i].up;
	/* a section may have all lines of its file */
	if (i && !g->el[i]->parent.n && g->el[i - 1]->start_line == g->el[i]->start_line &&
	    g->el[i - 1]->end_line == g->el[i]->end_line)
		i--;
	return i;
}

/* A comment right above an element belongs to it. */
static uint32_t element_of(struct gather *g, uint32_t line, uint32_t last)
{
	uint32_t i = holder(g, line);

	if (g->prose || !last) return i;
	for (uint32_t k = g->at + 1; k < g->n_el && g->el[k]->start_line <= last + 1; k++)
		if (g->el[k]->start_line == last + 1) return k;
	return i;
}

static lu_code take(void *ctx, const struct lu__phrase *p, lu_err *e)
{
	struct gather *g = ctx;
	uint32_t surface = 0, line = p->line + g->base, el, window;
	struct use *v;
	lu_code rc = surface_of(g, p->surface, &surface, e);

	if (rc || !g->key[g->key_of[surface]].n) return rc;
	if (!(v = lu_arena_grow(g->a, g->use, g->n, sizeof *v))) return lu_nomem(e);
	el = g->element == UINT32_MAX ? element_of(g, line, p->last ? p->last + g->base : 0) : g->element;
	window = p->window;
	if (!g->prose) {
		struct owner *o = &g->owner[el];

		if (o->sites++ == CROWD) {
			o->window++;
			o->sites = 0;
		}
		window = o->window;
	}
	g->use = v;
	g->written[surface]++;
	g->use[g->n++] = (struct use){ el, window, g->key_of[surface], line };
	return LU_OK;
}

/* ---- what is read ---- */

static bool is_code(const lu_element *el)
{
	return !lu_type_is_prose(el->type) && !lu_str_in_words(el->type, "module file");
}

static bool is_deed(const lu_element *el)
{
	return lu_str_in_words(el->type, "function method test constructor macro prototype");
}

static lu_code read_names(struct gather *g, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < g->n_el && !rc; i++) {
		struct lu__phrase where = { .line = g->el[i]->start_line, .last = g->el[i]->start_line };

		g->element = (uint32_t)i;
		if (is_code(g->el[i]) && !g->passed[i])
			rc = lu__name_phrases(g->c, g->el[i]->name, !is_deed(g->el[i]), &where, take, g, e);
	}
	return rc;
}

/* The element that holds all text of the file; of those on the same lines it need not be the first. */
static const lu_element *module_of(const struct gather *g)
{
	for (size_t i = 0; i < g->n_el && g->el[i]->start_line <= g->el[0]->start_line; i++)
		if (g->el[i]->code.n && !g->el[i]->parent.n && lu_str_eqz(g->el[i]->type, "module")) return g->el[i];
	return NULL;
}

static lu_code read_text(struct gather *g, lu_err *e)
{
	const lu_element *module = module_of(g);
	lu_code rc = LU_OK;

	g->element = UINT32_MAX;
	g->base = 0;
	if (module) return lu__text_phrases(g->c, module->code, module->language, take, g, e);
	for (size_t i = 0; i < g->n_el && !rc; i++) {
		const lu_element *el = g->el[i];
		uint32_t window = 0;

		g->element = (uint32_t)i;
		g->base = el->start_line ? el->start_line - 1 : 0;
		rc = lu__prose_phrases(g->c, el->docstring, true, 1, &window, take, g, e);
		if (!rc) rc = lu__text_phrases(g->c, el->code, el->language, take, g, e);
	}
	return rc;
}

static bool is_licence(lu_str path)
{
	lu_str name = lu_str_before_first(lu_str_after_last(path, '/'), '.');

	return lu_str_in_words_nocase(
		lu_str_before_first(name, '-'),
		"license licence licenses licences copying copyright unlicense patents notice authors "
		"contributors maintainers thanks");
}

/* ---- the list ---- */

static int by_place(const void *px, const void *py)
{
	const struct use *x = px, *y = py;

	if (x->element != y->element) return x->element < y->element ? -1 : 1;
	if (x->window != y->window) return x->window < y->window ? -1 : 1;
	if (x->key != y->key) return x->key < y->key ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

struct numbered {
	lu_str s;
	uint32_t key;
};

/* Number keys by the surface that shows each. */
static lu_code number_keys(struct gather *g, lu_concept_list *out, lu_err *e)
{
	struct numbered *v = lu_arena_calloc(g->a, g->n_key + 1, sizeof *v);
	uint32_t *best = lu_arena_calloc(g->a, g->n_key + 1, sizeof *best);
	uint32_t *number = lu_arena_calloc(g->a, g->n_key + 1, sizeof *number);

	out->surface = lu_arena_calloc(g->a, g->n_key + 1, sizeof *out->surface);
	if (!v || !best || !number || !out->surface) return lu_nomem(e);
	for (uint32_t i = 0; i < g->n_surface; i++) {
		uint32_t k = g->key_of[i];

		if (g->written[i] < best[k] || (g->written[i] == best[k] && lu_str_cmp(g->surface[i], v[k].s) > 0))
			continue;
		best[k] = g->written[i];
		v[k] = (struct numbered){ g->surface[i], k };
	}
	qsort(v, g->n_key, sizeof *v, lu_str_order);
	for (uint32_t i = 0; i < g->n_key; i++) {
		out->surface[i] = v[i].s;
		number[v[i].key] = i;
	}
	out->n = g->n_key;
	for (size_t i = 0; i < g->n; i++) g->use[i].key = number[g->use[i].key];
	return LU_OK;
}

static lu_code make_list(struct gather *g, lu_concept_list *out, lu_err *e)
{
	lu_code rc = number_keys(g, out, e);

	if (rc) return rc;
	if (g->n) qsort(g->use, g->n, sizeof *g->use, by_place);
	out->window = lu_arena_calloc(g->a, g->n + 1, sizeof *out->window);
	out->use = lu_arena_calloc(g->a, g->n + 1, sizeof *out->use);
	if (!out->window || !out->use) return lu_nomem(e);
	for (size_t i = 0; i < g->n; i++) {
		const struct use *u = &g->use[i], *before = i ? u - 1 : NULL;

		if (!before || before->element != u->element || before->window != u->window)
			out->window[out->n_window++] = (lu_concept_window){ u->element, (uint32_t)out->n_use, 0 };
		else if (before->key == u->key) {
			out->use[out->n_use - 1].count++;
			continue;
		}
		out->use[out->n_use++] = (lu_concept_use){ u->key, u->line, 1 };
		out->window[out->n_window - 1].n++;
	}
	return LU_OK;
}

lu_code lu_concepts_gather(lu_concepts *c, const lu_element *const *el, const bool *passed, size_t n, lu_arena *a,
			   lu_concept_list *out, lu_err *e)
{
	struct gather g = { .c = c, .el = el, .passed = passed, .n_el = n, .a = a };
	const lu_language *l = n ? lu_language_named(el[0]->language) : NULL;
	lu_code rc = LU_OK;

	*out = (lu_concept_list){ .n = 0 };
	if (!n || is_licence(el[0]->file_path)) return LU_OK;
	g.prose = l && l->is_prose;
	rc = find_owners(&g, e);
	if (!rc && !g.prose) rc = read_names(&g, e);
	if (!rc) rc = read_text(&g, e);
	return rc || !g.n ? rc : make_list(&g, out, e);
}
