/* SPDX-License-Identifier: MIT
 * Reading patterns. The text is ours, but a mistake in it has to be found by whoever makes it. */
#include "parse/pattern.h"

#include <stdarg.h>
#include <stdlib.h>

#include "core/ascii.h"
#include "lucus/hash.h"

struct reader {
	struct lu__patterns *p;
	struct lu__pattern *now;
	const char *file, *text, *at;
	unsigned depth;
	lu_err *e;
};

/* One pattern inside of another, with what is written around it. */
struct item {
	uint16_t first, last; /* its alternatives */
	uint8_t times;
	bool captures;
};

/* ---- node types ---- */

static struct lu__pname *find_name(const struct lu__patterns *p, lu_str s, bool named)
{
	size_t i = (size_t)lu_hash64(s, named) & (p->names_cap - 1);

	while (p->names[i].text.s && !(p->names[i].named == named && lu_str_eq(p->names[i].text, s)))
		i = (i + 1) & (p->names_cap - 1);
	return &p->names[i];
}

static bool is_visible(TSSymbolType type)
{
	return type == TSSymbolTypeRegular || type == TSSymbolTypeAnonymous;
}

lu_code lu__patterns_init(struct lu__patterns *p, const TSLanguage *language, lu_err *e)
{
	uint32_t n = ts_language_symbol_count(language);

	*p = (struct lu__patterns){ .language = language, .names_cap = 64, .n_kinds = 1 };
	while (p->names_cap < 2 * (size_t)n) p->names_cap *= 2;
	p->names = lu_arena_calloc(&p->arena, p->names_cap, sizeof *p->names);
	/* place 0 of each is none */
	p->nodes.v = lu_arena_grow(&p->arena, NULL, 0, sizeof *p->nodes.v);
	p->steps.v = lu_arena_grow(&p->arena, NULL, 0, sizeof *p->steps.v);
	if (!p->names || !p->nodes.v || !p->steps.v) return lu_nomem(e);
	p->nodes.v[p->nodes.n++] = (struct lu__pnode){ .kind = 0 };
	p->steps.v[p->steps.n++] = (struct lu__pstep){ .node = 0 };
	for (uint32_t i = 0; i < n; i++) {
		TSSymbolType type = ts_language_symbol_type(language, (TSSymbol)i);
		lu_str s = lu_strz(ts_language_symbol_name(language, (TSSymbol)i));

		if (is_visible(type))
			*find_name(p, s, type == TSSymbolTypeRegular) =
				(struct lu__pname){ s, 0, type == TSSymbolTypeRegular };
	}
	return LU_OK;
}

void lu__patterns_free(struct lu__patterns *p)
{
	lu_arena_free(&p->arena);
	*p = (struct lu__patterns){ .language = NULL };
}

/* ---- the text ---- */

static lu_code fail(struct reader *r, const char *at, const char *what, lu_str which)
{
	size_t line = 1;
	const char *start = r->text;

	for (const char *s = r->text; s < at; s++)
		if (*s == '\n') {
			line++;
			start = s + 1;
		}
	if (!which.n) return lu_fail(r->e, LU_EFORMAT, "%s:%zu:%zu: %s", r->file, line, (size_t)(at - start) + 1, what);
	return lu_fail(r->e, LU_EFORMAT, "%s:%zu:%zu: %s '%.*s'", r->file, line, (size_t)(at - start) + 1, what,
		       LU_FMT(which));
}

static lu_code unexpected(struct reader *r)
{
	if (!*r->at) return fail(r, r->at, "the text ends inside of a pattern", lu_strn("", 0));
	return fail(r, r->at, "unexpected", lu_strn(r->at, 1));
}

/* Blanks and comments. */
static void skip(struct reader *r)
{
	for (;;) {
		while (*r->at && strchr(" \t\r\n", *r->at)) r->at++;
		if (*r->at != ';') return;
		while (*r->at && *r->at != '\n') r->at++;
	}
}

static bool is_word_char(char c)
{
	return lu_is_word(c) || c == '-';
}

/* "name", "call.on", "any-of?"; empty when there is none. */
static lu_str word(struct reader *r)
{
	const char *from = r->at;

	if (is_word_char(*r->at))
		while (is_word_char(*r->at) || (*r->at && strchr(".?!", *r->at))) r->at++;
	return lu_strn(from, (size_t)(r->at - from));
}

