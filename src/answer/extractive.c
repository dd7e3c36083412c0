/* SPDX-License-Identifier: MIT
 * An answer without a language model, as people read it: sentences and lines of code, each below its place. */

#include "answer/answer.h"
#include "core/ascii.h"
#include "lucus/text.h"

#define MARK     8   /* bytes that end a comment */
#define SENTENCE 480 /* bytes of a sentence of prose, */
#define NAMED    240 /* and of what is named */

static size_t ticks(lu_str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) n += s.s[i] == '`';
	return n;
}

/* On one line, not too long. In prose brackets become round: what a source writes is no citation. */
static void put_line(lu_str s, bool code, lu_buf *out)
{
	size_t begin = out->len, n = 0, most = code ? NAMED : SENTENCE;
	bool blank = false, bare = code || ticks(s) % 2;

	for (; n < s.n && out->len - begin < most; n++) {
		char c = s.s[n];

		if (lu_is_space(c)) {
			blank = true;
			continue;
		}
		if (blank && out->len > begin) lu_buf_addc(out, ' ');
		blank = false;
		if (c == '`' && bare) c = '\'';
		if (!code && c == '[') c = '(';
		if (!code && c == ']') c = ')';
		lu_buf_addc(out, c);
	}
	if (n == s.n || out->oom) return;
	while (out->len > begin && ((unsigned char)s.s[n] & 0xc0) == 0x80) { /* not amid a character */
		lu_buf_trunc(out, out->len - 1);
		n--;
	}
	lu_buf_adds(out, " ...");
}

void lu__put_code(lu_str s, lu_buf *out)
{
	lu_buf_addc(out, '`');
	put_line(s, true, out);
	lu_buf_addc(out, '`');
}

/* The bytes behind a comment or a docstring on its last line: what ends it. Texts of sources end with a NUL. */
static size_t ending(const lu_sentence *s)
{
	size_t n = strcspn(s->text.s + s->text.n, "\r\n");

	return n < MARK ? n : 0;
}

/* Have a sentence that begins amid a line of a comment, behind `before`, begin as that line does: without its mark it would be
 * taken for code. */
static void whole_line(const lu_sentence *before, lu_sentence *s)
{
	const char *end = before->text.s + before->text.n, *least = before->text.s - before->mark, *from = s->text.s;

	if (lu_sentence_is_code(s) || s->mark || end > from || memchr(end, '\n', (size_t)(from - end))) return;
	while (from > least && from[-1] != '\n') from--;
	s->indent = from == least ? before->indent : 0;
	for (; lu_is_blank(*from); from++) s->indent++;
	s->text.n += (size_t)(s->text.s - from);
	s->text.s = from;
}

/* An item that has code, as the source has it: with what stands between its sentences, and the comments among them. */
static void put_lines(const lu_sentence *before, const lu_sentence *first, const lu_sentence *last, lu_buf *out)
{
	lu_sentence s = *first;
	lu_buf text = LU_BUF;
	lu_str rest;
	bool cut = false;

	s.text.s -= s.mark;
	if (before) whole_line(before, &s);
	s.text.n = (size_t)(last->text.s + last->text.n - s.text.s);
	if (!lu_sentence_is_code(last)) s.text.n += ending(last);
	if (s.text.n > LU__CODE_MAX) {
		for (s.text.n = LU__CODE_MAX; s.text.n && ((unsigned char)s.text.s[s.text.n] & 0xc0) == 0x80;)
			s.text.n--;
		cut = true;
	}
	s.kind = LU_SENTENCE_CODE;
	lu_sentence_put(&s, &text);
	for (rest = lu_buf_str(&text); rest.n;) {
		lu_str line = lu_str_take(&rest, '\n');

		if (lu_str_trim(line).n) lu_buf_addf(out, "    %.*s", LU_FMT(line));
		lu_buf_addc(out, '\n');
	}
	if (cut) lu_buf_adds(out, "    ...\n");
	out->oom |= text.oom;
	lu_buf_free(&text);
}

/* Sentences of prose as a paragraph. */
static void put_paragraph(const lu_sentence *v, size_t from, size_t to, lu_buf *out)
{
	lu_buf text = LU_BUF, plain = LU_BUF;

	for (size_t i = from; i < to; i++) {
		if (i > from) lu_buf_addc(out, ' ');
		lu_buf_reset(&text);
		lu_buf_reset(&plain);
		lu_sentence_put(&v[i], &text);
		lu_prose_readable(lu_buf_str(&text), &plain);
		put_line(lu_buf_str(&plain), false, out);
	}
	lu_buf_addc(out, '\n');
	out->oom |= text.oom || plain.oom;
	lu_buf_free(&plain);
	lu_buf_free(&text);
}

