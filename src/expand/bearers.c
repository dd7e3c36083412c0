/* SPDX-License-Identifier: MIT
 * What a name means: the elements that bear it, in the ways in which people write names, and which of them are meant
 * most likely. Names are found by keys of their last components: a form is one look into an index. */
#include <math.h>
#include <stdlib.h>

#include "expand/expand.h"
#include "core/ascii.h"

#define PARTS_MAX 16  /* components of a name that are compared */
#define RANKED    200 /* bearers of a name that are looked at more closely */
#define USERS     64  /* that are counted */

const char *lu_meant_by_name(lu_meant_by b)
{
	static const char *const name[LU_MEANT_WAYS] = {
		"exact", "case", "form", "inner", "number", "alias", "synonym"
	};

	return name[b];
}

static const double way_weight[LU_MEANT_WAYS] = { .98, .9, .85, .75, .75, .7, 0 };

static const struct {
	const char *type;
	double weight;
} type_weight[] = {
	{ "class", 1 },     { "interface", 1 },   { "struct", 1 },   { "trait", 1 },     { "enum", 1 },
	{ "union", 1 },     { "function", .97 },  { "method", .95 }, { "type", .95 },    { "macro", .9 },
	{ "constant", .9 }, { "namespace", .85 }, { "module", .85 }, { "variable", .8 }, { "prototype", .6 },
	{ "test", .6 },     { "section", .5 },    { "block", .3 },
};

double lu__type_weight(lu_str type)
{
	for (size_t i = 0; i < sizeof type_weight / sizeof *type_weight; i++)
		if (lu_str_eqz(type, type_weight[i].type)) return type_weight[i].weight;
	return .8;
}

/* ---- forms ---- */

struct splitting {
	lu_buf joined, snake, kebab;
	size_t parts;
};

/* Digits belong to what precedes them: sha256_hex. */
static bool add_part(void *ctx, lu_str token, lu_token_kind kind)
{
	struct splitting *s = ctx;
	bool number = token.n && lu_is_digit(token.s[0]);

	if (kind == LU_TOKEN_WHOLE) return true;
	if (s->parts++ && !number) {
		lu_buf_addc(&s->snake, '_');
		lu_buf_addc(&s->kebab, '-');
	}
	lu_buf_addstr(&s->joined, token);
	lu_buf_addstr(&s->snake, token);
	lu_buf_addstr(&s->kebab, token);
	return true;
}

static lu_code add_form(lu__namer *m, lu__forms *f, lu_str form, lu_err *e)
{
	if (!form.n || f->n == LU__FORMS) return LU_OK;
	for (size_t i = 0; i < f->n; i++)
		if (lu_str_eq(f->v[i], form)) return LU_OK;
	f->v[f->n] = lu_arena_dup(m->a, form);
	return f->v[f->n++].s ? LU_OK : lu_nomem(e);
}

/* `form` with `cut` bytes less and `end` at its end, if both have one stem. */
static lu_code add_other(lu__namer *m, lu__forms *f, lu_str form, size_t cut, const char *end, lu_err *e)
{
	char stem[LU_TOKEN_MAX];
	lu_buf b = LU_BUF;
	lu_str s = lu_stem(m->stemmer, form);
	lu_code rc = LU_OK;

	if (s.n > sizeof stem || form.n < cut + 2) return LU_OK;
	memcpy(stem, s.s, s.n);
	lu_buf_add(&b, form.s, form.n - cut);
	lu_buf_adds(&b, end);
	if (b.oom) rc = lu_nomem(e);
	else if (lu_str_eq(lu_stem(m->stemmer, lu_buf_str(&b)), lu_strn(stem, s.n)))
		rc = add_form(m, f, lu_buf_str(&b), e);
	lu_buf_free(&b);
	return rc;
}