/* The text in quotes, where `at` is; a copy. */
static lu_code quoted(struct reader *r, lu_str *out)
{
	const char *from = r->at++;
	lu_buf b = LU_BUF;
	lu_code rc = LU_OK;

	for (; *r->at && *r->at != '"' && *r->at != '\n'; r->at++) {
		const char *escapes = "n\nt\tr\r", *hit;

		if (*r->at == '\\' && r->at[1]) {
			hit = strchr(escapes, *++r->at);
			lu_buf_addc(&b, hit && (hit - escapes) % 2 == 0 ? hit[1] : *r->at);
		} else {
			lu_buf_addc(&b, *r->at);
		}
	}
	if (*r->at != '"') rc = fail(r, from, "a string without end", lu_strn("", 0));
	else r->at++;
	if (!rc) {
		*out = b.oom ? lu_strn(NULL, 0) : lu_arena_dup(&r->p->arena, lu_buf_str(&b));
		if (!out->s) rc = lu_nomem(r->e);
	}
	lu_buf_free(&b);
	return rc;
}

/* ---- patterns ---- */

static lu_code read_item(struct reader *r, struct item *out);

static lu_code kind_of(struct reader *r, const char *at, lu_str name, bool named, uint16_t *out)
{
	struct lu__pname *n = find_name(r->p, name, named);

	if (named && lu_str_eqz(name, "_")) {
		*out = LU__KIND_ANY_NAMED;
		return LU_OK;
	}
	if (named && lu_str_eqz(name, "ERROR")) {
		*out = LU__KIND_ERROR;
		return LU_OK;
	}
	if (!n->text.s) return fail(r, at, "the language has no node type", name);
	if (!n->kind) n->kind = (uint16_t)(++r->p->n_kinds | (named ? LU__KIND_NAMED : 0));
	*out = n->kind;
	return LU_OK;
}

static lu_code add_node(struct reader *r, uint16_t kind, struct item *out)
{
	struct lu__pnode *v = lu_arena_grow(&r->p->arena, r->p->nodes.v, r->p->nodes.n, sizeof *v);

	if (!v) return lu_nomem(r->e);
	if (r->p->nodes.n >= UINT16_MAX) return fail(r, r->at, "too many patterns", lu_strn("", 0));
	r->p->nodes.v = v;
	v[r->p->nodes.n] = (struct lu__pnode){ .kind = kind };
	*out = (struct item){ .first = (uint16_t)r->p->nodes.n, .last = (uint16_t)r->p->nodes.n };
	r->p->nodes.n++;
	return LU_OK;
}

static lu_code field_of(struct reader *r, const char *at, lu_str name, uint16_t *out)
{
	*out = ts_language_field_id_for_name(r->p->language, name.s, (uint32_t)name.n);
	return *out ? LU_OK : fail(r, at, "the language has no field", name);
}

/* "!field" inside of the node `at`. */
static lu_code read_without(struct reader *r, uint16_t at)
{
	const char *from = ++r->at;
	struct lu__pnode *n = &r->p->nodes.v[at];
	lu_str name = word(r);

	if (!name.n) return unexpected(r);
	if (n->withouts == LU__NODE_WITHOUT) return fail(r, from, "one field too many", name);
	return field_of(r, from, name, &n->without[n->withouts++]);
}

static lu_code add_step(struct reader *r, const struct item *it, bool anchored, uint16_t *out)
{
	struct lu__pstep *v = lu_arena_grow(&r->p->arena, r->p->steps.v, r->p->steps.n, sizeof *v);

	if (!v) return lu_nomem(r->e);
	if (r->p->steps.n >= UINT16_MAX) return fail(r, r->at, "too many patterns", lu_strn("", 0));
	r->p->steps.v = v;
	v[r->p->steps.n] = (struct lu__pstep){ it->first, 0, it->times, anchored, it->captures };
	*out = (uint16_t)r->p->steps.n++;
	return LU_OK;
}

static bool is_mandatory(const struct item *it)
{
	return it->times == LU__TIMES_ONCE || it->times == LU__TIMES_MANY;
}

/* A child that can not be missing, of one kind, tells early that a node can not match. */
static void note_need(struct lu__patterns *p, uint16_t at, const struct item *it)
{
	uint16_t kind = p->nodes.v[it->first].kind;

	if (it->first == it->last && is_mandatory(it) && kind < LU__KIND_ANY_NAMED)
		p->nodes.v[at].needs |= lu__kind_bit(kind);
}

