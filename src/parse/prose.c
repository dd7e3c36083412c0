/* SPDX-License-Identifier: MIT
 * From headings to sections: nesting, names, lines. */
#include "parse/prose.h"

#include "parse/extract.h"
#include "parse/mention.h"
#include "parse/names.h"

#define TITLE_MAX 100 /* bytes of a heading in a name */
#define DEPTH     24  /* sections nested deeper belong to the one around them */

lu_code lu__prose_begin(struct lu__prose *p, const lu_language *l, lu_str path, lu_str text, lu_arena *a, lu_err *e)
{
	uint32_t n = 1, i = 0;

	*p = (struct lu__prose){ .l = l, .path = path, .text = text, .a = a, .e = e, .first = { "", 0 } };
	for (const char *s = text.s, *end = text.s + text.n; s < end && (s = memchr(s, '\n', (size_t)(end - s))); s++)
		n++;
	if (text.n && text.s[text.n - 1] == '\n') n--;
	p->n_lines = n;
	p->at = lu_arena_calloc(a, (size_t)n + 1, sizeof *p->at);
	p->quiet = lu_arena_calloc(a, n, sizeof *p->quiet);
	if (!p->at || !p->quiet) return lu_nomem(e);
	while (++i < n)
		p->at[i] =
			(size_t)((const char *)memchr(text.s + p->at[i - 1], '\n', text.n - p->at[i - 1]) - text.s) + 1;
	p->at[n] = text.n;
	return LU_OK;
}

lu_str lu__prose_line(const struct lu__prose *p, uint32_t line)
{
	lu_str s = lu_strn(p->text.s + p->at[line - 1], p->at[line] - p->at[line - 1]);

	if (s.n && s.s[s.n - 1] == '\n') s.n--;
	if (s.n && s.s[s.n - 1] == '\r') s.n--;
	return s;
}

lu_code lu__prose_heading(struct lu__prose *p, const struct lu__heading *h)
{
	struct lu__heading *v = lu_arena_grow(p->a, p->v, p->n, sizeof *v);

	if (!v) return lu_nomem(p->e);
	p->v = v;
	v[p->n++] = *h;
	return LU_OK;
}

void lu__prose_first(struct lu__prose *p, uint32_t first, uint32_t last)
{
	if (p->first.n || first < 1 || last > p->n_lines || last < first) return;
	p->first = lu_str_trim(lu_strn(p->text.s + p->at[first - 1], p->at[last] - p->at[first - 1]));
}

lu_element lu__prose_module(const struct lu__prose *p)
{
	return (lu_element){ .ordinal = 1,
			     .size = -1,
			     .type = lu_strz("module"),
			     .name = p->path,
			     .file_path = p->path,
			     .language = lu_strz(p->l->name),
			     .start_line = 1,
			     .end_line = p->n_lines,
			     .code = p->text,
			     .docstring = p->first };
}

/* ---- names ---- */

/* The end of the markup that begins at `i` and is no part of a title's words: a tag, a link's target, an
 * anchor. `i` when there is none. */
static size_t skip_markup(lu_str s, size_t i)
{
	static const struct {
		const char *open;
		char close;
	} some[] = { { "](", ')' }, { "{#", '}' }, { "<a", '>' }, { "</", '>' }, { "<img", '>' } };

	for (size_t k = 0; k < sizeof some / sizeof *some; k++) {
		const char *end;

		if (!lu_str_starts(lu_strn(s.s + i, s.n - i), some[k].open)) continue;
		end = memchr(s.s + i, some[k].close, s.n - i);
		if (end) return (size_t)(end - s.s) + 1;
	}
	return i;
}

/* A full stop parts the names of sections: inside a word it becomes '_', elsewhere it goes. */
static void add_char(lu_buf *b, lu_str s, size_t i)
{
	bool word = i && i + 1 < s.n && !strchr(" \t", s.s[i - 1]) && !strchr(" \t", s.s[i + 1]);

	if (s.s[i] == '.') {
		if (word) lu_buf_addc(b, '_');
	} else if (!strchr("`*[]", s.s[i])) {
		lu_buf_addc(b, s.s[i]);
	}
}

static lu_code name_of(const struct lu__prose *p, lu_str title, lu_str *out)
{
	lu_buf b = LU_BUF;

	for (size_t i = 0, n; i < title.n && b.len < TITLE_MAX; i = n) {
		n = skip_markup(title, i);
		if (n > i) continue;
		add_char(&b, title, i);
		n = i + 1;
	}
	while (b.len && b.len >= TITLE_MAX && (b.s[b.len - 1] & 0x80)) { /* not inside a character */
		bool lead = (b.s[b.len - 1] & 0x40) != 0;

		lu_buf_trunc(&b, b.len - 1);
		if (lead) break;
	}
	*out = b.oom ? lu_strn(NULL, 0) : lu__collapse(lu_str_trim(lu_buf_str(&b)), p->a);
	lu_buf_free(&b);
	if (out->s && !out->n) *out = lu_strz("section");
	return out->s ? LU_OK : lu_nomem(p->e);
}