/* lu_stem() knows letters alone: of snake_case the last part is compared. */
static lu_code add_number(lu__namer *m, lu__forms *f, lu_str form, lu_err *e)
{
	size_t at = form.n;
	lu__forms last = { .n = 0 };
	lu_code rc = LU_OK;

	while (at && form.s[at - 1] != '_' && form.s[at - 1] != '-') at--;
	if (lu_str_ends(form, "ies")) rc = add_other(m, &last, lu_strn(form.s + at, form.n - at), 3, "y", e);
	else if (lu_str_ends(form, "es")) rc = add_other(m, &last, lu_strn(form.s + at, form.n - at), 2, "", e);
	else if (lu_str_ends(form, "y")) rc = add_other(m, &last, lu_strn(form.s + at, form.n - at), 1, "ies", e);
	if (!rc && lu_str_ends(form, "s")) rc = add_other(m, &last, lu_strn(form.s + at, form.n - at), 1, "", e);
	else if (!rc) rc = add_other(m, &last, lu_strn(form.s + at, form.n - at), 0, "s", e);
	for (size_t i = 0; i < last.n && !rc; i++) {
		lu_buf b = LU_BUF;

		lu_buf_add(&b, form.s, at);
		lu_buf_addstr(&b, last.v[i]);
		rc = b.oom ? lu_nomem(e) : add_form(m, f, lu_buf_str(&b), e);
		lu_buf_free(&b);
	}
	return rc;
}

static lu_code forms_of(lu__namer *m, lu_str simple, lu__forms *out, lu_err *e)
{
	struct splitting s = { LU_BUF, LU_BUF, LU_BUF, 0 };
	lu__forms f = { .n = 0 };
	lu_code rc = simple.n <= LU_TOKEN_MAX ? lu_tokenize(simple, add_part, &s, e) : LU_OK;

	if (!rc && (s.joined.oom || s.snake.oom || s.kebab.oom)) rc = lu_nomem(e);
	if (!rc) rc = add_form(m, &f, lu_buf_str(&s.joined), e);
	if (!rc) rc = add_form(m, &f, lu_buf_str(&s.snake), e);
	if (!rc) rc = add_form(m, &f, lu_buf_str(&s.kebab), e);
	f.n_plain = f.n;
	for (size_t i = 0; i < f.n_plain && !rc; i++) rc = add_number(m, &f, f.v[i], e);
	lu_buf_free(&s.joined);
	lu_buf_free(&s.snake);
	lu_buf_free(&s.kebab);
	if (!rc) *out = f;
	return rc;
}

/* ---- comparing ---- */

/* Letters and digits alone. */
static bool same_folded(lu_str x, lu_str y)
{
	size_t i = 0, j = 0;

	for (;;) {
		while (i < x.n && (x.s[i] == '_' || x.s[i] == '-')) i++;
		while (j < y.n && (y.s[j] == '_' || y.s[j] == '-')) j++;
		if (i == x.n || j == y.n) return i == x.n && j == y.n;
		if (lu_lower(x.s[i++]) != lu_lower(y.s[j++])) return false;
	}
}

lu_str lu__find_word(lu_str text, lu_str word)
{
	for (size_t i = 0; i + word.n <= text.n; i++) {
		size_t k = 0;

		while (k < word.n && lu_lower(text.s[i + k]) == lu_lower(word.s[k])) k++;
		if (k == word.n) return lu_strn(text.s + i, k);
	}
	return lu_strn(NULL, 0);
}

/* How one component is another; LU_MEANT_WAYS: it is not. */
static lu_meant_by way_of(lu_str asked, lu_str has)
{
	bool same = asked.n == has.n;

	if (lu_str_eq(asked, has)) return LU_BY_EXACT;
	for (size_t i = 0; same && i < has.n; i++) same = lu_lower(asked.s[i]) == lu_lower(has.s[i]);
	if (same) return LU_BY_CASE;
	return same_folded(asked, has) ? LU_BY_FORM : LU_MEANT_WAYS;
}

