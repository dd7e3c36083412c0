/* SPDX-License-Identifier: MIT */
#include "lazy/gathered.h"

#include "lazy/gathering.h"

void lu__gathered_free(lu__gathered *g)
{
	lu_arena_free(&g->arena);
	*g = (lu__gathered){ .element = NULL };
}

lu_code lu__gather(lu_store *s, lu_retriever *r, const lu__gather_options *o, lu__gathered *out, lu_err *e)
{
	lu__gathering g = { .store = s, .retriever = r, .o = o, .out = out };
	lu_code rc;

	*out = (lu__gathered){ .element = NULL };
	rc = lu__seek_elements(&g, e);
	if (!rc) rc = lu__score_passages(&g, e);
	if (!rc) rc = lu__group_passages(&g, e);
	if (!rc && o->neighbours) rc = lu__find_adjoining(&g, e);
	lu_arena_free(&g.scratch);
	if (rc) lu__gathered_free(out);
	return rc;
}

/* Code is put on one line, too: a model is shown a sentence on each. */
void lu__gathered_sentence(const lu__gathered *g, uint32_t sentence, lu_buf *out)
{
	size_t from = out->len;
	bool blank = false;

	lu_sentence_put(&g->sentence[sentence], out);
	if (out->oom) return;
	size_t n = from;
	for (size_t i = from; i < out->len; i++) {
		bool white = strchr(" \t\r\n", out->s[i]) != NULL;

		if (white && (blank || n == from)) continue;
		out->s[n++] = white ? ' ' : out->s[i];
		blank = white;
	}
	while (n > from && out->s[n - 1] == ' ') n--;
	lu_buf_trunc(out, n);
}

void lu__gathered_lines(const lu__gathered *g, uint32_t passage, lu_buf *out)
{
	const lu__lazy_passage *p = &g->in.passage[passage];

	for (uint32_t i = 0; i < p->n; i++) {
		if (i) lu_buf_addc(out, '\n');
		lu_sentence_put(&g->sentence[p->first + i], out);
	}
}

void lu__gathered_passage(const lu__gathered *g, uint32_t passage, lu_buf *out)
{
	const lu__lazy_passage *p = &g->in.passage[passage];

	for (uint32_t i = 0; i < p->n; i++) {
		if (i) lu_buf_addc(out, ' ');
		lu__gathered_sentence(g, p->first + i, out);
	}
}