static lu_code read_predicate(struct reader *r);

static bool at_predicate(const struct reader *r)
{
	return r->at[0] == '(' && r->at[1] == '#';
}

/* What stands between the type of the node `at` and its ")". */
static lu_code read_children(struct reader *r, uint16_t at, bool *captures)
{
	uint16_t step = 0, last = 0;
	bool anchored = false;
	lu_code rc = LU_OK;

	for (skip(r); *r->at != ')' && !rc; skip(r)) {
		struct item it;

		if (*r->at == '.' && !anchored) {
			r->at++;
			anchored = true;
		} else if (*r->at == '!' && !anchored) {
			rc = read_without(r, at);
		} else if (at_predicate(r)) {
			rc = read_predicate(r);
		} else {
			rc = read_item(r, &it);
			if (!rc) rc = add_step(r, &it, anchored, &step);
			if (rc) break;
			if (last) r->p->steps.v[last].next = step;
			else r->p->nodes.v[at].children = step;
			last = step;
			anchored = false;
			*captures |= it.captures;
			note_need(r->p, at, &it);
		}
	}
	if (rc) return rc;
	if (anchored && !last) return unexpected(r);
	r->p->nodes.v[at].closed = anchored;
	r->at++;
	return LU_OK;
}

/* "(type children)" after its parenthesis. */
static lu_code read_node(struct reader *r, struct item *out)
{
	const char *from = r->at;
	uint16_t kind = 0;
	lu_str name = word(r);
	lu_code rc;

	if (!name.n) return unexpected(r);
	rc = kind_of(r, from, name, true, &kind);
	if (!rc) rc = add_node(r, kind, out);
	return rc ? rc : read_children(r, out->first, &out->captures);
}

/* "((pattern) (#predicate?))" after its parenthesis. */
static lu_code read_group(struct reader *r, struct item *out)
{
	lu_code rc = read_item(r, out);

	for (skip(r); !rc && at_predicate(r); skip(r)) rc = read_predicate(r);
	if (rc) return rc;
	if (*r->at != ')')
		return *r->at ? fail(r, r->at, "a group holds one pattern and its predicates", lu_strn("", 0))
			      : unexpected(r);
	r->at++;
	return LU_OK;
}

static bool may_match_alike(const struct lu__patterns *p, uint16_t first, uint16_t second)
{
	for (uint16_t a = first; a != second; a = p->nodes.v[a].other)
		for (uint16_t b = second; b; b = p->nodes.v[b].other) {
			uint16_t x = p->nodes.v[a].kind, y = p->nodes.v[b].kind;

			if (x == y || x >= LU__KIND_ANY_NAMED || y >= LU__KIND_ANY_NAMED) return true;
		}
	return false;
}

/* "[one other]" after its bracket. */
static lu_code read_alternatives(struct reader *r, struct item *out)
{
	bool some = false;

	for (skip(r); *r->at != ']'; skip(r)) {
		struct item it;
		const char *from = r->at;
		lu_code rc = read_item(r, &it);

		if (rc) return rc;
		if (it.times != LU__TIMES_ONCE)
			return fail(r, from, "an alternative can not be optional or repeated", lu_strn("", 0));
		if (some) {
			r->p->nodes.v[out->last].other = it.first;
			r->now->overlaps |= may_match_alike(r->p, out->first, it.first);
			out->last = it.last;
			out->captures |= it.captures;
		} else {
			*out = it;
		}
		some = true;
	}
	if (!some) return unexpected(r);
	r->at++;
	return LU_OK;
}

static lu_code capture_id(struct reader *r, lu_str name, uint16_t *out)
{
	lu_strs *c = &r->p->captures;
	lu_str *v;
	size_t i = 0;

	while (i < c->n && !lu_str_eq(c->v[i], name)) i++;
	if (i == c->n) {
		if (!(v = lu_arena_grow(&r->p->arena, c->v, c->n, sizeof *v))) return lu_nomem(r->e);
		c->v = v;
		c->v[c->n++] = name;
	}
	*out = (uint16_t)i;
	return LU_OK;
}

