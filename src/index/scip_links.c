/* SPDX-License-Identifier: MIT
 * From occurrences to links. A use belongs to the innermost element around it. Where our parser saw a call or an
 * import of that name on that line, the link is the answer to it; else a use is a call when the text goes on like
 * one, and a dependency when not. */
#include <stdlib.h>

#include "core/ascii.h"
#include "index/scip_intake.h"
#include "core/binary_search.h"

/* A base class stands in the first lines of its type. */
#define HEAD_LINES 20
#define MAX_BASES  64

/* A call or an import that our parser found. */
struct site {
	uint32_t el, line;
	lu_str simple, written;
	bool import;
	uint32_t taken; /* of the first of equal ones: how many have an answer */
};

struct use {
	uint32_t el, line, count;
	const struct lu__scip_def *def;
	const char *kind;
	lu_str name;
	bool ours; /* the answer to a reference of ours */
};

struct linking {
	const lu_scip_document *d;
	struct lu__scip_file *f;
	const struct lu__scip_defs *defs;
	lu_arena a;
	struct site *site;
	size_t n_site;
	struct use *use;
	size_t n_use;
	uint32_t *stack; /* elements around the present line, outermost first */
	size_t depth, next;
	lu_err *e;
};

static lu_str last_part(lu_str name)
{
	for (size_t i = name.n; i-- > 0;)
		if (strchr("./:\\>", name.s[i])) return lu_strn(name.s + i + 1, name.n - i - 1);
	return name;
}

/* ---- what our parser found ---- */

static int compare_site(const struct site *x, bool import, uint32_t el, uint32_t line, lu_str simple)
{
	if (x->import != import) return x->import ? 1 : -1;
	if (x->el != el) return x->el < el ? -1 : 1;
	if (x->line != line) return x->line < line ? -1 : 1;
	return lu_str_cmp(x->simple, simple);
}

static int by_site(const void *px, const void *py)
{
	const struct site *x = px, *y = py;
	int c = compare_site(x, y->import, y->el, y->line, y->simple);

	return c ? c : lu_str_cmp(x->written, y->written);
}

static lu_code find_sites(struct linking *k)
{
	size_t n = 0;

	for (size_t i = 0; i < k->f->n; i++) n += k->f->v[i].el.calls.n + k->f->v[i].el.imports.n;
	if (!(k->site = lu_arena_calloc(&k->a, n + 1, sizeof *k->site))) return lu_nomem(k->e);
	for (uint32_t i = 0; i < k->f->n; i++) {
		const lu_element *el = &k->f->v[i].el;

		for (size_t j = 0; j < el->calls.n; j++) {
			const lu_call *c = &el->calls.v[j];

			k->site[k->n_site++] = (struct site){ i, c->line, last_part(c->name), c->name, false, 0 };
		}
		for (size_t j = 0; j < el->imports.n; j++) {
			const lu_import *m = &el->imports.v[j];
			lu_str name = m->name.n ? m->name : m->module;

			k->site[k->n_site++] = (struct site){ i, m->line, last_part(name), name, true, 0 };
		}
	}
	if (k->n_site) qsort(k->site, k->n_site, sizeof *k->site, by_site);
	return LU_OK;
}

/* The next reference of ours there that has no answer yet. */
static const struct site *take_site(struct linking *k, bool import, uint32_t el, uint32_t line, lu_str simple)
{
	size_t at;
	struct site *s;

	LU_LOWER_BOUND(at, 0, k->n_site, compare_site(&k->site[at], import, el, line, simple) < 0);
	if (at == k->n_site || compare_site(&k->site[at], import, el, line, simple)) return NULL;
	s = &k->site[at];
	if (s->taken >= k->n_site - at || compare_site(s + s->taken, import, el, line, simple)) return NULL;
	return s + s->taken++;
}

/* ---- uses ---- */

static lu_code add_use(struct linking *k, struct use u)
{
	struct use *v = lu_arena_grow(&k->a, k->use, k->n_use, sizeof *v);

	if (!v) return lu_nomem(k->e);
	k->use = v;
	v[k->n_use++] = u;
	return LU_OK;
}

/* The innermost element around `line` (from 1); lines must not go back. */
static bool innermost(struct linking *k, uint32_t line, uint32_t *el)
{
	const struct lu__scip_file *f = k->f;

	for (; k->next < f->n && f->v[k->next].el.start_line <= line; k->next++) {
		while (k->depth && f->v[k->stack[k->depth - 1]].el.end_line < f->v[k->next].el.start_line) k->depth--;
		k->stack[k->depth++] = (uint32_t)k->next;
	}
	while (k->depth && f->v[k->stack[k->depth - 1]].el.end_line < line) k->depth--;
	if (k->depth) *el = k->stack[k->depth - 1];
	return k->depth > 0;
}

static uint32_t module_number(const struct lu__scip_file *f)
{
	for (uint32_t i = 0; i < f->n; i++)
		if (!f->v[i].el.parent.n) return i;
	return 0;
}

