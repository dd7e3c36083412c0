/* SPDX-License-Identifier: MIT
 * Definitions, and what belongs to them: decorators, base classes, documentation. */
#include "parse/extraction.h"
#include "parse/names.h"

/* The macros before a definition that are hidden from the grammar belong to it, down to an empty line. */
static void take_hidden(const struct lu__extraction *r, struct lu__def *d)
{
	const char *seen = r->mask->text.s, *text = r->text.s;
	unsigned rows = 0, empty = 0;
	struct lu__def was = *d;

	if (!r->l->macros || seen == text || lu_str_eqz(d->type, "macro")) return;
	for (uint32_t i = d->start; i && empty < 2 && strchr(" \t\n", seen[i - 1]); i--) {
		if (text[i - 1] == '\n') {
			rows++;
			empty++;
			was = *d;
		} else if (seen[i - 1] != text[i - 1] && text[i - 1] == '#') { /* an #if */
			*d = was;
			return;
		} else if (seen[i - 1] != text[i - 1]) {
			d->start = d->head = i - 1;
			d->row -= rows;
			rows = empty = 0;
		}
	}
}

/* Where blocks are told by indentation, a node may end where the next one begins: it ends with its last
 * word. The end of its own line stays. */
static void trim_end(struct lu__extraction *r, struct lu__def *d)
{
	uint32_t end = d->end, rows = 0;

	while (end > d->start && strchr(" \t\r\n", r->text.s[end - 1])) rows += r->text.s[--end] == '\n';
	if (!rows || d->end - end < 2) return;
	d->end = end;
	d->end_row -= rows;
}

/* "else if (f(a)) {" after an #endif looks like a function; so do "else if (a) {" and a macro that loops, without
 * parameters. A macro that defines a function begins its line. */
static bool is_statement(const struct lu__def *d, lu_str name)
{
	if (lu_str_eqz(name, "if") || lu_str_eqz(name, "while") || lu_str_eqz(name, "switch")) return true;
	return ts_node_is_null(d->params) && lu_str_eqz(d->type, "function") && ts_node_start_point(d->node).column;
}

/* "S extends { get: () => infer T } ? T : never": what a type is compared with has no members. */
static bool is_compared(const struct lu__extraction *r, TSNode signature)
{
	TSNode object, up;

	if (!(r->l->rules & LU__RULE_TYPED) || !strstr(ts_node_type(signature), "_signature")) return false;
	object = ts_node_parent(signature);
	if (strcmp(ts_node_type(object), "object_type") != 0) return false;
	up = ts_node_parent(object);
	return !strcmp(ts_node_type(up), "conditional_type") && ts_node_eq(lu__field(up, "right"), object);
}

/* "Override<A, { m: F }>": what such a type has of its own is not told, but by its first argument, as "Readonly<{ m: F }>" is. */
static bool is_later_argument(const struct lu__extraction *r, TSNode signature)
{
	TSNode object, list;

	if (!(r->l->rules & LU__RULE_TYPED) || !strstr(ts_node_type(signature), "_signature")) return false;
	object = ts_node_parent(signature);
	if (strcmp(ts_node_type(object), "object_type") != 0) return false;
	list = ts_node_parent(object);
	return !strcmp(ts_node_type(list), "type_arguments") && !ts_node_eq(ts_node_named_child(list, 0), object);
}

