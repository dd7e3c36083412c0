/* SPDX-License-Identifier: MIT
 * Concepts as records. */
#include "render/table.h"

static void write_concept(lu_jw *w, const lu_concept_shown *c)
{
	lu_jw_str(w, "key", c->key);
	lu_jw_str(w, "name", c->name);
	lu_jw_int(w, "frequency", c->frequency);
	lu_jw_int(w, "windows", c->windows);
	lu_jw_int(w, "degree", c->degree);
	lu_jw_bool(w, "hub", c->hub);
}

static lu_code write_head(lu_sink *o, lu_jw *w, const lu_concepts_shown *x, lu_err *e)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "concepts");
	lu_jw_int(w, "concepts", (int64_t)x->found);
	lu_jw_int(w, "shown", (int64_t)x->n);
	lu_jw_bool(w, "made", x->made);
	lu_jw_bool(w, "current", x->current);
	lu_jw_int(w, "windows", x->windows);
	lu_jw_int(w, "all", (int64_t)x->concepts);
	lu_jw_int(w, "nodes", (int64_t)x->kept);
	lu_jw_int(w, "edges", (int64_t)x->edges);
	if (x->asked) {
		write_concept(w, &x->self);
		lu_jw_int(w, "places", (int64_t)x->places);
	}
	lu_jw_close(w, '}');
	return lu_sink_record(o, w, e);
}

static void write_ties(lu_jw *w, const lu_concepts_shown *x, size_t i)
{
	lu_jw_open(w, "ties", '[');
	for (size_t k = 0; k < x->n_tie; k++) {
		const lu_concept_tie *t = &x->tie[k];

		if (t->a != i) continue;
		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "key", x->v[t->b].key);
		lu_jw_int(w, "together", t->together);
		lu_jw_real(w, "npmi", t->npmi, 4);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

static lu_code write_one(lu_sink *o, lu_jw *w, const lu_concepts_shown *x, size_t i, lu_err *e)
{
	const lu_concept_shown *c = &x->v[i];

	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "concept");
	write_concept(w, c);
	if (x->asked) {
		lu_jw_real(w, "npmi", c->score, 4);
		lu_jw_int(w, "together", c->together);
	} else {
		lu_jw_real(w, "score", c->score, 4);
	}
	write_ties(w, x, i);
	lu_jw_close(w, '}');
	return lu_sink_record(o, w, e);
}

static lu_code write_place(lu_sink *o, lu_jw *w, const lu_concept_place *p, lu_err *e)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "place");
	lu__write_element(w, &p->el);
	lu_jw_int(w, "line", p->line);
	lu_jw_int(w, "count", p->count);
	lu_jw_real(w, "score", p->score, 4);
	lu_jw_close(w, '}');
	return lu_sink_record(o, w, e);
}

lu_code lu__concepts_json(lu_sink *o, const lu_concepts_shown *x, lu_err *e)
{
	lu_jw w;
	lu_code rc;

	lu_jw_init(&w);
	rc = write_head(o, &w, x, e);
	for (size_t i = 0; i < x->n && !rc; i++) rc = write_one(o, &w, x, i, e);
	for (size_t i = 0; i < x->n_place && !rc; i++) rc = write_place(o, &w, &x->place[i], e);
	lu_jw_free(&w);
	return rc;
}