static void put_texts(const lu__item *x, lu_buf *out)
{
	const lu_sentence *v = x->best->v;
	bool code = false;

	for (size_t i = x->from; i < x->to; i++) code |= lu_sentence_is_code(&v[i]);
	if (code) put_lines(x->from ? &v[x->from - 1] : NULL, &v[x->from], &v[x->to - 1], out);
	else put_paragraph(v, x->from, x->to, out);
}

/* The lines of an item. */
static void lines_of(const lu__item *x, uint32_t *first, uint32_t *last)
{
	const lu_sentence *v = x->best->v;

	*first = v[x->from].first;
	*last = v[x->from].last;
	for (size_t i = x->from; i < x->to; i++) {
		if (v[i].first < *first) *first = v[i].first;
		if (v[i].last > *last) *last = v[i].last;
	}
}

static lu_code put_item(const lu_sources *src, const lu__item *x, lu_buf *out, lu_arena *a, lu_citation *cite,
			lu_err *e)
{
	const lu_source *s = &src->v[x->best->source];
	lu_buf place = LU_BUF;
	uint32_t first, last;
	size_t from;

	lines_of(x, &first, &last);
	lu_buf_addf(&place, "%.*s:%u", LU_FMT(s->el.path), first);
	if (last > first) lu_buf_addf(&place, "-%u", last);
	lu_buf_addc(out, '\n');
	lu__put_code(first ? lu_buf_str(&place) : s->el.path, out);
	lu_buf_addf(out, " [%zu]\n\n", x->best->source + 1);
	from = out->len;
	put_texts(x, out);
	*cite = (lu_citation){ .source = x->best->source + 1,
			       .name = lu_arena_dup(a, s->el.name),
			       .path = lu_arena_dup(a, s->el.path),
			       .start_line = first,
			       .end_line = last,
			       .claim = lu_arena_dup(a, lu_str_trim(lu_strn(out->s + from, out->len - from))),
			       .stale = s->stale };
	memcpy(cite->id, s->el.uuid, sizeof cite->id);
	out->oom |= place.oom;
	lu_buf_free(&place);
	return out->oom || !cite->name.s || !cite->path.s || !cite->claim.s ? lu_nomem(e) : LU_OK;
}

lu_code lu__put_items(const lu_sources *src, const lu__item *v, size_t n, lu_buf *out, lu_arena *a, lu_citation **cite,
		      lu_err *e)
{
	lu_code rc = LU_OK;

	if (!(*cite = lu_arena_calloc(a, n, sizeof **cite))) return lu_nomem(e);
	for (size_t i = 0; i < n && !rc; i++) rc = put_item(src, &v[i], out, a, &(*cite)[i], e);
	return rc;
}

static void put_list(const char *head, lu_strs v, const char *end, lu_buf *out)
{
	lu_buf_adds(out, head);
	for (size_t i = 0; i < v.n; i++) {
		lu_buf_adds(out, i ? ", " : " ");
		lu__put_code(v.v[i], out);
	}
	lu_buf_adds(out, end);
}

const char *lu__searched(const lu_cover *c)
{
	return c->scoped ? "what the filters let through" : "this code base";
}

static bool is_nowhere(const lu_cover *c, lu_str s)
{
	for (size_t i = 0; i < c->nowhere.n; i++)
		if (lu_str_eq(c->nowhere.v[i], s)) return true;
	return false;
}

/* What sources lack may stand elsewhere: that there is nothing is said of what the whole code base lacks alone. */
void lu__put_missing(const lu_cover *c, lu_buf *out)
{
	size_t n = 0;

	if (c->nowhere.n) put_list("There is nothing in this code base about", c->nowhere, ".\n", out);
	for (size_t i = 0; i < c->missing.n; i++) {
		if (is_nowhere(c, c->missing.v[i])) continue;
		if (!n && c->scoped) lu_buf_addf(out, "Nothing was found in %s about", lu__searched(c));
		else if (!n) lu_buf_adds(out, "Nothing was found about");
		lu_buf_adds(out, n++ ? ", " : " ");
		lu__put_code(c->missing.v[i], out);
	}
	if (n) lu_buf_adds(out, ".\n");
}

void lu__put_head(const lu_sources *src, const lu_cover *all, const lu_cover *cited, lu_str why, bool global,
		  lu_buf *out)
{
	bool low = cited->confidence < LU_ANSWER_LOW;

	if (why.n) {
		lu_buf_adds(out, "The language model failed (");
		put_line(why, false, out);
		lu_buf_adds(out, "). These sentences are from the code itself.\n");
	} else if (global) {
		lu_buf_adds(out, "A global answer needs a language model, which reads summaries of all communities; "
				 "none is set. These sentences are from the hits alone.\n");
	} else {
		lu_buf_adds(out, "These sentences are from the code itself; no language model was asked.\n");
	}
	if (all->missing.n) {
		lu__put_missing(all, out);
	} else if (low && src->n && cited->missing.n) {
		put_list("They say nothing about", cited->missing, ".\n", out);
	}
	if (low && src->n) lu_buf_adds(out, "What comes nearest:\n");
}
