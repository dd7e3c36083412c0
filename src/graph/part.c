/* SPDX-License-Identifier: MIT
 * A model of a part of the symbols. An edit makes few files dirty, and their resolutions depend on few others: those
 * that they import, what these re-export, the bases of the types that are met, and what has a name that is guessed.
 * They are not listed in advance: every search that leaves its own file reports what it needs (lu__need_file() and its
 * like are called where a table is read), and what is not there is noted as missed. When nothing is missed, each table
 * has given what the table of everything gives: all members and imports of a whole file are there, and so are the
 * symbols of a complete name.
 *
 * Two things must not depend on what is left out, although no search reports them: which names occur at all
 * (lu__graph.uses only saves searches that would find nothing; star imports are needed at once for that reason), and
 * the numbers of files, which are the same because every file has a symbol. Languages in which a name is found by its
 * package, its linkage or its folder need the model of everything: there any file may define it. */
#include "graph/modules.h"
#include "lucus/json.h"

struct lu__part {
	const lu_part *given;
	lu_missed *missed;
	lu_arena *arena;
	lu__mem mem;
	lu__names names; /* that are complete, or missed */
	lu__multi held;  /* type -> file that its bases depend on, LU__NONE for all */
	uint32_t holder;
};

struct lu__part *lu__part_new(const lu_part *part, lu_arena *a, lu_missed *missed)
{
	struct lu__part *p = lu_arena_calloc(a, 1, sizeof *p);

	if (!p) return NULL;
	*p = (struct lu__part){ .given = part, .missed = missed, .arena = a, .holder = LU__NONE };
	return p;
}

void lu__part_begin(lu__graph *g)
{
	struct lu__part *p = g->part;
	bool scripts = false;

	if (!p) return;
	p->names.mem = p->held.mem = &g->mem;
	for (size_t i = 0; i < p->given->n_name; i++) lu__names_add(&p->names, p->given->name[i]);
	if (g->paths.n != p->given->n_file) p->missed->any = p->missed->all = true;
	for (uint32_t i = 0; i < g->paths.n && !p->missed->all; i++) {
		if (p->given->due[i] && lu__is_anywhere(g->file[i].language)) p->missed->any = p->missed->all = true;
		scripts |= p->given->due[i] && g->file[i].language->modules == LU__MODULES_SCRIPT;
	}
	for (uint32_t i = 0; i < g->paths.n && scripts && !p->missed->all; i++)
		if (lu__is_manifest_path(lu__path(g, i))) lu__miss_file(g, i);
}

bool lu__is_dirty(const lu__graph *g, uint32_t file)
{
	return !g->part || (file < g->part->given->n_file && g->part->given->due[file]);
}

void lu__part_hold(lu__graph *g, uint32_t type)
{
	if (g->part) g->part->holder = type == LU__NONE || lu__is_dirty(g, g->info[type].file) ? LU__NONE : type;
}

static void miss(struct lu__part *p, uint32_t file)
{
	p->missed->any = true;
	if (file < p->given->n_file) p->missed->file[file] = true;
	else p->missed->all = true;
}

void lu__miss_file(const lu__graph *g, uint32_t file)
{
	struct lu__part *p = g->part;
	uint32_t what = file >= p->given->n_file || lu__is_anywhere(g->file[file].language) ? LU__NONE : file;

	if (what != LU__NONE && p->given->whole[file]) return;
	if (p->holder == LU__NONE) miss(p, what);
	else lu__multi_add(&p->held, p->holder, what);
}

void lu__miss_name(const lu__graph *g, lu_str name)
{
	struct lu__part *p = g->part;
	lu_missed *m = p->missed;
	uint32_t had = p->names.n;
	lu_str *v;

	if (m->all || lu__names_find(&p->names, name) != LU__NONE) return;
	m->any = true;
	m->all = !name.n || !lu_json_is_plain(name); /* it is looked for in packed text */
	if (m->all) return;
	v = lu_arena_grow(p->arena, m->name, m->n_name, sizeof *v);
	if (v) m->name = v, v[m->n_name] = lu_arena_dup(p->arena, name);
	if (!v || !v[m->n_name].s || lu__names_add(&p->names, v[m->n_name]) != had) m->all = true;
	else m->n_name++;
}

void lu__miss_bases(const lu__graph *g, uint32_t type)
{
	struct lu__part *p = g->part;

	lu__miss_file(g, g->info[type].file);
	for (uint32_t at = lu__multi_first(&p->held, type); at; at = p->held.node[at].next) {
		if (p->holder == LU__NONE) miss(p, p->held.node[at].value);
		else lu__multi_add(&p->held, p->holder, p->held.node[at].value);
	}
}
