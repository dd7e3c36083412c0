/* SPDX-License-Identifier: MIT
 * Expansions as records. */
#include "render/table.h"

#define DIGITS 6

static size_t characters(const char *from, const char *to)
{
	size_t n = 0;

	for (; from < to; from++) n += ((unsigned char)*from & 0xc0) != 0x80;
	return n;
}

static void write_candidates(lu_jw *w, const lu_original *o)
{
	lu_jw_open(w, "candidates", '[');
	for (size_t i = 0; i < o->n; i++) {
		const lu_meant *v = &o->v[i];

		lu_jw_open(w, NULL, '{');
		lu_jw_strz(w, "id", v->el.uuid);
		lu_jw_str(w, "type", v->el.type);
		lu_jw_str(w, "name", v->el.name);
		lu_jw_str(w, "path", v->el.path);
		lu_jw_int(w, "line", v->el.start_line);
		lu_jw_strz(w, "by", lu_meant_by_name(v->by));
		lu_jw_real(w, "score", v->score, DIGITS);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

static void write_original(lu_jw *w, const lu_original *o, lu_str text)
{
	const lu_entity *x = &o->entity;
	bool inside = text.n && x->text.s >= text.s && x->text.s < text.s + text.n;

	lu_jw_open(w, NULL, '{');
	lu_jw_str(w, "text", x->text);
	lu_jw_strz(w, "kind", lu_entity_kind_name(x->kind));
	lu_jw_real(w, "confidence", x->confidence, DIGITS);
	lu_jw_strz(w, "source", x->kind == LU_ENTITY_GIVEN ? "given" : x->by_model ? "model" : "rules");
	if (inside) lu_jw_int(w, "start", (int64_t)characters(text.s, x->text.s));
	else lu_jw_null(w, "start");
	if (inside) lu_jw_int(w, "end", (int64_t)characters(text.s, x->text.s + x->text.n));
	else lu_jw_null(w, "end");
	lu_jw_strz(w, "id", o->n ? o->v[0].el.uuid : NULL);
	if (o->n) {
		lu_jw_str(w, "name", o->v[0].el.name);
		lu_jw_str(w, "path", o->v[0].el.path);
		lu_jw_real(w, "score", x->confidence * o->v[0].score, DIGITS);
	} else {
		lu_jw_null(w, "name");
		lu_jw_null(w, "path");
		lu_jw_null(w, "score");
	}
	lu_jw_int(w, "matches", (int64_t)o->total);
	write_candidates(w, o);
	lu_jw_close(w, '}');
}

static void write_expanded(lu_jw *w, const lu_expansion *x)
{
	lu_jw_open(w, "expanded_entities", '[');
	for (size_t i = x->n_seed; i < x->n_node; i++) {
		const lu_expanded *v = &x->node[i];

		lu_jw_open(w, NULL, '{');
		lu_jw_strz(w, "id", v->el.uuid);
		lu_jw_str(w, "name", v->el.name);
		lu_jw_str(w, "type", v->el.type);
		lu_jw_str(w, "path", v->el.path);
		lu_jw_int(w, "hop", v->hop);
		lu_jw_real(w, "score", v->score, DIGITS);
		lu_jw_open(w, "via", '{');
		lu_jw_strz(w, "id", x->node[v->from].el.uuid);
		lu_jw_strz(w, "kind", lu_edge_kind_name(v->kind));
		lu_jw_strz(w, "direction", v->in ? "in" : "out");
		lu_jw_strz(w, "grade", lu_grade_name(v->grade));
		lu_jw_close(w, '}');
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

static void write_documents(lu_jw *w, const lu_expansion *x)
{
	lu_jw_open(w, "related_documents", '[');
	for (size_t i = 0; i < x->n_document; i++) {
		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "path", x->document[i].path);
		lu_jw_real(w, "score", x->document[i].score, DIGITS);
		lu_jw_strs(w, "elements", x->document[i].elements);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

static void write_context(lu_jw *w, const lu_expansion *x)
{
	lu_jw_open(w, "entity_context", '[');
	for (size_t i = 0; i < x->n_original; i++) {
		if (!x->original[i].context.n) continue;
		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "text", x->original[i].entity.text);
		lu_jw_strz(w, "id", x->original[i].v[0].el.uuid);
		lu_jw_str(w, "context", x->original[i].context);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

static void write_path(lu_jw *w, const lu_expansion *x)
{
	lu_jw_open(w, "expansion_path", '[');
	for (size_t i = x->n_seed; i < x->n_node; i++) {
		lu_jw_open(w, NULL, '{');
		lu_jw_strz(w, "from", x->node[x->node[i].from].el.uuid);
		lu_jw_strz(w, "to", x->node[i].el.uuid);
		lu_jw_int(w, "hop", x->node[i].hop);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

lu_code lu__expansion_json(lu_sink *o, const lu_expansion_shown *s, lu_err *e)
{
	const lu_expansion *x = s->x;
	lu_jw w;
	lu_code rc;

	lu_jw_record(&w, "expansion");
	lu_jw_raw(&w, "id", s->id);
	lu_jw_str(&w, "query", s->text.n ? s->text : x->query);
	lu_jw_open(&w, "original_entities", '[');
	for (size_t i = 0; i < x->n_original; i++) write_original(&w, &x->original[i], s->text);
	lu_jw_close(&w, ']');
	write_expanded(&w, x);
	write_documents(&w, x);
	write_context(&w, x);
	write_path(&w, x);
	lu_jw_str(&w, "expanded_query", x->query);
	lu_jw_real(&w, "expansion_weight", s->weight, DIGITS);
	if (x->warning.n) lu_jw_str(&w, "warning", x->warning);
	else lu_jw_null(&w, "warning");
	lu_jw_members(&w, s->extra);
	lu_jw_close(&w, '}');
	rc = lu_sink_record(o, &w, e);
	lu_jw_free(&w);
	return rc;
}
