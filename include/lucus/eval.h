/* SPDX-License-Identifier: MIT
 * Evaluation: annotated queries, ranked results, and the measures between them.
 *
 * With gains g_1 g_2 ... (1 where the result at that rank meets a target that no earlier one met, else
 * 0) and T targets: precision@k = sum g / k, recall@k = sum g / T, F1@k their harmonic mean, MRR@k =
 * 1 / rank of the first gain, NDCG@k = (sum g_i / log2(i + 1)) / (sum_{i <= min(k, T)} 1 / log2(i + 1))
 * (Jarvelin and Kekalainen 2002, binary gain). */
#ifndef LUCUS_EVAL_H
#define LUCUS_EVAL_H

#include "lucus/record.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lu_target {
	lu_str name;                    /* qualified element name, or empty */
	lu_str path;                    /* file, or empty */
	uint32_t start_line, end_line;  /* of the span; 0: the whole file */
} lu_target;

typedef struct lu_annotated {
	lu_str id, query, category, difficulty;
	struct { lu_target *v; size_t n; } targets;
} lu_annotated;

typedef struct lu_qrels {
	struct { lu_annotated *v; size_t n; } queries;
	bool by_name;                   /* targets are element names: results are elements, not files */
	lu_arena arena;                 /* owns the views */
} lu_qrels;

/* Read annotated queries: a JSON array, or JSON lines (V1): `query` and `relevant_elements` (names), or
 * `relevant` and `secondary` (paths, or objects with path, start_line, end_line); `id`, `category` and
 * `difficulty` may be there. A set has targets of one kind only, and each query has some. Errors are
 * LU_EFORMAT and name the place. Release with lu_qrels_free(). */
lu_code lu_qrels_read(lu_str text, const char *source, lu_qrels *out, lu_err *e) LU_MUST_USE;
void lu_qrels_free(lu_qrels *q);

/* A result to be judged. */
typedef struct lu_judged {
	lu_str name, path;
	uint32_t start_line, end_line;  /* 0: unknown, overlaps every span */
} lu_judged;

/* Keep the first of the results that share a file (or, with `by_name`, a name), in their order. Returns
 * how many are left. Quadratic: for lists of some thousands. */
size_t lu_distinct(lu_judged *v, size_t n, bool by_name);

/* Set gain[i] for the `n` results of `q` (see above). Names are compared without `__init__` components; a
 * path matches when one of both ends in the other at a '/'. */
void lu_judge(const lu_annotated *q, const lu_judged *v, size_t n, bool *gain);

typedef enum lu_measure { LU_PRECISION, LU_RECALL, LU_F1, LU_MRR, LU_NDCG, LU_MEASURES } lu_measure;
const char *lu_measure_name(lu_measure m); /* "precision" "recall" "f1" "mrr" "ndcg" */
/* Value at `k` (>= 1) of a ranked list with these gains and `targets` targets (>= 1). */
double lu_measure_at(lu_measure m, const bool *gain, size_t n, size_t targets, size_t k);

typedef struct lu_interval {
	double mean, low, high;
} lu_interval;
/* Mean with a 95% percentile bootstrap interval of `resamples` resamples (0: the mean alone);
 * deterministic for a seed. All zeros when `n` is 0. */
lu_code lu_bootstrap(const double *v, size_t n, size_t resamples, uint64_t seed, lu_interval *out,
		     lu_err *e) LU_MUST_USE;

/* ---- a whole set ---- */

/* The gains of one query's results. */
typedef struct lu_gains {
	bool *v;
	size_t n;
} lu_gains;

typedef struct lu_metric {
	lu_str category;                /* "all", a category, or "difficulty=NAME" */
	lu_measure measure;
	size_t k;
	lu_interval value;
	size_t n;                       /* queries in the category */
} lu_metric;

typedef struct lu_summary_options {
	const size_t *k;                /* in the order of the output */
	size_t n_k;
	bool categories;                /* also by category and difficulty */
	size_t resamples;
	uint64_t seed;
} lu_summary_options;

/* All measures at every k over the queries, gains[i] being those of query i: first "all", then the
 * categories and the difficulties by name. Memory comes from `a`. */
lu_code lu_summarise(const lu_qrels *q, const lu_gains *gains, const lu_summary_options *o, lu_arena *a,
		     lu_metric **out, size_t *n, lu_err *e) LU_MUST_USE;

/* A gate: "ndcg@10=0.80" demands at least that mean over all queries. */
typedef struct lu_gate {
	lu_measure measure;
	size_t k;
	double min;
} lu_gate;
/* LU_EUSAGE says what is wrong with `text`. */
lu_code lu_gate_parse(lu_str text, lu_gate *out, lu_err *e) LU_MUST_USE;
/* The mean that the gate is about. */
double lu_gate_value(const lu_gate *g, const lu_qrels *q, const lu_gains *gains);

#ifdef __cplusplus
}
#endif
#endif
