/* SPDX-License-Identifier: MIT
 * What a service counts, in the text format of Prometheus (0.0.4).
 *
 * A metric has a name, and a series for each combination of its labels' values; there are never more than LU_SERIES_MAX of
 * them: what comes later is counted together, with "other" as every label. All functions may be called by any thread. */
#ifndef LU_SERVE_METRICS_H
#define LU_SERVE_METRICS_H

#include "lucus/str.h"

enum { LU_SERIES_MAX = 256, LU_LABELS_MAX = 4 };

typedef struct lu_metrics lu_metrics;
typedef struct lu_metric lu_metric;

typedef enum lu_metric_kind {
	LU_METRIC_COUNTER,
	LU_METRIC_GAUGE,
	LU_METRIC_HISTOGRAM, /* of seconds, from 0.5 ms to 60 s */
	LU_METRIC_AMOUNTS    /* a histogram, too: of numbers from 1 to 1000 */
} lu_metric_kind;

lu_code lu_metrics_new(lu_metrics **out, lu_err *e) LU_MUST_USE;
/* Accepts NULL. */
void lu_metrics_free(lu_metrics *m);

/* A new metric. `labels` are names that blanks separate, "" for none; all three strings live as long as `m`. LU_EUSAGE for a name that is there already or that Prometheus would not take. */
lu_code lu_metric_new(lu_metrics *m, lu_metric_kind kind, const char *name, const char *help, const char *labels,
		      lu_metric **out, lu_err *e) LU_MUST_USE;

/* `values` are as many as labels, copied; NULL where there are none. A metric that is NULL takes anything. Where memory is out,
 * nothing is counted. */
void lu_metric_add(lu_metric *x, const char *const *values, double by);       /* a counter or a gauge */
void lu_metric_observe(lu_metric *x, const char *const *values, double what); /* a histogram */

/* Append all of them. */
void lu_metrics_text(lu_metrics *m, lu_buf *out);

#endif