static lu_code full_name(const struct lu__prose *p, const lu_element *parent, const struct lu__heading *h, lu_str *out)
{
	lu_buf b = LU_BUF;
	lu_str name = h->name;
	lu_code rc = name.n ? LU_OK : name_of(p, h->title, &name);

	if (rc) return rc;
	if (parent) {
		lu_buf_addstr(&b, parent->name);
		lu_buf_addc(&b, '.');
	}
	lu_buf_addstr(&b, name);
	*out = lu_arena_keep(p->a, &b);
	return out->s ? LU_OK : lu_nomem(p->e);
}

/* ---- nesting ---- */

struct nest {
	struct lu__prose *p;
	lu_elements els;
	size_t *up;
	size_t open[DEPTH]; /* elements, and with them the headings of number - 1 */
	size_t depth;
};

/* Blank lines at the end belong to nothing. */
static void close_at(struct nest *n, uint32_t line)
{
	lu_element *el = &n->els.v[n->open[--n->depth]];
	const struct lu__prose *p = n->p;

	if (el->end_line && el->end_line < line) line = el->end_line;
	while (line > el->start_line && !lu_str_trim(lu__prose_line(p, line)).n) line--;
	el->end_line = line;
	el->code = lu_strn(p->text.s + p->at[el->start_line - 1], p->at[line] - p->at[el->start_line - 1]);
	while (el->code.n > 1 && strchr("\r\n", el->code.s[el->code.n - 1])) el->code.n--;
}

static lu_code add_section(struct nest *n, size_t i)
{
	const struct lu__heading *h = &n->p->v[i];
	lu_element *el = &n->els.v[n->els.n], *parent;
	lu_code rc;

	while (n->depth) {
		size_t top = n->open[n->depth - 1];
		uint32_t end = n->els.v[top].end_line;

		if (n->p->v[top - 1].level < h->level && (!end || end >= h->line) && n->depth < DEPTH) break;
		close_at(n, h->line - 1);
	}
	n->up[n->els.n] = n->depth ? n->open[n->depth - 1] : 0;
	parent = n->depth ? &n->els.v[n->open[n->depth - 1]] : NULL;
	*el = (lu_element){ .ordinal = 1,
			    .size = -1,
			    .type = lu_strz("section"),
			    .file_path = n->p->path,
			    .language = lu_strz(n->p->l->name),
			    .start_line = h->line,
			    .end_line = h->until,
			    .signature = h->title };
	if ((rc = full_name(n->p, parent, h, &el->name))) return rc;
	n->open[n->depth++] = n->els.n++;
	return LU_OK;
}

/* ---- what they mention ---- */

/* Lines belong to the innermost section; those of one section that follow each other are read together. */
static lu_code read_lines(struct nest *n, const uint32_t *owner, struct lu__mentions *m)
{
	const struct lu__prose *p = n->p;
	lu_code rc = LU_OK;

	for (uint32_t i = 0, to; i < p->n_lines && !rc; i = to) {
		for (to = i + 1; to < p->n_lines && owner[to] == owner[i] && p->quiet[to] == p->quiet[i];) to++;
		if (p->quiet[i]) continue;
		rc = lu__mentions_read(&m[owner[i]], lu_strn(p->text.s + p->at[i], p->at[to] - p->at[i]), i + 1,
				       LU__MENTION_PROSE, p->a, p->e);
	}
	return rc;
}

static lu_code add_mentions(struct nest *n)
{
	uint32_t *owner = lu_arena_calloc(n->p->a, n->p->n_lines, sizeof *owner);
	struct lu__mentions *m = lu_arena_calloc(n->p->a, n->els.n, sizeof *m);
	lu_code rc = LU_OK;

	if (!owner || !m) return lu_nomem(n->p->e);
	for (size_t i = 1; i < n->els.n && !rc; i++) {
		const lu_element *el = &n->els.v[i];
		const struct lu__heading *h = &n->p->v[i - 1];

		for (uint32_t line = el->start_line; line <= el->end_line; line++) owner[line - 1] = (uint32_t)i;
		if (h->mention.n) rc = lu__mentions_add(&m[i], h->mention, h->line, n->p->a, n->p->e);
	}
	if (!rc) rc = read_lines(n, owner, m);
	for (size_t i = 0; i < n->els.n; i++) {
		n->els.v[i].mentions.v = m[i].v;
		n->els.v[i].mentions.n = m[i].n;
	}
	return rc;
}

lu_code lu__prose_end(struct lu__prose *p, lu_elements *out)
{
	struct nest n = { .p = p };
	lu_code rc = LU_OK;

	n.els.v = lu_arena_calloc(p->a, p->n + 1, sizeof *n.els.v);
	n.up = lu_arena_calloc(p->a, p->n + 1, sizeof *n.up);
	if (!n.els.v || !n.up) return lu_nomem(p->e);
	n.els.v[n.els.n++] = lu__prose_module(p);
	for (size_t i = 0; i < p->n && !rc; i++) rc = add_section(&n, i);
	while (n.depth && !rc) close_at(&n, p->n_lines);
	if (!rc) rc = add_mentions(&n);
	if (!rc) rc = lu__number_twins(&n.els, n.up, p->a, p->e);
	if (!rc) *out = n.els;
	return rc;
}