/* "@name" after a pattern: of each of its alternatives. */
static lu_code read_capture(struct reader *r, struct item *it)
{
	const char *from = r->at++;
	lu_str name = word(r);
	uint16_t id = 0;
	lu_code rc;

	if (!name.n) return unexpected(r);
	if ((rc = capture_id(r, name, &id))) return rc;
	for (uint16_t i = it->first; i; i = i == it->last ? 0 : r->p->nodes.v[i].other) {
		struct lu__pnode *n = &r->p->nodes.v[i];

		if (n->captures == LU__NODE_CAPTURES) return fail(r, from, "one capture too many", name);
		n->capture[n->captures++] = id;
	}
	it->captures = true;
	return LU_OK;
}

/* "?", "+", "*" and captures. */
static lu_code read_suffixes(struct reader *r, struct item *it)
{
	for (skip(r); *r->at; skip(r)) {
		lu_code rc;

		if (*r->at == '@') {
			if ((rc = read_capture(r, it))) return rc;
		} else if (strchr("?+*", *r->at)) {
			if (it->times != LU__TIMES_ONCE) return unexpected(r);
			it->times = *r->at == '?'   ? LU__TIMES_OPTIONAL
				    : *r->at == '+' ? LU__TIMES_MANY
						    : LU__TIMES_ANY_NUMBER;
			r->at++;
		} else {
			break;
		}
	}
	return LU_OK;
}

/* What is no word: "[", "(", a string. */
static lu_code read_core(struct reader *r, struct item *out)
{
	const char *from = r->at;
	uint16_t kind = 0;
	lu_str s;
	lu_code rc;

	if (*r->at == '"') {
		rc = quoted(r, &s);
		if (!rc) rc = kind_of(r, from, s, false, &kind);
		return rc ? rc : add_node(r, kind, out);
	}
	if (*r->at != '[' && *r->at != '(') return unexpected(r);
	r->at++;
	if (*from == '[') return read_alternatives(r, out);
	skip(r);
	return *r->at && strchr("([\"", *r->at) ? read_group(r, out) : read_node(r, out);
}

/* "field: pattern", "_" */
static lu_code read_word_item(struct reader *r, struct item *out)
{
	const char *from = r->at;
	lu_str name = word(r);
	uint16_t field = 0;
	lu_code rc;

	if (lu_str_eqz(name, "_")) return add_node(r, LU__KIND_ANY, out);
	skip(r);
	if (*r->at != ':') return fail(r, from, "':' is missing after", name);
	if ((rc = field_of(r, from, name, &field))) return rc;
	r->at++;
	skip(r);
	rc = is_word_char(*r->at) ? read_word_item(r, out) : read_core(r, out);
	for (uint16_t i = rc ? 0 : out->first; i; i = i == out->last ? 0 : r->p->nodes.v[i].other)
		r->p->nodes.v[i].field = field;
	return rc;
}

static lu_code read_item(struct reader *r, struct item *out)
{
	lu_code rc;

	skip(r);
	if (r->depth == LU__PATTERN_DEPTH) return fail(r, r->at, "patterns nested too deep", lu_strn("", 0));
	r->depth++;
	rc = is_word_char(*r->at) ? read_word_item(r, out) : read_core(r, out);
	r->depth--;
	return rc ? rc : read_suffixes(r, out);
}

/* ---- predicates ---- */

static lu_code read_predicate_word(struct reader *r, struct lu__pword *out)
{
	const char *from = r->at;
	size_t i = 0;

	*out = (struct lu__pword){ .capture = *r->at == '@', .text = { "", 0 } };
	if (*r->at == '"') return quoted(r, &out->text);
	if (out->capture) r->at++;
	out->text = word(r);
	if (!out->text.n) return unexpected(r);
	while (out->capture && i < r->p->captures.n && !lu_str_eq(r->p->captures.v[i], out->text)) i++;
	if (out->capture && i == r->p->captures.n) return fail(r, from, "no pattern captures", out->text);
	out->id = (uint16_t)i;
	return LU_OK;
}

static lu_code read_predicate(struct reader *r)
{
	struct lu__predicate made = { NULL, 0 }, *v;

	for (r->at += 2; *r->at != ')'; skip(r)) {
		struct lu__pword w, *grown;
		lu_code rc = read_predicate_word(r, &w);

		if (rc) return rc;
		grown = lu_arena_grow(&r->p->arena, made.v, made.n, sizeof *made.v);
		if (!grown) return lu_nomem(r->e);
		made.v = grown;
		made.v[made.n++] = w;
	}
	if (!made.n) return unexpected(r);
	r->at++;
	v = lu_arena_grow(&r->p->arena, r->now->predicates.v, r->now->predicates.n, sizeof *v);
	if (!v) return lu_nomem(r->e);
	r->now->predicates.v = v;
	v[r->now->predicates.n++] = made;
	return LU_OK;
}

