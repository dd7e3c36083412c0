/* SPDX-License-Identifier: MIT
 * Patterns and their predicates, from text to the nodes and steps that are matched. */
#include "parse/pattern_text.h"

/* One pattern inside of another, with what is written around it. */
struct item {
	uint16_t first, last; /* its alternatives */
	uint8_t times;
	bool captures;
};

static lu_code read_item(struct lu__reader *r, struct item *out);

static lu_code kind_of(struct lu__reader *r, const char *at, lu_str name, bool named, uint16_t *out)
{
	struct lu__pname *n = lu__pattern_name(r->p, name, named);

	if (named && lu_str_eqz(name, "_")) {
		*out = LU__KIND_ANY_NAMED;
		return LU_OK;
	}
	if (named && lu_str_eqz(name, "ERROR")) {
		*out = LU__KIND_ERROR;
		return LU_OK;
	}
	if (!n->text.s) return lu__pattern_fail(r, at, "the language has no node type", name);
	if (!n->kind) n->kind = (uint16_t)(++r->p->n_kinds | (named ? LU__KIND_NAMED : 0));
	*out = n->kind;
	return LU_OK;
}

static lu_code add_node(struct lu__reader *r, uint16_t kind, struct item *out)
{
	struct lu__pnode *v = lu_arena_grow(&r->p->arena, r->p->nodes.v, r->p->nodes.n, sizeof *v);

	if (!v) return lu_nomem(r->e);
	if (r->p->nodes.n >= UINT16_MAX) return lu__pattern_fail(r, r->at, "too many patterns", lu_strn("", 0));
	r->p->nodes.v = v;
	v[r->p->nodes.n] = (struct lu__pnode){ .kind = kind };
	*out = (struct item){ .first = (uint16_t)r->p->nodes.n, .last = (uint16_t)r->p->nodes.n };
	r->p->nodes.n++;
	return LU_OK;
}

static lu_code field_of(struct lu__reader *r, const char *at, lu_str name, uint16_t *out)
{
	*out = ts_language_field_id_for_name(r->p->language, name.s, (uint32_t)name.n);
	return *out ? LU_OK : lu__pattern_fail(r, at, "the language has no field", name);
}

/* "!field" inside of the node `at`. */
static lu_code read_without(struct lu__reader *r, uint16_t at)
{
	const char *from = ++r->at;
	struct lu__pnode *n = &r->p->nodes.v[at];
	lu_str name = lu__pattern_word(r);

	if (!name.n) return lu__pattern_unexpected(r);
	if (n->withouts == LU__NODE_WITHOUT) return lu__pattern_fail(r, from, "one field too many", name);
	return field_of(r, from, name, &n->without[n->withouts++]);
}

