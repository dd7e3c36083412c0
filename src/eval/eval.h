/* SPDX-License-Identifier: MIT
 * Evaluation: annotated queries, ranked results, and the measures between them.
 *
 * With gains g_1 g_2 ... (1 where the result at that rank meets a target that no earlier one met, else
 * 0) and T targets: precision@k = sum g / k, recall@k = sum g / T, F1@k their harmonic mean, MRR@k =
 * 1 / rank of the first gain, NDCG@k = (sum g_i / log2(i + 1)) / (sum_{i <= min(k, T)} 1 / log2(i + 1))
 * (Jarvelin and Kekalainen 2002, binary gain). */
#ifndef LU_EVAL_EVAL_H
#define LU_EVAL_EVAL_H

#include "lucus/record.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lu_target {
	lu_str name;                   /* qualified element name, or empty */
	lu_str path;                   /* file, or empty */
	uint32_t start_line, end_line; /* of the span; 0: the whole file */
} lu_target;

typedef struct lu_annotated {
	lu_str id, query, category, difficulty;
	size_t number; /* its place in the input, from 1: its id when it has none */
	struct {
		lu_target *v;
		size_t n;
	} targets;
	bool by_name; /* targets are element names: results are elements, not files */
} lu_annotated;

typedef struct lu_qrels {
	struct {
		lu_annotated *v;
		size_t n;
	} queries;
	size_t by_name;  /* queries whose targets are element names */
	size_t repeated; /* targets that a query names again; they count once */
	lu_arena arena;  /* owns the views */
} lu_qrels;

/* Read annotated queries: a JSON array, or JSON lines: `query` and `relevant_elements` (names), or
 * `relevant` and `secondary` (paths, or objects with path, start_line, end_line); `id`, `category` and
 * `difficulty` may be there. A query has targets of one kind only, and some; where it has names, its paths are not
 * read. No two queries have one id. A target that a query names again is dropped. Errors are LU_EFORMAT and name the
 * place. Release with lu_qrels_free(). */
lu_code lu_qrels_read(lu_str text, const char *source, lu_qrels *out, lu_err *e) LU_MUST_USE;
/* The same, but a query that is not sound is reported to `bad`, with its line (0: the input is an array) and the
 * reason, and the others are read; so is one with the id of an earlier one. What `bad` returns other than LU_OK ends
 * the reading. */
typedef lu_code lu_qrels_bad_fn(void *ctx, long line, const char *why, lu_err *e);
lu_code lu_qrels_read_sound(lu_str text, const char *source, lu_qrels_bad_fn *bad, void *ctx, lu_qrels *out,
			    lu_err *e) LU_MUST_USE;
void lu_qrels_free(lu_qrels *q);

/* A result to be judged. */
typedef struct lu_judged {
	lu_str name, path;
	uint32_t start_line, end_line; /* 0: unknown, overlaps every span */
	int64_t id;                    /* the caller's: row of the element, or 0 */
} lu_judged;

/* Keep the first of the results that share a file (or, with `by_name`, a name), in their order. Returns
 * how many are left. Quadratic: for lists of some thousands. */
size_t lu_distinct(lu_judged *v, size_t n, bool by_name);

/* Does `r` meet `t`? Names are compared without `__init__` components; a path matches when one of both ends
 * in the other at a '/', and the lines overlap. */
bool lu_meets(const lu_judged *r, const lu_target *t);
/* Is `path` that of the target, whatever the lines? */
bool lu_same_file(lu_str path, const lu_target *t);

/* Set gain[i] for the `n` results of `q` (see above). */
void lu_judge(const lu_annotated *q, const lu_judged *v, size_t n, bool *gain);

/* The share of the first `k` of `n` results whose lines lie in another one of them: what is listed twice. */
double lu_overlap(const lu_judged *v, size_t n, size_t k);

typedef enum lu_measure {
	LU_MEASURE_PRECISION,
	LU_MEASURE_RECALL,
	LU_MEASURE_F1,
	LU_MEASURE_MRR,
	LU_MEASURE_NDCG,
	LU_MEASURES
} lu_measure;
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
	lu_str category; /* "all", a category, or "difficulty=NAME" */
	lu_measure measure;
	size_t k;
	lu_interval value;
	size_t n; /* queries in the category */
} lu_metric;

typedef struct lu_summary_options {
	const size_t *k; /* in the order of the output */
	size_t n_k;
	bool categories; /* also by category and difficulty */
	size_t resamples;
	uint64_t seed;
} lu_summary_options;

/* All measures at every k over the queries, gains[i] being those of query i: first "all", then the
 * categories and the difficulties by name. Memory comes from `a`. */
lu_code lu_summarise(const lu_qrels *q, const lu_gains *gains, const lu_summary_options *o, lu_arena *a,
		     lu_metric **out, size_t *n, lu_err *e) LU_MUST_USE;

