/* SPDX-License-Identifier: MIT
 * Few files: a part of the model, which grows until it is enough. */
#include "index/file_edges.h"
#include "lucus/hash.h"
#include "lucus/map.h"

#define ROUNDS 32 /* attempts: each goes one import or base further */

struct part {
	struct lu__resolve *r;
	lu_heads heads;
	lu_arena arena, round; /* of everything, of one attempt */
	bool *whole, *due;
	struct lu__item **item; /* of the files that are due */
	struct lu__edge_list *list;
	int64_t *contains;
	lu_str *name;
	size_t n_name;
};

static lu_code add_name(struct part *p, lu_map *m, lu_str name, lu_err *e)
{
	uint64_t hash = lu_digest64(name, 0), *slot;
	lu_str *v = lu_arena_grow(&p->arena, p->name, p->n_name, sizeof *v);

	if (!v || !lu_map_reserve(m, NULL, p->n_name + 1)) return lu_nomem(e);
	p->name = v;
	slot = lu_map_slot(m, hash, lu_map_str, v, &name);
	if (*slot) return LU_OK;
	v[p->n_name] = name;
	lu_map_set(m, slot, hash, (uint32_t)p->n_name++);
	return LU_OK;
}

/* The names of all methods of the files that are whole. */
static lu_code list_methods(struct part *p, lu_map *m, lu_str **out, lu_err *e)
{
	lu_str *v = NULL;
	size_t n = 0, room = 0;

	for (size_t i = 0; i < p->heads.n; i++) room += p->heads.v[i].is_whole ? p->heads.v[i].whole.n_sym : 0;
	if (!(v = lu_arena_calloc(&p->round, room, sizeof *v)) || !lu_map_reserve(m, NULL, room + 1))
		return lu_nomem(e);
	for (size_t i = 0; i < p->heads.n; i++)
		for (size_t k = 0; p->heads.v[i].is_whole && k < p->heads.v[i].whole.n_sym; k++) {
			const lu_symbol *s = &p->heads.v[i].whole.sym[k];
			lu_str name = lu_simple_name(s->name);
			uint64_t hash = lu_digest64(name, 0), *slot = lu_map_slot(m, hash, lu_map_str, v, &name);

			if (!lu_str_eqz(s->type, "method") || *slot) continue;
			v[n] = name;
			lu_map_set(m, slot, hash, (uint32_t)n++);
		}
	*out = v;
	return LU_OK;
}

/* The name that all files are asked for because of a reference, most likely: one that documentation writes; a method that is
 * guessed, as far as a file that is whole has one. */
static lu_str expected_name(const lu_ref *ref, const lu_map *methods, const lu_str *method)
{
	lu_str name = lu_str_after_last(ref->name, '.');

	if (ref->kind == LU_EDGE_DOCUMENTS) return lu_mention_sought(ref->name);
	if (ref->kind != LU_EDGE_CALLS || name.n == ref->name.n || (ref->receiver.n && ref->receiver.s[0] != '=') ||
	    lu_map_find(methods, lu_digest64(name, 0), lu_map_str, method, &name) == LU_MAP_NONE)
		return lu_strn("", 0);
	return name;
}

/* Names that will be asked of all files are known before anything is resolved. */
static lu_code expect_names(struct part *p, lu_err *e)
{
	lu_map m = { 0 }, methods = { 0 };
	lu_str *method = NULL;
	bool *make_whole = lu_arena_calloc(&p->arena, p->heads.n, sizeof *make_whole);
	lu_code rc = make_whole ? list_methods(p, &methods, &method, e) : lu_nomem(e);

	for (size_t i = 0; i < p->r->n_due && !rc; i++)
		for (size_t k = 0; k < p->item[i]->n_ref && !rc; k++) {
			lu_str name = expected_name(&p->item[i]->ref[k], &methods, method);

			if (name.n) rc = add_name(p, &m, name, e);
		}
	if (!rc) rc = lu_heads_names(&p->heads, p->name, p->n_name, &p->arena, make_whole, e);
	if (!rc) rc = lu_store_heads_read(p->r->s, &p->heads, make_whole, &p->arena, e);
	lu_map_free(&m);
	lu_map_free(&methods);
	return rc;
}