/* The components of a name, the last one first. */
static size_t split(lu_str name, lu_str part[PARTS_MAX])
{
	size_t n = 0;

	while (name.n && n < PARTS_MAX) {
		part[n] = lu_str_after_last(name, '.');
		name = part[n].n < name.n ? lu_strn(name.s, name.n - part[n].n - 1) : lu_strn(name.s, 0);
		n++;
	}
	return n;
}

/* How what qualifies the last component fits: all of it side by side, or in order. */
static lu_meant_by qualified(const lu_str *asked, size_t n, const lu_str *has, size_t n_has)
{
	lu_meant_by worst = LU_BY_EXACT;
	size_t j = 1;

	for (size_t i = 1; i < n; i++, j++) {
		lu_meant_by w = LU_MEANT_WAYS;

		for (; j < n_has && (w = way_of(asked[i], has[j])) == LU_MEANT_WAYS; j++) worst = LU_BY_INNER;
		if (w == LU_MEANT_WAYS) return LU_MEANT_WAYS;
		if (w > worst) worst = w;
	}
	return worst;
}

/* ---- bearers ---- */

static lu_code add_bearer(lu__namer *m, lu__bearers *out, const lu_bearer *b, lu_meant_by by, lu_err *e)
{
	lu__bearer *v;

	for (size_t i = 0; i < out->n && out->n <= RANKED; i++) {
		if (out->v[i].b.id != b->id) continue;
		if (by < out->v[i].by) out->v[i].by = by;
		return LU_OK;
	}
	if (!(v = lu_arena_grow(m->a, out->v, out->n, sizeof *v))) return lu_nomem(e);
	out->v = v;
	v[out->n++] = (lu__bearer){ .b = *b, .by = by };
	return LU_OK;
}

/* Those with the last component `form`; `least` is the best way in which they can be meant. */
static lu_code gather(lu__namer *m, const lu_str *asked, size_t n, lu_str form, lu_meant_by least, lu__bearers *out,
		      lu_err *e)
{
	lu_bearer *b = NULL;
	size_t k = 0;
	lu_code rc = lu_store_bearers(m->store, form, m->a, &b, &k, e);

	for (size_t i = 0; i < k && !rc; i++) {
		lu_str has[PARTS_MAX];
		size_t n_has = split(b[i].name, has);
		lu_meant_by way = qualified(asked, n, has, n_has);
		lu_meant_by last = least == LU_BY_NUMBER ? LU_BY_NUMBER : way_of(asked[0], has[0]);

		if (way == LU_MEANT_WAYS || last == LU_MEANT_WAYS) continue;
		rc = add_bearer(m, out, &b[i], way > last ? way : last, e);
	}
	return rc;
}

/* What imports call it: `np`, `st.get`. */
static lu_code gather_aliased(lu__namer *m, lu_str name, lu__bearers *out, lu_err *e)
{
	size_t n = 0;
	const char *dot = memchr(name.s, '.', name.n);
	lu_str head = dot ? lu_strn(name.s, (size_t)(dot - name.s)) : name;
	lu_str rest = dot ? lu_strn(dot + 1, name.n - head.n - 1) : lu_strn("", 0);
	lu_alias *v = NULL;
	lu_code rc = lu_store_aliased(m->store, head, m->a, &v, &n, e);

	for (size_t i = 0; i < n && !rc; i++) {
		lu_brief el;
		lu_str want = rest.n ? rest : v[i].name;
		lu_bearer *b = NULL;
		size_t k = 0;

		rc = lu_store_brief(m->store, v[i].target, m->a, &el, e);
		if (rc == LU_ENOENT) rc = LU_OK;
		else if (!rc && (!want.n || lu_str_eq(lu_simple_name(el.name), want)))
			rc = add_bearer(m, out,
					&(lu_bearer){ .id = el.id, .file = el.file, .name = el.name, .type = el.type },
					LU_BY_ALIAS, e);
		else if (!rc) rc = lu_store_bearers(m->store, want, m->a, &b, &k, e);
		for (size_t j = 0; j < k && !rc; j++)
			if (b[j].file == el.file) rc = add_bearer(m, out, &b[j], LU_BY_ALIAS, e);
	}
	return rc;
}