static lu_code add_step(struct lu__reader *r, const struct item *it, bool anchored, uint16_t *out)
{
	struct lu__pstep *v = lu_arena_grow(&r->p->arena, r->p->steps.v, r->p->steps.n, sizeof *v);

	if (!v) return lu_nomem(r->e);
	if (r->p->steps.n >= UINT16_MAX) return lu__pattern_fail(r, r->at, "too many patterns", lu_strn("", 0));
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

static lu_code read_predicate(struct lu__reader *r);

static bool at_predicate(const struct lu__reader *r)
{
	return r->at[0] == '(' && r->at[1] == '#';
}

/* What stands between the type of the node `at` and its ")". */
static lu_code read_children(struct lu__reader *r, uint16_t at, bool *captures)
{
	uint16_t step = 0, last = 0;
	bool anchored = false;
	lu_code rc = LU_OK;

	for (lu__pattern_skip(r); *r->at != ')' && !rc; lu__pattern_skip(r)) {
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
	if (anchored && !last) return lu__pattern_unexpected(r);
	r->p->nodes.v[at].closed = anchored;
	r->at++;
	return LU_OK;
}

/* "(type children)" after its parenthesis. */
static lu_code read_node(struct lu__reader *r, struct item *out)
{
	const char *from = r->at;
	uint16_t kind = 0;
	lu_str name = lu__pattern_word(r);
	lu_code rc;

	if (!name.n) return lu__pattern_unexpected(r);
	rc = kind_of(r, from, name, true, &kind);
	if (!rc) rc = add_node(r, kind, out);
	return rc ? rc : read_children(r, out->first, &out->captures);
}

/* "((pattern) (#predicate?))" after its parenthesis. */
static lu_code read_group(struct lu__reader *r, struct item *out)
{
	lu_code rc = read_item(r, out);

	for (lu__pattern_skip(r); !rc && at_predicate(r); lu__pattern_skip(r)) rc = read_predicate(r);
	if (rc) return rc;
	if (*r->at != ')')
		return *r->at ? lu__pattern_fail(r, r->at, "a group holds one pattern and its predicates",
						 lu_strn("", 0))
			      : lu__pattern_unexpected(r);
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
static lu_code read_alternatives(struct lu__reader *r, struct item *out)
{
	bool some = false;

	for (lu__pattern_skip(r); *r->at != ']'; lu__pattern_skip(r)) {
		struct item it;
		const char *from = r->at;
		lu_code rc = read_item(r, &it);

		if (rc) return rc;
		if (it.times != LU__TIMES_ONCE)
			return lu__pattern_fail(r, from, "an alternative can not be optional or repeated",
						lu_strn("", 0));
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
	if (!some) return lu__pattern_unexpected(r);
	r->at++;
	return LU_OK;
}

static lu_code capture_id(struct lu__reader *r, lu_str name, uint16_t *out)
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
static lu_code read_capture(struct lu__reader *r, struct item *it)
{
	const char *from = r->at++;
	lu_str name = lu__pattern_word(r);
	uint16_t id = 0;
	lu_code rc;

	if (!name.n) return lu__pattern_unexpected(r);
	if ((rc = capture_id(r, name, &id))) return rc;
	for (uint16_t i = it->first; i; i = i == it->last ? 0 : r->p->nodes.v[i].other) {
		struct lu__pnode *n = &r->p->nodes.v[i];

		if (n->captures == LU__NODE_CAPTURES) return lu__pattern_fail(r, from, "one capture too many", name);
		n->capture[n->captures++] = id;
	}
	it->captures = true;
	return LU_OK;
}

/* "?", "+", "*" and captures. */
static lu_code read_suffixes(struct lu__reader *r, struct item *it)
{
	for (lu__pattern_skip(r); *r->at; lu__pattern_skip(r)) {
		lu_code rc;

		if (*r->at == '@') {
			if ((rc = read_capture(r, it))) return rc;
		} else if (strchr("?+*", *r->at)) {
			if (it->times != LU__TIMES_ONCE) return lu__pattern_unexpected(r);
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
static lu_code read_core(struct lu__reader *r, struct item *out)
{
	const char *from = r->at;
	uint16_t kind = 0;
	lu_str s;
	lu_code rc;

	if (*r->at == '"') {
		rc = lu__pattern_quoted(r, &s);
		if (!rc) rc = kind_of(r, from, s, false, &kind);
		return rc ? rc : add_node(r, kind, out);
	}
	if (*r->at != '[' && *r->at != '(') return lu__pattern_unexpected(r);
	r->at++;
	if (*from == '[') return read_alternatives(r, out);
	lu__pattern_skip(r);
	return *r->at && strchr("([\"", *r->at) ? read_group(r, out) : read_node(r, out);
}

/* "field: pattern", "_" */
static lu_code read_word_item(struct lu__reader *r, struct item *out)
{
	const char *from = r->at;
	lu_str name = lu__pattern_word(r);
	uint16_t field = 0;
	lu_code rc;

	if (lu_str_eqz(name, "_")) return add_node(r, LU__KIND_ANY, out);
	lu__pattern_skip(r);
	if (*r->at != ':') return lu__pattern_fail(r, from, "':' is missing after", name);
	if ((rc = field_of(r, from, name, &field))) return rc;
	r->at++;
	lu__pattern_skip(r);
	rc = lu__is_pattern_word(*r->at) ? read_word_item(r, out) : read_core(r, out);
	for (uint16_t i = rc ? 0 : out->first; i; i = i == out->last ? 0 : r->p->nodes.v[i].other)
		r->p->nodes.v[i].field = field;
	return rc;
}

static lu_code read_item(struct lu__reader *r, struct item *out)
{
	lu_code rc;

	lu__pattern_skip(r);
	if (r->depth == LU__PATTERN_DEPTH)
		return lu__pattern_fail(r, r->at, "patterns nested too deep", lu_strn("", 0));
	r->depth++;
	rc = lu__is_pattern_word(*r->at) ? read_word_item(r, out) : read_core(r, out);
	r->depth--;
	return rc ? rc : read_suffixes(r, out);
}

/* ---- predicates ---- */

static lu_code read_predicate_word(struct lu__reader *r, struct lu__pword *out)
{
	const char *from = r->at;
	size_t i = 0;

	*out = (struct lu__pword){ .capture = *r->at == '@', .text = { "", 0 } };
	if (*r->at == '"') return lu__pattern_quoted(r, &out->text);
	if (out->capture) r->at++;
	out->text = lu__pattern_word(r);
	if (!out->text.n) return lu__pattern_unexpected(r);
	while (out->capture && i < r->p->captures.n && !lu_str_eq(r->p->captures.v[i], out->text)) i++;
	if (out->capture && i == r->p->captures.n) return lu__pattern_fail(r, from, "no pattern captures", out->text);
	out->id = (uint16_t)i;
	return LU_OK;
}

static lu_code read_predicate(struct lu__reader *r)
{
	struct lu__predicate made = { NULL, 0 }, *v;

	for (r->at += 2; *r->at != ')'; lu__pattern_skip(r)) {
		struct lu__pword w, *grown;
		lu_code rc = read_predicate_word(r, &w);

		if (rc) return rc;
		grown = lu_arena_grow(&r->p->arena, made.v, made.n, sizeof *made.v);
		if (!grown) return lu_nomem(r->e);
		made.v = grown;
		made.v[made.n++] = w;
	}
	if (!made.n) return lu__pattern_unexpected(r);
	r->at++;
	v = lu_arena_grow(&r->p->arena, r->now->predicates.v, r->now->predicates.n, sizeof *v);
	if (!v) return lu_nomem(r->e);
	r->now->predicates.v = v;
	v[r->now->predicates.n++] = made;
	return LU_OK;
}

static lu_code read_pattern(struct lu__reader *r)
{
	struct lu__pattern *v, made = { .root = 0 };
	const char *from = r->at;
	struct item root;
	lu_code rc;

	r->now = &made;
	rc = read_item(r, &root);
	if (rc) return rc;
	if (root.times != LU__TIMES_ONCE || r->p->nodes.v[root.first].field)
		return lu__pattern_fail(r, from, "no field and no repetition at the root of a pattern", lu_strn("", 0));
	made.root = root.first;
	v = lu_arena_grow(&r->p->arena, r->p->patterns.v, r->p->patterns.n, sizeof *v);
	if (!v) return lu_nomem(r->e);
	r->p->patterns.v = v;
	v[r->p->patterns.n++] = made;
	return LU_OK;
}

lu_code lu__patterns_add(struct lu__patterns *p, const char *file, const char *text, lu_err *e)
{
	struct lu__reader r = { .p = p, .file = file, .text = text, .at = text, .e = e };
	lu_code rc = LU_OK;

	for (lu__pattern_skip(&r); *r.at && !rc; lu__pattern_skip(&r)) rc = read_pattern(&r);
	return rc;
}
