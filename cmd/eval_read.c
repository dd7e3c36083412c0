/* SPDX-License-Identifier: MIT
 * What lucus eval is given: lists of its options, and the annotated queries. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/out.h"
#include "core/sorting.h"
#include "eval.h"

#define QRELS_MAX ((size_t)256 << 20) /* bytes of the annotated queries */

lu_code cmd_eval_split(const lu_strs *given, lu_arena *a, lu_strs *out, lu_err *e)
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

lu_code cmd_eval_depths(cmd_evaluation *ev, const lu_strs *given, lu_err *e)
{
	lu_strs s;
	lu_code rc = cmd_eval_split(given, &ev->arena, &s, e);

	if (rc) return rc;
	if (!s.n) return lu_fail(e, LU_EUSAGE, "option --top needs a number");
	ev->k = lu_arena_calloc(&ev->arena, s.n, sizeof *ev->k);
	if (!ev->k) return lu_nomem(e);
	for (size_t i = 0; i < s.n; i++) {
		char *end;
		long v = strtol(s.v[i].s, &end, 10);

		if (*end || v < 1 || v > LU_K_MAX)
			return lu_fail(e, LU_EUSAGE, "option --top: '%s' is not a number from 1 to %d", s.v[i].s,
				       LU_K_MAX);
		ev->k[ev->n_k++] = (size_t)v;
	}
	qsort(ev->k, ev->n_k, sizeof *ev->k, lu_size_order);
	ev->n_k = 1;
	for (size_t i = 1; i < s.n; i++) /* "5,05" is one depth */
		if (ev->k[i] != ev->k[ev->n_k - 1]) ev->k[ev->n_k++] = ev->k[i];
	ev->deepest = ev->k[ev->n_k - 1];
	return LU_OK;
}

lu_code cmd_eval_gates(cmd_evaluation *ev, const lu_strs *given, lu_err *e)
{
	lu_strs s;
	lu_code rc = cmd_eval_split(given, &ev->arena, &s, e);

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
			rc = lu_fail(e, LU_EFORMAT, "cannot read '%s': larger than %zu bytes", file, QRELS_MAX);
	}
	if (!rc && ferror(f)) rc = lu_fail(e, LU_EIO, "cannot read '%s': %s", file, strerror(errno));
	if (f != stdin) fclose(f);
	return rc;
}

static lu_code on_bad(void *ctx, long line, const char *why, lu_err *e)
{
	cmd_evaluation *ev = ctx;
	size_t n = strlen(ev->source);

	ev->rejected = true;
	if (!line && !strncmp(why, ev->source, n) && !strncmp(why + n, ": ", 2)) why += n + 2;
	return lu_out_error(ev->source, line, why, e);
}

lu_code cmd_eval_qrels(cmd_evaluation *ev, const char *file, lu_err *e)
{
	lu_buf text = LU_BUF;
	lu_code rc = slurp(file, &text, e);

	if (!rc) rc = lu_qrels_read_sound(lu_buf_str(&text), file, on_bad, ev, &ev->qrels, e);
	lu_buf_free(&text);
	if (!rc && ev->qrels.repeated)
		lu_out_warn("%s: %zu targets are named again in their query, and count once", file, ev->qrels.repeated);
	for (size_t i = 0; !rc && i < ev->n_gates; i++) rc = lu_gate_check(&ev->gates[i], &ev->qrels, e);
	if (!rc && ev->roll_up && !ev->qrels.by_name)
		rc = lu_fail(e, LU_EUSAGE, "option --roll-up is for sets that name elements, '%s' names files", file);
	return rc;
}
