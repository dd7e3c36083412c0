/* SPDX-License-Identifier: MIT
 * Markdown: cmark tells the block structure (headings, code, paragraphs) of the lines; titles and what the
 * text mentions are read from the lines themselves.
 *
 * What is inline is hidden from cmark: it is not needed, and the work that hostile brackets and tags cause
 * grows with the square of their number. So does that of containers nested without end, which are cut. */
#include <cmark.h>

#include "core/ascii.h"
#include "parse/prose.h"

#define MARKS_MAX   32 /* list and quote markers that a line may begin with */
#define COLUMNS_MAX 120
#define FRONT_MAX   400 /* lines of front matter */

/* The beginning of a line, which tells its blocks, with the rest harmless. */
static void add_line(lu_buf *b, lu_str s)
{
	size_t i = 0, columns = 0, marks = 0;

	for (; i < s.n && strchr(" \t>-+*0123456789.)", s.s[i]); i++) {
		if (marks < MARKS_MAX && columns < COLUMNS_MAX) lu_buf_addc(b, s.s[i]);
		columns += s.s[i] == '\t' ? 4 : 1;
		marks += s.s[i] != ' ' && s.s[i] != '\t';
	}
	for (size_t begin = i; i < s.n; i++) {
		bool tag = s.s[i] == '<' && i > begin && !(i + 1 < s.n && s.s[i + 1] == '/');

		lu_buf_addc(b, tag || strchr("[]&\\*_\r", s.s[i]) ? 'x' : s.s[i]);
	}
	lu_buf_addc(b, '\n');
}

/* The last line of the front matter, 0 when there is none. */
static uint32_t front_matter(const struct lu__prose *p)
{
	lu_str open = lu_str_trim(lu__prose_line(p, 1));
	bool toml = lu_str_eqz(open, "+++");

	if (!toml && !lu_str_eqz(open, "---")) return 0;
	for (uint32_t i = 2; i <= p->n_lines && i <= FRONT_MAX; i++) {
		lu_str s = lu_str_trim(lu__prose_line(p, i));

		if (lu_str_eq(s, open) || (!toml && lu_str_eqz(s, "..."))) return i;
	}
	return 0;
}

/* The words of "## Title ##". */
static lu_str atx_title(lu_str s)
{
	size_t n;

	s = lu_str_trim(s);
	while (s.n && s.s[0] == '#') s = lu_strn(s.s + 1, s.n - 1);
	s = lu_str_trim(s);
	for (n = s.n; n && s.s[n - 1] == '#';) n--;
	if (n < s.n && (!n || lu_is_blank(s.s[n - 1]))) s.n = n;
	return lu_str_trim(s);
}

static bool is_underline(lu_str s)
{
	s = lu_str_trim(s);
	for (size_t i = 0; i < s.n; i++)
		if (s.s[i] != s.s[0] || (s.s[0] != '=' && s.s[0] != '-')) return false;
	return s.n > 0;
}

static lu_code add_heading(struct lu__prose *p, cmark_node *node)
{
	uint32_t line = (uint32_t)cmark_node_get_start_line(node), last = line;
	struct lu__heading h = { .line = line, .level = (unsigned)cmark_node_get_heading_level(node) };
	lu_str s;

	if (line < 1 || line > p->n_lines) return LU_OK;
	s = lu_str_trim(lu__prose_line(p, line));
	if (s.n && s.s[0] == '#') {
		h.title = atx_title(s);
	} else { /* underlined; the title may have several lines */
		while (last < p->n_lines && !is_underline(lu__prose_line(p, last + 1))) last++;
		h.title = lu_str_trim(lu_strn(p->text.s + p->at[line - 1], p->at[last] - p->at[line - 1]));
		if (last > line) {
			lu_buf b = LU_BUF;

			for (size_t i = 0; i < h.title.n; i++)
				lu_buf_addc(&b, strchr("\r\n\t", h.title.s[i]) ? ' ' : h.title.s[i]);
			h.title = lu_arena_keep(p->a, &b);
			if (!h.title.s) return lu_nomem(p->e);
		}
	}
	return lu__prose_heading(p, &h);
}

static void be_quiet(struct lu__prose *p, int first, int last)
{
	for (int i = first < 1 ? 1 : first; i <= last && (uint32_t)i <= p->n_lines; i++) p->quiet[i - 1] = 1;
}

/* Badges and tags describe nothing. */
static void try_first(struct lu__prose *p, cmark_node *node)
{
	int first = cmark_node_get_start_line(node), last = cmark_node_get_end_line(node);
	lu_str s;

	if (p->first.n || first < 1 || (uint32_t)first > p->n_lines) return;
	s = lu_str_trim(lu__prose_line(p, (uint32_t)first));
	if (s.n && !strchr("[!<", s.s[0])) lu__prose_first(p, (uint32_t)first, (uint32_t)last);
}

static lu_code read_blocks(struct lu__prose *p, cmark_node *doc)
{
	cmark_iter *it = cmark_iter_new(doc);
	cmark_event_type event;
	lu_code rc = LU_OK;

	while (!rc && (event = cmark_iter_next(it)) != CMARK_EVENT_DONE) {
		cmark_node *node = cmark_iter_get_node(it);
		bool top = cmark_node_parent(node) == doc;
		cmark_node_type type = cmark_node_get_type(node);

		if (event != CMARK_EVENT_ENTER) continue;
		if (type == CMARK_NODE_CODE_BLOCK || type == CMARK_NODE_HTML_BLOCK)
			be_quiet(p, cmark_node_get_start_line(node), cmark_node_get_end_line(node));
		else if (type == CMARK_NODE_HEADING && top) rc = add_heading(p, node);
		else if (type == CMARK_NODE_PARAGRAPH && top) try_first(p, node);
	}
	cmark_iter_free(it);
	return rc;
}

lu_code lu__extract_markdown(const lu_language *l, lu_str path, lu_str text, lu_arena *a, lu_elements *out, lu_err *e)
{
	struct lu__prose p;
	lu_buf b = LU_BUF;
	uint32_t front;
	cmark_node *doc = NULL;
	lu_code rc = lu__prose_begin(&p, l, path, text, a, e);

	if (rc) return rc;
	front = front_matter(&p);
	be_quiet(&p, 1, (int)front);
	for (uint32_t i = 1; i <= p.n_lines; i++) add_line(&b, i <= front ? lu_strn("", 0) : lu__prose_line(&p, i));
	if (!b.oom) doc = cmark_parse_document(b.s, b.len, CMARK_OPT_DEFAULT);
	lu_buf_free(&b);
	if (!doc) return lu_nomem(e);
	rc = read_blocks(&p, doc);
	cmark_node_free(doc);
	return rc ? rc : lu__prose_end(&p, out);
}
