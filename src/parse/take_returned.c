/* SPDX-License-Identifier: MIT
 * What functions give whose source declares no type: the values that are returned, and where the last statement tells it, those. */
#include "parse/extraction.h"

#define LEVELS 100 /* statements inside of each other */

/* "Type.new(...)" */
static bool makes_object(const struct lu__extraction *r, TSNode n)
{
	TSNode on = lu__field(n, "receiver");

	if (!(r->l->rules & LU__RULE_NEW) || ts_node_is_null(on)) return false;
	return (!strcmp(ts_node_type(on), "constant") || !strcmp(ts_node_type(on), "scope_resolution")) &&
	       lu_str_eqz(lu__node_text(lu__field(n, "method"), r->text), "new");
}

/* What a function gives by `n`, of which nothing is known yet. */
static struct lu__site site_of(TSNode n)
{
	return (struct lu__site){ .start = ts_node_start_byte(n),
				  .row = ts_node_start_point(n).row,
				  .kind = LU__CAPTURE_GIVES,
				  .how = LU__CAPTURE_VAR_UNKNOWN,
				  .to = UINT32_MAX,
				  .type = { "", 0 },
				  .whole = { "", 0 },
				  .text = { "", 0 } };
}

/* A value, of which nothing is known when it is none that a name tells. */
static lu_code take_value(struct lu__extraction *r, TSNode n)
{
	static const char *const told[] = { "call",
					    "identifier",
					    "attribute",
					    "subscript",
					    "await",
					    "call_expression",
					    "navigation_expression",
					    "simple_identifier",
					    "field_expression",
					    "instance_expression",
					    "generic_function",
					    "instance_variable",
					    "self",
					    NULL };
	struct lu__site s = site_of(n);

	for (size_t i = 0; told[i]; i++)
		if (!strcmp(ts_node_type(n), told[i])) s.how = LU__CAPTURE_VAR_FROM;
	if (s.how == LU__CAPTURE_VAR_FROM) s.type = lu__plain_name(r, n);
	if (!s.type.s) return lu_nomem(r->e);
	if (makes_object(r, n)) {
		s.how = LU__CAPTURE_VAR_NEW;
		s.type = lu_str_before_last(s.type, '.');
	}
	LU__PUSH(r, sites, s);
	return LU_OK;
}

static bool is_one_of(const char *kind, const char *const *v)
{
	while (*v && strcmp(kind, *v) != 0) v++;
	return *v != NULL;
}

/* What gives nothing: no value, a jump, or an error. */
static bool gives_nothing(const struct lu__extraction *r, TSNode n)
{
	static const char *const kinds[] = { "none",
					     "nil",
					     "return",
					     "return_expression",
					     "throw_expression",
					     "next",
					     "break",
					     "comment",
					     "block_comment",
					     "ensure",
					     "redo",
					     "retry",
					     "???",
					     NULL };
	TSNode method = lu__field(n, "method");
	lu_str name = lu__node_text(ts_node_is_null(method) ? n : method, r->text);

	if (is_one_of(ts_node_type(n), kinds)) return true;
	return (r->l->rules & LU__RULE_NEW) && ts_node_is_null(lu__field(n, "receiver")) &&
	       (lu_str_eqz(name, "raise") || lu_str_eqz(name, "fail") || lu_str_eqz(name, "throw"));
}

static lu_code take_last(struct lu__extraction *r, TSNode n, int levels);

/* The values of a row of statements: that of the last one, and those of what comes in its place. */
static lu_code take_last_of(struct lu__extraction *r, TSNode n, int levels)
{
	static const char *const instead[] = { "rescue", "else", "ensure", "finally_clause", NULL };
	TSNode last = { 0 };
	lu_code rc = LU_OK;
	bool any = false;

	for (uint32_t i = 0, end = ts_node_named_child_count(n); i < end && !rc; i++) {
		TSNode child = ts_node_named_child(n, i);
		const char *kind = ts_node_type(child);

		if (!strcmp(kind, "comment") || !strcmp(kind, "block_comment")) continue;
		if (is_one_of(kind, instead)) rc = take_last(r, child, levels);
		else last = child, any = true;
	}
	return rc || !any ? rc : take_last(r, last, levels);
}

