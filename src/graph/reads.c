/* SPDX-License-Identifier: MIT
 * What the answers of a file have read, so that an edit of what none of them has read leaves them as they are. Every search
 * that leaves its own file says what it needs, for models of a part (part.c); the same calls are noted here. What the
 * model finds out before anything is answered is kept by the file whose imports and bases it is of, and for
 * bases by the type, too: whoever asks for those depends on it.
 *
 * Two things are not noted, since they depend on no file alone: that a name is nowhere, and which paths there are. An edit that
 * makes a name, or a path, is met otherwise (store/reached.c). Where any file may define a name, nothing is noted. */
#include "graph/modules.h"
#include <stdlib.h>

#include "core/sorting.h"
#include "lucus/hash.h"

struct lu__reads {
	lu__mem mem;
	bool off;        /* what is read can not be told by files */
	uint32_t at;     /* while the model is made: the file whose imports and bases are looked up, or LU__NONE */
	uint32_t holder; /* and the type whose bases they are, or LU__NONE */
	lu__multi own_file, own_name, held_file, held_name; /* by file; by type */

	/* While files are answered: all of a file, which `round` stands for. */
	const struct lu__reads *model;
	bool all; /* whatever is read may change the file */
	uint32_t round, *stamp, *file, n_file, *type_stamp;
	lu_arena found; /* names of this round alone */
	lu_map names;
	uint32_t *name; /* its keys */
};

static bool is_noted(const struct lu__reads *r)
{
	return !r->off && !r->all && (r->model || r->at != LU__NONE);
}

struct lu__reads *lu__reads_new(lu__graph *g)
{
	struct lu__reads *r = lu__new(g, 1, sizeof *r);

	if (!r) return NULL;
	*r = (struct lu__reads){ .at = LU__NONE, .holder = LU__NONE };
	r->own_file.mem = r->own_name.mem = r->held_file.mem = r->held_name.mem = &g->mem;
	return r;
}

void lu__reads_begin(lu__graph *g)
{
	struct lu__reads *r = g->reads;

	for (uint32_t i = 0; i < g->n_ref && !r->off; i++) r->off = g->ref[i].by != NULL;
	for (uint32_t i = 0; i < g->n_sym && !r->off; i++) {
		uint32_t parent = g->info[i].parent;

		r->off = parent != LU__NONE && g->info[parent].file != g->info[i].file;
	}
}

void lu__reads_of(const lu__graph *g, uint32_t file, uint32_t type)
{
	struct lu__reads *r = g->reads;

	if (!r) return;
	r->at = file == LU__NONE || lu__is_anywhere(g->file[file].language) ? LU__NONE : file;
	r->holder = r->at == LU__NONE ? LU__NONE : type;
}

void lu__note_file(const lu__graph *g, uint32_t file)
{
	struct lu__reads *r = g->reads;

	if (!r || !is_noted(r)) return;
	if (r->model) {
		if (r->stamp[file] == r->round) return;
		r->stamp[file] = r->round;
		r->file[r->n_file++] = file;
		r->all |= lu__is_anywhere(g->file[file].language);
		return;
	}
	lu__multi_add(&r->own_file, r->at, file);
	if (r->holder != LU__NONE) lu__multi_add(&r->held_file, r->holder, file);
}

void lu__note_files(const lu__graph *g, const lu__found *f)
{
	for (uint32_t i = 0; f->what == LU__FOUND_FILES && i < f->n && i <= LU__SOUGHT; i++) lu__note_file(g, f->v[i]);
}

static bool same_name(const void *keys, uint32_t i, const void *key)
{
	return ((const uint32_t *)keys)[i] == *(const uint32_t *)key;
}

static void add_name(struct lu__reads *r, uint32_t name)
{
	uint64_t hash = lu_map_mix(name), *slot;
	uint32_t *v;

	if (!lu_map_reserve(&r->names, &r->found, (size_t)r->names.n + 1)) goto oom;
	slot = lu_map_slot(&r->names, hash, same_name, r->name, &name);
	if (*slot) return;
	if (!(v = lu_arena_grow(&r->found, r->name, r->names.n, sizeof *v))) goto oom;
	(r->name = v)[r->names.n] = name;
	lu_map_set(&r->names, slot, hash, r->names.n);
	return;
oom:
	r->mem.oom = true;
}

