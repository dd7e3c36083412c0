/* SPDX-License-Identifier: MIT
 * The labels of Swift's arguments, by which functions of one name differ. */
#include "core/ascii.h"
#include "core/labels.h"
#include "parse/extract.h"

#define MOST 64 /* arguments: of a call with more nothing is told */

struct labels {
	lu_str text;
	lu_buf w;
	uint32_t n;
	bool broken; /* the grammar did not understand the list */
};

static bool is(TSNode n, const char *kind)
{
	return !strcmp(ts_node_type(n), kind);
}

static void add(struct labels *v, lu_str label)
{
	if (v->n++) lu_buf_addc(&v->w, ';');
	lu_buf_addstr(&v->w, lu_label_bare(lu_str_trim(label)));
}

/* "x", "label: x"; "f(a:b:)" names a function with its labels. */
static void add_argument(struct labels *v, TSNode argument)
{
	bool any = false;

	for (uint32_t i = 0; i < ts_node_named_child_count(argument); i++) {
		TSNode n = ts_node_named_child(argument, i);

		if (!is(n, "value_argument_label")) continue;
		add(v, lu__node_text(n, v->text));
		any = true;
	}
	if (!any) add(v, lu_strz(LU_LABEL_NONE));
}

static void add_list(struct labels *v, TSNode list)
{
	for (uint32_t i = 0; i < ts_node_named_child_count(list) && i < 4 * MOST && v->n <= MOST; i++) {
		TSNode n = ts_node_named_child(list, i);

		if (is(n, "value_argument")) add_argument(v, n);
		else v->broken |= is(n, "ERROR");
	}
}

/* A list, and closures behind it, of which those after the first bear labels. */
static void add_suffix(struct labels *v, TSNode suffix)
{
	lu_str label = lu_strz(LU_LABEL_TRAILING);

	for (uint32_t i = 0; i < ts_node_named_child_count(suffix) && i < 4 * MOST && v->n <= MOST; i++) {
		TSNode n = ts_node_named_child(suffix, i);

		if (is(n, "value_arguments")) add_list(v, n);
		else if (is(n, "simple_identifier")) label = lu__node_text(n, v->text);
		else if (is(n, "lambda_literal")) add(v, label);
		else v->broken |= is(n, "ERROR");
	}
}

/* The grammar may take "f(x) { ... }" for a call of what f(x) gives: the suffix with the closures. */
static TSNode closures_behind(TSNode suffix, lu_str text)
{
	TSNode call, next, none = { 0 };
	uint32_t at = ts_node_end_byte(suffix);

	if (at <= ts_node_start_byte(suffix) || text.s[at - 1] != ')') return none;
	while (at < text.n && lu_is_space(text.s[at])) at++;
	if (at == text.n || text.s[at] != '{') return none;
	call = ts_node_parent(suffix); /* going up the tree is slow */
	next = ts_node_next_named_sibling(call);
	if (ts_node_is_null(next) || !is(next, "call_suffix") || ts_node_start_byte(next) != at) return none;
	return next;
}

lu_str lu__argument_labels(TSNode suffix, lu_str text, lu_arena *a, uint32_t *args)
{
	struct labels v = { .text = text, .w = LU_BUF };
	TSNode behind = closures_behind(suffix, text);

	add_suffix(&v, suffix);
	if (!ts_node_is_null(behind)) add_suffix(&v, behind);
	*args = v.broken || v.n > MOST ? 0 : v.n + 1;
	if (!*args) lu_buf_trunc(&v.w, 0);
	return lu_arena_keep(a, &v.w);
}
