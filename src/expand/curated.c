/* SPDX-License-Identifier: MIT
 * What is not found by rules, but told: names that people gave to elements, and entities from outside of a question. */
#include "expand/expand.h"

/* ---- synonyms ---- */

static lu_code read_synonyms(lu__namer *m, lu_err *e)
{
	lu_code rc = m->curated ? LU_OK : lu_store_synonyms(m->store, m->a, &m->synonym, &m->n_synonym, e);

	m->curated |= !rc;
	return rc;
}

static bool is_gap(char c)
{
	return c == ' ' || c == '_' || c == '-' || c == '\t' || c == '\n';
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 32) : c;
}

/* Bytes of `text` that are `name`, but for the case of letters and what stands between words; 0: it does not begin so. */
static size_t begins(lu_str text, lu_str name)
{
	size_t i = 0, k = 0;

	while (k < name.n) {
		bool gap = is_gap(name.s[k]);

		if (i == text.n || gap != is_gap(text.s[i])) return 0;
		if (!gap && lower(text.s[i++]) != lower(name.s[k++])) return 0;
		while (gap && k < name.n && is_gap(name.s[k])) k++;
		while (gap && i < text.n && is_gap(text.s[i])) i++;
	}
	return i;
}

static void tell_gone(lu__namer *m, const lu_synonym *x)
{
	if (m->said)
		lu_buf_addf(m->said, "%sthe alias '%.*s' is of an element that is gone: %.*s", m->said->len ? "; " : "",
			    LU_FMT(x->name), LU_FMT(x->element));
}

lu_code lu__synonyms_of(lu__namer *m, lu_str text, lu__bearers *out, lu_err *e)
{
	lu_code rc = read_synonyms(m, e);

	for (size_t i = 0; i < m->n_synonym && !rc; i++) {
		const lu_synonym *x = &m->synonym[i];
		lu__bearer *v;
		lu_brief el;

		if (!text.n || begins(text, x->name) != text.n) continue;
		rc = lu_store_synonym_target(m->store, x, m->a, &el, e);
		if (rc == LU_ENOENT) tell_gone(m, x);
		if (rc == LU_ENOENT) rc = LU_OK;
		else if (!rc && !(v = lu_arena_grow(m->a, out->v, out->n, sizeof *v))) rc = lu_nomem(e);
		else if (!rc) {
			out->v = v;
			v[out->n++] = (lu__bearer){ { .id = el.id, .file = el.file, .name = el.name, .type = el.type },
						    LU_BY_SYNONYM,
						    x->confidence };
		}
	}
	return rc;
}

