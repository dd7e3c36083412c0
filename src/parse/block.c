/* SPDX-License-Identifier: MIT
 * Text of no language that is known: blocks of lines. */
#include <stdio.h>

#include "parse/extract.h"
#include "parse/prose.h"

#define LINES_MIN 40   /* from here a blank line ends a block */
#define LINES_MAX 60   /* here it ends anyway */
#define BYTES_MAX 6000 /* and here, of long lines */

static bool blank(const struct lu__prose *p, uint32_t line)
{
	return !lu_str_trim(lu__prose_line(p, line)).n;
}

/* The last line of the block that begins at `first`. A block prefers to end before a blank line, then before
 * a line that is not indented. */
static uint32_t end_of(const struct lu__prose *p, uint32_t first)
{
	uint32_t plain = 0, line = first;

	/* what is left would be a short block of its own */
	if (p->n_lines - first < LINES_MAX && p->text.n - p->at[first - 1] <= BYTES_MAX) return p->n_lines;
	for (; line < p->n_lines && line - first + 1 < LINES_MAX; line++) {
		lu_str next = lu__prose_line(p, line + 1);

		if (p->at[line + 1] - p->at[first - 1] > BYTES_MAX) return line;
		if (line - first + 1 < LINES_MIN) continue;
		if (blank(p, line + 1)) return line;
		if (!strchr(" \t})]", next.s[0])) plain = line;
	}
	return plain && line < p->n_lines ? plain : line;
}

static lu_code add_block(const struct lu__prose *p, uint32_t first, uint32_t last, lu_elements *els)
{
	lu_element *v = lu_arena_grow(p->a, els->v, els->n, sizeof *v), *el;
	char name[32];
	int n = snprintf(name, sizeof name, "block %zu", els->n);

	if (!v) return lu_nomem(p->e);
	els->v = v;
	el = &v[els->n++];
	*el = (lu_element){ .ordinal = 1,
			    .size = -1,
			    .type = lu_strz("block"),
			    .file_path = p->path,
			    .language = lu_strz(p->l->name),
			    .start_line = first,
			    .end_line = last };
	el->name = lu_arena_dup(p->a, lu_strn(name, (size_t)n));
	el->code = lu_strn(p->text.s + p->at[first - 1], p->at[last] - p->at[first - 1]);
	while (el->code.n > 1 && strchr("\r\n", el->code.s[el->code.n - 1])) el->code.n--;
	return el->name.s ? LU_OK : lu_nomem(p->e);
}

lu_code lu__extract_blocks(const lu_language *l, lu_str path, lu_str text, lu_arena *a, lu_elements *out, lu_err *e)
{
	struct lu__prose p;
	lu_elements els = { 0 };
	size_t *up;
	lu_code rc = lu__prose_begin(&p, l, path, text, a, e);

	if (rc) return rc;
	if (!(els.v = lu_arena_grow(a, NULL, 0, sizeof *els.v))) return lu_nomem(e);
	els.v[els.n++] = lu__prose_module(&p);
	for (uint32_t first = 1, last; first <= p.n_lines && !rc; first = last + 1) {
		last = first;
		if (blank(&p, first)) continue;
		last = end_of(&p, first);
		while (last > first && blank(&p, last)) last--;
		rc = add_block(&p, first, last, &els);
	}
	if (rc) return rc;
	if (!(up = lu_arena_calloc(a, els.n, sizeof *up))) return lu_nomem(e);
	rc = lu__number_twins(&els, up, a, e);
	if (!rc) *out = els;
	return rc;
}
