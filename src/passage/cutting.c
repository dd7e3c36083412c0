/* SPDX-License-Identifier: MIT
 * What of an element is prose and what is code, where its documentation stands, and sentences as runs. */
#include "core/ascii.h"
#include "language/row.h"
#include "lucus/text.h"
#include "passage/lines.h"

#define BETWEEN 64 /* lines between an element and what documents it */

const char *lu_sentence_kind_name(lu_sentence_kind k)
{
	static const char *const name[LU_SENTENCE_KINDS] = { "prose", "docstring", "comment", "code", "signature" };

	return name[k];
}

/* ---- what is cut ---- */

static bool is_prose(const lu_cut_source *s)
{
	const lu_language *l = lu_language_named(s->language);

	if (lu_str_eqz(s->type, "section")) return true;
	return l && (l->reader == LU__READER_MARKDOWN || l->reader == LU__READER_RST ||
		     !lu_language_at(lu__language_number(l) + 1));
}

/* Has it a body below its head? */
static bool has_head(lu_str type)
{
	return !lu_str_in_words(
		type, "module file block section constant variable property field macro typealias alias import");
}

static uint32_t count_lines(lu_str s)
{
	uint32_t n = 0;

	for (size_t i = 0; i < s.n; i++) n += s.s[i] == '\n';
	return n;
}

/* Where the documentation begins that ends above the code: its first line is looked for in what is there. The offset is
 * counted back from the code; 0: it is not there. */
static size_t doc_above(const lu_cut_source *s)
{
	lu_str head = lu_str_trim(lu_str_line(lu_str_trim(s->docstring)));
	const char *code = s->code.s;
	/* marks of comments may stand on lines of their own */
	size_t lines = 0, i = 0, at = 0, most = BETWEEN + 2 * (size_t)count_lines(s->docstring);

	for (; head.n && i < s->above && lines < most; i++) {
		lines += code[-(ptrdiff_t)i - 1] == '\n';
		if (i + 1 >= head.n && memcmp(code - i - 1, head.s, head.n) == 0) {
			at = i + 1;
			break;
		}
	}
	/* its line, and where a comment or a string opens on one above it, that one */
	while (at && at < s->above && code[-(ptrdiff_t)at - 1] != '\n') at++;
	for (size_t k = at, n = 0; at && k < s->above && n < 3; n++) {
		lu_str line;
		size_t end = k++;

		while (k < s->above && code[-(ptrdiff_t)k - 1] != '\n') k++;
		line = lu_str_trim(lu_strn(code - k, k - end));
		if (lu_str_starts(line, "/*") || lu_str_starts(line, "{-") || lu_str_starts(line, "--[[") ||
		    lu_str_ends(line, "\"\"\""))
			return k;
		if (line.n && line.s[0] != '*') break;
	}
	return at;
}

static void leave_out(struct lu__cutter *c, const lu_cut_source *s)
{
	for (size_t i = 0; i < s->n_without && c->number; i++)
		for (uint32_t k = s->without[i].first; k <= s->without[i].last; k++)
			if (k >= c->number && k - c->number < c->n) c->line[k - c->number].kind = LU__LINE_OUT;
}

/* The docstring by itself, which the text does not hold. */
static lu_code cut_alone(const lu_cut_source *s, lu_arena *a, struct lu__cutter *into, lu_err *e)
{
	struct lu__cutter c = { .text = s->docstring, .number = s->line, .fixed = true, .a = a };
	lu_code rc = lu__lines_read(&c, e);

	if (rc) return rc;
	lu__cut_prose(&c, 0, c.n, LU_SENTENCE_DOC);
	into->v = c.v;
	into->n_v = c.n_v;
	into->oom = c.oom;
	return LU_OK;
}

/* Is a docstring's quote before `at`: three of them, or one that its line begins with? */
static bool opens_docstring(lu_str code, const char *at)
{
	const char *k = at;

	while (k > code.s && (k[-1] == '"' || k[-1] == '\'')) k--;
	if (k == at || at - k >= 3) return k < at;
	while (k > code.s && lu_is_blank(k[-1])) k--;
	return k == code.s || k[-1] == '\n';
}

