/* SPDX-License-Identifier: MIT
 * Local names of imports, as they are entered. */
#include "graph/modules.h"

void lu__add_alias(lu__graph *g, uint32_t file, lu_str name, lu__import im)
{
	lu__multi *table = im.kind == LU__IMPORT_PATH ? &g->path_heads : &g->aliases;
	lu__import *v;

	if (!name.n || lu_str_eqz(name, "_")) return;
	v = lu_arena_grow(&g->mem.arena, g->import, g->n_import, sizeof *v);
	if (!v) {
		g->mem.oom = true;
		return;
	}
	g->import = v;
	im.alias = lu__names_add(&g->names, name);
	v[g->n_import] = im;
	lu__multi_add(table, lu__pair(file, im.alias), g->n_import++);
}
