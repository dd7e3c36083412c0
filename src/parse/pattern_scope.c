/* SPDX-License-Identifier: MIT
 * Java: where the variable of "x instanceof A a" is seen: as far as the test has held, by the rules of the language. */
#include "parse/extraction.h"

#define LEVELS 32 /* of the expression that the test is part of */

static bool is(TSNode n, const char *kind)
{
	return !ts_node_is_null(n) && !strcmp(ts_node_type(n), kind);
}

static bool is_field(TSNode up, const char *field, TSNode n)
{
	TSNode child = lu__field(up, field);

	return !ts_node_is_null(child) && ts_node_eq(child, n);
}

static struct lu__range of(TSNode n)
{
	return ts_node_is_null(n) ? (struct lu__range){ 0, 0 }
				  : (struct lu__range){ ts_node_start_byte(n), ts_node_end_byte(n) };
}

/* Does what follows the statement run only where it was left out? */
static bool leaves(TSNode statement)
{
	static const char *const kinds[] = { "return_statement", "throw_statement", "continue_statement",
					     "break_statement", "yield_statement" };

	for (int level = 0; level < LEVELS && is(statement, "block"); level++) {
		uint32_t n = ts_node_named_child_count(statement);

		while (n && ts_node_is_extra(ts_node_named_child(statement, n - 1))) n--;
		if (!n) return false;
		statement = ts_node_named_child(statement, n - 1);
	}
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (is(statement, kinds[i])) return true;
	return false;
}

/* Behind the statement, up to the end of what is around it. */
static struct lu__range behind(TSNode statement)
{
	TSNode up = ts_node_parent(statement);

	return ts_node_is_null(up) ? (struct lu__range){ 0, 0 }
				   : (struct lu__range){ ts_node_end_byte(statement), ts_node_end_byte(up) };
}

/* Where a variable of the condition of `up` is seen besides the condition, when that is `held`. */
static struct lu__range after_condition(TSNode up, bool held)
{
	TSNode then = lu__field(up, "consequence"), other = lu__field(up, "alternative"), body = lu__field(up, "body");

	if (is(up, "ternary_expression")) return of(held ? then : other);
	if (is(up, "if_statement")) {
		TSNode seen = held ? then : other, left = held ? other : then;

		if (ts_node_is_null(left) || !leaves(left)) return of(seen);
		/* where both are so, it begins with the first of them: nothing of that name is seen in the other */
		return (struct lu__range){ held ? ts_node_start_byte(then) : ts_node_end_byte(then), behind(up).end };
	}
	if (is(up, "do_statement") || !held) return held ? of((TSNode){ 0 }) : behind(up);
	return of(body);
}

struct lu__range lu__pattern_scope(TSNode test, struct lu__range *more)
{
	struct lu__range seen = { ts_node_start_byte(test), ts_node_end_byte(test) };
	bool held = true;
	TSNode n = test;

	*more = (struct lu__range){ 0, 0 };
	for (int level = 0; level < LEVELS; level++) {
		TSNode up = ts_node_parent(n);
		bool both = false;

		if (ts_node_is_null(up)) break;
		if (is(up, "unary_expression") && is(lu__field(up, "operator"), "!")) {
			held = !held;
		} else if (is(up, "binary_expression")) {
			both = is(lu__field(up, "operator"), held ? "&&" : "||");
			if (!both) break;
			seen.end = ts_node_end_byte(up);
		} else if (!is(up, "parenthesized_expression")) {
			if (is_field(up, "condition", n)) *more = after_condition(up, held);
			break;
		}
		n = up;
	}
	return seen;
}