/* Does the code hold it? `*quoted`: as a docstring, so that what is above and says the same is another element's. */
static bool holds_doc(const lu_cut_source *s, bool *quoted)
{
	lu_str head = lu_str_trim(lu_str_line(lu_str_trim(s->docstring)));
	const char *at = head.n ? memmem(s->code.s, s->code.n, head.s, head.n) : NULL, *k = at;

	while (k && k > s->code.s && lu_is_space(k[-1])) k--;
	*quoted = k && opens_docstring(s->code, k);
	return !head.n || at;
}

/* What is above the code, as far as it documents it: lines [0, n). */
static void cut_above(struct lu__cutter *c, size_t n)
{
	for (size_t i = 0; i < n;) {
		size_t end = i;

		while (end < n && c->line[end].kind == c->line[i].kind) end++;
		if (c->line[i].kind == LU__LINE_COMMENT || c->line[i].kind == LU__LINE_DOC)
			lu__cut_prose(c, i, end, LU_SENTENCE_DOC);
		i = end;
	}
}

static lu_code cut_code(const lu_cut_source *s, lu_arena *a, struct lu__cutter *c, lu_err *e)
{
	bool quoted, held = holds_doc(s, &quoted);
	size_t above = quoted ? 0 : doc_above(s), n;
	lu_code rc = LU_OK;

	if (!above && !held) rc = cut_alone(s, a, c, e);
	c->text = lu_strn(s->code.s - above, above + s->code.n);
	n = count_lines(lu_strn(c->text.s, above));
	if (c->number) c->number = c->number > n ? c->number - (uint32_t)n : 1;
	if (!rc) rc = lu__lines_read(c, e);
	if (rc) return rc;
	leave_out(c, s);
	cut_above(c, n);
	lu__cut_statements(c, n, c->n, has_head(s->type));
	return LU_OK;
}

static lu_code cut_text(const lu_cut_source *s, struct lu__cutter *c, lu_err *e)
{
	lu_code rc;

	c->text = s->code;
	c->language = lu_strn("", 0);
	if ((rc = lu__lines_read(c, e))) return rc;
	leave_out(c, s);
	for (size_t i = 0; i < c->n;) {
		size_t end = i;

		while (end < c->n && c->line[end].kind != LU__LINE_OUT) end++;
		lu__cut_prose(c, i, end, LU_SENTENCE_PROSE);
		while (end < c->n && c->line[end].kind == LU__LINE_OUT) end++;
		i = end;
	}
	return LU_OK;
}

/* What indents the first line of an element stands before it. */
static void indent_first(const lu_cut_source *s, lu_sentence *v, size_t n)
{
	for (size_t i = 0, k = 0; i < n; i++) {
		if (v[i].text.s != s->code.s || v[i].indent) continue;
		while (k < s->above && lu_is_blank(s->code.s[-(ptrdiff_t)k - 1])) k++;
		if (k == s->above || s->code.s[-(ptrdiff_t)k - 1] == '\n') v[i].indent = (uint32_t)k;
		return;
	}
}

/* ---- runs ---- */

static bool begins_run(const lu_passages *p, const lu_passage *last, size_t i, int64_t tokens)
{
	const lu_sentence *s = &p->sentence[i];

	if (last->tokens + tokens > LU_PASSAGE_MAX) return true;
	return last->tokens >= LU_PASSAGE_MIN && (s->kind == LU_SENTENCE_SIGNATURE || s->first > last->last + 1);
}

static lu_code make_runs(lu_passages *p, lu_arena *a, lu_err *e)
{
	if (p->n_sentence && !(p->v = lu_arena_calloc(a, p->n_sentence, sizeof *p->v))) return lu_nomem(e);
	for (size_t i = 0; i < p->n_sentence; i++) {
		const lu_sentence *s = &p->sentence[i];
		lu_passage *last = p->n ? &p->v[p->n - 1] : NULL;
		int64_t tokens = lu_tokens(s->text.n);

		if (!last || begins_run(p, last, i, tokens))
			*(last = &p->v[p->n++]) = (lu_passage){ .from = i, .first = s->first };
		last->to = i + 1;
		last->last = s->last;
		last->tokens += tokens;
	}
	return LU_OK;
}

lu_code lu_cut(const lu_cut_source *s, lu_arena *a, lu_passages *out, lu_err *e)
{
	struct lu__cutter c = { .language = s->language, .number = s->line, .a = a };
	lu_passages own = { 0 };
	lu_code rc = is_prose(s) ? cut_text(s, &c, e) : cut_code(s, a, &c, e);

	if (!rc && c.oom) rc = lu_nomem(e);
	own.sentence = c.v;
	own.n_sentence = c.n_v;
	indent_first(s, c.v, c.n_v);
	if (!rc) rc = make_runs(&own, a, e);
	if (!rc) *out = own;
	return rc;
}