static bool in_word(char c)
{
	return c == '_' || c < 0 || (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z');
}

/* Where `name` stands as words of its own; empty: nowhere. */
static lu_str find_words(lu_str text, lu_str name)
{
	for (size_t i = 0; i < text.n; i++) {
		size_t n = i && in_word(text.s[i - 1]) && in_word(text.s[i])
				   ? 0
				   : begins(lu_strn(text.s + i, text.n - i), name);

		if (n && (i + n == text.n || !in_word(text.s[i + n]))) return lu_strn(text.s + i, n);
	}
	return lu_strn(NULL, 0);
}

static bool overlap(lu_str x, lu_str y)
{
	return x.s < y.s + y.n && y.s < x.s + x.n;
}

lu_code lu__synonyms_in(lu__namer *m, lu_str query, lu__tokens *t, lu_err *e)
{
	lu_code rc = read_synonyms(m, e);

	for (size_t i = 0; i < m->n_synonym && !rc; i++) {
		lu_str at = find_words(query, m->synonym[i].name);
		bool taken = !at.n;

		for (size_t k = 0; k < t->n_entity && !taken; k++) taken = overlap(at, t->entity[k].text);
		if (taken) continue;
		for (size_t k = 0; k < t->n; k++) t->v[k].taken |= overlap(at, t->v[k].text);
		rc = lu__entity_add(
			t, m->a,
			(lu_entity){ .text = at, .kind = LU_ENTITY_NAME, .confidence = m->synonym[i].confidence }, e);
	}
	return rc;
}

/* ---- entities from outside ---- */

static lu_code read_given(const lu_json *x, lu_given *out, lu_err *e)
{
	const lu_json *text = lu_json_get(x, "text"), *sure = lu_json_get(x, "confidence"),
		      *type = lu_json_get(x, "type");
	lu_json_kind kind = lu_json_type(sure);

	if (lu_json_type(x) == LU_JSTR) text = x;
	else if (!text) text = lu_json_get(x, "name");
	if (lu_json_type(text) != LU_JSTR || !lu_str_trim(lu_json_str(text)).n)
		return lu_fail(e, LU_EFORMAT, "field 'entities' must hold names, or objects with a string 'text'");
	*out = (lu_given){ lu_str_trim(lu_json_str(text)), lu_json_str(type), lu_json_real(sure, 1) };
	if ((kind != LU_JNULL && kind != LU_JREAL && kind != LU_JINT) ||
	    !(out->confidence >= 0 && out->confidence <= 1))
		return lu_fail(e, LU_EFORMAT, "field 'entities': a confidence must be a number from 0 to 1");
	if (lu_json_type(type) != LU_JNULL && lu_json_type(type) != LU_JSTR)
		return lu_fail(e, LU_EFORMAT, "field 'entities': a type must be a string");
	return LU_OK;
}

lu_code lu_given_read(const lu_json *v, lu_arena *a, lu_given **out, size_t *n, lu_err *e)
{
	const lu_json *list = lu_json_get(v, "entities");
	size_t count = lu_json_count(list);
	lu_given *w;
	lu_code rc = LU_OK;

	*out = NULL;
	*n = 0;
	if (lu_json_type(list) == LU_JNULL) return LU_OK;
	if (lu_json_type(list) != LU_JARRAY)
		return lu_fail(e, LU_EFORMAT, "field 'entities' must be an array, found %s",
			       lu_json_kind_name(lu_json_type(list)));
	if (count > LU_ENTITIES)
		return lu_fail(e, LU_EFORMAT, "field 'entities' has %zu, more than %d", count, LU_ENTITIES);
	if (!(w = lu_arena_calloc(a, count + 1, sizeof *w))) return lu_nomem(e);
	for (size_t i = 0; i < count && !rc; i++) rc = read_given(lu_json_at(list, i), &w[i], e);
	if (rc) return rc;
	*out = w;
	*n = count;
	return LU_OK;
}

/* Of elements of other types those of `type` are left, if there are some. */
static void keep_type(lu_original *o, lu_str type)
{
	size_t n = 0;

	for (size_t i = 0; i < o->n; i++) n += lu_str_eq(o->v[i].el.type, type);
	if (!n) return;
	o->total = n;
	for (size_t i = n = 0; i < o->n; i++)
		if (lu_str_eq(o->v[i].el.type, type)) o->v[n++] = o->v[i];
	o->n = n;
}

lu_code lu__given_meant(lu__namer *m, const lu_given *g, lu_original *out, lu_err *e)
{
	lu_original o = { .entity = { .text = g->text, .kind = LU_ENTITY_GIVEN, .confidence = g->confidence } };
	lu_code rc = lu__meant(m, g->text, &o.v, &o.n, &o.total, e);

	if (rc) return rc;
	if (g->type.n) keep_type(&o, g->type);
	*out = o;
	return LU_OK;
}

lu_code lu_boost_given(lu_store *s, const lu_given *v, size_t n, lu_arena *a, lu_boost *out, lu_err *e)
{
	lu__namer m = { .store = s, .a = a };
	lu_boost b = { .weight = out->weight };
	lu_code rc = lu_stemmer_new(&m.stemmer, e);

	if (!rc && !(b.element = lu_arena_calloc(a, n * LU_MEANT + 1, sizeof *b.element))) rc = lu_nomem(e);
	for (size_t i = 0; i < n && !rc; i++) {
		lu_original o;

		rc = lu__given_meant(&m, &v[i], &o, e);
		for (size_t k = 0; !rc && k < o.n; k++)
			b.element[b.n_element++] =
				(lu_evidence){ lu_strz(o.v[k].el.uuid), o.entity.confidence * o.v[k].score };
	}
	lu_stemmer_free(m.stemmer);
	if (!rc) *out = b;
	return rc;
}
