/* SPDX-License-Identifier: MIT
 * lucus eval: how good retrieval is, measured on annotated queries. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/out.h"
#include "eval.h"

#define QRELS_MAX ((size_t)256 << 20) /* bytes of the annotated queries */

static lu_str default_strategies[] = { { "auto", 4 } };
static lu_str default_k[] = { { "1", 1 }, { "3", 1 }, { "5", 1 }, { "10", 2 }, { "15", 2 }, { "20", 2 } };

static lu_strs strategies = { default_strategies, 1 };
static lu_strs depths = { default_k, 6 };
static lu_strs gates;
static const char *hits;
static bool no_categories, roll_up, failures;
static int64_t seed = 1, resamples = 1000;

static lu_opt opts[] = {
	LU_OPT_LIST('s', "strategy", &strategies, "NAMES",
		    "measure these strategies, a list such as bm25,hybrid_rrf", .env = "LUCUS_STRATEGY",
		    .setting = "strategy"),
	LU_OPT_LIST('k', "top", &depths, "NUMBERS", 
		    "measure the first N hits, for each N of a list such as 1,5,10"),
	LU_OPT_LIST('m', "min", &gates, "MEASURE@N=X",
		    "fail with exit status 4 when the mean of a measure is less than X, as in ndcg@10=0.80"),
	LU_OPT_STR(0, "hits", &hits, "FILE", 
		   "judge the hit records in FILE (- is standard input) instead of asking the store"),
	LU_OPT_FLAG(0, "no-categories", &no_categories, "measure all queries together, not also each category"),
	LU_OPT_FLAG(0, "roll-up", &roll_up,
		    "count a hit on a method or an inner element for the outermost element around it"),
	LU_OPT_FLAG(0, "failures", &failures, "also list the queries whose targets were not all found"),
	LU_OPT_INT(0, "resamples", &resamples, "N", 0, 1000000,
		   "draw N samples for the confidence intervals; 0 gives none"),
	LU_OPT_INT(0, "seed", &seed, "N", 0, INT64_MAX, "seed of the samples; equal seeds give equal intervals"),
	LU_OPT_GROUP(lu_opts_search),
	LU_OPT_GROUP(lu_opts_store),
	LU_OPT_GROUP(lu_opts_output),
	LU_OPT_END
};

/* Split what was given once or several times, with commas or without, and drop repetitions. */
static lu_code split(const lu_strs *given, lu_arena *a, lu_strs *out, lu_err *e)
{
	lu_strs r = { 0 };

	for (size_t i = 0; i < given->n; i++) {
		lu_str rest = given->v[i];

		while (rest.n) {
			const char *comma = memchr(rest.s, ',', rest.n);
			size_t n = comma ? (size_t)(comma - rest.s) : rest.n, j = 0;
			lu_str part = lu_arena_dup(a, lu_str_trim(lu_strn(rest.s, n))), *grown;

			if (!part.s) return lu_nomem(e);
			n += comma != NULL;
			rest = lu_strn(rest.s + n, rest.n - n);
			while (j < r.n && !lu_str_eq(r.v[j], part)) j++;
			if (j < r.n || !part.n) continue;
			if (!(grown = lu_arena_grow(a, r.v, r.n, sizeof part))) return lu_nomem(e);
			r.v = grown;
			r.v[r.n++] = part;
		}
	}
	*out = r;
	return LU_OK;
}

static int by_size(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x > y) - (x < y);
}

static lu_code read_depths(lu_evaluation *ev, lu_err *e)
{
	lu_strs s;
	lu_code rc = split(&depths, &ev->arena, &s, e);

	if (rc) return rc;
	if (!s.n) return lu_fail(e, LU_EUSAGE, "option --top needs a number");
	ev->k = lu_arena_calloc(&ev->arena, s.n, sizeof *ev->k);
	if (!ev->k) return lu_nomem(e);
	for (size_t i = 0; i < s.n; i++) {
		char *end;
		long v = strtol(s.v[i].s, &end, 10);

		if (*end || v < 1 || v > LU_K_MAX)
			return lu_fail(e, LU_EUSAGE, "option --top: '%s' is not a number from 1 to %d",
				       s.v[i].s, LU_K_MAX);
		ev->k[ev->n_k++] = (size_t)v;
	}
	qsort(ev->k, ev->n_k, sizeof *ev->k, by_size);
	ev->deepest = ev->k[ev->n_k - 1];
	return LU_OK;
}

static lu_code read_gates(lu_evaluation *ev, lu_err *e)
{
	lu_strs s;
	lu_code rc = split(&gates, &ev->arena, &s, e);

	if (rc) return rc;
	ev->gates = lu_arena_calloc(&ev->arena, s.n, sizeof *ev->gates);
	if (!ev->gates) return lu_nomem(e);
	for (; !rc && ev->n_gates < s.n; ev->n_gates++) {
		lu_gate *g = &ev->gates[ev->n_gates];

		rc = lu_gate_parse(s.v[ev->n_gates], g, e);
		if (!rc && g->k > ev->deepest) ev->deepest = g->k;
	}
	return rc;
}