/* ---- how a sentence looks ---- */

/* The bytes of blanks and marks that begin a line of a comment. */
static size_t margin(lu_str s, lu_sentence_kind kind)
{
	size_t i = 0, marks;

	while (i < s.n && lu_is_blank(s.s[i])) i++;
	if (kind != LU_SENTENCE_DOC && kind != LU_SENTENCE_COMMENT) return i;
	marks = i;
	if (i < s.n && s.s[i] == '*') i++;
	else
		while (i < s.n && s.s[i] && strchr("/#;!", s.s[i])) i++;
	if (i > marks && s.s[i - 1] == '#' && i + 1 < s.n && s.s[i] == ':' && lu_is_space(s.s[i + 1])) i++;
	if (i == marks && lu_str_starts(lu_strn(s.s + i, s.n - i), "--")) i += 2;
	return i;
}

static void put_prose(const lu_sentence *s, lu_buf *out)
{
	size_t begin = out->len;
	bool blank = false;

	for (size_t i = 0; i < s->text.n; i++) {
		char c = s->text.s[i];

		if (c == '\n') i += margin(lu_strn(s->text.s + i + 1, s->text.n - i - 1), s->kind);
		if (lu_is_space(c)) {
			blank = true;
			continue;
		}
		if (blank && out->len > begin) lu_buf_addc(out, ' ');
		blank = false;
		lu_buf_addc(out, c);
	}
}

/* The least that any of its lines is indented. */
static uint32_t least_indent(const lu_sentence *s)
{
	uint32_t least = s->indent;

	for (size_t i = 0; i + 1 < s->text.n; i++) {
		uint32_t n = 0;

		if (s->text.s[i] != '\n') continue;
		while (i + 1 + n < s->text.n && lu_is_blank(s->text.s[i + 1 + n])) n++;
		if (n < least && i + 1 + n < s->text.n && s->text.s[i + 1 + n] != '\n') least = n;
	}
	return least;
}

static bool begins_with(lu_str line, const char *mark)
{
	size_t n = strlen(mark);

	while (line.n && lu_is_blank(line.s[0])) line = lu_strn(line.s + 1, line.n - 1);
	return lu_str_starts(line, mark) && (line.n == n || lu_is_space(line.s[n]));
}

/* What begins all lines of code that a comment shows: the mark of that; NULL: it is in none, or has lines without it. */
static const char *listed_by(const lu_sentence *s)
{
	static const char *const mark[] = { "///", "//!", "//", "*", "# " };

	for (size_t i = 0; i < sizeof mark / sizeof *mark && s->listed; i++) {
		bool all = true;

		for (lu_str rest = s->text; rest.n && all;) all = begins_with(lu_str_take(&rest, '\n'), mark[i]);
		if (all) return mark[i];
	}
	return NULL;
}

static void put_listing(const lu_sentence *s, const char *mark, lu_buf *out)
{
	for (lu_str rest = s->text; rest.n;) {
		lu_str line = lu_str_take(&rest, '\n');
		size_t i = 0;

		while (lu_is_blank(line.s[i])) i++;
		i += strlen(mark);
		if (i < line.n && lu_is_blank(line.s[i])) i++;
		lu_buf_add(out, line.s + i, line.n - i);
		if (rest.n) lu_buf_addc(out, '\n');
	}
}

void lu_sentence_put(const lu_sentence *s, lu_buf *out)
{
	lu_str rest = s->text;
	uint32_t least = least_indent(s);
	const char *mark;

	if (s->kind != LU_SENTENCE_CODE && s->kind != LU_SENTENCE_SIGNATURE) {
		put_prose(s, out);
		return;
	}
	if ((mark = listed_by(s))) {
		put_listing(s, mark, out);
		return;
	}
	/* what indents the first line precedes the view */
	lu_buf_add(out, s->text.s - (s->indent - least), s->indent - least);
	for (bool first = true; rest.n; first = false) {
		lu_str line = lu_str_take(&rest, '\n');
		size_t i = 0;

		while (!first && i < least && i < line.n && lu_is_blank(line.s[i])) i++;
		if (!first) lu_buf_addc(out, '\n');
		lu_buf_add(out, line.s + i, line.n - i);
	}
}