static lu_code read_pattern(struct reader *r)
{
	struct lu__pattern *v, made = { .root = 0 };
	const char *from = r->at;
	struct item root;
	lu_code rc;

	r->now = &made;
	rc = read_item(r, &root);
	if (rc) return rc;
	if (root.times != LU__TIMES_ONCE || r->p->nodes.v[root.first].field)
		return fail(r, from, "no field and no repetition at the root of a pattern", lu_strn("", 0));
	made.root = root.first;
	v = lu_arena_grow(&r->p->arena, r->p->patterns.v, r->p->patterns.n, sizeof *v);
	if (!v) return lu_nomem(r->e);
	r->p->patterns.v = v;
	v[r->p->patterns.n++] = made;
	return LU_OK;
}

lu_code lu__patterns_add(struct lu__patterns *p, const char *file, const char *text, lu_err *e)
{
	struct reader r = { .p = p, .file = file, .text = text, .at = text, .e = e };
	lu_code rc = LU_OK;

	for (skip(&r); *r.at && !rc; skip(&r)) rc = read_pattern(&r);
	return rc;
}

/* ---- where patterns begin ---- */

static lu_code list_starts(struct lu__patterns *p, uint16_t kind, struct lu__pstarts *out, lu_err *e)
{
	struct lu__pstart *v = NULL;

	for (size_t i = 0; i < p->patterns.n; i++)
		for (uint16_t n = p->patterns.v[i].root; n; n = p->nodes.v[n].other) {
			if (!lu__kind_fits(p->nodes.v[n].kind, kind)) continue;
			if (!(v = lu_arena_grow(&p->arena, v, out->n, sizeof *v))) return lu_nomem(e);
			v[out->n++] = (struct lu__pstart){ (uint16_t)i, n };
			out->needs |= p->nodes.v[n].needs != 0;
		}
	out->v = v;
	return LU_OK;
}

/* Does a pattern ask for the fields of this node's children? */
static bool asks_for_fields(const struct lu__patterns *p, const struct lu__pnode *n)
{
	if (n->withouts) return true;
	for (uint16_t s = n->children; s; s = p->steps.v[s].next)
		for (uint16_t k = p->steps.v[s].node; k; k = p->nodes.v[k].other)
			if (p->nodes.v[k].field) return true;
	return false;
}

static void note_fields(struct lu__patterns *p)
{
	for (size_t i = 1; i < p->nodes.n; i++) {
		const struct lu__pnode *n = &p->nodes.v[i];

		if (!asks_for_fields(p, n)) continue;
		if (n->kind < LU__KIND_ANY_NAMED) p->fielded[n->kind & ~LU__KIND_NAMED] = true;
		else
			for (size_t k = 0; k <= p->n_kinds; k++) p->fielded[k] = true;
	}
}

lu_code lu__patterns_finish(struct lu__patterns *p, lu_err *e)
{
	uint32_t n = ts_language_symbol_count(p->language);
	lu_code rc = LU_OK;

	p->kind = lu_arena_calloc(&p->arena, n + 1, sizeof *p->kind);
	p->fielded = lu_arena_calloc(&p->arena, p->n_kinds + 1u, sizeof *p->fielded);
	p->starts = lu_arena_calloc(&p->arena, p->n_kinds + 1u, sizeof *p->starts);
	if (!p->kind || !p->fielded || !p->starts) return lu_nomem(e);
	for (uint32_t i = 0; i < n; i++) {
		TSSymbolType type = ts_language_symbol_type(p->language, (TSSymbol)i);
		bool named = type == TSSymbolTypeRegular;

		if (!is_visible(type)) continue;
		p->kind[i] = find_name(p, lu_strz(ts_language_symbol_name(p->language, (TSSymbol)i)), named)->kind;
		if (named) p->kind[i] |= LU__KIND_NAMED;
	}
	note_fields(p);
	rc = list_starts(p, LU__KIND_NAMED, &p->starts[0], e);
	if (!rc) rc = list_starts(p, LU__KIND_ERROR, &p->starts[1], e);
	for (size_t i = 0; i < p->names_cap && !rc; i++) {
		uint16_t kind = p->names[i].kind;

		if (kind) rc = list_starts(p, kind, &p->starts[kind & ~LU__KIND_NAMED], e);
	}
	return rc;
}
