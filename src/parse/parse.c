/* SPDX-License-Identifier: MIT
 * Parsing one file. */
#include <stdlib.h>
#include <time.h>

#include "lucus/file.h"
#include "parse/extract.h"
#include "parse/mention.h"
#include "parse/pieces.h"
#include "parse/unparsed.h"

struct lu_parser {
	TSParser *ts;
	struct lu__matcher *matcher;
	const lu_language *language;
};

lu_code lu_parser_new(lu_parser **out, lu_err *e)
{
	lu_parser *p = calloc(1, sizeof *p);

	*out = NULL;
	if (!p) return lu_nomem(e);
	p->ts = ts_parser_new();
	if (!p->ts || lu__matcher_new(&p->matcher, e)) {
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
	if (p->ts) ts_parser_delete(p->ts);
	free(p);
}

static const char *read_text(void *payload, uint32_t at, TSPoint where, uint32_t *n)
{
	const lu_str *text = payload;

	(void)where;
	*n = at < text->n ? (uint32_t)(text->n - at) : 0;
	return *n ? text->s + at : "";
}

static double processor_time(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Ordinary source takes about 1 operation for each byte to parse and 1 to query, tables of small values
 * twice that, random text up to 8; what is made to cost the square of its length ("yield +) }" repeated)
 * hundreds. Steps that recover from errors are dear: two megabytes of them may take 20 seconds. */
static struct lu__budget budget_of(lu_str text)
{
	return (struct lu__budget){ .steps = 5000 + text.n / 12,
				    .until = processor_time() + 10 + (double)text.n * 20e-6 };
}

bool lu__spend(struct lu__budget *b)
{
	if (b->steps) b->steps--;
	else b->spent = true;
	/* the clock costs a system call */
	if (b->steps % 8 == 0 && (lu_cancelled() || processor_time() > b->until)) b->spent = true;
	return b->spent;
}

static bool spend(TSParseState *state)
{
	return lu__spend(state->payload);
}

lu_code lu_parse(lu_parser *p, const lu_language *l, lu_str path, lu_str text, lu_arena *a, lu_parsed *out,
		 lu_err *e)
{
	struct lu__budget budget = budget_of(text);
	struct lu__mask mask = { .text = text };
	TSInput input = { .payload = &mask.text, .read = read_text, .encoding = TSInputEncodingUTF8 };
	TSParseOptions options = { .payload = &budget, .progress_callback = spend };
	struct lu__found found = { 0 };
	lu_elements elements = { 0 };
	struct lu__trees trees = { NULL, 0 };
	struct lu__pieces pieces = { p->ts, p->matcher, l, text, input, &mask, &budget, spend };
	TSTree *tree;
	TSNode root;
	lu_code rc = LU_OK;

	if (text.n > UINT32_MAX / 2) return lu_fail(e, LU_EFORMAT, "too large to be parsed");
	if (l->extract) {
		out->errors = false;
		return l->extract(l, path, text, a, &out->elements, e);
	}
	if (p->language != l) {
		if (!ts_parser_set_language(p->ts, l->grammar()))
			return lu_fail(e, LU_EFORMAT, "the grammar of '%s' does not fit the parser", l->name);
		p->language = l;
	}
	if (l->macros) rc = lu__mask(text, l->macros == LU__MACROS_CPP, a, &mask, e);
	if (l->directives) mask.text = lu__without_directives(text, a);
	if (!rc && text.n && !mask.text.s) rc = lu_nomem(e);
	if (rc) return rc;
	tree = ts_parser_parse_with_options(p->ts, NULL, input, options);
	if (!tree) {
		ts_parser_reset(p->ts);
		rc = lu_check_cancel(e);
		return rc ? rc : lu_fail(e, LU_EFORMAT, "gave up after too many parser steps");
	}
	root = ts_tree_root_node(tree);
	/* a query looks at every node, most often more than once */
	budget.steps = 20000 + text.n / 2;
	if (l->pieces && ts_node_is_error(root)) rc = lu__read_pieces(&pieces, a, &trees, &found, e);
	else rc = lu__extract(l, p->matcher, root, text, &mask, &budget, a, &found, e);
	if (rc == LU_EFORMAT && lu_cancelled()) rc = lu_check_cancel(e);
	if (!rc) rc = lu__build(l, &found, root, path, text, a, &elements, e);
	if (!rc) rc = lu__add_mentions(&elements, text, a, e);
	if (!rc)
		rc = lu__unparsed(trees.n ? trees.v : &tree, trees.n ? trees.n : 1, text, &mask, l->macros, a,
				  &elements.v[0].extra, e);
	if (!rc) out->elements = elements;
	out->errors = ts_node_has_error(root);
	for (size_t i = 0; i < trees.n; i++) ts_tree_delete(trees.v[i]);
	ts_tree_delete(tree);
	return rc;
}