static lu_code slurp(const char *file, lu_buf *out, lu_err *e)
{
	FILE *f = strcmp(file, "-") ? fopen(file, "re") : stdin;
	char part[65536];
	lu_code rc = LU_OK;
	size_t n;

	if (!f) return lu_fail(e, LU_EIO, "cannot open '%s': %s", file, strerror(errno));
	while (!rc && (n = fread(part, 1, sizeof part, f))) {
		lu_buf_add(out, part, n);
		if (out->oom) rc = lu_nomem(e);
		else if (out->len > QRELS_MAX)
			rc = lu_fail(e, LU_EFORMAT, "cannot read '%s': larger than %zu bytes", file,
				     QRELS_MAX);
	}
	if (!rc && ferror(f)) rc = lu_fail(e, LU_EIO, "cannot read '%s': %s", file, strerror(errno));
	if (f != stdin) fclose(f);
	return rc;
}

static lu_code read_qrels(lu_evaluation *ev, const char *file, lu_err *e)
{
	lu_buf text = LU_BUF;
	lu_code rc = slurp(file, &text, e);

	if (!rc) rc = lu_qrels_read(lu_buf_str(&text), file, &ev->qrels, e);
	lu_buf_free(&text);
	if (!rc && roll_up && !ev->qrels.by_name)
		rc = lu_fail(e, LU_EUSAGE,
			     "option --roll-up is for sets that name elements, '%s' names files", file);
	return rc;
}

/* Name the gates that do not hold. */
static bool check_gates(const lu_evaluation *ev, const lu_achieved *r)
{
	bool hold = true;

	for (size_t i = 0; i < ev->n_gates; i++) {
		const lu_gate *g = &ev->gates[i];
		double value = lu_gate_value(g, &ev->qrels, r->gains);

		if (value >= g->min - 1e-9) continue;
		hold = false;
		lu_out_fail("gate %s@%zu=%g does not hold: %.*s has %.4f", lu_measure_name(g->measure), g->k,
			    g->min, LU_FMT(r->strategy), value);
	}
	return hold;
}

/* Measure one strategy, or (without a name) the hits of --hits. */
static lu_code evaluate(lu_evaluation *ev, lu_str strategy, bool *held, bool *rejected, lu_err *e)
{
	lu_arena a = { 0 };
	lu_achieved r = { .strategy = strategy, .a = &a };
	lu_summary_options so = { ev->k, ev->n_k, !no_categories, (size_t)resamples, (uint64_t)seed };
	lu_metric *m;
	size_t n;
	lu_code rc = LU_OK;

	r.results = lu_arena_calloc(&a, ev->qrels.queries.n, sizeof *r.results);
	r.gains = lu_arena_calloc(&a, ev->qrels.queries.n, sizeof *r.gains);
	if (!r.results || !r.gains) rc = lu_nomem(e);
	if (!rc) rc = hits ? lu_eval_hits(ev, hits, &r, rejected, e) : lu_eval_strategy(ev, &r, e);
	if (!rc) rc = lu_summarise(&ev->qrels, r.gains, &so, &a, &m, &n, e);
	if (!rc) rc = lu_eval_show(ev, &r, m, n, e);
	if (!rc && failures) rc = lu_eval_failures(ev, &r, e);
	if (!rc) *held &= check_gates(ev, &r);
	lu_arena_free(&a);
	return rc;
}

static lu_code measure(lu_evaluation *ev, lu_err *e)
{
	bool vectors = false, held = true, rejected = false;
	lu_strs names = { 0 };
	lu_code rc = LU_OK;

	if (!hits || roll_up) rc = lu_search_store(&ev->search, opts, e);
	if (!rc && !hits) {
		rc = split(&strategies, &ev->arena, &names, e);
		for (size_t i = 0; !rc && i < names.n; i++)
			rc = lu_search_strategy(names.v[i].s, &vectors, e);
		if (!rc) rc = lu_search_open(&ev->search, vectors, e);
	}
	if (!rc && hits) rc = evaluate(ev, lu_strz("hits"), &held, &rejected, e);
	for (size_t i = 0; !rc && i < names.n; i++) rc = evaluate(ev, names.v[i], &held, &rejected, e);
	if (rc) return rc;
	e->msg[0] = '\0';
	return !held ? LU_EGATE : rejected ? LU_EREJECT : LU_OK;
}

extern const lu_cmd cmd_eval;

static lu_code run(int argc, char **argv, lu_err *e)
{
	lu_evaluation ev = { .roll_up = roll_up };
	lu_code rc = lu_cmd_operands(&cmd_eval, argc, argv, 1, 1, e);

	if (!rc && hits && !strcmp(hits, "-") && !strcmp(argv[0], "-"))
		rc = lu_fail(e, LU_EUSAGE, "only one of QRELS and --hits can be standard input");
	if (!rc) rc = read_depths(&ev, e);
	if (!rc) rc = read_gates(&ev, e);
	if (!rc) rc = read_qrels(&ev, argv[0], e);
	if (!rc) rc = measure(&ev, e);
	lu_search_close(&ev.search);
	lu_qrels_free(&ev.qrels);
	lu_arena_free(&ev.arena);
	return rc;
}

const lu_cmd cmd_eval = {
	.name = "eval",
	.summary = "measure retrieval on annotated queries",
	.args = "QRELS",
	.opts = opts,
	.run = run,
	.operands = LU_OPERANDS_FILES,
};
