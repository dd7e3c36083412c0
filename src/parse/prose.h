/* SPDX-License-Identifier: MIT
 * Text files on their way to elements: lines, headings, and the sections that they begin. */
#ifndef LU_PARSE_PROSE_H
#define LU_PARSE_PROSE_H

#include "language/row.h"
#include "lucus/arena.h"
#include "lucus/record.h"

/* Read a file of a language without a grammar: elements as of lu_parse(). */
typedef lu_code lu__prose_fn(const lu_language *l, lu_str path, lu_str text, lu_arena *a, lu_elements *out, lu_err *e);

lu__prose_fn lu__extract_markdown, lu__extract_rst, lu__extract_blocks;

struct lu__heading {
	uint32_t line;  /* the first, from 1 */
	uint32_t until; /* the last line that may belong to it; 0: up to the next of its level or above */
	unsigned level; /* from 1 */
	lu_str title;   /* as written, on one line */
	lu_str name;    /* its part of the qualified name; empty: made from the title */
	lu_str mention; /* the element that it documents, or empty */
};

struct lu__prose {
	const lu_language *l;
	lu_str path, text;
	lu_arena *a;
	lu_err *e;
	size_t *at;            /* where line i + 1 begins; at[n_lines] is the end of the text */
	uint32_t n_lines;      /* at least 1 */
	uint8_t *quiet;        /* line i + 1 is code, which names nothing */
	struct lu__heading *v; /* in the order of the text */
	size_t n;
	lu_str first; /* paragraph, the docstring of the file */
};

/* Find the lines. */
lu_code lu__prose_begin(struct lu__prose *p, const lu_language *l, lu_str path, lu_str text, lu_arena *a, lu_err *e);

/* Line `line` (from 1) without its end. */
lu_str lu__prose_line(const struct lu__prose *p, uint32_t line);

/* Append a heading. */
lu_code lu__prose_heading(struct lu__prose *p, const struct lu__heading *h);

/* Lines first..last as one paragraph. */
void lu__prose_first(struct lu__prose *p, uint32_t first, uint32_t last);

/* Module and sections, with what they mention. */
lu_code lu__prose_end(struct lu__prose *p, lu_elements *out);

/* The module element of the file. */
lu_element lu__prose_module(const struct lu__prose *p);

#endif
