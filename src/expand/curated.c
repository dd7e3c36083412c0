/* SPDX-License-Identifier: MIT
 * Names that people gave to elements. */
#include "expand/expand.h"
#include "core/ascii.h"

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

/* Bytes of `text` that are `name`, but for the case of letters and what is between words; 0: it does not begin so. */
static size_t begins(lu_str text, lu_str name)
{
	size_t i = 0, k = 0;

	while (k < name.n) {
		bool gap = is_gap(name.s[k]);

		if (i == text.n || gap != is_gap(text.s[i])) return 0;
		if (!gap && lu_lower(text.s[i++]) != lu_lower(name.s[k++])) return 0;
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

/* Where `name` is as words of its own; empty: nowhere. */
static lu_str find_words(lu_str text, lu_str name)
{
	for (size_t i = 0; i < text.n; i++) {
		size_t n = i && lu_is_ident(text.s[i - 1]) && lu_is_ident(text.s[i])
				   ? 0
				   : begins(lu_strn(text.s + i, text.n - i), name);

		if (n && (i + n == text.n || !lu_is_ident(text.s[i + n]))) return lu_strn(text.s + i, n);
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
