/* SPDX-License-Identifier: MIT
 * Questions of lucus graph about what belongs together: asked, and shown on the standard output, for Graphviz with `dot`. */
#ifndef CMD_GRAPH_H
#define CMD_GRAPH_H

#include "lucus/session.h"

/* `name` is what was typed, NULL: nothing; o->name is made of it. */
lu_code cmd_graph_themes(const char *name, const lu_themes_options *o, bool dot, lu_err *e);
lu_code cmd_graph_concepts(const lu_concepts_options *o, bool dot, lu_err *e);
/* `rev`: from which the tree differs; "-": the diff is on standard input. LU_EGATE when more than `most` elements are affected;
 * < 0: any number may be. */
lu_code cmd_graph_impact(const char *rev, const lu_impact_options *o, int64_t most, lu_err *e);

#endif