/* What strategy B gains over strategy A on the same queries. */
typedef struct lu_difference {
	lu_str category;
	lu_measure measure;
	size_t k;
	lu_interval value;       /* of the differences B - A, query by query */
	size_t n, better, worse; /* queries; those where B is better, and worse */
	int sign;                /* -1, 1: the interval lies below, above 0; 0: it decides nothing */
} lu_difference;

/* The differences in the order of lu_summarise(). Without resamples no sign is given. */
lu_code lu_compare(const lu_qrels *q, const lu_gains *a, const lu_gains *b, const lu_summary_options *o,
		   lu_arena *arena, lu_difference **out, size_t *n, lu_err *e) LU_MUST_USE;

/* A gate: "ndcg@10=0.80" demands at least that mean over all queries, "symbol:ndcg@10=0.80" over those of a
 * category, "difficulty=hard:ndcg@10=0.80" over those of a difficulty. */
typedef struct lu_gate {
	lu_str category; /* a view of the text, or "all" */
	lu_measure measure;
	size_t k;
	double min;
} lu_gate;
/* LU_EUSAGE says what is wrong with `text`. */
lu_code lu_gate_parse(lu_str text, lu_gate *out, lu_err *e) LU_MUST_USE;
/* LU_EUSAGE, naming the categories that there are, when `q` has no query of the gate's. */
lu_code lu_gate_check(const lu_gate *g, const lu_qrels *q, lu_err *e) LU_MUST_USE;
/* The mean that the gate is about; 0 when no query counts. */
double lu_gate_value(const lu_gate *g, const lu_qrels *q, const lu_gains *gains);

/* ---- pictures and pages (plot.c, report.c) ---- */

/* Why a target is not among the first k results. */
typedef enum lu_miss_reason {
	LU_MISS_DEEP,     /* it came later */
	LU_MISS_LINES,    /* its file came, by other lines than those of the target */
	LU_MISS_UNFOUND,  /* it is in the store, and did not come */
	LU_MISS_UNSTORED, /* it is not in the store */
	LU_MISS_UNKNOWN   /* the results came without a store that could say */
} lu_miss_reason;

typedef struct lu_miss {
	const lu_target *target;
	lu_miss_reason reason;
	size_t rank;   /* where it, or its file, came; 0: nowhere */
	lu_strs lacks; /* words of the query that the target does not hold */
} lu_miss;

/* A query of which some target is not among the first k results. */
typedef struct lu_failure {
	size_t query; /* its place in the set, from 0 */
	lu_miss *v;
	size_t n;
	lu_strs unmatched; /* words of the query that nothing in the store holds */
} lu_failure;

/* Append a sentence without a full stop: "came at rank 31; lacks: cart, price". */
void lu_miss_tell(const lu_miss *m, lu_buf *out);
/* "beyond k", "other lines", "not found", "not in the store", "not among the hits" */
const char *lu_miss_name(lu_miss_reason r);
/* Append "path:10-20", "path", or with `by_name` the name. */
void lu_target_tell(const lu_target *t, lu_buf *out);
void lu_judged_tell(const lu_judged *r, bool by_name, lu_buf *out);

/* What came for a query, judged. */
typedef struct lu_outcome {
	const lu_judged *v;
	const bool *gain;
	size_t n;
} lu_outcome;

/* What one strategy achieved, as it is shown. */
typedef struct lu_series {
	lu_str name;
	const lu_metric *m; /* as lu_summarise() gives them, all series with equal options */
	size_t n;
	const lu_difference *d; /* to the first series; NULL: none */
	bool timed, counted;    /* the next two, and the two after them, are known */
	double seconds, slow;   /* median and 95th percentile of a query */
	double tokens, cost;    /* mean of a query, in tokens of its results and dollars */
	const lu_failure *f;
	size_t n_f;
	const lu_outcome *shown; /* of each query; may be NULL when there are no failures */
	const lu_gains *gains;   /* of each query; NULL: a page says nothing of single ones */
} lu_series;

/* Append an SVG picture: one panel for each measure against k, with the intervals, and a legend. It tells the
 * series apart by colour and by shape, and needs nothing from outside. With `standalone` it begins with the
 * XML declaration; otherwise it can be put in a page. */
lu_code lu_plot(const lu_series *v, size_t n, const char *title, bool standalone, lu_buf *out, lu_err *e) LU_MUST_USE;

typedef struct lu_report {
	const char *source; /* the name of the set */
	const lu_qrels *q;
	const lu_series *v; /* at least one */
	size_t n;
	size_t resamples;
	uint64_t seed;
} lu_report;
/* Append one HTML page that needs nothing from outside: summary, picture, F1 by k and strategy, how the queries are
 * spread, the best and the worst of them, differences, categories, the whole tables, failures. Every text in it is
 * escaped. */
lu_code lu_report_html(const lu_report *r, lu_buf *out, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