/* The values of all branches: what is in these fields, or in these children. */
static lu_code take_branches(struct lu__extraction *r, TSNode n, int levels)
{
	static const char *const fields[] = { "body", "consequence", "alternative", NULL };
	static const char *const children[] = { "when", "in_clause", "else", "case_clause", NULL };
	lu_code rc = LU_OK;

	for (size_t i = 0; fields[i] && !rc; i++) {
		TSNode branch = lu__field(n, fields[i]);

		if (!ts_node_is_null(branch)) rc = take_last(r, branch, levels);
	}
	for (uint32_t i = 0, end = ts_node_named_child_count(n); i < end && !rc; i++) {
		TSNode child = ts_node_named_child(n, i);

		if (is_one_of(ts_node_type(child), children) && !ts_node_eq(child, lu__field(n, "alternative")))
			rc = take_last(r, child, levels);
	}
	return rc;
}

/* The values that a statement has when it is the last one. */
static lu_code take_last(struct lu__extraction *r, TSNode n, int levels)
{
	static const char *const rows[] = { "body_statement",           "then",  "else",           "begin",
					    "parenthesized_statements", "block", "indented_block", NULL };
	static const char *const branching[] = { "if",
						 "unless",
						 "elsif",
						 "conditional",
						 "case",
						 "case_match",
						 "when",
						 "in_clause",
						 "if_modifier",
						 "unless_modifier",
						 "rescue",
						 "if_expression",
						 "match_expression",
						 "case_block",
						 "case_clause",
						 "indented_cases",
						 NULL };
	static const char *const assigned[] = { "assignment", "operator_assignment", NULL };
	const char *kind = ts_node_type(n);

	if (gives_nothing(r, n)) return LU_OK;
	if (!levels) return take_value(r, n);
	if (is_one_of(kind, rows)) return take_last_of(r, n, levels - 1);
	if (is_one_of(kind, branching)) return take_branches(r, n, levels - 1);
	return take_value(r, is_one_of(kind, assigned) ? lu__field(n, "left") : n);
}

/* The type that `condition`, "x instanceof A", says `value` to be of. A null node: it does not. */
static TSNode instance_of(const struct lu__extraction *r, TSNode condition, TSNode value)
{
	TSNode none = { 0 }, left;

	if (ts_node_is_null(condition)) return none;
	left = lu__field(condition, "left");
	if (ts_node_is_null(left) ||
	    !lu_str_eqz(lu__node_text(lu__field(condition, "operator"), r->text), "instanceof") ||
	    !lu_str_eq(lu__node_text(left, r->text), lu__node_text(value, r->text)))
		return none;
	return lu__field(condition, "right");
}

static lu_code take_either(struct lu__extraction *r, TSNode n, int levels);

/* A branch of "condition ? a : b". */
static lu_code take_branch(struct lu__extraction *r, TSNode n, TSNode condition, int levels)
{
	TSNode type = { 0 };
	const char *kind = ts_node_is_null(n) ? "" : ts_node_type(n);
	struct lu__site s;

	if (!*kind) return LU_OK;
	s = site_of(n);
	type = instance_of(r, condition, n);
	if (levels && !strcmp(kind, "parenthesized_expression"))
		return take_branch(r, ts_node_named_child(n, 0), condition, levels - 1);
	if (levels && !strcmp(kind, "ternary_expression")) return take_either(r, n, levels - 1);
	if (!strcmp(kind, "new_expression")) type = lu__field(n, "constructor");
	if (!ts_node_is_null(type)) s.how = LU__CAPTURE_VAR_NEW;
	else if (lu_str_in_words(lu_strz(kind), "null undefined")) s.how = LU__CAPTURE_VAR_NONE;
	else if (lu_str_in_words(lu_strz(kind), "identifier call_expression member_expression this"))
		s.how = LU__CAPTURE_VAR_FROM;
	if (s.how == LU__CAPTURE_VAR_NEW || s.how == LU__CAPTURE_VAR_FROM)
		s.type = lu__plain_name(r, ts_node_is_null(type) ? n : type);
	if (!s.type.s) return lu_nomem(r->e);
	LU__PUSH(r, sites, s);
	return LU_OK;
}

static lu_code take_either(struct lu__extraction *r, TSNode n, int levels)
{
	TSNode condition = lu__field(n, "condition"), none = { 0 };
	lu_code rc = take_branch(r, lu__field(n, "consequence"), condition, levels);

	return rc ? rc : take_branch(r, lu__field(n, "alternative"), none, levels);
}

lu_code lu__take_either(struct lu__extraction *r, TSNode n)
{
	return take_either(r, n, LEVELS);
}

lu_code lu__take_returned(struct lu__extraction *r, TSNode n)
{
	return r->l->syntax & LU__SYNTAX_LAST_VALUE ? take_last(r, n, LEVELS) : take_value(r, n);
}