void lu__note_name(const lu__graph *g, lu_str name)
{
	struct lu__reads *r = g->reads;
	uint32_t hash;

	if (!r || !is_noted(r)) return;
	hash = lu_read_name(name);
	if (r->model) {
		add_name(r, hash);
		return;
	}
	lu__multi_add(&r->own_name, r->at, hash);
	if (r->holder != LU__NONE) lu__multi_add(&r->held_name, r->holder, hash);
}

void lu__note_bases(const lu__graph *g, uint32_t type)
{
	struct lu__reads *r = g->reads;
	const struct lu__reads *m = r ? r->model : NULL;
	uint32_t at;

	if (!m || !is_noted(r) || r->type_stamp[type] == r->round) return;
	r->type_stamp[type] = r->round;
	lu__note_file(g, g->info[type].file);
	for (at = lu__multi_first(&m->held_file, type); at; at = m->held_file.node[at].next)
		lu__note_file(g, m->held_file.node[at].value);
	for (at = lu__multi_first(&m->held_name, type); at; at = m->held_name.node[at].next)
		add_name(r, m->held_name.node[at].value);
}

uint32_t lu_read_name(lu_str name)
{
	return (uint32_t)lu_digest64(name, 0);
}

/* ---- while files are answered ---- */

struct lu__reads *lu__reads_of_answers(const lu__graph *g)
{
	struct lu__reads *r = calloc(1, sizeof *r);

	if (!r) return NULL;
	r->model = g->reads;
	r->off = g->reads->off;
	r->all = true; /* there is no file at hand yet */
	r->at = r->holder = LU__NONE;
	return r;
}

void lu__reads_free(struct lu__reads *r)
{
	if (!r) return;
	lu_arena_free(&r->mem.arena);
	lu_arena_free(&r->found);
	free(r);
}

/* Languages that are not noted need no room. */
static bool has_room(const lu__graph *g, struct lu__reads *r)
{
	if (r->stamp) return true;
	r->stamp = lu_arena_calloc(&r->mem.arena, g->paths.n, sizeof *r->stamp);
	r->file = lu_arena_calloc(&r->mem.arena, g->paths.n, sizeof *r->file);
	r->type_stamp = lu_arena_calloc(&r->mem.arena, g->n_sym, sizeof *r->type_stamp);
	return r->stamp && r->file && r->type_stamp;
}

void lu__reads_next(const lu__graph *g, uint32_t file)
{
	struct lu__reads *r = g->reads;

	r->all = r->off || lu__is_anywhere(g->file[file].language);
	if (r->all) return;
	if (!has_room(g, r)) {
		r->all = r->mem.oom = true;
		return;
	}
	r->round++;
	r->n_file = 0;
	lu_arena_clear(&r->found);
	r->names = (lu_map){ 0 };
	r->name = NULL;
}

lu_code lu__reads_list(const lu__graph *g, uint32_t file, lu_arena *a, lu_reads *out, lu_err *e)
{
	struct lu__reads *r = g->reads;
	const struct lu__reads *m = r->model;
	uint32_t at;

	*out = (lu_reads){ 0 };
	for (at = lu__multi_first(&m->own_file, file); at; at = m->own_file.node[at].next)
		lu__note_file(g, m->own_file.node[at].value);
	for (at = lu__multi_first(&m->own_name, file); at && !r->all; at = m->own_name.node[at].next)
		add_name(r, m->own_name.node[at].value);
	if (r->mem.oom) return lu_nomem(e);
	if (r->all) return LU_OK;
	out->file = lu_arena_calloc(a, r->n_file, sizeof *out->file);
	out->name = lu_arena_calloc(a, r->names.n, sizeof *out->name);
	if (!out->file || !out->name) return lu_nomem(e);
	for (uint32_t i = 0; i < r->n_file; i++) out->file[i] = r->file[i];
	for (uint32_t i = 0; i < r->names.n; i++) out->name[i] = r->name[i];
	if (r->n_file) qsort(out->file, r->n_file, sizeof *out->file, lu_uint32_order);
	if (r->names.n) qsort(out->name, r->names.n, sizeof *out->name, lu_uint32_order);
	out->n_file = r->n_file;
	out->n_name = r->names.n;
	out->known = true;
	return LU_OK;
}