lu_code lu__take_def(struct lu__extraction *r, const struct lu__taken *m)
{
	TSNode node = m->node[LU__CAPTURE_DEF], none = { 0 };
	struct lu__def d = { .node = node,
			     .params = m->has[LU__CAPTURE_PARAMS] ? m->node[LU__CAPTURE_PARAMS] : none,
			     .body = m->has[LU__CAPTURE_BODY] ? m->node[LU__CAPTURE_BODY] : none,
			     .start = ts_node_start_byte(node),
			     .head = ts_node_start_byte(node),
			     .end = ts_node_end_byte(node),
			     .row = ts_node_start_point(node).row,
			     .end_row = ts_node_end_point(node).row,
			     .pattern = m->pattern,
			     .type = m->type,
			     .receiver = m->has[LU__CAPTURE_RECEIVER]
						 ? lu__type_name(lu__node_text(m->node[LU__CAPTURE_RECEIVER], r->text))
						 : lu_strn("", 0),
			     .last = SIZE_MAX,
			     .parent = SIZE_MAX };
	const struct lu__macro_def *macro;
	TSNode name = m->node[LU__CAPTURE_NAME];

	if (is_compared(r, node) || is_later_argument(r, node)) return LU_OK;
	trim_end(r, &d);
	if (m->has[LU__CAPTURE_DECLARATOR]) {
		name = lu__declared_name(m->node[LU__CAPTURE_DECLARATOR]);
		if (!lu__is_name(name)) return LU_OK;
		d.params = lu__declared_params(m->node[LU__CAPTURE_DECLARATOR]);
		/* what a pattern takes for a variable may declare a function */
		if (!ts_node_is_null(d.params) && lu_str_eqz(d.type, "variable")) d.type = lu_strz("prototype");
		if (ts_node_is_null(d.params) && lu_str_eqz(d.type, "prototype")) return LU_OK; /* a field */
	} else if (m->has[LU__CAPTURE_ANONYMOUS]) {
		if (!lu__name_anonymous(r, m->node[LU__CAPTURE_ANONYMOUS], &d)) return lu_nomem(r->e);
		LU__PUSH(r, defs, d);
		return LU_OK;
	} else if (!m->has[LU__CAPTURE_NAME]) {
		return LU_OK;
	}
	macro = lu__macro_at(r->mask, ts_node_start_byte(name));
	if (macro) {
		d.macro = true;
		d.name = macro->name;
		d.receiver = macro->group;
		if (macro->test) d.type = lu_strz("test");
	} else if (m->has[LU__CAPTURE_DECLARATOR]) {
		lu_code rc = lu__split_name(name, r->text, r->a, &d.receiver, &d.name, r->e);

		if (rc) return rc;
		d.name_at = ts_node_start_byte(name);
		if (is_statement(&d, d.name)) return LU_OK;
		/* outside of functions a variable of another scope is defined twice: in its class */
		if (d.receiver.n && lu_str_eqz(d.type, "function")) d.type = lu_strz("method");
	} else if (!lu__read_name(r, name, &d)) {
		return lu_nomem(r->e);
	}
	if (lu__extend_name(r, m, &d)) return LU_ENOMEM;
	if (m->has[LU__CAPTURE_NAME_TOLD]) d.name = lu__node_text(m->node[LU__CAPTURE_NAME_TOLD], r->text);
	if (lu_str_eqz(d.type, "expression")) {
		bool other;
		lu_code rc = lu__take_expression(r, &d, &other);

		if (rc || other) return rc;
	}
	take_hidden(r, &d);
	if (d.name.n) LU__PUSH(r, defs, d);
	return LU_OK;
}

lu_code lu__take_attr(struct lu__extraction *r, const struct lu__taken *m, enum lu__capture kind)
{
	struct lu__attr at = { .kind = kind, .node = m->node[kind], .receiver = { "", 0 }, .def = SIZE_MAX };

	at.next = m->has[LU__CAPTURE_NEXT];
	if (at.next) at.of = m->node[LU__CAPTURE_NEXT];
	else if (m->has[LU__CAPTURE_OF]) at.of = m->node[LU__CAPTURE_OF];
	else at.receiver = lu__node_text(m->node[LU__CAPTURE_RECEIVER], r->text);
	LU__PUSH(r, attrs, at);
	return LU_OK;
}

/* A match may hold several decorators. */
lu_code lu__take_decorators(struct lu__extraction *r, const struct lu__query *q, const struct lu__match *m,
			    const struct lu__taken *match)
{
	bool next = match->has[LU__CAPTURE_NEXT];

	for (size_t i = 0; i < m->n; i++)
		if (q->capture[m->captures[i].id].kind == LU__CAPTURE_DECORATOR)
			LU__PUSH(r, attrs,
				 (struct lu__attr){ .of = match->node[next ? LU__CAPTURE_NEXT : LU__CAPTURE_OF],
						    .kind = LU__CAPTURE_DECORATOR,
						    .node = m->captures[i].node,
						    .next = next,
						    .receiver = { "", 0 },
						    .def = SIZE_MAX });
	return LU_OK;
}