/* `text` as a name: without what is passed to a call, and the sign before it. */
static lu_code name_of(lu__namer *m, lu_str text, lu_str *out, lu_err *e)
{
	const char *call = text.n && text.s[text.n - 1] == ')' ? memchr(text.s, '(', text.n) : NULL;
	lu_code rc;

	if (call) text.n = (size_t)(call - text.s);
	while (text.n && memchr("@$#.:", text.s[0], 5)) text = lu_strn(text.s + 1, text.n - 1);
	rc = lu_plain_name(text, m->a, out, e);
	while (!rc && out->n && out->s[out->n - 1] == '.') out->n--;
	return rc;
}

/* "user store" is looked for as one name. */
static lu_code without_blanks(lu__namer *m, lu_str *name, lu_err *e)
{
	char *p;

	if (!memchr(name->s, ' ', name->n)) return LU_OK;
	if (!(p = lu_arena_alloc(m->a, name->n))) return lu_nomem(e);
	for (size_t i = 0; i < name->n; i++) p[i] = name->s[i] == ' ' ? '_' : name->s[i];
	*name = lu_strn(p, name->n);
	return LU_OK;
}

lu_code lu__bearers_of_words(lu__namer *m, lu_str name, lu__bearers *out, lu_err *e)
{
	lu_str part[PARTS_MAX];
	size_t n = split(name, part);
	lu__forms f;
	lu_code rc;

	*out = (lu__bearers){ 0 };
	if (!n) return LU_OK;
	rc = gather(m, part, n, part[0], LU_BY_EXACT, out, e);
	if (!rc) rc = forms_of(m, part[0], &f, e);
	for (size_t i = 0; !rc && i < f.n_plain; i++) rc = gather(m, part, n, f.v[i], LU_BY_FORM, out, e);
	for (size_t i = f.n_plain; !rc && !out->n && i < f.n; i++)
		rc = gather(m, part, n, f.v[i], LU_BY_NUMBER, out, e);
	return rc;
}

/* Those whose name is `text`; worse ways are tried only where better ones find nothing. */
static lu_code bearers_of(lu__namer *m, lu_str text, lu__bearers *out, lu_err *e)
{
	lu_str name;
	lu_code rc = name_of(m, text, &name, e);

	*out = (lu__bearers){ 0 };
	if (!rc) rc = without_blanks(m, &name, e);
	if (!rc) rc = lu__bearers_of_words(m, name, out, e);
	return !rc && !out->n ? gather_aliased(m, name, out, e) : rc;
}

/* ---- the order ---- */

static double weight_of(const lu__bearer *x)
{
	if (x->by == LU_BY_SYNONYM) return x->sure;
	return way_weight[x->by] * lu__type_weight(x->b.type) * (x->b.declares ? .6 : 1);
}

static int by_weight(const void *px, const void *py)
{
	const lu__bearer *x = px, *y = py;
	double wx = weight_of(x), wy = weight_of(y);
	int c;

	if (wx != wy) return wx > wy ? -1 : 1;
	if ((c = lu_str_cmp(x->b.name, y->b.name))) return c;
	return lu_str_cmp(x->b.uuid, y->b.uuid);
}

static int by_score(const void *px, const void *py)
{
	const lu_meant *x = px, *y = py;
	int c;

	if (x->score != y->score) return x->score > y->score ? -1 : 1;
	if ((c = lu_str_cmp(x->el.path, y->el.path))) return c;
	if (x->el.start_line != y->el.start_line) return x->el.start_line < y->el.start_line ? -1 : 1;
	return strcmp(x->el.uuid, y->el.uuid);
}

