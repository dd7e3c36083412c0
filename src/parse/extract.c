/* SPDX-License-Identifier: MIT
 * Running the query: each match becomes a definition, an attribute of one, a site, a comment or an
 * import. */
#include "parse/extraction.h"

/* Of the tree's levels that are looked at; written source stays below 300. */
#define MAX_DEPTH 1000

static void read_match(const struct lu__query *q, const struct lu__match *m, struct lu__taken *out)
{
	memset(out->has, 0, sizeof out->has);
	out->pattern = m->pattern;
	for (size_t i = 0; i < m->n; i++) {
		const struct lu__capture_info *c = &q->capture[m->captures[i].id];

		if (c->kind == LU__CAPTURES || out->has[c->kind]) continue;
		out->has[c->kind] = true;
		out->node[c->kind] = m->captures[i].node;
		if (c->kind == LU__CAPTURE_DEF) out->type = c->type;
	}
}

/* Some grammars count the end of the line as part of a comment. */
static lu_code add_comment(struct lu__extraction *r, TSNode n)
{
	uint32_t start = ts_node_start_byte(n), end = ts_node_end_byte(n);
	uint32_t row = ts_node_start_point(n).row, end_row = ts_node_end_point(n).row;

	if (end > start && r->text.s[end - 1] == '\n' && end_row > row) {
		end--;
		end_row--;
	}
	LU__PUSH(r, comments, (struct lu__comment){ start, end, row, end_row });
	return r->l->modules == LU__MODULES_SCRIPT ? lu__take_doc_imports(r, start, end, row) : LU_OK;
}

static lu_code add_mark(struct lu__extraction *r, TSNode n)
{
	LU__PUSH(r, marks, n);
	return LU_OK;
}

static lu_code add_block(struct lu__extraction *r, TSNode n)
{
	LU__PUSH(r, blocks, (struct lu__range){ ts_node_start_byte(n), ts_node_end_byte(n) });
	return LU_OK;
}

static lu_code add_frame(struct lu__extraction *r, TSNode n)
{
	LU__PUSH(r, frames, (struct lu__range){ ts_node_start_byte(n), ts_node_end_byte(n) });
	return LU_OK;
}

static lu_code add_ignored(struct lu__extraction *r, TSNode n)
{
	LU__PUSH(r, ignored, (struct lu__range){ ts_node_start_byte(n), ts_node_end_byte(n) });
	return LU_OK;
}

#define LIST_MAX 300 /* bytes */

/* Does the list that the node stands in begin with a parenthesis, which the grammar sees as a brace: C++'s "T x(f, g);"? */
static bool is_argument(const struct lu__extraction *r, TSNode n)
{
	uint32_t at = ts_node_start_byte(n), low = at > LIST_MAX ? at - LIST_MAX : 0;

	if (r->l->macros != LU__MACROS_CPP) return false;
	while (at > low && !strchr(";{}", r->text.s[at - 1])) {
		at--;
		if (r->text.s[at] == '(' && r->mask->text.s[at] == '{') return true;
	}
	return false;
}

