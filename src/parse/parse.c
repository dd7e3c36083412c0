/* SPDX-License-Identifier: MIT
 * Parsing one file. */
#include <stdio.h>
#include <stdlib.h>

#include "lucus/parse.h"
#include "lucus/request.h"
#include "parse/extract.h"
#include "parse/manifest.h"
#include "parse/mention.h"
#include "parse/pieces.h"
#include "parse/prose.h"
#include "parse/unparsed.h"

struct lu_parser {
	struct lu__matcher *matcher;
	uint64_t limit;
};

lu_code lu_parser_new(lu_parser **out, lu_err *e)
{
	lu_parser *p = calloc(1, sizeof *p);

	*out = NULL;
	if (!p) return lu_nomem(e);
	if (lu__matcher_new(&p->matcher, e)) {
		lu_parser_free(p);
		return lu_nomem(e);
	}
	*out = p;
	return LU_OK;
}

void lu_parser_free(lu_parser *p)
{
	if (!p) return;
	lu__matcher_free(p->matcher);
	free(p);
}

uint64_t lu_parse_bound(size_t n)
{
	return lu__budget_units(n);
}

void lu_parser_limit(lu_parser *p, uint64_t units)
{
	p->limit = units;
}

/* One file on its way. */
struct work {
	const lu_language *l;
	struct lu__matcher *matcher;
	TSParser *ts; /* of this file alone: what it keeps in stock would make the next one cheaper */
	lu_str path, text;
	struct lu__mask mask;
	struct lu__budget budget;
	struct lu__trees trees;
	bool errors;
};

static lu_code mask(struct work *k, lu_arena *a, lu_err *e)
{
	lu_code rc = LU_OK;

	k->mask = (struct lu__mask){ .text = k->text };
	if (k->l->macros) rc = lu__mask(k->text, k->l->macros == LU__MACROS_CPP, a, &k->mask, e);
	if (!rc && k->l->syntax & LU__SYNTAX_DIRECTIVES) k->mask.text = lu__without_directives(k->text, a);
	if (!rc && k->l->syntax & LU__SYNTAX_ALTERNATIVES)
		k->mask.text = lu_str_ends(k->path, ".lhs") ? lu__without_prose(k->text, a)
							    : lu__with_alternatives(k->text, a);
	if (!rc && k->l->syntax & LU__SYNTAX_LINE_ENDS) k->mask.text = lu__with_semicolons(k->text, a);
	if (!rc && k->l->syntax & LU__SYNTAX_NOTED_DOTS) k->mask.text = lu__without_notes(k->text, a);
	if (!rc && k->l->syntax & LU__SYNTAX_SOFT_WORDS) k->mask.text = lu__with_hard_words(k->text, a);
	return !rc && k->text.n && !k->mask.text.s ? lu_nomem(e) : rc;
}

/* The tree of the masked text, the first of k->trees. */
static lu_code make_tree(struct work *k, lu_arena *a, lu_err *e)
{
	struct lu__input in = { .text = k->mask.text, .budget = &k->budget };
	TSParseOptions options = { .payload = &k->budget, .progress_callback = lu__spend_parsing };
	TSTree *tree;

	if (!ts_parser_set_language(k->ts, k->l->grammar()))
		return lu_fail(e, LU_EFORMAT, "the grammar of '%s' does not fit the parser", k->l->name);
	if (!(k->trees.v = lu_arena_grow(a, NULL, 0, sizeof(TSTree *)))) return lu_nomem(e);
	tree = ts_parser_parse_with_options(k->ts, NULL, lu__input(&in), options);
	if (!tree) return lu_fail(e, LU_EFORMAT, "%s", lu__gave_up);
	k->trees.v[k->trees.n++] = tree;
	k->errors = ts_node_has_error(ts_tree_root_node(tree));
	return k->budget.spent ? lu_fail(e, LU_EFORMAT, "%s", lu__gave_up) : LU_OK;
}

