/* SPDX-License-Identifier: MIT
 * Which function renders what in which format. */
#include "render/table.h"

static lu_code undrawn(lu_err *e)
{
	return lu_fail(e, LU_EUSAGE, "only answers about the graph are written for Graphviz");
}

static lu_code undrawn_expansion(lu_sink *o, const lu_expansion_shown *s, lu_err *e)
{
	(void)o;
	(void)s;
	return undrawn(e);
}

const lu__renderers lu__render_table[LU_FORMATS] = {
	[LU_FORMAT_JSON] = { .graph = lu__graph_json, .expansion = lu__expansion_json },
	[LU_FORMAT_TEXT] = { .graph = lu__graph_text, .expansion = lu__expansion_text },
	[LU_FORMAT_MD] = { .graph = lu__graph_text, .expansion = lu__expansion_text },
	[LU_FORMAT_PATHS] = { .graph = lu__graph_places, .expansion = lu__expansion_paths },
	[LU_FORMAT_LINES] = { .graph = lu__graph_places, .expansion = lu__expansion_lines },
	[LU_FORMAT_DOT] = { .graph = lu__graph_dot, .expansion = undrawn_expansion },
};

static const lu__renderers *renderers_of(const lu_sink *o)
{
	return &lu__render_table[o->format == LU_FORMAT_AUTO ? LU_FORMAT_JSON : o->format];
}

static lu_code finish(const lu_sink *o, lu_code rc, lu_err *e)
{
	return rc ? rc : lu_sink_check(o, e);
}

lu_code lu_render_graph(lu_sink *o, const lu_graph_answer *q, lu_err *e)
{
	return finish(o, renderers_of(o)->graph(o, q, e), e);
}

lu_code lu_render_expansion(lu_sink *o, const lu_expansion_shown *s, lu_err *e)
{
	return finish(o, renderers_of(o)->expansion(o, s, e), e);
}