/* The base of `el` as it is written, when it is what the definition is called. */
static bool written_base(const lu_element *el, lu_str simple, lu_str *out)
{
	for (size_t i = 0; i < el->base_classes.n && i < MAX_BASES; i++) {
		lu_str base = el->base_classes.v[i], name = base;

		for (size_t j = 0; j < base.n; j++)
			if (base.s[j] == '<' || base.s[j] == '[' || base.s[j] == '(')
				name = lu_strn(base.s, j), j = base.n;
		if (!lu_str_eq(last_part(name), simple)) continue;
		*out = base;
		return true;
	}
	return false;
}

static bool goes_on_like_a_call(lu_str text, lu_str name)
{
	const char *p = name.s + name.n, *end = text.s + text.n;

	if (!name.n) return false;
	while (p < end && lu_is_blank(*p)) p++;
	if (p < end && *p == '!') p++;
	return p < end && *p == '(';
}

/* Is it a word of its own, or no word at all, as an operator is? */
static bool is_whole(lu_str text, lu_str part)
{
	const char *end = part.s + part.n;

	if (!part.n) return false;
	if (lu_is_ident(part.s[0]) && part.s > text.s && lu_is_ident(part.s[-1])) return false;
	return !lu_is_ident(end[-1]) || end == text.s + text.n || !lu_is_ident(*end);
}

static bool is_alias(const struct lu__scip_file *f, lu_str text)
{
	const lu_element *module = &f->v[module_number(f)].el;

	for (size_t i = 0; i < module->imports.n; i++)
		if (lu_str_eq(module->imports.v[i].alias, text)) return true;
	return false;
}

/* Can `text` mean the symbol? A constructor is called by the name of its class, which is a part of the symbol, too. */
static bool can_mean(const struct lu__scip_file *f, lu_str symbol, lu_str text)
{
	const char *p = symbol.s, *end = symbol.s + symbol.n;

	if (text.n > 1 && strchr("'\"`", text.s[0]) && text.s[text.n - 1] == text.s[0])
		text = lu_strn(text.s + 1, text.n - 2);
	while (text.n && (p = memmem(p, (size_t)(end - p), text.s, text.n))) {
		if (is_whole(symbol, lu_strn(p, text.n))) return true;
		p++;
	}
	return is_alias(f, text);
}

/* Does the source have something else where the index has the symbol, so that it was made of another text? Of what is made
 * of symbols, of modules and of places without an extent nothing can be told. */
static bool is_elsewhere(const struct linking *k, const lu_scip_occurrence *o, const struct lu__scip_def *def,
			 lu_str text, bool ours)
{
	if (k->f->made || def->module || (o->at.line == o->at.end_line && o->at.column == o->at.end_column))
		return false;
	return !is_whole(k->f->text, text) || (!ours && !can_mean(k->f, o->symbol, text));
}

/* What is called is outside of the tree, so that our guess would be wrong. */
static lu_code add_outside(struct linking *k, const lu_scip_occurrence *o, lu_str text)
{
	uint32_t line = o->at.line + 1, el = 0;
	const struct site *s = NULL;

	if (text.n && is_whole(k->f->text, text) && innermost(k, line, &el) && lu__scip_is_outside(k->defs, o->symbol))
		s = take_site(k, false, el, line, text);
	if (!s) return LU_OK;
	return add_use(
		k,
		(struct use){ .el = el, .line = line, .count = 1, .kind = "CALLS", .name = s->written, .ours = true });
}

static lu_code add_reference(struct linking *k, const lu_scip_occurrence *o, const struct lu__scip_def *def,
			     lu_str text)
{
	uint32_t line = o->at.line + 1, el = 0, module = module_number(k->f);
	const struct site *s = NULL;
	struct use u = { .line = line, .count = 1, .def = def, .kind = "DEPENDS_ON", .ours = true };
	const lu_element *src;
	lu_str names[] = { text, def->simple };

	if (!innermost(k, line, &el) || is_elsewhere(k, o, def, text, true)) return LU_OK;
	for (size_t i = 0; i < 2 && !s; i++) s = take_site(k, true, module, line, names[i]);
	u.el = s ? module : el;
	for (size_t i = 0; i < 2 && !s; i++)
		if ((s = take_site(k, false, el, line, names[i]))) u.kind = "CALLS";
	src = &k->f->v[u.el].el;
	if (s) {
		u.name = s->written;
		return add_use(k, u);
	}
	if (lu__scip_is_type(src->type) && line <= src->start_line + HEAD_LINES &&
	    written_base(src, text.n ? text : def->simple, &u.name)) {
		u.kind = "INHERITS_FROM";
		return add_use(k, u);
	}
	if (is_elsewhere(k, o, def, text, false)) return LU_OK;
	u.ours = false;
	u.name = def->name;
	if (def->function && (k->f->made || goes_on_like_a_call(k->f->text, text))) u.kind = "CALLS";
	else if (!strcmp(src->id, def->id)) return LU_OK; /* itself */
	return add_use(k, u);
}

