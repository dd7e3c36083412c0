/* SPDX-License-Identifier: MIT
 * Results as they are written. Each kind of result in each format is one function in one table, src/render/table.c; the
 * sink says which format it is. A command gives a sink on stdout, a server one in memory.
 *
 * Records (LU_FORMAT_JSON) are what `lucus help records` describes, whatever else the sink says. A kind of result that has no
 * use for a format is written as text in it, but for LU_FORMAT_DOT: LU_EUSAGE. LU_EIO: the sink's file took no more. */
#ifndef LUCUS_RENDER_H
#define LUCUS_RENDER_H

#include "lucus/expand.h"
#include "lucus/graph_answer.h"
#include "lucus/sink.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An answer about the graph. Of several each is given in its order, for what stands before, between and behind them. */
lu_code lu_render_graph(lu_sink *o, const lu_graph_answer *q, lu_err *e) LU_MUST_USE;

/* An expansion on its way out. */
typedef struct lu_expansion_shown {
	const lu_expansion *x;
	lu_str id;   /* of the question, as JSON text */
	lu_str text; /* the question; what `text` views in entities has its places told */
	double weight;
	lu_str extra; /* members of the question's record that are passed on, as JSON text without braces */
} lu_expansion_shown;
lu_code lu_render_expansion(lu_sink *o, const lu_expansion_shown *s, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
