/* SPDX-License-Identifier: MIT
 * Reading a damaged source in pieces. One quote that the grammar misunderstands turns all strings of a shell
 * script inside out: no function after it is found. Functions begin at the start of a line, so each can be
 * read alone. */
#include "parse/pieces.h"
#include "core/ascii.h"

static bool is_name(char c)
{
	return lu_is_word(c) || c == '-' || c == ':' || c == '.';
}

static size_t skip_blanks(lu_str text, size_t i)
{
	while (i < text.n && lu_is_blank(text.s[i])) i++;
	return i;
}

/* Does a function begin with the line at `i`: "name()", "function name"? */
static bool is_header(lu_str text, size_t i)
{
	bool word = lu_str_starts(lu_strn(text.s + i, text.n - i), "function ");
	size_t from = word ? skip_blanks(text, i + 9) : i, to = from;

	while (to < text.n && is_name(text.s[to])) to++;
	if (to == from || word) return to > from;
	to = skip_blanks(text, to);
	if (to >= text.n || text.s[to] != '(') return false;
	to = skip_blanks(text, to + 1);
	return to < text.n && text.s[to] == ')';
}

/* The end of the piece at *at: the next line that a function begins with. */
static void next_piece(lu_str text, size_t *at, uint32_t *row)
{
	for (size_t i = *at; i < text.n; i++) {
		if (text.s[i] != '\n') continue;
		++*row;
		*at = i + 1;
		if (is_header(text, i + 1)) return;
	}
	*at = text.n;
}

static lu_code read_piece(const struct lu__pieces *p, const TSRange *range, TSTree **out, lu_err *e)
{
	struct lu__input in = { .text = p->text, .budget = p->budget };
	TSParseOptions options = { .payload = p->budget, .progress_callback = lu__spend_parsing };

	*out = NULL;
	if (!ts_parser_set_included_ranges(p->parser, range, 1)) return lu_fail(e, LU_EFORMAT, "no piece");
	*out = ts_parser_parse_with_options(p->parser, NULL, lu__input(&in), options);
	if (*out && !p->budget->spent) return LU_OK;
	ts_tree_delete(*out);
	*out = NULL;
	ts_parser_reset(p->parser);
	return lu_fail(e, LU_EFORMAT, "%s", lu__gave_up);
}

lu_code lu__read_pieces(const struct lu__pieces *p, lu_arena *a, struct lu__trees *trees, struct lu__found *out,
			lu_err *e)
{
	size_t at = 0;
	uint32_t row = 0;
	lu_code rc = LU_OK;

	while (at < p->text.n && !rc) {
		TSRange r = { .start_byte = (uint32_t)at, .start_point = { row, 0 } };
		TSTree **v = lu_arena_grow(a, trees->v, trees->n, sizeof(TSTree *));

		if (!v) return lu_nomem(e);
		trees->v = v;
		next_piece(p->text, &at, &row);
		r.end_byte = (uint32_t)at;
		r.end_point = (TSPoint){ row, 0 };
		rc = read_piece(p, &r, &v[trees->n], e);
		if (rc) break;
		rc = lu__extract(p->l, p->matcher, ts_tree_root_node(v[trees->n++]), p->text, p->mask, p->budget, a,
				 out, e);
	}
	ts_parser_set_included_ranges(p->parser, NULL, 0);
	return rc;
}