/* Order them and keep the best. */
static lu_code rank_meant(lu__namer *m, lu__bearers *b, lu_meant **out, size_t *n, lu_err *e)
{
	size_t most = b->n < RANKED ? b->n : RANKED, k = 0;
	lu_meant *v = lu_arena_calloc(m->a, most + 1, sizeof *v);
	lu_code rc = v ? LU_OK : lu_nomem(e);

	if (b->n) qsort(b->v, b->n, sizeof *b->v, by_weight);
	for (size_t i = 0; i < most && !rc; i++) {
		lu_meant *x = &v[k];

		rc = lu_store_brief(m->store, b->v[i].b.id, m->a, &x->el, e);
		if (rc == LU_ENOENT) {
			rc = LU_OK; /* a writer has removed it since */
			continue;
		}
		if (!rc) rc = lu_store_in_degree(m->store, x->el.id, USERS, &x->users, e);
		x->by = b->v[i].by;
		x->score = x->by == LU_BY_SYNONYM
				   ? b->v[i].sure
				   : weight_of(&b->v[i]) * (.75 + .25 * log2(1 + (double)x->users) / log2(1 + USERS)) *
					     (lu_is_test_path(x->el.path) ? .7 : 1);
		k++;
	}
	if (rc) return rc;
	if (k) qsort(v, k, sizeof *v, by_score);
	*out = v;
	*n = k < LU_MEANT ? k : LU_MEANT;
	return LU_OK;
}

/* A path of the store, with or without a line. */
static lu_code at_place(lu__namer *m, lu_str text, lu__bearers *out, lu_err *e)
{
	lu_str path;
	uint32_t line = lu_split_place(text, &path);
	lu_brief *v = NULL;
	size_t n = 0;
	lu_code rc = LU_OK;

	if (!memchr(path.s, '/', path.n) && !memchr(path.s, '.', path.n)) return LU_OK;
	rc = lu_store_at(m->store, path, line, m->a, &v, &n, e);
	for (size_t i = 0; i < n && !rc; i++)
		rc = add_bearer(m, out,
				&(lu_bearer){ .id = v[i].id, .file = v[i].file, .name = v[i].name, .type = v[i].type },
				LU_BY_EXACT, e);
	return rc;
}

/* What people call so is meant, too, and as they say. */
static lu_code add_synonyms(lu__namer *m, lu_str text, lu__bearers *out, lu_err *e)
{
	lu__bearers own = { 0 };
	lu_code rc = lu__synonyms_of(m, text, &own, e);

	for (size_t i = 0; i < own.n && !rc; i++) {
		size_t k = 0;

		while (k < out->n && out->v[k].b.id != own.v[i].b.id) k++;
		if (k == out->n) rc = add_bearer(m, out, &own.v[i].b, LU_BY_SYNONYM, e);
		if (rc) break;
		out->v[k].by = LU_BY_SYNONYM;
		out->v[k].sure = own.v[i].sure;
	}
	return rc;
}

lu_code lu__meant(lu__namer *m, lu_str text, lu_meant **out, size_t *n, size_t *total, lu_err *e)
{
	lu__bearers b = { 0 };
	int64_t id = 0;
	lu_code rc;

	*n = *total = 0;
	*out = NULL;
	if (!text.n || !lu_utf8_valid(text)) return LU_OK;
	rc = lu_store_find(m->store, text, &id, e);
	if (!rc && id) rc = add_bearer(m, &b, &(lu_bearer){ .id = id }, LU_BY_EXACT, e);
	if (!rc && !b.n) rc = at_place(m, text, &b, e);
	if (!rc && !b.n) rc = bearers_of(m, text, &b, e);
	if (!rc) rc = add_synonyms(m, text, &b, e);
	*total = b.n;
	return rc ? rc : rank_meant(m, &b, out, n, e);
}

lu_code lu_meant_by_text(lu_store *s, lu_str text, lu_arena *a, lu_meant **out, size_t *n, size_t *total, lu_err *e)
{
	lu__namer m = { .store = s, .a = a };
	lu_code rc = lu_stemmer_new(&m.stemmer, e);

	if (!rc) rc = lu__meant(&m, text, out, n, total, e);
	lu_stemmer_free(m.stemmer);
	return rc;
}