static lu_code find_uses(struct linking *k)
{
	struct lu__scip_cursor c = { .text = k->f->text, .encoding = k->d->encoding };
	lu_code rc = LU_OK;

	if (!(k->stack = lu_arena_calloc(&k->a, k->f->n + 1, sizeof *k->stack))) return lu_nomem(k->e);
	for (size_t i = 0; i < k->d->occurrences.n && !rc; i++) {
		const lu_scip_occurrence *o = &k->d->occurrences.v[i];
		const struct lu__scip_def *def;
		lu_str text;

		if (o->roles & (LU_SCIP_DEFINITION | LU_SCIP_FORWARD) || lu_scip_is_local(o->symbol)) continue;
		def = lu__scip_find(k->defs, o->symbol);
		text = lu__scip_covers(&c, &o->at);
		if (!def) rc = add_outside(k, o, text);
		else if (!def->several) rc = add_reference(k, o, def, text);
	}
	return rc;
}

static bool find_element(const struct lu__scip_file *f, const char *id, uint32_t *out)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, f->n, strcmp(f->v[f->by_id[at]].el.id, id) < 0);
	if (at == f->n || strcmp(f->v[f->by_id[at]].el.id, id)) return false;
	*out = f->by_id[at];
	return true;
}

/* What a type implements is what it inherits from. */
static lu_code find_relations(struct linking *k)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < k->d->symbols.n && !rc; i++) {
		const lu_scip_symbol *s = &k->d->symbols.v[i];
		const struct lu__scip_def *from = s->implements.n ? lu__scip_find(k->defs, s->symbol) : NULL;
		struct use u = { .kind = "INHERITS_FROM", .count = 1 };

		if (!from || !from->type || from->several || !find_element(k->f, from->id, &u.el)) continue;
		for (size_t j = 0; j < s->implements.n && !rc; j++) {
			u.def = lu__scip_find(k->defs, s->implements.v[j]);
			if (!u.def || !u.def->type || u.def->several || !strcmp(u.def->id, from->id)) continue;
			u.line = k->f->v[u.el].el.start_line;
			u.ours = written_base(&k->f->v[u.el].el, u.def->simple, &u.name);
			if (!u.ours) u.name = u.def->name;
			rc = add_use(k, u);
		}
	}
	return rc;
}

/* ---- links ---- */

static int by_target(const void *px, const void *py)
{
	const struct use *x = px, *y = py;
	int c;

	if (x->el != y->el) return x->el < y->el ? -1 : 1;
	c = strcmp(x->kind, y->kind);
	if (!c && x->def != y->def) c = x->def < y->def ? -1 : 1;
	if (!c && x->ours != y->ours) c = x->ours ? -1 : 1;
	return c ? c : (x->line > y->line) - (x->line < y->line);
}

/* One link for all further uses of one target by one element, none when a reference of ours has it already. */
static size_t merge(struct use *v, size_t n)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		struct use *last = k ? &v[k - 1] : NULL;
		bool same = last && last->el == v[i].el && last->def == v[i].def && last->kind[0] == v[i].kind[0];

		if (same && !v[i].ours) last->count += !last->ours;
		else v[k++] = v[i];
	}
	return k;
}

static lu_code give_links(struct linking *k)
{
	lu_arena *a = &k->f->arena;
	lu_code rc = LU_OK;

	for (size_t i = 0, j; i < k->n_use && !rc; i = j) {
		lu_element *el = &k->f->v[k->use[i].el].el;

		for (j = i; j < k->n_use && k->use[j].el == k->use[i].el;) j++;
		if (!(el->links.v = lu_arena_calloc(a, j - i, sizeof *el->links.v))) return lu_nomem(k->e);
		for (size_t m = i; m < j; m++) {
			const struct use *u = &k->use[m];

			el->links.v[el->links.n++] = (lu_link){ .kind = lu_strz(u->kind),
								.name = u->name,
								.target = lu_strz(u->def ? u->def->id : ""),
								.line = u->line,
								.count = u->count,
								.by = lu_arena_dup(a, lu_strz(k->d->tool)) };
			if (!el->links.v[el->links.n - 1].by.s) return lu_nomem(k->e);
		}
		rc = lu_links_settle(el, a, k->e);
	}
	return rc;
}

lu_code lu__scip_link(const lu_scip_document *d, struct lu__scip_file *f, const struct lu__scip_defs *t, lu_err *e)
{
	struct linking k = { .d = d, .f = f, .defs = t, .e = e };
	lu_code rc = f->n ? find_sites(&k) : LU_OK;

	if (!rc && f->n) rc = find_uses(&k);
	if (!rc && f->n) rc = find_relations(&k);
	if (!rc && k.n_use) {
		qsort(k.use, k.n_use, sizeof *k.use, by_target);
		k.n_use = merge(k.use, k.n_use);
		rc = give_links(&k);
	}
	lu_arena_free(&k.a);
	return rc;
}
