/* SPDX-License-Identifier: MIT
 * lucus graph: the ways to show an answer. */
#ifndef LU_CMD_GRAPH_H
#define LU_CMD_GRAPH_H

#include "lucus/graph_answer.h"

lu_code lu_graph_json(const lu_graph_answer *q, lu_arena *a, lu_err *e) LU_MUST_USE;
/* Text, Markdown or paths, as lu_out_format() says. */
lu_code lu_graph_text(const lu_graph_answer *q, lu_arena *a, lu_err *e) LU_MUST_USE;
/* The statements of a Graphviz graph; the caller writes what stands around them. */
lu_code lu_graph_dot(const lu_graph_answer *q, lu_err *e) LU_MUST_USE;

#endif