static lu_code read_tree(struct work *k, lu_arena *a, lu_elements *out, lu_err *e)
{
	struct lu__pieces pieces = { k->ts, k->matcher, k->l, k->text, &k->mask, &k->budget };
	TSNode root = ts_tree_root_node(k->trees.v[0]);
	struct lu__found found = { 0 };
	lu_code rc;

	if ((k->l->syntax & LU__SYNTAX_PIECES) && ts_node_is_error(root))
		rc = lu__read_pieces(&pieces, a, &k->trees, &found, e);
	else rc = lu__extract(k->l, k->matcher, root, k->text, &k->mask, &k->budget, a, &found, e);
	if (!rc) rc = lu__build(k->l, &found, root, k->path, k->text, a, out, e);
	if (!rc) rc = lu__add_mentions(out, k->text, a, e);
	if (rc) return rc;
	/* pieces are read instead of the whole */
	return lu__unparsed(k->trees.v + (k->trees.n > 1), k->trees.n - (k->trees.n > 1), k->text, &k->mask,
			    k->l->macros, a, &out->v[0].extra, e);
}

static lu_code read_source(struct work *k, lu_arena *a, lu_elements *out, lu_err *e)
{
	lu_code rc = mask(k, a, e);

	if (rc) return rc;
	if (!(k->ts = ts_parser_new())) return lu_nomem(e);
	rc = make_tree(k, a, e);
	if (!rc) rc = read_tree(k, a, out, e);
	for (size_t i = 0; i < k->trees.n; i++) ts_tree_delete(k->trees.v[i]);
	ts_parser_delete(k->ts);
	return rc;
}

/* No line of it was parsed. */
static lu_code read_blocks(const struct work *k, lu_arena *a, lu_elements *out, lu_err *e)
{
	lu_code rc = lu__extract_blocks(k->l, k->path, k->text, a, out, e);
	char lines[48];
	int n;

	if (rc) return rc;
	n = snprintf(lines, sizeof lines, "\"unparsed\":[[1,%u]]", (unsigned)out->v[0].end_line);
	out->v[0].extra = lu_arena_dup(a, lu_strn(lines, (size_t)n));
	return out->v[0].extra.s ? LU_OK : lu_nomem(e);
}

/* What reads files without a grammar. */
static lu__prose_fn *const reader[LU__READERS] = {
	[LU__READER_MARKDOWN] = lu__extract_markdown,
	[LU__READER_RST] = lu__extract_rst,
	[LU__READER_BLOCKS] = lu__extract_blocks,
};

lu_code lu_parse(lu_parser *p, const lu_language *l, lu_str path, lu_str text, lu_arena *a, lu_parsed *out, lu_err *e)
{
	struct work k = { .l = l, .matcher = p->matcher, .path = path, .text = text };
	lu_parsed got = { .errors = false };
	uint64_t units = lu__budget_units(text.n);
	lu_err why = { LU_OK, "" };
	lu_code rc;

	if (text.n > UINT32_MAX / 2) return lu_fail(e, LU_EFORMAT, "too large to be parsed");
	if (p->limit && p->limit < units) units = p->limit;
	k.budget = lu__budget_of(units, text.n, l->scan);
	if (reader[l->reader]) rc = reader[l->reader](l, path, text, a, &got.elements, &why);
	else rc = read_source(&k, a, &got.elements, &why);
	if (!rc && l->modules == LU__MODULES_MANIFEST) rc = lu__read_manifest(path, text, a, &got.elements.v[0], &why);
	if (rc == LU_EFORMAT && lu_cancelled()) return lu_check_cancel(e);
	got.units = k.budget.all - k.budget.left;
	if (rc == LU_EFORMAT && k.budget.spent && !k.budget.left && units < lu__budget_units(text.n)) {
		*out = (lu_parsed){ .put_off = true, .units = got.units };
		return LU_OK;
	}
	if (rc == LU_EFORMAT && k.budget.spent) {
		got.gave_up = lu__gave_up;
		rc = read_blocks(&k, a, &got.elements, &why);
	}
	if (rc) return lu_fail(e, rc, "%s", why.msg);
	got.errors = k.errors;
	*out = got;
	return LU_OK;
}