static lu_code dispatch(struct lu__extraction *r, const struct lu__query *q, const struct lu__match *m,
			const struct lu__taken *match)
{
	static const enum lu__capture attrs[] = { LU__CAPTURE_BASE, LU__CAPTURE_DOC, LU__CAPTURE_SIGNATURE,
						  LU__CAPTURE_RETURNS, LU__CAPTURE_OUTER };
	const bool *has = match->has;
	bool of = has[LU__CAPTURE_OF] || has[LU__CAPTURE_NEXT];

	if (has[LU__CAPTURE_DEF]) {
		size_t n = r->f.defs.n;
		lu_code rc = lu__take_def(r, match);

		if (rc || !r->l->macros || r->f.defs.n == n || !lu_str_eqz(r->f.defs.v[n].type, "macro")) return rc;
		return lu__take_macro_calls(r, &r->f.defs.v[n]);
	}
	if (has[LU__CAPTURE_IMPORT_MODULE]) return lu__take_import(r, match);
	if (has[LU__CAPTURE_IMPORT_TREE]) return lu__take_import_tree(r, match->node[LU__CAPTURE_IMPORT_TREE]);
	if (has[LU__CAPTURE_IMPORT_LIST]) return lu__take_import_list(r, match->node[LU__CAPTURE_IMPORT_LIST]);
	if (has[LU__CAPTURE_SUBPACKAGE]) return lu__take_subpackage(r, match->node[LU__CAPTURE_SUBPACKAGE]);
	if (has[LU__CAPTURE_CALL]) return lu__take_call(r, match);
	if (has[LU__CAPTURE_CALL_TOKENS]) return lu__take_tokens_call(r, match->node[LU__CAPTURE_CALL_TOKENS]);
	if (has[LU__CAPTURE_VAR_NAME] || has[LU__CAPTURE_GIVES] || has[LU__CAPTURE_VAR_SET] ||
	    has[LU__CAPTURE_VAR_FIELD] || has[LU__CAPTURE_VAR_IMPLIED] || has[LU__CAPTURE_VAR_THIS])
		return lu__take_variable(r, match);
	if (has[LU__CAPTURE_BOUND_NAME]) return lu__take_bound(r, match);
	if (has[LU__CAPTURE_CALLABLE]) return lu__take_callable(r, match->node[LU__CAPTURE_CALLABLE]);
	if (has[LU__CAPTURE_RETURNED]) return lu__take_returned(r, match->node[LU__CAPTURE_RETURNED]);
	if (has[LU__CAPTURE_LOCAL]) return lu__take_locals(r, match->node[LU__CAPTURE_LOCAL]);
	if (has[LU__CAPTURE_ASSIGN])
		return lu__take_site(r, lu__declared_name(match->node[LU__CAPTURE_ASSIGN]), LU__CAPTURE_ASSIGN);
	if (has[LU__CAPTURE_CALL_BARE])
		return lu__take_site(r, match->node[LU__CAPTURE_CALL_BARE], LU__CAPTURE_CALL_BARE);
	if (has[LU__CAPTURE_VALUE] && !is_argument(r, match->node[LU__CAPTURE_VALUE]))
		return lu__take_site(r, match->node[LU__CAPTURE_VALUE], LU__CAPTURE_VALUE);
	if (has[LU__CAPTURE_VALUE]) return lu__take_value_here(r, match->node[LU__CAPTURE_VALUE]);
	if (has[LU__CAPTURE_VALUE_HERE]) return lu__take_value_here(r, match->node[LU__CAPTURE_VALUE_HERE]);
	if (has[LU__CAPTURE_COMMENT]) return add_comment(r, match->node[LU__CAPTURE_COMMENT]);
	if (has[LU__CAPTURE_BLOCK]) return add_block(r, match->node[LU__CAPTURE_BLOCK]);
	if (has[LU__CAPTURE_FRAME]) return add_frame(r, match->node[LU__CAPTURE_FRAME]);
	if (has[LU__CAPTURE_EXPORT]) return lu__take_export(r, match);
	if (has[LU__CAPTURE_IGNORE]) return add_ignored(r, match->node[LU__CAPTURE_IGNORE]);
	if (has[LU__CAPTURE_PACKAGE] && !r->f.package.n) {
		r->f.package = lu__plain_name(r, match->node[LU__CAPTURE_PACKAGE]);
		if (!r->f.package.s) return lu_nomem(r->e);
		r->f.package_row = ts_node_start_point(match->node[LU__CAPTURE_PACKAGE]).row;
	}
	if (has[LU__CAPTURE_BASE] && has[LU__CAPTURE_RECEIVER]) return lu__take_attr(r, match, LU__CAPTURE_BASE);
	if (has[LU__CAPTURE_DECORATOR] && of) return lu__take_decorators(r, q, m, match);
	if (has[LU__CAPTURE_DECORATOR]) return add_mark(r, match->node[LU__CAPTURE_DECORATOR]);
	for (size_t i = 0; i < sizeof attrs / sizeof *attrs && of; i++)
		if (has[attrs[i]] && lu__take_attr(r, match, attrs[i])) return LU_ENOMEM;
	return LU_OK;
}

lu_code lu__extract(const lu_language *l, struct lu__matcher *matcher, TSNode root, lu_str text,
		    const struct lu__mask *mask, struct lu__budget *budget, lu_arena *a, struct lu__found *out,
		    lu_err *e)
{
	const struct lu__query *q;
	struct lu__extraction r = { .f = *out, .l = l, .text = text, .mask = mask, .a = a, .e = e };
	struct lu__match m;
	bool found = true;
	lu_code rc = lu__query_get(l, &q, e);

	if (!rc) rc = lu__matcher_start(matcher, &q->patterns, root, MAX_DEPTH, lu__spend_matching, budget, e);
	while (!rc && !(rc = lu__matcher_next(matcher, &m, &found, e)) && found) {
		struct lu__taken match;

		if (!lu__predicates_hold(&q->patterns, &m, text)) continue;
		read_match(q, &m, &match);
		if (lu__spend_found(budget)) break;
		rc = dispatch(&r, q, &m, &match);
	}
	if (!rc && budget->spent) rc = lu_fail(e, LU_EFORMAT, "%s", lu__gave_up);
	r.f.seen = mask->text;
	if (!rc) *out = r.f;
	return rc;
}