static lu_code start_part(struct part *p, lu_err *e)
{
	struct lu__resolve *r = p->r;
	size_t n = p->heads.n;
	lu_code rc = lu_store_heads_expect(r->s, &p->heads, &p->arena, e);

	if (rc) return rc;
	p->whole = lu_arena_calloc(&p->arena, n, sizeof *p->whole);
	p->due = lu_arena_calloc(&p->arena, n, sizeof *p->due);
	p->item = lu_arena_calloc(&p->arena, n, sizeof(struct lu__item *));
	p->list = lu_arena_calloc(&p->arena, p->heads.n_due, sizeof *p->list);
	p->contains = lu_arena_calloc(&p->arena, p->heads.n_due, sizeof *p->contains);
	if (!p->whole || !p->due || !p->item || !p->list || !p->contains) return lu_nomem(e);
	rc = lu_heads_outlines(&p->heads, &p->arena, &r->all, e);
	if (!rc) rc = lu__list_due(r, e);
	for (size_t i = 0; i < r->n_due && !rc; i++) {
		struct lu__item *it = NULL;

		rc = lu__item_read(r, i, &it, e);
		if (rc) break;
		p->item[i] = it;
		p->due[r->due[i]] = true;
		p->heads.odd |= it->aimed;
		if (!it->read) rc = lu_unpack_calls(it->calls, &it->arena, &it->ref, &it->n_ref, e);
		it->read = !rc;
	}
	return rc ? rc : expect_names(p, e);
}

/* Answer what is due from the files that are whole. */
static lu_code attempt(struct part *p, lu_missed *missed, lu_err *e)
{
	struct lu__resolve *r = p->r;
	lu_part part = { .whole = p->whole, .due = p->due, .n_file = p->heads.n, .name = p->name, .n_name = p->n_name };
	lu_resolver *resolver = NULL;
	lu_code rc;

	lu_model_free(r->model);
	r->model = NULL;
	lu_arena_free(&p->round);
	for (size_t i = 0; i < p->heads.n; i++) p->whole[i] = p->heads.v[i].is_whole;
	rc = lu_heads_outlines(&p->heads, &p->round, &r->all, e);
	if (!rc)
		rc = lu_model_new_part(r->all.sym, r->all.n_sym, r->all.link, r->all.n_link, &part, &p->arena, missed,
				       &r->model, e);
	if (!rc) rc = lu_resolver_new(r->model, &resolver, e);
	for (size_t i = 0; i < r->n_due && !rc && !missed->all; i++) {
		p->list[i] = (struct lu__edge_list){ .a = &p->round };
		rc = lu__answer_file(r, resolver, p->item[i], &p->list[i], &p->contains[i], e);
	}
	lu_resolver_free(resolver);
	return rc;
}

/* Read what was missed. */
static lu_code grow(struct part *p, const lu_missed *missed, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < missed->n_name; i++) {
		lu_str *v = lu_arena_grow(&p->arena, p->name, p->n_name, sizeof *v);

		if (!v) return lu_nomem(e);
		p->name = v;
		v[p->n_name++] = missed->name[i];
	}
	if (missed->n_name) rc = lu_heads_names(&p->heads, missed->name, missed->n_name, &p->arena, missed->file, e);
	return rc ? rc : lu_store_heads_read(p->r->s, &p->heads, missed->file, &p->arena, e);
}

static lu_code write_part(struct part *p, lu_err *e)
{
	struct lu__resolve *r = p->r;
	lu_code rc = lu_edge_writer_new(r->s, &r->writer, e);

	for (size_t i = 0; i < r->n_due && !rc; i++) {
		struct lu__item *it = p->item[i];

		rc = lu_pack_edges(r->writer, p->list[i].v, p->list[i].n, p->contains[i], &it->arena, &it->edges, e);
		it->edges.reads = p->list[i].reads;
		if (!rc) rc = lu__item_write(r, it, e);
	}
	return rc ? rc : lu_edge_writer_end(r->writer, e);
}

/* Is the part still a small one? */
static bool is_small(const lu_heads *h)
{
	return !h->odd && h->n_due <= h->n / 4 && h->n_whole <= h->n / 2;
}

/* *done stays false when a part does not do. */
static lu_code run_part(struct part *p, bool *done, lu_err *e)
{
	lu_code rc = lu_store_heads(p->r->s, &p->arena, &p->heads, e);

	if (rc || !is_small(&p->heads)) return rc;
	rc = start_part(p, e);
	for (int round = 0; round < ROUNDS && !rc && !*done && is_small(&p->heads); round++) {
		lu_missed missed = { .file = lu_arena_calloc(&p->arena, p->heads.n, sizeof *missed.file) };

		rc = missed.file ? attempt(p, &missed, e) : lu_nomem(e);
		if (rc || missed.all) break;
		if (!missed.any) {
			*done = true;
			rc = write_part(p, e);
		} else {
			rc = grow(p, &missed, e);
		}
	}
	return rc;
}

lu_code lu__resolve_few(struct lu__resolve *r, bool *done, lu_err *e)
{
	struct part p = { .r = r };
	lu_code rc = run_part(&p, done, e);

	for (size_t i = 0; p.item && i < p.heads.n; i++)
		if (p.item[i]) lu__item_free(p.item[i]);
	lu_model_free(r->model);
	lu_arena_free(&p.round);
	lu_arena_free(&p.arena);
	r->model = NULL;
	r->n_due = 0;
	return rc;
}
