/* SPDX-License-Identifier: MIT
 * Function expressions that bear a name and are given none: arguments, results, entries of lists. They are elements by their own
 * name, which is seen in them alone; who writes them down has them as a value. */
#include "lucus/json.h"
#include "parse/build.h"
#include "parse/extraction.h"

#define LEVELS 8 /* between a function and the statement that it stands in */

static bool is_kind(TSNode n, const char *const *kinds)
{
	for (const char *type = ts_node_type(n); *kinds; kinds++)
		if (!strcmp(type, *kinds)) return true;
	return false;
}

/* "f = function g() {}" is f, by a pattern of its own. */
static bool is_given_a_name(TSNode up)
{
	static const char *const name[] = {
		"variable_declarator",     "assignment_expression", "pair", "field_definition",
		"public_field_definition", "export_statement",      NULL
	};
	static const char *const odd[] = { "object_pattern", "array_pattern", "subscript_expression", "number", NULL };
	static const char *const field[] = { "name", "left", "key" };

	if (!is_kind(up, name)) return false;
	for (size_t i = 0; i < sizeof field / sizeof *field; i++) {
		TSNode to = lu__field(up, field[i]);

		if (!ts_node_is_null(to) && is_kind(to, odd)) return false;
	}
	return true;
}

/* The statement that passes a function on or returns it has no other element to be commented on: 1 and its row, or 0. */
static uint32_t row_of_statement(TSNode up)
{
	static const char *const statement[] = { "expression_statement", "return_statement", NULL };
	static const char *const within[] = { "arguments",      "call_expression",
					      "new_expression", "parenthesized_expression",
					      "array",          NULL };

	for (int i = 0; i < LEVELS && !ts_node_is_null(up); i++, up = ts_node_parent(up)) {
		if (is_kind(up, statement)) return ts_node_start_point(up).row + 1;
		if (!is_kind(up, within)) return 0;
	}
	return 0;
}

lu_code lu__take_expression(struct lu__extraction *r, struct lu__def *d, bool *other)
{
	TSNode up = ts_node_parent(d->node);
	struct lu__site s = { .start = d->start,
			      .row = d->row,
			      .kind = LU__CAPTURE_CALL,
			      .to = UINT32_MAX,
			      .type = lu_strz(LU_TAKEN),
			      .text = d->name };

	*other = ts_node_is_null(up) || is_given_a_name(up);
	if (*other) return LU_OK;
	d->type = lu_strz("function");
	d->own_name = true;
	d->above = row_of_statement(up);
	LU__PUSH(r, sites, s);
	return LU_OK;
}

size_t lu__taker_of(const struct lu__build *b, const struct lu__site *s, size_t def)
{
	const struct lu__def *d = def == LU__NO_DEF ? NULL : &b->f->defs.v[def];

	return d && d->own_name && d->start == s->start && lu_str_eqz(s->type, LU_TAKEN) ? d->parent : def;
}

bool lu__is_own_name(const struct lu__build *b, size_t def, size_t outer, lu_str name)
{
	const struct lu__def *v = b->f->defs.v;

	for (; def != LU__NO_DEF && def != outer; def = v[def].parent)
		if (v[def].own_name && lu_str_eq(v[def].name, name)) return true;
	return false;
}

lu_code lu__mark_own_names(struct lu__build *b)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < b->f->defs.n && !rc; i++)
		if (b->f->defs.v[i].own_name && b->slot[i] != LU__NO_DEF)
			rc = lu__add_mark(b, &b->out.v[b->slot[i]], "own_name");
	return rc;
}
